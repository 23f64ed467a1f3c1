// SPDX-License-Identifier: MIT
#include "volume/volume.h"

// The surface of a land as a volume reads it.

static loam_result fill_land(void *user, loam_land_area area, const loam_volume_columns *out)
{
    loam_land *const land = user;
    const loam_land_samples samples = {.height = out->height,
                                       .water = out->water,
                                       .base = out->base,
                                       .temperature = out->temperature,
                                       .humidity = out->humidity,
                                       .soil = out->soil,
                                       .ruggedness = out->ruggedness,
                                       .river = out->bank,
                                       .kind = out->ice,
                                       .biome = out->biome};
    const loam_result result = loam_land_fill(land, area, &samples);
    const int64_t count = (int64_t)area.w * area.h;
    for (int64_t i = 0; i < count && result == LOAM_OK; i++)
    {
        out->ice[i] = out->ice[i] == LOAM_WATER_ICE;
    }
    return result;
}

loam_volume_surface loam_volume_land(loam_land *land)
{
    return (loam_volume_surface){fill_land, land};
}
