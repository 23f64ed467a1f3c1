// SPDX-License-Identifier: MIT
// One river on a lattice that is made up: how wide it is where it begins, and how the ground meets it.
#include "land/surface/rivers.h"

#include "check.h"

#include <math.h>

enum
{
    SIDE = 9,
    CELLS = SIDE * SIDE,
    SPRING = SIDE / 2 * SIDE + 3, // the first that is far enough from the window's border
    MOUTH = SPRING + 2,
    FINEST = LOAM_LAND_LEVELS - 1,
    UNITS = LOAM_GRAPH_CELL * LAND_FIELD_SCALE,
};

static const float fall_m = 0.4f; // how far the water falls from cell to cell

/// The cells of a river that springs from a cell with this flow and runs east for two cells, which add as
/// much. Before the spring there are as many cells of it as are asked for: then it is none. Every second site
/// lies `aside` further north.
static land_river_cells make_cells(int32_t level, float flow, int32_t before, int32_t aside)
{
    static int32_t x[CELLS], z[CELLS];
    static uint8_t kind[CELLS], receiver[CELLS], branch[CELLS];
    static float lake[CELLS], flows[CELLS], water[CELLS], arm[CELLS];
    for (int32_t i = 0; i < CELLS; i++)
    {
        x[i] = (i % SIDE) * UNITS + (i / SIDE % 2) * UNITS / 2;
        z[i] = i / SIDE * (UNITS * 7 / 8) + i % 2 * aside;
        kind[i] = LAND_DRY_LAND;
        const bool river = i >= SPRING - before && i < MOUTH;
        receiver[i] = river ? 0 : LAND_NO_DIRECTION;
        branch[i] = LAND_NO_DIRECTION;
        water[i] = 100 - fall_m * (float)(i % SIDE);
        flows[i] = river ? flow * (float)(i - SPRING + before + 1) : 0;
    }
    return (land_river_cells){.curves = {.window = {.w = SIDE, .h = SIDE},
                                         .level = level,
                                         .x = x,
                                         .z = z,
                                         .kind = kind,
                                         .receiver = receiver,
                                         .lake = lake,
                                         .flow = flows,
                                         .water = water,
                                         .branch = branch,
                                         .arm = arm,
                                         .seed = 5}};
}

static int32_t make_river_of(int32_t level, float flow, int32_t before, int32_t aside,
                             land_river_curve *curves)
{
    const land_river_cells cells = make_cells(level, flow, before, aside);
    const land_bank_figures figures = loam_land_bank_figures_of(level);
    return loam_land_river_curves(&cells, &figures, 0, 0, SIDE * UNITS, SIDE * UNITS, curves);
}

static int32_t make_bent_river(float flow, int32_t before, int32_t aside, land_river_curve *curves)
{
    return make_river_of(FINEST, flow, before, aside, curves);
}

static int32_t make_river(float flow, int32_t before, land_river_curve *curves)
{
    return make_bent_river(flow, before, 0, curves);
}

// A river begins as a trickle and grows to its width, and never becomes narrower.
static void test_springs_are_thin(void)
{
    static land_river_curve curves[2 * CELLS + 1];
    CHECK_INT(make_river(LAND_RIVER_FLOW, 0, curves), 2);
    const land_river_piece *first = curves[0].pieces, *last = &curves[0].pieces[LAND_PIECES - 1];
    CHECK_RANGE(first->half, 0, 0.2);
    CHECK_RANGE(last->half + last->widening, 0.74, 1.5);
    for (int32_t i = 0; i < 2 * LAND_PIECES; i++)
    {
        CHECK(curves[i / LAND_PIECES].pieces[i % LAND_PIECES].widening >= 0);
    }
}

// What comes from further up is as wide where it arrives as where it goes on.
static void test_other_cells_are_not_springs(void)
{
    static land_river_curve curves[2 * CELLS + 1];
    CHECK_INT(make_river(4 * LAND_RIVER_FLOW, 1, curves), 2);
    for (int32_t i = 0; i < 2 * LAND_PIECES; i++)
    {
        CHECK(curves[i / LAND_PIECES].pieces[i % LAND_PIECES].half >= 0.75f);
    }
}

// A point of a curve is the same without the others.
static void test_curves_tell_single_points(void)
{
    const land_river_cells cells = make_cells(FINEST, LAND_RIVER_FLOW, 0, UNITS / 3);
    land_curve curve;
    loam_land_curve_of(&cells.curves, SPRING, &curve);
    for (int32_t i = 0; i <= LAND_CURVE_POINTS / 2; i++)
    {
        int32_t x, z;
        loam_land_curve_point(&cells.curves, SPRING, i, &x, &z);
        CHECK_INT(x, curve.x[i]);
        CHECK_INT(z, curve.z[i]);
    }
}

// Curves are left out that do not reach a rectangle, and no others.
static void test_curves_near_a_rectangle_are_those_that_reach_it(void)
{
    static land_river_curve all[2 * CELLS + 1], near[2 * CELLS + 1];
    land_bank_figures figures = loam_land_bank_figures_of(FINEST);
    const land_river_cells cells = make_cells(FINEST, LAND_RIVER_FLOW, 0, UNITS / 3);
    CHECK_INT(make_bent_river(LAND_RIVER_FLOW, 0, UNITS / 3, all), 2);
    int32_t found[3] = {0};
    for (int32_t x = -2 * UNITS; x < (SIDE + 2) * UNITS; x += UNITS / 8)
    {
        const int32_t count = loam_land_river_curves(&cells, &figures, x, 4 * UNITS, x, 4 * UNITS,
                                                     near);
        const float beside = 3 * figures.cell / LAND_CONTROLS_TO_CELL;
        int32_t expected = 0;
        for (int32_t c = 0; c < 2; c++)
        {
            const float reach = loam_land_curve_reach(&all[c], &figures) + beside + all[c].half;
            const int32_t far = (int32_t)(reach / figures.metres) + 1;
            expected += all[c].high_x + far >= x && all[c].low_x - far <= x ? 1 : 0;
        }
        CHECK_INT(count, expected);
        found[count]++;
    }
    CHECK(found[0] > 0 && found[1] > 0 && found[2] > 0);
}

// The ground is lifted as far as it lies below the bank anywhere, and not at all where it never does.
static void test_low_ground_is_lifted_to_the_bank(void)
{
    static land_river_curve curves[2 * CELLS + 1];
    CHECK_INT(make_river(LAND_RIVER_FLOW, 0, curves), 2);
    float ground[LAND_PIECES + 1];
    for (int32_t i = 0; i <= LAND_PIECES; i++)
    {
        ground[i] = 500;
    }
    loam_land_river_lift(&curves[0], ground);
    CHECK(curves[0].lift == 0);
    const land_river_piece *last = &curves[0].pieces[LAND_PIECES - 1];
    const float end = last->level - last->fall;
    ground[5] = curves[0].pieces[5].level - 10;
    ground[LAND_PIECES] = end - 7;
    loam_land_river_lift(&curves[0], ground);
    CHECK_NEAR(curves[0].lift, 10 + land_bank_m, 1e-3);
    ground[5] = 500;
    loam_land_river_lift(&curves[0], ground);
    CHECK_NEAR(curves[0].lift, 7 + land_bank_m, 1e-3);
}

/// The greatest turn from one piece of two curves to the next, as its sine.
static float sharpest_turn(const land_river_curve *curves)
{
    float sharpest = 0, x = curves[0].along_x[0], z = curves[0].along_z[0];
    for (int32_t i = 1; i < 2 * LAND_PIECES; i++)
    {
        const land_river_curve *const curve = &curves[i / LAND_PIECES];
        const float next_x = curve->along_x[i % LAND_PIECES],
                    next_z = curve->along_z[i % LAND_PIECES];
        const float turn = fabsf(x * next_z - z * next_x) /
                           sqrtf((x * x + z * z) * (next_x * next_x + next_z * next_z));
        sharpest = turn > sharpest ? turn : sharpest;
        x = next_x;
        z = next_z;
    }
    return sharpest;
}

// A wide river turns slowly where its cells zigzag, a brook takes every bend. Its curves lie one behind the
// other, as wide and as high where they meet.
static void test_wide_rivers_have_no_sharp_turns(void)
{
    static land_river_curve curves[2 * CELLS + 1];
    CHECK_INT(make_bent_river(4 * LAND_RIVER_FLOW, 3, UNITS / 3, curves), 2);
    CHECK(sharpest_turn(curves) > 0.3f);
    CHECK_INT(make_bent_river(5000, 3, UNITS / 3, curves), 2);
    CHECK(sharpest_turn(curves) < 0.15f);
    const land_river_piece *const last = &curves[0].pieces[LAND_PIECES - 1];
    const land_river_piece *const next = &curves[1].pieces[0];
    CHECK_INT(curves[0].x[LAND_PIECES], curves[1].x[0]);
    CHECK_INT(curves[0].z[LAND_PIECES], curves[1].z[0]);
    CHECK_RANGE(last->half + last->widening, next->half - 0.01f, next->half + 0.01f);
    CHECK_RANGE(last->level - last->fall, next->level - 0.001f, next->level + 0.001f);
}

// So does one of the graph of 2 km, whose course the finest graph follows: a river of 100 m has no corners
// there.
static void test_wide_rivers_have_no_sharp_turns_between_2_km_cells(void)
{
    static land_river_curve curves[2 * CELLS + 1];
    CHECK_INT(make_river_of(FINEST - 1, 4 * LAND_RIVER_FLOW, 3, UNITS / 3, curves), 2);
    CHECK(sharpest_turn(curves) > 0.3f);
    CHECK_INT(make_river_of(FINEST - 1, 16000, 3, UNITS / 3, curves), 2);
    CHECK_RANGE(sharpest_turn(curves), 0, 0.25);
}

typedef struct river_side
{
    float out, half, to_x, to_z, flow;
} river_side;

static void put_side(land_river_sides *sides, int32_t i, const river_side *side)
{
    sides->out[i] = side->out;
    sides->half[i] = side->half;
    sides->to_x[i] = side->to_x;
    sides->to_z[i] = side->to_z;
    sides->flow[i] = side->flow;
}

// Between two rivers that lie in different directions there is water although neither reaches there; not
// between two pieces of one, nor far from both.
static void test_corners_are_round(void)
{
    const river_side a = {.out = 2, .half = 40, .to_x = 1, .flow = 100};
    const river_side around[] = {
        {.out = 2, .half = 40, .to_x = -0.6f, .to_z = 0.8f, .flow = 50},
        {.out = 2, .half = 40, .to_x = 1, .flow = 50},
        {.out = 60, .half = 40, .to_x = -0.6f, .to_z = 0.8f, .flow = 50},
    };
    static land_bank_tile tile;
    loam_land_bank_tile_init(&tile, 0);
    for (int32_t i = 0; i < 3; i++)
    {
        CHECK_INT(loam_land_bank_tile_add(&tile, &(land_bank_sample){0}), i);
        tile.distance[i] = 2;
        tile.water[i] = 5;
        tile.side_count[i] = 2;
        put_side(&tile.sides[0], i, &a);
        put_side(&tile.sides[1], i, &around[i]);
    }
    loam_land_bank_tile_close(&tile);
    loam_land_ground_kernels_of(LOAM_ISA_AUTO)->round_corners(&tile);
    for (int32_t i = 0; i < 3; i++)
    {
        CHECK((tile.bed[i] < LAND_UNBOUND) == (i == 0));
        CHECK((tile.distance[i] < 0) == (i == 0));
        CHECK(tile.water[i] == (i == 0 ? 5 : LOAM_LAND_DRY));
        CHECK(i > 0 || tile.bed[i] < tile.water[i]);
    }
}

// A lake of a few steps is water, one of hardly more than a step is dry ground just above its level.
static void test_small_lakes_are_no_specks(void)
{
    const land_bank_figures figures = loam_land_bank_figures_of(FINEST);
    const land_ground_kernels *kernels = loam_land_ground_kernels_of(LOAM_ISA_AUTO);
    static land_bank_tile tile;
    for (float step = 1; step <= 32; step *= 2)
    {
        land_lake_places lake = {.radius = 20, .water = 50, .out = {-4}};
        float heights[LAND_BANK_SAMPLES] = {60};
        loam_land_bank_tile_init(&tile, 0);
        loam_land_bank_tile_add(&tile, &(land_bank_sample){.smooth = 60, .side = 0.1f});
        loam_land_bank_tile_close(&tile);
        kernels->ask_lake(&lake, &figures, step, &tile);
        kernels->find_ground(&figures, &tile, heights);
        CHECK((tile.water[0] == 50) == (step <= 8));
        CHECK_RANGE(heights[0], step <= 8 ? 40 : 50, step <= 8 ? 49.9f : 50.5f);
        CHECK(step <= 8 || 50.5f - 48 <= loam_land_river_bound(16));
    }
}

// The water of a lake stands at its level up to its shore, and falls behind it.
static void test_water_falls_behind_the_shore_of_a_lake(void)
{
    static const float radii[] = {0.05f, 0.2f, 0.35f, 0.5f}; // in cells
    static land_river_curve curves[2 * CELLS + 1];
    const land_bank_figures figures = loam_land_bank_figures_of(FINEST);
    int32_t inside = 0, outside = 0;
    for (size_t r = 0; r < sizeof radii / sizeof *radii; r++)
    {
        land_river_cells cells = make_cells(FINEST, 4 * LAND_RIVER_FLOW, 1, 0);
        float lake[CELLS] = {0};
        lake[SPRING] = radii[r] * LOAM_GRAPH_CELL;
        cells.curves.lake = lake;
        CHECK_INT(
            loam_land_river_curves(&cells, &figures, 0, 0, SIDE * UNITS, SIDE * UNITS, curves), 2);
        const land_river_curve *const out = &curves[0]; // of the lake's cell
        CHECK_INT(out->x[0], cells.curves.x[SPRING]);
        const float level = out->pieces[0].level;
        float end = level;
        for (int32_t k = 1; k <= LAND_PIECES; k++)
        {
            const double dx = out->x[k] - cells.curves.x[SPRING];
            const double dz = out->z[k] - cells.curves.z[SPRING];
            const bool in_lake = sqrt(dx * dx + dz * dz) < (double)radii[r] * UNITS;
            end = out->pieces[k - 1].level - out->pieces[k - 1].fall;
            if (k < LAND_PIECES)
            {
                CHECK(in_lake ? end == level : end < level);
                inside += in_lake;
                outside += !in_lake;
            }
            CHECK(out->pieces[k - 1].fall >= 0);
        }
        CHECK_NEAR(end, curves[1].pieces[0].level, 1e-3); // where the next begins
    }
    CHECK(inside > 10 && outside > 10);
}

int main(void)
{
    RUN(test_springs_are_thin);
    RUN(test_other_cells_are_not_springs);
    RUN(test_curves_tell_single_points);
    RUN(test_curves_near_a_rectangle_are_those_that_reach_it);
    RUN(test_low_ground_is_lifted_to_the_bank);
    RUN(test_wide_rivers_have_no_sharp_turns);
    RUN(test_wide_rivers_have_no_sharp_turns_between_2_km_cells);
    RUN(test_corners_are_round);
    RUN(test_water_falls_behind_the_shore_of_a_lake);
    RUN(test_small_lakes_are_no_specks);
    return CHECK_DONE();
}
