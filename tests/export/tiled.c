// SPDX-License-Identifier: MIT
// Maps of Tiled, read back: every tile where it grew, in the colour of its picture, in both forms.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "check.h"
#include "export/folder.h"
#include "loam/export.h"
#include "loam/export_tile_map.h"
#include "loam/export_tiled.h"
#include "tool/threads.h"

#include <cjson/cJSON.h>
#include <spng.h>

enum
{
    W = 150,
    H = 130,
    PIXELS = 3
};

static struct
{
    loam_env env;
    loam_tile_defs *defs;
    loam_tile_source *source;
    loam_tile_area area;       // around the surface, where plants are
    loam_tile *bare, *planted; // of the area
} world;

static loam_tiled_def make_def(const char *path)
{
    return (loam_tiled_def){.env = world.env,
                            .defs = world.defs,
                            .source = world.source,
                            .seed = 9,
                            .area = world.area,
                            .pixels = PIXELS,
                            .path = path};
}

static loam_tiled_figures write_map(const loam_tiled_def *def)
{
    loam_tiled_figures figures;
    CHECK_OK(loam_tiled_write(def, &figures));
    return figures;
}

static char *read_text(const char *path)
{
    FILE *const file = fopen(path, "rb");
    CHECK(file != NULL);
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    char *const text = calloc(1, size + 1);
    CHECK_INT(fread(text, 1, size, file), size);
    fclose(file);
    return text;
}

static cJSON *read_json(const char *path)
{
    char *const text = read_text(path);
    cJSON *const json = cJSON_Parse(text);
    CHECK(json != NULL);
    free(text);
    return json;
}

static const cJSON *layer_of(const cJSON *map, const char *type, const char *name)
{
    const cJSON *layer;
    cJSON_ArrayForEach(layer, cJSON_GetObjectItem(map, "layers"))
    {
        if (strcmp(cJSON_GetObjectItem(layer, "type")->valuestring, type) == 0 &&
            strcmp(cJSON_GetObjectItem(layer, "name")->valuestring, name) == 0)
        {
            return layer;
        }
    }
    CHECK_REPORT(false, "there is no %s %s", type, name);
    return NULL;
}

static const cJSON *property_of(const cJSON *thing, const char *name)
{
    const cJSON *property;
    cJSON_ArrayForEach(property, cJSON_GetObjectItem(thing, "properties"))
    {
        if (strcmp(cJSON_GetObjectItem(property, "name")->valuestring, name) == 0)
        {
            return cJSON_GetObjectItem(property, "value");
        }
    }
    return NULL;
}

// ---- what the numbers mean -----------------------------------------------------------------------

/// The tiles of the set by their numbers in layers, NULL for what is none.
static const cJSON **index_tiles(const cJSON *map, int32_t *room)
{
    const cJSON *const set = cJSON_GetObjectItem(map, "tilesets")->child;
    *room = cJSON_GetObjectItem(set, "tilecount")->valueint + 1;
    const cJSON **const tiles = calloc((size_t)*room, sizeof *tiles);
    const cJSON *tile;
    cJSON_ArrayForEach(tile, cJSON_GetObjectItem(set, "tiles"))
    {
        const int32_t id = cJSON_GetObjectItem(tile, "id")->valueint;
        CHECK(id >= 0 && id + 1 < *room && tiles[id + 1] == NULL);
        tiles[id + 1] = tile;
    }
    return tiles;
}

/// Whether a number stands for a material and variant in a layer, by what the file says of it.
static bool stands_for(const cJSON *const *tiles, int32_t room, int32_t number, bool is_wall,
                       uint8_t material, uint8_t variant)
{
    if (material == LOAM_AIR || number <= 0 || number >= room || tiles[number] == NULL)
    {
        return material == LOAM_AIR && number == 0;
    }
    const cJSON *const tile = tiles[number];
    const loam_material *const m = &world.defs->materials[material];
    const bool solid_block = !is_wall && (m->properties & LOAM_SOLID) != 0;
    return strcmp(cJSON_GetObjectItem(tile, "type")->valuestring, m->name) == 0 &&
           property_of(tile, "variant")->valueint == variant &&
           property_of(tile, "hardness")->valueint == m->hardness &&
           (property_of(tile, "wall") != NULL) == is_wall &&
           (property_of(tile, "solid") != NULL) == ((m->properties & LOAM_SOLID) != 0) &&
           (property_of(tile, "wet") != NULL) == ((m->properties & LOAM_WET) != 0) &&
           cJSON_HasObjectItem(tile, "objectgroup") == solid_block;
}

typedef struct layer_numbers
{
    int32_t walls[W * H], plants[W * H], blocks[W * H]; // the lowest row first
} layer_numbers;

static void read_layer(const cJSON *map, const char *name, int32_t *numbers)
{
    const cJSON *const data = cJSON_GetObjectItem(layer_of(map, "tilelayer", name), "data");
    CHECK_INT(cJSON_GetArraySize(data), W * H);
    const cJSON *number = data->child;
    for (int32_t i = 0; i < W * H && number != NULL; i++, number = number->next)
    {
        numbers[(H - 1 - i / W) * W + i % W] = number->valueint;
    }
}

static layer_numbers *read_layers(const cJSON *map)
{
    layer_numbers *const layers = calloc(1, sizeof *layers);
    read_layer(map, "walls", layers->walls);
    read_layer(map, "plants", layers->plants);
    read_layer(map, "blocks", layers->blocks);
    return layers;
}

static void check_layers(const cJSON *map, const loam_tile *bare, const loam_tile *planted)
{
    int32_t room;
    const cJSON **const tiles = index_tiles(map, &room);
    layer_numbers *const layers = read_layers(map);
    int64_t wrong = 0, plants = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        const loam_tile seen = planted[i];
        const int32_t front = layers->plants[i] != 0 ? layers->plants[i] : layers->walls[i];
        plants += layers->plants[i] != 0;
        wrong += !stands_for(tiles, room, layers->blocks[i], false, bare[i].block,
                             bare[i].block_variant);
        wrong += !stands_for(tiles, room, layers->walls[i], true, bare[i].wall,
                             bare[i].wall_variant);
        wrong += !stands_for(tiles, room, front, true, seen.wall, seen.wall_variant);
    }
    CHECK_INT(wrong, 0);
    CHECK((plants > 0) == (bare != planted));
    free(layers);
    free(tiles);
}

static void test_tiles_are_where_they_grew(void)
{
    const loam_tiled_def def = make_def("a.tmj");
    const loam_tiled_figures figures = write_map(&def);
    CHECK_U64(figures.hash, loam_tiles_hash(world.planted, W * H, 0));
    cJSON *const map = read_json("a.tmj");
    CHECK_INT(cJSON_GetObjectItem(map, "width")->valueint, W);
    CHECK_INT(cJSON_GetObjectItem(map, "height")->valueint, H);
    CHECK(strcmp(property_of(map, "loam_seed")->valuestring, "9") == 0);
    CHECK_INT(strtoll(property_of(map, "loam_low")->valuestring, NULL, 10), world.area.y);
    check_layers(map, world.bare, world.planted);
    cJSON_Delete(map);
}

static void test_bare_maps_have_no_plants(void)
{
    loam_tiled_def def = make_def("bare.json");
    def.bare = true;
    CHECK_INT(write_map(&def).plants, 0);
    cJSON *const map = read_json("bare.json");
    check_layers(map, world.bare, world.bare);
    cJSON_Delete(map);
}

// ---- objects ------------------------------------------------------------------------------------

static int32_t number_of(const cJSON *thing, const char *name)
{
    return cJSON_GetObjectItem(thing, name)->valueint;
}

/// What stands at a plant's foot, or right above it, is of the plant's layer.
static void test_plants_stand_at_their_objects(void)
{
    const loam_tiled_def def = make_def("o.tmj");
    const loam_tiled_figures figures = write_map(&def);
    cJSON *const map = read_json("o.tmj");
    layer_numbers *const layers = read_layers(map);
    const cJSON *const plants = cJSON_GetObjectItem(layer_of(map, "objectgroup", "plants"),
                                                    "objects");
    CHECK_INT(cJSON_GetArraySize(plants), figures.plants);
    CHECK(figures.plants > 0);
    int32_t standing = 0;
    const cJSON *plant;
    cJSON_ArrayForEach(plant, plants)
    {
        const int32_t x = number_of(plant, "x") / PIXELS, y = H - number_of(plant, "y") / PIXELS;
        CHECK(x >= 0 && x < W && y >= 0 && y < H);
        CHECK(loam_species_find(world.defs, cJSON_GetObjectItem(plant, "name")->valuestring) >= 0);
        standing += layers->plants[y * W + x] != 0;
    }
    CHECK_REPORT(standing * 10 >= figures.plants * 9, "%d of %d stand", (int)standing,
                 (int)figures.plants);
    free(layers);
    cJSON_Delete(map);
}

static void test_biomes_cover_the_map(void)
{
    loam_tiled_def def = make_def("b.tmj");
    def.area = (loam_tile_area){-2000, 0, 4000, 1};
    def.bare = true;
    const loam_tiled_figures figures = write_map(&def);
    loam_tile_column *const columns = calloc(4000, sizeof *columns);
    CHECK_OK(loam_tile_source_columns(world.source, -2000, 1, 4000, columns));
    cJSON *const map = read_json("b.tmj");
    const cJSON *biome;
    int32_t x = 0;
    cJSON_ArrayForEach(biome,
                       cJSON_GetObjectItem(layer_of(map, "objectgroup", "biomes"), "objects"))
    {
        CHECK_INT(number_of(biome, "x"), x * PIXELS);
        const int32_t end = x + number_of(biome, "width") / PIXELS;
        CHECK(end > x && end <= 4000);
        for (; x < end && x < 4000; x++)
        {
            CHECK(strcmp(cJSON_GetObjectItem(biome, "name")->valuestring,
                         world.defs->biomes[columns[x].biome].name) == 0);
        }
    }
    CHECK_INT(x, 4000);
    CHECK(figures.biomes > 1);
    cJSON_Delete(map);
    free(columns);
}

static void test_the_start_is_where_players_begin(void)
{
    const loam_tile_pos spawn = loam_tile_source_spawn(world.source, 0);
    loam_tiled_def def = make_def("s.tmj");
    def.area = (loam_tile_area){spawn.x - 4, spawn.y - 2, 9, 9};
    write_map(&def);
    cJSON *const map = read_json("s.tmj");
    const cJSON *const start =
        cJSON_GetObjectItem(layer_of(map, "objectgroup", "start"), "objects")->child;
    CHECK_INT(number_of(start, "x"), 4 * PIXELS + PIXELS / 2);
    CHECK_INT(number_of(start, "y"), (9 - 2) * PIXELS);
    cJSON_Delete(map);
}

// ---- the picture, the other form ------------------------------------------------------------------

static uint8_t *read_picture(const char *path, uint32_t *w, uint32_t *h)
{
    FILE *const file = fopen(path, "rb");
    spng_ctx *const png = spng_ctx_new(0);
    struct spng_ihdr head = {0};
    size_t size = 0;
    CHECK(file != NULL && spng_set_png_file(png, file) == 0 && spng_get_ihdr(png, &head) == 0);
    CHECK_INT(spng_decoded_image_size(png, SPNG_FMT_RGBA8, &size), 0);
    uint8_t *const pixels = malloc(size);
    CHECK_INT(spng_decode_image(png, pixels, size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS), 0);
    spng_ctx_free(png);
    fclose(file);
    *w = head.width;
    *h = head.height;
    return pixels;
}

static void test_the_picture_has_each_tile(void)
{
    const loam_tiled_def def = make_def("p.tmj");
    write_map(&def);
    uint32_t w, h;
    uint8_t *const pixels = read_picture("p-tiles.png", &w, &h);
    cJSON *const map = read_json("p.tmj");
    const cJSON *const set = cJSON_GetObjectItem(map, "tilesets")->child;
    CHECK_INT(number_of(set, "imagewidth"), w);
    CHECK_INT(number_of(set, "imageheight"), h);
    CHECK(strcmp(cJSON_GetObjectItem(set, "image")->valuestring, "p-tiles.png") == 0);
    const int32_t columns = number_of(set, "columns");
    loam_tile_view view = loam_default_tile_view();
    view.sky_low.a = view.sky_high.a = 0;
    const cJSON *tile;
    cJSON_ArrayForEach(tile, cJSON_GetObjectItem(set, "tiles"))
    {
        const char *const name = cJSON_GetObjectItem(tile, "type")->valuestring;
        const uint8_t material = (uint8_t)loam_material_find(world.defs, name);
        const uint8_t variant = (uint8_t)property_of(tile, "variant")->valueint;
        const bool is_wall = property_of(tile, "wall") != NULL;
        const loam_tile shown = is_wall ? (loam_tile){0, 0, material, variant}
                                        : (loam_tile){material, variant, 0, 0};
        const loam_colour colour = loam_tile_colour(world.defs, &view, shown, 0);
        const int32_t id = number_of(tile, "id");
        const int32_t x = id % columns * PIXELS, y = id / columns * PIXELS;
        const uint8_t *const corner = pixels + 4 * ((size_t)y * w + (size_t)x);
        const uint8_t *const last = pixels +
                                    4 * ((size_t)(y + PIXELS - 1) * w + (size_t)(x + PIXELS - 1));
        CHECK(memcmp(corner, &colour, 4) == 0 && memcmp(last, &colour, 4) == 0);
    }
    cJSON_Delete(map);
    free(pixels);
}

/// The numbers of the first layer, as text.
static char *numbers_after(const char *text, const char *mark, char end)
{
    const char *const from = strstr(text, mark);
    CHECK(from != NULL);
    const char *const begin = from + strlen(mark), *const stop = strchr(begin, end);
    return strndup(begin, (size_t)(stop - begin));
}

static void test_both_forms_say_the_same(void)
{
    const loam_tiled_def json = make_def("f.tmj"), xml = make_def("f.tmx");
    CHECK_U64(write_map(&json).hash, write_map(&xml).hash);
    char *const in_json = read_text("f.tmj"), *const in_xml = read_text("f.tmx");
    const char *a = in_json, *b = in_xml;
    for (int layer = 0; layer < 3; layer++)
    {
        a = strstr(a, "\"data\":[");
        b = strstr(b, "<data encoding=\"csv\">");
        char *const left = numbers_after(a, "\"data\":[", ']');
        char *const right = numbers_after(b, "<data encoding=\"csv\">", '<');
        CHECK(strcmp(left, right) == 0);
        free(left);
        free(right);
        a++;
        b++;
    }
    CHECK(strstr(in_xml, "image source=\"f-tiles.png\"") != NULL);
    free(in_json);
    free(in_xml);
}

// ---- threads, stores, refusals --------------------------------------------------------------------

static void test_threads_change_nothing(void)
{
    if (!has_threads())
    {
        return;
    }
    loam_tiled_def def = make_def("1.tmx");
    def.area = (loam_tile_area){world.area.x - 50, world.area.y - 400, 300, 700};
    write_map(&def);
    loam_jobs_def jobs = loam_default_jobs_def();
    jobs.threads = 3;
    CHECK_OK(loam_jobs_create(&jobs, &def.env.jobs));
    def.path = "3.tmx";
    write_map(&def);
    loam_jobs_destroy(def.env.jobs);
    char *const alone = read_text("1.tmx"), *const together = read_text("3.tmx");
    char *const name = strstr(together, "3-tiles.png");
    CHECK(name != NULL);
    *name = '1';
    CHECK(strcmp(alone, together) == 0);
    free(alone);
    free(together);
}

static void test_kept_chunks_are_shown(void)
{
    loam_store_def kept = loam_default_store_def();
    kept.path = "kept.loam";
    loam_store *store;
    CHECK_OK(loam_store_create(&kept, 9, world.defs, &store));
    loam_tile *const chunk = calloc(LOAM_CHUNK_TILES, sizeof *chunk);
    const uint8_t sand = (uint8_t)loam_material_find(world.defs, "sand");
    chunk[5 * LOAM_CHUNK_SIDE + 3] = (loam_tile){.block = sand, .block_variant = 1};
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){2, 1}, chunk));
    loam_tiled_def def = make_def("k.tmj");
    def.store = store;
    def.area = (loam_tile_area){2 * LOAM_CHUNK_SIDE, LOAM_CHUNK_SIDE, W, H};
    CHECK(write_map(&def).plants >= 0);
    cJSON *const map = read_json("k.tmj");
    int32_t room;
    const cJSON **const tiles = index_tiles(map, &room);
    layer_numbers *const layers = read_layers(map);
    CHECK(stands_for(tiles, room, layers->blocks[5 * W + 3], false, sand, 1));
    CHECK_INT(layers->blocks[5 * W + 4], 0);
    free(layers);
    free(tiles);
    cJSON_Delete(map);
    free(chunk);
    loam_store_close(store);
}

static void check_refused(loam_tiled_def def, const char *words)
{
    loam_tiled_figures figures;
    CHECK_INT(loam_tiled_write(&def, &figures), LOAM_BAD_ARGUMENT);
    CHECK_REPORT(strstr(loam_last_error(), words) != NULL, "%s", loam_last_error());
}

static void test_what_is_refused(void)
{
    folder_count(1);
    loam_tiled_def def = make_def("r.tmx");
    def.pixels = 0;
    check_refused(def, "a tile is of 0 pixels; must be 1 to 64");
    def.pixels = LOAM_MAX_TILED_PIXELS + 1;
    check_refused(def, "65 pixels");
    def = make_def("r.png");
    check_refused(def, "must end with .tmx, .tmj or .json");
    def = make_def(".tmx");
    check_refused(def, "must end with");
    def = make_def("r.tmx");
    def.area.w = LOAM_MAX_TILE_AREA + 1;
    check_refused(def, "sides must be 1 to 4096");
    def.area = (loam_tile_area){LOAM_TILE_END - 10, 0, 11, 1};
    check_refused(def, "beyond the end of the world");
    CHECK_INT(folder_count(0), 0);
}

/// At the end of the world, and where nothing is but one tile.
static void test_ends_of_the_world(void)
{
    loam_tiled_def def = make_def("e.tmx");
    def.area = (loam_tile_area){LOAM_TILE_END - 20, -LOAM_TILE_END, 20, 7};
    write_map(&def);
    def.area = (loam_tile_area){-LOAM_TILE_END, LOAM_TILE_END - 1, 1, 1};
    CHECK_INT(write_map(&def).tiles, 0);
}

static void grow(void)
{
    const loam_env env = loam_default_env();
    world.env = env;
    world.defs = malloc(sizeof *world.defs);
    loam_tile_defs_init(world.defs);
    CHECK_OK(loam_tile_source_create(&env, world.defs, 9, &world.source));
    const loam_tile_pos spawn = loam_tile_source_spawn(world.source, 0);
    world.area = (loam_tile_area){spawn.x - W / 2, spawn.y - H / 2, W, H};
    world.bare = malloc(2 * W * H * sizeof *world.bare);
    world.planted = world.bare + W * H;
    CHECK_OK(loam_tile_source_fill(world.source, world.area, world.bare));
    memcpy(world.planted, world.bare, W * H * sizeof *world.bare);
    loam_tile *const chunk = malloc(LOAM_CHUNK_TILES * sizeof *chunk);
    loam_tile_planter *planter = NULL;
    CHECK_OK(loam_tile_planting_create(&env, world.defs, NULL, &planter));
    const loam_tile_planting plants = {env, world.defs, world.source, NULL, planter};
    CHECK_OK(loam_tile_planting_put(&plants, world.area, world.planted, chunk));
    loam_tile_planter_destroy(planter);
    free(chunk);
}

int main(void)
{
    folder_enter();
    grow();
    RUN_SERIAL(test_tiles_are_where_they_grew);
    RUN_SERIAL(test_bare_maps_have_no_plants);
    RUN_SERIAL(test_plants_stand_at_their_objects);
    RUN_SERIAL(test_biomes_cover_the_map);
    RUN_SERIAL(test_the_start_is_where_players_begin);
    RUN_SERIAL(test_the_picture_has_each_tile);
    RUN_SERIAL(test_both_forms_say_the_same);
    RUN(test_threads_change_nothing);
    RUN_SERIAL(test_kept_chunks_are_shown);
    RUN_SERIAL(test_ends_of_the_world);
    RUN_SERIAL(test_what_is_refused);
    folder_leave();
    loam_tile_source_destroy(world.source);
    free(world.bare);
    free(world.defs);
    return CHECK_DONE();
}
