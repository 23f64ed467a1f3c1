// SPDX-License-Identifier: MIT
#include "tiles/grow/pools.h"

#include "base/small.h"

#include "loam/random.h"

// A pool must be level and must not run out, and what a tile is has to be known without looking far. So
// the depth is laid out in bricks, bent by a slow noise so that nobody sees them. A brick holds at most
// one pool, with one level; below that level its rim is made solid. Caves then are flooded up to a
// level line, and end in walls where the water would run into the next brick.

typedef struct pool_chances
{
    float water, lava;
} pool_chances;

/// Near the surface the biome decides, below it is the same everywhere; lava takes over in the depth.
static pool_chances chances_at(const loam_tile_ground *ground, const column_depths *column,
                               int64_t y)
{
    const float height = (float)(y > -TILE_HEIGHT_END ? y : -TILE_HEIGHT_END);
    const float depth = (float)column->surface - height;
    const float range = ground->lava_top - ground->lava_full;
    const float hot = loam_clamp01((ground->lava_top - height) *
                                   (1.0f / (range > 1.0f ? range : 1.0f)));
    const float wet = depth < ground->pool_wet_depth ? column->pools : ground->deep_pools;
    return (pool_chances){wet * (1.0f - hot), ground->lava_pools * hot};
}

/// Whether a brick has a pool, of what, and how high.
static void fill_brick(const loam_tile_ground *ground, const column_depths *column, uint64_t seed,
                       tile_brick *brick)
{
    const int64_t height = brick->y1 - brick->y0;
    const int64_t level = brick->y0 +
                          (int64_t)((float)height * (0.3f + 0.4f * loam_random_float(seed, 0)));
    const pool_chances chances = chances_at(ground, column, level);
    const float draw = loam_random_float(seed, 1);
    brick->level = INT64_MIN;
    if (level > column->surface - 30 || draw >= chances.water + chances.lava)
    {
        return;
    }
    brick->level = level;
    brick->fluid = draw < chances.lava ? ground->lava : ground->water;
}

static loam_result make_brick(const tile_recipe *recipe, const ground_noises *noises,
                              int64_t column, int64_t row, tile_brick *brick)
{
    const int64_t width = (int64_t)recipe->ground.pool_width;
    const int64_t height = (int64_t)recipe->ground.pool_height;
    const int64_t shift = row & 1 ? width / 2 : 0; // as a mason lays them
    brick->x0 = column * width + shift;
    brick->x1 = brick->x0 + width;
    brick->y0 = row * height;
    brick->y1 = brick->y0 + height;
    column_depths middle;
    const loam_result result = loam_column_depths(recipe, noises, brick->x0 + width / 2, &middle);
    if (result == LOAM_OK)
    {
        const uint64_t seed = loam_seed_at(loam_seed_derive(noises->seed, "pools"), column, row, 0);
        fill_brick(&recipe->ground, &middle, seed, brick);
        brick->known = true;
    }
    return result;
}

loam_result loam_pool_brick(const tile_recipe *recipe, const ground_noises *noises,
                            tile_pools *pools, int64_t x, int64_t y, const tile_brick **out)
{
    const int64_t width = (int64_t)recipe->ground.pool_width;
    const int64_t row = loam_floor_div(y, (int64_t)recipe->ground.pool_height);
    const int64_t column = loam_floor_div(x - (row & 1 ? width / 2 : 0), width);
    tile_brick *brick = &pools->bricks[((uint64_t)row * 8 + (uint64_t)column) % POOL_BRICKS];
    *out = brick;
    if (brick->known && loam_pool_holds(brick, x, y))
    {
        return LOAM_OK;
    }
    brick->known = false;
    return make_brick(recipe, noises, column, row, brick);
}
