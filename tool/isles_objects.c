// SPDX-License-Identifier: MIT
#include "isles.h"

#include <math.h>

// loam isles objects: what stands on an island, as a table for engines that have models of their own.

typedef struct objects_settings
{
    isles_question question;
    option_position slot;
} objects_settings;

static double millimetres(double metres)
{
    return floor(metres * 1000.0 + 0.5) / 1000.0;
}

/// Its kind by the name that definitions give it; what is built has the name of its shape.
static const char *kind_of(const loam_isle_type *type, const loam_isle_object *object)
{
    return object->kind >= 0 ? type->kinds[object->kind].name
                             : loam_isle_shape_name((loam_isle_shape)object->shape);
}

/// As tables have it: in quotation marks, and those of its own twice.
static void add_quoted(text *out, const char *word)
{
    text_add(out, "\"");
    for (; *word != '\0'; word++)
    {
        text_add(out, *word == '"' ? "\"\"" : "%c", *word);
    }
    text_add(out, "\"");
}

static void add_row(text *out, const loam_isle_maps *maps, const loam_isle_type *type,
                    const loam_isle_object *o)
{
    add_quoted(out, kind_of(type, o));
    text_add(out, ",%s,%.3f,%.3f,%.3f,%.4f,%.3f\n", loam_isle_shape_name((loam_isle_shape)o->shape),
             millimetres((double)maps->isle.x + (double)o->x), (double)o->y,
             millimetres((double)maps->isle.z + (double)o->z), (double)o->turn, (double)o->radius);
}

static void add_item(text *out, const loam_isle_maps *maps, const loam_isle_type *type,
                     const loam_isle_object *o)
{
    json_open(out, '{');
    json_add_text(out, "kind", kind_of(type, o));
    json_add_text(out, "shape", loam_isle_shape_name((loam_isle_shape)o->shape));
    json_add_exact(out, "x", millimetres((double)maps->isle.x + (double)o->x));
    json_add_exact(out, "y", millimetres((double)o->y));
    json_add_exact(out, "z", millimetres((double)maps->isle.z + (double)o->z));
    json_add_exact(out, "turn", floor((double)o->turn * 10000.0 + 0.5) / 10000.0);
    json_add_exact(out, "radius", millimetres((double)o->radius));
    json_close(out, '}');
}

static loam_result write_table(const char *path, const loam_isle_maps *maps,
                               const loam_isle_type *type)
{
    const bool as_json = option_ends_with(path, ".json");
    text out = {0};
    as_json ? json_open(&out, '[') : text_add(&out, "kind,shape,x,y,z,turn,radius\n");
    for (int32_t i = 0; i < maps->object_count; i++)
    {
        (as_json ? add_item : add_row)(&out, maps, type, &maps->objects[i]);
    }
    if (as_json)
    {
        json_close(&out, ']');
        text_add(&out, "\n");
    }
    return tool_write_text(path, &out);
}

static int print(const tool_io *io)
{
    const objects_settings *const settings = io->settings;
    const isles_grower *const grower = io->work;
    const loam_isle_maps *const maps = &grower->maps;
    int32_t counts[LOAM_ISLE_SHAPE_COUNT] = {0};
    tool_report r = report_begin(settings->question.json);
    for (int32_t i = 0; i < maps->object_count; i++)
    {
        counts[maps->objects[i].shape]++;
    }
    report_uint64(&r, "seed", settings->question.seed);
    report_words(&r, "name", maps->isle.name);
    report_words(&r, "type", isles_type_name(grower, &maps->isle));
    report_number(&r, "count", maps->object_count);
    for (int32_t i = 0; i < LOAM_ISLE_SHAPE_COUNT; i++)
    {
        report_number(&r, loam_isle_shape_name((loam_isle_shape)i), counts[i]);
    }
    report_words(&r, "file", settings->question.output);
    return report_print(io, &r,
                        "{name}, {type}: {count#object}, with {house#house} and {pier#piece} of a "
                        "pier[; written to {file}]");
}

static loam_result make(const tool_io *io)
{
    const objects_settings *const settings = io->settings;
    const char *const path = settings->question.output;
    isles_grower *const grower = io->work;
    loam_result result = isles_grower_open(&settings->question, settings->slot, LOAM_ISLE_OBJECTS,
                                           grower);
    if (result == LOAM_OK && path != NULL)
    {
        result = write_table(path, &grower->maps, isles_type_of(grower));
    }
    return isles_grower_finish(grower, result);
}

#define AT(field) offsetof(objects_settings, field)

static const tool_option objects_options[] = {
    ISLES_SLOT_OPTION(AT(slot)),
    ISLES_OPTIONS(AT(question)),
    OUTPUT_OPTION(ISLES_AT(AT(question), output), ".csv .json",
                  "where the table goes: .csv or .json; without it, objects are only counted"),
    {0},
};
#undef AT

const tool_verb verb_isles_objects = {
    .name = "isles objects",
    .summary = "lists what stands on an island",
    .details = "A line for each: kind, shape, x, y, z, turn and radius. x grows east, y up, z "
               "north, in metres of the sea; y is the height of the ground, of piers their top, of "
               "boats 0; turn is a share of a whole turn from east to north. None is nearer to "
               "another than both radii. Kinds are those of the definitions; houses, piers and "
               "boats have the names of their shapes.",
    .options = objects_options,
    .settings_size = sizeof(objects_settings),
    .example = "loam isles objects --seed 7 --slot 1,-2 -o objects.csv",
    .work_size = sizeof(isles_grower),
    .make = make,
    .report = print,
    .destroy = isles_grower_destroy,
};
