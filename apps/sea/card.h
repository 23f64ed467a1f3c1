// SPDX-License-Identifier: MIT
// What a sea has on the graphics card beside its islands: programs, textures, grids, targets.
#ifndef LOAM_SEA_CARD_H
#define LOAM_SEA_CARD_H

#include "gl/program.h"
#include "gl/target.h"
#include "scene/quality.h"
#include "scene/texture_card.h"

enum
{
    SOUNDING_SIDE = 512, // texels of a map of soundings
};

typedef struct sea_card
{
    GLuint isle, sounding, sun, object, boat, water, below, shade; // programs
    GLuint cloudy, sky, figure, falls, finish[2];
    texture_card textures;
    GLuint sky_table;
    GLuint empty; // vertex array
    GLuint blocks, block_corners, block_indices, block_instances;
    GLuint rings, ring_corners, ring_indices;
    GLuint boats, boat_vertices, boat_indices;
    GLsizei block_count, ring_count; // indices
    int32_t ring_rows;
    gl_target sounding_near, sounding_wide;
    gl_target cloud_picture, drawn, below_it, shown, dry;
    size_t bytes;
} sea_card;

/// How much a picture of the sea may cost, beside scene/quality.h.
typedef struct sea_cost
{
    quality scene;
    float detail;           // how far each level of the ground reaches, as a multiple of a block
    int64_t near;           // m up to which islands have their own maps and what stands on them
    float near_forms;       // m up to which plants have all their leaves
    int64_t triangles;      // of what stands on islands, at most
    int64_t near_triangles; // of them with all leaves
    int32_t rings, sectors; // of the water
    int32_t shade;          // texels of the map of shade
} sea_cost;

sea_cost sea_cost_of(quality_kind kind);

/// *out is {0} after a failure.
loam_result sea_card_create(const gl *g, const sea_cost *q, const texture_set *textures, int32_t w,
                            int32_t h, sea_card *out);
loam_result sea_card_resize(const gl *g, const sea_cost *q, int32_t w, int32_t h, sea_card *card);
/// Other textures for the same quality.
loam_result sea_card_replace(const gl *g, const texture_set *textures, sea_card *card);
/// lost: the context is gone.
void sea_card_destroy(const gl *g, sea_card *card, bool lost);

#endif
