// SPDX-License-Identifier: MIT
#include "interrupt.h"
#include "land_part.h"
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// loam land slice: a section through the ground. Beds, soil, ores, caves and water as they are cut by an upright
// plane, a pixel or more a voxel.

typedef struct slice_settings
{
    land_part_question part;
    option_size size;
    int64_t zoom;
    int32_t along;
} slice_settings;

enum
{
    ALONG_X = 0,
    ALONG_Z = 1,
};

typedef struct slice_work
{
    const slice_settings *settings;
    land_part body;
    loam_picture picture;
    uint64_t caves, solid;
} slice_work;

// ---- painting -----------------------------------------------------------------------------------

static uint8_t voxel_at(const slice_work *work, int32_t along, int32_t y)
{
    const loam_volume_box *const box = &work->body.part.box;
    const size_t i = work->settings->along == ALONG_X ? (size_t)y * (size_t)box->w + (size_t)along
                                                      : (size_t)along * (size_t)box->h + (size_t)y;
    return work->body.part.materials[i];
}

/// Sky from the top down to the first thing, below that what is open is a cave.
static loam_colour colour_at(const slice_work *work, int32_t along, int32_t y, bool sky)
{
    const uint8_t material = voxel_at(work, along, y);
    const int32_t h = work->body.part.box.h;
    if (material == LOAM_VOXEL_AIR)
    {
        return sky ? loam_colour_mix(loam_rgb(0xbfd6ea), loam_rgb(0xe9f0f4),
                                     1.0f - (float)y / (float)h)
                   : loam_rgb(0x1c1a20);
    }
    loam_colour colour = loam_rgb(loam_voxel_material_colour(material));
    // Edges of caves are lit a little, so that they read as hollow.
    const bool rim = y + 1 < h && voxel_at(work, along, y + 1) == LOAM_VOXEL_AIR;
    return rim ? loam_colour_shade(colour, 1.18f) : colour;
}

static void paint_column(slice_work *work, int32_t along)
{
    const int32_t zoom = (int32_t)work->settings->zoom, h = work->body.part.box.h;
    bool sky = true;
    for (int32_t y = h - 1; y >= 0; y--)
    {
        const uint8_t material = voxel_at(work, along, y);
        sky = sky && material == LOAM_VOXEL_AIR;
        work->caves += !sky && !loam_voxel_is_solid(material);
        work->solid += loam_voxel_is_solid(material);
        loam_picture_rectangle(&work->picture, along * zoom, (h - 1 - y) * zoom, zoom, zoom,
                               colour_at(work, along, y, sky));
    }
}

/// Lines at round heights, with their numbers.
static void paint_heights(slice_work *work)
{
    const float voxel = loam_volume_voxel_m(work->body.part.box.level);
    const int32_t zoom = (int32_t)work->settings->zoom, h = work->body.part.box.h;
    const float all = (float)h * voxel;
    const int64_t every = all > 4000.0f ? 1000 : all > 800.0f ? 200 : all > 160.0f ? 50 : 10;
    const int64_t first = (int64_t)((double)work->body.part.box.y * (double)voxel);
    for (int64_t m = loam_floor_div(first, every) * every; m < first + (int64_t)all; m += every)
    {
        const int32_t y = (int32_t)((double)(h - 1) -
                                    ((double)m / (double)voxel - (double)work->body.part.box.y));
        char label[32];
        snprintf(label, sizeof label, "%" PRId64 " m", m);
        if (y >= 12 && y < h)
        {
            const loam_colour line = {255, 255, 255, 70};
            for (int32_t x = 0; x < work->picture.w; x += 8)
            {
                loam_picture_line(&work->picture, (float)x, (float)(y * zoom), (float)x + 3.0f,
                                  (float)(y * zoom), 1.0f, line);
            }
            loam_picture_text(&work->picture, 4, y * zoom - 9, 1, loam_rgb(0x15181c), label);
            loam_picture_text(&work->picture, 3, y * zoom - 10, 1, loam_rgb(0xffffff), label);
        }
    }
}

static loam_result paint(slice_work *work)
{
    const int32_t zoom = (int32_t)work->settings->zoom;
    const loam_result result = loam_picture_create(
        &work->body.grower.env, work->settings->size.w * zoom, work->settings->size.h * zoom,
        loam_rgb(0x000000), &work->picture);
    for (int32_t along = 0; along < work->settings->size.w && result == LOAM_OK; along++)
    {
        paint_column(work, along);
    }
    if (result == LOAM_OK)
    {
        paint_heights(work);
    }
    return result;
}

// ---- the verb -----------------------------------------------------------------------------------

static loam_result make(const tool_io *io)
{
    const slice_settings *const settings = io->settings;
    slice_work *const work = io->work;
    work->settings = settings;
    const int32_t w = settings->size.w, h = settings->size.h;
    const int64_t zoom = settings->part.land.output != NULL ? settings->zoom : 1;
    const option_box size = settings->along == ALONG_X ? (option_box){w, h, 1}
                                                       : (option_box){1, h, w};
    char asked[80];
    snprintf(asked, sizeof asked, "--size is %dx%d voxels at a --zoom of %d", (int)w, (int)h,
             (int)zoom);
    loam_result result = tool_check_picture(asked, w * zoom, h * zoom, 1);
    // Two thirds of it below.
    result = result == LOAM_OK ? land_part_grow(&settings->part, size, h * 2 / 3, &work->body)
                               : result;
    result = result == LOAM_OK ? paint(work) : result;
    if (result == LOAM_OK && settings->part.land.output != NULL)
    {
        result = loam_png_write(&work->body.grower.env, settings->part.land.output, &work->picture);
    }
    return land_grower_finish(&work->body.grower, result);
}

static int print(const tool_io *io)
{
    const slice_work *const work = io->work;
    const land_part_question *const asked = &work->settings->part;
    const volume_part *const part = &work->body.part;
    tool_report r = report_begin(asked->land.json);
    report_uint64(&r, "seed", loam_land_seed(work->body.grower.land));
    report_place(&r, "at", asked->at.x, asked->at.y);
    report_size(&r, "size", work->settings->size.w, work->settings->size.h);
    report_number(&r, "voxel_m", (double)loam_volume_voxel_m(part->box.level));
    report_number(&r, "solid", (double)work->solid);
    report_number(&r, "caves", (double)work->caves);
    report_hash(&r, "hash", volume_part_hash(part));
    report_number(&r, "ms", part->grow_ms);
    report_words(&r, "file", asked->land.output);
    return report_print(
        io, &r,
        "{size: x } voxels of {voxel_m:g} m: {solid} solid, {caves} open or full of "
        "a liquid below; hash {hash}[; written to {file}]");
}

static void end(void *of)
{
    slice_work *const work = of;
    loam_picture_destroy(&work->body.grower.env, &work->picture);
    land_part_destroy(&work->body);
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(slice_settings, field)

static const tool_option slice_options[] = {
    LAND_PART_PLACE_OPTIONS(part),
    NAMES_OPTION("along", AT(along), NAMES("x", "z"), "AXIS", "x",
                 "from west to east, or from south to north"),
    SIZE_OPTION("size", AT(size), 1, VOLUME_PART_SIDE, "WxH", "480x240",
                "voxels along and upwards; two thirds of them are below the middle"),
    VOLUME_LEVEL_OPTION(AT(part.level)),
    LAND_PART_MIDDLE_OPTION(part, "height above the sea"),
    INT_OPTION("zoom", AT(zoom), 1, 16, "N", "2", "pixels a voxel"),
    LAND_PART_CHOICE_OPTIONS(part),
    THREADS_OPTION(AT(part.land.threads), "all"),
    PICTURE_OPTION(AT(part.land.output),
                   "where the picture goes; without it, voxels are only counted"),
    JSON_OPTION(AT(part.land.json)),
    LAND_PAGES_OPTION(AT(part.land.pages)),
    TRACE_OPTION(AT(part.land.trace)),
    {0},
};

const tool_verb verb_land_slice = {
    .name = "land slice",
    .summary = "draws a section through the ground of a land",
    .details = "Soil and beds of rock, ores, caves, water and lava as an upright plane cuts them. "
               "Caves are dark. What was dug and built in a --world is shown "
               "at level 0. Ctrl-C stops it, and "
               "then nothing was written.",
    .options = slice_options,
    .settings_size = sizeof(slice_settings),
    .example = "loam land slice --seed 3 --at -440000,-160000 -o slice.png",
    .work_size = sizeof(slice_work),
    .make = make,
    .report = print,
    .destroy = end,
    .ends_early = true,
};
