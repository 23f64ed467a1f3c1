// SPDX-License-Identifier: MIT
#include "tiles/world/keeping.h"

#include "loam/random.h"
#include "tiles/plants/pack.h"

#include <string.h>

// A hash table with chains through the chunks, and lists through them: nothing here can fail but the
// making of a chunk. The table does not grow. With more chunks than were expected its chains get
// longer, which does not matter beside the 64 KiB of each.

enum
{
    LEAST_BUCKETS = 1 << 10,
    MOST_BUCKETS = 1 << 20
};

static size_t bucket_bytes(const loam_kept_set *set)
{
    return set->bucket_count * sizeof(loam_kept *);
}

loam_result loam_kept_init(loam_kept_set *set, const loam_env *env, size_t expected)
{
    *set = (loam_kept_set){.bucket_count = LEAST_BUCKETS};
    while (set->bucket_count < expected && set->bucket_count < MOST_BUCKETS)
    {
        set->bucket_count *= 2;
    }
    set->buckets = loam_alloc(env, bucket_bytes(set));
    if (set->buckets == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(set->buckets, 0, bucket_bytes(set));
    return LOAM_OK;
}

static void drop_all(loam_kept_set *set, const loam_env *env, const loam_kept_list *list)
{
    while (list->oldest != NULL)
    {
        loam_kept_drop(set, env, list->oldest);
    }
}

void loam_kept_free(loam_kept_set *set, const loam_env *env)
{
    drop_all(set, env, &set->ahead);
    drop_all(set, env, &set->retired);
    drop_all(set, env, &set->stuck);
    loam_packed_free(&set->packed, env);
    loam_free(env, set->buckets, bucket_bytes(set));
    *set = (loam_kept_set){0};
}

static loam_kept **bucket_of(const loam_kept_set *set, loam_chunk_pos at)
{
    return &set->buckets[loam_seed_at(0, at.x, at.y, 0) & (set->bucket_count - 1)];
}

loam_kept *loam_kept_find(const loam_kept_set *set, loam_chunk_pos at)
{
    loam_kept *chunk = *bucket_of(set, at);
    while (chunk != NULL && (chunk->at.x != at.x || chunk->at.y != at.y))
    {
        chunk = chunk->map_next;
    }
    return chunk;
}

static void map_add(loam_kept_set *set, loam_kept *chunk)
{
    loam_kept **const bucket = bucket_of(set, chunk->at);
    chunk->map_next = *bucket;
    *bucket = chunk;
}

static void map_remove(loam_kept_set *set, loam_kept *chunk)
{
    loam_kept **link = bucket_of(set, chunk->at);
    while (*link != chunk)
    {
        link = &(*link)->map_next;
    }
    *link = chunk->map_next;
}

static void list_append(loam_kept_list *list, loam_kept *chunk)
{
    chunk->list = list;
    chunk->older = list->newest;
    chunk->newer = NULL;
    *(list->newest != NULL ? &list->newest->newer : &list->oldest) = chunk;
    list->newest = chunk;
    list->count++;
}

static void list_remove(loam_kept *chunk)
{
    loam_kept_list *const list = chunk->list;
    *(chunk->older != NULL ? &chunk->older->newer : &list->oldest) = chunk->newer;
    *(chunk->newer != NULL ? &chunk->newer->older : &list->newest) = chunk->older;
    list->count--;
}

size_t loam_kept_bytes(const loam_kept_set *set)
{
    return set->count * sizeof(loam_kept) + set->packed.bytes;
}

static void note_peak(loam_kept_set *set)
{
    const size_t bytes = loam_kept_bytes(set);
    set->peak_bytes = bytes > set->peak_bytes ? bytes : set->peak_bytes;
}

loam_kept *loam_kept_make(loam_kept_set *set, const loam_env *env, loam_chunk_pos at)
{
    loam_kept *const chunk = loam_alloc(env, sizeof *chunk);
    if (chunk == NULL)
    {
        return NULL;
    }
    // All but the tiles, which somebody is about to write.
    memset(chunk, 0, offsetof(loam_kept, tiles));
    chunk->at = at;
    atomic_init(&chunk->state, LOAM_KEPT_IDLE);
    map_add(set, chunk);
    list_append(&set->ahead, chunk);
    set->count++;
    note_peak(set);
    return chunk;
}

void loam_kept_drop(loam_kept_set *set, const loam_env *env, loam_kept *chunk)
{
    map_remove(set, chunk);
    list_remove(chunk);
    set->count--;
    loam_plant_block_free(env, chunk->plants);
    loam_free(env, chunk->packed_plants, chunk->packed_size);
    loam_free(env, chunk, sizeof *chunk);
}

/// Packs a chunk's plants beside it, if they are not packed still. False if there is no memory.
static bool pack_plants(const loam_env *env, const loam_tile_defs *defs, loam_kept *chunk)
{
    if (chunk->plants == NULL || chunk->packed_plants != NULL)
    {
        return true;
    }
    const size_t size = loam_plants_pack_size(defs, chunk->plants);
    chunk->packed_plants = loam_alloc(env, size);
    if (chunk->packed_plants == NULL)
    {
        return false;
    }
    chunk->packed_size = size;
    loam_plants_pack(defs, chunk->plants, chunk->packed_plants);
    return true;
}

bool loam_kept_pack(loam_kept_set *set, const loam_env *env, const loam_tile_defs *defs,
                    loam_kept *chunk)
{
    const bool had_grown = chunk->plants != NULL;
    if (!pack_plants(env, defs, chunk))
    {
        return false;
    }
    const loam_packed_plants plants = {chunk->packed_plants, chunk->packed_size};
    if (!loam_packed_add(&set->packed, env, chunk->at, chunk->tiles, chunk->unsaved.edited, plants))
    {
        if (had_grown)
        {
            loam_free(env, chunk->packed_plants, chunk->packed_size);
            chunk->packed_plants = NULL;
            chunk->packed_size = 0;
        }
        return false;
    }
    chunk->packed_plants = NULL; // they are the packed chunk's now
    chunk->packed_size = 0;
    note_peak(set);
    loam_kept_drop(set, env, chunk);
    return true;
}

loam_kept *loam_kept_unpack(loam_kept_set *set, const loam_env *env, loam_chunk_pos at)
{
    loam_kept *const chunk = loam_kept_make(set, env, at);
    if (chunk == NULL)
    {
        return NULL;
    }
    loam_packed_plants plants;
    const bool edited = loam_packed_take(&set->packed, env, at, chunk->tiles, &plants);
    chunk->packed_plants = plants.bytes;
    chunk->packed_size = plants.size;
    chunk->origin = LOAM_FROM_MEMORY;
    chunk->unsaved = (loam_unsaved){.changed = true, .edited = edited, .due = UINT64_MAX};
    atomic_store_explicit(&chunk->state, LOAM_KEPT_HERE, memory_order_relaxed);
    loam_kept_move(chunk, &set->retired);
    return chunk;
}

void loam_kept_move(loam_kept *chunk, loam_kept_list *list)
{
    list_remove(chunk);
    list_append(list, chunk);
}

void loam_kept_rename(loam_kept_set *set, loam_kept *chunk, loam_chunk_pos at)
{
    map_remove(set, chunk);
    chunk->at = at;
    map_add(set, chunk);
}
