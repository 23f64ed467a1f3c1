// SPDX-License-Identifier: MIT
// Pictures have plants exactly where a living world has them: new ones, and those of chunks that were kept.
#include "check.h"

#include "tiles/plants/pack.h"

#include <math.h>
#include <string.h>

enum
{
    SEED = 3,
    WOODS = 4150, // x: a forest beside a lake
    W = 300,
    H = 200
};

static loam_tile_defs defs;
static loam_tile expected[W * H], tiles[W * H];
static const loam_tile_area area = {WOODS - W / 2, 20, W, H};

static loam_tile_world *open_world(bool still)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    loam_tile_world *world = NULL;
    loam_tile_defs_init(&defs);
    def.defs = &defs;
    def.seed = SEED;
    def.ring_log2 = 3;
    def.still = still;
    def.centre = (loam_tile_pos){WOODS, 80};
    CHECK_OK(loam_tile_world_create(&def, &world));
    return world;
}

static void look(const loam_tile_world *world, loam_tile *out, bool bare)
{
    for (int32_t i = 0; i < W * H; i++)
    {
        const loam_tile_pos at = {area.x + i % W, area.y + i / W};
        out[i] = bare ? loam_tile_world_at_without_plants(world, at)
                      : loam_tile_world_at(world, at);
    }
}

static loam_tile_planter *make_planter(void)
{
    const loam_env env = loam_default_env();
    loam_tile_planter *planter = NULL;
    CHECK_OK(loam_tile_planter_create(&env, &defs, &planter));
    return planter;
}

static int32_t differences(void)
{
    int32_t count = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        count += memcmp(&expected[i], &tiles[i], sizeof tiles[i]) != 0;
    }
    return count;
}

static int32_t plant_tiles(void)
{
    int32_t count = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        count += (defs.materials[tiles[i].wall].properties & (LOAM_WOOD | LOAM_LEAF)) != 0;
    }
    return count;
}

/// All plants that can reach into the picture, chunk by chunk; the last chunk first if backwards.
static void add_all(loam_tile_planter *planter, bool backwards)
{
    enum
    {
        SIDE = 6
    };
    const loam_env env = loam_default_env();
    loam_tile_source *source = NULL;
    CHECK_OK(loam_tile_source_create(&env, &defs, SEED, &source));
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        const int32_t n = backwards ? SIDE * SIDE - 1 - i : i;
        loam_tile_plant plants[LOAM_MAX_CHUNK_PLANTS];
        int32_t count;
        const loam_chunk_pos first = loam_chunk_of_tile((loam_tile_pos){area.x, area.y});
        CHECK_OK(loam_tile_source_plants(
            source, (loam_chunk_pos){first.x - 1 + n % SIDE, first.y - 1 + n / SIDE}, plants,
            &count));
        CHECK_OK(loam_tile_planter_add(planter, plants, count));
    }
    loam_tile_source_destroy(source);
}

static void test_new_plants_stand_as_in_a_world(void)
{
    loam_tile_world *const world = open_world(true);
    loam_tile_planter *const planter = make_planter();
    look(world, expected, false);
    for (int32_t backwards = 0; backwards <= 1; backwards++)
    {
        look(world, tiles, true);
        add_all(planter, backwards);
        CHECK_OK(loam_tile_planter_put(planter, area, tiles));
        CHECK_INT(differences(), 0);
        CHECK(plant_tiles() > 5000);
    }
    loam_tile_planter_destroy(planter);
    loam_tile_world_destroy(world);
}

// Rows of a picture, one after another, have the same plants as all of it: nothing is cut off.
static void test_parts_fit_together(void)
{
    loam_tile_world *const world = open_world(true);
    loam_tile_planter *const planter = make_planter();
    look(world, expected, false);
    look(world, tiles, true);
    for (int32_t y = 0; y < H; y += H / 4)
    {
        add_all(planter, false);
        CHECK_OK(loam_tile_planter_put(planter, (loam_tile_area){area.x, area.y + y, W, H / 4},
                                       tiles + y * W));
    }
    CHECK_INT(differences(), 0);
    loam_tile_planter_destroy(planter);
    loam_tile_world_destroy(world);
}

static void add_slots(loam_tile_planter *planter, const loam_tile_world *world)
{
    for (int32_t slot = 0; slot < world->ring.chunks * world->ring.chunks; slot++)
    {
        loam_plant_block *block = NULL;
        CHECK_OK(loam_plants_copy(world, slot, &block));
        if (block != NULL)
        {
            const size_t size = loam_plants_pack_size(&defs, block);
            uint8_t *const bytes = loam_alloc(&world->env, size);
            loam_plants_pack(&defs, block, bytes);
            CHECK_OK(
                loam_tile_planter_add_kept(planter, world->ring.slots[slot].chunk, bytes, size));
            loam_free(&world->env, bytes, size);
            loam_plant_block_free(&world->env, block);
        }
    }
}

static void test_kept_plants_stand_as_they_did(void)
{
    loam_tile_world *const world = open_world(false);
    loam_tile_planter *const planter = make_planter();
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    const loam_edit hole = {
        .shape = LOAM_EDIT_CIRCLE, .layer = LOAM_WALLS, .radius = 20, .from = {WOODS + 20, 110}};
    for (int32_t i = 0; i < 60; i++)
    {
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){WOODS, 80}));
        CHECK_OK(i == 20 ? loam_tile_world_edit(world, &hole, NULL) : LOAM_OK);
    }
    loam_plants_lift(world); // who has stood still since wood fell on it stands before that wood
    loam_plants_settle(world);
    look(world, expected, false);
    look(world, tiles, true);
    add_slots(planter, world);
    CHECK_OK(loam_tile_planter_put(planter, area, tiles));
    CHECK_INT(differences(), 0);
    CHECK(plant_tiles() > 3000);
    look(world, tiles, true);
    add_all(planter, false);
    CHECK_OK(loam_tile_planter_put(planter, area, tiles));
    CHECK(differences() > 500); // in still air it looks different
    loam_tile_planter_destroy(planter);
    loam_tile_world_destroy(world);
}

// Crowns are bare in winter, as they are in the world.
static void test_leaves_follow_the_year(void)
{
    loam_tile_world *const world = open_world(true);
    loam_tile_planter *const planter = make_planter();
    loam_tile_world_set_season(world, LOAM_WINTER);
    look(world, expected, false);
    look(world, tiles, true);
    add_all(planter, false);
    loam_tile_planter_set_year_step(planter, loam_tile_world_year_step(world));
    CHECK_OK(loam_tile_planter_put(planter, area, tiles));
    CHECK_INT(differences(), 0);
    const int32_t winter = plant_tiles();
    look(world, tiles, true);
    add_all(planter, false);
    loam_tile_planter_set_year_step(planter, loam_tile_world_year_steps(world) / 4);
    CHECK_OK(loam_tile_planter_put(planter, area, tiles));
    CHECK(plant_tiles() > winter + 4000); // in summer
    loam_tile_planter_destroy(planter);
    loam_tile_world_destroy(world);
}

// Every species stands on its root's tile, or hangs from it: what is on the other side is in the ground.
static void test_plants_grow_out_of_the_ground(void)
{
    loam_tile_defs_init(&defs);
    loam_tile_planter *const planter = make_planter();
    for (int32_t i = 0; i < LOAM_MAX_SPECIES && defs.species[i].name[0] != '\0'; i++)
    {
        const bool hangs = defs.species[i].place == LOAM_PLANT_HANGING;
        const loam_tile_plant plant = {.x = area.x + W / 2,
                                       .y = area.y + H / 2,
                                       .seed = 5,
                                       .age = 6,
                                       .soil = 0.7f,
                                       .moisture = 0.6f,
                                       .light = 1,
                                       .species = i};
        int32_t out = 0, in_ground = 0;
        memset(tiles, 0, sizeof tiles);
        CHECK_OK(loam_tile_planter_add(planter, &plant, 1));
        CHECK_OK(loam_tile_planter_put(planter, area, tiles));
        for (int32_t n = 0; n < W * H; n++)
        {
            const bool outside = hangs ? n / W <= H / 2 : n / W >= H / 2;
            out += tiles[n].wall != LOAM_AIR && outside;
            in_ground += tiles[n].wall != LOAM_AIR && !outside;
        }
        CHECK_REPORT(out > 3 && in_ground < out, "%s has %d tiles in the ground and %d outside",
                     defs.species[i].name, in_ground, out);
    }
    loam_tile_planter_destroy(planter);
}

// What a plant may have at most is enough for all that come with the library: none is cut off.
static void test_no_species_meets_the_limits(void)
{
    const loam_env env = loam_default_env();
    loam_plant_kinds *kinds = NULL;
    loam_nursery *nursery = NULL;
    loam_tile_defs_init(&defs);
    CHECK_OK(loam_plant_kinds_create(&env, &defs, &kinds));
    CHECK_OK(loam_nursery_create(&env, kinds, &nursery));
    for (int32_t i = 0; i < 12 * LOAM_MAX_SPECIES; i++)
    {
        const loam_tile_species *const of = &defs.species[i / 12];
        const loam_tile_plant plant = {.seed = (uint64_t)i,
                                       .age = of->age_high,
                                       .soil = 1,
                                       .moisture = (float)(i % 4) / 3,
                                       .light = 1,
                                       .species = i / 12};
        loam_plant_block *block = NULL;
        CHECK_OK(of->name[0] != '\0' ? loam_nursery_grow(nursery, &env, &plant, 1, &block)
                                     : LOAM_OK);
        CHECK_REPORT(block == NULL || (block->branch_count < PLANT_MAX_BRANCHES * 95 / 100 &&
                                       block->cell_count < PLANT_MAX_CELLS * 95 / 100),
                     "%s has %u branches and %u cells", of->name, block->branch_count,
                     block->cell_count);
        loam_plant_block_free(&env, block);
    }
    loam_nursery_destroy(&env, nursery);
    loam_plant_kinds_destroy(&env, kinds);
}

/// The mean of all ends of branches.
static double mean_x(const loam_tile_pose *pose)
{
    double sum = 0;
    for (int32_t i = 0; i < pose->count; i++)
    {
        sum += (double)pose->branches[i].to[0] / pose->count;
    }
    return sum;
}

/// Branches begin where their parents end, and all is in the box.
static void check_pose(const loam_tile_pose *pose)
{
    for (int32_t i = 0; i < pose->count; i++)
    {
        const loam_tile_branch *const branch = &pose->branches[i];
        CHECK(branch->parent >= -1 && branch->parent < i);
        if (branch->parent >= 0)
        {
            const loam_tile_branch *const parent = &pose->branches[branch->parent];
            CHECK(branch->from[0] == parent->to[0] && branch->from[1] == parent->to[1]);
        }
        CHECK(branch->to[0] >= (float)pose->box[0] && branch->to[0] <= (float)pose->box[2] + 1);
        CHECK(branch->to[1] >= (float)pose->box[1] && branch->to[1] <= (float)pose->box[3] + 1);
    }
}

static void test_poses_lean_with_the_wind(void)
{
    const loam_env env = loam_default_env();
    static loam_tile_branch branches[LOAM_MAX_PLANT_BRANCHES];
    loam_tile_pose pose = {.branches = branches, .room = LOAM_MAX_PLANT_BRANCHES};
    loam_tile_defs_init(&defs);
    const loam_tile_plant oak = {.seed = 7, .age = 9, .soil = 0.7f, .moisture = 0.6f, .light = 1};
    double middle[3];
    for (int32_t i = 0; i < 3; i++)
    {
        CHECK_OK(loam_tile_plant_pose(&env, &defs, &oak, (float)(i - 1), &pose));
        CHECK(pose.count > 20);
        check_pose(&pose);
        middle[i] = mean_x(&pose);
        CHECK(i != 1 || (branches[0].bend == 0 && branches[0].moment == 0));
        CHECK(i == 1 || fabsf(branches[0].moment) > 0);
    }
    CHECK(middle[0] < middle[1] - 0.5 && middle[2] > middle[1] + 0.5);
    const int32_t all = pose.count;
    pose.room = 3; // no more are written
    branches[3].parent = -77;
    CHECK_OK(loam_tile_plant_pose(&env, &defs, &oak, 0, &pose));
    CHECK(pose.count == all && branches[3].parent == -77);
    CHECK(loam_tile_plant_pose(&env, &defs, &oak, 1.5f, &pose) == LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(), "wind is 1.5; must be -1 to 1");
}

static void test_bad_arguments_are_refused(void)
{
    static const loam_tile_plant plants[LOAM_MAX_CHUNK_PLANTS + 1];
    loam_tile_defs_init(&defs);
    loam_tile_planter *const planter = make_planter();
    CHECK(loam_tile_planter_add(planter, plants, LOAM_MAX_CHUNK_PLANTS + 1) == LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "count is 193; must be 0 to 192");
    CHECK(loam_tile_planter_put(planter, (loam_tile_area){0, 0, 0, 5}, tiles) == LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "area is 0x5; must be 1x1 to 4096x4096");
    CHECK(loam_tile_planter_add_kept(planter, (loam_chunk_pos){0, 0}, (const uint8_t *)"x", 1) ==
          LOAM_IO);
    loam_tile_planter_destroy(planter);
    memset(defs.species, 0, sizeof defs.species); // nothing grows: nothing is put
    loam_tile_planter *const none = make_planter();
    CHECK_OK(loam_tile_planter_add(none, plants, 1));
    CHECK_OK(loam_tile_planter_put(none, area, tiles));
    loam_tile_planter_destroy(none);
}

int main(void)
{
    RUN(test_new_plants_stand_as_in_a_world);
    RUN_UNSANITIZED(test_parts_fit_together);
    RUN(test_kept_plants_stand_as_they_did);
    RUN(test_leaves_follow_the_year);
    RUN(test_plants_grow_out_of_the_ground);
    RUN(test_poses_lean_with_the_wind);
    RUN_UNSANITIZED(test_no_species_meets_the_limits);
    RUN(test_bad_arguments_are_refused);
    return CHECK_DONE();
}
