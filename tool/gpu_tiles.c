// SPDX-License-Identifier: MIT
#include "gpu.h"

#include <string.h>

// Tiles of a device beside those of the processor, chunk by chunk.

enum
{
    SIDE = 112, // of an area; neither a chunk's nor a whole number of words
    SCAN = 4096,
    SCAN_STEP = 512,
    CHANGES = 5
};

typedef struct tile_compare
{
    loam_gpu *gpu;
    loam_tile_defs defs;
    uint64_t seed;
    loam_tile_source *source; // of both
    loam_tile_column columns[SCAN];
    loam_tile expected[SIDE * SIDE], got[SIDE * SIDE];
    gpu_tile_comparison *out;
} tile_compare;

static void note_difference(tile_compare *c, loam_tile_area area, int32_t i)
{
    if (c->out->differing++ == 0)
    {
        c->out->version = c->defs.version;
        c->out->seed = c->seed;
        c->out->at = (loam_tile_pos){area.x + i % area.w, area.y + i / area.w};
        c->out->expected = c->expected[i];
        c->out->got = c->got[i];
    }
}

/// The area whose middle is at (x, y).
static loam_result compare_at(tile_compare *c, int64_t x, int64_t y)
{
    const loam_tile_area area = {x - SIDE / 2, y - SIDE / 2, SIDE, SIDE};
    memset(c->got, 0xee, sizeof c->got);
    loam_result result = loam_tile_source_fill(c->source, area, c->expected);
    result = result == LOAM_OK ? loam_gpu_tiles_fill(c->gpu, c->source, area, c->got) : result;
    for (int32_t i = 0; i < SIDE * SIDE && result == LOAM_OK; i++)
    {
        if (memcmp(&c->expected[i], &c->got[i], sizeof c->got[i]) != 0)
        {
            note_difference(c, area, i);
        }
    }
    c->out->areas += result == LOAM_OK;
    c->out->tiles += result == LOAM_OK ? SIDE * SIDE : 0;
    return result;
}

static loam_result compare_column(tile_compare *c, int64_t x)
{
    loam_tile_column column;
    loam_result result = loam_tile_source_columns(c->source, x, 1, 1, &column);
    const int64_t heights[] = {column.surface, column.surface - 250, column.surface - 1600,
                               -(INT64_C(1) << 40)};
    for (size_t i = 0; i < sizeof heights / sizeof *heights && result == LOAM_OK; i++)
    {
        result = compare_at(c, x, heights[i]);
    }
    c->out->biomes |= 1u << column.biome;
    return result;
}

/// The surface of every biome that is found.
static loam_result compare_biomes(tile_compare *c)
{
    const int64_t first = -(int64_t)SCAN_STEP * (SCAN / 2);
    uint32_t seen = 0;
    loam_result result = loam_tile_source_columns(c->source, first, SCAN_STEP, SCAN, c->columns);
    for (int32_t i = 0; i < SCAN && result == LOAM_OK; i++)
    {
        const uint32_t bit = 1u << c->columns[i].biome;
        if ((seen & bit) == 0)
        {
            seen |= bit;
            result = compare_at(c, first + i * (int64_t)SCAN_STEP, c->columns[i].surface - 20);
        }
    }
    c->out->biomes |= seen;
    return result;
}

static loam_result begin_world(tile_compare *c, uint64_t seed)
{
    const loam_env env = loam_default_env();
    loam_tile_source_destroy(c->source);
    c->source = NULL;
    c->seed = seed;
    return loam_tile_source_create(&env, &c->defs, seed, &c->source);
}

/// A version of the built-in definitions.
static loam_result compare_version(tile_compare *c, int32_t version)
{
    static const int64_t columns[] = {0, INT64_C(1) << 40, -(INT64_C(1) << 40), -54321};
    loam_result result = loam_tile_defs_init_version(&c->defs, version);
    for (uint64_t seed = 1; seed <= GPU_TILE_SEEDS && result == LOAM_OK; seed++)
    {
        result = begin_world(c, seed * UINT64_C(0x9e3779b97f4a7c15));
        for (size_t i = 0; i < sizeof columns / sizeof *columns && result == LOAM_OK; i++)
        {
            result = compare_column(c, columns[i]);
        }
    }
    return result == LOAM_OK ? compare_biomes(c) : result;
}

// ---- other definitions ----------------------------------------------------------------------------

static void flood_all(loam_tile_defs *defs)
{
    defs->ground.pool_width = 8;
    defs->ground.pool_height = 9;
    defs->ground.deep_pools = 0.5f;
    defs->ground.lava_pools = 1;
    defs->ground.lava_top = 0;
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        defs->biomes[i].pools = 1;
        defs->biomes[i].lakes = 1;
    }
}

static void wander_far(loam_tile_defs *defs)
{
    defs->ground.border_wander = 500;
    defs->ground.border_dither = 300;
    defs->ground.strip_width = 100;
    defs->ground.layer_wander = 10000;
    defs->ground.strata_share = 1;
    defs->ground.pebble_share = 1;
    for (int32_t i = 0; i < 6; i++)
    {
        defs->ground.ore_shares[i] = 0.3f;
    }
}

/// What definitions from a file may be.
static void change(loam_tile_defs *defs, int32_t number)
{
    switch (number)
    {
    case 0:
        defs->blocks.iterations = 0;
        defs->walls.iterations = 3;
        break;
    case 1:
        defs->blocks.iterations = LOAM_MAX_CONSOLIDATION;
        defs->walls.iterations = 0;
        break;
    case 2:
        flood_all(defs);
        break;
    case 3:
        wander_far(defs);
        break;
    default:
        defs->ground.climate_wavelength = 64;
        defs->ground.mix_gain = 1;
        defs->ground.wide_octaves = 5;
        defs->ground.cave_threshold = 0.7f;
        break;
    }
}

static loam_result compare_changes(tile_compare *c)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < CHANGES && result == LOAM_OK; i++)
    {
        loam_tile_defs_init(&c->defs);
        change(&c->defs, i);
        result = begin_world(c, 99 + (uint64_t)i);
        result = result == LOAM_OK ? compare_column(c, 1000 * i) : result;
    }
    return result;
}

loam_result gpu_compare_tiles(loam_gpu *gpu, gpu_tile_comparison *out)
{
    const loam_env env = loam_default_env();
    tile_compare *const c = loam_alloc(&env, sizeof *c);
    *out = (gpu_tile_comparison){0};
    if (c == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    c->gpu = gpu;
    c->source = NULL;
    c->out = out;
    loam_result result = LOAM_OK;
    for (int32_t version = 1; version <= LOAM_TILES_VERSION && result == LOAM_OK; version++)
    {
        result = compare_version(c, version);
    }
    result = result == LOAM_OK ? compare_changes(c) : result;
    loam_tile_source_destroy(c->source);
    loam_free(&env, c, sizeof *c);
    return result;
}
