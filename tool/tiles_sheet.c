// SPDX-License-Identifier: MIT
#include "grower.h"
#include "progress.h"
#include "report.h"
#include "tile_options.h"

#include <inttypes.h>
#include <stdio.h>

// loam tiles sheet: the same place in many worlds, to see at a glance what seeds do.

enum
{
    MAX_COUNT = 64,
    MAX_SIDE = 1 << 16, // tiles
    COLUMNS = 4,
    PICTURE = 480 // pixels along the side of a picture, at most, unless --zoom asks for more
};

typedef struct sheet_settings
{
    uint64_t seed;
    int64_t count;
    option_position at;
    bool ground;
    option_size size;
    int32_t zoom; // as in loam tiles map
    int32_t layer;
    bool bare;
    int32_t threads;
    const char *defs;
    const char *output;
    bool json;
} sheet_settings;

typedef struct sheet_work
{
    const sheet_settings *settings;
    loam_tile_map_def def;
    progress bar;
    int32_t done; // how many pictures are
    loam_picture pictures[MAX_COUNT];
    char captions[MAX_COUNT][96];
    uint64_t hashes[MAX_COUNT];
    int64_t heights[MAX_COUNT]; // of the centres
} sheet_work;

/// The first world is the one that was asked for. Seeds stay short: people type them.
static uint64_t seed_of(const sheet_settings *settings, int32_t index)
{
    return index == 0 ? settings->seed : loam_random_u32(settings->seed, (uint64_t)index);
}

static const char *choose_zoom(int32_t i)
{
    return i == 0 ? "auto" : loam_tile_map_scale_name(i - 1);
}

static loam_tile_map_def make_def(const sheet_settings *settings)
{
    const option_size size = settings->size;
    const int32_t scale = settings->zoom > 0 ? settings->zoom - 1
                                             : loam_tile_map_scale_for(size.w, size.h, PICTURE);
    return (loam_tile_map_def){.area = {.x = settings->at.x - size.w / 2,
                                        .y = settings->at.y - size.h / 2,
                                        .w = size.w,
                                        .h = size.h},
                               .scale = loam_tile_map_scale_of(scale),
                               .layer = (loam_tile_map_layer)settings->layer,
                               .bare = settings->bare};
}

/// All pictures have to fit into memory, and onto one page.
static loam_result check(const sheet_settings *settings)
{
    const loam_tile_map_def def = make_def(settings);
    const loam_result result = tile_map_check(&def, (int32_t)settings->count);
    return result == LOAM_OK ? loam_file_check(settings->output) : result;
}

/// Where a world is looked at: at the place that was asked for, or as high above its ground.
static int64_t height_in(const sheet_settings *settings, const loam_tile_source *source)
{
    loam_tile_column column = {.surface = 0};
    if (settings->ground &&
        loam_tile_source_columns(source, settings->at.x, 1, 1, &column) != LOAM_OK)
    {
        return settings->at.y;
    }
    return column.surface + settings->at.y;
}

static void write_caption(sheet_work *work, int32_t i)
{
    const sheet_settings *settings = work->settings;
    char *caption = work->captions[i];
    const size_t size = sizeof work->captions[i];
    if (settings->ground)
    {
        snprintf(caption, size, "%" PRIu64 " at %" PRId64 ",%" PRId64, seed_of(settings, i),
                 settings->at.x, work->heights[i]);
        return;
    }
    snprintf(caption, size, "%" PRIu64, seed_of(settings, i));
}

static loam_result draw_worlds(sheet_work *work, grower *world)
{
    const sheet_settings *settings = work->settings;
    loam_env env = loam_default_env();
    env.jobs = world->jobs;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < settings->count && result == LOAM_OK; i++)
    {
        loam_tile_map_figures figures = {0};
        result = grower_reseed(world, seed_of(settings, i));
        if (result != LOAM_OK)
        {
            return result;
        }
        work->heights[i] = height_in(settings, world->source);
        work->def.area.y = work->heights[i] - settings->size.h / 2;
        work->def.source = world->source;
        result = loam_tile_map_draw(&work->def, &env, &work->pictures[i], &figures);
        work->hashes[i] = figures.hash;
        work->done = i + (result == LOAM_OK);
        write_caption(work, i);
    }
    return result;
}

static loam_result write_sheet(sheet_work *work)
{
    const loam_env env = loam_default_env();
    const char *captions[MAX_COUNT];
    for (int32_t i = 0; i < work->done; i++)
    {
        captions[i] = work->captions[i];
    }
    char title[96];
    snprintf(title, sizeof title,
             "Loam " LOAM_VERSION_TEXT ": %d worlds at %" PRId64 ",%" PRId64 "%s", (int)work->done,
             work->settings->at.x, work->settings->at.y,
             work->settings->ground ? " above the ground" : "");
    loam_picture sheet;
    progress_say(&work->bar, "writing the sheet");
    loam_result result = loam_picture_sheet(&env, work->pictures, captions, work->done, COLUMNS,
                                            title, &sheet);
    if (result == LOAM_OK)
    {
        result = loam_png_write(&env, work->settings->output, &sheet);
        loam_picture_destroy(&env, &sheet);
    }
    return result;
}

static loam_result make(const tool_io *io)
{
    const sheet_settings *const settings = io->settings;
    sheet_work *const work = io->work;
    const loam_env env = loam_default_env();
    grower world;
    work->settings = settings;
    loam_result result = check(settings);
    result = result == LOAM_OK
                 ? grower_create(settings->defs, settings->seed, settings->threads, &world)
                 : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    work->def = make_def(settings);
    work->def.defs = world.defs;
    work->def.progress = tile_map_progress;
    work->def.user = &work->bar;
    progress_begin(&work->bar, io->err, "worlds", settings->count * loam_tile_map_work(&work->def));
    result = draw_worlds(work, &world);
    result = result == LOAM_OK ? write_sheet(work) : result;
    progress_end(&work->bar);
    for (int32_t i = 0; i < work->done; i++)
    {
        loam_picture_destroy(&env, &work->pictures[i]);
    }
    grower_destroy(&world);
    return result;
}

static int print(const tool_io *io)
{
    const sheet_work *const work = io->work;
    tool_report r = report_begin(work->settings->json);
    json_open_at(&r.json, "worlds", '[');
    for (int32_t i = 0; i < work->done; i++)
    {
        json_open(&r.json, '{');
        json_add_uint64(&r.json, "seed", seed_of(work->settings, i));
        json_key(&r.json, "y");
        json_int64(&r.json, work->heights[i]);
        json_add_hash(&r.json, "hash", work->hashes[i]);
        json_close(&r.json, '}');
    }
    json_close(&r.json, ']');
    report_words(&r, "file", work->settings->output);
    report_say_number(&r, "count", work->done);
    return report_print(io, &r, "{count} worlds written to {file}");
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(sheet_settings, field)

static const tool_option sheet_options[] = {
    WORD_OPTION("seed", OPTION_SEED, AT(seed), "SEED", "1",
                "the first world; the others follow from it"),
    INT_OPTION("count", AT(count), 1, MAX_COUNT, "N", "16", "how many worlds"),
    POSITION_OPTION("at", AT(at), -LOAM_TILE_END, LOAM_TILE_END, "X,Y", "0,0",
                    "the tile in the centre of each"),
    FLAG_OPTION("ground", AT(ground), "count Y from the ground at X in each world"),
    SIZE_OPTION("size", AT(size), 16, MAX_SIDE, "WxH", "960x540", "how many tiles of each"),
    CHOICE_OPTION("zoom", AT(zoom), choose_zoom, "N", "auto", "pixels along the side of a tile"),
    CHOICE_OPTION("layer", AT(layer), loam_tile_map_layer_name, "LAYER", "both",
                  "what is shown, as in loam tiles map"),
    FLAG_OPTION("bare", AT(bare), "without plants"),
    TILE_DEFS_OPTION(AT(defs)),
    THREADS_OPTION(AT(threads), "all"),
    WORD_OPTION("output", OPTION_FILE, AT(output), "FILE", "tiles-sheet.png",
                "where the sheet goes", .letter = 'o', .suffix = ".png"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_tiles_sheet = {
    .name = "tiles sheet",
    .summary = "draws the same place in many worlds onto one contact sheet",
    .details =
        "Each picture has its seed below, and with --ground the place: loam tiles map with that "
        "--seed and --at and the same --size shows the place alone.",
    .options = sheet_options,
    .settings_size = sizeof(sheet_settings),
    .example = "loam tiles sheet --seed hello --ground --size 480x270 -o tiles-sheet.png",
    .work_size = sizeof(sheet_work),
    .make = make,
    .report = print,
};
