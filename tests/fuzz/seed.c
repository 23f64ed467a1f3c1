// SPDX-License-Identifier: MIT
// Seeds from text: any bytes give a seed, the same one each time, and whole numbers stand for
// themselves.
#include "loam/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1); // of exactly this size, so that a step too far is seen
    if (text == NULL)
    {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    const uint64_t seed = loam_seed_from_text(text);
    char number[32];
    snprintf(number, sizeof number, "%" PRIu64, seed);
    if (loam_seed_from_text(text) != seed || loam_seed_from_text(number) != seed)
    {
        abort();
    }
    loam_seed_derive(seed, text);
    free(text);
    return 0;
}
