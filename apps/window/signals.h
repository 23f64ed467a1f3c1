// SPDX-License-Identifier: MIT
// Signals that ask a program to end, seen from its loop.
#ifndef LOAM_WINDOW_SIGNALS_H
#define LOAM_WINDOW_SIGNALS_H

#include <stdbool.h>

/// who, as in "loam tiles play", has to stay. From now on SIGINT, SIGTERM and SIGHUP are remembered and end nothing; those that were ignored or
/// handled before stay so. signals_release gives them back. Not from two threads. Who has been sent one may
/// not wait any more for long: see watchdog/watchdog.h.
void signals_catch(const char *who);
void signals_release(void);

/// Whether one has come since signals_catch.
bool signals_came(void);

#endif
