// SPDX-License-Identifier: MIT
// Chunks as bytes and back.
#ifndef LOAM_STORE_CODEC_H
#define LOAM_STORE_CODEC_H

#include "loam/store.h"
#include "tiles/data/planes.h"

#include <zstd.h>

enum
{
    LOAM_CHUNK_FORMAT = 1, // how new chunks are written,
    LOAM_PLANTED_FORMAT =
        2, // and those with plants: these stand behind the chunk's own bytes, see planted.h
    LOAM_LAND_FORMAT = 3, // chunks of a land: bytes that only who has made them knows
    LOAM_MAX_CHUNK_BLOB = ZSTD_COMPRESSBOUND(LOAM_CHUNK_BYTES),
    LOAM_MAX_LAND_BLOB = ZSTD_COMPRESSBOUND(LOAM_MAX_LAND_CHUNK_BYTES)
};

/// What a chunk is made of: tiles, or the bytes of voxels.
typedef struct loam_chunk_content
{
    void *bytes; // room for loam_chunk_room(kind) of them where a chunk is read to
    size_t size;
} loam_chunk_content;

/// How many bytes a chunk of a kind has at most: of tiles always so many.
size_t loam_chunk_room(loam_store_kind kind);

/// The same, compressed.
size_t loam_chunk_blob_room(loam_store_kind kind);

/// What is needed to write chunks, one at a time.
typedef struct loam_encoder
{
    ZSTD_CCtx *zstd;
    loam_chunk_planes planes;
} loam_encoder;

/// What is needed to read chunks, one at a time.
typedef struct loam_decoder
{
    ZSTD_DCtx *zstd;
    loam_chunk_planes planes;
} loam_decoder;

loam_result loam_encoder_init(loam_encoder *encoder, int32_t level);
void loam_encoder_free(loam_encoder *encoder);

/// Writes a chunk to out, which has room for LOAM_MAX_CHUNK_BLOB bytes, and returns the size; 0 if
/// there was no memory, or its variants could not be drawn, as those of every chunk in the world can.
/// Materials exist, or have variants below LOAM_MAX_VARIANTS.
size_t loam_chunk_encode(loam_encoder *encoder, const loam_chunk_model *model, loam_chunk_pos chunk,
                         const loam_tile *tiles, uint8_t *out);

loam_result loam_decoder_init(loam_decoder *decoder);
void loam_decoder_free(loam_decoder *decoder);

/// Writes bytes of voxels likewise, to room for LOAM_MAX_LAND_BLOB. 0 if there was no memory.
size_t loam_land_chunk_encode(loam_encoder *encoder, loam_chunk_content voxels, uint8_t *out);

/// Any bytes that say to be a chunk.
typedef struct loam_chunk_blob
{
    int64_t format;
    const void *bytes;
    size_t size;
} loam_chunk_blob;

/// The chunk's own bytes, without those of its plants.
loam_chunk_blob loam_chunk_alone(loam_chunk_blob blob);

/// Reads a chunk. NULL, or what is wrong with it; then tiles may hold anything.
const char *loam_chunk_decode(loam_decoder *decoder, const loam_chunk_model *model,
                              loam_chunk_pos chunk, loam_chunk_blob blob, loam_tile *tiles);

/// Reads bytes of voxels. NULL, or what is wrong with them; then out may hold anything.
const char *loam_land_chunk_decode(loam_decoder *decoder, loam_chunk_blob blob,
                                   loam_chunk_content *out);

/// The checksum that stands beside a chunk's bytes: of its own, of their format and of where the chunk
/// is, so that a chunk in the wrong place is seen too. Plants have one of their own.
uint64_t loam_chunk_checksum(loam_chunk_pos chunk, loam_chunk_blob blob);

// ---- other bytes --------------------------------------------------------------------------------

/// Compresses bytes: *out is to be freed with loam_free(env, *out, *capacity).
loam_result loam_pack(const loam_env *env, const void *bytes, size_t size, uint8_t **out,
                      size_t *out_size, size_t *capacity);

/// The other way round, for at most limit bytes; a '\0' is put behind them. Free with
/// loam_free(env, *out, *out_size + 1). LOAM_IO if it is nothing that was packed.
loam_result loam_unpack(const loam_env *env, const void *bytes, size_t size, size_t limit,
                        char **out, size_t *out_size);

#endif
