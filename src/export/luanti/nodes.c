// SPDX-License-Identifier: MIT
#include "export/luanti/luanti.h"

// Nodes of Minetest Game that come closest. Light goes through them as that game says: leaves, liquids and ice dim it,
// what grows on the ground does not.

static const luanti_node usual[LUANTI_NODE_COUNT] = {
    [LOAM_VOXEL_AIR] = {"air", LUANTI_CLEAR, 0},
    [LOAM_VOXEL_WATER] = {"default:water_source", LUANTI_DIMS, 0},
    [LOAM_VOXEL_LAVA] = {"default:lava_source", LUANTI_DIMS, 13},
    [LOAM_VOXEL_ICE] = {"default:ice", LUANTI_DIMS, 0},
    [LOAM_VOXEL_SNOW] = {"default:snowblock", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_SOIL] = {"default:dirt", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_MUD] = {"default:dry_dirt", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_CLAY] = {"default:clay", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_SAND] = {"default:sand", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_GRAVEL] = {"default:gravel", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_GRASS] = {"default:dirt_with_grass", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_DRY_GRASS] = {"default:dry_dirt_with_dry_grass", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_LUSH_GRASS] = {"default:dirt_with_rainforest_litter", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_FOREST_FLOOR] = {"default:dirt_with_coniferous_litter", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_TUNDRA] = {"default:permafrost_with_moss", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_SANDSTONE] = {"default:sandstone", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_RED_SANDSTONE] = {"default:desert_sandstone", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_LIMESTONE] = {"default:silver_sandstone", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_SHALE] = {"default:desert_stone", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_SLATE] = {"default:stone", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_GRANITE] = {"default:stone", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_BASALT] = {"default:stone", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_COAL] = {"default:stone_with_coal", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_IRON] = {"default:stone_with_iron", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_COPPER] = {"default:stone_with_copper", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_GOLD] = {"default:stone_with_gold", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_QUARTZ] = {"default:stone_with_diamond", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_AMETHYST] = {"default:stone_with_mese", LUANTI_OPAQUE, 0},
    [LOAM_VOXEL_LAMP] = {"default:meselamp", LUANTI_DIMS, 14},
    [LUANTI_RIVER_WATER] = {"default:river_water_source", LUANTI_DIMS, 0},
    [LUANTI_WOOD + LOAM_THING_OAK] = {"default:tree", LUANTI_OPAQUE, 0},
    [LUANTI_WOOD + LOAM_THING_BIRCH] = {"default:aspen_tree", LUANTI_OPAQUE, 0},
    [LUANTI_WOOD + LOAM_THING_SPRUCE] = {"default:pine_tree", LUANTI_OPAQUE, 0},
    [LUANTI_WOOD + LOAM_THING_PINE] = {"default:pine_tree", LUANTI_OPAQUE, 0},
    [LUANTI_WOOD + LOAM_THING_WILLOW] = {"default:tree", LUANTI_OPAQUE, 0},
    [LUANTI_WOOD + LOAM_THING_ACACIA] = {"default:acacia_tree", LUANTI_OPAQUE, 0},
    [LUANTI_WOOD + LOAM_THING_PALM] = {"default:jungletree", LUANTI_OPAQUE, 0},
    [LUANTI_WOOD + LOAM_THING_BUSH] = {"default:bush_stem", LUANTI_CLEAR, 0},
    [LUANTI_WOOD + LOAM_THING_BOULDER] = {"default:mossycobble", LUANTI_OPAQUE, 0},
    [LUANTI_LEAVES + LOAM_THING_OAK] = {"default:leaves", LUANTI_DIMS, 0},
    [LUANTI_LEAVES + LOAM_THING_BIRCH] = {"default:aspen_leaves", LUANTI_DIMS, 0},
    [LUANTI_LEAVES + LOAM_THING_SPRUCE] = {"default:pine_needles", LUANTI_DIMS, 0},
    [LUANTI_LEAVES + LOAM_THING_PINE] = {"default:pine_needles", LUANTI_DIMS, 0},
    [LUANTI_LEAVES + LOAM_THING_WILLOW] = {"default:leaves", LUANTI_DIMS, 0},
    [LUANTI_LEAVES + LOAM_THING_ACACIA] = {"default:acacia_leaves", LUANTI_DIMS, 0},
    [LUANTI_LEAVES + LOAM_THING_PALM] = {"default:jungleleaves", LUANTI_DIMS, 0},
    [LUANTI_LEAVES + LOAM_THING_BUSH] = {"default:bush_leaves", LUANTI_DIMS, 0},
    [LUANTI_LEAVES + LOAM_THING_BOULDER] = {"default:mossycobble", LUANTI_OPAQUE, 0},
    [LUANTI_GRASS] = {"default:grass_1", LUANTI_CLEAR, 0},
    {"default:grass_2", LUANTI_CLEAR, 0},
    {"default:grass_3", LUANTI_CLEAR, 0},
    {"default:grass_4", LUANTI_CLEAR, 0},
    {"default:grass_5", LUANTI_CLEAR, 0},
    {"default:dry_grass_1", LUANTI_CLEAR, 0},
    {"default:dry_grass_2", LUANTI_CLEAR, 0},
    {"default:dry_grass_3", LUANTI_CLEAR, 0},
    {"default:dry_grass_4", LUANTI_CLEAR, 0},
    {"default:dry_grass_5", LUANTI_CLEAR, 0},
    {"default:fern_1", LUANTI_CLEAR, 0},
    {"default:fern_2", LUANTI_CLEAR, 0},
    {"default:fern_3", LUANTI_CLEAR, 0},
    {"default:junglegrass", LUANTI_CLEAR, 0},
    {"default:dry_shrub", LUANTI_CLEAR, 0},
    {"flowers:rose", LUANTI_CLEAR, 0},
    {"flowers:tulip", LUANTI_CLEAR, 0},
    {"flowers:dandelion_yellow", LUANTI_CLEAR, 0},
    {"flowers:geranium", LUANTI_CLEAR, 0},
    {"flowers:viola", LUANTI_CLEAR, 0},
    {"flowers:dandelion_white", LUANTI_CLEAR, 0},
};

void loam_luanti_nodes(const loam_luanti_def *def, luanti_node out[LUANTI_NODE_COUNT])
{
    for (int32_t i = 0; i < LUANTI_NODE_COUNT; i++)
    {
        out[i] = usual[i];
    }
    for (int32_t i = 1; i < LOAM_VOXEL_MATERIAL_COUNT && def->nodes != NULL; i++)
    {
        out[i].name = def->nodes[i] != NULL ? def->nodes[i] : out[i].name;
    }
}
