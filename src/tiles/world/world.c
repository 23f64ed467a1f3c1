// SPDX-License-Identifier: MIT
#include "tiles/state/world.h"

#include "loam/random.h"

#include "tiles/data/defs.h"
#include "tiles/grow/stages.h"
#include "tiles/life/climate.h"
#include "tiles/life/life.h"
#include "tiles/life/transform.h"
#include "tiles/life/weather.h"
#include "tiles/plants/growth.h"
#include "tiles/state/touched.h"
#include "tiles/world/edit.h"
#include "tiles/world/keeping.h"
#include "tiles/world/saving.h"
#include "tiles/world/stream.h"

#include <string.h>

// The living world: a step finds out which slots of the ring want another chunk, gets all of these, and
// only then exchanges them with what is there (Dubsky 2022, 3.1.2 to 3.1.4). Whatever fails, fails
// before anything has changed. An arriving chunk brings its own memory, which the retiring one takes
// over, so the exchange itself cannot fail.

enum
{
    BATCH = 256, // chunks that are made at a time when a ring is filled for the first time
    PIPELINE_CACHE = 4 << 20 // bytes: what sixteen threads read for the chunks that they make
};

loam_tile_world_def loam_default_tile_world_def(void)
{
    return (loam_tile_world_def){
        .env = loam_default_env(),
        .ring_log2 = 4,
        .hysteresis = 32,
        .keep_steps = 6000,
        .keep_bytes = (size_t)64 << 20,
        .forget_distance = 4096,
        .autosave_steps = 1000,
        .ahead = 4,
    };
}

// ---- checks ---------------------------------------------------------------------------------------

static loam_result check_number(const char *name, int64_t value, int64_t low, int64_t high)
{
    return value >= low && value <= high
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s is %lld; must be %lld to %lld", name,
                           (long long)value, (long long)low, (long long)high);
}

static loam_result check_centre(loam_tile_pos centre, int32_t ring_side)
{
    const int64_t end = LOAM_TILE_END - 2 * (int64_t)ring_side;
    const loam_result result = check_number("centre.x", centre.x, -end, end);
    return result != LOAM_OK ? result : check_number("centre.y", centre.y, -end, end);
}

/// Plants are placed by a stage of that name, and tiles are made by the last of all others.
static bool is_plant_stage(const loam_pipeline *pipeline, int32_t stage)
{
    return strcmp(loam_pipeline_stage_name(pipeline, stage), TILE_STAGE_PLANTS) == 0;
}

static int32_t tile_stage(const loam_pipeline *pipeline)
{
    int32_t stage = loam_pipeline_stage_count(pipeline) - 1;
    while (stage >= 0 && is_plant_stage(pipeline, stage))
    {
        stage--;
    }
    return stage;
}

static int32_t plant_stage(const loam_pipeline *pipeline)
{
    int32_t stage = loam_pipeline_stage_count(pipeline) - 1;
    while (stage >= 0 && !is_plant_stage(pipeline, stage))
    {
        stage--;
    }
    return stage;
}

static loam_result check_pipeline(const loam_pipeline *pipeline)
{
    const int32_t stage = tile_stage(pipeline);
    if (stage < 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "pipeline has no stage that makes tiles; there must be one");
    }
    loam_stage_info last;
    const loam_result result = loam_pipeline_stage_info(pipeline, stage, &last);
    if (result == LOAM_OK && (last.axes != LOAM_AXES_XY || last.page_size != LOAM_CHUNK_SIDE))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "pipeline: the pages of its last stage, %s, are %lld wide on axes %d; "
                         "must be %d and XY",
                         last.name, (long long)last.page_size, (int)last.axes, LOAM_CHUNK_SIDE);
    }
    return result;
}

static loam_result check_def(const loam_tile_world_def *def)
{
    const struct
    {
        const char *name;
        int64_t value, low, high;
    } numbers[] = {{"ring_log2", def->ring_log2, LOAM_MIN_RING_LOG2, LOAM_MAX_RING_LOG2},
                   {"lag.x", def->lag.x, -1, 1},
                   {"lag.y", def->lag.y, -1, 1},
                   {"hysteresis", def->hysteresis, 0, LOAM_CHUNK_SIDE / 2},
                   {"keep_steps", def->keep_steps, 0, INT32_MAX},
                   {"forget_distance", def->forget_distance, 0, INT32_MAX},
                   {"autosave_steps", def->autosave_steps, 0, INT32_MAX},
                   {"ahead", def->ahead, 0, LOAM_MAX_AHEAD}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    {
        const loam_result result = check_number(numbers[i].name, numbers[i].value, numbers[i].low,
                                                numbers[i].high);
        if (result != LOAM_OK)
        {
            return result;
        }
    }
    loam_result result = check_centre(def->centre, LOAM_CHUNK_SIDE << def->ring_log2);
    if (result == LOAM_OK && def->defs != NULL)
    {
        result = loam_tile_defs_check(def->defs);
    }
    return result == LOAM_OK && def->pipeline != NULL ? check_pipeline(def->pipeline) : result;
}

// ---- life -----------------------------------------------------------------------------------------

static int32_t slot_count(const loam_tile_world *world)
{
    return world->ring.chunks * world->ring.chunks;
}

static size_t arrival_bytes(const loam_tile_world *world)
{
    return (size_t)slot_count(world) * sizeof *world->arrivals;
}

static size_t update_bytes(const loam_tile_world *world)
{
    return (size_t)slot_count(world) * sizeof *world->updates;
}

static loam_result make_memory(loam_tile_world *world)
{
    const loam_env *const env = &world->env;
    const size_t expected = world->def.keep_bytes / sizeof(loam_kept);
    loam_result result = loam_ring_init(&world->ring, env, world->def.ring_log2);
    result = result != LOAM_OK ? result : loam_kept_init(&world->kept, env, expected);
    if (result != LOAM_OK)
    {
        return result;
    }
    world->defs = loam_alloc(env, sizeof *world->defs);
    world->arrivals = loam_alloc(env, arrival_bytes(world));
    world->updates = loam_alloc(env, update_bytes(world));
    world->saved = loam_alloc(env, LOAM_CHUNK_TILES * sizeof *world->saved);
    const bool complete = world->defs != NULL && world->arrivals != NULL &&
                          world->updates != NULL && world->saved != NULL;
    return complete ? loam_edit_init(world) : LOAM_OUT_OF_MEMORY;
}

static void free_memory(loam_tile_world *world)
{
    const loam_env env = world->env;
    if (world->def.pipeline == NULL)
    {
        loam_pipeline_destroy(world->pipeline);
    }
    loam_plants_free(world);
    loam_life_free(world);
    loam_transform_free(world);
    loam_weather_free(world);
    loam_climate_free(world);
    loam_edit_free(world);
    loam_free(&env, world->saved, LOAM_CHUNK_TILES * sizeof *world->saved);
    loam_free(&env, world->updates, update_bytes(world));
    loam_free(&env, world->arrivals, arrival_bytes(world));
    loam_free(&env, world->defs, sizeof *world->defs);
    loam_kept_free(&world->kept, &env);
    loam_ring_free(&world->ring, &env);
    loam_free(&env, world, sizeof *world);
}

static void copy_defs(loam_tile_world *world)
{
    if (world->def.defs != NULL)
    {
        *world->defs = *world->def.defs;
    }
    else
    {
        loam_tile_defs_init(world->defs);
    }
    world->def.defs = NULL; // the caller's may go
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        world->solid[id] = (world->defs->materials[id].properties & LOAM_SOLID) != 0;
        world->fluid[id] = loam_fluid_find(world->defs, id) != NULL;
    }
}

/// Each thread that wants a page works on it itself, so a pipeline of our own has no jobs. What a chunk is made
/// from is read twice, for its tiles and for its plants, one right after the other: the cache has room for that.
static loam_result make_pipeline(loam_tile_world *world)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env = world->env;
    def.env.jobs = NULL;
    def.seed = world->def.seed;
    def.cache_bytes = PIPELINE_CACHE;
    const loam_result result = loam_pipeline_create(&def, &world->pipeline);
    return result == LOAM_OK ? loam_tile_stages_add(world->pipeline, world->defs) : result;
}

static loam_result take_pipeline(loam_tile_world *world)
{
    world->pipeline = world->def.pipeline;
    const loam_result result = world->pipeline == NULL ? make_pipeline(world) : LOAM_OK;
    if (result == LOAM_OK)
    {
        world->stage = tile_stage(world->pipeline);
        world->plant_stage = plant_stage(world->pipeline);
    }
    return result;
}

static loam_result fill_ring(loam_tile_world *world);

static loam_result begin(loam_tile_world *world)
{
    loam_result result = make_memory(world);
    if (result != LOAM_OK)
    {
        return result;
    }
    copy_defs(world);
    if (world->def.store.save == NULL)
    {
        result = loam_packed_init(&world->kept.packed, &world->env, world->defs, world->def.seed);
    }
    result = result != LOAM_OK ? result : take_pipeline(world);
    result = result != LOAM_OK ? result : loam_climate_init(world);
    result = result != LOAM_OK ? result : loam_weather_init(world);
    if (result == LOAM_OK && world->plant_stage >= 0)
    {
        result = loam_plants_init(world);
    }
    if (result == LOAM_OK && !world->def.still)
    {
        result = loam_transform_init(world);
        result = result != LOAM_OK ? result : loam_life_init(world);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_chunk_pos middle = loam_chunk_of_tile(world->centre), lag = world->def.lag;
    world->ring.anchor = (loam_chunk_pos){middle.x + lag.x, middle.y + lag.y};
    result = fill_ring(world);
    if (result == LOAM_OK)
    {
        loam_stream_moved(world, world->centre, world->centre);
        loam_stream_look_ahead(world);
    }
    return result;
}

loam_result loam_tile_world_create(const loam_tile_world_def *def, loam_tile_world **out)
{
    LOAM_ASSERT(NULL, def != NULL);
    LOAM_ASSERT(&def->env, out != NULL);
    *out = NULL;
    loam_result result = check_def(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_tile_world *const world = loam_alloc(&def->env, sizeof *world);
    if (world == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *world = (loam_tile_world){
        .env = def->env,
        .def = *def,
        .have_workers = def->env.jobs != NULL && loam_jobs_width(def->env.jobs) > 1,
        .centre = def->centre,
        .steps = def->first_step,
        .soonest = UINT64_MAX,
    };
    result = begin(world);
    if (result != LOAM_OK)
    {
        loam_stream_stop(world);
        free_memory(world);
        return result;
    }
    *out = world;
    return LOAM_OK;
}

/// Says what was not saved when a world ends. What its store has taken is the store's own to write, now
/// or when it is closed.
static void log_unsaved(const loam_tile_world *world)
{
    const unsigned long long unsaved = world->counters.unsaved;
    if (unsaved == 0)
    {
        loam_log_write(&world->env, LOAM_LOG_ERROR,
                       "a world ends while its store still has unsaved chunks: %s",
                       loam_last_error());
        return;
    }
    loam_log_write(&world->env, LOAM_LOG_ERROR, "a world ends with %llu chunk%s unsaved: %s",
                   unsaved, unsaved == 1 ? "" : "s", loam_last_error());
}

void loam_tile_world_destroy(loam_tile_world *world)
{
    if (world == NULL)
    {
        return;
    }
    loam_stream_stop(world);
    if (loam_saving_all(world) != LOAM_OK)
    {
        log_unsaved(world);
    }
    free_memory(world);
}

// ---- steps ----------------------------------------------------------------------------------------

static void count_arrival(loam_tile_world *world, const loam_arrival *arrival)
{
    const loam_kept *const chunk = arrival->chunk;
    loam_tile_world_counters *const counters = &world->counters;
    counters->generated += chunk->origin == LOAM_FROM_GROWING;
    counters->loaded += chunk->origin == LOAM_FROM_STORE;
    counters->recalled += chunk->origin == LOAM_FROM_MEMORY;
    counters->ahead += arrival->early && chunk->origin != LOAM_FROM_MEMORY;
}

/// A chunk and the slot's content change places: the chunk is then the one that was in the slot.
static void exchange(loam_tile_world *world, const loam_arrival *arrival)
{
    loam_kept *const chunk = arrival->chunk;
    loam_ring_slot *const slot = &world->ring.slots[arrival->slot];
    loam_unsaved *const unsaved = &world->ring.unsaved[arrival->slot];
    const loam_ring_slot retiring = *slot;
    const loam_unsaved retiring_unsaved = *unsaved;
    const bool is_new = chunk->origin == LOAM_FROM_GROWING;
    count_arrival(world, arrival);
    loam_ring_exchange(&world->ring, arrival->slot, chunk->tiles);
    *slot = (loam_ring_slot){.chunk = chunk->at, .loaded = true};
    *unsaved = chunk->unsaved;
    chunk->unsaved = retiring_unsaved;
    chunk->origin = LOAM_FROM_MEMORY;
    if (is_new && world->def.keep_unchanged && world->def.store.save != NULL)
    {
        loam_saving_touch(world, arrival->slot);
    }
    if (retiring.loaded)
    {
        loam_kept_rename(&world->kept, chunk, retiring.chunk);
    }
}

static void retire(loam_tile_world *world, loam_kept *chunk)
{
    chunk->retired_at = world->steps;
    loam_kept_move(chunk, &world->kept.retired);
    world->counters.retired++;
}

static loam_result fill_ring(loam_tile_world *world)
{
    const int32_t count = slot_count(world);
    for (int32_t first = 0; first < count; first += BATCH)
    {
        const int32_t batch = count - first < BATCH ? count - first : BATCH;
        for (int32_t i = 0; i < batch; i++)
        {
            world->arrivals[i] = (loam_arrival){.slot = first + i};
        }
        loam_result result = loam_stream_get(world, world->ring.anchor, world->arrivals, batch);
        result = result != LOAM_OK ? result : loam_plants_prepare(world, world->arrivals, batch);
        if (result != LOAM_OK)
        {
            return result;
        }
        loam_plants_exchange(world, world->arrivals, batch);
        for (int32_t i = 0; i < batch; i++)
        {
            exchange(world, &world->arrivals[i]);
            loam_kept_drop(&world->kept, &world->env, world->arrivals[i].chunk);
        }
    }
    world->kept.peak_bytes = 0; // these were no kept ones
    for (int32_t slot = 0; slot < count; slot++)
    {
        loam_life_arrived(world, slot);
    }
    world->update_count = loam_update_chunks(world->ring.slots, world->ring.chunks, world->updates);
    loam_climate_follow(world);
    loam_plants_settle(world);
    return LOAM_OK;
}

/// The slots that have another chunk when the anchor is there.
static int32_t find_arrivals(loam_tile_world *world, loam_chunk_pos anchor)
{
    int32_t count = 0;
    for (int32_t slot = 0; slot < slot_count(world); slot++)
    {
        if (!loam_ring_has(&world->ring, anchor, world->ring.slots[slot].chunk))
        {
            world->arrivals[count++] = (loam_arrival){.slot = slot};
        }
    }
    return count;
}

static loam_result move_ring(loam_tile_world *world, loam_chunk_pos anchor)
{
    const int32_t count = find_arrivals(world, anchor);
    loam_result result = loam_stream_get(world, anchor, world->arrivals, count);
    result = result != LOAM_OK ? result : loam_plants_prepare(world, world->arrivals, count);
    loam_stream_changed(world);
    if (result != LOAM_OK)
    {
        loam_stream_remember(world, anchor); // who tries again need not begin anew
        return result;
    }
    loam_life_follow_changes(world);
    loam_life_reopen(world);
    loam_plants_lift(world);
    loam_plants_exchange(world, world->arrivals, count);
    bool waited = false;
    for (int32_t i = 0; i < count; i++)
    {
        waited |= !world->arrivals[i].early;
        exchange(world, &world->arrivals[i]);
        retire(world, world->arrivals[i].chunk);
    }
    for (int32_t i = 0; i < count; i++)
    {
        loam_life_arrived(world, world->arrivals[i].slot);
    }
    world->counters.waits += waited;
    world->ring.anchor = anchor;
    loam_saving_forget(world);
    world->update_count = loam_update_chunks(world->ring.slots, world->ring.chunks, world->updates);
    loam_climate_follow(world);
    loam_plants_settle(world);
    return LOAM_OK;
}

loam_result loam_tile_world_step(loam_tile_world *world, loam_tile_pos centre)
{
    LOAM_ASSERT(NULL, world != NULL);
    loam_result result = check_centre(centre, world->ring.side);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_chunk_pos was = world->ring.anchor;
    const loam_chunk_pos anchor = loam_ring_follow(was, centre, world->def.hysteresis);
    if (anchor.x != was.x || anchor.y != was.y)
    {
        result = move_ring(world, anchor);
    }
    if (result == LOAM_OK && !world->def.still)
    {
        result = loam_growth_step(world);
    }
    if (result == LOAM_OK)
    {
        loam_stream_moved(world, world->centre, centre);
        world->centre = centre;
        world->steps++;
        if (!world->def.still)
        {
            loam_plants_step(world);
        }
        loam_life_step(world);
        loam_saving_step(world);
    }
    loam_stream_look_ahead(world);
    return result;
}

bool loam_tile_world_ready(loam_tile_world *world, loam_tile_pos centre)
{
    LOAM_ASSERT(NULL, world != NULL);
    if (check_centre(centre, world->ring.side) != LOAM_OK)
    {
        return true; // a step fails at once
    }
    return loam_stream_ask(world,
                           loam_ring_follow(world->ring.anchor, centre, world->def.hysteresis));
}

bool loam_tile_world_pump(loam_tile_world *world, uint64_t budget_us)
{
    LOAM_ASSERT(NULL, world != NULL);
    return loam_stream_pump(world, budget_us);
}

loam_result loam_tile_world_save(loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    return loam_saving_all(world);
}

loam_result loam_tile_world_save_some(loam_tile_world *world, int32_t max_chunks, int32_t *cursor)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, max_chunks > 0 && cursor != NULL && *cursor >= 0);
    return loam_saving_some(world, max_chunks, cursor);
}

// ---- looking --------------------------------------------------------------------------------------

loam_tile_ring loam_tile_world_ring(const loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    return (loam_tile_ring){.tiles = world->ring.tiles,
                            .side = world->ring.side,
                            .lowest = loam_ring_lowest(&world->ring, world->ring.anchor)};
}

loam_chunk_pos loam_tile_world_lag(const loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    const loam_chunk_pos middle = loam_chunk_of_tile(world->centre);
    return (loam_chunk_pos){world->ring.anchor.x - middle.x, world->ring.anchor.y - middle.y};
}

bool loam_tile_world_contains(const loam_tile_world *world, loam_tile_pos at)
{
    LOAM_ASSERT(NULL, world != NULL);
    return loam_ring_has(&world->ring, world->ring.anchor, loam_chunk_of_tile(at));
}

loam_tile loam_tile_world_at(const loam_tile_world *world, loam_tile_pos at)
{
    return loam_tile_world_contains(world, at)
               ? world->ring.tiles[loam_ring_index(&world->ring, at)]
               : (loam_tile){0};
}

loam_tile loam_tile_world_at_without_plants(const loam_tile_world *world, loam_tile_pos at)
{
    return loam_tile_world_contains(world, at)
               ? loam_cover_bare(world, loam_ring_index(&world->ring, at))
               : (loam_tile){0};
}

loam_tile_plants loam_tile_world_plants(const loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    return loam_plants_count(world);
}

const loam_tile_defs *loam_tile_world_defs(const loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    return world->defs;
}

uint64_t loam_tile_world_seed(const loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    return world->def.seed;
}

uint64_t loam_tile_world_steps(const loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    return world->steps;
}

uint64_t loam_tile_world_hash(const loam_tile_world *world)
{
    const loam_tile_ring ring = loam_tile_world_ring(world);
    const uint64_t place[] = {(uint64_t)ring.lowest.x, (uint64_t)ring.lowest.y,
                              (uint64_t)ring.side};
    const uint64_t tiles = loam_tiles_hash(ring.tiles, (size_t)ring.side * (size_t)ring.side,
                                           loam_hash_u64(place, 3, 0));
    return loam_plants_hash(world, tiles);
}

loam_tile_world_counters loam_tile_world_count(const loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    loam_tile_world_counters counters = world->counters;
    const size_t side = (size_t)world->ring.side;
    counters.ring_bytes = side * side * sizeof(loam_tile);
    counters.kept_bytes = loam_kept_bytes(&world->kept);
    counters.ahead_bytes = world->kept.ahead.count * sizeof(loam_kept);
    counters.packed_bytes = world->kept.packed.bytes;
    counters.kept_peak_bytes = world->kept.peak_bytes;
    return counters;
}

const loam_tile_pos *loam_tile_world_updates(const loam_tile_world *world, int32_t *count)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, count != NULL);
    *count = world->update_count;
    return world->updates;
}
