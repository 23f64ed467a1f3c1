// SPDX-License-Identifier: MIT
// What verbs that grow tiles need: definitions, a world of them, and threads.
#ifndef LOAM_TOOL_GROWER_H
#define LOAM_TOOL_GROWER_H

#include "world.h"

#include "loam/loam.h"

typedef struct grower
{
    loam_tile_defs *defs;
    loam_tile_source *source;
    loam_jobs *jobs;   // NULL if one thread does everything
    loam_store *store; // NULL unless the world is kept in a file
} grower;

/// defs_path, which may be NULL, is the value of --defs. If it fails there is nothing to destroy.
loam_result grower_create(const char *defs_path, uint64_t seed, int32_t threads, grower *out);

/// The world of a file, which is only read: definitions and seed are its own.
loam_result grower_open(const loam_store_def *def, int32_t threads, grower *out);

/// What --world, --seed and --defs ask for, each NULL if it was not given: a world that is kept, or one that grows,
/// from seed 1 unless it has one. found_seed is the world's.
loam_result grower_choose(const char *world, const char *seed, const char *defs_path,
                          int32_t threads, const tool_io *io, grower *out, uint64_t *found_seed);

/// Goes on with the world of another seed.
loam_result grower_reseed(grower *world, uint64_t seed);

/// Of a grower, or of zeros.
void grower_destroy(void *world);

#endif
