// SPDX-License-Identifier: MIT
#include "tiles/life/life.h"

#include "loam/random.h"

#include "base/small.h"
#include "tiles/life/fluid_group.h"
#include "tiles/life/lightning.h"
#include "tiles/life/transform.h"
#include "tiles/life/weather.h"
#include "tiles/state/cover.h"
#include "tiles/state/touched.h"

#include <stdlib.h>
#include <string.h>

// A step of fluids has four phases. In each, one quarter of every update chunk is worked on, in parallel:
// quarters that are a quarter apart touch nothing in common (Dubsky 2022, 3.4.3). What they did is put
// together by the calling thread, in the order of the update chunks.

enum
{
    PHASES = 4,
    GRAIN = 4 // quarters that a thread takes at a time
};

// ---- life -----------------------------------------------------------------------------------------

static size_t slot_count(const loam_tile_world *world)
{
    return (size_t)world->ring.chunks * (size_t)world->ring.chunks;
}

static size_t quarter_columns(const loam_tile_world *world)
{
    return (size_t)world->ring.side / QUARTER_SIDE;
}

static size_t transfer_count(const loam_tile_world *world)
{
    return slot_count(world) * PHASES * FLUID_REQUESTS;
}

static loam_result make_memory(loam_tile_world *world, loam_life *life)
{
    const loam_env *const env = &world->env;
    life->winds = loam_alloc(env, quarter_columns(world) * sizeof *life->winds);
    life->wet = loam_alloc(env, quarter_columns(world) * sizeof *life->wet);
    life->reports = loam_alloc(env, slot_count(world) * sizeof *life->reports);
    life->active = loam_alloc(env, slot_count(world) * sizeof *life->active);
    life->transfers = loam_alloc(env, transfer_count(world) * sizeof *life->transfers);
    const bool complete = life->winds != NULL && life->wet != NULL && life->reports != NULL &&
                          life->active != NULL && life->transfers != NULL;
    loam_result result = complete ? loam_awake_init(&life->field.awake, env, world->ring.side)
                                  : LOAM_OUT_OF_MEMORY;
    return result == LOAM_OK ? loam_changes_init(&life->changes, env, &life->field.awake) : result;
}

static int32_t log2_of(int32_t power_of_two)
{
    int32_t log2 = 0;
    while (1 << log2 < power_of_two)
    {
        log2++;
    }
    return log2;
}

loam_result loam_life_init(loam_tile_world *world)
{
    loam_life *const life = world->life = loam_alloc(&world->env, sizeof *life);
    if (life == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(life, 0, sizeof *life);
    const loam_result result = make_memory(world, life);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_fluid_rules_init(&life->rules, world->defs);
    life->fluid_seed = loam_seed_derive(world->def.seed, "fluids");
    life->field.env = &world->env;
    life->field.rules = &life->rules;
    life->field.tiles = world->ring.tiles;
    life->field.side_log2 = log2_of(world->ring.side);
    life->field.winds = life->winds;
    life->field.planted = world->cover != NULL ? world->cover->taken : NULL;
    life->field.behind = world->cover != NULL ? world->cover->behind : NULL;
    memset(life->winds, 0, quarter_columns(world) * sizeof *life->winds);
    memset(life->wet, 0, quarter_columns(world) * sizeof *life->wet);
    return LOAM_OK;
}

void loam_life_free(loam_tile_world *world)
{
    const loam_env *const env = &world->env;
    loam_life *const life = world->life;
    if (life == NULL)
    {
        return;
    }
    loam_changes_free(&life->changes, env, &life->field.awake);
    loam_awake_free(&life->field.awake, env);
    loam_free(env, life->transfers, transfer_count(world) * sizeof *life->transfers);
    loam_free(env, life->active, slot_count(world) * sizeof *life->active);
    loam_free(env, life->reports, slot_count(world) * sizeof *life->reports);
    loam_free(env, life->wet, quarter_columns(world) * sizeof *life->wet);
    loam_free(env, life->winds, quarter_columns(world) * sizeof *life->winds);
    loam_free(env, life, sizeof *life);
}

// ---- fluids ---------------------------------------------------------------------------------------

/// Where the quarter of an update chunk begins that is worked on in this phase.
static loam_tile_pos quarter_of(const loam_tile_world *world, int32_t update)
{
    const int32_t phase = world->life->phase;
    const loam_tile_pos at = world->updates[update];
    return (loam_tile_pos){at.x + (phase & 1) * QUARTER_SIDE, at.y + (phase >> 1) * QUARTER_SIDE};
}

static void run_quarters(void *context, int64_t begin, int64_t end)
{
    const loam_tile_world *const world = context;
    const loam_life *const life = world->life;
    for (int64_t i = begin; i < end; i++)
    {
        const loam_tile_pos at = quarter_of(world, life->active[i]);
        const uint64_t seed = loam_seed_at(life->step_seed, at.x, at.y, 0);
        loam_fluids_quarter(&life->field, (uint32_t)(uint64_t)at.x, (uint32_t)(uint64_t)at.y, seed,
                            &life->reports[i]);
    }
}

/// Marks the chunks that a quarter's report says were touched.
static void note_touched(loam_tile_world *world, uint32_t x, uint32_t y, uint32_t touched)
{
    const uint32_t mask = world->life->field.awake.mask;
    for (uint32_t i = 0; i < 9; i++)
    {
        if (touched >> i & 1)
        {
            const uint32_t at_x = (x + (i % 3 - 1) * QUARTER_SIDE) & mask;
            const uint32_t at_y = (y + (i / 3 - 1) * QUARTER_SIDE) & mask;
            loam_saving_touch(world, (int32_t)(at_y / LOAM_CHUNK_SIDE) * world->ring.chunks +
                                         (int32_t)(at_x / LOAM_CHUNK_SIDE));
        }
    }
}

/// Row by row from the ring's lowest left tile on: tiles that two rings share come in the same order.
static uint64_t order_in_world(const loam_tile_world *world, uint32_t x, uint32_t y)
{
    const loam_chunk_pos low = loam_ring_lowest(&world->ring, world->ring.anchor);
    const uint32_t mask = world->life->field.awake.mask;
    const uint32_t left = (uint32_t)((uint64_t)low.x * LOAM_CHUNK_SIDE);
    const uint32_t down = (uint32_t)((uint64_t)low.y * LOAM_CHUNK_SIDE);
    return (uint64_t)((y - down) & mask) << 32 | ((x - left) & mask);
}

static void take_report(loam_tile_world *world, int32_t update, const fluid_report *report)
{
    loam_life *const life = world->life;
    const uint32_t mask = life->field.awake.mask;
    const loam_tile_pos at = quarter_of(world, update);
    note_touched(world, (uint32_t)(uint64_t)at.x & mask, (uint32_t)(uint64_t)at.y & mask,
                 report->touched);
    life->last.looked_at += report->looked_at;
    life->last.moved += report->moved;
    life->last.converted += report->converted;
    for (int32_t i = 0; i < report->requests; i++)
    {
        const uint32_t index = report->seekers[i];
        const uint32_t x = index & mask, y = index >> life->field.side_log2;
        life->transfers[life->seeker_count++] = (level_transfer){
            .from_x = x, .from_y = y, .order = order_in_world(world, x, y)};
    }
}

static int32_t find_active(loam_tile_world *world)
{
    loam_life *const life = world->life;
    int32_t count = 0;
    for (int32_t i = 0; i < world->update_count; i++)
    {
        const loam_tile_pos at = quarter_of(world, i);
        if (loam_awake_sift(&life->field.awake, (uint32_t)(uint64_t)at.x, (uint32_t)(uint64_t)at.y))
        {
            life->active[count++] = i;
        }
    }
    return count;
}

static void run_phase(loam_tile_world *world)
{
    loam_life *const life = world->life;
    const int32_t count = find_active(world);
    loam_jobs_for(count > GRAIN ? world->env.jobs : NULL, count, GRAIN, run_quarters, world);
    for (int32_t i = 0; i < count; i++)
    {
        take_report(world, life->active[i], &life->reports[i]);
    }
}

// ---- levels ---------------------------------------------------------------------------------------

static fluid_area update_area(const loam_tile_world *world)
{
    const loam_chunk_pos low = loam_ring_lowest(&world->ring, world->ring.anchor);
    const uint64_t mask = world->life->field.awake.mask;
    return (fluid_area){
        .x = (uint32_t)(((uint64_t)low.x * LOAM_CHUNK_SIDE + LOAM_CHUNK_SIDE / 2) & mask),
        .y = (uint32_t)(((uint64_t)low.y * LOAM_CHUNK_SIDE + LOAM_CHUNK_SIDE / 2) & mask),
        .side = (uint32_t)(world->ring.side - LOAM_CHUNK_SIDE)};
}

/// Drawn from where a tile is in the world, not in the array: rings of any size agree.
static uint64_t seeker_seed(const loam_tile_world *world, uint32_t x, uint32_t y)
{
    const loam_chunk_pos low = loam_ring_lowest(&world->ring, world->ring.anchor);
    const int64_t left = low.x * LOAM_CHUNK_SIDE, down = low.y * LOAM_CHUNK_SIDE;
    const uint32_t mask = world->life->field.awake.mask;
    return loam_seed_at(world->life->step_seed, left + ((x - (uint32_t)(uint64_t)left) & mask),
                        down + ((y - (uint32_t)(uint64_t)down) & mask), 1);
}

static void run_seekers(void *context, int64_t begin, int64_t end)
{
    const loam_tile_world *const world = context;
    const loam_life *const life = world->life;
    const fluid_area area = update_area(world);
    for (int64_t i = begin; i < end; i++)
    {
        level_transfer *const transfer = &life->transfers[i];
        const uint32_t x = transfer->from_x, y = transfer->from_y;
        *transfer = loam_level_seek(&life->field, &area, x, y, seeker_seed(world, x, y));
    }
}

static void note_tile(loam_tile_world *world, uint32_t x, uint32_t y)
{
    note_touched(world, x, y, FLUID_TOUCHED_SELF);
}

/// By where they are in the world, not in the ring.
static int compare_seekers(const void *left, const void *right)
{
    const level_transfer *const a = left, *const b = right;
    return (a->order > b->order) - (a->order < b->order);
}

/// All look before the first one flows: none sees what another did.
static void find_levels(loam_tile_world *world)
{
    loam_life *const life = world->life;
    qsort(life->transfers, (size_t)life->seeker_count, sizeof *life->transfers, compare_seekers);
    loam_jobs_for(life->seeker_count > GRAIN ? world->env.jobs : NULL, life->seeker_count, GRAIN,
                  run_seekers, world);
    for (int32_t i = 0; i < life->seeker_count; i++)
    {
        const level_transfer *const transfer = &life->transfers[i];
        if (transfer->found && loam_level_transfer(&life->field, transfer))
        {
            note_tile(world, transfer->from_x, transfer->from_y);
            note_tile(world, transfer->from_x, transfer->from_y - 1);
            note_tile(world, transfer->to_x, transfer->to_y);
            note_tile(world, transfer->to_x, transfer->to_y - 1);
            life->last.levelled++;
        }
    }
}

/// Whether fluids stay in the area that is alive.
static bool is_closed(const loam_tile_world *world)
{
    return world->defs->version >= 2 && world->life->rules.border != LOAM_AIR;
}

static void move_fluids(loam_tile_world *world)
{
    loam_life *const life = world->life;
    life->step_seed = fluid_mix(life->fluid_seed, world->steps);
    life->field.closed = is_closed(world) ? update_area(world) : (fluid_area){0};
    life->seeker_count = 0;
    const uint8_t *const order = loam_fluids_order(life->step_seed);
    for (int32_t i = 0; i < PHASES; i++)
    {
        life->phase = order[i];
        run_phase(world);
    }
    find_levels(world);
}

// ---- steps ----------------------------------------------------------------------------------------

void loam_life_step(loam_tile_world *world)
{
    if (world->life == NULL)
    {
        return;
    }
    world->life->last = (loam_tile_life){0};
    loam_life_follow_changes(world);
    loam_weather_blow(world, world->life->winds, (int32_t)quarter_columns(world));
    loam_life_soak(world);
    world->life->last.fallen = loam_weather_fall(world);
    world->life->last.struck = loam_lightning_step(world);
    world->life->last.transformed = loam_transform_step(world);
    move_fluids(world);
}

void loam_life_soak(loam_tile_world *world)
{
    loam_weather_soak(world, world->life->wet, (int32_t)quarter_columns(world));
}

void loam_life_arrived(loam_tile_world *world, int32_t slot)
{
    if (world->life != NULL)
    {
        loam_fluids_arrived(&world->life->field,
                            (uint32_t)(slot % world->ring.chunks) * LOAM_CHUNK_SIDE,
                            (uint32_t)(slot / world->ring.chunks) * LOAM_CHUNK_SIDE);
        loam_transform_arrived(world, slot);
    }
}

void loam_life_reopen(loam_tile_world *world)
{
    if (world->life != NULL)
    {
        loam_fluids_reopen(&world->life->field);
    }
}

/// Whether a tile is in the outermost rows and columns of the ring: what is next to it in the array may
/// be at the other end of the ring.
static bool is_at_end(const loam_tile_world *world, uint32_t x, uint32_t y)
{
    const loam_chunk_pos low = loam_ring_lowest(&world->ring, world->ring.anchor);
    const uint32_t mask = world->life->field.awake.mask;
    const uint32_t left = (uint32_t)((uint64_t)low.x * LOAM_CHUNK_SIDE);
    const uint32_t down = (uint32_t)((uint64_t)low.y * LOAM_CHUNK_SIDE);
    return ((x - left - 1) & mask) >= mask - 1 || ((y - down - 1) & mask) >= mask - 1;
}

void loam_life_changed(loam_tile_world *world, size_t index, uint8_t before)
{
    loam_life *const life = world->life;
    if (life == NULL)
    {
        return;
    }
    const loam_awake *const awake = &life->field.awake;
    const uint32_t x = (uint32_t)index & awake->mask;
    const uint32_t y = (uint32_t)(index >> life->field.side_log2);
    const uint8_t now = world->ring.tiles[index].block;
    loam_awake_set_fluid(awake, x, y, life->rules.kind_of[now] != 0);
    loam_awake_around(awake, x, y);
    if (!is_at_end(world, x, y))
    {
        const bool opened = fluid_supports(&life->rules, before) && !life->rules.holds[now];
        loam_changes_note(&life->changes, awake, x, y, opened);
    }
}

static void follow_change(void *user, uint32_t x, uint32_t y, bool opened)
{
    loam_tile_world *const world = user;
    fluid_report report;
    loam_fluids_changed(&world->life->field, x, y, opened, &report);
    note_touched(world, x, y, report.touched);
}

void loam_life_follow_changes(loam_tile_world *world)
{
    loam_life *const life = world->life;
    if (life == NULL || !life->changes.any)
    {
        return;
    }
    const loam_chunk_pos low = loam_ring_lowest(&world->ring, world->ring.anchor);
    loam_changes_each(&life->changes, &life->field.awake,
                      (uint32_t)((uint64_t)low.x * LOAM_CHUNK_SIDE),
                      (uint32_t)((uint64_t)low.y * LOAM_CHUNK_SIDE), follow_change, world);
}

void loam_life_wake_all(loam_tile_world *world)
{
    loam_awake_all(&world->life->field.awake);
    memset(world->ring.stirred, true, slot_count(world) * sizeof *world->ring.stirred);
}

loam_tile_life loam_tile_world_life(const loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    if (world->life == NULL)
    {
        return (loam_tile_life){0};
    }
    loam_tile_life life = world->life->last;
    life.awake = loam_awake_count(&world->life->field.awake);
    return life;
}

void loam_tile_world_census(const loam_tile_world *world, loam_tile_area area, uint64_t *counts)
{
    LOAM_ASSERT(NULL, world != NULL);
    const loam_chunk_pos lowest = loam_ring_lowest(&world->ring, world->ring.anchor);
    const int64_t left = lowest.x * LOAM_CHUNK_SIDE, right = left + world->ring.side;
    const int64_t low = lowest.y * LOAM_CHUNK_SIDE, high = low + world->ring.side;
    const int64_t end_x = loam_nearest_in(loam_after_steps(area.x, area.w, 1), left, right);
    const int64_t end_y = loam_nearest_in(loam_after_steps(area.y, area.h, 1), low, high);
    for (int64_t y = loam_nearest_in(area.y, low, high); y < end_y; y++)
    {
        for (int64_t x = loam_nearest_in(area.x, left, right); x < end_x; x++)
        {
            const size_t index = loam_ring_index(&world->ring, (loam_tile_pos){x, y});
            counts[world->ring.tiles[index].block]++;
        }
    }
}
