// SPDX-License-Identifier: MIT
#include "land/surface/block_work.h"
#include "land/surface/crests.h"
#include "land/surface/ramps.h"
#include "land/surface/rivers.h"
#include "land/surface/waters.h"
#include "land/water/ground.h"
#include "loam/random.h"

#include <math.h>
#include <string.h>

// Blomqvist et al. 2016, 3.4.3: height = base + sum of weight * height of each biome.

enum
{
    // Work memory is sized for the most cells that a window can have.
    MOST_COLUMNS = LAND_BLOCK_CELLS + 2 * LAND_FINE_RIVER_MARGIN + 6,
    MOST_ROWS = LAND_BLOCK_CELLS * 9 / 8 + 2 * LAND_FINE_RIVER_MARGIN + 8,
    MOST_CELLS = MOST_COLUMNS * MOST_ROWS,
};

static const float coast_fade_m =
    5; // relief fades below this height, so that it cannot move the coast

static void init_factors(land_ground_kit *kit, const loam_land_shape *shape)
{
    bool are_usual = true;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        kit->weight_factors[b] = shape->biomes[b].weight;
        are_usual &= kit->weight_factors[b] == 1;
    }
    kit->biomes.factors = are_usual ? NULL : kit->weight_factors;
}

loam_result loam_land_kit_init(land_ground_kit *kit, uint64_t seed, const loam_land_shape *shape,
                               const loam_env *env)
{
    *kit = (land_ground_kit){.env = *env, .seed = seed};
    loam_noise_def warp = loam_default_noise_def();
    warp.fractal = LOAM_FRACTAL_FBM;
    warp.wavelength = 190;
    warp.octaves = 3;
    warp.isa = env->isa;
    const uint64_t own = loam_seed_derive(seed, "land.surface");
    kit->biomes.seed = own;
    init_factors(kit, shape);
    loam_result result = loam_noise_init(&kit->warp_x, &warp, loam_seed_derive(own, "warp x"));
    result = result ? result
                    : loam_noise_init(&kit->warp_z, &warp, loam_seed_derive(own, "warp z"));
    result = result ? result : loam_land_relief_init(&kit->relief, own, shape, env->isa);
    for (int32_t level = 1; level < LOAM_LAND_LEVELS && !result; level++)
    {
        result = loam_detail_init(&kit->detail[level], level, loam_land_detail_seed(seed, level),
                                  shape->relief, env->isa);
    }
    return result;
}

// ---- heights --------------------------------------------------------------------------------------------

// What the relief asks for: a control at all samples. Ridges and crags are wanted at the same time.
static const float *control_at(void *user, int32_t control)
{
    block_work *work = user;
    if (work->controls[control] == NULL || loam_land_weighed_at_samples(work))
    {
        return work->controls[control];
    }
    float *out = work->shown[control == LAND_CONTROL_RIDGES || control == LAND_CONTROL_CLIFF];
    loam_land_spline_fill(&work->splines, work->block, &work->grid, work->controls[control], out);
    return out;
}

/// Likewise the weights of a biome.
static const float *weight_at(void *user, int32_t biome)
{
    block_work *work = user;
    return work->weights[biome] != NULL ? loam_land_block_weight(work, biome) : NULL;
}

// On the finest graph mesas have slopes of their own for gullies to follow.
static loam_result add_mesa_slopes(block_work *work, const weigh_grid *grid, float *east,
                                   float *north)
{
    const size_t count = land_points_of(work);
    float *shares = land_take_floats(work->arena, count);
    bool any = false;
    for (size_t p = 0; p < count; p++)
    {
        const loam_land_place place = loam_land_place_at(grid, (int32_t)(p % (size_t)grid->w),
                                                         (int32_t)(p / (size_t)grid->w));
        shares[p] = loam_land_relief_badlands(&work->kit->relief, &place);
        any |= shares[p] > 0;
    }
    const loam_noise_area area = {
        .x = grid->x, .y = grid->z, .step = grid->step, .w = grid->w, .h = grid->h, .d = 1};
    return any ? loam_land_relief_add_mesa_slopes(&work->kit->relief, area, shares,
                                                  land_take_floats(work->arena, 3 * count), east,
                                                  north)
               : LOAM_OK;
}

// Gullies follow the slope of the graph's field, which is known at control points at every step.
static loam_result fill_gullies(block_work *work, const float **out)
{
    const size_t count = land_points_of(work);
    float *strength = land_take_floats(work->arena, count);
    float *east = work->points[LAND_POINT_EAST], *north = work->points[LAND_POINT_NORTH];
    const weigh_grid grid = loam_land_weigh_grid(work, false);
    const land_gullies *gullies = &work->kit->relief.gullies;
    loam_result result = loam_land_gullies_faces(gullies, work->block->level, &work->grid,
                                                 strength);
    if (work->block->level == LAND_FINEST && !result)
    {
        result = add_mesa_slopes(work, &grid, east, north);
    }
    bool any = false;
    for (size_t p = 0; p < count && !result; p++)
    {
        loam_land_place place = loam_land_place_at(&grid, (int32_t)(p % (size_t)grid.w),
                                                   (int32_t)(p / (size_t)grid.w));
        place.slope = sqrtf(east[p] * east[p] + north[p] * north[p]);
        strength[p] *= loam_land_relief_gullies(&place);
        any |= strength[p] > 0;
    }
    *out = NULL;
    if (!any)
    {
        return result;
    }
    float *heights = land_take_floats(work->arena, land_samples_of(work));
    const land_gully_ground ground = {.block = work->block,
                                      .grid = &work->grid,
                                      .east = east,
                                      .north = north,
                                      .strength = strength};
    loam_land_gullies_fill(gullies, &ground, *work->arena, heights);
    *out = heights;
    return LOAM_OK;
}

static loam_result add_relief(block_work *work)
{
    const land_block *block = work->block;
    const size_t count = land_samples_of(work);
    land_relief_grid grid = {.x = block->x,
                             .z = block->z,
                             .step = block->step,
                             .w = block->w,
                             .h = block->h,
                             .base = work->base,
                             .height = work->height,
                             .control = control_at,
                             .weight = weight_at,
                             .user = work};
    for (int32_t i = 0; i < 2; i++)
    {
        grid.scratch[i] = land_take_floats(work->arena, count);
    }
    memset(work->height, 0, count * sizeof(float));
    const loam_result result = fill_gullies(work, &grid.gullies);
    return result ? result : loam_land_relief_add(&work->kit->relief, &grid);
}

// Heights of a program's own biomes, where there are any.
static void add_own(block_work *work)
{
    weigh_grid grid = {0};
    for (int32_t b = LOAM_BIOME_COUNT; b < work->biomes; b++)
    {
        if (work->weights[b] == NULL)
        {
            continue;
        }
        if (grid.w == 0)
        {
            grid = loam_land_weigh_grid(work, true);
        }
        const loam_land_biome *own = &work->kit->biomes.own[b - LOAM_BIOME_COUNT];
        const float *weight = loam_land_block_weight(work, b);
        for (size_t p = 0; p < land_samples_of(work); p++)
        {
            if (weight[p] > 0)
            {
                const loam_land_place place = loam_land_place_at(
                    &grid, (int32_t)(p % (size_t)grid.w), (int32_t)(p / (size_t)grid.w));
                const float height = own->height(own->parameters, work->kit->biomes.seed, &place);
                work->height[p] += weight[p] * loam_clamp(height, -own->amplitude, own->amplitude);
            }
        }
    }
}

// Base and relief together. What is above the sea stays above it, what is below stays below: relief towards
// the sea becomes a share of what is left, without an edge, and no change of it grows.
static void join_heights(block_work *work)
{
    for (size_t i = 0; i < land_samples_of(work); i++)
    {
        const float base = work->base[i];
        const float depth = base < 0 ? -base : base;
        const float relief = work->height[i] * land_ramp(depth, 0, coast_fade_m);
        const float down = base < 0 ? relief : -relief; // towards the sea
        work->height[i] = down > 0 ? base * (depth / (depth + down)) : base + relief;
    }
}

// ---- a block --------------------------------------------------------------------------------------------

size_t loam_land_block_scratch(const land_ground_kit *kit)
{
    const size_t samples = LOAM_ARENA_SIZE(LAND_BLOCK_SAMPLES * sizeof(float));
    const size_t points = LOAM_ARENA_SIZE(LAND_CONTROL_POINTS * sizeof(float));
    const size_t weighed = (size_t)(LAND_CONTROLS + LOAM_BIOME_COUNT + kit->biomes.own_count);
    // Weights are at samples, or at control points if those are fewer.
    return LOAM_ARENA_SIZE(sizeof(block_work)) + samples * (LAND_POINT_VALUES + 10 + weighed) +
           points * (LAND_POINT_VALUES + 5) + loam_land_gullies_scratch() +
           LOAM_ARENA_SIZE(MOST_CELLS * sizeof(land_field_cell)) +
           LAND_CURVE_CELLS_SIZE(MOST_CELLS) + 2 * LOAM_ARENA_SIZE(MOST_CELLS * sizeof(float)) +
           loam_land_crests_scratch(MOST_CELLS) + loam_land_waters_scratch(MOST_CELLS);
}

block_work *loam_land_block_begin(const land_ground_kit *kit, const land_block *block,
                                  loam_arena *arena, const land_block_samples *out)
{
    LOAM_ASSERT(&kit->env, block->w <= LAND_BLOCK_SIDE && block->h <= LAND_BLOCK_SIDE);
    block_work *const work = loam_arena_take(arena, sizeof *work);
    *work = (block_work){.kit = kit,
                         .block = block,
                         .out = out,
                         .arena = arena,
                         .grid = loam_land_control_over(block),
                         .height = out->height,
                         .biomes = LOAM_BIOME_COUNT + kit->biomes.own_count};
    loam_land_splines_init(&work->splines, block, &work->grid);
    const bool finest = block->level == LAND_FINEST;
    const land_detail *detail = &kit->detail[finest ? LAND_FINEST : block->level + 1];
    work->warp_x = finest ? &kit->warp_x : &detail->warp_x;
    work->warp_z = finest ? &kit->warp_z : &detail->warp_z;
    work->warp_m = finest ? (float)LAND_FINEST_WARP_M : detail->warp_m;
    work->shown[0] = land_take_floats(arena, land_samples_of(work));
    work->shown[1] = land_take_floats(arena, land_samples_of(work));
    return work;
}

static loam_result fill_base(block_work *work, const land_page_source sources[LOAM_LAND_LEVELS])
{
    const loam_result result = loam_land_block_read(work, sources[work->block->level]);
    return result ? result : loam_land_block_base(work);
}

static loam_result fill_heights(block_work *work)
{
    loam_land_block_weigh(work);
    const loam_result result = add_relief(work);
    if (result == LOAM_OK)
    {
        add_own(work);
        join_heights(work);
        loam_land_block_answer(work);
    }
    return result;
}

// The sea keeps warm for longer, and rivers that run do too.
static void freeze(block_work *work)
{
    static const float frozen_below[LOAM_WATER_KIND_COUNT] = {
        [LOAM_WATER_SEA] = -10.5f, [LOAM_WATER_LAKE] = -5, [LOAM_WATER_RIVER] = -8};
    const float *warm = loam_land_block_place(work, LAND_TEMPERATURE);
    uint8_t *kind = work->out->kind;
    for (size_t p = 0; p < land_samples_of(work); p++)
    {
        const bool wet = kind[p] != LOAM_WATER_NONE;
        kind[p] = wet && warm[p] < frozen_below[kind[p]] ? LOAM_WATER_ICE : kind[p];
    }
}

static loam_result fill_waters(block_work *work, const land_page_source sources[LOAM_LAND_LEVELS])
{
    const bool finest = work->block->level == LAND_FINEST;
    const land_waters_grid waters = {.block = work->block,
                                     .kernels = loam_land_ground_kernels_of(work->kit->env.isa),
                                     .seed = work->kit->seed,
                                     .base = work->base,
                                     .smooth = finest ? loam_land_block_place(work, LAND_HEIGHT)
                                                      : work->base,
                                     .ruggedness = loam_land_block_place(work, LAND_RUGGEDNESS),
                                     .slope = loam_land_block_place(work, LAND_POINT_SLOPE),
                                     .cells = &work->cells,
                                     .field = &work->field,
                                     .warp_x = work->warp_x,
                                     .warp_z = work->warp_z,
                                     .warp_m = work->warp_m,
                                     .height = work->height,
                                     .water = work->out->water,
                                     .river = work->out->river,
                                     .flow = work->out->flow,
                                     .kind = work->out->kind};
    const loam_result result = loam_land_waters_carve(&waters, sources, work->arena);
    if (result == LOAM_OK && work->out->kind != NULL)
    {
        freeze(work);
    }
    return result;
}

loam_result loam_land_block_step(block_work *work, int32_t step,
                                 const land_page_source sources[LOAM_LAND_LEVELS])
{
    return step == 0   ? fill_base(work, sources)
           : step == 1 ? fill_heights(work)
                       : fill_waters(work, sources);
}

loam_result loam_land_block_fill(const land_ground_kit *kit, const land_block *block,
                                 const land_page_source sources[LOAM_LAND_LEVELS],
                                 loam_arena *arena, const land_block_samples *out)
{
    block_work *const work = loam_land_block_begin(kit, block, arena, out);
    loam_result result = LOAM_OK;
    for (int32_t step = 0; step < LAND_BLOCK_STEPS && !result; step++)
    {
        result = loam_land_block_step(work, step, sources);
    }
    return result;
}
