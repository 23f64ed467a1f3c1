// SPDX-License-Identifier: MIT
#ifndef LOAM_WINDOWS_SYS_TIME_H
#define LOAM_WINDOWS_SYS_TIME_H

#include_next <sys/time.h>

#define ITIMER_REAL 0

struct itimerval
{
    struct timeval it_interval, it_value;
};

/// Calls the handler of SIGALRM again and again, in a thread of its own; 0 microseconds end it.
int loam_posix_setitimer(int which, const struct itimerval *times, struct itimerval *before);
#define setitimer(which, times, before) loam_posix_setitimer(which, times, before)

#endif
