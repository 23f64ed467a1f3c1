// SPDX-License-Identifier: MIT
// Ctrl-C in the middle of a command line: after so much work of the processor, however busy the machine is.
#ifndef LOAM_TESTS_TOOL_INTERRUPTED_H
#define LOAM_TESTS_TOOL_INTERRUPTED_H

#include "tool/console.h"

#include <signal.h>
#include <sys/time.h>

static inline void interrupted_now(int number)
{
    (void)number;
    raise(SIGINT);
}

/// Runs a command line that is interrupted once, after so many milliseconds of work.
static inline int interrupted_run(const char *line, int32_t ms)
{
    const struct itimerval later = {.it_value = {.tv_usec = ms * 1000}}, never = {0};
    signal(SIGINT, SIG_DFL); // who runs tests in the background may ignore it
    signal(SIGPROF, interrupted_now);
    setitimer(ITIMER_PROF, &later, NULL);
    const int code = console_run(line);
    setitimer(ITIMER_PROF, &never, NULL);
    signal(SIGPROF, SIG_DFL);
    return code;
}

#endif
