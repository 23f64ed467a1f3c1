// SPDX-License-Identifier: MIT
// A rectangle of lattice cells of one level, gathered from the pages that hold them into plain rows.
#ifndef LOAM_LAND_WINDOW_H
#define LOAM_LAND_WINDOW_H

#include "land/basis/cells.h"

/// w x h lattice cells from (column, row) of the level on. Cell (c, r) lies in page (c / LOAM_GRAPH_SIDE,
/// r / LAND_ROWS), rounded down. In arrays it is at index (r - row) * w + c - column.
typedef struct land_window
{
    int64_t column, row;
    int32_t w, h;
} land_window;

/// Where pages come from: those that a stage reads, or pinned ones. find gives NULL for a
/// page that is not there.
typedef struct land_page_source
{
    const loam_page *(*find)(const void *user, int64_t page_x, int64_t page_z);
    const void *user;
} land_page_source;

/// A page of the graph and `margin` lattice cells around it.
land_window loam_land_window_around(int64_t page_x, int64_t page_z, int32_t margin);

/// The cells of a level whose sites can lie within `margin` lattice cells of a rectangle of metres.
land_window loam_land_window_over(int32_t level, int64_t x0, int64_t z0, int64_t x1, int64_t z1,
                                  int32_t margin);

/// The pages that a window touches: from (*page_x, *page_z), *w x *h.
void loam_land_window_pages(const land_window *window, int64_t *page_x, int64_t *page_z, int32_t *w,
                            int32_t *h);

/// Fills out with one array of the payloads, LAND_CELLS values of 4 bytes at `offset` of each.
/// LOAM_NOT_FOUND if a page is missing.
loam_result loam_land_window_gather(const land_window *window, land_page_source source,
                                    size_t offset, void *out);

/// One array of a window: the pages that its values lie in, at which offset, and where they go.
typedef struct land_window_column
{
    land_page_source source;
    size_t offset;
    void *out;
} land_window_column;

/// loam_land_window_gather for each of them.
loam_result loam_land_window_columns(const land_window *window, const land_window_column *columns,
                                     size_t count);

/// The page in the middle of a window of so many cells around it.
void loam_land_window_page(const float *values, int32_t margin, float *out);

/// Sites in units from the low corner of page (page_x, page_z), which is near. The arrays of the payloads are
/// at offset_x and offset_z.
loam_result loam_land_window_sites(const land_window *window, land_page_source source,
                                   size_t offset_x, size_t offset_z, int64_t page_x, int64_t page_z,
                                   int32_t *x, int32_t *z);

/// The pages of a stage's input.
typedef struct land_slice_source
{
    loam_slice *slice;
    int32_t input;
} land_slice_source;

/// `pages` must stay as long as the source is used.
land_page_source loam_land_source_of_slice(const land_slice_source *pages);

/// Pages of one stage that are pinned for somebody outside of stages: w x h from (page_x, page_z).
typedef struct land_pinned_pages
{
    loam_env env;
    loam_pipeline *pipeline;
    const loam_page **pages;
    int64_t page_x, page_z;
    int32_t w, h;
} land_pinned_pages;

/// Room for all pages that a window touches, none of which is there yet.
loam_result loam_land_pinned_pages_make(land_pinned_pages *pinned, const loam_env *env,
                                        loam_pipeline *pipeline, const land_window *window);

/// Grows and pins page i, from 0 to w h - 1.
loam_result loam_land_pinned_pages_fetch(land_pinned_pages *pinned, int32_t stage, int64_t i);

/// Grows and pins all pages that a window touches. Stages are named by index.
loam_result loam_land_pinned_pages_get(land_pinned_pages *pinned, const loam_env *env,
                                       loam_pipeline *pipeline, int32_t stage,
                                       const land_window *window);
void loam_land_pinned_pages_release(land_pinned_pages *pinned);

/// `pinned` must stay as long as the source is used.
land_page_source loam_land_source_of_pinned(const land_pinned_pages *pinned);

/// The index offset of lattice neighbour `direction` in rows of w cells; row is the cell's absolute lattice
/// row.
static inline int32_t land_step(int32_t direction, int64_t row, int32_t w)
{
    const int32_t odd = (int32_t)(row & 1);
    switch (direction)
    {
    case 0:
        return 1;
    case 1:
        return w + odd;
    case 2:
        return w - 1 + odd;
    case 3:
        return -1;
    case 4:
        return -w - 1 + odd;
    default:
        return -w + odd;
    }
}

/// Whether cell i of rows of w cells has lattice neighbours in the rows that they belong to: not so in the
/// first and the last column, whose steps would lead into other rows.
static inline bool land_has_neighbours(int32_t i, int32_t w)
{
    const int32_t column = i % w;
    return column > 0 && column < w - 1;
}

/// The direction that leads back.
static inline int32_t land_opposite(int32_t direction)
{
    return direction < 3 ? direction + 3 : direction - 3;
}

#endif
