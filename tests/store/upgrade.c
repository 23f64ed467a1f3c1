// SPDX-License-Identifier: MIT
// A world has the version that it was made with until somebody raises it, and then it is raised for good, with
// its definitions or not at all, whenever the power goes. Versions that there are not yet stand for those of
// later Loams here: the inside of the store writes any.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "store/upgrade.h"
#include "loam/defs.h"
#include "store/codec.h"
#include "store/crashing.h"
#include "store/meta.h"
#include "store/world.h"

#include <sqlite3.h>

enum
{
    NEWER = LOAM_TILES_VERSION + 1
};

/// The built-in definitions, but sand of a hardness.
static const loam_tile_defs *defs_with(int32_t hardness)
{
    static loam_tile_defs defs;
    loam_tile_defs_init(&defs);
    defs.materials[loam_material_find(&defs, "sand")].hardness = hardness;
    return &defs;
}

/// What stands in a file: its version, 0 if that cannot be read, and how hard sand is.
typedef struct written
{
    uint64_t version;
    int32_t hardness;
} written;

static written read_definitions(const loam_meta_file *meta)
{
    static loam_tile_defs defs;
    written found = {0};
    char *packed, *text;
    size_t packed_size, size;
    if (loam_meta_get_number(meta, LOAM_META_WORLD_VERSION, &found.version) != LOAM_OK ||
        loam_meta_get(meta, LOAM_META_DEFINITIONS, &packed, &packed_size) != LOAM_OK)
    {
        return (written){0};
    }
    if (loam_unpack(meta->env, packed, packed_size, LOAM_MAX_DEFS_TEXT, &text, &size) == LOAM_OK)
    {
        loam_tile_defs_init(&defs);
        CHECK_OK(loam_tile_defs_read(meta->env, text, size, &defs));
        found.hardness = defs.materials[loam_material_find(&defs, "sand")].hardness;
        loam_free(meta->env, text, size + 1);
    }
    loam_free(meta->env, packed, packed_size + 1);
    return found;
}

static written look_into(const char *path)
{
    const loam_env env = loam_default_env();
    sqlite3 *db;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    const loam_meta_file meta = {&env, path, db};
    const written found = read_definitions(&meta);
    sqlite3_close(db);
    return found;
}

/// A world with a chunk, whose sand is of a hardness. Left open.
static loam_store *make(const char *path, int32_t hardness)
{
    const loam_store_def def = world_def(path);
    loam_store *store = NULL;
    CHECK_OK(loam_store_create(&def, 7, defs_with(hardness), &store));
    CHECK_OK(world_save(store, (loam_chunk_pos){0, 0}, 1));
    CHECK_OK(loam_store_flush(store));
    return store;
}

static void refuses_newer(const char *path)
{
    loam_store_def def = world_def(path);
    loam_store *store;
    char words[128];
    snprintf(words, sizeof words, "is of world version %d; this Loam (%s) grows worlds up to %d",
             NEWER, loam_version(), LOAM_TILES_VERSION);
    CHECK_INT(loam_store_open(&def, &store), LOAM_UNSUPPORTED);
    CHECK_CONTAINS(loam_last_error(), words);
    CHECK_CONTAINS(loam_last_error(), path);
}

// ---- versions that a world has ----------------------------------------------------------------------

// All that there are, the first as well as the newest.
static void test_worlds_keep_their_version(void)
{
    static loam_tile_defs defs;
    for (int32_t version = 1; version <= LOAM_TILES_VERSION; version++)
    {
        const loam_store_def def = world_def("w.loam");
        loam_store *store = NULL;
        loam_store_info info = {0};
        CHECK_OK(loam_tile_defs_init_version(&defs, version));
        CHECK_INT(defs.version, version);
        CHECK_OK(loam_store_create(&def, 7, &defs, &store));
        loam_store_close(store);
        CHECK_U64(look_into("w.loam").version, (uint64_t)version);
        store = world_open("w.loam", false);
        CHECK_INT(loam_store_defs(store)->version, version);
        CHECK_OK(loam_store_describe(store, &info));
        CHECK_INT(info.world_version, version);
        CHECK_OK(loam_store_set_defs(store, defs_with(99))); // has nothing to say about it
        CHECK_OK(loam_store_compact(store, NULL));
        CHECK_OK(loam_store_copy(store, "copy.loam"));
        loam_store_close(store);
        CHECK_U64(look_into("w.loam").version, (uint64_t)version);
        CHECK_U64(look_into("copy.loam").version, (uint64_t)version);
        CHECK_INT(folder_count(1), 2);
    }
}

static void test_there_are_no_other_versions(void)
{
    static const int32_t versions[] = {0, -1, NEWER, INT32_MAX, INT32_MIN};
    static loam_tile_defs defs, kept;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
    {
        char words[64];
        const loam_store_def def = world_def("w.loam");
        loam_store *store;
        snprintf(words, sizeof words, "version is %d; must be 1 to %d", (int)versions[i],
                 LOAM_TILES_VERSION);
        defs = kept = *world_defs();
        CHECK_INT(loam_tile_defs_init_version(&defs, versions[i]), LOAM_BAD_ARGUMENT);
        CHECK_TEXT(loam_last_error(), words);
        CHECK_INT(memcmp(&defs, &kept, sizeof defs), 0);
        defs.version = versions[i];
        CHECK_INT(loam_store_create(&def, 7, &defs, &store), LOAM_BAD_ARGUMENT);
        CHECK_TEXT(loam_last_error(), words);
    }
    CHECK_INT(folder_count(1), 0);
}

// What a version has built in may be put into worlds of the version before.
static void test_worlds_can_move_to_every_later_version(void)
{
    static loam_tile_defs old, defs;
    CHECK_OK(loam_tile_defs_init_version(&old, 1));
    CHECK_OK(loam_tile_defs_check(&old));
    for (int32_t version = 2; version <= LOAM_TILES_VERSION; version++)
    {
        CHECK_OK(loam_tile_defs_init_version(&defs, version));
        CHECK_OK(loam_tile_defs_check(&defs));
        CHECK_OK(loam_tile_defs_check_upgrade(&old, &defs));
        old = defs;
    }
    loam_tile_defs_init(&defs);
    CHECK_INT(defs.version, LOAM_TILES_VERSION);
    CHECK_U64(loam_tile_defs_hash(&defs), loam_tile_defs_hash(&old));
}

// ---- raising ----------------------------------------------------------------------------------------

static void test_a_raised_world_is_a_later_one(void)
{
    for (int with_defs = 0; with_defs < 2; with_defs++)
    {
        loam_store *store = make("w.loam", 10);
        CHECK_OK(loam_store_raise(store, NEWER, with_defs ? defs_with(20) : NULL));
        // It goes on as it is until it is opened again.
        CHECK_INT(loam_store_defs(store)->version, LOAM_TILES_VERSION);
        CHECK(world_has(store, (loam_chunk_pos){0, 0}, 1));
        CHECK_INT(world_faults(store), 0);
        loam_store_close(store);
        const written found = look_into("w.loam");
        CHECK_U64(found.version, NEWER);
        CHECK_INT(found.hardness, with_defs ? 20 : 10);
        refuses_newer("w.loam");
        CHECK_INT(folder_count(1), 1);
    }
}

static void test_versions_only_rise(void)
{
    loam_store *store = make("w.loam", 10);
    for (int32_t to = 0; to <= LOAM_TILES_VERSION; to++)
    {
        CHECK_INT(loam_store_raise(store, to, defs_with(20)), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), "w.loam: is of world version ");
    }
    loam_store_close(store);
    const written found = look_into("w.loam");
    CHECK_U64(found.version, LOAM_TILES_VERSION);
    CHECK_INT(found.hardness, 10);
    CHECK_INT(folder_count(1), 1);
}

// Neither takes the place of the other while both wait, whichever came first.
static void test_definitions_that_wait_are_not_lost(void)
{
    loam_store *store = make("w.loam", 10);
    loam_store_pause(store);
    CHECK_OK(loam_store_set_defs(store, defs_with(20)));
    CHECK_OK(loam_store_raise(store, NEWER, NULL));
    loam_store_resume(store);
    CHECK_INT(look_into("w.loam").hardness, 20);
    CHECK_OK(loam_store_set_defs(store, defs_with(30)));
    loam_store_close(store);
    const written found = look_into("w.loam");
    CHECK_U64(found.version, NEWER);
    CHECK_INT(found.hardness, 30);
    CHECK_INT(folder_count(1), 1);
}

// ---- upgrading --------------------------------------------------------------------------------------

/// A chunk of what there is in every version.
static void plain_chunk(chunk *out)
{
    for (int i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        out->tiles[i] = (loam_tile){.block = i % 3 == 0, .wall = i % 5 == 0};
    }
}

/// A world of the first version, with its built-in definitions or others.
static void make_first(const char *path, bool built_in)
{
    static loam_tile_defs defs;
    static chunk made;
    const loam_store_def def = world_def(path);
    loam_store *store = NULL;
    plain_chunk(&made);
    CHECK_OK(loam_tile_defs_init_version(&defs, 1));
    if (!built_in)
    {
        defs.materials[loam_material_find(&defs, "sand")].hardness = 77;
    }
    CHECK_OK(loam_store_create(&def, 7, &defs, &store));
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){0, 0}, made.tiles));
    loam_store_close(store);
}

static void test_old_worlds_become_the_newest(void)
{
    static chunk made, kept;
    plain_chunk(&made);
    for (int built_in = 0; built_in < 2; built_in++)
    {
        make_first("w.loam", built_in);
        loam_store *store = world_open("w.loam", false);
        loam_store_upgraded done = {0};
        CHECK_OK(loam_store_upgrade(store, &done));
        CHECK_INT(done.from, 1);
        CHECK_INT(done.to, LOAM_TILES_VERSION);
        CHECK_INT(done.definitions, built_in && LOAM_TILES_VERSION > 1);
        loam_store_close(store);
        store = world_open("w.loam", false);
        CHECK_INT(loam_store_defs(store)->version, LOAM_TILES_VERSION);
        CHECK(!built_in ||
              loam_tile_defs_hash(loam_store_defs(store)) == loam_tile_defs_hash(world_defs()));
        CHECK_OK(loam_store_load(store, (loam_chunk_pos){0, 0}, kept.tiles));
        CHECK(world_same(&made, &kept));
        CHECK_OK(loam_store_upgrade(store, NULL)); // and once more
        loam_store_close(store);
        CHECK_INT(folder_count(1), 1);
    }
}

static void test_the_newest_are_left_alone(void)
{
    loam_store_close(make("w.loam", 10));
    loam_store *store = world_open("w.loam", false);
    loam_store_upgraded done = {0};
    CHECK_OK(loam_store_upgrade(store, &done));
    CHECK_INT(done.from, LOAM_TILES_VERSION);
    CHECK_INT(done.to, LOAM_TILES_VERSION);
    CHECK(!done.definitions);
    const uint64_t mark = loam_store_mark(store);
    CHECK_U64(mark, 0); // nothing was handed over
    loam_store_close(store);
    CHECK_INT(look_into("w.loam").hardness, 10);
    store = world_open("w.loam", true);
    CHECK_INT(loam_store_upgrade(store, &done), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(), "w.loam: is opened for reading only");
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// ---- the power goes ---------------------------------------------------------------------------------

static run raise_world(void)
{
    loam_store_close(make("disk/w.loam", 10));
    run made = {.log = disk_begin("disk")};
    loam_store *store = world_open("disk/w.loam", false);
    run_promise(&made, 0);
    CHECK_OK(loam_store_raise(store, NEWER, defs_with(20)));
    run_promise(&made, 1);
    loam_store_close(store);
    disk_end(made.log);
    return made;
}

/// Both are new, or, as long as nothing else was promised, both are old.
static bool is_fine(const run *of, const char *folder, size_t length, uint64_t seed, char *fault)
{
    char path[64];
    uint64_t raised;
    loam_store *store = NULL;
    (void)seed;
    (void)run_promised(of, length, &raised);
    snprintf(path, sizeof path, "%s/w.loam", folder);
    const loam_store_def def = world_def(path);
    const loam_result result = loam_store_open(&def, &store);
    loam_store_close(store);
    const written found = look_into(path);
    snprintf(fault, FAULT_BYTES, "%s, version %d, hardness %d", loam_result_name(result),
             (int)found.version, (int)found.hardness);
    return (result == LOAM_UNSUPPORTED && found.version == NEWER && found.hardness == 20) ||
           (result == LOAM_OK && found.version == LOAM_TILES_VERSION && found.hardness == 10 &&
            raised == 0);
}

static void test_a_world_is_raised_whole_or_not_at_all(void)
{
    const crash_test test = {is_fine, crash_points(100, 2000), true};
    run made = raise_world();
    CHECK(disk_is_complete(made.log));
    CHECK_INT(crash_run(&test, &made), 0);
    disk_free(made.log);
    crash_empty("disk");
}

int main(void)
{
    world_enter();
    RUN(test_worlds_keep_their_version);
    RUN(test_there_are_no_other_versions);
    RUN(test_worlds_can_move_to_every_later_version);
    RUN(test_a_raised_world_is_a_later_one);
    RUN(test_versions_only_rise);
    RUN(test_definitions_that_wait_are_not_lost);
    RUN(test_old_worlds_become_the_newest);
    RUN(test_the_newest_are_left_alone);
    crash_begin();
    RUN(test_a_world_is_raised_whole_or_not_at_all);
    crash_end();
    folder_leave();
    return CHECK_DONE();
}
