// SPDX-License-Identifier: MIT
// Finds the node of a page.
#ifndef LOAM_PIPELINE_PAGE_MAP_H
#define LOAM_PIPELINE_PAGE_MAP_H

#include "pipeline/node.h"

/// A hash table with chains through the nodes themselves, so adding a node cannot fail: if there is
/// no memory for more buckets, the chains get longer.
typedef struct loam_page_map
{
    loam_node **buckets;
    size_t bucket_count; // a power of two
    size_t count;
} loam_page_map;

loam_result loam_page_map_init(loam_page_map *map, const loam_env *env);
void loam_page_map_free(loam_page_map *map, const loam_env *env);

uint64_t loam_page_map_hash(const loam_page_id *id);
loam_node *loam_page_map_find(const loam_page_map *map, const loam_page_id *id, uint64_t hash);

/// node->hash is set, and no node of that page is there.
void loam_page_map_add(loam_page_map *map, loam_node *node, const loam_env *env);
void loam_page_map_remove(loam_page_map *map, loam_node *node);

#endif
