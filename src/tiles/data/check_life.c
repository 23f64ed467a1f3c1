// SPDX-License-Identifier: MIT
#include "tiles/data/check.h"

#include <stdio.h>
#include <string.h>

// Rules, fluids and the sky: first each field by itself, then what the fields ask of each other. A rule
// that could never be followed is a mistake, not a rule.

enum
{
    FLUID_KINDS = LOAM_LIQUID | LOAM_GAS | LOAM_LOOSE,
    NOT_BURIED = LOAM_RULE_EDGE | LOAM_RULE_AIR // what is buried cannot have
};

static const char *name_of(const loam_tile_defs *defs, uint8_t material)
{
    return defs->materials[material].name;
}

// ---- rules --------------------------------------------------------------------------------------

/// What a rule changes: one material, or all that have some properties.
static loam_result check_subject(const loam_tile_defs *defs, const loam_slow_rule *rule,
                                 const char *owner)
{
    if (rule->from == LOAM_AIR && rule->having == 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s.from is missing, and so is having; must be one of them", owner);
    }
    if (rule->from != LOAM_AIR && rule->having != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s.from is %s, and there is having too; must be one of them", owner,
                         name_of(defs, rule->from));
    }
    return LOAM_OK;
}

/// Whether a material may stand in all of the layers.
static loam_result check_stand(const loam_tile_defs *defs, const char *owner, const char *key,
                               uint8_t material, uint32_t layers)
{
    if ((defs->materials[material].layers & layers) == layers)
    {
        return LOAM_OK;
    }
    return loam_fail(LOAM_BAD_ARGUMENT, "%s.%s is %s; must be a material for %s", owner, key,
                     name_of(defs, material),
                     layers == LOAM_BLOCKS  ? "blocks"
                     : layers == LOAM_WALLS ? "walls"
                                            : "blocks and walls");
}

static loam_result check_result(const loam_tile_defs *defs, const loam_slow_rule *rule,
                                const char *owner)
{
    if (rule->written != 0 && rule->to == LOAM_AIR)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s.to is air; must be another: it appears where air is", owner);
    }
    return check_stand(defs, owner, "to", rule->to,
                       rule->written != 0 ? rule->written : rule->layers);
}

static loam_result check_around(const loam_slow_rule *rule, const char *owner)
{
    const uint32_t both = rule->required & rule->forbidden;
    if (both != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s.forbidden is 0x%x; must be none of 0x%x, which is required", owner,
                         (unsigned)rule->forbidden, (unsigned)rule->required);
    }
    if ((rule->modifiers & LOAM_RULE_BURIED) && (rule->modifiers & NOT_BURIED))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s.modifiers is 0x%x; must be buried (0x%x) without 0x%x", owner,
                         (unsigned)rule->modifiers, LOAM_RULE_BURIED, NOT_BURIED);
    }
    return LOAM_OK;
}

static loam_result check_order(const char *owner, const char *what, int32_t low, int32_t high)
{
    return low <= high ? LOAM_OK
                       : loam_fail(LOAM_BAD_ARGUMENT,
                                   "%s.%s_low is %d; must be at most %s_high, which is %d", owner,
                                   what, low, what, high);
}

static loam_result check_climate(const loam_slow_rule *rule, const char *owner)
{
    const loam_result result = check_order(owner, "temperature", rule->temperature_low,
                                           rule->temperature_high);
    return result != LOAM_OK
               ? result
               : check_order(owner, "humidity", rule->humidity_low, rule->humidity_high);
}

static loam_result check_rule_name(const loam_tile_defs *defs, int32_t index)
{
    const char *const name = defs->rules[index].name;
    char owner[LOAM_CHECK_PATH];
    snprintf(owner, sizeof owner, "rules: the name of number %d", index);
    const loam_result result = loam_check_name(name, owner);
    for (int32_t i = 0; i < index && result == LOAM_OK; i++)
    {
        if (strcmp(defs->rules[i].name, name) == 0)
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "%s is \"%s\", as is that of %d; must be the name of one rule", owner,
                             name, i);
        }
    }
    return result;
}

static loam_result check_rule(const loam_tile_defs *defs, int32_t index)
{
    const loam_slow_rule *const rule = &defs->rules[index];
    char owner[LOAM_CHECK_PATH];
    int32_t count;
    const loam_tile_field *const fields = loam_slow_rule_fields(&count);
    loam_result result = check_rule_name(defs, index);
    snprintf(owner, sizeof owner, "rules.%.*s", LOAM_MAX_NAME, rule->name);
    result = result != LOAM_OK ? result : loam_check_fields(defs, owner, rule, fields, count);
    result = result != LOAM_OK ? result : check_subject(defs, rule, owner);
    result = result != LOAM_OK ? result
                               : check_stand(defs, owner, "from", rule->from, rule->layers);
    result = result != LOAM_OK ? result : check_result(defs, rule, owner);
    result = result != LOAM_OK ? result : check_around(rule, owner);
    return result != LOAM_OK ? result : check_climate(rule, owner);
}

// ---- fluids -------------------------------------------------------------------------------------

/// That its material can flow, and has room for the state of one that does in its variants.
static loam_result check_flows(const loam_tile_defs *defs, const loam_tile_fluid *fluid)
{
    const loam_material *const material = &defs->materials[fluid->material];
    if (material->name[0] == '\0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "fluids: %d is listed, and there is no material of that id",
                         fluid->material);
    }
    if (!(material->properties & FLUID_KINDS) || material->properties & LOAM_SOLID ||
        !(material->layers & LOAM_BLOCKS))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "fluids.%s is listed; must be a material for blocks that is liquid, "
                         "gas or loose, and not solid",
                         material->name);
    }
    if (material->inner != LOAM_FLUID_VARIANTS || material->outer != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "materials.%s has %d inner and %d outer variants; must be %d and 0: "
                         "it is a fluid",
                         material->name, material->inner, material->outer, LOAM_FLUID_VARIANTS);
    }
    return LOAM_OK;
}

static loam_result check_settled(const loam_tile_defs *defs, const loam_tile_fluid *fluid)
{
    const uint32_t wanted = LOAM_SOLID | LOAM_GRANULAR;
    const uint8_t settled = fluid->settled;
    if (settled != LOAM_AIR && (defs->materials[settled].properties & wanted) != wanted)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "fluids.%s.settled is %s; must be a solid, granular material, or air "
                         "for none",
                         name_of(defs, fluid->material), name_of(defs, settled));
    }
    return LOAM_OK;
}

/// What is listed before must be something else: a tile has to know what it is, and what it becomes when
/// it loses its support.
static loam_result check_others(const loam_tile_defs *defs, int32_t index)
{
    const loam_tile_fluid *const fluid = &defs->fluids[index];
    for (int32_t i = 0; i < index; i++)
    {
        const loam_tile_fluid *const before = &defs->fluids[i];
        if (before->material == fluid->material)
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "fluids.%s is listed twice; must be listed once",
                             name_of(defs, fluid->material));
        }
        if (fluid->settled != LOAM_AIR && before->settled == fluid->settled)
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "fluids.%s.settled is %s, as is that of %s; must be another",
                             name_of(defs, fluid->material), name_of(defs, fluid->settled),
                             name_of(defs, before->material));
        }
    }
    return LOAM_OK;
}

static loam_result check_fluid(const loam_tile_defs *defs, int32_t index)
{
    const loam_tile_fluid *const fluid = &defs->fluids[index];
    char owner[LOAM_CHECK_PATH];
    int32_t count;
    const loam_tile_field *const fields = loam_tile_fluid_fields(&count);
    loam_result result = check_flows(defs, fluid);
    snprintf(owner, sizeof owner, "fluids.%.*s", LOAM_MAX_NAME, name_of(defs, fluid->material));
    result = result != LOAM_OK ? result : loam_check_fields(defs, owner, fluid, fields, count);
    result = result != LOAM_OK ? result : check_settled(defs, fluid);
    return result != LOAM_OK ? result : check_others(defs, index);
}

// ---- sky ----------------------------------------------------------------------------------------

static loam_result check_falling(const loam_tile_defs *defs, const char *key, uint8_t material)
{
    bool listed = material == LOAM_AIR;
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS && defs->fluids[i].material != LOAM_AIR; i++)
    {
        listed = listed || defs->fluids[i].material == material;
    }
    return listed ? LOAM_OK
                  : loam_fail(LOAM_BAD_ARGUMENT, "sky.%s is %s; must be a fluid, or air for none",
                              key, name_of(defs, material));
}

static loam_result check_sky(const loam_tile_defs *defs)
{
    int32_t count;
    const loam_tile_field *const fields = loam_tile_sky_fields(&count);
    loam_result result = loam_check_fields(defs, "sky", &defs->sky, fields, count);
    result = result != LOAM_OK ? result : check_falling(defs, "rain", defs->sky.rain);
    result = result != LOAM_OK ? result : check_falling(defs, "snow", defs->sky.snow);
    return result != LOAM_OK ? result : check_falling(defs, "lightning", defs->sky.lightning);
}

// -------------------------------------------------------------------------------------------------

loam_result loam_check_life(const loam_tile_defs *defs)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < LOAM_MAX_SLOW_RULES && result == LOAM_OK; i++)
    {
        if (defs->rules[i].name[0] == '\0')
        {
            break; // what stands behind the end does not matter
        }
        result = check_rule(defs, i);
    }
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS && result == LOAM_OK; i++)
    {
        if (defs->fluids[i].material == LOAM_AIR)
        {
            break;
        }
        result = check_fluid(defs, i);
    }
    return result != LOAM_OK ? result : check_sky(defs);
}
