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
    AROUND_CELLS = (2 * NEAR + 1) * (2 * NEAR + 1),
    MOST_UP = 64, // steps that a river is followed upstream
    MOST_ON = 6,  // steps between two points of a river that are beside the same place
};

_Static_assert(NEAR + KNOWN <= LAND_COURSE_MARGIN, "curves past a place, what those know");
_Static_assert(1 + 1 + KNOWN <= LAND_COURSE_MARGIN, "what joins a cell or its receiver, its curve");

// How far a finer level's river may lie beside the curve that it follows, in its own cells, and what the curve
// carries for one part of that: there is no more in it than the curve says, but what is its own. It is not
// certain which curve it follows if another river lies not much further away, or carries not much less.
static const double beside = 1.2, apart = 2.5;
static const float least_part = 0.5f, most_part = 1.1f;
static const float least_rival = 0.35f, most_rival = 1.4f;

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
    bool joins;          // at its end, another river
    course_place joined; // where
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

/// Some water at a place.
typedef struct water_place
{
    int64_t x, z; // 1/8 m
    float flow;
    double within; // no curve further away is it, 1/8 m squared
} water_place;

/// The point of a curve that some water may be.
typedef struct course_fit
{
    course_place at;
    float off;       // of what flows there
    double distance; // 1/8 m squared
} course_fit;

/// The nearest point of a curve that may be some water, of those that carry from `least` to `most`.
static bool fit_on_curve(const course_page *page, int32_t cell, const land_curve *curve,
                         const water_place *water, float least, float most, course_fit *out)
{
    const land_window *const window = &page->cells.window;
    int32_t nearest = -1;
    double distance = water->within;
    for (int32_t i = 0; i < LAND_CURVE_POINTS; i++)
    {
        const double here = distance_of(page, curve, i, water->x, water->z);
        const bool fits = curve->flow[i] >= least && curve->flow[i] <= most;
        // The last of equal ones would be the first of the curve that it joins.
        if (fits && here <= distance && (nearest < 0 || here < distance))
        {
            nearest = i;
            distance = here;
        }
    }
    if (nearest >= 0)
    {
        *out = (course_fit){
            .at = {window->column + cell % window->w, window->row + cell / window->w, nearest},
            .off = fabsf(curve->flow[nearest] - water->flow),
            .distance = distance};
    }
    return nearest >= 0;
}

// Lines end at points of curves: where several meet, what flows tells which one it was.
static bool is_better(const course_fit *fit, const course_fit *had)
{
    return fit->distance < had->distance || (fit->distance == had->distance && fit->off < had->off);
}

/// Whether the curve of a cell may pass a place: none leaves the line between its sites by as much as that is
/// long.
static bool passes(const course_page *page, int32_t cell, const water_place *water)
{
    const int32_t w = page->cells.window.w;
    const int32_t to = cell + land_step((int32_t)page->receiver[cell],
                                        page->cells.window.row + cell / w, w);
    const double scale = (double)loam_land_cell_size(page->level) * 8 / (LOAM_GRAPH_CELL * 16);
    const double dx = scale * (page->x[to] - page->x[cell]),
                 dz = scale * (page->z[to] - page->z[cell]);
    const int64_t x = loam_land_course_eighths(page, page->page_x, page->x[cell]);
    const int64_t z = loam_land_course_eighths(page, page->page_z, page->z[cell]);
    const double mx = (double)(x - water->x) + dx / 2, mz = (double)(z - water->z) + dz / 2;
    const double reach = 1.1 * sqrt(dx * dx + dz * dz) + sqrt(water->within);
    return mx * mx + mz * mz <= reach * reach;
}

/// The cells whose curves may pass a place, which are there then.
static loam_result find_passing(course_page *page, const water_place *water,
                                int32_t cells[AROUND_CELLS], int32_t *count)
{
    const int64_t x = loam_floor_div(water->x, 8), z = loam_floor_div(water->z, 8);
    const land_window over = loam_land_window_over(page->level, x, z, x, z, 0);
    const int64_t column = over.column + over.w / 2, row = over.row + over.h / 2;
    const loam_result result = loam_land_course_around(page, column, row);
    *count = 0;
    for (int32_t i = 0; i < AROUND_CELLS && !result; i++)
    {
        const int32_t cell = index_in(page, column + i % (2 * NEAR + 1) - NEAR,
                                      row + i / (2 * NEAR + 1) - NEAR);
        if (has_curve(page, cell) && passes(page, cell, water))
        {
            cells[(*count)++] = cell;
        }
    }
    return result;
}

/// The point of a line of the level that a place is.
static loam_result seek(course_page *page, const water_place *water, bool *found, course_fit *best)
{
    int32_t cells[AROUND_CELLS], count;
    const loam_result result = find_passing(page, water, cells, &count);
    *found = false;
    for (int32_t i = 0; i < count; i++)
    {
        land_curve curve;
        course_fit fit;
        loam_land_stem_of(&page->cells, page->level, cells[i], &curve);
        if (fit_on_curve(page, cells[i], &curve, water, 0, HUGE_VALF, &fit) &&
            (!*found || is_better(&fit, best)))
        {
            *found = true;
            *best = fit;
        }
    }
    return result;
}

/// What the coarser level has at some water.
typedef struct coarser_fits
{
    bool found;
    course_fit best;
    int32_t rivals; // that it may be as well, but for how far they are or what they carry
    course_place rival[AROUND_CELLS];
} coarser_fits;

static void add_fit(const course_page *page, int32_t cell, const water_place *water,
                    coarser_fits *out)
{
    land_curve curve;
    course_fit fit;
    water_place near = *water;
    near.within = water->within * (beside * beside) / (apart * apart);
    loam_land_curve_of(&page->cells, cell, &curve);
    const float flow = water->flow;
    const bool fits = fit_on_curve(page, cell, &curve, &near, least_part * flow, most_part * flow,
                                   &fit);
    if (fits && (!out->found || is_better(&fit, &out->best)))
    {
        out->found = true;
        out->best = fit;
    }
    if (fits ||
        fit_on_curve(page, cell, &curve, water, least_rival * flow, most_rival * flow, &fit))
    {
        out->rival[out->rivals++] = fit.at;
    }
}

/// Looks for the water at a point of a curve on the coarser level.
static loam_result seek_coarser(const river_walk *walk, const land_curve *curve, int32_t point,
                                coarser_fits *out)
{
    const double reach = apart * (double)loam_land_cell_size(walk->level) * 8;
    water_place water = {.flow = curve->flow[point], .within = reach * reach};
    point_of(walk->pages[walk->level], curve, point, &water.x, &water.z);
    int32_t cells[AROUND_CELLS], count;
    course_page *const page = walk->pages[walk->level - 1];
    const loam_result result = find_passing(page, &water, cells, &count);
    *out = (coarser_fits){.found = false};
    for (int32_t i = 0; i < count; i++)
    {
        add_fit(page, cells[i], &water, out);
    }
    return result;
}

// ---- where rivers meet ----------------------------------------------------------------------------------

/// The points of a curve before and behind one that others join at; -1 and LAND_CURVE_POINTS if none does.
static void find_joints(const course_page *page, int32_t cell, int32_t point, int32_t *before,
                        int32_t *behind)
{
    const land_window *const window = &page->cells.window;
    *before = -1;
    *behind = LAND_CURVE_POINTS;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = cell + land_step(d, window->row + cell / window->w, window->w);
        const int32_t joint = loam_land_curve_joint(&page->cells, cell, d);
        const bool joins = has_curve(page, from) &&
                           (int32_t)page->receiver[from] == land_opposite(d);
        *behind = joins && joint > point && joint < *behind ? joint : *behind;
        *before = joins && joint < point && joint > *before ? joint : *before;
    }
}

static bool has_joint_before(const course_page *page, int32_t cell, int32_t point)
{
    int32_t before, behind;
    find_joints(page, cell, point, &before, &behind);
    return before >= 0;
}

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
    coarser_fits fits;
    loam_land_curve_of(&page->cells, from, &curve);
    const loam_result result = seek_coarser(walk, &curve, point, &fits);
    *out = result == LOAM_OK && fits.found;
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
    coarser_fits fits = {.found = false};
    loam_result result = walk->level > 0 ? seek_coarser(walk, curve, point, &fits) : LOAM_OK;
    *out = (meeting){.most = -1, .from = cell};
    if (point > 0 && !result)
    {
        // Where nothing has joined yet there is a spring alone, whatever the rain.
        const float above = has_joint_before(page, cell, point) ? curve->flow[point - 1] : 0;
        result = meet(walk, cell, point - 1, above, fits.found, out);
    }
    for (int32_t d = 0; d < LAND_DIRECTIONS && !result; d++)
    {
        const int32_t from = cell + land_step(d, window->row + cell / window->w, window->w);
        if (has_curve(page, from) && (int32_t)page->receiver[from] == land_opposite(d) &&
            loam_land_curve_joint(&page->cells, cell, d) == point)
        {
            result = meet(walk, from, MIDDLE, page->flow[from], fits.found, out);
        }
    }
    return result;
}

// ---- following ------------------------------------------------------------------------------------------

static void end_at(const river_walk *walk, const land_curve *curve, int32_t point,
                   land_river_id *out)
{
    *out = (land_river_id){
        .level = walk->level, .column = walk->at.column, .row = walk->at.row, .point = point};
    point_of(walk->pages[walk->level], curve, point, &out->x, &out->z);
}

/// Goes on from the curve of a cell, or along it, to a point of a curve; *ended if another river goes on there.
static loam_result go_on(river_walk *walk, int32_t from, int32_t cell, const land_curve *curve,
                         int32_t point, bool *ended)
{
    const land_window *const window = &walk->pages[walk->level]->cells.window;
    meeting m;
    const loam_result result = meet_at(walk, cell, curve, point, &m);
    const course_place to = {window->column + cell % window->w, window->row + cell / window->w,
                             point};
    *ended = result == LOAM_OK && m.from != from;
    walk->joins = *ended;
    walk->joined = to;
    walk->at = *ended ? walk->at : to;
    return result;
}

/// Goes down to where the next river joins; *ended with the river.
static loam_result follow_down(river_walk *walk, land_river_id *out, bool *ended)
{
    course_page *const page = walk->pages[walk->level];
    const loam_result result = loam_land_course_around(page, walk->at.column, walk->at.row);
    if (result)
    {
        return result;
    }
    const int32_t cell = index_in(page, walk->at.column, walk->at.row);
    int32_t before, joint;
    land_curve curve, below;
    loam_land_curve_of(&page->cells, cell, &curve);
    find_joints(page, cell, walk->at.point, &before, &joint);
    if (joint < LAND_CURVE_POINTS)
    {
        end_at(walk, &curve, joint, out);
        return go_on(walk, cell, cell, &curve, joint, ended);
    }
    end_at(walk, &curve, joint - 1, out);
    *ended = !has_curve(page, curve.to);
    walk->joins = false;
    if (*ended)
    {
        return LOAM_OK;
    }
    loam_land_curve_of(&page->cells, curve.to, &below);
    return go_on(walk, cell, curve.to, &below, curve.joint, ended);
}

/// Goes up to where the next river joins, or to the middle of the curve above; *ended where the river begins.
static loam_result follow_up(river_walk *walk, bool *ended)
{
    enum
    {
        MIDDLE = LAND_CURVE_POINTS / 2
    };
    course_page *const page = walk->pages[walk->level];
    loam_result result = loam_land_course_around(page, walk->at.column, walk->at.row);
    if (result)
    {
        return result;
    }
    const land_window *const window = &page->cells.window;
    const int32_t cell = index_in(page, walk->at.column, walk->at.row);
    land_curve curve;
    meeting m;
    loam_land_curve_of(&page->cells, cell, &curve);
    result = meet_at(walk, cell, &curve, walk->at.point, &m);
    *ended = m.most < 0;
    if (m.from == cell)
    {
        int32_t before, behind;
        find_joints(page, cell, walk->at.point, &before, &behind);
        walk->at.point = before > 0 ? before : 0;
    }
    else
    {
        walk->at = (course_place){window->column + m.from % window->w,
                                  window->row + m.from / window->w, MIDDLE};
    }
    return result;
}

// ---- from level to level --------------------------------------------------------------------------------

/// Whether a river at one place comes by another, not far below.
static loam_result comes_by(const river_walk *walk, const course_place *from,
                            const course_place *to, bool *out)
{
    river_walk down = *walk;
    down.at = *from;
    *out = false;
    loam_result result = LOAM_OK;
    bool ended = false;
    for (int32_t i = 0; i < MOST_ON && !ended && !*out && !result; i++)
    {
        const course_place at = down.at;
        land_river_id end;
        result = follow_down(&down, &end, &ended);
        const bool stays = !ended && down.at.column == at.column && down.at.row == at.row;
        const int32_t last = stays ? down.at.point : ended ? end.point : LAND_CURVE_POINTS;
        *out = at.column == to->column && at.row == to->row && at.point <= to->point &&
               to->point < last;
    }
    return result;
}

/// Whether a river is on the coarser level.
typedef enum coarser_answer
{
    COARSER_NO,
    COARSER_MAYBE, // there are several that it may be
    COARSER_YES,
} coarser_answer;

/// Goes over to the coarser level if the river is there, and no other that it may be as well.
static loam_result go_coarser(river_walk *walk, coarser_answer *answer)
{
    course_page *const page = walk->pages[walk->level];
    *answer = COARSER_NO;
    loam_result result = loam_land_course_around(page, walk->at.column, walk->at.row);
    if (result || walk->level == 0)
    {
        return result;
    }
    land_curve curve;
    coarser_fits fits;
    loam_land_curve_of(&page->cells, index_in(page, walk->at.column, walk->at.row), &curve);
    result = seek_coarser(walk, &curve, walk->at.point, &fits);
    river_walk coarser = *walk;
    coarser.level--;
    bool sole = fits.found;
    for (int32_t i = 0; i < fits.rivals && sole && !result; i++)
    {
        result = comes_by(&coarser, &fits.best.at, &fits.rival[i], &sole);
        if (!sole && !result)
        {
            result = comes_by(&coarser, &fits.rival[i], &fits.best.at, &sole);
        }
    }
    if (sole && !result)
    {
        walk->level--;
        walk->at = fits.best.at;
    }
    *answer = !fits.found ? COARSER_NO : sole ? COARSER_YES : COARSER_MAYBE;
    return result;
}

/// Where a river ends, and it is not certain which of the coarser level's it is: it is the one that it is above.
static loam_result go_coarser_above(river_walk *walk, coarser_answer *answer)
{
    river_walk up = *walk;
    bool begins = walk->level == 0;
    *answer = COARSER_NO;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < MOST_UP && !begins && *answer != COARSER_YES && !result; i++)
    {
        result = follow_up(&up, &begins);
        result = result || begins ? result : go_coarser(&up, answer);
    }
    *walk = *answer == COARSER_YES ? up : *walk;
    return result;
}

/// Goes down to where the next river joins, or over to a curve of the coarser level; *ended with the river.
static loam_result follow(river_walk *walk, land_river_id *out, bool *ended)
{
    coarser_answer here, above;
    loam_result result = go_coarser(walk, &here);
    if (result || here == COARSER_YES)
    {
        return result;
    }
    result = follow_down(walk, out, ended);
    if (*ended && !result)
    {
        result = go_coarser_above(walk, &above);
        // A channel that is near to several all along is a part of what it comes to.
        const bool part = above != COARSER_YES && here == COARSER_MAYBE && walk->joins;
        walk->at = part ? walk->joined : walk->at;
        *ended = above != COARSER_YES && !part;
    }
    return result;
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
    const water_place water = {.x = x, .z = z, .flow = flow, .within = far * far};
    bool found;
    course_fit best = {.distance = 0};
    loam_result result = seek(walk->pages[walk->level], &water, &found, &best);
    if (!result && !found)
    {
        return loam_fail(LOAM_NOT_FOUND, "there is no river at %lld, %lld",
                         (long long)loam_floor_div(x, 8), (long long)loam_floor_div(z, 8));
    }
    walk->at = best.at;
    result = result
                 ? result
                 : loam_land_course_around(walk->pages[walk->level], best.at.column, best.at.row);
    walk->at.point = result ? 0 : point_on_curve(walk->pages[walk->level], &best.at);
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
