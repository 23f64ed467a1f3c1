// SPDX-License-Identifier: MIT
#include "memory.h"

#include "memory_now.h"

void memory_sample(memory *of, int32_t index)
{
    of->bytes[index] = memory_now();
}

void memory_add_json(text *json, const char *key, const memory *of)
{
    json_open_at(json, key, '[');
    for (int32_t i = 0; i < MEMORY_SAMPLES; i++)
    {
        json_number(json, (double)of->bytes[i]);
    }
    json_close(json, ']');
}

void memory_print(FILE *out, const memory *of)
{
    for (int32_t i = 0; i < MEMORY_SAMPLES; i++)
    {
        fprintf(out, " %.0f", (double)of->bytes[i] / (1 << 20));
    }
}
