// SPDX-License-Identifier: MIT
#include "loam/defs.h"

#include "defs/plain.h"
#include "defs/read_file.h"

#include <string.h>

// What may stand on a land from JSON. Layers and kinds are lists that replace the ones before; what has a name that was
// there begins as it was, and a new one may begin as another that it is "like". Values that the text does not name stay.

typedef struct reader
{
    loam_thing_plan plan;          // what becomes of it
    const loam_thing_plan *before; // what the text is read over
} reader;

// ---- names --------------------------------------------------------------------------------------

static const char *next_layer(const void *context, int32_t index)
{
    const loam_thing_plan *const plan = context;
    return index < plan->layer_count ? plan->layers[index].name : NULL;
}

static const char *next_kind(const void *context, int32_t index)
{
    const loam_thing_plan *const plan = context;
    return index < plan->kind_count ? plan->kinds[index].name : NULL;
}

static const char *next_biome(const void *none, int32_t index)
{
    (void)none;
    return index < LOAM_BIOME_COUNT ? loam_biome_name((loam_biome)index) : NULL;
}

/// The name that every object of a list has; no longer than it may be.
static loam_result read_name(const loam_json_place *place, const cJSON *item, size_t max,
                             char name[LOAM_MAX_NAME + 1])
{
    const loam_json_place at = {place, "name", 0};
    const cJSON *const named = cJSON_GetObjectItemCaseSensitive(item, "name");
    loam_result result = cJSON_IsObject(item) ? loam_json_need(place, "name", named)
                                              : loam_json_refuse(place, item, "an object");
    result = result == LOAM_OK ? loam_json_name(&at, named, name) : result;
    return result != LOAM_OK || strlen(name) <= max
               ? result
               : loam_json_fail(&at, "has %zu characters; must be 1 to %zu", strlen(name), max);
}

/// What one of a list begins as, by its name or by what it is "like": the number of it before, -1 for none.
static loam_result find_before(const reader *in, const loam_json_place *place, const cJSON *item,
                               const char *name, const char *(*next)(const void *, int32_t),
                               int32_t *out)
{
    const loam_json_place at = {place, "like", 0};
    const cJSON *const like = cJSON_GetObjectItemCaseSensitive(item, "like");
    *out = loam_json_find(name, next, in->before);
    return like == NULL ? LOAM_OK : loam_json_reference(&at, like, next, in->before, out);
}

/// A number for each biome that is named.
static loam_result read_biomes(const loam_json_place *place, const cJSON *item, double low,
                               double high, float out[LOAM_BIOME_COUNT])
{
    if (item == NULL)
    {
        return LOAM_OK;
    }
    loam_result result = cJSON_IsObject(item) ? LOAM_OK
                                              : loam_json_refuse(place, item, "an object");
    for (const cJSON *one = item->child; one != NULL && result == LOAM_OK; one = one->next)
    {
        const loam_json_place at = {place, one->string, 0};
        const int32_t biome = loam_json_find(one->string, next_biome, NULL);
        result = biome >= 0 ? loam_json_float(&at, one, low, high, &out[biome])
                            : loam_json_refuse_key(place, one->string, next_biome, NULL);
    }
    return result;
}

// ---- layers -------------------------------------------------------------------------------------

static loam_result read_layer(reader *in, const loam_json_place *place, const cJSON *item,
                              const char *name)
{
    static const char *const own[] = {"name", "like", "share", "groves"};
    const cJSON *found[LOAM_THING_LAYER_FIELDS + 4];
    const loam_json_place share = {place, own[2], 0}, groves = {place, own[3], 0};
    loam_thing_layer *const to = &in->plan.layers[in->plan.layer_count++];
    int32_t like;
    loam_result result = find_before(in, place, item, name, next_layer, &like);
    *to = like >= 0 ? in->before->layers[like] : loam_default_thing_layer();
    memset(to->name, 0, sizeof to->name);
    memcpy(to->name, name, strlen(name));
    result = result == LOAM_OK ? loam_json_object(place, item, loam_thing_layer_fields(),
                                                  LOAM_THING_LAYER_FIELDS, own, 4, to, found)
                               : result;
    const cJSON *const *const own_found = found + LOAM_THING_LAYER_FIELDS;
    result = result == LOAM_OK ? read_biomes(&share, own_found[2], 0, 1, to->share) : result;
    return result == LOAM_OK ? read_biomes(&groves, own_found[3], 0, 1, to->groves) : result;
}

static loam_result read_layers(reader *in, const loam_json_place *place, const cJSON *item)
{
    loam_json_place element = {place, NULL, 0};
    char name[LOAM_MAX_NAME + 1];
    int32_t count;
    loam_result result = loam_json_list(place, item, 1, LOAM_MAX_THING_LAYERS, &count);
    memset(in->plan.layers, 0, sizeof in->plan.layers);
    in->plan.layer_count = 0;
    for (const cJSON *one = item->child; one != NULL && result == LOAM_OK; one = one->next)
    {
        result = read_name(&element, one, LOAM_MAX_SCATTER_NAME, name);
        result = result == LOAM_OK ? read_layer(in, &element, one, name) : result;
        element.index++;
    }
    return result;
}

// ---- kinds --------------------------------------------------------------------------------------

/// Layers may have come in another order, or gone: what stood in one by its number stands in that of its name.
static uint32_t follow_layers(const reader *in, uint32_t layers)
{
    uint32_t now = 0;
    for (int32_t i = 0; i < in->before->layer_count; i++)
    {
        const int32_t at = loam_json_find(in->before->layers[i].name, next_layer, &in->plan);
        now |= (layers >> i & 1) != 0 && at >= 0 ? 1u << at : 0;
    }
    return now;
}

static loam_result read_layers_of(const reader *in, const loam_json_place *place, const cJSON *item,
                                  uint32_t *out)
{
    loam_json_place element = {place, NULL, 0};
    int32_t count, layer;
    loam_result result = loam_json_list(place, item, 1, LOAM_MAX_THING_LAYERS, &count);
    *out = 0;
    for (const cJSON *one = item->child; one != NULL && result == LOAM_OK; one = one->next)
    {
        result = loam_json_reference(&element, one, next_layer, &in->plan, &layer);
        *out |= result == LOAM_OK ? 1u << layer : 0;
        element.index++;
    }
    return result;
}

static loam_result read_kind(reader *in, const loam_json_place *place, const cJSON *item,
                             const char *name)
{
    static const char *const own[] = {"name", "like", "layers", "biomes"};
    const cJSON *found[LOAM_THING_KIND_FIELDS + 4];
    const loam_json_place layers = {place, own[2], 0}, biomes = {place, own[3], 0};
    loam_thing_kind_def *const to = &in->plan.kinds[in->plan.kind_count++];
    int32_t like;
    loam_result result = find_before(in, place, item, name, next_kind, &like);
    *to = like >= 0 ? in->before->kinds[like] : loam_default_thing_kind();
    to->layers = follow_layers(in, to->layers);
    memset(to->name, 0, sizeof to->name);
    memcpy(to->name, name, strlen(name));
    result = result == LOAM_OK ? loam_json_object(place, item, loam_thing_kind_fields(),
                                                  LOAM_THING_KIND_FIELDS, own, 4, to, found)
                               : result;
    const cJSON *const *const own_found = found + LOAM_THING_KIND_FIELDS;
    if (result == LOAM_OK && own_found[2] != NULL)
    {
        result = read_layers_of(in, &layers, own_found[2], &to->layers);
    }
    else if (result == LOAM_OK && to->layers == 0)
    {
        result = loam_json_need(place, own[2], NULL);
    }
    return result == LOAM_OK ? read_biomes(&biomes, own_found[3], -1000, 1000, to->biomes) : result;
}

static loam_result read_kinds(reader *in, const loam_json_place *place, const cJSON *item)
{
    loam_json_place element = {place, NULL, 0};
    char name[LOAM_MAX_NAME + 1];
    int32_t count;
    loam_result result = loam_json_list(place, item, 1, LOAM_MAX_THING_KINDS, &count);
    memset(in->plan.kinds, 0, sizeof in->plan.kinds);
    in->plan.kind_count = 0;
    for (const cJSON *one = item->child; one != NULL && result == LOAM_OK; one = one->next)
    {
        result = read_name(&element, one, LOAM_MAX_THING_NAME, name);
        result = result == LOAM_OK ? read_kind(in, &element, one, name) : result;
        element.index++;
    }
    return result;
}

/// Kinds that the text says nothing of stay in the layers of their names.
static void follow_all(reader *in)
{
    for (int32_t i = 0; i < in->plan.kind_count; i++)
    {
        in->plan.kinds[i].layers = follow_layers(in, in->plan.kinds[i].layers);
    }
}

// ---- the whole text -----------------------------------------------------------------------------

static loam_result read_root(reader *in, const cJSON *tree)
{
    static const char *const names[] = {"layers", "kinds"};
    const loam_json_keys keys = {.own = names, .own_count = 2};
    const loam_json_place root = {0};
    const loam_json_place layers = {&root, names[0], 0}, kinds = {&root, names[1], 0};
    const cJSON *found[2];
    loam_result result = loam_json_members(&root, tree, &keys, found);
    if (result == LOAM_OK && found[0] != NULL)
    {
        result = read_layers(in, &layers, found[0]);
    }
    if (result == LOAM_OK && found[1] != NULL)
    {
        result = read_kinds(in, &kinds, found[1]);
    }
    else if (result == LOAM_OK)
    {
        follow_all(in);
    }
    return result == LOAM_OK ? loam_thing_plan_check(&in->plan) : result;
}

loam_result loam_thing_plan_read(const loam_env *env, const char *text, size_t size,
                                 loam_thing_plan *plan)
{
    cJSON *tree = NULL;
    loam_result result = loam_thing_plan_check(plan);
    result = result == LOAM_OK ? loam_json_parse(text, size, &tree) : result;
    reader *const in = result == LOAM_OK ? loam_alloc(env, sizeof *in) : NULL;
    result = result == LOAM_OK && in == NULL ? LOAM_OUT_OF_MEMORY : result;
    if (result == LOAM_OK)
    {
        memcpy(&in->plan, plan, sizeof *plan);
        in->before = plan;
        result = read_root(in, tree);
    }
    if (result == LOAM_OK)
    {
        memcpy(plan, &in->plan, sizeof *plan);
    }
    loam_free(env, in, sizeof *in);
    cJSON_Delete(tree);
    return result;
}

static loam_result read_text(const loam_env *env, const char *text, size_t size, void *plan)
{
    return loam_thing_plan_read(env, text, size, plan);
}

loam_result loam_thing_plan_read_file(const loam_env *env, const char *path, loam_thing_plan *plan)
{
    return loam_defs_read_path(env, path, read_text, plan);
}
