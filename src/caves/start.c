// SPDX-License-Identifier: MIT
#include "cave.h"

#include "loam/random.h"

#include <string.h>

// How cells start, and what smoothing makes of a window (Barrio Morra 2021, 3.1.1).
//
// 64 cells in a row are drawn at once: the chance of a wall is a binary fraction of 16 digits, and from its lowest
// digit up a random word is joined by `or` where the digit is 1 and by `and` where it is 0. That halves the
// chance so far and adds the digit. Words lie at multiples of 64 cells of the endless cave, so that a cell is the
// same in every window.
//
// Smoothing looks steps * radius cells far. A window begins that much larger on every side: this is the margin
// that makes pages without seams.

enum
{
    DIGITS = 16
};

static uint32_t chance_of(float percent)
{
    return (uint32_t)(percent * (65536.0f / 100.0f) + 0.5f);
}

/// 64 cells: a 1 is a wall.
static uint64_t draw_walls(uint64_t seed, uint32_t chance, int64_t word, int64_t y, int64_t z)
{
    if (chance >> DIGITS != 0)
    {
        return UINT64_MAX;
    }
    const uint64_t place = loam_seed_at(seed, word, y, z);
    uint64_t walls = 0;
    for (int32_t digit = 0; digit < DIGITS; digit++)
    {
        const bool one = (chance >> digit & 1) != 0;
        if (one || walls != 0)
        {
            const uint64_t random = loam_random_u64(place, (uint64_t)digit);
            walls = one ? walls | random : walls & random;
        }
    }
    return walls;
}

static int64_t floor_64(int64_t x)
{
    return x >= 0 ? x / 64 : -((-(x + 1)) / 64) - 1;
}

size_t loam_cave_row_size(int32_t w)
{
    return loam_bits_size(w, 1) + 2 * sizeof(uint64_t);
}

void loam_cave_begin(const loam_cave_def *def, loam_solid *out, const int64_t at[3], uint64_t *row)
{
    const int64_t word = floor_64(at[0]);
    const int32_t skipped = (int32_t)(at[0] - 64 * word), words = (skipped + out->w + 63) / 64;
    const uint32_t chance = def->start == LOAM_CAVE_RANDOM ? chance_of(def->fill) : 0;
    const loam_bits drawn = {row, 64 * words, 1};
    for (int32_t z = 0; z < out->d; z++)
    {
        loam_bits layer = loam_solid_layer(out, z);
        for (int32_t y = 0; y < out->h; y++)
        {
            for (int32_t i = 0; i < words; i++)
            {
                row[i] = draw_walls(def->seed, chance, word + i, at[1] + y, at[2] + z);
            }
            (void)loam_bits_copy(&layer, 0, y, &drawn, (loam_bits_area){skipped, 0, out->w, 1});
        }
    }
}

loam_smoothing loam_cave_smoothing(const loam_cave_def *def)
{
    return (loam_smoothing){.dimensions = def->dimensions,
                            .neighbourhood = def->neighbourhood,
                            .radius = def->radius,
                            .birth = def->birth,
                            .survival = def->survival,
                            .steps = def->steps,
                            .edge = def->border > 0 ? LOAM_EDGE_ONE : LOAM_EDGE_PADDED,
                            .isa = def->isa};
}

/// The sides of what a window is made from.
static loam_solid larger_of(const loam_cave_def *def, const loam_smoothing *smoothing, int32_t w,
                            int32_t h, int32_t d)
{
    const int32_t more = 2 * loam_smoothing_padding(smoothing);
    return (loam_solid){NULL, w + more, h + more, def->dimensions == 3 ? d + more : d};
}

size_t loam_cave_window_scratch(const loam_cave_def *def, int32_t w, int32_t h, int32_t d)
{
    loam_smoothing smoothing = loam_cave_smoothing(def);
    smoothing.edge = LOAM_EDGE_PADDED;
    const loam_solid in = larger_of(def, &smoothing, w, h, d);
    return loam_solid_size(in.w, in.h, in.d) + loam_cave_row_size(in.w) +
           loam_smoothing_scratch_size(&smoothing, in.w, in.h, in.d);
}

loam_result loam_cave_window(const loam_cave_def *def, loam_solid *out, const int64_t at[3],
                             void *scratch, size_t scratch_size)
{
    loam_smoothing smoothing = loam_cave_smoothing(def);
    smoothing.edge = LOAM_EDGE_PADDED;
    loam_solid in = larger_of(def, &smoothing, out->w, out->h, out->d);
    const size_t solid = loam_solid_size(in.w, in.h, in.d), row = loam_cave_row_size(in.w);
    uint8_t *const memory = scratch;
    const int64_t margin = loam_smoothing_padding(&smoothing);
    const int64_t from[3] = {at[0] - margin, at[1] - margin,
                             def->dimensions == 3 ? at[2] - margin : at[2]};
    const loam_result result = loam_solid_init(&in, in.w, in.h, in.d, memory, solid);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_cave_begin(def, &in, from, (uint64_t *)(void *)(memory + solid));
    return loam_solid_smooth(&smoothing, out, &in, memory + solid + row,
                             scratch_size - solid - row);
}
