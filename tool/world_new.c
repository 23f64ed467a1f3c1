// SPDX-License-Identifier: MIT
#include "world.h"

#include "land_grower.h"
#include "loam/volume.h"
#include "place/shape.h"
#include "tile_options.h"

#include <stdio.h>
#include <stdlib.h>

// loam world new: the file of a new world, of tiles or of a land.

typedef struct new_settings
{
    const char *world;
    int32_t kind; // of loam_store_kind
    uint64_t seed;
    const char *defs;   // of tiles
    const char *shape;  // of a land
    const char *inside; // likewise
    int32_t voxel;      // likewise: for land_voxel_m
    bool json;
} new_settings;

/// What a new world is made with.
typedef struct new_work
{
    loam_tile_defs *defs;
    loam_land_shape shape;
    loam_inside inside;
    uint64_t hash; // of the definitions
} new_work;

/// A number as a person would write it: 0.6, not the float's 0.600000024.
static double rounded(float value)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.7g", (double)value);
    return strtod(digits, NULL);
}

bool world_next_unusual(const loam_land_shape *shape, int32_t *biome, int32_t *knob)
{
    const loam_land_shape usual = loam_default_land_shape();
    for (int32_t i = *biome * SHAPE_BIOME_KNOBS + *knob + 1;
         i < LOAM_BIOME_COUNT * SHAPE_BIOME_KNOBS; i++)
    {
        *biome = i / SHAPE_BIOME_KNOBS;
        *knob = i % SHAPE_BIOME_KNOBS;
        if (shape_biome_get(shape, *biome, *knob) != shape_biome_get(&usual, *biome, *knob))
        {
            return true;
        }
    }
    return false;
}

static void add_biomes(text *json, const loam_land_shape *shape)
{
    int32_t biome = 0, knob = -1, open = -1;
    json_open_at(json, "biomes", '{');
    while (world_next_unusual(shape, &biome, &knob))
    {
        if (biome != open && open >= 0)
        {
            json_close(json, '}');
        }
        if (biome != open)
        {
            json_open_at(json, loam_biome_name((loam_biome)biome), '{');
        }
        open = biome;
        json_add_number(json, shape_biome_knobs[knob].name,
                        rounded(shape_biome_get(shape, biome, knob)));
    }
    if (open >= 0)
    {
        json_close(json, '}');
    }
    json_close(json, '}');
}

void world_add_shape(text *json, const loam_land_shape *shape)
{
    json_open_at(json, "shape", '{');
    for (int32_t i = 0; i < SHAPE_KNOBS; i++)
    {
        json_add_number(json, shape_knobs[i].name, rounded(shape_get(shape, i)));
    }
    add_biomes(json, shape);
    json_close(json, '}');
}

static void add_inside_number(text *json, const loam_inside *inside, int32_t part, int32_t field)
{
    const loam_plain_field *const f = &loam_inside_parts()[part].fields[field];
    const double value = loam_inside_number(inside, part, field);
    if (f->kind == LOAM_PLAIN_FLAG)
    {
        json_key(json, f->name);
        json_bool(json, value != 0);
        return;
    }
    json_add_number(json, f->name, rounded((float)value));
}

void world_add_inside(text *json, const loam_inside *inside)
{
    const loam_inside usual = loam_default_inside();
    int32_t part = 0, field = -1, open = -1; // open: the function whose object is open
    json_open_at(json, "inside", '{');
    while (loam_inside_next_difference(inside, &usual, &part, &field))
    {
        if (open >= 0 && part != open)
        {
            json_close(json, '}');
        }
        if (part < LOAM_DENSITY_COUNT && part != open)
        {
            json_open_at(json, loam_inside_parts()[part].name, '{');
        }
        open = part < LOAM_DENSITY_COUNT ? part : -1;
        add_inside_number(json, inside, part, field);
    }
    if (open >= 0)
    {
        json_close(json, '}');
    }
    json_close(json, '}');
}

static int print_new(const tool_io *io)
{
    const new_settings *const settings = io->settings;
    const new_work *const work = io->work;
    const bool land = settings->kind == LOAM_STORE_LAND;
    tool_report r = report_begin(settings->json);
    report_words(&r, "file", settings->world);
    report_words(&r, "kind", loam_store_kind_name((loam_store_kind)settings->kind));
    report_uint64(&r, "seed", settings->seed);
    if (land)
    {
        report_number(&r, "land_version", LOAM_LAND_VERSION);
        report_number(&r, "volume_version", LOAM_VOLUME_VERSION);
        report_number(&r, "voxel_m", (double)land_voxel_m(settings->voxel));
        world_add_shape(&r.json, &work->shape);
        world_add_inside(&r.json, &work->inside);
    }
    else
    {
        report_number(&r, "world_version", LOAM_TILES_VERSION);
        report_hash(&r, "definitions", work->hash);
    }
    report_say_words(&r, "what", land ? "land" : "world");
    return report_print(io, &r, "{file}: a new {what} with seed {seed}");
}

/// Refuses what is of the other kind.
static loam_result check_kind(const new_settings *settings)
{
    const bool land = settings->kind == LOAM_STORE_LAND;
    if (land && settings->defs != NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--defs is for --kind tiles; a land has --shape");
    }
    if (!land && settings->voxel != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--voxel is for --kind land");
    }
    if (!land && settings->inside != NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--inside is for --kind land");
    }
    return !land && settings->shape != NULL
               ? loam_fail(LOAM_BAD_ARGUMENT, "--shape is for --kind land; tiles have --defs")
               : LOAM_OK;
}

static loam_result make_tiles(const new_settings *settings, const loam_store_def *def,
                              new_work *work, loam_store **out)
{
    loam_result result = tool_load_defs(settings->defs, &work->defs);
    result = result == LOAM_OK ? loam_store_create(def, settings->seed, work->defs, out) : result;
    work->hash = result == LOAM_OK ? loam_tile_defs_hash(loam_store_defs(*out)) : 0;
    return result;
}

static loam_result make_land(const new_settings *settings, const loam_store_def *def,
                             new_work *work, loam_store **out)
{
    work->shape = loam_default_land_shape();
    if (settings->shape != NULL)
    {
        const loam_result result = shape_read(settings->shape, &work->shape);
        if (result != LOAM_OK)
        {
            return loam_fail(result, "--shape: %s", loam_last_error());
        }
    }
    work->inside = loam_default_inside();
    const loam_result result = land_inside_read(settings->inside, &work->inside);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_store_def land = *def;
    land.inside = &work->inside;
    land.voxel_m = land_voxel_m(settings->voxel);
    return loam_store_create_land(&land, settings->seed, &work->shape, out);
}

static loam_result make(const tool_io *io)
{
    const new_settings *const settings = io->settings;
    const loam_store_def def = world_def(settings->world, io);
    loam_store *store = NULL;
    loam_result result = check_kind(settings);
    if (result == LOAM_OK)
    {
        result = (settings->kind == LOAM_STORE_LAND ? make_land : make_tiles)(settings, &def,
                                                                              io->work, &store);
    }
    return world_finish(store, result);
}

static void end(void *work)
{
    tool_free_defs(((new_work *)work)->defs);
}

static const char *choose_kind(int32_t index)
{
    return index < LOAM_STORE_ANY ? loam_store_kind_name((loam_store_kind)index) : NULL;
}

static const tool_option new_options[] = {
    FILE_OPTION("world", offsetof(new_settings, world), ".loam", "WORLD", "the file to make",
                .operand = true, .required = true),
    CHOICE_OPTION("kind", offsetof(new_settings, kind), choose_kind, "KIND", "tiles",
                  "a world of tiles, seen from the side, or a land to dig and build in"),
    SEED_OPTION(offsetof(new_settings, seed), "of the world"),
    TILE_DEFS_OPTION(offsetof(new_settings, defs)),
    LAND_SHAPE_OPTION(offsetof(new_settings, shape)),
    LAND_INSIDE_OPTION(offsetof(new_settings, inside)),
    LAND_VOXEL_OPTION(offsetof(new_settings, voxel), "voxels of a land"),
    JSON_OPTION(offsetof(new_settings, json)),
    {0},
};

const tool_verb verb_world_new = {
    .name = "world new",
    .summary = "makes the file of a new world",
    .details = "The file holds the seed and all definitions, or the shape and the inside of a "
               "land, and later "
               "every chunk that has been changed. One that is there already is left alone.",
    .options = new_options,
    .settings_size = sizeof(new_settings),
    .example = "loam world new hello.loam --seed hello",
    .work_size = sizeof(new_work),
    .make = make,
    .report = print_new,
    .destroy = end,
};
