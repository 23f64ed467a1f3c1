// SPDX-License-Identifier: MIT
#include "tiles/frame/frame.h"

#include "base/small.h"
#include "loam/maths.h"
#include "loam/random.h"

// Rain and snow as they are seen: many more drops than fall as tiles. A column of tiles has a few places
// where one falls if it rains enough, again and again at the same distance, so that the drops of a moment
// are known without remembering any. They begin at the undersides of clouds as these are seen, which is lower
// than the world's own drops do; those are shown from there on, too.

static const uint64_t drop_seed = 0x2a1f;

enum
{
    PLACES = 3,       // of drops in a column
    LOOK_UP = 128,    // tiles above the view in which a roof is looked for,
    LOOK_WELL = 40,   // at every one of so many,
    LOOK_UP_STEP = 4, // then by so many
    FADE_IN = 6,      // tiles in which rain comes out of a cloud
};

/// How something falls.
typedef struct fall
{
    double period; // tiles from one drop to the next of the same place
    double speed;  // tiles a step
    double length; // of a streak, tiles
    double sway;   // tiles to both sides
    loam_colour colour;
} fall;

static const fall rain_fall = {46, 0.95, 3.0, 0, {186, 206, 232, 92}};
static const fall snow_fall = {30, 0.16, 0.5, 1.5, {250, 252, 255, 225}};

static bool is_free(const loam_tile_frame *frame, int64_t x, int64_t y)
{
    const loam_tile tile = loam_frame_tile(&frame->ring, x, y);
    const frame_look *look = &frame->looks->blocks[tile.block << 8 | tile.block_variant];
    return (look->kind & LOOK_SOLID) == 0;
}

/// The height of the first tile from above that stops rain; above the view if that is a roof.
static int64_t bottom_of(const loam_tile_frame *frame, int64_t x)
{
    const frame_view *view = &frame->view;
    const int64_t top = view->tile_y + view->rows;
    for (int64_t y = top; y < top + LOOK_UP; y += y < top + LOOK_WELL ? 1 : LOOK_UP_STEP)
    {
        if (!is_free(frame, x, y))
        {
            return top;
        }
    }
    int64_t y = top;
    while (y > view->tile_y && is_free(frame, x, y - 1))
    {
        const loam_tile tile = loam_frame_tile(&frame->ring, x, y - 1);
        const frame_look *look = &frame->looks->blocks[tile.block << 8 | tile.block_variant];
        if ((look->kind & LOOK_LIQUID) != 0 && frame->ring.side > 0 &&
            loam_frame_tile(&frame->ring, x, y - 2).block == tile.block)
        {
            break; // water that stands; a falling drop is no bottom
        }
        y--;
    }
    return y;
}

/// The lowest pixel of each column that rain comes to, counted from the view's lowest.
static void find_bottoms(loam_tile_frame *frame)
{
    const frame_view *view = &frame->view;
    for (int32_t i = 0; i < view->columns; i++)
    {
        const int64_t tiles = bottom_of(frame, view->tile_x + i) - view->tile_y;
        const int32_t begin = i * view->zoom - view->off_x, end = begin + view->zoom;
        for (int32_t x = begin > 0 ? begin : 0; x < end && x < view->w; x++)
        {
            frame->rain_bottom[x] = (int32_t)tiles * view->zoom - view->off_y;
        }
    }
}

// ---- where it begins ------------------------------------------------------------------------------

static bool rains_in_view(const loam_tile_frame *frame)
{
    loam_tile_sky_state states[3];
    loam_tile_world_sky(frame->scene->world, frame->view.tile_x, frame->view.columns / 2, 3,
                        states);
    return states[0].rain > 0 || states[1].rain > 0 || states[2].rain > 0;
}

void loam_frame_rain_prepare(loam_tile_frame *frame)
{
    const frame_view *view = &frame->view;
    loam_frame_clouds_undersides(&frame->sky, view, frame->scene->world, frame->rain_top);
    int32_t lowest = frame->rain_top[0];
    for (int32_t x = 1; x < view->w; x++)
    {
        lowest = frame->rain_top[x] < lowest ? frame->rain_top[x] : lowest;
    }
    const int64_t row = view->tile_y + loam_floor_div((int64_t)lowest + view->off_y, view->zoom);
    frame->rain_row = rains_in_view(frame) ? row : INT64_MAX;
}

/// Whether a tile of what rains is on its way down: there is air below it, or below another such tile.
static bool is_falling(const loam_tile_frame *frame, int64_t x, int64_t y, uint8_t material)
{
    const uint8_t below = loam_frame_tile(&frame->ring, x, y - 1).block;
    return below == LOAM_AIR ||
           (below == material && loam_frame_tile(&frame->ring, x, y - 2).block == LOAM_AIR);
}

void loam_frame_rain_hide(const loam_tile_frame *frame, int64_t x, int64_t y, int32_t count,
                          loam_tile *tiles)
{
    const frame_view *view = &frame->view;
    const loam_tile_sky *sky = &loam_tile_world_defs(frame->scene->world)->sky;
    const int64_t height = (y - view->tile_y) * view->zoom - view->off_y;
    for (int32_t i = 0; i < count; i++)
    {
        const uint8_t block = tiles[i].block;
        if (block == LOAM_AIR || (block != sky->rain && block != sky->snow) ||
            tiles[i].wall != LOAM_AIR)
        {
            continue;
        }
        const int64_t pixel = (x + i - view->tile_x) * view->zoom - view->off_x + view->zoom / 2;
        const int64_t column = pixel < 0 ? 0 : pixel < view->w ? pixel : view->w - 1;
        if (height >= frame->rain_top[column] && is_falling(frame, x + i, y, block))
        {
            tiles[i] = (loam_tile){0};
        }
    }
}

// ---- drops ----------------------------------------------------------------------------------------

/// Lays a part of 256 of a colour over a pixel.
static inline void tint(loam_colour *pixel, loam_colour colour, int32_t part)
{
    pixel->r = (uint8_t)(pixel->r + ((colour.r - pixel->r) * part >> 8));
    pixel->g = (uint8_t)(pixel->g + ((colour.g - pixel->g) * part >> 8));
    pixel->b = (uint8_t)(pixel->b + ((colour.b - pixel->b) * part >> 8));
}

/// Draws one drop whose lower end is at (x, y), in tiles from the view's lowest, leftmost pixel.
static void draw_drop(loam_tile_frame *frame, const fall *how, double x, double y, double slope,
                      loam_colour colour)
{
    const frame_view *view = &frame->view;
    const int32_t whole = (int32_t)(how->length * view->zoom);
    const int32_t length = whole > view->cell ? whole : view->cell;
    const bool flake = how->sway > 0; // as wide as it is long, and upright
    const int32_t thick = flake ? length : 1 + view->zoom / 12;
    const double lean = flake ? 0 : slope;
    const int32_t low = (int32_t)(y * view->zoom + 65536.0) - 65536; // rounded down
    const int32_t begin = low > 0 ? low : 0;
    const int32_t end = low + length < view->h ? low + length : view->h;
    double across = x * view->zoom + lean * (begin - low);
    if (across < -length || across > view->w + length)
    {
        return;
    }
    for (int32_t height = begin; height < end; height++, across += lean)
    {
        const int32_t column = (int32_t)across;
        if (across < 0 || column > view->w - thick || height < frame->rain_bottom[column] ||
            height >= frame->rain_top[column])
        {
            continue;
        }
        const int32_t fallen = frame->rain_top[column] - height, fade = FADE_IN * view->zoom;
        const int32_t part = fallen < fade ? colour.a * fallen / fade : colour.a;
        loam_colour *row = frame->picture->pixels +
                           (size_t)(view->h - 1 - height) * (size_t)view->w + column;
        for (int32_t k = 0; k < thick; k++)
        {
            tint(row + k, colour, part);
        }
    }
}

/// All drops of one place in a column, from the top of the view to its bottom.
static void draw_place(loam_tile_frame *frame, const fall *how, int64_t tile_x, uint64_t seed,
                       double now, double slope, loam_colour colour)
{
    const frame_view *view = &frame->view;
    const double aside = (double)loam_random_float(seed, 1);
    const double phase = (double)loam_random_float(seed, 2);
    const double speed = how->speed * (0.85 + 0.3 * (double)loam_random_float(seed, 3));
    const double low = (double)view->off_y / view->zoom, high = (double)view->h / view->zoom;
    // Where in its period the lowest tile is, in tiles above a drop.
    const double world_y = (double)(view->tile_y % 1000000);
    const double fallen = now * speed + phase * how->period + world_y;
    double y = -(fallen / how->period - (double)(int64_t)(fallen / how->period)) * how->period -
               low;
    const double left = (double)(tile_x - view->tile_x) + aside - (double)view->off_x / view->zoom;
    for (y -= how->period; y < high; y += how->period)
    {
        const double sway = how->sway > 0
                                ? how->sway *
                                      (double)loam_sin((float)((y + world_y) * 0.35 + phase * 40.0))
                                : 0;
        const double x = left + sway + slope * (y - high / 2);
        draw_drop(frame, how, x, y, slope, colour);
    }
}

/// Nothing is thinner than a pixel: if tiles are small, drops are fainter instead.
static loam_colour colour_of(const loam_tile_frame *frame, const fall *how)
{
    const float light = 0.4f + 0.6f * frame->sky.day;
    const int32_t zoom = frame->view.zoom;
    loam_colour colour = loam_colour_shade(how->colour, light);
    if (zoom < LOAM_FRAME_ZOOM)
    {
        colour.a = (uint8_t)(colour.a * (zoom + 1) / (LOAM_FRAME_ZOOM + 1));
    }
    return colour;
}

static const fall *fall_of(const loam_tile_sky_state *state)
{
    return state->snows ? &snow_fall : &rain_fall;
}

/// Tiles that a drop goes aside while it falls one. It goes with the wind as fast as clouds do.
static double slope_of(const loam_tile_sky_state *state)
{
    return -(double)loam_clamp(state->wind / (float)fall_of(state)->speed, -0.7f, 0.7f);
}

static void rain_in_column(loam_tile_frame *frame, int64_t tile_x, const loam_tile_sky_state *state,
                           double now)
{
    const fall *how = fall_of(state);
    const double slope = slope_of(state);
    for (uint64_t place = 0; place < PLACES; place++)
    {
        const uint64_t seed = loam_seed_at(drop_seed, tile_x, (int64_t)place, 0);
        if (loam_random_float(seed, 0) < state->rain)
        {
            draw_place(frame, how, tile_x, seed, now, slope, colour_of(frame, how));
        }
    }
}

void loam_frame_rain(loam_tile_frame *frame)
{
    const frame_view *view = &frame->view;
    const double now = (double)(loam_tile_world_steps(frame->scene->world) % 10000000) +
                       (double)loam_clamp01(frame->scene->between);
    bool looked = false;
    loam_tile_sky_state state = {0};
    // What is blown in from beside the view is seen, too.
    loam_tile_world_sky(frame->scene->world, (int64_t)view->x, 1, 1, &state);
    const double slope = slope_of(&state);
    const int32_t beside = 4 + (int32_t)((slope > 0 ? slope : -slope) * 0.6 * view->h / view->zoom);
    for (int32_t column = -beside; column < view->columns + beside; column++)
    {
        if ((column + beside) % 16 == 0)
        {
            loam_tile_world_sky(frame->scene->world, view->tile_x + column, 1, 1, &state);
        }
        if (state.rain <= 0)
        {
            continue;
        }
        if (!looked)
        {
            find_bottoms(frame);
            looked = true;
        }
        rain_in_column(frame, view->tile_x + column, &state, now);
    }
}
