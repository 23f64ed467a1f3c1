// SPDX-License-Identifier: MIT
// Water and lava that stand in caves.
#ifndef LOAM_TILES_POOLS_H
#define LOAM_TILES_POOLS_H

#include "tiles/grow/columns.h"

/// A place that may hold one pool.
typedef struct tile_brick
{
    int64_t x0, x1, y0, y1; // in bent coordinates
    int64_t level;          // the first free tile above the pool; INT64_MIN if there is none
    uint8_t fluid;
    bool known;
} tile_brick;

enum
{
    POOL_BRICKS = 64
};

/// Bricks that were looked at lately. Start from zero.
typedef struct tile_pools
{
    tile_brick bricks[POOL_BRICKS];
} tile_pools;

/// The brick that has a bent place.
loam_result loam_pool_brick(const tile_recipe *recipe, const ground_noises *noises,
                            tile_pools *pools, int64_t x, int64_t y, const tile_brick **out);

/// A rectangle of bricks; column and row are the numbers of the lowest, leftmost one.
typedef struct brick_area
{
    int64_t column, row;
    int32_t w, h;
} brick_area;

/// Fills out with area.w * area.h bricks, row by row: those that loam_pool_brick finds.
loam_result loam_pool_bricks(const tile_recipe *recipe, const ground_noises *noises,
                             brick_area area, tile_brick *out);

/// Whether a brick has a bent place.
static inline bool loam_pool_holds(const tile_brick *brick, int64_t x, int64_t y)
{
    return x >= brick->x0 && x < brick->x1 && y >= brick->y0 && y < brick->y1;
}

#endif
