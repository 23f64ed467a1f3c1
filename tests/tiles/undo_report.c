// SPDX-License-Identifier: MIT
// What undo and redo say about tiles that they left as they were.
#include "check.h"
#include "flat_game.h"

#include "tiles/game/game.h"

static flat_game f;

static loam_undo_report after(const char *line)
{
    flat_say(&f, line);
    return loam_tile_game_undo_report(f.game);
}

/// Somebody else changes something: nothing of it is in the journal.
static void meddle(const char *line)
{
    f.game->undo.paused = true;
    flat_say(&f, line);
    f.game->undo.paused = false;
}

static void test_what_stays_is_counted(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks dirt box 20 10 10 10");
    flat_say(&f, "edit blocks sand box 25 10 10 10");
    meddle("edit blocks stone box 20 15 20 2");
    loam_undo_report said = after("undo"); // of the sand
    CHECK_INT(said.stayed, 20);
    CHECK(!said.all_stayed && !said.some_far);
    said = after("undo");
    CHECK_INT(said.stayed, 20);
    said = after("redo");
    CHECK_INT(said.stayed, 20);
    meddle("edit blocks stone box 20 10 10 10");
    said = after("undo");
    CHECK_INT(said.stayed, 100);
    CHECK(said.all_stayed);
    flat_say(&f, "edit blocks dirt tile 50 50");
    said = after("undo"); // nothing of the last one is left over
    CHECK_INT(said.stayed, 0);
    CHECK(!said.all_stayed);
    flat_close(&f);
}

// A tile is one tile, though both of its layers have changed.
static void test_layers_of_a_tile_are_one(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit walls dirt box 20 -10 5 5");
    flat_say(&f, "cut 20 -10 5 5");
    meddle("edit blocks sand box 20 -10 5 2");
    meddle("edit walls oak_wood box 20 -10 5 1");
    meddle("edit walls oak_wood box 20 -6 5 1");
    const loam_undo_report said = after("undo");
    CHECK_INT(said.stayed, 15);
    CHECK(!said.all_stayed);
    flat_close(&f);
}

static void test_what_is_far_is_told(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks dirt line -500 20 500 20 0");
    flat_say(&f, "place 700 0");
    flat_steps(&f, 2);
    const loam_undo_report said = after("undo");
    CHECK(said.some_far && !said.all_stayed);
    CHECK_INT(said.stayed, 0);
    flat_close(&f);
}

static loam_change *change_at(size_t number)
{
    return &f.game->undo.changes[(f.game->undo.first + number) % f.game->undo.room];
}

static bool changed_later(size_t number)
{
    for (size_t i = number + 1; i < f.game->undo.done; i++)
    {
        const loam_tile_pos a = change_at(i)->at, b = change_at(number)->at;
        if (a.x == b.x && a.y == b.y)
        {
            return true;
        }
    }
    return false;
}

/// By the journal, each change against all others.
static int32_t count_staying(int32_t *tiles)
{
    int32_t staying = 0;
    *tiles = 0;
    for (size_t i = 0; i < f.game->undo.done; i++)
    {
        const loam_change *const change = change_at(i);
        if (!changed_later(i))
        {
            *tiles += 1;
            staying += loam_tile_world_at(f.game->world, change->at).block != change->after.block;
        }
    }
    return staying;
}

// Water runs away from where it is poured, and is poured there again, many times.
static void test_a_pour_is_counted_by_tiles(void)
{
    int32_t tiles;
    flat_open(&f, false);
    flat_say(&f, "weather clear");
    flat_say(&f, "tool block");
    flat_say(&f, "choose water");
    flat_say(&f, "brush circle 3");
    flat_say(&f, "aim 30 4");
    flat_say(&f, "use on");
    flat_steps(&f, 40);
    flat_say(&f, "use off");
    flat_steps(&f, 5);
    const int32_t staying = count_staying(&tiles);
    CHECK(f.game->undo.done > 2 * (size_t)tiles); // it was poured again
    CHECK(staying > 0 && staying < tiles);
    CHECK_INT(after("undo").stayed, staying);
    CHECK(!loam_tile_game_undo_report(f.game).all_stayed);
    flat_close(&f);
}

int main(void)
{
    RUN(test_what_stays_is_counted);
    RUN(test_layers_of_a_tile_are_one);
    RUN(test_what_is_far_is_told);
    RUN(test_a_pour_is_counted_by_tiles);
    return CHECK_DONE();
}
