// SPDX-License-Identifier: MIT
#ifndef LOAM_WINDOWS_STDIO_H
#define LOAM_WINDOWS_STDIO_H

#include_next <stdio.h>

FILE *loam_posix_fopen(const char *path, const char *mode);
int loam_posix_rename(const char *from, const char *to);
int loam_posix_remove(const char *path);

#define fopen(path, mode) loam_posix_fopen(path, mode)
#define rename(from, to) loam_posix_rename(from, to)
#define remove(path) loam_posix_remove(path)

#endif
