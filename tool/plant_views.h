// SPDX-License-Identifier: MIT
// How a species is built and how it sways, for whoever writes one.
#ifndef LOAM_TOOL_PLANT_VIEWS_H
#define LOAM_TOOL_PLANT_VIEWS_H

#include "loam/loam.h"

typedef enum plant_view
{
    PLANT_VIEW_TILES,    // as they are seen
    PLANT_VIEW_SKELETON, // pieces of branches, joints, clumps
    PLANT_VIEW_FORCES,   // what a storm to the right does to each joint
    PLANT_VIEW_RANGES, // at rest and in storms to both sides, and the tiles that it may ever cover
    PLANT_VIEW_COUNT,
} plant_view;

/// "tiles", "skeleton", ...; NULL from PLANT_VIEW_COUNT on.
const char *plant_view_name(int32_t view);

/// Draws one plant, any view but tiles, where it stands in a picture whose lowest tiles begin at y = 0.
loam_result plant_view_draw(const loam_env *env, const loam_tile_defs *defs, plant_view view,
                            const loam_tile_plant *plant, int32_t zoom, loam_picture *picture);

#endif
