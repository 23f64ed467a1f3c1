// SPDX-License-Identifier: MIT
// Whoever begins a world with limits has torches, by a command: it is recorded, replayed, and given once.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "apps/session_world.h"
#include "tool/console.h"

enum
{
    TORCHES = 40
};

static loam_jobs *jobs;

static int32_t torches_of(session *s)
{
    const loam_tile_defs *const defs = loam_tile_world_defs(loam_tile_game_world(session_game(s)));
    const int32_t torch = loam_material_find(defs, "torch");
    const loam_player *const player = loam_tile_game_player(session_game(s));
    int32_t count = 0;
    for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS; i++)
    {
        const loam_inventory_slot *const slot = &player->inventory[i];
        count += slot->count > 0 && slot->material == torch ? slot->count : 0;
    }
    return count;
}

static bool file_has(const char *name, const char *words)
{
    static char content[1 << 16];
    FILE *const file = fopen(name, "r");
    CHECK(file != NULL);
    const size_t length = fread(content, 1, sizeof content - 1, file);
    fclose(file);
    content[length] = '\0';
    return strstr(content, words) != NULL;
}

/// Records a short session and replays it: it has to end with the same hash.
static void record(bool limited, int32_t torches)
{
    session_def def = test_def(NULL, jobs);
    def.limited = limited;
    def.record = "replay.txt";
    session *const s = test_open(&def);
    CHECK_INT(torches_of(s), torches);
    test_steps(s, 20);
    test_close(s);
    CHECK_INT(console_run("tiles sim --replay replay.txt --threads 1"), TOOL_DONE);
    CHECK_TEXT(console_err, "");
}

static void test_torches_are_in_the_replay(void)
{
    record(true, TORCHES);
    CHECK(file_has("replay.txt", "\n0 mode limited\n0 give torch 40\n"));
    folder_count(1);
}

static void test_without_limits_nothing_is_given(void)
{
    record(false, 0);
    CHECK(!file_has("replay.txt", "give"));
    folder_count(1);
}

// What is used up stays used up when the world is opened again, and so it is in worlds from before.
static void test_torches_are_given_once(void)
{
    session_def def = test_def("w.loam", jobs);
    def.create = true;
    def.limited = true;
    session *s = test_open(&def);
    CHECK_INT(torches_of(s), TORCHES);
    CHECK_OK(test_do(s, "mode unlimited"));
    CHECK_OK(test_do(s, "mode limited"));
    CHECK_INT(torches_of(s), TORCHES);
    test_close(s);
    def.create = false;
    s = test_open(&def);
    CHECK_INT(torches_of(s), TORCHES);
    test_close(s);
    def.path = "old.loam";
    def.create = true;
    def.limited = false;
    s = test_open(&def);
    CHECK_OK(test_do(s, "mode limited"));
    test_close(s);
    def.create = false;
    def.limited = true;
    s = test_open(&def);
    CHECK_INT(torches_of(s), 0);
    test_close(s);
    folder_count(1);
}

int main(void)
{
    test_enter();
    jobs = test_jobs(1);
    RUN(test_torches_are_in_the_replay);
    RUN(test_without_limits_nothing_is_given);
    RUN(test_torches_are_given_once);
    loam_jobs_destroy(jobs);
    free(console_out);
    free(console_err);
    folder_leave();
    return CHECK_DONE();
}
