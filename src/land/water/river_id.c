// SPDX-License-Identifier: MIT
#include "land/water/river_id.h"

#include "base/small.h"
#include "land/basis/area.h"
#include "land/water/course_page.h"
#include "land/water/stems.h"

#include <math.h>

// What leaves a cell is one river, whichever joined on its way through it. Where several drain to the same
// cell the largest goes on and the others end: so every river is known by its last cell, and going down one
// never comes back to a river that it has left. The cells of a channel know which curve of the coarser
// level they lie in, so the way down is followed there, where it is sixteen times as short, up to the level
// of the continents; and a river that a coarser level has is never a tributary of one that it does not
// have, whatever flows. So however far a river is, and on whatever level it is asked for, few cells lie on
// the way to its end.

enum
{
    NEAR = 2,  // cells around a place that the curves past it begin in
    KNOWN = 3, // cells around its own that a curve knows
    LAST = LAND_CURVE_POINTS - 1,
    FINER = 16,      // pages along a coarser one
    MOST_ABOVE = 64, // cells of channels above one that are looked at
};

_Static_assert(NEAR + KNOWN <= LAND_COURSE_MARGIN, "curves past a place, what those know");
_Static_assert(1 + KNOWN <= LAND_COURSE_MARGIN, "what joins a cell, its curve");

/// What leaves a cell, or what rises at its site and is there before anything has joined.
typedef struct river_cell
{
    int32_t level;
    int64_t column, row;
    bool spring;
    int32_t course; // of the channel that the cell lies in, as in land_cells
    float flow;
} river_cell;

typedef struct river_walk
{
    course_page *pages[LOAM_LAND_LEVELS]; // those up to the level that was asked for
    loam_result result;                   // the first failure: what came after it means nothing
} river_walk;

static int32_t index_in(const course_page *page, int64_t column, int64_t row)
{
    const land_window *const window = &page->cells.window;
    return (int32_t)(row - window->row) * window->w + (int32_t)(column - window->column);
}

/// The cells around one; NULL if they cannot be had.
static course_page *page_around(river_walk *walk, int32_t level, int64_t column, int64_t row)
{
    course_page *const page = walk->pages[level];
    walk->result = walk->result ? walk->result : loam_land_course_around(page, column, row);
    return walk->result ? NULL : page;
}

static river_cell river_of(const course_page *page, int32_t cell)
{
    const land_window *const window = &page->cells.window;
    return (river_cell){.level = page->level,
                        .column = window->column + cell % window->w,
                        .row = window->row + cell / window->w,
                        .course = (int32_t)page->course[cell],
                        .flow = page->cells.flow[cell]};
}

static bool is_same(const river_cell *a, const river_cell *b)
{
    return a->column == b->column && a->row == b->row && a->spring == b->spring;
}

// ---- where rivers meet ----------------------------------------------------------------------------------

// What is asked of a level is answered with cells of coarser ones alone, so that its own stay where they are.
static river_cell coarser_of(river_walk *walk, const river_cell *river);

/// Which of two rivers goes on where they meet, in cells of one level: what the coarsest level that tells
/// them apart says. No two are equal.
static bool is_larger(river_walk *walk, const river_cell *a, const river_cell *b)
{
    river_cell x = *a, y = *b;
    while (!x.spring && !y.spring && x.course > 0 && y.course > 0 && !walk->result)
    {
        const river_cell u = coarser_of(walk, &x), v = coarser_of(walk, &y);
        if (is_same(&u, &v))
        {
            break;
        }
        x = u;
        y = v;
    }
    return x.spring != y.spring                 ? y.spring
           : (x.course != 0) != (y.course != 0) ? x.course != 0
           : x.flow != y.flow                   ? x.flow > y.flow
           : x.row != y.row                     ? x.row < y.row
                                                : x.column < y.column;
}

/// The point of a cell's curve that a neighbour joins at, as lines are drawn.
static int32_t joint_of(const course_page *page, int32_t cell, int32_t direction)
{
    const int32_t from = land_curve_neighbour(&page->cells, cell, direction);
    if (!land_has_curve(&page->cells, from))
    {
        return loam_land_curve_joint(&page->cells, cell, direction);
    }
    land_curve curve;
    const bool drains = page->cells.receiver[from] == land_opposite(direction);
    (drains ? loam_land_stem_of : loam_land_branch_of)(&page->cells, from, &curve);
    return curve.joint;
}

/// What has joined the curve of a cell at a point.
typedef struct joined_rivers
{
    river_cell largest; // its spring if none has
    int32_t channels;   // how many of them are
} joined_rivers;

static joined_rivers joined_at(river_walk *walk, const course_page *page, int32_t cell,
                               int32_t point)
{
    joined_rivers joined = {.largest = river_of(page, cell)};
    joined.largest.spring = true;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = land_curve_neighbour(&page->cells, cell, d), back = land_opposite(d);
        const bool drains = land_drains_from(&page->cells, cell, d);
        if ((drains || page->cells.branch[from] == back) &&
            (point == LAST || joint_of(page, cell, d) <= point))
        {
            const river_cell river = river_of(page, from);
            joined.largest = is_larger(walk, &river, &joined.largest) ? river : joined.largest;
            joined.channels += river.course != 0;
        }
    }
    return joined;
}

/// The river at a point of the curve of a cell: that which leaves the cell, once it has joined. Channels may
/// have met above, so that the largest of them here is not what leaves: where two have joined it is taken to
/// be one of them.
static river_cell river_at(river_walk *walk, const course_page *page, int32_t cell, int32_t point)
{
    const joined_rivers here = joined_at(walk, page, cell, point);
    const joined_rivers all = joined_at(walk, page, cell, LAST);
    return here.channels > 1 || is_same(&here.largest, &all.largest) ? river_of(page, cell)
                                                                     : here.largest;
}

/// Whether what leaves a cell is the largest of what comes to the next.
static bool goes_on(river_walk *walk, const course_page *page, int32_t cell)
{
    const int32_t to = land_has_curve(&page->cells, cell) ? land_curve_receiver(&page->cells, cell)
                                                          : cell;
    if (to == cell || !land_has_curve(&page->cells, to))
    {
        return false;
    }
    const river_cell largest = joined_at(walk, page, to, LAST).largest, own = river_of(page, cell);
    return is_same(&own, &largest);
}

// ---- from level to level --------------------------------------------------------------------------------

/// The river of the coarser level whose channel a cell lies in.
static river_cell coarser_of(river_walk *walk, const river_cell *river)
{
    const land_course course = land_course_unpack(river->course);
    const int64_t page_x = loam_floor_div(river->column, FINER * LOAM_GRAPH_SIDE);
    const int64_t page_z = loam_floor_div(river->row, FINER * LAND_ROWS);
    const int64_t column = page_x * LOAM_GRAPH_SIDE + course.column;
    const int64_t row = page_z * LAND_ROWS + course.row;
    const course_page *const page = page_around(walk, river->level - 1, column, row);
    return page == NULL ? (river_cell){.spring = true}
                        : river_at(walk, page, index_in(page, column, row), course.point);
}

/// Whether a river of the coarser level ends with its cell.
static bool ends(river_walk *walk, const river_cell *river)
{
    const course_page *const page = page_around(walk, river->level, river->column, river->row);
    return page != NULL &&
           (river->spring || !goes_on(walk, page, index_in(page, river->column, river->row)));
}

/// Adds the cells of channels that drain to one.
static void add_above(const course_page *page, int32_t cell, river_cell *list, int32_t *count)
{
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = land_curve_neighbour(&page->cells, cell, d);
        if (page->course[from] > 0 && page->cells.receiver[from] == land_opposite(d) &&
            *count < MOST_ABOVE)
        {
            list[(*count)++] = river_of(page, from);
        }
    }
}

/// Goes over to the coarser level from a cell of a channel. Where curves share a cell it lies in the lowest
/// of them, but what runs there, and on from there, is the largest: one that is about to end may have met
/// it.
static river_cell go_coarser(river_walk *walk, const river_cell *river)
{
    river_cell cells[MOST_ABOVE] = {*river}, largest = {.spring = true};
    int32_t count = 1;
    for (int32_t i = 0; i < count && !walk->result; i++)
    {
        const river_cell coarser = coarser_of(walk, &cells[i]);
        largest = i == 0 || is_larger(walk, &coarser, &largest) ? coarser : largest;
        const int64_t column = cells[i].column, row = cells[i].row;
        const course_page *const page = ends(walk, &coarser)
                                            ? page_around(walk, river->level, column, row)
                                            : NULL;
        if (page != NULL)
        {
            add_above(page, index_in(page, column, row), cells, &count);
        }
    }
    return largest;
}

/// Goes on to the next cell, or over to the coarser level; false if this was the river's last.
static bool follow(river_walk *walk, river_cell *river)
{
    const course_page *const page = page_around(walk, river->level, river->column, river->row);
    if (page == NULL || river->spring)
    {
        return false;
    }
    if (river->course > 0)
    {
        *river = go_coarser(walk, river);
        return true;
    }
    const int32_t cell = index_in(page, river->column, river->row);
    const bool on = river->course == LAND_COURSE_ARM
                        ? land_has_curve(&page->cells, cell) &&
                              land_has_curve(&page->cells, land_curve_receiver(&page->cells, cell))
                        : goes_on(walk, page, cell);
    *river = on ? river_of(page, land_curve_receiver(&page->cells, cell)) : *river;
    return on;
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
    int64_t column, row;
    int32_t point;
    float off;       // of what flows there
    double distance; // 1/8 m squared
} course_fit;

static void point_of(const course_page *page, const land_curve *curve, int32_t i, int64_t *x,
                     int64_t *z)
{
    *x = loam_land_course_eighths(page, page->page_x, curve->x[i]);
    *z = loam_land_course_eighths(page, page->page_z, curve->z[i]);
}

// Lines end at points of curves: where several meet, what flows tells which one it was, or else it is the one
// that goes on.
static bool is_better(const course_fit *fit, const course_fit *had)
{
    return fit->distance != had->distance ? fit->distance < had->distance
           : fit->off != had->off         ? fit->off < had->off
                                          : fit->point < had->point;
}

/// Looks for water on the line of a cell.
static void seek_on(const course_page *page, int32_t cell, const water_place *water,
                    course_fit *best)
{
    const land_window *const window = &page->cells.window;
    land_curve curve;
    loam_land_stem_of(&page->cells, cell, &curve);
    for (int32_t i = 0; i < LAND_CURVE_POINTS; i++)
    {
        int64_t x, z;
        point_of(page, &curve, i, &x, &z);
        const double dx = (double)(x - water->x), dz = (double)(z - water->z);
        const course_fit fit = {.column = window->column + cell % window->w,
                                .row = window->row + cell / window->w,
                                .point = i,
                                .off = fabsf(curve.flow[i] - water->flow),
                                .distance = dx * dx + dz * dz};
        *best = is_better(&fit, best) ? fit : *best;
    }
}

/// Whether the curve of a cell may pass a place: none leaves the line between its sites by as much as that is
/// long.
static bool passes(const course_page *page, int32_t cell, const water_place *water)
{
    const int32_t to = land_curve_receiver(&page->cells, cell);
    const double scale = (double)loam_land_cell_size(page->level) * 8 / (LOAM_GRAPH_CELL * 16);
    const double dx = scale * (page->cells.x[to] - page->cells.x[cell]),
                 dz = scale * (page->cells.z[to] - page->cells.z[cell]);
    const int64_t x = loam_land_course_eighths(page, page->page_x, page->cells.x[cell]);
    const int64_t z = loam_land_course_eighths(page, page->page_z, page->cells.z[cell]);
    const double mx = (double)(x - water->x) + dx / 2, mz = (double)(z - water->z) + dz / 2;
    const double reach = 1.1 * sqrt(dx * dx + dz * dz) + sqrt(water->within);
    return mx * mx + mz * mz <= reach * reach;
}

/// The point of a line that is nearest to a place.
static course_fit seek(const course_page *page, const water_place *water, int64_t column,
                       int64_t row)
{
    course_fit best = {.point = -1, .distance = water->within};
    for (int32_t i = 0; i < (2 * NEAR + 1) * (2 * NEAR + 1); i++)
    {
        const int32_t cell = index_in(page, column + i % (2 * NEAR + 1) - NEAR,
                                      row + i / (2 * NEAR + 1) - NEAR);
        if (land_has_curve(&page->cells, cell) && passes(page, cell, water))
        {
            seek_on(page, cell, water, &best);
        }
    }
    return best;
}

/// The river there.
static river_cell find(river_walk *walk, int32_t level, const water_place *water)
{
    const int64_t x = loam_floor_div(water->x, 8), z = loam_floor_div(water->z, 8);
    const land_window over = loam_land_window_over(level, x, z, x, z, 0);
    const int64_t column = over.column + over.w / 2, row = over.row + over.h / 2;
    const course_page *page = page_around(walk, level, column, row);
    course_fit at = {.point = -1};
    if (page != NULL)
    {
        at = seek(page, water, column, row);
        walk->result = at.point >= 0 ? LOAM_OK
                                     : loam_fail(LOAM_NOT_FOUND, "there is no river at %lld, %lld",
                                                 (long long)x, (long long)z);
    }
    page = page_around(walk, level, at.column, at.row);
    return page == NULL ? (river_cell){.spring = true}
                        : river_at(walk, page, index_in(page, at.column, at.row), at.point);
}

// ---- rivers ---------------------------------------------------------------------------------------------

static void set_id(const course_page *page, const river_cell *river, land_river_id *out)
{
    const int32_t point = river->spring ? 0 : LAST;
    *out = (land_river_id){
        .level = river->level, .column = river->column, .row = river->row, .point = point};
    land_curve curve;
    loam_land_curve_of(&page->cells, index_in(page, river->column, river->row), &curve);
    point_of(page, &curve, point, &out->x, &out->z);
}

static void find_end(river_walk *walk, int32_t level, int64_t x, int64_t z, float flow,
                     land_river_id *out)
{
    const double far = (double)loam_land_cell_size(level) * 8;
    const water_place water = {.x = x, .z = z, .flow = flow, .within = far * far};
    river_cell river = find(walk, level, &water);
    bool on = true;
    while (on && !walk->result)
    {
        on = follow(walk, &river);
    }
    const course_page *const page = page_around(walk, river.level, river.column, river.row);
    if (page != NULL)
    {
        set_id(page, &river, out);
    }
}

loam_result loam_land_river_id_of(loam_land *land, int32_t level, int64_t x, int64_t z, float flow,
                                  land_river_id *out)
{
    river_walk walk = {.pages = {NULL}};
    walk.result = loam_land_check_place(loam_floor_div(x, 8), loam_floor_div(z, 8));
    for (int32_t i = 0; i <= level && !walk.result; i++)
    {
        walk.result = loam_land_course_page_make(land, i, &walk.pages[i]);
    }
    if (!walk.result)
    {
        find_end(&walk, level, x, z, flow, out);
    }
    for (int32_t i = 0; i <= level && walk.pages[i] != NULL; i++)
    {
        loam_land_course_page_free(walk.pages[i]);
    }
    return walk.result;
}
