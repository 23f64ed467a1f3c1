// SPDX-License-Identifier: MIT
// The weather of a place at an hour, from its climate: a slow noise over the land and the hours is how far a front is
// away, and temperature and humidity decide what a front brings. The same for the same seed, place and hour.
#ifndef LOAM_SCENE_FORECAST_H
#define LOAM_SCENE_FORECAST_H

#include "loam/land.h"
#include "scene/sky.h"

typedef struct climate_at
{
    float degrees;  // at the ground, Celsius: mean of the year, or of the day (year.h)
    float humidity; // 0 dry .. 1 wet, as loam_land_samples has it
} climate_at;

/// hours: of the day, and beyond it for days that follow.
weather_kind forecast(uint64_t seed, climate_at climate, int64_t x, int64_t z, double hours);

/// The same, by what the land says of the place. day: of the year, 0 for no season.
loam_result forecast_land(loam_land *land, uint64_t seed, int64_t x, int64_t z, double hours,
                          int32_t day, weather_kind *out);

#endif
