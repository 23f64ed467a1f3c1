// SPDX-License-Identifier: MIT
#include "tiles/data/check.h"

#include "loam/flora.h"

#include <stdio.h>
#include <string.h>

// Groves and species: each field by itself, then what the fields ask of each other, then the grammar, which
// layer flora reads.

static loam_result check_order(const char *owner, const char *what, double low, double high)
{
    return low <= high ? LOAM_OK
                       : loam_fail(LOAM_BAD_ARGUMENT,
                                   "%s.%s_low is %.9g; must be at most %s_high, which is %.9g",
                                   owner, what, low, what, high);
}

static loam_result check_orders(const loam_tile_species *species, const char *owner)
{
    loam_result result = check_order(owner, "age", (double)species->age_low,
                                     (double)species->age_high);
    result = result != LOAM_OK ? result
                               : check_order(owner, "temperature", species->temperature_low,
                                             species->temperature_high);
    result = result != LOAM_OK
                 ? result
                 : check_order(owner, "humidity", species->humidity_low, species->humidity_high);
    return result != LOAM_OK ? result
                             : check_order(owner, "depth", (double)species->depth_low,
                                           (double)species->depth_high);
}

static loam_result check_body(const loam_tile_species *species, const char *owner)
{
    if (species->parts[0] == LOAM_AIR)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s.parts[0] is air; must be a material for walls",
                         owner);
    }
    if (species->leaf_neighbours != 4 && species->leaf_neighbours != 8)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s.leaf_neighbours is %d; must be 4 or 8", owner,
                         species->leaf_neighbours);
    }
    return LOAM_OK;
}

/// Seeds drop, as tiles that fall. (Whether fluids of that material move is another list's matter.)
static loam_result check_seed(const loam_tile_defs *defs, uint8_t seed, const char *owner)
{
    const uint32_t properties = defs->materials[seed].properties;
    return seed == LOAM_AIR || (properties & (LOAM_LIQUID | LOAM_LOOSE)) != 0
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "%s.seed is %s; must be a liquid or loose material, or air for none",
                           owner, defs->materials[seed].name);
}

/// Reads the grammar once, to see whether it can be read.
static loam_result check_grammar(const loam_tile_species *species, const char *owner)
{
    const loam_env env = loam_default_env();
    const char *const end = memchr(species->grammar, '\0', LOAM_MAX_SPECIES_GRAMMAR);
    if (end == NULL || end == species->grammar)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s.grammar is %s; must be a text of 1 to %d bytes",
                         owner, end == NULL ? "too long" : "empty", LOAM_MAX_SPECIES_GRAMMAR - 1);
    }
    loam_grammar *grammar = NULL;
    const loam_result result = loam_grammar_create(&env, species->grammar,
                                                   (size_t)(end - species->grammar), &grammar);
    if (result != LOAM_OK)
    {
        return loam_fail(result, "%s.grammar: %s", owner, loam_last_error());
    }
    const int32_t dimensions = loam_grammar_dimensions(grammar);
    loam_grammar_destroy(grammar);
    return dimensions == 2
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s.grammar has %d dimensions; must have 2", owner,
                           dimensions);
}

static loam_result check_species_name(const loam_tile_defs *defs, int32_t index)
{
    const char *const name = defs->species[index].name;
    char owner[LOAM_CHECK_PATH];
    snprintf(owner, sizeof owner, "species: the name of number %d", index);
    const loam_result result = loam_check_name(name, owner);
    const int32_t first = result == LOAM_OK ? loam_species_find(defs, name) : index;
    return first == index
               ? result
               : loam_fail(LOAM_BAD_ARGUMENT, "%s is \"%s\", as is that of %d; names must differ",
                           owner, name, first);
}

static loam_result check_species(const loam_tile_defs *defs, int32_t index)
{
    const loam_tile_species *const species = &defs->species[index];
    char owner[LOAM_CHECK_PATH];
    int32_t count;
    const loam_tile_field *const fields = loam_tile_species_fields(&count);
    loam_result result = check_species_name(defs, index);
    snprintf(owner, sizeof owner, "species.%.*s", LOAM_MAX_NAME, species->name);
    result = result != LOAM_OK ? result : loam_check_fields(defs, owner, species, fields, count);
    result = result != LOAM_OK ? result : check_body(species, owner);
    result = result != LOAM_OK ? result : check_seed(defs, species->seed, owner);
    result = result != LOAM_OK ? result : check_orders(species, owner);
    return result != LOAM_OK ? result : check_grammar(species, owner);
}

loam_result loam_check_plants(const loam_tile_defs *defs)
{
    int32_t count;
    const loam_tile_field *const fields = loam_tile_groves_fields(&count);
    loam_result result = loam_check_fields(defs, "groves", &defs->groves, fields, count);
    for (int32_t i = 0; i < LOAM_MAX_SPECIES && result == LOAM_OK; i++)
    {
        if (defs->species[i].name[0] == '\0')
        {
            break; // what stands behind the end does not matter
        }
        result = check_species(defs, i);
    }
    return result;
}
