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

static loam_result check(const loam_tiled_def *def, char *picture, size_t room)
{
    loam_result result = loam_tiled_check(def);
    if (result == LOAM_OK)
    {
        loam_tiled_picture_path(def->path, picture, room);
        result = loam_file_check(def->path);
        result = result == LOAM_OK ? loam_file_check(picture) : result;
    }
    return result;
}

static loam_result write_map(const tool_io *io, const grower *world, loam_tiled_def *def,
                             loam_tiled_figures *figures)
{
    progress bar;
    progress_begin(&bar, io->err, "rows of tiles", def->area.h);
    def->env.jobs = world->jobs;
    def->defs = world->defs;
    def->source = world->source;
    def->store = world->store;
    def->user = &bar;
    const loam_result result = loam_tiled_write(def, figures);
    progress_end(&bar);
    return result;
}

static int print(const tool_io *io, const export_settings *settings, const loam_tiled_def *def,
                 const loam_tiled_figures *figures, const char *picture)
{
    tool_report r = report_begin(settings->json);
    report_uint64(&r, "seed", def->seed);
    report_words(&r, "world", settings->world);
    report_place(&r, "at", settings->at.x, settings->at.y);
    report_size(&r, "size", settings->size.w, settings->size.h);
    report_number(&r, "tiles", (double)figures->tiles);
    report_number(&r, "tile_kinds", figures->tile_kinds);
    report_number(&r, "plants", figures->plants);
    report_number(&r, "biomes", figures->biomes);
    report_hash(&r, "hash", figures->hash);
    report_words(&r, "file", settings->output);
    report_words(&r, "picture", picture);
    return report_print(io, &r,
                        "{file}: {size} tiles, {plants} plants; its {tile_kinds} kinds of tiles "
                        "are in {picture}; hash {hash}");
}

static int run_export(const tool_io *io, const void *context)
{
    const export_settings *const settings = context;
    loam_tiled_def def = make_def(settings);
    char picture[4096];
    world_log log = {io, &verb_tiles_export};
    grower world = {0};
    loam_tiled_figures figures = {0};
    loam_result result = check(&def, picture, sizeof picture);
    result = result == LOAM_OK ? grower_choose(settings->world, settings->seed, settings->defs,
                                               settings->threads, &log, &world, &def.seed)
                               : result;
    result = result == LOAM_OK ? write_map(io, &world, &def, &figures) : result;
    const int code = result != LOAM_OK ? tool_complain(io, &verb_tiles_export, result)
                                       : print(io, settings, &def, &figures, picture);
    grower_destroy(&world);
    return code;
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
    .run = run_export,
};
