// SPDX-License-Identifier: MIT
#include "isles/isles.h"

#include "base/small.h"
#include "loam/random.h"

#include <stdio.h>
#include <string.h>

// Names of islands. The thesis draws them from a list for each type (Karavasilev 2021, 6.5); a type may have one here,
// too. A sea without an end needs more than any list has, so others are made up, of words of sailors, and of those who
// were there before them.
//
// Who draws from a list by a hash alone soon draws the same name twice. Here slots are taken by blocks: an island is
// the nth of its type in its block, in the order of Morton's curve, and has the nth name of a list that was shuffled
// for the block. What is near on the curve is near on the sea, so neighbours have different names.

static const char *const owners[] = {"Gull",    "Turtle",  "Pelican", "Anchor", "Widow",  "Parrot",
                                     "Cutlass", "Lantern", "Coral",   "Tern",   "Whale",  "Barrel",
                                     "Compass", "Heron",   "Kraken",  "Mango",  "Hermit", "Pearl",
                                     "Rum",     "Skull",   "Storm",   "Osprey", "Seal",   "Ember"};

static const char *const starts[] = {"Ta",  "Mo", "Sa", "Ka",  "Ara",  "Be",  "Cu",  "Do",
                                     "Gua", "Ha", "Ja", "Lu",  "Mari", "Ne",  "Oru", "Pa",
                                     "Que", "Ro", "Te", "Uva", "Vi",   "Xan", "Ya",  "Zo"};

static const char *const middles[] = {"",   "",   "",   "na", "li", "ra",
                                      "ba", "mi", "to", "ve", "gu", "so"};

static const char *const ends[] = {"ra", "ca",   "nda", "que", "lla", "mba", "nti", "guana",
                                   "bo", "rico", "via", "lau", "ros", "dad", "ma",  "tobi"};

static const char *const kinds[] = {"Island", "Isle", "Rock", "Key"};

enum
{
    BLOCK_BITS = 5,
    BLOCK = 1 << BLOCK_BITS, // slots along a side
    FIRST = -11,             // of a block: slot 0,0 lies well within one, and within its parts
};

#define PICK(list, index) \
    (list)[loam_random_below(seed, (index), (uint32_t)(sizeof(list) / sizeof((list)[0])))]

static void make_up(const loam_isle_type *type, uint64_t seed, char out[LOAM_ISLE_MAX_NAME + 1])
{
    char word[16];
    const bool owned = loam_random_below(seed, 0, 3) == 0;
    const bool suffixed = type->suffix[0] != '\0' && loam_random_below(seed, 1, 2) == 0;
    if (owned)
    {
        snprintf(word, sizeof word, "%s", PICK(owners, 2));
    }
    else
    {
        snprintf(word, sizeof word, "%s%s%s", PICK(starts, 3), PICK(middles, 4), PICK(ends, 5));
    }
    const char *const kind = suffixed ? type->suffix : owned ? PICK(kinds, 6) : "";
    snprintf(out, LOAM_ISLE_MAX_NAME + 1, "%s%s%.15s", word, kind[0] != '\0' ? " " : "", kind);
}

static int64_t block_of(int64_t slot)
{
    return loam_floor_div(slot - FIRST, BLOCK);
}

/// Every other bit of a place on the curve.
static int64_t unravel(int32_t place)
{
    int64_t out = 0;
    for (int32_t bit = 0; bit < BLOCK_BITS; bit++)
    {
        out |= (int64_t)(place >> (2 * bit) & 1) << bit;
    }
    return out;
}

/// How many islands of its type come before it in its block.
static int32_t rank_of(const loam_isles_def *def, uint64_t seed, const loam_isle *isle)
{
    const int64_t x0 = block_of(isle->slot_x) * BLOCK + FIRST;
    const int64_t z0 = block_of(isle->slot_z) * BLOCK + FIRST;
    int32_t rank = 0;
    for (int32_t i = 0; i < BLOCK * BLOCK; i++)
    {
        const int64_t x = x0 + unravel(i), z = z0 + unravel(i >> 1);
        if (x == isle->slot_x && z == isle->slot_z)
        {
            break;
        }
        rank += loam_isle_type_at(def, seed, x, z) == isle->type;
    }
    return rank;
}

/// The number of a name in the list (Fisher and Yates' shuffle).
static int32_t draw_name(const loam_isle_type *type, uint64_t seed, int32_t rank)
{
    uint8_t order[LOAM_ISLE_MAX_NAMES];
    for (int32_t i = 0; i < type->name_count; i++)
    {
        const uint32_t other = loam_random_below(seed, (uint64_t)i, (uint32_t)i + 1);
        order[i] = order[other];
        order[other] = (uint8_t)i;
    }
    return order[rank % type->name_count];
}

void loam_isle_name(const loam_isles_def *def, uint64_t seed, const loam_isle *isle,
                    char out[LOAM_ISLE_MAX_NAME + 1])
{
    const loam_isle_type *const type = &def->types[isle->type];
    if (type->name_count == 0)
    {
        make_up(type, loam_seed_derive(isle->seed, "name"), out);
        return;
    }
    const uint64_t block = loam_seed_at(loam_seed_derive(seed, "names"), block_of(isle->slot_x),
                                        isle->type, block_of(isle->slot_z));
    memcpy(out, type->names[draw_name(type, block, rank_of(def, seed, isle))],
           LOAM_ISLE_MAX_NAME + 1);
}
