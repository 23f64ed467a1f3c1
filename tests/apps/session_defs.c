// SPDX-License-Identifier: MIT
// Definitions that change while a world is played: good ones are taken, bad ones are told.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "apps/session_world.h"

#include <fcntl.h>
#include <sys/stat.h>

static loam_jobs *jobs;
static int64_t file_date = 1000000000;

/// Writes the file, with a date that nothing had before.
static void write_defs(const char *words)
{
    FILE *file = fopen("d.json", "w");
    CHECK(file != NULL && fputs(words, file) >= 0);
    if (file != NULL)
    {
        fclose(file);
    }
    file_date += 7;
    const struct timespec times[2] = {{.tv_sec = file_date}, {.tv_sec = file_date}};
    CHECK_INT(utimensat(AT_FDCWD, "d.json", times, 0), 0);
}

static const loam_tile_defs *defs_of(session *s)
{
    return loam_tile_world_defs(loam_tile_game_world(session_game(s)));
}

static int32_t hardness_of(session *s, const char *name)
{
    const int32_t id = loam_material_find(defs_of(s), name);
    CHECK(id >= 0);
    return id >= 0 ? defs_of(s)->materials[id].hardness : -1;
}

/// Looks at the file, a second later.
static loam_result look(session *s, bool *reload)
{
    test_clock_us += 1000000;
    return session_watch_defs(s, test_clock_us, reload);
}

static void check_quiet(session *s)
{
    bool reload = true;
    CHECK_OK(look(s, &reload));
    CHECK(!reload);
}

static void check_told(session *s, const char *part)
{
    bool reload = true;
    CHECK(look(s, &reload) != LOAM_OK);
    CHECK_REPORT(strstr(loam_last_error(), part) != NULL, "the message is \"%s\", expected \"%s\"",
                 loam_last_error(), part);
    CHECK(!reload);
    check_quiet(s); // once
}

#define HARD(n) "{\"materials\": [{\"name\": \"sand\", \"hardness\": " n "}]}"

static void test_definitions_are_reloaded(void)
{
    session_def def = test_def("w.loam", jobs);
    def.create = true;
    def.defs = "d.json";
    write_defs(HARD("11"));
    session *s = test_open(&def);
    def.create = false;
    CHECK_INT(hardness_of(s, "sand"), 11);
    check_quiet(s);
    CHECK_OK(test_do(s, "edit blocks sand circle 8 110 6"));
    test_steps(s, 20);
    write_defs(HARD("12"));
    bool reload = true;
    CHECK_OK(session_watch_defs(s, test_clock_us, &reload)); // not yet a second later
    CHECK(!reload);
    CHECK_OK(look(s, &reload));
    CHECK(reload);
    const uint64_t hash = test_hash(s);
    test_close(s);
    def.defs = NULL; // where they come from is remembered
    s = test_open(&def);
    CHECK_INT(hardness_of(s, "sand"), 12);
    CHECK_U64(test_hash(s), hash);
    check_quiet(s);
    write_defs(HARD("13"));
    CHECK_OK(look(s, &reload));
    CHECK(reload);
    test_close(s);
    folder_count(1);
}

static void test_bad_definitions_are_told_once(void)
{
    session_def def = test_def("w.loam", jobs);
    def.create = true;
    def.defs = "d.json";
    write_defs(HARD("11"));
    session *s = test_open(&def);
    write_defs("{\"materials\": ");
    check_told(s, "d.json");
    write_defs("{\"materials\": [{\"name\": \"sand\", \"inner\": [\"#123456\"]}]}");
    check_told(s, "sand");
    remove("d.json"); // whoever writes it may have taken it away
    check_quiet(s);
    write_defs(HARD("11")); // touched, and the same
    check_quiet(s);
    test_close(s);

    // A world is there without its file, and with a bad one; but not if it is asked for.
    def.create = false;
    write_defs("{\"materials\": ");
    session *asked = NULL;
    CHECK_OK(session_open(&def, &asked));
    CHECK_INT(test_wait(asked, SESSION_OPENING), SESSION_FAILED);
    CHECK(strstr(session_error(asked), "d.json") != NULL);
    session_destroy(asked);
    def.defs = NULL;
    s = test_open(&def);
    CHECK_INT(hardness_of(s, "sand"), 11);
    test_close(s);
    remove("d.json");
    s = test_open(&def);
    CHECK_INT(hardness_of(s, "sand"), 11);
    write_defs(HARD("14"));
    bool reload = false;
    CHECK_OK(look(s, &reload));
    CHECK(reload);
    test_close(s);
    folder_count(1);
}

static void test_materials_may_be_added(void)
{
    session_def def = test_def("w.loam", jobs);
    def.create = true;
    def.defs = "d.json";
    write_defs("{}");
    session *s = test_open(&def);
    def.create = false;
    write_defs(
        "{\"materials\": [{\"id\": 200, \"name\": \"cheese\", \"inner\": [\"#ffcc00\"], \"outer\": "
        "[\"#ffcc00\"], \"properties\": [\"solid\"], \"translucency\": 0, \"wall_translucency\": "
        "0, \"hardness\": 5, \"layers\": [\"blocks\"]}]}");
    bool reload = false;
    CHECK_OK(look(s, &reload));
    CHECK(reload);
    test_close(s);
    s = test_open(&def);
    CHECK_OK(test_do(s, "edit blocks cheese circle 8 110 6"));
    test_steps(s, 3);
    test_close(s);
    // And not be taken away again.
    write_defs("{}");
    session *without = NULL;
    CHECK_OK(session_open(&def, &without));
    CHECK_INT(test_wait(without, SESSION_OPENING), SESSION_FAILED);
    CHECK(strstr(session_error(without), "cheese") != NULL);
    session_destroy(without);
    folder_count(1);
}

static loam_tile_plants plants_of(session *s)
{
    return loam_tile_world_plants(loam_tile_game_world(session_game(s)));
}

/// All species grow as a stick: what stands has other branches then, in land that was kept too.
static void write_sticks(session *s, const char *grammar)
{
    static char words[1 << 16];
    size_t length = (size_t)snprintf(words, sizeof words, "{\"species\": [");
    for (int32_t i = 0; i < LOAM_MAX_SPECIES && defs_of(s)->species[i].name[0] != '\0'; i++)
    {
        length += (size_t)snprintf(words + length, sizeof words - length,
                                   "%s{\"name\": \"%s\", \"grammar\": \"%s\"}", i > 0 ? ", " : "",
                                   defs_of(s)->species[i].name, grammar);
    }
    snprintf(words + length, sizeof words - length, "]}");
    write_defs(words);
}

static void test_grammars_are_reloaded(void)
{
    session_def def = test_def("w.loam", jobs);
    bool reload = false;
    def.create = true;
    def.defs = "d.json";
    write_defs("{}");
    session *s = test_open(&def);
    def.create = false;
    test_steps(s, 50); // so that chunks are kept, with plants in the middle of a swing
    const loam_tile_plants before = plants_of(s);
    CHECK(before.branches > 20 * before.plants);
    write_sticks(s, "axiom F(8)\\n");
    CHECK_OK(look(s, &reload));
    CHECK(reload);
    test_close(s);
    s = test_open(&def);
    const loam_tile_plants after = plants_of(s);
    CHECK_RANGE(after.plants, before.plants * 9 / 10, before.plants * 2);
    CHECK(after.branches <= 3 * after.plants);
    test_steps(s, 5);
    write_sticks(s, "axiom F(8\\n");
    check_told(s, "grammar");
    CHECK_INT(plants_of(s).plants, after.plants); // and the game goes on
    test_close(s);
    folder_count(1);
}

static void test_worlds_that_are_not_kept_cannot_go_on(void)
{
    session_def def = test_def(NULL, jobs);
    def.defs = "d.json";
    write_defs(HARD("11"));
    session *s = test_open(&def);
    write_defs(HARD("12"));
    check_told(s, "not kept");
    test_close(s);
    folder_count(1);
}

// Worlds come from others, and say themselves where their definitions are.
static void test_a_world_cannot_make_one_wait(void)
{
    session_def def = test_def("w.loam", jobs);
    def.create = true;
    session *s = test_open(&def);
    CHECK_OK(session_keep(s, "definitions", "pipe", 4));
    test_close(s);
    CHECK_INT(mkfifo("pipe", 0600), 0);
    def.create = false;
    test_close(test_open(&def));
    folder_count(1);
}

// Nobody writes into this pipe, and no frame may wait for that.
static void test_definitions_are_files(void)
{
    const loam_env env = loam_default_env();
    CHECK_INT(mkfifo("pipe", 0600), 0);
    CHECK_INT(session_check_defs(&env, "pipe"), LOAM_IO);
    CHECK_TEXT(loam_last_error(), "pipe: is a pipe or a device; must be a file");
    CHECK_INT(session_check_defs(&env, "/dev/zero"), LOAM_IO);
    CHECK_INT(session_check_defs(&env, "."), LOAM_IO);
    CHECK_INT(session_check_defs(&env, "absent"), LOAM_NOT_FOUND);
    folder_count(1);
}

int main(void)
{
    test_enter();
    jobs = test_jobs(1);
    RUN(test_definitions_are_reloaded);
    RUN(test_bad_definitions_are_told_once);
    RUN(test_materials_may_be_added);
    RUN(test_grammars_are_reloaded);
    RUN(test_worlds_that_are_not_kept_cannot_go_on);
    RUN(test_a_world_cannot_make_one_wait);
    RUN(test_definitions_are_files);
    loam_jobs_destroy(jobs);
    folder_leave();
    return CHECK_DONE();
}
