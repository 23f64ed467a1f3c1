// SPDX-License-Identifier: MIT
// Any bytes as a world's file. As few of them would get past the first hundred bytes, most inputs are
// changes of a good world: the first byte says how the others are meant, whether the world is of tiles or a
// land, and whether the file is opened for writing too. Whatever tiles are loaded from it are made of what its
// definitions have; chunks of a land are bytes, and go on to a world of voxels (target voxels).
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "loam/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum
{
    CHUNKS = 4
};

static char folder[64], path[80];
/// The bytes of a good world.
typedef struct good_world
{
    uint8_t *bytes;
    size_t size;
} good_world;

static good_world good_tiles, good_land;
static uint8_t *bytes; // of the file to be opened
static loam_tile tiles[LOAM_CHUNK_TILES];

static void require(bool condition)
{
    if (!condition)
    {
        abort();
    }
}

static void remove_folder(void)
{
    rmdir(folder);
}

static void remove_files(void)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal", "-lock", ".part"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
    {
        char name[128];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

static void make_folder(void)
{
    snprintf(folder, sizeof folder, "%s/loam-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    require(mkdtemp(folder) != NULL);
    atexit(remove_folder);
    snprintf(path, sizeof path, "%s/w.loam", folder);
}

static void save_tiles(const loam_store_def *def)
{
    loam_store *store;
    require(loam_store_create(def, 1, NULL, &store) == LOAM_OK);
    for (int64_t x = 0; x < CHUNKS; x++)
    {
        tiles[x].block = 1;
        require(loam_store_save(store, (loam_chunk_pos){x, 0}, tiles) == LOAM_OK);
    }
    const loam_store_player player = {.x = 1, .y = 2, .steps = 3, .time_of_day = 4};
    require(loam_store_set_player(store, &player) == LOAM_OK);
    loam_store_close(store);
}

static void save_land(const loam_store_def *def)
{
    loam_store *store;
    require(loam_store_create_land(def, 1, NULL, &store) == LOAM_OK);
    for (int64_t x = 0; x < CHUNKS; x++)
    {
        const uint8_t *const chunk = (const uint8_t *)tiles;
        require(loam_store_save_voxels(store, (loam_store_chunk_pos){x, 0, -x}, chunk, 600) ==
                LOAM_OK);
    }
    loam_store_close(store);
}

static void make_good_world(void (*save)(const loam_store_def *def), good_world *out)
{
    loam_store_def def = loam_default_store_def();
    def.path = path;
    save(&def);
    FILE *file = fopen(path, "rb");
    require(file != NULL);
    fseek(file, 0, SEEK_END);
    out->size = (size_t)ftell(file);
    rewind(file);
    out->bytes = malloc(out->size);
    require(out->bytes != NULL && fread(out->bytes, 1, out->size, file) == out->size);
    fclose(file);
    remove_files();
}

static void make_good_worlds(void)
{
    make_folder();
    make_good_world(save_tiles, &good_tiles);
    make_good_world(save_land, &good_land);
    bytes = malloc(good_tiles.size > good_land.size ? good_tiles.size : good_land.size);
    require(bytes != NULL);
}

/// Puts the input over the good world, at the place that its first bytes say, or byte by byte.
static size_t change_good_world(const good_world *good, const uint8_t *data, size_t size,
                                bool byte_by_byte)
{
    memcpy(bytes, good->bytes, good->size);
    size_t at = 0;
    for (size_t i = 0; i + 3 < size; i += byte_by_byte ? 4 : 1)
    {
        const size_t named = (size_t)data[i] << 16 | (size_t)data[i + 1] << 8 | data[i + 2];
        at = byte_by_byte || i == 0 ? named : at + 1;
        bytes[at % good->size] = data[i + 3];
    }
    return good->size;
}

static void write_file(const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    require(file != NULL);
    fwrite(data, 1, size, file);
    fclose(file);
}

static void check_tiles(const loam_tile_defs *defs)
{
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        const loam_material *block = &defs->materials[tiles[i].block];
        const loam_material *wall = &defs->materials[tiles[i].wall];
        require(block->name[0] != '\0' && (block->layers & LOAM_BLOCKS) != 0);
        require(wall->name[0] != '\0' && (wall->layers & LOAM_WALLS) != 0);
        require(tiles[i].block_variant < block->inner + block->outer);
        require(tiles[i].wall_variant < wall->inner + wall->outer);
    }
}

static void ignore(void *user, const char *message)
{
    (void)user;
    require(message != NULL);
}

static loam_result load(void *user, loam_chunk_pos chunk)
{
    loam_store *store = user;
    if (loam_store_load(store, chunk, tiles) == LOAM_OK)
    {
        check_tiles(loam_store_defs(store));
    }
    return LOAM_OK;
}

static loam_result load_voxels(void *user, loam_store_chunk_pos chunk)
{
    static uint8_t voxels[LOAM_MAX_LAND_CHUNK_BYTES];
    size_t size;
    const loam_result result = loam_store_load_voxels(user, chunk, voxels, sizeof voxels, &size);
    require(size <= sizeof voxels && (result == LOAM_OK || size == 0));
    return LOAM_OK;
}

static void use_land(loam_store *store, bool writing)
{
    (void)loam_store_shape(store);
    (void)loam_store_each_voxels(store, load_voxels, store);
    for (int64_t x = 0; x < CHUNKS; x++)
    {
        (void)load_voxels(store, (loam_store_chunk_pos){x, 0, -x});
    }
    if (writing)
    {
        const uint8_t *const chunk = (const uint8_t *)tiles;
        (void)loam_store_save_voxels(store, (loam_store_chunk_pos){0, 0, 0}, chunk, 64);
        (void)loam_store_save_voxels(store, (loam_store_chunk_pos){7, 7, 7}, chunk, 64);
    }
}

static void use_tiles(loam_store *store, bool writing)
{
    loam_store_player player;
    (void)loam_store_get_player(store, &player);
    (void)loam_store_each(store, load, store);
    for (int64_t x = 0; x < CHUNKS; x++)
    {
        (void)load(store, (loam_chunk_pos){x, 0});
    }
    if (writing)
    {
        memset(tiles, 0, sizeof tiles);
        (void)loam_store_save(store, (loam_chunk_pos){0, 0}, tiles);
        (void)loam_store_save(store, (loam_chunk_pos){7, 7}, tiles);
    }
}

static void use_world(bool writing)
{
    loam_store_def def = loam_default_store_def();
    def.path = path;
    def.read_only = !writing;
    def.queue_bytes = 4 * sizeof tiles;
    def.kind = LOAM_STORE_ANY;
    loam_store *store;
    if (loam_store_open(&def, &store) != LOAM_OK)
    {
        require(store == NULL && loam_last_error()[0] != '\0');
        return;
    }
    loam_store_verdict verdict;
    loam_store_info info;
    (void)loam_store_describe(store, &info);
    (void)loam_store_verify(store, ignore, NULL, &verdict);
    // Each kind refuses what the other is asked for.
    use_tiles(store, writing);
    use_land(store, writing);
    if (writing)
    {
        (void)loam_store_flush(store);
        (void)loam_store_compact(store, NULL);
    }
    loam_store_close(store);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (bytes == NULL)
    {
        make_good_worlds();
    }
    if (size < 1)
    {
        return 0;
    }
    const unsigned how = data[0] % 4;
    if (how == 0)
    {
        write_file(data + 1, size - 1);
    }
    else
    {
        const good_world *const good = data[0] & 4 ? &good_land : &good_tiles;
        size_t length = change_good_world(good, data + 1, size - 1, how == 1);
        length = how == 3 && size > 3 ? length * data[size - 1] / 255 : length; // and cut short
        write_file(bytes, length);
    }
    use_world(data[0] >= 128);
    remove_files();
    return 0;
}
