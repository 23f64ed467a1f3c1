// SPDX-License-Identifier: MIT
#include "export/tile_map/tiles.h"

#include <string.h>

/// The first of the tiles or samples, counted from `from` in steps, that does not lie before `to`.
static int64_t first_at(int64_t from, int64_t step, int64_t to)
{
    return to > from ? (to - from + step - 1) / step : 0;
}

/// Puts what a chunk has where tiles or samples of it are.
static void overlay_chunk(loam_chunk_pos chunk, const loam_tile *kept, loam_tile_area area,
                          int64_t step, loam_tile *tiles)
{
    const int64_t x = chunk.x * LOAM_CHUNK_SIDE, y = chunk.y * LOAM_CHUNK_SIDE;
    const int64_t right = first_at(area.x, step, x + LOAM_CHUNK_SIDE);
    const int64_t top = first_at(area.y, step, y + LOAM_CHUNK_SIDE);
    for (int64_t row = first_at(area.y, step, y); row < top && row < area.h; row++)
    {
        const loam_tile *from = kept + (area.y + row * step - y) * LOAM_CHUNK_SIDE;
        for (int64_t i = first_at(area.x, step, x); i < right && i < area.w; i++)
        {
            tiles[row * area.w + i] = from[area.x + i * step - x];
        }
    }
}

/// Shows the chunks that are kept; chunk has room for one.
static loam_result overlay_kept(loam_store *store, loam_tile_area area, int64_t step,
                                loam_tile *tiles, loam_tile *chunk)
{
    const loam_tile_pos last = {area.x + (area.w - 1) * step, area.y + (area.h - 1) * step};
    const loam_chunk_pos low = loam_chunk_of_tile((loam_tile_pos){area.x, area.y});
    const loam_chunk_pos high = loam_chunk_of_tile(last);
    for (loam_chunk_pos at = low; at.y <= high.y; at.y++)
    {
        for (at.x = low.x; at.x <= high.x; at.x++)
        {
            const loam_result result = loam_store_load(store, at, chunk);
            if (result == LOAM_OK)
            {
                overlay_chunk(at, chunk, area, step, tiles);
            }
            else if (result != LOAM_NOT_FOUND)
            {
                return result;
            }
        }
    }
    return LOAM_OK;
}

static void copy_grown(const tile_ground *ground, loam_tile_area area, loam_tile *tiles)
{
    const loam_tile_area whole = ground->grown_area;
    for (int32_t row = 0; row < area.h; row++)
    {
        const int64_t from = (area.y - whole.y + row) * whole.w + area.x - whole.x;
        memcpy(tiles + (size_t)row * (size_t)area.w, ground->grown + from,
               (size_t)area.w * sizeof *tiles);
    }
}

static loam_result grow_exact(const tile_ground *ground, loam_tile_area area, loam_tile *tiles)
{
    if (ground->grown == NULL)
    {
        return loam_tile_source_fill(ground->source, area, tiles);
    }
    copy_grown(ground, area, tiles);
    return LOAM_OK;
}

loam_result loam_tile_ground_fill(const tile_ground *ground, loam_tile_area area, int64_t step,
                                  bool is_exact, loam_tile *tiles, loam_tile *chunk)
{
    const loam_result result = is_exact
                                   ? grow_exact(ground, area, tiles)
                                   : loam_tile_source_sample(ground->source, area, step, tiles);
    return result == LOAM_OK && ground->store != NULL
               ? overlay_kept(ground->store, area, step, tiles, chunk)
               : result;
}
