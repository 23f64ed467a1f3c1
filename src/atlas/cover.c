// SPDX-License-Identifier: MIT
#include "atlas/cover.h"

#include "base/small.h"
#include "land/surface/ramps.h"
#include "loam/jobs.h"
#include "loam/noise.h"
#include "loam/random.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

// How many trees there are follows from the land: from the weights of biomes, the warmth, how steep it is and
// how far a river is. Where they stand is a noise over places, the same at every scale: groves of some
// hundred metres, cut out at the height that leaves as much wood as there are trees, and on the closest maps
// single trees, each with a crown.

enum
{
    TREES_SEEN = 4, // single trees are
    GROVE_M = 1700, // the largest groves
    GROVE_OCTAVES = 8,
    DAPPLE_M = 90,
    DAPPLE_OCTAVES = 6,
    CROWN_M = 9, // from tree to tree
    ROWS = 16,
};

// How much of the ground trees and bushes cover.
static const float tree_shares[LOAM_BIOME_COUNT] = {
    [LOAM_BIOME_PLAINS] = 0.1f,     [LOAM_BIOME_GRASSLAND] = 0.12f, [LOAM_BIOME_HILLS] = 0.42f,
    [LOAM_BIOME_FOREST] = 0.8f,     [LOAM_BIOME_TAIGA] = 0.78f,     [LOAM_BIOME_TUNDRA] = 0.03f,
    [LOAM_BIOME_MOUNTAINS] = 0.38f, [LOAM_BIOME_RIDGES] = 0.2f,     [LOAM_BIOME_ALPINE] = 0.02f,
    [LOAM_BIOME_SAVANNA] = 0.2f,    [LOAM_BIOME_BADLANDS] = 0.03f,  [LOAM_BIOME_JUNGLE] = 0.97f,
    [LOAM_BIOME_SWAMP] = 0.5f,      [LOAM_BIOME_STEPPE] = 0.05f,    [LOAM_BIOME_CLIFF] = 0.1f,
};

typedef struct cover_work
{
    loam_noise groves, dapple, crowns, trees;
    map_tile *tile;
    bool has_trees; // single ones
    atomic_bool failed;
} cover_work;

// A fractal without octaves shorter than three steps.
static loam_result init_fractal(loam_noise *noise, double wavelength, int32_t octaves, int64_t step,
                                uint64_t seed, loam_isa isa)
{
    loam_noise_def def = loam_default_noise_def();
    def.wavelength = wavelength;
    def.octaves = octaves;
    def.persistence = 0.68;
    def.isa = isa;
    const loam_result result = loam_noise_init(noise, &def, seed);
    while (noise->def.octaves > 1 &&
           wavelength / (double)((int64_t)1 << (noise->def.octaves - 1)) < 3 * (double)step)
    {
        noise->def.octaves--; // the others keep their weights
    }
    return result;
}

static loam_result init_cells(loam_noise *noise, loam_cell_output output, uint64_t seed,
                              loam_isa isa)
{
    loam_noise_def def = loam_default_noise_def();
    def.kind = LOAM_NOISE_CELLULAR;
    def.cell = output;
    def.wavelength = CROWN_M;
    def.isa = isa;
    return loam_noise_init(noise, &def, seed);
}

static loam_result init_noises(cover_work *work, uint64_t land_seed, int64_t step, loam_isa isa)
{
    const uint64_t seed = loam_seed_derive(land_seed, "cover"),
                   trees = loam_seed_derive(seed, "trees");
    loam_result result = init_fractal(&work->groves, GROVE_M, GROVE_OCTAVES, step,
                                      loam_seed_derive(seed, "groves"), isa);
    result = result ? result
                    : init_fractal(&work->dapple, DAPPLE_M, DAPPLE_OCTAVES, step,
                                   loam_seed_derive(seed, "dapple"), isa);
    result = result ? result : init_cells(&work->crowns, LOAM_CELL_F1, trees, isa);
    return result ? result : init_cells(&work->trees, LOAM_CELL_VALUE, trees, isa);
}

// ---- places -----------------------------------------------------------------------------------------------

// How much of a place trees cover.
static float trees_at(const map_tile *tile, size_t p)
{
    float sum = 0;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        sum += tree_shares[b] * tile->of.weights[(size_t)b * tile->plane + p];
    }
    // Banks are green where little else is; trees need summers, and something to stand on.
    const float bank = land_ramp(tile->of.humidity[p], 0.12f, 0.3f) *
                       (1 - land_ramp(tile->of.river[p], 8, LAND_MAP_BANKS_M));
    sum += (0.6f - sum > 0 ? 0.6f - sum : 0) * bank;
    return sum * land_ramp(tile->of.temperature[p], -4, 0) *
           (1 - land_ramp(loam_map_tile_slope(tile, tile->of.height, p), 0.7f, 1.3f));
}

// Woods where the noise is above a height that leaves the wanted share.
static float woods_at(float share, float noise)
{
    const float height = 0.5f - share;
    return land_ramp(noise, height - 0.1f, height + 0.1f) * land_ramp(share, 0.005f, 0.05f);
}

// A tree is there if its random value, -1 .. 1, is within the share of the place that is wooded. At the rim
// of a wood trees are smaller, so that none is cut off where the wood ends.
static float single_tree(float woods, float value, float distance)
{
    const float within = loam_clamp01((woods - 0.5f - 0.5f * value) * 4);
    const float size = 0.4f * within;
    return within > 0 ? 1 - land_ramp(distance, size, size + 0.12f) : 0;
}

static void cover_rows(void *context, int64_t begin, int64_t end)
{
    const cover_work *work = context;
    map_tile *tile = work->tile;
    // A little further off single trees become the tint that they have together.
    const float singly = tile->area.step <= 2 ? 1 : 0.5f;
    const size_t w = (size_t)tile->area.w;
    for (size_t j = (size_t)begin; j < (size_t)end; j++)
    {
        for (size_t p = j * w + 1; p < j * w + w - 1; p++)
        {
            const bool inside = j > 0 && j + 1 < (size_t)tile->area.h;
            float woods = inside ? woods_at(trees_at(tile, p), tile->woods[p]) : 0;
            if (work->has_trees && inside)
            {
                const float *away = tile->tree_away + p; // lit from the north-west
                woods += (single_tree(woods, tile->tree_value[p], *away) - woods) * singly;
                tile->crown[p] = woods * (away[w - 1] - away[1 - (ptrdiff_t)w]) * singly;
            }
            tile->woods[p] = woods;
        }
    }
}

static void noise_rows(void *context, int64_t begin, int64_t end)
{
    cover_work *work = context;
    map_tile *tile = work->tile;
    const size_t first = (size_t)begin * (size_t)tile->area.w;
    const loam_noise_area area = {.x = tile->area.x,
                                  .y = tile->area.z + begin * tile->area.step,
                                  .step = tile->area.step,
                                  .w = tile->area.w,
                                  .h = (int32_t)(end - begin),
                                  .d = 1};
    loam_result result = loam_noise_grid2(&work->groves, tile->woods + first, area);
    result = result ? result : loam_noise_grid2(&work->dapple, tile->dapple + first, area);
    if (work->has_trees && !result)
    {
        result = loam_noise_grid2(&work->crowns, tile->tree_away + first, area);
        result = result ? result : loam_noise_grid2(&work->trees, tile->tree_value + first, area);
    }
    if (result != LOAM_OK)
    {
        atomic_store(&work->failed, true);
    }
}

loam_result loam_map_cover_fill(const loam_land *land, const loam_env *env, map_tile *tile)
{
    const size_t bytes = (size_t)tile->area.w * (size_t)tile->area.h * sizeof(float);
    memset(tile->crown, 0, bytes);
    if (tile->area.step > LAND_MAP_COVER_SCALE)
    {
        memset(tile->woods, 0, bytes);
        memset(tile->dapple, 0, bytes);
        return LOAM_OK;
    }
    cover_work work = {.tile = tile, .has_trees = tile->area.step <= TREES_SEEN};
    const loam_result result = init_noises(&work, loam_land_seed(land), tile->area.step, env->isa);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_jobs_for(env->jobs, tile->area.h, ROWS, noise_rows, &work);
    if (atomic_load(&work.failed))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "no noise over the map's area");
    }
    loam_jobs_for(env->jobs, tile->area.h, ROWS, cover_rows, &work);
    return LOAM_OK;
}
