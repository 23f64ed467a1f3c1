// SPDX-License-Identifier: MIT
#include "selftest.h"

#include <string.h>

// Every noise, on every instruction set that this machine has, near the origin, across borders and
// far away; as a grid and point by point, which must be the same.

enum
{
    MAX_SAMPLES = 512,
    MAX_NAME = 96,
    PLACES = 5
};

/// The places that are looked at: 2^32 and 2^38 apart, and the far ends of worlds, each a little to
/// the left of a border.
static const int64_t places[PLACES] = {0, (int64_t)1 << 32, (int64_t)1 << 38, (int64_t)1 << 40,
                                       -((int64_t)1 << 40)};

static loam_noise_area area_at(int64_t place, int32_t dims)
{
    return (loam_noise_area){.x = place - 9,
                             .y = -4 - place,
                             .z = place / 2 - 1,
                             .step = 1,
                             .w = dims == 1 ? 67 : 37,
                             .h = dims == 1   ? 1
                                  : dims == 2 ? 5
                                              : 3,
                             .d = dims == 3 ? 2 : 1};
}

static size_t area_samples(loam_noise_area area)
{
    return (size_t)area.w * (size_t)area.h * (size_t)area.d;
}

static loam_result fill_grid(const loam_noise *noise, int32_t dims, loam_noise_area area,
                             float *out)
{
    switch (dims)
    {
    case 1:
        return loam_noise_grid1(noise, out, area);
    case 2:
        return loam_noise_grid2(noise, out, area);
    default:
        return loam_noise_grid3(noise, out, area);
    }
}

static loam_result fill_points(const loam_noise *noise, int32_t dims, loam_noise_area area,
                               float *out)
{
    int64_t x[MAX_SAMPLES], y[MAX_SAMPLES], z[MAX_SAMPLES];
    const size_t count = area_samples(area);
    for (size_t i = 0; i < count; i++)
    {
        x[i] = area.x + (int64_t)(i % (size_t)area.w) * area.step;
        y[i] = area.y + (int64_t)(i / (size_t)area.w % (size_t)area.h) * area.step;
        z[i] = area.z + (int64_t)(i / ((size_t)area.w * (size_t)area.h)) * area.step;
    }
    return loam_noise_points(noise, out, dims, x, y, z, count);
}

typedef loam_result (*fill_function)(const loam_noise *noise, int32_t dims, loam_noise_area area,
                                     float *out);

/// The hash of a noise at all places, chained to *hash.
static loam_result hash_places(const loam_noise_def *def, int32_t dims, fill_function fill,
                               uint64_t *hash)
{
    loam_noise noise;
    loam_result result = loam_noise_init(&noise, def, 20240607);
    for (int32_t i = 0; i < PLACES && result == LOAM_OK; i++)
    {
        float out[MAX_SAMPLES];
        const loam_noise_area area = area_at(places[i], dims);
        result = fill(&noise, dims, area, out);
        *hash = loam_hash_f32(out, area_samples(area), *hash);
    }
    return result;
}

static bool has_set(loam_isa isa)
{
    return isa != LOAM_ISA_AUTO && loam_isa_available(isa);
}

static void check_sets(selftest *run, const char *name, loam_noise_def def, int32_t dims,
                       bool points_too)
{
    for (int32_t isa = 0; isa < LOAM_ISA_COUNT; isa++)
    {
        if (!has_set((loam_isa)isa))
        {
            continue;
        }
        def.isa = (loam_isa)isa;
        uint64_t hash = 0;
        const loam_result result = hash_places(&def, dims, fill_grid, &hash);
        selftest_report(run, name, loam_isa_name(def.isa), result, hash);
        if (points_too)
        {
            char variant[32];
            snprintf(variant, sizeof variant, "%s points", loam_isa_name(def.isa));
            uint64_t points = 0;
            const loam_result found = hash_places(&def, dims, fill_points, &points);
            selftest_report(run, name, variant, found, points);
        }
    }
}

// ---- kinds --------------------------------------------------------------------------------------

/// A kind of noise with the settings that matter to it.
typedef struct flavour
{
    loam_noise_kind kind;
    loam_noise_fade fade;
    loam_cell_output cell;
    loam_cell_metric metric;
} flavour;

enum
{
    FLAVOURS = 3 + LOAM_FADE_COUNT + LOAM_CELL_OUTPUT_COUNT * LOAM_METRIC_COUNT
};

static void list_flavours(flavour *out)
{
    int32_t n = 0;
    out[n++] = (flavour){.kind = LOAM_NOISE_WHITE};
    out[n++] = (flavour){.kind = LOAM_NOISE_PERLIN};
    out[n++] = (flavour){.kind = LOAM_NOISE_SIMPLEX};
    for (int32_t fade = 0; fade < LOAM_FADE_COUNT; fade++)
    {
        out[n++] = (flavour){.kind = LOAM_NOISE_VALUE, .fade = (loam_noise_fade)fade};
    }
    for (int32_t i = 0; i < LOAM_CELL_OUTPUT_COUNT * LOAM_METRIC_COUNT; i++)
    {
        out[n++] = (flavour){.kind = LOAM_NOISE_CELLULAR,
                             .cell = (loam_cell_output)(i % LOAM_CELL_OUTPUT_COUNT),
                             .metric = (loam_cell_metric)(i / LOAM_CELL_OUTPUT_COUNT)};
    }
}

static loam_noise_def def_of(flavour what)
{
    loam_noise_def def = loam_default_noise_def();
    def.kind = what.kind;
    def.fade = what.fade;
    def.cell = what.cell;
    def.metric = what.metric;
    def.wavelength = 16.5;
    return def;
}

/// "noise cellular f1 manhattan 2d ridged"; ending is what was done with it.
static void write_name(char *name, flavour what, int32_t dims, const char *ending)
{
    const char *first = "", *second = "", *gap = "";
    if (what.kind == LOAM_NOISE_VALUE)
    {
        first = loam_noise_fade_name(what.fade);
        gap = " ";
    }
    if (what.kind == LOAM_NOISE_CELLULAR)
    {
        first = loam_cell_output_name(what.cell);
        second = loam_cell_metric_name(what.metric);
        gap = " ";
    }
    snprintf(name, MAX_NAME, "noise %s%s%s%s%s %dd %s", loam_noise_kind_name(what.kind), gap, first,
             second[0] != '\0' ? " " : "", second, (int)dims, ending);
}

static void check_octaves(selftest *run, flavour what, int32_t dims)
{
    char name[MAX_NAME];
    loam_noise_def def = def_of(what);
    write_name(name, what, dims, "one octave");
    check_sets(run, name, def, dims, true);
    def.octaves = 3;
    def.lacunarity = 2.7;
    def.persistence = 0.6;
    for (int32_t fractal = 0; fractal < LOAM_FRACTAL_COUNT; fractal++)
    {
        def.fractal = (loam_noise_fractal)fractal;
        write_name(name, what, dims, loam_noise_fractal_name(def.fractal));
        check_sets(run, name, def, dims, fractal == LOAM_FRACTAL_FBM);
    }
}

static void check_wavelengths(selftest *run, flavour what, int32_t dims)
{
    static const double wavelengths[] = {0.01, 0.75, 1, 2, 4, 7.3, 64, 300, 1048576, 1e9};
    char name[MAX_NAME];
    for (size_t i = 0; i < sizeof wavelengths / sizeof wavelengths[0]; i++)
    {
        loam_noise_def def = def_of(what);
        def.wavelength = wavelengths[i];
        char ending[48];
        snprintf(ending, sizeof ending, "wavelength %.15g", def.wavelength);
        write_name(name, what, dims, ending);
        check_sets(run, name, def, dims, false);
    }
}

static void check_warp(selftest *run, flavour what, int32_t dims)
{
    char name[MAX_NAME];
    loam_noise_def def = def_of(what);
    def.jitter = 0.4f;
    def.warp = 25;
    def.warp_wavelength = 40;
    def.warp_octaves = 2;
    write_name(name, what, dims, "warped");
    check_sets(run, name, def, dims, true);
}

// ---- slopes -------------------------------------------------------------------------------------

static loam_result hash_slopes(const loam_noise_def *def, int32_t dims, uint64_t *hash)
{
    loam_noise noise;
    loam_result result = loam_noise_init(&noise, def, 20240607);
    for (int32_t i = 0; i < PLACES && result == LOAM_OK; i++)
    {
        float out[4][MAX_SAMPLES];
        const loam_noise_area area = area_at(places[i], dims);
        result = dims == 1   ? loam_noise_slope1(&noise, out[0], out[1], area)
                 : dims == 2 ? loam_noise_slope2(&noise, out[0], out[1], out[2], area)
                             : loam_noise_slope3(&noise, out[0], out[1], out[2], out[3], area);
        for (int32_t column = 0; column <= dims; column++)
        {
            *hash = loam_hash_f32(out[column], area_samples(area), *hash);
        }
    }
    return result;
}

static void check_slopes(selftest *run, flavour what, int32_t dims)
{
    char name[MAX_NAME];
    write_name(name, what, dims, "slopes");
    loam_noise_def def = def_of(what);
    def.octaves = 3;
    for (int32_t isa = 0; isa < LOAM_ISA_COUNT; isa++)
    {
        if (has_set((loam_isa)isa))
        {
            def.isa = (loam_isa)isa;
            uint64_t hash = 0;
            const loam_result result = hash_slopes(&def, dims, &hash);
            selftest_report(run, name, loam_isa_name(def.isa), result, hash);
        }
    }
}

static bool has_slopes(loam_noise_kind kind)
{
    return kind == LOAM_NOISE_VALUE || kind == LOAM_NOISE_PERLIN || kind == LOAM_NOISE_SIMPLEX;
}

void selftest_noise(selftest *run)
{
    flavour flavours[FLAVOURS];
    list_flavours(flavours);
    for (int32_t i = 0; i < FLAVOURS * 3; i++)
    {
        const flavour what = flavours[i / 3];
        const int32_t dims = i % 3 + 1;
        check_octaves(run, what, dims);
        // Of value and cellular noise one flavour stands for the others.
        if (what.fade == LOAM_FADE_NEAREST && what.cell == LOAM_CELL_F1 &&
            what.metric == LOAM_METRIC_EUCLIDEAN)
        {
            const flavour usual = {.kind = what.kind, .fade = LOAM_FADE_SMOOTHERSTEP};
            check_wavelengths(run, usual, dims);
            check_warp(run, usual, dims);
        }
        if (has_slopes(what.kind))
        {
            check_slopes(run, what, dims);
        }
    }
}
