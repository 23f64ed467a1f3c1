// SPDX-License-Identifier: MIT
#include "loam/defs.h"

#include "defs/json.h"
#include "defs/patchwork.h"
#include "defs/plain.h"
#include "defs/read_file.h"
#include "defs/scan.h"

#include <stdio.h>
#include <string.h>

// A patchwork from JSON. Plain values that the text does not name stay as they were. Materials are added to those that
// there are, or change their colour. Biomes and transitions are lists that replace the ones before: a biome whose name
// was there begins as it was.

typedef struct reader
{
    loam_patchwork_def def;           // what becomes of it
    const loam_patchwork_def *before; // what the text is read over
} reader;

// ---- names --------------------------------------------------------------------------------------

static const char *next_material(const void *context, int32_t index)
{
    const loam_patchwork_def *const def = context;
    return index < def->material_count ? def->materials[index].name : NULL;
}

static const char *next_biome(const void *context, int32_t index)
{
    const loam_patchwork_def *const def = context;
    return index < def->biome_count ? def->biomes[index].name : NULL;
}

// ---- materials ----------------------------------------------------------------------------------

static loam_result read_material(reader *in, const loam_json_place *place, const cJSON *item)
{
    loam_patchwork_def *const def = &in->def;
    const size_t length = strlen(item->string);
    int32_t index = loam_json_find(item->string, next_material, def);
    if (length < 1 || length > LOAM_PATCH_MAX_NAME)
    {
        return loam_json_fail(place, "has a name of %zu characters; must be 1 to %d", length,
                              LOAM_PATCH_MAX_NAME);
    }
    if (index < 0 && def->material_count == LOAM_PATCH_MAX_MATERIALS)
    {
        return loam_json_fail(place, "is one too many; must be at most %d materials",
                              LOAM_PATCH_MAX_MATERIALS);
    }
    if (index < 0)
    {
        index = def->material_count++;
        memset(&def->materials[index], 0, sizeof def->materials[index]);
        memcpy(def->materials[index].name, item->string, length);
    }
    return loam_json_rgb(place, item, &def->materials[index].colour);
}

static loam_result read_materials(reader *in, const loam_json_place *place, const cJSON *item)
{
    loam_result result = LOAM_OK;
    if (!cJSON_IsObject(item))
    {
        return loam_json_refuse(place, item, "an object of names and colours");
    }
    for (const cJSON *one = item->child; one != NULL && result == LOAM_OK; one = one->next)
    {
        const loam_json_place member = {place, one->string, 0};
        result = read_material(in, &member, one);
    }
    return result;
}

// ---- biomes -------------------------------------------------------------------------------------

static loam_result read_band(reader *in, const loam_json_place *place, const cJSON *item,
                             loam_patch_band *band)
{
    static const char *const own[] = {"material", "from", "blend"};
    const loam_json_keys keys = {.own = own, .own_count = 3};
    const cJSON *found[3];
    const loam_json_place members[3] = {{place, own[0], 0}, {place, own[1], 0}, {place, own[2], 0}};
    memset(band, 0, sizeof *band);
    loam_result result = loam_json_members(place, item, &keys, found);
    result = result != LOAM_OK ? result : loam_json_need(place, own[0], found[0]);
    result = result != LOAM_OK ? result
                               : loam_json_reference(&members[0], found[0], next_material, &in->def,
                                                     &band->material);
    if (result == LOAM_OK && found[1] != NULL)
    {
        result = loam_json_float(&members[1], found[1], -10000, 10000, &band->from);
    }
    if (result == LOAM_OK && found[2] != NULL)
    {
        result = loam_json_float(&members[2], found[2], 0, 10000, &band->blend);
    }
    return result;
}

static loam_result read_bands(reader *in, const loam_json_place *place, const cJSON *item,
                              loam_patch_biome *biome)
{
    int32_t count;
    loam_result result = loam_json_list(place, item, 1, LOAM_PATCH_MAX_BANDS, &count);
    loam_json_place element = {place, NULL, 0};
    memset(biome->bands, 0, sizeof biome->bands);
    for (const cJSON *one = item->child; result == LOAM_OK && one != NULL; one = one->next)
    {
        result = read_band(in, &element, one, &biome->bands[element.index]);
        element.index++;
    }
    biome->band_count = result == LOAM_OK ? count : 1;
    return result;
}

/// A biome of that name as it was, or a plain one.
static loam_patch_biome begin_biome(const reader *in, const char *name)
{
    const int32_t known = loam_json_find(name, next_biome, in->before);
    loam_patch_biome biome = {.colour = 0x808080,
                              .range = {0, 1},
                              .temperature = {0, 1},
                              .rain = {0, 1},
                              .octaves = {4, 4},
                              .persistence = {0.5f, 0.5f},
                              .lacunarity = {2, 2},
                              .scale = {200, 200},
                              .vertical = {20, 20},
                              .band_count = 1,
                              .steep = -1};
    memcpy(biome.name, name, strlen(name));
    return known >= 0 ? in->before->biomes[known] : biome;
}

static loam_result read_biome(reader *in, const loam_json_place *place, const cJSON *item)
{
    static const char *const own[] = {"name", "bands", "steep"};
    const cJSON *found[LOAM_PATCH_BIOME_KEYS];
    char name[LOAM_MAX_NAME + 1];
    const loam_json_place at_name = {place, own[0], 0}, at_bands = {place, own[1], 0},
                          at_steep = {place, own[2], 0};
    const cJSON *const named = cJSON_GetObjectItemCaseSensitive(item, own[0]);
    loam_result result = cJSON_IsObject(item) ? loam_json_need(place, own[0], named)
                                              : loam_json_refuse(place, item, "an object");
    result = result != LOAM_OK ? result : loam_json_name(&at_name, named, name);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_patch_biome *const biome = &in->def.biomes[in->def.biome_count++];
    *biome = begin_biome(in, name);
    result = loam_json_object(place, item, loam_patch_biome_fields(), LOAM_PATCH_BIOME_FIELDS, own,
                              3, biome, found);
    if (result == LOAM_OK && found[LOAM_PATCH_KEY_BANDS] != NULL)
    {
        result = read_bands(in, &at_bands, found[LOAM_PATCH_KEY_BANDS], biome);
    }
    const cJSON *const steep = result == LOAM_OK ? found[LOAM_PATCH_KEY_STEEP] : NULL;
    if (steep != NULL && cJSON_IsNull(steep))
    {
        biome->steep = -1;
        return LOAM_OK;
    }
    return steep != NULL
               ? loam_json_reference(&at_steep, steep, next_material, &in->def, &biome->steep)
               : result;
}

static loam_result read_biomes(reader *in, const loam_json_place *place, const cJSON *item)
{
    int32_t count;
    loam_result result = loam_json_list(place, item, 1, LOAM_PATCH_MAX_BIOMES, &count);
    loam_json_place element = {place, NULL, 0};
    in->def.biome_count = in->def.transition_count = 0;
    memset(in->def.biomes, 0, sizeof in->def.biomes);
    memset(in->def.transitions, 0, sizeof in->def.transitions);
    for (const cJSON *one = item->child; result == LOAM_OK && one != NULL; one = one->next)
    {
        result = read_biome(in, &element, one);
        element.index++;
    }
    return result;
}

// ---- transitions --------------------------------------------------------------------------------

static loam_result read_transition(reader *in, const loam_json_place *place, const cJSON *item)
{
    static const char *const own[] = {"from", "to"};
    const cJSON *found[LOAM_PATCH_TRANSITION_KEYS];
    loam_patch_transition *const to = &in->def.transitions[in->def.transition_count++];
    int32_t *const ends[2] = {&to->from, &to->to};
    *to = (loam_patch_transition){.profile = LOAM_PATCH_CLIFF, .at = 0.5f, .width = 0.3f};
    loam_result result = loam_json_object(place, item, loam_patch_transition_fields(),
                                          LOAM_PATCH_TRANSITION_FIELDS, own, 2, to, found);
    for (int32_t i = 0; i < 2 && result == LOAM_OK; i++)
    {
        const loam_json_place member = {place, own[i], 0};
        const cJSON *const end = found[LOAM_PATCH_KEY_FROM + i];
        result = loam_json_need(place, own[i], end);
        result = result != LOAM_OK
                     ? result
                     : loam_json_reference(&member, end, next_biome, &in->def, ends[i]);
    }
    return result;
}

static loam_result read_transitions(reader *in, const loam_json_place *place, const cJSON *item)
{
    int32_t count;
    loam_result result = loam_json_list(place, item, 0, LOAM_PATCH_MAX_TRANSITIONS, &count);
    loam_json_place element = {place, NULL, 0};
    in->def.transition_count = 0;
    memset(in->def.transitions, 0, sizeof in->def.transitions);
    for (const cJSON *one = item->child; result == LOAM_OK && one != NULL; one = one->next)
    {
        result = read_transition(in, &element, one);
        element.index++;
    }
    return result;
}

// ---- the whole text -----------------------------------------------------------------------------

static loam_result read_root(reader *in, const cJSON *tree)
{
    static const char *const own[] = {"materials", "biomes", "transitions"};
    static loam_result (*const lists[])(reader *, const loam_json_place *, const cJSON *) = {
        read_materials, read_biomes, read_transitions};
    const cJSON *found[LOAM_PATCH_DEF_KEYS];
    const loam_json_place root = {0};
    loam_result result = loam_json_object(&root, tree, loam_patch_def_fields(),
                                          LOAM_PATCH_DEF_FIELDS, own, 3, &in->def, found);
    for (int32_t i = 0; i < 3 && result == LOAM_OK; i++)
    {
        const loam_json_place place = {&root, own[i], 0};
        const cJSON *const item = found[LOAM_PATCH_KEY_MATERIALS + i];
        result = item != NULL ? lists[i](in, &place, item) : LOAM_OK;
    }
    return result != LOAM_OK ? result : loam_patchwork_check(&in->def);
}

static loam_result read_tree(const loam_env *env, const cJSON *tree, loam_patchwork_def *def)
{
    reader *const in = loam_alloc(env, sizeof *in);
    if (in == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memcpy(&in->def, def, sizeof *def);
    in->before = def;
    const loam_result result = read_root(in, tree);
    if (result == LOAM_OK)
    {
        memcpy(def, &in->def, sizeof *def);
    }
    loam_free(env, in, sizeof *in);
    return result;
}

loam_result loam_patchwork_def_read(const loam_env *env, const char *text, size_t size,
                                    loam_patchwork_def *def)
{
    cJSON *tree = NULL;
    loam_result result = loam_json_parse(text, size, &tree);
    result = result == LOAM_OK ? read_tree(env, tree, def) : result;
    cJSON_Delete(tree);
    return result;
}

static loam_result read_text(const loam_env *env, const char *text, size_t size, void *def)
{
    return loam_patchwork_def_read(env, text, size, def);
}

loam_result loam_patchwork_def_read_file(const loam_env *env, const char *path,
                                         loam_patchwork_def *def)
{
    return loam_defs_read_path(env, path, read_text, def);
}
