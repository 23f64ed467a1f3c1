// SPDX-License-Identifier: MIT
// Any bytes as a region of the map, which comes with a world from wherever: it is one, and packing it gives
// one that is the same, or there is a message.
#include "play/explored.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static loam_colour pixels[EXPLORED_PIXELS], again[EXPLORED_PIXELS];
static uint8_t packed[EXPLORED_MAX_PACKED];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t known[EXPLORED_CHUNKS / 8], back[EXPLORED_CHUNKS / 8];
    uint8_t *const bytes = malloc(size +
                                  (size == 0)); // of its size, so that a step too far is seen
    if (bytes == NULL)
    {
        return 0;
    }
    memcpy(bytes, data, size);
    if (explored_unpack(bytes, size, known, pixels) == LOAM_OK)
    {
        const size_t count = explored_pack(known, pixels, packed);
        if (explored_unpack(packed, count, back, again) != LOAM_OK ||
            memcmp(known, back, sizeof known) != 0 || memcmp(pixels, again, sizeof pixels) != 0)
        {
            abort();
        }
    }
    free(bytes);
    return 0;
}
