// SPDX-License-Identifier: MIT
#include "loam/base.h"

#define NS_PER_SECOND 1000000000u

#ifdef _WIN32

#include <windows.h>

uint64_t loam_clock_ns(void)
{
    LARGE_INTEGER count, per_second;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&per_second);
    const uint64_t ticks = (uint64_t)count.QuadPart, rate = (uint64_t)per_second.QuadPart;
    return ticks / rate * NS_PER_SECOND + ticks % rate * NS_PER_SECOND / rate;
}

#else

#include <time.h>

uint64_t loam_clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * NS_PER_SECOND + (uint64_t)now.tv_nsec;
}

#endif
