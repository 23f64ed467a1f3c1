// SPDX-License-Identifier: MIT
// The plants of a chunk as bytes, to be kept: their seeds, from which they grow again, how far they are bent,
// and what has happened to their tiles since.
#ifndef LOAM_TILES_PACK_H
#define LOAM_TILES_PACK_H

#include "tiles/plants/plants.h"

/// How many bytes loam_plants_pack writes.
size_t loam_plants_pack_size(const loam_tile_defs *defs, const loam_plant_block *block);

void loam_plants_pack(const loam_tile_defs *defs, const loam_plant_block *block, uint8_t *out);

/// Grows them again, on any thread. LOAM_IO with a message for bytes that are damaged. A plant of a species
/// that there is no more is left out; one whose grammar is another now grows as that, whole and at rest.
loam_result loam_plants_unpack(loam_tile_world *world, loam_chunk_pos chunk, const uint8_t *bytes,
                               size_t size, loam_plant_block **out);

#endif
