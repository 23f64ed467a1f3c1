// SPDX-License-Identifier: MIT
// Fields of bits in memory with guards around it, and the same cells as plain bytes, one by one: what
// the clever code is compared with.
#ifndef LOAM_TESTS_GRID_FIELD_H
#define LOAM_TESTS_GRID_FIELD_H

#include "check.h"
#include "loam/grid.h"
#include "loam/random.h"

#include <stdlib.h>

static const uint64_t field_guard = 0xfeedfacecafebeefu;

/// Memory with a guard before and after it.
static inline void *field_alloc(size_t size)
{
    const size_t words = size / 8;
    uint64_t *memory = malloc(size + 16);
    if (memory == NULL || size % 8 != 0)
    {
        abort();
    }
    memory[0] = field_guard;
    memory[words + 1] = field_guard;
    return memory + 1;
}

static inline void field_release(void *memory, size_t size)
{
    uint64_t *words = (uint64_t *)memory - 1;
    CHECK_U64(words[0], field_guard);
    CHECK_U64(words[size / 8 + 1], field_guard);
    free(words);
}

static inline loam_bits field_make(int32_t w, int32_t h)
{
    loam_bits bits = {0};
    const size_t size = loam_bits_size(w, h);
    CHECK_OK(loam_bits_init(&bits, w, h, field_alloc(size), size));
    return bits;
}

/// Frees a field, and sees that nothing was written around it or beyond the ends of its rows.
static inline void field_free(loam_bits *bits)
{
    const int32_t stride = loam_bits_stride(bits->w);
    uint64_t beyond = 0;
    for (int32_t y = 0; y < bits->h && bits->w % 64 != 0; y++)
    {
        beyond |= bits->words[(y + 1) * stride - 1] >> bits->w % 64;
    }
    CHECK_U64(beyond, 0);
    field_release(bits->words, loam_bits_size(bits->w, bits->h));
    *bits = (loam_bits){0};
}

/// About percent of the cells are 1.
static inline void field_randomise(loam_bits *bits, uint64_t seed, uint32_t percent)
{
    for (int32_t y = 0; y < bits->h; y++)
    {
        for (int32_t x = 0; x < bits->w; x++)
        {
            const uint64_t index = (uint64_t)y * (uint64_t)bits->w + (uint64_t)x;
            loam_bits_set(bits, x, y, loam_random_below(seed, index, 100) < percent);
        }
    }
}

/// A random field of random contents. Long rows are rare, so that most cases are quick.
static inline loam_bits field_random(uint64_t seed, int32_t least, int32_t max)
{
    loam_bits bits = field_make((int32_t)loam_random_range(seed, 0, least, max),
                                (int32_t)loam_random_range(seed, 1, least, max));
    field_randomise(&bits, loam_seed_derive(seed, "cells"),
                    (uint32_t)loam_random_range(seed, 2, 5, 95));
    return bits;
}

static inline bool field_equal(const loam_bits *a, const loam_bits *b)
{
    return a->w == b->w && a->h == b->h &&
           memcmp(a->words, b->words, loam_bits_size(a->w, a->h)) == 0;
}

/// A cell, also beyond the field, where it is as edge says.
static inline bool field_cell(const loam_bits *bits, int32_t x, int32_t y, loam_edge edge)
{
    const bool inside = x >= 0 && y >= 0 && x < bits->w && y < bits->h;
    return inside ? (bits->words[y * loam_bits_stride(bits->w) + x / 64] >> x % 64 & 1) != 0
                  : edge == LOAM_EDGE_ONE;
}

#endif
