// SPDX-License-Identifier: MIT
#include "defs/reader.h"

#include "defs/names.h"

#include <string.h>

// Species are a list, as rules are. One that is new grows on the ground, in every climate.

enum
{
    GRAMMAR = LIST_REMOVE + 1
};

static const char *const species_keys[] = {"name", "remove", "grammar"};

// ---- grammars -----------------------------------------------------------------------------------

/// Adds a line of a grammar to those that are there.
static loam_result add_line(const loam_json_place *place, const char *line, bool more, char *out)
{
    const size_t length = strlen(out), added = strlen(line);
    if (length + added + (more ? 2 : 1) > LOAM_MAX_SPECIES_GRAMMAR)
    {
        return loam_json_fail(place, "has more than %d bytes; must have 1 to %d",
                              LOAM_MAX_SPECIES_GRAMMAR - 1, LOAM_MAX_SPECIES_GRAMMAR - 1);
    }
    memcpy(out + length, line, added);
    memcpy(out + length + added, "\n", more ? 2 : 0);
    return LOAM_OK;
}

static loam_result read_lines(const loam_json_place *place, const cJSON *item, char *out)
{
    loam_json_place element = {place, NULL, 0};
    loam_result result = LOAM_OK;
    const cJSON *line = item->child;
    for (; line != NULL && result == LOAM_OK; line = line->next, element.index++)
    {
        result = !cJSON_IsString(line) ? loam_json_refuse(&element, line, "a text")
                                       : add_line(place, line->valuestring, true, out);
    }
    return result;
}

/// One text, or a list of its lines.
static loam_result read_grammar(const loam_json_place *place, const cJSON *item, char *grammar)
{
    char text[LOAM_MAX_SPECIES_GRAMMAR] = "";
    if (!cJSON_IsString(item) && !cJSON_IsArray(item))
    {
        return loam_json_refuse(place, item, "a text or a list of its lines");
    }
    const loam_result result = cJSON_IsString(item)
                                   ? add_line(place, item->valuestring, false, text)
                                   : read_lines(place, item, text);
    if (result == LOAM_OK)
    {
        memcpy(grammar, text, sizeof text);
    }
    return result;
}

// ---- species ------------------------------------------------------------------------------------

static void set_defaults(loam_tile_species *species)
{
    species->scale = 1.0f;
    species->age_low = 2.0f;
    species->age_high = 12.0f;
    species->leaf_power = 3;
    species->leaf_loss = 3;
    species->leaf_neighbours = 8;
    species->growth = 4.0f;
    species->lifespan = 30.0f;
    species->spread = 0.5f;
    species->sway = 0.15f;
    species->pace = 0.5f;
    species->damping = 0.1f;
    species->temperature_high = species->humidity_high = LOAM_CLIMATE_MAX;
    species->slope = 1.5f;
    species->depth_high = 65536.0f;
}

/// Species that are written again live as before: texts from before plants grew do not say how.
static void keep_life(const loam_defs_reader *reader, loam_tile_species *species)
{
    const int32_t index = loam_species_find(reader->before, species->name);
    if (index >= 0)
    {
        const loam_tile_species *const before = &reader->before->species[index];
        species->sheds = before->sheds;
        species->growth = before->growth;
        species->lifespan = before->lifespan;
        species->spread = before->spread;
        species->seed = before->seed;
    }
}

static void begin_species(const loam_defs_reader *reader, void *element)
{
    set_defaults(element);
    keep_life(reader, element);
}

static loam_result change_grammar(loam_defs_reader *reader, const loam_json_place *place,
                                  const cJSON *const *found, int32_t *index)
{
    const loam_json_place grammar = {place, species_keys[GRAMMAR], 0};
    return found[GRAMMAR] != NULL
               ? read_grammar(&grammar, found[GRAMMAR], reader->defs.species[*index].grammar)
               : LOAM_OK;
}

static const char *const species_needs[] = {"grammar", "parts", "storey", "soil", "share"};

static const loam_defs_list all_species = {
    .offset = offsetof(loam_tile_defs, species),
    .size = sizeof(loam_tile_species),
    .max = LOAM_MAX_SPECIES,
    .keys = species_keys,
    .key_count = 3,
    .short_lists = true,
    .fields = loam_tile_species_fields,
    .needs = {"species", species_needs, 5, loam_next_species},
    .begin = begin_species,
    .change = change_grammar};

loam_result loam_defs_read_species(loam_defs_reader *reader, const loam_json_place *place,
                                   const cJSON *item)
{
    return loam_defs_read_list(reader, &all_species, place, item);
}

// ---- when materials are replaced ----------------------------------------------------------------

/// Leaves, flowers and seeds that are gone do not grow; the plant is there nevertheless.
static bool follow_species(const loam_defs_reader *reader, loam_tile_species *species)
{
    for (int i = 1; i < LOAM_SPECIES_PARTS; i++)
    {
        loam_defs_follow(reader, &species->parts[i]);
    }
    loam_defs_follow(reader, &species->leaf);
    loam_defs_follow(reader, &species->flower);
    loam_defs_follow(reader, &species->seed);
    return loam_defs_follow(reader, &species->parts[0]);
}

void loam_defs_keep_species(loam_defs_reader *reader, bool named)
{
    const int32_t count = named ? 0 : loam_defs_list_count(reader->before, &all_species);
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++)
    {
        loam_tile_species *const species = &reader->defs.species[kept];
        *species = reader->before->species[i];
        const bool good = follow_species(reader, species) &&
                          loam_tile_defs_check(&reader->defs) == LOAM_OK;
        kept += good ? 1 : 0;
        memset(species, 0, good ? 0 : sizeof *species);
    }
}
