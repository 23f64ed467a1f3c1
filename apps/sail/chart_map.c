// SPDX-License-Identifier: MIT
#include "sail/chart_map.h"

#include <stdlib.h>

// Tiles are the same wherever the window is. As many are kept as it needs at once, and as the way back to where one was.

enum
{
    TILE = 128, // pixels
    SPARE = 256,
};

/// The tiles that a window shows: from (x, z) on, so many.
typedef struct tile_span
{
    int64_t x, z;
    int32_t w, h;
} tile_span;

static tile_span span_of(const chart_view *view)
{
    const double side = (double)TILE * (double)view->scale;
    const double half_w = view->w * 0.5 * (double)view->scale,
                 half_h = view->h * 0.5 * (double)view->scale;
    const int64_t x = (int64_t)floor((view->x - half_w) / side),
                  z = (int64_t)floor((view->z - half_h) / side);
    return (tile_span){x, z, (int32_t)((int64_t)floor((view->x + half_w) / side) - x + 1),
                       (int32_t)((int64_t)floor((view->z + half_h) / side) - z + 1)};
}

static loam_result make_room(chart_map *map, const chart_view *view)
{
    const int32_t max = (view->w / TILE + 2) * (view->h / TILE + 2) + SPARE;
    if (max <= map->tile_count)
    {
        return LOAM_OK;
    }
    chart_tile *const tiles = realloc(map->tiles, (size_t)max * sizeof *tiles);
    map->tiles = tiles != NULL ? tiles : map->tiles;
    chart_tile **const seen = realloc(map->seen, (size_t)max * sizeof *seen);
    map->seen = seen != NULL ? seen : map->seen;
    if (tiles == NULL || seen == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the tiles of a chart");
    }
    for (int32_t i = map->tile_count; i < max; i++)
    {
        tiles[i] = (chart_tile){0};
    }
    map->tile_count = max;
    return LOAM_OK;
}

void chart_map_destroy(chart_map *map, painter *paint)
{
    for (int32_t i = 0; i < map->tile_count; i++)
    {
        painter_image_destroy(paint, map->tiles[i].image);
    }
    free(map->tiles);
    free(map->seen);
    *map = (chart_map){0};
}

/// Finds those of the window.
static void lay_out(chart_map *map, const tile_span *span, int64_t scale)
{
    map->missing = span->w * span->h;
    for (int32_t i = 0; i < span->w * span->h; i++)
    {
        map->seen[i] = NULL;
    }
    for (int32_t i = 0; i < map->tile_count; i++)
    {
        chart_tile *const t = &map->tiles[i];
        const int64_t x = t->x - span->x, z = t->z - span->z;
        if (t->image != NULL && t->scale == scale && x >= 0 && z >= 0 && x < span->w && z < span->h)
        {
            t->used = map->frame;
            map->seen[z * span->w + x] = t;
            map->missing--;
        }
    }
}

static void show(const chart_map *map, painter *paint, const chart_view *view,
                 const tile_span *span)
{
    const double side = (double)TILE * (double)view->scale;
    const loam_colour as_it_is = {255, 255, 255, 255};
    for (int32_t i = 0; i < span->w * span->h; i++)
    {
        const double x = (double)(span->x + i % span->w) * side,
                     top = (double)(span->z + i / span->w + 1) * side;
        if (map->seen[i] != NULL)
        {
            painter_image_draw(paint, map->seen[i]->image, (box){0, 0, TILE, TILE},
                               (box){(int32_t)floor(chart_view_x(view, x)),
                                     (int32_t)floor(chart_view_y(view, top)), TILE, TILE},
                               as_it_is, false);
        }
    }
}

/// The nearest to the middle of those that are missing.
static int32_t next_tile(const chart_map *map, const chart_view *view, const tile_span *span)
{
    const double side = (double)TILE * (double)view->scale;
    int32_t best = 0;
    double min = 1e300;
    for (int32_t i = 0; i < span->w * span->h; i++)
    {
        const double far = hypot(((double)(span->x + i % span->w) + 0.5) * side - view->x,
                                 ((double)(span->z + i / span->w) + 0.5) * side - view->z);
        if (map->seen[i] == NULL && far < min)
        {
            best = i;
            min = far;
        }
    }
    return best;
}

static chart_tile *oldest(const chart_map *map)
{
    chart_tile *best = &map->tiles[0];
    for (int32_t i = 0; i < map->tile_count; i++)
    {
        best = map->tiles[i].used < best->used ? &map->tiles[i] : best;
    }
    return best;
}

static loam_result make_tile(const loam_env *env, loam_isles *isles, painter *paint,
                             const chart_view *view, int64_t x, int64_t z, chart_tile *out)
{
    const int64_t scale = view->scale;
    loam_isles_map_def def = loam_default_isles_map_def();
    loam_picture picture = {0};
    def.w = def.h = TILE;
    def.scale = scale;
    def.x = x * TILE * scale + TILE / 2 * scale;
    def.z = z * TILE * scale + TILE / 2 * scale;
    def.names = false;
    def.objects = scale <= 2;
    def.sea = view->water;
    loam_result result = out->image != NULL ? LOAM_OK
                                            : painter_image_create(paint, TILE, TILE, &out->image);
    result = result == LOAM_OK ? loam_isles_map_draw(isles, &def, &picture, NULL) : result;
    if (result == LOAM_OK)
    {
        painter_image_update(paint, out->image, &picture);
        out->x = x;
        out->z = z;
        out->scale = scale;
    }
    loam_picture_destroy(env, &picture);
    return result;
}

loam_result chart_map_draw(chart_map *map, const loam_env *env, loam_isles *isles, painter *paint,
                           const chart_view *view, uint64_t budget_us)
{
    const uint64_t start = loam_clock_ns();
    const tile_span span = span_of(view);
    loam_result result = make_room(map, view);
    if (result != LOAM_OK)
    {
        return result;
    }
    map->frame++;
    lay_out(map, &span, view->scale);
    show(map, paint, view, &span);
    while (map->missing > 0 && result == LOAM_OK)
    {
        const int32_t next = next_tile(map, view, &span);
        result = make_tile(env, isles, paint, view, span.x + next % span.w, span.z + next / span.w,
                           oldest(map));
        lay_out(map, &span, view->scale);
        if (loam_clock_ns() - start >= budget_us * 1000)
        {
            break;
        }
    }
    return result;
}
