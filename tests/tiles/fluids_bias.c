// SPDX-License-Identifier: MIT
// Neither side is preferred: what is released in the middle goes as much to the left as to the right, and
// a mirrored scene comes out mirrored, on average.
#include "pond.h"
#include "toy_world.h"

enum
{
    WORLDS = 160,
    MIDDLE = POND_SIDE / 2,
};

typedef struct tally
{
    double sum, squares;
    int64_t count;
} tally;

static void add(tally *t, double value)
{
    t->sum += value;
    t->squares += value * value;
    t->count++;
}

static void check_balanced(const tally *t, const char *what)
{
    const double n = (double)t->count, mean = t->sum / n;
    const double error = sqrt((t->squares / n - mean * mean) / n);
    CHECK_REPORT(fabs(mean) <= 4.0 * error + 1e-9, "%s: mean %.4g, standard error %.4g", what, mean,
                 error);
}

/// The first moment of a fluid about the middle: the mean of its places and of its settled ones'.
static double moment(const pond *p, uint8_t block, uint8_t settled)
{
    double sum = 0;
    int64_t count = 0;
    for (int32_t i = 0; i < POND_TILES; i++)
    {
        const uint8_t here = p->tiles[i].block;
        if (here == block || (settled != LOAM_AIR && here == settled))
        {
            sum += i % POND_SIDE + 0.5 - MIDDLE;
            count++;
        }
    }
    return count > 0 ? sum / (double)count : 0.0;
}

/// A column in the middle, over a flat floor.
static pond *release(uint64_t seed, uint8_t block)
{
    pond *const p = pond_open(seed, LOAM_AIR);
    pond_put(p, 0, 0, POND_SIDE, 1, TILE_STONE);
    for (int32_t i = 0; i < 2 * 24; i++)
    {
        const uint8_t lean = (uint8_t)(loam_random_u32(seed, (uint64_t)i) & 1);
        *pond_at(p, MIDDLE - 1 + i % 2, 4 + i / 2) = (loam_tile){.block = block,
                                                                 .block_variant = lean};
    }
    pond_wake(p);
    return p;
}

static void check_fluid(uint8_t block, uint8_t settled, const char *what)
{
    tally moments = {0}, sides = {0};
    for (uint64_t seed = 0; seed < (uint64_t)toy_rounds(WORLDS); seed++)
    {
        pond *const p = release(loam_random_u64(99, seed), block);
        pond_run(p, 40);
        const double at = moment(p, block, settled);
        add(&moments, at);
        add(&sides, (at > 0) - (at < 0));
        pond_close(p);
    }
    check_balanced(&moments, what);
    check_balanced(&sides, what);
}

static void test_columns_spread_evenly(void)
{
    check_fluid(TILE_WATER, LOAM_AIR, "water");
    check_fluid(TILE_LAVA, LOAM_AIR, "lava");
    check_fluid(TILE_STEAM, LOAM_AIR, "steam");
    check_fluid(TILE_FIRE, LOAM_AIR, "fire");
    check_fluid(TILE_ACID, LOAM_AIR, "acid");
    check_fluid(TILE_LOOSE_SAND, TILE_SAND, "sand");
    check_fluid(TILE_LOOSE_GRAVEL, TILE_GRAVEL, "gravel");
    check_fluid(TILE_LOOSE_SNOW, TILE_SNOW, "snow");
}

/// A scene that is anything but symmetric, or its mirror image: ledges, a pour of each of three fluids.
static pond *pour(uint64_t seed, bool mirrored)
{
    pond *const p = pond_open(seed, LOAM_AIR);
    pond_make_inert(p);
    pond_put(p, 0, 0, POND_SIDE, 1, TILE_STONE);
    pond_put(p, 40, 10, 20, 1, TILE_STONE);
    pond_put(p, 70, 20, 9, 1, TILE_STONE);
    pond_put(p, 58, 11, 1, 9, TILE_STONE);
    pond_put(p, 50, 30, 6, 12, TILE_WATER);
    pond_put(p, 72, 24, 5, 9, TILE_LOOSE_SAND);
    pond_put(p, 62, 2, 4, 9, TILE_STEAM);
    for (int32_t y = 0; mirrored && y < POND_SIDE; y++)
    {
        for (int32_t x = 0; x < POND_SIDE / 2; x++)
        {
            const loam_tile left = *pond_at(p, x, y);
            *pond_at(p, x, y) = *pond_at(p, POND_SIDE - 1 - x, y);
            *pond_at(p, POND_SIDE - 1 - x, y) = left;
        }
    }
    for (int32_t i = 0; mirrored && i < POND_TILES; i++)
    {
        p->tiles[i].block_variant ^= p->rules.kind_of[p->tiles[i].block] != 0;
    }
    pond_wake(p);
    return p;
}

static void test_mirrored_scenes_come_out_mirrored(void)
{
    static const uint8_t fluids[3][2] = {
        {TILE_WATER, LOAM_AIR}, {TILE_LOOSE_SAND, TILE_SAND}, {TILE_STEAM, LOAM_AIR}};
    tally pairs[3] = {{0}};
    for (uint64_t seed = 0; seed < (uint64_t)toy_rounds(WORLDS); seed++)
    {
        double sums[3] = {0};
        for (uint64_t mirrored = 0; mirrored < 2; mirrored++)
        {
            // The seed decides how fluids lean at first: it is the same, what happens then is not.
            pond *const p = pour(seed, mirrored == 1);
            p->seed = loam_random_u64(98, 2 * seed + mirrored);
            pond_run(p, 60);
            for (int32_t i = 0; i < 3; i++)
            {
                sums[i] += moment(p, fluids[i][0], fluids[i][1]);
            }
            pond_close(p);
        }
        for (int32_t i = 0; i < 3; i++)
        {
            add(&pairs[i], sums[i]);
        }
    }
    check_balanced(&pairs[0], "water and its mirror image");
    check_balanced(&pairs[1], "sand and its mirror image");
    check_balanced(&pairs[2], "steam and its mirror image");
}

/// Lava runs down on both sides of a tile at x. Returns how much more of it there is towards the quarter's
/// border, which is on the left of the right quarter and on the right of the left one.
static int32_t part_at_border(uint64_t seed, int32_t x)
{
    pond *const p = pond_open(seed, LOAM_AIR);
    pond_put(p, x, 60, 1, 1, TILE_OBSIDIAN);
    pond_put(p, x - 30, 30, 61, 1, TILE_OBSIDIAN);
    pond_put(p, x - 31, 30, 1, 40, TILE_OBSIDIAN);
    pond_put(p, x + 31, 30, 1, 40, TILE_OBSIDIAN);
    pond_put(p, x, 30, 1, 25, TILE_OBSIDIAN);
    pond_put(p, x, 61, 1, 40, TILE_LAVA);
    pond_wake(p);
    pond_run(p, 1200);
    int32_t left = 0;
    for (int32_t i = 0; i < POND_TILES; i++)
    {
        const int32_t aside = i % POND_SIDE - x;
        left += p->tiles[i].block == TILE_LAVA ? (aside < 0) - (aside > 0) : 0;
    }
    pond_close(p);
    return x < MIDDLE ? -left : left;
}

// Slow fluids that stream down show even a little preference.
static void test_borders_of_quarters_do_not_attract(void)
{
    tally at_border = {0};
    for (uint64_t seed = 0; seed < (uint64_t)toy_rounds(480); seed++)
    {
        add(&at_border, part_at_border(loam_random_u64(7, seed), MIDDLE));
        add(&at_border, part_at_border(loam_random_u64(8, seed), MIDDLE - 1));
    }
    check_balanced(&at_border, "lava at the border of a quarter");
}

int main(void)
{
    RUN(test_borders_of_quarters_do_not_attract);
    RUN(test_columns_spread_evenly);
    RUN(test_mirrored_scenes_come_out_mirrored);
    return CHECK_DONE();
}
