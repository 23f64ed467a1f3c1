// SPDX-License-Identifier: MIT
#include "play/tile_knobs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A knob is a row of a table. The tables of fields in loam/tiles.h know where its number lies in the definitions, what
// is accepted there and what it means, so a knob says only what is convenient to turn.

const char *const tile_knob_page_names[TILE_KNOB_PAGES] = {
    "Climate", "Relief", "Biomes", "Caves", "Rock and ores", "Water and lava", "Plants", "Sky",
};

#define NUMBER(whose, on, title, name, from, to, one, by, shown) \
    { \
        .label = (title), .field = (name), .page = (on), .scope = (whose), .low = (from), \
        .high = (to), .parts = (one), .step = (by), .format = (shown) \
    }
#define MATERIAL(whose, on, title, name, properties) \
    { \
        .label = (title), .field = (name), .page = (on), .scope = (whose), .any_of = (properties) \
    }
#define CLIMATE(title, name, from, to, one, by, shown) \
    NUMBER(TILE_KNOB_OF_GROUND, TILE_KNOBS_CLIMATE, title, name, from, to, one, by, shown)
#define RELIEF(title, name, from, to, one, by, shown) \
    NUMBER(TILE_KNOB_OF_GROUND, TILE_KNOBS_RELIEF, title, name, from, to, one, by, shown)
#define BIOME(title, name, from, to, one, by, shown) \
    NUMBER(TILE_KNOB_OF_BIOME, TILE_KNOBS_BIOME, title, name, from, to, one, by, shown)
#define BIOME_SHIFT(title, name, from, to, shown) \
    { \
        .label = (title), .field = (name), .page = TILE_KNOBS_BIOME, .scope = TILE_KNOB_OF_BIOME, \
        .shifts = true, .low = (from), .high = (to), .parts = 1, .step = 5, .format = (shown) \
    }
#define BIOME_MATERIAL(title, name) \
    MATERIAL(TILE_KNOB_OF_BIOME, TILE_KNOBS_BIOME, title, name, LOAM_SOLID)
#define CAVES(title, name, from, to, one, by, shown) \
    NUMBER(TILE_KNOB_OF_GROUND, TILE_KNOBS_CAVES, title, name, from, to, one, by, shown)
#define ROCK(title, name, from, to, one, by, shown) \
    NUMBER(TILE_KNOB_OF_GROUND, TILE_KNOBS_ROCK, title, name, from, to, one, by, shown)
#define ROCK_MATERIAL(title, name) \
    MATERIAL(TILE_KNOB_OF_GROUND, TILE_KNOBS_ROCK, title, name, LOAM_SOLID)
#define ORE(index) \
    {.label = "%s: share", \
     .field = "ore_shares", \
     .about = "ores", \
     .element = (index), \
     .page = TILE_KNOBS_ROCK, \
     .scope = TILE_KNOB_OF_GROUND, \
     .low = 0, \
     .high = 1, \
     .parts = 100, \
     .step = 1, \
     .format = "%d %%"}, \
    { \
        .label = "%s: top", .field = "ore_tops", .about = "ores", .element = (index), \
        .page = TILE_KNOBS_ROCK, .scope = TILE_KNOB_OF_GROUND, .low = -2000, .high = 300, \
        .parts = 1, .step = 20, .format = "%d" \
    }
#define WATER(title, name, from, to, one, by, shown) \
    NUMBER(TILE_KNOB_OF_GROUND, TILE_KNOBS_WATER, title, name, from, to, one, by, shown)
#define SPACING(title, index) \
    { \
        .label = (title), .field = "spacing", .element = (index), .page = TILE_KNOBS_PLANTS, \
        .scope = TILE_KNOB_OF_GROVES, .low = 2, .high = 100, .parts = 1, .step = 1, .format = "%d" \
    }
#define GROVES(title, name, from, to, one, by, shown) \
    NUMBER(TILE_KNOB_OF_GROVES, TILE_KNOBS_PLANTS, title, name, from, to, one, by, shown)
#define SKY(title, name, from, to, one, by, shown) \
    NUMBER(TILE_KNOB_OF_SKY, TILE_KNOBS_SKY, title, name, from, to, one, by, shown)

static const tile_knob all_knobs[] = {
    CLIMATE("Biome size", "climate_wavelength", 200, 12000, 1, 100, "%d"),
    CLIMATE("Contrast", "climate_contrast", 1, 6, 10, 1, "%d/10"),
    CLIMATE("Octaves", "climate_octaves", 1, 6, 1, 1, "%d"),
    CLIMATE("Border wander", "border_wander", 0, 200, 1, 4, "%d"),
    CLIMATE("Border fraying", "border_dither", 0, 60, 1, 2, "%d"),

    RELIEF("Hill width", "elevation_wavelength", 60, 3000, 1, 20, "%d"),
    RELIEF("Hill octaves", "elevation_octaves", 1, 8, 1, 1, "%d"),
    RELIEF("Ruggedness", "elevation_persistence", 0, 1, 100, 2, "%d %%"),
    RELIEF("Summit width", "peak_wavelength", 60, 2000, 1, 20, "%d"),
    RELIEF("Dune width", "dune_wavelength", 16, 600, 1, 4, "%d"),
    RELIEF("Bump width", "roughness_wavelength", 8, 400, 1, 4, "%d"),
    RELIEF("Bump octaves", "roughness_octaves", 1, 8, 1, 1, "%d"),
    RELIEF("Bump ruggedness", "roughness_persistence", 0, 1, 100, 2, "%d %%"),

    BIOME_SHIFT("Lowest ground", "elevation", -400, 800, "%d"),
    BIOME("Hills", "elevation_range", 0, 800, 1, 5, "%d"),
    BIOME("Summits", "peaks", 0, 1200, 1, 10, "%d"),
    BIOME("Dunes", "dunes", 0, 200, 1, 2, "%d"),
    BIOME("Bumps", "roughness", 0, 100, 1, 1, "%d"),
    BIOME("Slope bumps", "roughness_slope", 0, 200, 1, 2, "%d"),
    BIOME("Lakes", "lakes", 0, 1, 100, 2, "%d %%"),
    BIOME("Lake depth", "lake_depth", 0, 200, 1, 2, "%d"),
    BIOME("Water in caves", "pools", 0, 1, 100, 2, "%d %%"),
    BIOME("Soil depth", "soil_flat", 0, 200, 1, 2, "%d"),
    BIOME("Slope soil", "soil_depth", 0, 200, 1, 2, "%d"),
    BIOME("Surface depth", "surface_depth", 0, 60, 1, 1, "%d"),
    BIOME_SHIFT("Cover from", "cover_line", -200, 1200, "%d"),
    BIOME("Cover depth", "cover_depth", 0, 80, 1, 1, "%d"),
    BIOME_MATERIAL("Surface", "surface"),
    BIOME_MATERIAL("Soil", "soil"),
    BIOME_MATERIAL("Rock", "rock"),
    BIOME_MATERIAL("Cover", "cover"),

    CAVES("Cave size", "cave_wavelength", 40, 1600, 1, 8, "%d"),
    CAVES("Wide caves", "wide_width", 0.05f, 3, 100, 5, "%d %%"),
    CAVES("Narrow caves", "thin_width", 0.02f, 2, 100, 2, "%d %%"),
    CAVES("Solidness", "cave_threshold", 0, 1, 100, 1, "%d %%"),
    CAVES("Mixing width", "mix_wavelength", 100, 8000, 1, 50, "%d"),
    CAVES("Wide rubble", "dither_wide", 0, 1, 100, 1, "%d %%"),
    CAVES("Narrow rubble", "dither_thin", 0, 1, 100, 1, "%d %%"),
    CAVES("Crust", "crust_depth", 1, 600, 1, 5, "%d"),
    CAVES("Crust strength", "crust_gain", 0, 2, 100, 2, "%d %%"),
    CAVES("Caverns below", "cavern_top", -3000, 300, 1, 50, "%d"),
    CAVES("Largest below", "cavern_full", -6000, 0, 1, 50, "%d"),
    CAVES("Cavern size", "cavern_gain", 0, 1, 100, 1, "%d %%"),
    NUMBER(TILE_KNOB_OF_AUTOMATA, TILE_KNOBS_CAVES, "Smoothing", "iterations", 0,
           LOAM_MAX_CONSOLIDATION, 1, 1, "%d"),

    ROCK("Biome rock depth", "rock_depth", 0, 1200, 1, 10, "%d"),
    ROCK("Deep rock top", "deep_line", -4000, 400, 1, 50, "%d"),
    ROCK("Folds", "layer_wander", 0, 400, 1, 5, "%d"),
    ROCK("Strata", "strata_share", 0, 1, 100, 2, "%d %%"),
    ROCK("Pebbles", "pebble_share", 0, 0.5f, 100, 1, "%d %%"),
    ROCK("Pocket size", "ore_wavelength", 6, 200, 1, 2, "%d"),
    ORE(0),
    ORE(1),
    ORE(2),
    ORE(3),
    ORE(4),
    ORE(5),
    ROCK_MATERIAL("Common rock", "rock"),
    ROCK_MATERIAL("Old rock", "old_rock"),
    ROCK_MATERIAL("Deep rock", "deep_rock"),

    WATER("Lake spacing", "lake_spacing", 200, 8000, 1, 50, "%d"),
    WATER("Pond spacing", "pond_spacing", 60, 2000, 1, 10, "%d"),
    WATER("Pool width", "pool_width", 20, 600, 1, 5, "%d"),
    WATER("Pool height", "pool_height", 10, 300, 1, 2, "%d"),
    WATER("Deep pools", "deep_pools", 0, 1, 100, 2, "%d %%"),
    WATER("Deep pools from", "pool_wet_depth", 0, 3000, 1, 20, "%d"),
    WATER("Lava below", "lava_top", -4000, 400, 1, 50, "%d"),
    WATER("Only lava below", "lava_full", -8000, 400, 1, 50, "%d"),
    WATER("Lava pools", "lava_pools", 0, 1, 100, 2, "%d %%"),
    MATERIAL(TILE_KNOB_OF_GROUND, TILE_KNOBS_WATER, "Lakes of", "water", LOAM_LIQUID),
    MATERIAL(TILE_KNOB_OF_GROUND, TILE_KNOBS_WATER, "Ice of", "ice", LOAM_SOLID),
    MATERIAL(TILE_KNOB_OF_GROUND, TILE_KNOBS_WATER, "Deep pools of", "lava", LOAM_LIQUID),

    SPACING("Tree spacing", LOAM_STOREY_TREES),
    SPACING("Shrub spacing", LOAM_STOREY_SHRUBS),
    SPACING("Herb spacing", LOAM_STOREY_HERBS),
    GROVES("Grove size", "wavelength", 40, 4000, 1, 20, "%d"),
    GROVES("Grove edges", "contrast", 1, 8, 10, 1, "%d/10"),
    GROVES("Cave plants", "cave_share", 0, 1, 100, 2, "%d %%"),

    SKY("Day length", "day_steps", 3000, 360000, 1, 1000, "%d"),
    SKY("Days of a year", "year_days", 1, 120, 1, 1, "%d"),
    SKY("Wind", "wind_strength", 0, 2, 100, 5, "%d %%"),
    SKY("Clouds", "cloud_share", 0, 1, 100, 2, "%d %%"),
    SKY("Cloud height", "cloud_height", 20, 600, 1, 10, "%d"),
    SKY("Rain", "rain_chance", 0, 400, 1, 2, "%d"),
    SKY("Lightning", "lightning_chance", 0, 400, 1, 2, "%d"),
    SKY("Snow up to", "snow_temperature", 0, 255, 1, 5, "%d"),
    SKY("Cold by height", "lapse", 0, 255, 1, 5, "%d"),
    MATERIAL(TILE_KNOB_OF_SKY, TILE_KNOBS_SKY, "It rains", "rain", LOAM_LIQUID | LOAM_LOOSE),
    MATERIAL(TILE_KNOB_OF_SKY, TILE_KNOBS_SKY, "It snows", "snow", LOAM_LIQUID | LOAM_LOOSE),
};

const tile_knob *tile_knobs(int32_t *count)
{
    *count = (int32_t)(sizeof all_knobs / sizeof *all_knobs);
    return all_knobs;
}

// ---- where a value lies -------------------------------------------------------------------------

static const loam_tile_field *find_field(tile_knob_scope scope, const char *name)
{
    static const loam_tile_field *(*const tables[])(int32_t *) = {
        [TILE_KNOB_OF_GROUND] = loam_tile_ground_fields,
        [TILE_KNOB_OF_BIOME] = loam_tile_biome_fields,
        [TILE_KNOB_OF_AUTOMATA] = loam_tile_automaton_fields,
        [TILE_KNOB_OF_GROVES] = loam_tile_groves_fields,
        [TILE_KNOB_OF_SKY] = loam_tile_sky_fields,
    };
    int32_t count;
    const loam_tile_field *const all = tables[scope](&count);
    for (int32_t i = 0; i < count; i++)
    {
        if (strcmp(all[i].name, name) == 0)
        {
            return &all[i];
        }
    }
    LOAM_ASSERT(NULL, name == NULL); // the table of knobs names what is there
    return all;
}

static const loam_tile_field *field_of(const tile_knob *knob)
{
    return find_field(knob->scope, knob->field);
}

/// The struct that the field lies in.
static uint8_t *owner_of(tile_knob_scope scope, loam_tile_defs *defs, int32_t biome)
{
    switch (scope)
    {
    case TILE_KNOB_OF_BIOME:
        return (uint8_t *)&defs->biomes[biome];
    case TILE_KNOB_OF_AUTOMATA:
        return (uint8_t *)&defs->blocks;
    case TILE_KNOB_OF_GROVES:
        return (uint8_t *)&defs->groves;
    case TILE_KNOB_OF_SKY:
        return (uint8_t *)&defs->sky;
    default:
        return (uint8_t *)&defs->ground;
    }
}

static uint8_t *place_of(const tile_knob *knob, const loam_tile_field *field, loam_tile_defs *defs,
                         int32_t biome)
{
    return owner_of(knob->scope, defs, biome) + field->offset +
           (size_t)knob->element * loam_field_size(field->kind);
}

static double read_at(const tile_knob *knob, const loam_tile_defs *defs, int32_t biome)
{
    const loam_tile_field *const field = field_of(knob);
    // Nothing is written: the place of a value is found for those who write, too.
    const uint8_t *const at = place_of(knob, field, (loam_tile_defs *)(uintptr_t)defs, biome);
    int32_t whole;
    float number;
    switch (field->kind)
    {
    case LOAM_FIELD_MATERIAL:
        return *at;
    case LOAM_FIELD_FLOAT:
        memcpy(&number, at, sizeof number);
        return (double)number;
    default:
        memcpy(&whole, at, sizeof whole);
        return whole;
    }
}

static void write_at(const tile_knob *knob, loam_tile_defs *defs, int32_t biome, double value)
{
    const loam_tile_field *const field = field_of(knob);
    uint8_t *const at = place_of(knob, field, defs, biome);
    if (field->kind == LOAM_FIELD_MATERIAL)
    {
        *at = (uint8_t)value;
        return;
    }
    const double accepted = fmin(fmax(value, field->low), field->high);
    const int32_t whole = (int32_t)lround(accepted);
    const float number = (float)accepted;
    memcpy(at, field->kind == LOAM_FIELD_FLOAT ? (const void *)&number : &whole, sizeof whole);
}

// ---- what it is ---------------------------------------------------------------------------------

bool tile_knob_is_material(const tile_knob *knob)
{
    return knob->step == 0;
}

const char *tile_knob_meaning(const tile_knob *knob)
{
    return field_of(knob)->meaning;
}

/// The material that a knob is about.
static const loam_material *material_about(const tile_knob *knob, const loam_tile_defs *defs)
{
    tile_knob about = *knob;
    about.field = knob->about;
    return &defs->materials[(uint8_t)read_at(&about, defs, 0)];
}

bool tile_knob_is_there(const tile_knob *knob, const loam_tile_defs *defs)
{
    return knob->about == NULL || material_about(knob, defs) != &defs->materials[LOAM_AIR];
}

/// "iron_ore" as "iron ore".
static void write_words(const char *name, char out[LOAM_MAX_NAME + 1])
{
    snprintf(out, LOAM_MAX_NAME + 1, "%s", name);
    for (char *at = out; *at != '\0'; at++)
    {
        *at = *at == '_' ? ' ' : *at;
    }
}

void tile_knob_label(const tile_knob *knob, const loam_tile_defs *defs,
                     char out[TILE_KNOB_MAX_LABEL])
{
    char name[LOAM_MAX_NAME + 1];
    const char *const hole = strstr(knob->label, "%s");
    if (knob->about == NULL || hole == NULL)
    {
        snprintf(out, TILE_KNOB_MAX_LABEL, "%s", knob->label);
        return;
    }
    write_words(material_about(knob, defs)->name, name);
    snprintf(out, TILE_KNOB_MAX_LABEL, "%.*s%s", (int)(hole - knob->label), knob->label, name);
}

// ---- turning ------------------------------------------------------------------------------------

/// A biome's value, or the mean of all; of materials the first's.
static double value_of(const tile_knob *knob, const loam_tile_defs *defs, int32_t biome)
{
    if (knob->scope != TILE_KNOB_OF_BIOME || biome != TILE_KNOB_ALL_BIOMES)
    {
        return read_at(knob, defs, biome);
    }
    if (tile_knob_is_material(knob))
    {
        return read_at(knob, defs, 0);
    }
    double sum = 0;
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        sum += read_at(knob, defs, i);
    }
    return sum / LOAM_BIOMES;
}

static int32_t in_parts(const tile_knob *knob, double value)
{
    return tile_knob_is_material(knob) ? (int32_t)value : (int32_t)lround(value * knob->parts);
}

int32_t tile_knob_get(const tile_knob *knob, const loam_tile_defs *defs, int32_t biome)
{
    return in_parts(knob, value_of(knob, defs, biome));
}

void tile_knob_limits(const tile_knob *knob, const loam_tile_defs *defs, int32_t biome,
                      int32_t *low, int32_t *high)
{
    const int32_t now = tile_knob_get(knob, defs, biome);
    *low = in_parts(knob, (double)knob->low);
    *high = in_parts(knob, (double)knob->high);
    *low = now < *low ? now : *low;
    *high = now > *high ? now : *high;
}

static void set_all_biomes(const tile_knob *knob, loam_tile_defs *defs, double value)
{
    const double mean = value_of(knob, defs, TILE_KNOB_ALL_BIOMES);
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        const double old = read_at(knob, defs, i);
        const double scaled = mean > 0 ? old * (value / mean) : value;
        const bool as_it_is = tile_knob_is_material(knob);
        write_at(knob, defs, i, as_it_is ? value : knob->shifts ? old + value - mean : scaled);
    }
}

static void set_value(const tile_knob *knob, loam_tile_defs *defs, int32_t biome, double value)
{
    if (knob->scope == TILE_KNOB_OF_BIOME && biome == TILE_KNOB_ALL_BIOMES)
    {
        set_all_biomes(knob, defs, value);
        return;
    }
    write_at(knob, defs, biome, value);
    if (knob->scope == TILE_KNOB_OF_AUTOMATA)
    {
        defs->walls.iterations = defs->blocks.iterations;
    }
}

/// The parts of the definitions that knobs turn.
typedef struct turned_parts
{
    loam_tile_biome biomes[LOAM_BIOMES];
    loam_tile_ground ground;
    loam_tile_automaton blocks, walls;
    loam_tile_sky sky;
    loam_tile_groves groves;
} turned_parts;

static void save_parts(const loam_tile_defs *defs, turned_parts *out)
{
    memcpy(out->biomes, defs->biomes, sizeof out->biomes);
    out->ground = defs->ground;
    out->blocks = defs->blocks;
    out->walls = defs->walls;
    out->sky = defs->sky;
    out->groves = defs->groves;
}

static void restore_parts(const turned_parts *parts, loam_tile_defs *defs)
{
    memcpy(defs->biomes, parts->biomes, sizeof parts->biomes);
    defs->ground = parts->ground;
    defs->blocks = parts->blocks;
    defs->walls = parts->walls;
    defs->sky = parts->sky;
    defs->groves = parts->groves;
}

loam_result tile_knob_set(const tile_knob *knob, loam_tile_defs *defs, int32_t biome, int32_t value)
{
    turned_parts before;
    save_parts(defs, &before);
    set_value(knob, defs, biome, tile_knob_is_material(knob) ? value : (double)value / knob->parts);
    const loam_result result = loam_tile_defs_check(defs);
    if (result != LOAM_OK)
    {
        restore_parts(&before, defs);
    }
    return result;
}

// ---- materials ----------------------------------------------------------------------------------

/// As the library's check asks of it, and what would be odd left out: lakes of stone.
static bool is_offered(const tile_knob *knob, const loam_tile_field *field,
                       const loam_material *material)
{
    const bool ground = (int32_t)field->low == LOAM_FIELD_GROUND;
    const uint32_t layers = ground ? LOAM_BLOCKS | LOAM_WALLS : LOAM_BLOCKS;
    return material->name[0] != '\0' && (material->properties & knob->any_of) != 0 &&
           (material->layers & layers) == layers;
}

int32_t tile_knob_materials(const tile_knob *knob, const loam_tile_defs *defs,
                            uint8_t ids[LOAM_MAX_MATERIALS], const char *names[LOAM_MAX_MATERIALS])
{
    const loam_tile_field *const field = field_of(knob);
    const int32_t now = tile_knob_get(knob, defs, 0);
    int32_t count = 0;
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        const bool none = id == LOAM_AIR && field->high > 0;
        if (none || id == now || is_offered(knob, field, &defs->materials[id]))
        {
            ids[count] = (uint8_t)id;
            names[count++] = none ? "none" : defs->materials[id].name;
        }
    }
    return count;
}
