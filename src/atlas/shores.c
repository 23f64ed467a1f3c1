// SPDX-License-Identifier: MIT
#include "atlas/shores.h"

#include "atlas/cover.h"
#include "loam/jobs.h"

#include <math.h>

// Everything here is a count, a greatest or a least of a neighbourhood, never carried over from the pixel
// before but for ways to the coast, which stay within the margin: a pixel does not depend on where its tile
// begins.

enum
{
    NEAR = 3,  // pixels on each side that the breadth of water is looked for
    SPECK = 6, // pixels that a speck of the sea is wide and high, at most
};

// Pixels from the middle of water to its shore: up to the one it is narrow, from the other on it is not.
static const float slight = 2, broad = 4;

// ---- what has water ---------------------------------------------------------------------------------

static bool is_wet(const map_tile *tile, size_t p)
{
    return tile->water[p] != MAP_DRY;
}

static bool is_sampled_wet(const map_tile *tile, int32_t i, int32_t j)
{
    const size_t p = map_sample(tile, i, j);
    return tile->of.water[p] > tile->of.height[p];
}

static bool is_inside(const map_tile *tile, int32_t i, int32_t j, int32_t around)
{
    return i >= around && j >= around && i + around < tile->area.w && j + around < tile->area.h;
}

/// Samples that hang together, and whether they do not fit into a speck, or leave the tile.
typedef struct patch
{
    int32_t i[SPECK * SPECK], j[SPECK * SPECK], count;
    int32_t left, right, low, high;
    bool large;
} patch;

static void add_sample(const map_tile *tile, patch *found, int32_t i, int32_t j)
{
    for (int32_t k = 0; k < found->count; k++)
    {
        if (found->i[k] == i && found->j[k] == j)
        {
            return;
        }
    }
    found->left = i < found->left ? i : found->left;
    found->right = i > found->right ? i : found->right;
    found->low = j < found->low ? j : found->low;
    found->high = j > found->high ? j : found->high;
    found->large = found->large || found->right - found->left >= SPECK ||
                   found->high - found->low >= SPECK || !is_inside(tile, i, j, 1);
    if (!found->large)
    {
        found->i[found->count] = i;
        found->j[found->count++] = j;
    }
}

/// Whether a row of samples around one, longer than any speck, is all in water: most of the sea is settled
/// so.
static bool is_broad(const map_tile *tile, int32_t i, int32_t j)
{
    bool wet = is_inside(tile, i, j, SPECK / 2);
    for (int32_t u = i - SPECK / 2; u <= i + SPECK / 2 && wet; u++)
    {
        wet = is_sampled_wet(tile, u, j);
    }
    return wet;
}

/// Whether a sample in water belongs to so little of it that it would be a dot on the map: there a finer
/// graph has a lagoon, or a cove, of which this one shows hardly anything.
static bool is_speck(const map_tile *tile, int32_t i, int32_t j)
{
    if (is_broad(tile, i, j))
    {
        return false;
    }
    patch found = {.left = i, .right = i, .low = j, .high = j};
    add_sample(tile, &found, i, j);
    for (int32_t k = 0; k < found.count && !found.large; k++)
    {
        for (int32_t d = 0; d < 9 && !found.large; d++)
        {
            const int32_t u = found.i[k] + d % 3 - 1, v = found.j[k] + d / 3 - 1;
            if (is_sampled_wet(tile, u, v))
            {
                add_sample(tile, &found, u, v);
            }
        }
    }
    return !found.large;
}

/// Salt water shows but for specks. Fresh water shows where most of the pixels around have water too.
/// Otherwise it is a river that some samples happen to lie in and others do not.
static map_water water_at(const map_tile *tile, int32_t i, int32_t j)
{
    if (!is_sampled_wet(tile, i, j))
    {
        return MAP_DRY;
    }
    int32_t around = -1;
    for (int32_t k = 0; k < 9; k++)
    {
        const int32_t u = i + k % 3 - 1, v = j + k / 3 - 1;
        around += is_inside(tile, u, v, 0) && is_sampled_wet(tile, u, v);
    }
    if (tile->of.water[map_sample(tile, i, j)] == 0)
    {
        return is_speck(tile, i, j) ? MAP_DRY : MAP_SALT;
    }
    return around >= 5 ? MAP_FRESH : MAP_DRY;
}

static void level_rows(void *context, int64_t begin, int64_t end)
{
    map_tile *tile = context;
    for (int32_t j = (int32_t)begin; j < (int32_t)end; j++)
    {
        for (int32_t i = 0; i < tile->area.w; i++)
        {
            const size_t p = map_sample(tile, i, j);
            const bool wet = is_sampled_wet(tile, i, j);
            tile->water[p] = (uint8_t)water_at(tile, i, j);
            tile->ground[p] = wet ? tile->of.water[p] : tile->of.height[p];
        }
    }
}

// ---- the coast --------------------------------------------------------------------------------------

// Distances to the other side of the shore: in steps of a fifth of a pixel, 5 straight, 7 diagonal, 11 for a
// knight's move (Borgefors 1986). While they are found those on land are negative.

/// Ways around a neighbour on the same side; one on the other side is at the shore.
static float way_by(float side, float neighbour, float move)
{
    const float beyond = side * neighbour;
    return (beyond > 0 ? beyond : 0) + move;
}

static float lesser(float a, float b)
{
    return a < b ? a : b;
}

/// Lets a row know the ways around the two rows that are known already.
static void relax_row(const float *restrict next, const float *restrict after, int32_t w,
                      float *restrict row)
{
    for (int32_t i = 2; i < w - 2; i++)
    {
        const float side = row[i] > 0 ? 1.0f : -1.0f;
        const float straight = way_by(side, next[i], 5);
        const float diagonal = lesser(way_by(side, next[i - 1], 7), way_by(side, next[i + 1], 7));
        const float flat = lesser(way_by(side, next[i - 2], 11), way_by(side, next[i + 2], 11));
        const float steep = lesser(way_by(side, after[i - 1], 11), way_by(side, after[i + 1], 11));
        const float way = lesser(lesser(straight, diagonal), lesser(flat, steep));
        row[i] = side * lesser(side * row[i], way);
    }
}

/// And, one after the other, the pixels that come after each other in it.
static void relax_along(int32_t first, int32_t step, int32_t count, float *row)
{
    for (int32_t i = first, k = 0; k < count; k++, i += step)
    {
        const float side = row[i] > 0 ? 1.0f : -1.0f;
        row[i] = side * lesser(side * row[i], way_by(side, row[i - step], 5));
    }
}

_Static_assert((int)MAP_COAST_REACH + (int)NEAR + (int)SPECK + 2 <= (int)MAP_MARGIN,
               "ways stay within the margin");

/// Two sweeps find the shortest way along such moves exactly, so that they are the same from any tile as long
/// as they stay within the margin. The outermost two pixels of that are not looked at, and in those next to
/// them a speck may not be told from the sea.
static void measure_coast(const map_tile *tile)
{
    const int32_t w = tile->area.w, h = tile->area.h;
    const size_t count = (size_t)w * (size_t)h;
    for (size_t p = 0; p < count; p++)
    {
        tile->coast[p] = is_wet(tile, p) ? 5 * MAP_COAST_REACH : -5 * MAP_COAST_REACH;
    }
    for (int32_t j = 2; j < h - 2; j++)
    {
        float *row = tile->coast + map_sample(tile, 0, j);
        relax_row(row - w, row - 2 * (ptrdiff_t)w, w, row);
        relax_along(2, 1, w - 4, row);
    }
    for (int32_t j = h - 3; j >= 2; j--)
    {
        float *row = tile->coast + map_sample(tile, 0, j);
        relax_row(row + w, row + 2 * (ptrdiff_t)w, w, row);
        relax_along(w - 3, -1, w - 4, row);
    }
    for (size_t p = 0; p < count; p++)
    {
        tile->coast[p] = fabsf(tile->coast[p]) / 5;
    }
}

// ---- the breadth of water ---------------------------------------------------------------------------

/// Whether the distance to banks is known as far as shore lines are drawn.
static bool knows_banks(const map_tile *tile)
{
    return (float)tile->area.step <= loam_map_tile_water_range(tile->area.step);
}

/// Whether lakes that few samples lie in are soft spots. Closer they are left out, as where rivers are wide
/// there would be spots along them.
static bool has_soft_spots(const map_tile *tile)
{
    return tile->area.step > LOAM_LAND_MIDDLE_STEP / 4;
}

/// Pixels from fresh water to its shore.
static float from_shore(const map_tile *tile, size_t p)
{
    const float away = -tile->of.river[p] / (float)tile->area.step;
    return knows_banks(tile) && away > 0 && away < tile->coast[p] ? away : tile->coast[p];
}

/// How far fresh water is from its shore, 0 where it does not show, and -1 where there is none.
static float breadth_at(const map_tile *tile, size_t p)
{
    const bool fresh = tile->of.water[p] > tile->of.height[p] && tile->of.water[p] != 0;
    return !fresh ? -1 : tile->water[p] == MAP_FRESH ? from_shore(tile, p) : 0;
}

/// What map_tile calls narrow, of water of which this is the largest distance from a shore.
static float narrow_of(float breadth)
{
    const float share = (broad - breadth) / (broad - slight);
    return breadth < 0 ? -1 : share > 1 ? 1 : share > 0 ? share : 0;
}

static float greater(float a, float b)
{
    return a > b ? a : b;
}

/// The breadth of water within some pixels to the left and right, which lies for a while where `shore` will.
static void breadth_rows(void *context, int64_t begin, int64_t end)
{
    map_tile *tile = context;
    const size_t w = (size_t)tile->area.w;
    for (size_t j = (size_t)begin; j < (size_t)end; j++)
    {
        float *restrict here = tile->narrow + j * w, *restrict around = tile->shore + j * w;
        for (size_t i = 0; i < w; i++)
        {
            here[i] = breadth_at(tile, j * w + i);
        }
        for (size_t i = NEAR; i + NEAR < w; i++)
        {
            const float left = greater(greater(here[i - 3], here[i - 2]), here[i - 1]);
            const float right = greater(greater(here[i + 1], here[i + 2]), here[i + 3]);
            around[i] = greater(greater(left, right), here[i]);
        }
    }
}

/// And within as many rows.
static void narrow_rows(void *context, int64_t begin, int64_t end)
{
    map_tile *tile = context;
    const size_t w = (size_t)tile->area.w;
    for (size_t j = (size_t)begin; j < (size_t)end; j++)
    {
        const bool inside = j >= NEAR && j + NEAR < (size_t)tile->area.h;
        float *restrict narrow = tile->narrow + j * w;
        for (size_t i = 0; i < w; i++)
        {
            narrow[i] = -1;
        }
        for (size_t v = j - NEAR; inside && v <= j + NEAR; v++)
        {
            const float *restrict around = tile->shore + v * w;
            for (size_t i = NEAR; i + NEAR < w; i++)
            {
                narrow[i] = greater(around[i], narrow[i]);
            }
        }
        for (size_t i = NEAR; inside && i + NEAR < w; i++)
        {
            narrow[i] = narrow_of(narrow[i]);
        }
    }
}

// ---- the shore line ---------------------------------------------------------------------------------

/// The level of water that begins at a dry sample: of one of its neighbours, LOAM_LAND_DRY if there is none.
static float level_beside(const map_tile *tile, int32_t i, int32_t j)
{
    static const int32_t steps[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    float level = LOAM_LAND_DRY;
    for (int k = 0; k < 4; k++)
    {
        const size_t p = map_sample(tile, i + steps[k][0], j + steps[k][1]);
        level = is_wet(tile, p) && tile->of.water[p] > level ? tile->of.water[p] : level;
    }
    return level;
}

static bool has_dry_neighbour(const map_tile *tile, int32_t i, int32_t j)
{
    return !is_wet(tile, map_sample(tile, i + 1, j)) || !is_wet(tile, map_sample(tile, i - 1, j)) ||
           !is_wet(tile, map_sample(tile, i, j + 1)) || !is_wet(tile, map_sample(tile, i, j - 1));
}

/// How many of the samples at and around a pixel are in fresh water, those in the middle counted more: a
/// soft spot for a lake that few samples lie in.
static float soft_share(const map_tile *tile, int32_t i, int32_t j)
{
    static const float weights[3] = {0.25f, 0.5f, 0.25f};
    float sum = 0;
    for (int32_t k = 0; k < 9; k++)
    {
        const int32_t u = k % 3, v = k / 3;
        const bool wet = is_sampled_wet(tile, i + u - 1, j + v - 1) &&
                         tile->of.water[map_sample(tile, i + u - 1, j + v - 1)] != 0;
        sum += wet ? weights[u] * weights[v] : 0;
    }
    return sum;
}

static bool is_beside_salt(const map_tile *tile, int32_t i, int32_t j)
{
    for (int32_t k = 0; k < 9; k++)
    {
        if (tile->water[map_sample(tile, i + k % 3 - 1, j + k / 3 - 1)] == MAP_SALT)
        {
            return true;
        }
    }
    return false;
}

static bool is_beside_fresh(const map_tile *tile, int32_t i, int32_t j)
{
    for (int32_t k = 0; k < 9; k++)
    {
        if (tile->water[map_sample(tile, i + k % 3 - 1, j + k / 3 - 1)] == MAP_FRESH)
        {
            return true;
        }
    }
    return false;
}

static float between(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

/// How far the shore line of the sea, or of a lake of many pixels, is along the slope.
static float sloped_shore(const map_tile *tile, int32_t i, int32_t j)
{
    const size_t p = map_sample(tile, i, j), row = (size_t)tile->area.w;
    const float *height = tile->of.height;
    const bool wet = is_wet(tile, p);
    const float level = wet ? tile->of.water[p] : level_beside(tile, i, j);
    if (wet ? !has_dry_neighbour(tile, i, j) : level <= LOAM_LAND_DRY)
    {
        return wet ? -1.0f : 1.0f;
    }
    const float east = (height[p + 1] - height[p - 1]) * 0.5f;
    const float north = (height[p + row] - height[p - row]) * 0.5f;
    const float steep = sqrtf(east * east + north * north) + 1e-3f;
    const float away = (height[p] - level) / steep;
    return wet ? between(away, -1, 0) : between(away, 0, 1);
}

/// How far the shore line is from a pixel.
static float shore_at(const map_tile *tile, int32_t i, int32_t j)
{
    const size_t p = map_sample(tile, i, j);
    if (tile->narrow[p] < 0 || is_beside_salt(tile, i, j))
    {
        return sloped_shore(tile, i, j);
    }
    if (knows_banks(tile) && is_beside_fresh(tile, i, j))
    {
        // Banks are as good as upright, so slopes say little; but how far they are is known.
        return between(tile->of.river[p] / (float)tile->area.step, -1, 1);
    }
    if (knows_banks(tile) && (tile->narrow[p] < 1 || !has_soft_spots(tile)))
    {
        return 1;
    }
    const float share = soft_share(tile, i, j), soft = share > 0 ? 0.5f - share : 1;
    return sloped_shore(tile, i, j) * (1 - tile->narrow[p]) + soft * tile->narrow[p];
}

static void shore_rows(void *context, int64_t begin, int64_t end)
{
    map_tile *tile = context;
    for (int32_t j = (int32_t)begin; j < (int32_t)end; j++)
    {
        for (int32_t i = 0; i < tile->area.w; i++)
        {
            const bool inside = is_inside(tile, i, j, 1);
            const float flat = is_wet(tile, map_sample(tile, i, j)) ? -1.0f : 1.0f;
            tile->shore[map_sample(tile, i, j)] = inside ? shore_at(tile, i, j) : flat;
        }
    }
}

void loam_map_tile_shores(const loam_env *env, map_tile *tile)
{
    const int64_t rows = tile->area.h;
    loam_jobs_for(env->jobs, rows, MAP_WORK_ROWS, level_rows, tile);
    measure_coast(tile);
    loam_jobs_for(env->jobs, rows, MAP_WORK_ROWS, breadth_rows, tile);
    loam_jobs_for(env->jobs, rows, MAP_WORK_ROWS, narrow_rows, tile);
    loam_jobs_for(env->jobs, rows, MAP_WORK_ROWS, shore_rows, tile);
}
