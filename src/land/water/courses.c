// SPDX-License-Identifier: MIT
#include "base/small.h"
#include "land/basis/area.h"
#include "land/water/course_page.h"
#include "land/water/road_lines.h"
#include "land/water/stems.h"

#include <math.h>

// Rivers as people ask for them: all lines of an area, or one river from somewhere to its end. Both go from
// page to page, and read the cells around each.

enum
{
    MARGIN = LAND_COURSE_MARGIN,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    STRIDE = 4, // points of a curve from one line to the next
    REACH = 4,  // cells that a curve may lie from its own
    COARSE_LEVEL = 1,
    FINE_LEVEL = 2,
    AROUND_M = 4096, // around a river of the coarse level, where that of the fine one is looked for
    ROAD_WIDTH_M = 6,
    FAR_M = 65536,             // no river is looked for further away
    FINE_FAR_M = 4 * AROUND_M, // nor, on the fine level, from where the coarse one has it
};

static bool is_river(const course_page *page, int32_t cell, float min_flow)
{
    return land_has_curve(&page->cells, cell) && page->cells.flow[cell] >= min_flow;
}

// ---- lines ----------------------------------------------------------------------------------------------

typedef struct line_job
{
    course_page *page;
    int64_t low_x, low_z, high_x, high_z; // of the area, 1/8 metres
    float min_flow;
    loam_result (*line)(void *user, const loam_land_line *line);
    void *user;
} line_job;

static loam_result emit(const line_job *job, const loam_land_line *line)
{
    const int64_t left = line->x0 < line->x1 ? line->x0 : line->x1;
    const int64_t right = line->x0 < line->x1 ? line->x1 : line->x0;
    const int64_t bottom = line->z0 < line->z1 ? line->z0 : line->z1;
    const int64_t top = line->z0 < line->z1 ? line->z1 : line->z0;
    const int64_t wide = (int64_t)(4 * (line->width0 > line->width1 ? line->width0 : line->width1));
    const bool near = left - wide <= job->high_x && right + wide >= job->low_x &&
                      bottom - wide <= job->high_z && top + wide >= job->low_z;
    return near ? job->line(job->user, line) : LOAM_OK;
}

static float above_sea(float height)
{
    return height > 0 ? height : 0;
}

// The point of a curve where it meets the sea: where the ground between the two cells does. Its end if it
// leads elsewhere.
static int32_t coast_of(const course_page *page, int32_t cell, const land_curve *curve)
{
    const int32_t last = LAND_CURVE_POINTS - 1;
    if (page->cells.kind[curve->to] != LAND_SEA)
    {
        return last;
    }
    return loam_land_curve_coast(page->cells.water[cell], page->cells.water[curve->to]);
}

// From one point of a curve to another, where so much flows at its end.
static loam_result emit_piece(const line_job *job, loam_land_line_kind kind,
                              const land_curve *curve, int32_t i, int32_t j, float flow)
{
    const course_page *const page = job->page;
    const loam_land_line line = {
        .kind = kind,
        .x0 = loam_land_course_eighths(page, page->page_x, curve->x[i]),
        .z0 = loam_land_course_eighths(page, page->page_z, curve->z[i]),
        .x1 = loam_land_course_eighths(page, page->page_x, curve->x[j]),
        .z1 = loam_land_course_eighths(page, page->page_z, curve->z[j]),
        .height0 = above_sea(curve->water[i]),
        .height1 = above_sea(curve->water[j]),
        .width0 = loam_land_river_width(curve->flow[i], curve->water[i], curve->arm),
        .width1 = loam_land_river_width(flow, curve->water[j], curve->arm),
        .flow0 = curve->flow[i],
        .flow1 = flow};
    // A cell has enough water, but not yet at its spring.
    return flow < job->min_flow || i == j ? LOAM_OK : emit(job, &line);
}

// To its very end, in the sea where it leads there: so it reaches the sea on whatever surface it is drawn.
static loam_result emit_curve(const line_job *job, loam_land_line_kind kind,
                              const land_curve *curve)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i + STRIDE < LAND_CURVE_POINTS && !result; i += STRIDE)
    {
        // Up to where a river or a branch comes into a brook it is one.
        const int32_t j = i + STRIDE;
        int32_t joint = i;
        while (joint < j && curve->flow[joint] < 0.02f * curve->flow[j])
        {
            joint++;
        }
        result = joint > i ? emit_piece(job, kind, curve, i, joint, curve->flow[joint - 1])
                           : LOAM_OK;
        result = result ? result : emit_piece(job, kind, curve, joint, j, curve->flow[j]);
    }
    return result;
}

static loam_result emit_river(const line_job *job, int32_t cell)
{
    const course_page *const page = job->page;
    const int32_t branch = page->cells.branch[cell];
    land_curve curve;
    loam_land_stem_of(&page->cells, cell, &curve);
    loam_result result = emit_curve(job, LOAM_LINE_RIVER, &curve);
    if (branch != LAND_NO_DIRECTION && !result)
    {
        loam_land_branch_of(&page->cells, cell, &curve);
        result = emit_curve(job, LOAM_LINE_BRANCH, &curve);
    }
    return result;
}

// Behind its mouth, to deeper sea.
static loam_result emit_way_out(const line_job *job, int32_t sea)
{
    const course_page *const page = job->page;
    const land_way_out way = loam_land_curve_way_out(&page->cells, sea);
    const float width = loam_land_river_width(way.flow, 0, way.arm);
    const loam_land_line line = {
        .kind = LOAM_LINE_RIVER,
        .x0 = loam_land_course_eighths(page, page->page_x, page->cells.x[sea]),
        .z0 = loam_land_course_eighths(page, page->page_z, page->cells.z[sea]),
        .x1 = loam_land_course_eighths(page, page->page_x, page->cells.x[way.to]),
        .z1 = loam_land_course_eighths(page, page->page_z, page->cells.z[way.to]),
        .width0 = width,
        .width1 = width,
        .flow0 = way.flow,
        .flow1 = way.flow};
    return way.to != sea && way.flow >= job->min_flow ? emit(job, &line) : LOAM_OK;
}

static loam_result emit_roads(const line_job *job, int32_t cell)
{
    const course_page *const page = job->page;
    land_road_piece pieces[LAND_ROAD_PIECES];
    const int32_t count = loam_land_road_pieces(&page->cells, page->road, cell,
                                                (float)loam_land_cell_size(page->level), pieces);
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < count && !result; i++)
    {
        const land_road_piece *const piece = &pieces[i];
        const loam_land_line line = {.kind = LOAM_LINE_ROAD,
                                     .x0 = loam_land_course_eighths(page, page->page_x, piece->x0),
                                     .z0 = loam_land_course_eighths(page, page->page_z, piece->z0),
                                     .x1 = loam_land_course_eighths(page, page->page_x, piece->x1),
                                     .z1 = loam_land_course_eighths(page, page->page_z, piece->z1),
                                     .height0 = piece->height0,
                                     .height1 = piece->height1,
                                     .width0 = ROAD_WIDTH_M,
                                     .width1 = ROAD_WIDTH_M};
        result = emit(job, &line);
    }
    return result;
}

static loam_result emit_cell(const line_job *job, int32_t cell)
{
    const bool sea = job->page->cells.kind[cell] == LAND_SEA;
    const loam_result result = sea                                        ? emit_way_out(job, cell)
                               : is_river(job->page, cell, job->min_flow) ? emit_river(job, cell)
                                                                          : LOAM_OK;
    return result ? result : emit_roads(job, cell);
}

static loam_result emit_part(const line_job *job)
{
    const land_window *const window = &job->page->cells.window;
    loam_result result = LOAM_OK;
    for (int32_t r = MARGIN; r < window->h - MARGIN && !result; r++)
    {
        for (int32_t c = MARGIN; c < window->w - MARGIN && !result; c++)
        {
            result = emit_cell(job, r * window->w + c);
        }
    }
    return result;
}

// Cells that a line's own one may lie from an area that the line touches. Half of a wide river is several
// rows of the finest level; of the others it is a part of one, for which REACH has room.
static int32_t line_reach(int32_t level)
{
    const int64_t row_m = loam_land_cell_size(level) * LOAM_GRAPH_SIDE / LAND_ROWS;
    return REACH + (int32_t)((int64_t)LAND_WIDEST_RIVER / 2 / row_m);
}

static loam_result check_asked(int32_t level, const loam_land_area *area)
{
    return level >= 0 && level < LOAM_LAND_LEVELS
               ? loam_land_check_area(area)
               : loam_fail(LOAM_BAD_ARGUMENT, "level is %d; must be 0 to %d", level,
                           LOAM_LAND_LEVELS - 1);
}

loam_result loam_land_lines(loam_land *land, int32_t level, loam_land_area area, float min_flow,
                            loam_result (*line)(void *user, const loam_land_line *line), void *user)
{
    loam_result result = check_asked(level, &area);
    if (result)
    {
        return result;
    }
    const int64_t last_x = area.x + (area.w - 1) * area.step;
    const int64_t last_z = area.z + (area.h - 1) * area.step;
    line_job job = {.low_x = area.x * 8,
                    .low_z = area.z * 8,
                    .high_x = last_x * 8,
                    .high_z = last_z * 8,
                    .min_flow = min_flow,
                    .line = line,
                    .user = user};
    result = loam_land_course_page_make(land, level, &job.page);
    if (result)
    {
        return result;
    }
    int64_t page_x, page_z;
    int32_t w, h;
    const land_window window = loam_land_window_over(level, area.x, area.z, last_x, last_z,
                                                     line_reach(level));
    loam_land_window_pages(&window, &page_x, &page_z, &w, &h);
    for (int64_t i = 0; i < (int64_t)w * h && !result; i++)
    {
        result = loam_land_course_load_part(job.page, &window, page_x + i % w, page_z + i / w);
        result = result ? result : emit_part(&job);
    }
    loam_land_course_page_free(job.page);
    return result;
}

// ---- one river --------------------------------------------------------------------------------------------

/// A point of a curve, and how far it is from where somebody asked.
typedef struct nearest_river
{
    int64_t x, z;    // where that is, 1/8 metres
    double distance; // 1/8 metres, squared
    int64_t column, row;
    int32_t point;
    int64_t point_x, point_z; // 1/8 metres
} nearest_river;

static void search_curve(const course_page *page, int32_t cell, float min_flow, nearest_river *best)
{
    land_curve curve;
    loam_land_stem_of(&page->cells, cell, &curve);
    const int32_t coast = coast_of(page, cell, &curve);
    for (int32_t i = 0; i < coast; i += STRIDE)
    {
        const int64_t x = loam_land_course_eighths(page, page->page_x, curve.x[i]);
        const int64_t z = loam_land_course_eighths(page, page->page_z, curve.z[i]);
        const double dx = (double)(x - best->x), dz = (double)(z - best->z);
        const double distance = dx * dx + dz * dz;
        if (curve.flow[i] >= min_flow && distance < best->distance)
        {
            best->distance = distance;
            best->column = page->cells.window.column + cell % W;
            best->row = page->cells.window.row + cell / W;
            best->point = i;
            best->point_x = x;
            best->point_z = z;
        }
    }
}

// The nearest point of a river within the pages around (x, z) that reach so far.
static loam_result search(course_page *page, int64_t x, int64_t z, int64_t reach, float min_flow,
                          nearest_river *best)
{
    int64_t page_x, page_z;
    int32_t w, h;
    const land_window window = loam_land_window_over(page->level, x - reach, z - reach, x + reach,
                                                     z + reach, REACH);
    loam_land_window_pages(&window, &page_x, &page_z, &w, &h);
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < w * h && !result; i++)
    {
        result = loam_land_course_load(page, page_x + i % w, page_z + i / w);
        for (int32_t k = 0; k < LAND_CELLS && !result; k++)
        {
            const int32_t cell = (k / LOAM_GRAPH_SIDE + MARGIN) * W + k % LOAM_GRAPH_SIDE + MARGIN;
            if (is_river(page, cell, min_flow))
            {
                search_curve(page, cell, min_flow, best);
            }
        }
    }
    return result;
}

static bool within(const nearest_river *best, int64_t reach)
{
    return best->distance <= (double)(reach * 8) * (double)(reach * 8);
}

static loam_result find_coarse(course_page *page, const loam_land_river_def *def,
                               nearest_river *best)
{
    for (int64_t reach = FAR_M / 16; reach <= FAR_M; reach *= 4)
    {
        const loam_result result = search(page, def->x, def->z, reach, def->min_flow, best);
        if (result || within(best, reach))
        {
            return result;
        }
    }
    return loam_fail(LOAM_NOT_FOUND, "there is no river within %d km of %lld, %lld", FAR_M / 1024,
                     (long long)def->x, (long long)def->z);
}

// Where the coarse level has the nearest river, or around the place itself if that is no further, the fine
// one is looked at.
static loam_result find_fine(course_page *page, const loam_land_river_def *def, nearest_river *best)
{
    const nearest_river coarse = *best;
    const bool near = within(&coarse, AROUND_M / 2);
    const int64_t x = near ? def->x : loam_floor_div(coarse.point_x, 8);
    const int64_t z = near ? def->z : loam_floor_div(coarse.point_z, 8);
    const nearest_river none = {.x = coarse.x, .z = coarse.z, .distance = HUGE_VAL};
    loam_result result = LOAM_OK;
    *best = none;
    for (int64_t reach = AROUND_M / 2; reach <= FINE_FAR_M && !result; reach *= 2)
    {
        result = search(page, x, z, reach, def->min_flow, best);
        if (best->distance < HUGE_VAL && (!near || within(best, reach)))
        {
            return result;
        }
    }
    return result || best->distance < HUGE_VAL
               ? result
               : loam_fail(LOAM_NOT_FOUND,
                           "the finest graph has no river within %d km of %lld, %lld",
                           FINE_FAR_M / 1024, (long long)x, (long long)z);
}

// Leaves `page` at the level that the river is followed on.
static loam_result find_nearest(course_page *page, const loam_land_river_def *def,
                                nearest_river *best)
{
    *best = (nearest_river){.x = def->x * 8, .z = def->z * 8, .distance = HUGE_VAL};
    page->level = COARSE_LEVEL;
    const loam_result result = find_coarse(page, def, best);
    if (result || def->coarse)
    {
        return result;
    }
    page->level = FINE_LEVEL;
    return find_fine(page, def, best);
}

/// The points of a river as they come.
typedef struct river_job
{
    course_page *page;
    const loam_land_river_def *def;
    loam_river_point *points;
    int32_t capacity, count;
    int64_t column, row; // the cell whose curve is next
    int32_t point;       // of that curve, where to go on
    loam_river_end end;
    bool done;
} river_job;

static void add_point(river_job *job, const land_curve *curve, int32_t cell, int32_t i,
                      float height)
{
    if (job->count == job->capacity)
    {
        job->end = LOAM_RIVER_BUFFER_FULL;
        job->done = true;
        return;
    }
    const course_page *const page = job->page;
    job->points[job->count++] = (loam_river_point){
        .x = loam_land_course_eighths(page, page->page_x, curve->x[i]),
        .z = loam_land_course_eighths(page, page->page_z, curve->z[i]),
        .height = above_sea(height),
        .width = loam_land_river_width(curve->flow[i], curve->water[i], curve->arm),
        .flow = curve->flow[i],
        .lake = page->cells.kind[cell] == LAND_LAKE};
}

// Goes along the curve of one cell to where it joins the next one's.
static loam_result follow_cell(river_job *job)
{
    course_page *const page = job->page;
    const loam_result result = loam_land_course_around(page, job->column, job->row);
    if (result)
    {
        return result;
    }
    const land_window *const window = &page->cells.window;
    const int32_t cell = (int32_t)(job->row - window->row) * window->w +
                         (int32_t)(job->column - window->column);
    land_curve curve;
    loam_land_stem_of(&page->cells, cell, &curve);
    const int32_t to = curve.to, kind = page->cells.kind[to];
    const int32_t coast = coast_of(page, cell, &curve);
    // Down to the sea's level at the coast rather than at the curve's end.
    const float drop = kind == LAND_SEA ? above_sea(curve.water[coast]) / (float)coast : 0;
    for (int32_t i = job->point; i < coast && !job->done; i += STRIDE)
    {
        add_point(job, &curve, cell, i, curve.water[i] - drop * (float)i);
    }
    job->column = window->column + to % window->w;
    job->row = window->row + to / window->w;
    if (!job->done && (kind == LAND_SEA || page->cells.receiver[to] == LAND_NO_DIRECTION))
    {
        // A river may join another behind the coast.
        const int32_t end = job->point > coast ? job->point : coast;
        add_point(job, &curve, to, end, kind == LAND_SEA ? 0 : curve.water[end]);
        job->end = job->done          ? LOAM_RIVER_BUFFER_FULL
                   : kind == LAND_SEA ? LOAM_RIVER_SEA
                                      : LOAM_RIVER_LAKE;
        job->done = true;
    }
    job->point = curve.joint;
    return LOAM_OK;
}

static loam_result follow(river_job *job)
{
    const loam_land_river_def *const def = job->def;
    loam_result result = LOAM_OK;
    // Every cell adds a point, so this ends with the river or with the room.
    while (!job->done && !result)
    {
        result = follow_cell(job);
        if (!result && def->progress != NULL && !def->progress(def->user, job->count))
        {
            result = loam_fail(LOAM_CANCELLED, "the river was left after %d points", job->count);
        }
    }
    return result;
}

loam_land_river_def loam_default_land_river_def(void)
{
    return (loam_land_river_def){.min_flow = 10};
}

static loam_result check_river_def(const loam_land_river_def *def, int32_t capacity)
{
    if (capacity < 1)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "there is room for %d points of a river; must be 1 or more", capacity);
    }
    if (!(def->min_flow >= 0))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the least flow of a river is %g; must be 0 or more",
                         (double)def->min_flow);
    }
    return loam_land_check_place(def->x, def->z);
}

loam_result loam_land_river(loam_land *land, const loam_land_river_def *def,
                            loam_river_point *points, int32_t capacity, int32_t *count,
                            loam_river_end *end)
{
    *count = 0;
    river_job job = {.def = def, .points = points, .capacity = capacity};
    nearest_river start;
    loam_result result = check_river_def(def, capacity);
    result = result ? result : loam_land_course_page_make(land, COARSE_LEVEL, &job.page);
    if (result)
    {
        return result;
    }
    result = find_nearest(job.page, def, &start);
    if (!result)
    {
        job.column = start.column;
        job.row = start.row;
        job.point = start.point;
        job.page->cells.window = (land_window){0};
        result = follow(&job);
    }
    loam_land_course_page_free(job.page);
    if (!result)
    {
        *count = job.count;
        *end = job.end;
    }
    return result;
}
