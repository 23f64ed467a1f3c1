// SPDX-License-Identifier: MIT
#ifndef LOAM_WINDOWS_STDLIB_H
#define LOAM_WINDOWS_STDLIB_H

#include_next <stdlib.h>

/// Only with NULL for out, so the result is always to be freed.
char *loam_posix_realpath(const char *path, char *out);
char *loam_posix_getenv(const char *name);
char *loam_posix_mkdtemp(char *pattern);

#define realpath(path, out) loam_posix_realpath(path, out)
#define getenv(name) loam_posix_getenv(name)
#define mkdtemp(pattern) loam_posix_mkdtemp(pattern)

#endif
