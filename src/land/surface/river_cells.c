// SPDX-License-Identifier: MIT
#include "land/surface/rivers.h"

#include <stddef.h>

static void *gather(const land_window *window, land_page_source source, size_t offset,
                    loam_arena *arena, loam_result *result)
{
    void *out = loam_arena_take(arena, (size_t)window->w * (size_t)window->h * sizeof(float));
    *result = *result ? *result : loam_land_window_gather(window, source, offset, out);
    return out;
}

// Sites in 1/16 units from the corner of the window's first page.
static void gather_sites(const land_window *window, land_page_source source, loam_arena *arena,
                         int32_t **x, int32_t **z, loam_result *result)
{
    const size_t count = (size_t)window->w * (size_t)window->h;
    *x = loam_arena_take(arena, count * sizeof **x);
    *z = loam_arena_take(arena, count * sizeof **z);
    int64_t page_x, page_z;
    int32_t w, h;
    loam_land_window_pages(window, &page_x, &page_z, &w, &h);
    *result = *result
                  ? *result
                  : loam_land_window_sites(window, source, offsetof(land_cells, site_x),
                                           offsetof(land_cells, site_z), page_x, page_z, *x, *z);
    for (size_t i = 0; i < count && !*result; i++)
    {
        (*x)[i] *= LAND_FIELD_SCALE;
        (*z)[i] *= LAND_FIELD_SCALE;
    }
}

loam_result loam_land_river_cells_gather(const land_window *window, int32_t level, uint64_t seed,
                                         land_page_source source, loam_arena *arena,
                                         land_river_cells *out)
{
    loam_result result = LOAM_OK;
    int32_t *x, *z;
    gather_sites(window, source, arena, &x, &z, &result);
    *out = (land_river_cells){
        .curves = {
            .window = *window,
            .x = x,
            .z = z,
            .kind = gather(window, source, offsetof(land_cells, kind), arena, &result),
            .receiver = gather(window, source, offsetof(land_cells, receiver), arena, &result),
            .lake = gather(window, source, offsetof(land_cells, lake), arena, &result),
            .flow = gather(window, source, offsetof(land_cells, flow), arena, &result),
            .water = gather(window, source, offsetof(land_cells, height), arena, &result),
            .branch = gather(window, source, offsetof(land_cells, branch), arena, &result),
            .arm = gather(window, source, offsetof(land_cells, arm), arena, &result),
            .seed = loam_land_water_seed(seed, level + 1)}};
    int64_t page_x, page_z;
    int32_t w, h;
    loam_land_window_pages(window, &page_x, &page_z, &w, &h);
    const int64_t page_m = loam_land_cell_size(level) * LOAM_GRAPH_SIDE;
    out->origin_x = page_x * page_m;
    out->origin_z = page_z * page_m;
    return result;
}
