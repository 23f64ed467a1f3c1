// SPDX-License-Identifier: MIT
// Names for what lies on a map: a function of a number and of the region, so the same on every map.
#ifndef LOAM_ATLAS_NAMES_H
#define LOAM_ATLAS_NAMES_H

#include "loam/land_map.h"

typedef enum map_kind
{
    MAP_OCEAN,
    MAP_SEA,
    MAP_BAY,
    MAP_CONTINENT,
    MAP_ISLAND,
    MAP_RANGE,
    MAP_PEAK,
    MAP_LAKE,
    MAP_RIVER,
    MAP_FOREST,
    MAP_JUNGLE,
    MAP_TAIGA,
    MAP_DESERT,
    MAP_MARSH,
    MAP_ICE,
    MAP_PLAIN,
    MAP_KIND_COUNT,
} map_kind;

enum
{
    MAP_MAX_NAME = LOAM_MAX_RIVER_NAME // with the '\0'
};

/// How many ways of sounding there are; regions of the world have one each.
int32_t loam_map_name_styles(void);

/// Writes a name: "Velmora Sea", "Lake Tarin". hash says which, style how it sounds (modulo
/// loam_map_name_styles()).
void loam_map_name_make(map_kind kind, uint64_t hash, uint32_t style, char out[MAP_MAX_NAME]);

#endif
