// SPDX-License-Identifier: MIT
// Loam, tiles: light (Dubsky 2022, 4.2.2; Dubsky 2024, 3.2). For the eyes: it is not part of what is the
// same on every machine, and nothing in the world depends on it.
//
// Each tile emits the light of its top layer (block, else wall, else sky) and lets light through. A unit
// of tiles is their mean. Light goes in straight lines and fades with what it passes. docs/light.md tells
// how strong what is.
#ifndef LOAM_TILE_LIGHT_H
#define LOAM_TILE_LIGHT_H

#include "loam/tile_world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_LIGHT_FIXED 256 // positions between tiles are in 1/256 of a tile

/// A light between the tiles: a torch in a hand, a cursor. It is split over the four nearest units, so it
/// moves smoothly. Only its place relative to the view matters: positions may wrap around, as they do more
/// than 2^55 tiles from the origin.
typedef struct loam_lamp
{
    int64_t x, y; // 1/LOAM_LIGHT_FIXED of a tile
    loam_colour
        light; // as one tile of a material that shines so; 255 lights some 60 tiles, 64 some 25
} loam_lamp;

#define LOAM_MAX_LAMPS 64

/// Settings of the light. Start from loam_default_tile_light_def().
typedef struct loam_tile_light_def
{
    loam_env env;       // directions are swept in parallel if its jobs have threads
    int32_t unit;       // tiles along the side of a unit: 1, 2 or 4; 4
    int32_t directions; // 8..256, a multiple of 8; 64
    int32_t margin;  // units around the view from which light comes, 1..128; 40. Small units need
                     // more of them for the same way
    float smoothing; // how much of the last picture stays at the next update, 0..0.95; 0.5
} loam_tile_light_def;

/// Light over a view. Updates are made by one thread at a time.
typedef struct loam_tile_light loam_tile_light;

LOAM_API loam_tile_light_def loam_default_tile_light_def(void);
LOAM_API loam_result loam_tile_light_create(const loam_tile_light_def *def, loam_tile_light **out);
LOAM_API void loam_tile_light_destroy(loam_tile_light *light);

/// What is lit. Beyond the ring units are like its nearest ones.
typedef struct loam_tile_light_scene
{
    const loam_tile_world *world;
    loam_tile_area view; // sides 1..LOAM_MAX_TILE_AREA
    const loam_lamp *lamps;
    int32_t lamp_count; // 0..LOAM_MAX_LAMPS
} loam_tile_light_scene;

/// Computes the light over the view, with the sky of the world's step. The same scene gives the same bits
/// for any number of threads. Memory grows with the view; a second update of the same size allocates
/// nothing. What was lit before in the same place blends into it by def.smoothing; light jumps where
/// nothing was lit. If it fails, what was lit before stays.
LOAM_API loam_result loam_tile_light_update(loam_tile_light *light,
                                            const loam_tile_light_scene *scene);

/// The shadow that lies over a point. Alpha is how much of what is there it covers, 1 - sqrt(power) (Dubsky
/// 2022, algorithm 2): 0 under the open sky of noon, 1 where no light comes. The colour is that of the
/// light that comes, all lights mixed by their power, its brightest channel about 1; white in the dark.
/// What is seen is tile * (1 - a) * colour, or less of the colour: tile * (1 - a) * (1 - t + t * colour).
typedef struct loam_shadow
{
    float r, g, b, a; // 0..1
} loam_shadow;

/// There was an update before. Smooth between units; a point beyond the view of the last update is like the
/// nearest in it. Positions wrap around as those of lamps do. May be called from several threads at a time,
/// but not during an update.
LOAM_API loam_shadow loam_tile_light_at(const loam_tile_light *light, int64_t x, int64_t y);

/// Shadows of many points at once, for drawing: rows x columns points, `step` >= 0 apart in
/// 1/LOAM_LIGHT_FIXED of a tile, the first at (x, y), row by row upwards. The same as loam_tile_light_at for
/// each of them.
LOAM_API void loam_tile_light_grid(const loam_tile_light *light, int64_t x, int64_t y, int32_t step,
                                   int32_t columns, int32_t rows, loam_shadow *out);

#ifdef __cplusplus
}
#endif
#endif
