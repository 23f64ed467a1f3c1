// SPDX-License-Identifier: MIT
#ifndef LOAM_WINDOWS_TIME_H
#define LOAM_WINDOWS_TIME_H

#include_next <time.h>

#include <pthread.h> // has the rest of POSIX's clocks here
#include <sys/types.h>

/// The clock of what a process computes: no other number that clock_gettime knows.
int loam_posix_getcpuclockid(pid_t process, clockid_t *out);
int loam_posix_clock_gettime(clockid_t clock, struct timespec *out);

#define clock_getcpuclockid(process, out) loam_posix_getcpuclockid(process, out)
#define clock_gettime(clock, out) loam_posix_clock_gettime(clock, out)

#endif
