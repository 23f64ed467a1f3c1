// SPDX-License-Identifier: MIT
// Lakes: level, with shores above them and one way out; and places where their water, or a river's, once went
// astray.
#include "water_falls.h"

#include "land/water/curves.h"

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

int main(void)
{
    RUN(test_lakes_that_once_climbed);
    RUN(test_a_river_that_once_left_along_its_branch);
    RUN(test_lakes_are_level);
    return CHECK_DONE();
}
