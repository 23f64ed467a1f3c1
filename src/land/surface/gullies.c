// SPDX-License-Identifier: MIT
#include "land/surface/gullies.h"

#include "base/small.h"
#include "land/surface/ramps.h"
#include "loam/maths.h"
#include "loam/random.h"

#include <math.h>
#include <string.h>

// Waves whose crests lie along the slope. Every corner of a grid of squares has a plane wave of a random
// phase; at a place the waves of its square's four corners, all turned across the slope at that very place,
// are mixed as complex numbers and brought to one size (after the phasor noise of Tricard et al. 2019 and the
// erosion filter of Johansen 2025). Where the phases of two corners do not fit a furrow ends or two become
// one: gullies branch. The next octave, half as long, follows the slope of the base and of the octaves before
// it, so that it cuts the sides of ridges.
//
// An octave is found on a lattice of its own, WAVE points to a wavelength, at absolute places, and a
// quadratic B-spline runs between those. Each lattice is a refinement of the one before (Chaikin 1974), the
// first one of the control grid, which leaves curves as they are: so a place has the same value in every
// block and at every step that shows the same octaves.

enum
{
    WAVE = LAND_GULLY_WAVE,
    FACE_LENGTH = 20, // waves to a face of a mountain that is cut more than others, or less
    SHOWN_STEPS = 6,  // an octave is shown if it is as many steps long
    MOST_SIDE = 2 * (LAND_BLOCK_SIDE - 1) + 10,
};

_Static_assert(MOST_SIDE <= (int)LAND_SPLINE_SIDE, "splines run over the last lattice");

typedef struct octave_shape
{
    float steepness; // height of a wave to its length, where the strength is 1
    int32_t square;  // lattice points to a square of corners: gullies are about that long
} octave_shape;

// The first follows a slope that keeps its direction for some wavelengths, the others do not.
static const octave_shape shapes[LAND_GULLY_OCTAVES] = {{0.11f, 24}, {0.09f, 16}, {0.075f, 16}};

// On coarser graphs slopes are means over many ridges, and those between are less steep in proportion.
static const float level_steepness[LOAM_LAND_LEVELS] = {0.12f, 0.4f, 1};

static const float least_cut = 0.15f; // of a face that is left smooth

// Points at (x + i, z + j) times the spacing, or, but for the control grid, half a spacing further on.
typedef struct lattice
{
    int64_t x, z, spacing;
    int32_t w, h;
    bool half;
} lattice;

static float octave_length(int32_t level, int32_t octave)
{
    return (float)(WAVE * (loam_land_cell_size(level) / LAND_CONTROLS_TO_CELL >> (octave + 1)));
}

static float octave_height(int32_t level, int32_t octave)
{
    return level_steepness[level] * shapes[octave].steepness * octave_length(level, octave);
}

static int32_t shown_octaves(int32_t level, int64_t step)
{
    int32_t count = 0;
    while (count < LAND_GULLY_OCTAVES && octave_length(level, count) >= (float)(SHOWN_STEPS * step))
    {
        count++;
    }
    return count;
}

loam_result loam_land_gullies_init(land_gullies *gullies, uint64_t seed, loam_isa isa)
{
    const uint64_t own = loam_seed_derive(seed, "gullies");
    gullies->kernels = loam_land_ground_kernels_of(isa);
    for (int32_t i = 0; i < LOAM_LAND_LEVELS * LAND_GULLY_OCTAVES; i++)
    {
        gullies->seeds[i / LAND_GULLY_OCTAVES][i % LAND_GULLY_OCTAVES] = loam_random_u64(
            own, (uint64_t)i);
    }
    loam_noise_def def = loam_default_noise_def();
    def.fractal = LOAM_FRACTAL_FBM;
    def.octaves = 3;
    def.isa = isa;
    loam_result result = LOAM_OK;
    for (int32_t level = 0; level < LOAM_LAND_LEVELS && !result; level++)
    {
        def.wavelength = FACE_LENGTH * (double)octave_length(level, 0);
        result = loam_noise_init(&gullies->faces[level], &def,
                                 loam_random_u64(loam_seed_derive(own, "faces"), (uint64_t)level));
    }
    return result;
}

loam_result loam_land_gullies_faces(const land_gullies *gullies, int32_t level,
                                    const land_control_grid *grid, float *out)
{
    const loam_noise_area area = {
        .x = grid->x, .y = grid->z, .step = grid->spacing, .w = grid->w, .h = grid->h, .d = 1};
    const loam_result result = loam_noise_grid2(&gullies->faces[level], out, area);
    for (size_t p = 0; p < (size_t)grid->w * (size_t)grid->h && !result; p++)
    {
        out[p] = least_cut + (1 - least_cut) * land_ramp(out[p], -0.35f, 0.45f);
    }
    return result;
}

size_t loam_land_gullies_scratch(void)
{
    return 9 * LOAM_ARENA_SIZE((size_t)MOST_SIDE * MOST_SIDE * sizeof(float));
}

// ---- lattices ---------------------------------------------------------------------------------------------

static size_t points_of(const lattice *at)
{
    return (size_t)at->w * (size_t)at->h;
}

static land_wave_field take_field(const lattice *at, loam_arena *arena)
{
    const size_t bytes = points_of(at) * sizeof(float);
    return (land_wave_field){loam_arena_take(arena, bytes), loam_arena_take(arena, bytes),
                             loam_arena_take(arena, bytes), loam_arena_take(arena, bytes)};
}

// Between points n and n + 1 of the control grid lie 2 n and 2 n + 1 of the next lattice, between those of
// any other 2 n + 1 and 2 n + 2.
static int64_t first_between(bool half)
{
    return half ? 1 : 0;
}

// The points of the next coarser lattice that a lattice needs.
static lattice coarser(const lattice *fine, bool half)
{
    const int64_t shift = first_between(half);
    const int64_t x = loam_floor_div(fine->x - shift, 2), z = loam_floor_div(fine->z - shift, 2);
    const int64_t x1 = loam_floor_div(fine->x + fine->w - 1 - shift, 2) + 1;
    const int64_t z1 = loam_floor_div(fine->z + fine->h - 1 - shift, 2) + 1;
    return (lattice){.x = x,
                     .z = z,
                     .spacing = fine->spacing * 2,
                     .w = (int32_t)(x1 - x + 1),
                     .h = (int32_t)(z1 - z + 1),
                     .half = half};
}

// Refines the values of a lattice for the next one: each point is three quarters of the one next to it and
// a quarter of the one on the other side.
static void refine(const lattice *from, const float *values, const lattice *to, float *restrict out)
{
    float row[MOST_SIDE];
    const int32_t left = (int32_t)(to->x - 2 * from->x - first_between(from->half));
    const int32_t low = (int32_t)(to->z - 2 * from->z - first_between(from->half));
    for (int32_t j = 0; j < to->h; j++)
    {
        const float *near = values + (size_t)((low + j) / 2) * (size_t)from->w;
        const float *far = near + from->w;
        const float share = (low + j) % 2 == 0 ? 0.75f : 0.25f;
        for (int32_t i = 0; i < from->w; i++)
        {
            row[i] = share * near[i] + (1 - share) * far[i];
        }
        float *line = out + (size_t)j * (size_t)to->w;
        for (int32_t i = left % 2; i < to->w; i += 2)
        {
            const float *pair = row + (left + i) / 2;
            line[i] = 0.75f * pair[0] + 0.25f * pair[1];
        }
        for (int32_t i = 1 - left % 2; i < to->w; i += 2)
        {
            const float *pair = row + (left + i) / 2;
            line[i] = 0.25f * pair[0] + 0.75f * pair[1];
        }
    }
}

// ---- waves ------------------------------------------------------------------------------------------------

static land_octave_wave make_octave(uint64_t seed, int32_t level, int32_t octave)
{
    const int32_t square = shapes[octave].square;
    land_octave_wave wave = {.seed = seed,
                             .square = square,
                             .waves = (float)square / WAVE,
                             .height = octave_height(level, octave),
                             .tilt = 2 * LOAM_PI * octave_height(level, octave) /
                                     octave_length(level, octave)};
    for (int32_t i = 0; i < square; i++)
    {
        const float t = (float)i / (float)square;
        wave.shares[i] = t * t * (3 - 2 * t);
    }
    return wave;
}

static land_phasor corner(uint64_t seed, int64_t x, int64_t z)
{
    const float angle = 2 * LOAM_PI * loam_random_float(loam_seed_at(seed, x, z, 0), 0);
    return (land_phasor){loam_cos(angle), loam_sin(angle)};
}

// Moves to the next square up, whose low corners are the high ones of the one before.
static void climb(land_wave_square *square, uint64_t seed, int64_t x, int64_t z, bool first)
{
    square->low_left = first ? corner(seed, x, z) : square->high_left;
    square->low_right = first ? corner(seed, x + 1, z) : square->high_right;
    square->high_left = corner(seed, x, z + 1);
    square->high_right = corner(seed, x + 1, z + 1);
}

// Adds an octave to a column of squares: `run` points from i on, u points into their squares.
static void add_column(const land_ground_kernels *kernels, const land_octave_wave *octave,
                       const lattice *at, int64_t x, int32_t u, int32_t i, int32_t run,
                       land_wave_field field)
{
    land_wave_square square = {0};
    for (int32_t j = 0; j < at->h; j++)
    {
        const int64_t z = loam_floor_div(at->z + j, octave->square);
        const int32_t v = (int32_t)(at->z + j - z * octave->square);
        if (j == 0 || v == 0)
        {
            climb(&square, octave->seed, x, z, j == 0);
        }
        square.v = (float)v;
        square.high = octave->shares[v];
        const size_t p = (size_t)j * (size_t)at->w + (size_t)i;
        const land_wave_field part = {field.height + p, field.east + p, field.north + p,
                                      field.strength + p};
        kernels->add_run(octave, &square, u, run, part);
    }
}

// Adds an octave to the heights and the slopes.
static void add_octave(const land_ground_kernels *kernels, const land_octave_wave *octave,
                       const lattice *at, land_wave_field field)
{
    for (int32_t i = 0, run; i < at->w; i += run)
    {
        const int64_t x = loam_floor_div(at->x + i, octave->square);
        const int32_t u = (int32_t)(at->x + i - x * octave->square);
        run = octave->square - u < at->w - i ? octave->square - u : at->w - i;
        add_column(kernels, octave, at, x, u, i, run, field);
    }
}

// ---- a block ----------------------------------------------------------------------------------------------

// A lattice as a grid that splines run over.
static land_control_grid grid_of(const lattice *at)
{
    return (land_control_grid){.x = at->x * at->spacing,
                               .z = at->z * at->spacing,
                               .spacing = at->spacing,
                               .w = at->w,
                               .h = at->h,
                               .half = at->half};
}

// The points of an octave's lattice that the samples of a block lie between.
static lattice lattice_over(const land_block *block, int64_t spacing)
{
    const int64_t x = loam_floor_div(block->x, spacing) - 1;
    const int64_t z = loam_floor_div(block->z, spacing) - 1;
    const int64_t x1 = block->x + (block->w - 1) * block->step;
    const int64_t z1 = block->z + (block->h - 1) * block->step;
    return (lattice){.x = x,
                     .z = z,
                     .spacing = spacing,
                     .w = (int32_t)(loam_floor_div(x1, spacing) + 2 - x),
                     .h = (int32_t)(loam_floor_div(z1, spacing) + 2 - z),
                     .half = true};
}

// The part of the control grid that a lattice is.
static void copy_points(const land_control_grid *grid, const float *values, const lattice *at,
                        float *out)
{
    const int64_t left = at->x - grid->x / grid->spacing, low = at->z - grid->z / grid->spacing;
    for (int32_t j = 0; j < at->h; j++)
    {
        memcpy(out + (size_t)j * (size_t)at->w,
               values + (size_t)(low + j) * (size_t)grid->w + (size_t)left,
               (size_t)at->w * sizeof(float));
    }
}

static void begin(const land_gully_ground *ground, const lattice *at, land_wave_field field)
{
    memset(field.height, 0, points_of(at) * sizeof(float));
    copy_points(ground->grid, ground->east, at, field.east);
    copy_points(ground->grid, ground->north, at, field.north);
    copy_points(ground->grid, ground->strength, at, field.strength);
}

static void go_on(const lattice *from, land_wave_field before, const lattice *to,
                  land_wave_field out)
{
    refine(from, before.height, to, out.height);
    refine(from, before.east, to, out.east);
    refine(from, before.north, to, out.north);
    refine(from, before.strength, to, out.strength);
}

void loam_land_gullies_fill(const land_gullies *gullies, const land_gully_ground *ground,
                            loam_arena arena, float *out)
{
    const land_block *block = ground->block;
    const int32_t octaves = shown_octaves(block->level, block->step);
    if (octaves == 0)
    {
        memset(out, 0, (size_t)block->w * (size_t)block->h * sizeof *out);
        return;
    }
    lattice at[1 + LAND_GULLY_OCTAVES]; // the control grid, and one for each octave
    at[octaves] = lattice_over(block, ground->grid->spacing >> octaves);
    for (int32_t k = octaves; k > 0; k--)
    {
        at[k - 1] = coarser(&at[k], k > 1);
    }
    land_wave_field field = take_field(&at[octaves], &arena),
                    before = take_field(&at[octaves], &arena);
    begin(ground, &at[0], field);
    for (int32_t k = 0; k < octaves; k++)
    {
        const land_wave_field swapped = before;
        before = field;
        field = swapped;
        go_on(&at[k], before, &at[k + 1], field);
        const land_octave_wave octave = make_octave(gullies->seeds[block->level][k], block->level,
                                                    k);
        add_octave(gullies->kernels, &octave, &at[k + 1], field);
    }
    const land_control_grid grid = grid_of(&at[octaves]);
    land_splines splines;
    loam_land_splines_init(&splines, block, &grid);
    loam_land_spline_fill(&splines, block, &grid, field.height, out);
}

float loam_land_gullies_bound(int64_t step)
{
    const int32_t level = loam_land_level_of(step);
    float sum = 0;
    for (int32_t k = shown_octaves(level, step); k < shown_octaves(level, step / 2); k++)
    {
        sum += 1.3f * octave_height(level, k); // a crest rises above a wave
    }
    return sum;
}
