// SPDX-License-Identifier: MIT
#include "land/water/inlets.h"

#include "base/small.h"
#include "land/water/stems.h"

// A river's curve ends at the site of a coarse cell of the sea. At the finer level, with its bent coasts,
// that site may lie inland, and a river would end in a pool. So the sea comes in: from the site along a curve
// to the deepest sea beside it, and from there to the deepest beside that, for a few steps or to the deepest
// of all; there it is wide. Inlets grow deeper on the way, as the coarse cells do: so the level after that,
// where their cells are coarse ones that water runs into, finds the same way.

enum
{
    AROUND = LOAM_GRAPH_CELL * 2,     // how far from a mouth's site it stays sea, units
    WIDE = LOAM_GRAPH_CELL * 4,       // and where an inlet ends: an open sea of its own
    BESIDE = LOAM_GRAPH_CELL * 5 / 4, // and from the line of an inlet: every cell that it crosses
    ROW_UNITS = LOAM_GRAPH_PAGE / LAND_ROWS,
};

static const float deepest_m = 40; // no inlet is dug much deeper

static bool is_sea(const land_curve_cells *coarse, int32_t cell)
{
    return coarse->kind[cell] == LAND_SEA;
}

/// What is dug, and how far around a place.
typedef struct dig
{
    int32_t x, z; // units from the low corner of the page
    int32_t radius;
    float height, flow;
    float deeper; // by how much it is deeper in the middle
} dig;

// The sea takes what ran there as a channel.
static void drown(land_raw *raw, int32_t i, float height, float flow)
{
    const float before = raw->inlet[i] > 0 ? raw->carried[i] : 0;
    raw->kind[i] = LAND_SEA;
    raw->height[i] = raw->height[i] < height ? raw->height[i] : height;
    raw->inlet[i] = 1;
    raw->fixed[i] = LAND_NOWHERE;
    raw->next[i] = LAND_NO_DIRECTION;
    raw->still[i] = 0;
    raw->course[i] = 0;
    raw->arm[i] = 0;
    raw->carried[i] = before > flow ? before : flow;
}

static int32_t clamp(int32_t value, int32_t high)
{
    return value < 0 ? 0 : value > high ? high : value;
}

static void dig_at(const dig *place, land_raw *raw)
{
    const int32_t column = (int32_t)loam_floor_div(place->x, LOAM_GRAPH_CELL);
    const int32_t row = (int32_t)loam_floor_div(place->z, ROW_UNITS);
    const int32_t near = place->radius / ROW_UNITS + 2; // more lattice cells than it can be
    const int32_t left = clamp(column - near, LOAM_GRAPH_SIDE);
    const int32_t right = clamp(column + near + 1, LOAM_GRAPH_SIDE);
    for (int32_t r = clamp(row - near, LAND_ROWS); r < clamp(row + near + 1, LAND_ROWS); r++)
    {
        for (int32_t i = r * LOAM_GRAPH_SIDE + left; i < r * LOAM_GRAPH_SIDE + right; i++)
        {
            const int64_t dx = raw->site_x[i] - place->x, dz = raw->site_z[i] - place->z;
            const float square = (float)(dx * dx + dz * dz);
            const float part = square / ((float)place->radius * (float)place->radius);
            if (part < 1)
            {
                drown(raw, i, place->height - place->deeper * (1 - part), place->flow);
            }
        }
    }
}

// How high the ground of an inlet lies at the site of a coarse cell.
static float floor_of(const land_inlets *inlets, int32_t cell)
{
    const float depth = -inlets->height[cell];
    return inlets->mouth - 0.9f * (depth < deepest_m ? depth : deepest_m);
}

// How far from the line of a river into the sea it is opened, in units: as wide as the river is there.
static int32_t beside(const land_inlets *inlets, float flow, float arm)
{
    const float width = flow > 0 ? loam_land_river_width(flow, 0, arm) : 0;
    const float cell_m = (float)loam_land_cell_size(inlets->coarse->level + 1);
    const int32_t half = (int32_t)(0.5f * width * LOAM_GRAPH_CELL / cell_m);
    return half < BESIDE ? BESIDE : half < WIDE ? half : WIDE;
}

// From a cell of the sea to another.
static void dig_way(const land_inlets *inlets, int32_t cell, int32_t direction, float flow,
                    land_raw *raw)
{
    const land_way_out river = loam_land_curve_way_out(inlets->coarse, cell);
    const int32_t radius = beside(inlets, river.flow, river.arm);
    land_curve curve;
    loam_land_curve_towards(inlets->coarse, cell, direction, &curve);
    const float from = floor_of(inlets, cell), to = floor_of(inlets, curve.to);
    for (int32_t i = 0; i < LAND_CURVE_POINTS; i++)
    {
        const float part = (float)i / (LAND_CURVE_POINTS - 1);
        dig_at(&(dig){.x = curve.x[i] - inlets->x,
                      .z = curve.z[i] - inlets->z,
                      .radius = radius,
                      .height = from + (to - from) * part,
                      .flow = flow},
               raw);
    }
}

// The deepest cell of the sea beside one, if it is deeper, else the same.
static int32_t next_of(const land_inlets *inlets, int32_t cell)
{
    const int32_t d = loam_land_deepest_beside(inlets->coarse, cell);
    const int32_t to = d == LAND_NO_DIRECTION ? cell
                                              : land_curve_neighbour(inlets->coarse, cell, d);
    return inlets->height[to] < inlets->height[cell] ? to : cell;
}

// The last curve of a river lies in the sea from where the ground between its cells does, or it might cross a
// cape on its way to the site, and be seen there again.
static void dig_river(const land_inlets *inlets, int32_t cell, float flow, land_raw *raw)
{
    land_curve curve;
    loam_land_stem_of(inlets->coarse, cell, &curve);
    const int32_t radius = beside(inlets, inlets->coarse->flow[cell], inlets->coarse->arm[cell]);
    const int32_t last = LAND_CURVE_POINTS - 1;
    const int32_t coast = loam_land_curve_coast(inlets->height[cell], inlets->height[curve.to]);
    for (int32_t i = coast; i <= last; i++)
    {
        dig_at(&(dig){.x = curve.x[i] - inlets->x,
                      .z = curve.z[i] - inlets->z,
                      .radius = radius,
                      .height = inlets->mouth * (float)i / (float)last,
                      .flow = flow},
               raw);
    }
}

static bool is_donor(const land_inlets *inlets, int32_t cell, int32_t direction)
{
    const land_curve_cells *const coarse = inlets->coarse;
    return !is_sea(coarse, cell) && coarse->receiver[cell] == direction;
}

// `wide` where the inlet ends.
static void open_inlet(const land_inlets *inlets, int32_t cell, bool wide, land_raw *raw)
{
    const land_curve_cells *const coarse = inlets->coarse;
    const float flow = coarse->flow[cell] > 0 ? coarse->flow[cell] : 1;
    dig_at(&(dig){.x = coarse->x[cell] - inlets->x,
                  .z = coarse->z[cell] - inlets->z,
                  .radius = wide ? WIDE : AROUND,
                  .height = floor_of(inlets, cell),
                  .deeper = wide ? 2 : 0,
                  .flow = flow},
           raw);
    const int32_t deepest = loam_land_deepest_beside(inlets->coarse, cell);
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        if (d == deepest)
        {
            dig_way(inlets, cell, d, flow, raw);
        }
        const int32_t from = land_curve_neighbour(coarse, cell, d);
        if (is_donor(inlets, from, land_opposite(d)))
        {
            dig_river(inlets, from, flow, raw);
        }
    }
}

// Marks the cells of inlets with their steps from a mouth, beginning with 1.
static void find_inlets(const land_inlets *inlets, uint8_t *steps)
{
    const land_curve_cells *const coarse = inlets->coarse;
    const int32_t w = coarse->window.w, h = coarse->window.h;
    for (int32_t i = 0; i < w * h; i++)
    {
        steps[i] = is_sea(coarse, i) && coarse->flow[i] > 0;
    }
    for (uint8_t step = 1; step <= LAND_INLET_STEPS; step++)
    {
        for (int32_t i = w; i < w * h - w; i++)
        {
            if (steps[i] == step && land_has_neighbours(i, w))
            {
                const int32_t to = next_of(inlets, i);
                steps[to] = steps[to] == 0 ? (uint8_t)(step + 1) : steps[to];
            }
        }
    }
}

void loam_land_inlets_open(const land_inlets *inlets, land_raw *raw)
{
    const land_curve_cells *const coarse = inlets->coarse;
    const int32_t w = coarse->window.w, h = coarse->window.h;
    uint8_t steps[LAND_INLET_CELLS];
    LOAM_ASSERT(inlets->env, w * h <= LAND_INLET_CELLS);
    find_inlets(inlets, steps);
    for (int32_t r = LAND_INLET_MARGIN; r < h - LAND_INLET_MARGIN; r++)
    {
        for (int32_t i = r * w + LAND_INLET_MARGIN; i < (r + 1) * w - LAND_INLET_MARGIN; i++)
        {
            if (steps[i] > 0)
            {
                open_inlet(inlets, i, steps[i] > LAND_INLET_STEPS || next_of(inlets, i) == i, raw);
            }
        }
    }
}
