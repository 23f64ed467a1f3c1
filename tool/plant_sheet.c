// SPDX-License-Identifier: MIT
#include "plant_views.h"
#include "tile_options.h"

#include "loam/loam.h"

#include <stdlib.h>
#include <string.h>

// loam plant sheet: the species of a tile world at three ages, as the tiles that they are made of.

enum
{
    AGES = 3,
    GROUND = 12, // one row of ground for so many of the picture, but two at least
};

/// How a storey is shown: pixels a tile, and tiles; the pictures are of the same size, about. Old trees want more
/// room than young ones.
typedef struct sheet_frame
{
    int32_t zoom;
    int32_t w, h;
    int32_t centres[AGES]; // of the plants, of 100
} sheet_frame;

static const sheet_frame frames[LOAM_STOREY_COUNT] = {
    {3, 224, 110, {12, 42, 79}}, {7, 96, 43, {17, 50, 83}}, {11, 61, 27, {17, 50, 83}}};

typedef struct sheet_settings
{
    const char *species;
    uint64_t seed;
    const char *ages; // NULL: by species
    int32_t view;
    int64_t columns;
    int64_t zoom;
    const char *defs;
    const char *output;
} sheet_settings;

typedef struct sheet_work
{
    loam_env env;
    const sheet_settings *settings;
    loam_tile_defs *defs;
    loam_tile_planter *planter;
    float ages[AGES]; // years, or shares of the oldest of a new world: see ages_by_species
    bool ages_by_species;
    loam_picture pictures[LOAM_MAX_SPECIES];
    const char *captions[LOAM_MAX_SPECIES];
    int32_t count;
    int32_t only; // species, -1 for all
} sheet_work;

static loam_result read_ages(sheet_work *work)
{
    static const float shares[AGES] = {0.2f, 0.5f, 1.0f};
    const char *at = work->settings->ages;
    bool good = true;
    if (at == NULL)
    {
        work->ages_by_species = true;
        memcpy(work->ages, shares, sizeof shares);
        return LOAM_OK;
    }
    for (int32_t i = 0; i < AGES && good; i++)
    {
        char *end;
        const double age = strtod(at, &end);
        good = end != at && age >= 0.0 && age <= 10000.0 && *end == (i + 1 < AGES ? ',' : '\0');
        work->ages[i] = good ? (float)age : 0.0f;
        at = end + 1;
    }
    return good ? LOAM_OK
                : loam_fail(LOAM_BAD_ARGUMENT,
                            "--ages is \"%s\"; must be %d numbers from 0 to 10000 with commas "
                            "between",
                            work->settings->ages, AGES);
}

// ---- one species --------------------------------------------------------------------------------

/// A piece of the world for a species to stand in.
typedef struct sheet_scene
{
    const loam_tile_species *species;
    loam_tile_area area;
    int32_t zoom;
    int32_t rows; // of ground, or of a ceiling
    loam_tile *tiles;
} sheet_scene;

static size_t scene_bytes(const sheet_scene *scene)
{
    return (size_t)scene->area.w * (size_t)scene->area.h * sizeof(loam_tile);
}

static bool is_cave(const loam_tile_species *species)
{
    return species->place == LOAM_PLANT_IN_CAVES || species->place == LOAM_PLANT_HANGING;
}

static bool is_wet(const loam_tile_species *species)
{
    return species->place == LOAM_PLANT_ON_SHORE || species->place == LOAM_PLANT_ON_WATER;
}

/// The first solid material that has one of the properties; if there is none, the first that is solid.
static int32_t find_solid(const loam_tile_defs *defs, uint32_t properties)
{
    int32_t found = -1;
    for (int32_t i = LOAM_MAX_MATERIALS - 1; i > 0; i--)
    {
        const loam_material *const material = &defs->materials[i];
        const bool solid = (material->properties & LOAM_SOLID) != 0 &&
                           (material->layers & LOAM_BLOCKS) != 0;
        const bool fits = (material->properties & properties) != 0;
        found = solid && (fits || found < 0) ? i : found;
    }
    return found < 0 ? LOAM_AIR : found;
}

static int32_t find_water(const loam_tile_defs *defs)
{
    const int32_t water = loam_material_find(defs, "water");
    return water > 0 ? water : LOAM_AIR;
}

/// What the ground is made of, on top and below.
static void choose_ground(const loam_tile_defs *defs, const loam_tile_species *species,
                          int32_t ground[2])
{
    const bool green = (species->soil & LOAM_GRASS) != 0 && !is_wet(species) && !is_cave(species);
    const uint32_t below = is_cave(species)            ? LOAM_STONE
                           : species->soil & LOAM_SOIL ? LOAM_SOIL
                                                       : LOAM_SAND;
    ground[1] = find_solid(defs, below);
    ground[0] = green ? find_solid(defs, LOAM_GRASS) : ground[1];
}

/// A tile of a block or a wall. Edges have the last variants.
static uint8_t variant_of(const loam_material *material, int32_t x, int32_t y, bool edge)
{
    const uint64_t seed = loam_seed_at(1, x, y, 0);
    const int32_t count = edge && material->outer > 0 ? material->outer : material->inner;
    const int32_t first = edge && material->outer > 0 ? material->inner : 0;
    return (uint8_t)(first + (int32_t)loam_random_below(seed, 0, count > 0 ? (uint32_t)count : 1));
}

static void put_block(const sheet_scene *scene, const loam_tile_defs *defs, int32_t material,
                      int32_t x, int32_t y, bool edge)
{
    loam_tile *const tile = &scene->tiles[y * scene->area.w + x];
    tile->block = (uint8_t)material;
    tile->block_variant = variant_of(&defs->materials[material], x, y, edge);
}

static void fill_scene(const sheet_scene *scene, const loam_tile_defs *defs)
{
    const loam_tile_species *const of = scene->species;
    const bool hangs = of->place == LOAM_PLANT_HANGING;
    const int32_t water = is_wet(of) ? find_water(defs) : LOAM_AIR;
    // Floating ones are on the water, others stand in two tiles of it.
    const int32_t level = scene->rows + (of->place == LOAM_PLANT_ON_WATER ? 0 : 2);
    int32_t ground[2];
    choose_ground(defs, of, ground);
    for (int32_t i = 0; i < scene->area.w * scene->area.h; i++)
    {
        const int32_t x = i % scene->area.w, y = i / scene->area.w;
        const int32_t deep = hangs ? y - (scene->area.h - scene->rows) : scene->rows - 1 - y;
        const int32_t floor = of->place == LOAM_PLANT_ON_WATER ? scene->rows / 2 : 0;
        scene->tiles[i] = (loam_tile){0};
        if (is_cave(of))
        {
            scene->tiles[i].wall = (uint8_t)ground[1];
            scene->tiles[i].wall_variant = variant_of(&defs->materials[ground[1]], x, y, false);
        }
        if (deep >= floor)
        {
            put_block(scene, defs, ground[deep > floor + 1], x, y, deep == floor);
        }
        else if (y < level && water != LOAM_AIR)
        {
            put_block(scene, defs, water, x, y, false);
        }
    }
}

static void place_plants(const sheet_work *work, const sheet_scene *scene, int32_t species,
                         loam_tile_plant *plants)
{
    const bool hangs = scene->species->place == LOAM_PLANT_HANGING;
    for (int32_t i = 0; i < AGES; i++)
    {
        plants[i] = (loam_tile_plant){
            .x = frames[scene->species->storey].centres[i] * scene->area.w / 100,
            .y = hangs ? scene->area.h - scene->rows - 1 : scene->rows,
            .seed = loam_seed_at(work->settings->seed, species, i, 0),
            .age = work->ages[i] * (work->ages_by_species ? scene->species->age_high : 1.0f),
            .soil = 0.7f,
            .moisture = 0.6f,
            .light = 1.0f,
            .species = species,
        };
    }
}

static void draw_scene(const sheet_work *work, const sheet_scene *scene, loam_picture *picture)
{
    loam_tile_drawing drawing = {.defs = work->defs,
                                 .view = loam_default_tile_view(),
                                 .tiles = scene->tiles,
                                 .area = scene->area,
                                 .step = 1,
                                 .zoom = scene->zoom,
                                 .shrink = 1};
    drawing.view.sky_height = scene->area.h;
    loam_tiles_draw(picture, 0, picture->h - scene->area.h * scene->zoom, &drawing);
}

/// Another view, before a dark ground.
static loam_result draw_views(const sheet_work *work, const sheet_scene *scene,
                              const loam_tile_plant *plants, loam_picture *picture)
{
    const int32_t rows = scene->rows * scene->zoom;
    const bool hangs = scene->species->place == LOAM_PLANT_HANGING;
    loam_result result = LOAM_OK;
    loam_picture_rectangle(picture, 0, 0, picture->w, picture->h, loam_rgb(0x1b1e25));
    loam_picture_rectangle(picture, 0, hangs ? 0 : picture->h - rows, picture->w, rows,
                           loam_rgb(0x2c2a2b));
    for (int32_t i = 0; i < AGES && result == LOAM_OK; i++)
    {
        result = plant_view_draw(&work->env, work->defs, (plant_view)work->settings->view,
                                 &plants[i], scene->zoom, picture);
    }
    return result;
}

static loam_result draw_plants(const sheet_work *work, sheet_scene *scene, int32_t species,
                               loam_picture *picture)
{
    loam_tile_plant plants[AGES];
    fill_scene(scene, work->defs);
    place_plants(work, scene, species, plants);
    if (work->settings->view != PLANT_VIEW_TILES)
    {
        return draw_views(work, scene, plants, picture);
    }
    loam_result result = loam_tile_planter_add(work->planter, plants, AGES);
    result = result == LOAM_OK ? loam_tile_planter_put(work->planter, scene->area, scene->tiles)
                               : result;
    if (result == LOAM_OK)
    {
        draw_scene(work, scene, picture);
    }
    return result;
}

static int32_t zoom_of(const sheet_work *work, const loam_tile_species *species)
{
    return work->settings->zoom > 0 ? (int32_t)work->settings->zoom : frames[species->storey].zoom;
}

/// All pictures of a sheet have the same size: that of trees, unless there are none, or each has its own zoom.
static option_size picture_size(const sheet_work *work)
{
    const int32_t storey = work->only >= 0 ? work->defs->species[work->only].storey
                                           : LOAM_STOREY_TREES;
    const sheet_frame *const frame = &frames[storey];
    const int32_t zoom = work->settings->zoom > 0 ? (int32_t)work->settings->zoom : frame->zoom;
    return (option_size){frame->w * zoom, frame->h * zoom};
}

static loam_result draw_species(sheet_work *work, int32_t species)
{
    const loam_tile_species *const of = &work->defs->species[species];
    loam_picture *const picture = &work->pictures[work->count];
    const option_size size = picture_size(work);
    sheet_scene scene = {.species = of, .zoom = zoom_of(work, of)};
    scene.area.w = (size.w + scene.zoom - 1) / scene.zoom;
    scene.area.h = (size.h + scene.zoom - 1) / scene.zoom;
    scene.rows = scene.area.h / GROUND > 2 ? scene.area.h / GROUND : 2;
    loam_result result = loam_picture_create(&work->env, size.w, size.h, loam_rgb(0), picture);
    if (result != LOAM_OK)
    {
        return result;
    }
    work->captions[work->count++] = of->name;
    scene.tiles = loam_alloc(&work->env, scene_bytes(&scene));
    result = scene.tiles != NULL ? draw_plants(work, &scene, species, picture) : LOAM_OUT_OF_MEMORY;
    loam_free(&work->env, scene.tiles, scene_bytes(&scene));
    return result;
}

// ---- the sheet ----------------------------------------------------------------------------------

static const char *next_species(const void *defs, int32_t index)
{
    const loam_tile_species *const species = ((const loam_tile_defs *)defs)->species;
    return index < LOAM_MAX_SPECIES && species[index].name[0] != '\0' ? species[index].name : NULL;
}

static loam_result refuse_species(const sheet_work *work)
{
    text message = {0};
    text_add(&message, "there is no species \"%s\"", work->settings->species);
    text_add_nearest(&message, work->settings->species, "", next_species, work->defs);
    for (int32_t i = 0; next_species(work->defs, i) != NULL; i++)
    {
        text_add(&message, "%s%s", i > 0 ? ", " : "", next_species(work->defs, i));
    }
    const loam_result result = loam_fail(LOAM_BAD_ARGUMENT, "%s", text_get(&message));
    text_free(&message);
    return result;
}

/// The species that is asked for, and whether there is room for the sheet.
static loam_result plan(sheet_work *work)
{
    const char *const only = work->settings->species;
    int32_t count = 0;
    work->only = -1;
    for (; next_species(work->defs, count) != NULL; count++)
    {
        work->only = only != NULL && strcmp(only, next_species(work->defs, count)) == 0
                         ? count
                         : work->only;
    }
    if (only != NULL && work->only < 0)
    {
        return refuse_species(work);
    }
    const option_size size = picture_size(work);
    return tool_check_picture("--zoom asks for too much", size.w, size.h, only != NULL ? 1 : count);
}

static loam_result draw_all(sheet_work *work)
{
    loam_result result = plan(work);
    for (int32_t i = 0; next_species(work->defs, i) != NULL && result == LOAM_OK; i++)
    {
        if (work->only < 0 || i == work->only)
        {
            result = draw_species(work, i);
        }
    }
    return result;
}

static loam_result write_sheet(sheet_work *work)
{
    loam_picture sheet;
    if (work->count == 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the definitions have no species");
    }
    const int32_t columns = (int32_t)work->settings->columns;
    loam_result result = loam_picture_sheet(&work->env, work->pictures, work->captions, work->count,
                                            columns < work->count ? columns : work->count, NULL,
                                            &sheet);
    if (result == LOAM_OK)
    {
        result = loam_png_write(&work->env, work->settings->output, &sheet);
        loam_picture_destroy(&work->env, &sheet);
    }
    return result;
}

static loam_result make(const tool_io *io)
{
    sheet_work *const work = io->work;
    work->settings = io->settings;
    work->env = loam_default_env();
    loam_result result = read_ages(work);
    result = result == LOAM_OK ? loam_file_check(work->settings->output) : result;
    result = result == LOAM_OK ? tool_load_defs(work->settings->defs, &work->defs) : result;
    result = result == LOAM_OK ? loam_tile_planter_create(&work->env, work->defs, &work->planter)
                               : result;
    result = result == LOAM_OK ? draw_all(work) : result;
    return result == LOAM_OK ? write_sheet(work) : result;
}

static int print(const tool_io *io)
{
    const sheet_work *const work = io->work;
    fprintf(io->out, "%d species %s%s, written to %s\n", (int)work->count,
            work->ages_by_species ? "young, grown and old" : "at the ages of ",
            work->ages_by_species ? "" : work->settings->ages, work->settings->output);
    return TOOL_DONE;
}

static void end(void *of)
{
    sheet_work *const work = of;
    for (int32_t i = 0; i < LOAM_MAX_SPECIES; i++)
    {
        loam_picture_destroy(&work->env, &work->pictures[i]);
    }
    loam_tile_planter_destroy(work->planter);
    tool_free_defs(work->defs);
}

#define AT(field) offsetof(sheet_settings, field)

static const tool_option sheet_options[] = {
    TEXT_OPTION("species", AT(species), "NAME", NULL, "only this one"),
    SEED_OPTION(AT(seed), "of the plants"),
    TEXT_OPTION(
        "ages", AT(ages), "A,B,C", NULL,
        "of the three plants of each species, years; a fifth, half and all of `age_high` of "
        "the species if not given"),
    CHOICE_OPTION("view", AT(view), plant_view_name, "VIEW", "tiles", "what is shown"),
    INT_OPTION("columns", AT(columns), 1, LOAM_MAX_SPECIES, "N", "4", "of the sheet"),
    INT_OPTION("zoom", AT(zoom), 0, LOAM_MAX_TILE_ZOOM, "N", "0",
               "pixels along the side of a tile; 0: 3 for trees, 7 for shrubs, 11 for herbs"),
    TILE_DEFS_OPTION(AT(defs)),
    PICTURE_OPTION(AT(output), "where the picture goes", .required = true),
    {0},
};

const tool_verb verb_plant_sheet = {
    .name = "plant sheet",
    .summary = "draws the species of a tile world at three ages",
    .details =
        "Each as the tiles that it is made of, in still air: wood, leaves and flowers in the "
        "colours of their materials, leaves in clumps around the buds. For whoever writes a "
        "species: the skeleton has its pieces, joints and clumps; forces are what acts on each "
        "joint in a storm to the right, as a share of the largest; ranges show it at rest (white) "
        "and in storms to the left (blue) and to the right (orange), and the box that it may ever "
        "cover.",
    .options = sheet_options,
    .settings_size = sizeof(sheet_settings),
    .example = "loam plant sheet -o species.png",
    .work_size = sizeof(sheet_work),
    .make = make,
    .report = print,
    .destroy = end,
};
