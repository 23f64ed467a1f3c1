// SPDX-License-Identifier: MIT
#include "store/codec.h"

#include "loam/random.h"

// Format 1. A chunk is split into four planes (blocks, walls, the variants of either), because values
// of one kind are alike and values of different kinds are not, and compressed as one zstd frame that
// says its own size. Whatever claims another size is refused before it is unpacked, and unpacking goes
// into a buffer of that size, so a small file cannot ask for much memory.
//
// Nine tenths of a chunk's information would be variants: random numbers, one of a dozen for each
// tile. But most of them are those that the tile grew with, drawn from a noise that follows from the
// seed. So in the place of a variant stands a code: 0 or 1 if it is the inner or outer one that the
// noise draws, and otherwise 2 more than the variant. Those of fluids go up to 255, and for the last two
// there are the two codes that the drawn ones do not need. Reading needs no knowledge of how worlds
// grow; the draw below belongs to the format. Should generation change, new chunks become larger, and
// nothing else; should the noise change, this format needs a copy of the old one. A test keeps a chunk
// that was written with the first version.

enum
{
    PLANE = LOAM_CHUNK_TILES,
    PACK_LEVEL = 9, // definitions are packed once in the life of a world
    CODE_INNER = 0,
    CODE_OUTER = 1,
    CODE_OTHER = 2, // plus the variant
    LAST_BUT_ONE = 254,
    LAST = 255
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

// ---- variants -----------------------------------------------------------------------------------

loam_result loam_chunk_model_init(loam_chunk_model *model, const loam_tile_defs *defs,
                                  uint64_t seed, loam_isa isa)
{
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        model->inner[i] = (uint8_t)defs->materials[i].inner;
        model->outer[i] = (uint8_t)defs->materials[i].outer;
    }
    const uint64_t variants = loam_seed_derive(seed, "variants");
    loam_noise_def def = loam_default_noise_def();
    def.kind = LOAM_NOISE_WHITE;
    def.wavelength = 1.0;
    def.isa = isa;
    const loam_result result = loam_noise_init(&model->blocks, &def,
                                               loam_seed_derive(variants, "block"));
    return result == LOAM_OK
               ? loam_noise_init(&model->walls, &def, loam_seed_derive(variants, "wall"))
               : result;
}

/// Whether that was possible: it is for every chunk that lies in the world.
static bool draw_values(const loam_noise *noise, loam_chunk_pos chunk, float *values)
{
    const loam_noise_area area = {.x = chunk.x * LOAM_CHUNK_SIDE,
                                  .y = chunk.y * LOAM_CHUNK_SIDE,
                                  .step = 1,
                                  .w = LOAM_CHUNK_SIDE,
                                  .h = LOAM_CHUNK_SIDE,
                                  .d = 1};
    return loam_noise_grid2(noise, values, area) == LOAM_OK;
}

/// The variant that a value in -1..1 draws from so many.
static uint8_t draw(uint32_t first, uint32_t count, float value)
{
    const uint32_t random = (uint32_t)((value + 1.0f) * 32767.9f);
    return (uint8_t)(first + (random * count >> 16));
}

/// The two variants that a tile may have grown with.
typedef struct drawn_variants
{
    uint8_t inner, outer;
} drawn_variants;

static drawn_variants draw_both(const loam_chunk_model *model, uint8_t type, float value)
{
    const uint32_t inner = model->inner[type], outer = model->outer[type];
    return (drawn_variants){draw(0, inner, value), draw(inner, outer, value)};
}

/// Codes in the place of variants.
static void hide_variants(const loam_chunk_model *model, const uint8_t *types, const float *values,
                          uint8_t *variants)
{
    for (size_t i = 0; i < PLANE; i++)
    {
        const drawn_variants drawn = draw_both(model, types[i], values[i]);
        const uint8_t variant = variants[i];
        variants[i] = (uint8_t)(variant == drawn.outer    ? CODE_OUTER
                                : variant == drawn.inner  ? CODE_INNER
                                : variant == LAST_BUT_ONE ? drawn.inner + CODE_OTHER
                                : variant == LAST         ? drawn.outer + CODE_OTHER
                                                          : variant + CODE_OTHER);
    }
}

/// Variants in the place of codes.
static void show_variants(const loam_chunk_model *model, const uint8_t *types, const float *values,
                          uint8_t *variants)
{
    for (size_t i = 0; i < PLANE; i++)
    {
        const drawn_variants drawn = draw_both(model, types[i], values[i]);
        const uint8_t code = variants[i];
        variants[i] = (uint8_t)(code == CODE_INNER                 ? drawn.inner
                                : code == CODE_OUTER               ? drawn.outer
                                : code == drawn.inner + CODE_OTHER ? LAST_BUT_ONE
                                : code == drawn.outer + CODE_OTHER ? LAST
                                                                   : code - CODE_OTHER);
    }
}

// ---- chunks -------------------------------------------------------------------------------------

size_t loam_chunk_encode(loam_encoder *encoder, const loam_chunk_model *model, loam_chunk_pos chunk,
                         const loam_tile *tiles, uint8_t *out)
{
    uint8_t *const planes = encoder->room.planes;
    float *const values = encoder->room.values;
    for (size_t i = 0; i < PLANE; i++)
    {
        planes[i] = tiles[i].block;
        planes[PLANE + i] = tiles[i].wall;
        planes[2 * PLANE + i] = tiles[i].block_variant;
        planes[3 * PLANE + i] = tiles[i].wall_variant;
    }
    if (!draw_values(&model->blocks, chunk, values))
    {
        return 0;
    }
    hide_variants(model, planes, values, planes + 2 * PLANE);
    if (!draw_values(&model->walls, chunk, values))
    {
        return 0;
    }
    hide_variants(model, planes + PLANE, values, planes + 3 * PLANE);
    const size_t size = ZSTD_compress2(encoder->zstd, out, LOAM_MAX_CHUNK_BLOB, planes,
                                       LOAM_CHUNK_BYTES);
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

const char *loam_chunk_decode(loam_decoder *decoder, const loam_chunk_model *model,
                              loam_chunk_pos chunk, loam_chunk_blob blob, loam_tile *tiles)
{
    if (blob.format != LOAM_CHUNK_FORMAT)
    {
        return "it is of an unknown format";
    }
    if (blob.size > LOAM_MAX_CHUNK_BLOB || !is_frame_of(blob.bytes, blob.size, LOAM_CHUNK_BYTES))
    {
        return "it is no compressed chunk";
    }
    uint8_t *const planes = decoder->room.planes;
    float *const values = decoder->room.values;
    if (ZSTD_decompressDCtx(decoder->zstd, planes, LOAM_CHUNK_BYTES, blob.bytes, blob.size) !=
        LOAM_CHUNK_BYTES)
    {
        return "it cannot be decompressed";
    }
    if (!draw_values(&model->blocks, chunk, values))
    {
        return "its variants cannot be drawn";
    }
    show_variants(model, planes, values, planes + 2 * PLANE);
    if (!draw_values(&model->walls, chunk, values))
    {
        return "its variants cannot be drawn";
    }
    show_variants(model, planes + PLANE, values, planes + 3 * PLANE);
    for (size_t i = 0; i < PLANE; i++)
    {
        tiles[i] = (loam_tile){.block = planes[i],
                               .block_variant = planes[2 * PLANE + i],
                               .wall = planes[PLANE + i],
                               .wall_variant = planes[3 * PLANE + i]};
    }
    return NULL;
}

uint64_t loam_chunk_checksum(loam_chunk_pos chunk, loam_chunk_blob blob)
{
    return loam_hash_bytes(blob.bytes, blob.size,
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
