// SPDX-License-Identifier: MIT
// Loam, mesh: plants of loam/flora.h as bodies, tubes with leaves or voxels. Part of the layer mesh.
//
// Axes are those of meshes: x east, y up, z north. The root is at 0. A plant that grew in the plane has a flat body.
#ifndef LOAM_PLANT_FORM_H
#define LOAM_PLANT_FORM_H

#include "loam/flora.h"
#include "loam/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_MAX_PLANT_LEVEL 4
#define LOAM_MAX_PLANT_VOXELS 512 // along a side

/// Materials of a plant's body.
typedef enum loam_plant_material
{
    LOAM_PLANT_WOOD = 1, // segments of part 0
    LOAM_PLANT_TWIG,     // and of all others
    LOAM_PLANT_LEAF,
    LOAM_PLANT_SHADE, // leaves below and inside
    LOAM_PLANT_FLOWER,
    LOAM_PLANT_MATERIAL_COUNT,
} loam_plant_material;

/// How a plant becomes a body. Start from loam_default_plant_form().
typedef struct loam_plant_form
{
    float scale;    // metres a unit of the grammar, 0.001..1000
    int32_t sides;  // of the widest tube, 3..64; thinner ones have fewer
    int32_t leaves; // cards around a bud, 0..64
    int32_t
        level; // of detail, 0..LOAM_MAX_PLANT_LEVEL: each has about half the sides and leaves of the one before
    float voxel;   // metres along a side of a voxel, 0.001..1000
    uint64_t seed; // of how leaves lie
} loam_plant_form;

/// A metre a unit, 12 sides, 26 cards, voxels of 1/8 m.
LOAM_API loam_plant_form loam_default_plant_form(void);

/// Adds a plant: branches as tubes, each closed, one ring a joint, branches set into what carries them; a leaf as a
/// card along its heading, a bud or a flower as a clump of cards. Cards have two sides; all normals of a clump
/// point away from its middle, so that it is lit as one. uv: metres around and along tubes; 0..1 on cards.
LOAM_API loam_result loam_mesh_add_plant(loam_mesh *mesh, const loam_plant *plant,
                                         const loam_plant_form *form);

/// Voxels of a plant, x fastest, then z, then y: 0 is empty, others are of loam_plant_material. Whoever has it may
/// read all of it.
typedef struct loam_plant_voxels
{
    uint8_t *voxels;
    int32_t w, h, d; // along x, y, z
    int32_t root[3]; // the voxel that the root is in, which may lie outside
    loam_env env;
} loam_plant_voxels;

/// Fills branches and clumps of leaves. LOAM_BAD_ARGUMENT beyond LOAM_MAX_PLANT_VOXELS.
LOAM_API loam_result loam_plant_voxels_create(const loam_env *env, const loam_plant *plant,
                                              const loam_plant_form *form, loam_plant_voxels **out);
LOAM_API void loam_plant_voxels_destroy(loam_plant_voxels *voxels);

#ifdef __cplusplus
}
#endif
#endif
