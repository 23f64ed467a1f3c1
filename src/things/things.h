// SPDX-License-Identifier: MIT
// What the parts of things know of each other.
#ifndef LOAM_THINGS_THINGS_H
#define LOAM_THINGS_THINGS_H

#include "loam/land_things.h"
#include "loam/noise.h"

/// What the ground is like where something might stand.
typedef struct thing_ground
{
    float height;
    float slope; // rise per metre, over 4 m
    float temperature, humidity, soil;
    float river; // m to the nearest bank
    float coast; // m from the coast
    float weights[LOAM_BIOME_COUNT];
    float wood; // 0 .. 1, evenly spread: where woods begin if there are few
} thing_ground;

/// How many there are, and which.
typedef struct thing_factors
{
    float trees, bushes, boulders;
} thing_factors;

/// What stands, and how much of it.
typedef struct thing_rules
{
    loam_thing_plan plan;
    thing_factors factors;
} thing_rules;

/// Makes a thing of a candidate: what it is, its size and its rank; false if nothing stands there.
bool loam_thing_choose(const thing_rules *rules, const loam_scatter_point *point,
                       const thing_ground *ground, uint64_t seed, loam_land_thing *out);

/// The share of a biome's ground that trees cover where the noise of woods is `wood`, 0 .. 1: that of the layer with
/// the most of them. None in biomes of a program's own.
float loam_thing_wooded(const loam_thing_plan *plan, uint8_t biome, float wood);

/// Where woods are: an even spread between 0 and 1, by what the noise is below in that share of places.
loam_result loam_thing_wood(const loam_noise *noise, loam_noise_area area, float *out);

/// Parameters of the stage. Cleared before they are filled: padding is part of the identity of pages.
typedef struct thing_parameters
{
    uint64_t land; // the identity of its surface: seed, shape, biomes and version
    uint64_t plan; // its hash
    thing_factors factors;
} thing_parameters;

/// What the stage has beside its parameters.
typedef struct thing_user
{
    loam_land *land;
    loam_noise wood;
    thing_rules rules;
} thing_user;

/// The stage "land.things", which reads those of a scatter of this name.
#define THINGS_SCATTER "things"
loam_result loam_things_add_stage(loam_pipeline *pipeline, const thing_parameters *parameters,
                                  const loam_scatter_def *scatter, thing_user *user);

#endif
