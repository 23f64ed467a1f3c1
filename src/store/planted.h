// SPDX-License-Identifier: MIT
// The plants of a chunk in its row: behind the chunk's own bytes, with a checksum of their own, so that damage
// to them costs nothing else.
#ifndef LOAM_STORE_PLANTED_H
#define LOAM_STORE_PLANTED_H

#include "loam/tile_world.h"

#include "store/codec.h"

enum
{
    LOAM_PLANT_CHECKSUM = 8 // bytes that a section begins with
};

#define LOAM_MAX_PLANT_SECTION (LOAM_PLANT_CHECKSUM + ZSTD_COMPRESSBOUND(LOAM_MAX_PLANT_BYTES))

/// A checksum and a compressed frame; of size 0 if there are no plants.
typedef struct loam_plant_section
{
    uint8_t *bytes;
    size_t size, capacity;
} loam_plant_section;

/// Packs plants. LOAM_BAD_ARGUMENT for more than LOAM_MAX_PLANT_BYTES.
loam_result loam_planted_pack(const loam_env *env, loam_chunk_pos chunk, const uint8_t *bytes,
                              size_t size, loam_plant_section *out);
void loam_planted_free(const loam_env *env, loam_plant_section *section);

/// Where the plants are in a chunk's bytes.
loam_chunk_blob loam_planted_section(loam_chunk_blob blob);

/// Unpacks a section: *size is how many bytes there are, 0 for an empty one; they are copied if there is room
/// for all of them. LOAM_IO with a message if it is damaged.
loam_result loam_planted_read(loam_chunk_pos chunk, loam_chunk_blob section, uint8_t *bytes,
                              size_t room, size_t *size);

#endif
