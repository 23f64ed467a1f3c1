// SPDX-License-Identifier: MIT
#include "tiles/frame/frame.h"

#include "base/small.h"
#include "loam/random.h"

// Lightning as it is seen. A bolt is a path that is drawn by its place and step alone: a line down from the
// cloud to what is struck, bent by noises of three lengths, and a few branches that end in the air. While it
// is there it flickers once, and everything is lit up for a moment, fainter if it struck beyond the view.

enum
{
    LASTS = 32,     // steps that something of it is seen
    BRANCHES = 5,   // of a bolt
    HALO = 7,       // cells around it
    BENDS = 3,      // lengths of bends
    PINNED = 12,    // tiles above its end in which it comes to the point
    LEAST = 130,    // tiles that it is long
    FAR_AWAY = 384, // tiles beside the view, from where a flash is half as bright
};

#define FLASH_STRENGTH 0.42f // the most that everything is lit up, 0..1

static const loam_colour bolt_colour = {238, 242, 255, 255}, flash_colour = {196, 208, 246, 255};
static const float bend_tiles[BENDS] = {34.0f, 13.0f, 4.0f}; // lengths
static const float bend_sizes[BENDS] = {11.0f, 5.0f, 2.0f};  // and how far aside

/// A line down through the air. Heights are in tiles above the view's lowest pixel.
typedef struct bolt_path
{
    uint64_t seed;
    float x;           // tiles from the view's left, of the upper end
    float top, bottom; // heights
    float lean;        // tiles aside for each tile down
    float light;       // 0..1, at its upper end
    bool pinned;       // it ends at x, else it fades out
} bolt_path;

// ---- how bright -----------------------------------------------------------------------------------

/// At an age in steps, 0..1: two strokes, and an afterglow.
static float brightness_at(float age)
{
    if (age < 3.0f)
    {
        return 1.0f;
    }
    if (age < 6.0f)
    {
        return 0.3f;
    }
    return age < 9.0f ? 0.9f : loam_clamp01(0.6f * (1.0f - (age - 9.0f) / (float)(LASTS - 9)));
}

static inline uint8_t lighter(uint8_t part, uint8_t to, int32_t by)
{
    const int32_t lit = part + ((to - part) * by >> 10) + (part * by >> 8);
    return (uint8_t)(lit < 0 ? 0 : lit < UINT8_MAX ? lit : UINT8_MAX);
}

static void flash(loam_tile_frame *frame, float strength)
{
    const int32_t by = (int32_t)(strength * 256.0f);
    const size_t count = (size_t)frame->view.w * (size_t)frame->view.h;
    for (size_t i = 0; i < count && by > 0; i++)
    {
        loam_colour *const pixel = &frame->picture->pixels[i];
        pixel->r = lighter(pixel->r, flash_colour.r, by);
        pixel->g = lighter(pixel->g, flash_colour.g, by);
        pixel->b = lighter(pixel->b, flash_colour.b, by);
    }
}

// ---- a bolt ---------------------------------------------------------------------------------------

/// How far a path is aside at a height, tiles.
static float bend_at(const bolt_path *path, float height)
{
    float aside = 0.0f;
    for (int32_t i = 0; i < BENDS; i++)
    {
        const float place = (path->top - height) / bend_tiles[i];
        const int32_t knot = (int32_t)place;
        const uint64_t seed = loam_seed_at(path->seed, i, 0, 0);
        const float from = loam_random_float(seed, (uint64_t)knot) - 0.5f;
        const float to = loam_random_float(seed, (uint64_t)knot + 1) - 0.5f;
        aside += bend_sizes[i] * 2.0f * (from + (to - from) * (place - (float)knot));
    }
    const float left = path->pinned ? loam_clamp01((height - path->bottom) / (float)PINNED) : 1.0f;
    const float begun = path->pinned ? 1.0f : loam_clamp01((path->top - height) / (float)PINNED);
    return aside * left * begun + path->lean * (path->top - height);
}

static void light_cell(loam_tile_frame *frame, int32_t x, int32_t height, float alpha)
{
    const int32_t cell = frame->view.cell;
    loam_colour colour = bolt_colour;
    colour.a = (uint8_t)(loam_clamp01(alpha) * 255.0f);
    for (int32_t i = 0; i < cell * cell && colour.a > 0; i++)
    {
        loam_frame_pixel(frame, x * cell + i % cell, frame->view.h - 1 - height * cell - i / cell,
                         colour);
    }
}

/// A row of a path: bright from one cell to the other, with a halo around.
static void light_row(loam_tile_frame *frame, int32_t from, int32_t to, int32_t height, float alpha)
{
    const int32_t left = from < to ? from : to, right = from < to ? to : from;
    for (int32_t x = left - HALO; x <= right + HALO; x++)
    {
        const int32_t away = x < left ? left - x : x > right ? x - right : 0;
        const float near = 1.0f - (float)away / (float)(HALO + 1);
        light_cell(frame, x, height, away == 0 ? alpha : 0.22f * alpha * near * near);
    }
}

static void draw_path(loam_tile_frame *frame, const bolt_path *path, float light)
{
    const frame_view *const view = &frame->view;
    const float cells = (float)view->zoom / (float)view->cell; // along a tile
    const int32_t low = (int32_t)(path->bottom * cells), high = (int32_t)(path->top * cells);
    const int32_t first = low > 0 ? low : 0, rows = view->h / view->cell + 1;
    int32_t last = 0;
    for (int32_t row = high < rows ? high : rows; row >= first; row--)
    {
        const float height = (float)row / cells;
        const float fade = path->pinned ? 1.0f : (float)(row - low) / (float)(high - low + 1);
        const int32_t x = loam_floor_int((path->x + bend_at(path, height)) * cells);
        light_row(frame, row == high || row == rows ? x : last, x, row, light * path->light * fade);
        last = x;
    }
}

/// Branches leave a path on its way down, to both sides.
static void draw_branches(loam_tile_frame *frame, const bolt_path *path, float light)
{
    const float length = path->top - path->bottom;
    for (uint64_t i = 0; i < BRANCHES; i++)
    {
        const uint64_t seed = loam_seed_at(path->seed, (int64_t)i, 1, 0);
        const float top = path->top - length * (0.1f + 0.7f * loam_random_float(seed, 0));
        const float lean = 0.4f + 0.7f * loam_random_float(seed, 1);
        const bolt_path branch = {.seed = seed,
                                  .x = path->x + bend_at(path, top),
                                  .top = top,
                                  .bottom = top -
                                            length * (0.1f + 0.2f * loam_random_float(seed, 2)),
                                  .lean = loam_random_u32(seed, 3) & 1 ? lean : -lean,
                                  .light = 0.6f};
        draw_path(frame, &branch, light);
    }
}

/// The height from which a bolt comes that is above a column of the view, tiles above its lowest pixel.
static float cloud_above(const loam_tile_frame *frame, const loam_tile_strike *strike, float x,
                         float bottom)
{
    const frame_view *const view = &frame->view;
    const float tiles = (float)(strike->top - view->tile_y) -
                        (float)view->off_y / (float)view->zoom;
    const int32_t column = (int32_t)(x * (float)view->zoom);
    const int32_t seen = frame->rain_top[column < 0 ? 0 : column < view->w ? column : view->w - 1];
    const float underside = (float)seen / (float)view->zoom;
    const float least = bottom +
                        (float)LEAST; // clouds are seen behind the trees that it strikes through
    const float from = underside > least ? underside : least;
    return from < tiles ? from : tiles;
}

static void draw_bolt(loam_tile_frame *frame, const loam_tile_strike *strike, float light)
{
    const frame_view *const view = &frame->view;
    const float zoom = (float)view->zoom;
    const float x = (float)(strike->x - view->tile_x) + 0.5f - (float)view->off_x / zoom;
    const float bottom = (float)(strike->y - view->tile_y) + 1.0f - (float)view->off_y / zoom;
    const bolt_path path = {.seed = loam_seed_at((uint64_t)strike->step, strike->x, strike->y, 0),
                            .x = x,
                            .top = cloud_above(frame, strike, x, bottom),
                            .bottom = bottom,
                            .light = 1.0f,
                            .pinned = true};
    if (path.top > path.bottom && bottom < (float)view->h / zoom)
    {
        draw_path(frame, &path, light);
        draw_branches(frame, &path, light);
    }
}

// ---------------------------------------------------------------------------------------------------

/// How much of a flash is seen in the view.
static float nearness(const frame_view *view, int64_t x)
{
    const int64_t right = view->tile_x + view->columns;
    const int64_t beside = x < view->tile_x ? view->tile_x - x : x > right ? x - right : 0;
    return (float)FAR_AWAY / (float)(FAR_AWAY + beside);
}

static bool is_near(const frame_view *view, const loam_tile_strike *strike)
{
    const int64_t reach = 64;
    return strike->x > view->tile_x - reach && strike->x < view->tile_x + view->columns + reach;
}

void loam_frame_lightning(loam_tile_frame *frame)
{
    loam_tile_strike strikes[LOAM_MAX_STRIKES];
    const int32_t count = loam_tile_world_strikes(frame->scene->world, strikes);
    const uint64_t now = loam_tile_world_steps(frame->scene->world);
    float lit = 0.0f;
    for (int32_t i = 0; i < count && now - strikes[i].step < LASTS; i++)
    {
        const float age = (float)(now - strikes[i].step) + loam_clamp01(frame->scene->between) -
                          1.0f;
        const float light = brightness_at(age), seen = light * nearness(&frame->view, strikes[i].x);
        lit = seen > lit ? seen : lit;
        if (is_near(&frame->view, &strikes[i]))
        {
            draw_bolt(frame, &strikes[i], light);
        }
    }
    flash(frame, lit * FLASH_STRENGTH);
}
