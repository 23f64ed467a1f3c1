// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // for realpath

#include "heightmap.h"
#include "interrupt.h"
#include "land_grower.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// loam land heightmap: heights and masks as files for game engines. All files of a set are first written into
// a folder of their own beside their places, and go there when all are whole: a full disk leaves an old set
// as it was. They go there under a lock: of two runs that write one set, one set stands there at the end and
// not some files of each.

typedef struct heightmap_settings
{
    uint64_t seed;
    const char *shape;
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

/// Where the files are while they are being made, and what must be undone.
typedef struct staging_folder
{
    char folder[HEIGHTMAP_PATH + HEIGHTMAP_NAME]; // with '/' at its end
    bool made_target;                             // the folder that -o names was not there
} staging_folder;

// ---- places -------------------------------------------------------------------------------------------

/// The longest path that is ever made: folder, name, layer, tile, extension.
typedef char file_path[2 * HEIGHTMAP_PATH];

static void about_path(const heightmap_plan *plan, const char *folder, const char *extension,
                       file_path out)
{
    char name[HEIGHTMAP_NAME];
    heightmap_about_name(plan, extension, name);
    snprintf(out, sizeof(file_path), "%s%s", folder, name);
}

static void sidecar_path(const heightmap_plan *plan, const char *folder, file_path out)
{
    about_path(plan, folder, ".json", out);
}

static void layer_path(const heightmap_plan *plan, const char *folder, int32_t layer, int32_t tile,
                       file_path out)
{
    char name[HEIGHTMAP_NAME];
    heightmap_file_name(plan, layer, tile % plan->columns, tile / plan->columns, name);
    snprintf(out, sizeof(file_path), "%s%s", folder, name);
}

typedef loam_result (*with_file)(const char *staged, const char *target, bool wanted);

/// The world file of a tile's layer, if it has one.
static loam_result for_world_file(const heightmap_plan *plan, const staging_folder *staging,
                                  int32_t layer, int32_t tile, bool wanted, with_file with)
{
    file_path staged, target;
    char name[HEIGHTMAP_NAME];
    if (!heightmap_world_name(plan, layer, tile % plan->columns, tile / plan->columns, name))
    {
        return LOAM_OK;
    }
    snprintf(staged, sizeof staged, "%s%s", staging->folder, name);
    snprintf(target, sizeof target, "%s%s", plan->folder, name);
    return with(staged, target, wanted);
}

/// Calls `with` for every file of the set, the sidecar last, until one fails.
static loam_result for_all_files(const heightmap_plan *plan, const staging_folder *staging,
                                 const heightmap_result *result, with_file with)
{
    file_path staged, target;
    for (int32_t tile = 0; tile < plan->columns * plan->rows; tile++)
    {
        for (int32_t layer = 0; layer < LAYER_LIMIT; layer++)
        {
            if (plan->wanted[layer])
            {
                layer_path(plan, staging->folder, layer, tile, staged);
                layer_path(plan, plan->folder, layer, tile, target);
                const bool used = result == NULL || result->used[layer];
                loam_result code = with(staged, target, used);
                code = code == LOAM_OK ? for_world_file(plan, staging, layer, tile, used, with)
                                       : code;
                if (code != LOAM_OK)
                {
                    return code;
                }
            }
        }
    }
    if (plan->gis)
    {
        about_path(plan, staging->folder, ".vrt", staged);
        about_path(plan, plan->folder, ".vrt", target);
        const loam_result code = with(staged, target, true);
        if (code != LOAM_OK)
        {
            return code;
        }
    }
    sidecar_path(plan, staging->folder, staged);
    sidecar_path(plan, plan->folder, target);
    return with(staged, target, true);
}

static loam_result check_target(const char *staged, const char *target, bool wanted)
{
    (void)staged, (void)wanted;
    struct stat status;
    if (stat(target, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
    {
        return loam_fail(LOAM_IO, "%s: cannot be written: it is no ordinary file", target);
    }
    return loam_file_check(target);
}

static loam_result publish(const char *staged, const char *target, bool wanted)
{
    if (!wanted)
    {
        return LOAM_OK; // a splat map without any weight; goes with the folder
    }
    char *real = realpath(target, NULL); // links stay links
    const bool moved = rename(staged, real != NULL ? real : target) == 0;
    const int error = errno;
    free(real);
    return moved ? LOAM_OK
                 : loam_fail(LOAM_IO, "%s: could not be written: %s", target, strerror(error));
}

/// Waits until nobody else moves files into the folder. The lock ends with the descriptor; where there are
/// none, it goes without.
static loam_result lock_target(const heightmap_plan *plan, int *descriptor)
{
    const struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
    *descriptor = open(plan->folder[0] != '\0' ? plan->folder : ".", O_RDONLY | O_CLOEXEC);
    while (*descriptor >= 0 && flock(*descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    {
        if (interrupt_asked())
        {
            close(*descriptor);
            return loam_fail(LOAM_IO, "stopped; nothing was written");
        }
        nanosleep(&moment, NULL);
    }
    return LOAM_OK;
}

static loam_result publish_all(const heightmap_plan *plan, const staging_folder *staging,
                               const heightmap_result *made)
{
    int lock;
    loam_result result = lock_target(plan, &lock);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = for_all_files(plan, staging, made, publish);
    if (lock >= 0)
    {
        close(lock);
    }
    return result;
}

static loam_result forget(const char *staged, const char *target, bool wanted)
{
    (void)target, (void)wanted;
    unlink(staged);
    return LOAM_OK;
}

static loam_result make_folder(const char *path, bool *made)
{
    *made = mkdir(path, 0777) == 0;
    return *made || errno == EEXIST
               ? LOAM_OK
               : loam_fail(LOAM_IO, "%s: the folder cannot be made: %s", path, strerror(errno));
}

static loam_result begin_staging(const heightmap_plan *plan, staging_folder *out)
{
    *out = (staging_folder){0};
    loam_result result = plan->names_folder ? make_folder(plan->folder, &out->made_target)
                                            : LOAM_OK;
    // First the places themselves: better said now than after an hour.
    result = result == LOAM_OK ? for_all_files(plan, out, NULL, check_target) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    bool made = false;
    for (int attempt = 0; attempt < 100 && !made && result == LOAM_OK; attempt++)
    {
        snprintf(out->folder, sizeof out->folder, "%s%s.%ld-%d.part/", plan->folder, plan->name,
                 (long)getpid(), attempt);
        result = make_folder(out->folder, &made);
    }
    return result;
}

static void end_staging(const heightmap_plan *plan, const staging_folder *staging, bool keep_target)
{
    if (staging->folder[0] != '\0')
    {
        for_all_files(plan, staging, NULL, forget);
        rmdir(staging->folder);
    }
    if (staging->made_target && !keep_target)
    {
        rmdir(plan->folder);
    }
}

// ---- the plan -----------------------------------------------------------------------------------------

static void place_samples(const heightmap_settings *settings, heightmap_plan *plan)
{
    const int64_t stride = plan->shared ? plan->size - 1 : plan->size;
    const int64_t w = stride * plan->columns + plan->shared, h = stride * plan->rows + plan->shared;
    plan->x = settings->at.x - w / 2 * plan->step;
    plan->z = settings->at.y - h / 2 * plan->step;
}

static void want_layers(const heightmap_settings *settings, heightmap_plan *plan)
{
    plan->wanted[LAYER_HEIGHT] = true;
    plan->wanted[LAYER_WATER] = settings->water;
    plan->wanted[LAYER_BIOMES] = settings->biomes;
    plan->wanted[LAYER_FLOW] = settings->flow;
    plan->wanted[LAYER_SLOPE] = settings->slope;
    plan->wanted[LAYER_NORMALS] = settings->normals;
    const int32_t channels = plan->splat_channels;
    for (int32_t i = 0; i < (plan->biome_count + channels - 1) / channels; i++)
    {
        plan->wanted[LAYER_SPLAT + i] = settings->splat;
    }
}

static loam_result make_plan(const heightmap_settings *settings, heightmap_plan *plan)
{
    const heightmap_engine engine = (heightmap_engine)settings->engine;
    *plan = (heightmap_plan){.engine = engine,
                             .size = settings->size > 0 ? (int32_t)settings->size
                                                        : heightmap_default_size(engine),
                             .columns = settings->tiles.w,
                             .rows = settings->tiles.h,
                             .step = settings->scale,
                             .biome_count = LOAM_BIOME_COUNT,
                             .splat_channels = heightmap_splat_channels(engine),
                             .gis = settings->gis,
                             .big_endian = settings->byte_order != 0,
                             .ranged = settings->range.given,
                             .low = (double)settings->range.x,
                             .high = (double)settings->range.y};
    plan->shared = settings->borders == BY_ENGINE ? heightmap_shares_borders(engine)
                                                  : settings->borders == BORDERS_SHARED;
    plan->tiles_north = settings->tile_y == BY_ENGINE ? engine == ENGINE_UNITY
                                                      : settings->tile_y == TILES_NORTH;
    place_samples(settings, plan);
    want_layers(settings, plan);
    const loam_result result = heightmap_place(plan, settings->output, settings->format - 1);
    if (result != LOAM_OK)
    {
        return result;
    }
    const bool unity_raw = engine == ENGINE_UNITY && plan->format == LOAM_RASTER_RAW16;
    plan->south_first = settings->rows == BY_ENGINE ? unity_raw : settings->rows == ROWS_SOUTH;
    return heightmap_check(plan);
}

// ---- running ------------------------------------------------------------------------------------------

typedef struct heightmap_run
{
    const tool_io *io;
    const heightmap_settings *settings;
    heightmap_plan plan;
    heightmap_result result;
    land_grower grower;
    double ms;
} heightmap_run;

static loam_result write_sidecar(const heightmap_run *run, const char *folder)
{
    file_path path;
    text json = {0};
    sidecar_path(&run->plan, folder, path);
    heightmap_tell(&json, &run->plan, run->grower.land, run->settings->seed, &run->result);
    json_close(&json, '}');
    text_add(&json, "\n");
    const loam_result result = json.failed ? loam_fail(LOAM_OUT_OF_MEMORY,
                                                       "%s: there is no memory for it", path)
                                           : loam_file_write(path, text_get(&json), json.size);
    text_free(&json);
    return result;
}

static loam_result draw_all(heightmap_run *run, const staging_folder *staging)
{
    heightmap_plan *plan = &run->plan;
    progress bar;
    progress_begin(&bar, run->io->err, "rows", heightmap_work(plan));
    loam_result result = LOAM_OK;
    if (heightmap_must_measure(plan))
    {
        result = heightmap_measure(plan, run->grower.land, &bar);
    }
    else if (plan->ranged)
    {
        heightmap_fit_range(plan, plan->low, plan->high);
    }
    if (result == LOAM_OK)
    {
        result = heightmap_draw(plan, run->grower.land, run->grower.env.jobs, staging->folder, &bar,
                                &run->result);
    }
    progress_end(&bar);
    result = result == LOAM_OK && plan->gis
                 ? heightmap_write_gis(plan, &run->result, staging->folder)
                 : result;
    return result == LOAM_OK ? write_sidecar(run, staging->folder) : result;
}

/// What failed is told by the name that was asked for: nobody knows the folder that it was made in.
static loam_result retell(const heightmap_plan *plan, const staging_folder *staging,
                          loam_result result)
{
    char message[2 * HEIGHTMAP_PATH];
    const size_t length = strlen(staging->folder);
    snprintf(message, sizeof message, "%s", loam_last_error());
    return length > 0 && strncmp(message, staging->folder, length) == 0
               ? loam_fail(result, "%s%s", plan->folder, message + length)
               : result;
}

static loam_result run_all(heightmap_run *run)
{
    loam_result result = make_plan(run->settings, &run->plan);
    const land_question question = {.seed = run->settings->seed,
                                    .threads = run->settings->threads,
                                    .shape = run->settings->shape};
    result = result == LOAM_OK ? land_grower_create(&question, &run->grower) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    const size_t tiles = (size_t)run->plan.columns * (size_t)run->plan.rows;
    run->result.tiles = calloc(tiles, sizeof *run->result.tiles);
    if (run->result.tiles == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "there is no memory for %zu tiles", tiles);
    }
    staging_folder staging;
    result = begin_staging(&run->plan, &staging);
    result = result == LOAM_OK ? draw_all(run, &staging) : result;
    if (result != LOAM_OK)
    {
        result = retell(&run->plan, &staging, result);
    }
    else
    {
        result = publish_all(&run->plan, &staging, &run->result);
    }
    end_staging(&run->plan, &staging, result == LOAM_OK);
    return result;
}

// ---- printing -----------------------------------------------------------------------------------------

static int print_json(const heightmap_run *run)
{
    text json = {0};
    file_path path;
    sidecar_path(&run->plan, run->plan.folder, path);
    heightmap_tell(&json, &run->plan, run->grower.land, run->settings->seed, &run->result);
    json_key(&json, "sidecar");
    json_text(&json, path);
    json_key(&json, "ms");
    json_number(&json, run->ms);
    json_close(&json, '}');
    return tool_print_json(run->io, &json);
}

static int64_t count_samples(const heightmap_plan *plan)
{
    return heightmap_side(plan, plan->columns) * heightmap_side(plan, plan->rows);
}

static int print_sentence(const heightmap_run *run)
{
    const heightmap_plan *plan = &run->plan;
    FILE *out = run->io->out;
    file_path path;
    sidecar_path(plan, plan->folder, path);
    if (plan->columns * plan->rows > 1)
    {
        fprintf(out, "%dx%d tiles of ", (int)plan->columns, (int)plan->rows);
    }
    fprintf(out, "%dx%d samples, %" PRId64 " m apart; heights %.1f to %.1f m", (int)plan->size,
            (int)plan->size, plan->step, (double)run->result.min, (double)run->result.max);
    if (plan->format == LOAM_RASTER_PNG16 || plan->format == LOAM_RASTER_RAW16)
    {
        fprintf(out, ", as %.2f to %.2f", plan->low, plan->high);
    }
    if (plan->engine == ENGINE_UNREAL)
    {
        fprintf(out, " (Z scale %.2f)", heightmap_unreal_scale(plan));
    }
    fprintf(out, "; hash %016" PRIx64 ", %.0f ms; all about it in %s\n", run->result.hash, run->ms,
            path);
    const int64_t all = count_samples(plan);
    if (run->result.clamped > 0 && run->result.clamped < all)
    {
        fprintf(out, "%" PRId64 " of %" PRId64 " heights lay beyond --range and were cut\n",
                run->result.clamped, all);
    }
    return TOOL_DONE;
}

/// A map of nothing but the ends of its range is flat, and hardly what was meant.
static void warn_if_flat(const heightmap_run *run)
{
    const int64_t all = count_samples(&run->plan);
    if (run->result.clamped == all)
    {
        fprintf(run->io->err,
                "loam land heightmap: all %" PRId64 " heights lay beyond --range and were cut to "
                "its ends: they are %.1f to %.1f m, and --range is %.0f,%.0f\n",
                all, (double)run->result.min, (double)run->result.max,
                (double)run->settings->range.x, (double)run->settings->range.y);
    }
}

static int run_heightmap(const tool_io *io, const void *context)
{
    heightmap_run run = {.io = io, .settings = context};
    const uint64_t start = loam_clock_ns();
    const interrupt_guard before = interrupt_begin(verb_land_heightmap.name);
    const loam_result result = run_all(&run);
    interrupt_end(before);
    run.ms = (double)(loam_clock_ns() - start) * 1e-6;
    if (result == LOAM_OK)
    {
        warn_if_flat(&run);
    }
    const int code = result != LOAM_OK    ? tool_complain(io, &verb_land_heightmap, result)
                     : run.settings->json ? print_json(&run)
                                          : print_sentence(&run);
    free(run.result.tiles);
    land_grower_destroy(&run.grower);
    return code;
}

// ---- options ------------------------------------------------------------------------------------------

static const char *choose_format(int32_t i)
{
    return i == 0                     ? "auto"
           : i <= LOAM_RASTER_EXR + 1 ? heightmap_format_name((loam_raster_format)(i - 1))
                                      : NULL;
}

static const char *choose_borders(int32_t i)
{
    static const char *const names[] = {"auto", "shared", "apart", NULL};
    return names[i];
}

static const char *choose_rows(int32_t i)
{
    static const char *const names[] = {"auto", "north", "south", NULL};
    return names[i];
}

static const char *choose_tile_y(int32_t i)
{
    static const char *const names[] = {"auto", "north", "south", NULL};
    return names[i];
}

static const char *choose_byte_order(int32_t i)
{
    static const char *const names[] = {"little", "big", NULL};
    return names[i];
}

#define AT(field) offsetof(heightmap_settings, field)

static const tool_option heightmap_options[] = {
    LAND_SEED_OPTION(AT(seed)),
    LAND_SHAPE_OPTION(AT(shape)),
    LAND_AT_OPTION(AT(at), "the metre in the centre; x grows east, z grows north"),
    INT_OPTION(
        "size", AT(size), 2, HEIGHTMAP_MAX_SIZE, "N", NULL,
        "samples along the side of a tile; 1009 if it is not given, 1025 for unity, 1024 for "
        "godot"),
    INT_OPTION("scale", AT(scale), 1, 65536, "M", "1", "metres between samples"),
    SIZE_OPTION("tiles", AT(tiles), 1, HEIGHTMAP_MAX_TILES, "CxR", "1x1",
                "how many tiles, east by north"),
    CHOICE_OPTION("engine", AT(engine), heightmap_engine_name, "ENGINE", "plain",
                  "whose sizes, names and order of rows to keep to"),
    CHOICE_OPTION("format", AT(format), choose_format, "FORMAT", "auto",
                  "of the heights; auto follows the file's name, or the engine"),
    POSITION_OPTION(
        "range", AT(range), -20000, 20000, "LOW,HIGH", NULL,
        "metres that the 16-bit formats reach from and to; without it, as far as the heights "
        "do"),
    CHOICE_OPTION(
        "borders", AT(borders), choose_borders, "HOW", "auto",
        "whether neighbouring tiles share the samples between them; auto: for plain and unity"),
    CHOICE_OPTION(
        "tile-y", AT(tile_y), choose_tile_y, "WAY", "auto",
        "which way the second number in names of tiles counts; auto: south, north for unity"),
    CHOICE_OPTION("rows", AT(rows), choose_rows, "FIRST", "auto",
                  "which row of bare numbers comes first; auto: north, south for unity"),
    CHOICE_OPTION("byte-order", AT(byte_order), choose_byte_order, "ORDER", "little",
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
    .run = run_heightmap,
};
