// SPDX-License-Identifier: MIT
// Work that ends early when somebody asks for it with Ctrl-C, or a system with a signal to terminate. What is
// being made can then be finished or taken away. Who asks a second time is not waited for.
#ifndef LOAM_TOOL_INTERRUPT_H
#define LOAM_TOOL_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/// What was there before.
typedef struct interrupt_guard
{
    struct sigaction on_interrupt, on_terminate, on_alarm;
} interrupt_guard;

/// From here on a signal only sets what interrupt_asked() tells, and something has to ask for that often.
/// Whoever then only waits, for a disk or another program, has a second: if nothing is computed in one, the
/// program says that what was not written is lost, and ends (patience/patience.h).
///
/// Where there is nothing to finish or to take away, no guard is needed: signals end the program at once.
interrupt_guard interrupt_begin(const char *verb);

bool interrupt_asked(void);

/// What another process computes counts, too; 0 if there is none.
void interrupt_wait_for(long process);

/// As it was before. interrupt_asked() still tells whether there was a signal.
void interrupt_end(interrupt_guard before);

#endif
