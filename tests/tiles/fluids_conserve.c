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

// ---- the border of what is alive ----------------------------------------------------------------------

/// A pond of which one quarter is alive, full of everything; around it, too, or there is air.
static pond *open_quarter(uint64_t seed, bool around)
{
    pond *const p = open_odd(seed);
    for (int32_t i = 0; i < POND_TILES && !around; i++)
    {
        const bool inside = i % POND_SIDE >= QUARTER_SIDE && i / POND_SIDE >= QUARTER_SIDE;
        p->tiles[i] = inside ? p->tiles[i] : (loam_tile){.block = LOAM_AIR};
    }
    p->field.closed = (fluid_area){QUARTER_SIDE, QUARTER_SIDE, QUARTER_SIDE};
    pond_wake(p);
    return p;
}

static void step_quarter(pond *p)
{
    fluid_report report;
    const uint64_t seed = fluid_mix(p->seed, p->steps++);
    if (loam_awake_sift(&p->field.awake, QUARTER_SIDE, QUARTER_SIDE))
    {
        loam_fluids_quarter(&p->field, QUARTER_SIDE, QUARTER_SIDE, seed, &report);
    }
}

/// In how many places around the quarter is something where there was air.
static int32_t count_escaped(const pond *before, const pond *p)
{
    int32_t escaped = 0;
    for (int32_t i = 0; i < POND_TILES; i++)
    {
        const bool inside = i % POND_SIDE >= QUARTER_SIDE && i / POND_SIDE >= QUARTER_SIDE;
        escaped += !inside && before->tiles[i].block == LOAM_AIR && p->tiles[i].block != LOAM_AIR;
    }
    return escaped;
}

// What left it would hang in the air, and a wall of water would stand there in the end.
static void test_nothing_leaves_what_is_alive(void)
{
    const int32_t rounds = toy_rounds(24);
    int32_t escaped = 0;
    int64_t before[LOAM_MAX_MATERIALS], after[LOAM_MAX_MATERIALS];
    for (uint64_t seed = 0; seed < (uint64_t)rounds; seed++)
    {
        pond *const p = open_quarter(seed, seed % 4 < 2), *const awake = open_quarter(seed,
                                                                                      seed % 4 < 2);
        pond *const open = open_quarter(seed, seed % 4 < 2);
        const pond first = *p;
        open->field.closed.side = 0;
        pond_census(p, before);
        for (int32_t step = 0; step < 60; step++)
        {
            step_quarter(p);
            step_quarter(open);
            loam_awake_all(&awake->field.awake);
            step_quarter(awake);
            CHECK(memcmp(p->tiles, awake->tiles, sizeof p->tiles) == 0);
        }
        pond_census(p, after);
        CHECK_INT(count_escaped(&first, p), 0);
        escaped += count_escaped(&first, open);
        CHECK(seed % 2 != 0 || memcmp(before, after, sizeof before) == 0);
        CHECK_INT(pond_wrong_bits(p), 0);
        pond_close(p);
        pond_close(awake);
        pond_close(open);
    }
    CHECK(escaped > 45 * rounds);
}

// What has come to rest at a border goes on when that is no border any more.
static void test_what_is_alive_grows(void)
{
    const int32_t rounds = toy_rounds(24);
    int32_t later = 0;
    for (uint64_t seed = 0; seed < (uint64_t)rounds; seed++)
    {
        pond *const p = open_quarter(seed, false), *const awake = open_quarter(seed, false);
        for (int32_t step = 0; step < 300; step++)
        {
            step_quarter(p);
            step_quarter(awake);
        }
        const pond first = *p;
        loam_fluids_reopen(&p->field);
        loam_awake_all(&awake->field.awake);
        p->field.closed.side = awake->field.closed.side = 0;
        for (int32_t step = 0; step < 60; step++)
        {
            pond_step(p);
            pond_step(awake);
            CHECK(memcmp(p->tiles, awake->tiles, sizeof p->tiles) == 0);
        }
        later += count_escaped(&first, p);
        pond_close(p);
        pond_close(awake);
    }
    CHECK(later > 45 * rounds);
}

// There is something to close the border with, whatever ids have a material.
static void test_a_border_is_found(void)
{
    pond *const p = pond_open(1, LOAM_AIR);
    CHECK(p->rules.border != LOAM_AIR);
    CHECK_INT(p->defs.materials[p->rules.border].name[0], 0);
    for (int32_t id = 1; id < LOAM_MAX_MATERIALS; id++)
    {
        loam_material *const material = &p->defs.materials[id];
        *material = material->name[0] == 0 ? p->defs.materials[TILE_OBSIDIAN] : *material;
    }
    pond_redefine(p);
    CHECK(p->rules.border != LOAM_AIR && p->rules.holds[p->rules.border]);
    pond_close(p);
}

int main(void)
{
    RUN(test_small_worlds_conserve);
    RUN(test_full_worlds_conserve);
    RUN(test_any_numbers_will_do);
    RUN(test_nothing_leaves_what_is_alive);
    RUN(test_what_is_alive_grows);
    RUN(test_a_border_is_found);
    return CHECK_DONE();
}
