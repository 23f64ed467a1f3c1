// SPDX-License-Identifier: MIT
#include "tiles/frame/frame.h"

#include "base/small.h"
#include "loam/random.h"

#include <math.h>

// Clouds: a few shapes of puffs with flat bottoms, drawn once, and put where the sky says that there are
// clouds. Two layers drift with the wind; the nearer one hangs where rain comes from. Where it rains, its
// clouds hang lower and a third layer closes the gaps between them, so that rain has a cloud to fall from.

#define HEIGHT_SEEN 0.24
#define FAR 1e6f // cells: further away nothing is seen

static const uint64_t shape_seed = 0xc10bd, place_seed = 0xc10be;

enum
{
    PUFFS = 26,
    SLOT = 76,        // tiles from one place for a cloud to the next
    ALPHAS = 4,       // steps from nothing to the inside of a cloud
    SHADES = 6,       // steps from its shadow to its light
    SHAPE_GRAIN = 2,  // parts of a shape along the side of a tile
    SHAPE_BOTTOM = 6, // rows of a shape below its flat bottom
    LOOK_AT_BASE = 32 // tiles between two looks at how high clouds are
};

// ---- shapes -------------------------------------------------------------------------------------

typedef struct puff
{
    float x, y, radius;
} puff;

static puff make_puff(uint64_t shape, int32_t index)
{
    const uint64_t seed = shape_seed + shape, first = (uint64_t)index * 3;
    const float along = loam_random_float(seed, first);
    const float middle = 1.0f - 4.0f * (along - 0.5f) * (along - 0.5f); // high in the middle
    const float radius = 5.0f +
                         12.0f * middle * (0.45f + 0.55f * loam_random_float(seed, first + 1));
    const float rise = loam_random_float(seed, first + 2);
    return (puff){.x = 18.0f + along * (FRAME_CLOUD_W - 36.0f),
                  .y = 8.0f + rise * rise * 22.0f * middle,
                  .radius = radius};
}

/// How deep inside of the puffs a point is, and how much light from above it gets.
static void shape_at(const puff *puffs, float x, float y, float *inside, float *light)
{
    *inside = -8.0f;
    *light = 0;
    for (int32_t i = 0; i < PUFFS; i++)
    {
        const float dx = (x - puffs[i].x) * 0.82f, dy = y - puffs[i].y;
        const float deep = puffs[i].radius - sqrtf(dx * dx + dy * dy);
        if (deep > *inside)
        {
            *inside = deep;
            *light = 0.5f + 0.5f * (dy + 0.35f * dx) / puffs[i].radius;
        }
    }
    const float flat = y - (float)SHAPE_BOTTOM;
    *inside = flat < *inside ? flat : *inside;
    *light = *light * 0.6f + 0.4f * loam_clamp01((y - 4.0f) / 30.0f);
}

static void make_shape(frame_clouds *clouds, int32_t shape)
{
    puff puffs[PUFFS];
    for (int32_t i = 0; i < PUFFS; i++)
    {
        puffs[i] = make_puff((uint64_t)shape, i);
    }
    for (int32_t y = 0; y < FRAME_CLOUD_H; y++)
    {
        for (int32_t x = 0; x < FRAME_CLOUD_W; x++)
        {
            float inside, light;
            shape_at(puffs, (float)x, (float)y, &inside, &light);
            // Few steps, as of a painter with few colours.
            clouds->alpha[shape][y][x] = (uint8_t)(loam_clamp01((inside + 2.0f) / 5.0f) * ALPHAS +
                                                   0.5f);
            clouds->shade[shape][y][x] = (uint8_t)(loam_clamp01(light) * SHADES + 0.5f);
        }
    }
}

void loam_frame_clouds_init(frame_clouds *clouds)
{
    for (int32_t shape = 0; shape < FRAME_CLOUD_SHAPES; shape++)
    {
        make_shape(clouds, shape);
    }
}

// ---- every frame --------------------------------------------------------------------------------

/// A layer of clouds.
typedef struct cloud_layer
{
    float follows; // how much of the camera's way it goes along
    float drift;   // how much of the way that clouds drift it does: what is farther seems slower
    float rise;    // above the height of clouds, tiles
    float size, alpha;
    uint64_t salt;
    bool rains; // rain falls from it
    bool fills; // it is there only where it rains
} cloud_layer;

static const cloud_layer layers[] = {
    {0.75f, 0.25f, 70, 0.5f, 0.55f, 1000003, false, false},
    {0.5f, 0.5f, 0, 0.9f, 0.85f, 2000003, true, true},
    {0.5f, 0.5f, 0, 0.8f, 0.9f, 0, true, false},
};

typedef struct cloud_light
{
    frame_rgb lit, shaded;
} cloud_light;

static frame_rgb towards(frame_rgb a, frame_rgb b, float part)
{
    return (frame_rgb){a.r + (b.r - a.r) * part, a.g + (b.g - a.g) * part,
                       a.b + (b.b - a.b) * part};
}

/// White by day, of the horizon's colour at dusk, dark at night and where it rains.
static cloud_light light_of(const frame_sky *sky, float rain)
{
    const frame_rgb white = {252, 252, 255};
    const float bright = 0.16f + 0.84f * sky->day;
    frame_rgb lit = towards(white, sky->low, 0.30f + 0.45f * (1.0f - sky->day));
    lit = (frame_rgb){lit.r * bright, lit.g * bright, lit.b * bright};
    const float dark = 1.0f - 0.34f * loam_clamp01(rain * 1.5f);
    lit = (frame_rgb){lit.r * dark, lit.g * dark, lit.b * dark};
    lit = towards(lit, sky->high, 0.5f * (1.0f - sky->day));
    const frame_rgb deep = {lit.r * 0.70f, lit.g * 0.74f, lit.b * 0.82f};
    return (cloud_light){lit, towards(deep, sky->high, 0.18f)};
}

static int64_t floor_of(double value)
{
    const int64_t whole = (int64_t)value;
    return whole - ((double)whole > value);
}

/// Where a height is seen, in tiles above the view's lowest pixel: nearer than it is, so that clouds are
/// seen from the ground.
static double seen_height(const frame_view *view, double y)
{
    return (y - view->y) * HEIGHT_SEEN + 0.5 * view->h / view->zoom;
}

/// How much more cloud there is in a slot than it takes for one, or less.
static float spare_cloud(const cloud_layer *layer, const loam_tile_sky_state *state, float want)
{
    return layer->fills ? state->rain * 4.0f - want : state->cloud * 1.9f - want;
}

/// A cloud in a slot, if there is one; x is where the slot begins, tiles from the view's left edge.
static void place_cloud(frame_sky *sky, const frame_view *view, const cloud_layer *layer,
                        int64_t slot, double x, const loam_tile_sky_state *state)
{
    frame_clouds *clouds = &sky->clouds;
    const uint64_t seed = sky->seed + place_seed + layer->salt, first = (uint64_t)slot * 4;
    const float want = loam_random_float(seed, first);
    const float spare = spare_cloud(layer, state, want);
    if (spare <= 0 || clouds->count == FRAME_MAX_CLOUDS)
    {
        return;
    }
    const float size = layer->size * (0.7f + 0.9f * loam_random_float(seed, first + 1)) *
                       (0.75f + 0.5f * state->cloud);
    const float low = layer->rains ? 1.0f - 0.7f * loam_clamp01(state->rain * 4.0f) : 1.0f;
    const float up = 110.0f * low * loam_random_float(seed, first + 2);
    const double y = (double)(state->cloud_y) + (double)layer->rise + (double)up;
    const double seen_y = seen_height(view, y);
    const cloud_light light = light_of(sky, state->rain);
    clouds->seen[clouds->count++] = (frame_cloud){
        .shape = (int32_t)(loam_random_u32(seed, first + 3) % FRAME_CLOUD_SHAPES),
        .x = (float)(x * view->sub),
        .y = loam_clamp((float)(seen_y * view->sub), -FAR, FAR),
        .scale = SHAPE_GRAIN / (size * (float)view->sub),
        .alpha = layer->alpha * loam_clamp01(spare * 5.0f),
        .lit = light.lit,
        .shaded = light.shaded,
        .rains = layer->rains,
    };
}

void loam_frame_clouds_prepare(frame_sky *sky, const frame_view *view, const loam_tile_world *world)
{
    loam_tile_sky_state here;
    loam_tile_world_sky(world, view->tile_x, 1, 1, &here);
    const double wide = (double)view->w / view->zoom, reach = 160;
    sky->clouds.count = 0;
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++)
    {
        const cloud_layer *layer = &layers[i];
        const double left = view->x * (1.0 - (double)layer->follows) - wide / 2;
        const double drifted = here.drifted * (double)layer->drift;
        const int64_t first = floor_of((left - reach - drifted) / SLOT);
        const int64_t last = floor_of((left + wide - drifted) / SLOT);
        for (int64_t slot = first; slot <= last; slot++)
        {
            const double x = (double)slot * SLOT + drifted - left + (layer->fills ? SLOT / 2 : 0);
            loam_tile_sky_state state;
            loam_tile_world_sky(world, view->tile_x + (int64_t)x + SLOT / 2, 1, 1, &state);
            place_cloud(sky, view, layer, slot, x, &state);
        }
    }
}

// ---- where rain begins --------------------------------------------------------------------------

/// Lowers tops to the underside of a cloud, where it is dense enough to be seen.
static void lower_tops(const frame_clouds *clouds, const frame_cloud *cloud, const frame_view *view,
                       int32_t *tops)
{
    const uint8_t *const alphas = clouds->alpha[cloud->shape][SHAPE_BOTTOM + 2];
    const float cell = (float)view->cell, left = cloud->x * cell - (float)view->off_x;
    const float length = FRAME_CLOUD_W / cloud->scale * cell, part = cloud->scale / cell;
    const int32_t begin = (int32_t)loam_clamp(left + 1.0f, 0, (float)view->w);
    const int32_t end = (int32_t)loam_clamp(left + length - 1.0f, 0, (float)view->w);
    const float bottom = cloud->y + (float)(SHAPE_BOTTOM + 4) / cloud->scale; // a little inside
    const int32_t top = (int32_t)(bottom * cell) - view->off_y;
    for (int32_t x = begin; x < end; x++)
    {
        const bool covers = alphas[(int32_t)(((float)x - left) * part)] >= ALPHAS / 2;
        tops[x] = covers && top < tops[x] ? top : tops[x];
    }
}

/// Between clouds: about as high as those beside.
static void fill_tops(const frame_view *view, const loam_tile_world *world, int32_t *tops)
{
    const double above = 7.0; // tiles, of a cloud's bottom above the lowest that there may be
    loam_tile_sky_state ends[2];
    loam_tile_world_sky(world, view->tile_x, LOOK_AT_BASE, 2, ends);
    int32_t looked = 0;
    for (int32_t x = 0; x < view->w; x++)
    {
        const int32_t column = (x + view->off_x) / view->zoom;
        if (column - looked >= LOOK_AT_BASE)
        {
            looked += LOOK_AT_BASE;
            ends[0] = ends[1];
            loam_tile_world_sky(world, view->tile_x + looked + LOOK_AT_BASE, 1, 1, &ends[1]);
        }
        const double part = (double)(column - looked) / LOOK_AT_BASE;
        const double left = (double)ends[0].cloud_y, right = (double)ends[1].cloud_y;
        const double seen = seen_height(view, left + (right - left) * part) + above;
        tops[x] = (int32_t)loam_clamp((float)(seen * view->zoom), -FAR, FAR);
    }
}

void loam_frame_clouds_undersides(const frame_sky *sky, const frame_view *view,
                                  const loam_tile_world *world, int32_t *tops)
{
    fill_tops(view, world, tops);
    for (int32_t i = 0; i < sky->clouds.count; i++)
    {
        if (sky->clouds.seen[i].rains)
        {
            lower_tops(&sky->clouds, &sky->clouds.seen[i], view, tops);
        }
    }
}

// ---- every row ----------------------------------------------------------------------------------

/// Colours of a cloud for each step of light, in whole numbers, and its alphas, of 256.
typedef struct paint
{
    int32_t r[SHADES + 1], g[SHADES + 1], b[SHADES + 1], alphas[ALPHAS + 1];
} paint;

static paint mix_paint(const frame_cloud *cloud)
{
    paint mixed;
    for (int32_t i = 0; i <= SHADES; i++)
    {
        const frame_rgb colour = towards(cloud->shaded, cloud->lit, (float)i / SHADES);
        mixed.r[i] = (int32_t)colour.r;
        mixed.g[i] = (int32_t)colour.g;
        mixed.b[i] = (int32_t)colour.b;
    }
    for (int32_t i = 0; i <= ALPHAS; i++)
    {
        mixed.alphas[i] = (int32_t)(cloud->alpha * 256.0f * (float)i / ALPHAS);
    }
    return mixed;
}

static void draw_cloud(const frame_clouds *clouds, const frame_cloud *cloud, const frame_view *view,
                       int32_t row, frame_planes out)
{
    const int32_t y = loam_floor_int(((float)row - cloud->y) * cloud->scale);
    if (y < 0 || y >= FRAME_CLOUD_H)
    {
        return;
    }
    const uint8_t *alphas = clouds->alpha[cloud->shape][y],
                  *shades = clouds->shade[cloud->shape][y];
    const int32_t begin = (int32_t)loam_clamp(cloud->x + 1.0f, 0, (float)view->cells);
    const float length = FRAME_CLOUD_W / cloud->scale;
    const int32_t end = (int32_t)loam_clamp(cloud->x + length - 1.0f, 0, (float)view->cells);
    const paint mixed = mix_paint(cloud);
    // Places in the shape, in 1/65536.
    int32_t at = (int32_t)(((float)begin - cloud->x) * cloud->scale * 65536.0f);
    const int32_t step = (int32_t)(cloud->scale * 65536.0f);
    for (int32_t i = begin; i < end; i++, at += step)
    {
        const int32_t alpha = mixed.alphas[alphas[at >> 16]], shade = shades[at >> 16];
        out.r[i] = (uint16_t)(out.r[i] + ((mixed.r[shade] - out.r[i]) * alpha >> 8));
        out.g[i] = (uint16_t)(out.g[i] + ((mixed.g[shade] - out.g[i]) * alpha >> 8));
        out.b[i] = (uint16_t)(out.b[i] + ((mixed.b[shade] - out.b[i]) * alpha >> 8));
    }
}

void loam_frame_clouds_row(const frame_clouds *clouds, const frame_view *view, int32_t cell_row,
                           frame_planes out)
{
    for (int32_t i = 0; i < clouds->count; i++)
    {
        draw_cloud(clouds, &clouds->seen[i], view, cell_row, out);
    }
}
