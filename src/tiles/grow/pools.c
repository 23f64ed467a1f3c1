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

/// Where a brick lies: as a mason lays them.
static tile_brick place_brick(const loam_tile_ground *ground, int64_t column, int64_t row)
{
    const int64_t width = (int64_t)ground->pool_width, height = (int64_t)ground->pool_height;
    const int64_t x = column * width + (row & 1 ? width / 2 : 0), y = row * height;
    return (tile_brick){.x0 = x, .x1 = x + width, .y0 = y, .y1 = y + height, .known = true};
}

/// What the ground is like above the middle of a brick.
static loam_result find_depths(const tile_recipe *recipe, const ground_noises *noises,
                               const tile_brick *brick, column_depths *out)
{
    const int64_t width = (int64_t)recipe->ground.pool_width;
    return loam_column_depths(recipe, noises, brick->x0 + width / 2, out);
}

static uint64_t brick_seed(const ground_noises *noises, int64_t column, int64_t row)
{
    return loam_seed_at(loam_seed_derive(noises->seed, "pools"), column, row, 0);
}

static loam_result make_brick(const tile_recipe *recipe, const ground_noises *noises,
                              int64_t column, int64_t row, tile_brick *brick)
{
    column_depths middle;
    tile_brick made = place_brick(&recipe->ground, column, row);
    const loam_result result = find_depths(recipe, noises, &made, &middle);
    if (result == LOAM_OK)
    {
        fill_brick(&recipe->ground, &middle, brick_seed(noises, column, row), &made);
        *brick = made;
    }
    return result;
}

/// Every other brick above each other, from number first on: they lie below the same column.
static loam_result fill_stack(const tile_recipe *recipe, const ground_noises *noises,
                              brick_area area, int32_t x, int32_t first, tile_brick *out)
{
    column_depths middle;
    tile_brick brick = place_brick(&recipe->ground, area.column + x, area.row + first);
    const loam_result result = find_depths(recipe, noises, &brick, &middle);
    for (int32_t y = first; y < area.h && result == LOAM_OK; y += 2)
    {
        const int64_t column = area.column + x, row = area.row + y;
        brick = place_brick(&recipe->ground, column, row);
        fill_brick(&recipe->ground, &middle, brick_seed(noises, column, row), &brick);
        out[(size_t)y * (size_t)area.w + (size_t)x] = brick;
    }
    return result;
}

loam_result loam_pool_bricks(const tile_recipe *recipe, const ground_noises *noises,
                             brick_area area, tile_brick *out)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 2 * area.w && result == LOAM_OK; i++)
    {
        result = fill_stack(recipe, noises, area, i / 2, i % 2, out);
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
