// SPDX-License-Identifier: MIT
#include "base/thread.h"

#ifdef LOAM_NO_THREADS

void loam_condition_wait(loam_condition *condition, loam_mutex *mutex, uint64_t microseconds)
{
    (void)condition;
    (void)mutex;
    (void)microseconds;
}

#else

#include <time.h>

// Windows and macOS cannot bind a condition to the monotonic clock: there a timeout stretches or
// shrinks when somebody sets the wall clock during the wait.
#if defined(_WIN32) || defined(__APPLE__)
#define CONDITION_CLOCK CLOCK_REALTIME
#else
#define CONDITION_CLOCK CLOCK_MONOTONIC
#endif

// Longer timeouts are cut to this, so that the deadline fits a 32-bit time_t; returning early is
// allowed.
enum
{
    LONGEST_WAIT_S = 24 * 60 * 60
};

bool loam_condition_init(loam_condition *condition)
{
#if defined(_WIN32) || defined(__APPLE__)
    return pthread_cond_init(condition, NULL) == 0;
#else
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
    {
        return false;
    }
    const bool done = pthread_condattr_setclock(&attributes, CONDITION_CLOCK) == 0 &&
                      pthread_cond_init(condition, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return done;
#endif
}

static struct timespec deadline_in(uint64_t microseconds)
{
    const uint64_t seconds = microseconds / 1000000u;
    struct timespec deadline;
    clock_gettime(CONDITION_CLOCK, &deadline);
    deadline.tv_sec += (time_t)(seconds < LONGEST_WAIT_S ? seconds : LONGEST_WAIT_S);
    deadline.tv_nsec += (long)(microseconds % 1000000u * 1000u);
    if (deadline.tv_nsec >= 1000000000)
    {
        deadline.tv_sec++;
        deadline.tv_nsec -= 1000000000;
    }
    return deadline;
}

void loam_condition_wait(loam_condition *condition, loam_mutex *mutex, uint64_t microseconds)
{
    if (microseconds == UINT64_MAX)
    {
        pthread_cond_wait(condition, mutex);
        return;
    }
    const struct timespec deadline = deadline_in(microseconds);
    pthread_cond_timedwait(condition, mutex, &deadline);
}

#endif
