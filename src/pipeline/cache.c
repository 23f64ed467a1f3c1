// SPDX-License-Identifier: MIT
#include "pipeline/cache.h"

void loam_cache_admit(loam_cache *cache, const loam_node *node)
{
    cache->pinned_bytes += loam_node_cost(node);
    cache->pages++;
}

void loam_cache_unpin(loam_cache *cache, loam_node *node)
{
    cache->pinned_bytes -= loam_node_cost(node);
    cache->bytes += loam_node_cost(node);
    node->older = cache->newest;
    node->newer = NULL;
    if (cache->newest != NULL)
    {
        cache->newest->newer = node;
    }
    else
    {
        cache->oldest = node;
    }
    cache->newest = node;
}

static void unlink_node(loam_cache *cache, loam_node *node)
{
    if (node->newer != NULL)
    {
        node->newer->older = node->older;
    }
    else
    {
        cache->newest = node->older;
    }
    if (node->older != NULL)
    {
        node->older->newer = node->newer;
    }
    else
    {
        cache->oldest = node->newer;
    }
    node->newer = node->older = NULL;
    cache->bytes -= loam_node_cost(node);
}

void loam_cache_pin(loam_cache *cache, loam_node *node)
{
    unlink_node(cache, node);
    cache->pinned_bytes += loam_node_cost(node);
}

void loam_cache_remove(loam_cache *cache, loam_node *node)
{
    unlink_node(cache, node);
    cache->pages--;
}

loam_node *loam_cache_excess(const loam_cache *cache)
{
    return cache->bytes > cache->budget ? cache->oldest : NULL;
}
