// SPDX-License-Identifier: MIT
#include "store/tile_check.h"

#include "loam/store.h"

#include <stdio.h>
#include <string.h>

// Whoever draws or simulates a tile looks its material and variant up without asking whether they
// exist. So what comes from a file is asked once, here.

void loam_tile_limits_init(loam_tile_limits *limits, const loam_tile_defs *defs)
{
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        const loam_material *material = &defs->materials[i];
        const bool exists = material->name[0] != '\0';
        const uint16_t variants = (uint16_t)(material->inner + material->outer);
        limits->blocks[i] = exists && (material->layers & LOAM_BLOCKS) != 0 ? variants : 0;
        limits->walls[i] = exists && (material->layers & LOAM_WALLS) != 0 ? variants : 0;
    }
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS && defs->fluids[i].material != LOAM_AIR; i++)
    {
        limits->blocks[defs->fluids[i].material] = UINT8_MAX + 1;
    }
}

static bool is_bad(const loam_tile_limits *limits, loam_tile tile)
{
    return tile.block_variant >= limits->blocks[tile.block] ||
           tile.wall_variant >= limits->walls[tile.wall];
}

size_t loam_tiles_find_bad(const loam_tile_limits *limits, const loam_tile *tiles, size_t count)
{
    size_t i = 0;
    while (i < count && !is_bad(limits, tiles[i]))
    {
        i++;
    }
    return i;
}

void loam_tile_describe_bad(const loam_tile_limits *limits, const loam_tile_defs *defs,
                            loam_tile tile, char *out, size_t size)
{
    const bool block = tile.block_variant >= limits->blocks[tile.block];
    const char *what = block ? "block" : "wall";
    const int material = block ? tile.block : tile.wall;
    const int variant = block ? tile.block_variant : tile.wall_variant;
    const int variants = block ? limits->blocks[material] : limits->walls[material];
    const char *name = defs->materials[material].name;
    if (name[0] == '\0')
    {
        snprintf(out, size, "the %s is material %d, which the definitions do not have", what,
                 material);
    }
    else if (variants == 0)
    {
        snprintf(out, size, "the %s is %s, which is no %s", what, name, what);
    }
    else
    {
        snprintf(out, size, "the %s is variant %d of %s, which has 0 to %d", what, variant, name,
                 variants - 1);
    }
}

static loam_result check_name(const char *was, const char *is, int32_t id)
{
    if (strcmp(was, is) == 0)
    {
        return LOAM_OK;
    }
    static const char rule[] =
        "materials of a world keep their names and places, and new ones come "
        "behind them";
    return is[0] == '\0' ? loam_fail(LOAM_BAD_ARGUMENT,
                                     "material \"%s\" of this world is missing; %s", was, rule)
                         : loam_fail(LOAM_BAD_ARGUMENT,
                                     "material %d is \"%s\"; in this world it is \"%s\": %s",
                                     (int)id, is, was, rule);
}

/// Chunks have materials by their number and variants by theirs: what they may have has to stay.
static loam_result check_material(const loam_tile_limits *before, const loam_tile_limits *after,
                                  const loam_tile_defs *old, const loam_tile_defs *defs, int32_t id)
{
    const loam_material *const was = &old->materials[id], *const is = &defs->materials[id];
    const loam_result result = check_name(was->name, is->name, id);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (was->inner != is->inner || was->outer != is->outer)
    {
        return loam_fail(
            LOAM_BAD_ARGUMENT,
            "material \"%s\" has %d inner and %d outer colours; in this world it has %d "
            "and %d, and that must stay",
            is->name, (int)is->inner, (int)is->outer, (int)was->inner, (int)was->outer);
    }
    const bool block = after->blocks[id] < before->blocks[id];
    if (block || after->walls[id] < before->walls[id])
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "material \"%s\" is not a %s; in this world it is one, and that must stay",
                         is->name,
                         !block                   ? "wall"
                         : after->blocks[id] == 0 ? "block"
                                                  : "fluid");
    }
    return LOAM_OK;
}

loam_result loam_tile_defs_check_upgrade(const loam_tile_defs *old, const loam_tile_defs *defs)
{
    LOAM_ASSERT(NULL, old != NULL && defs != NULL);
    loam_tile_limits before, after;
    loam_tile_limits_init(&before, old);
    loam_tile_limits_init(&after, defs);
    loam_result result = LOAM_OK;
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS && result == LOAM_OK; id++)
    {
        if (old->materials[id].name[0] != '\0')
        {
            result = check_material(&before, &after, old, defs, id);
        }
    }
    return result;
}
