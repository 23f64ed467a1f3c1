// SPDX-License-Identifier: MIT
// Which tiles of the ring can still change: one bit each.
//
// Bits lie in quarters of an update chunk, 64 x 64 tiles, row by row, a row as two words. Fluids work on
// quarters that are a quarter apart, and each wakes tiles up to two beyond its own: in the quarter between
// them one side writes the left words, the other side the right ones. So no two threads write one word.
#ifndef LOAM_TILES_AWAKE_H
#define LOAM_TILES_AWAKE_H

#include "loam/base.h"

#define QUARTER_SIDE 64
#define QUARTER_WORDS (QUARTER_SIDE * 2)

typedef struct loam_awake
{
    uint32_t *words;
    uint32_t mask;     // side of the ring in tiles, less one
    uint32_t quarters; // along the side of the ring
} loam_awake;

loam_result loam_awake_init(loam_awake *awake, const loam_env *env, int32_t ring_side);
void loam_awake_free(loam_awake *awake, const loam_env *env);

/// The words of a quarter, given any of its tiles.
static inline uint32_t *loam_awake_quarter(const loam_awake *awake, uint32_t x, uint32_t y)
{
    const uint32_t quarter = (y & awake->mask) / QUARTER_SIDE * awake->quarters +
                             (x & awake->mask) / QUARTER_SIDE;
    return awake->words + (size_t)quarter * QUARTER_WORDS;
}

static inline uint32_t *loam_awake_word(const loam_awake *awake, uint32_t x, uint32_t y)
{
    return loam_awake_quarter(awake, x, y) + y % QUARTER_SIDE * 2 + x / 32 % 2;
}

static inline bool loam_awake_is(const loam_awake *awake, uint32_t x, uint32_t y)
{
    return *loam_awake_word(awake, x, y) >> x % 32 & 1;
}

static inline void loam_awake_sleep(const loam_awake *awake, uint32_t x, uint32_t y)
{
    *loam_awake_word(awake, x, y) &= ~(UINT32_C(1) << x % 32);
}

/// Wakes the tiles x .. x + count - 1 of a row, count 1..32; coordinates wrap around.
static inline void loam_awake_row(const loam_awake *awake, uint32_t x, uint32_t y, uint32_t count)
{
    const uint64_t bits = (((uint64_t)1 << count) - 1) << x % 32;
    *loam_awake_word(awake, x, y) |= (uint32_t)bits;
    if (bits >> 32 != 0)
    {
        *loam_awake_word(awake, x + 32, y) |= (uint32_t)(bits >> 32);
    }
}

/// Wakes a tile and its eight neighbours.
static inline void loam_awake_around(const loam_awake *awake, uint32_t x, uint32_t y)
{
    loam_awake_row(awake, x - 1, y - 1, 3);
    loam_awake_row(awake, x - 1, y, 3);
    loam_awake_row(awake, x - 1, y + 1, 3);
}

/// How many tiles are awake.
uint64_t loam_awake_count(const loam_awake *awake);

#endif
