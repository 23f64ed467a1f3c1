// SPDX-License-Identifier: MIT
#include "tiles/world/stream.h"

#include "base/result.h"
#include "tiles/grow/plants.h"
#include "tiles/plants/pack.h"
#include "tiles/world/keeping.h"

#include <stdio.h>
#include <string.h>

// A chunk that is not in memory is looked for in the store, and grown if it is not there (Dubsky 2022,
// 3.1.2). With workers that is a job of theirs. What the world thread asks for early, and when it is
// done, changes how long a step waits and nothing else: a chunk's tiles are the same whoever brings
// them, and only a step puts them into the ring.
//
// Ahead of the movement, the outlook is the ring grown by some chunks on each side: one where the centre
// may turn to any moment, more on the side that it moves to, by speed. Chunks that have left it by more
// than it ever is wide are dropped; in between they stay, so that walking to and fro asks for nothing
// twice.

enum
{
    SPEED_UNIT = 16,    // a tile a step
    SMOOTHING = 8,      // steps
    OUTLOOK_STEPS = 64, // what the centre will reach in so many steps is wanted
    ASKED_STEPS = 100,  // as long as wishes are remembered
    TILE_BYTES = LOAM_CHUNK_TILES * sizeof(loam_tile)
};

// ---- one chunk ------------------------------------------------------------------------------------

static loam_result take_plants(loam_tile_world *world, loam_kept *chunk, const uint8_t *bytes,
                               size_t size)
{
    const loam_result result = loam_plants_unpack(world, chunk->at, bytes, size, &chunk->plants);
    if (result == LOAM_IO)
    {
        loam_log_write(&world->env, LOAM_LOG_WARNING, "%s, and are gone", loam_last_error());
    }
    return result == LOAM_IO ? LOAM_OK : result;
}

/// Damaged plants are lost, and nothing else is.
static loam_result load_plants(loam_tile_world *world, loam_kept *chunk)
{
    const loam_chunk_store *const store = &world->def.store;
    if (world->plants == NULL || store->load_plants == NULL)
    {
        return LOAM_OK;
    }
    uint8_t *const bytes = loam_alloc(&world->env, LOAM_MAX_PLANT_BYTES);
    if (bytes == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    size_t size = 0;
    loam_result result = store->load_plants(store->user, chunk->at, bytes, LOAM_MAX_PLANT_BYTES,
                                            &size);
    if (result == LOAM_OK && size > 0 && size <= LOAM_MAX_PLANT_BYTES)
    {
        result = take_plants(world, chunk, bytes, size);
    }
    loam_free(&world->env, bytes, LOAM_MAX_PLANT_BYTES);
    return result;
}

/// LOAM_NOT_FOUND if the store does not have it. What the store has and cannot read must not be grown in
/// its place: it would be saved over what is there.
static loam_result load(loam_tile_world *world, loam_kept *chunk)
{
    const loam_chunk_store *const store = &world->def.store;
    if (store->load == NULL)
    {
        return LOAM_NOT_FOUND;
    }
    const uint32_t messages = loam_message_count();
    const loam_result result = loam_with_reason(store->load(store->user, chunk->at, chunk->tiles),
                                                messages);
    return result == LOAM_OK ? load_plants(world, chunk) : result;
}

/// Whether a page, which may be of a stage of the user's own, has plants of its chunk.
static bool are_plants(const loam_page *page, loam_chunk_pos at)
{
    const loam_tile_chunk_plants *const placed = page->data;
    const size_t head = offsetof(loam_tile_chunk_plants, plants);
    if (page->size < head)
    {
        return page->size == 0;
    }
    bool right = placed->count >= 0 && placed->count <= LOAM_MAX_CHUNK_PLANTS &&
                 page->size >= head + (size_t)placed->count * sizeof *placed->plants;
    for (int32_t i = 0; right && i < placed->count; i++)
    {
        const loam_chunk_pos in = loam_chunk_of_tile(
            (loam_tile_pos){placed->plants[i].x, placed->plants[i].y});
        right = in.x == at.x && in.y == at.y;
    }
    return right;
}

static loam_result bad_plants(const loam_tile_world *world, const loam_page *page)
{
    return loam_fail(LOAM_FAILED, "stage %s made %zu bytes that are no plants of the chunk",
                     loam_pipeline_stage_name(world->pipeline, world->plant_stage), page->size);
}

/// The plants of a chunk that grows.
static loam_result grow_plants(loam_tile_world *world, loam_kept *chunk)
{
    const loam_page_id id = {.stage = world->plant_stage, .x = chunk->at.x, .y = chunk->at.y};
    const loam_page *page;
    if (world->plants == NULL)
    {
        return LOAM_OK;
    }
    loam_result result = loam_pipeline_get(world->pipeline, id, &page);
    if (result == LOAM_OK)
    {
        const loam_tile_chunk_plants *const placed = page->data;
        result = !are_plants(page, chunk->at) ? bad_plants(world, page)
                 : page->size == 0
                     ? LOAM_OK
                     : loam_plants_sprout(world, placed->plants, placed->count, &chunk->plants);
        loam_pipeline_release(world->pipeline, page);
    }
    return result;
}

static loam_result grow(loam_tile_world *world, loam_kept *chunk)
{
    const loam_page_id id = {.stage = world->stage, .x = chunk->at.x, .y = chunk->at.y};
    const loam_page *page;
    loam_result result = loam_pipeline_get(world->pipeline, id, &page);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (page->size == TILE_BYTES)
    {
        memcpy(chunk->tiles, page->data, TILE_BYTES);
    }
    else
    {
        result = loam_fail(LOAM_FAILED, "stage %s made %zu bytes; must be %zu",
                           loam_pipeline_stage_name(world->pipeline, world->stage), page->size,
                           (size_t)TILE_BYTES);
    }
    loam_pipeline_release(world->pipeline, page);
    return result == LOAM_OK ? grow_plants(world, chunk) : result;
}

static void bring(void *context)
{
    loam_kept *const chunk = context;
    chunk->origin = LOAM_FROM_STORE;
    chunk->result = load(chunk->world, chunk);
    if (chunk->result == LOAM_NOT_FOUND)
    {
        chunk->origin = LOAM_FROM_GROWING;
        chunk->result = grow(chunk->world, chunk);
    }
    if (chunk->result != LOAM_OK)
    {
        snprintf(chunk->message, sizeof chunk->message, "%s", loam_last_error());
    }
    atomic_store_explicit(&chunk->state,
                          chunk->result == LOAM_OK ? LOAM_KEPT_HERE : LOAM_KEPT_FAILED,
                          memory_order_release);
}

static int state_of(loam_kept *chunk)
{
    return atomic_load_explicit(&chunk->state, memory_order_acquire);
}

static void submit(loam_tile_world *world, loam_kept *chunk, loam_priority priority)
{
    chunk->world = world;
    chunk->job = (loam_job){.run = bring, .context = chunk, .priority = priority};
    atomic_store_explicit(&chunk->state, LOAM_KEPT_UNDER_WAY, memory_order_relaxed);
    loam_jobs_submit(world->env.jobs, &chunk->job);
}

static void bring_here(loam_tile_world *world, loam_kept *chunk)
{
    chunk->world = world;
    bring(chunk);
}

/// Returns when no worker has the chunk: then it is here, has failed, or nobody has begun.
static void settle(loam_tile_world *world, loam_kept *chunk)
{
    if (world->have_workers)
    {
        loam_jobs_wait(world->env.jobs, &chunk->job);
    }
}

/// As soon as possible: before whatever is wanted ahead.
static void hurry(loam_tile_world *world, loam_kept *chunk)
{
    const int state = state_of(chunk);
    if (!world->have_workers || state == LOAM_KEPT_HERE ||
        (state == LOAM_KEPT_UNDER_WAY && !loam_jobs_cancel(world->env.jobs, &chunk->job)))
    {
        return;
    }
    settle(world, chunk);
    submit(world, chunk, LOAM_PRIORITY_HIGH);
}

static loam_result finish(loam_tile_world *world, loam_kept *chunk)
{
    settle(world, chunk);
    if (!world->have_workers && state_of(chunk) != LOAM_KEPT_HERE)
    {
        bring_here(world, chunk);
    }
    if (state_of(chunk) == LOAM_KEPT_HERE)
    {
        return LOAM_OK;
    }
    const bool stored = chunk->origin == LOAM_FROM_STORE;
    world->counters.load_failures += stored;
    return loam_fail(chunk->result, "chunk (%lld, %lld) could not be %s: %s",
                     (long long)chunk->at.x, (long long)chunk->at.y, stored ? "loaded" : "grown",
                     chunk->message);
}

/// Lets the plants of a chunk that was packed grow again. Without memory they stay as they are, for who tries
/// again: then it is false.
static bool unpack_plants(loam_tile_world *world, loam_kept *chunk)
{
    if (chunk->packed_plants == NULL)
    {
        return true;
    }
    if (take_plants(world, chunk, chunk->packed_plants, chunk->packed_size) != LOAM_OK)
    {
        return false;
    }
    loam_free(&world->env, chunk->packed_plants, chunk->packed_size);
    chunk->packed_plants = NULL;
    chunk->packed_size = 0;
    return true;
}

/// NULL without memory.
static loam_kept *find_or_make(loam_tile_world *world, loam_chunk_pos at)
{
    loam_kept *chunk = loam_kept_find(&world->kept, at);
    if (chunk == NULL && loam_packed_has(&world->kept.packed, at))
    {
        chunk = loam_kept_unpack(&world->kept, &world->env, at);
        if (chunk == NULL)
        {
            return NULL;
        }
        chunk->retired_at = world->steps;
    }
    if (chunk != NULL)
    {
        return unpack_plants(world, chunk) ? chunk : NULL;
    }
    return loam_kept_make(&world->kept, &world->env, at);
}

loam_result loam_stream_get(loam_tile_world *world, loam_chunk_pos anchor, loam_arrival *arrivals,
                            int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        const loam_chunk_pos at = loam_ring_chunk_in(&world->ring, anchor, arrivals[i].slot);
        arrivals[i].chunk = find_or_make(world, at);
        if (arrivals[i].chunk == NULL)
        {
            return LOAM_OUT_OF_MEMORY;
        }
        arrivals[i].early = state_of(arrivals[i].chunk) == LOAM_KEPT_HERE;
        hurry(world, arrivals[i].chunk);
    }
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        result = finish(world, arrivals[i].chunk);
    }
    return result;
}

// ---- the outlook ----------------------------------------------------------------------------------

static int64_t smooth(int64_t speed, int64_t from, int64_t to, int32_t ring_side)
{
    const int64_t moved = to - from;
    const bool jumped = moved > ring_side || moved < -ring_side;
    return jumped ? 0 : speed + (moved * SPEED_UNIT - speed) / SMOOTHING;
}

static int32_t reach_ahead(const loam_tile_world *world, int64_t speed)
{
    const int64_t steps = OUTLOOK_STEPS, max = world->def.ahead;
    const int64_t reach = 1 + (speed > 0 ? speed * steps / SPEED_UNIT / LOAM_CHUNK_SIDE : 0);
    return (int32_t)(reach < max ? reach : max);
}

static void set_reach(loam_outlook *outlook, int32_t *side, int32_t reach)
{
    outlook->complete &= *side == reach;
    *side = reach;
}

void loam_stream_moved(loam_tile_world *world, loam_tile_pos from, loam_tile_pos to)
{
    loam_outlook *const outlook = &world->outlook;
    outlook->speed_x = smooth(outlook->speed_x, from.x, to.x, world->ring.side);
    outlook->speed_y = smooth(outlook->speed_y, from.y, to.y, world->ring.side);
    set_reach(outlook, &outlook->left, reach_ahead(world, -outlook->speed_x));
    set_reach(outlook, &outlook->right, reach_ahead(world, outlook->speed_x));
    set_reach(outlook, &outlook->down, reach_ahead(world, -outlook->speed_y));
    set_reach(outlook, &outlook->up, reach_ahead(world, outlook->speed_y));
}

void loam_stream_changed(loam_tile_world *world)
{
    world->outlook.complete = false;
}

static bool is_within(loam_chunk_area area, loam_chunk_pos at)
{
    return at.x >= area.low.x && at.x <= area.high.x && at.y >= area.low.y && at.y <= area.high.y;
}

static loam_chunk_area ring_area(const loam_tile_world *world, loam_chunk_pos anchor)
{
    const loam_chunk_pos low = loam_ring_lowest(&world->ring, anchor);
    const int32_t last = world->ring.chunks - 1;
    return (loam_chunk_area){low, {low.x + last, low.y + last}};
}

void loam_stream_remember(loam_tile_world *world, loam_chunk_pos anchor)
{
    loam_outlook *const outlook = &world->outlook;
    const loam_chunk_area area = ring_area(world, anchor);
    if (area.low.x != outlook->asked.low.x || area.low.y != outlook->asked.low.y)
    {
        outlook->complete = false; // what was asked for before is not wanted any more
    }
    outlook->asked = area;
    outlook->asked_until = world->steps + ASKED_STEPS;
}

static bool is_wanted(const loam_tile_world *world, loam_chunk_pos at)
{
    const int32_t far = world->def.ahead + 1;
    loam_chunk_area area = ring_area(world, world->ring.anchor);
    area.low.x -= far;
    area.low.y -= far;
    area.high.x += far;
    area.high.y += far;
    return is_within(area, at) ||
           (world->steps < world->outlook.asked_until && is_within(world->outlook.asked, at));
}

/// Drops what nobody wants. What a worker is just at cannot be dropped: later then.
static void sweep(loam_tile_world *world)
{
    for (loam_kept *chunk = world->kept.ahead.oldest, *newer; chunk != NULL; chunk = newer)
    {
        newer = chunk->newer;
        if (is_wanted(world, chunk->at))
        {
            continue;
        }
        if (state_of(chunk) == LOAM_KEPT_UNDER_WAY &&
            !loam_jobs_cancel(world->env.jobs, &chunk->job))
        {
            world->outlook.complete = false;
            continue;
        }
        settle(world, chunk);
        loam_kept_drop(&world->kept, &world->env, chunk);
    }
}

/// A look at all places of the outlook.
typedef struct search
{
    loam_tile_world *world;
    bool (*go_on)(loam_tile_world *world, loam_chunk_pos at); // false ends the search
    loam_chunk_area ring, all;
    bool ended;
    loam_chunk_pos end; // where
} search;

static void visit(search *s, int64_t x, int64_t y)
{
    const loam_chunk_pos at = {x, y};
    const int64_t world_end = LOAM_TILE_END / LOAM_CHUNK_SIDE;
    const bool exists = x >= -world_end && x < world_end && y >= -world_end && y < world_end;
    if (!s->ended && exists && is_within(s->all, at))
    {
        s->ended = !s->go_on(s->world, at);
        s->end = at;
    }
}

/// The chunks that are exactly so far from the ring.
static void visit_frame(search *s, int32_t distance)
{
    const int64_t left = s->ring.low.x - distance, right = s->ring.high.x + distance;
    const int64_t down = s->ring.low.y - distance, up = s->ring.high.y + distance;
    for (int64_t y = down; y <= up; y++)
    {
        visit(s, left, y);
        visit(s, right, y);
    }
    for (int64_t x = left + 1; x < right; x++)
    {
        visit(s, x, down);
        visit(s, x, up);
    }
}

/// Nearest first. Whether all was visited; otherwise *end, if not NULL, is where it ended.
static bool visit_outlook(loam_tile_world *world,
                          bool (*go_on)(loam_tile_world *world, loam_chunk_pos at),
                          loam_chunk_pos *end)
{
    const loam_outlook *const outlook = &world->outlook;
    const loam_chunk_area ring = ring_area(world, world->ring.anchor);
    search s = {.world = world, .go_on = go_on, .ring = ring, .all = ring};
    s.all.low.x -= outlook->left;
    s.all.low.y -= outlook->down;
    s.all.high.x += outlook->right;
    s.all.high.y += outlook->up;
    for (int32_t distance = 1; distance <= world->def.ahead; distance++)
    {
        visit_frame(&s, distance);
    }
    if (end != NULL)
    {
        *end = s.end;
    }
    return !s.ended;
}

/// What lies where the centre moves to is wanted sooner than what it might turn to.
static loam_priority priority_of(const loam_tile_world *world, loam_chunk_pos at)
{
    const loam_outlook *const outlook = &world->outlook;
    const loam_chunk_area ring = ring_area(world, world->ring.anchor);
    const bool on_the_way = (at.x < ring.low.x && outlook->left > 1) ||
                            (at.x > ring.high.x && outlook->right > 1) ||
                            (at.y < ring.low.y && outlook->down > 1) ||
                            (at.y > ring.high.y && outlook->up > 1);
    return on_the_way ? LOAM_PRIORITY_NORMAL : LOAM_PRIORITY_LOW;
}

/// Asks for a chunk, or for one that still waits for a worker more urgently. False without memory.
static bool request(loam_tile_world *world, loam_chunk_pos at)
{
    const loam_priority priority = priority_of(world, at);
    loam_kept *chunk = loam_kept_find(&world->kept, at);
    if (chunk == NULL && loam_packed_has(&world->kept.packed, at))
    {
        return true; // unpacked when it is needed, which takes no time
    }
    if (chunk != NULL &&
        (state_of(chunk) != LOAM_KEPT_UNDER_WAY || chunk->job.priority <= priority ||
         !loam_jobs_cancel(world->env.jobs, &chunk->job)))
    {
        return true;
    }
    chunk = chunk != NULL ? chunk : loam_kept_make(&world->kept, &world->env, at);
    if (chunk != NULL)
    {
        submit(world, chunk, priority);
    }
    return chunk != NULL;
}

void loam_stream_look_ahead(loam_tile_world *world)
{
    loam_outlook *const outlook = &world->outlook;
    if (outlook->asked_until != 0 && world->steps >= outlook->asked_until)
    {
        outlook->asked_until = 0;
        outlook->complete = false;
    }
    if (outlook->complete)
    {
        return;
    }
    outlook->complete = true;
    sweep(world);
    if (world->have_workers && !visit_outlook(world, request, NULL))
    {
        outlook->complete = false; // no memory: in the next step, perhaps
    }
}

// ---- asking ---------------------------------------------------------------------------------------

/// Whether the chunk need not be waited for. One that has failed need not: the step will say why.
static bool ask_for(loam_tile_world *world, loam_chunk_pos at, bool *grown)
{
    loam_kept *const chunk = find_or_make(world, at);
    if (chunk == NULL)
    {
        return false;
    }
    if (state_of(chunk) == LOAM_KEPT_IDLE && world->have_workers)
    {
        submit(world, chunk, LOAM_PRIORITY_NORMAL);
    }
    else if (state_of(chunk) == LOAM_KEPT_IDLE && !*grown)
    {
        bring_here(world, chunk);
        *grown = true;
    }
    return state_of(chunk) >= LOAM_KEPT_HERE;
}

bool loam_stream_ask(loam_tile_world *world, loam_chunk_pos anchor)
{
    const int32_t count = world->ring.chunks * world->ring.chunks;
    bool ready = true, grown = false;
    loam_stream_remember(world, anchor);
    for (int32_t slot = 0; slot < count && (ready || world->have_workers); slot++)
    {
        const loam_chunk_pos at = loam_ring_chunk_in(&world->ring, anchor, slot);
        if (!loam_ring_has(&world->ring, world->ring.anchor, at))
        {
            ready &= ask_for(world, at, &grown);
        }
    }
    return ready;
}

static bool is_there(loam_tile_world *world, loam_chunk_pos at)
{
    loam_kept *const chunk = loam_kept_find(&world->kept, at);
    return chunk != NULL ? state_of(chunk) >= LOAM_KEPT_HERE
                         : loam_packed_has(&world->kept.packed, at);
}

bool loam_stream_pump(loam_tile_world *world, uint64_t budget_us)
{
    const uint64_t begin_ns = loam_clock_ns();
    const uint64_t budget_ns = budget_us < UINT64_MAX / 1000 ? budget_us * 1000 : UINT64_MAX;
    loam_chunk_pos missing;
    bool done = visit_outlook(world, is_there, &missing);
    while (!done && !world->have_workers)
    {
        loam_kept *const chunk = find_or_make(world, missing);
        if (chunk == NULL)
        {
            return false;
        }
        bring_here(world, chunk);
        done = visit_outlook(world, is_there, &missing);
        if (loam_clock_ns() - begin_ns >= budget_ns)
        {
            return done;
        }
    }
    return done;
}

void loam_stream_stop(loam_tile_world *world)
{
    for (loam_kept *chunk = world->kept.ahead.oldest; chunk != NULL; chunk = chunk->newer)
    {
        if (state_of(chunk) == LOAM_KEPT_UNDER_WAY)
        {
            (void)loam_jobs_cancel(world->env.jobs, &chunk->job);
        }
    }
    for (loam_kept *chunk = world->kept.ahead.oldest; chunk != NULL; chunk = chunk->newer)
    {
        settle(world, chunk);
    }
}
