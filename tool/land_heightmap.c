// SPDX-License-Identifier: MIT
#include "interrupt.h"
#include "land_grower.h"
#include "progress.h"
#include "times.h"

#include "loam/export_heightmap.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

// loam land heightmap: heights and masks as files for game engines.

typedef struct heightmap_settings
{
    uint64_t seed;
    const char *shape, *pages;
    option_position at;
    int64_t size; // 0: what suits the engine
    int64_t scale;
    int32_t format; // 0: what suits the file's name or the engine; else the format, plus 1
    option_size tiles;
    int32_t engine;
    option_position range;
    int32_t borders, rows, byte_order, tile_y;
    bool water, biomes, splat, flow, slope, normals, gis;
    int32_t threads;
    const char *output;
    bool json;
} heightmap_settings;

typedef struct heightmap_work
{
    loam_heightmap_figures figures;
    double ms;
} heightmap_work;

enum
{
    BY_ENGINE, // of borders, rows and numbers of tiles
    BORDERS_SHARED,
    BORDERS_APART,
    ROWS_NORTH = 1,
    ROWS_SOUTH,
    TILES_NORTH = 1,
    TILES_SOUTH
};

// ---- running ------------------------------------------------------------------------------------------

/// AUTO for the first of choices, else whether it is the one that says yes.
static int32_t choice_of(int32_t chosen, int32_t yes)
{
    return chosen == BY_ENGINE ? LOAM_HEIGHTMAP_AUTO : chosen == yes;
}

static loam_heightmap_def make_def(const heightmap_settings *settings, progress *bar)
{
    return (loam_heightmap_def){
        .path = settings->output,
        .engine = (loam_heightmap_engine)settings->engine,
        .format = settings->format > 0 ? settings->format - 1 : LOAM_HEIGHTMAP_AUTO,
        .size = settings->size > 0 ? (int32_t)settings->size : LOAM_HEIGHTMAP_AUTO,
        .columns = settings->tiles.w,
        .rows = settings->tiles.h,
        .x = settings->at.x,
        .z = settings->at.y,
        .step = settings->scale,
        .shared_borders = choice_of(settings->borders, BORDERS_SHARED),
        .tiles_north = choice_of(settings->tile_y, TILES_NORTH),
        .south_first = choice_of(settings->rows, ROWS_SOUTH),
        .big_endian = settings->byte_order != 0,
        .ranged = settings->range.given,
        .low = (double)settings->range.x,
        .high = (double)settings->range.y,
        .water = settings->water,
        .biomes = settings->biomes,
        .splat = settings->splat,
        .flow = settings->flow,
        .slope = settings->slope,
        .normals = settings->normals,
        .gis = settings->gis,
        .progress = progress_to,
        .user = bar};
}

static loam_result write_set(const tool_io *io, const heightmap_settings *settings,
                             loam_heightmap_figures *figures)
{
    progress bar;
    progress_begin(&bar, io->err, "rows", 1);
    const loam_heightmap_def def = make_def(settings, &bar);
    const land_question question = {.seed = settings->seed,
                                    .threads = settings->threads,
                                    .shape = settings->shape,
                                    .pages = settings->pages};
    land_grower grower = {0};
    loam_result result = loam_heightmap_check(&def); // sooner said than a land is begun
    result = result == LOAM_OK ? land_grower_create(&question, &grower) : result;
    result = result == LOAM_OK ? loam_heightmap_write(grower.land, &def, &grower.env, figures)
                               : result;
    progress_end(&bar);
    land_grower_destroy(&grower);
    return result;
}

// ---- printing -----------------------------------------------------------------------------------------

/// What stands in the file about the set, and two keys more.
static int print_json(const tool_io *io, const loam_heightmap_figures *figures, double ms)
{
    text json = {0};
    text_add(&json, "%.*s", (int)strlen(figures->about) - 1, figures->about);
    json_add_text(&json, "sidecar", figures->about_path);
    json_add_number(&json, "ms", ms);
    json_close(&json, '}');
    return tool_print_json(io, &json);
}

static int print_sentence(const tool_io *io, const heightmap_settings *settings,
                          const loam_heightmap_figures *figures, double ms)
{
    if (settings->tiles.w * settings->tiles.h > 1)
    {
        fprintf(io->out, "%dx%d tiles of ", (int)settings->tiles.w, (int)settings->tiles.h);
    }
    fprintf(io->out, "%dx%d samples, %" PRId64 " m apart; heights %.1f to %.1f m",
            (int)figures->size, (int)figures->size, settings->scale, (double)figures->min,
            (double)figures->max);
    if (figures->format == LOAM_RASTER_PNG16 || figures->format == LOAM_RASTER_RAW16)
    {
        fprintf(io->out, ", as %.2f to %.2f", figures->low, figures->high);
    }
    if (settings->engine == LOAM_HEIGHTMAP_UNREAL)
    {
        fprintf(io->out, " (Z scale %.2f)", figures->unreal_scale);
    }
    fprintf(io->out, "; hash %016" PRIx64 ", %.0f ms; all about it in %s\n", figures->hash, ms,
            figures->about_path);
    if (figures->clamped > 0 && figures->clamped < figures->samples)
    {
        fprintf(io->out, "%" PRId64 " of %" PRId64 " heights lay beyond --range and were cut\n",
                figures->clamped, figures->samples);
    }
    return TOOL_DONE;
}

/// A map of nothing but the ends of its range is flat, and hardly what was meant.
static void warn_if_flat(const tool_io *io, const heightmap_settings *settings,
                         const loam_heightmap_figures *figures)
{
    if (figures->clamped == figures->samples)
    {
        fprintf(io->err,
                "loam land heightmap: all %" PRId64 " heights lay beyond --range and were cut to "
                "its ends: they are %.1f to %.1f m, and --range is %.0f,%.0f\n",
                figures->samples, (double)figures->min, (double)figures->max,
                (double)settings->range.x, (double)settings->range.y);
    }
}

// ---- refusing -----------------------------------------------------------------------------------------

/// The options that fill the fields that the library speaks of.
static const struct
{
    const char *field, *option;
} option_names[] = {{"path is", "-o is"},
                    {"path has", "-o has"},
                    {"the path ends", "-o ends"},
                    {"format is", "--format is"},
                    {"range is", "--range is"},
                    {"size is", "--size is"},
                    {"tiles are", "--tiles is"},
                    {"gis is", "--gis is"},
                    {"the big byte order is asked for", "--byte-order is big"},
                    {"the south first is asked for", "--rows is south"}};

/// The field that a message names here, as an index of option_names; -1 for none.
static int32_t find_field(const char *at)
{
    for (int32_t i = 0; i < (int32_t)(sizeof option_names / sizeof *option_names); i++)
    {
        if (strncmp(at, option_names[i].field, strlen(option_names[i].field)) == 0)
        {
            return i;
        }
    }
    return -1;
}

/// Says of options what the library says of fields. What stands in quotes, and behind it, is the user's own.
static loam_result name_options(loam_result result)
{
    const char *const message = loam_last_error();
    text said = {0};
    const char *at = message;
    while (*at != '\0' && *at != '"')
    {
        const bool begins = at == message || at[-1] == ' ';
        const int32_t found = begins ? find_field(at) : -1;
        text_add(&said, "%.*s", found < 0 ? 1 : INT_MAX,
                 found < 0 ? at : option_names[found].option);
        at += found < 0 ? 1 : strlen(option_names[found].field);
    }
    text_add(&said, "%s", at);
    result = said.failed ? result : loam_fail(result, "%s", text_get(&said));
    text_free(&said);
    return result;
}

static loam_result make(const tool_io *io)
{
    heightmap_work *const work = io->work;
    const uint64_t start = loam_clock_ns();
    const loam_result result = write_set(io, io->settings, &work->figures);
    work->ms = ms_since(start);
    return result == LOAM_BAD_ARGUMENT || result == LOAM_UNSUPPORTED ? name_options(result)
                                                                     : result;
}

static int print(const tool_io *io)
{
    const heightmap_settings *const settings = io->settings;
    const heightmap_work *const work = io->work;
    warn_if_flat(io, settings, &work->figures);
    return settings->json ? print_json(io, &work->figures, work->ms)
                          : print_sentence(io, settings, &work->figures, work->ms);
}

static void end(void *of)
{
    heightmap_work *const work = of;
    const loam_env env = loam_default_env();
    loam_heightmap_figures_free(&env, &work->figures);
}

// ---- options ------------------------------------------------------------------------------------------

static const char *choose_format(int32_t i)
{
    return i == 0 ? "auto" : loam_heightmap_format_name(i - 1);
}

#define AT(field) offsetof(heightmap_settings, field)

static const tool_option heightmap_options[] = {
    LAND_SEED_OPTION(AT(seed)),
    LAND_SHAPE_OPTION(AT(shape)),
    LAND_PAGES_OPTION(AT(pages)),
    LAND_AT_OPTION(AT(at), "the metre in the centre; x grows east, z grows north"),
    INT_OPTION(
        "size", AT(size), 2, LOAM_MAX_HEIGHTMAP_SIZE, "N", NULL,
        "samples along the side of a tile; 1009 if it is not given, 1025 for unity, 1024 for "
        "godot"),
    INT_OPTION("scale", AT(scale), 1, LOAM_MAX_HEIGHTMAP_STEP, "M", "1", "metres between samples"),
    SIZE_OPTION("tiles", AT(tiles), 1, LOAM_MAX_HEIGHTMAP_TILES, "CxR", "1x1",
                "how many tiles, east by north"),
    CHOICE_OPTION("engine", AT(engine), loam_heightmap_engine_name, "ENGINE", "plain",
                  "whose sizes, names and order of rows to keep to"),
    CHOICE_OPTION("format", AT(format), choose_format, "FORMAT", "auto",
                  "of the heights; auto follows the file's name, or the engine"),
    POSITION_OPTION(
        "range", AT(range), -20000, 20000, "LOW,HIGH", NULL,
        "metres that the 16-bit formats reach from and to; without it, as far as the heights "
        "do"),
    NAMES_OPTION(
        "borders", AT(borders), NAMES("auto", "shared", "apart"), "HOW", "auto",
        "whether neighbouring tiles share the samples between them; auto: for plain and unity"),
    NAMES_OPTION(
        "tile-y", AT(tile_y), NAMES("auto", "north", "south"), "WAY", "auto",
        "which way the second number in names of tiles counts; auto: south, north for unity"),
    NAMES_OPTION("rows", AT(rows), NAMES("auto", "north", "south"), "FIRST", "auto",
                 "which row of bare numbers comes first; auto: north, south for unity"),
    NAMES_OPTION("byte-order", AT(byte_order), NAMES("little", "big"), "ORDER", "little",
                 "of bare numbers"),
    FLAG_OPTION("water", AT(water), "the level of the water too, as heights"),
    FLAG_OPTION("biomes", AT(biomes), "a map of the biomes too"),
    FLAG_OPTION("splat", AT(splat),
                "weights of the biomes too, four to a picture, three for godot"),
    FLAG_OPTION("flow", AT(flow), "a mask of the rivers too"),
    FLAG_OPTION("slope", AT(slope), "a mask of slopes too"),
    FLAG_OPTION("normals", AT(normals), "a map of normals too"),
    FLAG_OPTION(
        "gis", AT(gis),
        "a virtual raster in metres (NAME.vrt) and world files too, which GDAL and QGIS read"),
    THREADS_OPTION(AT(threads), "all"),
    OUTPUT_OPTION(AT(output), NULL,
                  "the file of heights, which the others are named after, or a folder",
                  .required = true),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_land_heightmap = {
    .name = "land heightmap",
    .summary = "writes heights for game engines",
    .details =
        "One file, or a set of tiles with the names that the engine expects, and masks beside "
        "them. "
        "A file NAME.json (for unreal about_NAME.json) says all about them: size, metres, range, "
        "place, seed, what to type into "
        "the engine, and what masks mean. The formats: png16 and raw16 have 16 bits from the "
        "lowest "
        "to the highest, for unreal around sea level; r32 and exr have metres. Pictures have the "
        "north on top. All files appear together, or none does, also after Ctrl-C; memory is that "
        "of "
        "some rows, however large the set.",
    .options = heightmap_options,
    .settings_size = sizeof(heightmap_settings),
    .example =
        "loam land heightmap --seed 3 --at -440000,-160000 --engine unreal --scale 4 -o hills.png",
    .work_size = sizeof(heightmap_work),
    .make = make,
    .report = print,
    .destroy = end,
    .ends_early = true,
};
