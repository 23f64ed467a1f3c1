// SPDX-License-Identifier: MIT
// Finds what tests of water are about in fixed windows of several lands: mouths, forks, confluences and
// narrow bays. Tests check all that is found, and that it is enough; no place is written down.
#ifndef LOAM_TESTS_WATER_FIND_H
#define LOAM_TESTS_WATER_FIND_H

#include "water_fixture.h"

#include "base/small.h"

enum
{
    FIND_MOST_LOOKS = 64, // of one land
};

/// Where a land is searched: 3 x 3 pages of 32 km cells from page (page_x, page_z).
typedef struct find_window
{
    uint64_t seed;
    int64_t page_x, page_z;
} find_window;

enum
{
    FIND_WINDOWS = 5,
};

static const find_window find_windows[FIND_WINDOWS] = {
    {1, -1, -1}, {5, 2, -2}, {9, (int64_t)1 << 28, -((int64_t)1 << 28)}, {3, -1, -1}, {11, -2, -2}};

/// A place in metres.
typedef struct found_place
{
    int64_t x, z;
} found_place;

/// What a cell of a view is, as far as finding goes.
typedef bool find_what(const water_view *view, int32_t cell);

/// The cell of the sea that the river of a cell ends in, -1 for none.
static inline int32_t find_sea_of(const water_view *view, int32_t cell)
{
    const int32_t d = (int32_t)view->receiver[cell];
    const int32_t to = d == LAND_NO_DIRECTION ? -1 : view_step(view, cell, d);
    return to >= 0 && (int32_t)view->kind[to] == LAND_SEA ? to : -1;
}

static inline bool is_large_mouth(const water_view *view, int32_t cell)
{
    return view->flow[cell] > 8000 && find_sea_of(view, cell) >= 0;
}

/// A mouth of a river in a bay that is as narrow as a cell or two.
static inline bool is_narrow_mouth(const water_view *view, int32_t cell)
{
    const int32_t sea = find_sea_of(view, cell);
    int32_t beside = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS && sea >= 0; d++)
    {
        const int32_t to = view_step(view, sea, d);
        beside += to < 0 || (int32_t)view->kind[to] == LAND_SEA ? 1 : 0;
    }
    return sea >= 0 && view->flow[cell] > 100 && beside <= 2;
}

static inline bool is_fork(const water_view *view, int32_t cell)
{
    return (int32_t)view->branch[cell] != LAND_NO_DIRECTION;
}

/// Where two rivers meet that both are wide.
static inline bool is_confluence(const water_view *view, int32_t cell)
{
    int32_t rivers = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS && view_step(view, cell, d) >= 0; d++)
    {
        rivers += view_inflow(view, cell, d) > 1000 ? 1 : 0;
    }
    return rivers >= 2 && (int32_t)view->kind[cell] == LAND_DRY_LAND;
}

/// Adds the sites of what there is in a view of a level, but none within `apart` metres of one that was found
/// before. Gives how many there are in all.
static inline int32_t find_in(const water_view *view, int32_t level, find_what *what, int64_t apart,
                              found_place *places, int32_t count, int32_t most)
{
    const int64_t cell_m = loam_land_cell_size(level), page_m = cell_m * LOAM_GRAPH_SIDE;
    const int64_t left = view->window.column / LOAM_GRAPH_SIDE * page_m;
    const int64_t low = view->window.row / LAND_ROWS * page_m;
    for (int32_t i = 0; i < view->count && count < most; i++)
    {
        const found_place here = {left + view->x[i] * cell_m / LOAM_GRAPH_CELL,
                                  low + view->z[i] * cell_m / LOAM_GRAPH_CELL};
        bool known = view_step(view, i, 0) < 0 || !what(view, i);
        for (int32_t k = 0; k < count && !known; k++)
        {
            known = llabs(places[k].x - here.x) < apart && llabs(places[k].z - here.z) < apart;
        }
        places[count] = known ? places[count] : here;
        count += known ? 0 : 1;
    }
    return count;
}

/// 3 x 3 pages of a level around a place.
static inline water_view view_around(loam_land *land, int32_t level, found_place place)
{
    const int64_t page_m = loam_land_cell_size(level) * LOAM_GRAPH_SIDE;
    return view_pages(land, level, loam_floor_div(place.x, page_m) - 1,
                      loam_floor_div(place.z, page_m) - 1, 3, 3);
}

/// The large mouths of a window, as the graph of 32 km has them.
static inline int32_t find_large_mouths(loam_land *land, const find_window *window,
                                        found_place *places, int32_t most)
{
    water_view view = view_pages(land, 0, window->page_x, window->page_z, 3, 3);
    const int32_t count = find_in(&view, 0, is_large_mouth, 1, places, 0, most);
    free_view(&view);
    return count;
}

/// Looks for something in the 2 km cells around some mouths, and adds where it is, like find_in; at most
/// FIND_MOST_LOOKS places.
static inline int32_t find_around(loam_land *land, const found_place *at, int32_t at_count,
                                  find_what *what, int64_t apart, found_place *places,
                                  int32_t count)
{
    for (int32_t i = 0; i < at_count; i++)
    {
        water_view view = view_around(land, 1, at[i]);
        count = find_in(&view, 1, what, apart, places, count, FIND_MOST_LOOKS);
        free_view(&view);
    }
    return count;
}

#endif
