// SPDX-License-Identifier: MIT
// What a scene has on the graphics card: programs, maps, textures, targets. All of it can be made anew from
// what is in memory.
#ifndef LOAM_SCENE_GPU_H
#define LOAM_SCENE_GPU_H

#include "gl/program.h"
#include "gl/target.h"
#include "gl/texture.h"
#include "scene/climate.h"
#include "scene/clipmap.h"
#include "scene/quality.h"
#include "scene/sky.h"
#include "scene/stale.h"
#include "scene/texture_card.h"

/// The window that a level's maps were last loaded for.
typedef struct gpu_window
{
    int64_t x, z; // in steps
} gpu_window;

typedef struct gpu
{
    GLuint paint, body, body_blocks, water, cloudy, light, falls, shade, cover_map; // programs
    // Without the land's inside, and with it. places: 0 where the mesh itself is shaded.
    GLuint ground[2], places[2], sky[2], figure[2], trees[2], cover[2];
    GLuint finish[2]; // as it mostly is, and whole
    GLuint surface, shape, ground_low, ground_high, light_map, painted; // of all levels
    texture_card textures;
    GLuint sky_table, climate;
    GLuint empty, grid, grid_vertices, grid_indices, blocks; // vertex arrays and buffers
    GLuint light_framebuffer, read_framebuffer;
    GLsizei index_count;
    gl_target cloud_picture, drawn, below, shown;
    gl_target seen; // where the ground lies that `drawn` is to show; see places_fragment.glsl
    gl_target dry, before;                 // the picture without rain or snow; the last one
    uint64_t versions[CLIPMAP_MAX_LEVELS]; // of the clip's levels that are there
    gpu_window windows[CLIPMAP_MAX_LEVELS];
    clipmap_rects fresh
        [CLIPMAP_MAX_LEVELS]; // ground that the last gpu_load_maps brought, where there was other ground
    stale_tiles stale;        // of light and colours
    size_t bytes;
} gpu;

/// Makes programs that are not there yet, at most so many; *all: whether there are all now. inside: those for a land with
/// an inside too, which few pictures need. A card may begin with this, from {0}.
loam_result gpu_make_programs(const gl *g, const quality *q, bool inside, int32_t max, gpu *card,
                              bool *all);

/// *out is {0}, or has programs, or all textures of the set. It is {0} after a failure.
loam_result gpu_create(const gl *g, const quality *q, const texture_set *textures, int32_t w,
                       int32_t h, gpu *out);

/// Other textures for the same quality, which become the card's: whole ones for coarse ones.
void gpu_replace_textures(const gl *g, const quality *q, texture_card *textures, gpu *card);

/// lost: the context is gone, and nothing can be destroyed.
void gpu_destroy(const gl *g, gpu *card, bool lost);

/// Targets for pictures of another size.
loam_result gpu_resize(const gl *g, const quality *q, int32_t w, int32_t h, gpu *card);

/// A rectangle of a level that has wrapped around is up to four parts of its textures. Returns how many.
int32_t gpu_parts_of(int32_t side, clipmap_rect r, stale_part parts[4]);

/// Copies the levels that have changed, and says what is stale now. Returns whether there were any.
bool gpu_load_maps(const gl *g, gpu *card, const clipmap *maps);
void gpu_load_sky(const gl *g, gpu *card, const sky *light);
void gpu_load_climate(const gl *g, gpu *card, const float *texels);

#endif
