// SPDX-License-Identifier: MIT
// Clumps of leaves: round, ragged, from the bud outwards, and the same again.
#include "tiles/plants/clump.h"

#include "loam/random.h"

#include "check.h"

#include <stdbool.h>
#include <stdlib.h>

enum
{
    SIDE = 2 * LOAM_CLUMP_REACH + 3, // with a border
    SEEDS = 200,
};

static int8_t offsets[LOAM_CLUMP_TILES][2];

static int32_t distance(int32_t i)
{
    const int32_t x = abs(offsets[i][0]), y = abs(offsets[i][1]);
    return x > y ? x : y;
}

/// How many tiles have none of those before them among their 8 neighbours.
static int32_t count_islands(int32_t count)
{
    static bool taken[SIDE][SIDE];
    int32_t islands = 0;
    memset(taken, 0, sizeof taken);
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t x = offsets[i][0] + LOAM_CLUMP_REACH + 1;
        const int32_t y = offsets[i][1] + LOAM_CLUMP_REACH + 1;
        bool beside = i == 0;
        for (int32_t k = 0; k < 9; k++)
        {
            beside = beside || taken[y + k / 3 - 1][x + k % 3 - 1];
        }
        CHECK(!taken[y][x]); // each tile once
        taken[y][x] = true;
        islands += !beside;
    }
    return islands;
}

static void test_a_clump_grows_from_the_bud_outwards(void)
{
    int64_t tiles = 0, islands = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
    {
        const int32_t neighbours = seed % 2 ? 4 : 8, power = 3 + (int32_t)(seed % 20);
        const int32_t count = loam_clump_grow(power, 3, neighbours, seed, offsets,
                                              LOAM_CLUMP_TILES);
        CHECK(count >= 1 && offsets[0][0] == 0 && offsets[0][1] == 0);
        islands += count_islands(count);
        tiles += count;
    }
    CHECK(tiles > 5000);
    CHECK_RANGE(islands, 0, tiles / 100); // behind holes
}

/// Mean tiles of clumps, and the mean distance of the farthest.
static double mean_tiles(int32_t power, int32_t loss, int32_t neighbours, double *reach)
{
    double tiles = 0.0;
    *reach = 0.0;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
    {
        const int32_t count = loam_clump_grow(power, loss, neighbours, seed, offsets,
                                              LOAM_CLUMP_TILES);
        int32_t farthest = 0;
        for (int32_t i = 0; i < count; i++)
        {
            farthest = distance(i) > farthest ? distance(i) : farthest;
        }
        tiles += count;
        *reach += farthest / (double)SEEDS;
    }
    return tiles / SEEDS;
}

// As large as power / loss says, rounder with 8 neighbours than with 4.
static void test_size_follows_from_power_and_loss(void)
{
    for (int32_t reach = 2; reach <= 10; reach++)
    {
        double far4, far8;
        const double diamond = mean_tiles(reach * 5, 5, 4, &far4);
        const double round = mean_tiles(reach * 5, 5, 8, &far8);
        CHECK_RANGE(round, 1.8 * reach * reach, 4.2 * reach * reach); // pi r^2, about
        CHECK_RANGE(diamond, 1.2 * reach * reach, 3.0 * reach * reach);
        CHECK(round > diamond);
        CHECK_RANGE(far8, reach - 1.2, reach + 1.5);
        CHECK_RANGE(far4, reach - 1.5, reach + 1.5);
    }
}

static void test_no_two_clumps_are_alike(void)
{
    uint64_t seen[SEEDS];
    int32_t same = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
    {
        int32_t count = loam_clump_grow(12, 3, 8, seed, offsets, LOAM_CLUMP_TILES);
        seen[seed] = loam_hash_bytes(offsets, (size_t)count * sizeof *offsets, 0);
        count = loam_clump_grow(12, 3, 8, seed, offsets, LOAM_CLUMP_TILES);
        CHECK_U64(loam_hash_bytes(offsets, (size_t)count * sizeof *offsets, 0), seen[seed]);
        for (uint64_t other = 0; other < seed; other++)
        {
            same += seen[other] == seen[seed];
        }
    }
    CHECK_INT(same, 0);
}

static void test_limits(void)
{
    static int8_t few[6][2];
    CHECK_INT(loam_clump_grow(0, 1, 8, 1, offsets, LOAM_CLUMP_TILES), 0);
    CHECK_INT(loam_clump_grow(-5, 1, 8, 1, offsets, LOAM_CLUMP_TILES), 0);
    CHECK_INT(loam_clump_grow(1, 64, 8, 1, offsets, LOAM_CLUMP_TILES), 1);
    CHECK_INT(loam_clump_grow(12, 3, 8, 1, offsets, 0), 0);
    CHECK_INT(loam_clump_grow(12, 3, 8, 9, few, 5), 5);
    CHECK(few[5][0] == 0 && few[5][1] == 0);
    loam_clump_grow(12, 3, 8, 9, offsets, LOAM_CLUMP_TILES);
    CHECK(memcmp(few, offsets, 5 * sizeof *few) == 0); // the beginning of the whole
    const int32_t max = loam_clump_grow(INT32_MAX, 1, 8, 1, offsets, LOAM_CLUMP_TILES);
    CHECK(max > LOAM_CLUMP_TILES / 2 && max <= LOAM_CLUMP_TILES);
    CHECK_INT(loam_clump_grow(INT32_MAX, INT32_MAX, 4, 1, offsets, LOAM_CLUMP_TILES) >= 1, 1);
    CHECK_RANGE(count_islands(max), 0, max / 50);
}

// ---- the automaton itself -------------------------------------------------------------------------

enum
{
    FULL = 1 << 12 // the most power, in sixteenths
};

typedef struct model
{
    int32_t reach, side, power[SIDE * SIDE], cost[SIDE * SIDE];
} model;

/// One step of the automaton, tile by tile. Whether anything has changed.
static bool model_step(model *m, bool diagonals)
{
    bool changed = false;
    for (int32_t i = 0; i < m->side * m->side; i++)
    {
        for (int32_t k = 0; k < 9; k++)
        {
            const int32_t x = i % m->side + k % 3 - 1, y = i / m->side + k / 3 - 1;
            const bool diagonal = k % 2 == 0;
            if (k == 4 || (diagonal && !diagonals) || x < 0 || y < 0 || x >= m->side ||
                y >= m->side)
            {
                continue;
            }
            const int32_t cost = diagonal ? m->cost[i] * 23 / 16 : m->cost[i];
            const int32_t power = m->power[y * m->side + x] - cost;
            if (power > m->power[i])
            {
                m->power[i] = power;
                changed = true;
            }
        }
    }
    return changed;
}

/// The tile with the most power, the first of those with the same; -1 when all are taken.
static int32_t take_strongest(model *m)
{
    int32_t best = 0;
    for (int32_t i = 1; i < m->side * m->side; i++)
    {
        best = m->power[i] > m->power[best] ? i : best;
    }
    return m->power[best] > 0 ? best : -1;
}

static void check_against_model(int32_t power, int32_t loss, int32_t neighbours, uint64_t seed)
{
    static model m;
    const int32_t reach = power * 2 / loss, full = power * 16 < FULL ? power * 16 : FULL;
    m = (model){.reach = reach < LOAM_CLUMP_REACH ? reach : LOAM_CLUMP_REACH};
    m.side = 2 * m.reach + 1;
    for (int32_t i = 0; i < m.side * m.side; i++)
    {
        m.cost[i] = loss * (12 + (int32_t)loam_random_below(seed, (uint64_t)i, 10));
    }
    m.power[m.side * m.side / 2] = full;
    while (model_step(&m, neighbours == 8))
    {
    }
    const int32_t count = loam_clump_grow(power, loss, neighbours, seed, offsets, LOAM_CLUMP_TILES);
    int32_t found = 0;
    for (int32_t i = take_strongest(&m); i >= 0; i = take_strongest(&m))
    {
        const int32_t hole_draw = (2 * LOAM_CLUMP_REACH + 1) * (2 * LOAM_CLUMP_REACH + 1) + i;
        const bool hole = m.power[i] < full / 2 && m.power[i] > full / 8 &&
                          loam_random_below(seed, (uint64_t)hole_draw, 14) == 0;
        m.power[i] = 0;
        if (!hole)
        {
            CHECK(found < count && offsets[found][0] == i % m.side - m.reach &&
                  offsets[found][1] == i / m.side - m.reach);
            found++;
        }
    }
    CHECK_INT(count, found);
}

static void test_a_clump_is_what_the_automaton_comes_to_rest_with(void)
{
    for (uint64_t seed = 0; seed < 120; seed++)
    {
        const int32_t power = 1 + (int32_t)loam_random_below(seed, 1, 40);
        const int32_t loss = 1 + (int32_t)loam_random_below(seed, 2, seed % 4 == 0 ? 20 : 5);
        check_against_model(power, loss, seed % 3 == 0 ? 4 : 8, seed);
    }
    check_against_model(300, 20, 8, 7);
}

int main(void)
{
    RUN(test_a_clump_grows_from_the_bud_outwards);
    RUN(test_size_follows_from_power_and_loss);
    RUN(test_no_two_clumps_are_alike);
    RUN(test_limits);
    RUN(test_a_clump_is_what_the_automaton_comes_to_rest_with);
    return CHECK_DONE();
}
