// SPDX-License-Identifier: MIT
#ifndef LOAM_WINDOWS_FCNTL_H
#define LOAM_WINDOWS_FCNTL_H

#include_next <fcntl.h>

// Flags that Windows has no use for are 0; the others have bits that its own leave free.
#define O_NOFOLLOW 0x1000000
#define O_DIRECTORY 0x2000000
#define O_NONBLOCK 0
#define O_CLOEXEC 0 // nothing is inherited

int loam_posix_open(const char *path, int flags, ...);
#define open(...) loam_posix_open(__VA_ARGS__)

#endif
