// SPDX-License-Identifier: MIT
#include "pipeline/scheduler.h"

#include "pipeline/region.h"
#include "pipeline/work.h"

#include <math.h>

// A page that somebody wants has a node, and a node goes through these states:
//
//        want                 the back store has it
//          |        +-----------------------------------------------+
//          v        |                                               v
//        LOOK --> BUSY ---> EXPAND ---> WAIT ---> READY <--> BUSY --+--> HELD --> DONE
//     (kept pages)            |                     ^         |                    |
//                             +---------------------+         +--> FAILED          +--> evicted
//                              all inputs are there
//
// A page of a stage that is switched off is DONE at once; one without inputs begins as READY.
//
// The idea is counting. `wanted` counts all who need the page: pages under way that read it, regions
// that claim it, threads in loam_pipeline_get, and holders of the finished page. While it is above 0
// the node lives. When it falls to 0, a page under way is cancelled, which takes back its own wants
// of its inputs, and so on down; a finished page may be evicted; so nothing has to be searched for,
// and nothing is left behind. `missing` counts the inputs that are not done; when it falls to 0 the
// page is READY. Inputs belong to earlier stages (Blomqvist et al. 2016, 2.8.2), so both kinds of
// counting end, and recursion is never deeper than there are stages.
//
// A node that is LOOK, EXPAND or READY stands in the queue, and only such a one. BUSY means that one
// thread works on it without the mutex and nobody else changes it: others may only raise and lower
// `wanted` and its priority. If wanted falls to 0 meanwhile, the thread finds that out after its
// slice. Between slices the page goes back to the queue, so something nearer can overtake it, and a
// program without threads can stop after any slice and go on in the next frame (Karavasilev 2021,
// 6.3).
//
// A page that fails makes all pages fail that wait for it. Failed nodes leave the map at once, so
// that the next request starts afresh; they live on only until those who wanted them have read why.
//
// loam_pipeline_is_sound (sound.c) checks all of this.

static loam_stage *stage_of(loam_pipeline *pipeline, const loam_node *node)
{
    return &pipeline->stages[node->page.stage];
}

static int32_t slices_of(loam_pipeline *pipeline, const loam_node *node)
{
    return stage_of(pipeline, node)->slices[node->page.level];
}

static bool is_under_way(const loam_node *node)
{
    return node->state < LOAM_NODE_DONE;
}

static void begin_under_way(loam_pipeline *pipeline, loam_node *node)
{
    loam_stage *const stage = stage_of(pipeline, node);
    pipeline->under_way++;
    stage->counters.under_way++;
    stage->slices_wanted += (uint64_t)slices_of(pipeline, node);
}

static void end_under_way(loam_pipeline *pipeline, loam_node *node)
{
    loam_stage *const stage = stage_of(pipeline, node);
    pipeline->under_way--;
    if (--stage->counters.under_way == 0)
    {
        stage->slices_wanted = stage->slices_done = 0;
    }
}

// For progress, what a page has left to do counts as done when it needs no doing.
static void skip_slices(loam_pipeline *pipeline, loam_node *node)
{
    const int32_t count = slices_of(pipeline, node);
    stage_of(pipeline, node)->slices_done += (uint64_t)(count - node->slice);
    node->slice = count;
}

// ---- links ----------------------------------------------------------------------------------------

static size_t link_bytes(int32_t count)
{
    return (size_t)count * (sizeof(loam_link) + sizeof(loam_page));
}

static loam_result make_links(loam_pipeline *pipeline, loam_node *node, int32_t count)
{
    node->links = loam_alloc(&pipeline->def.env, link_bytes(count));
    if (node->links == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    node->link_room = count;
    node->inputs = (loam_page *)(node->links + count);
    return LOAM_OK;
}

static void join_readers(loam_link *link)
{
    loam_node *const input = link->input;
    link->previous = NULL;
    link->next = input->readers;
    if (input->readers != NULL)
    {
        input->readers->previous = link;
    }
    input->readers = link;
}

static void leave_readers(loam_link *link)
{
    if (link->next != NULL)
    {
        link->next->previous = link->previous;
    }
    if (link->previous != NULL)
    {
        link->previous->next = link->next;
    }
    else
    {
        link->input->readers = link->next;
    }
}

// Takes back what a page wanted of its inputs.
static void drop_links(loam_pipeline *pipeline, loam_node *node)
{
    for (int32_t i = 0; i < node->link_count; i++)
    {
        loam_link *const link = &node->links[i];
        if (link->input->state != LOAM_NODE_DONE)
        {
            leave_readers(link);
        }
        loam_schedule_unwant(pipeline, link->input, node->priority);
    }
    loam_free(&pipeline->def.env, node->links, link_bytes(node->link_room));
    node->links = NULL;
    node->inputs = NULL;
    node->link_count = node->link_room = node->missing = 0;
}

// ---- priorities -----------------------------------------------------------------------------------

static double least_priority(const loam_node *node)
{
    double least = node->gets > 0 ? LOAM_URGENT : (double)INFINITY;
    for (const loam_link *link = node->readers; link != NULL; link = link->next)
    {
        least = link->reader->priority < least ? link->reader->priority : least;
    }
    for (const loam_claim *claim = node->claims; claim != NULL; claim = claim->next)
    {
        least = claim->distance < least ? claim->distance : least;
    }
    return least;
}

void loam_schedule_moved(loam_pipeline *pipeline, loam_node *node, double from, double to)
{
    const double before = node->priority;
    if (!is_under_way(node) || (to >= before && from > before))
    {
        return;
    }
    // All who want it have to be looked at only if the one that was first falls back.
    const double after = to <= before ? to : least_priority(node);
    if (after >= before && after <= before)
    {
        return;
    }
    node->priority = after;
    if (node->place >= 0)
    {
        loam_queue_moved(&pipeline->queue, node);
    }
    for (int32_t i = 0; i < node->link_count; i++)
    {
        loam_schedule_moved(pipeline, node->links[i].input, before, after);
    }
}

// ---- the way of a page ----------------------------------------------------------------------------

static void enqueue(loam_pipeline *pipeline, loam_node *node, loam_node_state state)
{
    node->state = state;
    loam_queue_push(&pipeline->queue, node);
}

static void make_ready(loam_pipeline *pipeline, loam_node *node)
{
    for (int32_t i = 0; i < node->link_count; i++)
    {
        node->inputs[i] = node->links[i].input->page;
    }
    enqueue(pipeline, node, LOAM_NODE_READY);
}

// A page without inputs has nothing to find.
static void enqueue_for_inputs(loam_pipeline *pipeline, loam_node *node)
{
    const loam_stage *const stage = stage_of(pipeline, node);
    for (int32_t i = 0; i < stage->source_count; i++)
    {
        if (loam_source_read_at(&stage->sources[i], node->page.level))
        {
            enqueue(pipeline, node, LOAM_NODE_EXPAND);
            return;
        }
    }
    enqueue(pipeline, node, LOAM_NODE_READY);
}

static void finish(loam_pipeline *pipeline, loam_node *node)
{
    skip_slices(pipeline, node);
    end_under_way(pipeline, node);
    node->state = LOAM_NODE_DONE;
    loam_cache_admit(&pipeline->cache, node);
    drop_links(pipeline, node);
    loam_link *link = node->readers;
    node->readers = NULL;
    while (link != NULL)
    {
        loam_link *const next = link->next;
        if (--link->reader->missing == 0)
        {
            make_ready(pipeline, link->reader);
        }
        link = next;
    }
    for (loam_claim *claim = node->claims; claim != NULL; claim = claim->next)
    {
        loam_claim_settled(pipeline, claim);
    }
    if (node->wanted == 0)
    {
        loam_cache_unpin(&pipeline->cache, node);
        loam_schedule_evict(pipeline);
    }
}

static void begin(loam_pipeline *pipeline, loam_node *node)
{
    const loam_stage *const stage = stage_of(pipeline, node);
    if (!stage->enabled)
    {
        finish(pipeline, node);
    }
    else if (stage->keep && pipeline->def.store.load != NULL)
    {
        enqueue(pipeline, node, LOAM_NODE_LOOK);
    }
    else
    {
        enqueue_for_inputs(pipeline, node);
    }
}

static loam_result start(loam_pipeline *pipeline, const loam_page_id *id, uint64_t hash,
                         double priority, loam_node **out)
{
    const loam_env *const env = &pipeline->def.env;
    if (loam_queue_reserve(&pipeline->queue, (size_t)pipeline->under_way + 1, env) != LOAM_OK)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_node *const node = loam_node_make(pipeline);
    if (node == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *node = (loam_node){
        .page = {.stage = id->stage, .level = id->level, .x = id->x, .y = id->y, .z = id->z},
        .hash = hash,
        .wanted = 1,
        .place = -1,
        .priority = priority,
    };
    loam_page_map_add(&pipeline->map, node, env);
    pipeline->started = true;
    begin_under_way(pipeline, node);
    begin(pipeline, node);
    *out = node;
    return LOAM_OK;
}

loam_result loam_schedule_want(loam_pipeline *pipeline, const loam_page_id *id, double priority,
                               loam_node **out)
{
    const uint64_t hash = loam_page_map_hash(id);
    loam_node *const node = loam_page_map_find(&pipeline->map, id, hash);
    if (node == NULL)
    {
        return start(pipeline, id, hash, priority, out);
    }
    if (node->state == LOAM_NODE_DONE)
    {
        stage_of(pipeline, node)->counters.hits++;
        if (node->wanted == 0)
        {
            loam_cache_pin(&pipeline->cache, node);
        }
    }
    node->wanted++;
    loam_schedule_moved(pipeline, node, (double)INFINITY, priority);
    *out = node;
    return LOAM_OK;
}

static loam_result want_input(loam_pipeline *pipeline, loam_node *node, const loam_page_id *id)
{
    loam_link *const link = &node->links[node->link_count];
    const loam_result result = loam_schedule_want(pipeline, id, node->priority, &link->input);
    if (result != LOAM_OK)
    {
        return result;
    }
    link->reader = node;
    node->link_count++;
    if (link->input->state != LOAM_NODE_DONE)
    {
        join_readers(link);
        node->missing++;
    }
    return LOAM_OK;
}

static loam_result want_range(loam_pipeline *pipeline, loam_node *node,
                              const loam_page_range *range)
{
    const int32_t count = range->w * range->h * range->d;
    for (int32_t i = 0; i < count; i++)
    {
        const loam_page_id id = {
            .stage = range->stage,
            .level = range->level,
            .x = range->x + i % range->w,
            .y = range->y + i / range->w % range->h,
            .z = range->z + i / range->w / range->h,
        };
        const loam_result result = want_input(pipeline, node, &id);
        if (result != LOAM_OK)
        {
            return result;
        }
    }
    return LOAM_OK;
}

static loam_result want_inputs(loam_pipeline *pipeline, loam_node *node)
{
    const loam_page_id id = loam_node_id(node);
    loam_page_range ranges[LOAM_MAX_INPUTS];
    int32_t total;
    loam_result result = loam_stage_ranges(pipeline->stages, &id, ranges, &total);
    if (result == LOAM_OK)
    {
        result = make_links(pipeline, node, total);
    }
    for (int32_t i = 0; i < stage_of(pipeline, node)->source_count && result == LOAM_OK; i++)
    {
        result = want_range(pipeline, node, &ranges[i]);
    }
    return result;
}

void loam_schedule_expand(loam_pipeline *pipeline, loam_node *node)
{
    const loam_result result = want_inputs(pipeline, node);
    if (result != LOAM_OK)
    {
        loam_schedule_fail(pipeline, node, result, loam_last_error());
    }
    else if (node->missing == 0)
    {
        make_ready(pipeline, node);
    }
    else
    {
        node->state = LOAM_NODE_WAIT;
    }
}

loam_node *loam_schedule_take(loam_pipeline *pipeline, bool urgent_only)
{
    loam_node *const node = loam_queue_first(&pipeline->queue);
    if (node == NULL || (urgent_only && node->priority >= 0.0))
    {
        return NULL;
    }
    loam_queue_remove(&pipeline->queue, node);
    return node;
}

// ---- the end of a page ----------------------------------------------------------------------------

static void leave_held(loam_pipeline *pipeline, loam_node *node)
{
    loam_node **at = &pipeline->held;
    while (*at != node)
    {
        at = &(*at)->older;
    }
    *at = node->older;
    node->older = NULL;
}

static void free_payload(loam_pipeline *pipeline, loam_node *node)
{
    loam_free(&pipeline->def.env, (void *)node->page.data, node->page.size);
    node->page.data = NULL;
    node->page.size = 0;
}

static void cancel(loam_pipeline *pipeline, loam_node *node)
{
    loam_stage *const stage = stage_of(pipeline, node);
    if (node->place >= 0)
    {
        loam_queue_remove(&pipeline->queue, node);
    }
    if (node->state == LOAM_NODE_HELD)
    {
        leave_held(pipeline, node);
    }
    stage->counters.cancelled++;
    stage->slices_wanted -= (uint64_t)slices_of(pipeline, node);
    stage->slices_done -= (uint64_t)node->slice;
    end_under_way(pipeline, node);
    loam_page_map_remove(&pipeline->map, node);
    loam_work_free(pipeline, node);
    free_payload(pipeline, node);
    drop_links(pipeline, node);
    loam_node_free(pipeline, node);
}

void loam_schedule_unwant(loam_pipeline *pipeline, loam_node *node, double priority)
{
    LOAM_ASSERT(&pipeline->def.env, node->wanted > 0);
    if (--node->wanted > 0 || node->state == LOAM_NODE_BUSY)
    {
        loam_schedule_moved(pipeline, node, priority, (double)INFINITY);
    }
    else if (node->state == LOAM_NODE_DONE)
    {
        loam_cache_unpin(&pipeline->cache, node);
        loam_schedule_evict(pipeline);
    }
    else if (node->state == LOAM_NODE_FAILED)
    {
        loam_node_free(pipeline, node);
    }
    else
    {
        cancel(pipeline, node);
    }
}

void loam_schedule_put_back(loam_pipeline *pipeline, loam_node *node)
{
    node->state = LOAM_NODE_READY;
    if (node->wanted == 0)
    {
        cancel(pipeline, node);
        return;
    }
    enqueue(pipeline, node, LOAM_NODE_READY);
}

void loam_schedule_not_stored(loam_pipeline *pipeline, loam_node *node)
{
    node->state = LOAM_NODE_LOOK;
    if (node->wanted == 0)
    {
        cancel(pipeline, node);
        return;
    }
    enqueue_for_inputs(pipeline, node);
}

static uint64_t shown_ns(const loam_pipeline *pipeline, const loam_node *node)
{
    return node->began_ns + pipeline->stages[node->page.stage].hold_ns;
}

void loam_schedule_complete(loam_pipeline *pipeline, loam_node *node)
{
    const bool hold = stage_of(pipeline, node)->hold_ns > 0 && node->wanted > 0;
    if (hold && loam_clock_ns() < shown_ns(pipeline, node))
    {
        node->state = LOAM_NODE_HELD;
        node->older = pipeline->held;
        pipeline->held = node;
        return;
    }
    finish(pipeline, node);
}

bool loam_schedule_release_held(loam_pipeline *pipeline)
{
    const uint64_t now = pipeline->held == NULL ? 0 : loam_clock_ns();
    bool released = false;
    for (loam_node *node = pipeline->held, *next; node != NULL; node = next)
    {
        next = node->older;
        if (now >= shown_ns(pipeline, node))
        {
            leave_held(pipeline, node);
            finish(pipeline, node);
            released = true;
        }
    }
    return released;
}

uint64_t loam_schedule_next_held_us(const loam_pipeline *pipeline)
{
    uint64_t least = UINT64_MAX;
    const uint64_t now = pipeline->held == NULL ? 0 : loam_clock_ns();
    for (const loam_node *node = pipeline->held; node != NULL; node = node->older)
    {
        const uint64_t shown = shown_ns(pipeline, node);
        const uint64_t left_us = shown <= now ? 0 : (shown - now) / 1000 + 1;
        least = left_us < least ? left_us : least;
    }
    return least;
}

void loam_schedule_forget(loam_pipeline *pipeline, loam_node *node)
{
    loam_cache_remove(&pipeline->cache, node);
    loam_page_map_remove(&pipeline->map, node);
    free_payload(pipeline, node);
    loam_node_free(pipeline, node);
}

void loam_schedule_evict(loam_pipeline *pipeline)
{
    for (loam_node *node = loam_cache_excess(&pipeline->cache); node != NULL;
         node = loam_cache_excess(&pipeline->cache))
    {
        stage_of(pipeline, node)->counters.evicted++;
        loam_schedule_forget(pipeline, node);
    }
}

// ---- failing --------------------------------------------------------------------------------------

static void fail_with(loam_pipeline *pipeline, loam_node *node, loam_result result,
                      loam_failure *failure)
{
    node->result = result;
    node->failure = failure;
    if (failure != NULL)
    {
        failure->uses++;
    }
    stage_of(pipeline, node)->counters.failed++;
    skip_slices(pipeline, node);
    end_under_way(pipeline, node);
    node->state = LOAM_NODE_FAILED;
    loam_page_map_remove(&pipeline->map, node);
    loam_work_free(pipeline, node);
    free_payload(pipeline, node);
    drop_links(pipeline, node);
    // Readers take back their wants as they fail: one more keeps the node until all is told.
    node->wanted++;
    while (node->readers != NULL)
    {
        fail_with(pipeline, node->readers->reader, result, failure);
    }
    for (loam_claim *claim = node->claims; claim != NULL; claim = claim->next)
    {
        loam_claim_settled(pipeline, claim);
    }
    loam_schedule_unwant(pipeline, node, (double)INFINITY);
}

void loam_schedule_fail(loam_pipeline *pipeline, loam_node *node, loam_result result,
                        const char *message)
{
    loam_failure *const failure = loam_failure_make(pipeline, node, message);
    fail_with(pipeline, node, result, failure);
    loam_failure_drop(pipeline, failure);
}
