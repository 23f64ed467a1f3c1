// SPDX-License-Identifier: MIT
// Gardening: planting by command and by tool, axe and shears, and what is carried away.
#include "check.h"
#include "flat_game.h"

#include "tiles/game/game.h"
#include "tiles/game/inventory.h"
#include "tiles/life/climate.h"
#include "tiles/plants/plants.h"

#include <stdlib.h>
#include <string.h>

enum
{
    WOODS = 4150, // x: a forest beside a lake
    GROUND = 78   // about: the height of its ground
};

static loam_tile_defs defs;
static flat_game f;

static void open_woods(void)
{
    loam_tile_defs_init(&defs);
    memset(defs.rules, 0, sizeof defs.rules);
    defs.sky.rain = defs.sky.snow = defs.sky.lightning = LOAM_AIR;
    f.def = loam_default_tile_game_def();
    f.def.world.defs = &defs;
    f.def.world.seed = 3;
    f.def.world.ring_log2 = 3;
    f.def.world.centre = (loam_tile_pos){WOODS, 80};
    CHECK_OK(loam_tile_game_create(&f.def, &f.game));
    flat_steps(&f, 1);
}

static int32_t species_of(const char *name)
{
    int32_t i = 0;
    while (i < LOAM_MAX_SPECIES && strcmp(defs.species[i].name, name) != 0)
    {
        i++;
    }
    CHECK(i < LOAM_MAX_SPECIES);
    return i;
}

static uint8_t material_of(const char *name)
{
    return (uint8_t)loam_material_find(&defs, name);
}

static uint32_t count_plants(void)
{
    return loam_tile_world_plants(f.game->world).plants;
}

static void sayf(const char *format, int64_t x, int64_t y)
{
    char line[LOAM_MAX_COMMAND_LINE];
    snprintf(line, sizeof line, format, (long long)x, (long long)y);
    flat_say(&f, line);
}

/// A place in reach where a species can be planted.
static bool find_place(int32_t species, loam_tile_pos *at)
{
    for (int32_t i = 0; i < 60; i++)
    {
        *at = (loam_tile_pos){WOODS + (i % 2 ? -1 : 1) * i / 2, GROUND};
        if (loam_tile_world_can_plant(f.game->world, species, *at) == LOAM_OK)
        {
            return true;
        }
    }
    return false;
}

/// The nearest tile to the player whose wall has a property and no other of these, and air before it.
static bool find_wall(uint32_t wanted, loam_tile_pos *at)
{
    for (int32_t i = 0; i < 60 * 60; i++)
    {
        *at = (loam_tile_pos){WOODS - 30 + i % 60, GROUND - 5 + i / 60};
        const loam_tile tile = loam_tile_world_at(f.game->world, *at);
        const int64_t x = at->x - WOODS, y = at->y - GROUND - 6;
        if (x * x + y * y < 38 * 38 && tile.block == LOAM_AIR &&
            (defs.materials[tile.wall].properties & (LOAM_WOOD | LOAM_LEAF)) == wanted)
        {
            return true;
        }
    }
    return false;
}

// ---- planting -------------------------------------------------------------------------------------

static void test_a_planted_tree_is_one_of_the_world(void)
{
    loam_tile_pos at;
    uint64_t hashes[2];
    for (int32_t run = 0; run < 2; run++)
    {
        open_woods();
        const uint32_t before = count_plants();
        CHECK(find_place(species_of("oak"), &at));
        sayf("plant oak %lld %lld", at.x, at.y + 3);
        CHECK_INT(count_plants(), before + 1);
        flat_steps(&f, 20);
        CHECK_INT(count_plants(), before + 1);
        hashes[run] = loam_tile_game_hash(f.game);
        CHECK(flat_try(&f, "plant oak 1000000 80") == LOAM_FAILED);
        CHECK_CONTAINS(loam_last_error(), "plant: (1000000, 80) is beyond the ring");
        loam_tile_game_destroy(f.game);
    }
    CHECK_U64(hashes[0], hashes[1]);
}

// It goes with its chunk, and comes back with it.
static void test_a_planted_tree_stays(void)
{
    loam_tile_pos at;
    open_woods();
    CHECK(find_place(species_of("oak"), &at));
    sayf("plant oak %lld %lld", at.x, at.y);
    CHECK(loam_tile_world_can_plant(f.game->world, species_of("oak"), at) == LOAM_FAILED);
    CHECK_TEXT(loam_last_error(), "plant: there is oak already");
    sayf("place %lld %lld", WOODS + 3000, 200);
    flat_steps(&f, 3);
    sayf("place %lld %lld", WOODS, 90);
    flat_steps(&f, 3);
    CHECK(loam_tile_world_can_plant(f.game->world, species_of("oak"), at) == LOAM_FAILED);
    CHECK_TEXT(loam_last_error(), "plant: there is oak already");
    loam_tile_game_destroy(f.game);
}

// Asking and doing agree, for all species and many places; and what is refused changes nothing.
static void test_asking_agrees_with_planting(void)
{
    int32_t planted = 0, refused = 0;
    open_woods();
    for (int32_t i = 0; i < LOAM_MAX_SPECIES && defs.species[i].name[0] != '\0'; i++)
    {
        for (int32_t n = 0; n < 8; n++)
        {
            const int64_t x = WOODS - 240 + 60 * n + i;
            const loam_tile_pos at = {x, loam_climate_at(f.game->world, x).surface - 40 * (n % 2)};
            const uint64_t before = n < 2 ? loam_tile_world_hash(f.game->world) : 0;
            const loam_result asked = loam_tile_world_can_plant(f.game->world, i, at);
            CHECK(n >= 2 || loam_tile_world_hash(f.game->world) == before);
            const loam_result done = loam_tile_world_plant(f.game->world, i, at);
            CHECK_INT(asked, done);
            CHECK(n >= 2 || (loam_tile_world_hash(f.game->world) != before) == (done == LOAM_OK));
            planted += done == LOAM_OK;
            refused += done != LOAM_OK;
        }
    }
    CHECK_RANGE(planted, 15, 200);
    CHECK(refused > 50);
    flat_steps(&f, 10);
    CHECK(loam_tile_world_plant(f.game->world, -1, (loam_tile_pos){0, 0}) == LOAM_BAD_ARGUMENT);
    CHECK(loam_tile_world_plant(f.game->world, LOAM_MAX_SPECIES, (loam_tile_pos){0, 0}) ==
          LOAM_BAD_ARGUMENT);
    loam_tile_game_destroy(f.game);
}

static void refuses(const char *species, int64_t x, int64_t y, const char *why)
{
    char line[LOAM_MAX_COMMAND_LINE];
    snprintf(line, sizeof line, "plant %s %lld %lld", species, (long long)x, (long long)y);
    CHECK(flat_try(&f, line) == LOAM_FAILED);
    CHECK_CONTAINS(loam_last_error(), why);
}

// A terrace in the sky has the ground that each of them wants, or does not want.
static void test_each_reason_has_its_words(void)
{
    const int64_t x = WOODS, y = 300;
    open_woods();
    sayf("edit blocks dirt box %lld %lld 60 10", x, y - 10);
    sayf("edit blocks stone box %lld %lld 10 10", x + 10, y - 10);
    sayf("edit blocks stone box %lld %lld 30 4", x + 30, y + 20);
    sayf("edit walls stone box %lld %lld 10 20", x + 30, y);
    sayf("edit blocks dirt box %lld %lld 10 1", x + 44, y + 2);
    refuses("oak", x + 15, y, "plant: oak does not grow on stone");
    refuses("oak", x + 35, y, "plant: oak grows under the open sky");
    refuses("oak", x + 48, y, "plant: there is no room for oak");
    refuses("oak", x, y + 60, "plant: oak finds no ground near");
    refuses("reed", x + 5, y, "plant: reed grows beside water");
    refuses("mushroom", x + 5, y, "plant: mushroom grows in caves");
    refuses("water_lily", x + 5, y, "plant: water_lily finds no open water near");
    refuses("vine", x + 5, y + 12, "plant: vine finds no ceiling near");
    sayf("plant oak %lld %lld", x + 5, y + 4);
    refuses("birch", x + 6, y, "plant: there is oak already");
    sayf("plant bush %lld %lld", x + 6, y); // of another storey
    sayf("plant mushroom %lld %lld", x + 35, y);
    sayf("plant vine %lld %lld", x + 55, y + 18);
    sayf("edit blocks water box %lld %lld 3 1", x + 20, y - 1);
    sayf("plant water_lily %lld %lld", x + 21, y);
    sayf("plant reed %lld %lld", x + 24, y);
    loam_tile_game_destroy(f.game);
}

// ---- tools ------------------------------------------------------------------------------------------

static int64_t carried(const char *name)
{
    return loam_inventory_count(flat_player(&f), material_of(name));
}

static int64_t carried_with(uint32_t properties)
{
    int64_t count = 0;
    for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS; i++)
    {
        const loam_inventory_slot *const slot = &flat_player(&f)->inventory[i];
        count += (defs.materials[slot->material].properties & properties) != 0 ? slot->count : 0;
    }
    return count;
}

static void test_axe_and_shears_cut_plants_alone(void)
{
    loam_tile_pos wood, leaf;
    open_woods();
    CHECK(find_wall(LOAM_WOOD, &wood) && find_wall(LOAM_LEAF, &leaf));
    flat_say(&f, "mode limited");
    flat_say(&f, "brush circle 0");
    flat_say(&f, "tool pickaxe");
    sayf("aim %lld %lld", leaf.x, leaf.y);
    CHECK(loam_tile_game_check_use(f.game) == LOAM_FAILED);
    CHECK_TEXT(loam_last_error(), "use: take an axe for plants");
    flat_say(&f, "tool shears");
    CHECK_OK(loam_tile_game_check_use(f.game));
    CHECK_INT(loam_tile_game_dig_steps(f.game), 2);
    sayf("aim %lld %lld", wood.x, wood.y);
    CHECK(loam_tile_game_check_use(f.game) == LOAM_FAILED);
    CHECK_CONTAINS(loam_last_error(), "use: take an axe for ");
    flat_say(&f, "tool axe");
    CHECK_OK(loam_tile_game_check_use(f.game));
    CHECK_RANGE(loam_tile_game_dig_steps(f.game), 1, 20);
    flat_say(&f, "brush circle 4");
    flat_say(&f, "use on");
    flat_steps(&f, 60);
    flat_say(&f, "use off");
    CHECK(carried_with(LOAM_WOOD) > 5);
    CHECK_INT(carried_with(~(uint32_t)(LOAM_WOOD | LOAM_LEAF | LOAM_FLAMMABLE)), 0);
    loam_tile_game_destroy(f.game);
}

static void test_shears_leave_wood(void)
{
    loam_tile_pos leaf;
    open_woods();
    CHECK(find_wall(LOAM_LEAF, &leaf));
    flat_say(&f, "mode limited");
    flat_say(&f, "tool shears");
    flat_say(&f, "brush circle 7");
    sayf("aim %lld %lld", leaf.x, leaf.y);
    flat_say(&f, "use on");
    flat_steps(&f, 60);
    flat_say(&f, "use off");
    CHECK(carried_with(LOAM_LEAF) > 10);
    CHECK_INT(carried_with(LOAM_WOOD), 0);
    loam_tile_game_destroy(f.game);
}

// A wall behind a tree stays when the tree is cut; built walls are for hammers.
static void test_walls_stay(void)
{
    loam_tile_pos wood;
    open_woods();
    CHECK(find_wall(LOAM_WOOD, &wood));
    const loam_edit wall = {.shape = LOAM_EDIT_SQUARE,
                            .layer = LOAM_WALLS,
                            .material = material_of("stone"),
                            .radius = 1,
                            .from = {wood.x, wood.y + 200}};
    CHECK_OK(loam_tile_world_edit(f.game->world, &wall, NULL));
    flat_say(&f, "tool axe");
    flat_say(&f, "brush circle 0");
    sayf("aim %lld %lld", wood.x, wood.y + 200);
    CHECK(loam_tile_game_check_use(f.game) == LOAM_FAILED);
    CHECK_TEXT(loam_last_error(), "use: stone is no plant: take a hammer");
    flat_say(&f, "use on");
    flat_steps(&f, 3);
    CHECK_TEXT(flat_wall(&f, wood.x, wood.y + 200), "stone");
    loam_tile_game_destroy(f.game);
}

// Seeds that lie about are picked up like what is dug, and planted.
static void test_seeds_are_picked_up_and_planted(void)
{
    loam_tile_pos at;
    open_woods();
    CHECK(find_place(species_of("birch"), &at));
    const uint32_t before = count_plants();
    flat_say(&f, "mode limited");
    sayf("edit blocks winged_seed box %lld %lld 3 1", at.x, at.y + 3);
    flat_say(&f, "tool pickaxe");
    flat_say(&f, "brush circle 3");
    sayf("aim %lld %lld", at.x + 1, at.y + 3);
    flat_say(&f, "use on");
    flat_steps(&f, 2);
    flat_say(&f, "use off");
    flat_steps(&f, 1);
    CHECK(carried("winged_seed") > 0);
    const int64_t there = carried("winged_seed");
    flat_say(&f, "tool sapling");
    flat_say(&f, "choose winged_seed");
    sayf("aim %lld %lld", at.x, at.y + 2);
    CHECK_OK(loam_tile_game_check_use(f.game));
    flat_say(&f, "use on");
    flat_steps(&f, 1);
    flat_say(&f, "use off");
    CHECK_INT(count_plants(), before + 1);
    CHECK_INT(carried("winged_seed"), there - 1);
    loam_tile_game_destroy(f.game);
}

static void test_saplings_take_what_they_are_of(void)
{
    loam_tile_pos at;
    open_woods();
    const uint32_t before = count_plants();
    CHECK(find_place(species_of("oak"), &at));
    flat_say(&f, "mode limited");
    flat_say(&f, "tool sapling");
    sayf("aim %lld %lld", at.x, at.y + 2);
    CHECK(loam_tile_game_check_use(f.game) == LOAM_FAILED);
    CHECK_CONTAINS(loam_last_error(), "use: choose a seed, leaves, a flower or wood");
    flat_say(&f, "choose stone");
    CHECK_CONTAINS(loam_last_error(), "use: choose a seed, leaves, a flower or wood");
    flat_say(&f, "choose leaf");
    CHECK(loam_tile_game_check_use(f.game) == LOAM_FAILED);
    CHECK_TEXT(loam_last_error(), "use: a sapling of oak takes 1 of acorn, and you have 0");
    flat_say(&f, "give acorn 2"); // a leaf says what is meant, and an acorn is what it takes
    CHECK_OK(loam_tile_game_check_use(f.game));
    flat_say(&f, "use on");
    flat_steps(&f, 10); // held: it is one all the same
    flat_say(&f, "use off");
    CHECK_INT(count_plants(), before + 1);
    CHECK_INT(carried("acorn"), 1);
    flat_say(&f, "choose oak_wood"); // of no other species, so that is told
    CHECK(loam_tile_game_check_use(f.game) == LOAM_FAILED);
    CHECK_TEXT(loam_last_error(), "plant: there is oak already");
    sayf("aim %lld %lld", at.x + 200, at.y);
    CHECK(loam_tile_game_check_use(f.game) == LOAM_FAILED);
    CHECK_CONTAINS(loam_last_error(), "that is too far away: you reach 40 tiles");
    loam_tile_game_destroy(f.game);
}

int main(void)
{
    RUN_SERIAL(test_a_planted_tree_is_one_of_the_world);
    RUN_SERIAL(test_a_planted_tree_stays);
    RUN_SERIAL(test_asking_agrees_with_planting);
    RUN_SERIAL(test_each_reason_has_its_words);
    RUN_SERIAL(test_axe_and_shears_cut_plants_alone);
    RUN_SERIAL(test_shears_leave_wood);
    RUN_SERIAL(test_walls_stay);
    RUN_SERIAL(test_saplings_take_what_they_are_of);
    RUN_SERIAL(test_seeds_are_picked_up_and_planted);
    return CHECK_DONE();
}
