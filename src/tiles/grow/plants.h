// SPDX-License-Identifier: MIT
// Where plants of which species stand in a new world (Dubsky 2024, 4.2.3).
#ifndef LOAM_TILES_GROW_PLANTS_H
#define LOAM_TILES_GROW_PLANTS_H

#include "tiles/grow/columns.h"
#include "tiles/grow/consolidate.h"

/// What placing needs of a species. Climates are 0..1.
typedef struct plant_species
{
    uint32_t key; // of its name: where it grows does not depend on its place in the list
    int32_t place, storey;
    uint32_t soil;
    float temperature_low, temperature_high;
    float humidity_low, humidity_high;
    float slope, depth_low, depth_high, share, groves;
    float age_low, age_high;
} plant_species;

/// The part of the definitions that placing depends on. As a tile_recipe, it can be parameters of a stage.
typedef struct plant_recipe
{
    tile_recipe tiles;
    loam_tile_groves groves;
    int32_t species_count;
    plant_species species[LOAM_MAX_SPECIES];
} plant_recipe;

void loam_plant_recipe_init(plant_recipe *recipe, const loam_tile_defs *defs);

typedef struct plant_noises
{
    uint64_t seed;
    uint64_t storeys[LOAM_STOREY_COUNT]; // seeds of the places of each
    ground_noises ground;                // those of the stage that made the ground
    loam_noise groves, patches;          // along x: groves and glades, and what is uneven in them
    loam_noise stands;                   // species are not evenly mixed
} plant_noises;

/// seed is that of the world.
loam_result loam_plant_noises_init(plant_noises *noises, const plant_recipe *recipe, uint64_t seed,
                                   loam_isa isa);

size_t loam_plants_scratch_size(void);

/// Whether there is both air and something else: in the sky and in solid rock nothing grows.
bool loam_plants_possible(const tile_types *types);

/// Places the plants of the chunk whose lowest, leftmost tile is (x, y); types has 2 tiles more on each
/// side. out is all zero.
loam_result loam_plants_place(const plant_recipe *recipe, const plant_noises *noises,
                              loam_tile_pos chunk, const tile_types *types,
                              loam_tile_chunk_plants *out, loam_arena scratch);

/// How much of a grove there is at a column, 0 glade .. 1 grove.
float loam_grove_at(const plant_recipe *recipe, const plant_noises *noises, int64_t x);

/// Bytes of a page that has all of the plants.
size_t loam_chunk_plants_size(const loam_tile_chunk_plants *plants);

// ---- which species ------------------------------------------------------------------------------

/// What a species is chosen by.
typedef struct plant_niche
{
    int32_t storey;
    uint32_t places; // bits of loam_plant_place
    uint32_t soil;   // properties of what a plant would stand on, or hang from
    float temperature, humidity, slope, depth;
    float grove;  // 0 glade .. 1 grove
    int64_t x, y; // y is 0 under the open sky
    uint64_t seed;
} plant_niche;

/// The index of a species, or -1: the place stays empty.
int32_t loam_species_choose(const plant_recipe *recipe, const plant_noises *noises,
                            const plant_niche *niche);

#endif
