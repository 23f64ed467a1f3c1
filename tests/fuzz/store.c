// SPDX-License-Identifier: MIT
// Any bytes as a world's file. As few of them would get past the first hundred bytes, most inputs are
// changes of a good world: the first byte says how the others are meant, and whether the file is opened
// for writing too. Whatever is loaded from it is made of what its definitions have.
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
static uint8_t *good; // the bytes of a good world
static size_t good_size;
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

static void make_good_world(void)
{
    snprintf(folder, sizeof folder, "%s/loam-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    require(mkdtemp(folder) != NULL);
    atexit(remove_folder);
    snprintf(path, sizeof path, "%s/w.loam", folder);
    loam_store_def def = loam_default_store_def();
    def.path = path;
    loam_store *store;
    require(loam_store_create(&def, 1, NULL, &store) == LOAM_OK);
    for (int64_t x = 0; x < CHUNKS; x++)
    {
        tiles[x].block = 1;
        require(loam_store_save(store, (loam_chunk_pos){x, 0}, tiles) == LOAM_OK);
    }
    const loam_store_player player = {.x = 1, .y = 2, .steps = 3, .time_of_day = 4};
    require(loam_store_set_player(store, &player) == LOAM_OK);
    loam_store_close(store);
    FILE *file = fopen(path, "rb");
    require(file != NULL);
    fseek(file, 0, SEEK_END);
    good_size = (size_t)ftell(file);
    rewind(file);
    good = malloc(good_size);
    bytes = malloc(good_size);
    require(good != NULL && bytes != NULL && fread(good, 1, good_size, file) == good_size);
    fclose(file);
    remove_files();
}

/// Puts the input over the good world, at the place that its first bytes say, or byte by byte.
static size_t change_good_world(const uint8_t *data, size_t size, bool byte_by_byte)
{
    memcpy(bytes, good, good_size);
    size_t at = 0;
    for (size_t i = 0; i + 3 < size; i += byte_by_byte ? 4 : 1)
    {
        const size_t named = (size_t)data[i] << 16 | (size_t)data[i + 1] << 8 | data[i + 2];
        at = byte_by_byte || i == 0 ? named : at + 1;
        bytes[at % good_size] = data[i + 3];
    }
    return good_size;
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
    loam_store_player player;
    (void)loam_store_describe(store, &info);
    (void)loam_store_get_player(store, &player);
    (void)loam_store_verify(store, ignore, NULL, &verdict);
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
        (void)loam_store_flush(store);
        (void)loam_store_compact(store, NULL);
    }
    loam_store_close(store);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (good == NULL)
    {
        make_good_world();
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
        size_t length = change_good_world(data + 1, size - 1, how == 1);
        length = how == 3 && size > 3 ? length * data[size - 1] / 255 : length; // and cut short
        write_file(bytes, length);
    }
    use_world(data[0] >= 128);
    remove_files();
    return 0;
}
