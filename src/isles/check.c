// SPDX-License-Identifier: MIT
#include "isles/isles.h"

#include "base/plain_field.h"

#include <stdio.h>
#include <string.h>

// Whether a def is as the header says. Whoever made it is told the first thing that is not: whose it is, what it is
// called there, its value, and what would do.

enum
{
    BUILT_OBJECTS = 128, // at most: houses, pieces of a pier and a boat
    MAX_RADIUS_CELLS = 254,
};

/// Where a number belongs, for the message: "type Tropical, terrain sand: ".
typedef struct owner
{
    char words[128];
} owner;

/// A whole number that depends on others: an index, or a count.
static loam_result check_index(const owner *of, const char *name, int32_t value, int32_t low,
                               int32_t high)
{
    return value >= low && value <= high
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s%s is %d; must be %d to %d", of->words, name,
                           (int)value, (int)low, (int)high);
}

static loam_result check_name(const owner *of, const char *name)
{
    if (memchr(name, '\0', LOAM_ISLE_MAX_NAME + 1) != NULL && name[0] != '\0')
    {
        return LOAM_OK;
    }
    return loam_fail(LOAM_BAD_ARGUMENT, "%sa name must have 1 to %d bytes", of->words,
                     LOAM_ISLE_MAX_NAME);
}

/// That it can stand on a map, in a log and in JSON.
static bool is_text(const char *text)
{
    size_t left = strlen(text);
    while (left > 0)
    {
        const unsigned char first = (unsigned char)*text;
        const size_t size = loam_text_character(text, left);
        if (size == 0 || first < 0x20 || first == 0x7f)
        {
            return false;
        }
        text += size;
        left -= size;
    }
    return true;
}

static loam_result check_names(const owner *of, const loam_isle_type *type)
{
    for (int32_t i = 0; i < type->name_count; i++)
    {
        owner own;
        snprintf(own.words, sizeof own.words, "%.60snames[%d]: ", of->words, (int)i);
        const loam_result result = check_name(&own, type->names[i]);
        if (result != LOAM_OK || !is_text(type->names[i]))
        {
            return result != LOAM_OK
                       ? result
                       : loam_fail(LOAM_BAD_ARGUMENT,
                                   "%sa name must be UTF-8 without control characters", own.words);
        }
    }
    return LOAM_OK;
}

/// The numbers of its nodes count only if there can be some.
static loam_result check_terrain(const owner *of, const loam_isle_type *type, int32_t number)
{
    const loam_isle_terrain *const terrain = &type->terrains[number];
    owner own;
    loam_result result = check_name(of, terrain->name);
    if (result != LOAM_OK)
    {
        return result;
    }
    snprintf(own.words, sizeof own.words, "%.60sterrain %s: ", of->words, terrain->name);
    result = loam_plain_check_all(loam_isle_terrain_fields(),
                                  terrain->share > 0.0f ? LOAM_ISLE_TERRAIN_FIELDS
                                                        : LOAM_ISLE_GROUND_FIELDS,
                                  terrain, own.words);
    if (result == LOAM_OK && number > 1 && terrain->from < type->terrains[number - 1].from)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%sfrom is %g; must be %g to 3000", own.words,
                         (double)terrain->from, (double)type->terrains[number - 1].from);
    }
    if (result == LOAM_OK && terrain->share > 0.0f &&
        (terrain->noise < LOAM_NOISE_VALUE || terrain->noise > LOAM_NOISE_SIMPLEX))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%snoise is %s; must be value, perlin or simplex",
                         own.words, loam_noise_kind_name(terrain->noise));
    }
    for (int32_t i = 0; i < number && result == LOAM_OK; i++)
    {
        if (strcmp(terrain->name, type->terrains[i].name) == 0)
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "%stwo terrains are called %s; must be one",
                             of->words, terrain->name);
        }
    }
    return result;
}

static loam_result check_kind(const owner *of, const loam_isle_type *type, int32_t number)
{
    const loam_isle_kind *const kind = &type->kinds[number];
    owner own;
    loam_result result = check_name(of, kind->name);
    if (result != LOAM_OK)
    {
        return result;
    }
    snprintf(own.words, sizeof own.words, "%.60sobject %s: ", of->words, kind->name);
    result = loam_plain_check_all(loam_isle_kind_fields(), LOAM_ISLE_KIND_FIELDS, kind, own.words);
    return result != LOAM_OK
               ? result
               : check_index(&own, "terrain", kind->terrain, 0, type->terrain_count - 1);
}

/// That there are nodes to be had, and room for all objects.
static loam_result check_sums(const owner *of, const loam_isle_type *type)
{
    float shares = 0.0f;
    double objects = BUILT_OBJECTS;
    for (int32_t i = 0; i < type->terrain_count; i++)
    {
        shares += type->terrains[i].share;
    }
    for (int32_t i = 0; i < type->kind_count; i++)
    {
        const double cells = 2.0 * (double)type->radius.high / (double)type->kinds[i].spacing + 1.0;
        objects += cells * cells;
    }
    if (shares <= 0.0f)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%sno terrain has a share; one must be above 0",
                         of->words);
    }
    return objects <= LOAM_ISLE_MAX_OBJECTS
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "%sthere could be %.0f objects, by radius and spacing; must be at most "
                           "%d",
                           of->words, objects, LOAM_ISLE_MAX_OBJECTS);
}

/// How far an area may reach: to the edge of its slot, and of its maps.
static loam_result check_radius(const owner *of, const loam_isles_def *def,
                                const loam_isle_type *type)
{
    const int32_t slot = def->slot / 2 - ISLE_GAP, maps = MAX_RADIUS_CELLS * def->cell;
    const int32_t max = slot < maps ? slot : maps;
    return type->radius.high <= (float)max
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "%sradius is %g to %g; must be within 32 to %d, by slot and cell",
                           of->words, (double)type->radius.low, (double)type->radius.high,
                           (int)max);
}

static loam_result check_numbers(const owner *of, const loam_isles_def *def,
                                 const loam_isle_type *type)
{
    const struct
    {
        const char *name;
        int32_t value, low, high;
    } all[] = {
        {"terrain_count", type->terrain_count, 1, LOAM_ISLE_MAX_TERRAINS},
        {"kind_count", type->kind_count, 0, LOAM_ISLE_MAX_KINDS},
        {"name_count", type->name_count, 0, LOAM_ISLE_MAX_NAMES},
        {"steep", type->steep, -1, type->terrain_count - 1},
        {"yard", type->yard, 0, type->terrain_count - 1},
    };
    loam_result result = loam_plain_check_all(loam_isle_type_fields(), LOAM_ISLE_TYPE_FIELDS, type,
                                              of->words);
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == LOAM_OK; i++)
    {
        result = check_index(of, all[i].name, all[i].value, all[i].low, all[i].high);
    }
    return result == LOAM_OK ? check_radius(of, def, type) : result;
}

static loam_result check_type(const loam_isles_def *def, const loam_isle_type *type)
{
    owner own = {"type: "};
    loam_result result = check_name(&own, type->name);
    if (result != LOAM_OK)
    {
        return result;
    }
    snprintf(own.words, sizeof own.words, "type %s: ", type->name);
    result = check_numbers(&own, def, type);
    if (result == LOAM_OK && memchr(type->suffix, '\0', sizeof type->suffix) == NULL)
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "%ssuffix must have 0 to 15 characters", own.words);
    }
    for (int32_t i = 0; result == LOAM_OK && i < type->terrain_count; i++)
    {
        result = check_terrain(&own, type, i);
    }
    for (int32_t i = 0; result == LOAM_OK && i < type->kind_count; i++)
    {
        result = check_kind(&own, type, i);
    }
    result = result == LOAM_OK ? check_names(&own, type) : result;
    return result == LOAM_OK ? check_sums(&own, type) : result;
}

static loam_result check_types(const loam_isles_def *def)
{
    loam_result result = LOAM_OK;
    float shares = 0.0f;
    for (int32_t i = 0; result == LOAM_OK && i < def->type_count; i++)
    {
        result = check_type(def, &def->types[i]);
        shares += def->types[i].share;
        for (int32_t k = 0; k < i && result == LOAM_OK; k++)
        {
            result = strcmp(def->types[i].name, def->types[k].name) != 0
                         ? LOAM_OK
                         : loam_fail(LOAM_BAD_ARGUMENT, "two types are called %s; must be one",
                                     def->types[i].name);
        }
    }
    return result == LOAM_OK && !(shares > 0.0f)
               ? loam_fail(LOAM_BAD_ARGUMENT, "no type has a share; one must be above 0")
               : result;
}

loam_result loam_isles_check(const loam_isles_def *def)
{
    const owner none = {""};
    loam_result result = loam_plain_check_all(loam_isles_def_fields(), LOAM_ISLES_DEF_FIELDS, def,
                                              "");
    if (result == LOAM_OK && def->swell > def->depth / 2.0f)
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "swell is %g; must be 0 to %g, half the depth",
                           (double)def->swell, (double)def->depth / 2.0);
    }
    result = result == LOAM_OK
                 ? check_index(&none, "type_count", def->type_count, 1, LOAM_ISLES_MAX_TYPES)
                 : result;
    result = result == LOAM_OK ? loam_plain_check_all(loam_sea_look_fields(), LOAM_SEA_LOOK_FIELDS,
                                                      &def->water, "water.")
                               : result;
    return result == LOAM_OK ? check_types(def) : result;
}
