// SPDX-License-Identifier: MIT
// The map below a chart: tiles of it that come frame by frame, nearest to the middle first, and are kept for a while.
#ifndef LOAM_SAIL_CHART_MAP_H
#define LOAM_SAIL_CHART_MAP_H

#include "loam/isles.h"
#include "window/painter.h"

#include <math.h>

typedef struct chart_tile
{
    painter_image *image; // NULL: free
    int64_t x, z, scale;
    uint64_t used; // frame
} chart_tile;

/// Start from {0}.
typedef struct chart_map
{
    chart_tile *tiles; // as many as the largest window so far needs, and more
    chart_tile **seen; // those of the window, row by row; NULL: missing
    int32_t tile_count;
    int32_t missing; // in the window
    uint64_t frame;
} chart_map;

/// What a window shows.
typedef struct chart_view
{
    double x, z;                // in the middle, m
    int64_t scale;              // m a pixel
    int32_t w, h;               // pixels
    const loam_sea_look *water; // NULL: that of the islands
} chart_view;

/// Where a place is in the window, pixels.
static inline double chart_view_x(const chart_view *view, double x)
{
    return fmax(fmin(view->w * 0.5 + (x - view->x) / (double)view->scale, 30000), -30000);
}

static inline double chart_view_y(const chart_view *view, double z)
{
    return fmax(fmin(view->h * 0.5 - (z - view->z) / (double)view->scale, 30000), -30000);
}

/// Draws what is there, and makes tiles for about budget_us: one at least.
loam_result chart_map_draw(chart_map *map, const loam_env *env, loam_isles *isles, painter *paint,
                           const chart_view *view, uint64_t budget_us);

/// {0} is allowed, and what it is afterwards.
void chart_map_destroy(chart_map *map, painter *paint);

#endif
