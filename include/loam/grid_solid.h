// SPDX-License-Identifier: MIT
// Loam, grid: solids of bits, and the automaton that smooths them in two or three dimensions.
//
// All functions are pure: they write what they say they write, allocate nothing, keep nothing, and may
// run on any number of threads as long as no two write to the same solid. A call that fails has changed
// nothing.
#ifndef LOAM_GRID_SOLID_H
#define LOAM_GRID_SOLID_H

#include "loam/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_MAX_SOLID_CELLS ((int64_t)1 << 34)
#define LOAM_MAX_SMOOTHING_RADIUS 3
#define LOAM_MAX_SMOOTHING_STEPS 1000

// ---- solids of bits -----------------------------------------------------------------------------

/// d fields of w x h bits, one behind the other in the caller's memory, each as loam_bits describes it.
/// A field is a solid with d = 1.
typedef struct loam_solid
{
    uint64_t *words; // loam_bits_stride(w) * h * d
    int32_t w, h, d; // 1..LOAM_MAX_BITS_SIDE, and at most LOAM_MAX_SOLID_CELLS cells
} loam_solid;

/// Bytes that a solid needs; 0 if its sides are not accepted.
LOAM_API size_t loam_solid_size(int32_t w, int32_t h, int32_t d);

/// Makes a solid of zeros in memory of size bytes, which must be at least loam_solid_size(w, h, d) and
/// aligned to 8.
LOAM_API loam_result loam_solid_init(loam_solid *solid, int32_t w, int32_t h, int32_t d,
                                     void *memory, size_t size);

/// The layer at z, 0..d - 1, as a field that shares its memory.
LOAM_API loam_bits loam_solid_layer(const loam_solid *solid, int32_t z);

/// One bit. Beyond the solid it is 0, and setting it does nothing.
LOAM_API bool loam_solid_get(const loam_solid *solid, int32_t x, int32_t y, int32_t z);
LOAM_API void loam_solid_set(loam_solid *solid, int32_t x, int32_t y, int32_t z, bool value);

/// How many bits are 1.
LOAM_API uint64_t loam_solid_count(const loam_solid *solid);

/// A hash of sides and bits, the same on every machine.
LOAM_API uint64_t loam_solid_hash(const loam_solid *solid, uint64_t seed);

// ---- smoothing ----------------------------------------------------------------------------------

/// Which cells are neighbours of a cell.
typedef enum loam_neighbourhood
{
    LOAM_MOORE,       // at most `radius` away along each axis: 8, 24, 48; in a solid 26, 124, 342
    LOAM_VON_NEUMANN, // at most `radius` steps along axes away: 4, 12, 24; in a solid 6, 24, 62
    LOAM_NEIGHBOURHOOD_COUNT,
} loam_neighbourhood;

/// A cellular automaton that goes by limits (Barrio Morra 2021, 3.1.1): a 1 stays if more than
/// `survival` of its neighbours are 1, a 0 becomes 1 if more than `birth` are. Start from
/// loam_default_smoothing().
typedef struct loam_smoothing
{
    int32_t dimensions; // 2: each layer for itself; 3
    loam_neighbourhood neighbourhood;
    int32_t radius;          // 1..LOAM_MAX_SMOOTHING_RADIUS
    int32_t birth, survival; // 0..neighbours - 1: beyond that no cell could meet them
    int32_t steps;           // 0..LOAM_MAX_SMOOTHING_STEPS
    loam_edge edge;
    loam_isa isa; // all give the same bits; LOAM_UNSUPPORTED if this processor lacks it
} loam_smoothing;

/// One step at radius 1 on the Moore neighbourhood, padded: birth above 5 of 8 and survival above 4 in
/// two dimensions, 15 and 14 of 26 in three. 2 unless dimensions is 3.
LOAM_API loam_smoothing loam_default_smoothing(int32_t dimensions);

/// How many neighbours a cell has; 0 for a neighbourhood, radius or number of dimensions that there is not.
LOAM_API int32_t loam_smoothing_neighbours(const loam_smoothing *smoothing);

/// Whether all of it is as described above; leaves a message otherwise.
LOAM_API loam_result loam_smoothing_check(const loam_smoothing *smoothing);

/// How many cells the input has to have on each side (in two dimensions not before and behind) beyond
/// what comes out: steps * radius with LOAM_EDGE_PADDED, otherwise 0.
LOAM_API int32_t loam_smoothing_padding(const loam_smoothing *smoothing);

/// Bytes of scratch memory that loam_solid_smooth needs for an input of these sides; 0 if they, or the
/// smoothing, are not accepted.
LOAM_API size_t loam_smoothing_scratch_size(const loam_smoothing *smoothing, int32_t w, int32_t h,
                                            int32_t d);

/// Smooths in and writes what comes out to out, whose sides are in's less twice the padding. out may
/// share memory with in. scratch is aligned to 8.
LOAM_API loam_result loam_solid_smooth(const loam_smoothing *smoothing, loam_solid *out,
                                       const loam_solid *in, void *scratch, size_t scratch_size);

#ifdef __cplusplus
}
#endif
#endif
