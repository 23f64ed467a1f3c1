// SPDX-License-Identifier: MIT
#include "cave_place.h"

#ifdef LOAM_HAS_SCENE
#include <stdio.h>
#include <string.h>

// What was typed is read as words of a place: first --place, then the options.

_Static_assert((int)CAVE_QUESTION_KNOBS == (int)CAVE_KNOBS,
               "an option for each knob, in their order");

static loam_result read_word(const char *name, const char *value, cave_place *to)
{
    char line[128];
    if (value == NULL)
    {
        return LOAM_OK;
    }
    const int length = snprintf(line, sizeof line, "%s=%s", name, value);
    return length > 0 && (size_t)length < sizeof line && strpbrk(value, " \t\r\n") == NULL
               ? cave_place_read(line, to)
               : loam_fail(LOAM_BAD_ARGUMENT, "--%s is \"%s\"; must be one short word", name,
                           value);
}

/// Knobs are turned without a check in between, which only all of them together have to pass.
static loam_result read_knobs(const cave_question *question, cave_place *to)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < CAVE_KNOBS && result == LOAM_OK; i++)
    {
        if (question->knobs[i] != NULL)
        {
            result = cave_knob_read(&cave_knobs[i], question->knobs[i], &to->plan);
        }
    }
    return result == LOAM_OK ? cave_plan_check(&to->plan) : result;
}

loam_result cave_question_place(const cave_question *question, cave_place *out)
{
    const struct
    {
        const char *name, *value;
    } words[] = {{"seed", question->seed},       {"at", question->at},
                 {"look", question->look},       {"time", question->time},
                 {"weather", question->weather}, {"lamp", question->lamp}};
    *out = cave_default_place(3);
    loam_result result = question->place != NULL ? cave_place_read(question->place, out) : LOAM_OK;
    result = result == LOAM_OK ? read_knobs(question, out) : result;
    for (size_t i = 0; i < sizeof words / sizeof words[0] && result == LOAM_OK; i++)
    {
        result = read_word(words[i].name, words[i].value, out);
    }
    return result;
}
#else
typedef int cave_place_needs_a_scene; // ISO C wants something in every source
#endif
