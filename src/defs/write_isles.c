// SPDX-License-Identifier: MIT
#include "loam/defs.h"

#include "defs/plain.h"
#include "loam/random.h"

#include <string.h>

/// A member with a text of any length, none among them.
static void write_text(loam_json_emitter *out, const char *key, const char *text)
{
    loam_json_key(out, key);
    loam_json_emit_quoted(out, text, strlen(text));
}

static void write_terrain(loam_json_emitter *out, const loam_isle_terrain *terrain)
{
    loam_json_open(out, '{');
    write_text(out, "name", terrain->name);
    loam_json_write_plain(
        out, loam_isle_terrain_fields(),
        terrain->share > 0.0f ? LOAM_ISLE_TERRAIN_FIELDS : LOAM_ISLE_GROUND_FIELDS, terrain);
    loam_json_close(out, '}');
}

static void write_kind(loam_json_emitter *out, const loam_isle_type *type,
                       const loam_isle_kind *kind)
{
    loam_json_open(out, '{');
    write_text(out, "name", kind->name);
    write_text(out, "terrain", type->terrains[kind->terrain].name);
    loam_json_write_plain(out, loam_isle_kind_fields(), LOAM_ISLE_KIND_FIELDS, kind);
    loam_json_close(out, '}');
}

static void write_names(loam_json_emitter *out, const loam_isle_type *type)
{
    loam_json_key(out, "names");
    loam_json_flow(out);
    for (int32_t i = 0; i < type->name_count; i++)
    {
        loam_json_write_name(out, type->names[i]);
    }
    loam_json_close(out, ']');
}

static void write_type(loam_json_emitter *out, const loam_isle_type *type, bool whole)
{
    loam_json_open(out, '{');
    write_text(out, "name", type->name);
    write_text(out, "suffix", type->suffix);
    if (whole)
    {
        write_names(out, type);
    }
    loam_json_write_plain(out, loam_isle_type_fields(), LOAM_ISLE_TYPE_FIELDS, type);
    loam_json_key(out, "terrains");
    loam_json_open(out, '[');
    for (int32_t i = 0; i < type->terrain_count; i++)
    {
        write_terrain(out, &type->terrains[i]);
    }
    loam_json_close(out, ']');
    loam_json_key(out, "steep");
    if (type->steep >= 0)
    {
        loam_json_write_name(out, type->terrains[type->steep].name);
    }
    else
    {
        loam_json_emit_null(out);
    }
    write_text(out, "yard", type->terrains[type->yard].name);
    loam_json_key(out, "objects");
    loam_json_open(out, '[');
    for (int32_t i = 0; i < type->kind_count; i++)
    {
        write_kind(out, type, &type->kinds[i]);
    }
    loam_json_close(out, ']');
    loam_json_close(out, '}');
}

static void write_water(loam_json_emitter *out, const loam_sea_look *water)
{
    loam_json_key(out, "water");
    loam_json_open(out, '{');
    loam_json_write_plain(out, loam_sea_look_fields(), LOAM_SEA_LOOK_FIELDS, water);
    loam_json_close(out, '}');
}

/// whole: with water and lists of names, which no island's ground depends on.
static loam_result write_def(const loam_env *env, const loam_isles_def *def, bool whole,
                             char **text, size_t *size)
{
    const loam_result result = loam_isles_check(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_json_emitter out = {.env = env};
    loam_json_open(&out, '{');
    loam_json_write_plain(&out, loam_isles_def_fields(), LOAM_ISLES_DEF_FIELDS, def);
    if (whole)
    {
        write_water(&out, &def->water);
    }
    loam_json_key(&out, "types");
    loam_json_open(&out, '[');
    for (int32_t i = 0; i < def->type_count; i++)
    {
        write_type(&out, &def->types[i], whole);
    }
    loam_json_close(&out, ']');
    loam_json_close(&out, '}');
    return loam_json_finish(&out, text, size);
}

loam_result loam_isles_def_write(const loam_env *env, const loam_isles_def *def, char **text,
                                 size_t *size)
{
    return write_def(env, def, true, text, size);
}

loam_result loam_isles_def_hash(const loam_env *env, const loam_isles_def *def, uint64_t *out)
{
    char *text = NULL;
    size_t size = 0;
    const loam_result result = write_def(env, def, false, &text, &size);
    if (result == LOAM_OK)
    {
        *out = loam_hash_bytes(text, size, 0);
        loam_free(env, text, size + 1);
    }
    return result;
}
