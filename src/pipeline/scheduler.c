// SPDX-License-Identifier: MIT
#include "pipeline/scheduler.h"

#include "pipeline/links.h"
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
// A page of a stage that is switched off is DONE at once; one without inputs begins as READY. One that has
// late inputs is asked when it is READY for the first time: if it wants them, it is EXPAND once more.
//
// The idea is counting. `wanted` counts all who need the page: pages under way that read it, regions
// that claim it, threads in loam_pipeline_get, and holders of the finished page. While it is above 0
// the node lives. When it falls to 0, a page under way is cancelled, which takes back its own wants
// of its inputs, and so on down; a finished page may be evicted; so nothing has to be searched for,
// and nothing is left behind. `missing` counts the inputs that are not done; when it falls to 0 the
// page is READY. Inputs belong to earlier stages (Blomqvist et al. 2016, 2.8.2), so both kinds of
// counting end, and recursion is never deeper than there are stages.
//
// A node that is LOOK, EXPAND, READY or HELD stands in a queue, and only such a one. BUSY means that one
// thread works on it without the mutex and nobody else changes it: others may only raise and lower
// `wanted` and its priority. If wanted falls to 0 meanwhile, the thread finds that out after its
// slice. Between slices the page goes back to the queue, so something nearer can overtake it, and a
// program without threads can stop after any slice and go on in the next frame (Karavasilev 2021,
// 6.3).
//
// Which one is next? What a thread waits for comes before all others, else the nearest, with two
// exceptions. The first: finding inputs comes before computing, while fewer than LOOK_AHEAD pages have
// theirs. It is cheap, it shows how much there is to do, and it pins inputs that several pages share
// until the last of them has read it, so that nothing is computed twice however small the cache. The
// limit is there because a large region would have to be searched to its rim before its first page
// comes. The second: a page that is begun has its payload and scratch memory. If each page that is
// nearer than those before could begin, a moving region would fill the memory with half-done pages;
// so when most_begun of them are, no others begin, unless a thread waits for one. Begun pages have all
// their inputs, so they can always go on, and there are more of them than threads that work.
//
// A page that fails makes all pages fail that wait for it. Failed nodes leave the map at once, so
// that the next request starts afresh; they live on only until those who wanted them have read why.
//
// loam_pipeline_is_sound (sound.c) checks all of this.

enum
{
    LOOK_AHEAD = 1024,
    EXPAND_STEP = 256, // inputs that one step finds
    SHOW_STEP = 32,    // delayed pages that one step shows
};

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

// ---- queues ---------------------------------------------------------------------------------------

static loam_queue *queue_of(loam_pipeline *pipeline, const loam_node *node)
{
    const bool fresh = node->state == LOAM_NODE_READY && !node->begun;
    const loam_queue_kind kind = node->state == LOAM_NODE_EXPAND    ? LOAM_QUEUE_SEARCH
                                 : node->state == LOAM_NODE_DELAYED ? LOAM_QUEUE_DELAYED
                                 : fresh                            ? LOAM_QUEUE_FRESH
                                                                    : LOAM_QUEUE_WORK;
    return &pipeline->queues[kind];
}

static void enqueue(loam_pipeline *pipeline, loam_node *node, loam_node_state state)
{
    node->state = state;
    loam_queue_push(queue_of(pipeline, node), node);
}

static void dequeue(loam_pipeline *pipeline, loam_node *node)
{
    if (node->place >= 0)
    {
        loam_queue_remove(queue_of(pipeline, node), node);
        pipeline->delayed_bytes -= node->state == LOAM_NODE_DELAYED ? node->page.size : 0;
    }
}

// Any queue may have to take all nodes under way.
static loam_result reserve_queues(loam_pipeline *pipeline, size_t room)
{
    loam_result result = LOAM_OK;
    for (int32_t kind = 0; kind < LOAM_QUEUE_KINDS && result == LOAM_OK; kind++)
    {
        result = loam_queue_reserve(&pipeline->queues[kind], room, &pipeline->def.env);
    }
    return result;
}

static bool is_urgent(const loam_node *node)
{
    return node != NULL && node->priority < 0.0;
}

// The next page to work on, NULL if there is none: one that is begun, if no more can be.
static loam_node *next_work(const loam_pipeline *pipeline)
{
    loam_node *const work = loam_queue_first(&pipeline->queues[LOAM_QUEUE_WORK]);
    loam_node *const fresh = loam_queue_first(&pipeline->queues[LOAM_QUEUE_FRESH]);
    const bool may_begin = pipeline->begun < pipeline->most_begun ||
                           (is_urgent(fresh) && !is_urgent(work));
    return may_begin ? loam_queue_sooner(work, fresh) : work;
}

static loam_node *next(const loam_pipeline *pipeline)
{
    loam_node *const search = loam_queue_first(&pipeline->queues[LOAM_QUEUE_SEARCH]);
    loam_node *const work = next_work(pipeline);
    const bool search_first = is_urgent(search) || pipeline->expanded < LOOK_AHEAD;
    if (search != NULL && is_urgent(search) == is_urgent(work) && search_first)
    {
        return search;
    }
    return loam_queue_sooner(search, work);
}

loam_node *loam_schedule_take(loam_pipeline *pipeline, bool urgent_only)
{
    loam_node *const node = next(pipeline);
    if (node == NULL || (urgent_only && !is_urgent(node)))
    {
        return NULL;
    }
    dequeue(pipeline, node);
    return node;
}

uint64_t loam_schedule_next_ns(const loam_pipeline *pipeline)
{
    const loam_node *const node = next(pipeline);
    return node == NULL || node->state == LOAM_NODE_EXPAND || node->state == LOAM_NODE_LOOK
               ? 0
               : pipeline->stages[node->page.stage].slice_ns[node->page.level];
}

size_t loam_schedule_available(const loam_pipeline *pipeline)
{
    const size_t fresh = pipeline->queues[LOAM_QUEUE_FRESH].count;
    const size_t room = pipeline->begun < pipeline->most_begun
                            ? (size_t)(pipeline->most_begun - pipeline->begun)
                            : next_work(pipeline) ==
                                  loam_queue_first(&pipeline->queues[LOAM_QUEUE_FRESH]);
    return pipeline->queues[LOAM_QUEUE_SEARCH].count + pipeline->queues[LOAM_QUEUE_WORK].count +
           (fresh < room ? fresh : room) + (pipeline->leftovers != NULL);
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
        loam_queue_moved(queue_of(pipeline, node), node);
    }
    for (int32_t i = 0; i < node->link_count; i++)
    {
        loam_schedule_moved(pipeline, node->links[i].input, before, after);
    }
}

// ---- the way of a page ----------------------------------------------------------------------------

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
    loam_links_drop(pipeline, node);
    loam_link *link = node->readers;
    node->readers = NULL;
    while (link != NULL)
    {
        loam_link *const next = link->next;
        loam_link_fill(link);
        if (--link->reader->missing == 0 && link->reader->state == LOAM_NODE_WAIT)
        {
            enqueue(pipeline, link->reader, LOAM_NODE_READY);
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
    if (reserve_queues(pipeline, (size_t)pipeline->under_way + 1) != LOAM_OK)
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
    if (link->input->state == LOAM_NODE_DONE)
    {
        loam_link_fill(link);
    }
    else
    {
        loam_link_join(link);
        node->missing++;
    }
    return LOAM_OK;
}

// The input number `index` among all that a page reads.
static loam_page_id input_at(const loam_page_ranges *ranges, int32_t index)
{
    const loam_page_range *range = index < ranges->early_total ? ranges->early : ranges->late;
    while (index - range->first >= range->w * range->h * range->d)
    {
        range++;
    }
    const int32_t i = index - range->first;
    return (loam_page_id){
        .stage = range->stage,
        .level = range->level,
        .x = range->x + i % range->w,
        .y = range->y + i / range->w % range->h,
        .z = range->z + i / range->w / range->h,
    };
}

// Asks for the inputs of a page, some at a time: a page can have very many.
static loam_result want_inputs(loam_pipeline *pipeline, loam_node *node)
{
    const loam_page_id id = loam_node_id(node);
    loam_page_ranges ranges;
    loam_result result = loam_stage_ranges(pipeline->stages, &id, &ranges);
    if (result == LOAM_OK && node->links == NULL)
    {
        result = loam_links_make(pipeline, node, ranges.total);
        node->link_wanted = ranges.early_total;
    }
    for (int32_t i = 0;
         i < EXPAND_STEP && node->link_count < node->link_wanted && result == LOAM_OK; i++)
    {
        const loam_page_id input = input_at(&ranges, node->link_count);
        result = want_input(pipeline, node, &input);
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
    else if (node->link_count < node->link_wanted)
    {
        enqueue(pipeline, node, LOAM_NODE_EXPAND);
    }
    else if (node->missing == 0)
    {
        enqueue(pipeline, node, LOAM_NODE_READY);
    }
    else
    {
        node->state = LOAM_NODE_WAIT;
    }
}

// ---- the end of a page ----------------------------------------------------------------------------

static void free_payload(loam_pipeline *pipeline, loam_node *node)
{
    loam_free(&pipeline->def.env, (void *)node->page.data, node->page.size);
    node->page.data = NULL;
    node->page.size = 0;
}

void loam_schedule_begin_work(loam_pipeline *pipeline, loam_node *node)
{
    if (!node->begun)
    {
        node->begun = true;
        pipeline->begun++;
        pipeline->working_bytes += loam_work_bytes(stage_of(pipeline, node));
    }
}

static void end_work(loam_pipeline *pipeline, loam_node *node)
{
    loam_work_free(pipeline, node);
    if (node->begun)
    {
        node->begun = false;
        pipeline->begun--;
        pipeline->working_bytes -= loam_work_bytes(stage_of(pipeline, node));
    }
}

static void cancel(loam_pipeline *pipeline, loam_node *node)
{
    loam_stage *const stage = stage_of(pipeline, node);
    dequeue(pipeline, node);
    stage->counters.cancelled++;
    stage->slices_wanted -= (uint64_t)slices_of(pipeline, node);
    stage->slices_done -= (uint64_t)node->slice;
    end_under_way(pipeline, node);
    loam_page_map_remove(&pipeline->map, node);
    end_work(pipeline, node);
    free_payload(pipeline, node);
    loam_links_drop(pipeline, node);
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

void loam_schedule_late(loam_pipeline *pipeline, loam_node *node, bool wanted)
{
    node->late = wanted ? LOAM_LATE_ALL : LOAM_LATE_NONE;
    node->state = LOAM_NODE_READY;
    if (node->wanted == 0)
    {
        cancel(pipeline, node);
        return;
    }
    node->link_wanted = wanted ? node->link_room : node->link_wanted;
    enqueue(pipeline, node, wanted ? LOAM_NODE_EXPAND : LOAM_NODE_READY);
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
    return node->began_ns + pipeline->stages[node->page.stage].delay_ns;
}

void loam_schedule_complete(loam_pipeline *pipeline, loam_node *node)
{
    end_work(pipeline, node);
    node->shown_ns = shown_ns(pipeline, node);
    const bool delayed = stage_of(pipeline, node)->delay_ns > 0 && node->wanted > 0;
    if (delayed && loam_clock_ns() < node->shown_ns)
    {
        enqueue(pipeline, node, LOAM_NODE_DELAYED);
        pipeline->delayed_bytes += node->page.size;
        return;
    }
    finish(pipeline, node);
}

void loam_schedule_delay_changed(loam_pipeline *pipeline, int32_t stage)
{
    loam_queue *const delayed = &pipeline->queues[LOAM_QUEUE_DELAYED];
    for (size_t i = 0; i < delayed->count; i++)
    {
        if (delayed->nodes[i]->page.stage == stage)
        {
            delayed->nodes[i]->shown_ns = shown_ns(pipeline, delayed->nodes[i]);
        }
    }
    loam_queue_sort(delayed);
}

bool loam_schedule_release_delayed(loam_pipeline *pipeline)
{
    const loam_queue *const delayed = &pipeline->queues[LOAM_QUEUE_DELAYED];
    const uint64_t now = delayed->count == 0 ? 0 : loam_clock_ns();
    int32_t shown = 0;
    for (loam_node *node = loam_queue_first(delayed);
         node != NULL && node->shown_ns <= now && shown < SHOW_STEP;
         node = loam_queue_first(delayed))
    {
        dequeue(pipeline, node);
        finish(pipeline, node);
        shown++;
    }
    return shown > 0;
}

uint64_t loam_schedule_next_delayed_us(const loam_pipeline *pipeline)
{
    const loam_node *const node = loam_queue_first(&pipeline->queues[LOAM_QUEUE_DELAYED]);
    if (node == NULL)
    {
        return UINT64_MAX;
    }
    const uint64_t now = loam_clock_ns();
    return node->shown_ns <= now ? 0 : (node->shown_ns - now) / 1000 + 1;
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
    dequeue(pipeline, node); // a reader that has not found all of its inputs is in one
    stage_of(pipeline, node)->counters.failed++;
    skip_slices(pipeline, node);
    end_under_way(pipeline, node);
    node->state = LOAM_NODE_FAILED;
    loam_page_map_remove(&pipeline->map, node);
    end_work(pipeline, node);
    free_payload(pipeline, node);
    loam_links_drop(pipeline, node);
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
