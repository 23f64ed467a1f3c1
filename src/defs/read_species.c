// SPDX-License-Identifier: MIT
#include "defs/reader.h"

#include "defs/names.h"

#include <string.h>

// Species are a list, as rules are: one that is there already is changed, and what the text does not say
// stays; a new one says what has no sensible default; "remove" takes one out.

enum
{
    NAME,
    GRAMMAR,
    REMOVE,
    SPECIES_KEYS,
};

static const char *const species_keys[SPECIES_KEYS] = {
    [NAME] = "name", [GRAMMAR] = "grammar", [REMOVE] = "remove"};

static int32_t count_species(const loam_tile_defs *defs)
{
    int32_t count = 0;
    while (loam_next_species(defs, count) != NULL)
    {
        count++;
    }
    return count;
}

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
        result = !cJSON_IsString(line) ? loam_json_refuse(&element, line, "are texts")
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
        return loam_json_refuse(place, item, "are a text and a list of its lines");
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

/// Padding is cleared too: definitions are compared byte by byte.
static void set_defaults(loam_tile_species *species)
{
    memset(species, 0, sizeof *species);
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
static void keep_life(const loam_defs_reader *reader, loam_tile_species *species, const char *name)
{
    const int32_t index = loam_species_find(reader->before, name);
    if (index >= 0)
    {
        const loam_tile_species *const before = &reader->before->species[index];
        species->sheds = before->sheds;
        species->growth = before->growth;
        species->lifespan = before->lifespan;
        species->spread = before->spread;
    }
}

/// A new species at the end of the list: it grows on the ground, in every climate.
static loam_result add_species(loam_defs_reader *reader, const loam_json_place *place,
                               const cJSON *item, const char *name, int32_t *index)
{
    static const char *const keys[] = {"grammar", "parts", "storey", "soil", "share"};
    static const loam_defs_needs of = {"species", keys, 5, loam_next_species};
    loam_tile_defs *const defs = &reader->defs;
    const loam_result result = loam_defs_check_complete(defs, place, item, &of, name);
    if (result != LOAM_OK)
    {
        return result;
    }
    *index = count_species(defs);
    if (*index == LOAM_MAX_SPECIES)
    {
        return loam_json_fail(place, "is one too many; there may be %d species", LOAM_MAX_SPECIES);
    }
    loam_tile_species *const species = &defs->species[*index];
    set_defaults(species);
    keep_life(reader, species, name);
    memcpy(species->name, name, strlen(name));
    if (*index + 1 < LOAM_MAX_SPECIES)
    {
        species[1].name[0] = '\0'; // anything may stand behind the end
    }
    return LOAM_OK;
}

static loam_result remove_species(loam_defs_reader *reader, const loam_json_place *place,
                                  const cJSON *item, const char *name)
{
    const loam_json_place name_place = {place, species_keys[NAME], 0};
    const int32_t index = loam_species_find(&reader->defs, name);
    if (index < 0)
    {
        const cJSON *const said = cJSON_GetObjectItemCaseSensitive(item, species_keys[NAME]);
        return loam_json_refuse_name(&name_place, said, loam_next_species, &reader->defs);
    }
    if (cJSON_GetArraySize(item) != 2)
    {
        return loam_json_fail(place, "has more keys; must have name alone beside remove");
    }
    loam_tile_species *const species = reader->defs.species;
    const int32_t last = count_species(&reader->defs) - 1;
    memmove(species + index, species + index + 1, (size_t)(last - index) * sizeof *species);
    memset(&species[last], 0, sizeof *species);
    return LOAM_OK;
}

/// What a text says of one that is there.
static loam_result change_species(loam_defs_reader *reader, const loam_json_place *place,
                                  const loam_json_keys *keys, const cJSON *const *found,
                                  loam_tile_species *species)
{
    const loam_json_place grammar = {place, species_keys[GRAMMAR], 0};
    const loam_result result = found[GRAMMAR] != NULL
                                   ? read_grammar(&grammar, found[GRAMMAR], species->grammar)
                                   : LOAM_OK;
    return result != LOAM_OK ? result : loam_defs_read_fields(reader, place, keys, found, species);
}

static loam_result read_species(loam_defs_reader *reader, const loam_json_place *place,
                                const cJSON *list, const cJSON *item)
{
    loam_json_keys keys = {.own = species_keys, .own_count = SPECIES_KEYS, .short_lists = true};
    keys.fields = loam_tile_species_fields(&keys.field_count);
    const loam_json_place name_place = {place, species_keys[NAME], 0},
                          remove = {place, species_keys[REMOVE], 0};
    const cJSON *found[LOAM_JSON_MAX_KEYS];
    char name[LOAM_MAX_NAME + 1];
    bool removes = false;
    loam_result result = loam_json_members(place, item, &keys, found);
    if (result == LOAM_OK && found[NAME] == NULL)
    {
        return loam_json_fail(&name_place, "is missing");
    }
    result = result != LOAM_OK ? result : loam_json_name(&name_place, found[NAME], name);
    result = result != LOAM_OK ? result : loam_defs_check_once(&name_place, list, item, name);
    result = result != LOAM_OK ? result : loam_defs_read_flag(&remove, found[REMOVE], &removes);
    if (result != LOAM_OK || removes)
    {
        return result != LOAM_OK ? result : remove_species(reader, place, item, name);
    }
    int32_t index = loam_species_find(&reader->defs, name);
    result = index < 0 ? add_species(reader, place, item, name, &index) : LOAM_OK;
    return result != LOAM_OK
               ? result
               : change_species(reader, place, &keys, found, &reader->defs.species[index]);
}

loam_result loam_defs_read_species(loam_defs_reader *reader, const loam_json_place *place,
                                   const cJSON *item)
{
    int32_t count;
    loam_result result = loam_json_list(place, item, 0, LOAM_MAX_SPECIES, &count);
    loam_json_place element = {place, NULL, 0};
    const cJSON *species = result == LOAM_OK ? item->child : NULL;
    for (; species != NULL && result == LOAM_OK; species = species->next, element.index++)
    {
        result = read_species(reader, &element, item, species);
    }
    return result;
}

// ---- when materials are replaced ----------------------------------------------------------------

/// Leaves and flowers that are gone do not grow; the plant is there nevertheless.
static bool follow_species(const loam_defs_reader *reader, loam_tile_species *species)
{
    for (int i = 1; i < LOAM_SPECIES_PARTS; i++)
    {
        loam_defs_follow(reader, &species->parts[i]);
    }
    loam_defs_follow(reader, &species->leaf);
    loam_defs_follow(reader, &species->flower);
    return loam_defs_follow(reader, &species->parts[0]);
}

void loam_defs_keep_species(loam_defs_reader *reader, bool named)
{
    const int32_t count = named ? 0 : count_species(reader->before);
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
