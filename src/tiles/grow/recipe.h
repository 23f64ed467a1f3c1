// SPDX-License-Identifier: MIT
// What the stages of the tile world are given: definitions boiled down to plain bytes, and the noises
// that follow from them and a seed.
#ifndef LOAM_TILES_RECIPE_H
#define LOAM_TILES_RECIPE_H

#include "loam/noise.h"
#include "loam/tiles.h"

/// The part of the definitions that generation depends on. Without pointers and with its padding
/// cleared, so that it can be the parameters of a stage.
typedef struct tile_recipe
{
    int32_t version; // of the world: what later ones have added asks for it
    loam_tile_biome biomes[LOAM_BIOMES];
    loam_tile_ground ground;
    loam_tile_automaton blocks, walls;
    uint32_t properties[LOAM_MAX_MATERIALS];
    uint8_t inner[LOAM_MAX_MATERIALS], outer[LOAM_MAX_MATERIALS];
} tile_recipe;

void loam_recipe_init(tile_recipe *recipe, const loam_tile_defs *defs);

/// How far the ground has to reach beyond what the variants stage makes: what the automata eat, and the
/// neighbourhood of the variants.
int32_t loam_recipe_padding(const tile_recipe *recipe);

/// The noises of the ground stage, and what each does.
typedef struct ground_noises
{
    uint64_t seed;
    loam_noise temperature, humidity;              // climate, along x
    loam_noise elevation, roughness, peaks, dunes; // horizon, along x
    loam_noise mouths;                             // where caves open to the surface, along x
    loam_noise tilt;                               // slow rise and fall of rock layers, along x
    loam_noise wander;                             // borders of biomes and covers
    loam_noise fold;                               // rock layers bend by it
    loam_noise mix, wide, thin;                    // caves
    loam_noise ore, zone;                          // pockets, and which kind is where
    loam_noise dither;                             // white
} ground_noises;

loam_result loam_ground_noises_init(ground_noises *noises, const tile_recipe *recipe, uint64_t seed,
                                    loam_isa isa);

#endif
