// SPDX-License-Identifier: MIT
// The loops of the surface in which the time goes, one set for each instruction set that makes a
// difference. All of them give the same bits: each value has its own lane, and operations have one order.
#ifndef LOAM_LAND_GROUND_KERNELS_H
#define LOAM_LAND_GROUND_KERNELS_H

#include "land/basis/field.h"
#include "land/surface/banks.h"
#include "land/water/ground.h"
#include "loam/base.h"

// ---- crests ---------------------------------------------------------------------------------------------

enum
{
    LAND_CREST_TILE = 8, // samples along a side
    LAND_CREST_SAMPLES = LAND_CREST_TILE * LAND_CREST_TILE,
};

/// A straight piece of a channel.
typedef struct land_channel_piece
{
    int32_t x, z;           // upper end, 1/16 units
    float along_x, along_z; // from there to the lower end, m
    float length, inverse;  // m, and 1 / length^2
    float water, fall;
} land_channel_piece;

/// What all samples of a block share.
typedef struct land_crest_shape
{
    land_level_figures finer;
    land_level_figures beyond; // of the level after that; of none if cell_m is 0
    float shown;               // part of crests and valleys that is wider than samples
    float metres;              // of 1/16 units
    float reach;               // m
} land_crest_shape;

/// Samples, one square of 4 x 4 after the other, so that as many as lanes lie together; and what the channels
/// around say of them. Channels beyond the reach say nothing at all, so that it does not matter which of them
/// are asked.
typedef struct land_crest_tile
{
    int32_t x[LAND_CREST_SAMPLES], z[LAND_CREST_SAMPLES]; // 1/16 units
    float rough[LAND_CREST_SAMPLES], bold[LAND_CREST_SAMPLES], smooth[LAND_CREST_SAMPLES],
        slope[LAND_CREST_SAMPLES];
    float base[LAND_CREST_SAMPLES];   // read and written
    float side[LAND_CREST_SAMPLES];   // slope of valleys
    float square[LAND_CREST_SAMPLES]; // of the way to the nearest channel, m
    float high[LAND_CREST_SAMPLES], low[LAND_CREST_SAMPLES];
    float sum[LAND_CREST_SAMPLES], weight[LAND_CREST_SAMPLES]; // of the water around, nearest first
} land_crest_tile;

/// How high erosion builds the ground, in steepest rises over one finer cell: at most, and over all places.
static const float land_crest_most = 3.45f, land_crest_mean = 1.5f;

// ---- gullies --------------------------------------------------------------------------------------------

enum
{
    LAND_GULLY_WAVE = 12,   // lattice points to a wavelength
    LAND_GULLY_SQUARE = 24, // most points to a square of corners
};

/// A complex number: the size and the phase of a wave.
typedef struct land_phasor
{
    float re, im;
} land_phasor;

/// The waves at a square's corners, and how far a row of points lies in it.
typedef struct land_wave_square
{
    land_phasor low_left, low_right, high_left, high_right;
    float v, high; // points from the low corners, and the share of the high ones
} land_wave_square;

/// What all points of an octave share.
typedef struct land_octave_wave
{
    uint64_t seed;
    int32_t square;                  // points to a square
    float waves;                     // to a square
    float height, tilt;              // of a wave, and how steep that is
    float shares[LAND_GULLY_SQUARE]; // of the corners further on, by the place in a square
} land_octave_wave;

/// What is known at a lattice's points.
typedef struct land_wave_field
{
    float *height, *east, *north, *strength;
} land_wave_field;

// ---- fields ---------------------------------------------------------------------------------------------

enum
{
    LAND_FIELD_GROUP = 16,
};

/// Places that lie near each other, in 1/16 units, and their attributes.
typedef struct land_field_group
{
    int32_t x[LAND_FIELD_GROUP], z[LAND_FIELD_GROUP];
    float values[LAND_ATTRIBUTES][LAND_FIELD_GROUP];
} land_field_group;

// ---- all -----------------------------------------------------------------------------------------------

typedef struct land_ground_kernels
{
    /// Asks count pieces, in this order, what they say of a tile's samples.
    void (*ask_pieces)(const land_crest_shape *shape, const land_channel_piece *pieces,
                       int32_t count, land_crest_tile *restrict tile);

    /// Lays the base between the sides of valleys, builds it up, and holds it above the water around.
    void (*settle)(const land_crest_shape *shape, land_crest_tile *restrict tile);

    /// A run of points within a square, `first` points into it: what an octave adds to their heights, and to
    /// their slopes.
    void (*add_run)(const land_octave_wave *octave, const land_wave_square *square, int32_t first,
                    int32_t count, land_wave_field field);

    /// loam_land_field_at for a group: part is what is around all of its places.
    void (*fill_group)(land_field_part part, land_field_group *restrict group);

    /// Adds a river to a tile. Of one that is narrower than the step only the valley is there: its water
    /// would be scattered drops.
    void (*ask_river)(const land_river_part *part, const land_bank_figures *figures, float step,
                      land_bank_tile *restrict tile);

    /// Only how far its bank is, if that is nearer than what is known.
    void (*near_river)(const land_river_part *part, const land_bank_figures *figures,
                       land_bank_tile *restrict tile);

    /// After all rivers: corners between rivers that meet are round.
    void (*round_corners)(land_bank_tile *restrict tile);

    /// Adds a lake. One of hardly more than a step would be a speck: its place is dry ground at its level.
    void (*ask_lake)(const land_lake_places *lake, const land_bank_figures *figures, float step,
                     land_bank_tile *restrict tile);

    /// The ground of samples above the sea, given what it would be without water.
    void (*find_ground)(const land_bank_figures *figures, const land_bank_tile *tile,
                        float ground[LAND_BANK_SAMPLES]);
} land_ground_kernels;

extern const land_ground_kernels loam_land_ground_kernels_scalar;
extern const land_ground_kernels loam_land_ground_kernels_sse2;
extern const land_ground_kernels loam_land_ground_kernels_avx2;
extern const land_ground_kernels loam_land_ground_kernels_avx512;
extern const land_ground_kernels loam_land_ground_kernels_neon;
extern const land_ground_kernels loam_land_ground_kernels_wasm;

/// The kernels of an instruction set that this processor runs.
const land_ground_kernels *loam_land_ground_kernels_of(loam_isa isa);

#endif
