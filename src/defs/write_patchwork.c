// SPDX-License-Identifier: MIT
#include "loam/defs.h"

#include "defs/emit.h"
#include "defs/patchwork.h"

#include <string.h>

static void write_range(loam_json_emitter *out, loam_patch_range range)
{
    if (range.low == range.high)
    {
        loam_json_emit_float(out, range.low);
        return;
    }
    loam_json_flow(out);
    loam_json_emit_float(out, range.low);
    loam_json_emit_float(out, range.high);
    loam_json_close(out, ']');
}

static void write_name(loam_json_emitter *out, const char *name)
{
    loam_json_emit_quoted(out, name, strlen(name));
}

static void write_field(loam_json_emitter *out, const loam_patch_field *field, const void *at)
{
    loam_json_key(out, field->name);
    switch (field->kind)
    {
    case LOAM_PATCH_INT:
        loam_json_emit_int(out, *(const int32_t *)at);
        break;
    case LOAM_PATCH_FLOAT:
        loam_json_emit_float(out, *(const float *)at);
        break;
    case LOAM_PATCH_RANGE:
    case LOAM_PATCH_WHOLE:
        write_range(out, *(const loam_patch_range *)at);
        break;
    case LOAM_PATCH_FLAG:
        loam_json_emit_bool(out, *(const bool *)at);
        break;
    case LOAM_PATCH_COLOUR:
        loam_json_emit_colour(out, loam_rgb(*(const uint32_t *)at), false);
        break;
    default:
        loam_json_emit_text(out, field->next(NULL, *(const int32_t *)at));
        break;
    }
}

static void write_fields(loam_json_emitter *out, const loam_patch_field *fields, int32_t count,
                         const void *of)
{
    for (int32_t i = 0; i < count; i++)
    {
        write_field(out, &fields[i], (const char *)of + fields[i].offset);
    }
}

static void write_bands(loam_json_emitter *out, const loam_patchwork_def *def,
                        const loam_patch_biome *biome)
{
    loam_json_key(out, "bands");
    loam_json_open(out, '[');
    for (int32_t i = 0; i < biome->band_count; i++)
    {
        loam_json_open(out, '{');
        loam_json_key(out, "material");
        write_name(out, def->materials[biome->bands[i].material].name);
        loam_json_key(out, "from");
        loam_json_emit_float(out, biome->bands[i].from);
        loam_json_key(out, "blend");
        loam_json_emit_float(out, biome->bands[i].blend);
        loam_json_close(out, '}');
    }
    loam_json_close(out, ']');
}

static void write_biomes(loam_json_emitter *out, const loam_patchwork_def *def)
{
    loam_json_key(out, "biomes");
    loam_json_open(out, '[');
    for (int32_t i = 0; i < def->biome_count; i++)
    {
        const loam_patch_biome *const biome = &def->biomes[i];
        loam_json_open(out, '{');
        loam_json_key(out, "name");
        write_name(out, biome->name);
        write_fields(out, loam_patch_biome_fields(), LOAM_PATCH_BIOME_FIELDS, biome);
        write_bands(out, def, biome);
        if (biome->steep >= 0)
        {
            loam_json_key(out, "steep");
            write_name(out, def->materials[biome->steep].name);
        }
        loam_json_close(out, '}');
    }
    loam_json_close(out, ']');
}

static void write_transitions(loam_json_emitter *out, const loam_patchwork_def *def)
{
    loam_json_key(out, "transitions");
    loam_json_open(out, '[');
    for (int32_t i = 0; i < def->transition_count; i++)
    {
        const loam_patch_transition *const one = &def->transitions[i];
        loam_json_open(out, '{');
        loam_json_key(out, "from");
        write_name(out, def->biomes[one->from].name);
        loam_json_key(out, "to");
        write_name(out, def->biomes[one->to].name);
        write_fields(out, loam_patch_transition_fields(), LOAM_PATCH_TRANSITION_FIELDS, one);
        loam_json_close(out, '}');
    }
    loam_json_close(out, ']');
}

loam_result loam_patchwork_def_write(const loam_env *env, const loam_patchwork_def *def,
                                     char **text, size_t *size)
{
    const loam_result result = loam_patchwork_check(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_json_emitter out = {.env = env};
    loam_json_open(&out, '{');
    write_fields(&out, loam_patch_def_fields(), LOAM_PATCH_DEF_FIELDS, def);
    loam_json_key(&out, "materials");
    loam_json_open(&out, '{');
    for (int32_t i = 0; i < def->material_count; i++)
    {
        loam_json_key(&out, def->materials[i].name);
        loam_json_emit_colour(&out, loam_rgb(def->materials[i].colour), false);
    }
    loam_json_close(&out, '}');
    write_biomes(&out, def);
    write_transitions(&out, def);
    loam_json_close(&out, '}');
    return loam_json_finish(&out, text, size);
}
