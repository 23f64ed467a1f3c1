// SPDX-License-Identifier: MIT
// Which tiles of the ring can still change, one bit each; and which are fluids at all, another. A tile is
// awake if both are set: so waking a neighbourhood need not look what is in it.
//
// Bits lie in quarters of an update chunk, 64 x 64 tiles, row by row, a row as two words. Fluids work on
// quarters that are a quarter apart, and each wakes tiles up to two beyond its own: in the quarter between
// them one side writes the left words, the other side the right ones. So no two threads write one word.
//
// Most quarters sleep, and finding that out costs more than all else in a sky. So each has four marks, one
// for the left and right words of its lower and upper half, which whoever wakes a tile sets: where none is
// set nobody is awake. They are apart for the same reason as the words.
#ifndef LOAM_TILES_AWAKE_H
#define LOAM_TILES_AWAKE_H

#include "loam/base.h"

#define QUARTER_SIDE 64
#define QUARTER_WORDS (QUARTER_SIDE * 2)
#define AWAKE_MARKS 4

typedef struct loam_awake
{
    uint32_t *words;   // woken
    uint32_t *fluids;  // kept by whoever changes a block
    bool *marks;       // AWAKE_MARKS of each quarter
    uint32_t mask;     // side of the ring in tiles, less one
    uint32_t quarters; // along the side of the ring
} loam_awake;

loam_result loam_awake_init(loam_awake *awake, const loam_env *env, int32_t ring_side);
void loam_awake_free(loam_awake *awake, const loam_env *env);

/// Where the words of a quarter begin, given any of its tiles; where that of a tile is.
static inline size_t loam_awake_quarter(const loam_awake *awake, uint32_t x, uint32_t y)
{
    const uint32_t quarter = (y & awake->mask) / QUARTER_SIDE * awake->quarters +
                             (x & awake->mask) / QUARTER_SIDE;
    return (size_t)quarter * QUARTER_WORDS;
}

static inline size_t loam_awake_place(const loam_awake *awake, uint32_t x, uint32_t y)
{
    return loam_awake_quarter(awake, x, y) + y % QUARTER_SIDE * 2 + x / 32 % 2;
}

/// Whether a tile was woken and is a fluid.
static inline bool loam_awake_is(const loam_awake *awake, uint32_t x, uint32_t y)
{
    const size_t place = loam_awake_place(awake, x, y);
    return (awake->words[place] & awake->fluids[place]) >> x % 32 & 1;
}

static inline void loam_awake_sleep(const loam_awake *awake, uint32_t x, uint32_t y)
{
    awake->words[loam_awake_place(awake, x, y)] &= ~(UINT32_C(1) << x % 32);
}

static inline void loam_awake_set_fluid(const loam_awake *awake, uint32_t x, uint32_t y, bool fluid)
{
    uint32_t *const word = &awake->fluids[loam_awake_place(awake, x, y)];
    const uint32_t bit = UINT32_C(1) << x % 32;
    *word = fluid ? *word | bit : *word & ~bit;
}

/// The mark that a word belongs to.
static inline bool *loam_awake_mark(const loam_awake *awake, size_t place)
{
    return awake->marks + place / QUARTER_SIDE * 2 + place % 2;
}

/// Wakes those tiles of a word that have a bit.
static inline void loam_awake_word(const loam_awake *awake, size_t place, uint32_t bits)
{
    awake->words[place] |= bits;
    *loam_awake_mark(awake, place) |= bits != 0;
}

/// Wakes the tiles x .. x + count - 1 of a row, count 1..32; coordinates wrap around.
static inline void loam_awake_row(const loam_awake *awake, uint32_t x, uint32_t y, uint32_t count)
{
    const uint64_t bits = (((uint64_t)1 << count) - 1) << x % 32;
    loam_awake_word(awake, loam_awake_place(awake, x, y), (uint32_t)bits);
    if (bits >> 32 != 0)
    {
        loam_awake_word(awake, loam_awake_place(awake, x + 32, y), (uint32_t)(bits >> 32));
    }
}

/// Wakes a tile and its eight neighbours.
static inline void loam_awake_around(const loam_awake *awake, uint32_t x, uint32_t y)
{
    loam_awake_row(awake, x - 1, y - 1, 3);
    loam_awake_row(awake, x - 1, y, 3);
    loam_awake_row(awake, x - 1, y + 1, 3);
}

/// Wakes all tiles.
void loam_awake_all(const loam_awake *awake);

/// Forgets that tiles of a quarter were woken that are no fluids. Whether any is left.
bool loam_awake_sift(const loam_awake *awake, uint32_t x, uint32_t y);

/// How many tiles are awake.
uint64_t loam_awake_count(const loam_awake *awake);

#endif
