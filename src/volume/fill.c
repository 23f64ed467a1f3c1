// SPDX-License-Identifier: MIT
#include "volume/volume.h"

#include "base/small.h"

#include <string.h>

// Voxels of a box. The window that they are made from goes on above it as far as soil depends on what is there, and on
// other sides only if a piece ends there that could be a floating one: then as far as it may reach.
// Cells of the lattice whose bounds say that they lie deep in rock or far in air are filled at once: of a window at the
// surface that is most of them.

enum
{
    STEPS = 16,         // of density a voxel
    MOST = 126,         // of a density: deeper and further off all are alike
    STRETCH = 32,       // voxels of a row that are filled at once if all are alike
    VOXELS_A_VALUE = 8, // densities or materials that take the time of a function's value
    MAX_POINTS = 2 * LOAM_MAX_VOLUME_SIDE + 2,
};

int32_t loam_volume_margin(int32_t level)
{
    const int32_t voxels = level < 0 ? 2 * LOAM_VOLUME_FLOATING : LOAM_VOLUME_FLOATING >> level;
    return voxels > 1 ? voxels : 1;
}

static int64_t align_down(int64_t value, int32_t by)
{
    return loam_floor_div(value, by) * by;
}

volume_window loam_volume_window_of(const loam_volume_box *box, int32_t sides)
{
    const int32_t margin = loam_volume_margin(box->level);
    const int32_t cell = box->level < 2 ? 1 << (2 - box->level) : 1;
    const int64_t low[3] = {box->x, box->y, box->z};
    const int32_t size[3] = {box->w, box->h, box->d};
    int64_t first[3], end[3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const int32_t before = sides >> 2 * axis & 1 ? margin : 0;
        const int32_t behind = sides >> (2 * axis + 1) & 1 ? margin : 0;
        first[axis] = align_down(low[axis] - before, cell);
        end[axis] = align_down(low[axis] + size[axis] + behind + cell - 1, cell);
    }
    return (volume_window){.level = box->level,
                           .cell = cell,
                           .x = first[0],
                           .y = first[1],
                           .z = first[2],
                           .w = (int32_t)(end[0] - first[0]),
                           .h = (int32_t)(end[1] - first[1]),
                           .d = (int32_t)(end[2] - first[2]),
                           .voxel_m = loam_volume_voxel_m(box->level)};
}

// ---- one row ------------------------------------------------------------------------------------

/// Cells of a row of the lattice.
typedef struct stretch
{
    int32_t first, count;
} stretch;

/// The sum along a stretch of the lattice at voxel row (y, z): straight between the four rows around it.
static void lattice_row(const loam_volume_grower *grower, const volume_window *window, int32_t y,
                        int32_t z, stretch cells, float *out)
{
    const int32_t w = volume_points(window->w, window->cell),
                  h = volume_points(window->h, window->cell);
    const int32_t j = y / window->cell, k = z / window->cell;
    const float ty = (float)(y % window->cell) / (float)window->cell;
    const float tz = (float)(z % window->cell) / (float)window->cell;
    const float *const a = (const float *)grower->sum.memory +
                           ((size_t)k * (size_t)h + (size_t)j) * (size_t)w + cells.first;
    const float *const b = a + w, *const c = a + (size_t)h * (size_t)w, *const e = c + w;
    for (int32_t i = 0; i <= cells.count; i++)
    {
        const float near = a[i] + (b[i] - a[i]) * ty;
        const float far = c[i] + (e[i] - c[i]) * ty;
        out[i] = near + (far - near) * tz;
    }
}

/// From places of the lattice to voxels.
static void spread_row(const float *places, int32_t cell, int32_t w, float *out)
{
    static const float quarters[4] = {0.0f, 0.25f, 0.5f, 0.75f};
    for (int32_t i = 0; i < w / cell; i++)
    {
        const float from = places[i], rise = places[i + 1] - from;
        float *const to = out + (size_t)i * (size_t)cell;
        if (cell == 4)
        {
            for (int32_t t = 0; t < 4; t++)
            {
                to[t] = from + rise * quarters[t];
            }
            continue;
        }
        for (int32_t t = 0; t < cell; t++)
        {
            to[t] = from + rise * ((float)t / (float)cell);
        }
    }
}

/// A stretch of a row of the window: unclamped densities at (y, z).
static void density_row(const loam_volume_grower *grower, const volume_window *window, int32_t y,
                        int32_t z, stretch cells, float *out)
{
    float places[MAX_POINTS];
    const int32_t count = cells.count * window->cell;
    const float *const height = grower->columns.voxels.height + (size_t)z * (size_t)window->w +
                                (size_t)(cells.first * window->cell);
    const float at = (float)(window->y + y) * window->voxel_m;
    const float each = 1.0f / grower->volume->falloff;
    if (grower->any)
    {
        lattice_row(grower, window, y, z, cells, places);
        spread_row(places, window->cell, count, out);
    }
    else
    {
        memset(out, 0, (size_t)count * sizeof(float));
    }
    for (int32_t i = 0; i < count; i++)
    {
        const float fall = (height[i] - at) * each;
        out[i] += fall < -1.0f ? -1.0f : fall > 1.0f ? 1.0f : fall;
    }
}

/// To 1/16 voxels, rounded up: what is solid stays so, however little, and nothing else becomes so.
static void quantise_row(const float *density, int32_t w, float scale, int8_t *out)
{
    for (int32_t i = 0; i < w; i++)
    {
        const float scaled = density[i] * scale;
        const float max = (float)MOST;
        const float kept = scaled < -max ? -max : scaled > max ? max : scaled;
        const int32_t towards = (int32_t)kept;
        out[i] = (int8_t)(towards + (kept > (float)towards));
    }
}

// ---- the window ---------------------------------------------------------------------------------

typedef struct bounds
{
    float low, high;
} bounds;

static void include(bounds *range, float value)
{
    range->low = value < range->low ? value : range->low;
    range->high = value > range->high ? value : range->high;
}

/// The sum over a stretch of cells: values between are within those at the corners.
static bounds sum_bounds(const loam_volume_grower *grower, const volume_window *window,
                         stretch cells, int32_t j, int32_t k)
{
    bounds range = {0.0f, 0.0f};
    if (!grower->any)
    {
        return range;
    }
    const int32_t w = volume_points(window->w, window->cell),
                  h = volume_points(window->h, window->cell);
    const float *const first = (const float *)grower->sum.memory +
                               ((size_t)k * (size_t)h + (size_t)j) * (size_t)w + cells.first;
    range = (bounds){first[0], first[0]};
    for (int32_t corner = 0; corner < 4; corner++)
    {
        const float *const row = first + (size_t)(corner & 1) * (size_t)w +
                                 (size_t)(corner >> 1) * (size_t)h * (size_t)w;
        for (int32_t i = 0; i <= cells.count; i++)
        {
            include(&range, row[i]);
        }
    }
    return range;
}

static bounds height_bounds(const loam_volume_grower *grower, const volume_window *window,
                            stretch cells, int32_t k)
{
    const float *const height = grower->columns.voxels.height +
                                (size_t)(k * window->cell) * (size_t)window->w +
                                (size_t)(cells.first * window->cell);
    bounds range = {height[0], height[0]};
    for (int32_t z = 0; z < window->cell; z++)
    {
        for (int32_t i = 0; i < cells.count * window->cell; i++)
        {
            include(&range, height[(size_t)z * (size_t)window->w + (size_t)i]);
        }
    }
    return range;
}

/// MOST or -MOST if all voxels of a stretch of cells are at least so far from the surface, 0 if not.
static int32_t settled(const loam_volume_grower *grower, const volume_window *window,
                       bounds heights, stretch cells, int32_t j, int32_t k)
{
    const float each = 1.0f / grower->volume->falloff;
    const float scale = grower->volume->falloff * (float)STEPS / window->voxel_m;
    const float bottom = (float)(window->y + j * window->cell) * window->voxel_m;
    const float top = bottom + (float)(window->cell - 1) * window->voxel_m;
    const bounds sum = sum_bounds(grower, window, cells, j, k);
    const float low = loam_clamp((heights.low - top) * each, -1.0f, 1.0f) + sum.low;
    const float high = loam_clamp((heights.high - bottom) * each, -1.0f, 1.0f) + sum.high;
    // One more, so that what rounding may do at the edge is reckoned.
    const float far = (float)(MOST + 1);
    return low * scale > far ? MOST : high * scale < -far ? -MOST : 0;
}

static void fill_cells(loam_volume_grower *grower, const volume_window *window, stretch cells,
                       int32_t j, int32_t k, int32_t value)
{
    const size_t w = (size_t)window->w, h = (size_t)window->h;
    const float scale = grower->volume->falloff * (float)STEPS / window->voxel_m;
    const int32_t count = cells.count * window->cell;
    float row[2 * LOAM_MAX_VOLUME_SIDE];
    for (int32_t z = k * window->cell; z < (k + 1) * window->cell; z++)
    {
        for (int32_t y = j * window->cell; y < (j + 1) * window->cell; y++)
        {
            int8_t *const out = (int8_t *)grower->grid.memory + ((size_t)z * h + (size_t)y) * w +
                                (size_t)(cells.first * window->cell);
            if (value != 0)
            {
                memset(out, value, (size_t)count);
                continue;
            }
            density_row(grower, window, y, z, cells, row);
            quantise_row(row, count, scale, out);
        }
    }
}

void loam_volume_quantise(loam_volume_grower *grower, const volume_window *window, int32_t first,
                          int32_t count)
{
    const int32_t across = window->w / window->cell, max = STRETCH / window->cell;
    for (int32_t k = first; k < first + count; k++)
    {
        for (int32_t i = 0; i < across; i += max)
        {
            const stretch cells = {i, across - i < max ? across - i : max};
            const bounds heights = height_bounds(grower, window, cells, k);
            for (int32_t j = 0; j < window->h / window->cell; j++)
            {
                const int32_t value = settled(grower, window, heights, cells, j, k);
                fill_cells(grower, window, cells, j, k, value);
            }
        }
    }
}

// ---- boxes --------------------------------------------------------------------------------------

static loam_result check_side(int32_t side)
{
    return side >= 1 && side <= LOAM_MAX_VOLUME_SIDE
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "a side of the box is %d voxels; must be 1 to %d",
                           (int)side, LOAM_MAX_VOLUME_SIDE);
}

static bool lies_within(int64_t first, int32_t count, int64_t end)
{
    // Windows and the lattice reach a little further.
    return first >= -end + 512 && first <= end - 512 - count;
}

static loam_result check_box(const loam_volume_box *box)
{
    if (box->level < LOAM_VOLUME_FINEST || box->level > LOAM_VOLUME_COARSEST)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "level is %d; must be %d to %d", (int)box->level,
                         LOAM_VOLUME_FINEST, LOAM_VOLUME_COARSEST);
    }
    loam_result result = check_side(box->w);
    result = result == LOAM_OK ? check_side(box->h) : result;
    result = result == LOAM_OK ? check_side(box->d) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    const int64_t end = box->level < 0 ? LOAM_LAND_END * 2 : LOAM_LAND_END >> box->level;
    const int64_t top = box->level < 0 ? LOAM_VOLUME_TOP * 2 : LOAM_VOLUME_TOP >> box->level;
    if (!lies_within(box->x, box->w, end) || !lies_within(box->z, box->d, end))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the box lies beyond the land's end of 2^50 m");
    }
    if (box->y < -top || box->y > top - box->h)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the box reaches from voxel %lld to %lld; must be %lld to %lld upwards",
                         (long long)box->y, (long long)box->y + box->h - 1, (long long)-top,
                         (long long)top - 1);
    }
    return LOAM_OK;
}

/// What bounds say about a window, before anything is asked at its voxels.
static loam_volume_kind kind_by_bounds(const loam_volume_grower *grower,
                                       const volume_window *window)
{
    const volume_columns_cache *const columns = &grower->columns;
    const float each = 1.0f / grower->volume->falloff;
    const float bottom = (float)window->y * window->voxel_m;
    const float top = (float)(window->y + window->h - 1) * window->voxel_m;
    const float low = loam_clamp((columns->ranges.height_low - top) * each, -1.0f, 1.0f) +
                      grower->low;
    const float high = loam_clamp((columns->ranges.height_high - bottom) * each, -1.0f, 1.0f) +
                       grower->high;
    // Below the surface, and below a water's, what is empty may be full of a liquid.
    const bool sky = columns->water_high < bottom && columns->ranges.height_high < bottom;
    const float slack = 1e-4f; // for what rounding may do between places of the lattice
    return low > slack            ? LOAM_VOLUME_ROCK
           : high < -slack && sky ? LOAM_VOLUME_AIR
                                  : LOAM_VOLUME_MIXED;
}

/// Copies a box out of the window's grid.
static void copy_box(const loam_volume_grower *grower, const volume_window *window,
                     const loam_volume_box *box, int8_t *out)
{
    const int8_t *const grid = grower->grid.memory;
    for (int32_t k = 0; k < box->d; k++)
    {
        for (int32_t j = 0; j < box->h; j++)
        {
            const size_t row = (size_t)(box->z - window->z + k) * (size_t)window->h +
                               (size_t)(box->y - window->y + j);
            memcpy(out + ((size_t)k * (size_t)box->h + (size_t)j) * (size_t)box->w,
                   grid + row * (size_t)window->w + (size_t)(box->x - window->x), (size_t)box->w);
        }
    }
}

static loam_result fill_uniform(loam_volume_grower *grower, const volume_window *window,
                                const loam_volume_box *box, const loam_volume_voxels *out,
                                loam_volume_kind kind)
{
    const size_t count = (size_t)box->w * (size_t)box->h * (size_t)box->d;
    if (out->sparse)
    {
        return LOAM_OK;
    }
    if (kind == LOAM_VOLUME_AIR)
    {
        if (out->materials != NULL)
        {
            memset(out->materials, LOAM_VOXEL_AIR, count);
        }
        return LOAM_OK;
    }
    return out->materials != NULL ? loam_volume_rock_materials(grower, window, box, out->materials)
                                  : LOAM_OK;
}

/// The topmost voxel of frozen water is solid, though no density says so.
static void freeze(loam_volume_grower *grower, const volume_window *window)
{
    const loam_volume_columns *const columns = &grower->columns.voxels;
    const size_t w = (size_t)window->w, h = (size_t)window->h;
    for (size_t c = 0; c < w * (size_t)window->d; c++)
    {
        const float level = columns->water[c] / window->voxel_m - (float)window->y;
        if (columns->ice[c] == 0 || !(level > 0.0f && level <= (float)h))
        {
            continue;
        }
        // The highest place below the water's level.
        const int32_t whole = loam_floor_int(level), y = (float)whole < level ? whole : whole - 1;
        int8_t *const voxel = (int8_t *)grower->grid.memory + (c / w * h + (size_t)y) * w + c % w;
        *voxel = *voxel > 0 ? *voxel : STEPS / 2;
    }
}

// ---- steps --------------------------------------------------------------------------------------

/// How many of `left` planes make a step, if each has so many voxels; these are much quicker than functions.
static int32_t planes_of_step(const volume_filling *filling, size_t plane, int32_t left)
{
    const size_t max = filling->grain == SIZE_MAX ? SIZE_MAX
                                                  : filling->grain * VOXELS_A_VALUE / plane;
    const int32_t count = max < (size_t)left ? (int32_t)max : left;
    return count > 0 ? count : 1;
}

static loam_result find_columns(loam_volume_grower *grower)
{
    volume_filling *const filling = &grower->filling;
    bool there = true;
    loam_result result = LOAM_OK;
    if (filling->grain != SIZE_MAX) // in one go the surface is quicker
    {
        result = loam_volume_columns_fetch(grower, &filling->window, &there);
    }
    if (result != LOAM_OK || !there)
    {
        return result;
    }
    filling->stage = VOLUME_FUNCTIONS;
    result = loam_volume_columns_get(grower, &filling->window);
    return result == LOAM_OK ? loam_volume_sum_begin(grower, &filling->window) : result;
}

/// Bounds may decide now. Densities are needed even where they say that all is rock.
static loam_result end_functions(loam_volume_grower *grower)
{
    volume_filling *const filling = &grower->filling;
    const volume_window *const window = &filling->window;
    const size_t size = (size_t)window->w * (size_t)window->h * (size_t)window->d;
    if (!filling->bounded)
    {
        filling->kind = kind_by_bounds(grower, window);
        filling->bounded = true;
        const bool dense = filling->out.density != NULL && !filling->out.sparse;
        if (filling->kind != LOAM_VOLUME_MIXED && !dense)
        {
            filling->stage = VOLUME_FILLED;
            return fill_uniform(grower, window, &filling->box, &filling->out, filling->kind);
        }
    }
    filling->stage = VOLUME_DENSITIES;
    filling->next = 0;
    return loam_volume_make_room(&grower->volume->env, &grower->grid, size);
}

static void make_densities(loam_volume_grower *grower)
{
    volume_filling *const filling = &grower->filling;
    const volume_window *const window = &filling->window;
    const int32_t rows = window->d / window->cell;
    const size_t plane = (size_t)window->w * (size_t)window->h * (size_t)window->cell;
    const int32_t count = planes_of_step(filling, plane, rows - filling->next);
    loam_volume_quantise(grower, window, filling->next, count);
    filling->next += count;
    if (filling->next == rows)
    {
        filling->stage = VOLUME_PIECES;
    }
}

/// Floating pieces go; if one may go on behind the window, that reaches further and is looked at again.
static loam_result remove_pieces(loam_volume_grower *grower)
{
    volume_filling *const filling = &grower->filling;
    int32_t open = 0;
    const loam_result result = grower->volume->keep_floating
                                   ? LOAM_OK
                                   : loam_volume_remove_floating(grower, &filling->window,
                                                                 &filling->box, &open);
    if (open != 0)
    {
        filling->sides |= open;
        filling->window = loam_volume_window_of(&filling->box, filling->sides);
        filling->stage = VOLUME_COLUMNS;
        return result;
    }
    if (result == LOAM_OK && !grower->volume->plain)
    {
        freeze(grower, &filling->window);
    }
    if (result == LOAM_OK && filling->out.density != NULL)
    {
        copy_box(grower, &filling->window, &filling->box, filling->out.density);
    }
    filling->stage = filling->out.materials != NULL ? VOLUME_MATERIALS : VOLUME_FILLED;
    filling->next = 0;
    return result;
}

static loam_result make_materials(loam_volume_grower *grower)
{
    volume_filling *const filling = &grower->filling;
    loam_volume_box part = filling->box;
    const size_t plane = (size_t)part.w * (size_t)part.h;
    part.z += filling->next;
    part.d = planes_of_step(filling, plane, part.d - filling->next);
    const loam_result result = loam_volume_materials(
        grower, &filling->window, &part, filling->out.materials + plane * (size_t)filling->next);
    filling->next += part.d;
    if (filling->next == filling->box.d)
    {
        filling->stage = VOLUME_FILLED;
    }
    return result;
}

static loam_result add_functions(loam_volume_grower *grower)
{
    const volume_filling *const filling = &grower->filling;
    bool summed = false;
    const loam_result result = loam_volume_sum_step(grower, &filling->window, filling->grain,
                                                    &summed);
    return result == LOAM_OK && summed ? end_functions(grower) : result;
}

/// A box that is longer than any floating piece needs to know of others only what is above it, for soil; and what a
/// piece that ends at its sides is part of.
static int32_t first_sides(const loam_volume_box *box)
{
    const int32_t margin = loam_volume_margin(box->level);
    const bool long_enough = box->w > margin || box->h > margin || box->d > margin;
    return long_enough ? VOLUME_TOP_SIDE : VOLUME_ALL_SIDES;
}

loam_result loam_volume_fill_begin(loam_volume_grower *grower, const loam_volume_box *box,
                                   const loam_volume_voxels *out, size_t grain)
{
    const loam_result result = check_box(box);
    if (result == LOAM_OK)
    {
        const int32_t sides = first_sides(box);
        grower->filling = (volume_filling){.box = *box,
                                           .out = *out,
                                           .kind = LOAM_VOLUME_MIXED,
                                           .window = loam_volume_window_of(box, sides),
                                           .sides = sides,
                                           .grain = grain};
    }
    return result;
}

loam_result loam_volume_fill_step(loam_volume_grower *grower, bool *done)
{
    loam_result result = LOAM_OK;
    switch (grower->filling.stage)
    {
    case VOLUME_COLUMNS:
        result = find_columns(grower);
        break;
    case VOLUME_FUNCTIONS:
        result = add_functions(grower);
        break;
    case VOLUME_DENSITIES:
        make_densities(grower);
        break;
    case VOLUME_PIECES:
        result = remove_pieces(grower);
        break;
    case VOLUME_MATERIALS:
        result = make_materials(grower);
        break;
    case VOLUME_FILLED:
        break;
    }
    *done = grower->filling.stage == VOLUME_FILLED;
    return result;
}

loam_result loam_volume_fill(loam_volume_grower *grower, const loam_volume_box *box,
                             const loam_volume_voxels *out, loam_volume_kind *kind)
{
    LOAM_ASSERT(NULL, grower != NULL);
    LOAM_ASSERT(&grower->volume->env, box != NULL && out != NULL);
    loam_result result = loam_volume_fill_begin(grower, box, out, SIZE_MAX);
    bool done = false;
    while (result == LOAM_OK && !done)
    {
        result = loam_volume_fill_step(grower, &done);
    }
    if (result == LOAM_OK && kind != NULL)
    {
        *kind = grower->filling.kind;
    }
    return result;
}

loam_result loam_volume_density(loam_volume_grower *grower, const loam_volume_box *box, float *out)
{
    LOAM_ASSERT(NULL, grower != NULL);
    LOAM_ASSERT(&grower->volume->env, box != NULL && out != NULL);
    loam_result result = check_box(box);
    if (result != LOAM_OK)
    {
        return result;
    }
    const volume_window window = loam_volume_window_of(box, 0);
    result = loam_volume_columns_get(grower, &window);
    result = result == LOAM_OK ? loam_volume_sum_begin(grower, &window) : result;
    for (bool done = false; !done && result == LOAM_OK;)
    {
        result = loam_volume_sum_step(grower, &window, SIZE_MAX, &done);
    }
    float row[2 * LOAM_MAX_VOLUME_SIDE];
    for (int32_t k = 0; k < box->d && result == LOAM_OK; k++)
    {
        for (int32_t j = 0; j < box->h; j++)
        {
            density_row(grower, &window, (int32_t)(box->y - window.y) + j,
                        (int32_t)(box->z - window.z) + k, (stretch){0, window.w / window.cell},
                        row);
            memcpy(out + ((size_t)k * (size_t)box->h + (size_t)j) * (size_t)box->w,
                   row + (box->x - window.x), (size_t)box->w * sizeof(float));
        }
    }
    return result;
}
