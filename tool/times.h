// SPDX-License-Identifier: MIT
// How long something took, and many things of a kind: half of them, 99 in 100, the slowest.
#ifndef LOAM_TOOL_TIMES_H
#define LOAM_TOOL_TIMES_H

#include "text.h"

#include <stdio.h>

/// How long ago loam_clock_ns() said so.
double ms_since(uint64_t start_ns);
double seconds_since(uint64_t start_ns);

typedef struct times
{
    float *ms;
    size_t count, room;
    bool failed; // out of memory: some are missing
} times;

void times_add(times *of, uint64_t ns);
void times_free(times *of);

/// The time that a share of them, 0..1, is not slower than; 0 if there is none.
double times_quantile(times *of, double share);

/// "key": {"p50": ..., "p99": ..., "max": ...}
void times_add_json(text *json, const char *key, times *of);
void times_print(FILE *out, const char *name, times *of);

#endif
