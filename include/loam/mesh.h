// SPDX-License-Identifier: MIT
// Loam, mesh: triangles that renderers, physics and files take. Positions are metres relative to a corner that
// the mesh's owner keeps as integers: a float never holds a world coordinate.
//
// Axes are those of the worlds: x east, y up, z north, which is left-handed. (b - a) x (c - a), computed with
// these numbers, points to the front of a triangle abc. A right-handed program (OpenGL, glTF, Blender) negates z
// and swaps two corners; the files of loam/export.h have that done.
#ifndef LOAM_MESH_H
#define LOAM_MESH_H

#include "loam/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    LOAM_MESH_MAX_VERTICES = 1 << 26,
    LOAM_MESH_MAX_INDICES = 3 << 26,
    LOAM_MESH_MATERIALS = 4, // that a vertex blends
};

// ---- triangle meshes ----------------------------------------------------------------------------

/// A corner of triangles, 40 bytes without padding: fit for a vertex buffer as it is.
typedef struct loam_vertex
{
    float position[3]; // metres: x east, y up, z north
    float normal[3];   // of length 1, away from the solid side
    float uv[2];       // metres along the surface, from the mesh's corner
    uint8_t materials[LOAM_MESH_MATERIALS];
    uint8_t weights[LOAM_MESH_MATERIALS]; // of the materials; the sum is 255
} loam_vertex;

/// A growing list of triangles. Whoever has it may read all of it, and change what vertices and indices point
/// to within their counts. One thread at a time.
typedef struct loam_mesh
{
    loam_vertex *vertices;
    uint32_t *indices; // three a triangle
    uint32_t vertex_count, index_count;
    uint32_t vertex_room, index_room; // what was allocated
    loam_env env;
} loam_mesh;

/// An empty mesh, which takes memory when something is added.
LOAM_API loam_result loam_mesh_create(const loam_env *env, loam_mesh **out);
LOAM_API void loam_mesh_destroy(loam_mesh *mesh);

/// Reserves room for that many vertices and indices in all, so that adding up to them neither allocates nor fails.
/// LOAM_BAD_ARGUMENT beyond the limits above; then, and without memory, the mesh stays as it is.
LOAM_API loam_result loam_mesh_reserve(loam_mesh *mesh, uint32_t vertices, uint32_t indices);

/// Forgets vertices and triangles and keeps the memory.
LOAM_API void loam_mesh_clear(loam_mesh *mesh);

/// Adds a vertex; index, unless NULL, gets its number.
LOAM_API loam_result loam_mesh_add_vertex(loam_mesh *mesh, const loam_vertex *vertex,
                                          uint32_t *index);

/// Adds a triangle between vertices that the mesh has.
LOAM_API loam_result loam_mesh_add_triangle(loam_mesh *mesh, uint32_t a, uint32_t b, uint32_t c);

/// Adds all of other, moved by offset in metres (NULL: not moved). mesh and other are different.
LOAM_API loam_result loam_mesh_append(loam_mesh *mesh, const loam_mesh *other,
                                      const float offset[3]);

/// The box around all vertices; zeros if there is none.
LOAM_API void loam_mesh_bounds(const loam_mesh *mesh, float low[3], float high[3]);

/// A hash of vertices and triangles in their order, the same on every machine.
LOAM_API uint64_t loam_mesh_hash(const loam_mesh *mesh);

// ---- grids --------------------------------------------------------------------------------------

/// Heights in a grid: (i, j) lies i steps east and j steps north of the mesh's corner.
typedef struct loam_height_grid
{
    int32_t w, h;        // samples, 2..LOAM_MESH_MAX_GRID each
    float step;          // m, > 0
    const float *height; // (i, j) at [j * stride + i]
    int32_t stride;      // >= w
    bool apron; // height has one sample more on every side, from -1 on: for normals at the rim
    /// Four materials a sample and their weights, w a row; NULL: material 0.
    const uint8_t *materials, *weights;
} loam_height_grid;

#define LOAM_MESH_MAX_GRID 8192

/// Adds a grid, two triangles a square, whose diagonals alternate. offset as in loam_mesh_append.
LOAM_API loam_result loam_mesh_add_grid(loam_mesh *mesh, const loam_height_grid *grid,
                                        const float offset[3]);

// ---- pages of heights, at levels of detail ------------------------------------------------------
// A page has LOAM_HEIGHT_SIDE squares along a side; a page of the next level covers four of it. One buffer of
// vertices serves every way to draw a page; which triangles are drawn is up to index sets, which all pages share.
// Each vertex also knows what the next level has at its place, so that a page can become the coarser one
// gradually and meet one beside it. docs/mesh.md shows how.

#define LOAM_HEIGHT_SIDE 128
#define LOAM_HEIGHT_VERTICES ((LOAM_HEIGHT_SIDE + 1) * (LOAM_HEIGHT_SIDE + 1))
#define LOAM_HEIGHT_MAX_INDICES (LOAM_HEIGHT_SIDE * LOAM_HEIGHT_SIDE * 6)
#define LOAM_HEIGHT_LEVELS 24

/// What a page is made from. A loam_surface_page with the channels for it has all of this.
typedef struct loam_height_field
{
    int32_t level; // 0..LOAM_HEIGHT_LEVELS - 1
    float step;    // m between samples, > 0
    const float
        *height; // (i, j) at [j * height_stride + i], i and j from -1 to LOAM_HEIGHT_SIDE + 1
    int32_t height_stride;
    /// Heights of the next level at every second sample: (i, j) at [j * coarser_stride + i], from -1 to
    /// LOAM_HEIGHT_SIDE / 2 + 1. NULL: it becomes what its own every second sample shows.
    const float *coarser;
    int32_t coarser_stride;
    const uint8_t *materials, *weights; // four a vertex; NULL: material 0
} loam_height_field;

/// A vertex of a page, 24 bytes. Vertex (i, j) is number j * (LOAM_HEIGHT_SIDE + 1) + i and lies i steps east and
/// j north of the page's corner: a shader knows that from the number. Heights are whole multiples of
/// loam_height_unit(level), so that pages that share a border have the same there, to the bit.
typedef struct loam_height_vertex
{
    float height;              // m
    float coarser;             // of the next level's surface here, m
    int16_t normal[2];         // east and north of the upward normal, 32767 is 1
    int16_t coarser_normal[2]; // that of the next level
    uint8_t materials[LOAM_MESH_MATERIALS];
    uint8_t weights[LOAM_MESH_MATERIALS];
} loam_height_vertex;

/// What heights of a level are multiples of: 1/256 m, doubled from level to level.
LOAM_API float loam_height_unit(int32_t level);

/// Fills LOAM_HEIGHT_VERTICES vertices. low and high, unless NULL, get the range of all heights, of the coarser
/// ones too. Heights must be within 1,000,000 m of 0; beyond, and what is no number, counts as 0.
LOAM_API void loam_height_vertices(const loam_height_field *field, loam_height_vertex *out,
                                   float *low, float *high);

/// Sides of a page.
typedef enum loam_height_side
{
    LOAM_SIDE_WEST,
    LOAM_SIDE_EAST,
    LOAM_SIDE_SOUTH,
    LOAM_SIDE_NORTH,
} loam_height_side;

/// One way to draw a page. Start from loam_default_height_index_def().
typedef struct loam_height_index_def
{
    int32_t quads; // along a side: 128, 64, 32 or 16
    int32_t ratio
        [4]; // by loam_height_side: 1, 2, 4 or 8 where the page beside it has squares that much larger
} loam_height_index_def;

/// 128 squares, and equal ones on all sides.
LOAM_API loam_height_index_def loam_default_height_index_def(void);

/// Fills out, which has room for LOAM_HEIGHT_MAX_INDICES, with triangles of a page's vertices. A border has the
/// vertices of whichever side has fewer, so that no vertex lies within an edge of the page beside it.
/// LOAM_BAD_ARGUMENT for other numbers than those above.
LOAM_API loam_result loam_height_indices(const loam_height_index_def *def, uint16_t *out,
                                         int32_t *count);

/// How much a page is the coarser one, from 0 to 1. Pages that meet must be given the same for a side or corner
/// that they share: the largest of what any of them wants. A side with a page of the next level beside it, and
/// its two corners, are 1. A page that has just taken the place of a coarser one begins with 1 everywhere and
/// ends with 0; it has ended before a page beside it may be finer, for that becomes this one's own surface there.
typedef struct loam_height_morph
{
    float inside;
    float sides[4];   // by loam_height_side
    float corners[4]; // south-west, south-east, north-west, north-east
} loam_height_morph;

/// Squares from a side over which its morph fades to that of the inside.
#define LOAM_HEIGHT_MORPH 32

/// The morph of vertex (i, j): the largest of the inside's, the sides' less 1/LOAM_HEIGHT_MORPH a square from
/// them, and the corners' less as much a square, east or north, whichever is further.
LOAM_API float loam_height_morph_at(const loam_height_morph *morph, int32_t i, int32_t j);

/// Adds a page to a mesh as it is drawn, each vertex that the indices name once: what a shader does, for files
/// and physics. offset as in loam_mesh_append; morph may be NULL for none.
LOAM_API loam_result loam_mesh_add_heights(loam_mesh *mesh, const loam_height_vertex *vertices,
                                           float step, const loam_height_index_def *def,
                                           const loam_height_morph *morph, const float offset[3]);

#ifdef __cplusplus
}
#endif
#endif
