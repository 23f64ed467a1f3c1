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

/// Whether a brick has a bent place.
static inline bool loam_pool_holds(const tile_brick *brick, int64_t x, int64_t y)
{
    return x >= brick->x0 && x < brick->x1 && y >= brick->y0 && y < brick->y1;
}

/// What a pool makes of a place.
typedef enum pool_effect
{
    POOL_NONE,
    POOL_FLUID,
    POOL_BARRIER, // solid, so that the pool stays where it is
} pool_effect;

/// (bent_x, bent_y) lies in the brick; y is the true height.
static inline pool_effect loam_pool_effect(const tile_brick *brick, int64_t bent_x, int64_t bent_y,
                                           int64_t y)
{
    const int64_t rim = 4;
    if (y >= brick->level)
    {
        return POOL_NONE;
    }
    const bool inside = bent_x - brick->x0 >= rim && brick->x1 - bent_x > rim &&
                        bent_y - brick->y0 >= rim && brick->y1 - bent_y > rim;
    return inside ? POOL_FLUID : POOL_BARRIER;
}

#endif
