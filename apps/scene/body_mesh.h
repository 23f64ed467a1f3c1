// SPDX-License-Identifier: MIT
// Meshes of voxels as the scene draws them: with weights of the scene's materials, tints and skirts. Knows no OpenGL.
#ifndef LOAM_SCENE_BODY_MESH_H
#define LOAM_SCENE_BODY_MESH_H

#include "loam/loam.h"

enum
{
    BODY_SIDE = 64, // voxels of a tile along a side
    BODY_SHARES = 16,
    BODY_WATER =
        14, // shares behind those of materials: water, and what lies below a ground's cover
    BODY_INNER = 15,
};

/// Sides of a tile beyond which blocks of a finer level begin later than its own end.
enum
{
    BODY_EAST = 1,
    BODY_NORTH = 2,
};

/// 36 bytes without padding.
typedef struct body_vertex
{
    float at[3]; // m from the tile's corner; y above the sea
    int8_t normal[4];
    uint8_t shares[BODY_SHARES]; // of materials (materials.h), and of the two above; 255 is all
    uint8_t tint[4];             // of colours, 128 leaves them; how much it glows
} body_vertex;

/// Columns around a tile whose waters the surface has: one before it, and one behind.
#define BODY_COLUMNS (BODY_SIDE + 2)

typedef struct body_mesher
{
    loam_env env;
    loam_mesh *mesh; // of voxels, as they come
    loam_voxel_mesher *blocks;
    uint8_t *materials, *part;
    int8_t *density;
    float *values;
    void *scratch;
    size_t scratch_size;
    // Levels of rivers, lakes and the sea, m, by columns a voxel apart, or a metre if that is more; they are drawn with
    // the surface, and are no pools.
    float *water;
    bool has_water; // they are known
    body_vertex *vertices;
    uint32_t vertex_room;
} body_mesher;

loam_result body_mesher_create(body_mesher *out);
void body_mesher_destroy(body_mesher *m);

/// Voxels that body_mesh_add needs around the first one of a part, and in all.
#define BODY_BEFORE 1
#define BODY_SAMPLES (BODY_SIDE + 3)

void body_mesh_begin(body_mesher *m);

/// Whether a part has liquids, for whose tops m->water is asked.
bool body_mesh_has_liquid(const body_mesher *m);

/// Adds a part of a tile: BODY_SIDE^3 voxels, of which m->materials and m->density have BODY_SAMPLES^3 from
/// BODY_BEFORE voxels before the first on. y: height of the first voxel, m.
loam_result body_mesh_add(body_mesher *m, loam_volume_form form, float voxel_m, float y);

/// Leaves out triangles that show little if it simplifies (and there is meshoptimizer), adds skirts along the sides of
/// the tile, which hide cracks to tiles of other levels and to the surface, and makes m->vertices of it all; triangles
/// are those of m->mesh. Blocks go on to those of finer tiles, on the sides that `finer` has.
loam_result body_mesh_finish(body_mesher *m, float voxel_m, bool simplifies, uint32_t finer);

#endif
