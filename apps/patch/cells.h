// SPDX-License-Identifier: MIT
// The cells of a patchwork around a viewer, and what of them is drawn: one grid a cell, sewings included, with fewer
// vertices the farther it is. Knows no OpenGL.
#ifndef LOAM_PATCH_CELLS_H
#define LOAM_PATCH_CELLS_H

#include "loam/loam.h"

enum
{
    CELL_SLOTS = 8,   // materials that a cell is drawn with
    CELL_STRIDES = 7, // 1, 2, 4, ... vertices from one that is drawn to the next
};

/// A cell in view.
typedef struct patch_cell
{
    int64_t x, z; // of its chunk
    const loam_patch_vertex *vertices;
    float low, high;          // heights of its ground, m
    int32_t biome;            // of its chunk
    int8_t slots[CELL_SLOTS]; // materials, the heaviest; -1 for none
    int32_t level;            // of what is on the card: its stride is 1 << level; -1: nothing
    int64_t away;             // for their order
    uint32_t buffer, array;   // whoever draws keeps them here
} patch_cell;

/// A patchwork and its cells around a viewer.
typedef struct patch_cells
{
    loam_env env;
    loam_patchwork *patchwork;
    loam_patchwork_world *world;
    patch_cell *cells;
    int32_t count, room;
    loam_result failed;
    /// A cell leaves: whoever draws lets go of what it has of it. May be NULL.
    void (*drop)(void *user, patch_cell *cell);
    void *user;
} patch_cells;

/// env.jobs makes the cells. On failure there is nothing to destroy.
loam_result patch_cells_create(const loam_env *env, const loam_patchwork_def *def,
                               patch_cells *out);
/// Begins to stream; after what was kept has been loaded. `to` must stay where it is.
loam_result patch_cells_begin(patch_cells *to);
void patch_cells_destroy(patch_cells *from);

/// The viewer has been at a place, in vertices, for so long: loam_patchwork_world_update.
loam_result patch_cells_update(patch_cells *all, int64_t x, int64_t z, int32_t milliseconds,
                               uint64_t budget_us, bool *complete);

/// The cells nearest to a chunk come first: what they hide need not be drawn.
void patch_cells_sort(patch_cells *all, int64_t chunk_x, int64_t chunk_z);

// ---- what is drawn --------------------------------------------------------------------------------

/// A vertex as the card has it. Where it lies follows from its number.
typedef struct cell_vertex
{
    float height;
    int16_t normal[2];
    uint8_t weights[CELL_SLOTS];
} cell_vertex;

/// The grid of cells of a def at a level.
typedef struct cell_grid
{
    int32_t columns, rows;          // of vertices that are drawn
    int32_t stride, last_x, last_z; // the last column and row are always drawn
    int32_t vertices; // and behind those of the grid a skirt: south, north, west, east
    int32_t indices;
} cell_grid;

cell_grid cell_grid_of(const loam_patchwork_def *def, int32_t level);

/// Vertices of a cell, grid.vertices of them.
void cell_fill(const loam_patchwork_def *def, const patch_cell *cell, const cell_grid *grid,
               cell_vertex *out);
/// Triangles, grid.indices: the ground, and the skirt, which hides gaps where another level begins.
void cell_indices(const cell_grid *grid, uint32_t *out);

/// The level to draw a cell at, from its distance, m: the finest whose steps are shorter than a share of it.
int32_t cell_level_for(const loam_patchwork_def *def, double distance, double share);

#endif
