// SPDX-License-Identifier: MIT
// Any bytes as a kept chunk of voxels, with the head and the checksum that such a chunk has: what is read is sound.
#include "loam/random.h"
#include "volume/world/world.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum
{
    HEAD = 48,
    TAIL = 8
};

static void require(bool condition)
{
    if (!condition)
    {
        abort();
    }
}

static void seal(uint8_t *bytes, size_t size)
{
    const uint64_t hash = loam_hash_bytes(bytes, size - TAIL, 0x58564f4c);
    for (int32_t k = 0; k < TAIL; k++)
    {
        bytes[size - TAIL + (size_t)k] = (uint8_t)(hash >> 8 * k);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t voxels[2 * VOXEL_COUNT], head[LOAM_VOXEL_CHUNK_MAX_BYTES];
    static loam_volume volume;
    static loam_voxel_world world;
    world.def.volume = &volume;
    const voxel_edited edited = {.at = {0, 1, 2, 3}, .voxels = voxels};
    memset(voxels, 0, sizeof voxels);
    (void)loam_voxel_pack(&world, &edited, head);
    const size_t whole = HEAD + size + TAIL;
    uint8_t *const bytes = malloc(whole); // exact, so that a step too far is seen
    require(bytes != NULL);
    memcpy(bytes, head, HEAD);
    memcpy(bytes + HEAD, data, size);
    seal(bytes, whole);
    const bool good = loam_voxel_unpack(&world, edited.at, bytes, whole, voxels) == LOAM_OK;
    for (size_t i = 0; good && i < VOXEL_COUNT; i++)
    {
        require(voxels[i] < LOAM_VOXEL_MATERIAL_COUNT);
        require(loam_voxel_is_solid(voxels[i]) == ((int8_t)voxels[VOXEL_COUNT + i] > 0));
    }
    free(bytes);
    return 0;
}
