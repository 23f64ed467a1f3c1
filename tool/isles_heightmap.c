// SPDX-License-Identifier: MIT
#include "interrupt.h"
#include "isles.h"

#include <stdio.h>
#include <string.h>

// loam isles heightmap: an island's heights with 16 bits, or as floats, and the weights of its terrains, in the form that
// loam land heightmap has for a land: rows from the north, weights as splat maps, and a JSON file that says all about it.

enum
{
    CHANNELS = 4, // terrains of a splat map
    PATH = 4096,
};

typedef struct heightmap_settings
{
    isles_question question;
    option_position slot;
} heightmap_settings;

typedef struct heightmap_work
{
    isles_grower grower;
    const loam_isle_type *type;
    loam_raster_format format;
    const char *path;
    int32_t stem; // characters of the path before its ending
    float low, high;
} heightmap_work;

static loam_result find_format(heightmap_work *work)
{
    static const struct
    {
        const char *ending;
        loam_raster_format format;
    } all[] = {{".png", LOAM_RASTER_PNG16},
               {".raw", LOAM_RASTER_RAW16},
               {".r16", LOAM_RASTER_RAW16},
               {".r32", LOAM_RASTER_R32},
               {".exr", LOAM_RASTER_EXR}};
    const char *const dot = strrchr(work->path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof all / sizeof all[0]; i++)
    {
        if (strcmp(dot, all[i].ending) == 0 && dot - work->path < PATH - 32)
        {
            work->format = all[i].format;
            work->stem = (int32_t)(dot - work->path);
            return LOAM_OK;
        }
    }
    return loam_fail(LOAM_BAD_ARGUMENT,
                     "-o is %.200s; must end with .png, .raw, .r16, .r32 or .exr", work->path);
}

/// What 0 and 65535 stand for. A map without any height has a metre.
static void find_range(heightmap_work *work)
{
    const loam_isle_maps *const maps = &work->grower.maps;
    work->low = work->high = maps->heights[0];
    for (size_t i = 1; i < maps->samples; i++)
    {
        work->low = maps->heights[i] < work->low ? maps->heights[i] : work->low;
        work->high = maps->heights[i] > work->high ? maps->heights[i] : work->high;
    }
    work->high = work->high > work->low ? work->high : work->low + 1.0f;
}

/// Rows of floats, or of four bytes, from the north.
static loam_result write_rows(const heightmap_work *work, const char *path,
                              loam_raster_format format, const void *samples, size_t sample_size)
{
    const int32_t side = work->grower.maps.side;
    const loam_raster_def def = {.env = work->grower.env,
                                 .path = path,
                                 .format = format,
                                 .w = side,
                                 .h = side,
                                 .low = (double)work->low,
                                 .high = (double)work->high};
    loam_raster *raster = NULL;
    loam_result result = loam_raster_create(&def, &raster);
    for (int32_t row = side - 1; row >= 0 && result == LOAM_OK; row--)
    {
        result = loam_raster_row(raster, (const uint8_t *)samples +
                                             (size_t)row * (size_t)side * sample_size);
    }
    if (result == LOAM_OK)
    {
        return loam_raster_finish(raster);
    }
    loam_raster_abandon(raster);
    return result;
}

static int32_t splats_of(const heightmap_work *work)
{
    return (work->type->terrain_count + CHANNELS - 1) / CHANNELS;
}

static const char *splat_path(const heightmap_work *work, int32_t number, char room[PATH])
{
    snprintf(room, PATH, "%.*s_splat%d.png", (int)work->stem, work->path, (int)number);
    return room;
}

static loam_result write_splats(const heightmap_work *work)
{
    const loam_env *const env = &work->grower.env;
    const size_t size = work->grower.maps.samples * CHANNELS;
    uint8_t *const weights = loam_alloc(env, size);
    loam_result result = weights != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    for (int32_t k = 0; k < splats_of(work) && result == LOAM_OK; k++)
    {
        char path[PATH];
        for (size_t i = 0; i < work->grower.maps.samples; i++)
        {
            memcpy(weights + i * CHANNELS,
                   work->grower.maps.terrains + i * LOAM_ISLE_MAX_TERRAINS + k * CHANNELS,
                   CHANNELS);
        }
        result = write_rows(work, splat_path(work, k, path), LOAM_RASTER_RGBA8, weights, CHANNELS);
    }
    loam_free(env, weights, size);
    return result;
}

static void tell_terrains(const heightmap_work *work, text *out)
{
    json_open_at(out, "terrains", '[');
    for (int32_t i = 0; i < work->type->terrain_count; i++)
    {
        const loam_isle_terrain *const terrain = &work->type->terrains[i];
        char colour[8], path[PATH];
        snprintf(colour, sizeof colour, "#%06x", (unsigned)terrain->colour & 0xffffffu);
        json_open(out, '{');
        json_add_text(out, "name", terrain->name);
        json_add_text(out, "colour", colour);
        json_add_text(out, "file", splat_path(work, i / CHANNELS, path));
        json_add_text(out, "channel", &"R\0G\0B\0A"[2 * (i % CHANNELS)]);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static loam_result write_about(const heightmap_work *work)
{
    char path[PATH];
    text out = {0};
    const loam_isle_maps *const maps = &work->grower.maps;
    snprintf(path, sizeof path, "%.*s.json", (int)work->stem, work->path);
    json_open(&out, '{');
    json_add_text(&out, "name", maps->isle.name);
    json_add_text(&out, "type", work->type->name);
    json_add_text(&out, "heights", work->path);
    json_add_text(&out, "format", loam_heightmap_format_name(work->format));
    json_add_number(&out, "size", maps->side);
    json_add_number(&out, "metres_per_pixel", maps->cell);
    json_add_place(&out, "origin", maps->x, maps->z);
    json_add_text(&out, "row_order", "north first");
    json_add_exact(&out, "low", (double)work->low);
    json_add_exact(&out, "high", (double)work->high);
    json_add_exact(&out, "metres_per_step", ((double)work->high - (double)work->low) / 65535.0);
    json_add_number(&out, "sea_level", 0);
    tell_terrains(work, &out);
    json_close(&out, '}');
    text_add(&out, "\n");
    return tool_write_text(path, &out);
}

/// Whether all files can be written, so that there is a whole set or none.
static loam_result check_files(const heightmap_work *work)
{
    char path[PATH];
    snprintf(path, sizeof path, "%.*s.json", (int)work->stem, work->path);
    loam_result result = loam_file_check(work->path);
    result = result == LOAM_OK ? loam_file_check(path) : result;
    for (int32_t k = 0; k < splats_of(work) && result == LOAM_OK; k++)
    {
        result = loam_file_check(splat_path(work, k, path));
    }
    return result == LOAM_OK && interrupt_asked()
               ? loam_fail(LOAM_CANCELLED, "stopped; nothing was written")
               : result;
}

/// Once begun it goes on to the end, whatever signals come: it is soon over.
static loam_result write_all(heightmap_work *work)
{
    find_range(work);
    loam_result result = check_files(work);
    result = result == LOAM_OK ? write_rows(work, work->path, work->format,
                                            work->grower.maps.heights, sizeof(float))
                               : result;
    result = result == LOAM_OK ? write_splats(work) : result;
    return result == LOAM_OK ? write_about(work) : result;
}

static int print(const tool_io *io)
{
    const heightmap_settings *const settings = io->settings;
    const heightmap_work *const work = io->work;
    tool_report r = report_begin(settings->question.json);
    report_uint64(&r, "seed", settings->question.seed);
    report_words(&r, "name", work->grower.maps.isle.name);
    report_words(&r, "type", work->type->name);
    report_place(&r, "origin", work->grower.maps.x, work->grower.maps.z);
    report_number(&r, "size", work->grower.maps.side);
    report_number(&r, "step", work->grower.maps.cell);
    report_number(&r, "low", (double)work->low);
    report_number(&r, "high", (double)work->high);
    report_number(&r, "splats", splats_of(work));
    report_words(&r, "file", work->path);
    return report_print(io, &r,
                        "{name}, {type}: {size} x {size} heights, {step} m apart, {low:.1f} to "
                        "{high:.1f} m, and {splats#splat map}; written to {file}");
}

static loam_result make(const tool_io *io)
{
    const heightmap_settings *const settings = io->settings;
    heightmap_work *const work = io->work;
    work->path = settings->question.output;
    loam_result result = find_format(work);
    result = result == LOAM_OK ? isles_grower_open(&settings->question, settings->slot,
                                                   LOAM_ISLE_FLATS, &work->grower)
                               : result;
    if (result == LOAM_OK)
    {
        work->type = isles_type_of(&work->grower);
        result = write_all(work);
    }
    return isles_grower_finish(&work->grower, result);
}

static void end(void *work)
{
    isles_grower_destroy(&((heightmap_work *)work)->grower);
}

#define AT(field) offsetof(heightmap_settings, field)

static const tool_option heightmap_options[] = {
    ISLES_SLOT_OPTION(AT(slot)),
    ISLES_OPTIONS(AT(question)),
    OUTPUT_OPTION(ISLES_AT(AT(question), output), NULL,
                  "where the heights go: .png, .raw or .r16 with 16 bits, .r32 or .exr in metres",
                  .required = true),
    {0},
};
#undef AT

const tool_verb verb_isles_heightmap = {
    .name = "isles heightmap",
    .summary = "writes heights and terrains of an island for engines",
    .details = "Samples of the island's maps, rows from the north, bare numbers with their low "
               "byte first. Beside NAME.png stand NAME_splat0.png and so on, each with the weights "
               "of four terrains, which add up to 255 at every sample, and NAME.json, which says "
               "what 0 and 65535 stand for, where the island lies and what the channels mean.",
    .options = heightmap_options,
    .settings_size = sizeof(heightmap_settings),
    .example = "loam isles heightmap --seed 7 --slot 1,-2 -o island.png",
    .work_size = sizeof(heightmap_work),
    .make = make,
    .report = print,
    .destroy = end,
    .ends_early = true,
};
