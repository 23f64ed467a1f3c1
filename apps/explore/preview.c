// SPDX-License-Identifier: MIT
#include "explore/explorer.h"

#include <math.h>
#include <stdlib.h>

// Small pictures beside the knobs of the shape (Barrio Morra 2021, A.3): the noise of a biome, which is made
// within the frame whenever one of its numbers changes, and the biomes around in a land of the wanted shape,
// which a scout draws.

enum
{
    NOISE_W = 128,
    NOISE_H = 96,
    NOISE_STEP = 8, // m a pixel
    MAP_W = 128,
    MAP_H = 96,
    MAP_STEP = 2048,
};

typedef struct previews
{
    painter_image *noise, *map; // NULL: none yet
    loam_biome_shape shown;     // by the noise
    bool has_noise;
    float low, high; // m, of the noise
    scout_question asked;
    bool has_asked;
} previews;

static previews *get(explorer *e)
{
    if (e->previews == NULL)
    {
        e->previews = calloc(1, sizeof *e->previews);
    }
    return e->previews;
}

void previews_close(explorer *e)
{
    if (e->previews != NULL)
    {
        painter_image_destroy(e->r.paint, e->previews->noise);
        painter_image_destroy(e->r.paint, e->previews->map);
        free(e->previews);
        e->previews = NULL;
    }
}

static void show_picture(explorer *e, const loam_picture *picture, painter_image **image)
{
    if (*image != NULL ||
        painter_image_create(e->r.paint, picture->w, picture->h, image) == LOAM_OK)
    {
        painter_image_update(e->r.paint, *image, picture);
    }
}

// ---- noise --------------------------------------------------------------------------------------

/// Heights of a biome's noise as the land has it, but for the place where it begins.
static loam_result fill_noise(const loam_biome_shape *shape, float heights[NOISE_W * NOISE_H])
{
    loam_noise_def def = loam_default_noise_def();
    loam_noise noise;
    def.wavelength = (double)shape->scale;
    def.octaves = 1;
    def.fractal = LOAM_FRACTAL_FBM;
    for (float length = shape->scale / shape->lacunarity;
         def.octaves < (int32_t)shape->octaves && length >= 2 * NOISE_STEP;
         length /= shape->lacunarity)
    {
        def.octaves++; // what is finer than a pixel would be grain
    }
    def.persistence = (double)shape->persistence;
    def.lacunarity = (double)shape->lacunarity;
    loam_result result = loam_noise_init(&noise, &def, 1);
    const loam_noise_area area = {.step = NOISE_STEP, .w = NOISE_W, .h = NOISE_H, .d = 1};
    result = result == LOAM_OK ? loam_noise_grid2(&noise, heights, area) : result;
    float sum = 0, part = 1; // octaves of noise sum to 1; amplitudes are those of the first
    for (int32_t k = 0; k < def.octaves; k++, part *= shape->persistence)
    {
        sum += part;
    }
    const float scale = shape->amplitude * shape->height * sum;
    for (int32_t p = 0; p < NOISE_W * NOISE_H; p++)
    {
        heights[p] *= scale;
    }
    return result;
}

/// Light by the slope, and lighter where it is high.
static void paint_noise(const float *heights, previews *p, loam_picture *out)
{
    p->low = p->high = heights[0];
    for (int32_t i = 0; i < NOISE_W * NOISE_H; i++)
    {
        p->low = fminf(p->low, heights[i]);
        p->high = fmaxf(p->high, heights[i]);
    }
    const float span = fmaxf(p->high - p->low, 1e-3f);
    for (int32_t i = 0; i < NOISE_W * NOISE_H; i++)
    {
        const int32_t x = i % NOISE_W, y = i / NOISE_W;
        const int32_t beside = (y > 0 ? i - NOISE_W : i) - (x > 0 ? 1 : 0);
        const float rise = (heights[i] - heights[beside]) / NOISE_STEP;
        const float level = (heights[i] - p->low) / span;
        const float slope = rise / (0.08f + fabsf(rise)); // steep ground keeps its shades, too
        const float light = 0.5f + 0.2f * level + 0.3f * slope;
        out->pixels[i] = (loam_colour){(uint8_t)(light * 235), (uint8_t)(light * 225),
                                       (uint8_t)(light * 200), 255};
    }
}

static bool is_same_noise(const loam_biome_shape *a, const loam_biome_shape *b)
{
    return a->height == b->height && a->amplitude == b->amplitude && a->scale == b->scale &&
           a->octaves == b->octaves && a->persistence == b->persistence &&
           a->lacunarity == b->lacunarity;
}

static void make_noise(explorer *e, previews *p, const loam_biome_shape *shape)
{
    static float heights[NOISE_W * NOISE_H];
    loam_picture picture = {0};
    if (p->has_noise && is_same_noise(&p->shown, shape))
    {
        return;
    }
    p->shown = *shape;
    p->has_noise = true;
    if (loam_picture_create(&e->r.env, NOISE_W, NOISE_H, loam_rgb(0), &picture) == LOAM_OK &&
        fill_noise(shape, heights) == LOAM_OK)
    {
        paint_noise(heights, p, &picture);
        show_picture(e, &picture, &p->noise);
    }
    loam_picture_destroy(&e->r.env, &picture);
}

// ---- the map ------------------------------------------------------------------------------------

static void take_map(explorer *e, previews *p)
{
    scout_answer found;
    if (scout_take(e->scout, SCOUT_PREVIEW, &found))
    {
        if (found.result == LOAM_OK)
        {
            show_picture(e, &found.picture, &p->map);
            roam_log(&e->r, "preview: biomes");
        }
        else
        {
            roam_tell(&e->r, true, "preview: %s", found.message);
        }
        scout_answer_free(&found);
    }
}

static void ask_map(explorer *e, previews *p)
{
    const scout_question wanted = {.x = (int64_t)e->r.body.x,
                                   .z = (int64_t)e->r.body.z,
                                   .scale = MAP_STEP,
                                   .w = MAP_W,
                                   .h = MAP_H,
                                   .shape = e->wanted_shape};
    if (!p->has_asked || !shape_is_same(&wanted.shape, &p->asked.shape))
    {
        p->asked = wanted;
        p->has_asked = true;
        scout_ask(e->scout, SCOUT_PREVIEW, &wanted);
    }
}

void previews_forget(explorer *e)
{
    if (e->previews != NULL)
    {
        e->previews->has_asked = false;
    }
}

// ---- on the screen ------------------------------------------------------------------------------

/// A picture with words below it; how high both are.
static int32_t draw_one(explorer *e, painter_image *image, int32_t x, int32_t y, const char *words)
{
    const int32_t w = painter_scaled(e->r.paint, 1.5f * NOISE_W);
    const int32_t h = painter_scaled(e->r.paint, 1.5f * NOISE_H);
    const int32_t high = painter_line_height(e->r.paint, TEXT_SMALL), gap = high / 3;
    painter_fill(e->r.paint, (box){x - gap, y - gap, w + 2 * gap, h + high + 3 * gap},
                 (loam_colour){16, 20, 26, 215});
    if (image != NULL)
    {
        painter_image_draw(e->r.paint, image, (box){0, 0, NOISE_W, NOISE_H}, (box){x, y, w, h},
                           (loam_colour){255, 255, 255, 255}, true);
    }
    painter_text(e->r.paint, x, y + h + gap, TEXT_SMALL, (loam_colour){255, 255, 255, 220}, words);
    return h + high + 5 * gap;
}

/// Where one stands, in the middle of the map.
static void draw_here(explorer *e, int32_t x, int32_t y)
{
    const int32_t r = painter_scaled(e->r.paint, 5);
    const int32_t cx = x + painter_scaled(e->r.paint, 0.75f * MAP_W);
    const int32_t cy = y + painter_scaled(e->r.paint, 0.75f * MAP_H);
    painter_frame(e->r.paint, (box){cx - r, cy - r, 2 * r, 2 * r},
                  painter_scaled(e->r.paint, 1) + 1, (loam_colour){255, 120, 60, 255});
}

void previews_run(explorer *e, int32_t x, int32_t y, int32_t biome)
{
    previews *const p = get(e);
    char words[96];
    if (p == NULL)
    {
        return;
    }
    take_map(e, p);
    ask_map(e, p);
    if (biome >= 0)
    {
        make_noise(e, p, &e->wanted_shape.biomes[biome]);
        snprintf(words, sizeof words, "Noise: 1 km wide, %.1f m high", (double)(p->high - p->low));
        y += draw_one(e, p->noise, x, y, words);
    }
    (void)draw_one(e, p->map, x, y,
                   scout_is_busy(e->scout, SCOUT_PREVIEW) ? "Biomes: growing ..."
                                                          : "Biomes: 262 km wide");
    draw_here(e, x, y);
}
