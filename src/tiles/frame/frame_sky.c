// SPDX-License-Identifier: MIT
#include "tiles/frame/frame.h"

#include "base/small.h"
#include "loam/maths.h"
#include "loam/random.h"

#include <math.h>
#include <string.h>

// The sky behind the tiles: a gradient, stars, sun and moon, three ranges of hills in the haze, clouds. All
// of it is known for a row of cells alone, so that rows can be drawn in any order. Positions are in cells
// from the lowest, leftmost one that is seen.

static const uint64_t star_seed = 0x57a25, hill_seed = 0x4111;

#define FAR 1e6f // cells: further away nothing is seen

enum
{
    SAMPLES = 9, // of the sky along the view
};

// ---- colours ------------------------------------------------------------------------------------

static frame_rgb mix(frame_rgb a, frame_rgb b, float part)
{
    return (frame_rgb){a.r + (b.r - a.r) * part, a.g + (b.g - a.g) * part,
                       a.b + (b.b - a.b) * part};
}

static frame_rgb scale(frame_rgb colour, float factor)
{
    return (frame_rgb){colour.r * factor, colour.g * factor, colour.b * factor};
}

static frame_rgb from_colour(loam_colour colour)
{
    return (frame_rgb){colour.r, colour.g, colour.b};
}

static float brightness(frame_rgb colour)
{
    return (0.3f * colour.r + 0.59f * colour.g + 0.11f * colour.b) / 255.0f;
}

/// Lays a colour over a cell.
static inline void blend(frame_planes row, int32_t cell, frame_rgb colour, float part)
{
    row.r[cell] = (uint16_t)((float)row.r[cell] + (colour.r - (float)row.r[cell]) * part + 0.5f);
    row.g[cell] = (uint16_t)((float)row.g[cell] + (colour.g - (float)row.g[cell]) * part + 0.5f);
    row.b[cell] = (uint16_t)((float)row.b[cell] + (colour.b - (float)row.b[cell]) * part + 0.5f);
}

// ---- once ---------------------------------------------------------------------------------------

void loam_frame_sky_init(frame_sky *sky)
{
    for (int32_t i = 0; i < FRAME_STARS; i++)
    {
        const float light = loam_random_float(star_seed, (uint64_t)(3 * i));
        sky->stars[i].x = loam_random_float(star_seed, (uint64_t)(3 * i + 1));
        sky->stars[i].y = loam_random_float(star_seed, (uint64_t)(3 * i + 2));
        sky->stars[i].light = 0.25f + 0.75f * light * light * light;
    }
    loam_frame_clouds_init(&sky->clouds);
}

// ---- every frame --------------------------------------------------------------------------------

/// Means over the view, so that borders of biomes are not seen in the air.
static void prepare_colours(frame_sky *sky, const frame_view *view, const loam_tile_world *world)
{
    loam_tile_sky_state states[SAMPLES];
    const int64_t apart = view->columns / (SAMPLES - 1) + 1;
    loam_tile_world_sky(world, view->tile_x, apart, SAMPLES, states);
    sky->low = sky->high = (frame_rgb){0};
    sky->overcast = 0;
    for (int i = 0; i < SAMPLES; i++)
    {
        const frame_rgb low = from_colour(states[i].low), high = from_colour(states[i].high);
        sky->low = (frame_rgb){sky->low.r + low.r, sky->low.g + low.g, sky->low.b + low.b};
        sky->high = (frame_rgb){sky->high.r + high.r, sky->high.g + high.g, sky->high.b + high.b};
        sky->overcast += states[i].cloud / SAMPLES;
    }
    sky->low = scale(sky->low, 1.0f / SAMPLES);
    sky->high = scale(sky->high, 1.0f / SAMPLES);
    // Under many clouds everything is greyer, and a little darker.
    const float grey_part = 0.6f * loam_clamp01(sky->overcast * 1.4f - 0.4f);
    const float grey_low = 255.0f * brightness(sky->low) * 0.86f;
    const float grey_high = 255.0f * brightness(sky->high) * 1.02f;
    sky->low = mix(sky->low, (frame_rgb){grey_low * 0.97f, grey_low, grey_low * 1.03f}, grey_part);
    sky->high = mix(sky->high, (frame_rgb){grey_high * 0.95f, grey_high, grey_high * 1.06f},
                    grey_part);
}

/// An angle from 0 at the eastern horizon to pi at the western one.
static frame_disc place_disc(const frame_view *view, float angle)
{
    const float half_w = 0.5f * (float)view->cells, half_h = 0.5f * (float)view->cell_rows;
    const float unit = (float)view->sub; // cells in a tile
    const float height = loam_sin(angle);
    return (frame_disc){.x = half_w - loam_cos(angle) * half_w * 0.85f,
                        .y = half_h * 0.85f + height * half_h * 0.9f,
                        .radius = 6.0f * unit,
                        .halo = 60.0f * unit,
                        .seen = height > -0.3f};
}

static void prepare_discs(frame_sky *sky, const loam_tile_world *world, const frame_view *view)
{
    const float turn = 2.0f * LOAM_PI;
    const float angle = ((float)loam_tile_world_time(world) / 65536.0f - 0.25f) * turn;
    const float height = loam_sin(angle);
    const float low = loam_clamp01(1.0f - height * 2.5f); // 1 at the horizon
    const float veil = 1.0f - 0.85f * loam_clamp01(sky->overcast);
    sky->day = loam_clamp01(height * 3.0f + 0.45f);
    sky->sun = place_disc(view, angle);
    sky->sun.colour = mix((frame_rgb){255, 252, 226}, (frame_rgb){255, 176, 92}, low);
    sky->sun.glow = mix((frame_rgb){255, 246, 214}, (frame_rgb){255, 140, 70}, low);
    sky->sun.strength = (0.34f + 0.26f * low) * veil;
    sky->sun.halo *= 1.0f + low;
    sky->sun.alpha = veil;
    sky->moon = place_disc(view, angle + LOAM_PI);
    sky->moon.colour = (frame_rgb){226, 230, 240};
    sky->moon.glow = (frame_rgb){120, 140, 200};
    sky->moon.strength = 0.28f * veil;
    sky->moon.alpha = veil * (1.0f - 0.7f * sky->day);
    sky->moon.bite = 0.55f;
    sky->moon.radius *= 0.9f;
    sky->star_light = loam_clamp01(-height * 3.0f + 0.2f) * veil;
}

/// Sorts the stars into rows. They turn slowly around, and hardly move when somebody walks.
static void prepare_stars(frame_sky *sky, const frame_view *view, const loam_tile_world *world)
{
    memset(sky->star_rows, 0xff, (size_t)view->cell_rows * sizeof *sky->star_rows);
    if (sky->star_light <= 0)
    {
        return;
    }
    const float turned = (float)loam_tile_world_time(world) / 65536.0f;
    const double walked = view->x * 0.00004;
    for (int32_t i = 0; i < FRAME_STARS; i++)
    {
        frame_star *star = &sky->stars[i];
        double x = (double)star->x + (double)turned - walked;
        x -= (double)(int64_t)x;
        x += x < 0 ? 1.0 : 0.0;
        const int32_t row = (int32_t)((0.2f + 0.8f * star->y) * (float)(view->cell_rows - 1));
        star->column = (int32_t)(x * view->cells) % view->cells;
        star->next = sky->star_rows[row];
        sky->star_rows[row] = i;
    }
}

/// Smooth noise over whole numbers, 0..1.
static float hill_noise(uint64_t seed, double x, uint64_t octave)
{
    int64_t cell = (int64_t)x;
    cell -= (double)cell > x;
    const float part = (float)(x - (double)cell), smooth = part * part * (3.0f - 2.0f * part);
    const float a = loam_random_float(seed + hill_seed + octave, (uint64_t)cell);
    const float b = loam_random_float(seed + hill_seed + octave, (uint64_t)cell + 1);
    return a + (b - a) * smooth;
}

/// How a range of hills moves and looks; the farthest first. Lengths are in tiles.
typedef struct range
{
    float follows; // how much of the camera's way it goes along
    float base, height, length;
    float haze; // how much of the sky it is
} range;

static const range ranges[FRAME_HILLS] = {
    {0.96f, 4, 70, 150, 0.66f}, {0.90f, -4, 50, 110, 0.48f}, {0.80f, -14, 40, 80, 0.30f}};

static float hill_height(uint64_t seed, const range *hill, int32_t layer, double x)
{
    const uint64_t octave = (uint64_t)layer * 4;
    const double at = x / (double)hill->length;
    return hill->height *
           (0.62f * hill_noise(seed, at, octave) + 0.28f * hill_noise(seed, at * 2.7, octave + 1) +
            0.10f * hill_noise(seed, at * 9.1, octave + 2));
}

static void prepare_hills(frame_sky *sky, const frame_view *view)
{
    const frame_rgb tint = {58, 84, 92};
    const float light = 0.10f + 0.90f * brightness(sky->low);
    for (int32_t layer = 0; layer < FRAME_HILLS; layer++)
    {
        const range *hill = &ranges[layer];
        const double stays = 1.0 - (double)hill->follows;
        const double left = view->x * stays - 0.5 * view->w / view->zoom;
        const double low = 0.5 * view->h / view->zoom + (double)hill->base -
                           (view->y - 60.0) * stays * 2.0;
        int32_t top = 0;
        for (int32_t i = 0; i < view->cells; i++)
        {
            // Two cells have one height: the grain of tiles.
            const double x = left + (double)(i & ~1) / view->sub;
            const float height = (float)low + hill_height(sky->seed, hill, layer, x);
            sky->hills[layer][i] = (int32_t)loam_clamp(height * (float)view->sub, -FAR, FAR);
            top = sky->hills[layer][i] > top ? sky->hills[layer][i] : top;
        }
        sky->hill_top[layer] = top;
        sky->hill_colours[layer] = mix(scale(tint, light), sky->low, hill->haze);
    }
}

void loam_frame_sky_prepare(frame_sky *sky, const frame_view *view, const loam_tile_world *world)
{
    sky->seed = loam_tile_world_seed(world);
    prepare_colours(sky, view, world);
    prepare_discs(sky, world, view);
    prepare_stars(sky, view, world);
    prepare_hills(sky, view);
    loam_frame_clouds_prepare(sky, view, world);
}

// ---- every row ----------------------------------------------------------------------------------

static void fill(uint16_t *plane, int32_t count, float value)
{
    const uint16_t whole = (uint16_t)(loam_clamp(value, 0.0f, 255.0f) + 0.5f);
    for (int32_t i = 0; i < count; i++)
    {
        plane[i] = whole;
    }
}

static void draw_gradient(const frame_sky *sky, const frame_view *view, int32_t row,
                          frame_planes out)
{
    const float seen = (float)row / (float)view->cell_rows;
    const float tile_y = (float)(view->y - 0.5 * view->rows) + (float)row / (float)view->sub;
    const float high = loam_clamp01((tile_y + 100.0f) / 900.0f);
    const float part = loam_clamp01(0.75f * (seen - 0.25f) * 1.4f + 0.45f * high);
    const frame_rgb colour = mix(sky->low, sky->high, part);
    fill(out.r, view->cells, colour.r);
    fill(out.g, view->cells, colour.g);
    fill(out.b, view->cells, colour.b);
}

static void draw_stars(const frame_sky *sky, int32_t row, frame_planes out)
{
    for (int32_t i = sky->star_rows[row]; i >= 0; i = sky->stars[i].next)
    {
        const float warm = 30.0f * sky->stars[i].x;
        blend(out, sky->stars[i].column, (frame_rgb){225.0f + warm, 235, 255.0f - warm},
              sky->stars[i].light * sky->star_light);
    }
}

/// How much of a disc is in a cell, at (dx, dy) from its middle: soft at the edge.
static float disc_part(const frame_disc *disc, float dx, float dy)
{
    const float distance = sqrtf(dx * dx + dy * dy);
    float part = loam_clamp01(disc->radius - distance + 0.5f);
    if (disc->bite > 0 && part > 0)
    {
        const float aside = disc->bite * disc->radius;
        const float bx = dx - aside, by = dy - 0.4f * aside;
        part *= loam_clamp01(sqrtf(bx * bx + by * by) - disc->radius * 0.86f + 0.5f);
    }
    return part;
}

static void draw_disc(const frame_disc *disc, const frame_view *view, int32_t row, frame_planes out)
{
    const float dy = (float)row + 0.5f - disc->y;
    if (!disc->seen || dy > disc->halo || dy < -disc->halo)
    {
        return;
    }
    const float half = sqrtf(disc->halo * disc->halo - dy * dy);
    const int32_t begin = (int32_t)loam_clamp(disc->x - half, 0, (float)view->cells);
    const int32_t end = (int32_t)loam_clamp(disc->x + half, 0, (float)view->cells);
    const float fade = 1.0f / (disc->halo * disc->halo);
    for (int32_t i = begin; i < end; i++)
    {
        const float dx = (float)i + 0.5f - disc->x;
        const float near = 1.0f - (dx * dx + dy * dy) * fade;
        blend(out, i, disc->glow, loam_clamp01(near * near * near * near * disc->strength));
        if (dx * dx + dy * dy < (disc->radius + 1.0f) * (disc->radius + 1.0f))
        {
            blend(out, i, disc->colour, disc_part(disc, dx, dy) * disc->alpha);
        }
    }
}

static void draw_hills(const frame_sky *sky, const frame_view *view, int32_t row, frame_planes out)
{
    for (int32_t layer = 0; layer < FRAME_HILLS; layer++)
    {
        if (row >= sky->hill_top[layer])
        {
            continue;
        }
        const int32_t *heights = sky->hills[layer];
        // Haze lies in the valleys.
        const float depth = (float)(sky->hill_top[layer] - row) / (float)(60 * view->sub);
        const frame_rgb colour = mix(sky->hill_colours[layer], sky->low,
                                     0.45f * loam_clamp01(depth));
        const uint16_t r = (uint16_t)colour.r, g = (uint16_t)colour.g, b = (uint16_t)colour.b;
        for (int32_t i = 0; i < view->cells; i++)
        {
            const bool covered = row < heights[i];
            out.r[i] = covered ? r : out.r[i];
            out.g[i] = covered ? g : out.g[i];
            out.b[i] = covered ? b : out.b[i];
        }
    }
}

void loam_frame_sky_row(const frame_sky *sky, const frame_view *view, int32_t cell_row,
                        frame_planes out)
{
    draw_gradient(sky, view, cell_row, out);
    draw_stars(sky, cell_row, out);
    draw_disc(&sky->moon, view, cell_row, out);
    draw_disc(&sky->sun, view, cell_row, out);
    loam_frame_clouds_row(&sky->clouds, view, cell_row, out);
    draw_hills(sky, view, cell_row, out);
}
