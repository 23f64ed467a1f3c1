// SPDX-License-Identifier: MIT
#include "tiles/life/slow_rules.h"

#include "tiles/data/defs.h"

// Most materials have few rules or none, so each has a list of its own in each layer (Dubsky 2022, 4.5.1):
// a range of one array. What modifiers ask for becomes bits beside the properties.

static slow_rule compile(const loam_slow_rule *rule)
{
    const uint32_t modifiers = rule->modifiers;
    const bool anywhere = rule->temperature_low <= 0 && rule->humidity_low <= 0 &&
                          rule->temperature_high >= LOAM_CLIMATE_MAX &&
                          rule->humidity_high >= LOAM_CLIMATE_MAX;
    return (slow_rule){
        .required = rule->required,
        .forbidden = rule->forbidden,
        .own_required = (modifiers & LOAM_RULE_EDGE ? SEEN_NOT_SOLID : 0) |
                        (modifiers & LOAM_RULE_OPEN ? SEEN_OPEN_SKY : 0) |
                        (modifiers & LOAM_RULE_AIR ? SEEN_AIR : 0),
        .own_forbidden = modifiers & LOAM_RULE_BURIED ? SEEN_NOT_SOLID : 0,
        .chance = rule->chance,
        .temperature = {(uint8_t)rule->temperature_low, (uint8_t)rule->temperature_high},
        .humidity = {(uint8_t)rule->humidity_low, (uint8_t)rule->humidity_high},
        .to = rule->to,
        .mixed = (modifiers & LOAM_RULE_MIX) != 0,
        .has_climate = !anywhere,
        .stirs = (modifiers & LOAM_RULE_STIR) != 0,
        .written = rule->written,
    };
}

/// Whether a rule can ever do something to a material in a layer.
static bool holds_for(const loam_tile_defs *defs, const loam_slow_rule *rule, int32_t id,
                      uint32_t layer)
{
    const loam_material *const material = &defs->materials[id];
    const uint32_t target = rule->written != 0 ? rule->written : layer;
    const bool is_meant = rule->from != LOAM_AIR
                              ? rule->from == id
                              : (material->properties & rule->having) == rule->having;
    const bool may_stand = (defs->materials[rule->to].layers & target) != 0;
    return is_meant && may_stand && (rule->layers & layer) != 0 &&
           (rule->written != 0 || rule->to != id || rule->from == id) && id != LOAM_AIR &&
           material->name[0] != '\0';
}

/// Writes the lists to numbers, unless that is NULL; returns how long all of them are.
static size_t list_rules(slow_rules *rules, const loam_tile_defs *defs, uint8_t *numbers)
{
    size_t count = 0;
    for (int32_t i = 0; i < 2 * LOAM_MAX_MATERIALS; i++)
    {
        const int32_t walls = i / LOAM_MAX_MATERIALS, id = i % LOAM_MAX_MATERIALS;
        rule_list *const list = &rules->lists[walls][id];
        list->first = (uint32_t)count;
        list->fits_edges = defs->materials[id].outer > 0 && !rules->flows[id];
        for (int32_t r = 0; r < LOAM_MAX_SLOW_RULES && defs->rules[r].name[0] != '\0'; r++)
        {
            if (!holds_for(defs, &defs->rules[r], id, walls ? LOAM_WALLS : LOAM_BLOCKS))
            {
                continue;
            }
            if (numbers != NULL)
            {
                numbers[count] = (uint8_t)r;
            }
            count++;
        }
        list->count = (uint16_t)(count - list->first);
        rules->heeded[walls][id] = list->count > 0 || list->fits_edges;
    }
    return count;
}

static void know_materials(slow_rules *rules, const loam_tile_defs *defs)
{
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        const uint32_t properties = defs->materials[id].properties;
        rules->flows[id] = loam_fluid_find(defs, id) != NULL;
        rules->seen[id] = properties | (properties & LOAM_SOLID ? 0 : SEEN_NOT_SOLID) |
                          (id == LOAM_AIR ? SEEN_AIR : 0);
    }
}

loam_result loam_slow_rules_init(slow_rules *rules, const loam_env *env, const loam_tile_defs *defs)
{
    know_materials(rules, defs);
    for (int32_t r = 0; r < LOAM_MAX_SLOW_RULES; r++)
    {
        rules->rules[r] = compile(&defs->rules[r]);
    }
    rules->number_count = list_rules(rules, defs, NULL);
    rules->numbers = loam_alloc(env, rules->number_count + 1); // never 0 bytes
    if (rules->numbers == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    (void)list_rules(rules, defs, rules->numbers);
    return LOAM_OK;
}

void loam_slow_rules_free(slow_rules *rules, const loam_env *env)
{
    loam_free(env, rules->numbers, rules->number_count + 1);
}
