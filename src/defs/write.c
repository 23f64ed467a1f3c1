// SPDX-License-Identifier: MIT
#include "loam/defs.h"

#include "defs/emit.h"
#include "defs/names.h"

#include <string.h>

// The order is that of the tables, so that two files of the same library can be compared line by line.

/// The names of bits, one after another.
static void write_names(loam_json_emitter *out, uint32_t bits,
                        const char *(*next)(const void *, int32_t))
{
    for (int32_t i = 0; next(NULL, i) != NULL; i++)
    {
        if (bits >> i & 1u)
        {
            loam_json_emit_text(out, next(NULL, i));
        }
    }
}

static void write_bits(loam_json_emitter *out, const char *key, uint32_t bits,
                       const char *(*next)(const void *, int32_t))
{
    loam_json_key(out, key);
    loam_json_flow(out);
    write_names(out, bits, next);
    loam_json_close(out, ']');
}

// ---- fields -------------------------------------------------------------------------------------

/// Bits are a list of names.
static bool is_list(const loam_tile_field *field)
{
    return field->count > 1 || loam_names_of_bits(field->kind) != NULL;
}

static void write_element(loam_json_emitter *out, const loam_tile_defs *defs,
                          const loam_tile_field *field, const void *at, int32_t index)
{
    switch (field->kind)
    {
    case LOAM_FIELD_INT:
        loam_json_emit_int(out, ((const int32_t *)at)[index]);
        break;
    case LOAM_FIELD_FLOAT:
        loam_json_emit_float(out, ((const float *)at)[index]);
        break;
    case LOAM_FIELD_MATERIAL:
        loam_json_emit_text(out, defs->materials[((const uint8_t *)at)[index]].name);
        break;
    case LOAM_FIELD_COLOUR:
        loam_json_emit_colour(out, ((const loam_colour *)at)[index], false);
        break;
    case LOAM_FIELD_PROPERTIES:
    case LOAM_FIELD_LAYERS:
    case LOAM_FIELD_MODIFIERS:
        write_names(out, ((const uint32_t *)at)[index], loam_names_of_bits(field->kind));
        break;
    case LOAM_FIELD_MOTION:
        loam_json_emit_text(out, loam_motion_name(((const int32_t *)at)[index]));
        break;
    case LOAM_FIELD_PLACE:
        loam_json_emit_text(out, loam_plant_place_name(((const int32_t *)at)[index]));
        break;
    case LOAM_FIELD_STOREY:
        loam_json_emit_text(out, loam_plant_storey_name(((const int32_t *)at)[index]));
        break;
    }
}

static void write_fields(loam_json_emitter *out, const loam_tile_defs *defs, const void *part,
                         const loam_tile_field *fields, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        const bool list = is_list(&fields[i]);
        loam_json_key(out, fields[i].name);
        if (list)
        {
            loam_json_flow(out);
        }
        for (int32_t j = 0; j < fields[i].count; j++)
        {
            write_element(out, defs, &fields[i], (const char *)part + fields[i].offset, j);
        }
        if (list)
        {
            loam_json_close(out, ']');
        }
    }
}

// ---- materials ----------------------------------------------------------------------------------

static void write_colours(loam_json_emitter *out, const char *key, const loam_colour *colours,
                          int32_t count, bool light)
{
    loam_json_key(out, key);
    loam_json_flow(out);
    for (int32_t i = 0; i < count; i++)
    {
        loam_json_emit_colour(out, colours[i], light);
    }
    loam_json_close(out, ']');
}

/// Most materials are dark, and most others shine alike in all variants. Dark is left out, but for air,
/// which is not forgotten before it is read.
static void write_light(loam_json_emitter *out, const loam_material *material, int32_t id)
{
    const int32_t count = material->inner + material->outer;
    const loam_colour *const light = material->light;
    static const loam_colour dark = {0};
    int32_t alike = 1;
    while (alike < count && memcmp(&light[alike], &light[0], sizeof *light) == 0)
    {
        alike++;
    }
    if (alike < count)
    {
        write_colours(out, "light", light, count, true);
    }
    else if (id == LOAM_AIR || memcmp(&light[0], &dark, sizeof dark) != 0)
    {
        loam_json_key(out, "light");
        loam_json_emit_colour(out, light[0], true);
    }
}

static void write_material(loam_json_emitter *out, const loam_tile_defs *defs, int32_t id)
{
    const loam_material *const material = &defs->materials[id];
    int32_t count;
    const loam_tile_field *const fields = loam_material_fields(&count);
    loam_json_open(out, '{');
    loam_json_key(out, "id");
    loam_json_emit_int(out, id);
    loam_json_key(out, "name");
    loam_json_emit_text(out, material->name);
    write_bits(out, "properties", material->properties, loam_next_property);
    write_bits(out, "layers", material->layers, loam_next_layer);
    write_colours(out, "inner", material->colours, material->inner, false);
    write_colours(out, "outer", material->colours + material->inner, material->outer, false);
    write_light(out, material, id);
    write_fields(out, defs, material, fields, count);
    loam_json_close(out, '}');
}

// ---- biomes, ground, automata -------------------------------------------------------------------

static void write_biome(loam_json_emitter *out, const loam_tile_defs *defs, int32_t index)
{
    int32_t count;
    const loam_tile_field *const fields = loam_tile_biome_fields(&count);
    loam_json_open(out, '{');
    loam_json_key(out, "name");
    loam_json_emit_text(out, defs->biomes[index].name);
    loam_json_key(out, "temperature");
    loam_json_emit_text(out, loam_next_temperature(NULL, index / 3));
    loam_json_key(out, "humidity");
    loam_json_emit_text(out, loam_next_humidity(NULL, index % 3));
    write_fields(out, defs, &defs->biomes[index], fields, count);
    loam_json_close(out, '}');
}

/// A part that there is once.
static void write_part(loam_json_emitter *out, const loam_tile_defs *defs, const char *key,
                       const void *part, const loam_tile_field *(*fields_of)(int32_t *))
{
    int32_t count;
    const loam_tile_field *const fields = fields_of(&count);
    loam_json_key(out, key);
    loam_json_open(out, '{');
    write_fields(out, defs, part, fields, count);
    loam_json_close(out, '}');
}

static void write_automaton(loam_json_emitter *out, const char *key,
                            const loam_tile_automaton *automaton)
{
    loam_json_key(out, key);
    loam_json_open(out, '{');
    loam_json_key(out, "iterations");
    loam_json_emit_int(out, automaton->iterations);
    loam_json_key(out, "rules");
    loam_json_open(out, '[');
    for (int32_t i = 0; i < automaton->rule_count; i++)
    {
        loam_json_open(out, '{');
        loam_json_key(out, "birth_above");
        loam_json_emit_int(out, automaton->birth_above[i]);
        loam_json_key(out, "death_below");
        loam_json_emit_int(out, automaton->death_below[i]);
        loam_json_close(out, '}');
    }
    loam_json_close(out, ']');
    loam_json_close(out, '}');
}

// ---- rules, fluids, sky -------------------------------------------------------------------------

static void write_slow_rules(loam_json_emitter *out, const loam_tile_defs *defs)
{
    int32_t count;
    const loam_tile_field *const fields = loam_slow_rule_fields(&count);
    loam_json_key(out, "rules");
    loam_json_open(out, '[');
    for (int32_t i = 0; i < LOAM_MAX_SLOW_RULES && defs->rules[i].name[0] != '\0'; i++)
    {
        loam_json_open(out, '{');
        loam_json_key(out, "name");
        loam_json_emit_text(out, defs->rules[i].name);
        write_fields(out, defs, &defs->rules[i], fields, count);
        loam_json_close(out, '}');
    }
    loam_json_close(out, ']');
}

static void write_fluids(loam_json_emitter *out, const loam_tile_defs *defs)
{
    int32_t count;
    const loam_tile_field *const fields = loam_tile_fluid_fields(&count);
    loam_json_key(out, "fluids");
    loam_json_open(out, '{');
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS && defs->fluids[i].material != LOAM_AIR; i++)
    {
        loam_json_key(out, defs->materials[defs->fluids[i].material].name);
        loam_json_open(out, '{');
        write_fields(out, defs, &defs->fluids[i], fields, count);
        loam_json_close(out, '}');
    }
    loam_json_close(out, '}');
}

// ---- species ------------------------------------------------------------------------------------

/// A grammar is a list of its lines, or one text if its last line has no end.
static void write_grammar(loam_json_emitter *out, const char *grammar)
{
    const size_t size = strlen(grammar);
    loam_json_key(out, "grammar");
    if (grammar[size - 1] != '\n')
    {
        loam_json_emit_quoted(out, grammar, size);
        return;
    }
    loam_json_open(out, '[');
    for (const char *line = grammar; *line != '\0';)
    {
        const size_t length = strcspn(line, "\n");
        loam_json_emit_quoted(out, line, length);
        line += length + 1;
    }
    loam_json_close(out, ']');
}

static void write_species(loam_json_emitter *out, const loam_tile_defs *defs)
{
    int32_t count;
    const loam_tile_field *const fields = loam_tile_species_fields(&count);
    loam_json_key(out, "species");
    loam_json_open(out, '[');
    for (int32_t i = 0; loam_next_species(defs, i) != NULL; i++)
    {
        loam_json_open(out, '{');
        loam_json_key(out, "name");
        loam_json_emit_text(out, defs->species[i].name);
        write_grammar(out, defs->species[i].grammar);
        write_fields(out, defs, &defs->species[i], fields, count);
        loam_json_close(out, '}');
    }
    loam_json_close(out, ']');
}

// ---- all of it ----------------------------------------------------------------------------------

static void write_lists(loam_json_emitter *out, const loam_tile_defs *defs)
{
    loam_json_key(out, "materials");
    loam_json_open(out, '[');
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        if (defs->materials[id].name[0] != '\0')
        {
            write_material(out, defs, id);
        }
    }
    loam_json_close(out, ']');
    loam_json_key(out, "biomes");
    loam_json_open(out, '[');
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        write_biome(out, defs, i);
    }
    loam_json_close(out, ']');
}

loam_result loam_tile_defs_write(const loam_env *env, const loam_tile_defs *defs, char **text,
                                 size_t *size)
{
    const loam_result result = loam_tile_defs_check(defs);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_json_emitter out = {.env = env};
    loam_json_open(&out, '{');
    loam_json_key(&out, "replace"); // so that reading forgets what is not in it
    loam_json_emit_bool(&out, true);
    write_lists(&out, defs);
    write_part(&out, defs, "ground", &defs->ground, loam_tile_ground_fields);
    write_automaton(&out, "blocks", &defs->blocks);
    write_automaton(&out, "walls", &defs->walls);
    write_slow_rules(&out, defs);
    write_fluids(&out, defs);
    write_part(&out, defs, "sky", &defs->sky, loam_tile_sky_fields);
    write_part(&out, defs, "groves", &defs->groves, loam_tile_groves_fields);
    write_species(&out, defs);
    loam_json_close(&out, '}');
    return loam_json_finish(&out, text, size);
}
