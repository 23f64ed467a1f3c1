// SPDX-License-Identifier: MIT
#include "loam/defs.h"

#include "defs/emit.h"
#include "defs/patchwork.h"
#include "defs/plain.h"

static void write_bands(loam_json_emitter *out, const loam_patchwork_def *def,
                        const loam_patch_biome *biome)
{
    loam_json_key(out, "bands");
    loam_json_open(out, '[');
    for (int32_t i = 0; i < biome->band_count; i++)
    {
        loam_json_open(out, '{');
        loam_json_key(out, "material");
        loam_json_write_name(out, def->materials[biome->bands[i].material].name);
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
        loam_json_write_name(out, biome->name);
        loam_json_write_plain(out, loam_patch_biome_fields(), LOAM_PATCH_BIOME_FIELDS, biome);
        write_bands(out, def, biome);
        if (biome->steep >= 0)
        {
            loam_json_key(out, "steep");
            loam_json_write_name(out, def->materials[biome->steep].name);
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
        loam_json_write_name(out, def->biomes[one->from].name);
        loam_json_key(out, "to");
        loam_json_write_name(out, def->biomes[one->to].name);
        loam_json_write_plain(out, loam_patch_transition_fields(), LOAM_PATCH_TRANSITION_FIELDS,
                              one);
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
    loam_json_write_plain(&out, loam_patch_def_fields(), LOAM_PATCH_DEF_FIELDS, def);
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
