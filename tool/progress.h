// SPDX-License-Identifier: MIT
// A progress bar on a terminal, for work that takes longer than a second.
#ifndef LOAM_TOOL_PROGRESS_H
#define LOAM_TOOL_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct progress
{
    FILE *err; // NULL if it is no terminal: then nothing is ever shown
    const char *what;
    int64_t total;
    uint64_t start_ns;
    _Atomic int64_t done;
    _Atomic uint64_t shown_ns; // when it was last drawn, 0 if never
    atomic_flag drawing;
} progress;

void progress_begin(progress *bar, FILE *err, const char *what, int64_t total);

/// So many more are done. From any thread.
void progress_add(progress *bar, int64_t count);

/// For functions of the library that say how far they are, with bar for their user: so many of all are done. Returns
/// false once somebody has asked to stop (interrupt.h).
bool progress_to(void *bar, int64_t done, int64_t all);
bool progress_to_row(void *bar, int32_t row, int32_t rows);

/// Says what happens now that cannot be counted.
void progress_say(progress *bar, const char *what);

/// Removes the bar.
void progress_end(progress *bar);

#endif
