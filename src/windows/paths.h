// SPDX-License-Identifier: MIT
// Names as UTF-8, as everything in Loam has them, and as Windows takes them.
#ifndef LOAM_WINDOWS_PATHS_H
#define LOAM_WINDOWS_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

enum
{
    LOAM_WIDE_PATH = 4096 + 16
};

typedef wchar_t loam_wide_path[LOAM_WIDE_PATH];

/// Makes a path that any function of Windows takes, however long it is. Leaves errno if it cannot be one.
bool loam_windows_widen(const char *path, loam_wide_path out);

/// UTF-8 of a text in out, or in memory to be freed if out is NULL; NULL and errno if there is no room.
char *loam_windows_narrow(const wchar_t *text, char *out, size_t room);

/// Sets errno to what an error of Windows is called by POSIX; returns -1.
int loam_windows_fail(unsigned long error);

#endif
