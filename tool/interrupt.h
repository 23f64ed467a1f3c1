// SPDX-License-Identifier: MIT
// Work that ends early when somebody asks for it with Ctrl-C, or a system with a signal to terminate. What is
// being made can then be finished or taken away. Who asks a second time is not waited for.
#ifndef LOAM_TOOL_INTERRUPT_H
#define LOAM_TOOL_INTERRUPT_H

#include <stdbool.h>

/// What was there before.
typedef struct interrupt_guard
{
    void (*on_interrupt)(int);
    void (*on_terminate)(int);
} interrupt_guard;

/// From here on a signal only sets what interrupt_asked() tells.
interrupt_guard interrupt_begin(void);

bool interrupt_asked(void);

/// As it was before. interrupt_asked() still tells whether there was a signal.
void interrupt_end(interrupt_guard before);

#endif
