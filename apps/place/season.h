// SPDX-License-Identifier: MIT
// A season as people write it: a name, or a day of the year.
#ifndef LOAM_PLACE_SEASON_H
#define LOAM_PLACE_SEASON_H

#include "loam/base.h"

enum
{
    SEASON_DAYS = 365,
    SEASON_MAX_TEXT = 16, // with the 0
};

/// What season_read accepts, for messages.
extern const char season_accepted[];

/// "none", "spring", "summer", "autumn", "winter"; NULL behind the last.
const char *season_name(int32_t index);
/// The day that a name stands for: the middle of its season, 1 .. 365, and 0 for none.
int32_t season_day(int32_t index);

/// A name or "1" to "365" as a day of the year, 0 for none. False, with *day as it was, for all else.
bool season_read(const char *text, int32_t *day);
/// The name of a day that has one, else its number.
void season_write(int32_t day, char text[SEASON_MAX_TEXT]);

/// The day at t, 0 .. 1, between two: time goes forward, over the end of the year too. From or to none it changes
/// half-way.
int32_t season_mix(int32_t from, int32_t to, double t);

#endif
