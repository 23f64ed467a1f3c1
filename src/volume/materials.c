// SPDX-License-Identifier: MIT
#include "volume/volume.h"

// What voxels are made of: names and colours.

static const struct
{
    const char *name;
    uint32_t colour;
} materials[LOAM_VOXEL_MATERIAL_COUNT] = {
    [LOAM_VOXEL_AIR] = {"air", 0x000000},
    [LOAM_VOXEL_WATER] = {"water", 0x3f76a3},
    [LOAM_VOXEL_LAVA] = {"lava", 0xf2691b},
    [LOAM_VOXEL_ICE] = {"ice", 0xbfdcea},
    [LOAM_VOXEL_SNOW] = {"snow", 0xf1f4f7},
    [LOAM_VOXEL_SOIL] = {"soil", 0x6e5037},
    [LOAM_VOXEL_MUD] = {"mud", 0x55483a},
    [LOAM_VOXEL_CLAY] = {"clay", 0x9c8b7b},
    [LOAM_VOXEL_SAND] = {"sand", 0xd8c48d},
    [LOAM_VOXEL_GRAVEL] = {"gravel", 0x8d8982},
    [LOAM_VOXEL_GRASS] = {"grass", 0x6f9a4a},
    [LOAM_VOXEL_DRY_GRASS] = {"dry grass", 0xa9a25c},
    [LOAM_VOXEL_LUSH_GRASS] = {"lush grass", 0x458a45},
    [LOAM_VOXEL_FOREST_FLOOR] = {"forest floor", 0x4f6b3c},
    [LOAM_VOXEL_TUNDRA] = {"tundra", 0x8a8f6d},
    [LOAM_VOXEL_SANDSTONE] = {"sandstone", 0xb99b6f},
    [LOAM_VOXEL_RED_SANDSTONE] = {"red sandstone", 0xa8634a},
    [LOAM_VOXEL_LIMESTONE] = {"limestone", 0xb3ab9c},
    [LOAM_VOXEL_SHALE] = {"shale", 0x767068},
    [LOAM_VOXEL_SLATE] = {"slate", 0x5b6068},
    [LOAM_VOXEL_GRANITE] = {"granite", 0x92857f},
    [LOAM_VOXEL_BASALT] = {"basalt", 0x49474a},
    [LOAM_VOXEL_COAL] = {"coal", 0x211f22},
    [LOAM_VOXEL_IRON] = {"iron", 0x9c5a3c},
    [LOAM_VOXEL_COPPER] = {"copper", 0x3f9c86},
    [LOAM_VOXEL_GOLD] = {"gold", 0xe0b53a},
    [LOAM_VOXEL_QUARTZ] = {"quartz", 0xe8e2ee},
    [LOAM_VOXEL_AMETHYST] = {"amethyst", 0x9a5fc4},
    [LOAM_VOXEL_LAMP] = {"lamp", 0xffd98a},
};

static bool exists(int32_t material)
{
    return material >= 0 && material < LOAM_VOXEL_MATERIAL_COUNT;
}

const char *loam_voxel_material_name(int32_t material)
{
    return exists(material) ? materials[material].name : "?";
}

uint32_t loam_voxel_material_colour(int32_t material)
{
    return exists(material) ? materials[material].colour : 0;
}

bool loam_voxel_is_solid(int32_t material)
{
    return exists(material) && material > LOAM_VOXEL_LAVA;
}
