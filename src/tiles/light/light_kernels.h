// SPDX-License-Identifier: MIT
// The loops of light over rows of units, one set for each instruction set that makes a difference. All
// sets give the same bits: nothing is summed across a row.
#ifndef LOAM_TILES_LIGHT_KERNELS_H
#define LOAM_TILES_LIGHT_KERNELS_H

#include "loam/base.h"

enum
{
    LIGHT_CHANNELS = 4, // red, green, blue, power
    LIGHT_LANES = 8,    // counts of units are rounded up to these
};

/// One row of a sweep. Carriers go one row on: from `in` to `out`, which are not the same memory. The
/// first one stands at a unit, and all of them as far beside theirs.
typedef struct light_carry
{
    float *out;
    const float *in;
    int32_t lines;         // floats between two channels of carriers
    const float *emission; // of the unit that the first carrier meets
    const float *through;  // how much light passes it, for the length of the way in a row
    int32_t pitch;         // floats between two channels of emission
    int32_t side;          // 1 or -1, where light goes: to the carrier on that side
    int32_t blocks;        // of LIGHT_LANES carriers
    float stay, spread;    // of a carrier's light to itself, to the next one
    float gain;            // of what is emitted
    float taps[3];         // weights of the units to the left, at the carrier, to the right
    float *passing;        // room for a row
} light_carry;

/// What carriers bring to the units of a row.
typedef struct light_deposit
{
    float *sum;
    const float *in;
    int32_t lines, pitch; // floats between two channels of carriers, of sums
    int32_t blocks;
    float taps[3]; // weights of the carriers to the left, at the unit, to the right
} light_deposit;

typedef struct loam_light_kernels
{
    void (*carry)(const light_carry *row);
    void (*deposit)(const light_deposit *row);
    /// out = the sum of three planes, `pitch` apart, by their weights.
    void (*mix)(float *out, const float *planes, int32_t pitch, const float weights[3],
                int32_t blocks);
} loam_light_kernels;

extern const loam_light_kernels loam_light_kernels_plain;
extern const loam_light_kernels loam_light_kernels_avx2;

/// The kernels of an instruction set; NULL if this processor does not run it.
const loam_light_kernels *loam_light_kernels_of(loam_isa isa);

#endif
