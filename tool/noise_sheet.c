// SPDX-License-Identifier: MIT
#include "curve.h"
#include "field.h"
#include "report.h"

#include <stdio.h>
#include <string.h>

// loam noise sheet: every kind of noise in one picture, to see what they are and that they are well.

enum
{
    MAX_ITEMS = 64,
    MAX_CAPTION = 40,
    COLUMNS = 6,
    MAX_TILE = 1024
};

typedef struct sheet_settings
{
    option_size size;
    uint64_t seed;
    int32_t threads;
    const char *output;
    bool json;
} sheet_settings;

typedef struct sheet_item
{
    char caption[MAX_CAPTION];
    loam_noise_def def;
    int32_t dims;
    const char *ramp;
} sheet_item;

typedef struct sheet_list
{
    sheet_item items[MAX_ITEMS];
    int32_t count;
} sheet_list;

// ---- what is on it ------------------------------------------------------------------------------

static loam_noise_def make_def(loam_noise_kind kind, double wavelength)
{
    loam_noise_def def = loam_default_noise_def();
    def.kind = kind;
    def.wavelength = wavelength;
    return def;
}

static void add(sheet_list *list, const loam_noise_def *def, int32_t dims, const char *ramp,
                const char *caption)
{
    sheet_item *item = &list->items[list->count++];
    *item = (sheet_item){.def = *def, .dims = dims, .ramp = ramp};
    snprintf(item->caption, sizeof item->caption, "%s", caption);
}

static void add_kinds(sheet_list *list, double tile)
{
    for (int32_t kind = 0; kind < LOAM_NOISE_KIND_COUNT; kind++)
    {
        const bool white = kind == LOAM_NOISE_WHITE;
        const loam_noise_def def = make_def((loam_noise_kind)kind, white ? tile / 32 : tile / 6);
        add(list, &def, 2, "grey", loam_noise_kind_name((loam_noise_kind)kind));
    }
    loam_noise_def def = make_def(LOAM_NOISE_SIMPLEX, tile / 6);
    add(list, &def, 3, "grey", "simplex, 3D");
}

static void add_fades(sheet_list *list, double tile)
{
    for (int32_t fade = 0; fade < LOAM_FADE_COUNT; fade++)
    {
        loam_noise_def def = make_def(LOAM_NOISE_VALUE, tile / 6);
        def.fade = (loam_noise_fade)fade;
        add(list, &def, 2, "heat", loam_noise_fade_name(def.fade));
    }
    loam_noise_def def = make_def(LOAM_NOISE_CELLULAR, tile / 6);
    def.jitter = 0.5f;
    add(list, &def, 2, "heat", "jitter 0.5");
    add(list, &def, 3, "heat", "jitter 0.5, 3D");
}

static void add_cells(sheet_list *list, double tile)
{
    for (int32_t cell = 0; cell < LOAM_CELL_OUTPUT_COUNT; cell++)
    {
        for (int32_t metric = 0; metric < LOAM_METRIC_COUNT; metric++)
        {
            loam_noise_def def = make_def(LOAM_NOISE_CELLULAR, tile / 6);
            def.metric = (loam_cell_metric)metric;
            def.cell = (loam_cell_output)cell;
            char caption[MAX_CAPTION];
            snprintf(caption, sizeof caption, "%s %s", loam_cell_metric_name(def.metric),
                     loam_cell_output_name(def.cell));
            add(list, &def, 2, "sea", caption);
        }
    }
}

/// The ways to sum octaves, of one kind. prefix comes before their names in the captions.
static void add_fractals(sheet_list *list, double tile, loam_noise_kind kind, const char *prefix)
{
    // The hills of value noise are twice as wide as those of simplex noise.
    loam_noise_def def = make_def(kind, kind == LOAM_NOISE_VALUE ? tile / 4 : tile / 2);
    for (int32_t fractal = 0; fractal < LOAM_FRACTAL_COUNT; fractal++)
    {
        // The least of many octaves is little more than the finest of them.
        def.fractal = (loam_noise_fractal)fractal;
        def.octaves = fractal == LOAM_FRACTAL_MINIMUM ? 2 : 6;
        def.persistence = fractal == LOAM_FRACTAL_MINIMUM ? 1.0 : 0.5;
        char caption[MAX_CAPTION];
        snprintf(caption, sizeof caption, "%s%s", prefix, loam_noise_fractal_name(def.fractal));
        add(list, &def, 2, "terrain", caption);
    }
}

static void add_warp(sheet_list *list, double tile)
{
    loam_noise_def def = make_def(LOAM_NOISE_SIMPLEX, tile / 2);
    def.octaves = 6;
    def.warp = tile / 10;
    def.warp_wavelength = tile / 2;
    def.warp_octaves = 2;
    add(list, &def, 2, "terrain", "fbm, warped");
}

static void add_curve(sheet_list *list, double tile)
{
    loam_noise_def def = make_def(LOAM_NOISE_PERLIN, tile / 3);
    def.octaves = 5;
    add(list, &def, 1, "terrain", "fbm, 1D");
}

// ---- painting -----------------------------------------------------------------------------------

typedef struct sheet_work
{
    const sheet_settings *settings;
    sheet_list list;
    loam_jobs *jobs;
    float *samples; // of one tile
    loam_picture tiles[MAX_ITEMS];
    uint64_t hashes[MAX_ITEMS];
} sheet_work;

/// Lights the land of a tile that was painted with "terrain". Water, the lower half, stays flat.
static void light_tile(loam_picture *tile, const float *samples, field_figures figures)
{
    const float scale = 1.0f / (float)(figures.max - figures.min);
    const float steepness = 0.25f *
                            (float)tile->w; // a tile is a landscape four times as wide as high
    for (int32_t i = 0; i < tile->w * tile->h; i++)
    {
        const float height = (samples[i] - (float)figures.min) * scale;
        if (height < 0.5f)
        {
            continue;
        }
        const int32_t right = i % tile->w + 1 < tile->w ? i + 1 : i;
        const int32_t below = i / tile->w + 1 < tile->h ? i + tile->w : i;
        const float dx = (samples[right] - samples[i]) * scale * steepness;
        const float dy = (samples[below] - samples[i]) * scale * steepness;
        tile->pixels[i] = loam_colour_shade(tile->pixels[i], loam_relief(dx, dy));
    }
}

/// Paints one tile. Contrast is stretched to what is there: this is for looking.
static loam_result paint_tile(const loam_env *env, sheet_work *work, int32_t index)
{
    const sheet_item *item = &work->list.items[index];
    const option_size size = work->settings->size;
    loam_noise noise;
    loam_result result = loam_noise_init(&noise, &item->def, work->settings->seed);
    const int32_t rows = item->dims == 1 ? 1 : size.h;
    const loam_noise_area area = {
        .x = -size.w / 2, .y = -rows / 2, .step = 1, .w = size.w, .h = rows, .d = 1};
    result = result != LOAM_OK
                 ? result
                 : field_fill(work->jobs, &noise, item->dims, area, work->samples, NULL);
    result = result != LOAM_OK
                 ? result
                 : loam_picture_create(env, size.w, size.h, loam_rgb(0), &work->tiles[index]);
    if (result != LOAM_OK)
    {
        return result;
    }
    const field_figures figures = field_measure(work->samples, (size_t)size.w * (size_t)rows);
    work->hashes[index] = figures.hash;
    if (item->dims == 1)
    {
        const float margin = (float)(figures.max - figures.min) / 8;
        curve_paint(&work->tiles[index], work->samples, (float)figures.min - margin,
                    (float)figures.max + margin, item->ramp);
        return LOAM_OK;
    }
    int32_t count;
    const loam_ramp_stop *stops = loam_ramp_named(item->ramp, &count);
    loam_picture_field(&work->tiles[index], 0, 0, work->samples, size.w, size.h, (float)figures.min,
                       (float)figures.max, stops, count);
    if (strcmp(item->ramp, "terrain") == 0)
    {
        light_tile(&work->tiles[index], work->samples, figures);
    }
    return LOAM_OK;
}

static loam_result write_sheet(const loam_env *env, const sheet_work *work)
{
    const char *captions[MAX_ITEMS];
    for (int32_t i = 0; i < work->list.count; i++)
    {
        captions[i] = work->list.items[i].caption;
    }
    loam_picture sheet;
    loam_result result = loam_picture_sheet(env, work->tiles, captions, work->list.count, COLUMNS,
                                            "Loam " LOAM_VERSION_TEXT ": noise", &sheet);
    if (result == LOAM_OK)
    {
        result = loam_png_write(env, work->settings->output, &sheet);
        loam_picture_destroy(env, &sheet);
    }
    return result;
}

static void list_items(sheet_list *list, double tile)
{
    add_kinds(list, tile);
    add_fades(list, tile);
    add_cells(list, tile);
    add_fractals(list, tile, LOAM_NOISE_SIMPLEX, "");
    add_warp(list, tile);
    add_fractals(list, tile, LOAM_NOISE_VALUE, "value ");
    add_curve(list, tile);
}

static loam_result make(const tool_io *io)
{
    sheet_work *const work = io->work;
    work->settings = io->settings;
    list_items(&work->list, work->settings->size.w);
    const loam_env env = loam_default_env();
    const size_t count = (size_t)work->settings->size.w * (size_t)work->settings->size.h;
    loam_result result = loam_file_check(work->settings->output);
    if (result != LOAM_OK)
    {
        return result;
    }
    work->samples = loam_alloc(&env, count * sizeof *work->samples);
    result = work->samples == NULL ? LOAM_OUT_OF_MEMORY
                                   : field_threads(work->settings->threads, &work->jobs);
    for (int32_t i = 0; i < work->list.count && result == LOAM_OK; i++)
    {
        result = paint_tile(&env, work, i);
    }
    result = result != LOAM_OK ? result : write_sheet(&env, work);
    for (int32_t i = 0; i < work->list.count; i++)
    {
        loam_picture_destroy(&env, &work->tiles[i]);
    }
    loam_jobs_destroy(work->jobs);
    loam_free(&env, work->samples, count * sizeof *work->samples);
    return result;
}

static int print(const tool_io *io)
{
    const sheet_work *const work = io->work;
    tool_report to = report_begin(work->settings->json);
    report_number(&to, "pictures", work->list.count);
    report_hash(&to, "hash", loam_hash_u64(work->hashes, (size_t)work->list.count, 0));
    report_words(&to, "file", work->settings->output);
    return report_print(io, &to, "{pictures} kinds of noise written to {file}");
}

static const tool_option sheet_options[] = {
    SIZE_OPTION("size", offsetof(sheet_settings, size), 16, MAX_TILE, "WxH", "192x192",
                "of one picture"),
    SEED_OPTION(offsetof(sheet_settings, seed), "of the noise"),
    THREADS_OPTION(offsetof(sheet_settings, threads), "all"),
    WORD_OPTION("output", OPTION_FILE, offsetof(sheet_settings, output), "FILE", "noise-sheet.png",
                "where the sheet goes", .letter = 'o', .suffix = ".png"),
    JSON_OPTION(offsetof(sheet_settings, json)),
    {0},
};

const tool_verb verb_noise_sheet = {
    .name = "noise sheet",
    .summary = "paints every kind of noise onto one contact sheet",
    .details =
        "Kinds, fades, cellular outputs and metrics, fractals of two kinds, a warp, slices of "
        "3D noise and a curve of 1D noise, each with its name. Contrast is stretched to what is in "
        "each picture.",
    .options = sheet_options,
    .settings_size = sizeof(sheet_settings),
    .example = "loam noise sheet --seed hello -o noise-sheet.png",
    .work_size = sizeof(sheet_work),
    .make = make,
    .report = print,
};
