// SPDX-License-Identifier: MIT
// The land as a body around the viewer: meshes of voxels in square tiles, fine ones near and coarser ones around
// them, and a map of how much light of the sky there is in and below it. Where tiles are drawn the surface is not.
// With jobs, tiles and light are made beside the thread that draws, which only brings them to the card; what shows
// changes is made at once, so that an edit is seen in the next frame.
#ifndef LOAM_SCENE_BODY_H
#define LOAM_SCENE_BODY_H

#include "gl/gl.h"
#include "loam/loam.h"
#include "scene/body_light.h"
#include "scene/body_mesh.h"
#include "scene/body_work.h"
#include "scene/camera.h"

typedef struct body_def
{
    body_source source;
    loam_volume_form form;
    int32_t finest; // of levels: 0, or -1 for voxels of half a metre
    int32_t
        levels; // 1 .. BODY_MAX_LEVELS: the finest reaches two of its tiles at least, each next one twice as far
    loam_jobs *jobs; // NULL or without threads: everything is made in body_update
} body_def;

typedef struct body_tile
{
    int32_t level;
    int64_t x, z;    // in tiles of its level
    int32_t bottom;  // m: nothing is known below
    float low, high; // heights of the mesh, m
    bool used, wanted, ready, drawn;
    bool stale;     // its voxels have changed
    bool growing;   // a job makes it
    uint32_t finer; // sides (BODY_EAST, ...) that it was made for finer tiles beside
    GLuint array, vertices, indices;
    uint32_t index_count;
} body_tile;

typedef struct land_body
{
    body_def def;
    const gl *g;
    loam_land *land;
    body_tile tiles[BODY_MAX_TILES];
    body_work works[BODY_WORKS]; // the first is that of the thread that updates
    int32_t work_count;
    // Cells that drawn tiles cover, 255, from the low corner (x, z) in cells on.
    uint8_t mask[BODY_MASK * BODY_MASK];
    int64_t mask_x, mask_z;
    int32_t floor; // m: below all drawn tiles
    // Cells of air and rock: light of the sky, and density (128 and more: solid); from a corner in cells on.
    uint8_t *light;
    int64_t light_at[3];
    bool has_light, light_stale;
    body_light_work light_work;
    GLuint mask_texture, light_texture;
    bool mask_loaded, light_loaded;
} land_body;

loam_result body_create(const body_def *def, const gl *g, loam_land *land, land_body **out);
/// NULL is allowed. lost: the context is gone.
void body_destroy(land_body *b, bool lost);

/// Lets tiles come for about budget_us, at least one if any is missing. *complete: whether all is there.
loam_result body_update(land_body *b, const camera *from, uint64_t budget_us, bool *complete);

/// Voxels in a box have changed, m, both ends included: the next body_update makes anew what shows them.
void body_touch(land_body *b, const int64_t low[3], const int64_t high[3]);

/// So far into the body, along its border, the surface is drawn too, m.
float body_strip_m(const land_body *b);

/// Brings mask and light to the card.
void body_load(land_body *b);

#endif
