// SPDX-License-Identifier: MIT
// Loam, tiles: the endless world seen from the side (Dubsky 2022). What it is made of, how any part of
// it is grown from a seed, and how tiles become pictures. loam/tile_world.h has the living world.
//
// x grows right and y grows up. Arrays of tiles are row by row, the lowest row first.
#ifndef LOAM_TILES_H
#define LOAM_TILES_H

#include "loam/base.h"
#include "loam/picture.h"
#include "loam/pipeline.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The newest version of the tile worlds that this library grows. It rises when a seed gives other tiles, or a
/// step another world, than before, and every version from 1 on can still be grown: loam_tile_defs.version says
/// which. It is kept in every world file, replay and picture of tiles. The other kinds of world have versions of
/// their own (LOAM_LAND_VERSION): raising one leaves the others alone.
#define LOAM_TILES_VERSION 2

// ---- tiles --------------------------------------------------------------------------------------

/// One cell of the world: a block in front, a wall behind. In this order they are red, green, blue and
/// alpha of a texel. Zero is air before air: open sky.
typedef struct loam_tile
{
    uint8_t block, block_variant;
    uint8_t wall, wall_variant;
} loam_tile;

/// Tiles along the side of a chunk, and in one.
#define LOAM_CHUNK_SIDE 128
#define LOAM_CHUNK_TILES (LOAM_CHUNK_SIDE * LOAM_CHUNK_SIDE)

/// Positions of tiles and of chunks. Chunk (0, 0) has the tiles (0, 0) to (127, 127).
typedef struct loam_tile_pos
{
    int64_t x, y;
} loam_tile_pos;

typedef struct loam_chunk_pos
{
    int64_t x, y;
} loam_chunk_pos;

/// Tiles reach from -LOAM_TILE_END to LOAM_TILE_END, less one, on both axes; chunks accordingly.
#define LOAM_TILE_END ((int64_t)1 << 60)

/// The chunk that a tile lies in.
LOAM_API loam_chunk_pos loam_chunk_of_tile(loam_tile_pos tile);

/// A rectangle of tiles; (x, y) is its lowest, leftmost tile.
typedef struct loam_tile_area
{
    int64_t x, y;
    int32_t w, h;
} loam_tile_area;

/// A hash of tiles, the same on every machine.
LOAM_API uint64_t loam_tiles_hash(const loam_tile *tiles, size_t count, uint64_t seed);

// ---- materials ----------------------------------------------------------------------------------

#define LOAM_MAX_MATERIALS 256
#define LOAM_MAX_VARIANTS 64
#define LOAM_MAX_NAME 31
#define LOAM_MAX_HARDNESS 65535
#define LOAM_AIR 0

/// What a material is: bits that rules ask for (Dubsky 2022, 4.5.1).
typedef enum loam_property
{
    LOAM_SOLID = 1 << 0,    // holds the player up, is not moved by fluids
    LOAM_LIQUID = 1 << 1,   // a fluid that sinks
    LOAM_GAS = 1 << 2,      // a fluid that rises; fire too
    LOAM_GRANULAR = 1 << 3, // falls when it loses its support
    LOAM_STONE = 1 << 4,
    LOAM_SOIL = 1 << 5, // grass grows on it
    LOAM_GRASS = 1 << 6,
    LOAM_SAND = 1 << 7,
    LOAM_ORE = 1 << 8,
    LOAM_COLD = 1 << 9,     // snow and ice
    LOAM_HOT = 1 << 10,     // melts what is cold
    LOAM_BURNING = 1 << 11, // sets fire to what is flammable
    LOAM_FLAMMABLE = 1 << 12,
    LOAM_EXTINGUISHING = 1 << 13,
    LOAM_WOOD = 1 << 14,
    LOAM_LEAF = 1 << 15,
    LOAM_MOULD = 1 << 16,      // spreads over everything
    LOAM_DISSOLVING = 1 << 17, // eats what it touches
    LOAM_LOOSE = 1 << 18,      // a granular solid on its way down
    LOAM_WET = 1 << 19, // water and what is mostly water: rules that need moisture ask for it
    LOAM_PROPERTY_COUNT = 20,
} loam_property;

/// "solid", "liquid", ...: the name of bit number index, NULL from LOAM_PROPERTY_COUNT on.
LOAM_API const char *loam_property_name(int32_t index);

typedef enum loam_layer
{
    LOAM_BLOCKS = 1 << 0,
    LOAM_WALLS = 1 << 1,
} loam_layer;

/// A material. Its variants look differently and are otherwise equal: the inner ones come first, then
/// the outer ones, which highlight the edge to what is not solid. What is listed among the fluids keeps
/// its state in the variant: it looks like variant % inner.
typedef struct loam_material
{
    char name[LOAM_MAX_NAME +
              1];         // 1..LOAM_MAX_NAME of a-z, 0-9, '_'; "" if there is no such material
    uint32_t properties;  // of loam_property
    uint32_t layers;      // of loam_layer: where it may stand
    int32_t inner, outer; // how many variants: inner >= 1, outer >= 0, together at most
                          // LOAM_MAX_VARIANTS
    loam_colour colours[LOAM_MAX_VARIANTS]; // alpha below 255 lets the wall, or the sky, through
    loam_colour light[LOAM_MAX_VARIANTS];   // emitted: colour, and in alpha how bright; 8 is as the
                                            // open sky of noon, a single tile of 255 is a torch
    int32_t translucency;      // light that passes a unit of it as a block, 0..255 of 255
    int32_t wall_translucency; // and as a wall
    int32_t hardness;          // steps of digging until it gives way, 0..LOAM_MAX_HARDNESS
    // In pictures of a living world, how it looks in these seasons: the colour, and in alpha how much of
    // it. In summer it is as in `colours`.
    loam_colour spring, autumn, winter;
} loam_material;

// ---- definitions --------------------------------------------------------------------------------

/// Climates: three temperatures (cold, mild, hot) times three humidities (dry, middling, wet).
/// biomes[3 * temperature + humidity].
#define LOAM_BIOMES 9

/// What a biome makes of the horizon (Dubsky 2022, 3.2.3). Lengths are in tiles. Numbers are blended
/// between the four nearest biomes, materials and colours are those of the nearest.
typedef struct loam_tile_biome
{
    char name[LOAM_MAX_NAME + 1];
    uint8_t surface;       // material on top
    uint8_t soil;          // under it
    uint8_t rock;          // under the soil, until the common rock begins
    uint8_t cover;         // lies on top above cover_line, LOAM_AIR for none: snow
    float surface_depth;   // how thick the surface is
    float elevation;       // height of the lowest ground
    float elevation_range; // what the elevation noise adds at most
    float peaks;           // what the ridged noise adds at most: summits
    float dunes;           // height of dunes
    float roughness;       // amplitude of the roughness on flat ground
    float roughness_slope; // what the steepest slope adds to it
    float soil_depth;      // of the soil on the steepest slope
    float soil_flat;       // what flat ground adds to it
    float cover_line;      // height from which on the cover lies
    float cover_depth;
    float lakes;        // share of places for lakes that have one, 0..1
    float lake_depth;   // of the deepest of them
    float pools;        // share of places under ground that hold water, 0..1
    loam_colour colour; // on maps
    loam_colour sky;    // at the horizon
} loam_tile_biome;

/// The numbers of the ground stage that hold for all biomes. Lengths are in tiles.
typedef struct loam_tile_ground
{
    // climate
    float climate_wavelength;
    int32_t climate_octaves;
    float climate_contrast; // how far the noise is stretched towards its ends, >= 1
    float border_wander;    // how far a border of two biomes wanders, tiles
    float border_dither;    // how far it is frayed, tiles
    float strip_width;      // of the strip between grass and sand
    uint8_t strip;          // what it is made of
    // horizon
    float elevation_wavelength;
    int32_t elevation_octaves;
    float elevation_persistence;
    float roughness_wavelength;
    int32_t roughness_octaves;
    float roughness_persistence;
    float peak_wavelength;
    float dune_wavelength;
    float lake_spacing; // between places for lakes
    float pond_spacing; // between places for ponds, small lakes
    // rock
    uint8_t rock;         // the common rock
    uint8_t old_rock;     // the common rock where caves are wide
    uint8_t deep_rock;    // that of the depth
    float rock_depth;     // below the surface, where the biome's rock ends
    float deep_line;      // height where deep rock begins
    float layer_wander;   // how far these borders, and strata, go up and down
    uint8_t strata[4];    // materials of thin strata, LOAM_AIR for none
    float strata_share;   // how much of the rock is strata, 0..1
    uint8_t deep_stratum; // material of strata in deep rock, LOAM_AIR for none
    uint8_t ores[6];      // materials of pockets, LOAM_AIR for none
    float ore_tops[6];    // height below which an ore is found
    float ore_shares[6];  // how much of the rock there is of it, about, 0..1
    float ore_wavelength;
    uint8_t pebbles;    // material of pockets in the soil, LOAM_AIR for none
    float pebble_share; // how much of the soil there is of it, about, 0..1
    // caves
    float cave_wavelength; // of both kinds
    int32_t wide_octaves;  // of the sum (Dubsky 2022, eq. 3.2)
    float wide_width;      // divides it: larger is wider
    float thin_width;      // divides the minimum (eq. 3.3): larger is wider
    float mix_wavelength;  // of the noise that mixes the two
    float mix_gain;        // its oversaturation, >= 1
    float dither_thin;     // weight of the hash (eq. 3.4) in thin caves, 0..1
    float dither_wide;     // and in wide ones
    float cave_threshold;  // more solidity than this is solid
    float crust_depth;     // below the surface, where caves are as wide as anywhere
    float crust_gain;      // what is added to the solidity right below the surface
    float cavern_top;      // height below which caves grow
    float cavern_full;     // height below which they grow no more
    float cavern_gain;     // what is taken from the solidity there
    // fluids under ground
    uint8_t water;
    uint8_t ice; // on lakes in the cold
    uint8_t lava;
    float pool_width, pool_height; // places for pools
    float pool_wet_depth; // below the surface, where the biome's pools end and deep_pools hold
    float deep_pools;     // share of places that hold water there
    float lava_top;       // height below which there is lava
    float lava_full;      // height below which all pools are lava
    float lava_pools;     // share of places there that hold lava
} loam_tile_ground;

/// The rules of a cellular automaton that consolidates a layer (Dubsky 2022, 3.2.5).
#define LOAM_MAX_TILE_RULES 8
#define LOAM_MAX_CONSOLIDATION 32

typedef struct loam_tile_automaton
{
    int32_t iterations; // 0..LOAM_MAX_CONSOLIDATION
    int32_t rule_count; // 1..LOAM_MAX_TILE_RULES; iteration i goes by rule i % rule_count
    int32_t birth_above[LOAM_MAX_TILE_RULES]; // air turns solid if more neighbours are, 0..8
    int32_t death_below[LOAM_MAX_TILE_RULES]; // solid turns air if fewer neighbours are, 0..8
} loam_tile_automaton;

/// What else a slow rule asks for (Dubsky 2022, 4.5.1).
typedef enum loam_rule_modifier
{
    LOAM_RULE_EDGE = 1 << 0,   // something around in the tile's layer is not solid
    LOAM_RULE_BURIED = 1 << 1, // nothing around in the tile's layer is not solid
    LOAM_RULE_OPEN = 1 << 2,   // the open sky is around: air before air
    LOAM_RULE_MIX = 1 << 3,    // properties around count in both layers, not in the tile's alone
    LOAM_RULE_AIR = 1 << 4,    // air is around in the tile's layer
    LOAM_RULE_STIR = 1 << 5,   // asks for nothing: when it is followed, all around have a turn, too
    LOAM_RULE_MODIFIER_COUNT = 6,
} loam_rule_modifier;

/// "edge", "buried", ...: the name of bit number index, NULL from LOAM_RULE_MODIFIER_COUNT on.
LOAM_API const char *loam_rule_modifier_name(int32_t index);

#define LOAM_MAX_SLOW_RULES 256
#define LOAM_CLIMATE_MAX 255

/// How a material changes over time, because of what is around it: within the 5 x 5 circle, 20 tiles.
/// The first rule in the list that fits, and whose chance comes up, is followed. Air has no rules.
typedef struct loam_slow_rule
{
    char name[LOAM_MAX_NAME + 1]; // as a material's; "" ends the list
    uint8_t from;       // the material that changes; LOAM_AIR: any that has all of `having`
    uint32_t having;    // of loam_property; 0 if there is a `from`
    uint32_t layers;    // of loam_layer: where it holds
    uint32_t required;  // of loam_property: each of them is found around
    uint32_t forbidden; // none of them is found around
    uint32_t modifiers; // of loam_rule_modifier
    int32_t temperature_low, temperature_high; // it holds in this climate, 0..LOAM_CLIMATE_MAX
    int32_t humidity_low, humidity_high;
    int32_t chance; // of 1024, each time that the tile is looked at: about every 10 seconds
    uint8_t to;     // what it turns into; LOAM_AIR: nothing; `from` itself: gets another variant
    uint32_t
        written; // 0: it replaces the tile. LOAM_BLOCKS or LOAM_WALLS: the tile stays as it is, and
    // `to` appears in the other layer of the tile, or, if that is the tile's own layer, in the
    // tile above; only if there is air, else the rule does not fit
} loam_slow_rule;

/// How a fluid or a loose solid moves (Dubsky 2022, 4.5.2; Dubsky 2024, 2.3).
typedef enum loam_motion
{
    LOAM_FALLS, // liquids and loose solids
    LOAM_RISES, // gases
    LOAM_FLIES, // by a velocity that it keeps in its variant: acid
    LOAM_MOTION_COUNT,
} loam_motion;

/// "falls", "rises", "flies"; NULL for other numbers.
LOAM_API const char *loam_motion_name(int32_t motion);

#define LOAM_MAX_FLUIDS 32
#define LOAM_FLUID_VARIANTS 16
#define LOAM_MAX_CONTACTS 4
#define LOAM_MAX_DECAYS 2
#define LOAM_AIR_DENSITY 100

/// Something that moves. Each step it tries, in this order, to go straight, diagonally and sideways to
/// where something lighter is (heavier, for what rises), and changes places with that. The low bit of its
/// variant is the side that it leans to.
typedef struct loam_tile_fluid
{
    uint8_t material; // LOAM_AIR ends the list. It is liquid, gas or loose, not solid, and has
                      // LOAM_FLUID_VARIANTS inner variants and no outer ones
    int32_t motion;   // of loam_motion
    int32_t density;  // 1..65535; air has LOAM_AIR_DENSITY
    int32_t straight; // chance of 1024 to try it, in a step
    int32_t diagonal;
    int32_t sideways;
    int32_t wind; // chance of 1024 that it leans with the wind, each time it moves under open sky
    int32_t levelling; // chance of 1024 to look, after it has moved, for another vessel to flow to
    uint8_t contacts[LOAM_MAX_CONTACTS];        // beside, above or below one of these materials ...
    int32_t contact_chances[LOAM_MAX_CONTACTS]; // ... with this chance of 1024 a step ...
    uint8_t contact_results[LOAM_MAX_CONTACTS]; // ... it turns into that
    int32_t decay_chances[LOAM_MAX_DECAYS]; // when it has not moved, with this chance of 65536 ...
    uint8_t decay_results[LOAM_MAX_DECAYS]; // ... it turns into that
    uint8_t settled;       // a loose solid: what it is at rest, a granular solid; else LOAM_AIR
    int32_t settle_chance; // of 1024 a step, when it rests on something solid
    int32_t dissolves;     // it eats solids up to this hardness, 0 for none
    int32_t appetite;      // chance of 1024 a step that it does, for the softest
    int32_t used_up;       // chance of 1024 that it is gone afterwards
    uint8_t fumes;         // what is left then, LOAM_AIR for nothing
} loam_tile_fluid;

/// Day and night, wind, clouds and what falls from them.
#define LOAM_MAX_YEAR_DAYS 1000

typedef struct loam_tile_sky
{
    int32_t day_steps;             // of a day and its night
    int32_t year_days;             // of a year, 1..LOAM_MAX_YEAR_DAYS
    loam_colour noon, dusk, night; // the light of the sky: colour, and in alpha how bright
    loam_colour zenith_noon, zenith_dusk, zenith_night; // colour of the sky far up
    float wind_wavelength;                              // of gusts, tiles
    float wind_period;                                  // of gusts, steps
    float wind_strength;    // tiles a step that clouds drift at most, about
    float cloud_wavelength; // tiles
    float cloud_period;     // steps in which clouds come and go
    float cloud_share;      // of the sky, in the middling humid, 0..1
    float cloud_height;     // above the ground, tiles
    int32_t
        rain_chance; // of 65536, that a drop falls in a column in a step, under the densest cloud
    uint8_t rain;    // the fluid that falls, LOAM_AIR for none
    uint8_t snow;    // the loose solid that falls instead where it is cold
    int32_t snow_temperature; // up to here, 0..LOAM_CLIMATE_MAX
    float lapse; // how much colder it gets, of LOAM_CLIMATE_MAX, with every 256 tiles of height
    int32_t lightning_chance; // of 65536, that it strikes on 64 columns in a step, in a storm
    uint8_t lightning;        // the fluid that it leaves there, LOAM_AIR: it never strikes
} loam_tile_sky;

// ---- plants -------------------------------------------------------------------------------------

#define LOAM_MAX_SPECIES 48
#define LOAM_MAX_SPECIES_GRAMMAR 2048 // bytes, the end included
#define LOAM_SPECIES_PARTS 4

/// What a species grows on.
typedef enum loam_plant_place
{
    LOAM_PLANT_ON_GROUND, // under the open sky
    LOAM_PLANT_ON_SHORE,  // on ground under shallow water, or right next to it
    LOAM_PLANT_ON_WATER,  // floats
    LOAM_PLANT_IN_CAVES,  // on the floor of a cave
    LOAM_PLANT_HANGING,   // from ceilings of caves and overhangs
    LOAM_PLANT_PLACE_COUNT,
} loam_plant_place;

/// "ground", "shore", ...; NULL for other numbers.
LOAM_API const char *loam_plant_place_name(int32_t place);

/// Plants of one storey keep their distance from each other; those of different storeys may overlap.
typedef enum loam_plant_storey
{
    LOAM_STOREY_TREES,
    LOAM_STOREY_SHRUBS,
    LOAM_STOREY_HERBS,
    LOAM_STOREY_COUNT,
} loam_plant_storey;

/// "trees", "shrubs", "herbs"; NULL for other numbers.
LOAM_API const char *loam_plant_storey_name(int32_t storey);

/// A kind of plant (Dubsky 2024, 4.2): how it grows, where, and how it sways.
typedef struct loam_tile_species
{
    char name[LOAM_MAX_NAME + 1];           // as a material's; "" ends the list
    char grammar[LOAM_MAX_SPECIES_GRAMMAR]; // loam/flora.h reads it
    // what it is made of: materials that may be walls
    uint8_t parts[LOAM_SPECIES_PARTS]; // of a grammar's part 0, 1, ...; LOAM_AIR behind the first
                                       // is as the part before: see loam_species_material
    uint8_t leaf;                      // around buds and leaves, LOAM_AIR for none
    uint8_t flower;                    // LOAM_AIR for none
    uint8_t
        seed; // a fluid that drops now and then when leaves and flowers come off, LOAM_AIR for none
    // how it grows
    float scale;             // tiles a unit of the grammar
    float age_low, age_high; // years, when a world is new
    int32_t leaf_power;      // of the leaf on a bud of level 1: reaches power / loss tiles
    int32_t leaf_loss;       // what a leaf loses with every tile that it spreads
    int32_t leaf_neighbours; // it spreads to 4 or 8
    // how it lives
    float sheds;    // share of its leaves and flowers that come off in autumn, 0..1
    float growth;   // years that it grows by in a year of the world; 0: it stays as it is
    float lifespan; // years, about; 0: it does not die
    float spread;   // chance that a seed of it sprouts where one of its kind could stand, 0..1
    // how it sways
    float sway;    // radians that a twig bends in a storm
    float pace;    // swings of the stem a second
    float damping; // of a swing, 0..1; 1 swings no more
    // where it grows
    int32_t place;  // of loam_plant_place
    int32_t storey; // of loam_plant_storey
    uint32_t soil;  // of loam_property: what it stands on, or hangs from, has one of these
    int32_t temperature_low, temperature_high; // 0..LOAM_CLIMATE_MAX; beyond, it gets rare quickly
    int32_t humidity_low, humidity_high;
    float slope;                 // the steepest, rise per tile
    float depth_low, depth_high; // in caves and hanging: tiles below the surface
    float share;                 // of the places of its storey, at best, 0..1
    float groves;                // 0: anywhere; 1: only in groves; -1: only in glades
} loam_tile_species;

/// What a part of a grammar is made of, part >= 0.
LOAM_API uint8_t loam_species_material(const loam_tile_species *species, int32_t part);

/// Where plants of all species grow. Lengths are in tiles.
typedef struct loam_tile_groves
{
    float spacing[LOAM_STOREY_COUNT]; // between places for plants of a storey, on average; no two
                                      // plants of a storey are closer than half of it
    float wavelength;                 // of groves and glades
    float contrast;                   // >= 1: how sharp the edge of a grove is
    float cave_share;                 // of the places in caves that have a plant
} loam_tile_groves;

/// A plant as it stands in a new world.
typedef struct loam_tile_plant
{
    int64_t x, y;   // of its root: the free tile on the ground, below a ceiling, on the water
    uint64_t seed;  // by species and place
    float age;      // years
    float soil;     // 0 poor .. 1 rich
    float slope;    // of the ground, rise per tile, positive rises to the right
    float moisture; // 0..1
    float light;    // 0 in the dark .. 1 under the open sky
    float wind_left, wind_right; // how much of the wind from either side reaches it, 0..1
    int32_t species;             // index in the definitions
} loam_tile_plant;

/// All that a world is made of: plain data, no pointers. It is large: do not put it on the stack.
typedef struct loam_tile_defs
{
    int32_t
        version; // of the generator and the rules of life, 1..LOAM_TILES_VERSION. It is the world's, which
                 // keeps it in its file: texts of definitions do not have it, nor does their hash
    loam_material materials[LOAM_MAX_MATERIALS]; // by id; 0 is air
    loam_tile_biome biomes[LOAM_BIOMES];
    loam_tile_ground ground;
    loam_tile_automaton blocks, walls;
    loam_slow_rule rules[LOAM_MAX_SLOW_RULES]; // in the order of their priority
    loam_tile_fluid fluids[LOAM_MAX_FLUIDS];
    loam_tile_sky sky;
    loam_tile_groves groves;
    loam_tile_species species[LOAM_MAX_SPECIES];
} loam_tile_defs;

/// Fills out with the built-in definitions of the newest version.
LOAM_API void loam_tile_defs_init(loam_tile_defs *out);

/// The same of any version, as they were when it was the newest: what a world of that version goes on with.
/// LOAM_BAD_ARGUMENT unless it is 1..LOAM_TILES_VERSION.
LOAM_API loam_result loam_tile_defs_init_version(loam_tile_defs *out, int32_t version);

/// Checks all of it. The message has the path of what is wrong, as in a file:
/// "materials.sand.hardness is -3; must be 0 to 65535".
LOAM_API loam_result loam_tile_defs_check(const loam_tile_defs *defs);

/// A hash of all of it but the version: the same for equal definitions on every machine, whatever stands in
/// padding, behind the end of a name, and in variants, rules, fluids and species beyond those that there are. The
/// definitions are ones that loam_tile_defs_check accepts.
LOAM_API uint64_t loam_tile_defs_hash(const loam_tile_defs *defs);

/// The id of a material, -1 if there is none of that name.
LOAM_API int32_t loam_material_find(const loam_tile_defs *defs, const char *name);

/// The index of a species, -1 if there is none of that name.
LOAM_API int32_t loam_species_find(const loam_tile_defs *defs, const char *name);

/// Whether it is a torch or the like: shines, and can only be a wall.
LOAM_API bool loam_material_is_light(const loam_material *material);

// ---- fields: definitions that describe themselves ------------------------------------------------

typedef enum loam_field_kind
{
    LOAM_FIELD_INT,      // int32_t
    LOAM_FIELD_FLOAT,    // float
    LOAM_FIELD_MATERIAL, // uint8_t, the id of a material
    LOAM_FIELD_COLOUR,   // loam_colour
    // Bits: uint32_t
    LOAM_FIELD_PROPERTIES, // of loam_property
    LOAM_FIELD_LAYERS,     // of loam_layer
    LOAM_FIELD_MODIFIERS,  // of loam_rule_modifier
    // A name: int32_t
    LOAM_FIELD_MOTION, // loam_motion
    LOAM_FIELD_PLACE,  // loam_plant_place
    LOAM_FIELD_STOREY, // loam_plant_storey
} loam_field_kind;

/// What a field that is a material asks of it.
typedef enum loam_field_material
{
    LOAM_FIELD_BLOCK,    // may stand among blocks
    LOAM_FIELD_GROUND,   // solid, for both layers
    LOAM_FIELD_WALL,     // may stand among walls
    LOAM_FIELD_ANYWHERE, // whatever there is
} loam_field_material;

/// One field of a part of the definitions. Files, checks, editors and tests come from these tables.
typedef struct loam_tile_field
{
    const char *name;
    loam_field_kind kind;
    size_t offset;
    int32_t count;    // elements, 1 for a plain field
    double low, high; // accepted numbers, bits as one number. For a material: low is a
                      // loam_field_material, high is 1 if it can be LOAM_AIR, for none
    const char *meaning;
} loam_tile_field;

/// The numbers of a material: all but its name, bits and colours.
LOAM_API const loam_tile_field *loam_material_fields(int32_t *count);
/// All fields of loam_tile_biome but its name, of loam_tile_ground, of loam_tile_automaton.
LOAM_API const loam_tile_field *loam_tile_biome_fields(int32_t *count);
LOAM_API const loam_tile_field *loam_tile_ground_fields(int32_t *count);
LOAM_API const loam_tile_field *loam_tile_automaton_fields(int32_t *count);
/// All fields of loam_slow_rule but its name, of loam_tile_fluid but its material, of loam_tile_sky.
LOAM_API const loam_tile_field *loam_slow_rule_fields(int32_t *count);
LOAM_API const loam_tile_field *loam_tile_fluid_fields(int32_t *count);
LOAM_API const loam_tile_field *loam_tile_sky_fields(int32_t *count);
/// All fields of loam_tile_groves, of loam_tile_species but its name and its grammar.
LOAM_API const loam_tile_field *loam_tile_groves_fields(int32_t *count);
LOAM_API const loam_tile_field *loam_tile_species_fields(int32_t *count);

/// Bytes of one element of a field of this kind.
LOAM_API size_t loam_field_size(loam_field_kind kind);

// ---- growing ------------------------------------------------------------------------------------

/// A world that can be looked at anywhere: definitions and a seed, prepared. It never changes, and may
/// be used from any thread.
typedef struct loam_tile_source loam_tile_source;

/// Takes what it needs of defs, which need not stay. LOAM_BAD_ARGUMENT for definitions that loam_tile_defs_check
/// refuses.
LOAM_API loam_result loam_tile_source_create(const loam_env *env, const loam_tile_defs *defs,
                                             uint64_t seed, loam_tile_source **out);
LOAM_API void loam_tile_source_destroy(loam_tile_source *source);

#define LOAM_MAX_TILE_AREA 4096
#define LOAM_MAX_TILE_STEP ((int64_t)1 << 20)

/// Fills tiles[area.w * area.h] with the world as it grows. Sides are 1..LOAM_MAX_TILE_AREA. A tile
/// does not depend on the area that it was asked for with. Works on the calling thread.
LOAM_API loam_result loam_tile_source_fill(const loam_tile_source *source, loam_tile_area area,
                                           loam_tile *tiles);

/// A chunk, LOAM_CHUNK_TILES tiles.
LOAM_API loam_result loam_tile_source_chunk(const loam_tile_source *source, loam_chunk_pos chunk,
                                            loam_tile *tiles);

/// For pictures from far away: one tile of every step x step, 1..LOAM_MAX_TILE_STEP, taken before
/// consolidation, without edges. area.w and area.h count samples; sample (i, j) is the tile at
/// (area.x + i step, area.y + j step).
LOAM_API loam_result loam_tile_source_sample(const loam_tile_source *source, loam_tile_area area,
                                             int64_t step, loam_tile *tiles);

/// What the world is like along x.
typedef struct loam_tile_column
{
    int64_t surface;             // height of the first free tile above the ground
    int64_t water;               // height of the first free tile above a lake; INT64_MIN if none
    float temperature, humidity; // 0..1
    int32_t biome;               // 0..LOAM_BIOMES - 1
} loam_tile_column;

/// The columns at x, x + step, ...; count 1..2^24, step >= 1. Before caves and consolidation.
LOAM_API loam_result loam_tile_source_columns(const loam_tile_source *source, int64_t x,
                                              int64_t step, int32_t count, loam_tile_column *out);

#define LOAM_MAX_CHUNK_PLANTS 192

/// The plants that are rooted in a chunk of a new world, from left to right. out has room for
/// LOAM_MAX_CHUNK_PLANTS.
LOAM_API loam_result loam_tile_source_plants(const loam_tile_source *source, loam_chunk_pos chunk,
                                             loam_tile_plant *out, int32_t *count);

/// A place above the ground near x where one can stand, for a player to begin; above the water if there
/// is no such place. An x beyond the world counts as its end.
LOAM_API loam_tile_pos loam_tile_source_spawn(const loam_tile_source *source, int64_t x);

// ---- stages -------------------------------------------------------------------------------------
// The same as a pipeline: "ground", "consolidate", "variants", "plants", with pages of one chunk. Replace
// one, or add your own behind. A page of "variants" is a chunk's loam_tile[LOAM_CHUNK_TILES], one of
// "plants" a loam_tile_chunk_plants.

/// The plants that are rooted in a chunk, from left to right. A page ends behind the last.
typedef struct loam_tile_chunk_plants
{
    int32_t count;
    int32_t unused; // 0
    loam_tile_plant plants[LOAM_MAX_CHUNK_PLANTS];
} loam_tile_chunk_plants;

/// Adds the stages of defs->version, which is part of the identity of their pages: all four, or those before
/// "plants" if the version is 1, which had none.
LOAM_API loam_result loam_tile_stages_add(loam_pipeline *pipeline, const loam_tile_defs *defs);

// ---- pictures -----------------------------------------------------------------------------------

typedef enum loam_tile_view_layer
{
    LOAM_VIEW_BOTH,   // blocks before walls before the sky, as a player sees it by day
    LOAM_VIEW_BLOCKS, // blocks before the sky
    LOAM_VIEW_WALLS,  // walls before the sky, as bright as blocks
    LOAM_VIEW_SOLID,  // blocks that hold one up are black, all else is white
    LOAM_VIEW_LAYER_COUNT,
} loam_tile_view_layer;

/// How tiles are drawn. Start from loam_default_tile_view().
typedef struct loam_tile_view
{
    loam_tile_view_layer layer;
    float wall_shade;        // how bright walls are, 0..1
    float wall_saturation;   // how much of their colour walls keep, 0..1
    float wood_shade;        // how bright wood is, which stands before walls, 0..1
    float leaf_shade;        // and leaves
    loam_colour wall_shadow; // what walls fade to where they are not bright
    loam_colour sky_low;     // the sky at sky_base and below. Where it is transparent, so is a tile
    loam_colour sky_high;    // and sky_height tiles above
    int64_t sky_base;
    int64_t sky_height; // >= 1
} loam_tile_view;

LOAM_API loam_tile_view loam_default_tile_view(void);

/// The colour of one tile at height y. A variant that its material does not have looks like the last
/// one, or like variant % inner if it is a liquid, a gas or loose; a material that there is not looks
/// like nothing.
LOAM_API loam_colour loam_tile_colour(const loam_tile_defs *defs, const loam_tile_view *view,
                                      loam_tile tile, int64_t y);

#define LOAM_MAX_TILE_ZOOM 64

/// Tiles and how they become pixels.
typedef struct loam_tile_drawing
{
    const loam_tile_defs *defs;
    loam_tile_view view;
    const loam_tile *tiles; // area.w * area.h, the lowest row first
    loam_tile_area area;
    int64_t step; // tiles between two of them, >= 1; 1 unless they are samples
    int32_t zoom; // pixels along the side of a tile, 1..LOAM_MAX_TILE_ZOOM
    int32_t
        shrink; // or tiles along the side of a pixel, which is their mean, 1..LOAM_MAX_TILE_ZOOM.
                // One of the two is 1. A last pixel may be the mean of fewer
} loam_tile_drawing;

/// Draws tiles over what is in the picture. The highest row is on top, where its left end is pixel
/// (x, y). Clipped.
LOAM_API void loam_tiles_draw(loam_picture *picture, int32_t x, int32_t y,
                              const loam_tile_drawing *drawing);

// ---- plants in tiles ----------------------------------------------------------------------------

/// Puts plants into the walls of tiles, for pictures and maps, exactly as they stand in a living world. One
/// thread at a time.
typedef struct loam_tile_planter loam_tile_planter;

/// defs must outlive it. Fails with the species' name if a grammar cannot be read.
LOAM_API loam_result loam_tile_planter_create(const loam_env *env, const loam_tile_defs *defs,
                                              loam_tile_planter **out);
LOAM_API void loam_tile_planter_destroy(loam_tile_planter *planter);

/// What time of the year it is, on which it depends which leaves are there: steps since spring began, as of
/// loam_tile_world_year_step, modulo a year. A new planter has the one that new worlds begin with.
LOAM_API void loam_tile_planter_set_year_step(loam_tile_planter *planter, int64_t step);

/// Grows plants, 0..LOAM_MAX_CHUNK_PLANTS at a time, as they stand in still air. They wait for
/// loam_tile_planter_put.
LOAM_API loam_result loam_tile_planter_add(loam_tile_planter *planter,
                                           const loam_tile_plant *plants, int32_t count);

/// The same for the plants of a chunk that was kept, bent and damaged as they were then: the bytes of
/// loam_store_load_plants. LOAM_IO if they are damaged.
LOAM_API loam_result loam_tile_planter_add_kept(loam_tile_planter *planter, loam_chunk_pos chunk,
                                                const uint8_t *bytes, size_t size);

/// Puts all plants that wait into tiles[area.w * area.h], and waits for none any more. Where two meet, the same
/// is seen as in a living world, in whichever order they came. Sides of the area are 1..LOAM_MAX_TILE_AREA.
LOAM_API loam_result loam_tile_planter_put(loam_tile_planter *planter, loam_tile_area area,
                                           loam_tile *tiles);

/// A piece of a branch, at most 12 tiles long, or a clump of leaves at the end of one.
typedef struct loam_tile_branch
{
    int32_t parent;       // comes before it; -1: the root
    float from[2], to[2]; // its ends, tiles from the lowest, leftmost corner of the root's
    float width[2];       // at its ends, tiles
    float bend;           // of its joint from where it has grown, radians, to the left
    float
        moment; // on its joint by wind and weight, beyond what it has grown with; a number to compare
    int32_t tiles; // that it has at most
    uint8_t material;
    bool is_clump; // it has no length
} loam_tile_branch;

/// A plant in a wind.
typedef struct loam_tile_pose
{
    loam_tile_branch *branches;
    int32_t room;  // of branches
    int32_t count; // how many there are; more than room are not written
    int32_t box
        [4]; // left, low, right, high: tiles from the root's that it may ever cover, all included
} loam_tile_pose;

#define LOAM_MAX_PLANT_BRANCHES 1024

/// Grows one plant and lets it come to rest in a steady wind, -1..1: 1 is a storm to the right, 0 still air. For
/// pictures of how a species is built and sways; no branches if its grammar comes to nothing that can stand.
LOAM_API loam_result loam_tile_plant_pose(const loam_env *env, const loam_tile_defs *defs,
                                          const loam_tile_plant *plant, float wind,
                                          loam_tile_pose *pose);

// ---- pictures to paint in -----------------------------------------------------------------------

/// How one layer of a tile, LOAM_BLOCKS or LOAM_WALLS, is shown in a picture that people change in a paint
/// program: air is transparent, all else opaque, in the colour of its variant.
LOAM_API loam_colour loam_tile_layer_colour(const loam_tile_defs *defs, loam_layer layer,
                                            loam_tile tile);

/// A picture that came back from there.
typedef struct loam_tile_painting
{
    const loam_tile_defs *defs;
    loam_layer layer;            // LOAM_BLOCKS or LOAM_WALLS
    const loam_picture *picture; // a tile is a pixel; the highest row is on top
    loam_tile_pos at;            // of its lowest, leftmost tile
} loam_tile_painting;

/// Puts a painting on the tiles of an area, where it lies on them, and counts those that it changed. A tile
/// that looks as its pixel does stays what it is, to the bit (2 of 255 in a channel are what programs lose
/// when they convert pictures). Another one gets the material of the layer, and the variant, whose colour comes
/// closest; air if alpha is below 128. The other layer stays.
LOAM_API loam_result loam_tiles_paint(const loam_env *env, const loam_tile_painting *painting,
                                      loam_tile *tiles, loam_tile_area area, int64_t *changed);

#ifdef __cplusplus
}
#endif
#endif
