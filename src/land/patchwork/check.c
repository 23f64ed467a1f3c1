// SPDX-License-Identifier: MIT
#include "base/plain_field.h"
#include "land/patchwork/patchwork.h"

#include <stdio.h>
#include <string.h>

// What a def has to be like beyond the limits of its single values: names, references, and ranges that leave no
// place without a biome.

/// Names stand in JSON and in messages as they are.
static bool has_name(const char name[LOAM_PATCH_MAX_NAME + 1])
{
    if (name[0] == '\0' || memchr(name, '\0', LOAM_PATCH_MAX_NAME + 1) == NULL)
    {
        return false;
    }
    bool plain = true;
    for (const char *c = name; *c != '\0'; c++)
    {
        plain = plain && (unsigned char)*c >= ' ' && *c != '"' && *c != '\\';
    }
    return plain;
}

// ---- sizes and counts ---------------------------------------------------------------------------

static loam_result check_count(const char *what, int32_t count, int32_t least, int32_t most)
{
    return count >= least && count <= most ? LOAM_OK
                                           : loam_fail(LOAM_BAD_ARGUMENT, "%d %s; must be %d to %d",
                                                       (int)count, what, (int)least, (int)most);
}

static loam_result check_counts(const loam_patchwork_def *def)
{
    loam_result result = check_count("materials", def->material_count, 1, LOAM_PATCH_MAX_MATERIALS);
    result = result != LOAM_OK ? result
                               : check_count("biomes", def->biome_count, 1, LOAM_PATCH_MAX_BIOMES);
    return result != LOAM_OK
               ? result
               : check_count("transitions", def->transition_count, 0, LOAM_PATCH_MAX_TRANSITIONS);
}

static loam_result check_sizes(const loam_patchwork_def *def)
{
    if (def->chunk_size % 2 != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "chunk_size is %d; must be even", (int)def->chunk_size);
    }
    if (def->sewing_x > def->chunk_size || def->sewing_z > def->chunk_size)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "sewing_x is %d and sewing_z %d; must be at most chunk_size, %d",
                         (int)def->sewing_x, (int)def->sewing_z, (int)def->chunk_size);
    }
    if (def->noise == LOAM_NOISE_WHITE || def->noise == LOAM_NOISE_CELLULAR)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "noise is %s; must be value, perlin or simplex",
                         loam_noise_kind_name(def->noise));
    }
    if (def->profile == LOAM_PATCH_CLIFF)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "profile is cliff; must be linear or smooth, cliffs are "
                         "for pairs of biomes");
    }
    return LOAM_OK;
}

// ---- materials and biomes -----------------------------------------------------------------------

static loam_result check_materials(const loam_patchwork_def *def)
{
    for (int32_t i = 0; i < def->material_count; i++)
    {
        const loam_patch_material *const material = &def->materials[i];
        if (!has_name(material->name) || material->colour > 0xffffff)
        {
            return loam_fail(
                LOAM_BAD_ARGUMENT,
                "materials[%d] has no name of 1 to %d characters without quotes, or no "
                "colour from 0 to 0xffffff",
                (int)i, LOAM_PATCH_MAX_NAME);
        }
        for (int32_t k = 0; k < i; k++)
        {
            if (strcmp(material->name, def->materials[k].name) == 0)
            {
                return loam_fail(LOAM_BAD_ARGUMENT, "two materials are called %s; must be one",
                                 material->name);
            }
        }
    }
    return LOAM_OK;
}

static loam_result check_band(const loam_patchwork_def *def, const loam_patch_biome *biome,
                              int32_t index)
{
    const loam_patch_band *const band = &biome->bands[index];
    const bool placed = band->from >= -10000.0f && band->from <= 10000.0f;
    const bool blends = band->blend >= 0.0f && band->blend <= 10000.0f;
    if (!placed || !blends || band->material < 0 || band->material >= def->material_count)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s.bands[%d] has material %d from %g, blended over %g; must be 0 to %d, "
                         "-10000 to 10000 and 0 to 10000",
                         biome->name, (int)index, (int)band->material, (double)band->from,
                         (double)band->blend, (int)def->material_count - 1);
    }
    return index < 2 || band->from - band->blend >=
                            biome->bands[index - 1].from + biome->bands[index - 1].blend
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "%s.bands[%d] begins at %g within the blend of the band below; must "
                           "begin above it",
                           biome->name, (int)index, (double)(band->from - band->blend));
}

static loam_result check_biome(const loam_patchwork_def *def, int32_t index)
{
    const loam_patch_biome *const biome = &def->biomes[index];
    if (!has_name(biome->name))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "biomes[%d] has no name of 1 to %d characters without quotes", (int)index,
                         LOAM_PATCH_MAX_NAME);
    }
    for (int32_t i = 0; i < index; i++)
    {
        if (strcmp(biome->name, def->biomes[i].name) == 0)
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "two biomes are called %s; must be one",
                             biome->name);
        }
    }
    char whose[LOAM_PATCH_MAX_NAME + 2];
    (void)snprintf(whose, sizeof whose, "%s.", biome->name);
    loam_result result = loam_plain_check_all(loam_patch_biome_fields(), LOAM_PATCH_BIOME_FIELDS,
                                              biome, whose);
    result = result != LOAM_OK
                 ? result
                 : check_count("bands of a biome", biome->band_count, 1, LOAM_PATCH_MAX_BANDS);
    for (int32_t i = 0; i < biome->band_count && result == LOAM_OK; i++)
    {
        result = check_band(def, biome, i);
    }
    if (result == LOAM_OK && (biome->steep < -1 || biome->steep >= def->material_count))
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "%s.steep is material %d; must be -1 to %d",
                           biome->name, (int)biome->steep, (int)def->material_count - 1);
    }
    return result;
}

/// The finest octave that chunks can draw must be one that a noise can have.
static loam_result check_noise(const loam_patchwork_def *def, const loam_patch_biome *biome)
{
    loam_noise noise;
    const loam_patch_chunk finest = {.octaves = (int32_t)biome->octaves.high,
                                     .persistence = biome->persistence.low,
                                     .lacunarity = biome->lacunarity.high,
                                     .scale = biome->scale.low,
                                     .biome = (int32_t)(biome - def->biomes)};
    const loam_noise_def ground = loam_patch_ground_def(def, &finest, LOAM_ISA_AUTO);
    const loam_result result = loam_noise_init(&noise, &ground, def->seed);
    return result == LOAM_OK ? LOAM_OK
                             : loam_fail(result, "%s: %s", biome->name, loam_last_error());
}

// ---- no place without a biome -------------------------------------------------------------------

static loam_result check_ranges(const loam_patchwork_def *def)
{
    float end = 0.0f;
    for (int32_t i = 0; i < def->biome_count; i++)
    {
        const loam_patch_biome *const biome = &def->biomes[i];
        if (biome->range.low != end || !(biome->range.low < biome->range.high))
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "%s.range is %g to %g; must begin at %g, where the one before ends, "
                             "and not be empty",
                             biome->name, (double)biome->range.low, (double)biome->range.high,
                             (double)end);
        }
        end = biome->range.high;
    }
    return end == 1.0f
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s.range ends at %g; the last one must end at 1",
                           def->biomes[def->biome_count - 1].name, (double)end);
}

static bool contains(loam_range range, float value)
{
    return value >= range.low && value < range.high;
}

/// Biomes change at edges of rectangles only, so it is enough to ask at the corners of all of them.
static loam_result check_place(const loam_patchwork_def *def, float temperature, float rain)
{
    int32_t found = 0;
    for (int32_t i = 0; i < def->biome_count; i++)
    {
        found += contains(def->biomes[i].temperature, temperature) &&
                 contains(def->biomes[i].rain, rain);
    }
    return found == 1 ? LOAM_OK
                      : loam_fail(LOAM_BAD_ARGUMENT,
                                  "%d biomes have temperature %g and rain %g; must be 1",
                                  (int)found, (double)temperature, (double)rain);
}

static loam_result check_climate(const loam_patchwork_def *def)
{
    loam_result result = LOAM_OK;
    for (int32_t i = -1; i < def->biome_count && result == LOAM_OK; i++)
    {
        // Also at the upper edges, where something else begins.
        for (int32_t k = -1; k < 2 * def->biome_count && result == LOAM_OK; k++)
        {
            for (int32_t upper = 0; upper < 2 && result == LOAM_OK; upper++)
            {
                const loam_range t = i < 0 ? (loam_range){0, 0} : def->biomes[i].temperature;
                const loam_range r = k < 0 ? (loam_range){0, 0} : def->biomes[k / 2].rain;
                const float temperature = upper != 0 ? t.high : t.low;
                const float rain = k % 2 != 0 ? r.high : r.low;
                result = temperature < 1.0f && rain < 1.0f ? check_place(def, temperature, rain)
                                                           : LOAM_OK;
            }
        }
    }
    return result;
}

static loam_result check_adaptation(const loam_patchwork_def *def)
{
    if (def->adaptation == LOAM_PATCH_STAYS)
    {
        return LOAM_OK;
    }
    if (def->choice != LOAM_PATCH_BY_RANGES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "adaptation with a choice by climate; must be stays, or "
                         "biomes chosen by ranges");
    }
    for (int32_t i = 0; i < def->biome_count; i++)
    {
        const loam_range range = def->biomes[i].range;
        if (range.high - range.low < def->least)
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "least is %g; must be at most %g, the range of %s",
                             (double)def->least, (double)(range.high - range.low),
                             def->biomes[i].name);
        }
    }
    return LOAM_OK;
}

// ---- transitions --------------------------------------------------------------------------------

static loam_result check_transition(const loam_patchwork_def *def, int32_t index)
{
    const loam_patch_transition *const of = &def->transitions[index];
    const int32_t most = def->biome_count - 1;
    if (of->from < 0 || of->to < 0 || of->from > most || of->to > most || of->from == of->to)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "transitions[%d] is from biome %d to %d; must be two of 0 to %d",
                         (int)index, (int)of->from, (int)of->to, (int)most);
    }
    for (int32_t i = 0; i < index; i++)
    {
        const loam_patch_transition *const other = &def->transitions[i];
        if ((other->from == of->from && other->to == of->to) ||
            (other->from == of->to && other->to == of->from))
        {
            return loam_fail(
                LOAM_BAD_ARGUMENT,
                "transitions[%d] is of the same biomes as transitions[%d]; must be one", (int)index,
                (int)i);
        }
    }
    return loam_plain_check_all(loam_patch_transition_fields(), LOAM_PATCH_TRANSITION_FIELDS, of,
                                "transitions.");
}

static loam_result check_all_biomes(const loam_patchwork_def *def)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < def->biome_count && result == LOAM_OK; i++)
    {
        result = check_biome(def, i);
        result = result != LOAM_OK ? result : check_noise(def, &def->biomes[i]);
    }
    for (int32_t i = 0; i < def->transition_count && result == LOAM_OK; i++)
    {
        result = check_transition(def, i);
    }
    return result;
}

loam_result loam_patchwork_check(const loam_patchwork_def *def)
{
    LOAM_ASSERT(NULL, def != NULL);
    loam_result result = loam_plain_check_all(loam_patch_def_fields(), LOAM_PATCH_DEF_FIELDS, def,
                                              "");
    result = result != LOAM_OK ? result : check_counts(def);
    result = result != LOAM_OK ? result : check_sizes(def);
    result = result != LOAM_OK ? result : check_materials(def);
    result = result != LOAM_OK ? result : check_all_biomes(def);
    if (result == LOAM_OK)
    {
        result = def->choice == LOAM_PATCH_BY_RANGES ? check_ranges(def) : check_climate(def);
    }
    return result != LOAM_OK ? result : check_adaptation(def);
}
