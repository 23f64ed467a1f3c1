// SPDX-License-Identifier: MIT
#include "pipeline/region.h"

#include <math.h>
#include <string.h>

// What scheduler.c promises, checked node by node.

typedef struct totals
{
    uint64_t under_way;
    uint64_t queued;
    uint64_t expanded;
    uint64_t begun;
    size_t delayed_bytes;
    uint64_t pages;
    size_t cached_bytes;
    size_t pinned_bytes;
    uint64_t stage_under_way[LOAM_MAX_STAGES];
} totals;

static bool is_queued_state(const loam_node *node)
{
    return node->state == LOAM_NODE_LOOK || node->state == LOAM_NODE_EXPAND ||
           node->state == LOAM_NODE_READY || node->state == LOAM_NODE_DELAYED;
}

// The least of those who want it, and never more of them than wanted says.
static bool wants_are_sound(const loam_node *node)
{
    uint32_t known = node->gets;
    double least = node->gets > 0 ? LOAM_URGENT : (double)INFINITY;
    for (const loam_link *link = node->readers; link != NULL; link = link->next)
    {
        known++;
        least = fmin(least, link->reader->priority);
        if (link->input != node ||
            (link->reader->state != LOAM_NODE_WAIT && link->reader->state != LOAM_NODE_EXPAND))
        {
            return false;
        }
    }
    for (const loam_claim *claim = node->claims; claim != NULL; claim = claim->next)
    {
        known++;
        least = fmin(least, claim->distance);
        if (claim->node != node)
        {
            return false;
        }
    }
    const bool under_way = node->state < LOAM_NODE_DONE;
    return known <= node->wanted && (!under_way || known == node->wanted) &&
           (!under_way || !(node->priority < least || node->priority > least));
}

static bool links_are_sound(const loam_node *node)
{
    int32_t missing = 0;
    for (int32_t i = 0; i < node->link_count; i++)
    {
        const loam_link *const link = &node->links[i];
        missing += link->input->state != LOAM_NODE_DONE;
        if (link->reader != node || link->input->wanted == 0 ||
            link->input->page.stage >= node->page.stage)
        {
            return false;
        }
    }
    const bool all = node->link_count == node->link_wanted && node->link_wanted <= node->link_room;
    return missing == node->missing && (all || node->state == LOAM_NODE_EXPAND) &&
           (node->state == LOAM_NODE_EXPAND || (missing > 0) == (node->state == LOAM_NODE_WAIT));
}

static bool node_is_sound(const loam_node *node)
{
    const bool done = node->state == LOAM_NODE_DONE;
    return node->state != LOAM_NODE_FAILED && (node->place >= 0) == is_queued_state(node) &&
           (node->wanted > 0 || done || node->state == LOAM_NODE_BUSY) &&
           (!done || (node->links == NULL && node->readers == NULL && node->work == NULL)) &&
           wants_are_sound(node) && links_are_sound(node);
}

static void count_node(totals *sum, const loam_node *node)
{
    const bool done = node->state == LOAM_NODE_DONE;
    sum->queued += node->place >= 0;
    sum->delayed_bytes += node->state == LOAM_NODE_DELAYED ? node->page.size : 0;
    sum->expanded += node->links != NULL;
    sum->begun += node->begun;
    sum->pages += done;
    sum->under_way += !done;
    sum->stage_under_way[node->page.stage] += !done;
    if (done)
    {
        *(node->wanted > 0 ? &sum->pinned_bytes : &sum->cached_bytes) += loam_node_cost(node);
    }
}

static bool nodes_are_sound(const loam_pipeline *pipeline, totals *sum)
{
    size_t count = 0;
    for (size_t i = 0; i < pipeline->map.bucket_count; i++)
    {
        for (const loam_node *node = pipeline->map.buckets[i]; node != NULL; node = node->map_next)
        {
            count++;
            count_node(sum, node);
            if (!node_is_sound(node))
            {
                return false;
            }
        }
    }
    return count == pipeline->map.count;
}

static bool lists_are_sound(const loam_pipeline *pipeline, const totals *sum)
{
    uint64_t cached = 0, queued = 0, events = 0;
    for (const loam_node *node = pipeline->cache.newest; node != NULL; node = node->older)
    {
        cached += node->state == LOAM_NODE_DONE && node->wanted == 0 ? loam_node_cost(node) : 0;
    }
    for (int32_t kind = 0; kind < LOAM_QUEUE_KINDS; kind++)
    {
        queued += pipeline->queues[kind].count;
        if (!loam_queue_in_order(&pipeline->queues[kind]))
        {
            return false;
        }
    }
    for (const loam_claim *claim = pipeline->first_event; claim != NULL; claim = claim->event_next)
    {
        events++;
    }
    return cached == sum->cached_bytes && queued == sum->queued && events == pipeline->event_count;
}

static bool sums_are_sound(const loam_pipeline *pipeline, const totals *sum)
{
    for (int32_t i = 0; i < pipeline->stage_count; i++)
    {
        const loam_stage *const stage = &pipeline->stages[i];
        if (stage->counters.under_way != sum->stage_under_way[i] ||
            stage->slices_done > stage->slices_wanted)
        {
            return false;
        }
    }
    return sum->under_way == pipeline->under_way && sum->expanded == pipeline->expanded &&
           sum->begun == (uint64_t)pipeline->begun &&
           sum->delayed_bytes == pipeline->delayed_bytes && sum->pages == pipeline->cache.pages &&
           sum->cached_bytes == pipeline->cache.bytes &&
           sum->pinned_bytes == pipeline->cache.pinned_bytes &&
           pipeline->cache.bytes <= pipeline->cache.budget;
}

bool loam_pipeline_is_sound(loam_pipeline *pipeline)
{
    loam_mutex_lock(&pipeline->mutex);
    totals sum;
    memset(&sum, 0, sizeof sum);
    const bool sound = nodes_are_sound(pipeline, &sum) && sums_are_sound(pipeline, &sum) &&
                       lists_are_sound(pipeline, &sum);
    loam_mutex_unlock(&pipeline->mutex);
    return sound;
}
