// SPDX-License-Identifier: MIT
#include "web/words.h"

#include <loam/base.h>

#include <stdio.h>

char words[WORDS_ROOM];

char *words_at(void)
{
    return words;
}

int32_t words_room(void)
{
    return WORDS_ROOM;
}

int32_t words_fail(void)
{
    snprintf(words, sizeof words, "%s", loam_last_error());
    return MODULE_FAILED;
}
