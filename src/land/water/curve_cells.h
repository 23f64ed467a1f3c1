// SPDX-License-Identifier: MIT
// The cells of a level around a place, as the courses of its water are made from: all who make courses (the
// finer level, surfaces, crests, lines, names) gather them here.
#ifndef LOAM_LAND_CURVE_CELLS_H
#define LOAM_LAND_CURVE_CELLS_H

#include "land/basis/field.h"
#include "land/water/ground.h"

enum
{
    LAND_CURVE_MARGIN = 3, // cells around one that its course depends on
};

/// Sites are in sixteenths of the level's units, that is the units of the finer level, from a place that is
/// near and the same for all.
typedef struct land_curve_cells
{
    land_window window;
    int32_t level;
    uint64_t seed;
    const int32_t *x, *z;
    const uint8_t *kind;     // a land_kind
    const uint8_t *receiver; // directions
    const uint8_t *branch;   // second receivers
    const float *lake, *flow;
    const float *water; // what water runs on
    const float *arm;   // parts of the flow that run on, in deltas
} land_curve_cells;

/// Where cells come from, and what their sites are measured from.
typedef struct land_curve_source
{
    land_page_source cells; // pages of land_cells
    int32_t level;
    uint64_t seed;          // of the land
    int64_t page_x, page_z; // the page whose low corner sites are measured from,
    int32_t x, z;           // or a place so many units of the finer level from there
} land_curve_source;

/// How much of an arena so many cells use up at most.
#define LAND_CURVE_CELLS_SIZE(count) (9 * LOAM_ARENA_SIZE(4 * (size_t)(count)))

/// The cells of a window, in the arena. LOAM_NOT_FOUND if a page is missing.
loam_result loam_land_curve_cells_gather(const land_window *window, const land_curve_source *source,
                                         loam_arena *arena, land_curve_cells *out);

/// What the finer level's water runs on: channels that begin on a cell begin on the smooth ground there, which
/// does not reach up to the highest cells, or their surroundings would stand above all others like a table.
/// Fills out with the water of all cells, lowered at springs LAND_FIELD_REACH or more from the border of the
/// window. The field is of the same window.
void loam_land_lower_springs(const land_curve_cells *cells, const land_field *field, float *out);

/// The direction of the deepest sea beside a cell, or LAND_NO_DIRECTION.
int32_t loam_land_deepest_beside(const land_curve_cells *cells, int32_t index);

static inline int32_t land_curve_neighbour(const land_curve_cells *cells, int32_t index,
                                           int32_t direction)
{
    const int32_t w = cells->window.w;
    return index + land_step(direction, cells->window.row + index / w, w);
}

/// Whether a cell's water runs on: only then it has a curve.
static inline bool land_has_curve(const land_curve_cells *cells, int32_t index)
{
    return cells->receiver[index] != LAND_NO_DIRECTION && cells->kind[index] != LAND_SEA;
}

/// The cell that the water of one that has a curve runs to.
static inline int32_t land_curve_receiver(const land_curve_cells *cells, int32_t index)
{
    return land_curve_neighbour(cells, index, cells->receiver[index]);
}

/// Whether the water of the neighbour in a direction runs into a cell.
static inline bool land_drains_from(const land_curve_cells *cells, int32_t index, int32_t direction)
{
    const int32_t from = land_curve_neighbour(cells, index, direction);
    return land_has_curve(cells, from) && cells->receiver[from] == land_opposite(direction);
}

#endif
