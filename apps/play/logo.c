// SPDX-License-Identifier: MIT
#include "play/logo.h"

#include "loam/loam.h"

// Letters as the world would grow them: soil with stones in it, grass where the sky is above, blades here
// and there. Each letter of the plan is two tiles wide and high.

enum
{
    PLAN_W = 37,
    PLAN_H = 8,
    W = 2 * PLAN_W,
    SKY = 2, // rows above for the blades
    H = 2 * PLAN_H + SKY,
    STONY = 9, // tiles below the grass where stones begin
};

static const char plan[PLAN_H][PLAN_W + 1] = {
    "###.......######....####...###....###", //
    "###......########..######..####..####", //
    "###......###..###.###..###.##########", //
    "###......###..###.###..###.##########", //
    "###......###..###.########.###.##.###", //
    "###......###..###.########.###....###", //
    "########.########.###..###.###....###", //
    "########..######..###..###.###....###", //
};

static bool is_earth(int32_t x, int32_t y)
{
    y -= SKY;
    if (x < 0 || y < 0 || x >= W || y >= 2 * PLAN_H)
    {
        return false;
    }
    return plan[y / 2][x / 2] == '#';
}

/// How many tiles of earth are above.
static int32_t depth_of(int32_t x, int32_t y)
{
    int32_t depth = 0;
    while (is_earth(x, y - 1 - depth))
    {
        depth++;
    }
    return depth;
}

static loam_colour one_of(const uint32_t *colours, uint32_t count, int32_t x, int32_t y)
{
    const uint64_t seed = loam_seed_at(17, x, y, 0);
    return loam_rgb(colours[loam_random_below(seed, 0, count)]);
}

static loam_colour colour_of(int32_t x, int32_t y)
{
    static const uint32_t blades[] = {0x8fc94a, 0x7cb83f}, grass[] = {0x6fae3a, 0x63a035, 0x5a9431};
    static const uint32_t roots[] = {0x5f8a34, 0x7a5a36, 0x84613a};
    static const uint32_t soil[] = {0x7d5836, 0x755231, 0x6c4b2d, 0x845e3b, 0x755231};
    static const uint32_t stone[] = {0x7b7570, 0x6d6762, 0x65492f, 0x5d432b, 0x65492f, 0x5d432b};
    if (!is_earth(x, y))
    {
        return one_of(blades, 2, x, y);
    }
    const int32_t depth = depth_of(x, y);
    return depth == 0      ? one_of(grass, 3, x, y)
           : depth == 1    ? one_of(roots, 3, x, y)
           : depth < STONY ? one_of(soil, 5, x, y)
                           : one_of(stone, 6, x, y);
}

static bool is_blade(int32_t x, int32_t y)
{
    const uint64_t seed = loam_seed_at(23, x, 0, 0);
    const bool above = is_earth(x, y + 1) ||
                       (is_earth(x, y + 2) && loam_random_below(seed, 1, 3) == 0);
    return !is_earth(x, y) && above && loam_random_below(seed, 0, 3) == 0;
}

/// The outer corners are worn.
static bool is_worn(int32_t x, int32_t y)
{
    const bool left = is_earth(x - 1, y), right = is_earth(x + 1, y);
    const bool up = is_earth(x, y - 1), down = is_earth(x, y + 1);
    return (!left && !down) || (!right && !down) || (!up && (!left || !right));
}

static bool is_drawn(int32_t x, int32_t y)
{
    return is_earth(x, y) ? !is_worn(x, y) : is_blade(x, y);
}

void logo_size(int32_t tile, int32_t *w, int32_t *h)
{
    *w = W * tile;
    *h = H * tile;
}

void logo_draw(painter *paint, int32_t x, int32_t y, int32_t tile)
{
    const loam_colour shadow = {0, 0, 0, 110};
    for (int32_t i = 0; i < W * H; i++)
    {
        if (is_drawn(i % W, i / W))
        {
            painter_fill(paint, (box){x + i % W * tile + tile, y + i / W * tile + tile, tile, tile},
                         shadow);
        }
    }
    for (int32_t i = 0; i < W * H; i++)
    {
        if (is_drawn(i % W, i / W))
        {
            painter_fill(paint, (box){x + i % W * tile, y + i / W * tile, tile, tile},
                         colour_of(i % W, i / W));
        }
    }
}
