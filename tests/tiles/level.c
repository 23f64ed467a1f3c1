// SPDX-License-Identifier: MIT
// Connected vessels: water finds one level, none of it is lost, and then it sleeps.
#include "pond.h"
#include "toy_world.h"

enum
{
    MAX_ARMS = 4,
    FLOOR = 4,  // height of the tunnel that joins the arms
    TUNNEL = 3, // how high it is
    TOP = 120,  // where arms end
    PATIENCE = 12000,
};

typedef struct arm
{
    int32_t x, width;
    int32_t filled; // tiles of water above the tunnel, a column
} arm;

typedef struct vessel
{
    arm arms[MAX_ARMS];
    int32_t count;
} vessel;

static int32_t width_of(const vessel *v)
{
    int32_t width = 0;
    for (int32_t i = 0; i < v->count; i++)
    {
        width += v->arms[i].width;
    }
    return width;
}

/// Fills an arm by edits.
static void pour(pond *p, const arm *a, uint8_t liquid)
{
    for (int32_t i = 0; i < a->width * a->filled; i++)
    {
        pond_edit(p, a->x + i % a->width, FLOOR + TUNNEL + i / a->width, liquid);
    }
}

/// Arms in stone, joined by a flooded tunnel.
static pond *build(uint64_t seed, const vessel *v, uint8_t liquid)
{
    pond *const p = pond_open(seed, TILE_STONE);
    const arm *const last = &v->arms[v->count - 1];
    pond_put(p, v->arms[0].x, FLOOR, last->x + last->width - v->arms[0].x, TUNNEL, liquid);
    for (int32_t i = 0; i < v->count; i++)
    {
        const arm *const a = &v->arms[i];
        pond_put(p, a->x, FLOOR + TUNNEL, a->width, TOP - FLOOR - TUNNEL, LOAM_AIR);
    }
    pond_wake(p);
    for (int32_t i = 0; i < v->count; i++)
    {
        pour(p, &v->arms[i], liquid);
    }
    return p;
}

/// The highest and lowest surface of the columns of an arm, above the tunnel.
static void measure(pond *p, const arm *a, uint8_t liquid, int32_t *low, int32_t *high)
{
    for (int32_t x = a->x; x < a->x + a->width; x++)
    {
        int32_t height = 0;
        while (pond_at(p, x, FLOOR + TUNNEL + height)->block == liquid)
        {
            height++;
        }
        *low = height < *low ? height : *low;
        *high = height > *high ? height : *high;
    }
}

static void check_levels(pond *p, const vessel *v, uint8_t liquid, bool asleep)
{
    const int64_t before = pond_count(p, liquid);
    const int32_t steps = pond_rest(p, PATIENCE);
    int32_t low = POND_SIDE, high = 0;
    for (int32_t i = 0; i < v->count; i++)
    {
        measure(p, &v->arms[i], liquid, &low, &high);
    }
    CHECK_REPORT(high - low <= 1, "levels from %d to %d after %d steps", (int)low, (int)high,
                 (int)steps);
    CHECK_INT(pond_count(p, liquid), before);
    // What is left of a top row rolls on it.
    const int32_t rolling = asleep ? 0 : 2 * width_of(v);
    CHECK_RANGE(loam_awake_count(&p->field.awake), 0, rolling);
    CHECK_INT(pond_wrong_bits(p), 0);
}

static void check_vessel(const vessel *v, bool asleep)
{
    for (uint64_t seed = 0; seed < 3; seed++)
    {
        pond *const p = build(seed, v, TILE_WATER);
        check_levels(p, v, TILE_WATER, asleep);
        pond_close(p);
    }
}

static void test_two_arms(void)
{
    check_vessel(&(vessel){{{20, 6, 40}, {60, 6, 0}}, 2}, true);
    check_vessel(&(vessel){{{20, 6, 42}, {60, 6, 0}}, 2}, true);
    check_vessel(&(vessel){{{20, 1, 40}, {60, 1, 0}}, 2}, true);
    check_vessel(&(vessel){{{2, 40, 0}, {60, 3, 100}}, 2}, false);
    check_vessel(&(vessel){{{2, 40, 30}, {60, 2, 9}}, 2}, true);
}

static void test_deep_arms(void)
{
    check_vessel(&(vessel){{{62, 4, 104}, {70, 4, 0}}, 2}, true);
    check_vessel(&(vessel){{{62, 4, 0}, {70, 12, 110}}, 2}, false);
}

static void test_three_arms(void)
{
    check_vessel(&(vessel){{{10, 5, 60}, {40, 5, 0}, {70, 5, 0}}, 3}, true);
    check_vessel(&(vessel){{{10, 2, 0}, {40, 12, 60}, {90, 4, 0}}, 3}, true);
    check_vessel(&(vessel){{{10, 5, 3}, {40, 7, 50}, {70, 11, 20}}, 3}, false);
}

static void test_lava_finds_its_level_too(void)
{
    const vessel v = {{{20, 4, 20}, {40, 4, 0}}, 2};
    pond *const p = build(1, &v, TILE_LAVA);
    check_levels(p, &v, TILE_LAVA, true);
    pond_close(p);
}

// A shaft dug down to a flooded tunnel fills up to the level of the arm.
static void test_a_shaft_dug_into_the_tunnel(void)
{
    const vessel before = {{{20, 8, 32}, {80, 1, 32}}, 2};
    const vessel after = {{{20, 8, 32}, {50, 7, 0}, {80, 1, 32}}, 3};
    pond *const p = build(2, &before, TILE_WATER);
    pond_rest(p, PATIENCE);
    for (int32_t y = TOP - 1; y >= FLOOR + TUNNEL; y--)
    {
        for (int32_t x = 50; x < 57; x++)
        {
            pond_edit(p, x, y, LOAM_AIR);
        }
    }
    check_levels(p, &after, TILE_WATER, true);
    pond_close(p);
}

// What is scooped out of one arm comes from the others, too.
static void test_draining_one_arm(void)
{
    const vessel v = {{{20, 4, 40}, {60, 4, 40}}, 2};
    pond *const p = build(2, &v, TILE_WATER);
    CHECK_RANGE(pond_rest(p, PATIENCE), 0, PATIENCE - 1);
    for (int32_t i = 0; i < 4 * 20; i++)
    {
        pond_edit(p, 20 + i % 4, FLOOR + TUNNEL + 39 - i / 4, LOAM_AIR);
    }
    check_levels(p, &v, TILE_WATER, true);
    pond_close(p);
}

// More arms than may ask in one step: all of them get their turn.
static void test_a_comb_of_arms(void)
{
    pond *const p = pond_open(3, TILE_STONE);
    pond_put(p, 2, FLOOR, 61, TUNNEL, TILE_WATER);
    for (int32_t x = 2; x < 63; x += 2)
    {
        pond_put(p, x, FLOOR + TUNNEL, 1, TOP - FLOOR - TUNNEL, LOAM_AIR);
    }
    pond_wake(p);
    for (int32_t i = 0; i < 31 * 20; i++)
    {
        // Every other arm is filled, all rows of an arm at once.
        const int32_t number = i % 31;
        pond_edit(p, 2 + 2 * number, FLOOR + TUNNEL + i / 31,
                  number % 2 == 0 ? TILE_WATER : LOAM_AIR);
    }
    pond_rest(p, PATIENCE);
    int32_t low = POND_SIDE, high = 0;
    for (int32_t x = 2; x < 63; x += 2)
    {
        measure(p, &(arm){x, 1, 0}, TILE_WATER, &low, &high);
    }
    CHECK_RANGE(high - low, 0, 1);
    CHECK_INT(pond_count(p, TILE_WATER), 16 * 20 + 61 * TUNNEL);
    CHECK_INT(p->most_requests, FLUID_REQUESTS);
    pond_close(p);
}

// The pressure of one arm reaches around corners.
static void test_a_winding_tube(void)
{
    pond *const p = pond_open(5, TILE_STONE);
    const vessel v = {{{10, 3, 80}, {100, 3, 0}}, 2};
    pond_put(p, 10, 7, 3, 113, LOAM_AIR);
    pond_put(p, 100, 7, 3, 113, LOAM_AIR);
    for (int32_t i = 0; i < 4; i++) // up and down, and filled
    {
        pond_put(p, 13 + 18 * i, i % 2 == 0 ? 7 : 30, 18, 2, TILE_WATER);
        pond_put(p, 29 + 18 * i, 7, 2, 25, TILE_WATER);
    }
    pond_put(p, 85, 7, 15, 2, TILE_WATER);
    pond_wake(p);
    pour(p, &v.arms[0], TILE_WATER);
    check_levels(p, &v, TILE_WATER, false);
    pond_close(p);
}

int main(void)
{
    RUN(test_two_arms);
    RUN(test_deep_arms);
    RUN(test_three_arms);
    RUN(test_lava_finds_its_level_too);
    RUN(test_a_shaft_dug_into_the_tunnel);
    RUN(test_draining_one_arm);
    RUN(test_a_comb_of_arms);
    RUN(test_a_winding_tube);
    return CHECK_DONE();
}
