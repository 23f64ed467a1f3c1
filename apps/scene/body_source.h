// SPDX-License-Identifier: MIT
// How large the body is, and where its voxels come from.
#ifndef LOAM_SCENE_BODY_SOURCE_H
#define LOAM_SCENE_BODY_SOURCE_H

#include "loam/loam.h"

enum
{
    BODY_ACROSS = 6, // tiles of a level, along a side
    BODY_MAX_LEVELS = 4,
    BODY_MAX_TILES = 2 * BODY_ACROSS * BODY_ACROSS * BODY_MAX_LEVELS, // those before them, too
    BODY_MASK = 64, // cells along a side of the mask, each as wide as a tile of the finest level
    BODY_LIGHT_W = 128,
    BODY_LIGHT_H = 64,
    BODY_LIGHT_CELL = 2, // m
    BODY_WORKS = 3,      // tiles that are made at once
};

/// Where voxels come from. fill is that of loam_volume_fill: BODY_MAX_LEVELS levels from the finest on are asked for, from the
/// thread that updates the scene. LOAM_NOT_FOUND: not there yet; it is asked again.
typedef struct body_source
{
    loam_result (*fill)(void *user, const loam_volume_box *box, const loam_volume_voxels *out,
                        loam_volume_kind *kind);
    void *user;
    // For jobs, which fill nothing that is changed: what grows, and whether a box (m, both ends included) is other than
    // that. NULL: nothing is. Without a volume all is asked from the thread that updates.
    const loam_volume *volume;
    bool (*is_changed)(void *user, const int64_t low[3], const int64_t high[3]);
} body_source;

#endif
