// SPDX-License-Identifier: MIT
#include "loam/tiles.h"

#include "loam/noise.h"

// The tables from which checks, files, documentation and tests of the definitions come. A field that
// is added to a struct is added here, in one line at the same place; a test compares the two.

enum
{
    // For materials: what is accepted.
    ANY = LOAM_FIELD_BLOCK,
    SOLID = LOAM_FIELD_GROUND,
    WALL = LOAM_FIELD_WALL,
    ANYWHERE = LOAM_FIELD_ANYWHERE,
    NOT_NONE = 0,
    OR_NONE = 1,

    MAX_WAVELENGTH = 1 << 20,
    MAX_HEIGHT = 1 << 16,
    MAX_DEPTH = 1 << 14,
    MAX_BORDER = 1 << 9,
    MAX_SHADE = 255,
    NEIGHBOURS = 8,
    CHANCE = 1024,
    RARE_CHANCE = 65536,
    MAX_DENSITY = 65535,
    MIN_DAY = 100,
    MAX_STEPS = 1 << 24,
    MAX_WIND = 16,
    MAX_SPACING = 1 << 12,
    MAX_PLANT_SCALE = 16,
    MAX_AGE = 10000,
    MAX_LEAF_POWER = 64,
    MAX_GROWTH = 100,
    MAX_STEEPNESS = 64,

    ALL_PROPERTIES = (1 << LOAM_PROPERTY_COUNT) - 1,
    ALL_LAYERS = LOAM_BLOCKS | LOAM_WALLS,
    ALL_MODIFIERS = (1 << LOAM_RULE_MODIFIER_COUNT) - 1,
};

// Kind and count follow from the member's type.
#define MEMBER(member) (((OWNER *)0)->member)
#define KIND_OF(member) \
    _Generic(MEMBER(member), int32_t \
             : LOAM_FIELD_INT, int32_t * \
             : LOAM_FIELD_INT, float \
             : LOAM_FIELD_FLOAT, float * \
             : LOAM_FIELD_FLOAT, uint8_t \
             : LOAM_FIELD_MATERIAL, uint8_t * \
             : LOAM_FIELD_MATERIAL, loam_colour \
             : LOAM_FIELD_COLOUR)
#define SIZE_OF(kind) ((kind) == LOAM_FIELD_MATERIAL ? sizeof(uint8_t) : sizeof(uint32_t))
#define FIELD(member, lowest, highest, text) \
    FIELD_OF(KIND_OF(member), member, lowest, highest, text)
// But for bits and names, which look like numbers.
#define FIELD_OF(what, member, lowest, highest, text) \
    { \
        .name = #member, .kind = (what), .offset = offsetof(OWNER, member), \
        .count = (int32_t)(sizeof(MEMBER(member)) / SIZE_OF(what)), .low = (lowest), \
        .high = (highest), .meaning = (text) \
    }
#define PROPERTIES(member, text) FIELD_OF(LOAM_FIELD_PROPERTIES, member, 0, ALL_PROPERTIES, text)

// ---- materials ----------------------------------------------------------------------------------

#define OWNER loam_material

static const loam_tile_field material_fields[] = {
    FIELD(translucency, 0, MAX_SHADE, "light that passes a unit of it as a block, of 255"),
    FIELD(wall_translucency, 0, MAX_SHADE, "light that passes a unit of it as a wall, of 255"),
    FIELD(hardness, 0, LOAM_MAX_HARDNESS, "steps of digging until it gives way"),
    FIELD(spring, 0, MAX_SHADE, "its tint in spring: colour, and in alpha how much of it is seen"),
    FIELD(autumn, 0, MAX_SHADE, "the same in autumn"),
    FIELD(winter, 0, MAX_SHADE, "the same in winter"),
};

#undef OWNER

// ---- biomes -------------------------------------------------------------------------------------

#define OWNER loam_tile_biome

static const loam_tile_field biome_fields[] = {
    FIELD(surface, SOLID, NOT_NONE, "material on top"),
    FIELD(soil, SOLID, NOT_NONE, "material under it"),
    FIELD(rock, SOLID, NOT_NONE, "material under the soil, until the common rock begins"),
    FIELD(cover, SOLID, OR_NONE, "material that lies on top above cover_line: snow"),
    FIELD(surface_depth, 0, MAX_DEPTH, "how thick the surface is, tiles"),
    FIELD(elevation, -MAX_HEIGHT, MAX_HEIGHT, "height of the lowest ground, tiles"),
    FIELD(elevation_range, 0, MAX_HEIGHT, "what the elevation noise adds at most, tiles"),
    FIELD(peaks, 0, MAX_HEIGHT, "what the ridged noise adds at most, tiles: summits"),
    FIELD(dunes, 0, MAX_DEPTH, "height of dunes, tiles"),
    FIELD(roughness, 0, MAX_DEPTH, "amplitude of the roughness on flat ground, tiles"),
    FIELD(roughness_slope, 0, MAX_DEPTH, "what the steepest slope adds to it, tiles"),
    FIELD(soil_depth, 0, MAX_DEPTH, "depth of the soil on the steepest slope, tiles"),
    FIELD(soil_flat, 0, MAX_DEPTH, "what flat ground adds to it, tiles"),
    FIELD(cover_line, -MAX_HEIGHT, MAX_HEIGHT, "height from which on the cover lies, tiles"),
    FIELD(cover_depth, 0, MAX_DEPTH, "how thick the cover is, tiles"),
    FIELD(lakes, 0, 1, "share of places for lakes that have one"),
    FIELD(lake_depth, 0, MAX_DEPTH, "depth of the deepest lakes, tiles"),
    FIELD(pools, 0, 1, "share of places under ground that hold water"),
    FIELD(colour, 0, MAX_SHADE, "on maps"),
    FIELD(sky, 0, MAX_SHADE, "of the sky at the horizon"),
};

#undef OWNER

// ---- ground -------------------------------------------------------------------------------------

#define OWNER loam_tile_ground

static const loam_tile_field ground_fields[] = {
    FIELD(climate_wavelength, 16, MAX_WAVELENGTH, "of temperature and humidity, tiles"),
    FIELD(climate_octaves, 1, LOAM_MAX_OCTAVES, "of temperature and humidity"),
    FIELD(climate_contrast, 1, 16, "how far that noise is stretched towards its ends"),
    FIELD(border_wander, 0, MAX_BORDER, "how far a border of two biomes wanders, tiles"),
    FIELD(border_dither, 0, MAX_BORDER, "how far it is frayed, tiles"),
    FIELD(strip_width, 0, MAX_BORDER, "of the strip between grass and sand, tiles"),
    FIELD(strip, SOLID, NOT_NONE, "material of that strip"),
    FIELD(elevation_wavelength, 16, MAX_WAVELENGTH, "of the elevation, tiles"),
    FIELD(elevation_octaves, 1, LOAM_MAX_OCTAVES, "of the elevation"),
    FIELD(elevation_persistence, 0, 1, "weight of an octave relative to the one before"),
    FIELD(roughness_wavelength, 2, MAX_WAVELENGTH, "of the roughness, tiles"),
    FIELD(roughness_octaves, 1, LOAM_MAX_OCTAVES, "of the roughness"),
    FIELD(roughness_persistence, 0, 1, "weight of an octave relative to the one before"),
    FIELD(peak_wavelength, 16, MAX_WAVELENGTH, "of the summits, tiles"),
    FIELD(dune_wavelength, 4, MAX_WAVELENGTH, "of the dunes, tiles"),
    FIELD(lake_spacing, 16, MAX_WAVELENGTH, "between places for lakes, tiles"),
    FIELD(pond_spacing, 16, MAX_WAVELENGTH, "between places for ponds, small lakes, tiles"),
    FIELD(rock, SOLID, NOT_NONE, "the common rock"),
    FIELD(old_rock, SOLID, NOT_NONE, "the common rock where caves are wide"),
    FIELD(deep_rock, SOLID, NOT_NONE, "the rock of the depth"),
    FIELD(rock_depth, 0, MAX_HEIGHT, "below the surface, where the biome's rock ends, tiles"),
    FIELD(deep_line, -MAX_HEIGHT, MAX_HEIGHT, "height where deep rock begins, tiles"),
    FIELD(layer_wander, 0, MAX_DEPTH, "how far these borders, and strata, go up and down, tiles"),
    FIELD(strata, SOLID, OR_NONE, "materials of thin strata"),
    FIELD(strata_share, 0, 1, "how much of the rock is strata"),
    FIELD(deep_stratum, SOLID, OR_NONE, "material of strata in deep rock"),
    FIELD(ores, SOLID, OR_NONE, "materials of pockets"),
    FIELD(ore_tops, -MAX_HEIGHT, MAX_HEIGHT, "height below which an ore is found, tiles"),
    FIELD(ore_shares, 0, 1, "how much of the rock there is of it, about"),
    FIELD(ore_wavelength, 2, MAX_WAVELENGTH, "of the pockets, tiles"),
    FIELD(pebbles, SOLID, OR_NONE, "material of pockets in the soil"),
    FIELD(pebble_share, 0, 1, "how much of the soil there is of it, about"),
    FIELD(cave_wavelength, 4, MAX_WAVELENGTH, "of both kinds of caves, tiles"),
    FIELD(wide_octaves, 1, LOAM_MAX_OCTAVES, "of the sum that makes wide caves"),
    FIELD(wide_width, 0.01, 100, "divides that sum: larger is wider"),
    FIELD(thin_width, 0.01, 100, "divides the minimum that makes thin caves: larger is wider"),
    FIELD(mix_wavelength, 16, MAX_WAVELENGTH, "of the noise that mixes the two kinds, tiles"),
    FIELD(mix_gain, 1, 1000, "its oversaturation: larger makes the change sharper"),
    FIELD(dither_thin, 0, 1, "weight of the hash in thin caves"),
    FIELD(dither_wide, 0, 1, "weight of the hash in wide caves"),
    FIELD(cave_threshold, 0, 1, "more solidity than this is solid"),
    FIELD(crust_depth, 1, MAX_HEIGHT, "below the surface, where caves are as wide as anywhere"),
    FIELD(crust_gain, 0, 10, "what is added to the solidity right below the surface"),
    FIELD(cavern_top, -MAX_HEIGHT, MAX_HEIGHT, "height below which caves grow, tiles"),
    FIELD(cavern_full, -MAX_HEIGHT, MAX_HEIGHT, "height below which they grow no more, tiles"),
    FIELD(cavern_gain, 0, 10, "what is taken from the solidity there"),
    FIELD(water, ANY, OR_NONE, "material of lakes and pools"),
    FIELD(ice, SOLID, OR_NONE, "material on lakes in the cold"),
    FIELD(lava, ANY, OR_NONE, "material of pools in the depth"),
    FIELD(pool_width, 8, MAX_WAVELENGTH, "of places for pools, tiles"),
    FIELD(pool_height, 8, MAX_WAVELENGTH, "of places for pools, tiles"),
    FIELD(pool_wet_depth, 0, MAX_HEIGHT, "below the surface, where deep_pools begins to hold"),
    FIELD(deep_pools, 0, 1, "share of places that hold water there"),
    FIELD(lava_top, -MAX_HEIGHT, MAX_HEIGHT, "height below which there is lava, tiles"),
    FIELD(lava_full, -MAX_HEIGHT, MAX_HEIGHT, "height below which all pools are lava, tiles"),
    FIELD(lava_pools, 0, 1, "share of places there that hold lava"),
};

#undef OWNER

// ---- automata -----------------------------------------------------------------------------------

#define OWNER loam_tile_automaton

static const loam_tile_field automaton_fields[] = {
    FIELD(iterations, 0, LOAM_MAX_CONSOLIDATION, "how often the rules are gone by"),
    FIELD(rule_count, 1, LOAM_MAX_TILE_RULES, "how many rules take turns"),
    FIELD(birth_above, 0, NEIGHBOURS, "air turns solid if more neighbours are"),
    FIELD(death_below, 0, NEIGHBOURS, "solid turns air if fewer neighbours are"),
};

#undef OWNER

// ---- rules of slow change -----------------------------------------------------------------------

#define OWNER loam_slow_rule

static const loam_tile_field slow_rule_fields[] = {
    FIELD(from, ANYWHERE, OR_NONE, "material that changes; without it, having says which do"),
    PROPERTIES(having, "materials with all of these change"),
    FIELD_OF(LOAM_FIELD_LAYERS, layers, LOAM_BLOCKS, ALL_LAYERS, "where the rule holds"),
    PROPERTIES(required, "each of them is found around"),
    PROPERTIES(forbidden, "none of them is found around"),
    FIELD_OF(LOAM_FIELD_MODIFIERS, modifiers, 0, ALL_MODIFIERS, "what else is asked for"),
    FIELD(temperature_low, 0, LOAM_CLIMATE_MAX, "it holds where it is at least as warm"),
    FIELD(temperature_high, 0, LOAM_CLIMATE_MAX, "and at most as warm"),
    FIELD(humidity_low, 0, LOAM_CLIMATE_MAX, "it holds where it is at least as humid"),
    FIELD(humidity_high, 0, LOAM_CLIMATE_MAX, "and at most as humid"),
    FIELD(chance, 0, CHANCE, "of 1024, each time that a tile is looked at: about every 10 seconds"),
    FIELD(to, ANYWHERE, OR_NONE, "material that it turns into"),
    FIELD_OF(LOAM_FIELD_LAYERS, written, 0, LOAM_WALLS,
             "if there is one: the tile stays, and `to` appears there if air is: behind or before "
             "the tile, "
             "above it in its own layer"),
};

#undef OWNER

// ---- fluids -------------------------------------------------------------------------------------

#define OWNER loam_tile_fluid

static const loam_tile_field fluid_fields[] = {
    FIELD_OF(LOAM_FIELD_MOTION, motion, 0, LOAM_MOTION_COUNT - 1, "how it moves"),
    FIELD(density, 1, MAX_DENSITY, "the denser sinks; air has 100"),
    FIELD(straight, 0, CHANCE, "chance of 1024 to try to go straight down or up, in a step"),
    FIELD(diagonal, 0, CHANCE, "chance of 1024 to try to go diagonally"),
    FIELD(sideways, 0, CHANCE, "chance of 1024 to try to go sideways"),
    FIELD(wind, 0, CHANCE, "chance of 1024 to lean with the wind, under open sky"),
    FIELD(levelling, 0, CHANCE, "chance of 1024 to look for another vessel to flow to"),
    FIELD(contacts, ANY, OR_NONE, "materials that change it, beside, above or below it"),
    FIELD(contact_chances, 0, CHANCE, "with this chance of 1024 a step"),
    FIELD(contact_results, ANY, OR_NONE, "what it turns into then"),
    FIELD(decay_chances, 0, RARE_CHANCE, "chance of 65536 to decay when it has not moved"),
    FIELD(decay_results, ANY, OR_NONE, "what it turns into then"),
    FIELD(settled, ANY, OR_NONE, "for what is loose: the solid and granular material at rest"),
    FIELD(settle_chance, 0, CHANCE, "chance of 1024 a step to become that, on something solid"),
    FIELD(dissolves, 0, LOAM_MAX_HARDNESS, "it eats solids up to this hardness, 0 for none"),
    FIELD(appetite, 0, CHANCE, "chance of 1024 a step that it does, for the softest"),
    FIELD(used_up, 0, CHANCE, "chance of 1024 that it is gone afterwards"),
    FIELD(fumes, ANY, OR_NONE, "what is left then"),
};

#undef OWNER

// ---- sky ----------------------------------------------------------------------------------------

#define OWNER loam_tile_sky

static const loam_tile_field sky_fields[] = {
    FIELD(day_steps, MIN_DAY, MAX_STEPS, "of a day and its night"),
    FIELD(year_days, 1, LOAM_MAX_YEAR_DAYS, "of a year"),
    FIELD(noon, 0, MAX_SHADE, "light of the sky: colour, and in alpha how strong"),
    FIELD(dusk, 0, MAX_SHADE, "the same when the sun is low"),
    FIELD(night, 0, MAX_SHADE, "the same at night"),
    FIELD(zenith_noon, 0, MAX_SHADE, "colour of the sky far up"),
    FIELD(zenith_dusk, 0, MAX_SHADE, "the same when the sun is low"),
    FIELD(zenith_night, 0, MAX_SHADE, "the same at night"),
    FIELD(wind_wavelength, 16, MAX_WAVELENGTH, "of gusts, tiles"),
    FIELD(wind_period, 1, MAX_STEPS, "of gusts, steps"),
    FIELD(wind_strength, 0, MAX_WIND, "tiles a step that clouds drift at most, about"),
    FIELD(cloud_wavelength, 16, MAX_WAVELENGTH, "of clouds, tiles"),
    FIELD(cloud_period, 1, MAX_STEPS, "steps in which clouds come and go"),
    FIELD(cloud_share, 0, 1, "of the sky, where it is middling humid"),
    FIELD(cloud_height, 0, MAX_DEPTH, "above the ground, tiles"),
    FIELD(rain_chance, 0, RARE_CHANCE,
          "of 65536, that a drop falls in a column in a step, under the densest cloud"),
    FIELD(rain, ANY, OR_NONE, "fluid that falls"),
    FIELD(snow, ANY, OR_NONE, "fluid that falls instead where it is cold"),
    FIELD(snow_temperature, 0, LOAM_CLIMATE_MAX, "up to which it is cold enough for that"),
    FIELD(lapse, 0, LOAM_CLIMATE_MAX, "how much colder it gets with every 256 tiles of height"),
    FIELD(lightning_chance, 0, RARE_CHANCE,
          "of 65536, that lightning strikes on 64 columns in a step, in a storm"),
    FIELD(lightning, ANY, OR_NONE,
          "fluid that it leaves; what is struck changes as it does beside that"),
};

#undef OWNER

// ---- plants -------------------------------------------------------------------------------------

#define OWNER loam_tile_groves

static const loam_tile_field groves_fields[] = {
    FIELD(spacing, 2, MAX_SPACING, "between places for trees, shrubs and herbs, tiles"),
    FIELD(wavelength, 16, MAX_WAVELENGTH, "of groves and glades, tiles"),
    FIELD(contrast, 1, 16, "how sharp the edge of a grove is"),
    FIELD(cave_share, 0, 1, "share of the places in caves that have a plant"),
};

#undef OWNER

#define OWNER loam_tile_species

static const loam_tile_field species_fields[] = {
    FIELD(parts, WALL, OR_NONE,
          "what the parts of the grammar are made of; `air` behind the first: as the one before"),
    FIELD(leaf, WALL, OR_NONE, "what grows around buds and leaves"),
    FIELD(flower, WALL, OR_NONE, "what flowers and berries are made of"),
    FIELD(seed, ANY, OR_NONE,
          "liquid or loose: drops now and then when leaves and flowers come off, and is planted"),
    FIELD(scale, 0.05, MAX_PLANT_SCALE, "tiles a unit of the grammar"),
    FIELD(age_low, 0, MAX_AGE, "of the youngest, years, when a world is new"),
    FIELD(age_high, 0, MAX_AGE, "of the oldest"),
    FIELD(leaf_power, 0, MAX_LEAF_POWER, "of a leaf beside a bud of level 1"),
    FIELD(leaf_loss, 1, MAX_LEAF_POWER, "what a leaf loses with every tile that it spreads"),
    FIELD(leaf_neighbours, 4, NEIGHBOURS, "tiles that a leaf spreads to: 4 or 8"),
    FIELD(sheds, 0, 1, "share of its leaves and flowers that come off in autumn"),
    FIELD(growth, 0, MAX_GROWTH, "years that it grows by in a year of the world; 0: not at all"),
    FIELD(lifespan, 0, MAX_AGE, "years that it lives, about; 0: it does not die"),
    FIELD(spread, 0, 1, "chance that a seed of it sprouts where one of its kind could stand"),
    FIELD(sway, 0, 3, "how far a twig bends in a storm, radians"),
    FIELD(pace, 0.01, 10, "swings of the stem in a second"),
    FIELD(damping, 0, 1, "of a swing; 1 swings no more"),
    FIELD_OF(LOAM_FIELD_PLACE, place, 0, LOAM_PLANT_PLACE_COUNT - 1, "what it grows on"),
    FIELD_OF(LOAM_FIELD_STOREY, storey, 0, LOAM_STOREY_COUNT - 1,
             "it keeps its distance from others of its storey"),
    FIELD_OF(LOAM_FIELD_PROPERTIES, soil, 1, ALL_PROPERTIES,
             "what it stands on or hangs from has one of these"),
    FIELD(temperature_low, 0, LOAM_CLIMATE_MAX, "it grows where it is at least as warm"),
    FIELD(temperature_high, 0, LOAM_CLIMATE_MAX, "and at most as warm"),
    FIELD(humidity_low, 0, LOAM_CLIMATE_MAX, "it grows where it is at least as humid"),
    FIELD(humidity_high, 0, LOAM_CLIMATE_MAX, "and at most as humid"),
    FIELD(slope, 0, MAX_STEEPNESS, "the steepest ground, rise per tile"),
    FIELD(depth_low, 0, MAX_HEIGHT, "in caves and hanging: at least so far below the surface"),
    FIELD(depth_high, 0, MAX_HEIGHT, "and at most so far"),
    FIELD(share, 0, 1, "of the places of its storey, where all is as it likes it"),
    FIELD(groves, -1, 1, "0: anywhere; 1: only in groves; -1: only in glades"),
};

#undef OWNER

// -------------------------------------------------------------------------------------------------

#define TABLE(fields) (*count = (int32_t)(sizeof(fields) / sizeof *(fields)), (fields))

const loam_tile_field *loam_material_fields(int32_t *count)
{
    return TABLE(material_fields);
}

const loam_tile_field *loam_tile_biome_fields(int32_t *count)
{
    return TABLE(biome_fields);
}

const loam_tile_field *loam_tile_ground_fields(int32_t *count)
{
    return TABLE(ground_fields);
}

const loam_tile_field *loam_tile_automaton_fields(int32_t *count)
{
    return TABLE(automaton_fields);
}

const loam_tile_field *loam_slow_rule_fields(int32_t *count)
{
    return TABLE(slow_rule_fields);
}

const loam_tile_field *loam_tile_fluid_fields(int32_t *count)
{
    return TABLE(fluid_fields);
}

const loam_tile_field *loam_tile_sky_fields(int32_t *count)
{
    return TABLE(sky_fields);
}

const loam_tile_field *loam_tile_groves_fields(int32_t *count)
{
    return TABLE(groves_fields);
}

const loam_tile_field *loam_tile_species_fields(int32_t *count)
{
    return TABLE(species_fields);
}

size_t loam_field_size(loam_field_kind kind)
{
    return SIZE_OF(kind);
}
