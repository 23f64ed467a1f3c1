// SPDX-License-Identifier: MIT
// Temperature and humidity around the viewer, as a coarse map. The whole one is fetched by a job while an older one, or
// after a jump a few samples of the new place, is shown.
#ifndef LOAM_SCENE_CLIMATE_H
#define LOAM_SCENE_CLIMATE_H

#include "loam/jobs.h"
#include "loam/loam.h"

enum
{
    CLIMATE_SIDE = 64,
    CLIMATE_STEP = 1024, // m
};

typedef struct climate_fetch climate_fetch;

typedef struct climate_map
{
    float texels[CLIMATE_SIDE * CLIMATE_SIDE * 2]; // degrees at the height of the sea; humidity
    int64_t x, z;                                  // of the south-western one
    bool is_known, is_whole;                       // not whole: led over from a few samples
    climate_fetch *coming;                         // NULL: none
} climate_map;

/// The map for a viewer at a place. jobs: NULL, or who fetches it, which have threads; without them it is fetched at
/// once. ground_first: a few samples have to do for now. *changed: whether it is another one now. If it fails it is as
/// it was. After the coarse maps of the land (clipmap_move), which grow what a few samples need.
loam_result climate_follow(climate_map *map, loam_land *land, loam_jobs *jobs, int64_t x, int64_t z,
                           bool ground_first, bool *changed);

/// Waits for a job that is under way.
void climate_end(climate_map *map);

/// Degrees at the height of the sea at a place; false outside of the map.
bool climate_degrees(const climate_map *map, int64_t x, int64_t z, float *out);

/// The same of humidity, 0 .. 1.
bool climate_humidity(const climate_map *map, int64_t x, int64_t z, float *out);

#endif
