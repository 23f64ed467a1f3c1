// SPDX-License-Identifier: MIT
#include "land/surface/block_work.h"

#include <math.h>
#include <string.h>

// The biomes of a block. On the finest graph their weights are known at control points and curves run between
// them; on the coarser ones, whose control points lie far apart, they are found at every sample, so that
// peaks have their own climate.

// Slopes that the ground of flat land has on finer graphs and not on this: without them all of it would be
// swamp, and a half of it would not once the finest graph shows its hills. Set so that the mean shares are
// the same at the steps where graphs change.
static const float unseen_slope[LOAM_LAND_LEVELS] = {0.0142f, 0.0137f, 0};

bool loam_land_weighed_at_samples(const block_work *work)
{
    return work->block->level < LAND_FINEST || work->block->step >= work->grid.spacing;
}

loam_land_place loam_land_place_at(const weigh_grid *grid, int32_t i, int32_t j)
{
    const size_t p = (size_t)j * (size_t)grid->w + (size_t)i;
    const float slope = grid->values[LAND_POINT_SLOPE][p], unseen = grid->unseen_slope;
    return (loam_land_place){
        .x = grid->x + i * grid->step,
        .z = grid->z + j * grid->step,
        .base = grid->values[LAND_HEIGHT][p],
        .temperature = grid->values[LAND_TEMPERATURE][p],
        .rain = grid->values[LAND_RAIN][p],
        .humidity = grid->values[LAND_HUMIDITY][p],
        .soil = grid->values[LAND_SOIL][p],
        .ruggedness = grid->values[LAND_RUGGEDNESS][p],
        .slope = unseen > 0 ? sqrtf(slope * slope + unseen * unseen) : slope,
        .coast = grid->values[LAND_POINT_COAST][p],
    };
}

weigh_grid loam_land_weigh_grid(block_work *work, bool at_samples)
{
    const land_block *block = work->block;
    weigh_grid grid = {.x = work->grid.x,
                       .z = work->grid.z,
                       .step = work->grid.spacing,
                       .w = work->grid.w,
                       .h = work->grid.h};
    if (at_samples)
    {
        grid = (weigh_grid){
            .x = block->x, .z = block->z, .step = block->step, .w = block->w, .h = block->h};
    }
    grid.unseen_slope = unseen_slope[block->level];
    for (int32_t k = 0; k < LAND_POINT_VALUES; k++)
    {
        const bool used = k != LAND_FLOW_ROOT && k != LAND_SPARE_1 && k < LAND_POINT_EAST;
        grid.values[k] = at_samples && used ? loam_land_block_place(work, k) : work->points[k];
    }
    if (at_samples)
    {
        grid.values[LAND_HEIGHT] = work->base;
    }
    return grid;
}

// Samples that are weighed together: a line of the cache of each of some forty values, which would push each other
// out of it if one sample of each were touched at a time.
enum
{
    WEIGHED = 16
};

/// Those at (i, j) of the grid and right of it, and which controls and biomes have been met so far.
typedef struct weighed_run
{
    float controls[LAND_CONTROLS][WEIGHED], weights[LOAM_MAX_LAND_BIOMES][WEIGHED];
    bool has_control[LAND_CONTROLS], has_weight[LOAM_MAX_LAND_BIOMES];
} weighed_run;

static void weigh_run(block_work *work, const weigh_grid *grid, int32_t i, int32_t j,
                      weighed_run *run)
{
    const int32_t count = grid->w - i < WEIGHED ? grid->w - i : WEIGHED;
    const size_t p = (size_t)j * (size_t)grid->w + (size_t)i;
    for (int32_t n = 0; n < count; n++)
    {
        const loam_land_place place = loam_land_place_at(grid, i + n, j);
        float weights[LOAM_MAX_LAND_BIOMES], controls[LAND_CONTROLS];
        loam_land_biome_weights(&work->kit->biomes, &place, weights);
        loam_land_relief_controls(&work->kit->relief, weights, &place, controls);
        for (int32_t k = 0; k < LAND_CONTROLS; k++)
        {
            run->controls[k][n] = controls[k];
            run->has_control[k] |= controls[k] > 0;
        }
        for (int32_t b = 0; b < work->biomes; b++)
        {
            run->weights[b][n] = weights[b];
            run->has_weight[b] |= weights[b] > 0;
        }
    }
    for (int32_t k = 0; k < LAND_CONTROLS; k++)
    {
        memcpy(work->controls[k] + p, run->controls[k], (size_t)count * sizeof(float));
    }
    for (int32_t b = 0; b < work->biomes; b++)
    {
        memcpy(work->weights[b] + p, run->weights[b], (size_t)count * sizeof(float));
    }
}

void loam_land_block_weigh(block_work *work)
{
    const weigh_grid grid = loam_land_weigh_grid(work, loam_land_weighed_at_samples(work));
    const size_t count = (size_t)grid.w * (size_t)grid.h;
    weighed_run run = {.has_control = {0}};
    for (int32_t k = 0; k < LAND_CONTROLS; k++)
    {
        work->controls[k] = land_take_floats(work->arena, count);
    }
    for (int32_t b = 0; b < work->biomes; b++)
    {
        work->weights[b] = land_take_floats(work->arena, count);
    }
    for (int32_t j = 0; j < grid.h; j++)
    {
        for (int32_t i = 0; i < grid.w; i += WEIGHED)
        {
            weigh_run(work, &grid, i, j, &run);
        }
    }
    for (int32_t k = 0; k < LAND_CONTROLS; k++)
    {
        work->controls[k] = run.has_control[k] ? work->controls[k] : NULL;
    }
    for (int32_t b = 0; b < work->biomes; b++)
    {
        work->weights[b] = run.has_weight[b] ? work->weights[b] : NULL;
    }
}

const float *loam_land_block_weight(block_work *work, int32_t biome)
{
    if (loam_land_weighed_at_samples(work))
    {
        return work->weights[biome];
    }
    loam_land_spline_fill(&work->splines, work->block, &work->grid, work->weights[biome],
                          work->shown[0]);
    return work->shown[0];
}

// ---- answers --------------------------------------------------------------------------------------------

// Below the sea its biomes count, above it those of the land, whatever the mixture says.
static bool biome_fits(int32_t biome, bool sea)
{
    if (biome == LOAM_BIOME_ICE || biome >= LOAM_BIOME_COUNT)
    {
        return true;
    }
    return sea == (biome == LOAM_BIOME_OCEAN || biome == LOAM_BIOME_SHELF);
}

static void put_biomes(block_work *work)
{
    const size_t count = land_samples_of(work);
    float *best = land_take_floats(work->arena, count);
    for (size_t i = 0; i < count; i++)
    {
        best[i] =
            0; // a biome that is not here never wins, whether or not there is some of it in the block
        work->out->biome[i] = work->base[i] < 0 ? LOAM_BIOME_SHELF : LOAM_BIOME_BEACH;
    }
    for (int32_t b = 0; b < work->biomes; b++)
    {
        if (work->weights[b] == NULL)
        {
            continue;
        }
        const float *weight = loam_land_block_weight(work, b);
        for (size_t i = 0; i < count; i++)
        {
            if (weight[i] > best[i] && biome_fits(b, work->base[i] < 0))
            {
                best[i] = weight[i];
                work->out->biome[i] = (uint8_t)b;
            }
        }
    }
}

static void put_weights(block_work *work)
{
    const size_t count = land_samples_of(work);
    for (int32_t b = 0; b < work->biomes; b++)
    {
        float *out = work->out->weights + (size_t)b * count;
        if (work->weights[b] == NULL)
        {
            memset(out, 0, count * sizeof *out);
        }
        else if (loam_land_weighed_at_samples(work))
        {
            memcpy(out, work->weights[b], count * sizeof *out);
        }
        else
        {
            loam_land_spline_fill(&work->splines, work->block, &work->grid, work->weights[b], out);
        }
    }
}

void loam_land_block_answer(block_work *work)
{
    const size_t bytes = land_samples_of(work) * sizeof(float);
    const struct
    {
        float *to;
        int32_t value;
    } wanted[] = {
        {work->out->temperature, LAND_TEMPERATURE}, {work->out->rain, LAND_RAIN},
        {work->out->humidity, LAND_HUMIDITY},       {work->out->soil, LAND_SOIL},
        {work->out->ruggedness, LAND_RUGGEDNESS},   {work->out->coast, LAND_POINT_COAST},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    {
        if (wanted[i].to != NULL)
        {
            memcpy(wanted[i].to, loam_land_block_place(work, wanted[i].value), bytes);
        }
    }
    if (work->out->flow != NULL)
    {
        const float *root = loam_land_block_place(work, LAND_FLOW_ROOT);
        for (size_t i = 0; i < land_samples_of(work); i++)
        {
            work->out->flow[i] = root[i] * root[i] * root[i] * root[i];
        }
    }
    if (work->out->base != NULL)
    {
        memcpy(work->out->base, work->base, bytes);
    }
    if (work->out->weights != NULL)
    {
        put_weights(work);
    }
    if (work->out->biome != NULL)
    {
        put_biomes(work);
    }
}
