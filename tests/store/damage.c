// SPDX-License-Identifier: MIT
// Files with damage in them: it is found and named, what is damaged is set aside, and everything else is
// as it was. A chunk that is loaded is never a wrong one.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "store/world.h"

#include <sqlite3.h>

// Places that are easily found among the bytes of a file: SQLite writes such a number as six bytes.
#define FAR ((int64_t)0x112233445566)

static char last_log[512];
static int log_count;

static void keep_log(void *user, loam_log_level level, const char *message)
{
    (void)user;
    (void)level;
    log_count++;
    snprintf(last_log, sizeof last_log, "%s", message);
}

static loam_store *open_logged(const char *path, bool read_only)
{
    loam_store_def def = world_def(path);
    def.read_only = read_only;
    def.env.log.write = keep_log;
    log_count = 0;
    last_log[0] = '\0';
    loam_store *store = NULL;
    CHECK_OK(loam_store_open(&def, &store));
    return store;
}

/// Flips one bit of a value, and nothing else.
static void flip(const char *path, const char *table, const char *column, int64_t id, size_t bit)
{
    sqlite3 *db;
    sqlite3_blob *blob;
    uint8_t byte = 0;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_INT(sqlite3_blob_open(db, "main", table, column, id, 1, &blob), SQLITE_OK);
    CHECK_INT(sqlite3_blob_read(blob, &byte, 1, (int)(bit / 8)), SQLITE_OK);
    byte ^= (uint8_t)(1u << bit % 8);
    CHECK_INT(sqlite3_blob_write(blob, &byte, 1, (int)(bit / 8)), SQLITE_OK);
    sqlite3_blob_close(blob);
    sqlite3_close(db);
}

static int64_t ask(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *row;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_REPORT(sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK, "%s: %s", sql,
                 sqlite3_errmsg(db));
    const int64_t value = sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_int64(row, 0) : -1;
    sqlite3_finalize(row);
    sqlite3_close(db);
    return value;
}

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
                                            : WORLD_SANITIZED             ? 997
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

static void change(const char *path, const char *sql)
{
    sqlite3 *db;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_REPORT(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql,
                 sqlite3_errmsg(db));
    sqlite3_close(db);
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

// ---- bytes --------------------------------------------------------------------------------------

/// Where the six bytes of a number stand for the n-th time, 0 if they do not.
static size_t find_number(const bytes *file, int64_t number, int nth)
{
    uint8_t wanted[6];
    for (int i = 0; i < 6; i++)
    {
        wanted[i] = (uint8_t)(number >> (40 - 8 * i));
    }
    for (size_t i = 0; i + 6 <= file->size; i++)
    {
        if (memcmp(file->data + i, wanted, 6) == 0 && nth-- == 0)
        {
            return i;
        }
    }
    return 0;
}

/// A world with five chunks in places that can be found, and its bytes.
static bytes make_far(void)
{
    loam_store *store = world_make("w.loam", 0, 1);
    for (int64_t i = 0; i < 5; i++)
    {
        CHECK_OK(world_save(store, (loam_chunk_pos){FAR + 16 * i, 3}, 1));
    }
    loam_store_close(store);
    return world_bytes("w.loam");
}

/// Whether all but one, or none, of those chunks are there.
static void has_all_but(loam_store *store, int64_t missing)
{
    for (int64_t i = 0; i < 5; i++)
    {
        const bool there = world_has(store, (loam_chunk_pos){FAR + 16 * i, 3}, 1);
        CHECK_REPORT(there == (i != missing), "chunk %d is %s", (int)i,
                     there ? "there" : "missing");
    }
}

/// A world whose third chunk's place has a bit flipped, in its row or in the index.
static bool make_misplaced(bool in_index, size_t byte, uint8_t bit)
{
    bytes file = make_far();
    // In its row there is a checksum behind the place, in the index the row's number.
    const size_t first = find_number(&file, FAR + 32, 0), second = find_number(&file, FAR + 32, 1);
    const bool first_is_index = first > 0 && file.data[first + 6] == 3;
    const bool found = second > 0 && find_number(&file, FAR + 32, 2) == 0;
    file.data[(first_is_index == in_index ? first : second) + byte] ^= bit;
    world_write("w.loam", file.data, file.size);
    free(file.data);
    return found;
}

// The place of a chunk stands in its row and in the index. From the one the other can be told.
static void test_a_damaged_place(void)
{
    for (int in_index = 0; in_index < 2; in_index++)
    {
        CHECK(make_misplaced(in_index, 5, 1));
        loam_store *store = world_open("w.loam", false);
        CHECK_RANGE(world_faults(store), 1, 10);
        has_all_but(store, in_index ? 2 : -1);
        CHECK_OK(loam_store_flush(store));
        has_all_but(store, in_index ? 2 : -1); // nothing was set aside that is good
        CHECK_OK(loam_store_compact(store, NULL));
        has_all_but(store, -1);
        CHECK_INT(world_faults(store), 0);
        loam_store_close(store);
        CHECK_INT(folder_count(1), 1);
    }
}

static loam_result visit_nothing(void *user, loam_chunk_pos at)
{
    (void)user;
    (void)at;
    return LOAM_OK;
}

// An index that is out of order hides chunks that are not damaged. That is seen when it is opened.
static void test_a_damaged_order(void)
{
    CHECK(make_misplaced(true, 0, 0x40));
    loam_store *store = open_logged("w.loam", true);
    CHECK_TEXT(last_log, "w.loam: its index is damaged, so that chunks may be missing");
    CHECK_RANGE(world_faults(store), 1, 10);
    CHECK_INT(loam_store_each(store, visit_nothing, NULL), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "w.loam: cannot be read: the file is damaged");
    loam_store_close(store);
    store = open_logged("w.loam", false);
    CHECK_TEXT(last_log, "w.loam: its index is damaged, and was made anew");
    has_all_but(store, -1);
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

/// The place of a chunk's row number in the index: right behind its place.
static size_t find_index_entry(const bytes *file, int64_t number, uint8_t id)
{
    for (int nth = 0; nth < 2; nth++)
    {
        const size_t at = find_number(file, number, nth);
        if (at > 0 && file->data[at + 6] == id)
        {
            return at + 6;
        }
    }
    CHECK_REPORT(false, "the index has no entry");
    return 0;
}

// An index that leads to a row of another chunk: that one must not be set aside, nor written over.
static void test_an_index_that_leads_astray(void)
{
    bytes file = make_far();
    file.data[find_index_entry(&file, FAR + 32, 3)] = 4;
    world_write("w.loam", file.data, file.size);
    loam_store *store = open_logged("w.loam", false);
    static chunk got;
    CHECK_INT(loam_store_load(store, (loam_chunk_pos){FAR + 32, 3}, got.tiles), LOAM_NOT_FOUND);
    CHECK_CONTAINS(last_log, "the index leads to another chunk");
    CHECK_OK(loam_store_flush(store));
    has_all_but(store, 2);
    loam_store_info info;
    CHECK_OK(loam_store_describe(store, &info));
    CHECK_INT(info.damaged, 0);
    CHECK_OK(loam_store_compact(store, NULL));
    has_all_but(store, -1);
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    free(file.data);
    CHECK_INT(folder_count(1), 1);
}

// Saving the chunk whose entry leads astray mends the index, and writes over no other chunk.
static void test_saving_where_the_index_leads_astray(void)
{
    bytes file = make_far();
    file.data[find_index_entry(&file, FAR + 32, 3)] = 4;
    world_write("w.loam", file.data, file.size);
    loam_store *store = world_open("w.loam", false);
    CHECK_OK(world_save(store, (loam_chunk_pos){FAR + 32, 3}, 77));
    CHECK_OK(loam_store_flush(store));
    has_all_but(store, 2);
    CHECK(world_has(store, (loam_chunk_pos){FAR + 32, 3}, 77));
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    free(file.data);
    CHECK_INT(folder_count(1), 1);
}

static loam_result count_visits(void *user, loam_chunk_pos place)
{
    (void)place;
    return ++*(int32_t *)user > 20000 ? LOAM_FAILED : LOAM_OK;
}

// Places that are no numbers sort behind all numbers and read as 0: going through them has an end.
static void test_places_that_lead_back(void)
{
    loam_store_close(world_make("w.loam", 0, 1));
    sqlite3 *db;
    CHECK_INT(sqlite3_open("w.loam", &db), SQLITE_OK);
    const char *const fill = "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE "
                             "i < 1100) INSERT INTO chunks(y, x, format, checksum, data) "
                             "SELECT i, 1, 1, 1, x'00' FROM c UNION ALL "
                             "SELECT 'a' || i, 1, 1, 1, x'00' FROM c";
    CHECK_INT(sqlite3_exec(db, fill, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    loam_store *store = world_open("w.loam", false);
    int32_t visits = 0;
    CHECK_INT(loam_store_each(store, count_visits, &visits), LOAM_IO);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// A chunk that cannot be written keeps no other from being written, is kept itself, and can be written
// as soon as the file has been.
static void test_a_chunk_that_cannot_be_written(void)
{
    bytes file = make_far();
    file.data[find_index_entry(&file, FAR + 32, 3)] = 99;
    world_write("w.loam", file.data, file.size);
    loam_store *store = open_logged("w.loam", false);
    static chunk got;
    CHECK_INT(loam_store_load(store, (loam_chunk_pos){FAR + 32, 3}, got.tiles), LOAM_NOT_FOUND);
    CHECK_CONTAINS(last_log, "the index leads to no row");
    for (int64_t i = 0; i < 5; i++)
    {
        CHECK_OK(world_save(store, (loam_chunk_pos){FAR + 16 * i, 3}, 2));
    }
    CHECK_INT(loam_store_flush(store), LOAM_IO);
    // That may have been an attempt which began before all were saved; the next has all of them.
    CHECK_INT(loam_store_flush(store), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "w.loam: could not be written: the file is damaged");
    loam_store *reader = world_open("w.loam", true);
    for (int64_t i = 0; i < 5; i++)
    {
        CHECK(world_has(store, (loam_chunk_pos){FAR + 16 * i, 3}, 2));
        CHECK_INT(world_has(reader, (loam_chunk_pos){FAR + 16 * i, 3}, 2), i != 2);
    }
    loam_store_close(reader);
    CHECK_OK(loam_store_compact(store, NULL));
    CHECK_OK(loam_store_flush(store));
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    store = world_open("w.loam", true);
    for (int64_t i = 0; i < 5; i++)
    {
        CHECK(world_has(store, (loam_chunk_pos){FAR + 16 * i, 3}, 2));
    }
    loam_store_close(store);
    free(file.data);
    CHECK_INT(folder_count(1), 1);
}

// ---- strangers' trees ---------------------------------------------------------------------------

enum
{
    PAGE = 4096,
    LEVELS = 12,
    BRANCHES = 200
};

static void put_number(uint8_t *to, size_t bytes_wide, uint64_t number)
{
    for (size_t i = 0; i < bytes_wide; i++)
    {
        to[i] = (uint8_t)(number >> 8 * (bytes_wide - 1 - i));
    }
}

/// Makes an inner page of a table, all of whose branches lead to one other.
static void make_branches(uint8_t *page, uint32_t child)
{
    enum
    {
        HEADER = 12,
        CELL = 6 // a child and a row number of two bytes
    };
    memset(page, 0, PAGE);
    page[0] = 5;
    put_number(page + 3, 2, BRANCHES);
    put_number(page + 5, 2, PAGE - BRANCHES * CELL);
    put_number(page + 8, 4, child);
    for (uint32_t i = 0; i < BRANCHES; i++)
    {
        uint8_t *cell = page + PAGE - (i + 1) * CELL;
        put_number(page + HEADER + 2 * i, 2, (uint64_t)(cell - page));
        put_number(cell, 4, child);
        cell[4] = (uint8_t)(0x80 | (i + 1) >> 7);
        cell[5] = (uint8_t)((i + 1) & 0x7f);
    }
}

/// A world whose table of chunks is a tree of so many levels, in which all ways lead to the same leaf.
static void make_maze(void)
{
    bytes file = world_bytes("w.loam");
    const size_t root = (size_t)ask("w.loam", "SELECT rootpage FROM sqlite_master WHERE name = "
                                              "'chunks'");
    const size_t pages = file.size / PAGE;
    uint8_t *maze = malloc(file.size + LEVELS * PAGE);
    memcpy(maze, file.data, file.size);
    for (size_t level = 0; level < LEVELS - 1; level++)
    {
        make_branches(maze + (pages + level) * PAGE, (uint32_t)(pages + level + 2));
    }
    memcpy(maze + (pages + LEVELS - 1) * PAGE, maze + (root - 1) * PAGE, PAGE);
    make_branches(maze + (root - 1) * PAGE, (uint32_t)(pages + 1));
    put_number(maze + 28, 4, pages + LEVELS);
    world_write("w.loam", maze, file.size + LEVELS * PAGE);
    free(maze);
    free(file.data);
}

// Files can be made in which more rows seem to be than one could ever read.
static void test_a_maze_has_an_end(void)
{
    loam_store *store = world_make("w.loam", 0, 0);
    static chunk small;
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){FAR, 3}, small.tiles));
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){FAR + 16, 3}, small.tiles));
    loam_store_close(store);
    make_maze();
    store = world_open("w.loam", true);
    loam_store_info info;
    CHECK_INT(loam_store_describe(store, &info), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "w.loam: cannot be read: the file is damaged");
    CHECK_RANGE(world_faults(store), 1, 200);
    loam_store_close(store);
    // The same with an index that has to be made anew from it.
    bytes file = world_bytes("w.loam");
    for (int nth = 0; nth < 3; nth++)
    {
        const size_t at = find_number(&file, FAR, nth);
        file.data[at] ^= at > 0 && file.data[at + 6] != 0 ? 0x40 : 0;
    }
    world_write("w.loam", file.data, file.size);
    free(file.data);
    store = open_logged("w.loam", false);
    CHECK_CONTAINS(last_log, "w.loam: its index is damaged");
    CHECK_OK(loam_store_compact(store, NULL));
    loam_store_close(store);
    CHECK_INT(folder_count(1), 2); // the maze is kept
}

// ---- what compacting cannot read ----------------------------------------------------------------

enum
{
    MANY = 300
};

/// Compacts w.loam and checks what it says; the old file, as it was, is kept under this name.
static void compact_keeping(const bytes *old, const char *name, uint64_t chunks, uint64_t left)
{
    loam_store *store = open_logged("w.loam", false);
    loam_store_compaction done;
    CHECK_OK(loam_store_compact(store, &done));
    CHECK_INT(done.chunks, chunks);
    CHECK_INT(done.left, left);
    const char *slash = strrchr(done.kept, '/');
    CHECK_TEXT(slash != NULL ? slash + 1 : done.kept, name);
    CHECK_CONTAINS(last_log, "chunks were copied");
    CHECK_CONTAINS(last_log, name);
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    const bytes kept = world_bytes(name);
    CHECK_INT(kept.size, old->size);
    // SQLite writes into the first page how often and by whom the file was written.
    CHECK(kept.data != NULL && kept.size == old->size &&
          memcmp(kept.data + PAGE, old->data + PAGE, old->size - PAGE) == 0);
    free(kept.data);
}

// A page at the top of the table is damaged: no chunk can be read, and all are still in the old file,
// under a name that no other file had.
static void test_compacting_keeps_what_it_cannot_read(void)
{
    loam_store_close(world_make("w.loam", MANY, 1));
    bytes file = world_bytes("w.loam");
    file.data[PAGE] = 7;
    static const char *const names[] = {"w.loam.damaged", "w.loam.damaged-2"};
    for (int i = 0; i < 2; i++)
    {
        world_write("w.loam", file.data, file.size);
        compact_keeping(&file, names[i], 0, MANY);
    }
    CHECK_INT(folder_count(0), 3);
    // The right byte in its place, and everything is there again.
    file.data[PAGE] = 5;
    world_write("w.loam.damaged", file.data, file.size);
    loam_store *store = world_open("w.loam.damaged", true);
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    free(file.data);
    folder_count(1);
}

// A page that says to have fewer rows than it has: reading ends early, and without an error.
static void test_compacting_misses_rows(void)
{
    loam_store_close(world_make("w.loam", MANY, 1));
    bytes file = world_bytes("w.loam");
    CHECK_INT(file.data[PAGE], 5);
    CHECK(file.data[PAGE + 4] > 1);
    file.data[PAGE + 4] = 1;
    world_write("w.loam", file.data, file.size);
    loam_store *store = open_logged("w.loam", false);
    loam_store_compaction done;
    CHECK_OK(loam_store_compact(store, &done));
    CHECK_RANGE(done.chunks, 1, MANY - 1);
    CHECK_INT(done.chunks + done.left, MANY);
    CHECK_CONTAINS(done.kept, "w.loam.damaged");
    loam_store_close(store);
    free(file.data);
    CHECK_INT(folder_count(1), 2);
}

static void test_compacting_keeps_a_damaged_chunk(void)
{
    loam_store_close(world_make("w.loam", 5, 1));
    flip("w.loam", "chunks", "data", 3, 333);
    bytes file = world_bytes("w.loam");
    compact_keeping(&file, "w.loam.damaged", 4, 1);
    // The next time there is nothing to keep.
    loam_store *store = open_logged("w.loam", false);
    loam_store_compaction done;
    CHECK_OK(loam_store_compact(store, &done));
    CHECK_INT(done.chunks, 4);
    CHECK_TEXT(done.kept, "");
    CHECK_INT(log_count, 0);
    loam_store_close(store);
    free(file.data);
    CHECK_INT(folder_count(1), 2);
}

// A value that is larger than any chunk is not even read, and is one damaged chunk like others.
static void test_a_chunk_that_is_too_large(void)
{
    static const char *const values[] = {"zeroblob(20000000)", "zeroblob(100000)",
                                         "CAST(zeroblob(20000000) AS TEXT)"};
    for (int i = 0; i < 3; i++)
    {
        char sql[128];
        loam_store_close(world_make("w.loam", 5, 1));
        snprintf(sql, sizeof sql, "UPDATE chunks SET data = %s WHERE id = 3", values[i]);
        change("w.loam", sql);
        loam_store *store = open_logged("w.loam", true);
        loam_store_verdict verdict = {0};
        CHECK_OK(loam_store_verify(store, world_ignore, NULL, &verdict));
        CHECK_INT(verdict.chunks, 5);
        CHECK_INT(verdict.bad_chunks, 1);
        loam_store_close(store);
        bytes file = world_bytes("w.loam");
        compact_keeping(&file, "w.loam.damaged", 4, 1);
        world_write("w.loam", file.data, file.size);
        free(file.data);
        store = open_logged("w.loam", false);
        static chunk got;
        CHECK_INT(loam_store_load(store, (loam_chunk_pos){2, 0}, got.tiles), LOAM_NOT_FOUND);
        CHECK_OK(loam_store_flush(store));
        loam_store_info info;
        CHECK_OK(loam_store_describe(store, &info));
        CHECK_INT(info.chunks, 4); // set aside
        CHECK_INT(info.damaged, 1);
        CHECK_OK(world_save(store, (loam_chunk_pos){2, 0}, 2));
        CHECK_OK(loam_store_flush(store));
        loam_store_close(store);
        CHECK_INT(folder_count(1), 2);
    }
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
    const int rounds = soak != NULL ? 20000 : WORLD_SANITIZED ? 20 : 200;
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
    RUN(test_other_values_of_a_row);
    RUN(test_unknown_materials_are_refused);
    RUN(test_one_copy_of_everything_is_enough);
    RUN(test_without_both_copies);
    RUN(test_a_player_without_its_game);
    RUN(test_a_game_of_another_player);
    RUN(test_compacting_makes_two_of_one);
    RUN(test_a_damaged_place);
    RUN(test_a_damaged_order);
    RUN(test_an_index_that_leads_astray);
    RUN(test_saving_where_the_index_leads_astray);
    RUN(test_places_that_lead_back);
    RUN(test_a_chunk_that_cannot_be_written);
    RUN(test_a_maze_has_an_end);
    RUN(test_compacting_keeps_what_it_cannot_read);
    RUN(test_compacting_misses_rows);
    RUN(test_compacting_keeps_a_damaged_chunk);
    RUN(test_a_chunk_that_is_too_large);
    RUN(test_damage_anywhere);
    folder_leave();
    return CHECK_DONE();
}
