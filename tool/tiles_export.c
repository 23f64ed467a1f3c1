// SPDX-License-Identifier: MIT
#include "grower.h"
#include "progress.h"
#include "tile_options.h"
#include "world.h"

#include "loam/export_tiled.h"

#include <string.h>

// loam tiles export: a part of a world as a map of Tiled, with a picture of its tiles, for engines.

typedef struct export_settings
{
    const char *seed;  // NULL if not given
    const char *world; // NULL for one that grows and is not kept
    option_position at;
    option_size size;
    int64_t pixels;
    bool bare;
    int32_t threads;
    const char *defs;
    const char *output;
    bool json;
} export_settings;

static loam_tiled_def make_def(const export_settings *settings)
{
    const option_size size = settings->size;
    return (loam_tiled_def){.env = loam_default_env(),
                            .area = {.x = settings->at.x - size.w / 2,
                                     .y = settings->at.y - size.h / 2,
                                     .w = size.w,
                                     .h = size.h},
                            .pixels = (int32_t)settings->pixels,
                            .bare = settings->bare,
                            .path = settings->output,
                            .progress = tile_map_progress};
}

typedef struct export_work
{
    loam_tiled_def def;
    char picture[4096]; // the path of the tiles' picture
    grower world;
    loam_tiled_figures figures;
} export_work;

static loam_result check(export_work *work)
{
    const char *const path = work->def.path;
    loam_result result = loam_tiled_check(&work->def);
    if (result == LOAM_OK)
    {
        loam_tiled_picture_path(path, work->picture, sizeof work->picture);
        result = loam_file_check(path);
        result = result == LOAM_OK ? loam_file_check(work->picture) : result;
    }
    return result;
}

static loam_result write_map(const tool_io *io, export_work *work)
{
    const grower *const world = &work->world;
    loam_tiled_def *const def = &work->def;
    progress bar;
    progress_begin(&bar, io->err, "rows of tiles", def->area.h);
    def->env.jobs = world->jobs;
    def->defs = world->defs;
    def->source = world->source;
    def->store = world->store;
    def->user = &bar;
    const loam_result result = loam_tiled_write(def, &work->figures);
    progress_end(&bar);
    return result;
}

static int print(const tool_io *io)
{
    const export_settings *const settings = io->settings;
    const export_work *const work = io->work;
    const loam_tiled_figures *const figures = &work->figures;
    tool_report r = report_begin(settings->json);
    report_uint64(&r, "seed", work->def.seed);
    report_words(&r, "world", settings->world);
    report_place(&r, "at", settings->at.x, settings->at.y);
    report_size(&r, "size", settings->size.w, settings->size.h);
    report_number(&r, "tiles", (double)figures->tiles);
    report_number(&r, "tile_kinds", figures->tile_kinds);
    report_number(&r, "plants", figures->plants);
    report_number(&r, "biomes", figures->biomes);
    report_hash(&r, "hash", figures->hash);
    report_words(&r, "file", settings->output);
    report_words(&r, "picture", work->picture);
    return report_print(io, &r,
                        "{file}: {size} tiles, {plants} plants; its {tile_kinds} kinds of tiles "
                        "are in {picture}; hash {hash}");
}

static loam_result make(const tool_io *io)
{
    const export_settings *const settings = io->settings;
    export_work *const work = io->work;
    work->def = make_def(settings);
    loam_result result = check(work);
    result = result == LOAM_OK ? grower_choose(settings->world, settings->seed, settings->defs,
                                               settings->threads, io, &work->world, &work->def.seed)
                               : result;
    return result == LOAM_OK ? write_map(io, work) : result;
}

static void end(void *work)
{
    grower_destroy(&((export_work *)work)->world);
}

#define AT(field) offsetof(export_settings, field)

static const tool_option export_options[] = {
    TILE_SEED_OPTION(AT(seed)),
    FILE_OPTION(
        "world", AT(world), NULL, "FILE",
        "a world that is kept, which is only read: its chunks are written as they are there"),
    POSITION_OPTION("at", AT(at), -LOAM_TILE_END, LOAM_TILE_END, "X,Y", "0,0",
                    "the tile in the centre; x grows right, y grows up"),
    SIZE_OPTION("size", AT(size), 1, LOAM_MAX_TILE_AREA, "WxH", "400x225", "how many tiles"),
    INT_OPTION("pixels", AT(pixels), 1, LOAM_MAX_TILED_PIXELS, "N", "8",
               "along the side of a tile"),
    FLAG_OPTION("bare", AT(bare), "without plants"),
    TILE_DEFS_OPTION(AT(defs)),
    THREADS_OPTION(AT(threads), "all"),
    OUTPUT_OPTION(AT(output), NULL,
                  "the map, which ends with .tmx, or with .tmj or .json for Tiled's JSON",
                  .required = true),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_tiles_export = {
    .name = "tiles export",
    .summary = "writes a part of a tile world as a map of Tiled",
    .details =
        "Tiled (mapeditor.org) opens it, and so do the engines that read its maps. There are three "
        "layers of tiles, walls, plants and blocks, and three of objects: biomes, the feet of "
        "plants, and the start, where a player would begin. Every tile has its material for its "
        "class, with properties and, if it is a solid block, a rectangle to collide with. The "
        "picture of the tiles is written beside the map, as NAME-tiles.png; it is the same for all "
        "worlds with these definitions and may be drawn over. Of chunks that --world has, plants "
        "are tiles, but no objects.",
    .options = export_options,
    .settings_size = sizeof(export_settings),
    .example = "loam tiles export --seed hello --size 400x225 -o level.tmx",
    .work_size = sizeof(export_work),
    .make = make,
    .report = print,
    .destroy = end,
};
