// SPDX-License-Identifier: MIT
// Undo and redo, the clipboard and stamps.
#include "check.h"
#include "flat_game.h"
#include "toy_world.h"

#include "loam/random.h"
#include "tiles/game/game.h"

static flat_game f;

static uint64_t world_hash(void)
{
    return loam_tile_world_hash(f.game->world);
}

/// A game on the toy world, which has all sorts of edges.
static void open_toy(size_t undo_bytes, bool still)
{
    f.def = loam_default_tile_game_def();
    f.def.undo_bytes = undo_bytes;
    f.def.world.seed = 8;
    f.def.world.ring_log2 = 3;
    f.def.world.still = still;
    f.def.world.pipeline = toy_edged_pipeline(&f.def.world.env, 8);
    CHECK_OK(loam_tile_game_create(&f.def, &f.game));
}

static void refuse(const char *line, loam_result result, const char *message)
{
    const uint64_t before = loam_tile_game_hash(f.game);
    CHECK_INT(flat_try(&f, line), result);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK_U64(loam_tile_game_hash(f.game), before);
}

// ---- undo and redo --------------------------------------------------------------------------------

/// An edit of some kind, around the origin.
static void draw_edit(uint64_t seed, char line[120])
{
    static const char *const materials[] = {"air", "stone", "dirt", "sand", "water", "oak_wood"};
    const bool walls = loam_random_below(seed, 0, 3) == 0;
    const char *const layer = walls ? "walls" : "blocks";
    const char *const material = materials[loam_random_below(seed, 1, walls ? 4 : 6)];
    const char *const other = materials[loam_random_below(seed, 7, walls ? 4 : 6)];
    const int x = (int)loam_random_range(seed, 2, -60, 60);
    const int y = (int)loam_random_range(seed, 3, -60, 60);
    const int w = (int)loam_random_range(seed, 4, 1, 40),
              h = (int)loam_random_range(seed, 5, 1, 40);
    switch (loam_random_below(seed, 6, 8))
    {
    case 0:
        snprintf(line, 120, "edit %s %s circle %d %d %d", layer, material, x, y, w / 4);
        break;
    case 1:
        snprintf(line, 120, "edit %s %s line %d %d %d %d %d", layer, material, x, y, y, w, h / 8);
        break;
    case 2:
        snprintf(line, 120, "edit %s %s fill %d %d 60000", layer, material, x, y);
        break;
    case 3:
        snprintf(line, 120, "replace %s %s %s %d %d %d %d", layer, other, material, x, y, w, h);
        break;
    case 4:
        snprintf(line, 120, "cut %d %d %d %d", x, y, w, h);
        break;
    case 5:
        snprintf(line, 120, "paste %d %d%s", x, y, w % 2 == 0 ? " flip" : "");
        break;
    case 6:
        snprintf(line, 120, "edit %s %s tile %d %d", layer, material, x, y);
        break;
    default:
        snprintf(line, 120, "edit %s %s box %d %d %d %d", layer, material, x, y, w, h);
        break;
    }
}

// Whatever is done, undoing all of it and redoing all of it gives the same worlds, tile by tile.
static void test_undo_and_redo_are_exact(void)
{
    enum
    {
        EDITS = 40
    };
    uint64_t hashes[EDITS + 1];
    int32_t count = 0;
    open_toy((size_t)64 << 20, true);
    hashes[0] = world_hash();
    for (int32_t i = 0; count < EDITS; i++)
    {
        char line[120];
        draw_edit(loam_seed_at(3, i, 0, 0), line);
        const uint64_t before = world_hash();
        if (flat_try(&f, line) == LOAM_OK && world_hash() != before)
        {
            hashes[++count] = world_hash();
        }
        if (i % 3 == 0)
        {
            flat_steps(&f, 1); // variants are drawn anew in every step
        }
    }
    for (int32_t round = 0; round < 2; round++)
    {
        for (int32_t i = EDITS; i > 0; i--)
        {
            flat_say(&f, "undo");
            CHECK_U64(world_hash(), hashes[i - 1]);
        }
        refuse("undo", LOAM_FAILED, "undo: there is nothing to undo");
        for (int32_t i = 1; i <= EDITS; i++)
        {
            flat_say(&f, "redo");
            CHECK_U64(world_hash(), hashes[i]);
        }
        refuse("redo", LOAM_FAILED, "redo: there is nothing to redo");
    }
    flat_close(&f);
}

static void test_what_has_changed_since_stays(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks dirt box 20 10 10 10");
    flat_say(&f, "edit blocks sand box 25 10 10 10");
    f.game->undo.paused = true; // somebody else's
    flat_say(&f, "edit blocks stone box 20 15 20 2");
    f.game->undo.paused = false;
    flat_say(&f, "undo");
    CHECK_TEXT(flat_block(&f, 26, 12), "dirt");
    CHECK_TEXT(flat_block(&f, 32, 12), "air");
    CHECK_TEXT(flat_block(&f, 32, 15), "stone");
    flat_say(&f, "undo");
    CHECK_TEXT(flat_block(&f, 26, 12), "air");
    CHECK_TEXT(flat_block(&f, 22, 15), "stone");
    flat_say(&f, "redo");
    CHECK_TEXT(flat_block(&f, 22, 12), "dirt");
    CHECK_TEXT(flat_block(&f, 22, 15), "stone");
    flat_close(&f);
}

// What was built beside it since has edges where it stands alone again.
static void test_edges_follow_undo(void)
{
    flat_open(&f, true);
    const int32_t inner = f.game->world->defs->materials[TOY_STONE].inner;
    flat_say(&f, "edit blocks dirt box 20 20 9 9");
    f.game->undo.paused = true;
    flat_say(&f, "edit blocks stone box 29 20 9 9");
    f.game->undo.paused = false;
    const loam_tile_pos seam = {29, 24};
    CHECK_RANGE(loam_tile_world_at(f.game->world, seam).block_variant, 0, inner - 1);
    flat_say(&f, "undo");
    CHECK_RANGE(loam_tile_world_at(f.game->world, seam).block_variant, inner, inner + 3);
    flat_say(&f, "redo");
    CHECK_RANGE(loam_tile_world_at(f.game->world, seam).block_variant, 0, inner - 1);
    flat_close(&f);
}

static void test_a_new_edit_ends_redo(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks dirt tile 20 10");
    flat_say(&f, "edit blocks dirt tile 21 10");
    flat_say(&f, "undo");
    flat_say(&f, "edit blocks dirt tile 22 10");
    refuse("redo", LOAM_FAILED, "redo: there is nothing to redo");
    flat_say(&f, "undo");
    flat_say(&f, "undo");
    CHECK_TEXT(flat_block(&f, 20, 10), "air");
    flat_close(&f);
}

// From `use on` to `use off` it is one thing.
static void test_a_drag_is_undone_at_once(void)
{
    flat_open(&f, true);
    const uint64_t before = world_hash();
    flat_say(&f, "tool block");
    flat_say(&f, "choose dirt");
    flat_say(&f, "aim 20 30");
    flat_say(&f, "use on");
    flat_steps(&f, 3);
    flat_say(&f, "aim 60 40");
    flat_steps(&f, 3);
    flat_say(&f, "use off");
    flat_steps(&f, 3);
    const uint64_t after = world_hash();
    CHECK(after != before);
    CHECK_TEXT(flat_block(&f, 40, 35), "dirt");
    flat_say(&f, "undo");
    CHECK_U64(world_hash(), before);
    flat_say(&f, "redo");
    CHECK_U64(world_hash(), after);
    flat_close(&f);
}

// An edit while the tool is held comes between two parts of the drag: three things to undo.
static void test_an_edit_parts_a_drag(void)
{
    flat_open(&f, true);
    flat_say(&f, "tool block");
    flat_say(&f, "choose dirt");
    flat_say(&f, "brush circle 0");
    flat_say(&f, "aim 20 20");
    flat_say(&f, "use on");
    flat_steps(&f, 1);
    flat_say(&f, "edit blocks sandstone tile 40 20");
    flat_say(&f, "aim 22 20");
    flat_steps(&f, 1);
    flat_say(&f, "aim 23 20");
    flat_steps(&f, 1);
    flat_say(&f, "use off");
    flat_say(&f, "undo");
    CHECK_TEXT(flat_block(&f, 23, 20), "air");
    CHECK_TEXT(flat_block(&f, 21, 20), "air");
    CHECK_TEXT(flat_block(&f, 20, 20), "dirt");
    CHECK_TEXT(flat_block(&f, 40, 20), "sandstone");
    flat_say(&f, "undo");
    CHECK_TEXT(flat_block(&f, 20, 20), "dirt");
    CHECK_TEXT(flat_block(&f, 40, 20), "air");
    flat_say(&f, "undo");
    CHECK_TEXT(flat_block(&f, 20, 20), "air");
    refuse("undo", LOAM_FAILED, "nothing to undo");
    flat_close(&f);
}

static void test_the_oldest_leave_the_journal(void)
{
    // Air has no edges and dirt around it none that change, so a box of air is as many changes as tiles.
    open_toy(1000 * sizeof(loam_change), true);
    flat_say(&f, "edit blocks dirt box -100 -100 200 200"); // more than there is room for
    refuse("undo", LOAM_FAILED, "undo: the last change was larger than what is kept");
    int32_t undone = 0;
    for (int32_t i = 0; i < 40; i++)
    {
        char line[80];
        snprintf(line, sizeof line, "edit walls air box %d 0 10 10", -100 + 10 * i);
        flat_say(&f, line);
    }
    while (flat_try(&f, "undo") == LOAM_OK)
    {
        undone++;
    }
    CHECK_RANGE(undone, 3, 12);
    CHECK_TEXT(flat_wall(&f, -95, 5), "air"); // the first one is for good
    flat_close(&f);
    open_toy(0, true);
    flat_say(&f, "edit blocks dirt box 0 0 9 9");
    refuse("undo", LOAM_FAILED, "undo: there is nothing to undo");
    flat_close(&f);
}

static void test_what_is_far_away_cannot_be_undone(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks dirt tile 20 10");
    flat_say(&f, "place 5000 0");
    flat_steps(&f, 2);
    refuse("undo", LOAM_FAILED, "too far away");
    flat_say(&f, "place 0 0");
    flat_steps(&f, 2);
    CHECK_TEXT(flat_block(&f, 20, 10), "dirt");
    flat_say(&f, "undo");
    CHECK_TEXT(flat_block(&f, 20, 10), "air");
    flat_close(&f);
}

// In a world that lives, what has flowed away stays.
static void test_water_that_has_flowed_stays(void)
{
    uint64_t counts[LOAM_MAX_MATERIALS] = {0};
    const loam_tile_area everything = {-500, -500, 1000, 1000};
    flat_open(&f, false);
    flat_say(&f, "weather clear");
    flat_say(&f, "edit blocks water box 40 30 10 10");
    flat_steps(&f, 120);
    flat_say(&f, "undo");
    flat_steps(&f, 1);
    loam_tile_world_census(f.game->world, everything, counts);
    CHECK_INT(counts[TOY_WATER], 100);
    flat_close(&f);
}

// ---- clipboard ------------------------------------------------------------------------------------

static bool same_tiles(loam_tile_area from, loam_tile_pos to, bool flip)
{
    for (int32_t i = 0; i < from.w * from.h; i++)
    {
        const int32_t x = i % from.w, y = i / from.w;
        const loam_tile a = loam_tile_world_at(f.game->world,
                                               (loam_tile_pos){from.x + x, from.y + y});
        const loam_tile b = loam_tile_world_at(
            f.game->world, (loam_tile_pos){to.x + (flip ? from.w - 1 - x : x), to.y + y});
        if (a.block != b.block || a.wall != b.wall)
        {
            return false;
        }
    }
    return true;
}

static void test_copies_are_pasted(void)
{
    const loam_tile_area area = {-40, -30, 37, 23};
    open_toy((size_t)1 << 20, true);
    flat_say(&f, "copy -40 -30 37 23");
    flat_say(&f, "paste 50 60");
    CHECK(same_tiles(area, (loam_tile_pos){50, 60}, false));
    flat_say(&f, "paste 100 -90 flip");
    CHECK(same_tiles(area, (loam_tile_pos){100, -90}, true));
    CHECK(!same_tiles(area, (loam_tile_pos){100, -90}, false));
    // Beyond the ring there is nothing to paste to; what is in it arrives.
    flat_say(&f, "paste 500 500");
    CHECK_TEXT(flat_block(&f, 511, 511), flat_block(&f, -40 + 11, -30 + 11));
    flat_close(&f);
}

static void test_cuts_leave_air(void)
{
    const loam_tile_area area = {-40, -30, 37, 23};
    open_toy((size_t)1 << 20, true);
    flat_say(&f, "copy -40 -30 37 23");
    flat_say(&f, "paste 50 60");
    const uint64_t before = world_hash();
    flat_say(&f, "cut 50 60 37 23");
    CHECK_TEXT(flat_block(&f, 50, 60), "air");
    CHECK_TEXT(flat_wall(&f, 86, 82), "air");
    flat_say(&f, "paste 150 60");
    CHECK(same_tiles(area, (loam_tile_pos){150, 60}, false));
    flat_say(&f, "undo");
    flat_say(&f, "undo");
    CHECK_U64(world_hash(), before); // both layers at once
    flat_close(&f);
}

// Variants at the seams of what is pasted are those of edges.
static void test_pasted_edges_fit(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks stone box 20 20 30 30");
    flat_say(&f, "copy 25 25 10 10"); // from within: no edges
    flat_say(&f, "paste 80 40");
    const int32_t inner = f.game->world->defs->materials[TOY_STONE].inner;
    const loam_tile corner = loam_tile_world_at(f.game->world, (loam_tile_pos){80, 40});
    const loam_tile middle = loam_tile_world_at(f.game->world, (loam_tile_pos){85, 45});
    CHECK_RANGE(corner.block_variant, inner, inner + 3);
    CHECK_RANGE(middle.block_variant, 0, inner - 1);
    flat_close(&f);
}

static void test_stamps_are_kept_by_name(void)
{
    flat_open(&f, true);
    refuse("paste 0 20", LOAM_FAILED, "paste: nothing has been copied or cut before");
    refuse("stamp save house", LOAM_FAILED, "stamp: nothing has been copied or cut before");
    flat_say(&f, "edit blocks dirt box 20 20 2 2");
    flat_say(&f, "copy 20 20 2 2");
    flat_say(&f, "stamp save house");
    flat_say(&f, "edit blocks sand box 20 20 2 2");
    flat_say(&f, "copy 20 20 2 2");
    flat_say(&f, "stamp save tower");
    flat_say(&f, "stamp paste house 40 40");
    CHECK_TEXT(flat_block(&f, 41, 41), "dirt");
    refuse("stamp paste hose 40 40", LOAM_FAILED,
           "stamp: there is none named 'hose', 2 are saved (did you mean house?)");
    flat_say(&f, "stamp save house"); // again, another one
    flat_say(&f, "stamp paste house 40 40");
    CHECK_TEXT(flat_block(&f, 41, 41), "sand");
    flat_say(&f, "stamp drop house");
    refuse("stamp paste house 40 40", LOAM_FAILED,
           "stamp: there is none named 'house', 1 is saved");
    flat_say(&f, "stamp paste tower 60 40");
    CHECK_TEXT(flat_block(&f, 61, 41), "sand");
    flat_close(&f);
}

static void test_stamps_have_limits(void)
{
    char line[80];
    flat_open(&f, true);
    flat_say(&f, "copy 0 0 1 1");
    for (int32_t i = 0; i < LOAM_MAX_STAMPS; i++)
    {
        snprintf(line, sizeof line, "stamp save s%d", (int)i);
        flat_say(&f, line);
    }
    refuse("stamp save more", LOAM_FAILED, "stamp: 64 are saved already; must be at most 64");
    flat_say(&f, "stamp save s5");
    flat_say(&f, "copy -512 -512 1024 1024");
    for (int32_t i = 20; i < 23; i++)
    {
        snprintf(line, sizeof line, "stamp save s%d", (int)i);
        flat_say(&f, line);
    }
    refuse("stamp save s3", LOAM_FAILED, "stamp: all together would be 16777");
    refuse("stamp save s63", LOAM_FAILED, "stamp: all together would be 16777");
    flat_say(&f, "stamp save s21"); // takes the room of its own
    flat_close(&f);
}

static void test_copies_stay_in_the_ring(void)
{
    flat_open(&f, true);
    refuse("copy 500 0 13 1", LOAM_FAILED,
           "the rectangle goes beyond what is awake: (-512, -512) to (511, 511)");
    refuse("cut -513 0 1 1", LOAM_FAILED, "the rectangle goes beyond what is awake");
    refuse("copy 1152921504606846975 0 1024 1", LOAM_FAILED, "the rectangle goes beyond");
    flat_say(&f, "copy -512 -512 1024 1024");
    flat_close(&f);
}

int main(void)
{
    RUN(test_undo_and_redo_are_exact);
    RUN(test_what_has_changed_since_stays);
    RUN(test_edges_follow_undo);
    RUN(test_a_new_edit_ends_redo);
    RUN(test_a_drag_is_undone_at_once);
    RUN(test_an_edit_parts_a_drag);
    RUN(test_the_oldest_leave_the_journal);
    RUN(test_what_is_far_away_cannot_be_undone);
    RUN(test_water_that_has_flowed_stays);
    RUN(test_copies_are_pasted);
    RUN(test_cuts_leave_air);
    RUN(test_pasted_edges_fit);
    RUN(test_stamps_are_kept_by_name);
    RUN(test_stamps_have_limits);
    RUN(test_copies_stay_in_the_ring);
    return CHECK_DONE();
}
