// SPDX-License-Identifier: MIT
// What the built-in functions share: checks, weights, noises, features in cells.
#ifndef LOAM_VOLUME_PRESET_H
#define LOAM_VOLUME_PRESET_H

#include "loam/volume.h"

#include "base/small.h"
#include "loam/random.h"

#include <math.h>

/// How much of a function there is at column i by nature, 0..1; continuous.
typedef float preset_nature(const loam_volume_columns *columns, size_t i);

/// Weights of a share: the strength, nothing near water, and nature's part.
void loam_preset_weigh(loam_density_share share, preset_nature *nature,
                       const loam_volume_columns *columns, float *out);

/// A noise of a wavelength in metres, ready for positions in half metres.
loam_result loam_preset_noise(loam_noise *noise, uint64_t seed, const char *name,
                              float wavelength_m, int32_t octaves, loam_isa isa);

/// The parts of an inside, as loam_inside_parts has them.
enum
{
    PRESET_TUNNELS,
    PRESET_CAVERNS,
    PRESET_PILLARS,
    PRESET_OVERHANGS,
    PRESET_ARCHES,
    PRESET_RAVINES,
    PRESET_SINKHOLES,
    PRESET_CLIFFS,
    PRESET_SHARED,
};

/// LOAM_BAD_ARGUMENT with the names of function and number for what is beyond its limits. part: the def.
loam_result loam_preset_check_part(int32_t index, const void *part);

/// The noise at every column of a lattice.
static inline void preset_plane(const loam_noise *noise, const loam_volume_lattice *lattice,
                                float *out)
{
    const loam_noise_area area = {.x = lattice->x,
                                  .y = lattice->z,
                                  .step = lattice->step,
                                  .w = lattice->w,
                                  .h = lattice->d,
                                  .d = 1};
    loam_noise_grid2(noise, out, area);
}

/// At every place of a lattice.
static inline void preset_grid(const loam_noise *noise, const loam_volume_lattice *lattice,
                               float *out)
{
    const loam_noise_area area = {.x = lattice->x,
                                  .y = lattice->y,
                                  .z = lattice->z,
                                  .step = lattice->step,
                                  .w = lattice->w,
                                  .h = lattice->h,
                                  .d = lattice->d};
    loam_noise_grid3(noise, out, area);
}

/// About how far the line on which a noise is 0 lies from every column, in metres.
void loam_preset_lines(const loam_noise *noise, const loam_volume_lattice *lattice, float *out);

static inline size_t preset_columns(const loam_volume_lattice *lattice)
{
    return (size_t)lattice->w * (size_t)lattice->d;
}

/// Number n of the columns of row k.
static inline const float *preset_numbers(const loam_volume_lattice *lattice, int32_t n, int32_t k)
{
    return lattice->numbers + (size_t)n * preset_columns(lattice) + (size_t)k * (size_t)lattice->w;
}

/// Places of a row that are worked on at once.
#define PRESET_ROW 272

static inline float preset_height(const loam_volume_lattice *lattice, int32_t j)
{
    return 0.5f * (float)(lattice->y + j * lattice->step);
}

static inline size_t preset_index(const loam_volume_lattice *lattice, int32_t i, int32_t j,
                                  int32_t k)
{
    return ((size_t)k * (size_t)lattice->h + (size_t)j) * (size_t)lattice->w + (size_t)i;
}

/// Places along an axis; empty if first > last.
typedef struct preset_span
{
    int32_t first, last;
} preset_span;

/// Places of a lattice from one height to another, and one more on both sides.
preset_span loam_preset_heights(const loam_volume_lattice *lattice, float low_m, float high_m);

/// The noise at heights of slice k; 0 at all others of it.
void loam_preset_slice(const loam_noise *noise, const loam_volume_lattice *lattice, int32_t k,
                       preset_span heights, float *out);

/// Something that stands in a cell of a grid, at a place in it.
typedef struct preset_feature
{
    float x, z;    // from the lattice's corner, m
    uint64_t seed; // of its own
} preset_feature;

/// Calls visit for the features of all cells within reach of a lattice, in the order of cells.
typedef void preset_visit(const void *context, const preset_feature *feature,
                          const loam_volume_lattice *lattice, float *out);

typedef struct preset_cells
{
    uint64_t seed;
    float spacing_m, chance, reach_m;
    preset_visit *visit;
    const void *context;
} preset_cells;

void loam_preset_visit_cells(const preset_cells *cells, const loam_volume_lattice *lattice,
                             float *out);

/// The columns within reach of a feature, along an axis.
preset_span loam_preset_span(float middle_m, float reach_m, float step_m, int32_t count);

#endif
