// SPDX-License-Identifier: MIT
// How long a program that was asked to end may wait: for a disk, for another program. It has a second in
// which nothing is computed and nothing wants to be; then it says that what was not written is lost, and ends.
#ifndef LOAM_WATCHDOG_WATCHDOG_H
#define LOAM_WATCHDOG_WATCHDOG_H

#include <signal.h>

/// From here on watchdog_start counts. who, as in "WHO: stopped ...", has to stay. Returns what was there for
/// SIGALRM, which is used from watchdog_start on, for watchdog_end. One at a time in a process.
struct sigaction watchdog_begin(const char *who);

/// Somebody has asked. To be called by the handler of a signal.
void watchdog_start(void);

/// What another process computes counts, too; 0 if there is none.
void watchdog_watch(long process);

void watchdog_end(const struct sigaction *before);

#endif
