// SPDX-License-Identifier: MIT
// What biomes' ground is made of.
#ifndef LOAM_SCENE_GROUNDS_H
#define LOAM_SCENE_GROUNDS_H

#include "loam/land_things.h"

/// The kinds of ground that a biome decides; the shaders know them by the same numbers. Rock, gravel, shores
/// and snow come from slope, water and temperature.
typedef enum ground_kind
{
    GROUND_GRASS,
    GROUND_DRY_GRASS,
    GROUND_FOREST,
    GROUND_TUNDRA,
    GROUND_SAND,
    GROUND_RED_ROCK, // layered rock of badlands and the earth between
    GROUND_MUD,
    GROUND_SNOW,
    GROUND_KINDS,
} ground_kind;

/// GROUND_KINDS weights, which sum to 255. Biomes of a program's own have grass.
const uint8_t *grounds_of_biome(uint8_t biome);

/// The same of places whose woods are known: forest where trees stand close, in any biome, and none in clearings. Fills
/// out with GROUND_KINDS weights for each place of an area.
void grounds_of_woods(const loam_land_things *things, loam_land_area area, const uint8_t *biomes,
                      uint8_t *out);

#endif
