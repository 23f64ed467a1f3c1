// SPDX-License-Identifier: MIT
#include "pipeline/page_map.h"

#include "loam/random.h"

#include <string.h>

enum
{
    FIRST_BUCKETS = 256
};

static size_t bytes_of(size_t bucket_count)
{
    return bucket_count * sizeof(loam_node *);
}

static loam_node **make_buckets(size_t count, const loam_env *env)
{
    loam_node **const buckets = loam_alloc(env, bytes_of(count));
    if (buckets != NULL)
    {
        memset(buckets, 0, bytes_of(count));
    }
    return buckets;
}

loam_result loam_page_map_init(loam_page_map *map, const loam_env *env)
{
    *map = (loam_page_map){.buckets = make_buckets(FIRST_BUCKETS, env),
                           .bucket_count = FIRST_BUCKETS};
    return map->buckets == NULL ? LOAM_OUT_OF_MEMORY : LOAM_OK;
}

void loam_page_map_free(loam_page_map *map, const loam_env *env)
{
    loam_free(env, map->buckets, bytes_of(map->bucket_count));
    *map = (loam_page_map){0};
}

uint64_t loam_page_map_hash(const loam_page_id *id)
{
    const uint64_t words[4] = {(uint64_t)id->stage << 32 | (uint32_t)id->level, (uint64_t)id->x,
                               (uint64_t)id->y, (uint64_t)id->z};
    return loam_hash_u64(words, 4, 0);
}

static loam_node **bucket_of(const loam_page_map *map, uint64_t hash)
{
    return &map->buckets[hash & (map->bucket_count - 1)];
}

static bool is_page(const loam_page *page, const loam_page_id *id)
{
    return page->x == id->x && page->y == id->y && page->z == id->z && page->stage == id->stage &&
           page->level == id->level;
}

loam_node *loam_page_map_find(const loam_page_map *map, const loam_page_id *id, uint64_t hash)
{
    loam_node *node = *bucket_of(map, hash);
    while (node != NULL && (node->hash != hash || !is_page(&node->page, id)))
    {
        node = node->map_next;
    }
    return node;
}

static void put(loam_page_map *map, loam_node *node)
{
    loam_node **const bucket = bucket_of(map, node->hash);
    node->map_next = *bucket;
    *bucket = node;
}

static void grow(loam_page_map *map, const loam_env *env)
{
    const loam_page_map old = *map;
    loam_node **const buckets = make_buckets(old.bucket_count * 2, env);
    if (buckets == NULL)
    {
        return;
    }
    map->buckets = buckets;
    map->bucket_count = old.bucket_count * 2;
    for (size_t i = 0; i < old.bucket_count; i++)
    {
        for (loam_node *node = old.buckets[i], *next; node != NULL; node = next)
        {
            next = node->map_next;
            put(map, node);
        }
    }
    loam_free(env, old.buckets, bytes_of(old.bucket_count));
}

void loam_page_map_add(loam_page_map *map, loam_node *node, const loam_env *env)
{
    if (map->count >= map->bucket_count)
    {
        grow(map, env);
    }
    put(map, node);
    map->count++;
}

void loam_page_map_remove(loam_page_map *map, loam_node *node)
{
    loam_node **at = bucket_of(map, node->hash);
    while (*at != node)
    {
        at = &(*at)->map_next;
    }
    *at = node->map_next;
    node->map_next = NULL;
    map->count--;
}
