// SPDX-License-Identifier: MIT
#include "land/water/curve_cells.h"

#include <string.h>

enum
{
    FINER = 16, // units of the finer level in one
};

_Static_assert(FINER == LAND_FIELD_SCALE, "a field has the same places");
_Static_assert(LAND_CURVE_MARGIN <= LAND_FIELD_REACH, "courses depend on no more than springs do");

static void *gather(const land_window *window, land_page_source source, size_t offset,
                    loam_arena *arena, loam_result *result)
{
    void *out = loam_arena_take(arena, (size_t)window->w * (size_t)window->h * sizeof(float));
    *result = *result ? *result : loam_land_window_gather(window, source, offset, out);
    return out;
}

// A column of small whole numbers, which pages keep as floats: made bytes where it lies.
static const uint8_t *gather_small(const land_window *window, land_page_source source,
                                   size_t offset, loam_arena *arena, loam_result *result)
{
    float *const values = gather(window, source, offset, arena, result);
    uint8_t *const out = (uint8_t *)values;
    for (int32_t i = 0; i < window->w * window->h && !*result; i++)
    {
        out[i] = (uint8_t)values[i];
    }
    return out;
}

static void gather_sites(const land_window *window, const land_curve_source *source,
                         loam_arena *arena, land_curve_cells *out, loam_result *result)
{
    const size_t count = (size_t)window->w * (size_t)window->h;
    int32_t *const x = loam_arena_take(arena, count * sizeof *x);
    int32_t *const z = loam_arena_take(arena, count * sizeof *z);
    *result = loam_land_window_sites(window, source->cells, offsetof(land_cells, site_x),
                                     offsetof(land_cells, site_z), source->page_x, source->page_z,
                                     x, z);
    for (size_t i = 0; i < count && !*result; i++)
    {
        x[i] = x[i] * FINER - source->x;
        z[i] = z[i] * FINER - source->z;
    }
    out->x = x;
    out->z = z;
}

loam_result loam_land_curve_cells_gather(const land_window *window, const land_curve_source *source,
                                         loam_arena *arena, land_curve_cells *out)
{
    const land_page_source from = source->cells;
    loam_result result = LOAM_OK;
    *out = (land_curve_cells){.window = *window,
                              .level = source->level,
                              .seed = loam_land_water_seed(source->seed, source->level + 1)};
    gather_sites(window, source, arena, out, &result);
    out->kind = gather_small(window, from, offsetof(land_cells, kind), arena, &result);
    out->receiver = gather_small(window, from, offsetof(land_cells, receiver), arena, &result);
    out->branch = gather_small(window, from, offsetof(land_cells, branch), arena, &result);
    out->lake = gather(window, from, offsetof(land_cells, lake), arena, &result);
    out->flow = gather(window, from, offsetof(land_cells, flow), arena, &result);
    out->water = gather(window, from, offsetof(land_cells, height), arena, &result);
    out->arm = gather(window, from, offsetof(land_cells, arm), arena, &result);
    return result;
}

static bool is_spring(const land_curve_cells *cells, int32_t index)
{
    bool found = land_has_curve(cells, index) && cells->lake[index] <= 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS && found; d++)
    {
        found = !land_drains_from(cells, index, d);
    }
    return found;
}

// The water at a spring: that of the cell, or the smooth ground if that lies lower, but still above where the
// channel leads to.
static float spring_water(float own, float below, float ground)
{
    const float end = below > 0 ? below : 0;
    const float least = end + 0.1f * (own - end);
    const float wanted = ground > least ? ground : least;
    return wanted < own ? wanted : own;
}

void loam_land_lower_springs(const land_curve_cells *cells, const land_field *field, float *out)
{
    const int32_t w = cells->window.w, h = cells->window.h, margin = LAND_FIELD_REACH;
    memcpy(out, cells->water, sizeof(float) * (size_t)w * (size_t)h);
    for (int32_t r = margin; r < h - margin; r++)
    {
        for (int32_t i = r * w + margin; i < (r + 1) * w - margin; i++)
        {
            if (is_spring(cells, i))
            {
                float values[LAND_ATTRIBUTES];
                loam_land_field_at(field, cells->x[i], cells->z[i], values);
                out[i] = spring_water(cells->water[i], cells->water[land_curve_receiver(cells, i)],
                                      values[LAND_HEIGHT]);
            }
        }
    }
}

int32_t loam_land_deepest_beside(const land_curve_cells *cells, int32_t index)
{
    int32_t best = LAND_NO_DIRECTION;
    float least = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t to = land_curve_neighbour(cells, index, d);
        if (cells->kind[to] == LAND_SEA && cells->water[to] < least)
        {
            best = d;
            least = cells->water[to];
        }
    }
    return best;
}
