// SPDX-License-Identifier: MIT
// Chunks become bytes and come back; other bytes are refused.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "store/codec.h"

#include "loam/random.h"
#include "store/world.h"

static loam_chunk_model model;
static loam_encoder encoder;
static loam_decoder decoder;
static uint8_t blob[LOAM_MAX_CHUNK_BLOB];
static chunk before, after;

enum
{
    SEED = 7
};

static loam_chunk_blob blob_of(size_t size)
{
    return (loam_chunk_blob){.format = LOAM_CHUNK_FORMAT, .bytes = blob, .size = size};
}

/// Whether a chunk comes back as it was; *size is that of its bytes.
static bool survives(loam_chunk_pos at, const chunk *tiles, size_t *size)
{
    *size = loam_chunk_encode(&encoder, &model, at, tiles->tiles, blob);
    memset(&after, 0xee, sizeof after);
    return *size > 0 && *size <= LOAM_MAX_CHUNK_BLOB &&
           loam_chunk_decode(&decoder, &model, at, blob_of(*size), after.tiles) == NULL &&
           world_same(tiles, &after);
}

static void test_random_chunks_come_back(void)
{
    for (uint64_t number = 0; number < 50; number++)
    {
        const loam_chunk_pos at = {loam_random_range(number, 0, -1000, 1000),
                                   loam_random_range(number, 1, -1000, 1000)};
        size_t size;
        world_chunk(at, number, &before);
        CHECK(survives(at, &before, &size));
        for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++) // nothing to be found in it
        {
            const uint64_t random = loam_random_u64(number, (uint64_t)i);
            before.tiles[i].block_variant = random % LOAM_MAX_VARIANTS;
            before.tiles[i].wall_variant = (random >> 8) % LOAM_MAX_VARIANTS;
            before.tiles[i].block = (uint8_t)(random >> 16);
            before.tiles[i].wall = (uint8_t)(random >> 24);
        }
        CHECK(survives(at, &before, &size));
    }
}

// Fluids keep their state in their variants: there are 256.
static void test_every_variant_comes_back(void)
{
    const loam_chunk_pos at = {-5, 8};
    size_t size;
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        if (world_defs()->materials[id].name[0] == '\0')
        {
            continue;
        }
        for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
        {
            before.tiles[i] = (loam_tile){.block = (uint8_t)id,
                                          .block_variant = (uint8_t)i,
                                          .wall = (uint8_t)id,
                                          .wall_variant = (uint8_t)(i / 64)};
        }
        CHECK_REPORT(survives(at, &before, &size), "%s does not survive",
                     world_defs()->materials[id].name);
    }
}

// Wherever a chunk is, at the ends of the world too; all of one material; all of one variant.
static void test_odd_chunks_come_back(void)
{
    const int64_t end = LOAM_TILE_END / LOAM_CHUNK_SIDE;
    const loam_chunk_pos places[] = {
        {0, 0}, {-end, -end}, {end - 1, end - 1}, {-1, (int64_t)1 << 40}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
    {
        size_t size;
        memset(&before, 0, sizeof before);
        CHECK(survives(places[i], &before, &size));
        CHECK_RANGE(size, 1, 100);
        for (int32_t k = 0; k < LOAM_CHUNK_TILES; k++)
        {
            before.tiles[k] = (loam_tile){1, 63, 255, 0};
        }
        CHECK(survives(places[i], &before, &size));
    }
}

// Chunks as they grow, and with some tiles of another variant: the code for those works too.
static void test_grown_chunks_are_small(void)
{
    const loam_env env = loam_default_env();
    loam_tile_source *source;
    CHECK_OK(loam_tile_source_create(&env, world_defs(), SEED, &source));
    double sum = 0, changed_sum = 0;
    for (int64_t y = -6; y < 4; y++)
    {
        const loam_chunk_pos at = {y * 31, y};
        size_t size;
        CHECK_OK(loam_tile_source_chunk(source, at, before.tiles));
        CHECK(survives(at, &before, &size));
        sum += (double)size;
        for (uint64_t i = 0; i < LOAM_CHUNK_TILES; i += 16)
        {
            loam_tile *tile = &before.tiles[i];
            tile->block_variant = world_variant(tile->block, loam_random_u64(3, i));
            tile->wall_variant = world_variant(tile->wall, loam_random_u64(4, i));
        }
        CHECK(survives(at, &before, &size));
        changed_sum += (double)size;
    }
    // As the world grows them hardly a variant has to be kept. If this fails, generation draws
    // variants in another way than the codec expects, and worlds have become ten times as large.
    CHECK_RANGE(sum / 10, 1, 2500);
    CHECK_RANGE(changed_sum, sum + 1000, 10 * sum);
    loam_tile_source_destroy(source);
}

static void test_every_prefix_is_refused(void)
{
    const loam_chunk_pos at = {3, -4};
    world_chunk(at, 1, &before);
    const size_t size = loam_chunk_encode(&encoder, &model, at, before.tiles, blob);
    for (size_t cut = 0; cut < size; cut += 1 + (CHECK_SANITIZED ? cut / 50 : 0))
    {
        uint8_t *exact = malloc(cut + 1); // so that a sanitizer sees a step too far
        memcpy(exact, blob, cut);
        exact = realloc(exact, cut > 0 ? cut : 1);
        const loam_chunk_blob part = {LOAM_CHUNK_FORMAT, exact, cut};
        CHECK(loam_chunk_decode(&decoder, &model, at, part, after.tiles) != NULL);
        free(exact);
    }
    CHECK(loam_chunk_decode(&decoder, &model, at, blob_of(size), after.tiles) == NULL);
    blob[size] = 0;
    CHECK(loam_chunk_decode(&decoder, &model, at, blob_of(size + 1), after.tiles) != NULL);
    // zstd itself would skip a frame of a user's own behind it.
    memcpy(blob + size, "\x50\x2a\x4d\x18\0\0\0\0", 8);
    CHECK(loam_chunk_decode(&decoder, &model, at, blob_of(size + 8), after.tiles) != NULL);
}

// Whatever is in a chunk's bytes, reading them ends, and the checksum sees each changed bit.
static void test_every_flipped_bit_is_seen(void)
{
    const loam_chunk_pos at = {3, -4};
    memset(&before, 0, sizeof before);
    for (int32_t i = 0; i < 400; i++)
    {
        before.tiles[i * 40] = (loam_tile){1, 3, 2, (uint8_t)(i % 12)};
    }
    const size_t size = loam_chunk_encode(&encoder, &model, at, before.tiles, blob);
    const uint64_t checksum = loam_chunk_checksum(at, blob_of(size));
    for (size_t bit = 0; bit < size * 8; bit++)
    {
        blob[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(loam_chunk_checksum(at, blob_of(size)) != checksum);
        (void)loam_chunk_decode(&decoder, &model, at, blob_of(size), after.tiles);
        blob[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    CHECK(loam_chunk_checksum((loam_chunk_pos){4, -4}, blob_of(size)) != checksum);
    CHECK(loam_chunk_checksum((loam_chunk_pos){-4, 3}, blob_of(size)) != checksum);
    loam_chunk_blob other = blob_of(size);
    other.format = LOAM_PLANTED_FORMAT + 1;
    CHECK(loam_chunk_checksum(at, other) != checksum);
    CHECK_TEXT(loam_chunk_decode(&decoder, &model, at, other, after.tiles),
               "it is of an unknown format");
}

// A frame that says it is larger or smaller than a chunk, or does not say, is not even unpacked.
static void test_frames_of_other_sizes_are_refused(void)
{
    static uint8_t plain[2 * LOAM_CHUNK_BYTES], packed[3 * LOAM_CHUNK_BYTES];
    const loam_chunk_pos at = {0, 0};
    const size_t sizes[] = {0, 1, LOAM_CHUNK_BYTES - 1, LOAM_CHUNK_BYTES + 1, 2 * LOAM_CHUNK_BYTES};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    {
        const size_t size = ZSTD_compress(packed, sizeof packed, plain, sizes[i], 3);
        const loam_chunk_blob frame = {LOAM_CHUNK_FORMAT, packed, size};
        CHECK_TEXT(loam_chunk_decode(&decoder, &model, at, frame, after.tiles),
                   "it is no compressed chunk");
    }
    ZSTD_CCtx *zstd = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_contentSizeFlag, 0);
    const size_t size = ZSTD_compress2(zstd, packed, sizeof packed, plain, LOAM_CHUNK_BYTES);
    const loam_chunk_blob frame = {LOAM_CHUNK_FORMAT, packed, size};
    CHECK(loam_chunk_decode(&decoder, &model, at, frame, after.tiles) != NULL);
    ZSTD_freeCCtx(zstd);
}

// Chunk (2, -3) of a world with seed 7, in which everything has twelve inner and four outer variants, as
// the first version wrote it. It has variants that the seed draws, inner and outer ones, and others. It
// must be read for ever.
static void test_the_first_version_is_still_read(void)
{
    static const uint8_t first[] = {
        0x28, 0xb5, 0x2f, 0xfd, 0x60, 0x00, 0xff, 0xe5, 0x03, 0x00, 0xa2, 0x81, 0x05, 0x08, 0x50,
        0x6a, 0x75, 0x79, 0x96, 0x40, 0x49, 0x36, 0x2f, 0xc5, 0x84, 0x8e, 0xb9, 0x90, 0x21, 0x78,
        0x18, 0x5c, 0xd9, 0xab, 0x1d, 0x29, 0xa8, 0xd0, 0xfa, 0x60, 0x2f, 0xa7, 0x98, 0x31, 0x11,
        0xfc, 0xff, 0x37, 0x04, 0x10, 0xe1, 0xe7, 0x08, 0x9c, 0x50, 0xe3, 0xc2, 0xc5, 0x7d, 0x7f,
        0xb0, 0xad, 0x5b, 0xbf, 0x93, 0xcf, 0x96, 0x5f, 0x7f, 0x38, 0xdc, 0x58, 0xc2, 0x0f, 0x17,
        0x47, 0x14, 0xe3, 0x39, 0x6a, 0x31, 0xe3, 0x28, 0x8a, 0x45, 0x1e, 0x1d, 0x80, 0x82, 0x12,
        0xd1, 0x70, 0xd4, 0x62, 0x96, 0xa3, 0x17, 0x63, 0x1c, 0xcd, 0x8b, 0x31, 0xfb, 0x71, 0x59,
        0xc5, 0x4e, 0x07, 0xf1, 0x42, 0x7e, 0xfd, 0x66, 0x79, 0x16, 0xa0, 0xbc, 0x69, 0x7f, 0xfd,
        0xc1, 0x0a, 0xfc, 0x6c, 0xfc, 0x3f, 0xfc, 0xef, 0xf8, 0x4f, 0xfc, 0xf7, 0xa1, 0x08,
    };
    static loam_tile_defs defs;
    static loam_chunk_model old_model;
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        defs.materials[i].inner = 12;
        defs.materials[i].outer = 4;
    }
    CHECK_OK(loam_chunk_model_init(&old_model, &defs, 7, LOAM_ISA_AUTO));
    const loam_chunk_pos at = {2, -3};
    const loam_chunk_blob old = {.format = 1, .bytes = first, .size = sizeof first};
    CHECK(loam_chunk_decode(&decoder, &old_model, at, old, after.tiles) == NULL);
    CHECK_U64(loam_tiles_hash(after.tiles, LOAM_CHUNK_TILES, 0), 0xf159ae0536d8d6c9u);
    CHECK_U64(loam_chunk_checksum(at, old), 0x682901401ec707b3u);
    for (int32_t i = 1; i <= 16; i++)
    {
        CHECK_INT(after.tiles[i * 1000].block_variant, i);
    }
}

static void test_packing_other_bytes(void)
{
    const loam_env env = loam_default_env();
    const char words[] = "all work and no play, all work and no play, all work and no play";
    uint8_t *packed;
    size_t size, capacity, back_size;
    char *back;
    CHECK_OK(loam_pack(&env, words, sizeof words, &packed, &size, &capacity));
    CHECK_RANGE(size, 1, sizeof words - 1);
    CHECK_OK(loam_unpack(&env, packed, size, sizeof words, &back, &back_size));
    CHECK_INT(back_size, sizeof words);
    CHECK_TEXT(back, words);
    loam_free(&env, back, back_size + 1);
    CHECK_INT(loam_unpack(&env, packed, size, sizeof words - 1, &back, &back_size), LOAM_IO);
    for (size_t cut = 0; cut < size; cut++)
    {
        CHECK_INT(loam_unpack(&env, packed, cut, 4096, &back, &back_size), LOAM_IO);
    }
    loam_free(&env, packed, capacity);
}

int main(void)
{
    CHECK_OK(loam_chunk_model_init(&model, world_defs(), SEED, LOAM_ISA_AUTO));
    CHECK_OK(loam_encoder_init(&encoder, 3));
    CHECK_OK(loam_decoder_init(&decoder));
    RUN(test_random_chunks_come_back);
    RUN(test_every_variant_comes_back);
    RUN(test_odd_chunks_come_back);
    RUN(test_grown_chunks_are_small);
    RUN(test_every_prefix_is_refused);
    RUN(test_every_flipped_bit_is_seen);
    RUN(test_frames_of_other_sizes_are_refused);
    RUN(test_the_first_version_is_still_read);
    RUN(test_packing_other_bytes);
    loam_encoder_free(&encoder);
    loam_decoder_free(&decoder);
    return CHECK_DONE();
}
