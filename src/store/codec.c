// SPDX-License-Identifier: MIT
#include "store/codec.h"

#include "loam/random.h"

// Format 1. A chunk is split into four planes (tiles/data/planes.c) and compressed as one zstd frame that
// says its own size. Whatever claims another size is refused before it is unpacked, and unpacking goes
// into a buffer of that size, so a small file cannot ask for much memory.
//
// The codes of variants in the planes, and the draw behind them, belong to the format. A test keeps a chunk
// that was written with the first version.
//
// Format 3 is what a land's chunks are written in: a frame of bytes that the world of voxels has made and
// understands, and that are nothing but bytes here.

enum
{
    PACK_LEVEL = 9, // definitions are packed once in the life of a world
};

static loam_result no_memory(void)
{
    return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for compression");
}

loam_result loam_encoder_init(loam_encoder *encoder, int32_t level)
{
    encoder->zstd = ZSTD_createCCtx();
    if (encoder->zstd == NULL ||
        ZSTD_isError(ZSTD_CCtx_setParameter(encoder->zstd, ZSTD_c_compressionLevel, level)))
    {
        loam_encoder_free(encoder);
        return no_memory();
    }
    return LOAM_OK;
}

void loam_encoder_free(loam_encoder *encoder)
{
    ZSTD_freeCCtx(encoder->zstd);
    encoder->zstd = NULL;
}

// ---- chunks -------------------------------------------------------------------------------------

size_t loam_chunk_encode(loam_encoder *encoder, const loam_chunk_model *model, loam_chunk_pos chunk,
                         const loam_tile *tiles, uint8_t *out)
{
    if (!loam_planes_split(&encoder->planes, model, chunk, tiles))
    {
        return 0;
    }
    const size_t size = ZSTD_compress2(encoder->zstd, out, LOAM_MAX_CHUNK_BLOB,
                                       encoder->planes.bytes, LOAM_CHUNK_BYTES);
    return ZSTD_isError(size) ? 0 : size;
}

loam_result loam_decoder_init(loam_decoder *decoder)
{
    decoder->zstd = ZSTD_createDCtx();
    return decoder->zstd != NULL ? LOAM_OK : no_memory();
}

void loam_decoder_free(loam_decoder *decoder)
{
    ZSTD_freeDCtx(decoder->zstd);
    decoder->zstd = NULL;
}

/// Whether bytes are one frame, whole and with nothing behind it, of so many bytes.
static bool is_frame_of(const void *bytes, size_t size, size_t content)
{
    return ZSTD_getFrameContentSize(bytes, size) == content &&
           ZSTD_findFrameCompressedSize(bytes, size) == size;
}

loam_chunk_blob loam_chunk_alone(loam_chunk_blob blob)
{
    const size_t own = blob.format == LOAM_PLANTED_FORMAT
                           ? ZSTD_findFrameCompressedSize(blob.bytes, blob.size)
                           : blob.size;
    return (loam_chunk_blob){blob.format, blob.bytes, ZSTD_isError(own) ? blob.size : own};
}

const char *loam_chunk_decode(loam_decoder *decoder, const loam_chunk_model *model,
                              loam_chunk_pos chunk, loam_chunk_blob blob, loam_tile *tiles)
{
    if (blob.format != LOAM_CHUNK_FORMAT && blob.format != LOAM_PLANTED_FORMAT)
    {
        return "it is of an unknown format";
    }
    blob = loam_chunk_alone(blob);
    if (blob.size > LOAM_MAX_CHUNK_BLOB || !is_frame_of(blob.bytes, blob.size, LOAM_CHUNK_BYTES))
    {
        return "it is no compressed chunk";
    }
    if (ZSTD_decompressDCtx(decoder->zstd, decoder->planes.bytes, LOAM_CHUNK_BYTES, blob.bytes,
                            blob.size) != LOAM_CHUNK_BYTES)
    {
        return "it cannot be decompressed";
    }
    return loam_planes_join(&decoder->planes, model, chunk, tiles) ? NULL
                                                                   : "its variants cannot be drawn";
}

size_t loam_chunk_room(loam_store_kind kind)
{
    return kind == LOAM_STORE_LAND ? LOAM_MAX_LAND_CHUNK_BYTES : LOAM_CHUNK_BYTES;
}

size_t loam_chunk_blob_room(loam_store_kind kind)
{
    return kind == LOAM_STORE_LAND ? LOAM_MAX_LAND_BLOB : LOAM_MAX_CHUNK_BLOB;
}

size_t loam_land_chunk_encode(loam_encoder *encoder, loam_chunk_content voxels, uint8_t *out)
{
    const size_t size = ZSTD_compress2(encoder->zstd, out, LOAM_MAX_LAND_BLOB, voxels.bytes,
                                       voxels.size);
    return ZSTD_isError(size) ? 0 : size;
}

const char *loam_land_chunk_decode(loam_decoder *decoder, loam_chunk_blob blob,
                                   loam_chunk_content *out)
{
    if (blob.format != LOAM_LAND_FORMAT)
    {
        return "it is of an unknown format";
    }
    // The codes for an unknown size and for an error are the largest numbers there are.
    const unsigned long long content = ZSTD_getFrameContentSize(blob.bytes, blob.size);
    if (content == 0 || content > LOAM_MAX_LAND_CHUNK_BYTES ||
        !is_frame_of(blob.bytes, blob.size, (size_t)content))
    {
        return "it is no compressed chunk";
    }
    out->size = ZSTD_decompressDCtx(decoder->zstd, out->bytes, (size_t)content, blob.bytes,
                                    blob.size);
    return out->size == content ? NULL : "it cannot be decompressed";
}

uint64_t loam_chunk_checksum(loam_chunk_pos chunk, loam_chunk_blob blob)
{
    const loam_chunk_blob alone = loam_chunk_alone(blob);
    return loam_hash_bytes(alone.bytes, alone.size,
                           loam_seed_at((uint64_t)blob.format, chunk.x, chunk.y, 0));
}

// ---- other bytes --------------------------------------------------------------------------------

loam_result loam_pack(const loam_env *env, const void *bytes, size_t size, uint8_t **out,
                      size_t *out_size, size_t *capacity)
{
    *capacity = ZSTD_compressBound(size);
    *out = loam_alloc(env, *capacity);
    if (*out == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *out_size = ZSTD_compress(*out, *capacity, bytes, size, PACK_LEVEL);
    if (ZSTD_isError(*out_size))
    {
        loam_free(env, *out, *capacity);
        return no_memory();
    }
    return LOAM_OK;
}

loam_result loam_unpack(const loam_env *env, const void *bytes, size_t size, size_t limit,
                        char **out, size_t *out_size)
{
    const unsigned long long content = ZSTD_getFrameContentSize(bytes, size);
    // The codes for an unknown size and for an error are the largest numbers there are.
    if (content > limit || !is_frame_of(bytes, size, (size_t)content))
    {
        return loam_fail(LOAM_IO, "no compressed text of at most %zu bytes", limit);
    }
    *out_size = (size_t)content;
    *out = loam_alloc(env, *out_size + 1);
    if (*out == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    if (ZSTD_decompress(*out, *out_size, bytes, size) != *out_size)
    {
        loam_free(env, *out, *out_size + 1);
        return loam_fail(LOAM_IO, "the text cannot be decompressed");
    }
    (*out)[*out_size] = '\0';
    return LOAM_OK;
}
