// SPDX-License-Identifier: MIT
// Undo and the clipboard know walls, not the plants before them: nobody gets leaves that hang in the air.
#include "check.h"
#include "flat_game.h"

#include "tiles/game/game.h"
#include "tiles/plants/plants.h"

#include <string.h>

enum
{
    WOODS = 4150 // x: a forest beside a lake
};

static loam_tile_defs defs;
static flat_game f;

static void open_woods(void)
{
    loam_tile_defs_init(&defs);
    memset(defs.rules, 0, sizeof defs.rules);
    f.def = loam_default_tile_game_def();
    f.def.world.defs = &defs;
    f.def.world.seed = 3;
    f.def.world.ring_log2 = 3;
    f.def.world.centre = (loam_tile_pos){WOODS, 80};
    CHECK_OK(loam_tile_game_create(&f.def, &f.game));
    flat_steps(&f, 1);
}

/// Tiles of wood and leaves that belong to no plant: what has fallen is the only reason for one.
static int64_t count_stray(void)
{
    const loam_tile_world *const world = f.game->world;
    const size_t all = (size_t)world->ring.side * (size_t)world->ring.side;
    int64_t stray = 0;
    for (size_t i = 0; i < all; i++)
    {
        stray += world->plants->cover.is_plant[loam_cover_bare(world, i).wall];
    }
    return stray;
}

/// Tiles in a box in which a plant is seen.
static int64_t count_plants(int64_t x, int64_t y, int64_t w, int64_t h)
{
    const loam_tile_world *const world = f.game->world;
    int64_t seen = 0;
    for (int64_t i = 0; i < w * h; i++)
    {
        const loam_tile_pos at = {x + i % w, y + i / w};
        seen += loam_plants_cover(world, loam_ring_index(&world->ring, at));
    }
    return seen;
}

// Behind the leaves that are seen there are others: they go, too, but for what the wind brings there.
static void test_a_cut_goes_through_all_branches(void)
{
    open_woods();
    const int64_t before = count_plants(4090, 75, 120, 80);
    flat_say(&f, "edit walls air box 4090 75 120 80");
    CHECK_INT(count_plants(4090, 75, 120, 80), 0);
    flat_steps(&f, 5);
    CHECK(before > 1000);
    CHECK(count_plants(4090, 75, 120, 80) < before / 20);
    loam_tile_game_destroy(f.game);
}

static void test_what_was_dug_of_a_plant_does_not_come_back_as_a_wall(void)
{
    open_woods();
    flat_say(&f, "edit walls air box 4090 75 120 80");
    flat_steps(&f, 5);
    CHECK(loam_tile_world_plants(f.game->world).lost > 100);
    CHECK_INT(count_stray(), loam_tile_world_plants(f.game->world).fallen);
    flat_say(&f, "undo");
    CHECK_INT(count_stray(), loam_tile_world_plants(f.game->world).fallen);
    loam_tile_game_destroy(f.game);
}

static void test_a_block_before_a_plant_is_undone_alone(void)
{
    open_woods();
    flat_say(&f, "edit blocks stone box 4090 75 120 80");
    flat_say(&f, "undo");
    flat_steps(&f, 5);
    CHECK_U64(loam_tile_world_plants(f.game->world).lost, 0);
    loam_tile_game_destroy(f.game);
}

static void test_copies_have_no_plants(void)
{
    open_woods();
    flat_say(&f, "copy 4090 75 120 80");
    flat_say(&f, "paste 4090 235");
    flat_steps(&f, 1);
    CHECK_INT(count_stray(), loam_tile_world_plants(f.game->world).fallen);
    const int64_t before = count_plants(4090, 75, 120, 80);
    flat_say(&f, "copy 4090 400 120 80"); // the empty sky
    flat_say(&f, "paste 4090 75");
    flat_steps(&f, 5);
    CHECK(count_plants(4090, 75, 120, 80) < before / 20);
    loam_tile_game_destroy(f.game);
}

/// Tiles in the middle box whose wall is of a material.
static int64_t count_walls(const char *name)
{
    int64_t count = 0;
    for (int64_t i = 0; i < 120 * 80; i++)
    {
        const loam_tile tile = loam_tile_world_at(f.game->world,
                                                  (loam_tile_pos){4090 + i % 120, 75 + i / 120});
        count += strcmp(defs.materials[tile.wall].name, name) == 0;
    }
    return count;
}

// Whatever it is made of, what is built stands, and the plants that were there are cut.
static void test_what_is_built_among_plants_stays(void)
{
    static const char *const materials[] = {"stone", "oak_wood", "dry_leaf"};
    for (int32_t i = 0; i < 3; i++)
    {
        char line[96];
        open_woods();
        snprintf(line, sizeof line, "edit walls %s box 4090 75 120 80", materials[i]);
        flat_say(&f, line);
        CHECK_INT(count_walls(materials[i]), 120 * 80);
        flat_steps(&f, 10);
        CHECK(count_walls(materials[i]) >= 120 * 80 * 98 / 100); // plants outside reach before some
        loam_tile_game_destroy(f.game);
    }
}

static void test_a_cut_takes_walls_and_leaves_no_plant(void)
{
    open_woods();
    const int64_t before = count_plants(4090, 75, 120, 80);
    flat_say(&f, "cut 4090 75 120 80");
    CHECK_INT(count_plants(4090, 75, 120, 80), 0);
    flat_steps(&f, 5);
    CHECK(count_plants(4090, 75, 120, 80) < before / 20);
    flat_say(&f, "paste 4090 235");
    flat_say(&f, "stamp save woods");
    flat_say(&f, "stamp paste woods 4250 235 flip");
    flat_steps(&f, 1);
    CHECK_INT(count_stray(), loam_tile_world_plants(f.game->world).fallen);
    flat_say(&f, "undo");
    flat_say(&f, "undo");
    flat_say(&f, "undo"); // the cut: blocks come back, plants do not
    flat_steps(&f, 5);
    // What hung over the cut has fallen, and lies there.
    CHECK(count_stray() <= (int64_t)loam_tile_world_plants(f.game->world).fallen);
    CHECK(count_plants(4090, 75, 120, 80) < before / 20);
    loam_tile_game_destroy(f.game);
}

/// A leaf of a crown in the middle box: a tile that joins more of its kind.
static loam_tile_pos find_leaf(void)
{
    const uint8_t leaf = (uint8_t)loam_material_find(&defs, "leaf");
    loam_tile_pos at = {0, 0};
    for (int64_t i = 0; i < 120 * 80; i++)
    {
        const loam_tile_pos here = {4090 + i % 120, 75 + i / 120};
        const loam_tile_pos above = {here.x, here.y + 1};
        if (loam_tile_world_at(f.game->world, here).wall == leaf &&
            loam_tile_world_at(f.game->world, above).wall == leaf)
        {
            at = here;
        }
    }
    CHECK(at.x != 0);
    return at;
}

// A fill goes over all leaves that join; a replacement over all that are seen in its rectangle. What they put is a
// wall, and the plants have lost those tiles.
static void test_fill_and_replace_take_what_is_seen(void)
{
    char line[96];
    open_woods();
    const loam_tile_pos leaf = find_leaf();
    snprintf(line, sizeof line, "edit walls stone fill %lld %lld 65536", (long long)leaf.x,
             (long long)leaf.y);
    flat_say(&f, line);
    const int64_t filled = count_walls("stone");
    CHECK(filled > 50);
    flat_steps(&f, 5);
    CHECK(count_walls("stone") >= filled * 95 / 100);
    const int64_t leaves = count_walls("leaf");
    flat_say(&f, "replace walls leaf dry_leaf 4090 75 120 80");
    CHECK_INT(count_walls("leaf"), 0);
    CHECK_INT(count_walls("dry_leaf"), leaves);
    flat_steps(&f, 5);
    CHECK(count_walls("dry_leaf") >= leaves * 95 / 100);
    CHECK(count_stray() >= leaves * 95 / 100); // they are no plant's
    flat_say(&f, "undo");
    CHECK(count_stray() < leaves / 20);
    loam_tile_game_destroy(f.game);
}

int main(void)
{
    RUN_SERIAL(test_a_cut_goes_through_all_branches);
    RUN_SERIAL(test_what_was_dug_of_a_plant_does_not_come_back_as_a_wall);
    RUN_SERIAL(test_a_block_before_a_plant_is_undone_alone);
    RUN_SERIAL(test_what_is_built_among_plants_stays);
    RUN_SERIAL(test_a_cut_takes_walls_and_leaves_no_plant);
    RUN_SERIAL(test_fill_and_replace_take_what_is_seen);
    RUN_SERIAL(test_copies_have_no_plants);
    return CHECK_DONE();
}
