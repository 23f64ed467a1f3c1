// SPDX-License-Identifier: MIT
#include "land/water/stems.h"

#include "base/small.h"

#include <math.h>

// The stem of a river is the way of most of its water. Its course is a quadratic B-spline whose control
// points are the sites of its cells (Chaikin 1974), so that bends are as wide as cells are; the control
// points of still wider rivers lie between the sites before and behind, which takes away what zigzags from
// cell to cell. A course goes over from the curve that brooks follow to that of the stem the wider it is. A
// curve begins at the spline's point beside its site and has its middle where the spline crosses to the next
// cell: each half depends on three sites alone.

enum
{
    LAST = LAND_CURVE_POINTS - 1,
    HALF = LAST / 2,
};

/// Widths, m, at which courses begin to leave the curves of brooks, and have left them; likewise sites.
typedef struct stem_widths
{
    float brook, stem;
    float narrow, broad;
} stem_widths;

// By the level: no river is wide for cells of 32 km.
static const stem_widths widths[LOAM_LAND_LEVELS] = {
    {LAND_WIDEST_RIVER, 2 * LAND_WIDEST_RIVER, LAND_WIDEST_RIVER, 2 * LAND_WIDEST_RIVER},
    {16, 96, 192, 576},
    {2, 12, 24, 72}};

typedef struct place
{
    int32_t x, z;
} place;

static int32_t rounded(float value)
{
    return value < 0 ? -(int32_t)(0.5f - value) : (int32_t)(value + 0.5f);
}

// Differences are small and exact, so that places are the same from every page.
static place between(place a, place b, float part)
{
    return (place){.x = a.x + rounded((float)(b.x - a.x) * part),
                   .z = a.z + rounded((float)(b.z - a.z) * part)};
}

static place site_of(const land_curve_cells *cells, int32_t index)
{
    return (place){.x = cells->x[index], .z = cells->z[index]};
}

static int32_t next_of(const land_curve_cells *cells, int32_t index)
{
    return land_has_curve(cells, index) ? land_curve_receiver(cells, index) : index;
}

// What comes into a cell from a direction, as a river or as the branch of one.
static float comes_from(const land_curve_cells *cells, int32_t index, int32_t direction)
{
    const int32_t from = land_curve_neighbour(cells, index, direction);
    const bool whole = land_drains_from(cells, index, direction);
    const bool part = cells->branch[from] == land_opposite(direction);
    return whole  ? cells->flow[from]
           : part ? land_branch_part(cells->arm[from]) * cells->flow[from]
                  : 0;
}

// The direction that most of a cell's water comes from, LAND_NO_DIRECTION if none runs into it.
static int32_t source_of(const land_curve_cells *cells, int32_t index)
{
    int32_t best = LAND_NO_DIRECTION;
    float most = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const float flow = comes_from(cells, index, d);
        best = flow > most ? d : best;
        most = flow > most ? flow : most;
    }
    return best;
}

// The neighbour there, or the cell itself.
static int32_t came_from(const land_curve_cells *cells, int32_t index)
{
    const int32_t direction = source_of(cells, index);
    return direction == LAND_NO_DIRECTION ? index : land_curve_neighbour(cells, index, direction);
}

static float width_of(const land_curve_cells *cells, int32_t index)
{
    return land_has_curve(cells, index)
               ? loam_land_river_width(cells->flow[index], cells->water[index], cells->arm[index])
               : 0;
}

// 0 for brooks, 1 for stems.
static float straightness(const land_curve_cells *cells, int32_t index)
{
    const stem_widths *const by = &widths[cells->level];
    return loam_clamp01((width_of(cells, index) - by->brook) / (by->stem - by->brook));
}

// Springs, seas and lakes stay where they are.
static bool is_held(const land_curve_cells *cells, int32_t index, int32_t source)
{
    return source == index || !land_has_curve(cells, index) || cells->lake[index] > 0;
}

// Where `part` of the way leads from a place to the middle of two others.
static place towards_both(place from, place a, place b, float part)
{
    const float x = (float)((a.x - from.x) + (b.x - from.x));
    const float z = (float)((a.z - from.z) + (b.z - from.z));
    return (place){.x = from.x + rounded(0.5f * part * x), .z = from.z + rounded(0.5f * part * z)};
}

// 1 for rivers so wide that sites are moved.
static float broadness(const land_curve_cells *cells, int32_t index)
{
    const stem_widths *const by = &widths[cells->level];
    return loam_clamp01((width_of(cells, index) - by->narrow) / (by->broad - by->narrow));
}

static place control_of(const land_curve_cells *cells, int32_t index)
{
    const place own = site_of(cells, index);
    const float part = broadness(cells, index);
    const int32_t source = part > 0 ? came_from(cells, index) : index;
    if (is_held(cells, index, source))
    {
        return own;
    }
    return towards_both(own, site_of(cells, source), site_of(cells, next_of(cells, index)),
                        0.5f * part);
}

// The spline's point beside a cell's site, towards which a straightened curve begins: from the control points
// of the cell and of the next.
static place apex_of(const land_curve_cells *cells, int32_t index, place control, place next)
{
    const int32_t source = came_from(cells, index);
    if (is_held(cells, index, source))
    {
        return site_of(cells, index);
    }
    return towards_both(control, control_of(cells, source), next, 0.25f);
}

// A quadratic Bezier curve; its middle control point lies half of the way from `side` to the spline's control
// point.
static place bend(place from, place control, place side, place to, float part)
{
    const place middle = between(side, control, 0.5f);
    return between(between(from, middle, part), between(middle, to, part), part);
}

static place point_of(const land_curve *curve, int32_t i)
{
    return (place){.x = curve->x[i], .z = curve->z[i]};
}

// The first half of a straightened curve.
typedef struct stem_start
{
    place apex, control, middle;
    place next; // the control point of the cell that it leads to
    float straight;
} stem_start;

static stem_start start_of(const land_curve_cells *cells, int32_t index)
{
    const place control = control_of(cells, index);
    const place next = control_of(cells, next_of(cells, index));
    return (stem_start){.apex = apex_of(cells, index, control, next),
                        .control = control,
                        .middle = between(control, next, 0.5f),
                        .next = next,
                        .straight = straightness(cells, index)};
}

// Point i of it, from where brooks would run.
static place start_point(const stem_start *start, place brook, int32_t i)
{
    const float part = (float)i * (1.0f / HALF);
    const place stem = bend(start->apex, start->control, start->middle, start->middle, part);
    return between(brook, stem, start->straight);
}

// Where a curve ends, on the first half of what it joins.
static place end_of(const land_curve_cells *cells, const land_curve *curve)
{
    if (straightness(cells, curve->to) <= 0)
    {
        return point_of(curve, LAST);
    }
    const stem_start start = start_of(cells, curve->to);
    place brook;
    loam_land_curve_point(cells, curve->to, curve->joint, &brook.x, &brook.z);
    return start_point(&start, brook, curve->joint);
}

// The stem itself joins the next curve the nearer to its beginning the straighter that is.
static int32_t moved_joint(int32_t joint, float straight)
{
    return (int32_t)((float)joint * (1 - straight) + 0.5f);
}

// Never less with more of either, and never beyond both, rounding included.
static float mix(float a, float b, float part)
{
    return loam_clamp(a * (1 - part) + b * part, a < b ? a : b, a < b ? b : a);
}

// Where the stem comes in what flows is the mean of what comes and goes, and from there it grows evenly:
// where a large river joins it does not widen at once. Rounding must not let it become less.
static void widen(const land_curve_cells *cells, int32_t index, bool is_stem,
                  const float straight[LAND_CURVE_POINTS], land_curve *curve)
{
    const int32_t direction = source_of(cells, index);
    const bool spring = direction == LAND_NO_DIRECTION;
    const int32_t old = spring ? 0 : loam_land_curve_joint(cells, index, direction);
    const int32_t joint = moved_joint(old, straight[0]);
    const float own = cells->flow[index];
    const float comes = spring ? 0 : comes_from(cells, index, direction);
    const float first = spring ? curve->flow[0] : 0.5f * (comes + own);
    const float last = is_stem ? 0.5f * (own + cells->flow[curve->to]) : own;
    const float most = mix(own, last, straight[LAST]);
    for (int32_t i = joint; i <= LAST; i++)
    {
        const float even = first + (last - first) * (float)i * (1.0f / LAST);
        const float brook = curve->flow[i] + (i < old ? comes : 0);
        const float flow = mix(brook, even < last ? even : last, straight[i]);
        const float least = i > joint && flow < curve->flow[i - 1] ? curve->flow[i - 1] : flow;
        curve->flow[i] = i < LAST && least < most ? least : most;
    }
}

// A curve that now joins another at point `curve->joint` of it rather than at `joint` ends higher. What
// leaves a lake falls from its outlet on, other curves are joined by others up to their middle.
static void end_higher(const land_curve_cells *cells, int32_t index, int32_t joint,
                       land_curve *curve)
{
    int32_t from = HALF;
    while (cells->lake[index] > 0 && from > 0 && !curve->still[from])
    {
        from--;
    }
    const float part = joint > 0 ? 1 - (float)curve->joint / (float)joint : 0;
    const float low = curve->water[LAST], high = curve->water[from];
    const float end = low + (cells->water[curve->to] - low) * part;
    for (int32_t i = from + 1; i <= LAST && high > low; i++)
    {
        curve->water[i] = end + (curve->water[i] - low) * ((high - end) / (high - low));
    }
}

// The second half ends on what it joins.
static void bend_second_half(const land_curve_cells *cells, const stem_start *start,
                             const float straight[LAND_CURVE_POINTS], land_curve *curve)
{
    const place old = point_of(curve, LAST);
    const place end = end_of(cells, curve);
    for (int32_t i = HALF + 1; i <= LAST; i++)
    {
        const float part = (float)(i - HALF) * (1.0f / HALF);
        const place brook = {.x = curve->x[i] + rounded((float)(end.x - old.x) * part),
                             .z = curve->z[i] + rounded((float)(end.z - old.z) * part)};
        const place stem = bend(start->middle, start->next, start->middle, end, part);
        const place at = between(brook, stem, straight[i]);
        curve->x[i] = at.x;
        curve->z[i] = at.z;
    }
}

static void straighten(const land_curve_cells *cells, int32_t index, land_curve *curve)
{
    const float own = straightness(cells, index), joined = straightness(cells, curve->to);
    if (own <= 0 && joined <= 0)
    {
        return;
    }
    const bool is_stem = joined > 0 && came_from(cells, curve->to) == index;
    const float to = is_stem ? joined : own;
    float straight[LAND_CURVE_POINTS];
    const stem_start start = start_of(cells, index);
    for (int32_t i = 0; i <= LAST; i++)
    {
        straight[i] = i <= HALF ? own : own + (to - own) * (float)(i - HALF) * (1.0f / HALF);
        if (i <= HALF)
        {
            const place at = start_point(&start, point_of(curve, i), i);
            curve->x[i] = at.x;
            curve->z[i] = at.z;
        }
    }
    const int32_t joint = curve->joint;
    curve->joint = is_stem ? moved_joint(joint, to) : joint;
    end_higher(cells, index, joint, curve);
    bend_second_half(cells, &start, straight, curve);
    widen(cells, index, is_stem, straight, curve);
}

void loam_land_stem_of(const land_curve_cells *cells, int32_t index, land_curve *curve)
{
    loam_land_curve_of(cells, index, curve);
    straighten(cells, index, curve);
}

// ---- branches ---------------------------------------------------------------------------------------------

// The point of its course where most of a cell's water comes in.
static int32_t stem_joint(const land_curve_cells *cells, int32_t index)
{
    const int32_t source = source_of(cells, index);
    const int32_t joint = source == LAND_NO_DIRECTION ? 0
                                                      : loam_land_curve_joint(cells, index, source);
    return moved_joint(joint, straightness(cells, index));
}

// Lets the first half of a branch begin at a place.
static void begin_at(place first, land_curve *branch)
{
    const int32_t dx = first.x - branch->x[0], dz = first.z - branch->z[0];
    for (int32_t i = 0; i < HALF; i++)
    {
        const float rest = 1 - (float)i * (1.0f / HALF);
        branch->x[i] += (int32_t)((float)dx * rest);
        branch->z[i] += (int32_t)((float)dz * rest);
    }
}

// Bends a branch like the stem that it is of the cell that it leads to.
static void straighten_branch(const land_curve_cells *cells, int32_t index, land_curve *branch)
{
    const place next = control_of(cells, branch->to);
    const stem_start start = {.apex = point_of(branch, 0),
                              .control = control_of(cells, index),
                              .middle = between(control_of(cells, index), next, 0.5f),
                              .next = next,
                              .straight = straightness(cells, branch->to)};
    float straight[LAND_CURVE_POINTS];
    for (int32_t i = 0; i <= LAST; i++)
    {
        straight[i] = start.straight;
        const place at = start_point(&start, point_of(branch, i), i);
        branch->x[i] = i <= HALF ? at.x : branch->x[i];
        branch->z[i] = i <= HALF ? at.z : branch->z[i];
    }
    const int32_t joint = branch->joint;
    branch->joint = moved_joint(joint, start.straight);
    end_higher(cells, index, joint, branch);
    bend_second_half(cells, &start, straight, branch);
}

// The part of its way that a branch runs within its river's banks.
static float part_in_river(const land_curve_cells *cells, int32_t index, const land_curve *branch)
{
    const float cell_m = (float)loam_land_cell_size(LOAM_LAND_LEVELS - 1);
    const float metres = cell_m / (LOAM_GRAPH_CELL * 16);
    const float dx = (float)(branch->x[LAST] - branch->x[0]);
    const float dz = (float)(branch->z[LAST] - branch->z[0]);
    const float part = 0.5f * width_of(cells, index) / (sqrtf(dx * dx + dz * dz) * metres + 1);
    return part < 0.7f ? part : 0.7f;
}

void loam_land_branch_of(const land_curve_cells *cells, int32_t index, land_curve *out)
{
    const bool fine = cells->level == LOAM_LAND_LEVELS - 1;
    const int32_t start = stem_joint(cells, index);
    land_curve river;
    loam_land_stem_of(cells, index, &river);
    loam_land_curve_towards(cells, index, cells->branch[index], out);
    begin_at(point_of(&river, start), out);
    straighten_branch(cells, index, out);
    const float inside = fine ? part_in_river(cells, index, out) : 0;
    const float from = river.water[start], fall = from - out->water[LAST];
    for (int32_t i = 0; i <= LAST; i++)
    {
        const float part = (float)i * (1.0f / LAST), rest = 1 - part;
        const float beyond = part > inside ? (part - inside) / (1 - inside) : 0;
        const float fallen = fine ? 0.1f * part + 0.9f * beyond : 1 - rest * rest * rest;
        out->water[i] = from - fall * fallen;
        out->flow[i] = land_branch_part(cells->arm[index]) * cells->flow[index];
    }
    out->arm = 1;
}
