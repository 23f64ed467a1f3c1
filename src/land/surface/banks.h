// SPDX-License-Identifier: MIT
// What rivers and lakes say of the places beside them, for many places at once: bank_kernels.inl.
#ifndef LOAM_LAND_BANKS_H
#define LOAM_LAND_BANKS_H

#include "loam/base.h"

#include <stdbool.h>
#include <stdint.h>

/// No bound: land_bank_tile.
#define LAND_UNBOUND 1e30f

/// The lengths of a level, metres.
typedef struct land_bank_figures
{
    float metres; // of 1/16 units
    float cell;
    int32_t level;
    float calm;  // how far from its bank hills are lower
    float reach; // how far from its bank a narrow water bounds the ground
    float most;  // the widest
    float
        water_range_m; // rivers and lakes are reported up to this far, whether or not they bound ground
    float ragged; // the most that a bank lies beside the even one, 0 where that would not be seen
} land_bank_figures;

/// The water in a straight piece of a river's curve. Lengths are metres.
typedef struct land_river_piece
{
    float level, fall;    // of the water at the upper end, and by how much it falls
    float half, widening; // half the width there, and by how much it grows
    float flow;
} land_river_piece;

enum
{
    LAND_PIECES = 16, // of a curve
};

/// The way of a river from its cell's site to where it joins the next. Where its pieces lie are arrays of
/// their own, so that several are measured at once.
typedef struct land_river_curve
{
    int32_t low_x, low_z, high_x, high_z; // around the curve, 1/16 units
    float half;                           // the greatest
    float grade;                          // fall per metre
    // How far the ground lies below its banks, at most. Were there one for each piece, places inside of a
    // bend would jump from one to another.
    float lift;
    int32_t x[LAND_PIECES + 1], z[LAND_PIECES + 1];   // ends of its pieces, 1/16 units
    float along_x[LAND_PIECES], along_z[LAND_PIECES]; // from one end to the next, metres
    float inverse[LAND_PIECES];                       // 1 / length^2
    land_river_piece pieces[LAND_PIECES];
} land_river_curve;

/// Pieces first .. last of a curve: those that can be nearest to some place.
typedef struct land_river_part
{
    const land_river_curve *curve;
    int32_t first, last;
    int32_t low_x, low_z, high_x, high_z; // around them, 1/16 units
} land_river_part;

enum
{
    LAND_BANK_SAMPLES = 64,
    // Rivers that round corners at a place. Confluences have more curves near them than that: the first ones
    // count, by the rows and columns of their cells, which is one order in whatever area is asked for. None
    // of those is missing in any tile: what a river bounds reaches further than the corners that it rounds.
    LAND_RIVER_SIDES = 12,
    LAND_BANK_WAVES = 3, // bays, nooks and roots
};

/// Rivers whose banks are near to samples, one to each.
typedef struct land_river_sides
{
    float out[LAND_BANK_SAMPLES], half[LAND_BANK_SAMPLES];  // m to the bank, and half the width
    float to_x[LAND_BANK_SAMPLES], to_z[LAND_BANK_SAMPLES]; // 1 m towards the middle of the river
    float flow[LAND_BANK_SAMPLES];
} land_river_sides;

/// Samples that lie near each other, and what waters say of them.
typedef struct land_bank_tile
{
    int32_t count;
    bool waved;    // the waves below are known: they are wanted at some banks only
    uint64_t seed; // of them
    int64_t at_x[LAND_BANK_SAMPLES], at_z[LAND_BANK_SAMPLES]; // m
    int32_t x[LAND_BANK_SAMPLES], z[LAND_BANK_SAMPLES];       // 1/16 units, as curves are
    float smooth[LAND_BANK_SAMPLES];                          // the ground without hills
    float side[LAND_BANK_SAMPLES];                   // the steepest rise of valley sides, m a metre
    float tide[LAND_BANK_SAMPLES];                   // the part of a river's height above the sea
    float waves[LAND_BANK_WAVES][LAND_BANK_SAMPLES]; // unevenness of banks, -1..1

    float high[LAND_BANK_SAMPLES], low[LAND_BANK_SAMPLES]; // the ground lies between
    float lift
        [LAND_BANK_SAMPLES]; // by how much it is raised, so that rivers lie in it and not on dams
    float cone[LAND_BANK_SAMPLES];     // but not above this, the lowest of their banks and sides
    float hidden[LAND_BANK_SAMPLES];   // banks of rivers here that are too narrow to be shown
    float bed[LAND_BANK_SAMPLES];      // the ground under water, LAND_UNBOUND where there is none
    float water[LAND_BANK_SAMPLES];    // its level, LOAM_LAND_DRY without any
    float weight[LAND_BANK_SAMPLES];   // of rivers that it is a mean of; LAND_LAKE_WEIGHT: a lake's
    float distance[LAND_BANK_SAMPLES]; // to the nearest bank, m, negative in water
    float flow[LAND_BANK_SAMPLES];     // the most of a river here, less and less beside it
    int32_t side_count[LAND_BANK_SAMPLES];
    land_river_sides sides[LAND_RIVER_SIDES];
} land_bank_tile;

/// Lakes are level, whatever runs through them.
#define LAND_LAKE_WEIGHT -1.0f

/// A sample: where it is, and the ground that waters bound.
typedef struct land_bank_sample
{
    int64_t at_x, at_z;
    int32_t x, z;
    float smooth, side, tide;
} land_bank_sample;

/// A tile without samples.
void loam_land_bank_tile_init(land_bank_tile *tile, uint64_t seed);

/// Adds a sample of which nothing is known. Returns its index.
int32_t loam_land_bank_tile_add(land_bank_tile *tile, const land_bank_sample *sample);

/// After the last sample, before kernels ask: they read whole vectors.
void loam_land_bank_tile_close(land_bank_tile *tile);

/// Fills the waves.
void loam_land_bank_tile_wave(land_bank_tile *tile);

/// A lake, and how far samples are from its shore, negative in it.
typedef struct land_lake_places
{
    float radius, water;
    float out[LAND_BANK_SAMPLES];
} land_lake_places;

/// The ground above the water beside it, m.
static const float land_bank_m = 0.35f;

/// Radius of lakes that are shown, in steps: others are specks. Their mean is about half of it.
static const float land_least_lake = 1.75f;

/// By how much the reach of a river's bank is longer for its width.
static inline float land_wide_bank(float half, float cell)
{
    return half < 0.4f * cell ? half : 0.4f * cell;
}

/// Dry ground never lies below the sea, near water or not.
static inline float land_dry_ground(float height)
{
    return height > 0.02f ? height : 0.02f;
}

static inline float land_lake_depth(float radius)
{
    const float depth = 0.05f + 2 + 0.02f * radius;
    return depth < 160 ? depth : 160;
}

#endif
