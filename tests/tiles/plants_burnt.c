// SPDX-License-Identifier: MIT
// Wood that fire takes or burns through: it breaks, is counted, and decays where it lies.
#include "felled.h"

/// A forest burns, and people dig at what falls: what broke off stays in one of the sums.
static void test_fire_and_spades_are_counted(void)
{
    loam_tile_defs_init(&defs);
    loam_tile_world *const world = open_woods(NULL);
    step_at(world, WOODS, GROUND);
    cut_woods(world);
    uint64_t broken = 0, taken = 0;
    for (int32_t i = 0; i < (CHECK_SANITIZED ? 150 : 400); i++)
    {
        step_at(world, WOODS, GROUND);
        if (i > 100 && i % 20 == 0)
        {
            light_fire(world, WOODS - 200 + i, GROUND + 30, 8);
            cut(world, WOODS - 30 + i % 7 * 10, GROUND - 10, 6, 60);
        }
        CHECK(count_broken(world) >= broken);
        CHECK(loam_tile_world_plants(world).taken >= taken);
        broken = count_broken(world);
        taken = loam_tile_world_plants(world).taken;
    }
    CHECK(taken > 20);
    loam_tile_world_destroy(world);
}

/// Wood that is burnt out carries nothing.
static void test_burnt_through_wood_breaks(void)
{
    calm_defs();
    seed_count = 0;
    plant_tree("oak", 30, 2);
    loam_tile_world *const world = open_plain(LOAM_WEATHER_CLEAR);
    step_at(world, 0, 20);
    for (int64_t i = 0; i < 40; i++)
    {
        const size_t index = loam_ring_index(&world->ring, (loam_tile_pos){10 + i, 9});
        loam_tile *const tile = &world->ring.tiles[index];
        if (world->plants->cover.is_wood[tile->wall])
        {
            tile->wall = (uint8_t)loam_material_find(&defs, "burnt_wood");
            tile->wall_variant = 0;
            loam_cover_disturb(world, index);
        }
    }
    step_at(world, 0, 20);
    // That one row is one step of the raster: burnt wood of the row falls, too.
    CHECK_U64(loam_tile_world_plants(world).falling, count_seen(world, 30, 12, 8));
    const uint64_t stood = loam_tile_world_plants(world).falling;
    CHECK(stood > 100);
    (void)wait_for_rest(world);
    CHECK_U64(count_lying(world), stood);
    loam_tile_world_destroy(world);
    forget_saved();
}

/// All walls of wood that lie there become what a fire leaves of them.
static void char_all(loam_tile_world *world)
{
    const size_t all = (size_t)world->ring.side * (size_t)world->ring.side;
    for (size_t i = 0; i < all; i++)
    {
        loam_tile *const tile = &world->ring.tiles[i];
        if (world->plants->cover.is_wood[tile->wall] && world->plants->canvas.taken[i] == 0)
        {
            tile->wall = (uint8_t)loam_material_find(&defs, "burnt_wood");
        }
    }
}

// What crumbles is counted: with that, all wood that ever fell is there.
static void test_burnt_wood_that_lies_decays(void)
{
    calm_defs();
    loam_tile_defs built_in;
    loam_tile_defs_init(&built_in);
    for (int32_t i = 0; i < LOAM_MAX_SLOW_RULES; i++)
    {
        if (strcmp(built_in.rules[i].name, "burnt_wood_crumbles") == 0)
        {
            defs.rules[0] = built_in.rules[i];
            defs.rules[0].chance = 512;
        }
    }
    seed_count = 0;
    plant_tree("oak", 0, 2);
    loam_tile_world *const world = open_plain(LOAM_WEATHER_CLEAR);
    step_at(world, 0, 20);
    cut(world, -20, 6, 40, 1);
    step_at(world, 0, 20);
    (void)wait_for_rest(world);
    const uint64_t fallen = loam_tile_world_plants(world).fallen;
    CHECK(fallen > 100);
    CHECK_U64(loam_tile_world_plants(world).decayed, 0); // whole wood stays
    char_all(world);
    for (int32_t i = 0; i < 1500; i++)
    {
        step_at(world, 0, 20);
    }
    const uint64_t decayed = loam_tile_world_plants(world).decayed;
    CHECK(decayed > fallen / 4);
    CHECK_U64(count_lying(world) + decayed, fallen);
    loam_tile_world_destroy(world);
    forget_saved();
}

int main(void)
{
    RUN_SERIAL(test_burnt_through_wood_breaks);
    RUN_SERIAL(test_burnt_wood_that_lies_decays);
    RUN_SERIAL(test_fire_and_spades_are_counted);
    return CHECK_DONE();
}
