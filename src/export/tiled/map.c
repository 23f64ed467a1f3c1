// SPDX-License-Identifier: MIT
#include "export/file.h"
#include "export/tile_map/tiles.h"
#include "export/tiled/tiled.h"
#include "loam/export.h"
#include "loam/export_tile_map.h"
#include "loam/jobs.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

// The tiles of the map are gathered first, in bands that threads take one after another: once as the ground is, and
// once with plants. What differs is the layer of plants. Then the file is written from top to bottom.

enum
{
    BAND = 256 // rows
};

typedef struct plant_place
{
    int64_t x, y;
    int32_t species;
} plant_place;

typedef struct tiled_map
{
    const loam_tiled_def *def;
    tiled_set set;
    loam_tile *bare, *planted; // of the area; the same if the map is bare
    loam_tile_column *columns; // area.w
    plant_place *plants;
    int64_t plant_room;
    int32_t plant_count, biome_count, start_count;
    loam_tile_pos start;
    uint32_t *numbers; // of a row
    loam_tiled_figures figures;
    _Atomic int result; // a loam_result
} tiled_map;

static size_t area_size(const loam_tiled_def *def)
{
    return (size_t)def->area.w * (size_t)def->area.h * sizeof(loam_tile);
}

// ---- checking -----------------------------------------------------------------------------------

/// The form that a path asks for by its ending; NULL if there is none. `stem` is its length without it.
static const tiled_form *form_of(const char *path, size_t *stem)
{
    static const struct
    {
        const char *ending;
        const tiled_form *form;
    } forms[] = {
        {".tmx", &loam_tiled_xml}, {".tmj", &loam_tiled_json}, {".json", &loam_tiled_json}};
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    {
        const size_t ending = strlen(forms[i].ending);
        if (length > ending && strcmp(path + length - ending, forms[i].ending) == 0)
        {
            *stem = length - ending;
            return forms[i].form;
        }
    }
    return NULL;
}

bool loam_tiled_picture_path(const char *path, char *out, size_t room)
{
    size_t stem;
    if (form_of(path, &stem) == NULL)
    {
        return false;
    }
    const int length = snprintf(out, room, "%.*s-tiles.png", (int)stem, path);
    return length > 0 && (size_t)length < room;
}

static loam_result check_area(loam_tile_area area)
{
    if (area.w < 1 || area.h < 1 || area.w > LOAM_MAX_TILE_AREA || area.h > LOAM_MAX_TILE_AREA)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the map is of %dx%d tiles; sides must be 1 to %d",
                         (int)area.w, (int)area.h, LOAM_MAX_TILE_AREA);
    }
    const bool inside = area.x >= -LOAM_TILE_END && area.y >= -LOAM_TILE_END &&
                        area.x <= LOAM_TILE_END - area.w && area.y <= LOAM_TILE_END - area.h;
    return inside ? LOAM_OK
                  : loam_fail(LOAM_BAD_ARGUMENT, "the map lies beyond the end of the world; must "
                                                 "lie within -2^60 to 2^60");
}

loam_result loam_tiled_check(const loam_tiled_def *def)
{
    char picture[LOAM_MAX_PATH];
    size_t stem;
    if (def->pixels < 1 || def->pixels > LOAM_MAX_TILED_PIXELS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a tile is of %d pixels; must be 1 to %d",
                         (int)def->pixels, LOAM_MAX_TILED_PIXELS);
    }
    if (form_of(def->path, &stem) == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s is no name of a map of Tiled; must end with .tmx, .tmj or .json",
                         def->path);
    }
    if (!loam_tiled_picture_path(def->path, picture, sizeof picture))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the path of the map is too long; must be at most %d",
                         LOAM_MAX_PATH - 16);
    }
    return check_area(def->area);
}

// ---- gathering ----------------------------------------------------------------------------------

/// Without a planter the band stays bare.
static loam_result gather_band(tiled_map *map, int64_t band, loam_tile *chunk,
                               loam_tile_planter *planter)
{
    const loam_tiled_def *const def = map->def;
    const int32_t low = (int32_t)band * BAND, rest = def->area.h - low;
    const loam_tile_area area = {def->area.x, def->area.y + low, def->area.w,
                                 rest < BAND ? rest : BAND};
    const size_t first = (size_t)low * (size_t)area.w;
    const tile_ground ground = {.source = def->source, .store = def->store};
    loam_result result = loam_tile_ground_fill(&ground, area, 1, true, map->bare + first, chunk);
    if (result == LOAM_OK && planter != NULL)
    {
        const loam_tile_planting plants = {def->env, def->defs, def->source, def->store, planter};
        memcpy(map->planted + first, map->bare + first,
               (size_t)area.w * (size_t)area.h * sizeof(loam_tile));
        result = loam_tile_planting_put(&plants, area, map->planted + first, chunk);
    }
    if (def->progress != NULL)
    {
        def->progress(def->user, area.h);
    }
    return result;
}

static void gather_bands(void *user, int64_t begin, int64_t end)
{
    tiled_map *const map = user;
    const loam_tiled_def *const def = map->def;
    const size_t chunk_size = LOAM_CHUNK_TILES * sizeof(loam_tile);
    loam_tile *const chunk = loam_alloc(&def->env, chunk_size);
    loam_tile_planter *planter = NULL;
    loam_result result = chunk != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    if (result == LOAM_OK && !def->bare)
    {
        result = loam_tile_planting_create(&def->env, def->defs, def->store, &planter);
    }
    for (int64_t i = begin; i < end && result == LOAM_OK; i++)
    {
        result = gather_band(map, i, chunk, planter);
    }
    loam_tile_planter_destroy(planter);
    loam_free(&def->env, chunk, chunk_size);
    if (result != LOAM_OK)
    {
        atomic_store(&map->result, result);
    }
}

static loam_result gather_tiles(tiled_map *map)
{
    const loam_tiled_def *const def = map->def;
    loam_jobs_for(def->env.jobs, (def->area.h + BAND - 1) / BAND, 1, gather_bands, map);
    const loam_result result = (loam_result)atomic_load(&map->result);
    // The message was left on the thread that met the failure, which may be another.
    return result == LOAM_OK ? LOAM_OK
                             : loam_fail(result, "the world could not be grown or read: %s",
                                         loam_result_name(result));
}

static bool is_inside(loam_tile_area area, int64_t x, int64_t y)
{
    return x >= area.x && x - area.x < area.w && y >= area.y && y - area.y < area.h;
}

/// Adds the plants of a chunk that are rooted in the area. What a store has of them is only known as tiles.
static loam_result gather_plants_of(tiled_map *map, loam_chunk_pos at, loam_tile *chunk)
{
    const loam_tiled_def *const def = map->def;
    loam_tile_plant plants[LOAM_MAX_CHUNK_PLANTS];
    int32_t count = 0;
    loam_result result = def->store != NULL ? loam_store_load(def->store, at, chunk)
                                            : LOAM_NOT_FOUND;
    result = result == LOAM_NOT_FOUND ? loam_tile_source_plants(def->source, at, plants, &count)
                                      : result;
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        if (is_inside(def->area, plants[i].x, plants[i].y))
        {
            map->plants[map->plant_count++] = (plant_place){plants[i].x, plants[i].y,
                                                            plants[i].species};
        }
    }
    return result;
}

static int64_t chunks_across(int64_t from, int32_t count)
{
    return loam_chunk_of_tile((loam_tile_pos){from + count - 1, 0}).x -
           loam_chunk_of_tile((loam_tile_pos){from, 0}).x + 1;
}

static loam_result gather_plants(tiled_map *map, loam_tile *chunk)
{
    const loam_tile_area area = map->def->area;
    const loam_chunk_pos low = loam_chunk_of_tile((loam_tile_pos){area.x, area.y});
    loam_result result = LOAM_OK;
    for (int64_t y = 0; y < chunks_across(area.y, area.h) && result == LOAM_OK; y++)
    {
        for (int64_t x = 0; x < chunks_across(area.x, area.w) && result == LOAM_OK; x++)
        {
            result = gather_plants_of(map, (loam_chunk_pos){low.x + x, low.y + y}, chunk);
        }
    }
    return result;
}

static int32_t biome_run(const tiled_map *map, int32_t from)
{
    int32_t to = from + 1;
    while (to < map->def->area.w && map->columns[to].biome == map->columns[from].biome)
    {
        to++;
    }
    return to;
}

static loam_result gather_objects(tiled_map *map)
{
    const loam_tiled_def *const def = map->def;
    loam_result result = loam_tile_source_columns(def->source, def->area.x, 1, def->area.w,
                                                  map->columns);
    if (result == LOAM_OK && !def->bare && def->defs->version >= 2)
    {
        const size_t size = LOAM_CHUNK_TILES * sizeof(loam_tile);
        loam_tile *const chunk = loam_alloc(&def->env, size);
        result = chunk != NULL ? gather_plants(map, chunk) : LOAM_OUT_OF_MEMORY;
        loam_free(&def->env, chunk, size);
    }
    for (int32_t x = 0; x < def->area.w && result == LOAM_OK; x = biome_run(map, x))
    {
        map->biome_count++;
    }
    map->start = loam_tile_source_spawn(def->source, 0);
    map->start_count = is_inside(def->area, map->start.x, map->start.y);
    return result;
}

// ---- writing ------------------------------------------------------------------------------------

const char *loam_tiled_type_name(tiled_kind kind)
{
    static const char *const names[] = {[TILED_TEXT] = "string",
                                        [TILED_WHOLE] = "int",
                                        [TILED_TRUE] = "bool",
                                        [TILED_COLOUR] = "color"};
    return names[kind];
}

static void add_property(tiled_properties *to, tiled_property property)
{
    to->list[to->count++] = property;
}

static void describe_tile(tiled_tile *tile, const tiled_set *set, const tiled_row *row,
                          int32_t variant)
{
    const loam_material *const material = &set->defs->materials[row->material];
    tiled_properties *const to = &tile->properties;
    tile->id = (int32_t)(row - set->rows) * set->columns + variant;
    tile->material = material->name;
    tile->collides = !row->is_wall && (material->properties & LOAM_SOLID) != 0;
    to->count = 0;
    if (row->is_wall)
    {
        add_property(to, (tiled_property){.name = "wall", .kind = TILED_TRUE});
    }
    add_property(to, (tiled_property){.name = "variant", .kind = TILED_WHOLE, .whole = variant});
    add_property(to, (tiled_property){"hardness", TILED_WHOLE, .whole = material->hardness});
    for (int32_t i = 0; i < LOAM_PROPERTY_COUNT; i++)
    {
        if ((material->properties >> i & 1) != 0)
        {
            add_property(to, (tiled_property){.name = loam_property_name(i), .kind = TILED_TRUE});
        }
    }
    if (material->light[variant].a > 0)
    {
        add_property(to,
                     (tiled_property){"light", TILED_COLOUR, .colour = material->light[variant]});
    }
}

static void write_tiles(const tiled_form *form, tiled_writer *to, const tiled_set *set)
{
    for (int32_t i = 0; i < set->row_count; i++)
    {
        for (int32_t variant = 0; variant < set->rows[i].variants; variant++)
        {
            tiled_tile tile;
            describe_tile(&tile, set, &set->rows[i], variant);
            form->put_tile(to, &tile);
        }
    }
    form->end_tiles(to);
}

typedef enum tile_layer
{
    LAYER_WALLS,
    LAYER_PLANTS,
    LAYER_BLOCKS,
} tile_layer;

static uint32_t number_at(const tiled_map *map, tile_layer layer, size_t at)
{
    const loam_tile bare = map->bare[at], planted = map->planted[at];
    switch (layer)
    {
    case LAYER_WALLS:
        return loam_tiled_number(&map->set, true, bare.wall, bare.wall_variant);
    case LAYER_BLOCKS:
        return loam_tiled_number(&map->set, false, bare.block, bare.block_variant);
    case LAYER_PLANTS:
        break;
    }
    return memcmp(&bare, &planted, sizeof bare) != 0
               ? loam_tiled_number(&map->set, true, planted.wall, planted.wall_variant)
               : 0;
}

static void write_row(FILE *out, const uint32_t *numbers, int32_t count, bool is_last)
{
    for (int32_t i = 0; i < count; i++)
    {
        const bool comma = !is_last || i + 1 < count;
        fprintf(out, comma ? "%" PRIu32 "," : "%" PRIu32, numbers[i]);
    }
    fputc('\n', out);
}

static void write_layer(const tiled_form *form, tiled_writer *to, tiled_map *map, tile_layer layer)
{
    static const char *const names[] = {"walls", "plants", "blocks"};
    const int32_t w = map->def->area.w;
    form->begin_layer(to, names[layer]);
    for (int32_t y = map->def->area.h - 1; y >= 0; y--)
    {
        for (int32_t x = 0; x < w; x++)
        {
            map->numbers[x] = number_at(map, layer, (size_t)y * (size_t)w + (size_t)x);
            map->figures.tiles += map->numbers[x] != 0;
        }
        write_row(to->out, map->numbers, w, y == 0);
    }
    form->end_layer(to);
}

/// A point in the middle of a tile's lower edge, where something stands.
static tiled_object foot_at(const tiled_map *map, int64_t x, int64_t y)
{
    const loam_tile_area area = map->def->area;
    const int64_t pixels = map->def->pixels;
    return (tiled_object){.x = (x - area.x) * pixels + pixels / 2,
                          .y = (area.y + area.h - y) * pixels};
}

static void write_biomes(const tiled_form *form, tiled_writer *to, const tiled_map *map)
{
    const loam_tiled_def *const def = map->def;
    form->begin_objects(to, "biomes");
    for (int32_t x = 0; x < def->area.w; x = biome_run(map, x))
    {
        const tiled_object biome = {.name = def->defs->biomes[map->columns[x].biome].name,
                                    .kind = "biome",
                                    .x = (int64_t)x * def->pixels,
                                    .w = (int64_t)(biome_run(map, x) - x) * def->pixels,
                                    .h = (int64_t)def->area.h * def->pixels};
        form->put_object(to, &biome);
    }
    form->end_objects(to);
}

static void write_objects(const tiled_form *form, tiled_writer *to, const tiled_map *map)
{
    write_biomes(form, to, map);
    form->begin_objects(to, "plants");
    for (int32_t i = 0; i < map->plant_count; i++)
    {
        tiled_object plant = foot_at(map, map->plants[i].x, map->plants[i].y);
        plant.name = map->def->defs->species[map->plants[i].species].name;
        plant.kind = "plant";
        form->put_object(to, &plant);
    }
    form->end_objects(to);
    form->begin_objects(to, "start");
    if (map->start_count > 0)
    {
        tiled_object start = foot_at(map, map->start.x, map->start.y);
        start.name = start.kind = "start";
        form->put_object(to, &start);
    }
    form->end_objects(to);
}

static void write_map(const tiled_form *form, FILE *out, tiled_map *map, const char *picture)
{
    enum
    {
        LAYERS = 6 // three of either kind
    };
    const loam_tiled_def *const def = map->def;
    char seed[24], x[24], y[24];
    snprintf(seed, sizeof seed, "%" PRIu64, def->seed);
    snprintf(x, sizeof x, "%" PRId64, def->area.x);
    snprintf(y, sizeof y, "%" PRId64, def->area.y);
    const char *const slash = strrchr(picture, '/');
    tiled_head head = {.w = def->area.w,
                       .h = def->area.h,
                       .pixels = def->pixels,
                       .layers = LAYERS,
                       .objects = map->biome_count + map->plant_count + map->start_count,
                       .sky = def->defs->biomes[map->columns[def->area.w / 2].biome].sky,
                       .set = &map->set,
                       .picture = slash != NULL ? slash + 1 : picture};
    add_property(&head.properties, (tiled_property){"loam_seed", TILED_TEXT, .text = seed});
    add_property(&head.properties, (tiled_property){"loam_left", TILED_TEXT, .text = x});
    add_property(&head.properties, (tiled_property){"loam_low", TILED_TEXT, .text = y});
    add_property(&head.properties, (tiled_property){.name = "loam_tiles_version",
                                                    .kind = TILED_WHOLE,
                                                    .whole = def->defs->version});
    tiled_writer to = {.out = out, .head = &head};
    form->begin(&to);
    write_tiles(form, &to, &map->set);
    write_layer(form, &to, map, LAYER_WALLS);
    write_layer(form, &to, map, LAYER_PLANTS);
    write_layer(form, &to, map, LAYER_BLOCKS);
    write_objects(form, &to, map);
    form->end(&to);
}

static loam_result write_files(tiled_map *map)
{
    const loam_tiled_def *const def = map->def;
    char picture[LOAM_MAX_PATH];
    size_t stem;
    const tiled_form *const form = form_of(def->path, &stem);
    loam_tiled_picture_path(def->path, picture, sizeof picture); // checked
    loam_result result = loam_tiled_write_picture(&map->set, &def->env, picture, def->pixels);
    loam_file file;
    result = result == LOAM_OK ? loam_file_begin(&file, def->path) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    write_map(form, file.stream, map, picture);
    return loam_file_commit(&file);
}

// ---- the whole ----------------------------------------------------------------------------------

static loam_result make_map(tiled_map *map)
{
    loam_result result = gather_tiles(map);
    result = result == LOAM_OK ? gather_objects(map) : result;
    result = result == LOAM_OK ? write_files(map) : result;
    const loam_tile_area area = map->def->area;
    if (result == LOAM_OK)
    {
        map->figures.hash = loam_tiles_hash(map->planted, (size_t)area.w * (size_t)area.h, 0);
        map->figures.tile_kinds = map->set.kinds;
        map->figures.plants = map->plant_count;
        map->figures.biomes = map->biome_count;
    }
    return result;
}

static loam_result alloc_map(tiled_map *map)
{
    const loam_tiled_def *const def = map->def;
    const loam_env *const env = &def->env;
    const size_t w = (size_t)def->area.w;
    map->plant_room = def->bare
                          ? 0
                          : chunks_across(def->area.x, def->area.w) *
                                chunks_across(def->area.y, def->area.h) * LOAM_MAX_CHUNK_PLANTS;
    map->bare = loam_alloc(env, area_size(def));
    map->planted = def->bare ? map->bare : loam_alloc(env, area_size(def));
    map->columns = loam_alloc(env, w * sizeof *map->columns);
    map->numbers = loam_alloc(env, w * sizeof *map->numbers);
    map->plants = def->bare ? NULL : loam_alloc(env, (size_t)map->plant_room * sizeof *map->plants);
    return map->bare != NULL && map->planted != NULL && map->columns != NULL &&
                   map->numbers != NULL && (def->bare || map->plants != NULL)
               ? LOAM_OK
               : LOAM_OUT_OF_MEMORY;
}

static void free_map(tiled_map *map)
{
    const loam_tiled_def *const def = map->def;
    const loam_env *const env = &def->env;
    const size_t w = (size_t)def->area.w;
    loam_free(env, map->plants, (size_t)map->plant_room * sizeof *map->plants);
    loam_free(env, map->numbers, w * sizeof *map->numbers);
    loam_free(env, map->columns, w * sizeof *map->columns);
    loam_free(env, def->bare ? NULL : map->planted, area_size(def));
    loam_free(env, map->bare, area_size(def));
}

loam_result loam_tiled_write(const loam_tiled_def *def, loam_tiled_figures *figures)
{
    *figures = (loam_tiled_figures){0};
    loam_result result = loam_tiled_check(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    tiled_map *const map = loam_alloc(&def->env, sizeof *map); // too large for the stack
    if (map == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(map, 0, sizeof *map);
    map->def = def;
    loam_tiled_set_init(&map->set, def->defs);
    result = alloc_map(map);
    result = result == LOAM_OK ? make_map(map) : result;
    *figures = map->figures;
    free_map(map);
    loam_free(&def->env, map, sizeof *map);
    return result;
}
