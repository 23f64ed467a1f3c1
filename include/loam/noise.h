// SPDX-License-Identifier: MIT
// Loam, noise: white, value, Perlin, simplex and cellular noise in one, two and three dimensions,
// alone or as fractals, over single points and over grids.
//
// Positions are 64-bit integers in a world unit of your choosing (a tile, a metre, a 1/256 of one).
// Nothing gets worse or repeats far from the origin. A sample depends on seed, def and its own
// position only: never on the area it was asked in, the processor, the instruction set or threads.
#ifndef LOAM_NOISE_H
#define LOAM_NOISE_H

#include "loam/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_MAX_OCTAVES 16

/// The lattice cell of a wavelength is one wavelength long. Ranges hold for a single octave.
typedef enum loam_noise_kind
{
    LOAM_NOISE_WHITE,    // one value per cell, -1 .. 1
    LOAM_NOISE_VALUE,    // values at the lattice points, interpolated by fade, -1 .. 1
    LOAM_NOISE_PERLIN,   // gradients at the lattice points, -1 .. 1
    LOAM_NOISE_SIMPLEX,  // gradients at the corners of triangles and tetrahedra, -1 .. 1
    LOAM_NOISE_CELLULAR, // distances to one random point per cell, 0 .. 1, or the cell's value
    LOAM_NOISE_KIND_COUNT,
} loam_noise_kind;

/// How value noise goes from one lattice point to the next (Dubsky 2022, 2.1.2).
typedef enum loam_noise_fade
{
    LOAM_FADE_NEAREST,
    LOAM_FADE_LINEAR,
    LOAM_FADE_SMOOTHSTEP,
    LOAM_FADE_SMOOTHERSTEP,
    LOAM_FADE_COUNT,
} loam_noise_fade;

/// What cellular noise gives. Distances are divided by the largest that can occur.
typedef enum loam_cell_output
{
    LOAM_CELL_F1,          // distance to the nearest point, 0 .. 1
    LOAM_CELL_F2,          // distance to the second nearest, 0 .. 1
    LOAM_CELL_F2_MINUS_F1, // their difference, 0 .. 1; 0 on the borders between cells
    LOAM_CELL_VALUE,       // a random value of the nearest point, -1 .. 1
    LOAM_CELL_OUTPUT_COUNT,
} loam_cell_output;

typedef enum loam_cell_metric
{
    LOAM_METRIC_EUCLIDEAN,
    LOAM_METRIC_MANHATTAN,
    LOAM_METRIC_CHEBYSHEV,
    LOAM_METRIC_COUNT,
} loam_cell_metric;

/// How octaves become one value. n is an octave's noise, w its weight: persistence^octave, divided by
/// the sum of all weights (not so for the minimum).
typedef enum loam_noise_fractal
{
    LOAM_FRACTAL_FBM,        // sum of w n
    LOAM_FRACTAL_RIDGED,     // sum of w (1 - 2 |n|), -1 .. 1, sharp crests
    LOAM_FRACTAL_TURBULENCE, // sum of w |n|, 0 .. 1, sharp valleys
    LOAM_FRACTAL_SQUARES,    // sum of w n^2, 0 .. 1 (Blomqvist et al. 2016, eq. 2.2)
    LOAM_FRACTAL_MINIMUM,    // least of persistence^octave |n|, 0 .. 1 (Dubsky 2022, eq. 3.3)
    LOAM_FRACTAL_COUNT,
} loam_noise_fractal;

/// Settings of a noise. Start from loam_default_noise_def(): one octave of simplex, wavelength 64.
typedef struct loam_noise_def
{
    loam_noise_kind kind;
    loam_noise_fade fade;    // value noise only
    loam_cell_output cell;   // cellular noise only
    loam_cell_metric metric; // cellular noise only
    float jitter;            // cellular noise only: 0 a plain grid .. 1 as random as stays exact
    double wavelength;       // of the first octave, world units, 2^-10 .. 2^30
    loam_noise_fractal fractal;
    int32_t octaves;        // 1..LOAM_MAX_OCTAVES
    double lacunarity;      // frequency of an octave relative to the one before, 1 .. 16
    double persistence;     // weight of an octave relative to the one before, 0 .. 1
    double warp;            // domain warp: by how far positions are moved at most, world units,
                            // 0 (none) .. 2^20
    double warp_wavelength; // of the first octave of the warp, as wavelength
    int32_t warp_octaves;   // 1..LOAM_MAX_OCTAVES, of simplex, lacunarity 2, persistence 0.5
    loam_isa isa;
} loam_noise_def;

LOAM_API loam_noise_def loam_default_noise_def(void);

/// The names that the tool and files use: "white", "value", ...; "?" for anything else.
LOAM_API const char *loam_noise_kind_name(loam_noise_kind kind);
LOAM_API const char *loam_noise_fade_name(loam_noise_fade fade);
LOAM_API const char *loam_cell_output_name(loam_cell_output output);
LOAM_API const char *loam_cell_metric_name(loam_cell_metric metric);
LOAM_API const char *loam_noise_fractal_name(loam_noise_fractal fractal);

/// One octave, ready to evaluate. Private.
typedef struct loam_noise_octave
{
    uint64_t frequency; // cells per world unit, 40 fractional bits
    uint32_t key[3][2]; // per axis
    float weight;
} loam_noise_octave;

/// A noise that is ready to evaluate: flat, holds no pointers to be freed, may be copied and read
/// from any thread. The fields are private.
typedef struct loam_noise
{
    loam_noise_def def;
    const struct loam_noise_kernels *kernels;
    loam_noise_octave octaves[LOAM_MAX_OCTAVES];
    loam_noise_octave warp[3][LOAM_MAX_OCTAVES];
} loam_noise;

/// Checks def and prepares a noise.
LOAM_API loam_result loam_noise_init(loam_noise *noise, const loam_noise_def *def, uint64_t seed);

/// The range that a noise's values lie in.
LOAM_API void loam_noise_range(const loam_noise *noise, float *low, float *high);

/// Samples in a regular grid: sample (i, j, k) is at (x + i step, y + j step, z + k step), stored at
/// index (k h + j) w + i.
typedef struct loam_noise_area
{
    int64_t x, y, z;
    int64_t step;    // world units between samples, >= 1
    int32_t w, h, d; // how many, 1 .. 2^24; w h d at most 2^31
} loam_noise_area;

/// One sample.
LOAM_API float loam_noise_at1(const loam_noise *noise, int64_t x);
LOAM_API float loam_noise_at2(const loam_noise *noise, int64_t x, int64_t y);
LOAM_API float loam_noise_at3(const loam_noise *noise, int64_t x, int64_t y, int64_t z);

/// Grids of one, two and three dimensions into the caller's out[w], out[w h], out[w h d]. Needs about
/// 128 KiB of stack. A row of a 2D grid is a grid with h = 1.
LOAM_API loam_result loam_noise_grid1(const loam_noise *noise, float *out, loam_noise_area area);
LOAM_API loam_result loam_noise_grid2(const loam_noise *noise, float *out, loam_noise_area area);
LOAM_API loam_result loam_noise_grid3(const loam_noise *noise, float *out, loam_noise_area area);

/// Samples at count given places. dims 1..3; y and z may be NULL where dims does not need them.
LOAM_API loam_result loam_noise_points(const loam_noise *noise, float *out, int32_t dims,
                                       const int64_t *x, const int64_t *y, const int64_t *z,
                                       size_t count);

/// As the grids, with the derivatives by x, y, z per world unit. Any of dx, dy, dz may be NULL. For
/// sums (LOAM_FRACTAL_FBM) of value, Perlin and simplex noise without warp.
LOAM_API loam_result loam_noise_slope1(const loam_noise *noise, float *out, float *dx,
                                       loam_noise_area area);
LOAM_API loam_result loam_noise_slope2(const loam_noise *noise, float *out, float *dx, float *dy,
                                       loam_noise_area area);
LOAM_API loam_result loam_noise_slope3(const loam_noise *noise, float *out, float *dx, float *dy,
                                       float *dz, loam_noise_area area);

#ifdef __cplusplus
}
#endif
#endif
