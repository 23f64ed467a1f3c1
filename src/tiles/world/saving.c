// SPDX-License-Identifier: MIT
#include "tiles/world/saving.h"

#include "base/result.h"
#include "tiles/plants/pack.h"
#include "tiles/state/touched.h"
#include "tiles/world/keeping.h"
#include "tiles/world/stream.h"

#include <stdio.h>

// A chunk leaves memory keep_steps after it retired, or earlier if there is no room. If it has changed
// and cannot be saved it is stuck: it stays until saving works. Without a store it is packed instead. What
// somebody built stays for good: losing that would be worse than keeping it. What has only lived, rained on
// and overgrown, is forgotten once the ring is far away, packed or not: so what a world forgets follows from
// where its centre was, and not from what memory there was.

enum
{
    RETRY_STEPS = 100, // after a failure
    LEAVE_AT_ONCE = 16 // saves in one step of chunks that are old; room is made whatever it takes
};

static loam_result report_failure(loam_tile_world *world, loam_chunk_pos at, loam_unsaved *unsaved,
                                  loam_result result)
{
    world->counters.save_failures++;
    loam_saving_be_due(world, unsaved, world->steps + RETRY_STEPS);
    result = loam_fail(result, "chunk (%lld, %lld) could not be saved: %s", (long long)at.x,
                       (long long)at.y, loam_last_error());
    if (!unsaved->failed) // once, not at every attempt
    {
        loam_log_write(&world->env, LOAM_LOG_WARNING, "%s; it stays in memory", loam_last_error());
    }
    unsaved->failed = true;
    return result;
}

/// Gives plants to the store, if it can keep them.
static loam_result save_plants(const loam_tile_world *world, loam_chunk_pos at,
                               const loam_plant_block *plants)
{
    const loam_chunk_store *const store = &world->def.store;
    if (world->plants == NULL || store->save_plants == NULL)
    {
        return LOAM_OK;
    }
    const size_t size = plants != NULL ? loam_plants_pack_size(world->defs, plants) : 0;
    uint8_t *const bytes = loam_alloc(&world->env, size);
    if (bytes == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    if (plants != NULL)
    {
        loam_plants_pack(world->defs, plants, bytes);
    }
    const loam_result result = store->save_plants(store->user, at, bytes, size);
    loam_free(&world->env, bytes, size);
    return result;
}

static loam_result save(loam_tile_world *world, loam_chunk_pos at, const loam_tile *tiles,
                        const loam_plant_block *plants, loam_unsaved *unsaved)
{
    const loam_chunk_store *const store = &world->def.store;
    const uint32_t messages = loam_message_count();
    loam_result result = save_plants(world, at, plants);
    result = result == LOAM_OK ? store->save(store->user, at, tiles) : result;
    result = loam_with_reason(result, messages);
    if (result != LOAM_OK)
    {
        return report_failure(world, at, unsaved, result);
    }
    *unsaved = (loam_unsaved){0};
    world->counters.saved++;
    world->counters.unsaved--;
    return LOAM_OK;
}

static loam_result save_slot(loam_tile_world *world, int32_t slot)
{
    loam_plant_block *plants;
    const loam_result result = loam_plants_copy(world, slot, &plants);
    if (result != LOAM_OK)
    {
        return report_failure(world, world->ring.slots[slot].chunk, &world->ring.unsaved[slot],
                              result);
    }
    loam_ring_copy_out(&world->ring, slot, world->saved);
    loam_plants_strip(world, slot, world->saved);
    const loam_result saved = save(world, world->ring.slots[slot].chunk, world->saved, plants,
                                   &world->ring.unsaved[slot]);
    loam_plant_block_free(&world->env, plants);
    return saved;
}

static loam_result save_kept(loam_tile_world *world, loam_kept *chunk)
{
    return save(world, chunk->at, chunk->tiles, chunk->plants, &chunk->unsaved);
}

static void drop(loam_tile_world *world, loam_kept *chunk)
{
    world->counters.dropped++;
    loam_kept_drop(&world->kept, &world->env, chunk);
    loam_stream_changed(world);
}

// ---- what is due ----------------------------------------------------------------------------------

static bool is_due(loam_tile_world *world, loam_unsaved *unsaved)
{
    if (unsaved->changed && unsaved->due > world->steps)
    {
        loam_saving_be_due(world, unsaved, unsaved->due);
    }
    return unsaved->changed && unsaved->due <= world->steps;
}

static void save_due_slots(loam_tile_world *world)
{
    const int32_t count = world->ring.chunks * world->ring.chunks;
    for (int32_t slot = 0; slot < count; slot++)
    {
        if (is_due(world, &world->ring.unsaved[slot]))
        {
            (void)save_slot(world, slot);
        }
    }
}

static void save_due_kept(loam_tile_world *world, const loam_kept_list *list)
{
    for (loam_kept *chunk = list->oldest, *newer; chunk != NULL; chunk = newer)
    {
        newer = chunk->newer;
        if (is_due(world, &chunk->unsaved) && save_kept(world, chunk) == LOAM_OK &&
            list == &world->kept.stuck)
        {
            drop(world, chunk);
        }
    }
}

static void save_due(loam_tile_world *world)
{
    if (world->steps < world->soonest || world->def.store.save == NULL)
    {
        return;
    }
    world->soonest = UINT64_MAX; // found anew on the way
    save_due_slots(world);
    save_due_kept(world, &world->kept.retired);
    save_due_kept(world, &world->kept.stuck);
}

// ---- what leaves ----------------------------------------------------------------------------------

static void leave(loam_tile_world *world, loam_kept *chunk)
{
    const bool can_save = world->def.store.save != NULL;
    if (!chunk->unsaved.changed || (can_save && save_kept(world, chunk) == LOAM_OK))
    {
        drop(world, chunk);
    }
    else if (can_save || !loam_kept_pack(&world->kept, &world->env, world->defs, chunk))
    {
        loam_kept_move(chunk, &world->kept.stuck);
    }
}

static void make_room(loam_tile_world *world)
{
    const loam_kept_list *const retired = &world->kept.retired;
    while (retired->count * sizeof(loam_kept) > world->def.keep_bytes)
    {
        leave(world, retired->oldest);
    }
}

static void let_old_leave(loam_tile_world *world)
{
    const uint64_t keep_steps = (uint64_t)world->def.keep_steps;
    const loam_kept_list *const retired = &world->kept.retired;
    int32_t saves = 0;
    while (retired->oldest != NULL && saves < LEAVE_AT_ONCE &&
           world->steps - retired->oldest->retired_at >= keep_steps)
    {
        saves += retired->oldest->unsaved.changed;
        leave(world, retired->oldest);
    }
}

static void count_forgotten(loam_tile_world *world, size_t count)
{
    world->counters.forgotten += count;
    world->counters.dropped += count;
    world->counters.unsaved -= count;
}

static void forget_kept(loam_tile_world *world, const loam_kept_list *list)
{
    const loam_chunk_pos middle = world->ring.anchor;
    for (loam_kept *chunk = list->oldest, *newer; chunk != NULL; chunk = newer)
    {
        newer = chunk->newer;
        if (chunk->unsaved.changed && !chunk->unsaved.edited &&
            loam_chunk_is_far(chunk->at, middle, world->def.forget_distance))
        {
            count_forgotten(world, 1);
            loam_kept_drop(&world->kept, &world->env, chunk);
        }
    }
}

void loam_saving_forget(loam_tile_world *world)
{
    const int64_t distance = world->def.forget_distance;
    if (world->def.store.save != NULL || distance == 0)
    {
        return;
    }
    forget_kept(world, &world->kept.retired);
    forget_kept(world, &world->kept.stuck);
    count_forgotten(world, loam_packed_drop_far(&world->kept.packed, &world->env,
                                                world->ring.anchor, distance));
}

void loam_saving_step(loam_tile_world *world)
{
    save_due(world);
    let_old_leave(world);
    make_room(world);
}

// ---- everything -----------------------------------------------------------------------------------

/// The first failure of several, with its message.
typedef struct failure
{
    loam_result result;
    char message[512];
} failure;

static void note(failure *first, loam_result result)
{
    if (result != LOAM_OK && first->result == LOAM_OK)
    {
        first->result = result;
        snprintf(first->message, sizeof first->message, "%s", loam_last_error());
    }
}

/// From a slot on; *left is how many more may be saved. The slot to go on with.
static int32_t save_ring(loam_tile_world *world, int32_t slot, int64_t *left, failure *first)
{
    const int32_t count = world->ring.chunks * world->ring.chunks;
    for (; *left > 0 && slot < count; slot++)
    {
        if (world->ring.unsaved[slot].changed)
        {
            note(first, save_slot(world, slot));
            (*left)--;
        }
    }
    return slot;
}

static void save_list(loam_tile_world *world, const loam_kept_list *list, int64_t *left,
                      failure *first)
{
    for (loam_kept *chunk = list->oldest, *newer; chunk != NULL && *left > 0; chunk = newer)
    {
        newer = chunk->newer;
        if (!chunk->unsaved.changed)
        {
            continue;
        }
        const loam_result result = save_kept(world, chunk);
        note(first, result);
        (*left)--;
        if (result == LOAM_OK && list == &world->kept.stuck)
        {
            drop(world, chunk);
        }
    }
}

static void save_lists(loam_tile_world *world, int64_t *left, failure *first)
{
    save_list(world, &world->kept.retired, left, first);
    save_list(world, &world->kept.stuck, left, first);
}

static loam_result flush(loam_tile_world *world)
{
    const loam_chunk_store *const store = &world->def.store;
    if (store->flush == NULL)
    {
        return LOAM_OK;
    }
    const uint32_t messages = loam_message_count();
    return loam_with_reason(store->flush(store->user), messages);
}

static loam_result end_with(const failure *first)
{
    return first->result == LOAM_OK ? LOAM_OK : loam_fail(first->result, "%s", first->message);
}

loam_result loam_saving_all(loam_tile_world *world)
{
    if (world->def.store.save == NULL)
    {
        return LOAM_OK;
    }
    failure first = {.result = LOAM_OK};
    int64_t left = INT64_MAX;
    (void)save_ring(world, 0, &left, &first);
    save_lists(world, &left, &first);
    note(&first, flush(world));
    return end_with(&first);
}

loam_result loam_saving_some(loam_tile_world *world, int32_t max_chunks, int32_t *cursor)
{
    if (world->def.store.save == NULL)
    {
        *cursor = 0;
        return LOAM_OK;
    }
    failure first = {.result = LOAM_OK};
    int64_t left = max_chunks;
    *cursor = save_ring(world, *cursor, &left, &first);
    save_lists(world, &left, &first);
    if (left > 0 || first.result != LOAM_OK)
    {
        *cursor = 0;
    }
    return end_with(&first);
}
