// SPDX-License-Identifier: MIT
// Gullies: what running water cuts into slopes below the size of the graph's cells. Ridges and furrows lie
// across the slope and run down it, and smaller ones run down the sides of those.
#ifndef LOAM_LAND_GULLIES_H
#define LOAM_LAND_GULLIES_H

#include "land/surface/control.h"
#include "land/surface/ground_kernels.h"
#include "loam/base.h"
#include "loam/noise.h"

enum
{
    LAND_GULLY_OCTAVES = 3,
};

typedef struct land_gullies
{
    const land_ground_kernels *kernels;
    uint64_t seeds[LOAM_LAND_LEVELS][LAND_GULLY_OCTAVES];
    loam_noise faces[LOAM_LAND_LEVELS]; // where slopes are cut, and where they are left smooth
} land_gullies;

/// What is known at the control points of a block, w h values each.
typedef struct land_gully_ground
{
    const land_block *block;
    const land_control_grid *grid;
    const float *east,
        *north; // the slope of the base: rise per metre towards them; nowhere 0 where there are gullies
    const float *strength; // how deep gullies are, 0 none .. 1
} land_gully_ground;

loam_result loam_land_gullies_init(land_gullies *gullies, uint64_t seed, loam_isa isa);

/// How much slopes are cut at the control points of a block, least_cut .. 1, in faces of some gullies'
/// length.
loam_result loam_land_gullies_faces(const land_gullies *gullies, int32_t level,
                                    const land_control_grid *grid, float *out);

/// Work memory that blocks need at most.
size_t loam_land_gullies_scratch(void);

/// Heights of gullies at the samples of a block, around 0. An octave that is shorter than six steps is left
/// out; those that are not are the same at every step.
void loam_land_gullies_fill(const land_gullies *gullies, const land_gully_ground *ground,
                            loam_arena arena, float *out);

/// By how much heights at `step` and at half of it can differ for what is left out.
float loam_land_gullies_bound(int64_t step);

#endif
