// SPDX-License-Identifier: MIT
// Any text as a place in a cave: what was read is accepted and comes back from its own line, or there is a message.
#include "cave/place.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[1024], line[CAVE_PLACE_MAX];
    const size_t length = size < sizeof text ? size : sizeof text - 1;
    cave_place at = cave_default_place(2), again = cave_default_place(3);
    memcpy(text, data, length);
    text[length] = 0;
    if (cave_place_read(text, &at) == LOAM_OK)
    {
        cave_place_write(&at, line);
        if (cave_plan_check(&at.plan) != LOAM_OK || cave_place_read(line, &again) != LOAM_OK ||
            !cave_plan_is_same(&at.plan, &again.plan) || at.minutes != again.minutes ||
            at.weather != again.weather || at.has_at != again.has_at)
        {
            abort();
        }
    }
    return 0;
}
