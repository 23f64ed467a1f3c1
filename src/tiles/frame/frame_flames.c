// SPDX-License-Identifier: MIT
#include "tiles/frame/frame.h"

#include "base/small.h"
#include "loam/maths.h"
#include "loam/random.h"

#include <math.h>

// Torches: one tile of wall each, which would be a dot. Each gets a stick, a flame that licks upwards and a
// halo in the air around it. How they flicker follows from place and step, so that nothing is remembered and
// a frame is the same whoever draws it.

static const uint64_t flame_seed = 0xf1a3e;

enum
{
    HALO = 17,      // tiles that a halo reaches
    CLUSTER = 3,    // tiles: of torches in a square of this side one has a flame
    FLAME_REACH = 3 // tiles above and below a torch that its flame and stick are in
};

#define HALO_GLOW 0.42f // in the middle of it

// ---- every frame --------------------------------------------------------------------------------

static loam_colour brightened(loam_colour light, float towards_white)
{
    light.a = 255;
    return loam_colour_mix(light, loam_rgb(0xfffbe6), towards_white);
}

/// A light's colour where the flame is cooler: what is not red fades.
static loam_colour cooled(loam_colour light)
{
    return (loam_colour){light.r, (uint8_t)(light.g * 5 / 9), (uint8_t)(light.b / 3), 255};
}

static frame_flame make_flame(const loam_tile_frame *frame, loam_tile_pos at, loam_tile tile)
{
    const frame_view *view = &frame->view;
    const loam_colour light = frame->looks->materials[tile.wall].light[0];
    const uint64_t seed = loam_seed_at(flame_seed, at.x, at.y, 0);
    // Each wave makes whole turns in a thousand steps.
    const float steps = (float)(loam_tile_world_steps(frame->scene->world) % 1000) +
                        loam_clamp01(frame->scene->between);
    const float turn = 6.2831853f / 1000.0f;
    const float phase = 6.2831853f * loam_random_float(seed, 0);
    const float slow = loam_sin(turn * 9.0f * steps + phase);
    const float quick = loam_sin(turn * 26.0f * steps + 2.0f * phase);
    return (frame_flame){
        .x = ((float)(at.x - view->tile_x) + 0.5f) * (float)view->sub,
        .y = ((float)(at.y - view->tile_y) + 0.5f) * (float)view->sub,
        .height = 2.5f + 0.3f * quick + 0.2f * slow,
        .sway = 0.35f * slow + 0.15f * quick,
        .glow = HALO_GLOW * (0.93f + 0.05f * slow + 0.02f * quick),
        .core = brightened(light, 0.65f),
        .body = brightened(light, 0.1f),
        .edge = cooled(light),
    };
}

/// Whether another torch of a cluster has the flame: the first one in it from below.
static bool has_flame_before(const loam_tile_frame *frame, loam_tile_pos at, uint8_t material)
{
    const int64_t left = loam_floor_div(at.x, CLUSTER) * CLUSTER;
    const int64_t low = loam_floor_div(at.y, CLUSTER) * CLUSTER;
    for (int64_t y = low; y <= at.y; y++)
    {
        for (int64_t x = left; x < left + CLUSTER && (y < at.y || x < at.x); x++)
        {
            const loam_tile tile = loam_frame_tile(&frame->ring, x, y);
            if (tile.wall == material && tile.block == LOAM_AIR)
            {
                return true;
            }
        }
    }
    return false;
}

/// Whether there is such a wall in a row of tiles. Simple, so that many are compared at once.
static bool has_wall(const loam_tile *tiles, int64_t count, uint8_t material)
{
    uint32_t found = 0;
    for (int64_t i = 0; i < count; i++)
    {
        found |= tiles[i].wall == material;
    }
    return found != 0;
}

/// Adds the flames of count tiles that lie side by side in the ring.
static void find_in_tiles(loam_tile_frame *frame, loam_tile_pos at, const loam_tile *tiles,
                          int64_t count)
{
    for (int32_t k = 0; k < frame->looks->flame_count; k++)
    {
        const uint8_t material = frame->looks->flames[k];
        if (!has_wall(tiles, count, material))
        {
            continue;
        }
        for (int64_t i = 0; i < count && frame->flame_count < FRAME_MAX_FLAMES; i++)
        {
            const loam_tile_pos place = {at.x + i, at.y};
            if (tiles[i].wall == material && tiles[i].block == LOAM_AIR &&
                !has_flame_before(frame, place, material))
            {
                frame->flames[frame->flame_count++] = make_flame(frame, place, tiles[i]);
            }
        }
    }
}

void loam_frame_flames_prepare(loam_tile_frame *frame)
{
    const frame_view *view = &frame->view;
    const loam_tile_ring *ring = &frame->ring;
    const int64_t side = ring->side, mask = side - 1;
    const int64_t low_x = ring->lowest.x * LOAM_CHUNK_SIDE,
                  low_y = ring->lowest.y * LOAM_CHUNK_SIDE;
    const int64_t left = loam_nearest_in(view->tile_x - HALO, low_x, low_x + side);
    const int64_t right = loam_nearest_in(view->tile_x + view->columns + HALO, low_x, low_x + side);
    const int64_t low = loam_nearest_in(view->tile_y - HALO, low_y, low_y + side);
    const int64_t high = loam_nearest_in(view->tile_y + view->rows + HALO, low_y, low_y + side);
    frame->flame_count = 0;
    for (int64_t y = low; y < high; y++)
    {
        const loam_tile *row = ring->tiles + (y & mask) * side;
        for (int64_t x = left, count; x < right; x += count)
        {
            const int64_t to_seam = side - (x & mask);
            count = right - x < to_seam ? right - x : to_seam;
            find_in_tiles(frame, (loam_tile_pos){x, y}, row + (x & mask), count);
        }
    }
}

// ---- every row ----------------------------------------------------------------------------------

/// Light in the air, which adds to what is behind it; the less, the brighter that is: by day it is hardly seen.
static void add_glow(loam_colour *cell, loam_colour light, float part)
{
    const int32_t rg = cell->r > cell->g ? cell->r : cell->g;
    const int32_t dark = 255 - (rg > cell->b ? rg : cell->b);
    const int32_t share = (int32_t)(part * (float)dark);
    cell->r = (uint8_t)(cell->r + (((255 - cell->r) * light.r * share) >> 16));
    cell->g = (uint8_t)(cell->g + (((255 - cell->g) * light.g * share) >> 16));
    cell->b = (uint8_t)(cell->b + (((255 - cell->b) * light.b * share) >> 16));
}

/// The column of cells that a place is in, or the nearest to it; the end of the row for what is beyond.
static int32_t column_of(const frame_view *view, float x)
{
    return (int32_t)loam_clamp(x, 0, (float)view->cells);
}

static void draw_halo(const frame_flame *flame, const frame_view *view, float dy,
                      loam_colour *cells)
{
    const float radius = (float)(HALO * view->sub), fade = 1.0f / (radius * radius);
    const float half = sqrtf(radius * radius - dy * dy);
    const int32_t end = column_of(view, flame->x + half);
    for (int32_t i = column_of(view, flame->x - half); i < end; i++)
    {
        const float dx = (float)i + 0.5f - flame->x;
        const float near = 1.0f - (dx * dx + dy * dy) * fade;
        add_glow(&cells[i], flame->body, near * near * near * near * flame->glow);
    }
}

/// What a flame shows at a place beside the middle of its tile; alpha 0: nothing.
static loam_colour flame_at(const frame_flame *flame, float dx, float dy)
{
    static const loam_colour stick = {92, 60, 36, 255}, nothing = {0, 0, 0, 0};
    const float up = (dy + 0.5f) / flame->height; // 0 at its foot, 1 at its tip
    if (up < 0)
    {
        return dy > -1.7f && dx > -0.3f && dx < 0.2f ? stick : nothing;
    }
    if (up >= 1.0f)
    {
        return nothing;
    }
    const float half = 2.1f * sqrtf(up + 0.06f) * (1.0f - up);
    const float aside = fabsf(dx - flame->sway * up * up) / half;
    return aside < 0.45f && up < 0.55f ? flame->core
           : aside < 0.8f && up < 0.8f ? flame->body
           : aside < 1.0f              ? flame->edge
                                       : nothing;
}

static void draw_flame(const frame_flame *flame, const frame_view *view, float dy,
                       loam_colour *cells)
{
    const float sub = (float)view->sub;
    const int32_t end = column_of(view, flame->x + 1.5f * sub);
    for (int32_t i = column_of(view, flame->x - 1.5f * sub); i < end; i++)
    {
        const loam_colour colour = flame_at(flame, ((float)i + 0.5f - flame->x) / sub, dy / sub);
        cells[i] = colour.a > 0 ? colour : cells[i];
    }
}

void loam_frame_flames_row(const loam_tile_frame *frame, int32_t cell_row, loam_colour *cells)
{
    const frame_view *view = &frame->view;
    const float radius = (float)(HALO * view->sub), reach = (float)(FLAME_REACH * view->sub);
    for (int32_t i = 0; i < frame->flame_count && frame->shadows.ready; i++)
    {
        const float dy = (float)cell_row + 0.5f - frame->flames[i].y;
        if (dy > -radius && dy < radius)
        {
            draw_halo(&frame->flames[i], view, dy, cells);
        }
    }
    for (int32_t i = 0; i < frame->flame_count; i++)
    {
        const float dy = (float)cell_row + 0.5f - frame->flames[i].y;
        if (dy > -reach && dy < reach)
        {
            draw_flame(&frame->flames[i], view, dy, cells);
        }
    }
}
