// SPDX-License-Identifier: MIT
#include "land/water/course_page.h"

#include "base/small.h"

enum
{
    AROUND = 8, // cells around one that a river is followed through
};

_Static_assert(1 + LAND_CURVE_MARGIN <= (int)LAND_COURSE_MARGIN,
               "the receiver, what its curve or its way out knows");
_Static_assert((int)LAND_COURSE_MARGIN < (int)AROUND, "a small window has the margin");
_Static_assert((2 * AROUND + 1) * (2 * AROUND + 1) <= (int)LAND_COURSE_CELLS, "a small window");

static loam_result gather(course_page *page, const land_window *window, land_page_source source)
{
    const land_curve_source from = {.cells = source,
                                    .level = page->level,
                                    .seed = page->land->seed,
                                    .page_x = page->page_x,
                                    .page_z = page->page_z};
    const land_window_column columns[] = {
        {source, offsetof(land_cells, road), page->road},
        {source, offsetof(land_cells, course), page->course},
    };
    loam_arena arena = loam_arena_make(page->memory, sizeof page->memory, &page->land->env);
    const loam_result result = loam_land_curve_cells_gather(window, &from, &arena, &page->cells);
    return result ? result
                  : loam_land_window_columns(window, columns, sizeof columns / sizeof *columns);
}

// Places are measured from the low corner of page (page_x, page_z).
static loam_result load_window(course_page *page, land_window window, int64_t page_x,
                               int64_t page_z)
{
    page->page_x = page_x;
    page->page_z = page_z;
    land_pinned_pages pinned;
    loam_result result = loam_land_pinned_pages_get(&pinned, &page->land->env, page->land->pipeline,
                                                    page->land->cell_stages[page->level], &window);
    if (!result)
    {
        result = gather(page, &window, loam_land_source_of_pinned(&pinned));
        loam_land_pinned_pages_release(&pinned);
    }
    if (result)
    {
        // What is there are cells of before: nobody must take them for those of this window.
        page->cells.window = (land_window){0};
    }
    return result;
}

loam_result loam_land_course_page_make(loam_land *land, int32_t level, course_page **out)
{
    *out = loam_alloc(&land->env, sizeof **out);
    if (*out == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    (*out)->land = land;
    (*out)->level = level;
    (*out)->cells.window = (land_window){0};
    return LOAM_OK;
}

void loam_land_course_page_free(course_page *page)
{
    loam_free(&page->land->env, page, sizeof *page);
}

loam_result loam_land_course_load(course_page *page, int64_t page_x, int64_t page_z)
{
    return load_window(page, loam_land_window_around(page_x, page_z, LAND_COURSE_MARGIN), page_x,
                       page_z);
}

loam_result loam_land_course_load_part(course_page *page, const land_window *window, int64_t page_x,
                                       int64_t page_z)
{
    enum
    {
        MARGIN = LAND_COURSE_MARGIN
    };
    const int64_t column = page_x * LOAM_GRAPH_SIDE, row = page_z * LAND_ROWS;
    const int64_t end_x = window->column + window->w, end_z = window->row + window->h;
    const int64_t left = window->column > column ? window->column : column;
    const int64_t low = window->row > row ? window->row : row;
    const int64_t right = end_x < column + LOAM_GRAPH_SIDE ? end_x : column + LOAM_GRAPH_SIDE;
    const int64_t top = end_z < row + LAND_ROWS ? end_z : row + LAND_ROWS;
    const land_window part = {.column = left - MARGIN,
                              .row = low - MARGIN,
                              .w = (int32_t)(right - left) + 2 * MARGIN,
                              .h = (int32_t)(top - low) + 2 * MARGIN};
    return load_window(page, part, page_x, page_z);
}

loam_result loam_land_course_around(course_page *page, int64_t column, int64_t row)
{
    const land_window *const had = &page->cells.window;
    const bool there = column >= had->column + LAND_COURSE_MARGIN &&
                       row >= had->row + LAND_COURSE_MARGIN &&
                       column < had->column + had->w - LAND_COURSE_MARGIN &&
                       row < had->row + had->h - LAND_COURSE_MARGIN;
    const land_window window = {
        .column = column - AROUND, .row = row - AROUND, .w = 2 * AROUND + 1, .h = 2 * AROUND + 1};
    return there ? LOAM_OK
                 : load_window(page, window, loam_floor_div(column, LOAM_GRAPH_SIDE),
                               loam_floor_div(row, LAND_ROWS));
}

int64_t loam_land_course_eighths(const course_page *page, int64_t number, int32_t place)
{
    const int64_t cell = loam_land_cell_size(page->level);
    return number * LOAM_GRAPH_SIDE * cell * 8 +
           loam_floor_div(place * cell * 8, (int64_t)LOAM_GRAPH_CELL * 16);
}
