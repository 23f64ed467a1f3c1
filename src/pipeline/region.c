// SPDX-License-Identifier: MIT
#include "pipeline/region.h"

#include "base/small.h"
#include "pipeline/drain.h"
#include "pipeline/scheduler.h"

#include <math.h>
#include <string.h>

// A region keeps its claims in a ring: page (x, y, z) in slot (x mod w, y mod h, z mod d), where the
// ring is as long as the most pages that can lie within `keep` of a point. Two pages of one slot can
// then never both be near enough, so finding out which pages come and go is one sweep over the ring,
// without searching: a slot's claim is either on the page that now belongs there, or on one that is
// far behind. Memory is fixed when the region is made.
//
// Between load and keep a page neither comes nor goes. That is the hysteresis.

struct loam_region
{
    loam_pipeline *pipeline;
    loam_region_def def;
    int64_t extent;     // of a page
    int64_t page_limit; // pages -limit .. limit - 1 lie in the world
    int64_t point[3];
    bool used[3];       // the axes of the stage
    int32_t size[3];    // of the ring
    uint64_t crossings; // how often the point went from one page into another
    bool dying;         // being destroyed, which callbacks may see
    size_t slots;
    loam_claim *ring[];
};

enum
{
    MAX_SPARE_CLAIMS = 256
};

// ---- claims ---------------------------------------------------------------------------------------

static loam_claim *make_claim(loam_pipeline *pipeline)
{
    loam_claim *const spare = pipeline->spare_claims;
    if (spare == NULL)
    {
        return loam_alloc(&pipeline->def.env, sizeof(loam_claim));
    }
    pipeline->spare_claims = spare->next;
    pipeline->spare_claim_count--;
    return spare;
}

static void free_claim(loam_pipeline *pipeline, loam_claim *claim)
{
    if (pipeline->spare_claim_count >= MAX_SPARE_CLAIMS)
    {
        loam_free(&pipeline->def.env, claim, sizeof *claim);
        return;
    }
    claim->next = pipeline->spare_claims;
    pipeline->spare_claims = claim;
    pipeline->spare_claim_count++;
}

void loam_regions_free_spares(loam_pipeline *pipeline)
{
    while (pipeline->spare_claims != NULL)
    {
        loam_claim *const claim = make_claim(pipeline);
        loam_free(&pipeline->def.env, claim, sizeof *claim);
    }
}

static void join_node(loam_claim *claim, loam_node *node)
{
    claim->node = node;
    claim->previous = NULL;
    claim->next = node->claims;
    if (node->claims != NULL)
    {
        node->claims->previous = claim;
    }
    node->claims = claim;
}

static void leave_node(loam_claim *claim)
{
    if (claim->next != NULL)
    {
        claim->next->previous = claim->previous;
    }
    if (claim->previous != NULL)
    {
        claim->previous->next = claim->next;
    }
    else
    {
        claim->node->claims = claim->next;
    }
    claim->next = claim->previous = NULL;
}

// Takes the claim's want of its node back.
static void let_go(loam_pipeline *pipeline, loam_claim *claim)
{
    loam_node *const node = claim->node;
    leave_node(claim);
    claim->node = NULL;
    loam_schedule_unwant(pipeline, node, claim->distance);
}

// ---- callbacks that wait --------------------------------------------------------------------------

static void push_event(loam_pipeline *pipeline, loam_claim *claim)
{
    claim->event_next = NULL;
    claim->event_previous = pipeline->last_event;
    if (pipeline->last_event != NULL)
    {
        pipeline->last_event->event_next = claim;
    }
    else
    {
        pipeline->first_event = claim;
    }
    pipeline->last_event = claim;
    pipeline->event_count++;
}

static void remove_event(loam_pipeline *pipeline, loam_claim *claim)
{
    if (claim->event_next != NULL)
    {
        claim->event_next->event_previous = claim->event_previous;
    }
    else
    {
        pipeline->last_event = claim->event_previous;
    }
    if (claim->event_previous != NULL)
    {
        claim->event_previous->event_next = claim->event_next;
    }
    else
    {
        pipeline->first_event = claim->event_next;
    }
    claim->event_next = claim->event_previous = NULL;
    pipeline->event_count--;
}

void loam_claim_settled(loam_pipeline *pipeline, loam_claim *claim)
{
    const bool done = claim->node->state == LOAM_NODE_DONE;
    claim->state = done ? LOAM_CLAIM_ARRIVED : LOAM_CLAIM_BROKEN;
    claim->crossings = claim->region->crossings;
    claim->changes = pipeline->changes;
    push_event(pipeline, claim);
}

static void call_page(loam_pipeline *pipeline, void (*callback)(void *user, const loam_page *page),
                      void *user, const loam_page *page)
{
    if (callback != NULL)
    {
        loam_mutex_unlock(&pipeline->mutex);
        callback(user, page);
        loam_mutex_lock(&pipeline->mutex);
    }
}

static void call_failed(loam_pipeline *pipeline, loam_claim *claim)
{
    const loam_region_def def = claim->region->def;
    const loam_page_id id = claim->id;
    const loam_result result = claim->node->result;
    char text[LOAM_FAILURE_TEXT];
    loam_node_explain(pipeline, claim->node, text);
    claim->state = LOAM_CLAIM_FAILED;
    let_go(pipeline, claim);
    if (def.failed != NULL)
    {
        loam_mutex_unlock(&pipeline->mutex);
        def.failed(def.user, id, result, text);
        loam_mutex_lock(&pipeline->mutex);
    }
}

static void say_goodbye(loam_pipeline *pipeline, loam_claim *claim)
{
    const loam_region_def *const def = &claim->region->def;
    call_page(pipeline, def->leave, def->user, &claim->node->page);
    let_go(pipeline, claim);
    free_claim(pipeline, claim);
}

// A callback may destroy the region, so nothing of it is touched afterwards.
static void deliver(loam_pipeline *pipeline, loam_claim *claim)
{
    remove_event(pipeline, claim);
    if (claim->state == LOAM_CLAIM_ARRIVED)
    {
        const loam_region_def *const def = &claim->region->def;
        claim->state = LOAM_CLAIM_SHOWN;
        call_page(pipeline, def->ready, def->user, &claim->node->page);
    }
    else if (claim->state == LOAM_CLAIM_BROKEN)
    {
        call_failed(pipeline, claim);
    }
    else
    {
        say_goodbye(pipeline, claim);
    }
}

void loam_regions_deliver(loam_pipeline *pipeline)
{
    for (uint64_t count = pipeline->event_count; count > 0 && pipeline->first_event != NULL;
         count--)
    {
        deliver(pipeline, pipeline->first_event);
    }
}

bool loam_regions_owe_failure(const loam_pipeline *pipeline, int32_t place)
{
    for (const loam_claim *claim = pipeline->first_event; claim != NULL; claim = claim->event_next)
    {
        if (claim->state == LOAM_CLAIM_BROKEN &&
            loam_stage_depends(pipeline->stages, claim->id.stage, place))
        {
            return true;
        }
    }
    return false;
}

// ---- coming and going -----------------------------------------------------------------------------

static void leave(loam_pipeline *pipeline, loam_claim *claim)
{
    if (claim->state == LOAM_CLAIM_SHOWN)
    {
        claim->state = LOAM_CLAIM_LEAVING;
        push_event(pipeline, claim);
        return;
    }
    if (claim->state == LOAM_CLAIM_ARRIVED || claim->state == LOAM_CLAIM_BROKEN)
    {
        remove_event(pipeline, claim);
    }
    if (claim->node != NULL)
    {
        let_go(pipeline, claim);
    }
    free_claim(pipeline, claim);
}

// Makes a claim want its page, for the first time or once more.
static loam_result want(loam_pipeline *pipeline, loam_claim *claim)
{
    loam_node *node;
    const loam_result result = loam_schedule_want(pipeline, &claim->id, claim->distance, &node);
    if (result != LOAM_OK)
    {
        return result;
    }
    join_node(claim, node);
    claim->state = LOAM_CLAIM_WANTED;
    if (node->state == LOAM_NODE_DONE)
    {
        loam_claim_settled(pipeline, claim);
    }
    return LOAM_OK;
}

static loam_result enter(loam_region *region, const int64_t page[3], double distance,
                         loam_claim **slot)
{
    loam_pipeline *const pipeline = region->pipeline;
    loam_claim *const claim = make_claim(pipeline);
    if (claim == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *claim = (loam_claim){
        .region = region,
        .id = {.stage = region->def.stage,
               .level = region->def.level,
               .x = page[0],
               .y = page[1],
               .z = page[2]},
        .distance = distance,
    };
    const loam_result result = want(pipeline, claim);
    if (result != LOAM_OK)
    {
        free_claim(pipeline, claim);
        return result;
    }
    *slot = claim;
    return LOAM_OK;
}

// A page that failed will most likely fail again, so it is not tried at every little step.
static bool is_worth_another_try(const loam_pipeline *pipeline, const loam_claim *claim)
{
    return claim->state == LOAM_CLAIM_FAILED &&
           (claim->crossings != claim->region->crossings || claim->changes != pipeline->changes);
}

static loam_result stay(loam_pipeline *pipeline, loam_claim *claim, double distance)
{
    const double before = claim->distance;
    claim->distance = distance;
    if (is_worth_another_try(pipeline, claim))
    {
        return want(pipeline, claim);
    }
    if (claim->state == LOAM_CLAIM_WANTED)
    {
        loam_schedule_moved(pipeline, claim->node, before, distance);
    }
    return LOAM_OK;
}

// Squared, from the point to the nearest unit of the page. Below 2^26 exact, and everywhere the same
// on every machine; only the order of work and the rim of a region depend on it.
static double distance_to(const loam_region *region, const int64_t page[3])
{
    double sum = 0.0;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const int64_t low = page[axis] * region->extent;
        const int64_t below = low - region->point[axis];
        const int64_t above = region->point[axis] - (low + region->extent - 1);
        const int64_t away = below > 0 ? below : above > 0 ? above : 0;
        sum += region->used[axis] ? (double)away * (double)away : 0.0;
    }
    return sum;
}

static double squared(int64_t value)
{
    return (double)value * (double)value;
}

static bool is_in_world(const loam_region *region, const int64_t page[3])
{
    for (int32_t axis = 0; axis < 3; axis++)
    {
        if (page[axis] < -region->page_limit || page[axis] >= region->page_limit)
        {
            return false;
        }
    }
    return true;
}

static loam_claim **slot_of(loam_region *region, const int64_t page[3])
{
    int64_t index = 0;
    for (int32_t axis = 2; axis >= 0; axis--)
    {
        const int64_t size = region->size[axis];
        index = index * size + (page[axis] - loam_floor_div(page[axis], size) * size);
    }
    return &region->ring[index];
}

static bool is_on(const loam_claim *claim, const int64_t page[3])
{
    return claim->id.x == page[0] && claim->id.y == page[1] && claim->id.z == page[2];
}

// One slot of the ring and the page that now belongs there. What leaves goes to a list first: what
// comes may share its inputs.
static loam_result visit(loam_region *region, const int64_t page[3], loam_claim **leaving)
{
    loam_claim **const slot = slot_of(region, page);
    const double distance = is_in_world(region, page) ? distance_to(region, page)
                                                      : (double)INFINITY;
    loam_claim *const claim = *slot;
    if (claim != NULL && is_on(claim, page) && distance <= squared(region->def.keep))
    {
        return stay(region->pipeline, claim, distance);
    }
    if (claim != NULL)
    {
        *slot = NULL;
        claim->leaving_next = *leaving;
        *leaving = claim;
    }
    return distance <= squared(region->def.load) ? enter(region, page, distance, slot) : LOAM_OK;
}

static loam_result sweep(loam_region *region)
{
    int64_t first[3] = {0, 0, 0};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        if (region->used[axis])
        {
            first[axis] = loam_floor_div(region->point[axis] - region->def.keep, region->extent);
        }
    }
    loam_claim *leaving = NULL;
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < region->slots; i++)
    {
        const int64_t column = (int64_t)i % region->size[0];
        const int64_t row = (int64_t)i / region->size[0];
        const int64_t page[3] = {first[0] + column, first[1] + row % region->size[1],
                                 first[2] + row / region->size[1]};
        const loam_result visited = visit(region, page, &leaving);
        result = result == LOAM_OK ? visited : result;
    }
    while (leaving != NULL)
    {
        loam_claim *const claim = leaving;
        leaving = claim->leaving_next;
        leave(region->pipeline, claim);
    }
    return result;
}

// ---- public ---------------------------------------------------------------------------------------

static loam_result check_point(const int64_t point[3])
{
    for (int32_t axis = 0; axis < 3; axis++)
    {
        if (point[axis] < -LOAM_WORLD_END || point[axis] > LOAM_WORLD_END)
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "a region's point has %c = %lld; must be -2^62 to 2^62", "xyz"[axis],
                             (long long)point[axis]);
        }
    }
    return LOAM_OK;
}

static loam_result check_def(const loam_pipeline *pipeline, const loam_region_def *def)
{
    const loam_page_id origin = {.stage = def->stage, .level = def->level};
    const loam_result result = loam_stage_check_id(pipeline->stages, pipeline->stage_count,
                                                   &origin);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (def->load < 0 || def->keep < def->load || def->keep > LOAM_MAX_EXTENT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a region loads within %lld and keeps within %lld; must be 0 <= load "
                         "<= keep <= 2^60",
                         (long long)def->load, (long long)def->keep);
    }
    return LOAM_OK;
}

// The ring's size along each axis, and in all; 0 if that is too many.
static size_t measure_ring(const loam_stage *stage, const loam_region_def *def, int32_t size[3])
{
    const int64_t extent = loam_stage_extent(stage, def->level);
    const int64_t along = loam_most_pages(2 * def->keep + 1, extent);
    int64_t slots = 1;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const bool used = loam_axes_have(stage->axes, axis);
        size[axis] = used && along <= LOAM_MAX_REGION_PAGES ? (int32_t)along : 1;
        slots *= size[axis];
        if ((used && along > LOAM_MAX_REGION_PAGES) || slots > LOAM_MAX_REGION_PAGES)
        {
            return 0;
        }
    }
    return (size_t)slots;
}

static size_t region_bytes(size_t slots)
{
    return sizeof(loam_region) + slots * sizeof(loam_claim *);
}

static loam_result make_region(loam_pipeline *pipeline, const loam_region_def *def,
                               loam_region **out)
{
    const loam_stage *const stage = &pipeline->stages[def->stage];
    int32_t size[3];
    const size_t slots = measure_ring(stage, def, size);
    if (slots == 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a region of stage %s that keeps within %lld has more than %d pages",
                         stage->name, (long long)def->keep, LOAM_MAX_REGION_PAGES);
    }
    loam_region *const region = loam_alloc(&pipeline->def.env, region_bytes(slots));
    if (region == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const int64_t extent = loam_stage_extent(stage, def->level);
    *region = (loam_region){.pipeline = pipeline,
                            .def = *def,
                            .extent = extent,
                            .page_limit = LOAM_WORLD_END / extent,
                            .size = {size[0], size[1], size[2]},
                            .slots = slots};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        region->used[axis] = loam_axes_have(stage->axes, axis);
    }
    memset(region->ring, 0, slots * sizeof(loam_claim *));
    *out = region;
    return LOAM_OK;
}

static void set_point(loam_region *region, const int64_t point[3])
{
    bool crosses = false;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        crosses = crosses ||
                  (region->used[axis] && loam_floor_div(point[axis], region->extent) !=
                                             loam_floor_div(region->point[axis], region->extent));
        region->point[axis] = point[axis];
    }
    region->crossings += crosses;
}

loam_result loam_region_move(loam_region *region, int64_t x, int64_t y, int64_t z)
{
    LOAM_ASSERT(NULL, region != NULL);
    loam_pipeline *const pipeline = region->pipeline;
    const int64_t point[3] = {x, y, z};
    loam_result result = check_point(point);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (region->dying)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a region cannot move while it is being destroyed: its pages leave");
    }
    loam_mutex_lock(&pipeline->mutex);
    set_point(region, point);
    result = sweep(region);
    loam_drain *const drain = loam_drains_pick(pipeline, 0);
    loam_mutex_unlock(&pipeline->mutex);
    loam_drains_send(pipeline, drain);
    return result;
}

loam_result loam_region_create(loam_pipeline *pipeline, const loam_region_def *def, int64_t x,
                               int64_t y, int64_t z, loam_region **out)
{
    LOAM_ASSERT(NULL, pipeline != NULL);
    LOAM_ASSERT(&pipeline->def.env, def != NULL && out != NULL);
    *out = NULL;
    loam_region *region = NULL;
    loam_mutex_lock(&pipeline->mutex);
    loam_result result = check_def(pipeline, def);
    if (result == LOAM_OK)
    {
        result = make_region(pipeline, def, &region);
    }
    pipeline->region_count += result == LOAM_OK;
    loam_mutex_unlock(&pipeline->mutex);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = loam_region_move(region, x, y, z);
    if (result != LOAM_OK)
    {
        loam_region_destroy(region);
        return result;
    }
    *out = region;
    return LOAM_OK;
}

// The first page of the region whose leaving waits to be told, NULL if there is none.
static loam_claim *find_leaving(const loam_region *region)
{
    loam_claim *claim = region->pipeline->first_event;
    while (claim != NULL && (claim->region != region || claim->state != LOAM_CLAIM_LEAVING))
    {
        claim = claim->event_next;
    }
    return claim;
}

static void empty_slot(loam_region *region, loam_claim **slot)
{
    loam_claim *const claim = *slot;
    *slot = NULL;
    if (claim != NULL && claim->state == LOAM_CLAIM_SHOWN)
    {
        say_goodbye(region->pipeline, claim);
    }
    else if (claim != NULL)
    {
        leave(region->pipeline, claim);
    }
}

void loam_region_destroy(loam_region *region)
{
    if (region == NULL)
    {
        return;
    }
    loam_pipeline *const pipeline = region->pipeline;
    LOAM_ASSERT(&pipeline->def.env, !region->dying); // a callback destroys what is being destroyed
    loam_mutex_lock(&pipeline->mutex);
    region->dying = true;
    for (loam_claim *claim = find_leaving(region); claim != NULL; claim = find_leaving(region))
    {
        deliver(pipeline, claim);
    }
    for (size_t i = 0; i < region->slots; i++)
    {
        empty_slot(region, &region->ring[i]);
    }
    pipeline->region_count--;
    loam_mutex_unlock(&pipeline->mutex);
    loam_free(&pipeline->def.env, region, region_bytes(region->slots));
}
