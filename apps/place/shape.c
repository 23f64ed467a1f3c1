// SPDX-License-Identifier: MIT
#include "place/shape.h"

#include "loam/export.h"
#include "place/json_file.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum
{
    MAX_BYTES = 1 << 16
};

const shape_knob shape_knobs[SHAPE_KNOBS] = {
    {"continent_km", "Continents, km", 400, 4000, 100, false},
    {"sea", "Share of the sea", 0.1f, 0.9f, 0.05f, false},
    {"relief", "Relief", 0.1f, 4, 0.1f, false},
    {"temperature", "Warmer by, degrees", -40, 40, 1, false},
    {"rain", "Rain", 0.1f, 4, 0.1f, false},
    {"bands_km", "Equator to pole, km", 500, 20000, 500, false},
};

const shape_knob shape_biome_knobs[SHAPE_BIOME_KNOBS] = {
    {"weight", "Weight", 0.02f, 10, 0.1f, false},
    {"height", "Height", 0, 4, 0.1f, false},
    {"amplitude", "Amplitude", 0, 100, 1, false},
    {"scale", "Scale", 8, 2000, 10, false},
    {"octaves", "Octaves", 1, 8, 1, true},
    {"persistence", "Persistence", 0, 1, 0.05f, false},
    {"lacunarity", "Lacunarity", 1.5f, 4, 0.1f, false},
};

static float *member(loam_land_shape *shape, int32_t knob)
{
    float *const members[SHAPE_KNOBS] = {&shape->continent_km, &shape->sea,  &shape->relief,
                                         &shape->temperature,  &shape->rain, &shape->bands_km};
    return members[knob];
}

static float *biome_member(loam_biome_shape *biome, int32_t knob)
{
    float *const members[SHAPE_BIOME_KNOBS] = {
        &biome->weight,  &biome->height,      &biome->amplitude, &biome->scale,
        &biome->octaves, &biome->persistence, &biome->lacunarity};
    return members[knob];
}

float shape_get(const loam_land_shape *shape, int32_t knob)
{
    loam_land_shape copy = *shape;
    return *member(&copy, knob);
}

void shape_set(loam_land_shape *shape, int32_t knob, float value)
{
    *member(shape, knob) = value;
}

float shape_biome_get(const loam_land_shape *shape, int32_t biome, int32_t knob)
{
    loam_biome_shape copy = shape->biomes[biome];
    return *biome_member(&copy, knob);
}

void shape_biome_set(loam_land_shape *shape, int32_t biome, int32_t knob, float value)
{
    *biome_member(&shape->biomes[biome], knob) = value;
}

bool shape_is_same(const loam_land_shape *a, const loam_land_shape *b)
{
    bool same = true;
    for (int32_t i = 0; i < SHAPE_KNOBS; i++)
    {
        same = same && shape_get(a, i) == shape_get(b, i);
    }
    for (int32_t i = 0; i < LOAM_BIOME_COUNT * SHAPE_BIOME_KNOBS; i++)
    {
        const int32_t biome = i / SHAPE_BIOME_KNOBS, knob = i % SHAPE_BIOME_KNOBS;
        same = same && shape_biome_get(a, biome, knob) == shape_biome_get(b, biome, knob);
    }
    return same;
}

// ---- reading ------------------------------------------------------------------------------------

static int32_t knob_named(const shape_knob *knobs, int32_t count, const char *name)
{
    for (int32_t i = 0; i < count; i++)
    {
        if (strcmp(knobs[i].name, name) == 0)
        {
            return i;
        }
    }
    return -1;
}

/// A number that a knob accepts. of: what comes before its name, "" or "biomes.hills.".
static loam_result read_number(const char *path, const char *of, const shape_knob *k,
                               const cJSON *item, float *out)
{
    const float value = cJSON_IsNumber(item) ? (float)item->valuedouble : k->low - 1;
    const bool fits = value >= k->low && value <= k->high;
    if (!fits || (k->whole && value != (float)(int32_t)value))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: \"%s%s\" must be a %snumber, %g to %g", path, of,
                         k->name, k->whole ? "whole " : "", (double)k->low, (double)k->high);
    }
    *out = value;
    return LOAM_OK;
}

static loam_result read_biome(const char *path, int32_t biome, const cJSON *object,
                              loam_land_shape *to)
{
    char of[48];
    snprintf(of, sizeof of, "biomes.%s.", loam_biome_name((loam_biome)biome));
    loam_result result = cJSON_IsObject(object)
                             ? LOAM_OK
                             : loam_fail(LOAM_BAD_ARGUMENT,
                                         "%s: \"biomes.%s\" must be an object like {\"height\": 2}",
                                         path, loam_biome_name((loam_biome)biome));
    for (const cJSON *item = object->child; item != NULL && result == LOAM_OK; item = item->next)
    {
        const int32_t knob = knob_named(shape_biome_knobs, SHAPE_BIOME_KNOBS, item->string);
        float value = 0;
        result = knob >= 0 ? read_number(path, of, &shape_biome_knobs[knob], item, &value)
                           : loam_fail(LOAM_BAD_ARGUMENT,
                                       "%s: there is no \"%s%s\"; must be one of weight, height, "
                                       "amplitude, scale, octaves, persistence and lacunarity",
                                       path, of, item->string);
        if (result == LOAM_OK)
        {
            shape_biome_set(to, biome, knob, value);
        }
    }
    return result;
}

static int32_t biome_named(const char *name)
{
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        if (strcmp(loam_biome_name((loam_biome)b), name) == 0)
        {
            return b;
        }
    }
    return -1;
}

static loam_result refuse_biome(const char *path, const char *name)
{
    char names[320] = "";
    size_t size = 0;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        size += (size_t)snprintf(names + size, sizeof names - size, "%s%s",
                                 b == 0                      ? ""
                                 : b == LOAM_BIOME_COUNT - 1 ? " and "
                                                             : ", ",
                                 loam_biome_name((loam_biome)b));
    }
    return loam_fail(LOAM_BAD_ARGUMENT, "%s: there is no \"biomes.%s\"; must be one of %s", path,
                     name, names);
}

static loam_result read_biomes(const char *path, const cJSON *object, loam_land_shape *to)
{
    loam_result result = cJSON_IsObject(object) ? LOAM_OK
                                                : loam_fail(LOAM_BAD_ARGUMENT,
                                                            "%s: \"biomes\" must be an object like "
                                                            "{\"hills\": {\"height\": 2}}",
                                                            path);
    for (const cJSON *item = object->child; item != NULL && result == LOAM_OK; item = item->next)
    {
        const int32_t biome = biome_named(item->string);
        result = biome >= 0 ? read_biome(path, biome, item, to) : refuse_biome(path, item->string);
    }
    return result;
}

static loam_result read_knob(const char *path, const cJSON *item, loam_land_shape *to)
{
    if (strcmp(item->string, "biomes") == 0)
    {
        return read_biomes(path, item, to);
    }
    const int32_t knob = knob_named(shape_knobs, SHAPE_KNOBS, item->string);
    if (knob < 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s: there is no \"%s\"; must be one of continent_km, sea, relief, "
                         "temperature, rain, bands_km and biomes",
                         path, item->string);
    }
    float value = 0;
    const loam_result result = read_number(path, "", &shape_knobs[knob], item, &value);
    if (result == LOAM_OK)
    {
        shape_set(to, knob, value);
    }
    return result;
}

loam_result shape_read(const char *path, loam_land_shape *out)
{
    cJSON *root = NULL;
    loam_land_shape shape = loam_default_land_shape();
    loam_result result = json_file_read(path, MAX_BYTES, &root);
    if (result == LOAM_OK && !cJSON_IsObject(root))
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "%s must be a JSON object like {\"sea\": 0.5}", path);
    }
    for (const cJSON *item = result == LOAM_OK ? root->child : NULL;
         item != NULL && result == LOAM_OK; item = item->next)
    {
        result = read_knob(path, item, &shape);
    }
    cJSON_Delete(root);
    *out = result == LOAM_OK ? shape : *out;
    return result;
}

// ---- writing ------------------------------------------------------------------------------------

typedef struct text
{
    char bytes[8192]; // all numbers of all biomes have room
    size_t size;
} text;

static void put(text *to, const char *words, const char *name, float value)
{
    to->size += (size_t)snprintf(to->bytes + to->size, sizeof to->bytes - to->size,
                                 "%s\"%s\": %.9g", words, name, (double)value);
}

static void put_words(text *to, const char *words, const char *name, const char *end)
{
    to->size += (size_t)snprintf(to->bytes + to->size, sizeof to->bytes - to->size, "%s%s%s", words,
                                 name, end);
}

/// The numbers of a biome that are not as usual. first: there was no other biome before.
static bool put_biome(text *to, const loam_land_shape *shape, int32_t biome, bool first)
{
    const loam_land_shape usual = loam_default_land_shape();
    bool any = false;
    for (int32_t k = 0; k < SHAPE_BIOME_KNOBS; k++)
    {
        const float value = shape_biome_get(shape, biome, k);
        if (value != shape_biome_get(&usual, biome, k))
        {
            if (!any)
            {
                put_words(to, first ? ",\n \"biomes\": {\n  \"" : ",\n  \"",
                          loam_biome_name((loam_biome)biome), "\": {");
            }
            put(to, any ? ", " : "", shape_biome_knobs[k].name, value);
            any = true;
        }
    }
    put_words(to, any ? "}" : "", "", "");
    return any;
}

loam_result shape_write(const char *path, const loam_land_shape *shape)
{
    text out = {.size = 0};
    for (int32_t i = 0; i < SHAPE_KNOBS; i++)
    {
        put(&out, i == 0 ? "{" : ", ", shape_knobs[i].name, shape_get(shape, i));
    }
    bool any = false;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        any |= put_biome(&out, shape, b, !any);
    }
    put_words(&out, any ? "}}\n" : "}\n", "", "");
    return loam_file_write(path, out.bytes, out.size);
}
