// SPDX-License-Identifier: MIT
// Which cells have a lake, on a plain of hexagons that a broad river flows over everywhere.
#include "land/water/lakes.h"

#include "check.h"

enum
{
    W = LAND_LAKE_W,
    H = LAND_LAKE_CELLS / LAND_LAKE_W,
    MARGIN = LAND_LAKE_MARGIN,
};

static land_lake_view view;

/// Falls to the east by so many metres a cell.
static void make_plain(int32_t level, float fall_m, float flow)
{
    view.window = (land_window){.column = -MARGIN, .row = -MARGIN, .w = W, .h = H};
    view.level = level;
    view.seed = 5;
    for (int32_t i = 0; i < LAND_LAKE_CELLS; i++)
    {
        const int32_t column = i % W,
                      row = i / W; // the margin is even: rows are odd as in the lattice
        view.x[i] = column * LOAM_GRAPH_CELL + (row & 1) * LOAM_GRAPH_CELL / 2;
        view.z[i] = row * LOAM_GRAPH_CELL * 8 / 9;
        view.kind[i] = LAND_DRY_LAND;
        view.receiver[i] = 0;
        view.water[i] = 10000 - fall_m * (float)column;
        view.flow[i] = flow;
    }
}

static bool is_in_page(int32_t cell)
{
    const int32_t column = cell % W, row = cell / W;
    return column >= MARGIN && column < W - MARGIN && row >= MARGIN && row < H - MARGIN;
}

static int32_t neighbour(int32_t cell, int32_t direction)
{
    return cell + land_step(direction, view.window.row + cell / W, W);
}

static int32_t count_lakes(void)
{
    int32_t count = 0;
    for (int32_t i = 0; i < LAND_LAKE_CELLS; i++)
    {
        count += is_in_page(i) && loam_land_lake_radius(&view, i) > 0;
    }
    return count;
}

static int32_t find_lake(void)
{
    for (int32_t i = 0; i < LAND_LAKE_CELLS; i++)
    {
        if (is_in_page(i) && loam_land_lake_radius(&view, i) > 0)
        {
            return i;
        }
    }
    CHECK_REPORT(false, "there is no lake");
    return W * MARGIN + MARGIN;
}

// Without that, one cell in seven would have one, and some neighbours both.
static void test_no_two_lakes_side_by_side(void)
{
    make_plain(0, 10, 6000);
    for (int32_t i = 0; i < LAND_LAKE_CELLS; i++)
    {
        for (int32_t d = 0; d < LAND_DIRECTIONS && is_in_page(i); d++)
        {
            const int32_t other = neighbour(i, d);
            CHECK(!is_in_page(other) || loam_land_lake_radius(&view, i) == 0 ||
                  loam_land_lake_radius(&view, other) == 0);
        }
    }
    CHECK_RANGE((double)count_lakes() / LAND_CELLS, 0.05, 0.13);
}

static void test_only_broad_and_slow_rivers_have_lakes(void)
{
    make_plain(0, 10, 5999);
    CHECK_INT(count_lakes(), 0);
    make_plain(0, 66, 6000); // over 32768 m
    CHECK_INT(count_lakes(), 0);
    make_plain(0, 65, 6000);
    CHECK(count_lakes() > 0);
}

static void test_lakes_lie_inland(void)
{
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        make_plain(0, 10, 6000);
        const int32_t lake = find_lake();
        view.kind[neighbour(lake, d)] = LAND_SEA;
        CHECK(loam_land_lake_radius(&view, lake) == 0);
    }
}

// A sink that gets enough fills up, whatever its number; another is a salt pan.
static void test_basins_have_salt_lakes(void)
{
    for (int32_t column = MARGIN; column < W - MARGIN; column++)
    {
        make_plain(0, 10, 1);
        const int32_t cell = H / 2 * W + column;
        view.kind[cell] = LAND_SINK;
        view.receiver[cell] = LAND_NO_DIRECTION;
        view.flow[cell] = 1500;
        CHECK(loam_land_lake_radius(&view, cell) > 0);
        view.flow[cell] = 1499;
        CHECK(loam_land_lake_radius(&view, cell) == 0);
        view.flow[cell] = 1e9f;
        view.level = 1;
        CHECK(loam_land_lake_radius(&view, cell) == 0);
    }
}

// A lake stays clear of the sites around it; where that leaves too little, there is none.
static void test_lakes_fit_between_their_neighbours(void)
{
    make_plain(0, 10, 6000);
    const int32_t lake = find_lake(), east = neighbour(lake, 0);
    const float wide = loam_land_lake_radius(&view, lake);
    CHECK_RANGE(wide, 150, 430);
    view.x[east] = view.x[lake] + 600;
    CHECK_NEAR(loam_land_lake_radius(&view, lake), 270, 1);
    view.x[east] = view.x[lake] + 300;
    CHECK(loam_land_lake_radius(&view, lake) == 0);
}

int main(void)
{
    RUN(test_no_two_lakes_side_by_side);
    RUN(test_only_broad_and_slow_rivers_have_lakes);
    RUN(test_lakes_lie_inland);
    RUN(test_basins_have_salt_lakes);
    RUN(test_lakes_fit_between_their_neighbours);
    return CHECK_DONE();
}
