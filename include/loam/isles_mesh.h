// SPDX-License-Identifier: MIT
// Loam, isles: an island of loam/isles.h as triangles. Part of the layer isles. docs/isles.md shows it.
#ifndef LOAM_ISLES_MESH_H
#define LOAM_ISLES_MESH_H

#include "loam/isles.h"
#include "loam/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Materials of an island's mesh. Terrains and kinds of objects of its type come first, by their numbers.
typedef enum loam_isle_material
{
    LOAM_ISLE_FIRST_TERRAIN = 0,
    LOAM_ISLE_FIRST_KIND = LOAM_ISLE_FIRST_TERRAIN + LOAM_ISLE_MAX_TERRAINS,
    LOAM_ISLE_BED = LOAM_ISLE_FIRST_KIND + LOAM_ISLE_MAX_KINDS, // of the sea, away from islands
    LOAM_ISLE_SHADE, // what is mixed into the lower parts of crowns
    LOAM_ISLE_TRUNK,
    LOAM_ISLE_WALL,
    LOAM_ISLE_ROOF,
    LOAM_ISLE_PLANK,
    LOAM_ISLE_SHALLOW, // water
    LOAM_ISLE_DEEP,
    LOAM_ISLE_FOAM,
    LOAM_ISLE_MATERIAL_COUNT,
} loam_isle_material;

/// A material's name, "" if the type has no such terrain or kind; "?" for what is no material.
LOAM_API const char *loam_isle_material_name(const loam_isle_type *type, int32_t material);

/// 0xRRGGBB, as on maps. type: its number in def.
LOAM_API uint32_t loam_isle_material_colour(const loam_isles_def *def, int32_t type,
                                            int32_t material);

/// How an island becomes a mesh. Start from loam_default_isle_mesh_def().
typedef struct loam_isle_mesh_def
{
    int32_t every; // sample of its maps that is a vertex along both axes, 1..64
    bool objects;  // what stands on it, as small bodies
    bool water;    // a sheet at height 0 wherever there is water
} loam_isle_mesh_def;

/// Every sample, with objects, without water.
LOAM_API loam_isle_mesh_def loam_default_isle_mesh_def(void);

/// Adds an island whose maps are open up to LOAM_ISLE_FLATS, or to LOAM_ISLE_OBJECTS if they are wanted: the ground of
/// its area down to the bed of the sea, then objects in their order, then water. The mesh's corner is (maps->x,
/// maps->z). Ground has the heights of loam_isles_heights to the bit. Objects are closed as far
/// as they are seen: what begins in the ground or ends in a crown is open there. Leaves of palms have two sides. If it fails the mesh may have a part of it.
LOAM_API loam_result loam_mesh_add_isle(loam_mesh *mesh, loam_isles *isles,
                                        const loam_isle_maps *maps, const loam_isle_mesh_def *def);

#ifdef __cplusplus
}
#endif
#endif
