// SPDX-License-Identifier: MIT
#include "scene/blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The horizon around the viewer is known in COLUMNS directions, as the steepest line of sight over the ground
// up to some distance. Levels are looked at from the inside out; what a level hides it hides from the
// levels outside of it. A block is hidden if its highest corner lies below the horizon in all directions that
// it covers. Between two columns hills may be lower than in both: so the lowest of neighbouring columns
// counts, and a margin is kept.

enum
{
    COLUMNS = 512,
};

static const float margin = 0.015f;
static const float turn = 6.2831853f;

typedef struct horizon
{
    float rise[COLUMNS]; // of the line of sight, up per metre
    float east[COLUMNS], north[COLUMNS];
} horizon;

int32_t blocks_max(const clipmap *maps)
{
    const int32_t across = maps->def.side / maps->def.block;
    return across * across * maps->def.levels;
}

/// Follows the ground of a level outwards, from where the level inside it ends. What is drawn has fewer vertices
/// than the map, and may be lower than it: so the lowest around counts.
static void raise_horizon(const clipmap *maps, const camera *viewer, float eye, int32_t level,
                          horizon *h)
{
    const clipmap_level *const l = &maps->level[level];
    const float texel = 1.0f / (float)l->step, half = (float)(maps->def.side / 2);
    const float x = (float)((double)(viewer->x - l->x * l->step) + viewer->dx) * texel;
    const float z = (float)((double)(viewer->z - l->z * l->step) + viewer->dz) * texel;
    const float from = level == 0 ? 4 : half * 0.36f, to = half * 0.72f;
    if (fabsf(x - half) > half * 0.25f || fabsf(z - half) > half * 0.25f)
    {
        return; // the maps have not come along yet
    }
    for (int32_t i = 0; i < COLUMNS; i++)
    {
        float max = h->rise[i];
        for (float d = from; d < to; d += 3)
        {
            const int32_t cx = (int32_t)(x + h->east[i] * d) / CLIPMAP_CELL,
                          cz = (int32_t)(z + h->north[i] * d) / CLIPMAP_CELL;
            const float rise = (l->least[clipmap_cell_at(&maps->def, l, cx, cz)] - eye) * texel / d;
            max = rise > max ? rise : max;
        }
        h->rise[i] = max;
    }
}

static bool is_hidden(const horizon *h, const float low[3], const float high[3], float eye)
{
    const float cx[2] = {low[0], high[0]}, cz[2] = {low[2], high[2]};
    if (low[0] <= 0 && high[0] >= 0 && low[2] <= 0 && high[2] >= 0)
    {
        return false;
    }
    // Corners, as angles around the middle's.
    const float middle = atan2f(0.5f * (low[0] + high[0]), 0.5f * (low[2] + high[2]));
    float least = 0, max = 0, near = INFINITY, far = 0;
    for (int32_t i = 0; i < 4; i++)
    {
        const float x = cx[i & 1], z = cz[i >> 1], d = sqrtf(x * x + z * z);
        float off = atan2f(x, z) - middle;
        off -= off > turn / 2 ? turn : off < -turn / 2 ? -turn : 0;
        least = fminf(least, off);
        max = fmaxf(max, off);
        near = fminf(near, d);
        far = fmaxf(far, d);
    }
    const float nx = fmaxf(fmaxf(low[0], -high[0]), 0), nz = fmaxf(fmaxf(low[2], -high[2]), 0);
    near = fmaxf(sqrtf(nx * nx + nz * nz), 1);
    const float up = high[1] - eye, rise = up / (up > 0 ? near : far);
    const int32_t first = (int32_t)floorf((middle + least) / turn * COLUMNS) - 2;
    const int32_t last = (int32_t)floorf((middle + max) / turn * COLUMNS) + 2;
    for (int32_t i = first; i <= last; i++)
    {
        if (rise > h->rise[(i % COLUMNS + COLUMNS) % COLUMNS] - margin)
        {
            return false;
        }
    }
    return true;
}

float blocks_share_below(const clipmap *maps, const camera *viewer)
{
    const float above = (float)viewer->y -
                        clipmap_top(maps, viewer->x, viewer->z, viewer->dx, viewer->dz);
    return 0.8f * above / (float)(maps->def.side / 2);
}

int32_t blocks_first_level(const clipmap *maps, const camera *viewer)
{
    const float below = blocks_share_below(maps, viewer);
    int32_t level = 0;
    while (level + 2 < maps->def.levels && (float)maps->level[level].step < below)
    {
        level++;
    }
    return level;
}

/// Whether the level inside covers a block.
static bool is_inside(const clipmap *maps, int32_t level, int32_t first, int64_t x, int64_t z)
{
    if (level == first)
    {
        return false;
    }
    const clipmap_level *const in = &maps->level[level - 1], *const l = &maps->level[level];
    const int64_t x0 = in->x / 2 - l->x, z0 = in->z / 2 - l->z, half = maps->def.side / 2;
    return x >= x0 && z >= z0 && x < x0 + half && z < z0 + half;
}

/// Adds the block of a level at a texel, if it is in sight.
static void add_block(const clipmap *maps, const camera *viewer, const camera_frame *frame, block b,
                      const horizon *h, block_list *out)
{
    const clipmap_level *const l = &maps->level[(int32_t)b.level];
    const int64_t size = maps->def.block, x = (int64_t)b.x, z = (int64_t)b.z;
    const size_t i = clipmap_block_at(&maps->def, l, x / size, z / size);
    const float cx = (float)((l->x + x) * l->step - viewer->x) - (float)viewer->dx;
    const float cz = (float)((l->z + z) * l->step - viewer->z) - (float)viewer->dz;
    const float side = (float)(size * l->step);
    const float low[3] = {cx, l->low[i], cz}, high[3] = {cx + side, l->high[i], cz + side};
    if (!camera_sees(frame, low, high))
    {
        out->outside++;
        return;
    }
    if (is_hidden(h, low, high, frame->eye))
    {
        out->hidden++;
        return;
    }
    if (l->wet[i] < 2)
    {
        out->ground[out->ground_count++] = b;
    }
    if (l->wet[i] > 0)
    {
        out->water[out->water_count++] = b;
    }
}

/// Near blocks first: what they hide is not computed.
static void add_level(const clipmap *maps, const camera *viewer, const camera_frame *frame,
                      int32_t level, int32_t first, const horizon *h, block_list *out)
{
    const int64_t size = maps->def.block, across = maps->def.side / size;
    const clipmap_level *const l = &maps->level[level];
    const int64_t vx = loam_floor_div(loam_floor_div(viewer->x, l->step) - l->x, size);
    const int64_t vz = loam_floor_div(loam_floor_div(viewer->z, l->step) - l->z, size);
    for (int64_t ring = 0; ring < 2 * across; ring++)
    {
        for (int64_t i = 0; i < across * across; i++)
        {
            const int64_t x = i % across, z = i / across;
            const bool here = llabs(x - vx) + llabs(z - vz) == ring;
            if (here && !is_inside(maps, level, first, x * size, z * size))
            {
                const block b = {(float)(x * size), (float)(z * size), (float)level};
                add_block(maps, viewer, frame, b, h, out);
            }
        }
    }
}

void blocks_find(const clipmap *maps, const camera *viewer, const camera_frame *frame,
                 bool keep_hidden, block_list *out)
{
    horizon h;
    out->ground_count = out->water_count = out->outside = out->hidden = 0;
    for (int32_t i = 0; i < COLUMNS; i++)
    {
        const float angle = turn * ((float)i + 0.5f) / COLUMNS;
        h.rise[i] = -INFINITY;
        h.east[i] = sinf(angle);
        h.north[i] = cosf(angle);
    }
    const int32_t first = blocks_first_level(maps, viewer);
    for (int32_t level = first; level < maps->def.levels; level++)
    {
        add_level(maps, viewer, frame, level, first, &h, out);
        if (!keep_hidden)
        {
            raise_horizon(maps, viewer, frame->eye, level, &h);
        }
    }
}
