// SPDX-License-Identifier: MIT
// Nothing is created or lost: random worlds of everything that moves, without conversions.
#include "pond.h"
#include "toy_world.h"

static const uint8_t mixture[] = {
    LOAM_AIR,        LOAM_AIR,          LOAM_AIR,        TILE_STONE, TILE_WATER,  TILE_WATER,
    TILE_LAVA,       TILE_STEAM,        TILE_SMOKE,      TILE_FIRE,  TILE_ACID,   TILE_FALLING_LEAF,
    TILE_LOOSE_SAND, TILE_LOOSE_GRAVEL, TILE_LOOSE_SNOW, TILE_SAND,  TILE_GRAVEL, TILE_SNOW};

/// Squares of 1 to 8 tiles of anything, somewhere, across the borders of quarters and of the array too.
static void fill(pond *p, int32_t side)
{
    const int32_t left = (int32_t)loam_random_below(p->seed, 0, POND_SIDE);
    const int32_t down = (int32_t)loam_random_below(p->seed, 1, POND_SIDE);
    const int32_t grain = 1 << loam_random_below(p->seed, 2, 4);
    for (int32_t i = 0; i < side * side; i++)
    {
        const int32_t x = i % side, y = i / side;
        const uint64_t square = loam_seed_at(p->seed, x / grain, y / grain, 0);
        const uint8_t block = mixture[loam_random_below(square, 0, sizeof mixture)];
        const uint8_t variant = (uint8_t)loam_random_u32(loam_seed_at(p->seed, x, y, 1), 0);
        *pond_at(p, left + x, down + y) = (loam_tile){.block = block, .block_variant = variant};
    }
    pond_wake(p);
}

static void check_conserved(pond *p, int32_t steps)
{
    int64_t before[LOAM_MAX_MATERIALS], after[LOAM_MAX_MATERIALS];
    pond_census(p, before);
    for (int32_t i = 0; i < steps; i++)
    {
        pond_step(p);
        pond_census(p, after);
        for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
        {
            CHECK_REPORT(before[id] == after[id], "world %d, step %d: %d of material %d, were %d",
                         (int)p->seed, (int)i, (int)after[id], (int)id, (int)before[id]);
        }
    }
    CHECK_INT(pond_wrong_bits(p), 0);
}

static void run_worlds(int32_t count, int32_t side, int32_t steps, uint8_t around)
{
    for (int32_t i = 0; i < count; i++)
    {
        pond *const p = pond_open((uint64_t)i, around);
        pond_make_inert(p);
        fill(p, side);
        check_conserved(p, steps);
        pond_close(p);
    }
}

static void test_small_worlds_conserve(void)
{
    run_worlds(toy_rounds(1500), 12, 24, TILE_STONE);
    run_worlds(toy_rounds(1500), 14, 16, LOAM_AIR);
}

static void test_full_worlds_conserve(void)
{
    run_worlds(toy_rounds(12), POND_SIDE, 60, LOAM_AIR);
}

/// Other numbers for every fluid, the least and the most among them.
static void draw_numbers(pond *p)
{
    static const int32_t chances[] = {0, 1, 200, 1000, 1024};
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS && p->defs.fluids[i].material != LOAM_AIR; i++)
    {
        loam_tile_fluid *const fluid = &p->defs.fluids[i];
        int32_t *const drawn[] = {&fluid->straight, &fluid->diagonal,  &fluid->sideways,
                                  &fluid->wind,     &fluid->levelling, &fluid->settle_chance};
        const uint64_t seed = loam_seed_at(p->seed, i, 0, 3);
        for (uint64_t k = 0; k < sizeof drawn / sizeof *drawn; k++)
        {
            *drawn[k] = chances[loam_random_below(seed, k, 5)];
        }
        fluid->motion = (int32_t)loam_random_below(seed, 10, LOAM_MOTION_COUNT);
        fluid->density = 1 + (int32_t)loam_random_below(seed, 11, 300);
    }
    CHECK_OK(loam_tile_defs_check(&p->defs));
    p->winds[0] = 500;
    p->winds[1] = -800;
}

static pond *open_odd(uint64_t seed)
{
    pond *const p = pond_open(seed, LOAM_AIR);
    draw_numbers(p);
    pond_redefine(p);
    if (seed % 2 == 0)
    {
        pond_make_inert(p);
    }
    fill(p, POND_SIDE);
    return p;
}

// Whatever the definitions say, sleeping changes nothing; nor is anything lost.
static void test_any_numbers_will_do(void)
{
    int64_t before[LOAM_MAX_MATERIALS], after[LOAM_MAX_MATERIALS];
    for (uint64_t seed = 0; seed < (uint64_t)toy_rounds(24); seed++)
    {
        pond *const p = open_odd(seed), *const awake = open_odd(seed);
        pond_census(p, before);
        for (int32_t step = 0; step < 20; step++)
        {
            pond_step(p);
            loam_awake_all(&awake->field.awake);
            pond_step(awake);
            CHECK(memcmp(p->tiles, awake->tiles, sizeof p->tiles) == 0);
        }
        pond_census(p, after);
        CHECK(seed % 2 != 0 || memcmp(before, after, sizeof before) == 0);
        CHECK_INT(pond_wrong_bits(p), 0);
        pond_close(p);
        pond_close(awake);
    }
}

int main(void)
{
    RUN(test_small_worlds_conserve);
    RUN(test_full_worlds_conserve);
    RUN(test_any_numbers_will_do);
    return CHECK_DONE();
}
