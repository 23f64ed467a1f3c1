// SPDX-License-Identifier: MIT
#include "land/surface/stems.h"

#include "base/small.h"
#include "land/surface/ramps.h"

// The stem of a river is the way of most of its water. Its course is a quadratic B-spline whose control points
// are the sites of its cells (Chaikin 1974), so that bends are as wide as cells are; the control points of
// still wider rivers lie between the sites before and behind, which takes away what zigzags from cell to cell.
// A course goes over from the curve that brooks follow to that of the stem the wider it is. A curve begins at
// the spline's point beside its site and has its middle where the spline crosses to the next cell: each half
// depends on three sites alone.

enum
{
    LAST = LAND_CURVE_POINTS - 1,
    HALF = LAST / 2,
};

// Widths, m, at which courses begin to leave the curves of brooks, and have left them; likewise sites.
static const float brook_m = 12, stem_m = 40;
static const float narrow_m = 50, broad_m = 120;

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

static int32_t neighbour(const land_curve_cells *cells, int32_t index, int32_t direction)
{
    const int32_t w = cells->window.w;
    return index + land_step(direction, cells->window.row + index / w, w);
}

static bool drains(const land_curve_cells *cells, int32_t index)
{
    return (int32_t)cells->receiver[index] != LAND_NO_DIRECTION &&
           (int32_t)cells->kind[index] != LAND_SEA;
}

static int32_t next_of(const land_curve_cells *cells, int32_t index)
{
    return drains(cells, index) ? neighbour(cells, index, (int32_t)cells->receiver[index]) : index;
}

// The neighbour that most of a cell's water comes from, the cell itself if none drains to it.
static int32_t source_of(const land_curve_cells *cells, int32_t index)
{
    int32_t best = index;
    float most = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = neighbour(cells, index, d);
        if (drains(cells, from) && (int32_t)cells->receiver[from] == land_opposite(d) &&
            cells->flow[from] > most)
        {
            most = cells->flow[from];
            best = from;
        }
    }
    return best;
}

static float width_of(const land_curve_cells *cells, int32_t index)
{
    return drains(cells, index)
               ? loam_land_river_width(cells->flow[index], cells->water[index], cells->arm[index])
               : 0;
}

// 0 for brooks, 1 for stems.
static float straightness(const land_curve_cells *cells, int32_t index)
{
    return land_ramp(width_of(cells, index), brook_m, stem_m);
}

// Springs, seas and lakes stay where they are.
static bool is_held(const land_curve_cells *cells, int32_t index, int32_t source)
{
    return source == index || !drains(cells, index) || cells->lake[index] > 0;
}

// Where `part` of the way leads from a place to the middle of two others.
static place towards_both(place from, place a, place b, float part)
{
    const float x = (float)((a.x - from.x) + (b.x - from.x));
    const float z = (float)((a.z - from.z) + (b.z - from.z));
    return (place){.x = from.x + rounded(0.5f * part * x), .z = from.z + rounded(0.5f * part * z)};
}

static place control_of(const land_curve_cells *cells, int32_t index)
{
    const place own = site_of(cells, index);
    const float part = land_ramp(width_of(cells, index), narrow_m, broad_m);
    const int32_t source = part > 0 ? source_of(cells, index) : index;
    if (is_held(cells, index, source))
    {
        return own;
    }
    return towards_both(own, site_of(cells, source), site_of(cells, next_of(cells, index)),
                        0.5f * part);
}

// The spline's point beside a cell's site, towards which a straightened curve begins.
static place apex_of(const land_curve_cells *cells, int32_t index)
{
    const int32_t source = source_of(cells, index);
    if (is_held(cells, index, source))
    {
        return site_of(cells, index);
    }
    return towards_both(control_of(cells, index), control_of(cells, source),
                        control_of(cells, next_of(cells, index)), 0.25f);
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
    float straight;
} stem_start;

static stem_start start_of(const land_curve_cells *cells, int32_t index)
{
    const place control = control_of(cells, index);
    return (stem_start){.apex = apex_of(cells, index),
                        .control = control,
                        .middle = between(control, control_of(cells, next_of(cells, index)), 0.5f),
                        .straight = straightness(cells, index)};
}

// Point i of it, from where brooks would run.
static place start_point(const stem_start *start, place brook, int32_t i)
{
    const place stem = bend(start->apex, start->control, start->middle, start->middle,
                            (float)i * (1.0f / HALF));
    return between(brook, stem, start->straight);
}

// Where a curve ends, on the first half of what it joins.
static place end_of(const land_curve_cells *cells, const land_curve *curve, float joint)
{
    const stem_start start = start_of(cells, curve->to);
    if (start.straight <= 0)
    {
        return point_of(curve, LAST);
    }
    land_curve next;
    loam_land_curve_towards(cells, curve->to, (int32_t)cells->receiver[curve->to], &next);
    const int32_t i = (int32_t)joint;
    return between(start_point(&start, point_of(&next, i), i),
                   start_point(&start, point_of(&next, i + 1), i + 1), joint - (float)i);
}

// Along a stem what flows grows evenly, from the mean of what comes and goes at one cell to that at the next:
// where a large river joins, the stem does not widen at once.
static void widen(const land_curve_cells *cells, int32_t index, bool is_stem,
                  const float straight[LAND_CURVE_POINTS], land_curve *curve)
{
    const int32_t source = source_of(cells, index);
    const float own = cells->flow[index];
    const float first = source == index ? curve->flow[0] : 0.5f * (cells->flow[source] + own);
    const float last = is_stem ? 0.5f * (own + cells->flow[curve->to]) : own;
    for (int32_t i = 0; i <= LAST; i++)
    {
        const float even = first + (last - first) * (float)i * (1.0f / LAST);
        curve->flow[i] += (even - curve->flow[i]) * straight[i];
    }
}

// The second half ends at a place with another level than that of a brook.
static void bend_second_half(const land_curve_cells *cells, const stem_start *start, float joint,
                             const float straight[LAND_CURVE_POINTS], land_curve *curve)
{
    const place control = control_of(cells, curve->to), old = point_of(curve, LAST);
    const place end = end_of(cells, curve, joint);
    const float moved = curve->joint > 0 ? 1 - joint / (float)curve->joint : 0;
    const float rise = (cells->water[curve->to] - curve->water[LAST]) * moved;
    for (int32_t i = HALF + 1; i <= LAST; i++)
    {
        const float part = (float)(i - HALF) * (1.0f / HALF);
        const place brook = {.x = curve->x[i] + rounded((float)(end.x - old.x) * part),
                             .z = curve->z[i] + rounded((float)(end.z - old.z) * part)};
        const place at = between(brook, bend(start->middle, control, start->middle, end, part),
                                 straight[i]);
        curve->x[i] = at.x;
        curve->z[i] = at.z;
        curve->water[i] += rise * part;
    }
}

void loam_land_stem(const land_curve_cells *cells, int32_t index, land_curve *curve)
{
    const float own = straightness(cells, index), joined = straightness(cells, curve->to);
    if (own <= 0 && joined <= 0)
    {
        return;
    }
    const bool is_stem = joined > 0 && source_of(cells, curve->to) == index;
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
    // The stem itself joins the next curve the nearer to its beginning the straighter that is.
    const float joint = (float)curve->joint * (is_stem ? 1 - to : 1);
    bend_second_half(cells, &start, joint, straight, curve);
    widen(cells, index, is_stem, straight, curve);
}
