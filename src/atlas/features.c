// SPDX-License-Identifier: MIT
#include "atlas/features.h"

#include "base/small.h"
#include "loam/jobs.h"
#include "loam/maths.h"
#include "loam/random.h"

#include <math.h>
#include <string.h>

// The world is divided into squares of several sizes, from 1 km to 1024 km, and each size finds the features
// that fit it: those whose largest circle has a radius between an eighth and a half of the square's side.
// Samples of a square lie at fixed places, a sixteenth of its side apart. In a square the sample deepest
// within a feature is its anchor; it counts unless something deeper is near. So whatever is found follows
// from the squares around, and larger maps find the same.

enum
{
    PER_SQUARE = 16, // samples along the side of a square
    AROUND = 2,      // squares beyond the map that what is on it depends on
    SIZES = 6,
    STRAIGHT = 5, // a step to the next sample, in the units of depths
    DIAGONAL = 7,
    DEEPEST = STRAIGHT * PER_SQUARE / 2,     // further from the edge is not told apart
    LEAST = STRAIGHT * PER_SQUARE * 12 / 100 // belongs to a smaller square
};

static const float smallest_px = 40, largest_px = 1600; // of a square's side on the map

// Lakes are named however closely one looks at them. None is longer than these squares are wide.
static const int64_t largest_lakes = (int64_t)1 << 16;

/// Kinds that cover ground, in the order in which they are looked for.
enum
{
    PATCH_KINDS = 3 // the first of them also as patches that hang together
};
static const map_kind grounds[] = {MAP_SEA,    MAP_CONTINENT, MAP_LAKE,  MAP_RANGE,
                                   MAP_FOREST, MAP_JUNGLE,    MAP_TAIGA, MAP_DESERT,
                                   MAP_MARSH,  MAP_ICE,       MAP_PLAIN};

/// The squares of one size that a map needs, and what is sampled there.
typedef struct survey
{
    int64_t side;          // m, of a square
    int64_t column, row;   // of the first square
    int32_t columns, rows; // of squares
    loam_land_area area;   // of the samples
    loam_land_samples of;
    uint8_t *depth; // how deep within the kind that is looked at, up to DEEPEST
    uint8_t *memory;
    size_t memory_size;
    uint64_t seed;
} survey;

typedef struct anchor
{
    int32_t i, j; // sample
    int32_t depth;
} anchor;

// ---- lists ------------------------------------------------------------------------------------------

bool loam_map_features_add(const loam_env *env, map_features *features, const map_feature *feature)
{
    if (features->count == features->capacity)
    {
        const int32_t room = features->capacity > 0 ? features->capacity * 2 : 64;
        map_feature *list = loam_alloc(env, (size_t)room * sizeof *list);
        if (list == NULL)
        {
            return false;
        }
        if (features->count > 0)
        {
            memcpy(list, features->list, (size_t)features->count * sizeof *list);
        }
        loam_free(env, features->list, (size_t)features->capacity * sizeof *list);
        features->list = list;
        features->capacity = room;
    }
    features->list[features->count++] = *feature;
    return true;
}

void loam_map_features_free(const loam_env *env, map_features *features)
{
    loam_free(env, features->list, (size_t)features->capacity * sizeof *features->list);
    *features = (map_features){0};
}

uint64_t loam_map_feature_hash(uint64_t seed, map_kind kind, int64_t x, int64_t z)
{
    return loam_seed_at(loam_seed_derive(seed, "names"), x, z, (int64_t)kind);
}

uint32_t loam_map_feature_region(uint64_t seed, int64_t x, int64_t z)
{
    enum
    {
        REGION_KM = 1600
    };
    const int64_t side = (int64_t)REGION_KM * 1000;
    const int64_t column = (x >= 0 ? x : x - side + 1) / side;
    const int64_t row = (z >= 0 ? z : z - side + 1) / side;
    return (uint32_t)(loam_seed_at(loam_seed_derive(seed, "regions"), column, row, 0) >> 32);
}

// ---- surveys ------------------------------------------------------------------------------------------

static size_t sample_at(const survey *s, int32_t i, int32_t j)
{
    return (size_t)j * (size_t)s->area.w + (size_t)i;
}

static void place_survey(const loam_land_map_def *def, int64_t side, survey *out)
{
    const int64_t half_w = (int64_t)def->w * def->scale / 2,
                  half_h = (int64_t)def->h * def->scale / 2;
    out->side = side;
    out->column = loam_floor_div(def->x - half_w, side) - AROUND;
    out->row = loam_floor_div(def->z - half_h, side) - AROUND;
    out->columns = (int32_t)(loam_floor_div(def->x + half_w, side) + AROUND - out->column + 1);
    out->rows = (int32_t)(loam_floor_div(def->z + half_h, side) + AROUND - out->row + 1);
    out->area = (loam_land_area){.x = out->column * side,
                                 .z = out->row * side,
                                 .step = side / PER_SQUARE,
                                 .w = out->columns * PER_SQUARE,
                                 .h = out->rows * PER_SQUARE};
}

/// Samples the area of a survey.
static loam_result fill_survey(loam_land *land, const loam_env *env, survey *out)
{
    const size_t samples = (size_t)out->area.w * (size_t)out->area.h;
    out->memory_size = 3 * LOAM_ARENA_SIZE(samples * sizeof(float)) + 2 * LOAM_ARENA_SIZE(samples);
    out->memory = loam_alloc(env, out->memory_size);
    if (out->memory == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_arena arena = loam_arena_make(out->memory, out->memory_size, env);
    out->of.height = loam_arena_take(&arena, samples * sizeof(float));
    out->of.water = loam_arena_take(&arena, samples * sizeof(float));
    out->of.ruggedness = loam_arena_take(&arena, samples * sizeof(float));
    out->of.biome = loam_arena_take(&arena, samples);
    out->depth = loam_arena_take(&arena, samples);
    return loam_land_fill(land, out->area, &out->of);
}

static loam_result make_survey(loam_land *land, const loam_env *env, const loam_land_map_def *def,
                               int64_t side, survey *out)
{
    *out = (survey){.seed = loam_land_seed(land)};
    place_survey(def, side, out);
    return fill_survey(land, env, out);
}

// ---- kinds ----------------------------------------------------------------------------------------------

static bool is_of_kind(const survey *s, map_kind kind, size_t p)
{
    const bool wet = s->of.water[p] > s->of.height[p];
    const bool sea = wet && s->of.water[p] == 0;
    const uint8_t biome = s->of.biome[p];
    switch (kind)
    {
    case MAP_SEA:
        return sea;
    case MAP_LAKE:
        return wet && !sea;
    case MAP_CONTINENT:
        return !sea;
    case MAP_RANGE:
        return !wet && s->of.ruggedness[p] > 0.5f && s->of.height[p] > 500;
    case MAP_FOREST:
        return !wet && biome == LOAM_BIOME_FOREST;
    case MAP_JUNGLE:
        return !wet && biome == LOAM_BIOME_JUNGLE;
    case MAP_TAIGA:
        return !wet && biome == LOAM_BIOME_TAIGA;
    case MAP_DESERT:
        return !wet && (biome == LOAM_BIOME_DESERT || biome == LOAM_BIOME_BADLANDS);
    case MAP_MARSH:
        return !wet && biome == LOAM_BIOME_SWAMP;
    case MAP_ICE:
        return !wet && biome == LOAM_BIOME_ICE;
    case MAP_PLAIN:
        return !wet && (biome == LOAM_BIOME_PLAINS || biome == LOAM_BIOME_GRASSLAND ||
                        biome == LOAM_BIOME_STEPPE || biome == LOAM_BIOME_SAVANNA);
    default:
        return false;
    }
}

static void lower(const survey *s, int32_t i, int32_t j, int32_t di, int32_t dj, int32_t step)
{
    uint8_t *here = &s->depth[sample_at(s, i, j)];
    if (i + di >= 0 && j + dj >= 0 && i + di < s->area.w && j + dj < s->area.h)
    {
        const int32_t way = s->depth[sample_at(s, i + di, j + dj)] + step;
        *here = way < *here ? (uint8_t)way : *here;
    }
}

/// Lowers depths to how far each sample is from the nearest that has none, by steps along rows and diagonals.
static void lower_depths(const survey *s)
{
    const int32_t w = s->area.w, count = w * s->area.h;
    for (int32_t p = 0; p < count; p++)
    {
        lower(s, p % w, p / w, -1, 0, STRAIGHT);
        lower(s, p % w, p / w, 0, -1, STRAIGHT);
        lower(s, p % w, p / w, -1, -1, DIAGONAL);
        lower(s, p % w, p / w, 1, -1, DIAGONAL);
    }
    for (int32_t p = count - 1; p >= 0; p--)
    {
        lower(s, p % w, p / w, 1, 0, STRAIGHT);
        lower(s, p % w, p / w, 0, 1, STRAIGHT);
        lower(s, p % w, p / w, 1, 1, DIAGONAL);
        lower(s, p % w, p / w, -1, 1, DIAGONAL);
    }
}

/// How far each sample is from the nearest that is not of the kind.
static void measure_depth(const survey *s, map_kind kind)
{
    for (int32_t p = 0; p < s->area.w * s->area.h; p++)
    {
        s->depth[p] = is_of_kind(s, kind, (size_t)p) ? DEEPEST : 0;
    }
    lower_depths(s);
}

// ---- anchors ----------------------------------------------------------------------------------------------

static int32_t off_centre(int32_t i, int32_t j)
{
    const int32_t u = 2 * (i % PER_SQUARE) - PER_SQUARE + 1;
    const int32_t v = 2 * (j % PER_SQUARE) - PER_SQUARE + 1;
    return u * u + v * v;
}

/// The deepest sample of a square, of equal ones the most central.
static anchor find_anchor(const survey *s, int32_t column, int32_t row)
{
    anchor best = {column * PER_SQUARE, row * PER_SQUARE, 0};
    for (int32_t k = 0; k < PER_SQUARE * PER_SQUARE; k++)
    {
        const int32_t i = column * PER_SQUARE + k % PER_SQUARE;
        const int32_t j = row * PER_SQUARE + k / PER_SQUARE;
        const int32_t depth = s->depth[sample_at(s, i, j)];
        if (depth > best.depth ||
            (depth == best.depth && off_centre(i, j) < off_centre(best.i, best.j)))
        {
            best = (anchor){i, j, depth};
        }
    }
    return best;
}

/// What decides between equal anchors of two squares.
static uint64_t tie_of(const survey *s, int32_t column, int32_t row)
{
    return loam_seed_at(s->seed, s->column + column, s->row + row, s->side);
}

/// Whether nothing deeper lies near an anchor: otherwise it is but the side of something larger.
static bool is_top_of_depth(const survey *s, const anchor *a)
{
    const int32_t reach = a->depth / STRAIGHT;
    for (int32_t v = -reach; v <= reach; v++)
    {
        for (int32_t u = -reach; u <= reach; u++)
        {
            if (u * u + v * v <= reach * reach &&
                s->depth[sample_at(s, a->i + u, a->j + v)] > a->depth)
            {
                return false;
            }
        }
    }
    return true;
}

/// Whether an equally deep anchor of a neighbouring square, which is as near, comes before this one.
static bool has_twin(const survey *s, int32_t column, int32_t row, const anchor *a)
{
    const int32_t reach = a->depth * 2 / STRAIGHT;
    for (int32_t k = 0; k < 9; k++)
    {
        const int32_t u = column + k % 3 - 1, v = row + k / 3 - 1;
        const anchor b = find_anchor(s, u, v);
        const int32_t di = b.i - a->i, dj = b.j - a->j;
        if (b.depth == a->depth && di * di + dj * dj < reach * reach &&
            tie_of(s, u, v) > tie_of(s, column, row))
        {
            return true;
        }
    }
    return false;
}

/// Which way what lies around an anchor is stretched: the main axis of its samples; 0 if there is none.
static float axis_around(const survey *s, const anchor *a)
{
    const int32_t wide = a->depth * 5 / (2 * STRAIGHT); // so that neighbours do not count
    const int32_t reach = wide < PER_SQUARE ? wide : PER_SQUARE;
    float xx = 0, xy = 0, yy = 0, mx = 0, my = 0, n = 0;
    for (int32_t v = -reach; v <= reach; v++)
    {
        for (int32_t u = -reach; u <= reach; u++)
        {
            if (u * u + v * v <= reach * reach && s->depth[sample_at(s, a->i + u, a->j + v)] > 0)
            {
                const float x = (float)u, y = (float)v;
                mx += x, my += y, n += 1;
                xx += x * x, xy += x * y, yy += y * y;
            }
        }
    }
    xx = xx / n - mx * mx / (n * n);
    yy = yy / n - my * my / (n * n);
    xy = xy / n - mx * my / (n * n);
    const float spread = sqrtf((xx - yy) * (xx - yy) + 4 * xy * xy);
    return spread > 0.3f * (xx + yy) ? 0.5f * loam_atan2(2 * xy, xx - yy) : 0;
}

// ---- features ---------------------------------------------------------------------------------------------

/// What an anchor is called by its size; MAP_KIND_COUNT for nothing.
static map_kind refine(const survey *s, map_kind kind, const anchor *a)
{
    const bool largest = s->side > 1000000, large = s->side > 200000;
    if (a->depth >= DEEPEST && !(largest && (kind == MAP_SEA || kind == MAP_CONTINENT)))
    {
        return MAP_KIND_COUNT; // too large for these squares
    }
    if (kind == MAP_SEA)
    {
        return largest ? MAP_OCEAN : large ? MAP_SEA : MAP_BAY;
    }
    return kind == MAP_CONTINENT && !large ? MAP_KIND_COUNT : kind;
}

static map_feature make_feature(const survey *s, map_kind kind, const anchor *a)
{
    const int64_t x = s->area.x + a->i * s->area.step, z = s->area.z + a->j * s->area.step;
    return (map_feature){.kind = kind,
                         .x = x,
                         .z = z,
                         .radius_m = (float)a->depth / STRAIGHT * (float)s->area.step,
                         .height = s->of.height[sample_at(s, a->i, a->j)],
                         .water = s->of.water[sample_at(s, a->i, a->j)],
                         .hash = loam_map_feature_hash(s->seed, kind, x, z),
                         .region = loam_map_feature_region(s->seed, x, z)};
}

static loam_result find_ground(const survey *s, const loam_env *env, map_kind kind,
                               map_features *out)
{
    for (int32_t row = AROUND; row < s->rows - AROUND; row++)
    {
        for (int32_t column = AROUND; column < s->columns - AROUND; column++)
        {
            const anchor a = find_anchor(s, column, row);
            if (a.depth < LEAST || !is_top_of_depth(s, &a) || has_twin(s, column, row, &a))
            {
                continue;
            }
            const map_kind found = refine(s, kind, &a);
            map_feature feature = make_feature(s, found, &a);
            feature.angle = found == MAP_RANGE ? axis_around(s, &a) : 0;
            if (found != MAP_KIND_COUNT && !loam_map_features_add(env, out, &feature))
            {
                return LOAM_OUT_OF_MEMORY;
            }
        }
    }
    return LOAM_OK;
}

// Islands and lakes, and seas with land all around, are what hangs together and is small enough for a square.

typedef struct patch
{
    int32_t i0, j0, i1, j1; // samples around it
    anchor deepest;
} patch;

/// Takes all that hangs together with a sample out of the depths (they become 0). queue has room for all
/// samples.
static patch take_patch(const survey *s, int32_t start, int32_t *queue)
{
    const int32_t w = s->area.w, h = s->area.h;
    patch found = {
        start % w, start / w, start % w, start / w, {start % w, start / w, s->depth[start]}};
    int32_t head = 0, tail = 0;
    queue[tail++] = start;
    s->depth[start] = 0;
    while (head < tail)
    {
        const int32_t i = queue[head] % w, j = queue[head] / w;
        head++;
        found.i0 = i < found.i0 ? i : found.i0, found.i1 = i > found.i1 ? i : found.i1;
        found.j0 = j < found.j0 ? j : found.j0, found.j1 = j > found.j1 ? j : found.j1;
        static const int32_t steps[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        for (int k = 0; k < 4; k++)
        {
            const int32_t u = i + steps[k][0], v = j + steps[k][1];
            if (u >= 0 && v >= 0 && u < w && v < h && s->depth[sample_at(s, u, v)] > 0)
            {
                const size_t p = sample_at(s, u, v);
                found.deepest = s->depth[p] > found.deepest.depth ? (anchor){u, v, s->depth[p]}
                                                                  : found.deepest;
                s->depth[p] = 0;
                queue[tail++] = (int32_t)p;
            }
        }
    }
    return found;
}

/// Whether a patch lies within the squares that are told, and is of a size for them: smaller ones belong to
/// smaller squares.
static bool fits_squares(const survey *s, const patch *p)
{
    const int32_t wide = p->i1 - p->i0 + 1, high = p->j1 - p->j0 + 1;
    const int32_t longer = wide > high ? wide : high;
    return longer <= PER_SQUARE && longer > PER_SQUARE / 4 && p->i0 > 0 && p->j0 > 0 &&
           p->i1 + 1 < s->area.w && p->j1 + 1 < s->area.h;
}

/// Whether larger squares have found a lake already: it is known by its level.
static bool is_known(const map_features *features, const map_feature *f)
{
    bool known = false;
    for (int32_t i = 0; i < features->count && f->kind == MAP_LAKE && !known; i++)
    {
        known = features->list[i].kind == MAP_LAKE && features->list[i].water == f->water;
    }
    return known;
}

static loam_result find_patches(const survey *s, const loam_env *env, map_kind kind,
                                map_features *out)
{
    const map_kind named = kind == MAP_CONTINENT ? MAP_ISLAND : kind;
    const size_t size = (size_t)s->area.w * (size_t)s->area.h * sizeof(int32_t);
    int32_t *queue = loam_alloc(env, size);
    bool ok = queue != NULL;
    for (int32_t p = 0; ok && p < s->area.w * s->area.h; p++)
    {
        if (s->depth[p] > 0)
        {
            const patch found = take_patch(s, p, queue);
            const map_feature feature = make_feature(s, named, &found.deepest);
            ok = !fits_squares(s, &found) || is_known(out, &feature) ||
                 loam_map_features_add(env, out, &feature);
        }
    }
    loam_free(env, queue, size);
    return ok ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

/// The highest sample of a square; depth is its height in metres.
static anchor find_top(const survey *s, int32_t column, int32_t row)
{
    anchor best = {column * PER_SQUARE, row * PER_SQUARE, INT32_MIN};
    for (int32_t k = 0; k < PER_SQUARE * PER_SQUARE; k++)
    {
        const int32_t i = column * PER_SQUARE + k % PER_SQUARE;
        const int32_t j = row * PER_SQUARE + k / PER_SQUARE;
        const int32_t height = (int32_t)s->of.height[sample_at(s, i, j)];
        best = height > best.depth ? (anchor){i, j, height} : best;
    }
    return best;
}

/// Peaks stand out above the squares around them by a good part of what such squares rise at most.
static bool is_peak(const survey *s, int32_t column, int32_t row, const anchor *top)
{
    float sum = 0;
    for (int32_t k = 0; k < 9; k++)
    {
        const int32_t u = column + k % 3 - 1, v = row + k / 3 - 1;
        const anchor other = find_top(s, u, v);
        if (other.depth > top->depth ||
            (other.depth == top->depth && tie_of(s, u, v) > tie_of(s, column, row)))
        {
            return false;
        }
        sum += (float)other.depth;
    }
    const float least = 40 + 0.012f * (float)s->side;
    return top->depth > 150 && (float)top->depth - sum / 9 > (least < 500 ? least : 500);
}

static loam_result find_peaks(const survey *s, const loam_env *env, map_features *out)
{
    for (int32_t row = AROUND; row < s->rows - AROUND; row++)
    {
        for (int32_t column = AROUND; column < s->columns - AROUND; column++)
        {
            const anchor top = find_top(s, column, row);
            if (is_peak(s, column, row, &top))
            {
                map_feature feature = make_feature(s, MAP_PEAK, &top);
                feature.radius_m = (float)s->side * 0.2f;
                if (!loam_map_features_add(env, out, &feature))
                {
                    return LOAM_OUT_OF_MEMORY;
                }
            }
        }
    }
    return LOAM_OK;
}

/// Whether squares around a map would lie beyond the end of the land. Nothing is named there.
static bool reaches_out(const loam_land_map_def *def, int64_t side)
{
    const int64_t far = LOAM_LAND_END - (AROUND + 1) * side - LOAM_MAX_PICTURE_SIDE * def->scale;
    return def->x < -far || def->x > far || def->z < -far || def->z > far;
}

static loam_result find_kinds(const survey *s, const loam_env *env, map_features *out)
{
    loam_result result = LOAM_OK;
    for (size_t i = 0; result == LOAM_OK && i < sizeof grounds / sizeof grounds[0]; i++)
    {
        measure_depth(s, grounds[i]);
        if (grounds[i] != MAP_LAKE)
        {
            result = find_ground(s, env, grounds[i], out);
        }
        if (result == LOAM_OK && i < PATCH_KINDS)
        {
            result = find_patches(s, env, grounds[i], out);
        }
    }
    return result == LOAM_OK && s->side < 100000 ? find_peaks(s, env, out) : result;
}

static loam_result find_lakes(const survey *s, const loam_env *env, map_features *out)
{
    measure_depth(s, MAP_LAKE);
    return find_patches(s, env, MAP_LAKE, out);
}

static loam_result find_in_squares(loam_land *land, const loam_env *env,
                                   const loam_land_map_def *def, int64_t side, map_features *out)
{
    if (reaches_out(def, side))
    {
        return LOAM_OK;
    }
    survey s;
    loam_result result = make_survey(land, env, def, side, &s);
    if (result == LOAM_OK)
    {
        const bool close = (float)side / (float)def->scale >= largest_px;
        result = close ? find_lakes(&s, env, out) : find_kinds(&s, env, out);
    }
    loam_free(env, s.memory, s.memory_size);
    return result;
}

loam_result loam_map_features_find(loam_land *land, const loam_env *env,
                                   const loam_land_map_def *def, map_features *out)
{
    *out = (map_features){0};
    loam_result result = LOAM_OK;
    int64_t side = (int64_t)1 << 20;
    for (int32_t i = 0; i < SIZES && result == LOAM_OK; i++, side /= 4)
    {
        const float px = (float)side / (float)def->scale;
        if (px >= smallest_px && (px < largest_px || side <= largest_lakes))
        {
            result = find_in_squares(land, env, def, side, out);
        }
    }
    if (result != LOAM_OK)
    {
        loam_map_features_free(env, out);
    }
    return result;
}

// ---- lakes that are seen in part ------------------------------------------------------------------------

/// Whether a name has room at the middle of a feature.
static bool is_well_inside(const loam_land_map_def *def, const map_feature *f)
{
    enum
    {
        HALF_NAME = 80, // px
        HALF_LETTER = 12
    };
    const int64_t half_w = (def->w / 2 - HALF_NAME) * def->scale,
                  half_h = (def->h / 2 - HALF_LETTER) * def->scale;
    return f->x >= def->x - half_w && f->x <= def->x + half_w && f->z >= def->z - half_h &&
           f->z <= def->z + half_h;
}

/// A survey of what a map shows, whose side does not matter.
static loam_result survey_map(loam_land *land, const loam_env *env, const loam_land_map_def *def,
                              survey *out)
{
    enum
    {
        ALONG = 48 // samples along the longer side
    };
    const int64_t step = (def->w > def->h ? def->w : def->h) * def->scale / ALONG + 1;
    const int64_t w = def->w * def->scale / step, h = def->h * def->scale / step;
    *out = (survey){.area = {.x = def->x - w * step / 2,
                             .z = def->z - h * step / 2,
                             .step = step,
                             .w = (int32_t)w + 1,
                             .h = (int32_t)h + 1}};
    return fill_survey(land, env, out);
}

/// How deep within the lake of a level, and within the map, samples are.
static void measure_lake(const survey *s, float level)
{
    for (int32_t p = 0; p < s->area.w * s->area.h; p++)
    {
        const int32_t i = p % s->area.w, j = p / s->area.w;
        const bool inside = i > 0 && j > 0 && i + 1 < s->area.w && j + 1 < s->area.h;
        const bool lake = inside && s->of.water[p] == level && s->of.height[p] < level;
        s->depth[p] = lake ? UINT8_MAX - DIAGONAL : 0;
    }
    lower_depths(s);
}

static int32_t off_middle(const survey *s, const anchor *a)
{
    const int32_t u = 2 * a->i + 1 - s->area.w, v = 2 * a->j + 1 - s->area.h;
    return u * u + v * v;
}

/// Moves a lake to the deepest sample of a survey that lies in it, of equal ones the most central, if any
/// does.
static void move_lake(const survey *s, map_feature *lake)
{
    anchor best = {0};
    measure_lake(s, lake->water);
    for (int32_t p = 0; p < s->area.w * s->area.h; p++)
    {
        const anchor here = {p % s->area.w, p / s->area.w, s->depth[p]};
        const bool better = here.depth > best.depth ||
                            (here.depth == best.depth &&
                             off_middle(s, &here) < off_middle(s, &best));
        best = better ? here : best;
    }
    if (best.depth > 0)
    {
        lake->x = s->area.x + best.i * s->area.step;
        lake->z = s->area.z + best.j * s->area.step;
        lake->radius_m = (float)best.depth / STRAIGHT * (float)s->area.step;
    }
}

loam_result loam_map_lakes_show(loam_land *land, const loam_env *env, const loam_land_map_def *def,
                                map_features *features)
{
    survey s = {0};
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < features->count && result == LOAM_OK; i++)
    {
        map_feature *f = &features->list[i];
        if (f->kind == MAP_LAKE && !is_well_inside(def, f))
        {
            result = s.memory == NULL ? survey_map(land, env, def, &s) : LOAM_OK;
            if (result == LOAM_OK)
            {
                move_lake(&s, f);
            }
        }
    }
    loam_free(env, s.memory, s.memory_size);
    return result;
}
