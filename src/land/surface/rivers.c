// SPDX-License-Identifier: MIT
#include "land/surface/rivers.h"

#include "base/small.h"
#include "land/water/stems.h"
#include "loam/maths.h"
#include "noise/wide_scalar.h"

#include "land/surface/river_depth.inl"

#include <math.h>

// Rivers run along the curves that the finer level's channels follow, and where maps draw them: every second
// point of those, a little smoothed, is joined by straight pieces.

enum
{
    SCALE = LAND_FIELD_SCALE,
    CELL = LOAM_GRAPH_CELL * SCALE,
    STRIDE = (LAND_CURVE_POINTS - 1) / LAND_PIECES,
    CURVE_LENGTH = 5 * CELL * 4 / 9, // two and a half rows: a curve lies so near to where it begins
    FIELD_M = (LAND_FIELD_RADIUS + CELL / 3 + SCALE) * 128 / CELL + 1, // sites that a field reads
};

// A row is 8/9 of a cell. Windows have one cell more than their margin; a curve and its bends lie within
// CURVE_LENGTH of where it begins, and depend on LAND_CURVE_MARGIN cells more.
#define ROWS_M(margin, cell) ((2 * ((margin) + 1 - LAND_CURVE_MARGIN) - 5) * (cell)*8 / (2 * 9))
_Static_assert(ROWS_M(LAND_FINE_RIVER_MARGIN, 128) >= (int)LAND_RIVER_FAR +
                                                          3 * 128 / LAND_CONTROLS_TO_CELL +
                                                          (int)LAND_WIDEST_RIVER / 2,
               "rivers that are reported at the finest level");
_Static_assert(ROWS_M(LAND_FINE_BOUND_MARGIN, 128) >= 95 * 128 / 100 + (int)LAND_WIDEST_RIVER / 2,
               "rivers that bound the ground of the finest one");
_Static_assert((LAND_FINE_BOUND_MARGIN + 1) * 128 * 8 / 9 >=
                   95 * 128 / 100 + (int)LAND_WIDEST_RIVER / 2 + CURVE_LENGTH * 128 / CELL + 1 +
                       LAND_FINEST_WARP_M + FIELD_M,
               "the ground along those, which they are lifted by");
_Static_assert(ROWS_M(LAND_RIVER_MARGIN, 2048) >= 95 * 2048 / 100 + (int)LAND_WIDEST_RIVER / 2,
               "rivers that bound the ground of the middle one");

int32_t loam_land_river_margin(int32_t level, float water_range_m)
{
    const bool far = water_range_m > loam_land_bank_figures_of(level).most;
    return level < LOAM_LAND_LEVELS - 1 ? LAND_RIVER_MARGIN
           : far                        ? LAND_FINE_RIVER_MARGIN
                                        : LAND_FINE_BOUND_MARGIN;
}

land_bank_figures loam_land_bank_figures_of(int32_t level)
{
    const float cell = (float)loam_land_cell_size(level);
    return (land_bank_figures){.metres = cell / (float)CELL,
                               .cell = cell,
                               .level = level,
                               .reach = 0.55f * cell,
                               .calm = 32 + 0.06f * cell,
                               .most = 0.95f * cell,
                               .ragged = level == LOAM_LAND_LEVELS - 1 ? 10.0f : 0.0f};
}

// Brooks are at least so wide that their water hangs together at a step of 1 m.
static float half_width(float flow, float water, float arm)
{
    const float half = 0.5f * loam_land_river_width(flow, water, arm);
    return half > 0.75f ? half : 0.75f;
}

// ---- curves ---------------------------------------------------------------------------------------------

loam_result loam_land_river_cells_gather(const land_window *window, int32_t level, uint64_t seed,
                                         land_page_source source, loam_arena *arena,
                                         land_river_cells *out)
{
    const int64_t page_m = loam_land_cell_size(level) * LOAM_GRAPH_SIDE;
    land_curve_source from = {.cells = source, .level = level, .seed = seed};
    int32_t w, h;
    loam_land_window_pages(window, &from.page_x, &from.page_z, &w, &h);
    out->origin_x = from.page_x * page_m;
    out->origin_z = from.page_z * page_m;
    return loam_land_curve_cells_gather(window, &from, arena, &out->curves);
}

// A point of a river.
typedef struct river_point
{
    int32_t x, z;
    float level, half;
} river_point;

static void set_piece(land_river_curve *curve, int32_t i, const river_point *from,
                      const river_point *to, float metres, float flow)
{
    const float x = (float)(to->x - from->x) * metres, z = (float)(to->z - from->z) * metres;
    const float length = x * x + z * z;
    curve->along_x[i] = x;
    curve->along_z[i] = z;
    curve->inverse[i] = length > 0 ? 1.0f / length : 0;
    curve->pieces[i] = (land_river_piece){.level = from->level,
                                          .fall = from->level - to->level,
                                          .half = from->half,
                                          .widening = to->half - from->half,
                                          .flow = flow};
}

// False if it lies further from where it begins than windows have room for.
static bool set_curve(land_river_curve *curve, const river_point points[LAND_PIECES + 1],
                      float metres, float flow)
{
    curve->low_x = curve->high_x = points[0].x;
    curve->low_z = curve->high_z = points[0].z;
    curve->half = points[0].half;
    float length = 0;
    for (int32_t i = 0; i < LAND_PIECES; i++)
    {
        const river_point *to = &points[i + 1];
        set_piece(curve, i, &points[i], to, metres, flow);
        curve->low_x = to->x < curve->low_x ? to->x : curve->low_x;
        curve->low_z = to->z < curve->low_z ? to->z : curve->low_z;
        curve->high_x = to->x > curve->high_x ? to->x : curve->high_x;
        curve->high_z = to->z > curve->high_z ? to->z : curve->high_z;
        curve->half = to->half > curve->half ? to->half : curve->half;
        length += 1.0f / sqrtf(curve->inverse[i] + 1e-12f);
    }
    for (int32_t i = 0; i <= LAND_PIECES; i++)
    {
        curve->x[i] = points[i].x;
        curve->z[i] = points[i].z;
    }
    curve->lift = 0;
    curve->grade = (points[0].level - points[LAND_PIECES].level) / length;
    return curve->high_x - curve->low_x <= CURVE_LENGTH &&
           curve->high_z - curve->low_z <= CURVE_LENGTH;
}

typedef struct curve_list
{
    const land_river_cells *cells;
    land_river_curve *out;
    int32_t count;
    int32_t low_x, low_z, high_x, high_z; // curves that do not reach it are not wanted
    const land_bank_figures *figures;
    bool too_long; // there is a curve that windows have no room for
} curve_list;

static float reach_of(float half, const land_bank_figures *figures)
{
    const float bounding = figures->reach + land_wide_bank(half, figures->cell);
    return bounding > figures->water_range_m ? bounding : figures->water_range_m;
}

float loam_land_curve_reach(const land_river_curve *curve, const land_bank_figures *figures)
{
    return reach_of(curve->half, figures);
}

// How far from the middle of a river with half this width samples may be that it matters to, in units. Of
// those that are reported, distances are also asked for at control points, which lie up to three spacings
// beside the rectangle.
static int32_t far_from(float half, const land_bank_figures *figures)
{
    const float beside = 3 * figures->cell / LAND_CONTROLS_TO_CELL;
    return (int32_t)((reach_of(half, figures) + beside + half) / figures->metres) + 1;
}

static void add_curve(curve_list *list, const river_point points[LAND_PIECES + 1], float flow)
{
    land_river_curve *curve = &list->out[list->count];
    list->too_long |= !set_curve(curve, points, list->figures->metres, flow);
    const int32_t far = far_from(curve->half, list->figures);
    const bool near = curve->high_x + far >= list->low_x && curve->low_x - far <= list->high_x &&
                      curve->high_z + far >= list->low_z && curve->low_z - far <= list->high_z;
    list->count += near ? 1 : 0;
}

// Whether the curves of a cell may be near, decided without them: most are not.
static bool may_be_near(const curve_list *list, int32_t i)
{
    const land_curve_cells *cells = &list->cells->curves;
    const int32_t to = land_curve_receiver(cells, i);
    const float flow = cells->flow[to] > cells->flow[i] ? cells->flow[to] : cells->flow[i];
    // A river is nowhere wider than at the sea.
    const int32_t far = far_from(half_width(flow, 0, 0), list->figures) + CURVE_LENGTH;
    return cells->x[i] + far >= list->low_x && cells->x[i] - far <= list->high_x &&
           cells->z[i] + far >= list->low_z && cells->z[i] - far <= list->high_z;
}

// Below the sea's level the water stands at the sea's.
static float above_sea(float level)
{
    return level > 0 ? level : 0;
}

// A lake's water leaves at the lake's level: what falls, falls behind its shore.
static void leave_lake(const land_curve_cells *cells, int32_t i,
                       river_point points[LAND_PIECES + 1])
{
    const float radius = cells->lake[i] * LAND_FIELD_SCALE;
    int32_t inside = 0;
    for (int32_t k = 1; k < LAND_PIECES; k++)
    {
        const float dx = (float)(points[k].x - cells->x[i]),
                    dz = (float)(points[k].z - cells->z[i]);
        inside = dx * dx + dz * dz < radius * radius ? k : inside;
    }
    const float end = points[LAND_PIECES].level;
    for (int32_t k = 1; k < LAND_PIECES; k++)
    {
        const float part = k <= inside ? 0 : (float)(k - inside) / (float)(LAND_PIECES - inside);
        points[k].level = points[0].level + (end - points[0].level) * part;
    }
}

// A point of a curve between those beside it; its ends stay. Rounded down, so that it is the same from every
// page.
static int32_t smoothed(const int32_t *values, int32_t i)
{
    if (i == 0 || i == LAND_CURVE_POINTS - 1)
    {
        return values[i];
    }
    return (int32_t)loam_floor_div((int64_t)values[i - 1] + 2 * (int64_t)values[i] + values[i + 1],
                                   4);
}

static void add_main(curve_list *list, int32_t i)
{
    land_curve curve;
    loam_land_stem_of(&list->cells->curves, i, &curve);
    river_point points[LAND_PIECES + 1];
    for (int32_t k = 0; k <= LAND_PIECES; k++)
    {
        // What flows at a spring is less than a river: it begins as a trickle.
        const float flow = curve.flow[k * STRIDE];
        const float part = loam_clamp01(flow / LAND_RIVER_FLOW);
        points[k] = (river_point){.x = smoothed(curve.x, k * STRIDE),
                                  .z = smoothed(curve.z, k * STRIDE),
                                  .level = above_sea(curve.water[k * STRIDE]),
                                  .half = half_width(flow, curve.water[k * STRIDE], curve.arm) *
                                          part * part};
    }
    if (list->cells->curves.lake[i] > 0)
    {
        leave_lake(&list->cells->curves, i, points);
    }
    add_curve(list, points, curve.flow[LAND_CURVE_POINTS - 1]);
}

// The second way out of a cell of a delta.
static void add_branch(curve_list *list, int32_t i)
{
    land_curve curve;
    loam_land_branch_of(&list->cells->curves, i, &curve);
    river_point points[LAND_PIECES + 1];
    for (int32_t k = 0; k <= LAND_PIECES; k++)
    {
        points[k] = (river_point){
            .x = curve.x[k * STRIDE],
            .z = curve.z[k * STRIDE],
            .level = above_sea(curve.water[k * STRIDE]),
            .half = half_width(curve.flow[k * STRIDE], curve.water[k * STRIDE], curve.arm)};
    }
    add_curve(list, points, curve.flow[0]);
}

// Rivers run on to deeper sea, see loam_land_curve_way_out: where it is open that changes nothing.
static void add_way_out(curve_list *list, int32_t sea)
{
    const land_curve_cells *cells = &list->cells->curves;
    const land_way_out way = loam_land_curve_way_out(cells, sea);
    const int32_t to = way.to;
    if (to == sea)
    {
        return;
    }
    river_point points[LAND_PIECES + 1];
    for (int32_t k = 0; k <= LAND_PIECES; k++)
    {
        points[k] = (river_point){
            .x = cells->x[sea] + (cells->x[to] - cells->x[sea]) * k / LAND_PIECES,
            .z = cells->z[sea] + (cells->z[to] - cells->z[sea]) * k / LAND_PIECES,
            .half = half_width(way.flow, 0, way.arm)};
    }
    add_curve(list, points, way.flow);
}

void loam_land_river_lift(land_river_curve *curve, const float ground[LAND_PIECES + 1])
{
    curve->lift = 0;
    for (int32_t i = 0; i <= LAND_PIECES; i++)
    {
        const land_river_piece *last = &curve->pieces[LAND_PIECES - 1];
        const float level = i < LAND_PIECES ? curve->pieces[i].level : last->level - last->fall;
        const float below = level + land_bank_m - ground[i];
        curve->lift = below > curve->lift ? below : curve->lift;
    }
}

int32_t loam_land_river_capacity(int32_t cell_count)
{
    return 2 * cell_count + 1; // a way out, a branch, and one that is looked at
}

int32_t loam_land_river_curves(const land_river_cells *cells, const land_bank_figures *figures,
                               int32_t low_x, int32_t low_z, int32_t high_x, int32_t high_z,
                               land_river_curve *out)
{
    curve_list list = {.cells = cells,
                       .out = out,
                       .low_x = low_x,
                       .low_z = low_z,
                       .high_x = high_x,
                       .high_z = high_z,
                       .figures = figures};
    const land_curve_cells *all = &cells->curves;
    const int32_t w = all->window.w, h = all->window.h;
    for (int32_t r = LAND_CURVE_MARGIN; r < h - LAND_CURVE_MARGIN; r++)
    {
        for (int32_t i = r * w + LAND_CURVE_MARGIN; i < (r + 1) * w - LAND_CURVE_MARGIN; i++)
        {
            if (all->kind[i] == LAND_SEA)
            {
                add_way_out(&list, i);
                continue;
            }
            if (all->flow[i] < LAND_RIVER_FLOW || !land_has_curve(all, i) || !may_be_near(&list, i))
            {
                continue;
            }
            add_main(&list, i);
            if (all->branch[i] != LAND_NO_DIRECTION)
            {
                add_branch(&list, i);
            }
        }
    }
    if (list.too_long)
    {
        (void)loam_fail(LOAM_FAILED, "a river of level %d lies more than %.3g m from its cell",
                        figures->level, (double)((float)CURVE_LENGTH * figures->metres));
        return -1;
    }
    return list.count;
}

// ---- places ---------------------------------------------------------------------------------------------

float loam_land_curve_gap(const land_river_curve *curve, const land_bank_figures *figures,
                          int32_t x, int32_t z)
{
    const int32_t left = curve->low_x - x, right = x - curve->high_x;
    const int32_t below = curve->low_z - z, above = z - curve->high_z;
    const int32_t dx = left > right ? left : right, dz = below > above ? below : above;
    const float gx = dx > 0 ? (float)dx : 0, gz = dz > 0 ? (float)dz : 0;
    return sqrtf(gx * gx + gz * gz) * figures->metres - curve->half;
}

// Distances to pieces.
static void measure_pieces(const land_river_curve *curve, float metres, int32_t x, int32_t z,
                           float distance[LAND_PIECES])
{
    for (int32_t i = 0; i < LAND_PIECES; i++)
    {
        const float dx = (float)(x - curve->x[i]) * metres, dz = (float)(z - curve->z[i]) * metres;
        const float along = (dx * curve->along_x[i] + dz * curve->along_z[i]) * curve->inverse[i];
        const float least = along < 0.0f ? 0.0f : along;
        const float t = least > 1.0f ? 1.0f : least;
        const float px = dx - t * curve->along_x[i], pz = dz - t * curve->along_z[i];
        distance[i] = sqrtf(px * px + pz * pz);
    }
}

land_river_part loam_land_river_whole(const land_river_curve *curve)
{
    return (land_river_part){.curve = curve,
                             .last = LAND_PIECES - 1,
                             .low_x = curve->low_x,
                             .low_z = curve->low_z,
                             .high_x = curve->high_x,
                             .high_z = curve->high_z};
}

static void find_box(land_river_part *part)
{
    part->low_x = part->low_z = INT32_MAX;
    part->high_x = part->high_z = INT32_MIN;
    for (int32_t i = part->first; i <= part->last + 1; i++)
    {
        const int32_t x = part->curve->x[i], z = part->curve->z[i];
        part->low_x = x < part->low_x ? x : part->low_x;
        part->low_z = z < part->low_z ? z : part->low_z;
        part->high_x = x > part->high_x ? x : part->high_x;
        part->high_z = z > part->high_z ? z : part->high_z;
    }
}

land_river_part loam_land_river_part_near(const land_river_curve *curve,
                                          const land_bank_figures *figures, int32_t x, int32_t z,
                                          float radius, float *gap)
{
    float distance[LAND_PIECES], least = LAND_UNBOUND;
    measure_pieces(curve, figures->metres, x, z, distance);
    for (int32_t i = 0; i < LAND_PIECES; i++)
    {
        least = distance[i] < least ? distance[i] : least;
    }
    *gap = least - radius - curve->half;
    // Rounding must not leave out what could be nearest.
    const float most = least + 2 * radius + 1e-3f * (least + radius);
    land_river_part part = {.curve = curve, .first = LAND_PIECES, .last = -1};
    for (int32_t i = 0; i < LAND_PIECES; i++)
    {
        if (distance[i] <= most)
        {
            part.first = i < part.first ? i : part.first;
            part.last = i;
        }
    }
    find_box(&part);
    return part;
}

float loam_land_river_bound(int64_t step)
{
    const float half = 0.75f * (float)step;
    const float widest = 0.5f * LAND_WIDEST_RIVER;
    const float river = river_depth(half < widest ? half : widest);
    const float lake = land_lake_depth(land_least_lake * (float)step);
    // Where it is not shown the ground lies as high as its bank.
    return 0.05f + land_bank_m + (river > lake ? river : lake);
}
