// SPDX-License-Identifier: MIT
#include "defs/names.h"

static const char *name_of(const char *const *names, int32_t count, int32_t index)
{
    return index >= 0 && index < count ? names[index] : NULL;
}

const char *loam_next_property(const void *unused, int32_t index)
{
    (void)unused;
    return loam_property_name(index);
}

const char *loam_next_layer(const void *unused, int32_t index)
{
    static const char *const names[] = {"blocks", "walls"}; // bits of loam_layer
    (void)unused;
    return name_of(names, 2, index);
}

static const char *next_modifier(const void *unused, int32_t index)
{
    (void)unused;
    return loam_rule_modifier_name(index);
}

const char *(*loam_names_of_bits(loam_field_kind kind))(const void *, int32_t)
{
    return kind == LOAM_FIELD_PROPERTIES  ? loam_next_property
           : kind == LOAM_FIELD_LAYERS    ? loam_next_layer
           : kind == LOAM_FIELD_MODIFIERS ? next_modifier
                                          : NULL;
}

const char *loam_next_motion(const void *unused, int32_t index)
{
    (void)unused;
    return loam_motion_name(index);
}

const char *loam_next_place(const void *unused, int32_t index)
{
    (void)unused;
    return loam_plant_place_name(index);
}

const char *loam_next_storey(const void *unused, int32_t index)
{
    (void)unused;
    return loam_plant_storey_name(index);
}

const char *loam_next_temperature(const void *unused, int32_t index)
{
    static const char *const names[] = {"cold", "mild", "hot"};
    (void)unused;
    return name_of(names, 3, index);
}

const char *loam_next_humidity(const void *unused, int32_t index)
{
    static const char *const names[] = {"dry", "middling", "wet"};
    (void)unused;
    return name_of(names, 3, index);
}

const char *loam_next_material(const void *defs, int32_t index)
{
    const loam_material *const materials = ((const loam_tile_defs *)defs)->materials;
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        if (materials[id].name[0] != '\0' && index-- == 0)
        {
            return materials[id].name;
        }
    }
    return NULL;
}

const char *loam_next_biome(const void *defs, int32_t index)
{
    return index < LOAM_BIOMES ? ((const loam_tile_defs *)defs)->biomes[index].name : NULL;
}

const char *loam_next_rule(const void *defs, int32_t index)
{
    const loam_slow_rule *const rules = ((const loam_tile_defs *)defs)->rules;
    return index < LOAM_MAX_SLOW_RULES && rules[index].name[0] != '\0' ? rules[index].name : NULL;
}

const char *loam_next_fluid(const void *defs, int32_t index)
{
    const loam_tile_defs *const all = defs;
    const bool there = index < LOAM_MAX_FLUIDS && all->fluids[index].material != LOAM_AIR;
    return there ? all->materials[all->fluids[index].material].name : NULL;
}

const char *loam_next_species(const void *defs, int32_t index)
{
    const loam_tile_species *const species = ((const loam_tile_defs *)defs)->species;
    return index < LOAM_MAX_SPECIES && species[index].name[0] != '\0' ? species[index].name : NULL;
}
