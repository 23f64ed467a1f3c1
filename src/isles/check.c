// SPDX-License-Identifier: MIT
#include "isles/isles.h"

#include <math.h>
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

/// One number and its limits.
typedef struct limits
{
    const char *name;
    double value, low, high;
} limits;

static loam_result check_all(const owner *of, const limits *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
    {
        if (!(all[i].value >= all[i].low && all[i].value <= all[i].high))
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "%s%s is %g; must be %g to %g", of->words,
                             all[i].name, all[i].value, all[i].low, all[i].high);
        }
    }
    return LOAM_OK;
}

static loam_result check_range(const owner *of, const char *name, loam_isle_range range, double low,
                               double high)
{
    if (range.low >= (float)low && range.high <= (float)high && range.low <= range.high)
    {
        return LOAM_OK;
    }
    return loam_fail(LOAM_BAD_ARGUMENT, "%s%s is %g to %g; must be within %g to %g, low first",
                     of->words, name, (double)range.low, (double)range.high, low, high);
}

static loam_result check_name(const owner *of, const char *name)
{
    if (memchr(name, '\0', LOAM_ISLE_MAX_NAME + 1) != NULL && name[0] != '\0')
    {
        return LOAM_OK;
    }
    return loam_fail(LOAM_BAD_ARGUMENT, "%sa name must have 1 to %d characters", of->words,
                     LOAM_ISLE_MAX_NAME);
}

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
    const double below = number > 1 ? (double)type->terrains[number - 1].from : -1000.0;
    const limits always[] = {
        {"from", number > 0 ? (double)terrain->from : 0.0, below, 3000.0},
        {"share", (double)terrain->share, 0.0, 100.0},
        {"colour", (double)terrain->colour, 0.0, 0xffffff},
    };
    const limits of_nodes[] = {
        {"dominance", (double)terrain->dominance, 0.0, 1.0},
        {"octaves", terrain->octaves, 1.0, 12.0},
        {"wavelength", (double)terrain->wavelength, 4.0, 10000.0},
        {"persistence", (double)terrain->persistence, 0.0, 1.0},
        {"lacunarity", (double)terrain->lacunarity, 1.0, 4.0},
        {"relief", (double)terrain->relief, 0.0, 1.0},
        {"noise", (double)terrain->noise, LOAM_NOISE_VALUE, LOAM_NOISE_SIMPLEX},
        {"fractal", (double)terrain->fractal, 0.0, LOAM_FRACTAL_COUNT - 1},
    };
    result = check_all(&own, always, sizeof always / sizeof always[0]);
    if (result != LOAM_OK || terrain->share <= 0.0f)
    {
        return result;
    }
    result = check_all(&own, of_nodes, sizeof of_nodes / sizeof of_nodes[0]);
    return result == LOAM_OK ? check_range(&own, "height", terrain->height, 0.0, 2000.0) : result;
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
    const limits all[] = {
        {"shape", (double)kind->shape, 0.0, LOAM_ISLE_CORAL},
        {"colour", (double)kind->colour, 0.0, 0xffffff},
        {"spacing", (double)kind->spacing, 4.0, 1000.0},
        {"chance", (double)kind->chance, 0.0, 1.0},
        {"groves", (double)kind->groves, 0.0, 1.0},
        {"terrain", kind->terrain, 0.0, type->terrain_count - 1},
        {"least", (double)kind->least, 0.0, 1.0},
        {"slope", (double)kind->slope, 0.0, 10.0},
    };
    result = check_all(&own, all, sizeof all / sizeof all[0]);
    result = result == LOAM_OK ? check_range(&own, "radius", kind->radius, 0.5, 30.0) : result;
    return result == LOAM_OK ? check_range(&own, "height", kind->height, -1000.0, 2000.0) : result;
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

static loam_result check_numbers(const owner *of, const loam_isles_def *def,
                                 const loam_isle_type *type)
{
    const limits all[] = {
        {"share", (double)type->share, 0.0, 100.0},
        {"falloff", (double)type->falloff, 0.0, LOAM_ISLE_FALLOFF_COUNT - 1},
        {"lift", (double)type->lift, 0.0, 500.0},
        {"highest", (double)type->highest, 1.0, 3000.0},
        {"beach", (double)type->beach, 0.0, 50.0},
        {"blend", (double)type->blend, 0.1, 100.0},
        {"plot", (double)type->plot, 4.0, 40.0},
        {"harbour", (double)type->harbour, 0.0, 1.0},
        {"terrain_count", type->terrain_count, 1.0, LOAM_ISLE_MAX_TERRAINS},
        {"kind_count", type->kind_count, 0.0, LOAM_ISLE_MAX_KINDS},
        {"steep", type->steep, -1.0, type->terrain_count - 1},
        {"yard", type->yard, 0.0, type->terrain_count - 1},
    };
    const double room = (double)(def->slot / 2 - ISLE_GAP);
    const double most = room < MAX_RADIUS_CELLS * def->cell ? room : MAX_RADIUS_CELLS * def->cell;
    const struct
    {
        const char *name;
        loam_isle_range range;
        double low, high;
    } ranges[] = {
        {"radius", type->radius, 32.0, most},
        {"nodes", type->nodes, 1.0, LOAM_ISLE_MAX_NODES},
        {"spread", type->spread, 0.0, 0.95},
        {"reach", type->reach, 0.1, 1.0},
        {"slope", type->slope, 0.0, 10.0},
        {"houses", type->houses, 0.0, LOAM_ISLE_MAX_SITES - 1},
    };
    loam_result result = check_all(of, all, sizeof all / sizeof all[0]);
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0] && result == LOAM_OK; i++)
    {
        result = check_range(of, ranges[i].name, ranges[i].range, ranges[i].low, ranges[i].high);
    }
    return result;
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
    return result == LOAM_OK ? check_sums(&own, type) : result;
}

loam_result loam_isles_check(const loam_isles_def *def)
{
    const owner none = {""};
    const limits all[] = {
        {"slot", def->slot, 256.0, 16384.0},
        {"cell", def->cell, 1.0, 64.0},
        {"jitter", (double)def->jitter, 0.0, 1.0},
        {"empty", (double)def->empty, 0.0, 1.0},
        {"depth", (double)def->depth, 1.0, 1000.0},
        {"swell", (double)def->swell, 0.0, (double)def->depth / 2.0},
        {"type_count", def->type_count, 1.0, LOAM_ISLES_MAX_TYPES},
    };
    loam_result result = check_all(&none, all, sizeof all / sizeof all[0]);
    float shares = 0.0f;
    for (int32_t i = 0; result == LOAM_OK && i < def->type_count; i++)
    {
        result = check_type(def, &def->types[i]);
        shares += def->types[i].share;
    }
    return result == LOAM_OK && !(shares > 0.0f)
               ? loam_fail(LOAM_BAD_ARGUMENT, "no type has a share; one must be above 0")
               : result;
}
