// SPDX-License-Identifier: MIT
#include "isles/isles.h"

// The plain values of a sea, as tables: checks, files and their messages come from one place.

// ---- names --------------------------------------------------------------------------------------

static const char *next_falloff(const void *none, int32_t value)
{
    static const char *const names[LOAM_ISLE_FALLOFF_COUNT] = {"linear", "smooth"};
    (void)none;
    return value >= 0 && value < LOAM_ISLE_FALLOFF_COUNT ? names[value] : NULL;
}

/// Of what grows or lies about alone.
static const char *next_shape(const void *none, int32_t value)
{
    (void)none;
    return value >= 0 && value <= LOAM_ISLE_CORAL ? loam_isle_shape_name((loam_isle_shape)value)
                                                  : NULL;
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

#define NUMBER(what, field, from, to) \
    { \
        .name = #field, .kind = (what), .offset = AT(field), .low = (from), .high = (to) \
    }
#define CHOICE(field, names) \
    { \
        .name = #field, .kind = LOAM_PLAIN_NAMED, .offset = AT(field), .next = (names) \
    }

#define AT(field) offsetof(loam_isles_def, field)
static const loam_plain_field def_fields[LOAM_ISLES_DEF_FIELDS] = {
    NUMBER(LOAM_PLAIN_INT, slot, 256, 16384), NUMBER(LOAM_PLAIN_INT, cell, 1, 64),
    NUMBER(LOAM_PLAIN_FLOAT, jitter, 0, 1),   NUMBER(LOAM_PLAIN_FLOAT, empty, 0, 1),
    NUMBER(LOAM_PLAIN_FLOAT, depth, 1, 1000), NUMBER(LOAM_PLAIN_FLOAT, swell, 0, 500),
};
#undef AT

#define AT(field) offsetof(loam_isle_type, field)
static const loam_plain_field type_fields[LOAM_ISLE_TYPE_FIELDS] = {
    NUMBER(LOAM_PLAIN_FLOAT, share, 0, 100),
    NUMBER(LOAM_PLAIN_RANGE, radius, 32, 8176),
    NUMBER(LOAM_PLAIN_RANGE, nodes, 1, LOAM_ISLE_MAX_NODES),
    NUMBER(LOAM_PLAIN_RANGE, spread, 0, 0.95),
    NUMBER(LOAM_PLAIN_RANGE, reach, 0.1, 1),
    CHOICE(falloff, next_falloff),
    NUMBER(LOAM_PLAIN_FLOAT, lift, 0, 500),
    NUMBER(LOAM_PLAIN_FLOAT, highest, 1, 3000),
    NUMBER(LOAM_PLAIN_FLOAT, beach, 0, 50),
    NUMBER(LOAM_PLAIN_FLOAT, blend, 0.1, 100),
    NUMBER(LOAM_PLAIN_RANGE, slope, 0, 10),
    NUMBER(LOAM_PLAIN_RANGE, houses, 0, LOAM_ISLE_MAX_SITES - 1),
    NUMBER(LOAM_PLAIN_FLOAT, plot, 4, 40),
    NUMBER(LOAM_PLAIN_FLOAT, harbour, 0, 1),
};
#undef AT

#define AT(field) offsetof(loam_isle_terrain, field)
static const loam_plain_field terrain_fields[LOAM_ISLE_TERRAIN_FIELDS] = {
    NUMBER(LOAM_PLAIN_COLOUR, colour, 0, 0xffffff),
    NUMBER(LOAM_PLAIN_FLOAT, from, -1000, 3000),
    NUMBER(LOAM_PLAIN_FLOAT, share, 0, 100),
    // Of nodes: LOAM_ISLE_GROUND_FIELDS are before these.
    NUMBER(LOAM_PLAIN_FLOAT, dominance, 0, 1),
    NUMBER(LOAM_PLAIN_RANGE, height, 0, 2000),
    CHOICE(noise, next_noise),
    CHOICE(fractal, next_fractal),
    NUMBER(LOAM_PLAIN_INT, octaves, 1, 12),
    NUMBER(LOAM_PLAIN_FLOAT, wavelength, 4, 10000),
    NUMBER(LOAM_PLAIN_FLOAT, persistence, 0, 1),
    NUMBER(LOAM_PLAIN_FLOAT, lacunarity, 1, 4),
    NUMBER(LOAM_PLAIN_FLOAT, relief, 0, 1),
};
#undef AT

#define AT(field) offsetof(loam_isle_kind, field)
static const loam_plain_field kind_fields[LOAM_ISLE_KIND_FIELDS] = {
    CHOICE(shape, next_shape),
    NUMBER(LOAM_PLAIN_COLOUR, colour, 0, 0xffffff),
    NUMBER(LOAM_PLAIN_RANGE, radius, 0.5, 30),
    NUMBER(LOAM_PLAIN_FLOAT, spacing, 4, 1000),
    NUMBER(LOAM_PLAIN_FLOAT, chance, 0, 1),
    NUMBER(LOAM_PLAIN_FLOAT, groves, 0, 1),
    NUMBER(LOAM_PLAIN_RANGE, height, -1000, 2000),
    NUMBER(LOAM_PLAIN_FLOAT, least, 0, 1),
    NUMBER(LOAM_PLAIN_FLOAT, slope, 0, 10),
};
#undef AT

#define AT(field) offsetof(loam_sea_look, field)
static const loam_plain_field look_fields[LOAM_SEA_LOOK_FIELDS] = {
    NUMBER(LOAM_PLAIN_RGBA, shallow, 0, 255),      NUMBER(LOAM_PLAIN_RGBA, deep, 0, 255),
    NUMBER(LOAM_PLAIN_FLOAT, deepest, 0.1, 10000), NUMBER(LOAM_PLAIN_FLOAT, foam, 0, 100),
    NUMBER(LOAM_PLAIN_INT, wave, 2, 1000),         NUMBER(LOAM_PLAIN_INT, sharpness, 1, 32),
    NUMBER(LOAM_PLAIN_FLOAT, waves, 0, 1),         NUMBER(LOAM_PLAIN_FLOAT, shear, 0, 4),
    NUMBER(LOAM_PLAIN_FLOAT, distortion, 0, 100),  NUMBER(LOAM_PLAIN_INT, seed, 0, INT32_MAX),
};
#undef AT

const loam_plain_field *loam_isles_def_fields(void)
{
    return def_fields;
}

const loam_plain_field *loam_isle_type_fields(void)
{
    return type_fields;
}

const loam_plain_field *loam_isle_terrain_fields(void)
{
    return terrain_fields;
}

const loam_plain_field *loam_isle_kind_fields(void)
{
    return kind_fields;
}

const loam_plain_field *loam_sea_look_fields(void)
{
    return look_fields;
}
