// SPDX-License-Identifier: MIT
#include "loam/defs.h"

#include "defs/plain.h"

/// All of them, so that it reads back the same over any others.
static void write_biomes(loam_json_emitter *out, const char *key,
                         const float values[LOAM_BIOME_COUNT])
{
    loam_json_key(out, key);
    loam_json_open(out, '{');
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        loam_json_key(out, loam_biome_name((loam_biome)b));
        loam_json_emit_float(out, values[b]);
    }
    loam_json_close(out, '}');
}

static void write_layer(loam_json_emitter *out, const loam_thing_layer *layer)
{
    loam_json_open(out, '{');
    loam_json_key(out, "name");
    loam_json_write_name(out, layer->name);
    loam_json_write_plain(out, loam_thing_layer_fields(), LOAM_THING_LAYER_FIELDS, layer);
    write_biomes(out, "share", layer->share);
    write_biomes(out, "groves", layer->groves);
    loam_json_close(out, '}');
}

static void write_kind(loam_json_emitter *out, const loam_thing_plan *plan,
                       const loam_thing_kind_def *kind)
{
    loam_json_open(out, '{');
    loam_json_key(out, "name");
    loam_json_write_name(out, kind->name);
    loam_json_key(out, "layers");
    loam_json_flow(out);
    for (int32_t i = 0; i < plan->layer_count; i++)
    {
        if ((kind->layers >> i & 1) != 0)
        {
            loam_json_write_name(out, plan->layers[i].name);
        }
    }
    loam_json_close(out, ']');
    loam_json_write_plain(out, loam_thing_kind_fields(), LOAM_THING_KIND_FIELDS, kind);
    write_biomes(out, "biomes", kind->biomes);
    loam_json_close(out, '}');
}

loam_result loam_thing_plan_write(const loam_env *env, const loam_thing_plan *plan, char **text,
                                  size_t *size)
{
    const loam_result result = loam_thing_plan_check(plan);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_json_emitter out = {.env = env};
    loam_json_open(&out, '{');
    loam_json_key(&out, "layers");
    loam_json_open(&out, '[');
    for (int32_t i = 0; i < plan->layer_count; i++)
    {
        write_layer(&out, &plan->layers[i]);
    }
    loam_json_close(&out, ']');
    loam_json_key(&out, "kinds");
    loam_json_open(&out, '[');
    for (int32_t i = 0; i < plan->kind_count; i++)
    {
        write_kind(&out, plan, &plan->kinds[i]);
    }
    loam_json_close(&out, ']');
    loam_json_close(&out, '}');
    return loam_json_finish(&out, text, size);
}
