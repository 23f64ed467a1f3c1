// SPDX-License-Identifier: MIT
#include "land/water/inlets.h"

#include "base/small.h"

// A river's curve ends at the site of a coarse cell of the sea. At the finer level, with its bent coasts,
// that site may lie inland, and a river would end in a pool. So the sea comes in: from the site along curves
// to the deepest sea beside it, and on to the deepest beside that. An inlet grows deeper towards the sea; the
// level after that, which sees only some of its cells, joins each to those of its neighbours that are deeper.

enum
{
    MARGIN = LAND_INLET_MARGIN,
    AROUND = LOAM_GRAPH_CELL * 2,     // how far from a mouth's site it stays sea, units
    BESIDE = LOAM_GRAPH_CELL * 5 / 4, // and from the line of an inlet: every cell that it crosses
    NEAR = 3,                         // more lattice cells than that may be
    ROW_UNITS = LOAM_GRAPH_PAGE / LAND_ROWS,
};

static const float mouth_m = -2; // of the ground where an inlet begins

static int32_t neighbour(const land_curve_cells *coarse, int32_t cell, int32_t direction)
{
    const int32_t w = coarse->window.w;
    return cell + land_step(direction, coarse->window.row + cell / w, w);
}

static bool is_sea(const land_curve_cells *coarse, int32_t cell)
{
    return (int32_t)coarse->kind[cell] == LAND_SEA;
}

/// What is dug, and how far around a place.
typedef struct dig
{
    int32_t x, z; // units from the low corner of the page
    int32_t radius;
    float height, flow;
} dig;

// The sea takes what ran there as a channel.
static void drown(land_raw *raw, int32_t i, float height, float flow)
{
    const float before = (int32_t)raw->kind[i] == LAND_SEA ? raw->carried[i] : 0;
    raw->kind[i] = LAND_SEA;
    raw->height[i] = raw->height[i] < height ? raw->height[i] : height;
    raw->fixed[i] = LAND_NOWHERE;
    raw->next[i] = LAND_NO_DIRECTION;
    raw->still[i] = 0;
    raw->carried[i] = before > flow ? before : flow;
}

static void dig_at(const dig *place, land_raw *raw)
{
    const int32_t column = (int32_t)loam_floor_div(place->x, LOAM_GRAPH_CELL);
    const int32_t row = (int32_t)loam_floor_div(place->z, ROW_UNITS);
    const int32_t left = column - NEAR > 0 ? column - NEAR : 0;
    const int32_t right = column + NEAR < LOAM_GRAPH_SIDE ? column + NEAR : LOAM_GRAPH_SIDE - 1;
    for (int32_t r = row - NEAR > 0 ? row - NEAR : 0; r <= row + NEAR && r < LAND_ROWS; r++)
    {
        for (int32_t i = r * LOAM_GRAPH_SIDE + left; i <= r * LOAM_GRAPH_SIDE + right; i++)
        {
            const int64_t dx = raw->site_x[i] - place->x, dz = raw->site_z[i] - place->z;
            if (dx * dx + dz * dz < (int64_t)place->radius * place->radius)
            {
                drown(raw, i, place->height, place->flow);
            }
        }
    }
}

// From a cell of the sea to another, ever deeper.
static void dig_way(const land_inlets *inlets, int32_t cell, int32_t direction, const dig *from,
                    land_raw *raw)
{
    land_curve curve;
    loam_land_curve_towards(inlets->coarse, cell, direction, &curve);
    for (int32_t i = 0; i < LAND_CURVE_POINTS; i++)
    {
        const float part = (float)i / (LAND_CURVE_POINTS - 1);
        dig_at(&(dig){.x = curve.x[i] - inlets->x,
                      .z = curve.z[i] - inlets->z,
                      .radius = BESIDE,
                      .height = from->height - inlets->deepening * part,
                      .flow = from->flow},
               raw);
    }
}

// The direction of the deepest sea beside a cell, or LAND_NO_DIRECTION.
static int32_t deepest_beside(const land_inlets *inlets, int32_t cell)
{
    int32_t best = LAND_NO_DIRECTION;
    float least = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t to = neighbour(inlets->coarse, cell, d);
        if (is_sea(inlets->coarse, to) && inlets->height[to] < least)
        {
            best = d;
            least = inlets->height[to];
        }
    }
    return best;
}

// Whether an inlet of the coarser level goes on in a direction: as much runs into the sea there, and it is
// deeper.
static bool goes_on(const land_inlets *inlets, int32_t cell, int32_t direction)
{
    const int32_t to = neighbour(inlets->coarse, cell, direction);
    return inlets->go_on && is_sea(inlets->coarse, to) &&
           inlets->coarse->flow[to] >= inlets->coarse->flow[cell] &&
           inlets->height[to] < inlets->height[cell];
}

// The last curve of a river lies in the sea from where the ground between its cells does, or it might cross a
// cape on its way to the site, and be seen there again.
static void dig_river(const land_inlets *inlets, int32_t cell, int32_t direction, const dig *mouth,
                      land_raw *raw)
{
    land_curve curve;
    loam_land_curve_towards(inlets->coarse, cell, direction, &curve);
    const int32_t last = LAND_CURVE_POINTS - 1;
    const int32_t coast = loam_land_curve_coast(inlets->height[cell], inlets->height[curve.to]);
    for (int32_t i = coast; i <= last; i++)
    {
        dig_at(&(dig){.x = curve.x[i] - inlets->x,
                      .z = curve.z[i] - inlets->z,
                      .radius = BESIDE,
                      .height = mouth->height * (float)i / (float)last,
                      .flow = mouth->flow},
               raw);
    }
}

static bool is_donor(const land_inlets *inlets, int32_t cell, int32_t direction)
{
    const land_curve_cells *const coarse = inlets->coarse;
    return !is_sea(coarse, cell) && (int32_t)coarse->receiver[cell] == direction;
}

static void open_inlet(const land_inlets *inlets, int32_t mouth, land_raw *raw)
{
    const land_curve_cells *const coarse = inlets->coarse;
    dig place = {.x = coarse->x[mouth] - inlets->x,
                 .z = coarse->z[mouth] - inlets->z,
                 .radius = AROUND,
                 .height = mouth_m,
                 .flow = coarse->flow[mouth]};
    dig_at(&place, raw);
    const int32_t deepest = deepest_beside(inlets, mouth);
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        if (d == deepest || goes_on(inlets, mouth, d))
        {
            dig_way(inlets, mouth, d, &place, raw);
        }
        const int32_t from = neighbour(coarse, mouth, d);
        if (is_donor(inlets, from, land_opposite(d)))
        {
            dig_river(inlets, from, land_opposite(d), &place, raw);
        }
    }
    if (deepest == LAND_NO_DIRECTION)
    {
        return;
    }
    const int32_t out = neighbour(coarse, mouth, deepest);
    const int32_t further = deepest_beside(inlets, out);
    if (inlets->height[out] < inlets->height[mouth] && further != LAND_NO_DIRECTION)
    {
        place.height -= inlets->deepening;
        dig_way(inlets, out, further, &place, raw);
    }
}

void loam_land_inlets_open(const land_inlets *inlets, land_raw *raw)
{
    const land_curve_cells *const coarse = inlets->coarse;
    const int32_t w = coarse->window.w, h = coarse->window.h;
    for (int32_t r = MARGIN; r < h - MARGIN; r++)
    {
        for (int32_t i = r * w + MARGIN; i < (r + 1) * w - MARGIN; i++)
        {
            if (is_sea(coarse, i) && coarse->flow[i] > 0)
            {
                open_inlet(inlets, i, raw);
            }
        }
    }
}
