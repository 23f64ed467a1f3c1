// SPDX-License-Identifier: MIT
// A quarter whose fluids are being moved: what the rules of motion share.
#ifndef LOAM_TILES_FLUID_GROUP_H
#define LOAM_TILES_FLUID_GROUP_H

#include "tiles/fluids.h"

typedef struct fluid_group
{
    const fluid_field *field;
    fluid_report *report;
    uint32_t x, y; // its first tile in the array
    uint64_t seed;
    int32_t wind; // of 1024
} fluid_group;

/// A fluid whose turn it is.
typedef struct fluid_mover
{
    const fluid_kind *kind;
    const uint8_t *relations; // of its kind, by material
    uint32_t x, y;
    uint8_t variant;
} fluid_mover;

static inline loam_tile *fluid_tile(const fluid_field *field, uint32_t x, uint32_t y)
{
    const uint32_t mask = field->awake.mask;
    return field->tiles + (((size_t)(y & mask) << field->side_log2) | (x & mask));
}

/// Another random number from one and an index (splitmix64's finisher).
static inline uint64_t fluid_mix(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + (index + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/// The place of the lowest bit that is set; bits is not 0.
static inline uint32_t fluid_lowest_bit(uint32_t bits)
{
    static const uint8_t places[32] = {0,  1,  28, 2,  29, 14, 24, 3,  30, 22, 20,
                                       15, 25, 17, 4,  8,  31, 27, 13, 23, 21, 19,
                                       16, 7,  26, 12, 18, 6,  11, 5,  10, 9};
    return places[(bits & (0 - bits)) * UINT32_C(0x077cb531) >> 27];
}

/// One of the 24 orders of four things.
const uint8_t *loam_fluids_order(uint64_t random);

/// Writes a block; the same with a variant that fits, as a conversion.
void loam_fluids_set(fluid_group *group, uint32_t x, uint32_t y, uint8_t block, uint8_t variant);
void loam_fluids_convert(fluid_group *group, uint32_t x, uint32_t y, uint8_t block,
                         uint64_t random);

/// Something has left (x, y): granular solids that lay on it, or on the slopes beside it, come loose.
void loam_fluids_undermine(fluid_group *group, uint32_t x, uint32_t y);

/// Changes places with a neighbour.
void loam_fluids_move(fluid_group *group, const fluid_mover *mover, uint32_t to_x, uint32_t to_y,
                      uint8_t variant);

/// Whether it turned into something else because of what is beside it.
bool loam_fluids_react(fluid_group *group, const fluid_mover *mover, const uint8_t beside[4],
                       uint64_t random);

/// A step of a fluid that has a velocity.
void loam_fluids_fly(fluid_group *group, const fluid_mover *mover, uint64_t random);

#endif
