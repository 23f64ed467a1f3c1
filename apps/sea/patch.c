// SPDX-License-Identifier: MIT
#include "sea/patch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Samples lie as loam_isles_heights has them, so ground is where the island's is, from near and from afar.

enum
{
    BED_SIDE = 33,
    TALL = 60, // m that a node rises to where only its gradient is shown
};

static loam_result make_room(patch_texels *p)
{
    const size_t n = (size_t)p->side * (size_t)p->side;
    p->heights = malloc(n * sizeof *p->heights);
    p->shapes = malloc(4 * n * sizeof *p->shapes);
    p->low = calloc(n, 4);
    p->high = calloc(n, 4);
    if (p->heights == NULL || p->shapes == NULL || p->low == NULL || p->high == NULL)
    {
        patch_destroy(p);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the ground of an island");
    }
    return LOAM_OK;
}

void patch_destroy(patch_texels *patch)
{
    free(patch->heights);
    free(patch->shapes);
    free(patch->low);
    free(patch->high);
    *patch = (patch_texels){0};
}

static float height_at(const patch_texels *p, int32_t i, int32_t j)
{
    const int32_t last = p->side - 1;
    i = i < 0 ? 0 : i > last ? last : i;
    j = j < 0 ? 0 : j > last ? last : j;
    return p->heights[(size_t)j * (size_t)p->side + (size_t)i];
}

/// How much of the sky is seen: less where what lies around is higher.
static float openness(const patch_texels *p, int32_t i, int32_t j)
{
    static const int8_t ways[8][2] = {{1, 0}, {0, 1},  {-1, 0}, {0, -1},
                                      {2, 2}, {-2, 2}, {2, -2}, {-2, -2}};
    const float here = height_at(p, i, j);
    float sum = 0;
    for (int32_t k = 0; k < 8; k++)
    {
        const int32_t reach = 3;
        const float rise = height_at(p, i + reach * ways[k][0], j + reach * ways[k][1]) - here;
        const float way = (float)(reach * p->step) * (k < 4 ? 1.0f : 2.828f);
        const float slope = fmaxf(rise / way, 0);
        sum += slope / sqrtf(1 + slope * slope);
    }
    return 1 - 0.75f * sum / 8;
}

static void find_shapes(patch_texels *p)
{
    p->lowest = p->highest = p->heights[0];
    for (int32_t j = 0; j < p->side; j++)
    {
        for (int32_t i = 0; i < p->side; i++)
        {
            const size_t at = (size_t)j * (size_t)p->side + (size_t)i;
            const float across = 2.0f * (float)p->step;
            const float east = (height_at(p, i + 1, j) - height_at(p, i - 1, j)) / across;
            const float north = (height_at(p, i, j + 1) - height_at(p, i, j - 1)) / across;
            const float scale = 1 / sqrtf(1 + east * east + north * north);
            p->shapes[4 * at] = -east * scale;
            p->shapes[4 * at + 1] = -north * scale;
            p->shapes[4 * at + 2] = openness(p, i, j);
            p->shapes[4 * at + 3] = p->heights[at];
            p->lowest = fminf(p->lowest, p->heights[at]);
            p->highest = fmaxf(p->highest, p->heights[at]);
        }
    }
}

// ---- from maps ------------------------------------------------------------------------------------

/// The highest of what nodes give by a function of their maps, above the bed.
static float of_nodes(const loam_isle_maps *maps, size_t at, loam_isle_stage stage)
{
    float max = 0, sum = 0;
    for (int32_t i = 0; i < maps->isle.node_count; i++)
    {
        const size_t k = (size_t)i * maps->samples + at;
        const float gradient = maps->gradients[k];
        const float noise = stage >= LOAM_ISLE_NOISE ? maps->noises[k] : 1;
        max = fmaxf(max, TALL * gradient * noise);
        sum += stage >= LOAM_ISLE_PRODUCT ? maps->products[k] : 0;
    }
    return stage >= LOAM_ISLE_PRODUCT ? sum : max;
}

static float height_of(const loam_isles_def *def, const loam_isle_maps *maps, size_t at,
                       loam_isle_stage stage)
{
    return stage >= LOAM_ISLE_FLATS       ? maps->heights[at]
           : stage >= LOAM_ISLE_SUM       ? maps->sums[at]
           : stage >= LOAM_ISLE_GRADIENTS ? of_nodes(maps, at, stage) - def->depth
                                          : -def->depth;
}

/// What the ground is made of; before blends are there it is of the lowest ground.
static const uint8_t *blends_of(const loam_isle_maps *maps, loam_isle_stage stage)
{
    return stage >= LOAM_ISLE_FLATS    ? maps->terrains
           : stage >= LOAM_ISLE_ROCK   ? maps->rocks
           : stage >= LOAM_ISLE_BLENDS ? maps->blends
                                       : NULL;
}

loam_result patch_of_maps(const loam_isles_def *def, const loam_isle_maps *maps,
                          loam_isle_stage stage, patch_texels *out)
{
    *out = (patch_texels){.x = maps->x, .z = maps->z, .step = maps->cell, .side = maps->side};
    const loam_result result = make_room(out);
    const uint8_t *const blends = blends_of(maps, stage);
    for (size_t i = 0; i < maps->samples && result == LOAM_OK; i++)
    {
        out->heights[i] = height_of(def, maps, i, stage);
        if (blends == NULL)
        {
            out->low[4 * i] = 255;
            continue;
        }
        memcpy(out->low + 4 * i, blends + LOAM_ISLE_MAX_TERRAINS * i, 4);
        memcpy(out->high + 4 * i, blends + LOAM_ISLE_MAX_TERRAINS * i + 4, 4);
    }
    if (result == LOAM_OK)
    {
        find_shapes(out);
    }
    return result;
}

// ---- from heights alone -----------------------------------------------------------------------------

static loam_result fill_heights(loam_isles *isles, patch_texels *p)
{
    const loam_isles_area area = {
        .x = p->x, .z = p->z, .step = p->step, .w = p->side, .h = p->side};
    const loam_result result = loam_isles_heights(isles, area, p->heights);
    if (result == LOAM_OK)
    {
        find_shapes(p);
    }
    return result;
}

/// Shares of terrains at a height: one goes over to the next about where that begins.
static void mix_terrains(const loam_isle_type *type, float height, float slope,
                         float shares[PATCH_KINDS])
{
    int32_t top = 0;
    memset(shares, 0, PATCH_KINDS * sizeof *shares);
    shares[0] = 1;
    for (int32_t i = 1; i < type->terrain_count; i++)
    {
        const float up = (height - type->terrains[i].from) / fmaxf(type->blend, 0.1f) + 0.5f;
        const float share = fminf(fmaxf(up, 0), 1);
        for (int32_t k = 0; k < i; k++)
        {
            shares[k] *= 1 - share;
        }
        shares[i] = share;
        top = share > 0 ? i : top;
    }
    if (type->steep >= 0)
    {
        const float wide = fmaxf(type->slope.high - type->slope.low, 0.01f);
        const float steep = fminf(fmaxf((slope - type->slope.low) / wide, 0), 1);
        for (int32_t k = 0; k <= top; k++)
        {
            shares[k] *= 1 - steep;
        }
        shares[type->steep] += steep;
    }
}

static void guess_terrains(const loam_isle_type *type, patch_texels *p)
{
    const size_t n = (size_t)p->side * (size_t)p->side;
    for (size_t i = 0; i < n; i++)
    {
        float shares[PATCH_KINDS];
        const float *const shape = p->shapes + 4 * i;
        const float flat = shape[0] * shape[0] + shape[1] * shape[1];
        mix_terrains(type, p->heights[i], sqrtf(flat / fmaxf(1 - flat, 0.01f)), shares);
        for (int32_t k = 0; k < 4; k++)
        {
            p->low[4 * i + (size_t)k] = (uint8_t)(255 * shares[k] + 0.5f);
            p->high[4 * i + (size_t)k] = (uint8_t)(255 * shares[k + 4] + 0.5f);
        }
    }
}

loam_result patch_of_heights(loam_isles *isles, const loam_isle *isle, int32_t side,
                             patch_texels *out)
{
    const int32_t step = (2 * isle->radius + side - 2) / (side - 1);
    const int32_t half = step * (side - 1) / 2;
    *out = (patch_texels){.x = isle->x - half, .z = isle->z - half, .step = step, .side = side};
    loam_result result = make_room(out);
    result = result == LOAM_OK ? fill_heights(isles, out) : result;
    if (result == LOAM_OK)
    {
        guess_terrains(&loam_isles_get_def(isles)->types[isle->type], out);
    }
    return result;
}

loam_result patch_of_bed(loam_isles *isles, int64_t slot_x, int64_t slot_z, patch_texels *out)
{
    const int32_t slot = loam_isles_get_def(isles)->slot;
    *out = (patch_texels){.x = slot_x * slot,
                          .z = slot_z * slot,
                          .step = (slot + BED_SIDE - 2) / (BED_SIDE - 1),
                          .side = BED_SIDE};
    loam_result result = make_room(out);
    result = result == LOAM_OK ? fill_heights(isles, out) : result;
    for (size_t i = 0; i < BED_SIDE * BED_SIDE && result == LOAM_OK; i++)
    {
        out->low[4 * i] = 255;
    }
    return result;
}
