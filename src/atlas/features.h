// SPDX-License-Identifier: MIT
// What on a map deserves a name: seas, lands, ranges, forests, lakes, peaks. Which there are depends on the
// places themselves and never on the map's frame, so neighbouring maps agree.
#ifndef LOAM_ATLAS_FEATURES_H
#define LOAM_ATLAS_FEATURES_H

#include "atlas/names.h"
#include "loam/land_map.h"

/// Whether a map's place, size, scale and layer are accepted; LOAM_BAD_ARGUMENT with a message otherwise.
loam_result loam_map_def_check(const loam_land_map_def *def);

typedef struct map_feature
{
    map_kind kind;
    int64_t x, z;    // its middle, m
    float radius_m;  // of the largest circle within it, about
    float angle;     // of its longer axis, radians, rising eastwards; 0 if it has none
    float height;    // m, at the middle
    float water;     // m, the level of a lake
    uint64_t hash;   // names it
    uint32_t region; // says how names sound there
} map_feature;

typedef struct map_features
{
    map_feature *list;
    int32_t count, capacity;
} map_features;

/// Finds those whose size fits the map's scale, within the map and, some of them, around it.
loam_result loam_map_features_find(loam_land *land, const loam_env *env,
                                   const loam_land_map_def *def, map_features *out);

/// Moves lakes whose middle is off the map, or too near its border for a name, to where most of their water
/// is seen. They stay the lakes that they are.
loam_result loam_map_lakes_show(loam_land *land, const loam_env *env, const loam_land_map_def *def,
                                map_features *features);

void loam_map_features_free(const loam_env *env, map_features *features);

/// Adds one; false if there is no memory.
bool loam_map_features_add(const loam_env *env, map_features *features, const map_feature *feature);

/// A number and a way of sounding for what lies at a place.
uint64_t loam_map_feature_hash(uint64_t seed, map_kind kind, int64_t x, int64_t z);
uint32_t loam_map_feature_region(uint64_t seed, int64_t x, int64_t z);

#endif
