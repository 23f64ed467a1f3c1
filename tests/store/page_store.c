// SPDX-License-Identifier: MIT
// Pages of pipelines in a file: found again, never wrong, within their limits, whatever the file has in it.
#include "check.h"
#include "export/folder.h"
#include "pipeline/meter.h"
#include "sanitized.h"

#include "loam/jobs.h"
#include "loam/land.h"
#include "loam/page_store.h"
#include "loam/random.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
    PAGES = 40,
    MAX_SIZE = 50000,
    FLIPS = 300,
    THREADS = 4,
};

static uint8_t data[MAX_SIZE], found[MAX_SIZE];
static char log_text[512];
static int32_t log_count;

static void write_log(void *user, loam_log_level level, const char *message)
{
    (void)user;
    (void)level;
    log_count++;
    snprintf(log_text, sizeof log_text, "%s", message);
}

static loam_page_store_def def_of(const char *path)
{
    loam_page_store_def def = loam_default_page_store_def();
    def.path = path;
    def.env.log.write = write_log;
    return def;
}

static loam_page_store *open_store(const char *path)
{
    const loam_page_store_def def = def_of(path);
    loam_page_store *store = NULL;
    CHECK_OK(loam_page_store_open(&def, &store));
    return store;
}

static size_t size_of(int32_t page)
{
    return page == 0 ? 0 : (size_t)page * page * 31;
}

/// Bytes that are in no other page; half of them cannot be compressed.
static void fill(int32_t page, uint8_t *out, size_t size)
{
    for (size_t i = 0; i < size; i++)
    {
        out[i] = (uint8_t)(i % 2 == 0 ? loam_random_u32((uint64_t)page, i) : (uint32_t)page);
    }
}

static uint64_t identity_of(int32_t page)
{
    return loam_random_u64(99, (uint64_t)page); // all bits are used
}

static loam_page_id id_of(int32_t page)
{
    return (loam_page_id){.stage = page % 3, .level = page % 5, .x = page, .y = -page, .z = 7};
}

static void keep(loam_page_store *store, int32_t page)
{
    const loam_back_store back = loam_page_store_back(store);
    const loam_page_id id = id_of(page);
    fill(page, data, size_of(page));
    CHECK_OK(back.save(back.user, identity_of(page), &id, data, size_of(page)));
}

/// Whether it is there; if it is then it is right.
static bool has(loam_page_store *store, int32_t page)
{
    const loam_back_store back = loam_page_store_back(store);
    const loam_page_id id = id_of(page);
    size_t size = 0;
    const loam_result result = back.load(back.user, identity_of(page), &id, found, sizeof found,
                                         &size);
    if (result != LOAM_OK)
    {
        CHECK_INT(result, LOAM_NOT_FOUND);
        return false;
    }
    fill(page, data, size_of(page));
    CHECK_U64(size, size_of(page));
    CHECK(size != size_of(page) || memcmp(data, found, size) == 0);
    return true;
}

static int32_t count_of(loam_page_store *store)
{
    int32_t count = 0;
    for (int32_t page = 0; page < PAGES; page++)
    {
        count += has(store, page);
    }
    return count;
}

static void test_pages_are_found_again(void)
{
    loam_page_store *store = open_store("pages");
    CHECK_INT(count_of(store), 0);
    for (int32_t page = 0; page < PAGES; page++)
    {
        keep(store, page);
        CHECK(has(store, page)); // some of them wait, some are in the file
    }
    CHECK_INT(count_of(store), PAGES);
    loam_page_store_figures figures = loam_page_store_measure(store);
    CHECK(figures.pages == PAGES && figures.kept == PAGES && figures.missed == PAGES);
    CHECK(figures.damaged == 0 && figures.forgotten == 0);
    loam_page_store_close(store);

    store = open_store("pages");
    CHECK_INT(count_of(store), PAGES);
    CHECK_INT(loam_page_store_measure(store).bytes, figures.bytes);
    CHECK_INT(loam_page_store_measure(store).pages, PAGES);
    CHECK(!has(store, PAGES));
    loam_page_store_close(store);
    CHECK_INT(folder_count(1), 1); // at rest it is one file
}

static void test_a_page_that_does_not_fit_is_not_given(void)
{
    loam_page_store *const store = open_store("pages");
    const loam_back_store back = loam_page_store_back(store);
    const loam_page_id id = id_of(20), other = id_of(21);
    size_t size = 1;
    keep(store, 20);
    found[size_of(20) - 1] = 77;
    CHECK_INT(back.load(back.user, identity_of(20), &id, found, size_of(20) - 1, &size),
              LOAM_NOT_FOUND);
    CHECK(size == 0 && found[size_of(20) - 1] == 77);
    CHECK_INT(back.load(back.user, identity_of(20), &other, found, sizeof found, &size),
              LOAM_NOT_FOUND);
    CHECK(has(store, 20));
    loam_page_store_close(store);
    folder_count(1);
}

// ---- files that are not as they were ------------------------------------------------------------

static void run_sql(const char *path, const char *sql)
{
    sqlite3 *db;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_INT(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void make_pages(const char *path)
{
    loam_page_store *const store = open_store(path);
    for (int32_t page = 0; page < PAGES; page++)
    {
        keep(store, page);
    }
    loam_page_store_close(store);
}

static void check_damaged_rows(const char *sql, int32_t fewest, int32_t most)
{
    make_pages("pages");
    run_sql("pages", sql);
    loam_page_store *store = open_store("pages");
    const int32_t left = count_of(store);
    CHECK_RANGE(left, fewest, most);
    CHECK_INT(loam_page_store_measure(store).damaged, PAGES - left);
    for (int32_t page = 0; page < PAGES; page++)
    {
        keep(store, page);
    }
    loam_page_store_close(store);
    store = open_store("pages");
    CHECK_INT(count_of(store), PAGES); // what grew again took their place
    CHECK_INT(loam_page_store_measure(store).pages, PAGES);
    loam_page_store_close(store);
    folder_count(1);
}

static void test_rows_that_are_not_right_are_not_there(void)
{
    check_damaged_rows("UPDATE pages SET checksum=checksum+1 WHERE content%2=1", 1, PAGES - 1);
    check_damaged_rows("UPDATE pages SET content=content+1", 0, 0);
    check_damaged_rows("UPDATE pages SET content=-1", 0, 0);
    check_damaged_rows("UPDATE pages SET content=9223372036854775807", 0, 0);
    check_damaged_rows("UPDATE pages SET data=zeroblob(100)", 0, 0);
    check_damaged_rows("UPDATE pages SET data=''", 0, 0);
    check_damaged_rows("UPDATE pages SET data='text', size='text', run=-5", 0, 0);
    check_damaged_rows("UPDATE pages SET run=9223372036854775806", PAGES, PAGES);
}

static size_t read_file(const char *path, uint8_t **bytes)
{
    FILE *const file = fopen(path, "rb");
    CHECK(file != NULL);
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    *bytes = malloc(size);
    CHECK_U64(fread(*bytes, 1, size, file), size);
    fclose(file);
    return size;
}

static void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *const file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(bytes, 1, size, file) == size);
    fclose(file);
}

/// Somewhere in the file: its header, its first page, anywhere.
static size_t place_of(int32_t flip, size_t size)
{
    const uint32_t within = flip % 3 == 0 ? 100 : flip % 3 == 1 ? 4096 : (uint32_t)size;
    return loam_random_below(5, (uint64_t)flip, within);
}

// Bytes of the file are turned anywhere: pages are right or not there, and the file can be used or is refused.
static void test_any_byte_may_be_wrong(void)
{
    uint8_t *bytes;
    int32_t whole = 0, refused = 0;
    make_pages("pages");
    const size_t size = read_file("pages", &bytes);
    const int32_t flips = check_cases(FLIPS, FLIPS / 5);
    for (int32_t i = 0; i < flips; i++)
    {
        const size_t at = place_of(i, size);
        const uint8_t was = bytes[at];
        bytes[at] ^= (uint8_t)(1 + loam_random_below(6, (uint64_t)i, 255));
        write_file("pages", bytes, size);
        bytes[at] = was;
        const loam_page_store_def def = def_of("pages");
        loam_page_store *store = NULL;
        const loam_result result = loam_page_store_open(&def, &store);
        CHECK((result == LOAM_OK) == (store != NULL));
        refused += result != LOAM_OK;
        if (store != NULL)
        {
            whole += count_of(store) == PAGES;
            keep(store, i % PAGES);
            CHECK(has(store, i % PAGES));
            loam_page_store_close(store);
        }
        folder_count(1);
    }
    CHECK_RANGE(refused, flips / 30, flips / 3);
    CHECK_RANGE(whole, flips / 10, flips - flips / 10);
    free(bytes);
}

// What is left of a file that was cut off is used or begun anew, and never refused.
static void test_a_file_that_was_cut_off_is_begun_anew(void)
{
    static const size_t lengths[] = {100, 512, 4096, 8192, 100000, 200000};
    uint8_t *bytes;
    make_pages("pages");
    const size_t size = read_file("pages", &bytes);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
    {
        CHECK(lengths[i] < size);
        write_file("pages", bytes, lengths[i]);
        loam_page_store *store = open_store("pages");
        CHECK(store != NULL);
        (void)count_of(store);
        keep(store, 9);
        loam_page_store_close(store);
        store = open_store("pages");
        keep(store, 9); // a file that was found damaged is gone with the first
        CHECK(has(store, 9));
        loam_page_store_close(store);
        folder_count(1);
    }
    make_pages("pages");
    run_sql("pages", "DROP TABLE pages; CREATE VIEW pages AS SELECT 1 AS identity");
    loam_page_store *const store = open_store("pages");
    CHECK_INT(count_of(store), 0);
    loam_page_store_close(store);
    folder_count(1);
    free(bytes);
}

/// In another process: opens, keeps a page and closes. Whether all of it went well.
static pid_t begin_process(int32_t page)
{
    const pid_t child = fork();
    if (child == 0)
    {
        loam_page_store *store = NULL;
        const loam_page_store_def def = def_of("pages");
        const bool opened = loam_page_store_open(&def, &store) == LOAM_OK;
        if (opened)
        {
            keep(store, page);
        }
        const bool kept = opened && loam_page_store_flush(store) == LOAM_OK;
        loam_page_store_close(store);
        _exit(kept ? 0 : 1);
    }
    return child;
}

static void test_programs_begin_a_file_together(void)
{
    enum
    {
        PROGRAMS = 5
    };
    for (int32_t round = 0; round < check_cases(20, 4); round++)
    {
        pid_t children[PROGRAMS];
        for (int32_t i = 0; i < PROGRAMS; i++)
        {
            children[i] = begin_process(1 + i);
        }
        for (int32_t i = 0; i < PROGRAMS; i++)
        {
            int status = -1;
            CHECK(waitpid(children[i], &status, 0) == children[i] && status == 0);
        }
        loam_page_store *const store = open_store("pages");
        CHECK_INT(count_of(store), PROGRAMS);
        loam_page_store_close(store);
        folder_count(1);
    }
}

static void test_files_of_others_are_left_alone(void)
{
    static const char text[] = "these are not pages, and nobody may touch them";
    loam_page_store_def def = def_of("letter.txt");
    loam_page_store *store;
    uint8_t *bytes;
    write_file("letter.txt", text, sizeof text);
    CHECK_INT(loam_page_store_open(&def, &store), LOAM_IO);
    CHECK(store == NULL);
    CHECK_CONTAINS(loam_last_error(), "letter.txt");
    CHECK_U64(read_file("letter.txt", &bytes), sizeof text);
    CHECK(memcmp(bytes, text, sizeof text) == 0);
    free(bytes);
    run_sql("songs", "CREATE TABLE songs(name TEXT); INSERT INTO songs VALUES('a song')");
    def.path = "songs";
    CHECK_INT(loam_page_store_open(&def, &store), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "another program");
    def.path = "no/such/folder";
    CHECK_INT(loam_page_store_open(&def, &store), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "no/such/folder");
    CHECK_INT(folder_count(1), 2);
}

static void test_what_makes_no_sense_is_refused(void)
{
    loam_page_store_def def = def_of("pages");
    loam_page_store *store;
    def.max_bytes = LOAM_MIN_PAGE_STORE_BYTES - 1;
    CHECK_INT(loam_page_store_open(&def, &store), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "must be at least 1048576");
    def = def_of("pages");
    def.level = 20;
    CHECK_INT(loam_page_store_open(&def, &store), LOAM_BAD_ARGUMENT);
    def = def_of("");
    CHECK_INT(loam_page_store_open(&def, &store), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "0 bytes; must be 1 to 480");
    CHECK_INT(folder_count(0), 0);
}

// A file of a later format is nobody's to keep: pages grow again.
static void test_another_format_is_begun_anew(void)
{
    make_pages("pages");
    run_sql("pages", "PRAGMA user_version=2");
    log_count = 0;
    loam_page_store *const store = open_store("pages");
    CHECK(log_count == 1 && strstr(log_text, "begun anew") != NULL);
    CHECK_INT(count_of(store), 0);
    keep(store, 3);
    loam_page_store_close(store);
    folder_count(1);
}

// ---- limits -------------------------------------------------------------------------------------

/// A page of its own kind, larger than the others: 100,000 bytes, half of which cannot be compressed.
static bool use_large(loam_page_store *store, int32_t page)
{
    static uint8_t large[100000], again[100000];
    const loam_back_store back = loam_page_store_back(store);
    const loam_page_id id = {.x = page};
    const uint64_t identity = identity_of(1000 + page);
    size_t size;
    fill(page, large, sizeof large);
    if (back.load(back.user, identity, &id, again, sizeof again, &size) == LOAM_OK)
    {
        CHECK(size == sizeof large && memcmp(large, again, size) == 0);
        return true;
    }
    CHECK_OK(back.save(back.user, identity, &id, large, sizeof large));
    return false;
}

static void test_the_oldest_make_room(void)
{
    loam_page_store_def def = def_of("pages");
    def.max_bytes = LOAM_MIN_PAGE_STORE_BYTES;
    loam_page_store *store;
    for (int32_t run = 0; run < 6; run++)
    {
        CHECK_OK(loam_page_store_open(&def, &store));
        for (int32_t page = 0; page < 5; page++) // used in each run
        {
            CHECK(use_large(store, page) == (run > 0));
        }
        for (int32_t page = 0; page < 10; page++) // and never again
        {
            CHECK(!use_large(store, 100 + 10 * run + page));
        }
        CHECK_OK(loam_page_store_flush(store));
        const loam_page_store_figures figures = loam_page_store_measure(store);
        CHECK(figures.bytes <= def.max_bytes && figures.pages <= 20);
        CHECK((figures.forgotten > 0) == (run > 0));
        loam_page_store_close(store);
    }
    folder_count(1);
}

static void test_two_programs_have_one_limit(void)
{
    loam_page_store_def def = def_of("pages");
    def.max_bytes = LOAM_MIN_PAGE_STORE_BYTES;
    loam_page_store *one, *other;
    CHECK_OK(loam_page_store_open(&def, &one));
    CHECK_OK(loam_page_store_open(&def, &other));
    for (int32_t page = 0; page < 12; page++)
    {
        CHECK(!use_large(one, page));
        CHECK(!use_large(other, 50 + page));
        CHECK_OK(loam_page_store_flush(one));
        CHECK_OK(loam_page_store_flush(other));
    }
    loam_page_store_close(one);
    loam_page_store_close(other);
    CHECK_OK(loam_page_store_open(&def, &one));
    CHECK(loam_page_store_measure(one).bytes <= def.max_bytes);
    CHECK(loam_page_store_measure(one).pages >= 10);
    loam_page_store_close(one);
    folder_count(1);
}

static void test_a_full_disk_is_told_once(void)
{
    struct rlimit before;
    CHECK_INT(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    loam_page_store *store = open_store("pages");
    keep(store, 10);
    CHECK_OK(loam_page_store_flush(store));
    const struct rlimit small = {.rlim_cur = 40000, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    keep(store, 39);
    keep(store, 38);
    CHECK_INT(loam_page_store_flush(store), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "pages are not kept any more");
    keep(store, 37); // which is not said again for every page
    CHECK_INT(loam_page_store_flush(store), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "pages are not kept any more");
    setrlimit(RLIMIT_FSIZE, &before);
    CHECK(has(store, 10) && !has(store, 39) && !has(store, 37));
    loam_page_store_close(store);
    store = open_store("pages");
    CHECK(has(store, 10));
    keep(store, 37);
    loam_page_store_close(store);
    folder_count(1);
}

static void test_memory_comes_back_and_may_be_missing(void)
{
    for (long long at = 1; at < 12; at++)
    {
        meter m = {0};
        loam_page_store_def def = def_of("pages");
        loam_page_store *store = NULL;
        def.env = meter_env(&m);
        def.env.log.write = write_log;
        atomic_store(&m.fail_at, at);
        const loam_back_store back = loam_page_store_open(&def, &store) == LOAM_OK
                                         ? loam_page_store_back(store)
                                         : (loam_back_store){0};
        for (int32_t page = 0; page < 8 && store != NULL; page++)
        {
            const loam_page_id id = id_of(page);
            fill(page, data, size_of(page));
            const loam_result result = back.save(back.user, identity_of(page), &id, data,
                                                 size_of(page));
            CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
            CHECK(has(store, page) == (result == LOAM_OK));
        }
        loam_page_store_close(store);
        CHECK_INT(atomic_load(&m.bytes), 0);
        folder_count(1);
    }
}

// ---- many at once -------------------------------------------------------------------------------

static loam_page_store *shared;

static void keep_one(int32_t index)
{
    uint8_t own[20000], again[20000];
    const loam_back_store back = loam_page_store_back(shared);
    const int32_t page = index % 25;
    const loam_page_id id = id_of(page);
    size_t size = 0;
    fill(page, own, size_of(page));
    if (back.load(back.user, identity_of(page), &id, again, sizeof again, &size) == LOAM_OK)
    {
        CHECK(size == size_of(page) && memcmp(own, again, size) == 0);
    }
    CHECK_OK(back.save(back.user, identity_of(page), &id, own, size_of(page)));
}

static void keep_some(void *context, int64_t begin, int64_t end)
{
    (void)context;
    for (int64_t i = begin; i < end; i++)
    {
        keep_one((int32_t)i);
    }
}

static void test_threads_share_a_store(void)
{
    loam_jobs_def jobs_def = loam_default_jobs_def();
    loam_jobs *jobs;
    jobs_def.threads = THREADS;
    CHECK_OK(loam_jobs_create(&jobs_def, &jobs));
    shared = open_store("pages");
    loam_jobs_for(jobs, 400, 1, keep_some, NULL);
    CHECK_INT(count_of(shared), 25);
    loam_page_store_close(shared);
    loam_jobs_destroy(jobs);
    shared = open_store("pages");
    CHECK_INT(count_of(shared), 25);
    loam_page_store_close(shared);
    folder_count(1);
}

static void test_two_programs_share_a_file(void)
{
    loam_page_store *const one = open_store("pages"), *const other = open_store("pages");
    keep(one, 5);
    keep(other, 6);
    keep(other, 5);
    CHECK_OK(loam_page_store_flush(one));
    CHECK_OK(loam_page_store_flush(other));
    CHECK(has(one, 6) && has(other, 5) && has(one, 5));
    loam_page_store_close(one);
    CHECK(has(other, 5));
    loam_page_store_close(other);
    loam_page_store *const later = open_store("pages");
    CHECK_INT(count_of(later), 2);
    loam_page_store_close(later);
    folder_count(1);
}

// ---- a land -------------------------------------------------------------------------------------

static uint64_t land_hash(loam_page_store *store)
{
    static float heights[64 * 64];
    loam_land_def def = loam_default_land_def();
    loam_land *land;
    def.seed = 7;
    def.store = store != NULL ? loam_page_store_back(store) : (loam_back_store){0};
    CHECK_OK(loam_land_create(&def, &land));
    const loam_land_area area = {.x = -407904, .z = -70904, .step = 32, .w = 64, .h = 64};
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = heights}));
    loam_land_destroy(land);
    return loam_hash_f32(heights, 64 * 64, 0);
}

static void test_a_land_is_the_same_and_grows_once(void)
{
    const uint64_t grown = land_hash(NULL);
    loam_page_store *store = open_store("land.pages");
    CHECK_U64(land_hash(store), grown);
    const loam_page_store_figures first = loam_page_store_measure(store);
    CHECK(first.found == 0 && first.kept >= 10);
    loam_page_store_close(store);
    store = open_store("land.pages");
    CHECK_U64(land_hash(store), grown);
    const loam_page_store_figures second = loam_page_store_measure(store);
    CHECK(second.found >= 1 && second.kept == 0 && second.missed == 0);
    loam_page_store_close(store);
    folder_count(1);
}

int main(void)
{
    folder_enter();
    RUN_SERIAL(test_pages_are_found_again);
    RUN_SERIAL(test_a_page_that_does_not_fit_is_not_given);
    RUN_SERIAL(test_rows_that_are_not_right_are_not_there);
    RUN_SERIAL(test_any_byte_may_be_wrong);
    RUN_SERIAL(test_a_file_that_was_cut_off_is_begun_anew);
    RUN_SERIAL(test_programs_begin_a_file_together);
    RUN_SERIAL(test_files_of_others_are_left_alone);
    RUN_SERIAL(test_what_makes_no_sense_is_refused);
    RUN_SERIAL(test_another_format_is_begun_anew);
    RUN_SERIAL(test_the_oldest_make_room);
    RUN_SERIAL(test_two_programs_have_one_limit);
    RUN_SERIAL(test_a_full_disk_is_told_once);
    RUN_SERIAL(test_memory_comes_back_and_may_be_missing);
    RUN(test_threads_share_a_store);
    RUN_SERIAL(test_two_programs_share_a_file);
    RUN_SERIAL(test_a_land_is_the_same_and_grows_once);
    folder_leave();
    return CHECK_DONE();
}
