// SPDX-License-Identifier: MIT
// How much memory the process has, over a way: after each tenth of it.
#ifndef LOAM_TOOL_MEMORY_H
#define LOAM_TOOL_MEMORY_H

#include "text.h"

#include <stdio.h>

enum
{
    MEMORY_SAMPLES = 10,
};

typedef struct memory
{
    size_t bytes[MEMORY_SAMPLES]; // resident; 0 where the system does not say
} memory;

void memory_sample(memory *of, int32_t index);
/// "key": [bytes, ...]
void memory_add_json(text *json, const char *key, const memory *of);
/// " 100 101 ...", in MiB.
void memory_print(FILE *out, const memory *of);

#endif
