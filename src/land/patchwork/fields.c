// SPDX-License-Identifier: MIT
#include "land/patchwork/fields.h"

#include <math.h>
#include <stdio.h>

// ---- names --------------------------------------------------------------------------------------

static const char *next_profile(const void *none, int32_t value)
{
    static const char *const names[LOAM_PATCH_PROFILE_COUNT] = {"linear", "smooth", "cliff"};
    (void)none;
    return value >= 0 && value < LOAM_PATCH_PROFILE_COUNT ? names[value] : NULL;
}

static const char *next_sewing(const void *none, int32_t value)
{
    static const char *const names[LOAM_PATCH_SEWING_COUNT] = {"lines", "blended"};
    (void)none;
    return value >= 0 && value < LOAM_PATCH_SEWING_COUNT ? names[value] : NULL;
}

static const char *next_choice(const void *none, int32_t value)
{
    static const char *const names[LOAM_PATCH_CHOICE_COUNT] = {"ranges", "climate"};
    (void)none;
    return value >= 0 && value < LOAM_PATCH_CHOICE_COUNT ? names[value] : NULL;
}

static const char *next_adaptation(const void *none, int32_t value)
{
    static const char *const names[LOAM_PATCH_ADAPTATION_COUNT] = {"stays", "shrinks", "grows"};
    (void)none;
    return value >= 0 && value < LOAM_PATCH_ADAPTATION_COUNT ? names[value] : NULL;
}

static const char *next_noise(const void *none, int32_t value)
{
    (void)none;
    return value >= 0 && value < LOAM_NOISE_KIND_COUNT
               ? loam_noise_kind_name((loam_noise_kind)value)
               : NULL;
}

static const char *next_fractal(const void *none, int32_t value)
{
    (void)none;
    return value >= 0 && value < LOAM_FRACTAL_COUNT
               ? loam_noise_fractal_name((loam_noise_fractal)value)
               : NULL;
}

// ---- tables -------------------------------------------------------------------------------------

#define NUMBER(title, what, field, from, to) \
    { \
        .name = (title), .kind = (what), .offset = AT(field), .low = (from), .high = (to) \
    }
#define CHOICE(title, field, names) \
    { \
        .name = (title), .kind = LOAM_PATCH_NAMED, .offset = AT(field), .next = (names) \
    }
#define FLAG(title, field) \
    { \
        .name = (title), .kind = LOAM_PATCH_FLAG, .offset = AT(field) \
    }

#define AT(field) offsetof(loam_patchwork_def, field)
static const loam_patch_field def_fields[LOAM_PATCH_DEF_FIELDS] = {
    NUMBER("chunk_size", LOAM_PATCH_INT, chunk_size, 4, LOAM_PATCH_MAX_CHUNK),
    NUMBER("sewing_x", LOAM_PATCH_INT, sewing_x, 2, LOAM_PATCH_MAX_SEWING),
    NUMBER("sewing_z", LOAM_PATCH_INT, sewing_z, 2, LOAM_PATCH_MAX_SEWING),
    NUMBER("spacing", LOAM_PATCH_FLOAT, spacing, 0.01, 1000),
    NUMBER("view", LOAM_PATCH_INT, view, 1, LOAM_PATCH_MAX_VIEW),
    CHOICE("sewing", sewing, next_sewing),
    CHOICE("profile", profile, next_profile),
    FLAG("claim_sewings", claim_sewings),
    CHOICE("noise", noise, next_noise),
    CHOICE("choice", choice, next_choice),
    NUMBER("map_scale", LOAM_PATCH_FLOAT, map_scale, 2, 10000),
    NUMBER("map_octaves", LOAM_PATCH_INT, map_octaves, 1, 8),
    CHOICE("adaptation", adaptation, next_adaptation),
    NUMBER("rate", LOAM_PATCH_FLOAT, rate, 0, 1),
    NUMBER("least", LOAM_PATCH_FLOAT, least, 0, 1),
};
#undef AT

#define AT(field) offsetof(loam_patch_biome, field)
static const loam_patch_field biome_fields[LOAM_PATCH_BIOME_FIELDS] = {
    NUMBER("colour", LOAM_PATCH_COLOUR, colour, 0, 0xffffff),
    NUMBER("range", LOAM_PATCH_RANGE, range, 0, 1),
    NUMBER("temperature", LOAM_PATCH_RANGE, temperature, 0, 1),
    NUMBER("rain", LOAM_PATCH_RANGE, rain, 0, 1),
    CHOICE("fractal", fractal, next_fractal),
    NUMBER("octaves", LOAM_PATCH_WHOLE, octaves, 1, 12),
    NUMBER("persistence", LOAM_PATCH_RANGE, persistence, 0, 1),
    NUMBER("lacunarity", LOAM_PATCH_RANGE, lacunarity, 1, 4),
    NUMBER("scale", LOAM_PATCH_RANGE, scale, 1, 100000),
    NUMBER("vertical", LOAM_PATCH_RANGE, vertical, -10000, 10000),
    NUMBER("offset", LOAM_PATCH_RANGE, offset, -10000, 10000),
    NUMBER("slope", LOAM_PATCH_RANGE, slope, 0, 1000),
    FLAG("claims", claims),
};
#undef AT

#define AT(field) offsetof(loam_patch_transition, field)
static const loam_patch_field transition_fields[LOAM_PATCH_TRANSITION_FIELDS] = {
    CHOICE("profile", profile, next_profile),
    NUMBER("at", LOAM_PATCH_FLOAT, at, 0, 1),
    NUMBER("width", LOAM_PATCH_FLOAT, width, 0.01, 1),
};
#undef AT

// ---- checks -------------------------------------------------------------------------------------

static loam_result check_range(const loam_patch_field *field, loam_patch_range range,
                               const char *whose)
{
    const bool inside = range.low >= (float)field->low && range.high <= (float)field->high;
    const bool whole = field->kind != LOAM_PATCH_WHOLE ||
                       (range.low == floorf(range.low) && range.high == floorf(range.high));
    return inside && range.low <= range.high && whole
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "%s is %g to %g; must be %swithin %g to %g, the lower first", whose,
                           (double)range.low, (double)range.high,
                           field->kind == LOAM_PATCH_WHOLE ? "whole, " : "", field->low,
                           field->high);
}

static loam_result check_number(const loam_patch_field *field, double value, const char *whose)
{
    const bool good = (float)value >= (float)field->low && (float)value <= (float)field->high;
    return good ? LOAM_OK
                : loam_fail(LOAM_BAD_ARGUMENT, "%s is %g; must be %g to %g", whose, value,
                            field->low, field->high);
}

static loam_result check_field(const loam_patch_field *field, const void *of, const char *whose)
{
    const void *const at = (const char *)of + field->offset;
    switch (field->kind)
    {
    case LOAM_PATCH_INT:
        return check_number(field, *(const int32_t *)at, whose);
    case LOAM_PATCH_FLOAT:
        return check_number(field, (double)*(const float *)at, whose);
    case LOAM_PATCH_COLOUR:
        return check_number(field, *(const uint32_t *)at, whose);
    case LOAM_PATCH_RANGE:
    case LOAM_PATCH_WHOLE:
        return check_range(field, *(const loam_patch_range *)at, whose);
    case LOAM_PATCH_NAMED:
        return field->next(NULL, *(const int32_t *)at) != NULL
                   ? LOAM_OK
                   : loam_fail(LOAM_BAD_ARGUMENT, "%s is %d; must be one of those that have names",
                               whose, (int)*(const int32_t *)at);
    default:
        return LOAM_OK;
    }
}

const loam_patch_field *loam_patch_def_fields(void)
{
    return def_fields;
}

const loam_patch_field *loam_patch_biome_fields(void)
{
    return biome_fields;
}

const loam_patch_field *loam_patch_transition_fields(void)
{
    return transition_fields;
}

loam_result loam_patch_check_fields(const loam_patch_field *fields, int32_t count, const void *of,
                                    const char *whose)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        char name[2 * LOAM_PATCH_MAX_NAME + 8];
        (void)snprintf(name, sizeof name, "%s%s%s", whose, whose[0] != '\0' ? "." : "",
                       fields[i].name);
        result = check_field(&fields[i], of, name);
    }
    return result;
}
