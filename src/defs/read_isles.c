// SPDX-License-Identifier: MIT
#include "loam/defs.h"

#include "defs/plain.h"
#include "defs/read_file.h"

#include <string.h>

// A sea from JSON. Plain values that the text does not name stay as they were. Types, their terrains and their objects
// are lists that replace the ones before; what has a name that was there begins as it was, and a new type begins as
// the one that it is said to be "like".

typedef struct reader
{
    loam_isles_def def;           // what becomes of it
    const loam_isles_def *before; // what the text is read over
    loam_isle_type like;          // what the type that is being read began as
} reader;

/// Reads one element of a list, which begins with its name.
typedef loam_result read_element(reader *in, const loam_json_place *place, const cJSON *item,
                                 const char *name, void *list);

// ---- names --------------------------------------------------------------------------------------

static const char *next_type(const void *context, int32_t index)
{
    const loam_isles_def *const def = context;
    return index < def->type_count ? def->types[index].name : NULL;
}

static const char *next_terrain(const void *context, int32_t index)
{
    const loam_isle_type *const type = context;
    return index < type->terrain_count ? type->terrains[index].name : NULL;
}

static const char *next_kind(const void *context, int32_t index)
{
    const loam_isle_type *const type = context;
    return index < type->kind_count ? type->kinds[index].name : NULL;
}

/// The name that every object of a list has.
static loam_result read_name(const loam_json_place *place, const cJSON *item,
                             char name[LOAM_ISLE_MAX_NAME + 1])
{
    _Static_assert(LOAM_ISLE_MAX_NAME == LOAM_MAX_NAME, "names are as long as all others");
    const loam_json_place at = {place, "name", 0};
    const cJSON *const named = cJSON_GetObjectItemCaseSensitive(item, "name");
    const loam_result result = cJSON_IsObject(item) ? loam_json_need(place, "name", named)
                                                    : loam_json_refuse(place, item, "an object");
    return result == LOAM_OK ? loam_json_name(&at, named, name) : result;
}

static loam_result read_list(reader *in, const loam_json_place *place, const cJSON *item,
                             read_element *read, void *list)
{
    loam_result result = LOAM_OK;
    loam_json_place element = {place, NULL, 0};
    for (const cJSON *one = item->child; result == LOAM_OK && one != NULL; one = one->next)
    {
        char name[LOAM_ISLE_MAX_NAME + 1];
        result = read_name(&element, one, name);
        result = result == LOAM_OK ? read(in, &element, one, name, list) : result;
        element.index++;
    }
    return result;
}

// ---- terrains and objects -----------------------------------------------------------------------

static const loam_isle_terrain plain_terrain = {
    .colour = 0x808080,
    .height = {20.0f, 60.0f},
    .noise = LOAM_NOISE_PERLIN,
    .octaves = 5,
    .wavelength = 240.0f,
    .persistence = 0.45f,
    .lacunarity = 2.0f,
    .relief = 0.75f,
};

static loam_result read_terrain(reader *in, const loam_json_place *place, const cJSON *item,
                                const char *name, void *list)
{
    static const char *const own[] = {"name"};
    const cJSON *found[LOAM_ISLE_TERRAIN_FIELDS + 1];
    loam_isle_type *const type = list;
    loam_isle_terrain *const to = &type->terrains[type->terrain_count++];
    const int32_t known = loam_json_find(name, next_terrain, &in->like);
    // One without nodes may have had no numbers for them.
    const bool complete = known >= 0 && in->like.terrains[known].share > 0.0f;
    *to = complete ? in->like.terrains[known] : plain_terrain;
    if (known >= 0 && !complete)
    {
        to->colour = in->like.terrains[known].colour;
        to->from = in->like.terrains[known].from;
    }
    memcpy(to->name, name, sizeof to->name);
    const loam_result result = loam_json_object(place, item, loam_isle_terrain_fields(),
                                                LOAM_ISLE_TERRAIN_FIELDS, own, 1, to, found);
    if (to->share == 0.0f) // What does not count is 0, so that equal seas are equal bytes.
    {
        loam_isle_terrain ground = {.colour = to->colour, .from = to->from};
        memcpy(ground.name, name, sizeof ground.name);
        *to = ground;
    }
    return result;
}

/// Terrains may have come in another order, or gone: what stood for one by its number stands for its name.
static loam_result rename_ground(const loam_json_place *place, const char *what,
                                 const loam_isle_type *like, const loam_isle_type *type,
                                 int32_t *terrain)
{
    if (*terrain < 0)
    {
        return LOAM_OK;
    }
    const char *const name = like->terrains[*terrain].name;
    *terrain = loam_json_find(name, next_terrain, type);
    return *terrain >= 0 ? LOAM_OK
                         : loam_json_fail(place, "has %s on terrain %s; must name one that it has",
                                          what, name);
}

static const loam_isle_kind plain_kind = {
    .colour = 0x808080,
    .radius = {2.0f, 4.0f},
    .spacing = 20.0f,
    .chance = 0.5f,
    .height = {1.0f, 2000.0f},
    .least = 0.5f,
    .slope = 1.0f,
};

static loam_result read_kind(reader *in, const loam_json_place *place, const cJSON *item,
                             const char *name, void *list)
{
    static const char *const own[] = {"name", "terrain"};
    const cJSON *found[LOAM_ISLE_KIND_FIELDS + 2];
    loam_isle_type *const type = list;
    loam_isle_kind *const to = &type->kinds[type->kind_count++];
    const int32_t known = loam_json_find(name, next_kind, &in->like);
    const loam_json_place at = {place, own[1], 0};
    *to = known >= 0 ? in->like.kinds[known] : plain_kind;
    memcpy(to->name, name, sizeof to->name);
    loam_result result = loam_json_object(place, item, loam_isle_kind_fields(),
                                          LOAM_ISLE_KIND_FIELDS, own, 2, to, found);
    const cJSON *const terrain = result == LOAM_OK ? found[LOAM_ISLE_KIND_FIELDS + 1] : NULL;
    if (terrain != NULL)
    {
        return loam_json_reference(&at, terrain, next_terrain, type, &to->terrain);
    }
    if (result == LOAM_OK)
    {
        result = known >= 0 ? rename_ground(place, "itself", &in->like, type, &to->terrain)
                            : loam_json_need(place, own[1], NULL);
    }
    return result;
}

// ---- types --------------------------------------------------------------------------------------

enum
{
    KEY_NAME,
    KEY_LIKE,
    KEY_SUFFIX,
    KEY_NAMES,
    KEY_TERRAINS,
    KEY_STEEP,
    KEY_YARD,
    KEY_OBJECTS,
    TYPE_KEYS,
};

static const char *const type_keys[TYPE_KEYS] = {"name",     "like",  "suffix", "names",
                                                 "terrains", "steep", "yard",   "objects"};

/// What a type begins as: the one of its name, or the one that it is like, or the first.
static loam_result begin_type(reader *in, const loam_json_place *place, const cJSON *item,
                              const char *name)
{
    const loam_json_place at = {place, type_keys[KEY_LIKE], 0};
    const cJSON *const like = cJSON_GetObjectItemCaseSensitive(item, type_keys[KEY_LIKE]);
    int32_t known = loam_json_find(name, next_type, in->before);
    const loam_result result = like == NULL
                                   ? LOAM_OK
                                   : loam_json_reference(&at, like, next_type, in->before, &known);
    in->like = in->before->types[known >= 0 ? known : 0];
    return result;
}

static loam_result read_suffix(const loam_json_place *place, const cJSON *item,
                               loam_isle_type *type)
{
    const size_t length = cJSON_IsString(item) ? strlen(item->valuestring) : sizeof type->suffix;
    if (length >= sizeof type->suffix)
    {
        return loam_json_refuse(place, item, "a text of 0 to %zu characters",
                                sizeof type->suffix - 1);
    }
    memset(type->suffix, 0, sizeof type->suffix);
    memcpy(type->suffix, item->valuestring, length);
    return LOAM_OK;
}

static loam_result read_names(const loam_json_place *place, const cJSON *item, loam_isle_type *type)
{
    loam_json_place name = {place, NULL, 0};
    loam_result result = loam_json_list(place, item, 0, LOAM_ISLE_MAX_NAMES, &type->name_count);
    memset(type->names, 0, sizeof type->names);
    for (const cJSON *one = item->child; result == LOAM_OK && one != NULL; one = one->next)
    {
        result = loam_json_name(&name, one, type->names[name.index]);
        name.index++;
    }
    return result;
}

static loam_result read_terrains(reader *in, const loam_json_place *place, const cJSON *item,
                                 loam_isle_type *type)
{
    int32_t count;
    const loam_result result = loam_json_list(place, item, 1, LOAM_ISLE_MAX_TERRAINS, &count);
    memset(type->terrains, 0, sizeof type->terrains);
    type->terrain_count = 0;
    return result == LOAM_OK ? read_list(in, place, item, read_terrain, type) : result;
}

static loam_result read_kinds(reader *in, const loam_json_place *place, const cJSON *item,
                              loam_isle_type *type)
{
    int32_t count;
    const loam_result result = loam_json_list(place, item, 0, LOAM_ISLE_MAX_KINDS, &count);
    memset(type->kinds, 0, sizeof type->kinds);
    type->kind_count = 0;
    return result == LOAM_OK ? read_list(in, place, item, read_kind, type) : result;
}

/// A terrain of the type, or null for none where that is possible.
static loam_result read_ground(const loam_json_place *place, const cJSON *item, bool optional,
                               const loam_isle_type *type, int32_t *out)
{
    if (optional && cJSON_IsNull(item))
    {
        *out = -1;
        return LOAM_OK;
    }
    return loam_json_reference(place, item, next_terrain, type, out);
}

static loam_result read_own(reader *in, const loam_json_place *place, int32_t key,
                            const cJSON *item, loam_isle_type *type)
{
    switch (key)
    {
    case KEY_SUFFIX:
        return read_suffix(place, item, type);
    case KEY_NAMES:
        return read_names(place, item, type);
    case KEY_TERRAINS:
        return read_terrains(in, place, item, type);
    case KEY_STEEP:
        return read_ground(place, item, true, type, &type->steep);
    case KEY_YARD:
        return read_ground(place, item, false, type, &type->yard);
    case KEY_OBJECTS:
        return read_kinds(in, place, item, type);
    default:
        return LOAM_OK; // name and like are known by now
    }
}

static loam_result rename_grounds(const reader *in, const loam_json_place *place,
                                  const cJSON *const found[TYPE_KEYS], loam_isle_type *type)
{
    loam_result result = LOAM_OK;
    if (found[KEY_STEEP] == NULL)
    {
        result = rename_ground(place, "steep ground", &in->like, type, &type->steep);
    }
    if (result == LOAM_OK && found[KEY_YARD] == NULL)
    {
        result = rename_ground(place, "yards", &in->like, type, &type->yard);
    }
    for (int32_t i = 0; i < type->kind_count && result == LOAM_OK && found[KEY_OBJECTS] == NULL;
         i++)
    {
        result = rename_ground(place, type->kinds[i].name, &in->like, type,
                               &type->kinds[i].terrain);
    }
    return result;
}

static loam_result read_type(reader *in, const loam_json_place *place, const cJSON *item,
                             const char *name, void *list)
{
    const cJSON *found[LOAM_ISLE_TYPE_FIELDS + TYPE_KEYS];
    const cJSON *const *const own = found + LOAM_ISLE_TYPE_FIELDS;
    loam_isles_def *const def = list;
    loam_isle_type *const type = &def->types[def->type_count++];
    loam_result result = begin_type(in, place, item, name);
    *type = in->like;
    memcpy(type->name, name, sizeof type->name);
    result = result != LOAM_OK
                 ? result
                 : loam_json_object(place, item, loam_isle_type_fields(), LOAM_ISLE_TYPE_FIELDS,
                                    type_keys, TYPE_KEYS, type, found);
    // Terrains come before whatever names one.
    for (int32_t key = 0; key < TYPE_KEYS && result == LOAM_OK; key++)
    {
        const loam_json_place member = {place, type_keys[key], 0};
        result = own[key] != NULL ? read_own(in, &member, key, own[key], type) : LOAM_OK;
    }
    return result == LOAM_OK ? rename_grounds(in, place, own, type) : result;
}

static loam_result read_types(reader *in, const loam_json_place *place, const cJSON *item)
{
    int32_t count;
    const loam_result result = loam_json_list(place, item, 1, LOAM_ISLES_MAX_TYPES, &count);
    memset(in->def.types, 0, sizeof in->def.types);
    in->def.type_count = 0;
    return result == LOAM_OK ? read_list(in, place, item, read_type, &in->def) : result;
}

// ---- the whole text -----------------------------------------------------------------------------

static loam_result read_water(const loam_json_place *place, const cJSON *item, loam_sea_look *water)
{
    const cJSON *found[LOAM_SEA_LOOK_FIELDS];
    return loam_json_object(place, item, loam_sea_look_fields(), LOAM_SEA_LOOK_FIELDS, NULL, 0,
                            water, found);
}

static loam_result read_root(reader *in, const cJSON *tree)
{
    static const char *const own[] = {"water", "types"};
    const cJSON *found[LOAM_ISLES_DEF_FIELDS + 2];
    const cJSON *const *const others = found + LOAM_ISLES_DEF_FIELDS;
    const loam_json_place root = {0}, water = {&root, own[0], 0}, types = {&root, own[1], 0};
    loam_result result = loam_json_object(&root, tree, loam_isles_def_fields(),
                                          LOAM_ISLES_DEF_FIELDS, own, 2, &in->def, found);
    if (result == LOAM_OK && others[0] != NULL)
    {
        result = read_water(&water, others[0], &in->def.water);
    }
    if (result == LOAM_OK && others[1] != NULL)
    {
        result = read_types(in, &types, others[1]);
    }
    return result == LOAM_OK ? loam_isles_check(&in->def) : result;
}

static loam_result read_tree(const loam_env *env, const cJSON *tree, loam_isles_def *def)
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

loam_result loam_isles_def_read(const loam_env *env, const char *text, size_t size,
                                loam_isles_def *def)
{
    cJSON *tree = NULL;
    loam_result result = loam_isles_check(def);
    result = result == LOAM_OK ? loam_json_parse(text, size, &tree) : result;
    result = result == LOAM_OK ? read_tree(env, tree, def) : result;
    cJSON_Delete(tree);
    return result;
}

static loam_result read_text(const loam_env *env, const char *text, size_t size, void *def)
{
    return loam_isles_def_read(env, text, size, def);
}

loam_result loam_isles_def_read_file(const loam_env *env, const char *path, loam_isles_def *def)
{
    return loam_defs_read_path(env, path, read_text, def);
}
