// SPDX-License-Identifier: MIT
#include "interrupt.h"
#include "land_edits.h"
#include "land_grower.h"
#include "volume_part.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// loam land slice: a section through the ground. Beds, soil, ores, caves and water as they are cut by an upright
// plane, a pixel or more a voxel.

typedef struct slice_settings
{
    land_question land;
    volume_choice choice;
    option_position at;
    option_size size;
    int64_t level, middle, zoom;
    int32_t along;
} slice_settings;

enum
{
    BY_SURFACE = -100000, // --middle was not given
    ALONG_X = 0,
    ALONG_Z = 1,
};

typedef struct slice_work
{
    const slice_settings *settings;
    land_grower *grower;
    volume_recipe recipe;
    loam_volume *volume;
    volume_part part;
    loam_picture picture;
    uint64_t caves, solid;
} slice_work;

// ---- painting -----------------------------------------------------------------------------------

static uint8_t voxel_at(const slice_work *work, int32_t along, int32_t y)
{
    const loam_volume_box *const box = &work->part.box;
    const size_t i = work->settings->along == ALONG_X ? (size_t)y * (size_t)box->w + (size_t)along
                                                      : (size_t)along * (size_t)box->h + (size_t)y;
    return work->part.materials[i];
}

/// Sky from the top down to the first thing, below that what is open is a cave.
static loam_colour colour_at(const slice_work *work, int32_t along, int32_t y, bool sky)
{
    const uint8_t material = voxel_at(work, along, y);
    const int32_t h = work->part.box.h;
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
    const int32_t zoom = (int32_t)work->settings->zoom, h = work->part.box.h;
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
    const float voxel = loam_volume_voxel_m(work->part.box.level);
    const int32_t zoom = (int32_t)work->settings->zoom, h = work->part.box.h;
    const float all = (float)h * voxel;
    const int64_t every = all > 4000.0f ? 1000 : all > 800.0f ? 200 : all > 160.0f ? 50 : 10;
    const int64_t first = (int64_t)((double)work->part.box.y * (double)voxel);
    for (int64_t m = loam_floor_div(first, every) * every; m < first + (int64_t)all; m += every)
    {
        const int32_t y = (int32_t)((double)(h - 1) -
                                    ((double)m / (double)voxel - (double)work->part.box.y));
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
        &work->grower->env, work->settings->size.w * zoom, work->settings->size.h * zoom,
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

// ---- growing ------------------------------------------------------------------------------------

static loam_result choose_box(const slice_work *work, loam_volume_box *box)
{
    const slice_settings *const settings = work->settings;
    const double voxel = (double)loam_volume_voxel_m((int32_t)settings->level);
    const bool along_x = settings->along == ALONG_X;
    float height = (float)settings->middle;
    const loam_result result = settings->middle == BY_SURFACE
                                   ? loam_land_height(work->grower->land, (double)settings->at.x,
                                                      (double)settings->at.y, &height)
                                   : LOAM_OK;
    const int64_t x = settings->level < 0 ? settings->at.x * 2
                                          : loam_floor_div(settings->at.x, (int64_t)voxel),
                  z = settings->level < 0 ? settings->at.y * 2
                                          : loam_floor_div(settings->at.y, (int64_t)voxel);
    // Two thirds of it below.
    *box = (loam_volume_box){(int32_t)settings->level,
                             along_x ? x - settings->size.w / 2 : x,
                             (int64_t)((double)height / voxel) - settings->size.h * 2 / 3,
                             along_x ? z : z - settings->size.w / 2,
                             along_x ? settings->size.w : 1,
                             settings->size.h,
                             along_x ? 1 : settings->size.w};
    return result;
}

static loam_result make(slice_work *work)
{
    const slice_settings *const settings = work->settings;
    loam_volume_box box;
    loam_result result = volume_choose(&settings->choice, loam_land_seed(work->grower->land),
                                       loam_volume_land(work->grower->land), &work->recipe);
    result = result == LOAM_OK ? choose_box(work, &box) : result;
    result = result == LOAM_OK ? loam_volume_create(&work->recipe.def, &work->volume) : result;
    result = result == LOAM_OK
                 ? volume_part_grow(&work->grower->env, work->volume, &box, &work->part)
                 : result;
    result = result == LOAM_OK ? land_edits_apply(settings->land.world, work->volume, &work->part)
                               : result;
    result = result == LOAM_OK ? paint(work) : result;
    return result == LOAM_OK && settings->land.output != NULL
               ? loam_png_write(&work->grower->env, settings->land.output, &work->picture)
               : result;
}

// ---- printing -----------------------------------------------------------------------------------

static int print_json(const tool_io *io, const slice_work *work)
{
    text json = {0};
    json_open(&json, '{');
    json_add_uint64(&json, "seed", loam_land_seed(work->grower->land));
    json_add_place(&json, "at", work->settings->at.x, work->settings->at.y);
    json_add_size(&json, "size", work->settings->size.w, work->settings->size.h);
    json_add_number(&json, "voxel_m", (double)loam_volume_voxel_m(work->part.box.level));
    json_add_number(&json, "solid", (double)work->solid);
    json_add_number(&json, "caves", (double)work->caves);
    json_add_hash(&json, "hash", volume_part_hash(&work->part));
    json_add_number(&json, "ms", work->part.grow_ms);
    json_add_text(&json, "file", work->settings->land.output);
    json_close(&json, '}');
    return tool_print_json(io, &json);
}

static int print_sentence(const tool_io *io, const slice_work *work)
{
    fprintf(io->out,
            "%d x %d voxels of %g m: %" PRIu64 " solid, %" PRIu64
            " open or full of a liquid below; hash %016" PRIx64,
            (int)work->settings->size.w, (int)work->settings->size.h,
            (double)loam_volume_voxel_m(work->part.box.level), work->solid, work->caves,
            volume_part_hash(&work->part));
    if (work->settings->land.output != NULL)
    {
        fprintf(io->out, "; written to %s", work->settings->land.output);
    }
    fprintf(io->out, "\n");
    return TOOL_DONE;
}

static int run_slice(const tool_io *io, const void *context)
{
    const slice_settings *const settings = context;
    land_grower grower = {0};
    slice_work work = {.settings = settings, .grower = &grower};
    const int64_t zoom = settings->land.output != NULL ? settings->zoom : 1;
    const interrupt_guard before = interrupt_begin(verb_land_slice.name);
    char asked[80];
    snprintf(asked, sizeof asked, "--size is %dx%d voxels at a --zoom of %d", (int)settings->size.w,
             (int)settings->size.h, (int)zoom);
    loam_result result = tool_check_picture(asked, settings->size.w * zoom, settings->size.h * zoom,
                                            1);
    result = result == LOAM_OK ? land_grower_create(&settings->land, &grower) : result;
    const bool grows = result == LOAM_OK;
    result = grows ? make(&work) : result;
    result = result == LOAM_OK ? land_grower_finish(&grower) : result;
    interrupt_end(before);
    const int code = result != LOAM_OK     ? tool_complain(io, &verb_land_slice, result)
                     : settings->land.json ? print_json(io, &work)
                                           : print_sentence(io, &work);
    if (grows)
    {
        loam_picture_destroy(&grower.env, &work.picture);
        volume_part_destroy(&work.part);
        loam_volume_destroy(work.volume);
        land_grower_destroy(&grower);
    }
    return code;
}

// ---- options ------------------------------------------------------------------------------------

static const char *choose_axis(int32_t index)
{
    static const char *const names[] = {"x", "z"};
    return index < 2 ? names[index] : NULL;
}

#define AT(field) offsetof(slice_settings, field)

static const tool_option slice_options[] = {
    LAND_SEED_OPTION(AT(land.seed)),
    LAND_SHAPE_OPTION(AT(land.shape)),
    LAND_WORLD_OPTION(AT(land.world), "seed shape"),
    LAND_AT_OPTION(AT(at), "the place in the middle, metres; x grows east, z grows north"),
    CHOICE_OPTION("along", AT(along), choose_axis, "AXIS", "x",
                  "from west to east, or from south to north"),
    SIZE_OPTION("size", AT(size), 1, VOLUME_PART_SIDE, "WxH", "480x240",
                "voxels along and upwards; two thirds of them are below the middle"),
    VOLUME_LEVEL_OPTION(AT(level)),
    INT_OPTION("middle", AT(middle), BY_SURFACE, LOAM_VOLUME_TOP, "M", "-100000",
               "height above the sea; -100000: that of the surface"),
    INT_OPTION("zoom", AT(zoom), 1, 16, "N", "2", "pixels a voxel"),
    VOLUME_ONLY_OPTION(AT(choice.only)),
    VOLUME_EVERYWHERE_OPTION(AT(choice.everywhere)),
    VOLUME_FALLOFF_OPTION(AT(choice.falloff)),
    VOLUME_FLOATING_OPTION(AT(choice.keep_floating)),
    THREADS_OPTION(AT(land.threads), "all"),
    PICTURE_OPTION(AT(land.output), "where the picture goes; without it, voxels are only counted"),
    JSON_OPTION(AT(land.json)),
    LAND_TRACE_OPTION(AT(land.trace)),
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
    .run = run_slice,
};
