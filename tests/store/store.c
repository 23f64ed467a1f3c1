// SPDX-License-Identifier: MIT
// What is saved is there: at once, after a flush, after opening the file again.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "base/counting.h"
#include "loam/jobs.h"
#include "store/world.h"

#include <pthread.h>
#include <sqlite3.h>

static void test_a_world_is_opened_as_it_was_made(void)
{
    loam_store_def def = world_def("w.loam");
    loam_store *store;
    CHECK_OK(loam_store_create(&def, UINT64_MAX, NULL, &store));
    CHECK_U64(loam_store_seed(store), UINT64_MAX);
    loam_store_info made, info;
    CHECK_OK(loam_store_describe(store, &made));
    CHECK_U64(made.seed, UINT64_MAX);
    CHECK_INT(made.kind, LOAM_STORE_TILES);
    CHECK_INT(made.format, LOAM_STORE_TILES_FORMAT);
    CHECK_INT(made.world_version, LOAM_TILES_VERSION);
    CHECK_INT(made.chunks + made.damaged + made.chunk_bytes + made.loaded + made.saved, 0);
    CHECK_RANGE(made.created_s, 1.7e9, 1e11);
    loam_store_close(store);
    CHECK_INT(folder_count(0), 1); // nothing lies beside it
    for (int read_only = 0; read_only < 2; read_only++)
    {
        store = world_open("w.loam", read_only);
        CHECK_OK(loam_store_describe(store, &info));
        CHECK_U64(info.seed, UINT64_MAX);
        CHECK_U64(info.created_s, made.created_s);
        CHECK_U64(loam_tile_defs_hash(loam_store_defs(store)), loam_tile_defs_hash(world_defs()));
        CHECK_INT(world_faults(store), 0);
        loam_store_close(store);
    }
    CHECK_INT(folder_count(1), 1);
}

// Definitions of one's own are in the file, to the bit; what is built in does not show through.
static void test_definitions_are_kept(void)
{
    loam_tile_defs *defs = malloc(sizeof *defs);
    *defs = *world_defs();
    loam_material *stone = &defs->materials[loam_material_find(defs, "stone")];
    strcpy(stone->name, "odd_stone");
    stone->hardness = 4321;
    stone->colours[0].r ^= 0x55;
    memset(&defs->materials[loam_material_find(defs, "torch")], 0, sizeof defs->materials[0]);
    defs->ground.cave_wavelength *= 1.0f / 3.0f;
    CHECK_OK(loam_tile_defs_check(defs));
    const loam_store_def def = world_def("w.loam");
    loam_store *store;
    CHECK_OK(loam_store_create(&def, 1, defs, &store));
    CHECK_U64(loam_tile_defs_hash(loam_store_defs(store)), loam_tile_defs_hash(defs));
    loam_store_close(store);
    store = world_open("w.loam", true);
    CHECK_U64(loam_tile_defs_hash(loam_store_defs(store)), loam_tile_defs_hash(defs));
    CHECK_INT(loam_material_find(loam_store_defs(store), "torch"), -1);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
    // Definitions that cannot be are no world's.
    stone->hardness = -1;
    CHECK_INT(loam_store_create(&def, 1, defs, &store), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "hardness");
    CHECK(store == NULL);
    CHECK_INT(folder_count(1), 0);
    free(defs);
}

// Rules, fluids and the sky are definitions like all others.
static void test_what_lives_is_kept(void)
{
    loam_tile_defs *defs = malloc(sizeof *defs);
    *defs = *world_defs();
    memset(defs->rules, 0, sizeof defs->rules);
    defs->rules[0] = (loam_slow_rule){.name = "stone_rots",
                                      .from = (uint8_t)loam_material_find(defs, "stone"),
                                      .to = (uint8_t)loam_material_find(defs, "dirt"),
                                      .layers = LOAM_BLOCKS | LOAM_WALLS,
                                      .required = LOAM_WET | LOAM_MOULD,
                                      .modifiers = LOAM_RULE_EDGE,
                                      .temperature_high = 200,
                                      .humidity_high = 100,
                                      .chance = 1};
    defs->fluids[0].density = 1001;
    defs->fluids[3] = (loam_tile_fluid){0}; // and those behind it
    defs->sky.snow = defs->sky.lightning = LOAM_AIR;
    defs->sky.cloud_share = 1.0f / 3.0f;
    const loam_store_def def = world_def("w.loam");
    loam_store *store;
    CHECK_OK(loam_store_create(&def, 1, defs, &store));
    loam_store_close(store);
    store = world_open("w.loam", true);
    const loam_tile_defs *const kept = loam_store_defs(store);
    CHECK_U64(loam_tile_defs_hash(kept), loam_tile_defs_hash(defs));
    CHECK_INT(memcmp(kept->rules, defs->rules, sizeof kept->rules), 0);
    CHECK_INT(kept->fluids[3].material, LOAM_AIR);
    CHECK_INT(memcmp(&kept->sky, &defs->sky, sizeof kept->sky), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
    free(defs);
}

static void copy_file(const char *from, const char *to)
{
    static char content[1 << 17];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    CHECK_REPORT(in != NULL && out != NULL, "%s cannot be copied", from);
    const size_t size = in != NULL ? fread(content, 1, sizeof content, in) : 0;
    CHECK(out != NULL && size > 0 && fwrite(content, 1, size, out) == size);
    if (in != NULL)
    {
        fclose(in);
    }
    if (out != NULL)
    {
        fclose(out);
    }
}

// A file of the time when nothing moved: its materials are its own, the rest is built in as far as it goes
// with them.
static void test_worlds_from_before_there_was_life_are_opened(void)
{
    copy_file(OLD_WORLD, "w.loam");
    for (int read_only = 0; read_only < 2; read_only++)
    {
        loam_store *const store = world_open("w.loam", read_only);
        const loam_tile_defs *const defs = loam_store_defs(store);
        CHECK_U64(loam_store_seed(store), 5);
        CHECK_OK(loam_tile_defs_check(defs));
        CHECK_INT(loam_material_find(defs, "loose_sand"), -1);
        CHECK_INT(defs->fluids[0].material, loam_material_find(defs, "water"));
        CHECK_INT(memcmp(&defs->fluids[0], &world_defs()->fluids[0], sizeof defs->fluids[0]), 0);
        CHECK_INT(defs->sky.day_steps, world_defs()->sky.day_steps);
        CHECK_INT(defs->sky.rain, defs->fluids[0].material);
        CHECK_INT(defs->sky.snow, LOAM_AIR);
        CHECK_INT(world_faults(store), 0);
        loam_store_close(store);
    }
    CHECK_INT(folder_count(1), 1);
}

// A fluid may have any variant: its state.
static void test_fluids_are_kept_with_their_state(void)
{
    static chunk made, kept;
    const loam_tile_defs *const defs = world_defs();
    const uint8_t water = (uint8_t)loam_material_find(defs, "water"),
                  sand = (uint8_t)loam_material_find(defs, "loose_sand");
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        made.tiles[i] = (loam_tile){.block = i % 3 == 0 ? water : sand,
                                    .block_variant = (uint8_t)(i / 16)};
    }
    loam_store *store = world_make("w.loam", 0, 0);
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){3, 4}, made.tiles));
    CHECK_OK(loam_store_flush(store));
    loam_store_close(store);
    store = world_open("w.loam", true);
    CHECK_OK(loam_store_load(store, (loam_chunk_pos){3, 4}, kept.tiles));
    CHECK_INT(memcmp(&kept, &made, sizeof made), 0);
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

static void test_chunks_are_kept(void)
{
    const int64_t end = LOAM_TILE_END / LOAM_CHUNK_SIDE;
    const loam_chunk_pos places[] = {{0, 0}, {-1, 0}, {0, -1}, {-end, end - 1}, {end - 1, -end}};
    enum
    {
        PLACES = sizeof places / sizeof places[0]
    };
    loam_store *store = world_make("w.loam", 0, 0);
    static chunk nothing;
    CHECK_INT(loam_store_load(store, places[0], nothing.tiles), LOAM_NOT_FOUND);
    CHECK_CONTAINS(loam_last_error(), "w.loam: has no chunk (0, 0)");
    for (uint64_t round = 1; round <= 3; round++) // again over what is there
    {
        for (int i = 0; i < PLACES; i++)
        {
            CHECK_OK(world_save(store, places[i], round));
            CHECK(world_has(store, places[i], round));
        }
        CHECK_OK(loam_store_flush(store));
        for (int i = 0; i < PLACES; i++)
        {
            CHECK(world_has(store, places[i], round));
        }
    }
    loam_store_info info;
    CHECK_OK(loam_store_describe(store, &info));
    CHECK_INT(info.chunks, PLACES);
    CHECK_RANGE(info.saved, PLACES, 3 * PLACES); // some may have been replaced while they waited
    CHECK_INT(info.loaded, 2 * 3 * PLACES);
    CHECK_RANGE(info.chunk_bytes, PLACES * 100, PLACES * 70000);
    CHECK_RANGE(info.file_bytes, info.chunk_bytes, 100 * info.chunk_bytes);
    loam_store_close(store);
    store = world_open("w.loam", false);
    for (int i = 0; i < PLACES; i++)
    {
        CHECK(world_has(store, places[i], 3));
    }
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// Closing writes what waits, also without a flush.
static void test_closing_writes_what_waits(void)
{
    loam_store *store = world_make("w.loam", 0, 0);
    for (int64_t i = 0; i < 200; i++)
    {
        CHECK_OK(world_save(store, (loam_chunk_pos){i, i}, 9));
    }
    loam_store_close(store);
    store = world_open("w.loam", true);
    for (int64_t i = 0; i < 200; i++)
    {
        CHECK(world_has(store, (loam_chunk_pos){i, i}, 9));
    }
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// ---- while nothing can be written ---------------------------------------------------------------

/// Holds the right to write, as another program could for a moment: the store waits for it.
static sqlite3 *hold(const char *path)
{
    sqlite3 *db = NULL;
    CHECK_INT(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    sqlite3_busy_timeout(db, 10000);
    CHECK_INT(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void let_go(sqlite3 *db)
{
    CHECK_INT(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void test_loads_see_what_waits(void)
{
    loam_store *store = world_make("w.loam", 4, 1);
    sqlite3 *held = hold("w.loam");
    for (uint64_t number = 2; number < 6; number++) // newer copies replace older ones
    {
        for (int64_t i = 0; i < 4; i++)
        {
            CHECK_OK(world_save(store, (loam_chunk_pos){i, 0}, number));
            CHECK(world_has(store, (loam_chunk_pos){i, 0}, number));
        }
    }
    loam_store *reader = world_open("w.loam", true);
    CHECK(world_has(reader, (loam_chunk_pos){2, 0}, 1)); // not in the file yet
    let_go(held);
    CHECK_OK(loam_store_flush(store));
    CHECK(world_has(reader, (loam_chunk_pos){2, 0}, 5));
    loam_store_info info;
    CHECK_OK(loam_store_describe(store, &info));
    CHECK_RANGE(info.saved, 8, 4 + 2 * 4); // of twenty that were saved
    loam_store_close(reader);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

typedef struct saver
{
    loam_store *store;
    int64_t count;
    _Atomic int64_t saved;
} saver;

/// Checks nothing itself: those who check are not made for two threads.
static void *save_many(void *user)
{
    saver *all = user;
    for (int64_t i = 0; i < all->count; i++)
    {
        all->saved += world_save(all->store, (loam_chunk_pos){i, 7}, 3) == LOAM_OK;
    }
    return NULL;
}

// Saving waits when too much is waiting, and goes on when it has been written.
static void test_the_queue_has_a_limit(void)
{
    loam_store_def def = world_def("w.loam");
    def.queue_bytes = 5 * sizeof(chunk) + 1;
    loam_store *store;
    CHECK_OK(loam_store_create(&def, 1, NULL, &store));
    sqlite3 *held = hold("w.loam");
    saver all = {.store = store, .count = 40};
    pthread_t thread;
    pthread_create(&thread, NULL, save_many, &all);
    while (all.saved < 5)
    {
    }
    CHECK_INT(all.saved, 5);
    CHECK(world_has(store, (loam_chunk_pos){4, 7}, 3));
    let_go(held);
    pthread_join(thread, NULL);
    CHECK_INT(all.saved, 40);
    CHECK_OK(loam_store_flush(store));
    for (int64_t i = 0; i < 40; i++)
    {
        CHECK(world_has(store, (loam_chunk_pos){i, 7}, 3));
    }
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// ---- the rest -----------------------------------------------------------------------------------

static void test_the_player_is_kept(void)
{
    loam_store *store = world_make("w.loam", 0, 0);
    loam_store_player player;
    CHECK_INT(loam_store_get_player(store, &player), LOAM_NOT_FOUND);
    const loam_store_player first = {.x = INT64_MIN,
                                     .y = INT64_MAX,
                                     .steps = UINT64_MAX,
                                     .time_of_day = INT32_MIN,
                                     .weather = LOAM_WEATHER_STORM,
                                     .year_step = INT64_MAX,
                                     .byte_count = 3,
                                     .bytes = {7, 8, 9}};
    const loam_store_player second = {.x = -5, .y = 6, .steps = 7, .time_of_day = 8};
    CHECK_OK(loam_store_set_player(store, &second));
    CHECK_OK(loam_store_flush(store));
    CHECK_OK(loam_store_set_player(store, &first));
    CHECK_OK(loam_store_get_player(store, &player));
    CHECK(memcmp(&player, &first, sizeof player) == 0);
    CHECK_OK(loam_store_flush(store));
    loam_store *reader = world_open("w.loam", true);
    CHECK_OK(loam_store_get_player(reader, &player));
    CHECK(player.x == first.x && player.y == first.y && player.steps == first.steps &&
          player.time_of_day == first.time_of_day);
    CHECK_INT(player.weather, LOAM_WEATHER_STORM);
    CHECK_INT(player.year_step, INT64_MAX);
    CHECK_INT(player.byte_count, 3);
    CHECK(memcmp(player.bytes, first.bytes, 3) == 0);
    CHECK_INT(loam_store_set_player(reader, &first), LOAM_BAD_ARGUMENT);
    loam_store_close(reader);
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

static void test_a_player_that_cannot_be_is_refused(void)
{
    loam_store *store = world_make("w.loam", 0, 0);
    loam_store_player player = {.weather = LOAM_WEATHER_COUNT};
    CHECK_INT(loam_store_set_player(store, &player), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "weather is 5; must be 0 to 4");
    player.weather = 0;
    player.byte_count = LOAM_MAX_PLAYER_BYTES + 1;
    CHECK_INT(loam_store_set_player(store, &player), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "byte_count is 4097; must be 0 to 4096");
    player.byte_count = LOAM_MAX_PLAYER_BYTES;
    memset(player.bytes, 0xff, sizeof player.bytes);
    CHECK_OK(loam_store_set_player(store, &player));
    loam_store_close(store);
    store = world_open("w.loam", true);
    loam_store_player kept;
    CHECK_OK(loam_store_get_player(store, &kept));
    CHECK_INT(kept.byte_count, LOAM_MAX_PLAYER_BYTES);
    CHECK(memcmp(kept.bytes, player.bytes, sizeof kept.bytes) == 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

typedef struct visits
{
    loam_store *store;
    int64_t count, stop_at;
    loam_chunk_pos last;
    bool ordered;
} visits;

static loam_result visit(void *user, loam_chunk_pos at)
{
    visits *all = user;
    all->ordered = all->ordered && (all->count == 0 || at.y > all->last.y ||
                                    (at.y == all->last.y && at.x > all->last.x));
    all->last = at;
    // A visitor may use the store.
    if (all->count % 500 == 0)
    {
        CHECK(world_has(all->store, at, 1));
    }
    return ++all->count == all->stop_at ? loam_fail(LOAM_CANCELLED, "enough") : LOAM_OK;
}

static void test_each_chunk_is_visited_in_order(void)
{
    loam_store *store = world_make("w.loam", 0, 0);
    visits all = {.store = store, .ordered = true};
    CHECK_OK(loam_store_each(store, visit, &all));
    CHECK_INT(all.count, 0);
    enum
    {
        SIDE = 33 // more than are read at a time
    };
    for (int64_t i = 0; i < SIDE * SIDE; i++)
    {
        const int64_t k = i * 7 % (SIDE * SIDE);
        CHECK_OK(world_save(store, (loam_chunk_pos){k % SIDE - 16, k / SIDE - 16}, 1));
    }
    CHECK_OK(loam_store_each(store, visit, &all)); // some may still wait
    CHECK_INT(all.count, SIDE * SIDE);
    CHECK(all.ordered);
    CHECK(all.last.x == 16 && all.last.y == 16);
    all = (visits){.store = store, .stop_at = 3};
    CHECK_INT(loam_store_each(store, visit, &all), LOAM_CANCELLED);
    CHECK_TEXT(loam_last_error(), "enough");
    CHECK_INT(all.count, 3);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// Workers compress, and nothing comes out differently.
static void test_workers_help(void)
{
    loam_jobs_def jobs_def = loam_default_jobs_def();
    jobs_def.threads = 3;
    loam_store_def def = world_def("w.loam");
    CHECK_OK(loam_jobs_create(&jobs_def, &def.env.jobs));
    loam_store *store;
    CHECK_OK(loam_store_create(&def, 1, NULL, &store));
    for (int64_t i = 0; i < 300; i++)
    {
        CHECK_OK(world_save(store, (loam_chunk_pos){i, -i}, 2));
    }
    CHECK_OK(loam_store_flush(store));
    for (int64_t i = 0; i < 300; i++)
    {
        CHECK(world_has(store, (loam_chunk_pos){i, -i}, 2));
    }
    loam_store_close(store);
    loam_jobs_destroy(def.env.jobs);
    CHECK_INT(folder_count(1), 1);
}

static void test_compacting_leaves_no_gaps(void)
{
    loam_store *store = world_make("w.loam", 50, 1);
    for (uint64_t number = 2; number < 5; number++)
    {
        for (int64_t i = 0; i < 50; i++)
        {
            CHECK_OK(world_save(store, (loam_chunk_pos){i, 0}, i % 2 == 0 ? number : 1));
        }
        CHECK_OK(loam_store_flush(store));
    }
    const loam_store_player player = {.x = 1, .y = 2, .steps = 3, .time_of_day = 4};
    CHECK_OK(loam_store_set_player(store, &player));
    static chunk empty;
    for (int64_t i = 0; i < 50; i++) // what was large becomes small
    {
        CHECK_OK(loam_store_save(store, (loam_chunk_pos){i, 0}, empty.tiles));
    }
    CHECK_OK(world_save(store, (loam_chunk_pos){0, 0}, 77));
    CHECK_OK(loam_store_flush(store));
    loam_store_info before, after;
    CHECK_OK(loam_store_describe(store, &before));
    CHECK_OK(world_save(store, (loam_chunk_pos){1, 0}, 78)); // may still wait
    CHECK_OK(loam_store_compact(store, NULL));
    CHECK_OK(loam_store_flush(store));
    CHECK_OK(loam_store_describe(store, &after));
    CHECK_INT(after.chunks, 50);
    CHECK_RANGE(after.file_bytes, 1, before.file_bytes / 4);
    CHECK(world_has(store, (loam_chunk_pos){0, 0}, 77));
    CHECK(world_has(store, (loam_chunk_pos){1, 0}, 78));
    CHECK_OK(world_save(store, (loam_chunk_pos){2, 0}, 79)); // the store goes on
    CHECK_OK(loam_store_flush(store));
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    store = world_open("w.loam", true);
    loam_store_player kept;
    CHECK_OK(loam_store_get_player(store, &kept));
    CHECK_INT(kept.steps, 3);
    CHECK(world_has(store, (loam_chunk_pos){2, 0}, 79));
    CHECK_INT(loam_store_compact(store, NULL), LOAM_BAD_ARGUMENT);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// While others read, their file is not taken from them.
static void test_compacting_leaves_readers_alone(void)
{
    loam_store *store = world_make("w.loam", 3, 1);
    loam_store *reader = world_open("w.loam", true);
    CHECK(world_has(reader, (loam_chunk_pos){1, 0}, 1));
    CHECK_INT(loam_store_compact(store, NULL), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(),
                   "w.loam: cannot be written anew: another process is using it");
    CHECK(world_has(store, (loam_chunk_pos){1, 0}, 1));
    CHECK_OK(world_save(store, (loam_chunk_pos){1, 0}, 2));
    CHECK_OK(loam_store_flush(store));
    CHECK(world_has(reader, (loam_chunk_pos){1, 0}, 2));
    loam_store_close(reader);
    CHECK_OK(loam_store_compact(store, NULL));
    CHECK(world_has(store, (loam_chunk_pos){1, 0}, 2));
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

static void test_bad_arguments_are_refused(void)
{
    loam_store *store = world_make("w.loam", 1, 1);
    static chunk made;
    const int64_t end = LOAM_TILE_END / LOAM_CHUNK_SIDE;
    world_chunk((loam_chunk_pos){0, 0}, 1, &made);
    CHECK_INT(loam_store_save(store, (loam_chunk_pos){end, 0}, made.tiles), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_store_load(store, (loam_chunk_pos){0, -end - 1}, made.tiles), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "-2^53 to 2^53 - 1");
    made.tiles[100].block = 250;
    CHECK_INT(loam_store_save(store, (loam_chunk_pos){3, 4}, made.tiles), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "chunk (3, 4), tile 100: the block is material 250, which");
    made.tiles[100] = (loam_tile){.wall = 1, .wall_variant = 200};
    CHECK_INT(loam_store_save(store, (loam_chunk_pos){3, 4}, made.tiles), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "the wall is variant 200 of stone, which has 0 to 15");
    const int32_t water = loam_material_find(world_defs(), "water");
    made.tiles[100] = (loam_tile){.wall = (uint8_t)water};
    CHECK_INT(loam_store_save(store, (loam_chunk_pos){3, 4}, made.tiles), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "the wall is water, which is no wall");
    loam_store_close(store);
    loam_store_def def = world_def("w.loam");
    CHECK_INT(loam_store_create(&def, 1, NULL, &store), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(), "w.loam: is there already");
    def.level = 0;
    CHECK_INT(loam_store_open(&def, &store), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "level is 0; must be 1 to 19");
    def.level = 20;
    CHECK_INT(loam_store_open(&def, &store), LOAM_BAD_ARGUMENT);
    def.level = 19;
    def.queue_bytes = 65535;
    CHECK_INT(loam_store_open(&def, &store), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "queue_bytes is 65535");
    def.queue_bytes = 65536;
    CHECK_OK(loam_store_open(&def, &store));
    CHECK_OK(world_save(store, (loam_chunk_pos){5, 5}, 1)); // one at a time
    CHECK_OK(world_save(store, (loam_chunk_pos){6, 5}, 1));
    loam_store_close(store);
    loam_store_close(NULL);
    CHECK_INT(folder_count(1), 1);
}

static void test_read_only_stores_keep_nothing(void)
{
    loam_store_close(world_make("w.loam", 1, 1));
    // Beside one that writes, and nothing lies there afterwards.
    loam_store *writer = world_open("w.loam", false);
    loam_store_close(world_open("w.loam", true));
    loam_store_close(writer);
    CHECK_INT(folder_count(0), 1);
    loam_store *store = world_open("w.loam", true);
    const loam_chunk_store chunks = loam_store_chunks(store);
    CHECK(chunks.load != NULL && chunks.save == NULL && chunks.flush == NULL);
    static chunk got;
    CHECK_OK(chunks.load(chunks.user, (loam_chunk_pos){0, 0}, got.tiles));
    CHECK_INT(world_save(store, (loam_chunk_pos){0, 0}, 2), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "w.loam: is opened for reading only");
    CHECK_OK(loam_store_flush(store));
    CHECK_INT(folder_count(0), 1); // no company while it is open
    loam_store_close(store);
    loam_store_def def = world_def("new.loam");
    def.read_only = true;
    CHECK_INT(loam_store_create(&def, 1, NULL, &store), LOAM_BAD_ARGUMENT);
    CHECK_INT(folder_count(1), 1);
}

// Who reads sees what another writes, whoever was first; and what the one who wrote could not put back
// in order because of that, the next one does.
static void test_readers_and_a_writer(void)
{
    loam_store_close(world_make("w.loam", 1, 1));
    loam_store *reader = world_open("w.loam", true);
    CHECK(world_has(reader, (loam_chunk_pos){0, 0}, 1));
    loam_store *writer = world_open("w.loam", false);
    CHECK_OK(world_save(writer, (loam_chunk_pos){0, 0}, 2));
    CHECK_OK(loam_store_flush(writer));
    CHECK(world_has(reader, (loam_chunk_pos){0, 0}, 2));
    loam_store_close(writer);
    CHECK(world_has(reader, (loam_chunk_pos){0, 0}, 2));
    loam_store_close(reader);
    reader = world_open("w.loam", true);
    CHECK(world_has(reader, (loam_chunk_pos){0, 0}, 2));
    loam_store_close(reader);
    writer = world_open("w.loam", false);
    CHECK(world_has(writer, (loam_chunk_pos){0, 0}, 2));
    CHECK_INT(world_faults(writer), 0);
    loam_store_close(writer);
    CHECK_INT(folder_count(1), 1);
}

// Each allocation may fail: the result says so, and no byte stays.
static void test_no_memory_is_a_result(void)
{
    counting counter;
    loam_store_def def = world_def("w.loam");
    def.env = counting_env(&counter);
    loam_store_close(world_make("w.loam", 1, 1));
    loam_result result = LOAM_OUT_OF_MEMORY;
    int64_t refused = 0;
    while (result == LOAM_OUT_OF_MEMORY && refused < 10000)
    {
        counter.asked = 0;
        counter.refuse_at = ++refused;
        loam_store *store;
        result = loam_store_open(&def, &store);
        CHECK((result == LOAM_OK) == (store != NULL));
        loam_store_close(store);
        CHECK_INT(counter.blocks, 0);
    }
    CHECK_OK(result);
    CHECK_RANGE(refused, 5, 9999);
    remove("w.loam");
    result = LOAM_OUT_OF_MEMORY;
    for (refused = 1; result == LOAM_OUT_OF_MEMORY && refused < 10000; refused++)
    {
        counter.asked = 0;
        counter.refuse_at = refused;
        loam_store *store;
        result = loam_store_create(&def, 3, world_defs(), &store);
        loam_store_close(store);
        CHECK_INT(counter.blocks, 0);
        // Either the file was made, and only opening it failed, or there is nothing.
        remove("w.loam");
        CHECK_INT(folder_count(0), 0);
    }
    CHECK_OK(result);
    counter.refuse_at = 0;
    loam_store *store;
    CHECK_OK(loam_store_create(&def, 3, NULL, &store));
    counter.asked = 0;
    counter.refuse_at = 1;
    CHECK_INT(world_save(store, (loam_chunk_pos){0, 0}, 1), LOAM_OUT_OF_MEMORY);
    CHECK_OK(world_save(store, (loam_chunk_pos){0, 0}, 1));
    loam_store_close(store);
    CHECK_INT(counter.blocks, 0);
    CHECK_INT(folder_count(1), 1);
}

int main(void)
{
    world_enter();
    RUN(test_a_world_is_opened_as_it_was_made);
    RUN(test_definitions_are_kept);
    RUN(test_what_lives_is_kept);
    RUN(test_worlds_from_before_there_was_life_are_opened);
    RUN(test_fluids_are_kept_with_their_state);
    RUN(test_chunks_are_kept);
    RUN(test_closing_writes_what_waits);
    RUN(test_loads_see_what_waits);
    RUN(test_the_queue_has_a_limit);
    RUN(test_the_player_is_kept);
    RUN(test_a_player_that_cannot_be_is_refused);
    RUN_SERIAL(test_each_chunk_is_visited_in_order);
    RUN(test_workers_help);
    RUN(test_compacting_leaves_no_gaps);
    RUN(test_compacting_leaves_readers_alone);
    RUN(test_bad_arguments_are_refused);
    RUN(test_read_only_stores_keep_nothing);
    RUN(test_readers_and_a_writer);
    RUN(test_no_memory_is_a_result);
    folder_leave();
    return CHECK_DONE();
}
