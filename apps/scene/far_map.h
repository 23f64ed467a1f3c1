// SPDX-License-Identifier: MIT
// The land around the viewer as a few coarse pages, for where nothing finer has come. Fetched at once, or by jobs
// while an older one is shown.
#ifndef LOAM_SCENE_FAR_MAP_H
#define LOAM_SCENE_FAR_MAP_H

#include "loam/jobs.h"
#include "loam/loam.h"

enum
{
    FAR_MAP_ACROSS = 4, // pages, at most
};

typedef struct far_map
{
    int64_t step;   // m between samples
    int32_t across; // pages, up to FAR_MAP_ACROSS
    bool is_known;
    loam_surface_page page[FAR_MAP_ACROSS * FAR_MAP_ACROSS]; // from the south-western one on
    float *height, *water;
    uint8_t *biome;
} far_map;

loam_result far_map_create(int64_t step, int32_t across, far_map *out);
void far_map_destroy(far_map *map);

/// m along a side.
int64_t far_map_side(const far_map *map);

/// Whether a place is known and within a part of the middle: 1 / share of half a side.
bool far_map_has(const far_map *map, int64_t x, int64_t z, int64_t share);

/// The land around a place, on all workers of jobs, which may be NULL.
loam_result far_map_fetch(far_map *map, loam_land *land, loam_jobs *jobs, int64_t x, int64_t z);

/// The same by jobs that have threads, into a map of its own.
typedef struct far_fetch far_fetch;

loam_result far_fetch_begin(int64_t step, int32_t across, loam_land *land, loam_jobs *jobs,
                            int64_t x, int64_t z, far_fetch **out);
bool far_fetch_is_done(const far_fetch *fetch);
/// Whether it is about the land around a place, as far_map_has.
bool far_fetch_has(const far_fetch *fetch, int64_t x, int64_t z, int64_t share);
/// What has not begun is left out; far_fetch_is_done comes sooner, and there will be no map.
void far_fetch_cancel(far_fetch *fetch);
/// Waits, and ends it. If all was well, and out is not NULL, *out, which was made alike, is the new map.
loam_result far_fetch_end(far_fetch *fetch, far_map *out);

#endif
