// SPDX-License-Identifier: MIT
// Files whose pages are damaged: bytes in the wrong place, trees that lead astray, and what compacting makes
// of them.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "damaged.h"

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

int main(void)
{
    world_enter();
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
    folder_leave();
    return CHECK_DONE();
}
