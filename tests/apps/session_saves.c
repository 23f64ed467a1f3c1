// SPDX-License-Identifier: MIT
// Saving while playing: in the background, in rounds that come out together, and told when they are safe.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "apps/session_world.h"
#include "spoiled_file.h"

#include <stdatomic.h>

static loam_jobs *jobs;

/// One frame without a step.
static void idle(session *s)
{
    session_advance done;
    CHECK_OK(session_advance_to(s, test_clock_us, PLENTY_US, NULL, &done));
}

static void wait_until_saved(session *s)
{
    while (session_saving(s))
    {
        idle(s);
        check_rest();
    }
}

/// How far the file is, looked at by somebody else.
static uint64_t step_in_file(const char *path)
{
    loam_store_def def = loam_default_store_def();
    def.path = path;
    def.read_only = true;
    loam_store *store = NULL;
    loam_store_player player = {0};
    CHECK_OK(loam_store_open(&def, &store));
    CHECK_OK(loam_store_get_player(store, &player));
    loam_store_close(store);
    return player.steps;
}

static session *create(const char *path)
{
    session_def def = test_def(path, jobs);
    def.create = true;
    def.autosave_steps = 25;
    return test_open(&def);
}

static void test_autosaves_come_by_themselves(void)
{
    session *s = create("w.loam");
    CHECK_INT(session_saved_step(s), 0);
    test_steps(s, 24);
    CHECK(!session_saving(s));
    test_steps(s, 1);
    CHECK(session_saving(s));
    wait_until_saved(s);
    CHECK_INT(session_saved_step(s), 25);
    CHECK_INT(step_in_file("w.loam"), 25);
    test_steps(s, 3);
    CHECK_OK(session_save(s));
    wait_until_saved(s);
    CHECK_INT(session_saved_step(s), 28);
    CHECK_INT(step_in_file("w.loam"), 28);
    // Time alone is a change.
    test_steps(s, 21);
    CHECK(!session_saving(s));
    test_steps(s, 1);
    CHECK(session_saving(s));
    wait_until_saved(s);
    CHECK_INT(session_saved_step(s), 50);
    test_close(s);
    folder_count(1);
}

// What is done while the world stands still is saved, too, and nothing is saved for nothing.
static void test_autosaves_while_it_is_paused(void)
{
    session *s = create("w.loam");
    idle(s);
    CHECK_OK(session_save(s));
    wait_until_saved(s);
    session_set_paused(s, true);
    test_clock_us += 25 * STEP_US;
    idle(s); // the first commands of the world
    wait_until_saved(s);
    CHECK_OK(test_do(s, "edit blocks sand circle 8 110 6"));
    test_clock_us += 24 * STEP_US;
    idle(s);
    CHECK(!session_saving(s));
    test_clock_us += STEP_US;
    idle(s);
    CHECK(session_saving(s));
    wait_until_saved(s);
    CHECK_INT(loam_tile_world_count(loam_tile_game_world(session_game(s))).unsaved, 0);
    test_clock_us += 1000 * STEP_US;
    idle(s);
    CHECK(!session_saving(s));
    session_destroy(s);
    folder_count(1);
}

/// Keeps everybody from writing the file, as a disk does that does not answer.
static sqlite3 *stop_disk(const char *path)
{
    sqlite3 *db = NULL;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_INT(sqlite3_busy_timeout(db, 100000), SQLITE_OK);
    CHECK_INT(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void start_disk(sqlite3 *db)
{
    CHECK_INT(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

// While nothing can be written everything goes on, saving too; then it is written after all.
static void test_a_disk_that_stands_still_stops_nothing(void)
{
    session *s = create("w.loam");
    CHECK_OK(session_save(s));
    wait_until_saved(s);
    sqlite3 *db = stop_disk("w.loam");
    const int32_t rounds = check_cases(8, 3);
    for (int32_t i = 0; i < rounds; i++)
    {
        CHECK_OK(test_do(s, "edit blocks water circle 8 110 6"));
        CHECK_OK(session_keep(s, "map", &i, sizeof i));
        test_steps(s, 25);
        CHECK_OK(session_save(s));
        CHECK_INT(session_saved_step(s), 0);
        CHECK(session_saving(s));
    }
    start_disk(db);
    while (session_saved_step(s) == 0)
    {
        idle(s);
        check_rest();
    }
    CHECK_RANGE(session_saved_step(s), 1, 50); // those that came later wait for the first
    wait_until_saved(s);
    CHECK_OK(session_save(s));
    wait_until_saved(s);
    CHECK_INT(session_saved_step(s), 25 * rounds);
    CHECK_TEXT(session_error(s), "");
    test_close(s);
    folder_count(1);
}

// What cannot be written is told while playing, and when closing; nothing is lost if it can be written after
// all.
static void test_a_file_that_cannot_be_written_is_told(void)
{
    session *s = create("w.loam");
    CHECK_OK(session_save(s));
    wait_until_saved(s);
    spoil_file("w.loam");
    test_steps(s, 30);
    CHECK_OK(session_save(s));
    while (session_error(s)[0] == '\0')
    {
        idle(s);
        check_rest();
    }
    CHECK(strstr(session_error(s), "w.loam") != NULL);
    CHECK(session_saving(s));
    for (int attempt = 0; attempt < 2; attempt++)
    {
        session_close(s);
        CHECK_INT(test_wait(s, SESSION_CLOSING), SESSION_UNSAVED);
        CHECK(strstr(session_error(s), "w.loam") != NULL);
    }
    mend_file("w.loam");
    test_close(s);
    CHECK_INT(step_in_file("w.loam"), 30);
    folder_count(1);
}

static atomic_bool memory_ended;

static void *alloc_while_there_is(void *user, size_t size)
{
    (void)user;
    return atomic_load(&memory_ended) ? NULL : aligned_alloc(64, (size + 63) / 64 * 64 + 64);
}

static void free_anything(void *user, void *memory, size_t size)
{
    (void)user;
    (void)size;
    free(memory);
}

// What nobody could take is not saved: it is told, and tried again without being asked.
static void test_what_was_not_taken_is_not_saved(void)
{
    session_def def = test_def("w.loam", NULL);
    def.env.memory = (loam_allocator){alloc_while_there_is, free_anything, NULL};
    def.create = true;
    session *s = test_open(&def);
    test_steps(s, 10);
    CHECK_OK(session_save(s));
    wait_until_saved(s);
    test_steps(s, 10);
    CHECK_OK(test_do(s, "edit blocks sand circle 8 110 6"));
    atomic_store(&memory_ended, true);
    CHECK_OK(session_save(s));
    for (int frame = 0; frame < 20; frame++)
    {
        idle(s);
    }
    CHECK_INT(session_saved_step(s), 10);
    CHECK(session_error(s)[0] != '\0');
    CHECK(session_saving(s));
    atomic_store(&memory_ended, false);
    wait_until_saved(s);
    CHECK_INT(session_saved_step(s), 20);
    CHECK_TEXT(session_error(s), "");
    CHECK_INT(loam_tile_world_count(loam_tile_game_world(session_game(s))).unsaved, 0);
    test_close(s);
    folder_count(1);
}

static void test_extras_come_back(void)
{
    session *s = create("w.loam");
    char got[16] = "";
    size_t count;
    CHECK_INT(session_recall(s, "map", got, sizeof got, &count), LOAM_NOT_FOUND);
    CHECK_OK(session_keep(s, "map", "explored", 9));
    CHECK_OK(session_recall(s, "map", got, sizeof got, &count));
    CHECK_TEXT(got, "explored");
    test_close(s);
    const session_def def = test_def("w.loam", jobs);
    s = test_open(&def);
    memset(got, 0, sizeof got);
    CHECK_OK(session_recall(s, "map", got, sizeof got, &count));
    CHECK_INT(count, 9);
    CHECK_TEXT(got, "explored");
    CHECK_INT(session_keep(s, "BAD NAME", got, 1), LOAM_BAD_ARGUMENT);
    test_close(s);
    folder_count(1);
}

int main(void)
{
    test_enter();
    jobs = test_jobs(1);
    RUN(test_autosaves_come_by_themselves);
    RUN_SERIAL(test_autosaves_while_it_is_paused);
    RUN(test_a_disk_that_stands_still_stops_nothing);
    RUN_SERIAL(test_a_file_that_cannot_be_written_is_told);
    RUN_SERIAL(test_what_was_not_taken_is_not_saved);
    RUN_SERIAL(test_extras_come_back);
    loam_jobs_destroy(jobs);
    folder_leave();
    return CHECK_DONE();
}
