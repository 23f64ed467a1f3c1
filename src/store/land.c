// SPDX-License-Identifier: MIT
#include "store/store.h"

#include <inttypes.h>
#include <string.h>

// Chunks of voxels go the way that chunks of tiles go, from the queue on. Here is what they are on this side of
// it: a place with three numbers, and bytes.

const char *loam_store_kind_name(loam_store_kind kind)
{
    return kind == LOAM_STORE_TILES ? "tiles" : kind == LOAM_STORE_LAND ? "land" : "?";
}

loam_store_kind loam_store_kind_of(const loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    return store->rules.kind;
}

const loam_land_shape *loam_store_shape(const loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    return store->rules.kind == LOAM_STORE_LAND ? &store->land.shape : NULL;
}

float loam_store_voxel_m(const loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    return store->rules.kind == LOAM_STORE_LAND ? store->land.voxel_m : 0;
}

const loam_inside *loam_store_inside(const loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    return store->rules.kind == LOAM_STORE_LAND ? &store->land.inside : NULL;
}

/// Whether a world has chunks of voxels, and there can be such a one.
static loam_result check_place(const loam_store *store, loam_store_chunk_pos chunk)
{
    const loam_result result = loam_store_check_kind(store, LOAM_STORE_LAND);
    return result != LOAM_OK || loam_land_row_exists(chunk)
               ? result
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "there is no chunk (%" PRId64 ", %" PRId64 ", %" PRId64
                           "); must be -2^45 to 2^45, -1024 to 1023, -2^45 to 2^45",
                           chunk.x, chunk.y, chunk.z);
}

static loam_result check_size(size_t size)
{
    return size >= 1 && size <= LOAM_MAX_LAND_CHUNK_BYTES
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "a chunk of %zu bytes; must be 1 to %d", size,
                           LOAM_MAX_LAND_CHUNK_BYTES);
}

loam_result loam_store_save_voxels(loam_store *store, loam_store_chunk_pos chunk,
                                   const uint8_t *bytes, size_t size)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, bytes != NULL || size == 0);
    loam_result result = loam_store_check_writable(store);
    result = result == LOAM_OK ? check_place(store, chunk) : result;
    result = result == LOAM_OK ? check_size(size) : result;
    const loam_chunk_content content = {(void *)bytes, size};
    return result == LOAM_OK ? loam_store_enqueue(store, loam_land_row_place(chunk), content)
                             : result;
}

loam_result loam_store_load_voxels(loam_store *store, loam_store_chunk_pos chunk, uint8_t *bytes,
                                   size_t room, size_t *size)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, size != NULL && (bytes != NULL || room == 0));
    *size = 0;
    loam_result result = check_place(store, chunk);
    if (result != LOAM_OK)
    {
        return result;
    }
    // A row may have more than there is room for, and is checked as a whole.
    const bool fits = room >= LOAM_MAX_LAND_CHUNK_BYTES;
    loam_chunk_content content = {
        .bytes = fits ? bytes : loam_alloc(&store->env, LOAM_MAX_LAND_CHUNK_BYTES)};
    result = content.bytes != NULL ? loam_store_fetch(store, loam_land_row_place(chunk), &content)
                                   : LOAM_OUT_OF_MEMORY;
    if (result == LOAM_OK)
    {
        *size = content.size;
    }
    if (!fits && *size > 0 && *size <= room)
    {
        memcpy(bytes, content.bytes, *size);
    }
    loam_free(&store->env, fits ? NULL : content.bytes, LOAM_MAX_LAND_CHUNK_BYTES);
    return result;
}

typedef struct visiting
{
    loam_result (*visit)(void *user, loam_store_chunk_pos chunk);
    void *user;
} visiting;

static loam_result visit_place(void *user, loam_chunk_pos place)
{
    const visiting *const of = user;
    return of->visit(of->user, loam_land_row_chunk(place));
}

loam_result loam_store_each_voxels(loam_store *store,
                                   loam_result (*visit)(void *user, loam_store_chunk_pos chunk),
                                   void *user)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, visit != NULL);
    visiting of = {visit, user};
    const loam_result result = loam_store_check_kind(store, LOAM_STORE_LAND);
    return result == LOAM_OK ? loam_store_each_place(store, visit_place, &of) : result;
}
