// SPDX-License-Identifier: MIT
// The textures of a scene in memory: materials, noise, clouds, leaves. They take seconds to make, so there are coarse ones for
// the first pictures, and a maker that makes the whole ones by jobs meanwhile. Knows no OpenGL.
#ifndef LOAM_SCENE_TEXTURES_H
#define LOAM_SCENE_TEXTURES_H

#include "loam/jobs.h"

typedef enum texture_kind
{
    TEXTURE_COLOURS, // of all materials: material_fill
    TEXTURE_BUMPS,
    TEXTURE_NOISE,  // material_noise
    TEXTURE_CLOUDS, // material_clouds, a volume
    TEXTURE_LEAVES, // of all kinds: leaf_texture_fill
    TEXTURE_KINDS,
} texture_kind;

/// Kept as long as a scene is, so that a lost context costs little. Whole textures have all their sizes: behind the
/// layers of one come those of half its side.
typedef struct texture_set
{
    int32_t side, noise_side, cloud_side, leaf_side; // texels; cloud_side 1: no clouds
    bool is_whole;
    uint8_t *colours, *bumps, *noise, *clouds, *leaves;
} texture_set;

/// One size of a texture.
typedef struct texture_texels
{
    const uint8_t *texels; // layer by layer
    int32_t side, layers;
    int32_t sizes; // that there are of it
    size_t layer_bytes;
} texture_texels;

/// size: 0 for the largest.
texture_texels texture_set_texels(const texture_set *set, texture_kind kind, int32_t size);

/// Materials of side x side texels. clouds: whether they are wanted. On all workers of jobs, which may be NULL.
loam_result texture_set_create(int32_t side, bool clouds, loam_jobs *jobs, texture_set *out);

/// One colour for each material, coarse noise and coarse clouds: made in some milliseconds.
loam_result texture_set_create_coarse(bool clouds, texture_set *out);
void texture_set_destroy(texture_set *set);

typedef struct texture_maker texture_maker;

/// Begins to make a texture_set by jobs, which have threads and outlive the maker.
loam_result texture_maker_begin(int32_t side, bool clouds, loam_jobs *jobs, texture_maker **out);
bool texture_maker_is_done(const texture_maker *maker);
/// Ends it, and waits for what is under way. out: gets the set if it is done; NULL: it is thrown away. NULL as a maker
/// is allowed, without an out.
void texture_maker_end(texture_maker *maker, texture_set *out);

#endif
