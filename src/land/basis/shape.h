// SPDX-License-Identifier: MIT
// The shape of a land: its usual numbers, what is accepted, and the part of it that water knows.
#ifndef LOAM_LAND_SHAPE_H
#define LOAM_LAND_SHAPE_H

#include "loam/land.h"

/// What water knows of the land's shape: all but its biomes, which change the surface alone. Part of the
/// identity of pages of cells: no padding.
typedef struct land_world_shape
{
    float continent_km, sea, relief, temperature, rain, bands_km;
} land_world_shape;

land_world_shape loam_land_world_shape(const loam_land_shape *shape);

/// 0 if the biomes have their usual numbers, so that pages which were kept before there were others are found
/// again; a hash of all of them otherwise.
uint64_t loam_land_biome_shapes_identity(const loam_biome_shape shapes[LOAM_BIOME_COUNT]);

#endif
