// SPDX-License-Identifier: MIT
// What each fluid and loose solid does, in scenes that are drawn.
#include "pond.h"
#include "toy_world.h"

static const struct
{
    char letter;
    uint8_t block;
} letters[] = {
    {' ', LOAM_AIR},   {'#', TILE_STONE},      {'~', TILE_WATER},  {'L', TILE_LAVA},
    {'s', TILE_STEAM}, {'m', TILE_SMOKE},      {'f', TILE_FIRE},   {'a', TILE_ACID},
    {'S', TILE_SAND},  {'.', TILE_LOOSE_SAND}, {'G', TILE_GRAVEL}, {'g', TILE_LOOSE_GRAVEL},
    {'W', TILE_SNOW},  {'w', TILE_LOOSE_SNOW}, {'D', TILE_DIRT},   {'O', TILE_OBSIDIAN}};

enum
{
    // Where scenes are drawn: across the borders of quarters and of the array.
    LEFT = POND_SIDE - 5,
    DOWN = 60,
};

static uint8_t block_of(char letter)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
    {
        if (letters[i].letter == letter)
        {
            return letters[i].block;
        }
    }
    abort();
}

static char letter_of(uint8_t block)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
    {
        if (letters[i].block == block)
        {
            return letters[i].letter;
        }
    }
    return '?';
}

/// A pond of stone with a scene in it: the highest row first, NULL at the end.
static pond *draw(uint64_t seed, const char *const *rows)
{
    pond *const p = pond_open(seed, TILE_STONE);
    int32_t height = 0;
    while (rows[height] != NULL)
    {
        height++;
    }
    for (int32_t y = 0; y < height; y++)
    {
        for (int32_t x = 0; rows[height - 1 - y][x] != '\0'; x++)
        {
            const uint8_t lean = (uint8_t)(loam_random_u32(seed, (uint64_t)(y * 64 + x)) & 1);
            *pond_at(p, LEFT + x, DOWN + y) = (loam_tile){
                .block = block_of(rows[height - 1 - y][x]), .block_variant = lean};
        }
    }
    pond_wake(p);
    return p;
}

/// Whether the scene looks like that now; loose solids look like settled ones.
static void check_scene(pond *p, const char *const *rows)
{
    int32_t height = 0;
    while (rows[height] != NULL)
    {
        height++;
    }
    for (int32_t y = 0; y < height; y++)
    {
        const char *const row = rows[height - 1 - y];
        char seen[64] = {0};
        for (int32_t x = 0; row[x] != '\0'; x++)
        {
            seen[x] = letter_of(pond_at(p, LEFT + x, DOWN + y)->block);
        }
        CHECK_TEXT(seen, row);
    }
}

#define SCENE(...) ((const char *const[]){__VA_ARGS__, NULL})

// ---- densities ------------------------------------------------------------------------------------

// Nothing reacts here, so that only densities matter.
static void test_order_at_rest_is_by_density(void)
{
    for (uint64_t seed = 0; seed < 20; seed++)
    {
        pond *const p = draw(seed,
                             SCENE("####", "#LL#", "#aa#", "#~~#", "#mm#", "#ss#", "#ff#", "####"));
        pond_make_inert(p);
        const int32_t steps = pond_rest(p, 20000);
        CHECK_RANGE(steps, 1, 19999);
        check_scene(p, SCENE("####", "#ff#", "#ss#", "#mm#", "#~~#", "#aa#", "#LL#", "####"));
        pond_close(p);
    }
}

static void test_sand_sinks_and_snow_floats(void)
{
    for (uint64_t seed = 0; seed < 20; seed++)
    {
        pond *const p = draw(seed, SCENE("####", "#..#", "#~~#", "#ww#", "#~~#", "####"));
        CHECK_RANGE(pond_rest(p, 20000), 1, 19999);
        check_scene(p, SCENE("####", "#ww#", "#~~#", "#~~#", "#SS#", "####"));
        pond_close(p);
    }
}

static void test_steam_rises_through_water(void)
{
    pond *const p = draw(1, SCENE("#####", "#~~~#", "#~~~#", "#~~~#", "#sss#", "#####"));
    CHECK_RANGE(pond_rest(p, 20000), 1, 19999);
    check_scene(p, SCENE("#####", "#sss#", "#~~~#", "#~~~#", "#~~~#", "#####"));
    pond_close(p);
}

// A drop that falls into a lake stays on top of it, and moves nothing that lies below.
static void test_a_drop_in_a_lake_stirs_nothing_below(void)
{
    enum
    {
        W = 30,
        DEPTH = 6
    };
    for (uint64_t seed = 0; seed < 20; seed++)
    {
        pond *const p = pond_open(seed, TILE_STONE);
        pond_put(p, LEFT, DOWN, W, DEPTH, TILE_WATER);
        pond_put(p, LEFT, DOWN + DEPTH, W, 8, LOAM_AIR);
        pond_wake(p);
        CHECK_RANGE(pond_rest(p, 20000), 1, 19999);
        loam_tile below[W * (DEPTH - 1)];
        for (int32_t i = 0; i < W * (DEPTH - 1); i++)
        {
            below[i] = *pond_at(p, LEFT + i % W, DOWN + i / W);
        }
        pond_edit(p, LEFT + 3 + (int32_t)seed, DOWN + DEPTH + 6, TILE_WATER);
        int32_t moves = 0, steps = 0;
        for (bool moved = true; moved && steps < 5000; steps++)
        {
            pond_step(p);
            moved = p->moved > 0 || steps < 50;
            moves += (int32_t)p->moved;
        }
        CHECK_RANGE(moves, 6, 6 + 40 * W); // down, and to and fro on the surface
        for (int32_t i = 0; i < W * (DEPTH - 1); i++)
        {
            const loam_tile *const now = pond_at(p, LEFT + i % W, DOWN + i / W);
            CHECK(memcmp(now, &below[i], sizeof *now) == 0);
        }
        pond_close(p);
    }
}

// ---- contacts and decays --------------------------------------------------------------------------

static void test_water_and_lava_make_steam_and_stone(void)
{
    int64_t stone = 0, steam = 0;
    for (uint64_t seed = 0; seed < 40; seed++)
    {
        pond *const p = draw(seed, SCENE("####", "#~~#", "#~~#", "#LL#", "#LL#", "####"));
        const int64_t before = pond_count(p, TILE_STONE);
        pond_run(p, 300);
        // Whoever is left of the two, it does not touch the other.
        for (int32_t i = 0; i < POND_TILES; i++)
        {
            const int32_t x = i % POND_SIDE, y = i / POND_SIDE;
            CHECK(pond_at(p, x, y)->block != TILE_WATER ||
                  (pond_at(p, x, y + 1)->block != TILE_LAVA &&
                   pond_at(p, x + 1, y)->block != TILE_LAVA));
        }
        stone += pond_count(p, TILE_STONE) - before;
        steam += pond_count(p, TILE_STEAM);
        CHECK_INT(pond_wrong_bits(p), 0);
        pond_close(p);
    }
    CHECK_RANGE(stone, 40, 160);
    CHECK_RANGE(steam, 40, 160);
}

static void test_water_puts_fire_out(void)
{
    pond *const p = draw(1, SCENE("######", "# ~~ #", "# ~~ #", "# ff #", "######"));
    pond_run(p, 12);
    CHECK_INT(pond_count(p, TILE_FIRE), 0);
    pond_close(p);
}

static void test_fire_becomes_smoke_becomes_air(void)
{
    pond *const p = draw(1, SCENE("########", "#      #", "#      #", "#ffffff#", "########"));
    int64_t most_smoke = 0;
    for (int32_t i = 0; i < 3000; i++)
    {
        pond_step(p);
        const int64_t smoke = pond_count(p, TILE_SMOKE);
        most_smoke = smoke > most_smoke ? smoke : most_smoke;
    }
    CHECK_RANGE(most_smoke, 2, 6);
    CHECK_INT(pond_count(p, TILE_FIRE) + pond_count(p, TILE_SMOKE), 0);
    CHECK_INT(loam_awake_count(&p->field.awake), 0);
    pond_close(p);
}

// ---- acid -----------------------------------------------------------------------------------------

static void test_acid_eats_dirt_and_is_used_up(void)
{
    pond *const p = draw(1, SCENE("OOOOOOOO", "O      O", "OaaaaaaO", "ODDDDDDO", "ODDDDDDO",
                                  "ODDDDDDO", "OOOOOOOO"));
    pond_run(p, 4000);
    CHECK_RANGE(18 - pond_count(p, TILE_DIRT), 6, 18);
    CHECK_RANGE(pond_count(p, TILE_ACID), 0, 5);
    for (int32_t i = 0; i < POND_TILES; i++) // it goes on until it reaches no more
    {
        const int32_t x = i % POND_SIDE, y = i / POND_SIDE;
        CHECK(p->tiles[i].block != TILE_ACID || (pond_at(p, x, y - 1)->block != TILE_DIRT &&
                                                 pond_at(p, x - 1, y)->block != TILE_DIRT &&
                                                 pond_at(p, x + 1, y)->block != TILE_DIRT));
    }
    pond_close(p);
}

static void test_acid_leaves_obsidian_and_sleeps(void)
{
    for (uint64_t seed = 0; seed < 20; seed++)
    {
        const char *const *const rows = SCENE("OOOOOO", "O    O", "OaaaaO", "OaaaaO", "OOOOOO");
        pond *const p = draw(seed, rows);
        CHECK_RANGE(pond_rest(p, 4000), 1, 3999);
        check_scene(p, rows);
        pond_close(p);
    }
}

static void test_acid_falls_into_whole_rows(void)
{
    for (uint64_t seed = 0; seed < 20; seed++)
    {
        pond *const p = draw(seed,
                             SCENE("OOOOOO", "Oaa  O", "Oaa  O", "O    O", "O    O", "OOOOOO"));
        CHECK_RANGE(pond_rest(p, 20000), 1, 19999);
        check_scene(p, SCENE("OOOOOO", "O    O", "O    O", "O    O", "OaaaaO", "OOOOOO"));
        pond_close(p);
    }
}

// ---- loose solids ---------------------------------------------------------------------------------

/// How much higher a column of what lies on y = 0 is than the one to its right, at most.
static int32_t steepest(pond *p, uint8_t block)
{
    int32_t steepest = 0, last = -1;
    for (int32_t x = 1; x < POND_SIDE - 1; x++)
    {
        int32_t height = 0;
        while (pond_at(p, x, height + 1)->block == block)
        {
            height++;
        }
        const int32_t step = abs(height - last);
        steepest = last >= 0 && step > steepest ? step : steepest;
        last = height;
    }
    return steepest;
}

static void check_pile(uint8_t loose, uint8_t settled)
{
    for (uint64_t seed = 0; seed < 10; seed++)
    {
        pond *const p = pond_open(seed, LOAM_AIR);
        pond_put(p, 0, 0, POND_SIDE, 1, TILE_STONE);
        pond_put(p, 0, 0, 1, POND_SIDE, TILE_STONE);
        pond_put(p, 61, 1, 3, 60, loose);
        pond_wake(p);
        CHECK_RANGE(pond_rest(p, 20000), 1, 19999);
        CHECK_INT(pond_count(p, settled), 180);
        CHECK_INT(steepest(p, settled), 1);
        pond_close(p);
    }
}

static void test_piles_are_no_steeper_than_45_degrees(void)
{
    check_pile(TILE_LOOSE_SAND, TILE_SAND);
    check_pile(TILE_LOOSE_GRAVEL, TILE_GRAVEL);
    check_pile(TILE_LOOSE_SNOW, TILE_SNOW);
}

static void test_settled_sand_falls_when_dug_under(void)
{
    pond *const p = draw(1, SCENE("#####", "#SSS#", "#SSS#", "#D#D#", "#   #", "#####"));
    pond_run(p, 200);
    CHECK_INT(pond_count(p, TILE_SAND), 6);
    pond_edit(p, LEFT + 2, DOWN + 2, LOAM_AIR);
    pond_rest(p, 5000);
    CHECK_INT(pond_count(p, TILE_LOOSE_SAND), 0);
    CHECK_INT(pond_count(p, TILE_SAND), 6);
    check_scene(p, SCENE("#SSS#", "#DSD#", "# S #", "#####")); // and one on top
    pond_close(p);
}

// What lies on a slope beside a hole slides into it; also if the hole was there before, and what kept
// the sand from sliding is dug away.
static void test_sand_slides_where_its_neighbour_was(void)
{
    pond *const p = draw(1, SCENE("######", "#D  ##", "#DSD##", "##D ##", "######"));
    pond_edit(p, LEFT + 3, DOWN + 2, LOAM_AIR);
    pond_rest(p, 5000);
    check_scene(p, SCENE("######", "#D  ##", "#D  ##", "##DS##", "######"));
    pond_close(p);
}

// ---- ways -----------------------------------------------------------------------------------------

static int32_t spread_after(uint8_t block, int32_t steps)
{
    pond *const p = pond_open(3, LOAM_AIR);
    pond_put(p, 0, 0, POND_SIDE, 1, TILE_STONE);
    pond_put(p, 0, 0, 1, POND_SIDE, TILE_STONE);
    pond_put(p, 60, 1, 8, 8, block);
    pond_wake(p);
    pond_run(p, steps);
    int32_t low = POND_SIDE, high = 0;
    for (int32_t i = 0; i < POND_TILES; i++)
    {
        if (p->tiles[i].block == block)
        {
            low = i % POND_SIDE < low ? i % POND_SIDE : low;
            high = i % POND_SIDE > high ? i % POND_SIDE : high;
        }
    }
    pond_close(p);
    return high - low + 1;
}

static void test_lava_flows_slower_than_water(void)
{
    const int32_t water = spread_after(TILE_WATER, 40), lava = spread_after(TILE_LAVA, 40);
    CHECK_RANGE(lava, 8, water / 2);
}

static void test_diagonal_cracks_do_not_leak(void)
{
    for (uint64_t seed = 0; seed < 20; seed++)
    {
        pond *const p = draw(seed, SCENE("########", "#   #~~#", "#  #~~##", "# #~~## ", "#  ### #",
                                         "#      #", "########"));
        pond_run(p, 300);
        check_scene(p, SCENE("########", "#   #~~#", "#  #~~##", "# #~~## ", "#  ### #", "#      #",
                             "########"));
        pond_close(p);
    }
}

/// Where the middle of a gas is, of tiles, after some steps in a wind to the right.
static double drift(bool cave)
{
    double sum = 0;
    int64_t count = 0;
    for (uint64_t seed = 0; seed < 10; seed++)
    {
        pond *const p = pond_open(seed, LOAM_AIR);
        p->winds[0] = p->winds[1] = 1024;
        for (int32_t i = 0; cave && i < POND_TILES; i++)
        {
            p->tiles[i].wall = TILE_STONE;
        }
        pond_put(p, 0, 0, POND_SIDE, 1, TILE_STONE);
        for (int32_t i = 0; i < 25; i++)
        {
            loam_tile *const tile = pond_at(p, 62 + i % 5, 5 + i / 5);
            tile->block = TILE_STEAM;
            tile->block_variant = (uint8_t)((uint32_t)i ^ seed) & 1;
        }
        pond_wake(p);
        pond_run(p, 100);
        for (int32_t i = 0; i < POND_TILES; i++)
        {
            sum += p->tiles[i].block == TILE_STEAM ? i % POND_SIDE - 64 : 0;
            count += p->tiles[i].block == TILE_STEAM;
        }
        pond_close(p);
    }
    return sum / (double)count;
}

static void test_gases_drift_with_the_wind_under_the_sky(void)
{
    CHECK_RANGE(drift(false), 8.0, 100.0);
    CHECK_RANGE(drift(true), -4.0, 4.0);
}

/// How many settled solids have nothing but a fluid or air below them.
static int64_t count_floating(pond *p, uint8_t settled)
{
    int64_t count = 0;
    for (int32_t y = 1; y < POND_SIDE; y++)
    {
        for (int32_t x = 0; x < POND_SIDE; x++)
        {
            count += pond_at(p, x, y)->block == settled &&
                     !p->rules.holds[pond_at(p, x, y - 1)->block];
        }
    }
    return count;
}

/// Columns of sand on dirt that acid eats: fumes rise into what falls.
static void test_nothing_floats_above_what_acid_ate(void)
{
    for (uint64_t seed = 0; seed < 20; seed++)
    {
        pond *const p = pond_open(seed, LOAM_AIR);
        pond_put(p, 0, 0, POND_SIDE, 1, TILE_OBSIDIAN);
        for (int32_t x = 8; x < 120; x += 8)
        {
            pond_put(p, x - 2, 1, 1, 9, TILE_OBSIDIAN);
            pond_put(p, x - 1, 1, 1, 6, TILE_ACID);
            pond_put(p, x, 1, 1, 1, TILE_DIRT);
            pond_put(p, x, 2, 1, 10, x % 16 == 0 ? TILE_SAND : TILE_GRAVEL);
        }
        pond_wake(p);
        pond_run(p, 1500); // acid that is left rolls on
        CHECK_INT(count_floating(p, TILE_SAND), 0);
        CHECK_INT(count_floating(p, TILE_GRAVEL), 0);
        pond_close(p);
    }
}

/// Smoke under sand that has just come loose, under sand that has not: if the smoke went up through it, the
/// rest would stay where it is.
static void test_smoke_does_not_part_sand(void)
{
    for (uint64_t seed = 0; seed < 10; seed++)
    {
        pond *const p = pond_open(seed, LOAM_AIR);
        pond_put(p, 0, 0, POND_SIDE, 1, TILE_OBSIDIAN);
        for (int32_t x = 4; x < 124; x += 6)
        {
            pond_put(p, x, 1, 1, 1, TILE_SMOKE);
            *pond_at(p, x, 2) = (loam_tile){.block = TILE_LOOSE_SAND, .block_variant = FLUID_STOOD};
            pond_put(p, x, 3, 1, 5, TILE_SAND);
        }
        pond_wake(p);
        pond_run(p, 200);
        CHECK_INT(count_floating(p, TILE_SAND), 0);
        CHECK_INT(pond_count(p, TILE_SAND) + pond_count(p, TILE_LOOSE_SAND), 120);
        pond_close(p);
    }
}

int main(void)
{
    RUN(test_smoke_does_not_part_sand);
    RUN(test_nothing_floats_above_what_acid_ate);
    RUN(test_order_at_rest_is_by_density);
    RUN(test_sand_sinks_and_snow_floats);
    RUN(test_steam_rises_through_water);
    RUN(test_a_drop_in_a_lake_stirs_nothing_below);
    RUN(test_water_and_lava_make_steam_and_stone);
    RUN(test_water_puts_fire_out);
    RUN(test_fire_becomes_smoke_becomes_air);
    RUN(test_acid_eats_dirt_and_is_used_up);
    RUN(test_acid_leaves_obsidian_and_sleeps);
    RUN(test_acid_falls_into_whole_rows);
    RUN(test_piles_are_no_steeper_than_45_degrees);
    RUN(test_settled_sand_falls_when_dug_under);
    RUN(test_sand_slides_where_its_neighbour_was);
    RUN(test_lava_flows_slower_than_water);
    RUN(test_diagonal_cracks_do_not_leak);
    RUN(test_gases_drift_with_the_wind_under_the_sky);
    return CHECK_DONE();
}
