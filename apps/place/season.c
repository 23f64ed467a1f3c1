// SPDX-License-Identifier: MIT
#include "place/season.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Days count from the first of January, and years have no leap days. The season of a name is at its fullest on its
// day: the coldest one, fresh leaves, the hottest one, coloured leaves.

const char season_accepted[] =
    "none, spring, summer, autumn, winter or a day of the year, 1 to 365";

static const struct
{
    const char *name;
    int32_t day;
} seasons[] = {{"none", 0}, {"spring", 110}, {"summer", 200}, {"autumn", 288}, {"winter", 20}};

enum
{
    SEASONS = sizeof seasons / sizeof seasons[0]
};

const char *season_name(int32_t index)
{
    return index < SEASONS ? seasons[index].name : NULL;
}

int32_t season_day(int32_t index)
{
    return seasons[index].day;
}

bool season_read(const char *text, int32_t *day)
{
    for (int32_t i = 0; i < SEASONS; i++)
    {
        if (strcmp(text, seasons[i].name) == 0)
        {
            *day = seasons[i].day;
            return true;
        }
    }
    const size_t length = strlen(text);
    int32_t number = 0;
    for (size_t i = 0; i < length && i < 4; i++)
    {
        number = text[i] >= '0' && text[i] <= '9' ? number * 10 + text[i] - '0' : 10000;
    }
    if (length > 3 || number < 1 || number > SEASON_DAYS)
    {
        return false;
    }
    *day = number;
    return true;
}

void season_write(int32_t day, char text[SEASON_MAX_TEXT])
{
    snprintf(text, SEASON_MAX_TEXT, "%d", (int)day);
    for (int32_t i = 0; i < SEASONS; i++)
    {
        if (seasons[i].day == day)
        {
            snprintf(text, SEASON_MAX_TEXT, "%s", seasons[i].name);
        }
    }
}

int32_t season_mix(int32_t from, int32_t to, double t)
{
    if (from == 0 || to == 0)
    {
        return t < 0.5 ? from : to;
    }
    const int32_t days = (to - from + SEASON_DAYS) % SEASON_DAYS;
    return (from - 1 + (int32_t)lround(days * t)) % SEASON_DAYS + 1;
}
