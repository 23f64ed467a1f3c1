// SPDX-License-Identifier: MIT
#include "land/surface/rivers.h"

#include "base/small.h"
#include "land/surface/ramps.h"
#include "loam/maths.h"

#include <math.h>

// A river is a quadratic B-spline with the sites of its cells as control points: a curve from the middle between
// two sites to the middle between the next two, so that tributaries meet it along its own direction. Water falls
// evenly from one middle to the next. The ground beside it stays above the water, and below a valley's side; both
// bounds lose their force with the distance, so that nothing ends abruptly.

enum
{
    SCALE = LAND_FIELD_SCALE,
    CELL = LOAM_GRAPH_CELL * SCALE,
    SHARES = LAND_PIECES * LAND_PIECES,
};

static const float bank_m = 0.35f; // of the ground above the water beside it
static const float bank_slope = 0.4f;

int32_t land_river_margin(int32_t level)
{
    return level == 2 ? 15 : 5;
}

static float metres_of(int32_t level)
{
    return (float)loam_land_cell_size(level) / (float)CELL;
}

float land_bank_reach(int32_t level)
{
    return 0.55f * (float)loam_land_cell_size(level);
}

static float half_width(float flow)
{
    const float width = 0.8f * sqrtf(flow);
    return 0.5f * (width > 800 ? 800 : width);
}

// ---- curves ---------------------------------------------------------------------------------------------

// One end of a stretch of a river.
typedef struct river_end
{
    int32_t x, z;
    float level, half;
} river_end;

static int32_t bend(int32_t a, int32_t b, int32_t c, int32_t i)
{
    const int64_t n = LAND_PIECES;
    const int64_t sum = (n - i) * (n - i) * (int64_t)a + 2 * i * (n - i) * (int64_t)b +
                        (int64_t)i * i * c;
    // Rounded down for both signs, so that a curve is the same from every page.
    return (int32_t)((sum - (((sum % SHARES) + SHARES) % SHARES)) / SHARES);
}

static void set_piece(land_river_piece *piece, const river_end *from, const river_end *to,
                      float metres, float flow)
{
    piece->x = from->x;
    piece->z = from->z;
    piece->along_x = (float)(to->x - from->x) * metres;
    piece->along_z = (float)(to->z - from->z) * metres;
    const float length = piece->along_x * piece->along_x + piece->along_z * piece->along_z;
    piece->inverse = length > 0 ? 1.0f / length : 0;
    piece->level = from->level;
    piece->fall = from->level - to->level;
    piece->half = from->half;
    piece->widening = to->half - from->half;
    piece->flow = flow;
}

static void set_box(land_river_curve *curve, const river_end *a, const river_end *b, int32_t x,
                    int32_t z)
{
    curve->low_x = a->x < b->x ? a->x : b->x;
    curve->high_x = a->x < b->x ? b->x : a->x;
    curve->low_z = a->z < b->z ? a->z : b->z;
    curve->high_z = a->z < b->z ? b->z : a->z;
    curve->low_x = x < curve->low_x ? x : curve->low_x;
    curve->high_x = x > curve->high_x ? x : curve->high_x;
    curve->low_z = z < curve->low_z ? z : curve->low_z;
    curve->high_z = z > curve->high_z ? z : curve->high_z;
}

// From one end to the other, drawn towards (x, z) between.
static void set_curve(land_river_curve *curve, const river_end *from, const river_end *to,
                      int32_t x, int32_t z, float metres, float flow)
{
    set_box(curve, from, to, x, z);
    curve->half = from->half > to->half ? from->half : to->half;
    river_end last = *from;
    for (int32_t i = 1; i <= LAND_PIECES; i++)
    {
        const float t = (float)i / LAND_PIECES;
        const river_end next = {.x = bend(from->x, x, to->x, i),
                                .z = bend(from->z, z, to->z, i),
                                .level = from->level + (to->level - from->level) * t,
                                .half = from->half + (to->half - from->half) * t * t};
        set_piece(&curve->pieces[i - 1], &last, &next, metres, flow);
        last = next;
    }
}

static bool is_river(const land_river_cells *cells, int32_t i)
{
    return cells->flow[i] >= LAND_RIVER_FLOW && cells->kind[i] != (float)LAND_SEA;
}

static float level_at(const land_river_cells *cells, int32_t i)
{
    return cells->height[i] > 0 ? cells->height[i] : 0;
}

static river_end middle(const land_river_cells *cells, int32_t a, int32_t b)
{
    return (river_end){.x = (cells->x[a] + cells->x[b]) / 2,
                       .z = (cells->z[a] + cells->z[b]) / 2,
                       .level = 0.5f * (level_at(cells, a) + level_at(cells, b)),
                       .half = half_width(cells->flow[a])};
}

static river_end at_site(const land_river_cells *cells, int32_t i, float half)
{
    return (river_end){
        .x = cells->x[i], .z = cells->z[i], .level = level_at(cells, i), .half = half};
}

typedef struct curve_list
{
    const land_river_cells *cells;
    land_river_curve *out;
    int32_t count, capacity;
    int32_t low_x, low_z, high_x, high_z; // curves beyond are not wanted
    float metres;
} curve_list;

// Keeps the curve at out[count] if it is near enough.
static void keep_curve(curve_list *list)
{
    const land_river_curve *curve = &list->out[list->count];
    const int32_t half = (int32_t)(curve->half / list->metres) + 1;
    const bool near = curve->high_x + half >= list->low_x && curve->low_x - half <= list->high_x &&
                      curve->high_z + half >= list->low_z && curve->low_z - half <= list->high_z;
    list->count += near && list->count < list->capacity - 1 ? 1 : 0;
}

static void add_curve(curve_list *list, const river_end *from, const river_end *to, int32_t site,
                      float flow)
{
    set_curve(&list->out[list->count], from, to, list->cells->x[site], list->cells->z[site],
              list->metres, flow);
    keep_curve(list);
}

// The cell that drains from cell i in direction d, or -1.
static int32_t drain(const land_river_cells *cells, int32_t i, float direction)
{
    if (direction >= LAND_NO_DIRECTION)
    {
        return -1;
    }
    return i +
           land_step((int32_t)direction, cells->window.row + i / cells->window.w, cells->window.w);
}

// Whether the neighbour at `from` drains to cell i.
static bool drains_to(const land_river_cells *cells, int32_t from, int32_t i)
{
    return is_river(cells, from) && (drain(cells, from, cells->receiver[from]) == i ||
                                     drain(cells, from, cells->branch[from]) == i);
}

// The curves through cell i towards `next`.
static void add_through(curve_list *list, int32_t i, int32_t next)
{
    const land_river_cells *cells = list->cells;
    const river_end out = middle(cells, i, next);
    bool spring = true;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = i +
                             land_step(d, cells->window.row + i / cells->window.w, cells->window.w);
        if (drains_to(cells, from, i))
        {
            const river_end in = middle(cells, from, i);
            add_curve(list, &in, &out, i, cells->flow[i]);
            spring = false;
        }
    }
    if (spring)
    {
        const river_end in = at_site(cells, i, 0.4f * out.half);
        add_curve(list, &in, &out, i, cells->flow[i]);
    }
    if (cells->kind[next] == (float)LAND_SEA || cells->receiver[next] >= LAND_NO_DIRECTION)
    {
        const river_end mouth = at_site(cells, next, out.half * 1.3f);
        add_curve(list, &out, &mouth, next, cells->flow[i]);
    }
}

int32_t land_river_capacity(int32_t cell_count)
{
    // Each cell drains to two at most, each of its curves is known by the cell that it comes from and the one
    // that it goes to, and there may be a spring or a mouth.
    return 4 * cell_count + 2;
}

int32_t land_river_curves(const land_river_cells *cells, int32_t level, int32_t low_x,
                          int32_t low_z, int32_t high_x, int32_t high_z, land_river_curve *out,
                          int32_t capacity)
{
    const float metres = metres_of(level);
    const float far = land_bank_reach(level) > LAND_RIVER_FAR ? land_bank_reach(level)
                                                              : LAND_RIVER_FAR;
    const int32_t grown = (int32_t)(far / metres) + 1;
    curve_list list = {.cells = cells,
                       .out = out,
                       .capacity = capacity,
                       .low_x = low_x - grown,
                       .low_z = low_z - grown,
                       .high_x = high_x + grown,
                       .high_z = high_z + grown,
                       .metres = metres};
    const int32_t w = cells->window.w, h = cells->window.h;
    for (int32_t r = 1; r < h - 1; r++)
    {
        for (int32_t i = r * w + 1; i < r * w + w - 1; i++)
        {
            if (!is_river(cells, i))
            {
                continue;
            }
            const int32_t next = drain(cells, i, cells->receiver[i]);
            const int32_t other = drain(cells, i, cells->branch[i]);
            if (next >= 0)
            {
                add_through(&list, i, next);
            }
            if (other >= 0)
            {
                add_through(&list, i, other);
            }
        }
    }
    return list.count;
}

// ---- places ---------------------------------------------------------------------------------------------

void land_banks_clear(land_banks *banks)
{
    *banks = (land_banks){.high = LAND_UNBOUND,
                          .low = -LAND_UNBOUND,
                          .bed = LAND_UNBOUND,
                          .water = LOAM_LAND_DRY,
                          .rank = LAND_UNBOUND,
                          .distance = LAND_RIVER_FAR,
                          .flow = 0};
}

float land_curve_gap(const land_river_curve *curve, int32_t level, int32_t x, int32_t z)
{
    const int32_t left = curve->low_x - x, right = x - curve->high_x;
    const int32_t below = curve->low_z - z, above = z - curve->high_z;
    const int32_t dx = left > right ? left : right, dz = below > above ? below : above;
    const float gx = dx > 0 ? (float)dx : 0, gz = dz > 0 ? (float)dz : 0;
    return sqrtf(gx * gx + gz * gz) * metres_of(level) - curve->half;
}

// Lets a water that stands at `water` bound the ground `out` metres from its bank. grade is its own fall.
static void bound_ground(land_banks *banks, float water, float out, float reach, float side,
                         float grade)
{
    if (out >= reach)
    {
        return;
    }
    const float rest = 1.0f - out / reach;
    const float high = water + loam_clamp(out, 0, 0.6f) + side * out / rest;
    const float plateau = 0.4f * reach;
    const float past = out > plateau ? (out - plateau) / rest : 0;
    const float low = water + loam_clamp(out * bank_slope, 0, bank_m) - 1.5f * grade * out -
                      0.3f * past;
    banks->high = high < banks->high ? high : banks->high;
    banks->low = low > banks->low ? low : banks->low;
}

static void set_water(land_banks *banks, float level, float depth, float rank)
{
    const float bed = level - depth;
    banks->bed = bed < banks->bed ? bed : banks->bed;
    if (rank < banks->rank)
    {
        banks->rank = rank;
        banks->water = level;
    }
}

static float river_depth(float half)
{
    // 0.2 + 0.25 w^0.6 to 10 % for widths up to 800, without a power for every place
    return 0.25f + 0.36f * sqrtf(half) + 0.012f * half;
}

void land_banks_river(land_banks *banks, const land_river_curve *curve, int32_t level, int32_t x,
                      int32_t z, float side)
{
    const float metres = metres_of(level);
    float least = LAND_UNBOUND, at = 0;
    const land_river_piece *nearest = curve->pieces;
    for (int32_t i = 0; i < LAND_PIECES; i++)
    {
        const land_river_piece *piece = &curve->pieces[i];
        const float dx = (float)(x - piece->x) * metres, dz = (float)(z - piece->z) * metres;
        const float t = loam_clamp((dx * piece->along_x + dz * piece->along_z) * piece->inverse, 0,
                                   1);
        const float px = dx - t * piece->along_x, pz = dz - t * piece->along_z;
        const float square = px * px + pz * pz;
        if (square < least)
        {
            least = square;
            at = t;
            nearest = piece;
        }
    }
    const float half = nearest->half + at * nearest->widening;
    const float water = nearest->level - at * nearest->fall;
    const float distance = sqrtf(least);
    const float out = distance - half;
    if (out < banks->distance)
    {
        banks->distance = out;
        banks->flow = nearest->flow;
    }
    if (out < 0)
    {
        const float part = distance / half;
        set_water(banks, water, 0.03f + river_depth(half) * (1 - part * part), part);
        return;
    }
    const float grade = nearest->fall * sqrtf(nearest->inverse);
    bound_ground(banks, water, out, land_bank_reach(level), side, grade);
}

void land_banks_lake(land_banks *banks, int32_t level, float distance, float radius, float water,
                     float side)
{
    banks->distance = distance < banks->distance ? distance : banks->distance;
    if (distance >= 0)
    {
        bound_ground(banks, water, distance, land_bank_reach(level), side, 0);
        return;
    }
    // Steep at the shore, flat in the middle; deeper lakes are larger.
    const float part = loam_clamp(-distance / (0.6f * radius), 0, 1);
    const float depth = (2 + 0.02f * radius) * part * (2 - part) + 0.05f;
    set_water(banks, water, depth < 160 ? depth : 160, -1);
}

float land_banks_ground(const land_banks *banks, int32_t level, float base, float ground)
{
    if (banks->bed < LAND_UNBOUND)
    {
        return banks->bed;
    }
    // Valley floors are smooth. Edges are rounder the further from the water, so that the bank itself stands
    // where it should.
    const float round = loam_clamp(0.4f * banks->distance, 0.01f, 6);
    float result = base +
                   (ground - base) * land_ramp(banks->distance, 0, 0.8f * land_bank_reach(level));
    if (banks->high < LAND_UNBOUND)
    {
        result = land_smooth_min(result, banks->high, round);
    }
    if (banks->low > -LAND_UNBOUND)
    {
        result = land_smooth_max(result, banks->low, round);
    }
    return result;
}
