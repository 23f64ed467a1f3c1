// SPDX-License-Identifier: MIT
#include "land/surface/rivers.h"

#include "base/small.h"
#include "land/surface/ramps.h"
#include "land/water/deltas.h"
#include "land/water/mesh.h"
#include "land/water/stems.h"
#include "loam/maths.h"

#include <math.h>

// Rivers run along the curves that the finer level's channels follow, and where maps draw them: every second
// point of those, a little smoothed, is joined by straight pieces. The ground beside a river stays above the
// water, and below a valley's side; both bounds lose their force with the distance, so that nothing ends
// abruptly.

enum
{
    SCALE = LAND_FIELD_SCALE,
    CELL = LOAM_GRAPH_CELL * SCALE,
    STRIDE = (LAND_CURVE_POINTS - 1) / LAND_PIECES,
    CURVE_MARGIN = 3, // cells around one that its curve depends on
};

static const float bank_m = 0.35f; // of the ground above the water beside it
// Radius of lakes that are shown, in steps: others are specks. Their mean is about half of it.
static const float least_lake = 1.75f;
static const float bank_slope =
    6; // steep, so that it holds the water of bends too, which stands higher upstream

// A row is 8/9 of a cell. Windows have one cell more than their margin; a curve and its bends lie within two
// and a half rows of where it begins, and depend on CURVE_MARGIN cells more.
#define ROWS_M(margin, cell) ((2 * ((margin) + 1 - CURVE_MARGIN) - 5) * (cell)*8 / (2 * 9))
_Static_assert(ROWS_M(LAND_FINE_RIVER_MARGIN, 128) >= (int)LAND_RIVER_FAR +
                                                          3 * 128 / LAND_CONTROLS_TO_CELL +
                                                          (int)LAND_WIDEST_RIVER / 2,
               "rivers that are told of at the finest level");
_Static_assert(ROWS_M(LAND_FINE_BOUND_MARGIN, 128) >= 95 * 128 / 100 + (int)LAND_WIDEST_RIVER / 2,
               "rivers that bound the ground of the finest one");
_Static_assert(ROWS_M(LAND_RIVER_MARGIN, 2048) >= 95 * 2048 / 100 + (int)LAND_WIDEST_RIVER / 2,
               "rivers that bound the ground of the middle one");

int32_t loam_land_river_margin(int32_t level, float told)
{
    const bool far = told > loam_land_bank_figures_of(level).most;
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

// Likewise wide rivers at wider steps.
static bool is_shown(float half, float step)
{
    return 2 * half >= 1.5f * step;
}

// ---- curves ---------------------------------------------------------------------------------------------

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

static void set_curve(land_river_curve *curve, const river_point points[LAND_PIECES + 1],
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
    curve->grade = (points[0].level - points[LAND_PIECES].level) / length;
}

typedef struct curve_list
{
    const land_river_cells *cells;
    land_river_curve *out;
    int32_t count;
    int32_t low_x, low_z, high_x, high_z; // curves that do not reach it are not wanted
    const land_bank_figures *figures;
} curve_list;

static void add_curve(curve_list *list, const river_point points[LAND_PIECES + 1], float flow)
{
    land_river_curve *curve = &list->out[list->count];
    const land_bank_figures *figures = list->figures;
    set_curve(curve, points, figures->metres, flow);
    // Of those that are told of, distances are also asked for at control points, which lie up to three
    // spacings beside the rectangle.
    const float beside = 3 * figures->cell / LAND_CONTROLS_TO_CELL;
    const float reach = loam_land_curve_reach(curve, figures) + beside + curve->half;
    const int32_t far = (int32_t)(reach / figures->metres) + 1;
    const bool near = curve->high_x + far >= list->low_x && curve->low_x - far <= list->high_x &&
                      curve->high_z + far >= list->low_z && curve->low_z - far <= list->high_z;
    list->count += near ? 1 : 0;
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
    loam_land_stem_of(&list->cells->curves, list->figures->level, i, &curve);
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
    loam_land_delta_curve(&list->cells->curves, i, (int32_t)list->cells->curves.branch[i], &curve);
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
    for (int32_t i = 0; i < LAND_PIECES; i++)
    {
        land_river_piece *piece = &curve->pieces[i];
        const float from = piece->level + bank_m - ground[i];
        const float to = piece->level - piece->fall + bank_m - ground[i + 1];
        piece->lift = from > 0 ? from : 0;
        piece->lifting = (to > 0 ? to : 0) - piece->lift;
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
    for (int32_t r = CURVE_MARGIN; r < h - CURVE_MARGIN; r++)
    {
        for (int32_t i = r * w + CURVE_MARGIN; i < (r + 1) * w - CURVE_MARGIN; i++)
        {
            if (all->kind[i] == (float)LAND_SEA)
            {
                add_way_out(&list, i);
                continue;
            }
            if (all->flow[i] < LAND_RIVER_FLOW || all->receiver[i] >= LAND_NO_DIRECTION)
            {
                continue;
            }
            add_main(&list, i);
            if (all->branch[i] < LAND_NO_DIRECTION)
            {
                add_branch(&list, i);
            }
        }
    }
    return list.count;
}

// ---- places ---------------------------------------------------------------------------------------------

void loam_land_banks_clear(land_banks *banks)
{
    banks->high = banks->cone = banks->hidden = banks->bed = LAND_UNBOUND;
    banks->rank = banks->distance = LAND_UNBOUND;
    banks->low = -LAND_UNBOUND;
    banks->water = LOAM_LAND_DRY;
    banks->lift = banks->flow = 0;
    banks->side_count = 0;
}

static float wide_bank(float half, float cell)
{
    return half < 0.4f * cell ? half : 0.4f * cell;
}

float loam_land_curve_reach(const land_river_curve *curve, const land_bank_figures *figures)
{
    const float bounding = figures->reach + wide_bank(curve->half, figures->cell);
    return bounding > figures->told ? bounding : figures->told;
}

float loam_land_curve_gap(const land_river_curve *curve, const land_bank_figures *figures,
                          int32_t x, int32_t z)
{
    const int32_t left = curve->low_x - x, right = x - curve->high_x;
    const int32_t below = curve->low_z - z, above = z - curve->high_z;
    const int32_t dx = left > right ? left : right, dz = below > above ? below : above;
    const float gx = dx > 0 ? (float)dx : 0, gz = dz > 0 ? (float)dz : 0;
    return sqrtf(gx * gx + gz * gz) * figures->metres - curve->half;
}

// Squares of the distances to some pieces, and where along them it is nearest.
static void measure_pieces(const land_river_curve *curve, int32_t first, int32_t last, float metres,
                           int32_t x, int32_t z, float *restrict squares, float *restrict at)
{
    for (int32_t i = first; i <= last; i++)
    {
        const float dx = (float)(x - curve->x[i]) * metres, dz = (float)(z - curve->z[i]) * metres;
        const float along = (dx * curve->along_x[i] + dz * curve->along_z[i]) * curve->inverse[i];
        const float least = along < 0.0f ? 0.0f : along;
        const float t = least > 1.0f ? 1.0f : least;
        const float px = dx - t * curve->along_x[i], pz = dz - t * curve->along_z[i];
        squares[i] = px * px + pz * pz;
        at[i] = t;
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
    float distance[LAND_PIECES], at[LAND_PIECES], least = LAND_UNBOUND;
    measure_pieces(curve, 0, LAND_PIECES - 1, figures->metres, x, z, distance, at);
    for (int32_t i = 0; i < LAND_PIECES; i++)
    {
        distance[i] = sqrtf(distance[i]);
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

// A water whose bank is `out` metres away: where it stands, half its width, its own fall per metre, and how
// far the ground lies below its bank.
typedef struct bank_side
{
    float water, out, half, grade, lift;
} bank_side;

// Lets a water bound the ground beside it, which would be at `smooth`: less and less with the distance, so
// that the corridor has no edge. side is the steepest that a valley's side may be.
static void bound_ground(land_banks *banks, const land_bank_figures *figures, const bank_side *bank,
                         float smooth, float side)
{
    const float cell = figures->cell;
    const float wide = wide_bank(bank->half, cell);
    const float reach = figures->reach + wide;
    const float out = bank->out > 0 ? bank->out : 0;
    if (out >= reach)
    {
        return;
    }
    const float cone = bank->water + side * out;
    const float cut = land_smooth_min(smooth, cone, loam_clamp(0.3f * out, 0.01f, 8));
    const float high = cut + (smooth - cut) * land_ramp(out, 0, reach);
    // Wide rivers are seen at large steps: the next sample, a step further at most, must hold their water.
    const float plateau = 0.12f * figures->reach +
                          (3 * wide < 0.4f * cell ? 3 * wide : 0.4f * cell);
    const float past = out > plateau ? (out - plateau) / (1.0f - out / reach) : 0;
    const float low = bank->water + loam_clamp(out * bank_slope, 0, bank_m) -
                      1.5f * bank->grade * out - 0.1f * past * past / (past + plateau);
    const float lift = bank->lift * (1 - land_ramp(out, 0, reach));
    banks->lift = lift > banks->lift ? lift : banks->lift;
    banks->cone = cone + bank_m < banks->cone ? cone + bank_m : banks->cone;
    banks->high = high < banks->high ? high : banks->high;
    banks->low = low > banks->low ? low : banks->low;
}

static float river_depth(float half)
{
    // 0.2 + 0.25 w^0.6 to 10 % for widths up to 800, without a power for every place; springs are shallow
    const float depth = 0.25f + 0.36f * sqrtf(half) + 0.012f * half;
    return depth < 1.2f * half ? depth : 1.2f * half;
}

// Whether a river can bound the ground here or be nearer than those that are known already. Rounding must not
// leave out one that does.
static bool matters(const land_banks *banks, const land_river_part *part,
                    const land_bank_figures *figures, int32_t x, int32_t z)
{
    const int32_t left = part->low_x - x, right = x - part->high_x;
    const int32_t below = part->low_z - z, above = z - part->high_z;
    const int32_t dx = left > right ? left : right, dz = below > above ? below : above;
    const float gx = dx > 0 ? (float)dx : 0, gz = dz > 0 ? (float)dz : 0;
    const float bounding = figures->reach + wide_bank(part->curve->half, figures->cell);
    const float told = banks->distance < figures->told ? banks->distance : figures->told;
    const float limit = 1.001f * ((bounding > told ? bounding : told) + part->curve->half);
    return (gx * gx + gz * gz) * (figures->metres * figures->metres) <= limit * limit;
}

// What a river is at the point of it that is nearest to a place.
typedef struct nearest_point
{
    float half, water, lift, flow;
    float even;       // half, if its banks were even
    float distance;   // m from the place
    float out;        // to its bank
    float to_x, to_z; // from the place to the point, m
} nearest_point;

// -1..1, without edges, of waves of 2^shift metres.
static float waves(const land_ground_line *ground, int32_t shift)
{
    const int64_t mask = ((int64_t)1 << shift) - 1, column = ground->x >> shift,
                  row = ground->z >> shift;
    const float scale = 1.0f / (float)(mask + 1);
    const float u = land_ramp((float)(ground->x & mask) * scale, 0, 1);
    const float v = land_ramp((float)(ground->z & mask) * scale, 0, 1);
    const uint64_t seed = ground->seed + (uint64_t)shift;
    const float a = loam_land_cell_hash(seed, column, row);
    const float b = loam_land_cell_hash(seed, column + 1, row);
    const float c = loam_land_cell_hash(seed, column, row + 1);
    const float d = loam_land_cell_hash(seed, column + 1, row + 1);
    const float low = a + (b - a) * u, high = c + (d - c) * u;
    return 2 * (low + (high - low) * v) - 1;
}

// How far the bank lies inside of the even one: large rivers have bays too, none is uneven in its middle.
static float raggedness(const land_bank_figures *figures, const land_ground_line *ground,
                        float half, float out)
{
    const float bays = loam_clamp(0.1f * (half - 3), 0, figures->ragged);
    const float fade = 1 - land_ramp(out < 0 ? -out : out, bays, 2.5f * bays);
    if (bays <= 0 || fade <= 0)
    {
        return 0;
    }
    const float nooks = bays < 2.2f ? bays : 2.2f, roots = bays < 0.8f ? bays : 0.8f;
    return fade * (0.6f * bays * waves(ground, 7) + 0.6f * nooks * waves(ground, 5) +
                   0.6f * roots * waves(ground, 3));
}

static nearest_point find_nearest(const land_river_part *part, const land_bank_figures *figures,
                                  int32_t x, int32_t z, const land_ground_line *ground)
{
    const land_river_curve *const curve = part->curve;
    float squares[LAND_PIECES], along[LAND_PIECES];
    measure_pieces(curve, part->first, part->last, figures->metres, x, z, squares, along);
    int32_t best = part->first;
    for (int32_t i = part->first + 1; i <= part->last; i++)
    {
        best = squares[i] < squares[best] ? i : best;
    }
    const land_river_piece *const piece = &curve->pieces[best];
    const float at = along[best], distance = sqrtf(squares[best]);
    const float half = piece->half + at * piece->widening;
    const float uneven = raggedness(figures, ground, half, distance - half);
    return (nearest_point){
        .half = half - uneven,
        .even = half,
        .water = piece->level - at * piece->fall,
        .lift = piece->lift + at * piece->lifting,
        .flow = piece->flow,
        .distance = distance,
        .out = distance - half + uneven,
        .to_x = (float)(curve->x[best] - x) * figures->metres + at * curve->along_x[best],
        .to_z = (float)(curve->z[best] - z) * figures->metres + at * curve->along_z[best]};
}

// Corners are at most so round, m: not as far as some tiles do not know of.
static const float roundest_m = 100;

static void add_side(land_banks *banks, const nearest_point *river)
{
    if (river->out < -roundest_m || river->out >= 2 * river->even || river->out >= roundest_m ||
        banks->side_count == LAND_RIVER_SIDES)
    {
        return;
    }
    const float scale = 1.0f / (river->distance + 1e-3f);
    banks->sides[banks->side_count++] = (land_river_side){.out = river->out,
                                                          .half = river->even,
                                                          .to_x = river->to_x * scale,
                                                          .to_z = river->to_z * scale,
                                                          .water = river->water,
                                                          .flow = river->flow};
}

// The corner between two rivers is round: there is water where both are near and lie in different directions.
// Pieces of one river, one behind the other, lie in the same.
static void round_corner(land_banks *banks, const land_river_side *a, const land_river_side *b)
{
    const float least = a->half < b->half ? a->half : b->half;
    const float radius = 2 * least < roundest_m ? 2 * least : roundest_m;
    const float further = a->out > b->out ? a->out : b->out;
    const float cosine = a->to_x * b->to_x + a->to_z * b->to_z;
    const float near = 0.25f * radius * (1 - cosine) * loam_clamp01(2 - 2 * further / radius);
    if (near <= 1e-3f)
    {
        return;
    }
    const float distance = land_smooth_min(a->out, b->out, near);
    if (distance < 0 && distance < banks->distance)
    {
        const float part = loam_clamp01(0.5f + 0.5f * (a->out - b->out) / near);
        const float water = a->water + (b->water - a->water) * part;
        const float bed = water - 0.03f - (distance > -3 ? -0.4f * distance : 1.2f);
        banks->bed = bed < banks->bed ? bed : banks->bed;
        banks->water = banks->rank > 1 ? water : banks->water;
        banks->rank = banks->rank > 1 ? 1 : banks->rank;
        const float flow = a->flow > b->flow ? a->flow : b->flow;
        banks->flow = flow > banks->flow ? flow : banks->flow;
    }
    banks->distance = distance < banks->distance ? distance : banks->distance;
}

void loam_land_banks_corners(land_banks *banks)
{
    for (int32_t i = 1; i < banks->side_count; i++)
    {
        for (int32_t k = 0; k < i; k++)
        {
            round_corner(banks, &banks->sides[k], &banks->sides[i]);
        }
    }
}

void loam_land_banks_river(land_banks *banks, const land_river_part *part,
                           const land_bank_figures *figures, int32_t x, int32_t z,
                           const land_ground_line *ground, float step)
{
    if (!matters(banks, part, figures, x, z))
    {
        return;
    }
    const nearest_point river = find_nearest(part, figures, x, z, ground);
    const bool shown = is_shown(river.even, step);
    banks->distance = river.out < banks->distance ? river.out : banks->distance;
    const float flow = river.flow * (1 - land_ramp(river.out, 0, figures->calm));
    banks->flow = flow > banks->flow ? flow : banks->flow;
    if (shown)
    {
        add_side(banks, &river);
    }
    if (river.out < 0 && shown)
    {
        const float away = river.distance / river.half;
        const float bed = river.water - 0.03f - river_depth(river.half) * (1 - away * away);
        banks->bed = bed < banks->bed ? bed : banks->bed;
        banks->water = away < banks->rank ? river.water : banks->water;
        banks->rank = away < banks->rank ? away : banks->rank;
        return;
    }
    if (river.out < 0)
    {
        banks->hidden = river.water + bank_m < banks->hidden ? river.water + bank_m : banks->hidden;
    }
    if (banks->bed < LAND_UNBOUND)
    {
        return; // under water there is the bed alone
    }
    bound_ground(banks, figures,
                 &(bank_side){river.water, river.out, river.half, part->curve->grade, river.lift},
                 ground->smooth, ground->side);
}

static float lake_depth(float radius)
{
    const float depth = 0.05f + 2 + 0.02f * radius;
    return depth < 160 ? depth : 160;
}

void loam_land_banks_lake(land_banks *banks, const land_bank_figures *figures,
                          const land_lake_place *lake, const land_ground_line *ground, float step)
{
    const float distance = lake->out, radius = lake->radius, water = lake->water;
    const bool shown = radius >= least_lake * step;
    banks->distance = distance < banks->distance ? distance : banks->distance;
    if (distance < 0 && !shown)
    {
        banks->hidden = water + bank_m < banks->hidden ? water + bank_m : banks->hidden;
    }
    if (distance >= 0 || !shown)
    {
        // Its rim is low and soon falls, or what leaves it would run in a canyon.
        const bank_side rim = {water, distance, radius < 16 ? radius : 16, 0.015f, 0};
        bound_ground(banks, figures, &rim, ground->smooth, ground->side);
        return;
    }
    // Steep at the shore, flat in the middle; deeper lakes are larger. The bed of a river that runs through
    // fades.
    const float part = loam_clamp01(-distance / (0.6f * radius));
    const float own = water - 0.05f - (lake_depth(radius) - 0.05f) * part * (2 - part);
    const float kept = land_ramp(-distance, 0, 12);
    banks->bed = banks->bed < own ? banks->bed + (own - banks->bed) * kept : own;
    banks->rank = -1;
    banks->water = water;
}

float loam_land_banks_ground(const land_banks *banks, const land_bank_figures *figures,
                             float smooth, float ground)
{
    if (banks->bed < LAND_UNBOUND)
    {
        return banks->bed;
    }
    if (banks->low <= -LAND_UNBOUND)
    {
        // No water is near: the same, to the bit, as where none has been asked.
        return land_dry_ground(ground);
    }
    // Valleys are cut into the smooth ground, and what stands on it stands on their sides too, less and less
    // towards the water. Edges are rounder the further from it, so that the bank itself stands where it
    // should.
    const float round = loam_clamp(0.05f * banks->distance, 0.01f, 0.8f);
    const float rest = land_ramp(banks->distance, 0, figures->calm);
    const float own = banks->high < smooth ? banks->high : smooth;
    const float lifted = own + banks->lift, most = own < banks->cone ? banks->cone : own;
    float result = lifted < most ? lifted : most;
    const float added = (ground - smooth) * rest;
    // Hollows take a share of what is above the lowest, so that they never reach it.
    result = land_smooth_max(result, banks->low, round);
    const float above = result - banks->low;
    result = added < 0 && above > 0 ? banks->low + above * (above / (above - added))
                                    : result + added;
    return land_dry_ground(result < banks->hidden ? result : banks->hidden);
}

float loam_land_river_bound(int64_t step)
{
    const float half = 0.75f * (float)step;
    const float widest = 0.5f * LAND_WIDEST_RIVER;
    const float river = river_depth(half < widest ? half : widest);
    const float lake = lake_depth(least_lake * (float)step);
    // Where it is not shown the ground lies as high as its bank.
    return 0.05f + bank_m + (river > lake ? river : lake);
}
