// SPDX-License-Identifier: MIT
#include "window/signals.h"

#include "watchdog/watchdog.h"

#include <stddef.h>

// SDL would catch the first two, too, but not the one of a terminal that is closed. A process has one set of
// signals, so these are the only variables of this program that are not part of a struct.

enum
{
    SIGNALS = 3
};

static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
static bool caught[SIGNALS], catching;
static struct sigaction old_alarm;
static volatile sig_atomic_t came;

static void remember(int number)
{
    (void)number;
    came = 1;
    watchdog_start();
}

void signals_catch(const char *who)
{
    came = 0;
    old_alarm = watchdog_begin(who);
    catching = true;
    for (int i = 0; i < SIGNALS; i++)
    {
        struct sigaction old;
        struct sigaction new = {.sa_handler = remember, .sa_flags = SA_RESTART};
        sigemptyset(&new.sa_mask);
        caught[i] = sigaction(numbers[i], NULL, &old) == 0 && (old.sa_flags & SA_SIGINFO) == 0 &&
                    old.sa_handler == SIG_DFL && sigaction(numbers[i], &new, NULL) == 0;
    }
}

void signals_release(void)
{
    for (int i = 0; i < SIGNALS; i++)
    {
        if (caught[i])
        {
            signal(numbers[i], SIG_DFL);
            caught[i] = false;
        }
    }
    if (catching)
    {
        watchdog_end(&old_alarm);
        catching = false;
    }
}

bool signals_came(void)
{
    return came != 0;
}
