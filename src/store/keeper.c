// SPDX-License-Identifier: MIT
#include "store/store.h"

#include <inttypes.h>

// A world of voxels keeps its changed chunks in a store: the same chunks, counted the same way.

_Static_assert(LOAM_VOXEL_CHUNK == LOAM_LAND_CHUNK_SIDE, "a chunk is a chunk");
_Static_assert(LOAM_VOXEL_CHUNK_MAX_BYTES <= LOAM_MAX_LAND_CHUNK_BYTES, "every chunk can be kept");

static loam_store_chunk_pos place_of(loam_voxel_pos chunk)
{
    return (loam_store_chunk_pos){chunk.x, chunk.y, chunk.z};
}

static loam_result load(void *user, loam_voxel_pos chunk, uint8_t *bytes, size_t capacity,
                        size_t *size)
{
    const loam_result result = loam_store_load_voxels(user, place_of(chunk), bytes, capacity, size);
    if (*size > capacity)
    {
        const size_t found = *size;
        *size = 0;
        return loam_fail(LOAM_IO,
                         "chunk (%" PRId64 ", %" PRId64 ", %" PRId64
                         ") has %zu bytes; must be at most %zu",
                         chunk.x, chunk.y, chunk.z, found, capacity);
    }
    return result == LOAM_NOT_FOUND ? LOAM_OK : result;
}

static loam_result save(void *user, loam_voxel_pos chunk, const uint8_t *bytes, size_t size)
{
    return loam_store_save_voxels(user, place_of(chunk), bytes, size);
}

typedef struct listing
{
    void (*found)(void *context, loam_voxel_pos chunk);
    void *context;
} listing;

static loam_result tell(void *user, loam_store_chunk_pos chunk)
{
    const listing *const to = user;
    // Somebody else's file may have rows anywhere.
    if (loam_land_row_exists(chunk))
    {
        to->found(to->context, (loam_voxel_pos){chunk.x, chunk.y, chunk.z});
    }
    return LOAM_OK;
}

static loam_result list(void *user, void (*found)(void *context, loam_voxel_pos chunk),
                        void *context)
{
    listing to = {found, context};
    return loam_store_each_voxels(user, tell, &to);
}

loam_voxel_store loam_store_voxels(loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    const bool writes = !store->file.read_only;
    return (loam_voxel_store){.load = load,
                              .save = writes ? save : NULL,
                              .list = list,
                              .voxel_m = store->land.voxel_m,
                              .user = store};
}
