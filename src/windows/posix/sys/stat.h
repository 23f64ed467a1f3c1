// SPDX-License-Identifier: MIT
#ifndef LOAM_WINDOWS_SYS_STAT_H
#define LOAM_WINDOWS_SYS_STAT_H

#include_next <sys/stat.h>

#include <stdint.h>
#include <time.h>

/// As POSIX has it: numbers of files, names that a file has, times finer than seconds.
struct loam_posix_stat
{
    uint64_t st_dev, st_ino;
    uint32_t st_mode, st_nlink;
    int64_t st_size;
    struct timespec st_mtim;
};

#ifndef S_IFLNK
#define S_IFLNK 0xA000
#endif
#undef S_ISLNK
#define S_ISLNK(mode) (((mode)&S_IFMT) == S_IFLNK)

int loam_posix_stat(const char *path, struct loam_posix_stat *out);
int loam_posix_lstat(const char *path, struct loam_posix_stat *out);
int loam_posix_fstat(int descriptor, struct loam_posix_stat *out);
int loam_posix_mkdir(const char *path, int rights);

#undef stat
#undef lstat
#undef fstat
#define stat loam_posix_stat
#define lstat(path, out) loam_posix_lstat(path, out)
#define fstat(descriptor, out) loam_posix_fstat(descriptor, out)
#define mkdir(path, rights) loam_posix_mkdir(path, rights)

#endif
