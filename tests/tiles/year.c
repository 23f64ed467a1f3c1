// SPDX-License-Identifier: MIT
// The year: seasons follow from the steps, commands move them, and colours of pictures follow the seasons.
#include "flat_game.h"

#include "loam/tile_frame.h"

#include "check.h"
#include "tiles/data/defs.h"
#include "tiles/frame/frame.h"

#include <stdlib.h>
#include <string.h>

static loam_tile_defs defs;
static frame_looks looks;

/// A world without life whose years are short.
static loam_tile_world *short_years(int32_t days, uint64_t first_step)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    loam_tile_world *world = NULL;
    loam_tile_defs_init(&defs);
    defs.sky.day_steps = 100;
    defs.sky.year_days = days;
    def.defs = &defs;
    def.ring_log2 = LOAM_MIN_RING_LOG2;
    def.centre = (loam_tile_pos){0, 4000};
    def.first_step = first_step;
    def.still = true;
    CHECK_OK(loam_tile_world_create(&def, &world));
    return world;
}

static void test_a_year_goes_round(void)
{
    loam_tile_world *const world = short_years(4, 0);
    CHECK_INT(loam_tile_world_year_steps(world), 400);
    CHECK_INT(loam_tile_world_season(world), LOAM_SUMMER);
    int32_t changes = 0;
    loam_season last = loam_tile_world_season(world);
    for (int32_t i = 0; i < 800; i++)
    {
        CHECK_INT(loam_tile_world_year_step(world), (i + 100) % 400);
        const loam_season season = loam_tile_world_season(world);
        changes += season != last;
        CHECK(season == last || season == (last + 1) % LOAM_SEASON_COUNT);
        last = season;
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){0, 4000}));
    }
    CHECK_INT(changes, 7);
    loam_tile_world_destroy(world);
}

static void test_a_season_is_set_to_its_middle(void)
{
    loam_tile_world *const world = short_years(12, 77);
    for (int32_t i = 0; i < LOAM_SEASON_COUNT; i++)
    {
        loam_tile_world_set_season(world, (loam_season)i);
        CHECK_INT(loam_tile_world_season(world), i);
        CHECK_INT(loam_tile_world_year_step(world), (2 * i + 1) * 150);
        CHECK_INT(loam_tile_world_year(world), (2 * i + 1) * 8192);
    }
    loam_tile_world_set_year_step(world, 1199);
    CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){0, 4000}));
    CHECK_INT(loam_tile_world_year_step(world), 0);
    CHECK_INT(loam_tile_world_season(world), LOAM_SPRING);
    CHECK(loam_season_name(LOAM_SEASON_COUNT) == NULL);
    CHECK_TEXT(loam_season_name(LOAM_AUTUMN), "autumn");
    loam_tile_world_destroy(world);
}

static void test_commands_set_it(void)
{
    flat_game flat;
    flat_open(&flat, true);
    const loam_tile_world *const world = loam_tile_game_world(flat.game);
    const uint64_t before = loam_tile_game_hash(flat.game);
    flat_say(&flat, "season winter");
    CHECK_INT(loam_tile_world_season(world), LOAM_WINTER);
    CHECK(loam_tile_game_hash(flat.game) != before);
    flat_say(&flat, "season day 7");
    const int32_t day = loam_tile_world_defs(world)->sky.day_steps;
    CHECK_INT(loam_tile_world_year_step(world), 6 * day + loam_tile_world_day_step(world));
    CHECK_INT(flat_try(&flat, "season day 13"), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "DAY is 13; must be 1 to 12");
    CHECK_INT(loam_tile_world_year_step(world), 6 * day + loam_tile_world_day_step(world));
    flat_close(&flat);
}

/// How far two looks are apart.
static int32_t apart(frame_look a, frame_look b)
{
    return abs(a.r - b.r) + abs(a.g - b.g) + abs(a.b - b.b);
}

/// In summer all is as defined; in autumn leaves are redder; needles and stone are the same all year.
static void test_leaves_turn(void)
{
    enum
    {
        LEAF = TILE_LEAF * 256 + 8,
        NEEDLE = TILE_NEEDLE * 256 + 8,
        STONE = TILE_STONE * 256 + 3
    };
    loam_tile_defs_init(&defs);
    memset(&looks, 0, sizeof looks);
    loam_frame_looks_make(&looks, &defs, 24000);
    const frame_look leaf = looks.walls[LEAF], needle = looks.walls[NEEDLE],
                     stone = looks.blocks[STONE];
    loam_frame_looks_make(&looks, &defs, 40960);
    CHECK(looks.walls[LEAF].r > leaf.r + 40 && looks.walls[LEAF].r > looks.walls[LEAF].g);
    CHECK_INT(apart(looks.walls[NEEDLE], needle), 0);
    CHECK_INT(apart(looks.blocks[STONE], stone), 0);
    loam_frame_looks_make(&looks, &defs, 65535);
    const frame_look before = looks.walls[LEAF];
    loam_frame_looks_make(&looks, &defs, 0);
    CHECK(apart(looks.walls[LEAF], before) < 24); // a year has no seam
    loam_frame_looks_make(&looks, &defs, 24000);
    CHECK_INT(apart(looks.walls[LEAF], leaf), 0);
    defs.materials[TILE_LEAF].autumn = (loam_colour){0};
    loam_frame_looks_make(&looks, &defs, 40960);
    CHECK_INT(apart(looks.walls[LEAF], leaf), 0);
}

int main(void)
{
    RUN(test_a_year_goes_round);
    RUN(test_a_season_is_set_to_its_middle);
    RUN(test_commands_set_it);
    RUN(test_leaves_turn);
    return CHECK_DONE();
}
