// SPDX-License-Identifier: MIT
#include "land/water/curves.h"

#include "land/water/mesh.h"

#include <math.h>

// A curve has two halves, each made by displacing midpoints. The first, from the cell's site to the middle of
// the way, depends on the cell and its receiver alone; the second leads on to a point on the first half of
// the receiver's curve, so that rivers meet one after the other at sharp angles rather than all at a site.
// Those that come from nearer to where the receiver's own river leaves to join it further down: so they never
// cross. Curves stay close to the straight line, well within the two triangles beside it.

enum
{
    HALF = LAND_CURVE_POINTS / 2, // segments
};

static float own_hash(const land_curve_cells *cells, int32_t index, uint64_t salt)
{
    const int32_t w = cells->window.w;
    return loam_land_cell_hash(cells->seed + salt * 0x632be59bd9b4e019u,
                               cells->window.column + index % w, cells->window.row + index / w);
}

/// How far a curve may leave the line between two sites, to its left and right, as a part of its length.
typedef struct room
{
    float left, right;
} room;

// A part of the height of the triangle with the cell beside the line.
static float room_towards(const land_curve_cells *cells, int32_t a, int32_t b, int32_t beside)
{
    const float dx = (float)(cells->x[b] - cells->x[a]), dz = (float)(cells->z[b] - cells->z[a]);
    const float sx = (float)(cells->x[beside] - cells->x[a]);
    const float sz = (float)(cells->z[beside] - cells->z[a]);
    const float height = (dx * sz - dz * sx) / (dx * dx + dz * dz);
    const float part = 0.3f * (height < 0 ? -height : height);
    return part > 0.28f ? 0.28f : part;
}

static room room_beside(const land_curve_cells *cells, int32_t a, int32_t direction)
{
    const int32_t b = land_curve_neighbour(cells, a, direction);
    return (room){
        .left = room_towards(cells, a, b, land_curve_neighbour(cells, a, (direction + 1) % 6)),
        .right = room_towards(cells, a, b, land_curve_neighbour(cells, a, (direction + 5) % 6))};
}

static int32_t rounded(float value)
{
    return value < 0 ? -(int32_t)(0.5f - value) : (int32_t)(value + 0.5f);
}

// Puts `at` beside the middle of two points, by a hash in -1..1 of the room there.
static void displace(land_curve *curve, int32_t from, int32_t to, int32_t at, float hash,
                     room space)
{
    const float dx = (float)(curve->x[to] - curve->x[from]);
    const float dz = (float)(curve->z[to] - curve->z[from]);
    const float by = hash * (hash > 0 ? space.left : space.right);
    curve->x[at] = curve->x[from] + rounded(0.5f * dx - by * dz);
    curve->z[at] = curve->z[from] + rounded(0.5f * dz + by * dx);
}

// Puts a point in the middle of i and i + step. Smaller bends may be as bold as the large one, but not so
// bold that they touch.
static void subdivide_at(const land_curve_cells *cells, int32_t index, land_curve *curve, int32_t i,
                         int32_t step, uint64_t salt, float part)
{
    const room space = {.left = 0.17f * part, .right = 0.17f * part};
    const float hash = 2 * own_hash(cells, index, salt + (uint64_t)(i + step / 2)) - 1;
    displace(curve, i, i + step, i + step / 2, hash, space);
}

static const float finer_part = 0.9f; // of the boldness of bends twice as long

// Fills the points between two that are there.
static void subdivide(const land_curve_cells *cells, int32_t index, land_curve *curve,
                      int32_t first, uint64_t salt)
{
    float part = 1.0f;
    for (int32_t step = HALF; step > 1; step /= 2)
    {
        for (int32_t i = first; i < first + HALF; i += step)
        {
            subdivide_at(cells, index, curve, i, step, salt, part);
        }
        part *= finer_part;
    }
}

// Likewise one point of the first half, and those that it depends on.
static void subdivide_to(const land_curve_cells *cells, int32_t index, land_curve *curve,
                         int32_t point, uint64_t salt)
{
    float part = 1.0f;
    for (int32_t step = HALF; point % step != 0; step /= 2)
    {
        subdivide_at(cells, index, curve, point - point % step, step, salt, part);
        part *= finer_part;
    }
}

// Curves other than that of the cell's water bend in their own way.
static uint64_t salt_of(const land_curve_cells *cells, int32_t index, int32_t direction)
{
    return direction == cells->receiver[index] ? 0 : 1000 * (uint64_t)(direction + 1);
}

// The first point of a curve and its middle.
static void begin_curve(const land_curve_cells *cells, int32_t index, int32_t direction,
                        land_curve *curve)
{
    const uint64_t salt = salt_of(cells, index, direction);
    const int32_t to = land_curve_neighbour(cells, index, direction);
    const room space = room_beside(cells, index, direction);
    const float hash = 2 * own_hash(cells, index, salt + 1) - 1;
    curve->to = to;
    curve->x[0] = cells->x[index];
    curve->z[0] = cells->z[index];
    // The middle of the whole way, by way of its end.
    curve->x[LAND_CURVE_POINTS - 1] = cells->x[to];
    curve->z[LAND_CURVE_POINTS - 1] = cells->z[to];
    displace(curve, 0, LAND_CURVE_POINTS - 1, HALF, hash, space);
}

static void first_half(const land_curve_cells *cells, int32_t index, int32_t direction,
                       land_curve *curve)
{
    begin_curve(cells, index, direction, curve);
    subdivide(cells, index, curve, 0, salt_of(cells, index, direction) + 100);
}

void loam_land_curve_point(const land_curve_cells *cells, int32_t index, int32_t point, int32_t *x,
                           int32_t *z)
{
    const int32_t direction = cells->receiver[index];
    land_curve curve;
    begin_curve(cells, index, direction, &curve);
    subdivide_to(cells, index, &curve, point, salt_of(cells, index, direction) + 100);
    *x = curve.x[point];
    *z = curve.z[point];
}

int32_t loam_land_curve_joint(const land_curve_cells *cells, int32_t index, int32_t from)
{
    if (!land_has_curve(cells, index) || cells->lake[index] > 0)
    {
        return 0;
    }
    const int32_t turn = (cells->receiver[index] - from + 6) % 6;
    const int32_t side = turn < 3 ? turn : 6 - turn;
    const int32_t source = land_curve_neighbour(cells, index, from);
    const int32_t jitter = (int32_t)(4.99f * own_hash(cells, source, 2));
    return side == 3 ? 0 : side == 2 ? 2 + jitter : side == 1 ? 8 + jitter : 0;
}

static bool is_lake(const land_curve_cells *cells, int32_t index)
{
    return cells->kind[index] == LAND_LAKE;
}

// A curve falls evenly to its middle, whatever it joins behind it; that out of a lake of a coarser level
// hardly falls before.
static float water_at(const land_curve_cells *cells, int32_t index, int32_t direction,
                      int32_t point)
{
    const int32_t to = land_curve_neighbour(cells, index, direction);
    const float from = cells->water[index];
    const float end = cells->water[to] > 0 || from < 0 ? cells->water[to] : 0;
    const bool leaves = is_lake(cells, index) && !is_lake(cells, to);
    const float fall = leaves ? 2 * loam_land_lake_fall(from, end) : from - end;
    return from - fall * (float)point * (1.0f / (LAND_CURVE_POINTS - 1));
}

float loam_land_lake_fall(float water, float below)
{
    const float part = 0.4f * (water - below), most = 0.1f + 3e-5f * water;
    return part < most ? part : most;
}

float loam_land_lake_band(float level)
{
    return 0.3f + 1e-4f * level;
}

// Ends where the receiver's curve is joined.
static void second_half(const land_curve_cells *cells, int32_t index, int32_t direction,
                        land_curve *curve)
{
    const int32_t to = curve->to;
    const int32_t from = land_opposite(direction);
    const int32_t point = loam_land_curve_joint(cells, to, from);
    curve->joint = point;
    float end = cells->water[to] > 0 || cells->water[index] < 0 ? cells->water[to] : 0;
    if (point > 0)
    {
        loam_land_curve_point(cells, to, point, &curve->x[LAND_CURVE_POINTS - 1],
                              &curve->z[LAND_CURVE_POINTS - 1]);
        end = water_at(cells, to, cells->receiver[to], point);
    }
    subdivide(cells, index, curve, HALF, salt_of(cells, index, direction) + 200);
    const float middle = water_at(cells, index, direction, HALF);
    for (int32_t i = 0; i <= HALF; i++)
    {
        curve->water[HALF + i] = middle + (end - middle) * (float)i * (1.0f / HALF);
    }
}

// Whether a point of a curve lies well within the lake of a cell.
static bool in_lake(const land_curve_cells *cells, int32_t index, const land_curve *curve,
                    int32_t i)
{
    const float dx = (float)(curve->x[i] - cells->x[index]);
    const float dz = (float)(curve->z[i] - cells->z[index]);
    const float radius = 0.7f * 16 * cells->lake[index];
    return dx * dx + dz * dz < radius * radius;
}

// Lets a stretch of a curve fall evenly from the water at one point to that at another.
static void fall_evenly(land_curve *curve, int32_t first, int32_t last)
{
    const float from = curve->water[first], fall = from - curve->water[last];
    for (int32_t i = first + 1; i < last; i++)
    {
        curve->water[i] = from - fall * (float)(i - first) / (float)(last - first);
    }
}

// From the site of a lake to its outlet, and down from there.
static void leave_lake(const land_curve_cells *cells, int32_t index, land_curve *curve)
{
    const int32_t last = LAND_CURVE_POINTS - 1;
    int32_t out = last - 1;
    while (out > 1 && !in_lake(cells, index, curve, out))
    {
        out--;
    }
    curve->water[out] = curve->water[0] -
                        loam_land_lake_fall(curve->water[0], cells->water[curve->to]);
    fall_evenly(curve, 0, out);
    fall_evenly(curve, out, last);
    for (int32_t i = 0; i <= out; i++)
    {
        curve->still[i] = true;
    }
}

// From the middle of a curve down to the shore of what it ends in, point `in`, and on to its end.
static void enter_lake(land_curve *curve, int32_t in)
{
    const int32_t last = LAND_CURVE_POINTS - 1;
    const float end = curve->water[last];
    if (in < last)
    {
        curve->water[in] = end + loam_land_lake_fall(curve->water[HALF], end);
    }
    fall_evenly(curve, HALF, in);
    fall_evenly(curve, in, last);
    for (int32_t i = in; i <= last; i++)
    {
        curve->still[i] = true;
    }
}

// In a lake water hardly falls. It falls the more outside.
static void level_lakes(const land_curve_cells *cells, int32_t index, land_curve *curve)
{
    const int32_t last = LAND_CURVE_POINTS - 1;
    // Within a lake of a coarser level, and half of the way to its shore's other side.
    const bool leaves = is_lake(cells, index), enters = is_lake(cells, curve->to);
    for (int32_t i = 0; i <= last; i++)
    {
        curve->still[i] = leaves && (enters || i < HALF);
    }
    if (cells->lake[index] > 0)
    {
        leave_lake(cells, index, curve);
    }
    if (enters && !leaves)
    {
        enter_lake(curve, HALF + HALF / 4);
    }
    if (cells->lake[curve->to] > 0)
    {
        int32_t in = HALF + 1;
        while (in < last && !in_lake(cells, curve->to, curve, in))
        {
            in++;
        }
        enter_lake(curve, in);
    }
}

/// What joins the curve of a cell.
typedef struct joining
{
    float at[HALF + 1]; // by the points that it joins at
    float all;
    float most;   // of the largest
    int32_t main; // where that joins
} joining;

static joining find_joining(const land_curve_cells *cells, int32_t index)
{
    joining out = {.all = 0};
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t u = land_curve_neighbour(cells, index, d);
        const bool drains = land_drains_from(cells, index, d);
        const bool splits = cells->branch[u] == land_opposite(d);
        const float part = drains ? 1 : splits ? land_branch_part(cells->arm[u]) : 0;
        const float flow = part * cells->flow[u];
        if (part > 0)
        {
            const int32_t joint = loam_land_curve_joint(cells, index, d);
            out.at[joint] += flow;
            out.all += flow;
            out.main = flow > out.most ? joint : out.main;
            out.most = flow > out.most ? flow : out.most;
        }
    }
    return out;
}

// The part of a cell's own water that has come in at a point of its curve. A river begins with nothing, and
// what it drains grows with the square of its length. Before the largest joins there is a brook only: on the
// finer graphs a cell may have more than comes to it, where rivers share cells, and that comes with those.
static float own_part(const joining *joins, int32_t point)
{
    const float part = (float)point * (1.0f / (LAND_CURVE_POINTS - 1)), square = part * part;
    return joins->all <= 0        ? square
           : point >= joins->main ? 0.3f + 0.7f * part * (2 - part)
                                  : square * square;
}

// Grows by the cell's own part and by what joins; all of it together is the cell's flow.
static void set_flow(const land_curve_cells *cells, int32_t index, land_curve *curve)
{
    const joining joins = find_joining(cells, index);
    const float flow = cells->flow[index], own = flow > joins.all ? flow - joins.all : 0;
    float sum = 0;
    for (int32_t i = 0; i < LAND_CURVE_POINTS; i++)
    {
        sum += i <= HALF ? joins.at[i] : 0;
        const float here = sum + own * own_part(&joins, i);
        curve->flow[i] = here < flow ? here : flow;
    }
}

void loam_land_curve_towards(const land_curve_cells *cells, int32_t index, int32_t direction,
                             land_curve *out)
{
    first_half(cells, index, direction, out);
    for (int32_t i = 0; i < HALF; i++)
    {
        out->water[i] = water_at(cells, index, direction, i);
    }
    second_half(cells, index, direction, out);
    for (int32_t i = 0; i < LAND_CURVE_POINTS; i++)
    {
        out->flow[i] = 0;
    }
    out->arm = 0;
    level_lakes(cells, index, out);
}

void loam_land_curve_of(const land_curve_cells *cells, int32_t index, land_curve *out)
{
    loam_land_curve_towards(cells, index, cells->receiver[index], out);
    set_flow(cells, index, out);
    out->arm = cells->arm[index];
}

// The tide goes up a river until the river lies higher than it: the further the wider it is (after Savenije
// 2012, by whom estuaries are shaped like a funnel). Where a river builds a delta it brings more than the
// tide carries away.
float loam_land_river_width(float flow, float water, float arm)
{
    const float wanted = 0.8f * sqrtf(arm > 0 ? arm * flow : flow);
    const float width = wanted > 800 ? 800 : wanted;
    const float tide = 3 + 0.02f * width;
    const float part = water <= 0 ? 1 : water < tide ? 1 - water / tide : 0;
    const float mouth = width * (1 + (arm > 0 ? 0.15f : 1.5f) * part * part);
    return mouth > LAND_WIDEST_RIVER ? LAND_WIDEST_RIVER : mouth;
}

int32_t loam_land_curve_coast(float above, float below)
{
    const int32_t coast = (int32_t)((LAND_CURVE_POINTS - 1) * above / (above - below));
    return coast < 1 ? 1 : coast;
}

// ---- into the sea -----------------------------------------------------------------------------------------

// The cell of the largest river that ends in a cell of the sea, or the sea's own for none.
static int32_t arriving(const land_curve_cells *cells, int32_t sea)
{
    int32_t best = sea;
    float most = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = land_curve_neighbour(cells, sea, d);
        const bool comes = cells->receiver[from] == land_opposite(d) &&
                           cells->flow[from] >= LAND_RIVER_FLOW;
        best = comes && cells->flow[from] > most ? from : best;
        most = comes && cells->flow[from] > most ? cells->flow[from] : most;
    }
    return best;
}

// The deepest sea beside a cell of the sea if it is deeper, or the cell itself.
static int32_t deeper(const land_curve_cells *cells, int32_t sea)
{
    const int32_t d = loam_land_deepest_beside(cells, sea);
    const int32_t to = d == LAND_NO_DIRECTION ? sea : land_curve_neighbour(cells, sea, d);
    return cells->water[to] < cells->water[sea] ? to : sea;
}

// Of the largest river that ends in a cell of the sea or beside it, and runs on through it.
static land_way_out running_on(const land_curve_cells *cells, int32_t sea)
{
    land_way_out out = {.to = sea};
    for (int32_t d = 0; d <= LAND_DIRECTIONS; d++)
    {
        const int32_t end = d < LAND_DIRECTIONS ? land_curve_neighbour(cells, sea, d) : sea;
        const bool runs = end == sea || (cells->kind[end] == LAND_SEA && deeper(cells, end) == sea);
        const int32_t from = runs ? arriving(cells, end) : end;
        if (from != end && cells->flow[from] > out.flow)
        {
            out.flow = cells->flow[from];
            out.arm = cells->arm[from];
        }
    }
    return out;
}

land_way_out loam_land_curve_way_out(const land_curve_cells *cells, int32_t sea)
{
    const int32_t to = deeper(cells, sea);
    land_way_out out = to != sea ? running_on(cells, sea) : (land_way_out){.to = sea};
    out.to = out.flow > 0 ? to : sea;
    return out;
}
