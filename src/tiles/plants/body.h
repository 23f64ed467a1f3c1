// SPDX-License-Identifier: MIT
// Grows plants of the tile world from their seeds: grammar, branches, leaves and what makes them sway.
#ifndef LOAM_TILES_BODY_H
#define LOAM_TILES_BODY_H

#include "tiles/plants/branch.h"

/// The species of a world, ready to grow. Never changes; any thread.
typedef struct loam_plant_kinds loam_plant_kinds;

/// defs outlive it. Fails with the species' name if a grammar cannot be read.
loam_result loam_plant_kinds_create(const loam_env *env, const loam_tile_defs *defs,
                                    loam_plant_kinds **out);
void loam_plant_kinds_destroy(const loam_env *env, loam_plant_kinds *kinds);

/// Room in which the plants of a chunk grow, one thread at a time.
typedef struct loam_nursery loam_nursery;

loam_result loam_nursery_create(const loam_env *env, const loam_plant_kinds *kinds,
                                loam_nursery **out);
void loam_nursery_destroy(const loam_env *env, loam_nursery *nursery);

/// Grows plants, at rest. *out is NULL if there are none. A plant whose species is not there, or whose
/// grammar comes to nothing that can stand, is left out. What is beyond PLANT_MAX_BRANCHES and
/// PLANT_MAX_CELLS of a plant is cut off.
loam_result loam_nursery_grow(loam_nursery *nursery, const loam_env *env,
                              const loam_tile_plant *seeds, int32_t count, loam_plant_block **out);

/// Where all branches of a plant are, given how they are bent; from the root on.
void loam_branches_place(loam_branch *branches, uint32_t count);

#endif
