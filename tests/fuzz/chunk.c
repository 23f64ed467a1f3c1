// SPDX-License-Identifier: MIT
// Any bytes as a compressed chunk. What can be read can be written and read again.
#include "store/codec.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static loam_tile tiles[LOAM_CHUNK_TILES], again[LOAM_CHUNK_TILES];
static uint8_t blob[LOAM_MAX_CHUNK_BLOB];

static void require(bool condition)
{
    if (!condition)
    {
        abort();
    }
}

/// Whether materials exist, or at least do not have the last variants, for which there are no codes then.
static bool can_be_written(const loam_tile_defs *defs)
{
    bool good = true;
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        good = good &&
               (defs->materials[tiles[i].block].inner > 0 ||
                tiles[i].block_variant < LOAM_MAX_VARIANTS) &&
               (defs->materials[tiles[i].wall].inner > 0 ||
                tiles[i].wall_variant < LOAM_MAX_VARIANTS);
    }
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static loam_tile_defs defs;
    static loam_chunk_model model;
    static loam_encoder encoder;
    static loam_decoder decoder;
    if (decoder.zstd == NULL)
    {
        loam_tile_defs_init(&defs);
        require(loam_chunk_model_init(&model, &defs, 7, LOAM_ISA_AUTO) == LOAM_OK);
        require(loam_encoder_init(&encoder, 1) == LOAM_OK);
        require(loam_decoder_init(&decoder) == LOAM_OK);
    }
    const loam_chunk_pos at = {2, -3};
    uint8_t *exact = malloc(size > 0 ? size : 1); // so that a step too far is seen
    require(exact != NULL);
    memcpy(exact, data, size);
    const loam_chunk_blob any = {LOAM_CHUNK_FORMAT, exact, size};
    (void)loam_chunk_checksum(at, any);
    if (loam_chunk_decode(&decoder, &model, at, any, tiles) == NULL && can_be_written(&defs))
    {
        const size_t written = loam_chunk_encode(&encoder, &model, at, tiles, blob);
        const loam_chunk_blob own = {LOAM_CHUNK_FORMAT, blob, written};
        require(written > 0);
        require(loam_chunk_decode(&decoder, &model, at, own, again) == NULL);
        require(memcmp(tiles, again, sizeof tiles) == 0);
    }
    free(exact);
    return 0;
}
