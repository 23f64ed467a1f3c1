// SPDX-License-Identifier: MIT
#include "land/water/road_lines.h"

#include <math.h>

// A road is a quadratic B-spline whose control points lie beside the sites, to the left of the water. So
// roads that come together leave as one without a corner, and are not hidden by their river.

enum
{
    UNITS = LOAM_GRAPH_CELL * 16, // of a cell
};

/// A place of a road.
typedef struct spot
{
    float x, z, height;
} spot;

static int32_t neighbour(const land_curve_cells *cells, int32_t index, int32_t direction)
{
    const int32_t w = cells->window.w;
    return index + land_step(direction, cells->window.row + index / w, w);
}

// Beyond the bank, but hardly in another cell. Never so near that maps cannot tell the road from the river.
static float aside(float flow, float water, float cell_m)
{
    const float bank = (0.5f * loam_land_river_width(flow, water) + 30) / cell_m;
    const float least = cell_m > 2048 ? 0.15f : 0.5f;
    return UNITS * (bank < least ? least : bank > 0.7f ? 0.7f : bank);
}

// Places are measured from the site of cell `from`, so that they are as exact far from the window's origin.
static spot control(const land_curve_cells *cells, int32_t from, int32_t index, float cell_m)
{
    const int32_t d = (int32_t)cells->receiver[index];
    spot out = {.x = (float)(cells->x[index] - cells->x[from]),
                .z = (float)(cells->z[index] - cells->z[from]),
                .height = cells->water[index] > 0 ? cells->water[index] : 0};
    if (d != LAND_NO_DIRECTION)
    {
        const int32_t to = neighbour(cells, index, d);
        const float dx = (float)(cells->x[to] - cells->x[index]);
        const float dz = (float)(cells->z[to] - cells->z[index]);
        const float part = aside(cells->flow[index], cells->water[index], cell_m) /
                           sqrtf(dx * dx + dz * dz);
        out.x -= dz * part;
        out.z += dx * part;
    }
    return out;
}

static spot between(spot a, spot b, float part)
{
    return (spot){.x = a.x + (b.x - a.x) * part,
                  .z = a.z + (b.z - a.z) * part,
                  .height = a.height + (b.height - a.height) * part};
}

static int32_t place(int32_t site, float offset)
{
    return site + (int32_t)floorf(offset + 0.5f);
}

// From the middle of the way to one neighbour to that of the way to another.
static void add_bend(const land_curve_cells *cells, int32_t index, spot from, spot here, spot to,
                     land_road_piece *pieces)
{
    const spot first = between(from, here, 0.5f), last = between(here, to, 0.5f);
    spot before = first;
    for (int32_t i = 1; i <= LAND_ROAD_STEPS; i++)
    {
        const float t = (float)i * (1.0f / LAND_ROAD_STEPS);
        const spot next = between(between(first, here, t), between(here, last, t), t);
        pieces[i - 1] = (land_road_piece){.x0 = place(cells->x[index], before.x),
                                          .z0 = place(cells->z[index], before.z),
                                          .x1 = place(cells->x[index], next.x),
                                          .z1 = place(cells->z[index], next.z),
                                          .height0 = before.height,
                                          .height1 = next.height};
        before = next;
    }
}

// The way that all others lead to: down the river, also beyond the last cell on land, or else the first that
// there is.
static int32_t main_way(const land_curve_cells *cells, int32_t roads, int32_t index)
{
    const int32_t down = (int32_t)cells->receiver[index];
    if (down != LAND_NO_DIRECTION &&
        ((roads >> down & 1) != 0 ||
         (int32_t)cells->kind[neighbour(cells, index, down)] == LAND_SEA))
    {
        return down;
    }
    int32_t first = 0;
    while ((roads >> first & 1) == 0)
    {
        first++;
    }
    return first;
}

int32_t loam_land_road_pieces(const land_curve_cells *cells, const float *roads, int32_t index,
                              float cell_m, land_road_piece pieces[LAND_ROAD_PIECES])
{
    const int32_t ways = (int32_t)roads[index];
    if (ways == 0)
    {
        return 0;
    }
    const int32_t way = main_way(cells, ways, index), others = ways & ~(1 << way);
    const spot here = control(cells, index, index, cell_m);
    const spot to = control(cells, index, neighbour(cells, index, way), cell_m);
    int32_t count = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        if ((others >> d & 1) != 0)
        {
            const spot from = control(cells, index, neighbour(cells, index, d), cell_m);
            add_bend(cells, index, from, here, to, pieces + count);
            count += LAND_ROAD_STEPS;
        }
    }
    if (others == 0)
    {
        add_bend(cells, index, here, here, to, pieces);
        count = LAND_ROAD_STEPS;
    }
    return count;
}
