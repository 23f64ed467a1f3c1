// SPDX-License-Identifier: MIT
// The power goes while worlds are made, opened, written, compacted, copied and closed. What is left is opened
// as a user would: by readers, and to go on. It is whole, and has everything of which a flush had returned
// before.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "store/crashing.h"
#include "store/numbered.h"

#include <sqlite3.h>

enum
{
    NUMBERS = 120, // chunks that a run saves
    COPIED = 60,   // the one after which the world is copied
};

// ---- what is done before the power goes -------------------------------------------------------------

/// As SQLite does by itself when the log is 16 MiB long: the next write begins at its start again.
static void checkpoint(void)
{
    sqlite3 *db;
    CHECK_INT(sqlite3_open("disk/w.loam", &db), SQLITE_OK);
    CHECK_INT(sqlite3_exec(db, "PRAGMA wal_checkpoint(PASSIVE)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void save_number(run *of, loam_store *store, uint64_t number)
{
    CHECK_OK(numbered_save(store, number));
    if (numbered_is_flushed(number))
    {
        CHECK_OK(loam_store_flush(store));
        run_promise(of, number);
        if (numbered_is_compacted(number))
        {
            CHECK_OK(loam_store_compact(store, NULL));
        }
        else if (number % 3 == 0)
        {
            checkpoint();
        }
    }
    if (number == COPIED)
    {
        CHECK_OK(loam_store_copy(store, "disk/copy.loam"));
        run_promise(of, number);
    }
}

static loam_store *create_world(const char *path, loam_store_kind kind)
{
    const loam_store_def def = world_def(path);
    loam_store *store = NULL;
    CHECK_OK(kind == LOAM_STORE_LAND ? loam_store_create_land(&def, 7, NULL, &store)
                                     : loam_store_create(&def, 7, world_defs(), &store));
    return store;
}

static bool open_at(const char *path, bool read_only, loam_store **store)
{
    loam_store_def def = world_def(path);
    def.read_only = read_only;
    def.kind = LOAM_STORE_ANY;
    return loam_store_open(&def, store) == LOAM_OK;
}

/// Makes a world, and saves chunks into it; it is closed and opened again several times.
static run write_world(loam_store_kind kind, bool lies)
{
    run made = {.log = disk_begin("disk")};
    if (lies)
    {
        disk_lie(made.log);
    }
    loam_store *store = create_world("disk/w.loam", kind);
    run_promise(&made, 0);
    for (uint64_t number = 1; number <= NUMBERS && store != NULL; number++)
    {
        save_number(&made, store, number);
        if (number % 25 == 0)
        {
            loam_store_close(store);
            run_promise(&made, number);
            CHECK(open_at("disk/w.loam", false, &store));
        }
    }
    loam_store_close(store);
    run_promise(&made, NUMBERS);
    disk_end(made.log);
    return made;
}

// ---- what is found afterwards -----------------------------------------------------------------------

/// Puts what was being done before the message of what failed.
static bool fail(char *fault, const char *doing)
{
    char why[FAULT_BYTES];
    snprintf(why, sizeof why, "%s", fault[0] != '\0' ? fault : loam_last_error());
    snprintf(fault, FAULT_BYTES, "%s: %.*s", doing, FAULT_BYTES - 64, why);
    return false;
}

static loam_result count_chunk(void *user, loam_chunk_pos at)
{
    (void)at;
    ++*(uint64_t *)user;
    return LOAM_OK;
}

static loam_result count_voxels(void *user, loam_store_chunk_pos at)
{
    (void)at;
    ++*(uint64_t *)user;
    return LOAM_OK;
}

static loam_result count_chunks(loam_store *store, uint64_t *chunks)
{
    return loam_store_kind_of(store) == LOAM_STORE_LAND
               ? loam_store_each_voxels(store, count_voxels, chunks)
               : loam_store_each(store, count_chunk, chunks);
}

/// What info, verify, map and export do.
static bool is_readable(const char *path, numbered *safe, char *fault)
{
    loam_store *store;
    loam_store_info info = {0};
    uint64_t chunks = 0;
    fault[0] = '\0';
    if (!open_at(path, true, &store))
    {
        return fail(fault, "open for reading");
    }
    const bool whole = loam_store_describe(store, &info) == LOAM_OK &&
                       count_chunks(store, &chunks) == LOAM_OK && chunks == info.chunks &&
                       info.damaged == 0 && numbered_are_there(store, safe, fault, FAULT_BYTES);
    loam_store_close(store);
    return whole || fail(fault, "read");
}

/// Opens a world and saves some more, which is then safe too.
static bool can_go_on(const char *path, uint64_t number, numbered *safe, char *fault)
{
    loam_store *store;
    fault[0] = '\0';
    if (!open_at(path, false, &store))
    {
        return fail(fault, "open for writing");
    }
    bool whole = numbered_are_there(store, safe, fault, FAULT_BYTES);
    if (whole)
    {
        fault[0] = '\0';
        whole = numbered_save(store, number) == LOAM_OK && loam_store_flush(store) == LOAM_OK &&
                (number % 3 != 0 || loam_store_compact(store, NULL) == LOAM_OK);
        numbered_note(safe, number);
    }
    loam_store_close(store);
    return whole || fail(fault, "go on");
}

static bool is_world_fine(const char *path, bool promised, numbered safe, uint64_t seed,
                          char *fault)
{
    struct stat status;
    if (!promised && stat(path, &status) != 0)
    {
        return true; // it was never there
    }
    return (seed % 2 != 0 || is_readable(path, &safe, fault)) &&
           can_go_on(path, (uint64_t)1 << 32 | (seed & 0xffffff), &safe, fault) &&
           is_readable(path, &safe, fault);
}

/// Whether nothing lies about any more once a world was opened, written and closed. A lock or a world in the
/// making with rubbish in it could be anybody's, and stays.
static bool is_tidy(const char *folder, char *fault)
{
    static const char *const endings[] = {"-journal", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
    {
        struct stat status;
        char path[64];
        snprintf(path, sizeof path, "%s/w.loam%s", folder, endings[i]);
        if (stat(path, &status) == 0)
        {
            snprintf(fault, FAULT_BYTES, "%s is left", path);
            return false;
        }
    }
    return true;
}

static numbered all_up_to(uint64_t last)
{
    numbered safe = {0};
    for (uint64_t number = 1; number <= last; number++)
    {
        numbered_note(&safe, number);
    }
    return safe;
}

static bool is_fine(const run *of, const char *folder, size_t length, uint64_t seed, char *fault)
{
    char path[64];
    uint64_t last;
    const bool promised = run_promised(of, length, &last);
    snprintf(path, sizeof path, "%s/w.loam", folder);
    if (!is_world_fine(path, promised, all_up_to(last), seed, fault) ||
        (promised && !is_tidy(folder, fault)))
    {
        return false;
    }
    snprintf(path, sizeof path, "%s/copy.loam", folder);
    return seed % 4 != 0 || is_world_fine(path, last > COPIED, all_up_to(COPIED), seed, fault) ||
           fail(fault, "the copy");
}

// ---- tests --------------------------------------------------------------------------------------

static void copy_file(const char *from, const char *to)
{
    const bytes all = world_bytes(from);
    CHECK(all.data != NULL);
    world_write(to, all.data, all.size);
    free(all.data);
}

/// Leaves a world as one is whose first page was being written when the power went: it is rubbish, and its
/// journal, which was safe before, has it as it was.
static void tear_world(const char *path, const char *torn)
{
    char journal[64], torn_journal[64];
    sqlite3 *db;
    snprintf(journal, sizeof journal, "%s-journal", path);
    snprintf(torn_journal, sizeof torn_journal, "%s-journal", torn);
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    // More than the cache holds, so that the journal and then some pages are written before the end.
    CHECK_INT(
        sqlite3_exec(db,
                     "PRAGMA cache_size=2; BEGIN; PRAGMA user_version=1; "
                     "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE "
                     "i < 3000) INSERT INTO damaged(y, x, time, reason) SELECT i, i, i, 'none' "
                     "FROM n",
                     NULL, NULL, NULL),
        SQLITE_OK);
    copy_file(path, torn);
    copy_file(journal, torn_journal);
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(db);
    bytes all = world_bytes(torn);
    memset(all.data, 0x5a, 512);
    world_write(torn, all.data, all.size);
    free(all.data);
}

// Readers and writers look for it there. What has no such journal is still no world.
static void test_a_torn_first_page_is_in_the_journal(void)
{
    loam_store *store = world_make("w.loam", 3, 1);
    loam_store_close(store);
    for (int read_only = 0; read_only < 2; read_only++)
    {
        tear_world("w.loam", "torn.loam");
        store = world_open("torn.loam", read_only != 0);
        if (store == NULL)
        {
            return;
        }
        CHECK_INT(world_faults(store), 0);
        CHECK(world_has(store, (loam_chunk_pos){2, 0}, 1));
        loam_store_close(store);
    }
    tear_world("w.loam", "torn.loam");
    remove("torn.loam-journal");
    const loam_store_def def = world_def("torn.loam");
    CHECK_INT(loam_store_open(&def, &store), LOAM_IO);
    CHECK_TEXT(loam_last_error(), "torn.loam: is no Loam world");
    remove("torn.loam");
    remove("w.loam");
}

static void lose_nothing(loam_store_kind kind, int points)
{
    const crash_test test = {is_fine, points, true};
    run made = write_world(kind, false);
    CHECK(disk_is_complete(made.log));
    CHECK_INT(crash_run(&test, &made), 0);
    disk_free(made.log);
    crash_empty("disk");
}

static void test_nothing_that_was_flushed_is_lost(void)
{
    lose_nothing(LOAM_STORE_TILES, crash_points(200, 5000));
}

static void test_nothing_of_a_land_is_lost(void)
{
    lose_nothing(LOAM_STORE_LAND, crash_points(40, 2500));
}

// The same on a disk that synchronises nothing: if that were fine too, nothing would be tested.
static void test_a_disk_that_lies_is_found_out(void)
{
    const crash_test test = {is_fine, check_sample(40), false};
    run made = write_world(LOAM_STORE_TILES, true);
    CHECK_RANGE(crash_run(&test, &made), test.points / 4, test.points);
    disk_free(made.log);
    crash_empty("disk");
}

int main(void)
{
    world_enter();
    crash_begin();
    RUN(test_a_torn_first_page_is_in_the_journal);
    RUN(test_nothing_that_was_flushed_is_lost);
    RUN(test_nothing_of_a_land_is_lost);
    RUN(test_a_disk_that_lies_is_found_out);
    crash_end();
    folder_leave();
    return CHECK_DONE();
}
