// SPDX-License-Identifier: MIT
// Lakes: level, with shores above them and one way out; and places where their water, or a river's, once went
// astray.
#include "water_falls.h"

#include "land/basis/lakes.h"
#include "land/water/curves.h"
#include "land/water/lakes.h"

// Places where water once climbed out of a lake: into a higher channel, and into another lake.
static void test_lakes_that_once_climbed(void)
{
    loam_land *land = make_land(3908);
    check_place(land, 2, 733, 643, 1);
    loam_land_destroy(land);
    land = make_odd_land(1003);
    check_place(land, 1, 14, -63, 1);
    loam_land_destroy(land);
}

// Where a branch once took its whole river along, at a cell that both crossed.
static void test_a_river_that_once_left_along_its_branch(void)
{
    loam_land *land = make_land(9);
    check_place(land, 2, -636, -323, 1);
    loam_land_destroy(land);
}

// A lake has one level, but for the centimetres that it takes to run through it, and its shores lie above it
// but where a river leaves.
static void check_lakes(const water_view *view, int32_t *lakes, int32_t *outlets)
{
    for (int32_t i = 0; i < view->count; i++)
    {
        if ((int32_t)view->kind[i] != LAND_LAKE || view_step(view, i, 0) < 0)
        {
            continue;
        }
        *lakes += 1;
        for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
        {
            const int32_t to = view_step(view, i, d), kind = (int32_t)view->kind[to];
            if (((int32_t)view->links[i] >> d & 1) == 0 || kind == LAND_SINK)
            {
                continue;
            }
            const bool leaves = (int32_t)view->receiver[i] == d && kind != LAND_LAKE;
            *outlets += leaves;
            const float band = loam_land_lake_band(view->height[i]);
            CHECK(kind != LAND_LAKE || view->height[to] - view->height[i] < band);
            // Besides, the river that leaves may pass by other cells of the lake.
            CHECK(kind == LAND_LAKE || leaves || view->height[to] > view->height[i] ||
                  view->flow[to] >= view->flow[i]);
        }
    }
}

static void test_lakes_are_level(void)
{
    int32_t lakes = 0, outlets = 0;
    loam_land *land = make_land(3);
    water_view view = view_pages(land, 1, -14, -24, 4, 4);
    check_lakes(&view, &lakes, &outlets);
    free_view(&view);
    view = view_pages(land, 2, -207, -367, 3, 3);
    check_lakes(&view, &lakes, &outlets);
    free_view(&view);
    CHECK(lakes > 500);
    CHECK_RANGE(outlets, 1, lakes / 8);
    loam_land_destroy(land);
}

// Whether there is sea within so many steps of a cell; true where the view ends before.
static bool sees_sea(const water_view *view, int32_t cell, int32_t hops)
{
    uint8_t *const seen = calloc((size_t)view->count, 1);
    int32_t *const cells = malloc((size_t)view->count * sizeof *cells);
    int32_t first = 0, count = 1;
    bool sea = false;
    cells[0] = cell;
    seen[cell] = 1;
    for (int32_t hop = 0; hop <= hops && !sea; hop++)
    {
        for (const int32_t end = count; first < end; first++)
        {
            sea = sea || (int32_t)view->kind[cells[first]] == LAND_SEA;
            for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
            {
                const int32_t to = view_step(view, cells[first], d);
                sea = sea || to < 0;
                if (to >= 0 && !seen[to])
                {
                    seen[to] = 1;
                    cells[count++] = to;
                }
            }
        }
    }
    free(cells);
    free(seen);
    return sea;
}

// Water ends inland only far from any sea, also where that lies on another page.
static void test_basins_are_far_from_the_sea(void)
{
    enum
    {
        FAR = 6
    }; // pages from the origin
    int32_t sinks = 0, near = 0;
    for (uint64_t seed = 1; seed <= 10; seed++)
    {
        loam_land_def def = shared_land_def();
        def.seed = seed;
        def.shape.sea = 0.3f;
        def.shape.continent_km = 1500;
        loam_land *land = NULL;
        CHECK_OK(loam_land_create(&def, &land));
        water_view view = view_pages(land, 0, FAR, FAR, 3, 3);
        for (int32_t i = 0; i < view.count; i++)
        {
            const int32_t column = i % view.window.w, row = i / view.window.w;
            const bool inner = column >= LOAM_GRAPH_SIDE && column < 2 * LOAM_GRAPH_SIDE &&
                               row >= LAND_ROWS && row < 2 * LAND_ROWS;
            const bool sink = inner && (int32_t)view.kind[i] == LAND_SINK;
            sinks += sink;
            near += sink && sees_sea(&view, i, LAND_SEA_HOPS);
        }
        free_view(&view);
        loam_land_destroy(land);
    }
    CHECK_INT(near, 0);
    CHECK_RANGE(sinks, 4, 40); // of ten pages, each with four blocks
}

// Rivers that were nearly as wide as their lake ran with a hook to a knob in their bank.
static void test_lakes_are_wider_than_their_rivers(void)
{
    static const struct
    {
        uint64_t seed;
        int32_t level, x, z;
    } places[] = {{1, 2, -223, -168}, {10, 1, 41, -9}};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
    {
        const int32_t level = places[k].level;
        const float unit_m = (float)loam_land_cell_size(level) / LOAM_GRAPH_CELL;
        loam_land *land = make_land(places[k].seed);
        water_view view = view_pages(land, level, places[k].x, places[k].z, 3, 3);
        int32_t lakes = 0, knobs = 0;
        for (int32_t i = 0; i < view.count; i++)
        {
            const float wide = 2 * LAND_LAKE_MEAN * view.lake[i] * unit_m;
            const float river = loam_land_river_width(view.flow[i], view.height[i], 1);
            lakes += wide > 0;
            knobs += wide > 0 && wide < 0.99f * LAND_LAKE_TIMES_RIVER * river;
        }
        CHECK_RANGE(lakes, 3, 1000);
        CHECK_INT(knobs, 0);
        free_view(&view);
        loam_land_destroy(land);
    }
}

int main(void)
{
    RUN(test_lakes_that_once_climbed);
    RUN(test_a_river_that_once_left_along_its_branch);
    RUN(test_lakes_are_level);
    RUN(test_basins_are_far_from_the_sea);
    RUN(test_lakes_are_wider_than_their_rivers);
    return CHECK_DONE();
}
