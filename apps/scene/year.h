// SPDX-License-Identifier: MIT
// What a day of the year does to what is seen: where the sun stands, how warm it is, how leaves look. Nothing of it
// reaches the land itself.
#ifndef LOAM_SCENE_YEAR_H
#define LOAM_SCENE_YEAR_H

#include "loam/base.h"

typedef struct year_day
{
    float declination; // of the sun, radians
    float degrees;     // Celsius above the mean of the year, where there are seasons
    float spring;      // how young leaves and grass are, 0 .. 1
    float summer;      // how ripe and dry
    float autumn;      // how much they have turned
    float winter;      // how bare trees are and how dull grass
} year_day;

/// day: 1 .. 365, 0 for no season: a late spring day's sun, the mean of the year, and leaves as they are.
year_day year_at(int32_t day);

/// How much of the year a climate sees: 1 where it is temperate or cold at the height of the sea, 0 in the tropics and
/// hot deserts. degrees: mean of the year at that height.
float year_share(float sea_degrees);

/// What a mean of the year at the ground is at the height of the sea. base: height of the land there, m.
float year_sea_degrees(float degrees, float base);

/// Degrees above the mean of the year on a day, by the climate.
float year_warmth(int32_t day, float sea_degrees);

#endif
