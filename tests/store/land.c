// SPDX-License-Identifier: MIT
// Worlds of kind land: chunks of voxels as bytes, versions, a shape; and nothing of the one kind in a file of the
// other.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "damaged.h"
#include "loam/volume.h"
#include "store/codec.h"
#include "store/land_rows.h"

#define LAND_END (LOAM_LAND_END / LOAM_LAND_CHUNK_SIDE)

enum
{
    HIGHEST = LOAM_VOLUME_TOP / LOAM_LAND_CHUNK_SIDE - 1,
    LOWEST = -LOAM_VOLUME_TOP / LOAM_LAND_CHUNK_SIDE
};

static uint8_t made[LOAM_MAX_LAND_CHUNK_BYTES + 1], got[LOAM_MAX_LAND_CHUNK_BYTES + 1];

/// Places that are neighbours, and those at the ends.
static const loam_store_chunk_pos places[] = {
    {0, 0, 0},
    {1, 0, 0},
    {0, 1, 0},
    {0, 0, 1},
    {-1, -1, -1},
    {0, HIGHEST, -1},
    {0, LOWEST, 0},
    {LAND_END, HIGHEST, LAND_END},
    {-LAND_END, LOWEST, -LAND_END},
    {LAND_END, 5, -LAND_END},
    {7, LOWEST, 12},
    {7, HIGHEST, 11},
};

enum
{
    PLACES = sizeof places / sizeof places[0]
};

static loam_store *make_land(const char *path)
{
    const loam_store_def def = world_def(path);
    loam_store *store = NULL;
    CHECK_OK(loam_store_create_land(&def, 7, NULL, &store));
    if (store == NULL)
    {
        exit(1);
    }
    return store;
}

static loam_store *open_land(const char *path, bool read_only)
{
    loam_store_def def = world_def(path);
    def.kind = LOAM_STORE_LAND;
    def.read_only = read_only;
    def.env.log.write = keep_log;
    log_count = 0;
    last_log[0] = '\0';
    loam_store *store = NULL;
    CHECK_OK(loam_store_open(&def, &store));
    return store;
}

/// A chunk that follows from its place and a number, of a size that does, too.
static size_t fill(loam_store_chunk_pos at, uint64_t number, uint8_t *out)
{
    const uint64_t seed = loam_seed_at(number, at.x, at.y, (int32_t)at.z);
    const size_t size = 1 + loam_random_below(seed, 0, 5000);
    for (size_t i = 0; i < size; i++)
    {
        out[i] = (uint8_t)loam_random_below(seed, 1 + i / 8, 256);
    }
    return size;
}

static void save(loam_store *store, loam_store_chunk_pos at, uint64_t number)
{
    CHECK_OK(loam_store_save_voxels(store, at, made, fill(at, number, made)));
}

static bool has(loam_store *store, loam_store_chunk_pos at, uint64_t number)
{
    size_t size;
    return loam_store_load_voxels(store, at, got, sizeof got, &size) == LOAM_OK &&
           size == fill(at, number, made) && memcmp(got, made, size) == 0;
}

// ---- round trips ------------------------------------------------------------------------------------

static void test_a_land_is_opened_as_it_was_made(void)
{
    loam_land_shape shape = loam_default_land_shape();
    shape.continent_km = 723.4567f;
    shape.sea = 0.1f;
    shape.relief = 3.999999f;
    shape.temperature = -0.0123456789f;
    shape.rain = 1.0f / 3;
    shape.bands_km = 20000;
    loam_store_def def = world_def("w.loam");
    loam_store *store = NULL;
    loam_store_info info;
    CHECK_OK(loam_store_create_land(&def, UINT64_MAX, &shape, &store));
    loam_store_close(store);
    CHECK_INT(folder_count(0), 1);
    for (int read_only = 0; read_only < 2; read_only++)
    {
        store = open_land("w.loam", read_only);
        CHECK_OK(loam_store_describe(store, &info));
        CHECK_INT(info.kind, LOAM_STORE_LAND);
        CHECK_INT(info.format, LOAM_STORE_LAND_FORMAT);
        CHECK_INT(info.world_version, LOAM_LAND_VERSION);
        CHECK_INT(info.volume_version, LOAM_VOLUME_VERSION);
        CHECK_U64(info.seed, UINT64_MAX);
        CHECK_INT(info.chunks + info.damaged + info.chunk_bytes, 0);
        CHECK_INT(loam_store_kind_of(store), LOAM_STORE_LAND);
        CHECK_U64(loam_store_seed(store), UINT64_MAX);
        CHECK(loam_store_defs(store) == NULL);
        CHECK(memcmp(loam_store_shape(store), &shape, sizeof shape) == 0);
        CHECK_INT(world_faults(store), 0);
        loam_store_close(store);
    }
    CHECK_INT(folder_count(1), 1);
}

static void test_shapes_that_there_are_not_are_refused(void)
{
    const loam_store_def def = world_def("w.loam");
    loam_store *store;
    loam_land_shape shape = loam_default_land_shape();
    shape.sea = 0.95f;
    CHECK_INT(loam_store_create_land(&def, 1, &shape, &store), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "sea of the land's shape is 0.95");
    CHECK(store == NULL);
    CHECK_INT(folder_count(1), 0);
}

typedef struct visits
{
    loam_store_chunk_pos last;
    int count;
} visits;

static loam_result visit(void *user, loam_store_chunk_pos at)
{
    visits *const seen = user;
    const loam_store_chunk_pos last = seen->last;
    CHECK(seen->count == 0 || at.z > last.z ||
          (at.z == last.z && (at.y > last.y || (at.y == last.y && at.x > last.x))));
    seen->last = at;
    seen->count++;
    return LOAM_OK;
}

// Whether they wait or are in the file, and after all that a file can go through.
static void test_chunks_come_back_as_they_were(void)
{
    loam_store *store = make_land("w.loam");
    loam_store_pause(store);
    for (int i = 0; i < PLACES; i++)
    {
        save(store, places[i], 1);
        save(store, places[i], (uint64_t)i % 3); // in the place of the one that waits
    }
    for (int round = 0; round < 4; round++)
    {
        for (int i = 0; i < PLACES; i++)
        {
            CHECK(has(store, places[i], (uint64_t)i % 3));
        }
        visits seen = {.count = 0};
        CHECK_OK(loam_store_each_voxels(store, visit, &seen));
        CHECK_INT(seen.count, PLACES);
        CHECK_INT(world_faults(store), 0);
        loam_store_resume(store);
        if (round == 1)
        {
            CHECK_OK(loam_store_compact(store, NULL));
            CHECK_OK(loam_store_copy(store, "copy.loam"));
        }
        if (round >= 1)
        {
            loam_store_close(store);
            store = open_land(round == 1 ? "w.loam" : "copy.loam", round == 2);
        }
    }
    loam_store_close(store);
    CHECK_INT(folder_count(1), 2);
}

static void test_sizes_and_places_have_limits(void)
{
    static const loam_store_chunk_pos beyond[] = {
        {LAND_END + 1, 0, 0}, {-LAND_END - 1, 0, 0}, {0, HIGHEST + 1, 0},       {0, LOWEST - 1, 0},
        {0, 0, LAND_END + 1}, {0, 0, -LAND_END - 1}, {0, INT64_MAX, 0},         {0, 0, INT64_MIN},
        {INT64_MIN, 0, 0},    {0, 0, INT64_MAX},     {0, INT64_MIN, INT64_MIN},
    };
    loam_store *store = make_land("w.loam");
    size_t size;
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
    {
        CHECK_INT(loam_store_save_voxels(store, beyond[i], made, 1), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), "there is no chunk (");
        CHECK_INT(loam_store_load_voxels(store, beyond[i], got, sizeof got, &size),
                  LOAM_BAD_ARGUMENT);
    }
    const loam_store_chunk_pos at = {3, 2, 1};
    CHECK_INT(loam_store_save_voxels(store, at, made, 0), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_store_save_voxels(store, at, made, LOAM_MAX_LAND_CHUNK_BYTES + 1),
              LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(), "a chunk of 131073 bytes; must be 1 to 131072");
    CHECK_INT(loam_store_load_voxels(store, at, got, sizeof got, &size), LOAM_NOT_FOUND);
    CHECK_TEXT(loam_last_error(), "w.loam: has no chunk (3, 2, 1)");
    // The largest there is, of which nothing can be left out.
    for (size_t i = 0; i < sizeof made; i++)
    {
        made[i] = (uint8_t)loam_random_below(1, i, 256);
    }
    CHECK_OK(loam_store_save_voxels(store, at, made, LOAM_MAX_LAND_CHUNK_BYTES));
    CHECK_OK(loam_store_flush(store));
    CHECK_INT(world_faults(store), 0);
    CHECK_OK(loam_store_load_voxels(store, at, got, sizeof got, &size));
    CHECK_INT(size, LOAM_MAX_LAND_CHUNK_BYTES);
    CHECK(memcmp(got, made, size) == 0);
    // Where there is too little room the size is told, and nothing touched.
    memset(got, 77, sizeof got);
    CHECK_OK(loam_store_load_voxels(store, at, got, 100, &size));
    CHECK_INT(size, LOAM_MAX_LAND_CHUNK_BYTES);
    CHECK(got[0] == 77 && got[99] == 77);
    CHECK_OK(loam_store_save_voxels(store, at, made, 100));
    CHECK_OK(loam_store_load_voxels(store, at, got, 100, &size));
    CHECK(size == 100 && memcmp(got, made, 100) == 0 && got[100] == 77);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// With the least queue there is.
static void test_a_small_queue_has_room_for_a_chunk(void)
{
    loam_store_def def = world_def("w.loam");
    loam_store *store = NULL;
    def.queue_bytes = 65536;
    CHECK_OK(loam_store_create_land(&def, 7, NULL, &store));
    for (uint64_t i = 0; i < 50; i++)
    {
        save(store, (loam_store_chunk_pos){(int64_t)i, 0, 0}, i);
    }
    CHECK_OK(loam_store_flush(store));
    for (uint64_t i = 0; i < 50; i++)
    {
        CHECK(has(store, (loam_store_chunk_pos){(int64_t)i, 0, 0}, i));
    }
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

static void test_extras_are_kept(void)
{
    loam_store *store = make_land("w.loam");
    char place[64];
    size_t count;
    CHECK_OK(loam_store_set_extra(store, "place", "seed=7 at=1,2", 13));
    loam_store_close(store);
    store = open_land("w.loam", true);
    CHECK_OK(loam_store_get_extra(store, "place", place, sizeof place, &count));
    CHECK(count == 13 && memcmp(place, "seed=7 at=1,2", 13) == 0);
    CHECK_INT(loam_store_save_voxels(store, places[0], made, 1), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(), "w.loam: is opened for reading only");
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// ---- kinds ------------------------------------------------------------------------------------------

static void refuses(const char *path, loam_store_kind kind, loam_result expected, const char *words)
{
    for (int read_only = 0; read_only < 2; read_only++)
    {
        loam_store_def def = world_def(path);
        loam_store *store;
        def.kind = kind;
        def.read_only = read_only;
        CHECK_INT(loam_store_open(&def, &store), expected);
        CHECK_CONTAINS(loam_last_error(), words);
        CHECK_CONTAINS(loam_last_error(), path);
        CHECK(store == NULL);
    }
}

static void test_a_file_of_the_other_kind_is_refused(void)
{
    loam_store_close(make_land("land.loam"));
    loam_store_close(world_make("tiles.loam", 1, 1));
    refuses("land.loam", LOAM_STORE_TILES, LOAM_BAD_ARGUMENT,
            "is a world of kind land; must be of kind tiles");
    refuses("tiles.loam", LOAM_STORE_LAND, LOAM_BAD_ARGUMENT,
            "is a world of kind tiles; must be of kind land");
    loam_store_def def = world_def("tiles.loam");
    loam_store *store;
    def.kind = LOAM_STORE_ANY;
    CHECK_OK(loam_store_open(&def, &store));
    CHECK_INT(loam_store_kind_of(store), LOAM_STORE_TILES);
    CHECK(loam_store_shape(store) == NULL && loam_store_defs(store) != NULL);
    loam_store_close(store);
    def.kind = (loam_store_kind)3;
    CHECK_INT(loam_store_open(&def, &store), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(), "kind is 3; must be tiles, land or any");
    CHECK_INT(folder_count(1), 2);
}

/// Whether a call wants the other kind, and has changed nothing.
#define CHECK_KIND(call) \
    do \
    { \
        CHECK_INT(call, LOAM_BAD_ARGUMENT); \
        CHECK_CONTAINS(loam_last_error(), "must be of kind"); \
    } while (0)

static loam_result visit_tiles(void *user, loam_chunk_pos at)
{
    (void)user;
    (void)at;
    return LOAM_OK;
}

static void test_functions_of_the_other_kind_refuse(void)
{
    static chunk tiles;
    loam_store *store = make_land("land.loam");
    const loam_store_player player = {.steps = 1};
    const loam_tile_game_def game = loam_default_tile_game_def();
    loam_store_player out;
    loam_tile_game *begun;
    size_t size;
    CHECK_KIND(loam_store_save(store, (loam_chunk_pos){0, 0}, tiles.tiles));
    CHECK_KIND(loam_store_load(store, (loam_chunk_pos){0, 0}, tiles.tiles));
    CHECK_KIND(loam_store_save_plants(store, (loam_chunk_pos){0, 0}, made, 1));
    CHECK_KIND(loam_store_load_plants(store, (loam_chunk_pos){0, 0}, got, 1, &size));
    CHECK_KIND(loam_store_each(store, visit_tiles, NULL));
    CHECK_KIND(loam_store_set_player(store, &player));
    CHECK_KIND(loam_store_set_defs(store, world_defs()));
    CHECK_KIND(loam_store_begin_game(store, &game, NULL, &begun));
    CHECK_INT(loam_store_get_player(store, &out), LOAM_NOT_FOUND);
    CHECK_U64(loam_store_mark(store), 0);
    loam_store_close(store);
    store = world_make("tiles.loam", 0, 0);
    CHECK_KIND(loam_store_save_voxels(store, places[0], made, 1));
    CHECK_KIND(loam_store_load_voxels(store, places[0], got, sizeof got, &size));
    CHECK_KIND(loam_store_each_voxels(store, visit, NULL));
    CHECK_U64(loam_store_mark(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 2);
}

/// Makes a value of a file's another one, with the right checksum.
static void set_meta(const char *path, int64_t id, const char *name, const char *value)
{
    char sql[9000];
    for (int copy = 0; copy < 2; copy++)
    {
        snprintf(sql, sizeof sql,
                 "INSERT OR REPLACE INTO meta(id, name, checksum, value) VALUES(%" PRId64
                 ", '%s', %" PRId64 ", CAST('%s' AS BLOB))",
                 id * 2 + copy, name,
                 (int64_t)loam_hash_bytes(value, strlen(value), loam_seed_derive(0, name)), value);
        change(path, sql);
    }
}

// What a file says, what its number says, and what its chunks are made of.
static void test_kinds_that_are_mixed_up_are_refused(void)
{
    loam_store_close(make_land("w.loam"));
    change("w.loam", "PRAGMA user_version=1");
    refuses("w.loam", LOAM_STORE_ANY, LOAM_IO,
            "says that it is of kind land, in a file of format 1");
    change("w.loam", "PRAGMA user_version=2");
    set_meta("w.loam", LOAM_META_KIND, "kind", "sky\x1b[1m");
    refuses("w.loam", LOAM_STORE_ANY, LOAM_IO, "says that it is of kind sky");
    CHECK(strchr(loam_last_error(), '\x1b') == NULL);
    change("w.loam", "DELETE FROM meta WHERE name = 'kind'");
    refuses("w.loam", LOAM_STORE_ANY, LOAM_IO, "has no kind");
    loam_store_close(world_make("tiles.loam", 1, 1));
    change("tiles.loam", "PRAGMA user_version=2");
    refuses("tiles.loam", LOAM_STORE_TILES, LOAM_IO, "has no kind");
    set_meta("tiles.loam", LOAM_META_KIND, "kind", "land");
    refuses("tiles.loam", LOAM_STORE_LAND, LOAM_IO, "has no volume_version");
    CHECK_INT(folder_count(1), 2);
}

// A chunk of tiles in a land's file is damage, and the other way round.
static void test_chunks_of_the_other_kind_are_damaged(void)
{
    static chunk tiles;
    size_t size;
    loam_store *store = make_land("land.loam");
    save(store, (loam_store_chunk_pos){0, LOWEST, 0},
         1); // whose place is that of the first of tiles
    loam_store_close(store);
    loam_store_close(world_make("tiles.loam", 1, 1));
    change("land.loam", "ATTACH 'tiles.loam' AS t; CREATE TEMP TABLE c AS SELECT * FROM chunks; "
                        "DELETE FROM chunks; INSERT INTO chunks SELECT * FROM t.chunks; "
                        "DELETE FROM t.chunks; INSERT INTO t.chunks SELECT * FROM c");
    store = open_land("land.loam", false);
    CHECK_INT(world_faults(store), 1);
    CHECK_INT(
        loam_store_load_voxels(store, (loam_store_chunk_pos){0, LOWEST, 0}, got, sizeof got, &size),
        LOAM_NOT_FOUND);
    CHECK_TEXT(last_log, "land.loam: chunk (0, -1024, 0) is damaged: it is of an unknown format");
    loam_store_close(store);
    store = open_logged("tiles.loam", false);
    CHECK_INT(loam_store_load(store, (loam_chunk_pos){0, 0}, tiles.tiles), LOAM_NOT_FOUND);
    CHECK_TEXT(last_log, "tiles.loam: chunk (0, 0) is damaged: it is of an unknown format");
    loam_store_close(store);
    CHECK_INT(folder_count(1), 2);
}

// ---- versions ---------------------------------------------------------------------------------------

static void test_other_versions_are_refused(void)
{
    static const struct
    {
        int64_t id;
        const char *name, *what;
        int32_t own;
    } versions[] = {
        {LOAM_META_WORLD_VERSION, "world_version", "land", LOAM_LAND_VERSION},
        {LOAM_META_VOLUME_VERSION, "volume_version", "volume", LOAM_VOLUME_VERSION},
    };
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
    {
        char value[24], words[96];
        loam_store_close(make_land("w.loam"));
        for (int32_t version = 0; version < versions[i].own + 3; version++)
        {
            if (version == versions[i].own)
            {
                continue;
            }
            const bool older = version < versions[i].own;
            snprintf(value, sizeof value, "%d", (int)version);
            set_meta("w.loam", versions[i].id, versions[i].name, value);
            snprintf(words, sizeof words, "is of %s version %d; ", versions[i].what, (int)version);
            refuses("w.loam", LOAM_STORE_ANY, version == 0 ? LOAM_IO : LOAM_UNSUPPORTED, words);
            CHECK_CONTAINS(loam_last_error(), version == 0 ? "must be"
                                              : older      ? "the Loam that made it opens it"
                                                           : "a newer one opens it");
        }
        set_meta("w.loam", versions[i].id, versions[i].name, "18446744073709551615");
        refuses("w.loam", LOAM_STORE_LAND, LOAM_UNSUPPORTED, "a newer one opens it");
        set_meta("w.loam", versions[i].id, versions[i].name, "two");
        refuses("w.loam", LOAM_STORE_LAND, LOAM_IO, "is no number");
        CHECK_INT(folder_count(1), 1);
    }
}

static void test_upgrading_leaves_a_land_alone(void)
{
    loam_store *store = make_land("w.loam");
    loam_store_upgraded done = {0};
    CHECK_OK(loam_store_upgrade(store, &done));
    CHECK_INT(done.from, LOAM_LAND_VERSION);
    CHECK_INT(done.to, LOAM_LAND_VERSION);
    CHECK_U64(loam_store_mark(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// ---- damage -----------------------------------------------------------------------------------------

static void test_a_damaged_chunk_is_set_aside(void)
{
    const loam_store_chunk_pos at = {-3, 4, 5}, other = {-3, 4, 6};
    loam_store *store = make_land("w.loam");
    loam_store_info info;
    size_t size;
    save(store, at, 1);
    CHECK_OK(loam_store_flush(store));
    save(store, other, 1);
    loam_store_close(store);
    flip("w.loam", "chunks", "data", 1, 333);
    store = open_land("w.loam", false);
    CHECK_INT(world_faults(store), 1);
    CHECK_INT(loam_store_load_voxels(store, at, got, sizeof got, &size), LOAM_NOT_FOUND);
    CHECK_INT(size, 0);
    CHECK_TEXT(last_log, "w.loam: chunk (-3, 4, 5) is damaged: its checksum is wrong");
    CHECK_OK(loam_store_flush(store));
    CHECK_INT(world_faults(store), 0);
    CHECK_OK(loam_store_describe(store, &info));
    CHECK_INT(info.chunks, 1);
    CHECK_INT(info.damaged, 1);
    CHECK(has(store, other, 1));
    save(store, at, 2); // it grows again, and is changed again
    CHECK_OK(loam_store_compact(store, NULL));
    CHECK(has(store, at, 2) && has(store, other, 1));
    CHECK_OK(loam_store_describe(store, &info));
    CHECK_INT(info.chunks, 2);
    CHECK_INT(info.damaged, 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

/// Puts a row into a file, with the right checksum.
static void put_row(const char *path, loam_chunk_pos at, loam_chunk_blob blob)
{
    sqlite3 *db;
    sqlite3_stmt *put;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_INT(sqlite3_prepare_v2(db,
                                 "INSERT INTO chunks(y, x, format, checksum, data) "
                                 "VALUES(?, ?, ?, ?, ?)",
                                 -1, &put, NULL),
              SQLITE_OK);
    sqlite3_bind_int64(put, 1, at.y);
    sqlite3_bind_int64(put, 2, at.x);
    sqlite3_bind_int64(put, 3, blob.format);
    sqlite3_bind_int64(put, 4, (int64_t)loam_chunk_checksum(at, blob));
    sqlite3_bind_blob64(put, 5, blob.bytes, blob.size, SQLITE_STATIC);
    CHECK_INT(sqlite3_step(put), SQLITE_DONE);
    sqlite3_finalize(put);
    sqlite3_close(db);
}

// Verify says so, and compacting leaves them behind.
static void test_rows_at_places_that_there_are_not(void)
{
    static const loam_chunk_pos beyond[] = {
        {LAND_END + 1, 0}, {-LAND_END - 1, 0}, {0, INT64_MAX}, {0, INT64_MIN}, {INT64_MIN, 0}};
    enum
    {
        BEYOND = sizeof beyond / sizeof *beyond
    };
    uint8_t packed[128];
    loam_store *store = make_land("w.loam");
    save(store, places[0], 1);
    loam_store_close(store);
    const size_t size = ZSTD_compress(packed, sizeof packed, "bytes", 5, 1);
    for (int i = 0; i < BEYOND; i++)
    {
        put_row("w.loam", beyond[i], (loam_chunk_blob){LOAM_LAND_FORMAT, packed, size});
    }
    store = open_land("w.loam", false);
    loam_store_verdict verdict;
    CHECK_OK(loam_store_verify(store, world_ignore, NULL, &verdict));
    CHECK_INT(verdict.chunks, BEYOND + 1);
    CHECK_INT(verdict.bad_chunks, BEYOND);
    loam_store_compaction compaction;
    CHECK_OK(loam_store_compact(store, &compaction));
    CHECK_INT(compaction.chunks, 1);
    CHECK_INT(compaction.left, BEYOND);
    CHECK_CONTAINS(compaction.kept, "w.loam.damaged");
    CHECK(has(store, places[0], 1));
    loam_store_close(store);
    CHECK_INT(folder_count(1), 2);
}

// Nor is one unpacked that says to be larger than any.
static void test_frames_that_there_are_not(void)
{
    static uint8_t packed[LOAM_MAX_LAND_BLOB + 64];
    static const uint8_t zeros[LOAM_MAX_LAND_CHUNK_BYTES + 1];
    const struct
    {
        size_t content, more;
    } frames[] = {{sizeof zeros, 0}, {0, 0}, {1000, 3}, {0, 40}};
    size_t size;
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++)
    {
        loam_store_close(make_land("w.loam"));
        const size_t packed_size = ZSTD_compress(packed, sizeof packed, zeros, frames[i].content,
                                                 1) +
                                   frames[i].more;
        put_row("w.loam", loam_land_row_place(places[1]),
                (loam_chunk_blob){LOAM_LAND_FORMAT, packed, packed_size});
        loam_store *store = open_land("w.loam", false);
        CHECK_INT(world_faults(store), 1);
        CHECK_INT(loam_store_load_voxels(store, places[1], got, sizeof got, &size), LOAM_NOT_FOUND);
        CHECK_CONTAINS(last_log, "it is no compressed chunk");
        loam_store_close(store);
        CHECK_INT(folder_count(1), 1);
    }
}

// One copy of each is enough; verify misses the other.
static void test_what_is_said_about_a_land_is_there_twice(void)
{
    static const loam_meta all[] = {LOAM_META_KIND,  LOAM_META_VOLUME_VERSION, LOAM_META_SHAPE,
                                    LOAM_META_VOXEL, LOAM_META_WORLD_VERSION,  LOAM_META_SEED};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    {
        for (int copy = 0; copy < 2; copy++)
        {
            loam_store_close(make_land("w.loam"));
            flip("w.loam", "meta", "value", (int64_t)all[i] * 2 + copy, 3);
            loam_store *store = open_land("w.loam", false);
            CHECK_INT(world_faults(store), 1);
            CHECK_OK(loam_store_compact(store, NULL));
            CHECK_INT(world_faults(store), 0);
            loam_store_close(store);
            CHECK_INT(folder_count(1), 1);
        }
        loam_store_close(make_land("w.loam"));
        flip("w.loam", "meta", "value", (int64_t)all[i] * 2, 3);
        flip("w.loam", "meta", "value", (int64_t)all[i] * 2 + 1, 3);
        refuses("w.loam", LOAM_STORE_ANY, LOAM_IO, "is damaged");
        CHECK_INT(folder_count(1), 1);
    }
}

static void test_hostile_shapes_are_refused(void)
{
    static const char good[] = "1800\n0.6\n1\n0\n1\n";
    static const char *const ends[] = {"nan\n", "1e30\n", "-inf\n",  "5000",
                                       "\n",    "x\n",    "5000 1\n"};
    char words[8192];
    loam_store_close(make_land("w.loam"));
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    {
        snprintf(words, sizeof words, "%s%s", good, ends[i]);
        set_meta("w.loam", LOAM_META_SHAPE, "shape", words);
        refuses("w.loam", LOAM_STORE_LAND, LOAM_IO, "its shape cannot be used: ");
    }
    // One number more than there are.
    size_t size = 0;
    for (size_t i = 0; i <= sizeof(loam_land_shape) / sizeof(float); i++)
    {
        size += (size_t)snprintf(words + size, sizeof words - size, "1\n");
    }
    set_meta("w.loam", LOAM_META_SHAPE, "shape", words);
    refuses("w.loam", LOAM_STORE_LAND, LOAM_IO, "its shape cannot be used: it is no shape");
    CHECK_INT(folder_count(1), 1);
}

// A file from before a shape had them.
static void test_numbers_that_a_shape_does_not_have_are_as_usual(void)
{
    loam_land_shape shape = loam_default_land_shape();
    shape.sea = 0.25f;
    loam_store_close(make_land("w.loam"));
    set_meta("w.loam", LOAM_META_SHAPE, "shape", "1800\n0.25\n");
    loam_store *store = open_land("w.loam", true);
    CHECK(memcmp(loam_store_shape(store), &shape, sizeof shape) == 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// A file says how wide its voxels are, through compaction too, and is opened for that size or for either.
static void test_voxels_have_a_size(void)
{
    loam_store_def def = world_def("w.loam");
    loam_store *store = NULL;
    def.voxel_m = 0.25f;
    CHECK_INT(loam_store_create_land(&def, 1, NULL, &store), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "voxel_m is 0.25; must be 0, 0.5 or 1");
    def.voxel_m = 0.5f;
    CHECK_OK(loam_store_create_land(&def, 1, NULL, &store));
    CHECK_OK(loam_store_compact(store, NULL));
    CHECK(loam_store_voxel_m(store) == 0.5f && loam_store_voxels(store).voxel_m == 0.5f);
    loam_store_close(store);
    def.kind = LOAM_STORE_LAND;
    for (int32_t i = 0; i < 3; i++)
    {
        def.voxel_m = 0.5f * (float)i;
        CHECK_INT(loam_store_open(&def, &store), i == 2 ? LOAM_BAD_ARGUMENT : LOAM_OK);
        CHECK(i == 2 || loam_store_voxel_m(store) == 0.5f);
        loam_store_close(store);
    }
    CHECK_CONTAINS(loam_last_error(), "w.loam: has voxels of 0.5 m; must be 1");
    static const char *const hostile[] = {"0", "-1", "250", "x", "18446744073709551616500"};
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++)
    {
        set_meta("w.loam", LOAM_META_VOXEL, "voxel_mm", hostile[i]);
        refuses("w.loam", LOAM_STORE_LAND, LOAM_UNSUPPORTED, "mm; must be 500 or 1000");
    }
    CHECK_INT(folder_count(1), 1);
}

// A file says what its land was dug by, through compaction too, and is not opened for another.
static void test_a_land_has_an_inside(void)
{
    const loam_inside usual = loam_default_inside();
    loam_inside inside = usual;
    loam_store_def def = world_def("w.loam");
    loam_store *store = NULL;
    inside.caverns.openness = 2.0f;
    def.inside = &inside;
    CHECK_INT(loam_store_create_land(&def, 1, NULL, &store), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "caverns.openness is 2; must be 0 to 1");
    inside.caverns.openness = 0.9f;
    inside.cliffs.share.everywhere = true;
    CHECK_OK(loam_store_create_land(&def, 1, NULL, &store));
    CHECK_OK(loam_store_compact(store, NULL));
    loam_store_close(store);
    def.kind = LOAM_STORE_LAND;
    CHECK_OK(loam_store_open(&def, &store));
    CHECK(loam_inside_hash(loam_store_inside(store)) == loam_inside_hash(&inside));
    loam_store_close(store);
    def.inside = NULL;
    CHECK_OK(loam_store_open(&def, &store));
    loam_store_close(store);
    def.inside = &usual;
    CHECK_INT(loam_store_open(&def, &store), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "w.loam: was dug in a land whose inside has caverns.openness "
                                      "0.9; must be 0.5");
    set_meta("w.loam", LOAM_META_INSIDE, "inside", "{\"tunnels\": {\"radius\": 1e9}}");
    refuses("w.loam", LOAM_STORE_LAND, LOAM_IO, "its inside cannot be used: tunnels.radius is ");
    set_meta("w.loam", LOAM_META_INSIDE, "inside", "none");
    refuses("w.loam", LOAM_STORE_LAND, LOAM_IO, "its inside cannot be used: line 1");
    // A number that a file does not have is as usual.
    set_meta("w.loam", LOAM_META_INSIDE, "inside", "{\"tunnels\": {\"radius\": 9}}");
    store = open_land("w.loam", true);
    CHECK(loam_store_inside(store)->tunnels.radius_m == 9.0f);
    CHECK(loam_store_inside(store)->caverns.openness == 0.5f);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

int main(void)
{
    world_enter();
    RUN(test_a_land_is_opened_as_it_was_made);
    RUN(test_shapes_that_there_are_not_are_refused);
    RUN(test_chunks_come_back_as_they_were);
    RUN(test_sizes_and_places_have_limits);
    RUN(test_a_small_queue_has_room_for_a_chunk);
    RUN(test_extras_are_kept);
    RUN(test_a_file_of_the_other_kind_is_refused);
    RUN(test_functions_of_the_other_kind_refuse);
    RUN(test_kinds_that_are_mixed_up_are_refused);
    RUN(test_chunks_of_the_other_kind_are_damaged);
    RUN(test_other_versions_are_refused);
    RUN(test_upgrading_leaves_a_land_alone);
    RUN(test_a_damaged_chunk_is_set_aside);
    RUN(test_rows_at_places_that_there_are_not);
    RUN(test_frames_that_there_are_not);
    RUN(test_what_is_said_about_a_land_is_there_twice);
    RUN(test_hostile_shapes_are_refused);
    RUN(test_numbers_that_a_shape_does_not_have_are_as_usual);
    RUN(test_voxels_have_a_size);
    RUN(test_a_land_has_an_inside);
    folder_leave();
    return CHECK_DONE();
}
