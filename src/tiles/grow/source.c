// SPDX-License-Identifier: MIT
#include "tiles/grow/source.h"

#include "tiles/grow/area.h"
#include "tiles/grow/columns.h"
#include "tiles/grow/stages.h"

#include "loam/random.h"

#include <string.h>

// The stages one after another, for any rectangle. Each takes a margin off what the one before
// has made, so the ground is made with all of them: neighbouring rectangles compute the same tiles
// there, which is why nothing shows where they meet.

static loam_result prepare(loam_tile_source *source, const loam_tile_defs *defs, uint64_t seed)
{
    loam_recipe_init(&source->recipe, defs);
    const loam_isa isa = source->env.isa;
    loam_plant_recipe_init(&source->plant_recipe, defs);
    loam_result result = loam_ground_noises_init(&source->ground, &source->recipe,
                                                 loam_seed_derive(seed, TILE_STAGE_GROUND), isa);
    result = result ? result
                    : loam_variant_noises_init(&source->variants,
                                               loam_seed_derive(seed, TILE_STAGE_VARIANTS), isa);
    return result ? result
                  : loam_plant_noises_init(&source->plants, &source->plant_recipe, seed, isa);
}

loam_result loam_tile_source_create(const loam_env *env, const loam_tile_defs *defs, uint64_t seed,
                                    loam_tile_source **out)
{
    loam_result result = loam_tile_defs_check(defs);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_tile_source *source = loam_alloc(env, sizeof *source);
    if (!source)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    source->env = *env;
    result = prepare(source, defs, seed);
    if (result != LOAM_OK)
    {
        loam_free(env, source, sizeof *source);
        return result;
    }
    *out = source;
    return LOAM_OK;
}

void loam_tile_source_destroy(loam_tile_source *source)
{
    if (source)
    {
        const loam_env env = source->env;
        loam_free(&env, source, sizeof *source);
    }
}

// ---- areas --------------------------------------------------------------------------------------

/// Sizes of the stages for an area.
typedef struct fill_plan
{
    tile_window ground, tiles;
    int32_t types_w, types_h;
    size_t ground_size, types_size, scratch_size;
} fill_plan;

static size_t largest(size_t a, size_t b)
{
    return a > b ? a : b;
}

static fill_plan plan_fill(const tile_recipe *recipe, loam_tile_area area)
{
    const int32_t pad = loam_recipe_padding(recipe), reach = loam_shape_reach(LOAM_SHAPE_CIRCLE);
    fill_plan plan = {
        .ground = {area.x - pad, area.y - pad, 1, area.w + 2 * pad, area.h + 2 * pad},
        .tiles = {area.x, area.y, 1, area.w, area.h},
        .types_w = area.w + 2 * reach,
        .types_h = area.h + 2 * reach,
    };
    plan.ground_size = loam_ground_size(plan.ground.w, plan.ground.h);
    plan.types_size = loam_types_size(plan.types_w, plan.types_h);
    plan.scratch_size = largest(loam_ground_scratch_size(recipe, plan.ground.w),
                                largest(loam_consolidate_scratch_size(plan.ground.w, plan.ground.h),
                                        loam_variants_scratch_size(area.w, area.h)));
    plan.scratch_size = largest(plan.scratch_size, loam_plants_scratch_size());
    return plan;
}

/// Ground and consolidation; memory is that of a plan. scratch is left for what comes next.
static loam_result make_types(const loam_tile_source *source, const fill_plan *plan,
                              uint8_t *memory, tile_types *types, loam_arena *scratch)
{
    memset(memory, 0, plan->ground_size);
    ground_planes ground = loam_ground_planes(memory, plan->ground.w, plan->ground.h);
    *types = loam_types(memory + plan->ground_size, plan->types_w, plan->types_h);
    *scratch = loam_arena_make(memory + plan->ground_size + plan->types_size, plan->scratch_size,
                               &source->env);
    const loam_result result = loam_ground_fill(&source->recipe, &source->ground, plan->ground,
                                                &ground, *scratch);
    return result ? result
                  : loam_consolidate(&source->recipe, source->env.isa, &ground, types, *scratch);
}

static loam_result run_stages(const loam_tile_source *source, const fill_plan *plan,
                              uint8_t *memory, loam_tile *tiles)
{
    tile_types types;
    loam_arena scratch;
    const loam_result result = make_types(source, plan, memory, &types, &scratch);
    return result ? result
                  : loam_variants_fill(&source->recipe, source->env.isa, &source->variants,
                                       plan->tiles, &types, tiles, scratch);
}

loam_result loam_tile_source_fill(const loam_tile_source *source, loam_tile_area area,
                                  loam_tile *tiles)
{
    loam_result result = loam_tile_area_check(area, 1);
    if (result != LOAM_OK)
    {
        return result;
    }
    const fill_plan plan = plan_fill(&source->recipe, area);
    const size_t size = plan.ground_size + plan.types_size + plan.scratch_size;
    uint8_t *memory = loam_alloc(&source->env, size);
    if (!memory)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    result = run_stages(source, &plan, memory, tiles);
    loam_free(&source->env, memory, size);
    return result;
}

static loam_result check_chunk(loam_chunk_pos chunk)
{
    const int64_t end = LOAM_TILE_END / LOAM_CHUNK_SIDE;
    return chunk.x >= -end && chunk.x < end && chunk.y >= -end && chunk.y < end
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "chunk (%lld, %lld); must be -2^53 to 2^53 - 1",
                           (long long)chunk.x, (long long)chunk.y);
}

static loam_tile_area area_of(loam_chunk_pos chunk)
{
    return (loam_tile_area){chunk.x * LOAM_CHUNK_SIDE, chunk.y * LOAM_CHUNK_SIDE, LOAM_CHUNK_SIDE,
                            LOAM_CHUNK_SIDE};
}

loam_result loam_tile_source_chunk(const loam_tile_source *source, loam_chunk_pos chunk,
                                   loam_tile *tiles)
{
    const loam_result result = check_chunk(chunk);
    return result ? result : loam_tile_source_fill(source, area_of(chunk), tiles);
}

// ---- plants -------------------------------------------------------------------------------------

static loam_result place_plants(const loam_tile_source *source, loam_tile_area area,
                                const fill_plan *plan, uint8_t *memory, loam_tile_chunk_plants *out)
{
    tile_types types;
    loam_arena scratch;
    const loam_tile_pos chunk = {area.x, area.y};
    const loam_result result = make_types(source, plan, memory, &types, &scratch);
    return result ? result
                  : loam_plants_place(&source->plant_recipe, &source->plants, chunk, &types, out,
                                      scratch);
}

loam_result loam_tile_source_plants(const loam_tile_source *source, loam_chunk_pos chunk,
                                    loam_tile_plant *out, int32_t *count)
{
    loam_result result = check_chunk(chunk);
    if (result != LOAM_OK)
    {
        return result;
    }
    const fill_plan plan = plan_fill(&source->recipe, area_of(chunk));
    const size_t stages = plan.ground_size + plan.types_size + plan.scratch_size;
    const size_t size = stages + sizeof(loam_tile_chunk_plants);
    uint8_t *memory = loam_alloc(&source->env, size);
    if (!memory)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_tile_chunk_plants *const plants = (loam_tile_chunk_plants *)(void *)(memory + stages);
    plants->count = 0;
    result = place_plants(source, area_of(chunk), &plan, memory, plants);
    *count = result == LOAM_OK ? plants->count : 0;
    memcpy(out, plants->plants, (size_t)*count * sizeof *out);
    loam_free(&source->env, memory, size);
    return result;
}

// ---- from far away ------------------------------------------------------------------------------

static void tiles_from_ground(const ground_planes *ground, loam_tile *tiles)
{
    for (int32_t y = 0; y < ground->h; y++)
    {
        for (int32_t x = 0; x < ground->w; x++)
        {
            const size_t i = (size_t)y * (size_t)ground->w + (size_t)x;
            const bool block = loam_bits_get(&ground->blocks, x, y);
            const bool wall = loam_bits_get(&ground->walls, x, y);
            tiles[i] = (loam_tile){.block = block ? ground->solid[i] : ground->empty[i],
                                   .wall = wall ? ground->wall[i] : (uint8_t)LOAM_AIR};
        }
    }
}

loam_result loam_tile_source_sample(const loam_tile_source *source, loam_tile_area area,
                                    int64_t step, loam_tile *tiles)
{
    if (step < 1 || step > LOAM_MAX_TILE_STEP)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "step is %lld; must be 1 to %lld", (long long)step,
                         (long long)LOAM_MAX_TILE_STEP);
    }
    loam_result result = loam_tile_area_check(area, step);
    if (result != LOAM_OK)
    {
        return result;
    }
    const size_t planes = loam_ground_size(area.w, area.h);
    const size_t scratch = loam_ground_scratch_size(&source->recipe, area.w);
    uint8_t *memory = loam_alloc(&source->env, planes + scratch);
    if (!memory)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(memory, 0, planes);
    ground_planes ground = loam_ground_planes(memory, area.w, area.h);
    const tile_window window = {area.x, area.y, step, area.w, area.h};
    result = loam_ground_fill(&source->recipe, &source->ground, window, &ground,
                              loam_arena_make(memory + planes, scratch, &source->env));
    tiles_from_ground(&ground, tiles);
    loam_free(&source->env, memory, planes + scratch);
    return result;
}

// ---- columns ------------------------------------------------------------------------------------

static loam_tile_column column_of(const tile_column *column)
{
    const bool wet = column->water > column->surface;
    return (loam_tile_column){
        .surface = column->surface,
        .water = wet ? column->water : INT64_MIN,
        .temperature = column->temperature,
        .humidity = column->humidity,
        .biome = column->biome,
    };
}

loam_result loam_tile_source_columns(const loam_tile_source *source, int64_t x, int64_t step,
                                     int32_t count, loam_tile_column *out)
{
    enum
    {
        PART = 256
    };
    if (count < 1 || count > 1 << 24 || step < 1 || loam_tiles_are_beyond(x, count, step))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%d columns from %lld in steps of %lld; must be 1 to 2^24 columns, steps "
                         "of at least 1, and places from -2^60 to 2^60 - 1",
                         (int)count, (long long)x, (long long)step);
    }
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < count && result == LOAM_OK; i += PART)
    {
        tile_column part[PART];
        const int32_t size = count - i < PART ? count - i : PART;
        result = loam_columns_fill(&source->recipe, &source->ground, x + i * step, step, size,
                                   part);
        for (int32_t j = 0; j < size && result == LOAM_OK; j++)
        {
            out[i + j] = column_of(&part[j]);
        }
    }
    return result;
}

loam_tile_pos loam_tile_source_spawn(const loam_tile_source *source, int64_t x)
{
    enum
    {
        TRIES = 64,
        APART = 40
    };
    const int64_t end = LOAM_TILE_END - TRIES * APART;
    tile_column column = {0};
    x = x < -end ? -end : x > end ? end : x;
    for (int32_t i = 0; i < TRIES; i++)
    {
        const int64_t at = x + (i % 2 ? -1 : 1) * ((i + 1) / 2) * APART;
        const loam_result result = loam_columns_fill(&source->recipe, &source->ground, at, 1, 1,
                                                     &column);
        if (result == LOAM_OK && column.water <= column.surface && column.slope < 0.5f)
        {
            return (loam_tile_pos){at, (int64_t)column.surface + 1};
        }
    }
    const int32_t top = column.water > column.surface ? column.water : column.surface;
    return (loam_tile_pos){x, (int64_t)top + 1};
}
