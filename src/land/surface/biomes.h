// SPDX-License-Identifier: MIT
// How much of each biome there is at a place.
#ifndef LOAM_LAND_BIOMES_H
#define LOAM_LAND_BIOMES_H

#include "loam/land.h"

/// The built-in biomes and those of a program.
typedef struct land_biomes
{
    const loam_land_biome *own;
    int32_t own_count;
    uint64_t seed;        // given to a program's functions
    const float *factors; // for the weights of the built-in ones; NULL: all are 1
} land_biomes;

/// Weights of all biomes at a place: 0 or more, sum 1, continuous in the place.
void loam_land_biome_weights(const land_biomes *biomes, const loam_land_place *place,
                             float weights[LOAM_MAX_LAND_BIOMES]);

#endif
