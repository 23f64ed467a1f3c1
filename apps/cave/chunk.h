// SPDX-License-Identifier: MIT
// Rock as triangles: chunks of a cave in the form that its plan says, with the vertices that are drawn; and the same
// triangles of any small box, for whoever bumps into them. Knows no OpenGL.
#ifndef LOAM_CAVE_CHUNK_H
#define LOAM_CAVE_CHUNK_H

#include "cave/rock.h"
#include "loam/voxel_mesh.h"

enum
{
    CAVE_CHUNK = 32, // cells along a side
    CAVE_CHUNK_LOW =
        4, // cells that chunks begin below their multiples: floors of two dimensions lie within one
    CAVE_MARGIN = 4, // cells around a box that its triangles and their shade follow from
};

/// 20 bytes without padding.
typedef struct cave_vertex
{
    float at[3]; // cells from the chunk's corner
    int8_t normal[4];
    uint8_t open, sky, plain,
        top; // how little stands around; light of the sky; the plain outside; a wall's top
} cave_vertex;

/// Start from {0}.
typedef struct cave_mesher
{
    loam_mesh *mesh; // in cells from the box's corner
    loam_voxel_mesher *blocks;
    cave_vertex *vertices; // of the mesh, if they were asked for
    uint32_t vertex_room;
    uint8_t *cells; // of the box with its margin
    float *values;
    void *scratch;
    uint8_t *bytes;
    size_t cell_room, value_room, scratch_room, byte_room;
} cave_mesher;

void cave_mesher_end(cave_mesher *m);

/// Looks at the cells of a box, and clears m->mesh.
loam_result cave_mesh_cells(cave_mesher *m, cave_rock *rock, const int64_t low[3],
                            const int32_t size[3], bool waits);

/// Makes m->mesh of a box of cells, up to CAVE_CHUNK a side: what lies between it and the next belongs to one of both.
/// LOAM_NOT_FOUND: pages are missing, and it does not wait for them.
loam_result cave_mesh_box(cave_mesher *m, cave_rock *rock, const int64_t low[3],
                          const int32_t size[3], bool waits);

/// Gives the vertices of m->mesh their shade, in m->vertices.
loam_result cave_mesh_shade(cave_mesher *m, const cave_rock *rock, const int64_t low[3],
                            const int32_t size[3]);

/// Whether a cell of the box that m was made of last, or of its margin, is solid; low as then.
bool cave_mesh_is_solid(const cave_mesher *m, const int32_t size[3], int32_t x, int32_t y,
                        int32_t z);

#endif
