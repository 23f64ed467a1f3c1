// SPDX-License-Identifier: MIT
#include "loam/defs.h"

#include "defs/json.h"
#include "defs/read_file.h"

#include <string.h>

// A scatter from JSON. What the text does not name is as in the default layer; "layers" is a whole list.

enum
{
    KEY_NAME,
    KEY_METHOD,
    KEY_KINDS,
    KEY_SIZE,
    OWN_KEYS,
};

/// Numbers of a layer. What they may be is checked when all is read, as it depends on the page.
static const struct
{
    const char *name;
    size_t offset;
} numbers[] = {
    {"spacing", offsetof(loam_scatter_layer, spacing)},
    {"jitter", offsetof(loam_scatter_layer, jitter)},
    {"clearance", offsetof(loam_scatter_layer, clearance)},
    {"density", offsetof(loam_scatter_layer, density)},
    {"cluster", offsetof(loam_scatter_layer, cluster)},
    {"cluster_size", offsetof(loam_scatter_layer, cluster_size)},
    {"together", offsetof(loam_scatter_layer, together)},
    {"patch_size", offsetof(loam_scatter_layer, patch_size)},
};

enum
{
    NUMBERS = sizeof numbers / sizeof numbers[0]
};

static const double MOST = 1e6;

static const char *next_method(const void *context, int32_t index)
{
    (void)context;
    return index < LOAM_SCATTER_METHOD_COUNT ? loam_scatter_method_name((loam_scatter_method)index)
                                             : NULL;
}

static loam_result read_method(const loam_json_place *place, const cJSON *item,
                               loam_scatter_method *out)
{
    for (int32_t i = 0; cJSON_IsString(item) && i < LOAM_SCATTER_METHOD_COUNT; i++)
    {
        if (strcmp(item->valuestring, next_method(NULL, i)) == 0)
        {
            *out = (loam_scatter_method)i;
            return LOAM_OK;
        }
    }
    return loam_json_refuse_name(place, item, next_method, NULL);
}

/// Names of a scatter and its layers are shorter than others.
static loam_result read_name(const loam_json_place *place, const cJSON *item,
                             char out[LOAM_MAX_SCATTER_NAME + 1])
{
    char name[LOAM_MAX_NAME + 1];
    const loam_result result = loam_json_name(place, item, name);
    if (result == LOAM_OK && strlen(name) > LOAM_MAX_SCATTER_NAME)
    {
        return loam_json_fail(place, "has %zu characters; must be 1 to %d", strlen(name),
                              LOAM_MAX_SCATTER_NAME);
    }
    if (result == LOAM_OK)
    {
        memset(out, 0, LOAM_MAX_SCATTER_NAME + 1);
        memcpy(out, name, strlen(name));
    }
    return result;
}

static loam_result read_numbers(const loam_json_place *place, const cJSON *item, int32_t low,
                                int32_t high, float *out, int32_t *count)
{
    loam_result result = loam_json_list(place, item, low, high, count);
    for (int32_t i = 0; result == LOAM_OK && i < *count; i++)
    {
        const loam_json_place element = {place, NULL, i};
        result = loam_json_float(&element, cJSON_GetArrayItem(item, i), 0, MOST, &out[i]);
    }
    return result;
}

static loam_result read_size(const loam_json_place *place, const cJSON *item,
                             loam_scatter_layer *layer)
{
    float ends[2] = {0};
    int32_t count;
    const loam_result result = read_numbers(place, item, 2, 2, ends, &count);
    layer->size_low = ends[0];
    layer->size_high = ends[1];
    return result;
}

static loam_result read_own(const loam_json_place *place, int32_t key, const cJSON *item,
                            loam_scatter_layer *layer)
{
    switch (key)
    {
    case KEY_NAME:
        return read_name(place, item, layer->name);
    case KEY_METHOD:
        return read_method(place, item, &layer->method);
    case KEY_KINDS:
        return read_numbers(place, item, 1, LOAM_MAX_SCATTER_KINDS, layer->kind_weights,
                            &layer->kind_count);
    default:
        return read_size(place, item, layer);
    }
}

static loam_result read_layer(const loam_json_place *place, const cJSON *item,
                              loam_scatter_layer *layer)
{
    const char *names[OWN_KEYS + NUMBERS] = {"name", "method", "kinds", "size"};
    const cJSON *found[OWN_KEYS + NUMBERS];
    for (int32_t i = 0; i < NUMBERS; i++)
    {
        names[OWN_KEYS + i] = numbers[i].name;
    }
    const loam_json_keys keys = {.own = names, .own_count = OWN_KEYS + NUMBERS};
    loam_result result = loam_json_members(place, item, &keys, found);
    *layer = loam_default_scatter_layer("");
    for (int32_t i = 0; i < OWN_KEYS + NUMBERS && result == LOAM_OK; i++)
    {
        const loam_json_place member = {place, names[i], 0};
        if (found[i] == NULL)
        {
            result = i == KEY_NAME ? loam_json_fail(&member, "is missing") : LOAM_OK;
        }
        else if (i < OWN_KEYS)
        {
            result = read_own(&member, i, found[i], layer);
        }
        else
        {
            float *const to = (float *)(void *)((char *)layer + numbers[i - OWN_KEYS].offset);
            result = loam_json_float(&member, found[i], 0, MOST, to);
        }
    }
    return result;
}

static loam_result read_layers(const loam_json_place *place, const cJSON *item,
                               loam_scatter_def *def)
{
    loam_json_place element = {place, NULL, 0};
    loam_result result = loam_json_list(place, item, 1, LOAM_MAX_SCATTER_LAYERS, &def->layer_count);
    for (const cJSON *one = item->child; result == LOAM_OK && one != NULL; one = one->next)
    {
        result = read_layer(&element, one, &def->layers[element.index]);
        element.index++;
    }
    return result;
}

static loam_result read_tree(const cJSON *tree, loam_scatter_def *def)
{
    static const char *const names[] = {"name", "page_size", "layers"};
    const loam_json_keys keys = {.own = names, .own_count = 3};
    const loam_json_place root = {0};
    const loam_json_place members[3] = {
        {&root, names[0], 0}, {&root, names[1], 0}, {&root, names[2], 0}};
    const cJSON *found[3];
    loam_result result = loam_json_members(&root, tree, &keys, found);
    if (result == LOAM_OK && found[0] != NULL)
    {
        result = read_name(&members[0], found[0], def->name);
    }
    if (result == LOAM_OK && found[1] != NULL)
    {
        result = loam_json_int(&members[1], found[1], LOAM_MIN_SCATTER_PAGE, LOAM_MAX_SCATTER_PAGE,
                               &def->page_size);
    }
    if (result == LOAM_OK && found[2] != NULL)
    {
        result = read_layers(&members[2], found[2], def);
    }
    return result != LOAM_OK ? result : loam_scatter_check(def);
}

loam_result loam_scatter_def_read(const char *text, size_t size, loam_scatter_def *def)
{
    loam_scatter_def read = *def;
    cJSON *tree = NULL;
    loam_result result = loam_json_parse(text, size, &tree);
    result = result == LOAM_OK ? read_tree(tree, &read) : result;
    cJSON_Delete(tree);
    if (result == LOAM_OK)
    {
        *def = read;
    }
    return result;
}

static loam_result read_text(const loam_env *env, const char *text, size_t size, void *def)
{
    (void)env;
    return loam_scatter_def_read(text, size, def);
}

loam_result loam_scatter_def_read_file(const loam_env *env, const char *path, loam_scatter_def *def)
{
    return loam_defs_read_path(env, path, read_text, def);
}
