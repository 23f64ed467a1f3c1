// SPDX-License-Identifier: MIT
#include "tiles/data/check.h"

#include <stdio.h>
#include <string.h>

// What is good and what is not, by the tables of fields.c. Messages have the path of what is wrong, as in
// a file.

loam_result loam_check_name(const char *name, const char *what)
{
    const char *const end = memchr(name, '\0', LOAM_MAX_NAME + 1);
    const size_t length = end != NULL ? (size_t)(end - name) : LOAM_MAX_NAME + 1;
    const size_t good = strspn(end != NULL ? name : "", "abcdefghijklmnopqrstuvwxyz0123456789_");
    if (end == NULL || length == 0 || good != length)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s is \"%.*s\"%s; must be 1 to %d of a-z, 0-9 and _",
                         what, LOAM_MAX_NAME, name, end != NULL ? "" : " and longer",
                         LOAM_MAX_NAME);
    }
    return LOAM_OK;
}

static loam_result check_range(const char *path, double value, double low, double high)
{
    if (value >= low && value <= high) // which NaN is not
    {
        return LOAM_OK;
    }
    return loam_fail(LOAM_BAD_ARGUMENT, "%s is %.9g; must be %.9g to %.9g", path, value, low, high);
}

/// What grows as ground is seen as a block and, where it was dug away, as the wall behind.
static loam_result check_reference(const loam_tile_defs *defs, const char *path, uint8_t id,
                                   const loam_tile_field *field)
{
    const loam_material *const material = &defs->materials[id];
    const bool solid = field->low == LOAM_FIELD_GROUND, none = field->high > 0.0;
    const uint32_t layers = solid                            ? LOAM_BLOCKS | LOAM_WALLS
                            : field->low == LOAM_FIELD_BLOCK ? LOAM_BLOCKS
                            : field->low == LOAM_FIELD_WALL  ? LOAM_WALLS
                                                             : 0u;
    if (material->name[0] == '\0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s is %d, and there is no material of that id", path,
                         id);
    }
    if (id == LOAM_AIR && none)
    {
        return LOAM_OK;
    }
    if (solid && !(material->properties & LOAM_SOLID))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s is %s; must be a solid material%s", path,
                         material->name, none ? ", or air for none" : "");
    }
    if ((material->layers & layers) != layers)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s is %s; must be a material for %s", path,
                         material->name,
                         solid                   ? "blocks and walls"
                         : layers == LOAM_BLOCKS ? "blocks"
                                                 : "walls");
    }
    return LOAM_OK;
}

static loam_result check_bits(const char *path, uint32_t bits, const loam_tile_field *field)
{
    if (bits >= field->low && bits <= field->high)
    {
        return LOAM_OK;
    }
    if (field->kind == LOAM_FIELD_LAYERS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s is %u; must be %s", path, (unsigned)bits,
                         field->low > 0.0 ? "blocks (1), walls (2) or both (3)"
                                          : "none (0), blocks (1) or walls (2)");
    }
    return loam_fail(LOAM_BAD_ARGUMENT, "%s is 0x%x; must be a %scombination of 0x%x", path,
                     (unsigned)bits, bits == 0 ? "non-empty " : "", (unsigned)field->high);
}

/// One element of a field.
static loam_result check_element(const loam_tile_defs *defs, const char *path,
                                 const loam_tile_field *field, const void *at, int32_t index)
{
    switch (field->kind)
    {
    case LOAM_FIELD_INT:
    case LOAM_FIELD_MOTION:
    case LOAM_FIELD_PLACE:
    case LOAM_FIELD_STOREY:
        return check_range(path, ((const int32_t *)at)[index], field->low, field->high);
    case LOAM_FIELD_FLOAT:
        // Limits are floats here, as values are: 0.1f is accepted where 0.1 is the least.
        return check_range(path, (double)((const float *)at)[index], (double)(float)field->low,
                           (double)(float)field->high);
    case LOAM_FIELD_MATERIAL:
        return check_reference(defs, path, ((const uint8_t *)at)[index], field);
    case LOAM_FIELD_PROPERTIES:
    case LOAM_FIELD_LAYERS:
    case LOAM_FIELD_MODIFIERS:
        return check_bits(path, ((const uint32_t *)at)[index], field);
    case LOAM_FIELD_COLOUR:
        break; // any is good
    }
    return LOAM_OK;
}

loam_result loam_check_fields(const loam_tile_defs *defs, const char *owner, const void *part,
                              const loam_tile_field *fields, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        const loam_tile_field *const field = &fields[i];
        const void *const at = (const char *)part + field->offset;
        for (int32_t j = 0; j < field->count; j++)
        {
            if (check_element(defs, "", field, at, j) == LOAM_OK)
            {
                continue; // no path was needed: making thousands would take longer than all else
            }
            char path[LOAM_CHECK_PATH], place[24] = "";
            if (field->count > 1)
            {
                snprintf(place, sizeof place, "[%d]", j);
            }
            snprintf(path, sizeof path, "%s.%s%s", owner, field->name, place);
            return check_element(defs, path, field, at, j);
        }
    }
    return LOAM_OK;
}

static loam_result check_variants(const loam_material *material, const char *owner)
{
    if (material->inner < 1 || material->inner > LOAM_MAX_VARIANTS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s.inner has %d variants; must be 1 to %d", owner,
                         material->inner, LOAM_MAX_VARIANTS);
    }
    if (material->outer < 0 || material->outer > LOAM_MAX_VARIANTS - material->inner)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s.outer has %d variants; must be 0 to %d beside %d inner ones", owner,
                         material->outer, LOAM_MAX_VARIANTS - material->inner, material->inner);
    }
    return LOAM_OK;
}

static loam_result check_material_bits(const loam_material *material, const char *owner)
{
    const uint32_t known = (1u << LOAM_PROPERTY_COUNT) - 1u;
    if ((material->properties & ~known) != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s.properties is 0x%x; must be a combination of 0x%x",
                         owner, (unsigned)material->properties, (unsigned)known);
    }
    if (material->layers < LOAM_BLOCKS || material->layers > (LOAM_BLOCKS | LOAM_WALLS))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s.layers is %u; must be blocks (1), walls (2) or both (3)", owner,
                         (unsigned)material->layers);
    }
    return LOAM_OK;
}

/// Air is what a world is empty with: everything relies on its name, and that it is nothing else.
static loam_result check_air(const loam_material *air)
{
    if (strncmp(air->name, "air", sizeof air->name) != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "materials: the name of id 0 is \"%.*s\"; must be air",
                         LOAM_MAX_NAME, air->name);
    }
    if (air->properties != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "materials.air.properties is 0x%x; must be none",
                         (unsigned)air->properties);
    }
    if (air->layers != (LOAM_BLOCKS | LOAM_WALLS))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "materials.air.layers is %u; must be both (3)",
                         (unsigned)air->layers);
    }
    return LOAM_OK;
}

static loam_result check_material(const loam_tile_defs *defs, int32_t id)
{
    const loam_material *const material = &defs->materials[id];
    char owner[LOAM_CHECK_PATH];
    snprintf(owner, sizeof owner, "materials: the name of id %d", id);
    loam_result result = loam_check_name(material->name, owner);
    if (result != LOAM_OK)
    {
        return result;
    }
    const int32_t first = loam_material_find(defs, material->name);
    if (first != id)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "materials: the name of id %d is \"%s\", as is that of %d; "
                         "must be the name of one material",
                         id, material->name, first);
    }
    snprintf(owner, sizeof owner, "materials.%s", material->name);
    int32_t count;
    const loam_tile_field *const fields = loam_material_fields(&count);
    result = check_material_bits(material, owner);
    result = result != LOAM_OK ? result : check_variants(material, owner);
    return result != LOAM_OK ? result : loam_check_fields(defs, owner, material, fields, count);
}

static loam_result check_biome(const loam_tile_defs *defs, int32_t index)
{
    const loam_tile_biome *const biome = &defs->biomes[index];
    char owner[LOAM_CHECK_PATH];
    snprintf(owner, sizeof owner, "biomes: the name of number %d", index);
    loam_result result = loam_check_name(biome->name, owner);
    for (int32_t other = 0; other < index && result == LOAM_OK; other++)
    {
        if (strcmp(defs->biomes[other].name, biome->name) == 0)
        {
            result = loam_fail(LOAM_BAD_ARGUMENT,
                               "biomes: the name of number %d is \"%s\", as is that of %d; "
                               "must be the name of one biome",
                               index, biome->name, other);
        }
    }
    snprintf(owner, sizeof owner, "biomes.%.*s", LOAM_MAX_NAME, biome->name);
    int32_t count;
    const loam_tile_field *const fields = loam_tile_biome_fields(&count);
    return result != LOAM_OK ? result : loam_check_fields(defs, owner, biome, fields, count);
}

/// Only the rules that it has: what stands behind them does not matter.
static loam_result check_automaton(const loam_tile_automaton *automaton, const char *owner)
{
    int32_t count;
    const loam_tile_field *const fields = loam_tile_automaton_fields(&count);
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        const loam_tile_field *const field = &fields[i];
        const bool rules = field->count > 1;
        const int32_t elements = rules ? automaton->rule_count : 1;
        const int32_t *const values = (const int32_t *)((const char *)automaton + field->offset);
        for (int32_t j = 0; j < elements && result == LOAM_OK; j++)
        {
            char path[LOAM_CHECK_PATH], place[24] = "";
            if (rules)
            {
                snprintf(place, sizeof place, ".rules[%d]", j);
            }
            snprintf(path, sizeof path, "%s%s.%s", owner, place, field->name);
            result = check_range(path, values[j], field->low, field->high);
        }
    }
    return result;
}

loam_result loam_check_version(int32_t version)
{
    return version >= 1 && version <= LOAM_TILES_VERSION
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "version is %d; must be 1 to %d", (int)version,
                           LOAM_TILES_VERSION);
}

loam_result loam_tile_defs_check(const loam_tile_defs *defs)
{
    loam_result result = check_air(&defs->materials[LOAM_AIR]);
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS && result == LOAM_OK; id++)
    {
        if (defs->materials[id].name[0] != '\0')
        {
            result = check_material(defs, id);
        }
    }
    for (int32_t i = 0; i < LOAM_BIOMES && result == LOAM_OK; i++)
    {
        result = check_biome(defs, i);
    }
    int32_t count;
    const loam_tile_field *const fields = loam_tile_ground_fields(&count);
    result = result != LOAM_OK ? result
                               : loam_check_fields(defs, "ground", &defs->ground, fields, count);
    result = result != LOAM_OK ? result : check_automaton(&defs->blocks, "blocks");
    result = result != LOAM_OK ? result : check_automaton(&defs->walls, "walls");
    result = result != LOAM_OK ? result : loam_check_life(defs);
    result = result != LOAM_OK ? result : loam_check_plants(defs);
    return result != LOAM_OK ? result : loam_check_version(defs->version);
}
