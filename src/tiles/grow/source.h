// SPDX-License-Identifier: MIT
// What a source of tiles holds, for all that grow from it.
#ifndef LOAM_TILES_SOURCE_H
#define LOAM_TILES_SOURCE_H

#include "tiles/grow/plants.h"
#include "tiles/grow/variants.h"

struct loam_tile_source
{
    loam_env env;
    tile_recipe recipe;
    ground_noises ground;
    variant_noises variants;
    plant_recipe plant_recipe;
    plant_noises plants;
};

#endif
