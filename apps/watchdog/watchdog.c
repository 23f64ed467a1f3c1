// SPDX-License-Identifier: MIT
#include "watchdog/watchdog.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Waiting and working are told apart by the time of the processor. By the clock alone a busy machine would
// look like a disk that does not answer, and a world would be lost that is being saved. Who gets nearly nothing of a
// processor has nearly no such time either: but looks come late then, as they need a processor, too, and it is taken
// away by others, where whoever waits gives it up by themselves.

enum
{
    LOOK_US = 187000,   // not round: who gets a moment every tenth of a second is late for most
    BUSY_NS = 2000000,  // from one look to the next: also where a hundred others want the processor
    LATE_NS = 10000000, // a look that comes so long after its time was kept from a processor
    WAITS = 4           // looks at nothing but waiting: with the one before them less than a second
};

static const char *volatile name;
static volatile sig_atomic_t waited, started;
static volatile int64_t computed_ns; // up to the last look
static volatile int64_t started_ns;  // when, by the clock
static volatile long taken;          // how often a processor was taken away, up to then
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

static long times_taken(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_nivcsw : 0;
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
    const int64_t late_ns = (time_of(CLOCK_MONOTONIC) - started_ns) % ((int64_t)LOOK_US * 1000);
    const long now_taken = times_taken();
    const bool starves = now_taken != taken || late_ns > LATE_NS;
    const bool waits = now_ns >= computed_ns && now_ns - computed_ns < BUSY_NS && !starves;
    (void)number;
    waited = waits ? waited + 1 : 0;
    if (waited == WAITS)
    {
        say(name);
        say(": stopped after a second of waiting; what was not written is lost\n");
        _exit(1);
    }
    computed_ns = now_ns;
    taken = now_taken;
    errno = error;
}

/// 0: never.
static void look_every(int32_t us)
{
    const struct itimerval times = {.it_interval = {.tv_usec = us}, .it_value = {.tv_usec = us}};
    setitimer(ITIMER_REAL, &times, NULL);
}

struct sigaction watchdog_begin(const char *who)
{
    struct sigaction before = {.sa_handler = SIG_DFL};
    name = who;
    waited = started = 0;
    watchdog_watch(0);
    sigaction(SIGALRM, NULL, &before);
    return before;
}

/// An alarm that whoever started the program has set is theirs until somebody asks it to end.
void watchdog_start(void)
{
    const int error = errno;
    struct sigaction now = {.sa_handler = look, .sa_flags = SA_RESTART};
    sigemptyset(&now.sa_mask);
    computed_ns = compute_time();
    started_ns = time_of(CLOCK_MONOTONIC);
    taken = times_taken();
    waited = 0;
    started = 1;
    sigaction(SIGALRM, &now, NULL);
    look_every(LOOK_US);
    errno = error;
}

void watchdog_watch(long process)
{
#ifdef __APPLE__
    (void)process; // there are no such clocks
#else
    clockid_t clock;
    const bool known = process > 0 && clock_getcpuclockid((pid_t)process, &clock) == 0;
    other = known ? clock : CLOCK_PROCESS_CPUTIME_ID;
#endif
}

void watchdog_end(const struct sigaction *before)
{
    if (started)
    {
        look_every(0);
        sigaction(SIGALRM, before, NULL);
    }
}
