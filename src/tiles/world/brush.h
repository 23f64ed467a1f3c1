// SPDX-License-Identifier: MIT
// The shapes that edits draw, row by row.
#ifndef LOAM_TILES_BRUSH_H
#define LOAM_TILES_BRUSH_H

#include "loam/tile_world.h"

/// Tiles (first, y) to (last, y), both included.
typedef struct loam_span
{
    int64_t y, first, last;
} loam_span;

/// A rectangle, or all that is at most reach + 1/2 from the line between two points. Both are convex: one
/// span a row.
typedef struct loam_brush
{
    bool square; // the rectangle around the line
    loam_tile_pos from;
    int64_t along_x, along_y; // the line, from `from` on
    int64_t reach;
    int64_t low_y, high_y; // its rows
} loam_brush;

/// The brush of an edit that is no fill, grown so that every tile less than margin + 1 away on both
/// axes from a tile of the edit is in it.
loam_brush loam_brush_of(const loam_edit *edit, int32_t margin);

/// The tiles of a row, low_y to high_y.
loam_span loam_brush_row(const loam_brush *brush, int64_t y);

#endif
