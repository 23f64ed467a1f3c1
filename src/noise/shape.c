// SPDX-License-Identifier: MIT
#include "noise/noise.h"

#include <math.h>

// What a noise is in so many dimensions, and which areas of it can be asked for: all that whoever evaluates it
// elsewhere has to know.

#define SIDE_MAX (1 << 24)
#define SAMPLES_MAX ((int64_t)1 << 31)

/// The furthest that a cellular point may be from the centre of its cell so that the two nearest
/// points are always among the 4 x 4 (x 4) cells around the sample. With an offset of j at most, and a
/// sample s from the nearer border of its cell on every axis (0 .. 1/2), a point that is not looked at
/// is at least 5/2 - j - s away. The second nearest is at most as far as the points of the next cells
/// can be: 1/2 + j + s along one axis and 1/2 + j - s along the others. The largest j for which this
/// is never more is, for s = 1/2, 1/2 with the Chebyshev metric or in 1D, 0.464 and 0.436 with the
/// Euclidean in 2D and 3D, 1/3 and 1/4 with the Manhattan.
static double cell_jitter(loam_cell_metric metric, int32_t dims)
{
    static const double limit[LOAM_METRIC_COUNT][4] = {
        [LOAM_METRIC_EUCLIDEAN] = {0.0, 0.5, 0.46, 0.43},
        [LOAM_METRIC_MANHATTAN] = {0.0, 0.5, 1.0 / 3.0, 0.25},
        [LOAM_METRIC_CHEBYSHEV] = {0.0, 0.5, 0.5, 0.5},
    };
    return limit[metric][dims];
}

static double cell_distance(loam_cell_metric metric, double one, double others, int32_t dims)
{
    const double n = (double)(dims - 1);
    switch (metric)
    {
    case LOAM_METRIC_EUCLIDEAN:
        return sqrt(one * one + n * others * others);
    case LOAM_METRIC_MANHATTAN:
        return one + n * others;
    default:
        return one > others ? one : others;
    }
}

/// The largest value that can occur: the distance to the nearest point from a corner where all cells'
/// points are as far as they can be, to the second nearest from there or from the centre of a cell,
/// and their difference at the centre, where the nearest may be at hand.
static double cell_largest(const loam_noise_def *def, double jitter, int32_t dims)
{
    const double corner = cell_distance(def->metric, 0.5 + jitter, 0.5 + jitter, dims);
    const double centre = cell_distance(def->metric, 1.0 + jitter, jitter, dims);
    switch (def->cell)
    {
    case LOAM_CELL_F1:
        return corner;
    case LOAM_CELL_F2:
        return corner > centre ? corner : centre;
    default:
        return centre;
    }
}

lattice_shape loam_noise_shape(const loam_noise_def *def, int32_t dims)
{
    lattice_shape shape = {.kind = def->kind,
                           .fade = def->fade,
                           .cell = def->cell,
                           .metric = def->metric,
                           .dims = dims};
    if (def->kind == LOAM_NOISE_VALUE && def->fade == LOAM_FADE_NEAREST)
    {
        shape.kind = LOAM_NOISE_WHITE; // of cells that are centred on the lattice points
    }
    if (def->kind == LOAM_NOISE_CELLULAR)
    {
        const double jitter = (double)def->jitter * cell_jitter(def->metric, dims);
        shape.jitter = (float)jitter;
        // A hair less, so that rounding cannot lead past 1.
        shape.cell_scale = (float)(0.999999 / cell_largest(def, jitter, dims));
    }
    return shape;
}

static bool fits(int64_t start, int64_t step, int32_t count)
{
    const uint64_t room = (uint64_t)INT64_MAX - (uint64_t)start;
    return count == 1 || (uint64_t)step <= room / (uint64_t)(count - 1);
}

loam_result loam_noise_check_area(const loam_noise *noise, const float *out,
                                  const loam_noise_area *area, int32_t dims)
{
    LOAM_ASSERT(NULL, noise != NULL && out != NULL);
    const int32_t sides[3] = {area->w, area->h, area->d};
    const int64_t starts[3] = {area->x, area->y, area->z};
    static const char names[3][2] = {"w", "h", "d"};
    if (area->step < 1)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "noise: step is %lld; must be 1 or more",
                         (long long)area->step);
    }
    int64_t samples = 1;
    for (int32_t i = 0; i < dims; i++)
    {
        if (sides[i] < 1 || sides[i] > SIDE_MAX)
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "noise: %s is %d; must be 1 to %d", names[i],
                             (int)sides[i], SIDE_MAX);
        }
        if (!fits(starts[i], area->step, sides[i]))
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "noise: the area ends beyond the largest coordinate, 2^63 - 1");
        }
        samples *= sides[i];
        if (samples > SAMPLES_MAX)
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "noise: the area has more than %lld samples",
                             (long long)SAMPLES_MAX);
        }
    }
    return LOAM_OK;
}
