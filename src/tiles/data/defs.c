// SPDX-License-Identifier: MIT
#include "tiles/data/defs.h"

#include "loam/random.h"
#include "tiles/data/check.h"

#include <string.h>

// What definitions have in common: beginning, names, hashing. Numbers are gone through by the tables of
// fields.c.

/// Version 2 brought lightning.
static void forget_lightning(loam_tile_sky *sky)
{
    sky->lightning_chance = 0;
    sky->lightning = LOAM_AIR;
}

static void forget_seeds(loam_tile_fluid *fluids)
{
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS; i++)
    {
        if (fluids[i].material > TILE_TORCH)
        {
            fluids[i] = (loam_tile_fluid){0};
        }
    }
}

/// It also brought plants, and materials for them, at the end of those that there were.
static void forget_plants(loam_tile_defs *defs)
{
    forget_seeds(defs->fluids);
    for (int32_t id = TILE_TORCH + 1; id < LOAM_MAX_MATERIALS; id++)
    {
        defs->materials[id] = (loam_material){0};
    }
    int32_t count = 0;
    for (int32_t i = 0; i < LOAM_MAX_SLOW_RULES; i++)
    {
        const loam_slow_rule rule = defs->rules[i];
        defs->rules[i] = (loam_slow_rule){0};
        if (rule.from <= TILE_TORCH && rule.from != TILE_BURNT_WOOD)
        {
            defs->rules[count++] = rule;
        }
    }
    defs->species[0] = (loam_tile_species){0};
}

/// What a later version has changed stands behind a question for the version here, so that the older ones stay
/// what they were.
static void init_built_in(loam_tile_defs *out, int32_t version)
{
    memset(out, 0, sizeof *out);
    out->version = version;
    loam_builtin_materials(out->materials);
    loam_builtin_biomes(out->biomes);
    loam_builtin_ground(&out->ground);
    loam_builtin_automata(&out->blocks, &out->walls);
    loam_builtin_rules(out->rules);
    loam_builtin_fluids(out->fluids);
    loam_builtin_sky(&out->sky);
    loam_builtin_groves(&out->groves);
    loam_builtin_species(out->species);
    if (version < 2)
    {
        forget_lightning(&out->sky);
        forget_plants(out);
        return;
    }
    loam_builtin_shade_plants(out->materials);
}

void loam_tile_defs_init(loam_tile_defs *out)
{
    init_built_in(out, LOAM_TILES_VERSION);
}

loam_result loam_tile_defs_init_version(loam_tile_defs *out, int32_t version)
{
    const loam_result result = loam_check_version(version);
    if (result == LOAM_OK)
    {
        init_built_in(out, version);
    }
    return result;
}

// ---- names --------------------------------------------------------------------------------------

static const char *const property_names[LOAM_PROPERTY_COUNT] = {
    "solid", "liquid", "gas",   "granular",   "stone",   "soil",      "grass",
    "sand",  "ore",    "cold",  "hot",        "burning", "flammable", "extinguishing",
    "wood",  "leaf",   "mould", "dissolving", "loose",   "wet",
};

const char *loam_property_name(int32_t index)
{
    return index >= 0 && index < LOAM_PROPERTY_COUNT ? property_names[index] : NULL;
}

const char *loam_rule_modifier_name(int32_t index)
{
    static const char *const names[LOAM_RULE_MODIFIER_COUNT] = {"edge", "buried", "open",
                                                                "mix",  "air",    "stir"};
    return index >= 0 && index < LOAM_RULE_MODIFIER_COUNT ? names[index] : NULL;
}

const char *loam_motion_name(int32_t motion)
{
    static const char *const names[LOAM_MOTION_COUNT] = {"falls", "rises", "flies"};
    return motion >= 0 && motion < LOAM_MOTION_COUNT ? names[motion] : NULL;
}

const char *loam_plant_place_name(int32_t place)
{
    static const char *const names[LOAM_PLANT_PLACE_COUNT] = {"ground", "shore", "water", "caves",
                                                              "hanging"};
    return place >= 0 && place < LOAM_PLANT_PLACE_COUNT ? names[place] : NULL;
}

const char *loam_plant_storey_name(int32_t storey)
{
    static const char *const names[LOAM_STOREY_COUNT] = {"trees", "shrubs", "herbs"};
    return storey >= 0 && storey < LOAM_STOREY_COUNT ? names[storey] : NULL;
}

int32_t loam_material_find(const loam_tile_defs *defs, const char *name)
{
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS && name[0] != '\0'; id++)
    {
        if (strncmp(defs->materials[id].name, name, sizeof defs->materials[id].name) == 0)
        {
            return id;
        }
    }
    return -1;
}

int32_t loam_species_find(const loam_tile_defs *defs, const char *name)
{
    for (int32_t i = 0; i < LOAM_MAX_SPECIES && defs->species[i].name[0] != '\0'; i++)
    {
        if (strncmp(defs->species[i].name, name, sizeof defs->species[i].name) == 0)
        {
            return i;
        }
    }
    return -1;
}

uint8_t loam_species_material(const loam_tile_species *species, int32_t part)
{
    int32_t last = part < LOAM_SPECIES_PARTS ? part : LOAM_SPECIES_PARTS - 1;
    while (last > 0 && species->parts[last] == LOAM_AIR)
    {
        last--;
    }
    return species->parts[last];
}

bool loam_material_is_light(const loam_material *material)
{
    const int32_t variants = material->inner + material->outer;
    for (int32_t i = 0; i < variants && material->layers == LOAM_WALLS; i++)
    {
        if (material->light[i].a > 0)
        {
            return true;
        }
    }
    return false;
}

const loam_tile_fluid *loam_fluid_find(const loam_tile_defs *defs, int32_t material)
{
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS && defs->fluids[i].material != LOAM_AIR; i++)
    {
        if (defs->fluids[i].material == material)
        {
            return &defs->fluids[i];
        }
    }
    return NULL;
}

// ---- hashing ------------------------------------------------------------------------------------
// Each value is hashed as what it is, with the hash so far as its seed: padding, what stands behind the
// end of a name, and variants and rules beyond those that there are do not count.

static uint64_t hash_fields(uint64_t hash, const void *part, const loam_tile_field *fields,
                            int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        const void *const at = (const char *)part + fields[i].offset;
        const size_t elements = (size_t)fields[i].count;
        switch (fields[i].kind)
        {
        case LOAM_FIELD_INT:
        case LOAM_FIELD_PROPERTIES:
        case LOAM_FIELD_LAYERS:
        case LOAM_FIELD_MODIFIERS:
        case LOAM_FIELD_MOTION:
        case LOAM_FIELD_PLACE:
        case LOAM_FIELD_STOREY:
            hash = loam_hash_u32(at, elements, hash);
            break;
        case LOAM_FIELD_FLOAT:
            hash = loam_hash_f32(at, elements, hash);
            break;
        case LOAM_FIELD_MATERIAL:
            hash = loam_hash_bytes(at, elements, hash);
            break;
        case LOAM_FIELD_COLOUR:
            hash = loam_hash_bytes(at, elements * sizeof(loam_colour), hash);
            break;
        }
    }
    return hash;
}

static uint64_t hash_material(uint64_t hash, const loam_material *material, uint32_t id)
{
    const uint32_t bits[] = {id, material->properties, material->layers, (uint32_t)material->inner,
                             (uint32_t)material->outer};
    const size_t variants = (size_t)material->inner + (size_t)material->outer;
    int32_t count;
    const loam_tile_field *const fields = loam_material_fields(&count);
    hash = loam_hash_bytes(material->name, strlen(material->name), hash);
    hash = loam_hash_u32(bits, sizeof bits / sizeof *bits, hash);
    hash = loam_hash_bytes(material->colours, variants * sizeof *material->colours, hash);
    hash = loam_hash_bytes(material->light, variants * sizeof *material->light, hash);
    return hash_fields(hash, material, fields, count);
}

static uint64_t hash_automaton(uint64_t hash, const loam_tile_automaton *automaton)
{
    const uint32_t head[] = {(uint32_t)automaton->iterations, (uint32_t)automaton->rule_count};
    const size_t rules = (size_t)automaton->rule_count;
    hash = loam_hash_u32(head, 2, hash);
    hash = loam_hash_u32((const uint32_t *)automaton->birth_above, rules, hash);
    return loam_hash_u32((const uint32_t *)automaton->death_below, rules, hash);
}

/// How many there are comes behind them, so that no list runs on into the next.
static uint64_t hash_rules(uint64_t hash, const loam_slow_rule *rules)
{
    int32_t count;
    const loam_tile_field *const fields = loam_slow_rule_fields(&count);
    uint32_t length = 0;
    for (; length < LOAM_MAX_SLOW_RULES && rules[length].name[0] != '\0'; length++)
    {
        hash = loam_hash_bytes(rules[length].name, strlen(rules[length].name), hash);
        hash = hash_fields(hash, &rules[length], fields, count);
    }
    return loam_hash_u32(&length, 1, hash);
}

static uint64_t hash_fluids(uint64_t hash, const loam_tile_fluid *fluids)
{
    int32_t count;
    const loam_tile_field *const fields = loam_tile_fluid_fields(&count);
    uint32_t length = 0;
    for (; length < LOAM_MAX_FLUIDS && fluids[length].material != LOAM_AIR; length++)
    {
        hash = loam_hash_bytes(&fluids[length].material, 1, hash);
        hash = hash_fields(hash, &fluids[length], fields, count);
    }
    return loam_hash_u32(&length, 1, hash);
}

static uint64_t hash_species(uint64_t hash, const loam_tile_species *species)
{
    int32_t count;
    const loam_tile_field *const fields = loam_tile_species_fields(&count);
    uint32_t length = 0;
    for (; length < LOAM_MAX_SPECIES && species[length].name[0] != '\0'; length++)
    {
        const loam_tile_species *const one = &species[length];
        hash = loam_hash_bytes(one->name, strlen(one->name), hash);
        hash = loam_hash_bytes(one->grammar, strlen(one->grammar), hash);
        hash = hash_fields(hash, one, fields, count);
    }
    return loam_hash_u32(&length, 1, hash);
}

uint64_t loam_tile_defs_hash(const loam_tile_defs *defs)
{
    LOAM_ASSERT(NULL, loam_tile_defs_check(defs) == LOAM_OK);
    uint64_t hash = 0;
    for (uint32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        if (defs->materials[id].name[0] != '\0')
        {
            hash = hash_material(hash, &defs->materials[id], id);
        }
    }
    int32_t count;
    const loam_tile_field *fields = loam_tile_biome_fields(&count);
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        hash = loam_hash_bytes(defs->biomes[i].name, strlen(defs->biomes[i].name), hash);
        hash = hash_fields(hash, &defs->biomes[i], fields, count);
    }
    fields = loam_tile_ground_fields(&count);
    hash = hash_fields(hash, &defs->ground, fields, count);
    hash = hash_automaton(hash, &defs->blocks);
    hash = hash_automaton(hash, &defs->walls);
    hash = hash_rules(hash, defs->rules);
    hash = hash_fluids(hash, defs->fluids);
    fields = loam_tile_sky_fields(&count);
    hash = hash_fields(hash, &defs->sky, fields, count);
    fields = loam_tile_groves_fields(&count);
    hash = hash_fields(hash, &defs->groves, fields, count);
    return hash_species(hash, defs->species);
}

uint64_t loam_tiles_hash(const loam_tile *tiles, size_t count, uint64_t seed)
{
    return loam_hash_bytes(tiles, count * sizeof *tiles, seed);
}

// ---- places -------------------------------------------------------------------------------------

/// The quotient rounded down, also below zero.
static int64_t chunk_along(int64_t tile)
{
    return tile >= 0 ? tile / LOAM_CHUNK_SIDE : -(-(tile + 1) / LOAM_CHUNK_SIDE) - 1;
}

loam_chunk_pos loam_chunk_of_tile(loam_tile_pos tile)
{
    return (loam_chunk_pos){chunk_along(tile.x), chunk_along(tile.y)};
}
