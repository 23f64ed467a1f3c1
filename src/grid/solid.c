// SPDX-License-Identifier: MIT
#include "solid.h"

#include "loam/random.h"

#include <string.h>

// Solids of bits: layers of fields. Whatever concerns one layer is done by bits.c.

static bool sides_are_good(int64_t w, int64_t h, int64_t d)
{
    const bool in_range = w >= 1 && h >= 1 && d >= 1 && w <= LOAM_MAX_BITS_SIDE &&
                          h <= LOAM_MAX_BITS_SIDE && d <= LOAM_MAX_BITS_SIDE;
    return in_range && w * h <= LOAM_MAX_SOLID_CELLS / d;
}

static loam_result check_sides(int32_t w, int32_t h, int32_t d, const char *name)
{
    if (!sides_are_good(w, h, d))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s has %d x %d x %d bits; sides must be 1 to %d, with at most %lld bits "
                         "in all",
                         name, (int)w, (int)h, (int)d, LOAM_MAX_BITS_SIDE,
                         (long long)LOAM_MAX_SOLID_CELLS);
    }
    return LOAM_OK;
}

loam_result loam_solid_check(const loam_solid *solid, const char *name)
{
    if (solid == NULL || solid->words == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s is not a solid of bits: it has no words", name);
    }
    return check_sides(solid->w, solid->h, solid->d, name);
}

static size_t words_of(const loam_solid *solid)
{
    return (size_t)loam_bits_stride(solid->w) * (size_t)solid->h * (size_t)solid->d;
}

size_t loam_solid_size(int32_t w, int32_t h, int32_t d)
{
    const loam_solid solid = {NULL, w, h, d};
    return sides_are_good(w, h, d) ? words_of(&solid) * sizeof(uint64_t) : 0;
}

loam_result loam_solid_init(loam_solid *solid, int32_t w, int32_t h, int32_t d, void *memory,
                            size_t size)
{
    loam_result result = check_sides(w, h, d, "the solid");
    const size_t needed = loam_solid_size(w, h, d);
    if (result == LOAM_OK)
    {
        result = loam_scratch_check(memory, size, needed);
    }
    if (result == LOAM_OK)
    {
        *solid = (loam_solid){.words = memory, .w = w, .h = h, .d = d};
        memset(memory, 0, needed);
    }
    return result;
}

loam_bits loam_solid_layer(const loam_solid *solid, int32_t z)
{
    LOAM_ASSERT(NULL, solid != NULL);
    return loam_solid_layer_at(solid, z);
}

bool loam_solid_get(const loam_solid *solid, int32_t x, int32_t y, int32_t z)
{
    if (z < 0 || z >= solid->d)
    {
        return false;
    }
    const loam_bits layer = loam_solid_layer_at(solid, z);
    return loam_bits_get(&layer, x, y);
}

void loam_solid_set(loam_solid *solid, int32_t x, int32_t y, int32_t z, bool value)
{
    if (z >= 0 && z < solid->d)
    {
        loam_bits layer = loam_solid_layer_at(solid, z);
        loam_bits_set(&layer, x, y, value);
    }
}

uint64_t loam_solid_count(const loam_solid *solid)
{
    uint64_t count = 0;
    for (int32_t z = 0; z < solid->d; z++)
    {
        const loam_bits layer = loam_solid_layer_at(solid, z);
        count += loam_bits_count(&layer);
    }
    return count;
}

uint64_t loam_solid_hash(const loam_solid *solid, uint64_t seed)
{
    const uint64_t sides[2] = {(uint64_t)(uint32_t)solid->w << 32 | (uint32_t)solid->h,
                               (uint64_t)(uint32_t)solid->d};
    return loam_hash_u64(solid->words, words_of(solid), loam_hash_u64(sides, 2, seed));
}
