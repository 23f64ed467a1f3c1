// SPDX-License-Identifier: MIT
#include "pipeline/pipeline.h"

#include "pipeline/drain.h"
#include "pipeline/links.h"
#include "pipeline/region.h"
#include "pipeline/scheduler.h"
#include "pipeline/work.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

// The public face: what the scheduler, the cache and the regions do, with the mutex around it.

loam_stage_def loam_default_stage_def(void)
{
    return (loam_stage_def){.axes = LOAM_AXES_XY, .page_size = 256, .levels = 1};
}

loam_pipeline_def loam_default_pipeline_def(void)
{
    return (loam_pipeline_def){.env = loam_default_env(), .cache_bytes = (size_t)256 << 20};
}

// ---- life -----------------------------------------------------------------------------------------

static loam_result init_parts(loam_pipeline *pipeline)
{
    if (loam_page_map_init(&pipeline->map, &pipeline->def.env) != LOAM_OK)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    if (loam_drains_init(pipeline) != LOAM_OK)
    {
        loam_page_map_free(&pipeline->map, &pipeline->def.env);
        return LOAM_OUT_OF_MEMORY;
    }
    return LOAM_OK;
}

static bool init_locks(loam_pipeline *pipeline)
{
    if (!loam_mutex_init(&pipeline->mutex))
    {
        return false;
    }
    if (!loam_spares_init(&pipeline->spare_works, &pipeline->def.env))
    {
        loam_mutex_destroy(&pipeline->mutex);
        return false;
    }
    if (!loam_condition_init(&pipeline->changed))
    {
        loam_spares_destroy(&pipeline->spare_works);
        loam_mutex_destroy(&pipeline->mutex);
        return false;
    }
    return true;
}

loam_result loam_pipeline_create(const loam_pipeline_def *def, loam_pipeline **out)
{
    LOAM_ASSERT(NULL, def != NULL);
    LOAM_ASSERT(&def->env, out != NULL);
    *out = NULL;
    loam_pipeline *const pipeline = loam_alloc(&def->env, sizeof *pipeline);
    if (pipeline == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(pipeline, 0, sizeof *pipeline);
    pipeline->def = *def;
    pipeline->cache.budget = def->cache_bytes;
    loam_result result = init_parts(pipeline);
    if (result == LOAM_OK && !init_locks(pipeline))
    {
        loam_drains_free(pipeline);
        loam_page_map_free(&pipeline->map, &def->env);
        result = loam_fail(LOAM_UNSUPPORTED, "this system gave no mutex or condition");
    }
    if (result != LOAM_OK)
    {
        loam_free(&def->env, pipeline, sizeof *pipeline);
        return result;
    }
    *out = pipeline;
    return LOAM_OK;
}

static void drop_unpinned(loam_pipeline *pipeline)
{
    loam_links_drop_rest(pipeline);
    while (pipeline->cache.oldest != NULL)
    {
        loam_schedule_forget(pipeline, pipeline->cache.oldest);
    }
    loam_node_free_spares(pipeline);
    loam_regions_free_spares(pipeline);
    loam_spares_drop(&pipeline->spare_works);
}

void loam_pipeline_destroy(loam_pipeline *pipeline)
{
    if (pipeline == NULL)
    {
        return;
    }
    const loam_env env = pipeline->def.env;
    loam_drains_stop(pipeline);
    LOAM_ASSERT(&env, pipeline->region_count == 0);
    drop_unpinned(pipeline);
    LOAM_ASSERT(&env, pipeline->map.count == 0); // or somebody did not release a page
    for (int32_t i = 0; i < pipeline->stage_count; i++)
    {
        loam_stage_free(&pipeline->stages[i], &env);
    }
    for (int32_t kind = 0; kind < LOAM_QUEUE_KINDS; kind++)
    {
        loam_queue_free(&pipeline->queues[kind], &env);
    }
    loam_page_map_free(&pipeline->map, &env);
    loam_drains_free(pipeline);
    loam_condition_destroy(&pipeline->changed);
    loam_spares_destroy(&pipeline->spare_works);
    loam_mutex_destroy(&pipeline->mutex);
    loam_free(&env, pipeline, sizeof *pipeline);
}

// ---- stages ---------------------------------------------------------------------------------------

// Asking about stages takes the mutex too: another thread may be replacing one.
static loam_mutex *mutex_of(const loam_pipeline *pipeline)
{
    return (loam_mutex *)&pipeline->mutex;
}

int32_t loam_pipeline_stage_count(const loam_pipeline *pipeline)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    loam_mutex_lock(mutex_of(pipeline));
    const int32_t count = pipeline->stage_count;
    loam_mutex_unlock(mutex_of(pipeline));
    return count;
}

const char *loam_pipeline_stage_name(const loam_pipeline *pipeline, int32_t stage)
{
    const bool known = stage >= 0 && stage < loam_pipeline_stage_count(pipeline);
    return known ? pipeline->stages[stage].name : NULL;
}

static int32_t index_of(const loam_pipeline *pipeline, const char *name)
{
    int32_t index = pipeline->stage_count - 1;
    while (index >= 0 && strcmp(pipeline->stages[index].name, name) != 0)
    {
        index--;
    }
    return index;
}

int32_t loam_pipeline_stage_index(const loam_pipeline *pipeline, const char *name)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    LOAM_ASSERT(&pipeline->def.env, name != NULL);
    loam_mutex_lock(mutex_of(pipeline));
    const int32_t index = index_of(pipeline, name);
    loam_mutex_unlock(mutex_of(pipeline));
    return index;
}

static loam_result no_stage(const loam_pipeline *pipeline, int32_t stage)
{
    return loam_fail(LOAM_BAD_ARGUMENT, "stage is %d; must be 0 to %d", stage,
                     pipeline->stage_count - 1);
}

static bool has_stage(const loam_pipeline *pipeline, int32_t stage)
{
    return stage >= 0 && stage < pipeline->stage_count;
}

static loam_result describe(const loam_pipeline *pipeline, int32_t stage, loam_stage_info *out)
{
    if (!has_stage(pipeline, stage))
    {
        return no_stage(pipeline, stage);
    }
    const loam_stage *const from = &pipeline->stages[stage];
    *out = (loam_stage_info){.name = from->name,
                             .axes = from->axes,
                             .page_size = from->page_size,
                             .levels = from->levels,
                             .version = from->version,
                             .payload_size = from->payload_size,
                             .input_count = from->source_count,
                             .keep = from->keep,
                             .enabled = from->enabled};
    return LOAM_OK;
}

loam_result loam_pipeline_stage_info(const loam_pipeline *pipeline, int32_t stage,
                                     loam_stage_info *out)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    LOAM_ASSERT(&pipeline->def.env, out != NULL);
    loam_mutex_lock(mutex_of(pipeline));
    const loam_result result = describe(pipeline, stage, out);
    loam_mutex_unlock(mutex_of(pipeline));
    return result;
}

uint64_t loam_pipeline_stage_identity(const loam_pipeline *pipeline, int32_t stage, int32_t level)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    loam_mutex_lock(mutex_of(pipeline));
    const bool known = has_stage(pipeline, stage) && level >= 0 &&
                       level < pipeline->stages[stage].levels;
    const uint64_t identity = known ? pipeline->stages[stage].identity[level] : 0;
    loam_mutex_unlock(mutex_of(pipeline));
    return identity;
}

bool loam_pipeline_stage_depends(const loam_pipeline *pipeline, int32_t stage, int32_t on)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    loam_mutex_lock(mutex_of(pipeline));
    const bool depends = has_stage(pipeline, stage) && has_stage(pipeline, on) &&
                         loam_stage_depends(pipeline->stages, stage, on);
    loam_mutex_unlock(mutex_of(pipeline));
    return depends;
}

// The names of all stages, as many as fit; "..." stands for the rest.
static void list_stages(const loam_pipeline *pipeline, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (int32_t i = 0; i < pipeline->stage_count; i++)
    {
        const char *const name = pipeline->stages[i].name;
        const bool fits = length + strlen(name) + sizeof ", ..." < size;
        length += (size_t)snprintf(text + length, size - length, "%s%s", i == 0 ? "" : ", ",
                                   fits ? name : "...");
        if (!fits)
        {
            return;
        }
    }
}

static loam_result find_stage(const loam_pipeline *pipeline, const char *name, int32_t *out)
{
    *out = name == NULL ? -1 : index_of(pipeline, name);
    if (*out >= 0)
    {
        return LOAM_OK;
    }
    char names[160];
    list_stages(pipeline, names, sizeof names);
    return loam_fail(LOAM_NOT_FOUND, "there is no stage '%.40s'; must be one of %s",
                     name == NULL ? "" : name, names);
}

static void identify_from(loam_pipeline *pipeline, int32_t first)
{
    for (int32_t i = first; i < pipeline->stage_count; i++)
    {
        loam_stage_collect(pipeline->stages, i);
        loam_stage_identify(pipeline->stages, i, pipeline->def.seed);
    }
}

static loam_result add(loam_pipeline *pipeline, const loam_stage_def *def)
{
    const int32_t place = pipeline->stage_count;
    if (pipeline->started || place == LOAM_MAX_STAGES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "there are %d stages%s; must be at most %d, added before the first "
                         "request",
                         place, pipeline->started ? " and pages have been requested" : "",
                         LOAM_MAX_STAGES);
    }
    if (def->name != NULL && index_of(pipeline, def->name) >= 0)
    {
        return loam_fail(
            LOAM_BAD_ARGUMENT,
            "stage %s is there already; loam_pipeline_replace puts another in its place",
            def->name);
    }
    loam_stage stage;
    const loam_result result = loam_stage_init(&stage, def, &pipeline->def.env, pipeline->stages,
                                               place, place, pipeline->def.seed);
    if (result == LOAM_OK)
    {
        pipeline->stages[place] = stage;
        pipeline->stage_count++;
        identify_from(pipeline, place);
    }
    return result;
}

loam_result loam_pipeline_add(loam_pipeline *pipeline, const loam_stage_def *def)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    LOAM_ASSERT(&pipeline->def.env, def != NULL);
    loam_mutex_lock(&pipeline->mutex);
    const loam_result result = add(pipeline, def);
    loam_mutex_unlock(&pipeline->mutex);
    return result;
}

// Whether a page that depends on a stage is pinned.
static bool is_pinned(const loam_pipeline *pipeline, int32_t place)
{
    for (size_t i = 0; i < pipeline->map.bucket_count; i++)
    {
        for (const loam_node *node = pipeline->map.buckets[i]; node != NULL; node = node->map_next)
        {
            if (node->wanted > 0 && loam_stage_depends(pipeline->stages, node->page.stage, place))
            {
                return true;
            }
        }
    }
    return false;
}

// A stage can change only while nothing that depends on it is computed or pinned.
static loam_result check_change(loam_pipeline *pipeline, int32_t place)
{
    loam_links_drop_rest(pipeline);
    const char *const name = pipeline->stages[place].name;
    if (pipeline->under_way > 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "stage %s cannot change now: %llu pages are under way; must be 0", name,
                         (unsigned long long)pipeline->under_way);
    }
    if (is_pinned(pipeline, place))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "stage %s cannot change now: a page that depends on it is pinned", name);
    }
    if (loam_regions_owe_failure(pipeline, place))
    {
        return loam_fail(
            LOAM_BAD_ARGUMENT,
            "stage %s cannot change now: a region has yet to be told of a failure, call "
            "loam_pipeline_pump",
            name);
    }
    return LOAM_OK;
}

// Forgets the pages that depend on a stage which is about to change or has just done so.
static void forget_dependents(loam_pipeline *pipeline, int32_t place)
{
    pipeline->changes++;
    loam_node *newer;
    for (loam_node *node = pipeline->cache.oldest; node != NULL; node = newer)
    {
        newer = node->newer;
        if (loam_stage_depends(pipeline->stages, node->page.stage, place))
        {
            loam_schedule_forget(pipeline, node);
        }
    }
}

static loam_result replace(loam_pipeline *pipeline, const loam_stage_def *def)
{
    int32_t place;
    loam_result result = find_stage(pipeline, def->name, &place);
    if (result == LOAM_OK)
    {
        result = check_change(pipeline, place);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_stage *const old = &pipeline->stages[place];
    if (def->axes != old->axes || def->page_size != old->page_size || def->levels != old->levels)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "stage %s: axes, page size %lld and levels %d must stay as they were",
                         old->name, (long long)old->page_size, old->levels);
    }
    loam_stage stage;
    result = loam_stage_init(&stage, def, &pipeline->def.env, pipeline->stages, place,
                             pipeline->stage_count, pipeline->def.seed);
    if (result != LOAM_OK)
    {
        return result;
    }
    stage.enabled = old->enabled;
    stage.delay_ns = old->delay_ns;
    stage.counters = old->counters;
    forget_dependents(pipeline, place);
    loam_stage_free(old, &pipeline->def.env);
    // All but the name, which is the same and which somebody may be reading.
    const size_t named = offsetof(loam_stage, axes);
    memcpy((uint8_t *)old + named, (const uint8_t *)&stage + named, sizeof stage - named);
    identify_from(pipeline, place);
    return LOAM_OK;
}

loam_result loam_pipeline_replace(loam_pipeline *pipeline, const loam_stage_def *def)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    LOAM_ASSERT(&pipeline->def.env, def != NULL);
    loam_mutex_lock(&pipeline->mutex);
    const loam_result result = replace(pipeline, def);
    loam_mutex_unlock(&pipeline->mutex);
    return result;
}

static loam_result set_parameters(loam_pipeline *pipeline, const char *name, const void *parameters,
                                  size_t size)
{
    int32_t place;
    loam_result result = find_stage(pipeline, name, &place);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_stage *const stage = &pipeline->stages[place];
    if (size != stage->parameters_size || (size > 0 && parameters == NULL))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "stage %s: %zu bytes of parameters; must be %zu", name,
                         parameters == NULL ? 0 : size, stage->parameters_size);
    }
    result = check_change(pipeline, place);
    if (result != LOAM_OK || size == 0)
    {
        return result;
    }
    int32_t slices[LOAM_MAX_LEVELS];
    result = loam_stage_count_slices(stage, parameters, slices);
    if (result != LOAM_OK)
    {
        return result;
    }
    memcpy(stage->slices, slices, sizeof slices);
    memmove(stage->parameters, parameters, size);
    forget_dependents(pipeline, place);
    identify_from(pipeline, place);
    return LOAM_OK;
}

loam_result loam_pipeline_set_parameters(loam_pipeline *pipeline, const char *stage,
                                         const void *parameters, size_t size)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    LOAM_ASSERT(&pipeline->def.env, stage != NULL);
    loam_mutex_lock(&pipeline->mutex);
    const loam_result result = set_parameters(pipeline, stage, parameters, size);
    loam_mutex_unlock(&pipeline->mutex);
    return result;
}

static loam_result set_enabled(loam_pipeline *pipeline, const char *name, bool enabled)
{
    int32_t place;
    loam_result result = find_stage(pipeline, name, &place);
    if (result != LOAM_OK || pipeline->stages[place].enabled == enabled)
    {
        return result;
    }
    result = check_change(pipeline, place);
    if (result == LOAM_OK)
    {
        pipeline->stages[place].enabled = enabled;
        forget_dependents(pipeline, place);
        identify_from(pipeline, place);
    }
    return result;
}

loam_result loam_pipeline_set_enabled(loam_pipeline *pipeline, const char *stage, bool enabled)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    LOAM_ASSERT(&pipeline->def.env, stage != NULL);
    loam_mutex_lock(&pipeline->mutex);
    const loam_result result = set_enabled(pipeline, stage, enabled);
    loam_mutex_unlock(&pipeline->mutex);
    return result;
}

loam_result loam_pipeline_set_delay(loam_pipeline *pipeline, const char *stage,
                                    uint64_t microseconds)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    LOAM_ASSERT(&pipeline->def.env, stage != NULL);
    const uint64_t longest_us = UINT64_MAX / 2 / 1000;
    int32_t place;
    loam_mutex_lock(&pipeline->mutex);
    const loam_result result = find_stage(pipeline, stage, &place);
    if (result == LOAM_OK)
    {
        const uint64_t delay_us = microseconds < longest_us ? microseconds : longest_us;
        pipeline->stages[place].delay_ns = delay_us * 1000;
        loam_schedule_delay_changed(pipeline, place);
        // Threads that wait for a delayed page work out anew how long.
        loam_condition_broadcast(&pipeline->changed);
    }
    loam_mutex_unlock(&pipeline->mutex);
    return result;
}

void loam_pipeline_set_trace(loam_pipeline *pipeline,
                             void (*trace)(void *user, const loam_trace_event *event), void *user)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    loam_mutex_lock(&pipeline->mutex);
    pipeline->def.trace = trace;
    pipeline->def.trace_user = user;
    loam_mutex_unlock(&pipeline->mutex);
}

// ---- requests -------------------------------------------------------------------------------------

static void wait_for_change(loam_pipeline *pipeline)
{
    pipeline->waiting++;
    loam_condition_wait(&pipeline->changed, &pipeline->mutex,
                        loam_schedule_next_delayed_us(pipeline));
    pipeline->waiting--;
}

// With the mutex, which is released meanwhile: sends a drain if there is more to do than `taken`.
static bool send_drain(loam_pipeline *pipeline, size_t taken)
{
    loam_drain *const drain = loam_drains_pick(pipeline, taken);
    if (drain != NULL)
    {
        loam_mutex_unlock(&pipeline->mutex);
        loam_drains_send(pipeline, drain);
        loam_mutex_lock(&pipeline->mutex);
    }
    return drain != NULL;
}

// Does what is urgent. What is not can be left to others: it would only delay the caller.
static void work_until_settled(loam_pipeline *pipeline, loam_node *node)
{
    node->gets++;
    while (node->state != LOAM_NODE_DONE && node->state != LOAM_NODE_FAILED)
    {
        if (!send_drain(pipeline, 1) && loam_work_step(pipeline, true) == LOAM_STEP_NONE &&
            !send_drain(pipeline, 0))
        {
            wait_for_change(pipeline);
        }
    }
    node->gets--;
}

static loam_result get(loam_pipeline *pipeline, const loam_page_id *id, const loam_page **out)
{
    loam_node *node;
    loam_result result = loam_stage_check_id(pipeline->stages, pipeline->stage_count, id);
    if (result == LOAM_OK)
    {
        result = loam_schedule_want(pipeline, id, LOAM_URGENT, &node);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    work_until_settled(pipeline, node);
    loam_links_drop_rest(pipeline);
    if (node->state == LOAM_NODE_DONE)
    {
        *out = &node->page;
        return LOAM_OK;
    }
    char text[LOAM_FAILURE_TEXT];
    loam_node_explain(pipeline, node, text);
    result = loam_fail(node->result, "%s", text);
    loam_schedule_unwant(pipeline, node, LOAM_URGENT);
    return result;
}

loam_result loam_pipeline_get(loam_pipeline *pipeline, loam_page_id id, const loam_page **out)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    LOAM_ASSERT(&pipeline->def.env, out != NULL);
    *out = NULL;
    loam_mutex_lock(&pipeline->mutex);
    const loam_result result = get(pipeline, &id, out);
    loam_drain *const drain = loam_drains_pick(pipeline, 0);
    loam_mutex_unlock(&pipeline->mutex);
    loam_drains_send(pipeline, drain);
    return result;
}

static loam_result peek(loam_pipeline *pipeline, const loam_page_id *id, const loam_page **out)
{
    const loam_result result = loam_stage_check_id(pipeline->stages, pipeline->stage_count, id);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_node *node = loam_page_map_find(&pipeline->map, id, loam_page_map_hash(id));
    if (node == NULL || node->state != LOAM_NODE_DONE)
    {
        return loam_fail(LOAM_NOT_FOUND,
                         "page (%lld, %lld, %lld) level %d of stage %s is not in the cache",
                         (long long)id->x, (long long)id->y, (long long)id->z, id->level,
                         pipeline->stages[id->stage].name);
    }
    // It is there, so nothing is made and nothing can fail.
    (void)loam_schedule_want(pipeline, id, LOAM_URGENT, &node);
    *out = &node->page;
    return LOAM_OK;
}

loam_result loam_pipeline_peek(loam_pipeline *pipeline, loam_page_id id, const loam_page **out)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    LOAM_ASSERT(&pipeline->def.env, out != NULL);
    *out = NULL;
    loam_mutex_lock(&pipeline->mutex);
    const loam_result result = peek(pipeline, &id, out);
    loam_mutex_unlock(&pipeline->mutex);
    return result;
}

void loam_pipeline_release(loam_pipeline *pipeline, const loam_page *page)
{
    if (page == NULL)
    {
        return;
    }
    LOAM_ASSERT(NULL, pipeline != NULL);
    loam_node *const node = (loam_node *)page;
    loam_mutex_lock(&pipeline->mutex);
    LOAM_ASSERT(&pipeline->def.env, node->state == LOAM_NODE_DONE && node->wanted > 0);
    loam_schedule_unwant(pipeline, node, LOAM_URGENT);
    loam_mutex_unlock(&pipeline->mutex);
}

// Works until there is nothing to do, or no time for it. The first slice is not delayed, or one that takes
// longer than the budget would never run.
static void work_until(loam_pipeline *pipeline, uint64_t begin_ns, uint64_t budget_ns)
{
    bool ran = false, goes_on = true;
    while (goes_on)
    {
        const loam_step step = loam_work_step(pipeline, false);
        ran |= step == LOAM_STEP_SLICE;
        const uint64_t spent_ns = loam_clock_ns() - begin_ns;
        const uint64_t next_ns = ran ? loam_schedule_next_ns(pipeline) : 0;
        goes_on = step != LOAM_STEP_NONE && spent_ns < budget_ns && next_ns <= budget_ns - spent_ns;
    }
}

loam_result loam_pipeline_pump(loam_pipeline *pipeline, uint64_t budget_us, bool *idle)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    const uint64_t budget_ns = budget_us < UINT64_MAX / 1000 ? budget_us * 1000 : UINT64_MAX;
    const uint64_t begin_ns = loam_clock_ns();
    loam_mutex_lock(&pipeline->mutex);
    LOAM_ASSERT(&pipeline->def.env, !pipeline->pumping);
    pipeline->pumping = true;
    while (loam_work_show_delayed(pipeline) && loam_clock_ns() - begin_ns < budget_ns)
    {
    }
    loam_regions_deliver(pipeline);
    if (pipeline->drains.limit == 0)
    {
        work_until(pipeline, begin_ns, budget_ns);
        loam_regions_deliver(pipeline);
    }
    pipeline->pumping = false;
    if (idle != NULL)
    {
        *idle = pipeline->under_way == 0 && pipeline->event_count == 0 &&
                pipeline->leftovers == NULL;
    }
    loam_drain *const drain = loam_drains_pick(pipeline, 0);
    loam_mutex_unlock(&pipeline->mutex);
    loam_drains_send(pipeline, drain);
    return LOAM_OK;
}

// ---- watching -------------------------------------------------------------------------------------

static loam_result count(const loam_pipeline *pipeline, int32_t stage, loam_stage_counters *out)
{
    if (!has_stage(pipeline, stage))
    {
        return no_stage(pipeline, stage);
    }
    const loam_stage *const from = &pipeline->stages[stage];
    *out = from->counters;
    out->progress = from->slices_wanted == 0
                        ? 1.0f
                        : (float)((double)from->slices_done / (double)from->slices_wanted);
    return LOAM_OK;
}

loam_result loam_pipeline_counters(loam_pipeline *pipeline, int32_t stage, loam_stage_counters *out)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    LOAM_ASSERT(&pipeline->def.env, out != NULL);
    loam_mutex_lock(&pipeline->mutex);
    const loam_result result = count(pipeline, stage, out);
    loam_mutex_unlock(&pipeline->mutex);
    return result;
}

loam_pipeline_usage loam_pipeline_usage_now(loam_pipeline *pipeline)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    loam_mutex_lock(&pipeline->mutex);
    const loam_pipeline_usage usage = {
        .cached_bytes = pipeline->cache.bytes,
        .pinned_bytes = pipeline->cache.pinned_bytes + pipeline->delayed_bytes,
        .working_bytes = pipeline->working_bytes,
        .pages = pipeline->cache.pages,
        .under_way = pipeline->under_way,
    };
    loam_mutex_unlock(&pipeline->mutex);
    return usage;
}

void loam_pipeline_trim(loam_pipeline *pipeline)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    loam_mutex_lock(&pipeline->mutex);
    drop_unpinned(pipeline);
    loam_mutex_unlock(&pipeline->mutex);
}
