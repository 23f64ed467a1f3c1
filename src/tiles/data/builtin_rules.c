// SPDX-License-Identifier: MIT
#include "tiles/data/defs.h"

#include <string.h>

// The built-in slow rules, in the order of their priority (Dubsky 2022, 4.5.1). A tile is looked at every
// 1024 steps, ten seconds, on average; chances are of 1024, each time.
//
// A world that nobody touches has to stay as it has grown. So climates leave a margin to the borders of
// biomes: where snow has grown it is too cold to melt (32 at most, with the height), and so it is where
// lakes have ice (56), where lakes are open it is too warm to freeze, and bare ground (tundra, the strip
// before a desert) stays bare. Evaporation and melting make up for about what falls from the sky.

enum
{
    BOTH = LOAM_BLOCKS | LOAM_WALLS,
    MAX = LOAM_CLIMATE_MAX,
    EDGE = LOAM_RULE_EDGE,
    BURIED = LOAM_RULE_BURIED,
    OPEN = LOAM_RULE_OPEN,
    MIX = LOAM_RULE_MIX,
    AIR_NEAR = LOAM_RULE_AIR,
    STIR = LOAM_RULE_STIR,
    ALWAYS = 1024,
};

// clang-format off
#define CLIMATE(t_low, t_high, h_low, h_high) \
    .temperature_low = (t_low), .temperature_high = (t_high), \
    .humidity_low = (h_low), .humidity_high = (h_high)
#define ANYWHERE CLIMATE(0, MAX, 0, MAX)
#define FREEZING CLIMATE(0, 32, 0, MAX)
#define THAWING CLIMATE(72, MAX, 0, MAX)
#define CHILLY CLIMATE(40, 71, 0, MAX)
#define ARID CLIMATE(160, MAX, 0, 110)

// What fire leaves of any grass: the soil of the climate.
#define COLD_PLACE CLIMATE(0, 44, 0, MAX)
#define WET_PLACE CLIMATE(45, MAX, 192, MAX)
#define HOT_PLACE CLIMATE(176, MAX, 64, 191)
#define ARID_PLACE CLIMATE(176, MAX, 0, 63)
#define MILD_PLACE CLIMATE(45, 175, 0, 191)
#define TURF_ENDS(rule, climate, soil) \
    {.name = "burning_grass_put_out_" rule, .from = TILE_BURNING_GRASS, .layers = BOTH, \
     .required = LOAM_EXTINGUISHING, .modifiers = MIX, climate, .chance = ALWAYS, .to = (soil)}, \
    {.name = "burning_grass_starves_" rule, .from = TILE_BURNING_GRASS, .layers = BOTH, \
     .forbidden = LOAM_GRASS, .modifiers = MIX, climate, .chance = 280, .to = (soil)}, \
    {.name = "burning_grass_burns_out_" rule, .from = TILE_BURNING_GRASS, .layers = BOTH, \
     climate, .chance = 80, .to = (soil)}

// Grass needs the sky, an edge, and grass beside it; it does not grow under water, and sleeps under snow.
#define GROWS(grass, soil, climate, becomes) \
    {.name = grass "_grows", .from = (soil), .layers = BOTH, .required = LOAM_GRASS, \
     .forbidden = LOAM_BURNING | LOAM_WET, .modifiers = EDGE | OPEN, climate, .chance = 240, \
     .to = (becomes)}
#define IS_BURIED(grass, id, soil) \
    {.name = grass "_is_buried", .from = (id), .layers = BOTH, .forbidden = LOAM_COLD, \
     .modifiers = BURIED, ANYWHERE, .chance = 24, .to = (soil)}

// Mould creeps along surfaces, and slowly through what is solid.
#define MOULD_STOPS (LOAM_BURNING | LOAM_COLD | LOAM_DISSOLVING)
#define MOULD_TAKES(what, id, properties, where, becomes) \
    {.name = "mould_takes_" what, .from = (id), .having = (properties), .layers = (where), \
     .required = LOAM_MOULD, .forbidden = MOULD_STOPS, .modifiers = EDGE | MIX, ANYWHERE, \
     .chance = 400, .to = (becomes)}, \
    {.name = "mould_enters_" what, .from = (id), .having = (properties), .layers = (where), \
     .required = LOAM_MOULD, .forbidden = MOULD_STOPS, .modifiers = MIX, ANYWHERE, \
     .chance = 40, .to = (becomes)}
#define MOULD_DIES(what, id, becomes) \
    {.name = what "_burns_off", .from = (id), .layers = BOTH, .required = LOAM_BURNING, \
     .modifiers = MIX, ANYWHERE, .chance = ALWAYS, .to = (becomes)}, \
    {.name = what "_dies_in_acid", .from = (id), .layers = BOTH, .required = LOAM_DISSOLVING, \
     .modifiers = MIX, ANYWHERE, .chance = ALWAYS, .to = (becomes)}, \
    {.name = what "_dies_of_frost", .from = (id), .layers = BOTH, .required = LOAM_COLD, \
     .modifiers = MIX, ANYWHERE, .chance = 320, .to = (becomes)}

#define SHEDS(leaf, id, becomes) \
    {.name = leaf "_falls", .from = (id), .layers = LOAM_WALLS, .modifiers = OPEN, ANYWHERE, \
     .chance = 1, .to = (becomes), .written = LOAM_BLOCKS}

// Seeds that nobody takes are gone after some minutes, so that none pile up.
#define SEED_ENDS(seed, id) \
    {.name = seed "_burns", .from = (id), .layers = LOAM_BLOCKS, .required = LOAM_BURNING, \
     .forbidden = LOAM_EXTINGUISHING, .modifiers = MIX, ANYWHERE, .chance = ALWAYS, \
     .to = TILE_FIRE}, \
    {.name = seed "_rots", .from = (id), .layers = LOAM_BLOCKS, ANYWHERE, .chance = 40, \
     .to = LOAM_AIR}

static const loam_slow_rule rows[] = {
    // Fire. What burns for long sets fire to what is around; flames are what can be seen of it.
    {.name = "wood_put_out", .from = TILE_BURNING_WOOD, .layers = BOTH,
     .required = LOAM_EXTINGUISHING, .modifiers = MIX, ANYWHERE, .chance = ALWAYS,
     .to = TILE_BURNT_WOOD},
    {.name = "wood_burns_out", .from = TILE_BURNING_WOOD, .layers = BOTH, ANYWHERE, .chance = 160,
     .to = TILE_BURNT_WOOD},
    {.name = "wood_flares", .from = TILE_BURNING_WOOD, .layers = BOTH, .modifiers = STIR,
     ANYWHERE, .chance = 700, .to = TILE_FIRE, .written = LOAM_BLOCKS},
    {.name = "wood_glows", .from = TILE_BURNING_WOOD, .layers = BOTH, .modifiers = STIR, ANYWHERE,
     .chance = ALWAYS, .to = TILE_BURNING_WOOD},
    {.name = "wood_catches_fire", .having = LOAM_WOOD | LOAM_FLAMMABLE, .layers = BOTH,
     .required = LOAM_BURNING, .forbidden = LOAM_EXTINGUISHING, .modifiers = MIX, ANYWHERE,
     .chance = 600, .to = TILE_BURNING_WOOD},
    {.name = "leaf_burns", .having = LOAM_LEAF | LOAM_FLAMMABLE, .layers = BOTH,
     .required = LOAM_BURNING, .forbidden = LOAM_EXTINGUISHING, .modifiers = MIX, ANYWHERE,
     .chance = 256, .to = LOAM_AIR},
    {.name = "leaf_flares", .having = LOAM_LEAF | LOAM_FLAMMABLE, .layers = LOAM_WALLS,
     .required = LOAM_BURNING, .forbidden = LOAM_EXTINGUISHING, .modifiers = MIX | STIR,
     ANYWHERE, .chance = ALWAYS, .to = TILE_FIRE, .written = LOAM_BLOCKS},
    {.name = "falling_leaf_burns", .having = LOAM_LIQUID | LOAM_FLAMMABLE, .layers = LOAM_BLOCKS,
     .required = LOAM_BURNING, .modifiers = MIX, ANYWHERE, .chance = ALWAYS, .to = TILE_FIRE},
    {.name = "coal_flares", .from = TILE_COAL, .layers = LOAM_BLOCKS, .required = LOAM_BURNING,
     .forbidden = LOAM_EXTINGUISHING, .modifiers = MIX, ANYWHERE, .chance = 48, .to = TILE_FIRE,
     .written = LOAM_BLOCKS},
    {.name = "coal_burns", .from = TILE_COAL, .layers = LOAM_BLOCKS, .required = LOAM_BURNING,
     .forbidden = LOAM_EXTINGUISHING, .modifiers = MIX, ANYWHERE, .chance = 3, .to = TILE_FIRE},
    {.name = "coal_wall_burns", .from = TILE_COAL, .layers = LOAM_WALLS, .required = LOAM_BURNING,
     .forbidden = LOAM_EXTINGUISHING, .modifiers = MIX, ANYWHERE, .chance = 3, .to = LOAM_AIR},
    {.name = "grass_catches_fire", .having = LOAM_GRASS, .layers = BOTH, .required = LOAM_BURNING,
     .forbidden = LOAM_EXTINGUISHING, .modifiers = MIX, ANYWHERE, .chance = 900,
     .to = TILE_BURNING_GRASS},
    TURF_ENDS("cold", COLD_PLACE, TILE_COLD_DIRT),
    TURF_ENDS("wet", WET_PLACE, TILE_MUD),
    TURF_ENDS("hot", HOT_PLACE, TILE_DRY_DIRT),
    TURF_ENDS("arid", ARID_PLACE, TILE_DIRT),
    TURF_ENDS("mild", MILD_PLACE, TILE_DIRT),
    {.name = "burning_grass_flares", .from = TILE_BURNING_GRASS, .layers = BOTH,
     .modifiers = STIR, ANYWHERE, .chance = 700, .to = TILE_FIRE, .written = LOAM_BLOCKS},
    {.name = "burning_grass_glows", .from = TILE_BURNING_GRASS, .layers = BOTH,
     .modifiers = STIR, ANYWHERE, .chance = ALWAYS, .to = TILE_BURNING_GRASS},

    // Lava has a crust that comes and goes; away from lava it cools for good.
    {.name = "lava_crusts", .from = TILE_LAVA, .layers = LOAM_BLOCKS, .modifiers = AIR_NEAR,
     ANYWHERE, .chance = 4, .to = TILE_CRUST},
    {.name = "crust_quenched", .from = TILE_CRUST, .layers = BOTH, .required = LOAM_WET,
     .modifiers = MIX, ANYWHERE, .chance = 700, .to = TILE_OBSIDIAN},
    {.name = "crust_melts", .from = TILE_CRUST, .layers = LOAM_BLOCKS,
     .required = LOAM_LIQUID | LOAM_BURNING, ANYWHERE, .chance = 72, .to = TILE_LAVA},
    {.name = "crust_cools", .from = TILE_CRUST, .layers = BOTH, .forbidden = LOAM_BURNING,
     .modifiers = MIX, ANYWHERE, .chance = 40, .to = TILE_STONE},

    // Snow and ice.
    {.name = "snow_melts_at_heat", .having = LOAM_COLD, .layers = LOAM_BLOCKS,
     .required = LOAM_HOT, .modifiers = MIX, ANYWHERE, .chance = 320, .to = TILE_WATER},
    {.name = "snow_wall_melts_at_heat", .having = LOAM_COLD, .layers = LOAM_WALLS,
     .required = LOAM_HOT, .modifiers = MIX, ANYWHERE, .chance = 320, .to = LOAM_AIR},
    {.name = "snow_melts_in_the_warm", .having = LOAM_COLD, .layers = LOAM_BLOCKS,
     .modifiers = OPEN, THAWING, .chance = 64, .to = TILE_WATER},
    {.name = "snow_wall_melts_in_the_warm", .having = LOAM_COLD, .layers = LOAM_WALLS,
     .modifiers = OPEN, THAWING, .chance = 64, .to = LOAM_AIR},
    {.name = "snow_melts_in_the_cool", .from = TILE_SNOW, .layers = LOAM_BLOCKS, .modifiers = OPEN,
     CHILLY, .chance = 24, .to = LOAM_AIR}, // water would stay in it as slush
    {.name = "snow_wears_off", .from = TILE_SNOW, .layers = LOAM_BLOCKS, .modifiers = OPEN,
     ANYWHERE, .chance = 6, .to = LOAM_AIR},
    {.name = "water_freezes", .from = TILE_WATER, .layers = LOAM_BLOCKS, .required = LOAM_SOLID,
     .forbidden = LOAM_HOT, .modifiers = OPEN, FREEZING, .chance = 512, .to = TILE_ICE},

    // Water comes and goes. What is shallow goes first.
    {.name = "puddle_dries_in_the_sun", .from = TILE_WATER, .layers = LOAM_BLOCKS,
     .required = LOAM_SOLID, .modifiers = OPEN, ARID, .chance = 80, .to = LOAM_AIR},
    {.name = "puddle_dries", .from = TILE_WATER, .layers = LOAM_BLOCKS, .required = LOAM_SOLID,
     .modifiers = OPEN, CLIMATE(33, MAX, 0, MAX), .chance = 40, .to = LOAM_AIR},
    {.name = "water_evaporates_in_the_sun", .from = TILE_WATER, .layers = LOAM_BLOCKS,
     .modifiers = OPEN, ARID, .chance = 16, .to = LOAM_AIR},
    {.name = "water_evaporates", .from = TILE_WATER, .layers = LOAM_BLOCKS, .modifiers = OPEN,
     CLIMATE(33, MAX, 0, MAX), .chance = 9, .to = LOAM_AIR},
    {.name = "water_steams", .from = TILE_WATER, .layers = LOAM_BLOCKS, .modifiers = OPEN,
     CLIMATE(33, MAX, 0, MAX), .chance = 1, .to = TILE_STEAM},
    {.name = "steam_clears", .from = TILE_STEAM, .layers = LOAM_BLOCKS, .modifiers = OPEN,
     ANYWHERE, .chance = ALWAYS, .to = LOAM_AIR},
    {.name = "steam_meets_frost", .from = TILE_STEAM, .layers = LOAM_BLOCKS,
     .required = LOAM_COLD, .modifiers = MIX, ANYWHERE, .chance = 700, .to = TILE_WATER},
    {.name = "steam_condenses", .from = TILE_STEAM, .layers = LOAM_BLOCKS, .required = LOAM_SOLID,
     .forbidden = LOAM_HOT, ANYWHERE, .chance = 200, .to = TILE_WATER},
    {.name = "mud_dries", .from = TILE_MUD, .layers = LOAM_BLOCKS, .forbidden = LOAM_WET,
     .modifiers = EDGE | OPEN, CLIMATE(184, MAX, 0, 72), .chance = 16, .to = TILE_DRY_DIRT},
    {.name = "dirt_soaks", .from = TILE_DIRT, .layers = LOAM_BLOCKS, .required = LOAM_WET,
     .modifiers = EDGE, CLIMATE(0, MAX, 200, MAX), .chance = 8, .to = TILE_MUD},

    // Mould spreads over everything but ore, sand, snow and glass. Fire, acid and frost cure.
    MOULD_DIES("mould_stone", TILE_MOULD_STONE, TILE_STONE),
    MOULD_DIES("mould_dirt", TILE_MOULD_DIRT, TILE_DIRT),
    MOULD_DIES("mould_grass", TILE_MOULD_GRASS, TILE_DIRT),
    MOULD_TAKES("stone", TILE_STONE, 0, BOTH, TILE_MOULD_STONE),
    MOULD_TAKES("cold_stone", TILE_COLD_STONE, 0, BOTH, TILE_MOULD_STONE),
    MOULD_TAKES("sandstone", TILE_SANDSTONE, 0, BOTH, TILE_MOULD_STONE),
    MOULD_TAKES("limestone", TILE_LIMESTONE, 0, BOTH, TILE_MOULD_STONE),
    MOULD_TAKES("shale", TILE_SHALE, 0, BOTH, TILE_MOULD_STONE),
    MOULD_TAKES("granite", TILE_GRANITE, 0, BOTH, TILE_MOULD_STONE),
    MOULD_TAKES("deep_stone", TILE_DEEP_STONE, 0, BOTH, TILE_MOULD_STONE),
    MOULD_TAKES("soil", LOAM_AIR, LOAM_SOIL, BOTH, TILE_MOULD_DIRT),
    MOULD_TAKES("grass", LOAM_AIR, LOAM_GRASS, BOTH, TILE_MOULD_GRASS),
    MOULD_TAKES("wood", LOAM_AIR, LOAM_WOOD | LOAM_FLAMMABLE, LOAM_WALLS, TILE_MOULD_WOOD),
    {.name = "mould_grass_grows", .from = TILE_MOULD_DIRT, .layers = BOTH,
     .required = LOAM_GRASS | LOAM_MOULD, .forbidden = LOAM_BURNING | LOAM_WET, .modifiers = EDGE,
     ANYWHERE, .chance = 240, .to = TILE_MOULD_GRASS},

    // Grass. Two kinds grow on dirt, and two on mud: the climate chooses.
    GROWS("plain_grass", TILE_DIRT, CLIMATE(0, 180, 0, 63), TILE_PLAIN_GRASS),
    GROWS("grass", TILE_DIRT, CLIMATE(0, 180, 64, MAX), TILE_GRASS),
    GROWS("dry_grass_on_dirt", TILE_DIRT, CLIMATE(181, MAX, 76, MAX), TILE_DRY_GRASS),
    GROWS("dry_grass", TILE_DRY_DIRT, CLIMATE(0, MAX, 76, MAX), TILE_DRY_GRASS),
    GROWS("cold_grass", TILE_COLD_DIRT, CLIMATE(0, MAX, 204, MAX), TILE_COLD_GRASS),
    GROWS("jungle_grass", TILE_MUD, CLIMATE(176, MAX, 0, MAX), TILE_JUNGLE_GRASS),
    GROWS("mud_grass", TILE_MUD, CLIMATE(0, 175, 0, MAX), TILE_MUD_GRASS),
    IS_BURIED("plain_grass", TILE_PLAIN_GRASS, TILE_DIRT),
    IS_BURIED("grass", TILE_GRASS, TILE_DIRT),
    IS_BURIED("dry_grass", TILE_DRY_GRASS, TILE_DRY_DIRT),
    IS_BURIED("cold_grass", TILE_COLD_GRASS, TILE_COLD_DIRT),
    IS_BURIED("jungle_grass", TILE_JUNGLE_GRASS, TILE_MUD),
    IS_BURIED("mud_grass", TILE_MUD_GRASS, TILE_MUD),
    IS_BURIED("mould_grass", TILE_MOULD_GRASS, TILE_MOULD_DIRT),

    // Leaves fall, now and then.
    SHEDS("leaf", TILE_LEAF, TILE_FALLING_LEAF),
    SHEDS("willow_leaf", TILE_WILLOW_LEAF, TILE_FALLING_LEAF),
    SHEDS("palm_leaf", TILE_PALM_LEAF, TILE_FALLING_LEAF),
    SHEDS("dry_leaf", TILE_DRY_LEAF, TILE_FALLING_DRY_LEAF),
    SHEDS("birch_leaf", TILE_BIRCH_LEAF, TILE_FALLING_LEAF),
    SHEDS("mangrove_leaf", TILE_MANGROVE_LEAF, TILE_FALLING_LEAF),
    SHEDS("acacia_leaf", TILE_ACACIA_LEAF, TILE_FALLING_DRY_LEAF),

    SEED_ENDS("acorn", TILE_ACORN),
    SEED_ENDS("winged_seed", TILE_WINGED_SEED),
    SEED_ENDS("cone", TILE_CONE),
    SEED_ENDS("pod", TILE_POD),
    SEED_ENDS("nut", TILE_NUT),
    SEED_ENDS("berry_seed", TILE_BERRY_SEED),
    SEED_ENDS("grain", TILE_GRAIN),
    SEED_ENDS("spore", TILE_SPORE),

    // What a fire has left crumbles before the open sky, within half a year; in caves it stands for their walls.
    {.name = "burnt_wood_crumbles", .from = TILE_BURNT_WOOD, .layers = LOAM_WALLS,
     .modifiers = OPEN, ANYWHERE, .chance = 4, .to = LOAM_AIR},
};
// clang-format on

void loam_builtin_rules(loam_slow_rule rules[LOAM_MAX_SLOW_RULES])
{
    _Static_assert(sizeof rows / sizeof *rows < LOAM_MAX_SLOW_RULES,
                   "more rules than there may be");
    memset(rules, 0, LOAM_MAX_SLOW_RULES * sizeof *rules);
    memcpy(rules, rows, sizeof rows);
}
