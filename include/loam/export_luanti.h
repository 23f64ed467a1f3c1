// SPDX-License-Identifier: MIT
// Loam, export: parts of lands as worlds of Luanti (luanti.org, once Minetest), to walk, dig and build in. Part of the
// library loam-io.
//
// A node is a cubic metre: the land's body with its caves, ores and water, trees, bushes and boulders of nodes, and
// grass on the ground. Light is there, too. Nodes are those of Minetest Game unless the def names others.
//
// A world is a folder: world.mt, map_meta.txt, map.sqlite and a mod of the world's own, which says where players begin.
// Around what was written, and below, there is air.
#ifndef LOAM_EXPORT_LUANTI_H
#define LOAM_EXPORT_LUANTI_H

#include "loam/land_things.h"
#include "loam/volume.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_LUANTI_UNIT 64       // m; parts are made of squares of this side
#define LOAM_MAX_LUANTI_SIDE 8192 // m along a side of a part
#define LOAM_MAX_LUANTI_DEPTH 1024
#define LOAM_MAX_LUANTI_NAME 64 // bytes of a name of a node, or of a world

/// What of a land becomes a world. Start from loam_default_luanti_def().
typedef struct loam_luanti_def
{
    loam_env env; // memory, and threads that make units at the same time
    loam_land *land;
    const loam_volume *volume; // of that land
    loam_land_things *things;  // that stand on it; NULL: none
    int64_t x, z; // the place that is 0, 0 in the world; x grows east, z north, as there
    int32_t w,
        d; // m from west to east and from south to north around it, 1..LOAM_MAX_LUANTI_SIDE; whole units are
    // written, so it may be some more
    int32_t depth;    // m of rock below the lowest ground, 1..LOAM_MAX_LUANTI_DEPTH
    const char *path; // of the world's folder, which must not be there
    const char *name; // that Luanti lists; NULL: the last part of the path
    /// Names of the nodes for all voxel materials but air, by loam_voxel_material, as "default:stone"; NULL, or a
    /// name that is NULL: that of Minetest Game. A program's own nodes are taken to be opaque unless the material is a
    /// liquid, ice or a lamp.
    const char *const *nodes;
    bool bare; // no grass and flowers
    /// Called now and then from the calling thread, if not NULL; false stops (LOAM_CANCELLED).
    bool (*progress)(void *user, int64_t units, int64_t of);
    void *user;
} loam_luanti_def;

/// 512 m by 512 m around 0, 0, and 64 m of rock.
LOAM_API loam_luanti_def loam_default_luanti_def(void);

/// What a world has.
typedef struct loam_luanti_figures
{
    int32_t w, d;      // m
    int32_t low, high; // the lowest and the highest node that is not air
    int64_t blocks;    // of 16 x 16 x 16 nodes
    int64_t nodes;     // that are not air
    int64_t things;    // trees, bushes and boulders
    int32_t start[3];  // where players begin
    uint64_t hash;     // of all nodes and their light; the same for any number of threads
} loam_luanti_figures;

/// Whether a world can be written as far as its def says. It needs neither land nor volume yet. LOAM_BAD_ARGUMENT with a
/// message that names what is wrong and what it must be; LOAM_IO if something is at the path already.
LOAM_API loam_result loam_luanti_check(const loam_luanti_def *def);

/// Writes a world. The folder appears whole or not at all. figures may be NULL.
LOAM_API loam_result loam_luanti_write(const loam_luanti_def *def, loam_luanti_figures *figures);

#ifdef __cplusplus
}
#endif
#endif
