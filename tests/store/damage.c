// SPDX-License-Identifier: MIT
// Files with damage in them: it is found and named, what is damaged is set aside, and everything else is
// as it was. A chunk that is loaded is never a wrong one.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "damaged.h"

static void test_a_damaged_chunk_is_set_aside(void)
{
    loam_store_close(world_make("w.loam", 5, 1));
    flip("w.loam", "chunks", "data", 3, 333);
    static chunk got;
    // Who may only read is told each time, and changes nothing.
    loam_store *store = open_logged("w.loam", true);
    for (int i = 1; i <= 2; i++)
    {
        CHECK_INT(loam_store_load(store, (loam_chunk_pos){2, 0}, got.tiles), LOAM_NOT_FOUND);
        CHECK_TEXT(last_log, "w.loam: chunk (2, 0) is damaged: its checksum is wrong");
        CHECK_INT(log_count, i);
    }
    CHECK_INT(world_faults(store), 1);
    loam_store_close(store);
    store = open_logged("w.loam", false);
    CHECK_INT(loam_store_load(store, (loam_chunk_pos){2, 0}, got.tiles), LOAM_NOT_FOUND);
    CHECK_CONTAINS(loam_last_error(), "chunk (2, 0) is damaged");
    CHECK_OK(loam_store_flush(store));
    loam_store_info info;
    CHECK_OK(loam_store_describe(store, &info));
    CHECK_INT(info.chunks, 4);
    CHECK_INT(info.damaged, 1);
    CHECK_INT(world_faults(store), 0);
    CHECK_INT(loam_store_load(store, (loam_chunk_pos){2, 0}, got.tiles), LOAM_NOT_FOUND);
    CHECK_CONTAINS(loam_last_error(), "w.loam: has no chunk (2, 0)");
    CHECK_INT(log_count, 1);
    for (int64_t x = 0; x < 5; x++)
    {
        CHECK_INT(world_has(store, (loam_chunk_pos){x, 0}, 1), x != 2);
    }
    // It grows again, and is kept again.
    CHECK_OK(world_save(store, (loam_chunk_pos){2, 0}, 2));
    CHECK_OK(loam_store_flush(store));
    CHECK(world_has(store, (loam_chunk_pos){2, 0}, 2));
    loam_store_close(store);
    CHECK_INT(ask("w.loam",
                  "SELECT count(*) FROM damaged WHERE x = 2 AND y = 0 AND time > 1.7e9 AND "
                  "reason = 'its checksum is wrong' AND length(data) > 50"),
              1);
    store = open_logged("w.loam", false);
    CHECK_OK(loam_store_compact(store, NULL));
    CHECK_OK(loam_store_describe(store, &info));
    CHECK_INT(info.chunks, 5);
    CHECK_INT(info.damaged, 0);
    CHECK_INT(log_count, 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// A chunk that was saved again after its damage was seen stays.
static void test_what_was_saved_since_is_not_set_aside(void)
{
    for (int round = 0; round < 5; round++)
    {
        loam_store_close(world_make("w.loam", 2, 1));
        flip("w.loam", "chunks", "data", 1, 77);
        loam_store *store = open_logged("w.loam", false);
        static chunk got;
        CHECK_INT(loam_store_load(store, (loam_chunk_pos){0, 0}, got.tiles), LOAM_NOT_FOUND);
        CHECK_OK(world_save(store, (loam_chunk_pos){0, 0}, 5));
        CHECK(world_has(store, (loam_chunk_pos){0, 0}, 5));
        CHECK_OK(loam_store_flush(store));
        CHECK(world_has(store, (loam_chunk_pos){0, 0}, 5));
        loam_store_close(store);
        CHECK_INT(folder_count(1), 1);
    }
}

static void test_verify_finds_every_bit_of_a_chunk(void)
{
    loam_store_close(world_make("w.loam", 1, 1));
    const size_t bits = (size_t)ask("w.loam", "SELECT length(data) FROM chunks") * 8;
    loam_store *store = world_open("w.loam", true);
    for (size_t bit = 0; bit < bits; bit += bit < 100 || bit + 100 > bits ? 1
                                            : CHECK_SANITIZED             ? 997
                                                                          : 97)
    {
        flip("w.loam", "chunks", "data", 1, bit);
        loam_store_verdict verdict;
        CHECK_OK(loam_store_verify(store, world_ignore, NULL, &verdict));
        CHECK_INT(verdict.chunks, 1);
        CHECK_INT(verdict.bad_chunks, 1);
        CHECK_INT(verdict.other_faults, 0);
        flip("w.loam", "chunks", "data", 1, bit);
    }
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// ---- plants ---------------------------------------------------------------------------------------

static void keep_fault(void *user, const char *message)
{
    snprintf(user, 256, "%s", message);
}

/// Verifies: the chunk itself is whole, and there is one fault with its plants, or none.
static void check_plants_fault(loam_store *store, int faults)
{
    loam_store_verdict verdict;
    char fault[256] = "";
    CHECK_OK(loam_store_verify(store, keep_fault, fault, &verdict));
    CHECK_INT(verdict.chunks, 1);
    CHECK_INT(verdict.bad_chunks, 0);
    CHECK_INT(verdict.other_faults, faults);
    if (faults > 0)
    {
        CHECK_CONTAINS(fault, "the plants of chunk (0, 0) are damaged");
    }
}

/// Keeps a chunk with these plants, and closes the file.
static void keep_plants(const uint8_t *plants, size_t size)
{
    (void)folder_count(1); // the one before goes
    loam_store *const store = world_make("w.loam", 1, 1);
    CHECK_OK(loam_store_save_plants(store, (loam_chunk_pos){0, 0}, plants, size));
    CHECK_OK(world_save(store, (loam_chunk_pos){0, 0}, 1));
    loam_store_close(store);
}

// Every bit of the section tells; the chunk, which has a checksum of its own, stays whole.
static void test_verify_finds_damaged_plants(void)
{
    uint8_t plants[256];
    const loam_tile_plant oak = {.x = 60, .y = 20, .seed = 3, .age = 4, .soil = 1, .light = 1};
    const size_t size = loam_tile_plants_pack(world_defs(), &oak, 1, plants, sizeof plants);
    keep_plants(NULL, 0);
    const size_t own = (size_t)ask("w.loam", "SELECT length(data) FROM chunks") * 8;
    keep_plants(plants, size);
    const size_t bits = (size_t)ask("w.loam", "SELECT length(data) FROM chunks") * 8;
    CHECK(bits > own + 8 * 16);
    loam_store *store = world_open("w.loam", true);
    check_plants_fault(store, 0);
    for (size_t bit = own; bit < bits; bit += 7)
    {
        flip("w.loam", "chunks", "data", 1, bit);
        check_plants_fault(store, 1);
        flip("w.loam", "chunks", "data", 1, bit);
    }
    check_plants_fault(store, 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// With the right checksum: plants of another chunk, with bytes that are missing or too many, of no format.
static void test_verify_looks_inside_plants(void)
{
    uint8_t plants[256] = {0};
    loam_tile_plant oak = {.x = 60, .y = 20, .seed = 3, .age = 4, .soil = 1, .light = 1};
    const size_t size = loam_tile_plants_pack(world_defs(), &oak, 1, plants, sizeof plants);
    for (size_t i = 1; i < size; i += 5)
    {
        keep_plants(plants, i);
        loam_store *const store = world_open("w.loam", true);
        check_plants_fault(store, 1);
        loam_store_close(store);
    }
    keep_plants(plants, size + 1);
    loam_store *store = world_open("w.loam", true);
    check_plants_fault(store, 1);
    loam_store_close(store);
    oak.x = 200;
    CHECK_INT(loam_tile_plants_pack(world_defs(), &oak, 1, plants, sizeof plants), size);
    keep_plants(plants, size);
    store = world_open("w.loam", true);
    check_plants_fault(store, 1);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// Whatever stands in a row besides the data, and whatever kind of value it is.
static void test_other_values_of_a_row(void)
{
    static const struct
    {
        const char *sql, *part;
    } cases[] = {
        {"UPDATE chunks SET format = 2 WHERE id = 2", "its checksum is wrong"},
        {"UPDATE chunks SET checksum = checksum + 1 WHERE id = 2", "its checksum is wrong"},
        {"UPDATE chunks SET data = x'' WHERE id = 2", "its checksum is wrong"},
        {"UPDATE chunks SET data = zeroblob(16000000) WHERE id = 2", "its checksum is wrong"},
        {"UPDATE chunks SET data = 'text', checksum = 'more', format = 1.5 WHERE id = 2",
         "its checksum is wrong"},
        {"UPDATE chunks SET data = substr(data, 2) WHERE id = 2", "its checksum is wrong"},
        {"UPDATE chunks SET data = (SELECT data FROM chunks WHERE id = 1), checksum = (SELECT "
         "checksum FROM chunks WHERE id = 1) WHERE id = 2",
         "its checksum is wrong"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        loam_store_close(world_make("w.loam", 3, 1));
        change("w.loam", cases[i].sql);
        loam_store *store = open_logged("w.loam", false);
        CHECK_INT(world_faults(store), 1);
        static chunk got;
        CHECK_INT(loam_store_load(store, (loam_chunk_pos){1, 0}, got.tiles), LOAM_NOT_FOUND);
        CHECK_CONTAINS(last_log, cases[i].part);
        CHECK(world_has(store, (loam_chunk_pos){0, 0}, 1));
        CHECK(world_has(store, (loam_chunk_pos){2, 0}, 1));
        CHECK_OK(loam_store_flush(store));
        CHECK_INT(world_faults(store), 0);
        loam_store_close(store);
        CHECK_INT(folder_count(1), 1);
    }
}

// A stranger's chunk may be whole and still have in it what the world does not have.
static void test_unknown_materials_are_refused(void)
{
    loam_store_close(world_make("w.loam", 2, 1));
    // The definitions of a world in which there is only air.
    static loam_tile_defs defs;
    defs = *world_defs();
    const int32_t stone = loam_material_find(&defs, "stone");
    const loam_store_def def = world_def("other.loam");
    loam_store *store;
    strcpy(defs.materials[200].name, "extra");
    defs.materials[200] = defs.materials[stone];
    strcpy(defs.materials[200].name, "extra");
    CHECK_OK(loam_store_create(&def, 7, &defs, &store));
    static chunk odd;
    odd.tiles[5].block = 200;
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){0, 0}, odd.tiles));
    loam_store_close(store);
    change("w.loam", "DELETE FROM chunks WHERE id = 1");
    change("w.loam", "ATTACH 'other.loam' AS o; INSERT INTO main.chunks SELECT * FROM o.chunks");
    store = open_logged("w.loam", true);
    CHECK_INT(loam_store_load(store, (loam_chunk_pos){0, 0}, odd.tiles), LOAM_NOT_FOUND);
    CHECK_CONTAINS(last_log,
                   "at tile 5 the block is material 200, which the definitions do not have");
    CHECK(world_has(store, (loam_chunk_pos){1, 0}, 1));
    loam_store_close(store);
    CHECK_INT(folder_count(1), 2);
}

// ---- what is there twice ------------------------------------------------------------------------

static void make_with_player(void)
{
    loam_store *store = world_make("w.loam", 2, 1);
    const loam_store_player player = {.x = 10, .y = 20, .steps = 30, .time_of_day = 40};
    CHECK_OK(loam_store_set_player(store, &player));
    CHECK_OK(loam_store_flush(store));
    loam_store_close(store);
}

static void test_one_copy_of_everything_is_enough(void)
{
    make_with_player();
    const int64_t rows = ask("w.loam", "SELECT count(*) FROM meta");
    CHECK_INT(rows, 12);
    static const char *const columns[] = {"value", "name"};
    for (int64_t id = 0; id < rows; id++)
    {
        for (int column = 0; column < 2; column++)
        {
            flip("w.loam", "meta", columns[column], id, 3);
            loam_store *store = open_logged("w.loam", true);
            CHECK_U64(loam_store_seed(store), 7);
            CHECK_U64(loam_tile_defs_hash(loam_store_defs(store)),
                      loam_tile_defs_hash(world_defs()));
            loam_store_player player;
            CHECK_OK(loam_store_get_player(store, &player));
            CHECK_INT(player.y, 20);
            CHECK_INT(world_faults(store), 1);
            loam_store_close(store);
            flip("w.loam", "meta", columns[column], id, 3);
        }
    }
    CHECK_INT(folder_count(1), 1);
}

static void test_without_both_copies(void)
{
    make_with_player();
    static const char *const names[] = {"seed", "world_version", "created", "definitions"};
    for (int64_t i = 0; i < 4; i++)
    {
        flip("w.loam", "meta", "value", 2 * i, 5);
        flip("w.loam", "meta", "value", 2 * i + 1, 6);
        const loam_store_def def = world_def("w.loam");
        loam_store *store;
        char message[64];
        snprintf(message, sizeof message, "w.loam: its %s %s damaged", names[i],
                 i == 3 ? "are" : "is");
        CHECK_INT(loam_store_open(&def, &store), LOAM_IO);
        CHECK_TEXT(loam_last_error(), message);
        flip("w.loam", "meta", "value", 2 * i, 5);
        flip("w.loam", "meta", "value", 2 * i + 1, 6);
    }
    // A world does without its player.
    flip("w.loam", "meta", "value", 8, 5);
    flip("w.loam", "meta", "value", 9, 6);
    loam_store *store = open_logged("w.loam", false);
    CHECK_TEXT(last_log, "w.loam: its player is damaged");
    loam_store_player player;
    CHECK_INT(loam_store_get_player(store, &player), LOAM_NOT_FOUND);
    CHECK_INT(world_faults(store), 2);
    CHECK_OK(loam_store_compact(store, NULL)); // writes anew what can be saved
    CHECK_CONTAINS(last_log, "w.loam.damaged");
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 2);
}

// Without the rest of a game there is still the place.
static void test_a_player_without_its_game(void)
{
    static const char *const spoil[] = {
        "UPDATE meta SET value = x'00' WHERE name = 'game'", // damaged: its checksum is wrong
        "DELETE FROM meta WHERE name = 'game'",              // as older programs leave it
    };
    for (int i = 0; i < 2; i++)
    {
        make_with_player();
        last_log[0] = '\0';
        change("w.loam", spoil[i]);
        loam_store *store = open_logged("w.loam", false);
        CHECK_TEXT(last_log, i == 0 ? "w.loam: its game is damaged" : "");
        loam_store_player player;
        CHECK_OK(loam_store_get_player(store, &player));
        CHECK_INT(player.x, 10);
        CHECK_INT(player.weather, LOAM_WEATHER_CHANGING);
        CHECK_INT(player.byte_count, 0);
        CHECK_INT(world_faults(store), i == 0 ? 2 : 0);
        CHECK_OK(loam_store_compact(store, NULL));
        CHECK_INT(world_faults(store), 0);
        CHECK_OK(loam_store_get_player(store, &player));
        loam_store_close(store);
        CHECK_INT(folder_count(1), i == 0 ? 2 : 1);
    }
}

// An older program moves the player and knows nothing of its game, which is then another player's.
static void test_a_game_of_another_player(void)
{
    make_with_player();
    loam_store *store = world_open("w.loam", false);
    loam_store_player player = {.steps = 31, .weather = LOAM_WEATHER_RAIN, .byte_count = 1};
    CHECK_OK(loam_store_set_player(store, &player));
    CHECK_OK(loam_store_flush(store));
    loam_store_close(store);
    char sql[160];
    const int64_t checksum = (int64_t)loam_hash_bytes("1 2 30 4", 8, loam_seed_derive(0, "player"));
    snprintf(sql, sizeof sql,
             "UPDATE meta SET checksum = %" PRId64 ", value = CAST('1 2 30 4' AS BLOB) "
             "WHERE name = 'player'",
             checksum);
    change("w.loam", sql);
    store = world_open("w.loam", true);
    CHECK_OK(loam_store_get_player(store, &player));
    CHECK_INT(player.steps, 30);
    CHECK_INT(player.weather, LOAM_WEATHER_CHANGING);
    CHECK_INT(player.byte_count, 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

static void test_compacting_makes_two_of_one(void)
{
    make_with_player();
    flip("w.loam", "meta", "value", 0, 5);
    flip("w.loam", "meta", "value", 7, 500);
    change("w.loam", "DELETE FROM meta WHERE id = 2");
    loam_store *store = world_open("w.loam", false);
    CHECK_INT(world_faults(store), 3);
    CHECK_OK(loam_store_compact(store, NULL));
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// ---- anything -----------------------------------------------------------------------------------

enum
{
    CHUNKS = 16
};

static chunk expected[CHUNKS];

/// What can be had from a file with damage. Whatever is loaded is right.
static void survey(loam_store *store, bool *loaded)
{
    static chunk got;
    for (int64_t x = 0; x < CHUNKS; x++)
    {
        loaded[x] = loam_store_load(store, (loam_chunk_pos){x, 0}, got.tiles) == LOAM_OK;
        CHECK(!loaded[x] || world_same(&got, &expected[x]));
    }
}

/// Goes through all that one can do with a world.
static bool use(loam_store *store)
{
    bool before[CHUNKS], after[CHUNKS];
    loam_store_info info;
    loam_store_verdict verdict;
    survey(store, before);
    (void)loam_store_describe(store, &info);
    (void)loam_store_flush(store);
    const bool verified = loam_store_verify(store, world_ignore, NULL, &verdict) == LOAM_OK;
    bool whole = verified && verdict.bad_chunks + verdict.other_faults == 0;
    (void)world_save(store, (loam_chunk_pos){0, 1}, 3);
    (void)loam_store_flush(store);
    // In a tree that is damaged, what was just written may not be found.
    CHECK(!whole || world_has(store, (loam_chunk_pos){0, 1}, 3));
    loam_store_compaction done;
    if (loam_store_compact(store, &done) == LOAM_OK)
    {
        CHECK_INT(done.kept[0] != '\0', done.kept[0] != '\0' && remove(done.kept) == 0);
        CHECK(!whole || done.kept[0] == '\0');
        CHECK_INT(world_faults(store), 0);
        survey(store, after);
        for (int x = 0; x < CHUNKS; x++)
        {
            CHECK_REPORT(after[x] || !before[x], "compacting has lost chunk %d", x);
        }
        CHECK_OK(loam_store_flush(store));
    }
    for (int x = 0; x < CHUNKS && whole; x++)
    {
        whole = before[x];
    }
    return whole;
}

// Damage anywhere in a file. What is not found by checking must have been in bytes that nobody uses.
static void test_damage_anywhere(void)
{
    loam_store_close(world_make("good.loam", CHUNKS, 1));
    const bytes good = world_bytes("good.loam");
    uint8_t *bad = malloc(good.size);
    const char *soak = getenv("LOAM_SOAK");
    const int rounds = soak != NULL ? 20000 : CHECK_SANITIZED ? 20 : 200;
    int opened = 0, whole = 0;
    for (int64_t x = 0; x < CHUNKS; x++)
    {
        world_chunk((loam_chunk_pos){x, 0}, 1, &expected[x]);
    }
    for (int round = 0; round < rounds; round++)
    {
        const uint64_t seed = loam_random_u64(1, (uint64_t)round);
        memcpy(bad, good.data, good.size);
        // Half of it where the tables and the index are, and in the header.
        const uint32_t limit = round % 2 == 0 ? (uint32_t)good.size : round % 4 == 1 ? 256 : 40960;
        const uint32_t at = loam_random_below(seed, 0, limit);
        const uint32_t length = round % 3 == 0 ? 1 + loam_random_below(seed, 1, 8192) : 1;
        for (uint32_t i = 0; i < length && at + i < good.size; i++)
        {
            const uint32_t flip = length == 1 ? 1u << seed % 8 : loam_random_u32(seed, 2 + i);
            bad[at + i] = (uint8_t)(bad[at + i] ^ flip);
        }
        world_write("w.loam", bad, good.size);
        const loam_store_def def = world_def("w.loam");
        loam_store *store;
        if (loam_store_open(&def, &store) == LOAM_OK)
        {
            opened++;
            whole += use(store);
        }
        else
        {
            CHECK_CONTAINS(loam_last_error(), "w.loam");
        }
        loam_store_close(store);
        remove("w.loam");
    }
    CHECK_RANGE(opened, rounds / 3, rounds - 1);
    CHECK_RANGE(whole, 0, opened / 2);
    CHECK_INT(folder_count(1), 1);
    free(bad);
    free(good.data);
}

int main(void)
{
    world_enter();
    RUN(test_a_damaged_chunk_is_set_aside);
    RUN(test_what_was_saved_since_is_not_set_aside);
    RUN(test_verify_finds_every_bit_of_a_chunk);
    RUN(test_verify_finds_damaged_plants);
    RUN(test_verify_looks_inside_plants);
    RUN(test_other_values_of_a_row);
    RUN(test_unknown_materials_are_refused);
    RUN(test_one_copy_of_everything_is_enough);
    RUN(test_without_both_copies);
    RUN(test_a_player_without_its_game);
    RUN(test_a_game_of_another_player);
    RUN(test_compacting_makes_two_of_one);
    RUN(test_damage_anywhere);
    folder_leave();
    return CHECK_DONE();
}
