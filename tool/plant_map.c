// SPDX-License-Identifier: MIT
#include "report.h"
#include "tile_options.h"

#include "loam/loam.h"

#include <stdlib.h>
#include <string.h>

// loam plant map: a part of a new tile world with its plants, and how many there are of each species.

enum
{
    MAX_SIDE = 4096, // tiles
    MAX_ZOOM = 16
};

typedef struct map_settings
{
    uint64_t seed;
    option_position at;
    option_size size;
    int64_t zoom;
    const char *defs;
    const char *output;
    bool json;
} map_settings;

typedef struct map_work
{
    loam_env env;
    const map_settings *settings;
    loam_tile_defs *defs;
    loam_tile_source *source;
    loam_tile_planter *planter; // NULL if nothing is drawn
    loam_tile_area area;
    loam_tile *tiles;
    loam_picture picture;
    int64_t counts[LOAM_MAX_SPECIES]; // of those whose root is in the picture
} map_work;

static size_t tiles_size(const map_work *work)
{
    return (size_t)work->area.w * (size_t)work->area.h * sizeof *work->tiles;
}

static bool is_inside(loam_tile_area area, const loam_tile_plant *plant)
{
    return plant->x >= area.x && plant->x < area.x + area.w && plant->y >= area.y &&
           plant->y < area.y + area.h;
}

static loam_result count_chunk(map_work *work, loam_chunk_pos chunk)
{
    loam_tile_plant plants[LOAM_MAX_CHUNK_PLANTS];
    int32_t count;
    const loam_result result = loam_tile_source_plants(work->source, chunk, plants, &count);
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        work->counts[plants[i].species] += is_inside(work->area, &plants[i]);
    }
    return result != LOAM_OK || work->planter == NULL
               ? result
               : loam_tile_planter_add(work->planter, plants, count);
}

static loam_result count_plants(map_work *work)
{
    loam_chunk_pos low, high;
    loam_tile_planting_reach(work->area, &low, &high);
    loam_result result = LOAM_OK;
    for (int64_t y = low.y; y <= high.y && result == LOAM_OK; y++)
    {
        for (int64_t x = low.x; x <= high.x && result == LOAM_OK; x++)
        {
            result = count_chunk(work, (loam_chunk_pos){x, y});
        }
    }
    return result;
}

static loam_result draw_tiles(map_work *work)
{
    const int32_t zoom = (int32_t)work->settings->zoom;
    work->tiles = loam_alloc(&work->env, tiles_size(work));
    loam_result result = work->tiles == NULL ? LOAM_OUT_OF_MEMORY : LOAM_OK;
    result = result ? result : loam_tile_source_fill(work->source, work->area, work->tiles);
    result = result ? result : loam_tile_planter_put(work->planter, work->area, work->tiles);
    result = result ? result
                    : loam_picture_create(&work->env, work->area.w * zoom, work->area.h * zoom,
                                          loam_rgb(0), &work->picture);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_tile_drawing drawing = {.defs = work->defs,
                                       .view = loam_default_tile_view(),
                                       .tiles = work->tiles,
                                       .area = work->area,
                                       .step = 1,
                                       .zoom = zoom,
                                       .shrink = 1};
    loam_tiles_draw(&work->picture, 0, 0, &drawing);
    return LOAM_OK;
}

static loam_result make(const tool_io *io)
{
    const map_settings *const settings = io->settings;
    map_work *const work = io->work;
    work->settings = settings;
    work->env = loam_default_env();
    const bool drawn = settings->output != NULL;
    work->area = (loam_tile_area){settings->at.x - settings->size.w / 2,
                                  settings->at.y - settings->size.h / 2, settings->size.w,
                                  settings->size.h};
    loam_result result = drawn ? tool_check_picture("--size and --zoom ask for too much",
                                                    settings->size.w * settings->zoom,
                                                    settings->size.h * settings->zoom, 1)
                               : LOAM_OK;
    result = result || !drawn ? result : loam_file_check(settings->output);
    result = result ? result : tool_load_defs(settings->defs, &work->defs);
    result = result
                 ? result
                 : loam_tile_source_create(&work->env, work->defs, settings->seed, &work->source);
    result = result || !drawn ? result
                              : loam_tile_planter_create(&work->env, work->defs, &work->planter);
    result = result ? result : count_plants(work);
    result = result || !drawn ? result : draw_tiles(work);
    return result || !drawn ? result : loam_png_write(&work->env, settings->output, &work->picture);
}

static int print(const tool_io *io)
{
    const map_settings *const settings = io->settings;
    const map_work *const work = io->work;
    tool_report r = report_begin(settings->json);
    text lines = {0};
    report_uint64(&r, "seed", settings->seed);
    report_size(&r, "size", work->area.w, work->area.h);
    json_open_at(&r.json, "plants", '{');
    for (int32_t i = 0; i < LOAM_MAX_SPECIES && work->defs->species[i].name[0] != '\0'; i++)
    {
        const char *const name = work->defs->species[i].name;
        json_add_number(&r.json, name, (double)work->counts[i]);
        if (work->counts[i] > 0)
        {
            text_add(&lines, "%s%-20s %lld", lines.size > 0 ? "\n" : "", name,
                     (long long)work->counts[i]);
        }
    }
    json_close(&r.json, '}');
    report_words(&r, "file", settings->output);
    report_say_words(&r, "lines", text_get(&lines));
    const int code = report_print(io, &r, "{lines}");
    text_free(&lines);
    return code;
}

static void end(void *of)
{
    map_work *const work = of;
    loam_picture_destroy(&work->env, &work->picture);
    loam_free(&work->env, work->tiles, tiles_size(work));
    loam_tile_planter_destroy(work->planter);
    loam_tile_source_destroy(work->source);
    tool_free_defs(work->defs);
}

#define AT(field) offsetof(map_settings, field)

static const tool_option map_options[] = {
    SEED_OPTION(AT(seed), "of the world"),
    POSITION_OPTION("at", AT(at), -LOAM_TILE_END + 2 * MAX_SIDE, LOAM_TILE_END - 2 * MAX_SIDE,
                    "X,Y", "0,0", "the tile in the centre; x grows right, y grows up"),
    SIZE_OPTION("size", AT(size), 1, MAX_SIDE, "WxH", "800x300", "how many tiles"),
    INT_OPTION("zoom", AT(zoom), 1, MAX_ZOOM, "N", "2", "pixels along the side of a tile"),
    TILE_DEFS_OPTION(AT(defs)),
    PICTURE_OPTION(AT(output), "where the picture goes; without it, plants are only counted"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_plant_map = {
    .name = "plant map",
    .summary = "shows where plants grow in a new tile world",
    .details =
        "Draws a part of it with its plants, as they stand in still air, and prints how many "
        "there are of each species.",
    .options = map_options,
    .settings_size = sizeof(map_settings),
    .example = "loam plant map --seed 3 --at 0,100 --size 800x300 -o forest.png",
    .work_size = sizeof(map_work),
    .make = make,
    .report = print,
    .destroy = end,
};
