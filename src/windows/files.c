// SPDX-License-Identifier: MIT
#include "windows/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <windows.h>

// Files as POSIX has them. Everything is opened so that others may read, write, rename and remove it meanwhile,
// which Windows would otherwise not let them; text is never changed on its way.
//
// Programs that look at every new file (against viruses, or to index it) open it for a moment just when it is to be
// renamed or removed. So whoever meets one of them tries again for a while.

enum
{
    ATTEMPTS = 50,
    ATTEMPT_MS = 20,
    MOST_AT_ONCE = 1 << 30,
    MAX_DESCRIPTORS = 2048, // of a process, as the C library here has them
    SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE
};

/// Whether what failed may succeed soon. A file that was removed and is still open elsewhere "denies access".
static bool wait_for_others(int attempt, unsigned long error)
{
    const bool passes = error == ERROR_SHARING_VIOLATION || error == ERROR_LOCK_VIOLATION ||
                        error == ERROR_ACCESS_DENIED;
    if (!passes || attempt >= ATTEMPTS)
    {
        return false;
    }
    Sleep(ATTEMPT_MS);
    return true;
}

static HANDLE handle_of(int descriptor)
{
    return (HANDLE)_get_osfhandle(descriptor);
}

// ---- what a file is -----------------------------------------------------------------------------------

/// Links that lead elsewhere; other files with such marks, as those of a cloud, are what they seem.
static bool is_link(HANDLE handle)
{
    FILE_ATTRIBUTE_TAG_INFO info;
    return GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &info, sizeof info) &&
           (info.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
           (info.ReparseTag == IO_REPARSE_TAG_SYMLINK ||
            info.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

/// From steps of 100 ns since 1601 to seconds since 1970.
static struct timespec time_of(FILETIME time)
{
    const int64_t steps = (int64_t)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime) -
                          116444736000000000;
    return (struct timespec){.tv_sec = (time_t)(steps / 10000000),
                             .tv_nsec = (long)(steps % 10000000 * 100)};
}

static uint32_t mode_of(HANDLE handle, DWORD attributes)
{
    const uint32_t rights = (attributes & FILE_ATTRIBUTE_READONLY) != 0 ? 0444 : 0666;
    return rights | (is_link(handle)                                ? S_IFLNK
                     : (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? S_IFDIR
                                                                    : S_IFREG);
}

static int describe(HANDLE handle, struct stat *out)
{
    BY_HANDLE_FILE_INFORMATION info;
    *out = (struct stat){.st_nlink = 1};
    const DWORD type = GetFileType(handle);
    if (type != FILE_TYPE_DISK)
    {
        out->st_mode = type == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR;
        return 0;
    }
    if (!GetFileInformationByHandle(handle, &info))
    {
        return loam_windows_fail(GetLastError());
    }
    out->st_dev = info.dwVolumeSerialNumber;
    out->st_ino = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow;
    out->st_mode = mode_of(handle, info.dwFileAttributes);
    out->st_nlink = info.nNumberOfLinks;
    out->st_size = (int64_t)((uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow);
    out->st_mtim = time_of(info.ftLastWriteTime);
    return 0;
}

static int describe_path(const char *path, DWORD flags, struct stat *out)
{
    loam_wide_path wide;
    if (!loam_windows_widen(path, wide))
    {
        return -1;
    }
    const HANDLE handle = CreateFileW(wide, FILE_READ_ATTRIBUTES, SHARED, NULL, OPEN_EXISTING,
                                      FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
    if (handle == INVALID_HANDLE_VALUE)
    {
        return loam_windows_fail(GetLastError());
    }
    const int result = describe(handle, out);
    const int error = errno;
    CloseHandle(handle);
    errno = error;
    return result;
}

int loam_posix_stat(const char *path, struct stat *out)
{
    return describe_path(path, 0, out);
}

int loam_posix_lstat(const char *path, struct stat *out)
{
    return describe_path(path, FILE_FLAG_OPEN_REPARSE_POINT, out);
}

int loam_posix_fstat(int descriptor, struct stat *out)
{
    return describe(handle_of(descriptor), out);
}

static bool is_folder(const wchar_t *path)
{
    const DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

/// Attributes do not say what rights somebody has: opening does.
int loam_posix_access(const char *path, int rights)
{
    loam_wide_path wide;
    if (!loam_windows_widen(path, wide))
    {
        return -1;
    }
    const DWORD wanted = ((rights & R_OK) != 0 ? FILE_READ_DATA : 0) |
                         ((rights & W_OK) != 0 ? FILE_WRITE_DATA : 0) | FILE_READ_ATTRIBUTES;
    const HANDLE handle = CreateFileW(wide, wanted, SHARED, NULL, OPEN_EXISTING,
                                      FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE)
    {
        return GetLastError() == ERROR_SHARING_VIOLATION ? 0 : loam_windows_fail(GetLastError());
    }
    CloseHandle(handle);
    return 0;
}

// ---- opening ------------------------------------------------------------------------------------------

static DWORD creation_of(int flags)
{
    const bool create = (flags & O_CREAT) != 0, empty = (flags & O_TRUNC) != 0;
    return create && (flags & O_EXCL) != 0 ? CREATE_NEW
           : create && empty               ? CREATE_ALWAYS
           : create                        ? OPEN_ALWAYS
           : empty                         ? TRUNCATE_EXISTING
                                           : OPEN_EXISTING;
}

static HANDLE open_wide(const wchar_t *path, int flags)
{
    const int way = flags & (O_RDONLY | O_WRONLY | O_RDWR);
    const DWORD access = way == O_RDONLY   ? GENERIC_READ
                         : way == O_WRONLY ? GENERIC_WRITE
                                           : GENERIC_READ | GENERIC_WRITE;
    // Only so can a folder be opened, and it can be for reading alone.
    const DWORD attributes = FILE_ATTRIBUTE_NORMAL |
                             (way == O_RDONLY ? FILE_FLAG_BACKUP_SEMANTICS : 0);
    for (int attempt = 0;; attempt++)
    {
        const HANDLE handle = CreateFileW(path, access, SHARED, NULL, creation_of(flags),
                                          attributes, NULL);
        const DWORD error = GetLastError();
        const bool waits = (flags & O_CREAT) != 0 && !is_folder(path);
        if (handle != INVALID_HANDLE_VALUE || !waits || !wait_for_others(attempt, error))
        {
            SetLastError(error);
            return handle;
        }
    }
}

int loam_posix_open(const char *path, int flags, ...)
{
    loam_wide_path wide;
    struct stat status;
    if (!loam_windows_widen(path, wide))
    {
        return -1;
    }
    if ((flags & O_NOFOLLOW) != 0 && loam_posix_lstat(path, &status) == 0 &&
        S_ISLNK(status.st_mode))
    {
        errno = ELOOP;
        return -1;
    }
    const HANDLE handle = open_wide(wide, flags);
    if (handle == INVALID_HANDLE_VALUE)
    {
        const DWORD error = GetLastError();
        loam_windows_fail(error);
        errno = error == ERROR_ACCESS_DENIED && is_folder(wide) ? EISDIR : errno;
        return -1;
    }
    const int descriptor = _open_osfhandle((intptr_t)handle, (flags & O_APPEND) | O_BINARY);
    if (descriptor < 0)
    {
        CloseHandle(handle);
    }
    return descriptor;
}

static int flags_of(const char *mode)
{
    const bool both = strchr(mode, '+') != NULL;
    const int way = both ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
    const int how = mode[0] == 'w' ? O_CREAT | O_TRUNC : mode[0] == 'a' ? O_CREAT | O_APPEND : 0;
    return way | how | (strchr(mode, 'x') != NULL ? O_EXCL : 0);
}

FILE *loam_posix_fopen(const char *path, const char *mode)
{
    const int flags = flags_of(mode);
    const int descriptor = loam_posix_open(path, flags, 0666);
    if (descriptor < 0)
    {
        return NULL;
    }
    const char plain[4] = {mode[0], 'b', strchr(mode, '+') != NULL ? '+' : '\0', '\0'};
    FILE *const stream = _fdopen(descriptor, plain);
    if (stream == NULL)
    {
        _close(descriptor);
    }
    return stream;
}

// ---- bytes --------------------------------------------------------------------------------------------

static OVERLAPPED place_of(off64_t offset)
{
    return (OVERLAPPED){.Offset = (DWORD)((uint64_t)offset & 0xffffffff),
                        .OffsetHigh = (DWORD)((uint64_t)offset >> 32)};
}

ssize_t loam_posix_pread(int descriptor, void *bytes, size_t size, off64_t offset)
{
    OVERLAPPED place = place_of(offset);
    DWORD got = 0;
    if (!ReadFile(handle_of(descriptor), bytes, (DWORD)size, &got, &place) &&
        GetLastError() != ERROR_HANDLE_EOF)
    {
        return loam_windows_fail(GetLastError());
    }
    return (ssize_t)got;
}

ssize_t loam_posix_pwrite(int descriptor, const void *bytes, size_t size, off64_t offset)
{
    OVERLAPPED place = place_of(offset);
    DWORD put = 0;
    return WriteFile(handle_of(descriptor), bytes, (DWORD)size, &put, &place)
               ? (ssize_t)put
               : loam_windows_fail(GetLastError());
}

/// What is too much for one call is written in part, as POSIX allows.
ssize_t loam_posix_write(int descriptor, const void *bytes, size_t size)
{
    return _write(descriptor, bytes, (unsigned)(size < MOST_AT_ONCE ? size : MOST_AT_ONCE));
}

/// Names in folders are on the disk when they are made: that is how they are moved here.
int loam_posix_fsync(int descriptor)
{
    struct stat status;
    if (loam_posix_fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode))
    {
        return 0;
    }
    return FlushFileBuffers(handle_of(descriptor)) ? 0 : loam_windows_fail(GetLastError());
}

// ---- locks --------------------------------------------------------------------------------------------

// A folder cannot be locked. That an event of its number is there, in the whole system, is a lock for it: events go
// when nobody has a handle any more.

static HANDLE folder_locks[MAX_DESCRIPTORS];

static int lock_folder(int descriptor, const struct stat *status)
{
    wchar_t name[64];
    swprintf(name, sizeof name / sizeof name[0], L"Global\\loam-%llx-%llx",
             (unsigned long long)status->st_dev, (unsigned long long)status->st_ino);
    const HANDLE event = descriptor < MAX_DESCRIPTORS ? CreateEventW(NULL, TRUE, FALSE, name)
                                                      : NULL;
    const DWORD error = GetLastError();
    if (event == NULL || error == ERROR_ALREADY_EXISTS)
    {
        if (event != NULL)
        {
            CloseHandle(event);
        }
        // Somebody else's is there, but not for us.
        const bool is_there = error == ERROR_ALREADY_EXISTS || error == ERROR_ACCESS_DENIED;
        return loam_windows_fail(is_there ? ERROR_LOCK_VIOLATION : ERROR_NOT_SUPPORTED);
    }
    folder_locks[descriptor] = event;
    return 0;
}

/// Locks here keep others from reading what is locked. So it is one byte that no file ever has.
int loam_posix_flock(int descriptor, int operation)
{
    OVERLAPPED place = place_of(INT64_MAX - 1);
    struct stat status;
    (void)operation;
    if (loam_posix_fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode))
    {
        return lock_folder(descriptor, &status);
    }
    return LockFileEx(handle_of(descriptor), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0,
                      1, 0, &place)
               ? 0
               : loam_windows_fail(GetLastError());
}

int loam_posix_close(int descriptor)
{
    if (descriptor >= 0 && descriptor < MAX_DESCRIPTORS && folder_locks[descriptor] != NULL)
    {
        CloseHandle(folder_locks[descriptor]);
        folder_locks[descriptor] = NULL;
    }
    return _close(descriptor);
}

// ---- names --------------------------------------------------------------------------------------------

int loam_posix_rename(const char *from, const char *to)
{
    loam_wide_path wide_from, wide_to;
    if (!loam_windows_widen(from, wide_from) || !loam_windows_widen(to, wide_to))
    {
        return -1;
    }
    for (int attempt = 0;; attempt++)
    {
        if (MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
        {
            return 0;
        }
        const DWORD error = GetLastError();
        if (is_folder(wide_to) || !wait_for_others(attempt, error))
        {
            loam_windows_fail(error);
            errno = is_folder(wide_to) ? EISDIR : errno;
            return -1;
        }
    }
}

int loam_posix_unlink(const char *path)
{
    loam_wide_path wide;
    if (!loam_windows_widen(path, wide))
    {
        return -1;
    }
    for (int attempt = 0;; attempt++)
    {
        if (DeleteFileW(wide))
        {
            return 0;
        }
        const DWORD error = GetLastError();
        if (is_folder(wide) || !wait_for_others(attempt, error))
        {
            loam_windows_fail(error);
            errno = is_folder(wide) ? EISDIR : errno;
            return -1;
        }
    }
}

int loam_posix_link(const char *path, const char *second)
{
    loam_wide_path wide, wide_second;
    if (!loam_windows_widen(path, wide) || !loam_windows_widen(second, wide_second))
    {
        return -1;
    }
    return CreateHardLinkW(wide_second, wide, NULL) ? 0 : loam_windows_fail(GetLastError());
}

/// A link is followed where it is opened.
ssize_t loam_posix_readlink(const char *path, char *out, size_t room)
{
    (void)path, (void)out, (void)room;
    errno = EINVAL;
    return -1;
}

/// With slashes, so that whoever looks for a path's last part finds it.
static char *tidy(wchar_t *path)
{
    const bool shared = wcsncmp(path, L"\\\\?\\UNC\\", 8) == 0;
    wchar_t *from = path + (shared ? 6 : wcsncmp(path, L"\\\\?\\", 4) == 0 ? 4 : 0);
    from[0] = shared ? L'\\' : from[0];
    for (wchar_t *at = from; *at != L'\0'; at++)
    {
        *at = *at == L'\\' ? L'/' : *at;
    }
    const size_t length = wcslen(from);
    if (length > 0 && from[length - 1] == L'/')
    {
        from[length - 1] = L'\0';
    }
    return loam_windows_narrow(from, NULL, 0);
}

char *loam_posix_realpath(const char *path, char *out)
{
    loam_wide_path wide;
    (void)out;
    if (!loam_windows_widen(path, wide))
    {
        return NULL;
    }
    const HANDLE handle = CreateFileW(wide, FILE_READ_ATTRIBUTES, SHARED, NULL, OPEN_EXISTING,
                                      FILE_FLAG_BACKUP_SEMANTICS, NULL);
    const DWORD length = handle != INVALID_HANDLE_VALUE
                             ? GetFinalPathNameByHandleW(handle, wide, LOAM_WIDE_PATH, 0)
                             : 0;
    const DWORD error = GetLastError();
    if (handle != INVALID_HANDLE_VALUE)
    {
        CloseHandle(handle);
    }
    if (length == 0 || length >= LOAM_WIDE_PATH)
    {
        loam_windows_fail(length == 0 ? error : ERROR_FILENAME_EXCED_RANGE);
        return NULL;
    }
    return tidy(wide);
}
