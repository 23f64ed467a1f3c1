// SPDX-License-Identifier: MIT
// Tools, with and without limits; the player as bytes; the timestep and the camera.
#include "check.h"
#include "flat_game.h"
#include "toy_world.h"

#include "loam/random.h"
#include "tiles/game/game.h"

#include <stdlib.h>

static flat_game f;

static void refuse(const char *line, loam_result result, const char *message)
{
    const uint64_t before = loam_tile_game_hash(f.game);
    CHECK_INT(flat_try(&f, line), result);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK_U64(loam_tile_game_hash(f.game), before);
}

static int64_t count_of(const char *material)
{
    uint64_t counts[LOAM_MAX_MATERIALS] = {0};
    const loam_tile_area everything = {-512, -512, 1024, 1024};
    loam_tile_world_census(f.game->world, everything, counts);
    return (int64_t)counts[loam_material_find(f.game->world->defs, material)];
}

/// Says some commands and uses the tool for so many steps.
static void use(const char *const *lines, int32_t steps)
{
    for (; *lines != NULL; lines++)
    {
        flat_say(&f, *lines);
    }
    flat_say(&f, "use on");
    flat_steps(&f, steps);
    flat_say(&f, "use off");
    flat_steps(&f, 1);
}

// ---- without limits -------------------------------------------------------------------------------

static void test_tools_place_and_remove(void)
{
    flat_open(&f, true);
    use((const char *const[]){"tool block", "choose dirt", "brush circle 2", "aim 30 20", NULL}, 1);
    CHECK_INT(count_of("dirt"), 21);
    CHECK_TEXT(flat_block(&f, 30, 20), "dirt");
    CHECK_TEXT(flat_wall(&f, 30, 20), "air");
    use((const char *const[]){"tool wall", "choose sandstone", "brush square 1", NULL}, 1);
    CHECK_TEXT(flat_wall(&f, 31, 21), "sandstone");
    CHECK_TEXT(flat_wall(&f, 32, 20), "air");
    use((const char *const[]){"choose torch", "brush circle 0", NULL}, 1); // in a wall's place
    CHECK_TEXT(flat_wall(&f, 30, 20), "torch");
    CHECK_TEXT(flat_wall(&f, 31, 21), "sandstone");
    use((const char *const[]){"tool pickaxe", NULL}, 1);
    CHECK_TEXT(flat_block(&f, 30, 20), "air");
    CHECK_TEXT(flat_wall(&f, 30, 20), "torch");
    CHECK_INT(count_of("dirt"), 20);
    use((const char *const[]){"tool hammer", NULL}, 1);
    CHECK_TEXT(flat_wall(&f, 30, 20), "air");
    use((const char *const[]){"tool wall", NULL}, 1);
    CHECK_TEXT(flat_wall(&f, 30, 20), "torch");
    flat_close(&f);
}

static void test_buckets_pour_and_take(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks dirt box 30 20 3 3");
    use((const char *const[]){"tool block", "choose water", "brush square 3", "aim 31 21", NULL},
        1);
    CHECK_INT(count_of("water"), 49 - 9); // into air only
    use((const char *const[]){"choose lava", NULL}, 1);
    CHECK_INT(count_of("lava"), 0);
    use((const char *const[]){"tool pickaxe", NULL}, 1);
    CHECK_INT(count_of("water"), 40); // does not flow into a pickaxe
    CHECK_INT(count_of("dirt"), 0);
    use((const char *const[]){"tool block", "choose stone", "brush square 0", "aim 28 18", NULL},
        1);
    CHECK_INT(count_of("water"), 39); // driven out
    use((const char *const[]){"tool bucket", "brush square 3", "aim 31 21", NULL}, 1);
    CHECK_INT(count_of("water"), 0);
    CHECK_TEXT(flat_block(&f, 28, 18), "stone");
    flat_close(&f);
}

static void test_nothing_is_built_into_the_player(void)
{
    flat_open(&f, true);
    use((const char *const[]){"tool block", "choose stone", "brush square 7", "aim 0 7", NULL}, 1);
    CHECK(!flat_is_stuck(&f));
    CHECK_NEAR(flat_x(&f), 0.5, 0);
    CHECK_TEXT(flat_block(&f, 4, 5), "stone");
    CHECK_TEXT(flat_block(&f, 3, 5), "air");
    use((const char *const[]){"choose water", NULL}, 1);
    CHECK_TEXT(flat_block(&f, 3, 5), "water");
    flat_close(&f);
}

// However fast the cursor goes, there is no gap.
static void test_drags_leave_no_gaps(void)
{
    for (int32_t shape = 0; shape < 2; shape++)
    {
        flat_open(&f, true);
        flat_say(&f, "tool block");
        flat_say(&f, "choose dirt");
        flat_say(&f, shape == 0 ? "brush circle 0" : "brush square 0");
        flat_say(&f, "aim -100 40");
        flat_say(&f, "use on");
        flat_steps(&f, 1);
        flat_say(&f, "aim 100 93");
        flat_steps(&f, 1);
        for (int64_t x = -100; x <= 100; x++)
        {
            const int64_t y = 40 + (int64_t)floor((double)(x + 100) * 53 / 200 + 0.5);
            CHECK_TEXT(flat_block(&f, x, y), "dirt");
        }
        CHECK_INT(count_of("dirt"), 201);
        // Too far away for a drag.
        flat_say(&f, "aim -450 300");
        flat_steps(&f, 1);
        CHECK_TEXT(flat_block(&f, -450, 300), "dirt");
        CHECK_INT(count_of("dirt"), 202);
        flat_close(&f);
    }
}

// A drag goes up to 512 tiles in a step.
static void test_a_drag_has_an_end(void)
{
    flat_open(&f, true);
    flat_say(&f, "tool block");
    flat_say(&f, "choose dirt");
    flat_say(&f, "brush square 0");
    flat_say(&f, "aim -300 40");
    flat_say(&f, "use on");
    flat_steps(&f, 1);
    flat_say(&f, "aim 212 40");
    flat_steps(&f, 1);
    CHECK_INT(count_of("dirt"), 513);
    flat_say(&f, "aim -301 41");
    flat_steps(&f, 1);
    CHECK_INT(count_of("dirt"), 514);
    flat_close(&f);
}

static void test_picks_what_is_there(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit walls sandstone tile 30 20");
    flat_say(&f, "aim 30 20");
    flat_say(&f, "pick");
    CHECK_INT(flat_player(&f)->material, loam_material_find(f.game->world->defs, "sandstone"));
    flat_say(&f, "edit blocks water tile 30 20");
    flat_say(&f, "pick");
    CHECK_INT(flat_player(&f)->material, TOY_WATER);
    flat_say(&f, "aim 50 50");
    refuse("pick", LOAM_FAILED, "pick: there is nothing at (50, 50)");
    flat_say(&f, "aim 5000000 50");
    refuse("pick", LOAM_FAILED, "pick: there is nothing at");
    flat_close(&f);
}

static void test_tools_say_what_they_cannot_do(void)
{
    flat_open(&f, true);
    flat_say(&f, "tool block");
    refuse("use on", LOAM_FAILED, "use: choose a material first");
    flat_say(&f, "choose torch");
    refuse("use on", LOAM_FAILED, "use: torch may not stand among blocks, take the tool wall");
    flat_say(&f, "tool wall");
    flat_say(&f, "use on");
    const uint64_t before = loam_tile_world_hash(f.game->world);
    flat_say(&f, "choose water"); // while it is held: it just does nothing
    flat_steps(&f, 1);
    CHECK_U64(loam_tile_world_hash(f.game->world), before);
    refuse("edit walls water tile 0 20", LOAM_BAD_ARGUMENT,
           "material water may not stand among walls");
    refuse("replace walls stone water 0 0 5 5", LOAM_BAD_ARGUMENT,
           "material water may not stand among walls");
    flat_close(&f);
}

static void test_replaces_one_material(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks dirt box 20 10 10 10");
    flat_say(&f, "edit blocks sand box 25 10 1 10");
    flat_say(&f, "replace blocks dirt limestone 20 10 8 4");
    CHECK_INT(count_of("limestone"), 28);
    CHECK_INT(count_of("dirt"), 90 - 28);
    CHECK_INT(count_of("sand"), 10);
    flat_close(&f);
}

// ---- with limits ----------------------------------------------------------------------------------

static int64_t carried(const char *material)
{
    const int32_t id = loam_material_find(f.game->world->defs, material);
    int64_t count = 0;
    for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS; i++)
    {
        const loam_inventory_slot slot = flat_player(&f)->inventory[i];
        count += slot.material == id ? slot.count : 0;
    }
    return count;
}

/// Steps until a tile is air.
static int32_t dig_time(const char *const *lines, int64_t x, int64_t y)
{
    int32_t steps = 0;
    for (; *lines != NULL; lines++)
    {
        flat_say(&f, *lines);
    }
    flat_say(&f, "use on");
    while (strcmp(flat_block(&f, x, y), "air") != 0 && steps < 5000)
    {
        flat_steps(&f, 1);
        steps++;
    }
    flat_say(&f, "use off");
    return steps;
}

static void test_digging_takes_its_time(void)
{
    flat_open(&f, true);
    flat_say(&f, "mode limited");
    const loam_material *const materials = f.game->world->defs->materials;
    const int32_t stone = materials[TOY_STONE].hardness;
    CHECK_INT(dig_time((const char *const[]){"tool pickaxe", "brush circle 0", "aim 10 -1", NULL},
                       10, -1),
              stone);
    CHECK_INT(carried("stone"), 1);
    CHECK_INT(loam_tile_game_dig_steps(f.game), 0);
    flat_say(&f, "edit blocks dirt box 14 0 4 4");
    CHECK_INT(dig_time((const char *const[]){"aim 15 1", NULL}, 15, 1),
              materials[TOY_DIRT].hardness);
    // A larger brush takes longer, but not as long as one tile after the other.
    CHECK_INT(dig_time((const char *const[]){"aim 20 -3", "brush square 1", NULL}, 20, -3),
              stone + 8 * stone / 16);
    CHECK_INT(carried("stone"), 10);
    CHECK_INT(carried("dirt"), 1);
    flat_close(&f);
}

static void test_aiming_elsewhere_begins_anew(void)
{
    flat_open(&f, true);
    flat_say(&f, "mode limited");
    flat_say(&f, "brush circle 0");
    flat_say(&f, "aim 10 -1");
    flat_say(&f, "use on");
    flat_steps(&f, 100);
    CHECK_INT(flat_player(&f)->digging, 100);
    const uint64_t hash = loam_tile_game_hash(f.game);
    CHECK_INT(loam_tile_game_dig_steps(f.game), f.game->world->defs->materials[TOY_STONE].hardness);
    CHECK_U64(loam_tile_game_hash(f.game), hash);
    flat_say(&f, "aim 10 -1");
    CHECK_INT(flat_player(&f)->digging, 100);
    flat_say(&f, "aim 11 -1");
    flat_steps(&f, 10);
    flat_say(&f, "aim 10 -1");
    flat_steps(&f, 100);
    CHECK_TEXT(flat_block(&f, 10, -1), "stone");
    flat_steps(&f, 20);
    CHECK_TEXT(flat_block(&f, 10, -1), "air");
    flat_close(&f);
}

static void test_reach_is_limited(void)
{
    flat_open(&f, true);
    flat_say(&f, "mode limited");
    CHECK_INT(dig_time((const char *const[]){"tool pickaxe", "brush circle 0", "aim 45 -1", NULL},
                       45, -1),
              5000);
    CHECK_INT(dig_time((const char *const[]){"aim 35 -25", NULL}, 35, -25), 5000); // aslant
    CHECK_RANGE(dig_time((const char *const[]){"aim 35 -1", NULL}, 35, -1), 100, 200);
    // From the middle of the body: 40 tiles straight, or 32 and 24.
    const loam_tile_area body = loam_body_tiles(flat_player(&f)->x, flat_player(&f)->y);
    const int64_t x = body.x + body.w / 2, y = body.y + body.h / 2;
    flat_say(&f, "give dirt 20");
    flat_say(&f, "tool block");
    flat_say(&f, "choose dirt");
    const int64_t reached[][3] = {{40, 0, 1}, {-40, 0, 1}, {0, 40, 1},  {32, 24, 1},
                                  {41, 0, 0}, {40, 1, 0},  {33, 24, 0}, {-32, 25, 0}};
    for (size_t i = 0; i < sizeof reached / sizeof reached[0]; i++)
    {
        const int64_t at_x = x + reached[i][0], at_y = y + reached[i][1];
        char aim[64];
        snprintf(aim, sizeof aim, "aim %d %d", (int)at_x, (int)at_y);
        use((const char *const[]){aim, NULL}, 1);
        CHECK_TEXT(flat_block(&f, at_x, at_y), reached[i][2] ? "dirt" : "air");
    }
    flat_close(&f);
}

static void test_what_is_placed_was_carried(void)
{
    flat_open(&f, true);
    flat_say(&f, "mode limited");
    flat_say(&f, "give dirt 20");
    use((const char *const[]){"tool block", "choose dirt", "brush square 2", "aim 20 20", NULL}, 3);
    CHECK_INT(count_of("dirt"), 20);
    CHECK_INT(carried("dirt"), 0);
    CHECK_INT(flat_player(&f)->inventory[0].material, LOAM_AIR);
    CHECK_INT(flat_try(&f, "undo"), LOAM_FAILED); // it would make dirt out of nothing
    flat_say(&f, "edit blocks water box 10 10 3 3");
    use((const char *const[]){"tool bucket", "aim 11 11", NULL}, 1);
    CHECK_INT(carried("water"), 9);
    use((const char *const[]){"tool block", "choose water", "brush square 0", "aim 11 11", NULL},
        5);
    CHECK_INT(carried("water"), 8);
    flat_close(&f);
}

static void test_a_wall_that_gives_way_is_carried(void)
{
    flat_open(&f, true);
    flat_say(&f, "mode limited");
    flat_say(&f, "give torch 2");
    flat_say(&f, "edit walls dirt box 10 10 3 3");
    use((const char *const[]){"tool wall", "choose torch", "brush square 1", "aim 11 11", NULL}, 3);
    CHECK_INT(carried("torch"), 0);
    CHECK_INT(carried("dirt"), 2);
    flat_close(&f);
}

// Where nothing more can be carried, it gives way and is lost.
static void test_a_wall_gives_way_to_full_hands(void)
{
    flat_open(&f, true);
    flat_say(&f, "mode limited");
    for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS; i++)
    {
        flat_say(&f, "give dirt 100000");
    }
    const int64_t before = carried("dirt");
    use((const char *const[]){"tool wall", "choose dirt", "brush square 0", "aim 10 -5", NULL}, 1);
    CHECK_TEXT(flat_wall(&f, 10, -5), "dirt");
    CHECK_INT(carried("dirt"), before - 1);
    CHECK_INT(carried("stone"), 0);
    flat_close(&f);
}

// With limits there are no gaps either, as far as the arm and what is carried reach.
static void test_limited_drags_leave_no_gaps(void)
{
    flat_open(&f, true);
    flat_say(&f, "mode limited");
    flat_say(&f, "give dirt 40");
    use((const char *const[]){"tool block", "choose dirt", "brush square 0", "aim -15 20", NULL},
        1);
    flat_say(&f, "use on");
    flat_steps(&f, 1);
    flat_say(&f, "aim 15 20");
    flat_steps(&f, 1);
    for (int64_t x = -15; x <= 15; x++)
    {
        CHECK_TEXT(flat_block(&f, x, 20), "dirt");
    }
    CHECK_INT(carried("dirt"), 9);
    flat_say(&f, "aim 300 20"); // out of reach, but the way there begins within
    flat_steps(&f, 1);
    CHECK_INT(carried("dirt"), 0);
    CHECK_INT(count_of("dirt"), 40);
    flat_close(&f);
}

// A click that is shorter than a step is a click.
static void test_short_clicks_count(void)
{
    flat_open(&f, true);
    flat_say(&f, "tool block");
    flat_say(&f, "choose dirt");
    flat_say(&f, "brush square 0");
    flat_say(&f, "aim 20 20");
    flat_say(&f, "use on");
    flat_say(&f, "use off");
    flat_steps(&f, 1);
    CHECK_INT(count_of("dirt"), 1);
    flat_say(&f, "aim 25 20");
    flat_steps(&f, 3);
    CHECK_INT(count_of("dirt"), 1);
    flat_close(&f);
}

static void test_the_inventory_has_an_end(void)
{
    flat_open(&f, true);
    flat_say(&f, "mode limited");
    refuse("give air 1", LOAM_FAILED, "give: nobody can carry air");
    for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS; i++)
    {
        flat_say(&f, "give stone 100000");
    }
    refuse("give stone 1", LOAM_FAILED, "give: COUNT is 1, there is room for 0");
    refuse("give dirt 1", LOAM_FAILED, "give: COUNT is 1, there is room for 0");
    // What cannot be carried stays where it is.
    CHECK_INT(dig_time((const char *const[]){"tool pickaxe", "brush circle 0", "aim 10 -1", NULL},
                       10, -1),
              5000);
    flat_player(&f)->inventory[7].count = LOAM_MAX_STACK - 3;
    flat_say(&f, "give stone 3");
    CHECK_INT(flat_player(&f)->inventory[7].count, LOAM_MAX_STACK);
    flat_close(&f);
}

static void test_loose_sand_is_dug_as_sand(void)
{
    flat_open(&f, true);
    flat_say(&f, "mode limited");
    flat_say(&f, "edit blocks loose_sand box 10 10 2 2");
    use((const char *const[]){"tool pickaxe", "brush square 2", "aim 11 11", NULL}, 2);
    CHECK_INT(carried("sand"), 4);
    CHECK_INT(carried("loose_sand"), 0);
    flat_close(&f);
}

// ---- the player as bytes --------------------------------------------------------------------------

static void test_the_player_survives_packing(void)
{
    uint8_t bytes[LOAM_MAX_PLAYER_BYTES], again[LOAM_MAX_PLAYER_BYTES];
    flat_open(&f, true);
    flat_say(&f, "give sand 12345");
    flat_say(&f, "walk left");
    flat_say(&f, "jump on");
    flat_say(&f, "aim -77 1000000000000");
    flat_say(&f, "tool wall");
    flat_say(&f, "choose torch");
    flat_say(&f, "mode limited");
    flat_steps(&f, 7);
    loam_player *const now = flat_player(&f);
    now->jump_wish = 3;
    now->ground_grace = 4;
    now->unhurt = 5;
    now->digging = 6;
    now->used = (loam_tile_pos){7, 8};
    now->dragging = now->arriving = now->diving = now->burning = now->in_fluid = true;
    now->home = (loam_tile_pos){-9, 10};
    const size_t size = loam_player_pack(flat_player(&f), NULL, 0);
    CHECK_RANGE(size, 200, LOAM_MAX_PLAYER_BYTES);
    CHECK_INT(loam_player_pack(flat_player(&f), bytes, sizeof bytes), size);
    const uint64_t hash = loam_tile_game_hash(f.game);
    const loam_player before = *flat_player(&f);
    memset(flat_player(&f), 0x5a, sizeof before);
    CHECK_OK(loam_tile_game_set_player(f.game, bytes, size));
    CHECK_U64(loam_tile_game_hash(f.game), hash);
    CHECK_INT(loam_player_pack(flat_player(&f), again, sizeof again), size);
    CHECK(memcmp(bytes, again, size) == 0);
    const loam_player *const p = flat_player(&f);
    CHECK(p->x == before.x && p->y == before.y && p->vx == before.vx && p->vy == before.vy);
    CHECK(p->walking == -1 && p->jumping && p->tool == LOAM_TOOL_WALL && p->limited);
    CHECK(p->aim.x == -77 && p->aim.y == 1000000000000);
    CHECK(p->jump_wish == 3 && p->ground_grace == 4 && p->unhurt == 5 && p->digging == 6);
    CHECK(p->used.x == 7 && p->used.y == 8 && p->home.x == -9 && p->home.y == 10);
    CHECK(p->dragging && p->arriving && p->diving && p->burning && p->in_fluid);
    CHECK(p->last_x == before.last_x && p->last_y == before.last_y && p->facing == -1);
    CHECK(p->health == before.health && p->walked == before.walked && !p->using_tool);
    CHECK(p->material == before.material && p->brush == before.brush && p->radius == before.radius);
    CHECK_INT(p->on_ground, before.on_ground);
    flat_close(&f);
}

/// The player, once something about it has been changed, is refused, and the message says what.
static void refuse_player(const loam_player *player, const char *message)
{
    uint8_t bytes[LOAM_MAX_PLAYER_BYTES];
    const uint64_t hash = loam_tile_game_hash(f.game);
    const size_t size = loam_player_pack(player, bytes, sizeof bytes);
    CHECK_INT(loam_tile_game_set_player(f.game, bytes, size), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK_U64(loam_tile_game_hash(f.game), hash);
}

static void test_players_that_cannot_be_are_refused(void)
{
    flat_open(&f, true);
    loam_player player = *flat_player(&f);
    player.digging = INT32_MAX; // the next step would go beyond it
    refuse_player(&player, "player: digging is 2147483647; must be 0 to 983024");
    player = *flat_player(&f);
    player.facing = 0;
    refuse_player(&player, "player: facing is 0; must be -1 or 1");
    player = *flat_player(&f);
    player.home.x = -LOAM_PLAYER_END; // `place` refuses it, too
    refuse_player(&player, "player: home.x is -4503599627370496; must be -4503599627370483 to");
    player = *flat_player(&f);
    player.home.y = LOAM_PLAYER_END;
    refuse_player(&player, "player: home.y is 4503599627370496; must be -4503599627370483 to");
    refuse("place 4503599627370484 0", LOAM_BAD_ARGUMENT, "must be -4503599627370483 to");
    flat_close(&f);
}

// Bytes from outside either are a player or are refused, and then nothing has changed.
static void test_bad_players_are_refused(void)
{
    uint8_t bytes[LOAM_MAX_PLAYER_BYTES];
    flat_open(&f, true);
    flat_say(&f, "mode limited"); // so that all that it counts is used
    flat_say(&f, "aim 10 -1");
    flat_say(&f, "use on");
    flat_steps(&f, 1);
    const size_t size = loam_player_pack(flat_player(&f), bytes, sizeof bytes);
    const uint64_t hash = loam_tile_game_hash(f.game);
    for (size_t length = 0; length < size; length++)
    {
        CHECK_INT(loam_tile_game_set_player(f.game, bytes, length), LOAM_BAD_ARGUMENT);
    }
    CHECK_CONTAINS(loam_last_error(), "must be");
    CHECK_U64(loam_tile_game_hash(f.game), hash);
    const int32_t players = toy_rounds(20000);
    int32_t refused = 0;
    for (int32_t i = 0; i < players; i++)
    {
        const uint64_t seed = loam_seed_at(6, i, 0, 0);
        uint8_t damaged[LOAM_MAX_PLAYER_BYTES];
        memcpy(damaged, bytes, size);
        damaged[loam_random_below(seed, 0, (uint32_t)size)] ^= (uint8_t)(1u << loam_random_below(
                                                                             seed, 1, 8));
        if (loam_tile_game_set_player(f.game, damaged, size) != LOAM_OK)
        {
            refused++;
            continue;
        }
        const loam_player *const p = flat_player(&f);
        CHECK((uint32_t)p->tool < LOAM_TOOL_COUNT && p->health <= LOAM_MAX_HEALTH);
        CHECK(p->radius <= LOAM_MAX_BRUSH && p->x < LOAM_PLAYER_END * LOAM_PLAYER_FIXED);
        CHECK(p->walking <= 1 && p->inventory[0].count <= LOAM_MAX_STACK);
        // Whatever was accepted can live.
        flat_steps(&f, 2);
        CHECK_OK(loam_tile_game_set_player(f.game, bytes, size));
    }
    CHECK_RANGE(refused, players / 4, players / 20 * 19);
    flat_close(&f);
}

// A game that was made somewhere else goes to where the player is.
static void test_a_player_from_elsewhere_stays_where_it_was(void)
{
    uint8_t bytes[LOAM_MAX_PLAYER_BYTES];
    flat_open(&f, true);
    flat_say(&f, "place 5000 107");
    flat_steps(&f, 3);
    flat_say(&f, "walk left");
    flat_steps(&f, 1);
    const loam_player before = *flat_player(&f);
    const size_t size = loam_player_pack(&before, bytes, sizeof bytes);
    flat_close(&f);
    flat_open(&f, true);
    CHECK_OK(loam_tile_game_set_player(f.game, bytes, size));
    CHECK(flat_player(&f)->arriving);
    flat_steps(&f, 1);
    CHECK(flat_player(&f)->x == before.x && flat_player(&f)->y == before.y);
    CHECK(flat_player(&f)->vx == before.vx && flat_player(&f)->vy == before.vy);
    flat_steps(&f, 1);
    CHECK_NEAR(flat_y(&f), (double)(before.y + before.vy) / LOAM_PLAYER_FIXED, 0.1);
    // Here it is at once.
    CHECK_OK(loam_tile_game_set_player(f.game, bytes, size));
    CHECK(!flat_player(&f)->arriving);
    flat_close(&f);
}

// ---- timestep and camera -------------------------------------------------------------------------

static void test_steps_are_due(void)
{
    loam_timestep clock = loam_timestep_begin(1000, 10000, 8);
    CHECK_INT(loam_timestep_due(&clock, 1000), 0);
    CHECK_NEAR(loam_timestep_fraction(&clock), 0, 0);
    CHECK_INT(loam_timestep_due(&clock, 8500), 0);
    CHECK_NEAR(loam_timestep_fraction(&clock), 0.75, 1e-6);
    CHECK_INT(loam_timestep_due(&clock, 11000), 1);
    CHECK_NEAR(loam_timestep_fraction(&clock), 0, 0);
    CHECK_INT(loam_timestep_due(&clock, 33500), 2);
    CHECK_NEAR(loam_timestep_fraction(&clock), 0.25, 1e-6);
    CHECK_INT(loam_timestep_due(&clock, 20000), 0); // a clock that went back
    CHECK_INT(loam_timestep_due(&clock, 27500), 1);
    CHECK_INT(loam_timestep_due(&clock, 10000000), 8); // away for ten seconds
    CHECK_INT(loam_timestep_due(&clock, 10000001), 0); // and nothing to catch up
    CHECK_INT(loam_timestep_due(&clock, UINT64_MAX), 8);
    CHECK_RANGE(loam_timestep_fraction(&clock), 0, 1);
}

// However frames fall, there are as many steps as time for them.
static void test_no_step_is_lost(void)
{
    for (int32_t round = 0; round < 20; round++)
    {
        uint64_t now = (uint64_t)round * 12345;
        const uint64_t start = now;
        loam_timestep clock = loam_timestep_begin(now, 10000, 100);
        int64_t steps = 0;
        for (int32_t i = 0; i < 1000; i++)
        {
            now += loam_random_below(loam_seed_at(2, i, round, 0), 0, 50000);
            steps += loam_timestep_due(&clock, now);
            const float between = loam_timestep_fraction(&clock);
            CHECK(between >= 0 && between <= 1);
            CHECK_NEAR((double)steps + (double)between, (double)(now - start) / 10000, 1e-3);
        }
    }
}

static void test_the_camera_follows(void)
{
    loam_player player = {.x = 512, .y = 0, .aim = {0, 6}};
    loam_camera camera = {0};
    double x, y;
    loam_camera_begin(&camera, &player);
    CHECK_NEAR(camera.x, 0.5, 1e-9);
    CHECK_NEAR(camera.y, 6.125, 1e-9);
    player.x += 80 * LOAM_PLAYER_FIXED;
    player.aim.x += 80;
    loam_camera_step(&camera, &player);
    CHECK_NEAR(camera.x, 10.5, 1e-9); // an eighth of the way
    loam_camera_interpolate(&camera, 0.5f, &x, &y);
    CHECK_NEAR(x, 5.5, 1e-9);
    for (int32_t i = 0; i < 200; i++)
    {
        const double before = camera.x;
        loam_camera_step(&camera, &player);
        CHECK(camera.x >= before && camera.x <= 80.5); // smoothly, and not beyond
    }
    CHECK_NEAR(camera.x, 80.5, 1e-6);
    player.aim.x += 40;
    for (int32_t i = 0; i < 200; i++)
    {
        loam_camera_step(&camera, &player);
    }
    CHECK_NEAR(camera.x, 90.5, 1e-6); // a quarter of the way to the cursor
    player.aim.x += 100000;
    for (int32_t i = 0; i < 200; i++)
    {
        loam_camera_step(&camera, &player);
    }
    CHECK_NEAR(camera.x, 80.5 + LOAM_CAMERA_LEAD, 1e-6);
    player.x += 100000 * LOAM_PLAYER_FIXED;
    loam_camera_step(&camera, &player);
    CHECK_RANGE(camera.x, 100080, 100130); // at once
    CHECK_NEAR(camera.last_x, camera.x, 0);
}

static void test_a_camera_need_not_lead(void)
{
    const loam_player player = {.aim = {40, 300}};
    loam_camera camera = {.lead = LOAM_LEAD_NONE};
    loam_camera_begin(&camera, &player);
    CHECK_NEAR(camera.x, 0, 1e-9);
    CHECK_NEAR(camera.y, 6, 1e-9);
    loam_camera_step(&camera, &player);
    CHECK_NEAR(camera.x, 0, 1e-9);
    CHECK_NEAR(camera.y, 6, 1e-9);
}

static void test_a_camera_leads_as_far_as_it_may(void)
{
    const loam_player player = {.aim = {4000, -4000}};
    loam_camera camera = {.max_lead = 5};
    loam_camera_begin(&camera, &player);
    CHECK_NEAR(camera.x, 5, 1e-9);
    CHECK_NEAR(camera.y, 1, 1e-9);
}

// Whoever uses a tool with a cursor that rests sees the world rest, too, wherever the camera was going.
static void test_a_lead_that_stays_moves_with_the_player_alone(void)
{
    loam_player player = {.aim = {0, 6}};
    loam_camera camera = {.lead = LOAM_LEAD_FOLLOWS};
    loam_camera_begin(&camera, &player);
    player.aim.x = 100;
    for (int32_t i = 0; i < 3; i++)
    {
        loam_camera_step(&camera, &player); // on its way
    }
    const double x = camera.x, y = camera.y;
    camera.lead = LOAM_LEAD_STAYS;
    player.aim = (loam_tile_pos){-300, 500};
    loam_camera_step(&camera, &player);
    CHECK_NEAR(camera.x, x, 1e-9);
    CHECK_NEAR(camera.y, y, 1e-9);
    player.x += 80 * LOAM_PLAYER_FIXED;
    for (int32_t i = 0; i < 200; i++)
    {
        loam_camera_step(&camera, &player);
    }
    CHECK_NEAR(camera.x, x + 80, 1e-6);
}

// What is drawn of a player who climbs never jumps by more than a third of a step up, and is right soon.
static void test_steps_up_are_eased(void)
{
    loam_player player = {.on_ground = true};
    loam_camera camera = {.lead = LOAM_LEAD_NONE};
    double drawn = 0;
    loam_camera_begin(&camera, &player);
    for (int32_t i = 0; i < 300; i++)
    {
        player.last_y = player.y;
        player.y += i < 200 && i % 4 == 0 ? LOAM_PLAYER_FIXED : 0;
        loam_camera_step(&camera, &player);
        const double now = (double)player.y / LOAM_PLAYER_FIXED - camera.sunk;
        CHECK_RANGE(now - drawn, 0, 0.4);
        drawn = now;
    }
    CHECK_NEAR(drawn, 50, 1e-6);
    player.on_ground = false; // who falls is drawn where it is
    player.last_y = player.y;
    player.y -= 3 * LOAM_PLAYER_FIXED;
    loam_camera_step(&camera, &player);
    CHECK_NEAR(camera.sunk, 0, 1e-6);
    player.on_ground = true; // who is elsewhere at once stands there
    player.last_y = player.y;
    player.y += LOAM_PLAYER_FIXED;
    loam_camera_step(&camera, &player);
    CHECK(camera.sunk > 0.5);
    loam_camera_begin(&camera, &player);
    CHECK_NEAR(camera.sunk, 0, 0);
    CHECK_NEAR(camera.last_sunk, 0, 0);
}

int main(void)
{
    RUN(test_tools_place_and_remove);
    RUN(test_buckets_pour_and_take);
    RUN(test_nothing_is_built_into_the_player);
    RUN(test_drags_leave_no_gaps);
    RUN(test_a_drag_has_an_end);
    RUN(test_picks_what_is_there);
    RUN(test_tools_say_what_they_cannot_do);
    RUN(test_replaces_one_material);
    RUN(test_digging_takes_its_time);
    RUN(test_aiming_elsewhere_begins_anew);
    RUN(test_reach_is_limited);
    RUN(test_what_is_placed_was_carried);
    RUN(test_a_wall_that_gives_way_is_carried);
    RUN(test_a_wall_gives_way_to_full_hands);
    RUN(test_limited_drags_leave_no_gaps);
    RUN(test_short_clicks_count);
    RUN(test_the_inventory_has_an_end);
    RUN(test_loose_sand_is_dug_as_sand);
    RUN(test_the_player_survives_packing);
    RUN(test_players_that_cannot_be_are_refused);
    RUN(test_bad_players_are_refused);
    RUN(test_a_player_from_elsewhere_stays_where_it_was);
    RUN(test_steps_are_due);
    RUN(test_no_step_is_lost);
    RUN(test_the_camera_follows);
    RUN(test_a_camera_need_not_lead);
    RUN(test_a_camera_leads_as_far_as_it_may);
    RUN(test_a_lead_that_stays_moves_with_the_player_alone);
    RUN(test_steps_up_are_eased);
    return CHECK_DONE();
}
