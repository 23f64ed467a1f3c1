// SPDX-License-Identifier: MIT
#include "land/basis/window.h"

#include "base/small.h"

#include <string.h>

enum
{
    SIDE = LOAM_GRAPH_SIDE
};

land_window loam_land_window_around(int64_t page_x, int64_t page_z, int32_t margin)
{
    return (land_window){.column = page_x * SIDE - margin,
                         .row = page_z * LAND_ROWS - margin,
                         .w = SIDE + 2 * margin,
                         .h = LAND_ROWS + 2 * margin};
}

// The lattice row whose strip a place lies in; a page is LAND_ROWS strips high.
static int64_t row_of(int64_t z, int64_t page_m)
{
    const int64_t page = loam_floor_div(z, page_m);
    return page * LAND_ROWS + (z - page * page_m) * LAND_ROWS / page_m;
}

land_window loam_land_window_over(int32_t level, int64_t x0, int64_t z0, int64_t x1, int64_t z1,
                                  int32_t margin)
{
    const int64_t cell = loam_land_cell_size(level);
    // Sites may lie one lattice cell beside the square or strip that is theirs.
    const int64_t column = loam_floor_div(x0, cell) - margin - 1;
    const int64_t row = row_of(z0, cell * SIDE) - margin - 1;
    return (land_window){
        .column = column,
        .row = row,
        .w = (int32_t)(loam_floor_div(x1, cell) + margin + 1 - column + 1),
        .h = (int32_t)(row_of(z1, cell * SIDE) + margin + 1 - row + 1),
    };
}

void loam_land_window_pages(const land_window *window, int64_t *page_x, int64_t *page_z, int32_t *w,
                            int32_t *h)
{
    *page_x = loam_floor_div(window->column, SIDE);
    *page_z = loam_floor_div(window->row, LAND_ROWS);
    *w = (int32_t)(loam_floor_div(window->column + window->w - 1, SIDE) - *page_x + 1);
    *h = (int32_t)(loam_floor_div(window->row + window->h - 1, LAND_ROWS) - *page_z + 1);
}

/// The part of a window that lies in one page: w x h cells, from (column, row) of the page and from `at` of
/// the window's arrays.
typedef struct overlap
{
    int32_t column, row, w, h;
    size_t at;
} overlap;

static overlap overlap_with(const land_window *window, int64_t page_x, int64_t page_z)
{
    const int64_t x = window->column - page_x * SIDE, z = window->row - page_z * LAND_ROWS;
    const int64_t column = x > 0 ? x : 0, row = z > 0 ? z : 0;
    const int64_t right = x + window->w < SIDE ? x + window->w : SIDE;
    const int64_t top = z + window->h < LAND_ROWS ? z + window->h : LAND_ROWS;
    return (overlap){.column = (int32_t)column,
                     .row = (int32_t)row,
                     .w = (int32_t)(right - column),
                     .h = (int32_t)(top - row),
                     .at = (size_t)((row - z) * window->w + column - x)};
}

static void copy_rows(const overlap *part, const uint32_t *values, uint32_t *out, int32_t w)
{
    for (int32_t r = 0; r < part->h; r++)
    {
        memcpy(out + part->at + (size_t)r * (size_t)w,
               values + (part->row + r) * SIDE + part->column, (size_t)part->w * sizeof *values);
    }
}

loam_result loam_land_window_gather(const land_window *window, land_page_source source,
                                    size_t offset, void *out)
{
    int64_t page_x, page_z;
    int32_t w, h;
    loam_land_window_pages(window, &page_x, &page_z, &w, &h);
    for (int32_t i = 0; i < w * h; i++)
    {
        const loam_page *page = source.find(source.user, page_x + i % w, page_z + i / w);
        if (page == NULL || page->data == NULL)
        {
            return loam_fail(LOAM_NOT_FOUND, "a page of cells is missing");
        }
        const overlap part = overlap_with(window, page_x + i % w, page_z + i / w);
        const uint8_t *const data = page->data;
        copy_rows(&part, (const uint32_t *)(const void *)(data + offset), out, window->w);
    }
    return LOAM_OK;
}

loam_result loam_land_window_columns(const land_window *window, const land_window_column *columns,
                                     size_t count)
{
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < count && !result; i++)
    {
        result = loam_land_window_gather(window, columns[i].source, columns[i].offset,
                                         columns[i].out);
    }
    return result;
}

void loam_land_window_page(const float *values, int32_t margin, float *out)
{
    const int32_t w = LOAM_GRAPH_SIDE + 2 * margin;
    for (int32_t r = 0; r < LAND_ROWS; r++)
    {
        memcpy(out + r * LOAM_GRAPH_SIDE, values + (r + margin) * w + margin,
               LOAM_GRAPH_SIDE * sizeof *out);
    }
}

// Adds, to the cells of every page, how far the page lies from the one that places are measured from.
static void shift_sites(const land_window *window, int64_t from_x, int64_t from_z, int32_t *x,
                        int32_t *z)
{
    int64_t page_x, page_z;
    int32_t w, h;
    loam_land_window_pages(window, &page_x, &page_z, &w, &h);
    for (int32_t i = 0; i < w * h; i++)
    {
        const overlap part = overlap_with(window, page_x + i % w, page_z + i / w);
        const int32_t dx = (int32_t)((page_x + i % w - from_x) * LOAM_GRAPH_PAGE);
        const int32_t dz = (int32_t)((page_z + i / w - from_z) * LOAM_GRAPH_PAGE);
        for (int32_t k = 0; k < part.w * part.h; k++)
        {
            const size_t at = part.at + (size_t)(k / part.w) * (size_t)window->w +
                              (size_t)(k % part.w);
            x[at] += dx;
            z[at] += dz;
        }
    }
}

loam_result loam_land_window_sites(const land_window *window, land_page_source source,
                                   size_t offset_x, size_t offset_z, int64_t page_x, int64_t page_z,
                                   int32_t *x, int32_t *z)
{
    loam_result result = loam_land_window_gather(window, source, offset_x, x);
    result = result ? result : loam_land_window_gather(window, source, offset_z, z);
    if (!result)
    {
        shift_sites(window, page_x, page_z, x, z);
    }
    return result;
}

static const loam_page *find_in_slice(const void *user, int64_t page_x, int64_t page_z)
{
    const land_slice_source *const pages = user;
    return loam_slice_page(pages->slice, pages->input, page_x, 0, page_z);
}

land_page_source loam_land_source_of_slice(const land_slice_source *pages)
{
    return (land_page_source){.find = find_in_slice, .user = pages};
}

loam_result loam_land_pinned_pages_make(land_pinned_pages *pinned, const loam_env *env,
                                        loam_pipeline *pipeline, const land_window *window)
{
    *pinned = (land_pinned_pages){.env = *env, .pipeline = pipeline};
    int32_t w, h;
    loam_land_window_pages(window, &pinned->page_x, &pinned->page_z, &w, &h);
    const size_t size = (size_t)w * (size_t)h * sizeof *pinned->pages;
    pinned->pages = loam_alloc(env, size);
    if (pinned->pages == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(pinned->pages, 0, size);
    pinned->w = w;
    pinned->h = h;
    return LOAM_OK;
}

loam_result loam_land_pinned_pages_fetch(land_pinned_pages *pinned, int32_t stage, int64_t i)
{
    const loam_page_id id = {
        .stage = stage, .x = pinned->page_x + i % pinned->w, .z = pinned->page_z + i / pinned->w};
    return loam_pipeline_get(pinned->pipeline, id, &pinned->pages[i]);
}

loam_result loam_land_pinned_pages_get(land_pinned_pages *pinned, const loam_env *env,
                                       loam_pipeline *pipeline, int32_t stage,
                                       const land_window *window)
{
    loam_result result = loam_land_pinned_pages_make(pinned, env, pipeline, window);
    for (int64_t i = 0; i < (int64_t)pinned->w * pinned->h && !result; i++)
    {
        result = loam_land_pinned_pages_fetch(pinned, stage, i);
    }
    if (result)
    {
        loam_land_pinned_pages_release(pinned);
    }
    return result;
}

void loam_land_pinned_pages_release(land_pinned_pages *pinned)
{
    if (pinned->pages == NULL)
    {
        return;
    }
    for (int32_t i = 0; i < pinned->w * pinned->h; i++)
    {
        loam_pipeline_release(pinned->pipeline, pinned->pages[i]);
    }
    loam_free(&pinned->env, pinned->pages,
              (size_t)pinned->w * (size_t)pinned->h * sizeof(const loam_page *));
    pinned->pages = NULL;
}

static const loam_page *find_pinned(const void *user, int64_t page_x, int64_t page_z)
{
    const land_pinned_pages *const pinned = user;
    const int64_t x = page_x - pinned->page_x, z = page_z - pinned->page_z;
    return x >= 0 && z >= 0 && x < pinned->w && z < pinned->h ? pinned->pages[z * pinned->w + x]
                                                              : NULL;
}

land_page_source loam_land_source_of_pinned(const land_pinned_pages *pinned)
{
    return (land_page_source){.find = find_pinned, .user = pinned};
}
