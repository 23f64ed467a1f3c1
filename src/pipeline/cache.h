// SPDX-License-Identifier: MIT
// Finished pages that are not pinned, in the order of their last use, and what they cost.
#ifndef LOAM_PIPELINE_CACHE_H
#define LOAM_PIPELINE_CACHE_H

#include "pipeline/node.h"

typedef struct loam_cache
{
    loam_node *newest, *oldest;
    size_t budget;
    size_t bytes;        // of the pages in the list
    size_t pinned_bytes; // of the finished pages that are not in it, as they are pinned
    uint64_t pages;      // both
} loam_cache;

/// A page has been finished, and is pinned.
void loam_cache_admit(loam_cache *cache, const loam_node *node);

/// The page is not pinned any more: it becomes the newest of those that may be evicted.
void loam_cache_unpin(loam_cache *cache, loam_node *node);

/// The page is pinned again.
void loam_cache_pin(loam_cache *cache, loam_node *node);

/// Takes out a page that is not pinned.
void loam_cache_remove(loam_cache *cache, loam_node *node);

/// The page that has to go, NULL if the budget is kept.
loam_node *loam_cache_excess(const loam_cache *cache);

#endif
