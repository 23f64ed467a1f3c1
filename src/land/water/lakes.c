// SPDX-License-Identifier: MIT
#include "land/water/lakes.h"

#include "land/basis/lakes.h"
#include "land/water/curves.h"
#include "land/water/mesh.h"

#include <math.h>

// A river that is large enough widens into a lake here and there, where it hardly falls; the rarest number of
// a cell decides, and no two neighbours have one. A lake keeps clear of its neighbours' sites and of the
// lines between them, so that no other river meets it.

enum
{
    W = LAND_LAKE_W,
    LARGEST = 430,  // units
    SMALLEST = 150, // not worth having below
};

_Static_assert(1 + 1 <= LAND_LAKE_MARGIN, "another candidate, what that borders on");

/// Where lakes are at a level.
typedef struct lake_figures
{
    float flow, slope, chance; // at least, at most, how often
    float salt;                // flow that fills a basin without an outlet
} lake_figures;

static const lake_figures figures[LOAM_LAND_LEVELS] = {
    {.flow = 6000, .slope = 2e-3f, .chance = 0.14f, .salt = 1500},
    {.flow = 30, .slope = 3e-3f, .chance = 0.05f, .salt = 1e30f},
    {.flow = 1, .slope = 8e-3f, .chance = 0.012f, .salt = 1e30f},
};

static int32_t step(const land_lake_view *view, int32_t cell, int32_t direction)
{
    return cell + land_step(direction, view->window.row + cell / W, W);
}

static float distance(const land_lake_view *view, int32_t a, int32_t b)
{
    const float dx = (float)(view->x[b] - view->x[a]), dz = (float)(view->z[b] - view->z[a]);
    return sqrtf(dx * dx + dz * dz);
}

// From a cell's site to the line between two others.
static float line_distance(const land_lake_view *view, int32_t cell, int32_t a, int32_t b)
{
    const float ax = (float)(view->x[a] - view->x[cell]), az = (float)(view->z[a] - view->z[cell]);
    const float dx = (float)(view->x[b] - view->x[a]), dz = (float)(view->z[b] - view->z[a]);
    const float along = -(ax * dx + az * dz) / (dx * dx + dz * dz);
    const float t = along < 0 ? 0 : along > 1 ? 1 : along;
    const float x = ax + t * dx, z = az + t * dz;
    return sqrtf(x * x + z * z);
}

float loam_land_fall(const land_lake_view *view, int32_t cell)
{
    const int32_t d = (int32_t)view->receiver[cell];
    if (d == LAND_NO_DIRECTION)
    {
        return 0;
    }
    const int32_t to = step(view, cell, d);
    const float unit_m = (float)loam_land_cell_size(view->level) / LOAM_GRAPH_CELL;
    const float below = view->water[to] > 0 ? view->water[to] : 0;
    return (view->water[cell] - below) / (unit_m * distance(view, cell, to));
}

float loam_land_outlet_level(const land_lake_view *view, int32_t cell)
{
    const int32_t d = (int32_t)view->receiver[cell];
    const float water = view->water[cell];
    return d == LAND_NO_DIRECTION
               ? water
               : water - loam_land_lake_fall(water, view->water[step(view, cell, d)]);
}

static float room_around(const land_lake_view *view, int32_t cell)
{
    float room = LARGEST;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t a = step(view, cell, d), b = step(view, cell, (d + 1) % LAND_DIRECTIONS);
        const float site = 0.45f * distance(view, cell, a);
        const float line = 0.6f * line_distance(view, cell, a, b);
        room = site < room ? site : room;
        room = line < room ? line : room;
    }
    return room;
}

static float hash_of(const land_lake_view *view, int32_t cell)
{
    return loam_land_cell_hash(view->seed + 17, view->window.column + cell % W,
                               view->window.row + cell / W);
}

// Lakes are no place for a river to split, nor for a branch to end in: it would begin at their shore.
static bool is_in_delta(const land_lake_view *view, int32_t cell)
{
    bool found = view->level == 1 && (int32_t)view->branch[cell] != LAND_NO_DIRECTION;
    for (int32_t d = 0; d < LAND_DIRECTIONS && view->level == 1 && !found; d++)
    {
        found = (int32_t)view->branch[step(view, cell, d)] == land_opposite(d);
    }
    return found;
}

static bool is_candidate(const land_lake_view *view, int32_t cell)
{
    const lake_figures *const at = &figures[view->level];
    const int32_t d = (int32_t)view->receiver[cell];
    if ((int32_t)view->kind[cell] != LAND_DRY_LAND || d == LAND_NO_DIRECTION ||
        view->flow[cell] < at->flow || hash_of(view, cell) >= at->chance)
    {
        return false;
    }
    for (int32_t k = 0; k < LAND_DIRECTIONS; k++)
    {
        if ((int32_t)view->kind[step(view, cell, k)] != LAND_DRY_LAND)
        {
            return false;
        }
    }
    return loam_land_fall(view, cell) < at->slope && !is_in_delta(view, cell);
}

// A lake that is hardly wider than its river would only be a knob in its bank.
static float least_radius(const land_lake_view *view, int32_t cell)
{
    const float unit_m = (float)loam_land_cell_size(view->level) / LOAM_GRAPH_CELL;
    const float width = loam_land_river_width(view->flow[cell], view->water[cell], 1);
    const float radius = 0.5f * LAND_LAKE_TIMES_RIVER * width / (LAND_LAKE_MEAN * unit_m);
    return radius > SMALLEST ? radius : SMALLEST;
}

float loam_land_lake_radius(const land_lake_view *view, int32_t cell)
{
    const bool basin = view->level == 0 && (int32_t)view->kind[cell] == LAND_SINK &&
                       view->flow[cell] >= figures[0].salt;
    if (!basin && !is_candidate(view, cell))
    {
        return 0;
    }
    for (int32_t d = 0; d < LAND_DIRECTIONS && !basin; d++)
    {
        const int32_t other = step(view, cell, d);
        if (is_candidate(view, other) && hash_of(view, other) <= hash_of(view, cell))
        {
            return 0;
        }
    }
    const float room = room_around(view, cell), least = least_radius(view, cell);
    return room >= least ? room : 0;
}
