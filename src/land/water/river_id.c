// SPDX-License-Identifier: MIT
#include "land/water/river_id.h"

#include "base/small.h"
#include "land/area.h"
#include "land/water/course_page.h"
#include "land/water/stems.h"

#include <math.h>

// A river is followed downstream from curve to curve. Where several meet, the one that carries most goes on,
// and the others end: those are its tributaries. The finer levels have the rivers of the coarser ones, along
// the same curves, so as soon as a river comes upon one of those it is followed there, where its way is
// sixteen times as short, up to the level of the continents; and a river that a coarser level has is never a
// tributary of one that it does not have, whatever flows. So however far a river is, and on whatever level it
// is asked for, few cells lie on the way to its end.

enum
{
    NEAR = 2,  // cells around a place that the curves past it begin in
    KNOWN = 3, // cells around its own that a curve knows
};

_Static_assert(NEAR + KNOWN <= LAND_COURSE_MARGIN, "curves past a place, what those know");
_Static_assert(1 + 1 + KNOWN <= LAND_COURSE_MARGIN, "what joins a cell or its receiver, its curve");

// How far a finer level's river may lie beside the curve that it follows, in its own cells, and what it
// carries for one part of that: there is no more in it than the curve says, but what is its own.
static const double beside = 1.2;
static const float least_part = 0.5f, most_part = 1.1f;

/// A point of the curve of a cell.
typedef struct course_place
{
    int64_t column, row;
    int32_t point;
} course_place;

typedef struct river_walk
{
    course_page *pages[LOAM_LAND_LEVELS]; // those up to the level that was asked for
    int32_t level;
    course_place at;
} river_walk;

static int32_t index_in(const course_page *page, int64_t column, int64_t row)
{
    const land_window *const window = &page->cells.window;
    return (int32_t)(row - window->row) * window->w + (int32_t)(column - window->column);
}

static bool has_curve(const course_page *page, int32_t cell)
{
    return (int32_t)page->kind[cell] != LAND_SEA &&
           (int32_t)page->receiver[cell] != LAND_NO_DIRECTION;
}

static void point_of(const course_page *page, const land_curve *curve, int32_t i, int64_t *x,
                     int64_t *z)
{
    *x = loam_land_course_eighths(page, page->page_x, curve->x[i]);
    *z = loam_land_course_eighths(page, page->page_z, curve->z[i]);
}

static double distance_of(const course_page *page, const land_curve *curve, int32_t i, int64_t x,
                          int64_t z)
{
    int64_t px, pz;
    point_of(page, curve, i, &px, &pz);
    const double dx = (double)(px - x), dz = (double)(pz - z);
    return dx * dx + dz * dz;
}

// ---- curves past a place ------------------------------------------------------------------------------

/// Some water at a place, and the point of a curve that is it.
typedef struct sought
{
    int64_t x, z; // 1/8 m
    float flow;
    double within; // no curve further away is it, 1/8 m squared
    bool finer;    // it is of the finer level: see beside
    bool found;
    course_place at;
    float its_flow;
    double distance;
} sought;

static bool is_better(const sought *s, float flow, double distance)
{
    if (!s->found)
    {
        return true;
    }
    const float off = fabsf(flow - s->flow), had = fabsf(s->its_flow - s->flow);
    // Lines end at points of curves: where several meet, what flows tells which one it was. Beside a curve of
    // the coarser level it is what tells two of them apart.
    return s->finer ? off < had : distance < s->distance || (distance == s->distance && off < had);
}

static void seek_on_curve(const course_page *page, int32_t cell, sought *s)
{
    land_curve curve;
    if (s->finer)
    {
        loam_land_curve_of(&page->cells, cell, &curve);
    }
    else
    {
        loam_land_stem_of(&page->cells, page->level, cell, &curve);
    }
    int32_t nearest = -1;
    double least = s->within;
    for (int32_t i = 0; i < LAND_CURVE_POINTS; i++)
    {
        const double distance = distance_of(page, &curve, i, s->x, s->z);
        const bool fits = !s->finer || (curve.flow[i] <= most_part * s->flow &&
                                        curve.flow[i] >= least_part * s->flow);
        // The last of equal ones would be the first of the curve that it joins.
        if (fits && distance <= least && (nearest < 0 || distance < least))
        {
            nearest = i;
            least = distance;
        }
    }
    if (nearest >= 0 && is_better(s, curve.flow[nearest], least))
    {
        const land_window *const window = &page->cells.window;
        s->found = true;
        s->at = (course_place){window->column + cell % window->w, window->row + cell / window->w,
                               nearest};
        s->its_flow = curve.flow[nearest];
        s->distance = least;
    }
}

/// Whether the curve of a cell may pass a place: none leaves the line between its sites by as much as that is
/// long.
static bool passes(const course_page *page, int32_t cell, const sought *s)
{
    const int32_t w = page->cells.window.w;
    const int32_t to = cell + land_step((int32_t)page->receiver[cell],
                                        page->cells.window.row + cell / w, w);
    const double scale = (double)loam_land_cell_size(page->level) * 8 / (LOAM_GRAPH_CELL * 16);
    const double dx = scale * (page->x[to] - page->x[cell]),
                 dz = scale * (page->z[to] - page->z[cell]);
    const int64_t x = loam_land_course_eighths(page, page->page_x, page->x[cell]);
    const int64_t z = loam_land_course_eighths(page, page->page_z, page->z[cell]);
    const double mx = (double)(x - s->x) + dx / 2, mz = (double)(z - s->z) + dz / 2;
    const double reach = 1.1 * sqrt(dx * dx + dz * dz) + sqrt(s->within);
    return mx * mx + mz * mz <= reach * reach;
}

static loam_result seek(course_page *page, sought *s)
{
    const int64_t x = loam_floor_div(s->x, 8), z = loam_floor_div(s->z, 8);
    const land_window over = loam_land_window_over(page->level, x, z, x, z, 0);
    const int64_t column = over.column + over.w / 2, row = over.row + over.h / 2;
    const loam_result result = loam_land_course_around(page, column, row);
    for (int32_t i = 0; i < (2 * NEAR + 1) * (2 * NEAR + 1) && !result; i++)
    {
        const int32_t cell = index_in(page, column + i % (2 * NEAR + 1) - NEAR,
                                      row + i / (2 * NEAR + 1) - NEAR);
        if (has_curve(page, cell) && passes(page, cell, s))
        {
            seek_on_curve(page, cell, s);
        }
    }
    return result;
}

/// Looks for the water at a point of a curve on the coarser level.
static loam_result seek_coarser(const river_walk *walk, const land_curve *curve, int32_t point,
                                float flow, sought *out)
{
    const course_page *const page = walk->pages[walk->level];
    const double reach = beside * (double)loam_land_cell_size(walk->level) * 8;
    *out = (sought){.flow = flow, .within = reach * reach, .finer = true};
    point_of(page, curve, point, &out->x, &out->z);
    return seek(walk->pages[walk->level - 1], out);
}

// ---- where rivers meet ----------------------------------------------------------------------------------

/// What comes to a point of a curve.
typedef struct meeting
{
    float most;   // that any of it carries
    int32_t from; // the cell it comes from; the curve's own for what comes down on that
    bool coarser; // what goes on is a river of the coarser level
} meeting;

/// Whether a donor of a point, or what comes down on the curve itself, is a river of the coarser level.
static loam_result is_coarser(const river_walk *walk, int32_t from, int32_t point, bool *out)
{
    const course_page *const page = walk->pages[walk->level];
    land_curve curve;
    sought s;
    loam_land_curve_of(&page->cells, from, &curve);
    const loam_result result = seek_coarser(walk, &curve, point, curve.flow[point], &s);
    *out = result == LOAM_OK && s.found;
    return result;
}

static loam_result meet(const river_walk *walk, int32_t from, int32_t point, float flow,
                        bool on_coarser, meeting *m)
{
    bool coarser = false;
    const loam_result result = on_coarser ? is_coarser(walk, from, point, &coarser) : LOAM_OK;
    if (coarser != m->coarser ? coarser : flow > m->most)
    {
        *m = (meeting){flow, from, coarser};
    }
    return result;
}

/// Which water goes on at a point of the curve of a cell.
static loam_result meet_at(const river_walk *walk, int32_t cell, const land_curve *curve,
                           int32_t point, meeting *out)
{
    enum
    {
        MIDDLE = LAND_CURVE_POINTS / 2
    };
    const course_page *const page = walk->pages[walk->level];
    const land_window *const window = &page->cells.window;
    sought s = {.found = false};
    loam_result result = walk->level > 0 ? seek_coarser(walk, curve, point, curve->flow[point], &s)
                                         : LOAM_OK;
    *out = (meeting){.most = -1, .from = cell};
    if (point > 0 && !result)
    {
        result = meet(walk, cell, point - 1, curve->flow[point - 1], s.found, out);
    }
    for (int32_t d = 0; d < LAND_DIRECTIONS && !result; d++)
    {
        const int32_t from = cell + land_step(d, window->row + cell / window->w, window->w);
        if (has_curve(page, from) && (int32_t)page->receiver[from] == land_opposite(d) &&
            loam_land_curve_joint(&page->cells, cell, d) == point)
        {
            result = meet(walk, from, MIDDLE, page->flow[from], s.found, out);
        }
    }
    return result;
}

/// The next point of a curve, behind one, that another joins at; LAND_CURVE_POINTS if none does.
static int32_t next_joint(const course_page *page, int32_t cell, int32_t point)
{
    const land_window *const window = &page->cells.window;
    int32_t next = LAND_CURVE_POINTS;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = cell + land_step(d, window->row + cell / window->w, window->w);
        const int32_t joint = loam_land_curve_joint(&page->cells, cell, d);
        const bool joins = has_curve(page, from) &&
                           (int32_t)page->receiver[from] == land_opposite(d);
        next = joins && joint > point && joint < next ? joint : next;
    }
    return next;
}

// ---- following ------------------------------------------------------------------------------------------

static void end_at(const river_walk *walk, const land_curve *curve, int32_t point,
                   land_river_id *out)
{
    *out = (land_river_id){
        .level = walk->level, .column = walk->at.column, .row = walk->at.row, .point = point};
    point_of(walk->pages[walk->level], curve, point, &out->x, &out->z);
}

/// Goes on to the receiver's curve; *ended if another river goes on there.
static loam_result follow_to_receiver(river_walk *walk, int32_t cell, const land_curve *curve,
                                      bool *ended)
{
    const course_page *const page = walk->pages[walk->level];
    const land_window *const window = &page->cells.window;
    const int32_t to = curve->to;
    *ended = !has_curve(page, to);
    if (*ended)
    {
        return LOAM_OK;
    }
    land_curve below;
    meeting m;
    loam_land_curve_of(&page->cells, to, &below);
    const loam_result result = meet_at(walk, to, &below, curve->joint, &m);
    *ended = result == LOAM_OK && m.from != cell;
    if (!*ended)
    {
        walk->at = (course_place){window->column + to % window->w, window->row + to / window->w,
                                  curve->joint};
    }
    return result;
}

/// Goes down to where the next river joins, or to a curve of the coarser level; *ended with the river.
static loam_result follow(river_walk *walk, land_river_id *out, bool *ended)
{
    course_page *const page = walk->pages[walk->level];
    loam_result result = loam_land_course_around(page, walk->at.column, walk->at.row);
    if (result)
    {
        return result;
    }
    const int32_t cell = index_in(page, walk->at.column, walk->at.row);
    land_curve curve;
    loam_land_curve_of(&page->cells, cell, &curve);
    if (walk->level > 0)
    {
        sought s;
        result = seek_coarser(walk, &curve, walk->at.point, curve.flow[walk->at.point], &s);
        if (result || s.found)
        {
            walk->level -= s.found;
            walk->at = s.found ? s.at : walk->at;
            return result;
        }
    }
    const int32_t joint = next_joint(page, cell, walk->at.point);
    if (joint < LAND_CURVE_POINTS)
    {
        meeting m;
        result = meet_at(walk, cell, &curve, joint, &m);
        *ended = result == LOAM_OK && m.from != cell;
        end_at(walk, &curve, joint, out);
        walk->at.point = joint;
        return result;
    }
    end_at(walk, &curve, LAND_CURVE_POINTS - 1, out);
    return follow_to_receiver(walk, cell, &curve, ended);
}

/// The point of a cell's curve that a point of its stem is: where the stem has what comes from the largest river
/// above it already, and the curve does not yet, that where it joins.
static int32_t point_on_curve(const course_page *page, const course_place *at)
{
    const land_window *const window = &page->cells.window;
    const int32_t cell = index_in(page, at->column, at->row);
    int32_t point = at->point;
    float most = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = cell + land_step(d, window->row + cell / window->w, window->w);
        if (has_curve(page, from) && (int32_t)page->receiver[from] == land_opposite(d) &&
            page->flow[from] > most)
        {
            land_curve stem;
            loam_land_stem_of(&page->cells, page->level, from, &stem);
            const int32_t joint = loam_land_curve_joint(&page->cells, cell, d);
            most = page->flow[from];
            point = at->point >= stem.joint && at->point < joint ? joint : at->point;
        }
    }
    return point;
}

static loam_result find_end(river_walk *walk, int64_t x, int64_t z, float flow, land_river_id *out)
{
    const double far = (double)loam_land_cell_size(walk->level) * 8;
    sought s = {.x = x, .z = z, .flow = flow, .within = far * far};
    loam_result result = seek(walk->pages[walk->level], &s);
    if (!result && !s.found)
    {
        return loam_fail(LOAM_NOT_FOUND, "there is no river at %lld, %lld",
                         (long long)loam_floor_div(x, 8), (long long)loam_floor_div(z, 8));
    }
    walk->at = s.at;
    result = result ? result
                    : loam_land_course_around(walk->pages[walk->level], s.at.column, s.at.row);
    walk->at.point = result ? 0 : point_on_curve(walk->pages[walk->level], &s.at);
    bool ended = false;
    while (!ended && !result)
    {
        result = follow(walk, out, &ended);
    }
    return result;
}

loam_result loam_land_river_id_of(loam_land *land, int32_t level, int64_t x, int64_t z, float flow,
                                  land_river_id *out)
{
    river_walk walk = {.level = level};
    loam_result result = loam_land_check_place(loam_floor_div(x, 8), loam_floor_div(z, 8));
    for (int32_t i = 0; i <= level && !result; i++)
    {
        result = loam_land_course_page_make(land, i, &walk.pages[i]);
    }
    land_river_id id = {0};
    result = result ? result : find_end(&walk, x, z, flow, &id);
    for (int32_t i = 0; i <= level && walk.pages[i] != NULL; i++)
    {
        loam_land_course_page_free(walk.pages[i]);
    }
    if (!result)
    {
        *out = id;
    }
    return result;
}
