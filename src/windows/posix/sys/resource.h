// SPDX-License-Identifier: MIT
#ifndef LOAM_WINDOWS_SYS_RESOURCE_H
#define LOAM_WINDOWS_SYS_RESOURCE_H

#include <stdint.h>

#define RUSAGE_SELF 0

struct rusage
{
    long ru_maxrss; // KiB
    long ru_nivcsw; // 0: nobody counts them here
};

#define RLIMIT_FSIZE 1
#define RLIM_INFINITY UINT64_MAX

typedef uint64_t rlim_t;

struct rlimit
{
    rlim_t rlim_cur;
};

/// There are none.
static inline int getrlimit(int what, struct rlimit *out)
{
    (void)what;
    out->rlim_cur = RLIM_INFINITY;
    return 0;
}

int loam_posix_getrusage(int who, struct rusage *out);
#define getrusage(who, out) loam_posix_getrusage(who, out)

#endif
