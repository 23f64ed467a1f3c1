// SPDX-License-Identifier: MIT
#include "store/waiting.h"

#include "loam/random.h"

#include <string.h>

// A list for the order, a table of chains for finding. A chunk stands in it at most twice: a copy that
// the writer is working on, and a newer one, which comes first in its chain.

static size_t bytes_of(size_t bucket_count)
{
    return bucket_count * sizeof(loam_waiting *);
}

static size_t waiting_bytes(const loam_waiting_list *queue)
{
    return sizeof(loam_waiting) + queue->room;
}

loam_result loam_waiting_init(loam_waiting_list *queue, const loam_env *env, size_t expected,
                              size_t room)
{
    enum
    {
        FEWEST = 64,
        MOST = 1 << 16
    };
    size_t count = FEWEST;
    while (count < expected && count < MOST)
    {
        count *= 2;
    }
    *queue = (loam_waiting_list){
        .buckets = loam_alloc(env, bytes_of(count)), .bucket_count = count, .room = room};
    if (queue->buckets == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(queue->buckets, 0, bytes_of(count));
    return LOAM_OK;
}

void loam_waiting_free(loam_waiting_list *queue, const loam_env *env)
{
    while (queue->first != NULL)
    {
        loam_waiting_remove(queue, env, queue->first);
    }
    loam_free(env, queue->buckets, bytes_of(queue->bucket_count));
    *queue = (loam_waiting_list){0};
}

static loam_waiting **bucket_of(const loam_waiting_list *queue, loam_chunk_pos chunk)
{
    const uint64_t words[2] = {(uint64_t)chunk.x, (uint64_t)chunk.y};
    return &queue->buckets[loam_hash_u64(words, 2, 0) & (queue->bucket_count - 1)];
}

loam_waiting *loam_waiting_find(const loam_waiting_list *queue, loam_chunk_pos chunk)
{
    loam_waiting *waiting = *bucket_of(queue, chunk);
    while (waiting != NULL && (waiting->chunk.x != chunk.x || waiting->chunk.y != chunk.y))
    {
        waiting = waiting->next_in_bucket;
    }
    return waiting;
}

static void append(loam_waiting_list *queue, loam_waiting *waiting)
{
    waiting->next = NULL;
    waiting->previous = queue->last;
    if (queue->last != NULL)
    {
        queue->last->next = waiting;
    }
    else
    {
        queue->first = waiting;
    }
    queue->last = waiting;
}

static void unlink_from_list(loam_waiting_list *queue, loam_waiting *waiting)
{
    if (waiting->previous != NULL)
    {
        waiting->previous->next = waiting->next;
    }
    else
    {
        queue->first = waiting->next;
    }
    if (waiting->next != NULL)
    {
        waiting->next->previous = waiting->previous;
    }
    else
    {
        queue->last = waiting->previous;
    }
}

static void set_content(loam_waiting *waiting, loam_chunk_content content)
{
    memcpy(waiting->bytes, content.bytes, content.size);
    waiting->size = content.size;
}

static void take_plants(const loam_env *env, loam_waiting *waiting, loam_plant_section *plants)
{
    loam_planted_free(env, &waiting->plants);
    waiting->plants = *plants;
    *plants = (loam_plant_section){0};
}

loam_waiting *loam_waiting_put(loam_waiting_list *queue, const loam_env *env, loam_chunk_pos chunk,
                               loam_chunk_content content, loam_plant_section *plants,
                               uint64_t number)
{
    loam_waiting *const older = loam_waiting_find(queue, chunk);
    if (older != NULL && !older->taken)
    {
        set_content(older, content);
        take_plants(env, older, plants);
        return older;
    }
    loam_waiting *const waiting = loam_alloc(env, waiting_bytes(queue));
    if (waiting == NULL)
    {
        return NULL;
    }
    if (older != NULL)
    {
        older->replaced = true;
    }
    waiting->chunk = chunk;
    waiting->number = number;
    waiting->taken = waiting->replaced = waiting->written = false;
    set_content(waiting, content);
    waiting->plants = (loam_plant_section){0};
    take_plants(env, waiting, plants);
    loam_waiting **const bucket = bucket_of(queue, chunk);
    waiting->next_in_bucket = *bucket;
    *bucket = waiting;
    append(queue, waiting);
    queue->count++;
    return waiting;
}

void loam_waiting_remove(loam_waiting_list *queue, const loam_env *env, loam_waiting *waiting)
{
    loam_waiting **link = bucket_of(queue, waiting->chunk);
    while (*link != waiting)
    {
        link = &(*link)->next_in_bucket;
    }
    *link = waiting->next_in_bucket;
    unlink_from_list(queue, waiting);
    queue->count--;
    loam_planted_free(env, &waiting->plants);
    loam_free(env, waiting, waiting_bytes(queue));
}

void loam_waiting_postpone(loam_waiting_list *queue, loam_waiting *waiting)
{
    unlink_from_list(queue, waiting);
    append(queue, waiting);
}

bool loam_waiting_has_until(const loam_waiting_list *queue, uint64_t number)
{
    const loam_waiting *waiting = queue->first;
    while (waiting != NULL && waiting->number > number)
    {
        waiting = waiting->next;
    }
    return waiting != NULL;
}
