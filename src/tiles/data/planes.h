// SPDX-License-Identifier: MIT
// Chunks as four planes of bytes that compress well, for files and for memory.
#ifndef LOAM_TILES_PLANES_H
#define LOAM_TILES_PLANES_H

#include "loam/noise.h"
#include "loam/tiles.h"

enum
{
    LOAM_CHUNK_BYTES = LOAM_CHUNK_TILES * 4,
};

/// What chunks of one world have in common. It never changes, and may be used from any thread.
typedef struct loam_chunk_model
{
    loam_noise blocks, walls; // what variants are drawn from
    uint8_t inner[LOAM_MAX_MATERIALS], outer[LOAM_MAX_MATERIALS];
} loam_chunk_model;

loam_result loam_chunk_model_init(loam_chunk_model *model, const loam_tile_defs *defs,
                                  uint64_t seed, loam_isa isa);

/// A chunk as planes, and room to work in.
typedef struct loam_chunk_planes
{
    uint8_t bytes[LOAM_CHUNK_BYTES]; // blocks, walls, codes of the variants of either
    float values[LOAM_CHUNK_TILES];
} loam_chunk_planes;

/// Writes a chunk to the planes. Any tiles come back from there if their materials exist, or have variants
/// below LOAM_MAX_VARIANTS. False if variants cannot be drawn, as those of every chunk in the world can.
bool loam_planes_split(loam_chunk_planes *planes, const loam_chunk_model *model,
                       loam_chunk_pos chunk, const loam_tile *tiles);

/// The other way round; the codes in the planes are variants afterwards.
bool loam_planes_join(loam_chunk_planes *planes, const loam_chunk_model *model,
                      loam_chunk_pos chunk, loam_tile *tiles);

#endif
