// SPDX-License-Identifier: MIT
// What was typed in a frame, for tests of its letters.
#ifndef LOAM_TESTS_APPS_TYPED_H
#define LOAM_TESTS_APPS_TYPED_H

#include "window/input.h"

#include <string.h>

/// All letters among the events, one after another. Valid until the next call.
static inline const char *typed(const input *now)
{
    static char text[INPUT_MAX_EVENTS * INPUT_MAX_LETTER];
    text[0] = '\0';
    for (int32_t i = 0; i < now->event_count; i++)
    {
        strcat(text, now->events[i].letter);
    }
    return text;
}

#endif
