// SPDX-License-Identifier: MIT
#include "store/planted.h"

#include "loam/random.h"

#include <inttypes.h>
#include <string.h>

enum
{
    LEVEL = 3 // of compression: it happens on the thread that saves
};

static uint64_t checksum_of(loam_chunk_pos chunk, const uint8_t *bytes, size_t size)
{
    return loam_hash_bytes(bytes, size, loam_seed_at(LOAM_PLANTED_FORMAT, chunk.x, chunk.y, 1));
}

loam_result loam_planted_pack(const loam_env *env, loam_chunk_pos chunk, const uint8_t *bytes,
                              size_t size, loam_plant_section *out)
{
    *out = (loam_plant_section){0};
    if (size == 0)
    {
        return LOAM_OK;
    }
    if (size > LOAM_MAX_PLANT_BYTES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "plants of %zu bytes; must be at most %zu", size,
                         LOAM_MAX_PLANT_BYTES);
    }
    out->capacity = LOAM_PLANT_CHECKSUM + ZSTD_compressBound(size);
    out->bytes = loam_alloc(env, out->capacity);
    if (out->bytes == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    uint8_t *const frame = out->bytes + LOAM_PLANT_CHECKSUM;
    const size_t packed = ZSTD_compress(frame, out->capacity - LOAM_PLANT_CHECKSUM, bytes, size,
                                        LEVEL);
    if (ZSTD_isError(packed))
    {
        loam_planted_free(env, out);
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for compression");
    }
    const uint64_t checksum = checksum_of(chunk, frame, packed);
    for (int i = 0; i < LOAM_PLANT_CHECKSUM; i++)
    {
        out->bytes[i] = (uint8_t)(checksum >> 8 * i);
    }
    out->size = LOAM_PLANT_CHECKSUM + packed;
    return LOAM_OK;
}

void loam_planted_free(const loam_env *env, loam_plant_section *section)
{
    loam_free(env, section->bytes, section->capacity);
    *section = (loam_plant_section){0};
}

loam_chunk_blob loam_planted_section(loam_chunk_blob blob)
{
    const size_t own = loam_chunk_alone(blob).size;
    return (loam_chunk_blob){blob.format, (const uint8_t *)blob.bytes + own, blob.size - own};
}

static loam_result damaged(loam_chunk_pos chunk, const char *reason)
{
    return loam_fail(LOAM_IO, "the plants of chunk (%" PRId64 ", %" PRId64 ") are damaged: %s",
                     chunk.x, chunk.y, reason);
}

static bool has_checksum(loam_chunk_pos chunk, loam_chunk_blob section)
{
    const uint8_t *const bytes = section.bytes;
    uint64_t checksum = 0;
    for (int i = 0; i < LOAM_PLANT_CHECKSUM; i++)
    {
        checksum |= (uint64_t)bytes[i] << 8 * i;
    }
    return checksum ==
           checksum_of(chunk, bytes + LOAM_PLANT_CHECKSUM, section.size - LOAM_PLANT_CHECKSUM);
}

loam_result loam_planted_read(loam_chunk_pos chunk, loam_chunk_blob section, uint8_t *bytes,
                              size_t room, size_t *size)
{
    *size = 0;
    if (section.size == 0)
    {
        return LOAM_OK;
    }
    if (section.size <= LOAM_PLANT_CHECKSUM || !has_checksum(chunk, section))
    {
        return damaged(chunk, "their checksum is wrong");
    }
    const uint8_t *const frame = (const uint8_t *)section.bytes + LOAM_PLANT_CHECKSUM;
    const size_t packed = section.size - LOAM_PLANT_CHECKSUM;
    // The codes for an unknown size and for an error are the largest numbers there are.
    const unsigned long long content = ZSTD_getFrameContentSize(frame, packed);
    if (content == 0 || content > LOAM_MAX_PLANT_BYTES ||
        ZSTD_findFrameCompressedSize(frame, packed) != packed)
    {
        return damaged(chunk, "they are nothing that was packed");
    }
    *size = (size_t)content;
    if (room >= *size && ZSTD_decompress(bytes, *size, frame, packed) != *size)
    {
        *size = 0;
        return damaged(chunk, "they cannot be unpacked");
    }
    return LOAM_OK;
}
