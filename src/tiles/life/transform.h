// SPDX-License-Identifier: MIT
// Slow transformations (Dubsky 2022, 3.3 and 4.5.1): a few tiles of every update chunk are looked at in a
// step, and change by the rules of the definitions.
#ifndef LOAM_TILES_TRANSFORM_H
#define LOAM_TILES_TRANSFORM_H

#include "tiles/state/world.h"

/// Tiles that are looked at in an update chunk in a step. Each tile has its turn every
/// LOAM_CHUNK_TILES / LOAM_LOOKS steps, on average.
#define LOAM_LOOKS 16

/// Needs the world's definitions and its climate; makes all that steps need.
loam_result loam_transform_init(loam_tile_world *world);
void loam_transform_free(loam_tile_world *world);

/// The chunk in a slot is a new one.
void loam_transform_arrived(loam_tile_world *world, int32_t slot);

/// Looks at LOAM_LOOKS tiles of every continuous update chunk. Returns how often a rule was followed. The
/// result depends neither on the threads nor, for tiles that both hold, on the size of the ring.
uint64_t loam_transform_step(loam_tile_world *world);

/// Looks at one tile of a continuous update chunk, as a step would whose turn it is. Returns whether a rule
/// was followed.
bool loam_transform_look(loam_tile_world *world, loam_tile_pos at);

/// The same, as if a material were beside it, in both layers.
bool loam_transform_look_beside(loam_tile_world *world, loam_tile_pos at, uint8_t material);

/// Whether steps pass over an update chunk, given its lowest left tile, as nothing in it is of interest; and whether
/// a tile is: for tests.
bool loam_transform_passes_over(const loam_tile_world *world, loam_tile_pos low);
bool loam_transform_heeds(const loam_tile_world *world, loam_tile tile);

/// How often a rule was followed since the world was made.
uint64_t loam_transform_followed(const loam_tile_world *world, int32_t rule);

#endif
