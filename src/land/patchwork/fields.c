// SPDX-License-Identifier: MIT
#include "loam/patchwork.h"

// The plain values of a patchwork's def, as tables: checks, files and their messages come from one place.

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
        .name = (title), .kind = LOAM_PLAIN_NAMED, .offset = AT(field), .next = (names) \
    }
#define FLAG(title, field) \
    { \
        .name = (title), .kind = LOAM_PLAIN_FLAG, .offset = AT(field) \
    }

#define AT(field) offsetof(loam_patchwork_def, field)
static const loam_plain_field def_fields[LOAM_PATCH_DEF_FIELDS] = {
    NUMBER("chunk_size", LOAM_PLAIN_INT, chunk_size, 4, LOAM_PATCH_MAX_CHUNK),
    NUMBER("sewing_x", LOAM_PLAIN_INT, sewing_x, 2, LOAM_PATCH_MAX_SEWING),
    NUMBER("sewing_z", LOAM_PLAIN_INT, sewing_z, 2, LOAM_PATCH_MAX_SEWING),
    NUMBER("spacing", LOAM_PLAIN_FLOAT, spacing, 0.01, 1000),
    NUMBER("view", LOAM_PLAIN_INT, view, 1, LOAM_PATCH_MAX_VIEW),
    CHOICE("sewing", sewing, next_sewing),
    CHOICE("profile", profile, next_profile),
    FLAG("claim_sewings", claim_sewings),
    CHOICE("noise", noise, next_noise),
    CHOICE("choice", choice, next_choice),
    NUMBER("map_scale", LOAM_PLAIN_FLOAT, map_scale, 2, 10000),
    NUMBER("map_octaves", LOAM_PLAIN_INT, map_octaves, 1, 8),
    CHOICE("adaptation", adaptation, next_adaptation),
    NUMBER("rate", LOAM_PLAIN_FLOAT, rate, 0, 1),
    NUMBER("least", LOAM_PLAIN_FLOAT, least, 0, 1),
};
#undef AT

#define AT(field) offsetof(loam_patch_biome, field)
static const loam_plain_field biome_fields[LOAM_PATCH_BIOME_FIELDS] = {
    NUMBER("colour", LOAM_PLAIN_COLOUR, colour, 0, 0xffffff),
    NUMBER("range", LOAM_PLAIN_RANGE, range, 0, 1),
    NUMBER("temperature", LOAM_PLAIN_RANGE, temperature, 0, 1),
    NUMBER("rain", LOAM_PLAIN_RANGE, rain, 0, 1),
    CHOICE("fractal", fractal, next_fractal),
    NUMBER("octaves", LOAM_PLAIN_WHOLE, octaves, 1, 12),
    NUMBER("persistence", LOAM_PLAIN_RANGE, persistence, 0, 1),
    NUMBER("lacunarity", LOAM_PLAIN_RANGE, lacunarity, 1, 4),
    NUMBER("scale", LOAM_PLAIN_RANGE, scale, 1, 100000),
    NUMBER("vertical", LOAM_PLAIN_RANGE, vertical, -10000, 10000),
    NUMBER("offset", LOAM_PLAIN_RANGE, offset, -10000, 10000),
    NUMBER("slope", LOAM_PLAIN_RANGE, slope, 0, 1000),
    FLAG("claims", claims),
};
#undef AT

#define AT(field) offsetof(loam_patch_transition, field)
static const loam_plain_field transition_fields[LOAM_PATCH_TRANSITION_FIELDS] = {
    CHOICE("profile", profile, next_profile),
    NUMBER("at", LOAM_PLAIN_FLOAT, at, 0, 1),
    NUMBER("width", LOAM_PLAIN_FLOAT, width, 0.01, 1),
};
#undef AT

const loam_plain_field *loam_patch_def_fields(void)
{
    return def_fields;
}

const loam_plain_field *loam_patch_biome_fields(void)
{
    return biome_fields;
}

const loam_plain_field *loam_patch_transition_fields(void)
{
    return transition_fields;
}
