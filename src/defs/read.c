// SPDX-License-Identifier: MIT
#include "loam/defs.h"

#include "defs/names.h"
#include "defs/reader.h"
#include "defs/scan.h"

#include <stdio.h>
#include <string.h>

// A text is read over a copy, which takes the place of the definitions when all of it was good. Fields
// are read by the tables that describe them, so a new one needs nothing here.

// ---- fields -------------------------------------------------------------------------------------

/// Whether what stands at a place behind the materials refers to one that is gone.
static bool *lost_at(loam_defs_reader *reader, const uint8_t *at)
{
    return &reader->lost[at - (const uint8_t *)&reader->defs - offsetof(loam_tile_defs, biomes)];
}

static loam_result read_reference(loam_defs_reader *reader, const loam_json_place *place,
                                  const cJSON *item, uint8_t *at)
{
    const char *const name = cJSON_GetStringValue(item);
    const int32_t id = name != NULL ? loam_material_find(&reader->defs, name) : -1;
    if (id < 0)
    {
        return loam_json_refuse_name(place, item, loam_next_material, &reader->defs);
    }
    *at = (uint8_t)id;
    *lost_at(reader, at) = false;
    return LOAM_OK;
}

static loam_result read_choice(const loam_json_place *place, const cJSON *item,
                               const char *(*next)(const void *, int32_t), const void *context,
                               int32_t *out)
{
    const char *const name = cJSON_GetStringValue(item);
    for (*out = 0; name != NULL && next(context, *out) != NULL; (*out)++)
    {
        if (strcmp(next(context, *out), name) == 0)
        {
            return LOAM_OK;
        }
    }
    return loam_json_refuse_name(place, item, next, context);
}

static loam_result read_bits(const loam_json_place *place, const cJSON *item,
                             const loam_tile_field *field, uint32_t *out)
{
    const loam_result result = loam_json_bits(place, item, loam_names_of_bits(field->kind), out);
    if (result != LOAM_OK || (*out >= field->low && *out <= field->high))
    {
        return result;
    }
    return loam_json_fail(place, "is a list of %d; must be %s", cJSON_GetArraySize(item),
                          field->low > 0.0 ? "at least one" : "at most one");
}

static loam_result read_element(loam_defs_reader *reader, const loam_json_place *place,
                                const cJSON *item, const loam_tile_field *field, void *at)
{
    switch (field->kind)
    {
    case LOAM_FIELD_INT:
        return loam_json_int(place, item, field->low, field->high, at);
    case LOAM_FIELD_FLOAT:
        return loam_json_float(place, item, field->low, field->high, at);
    case LOAM_FIELD_MATERIAL:
        return read_reference(reader, place, item, at);
    case LOAM_FIELD_PROPERTIES:
    case LOAM_FIELD_LAYERS:
    case LOAM_FIELD_MODIFIERS:
        return read_bits(place, item, field, at);
    case LOAM_FIELD_MOTION:
        return read_choice(place, item, loam_next_motion, NULL, at);
    case LOAM_FIELD_PLACE:
        return read_choice(place, item, loam_next_place, NULL, at);
    case LOAM_FIELD_STOREY:
        return read_choice(place, item, loam_next_storey, NULL, at);
    case LOAM_FIELD_COLOUR:
        break;
    }
    return loam_json_colour(place, item, false, at);
}

static loam_result read_field(loam_defs_reader *reader, const loam_json_place *place,
                              const cJSON *item, const loam_tile_field *field, bool short_lists,
                              void *part)
{
    char *const at = (char *)part + field->offset;
    const size_t size = loam_field_size(field->kind);
    const loam_json_place here = {place, field->name, 0};
    if (field->count == 1)
    {
        return read_element(reader, &here, item, field, at);
    }
    int32_t count;
    loam_result result = loam_json_list(&here, item, short_lists ? 0 : field->count, field->count,
                                        &count);
    loam_json_place element = {&here, NULL, 0};
    if (result == LOAM_OK)
    {
        memset(at, 0, (size_t)field->count * size);
    }
    const cJSON *value = result == LOAM_OK ? item->child : NULL;
    for (; value != NULL && result == LOAM_OK; value = value->next, element.index++)
    {
        result = read_element(reader, &element, value, field, at + (size_t)element.index * size);
    }
    return result;
}

loam_result loam_defs_read_fields(loam_defs_reader *reader, const loam_json_place *place,
                                  const loam_json_keys *keys, const cJSON *const *found, void *part)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < keys->field_count && result == LOAM_OK; i++)
    {
        const cJSON *const item = found[keys->own_count + i];
        result = item != NULL
                     ? read_field(reader, place, item, &keys->fields[i], keys->short_lists, part)
                     : LOAM_OK;
    }
    return result;
}

// ---- biomes -------------------------------------------------------------------------------------

enum
{
    NAME,
    TEMPERATURE,
    HUMIDITY,
    BIOME_KEYS,
};

/// Temperature and humidity say which biome is meant, and its name is a new one; without them the name
/// says it.
static loam_result find_biome(loam_defs_reader *reader, const loam_json_place *place,
                              const cJSON *const *found, int32_t *index)
{
    const loam_json_place name = {place, "name", 0}, temperature = {place, "temperature", 0},
                          humidity = {place, "humidity", 0};
    if (found[TEMPERATURE] == NULL && found[HUMIDITY] == NULL)
    {
        return found[NAME] != NULL
                   ? read_choice(&name, found[NAME], loam_next_biome, &reader->defs, index)
                   : loam_json_fail(&name, "is missing");
    }
    if (found[TEMPERATURE] == NULL || found[HUMIDITY] == NULL)
    {
        return loam_json_fail(found[HUMIDITY] == NULL ? &humidity : &temperature,
                              "is missing: the two together say which biome it is");
    }
    int32_t warm = 0, wet = 0;
    loam_result result = read_choice(&temperature, found[TEMPERATURE], loam_next_temperature, NULL,
                                     &warm);
    result = result != LOAM_OK
                 ? result
                 : read_choice(&humidity, found[HUMIDITY], loam_next_humidity, NULL, &wet);
    *index = 3 * warm + wet;
    return result != LOAM_OK || found[NAME] == NULL
               ? result
               : loam_json_name(&name, found[NAME], reader->defs.biomes[*index].name);
}

static loam_result read_biome(loam_defs_reader *reader, const loam_json_place *place,
                              const cJSON *item)
{
    static const char *const own[BIOME_KEYS] = {
        [NAME] = "name", [TEMPERATURE] = "temperature", [HUMIDITY] = "humidity"};
    loam_json_keys keys = {.own = own, .own_count = BIOME_KEYS};
    keys.fields = loam_tile_biome_fields(&keys.field_count);
    const cJSON *found[LOAM_JSON_MAX_KEYS];
    int32_t index = 0;
    loam_result result = loam_json_members(place, item, &keys, found);
    result = result != LOAM_OK ? result : find_biome(reader, place, found, &index);
    if (result == LOAM_OK && reader->biome_from[index] != 0)
    {
        result = loam_json_fail(place, "is %s, as is biomes[%d]; must be unique",
                                reader->defs.biomes[index].name, reader->biome_from[index] - 1);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    reader->biome_from[index] = 1 + place->index;
    return loam_defs_read_fields(reader, place, &keys, found, &reader->defs.biomes[index]);
}

static loam_result read_biomes(loam_defs_reader *reader, const loam_json_place *place,
                               const cJSON *item)
{
    int32_t count;
    loam_result result = loam_json_list(place, item, 0, LOAM_BIOMES, &count);
    loam_json_place element = {place, NULL, 0};
    const cJSON *biome = result == LOAM_OK ? item->child : NULL;
    for (; biome != NULL && result == LOAM_OK; biome = biome->next, element.index++)
    {
        result = read_biome(reader, &element, biome);
    }
    return result;
}

/// A part that there is once.
static loam_result read_part(loam_defs_reader *reader, const loam_json_place *place,
                             const cJSON *item, const loam_tile_field *(*fields_of)(int32_t *count),
                             void *part)
{
    loam_json_keys keys = {0};
    keys.fields = fields_of(&keys.field_count);
    const cJSON *found[LOAM_JSON_MAX_KEYS];
    const loam_result result = loam_json_members(place, item, &keys, found);
    return result != LOAM_OK ? result : loam_defs_read_fields(reader, place, &keys, found, part);
}

// ---- automata -----------------------------------------------------------------------------------
// In C a rule is an element of two arrays; in a text it is an object of its own.

static const loam_tile_field *automaton_field(const char *name)
{
    int32_t count;
    const loam_tile_field *field = loam_tile_automaton_fields(&count);
    while (strcmp(field->name, name) != 0)
    {
        field++;
    }
    return field;
}

static loam_result read_rule(const loam_json_place *place, const cJSON *item, int32_t *birth_above,
                             int32_t *death_below)
{
    static const char *const own[] = {"birth_above", "death_below"};
    const loam_json_keys keys = {.own = own, .own_count = 2};
    int32_t *const out[] = {birth_above, death_below};
    const cJSON *found[2];
    loam_result result = loam_json_members(place, item, &keys, found);
    for (int i = 0; i < 2 && result == LOAM_OK; i++)
    {
        const loam_json_place here = {place, own[i], 0};
        const loam_tile_field *const field = automaton_field(own[i]);
        result = found[i] != NULL ? loam_json_int(&here, found[i], field->low, field->high, out[i])
                                  : loam_json_fail(&here, "is missing");
    }
    return result;
}

/// All rules are given, or none.
static loam_result read_rules(const loam_json_place *place, const cJSON *item,
                              loam_tile_automaton *out)
{
    loam_tile_automaton read = {.iterations = out->iterations};
    loam_result result = loam_json_list(place, item, 1, LOAM_MAX_TILE_RULES, &read.rule_count);
    loam_json_place element = {place, NULL, 0};
    const cJSON *rule = result == LOAM_OK ? item->child : NULL;
    for (; rule != NULL && result == LOAM_OK; rule = rule->next, element.index++)
    {
        result = read_rule(&element, rule, &read.birth_above[element.index],
                           &read.death_below[element.index]);
    }
    if (result == LOAM_OK)
    {
        *out = read;
    }
    return result;
}

static loam_result read_automaton(const loam_json_place *place, const cJSON *item,
                                  loam_tile_automaton *out)
{
    static const char *const own[] = {"iterations", "rules"};
    const loam_json_keys keys = {.own = own, .own_count = 2};
    const cJSON *found[2];
    const loam_json_place iterations = {place, own[0], 0}, rules = {place, own[1], 0};
    const loam_tile_field *const field = automaton_field(own[0]);
    loam_result result = loam_json_members(place, item, &keys, found);
    if (result == LOAM_OK && found[0] != NULL)
    {
        result = loam_json_int(&iterations, found[0], field->low, field->high, &out->iterations);
    }
    return result == LOAM_OK && found[1] != NULL ? read_rules(&rules, found[1], out) : result;
}

// ---- materials that are replaced ----------------------------------------------------------------
// What the text does not name stays: a biome whose surface was sand has sand, whatever the id of sand
// is now.

typedef loam_result (*visitor)(loam_defs_reader *reader, const loam_json_place *place, uint8_t *at);

static loam_result visit_part(loam_defs_reader *reader, const loam_json_place *place, void *part,
                              const loam_tile_field *fields, int32_t count, visitor visit)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t elements = fields[i].kind == LOAM_FIELD_MATERIAL ? fields[i].count : 0;
        const loam_json_place here = {place, fields[i].name, 0};
        for (int32_t j = 0; j < elements && result == LOAM_OK; j++)
        {
            const loam_json_place element = {&here, NULL, j};
            result = visit(reader, elements > 1 ? &element : &here,
                           (uint8_t *)part + fields[i].offset + j);
        }
    }
    return result;
}

/// Calls visit for all that refers to a material in biomes and ground.
static loam_result visit_references(loam_defs_reader *reader, const loam_json_place *root,
                                    visitor visit)
{
    loam_result result = LOAM_OK;
    int32_t count;
    const loam_tile_field *fields = loam_tile_biome_fields(&count);
    const loam_json_place biomes = {root, "biomes", 0}, ground = {root, "ground", 0};
    for (int32_t i = 0; i < LOAM_BIOMES && result == LOAM_OK; i++)
    {
        const loam_json_place biome = {&biomes, reader->defs.biomes[i].name, 0};
        result = visit_part(reader, &biome, &reader->defs.biomes[i], fields, count, visit);
    }
    fields = loam_tile_ground_fields(&count);
    return result != LOAM_OK
               ? result
               : visit_part(reader, &ground, &reader->defs.ground, fields, count, visit);
}

static loam_result follow_name(loam_defs_reader *reader, const loam_json_place *place, uint8_t *at)
{
    (void)place;
    const int32_t id = loam_material_find(&reader->defs, reader->before->materials[*at].name);
    *lost_at(reader, at) = id < 0;
    *at = id < 0 ? *at : (uint8_t)id;
    return LOAM_OK;
}

static loam_result complain_of_lost(loam_defs_reader *reader, const loam_json_place *place,
                                    uint8_t *at)
{
    return !*lost_at(reader, at)
               ? LOAM_OK
               : loam_json_fail(place,
                                "is still %s, which is none of the materials that replace "
                                "the ones before",
                                reader->before->materials[*at].name);
}

// ---- all of it ----------------------------------------------------------------------------------

enum
{
    REPLACE,
    MATERIALS,
    BIOMES,
    GROUND,
    BLOCKS,
    WALLS,
    RULES,
    FLUIDS,
    SKY,
    GROVES,
    SPECIES,
    ROOT_KEYS,
};

static loam_result read_replace(loam_defs_reader *reader, const loam_json_place *root,
                                const cJSON *const *found)
{
    const loam_json_place replace = {root, "replace", 0}, materials = {root, "materials", 0};
    if (found[REPLACE] == NULL || cJSON_IsFalse(found[REPLACE]))
    {
        return LOAM_OK;
    }
    if (!cJSON_IsTrue(found[REPLACE]))
    {
        return loam_json_refuse(&replace, found[REPLACE], "true or false");
    }
    if (found[MATERIALS] == NULL)
    {
        return loam_json_fail(&materials, "is missing: \"replace\" needs materials to replace by");
    }
    reader->replace = true;
    memset(reader->defs.materials + 1, 0, sizeof reader->defs.materials - sizeof(loam_material));
    return LOAM_OK;
}

static loam_result read_key(loam_defs_reader *reader, int key, const loam_json_place *place,
                            const cJSON *item)
{
    loam_tile_defs *const defs = &reader->defs;
    switch (key)
    {
    case MATERIALS:
        return loam_defs_read_materials(reader, place, item);
    case BIOMES:
        return read_biomes(reader, place, item);
    case GROUND:
        return read_part(reader, place, item, loam_tile_ground_fields, &defs->ground);
    case BLOCKS:
        return read_automaton(place, item, &defs->blocks);
    case WALLS:
        return read_automaton(place, item, &defs->walls);
    case RULES:
        return loam_defs_read_rules(reader, place, item);
    case FLUIDS:
        return loam_defs_read_fluids(reader, place, item);
    case SKY:
        return read_part(reader, place, item, loam_tile_sky_fields, &defs->sky);
    case GROVES:
        return read_part(reader, place, item, loam_tile_groves_fields, &defs->groves);
    default:
        return loam_defs_read_species(reader, place, item);
    }
}

/// With other materials: what is not in the text follows their names.
static void keep_before(loam_defs_reader *reader, int key, const loam_json_place *root, bool named)
{
    switch (key)
    {
    case BIOMES:
        loam_defs_forget_life(reader);
        visit_references(reader, root, follow_name);
        break;
    case RULES:
        loam_defs_keep_rules(reader, named);
        break;
    case FLUIDS:
        loam_defs_keep_fluids(reader, named);
        break;
    case SKY:
        loam_defs_keep_sky(reader);
        break;
    case SPECIES:
        loam_defs_keep_species(reader, named);
        break;
    default:
        break;
    }
}

static loam_result read_root(loam_defs_reader *reader, const cJSON *tree)
{
    static const char *const own[ROOT_KEYS] = {"replace", "materials", "biomes", "ground",
                                               "blocks",  "walls",     "rules",  "fluids",
                                               "sky",     "groves",    "species"};
    const loam_json_keys keys = {.own = own, .own_count = ROOT_KEYS};
    const cJSON *found[ROOT_KEYS];
    const loam_json_place root = {0};
    loam_result result = loam_json_members(&root, tree, &keys, found);
    result = result != LOAM_OK ? result : read_replace(reader, &root, found);
    for (int i = MATERIALS; i < ROOT_KEYS && result == LOAM_OK; i++)
    {
        const loam_json_place place = {&root, own[i], 0};
        if (reader->replace)
        {
            keep_before(reader, i, &root, found[i] != NULL);
        }
        result = found[i] != NULL ? read_key(reader, i, &place, found[i]) : LOAM_OK;
    }
    result = result != LOAM_OK ? result : visit_references(reader, &root, complain_of_lost);
    return result != LOAM_OK ? result : loam_tile_defs_check(&reader->defs);
}

static loam_result read_tree(const loam_env *env, const cJSON *tree, loam_tile_defs *defs)
{
    loam_defs_reader *const reader = loam_alloc(env, sizeof *reader);
    if (reader == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(reader, 0, sizeof *reader);
    reader->before = defs;
    memcpy(&reader->defs, defs, sizeof *defs);
    const loam_result result = read_root(reader, tree);
    if (result == LOAM_OK)
    {
        memcpy(defs, &reader->defs, sizeof *defs);
    }
    loam_free(env, reader, sizeof *reader);
    return result;
}

loam_result loam_tile_defs_read(const loam_env *env, const char *text, size_t size,
                                loam_tile_defs *defs)
{
    cJSON *tree = NULL;
    loam_result result = loam_tile_defs_check(defs);
    if (result != LOAM_OK)
    {
        return loam_fail(result, "before reading: %s", loam_last_error());
    }
    result = loam_json_parse(text, size, &tree);
    result = result == LOAM_OK ? read_tree(env, tree, defs) : result;
    cJSON_Delete(tree);
    return result;
}
