// SPDX-License-Identifier: MIT
// A progress bar on a terminal, for work that takes longer than a second.
#ifndef LOAM_TOOL_PROGRESS_H
#define LOAM_TOOL_PROGRESS_H

#include <stdatomic.h>
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

/// Says what happens now that cannot be counted.
void progress_say(progress *bar, const char *what);

/// Removes the bar.
void progress_end(progress *bar);

#endif
