// SPDX-License-Identifier: MIT
#include "land/water/channels.h"

#include "base/small.h"

// A curve is walked in small steps. Where a step leads from one cell into another the first drains towards
// the second: at once if they are linked, else by way of cells beside them. Each step is decided on its own,
// from the cells around it, so every page that sees it decides the same. Water falls along a curve, and a
// cell takes the lowest curve through it: so the cell that comes next is always lower, whichever curve it
// took.

enum
{
    W = LAND_CHANNEL_W,
    MARGIN = LAND_CHANNEL_MARGIN,
    STEPS = 4,    // of a segment
    MAX_PATH = 4, // cells between two that follow each other
    SAMPLES = (LAND_CURVE_POINTS - 1) * STEPS + 1,
    DETOUR = 3, // stretches from a cell to where the curve is back in it, at most
};

_Static_assert(MAX_PATH - 1 + 2 <= MARGIN, "a path, the sites around where it begins");

int32_t loam_land_channel_nearest(const land_channel_cells *cells, int32_t x, int32_t z)
{
    const int32_t column = (int32_t)loam_floor_div(x, LOAM_GRAPH_CELL) + MARGIN;
    const int32_t row = (int32_t)loam_floor_div((int64_t)z * LAND_ROWS, LOAM_GRAPH_PAGE) + MARGIN;
    if (column < 2 || row < 2 || column >= W - 2 || row >= LAND_CHANNEL_H - 2)
    {
        return -1;
    }
    int64_t best = INT64_MAX;
    int32_t found = -1;
    for (int32_t r = row - 2; r <= row + 2; r++)
    {
        for (int32_t i = r * W + column - 2; i <= r * W + column + 2; i++)
        {
            const int64_t dx = cells->x[i] - x, dz = cells->z[i] - z;
            const int64_t distance = dx * dx + dz * dz;
            found = distance < best ? i : found;
            best = distance < best ? distance : best;
        }
    }
    return found;
}

// The direction of a link from one cell to another, or LAND_NO_DIRECTION.
static int32_t link_between(const land_channel_cells *cells, int32_t from, int32_t to)
{
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        if ((cells->links[from] >> d & 1) != 0 && from + land_step(d, from / W - MARGIN, W) == to)
        {
            return d;
        }
    }
    return LAND_NO_DIRECTION;
}

// Directions that lead from one cell to another in as few steps as possible, at most `most`; 0 if there are
// none.
static int32_t path_between(const land_channel_cells *cells, int32_t from, int32_t to, int32_t most,
                            int32_t *directions)
{
    if (from < 0 || from >= LAND_CHANNEL_CELLS) // too far from the page to matter to it
    {
        return 0;
    }
    directions[0] = link_between(cells, from, to);
    if (directions[0] != LAND_NO_DIRECTION)
    {
        return 1;
    }
    for (int32_t limit = 2; limit <= most; limit++)
    {
        for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
        {
            if ((cells->links[from] >> d & 1) == 0)
            {
                continue;
            }
            const int32_t by = from + land_step(d, from / W - MARGIN, W);
            const int32_t rest = path_between(cells, by, to, limit - 1, directions + 1);
            if (rest > 0)
            {
                directions[0] = d;
                return rest + 1;
            }
        }
    }
    return 0;
}

/// A place on a curve.
typedef struct sample
{
    int32_t x, z, cell;
    float water, flow, arm;
    int32_t course;
    bool still;
} sample;

// A cell's index in the page, -1 outside of it.
static int32_t index_in_page(int32_t cell)
{
    const int32_t column = cell % W - MARGIN, row = cell / W - MARGIN;
    const bool inside = column >= 0 && row >= 0 && column < LOAM_GRAPH_SIDE && row < LAND_ROWS;
    return inside ? row * LOAM_GRAPH_SIDE + column : -1;
}

static void record_branch(land_raw *raw, int32_t cell, int32_t direction, const sample *at)
{
    const int32_t i = index_in_page(cell);
    if (i < 0)
    {
        return;
    }
    if (at->water < raw->split[i])
    {
        raw->split[i] = at->water;
        raw->fork[i] = (float)direction;
    }
    raw->share[i] = at->flow > raw->share[i] ? at->flow : raw->share[i];
}

static void record(land_raw *raw, int32_t cell, int32_t direction, const sample *at)
{
    const int32_t i = index_in_page(cell);
    if (i < 0)
    {
        return;
    }
    // Of a delta is what any of its arms runs through, whichever curve the cell takes.
    if (at->arm > 0 && (at->water < raw->fixed[i] || raw->arm[i] <= 0))
    {
        raw->arm[i] = at->arm;
    }
    if (at->water < raw->fixed[i])
    {
        raw->fixed[i] = at->water;
        raw->next[i] = (float)direction;
        raw->still[i] = at->still ? 1 : 0;
        raw->course[i] = (float)at->course;
        raw->carried[i] =
            at->flow; // of that curve: others may have left it already, beside this cell
    }
}

// What a curve brings into a cell, whichever curve the cell takes.
static void record_into(land_raw *raw, int32_t cell, float flow)
{
    const int32_t i = index_in_page(cell);
    if (i >= 0 && flow > raw->into[i])
    {
        raw->into[i] = flow;
    }
}

typedef void record_function(land_raw *raw, int32_t cell, int32_t direction, const sample *at);

static void record_between(const land_channel_cells *cells, const sample *a, const sample *b,
                           record_function *record_cell, land_raw *raw)
{
    int32_t directions[MAX_PATH];
    const int32_t count = path_between(cells, a->cell, b->cell, 3, directions);
    int32_t cell = a->cell;
    for (int32_t i = 0; i < count; i++)
    {
        const float part = (float)i / (float)count;
        const sample between = {.water = a->water + (b->water - a->water) * part,
                                .flow = a->flow,
                                .arm = a->arm,
                                .course = a->course,
                                .still = a->still};
        record_cell(raw, cell, directions[i], &between);
        cell += land_step(directions[i], cell / W - MARGIN, W);
        record_into(raw, cell, a->flow);
    }
}

// Sample `number` of a curve, from the low corner of a page.
static sample sample_at(const land_curve *curve, int32_t number, int32_t x, int32_t z)
{
    const int32_t i = number / STEPS, step = number % STEPS;
    const int32_t next = i + 1 < LAND_CURVE_POINTS ? i + 1 : i;
    const float part = (float)step * (1.0f / STEPS);
    return (sample){
        .x = curve->x[i] + (curve->x[next] - curve->x[i]) * step / STEPS - x,
        .z = curve->z[i] + (curve->z[next] - curve->z[i]) * step / STEPS - z,
        .water = curve->water[i] + (curve->water[next] - curve->water[i]) * part,
        .flow = curve->flow[i], // what joins at the next point is not here yet
        .arm = curve->arm,
        .still = step == 0 ? curve->still[i] : curve->still[i] && curve->still[next],
    };
}

static bool touches(const land_curve *curve, int32_t x, int32_t z)
{
    int32_t low_x = INT32_MAX, low_z = INT32_MAX, high_x = INT32_MIN, high_z = INT32_MIN;
    for (int32_t i = 0; i < LAND_CURVE_POINTS; i++)
    {
        low_x = curve->x[i] < low_x ? curve->x[i] : low_x;
        low_z = curve->z[i] < low_z ? curve->z[i] : low_z;
        high_x = curve->x[i] > high_x ? curve->x[i] : high_x;
        high_z = curve->z[i] > high_z ? curve->z[i] : high_z;
    }
    const int32_t reach = 3 * LOAM_GRAPH_CELL;
    return low_x - x < LOAM_GRAPH_PAGE + reach && high_x - x > -reach &&
           low_z - z < LOAM_GRAPH_PAGE + reach && high_z - z > -reach;
}

/// Where a page's low corner is, what the points of a curve are called, and which of them are a branch's.
typedef struct way
{
    int32_t x, z;
    int32_t course;  // of point 0
    bool one_course; // of all points
    int32_t apart;   // up to this point it is a branch, and a channel from there
} way;

/// Samples of a curve, one after the other, that lie in the same cell.
typedef struct stretch
{
    int32_t cell, first, last;
} stretch;

static int32_t find_stretches(const land_channel_cells *cells, const land_curve *curve, way part,
                              stretch *out)
{
    int32_t count = 0;
    for (int32_t i = 0; i < SAMPLES; i++)
    {
        const sample here = sample_at(curve, i, part.x, part.z);
        const int32_t cell = loam_land_channel_nearest(cells, here.x, here.z);
        if (count == 0 || out[count - 1].cell != cell)
        {
            out[count++] = (stretch){.cell = cell, .first = i};
        }
        out[count - 1].last = i;
    }
    return count;
}

// A curve that leaves a cell and comes back by way of one or two others has not left it: its channel goes on
// from there. The cells that it went round by lead back, for what joins the curve there, but nothing of its
// own water runs into them.
static bool is_detour(const stretch *all, int32_t count, int32_t at)
{
    for (int32_t a = at - 1; a >= 0 && at - a < DETOUR; a--)
    {
        for (int32_t b = at + 1; b < count && b - a <= DETOUR; b++)
        {
            if (all[a].cell == all[b].cell && all[a].cell != all[at].cell)
            {
                return true;
            }
        }
    }
    return false;
}

// Records where the curve leads from one cell into another.
static void walk(const land_channel_cells *cells, const land_curve *curve, way part, land_raw *raw)
{
    if (!touches(curve, part.x, part.z))
    {
        return;
    }
    stretch all[SAMPLES];
    const int32_t count = find_stretches(cells, curve, part, all);
    for (int32_t i = 1; i < count; i++)
    {
        if (all[i - 1].cell >= 0 && all[i].cell >= 0)
        {
            sample a = sample_at(curve, all[i - 1].last, part.x, part.z);
            sample b = sample_at(curve, all[i].first, part.x, part.z);
            a.cell = all[i - 1].cell;
            b.cell = all[i].cell;
            a.course = part.course + (part.one_course ? 0 : all[i - 1].last / STEPS);
            a.flow = is_detour(all, count, i - 1) ? 0 : a.flow;
            const bool branch = all[i].first <= part.apart * STEPS;
            record_between(cells, &a, &b, branch ? record_branch : record, raw);
        }
    }
}

void loam_land_channel_lay(const land_channel_cells *cells, const land_curve *curve, int32_t x,
                           int32_t z, int32_t course, land_raw *raw)
{
    const way all = {.x = x, .z = z, .course = course};
    walk(cells, curve, all, raw);
}

// The first point of a curve from which on it stays away from another, by more than they could have a cell in
// common; not before its middle, nor its last.
static int32_t parts_from(const land_curve *curve, const land_curve *other)
{
    const int64_t near = 2 * LOAM_GRAPH_CELL;
    int32_t first = LAND_CURVE_POINTS - 1;
    while (first > LAND_CURVE_POINTS / 2)
    {
        bool apart = true;
        for (int32_t i = 0; i < LAND_CURVE_POINTS && apart; i++)
        {
            const int64_t dx = other->x[i] - curve->x[first - 1];
            const int64_t dz = other->z[i] - curve->z[first - 1];
            apart = dx * dx + dz * dz > near * near;
        }
        if (!apart)
        {
            break;
        }
        first--;
    }
    return first;
}

void loam_land_channel_lay_branch(const land_channel_cells *cells, const land_curve *curve,
                                  const land_curve *river, int32_t x, int32_t z, int32_t course,
                                  land_raw *raw)
{
    const way all = {
        .x = x, .z = z, .course = course, .one_course = true, .apart = parts_from(curve, river)};
    walk(cells, curve, all, raw);
}
