// SPDX-License-Identifier: MIT
#include "tiles/changes.h"

#include "tiles/data/defs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Two rules that may be changed in every way.
static void make_rules(loam_slow_rule *rules)
{
    memset(rules, 0, LOAM_MAX_SLOW_RULES * sizeof *rules);
    rules[0] = (loam_slow_rule){
        .name = "stone_crumbles", .from = TILE_STONE, .to = TILE_GRAVEL, .chance = 100};
    rules[1] = (loam_slow_rule){
        .name = "soil_grows", .having = LOAM_SOIL, .to = TILE_GRASS, .written = LOAM_WALLS};
    for (int i = 0; i < 2; i++)
    {
        rules[i].layers = LOAM_BLOCKS | LOAM_WALLS;
        rules[i].temperature_high = rules[i].humidity_high = LOAM_CLIMATE_MAX;
    }
}

/// Two species that may be changed in every way.
static void make_species(loam_tile_species *species)
{
    static const char *const grammars[] = {"axiom F(3)@(2)\n", "# \"hangs\"\naxiom +(180)F*"};
    memset(species, 0, LOAM_MAX_SPECIES * sizeof *species);
    for (int i = 0; i < 2; i++)
    {
        loam_tile_species *const one = &species[i];
        snprintf(one->name, sizeof one->name, "%s", i == 0 ? "shrub" : "creeper");
        snprintf(one->grammar, sizeof one->grammar, "%s", grammars[i]);
        one->parts[0] = one->parts[1] = TILE_OAK_WOOD;
        one->leaf = TILE_NEEDLE;
        one->flower = TILE_BERRY;
        one->scale = one->pace = 1.0f;
        one->age_high = 10000.0f;
        one->leaf_power = one->leaf_loss = 2;
        one->leaf_neighbours = 4 + 4 * i;
        one->sway = one->damping = one->share = one->groves = 0.5f;
        one->place = i == 0 ? LOAM_PLANT_ON_GROUND : LOAM_PLANT_HANGING;
        one->storey = LOAM_STOREY_SHRUBS;
        one->soil = LOAM_SOIL | LOAM_STONE;
        one->temperature_high = one->humidity_high = LOAM_CLIMATE_MAX;
        one->slope = 2.0f;
        one->depth_high = 65536.0f;
    }
}

loam_tile_defs *changes_defs(void)
{
    loam_tile_defs *defs = malloc(sizeof *defs);
    if (defs == NULL)
    {
        abort();
    }
    loam_tile_defs_init(defs);
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        loam_tile_biome *const biome = &defs->biomes[i];
        biome->cover = TILE_SNOW;
        biome->cover_line = biome->elevation + 0.5f * biome->elevation_range;
        biome->cover_depth = 5.0f;
        biome->peaks += 20.0f;
        biome->dunes += 10.0f;
        biome->roughness += 2.0f;
        biome->lakes = 0.5f;
        biome->pools = 0.5f;
    }
    defs->ground.ores[5] = TILE_OBSIDIAN;
    defs->ground.ore_tops[5] = 100.0f;
    defs->ground.ore_shares[5] = 0.3f;
    loam_tile_automaton *const automata[] = {&defs->blocks, &defs->walls};
    for (int i = 0; i < 2; i++)
    {
        automata[i]->iterations = automata[i]->rule_count = LOAM_MAX_TILE_RULES;
        for (int32_t j = 0; j < LOAM_MAX_TILE_RULES; j++)
        {
            automata[i]->birth_above[j] = 3 + j % 2;
            automata[i]->death_below[j] = 4 + j % 2;
        }
    }
    make_rules(defs->rules);
    make_species(defs->species);
    return defs;
}

// ---- listing ------------------------------------------------------------------------------------

/// Whether a field cannot be changed alone.
static bool goes_with_another(size_t part, const char *name)
{
    static const char *const names[] = {"from", "having", "settled", "lightning",
                                        "seed", "rain",   "snow",    "leaf_neighbours"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
        found = found || (part >= offsetof(loam_tile_defs, rules) && strcmp(name, names[i]) == 0);
    }
    // What is written where air is cannot be air.
    const size_t second = offsetof(loam_tile_defs, rules) + sizeof(loam_slow_rule);
    return found || (part == second && strcmp(name, "to") == 0);
}

static int32_t add_fields(change *out, int32_t count, change of, const char *owner, bool rules,
                          const loam_tile_field *fields, int32_t field_count)
{
    for (int32_t i = 0; i < field_count; i++)
    {
        for (int32_t j = 0; j < fields[i].count; j++)
        {
            if (count == CHANGES_MAX)
            {
                abort();
            }
            const bool stem = strcmp(fields[i].name, "parts") == 0 && j == 0; // cannot be none
            if (stem || goes_with_another(of.part, fields[i].name))
            {
                continue;
            }
            change *const now = &out[count++];
            *now = of;
            now->field = &fields[i];
            now->element = j;
            if (fields[i].count == 1)
            {
                snprintf(now->path, sizeof now->path, "%s.%s", owner, fields[i].name);
            }
            else if (rules)
            {
                snprintf(now->path, sizeof now->path, "%s.rules[%d].%s", owner, j, fields[i].name);
            }
            else
            {
                snprintf(now->path, sizeof now->path, "%s.%s[%d]", owner, fields[i].name, j);
            }
        }
    }
    return count;
}

static int32_t add_life(const loam_tile_defs *defs, change *out, int32_t count)
{
    char owner[64];
    int32_t fields_count;
    const loam_tile_field *fields = loam_slow_rule_fields(&fields_count);
    for (int32_t i = 0; i < 2; i++)
    {
        const change of = {.index = i,
                           .part = offsetof(loam_tile_defs, rules) +
                                   (size_t)i * sizeof(loam_slow_rule)};
        snprintf(owner, sizeof owner, "rules.%s", defs->rules[i].name);
        count = add_fields(out, count, of, owner, false, fields, fields_count);
    }
    fields = loam_tile_fluid_fields(&fields_count);
    for (int32_t i = 0; defs->fluids[i].material != LOAM_AIR; i += 5) // water, acid, loose snow
    {
        const change of = {.index = i,
                           .part = offsetof(loam_tile_defs, fluids) +
                                   (size_t)i * sizeof(loam_tile_fluid)};
        snprintf(owner, sizeof owner, "fluids.%s", defs->materials[defs->fluids[i].material].name);
        count = add_fields(out, count, of, owner, false, fields, fields_count);
    }
    fields = loam_tile_sky_fields(&fields_count);
    const change sky = {.part = offsetof(loam_tile_defs, sky)};
    return add_fields(out, count, sky, "sky", false, fields, fields_count);
}

static int32_t add_plants(const loam_tile_defs *defs, change *out, int32_t count)
{
    char owner[64];
    int32_t fields_count;
    const loam_tile_field *fields = loam_tile_groves_fields(&fields_count);
    const change groves = {.part = offsetof(loam_tile_defs, groves)};
    count = add_fields(out, count, groves, "groves", false, fields, fields_count);
    fields = loam_tile_species_fields(&fields_count);
    for (int32_t i = 0; i < 2; i++)
    {
        const change of = {.index = i,
                           .part = offsetof(loam_tile_defs, species) +
                                   (size_t)i * sizeof(loam_tile_species)};
        snprintf(owner, sizeof owner, "species.%s", defs->species[i].name);
        count = add_fields(out, count, of, owner, false, fields, fields_count);
    }
    return count;
}

int32_t changes_list(const loam_tile_defs *defs, change *out)
{
    static const int32_t materials[] = {LOAM_AIR, TILE_STONE, TILE_LAVA, TILE_TALL_JUNGLE_GRASS};
    int32_t count = 0, fields_count;
    const loam_tile_field *fields = loam_material_fields(&fields_count);
    char owner[64];
    for (int i = 0; i < 4; i++)
    {
        const int32_t id = materials[i];
        const change of = {.index = id,
                           .part = offsetof(loam_tile_defs, materials) +
                                   (size_t)id * sizeof(loam_material)};
        snprintf(owner, sizeof owner, "materials.%s", defs->materials[id].name);
        count = add_fields(out, count, of, owner, false, fields, fields_count);
    }
    fields = loam_tile_biome_fields(&fields_count);
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        const change of = {.index = i,
                           .part = offsetof(loam_tile_defs, biomes) +
                                   (size_t)i * sizeof(loam_tile_biome)};
        snprintf(owner, sizeof owner, "biomes.%s", defs->biomes[i].name);
        count = add_fields(out, count, of, owner, false, fields, fields_count);
    }
    fields = loam_tile_ground_fields(&fields_count);
    const change ground = {.part = offsetof(loam_tile_defs, ground)};
    count = add_fields(out, count, ground, "ground", false, fields, fields_count);
    fields = loam_tile_automaton_fields(&fields_count);
    const change blocks = {.part = offsetof(loam_tile_defs, blocks)},
                 walls = {.part = offsetof(loam_tile_defs, walls)};
    count = add_fields(out, count, blocks, "blocks", true, fields, fields_count);
    count = add_fields(out, count, walls, "walls", true, fields, fields_count);
    return add_plants(defs, out, add_life(defs, out, count));
}

// ---- changing -----------------------------------------------------------------------------------

void *change_at(loam_tile_defs *defs, const change *what)
{
    return (char *)defs + what->part + what->field->offset +
           (size_t)what->element * loam_field_size(what->field->kind);
}

/// Another number: an eighth of the way to the farther limit, at least 1 for whole ones.
static double other_number(double value, const loam_tile_field *field)
{
    const double to = value - field->low > field->high - value ? field->low : field->high;
    const double step = (to - value) / 8.0;
    return field->kind == LOAM_FIELD_FLOAT ? value + step
           : step > 0.0                    ? value + ceil(step)
                                           : value + floor(step);
}

static double number_for(double value, const loam_tile_field *field, change_way way)
{
    switch (way)
    {
    case CHANGE_OTHER:
        return other_number(value, field);
    case CHANGE_LEAST:
        return field->low;
    case CHANGE_MOST:
        return field->high;
    case CHANGE_BELOW:
        return field->low -
               (field->kind == LOAM_FIELD_FLOAT ? 0.001 + fabs(field->low) / 1e4 : 1.0);
    case CHANGE_ABOVE:
    case CHANGE_NOWHAT:
        break;
    }
    return field->high + (field->kind == LOAM_FIELD_FLOAT ? 0.001 + fabs(field->high) / 1e4 : 1.0);
}

static uint8_t material_for(uint8_t id, const loam_tile_field *field, change_way way)
{
    const bool solid = field->low == LOAM_FIELD_GROUND;
    switch (way)
    {
    case CHANGE_OTHER:
        return (uint8_t)(id == TILE_CRYSTAL ? TILE_OBSIDIAN : TILE_CRYSTAL);
    case CHANGE_LEAST:
        return (uint8_t)(field->high > 0.0 ? LOAM_AIR : TILE_STONE);
    case CHANGE_MOST:
        return TILE_MOULD_GRASS;
    case CHANGE_BELOW:
        return 255; // there is none
    case CHANGE_ABOVE:
    case CHANGE_NOWHAT:
        break;
    }
    const bool wall = field->low == LOAM_FIELD_WALL;
    return (uint8_t)(solid || wall ? TILE_WATER
                                   : TILE_LEAF); // not solid, not for walls, for blocks
}

static uint32_t bits_for(uint32_t bits, const loam_tile_field *field, change_way way)
{
    switch (way)
    {
    case CHANGE_OTHER:
        return field->kind == LOAM_FIELD_LAYERS ? LOAM_BLOCKS : bits ^ LOAM_RULE_OPEN;
    case CHANGE_LEAST:
        return (uint32_t)field->low;
    case CHANGE_MOST:
        // Nothing is at the edge and buried.
        return (uint32_t)field->high &
               ~(field->kind == LOAM_FIELD_MODIFIERS ? (uint32_t)LOAM_RULE_BURIED : 0u);
    case CHANGE_BELOW:
        return (uint32_t)field->low - 1u;
    case CHANGE_ABOVE:
    case CHANGE_NOWHAT:
        break;
    }
    return (uint32_t)field->high + 1u;
}

void change_apply(loam_tile_defs *defs, const change *what, change_way way)
{
    void *const at = change_at(defs, what);
    switch (what->field->kind)
    {
    case LOAM_FIELD_INT:
    case LOAM_FIELD_MOTION:
    case LOAM_FIELD_PLACE:
    case LOAM_FIELD_STOREY:
        *(int32_t *)at = (int32_t)number_for(*(int32_t *)at, what->field, way);
        break;
    case LOAM_FIELD_FLOAT:
        *(float *)at = way == CHANGE_NOWHAT
                           ? NAN
                           : (float)number_for((double)*(float *)at, what->field, way);
        break;
    case LOAM_FIELD_MATERIAL:
        *(uint8_t *)at = material_for(*(uint8_t *)at, what->field, way);
        break;
    case LOAM_FIELD_COLOUR:
        ((loam_colour *)at)->g ^= 0x55;
        break;
    case LOAM_FIELD_PROPERTIES:
    case LOAM_FIELD_LAYERS:
    case LOAM_FIELD_MODIFIERS:
        *(uint32_t *)at = bits_for(*(uint32_t *)at, what->field, way);
        break;
    }
}
