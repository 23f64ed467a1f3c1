// SPDX-License-Identifier: MIT
#include "noise/noise.h"

#include "loam/random.h"
#include "noise/wide_sets.h"

#include <math.h>

// Definitions of noises: names, defaults, checks, and what is made of a definition once and used for
// every sample: frequencies, keys and weights of the octaves.

#define WAVELENGTH_MIN (1.0 / 1024.0)
#define WAVELENGTH_MAX 1073741824.0    // beyond, the frequency would be too coarse a number
#define OCTAVE_FREQUENCY_MAX 1048576.0 // cells per world unit
#define WEIGHT_MIN 1e-20
#define WARP_MAX 1048576.0
#define WARP_CELLS_MAX 1073741824.0

// ---- names --------------------------------------------------------------------------------------

static const char *name_of(const char *const *names, int count, int index)
{
    return index >= 0 && index < count ? names[index] : "?";
}

const char *loam_noise_kind_name(loam_noise_kind kind)
{
    static const char *const names[] = {"white", "value", "perlin", "simplex", "cellular"};
    return name_of(names, LOAM_NOISE_KIND_COUNT, (int)kind);
}

const char *loam_noise_fade_name(loam_noise_fade fade)
{
    static const char *const names[] = {"nearest", "linear", "smoothstep", "smootherstep"};
    return name_of(names, LOAM_FADE_COUNT, (int)fade);
}

const char *loam_cell_output_name(loam_cell_output output)
{
    static const char *const names[] = {"f1", "f2", "f2-f1", "value"};
    return name_of(names, LOAM_CELL_OUTPUT_COUNT, (int)output);
}

const char *loam_cell_metric_name(loam_cell_metric metric)
{
    static const char *const names[] = {"euclidean", "manhattan", "chebyshev"};
    return name_of(names, LOAM_METRIC_COUNT, (int)metric);
}

const char *loam_noise_fractal_name(loam_noise_fractal fractal)
{
    static const char *const names[] = {"fbm", "ridged", "turbulence", "squares", "minimum"};
    return name_of(names, LOAM_FRACTAL_COUNT, (int)fractal);
}

// ---- definitions --------------------------------------------------------------------------------

loam_noise_def loam_default_noise_def(void)
{
    return (loam_noise_def){
        .kind = LOAM_NOISE_SIMPLEX,
        .fade = LOAM_FADE_SMOOTHERSTEP,
        .cell = LOAM_CELL_F1,
        .metric = LOAM_METRIC_EUCLIDEAN,
        .jitter = 1.0f,
        .wavelength = 64.0,
        .fractal = LOAM_FRACTAL_FBM,
        .octaves = 1,
        .lacunarity = 2.0,
        .persistence = 0.5,
        .warp = 0.0,
        .warp_wavelength = 128.0,
        .warp_octaves = 1,
        .isa = LOAM_ISA_AUTO,
    };
}

static loam_result check_choice(const char *what, int value, int count)
{
    if (value < 0 || value >= count)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "noise: %s is %d; must be 0 to %d", what, value,
                         count - 1);
    }
    return LOAM_OK;
}

static loam_result check_number(const char *what, double value, double low, double high)
{
    if (!(value >= low && value <= high))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "noise: %s is %g; must be %g to %g", what, value, low,
                         high);
    }
    return LOAM_OK;
}

static loam_result check_def(const loam_noise_def *def)
{
    const struct
    {
        const char *what;
        int value, count;
    } choices[] = {
        {"kind", (int)def->kind, LOAM_NOISE_KIND_COUNT},
        {"fade", (int)def->fade, LOAM_FADE_COUNT},
        {"cell", (int)def->cell, LOAM_CELL_OUTPUT_COUNT},
        {"metric", (int)def->metric, LOAM_METRIC_COUNT},
        {"fractal", (int)def->fractal, LOAM_FRACTAL_COUNT},
        {"isa", (int)def->isa, LOAM_ISA_COUNT},
    };
    const struct
    {
        const char *what;
        double value, low, high;
    } numbers[] = {
        {"jitter", (double)def->jitter, 0.0, 1.0},
        {"wavelength", def->wavelength, WAVELENGTH_MIN, WAVELENGTH_MAX},
        {"octaves", (double)def->octaves, 1.0, LOAM_MAX_OCTAVES},
        {"lacunarity", def->lacunarity, 1.0, 16.0},
        {"persistence", def->persistence, 0.0, 1.0},
        {"warp", def->warp, 0.0, WARP_MAX},
        {"warp wavelength", def->warp_wavelength, WAVELENGTH_MIN, WAVELENGTH_MAX},
        {"warp octaves", (double)def->warp_octaves, 1.0, LOAM_MAX_OCTAVES},
    };
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < sizeof choices / sizeof *choices && result == LOAM_OK; i++)
    {
        result = check_choice(choices[i].what, choices[i].value, choices[i].count);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && result == LOAM_OK; i++)
    {
        result = check_number(numbers[i].what, numbers[i].value, numbers[i].low, numbers[i].high);
    }
    return result;
}

static loam_result choose_kernels(loam_noise *noise, loam_isa isa)
{
    static const struct loam_noise_kernels *const sets[LOAM_ISA_COUNT] = WIDE_SETS(
        loam_noise_kernels);
    if (!loam_isa_available(isa))
    {
        return loam_fail(LOAM_UNSUPPORTED,
                         "noise: this processor does not run %s; it runs up to %s",
                         loam_isa_name(isa), loam_isa_name(loam_isa_best()));
    }
    noise->kernels = sets[loam_wide_isa(isa)];
    return LOAM_OK;
}

// ---- octaves ------------------------------------------------------------------------------------

/// Frequencies and keys of a stack of octaves. False if the finest is finer than can be held.
static bool make_octaves(loam_noise_octave *octaves, int32_t count, double wavelength,
                         double lacunarity, uint64_t seed)
{
    double frequency = 1.0 / wavelength;
    for (int32_t i = 0; i < count; i++)
    {
        if (frequency > OCTAVE_FREQUENCY_MAX)
        {
            return false;
        }
        octaves[i].frequency = (uint64_t)(frequency * LATTICE_FREQUENCY_ONE + 0.5);
        const uint64_t octave_seed = loam_seed_at(seed, i, 0, 0);
        for (int axis = 0; axis < 3; axis++)
        {
            const uint64_t key = loam_random_u64(octave_seed, (uint64_t)axis);
            octaves[i].key[axis][0] = (uint32_t)key;
            octaves[i].key[axis][1] = (uint32_t)(key >> 32);
        }
        frequency *= lacunarity;
    }
    return true;
}

/// Weights that fall by persistence, from first. One that is too small to see is 0: a GPU would flush
/// what it makes of a sample to 0.
static void make_weights(loam_noise_octave *octaves, int32_t count, double persistence,
                         double first)
{
    double weight = first;
    for (int32_t i = 0; i < count; i++)
    {
        octaves[i].weight = weight < WEIGHT_MIN ? 0.0f : (float)weight;
        weight *= persistence;
    }
}

/// What the first of several weights must be so that they add up to total, a hair less so that
/// rounding cannot lead past it.
static double first_of_total(int32_t count, double persistence, double total)
{
    double sum = 0.0, weight = 1.0;
    for (int32_t i = 0; i < count; i++)
    {
        sum += weight;
        weight *= persistence;
    }
    return count == 1 ? total : 0.999999 * total / sum;
}

static loam_result make_warp(loam_noise *noise, uint64_t seed)
{
    static const char *const names[3] = {"warp x", "warp y", "warp z"};
    const loam_noise_def *const def = &noise->def;
    const double finest = (double)noise->octaves[def->octaves - 1].frequency /
                          LATTICE_FREQUENCY_ONE;
    if (def->warp * finest > WARP_CELLS_MAX)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "noise: warp is %g; must be at most %g with octaves this fine", def->warp,
                         WARP_CELLS_MAX / finest);
    }
    for (int axis = 0; axis < 3; axis++)
    {
        loam_noise_octave *const octaves = noise->warp[axis];
        if (!make_octaves(octaves, def->warp_octaves, def->warp_wavelength, 2.0,
                          loam_seed_derive(seed, names[axis])))
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "noise: the finest of %d warp octaves from wavelength %g is too fine; "
                             "wavelengths must be at least %g",
                             (int)def->warp_octaves, def->warp_wavelength,
                             1.0 / OCTAVE_FREQUENCY_MAX);
        }
        make_weights(octaves, def->warp_octaves, 0.5,
                     first_of_total(def->warp_octaves, 0.5, def->warp));
    }
    return LOAM_OK;
}

loam_result loam_noise_init(loam_noise *noise, const loam_noise_def *def, uint64_t seed)
{
    LOAM_ASSERT(NULL, noise != NULL && def != NULL);
    loam_result result = check_def(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    *noise = (loam_noise){.def = *def};
    result = choose_kernels(noise, def->isa);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (!make_octaves(noise->octaves, def->octaves, def->wavelength, def->lacunarity, seed))
    {
        return loam_fail(
            LOAM_BAD_ARGUMENT,
            "noise: the finest of %d octaves from wavelength %g with lacunarity %g is too "
            "fine; wavelengths must be at least %g",
            (int)def->octaves, def->wavelength, def->lacunarity, 1.0 / OCTAVE_FREQUENCY_MAX);
    }
    make_weights(noise->octaves, def->octaves, def->persistence,
                 def->fractal == LOAM_FRACTAL_MINIMUM
                     ? 1.0
                     : first_of_total(def->octaves, def->persistence, 1.0));
    return make_warp(noise, seed);
}

void loam_noise_range(const loam_noise *noise, float *low, float *high)
{
    LOAM_ASSERT(NULL, noise != NULL && low != NULL && high != NULL);
    const loam_noise_def *const def = &noise->def;
    const bool distance = def->kind == LOAM_NOISE_CELLULAR && def->cell != LOAM_CELL_VALUE;
    *low = def->fractal == LOAM_FRACTAL_RIDGED ? -1.0f
           : def->fractal == LOAM_FRACTAL_FBM  ? (distance ? 0.0f : -1.0f)
                                               : 0.0f;
    *high = 1.0f;
}

// ---- evaluation ---------------------------------------------------------------------------------

static loam_result grid(const loam_noise *noise, float *out, loam_noise_area area, int32_t dims)
{
    const loam_result result = loam_noise_check_area(noise, out, &area, dims);
    if (result == LOAM_OK)
    {
        loam_noise_fill(noise, out, area, dims);
    }
    return result;
}

loam_result loam_noise_grid1(const loam_noise *noise, float *out, loam_noise_area area)
{
    return grid(noise, out, area, 1);
}

loam_result loam_noise_grid2(const loam_noise *noise, float *out, loam_noise_area area)
{
    return grid(noise, out, area, 2);
}

loam_result loam_noise_grid3(const loam_noise *noise, float *out, loam_noise_area area)
{
    return grid(noise, out, area, 3);
}

/// Any noise, by the reference.
static float point_of_any(const loam_noise *noise, int32_t dims, int64_t x, int64_t y, int64_t z)
{
    float value;
    const int64_t *const axes[3] = {&x, &y, &z};
    loam_noise_fill_points(noise, &loam_noise_kernels_scalar, &value, dims, axes, 1);
    return value;
}

static inline float at(const loam_noise *noise, int32_t dims, int64_t x, int64_t y, int64_t z)
{
    LOAM_ASSERT(NULL, noise != NULL);
    float value;
    return noise->kernels->point(noise, dims, x, y, z, &value) ? value
                                                               : point_of_any(noise, dims, x, y, z);
}

float loam_noise_at1(const loam_noise *noise, int64_t x)
{
    return at(noise, 1, x, 0, 0);
}

float loam_noise_at2(const loam_noise *noise, int64_t x, int64_t y)
{
    return at(noise, 2, x, y, 0);
}

float loam_noise_at3(const loam_noise *noise, int64_t x, int64_t y, int64_t z)
{
    return at(noise, 3, x, y, z);
}

loam_result loam_noise_points(const loam_noise *noise, float *out, int32_t dims, const int64_t *x,
                              const int64_t *y, const int64_t *z, size_t count)
{
    const int64_t *const axes[3] = {x, y, z};
    LOAM_ASSERT(NULL, noise != NULL);
    if (dims < 1 || dims > 3)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "noise: dims is %d; must be 1 to 3", (int)dims);
    }
    for (int32_t i = 0; i < dims; i++)
    {
        LOAM_ASSERT(NULL, count == 0 || (out != NULL && axes[i] != NULL));
    }
    loam_noise_fill_points(noise, noise->kernels, out, dims, axes, count);
    return LOAM_OK;
}

static loam_result slopes(const loam_noise *noise, float *out, float *const slope[3],
                          loam_noise_area area, int32_t dims)
{
    LOAM_ASSERT(NULL, noise != NULL && out != NULL);
    const loam_noise_def *const def = &noise->def;
    const bool smooth = def->kind == LOAM_NOISE_VALUE || def->kind == LOAM_NOISE_PERLIN ||
                        def->kind == LOAM_NOISE_SIMPLEX;
    if (!smooth || def->fractal != LOAM_FRACTAL_FBM || def->warp > 0.0)
    {
        return loam_fail(
            LOAM_BAD_ARGUMENT,
            "noise: slopes are for sums (fbm) of value, perlin and simplex noise without "
            "warp, not for %s of %s",
            loam_noise_fractal_name(def->fractal), loam_noise_kind_name(def->kind));
    }
    const loam_result result = loam_noise_check_area(noise, out, &area, dims);
    if (result == LOAM_OK)
    {
        loam_noise_fill_slopes(noise, out, slope, area, dims);
    }
    return result;
}

loam_result loam_noise_slope1(const loam_noise *noise, float *out, float *dx, loam_noise_area area)
{
    return slopes(noise, out, (float *const[3]){dx, NULL, NULL}, area, 1);
}

loam_result loam_noise_slope2(const loam_noise *noise, float *out, float *dx, float *dy,
                              loam_noise_area area)
{
    return slopes(noise, out, (float *const[3]){dx, dy, NULL}, area, 2);
}

loam_result loam_noise_slope3(const loam_noise *noise, float *out, float *dx, float *dy, float *dz,
                              loam_noise_area area)
{
    return slopes(noise, out, (float *const[3]){dx, dy, dz}, area, 3);
}
