// SPDX-License-Identifier: MIT
// The built-in definitions and a source, for tests of what grows.
#ifndef LOAM_TESTS_TILES_WORLD_H
#define LOAM_TESTS_TILES_WORLD_H

#include "check.h"

#include "loam/random.h"
#include "loam/tiles.h"

static loam_tile_defs builtin;

static loam_tile_source *grow_with(const loam_env *env, const loam_tile_defs *defs, uint64_t seed)
{
    loam_tile_source *source = NULL;
    CHECK_OK(loam_tile_source_create(env, defs, seed, &source));
    return source;
}

static inline loam_tile_source *grow(uint64_t seed)
{
    const loam_env env = loam_default_env();
    loam_tile_defs_init(&builtin);
    return grow_with(&env, &builtin, seed);
}

static inline bool tiles_equal(loam_tile a, loam_tile b)
{
    return a.block == b.block && a.block_variant == b.block_variant && a.wall == b.wall &&
           a.wall_variant == b.wall_variant;
}

#endif
