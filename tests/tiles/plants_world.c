// SPDX-License-Identifier: MIT
// Plants in a living world: nothing leaks from them, and what they do follows from the commands alone, never
// from threads, from what sleeps, or from chunks that leave and come back.
#include "check.h"
#include "pipeline/meter.h"

#include "loam/jobs.h"
#include "loam/random.h"
#include "tiles/plants/growth.h"
#include "tiles/plants/pack.h"

#include <string.h>

enum
{
    SEED = 3,
    WOODS = 4150, // x: a forest beside a lake
    LEAK_STEPS = CHECK_SANITIZED ? 150 : 1000,
    WALK_STEPS = CHECK_RACES       ? 32
                 : CHECK_SANITIZED ? 64
                                   : 240
};

static loam_tile_defs defs;

/// Nothing happens to plants, and nothing falls from the sky; fluids flow and the wind blows.
static void calm_defs(bool with_plants)
{
    loam_tile_defs_init(&defs);
    defs.rules[0].name[0] = '\0';
    memset(defs.rules, 0, sizeof defs.rules);
    defs.sky.rain = LOAM_AIR;
    defs.sky.snow = LOAM_AIR;
    defs.sky.lightning = LOAM_AIR;
    for (int32_t i = 0; i < LOAM_MAX_SPECIES; i++)
    {
        defs.species[i].seed = LOAM_AIR; // seeds that drop stay in the world
    }
    if (!with_plants)
    {
        memset(defs.species, 0, sizeof defs.species);
    }
}

static loam_tile_world_def world_def(int64_t x, loam_jobs *jobs)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.env.jobs = jobs;
    def.defs = &defs;
    def.seed = SEED;
    def.ring_log2 = 3;
    def.centre = (loam_tile_pos){x, 80};
    return def;
}

static loam_tile_world *open_world(int64_t x, loam_jobs *jobs)
{
    const loam_tile_world_def def = world_def(x, jobs);
    loam_tile_world *world = NULL;
    CHECK_OK(loam_tile_world_create(&def, &world));
    return world;
}

static loam_jobs *make_jobs(int32_t threads)
{
    loam_jobs *jobs = NULL;
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = threads;
    const loam_result result = loam_jobs_create(&def, &jobs);
    CHECK(result == LOAM_OK || result == LOAM_UNSUPPORTED);
    return jobs;
}

// ---- leaks ----------------------------------------------------------------------------------------

/// Something to flow: steam and smoke among the branches, which lean with the wind, water and falling leaves.
static void pour(loam_tile_world *world, int64_t x, int32_t step)
{
    static const char *const names[] = {"steam", "smoke", "water", "falling_leaf"};
    const uint8_t material = (uint8_t)loam_material_find(&defs, names[step / 40 % 4]);
    const loam_edit edit = {.shape = LOAM_EDIT_CIRCLE,
                            .layer = LOAM_BLOCKS,
                            .material = material,
                            .radius = 3,
                            .from = {x - 200 + step * 37 % 400, 110 + step % 60}};
    CHECK_OK(loam_tile_world_edit(world, &edit, NULL));
}

static uint64_t count_differences(const loam_tile_world *with, const loam_tile_world *without)
{
    const loam_tile_ring ring = loam_tile_world_ring(with);
    uint64_t different = 0;
    for (int64_t i = 0; i < (int64_t)ring.side * ring.side; i++)
    {
        const loam_tile_pos at = {ring.lowest.x * 128 + i % ring.side,
                                  ring.lowest.y * 128 + i / ring.side};
        const loam_tile bare = loam_tile_world_at_without_plants(with, at),
                        plain = loam_tile_world_at(without, at);
        different += memcmp(&bare, &plain, sizeof bare) != 0;
    }
    return different;
}

static void check_no_leak(int64_t x, loam_weather weather)
{
    calm_defs(true);
    loam_tile_world *const with = open_world(x, NULL);
    calm_defs(false);
    loam_tile_world *const without = open_world(x, NULL);
    CHECK_INT(loam_tile_world_plants(without).plants, 0);
    loam_tile_world_set_weather(with, weather);
    loam_tile_world_set_weather(without, weather);
    uint64_t swayed = 0, different = 0;
    for (int32_t step = 0; step < LEAK_STEPS; step++)
    {
        // To and fro, so that chunks leave and come back.
        const int64_t to = step % 400 < 200 ? step % 400 : 400 - step % 400;
        const loam_tile_pos centre = {x + 2 * to, 80};
        CHECK_OK(loam_tile_world_step(with, centre));
        CHECK_OK(loam_tile_world_step(without, centre));
        if (step % 20 == 0)
        {
            pour(with, x, step);
            pour(without, x, step);
        }
        swayed += loam_tile_world_plants(with).swaying;
        different += step % 100 == 99 ? count_differences(with, without) : 0;
    }
    CHECK(loam_tile_world_plants(with).plants > 10);
    CHECK(swayed > (uint64_t)LEAK_STEPS);
    CHECK_U64(different, 0);
    CHECK_U64(loam_tile_world_plants(with).lost, 0);
    loam_tile_world_destroy(with);
    loam_tile_world_destroy(without);
}

static void test_nothing_leaks_in_a_storm(void)
{
    check_no_leak(WOODS, LOAM_WEATHER_STORM);
}

static void test_nothing_leaks_elsewhere(void)
{
    check_no_leak(-9000, LOAM_WEATHER_CHANGING);
}

// ---- sameness -------------------------------------------------------------------------------------

/// A walk through a burning wood in a storm, with everything that lives.
static uint64_t walk(loam_jobs *jobs, bool insomnia)
{
    loam_tile_defs_init(&defs);
    loam_tile_world *const world = open_world(WOODS, jobs);
    uint64_t hash = 0;
    for (int32_t step = 0; step < WALK_STEPS; step++)
    {
        loam_tile_world_set_weather(world, step < WALK_STEPS / 2 ? LOAM_WEATHER_STORM
                                                                 : LOAM_WEATHER_CLEAR);
        for (uint32_t i = 0; insomnia && i < world->plants->standing_count; i++)
        {
            world->plants->standing[i].awake = true;
        }
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){WOODS + step * 3, 80}));
        const loam_edit fire = {.shape = LOAM_EDIT_CIRCLE,
                                .layer = LOAM_BLOCKS,
                                .material = (uint8_t)loam_material_find(&defs, "fire"),
                                .radius = 6,
                                .from = {WOODS + step * 3, 90}};
        if (step % 30 == 0)
        {
            CHECK_OK(loam_tile_world_edit(world, &fire, NULL));
        }
        hash = loam_seed_at(hash, (int64_t)loam_tile_world_hash(world), 0, 0);
    }
    loam_tile_world_destroy(world);
    return hash;
}

static void test_threads_and_sleep_change_nothing(void)
{
    uint64_t expected = 0;
    if (!CHECK_RACES)
    {
        expected = walk(NULL, false);
        CHECK_U64(walk(NULL, true), expected);
    }
    loam_jobs *const jobs = make_jobs(3);
    if (jobs != NULL)
    {
        const uint64_t threaded = walk(jobs, false);
        CHECK(CHECK_RACES || threaded == expected);
        loam_jobs_destroy(jobs);
    }
}

/// Compacting the arrays is not to be seen.
/// Cuts what stands in a wood a few tiles above the ground, and sets fire to the rest.
static void fell_and_burn(loam_tile_world *world)
{
    const uint8_t fire = (uint8_t)loam_material_find(&defs, "burning_wood");
    for (int64_t x = WOODS - 200; x < WOODS + 200; x++)
    {
        int64_t y = 200;
        while (y > 0 && !world->solid[loam_tile_world_at(world, (loam_tile_pos){x, y}).block])
        {
            y--;
        }
        loam_edit edit = {
            .shape = LOAM_EDIT_BOX, .layer = LOAM_WALLS, .from = {x, y + 5}, .to = {x, y + 6}};
        CHECK_OK(loam_tile_world_edit(world, &edit, NULL));
        edit.material = x % 16 == 0 ? fire : LOAM_AIR;
        edit.from.y = edit.to.y = y + 9;
        CHECK_OK(loam_tile_world_edit(world, &edit, NULL));
    }
}

/// Whether plants of a chunk are visited in the next step: cut ones get bodies anew, and those need memory.
static bool is_visited(const loam_tile_world *world)
{
    return loam_tile_world_steps(world) % (GROWTH_VISIT / 64) == 0;
}

// Trees sway in a storm, fall, break others and burn.
static void test_a_step_allocates_nothing(void)
{
    static meter m;
    memset(&m, 0, sizeof m);
    loam_tile_defs_init(&defs);
    loam_tile_world_def def = world_def(WOODS, NULL);
    def.env = meter_env(&m);
    loam_tile_world *world = NULL;
    CHECK_OK(loam_tile_world_create(&def, &world));
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    CHECK_OK(loam_tile_world_step(world, def.centre));
    fell_and_burn(world);
    uint32_t max = 0;
    for (int32_t step = 0; step < 300; step++)
    {
        const bool visited = is_visited(world);
        const long long before = atomic_load(&m.allocations);
        CHECK_OK(loam_tile_world_step(world, def.centre));
        CHECK(visited || atomic_load(&m.allocations) == before);
        const uint32_t falls = loam_tile_world_plants(world).falls;
        max = falls > max ? falls : max;
    }
    const loam_tile_plants plants = loam_tile_world_plants(world);
    CHECK(max > 10);
    CHECK(plants.lost > 500);
    CHECK(plants.fallen > 100);
    loam_tile_world_destroy(world);
    CHECK_INT(atomic_load(&m.blocks), 0);
}

static void test_compacting_changes_nothing(void)
{
    loam_tile_defs_init(&defs);
    loam_tile_world *const world = open_world(WOODS, NULL), *const other = open_world(WOODS, NULL);
    for (int32_t step = 0; step < 60; step++)
    {
        const loam_tile_pos centre = {WOODS + step * 16, 80};
        CHECK_OK(loam_tile_world_step(world, centre));
        CHECK_OK(loam_tile_world_step(other, centre));
        loam_plants_compact(other);
        CHECK_U64(loam_tile_world_hash(other), loam_tile_world_hash(world));
    }
    loam_tile_world_destroy(world);
    loam_tile_world_destroy(other);
}

/// A hash of the cells of a slot's plants.
static uint64_t hash_cells(const loam_tile_world *world, int32_t slot)
{
    loam_plant_block *block = NULL;
    CHECK_OK(loam_plants_copy(world, slot, &block));
    uint64_t hash = 0;
    for (uint32_t i = 0; block != NULL && i < block->cell_count; i++)
    {
        const loam_plant_cell cell = block->cells[i];
        const uint32_t value = cell.material | (uint32_t)cell.variant << 8 |
                               (uint32_t)(uint8_t)cell.x << 16 | (uint32_t)(uint8_t)cell.y << 24;
        hash = hash * UINT64_C(0x9e3779b97f4a7c15) + value;
    }
    loam_plant_block_free(&world->env, block);
    return hash;
}

// From a place with few plants into a wood: the arrays grow, and what is in them stays.
static void test_making_room_changes_nothing(void)
{
    uint64_t before[64];
    loam_chunk_pos chunks[64];
    int32_t grown = 0;
    calm_defs(true);
    for (int32_t i = 0; i < LOAM_MAX_SPECIES; i++)
    {
        defs.species[i].growth = defs.species[i].spread = defs.species[i].lifespan = 0.0f;
    }
    loam_tile_world *const world = open_world(WOODS - 3000, NULL);
    for (int64_t x = WOODS - 3000; x < WOODS; x += 100)
    {
        const uint32_t total = world->plants->cell_ranges.total;
        for (int32_t slot = 0; slot < 64; slot++)
        {
            before[slot] = hash_cells(world, slot);
            chunks[slot] = world->ring.slots[slot].chunk;
        }
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){x, 80}));
        grown += world->plants->cell_ranges.total > total;
        for (int32_t slot = 0; slot < 64; slot++)
        {
            const loam_chunk_pos now = world->ring.slots[slot].chunk;
            const bool stays = now.x == chunks[slot].x && now.y == chunks[slot].y;
            CHECK(!stays || hash_cells(world, slot) == before[slot]);
        }
    }
    CHECK(grown > 0);
    loam_tile_world_destroy(world);
}

// ---- bytes ----------------------------------------------------------------------------------------

/// The slot with the most plants.
static int32_t densest(const loam_tile_world *world)
{
    int32_t best = 0;
    for (int32_t slot = 0; slot < 64; slot++)
    {
        best = loam_ranges_of(&world->plants->plant_ranges, slot).size >
                       loam_ranges_of(&world->plants->plant_ranges, best).size
                   ? slot
                   : best;
    }
    return best;
}

static bool is_same(const loam_plant_block *a, const loam_plant_block *b)
{
    bool same = a->plant_count == b->plant_count && a->branch_count == b->branch_count &&
                a->cell_count == b->cell_count;
    for (uint32_t i = 0; same && i < a->branch_count; i++)
    {
        const loam_branch *const x = &a->branches[i], *const y = &b->branches[i];
        same = x->bend == y->bend && x->speed == y->speed && x->x == y->x && x->y == y->y;
    }
    for (uint32_t i = 0; same && i < a->cell_count; i++)
    {
        same = a->cells[i].material == b->cells[i].material &&
               a->cells[i].variant == b->cells[i].variant &&
               a->cells[i].changed == b->cells[i].changed;
    }
    return same;
}

static void test_plants_come_back_from_bytes_and_damage_is_found(void)
{
    loam_tile_defs_init(&defs);
    loam_tile_world *const world = open_world(WOODS, NULL);
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    const int32_t slot = densest(world);
    const loam_chunk_pos at = world->ring.slots[slot].chunk;
    const loam_edit hole = {.shape = LOAM_EDIT_BOX,
                            .layer = LOAM_WALLS,
                            .from = {at.x * 128, at.y * 128 + 50},
                            .to = {at.x * 128 + 127, at.y * 128 + 90}};
    for (int32_t i = 0; i < 50; i++)
    {
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){WOODS, 80}));
    }
    CHECK_OK(loam_tile_world_edit(world, &hole, NULL));
    loam_plant_block *block = NULL, *back = NULL;
    CHECK_OK(loam_plants_copy(world, slot, &block));
    CHECK(block != NULL && block->plant_count > 2);
    const size_t size = loam_plants_pack_size(&defs, block);
    uint8_t *const bytes = loam_alloc(&world->env, size + 1);
    loam_plants_pack(&defs, block, bytes);
    CHECK_OK(loam_plants_unpack(world, at, bytes, size, &back));
    CHECK(back != NULL && is_same(block, back));
    loam_plant_block_free(&world->env, back);
    for (size_t cut = 1; cut < size; cut += 1 + cut / 50)
    {
        CHECK(loam_plants_unpack(world, at, bytes, cut, &back) == LOAM_IO);
    }
    CHECK(loam_plants_unpack(world, at, bytes, size + 1, &back) == LOAM_IO);
    CHECK(loam_plants_unpack(world, (loam_chunk_pos){at.x + 1, at.y}, bytes, size, &back) ==
          LOAM_IO);
    uint32_t refused = 0;
    for (uint32_t i = 0; i < (uint32_t)check_cases(3000, 400); i++)
    {
        uint8_t *const byte = &bytes[loam_random_u32(1, i) % size];
        const uint8_t was = *byte;
        *byte = (uint8_t)loam_random_u32(2, i);
        const loam_result result = loam_plants_unpack(world, at, bytes, size, &back);
        CHECK(result == LOAM_OK || result == LOAM_IO);
        refused += result == LOAM_IO;
        loam_plant_block_free(&world->env, back);
        *byte = was;
    }
    CHECK(refused > (uint32_t)check_cases(100, 10));
    loam_free(&world->env, bytes, size + 1);
    loam_plant_block_free(&world->env, block);
    loam_tile_world_destroy(world);
}

int main(void)
{
    RUN_SERIAL(test_nothing_leaks_in_a_storm);
    RUN_UNSANITIZED(test_nothing_leaks_elsewhere);
    RUN(test_threads_and_sleep_change_nothing);
    RUN_SERIAL(test_a_step_allocates_nothing);
    RUN_SERIAL(test_compacting_changes_nothing);
    RUN_SERIAL(test_making_room_changes_nothing);
    RUN_SERIAL(test_plants_come_back_from_bytes_and_damage_is_found);
    return CHECK_DONE();
}
