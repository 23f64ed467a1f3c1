// SPDX-License-Identifier: MIT
// The heights that biomes add to the base. Most are sums of the same octaves with other amplitudes, so that a
// mixture of biomes costs no more than one: the amplitudes are mixed, not the heights.
#ifndef LOAM_LAND_RELIEF_H
#define LOAM_LAND_RELIEF_H

#include "land/surface/gullies.h"
#include "loam/land.h"
#include "loam/noise.h"

enum
{
    LAND_ROLLING = 8, // octaves of 1000 m, 500 m, ...
    LAND_CRAGS = 7,   // octaves of 1000/3 m, 500/3 m, ...
};

/// What a mixture of biomes needs to know of itself, each a smooth function of the place.
enum land_control
{
    LAND_CONTROL_ROLLING = 0,          // LAND_ROLLING amplitudes, m
    LAND_CONTROL_CRAGS = LAND_ROLLING, // amplitude of the octaves from 500/3 m on, m
    LAND_CONTROL_RIDGES,               // of all crags, folded into ridges, m
    LAND_CONTROL_DUNES,                // height, m
    LAND_CONTROL_TERRACES,             // share
    LAND_CONTROL_HUMMOCKS,             // height, m
    LAND_CONTROL_BEACH,                // share
    LAND_CONTROL_CLIFF,                // share
    LAND_CONTROLS,
};

/// Noise of a biome that is made of the shared octaves.
typedef struct land_rolling
{
    float amplitude; // of the first octave, m; 0: none
    int32_t first;   // octave: 1000 m / 2^first
    int32_t octaves;
    float persistence;
} land_rolling;

/// Noise of a biome whose octaves are not among the shared ones.
typedef struct land_own_noise
{
    loam_noise noise;
    float amplitude; // of the first octave, m; 0: none
} land_own_noise;

typedef struct land_relief
{
    loam_noise rolling[LAND_ROLLING], crags[LAND_CRAGS];
    loam_noise bend, mesa, hummock;
    land_gullies gullies;
    float scale;                                // of heights
    loam_biome_shape biomes[LOAM_BIOME_COUNT];  // as the land's shape has them
    land_rolling rolls[LOAM_BIOME_COUNT];       // a biome's noise is here,
    land_own_noise own_noise[LOAM_BIOME_COUNT]; // or here
} land_relief;

/// shape: heights and biomes.
loam_result loam_land_relief_init(land_relief *relief, uint64_t seed, const loam_land_shape *shape,
                                  loam_isa isa);

/// Controls from the weights of the built-in biomes and the place.
void loam_land_relief_controls(const land_relief *relief, const float *weights,
                               const loam_land_place *place, float controls[LAND_CONTROLS]);

/// About how much of a place is badlands: where gullies run down mesas, which the base does not know.
float loam_land_relief_badlands(const land_relief *relief, const loam_land_place *place);

/// Adds the slopes of mesas, times their shares, to those of the base. scratch: 3 w h values.
loam_result loam_land_relief_add_mesa_slopes(const land_relief *relief, loam_noise_area area,
                                             const float *shares, float *scratch, float *east,
                                             float *north);

/// How deep gullies are at a place, 0 .. 1: for land_gully_ground.
float loam_land_relief_gullies(const loam_land_place *place);

/// A grid of places with what is known of them, and what is to be known. The arrays hold w h values.
typedef struct land_relief_grid
{
    int64_t x, z, step;
    int32_t w, h;
    const float *base;
    const float *gullies; // NULL where there are none
    float *height;        // heights are added to this
    float *scratch[2];    // w h values each
    /// The values of a control, or NULL if it is 0 in all of the grid.
    const float *(*control)(void *user, int32_t control);
    /// The weights of a biome, likewise.
    const float *(*weight)(void *user, int32_t biome);
    void *user;
} land_relief_grid;

/// Adds what the biomes do. Octaves shorter than two steps are left out.
loam_result loam_land_relief_add(const land_relief *relief, const land_relief_grid *grid);

/// By how much heights at `step` and at half of it can differ for what is left out.
float loam_land_relief_bound(const land_relief *relief, int64_t step);

/// How many times as high the highest biome stands as it usually does, at least 1: for bounds that were
/// measured with the usual ones.
float loam_land_relief_excess(const land_relief *relief);

/// By how much heights can differ where weights do, whatever the weights are: the most that two biomes differ.
float loam_land_relief_spread(const land_relief *relief);

#endif
