// SPDX-License-Identifier: MIT
// Temperature by latitude and height; rain that the wind carries from the seas, and the shadow behind
// mountains.
#ifndef LOAM_LAND_CLIMATE_H
#define LOAM_LAND_CLIMATE_H

#include "land/basis/shape.h"
#include "loam/noise.h"

/// How many lattice cells beyond a place its rain comes from, along columns and along rows.
#define LAND_CLIMATE_REACH 20

typedef struct land_climate
{
    loam_noise bend, warmth, wetness;
    double bands_m;
    float warmer, wetter;
} land_climate;

loam_result loam_land_climate_init(land_climate *climate, const land_world_shape *shape,
                                   uint64_t seed, loam_isa isa);

/// Degrees Celsius at the level of the sea, mean of the year. scratch holds 2 * count floats.
loam_result loam_land_climate_warmth(const land_climate *climate, const int64_t *x,
                                     const int64_t *z, size_t count, float *scratch,
                                     float *temperature);

/// Degrees a metre that higher air is colder by.
#define LAND_LAPSE 0.0062f

/// Degrees that a place is colder by for its height.
float loam_land_climate_lapse(float height);

/// A lattice window of level 0 with its heights and temperatures, w cells to a row; cell (0, 0) is an even
/// row. Places are metres.
typedef struct climate_window
{
    const int64_t *x, *z;
    const float *height;      // m, below 0 is sea
    const float *temperature; // at the level of the sea
    int32_t w, h;
} climate_window;

/// Rain in mm a year at the cells from (column, row) on, of which LAND_CLIMATE_REACH cells on all sides lie
/// in the window; out has w h values.
loam_result loam_land_climate_rain(const land_climate *climate, const climate_window *window,
                                   int32_t column, int32_t row, int32_t w, int32_t h, float *out);

/// 0 dry .. 1 wet: how rain compares with what could evaporate.
float loam_land_climate_humidity(float rain, float temperature);

#endif
