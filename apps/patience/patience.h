// SPDX-License-Identifier: MIT
// How long a program that was asked to end may wait: for a disk, for another program. It has a second in
// which nothing is computed; then it says that what was not written is lost, and ends.
#ifndef LOAM_PATIENCE_PATIENCE_H
#define LOAM_PATIENCE_PATIENCE_H

#include <signal.h>

/// From here on patience_start counts. who, as in "WHO: stopped ...", has to stay. Returns what was there for
/// SIGALRM, which is used, for patience_end. One at a time in a process.
struct sigaction patience_begin(const char *who);

/// Somebody has asked. To be called by the handler of a signal.
void patience_start(void);

/// What another process computes counts, too; 0 if there is none.
void patience_wait_for(long process);

void patience_end(const struct sigaction *before);

#endif
