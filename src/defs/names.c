// SPDX-License-Identifier: MIT
#include "defs/names.h"

#include "loam/tiles.h"

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
