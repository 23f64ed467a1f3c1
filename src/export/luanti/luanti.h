// SPDX-License-Identifier: MIT
// What the parts of the writer of Luanti's worlds know of each other.
//
// A world is made unit by unit, columns of LOAM_LUANTI_UNIT metres. A unit has a margin, so that what stands or shines
// beside it reaches into it: light reaches 15 nodes, and what is lit depends on trees whose crowns reach as far again.
#ifndef LOAM_EXPORT_LUANTI_LUANTI_H
#define LOAM_EXPORT_LUANTI_LUANTI_H

#include "loam/export_luanti.h"

enum
{
    LUANTI_BLOCK = 16, // nodes along each axis of a block
    LUANTI_NODES = LUANTI_BLOCK * LUANTI_BLOCK * LUANTI_BLOCK,
    LUANTI_SUN = 15, // the brightest light

    LUANTI_MARGIN = 32,
    LUANTI_SIDE = LOAM_LUANTI_UNIT + 2 * LUANTI_MARGIN, // of a unit with its margin
    LUANTI_CROWN = LUANTI_MARGIN - LUANTI_SUN,          // nodes that a thing reaches from its root
    LUANTI_PATH = 4096,
};

// ---- nodes ----------------------------------------------------------------------------------------

/// Numbers of nodes: those of voxel materials, then these.
enum
{
    LUANTI_RIVER_WATER = LOAM_VOXEL_MATERIAL_COUNT, // water above the sea
    LUANTI_WOOD,                                    // of every kind of thing, and its leaves
    LUANTI_LEAVES = LUANTI_WOOD + LOAM_THING_KIND_COUNT,
    LUANTI_GRASS = LUANTI_LEAVES + LOAM_THING_KIND_COUNT, // what grows on the ground, by height
    LUANTI_GRASSES = 5,
    LUANTI_DRY_GRASS = LUANTI_GRASS + LUANTI_GRASSES,
    LUANTI_FERN = LUANTI_DRY_GRASS + LUANTI_GRASSES,
    LUANTI_FERNS = 3,
    LUANTI_JUNGLE_GRASS = LUANTI_FERN + LUANTI_FERNS,
    LUANTI_DRY_SHRUB,
    LUANTI_FLOWER,
    LUANTI_FLOWERS = 6,
    LUANTI_NODE_COUNT = LUANTI_FLOWER + LUANTI_FLOWERS
};

/// How light goes through a node.
typedef enum luanti_passage
{
    LUANTI_OPAQUE,
    LUANTI_DIMS,  // every node takes one level
    LUANTI_CLEAR, // and light from straight above none
} luanti_passage;

typedef struct luanti_node
{
    const char *name;
    uint8_t passage; // luanti_passage
    uint8_t glow;    // the light that it gives
} luanti_node;

/// All nodes, with the names of a def's own.
void loam_luanti_nodes(const loam_luanti_def *def, luanti_node out[LUANTI_NODE_COUNT]);

// ---- units ----------------------------------------------------------------------------------------

/// The nodes of a unit and its margin: (i, j, k) at (k * h + j) * LUANTI_SIDE + i.
typedef struct luanti_unit
{
    loam_env env;
    int64_t x, z; // m, of the first column, in the land
    int32_t y, h; // the lowest node and how many are above each other
    size_t size;
    uint8_t *content;
    uint8_t *day, *night; // light
} luanti_unit;

static inline size_t luanti_at(const luanti_unit *unit, int32_t i, int32_t j, int32_t k)
{
    return ((size_t)k * (size_t)unit->h + (size_t)j) * LUANTI_SIDE + (size_t)i;
}

/// Fills day and night from what there is.
loam_result loam_luanti_shine(const luanti_node *nodes, luanti_unit *unit);

// ---- things ---------------------------------------------------------------------------------------

/// Trees as nodes, by kind, variant and height in metres, made when they are first needed.
typedef struct luanti_trees luanti_trees;

loam_result loam_luanti_trees_create(const loam_env *env, luanti_trees **out);
void loam_luanti_trees_destroy(luanti_trees *trees); // NULL is allowed

/// Makes what a thing needs. By one thread; the next by any.
loam_result loam_luanti_trees_prepare(luanti_trees *trees, const loam_land_thing *thing);

/// Puts a thing into a unit if it stands on solid ground there: true if it does. Nodes that several things want do not
/// depend on their order.
bool loam_luanti_plant(const luanti_trees *trees, const loam_land_thing *thing, luanti_unit *unit);

/// Grass and flowers on the ground.
void loam_luanti_sow(uint64_t seed, luanti_unit *unit);

// ---- files ----------------------------------------------------------------------------------------

/// A block as it is kept.
typedef struct luanti_blob
{
    int64_t place; // its key
    uint8_t *bytes;
    size_t size;
    uint64_t hash;
    int64_t nodes;     // that are not air
    int32_t low, high; // of these
} luanti_blob;

/// Packs a block of a unit, the first of whose nodes is (i, j, k) in it; x, y, z: of the block, in blocks.
loam_result loam_luanti_pack(const luanti_node *nodes, const luanti_unit *unit,
                             const int32_t corner[3], const int32_t block[3], luanti_blob *out);

/// A folder beside its place until it is whole.
typedef struct luanti_folder luanti_folder;

loam_result loam_luanti_folder_begin(const loam_env *env, const char *path, luanti_folder **out);
loam_result loam_luanti_folder_add(luanti_folder *folder, const luanti_blob *blob);

/// What else a world needs, and then it is at its place.
loam_result loam_luanti_folder_finish(luanti_folder *folder, const loam_luanti_def *def,
                                      const loam_luanti_figures *figures);

/// Removes what is not whole. NULL is allowed.
void loam_luanti_folder_destroy(luanti_folder *folder);

#endif
