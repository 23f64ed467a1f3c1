// SPDX-License-Identifier: MIT
#include "scene/stale.h"

#include <math.h>
#include <string.h>

// Light is found by looking over the hills around, in coarser levels the farther they are: so a change in one
// level may be seen in all finer ones. Mostly it is not, so those tiles are only doubtful and come last.

enum
{
    GROUND_LEVEL = 3, // the finest level that grounds are taken from, as weights.glsl has it
    PASSES = 5,
};

static uint64_t bit_of(int32_t x, int32_t y)
{
    return (uint64_t)1 << (y * STALE_ACROSS + x);
}

uint64_t stale_touched(int32_t side, stale_part part)
{
    const int32_t tile = side / STALE_ACROSS;
    uint64_t mask = 0;
    for (int32_t y = part.y / tile; y <= (part.y + part.h - 1) / tile; y++)
    {
        for (int32_t x = part.x / tile; x <= (part.x + part.w - 1) / tile; x++)
        {
            mask |= bit_of(x, y);
        }
    }
    return mask;
}

void stale_doubt(stale_tiles *tiles, stale_kind kind, int32_t levels)
{
    for (int32_t i = 0; i < levels; i++)
    {
        tiles->doubtful[kind][i] = STALE_WHOLE;
    }
}

void stale_mark(stale_tiles *tiles, int32_t level, uint64_t changed)
{
    tiles->changed[STALE_LIGHT][level] |= changed;
    tiles->changed[STALE_PAINT][level] |= changed;
    if (changed != 0)
    {
        stale_doubt(tiles, STALE_LIGHT, level + 1);
        stale_doubt(tiles, STALE_PAINT, level == GROUND_LEVEL ? GROUND_LEVEL : 0);
    }
}

bool stale_any(const stale_tiles *tiles, stale_kind kind)
{
    uint64_t any = 0;
    for (int32_t i = 0; i < CLIPMAP_MAX_LEVELS; i++)
    {
        any |= tiles->changed[kind][i] | tiles->doubtful[kind][i];
    }
    return any != 0;
}

// ---- which are needed -----------------------------------------------------------------------------

/// Whether the camera sees a tile of the window, by the heights of its blocks.
static bool is_seen(const clipmap *maps, const clipmap_level *l, const camera *from,
                    const camera_frame *frame, int32_t x, int32_t z)
{
    const int32_t across = maps->def.side / maps->def.block, blocks = across / STALE_ACROSS;
    const int64_t tile = maps->def.side / STALE_ACROSS;
    float low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < blocks * blocks; i++)
    {
        const size_t at = clipmap_block_at(&maps->def, l, x * blocks + i % blocks,
                                           z * blocks + i / blocks);
        low = fminf(low, l->low[at]);
        high = fmaxf(high, l->high[at]);
    }
    const float west = (float)((l->x + x * tile) * l->step - from->x) - (float)from->dx;
    const float south = (float)((l->z + z * tile) * l->step - from->z) - (float)from->dz;
    const float size = (float)(tile * l->step);
    const float corner[3] = {west, low, south}, other[3] = {west + size, high, south + size};
    return camera_sees(frame, corner, other);
}

/// How far the nearest and the farthest texel of a tile are from the viewer on one axis.
static void find_reach(float viewer, float from, float to, float *near, float *far)
{
    *near = fmaxf(fmaxf(from - viewer, viewer - to), 0);
    *far = fmaxf(fabsf(from - viewer), fabsf(to - viewer));
}

static void add_need(const clipmap *maps, const camera *from, const camera_frame *frame,
                     float reach, int32_t level, bool is_first, stale_need *out)
{
    const clipmap_level *const l = &maps->level[level];
    const int32_t tile = maps->def.side / STALE_ACROSS, mask = STALE_ACROSS - 1;
    const float vx = (float)((double)(from->x - l->x * l->step) + from->dx) / (float)l->step;
    const float vz = (float)((double)(from->z - l->z * l->step) + from->dz) / (float)l->step;
    // Inside of it the next finer level is all that is drawn.
    const float inner = is_first ? 0 : 0.4f * reach;
    for (int32_t i = 0; i < STALE_ACROSS * STALE_ACROSS; i++)
    {
        const int32_t x = i % STALE_ACROSS, z = i / STALE_ACROSS;
        float near_x, far_x, near_z, far_z;
        find_reach(vx, (float)(x * tile), (float)((x + 1) * tile), &near_x, &far_x);
        find_reach(vz, (float)(z * tile), (float)((z + 1) * tile), &near_z, &far_z);
        if (fmaxf(near_x, near_z) > reach || fmaxf(far_x, far_z) < inner)
        {
            continue;
        }
        const uint64_t bit = bit_of((int32_t)((l->x / tile + x) & mask),
                                    (int32_t)((l->z / tile + z) & mask));
        out->used[level] |= bit;
        out->seen[level] |= is_seen(maps, l, from, frame, x, z) ? bit : 0;
    }
}

void stale_find_need(const clipmap *maps, const camera *from, const camera_frame *frame,
                     float reach, int32_t first, stale_need *out)
{
    *out = (stale_need){0};
    for (int32_t i = first; i < maps->def.levels; i++)
    {
        add_need(maps, from, frame, reach, i, i == first, out);
    }
}

// ---- taking ---------------------------------------------------------------------------------------

/// The tiles of a level that a pass is about.
static uint64_t due_in(const stale_tiles *tiles, const stale_need *need, stale_kind kind,
                       int32_t level, int32_t pass)
{
    const uint64_t changed = tiles->changed[kind][level], doubtful = tiles->doubtful[kind][level];
    const uint64_t due[PASSES] = {changed & need->seen[level], changed & need->used[level],
                                  doubtful & need->seen[level], doubtful & need->used[level],
                                  changed | doubtful};
    return due[pass];
}

/// The lowest bits of a mask, at most so many.
static uint64_t some_of(uint64_t mask, int32_t *count)
{
    uint64_t some = 0;
    for (; mask != 0 && *count > 0; (*count)--)
    {
        some |= mask & (~mask + 1);
        mask &= mask - 1;
    }
    return some;
}

void stale_take(stale_tiles *tiles, const stale_need *need, int32_t kinds, int32_t budget,
                stale_levels taken[STALE_KINDS])
{
    memset(taken, 0, STALE_KINDS * sizeof taken[0]);
    for (int32_t i = 0; i < PASSES * CLIPMAP_MAX_LEVELS * kinds && budget > 0; i++)
    {
        const int32_t kind = i % kinds, level = i / kinds % CLIPMAP_MAX_LEVELS;
        const int32_t pass = i / kinds / CLIPMAP_MAX_LEVELS;
        const uint64_t due = due_in(tiles, need, (stale_kind)kind, level, pass);
        const uint64_t some = some_of(due, &budget);
        taken[kind][level] |= some;
        tiles->changed[kind][level] &= ~some;
        tiles->doubtful[kind][level] &= ~some;
    }
}

bool stale_next_part(uint64_t *mask, int32_t side, stale_part *out)
{
    enum
    {
        ROW = (1 << STALE_ACROSS) - 1
    };
    const int32_t tile = side / STALE_ACROSS;
    int32_t y = 0, x = 0, w = 1, h = 1;
    if (*mask == 0)
    {
        return false;
    }
    for (; (*mask >> (y * STALE_ACROSS) & ROW) == 0; y++)
    {
    }
    const uint64_t row = *mask >> (y * STALE_ACROSS) & ROW;
    for (; (row >> x & 1) == 0; x++)
    {
    }
    for (; x + w < STALE_ACROSS && (row >> (x + w) & 1) != 0; w++)
    {
    }
    const uint64_t run = (((uint64_t)1 << w) - 1) << x;
    for (; y + h < STALE_ACROSS && (*mask >> ((y + h) * STALE_ACROSS) & run) == run; h++)
    {
    }
    for (int32_t i = 0; i < h; i++)
    {
        *mask &= ~(run << ((y + i) * STALE_ACROSS));
    }
    *out = (stale_part){x * tile, y * tile, w * tile, h * tile};
    return true;
}
