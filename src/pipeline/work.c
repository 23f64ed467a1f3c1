// SPDX-License-Identifier: MIT
#include "pipeline/work.h"

#include "base/result.h"
#include "pipeline/links.h"
#include "pipeline/scheduler.h"

#include <string.h>

// Everything here that takes time happens without the mutex, on a node that is BUSY and so belongs to
// this thread. A page's memory is complete before its first slice runs; slices neither allocate nor
// fail for lack of it.

static const loam_env *env_of(const loam_pipeline *pipeline)
{
    return &pipeline->def.env;
}

static size_t work_bytes(const loam_stage *stage)
{
    return LOAM_ARENA_SIZE(sizeof(loam_work)) + stage->scratch_size;
}

size_t loam_work_bytes(const loam_stage *stage)
{
    return work_bytes(stage) + stage->payload_size;
}

void loam_work_free(loam_pipeline *pipeline, loam_node *node)
{
    const loam_stage *const stage = &pipeline->stages[node->page.stage];
    if (node->work != NULL)
    {
        loam_free(env_of(pipeline), node->work->payload, stage->payload_size);
        loam_spares_give(&pipeline->spare_works, node->work, work_bytes(stage));
        node->work = NULL;
    }
}

static void describe(loam_work *work, const loam_stage *stage, const loam_pipeline *pipeline)
{
    const loam_page *const page = &work->node->page;
    const int64_t extent = loam_stage_extent(stage, page->level);
    work->slice = (loam_slice){
        .seed = stage->seed,
        .world_seed = pipeline->def.seed,
        .parameters = stage->parameters,
        .user = stage->user,
        .page_x = page->x,
        .page_y = page->y,
        .page_z = page->z,
        .x = page->x * extent,
        .y = page->y * extent,
        .z = page->z * extent,
        .extent = extent,
        .level = page->level,
        .count = stage->slices[page->level],
        .env = env_of(pipeline),
        .inner = work,
    };
}

static loam_result begin(loam_pipeline *pipeline, loam_node *node)
{
    const loam_stage *const stage = &pipeline->stages[node->page.stage];
    loam_work *const work = loam_spares_take(&pipeline->spare_works, work_bytes(stage));
    if (work == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    work->payload = loam_alloc(env_of(pipeline), stage->payload_size);
    if (work->payload == NULL)
    {
        loam_spares_give(&pipeline->spare_works, work, work_bytes(stage));
        return LOAM_OUT_OF_MEMORY;
    }
    memset(work->payload, 0, stage->payload_size);
    work->stages = pipeline->stages;
    work->node = node;
    work->ranges_known = false;
    work->broken = false;
    describe(work, stage, pipeline);
    uint8_t *const scratch = (uint8_t *)work + LOAM_ARENA_SIZE(sizeof *work);
    work->slice.out = work->payload;
    work->slice.out_size = stage->payload_size;
    work->slice.scratch = loam_arena_make(scratch, stage->scratch_size, env_of(pipeline));
    node->work = work;
    return LOAM_OK;
}

// A stage that did not keep to its declaration fails, whatever it returns.
static loam_result run_slice(const loam_stage *stage, loam_work *work, int32_t index)
{
    work->slice.index = index;
    const uint32_t messages = loam_message_count();
    const loam_result result = loam_with_reason(stage->run(&work->slice), messages);
    return work->broken ? loam_fail(LOAM_BAD_ARGUMENT, "%s", work->message) : result;
}

// The finished page gets memory of its exact size; *payload becomes NULL if that is the payload's
// own.
static loam_result keep_payload(loam_pipeline *pipeline, loam_node *node, void **payload,
                                size_t size)
{
    const size_t room = pipeline->stages[node->page.stage].payload_size;
    if (size > room)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "it made %zu bytes, declared were at most %zu", size,
                         room);
    }
    void *data = NULL;
    if (size == room && size > 0)
    {
        data = *payload;
        *payload = NULL;
    }
    else if (size > 0)
    {
        data = loam_alloc(env_of(pipeline), size);
        if (data == NULL)
        {
            return LOAM_OUT_OF_MEMORY;
        }
        memcpy(data, *payload, size);
    }
    node->page.data = data;
    node->page.size = size;
    return LOAM_OK;
}

static void save(loam_pipeline *pipeline, const loam_node *node, loam_stage_counters *tally)
{
    const loam_stage *const stage = &pipeline->stages[node->page.stage];
    const loam_back_store *const store = &pipeline->def.store;
    if (!stage->keep || store->save == NULL)
    {
        return;
    }
    const loam_page_id id = loam_node_id(node);
    const uint32_t messages = loam_message_count();
    const loam_result result = loam_with_reason(store->save(store->user,
                                                            loam_stage_page_identity(stage, &id),
                                                            &id, node->page.data, node->page.size),
                                                messages);
    tally->saved += result == LOAM_OK;
    tally->save_failures += result != LOAM_OK;
    if (result != LOAM_OK)
    {
        loam_log_write(env_of(pipeline), LOAM_LOG_WARNING,
                       "stage %s, page (%lld, %lld, %lld) level %d could not be saved: %s",
                       stage->name, (long long)id.x, (long long)id.y, (long long)id.z, id.level,
                       loam_last_error());
    }
}

static void trace(loam_pipeline *pipeline, const loam_node *node, loam_trace_event event)
{
    if (pipeline->def.trace != NULL)
    {
        event.stage = pipeline->stages[node->page.stage].name;
        event.id = loam_node_id(node);
        pipeline->def.trace(pipeline->def.trace_user, &event);
    }
}

static void add_tally(loam_stage_counters *counters, const loam_stage_counters *tally)
{
    counters->computed += tally->computed;
    counters->loaded += tally->loaded;
    counters->saved += tally->saved;
    counters->save_failures += tally->save_failures;
    counters->time_ns += tally->time_ns;
}

// Without the mutex: the next slice, and the end of the page if it is the last.
static loam_result advance(loam_pipeline *pipeline, loam_node *node, int32_t thread,
                           loam_stage_counters *tally)
{
    const loam_stage *const stage = &pipeline->stages[node->page.stage];
    if (node->work == NULL)
    {
        const loam_result begun = begin(pipeline, node);
        if (begun != LOAM_OK)
        {
            return begun;
        }
    }
    loam_work *const work = node->work;
    const uint64_t begin_ns = loam_clock_ns();
    node->began_ns = node->began_ns == 0 ? begin_ns : node->began_ns;
    loam_result result = run_slice(stage, work, node->slice);
    const uint64_t end_ns = loam_clock_ns();
    tally->time_ns = end_ns - begin_ns;
    trace(pipeline, node,
          (loam_trace_event){
              .slice = node->slice, .thread = thread, .begin_ns = begin_ns, .end_ns = end_ns});
    if (result != LOAM_OK || node->slice + 1 < stage->slices[node->page.level])
    {
        return result;
    }
    result = keep_payload(pipeline, node, &work->payload, work->slice.out_size);
    if (result == LOAM_OK)
    {
        save(pipeline, node, tally);
        loam_work_free(pipeline, node);
        tally->computed = 1;
    }
    return result;
}

// Slices of a page are not alike: the longest of late is what counts. One that took more than twice as long
// as any was interrupted, most likely.
static void remember_time(uint64_t *longest_ns, uint64_t took_ns)
{
    const uint64_t most_ns = *longest_ns == 0 ? UINT64_MAX : 2 * *longest_ns;
    const uint64_t known_ns = took_ns < most_ns ? took_ns : most_ns;
    const uint64_t faded_ns = *longest_ns - *longest_ns / 16;
    *longest_ns = known_ns > faded_ns ? known_ns : faded_ns;
}

static void step_slice(loam_pipeline *pipeline, loam_node *node)
{
    loam_stage *const stage = &pipeline->stages[node->page.stage];
    loam_stage_counters tally = {0};
    const int32_t thread = loam_trace_thread(pipeline);
    node->state = LOAM_NODE_BUSY;
    loam_schedule_begin_work(pipeline, node);
    loam_mutex_unlock(&pipeline->mutex);
    const loam_result result = advance(pipeline, node, thread, &tally);
    loam_mutex_lock(&pipeline->mutex);
    add_tally(&stage->counters, &tally);
    remember_time(&stage->slice_ns[node->page.level], tally.time_ns);
    if (result != LOAM_OK)
    {
        loam_schedule_fail(pipeline, node, result, loam_last_error());
        return;
    }
    node->slice++;
    stage->slices_done++;
    if (tally.computed > 0)
    {
        loam_schedule_complete(pipeline, node);
        return;
    }
    loam_schedule_put_back(pipeline, node);
}

// Asks the store. LOAM_NOT_FOUND if the page has to be computed.
static loam_result load(loam_pipeline *pipeline, loam_node *node, void **payload)
{
    const loam_stage *const stage = &pipeline->stages[node->page.stage];
    const loam_back_store *const store = &pipeline->def.store;
    const loam_page_id id = loam_node_id(node);
    size_t size = 0;
    const loam_result result = store->load(store->user, loam_stage_page_identity(stage, &id), &id,
                                           *payload, stage->payload_size, &size);
    if (result == LOAM_OK && size <= stage->payload_size)
    {
        return keep_payload(pipeline, node, payload, size);
    }
    if (result != LOAM_NOT_FOUND)
    {
        loam_log_write(
            env_of(pipeline), LOAM_LOG_WARNING,
            "stage %s, page (%lld, %lld, %lld) level %d is computed anew: the store gave "
            "%s and %zu bytes of at most %zu",
            stage->name, (long long)id.x, (long long)id.y, (long long)id.z, id.level,
            loam_result_name(result), size, stage->payload_size);
    }
    return LOAM_NOT_FOUND;
}

// Without the mutex.
static loam_result look(loam_pipeline *pipeline, loam_node *node, int32_t thread)
{
    const size_t room = pipeline->stages[node->page.stage].payload_size;
    void *payload = loam_alloc(env_of(pipeline), room);
    if (payload == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const uint64_t begin_ns = loam_clock_ns();
    node->began_ns = begin_ns;
    const loam_result result = load(pipeline, node, &payload);
    trace(pipeline, node,
          (loam_trace_event){
              .slice = -1, .thread = thread, .begin_ns = begin_ns, .end_ns = loam_clock_ns()});
    loam_free(env_of(pipeline), payload, room);
    return result;
}

static void step_look(loam_pipeline *pipeline, loam_node *node)
{
    const int32_t thread = loam_trace_thread(pipeline);
    const size_t room = pipeline->stages[node->page.stage].payload_size;
    node->state = LOAM_NODE_BUSY;
    pipeline->working_bytes += room;
    loam_mutex_unlock(&pipeline->mutex);
    const loam_result result = look(pipeline, node, thread);
    loam_mutex_lock(&pipeline->mutex);
    pipeline->working_bytes -= room;
    if (result == LOAM_NOT_FOUND)
    {
        loam_schedule_not_stored(pipeline, node);
    }
    else if (result != LOAM_OK)
    {
        loam_schedule_fail(pipeline, node, result, loam_last_error());
    }
    else
    {
        pipeline->stages[node->page.stage].counters.loaded++;
        loam_schedule_complete(pipeline, node);
    }
}

// Asks the stage whether a page needs its late inputs. It has no memory to work with yet: a page that has
// never waits for inputs.
static void step_ask(loam_pipeline *pipeline, loam_node *node)
{
    const loam_stage *const stage = &pipeline->stages[node->page.stage];
    loam_work work = {.stages = pipeline->stages, .node = node};
    node->state = LOAM_NODE_BUSY;
    loam_mutex_unlock(&pipeline->mutex);
    describe(&work, stage, pipeline);
    const bool wanted = stage->wants_late(&work.slice);
    loam_mutex_lock(&pipeline->mutex);
    if (work.broken)
    {
        loam_schedule_fail(pipeline, node, LOAM_BAD_ARGUMENT, work.message);
        return;
    }
    loam_schedule_late(pipeline, node, wanted);
}

static void tell_waiting(loam_pipeline *pipeline)
{
    if (pipeline->waiting > 0)
    {
        loam_condition_broadcast(&pipeline->changed);
    }
}

bool loam_work_show_delayed(loam_pipeline *pipeline)
{
    const bool shown = loam_schedule_release_delayed(pipeline);
    if (shown)
    {
        tell_waiting(pipeline);
    }
    return shown;
}

loam_step loam_work_step(loam_pipeline *pipeline, bool urgent_only)
{
    // A page that is not delayed any longer may be the very one that the caller waits for.
    if (loam_work_show_delayed(pipeline) || (!urgent_only && loam_links_drop_some(pipeline)))
    {
        return LOAM_STEP_SMALL;
    }
    loam_node *const node = loam_schedule_take(pipeline, urgent_only);
    if (node == NULL)
    {
        return LOAM_STEP_NONE;
    }
    const bool asks = node->state == LOAM_NODE_READY && node->late == LOAM_LATE_ASK &&
                      node->links != NULL && pipeline->stages[node->page.stage].wants_late != NULL;
    const bool slice = node->state == LOAM_NODE_READY && !asks;
    if (node->state == LOAM_NODE_EXPAND)
    {
        loam_schedule_expand(pipeline, node);
    }
    else if (node->state == LOAM_NODE_LOOK)
    {
        step_look(pipeline, node);
    }
    else if (asks)
    {
        step_ask(pipeline, node);
    }
    else
    {
        step_slice(pipeline, node);
    }
    tell_waiting(pipeline);
    return slice ? LOAM_STEP_SLICE : LOAM_STEP_SMALL;
}
