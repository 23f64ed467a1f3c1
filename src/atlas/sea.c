// SPDX-License-Identifier: MIT
#include "atlas/sea.h"

#include <string.h>

enum
{
    SQUARE = 4 // pixels, along a side
};

loam_result loam_map_sea_create(const loam_env *env, const loam_land_map_def *def, map_sea *out)
{
    *out = (map_sea){.w = (def->w + SQUARE - 1) / SQUARE, .h = (def->h + SQUARE - 1) / SQUARE};
    const size_t size = (size_t)out->w * (size_t)out->h;
    out->squares = loam_alloc(env, size);
    if (out->squares == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(out->squares, 0, size);
    return LOAM_OK;
}

void loam_map_sea_destroy(const loam_env *env, map_sea *sea)
{
    loam_free(env, sea->squares, (size_t)sea->w * (size_t)sea->h);
    *sea = (map_sea){0};
}

// Whether a pixel shows the sea or a lake, which is level, as no river is.
static bool is_open(const map_tile *tile, size_t p)
{
    const float *water = tile->of.water;
    return tile->water[p] == MAP_SALT ||
           (tile->water[p] == MAP_FRESH && water[p] == water[p + 1] && water[p] == water[p - 1]);
}

void loam_map_sea_mark(map_sea *sea, const map_tile *tile)
{
    for (int32_t row = 0; row < tile->h; row++)
    {
        uint8_t *line = sea->squares + (size_t)((tile->row + row) / SQUARE) * (size_t)sea->w;
        const size_t p = map_tile_at(tile, 0, row);
        for (int32_t i = 0; i < tile->w; i++)
        {
            line[(tile->column + i) / SQUARE] |= is_open(tile, p + (size_t)i);
        }
    }
}

bool loam_map_sea_at(const map_sea *sea, float x, float y)
{
    const int32_t column = (int32_t)x / SQUARE, row = (int32_t)y / SQUARE;
    return x >= 0 && y >= 0 && column < sea->w && row < sea->h &&
           sea->squares[(size_t)row * (size_t)sea->w + (size_t)column] != 0;
}
