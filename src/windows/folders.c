// SPDX-License-Identifier: MIT
#include "windows/paths.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <windows.h>

struct loam_posix_folder
{
    HANDLE search;
    WIN32_FIND_DATAW found; // the next one, if there is one
    bool has_next;
    struct dirent entry;
};

int loam_posix_mkdir(const char *path, int rights)
{
    loam_wide_path wide;
    (void)rights; // those of the folder that it lies in
    if (!loam_windows_widen(path, wide))
    {
        return -1;
    }
    return CreateDirectoryW(wide, NULL) ? 0 : loam_windows_fail(GetLastError());
}

int loam_posix_rmdir(const char *path)
{
    loam_wide_path wide;
    if (!loam_windows_widen(path, wide))
    {
        return -1;
    }
    return RemoveDirectoryW(wide) ? 0 : loam_windows_fail(GetLastError());
}

int loam_posix_remove(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode) ? loam_posix_rmdir(path)
                                                                : loam_posix_unlink(path);
}

char *loam_posix_mkdtemp(char *pattern)
{
    char *const end = pattern + strlen(pattern) - 6;
    for (unsigned attempt = 0; attempt < 1000; attempt++)
    {
        snprintf(end, 7, "%06lx", (GetCurrentProcessId() * 1000 + attempt) & 0xffffff);
        if (loam_posix_mkdir(pattern, 0700) == 0)
        {
            return pattern;
        }
        if (errno != EEXIST)
        {
            break;
        }
    }
    return NULL;
}

DIR *loam_posix_opendir(const char *path)
{
    loam_wide_path wide;
    DIR *const folder = calloc(1, sizeof *folder);
    if (folder == NULL || !loam_windows_widen(path, wide) || wcslen(wide) + 3 > LOAM_WIDE_PATH)
    {
        free(folder);
        return NULL;
    }
    wcscat(wide, L"\\*");
    folder->search = FindFirstFileW(wide, &folder->found);
    folder->has_next = folder->search != INVALID_HANDLE_VALUE;
    if (!folder->has_next)
    {
        loam_windows_fail(GetLastError());
        free(folder);
        return NULL;
    }
    return folder;
}

/// Names that no UTF-8 can have are left out: nothing of ours is called so.
struct dirent *loam_posix_readdir(DIR *folder)
{
    while (folder->has_next)
    {
        const bool named = loam_windows_narrow(folder->found.cFileName, folder->entry.d_name,
                                               sizeof folder->entry.d_name) != NULL;
        folder->has_next = FindNextFileW(folder->search, &folder->found);
        if (named)
        {
            return &folder->entry;
        }
    }
    return NULL;
}

int loam_posix_closedir(DIR *folder)
{
    FindClose(folder->search);
    free(folder);
    return 0;
}
