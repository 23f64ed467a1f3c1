// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include "tool.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Waiting and working are told apart by the time of the processor. By the clock alone a busy machine would
// look like a disk that does not answer, and a world would be lost that is being saved.

enum
{
    LOOK_US = 200000,
    BUSY_NS = 2000000, // from one look to the next: also where a hundred others want the processor
    PATIENCE = 4       // looks at nothing but waiting: with the one before them less than a second
};

static volatile sig_atomic_t asked, waited;
static const char *volatile who;
static volatile int64_t computed_ns; // up to the last look
#ifndef __APPLE__
static volatile clockid_t other =
    CLOCK_PROCESS_CPUTIME_ID; // of another process; this: there is none
#endif

static int64_t time_of(clockid_t clock)
{
    struct timespec time;
    return clock_gettime(clock, &time) == 0 ? (int64_t)time.tv_sec * 1000000000 + time.tv_nsec : 0;
}

static int64_t compute_time(void)
{
    int64_t time = time_of(CLOCK_PROCESS_CPUTIME_ID);
#ifndef __APPLE__
    time += other != CLOCK_PROCESS_CPUTIME_ID ? time_of(other) : 0;
#endif
    return time;
}

/// In a handler: only what may be called there.
static void say(const char *words)
{
    if (write(STDERR_FILENO, words, strlen(words)) < 0)
    {
        return; // nobody listens
    }
}

/// Another process that has ended took its time with it, which counts as work.
static void look(int number)
{
    const int error = errno;
    const int64_t now_ns = compute_time();
    (void)number;
    const bool waits = now_ns >= computed_ns && now_ns - computed_ns < BUSY_NS;
    waited = waits ? waited + 1 : 0;
    if (waited == PATIENCE)
    {
        say("loam ");
        say(who);
        say(": stopped after a second of waiting; what was not written is lost\n");
        _exit(TOOL_FAILED);
    }
    computed_ns = now_ns;
    errno = error;
}

/// 0: never.
static void look_every(int32_t us)
{
    const struct itimerval times = {.it_interval = {.tv_usec = us}, .it_value = {.tv_usec = us}};
    setitimer(ITIMER_REAL, &times, NULL);
}

static void ask(int number);

/// The next one ends the program, unless it was ignored all the time.
static void forget(int number)
{
    struct sigaction now;
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler == ask)
    {
        now.sa_handler = SIG_DFL;
        sigaction(number, &now, NULL);
    }
}

static void ask(int number)
{
    const int error = errno;
    (void)number;
    asked = 1;
    forget(SIGINT);
    forget(SIGTERM);
    computed_ns = compute_time();
    look_every(LOOK_US);
    errno = error;
}

/// What was there before. A signal that is ignored, as in a job in the background of a script, stays so.
static struct sigaction hear(int number, void (*handler)(int))
{
    struct sigaction before = {.sa_handler = SIG_DFL}, now = {.sa_handler = handler};
    now.sa_flags = SA_RESTART;
    sigemptyset(&now.sa_mask);
    sigaction(number, NULL, &before);
    if (before.sa_handler != SIG_IGN || number == SIGALRM)
    {
        sigaction(number, &now, NULL);
    }
    return before;
}

interrupt_guard interrupt_begin(const char *verb)
{
    asked = waited = 0;
    who = verb;
    interrupt_wait_for(0);
    return (interrupt_guard){.on_alarm = hear(SIGALRM, look),
                             .on_interrupt = hear(SIGINT, ask),
                             .on_terminate = hear(SIGTERM, ask)};
}

bool interrupt_asked(void)
{
    return asked != 0;
}

void interrupt_wait_for(long process)
{
#ifdef __APPLE__
    (void)process; // there are no such clocks
#else
    clockid_t clock;
    const bool known = process > 0 && clock_getcpuclockid((pid_t)process, &clock) == 0;
    other = known ? clock : CLOCK_PROCESS_CPUTIME_ID;
#endif
}

void interrupt_end(interrupt_guard before)
{
    look_every(0);
    sigaction(SIGALRM, &before.on_alarm, NULL);
    sigaction(SIGINT, &before.on_interrupt, NULL);
    sigaction(SIGTERM, &before.on_terminate, NULL);
}
