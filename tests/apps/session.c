// SPDX-License-Identifier: MIT
// A session: opened, played, closed, and opened again, it is as if it had never been closed; and what cannot
// be opened says why.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "apps/session_world.h"

#include <stdatomic.h>

static loam_jobs *jobs;

/// Plays something with a bit of everything; part counts.
static void play(session *s, int part)
{
    static const char *const deeds[] = {"walk right", "jump on",       "jump off",
                                        "walk left",  "weather storm", "walk stop"};
    const int count = (int)(sizeof deeds / sizeof deeds[0]);
    CHECK_OK(test_do(s, deeds[part % count]));
    const loam_player *const player = loam_tile_game_player(session_game(s));
    char words[LOAM_MAX_COMMAND_LINE];
    const long long x = (long long)(player->x / LOAM_PLAYER_FIXED),
                    y = (long long)(player->y / LOAM_PLAYER_FIXED);
    snprintf(words, sizeof words, "edit blocks %s circle %lld %lld 4",
             part % 2 == 0 ? "water" : "sand", x + 9, y + 20);
    CHECK_OK(test_do(s, words));
    snprintf(words, sizeof words, "aim %lld %lld", x - 5, y - 3);
    CHECK_OK(test_do(s, words));
    CHECK_OK(test_do(s, part % 3 == 0 ? "use on" : "use off"));
    test_steps(s, 37);
}

static uint64_t play_all(const char *path, int parts, bool in_parts)
{
    session_def def = test_def(path, jobs);
    def.create = true;
    session *s = test_open(&def);
    def.create = false;
    for (int part = 0; part < parts; part++)
    {
        play(s, part);
        if (in_parts)
        {
            test_close(s);
            def.seed = 0;
            def.ring_log2 = LOAM_MAX_RING_LOG2; // its own is remembered
            s = test_open(&def);
            CHECK_INT(session_ring_log2(s), LOAM_MIN_RING_LOG2);
            CHECK_U64(session_seed(s), 7);
        }
    }
    const uint64_t hash = test_hash(s);
    CHECK_INT(test_step_of(s), parts * 37);
    test_close(s);
    return hash;
}

static void test_closing_changes_nothing(void)
{
    if (CHECK_RACES)
    {
        play_all("parts.loam", 1, true); // has every thread; other builds compare
        CHECK_INT(folder_count(1), 1);
        return;
    }
    const int parts = CHECK_SANITIZED ? 4 : 12;
    const uint64_t whole = play_all("whole.loam", parts, false);
    CHECK_U64(play_all("parts.loam", parts, true), whole);
    // Nor does it whether the world is kept at all.
    CHECK_U64(play_all(NULL, parts, false), whole);
    CHECK_INT(folder_count(1), 2);
}

// A player whose feet are in one chunk and whose head is in another must not move the ring.
static void test_a_ring_comes_back_where_it_was(void)
{
    static const int32_t floors[] = {384 - 4, 256 - 2, 256 - 9, 384 - 11, 256 - 5};
    session_def def = test_def("ring.loam", jobs);
    def.create = true;
    session *s = test_open(&def);
    def.create = false;
    for (size_t i = 0; i < sizeof floors / sizeof *floors; i++)
    {
        char words[64];
        const int32_t x = 40 * (int32_t)i;
        snprintf(words, sizeof words, "edit blocks stone box %d %d 20 1", (int)x - 10,
                 (int)floors[i] - 1);
        CHECK_OK(test_do(s, words));
        snprintf(words, sizeof words, "place %d %d", (int)x, (int)floors[i]);
        CHECK_OK(test_do(s, words));
        test_steps(s, 3);
        CHECK_INT(loam_tile_game_player(session_game(s))->y / LOAM_PLAYER_FIXED, floors[i]);
        const uint64_t hash = test_hash(s);
        test_close(s);
        s = test_open(&def);
        CHECK_U64(test_hash(s), hash);
    }
    session_destroy(s);
    folder_count(1);
}

static void test_a_new_world_begins_in_the_morning(void)
{
    session_def def = test_def(NULL, jobs);
    def.limited = true;
    session *s = test_open(&def);
    CHECK_INT((loam_tile_world_time(loam_tile_game_world(session_game(s))) * 24 + 32768) / 65536,
              8);
    CHECK(loam_tile_game_player(session_game(s))->limited);
    CHECK_INT(loam_tile_game_player(session_game(s))->radius, 1);
    CHECK(session_path(s) == NULL);
    CHECK(session_recording(s) == NULL);
    CHECK_INT(session_recall(s, "map", NULL, 0, &(size_t){0}), LOAM_NOT_FOUND);
    CHECK_OK(session_keep(s, "map", "x", 1));
    CHECK_OK(session_save(s));
    CHECK(!session_saving(s));
    session_destroy(s);
    def.limited = false;
    s = test_open(&def);
    CHECK_INT(loam_tile_game_player(session_game(s))->radius, 3);
    session_destroy(s);
}

static void test_progress_rises_to_one(void)
{
    session_def def = test_def(NULL, jobs);
    session *s = NULL;
    CHECK_OK(session_open(&def, &s));
    float last = 0;
    while (session_poll(s) == SESSION_OPENING)
    {
        const float now = session_progress(s);
        CHECK_RANGE(now, last, 1);
        CHECK_TEXT(session_error(s), "");
        CHECK(session_game(s) == NULL);
        last = now;
        check_rest();
    }
    CHECK_RANGE(session_progress(s), 1, 1);
    session_destroy(s);
}

// ---- what cannot be opened ------------------------------------------------------------------------

static void check_fails(const session_def *def, const char *part)
{
    session *s = NULL;
    CHECK_OK(session_open(def, &s));
    CHECK_INT(test_wait(s, SESSION_OPENING), SESSION_FAILED);
    CHECK_REPORT(strstr(session_error(s), part) != NULL, "the message is \"%s\", expected \"%s\"",
                 session_error(s), part);
    CHECK(session_game(s) == NULL);
    session_close(s); // allowed, and nothing
    CHECK_INT(session_poll(s), SESSION_FAILED);
    session_destroy(s);
}

static void write_file(const char *name, const char *words)
{
    FILE *file = fopen(name, "w");
    CHECK(file != NULL && fputs(words, file) >= 0);
    if (file != NULL)
    {
        fclose(file);
    }
}

static void test_what_cannot_be_opened_says_why(void)
{
    session_def def = test_def("none.loam", jobs);
    check_fails(&def, "none.loam");
    write_file("text.loam", "this is no world");
    def.path = "text.loam";
    check_fails(&def, "text.loam");
    def.path = "nowhere/w.loam";
    def.create = true;
    check_fails(&def, "nowhere/w.loam");
    def.path = "text.loam";
    check_fails(&def, "is there already");
    def.path = "fresh.loam";
    def.ring_log2 = 99;
    check_fails(&def, "ring_log2 is 99");
    def.ring_log2 = LOAM_MIN_RING_LOG2;
    def.defs = "none.json";
    check_fails(&def, "none.json");
    write_file("bad.json", "{\"materials\": 3}");
    def.defs = "bad.json";
    check_fails(&def, "bad.json");
    def.defs = NULL;
    def.record = "replay";
    check_fails(&def, ".txt");
    CHECK_INT(folder_count(1), 2); // the two texts, and no world that could not be recorded
    static char longer[2 * PLAY_MAX_PATH];
    memset(longer, 'x', sizeof longer - 1);
    def.path = longer;
    session *s = NULL;
    CHECK_INT(session_open(&def, &s), LOAM_BAD_ARGUMENT);
    CHECK(s == NULL);
}

static void test_a_world_is_open_once(void)
{
    session_def def = test_def("w.loam", jobs);
    def.create = true;
    session *s = test_open(&def);
    def.create = false;
    check_fails(&def, "has it open");
    test_steps(s, 3);
    test_close(s);
    CHECK_INT(folder_count(1), 1);
}

static void test_a_cut_world_is_refused(void)
{
    session_def def = test_def("w.loam", jobs);
    def.create = true;
    test_close(test_open(&def));
    CHECK_INT(truncate("w.loam", 5000), 0);
    def.create = false;
    check_fails(&def, "w.loam");
    folder_count(1);
}

// Whoever leaves while it opens gets nothing, but it is closed in order.
static void test_leaving_while_it_opens(void)
{
    session_def def = test_def("w.loam", jobs);
    def.create = true;
    session *s = NULL;
    CHECK_OK(session_open(&def, &s));
    session_close(s);
    while (session_poll(s) != SESSION_CLOSED)
    {
        check_rest();
    }
    CHECK_TEXT(session_error(s), "");
    session_destroy(s);
    def.create = false;
    CHECK_OK(session_open(&def, &s));
    session_destroy(s); // without asking
    CHECK_INT(folder_count(1), 1);
    session_destroy(NULL);
}

// ---- memory ---------------------------------------------------------------------------------------

typedef struct counting
{
    atomic_int blocks;
    atomic_int left; // until it fails; negative: never
} counting;

static void *count_alloc(void *user, size_t size)
{
    counting *const c = user;
    if (atomic_fetch_sub(&c->left, 1) == 0)
    {
        return NULL;
    }
    void *const memory = aligned_alloc(64, (size + 63) / 64 * 64 + 64);
    atomic_fetch_add(&c->blocks, memory != NULL);
    return memory;
}

static void count_free(void *user, void *memory, size_t size)
{
    (void)size;
    atomic_fetch_sub(&((counting *)user)->blocks, 1);
    free(memory);
}

// Wherever memory ends, opening fails with a message and leaves nothing behind.
static void test_memory_that_ends(void)
{
    counting c = {0};
    bool opened = false;
    for (int left = 0; !opened; left += left < 40 ? 1 : 7 + left / 8)
    {
        atomic_store(&c.left, left);
        session_def def = test_def("w.loam", NULL);
        def.env.memory = (loam_allocator){count_alloc, count_free, &c};
        def.create = true;
        session *s = NULL;
        const loam_result result = session_open(&def, &s);
        CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
        if (s != NULL)
        {
            opened = test_wait(s, SESSION_OPENING) == SESSION_OPEN;
            CHECK(opened || session_error(s)[0] != '\0');
            atomic_store(&c.left, -1);
        }
        session_destroy(s);
        CHECK_INT(c.blocks, 0);
        folder_count(1);
    }
}

int main(void)
{
    test_enter();
    jobs = test_jobs(1);
    RUN(test_closing_changes_nothing);
    RUN_SERIAL(test_a_ring_comes_back_where_it_was);
    RUN_SERIAL(test_a_new_world_begins_in_the_morning);
    RUN_SERIAL(test_progress_rises_to_one);
    RUN_SERIAL(test_what_cannot_be_opened_says_why);
    RUN_SERIAL(test_a_world_is_open_once);
    RUN_SERIAL(test_a_cut_world_is_refused);
    RUN(test_leaving_while_it_opens);
    RUN_SERIAL(test_memory_that_ends);
    loam_jobs_destroy(jobs);
    folder_leave();
    return CHECK_DONE();
}
