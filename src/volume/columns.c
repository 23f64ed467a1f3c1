// SPDX-License-Identifier: MIT
#include "volume/volume.h"

#include <math.h>
#include <string.h>

// Columns of a window: asked from the surface once, at every voxel and at the places of the lattice, and kept
// for the boxes above and below. Voxels of half a metre take those of whole metres, straight between.

enum
{
    FLOATS = VOLUME_COLUMN_FLOATS,
};

void loam_volume_column_arrays(loam_volume_columns *columns, float **arrays[VOLUME_COLUMN_FLOATS])
{
    float **const all[FLOATS] = {&columns->height,      &columns->water,    &columns->base,
                                 &columns->temperature, &columns->humidity, &columns->soil,
                                 &columns->ruggedness,  &columns->bank,     &columns->slope};
    memcpy(arrays, all, sizeof all);
}

loam_result loam_volume_columns_make(const loam_env *env, volume_room *room, int32_t w, int32_t d,
                                     loam_volume_columns *out)
{
    const size_t count = (size_t)w * (size_t)d;
    const size_t floats = LOAM_ARENA_SIZE(count * sizeof(float)), bytes = LOAM_ARENA_SIZE(count);
    const size_t size = FLOATS * floats + 2 * bytes;
    const loam_result result = loam_volume_make_room(env, room, size);
    if (result != LOAM_OK)
    {
        return result;
    }
    memset(room->memory, 0, size);
    loam_arena arena = loam_arena_make(room->memory, room->size, env);
    float **arrays[FLOATS];
    *out = (loam_volume_columns){.w = w, .d = d};
    loam_volume_column_arrays(out, arrays);
    for (int32_t i = 0; i < FLOATS; i++)
    {
        *arrays[i] = loam_arena_take(&arena, count * sizeof(float));
    }
    out->ice = loam_arena_take(&arena, count);
    out->biome = loam_arena_take(&arena, count);
    return LOAM_OK;
}

/// A row of columns: every so-many-th of `from`; with half each of them twice.
static void copy_row(loam_volume_columns *to, size_t t, int32_t w, loam_volume_columns *from,
                     size_t f, size_t every, int32_t half)
{
    float **targets[FLOATS], **sources[FLOATS];
    loam_volume_column_arrays(to, targets);
    loam_volume_column_arrays(from, sources);
    for (int32_t a = 0; a < FLOATS; a++)
    {
        float *const target = *targets[a] + t;
        const float *const source = *sources[a] + f;
        for (int32_t i = 0; i < w; i++)
        {
            target[i] = source[(size_t)(i >> half) * every];
        }
    }
    for (int32_t i = 0; i < w; i++)
    {
        to->ice[t + (size_t)i] = from->ice[f + (size_t)(i >> half) * every];
        to->biome[t + (size_t)i] = from->biome[f + (size_t)(i >> half) * every];
    }
}

/// The height of half metres: between two samples, or four.
static void halve_height(loam_volume_columns *to, size_t t, const loam_volume_columns *from,
                         int32_t i, int32_t k)
{
    const size_t a = (size_t)(k >> 1) * (size_t)from->w + (size_t)(i >> 1);
    const size_t b = a + (size_t)(i & 1), c = a + (size_t)(k & 1) * (size_t)from->w;
    const size_t e = c + (size_t)(i & 1);
    to->height[t] = 0.25f *
                    ((from->height[a] + from->height[b]) + (from->height[c] + from->height[e]));
}

static float slope_at(const loam_volume_columns *columns, int32_t i, int32_t k, int32_t reach,
                      float metres)
{
    const int32_t w = columns->w, d = columns->d;
    const int32_t i0 = i >= reach ? i - reach : i, i1 = i + reach < w ? i + reach : i;
    const int32_t k0 = k >= reach ? k - reach : k, k1 = k + reach < d ? k + reach : k;
    const float *const h = columns->height;
    const float dx = (h[(size_t)k * (size_t)w + (size_t)i1] -
                      h[(size_t)k * (size_t)w + (size_t)i0]) /
                     metres;
    const float dz = (h[(size_t)k1 * (size_t)w + (size_t)i] -
                      h[(size_t)k0 * (size_t)w + (size_t)i]) /
                     metres;
    return dx * dx + dz * dz;
}

/// The surface's samples around a window: those of the window, and a cell of the lattice more on each side for slopes.
static volume_surface_area surface_around(const volume_window *window)
{
    const int32_t half = window->level < 0;
    const int32_t apron = window->cell;
    const int64_t x = window->x - apron, z = window->z - apron;
    // Cells of half metres are 8 voxels, so corners are whole metres.
    return (volume_surface_area){.level = half ? 0 : window->level,
                                 .x = half ? x / 2 : x,
                                 .z = half ? z / 2 : z,
                                 .w = ((window->w + 2 * apron) >> half) + 1,
                                 .d = ((window->d + 2 * apron) >> half) + 1};
}

static loam_result ask_surface(loam_volume_grower *grower, const volume_window *window,
                               loam_volume_columns *out)
{
    const volume_surface_area area = surface_around(window);
    const loam_result result = loam_volume_columns_make(
        &grower->volume->env, &grower->columns.filled, area.w, area.d, out);
    return result == LOAM_OK ? loam_volume_tiles_read(grower, &area, out) : result;
}

static bool is_number(float value)
{
    return value > -1e6f && value < 1e6f;
}

static loam_result check_columns(const loam_volume_columns *columns)
{
    const size_t count = (size_t)columns->w * (size_t)columns->d;
    for (size_t i = 0; i < count; i++)
    {
        if (!is_number(columns->height[i]) || !is_number(columns->base[i]))
        {
            return loam_fail(LOAM_FAILED,
                             "the surface gave a height of %g m, base %g m; must be "
                             "numbers within 1000000",
                             (double)columns->height[i], (double)columns->base[i]);
        }
    }
    return LOAM_OK;
}

static void widen(loam_volume_ranges *ranges, const loam_volume_columns *columns, size_t i,
                  bool first)
{
    const float h = columns->height[i], b = columns->base[i];
    ranges->height_low = first || h < ranges->height_low ? h : ranges->height_low;
    ranges->height_high = first || h > ranges->height_high ? h : ranges->height_high;
    ranges->base_low = first || b < ranges->base_low ? b : ranges->base_low;
    ranges->base_high = first || b > ranges->base_high ? b : ranges->base_high;
}

static void take_voxels(volume_columns_cache *cache, const volume_window *window,
                        loam_volume_columns *from)
{
    const int32_t half = window->level < 0, apron = window->cell;
    for (int32_t k = 0; k < window->d; k++)
    {
        const size_t row = (size_t)((k + apron) >> half) * (size_t)from->w +
                           (size_t)(apron >> half);
        const size_t t = (size_t)k * (size_t)window->w;
        copy_row(&cache->voxels, t, window->w, from, row, 1, half);
        for (int32_t i = 0; i < window->w && half; i++)
        {
            halve_height(&cache->voxels, t + (size_t)i, from, i + apron, k + apron);
        }
    }
    cache->water_high = LOAM_LAND_DRY;
    const size_t count = (size_t)window->w * (size_t)window->d;
    for (size_t t = 0; t < count; t++)
    {
        const float water = cache->voxels.water[t];
        widen(&cache->ranges, &cache->voxels, t, t == 0);
        cache->water_high = water > cache->water_high ? water : cache->water_high;
    }
}

static void take_lattice(volume_columns_cache *cache, const volume_window *window,
                         loam_volume_columns *from)
{
    const int32_t cell = window->level < 0 ? window->cell / 2 : window->cell;
    const float across = 2.0f * (float)window->cell * window->voxel_m;
    for (int32_t k = 0; k < cache->lattice.d; k++)
    {
        const int32_t fk = (k + 1) * cell;
        copy_row(&cache->lattice, (size_t)k * (size_t)cache->lattice.w, cache->lattice.w, from,
                 (size_t)fk * (size_t)from->w + (size_t)cell, (size_t)cell, 0);
        for (int32_t i = 0; i < cache->lattice.w; i++)
        {
            const size_t t = (size_t)k * (size_t)cache->lattice.w + (size_t)i;
            const int32_t fi = (i + 1) * cell;
            cache->lattice.slope[t] = sqrtf(slope_at(from, fi, fk, cell, across));
            widen(&cache->ranges, &cache->lattice, t, false);
        }
    }
}

static bool has_columns(const volume_columns_cache *cache, const volume_window *window)
{
    return cache->valid && cache->level == window->level && cache->x == window->x &&
           cache->z == window->z && cache->w == window->w && cache->d == window->d;
}

loam_result loam_volume_columns_fetch(loam_volume_grower *grower, const volume_window *window,
                                      bool *there)
{
    const volume_surface_area area = surface_around(window);
    *there = has_columns(&grower->columns, window);
    return *there ? LOAM_OK : loam_volume_tiles_fetch(grower, &area, there);
}

loam_result loam_volume_columns_get(loam_volume_grower *grower, const volume_window *window)
{
    volume_columns_cache *const cache = &grower->columns;
    if (has_columns(cache, window))
    {
        return LOAM_OK;
    }
    cache->valid = false;
    const loam_env *const env = &grower->volume->env;
    loam_volume_columns from;
    loam_result result = ask_surface(grower, window, &from);
    result = result == LOAM_OK ? check_columns(&from) : result;
    result = result == LOAM_OK
                 ? loam_volume_columns_make(env, &cache->fine, window->w, window->d, &cache->voxels)
                 : result;
    result = result == LOAM_OK
                 ? loam_volume_columns_make(env, &cache->coarse,
                                            volume_points(window->w, window->cell),
                                            volume_points(window->d, window->cell), &cache->lattice)
                 : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    take_voxels(cache, window, &from);
    take_lattice(cache, window, &from);
    cache->level = window->level;
    cache->x = window->x;
    cache->z = window->z;
    cache->w = window->w;
    cache->d = window->d;
    result = loam_volume_look(grower, window);
    cache->valid = result == LOAM_OK;
    return result;
}

loam_result loam_volume_lowest(loam_volume_grower *grower, const volume_window *window, float *out)
{
    loam_volume_columns from;
    const loam_result result = ask_surface(grower, window, &from);
    const int32_t apron = window->cell;
    *out = INFINITY;
    for (int32_t k = apron; k < from.d - apron && result == LOAM_OK; k++)
    {
        for (int32_t i = apron; i < from.w - apron; i++)
        {
            *out = fminf(*out, from.height[(size_t)k * (size_t)from.w + (size_t)i]);
        }
    }
    return result;
}
