// SPDX-License-Identifier: MIT
// What the system said to SQLite, as an errno.
#ifndef LOAM_STORE_SYSTEM_ERRNO_H
#define LOAM_STORE_SYSTEM_ERRNO_H

#include <sqlite3.h>

#ifdef _WIN32

#include "windows/paths.h"

#include <errno.h>

/// Windows has numbers of its own.
static inline int loam_system_errno(int error)
{
    if (error != 0)
    {
        loam_windows_fail((unsigned long)error);
        error = errno;
    }
    return error;
}

#else

static inline int loam_system_errno(int error)
{
    return error;
}

#endif

#endif
