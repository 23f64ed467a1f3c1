// SPDX-License-Identifier: MIT
#include "atlas/rivers.h"

#include "atlas/paint.h"
#include "base/small.h"
#include "land/water/curves.h"
#include "land/water/river_id.h"
#include "loam/random.h"

#include <string.h>

// In every square of the world, of a size that suits the scale, the strongest river is named. A river is
// known by where it ends, see land/water/river_id.h, so it has one name on all maps, and all along its
// course.

enum
{
    EIGHTHS = 8,
    SAME = 128,       // ends within this part of a cell are the same
    MOST_STEPS = 512, // along a course
    PARTS = 64,       // of a square, for a step that areas may have
    SQUARE_PX = 80,   // squares are larger than this and smaller than twice
};

// Only rivers that stand out have names, but those reach up to where they do not: in what maps draw at least.
static const float name_least = 5, follow_least = 1.5f;

typedef struct line_list
{
    const loam_env *env;
    loam_land_line *list;
    int32_t count, capacity;
    int64_t same; // 1/8 m: ends that are this near are the same
    // Where lines end, so that those which meet are found without a look at all of them: see sort_lines.
    int64_t x, z, side; // of the first bucket, 1/8 m
    int32_t columns, rows;
    int32_t *first; // line of each bucket, then the next one of each line; -1 is none
    size_t sorted_size;
} line_list;

// ---- lists ------------------------------------------------------------------------------------------------

/// Room for one more in a list of things; NULL if there is no memory.
static void *grow(const loam_env *env, void *list, int32_t count, int32_t *capacity, size_t size)
{
    if (count < *capacity)
    {
        return list;
    }
    const int32_t room = *capacity > 0 ? *capacity * 2 : 64;
    void *larger = loam_alloc(env, (size_t)room * size);
    if (larger != NULL)
    {
        if (count > 0)
        {
            memcpy(larger, list, (size_t)count * size);
        }
        loam_free(env, list, (size_t)*capacity * size);
        *capacity = room;
    }
    return larger;
}

static bool is_beyond(int64_t place)
{
    return place < -LOAM_LAND_END * EIGHTHS || place > LOAM_LAND_END * EIGHTHS;
}

/// Lines may lead beyond the end of the land, where nothing is named.
static loam_result keep_line(void *user, const loam_land_line *line)
{
    line_list *lines = user;
    if (line->kind == LOAM_LINE_ROAD || is_beyond(line->x0) || is_beyond(line->z0) ||
        is_beyond(line->x1) || is_beyond(line->z1))
    {
        return LOAM_OK;
    }
    loam_land_line *list = grow(lines->env, lines->list, lines->count, &lines->capacity,
                                sizeof *list);
    if (list == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    lines->list = list;
    lines->list[lines->count++] = *line;
    return LOAM_OK;
}

static void free_lines(line_list *lines)
{
    loam_free(lines->env, lines->list, (size_t)lines->capacity * sizeof *lines->list);
    loam_free(lines->env, lines->first, lines->sorted_size);
    *lines = (line_list){0};
}

void loam_map_rivers_free(const loam_env *env, map_rivers *rivers)
{
    loam_free(env, rivers->list, (size_t)rivers->capacity * sizeof *rivers->list);
    *rivers = (map_rivers){0};
}

// ---- following --------------------------------------------------------------------------------------------

static int64_t away(int64_t a, int64_t b)
{
    return a > b ? a - b : b - a;
}

static int64_t middle(int64_t a, int64_t b)
{
    return a + (b - a) / 2;
}

/// Whether one stretch goes on as another: it ends on it, at its beginning or where it joins.
static bool meet(double same, const loam_land_line *above, const loam_land_line *below)
{
    const double dx = (double)(below->x1 - below->x0), dz = (double)(below->z1 - below->z0);
    const double px = (double)(above->x1 - below->x0), pz = (double)(above->z1 - below->z0);
    const double length2 = dx * dx + dz * dz;
    double t = length2 > 0 ? (px * dx + pz * dz) / length2 : 0;
    t = t < 0 ? 0 : t > 0.9 ? 0.9 : t; // what ends at its end is beside it
    const double ex = px - dx * t, ez = pz - dz * t;
    return ex * ex + ez * ez <= same * same;
}

static line_list lines_of(const loam_env *env, int32_t level)
{
    return (line_list){.env = env, .same = loam_land_cell_size(level) * EIGHTHS / SAME};
}

/// A box around the ends of all lines, and buckets as wide as those of two that meet can be apart: so both
/// are in the same bucket or in neighbours.
static void lay_buckets(line_list *lines)
{
    int64_t x0 = INT64_MAX, z0 = INT64_MAX, x1 = INT64_MIN, z1 = INT64_MIN, longest = 0;
    for (int32_t k = 0; k < lines->count; k++)
    {
        const loam_land_line *a = &lines->list[k];
        const int64_t length = away(a->x0, a->x1) + away(a->z0, a->z1);
        longest = length > longest ? length : longest;
        x0 = a->x1 < x0 ? a->x1 : x0, x1 = a->x1 > x1 ? a->x1 : x1;
        z0 = a->z1 < z0 ? a->z1 : z0, z1 = a->z1 > z1 ? a->z1 : z1;
    }
    lines->x = x0;
    lines->z = z0;
    lines->side = longest + lines->same * (SAME / 2) + 1;
    lines->columns = lines->count > 0 ? (int32_t)((x1 - x0) / lines->side) + 1 : 0;
    lines->rows = lines->count > 0 ? (int32_t)((z1 - z0) / lines->side) + 1 : 0;
}

static int32_t *next_of(const line_list *lines, int32_t line)
{
    return &lines->first[lines->columns * lines->rows + line];
}

static loam_result sort_lines(line_list *lines)
{
    lay_buckets(lines);
    const size_t count = (size_t)lines->columns * (size_t)lines->rows + (size_t)lines->count;
    if (count == 0)
    {
        return LOAM_OK;
    }
    lines->sorted_size = count * sizeof *lines->first;
    lines->first = loam_alloc(lines->env, lines->sorted_size);
    if (lines->first == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(lines->first, 0xff, lines->sorted_size);
    for (int32_t k = 0; k < lines->count; k++)
    {
        const int64_t column = (lines->list[k].x1 - lines->x) / lines->side;
        const int64_t row = (lines->list[k].z1 - lines->z) / lines->side;
        int32_t *first = &lines->first[row * lines->columns + column];
        *next_of(lines, k) = *first;
        *first = k;
    }
    return LOAM_OK;
}

/// Whether a stretch goes on where another ends, or, if not below, leads to where it begins, and is stronger
/// than the one that was found before (or -1). Water falls, also where a stretch is so short that it seems to
/// lead to the one before it.
static bool is_stronger(const line_list *lines, int32_t i, int32_t k, bool below, double same,
                        int32_t best)
{
    const loam_land_line *a = &lines->list[i], *b = &lines->list[k];
    // Going up, one that another joins on its way counts as what it was before.
    const float flow = below ? b->flow1 : b->flow0;
    const float had = best < 0 ? -1 : below ? lines->list[best].flow1 : lines->list[best].flow0;
    return k != i && b->kind == LOAM_LINE_RIVER && (flow > had || (flow == had && k < best)) &&
           (below ? b->flow1 >= a->flow1 && b->height1 < a->height1 && meet(same, a, b)
                  : b->flow1 <= a->flow1 && b->height1 > a->height1 && meet(same, b, a));
}

/// The strongest stretch that goes on where one ends, or, if not below, that leads to where it begins; -1 if
/// there is none.
static int32_t strongest_at(const line_list *lines, int32_t i, bool below, double same)
{
    const int32_t column = (int32_t)((lines->list[i].x1 - lines->x) / lines->side);
    const int32_t row = (int32_t)((lines->list[i].z1 - lines->z) / lines->side);
    int32_t best = -1;
    for (int32_t n = 0; n < 9; n++)
    {
        const int32_t u = column + n % 3 - 1, v = row + n / 3 - 1;
        const bool inside = u >= 0 && v >= 0 && u < lines->columns && v < lines->rows;
        for (int32_t k = inside ? lines->first[v * lines->columns + u] : -1; k >= 0;
             k = *next_of(lines, k))
        {
            best = is_stronger(lines, i, k, below, same, best) ? k : best;
        }
    }
    return best;
}

// Across small lakes there are no lines: then what is within half a cell is the same river.

static int32_t next_below(const line_list *lines, int32_t i)
{
    const int32_t next = strongest_at(lines, i, true, (double)lines->same);
    return next >= 0 ? next : strongest_at(lines, i, true, (double)lines->same * (SAME / 2));
}

static int32_t next_above(const line_list *lines, int32_t i)
{
    const int32_t next = strongest_at(lines, i, false, (double)lines->same);
    return next >= 0 ? next : strongest_at(lines, i, false, (double)lines->same * (SAME / 2));
}

// ---- names ------------------------------------------------------------------------------------------------

/// What names the river at a point of a line.
static loam_result identify(loam_land *land, int32_t level, int64_t x, int64_t z, float flow,
                            map_feature *out)
{
    land_river_id id;
    const loam_result result = loam_land_river_id_of(land, level, x, z, flow, &id);
    if (result == LOAM_OK)
    {
        const uint64_t seed = loam_land_seed(land);
        const int64_t which = id.level * LAND_CURVE_POINTS + id.point;
        out->hash = loam_seed_at(loam_seed_derive(seed, "rivers"), id.column, id.row, which);
        out->region = loam_map_feature_region(seed, id.x / EIGHTHS, id.z / EIGHTHS);
    }
    return result;
}

loam_result loam_land_river_name(loam_land *land, const loam_river_point *point, bool coarse,
                                 char name[LOAM_MAX_RIVER_NAME])
{
    map_feature river = {.kind = MAP_RIVER};
    const loam_result result = identify(land, coarse ? 1 : 2, point->x, point->z, point->flow,
                                        &river);
    if (result == LOAM_OK)
    {
        loam_map_name_make(MAP_RIVER, river.hash, river.region, name);
    }
    return result;
}

// ---- courses ----------------------------------------------------------------------------------------------

/// A river that is followed along the lines of a map, as long as it is the same one.
typedef struct follower
{
    loam_land *land;
    int32_t level;
    const line_list *lines;
    uint64_t hash;
} follower;

/// Whether a stretch is of the river. One that a larger river joins on its way belongs to that river at its
/// end, and to another at its beginning: going up, it is what leads there.
static loam_result is_same(const follower *f, const loam_land_line *line, bool below, bool *out)
{
    const bool joined = line->flow1 > 1.5f * line->flow0;
    map_feature river = {.hash = f->hash};
    const loam_result result = below ? identify(f->land, f->level, line->x1, line->z1, line->flow1,
                                                &river)
                               : joined ? LOAM_OK
                                        : identify(f->land, f->level, line->x0, line->z0,
                                                   line->flow0, &river);
    *out = result == LOAM_OK && river.hash == f->hash;
    return result;
}

/// The next stretch of the same river, upstream or downstream; *next is -1 if there is none. Behind its
/// mouth, where a line leads on through the sea, there is none.
static loam_result go_on(const follower *f, int32_t i, bool below, int32_t *next)
{
    *next = below ? next_below(f->lines, i) : next_above(f->lines, i);
    const loam_land_line *a = &f->lines->list[i], *b = *next < 0 ? NULL : &f->lines->list[*next];
    bool same = b != NULL && b->height0 > 0;
    loam_result result = LOAM_OK;
    if (same && (below ? b->flow1 > 1.02f * a->flow0 : a->flow1 > 1.02f * b->flow0))
    {
        result = is_same(f, b, below, &same);
    }
    *next = same ? *next : -1;
    return result;
}

/// Where the course around a stretch begins: some way up, or where the river does.
static loam_result go_up(const follower *f, int32_t start, int64_t max, int32_t *out)
{
    const loam_land_line *a = &f->lines->list[start];
    loam_result result = LOAM_OK;
    *out = start;
    for (int32_t step = 0; step < MOST_STEPS && result == LOAM_OK; step++)
    {
        int32_t above;
        result = go_on(f, *out, false, &above);
        const loam_land_line *b = above >= 0 ? &f->lines->list[above] : NULL;
        if (result != LOAM_OK || b == NULL || away(a->x0, b->x0) + away(a->z0, b->z0) > max)
        {
            break;
        }
        *out = above;
    }
    return result;
}

/// The course around a stretch: some way up and some way down, in points that are `apart` (1/8 m) from each
/// other.
static loam_result take_course(const follower *f, int32_t start, int64_t apart, map_river *out)
{
    int32_t i;
    loam_result result = go_up(f, start, apart * MAP_MAX_COURSE / 3, &i);
    out->count = 0;
    out->x[out->count] = f->lines->list[i].x0;
    out->z[out->count++] = f->lines->list[i].z0;
    for (int32_t step = 0;
         i >= 0 && result == LOAM_OK && step < 2 * MOST_STEPS && out->count < MAP_MAX_COURSE;
         step++)
    {
        const loam_land_line *c = &f->lines->list[i];
        const int32_t last = out->count - 1;
        if (away(c->x1, out->x[last]) + away(c->z1, out->z[last]) >= apart)
        {
            out->x[out->count] = c->x1;
            out->z[out->count++] = c->z1;
        }
        result = go_on(f, i, true, &i);
    }
    return result;
}

/// The side of the squares that one river is named in.
static int64_t square_side(int64_t scale)
{
    int64_t side = 256;
    while (side < SQUARE_PX * scale)
    {
        side *= 2;
    }
    return side;
}

/// The strongest stretch whose middle lies in a square; -1 if there is none.
static int32_t strongest_in(const line_list *lines, int64_t side, int64_t column, int64_t row,
                            float min)
{
    int32_t best = -1;
    for (int32_t k = 0; k < lines->count; k++)
    {
        const loam_land_line *a = &lines->list[k];
        const bool inside = loam_floor_div(middle(a->x0, a->x1), side * EIGHTHS) == column &&
                            loam_floor_div(middle(a->z0, a->z1), side * EIGHTHS) == row;
        // Behind its mouth a line is drawn through the sea, which is no river any more.
        best = inside && a->kind == LOAM_LINE_RIVER && a->height0 > 0 && a->flow0 >= min &&
                       (best < 0 || a->flow0 > lines->list[best].flow0)
                   ? k
                   : best;
    }
    return best;
}

static loam_result add_river(loam_land *land, const loam_env *env, const loam_land_map_def *def,
                             const line_list *lines, int32_t strongest, map_rivers *out)
{
    map_river *list = grow(env, out->list, out->count, &out->capacity, sizeof *list);
    if (list == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    out->list = list;
    map_river *river = &list[out->count++];
    const loam_land_line *line = &lines->list[strongest];
    *river = (map_river){.flow = line->flow0, .width_m = line->width0};
    river->feature = (map_feature){.kind = MAP_RIVER,
                                   .x = middle(line->x0, line->x1) / EIGHTHS,
                                   .z = middle(line->z0, line->z1) / EIGHTHS,
                                   .height = line->height1};
    const int32_t level = loam_map_line_level(def->scale);
    loam_result result = identify(land, level, line->x0, line->z0, line->flow0, &river->feature);
    if (result == LOAM_OK)
    {
        const follower f = {land, level, lines, river->feature.hash};
        result = take_course(&f, strongest, 3 * def->scale * EIGHTHS, river);
    }
    return result;
}

/// The squares that a map touches.
typedef struct squares
{
    int64_t side, column0, row0, column1, row1; // the last ones included
} squares;

static squares squares_of(const loam_land_map_def *def)
{
    const int64_t side = square_side(def->scale);
    const int64_t half_w = def->w * def->scale / 2, half_h = def->h * def->scale / 2;
    return (squares){side, loam_floor_div(def->x - half_w, side),
                     loam_floor_div(def->z - half_h, side), loam_floor_div(def->x + half_w, side),
                     loam_floor_div(def->z + half_h, side)};
}

static loam_result add_rivers(loam_land *land, const loam_env *env, const loam_land_map_def *def,
                              const line_list *lines, map_rivers *out)
{
    const squares all = squares_of(def);
    const float min = name_least * loam_map_line_flow(def->scale);
    loam_result result = LOAM_OK;
    for (int64_t row = all.row0; row <= all.row1; row++)
    {
        for (int64_t column = all.column0; result == LOAM_OK && column <= all.column1; column++)
        {
            const int32_t strongest = strongest_in(lines, all.side, column, row, min);
            if (strongest >= 0)
            {
                result = add_river(land, env, def, lines, strongest, out);
            }
        }
    }
    return result;
}

loam_result loam_map_rivers_find(loam_land *land, const loam_env *env, const loam_land_map_def *def,
                                 map_rivers *out)
{
    *out = (map_rivers){0};
    if (!loam_map_paints_rivers(def->layer))
    {
        return LOAM_OK;
    }
    line_list lines = lines_of(env, loam_map_line_level(def->scale));
    const squares all = squares_of(def);
    const int64_t step = all.side / PARTS;
    const loam_land_area area = {.x = all.column0 * all.side,
                                 .z = all.row0 * all.side,
                                 .step = step,
                                 .w = (int32_t)((all.column1 - all.column0 + 1) * PARTS) + 1,
                                 .h = (int32_t)((all.row1 - all.row0 + 1) * PARTS) + 1};
    const float min = follow_least * loam_map_line_flow(def->scale);
    // The land ends with a square.
    loam_result result = loam_land_lines(land, loam_map_line_level(def->scale), area, min,
                                         keep_line, &lines);
    result = result == LOAM_OK ? sort_lines(&lines) : result;
    result = result == LOAM_OK ? add_rivers(land, env, def, &lines, out) : result;
    free_lines(&lines);
    if (result != LOAM_OK)
    {
        loam_map_rivers_free(env, out);
    }
    return result;
}
