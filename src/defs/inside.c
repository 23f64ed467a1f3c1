// SPDX-License-Identifier: MIT
#include "loam/defs.h"

#include "defs/plain.h"
#include "defs/read_file.h"

// The numbers of a land's inside: an object for each function, and what they share beside them.

static loam_result read_part(const loam_json_place *place, const cJSON *item,
                             const loam_inside_part *part, loam_inside *inside)
{
    const cJSON *found[LOAM_JSON_MAX_KEYS];
    return loam_json_object(place, item, part->fields, part->field_count, NULL, 0,
                            (char *)inside + part->offset, found);
}

static loam_result read_root(const cJSON *tree, loam_inside *inside)
{
    const loam_inside_part *const parts = loam_inside_parts(), *const shared =
                                                                   &parts[LOAM_DENSITY_COUNT];
    const char *own[LOAM_DENSITY_COUNT];
    const cJSON *found[LOAM_JSON_MAX_KEYS];
    const loam_json_place root = {0};
    for (int32_t i = 0; i < LOAM_DENSITY_COUNT; i++)
    {
        own[i] = parts[i].name;
    }
    loam_result result = loam_json_object(&root, tree, shared->fields, shared->field_count, own,
                                          LOAM_DENSITY_COUNT, inside, found);
    for (int32_t i = 0; i < LOAM_DENSITY_COUNT && result == LOAM_OK; i++)
    {
        const loam_json_place place = {&root, own[i], 0};
        const cJSON *const item = found[shared->field_count + i];
        result = item != NULL ? read_part(&place, item, &parts[i], inside) : LOAM_OK;
    }
    return result == LOAM_OK ? loam_inside_check(inside) : result;
}

loam_result loam_inside_read(const char *text, size_t size, loam_inside *inside)
{
    loam_inside read = *inside;
    cJSON *tree = NULL;
    loam_result result = loam_json_parse(text, size, &tree);
    result = result == LOAM_OK ? read_root(tree, &read) : result;
    cJSON_Delete(tree);
    *inside = result == LOAM_OK ? read : *inside;
    return result;
}

static loam_result read_text(const loam_env *env, const char *text, size_t size, void *inside)
{
    (void)env;
    return loam_inside_read(text, size, inside);
}

loam_result loam_inside_read_file(const loam_env *env, const char *path, loam_inside *inside)
{
    return loam_defs_read_path(env, path, read_text, inside);
}

loam_result loam_inside_write(const loam_env *env, const loam_inside *inside, char **text,
                              size_t *size)
{
    const loam_inside_part *const parts = loam_inside_parts(), *const shared =
                                                                   &parts[LOAM_DENSITY_COUNT];
    const loam_result result = loam_inside_check(inside);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_json_emitter out = {.env = env};
    loam_json_open(&out, '{');
    loam_json_write_plain(&out, shared->fields, shared->field_count, inside);
    for (int32_t i = 0; i < LOAM_DENSITY_COUNT; i++)
    {
        loam_json_key(&out, parts[i].name);
        loam_json_open(&out, '{');
        loam_json_write_plain(&out, parts[i].fields, parts[i].field_count,
                              (const char *)inside + parts[i].offset);
        loam_json_close(&out, '}');
    }
    loam_json_close(&out, '}');
    return loam_json_finish(&out, text, size);
}
