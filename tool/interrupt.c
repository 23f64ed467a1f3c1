// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include "watchdog/watchdog.h"

#include <stdio.h>

static volatile sig_atomic_t asked;
static char who[64];

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
    (void)number;
    asked = 1;
    forget(SIGINT);
    forget(SIGTERM);
    watchdog_start();
}

/// What was there before. A signal that is ignored, as in a job in the background of a script, stays so.
static struct sigaction hear(int number)
{
    struct sigaction before = {.sa_handler = SIG_DFL}, now = {.sa_handler = ask};
    now.sa_flags = SA_RESTART;
    sigemptyset(&now.sa_mask);
    sigaction(number, NULL, &before);
    if (before.sa_handler != SIG_IGN)
    {
        sigaction(number, &now, NULL);
    }
    return before;
}

interrupt_guard interrupt_begin(const char *verb)
{
    asked = 0;
    snprintf(who, sizeof who, "loam %s", verb);
    return (interrupt_guard){.on_alarm = watchdog_begin(who),
                             .on_interrupt = hear(SIGINT),
                             .on_terminate = hear(SIGTERM)};
}

bool interrupt_asked(void)
{
    return asked != 0;
}

void interrupt_wait_for(long process)
{
    watchdog_watch(process);
}

void interrupt_end(interrupt_guard before)
{
    watchdog_end(&before.on_alarm);
    sigaction(SIGINT, &before.on_interrupt, NULL);
    sigaction(SIGTERM, &before.on_terminate, NULL);
}
