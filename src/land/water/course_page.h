// SPDX-License-Identifier: MIT
// The cells of a page and around it, or around a cell, ready for curves: for whoever asks from outside of the
// stages where rivers run.
#ifndef LOAM_LAND_COURSE_PAGE_H
#define LOAM_LAND_COURSE_PAGE_H

#include "land/land.h"
#include "land/water/curves.h"

enum
{
    /// Cells around a page: curves that start in it know LAND_CURVE_MARGIN around them, and
    /// their receivers.
    LAND_COURSE_MARGIN = 5,
    LAND_COURSE_CELLS = (LOAM_GRAPH_SIDE + 2 * LAND_COURSE_MARGIN) *
                        (LAND_ROWS + 2 * LAND_COURSE_MARGIN),
};

/// The window of `cells` says which ones they are. Sites are measured from the low corner of a page.
typedef struct course_page
{
    loam_land *land;
    int32_t level;
    int64_t page_x, page_z;
    land_curve_cells cells;
    float road[LAND_COURSE_CELLS], course[LAND_COURSE_CELLS];
    _Alignas(64) uint8_t memory[LAND_CURVE_CELLS_SIZE(LAND_COURSE_CELLS)]; // of `cells`
} course_page;

/// Room for cells of a level, none of which is there yet.
loam_result loam_land_course_page_make(loam_land *land, int32_t level, course_page **out);
void loam_land_course_page_free(course_page *page);

/// A page of the graph and LAND_COURSE_MARGIN cells around it.
loam_result loam_land_course_load(course_page *page, int64_t page_x, int64_t page_z);

/// The cells of a page that lie in a window, some of which do, and LAND_COURSE_MARGIN around those.
loam_result loam_land_course_load_part(course_page *page, const land_window *window, int64_t page_x,
                                       int64_t page_z);

/// As few pages as curves around a cell need, most often one: at least LAND_COURSE_MARGIN cells around it are
/// there. Nothing is loaded if they are already.
loam_result loam_land_course_around(course_page *page, int64_t column, int64_t row);

/// A place of a curve in 1/8 metres; number is page_x for x and page_z for z.
int64_t loam_land_course_eighths(const course_page *page, int64_t number, int32_t place);

#endif
