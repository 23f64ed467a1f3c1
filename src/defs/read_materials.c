// SPDX-License-Identifier: MIT
#include "defs/reader.h"

#include "defs/names.h"

#include <string.h>

// A material of the list is known by its name. One that is there already is changed, and what the text
// does not say stays; a new one has to say everything, because there is nothing that could stay.

enum
{
    ID,
    NAME,
    PROPERTIES,
    LAYERS,
    INNER,
    OUTER,
    LIGHT,
    OWN_COUNT,
};

static const char *const own_keys[OWN_COUNT] = {
    [ID] = "id",       [NAME] = "name",   [PROPERTIES] = "properties", [LAYERS] = "layers",
    [INNER] = "inner", [OUTER] = "outer", [LIGHT] = "light",
};

// ---- variants -----------------------------------------------------------------------------------

/// A list of low to high colours.
static loam_result read_colours(const loam_json_place *place, const cJSON *item, bool light,
                                int32_t low, int32_t high, loam_colour *colours, int32_t *count)
{
    loam_result result = loam_json_list(place, item, low, high, count);
    loam_json_place element = {place, NULL, 0};
    const cJSON *colour = result == LOAM_OK ? item->child : NULL;
    for (; colour != NULL && result == LOAM_OK; colour = colour->next, element.index++)
    {
        result = loam_json_colour(&element, colour, light, &colours[element.index]);
    }
    return result;
}

/// Whether every variant shines alike, or not at all.
static bool is_even(const loam_material *material)
{
    for (int32_t i = 1; i < material->inner + material->outer; i++)
    {
        if (memcmp(&material->light[i], &material->light[0], sizeof material->light[0]) != 0)
        {
            return false;
        }
    }
    return true;
}

/// Light that the text does not name stays, if there is a way to: for other numbers of variants only
/// if all of them shine alike.
static loam_result keep_light(const loam_json_place *place, const loam_material *before,
                              loam_material *material)
{
    const int32_t old = before->inner + before->outer, now = material->inner + material->outer;
    memset(material->light, 0, sizeof material->light);
    if (old != now && !is_even(before))
    {
        return loam_json_fail(place, "is missing: it has %d colours, and there are %d variants now",
                              old, now);
    }
    for (int32_t i = 0; i < now; i++)
    {
        material->light[i] = before->light[old == now ? i : 0];
    }
    return LOAM_OK;
}

static loam_result read_light(const loam_json_place *place, const cJSON *item,
                              const loam_material *before, loam_material *material)
{
    int32_t count = material->inner + material->outer;
    if (item == NULL)
    {
        return keep_light(place, before, material);
    }
    memset(material->light, 0, sizeof material->light);
    if (cJSON_IsArray(item))
    {
        return read_colours(place, item, true, count, count, material->light, &count);
    }
    loam_colour light;
    const loam_result result = loam_json_colour(place, item, true, &light);
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        material->light[i] = light;
    }
    return result;
}

/// Inner variants, outer ones behind them, and their light.
static loam_result read_variants(const loam_json_place *place, const cJSON *const *found,
                                 loam_material *material)
{
    const loam_material before = *material;
    const loam_json_place inner = {place, "inner", 0}, outer = {place, "outer", 0},
                          light = {place, "light", 0};
    memset(material->colours, 0, sizeof material->colours);
    loam_result result = LOAM_OK;
    if (found[INNER] != NULL)
    {
        result = read_colours(&inner, found[INNER], false, 1, LOAM_MAX_VARIANTS, material->colours,
                              &material->inner);
    }
    else
    {
        memcpy(material->colours, before.colours, (size_t)before.inner * sizeof(loam_colour));
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_colour *const edge = material->colours + material->inner;
    const int32_t room = LOAM_MAX_VARIANTS - material->inner;
    if (found[OUTER] != NULL)
    {
        result = read_colours(&outer, found[OUTER], false, 0, room, edge, &material->outer);
    }
    else if (before.outer > room)
    {
        result = loam_json_fail(&inner, "is a list of %d; must be 1 to %d beside %d outer ones",
                                material->inner, LOAM_MAX_VARIANTS - before.outer, before.outer);
    }
    else
    {
        memcpy(edge, before.colours + before.inner, (size_t)before.outer * sizeof *edge);
    }
    return result != LOAM_OK ? result : read_light(&light, found[LIGHT], &before, material);
}

// ---- which material it is -----------------------------------------------------------------------

/// For messages: the first id that no material has.
static int32_t free_id(const loam_tile_defs *defs)
{
    int32_t id = 0;
    while (id < LOAM_MAX_MATERIALS && defs->materials[id].name[0] != '\0')
    {
        id++;
    }
    return id;
}

/// Tints of seasons.
static bool is_tint(const loam_json_keys *keys, int32_t key)
{
    return key >= OWN_COUNT && keys->fields[key - OWN_COUNT].kind == LOAM_FIELD_COLOUR;
}

/// All that a new material needs. outer, light and tints it may do without. It may not be new at all, but a
/// slip.
static loam_result check_complete(const loam_defs_reader *reader, const loam_json_place *place,
                                  const cJSON *const *found, const loam_json_keys *keys,
                                  const char *name)
{
    for (int32_t i = 0; i < keys->own_count + keys->field_count; i++)
    {
        const char *const key = i < OWN_COUNT ? own_keys[i] : keys->fields[i - OWN_COUNT].name;
        const loam_json_place member = {place, key, 0};
        if (found[i] == NULL && i != OUTER && i != LIGHT && !is_tint(keys, i))
        {
            const int32_t near = loam_text_nearest(name, loam_next_material, &reader->defs);
            return loam_json_fail(
                &member, "is missing: \"%s\" is new, and a new material needs it%s%s%s", name,
                near >= 0 ? "; did you mean " : "",
                near >= 0 ? loam_next_material(&reader->defs, near) : "", near >= 0 ? "?" : "");
        }
    }
    return LOAM_OK;
}

/// A place for a new material.
static loam_result take_id(const loam_defs_reader *reader, const loam_json_place *place,
                           const cJSON *item, int32_t *id)
{
    const loam_json_place key = {place, "id", 0};
    const int32_t next = free_id(&reader->defs);
    if (next == LOAM_MAX_MATERIALS)
    {
        return loam_json_fail(place, "is one too many; must be at most %d materials",
                              LOAM_MAX_MATERIALS);
    }
    const loam_result result = loam_json_int(&key, item, 0, LOAM_MAX_MATERIALS - 1, id);
    if (result == LOAM_OK && reader->defs.materials[*id].name[0] != '\0')
    {
        return loam_json_fail(&key, "is %d, which is that of %s; the first free one is %d", *id,
                              reader->defs.materials[*id].name, next);
    }
    return result;
}

/// A material that is there already keeps its id: tiles are made of it.
static loam_result check_id(const loam_json_place *place, const cJSON *item, const char *name,
                            int32_t known)
{
    int32_t id = known;
    const loam_result result = loam_json_int(place, item, 0, LOAM_MAX_MATERIALS - 1, &id);
    return result != LOAM_OK || id == known
               ? result
               : loam_json_fail(place, "is %d; must be %d, which %s has already", id, known, name);
}

/// Anything may stand in a free place. Materials that are written again keep the tints of before: texts from
/// before there were seasons have none.
static void begin_material(const loam_defs_reader *reader, loam_material *material,
                           const char name[LOAM_MAX_NAME + 1])
{
    const int32_t before = loam_material_find(reader->before, name);
    *material = (loam_material){0};
    memcpy(material->name, name, LOAM_MAX_NAME + 1);
    if (before >= 0)
    {
        material->spring = reader->before->materials[before].spring;
        material->autumn = reader->before->materials[before].autumn;
        material->winter = reader->before->materials[before].winter;
    }
}

/// Finds the material that the element is about, or makes room for it.
static loam_result find_material(loam_defs_reader *reader, const loam_json_place *place,
                                 const cJSON *const *found, const loam_json_keys *keys, int32_t *id)
{
    const loam_json_place name_place = {place, "name", 0}, id_place = {place, "id", 0};
    char name[LOAM_MAX_NAME + 1];
    if (found[NAME] == NULL)
    {
        return loam_json_fail(&name_place, "is missing");
    }
    loam_result result = loam_json_name(&name_place, found[NAME], name);
    *id = result == LOAM_OK ? loam_material_find(&reader->defs, name) : -1;
    if (result == LOAM_OK && *id < 0)
    {
        result = check_complete(reader, place, found, keys, name);
        result = result != LOAM_OK ? result : take_id(reader, place, found[ID], id);
        if (result == LOAM_OK)
        {
            begin_material(reader, &reader->defs.materials[*id], name);
        }
        return result;
    }
    return result == LOAM_OK && found[ID] != NULL ? check_id(&id_place, found[ID], name, *id)
                                                  : result;
}

static loam_result read_material(loam_defs_reader *reader, const loam_json_place *place,
                                 const cJSON *item)
{
    loam_json_keys keys = {.own = own_keys, .own_count = OWN_COUNT};
    keys.fields = loam_material_fields(&keys.field_count);
    const cJSON *found[LOAM_JSON_MAX_KEYS];
    int32_t id = 0;
    loam_result result = loam_json_members(place, item, &keys, found);
    result = result != LOAM_OK ? result : find_material(reader, place, found, &keys, &id);
    if (result == LOAM_OK && reader->material_from[id] != 0)
    {
        const loam_json_place name = {place, "name", 0};
        result = loam_json_fail(&name, "is %s, as is that of materials[%d]; must be unique",
                                reader->defs.materials[id].name, reader->material_from[id] - 1);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    reader->material_from[id] = 1 + place->index;
    loam_material *const material = &reader->defs.materials[id];
    const loam_json_place properties = {place, "properties", 0}, layers = {place, "layers", 0};
    if (found[PROPERTIES] != NULL)
    {
        result = loam_json_bits(&properties, found[PROPERTIES], loam_next_property,
                                &material->properties);
    }
    if (result == LOAM_OK && found[LAYERS] != NULL)
    {
        result = loam_json_bits(&layers, found[LAYERS], loam_next_layer, &material->layers);
    }
    result = result != LOAM_OK ? result : read_variants(place, found, material);
    return result != LOAM_OK ? result
                             : loam_defs_read_fields(reader, place, &keys, found, material);
}

loam_result loam_defs_read_materials(loam_defs_reader *reader, const loam_json_place *place,
                                     const cJSON *item)
{
    int32_t count;
    loam_result result = loam_json_list(place, item, 0, LOAM_MAX_MATERIALS, &count);
    loam_json_place element = {place, NULL, 0};
    const cJSON *material = result == LOAM_OK ? item->child : NULL;
    for (; material != NULL && result == LOAM_OK; material = material->next, element.index++)
    {
        result = read_material(reader, &element, material);
    }
    return result;
}
