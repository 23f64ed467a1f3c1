// SPDX-License-Identifier: MIT
// What a map needs to know of a kind of world: the atlas offers it to the page (atlas.h).
#ifndef LOAM_WEB_ATLAS_KIND_H
#define LOAM_WEB_ATLAS_KIND_H

#include <loam/loam.h>

enum
{
    ATLAS_MAX_FEATURES = 256,
};

/// w x h pixels around a place, scale metres a pixel.
typedef struct atlas_view
{
    int64_t x, z;
    int32_t w, h, scale;
} atlas_view;

typedef struct atlas_feature
{
    const char *kind;
    char name[64];
    int64_t x, z; // m
    float radius_m;
} atlas_feature;

typedef struct atlas_spot
{
    float height, water; // m; there is water if it is above the ground
    const char *cover;   // what is there, in a word
} atlas_spot;

/// One world at a time; closing twice is allowed. layers are names, separated by commas.
typedef struct atlas_kind
{
    loam_result (*open)(const loam_env *env, uint64_t seed, size_t cache_bytes);
    void (*close)(void);
    const char *(*layers)(void);
    loam_result (*draw)(const atlas_view *view, const char *layer, bool roads, loam_picture *out);
    loam_result (*features)(const atlas_view *view, atlas_feature *out, int32_t *count);
    loam_result (*spot)(int64_t x, int64_t z, atlas_spot *out);
} atlas_kind;

extern const atlas_kind atlas_land, atlas_isles;

#endif
