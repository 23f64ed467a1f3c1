// SPDX-License-Identifier: MIT
// A program that was asked to end and waits is ended; one that others keep from the processor is not.
#include "watchdog/watchdog.h"
#include "check.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void compute_until(double end_s)
{
    while (now_s() < end_s)
    {
    }
}

static void sleep_us(int64_t us)
{
    const struct timespec length = {.tv_nsec = (long)us * 1000};
    nanosleep(&length, NULL);
}

/// Lets a child that stops itself go on now and then, until it has ended.
static void starve(pid_t id, int *status)
{
    while (waitpid(id, status, WUNTRACED) == id && WIFSTOPPED(*status))
    {
        sleep_us(67000);
        kill(id, SIGCONT);
    }
}

/// How a child ends that the watchdog looks at; what it says goes to said.
static int end_of(void (*child)(void), bool starves, char said[256])
{
    int ends[2], status = 0;
    CHECK(pipe(ends) == 0);
    const pid_t id = fork();
    if (id == 0)
    {
        dup2(ends[1], STDERR_FILENO);
        (void)watchdog_begin("loam something");
        watchdog_start();
        child();
        _exit(0);
    }
    close(ends[1]);
    if (starves)
    {
        starve(id, &status);
    }
    else
    {
        waitpid(id, &status, 0);
    }
    const ssize_t size = read(ends[0], said, 255);
    said[size > 0 ? size : 0] = 0;
    close(ends[0]);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void wait_long(void)
{
    const double end_s = now_s() + 20;
    while (now_s() < end_s)
    {
        sleep_us(20000);
    }
}

static void test_who_waits_is_ended(void)
{
    char said[256];
    CHECK_INT(end_of(wait_long, false, said), 1);
    CHECK_TEXT(said, "loam something: stopped after a second of waiting; what was not written is "
                     "lost\n");
}

static void compute_some(void)
{
    compute_until(now_s() + 1.3);
}

/// As if the processor was taken away after a moment, again and again: a hundredth of it is left.
static void compute_in_moments(void)
{
    const double end_s = now_s() + 2.5;
    while (now_s() < end_s)
    {
        compute_until(now_s() + 0.0002);
        raise(SIGSTOP);
    }
}

static void test_who_computes_goes_on(void)
{
    char said[256];
    CHECK_INT(end_of(compute_some, false, said), 0);
    CHECK_TEXT(said, "");
}

static void test_who_is_starved_goes_on(void)
{
    char said[256];
    CHECK_INT(end_of(compute_in_moments, true, said), 0);
    CHECK_TEXT(said, "");
}

int main(void)
{
    RUN(test_who_waits_is_ended);
    RUN(test_who_computes_goes_on);
    RUN(test_who_is_starved_goes_on);
    return CHECK_DONE();
}
