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
    return words_refuse(loam_last_error());
}

int32_t words_refuse(const char *why)
{
    snprintf(words, sizeof words, "%s", why);
    return MODULE_FAILED;
}
