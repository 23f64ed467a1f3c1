// SPDX-License-Identifier: MIT
#include "land/surface/banks.h"

#include "land/surface/ramps.h"
#include "land/water/mesh.h"
#include "loam/land.h"

enum
{
    WIDEST = 16, // lanes of the kernels
};

void loam_land_bank_tile_init(land_bank_tile *tile, uint64_t seed)
{
    tile->count = 0;
    tile->waved = false;
    tile->seed = seed;
}

static void put(land_bank_tile *tile, int32_t i, const land_bank_sample *sample)
{
    tile->at_x[i] = sample->at_x;
    tile->at_z[i] = sample->at_z;
    tile->x[i] = sample->x;
    tile->z[i] = sample->z;
    tile->smooth[i] = sample->smooth;
    tile->side[i] = sample->side;
    tile->tide[i] = sample->tide;
    tile->high[i] = tile->cone[i] = tile->hidden[i] = tile->bed[i] = LAND_UNBOUND;
    tile->distance[i] = LAND_UNBOUND;
    tile->low[i] = -LAND_UNBOUND;
    tile->water[i] = LOAM_LAND_DRY;
    tile->lift[i] = tile->flow[i] = tile->weight[i] = 0;
    tile->side_count[i] = 0;
}

int32_t loam_land_bank_tile_add(land_bank_tile *tile, const land_bank_sample *sample)
{
    put(tile, tile->count, sample);
    return tile->count++;
}

void loam_land_bank_tile_close(land_bank_tile *tile)
{
    const int32_t last = tile->count - 1;
    for (int32_t i = tile->count; i > 0 && i % WIDEST != 0; i++)
    {
        put(tile, i,
            &(land_bank_sample){.at_x = tile->at_x[last],
                                .at_z = tile->at_z[last],
                                .x = tile->x[last],
                                .z = tile->z[last],
                                .smooth = tile->smooth[last],
                                .side = tile->side[last],
                                .tide = tile->tide[last]});
    }
}

// ---- waves ------------------------------------------------------------------------------------------------

// The values at the corners of a square.
typedef struct wave_square
{
    int64_t column, row;
    float a, b, c, d;
} wave_square;

static wave_square square_at(uint64_t seed, int64_t column, int64_t row)
{
    return (wave_square){.column = column,
                         .row = row,
                         .a = loam_land_cell_hash(seed, column, row),
                         .b = loam_land_cell_hash(seed, column + 1, row),
                         .c = loam_land_cell_hash(seed, column, row + 1),
                         .d = loam_land_cell_hash(seed, column + 1, row + 1)};
}

// -1..1, without edges, of waves of 2^shift metres. Most samples lie in the square of the one before.
static void fill_waves(const land_bank_tile *tile, int32_t shift, float out[LAND_BANK_SAMPLES])
{
    const uint64_t seed = tile->seed + (uint64_t)shift;
    const int64_t mask = ((int64_t)1 << shift) - 1;
    const float scale = 1.0f / (float)(mask + 1);
    wave_square square = square_at(seed, tile->at_x[0] >> shift, tile->at_z[0] >> shift);
    for (int32_t i = 0; i < tile->count; i++)
    {
        const int64_t x = tile->at_x[i], z = tile->at_z[i];
        if (x >> shift != square.column || z >> shift != square.row)
        {
            square = square_at(seed, x >> shift, z >> shift);
        }
        const float u = land_ramp((float)(x & mask) * scale, 0, 1);
        const float v = land_ramp((float)(z & mask) * scale, 0, 1);
        const float low = square.a + (square.b - square.a) * u;
        const float high = square.c + (square.d - square.c) * u;
        out[i] = 2 * (low + (high - low) * v) - 1;
    }
    for (int32_t i = tile->count; i % WIDEST != 0; i++)
    {
        out[i] = 0;
    }
}

void loam_land_bank_tile_wave(land_bank_tile *tile)
{
    static const int32_t shifts[LAND_BANK_WAVES] = {7, 5, 3};
    for (int32_t i = 0; i < LAND_BANK_WAVES; i++)
    {
        fill_waves(tile, shifts[i], tile->waves[i]);
    }
    tile->waved = true;
}
