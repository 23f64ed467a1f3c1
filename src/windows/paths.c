// SPDX-License-Identifier: MIT
#include "windows/paths.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

// Windows' own functions for char take names in the encoding of the country. So all names go through those for
// wide characters. A path of more than 259 of these has to be complete and to begin with \\?\.

enum
{
    LONG_PATH = 240 // a folder's has to leave room for a short name
};

typedef struct error_name
{
    unsigned long error;
    int name;
} error_name;

static const error_name names[] = {
    {ERROR_FILE_NOT_FOUND, ENOENT},   {ERROR_PATH_NOT_FOUND, ENOENT},
    {ERROR_INVALID_DRIVE, ENOENT},    {ERROR_INVALID_NAME, ENOENT},
    {ERROR_BAD_NETPATH, ENOENT},      {ERROR_BAD_NET_NAME, ENOENT},
    {ERROR_BAD_PATHNAME, ENOENT},     {ERROR_DIRECTORY, ENOTDIR},
    {ERROR_ACCESS_DENIED, EACCES},    {ERROR_SHARING_VIOLATION, EBUSY},
    {ERROR_USER_MAPPED_FILE, EBUSY},  {ERROR_LOCK_VIOLATION, EWOULDBLOCK},
    {ERROR_IO_PENDING, EWOULDBLOCK},  {ERROR_WRITE_PROTECT, EROFS},
    {ERROR_FILE_EXISTS, EEXIST},      {ERROR_ALREADY_EXISTS, EEXIST},
    {ERROR_DIR_NOT_EMPTY, ENOTEMPTY}, {ERROR_NOT_SAME_DEVICE, EXDEV},
    {ERROR_TOO_MANY_LINKS, EMLINK},   {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
    {ERROR_DISK_FULL, ENOSPC},        {ERROR_HANDLE_DISK_FULL, ENOSPC},
    {ERROR_FILE_TOO_LARGE, EFBIG},    {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
    {ERROR_OUTOFMEMORY, ENOMEM},      {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
    {ERROR_NOT_SUPPORTED, ENOSYS},    {ERROR_INVALID_FUNCTION, ENOSYS},
    {ERROR_BROKEN_PIPE, EPIPE},       {ERROR_NO_DATA, EPIPE},
    {ERROR_INVALID_HANDLE, EBADF},    {ERROR_CANT_RESOLVE_FILENAME, ELOOP},
};

int loam_windows_fail(unsigned long error)
{
    errno = EIO;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
        if (names[i].error == error)
        {
            errno = names[i].name;
        }
    }
    return -1;
}

/// "C:" alone would be the folder that the process is in on that disk.
static void end_drive(loam_wide_path path)
{
    if (path[0] != L'\0' && path[1] == L':' && path[2] == L'\0')
    {
        path[2] = L'\\';
        path[3] = L'\0';
    }
}

/// Makes a long path complete, unless it is.
static bool lengthen(loam_wide_path path)
{
    loam_wide_path whole;
    const DWORD length = GetFullPathNameW(path, LOAM_WIDE_PATH - 8, whole, NULL);
    if (length == 0 || length >= LOAM_WIDE_PATH - 8)
    {
        errno = ENAMETOOLONG;
        return false;
    }
    const bool shared = wcsncmp(whole, L"\\\\", 2) == 0;
    wcscpy(path, shared ? L"\\\\?\\UNC\\" : L"\\\\?\\");
    wcscat(path, whole + (shared ? 2 : 0));
    return true;
}

bool loam_windows_widen(const char *path, loam_wide_path out)
{
    if (strcmp(path, "/dev/null") == 0)
    {
        path = "NUL";
    }
    const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, out,
                                           LOAM_WIDE_PATH - 8);
    if (length <= 1)
    {
        const bool too_long = length == 0 && GetLastError() == ERROR_INSUFFICIENT_BUFFER;
        errno = too_long ? ENAMETOOLONG : length == 1 ? ENOENT : EILSEQ;
        return false;
    }
    end_drive(out);
    const bool is_whole = wcsncmp(out, L"\\\\?\\", 4) == 0 || wcsncmp(out, L"\\\\.\\", 4) == 0;
    return length <= LONG_PATH || is_whole || lengthen(out);
}

char *loam_windows_narrow(const wchar_t *text, char *out, size_t room)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    if (size <= 0 || (out != NULL && (size_t)size > room))
    {
        errno = ENAMETOOLONG;
        return NULL;
    }
    char *const to = out != NULL ? out : malloc((size_t)size);
    if (to != NULL)
    {
        WideCharToMultiByte(CP_UTF8, 0, text, -1, to, size, NULL, NULL);
    }
    return to;
}
