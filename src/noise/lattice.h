// SPDX-License-Identifier: MIT
// What the kernels and their callers share: lattice positions, jobs, the table of kernels.
//
// A position on a lattice axis is a 64-bit cell and a 24-bit fraction of it. World positions become
// lattice positions by an exact 128-bit multiplication with the frequency, so that a sample depends
// on its own position only, wherever its row began.
//
// Kernels come in two shapes. `lanes` takes samples anywhere, a few at a time, and does the whole
// work for each. `block` takes a rectangle of a regular grid and does what many samples share only
// once: hashes and gradients per lattice point, fade curves per column, blends along y and z per
// lattice point and row. Both give the same bits; block may decline.
#ifndef LOAM_NOISE_LATTICE_H
#define LOAM_NOISE_LATTICE_H

#include "loam/noise.h"

enum
{
    LATTICE_FRACTION_BITS = 24,
    LATTICE_ONE = 1 << LATTICE_FRACTION_BITS,
    LATTICE_FREQUENCY_BITS = 40, // fractional bits of cells per world unit
    LATTICE_COLUMNS = 256,       // the largest block
    LATTICE_ROWS = 128,
    LATTICE_PAD = 16,              // kernels read and write whole vectors past the end
    LATTICE_ALIGN = 64,            // the widest vectors shall not cross cache lines
    LATTICE_NEAR_BITS = 22,        // of cells in which samples are near to each other
    LATTICE_NEAR_MARGIN = 1 << 19, // cells that are left free below them and above
};

/// One cell per world unit.
#define LATTICE_FREQUENCY_ONE 1099511627776.0

/// Positions along one axis. For simplex noise in 2D and 3D these are already skewed, and fraction is
/// a remainder of SKEW2_ONE or SKEW3_ONE.
typedef struct lattice_axis
{
    _Alignas(LATTICE_ALIGN) int64_t cell[LATTICE_COLUMNS + LATTICE_PAD];
    int32_t fraction[LATTICE_COLUMNS + LATTICE_PAD];
} lattice_axis;

/// Positions along one axis that are near to each other: their cells, counted from a base, fit into
/// LATTICE_NEAR_BITS. This is what the wide kernels know; they skew for themselves.
typedef struct lattice_near
{
    int64_t base; // at least LATTICE_NEAR_MARGIN cells from what 64 bits hold
    _Alignas(LATTICE_ALIGN) int32_t cell[LATTICE_COLUMNS + LATTICE_PAD];
    int32_t fraction[LATTICE_COLUMNS + LATTICE_PAD];
} lattice_near;

/// World positions along one axis that 32 bits tell apart: unsigned ones, but for their type.
typedef struct lattice_places
{
    int64_t base;
    uint32_t lowest, highest; // of those above
    _Alignas(LATTICE_ALIGN) int32_t above[LATTICE_COLUMNS + LATTICE_PAD];
} lattice_places;

/// The skew of simplex noise is rational, so that the simplex a point lies in is decided in integers:
/// 15/41 and 15/71 in two dimensions, 1/3 and 1/6 in three. Skewed coordinates are sums of a major
/// part of one axis and minor parts of the others: (56 x + 15 y) / 41, (4 x + y + z) / 3.
enum
{
    SKEW2_MAJOR = 56,
    SKEW2_MINOR = 15,
    SKEW2_DIVISOR = 41,
    SKEW2_ONE = SKEW2_DIVISOR << LATTICE_FRACTION_BITS,
    SKEW3_MAJOR = 4,
    SKEW3_MINOR = 1,
    SKEW3_DIVISOR = 3,
    SKEW3_ONE = SKEW3_DIVISOR << LATTICE_FRACTION_BITS,
};

/// The largest floats below the share that each axis has of the sum of all, 15/41 and 1/3.
#define SKEW2_SHARE 0.365853637f
#define SKEW3_SHARE 0.333333313f

/// Which kernel: the kind and what else selects code.
typedef struct lattice_shape
{
    loam_noise_kind kind;
    loam_noise_fade fade;
    loam_cell_output cell;
    loam_cell_metric metric;
    int32_t dims;
    float jitter;     // largest offset of a cellular point from the centre of its cell
    float cell_scale; // one over the largest distance
} lattice_shape;

/// How an octave's values reach the output.
typedef struct lattice_target
{
    loam_noise_fractal fractal;
    float weight;
    bool plain; // the only octave of a sum: values are stored as they are
    bool first; // nothing is in the output yet
} lattice_target;

typedef struct lattice_lanes_job
{
    const lattice_shape *shape;
    const loam_noise_octave *octave;
    const lattice_axis *axis[3]; // for the reference, skewed
    const lattice_near *near[3]; // for the wide kernels
    lattice_target target;
    int32_t count; // at most LATTICE_COLUMNS
    float *out;
    float *slope[3]; // for slopes only: derivatives per lattice unit, padded
} lattice_lanes_job;

typedef struct lattice_block_job
{
    const lattice_shape *shape;
    const loam_noise_octave *octave;
    const lattice_axis *columns; // unskewed
    const lattice_axis *rows;    // NULL in 1D
    int64_t plane_cell;          // 3D
    int32_t plane_fraction;
    lattice_target target;
    int32_t w, h; // at most LATTICE_COLUMNS, LATTICE_ROWS
    float *out;
    int64_t stride; // floats from one row of out to the next
} lattice_block_job;

struct loam_noise_kernels
{
    loam_isa isa;
    int32_t width; // samples at a time
    void (*lanes)(const lattice_lanes_job *job);
    void (*slopes)(const lattice_lanes_job *job); // writes out and slope, ignores target
    bool (*block)(const lattice_block_job *job);  // false: not done, use lanes
    /// See loam_noise_point.
    bool (*point)(const loam_noise *noise, int32_t dims, int64_t x, int64_t y, int64_t z,
                  float *out);
    // What follows is for samples that are near to each other: false if they are not. All is padded to whole
    // vectors. The reference, which takes samples anywhere, has none of it.
    bool (*places)(lattice_places *places, const int64_t *at, int32_t count);
    /// As loam_lattice_axis_points, then nudged as by loam_lattice_nudge.
    bool (*positions)(lattice_near *near, const lattice_places *places, uint64_t frequency,
                      int32_t nudge, int32_t count);
    /// As loam_lattice_shift.
    bool (*shift)(lattice_near *near, const float *offset, float cells_per_unit, int32_t count);
};

extern const struct loam_noise_kernels loam_noise_kernels_scalar;
extern const struct loam_noise_kernels loam_noise_kernels_sse2;
extern const struct loam_noise_kernels loam_noise_kernels_avx2;
extern const struct loam_noise_kernels loam_noise_kernels_avx512;
extern const struct loam_noise_kernels loam_noise_kernels_neon;
extern const struct loam_noise_kernels loam_noise_kernels_wasm;

/// Positions of count samples that start at world position start, step apart; padded.
void loam_lattice_axis(lattice_axis *axis, int64_t start, int64_t step, uint64_t frequency,
                       int32_t count);

/// The same for samples at given places.
void loam_lattice_axis_points(lattice_axis *axis, const int64_t *at, uint64_t frequency,
                              int32_t count);

/// A world position on the lattice, with all of its bits.
typedef struct lattice_point
{
    int64_t cell;
    uint64_t rest; // LATTICE_FREQUENCY_BITS of a cell
} lattice_point;

/// A 128-bit two's complement number.
typedef struct lattice_wide
{
    uint64_t high, low;
} lattice_wide;

/// b is below 2^63.
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 lattice_int128;

static inline lattice_wide loam_lattice_multiply(int64_t a, uint64_t b)
{
    const lattice_int128 product = (lattice_int128)a * (int64_t)b;
    return (lattice_wide){(uint64_t)(product >> 64), (uint64_t)product};
}
#else
static inline lattice_wide loam_lattice_multiply(int64_t a, uint64_t b)
{
    const uint64_t ua = (uint64_t)a;
    const uint64_t a0 = ua & 0xffffffffu, a1 = ua >> 32;
    const uint64_t b0 = b & 0xffffffffu, b1 = b >> 32;
    const uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    const uint64_t middle = (p00 >> 32) + (p01 & 0xffffffffu) + (p10 & 0xffffffffu);
    lattice_wide product = {p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32), ua * b};
    product.high -= a < 0 ? b : 0;
    return product;
}
#endif

static inline lattice_point loam_lattice_point(int64_t at, uint64_t frequency)
{
    const lattice_wide position = loam_lattice_multiply(at, frequency);
    return (lattice_point){(int64_t)(position.high << (64 - LATTICE_FREQUENCY_BITS) |
                                     position.low >> LATTICE_FREQUENCY_BITS),
                           position.low & (((uint64_t)1 << LATTICE_FREQUENCY_BITS) - 1)};
}

/// Moves positions by amount / 2^24 cells, amount 0 .. 2^24 - 1.
void loam_lattice_nudge(lattice_axis *axis, int32_t amount, int32_t count);

/// Moves positions by offsets in world units (each below 2^30 cells in size), floored to the lattice's fraction.
void loam_lattice_shift(lattice_axis *axis, const float *offset, float cells_per_unit,
                        int32_t count);

/// Positions in ascending order as ones that are near to each other; false if they are not.
bool loam_lattice_near(lattice_near *near, const lattice_axis *axis, int32_t count);

/// count times the same position; false if it is too far out.
bool loam_lattice_near_fill(lattice_near *near, int64_t cell, int32_t fraction, int32_t count);

/// count times the same position.
void loam_lattice_fill(lattice_axis *axis, int64_t cell, int32_t fraction, int32_t count);

/// A part of a lattice position: cell, and remainder of divisor << 24. Exact for every 64-bit cell;
/// the part's cell wraps around.
typedef struct lattice_part
{
    int64_t cell;
    int32_t remainder;
} lattice_part;

/// Where positions begin that are near to each other, given the lowest cell. False where it is too far out.
static inline bool loam_lattice_near_base(int64_t *base, int64_t lowest)
{
    const int64_t end = (int64_t)1 << 62;
    *base = (int64_t)((uint64_t)lowest - LATTICE_NEAR_MARGIN);
    return lowest > -end && lowest < end;
}

/// Whether the highest of those cells is near enough to the lowest.
static inline bool loam_lattice_near_enough(uint64_t extent)
{
    return extent < (1u << LATTICE_NEAR_BITS) - 2 * LATTICE_NEAR_MARGIN;
}

/// A lattice position divided by a small number, before the fraction is.
typedef struct lattice_quotient
{
    int64_t cell;
    int64_t rest; // in fractions of a cell, below divisor << 24
} lattice_quotient;

static inline lattice_quotient loam_lattice_divide(int64_t cell, int32_t fraction, int32_t divisor)
{
    int64_t quotient = cell / divisor;
    int64_t rest = cell % divisor;
    quotient -= rest < 0;
    rest += rest < 0 ? divisor : 0;
    return (lattice_quotient){quotient, rest * LATTICE_ONE + fraction};
}

/// multiplier / divisor of the position that was divided.
static inline lattice_part loam_lattice_part(lattice_quotient position, int32_t multiplier,
                                             int32_t divisor)
{
    const int64_t scaled = multiplier * position.rest;
    const uint32_t cells = (uint32_t)(scaled >> LATTICE_FRACTION_BITS) / (uint32_t)divisor;
    const int64_t one = (int64_t)divisor << LATTICE_FRACTION_BITS;
    return (lattice_part){(int64_t)((uint64_t)position.cell * (uint64_t)multiplier + cells),
                          (int32_t)(scaled - cells * one)};
}

/// Replaces the first count positions by skewed ones, in place. dims 2 or 3.
void loam_lattice_skew(lattice_axis *axis[3], int32_t dims, int32_t count);

#endif
