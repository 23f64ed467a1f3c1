// SPDX-License-Identifier: MIT
// Loam, mesh: surfaces of voxels. Blocks as quads, each face alone or merged with its like; smooth bodies by
// marching cubes.
//
// Everything works on boxes of samples with a border of neighbours around them, so that boxes side by side
// fit together: no face between two of them is drawn from one side only, and no vertex differs.
#ifndef LOAM_VOXEL_MESH_H
#define LOAM_VOXEL_MESH_H

#include "loam/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- blocks -------------------------------------------------------------------------------------

#define LOAM_VOXEL_SIDE 62 // most voxels along a side: with the border they fill a 64-bit word

/// A box of voxels, one byte each: 0 is empty, anything else a material. The border of one voxel on every
/// side belongs to the neighbours: it hides faces and has none. Voxel (x, y, z), from -1 to the side, is
/// at materials[((z + 1) * (h + 2) + y + 1) * (w + 2) + x + 1].
typedef struct loam_voxels
{
    const uint8_t *materials;
    int32_t w, h, d; // without the border, 1..LOAM_VOXEL_SIDE
} loam_voxels;

typedef enum loam_voxel_face
{
    LOAM_FACE_WEST, // towards -x
    LOAM_FACE_EAST,
    LOAM_FACE_DOWN, // towards -y
    LOAM_FACE_UP,
    LOAM_FACE_SOUTH, // towards -z
    LOAM_FACE_NORTH,
    LOAM_FACE_COUNT,
} loam_voxel_face;

/// A rectangle of visible faces that look the same, 8 bytes. Its first axis is y on the faces west and east
/// and x on the others; its second axis is y on the faces south and north and z on the others.
typedef struct loam_voxel_quad
{
    uint8_t x, y, z; // the voxel with the lowest coordinates
    uint8_t w, h;    // voxels along the first and the second axis
    uint8_t face;    // of loam_voxel_face
    uint8_t material;
    uint8_t light; // how open corners are, two bits each from 0 (dark) to 3: low low, high low, low
                   // high, high high along first and second axis. 255 without ambient occlusion
} loam_voxel_quad;

typedef struct loam_voxel_look
{
    bool merge;   // greedy: faces side by side with the same material and light become one quad
    bool occlude; // ambient occlusion: corners are darker where voxels stand around them
} loam_voxel_look;

/// Makes quads, and has them. One thread at a time; memory is kept from one box to the next.
typedef struct loam_voxel_mesher loam_voxel_mesher;

LOAM_API loam_result loam_voxel_mesher_create(const loam_env *env, loam_voxel_mesher **out);
LOAM_API void loam_voxel_mesher_destroy(loam_voxel_mesher *mesher);

/// Finds the quads of a box: all west ones first, then east and so on. They are the mesher's, until it
/// runs again.
LOAM_API loam_result loam_voxel_mesher_run(loam_voxel_mesher *mesher, const loam_voxels *voxels,
                                           loam_voxel_look look, const loam_voxel_quad **quads,
                                           uint32_t *count);

/// Adds quads to a mesh: four vertices and two triangles each, with texture coordinates in metres that go on
/// from quad to quad. A voxel is `size` metres wide and the one at (0, 0, 0) begins at `corner`. A quad is
/// split along the diagonal whose ends are brighter. Corners that are not quite open have a share of material 0, which
/// no voxel has: give it black, and colours of vertices have ambient occlusion.
LOAM_API loam_result loam_mesh_add_quads(loam_mesh *mesh, const loam_voxel_quad *quads,
                                         uint32_t count, const float corner[3], float size);

// ---- smooth bodies ------------------------------------------------------------------------------

#define LOAM_MAX_FIELD_SIDE 1024

/// Densities on a grid: solid where they are above 0 (NaN is not). The outermost samples are for normals
/// only: cells are between samples 1 and w - 2, and so on, (w - 3) * (h - 3) * (d - 3) of them.
typedef struct loam_density_field
{
    const float *values;      // w * h * d, x fastest, then y
    const uint8_t *materials; // one for each sample, or NULL: all are 1
    int32_t w, h, d;          // 4..LOAM_MAX_FIELD_SIDE
    float corner[3];          // position of sample (1, 1, 1) in metres
    float size;               // from a sample to the next in metres, > 0
} loam_density_field;

/// Bytes of scratch memory for loam_mesh_add_surface; 0 if a side is not accepted.
LOAM_API size_t loam_surface_scratch_size(int32_t w, int32_t h, int32_t d);

/// Adds the surface where densities are 0, by marching cubes (Lorensen and Cline 1987): vertices lie on edges
/// between samples, where linear interpolation has 0, and are shared; normals are those of the gradient;
/// weights are those of the materials of solid samples around the vertex. What is inside the grid is
/// closed, oriented and manifold whatever the values are, and fields that share samples share vertices to the
/// bit. scratch is aligned to 8.
LOAM_API loam_result loam_mesh_add_surface(loam_mesh *mesh, const loam_density_field *field,
                                           void *scratch, size_t scratch_size);

#ifdef __cplusplus
}
#endif
#endif
