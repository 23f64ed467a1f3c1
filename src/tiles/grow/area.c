// SPDX-License-Identifier: MIT
#include "tiles/grow/area.h"

bool loam_tiles_are_beyond(int64_t start, int64_t count, int64_t step)
{
    return start < -LOAM_TILE_END || start >= LOAM_TILE_END ||
           (count - 1) > (LOAM_TILE_END - 1 - start) / step;
}

loam_result loam_tile_area_check(loam_tile_area area, int64_t step)
{
    if (area.w < 1 || area.h < 1 || area.w > LOAM_MAX_TILE_AREA || area.h > LOAM_MAX_TILE_AREA)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "area of %d x %d tiles; sides must be 1 to %d",
                         (int)area.w, (int)area.h, LOAM_MAX_TILE_AREA);
    }
    if (loam_tiles_are_beyond(area.x, area.w, step) || loam_tiles_are_beyond(area.y, area.h, step))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "area at (%lld, %lld); must be -2^60 to 2^60 - 1",
                         (long long)area.x, (long long)area.y);
    }
    return LOAM_OK;
}
