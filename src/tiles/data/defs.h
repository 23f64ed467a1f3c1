// SPDX-License-Identifier: MIT
// The built-in definitions, part by part, and fluids of any definitions by their material.
#ifndef LOAM_TILES_DEFS_H
#define LOAM_TILES_DEFS_H

#include "loam/tiles.h"

/// Ids of the built-in materials. The generator knows none of them: it has the ids that definitions
/// give it.
enum
{
    TILE_STONE = 1,
    TILE_DIRT,
    TILE_GRASS,
    TILE_PLAIN_GRASS,
    TILE_JUNGLE_GRASS,
    TILE_COLD_STONE,
    TILE_COLD_DIRT,
    TILE_COLD_GRASS,
    TILE_MUD,
    TILE_MUD_GRASS,
    TILE_DRY_DIRT,
    TILE_DRY_GRASS,
    TILE_SAND,
    TILE_SANDSTONE,
    TILE_GRAVEL,
    TILE_CLAY,
    TILE_SNOW,
    TILE_ICE,
    TILE_DEEP_STONE,
    TILE_LIMESTONE,
    TILE_SHALE,
    TILE_OBSIDIAN,
    TILE_GRANITE,
    TILE_CRUST,
    TILE_BURNING_GRASS,
    TILE_COAL = 32,
    TILE_IRON_ORE,
    TILE_COPPER_ORE,
    TILE_GOLD_ORE,
    TILE_CRYSTAL,
    TILE_MOULD_STONE = 48,
    TILE_MOULD_DIRT,
    TILE_MOULD_GRASS,
    TILE_MOULD_WOOD,
    TILE_WATER = 64,
    TILE_LAVA,
    TILE_STEAM,
    TILE_SMOKE,
    TILE_FIRE,
    TILE_ACID,
    TILE_FALLING_LEAF,
    TILE_FALLING_DRY_LEAF,
    TILE_LOOSE_SAND,
    TILE_LOOSE_GRAVEL,
    TILE_LOOSE_SNOW,
    TILE_OAK_WOOD = 96,
    TILE_ACACIA_WOOD,
    TILE_SPRUCE_WOOD,
    TILE_PALM_WOOD,
    TILE_WILLOW_WOOD,
    TILE_WITHY,
    TILE_CACTUS,
    TILE_BURNING_WOOD,
    TILE_BURNT_WOOD,
    TILE_LEAF = 112,
    TILE_DRY_LEAF,
    TILE_NEEDLE,
    TILE_PALM_LEAF,
    TILE_WILLOW_LEAF,
    TILE_TALL_GRASS,
    TILE_TALL_COLD_GRASS,
    TILE_TALL_MUD_GRASS,
    TILE_TALL_DRY_GRASS,
    TILE_TALL_JUNGLE_GRASS,
    TILE_TORCH = 128,
    TILE_BIRCH_WOOD,
    TILE_PINE_WOOD,
    TILE_BAOBAB_WOOD,
    TILE_MANGROVE_WOOD,
    TILE_DEAD_WOOD,
    TILE_BUSH_WOOD,
    TILE_BIRCH_LEAF,
    TILE_PINE_NEEDLE,
    TILE_ACACIA_LEAF,
    TILE_BUSH_LEAF,
    TILE_MANGROVE_LEAF,
    TILE_FERN,
    TILE_REED,
    TILE_REED_HEAD,
    TILE_LILY_PAD,
    TILE_VINE,
    TILE_MUSHROOM_STEM,
    TILE_MUSHROOM_CAP,
    TILE_GLOWING_STEM,
    TILE_GLOWING_CAP,
    TILE_STALK,
    TILE_BERRY,
    TILE_RED_FLOWER,
    TILE_YELLOW_FLOWER,
    TILE_BLUE_FLOWER,
    TILE_WHITE_FLOWER,
    TILE_PINK_FLOWER,
    TILE_ACORN,
    TILE_WINGED_SEED,
    TILE_CONE,
    TILE_POD,
    TILE_NUT,
    TILE_BERRY_SEED,
    TILE_GRAIN,
    TILE_SPORE,
};

void loam_builtin_materials(loam_material materials[LOAM_MAX_MATERIALS]);
/// Wood and leaves let less light through than other walls, since version 2.
void loam_builtin_shade_plants(loam_material materials[LOAM_MAX_MATERIALS]);
void loam_builtin_biomes(loam_tile_biome biomes[LOAM_BIOMES]);
void loam_builtin_ground(loam_tile_ground *ground);
void loam_builtin_automata(loam_tile_automaton *blocks, loam_tile_automaton *walls);
void loam_builtin_rules(loam_slow_rule rules[LOAM_MAX_SLOW_RULES]);
void loam_builtin_fluids(loam_tile_fluid fluids[LOAM_MAX_FLUIDS]);
void loam_builtin_sky(loam_tile_sky *sky);
void loam_builtin_groves(loam_tile_groves *groves);
void loam_builtin_species(loam_tile_species species[LOAM_MAX_SPECIES]);

/// What is said about a material among the fluids; NULL if it is not listed there.
const loam_tile_fluid *loam_fluid_find(const loam_tile_defs *defs, int32_t material);

#endif
