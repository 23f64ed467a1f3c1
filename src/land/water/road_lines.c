// SPDX-License-Identifier: MIT
#include "land/water/road_lines.h"

#include <math.h>

// A road is a quadratic B-spline whose control points are the sites, or lie beside them where a river runs,
// on that side of the water where the ground is dry. So roads that come together leave as one without a
// corner, and are not hidden by their river. Around the lake of a cell it bends.

enum
{
    UNITS = LOAM_GRAPH_CELL * 16, // of a cell
    HALVINGS = 3,
};

_Static_assert(1 << HALVINGS == LAND_ROAD_STEPS, "a bend around a lake is halved");

static const float lake_room = 1.15f; // from its site to a road around a lake, of the lake's radius

/// A place of a road.
typedef struct spot
{
    float x, z, height;
} spot;

static bool is_dry(const land_curve_cells *cells, int32_t index)
{
    return cells->kind[index] == LAND_DRY_LAND && cells->lake[index] <= 0;
}

// Beyond the bank, but hardly in another cell. Never so near that maps cannot tell the road from the river.
static float aside(float flow, float water, float cell_m)
{
    const float width = loam_land_river_width(flow, water, 0); // room for a whole river
    const float bank = (0.5f * width + 30) / cell_m;
    const float least = cell_m > 128 ? 0.15f : 0;
    return flow < LAND_RIVER_FLOW ? 0 : UNITS * (bank < least ? least : bank > 0.4f ? 0.4f : bank);
}

// 1 to go left of the water that leaves a cell, -1 to go right, 0 for neither: the way there must be dry.
static float dry_side(const land_curve_cells *cells, int32_t index, int32_t direction)
{
    const bool left = is_dry(cells, land_curve_neighbour(cells, index, (direction + 1) % 6)) &&
                      is_dry(cells, land_curve_neighbour(cells, index, (direction + 2) % 6));
    const bool right = is_dry(cells, land_curve_neighbour(cells, index, (direction + 5) % 6)) &&
                       is_dry(cells, land_curve_neighbour(cells, index, (direction + 4) % 6));
    return left ? 1.0f : right ? -1.0f : 0;
}

// Places are measured from the site of cell `from`, so that they are as exact far from the window's origin.
static spot control(const land_curve_cells *cells, int32_t from, int32_t index, float cell_m)
{
    const int32_t d = cells->receiver[index];
    spot out = {.x = (float)(cells->x[index] - cells->x[from]),
                .z = (float)(cells->z[index] - cells->z[from]),
                .height = cells->water[index] > 0 ? cells->water[index] : 0};
    if (d != LAND_NO_DIRECTION && is_dry(cells, index))
    {
        const int32_t to = land_curve_neighbour(cells, index, d);
        const float dx = (float)(cells->x[to] - cells->x[index]);
        const float dz = (float)(cells->z[to] - cells->z[index]);
        const float part = dry_side(cells, index, d) *
                           aside(cells->flow[index], cells->water[index], cell_m) /
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

static float length(spot a)
{
    return sqrtf(a.x * a.x + a.z * a.z);
}

// Halfway around the site from one place to another, at a part of their distance but not nearer to it than
// `least`. Opposite ones go left.
static spot around(spot a, spot b, float part, float least)
{
    const float of_a = length(a), of_b = length(b);
    const float x = a.x / of_a + b.x / of_b, z = a.z / of_a + b.z / of_b;
    const float turn = sqrtf(x * x + z * z);
    const float wanted = part * 0.5f * (of_a + of_b), far = wanted < least ? least : wanted;
    const bool straight = turn < 0.01f;
    return (spot){.x = straight ? -far * a.z / of_a : far * x / turn,
                  .z = straight ? far * a.x / of_a : far * z / turn,
                  .height = 0.5f * (a.height + b.height)};
}

// The places of a bend from one middle to another: around the lake of the cell, or by way of its control
// point.
static void make_bend(spot first, spot here, spot last, float lake,
                      spot places[LAND_ROAD_STEPS + 1])
{
    places[0] = first;
    places[LAND_ROAD_STEPS] = last;
    for (int32_t i = 1; i < LAND_ROAD_STEPS; i++)
    {
        const float t = (float)i * (1.0f / LAND_ROAD_STEPS);
        places[i] = between(between(first, here, t), between(here, last, t), t);
    }
    for (int32_t step = LAND_ROAD_STEPS; step > 1 && lake > 0; step /= 2)
    {
        for (int32_t i = step / 2; i < LAND_ROAD_STEPS; i += step)
        {
            // In its middle a bend comes near to the shore.
            const float part = step == LAND_ROAD_STEPS ? 0.6f : 1;
            places[i] = around(places[i - step / 2], places[i + step / 2], part, lake);
        }
    }
}

static land_road_piece piece_between(const land_curve_cells *cells, int32_t index, spot a, spot b)
{
    return (land_road_piece){.x0 = place(cells->x[index], a.x),
                             .z0 = place(cells->z[index], a.z),
                             .x1 = place(cells->x[index], b.x),
                             .z1 = place(cells->z[index], b.z),
                             .height0 = a.height,
                             .height1 = b.height};
}

// From the middle of the way to one neighbour to that of the way to another.
static void add_bend(const land_curve_cells *cells, int32_t index, spot from, spot here, spot to,
                     land_road_piece *pieces)
{
    spot places[LAND_ROAD_STEPS + 1];
    make_bend(between(from, here, 0.5f), here, between(here, to, 0.5f),
              lake_room * 16 * cells->lake[index], places);
    for (int32_t i = 0; i < LAND_ROAD_STEPS; i++)
    {
        pieces[i] = piece_between(cells, index, places[i], places[i + 1]);
    }
}

// The way that all others lead to: down the river, or else the first that there is.
static int32_t main_way(const land_curve_cells *cells, int32_t roads, int32_t index)
{
    const int32_t down = cells->receiver[index];
    if (down != LAND_NO_DIRECTION && (roads >> down & 1) != 0)
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

// Straight on from one place to another.
static void add_straight(const land_curve_cells *cells, int32_t index, spot from, spot to,
                         land_road_piece *pieces)
{
    for (int32_t i = 0; i < LAND_ROAD_STEPS; i++)
    {
        pieces[i] = piece_between(cells, index, between(from, to, (float)i / LAND_ROAD_STEPS),
                                  between(from, to, (float)(i + 1) / LAND_ROAD_STEPS));
    }
}

// Where a road ends that comes to a cell from the middle of the way to another: at its control point, or at
// the shore of its lake.
static spot end_of(const land_curve_cells *cells, int32_t index, spot here, spot to)
{
    const float lake = lake_room * 16 * cells->lake[index], far = length(to);
    return lake <= 0 ? here : between(here, to, lake < 0.5f * far ? lake / far : 0.5f);
}

// Whether a road comes to the sea beside the river of a cell: *coast gets where. On the coarsest level all
// roads of a last cell do, on finer ones the one that ends there.
static bool reaches_coast(const land_curve_cells *cells, int32_t ways, int32_t index, float cell_m,
                          spot here, spot *coast)
{
    const int32_t d = cells->receiver[index];
    const int32_t to = d == LAND_NO_DIRECTION ? index : land_curve_neighbour(cells, index, d);
    const bool coarsest = cell_m >= (float)loam_land_cell_size(0);
    if (cells->kind[to] != LAND_SEA || (!coarsest && (ways & (ways - 1)) != 0))
    {
        return false;
    }
    const int32_t point = loam_land_curve_coast(cells->water[index], cells->water[to]);
    // Of the way: the coast of finer levels lies as they say.
    const float part = coarsest ? 0.6f : 0.8f;
    *coast = between(here, control(cells, index, to, cell_m),
                     part * (float)point / LAND_CURVE_POINTS);
    return true;
}

int32_t loam_land_road_pieces(const land_curve_cells *cells, const float *roads, int32_t index,
                              float cell_m, land_road_piece pieces[LAND_ROAD_PIECES])
{
    const int32_t ways = (int32_t)roads[index];
    if (ways == 0)
    {
        return 0;
    }
    spot coast = {0};
    const spot here = control(cells, index, index, cell_m);
    const bool mouth = reaches_coast(cells, ways, index, cell_m, here, &coast);
    const int32_t way = main_way(cells, ways, index), others = mouth ? ways : ways & ~(1 << way);
    // Bends end in the middle.
    const spot to = mouth ? between(here, coast, 2)
                          : control(cells, index, land_curve_neighbour(cells, index, way), cell_m);
    int32_t count = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        if ((others >> d & 1) != 0)
        {
            const spot from = control(cells, index, land_curve_neighbour(cells, index, d), cell_m);
            add_bend(cells, index, from, here, to, pieces + count);
            count += LAND_ROAD_STEPS;
        }
    }
    if (others == 0)
    {
        add_straight(cells, index, end_of(cells, index, here, to), between(here, to, 0.5f), pieces);
        count = LAND_ROAD_STEPS;
    }
    return count;
}
