// SPDX-License-Identifier: MIT
// Tables in which a row's number comes twice, or a row is missing. SQLite makes none; a damaged or a made-up
// file may have them.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "damaged.h"

enum
{
    PAGE = 4096,
    BRANCHES = 200
};

static void put_number(uint8_t *to, size_t bytes_wide, uint64_t number)
{
    for (size_t i = 0; i < bytes_wide; i++)
    {
        to[i] = (uint8_t)(number >> 8 * (bytes_wide - 1 - i));
    }
}

static size_t root_of(const char *name)
{
    char sql[128];
    snprintf(sql, sizeof sql, "SELECT rootpage FROM sqlite_master WHERE name = '%s'", name);
    return (size_t)ask("w.loam", sql);
}

// ---- one leaf at the end of all branches ------------------------------------------------------------

/// Makes an inner page of a table. Its first branch leads to one page, all others to another.
static void make_branches(uint8_t *page, uint32_t first, uint32_t others)
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
    put_number(page + 8, 4, others);
    for (uint32_t i = 0; i < BRANCHES; i++)
    {
        uint8_t *cell = page + PAGE - (i + 1) * CELL;
        put_number(page + HEADER + 2 * i, 2, (uint64_t)(cell - page));
        put_number(cell, 4, i == 0 ? first : others);
        cell[4] = (uint8_t)(0x80 | (i + 1) >> 7);
        cell[5] = (uint8_t)((i + 1) & 0x7f);
    }
}

/// A world with one chunk, which all branches of its table lead to; if barred, the first leads to a page that
/// cannot be read.
static void make_fan(bool barred)
{
    loam_store *store = world_make("w.loam", 0, 0);
    static chunk small; // its row fits into a page
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){FAR, 3}, small.tiles));
    loam_store_close(store);
    bytes file = world_bytes("w.loam");
    const size_t root = root_of("chunks"), pages = file.size / PAGE;
    uint8_t *fan = calloc(pages + 2, PAGE);
    memcpy(fan, file.data, file.size);
    memcpy(fan + pages * PAGE, fan + (root - 1) * PAGE, PAGE);
    fan[(pages + 1) * PAGE] = 7; // there are no such pages
    const uint32_t leaf = (uint32_t)pages + 1;
    make_branches(fan + (root - 1) * PAGE, barred ? leaf + 1 : leaf, leaf);
    put_number(fan + 28, 4, pages + 2);
    world_write("w.loam", fan, (pages + 2) * PAGE);
    free(fan);
    free(file.data);
}

// A row whose number has come before is not read again, from whichever end rows are read.
static void test_a_row_is_read_once(void)
{
    for (int barred = 0; barred < 2; barred++)
    {
        make_fan(barred);
        loam_store *store = world_open("w.loam", true);
        loam_store_verdict verdict = {0};
        CHECK_OK(loam_store_verify(store, world_ignore, NULL, &verdict));
        CHECK_INT(verdict.chunks, 1);
        CHECK_INT(verdict.bad_chunks, 0);
        CHECK(verdict.other_faults > 0);
        loam_store_close(store);
        CHECK_INT(folder_count(1), 1);
    }
}

// ---- two rows of one number ---------------------------------------------------------------------------

/// The cells of a leaf, in their order; how many there are.
static int cell_count(const uint8_t *page)
{
    return page[3] << 8 | page[4];
}

static uint8_t *cell_at(uint8_t *page, int number)
{
    const uint8_t *const pointer = page + 8 + 2 * number;
    return page + (pointer[0] << 8 | pointer[1]);
}

/// Behind a number of SQLite's, of one to nine bytes.
static uint8_t *skip_number(uint8_t *at)
{
    while (*at++ >= 0x80)
    {
    }
    return at;
}

/// Gives the second row of a table the first one's number, and the same to its entry in the index, whose last
/// byte it is.
static void repeat_first_row(uint8_t *table, uint8_t *index)
{
    CHECK_INT(cell_count(table), 2);
    CHECK_INT(cell_count(index), 2);
    uint8_t *const id = skip_number(cell_at(table, 1)); // behind the size of the row
    CHECK_INT(*id, 2);
    *id = 1;
    uint8_t *const entry = cell_at(index, 1); // its size is in the first byte
    CHECK_INT(entry[entry[0]], 2);
    entry[entry[0]] = 1;
}

/// A world of two chunks whose rows have the same number.
static void make_twins(void)
{
    loam_store *store = world_make("w.loam", 0, 0);
    static chunk small;
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){FAR, 3}, small.tiles));
    CHECK_OK(loam_store_flush(store));
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){FAR + 16, 3}, small.tiles));
    loam_store_close(store);
    bytes file = world_bytes("w.loam");
    repeat_first_row(file.data + (root_of("chunks") - 1) * PAGE,
                     file.data + (root_of("chunks_by_place") - 1) * PAGE);
    world_write("w.loam", file.data, file.size);
    free(file.data);
}

/// Saves a chunk of that world. If it is refused it is kept, and can be written once the file was made anew.
static bool is_refused(loam_chunk_pos at)
{
    make_twins();
    loam_store *store = world_open("w.loam", false);
    CHECK_OK(world_save(store, at, 5));
    const bool refused = loam_store_flush(store) != LOAM_OK;
    if (refused)
    {
        CHECK_CONTAINS(loam_last_error(), "w.loam: could not be written: the file is damaged");
        CHECK(world_has(store, at, 5));
        CHECK_OK(loam_store_compact(store, NULL));
        CHECK_OK(loam_store_flush(store));
    }
    loam_store_close(store);
    store = world_open("w.loam", true);
    CHECK(!refused || world_has(store, at, 5));
    CHECK(!refused || world_faults(store) == 0);
    loam_store_close(store);
    folder_count(1);
    return refused;
}

// Only one of two rows of one number can be reached. A new index leads both chunks there, so the other is not
// written after it was made either, and that is said.
static void test_a_chunk_that_a_new_index_does_not_lead_to(void)
{
    CHECK_INT(is_refused((loam_chunk_pos){FAR, 3}) + is_refused((loam_chunk_pos){FAR + 16, 3}), 1);
}

// ---- one row too few ------------------------------------------------------------------------------------

// A chunk that only the index still has is counted among those that were left behind.
static void test_a_single_row_that_is_missed(void)
{
    static chunk small;
    loam_store *store = world_make("w.loam", 0, 0);
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){FAR, 3}, small.tiles));
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){FAR + 16, 3}, small.tiles));
    loam_store_close(store);
    bytes file = world_bytes("w.loam");
    uint8_t *const table = file.data + (root_of("chunks") - 1) * PAGE;
    CHECK_INT(cell_count(table), 2);
    table[4] = 1; // as many rows as the page says to have
    world_write("w.loam", file.data, file.size);
    free(file.data);
    store = world_open("w.loam", false);
    loam_store_compaction done;
    CHECK_OK(loam_store_compact(store, &done));
    CHECK_INT(done.chunks, 1);
    CHECK_INT(done.left, 1);
    CHECK_CONTAINS(done.kept, "w.loam.damaged");
    loam_store_close(store);
    CHECK_INT(folder_count(1), 2);
}

int main(void)
{
    world_enter();
    RUN(test_a_row_is_read_once);
    RUN(test_a_chunk_that_a_new_index_does_not_lead_to);
    RUN(test_a_single_row_that_is_missed);
    folder_leave();
    return CHECK_DONE();
}
