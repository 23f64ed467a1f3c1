// SPDX-License-Identifier: MIT
#include "export/tile_map/layers.h"

#include "loam/jobs.h"
#include "loam/maths.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Tiles were drawn onto a transparent picture. Here the sky goes behind them, or their brightness is kept
// and their colour becomes that of a biome or a height; then lines and words go over it.
//
// The colour of the sky at the horizon is the mean of the biomes around, taken at places that do not
// depend on the map: pictures of neighbouring parts fit together. It reaches further than most biomes do,
// or each would have a beam of light over it where many are seen at once.

enum
{
    KNOT = 512,      // tiles between two places where the sky is known
    KNOTS_AROUND = 6 // that go into the mean, on each side
};

typedef struct finish_job
{
    const loam_tile_map_def *def;
    const map_columns *columns;
    loam_picture *picture;
    loam_colour *tints; // one for each column of pixels, NULL for none
} finish_job;

loam_tile_view loam_tile_map_view(loam_tile_map_layer layer)
{
    static const loam_tile_view_layer layers[LOAM_TILE_MAP_LAYER_COUNT] = {
        [LOAM_TILE_MAP_BOTH] = LOAM_VIEW_BOTH,   [LOAM_TILE_MAP_BLOCKS] = LOAM_VIEW_BLOCKS,
        [LOAM_TILE_MAP_WALLS] = LOAM_VIEW_WALLS, [LOAM_TILE_MAP_SOLID] = LOAM_VIEW_SOLID,
        [LOAM_TILE_MAP_BIOME] = LOAM_VIEW_BOTH,  [LOAM_TILE_MAP_HEIGHT] = LOAM_VIEW_BOTH,
        [LOAM_TILE_MAP_CHUNKS] = LOAM_VIEW_BOTH,
    };
    loam_tile_view view = loam_default_tile_view();
    view.layer = layers[layer];
    view.sky_low.a = view.sky_high.a = 0;
    return view;
}

// ---- along the map ------------------------------------------------------------------------------

/// How far a column of pixels lies from the left side of the map, in tiles.
static int64_t tiles_to(const loam_tile_map_def *def, int64_t pixel)
{
    return pixel * def->scale.shrink / def->scale.zoom;
}

typedef struct sky_knots
{
    loam_tile_column *columns;
    int64_t first; // its x is first * KNOT
    int32_t count;
} sky_knots;

/// The mean around a knot, in which the near ones weigh more.
static loam_colour knot_sky(const loam_tile_map_def *def, const sky_knots *knots, int64_t knot)
{
    int32_t r = 0, g = 0, b = 0;
    for (int64_t i = knot - KNOTS_AROUND; i <= knot + KNOTS_AROUND; i++)
    {
        const int64_t last = knots->count - 1, at = i - knots->first;
        const int32_t biome = knots->columns[at < 0 ? 0 : at < last ? at : last].biome;
        const loam_colour sky = def->defs->biomes[biome].sky;
        const int32_t weight = KNOTS_AROUND + 1 - (int32_t)(i < knot ? knot - i : i - knot);
        r += weight * sky.r;
        g += weight * sky.g;
        b += weight * sky.b;
    }
    const int32_t all = (KNOTS_AROUND + 1) * (KNOTS_AROUND + 1);
    return (loam_colour){(uint8_t)(r / all), (uint8_t)(g / all), (uint8_t)(b / all), 255};
}

static void fill_skies(map_columns *columns, const loam_tile_map_def *def, const sky_knots *knots)
{
    for (int32_t i = 0; i < columns->sky_count; i++)
    {
        const int64_t x = def->area.x + tiles_to(def, i);
        const int64_t knot = loam_floor_div(x, KNOT);
        const float t = (float)(x - knot * KNOT) / KNOT;
        columns->skies[i] = loam_colour_mix(knot_sky(def, knots, knot),
                                            knot_sky(def, knots, knot + 1), t);
    }
}

static loam_result make_skies(map_columns *columns, const loam_env *env,
                              const loam_tile_map_def *def)
{
    // The world has an end, but only those come near who look for it.
    const int64_t end = LOAM_TILE_END / KNOT;
    int64_t first = loam_floor_div(def->area.x, KNOT) - KNOTS_AROUND;
    int64_t last = loam_floor_div(def->area.x + def->area.w, KNOT) + KNOTS_AROUND + 1;
    first = first < -end ? -end : first;
    last = last >= end ? end - 1 : last;
    sky_knots knots = {.first = first, .count = (int32_t)(last - first + 1)};
    const size_t size = (size_t)knots.count * sizeof *knots.columns;
    knots.columns = loam_alloc(env, size);
    loam_result result = knots.columns != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    result = result == LOAM_OK ? loam_tile_source_columns(def->source, first * KNOT, KNOT,
                                                          knots.count, knots.columns)
                               : result;
    if (result == LOAM_OK)
    {
        fill_skies(columns, def, &knots);
    }
    loam_free(env, knots.columns, size);
    return result;
}

loam_result loam_tile_map_columns_init(map_columns *columns, const loam_env *env,
                                       const loam_tile_map_def *def, int64_t step)
{
    int64_t w, h;
    loam_tile_map_size(def, &w, &h);
    *columns = (map_columns){
        .step = step, .count = (int32_t)((def->area.w + step - 1) / step), .sky_count = (int32_t)w};
    columns->columns = loam_alloc(env, (size_t)columns->count * sizeof *columns->columns);
    columns->skies = loam_alloc(env, (size_t)columns->sky_count * sizeof *columns->skies);
    if (columns->columns == NULL || columns->skies == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const loam_result result = loam_tile_source_columns(def->source, def->area.x, step,
                                                        columns->count, columns->columns);
    return result == LOAM_OK ? make_skies(columns, env, def) : result;
}

void loam_tile_map_columns_free(map_columns *columns, const loam_env *env)
{
    loam_free(env, columns->columns, (size_t)columns->count * sizeof *columns->columns);
    loam_free(env, columns->skies, (size_t)columns->sky_count * sizeof *columns->skies);
}

void loam_tile_map_columns_count(const map_columns *columns, int64_t biomes[LOAM_BIOMES])
{
    for (int32_t i = 0; i < columns->count; i++)
    {
        biomes[columns->columns[i].biome]++;
    }
}

/// The column that a column of pixels stands for: the one in its middle.
static const loam_tile_column *column_at(const finish_job *job, int32_t pixel)
{
    const int64_t tile = tiles_to(job->def, pixel) + job->def->scale.shrink / 2;
    const int64_t index = tile / job->columns->step;
    const int64_t last = job->columns->count - 1;
    return &job->columns->columns[index < last ? index : last];
}

// ---- rows ---------------------------------------------------------------------------------------

/// The height of the middle of a row of pixels.
static int64_t height_of(const finish_job *job, int64_t row)
{
    const int64_t from_below = job->picture->h - 1 - row;
    return job->def->area.y + tiles_to(job->def, from_below) + job->def->scale.shrink / 2;
}

static void put_sky_behind(const finish_job *job, int64_t row)
{
    const loam_tile_view view = loam_default_tile_view();
    const int64_t above = height_of(job, row) - view.sky_base;
    const float t = (float)above / (float)view.sky_height;
    loam_colour *pixels = job->picture->pixels + row * job->picture->w;
    for (int32_t x = 0; x < job->picture->w; x++)
    {
        if (pixels[x].a < 255)
        {
            const loam_colour sky = loam_colour_mix(job->columns->skies[x], view.sky_high, t);
            pixels[x] = loam_colour_over(pixels[x], sky);
        }
    }
}

/// A pixel in another colour: it keeps its brightness, and a hint of what it was.
static loam_colour tint_pixel(loam_colour pixel, loam_colour tint)
{
    const float light = (float)(77 * pixel.r + 150 * pixel.g + 29 * pixel.b) / (256.0f * 255.0f);
    loam_colour tinted = loam_colour_mix(loam_colour_shade(tint, 0.25f + 1.3f * light), pixel,
                                         0.25f);
    tinted.a = pixel.a;
    return loam_colour_over(tinted, loam_colour_mix(tint, loam_rgb(0xffffff), 0.82f));
}

static void tint_row(const finish_job *job, int64_t row)
{
    loam_colour *pixels = job->picture->pixels + row * job->picture->w;
    for (int32_t x = 0; x < job->picture->w; x++)
    {
        pixels[x] = tint_pixel(pixels[x], job->tints[x]);
    }
}

static void finish_rows(void *user, int64_t begin, int64_t end)
{
    const finish_job *job = user;
    for (int64_t row = begin; row < end; row++)
    {
        (job->tints != NULL ? tint_row : put_sky_behind)(job, row);
    }
}

// ---- lines and words ----------------------------------------------------------------------------

static const loam_colour ink = {18, 20, 28, 255};
static const loam_colour thin_ink = {18, 20, 28, 90};

static void write_label(loam_picture *picture, int32_t x, int32_t y, const char *words)
{
    const loam_colour ground = {18, 20, 28, 150};
    int32_t w, h;
    loam_text_size(words, 1, &w, &h);
    loam_picture_rectangle(picture, x, y, w + 4, h + 4, ground);
    loam_picture_text(picture, x + 2, y + 2, 1, loam_rgb(0xf2efe6), words);
}

static int32_t label_width(const char *words)
{
    int32_t w, h;
    loam_text_size(words, 1, &w, &h);
    return w + 4;
}

/// Where in the picture something lies, in pixels from the left and from the top.
static int64_t pixel_x(const finish_job *job, int64_t x)
{
    return (x - job->def->area.x) * job->def->scale.zoom / job->def->scale.shrink;
}

static int64_t pixel_y(const finish_job *job, int64_t y)
{
    const int64_t from_below = y - job->def->area.y;
    return job->picture->h - from_below * job->def->scale.zoom / job->def->scale.shrink;
}

static int32_t clamp_pixel(int64_t pixel, int32_t side)
{
    return pixel < -1 ? -1 : pixel > side ? side : (int32_t)pixel;
}

/// One line along the columns: at each, from the height of the one before to its own.
static void draw_horizon(const finish_job *job, bool water, loam_colour colour)
{
    loam_picture *picture = job->picture;
    int32_t before = -1;
    for (int32_t x = 0; x < picture->w; x++)
    {
        const loam_tile_column *column = column_at(job, x);
        const int64_t height = water ? column->water : column->surface;
        if (height == INT64_MIN)
        {
            before = -1;
            continue;
        }
        const int32_t y = clamp_pixel(pixel_y(job, height), picture->h);
        const int32_t from = before >= 0 ? before : y;
        const int32_t top = from < y ? from : y, bottom = from < y ? y : from;
        loam_picture_rectangle(picture, x, top, 1, bottom - top + 1, colour);
        before = y;
    }
}

/// 1, 2, 5, 10, ... tiles: the least that are so many pixels.
static int64_t round_step(const finish_job *job, int64_t pixels)
{
    static const int64_t digits[] = {1, 2, 5};
    const loam_tile_map_scale scale = job->def->scale;
    for (int64_t power = 1;; power *= 10)
    {
        for (int i = 0; i < 3; i++)
        {
            if (digits[i] * power * scale.zoom >= pixels * scale.shrink)
            {
                return digits[i] * power;
            }
        }
    }
}

static void draw_heights(const finish_job *job)
{
    const int64_t step = round_step(job, 48), low = job->def->area.y;
    for (int64_t y = (loam_floor_div(low, step) + 1) * step; y < low + job->def->area.h; y += step)
    {
        char words[32];
        const int32_t row = clamp_pixel(pixel_y(job, y), job->picture->h);
        snprintf(words, sizeof words, "%" PRId64, y);
        loam_picture_rectangle(job->picture, 0, row, job->picture->w, 1, thin_ink);
        write_label(job->picture, 2, row - 12, words);
    }
    draw_horizon(job, true, loam_rgb(0x2f6fb8));
    draw_horizon(job, false, ink);
}

/// The names of biomes, where there is room for them.
static void draw_biomes(const finish_job *job)
{
    int32_t begin = 0;
    for (int32_t x = 1; x <= job->picture->w; x++)
    {
        const int32_t biome = column_at(job, begin)->biome;
        if (x < job->picture->w && column_at(job, x)->biome == biome)
        {
            continue;
        }
        const char *name = job->def->defs->biomes[biome].name;
        if (label_width(name) + 4 <= x - begin)
        {
            write_label(job->picture, begin + (x - begin - label_width(name)) / 2, 4, name);
        }
        begin = x;
    }
}

/// Every how many chunks something is drawn that needs so many pixels: a power of two.
static int64_t chunk_stride(const finish_job *job, int64_t pixels)
{
    const loam_tile_map_scale scale = job->def->scale;
    int64_t stride = 1;
    while (stride * LOAM_CHUNK_SIDE * scale.zoom < pixels * scale.shrink)
    {
        stride *= 2;
    }
    return stride;
}

static void draw_chunk_lines(const finish_job *job, loam_chunk_pos low, loam_chunk_pos high)
{
    const int64_t stride = chunk_stride(job, 16);
    for (int64_t x = loam_floor_div(low.x, stride) * stride; x <= high.x; x += stride)
    {
        const int32_t at = clamp_pixel(pixel_x(job, x * LOAM_CHUNK_SIDE), job->picture->w);
        loam_picture_rectangle(job->picture, at, 0, 1, job->picture->h, thin_ink);
    }
    for (int64_t y = loam_floor_div(low.y, stride) * stride; y <= high.y; y += stride)
    {
        const int32_t at = clamp_pixel(pixel_y(job, y * LOAM_CHUNK_SIDE) - 1, job->picture->h);
        loam_picture_rectangle(job->picture, 0, at, job->picture->w, 1, thin_ink);
    }
}

/// Coordinates stand in the lower left corner of a chunk. The corners of the map have the longest ones.
static void write_chunk_names(const finish_job *job, loam_chunk_pos low, loam_chunk_pos high)
{
    char words[64];
    int32_t longest = 0;
    const loam_chunk_pos corners[] = {low, high};
    for (int i = 0; i < 2; i++)
    {
        snprintf(words, sizeof words, "%" PRId64 ",%" PRId64, corners[i].x, corners[i].y);
        longest = label_width(words) > longest ? label_width(words) : longest;
    }
    const int64_t stride = chunk_stride(job, longest + 12);
    for (int64_t y = loam_floor_div(low.y, stride) * stride; y <= high.y; y += stride)
    {
        for (int64_t x = loam_floor_div(low.x, stride) * stride; x <= high.x; x += stride)
        {
            const int64_t left = pixel_x(job, x * LOAM_CHUNK_SIDE);
            const int64_t bottom = pixel_y(job, y * LOAM_CHUNK_SIDE);
            snprintf(words, sizeof words, "%" PRId64 ",%" PRId64, x, y);
            write_label(job->picture, (int32_t)left + 3, (int32_t)bottom - 14, words);
        }
    }
}

static void draw_chunks(const finish_job *job)
{
    const loam_tile_area area = job->def->area;
    const loam_chunk_pos low = loam_chunk_of_tile((loam_tile_pos){area.x, area.y});
    const loam_chunk_pos high = loam_chunk_of_tile(
        (loam_tile_pos){area.x + area.w - 1, area.y + area.h - 1});
    draw_chunk_lines(job, low, high);
    write_chunk_names(job, low, high);
}

// ---- the whole ----------------------------------------------------------------------------------

/// The heights that a horizon can have, by the definitions.
static void height_range(const loam_tile_defs *defs, float *low, float *high)
{
    *low = *high = defs->biomes[0].elevation;
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        const loam_tile_biome *biome = &defs->biomes[i];
        const float top = biome->elevation + biome->elevation_range + biome->peaks + biome->dunes;
        *low = biome->elevation < *low ? biome->elevation : *low;
        *high = top > *high ? top : *high;
    }
}

static loam_colour height_colour(int64_t height, float low, float high)
{
    int32_t count;
    const loam_ramp_stop *stops = loam_ramp_named("terrain", &count);
    const float t = high > low ? ((float)height - low) / (high - low) : 0.0f;
    return loam_ramp_at(stops, count, 0.53f + 0.47f * (t < 0.0f ? 0.0f : t)); // land only
}

static void fill_tints(const finish_job *job)
{
    float low, high;
    height_range(job->def->defs, &low, &high);
    for (int32_t x = 0; x < job->picture->w; x++)
    {
        const loam_tile_column *column = column_at(job, x);
        job->tints[x] = job->def->layer == LOAM_TILE_MAP_BIOME
                            ? job->def->defs->biomes[column->biome].colour
                            : height_colour(column->surface, low, high);
    }
}

loam_result loam_tile_map_finish(const loam_tile_map_def *def, const map_columns *columns,
                                 const loam_env *env, loam_picture *picture)
{
    enum
    {
        ROWS = 16
    };
    finish_job job = {.def = def, .columns = columns, .picture = picture};
    const size_t size = (size_t)picture->w * sizeof(loam_colour);
    if (def->layer == LOAM_TILE_MAP_BIOME || def->layer == LOAM_TILE_MAP_HEIGHT)
    {
        job.tints = loam_alloc(env, size);
        if (job.tints == NULL)
        {
            return LOAM_OUT_OF_MEMORY;
        }
        fill_tints(&job);
    }
    loam_jobs_for(env->jobs, picture->h, ROWS, finish_rows, &job);
    if (def->layer == LOAM_TILE_MAP_BIOME)
    {
        draw_biomes(&job);
    }
    else if (def->layer == LOAM_TILE_MAP_HEIGHT)
    {
        draw_heights(&job);
    }
    else if (def->layer == LOAM_TILE_MAP_CHUNKS)
    {
        draw_chunks(&job);
    }
    loam_free(env, job.tints, size);
    return LOAM_OK;
}
