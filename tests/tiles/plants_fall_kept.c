// SPDX-License-Identifier: MIT
// Falls are the same by threads, in the middle of being kept and loaded, and hostile bytes of them do no harm.
#include "felled.h"

#include "loam/random.h"

/// A forest that is felled and burns in a storm, while somebody walks away.
static uint64_t fell_and_walk(loam_jobs *jobs, bool disturbed)
{
    loam_tile_defs_init(&defs);
    loam_tile_world *const world = open_woods(jobs);
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    uint64_t hash = 0;
    for (int32_t i = 0; i < (CHECK_SANITIZED ? 60 : 300); i++)
    {
        step_at(world, WOODS + i * 2, GROUND);
        if (i == 5)
        {
            cut_woods(world);
        }
        if (i % 40 == 20)
        {
            light_fire(world, WOODS + i * 2, GROUND + 20, 6);
        }
        for (uint32_t j = 0; disturbed && j < world->plants->standing_count; j++)
        {
            world->plants->standing[j].awake = world->plants->standing[j].hurt = true;
        }
        if (disturbed && i % 3 == 0)
        {
            loam_plants_compact(world);
        }
        hash = i % 10 == 0 ? loam_seed_at(hash, (int64_t)loam_tile_world_hash(world), 0, 0) : hash;
    }
    CHECK(loam_tile_world_plants(world).falling + loam_tile_world_plants(world).fallen > 1000);
    loam_tile_world_destroy(world);
    return hash;
}

static void test_threads_sleep_and_memory_change_nothing(void)
{
    uint64_t expected = 0;
    if (!CHECK_RACES)
    {
        expected = fell_and_walk(NULL, false);
        CHECK_U64(fell_and_walk(NULL, true), expected);
    }
    loam_jobs *jobs = NULL;
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = 3;
    if (loam_jobs_create(&def, &jobs) == LOAM_OK)
    {
        const uint64_t threaded = fell_and_walk(jobs, false);
        CHECK(CHECK_RACES || threaded == expected);
        loam_jobs_destroy(jobs);
    }
}

/// Takes every other tile of wood at a height, as fire does.
static void burn_row(loam_tile_world *world, int64_t y)
{
    for (int64_t x = -200; x < 200; x += 2)
    {
        const size_t index = loam_ring_index(&world->ring, (loam_tile_pos){x, y});
        if (world->plants->cover.is_wood[world->ring.tiles[index].wall])
        {
            world->ring.tiles[index].wall = LOAM_AIR;
            loam_cover_disturb(world, index);
            loam_saving_touch(world, loam_ring_slot_at(&world->ring, index));
        }
    }
}

/// A world that is kept in the middle of a fall goes on as if it had not been.
static void check_kept(int32_t steps_before)
{
    calm_defs();
    seed_count = 0;
    plant_tree("oak", 0, 2);
    plant_tree("birch", 60, 3);
    plant_tree("pine", 140, 4);
    loam_tile_world *const world = open_plain(LOAM_WEATHER_STORM);
    step_at(world, 0, 20);
    cut(world, -50, 5, 300, 1);
    for (int32_t i = 0; i < steps_before; i++)
    {
        step_at(world, 0, 20);
    }
    CHECK(loam_tile_world_plants(world).falls > 0);
    burn_row(world, 25); // what the plants have not yet been told of
    CHECK_OK(loam_tile_world_save(world));
    loam_tile_world_def def = plain_def();
    def.first_step = loam_tile_world_steps(world);
    def.lag = loam_tile_world_lag(world);
    loam_tile_world *again = NULL;
    CHECK_OK(loam_tile_world_create(&def, &again));
    loam_tile_world_set_weather(again, LOAM_WEATHER_STORM);
    loam_tile_world_set_day_step(again, loam_tile_world_day_step(world));
    for (int32_t i = 0; i < 400; i++)
    {
        step_at(world, 0, 20);
        step_at(again, 0, 20);
        CHECK_U64(loam_tile_world_plants(again).falling, loam_tile_world_plants(world).falling);
        if (i % 20 == 0)
        {
            CHECK_U64(loam_tile_world_hash(again), loam_tile_world_hash(world));
        }
    }
    loam_tile_world_destroy(again);
    loam_tile_world_destroy(world);
    forget_saved();
}

static void test_what_is_kept_while_it_falls_goes_on(void)
{
    static const int32_t steps[] = {260, 1, 150, 230, 300};
    for (int32_t i = 0; i < (CHECK_SANITIZED ? 1 : 5); i++)
    {
        check_kept(steps[i]);
    }
}

// Whatever bytes say that falls: it is refused, or falls without harm.
static void test_damaged_falls_do_no_harm(void)
{
    calm_defs();
    seed_count = 0;
    plant_tree("birch", 60, 3);
    loam_tile_world *world = open_plain(LOAM_WEATHER_CLEAR);
    step_at(world, 0, 20);
    cut(world, 20, 5, 80, 1);
    for (int32_t i = 0; i < 100; i++)
    {
        step_at(world, 0, 20);
    }
    CHECK_OK(loam_tile_world_save(world));
    loam_tile_world_destroy(world);
    saved_chunk *const chunk = find_saved((loam_chunk_pos){0, 0}, false);
    const size_t size = chunk->size;
    uint8_t *const good = malloc(size);
    memcpy(good, chunk->plants, size);
    for (uint32_t i = 0; i < (CHECK_SANITIZED ? 20 : 80); i++)
    {
        (void)save_trees(NULL, chunk->at, good, size);
        chunk->plants[size - 1 - loam_random_u32(1, i) % 250] = (uint8_t)loam_random_u32(2, i);
        world = open_plain(LOAM_WEATHER_CLEAR); // falls are the last bytes
        for (int32_t j = 0; j < 15; j++)
        {
            step_at(world, 0, 20);
        }
        loam_tile_world_destroy(world);
    }
    free(good);
    forget_saved();
}

int main(void)
{
    RUN(test_threads_sleep_and_memory_change_nothing);
    RUN_SERIAL(test_what_is_kept_while_it_falls_goes_on);
    RUN_SERIAL(test_damaged_falls_do_no_harm);
    return CHECK_DONE();
}
