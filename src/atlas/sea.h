// SPDX-License-Identifier: MIT
// Where the sea and lakes are on a map, known roughly, for names that do not belong there.
#ifndef LOAM_ATLAS_SEA_H
#define LOAM_ATLAS_SEA_H

#include "atlas/tile.h"

typedef struct map_sea
{
    uint8_t *squares; // of some pixels each: whether any of them shows one
    int32_t w, h;
} map_sea;

loam_result loam_map_sea_create(const loam_env *env, const loam_land_map_def *def, map_sea *out);
void loam_map_sea_destroy(const loam_env *env, map_sea *sea);

/// Takes down what a tile shows.
void loam_map_sea_mark(map_sea *sea, const map_tile *tile);

/// Whether there is sea or a lake at a pixel, or next to it. Beyond the map there is none.
bool loam_map_sea_at(const map_sea *sea, float x, float y);

#endif
