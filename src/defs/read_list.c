// SPDX-License-Identifier: MIT
#include "defs/reader.h"

#include <string.h>

// Rules and species are lists of things with names: one that is there already is changed, and what the text does
// not say stays; a new one says what has no sensible default; "remove" takes one out. They lie in arrays of
// definitions, begin with their names, and end where a name is empty.

static char *element_at(loam_tile_defs *defs, const loam_defs_list *list, int32_t index)
{
    return (char *)defs + list->offset + (size_t)index * list->size;
}

int32_t loam_defs_list_count(const loam_tile_defs *defs, const loam_defs_list *list)
{
    int32_t count = 0;
    while (list->needs.next(defs, count) != NULL)
    {
        count++;
    }
    return count;
}

int32_t loam_defs_list_find(const loam_tile_defs *defs, const loam_defs_list *list,
                            const char *name)
{
    for (int32_t i = 0; list->needs.next(defs, i) != NULL; i++)
    {
        if (strcmp(list->needs.next(defs, i), name) == 0)
        {
            return i;
        }
    }
    return -1;
}

/// A new one at the end of the list.
static loam_result add(loam_defs_reader *reader, const loam_defs_list *list,
                       const loam_json_place *place, const cJSON *item, const char *name)
{
    loam_tile_defs *const defs = &reader->defs;
    const loam_result result = loam_defs_check_complete(defs, place, item, &list->needs, name);
    const int32_t index = loam_defs_list_count(defs, list);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (index == list->max)
    {
        return loam_json_fail(place, "is one too many; must be at most %d %s", (int)list->max,
                              place->parent->key);
    }
    char *const element = element_at(defs, list, index);
    memset(element, 0, list->size); // padding too: definitions are compared byte by byte
    memcpy(element, name, strlen(name));
    list->begin(reader, element);
    if (index + 1 < list->max)
    {
        element_at(defs, list, index + 1)[0] = '\0'; // anything may stand behind the end
    }
    return LOAM_OK;
}

static loam_result take_out(loam_defs_reader *reader, const loam_defs_list *list,
                            const loam_json_place *place, const cJSON *item, const char *name)
{
    const loam_json_place name_place = {place, list->keys[LIST_NAME], 0};
    const int32_t index = loam_defs_list_find(&reader->defs, list, name);
    if (index < 0)
    {
        const cJSON *const said = cJSON_GetObjectItemCaseSensitive(item, list->keys[LIST_NAME]);
        return loam_json_refuse_name(&name_place, said, list->needs.next, &reader->defs);
    }
    if (cJSON_GetArraySize(item) != 2)
    {
        return loam_json_fail(place, "has more keys; must have name alone beside remove");
    }
    const int32_t last = loam_defs_list_count(&reader->defs, list) - 1;
    char *const element = element_at(&reader->defs, list, index);
    memmove(element, element + list->size, (size_t)(last - index) * list->size);
    memset(element_at(&reader->defs, list, last), 0, list->size);
    return LOAM_OK;
}

/// Adds or changes one.
static loam_result read_element(loam_defs_reader *reader, const loam_defs_list *list,
                                const loam_json_place *place, const cJSON *all, const cJSON *item)
{
    loam_json_keys keys = {
        .own = list->keys, .own_count = list->key_count, .short_lists = list->short_lists};
    keys.fields = list->fields(&keys.field_count);
    const loam_json_place name_place = {place, list->keys[LIST_NAME], 0},
                          remove = {place, list->keys[LIST_REMOVE], 0};
    const cJSON *found[LOAM_JSON_MAX_KEYS];
    char name[LOAM_MAX_NAME + 1];
    bool removes = false;
    loam_result result = loam_json_members(place, item, &keys, found);
    if (result == LOAM_OK && found[LIST_NAME] == NULL)
    {
        return loam_json_fail(&name_place, "is missing");
    }
    result = result != LOAM_OK ? result : loam_json_name(&name_place, found[LIST_NAME], name);
    result = result != LOAM_OK ? result : loam_defs_check_once(&name_place, all, item, name);
    result = result != LOAM_OK ? result
                               : loam_defs_read_flag(&remove, found[LIST_REMOVE], &removes);
    if (result != LOAM_OK || removes)
    {
        return result != LOAM_OK ? result : take_out(reader, list, place, item, name);
    }
    if (loam_defs_list_find(&reader->defs, list, name) < 0)
    {
        result = add(reader, list, place, item, name);
    }
    int32_t index = loam_defs_list_find(&reader->defs, list, name);
    result = result != LOAM_OK ? result : list->change(reader, place, found, &index);
    return result != LOAM_OK ? result
                             : loam_defs_read_fields(reader, place, &keys, found,
                                                     element_at(&reader->defs, list, index));
}

loam_result loam_defs_read_list(loam_defs_reader *reader, const loam_defs_list *list,
                                const loam_json_place *place, const cJSON *item)
{
    int32_t count;
    loam_result result = loam_json_list(place, item, 0, list->max, &count);
    loam_json_place element = {place, NULL, 0};
    const cJSON *one = result == LOAM_OK ? item->child : NULL;
    for (; one != NULL && result == LOAM_OK; one = one->next, element.index++)
    {
        result = read_element(reader, list, &element, item, one);
    }
    return result;
}
