// SPDX-License-Identifier: MIT
// What is handed over is written by itself, together and in order; nobody has to wait. And definitions
// that take the place of others, copies, and games that go on.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "store/damaged.h"

static void wait_for(loam_store *store, uint64_t mark)
{
    bool written = false;
    while (!written)
    {
        CHECK_OK(loam_store_written(store, mark, &written));
        check_rest();
    }
}

static uint64_t step_in_file(const char *path)
{
    loam_store *store = world_open(path, true);
    loam_store_player player = {0};
    (void)loam_store_get_player(store, &player);
    loam_store_close(store);
    return player.steps;
}

// Without a flush, everything is on the disk soon.
static void test_all_is_written_by_itself(void)
{
    loam_store *store = world_make("w.loam", 0, 1);
    CHECK_OK(world_save(store, (loam_chunk_pos){3, 0}, 2));
    CHECK_OK(loam_store_set_player(store, &(loam_store_player){.steps = 77}));
    CHECK_OK(loam_store_set_extra(store, "map", "xyz", 3));
    wait_for(store, loam_store_mark(store));
    loam_store *other = world_open("w.loam", true);
    char got[4] = "";
    size_t count;
    loam_store_player player;
    CHECK(world_has(other, (loam_chunk_pos){3, 0}, 2));
    CHECK_OK(loam_store_get_player(other, &player));
    CHECK_INT(player.steps, 77);
    CHECK_OK(loam_store_get_extra(other, "map", got, 3, &count));
    CHECK_TEXT(got, "xyz");
    loam_store_close(other);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// While it is paused nothing is written; then all of it is, at once.
static void test_a_paused_store_writes_together(void)
{
    loam_store *store = world_make("w.loam", 0, 1);
    loam_store_pause(store);
    CHECK_OK(loam_store_set_player(store, &(loam_store_player){.steps = 9}));
    for (int look = 0; look < 20; look++)
    {
        CHECK_INT(step_in_file("w.loam"), 0);
    }
    CHECK_OK(loam_store_set_player(store, &(loam_store_player){.steps = 0}));
    for (uint64_t round = 1; round <= (uint64_t)check_sample(20); round++)
    {
        loam_store_pause(store);
        for (int64_t x = 0; x < 60; x++)
        {
            CHECK_OK(world_save(store, (loam_chunk_pos){x, 0}, round));
        }
        CHECK_OK(loam_store_set_player(store, &(loam_store_player){.steps = round}));
        const uint64_t mark = loam_store_mark(store);
        bool written = true;
        CHECK_OK(loam_store_written(store, mark, &written));
        CHECK(!written);
        loam_store_resume(store);
        // Whoever looks sees all of a round or nothing of it.
        while (!written)
        {
            CHECK_OK(loam_store_written(store, mark, &written));
            loam_store *other = world_open("w.loam", true);
            loam_store_player player = {0};
            (void)loam_store_get_player(other, &player);
            const uint64_t seen = player.steps;
            const bool first = seen == 0 || world_has(other, (loam_chunk_pos){0, 0}, seen) ||
                               world_has(other, (loam_chunk_pos){0, 0}, seen + 1);
            CHECK(first && seen >= round - 1);
            loam_store_close(other);
        }
        CHECK_INT(step_in_file("w.loam"), round);
    }
    loam_store_pause(store);
    CHECK_OK(world_save(store, (loam_chunk_pos){0, 0}, 99));
    CHECK_OK(loam_store_flush(store)); // does not wait for ever
    CHECK_OK(loam_store_compact(store, NULL));
    CHECK_OK(world_save(store, (loam_chunk_pos){0, 0}, 100));
    loam_store_close(store); // nor does this
    store = world_open("w.loam", true);
    CHECK(world_has(store, (loam_chunk_pos){0, 0}, 100));
    loam_store_pause(store); // nothing waits
    loam_store_resume(store);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// A player is never there before the chunks that came before it, however many.
static void test_a_player_is_not_ahead_of_its_chunks(void)
{
    enum
    {
        MANY = 300
    };
    loam_store *store = world_make("w.loam", 0, 1);
    loam_store_pause(store);
    for (int64_t x = 0; x < MANY; x++)
    {
        CHECK_OK(world_save(store, (loam_chunk_pos){x, 0}, 1));
    }
    CHECK_OK(loam_store_set_player(store, &(loam_store_player){.steps = 5}));
    CHECK_OK(loam_store_set_extra(store, "map", "xyz", 3));
    loam_store_resume(store);
    bool written = false;
    while (!written)
    {
        CHECK_OK(loam_store_written(store, loam_store_mark(store), &written));
        loam_store *other = world_open("w.loam", true);
        loam_store_player player;
        size_t count;
        const bool last = world_has(other, (loam_chunk_pos){MANY - 1, 0}, 1);
        // Opened again: what was looked at first is the older.
        loam_store *again = world_open("w.loam", true);
        CHECK(loam_store_get_player(other, &player) != LOAM_OK ||
              world_has(again, (loam_chunk_pos){MANY - 1, 0}, 1));
        CHECK(last || loam_store_get_player(other, &player) != LOAM_OK);
        CHECK(loam_store_get_extra(other, "map", NULL, 0, &count) != LOAM_OK ||
              world_has(again, (loam_chunk_pos){MANY - 1, 0}, 1));
        loam_store_close(again);
        loam_store_close(other);
    }
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

/// Keeps everybody from writing the file.
static sqlite3 *stop_disk(const char *path)
{
    sqlite3 *db = NULL;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_INT(sqlite3_busy_timeout(db, 100000), SQLITE_OK);
    CHECK_INT(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void test_a_store_that_never_waits(void)
{
    loam_store_close(world_make("w.loam", 0, 1));
    loam_store_def def = world_def("w.loam");
    def.never_waits = true;
    def.queue_bytes = 5 * sizeof(chunk);
    loam_store *store = NULL;
    CHECK_OK(loam_store_open(&def, &store));
    sqlite3 *db = stop_disk("w.loam");
    int64_t x = 0;
    while (x < 100 && world_save(store, (loam_chunk_pos){x, 0}, 1) == LOAM_OK)
    {
        x++;
    }
    CHECK_INT(x, 5);
    CHECK_CONTAINS(loam_last_error(), "5 chunks wait already to be written");
    // Nor do these.
    CHECK_OK(loam_store_set_player(store, &(loam_store_player){.steps = 5}));
    CHECK_OK(loam_store_set_extra(store, "map", "xyz", 3));
    CHECK_INT(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    CHECK_OK(loam_store_flush(store));
    CHECK_OK(world_save(store, (loam_chunk_pos){9, 0}, 1));
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// ---- definitions ----------------------------------------------------------------------------------

static loam_tile_defs *copy_of_defs(void)
{
    loam_tile_defs *defs = malloc(sizeof *defs);
    *defs = *world_defs();
    return defs;
}

static void check_refused(loam_store *store, const loam_tile_defs *defs, const char *name)
{
    CHECK_INT(loam_store_set_defs(store, defs), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), name);
}

static void test_definitions_take_the_place_of_others(void)
{
    loam_tile_defs *defs = copy_of_defs();
    loam_store *store = world_make("w.loam", 2, 1);
    const int32_t sand = loam_material_find(defs, "sand");
    defs->materials[sand].hardness = 99;
    loam_material *const cheese = &defs->materials[250];
    *cheese = defs->materials[sand];
    snprintf(cheese->name, sizeof cheese->name, "cheese");
    CHECK_OK(loam_store_set_defs(store, defs));
    CHECK_INT(loam_store_defs(store)->materials[sand].hardness,
              world_defs()->materials[sand].hardness); // not yet
    CHECK_OK(loam_store_flush(store));
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    store = world_open("w.loam", false);
    CHECK_INT(loam_store_defs(store)->materials[sand].hardness, 99);
    CHECK_TEXT(loam_store_defs(store)->materials[250].name, "cheese");
    CHECK(world_has(store, (loam_chunk_pos){1, 0}, 1));
    check_refused(store, world_defs(), "cheese");
    loam_store_close(store);
    store = world_open("w.loam", true);
    CHECK_INT(loam_store_set_defs(store, defs), LOAM_BAD_ARGUMENT);
    loam_store_close(store);
    free(defs);
    CHECK_INT(folder_count(1), 1);
}

static void test_definitions_that_chunks_are_not_made_of(void)
{
    loam_store *store = world_make("w.loam", 1, 1);
    loam_tile_defs *defs = copy_of_defs();
    const int32_t sand = loam_material_find(defs, "sand"),
                  water = loam_material_find(defs, "water");
    loam_material *const material = &defs->materials[sand];
    snprintf(material->name, sizeof material->name, "sugar");
    check_refused(store, defs, "sand");
    *material = world_defs()->materials[sand];
    char words[160];
    snprintf(words, sizeof words,
             "material \"sand\" has %d inner and %d outer colours; in this world it has %d and %d, "
             "and that must stay",
             (int)material->inner - 1, (int)material->outer, (int)material->inner,
             (int)material->outer);
    material->inner--;
    check_refused(store, defs, words);
    *material = world_defs()->materials[sand];
    material->inner--;
    material->outer++;
    check_refused(store, defs, "sand");
    *material = world_defs()->materials[sand];
    material->layers = material->layers == LOAM_WALLS ? LOAM_BLOCKS : LOAM_WALLS;
    CHECK_INT(loam_tile_defs_check_upgrade(world_defs(), defs), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "; in this world it is one, and that must stay");
    *material = world_defs()->materials[sand];
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS; i++)
    {
        defs->fluids[i].material = LOAM_AIR; // water had 256 states
    }
    CHECK_INT(loam_tile_defs_check_upgrade(world_defs(), defs), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "is not a fluid");
    CHECK(water >= 0);
    CHECK_OK(loam_tile_defs_check_upgrade(world_defs(), world_defs()));
    free(defs);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// ---- copies ---------------------------------------------------------------------------------------

static void test_a_copy_is_a_world(void)
{
    loam_store *store = world_make("w.loam", 3, 1);
    CHECK_OK(world_save(store, (loam_chunk_pos){1, 0}, 2)); // not flushed
    CHECK_OK(loam_store_set_extra(store, "map", "xyz", 3));
    CHECK_OK(loam_store_set_player(store, &(loam_store_player){.steps = 8}));
    CHECK_OK(loam_store_copy(store, "c.loam"));
    CHECK_OK(world_save(store, (loam_chunk_pos){1, 0}, 3));
    CHECK_INT(loam_store_copy(store, "c.loam"), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "c.loam: is there already");
    CHECK_INT(loam_store_copy(store, "nowhere/c.loam"), LOAM_IO);
    loam_store_close(store);
    CHECK_INT(folder_count(0), 2); // at rest, both of them
    store = world_open("c.loam", false);
    size_t count;
    CHECK_INT(world_faults(store), 0);
    CHECK_U64(loam_store_seed(store), 7);
    CHECK(world_has(store, (loam_chunk_pos){0, 0}, 1));
    CHECK(world_has(store, (loam_chunk_pos){1, 0}, 2));
    CHECK_OK(loam_store_get_extra(store, "map", NULL, 0, &count));
    CHECK_OK(loam_store_copy(store, "d.loam"));
    loam_store_close(store);
    CHECK_INT(step_in_file("d.loam"), 8);
    CHECK_INT(folder_count(1), 3);
}

// ---- games ----------------------------------------------------------------------------------------

static loam_tile_game *begin(loam_store *store, const loam_tile_pos *at)
{
    loam_tile_game_def def = loam_default_tile_game_def();
    def.world.ring_log2 = LOAM_MIN_RING_LOG2;
    loam_tile_game *game = NULL;
    CHECK_OK(loam_store_begin_game(store, &def, at, &game));
    return game;
}

static void test_games_go_on(void)
{
    const loam_command walk = {.action = LOAM_ACTION_WALK, .choice = 1};
    loam_store *store = world_make("w.loam", 0, 1), *other = world_make("v.loam", 0, 1);
    loam_tile_game *whole = begin(store, NULL), *game = begin(other, NULL);
    CHECK_U64(loam_tile_game_hash(whole), loam_tile_game_hash(game));
    CHECK_OK(loam_tile_game_do(whole, &walk));
    CHECK_OK(loam_tile_game_do(game, &walk));
    for (int part = 0; part < check_sample(5); part++)
    {
        for (int step = 0; step < 23; step++)
        {
            CHECK_OK(loam_tile_game_step(whole));
            CHECK_OK(loam_tile_game_step(game));
        }
        CHECK_OK(loam_store_save_game(other, game));
        loam_tile_game_destroy(game);
        loam_store_close(other);
        other = world_open("v.loam", false);
        game = begin(other, NULL);
        CHECK_U64(loam_tile_game_hash(whole), loam_tile_game_hash(game));
    }
    loam_tile_game_destroy(game);
    // Elsewhere, but else as it was.
    game = begin(other, &(loam_tile_pos){900, 200});
    CHECK_OK(loam_tile_game_step(game));
    CHECK_INT(loam_tile_game_player(game)->x / LOAM_PLAYER_FIXED, 900);
    CHECK_INT(loam_tile_game_player(game)->walking, 1);
    loam_tile_game_destroy(game);
    loam_tile_game_destroy(whole);
    loam_store_close(other);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 2);
}

// A player whose bytes cannot be used begins anew, in the world as it is.
static void test_a_player_that_cannot_be_used(void)
{
    loam_store *store = world_make("w.loam", 0, 1);
    const loam_store_player odd = {
        .x = 256 * 40, .y = 256 * 120, .steps = 50, .byte_count = 3, .bytes = {1, 2, 3}};
    CHECK_OK(loam_store_set_player(store, &odd));
    loam_store_close(store);
    store = open_logged("w.loam", false);
    loam_tile_game *game = begin(store, NULL);
    CHECK_CONTAINS(last_log, "the player begins anew");
    CHECK_INT(loam_tile_world_steps(loam_tile_game_world(game)), 50);
    loam_tile_game_destroy(game);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// A place that no player can be at is none: the game begins on the ground.
static void test_a_place_beyond_the_world(void)
{
    loam_store *store = world_make("w.loam", 0, 1);
    const loam_store_player odd = {.x = INT64_MAX, .y = INT64_MIN, .steps = 50};
    loam_tile_game *game = begin(store, NULL);
    const int64_t x = loam_tile_game_player(game)->x, y = loam_tile_game_player(game)->y;
    loam_tile_game_destroy(game);
    CHECK_OK(loam_store_set_player(store, &odd));
    game = begin(store, NULL);
    if (game != NULL)
    {
        CHECK_INT(loam_tile_game_player(game)->x, x);
        CHECK_INT(loam_tile_game_player(game)->y, y);
        CHECK_INT(loam_tile_world_steps(loam_tile_game_world(game)), 50);
    }
    loam_tile_game_destroy(game);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

int main(void)
{
    world_enter();
    RUN(test_all_is_written_by_itself);
    RUN(test_a_paused_store_writes_together);
    RUN_SERIAL(test_a_player_is_not_ahead_of_its_chunks);
    RUN(test_a_store_that_never_waits);
    RUN_SERIAL(test_definitions_take_the_place_of_others);
    RUN_SERIAL(test_definitions_that_chunks_are_not_made_of);
    RUN_SERIAL(test_a_copy_is_a_world);
    RUN_SERIAL(test_games_go_on);
    RUN_SERIAL(test_a_player_that_cannot_be_used);
    RUN_SERIAL(test_a_place_beyond_the_world);
    folder_leave();
    return CHECK_DONE();
}
