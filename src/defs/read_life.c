// SPDX-License-Identifier: MIT
#include "defs/reader.h"

#include "defs/names.h"

#include <string.h>

// Rules are a list, because the first that fits is followed; fluids are an object, because their order
// means nothing. One that is there already is changed, and what the text does not say stays; a new one
// says what has no sensible default. Both can be taken out.

loam_result loam_defs_check_complete(const loam_tile_defs *defs, const loam_json_place *place,
                                     const cJSON *item, const loam_defs_needs *of, const char *name)
{
    for (int32_t i = 0; i < of->count; i++)
    {
        const loam_json_place member = {place, of->keys[i], 0};
        if (cJSON_GetObjectItemCaseSensitive(item, of->keys[i]) == NULL)
        {
            const int32_t near = loam_text_nearest(name, of->next, defs);
            return loam_json_fail(&member, "is missing: \"%s\" is new, and a new %s needs it%s%s%s",
                                  name, of->what, near >= 0 ? "; did you mean " : "",
                                  near >= 0 ? of->next(defs, near) : "", near >= 0 ? "?" : "");
        }
    }
    return LOAM_OK;
}

// ---- rules --------------------------------------------------------------------------------------

enum
{
    BEFORE = LIST_REMOVE + 1
};

static const char *const rule_keys[] = {"name", "remove", "before"};

static const loam_defs_list all_rules;

/// Moves a rule to another place; those between make room.
static void move_rule(loam_tile_defs *defs, int32_t from, int32_t to)
{
    loam_slow_rule *const rules = defs->rules;
    const loam_slow_rule moved = rules[from];
    if (from < to)
    {
        memmove(rules + from, rules + from + 1, (size_t)(to - from) * sizeof *rules);
    }
    else
    {
        memmove(rules + to + 1, rules + to, (size_t)(from - to) * sizeof *rules);
    }
    rules[to] = moved;
}

loam_result loam_defs_check_once(const loam_json_place *place, const cJSON *list, const cJSON *item,
                                 const char *name)
{
    int32_t index = 0;
    for (const cJSON *other = list->child; other != item; other = other->next, index++)
    {
        const char *const theirs = cJSON_GetStringValue(
            cJSON_GetObjectItemCaseSensitive(other, rule_keys[LIST_NAME]));
        if (theirs != NULL && strcmp(theirs, name) == 0)
        {
            return loam_json_fail(place, "is %s, as is that of %s[%d]; must be unique", name,
                                  place->parent->parent->key, index);
        }
    }
    return LOAM_OK;
}

/// It holds in every climate.
static void begin_rule(const loam_defs_reader *reader, void *element)
{
    loam_slow_rule *const rule = element;
    (void)reader;
    rule->temperature_high = rule->humidity_high = LOAM_CLIMATE_MAX;
}

/// Moves a rule before another.
static loam_result place_rule(loam_defs_reader *reader, const loam_json_place *place,
                              const cJSON *const *found, int32_t *index)
{
    const loam_json_place before = {place, rule_keys[BEFORE], 0};
    const char *const other = cJSON_GetStringValue(found[BEFORE]);
    const int32_t at = other != NULL ? loam_defs_list_find(&reader->defs, &all_rules, other) : -1;
    if (found[BEFORE] == NULL)
    {
        return LOAM_OK;
    }
    if (at < 0)
    {
        return loam_json_refuse_name(&before, found[BEFORE], loam_next_rule, &reader->defs);
    }
    if (at == *index)
    {
        return loam_json_fail(&before, "is the rule itself; must be another");
    }
    const int32_t to = at > *index ? at - 1 : at;
    move_rule(&reader->defs, *index, to);
    *index = to;
    return LOAM_OK;
}

static const char *const rule_needs[] = {"layers", "chance", "to"};

static const loam_defs_list all_rules = {.offset = offsetof(loam_tile_defs, rules),
                                         .size = sizeof(loam_slow_rule),
                                         .max = LOAM_MAX_SLOW_RULES,
                                         .keys = rule_keys,
                                         .key_count = 3,
                                         .fields = loam_slow_rule_fields,
                                         .needs = {"rule", rule_needs, 3, loam_next_rule},
                                         .begin = begin_rule,
                                         .change = place_rule};

loam_result loam_defs_read_flag(const loam_json_place *place, const cJSON *item, bool *out)
{
    *out = cJSON_IsTrue(item);
    return item == NULL || cJSON_IsBool(item) ? LOAM_OK
                                              : loam_json_refuse(place, item, "true or false");
}

loam_result loam_defs_read_rules(loam_defs_reader *reader, const loam_json_place *place,
                                 const cJSON *item)
{
    return loam_defs_read_list(reader, &all_rules, place, item);
}

// ---- fluids -------------------------------------------------------------------------------------

static int32_t count_fluids(const loam_tile_defs *defs)
{
    int32_t count = 0;
    while (loam_next_fluid(defs, count) != NULL)
    {
        count++;
    }
    return count;
}

/// -1 if the material is none.
static int32_t find_fluid(const loam_tile_defs *defs, int32_t material)
{
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS && defs->fluids[i].material != LOAM_AIR; i++)
    {
        if (defs->fluids[i].material == material)
        {
            return i;
        }
    }
    return -1;
}

static loam_result remove_fluid(loam_defs_reader *reader, const loam_json_place *place,
                                int32_t index)
{
    if (index < 0)
    {
        return loam_json_fail(place, "is null, which takes a fluid out, and there is none");
    }
    loam_tile_fluid *const fluids = reader->defs.fluids;
    const int32_t last = count_fluids(&reader->defs) - 1;
    memmove(fluids + index, fluids + index + 1, (size_t)(last - index) * sizeof *fluids);
    memset(&fluids[last], 0, sizeof *fluids);
    return LOAM_OK;
}

static loam_result add_fluid(loam_defs_reader *reader, const loam_json_place *place,
                             const cJSON *item, int32_t material, int32_t *index)
{
    static const char *const keys[] = {"motion", "density", "straight", "diagonal", "sideways"};
    static const loam_defs_needs of = {"fluid", keys, 5, loam_next_fluid};
    loam_tile_defs *const defs = &reader->defs;
    const loam_result result = loam_defs_check_complete(defs, place, item, &of,
                                                        defs->materials[material].name);
    if (result != LOAM_OK)
    {
        return result;
    }
    *index = count_fluids(defs);
    if (*index == LOAM_MAX_FLUIDS)
    {
        return loam_json_fail(place, "is one too many; must be at most %d fluids", LOAM_MAX_FLUIDS);
    }
    loam_tile_fluid *const fluid = &defs->fluids[*index];
    memset(fluid, 0, sizeof *fluid);
    fluid->material = (uint8_t)material;
    if (*index + 1 < LOAM_MAX_FLUIDS)
    {
        fluid[1].material = LOAM_AIR; // anything may stand behind the end
    }
    return LOAM_OK;
}

static loam_result read_fluid(loam_defs_reader *reader, const loam_json_place *place,
                              const cJSON *item, int32_t material)
{
    loam_json_keys keys = {.short_lists = true};
    keys.fields = loam_tile_fluid_fields(&keys.field_count);
    const cJSON *found[LOAM_JSON_MAX_KEYS];
    int32_t index = find_fluid(&reader->defs, material);
    if (cJSON_IsNull(item))
    {
        return remove_fluid(reader, place, index);
    }
    loam_result result = loam_json_members(place, item, &keys, found);
    if (result == LOAM_OK && index < 0)
    {
        result = add_fluid(reader, place, item, material, &index);
    }
    return result != LOAM_OK
               ? result
               : loam_defs_read_fields(reader, place, &keys, found, &reader->defs.fluids[index]);
}

loam_result loam_defs_read_fluids(loam_defs_reader *reader, const loam_json_place *place,
                                  const cJSON *item)
{
    if (!cJSON_IsObject(item))
    {
        return loam_json_refuse(place, item, "an object");
    }
    bool seen[LOAM_MAX_MATERIALS] = {false};
    loam_result result = LOAM_OK;
    for (const cJSON *fluid = item->child; fluid != NULL && result == LOAM_OK; fluid = fluid->next)
    {
        const int32_t material = loam_material_find(&reader->defs, fluid->string);
        const loam_json_place here = {place, fluid->string, 0};
        if (material < 0)
        {
            return loam_json_refuse_key(place, fluid->string, loam_next_material, &reader->defs);
        }
        if (material == LOAM_AIR || seen[material])
        {
            return loam_json_fail(&here, material == LOAM_AIR
                                             ? "is no fluid; must be another material"
                                             : "is given twice; must be given once");
        }
        seen[material] = true;
        result = read_fluid(reader, &here, fluid, material);
    }
    return result;
}

// ---- when materials are replaced ----------------------------------------------------------------
// A text that names all materials may be older than rules and fluids, or not care: a world has those
// that go with its materials. Whether one does is asked of the check.

bool loam_defs_follow(const loam_defs_reader *reader, uint8_t *material)
{
    const char *const name = reader->before->materials[*material].name;
    const int32_t id = loam_material_find(&reader->defs, name);
    *material = id < 0 ? LOAM_AIR : (uint8_t)id;
    return id >= 0;
}

/// Contacts and decays that are gone do not happen; the fluid is there nevertheless.
static bool follow_fluid(const loam_defs_reader *reader, loam_tile_fluid *fluid)
{
    for (int i = 0; i < LOAM_MAX_CONTACTS; i++)
    {
        const bool with = loam_defs_follow(reader, &fluid->contacts[i]);
        const bool result = loam_defs_follow(reader, &fluid->contact_results[i]);
        fluid->contact_chances[i] = with && result ? fluid->contact_chances[i] : 0;
    }
    for (int i = 0; i < LOAM_MAX_DECAYS; i++)
    {
        const bool result = loam_defs_follow(reader, &fluid->decay_results[i]);
        fluid->decay_chances[i] = result ? fluid->decay_chances[i] : 0;
    }
    loam_defs_follow(reader, &fluid->fumes);
    return loam_defs_follow(reader, &fluid->material) && loam_defs_follow(reader, &fluid->settled);
}

void loam_defs_forget_life(loam_defs_reader *reader)
{
    memset(reader->defs.rules, 0, sizeof reader->defs.rules);
    memset(reader->defs.fluids, 0, sizeof reader->defs.fluids);
    memset(reader->defs.species, 0, sizeof reader->defs.species);
    reader->defs.sky.rain = reader->defs.sky.snow = reader->defs.sky.lightning = LOAM_AIR;
}

void loam_defs_keep_rules(loam_defs_reader *reader, bool named)
{
    const int32_t count = named ? 0 : loam_defs_list_count(reader->before, &all_rules);
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++)
    {
        loam_slow_rule *const rule = &reader->defs.rules[kept];
        *rule = reader->before->rules[i];
        const bool good = loam_defs_follow(reader, &rule->from) &&
                          loam_defs_follow(reader, &rule->to) &&
                          loam_tile_defs_check(&reader->defs) == LOAM_OK;
        kept += good ? 1 : 0;
        memset(rule, 0, good ? 0 : sizeof *rule);
    }
}

void loam_defs_keep_fluids(loam_defs_reader *reader, bool named)
{
    const int32_t count = named ? 0 : count_fluids(reader->before);
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++)
    {
        loam_tile_fluid *const fluid = &reader->defs.fluids[kept];
        *fluid = reader->before->fluids[i];
        const bool good = follow_fluid(reader, fluid) &&
                          loam_tile_defs_check(&reader->defs) == LOAM_OK;
        kept += good ? 1 : 0;
        memset(fluid, 0, good ? 0 : sizeof *fluid);
    }
}

/// A fluid of the sky as it was before, or air if there is no such fluid any more.
static uint8_t keep_falling(loam_defs_reader *reader, uint8_t fluid)
{
    const bool falls = loam_defs_follow(reader, &fluid) && find_fluid(&reader->defs, fluid) >= 0;
    return falls ? fluid : LOAM_AIR;
}

void loam_defs_keep_sky(loam_defs_reader *reader)
{
    const loam_tile_sky *const before = &reader->before->sky;
    reader->defs.sky.rain = keep_falling(reader, before->rain);
    reader->defs.sky.snow = keep_falling(reader, before->snow);
    reader->defs.sky.lightning = keep_falling(reader, before->lightning);
}
