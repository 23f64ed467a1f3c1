// SPDX-License-Identifier: MIT
// Worlds for tests of the store: chunks made of numbers, files that are opened, looked at and changed.
#ifndef LOAM_TESTS_STORE_WORLD_H
#define LOAM_TESTS_STORE_WORLD_H

#include "check.h"
#include "export/folder.h"
#include "loam/random.h"
#include "loam/store.h"

#include <stdlib.h>

typedef struct chunk
{
    loam_tile tiles[LOAM_CHUNK_TILES];
} chunk;

/// The built-in definitions.
static inline const loam_tile_defs *world_defs(void)
{
    static loam_tile_defs defs;
    if (defs.materials[LOAM_AIR].name[0] == '\0')
    {
        loam_tile_defs_init(&defs);
    }
    return &defs;
}

/// The materials that may stand in a layer; how many there are.
static inline int world_materials(loam_layer layer, uint8_t ids[LOAM_MAX_MATERIALS])
{
    const loam_tile_defs *defs = world_defs();
    int count = 0;
    for (int i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        if (defs->materials[i].name[0] != '\0' && (defs->materials[i].layers & layer) != 0)
        {
            ids[count++] = (uint8_t)i;
        }
    }
    return count;
}

static inline uint8_t world_variant(uint8_t material, uint64_t number)
{
    const loam_material *of = &world_defs()->materials[material];
    return (uint8_t)(number % (uint64_t)(of->inner + of->outer));
}

/// A chunk that follows from its place and a number. Runs of tiles are alike, but every tile tells, so
/// that no part can come from elsewhere.
static inline void world_chunk(loam_chunk_pos at, uint64_t number, chunk *out)
{
    enum
    {
        RUN_LENGTH = 64
    };
    uint8_t blocks[LOAM_MAX_MATERIALS], walls[LOAM_MAX_MATERIALS];
    const int block_count = world_materials(LOAM_BLOCKS, blocks);
    const int wall_count = world_materials(LOAM_WALLS, walls);
    const uint64_t seed = loam_seed_at(number, at.x, at.y, 0);
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i += RUN_LENGTH)
    {
        const uint64_t random = loam_random_u64(seed, (uint64_t)i);
        const uint8_t block = blocks[(random & 0xffff) % (uint64_t)block_count];
        const uint8_t wall = walls[(random >> 16 & 0xffff) % (uint64_t)wall_count];
        const loam_tile tile = {block, world_variant(block, random >> 32 & 0xff), wall,
                                world_variant(wall, random >> 40)};
        for (int32_t k = i; k < i + RUN_LENGTH; k++)
        {
            out->tiles[k] = tile;
        }
    }
}

static inline bool world_same(const chunk *a, const chunk *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/// Whether a store has a chunk as world_chunk makes it.
static inline bool world_has(loam_store *store, loam_chunk_pos at, uint64_t number)
{
    static _Thread_local chunk expected, actual;
    world_chunk(at, number, &expected);
    return loam_store_load(store, at, actual.tiles) == LOAM_OK && world_same(&expected, &actual);
}

static inline loam_result world_save(loam_store *store, loam_chunk_pos at, uint64_t number)
{
    static _Thread_local chunk made;
    world_chunk(at, number, &made);
    return loam_store_save(store, at, made.tiles);
}

static inline loam_store_def world_def(const char *path)
{
    loam_store_def def = loam_default_store_def();
    def.path = path;
    return def;
}

/// A new world with chunks (0, 0) to (count - 1, 0), all of a number, on the disk. Left open.
static inline loam_store *world_make(const char *path, int32_t count, uint64_t number)
{
    const loam_store_def def = world_def(path);
    loam_store *store = NULL;
    CHECK_OK(loam_store_create(&def, 7, world_defs(), &store));
    for (int32_t i = 0; i < count && store != NULL; i++)
    {
        CHECK_OK(world_save(store, (loam_chunk_pos){i, 0}, number));
    }
    if (store == NULL)
    {
        fprintf(stderr, "no world to test with: %s\n", loam_last_error());
        exit(1);
    }
    CHECK_OK(loam_store_flush(store));
    return store;
}

static inline loam_store *world_open(const char *path, bool read_only)
{
    loam_store_def def = world_def(path);
    def.read_only = read_only;
    loam_store *store = NULL;
    CHECK_OK(loam_store_open(&def, &store));
    return store;
}

static inline void world_ignore(void *user, const char *message)
{
    (void)user;
    (void)message;
}

static inline void world_count_fault(void *user, const char *message)
{
    CHECK(message[0] != '\0');
    ++*(uint64_t *)user;
}

/// How many faults verify finds in a store. Each has a message.
static inline uint64_t world_faults(loam_store *store)
{
    loam_store_verdict verdict = {0};
    uint64_t faults = 0;
    CHECK_OK(loam_store_verify(store, world_count_fault, &faults, &verdict));
    CHECK_INT(faults, verdict.bad_chunks + verdict.other_faults);
    return faults;
}

/// Goes to a new folder, where waiting for the disk costs nothing if there is such a place: these tests
/// end processes, not machines.
static inline void world_enter(void)
{
    if (access("/dev/shm", W_OK) == 0)
    {
        setenv("TMPDIR", "/dev/shm", 0);
    }
    folder_enter();
}

// ---- files --------------------------------------------------------------------------------------

typedef struct bytes
{
    uint8_t *data;
    size_t size;
} bytes;

/// All of a file; data is NULL if there is none. Free data.
static inline bytes world_bytes(const char *path)
{
    bytes all = {0};
    FILE *file = fopen(path, "rb");
    if (file == NULL)
    {
        return all;
    }
    fseek(file, 0, SEEK_END);
    all.size = (size_t)ftell(file);
    rewind(file);
    all.data = malloc(all.size + 1);
    all.size = fread(all.data, 1, all.size, file);
    fclose(file);
    return all;
}

static inline void world_write(const char *path, const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && (size == 0 || fwrite(data, 1, size, file) == size));
    if (file != NULL)
    {
        fclose(file);
    }
}

#endif
