// SPDX-License-Identifier: MIT
#include "grower.h"
#include "tile_options.h"

#include <inttypes.h>
#include <stdio.h>

// loam tiles biomes: a place of every biome of a world, side by side, with what grows there. Columns are looked at
// from the middle of the world outwards; the place with most of a biome, and with least water, is shown, and of
// several the one that is nearest.

enum
{
    REACH = 1 << 17, // tiles to each side that are looked at
    STEP = 32,       // between two columns
    COLUMNS = 2 * REACH / STEP,
    SHEET_COLUMNS = 3,
    MAX_SIDE = 1024, // tiles
    MAX_ZOOM = 8
};

typedef struct biomes_settings
{
    uint64_t seed;
    option_size size;
    int64_t zoom;
    int32_t threads;
    bool bare;
    const char *defs;
    const char *output;
} biomes_settings;

typedef struct biomes_work
{
    const biomes_settings *settings;
    loam_tile_column columns[COLUMNS];
    int32_t count; // of pictures
    loam_picture pictures[LOAM_BIOMES];
    char captions[LOAM_BIOMES][LOAM_MAX_NAME + 48];
} biomes_work;

// ---- where ----------------------------------------------------------------------------------------

/// How good a place is to see a biome: twice its columns, less the wet ones.
static int32_t rate(const biomes_work *work, int32_t middle, int32_t half, int32_t biome)
{
    int32_t rating = 0;
    for (int32_t i = middle - half; i <= middle + half; i++)
    {
        const loam_tile_column *const column = &work->columns[i];
        rating += 2 * (column->biome == biome) - (column->water > column->surface);
    }
    return rating;
}

/// The best column of a biome, -1 if there is none.
static int32_t find_place(const biomes_work *work, int32_t biome)
{
    const int32_t half = work->settings->size.w / (2 * STEP) + 1;
    int32_t best = -1, rating = 0;
    for (int32_t n = 0; n < COLUMNS - 2 * half - 2; n++)
    {
        const int32_t at = COLUMNS / 2 + (n % 2 == 0 ? n / 2 : -(n + 1) / 2);
        const int32_t here = work->columns[at].biome == biome ? rate(work, at, half, biome) : 0;
        best = here > rating ? at : best;
        rating = here > rating ? here : rating;
    }
    return best;
}

/// The mean height of the ground in a picture.
static int64_t ground_of(const biomes_work *work, int32_t middle)
{
    const int32_t half = work->settings->size.w / (2 * STEP) + 1;
    int64_t sum = 0;
    for (int32_t i = middle - half; i <= middle + half; i++)
    {
        sum += work->columns[i].surface;
    }
    return loam_floor_div(sum, 2 * half + 1);
}

// ---- drawing --------------------------------------------------------------------------------------

static loam_result draw_biome(biomes_work *work, const grower *world, int32_t biome)
{
    const option_size size = work->settings->size;
    const int32_t column = find_place(work, biome);
    if (column < 0)
    {
        return LOAM_OK;
    }
    const int64_t x = ((int64_t)column - COLUMNS / 2) * STEP;
    const int64_t y = ground_of(work, column) + size.h / 6; // more of the sky than of the ground
    const loam_tile_map_def def = {.defs = world->defs,
                                   .source = world->source,
                                   .area = {x - size.w / 2, y - size.h / 2, size.w, size.h},
                                   .scale = {(int32_t)work->settings->zoom, 1},
                                   .layer = LOAM_TILE_MAP_BOTH,
                                   .bare = work->settings->bare};
    loam_env env = loam_default_env();
    env.jobs = world->jobs;
    loam_tile_map_figures figures;
    const loam_result result = loam_tile_map_draw(&def, &env, &work->pictures[work->count],
                                                  &figures);
    snprintf(work->captions[work->count], sizeof work->captions[0], "%s at %" PRId64 ",%" PRId64,
             world->defs->biomes[biome].name, x, y);
    work->count += result == LOAM_OK;
    return result;
}

static loam_result draw_all(biomes_work *work, const grower *world)
{
    loam_result result = loam_tile_source_columns(world->source, -REACH, STEP, COLUMNS,
                                                  work->columns);
    for (int32_t i = 0; i < LOAM_BIOMES && result == LOAM_OK; i++)
    {
        result = draw_biome(work, world, i);
    }
    return result;
}

static loam_result write_sheet(const biomes_work *work)
{
    const loam_env env = loam_default_env();
    const char *captions[LOAM_BIOMES];
    loam_picture sheet;
    for (int32_t i = 0; i < work->count; i++)
    {
        captions[i] = work->captions[i];
    }
    loam_result result = loam_picture_sheet(&env, work->pictures, captions, work->count,
                                            SHEET_COLUMNS, NULL, &sheet);
    if (result == LOAM_OK)
    {
        result = loam_png_write(&env, work->settings->output, &sheet);
        loam_picture_destroy(&env, &sheet);
    }
    return result;
}

static loam_result make(const tool_io *io)
{
    const biomes_settings *const settings = io->settings;
    biomes_work *const work = io->work;
    work->settings = settings;
    const loam_env env = loam_default_env();
    const loam_tile_map_def def = {.area = {.w = settings->size.w, .h = settings->size.h},
                                   .scale = {(int32_t)settings->zoom, 1}};
    grower world = {0};
    loam_result result = tile_map_check(&def, LOAM_BIOMES);
    result = result == LOAM_OK ? loam_file_check(settings->output) : result;
    result = result == LOAM_OK
                 ? grower_create(settings->defs, settings->seed, settings->threads, &world)
                 : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    result = draw_all(work, &world);
    result = result == LOAM_OK ? write_sheet(work) : result;
    for (int32_t i = 0; i < work->count; i++)
    {
        loam_picture_destroy(&env, &work->pictures[i]);
    }
    grower_destroy(&world);
    return result;
}

static int print(const tool_io *io)
{
    const biomes_work *const work = io->work;
    for (int32_t i = 0; i < work->count; i++)
    {
        fprintf(io->out, "%s\n", work->captions[i]);
    }
    fprintf(io->out, "%d biomes written to %s\n", (int)work->count, work->settings->output);
    return TOOL_DONE;
}

#define AT(field) offsetof(biomes_settings, field)

static const tool_option biomes_options[] = {
    SEED_OPTION(AT(seed), "of the world"),
    SIZE_OPTION("size", AT(size), 64, MAX_SIDE, "WxH", "320x180", "how many tiles of each"),
    INT_OPTION("zoom", AT(zoom), 1, MAX_ZOOM, "N", "2", "pixels along the side of a tile"),
    FLAG_OPTION("bare", AT(bare), "without plants"),
    TILE_DEFS_OPTION(AT(defs)),
    THREADS_OPTION(AT(threads), "all"),
    PICTURE_OPTION(AT(output), "where the sheet goes", .required = true),
    {0},
};

const tool_verb verb_tiles_biomes = {
    .name = "tiles biomes",
    .summary = "draws a place of every biome with its plants",
    .details =
        "Of the world up to 131072 tiles to each side of its middle, the place that has most of "
        "the biome and least water. A biome that is not found there is left out. loam tiles map "
        "with the same --seed and --size, and --at from below a picture, shows it alone.",
    .options = biomes_options,
    .settings_size = sizeof(biomes_settings),
    .example = "loam tiles biomes --seed 3 -o biomes.png",
    .work_size = sizeof(biomes_work),
    .make = make,
    .report = print,
};
