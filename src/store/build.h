// SPDX-License-Identifier: MIT
// New files: a world's first one, and one that takes the place of an older.
#ifndef LOAM_STORE_BUILD_H
#define LOAM_STORE_BUILD_H

#include "store/land_rows.h"

#include "loam/store.h"

/// Makes the file of a new world at a place that has none. It appears whole or not at all.
loam_result loam_store_build(const loam_env *env, const loam_world_file *file, uint64_t seed,
                             const loam_tile_defs *defs);
loam_result loam_store_build_land(const loam_env *env, const loam_world_file *file, uint64_t seed,
                                  const loam_land_meta *land);

/// Writes the file of a store anew, with all that can be read of it. If that is not all there is, the
/// old file is kept. On the writer's thread.
loam_result loam_store_rebuild(loam_store *store, loam_store_compaction *out);

#endif
