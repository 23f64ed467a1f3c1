// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <signal.h>

static volatile sig_atomic_t asked;

static void ask(int number)
{
    asked = 1;
    signal(number, SIG_DFL);
}

/// A signal that is ignored, as in a job in the background of a script, stays so.
static void (*hear(int number))(int)
{
    void (*const before)(int) = signal(number, ask);
    if (before == SIG_IGN)
    {
        signal(number, SIG_IGN);
    }
    return before;
}

static void restore(int number, void (*before)(int))
{
    if (before != SIG_ERR)
    {
        signal(number, before);
    }
}

interrupt_guard interrupt_begin(void)
{
    asked = 0;
    return (interrupt_guard){.on_interrupt = hear(SIGINT), .on_terminate = hear(SIGTERM)};
}

bool interrupt_asked(void)
{
    return asked != 0;
}

void interrupt_end(interrupt_guard before)
{
    restore(SIGINT, before.on_interrupt);
    restore(SIGTERM, before.on_terminate);
}
