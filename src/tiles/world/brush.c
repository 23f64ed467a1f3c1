// SPDX-License-Identifier: MIT
#include "tiles/world/brush.h"

// A tile is in a line if its centre is near enough to the line between the centres of its ends: exact
// in integers, the same in both directions, and without gaps at any slope, because the tile nearest to
// where the line crosses a row or column is at most 1/2 away. A circle is a line of length 0.
//
// With LOAM_MAX_EDIT_LINE and LOAM_MAX_EDIT_RADIUS no number here exceeds 2^61.

loam_brush loam_brush_of(const loam_edit *edit, int32_t margin)
{
    const bool is_box = edit->shape == LOAM_EDIT_BOX;
    const bool is_long = edit->shape == LOAM_EDIT_LINE || is_box;
    const int64_t radius = edit->shape == LOAM_EDIT_TILE || is_box ? 0 : edit->radius;
    const bool square = edit->shape == LOAM_EDIT_SQUARE || edit->shape == LOAM_EDIT_TILE || is_box;
    loam_brush brush = {
        .square = square,
        .from = edit->from,
        .along_x = is_long ? edit->to.x - edit->from.x : 0,
        .along_y = is_long ? edit->to.y - edit->from.y : 0,
        // The corner of a square is less than 3/2 times as far away as its sides.
        .reach = square ? radius + margin : radius + (3 * margin + 1) / 2,
    };
    brush.low_y = edit->from.y + (brush.along_y < 0 ? brush.along_y : 0) - brush.reach;
    brush.high_y = edit->from.y + (brush.along_y > 0 ? brush.along_y : 0) + brush.reach;
    return brush;
}

/// Whether a point, given from `from` on, is near enough.
static bool is_inside(const loam_brush *brush, int64_t x, int64_t y)
{
    const int64_t along_x = brush->along_x, along_y = brush->along_y;
    const int64_t length2 = along_x * along_x + along_y * along_y;
    const int64_t limit2 = (2 * brush->reach + 1) * (2 * brush->reach + 1);
    const int64_t projection = x * along_x + y * along_y;
    if (projection > 0 && projection < length2)
    {
        const int64_t cross = along_x * y - along_y * x;
        return 4 * cross * cross <= limit2 * length2;
    }
    const int64_t end_x = projection <= 0 ? x : x - along_x;
    const int64_t end_y = projection <= 0 ? y : y - along_y;
    return 4 * (end_x * end_x + end_y * end_y) <= limit2;
}

/// Where the line is in a row, given from `from` on, to the nearest tile; beyond its ends, the end.
static int64_t middle_of(const loam_brush *brush, int64_t y)
{
    const int64_t sign = brush->along_y < 0 ? -1 : 1;
    const int64_t height = brush->along_y * sign, above = y * sign;
    if (above <= 0 || height == 0)
    {
        return 0;
    }
    if (above >= height)
    {
        return brush->along_x;
    }
    const int64_t doubled = 2 * brush->along_x * above;
    return (doubled + (doubled < 0 ? -height : height)) / (2 * height);
}

loam_span loam_brush_row(const loam_brush *brush, int64_t y)
{
    if (brush->square)
    {
        const int64_t to = brush->from.x + brush->along_x;
        const int64_t first = to < brush->from.x ? to : brush->from.x;
        const int64_t last = to < brush->from.x ? brush->from.x : to;
        return (loam_span){y, first - brush->reach, last + brush->reach};
    }
    const int64_t row = y - brush->from.y;
    int64_t first = middle_of(brush, row), last = first;
    while (is_inside(brush, first - 1, row))
    {
        first--;
    }
    while (is_inside(brush, last + 1, row))
    {
        last++;
    }
    return (loam_span){y, brush->from.x + first, brush->from.x + last};
}
