// SPDX-License-Identifier: MIT
// Noise that repeats, for textures: lattices of the core's hashes that are closed to a ring. Knows no OpenGL.
#ifndef LOAM_SCENE_TILED_NOISE_H
#define LOAM_SCENE_TILED_NOISE_H

#include "loam/base.h"

/// A noise over 0 .. 1 in u and v that repeats there: cells across, octaves of twice as many each.
typedef struct tiled_noise
{
    uint32_t salt;
    int32_t cells_u, cells_v; // of the first octave
    int32_t octaves;
    float persistence; // weight of an octave relative to the one before
} tiled_noise;

/// Gradients, about -1 .. 1.
float tiled_gradient(const tiled_noise *noise, float u, float v);

/// 1 - |gradient noise|: crests, 0 .. 1.
float tiled_ridged(const tiled_noise *noise, float u, float v);

/// Distances to the nearest and second nearest of one point in each cell, in cells; *id: of the nearest.
void tiled_cells(uint32_t salt, int32_t cells, float u, float v, float *nearest, float *second,
                 uint32_t *id);

/// The same in three dimensions for clouds: 0 at the points, 1 far from them.
float tiled_cells3(uint32_t salt, int32_t cells, float u, float v, float w);

/// 0 .. 1 from a number.
float tiled_chance(uint32_t id);

#endif
