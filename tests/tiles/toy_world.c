// SPDX-License-Identifier: MIT
#include "toy_world.h"

#include "loam/grid.h"
#include "loam/random.h"
#include "sanitized.h"
#include "tiles/data/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PAD = 2,
    PADDED = LOAM_CHUNK_SIDE + 2 * PAD,
    BITS = (PADDED + 63) / 64 * PADDED * 8, // bytes of a field
};

static void must(bool good)
{
    if (!good)
    {
        fprintf(stderr, "%s\n", loam_last_error());
        abort();
    }
}

static loam_tile_defs toy_defs;

/// What grows at a place: layer 0 is blocks, 1 is walls.
static uint8_t toy_material(uint64_t stage_seed, int64_t x, int64_t y, int32_t layer)
{
    static const uint8_t choices[2][8] = {
        {LOAM_AIR, LOAM_AIR, LOAM_AIR, TOY_WATER, TOY_DIRT, TOY_STONE, TOY_STONE, TOY_STONE},
        {LOAM_AIR, LOAM_AIR, TOY_DIRT, TOY_DIRT, TOY_STONE, TOY_STONE, TOY_STONE, TOY_STONE}};
    const uint64_t cell = loam_seed_at(stage_seed, x >> 3, y >> 3, layer);
    return choices[layer][loam_random_u32(cell, 0) >> 29];
}

/// Where something around is not solid.
static const uint8_t *find_edges(loam_arena *scratch, uint8_t *padded)
{
    loam_bits loose, edges;
    bool accepted[256];
    for (int32_t id = 0; id < 256; id++)
    {
        accepted[id] = (toy_defs.materials[id].properties & LOAM_SOLID) == 0;
    }
    const size_t side = LOAM_CHUNK_SIDE, size = loam_shape_scratch_size(PADDED, PADDED);
    must(loam_bits_init(&loose, PADDED, PADDED, loam_arena_take(scratch, BITS), BITS) == LOAM_OK);
    must(loam_bits_init(&edges, (int32_t)side, (int32_t)side, loam_arena_take(scratch, BITS),
                        BITS) == LOAM_OK);
    must(loam_bits_from_table(&loose, (loam_bytes){padded, 1, PADDED}, accepted) == LOAM_OK);
    const loam_shape_input input = {.bits = &loose,
                                    .shape = LOAM_SHAPE_CIRCLE,
                                    .edge = LOAM_EDGE_PADDED,
                                    .scratch = loam_arena_take(scratch, size),
                                    .scratch_size = size};
    must(loam_bits_dilate(&edges, &input) == LOAM_OK);
    uint8_t *const bytes = loam_arena_take(scratch, LOAM_CHUNK_TILES);
    must(loam_bits_to_bytes(&edges, (loam_bytes){bytes, 1, side}, 0, 1) == LOAM_OK);
    return bytes;
}

static loam_tile square_at(uint64_t seed, int64_t x, int64_t y)
{
    const uint64_t square = loam_seed_at(seed, x >> 3, y >> 3, 2);
    return (loam_tile){toy_material(seed, x, y, 0), (uint8_t)loam_random_below(square, 0, 12),
                       toy_material(seed, x, y, 1), (uint8_t)loam_random_below(square, 1, 12)};
}

static loam_result run_squares(loam_slice *slice)
{
    toy_fault *fault;
    memcpy(&fault, slice->parameters, sizeof fault);
    if (fault != NULL && atomic_load(&fault->broken) && slice->page_x == atomic_load(&fault->bad_x))
    {
        return loam_fail(LOAM_FAILED, "the toy is broken");
    }
    for (int32_t row = 0; row < LOAM_CHUNK_SIDE; row++)
    {
        loam_tile *const out = (loam_tile *)slice->out + row * LOAM_CHUNK_SIDE;
        if (row % 8 != 0)
        {
            memcpy(out, out - LOAM_CHUNK_SIDE, LOAM_CHUNK_SIDE * sizeof *out);
            continue;
        }
        for (int32_t x = 0; x < LOAM_CHUNK_SIDE; x++)
        {
            out[x] = x % 8 == 0 ? square_at(slice->seed, slice->x + x, slice->y + row) : out[x - 1];
        }
    }
    return LOAM_OK;
}

static void make_layer(loam_slice *slice, int32_t layer)
{
    uint8_t *const out = (uint8_t *)slice->out + 2 * layer;
    uint8_t *const padded = loam_arena_take(&slice->scratch, PADDED * PADDED);
    for (int32_t i = 0; i < PADDED * PADDED; i++)
    {
        padded[i] = toy_material(slice->seed, slice->x + i % PADDED - PAD,
                                 slice->y + i / PADDED - PAD, layer);
    }
    const uint8_t *const edges = find_edges(&slice->scratch, padded);
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        const int32_t x = i % LOAM_CHUNK_SIDE, y = i / LOAM_CHUNK_SIDE;
        const uint8_t id = padded[(y + PAD) * PADDED + x + PAD];
        out[4 * i] = id;
        const loam_material *const material = &toy_defs.materials[id];
        const uint32_t random = loam_random_u32(slice->seed, (uint64_t)(i + layer));
        out[4 * i + 1] = loam_variant_pick(material->inner, material->outer, edges[i] != 0, random);
    }
}

static loam_result run_edged(loam_slice *slice)
{
    make_layer(slice, 0);
    make_layer(slice, 1);
    return LOAM_OK;
}

static loam_pipeline *make_pipeline(const loam_env *env, uint64_t seed, const loam_stage_def *stage)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env = *env;
    def.env.jobs = NULL;
    def.seed = seed;
    def.cache_bytes = 0;
    loam_pipeline *pipeline;
    must(loam_pipeline_create(&def, &pipeline) == LOAM_OK);
    must(loam_pipeline_add(pipeline, stage) == LOAM_OK);
    return pipeline;
}

static loam_stage_def chunk_stage(const char *name, loam_result (*run)(loam_slice *slice))
{
    loam_stage_def stage = loam_default_stage_def();
    stage.name = name;
    stage.page_size = LOAM_CHUNK_SIDE;
    stage.payload_size = LOAM_CHUNK_TILES * sizeof(loam_tile);
    stage.run = run;
    return stage;
}

loam_pipeline *toy_pipeline(const loam_env *env, uint64_t seed, toy_fault *fault)
{
    loam_stage_def stage = chunk_stage("toy", run_squares);
    stage.parameters = &fault;
    stage.parameters_size = sizeof fault;
    return make_pipeline(env, seed, &stage);
}

loam_pipeline *toy_edged_pipeline(const loam_env *env, uint64_t seed)
{
    loam_tile_defs_init(&toy_defs);
    loam_stage_def stage = chunk_stage("edged", run_edged);
    stage.scratch_size = 2 * (LOAM_ARENA_SIZE(PADDED * PADDED) + LOAM_ARENA_SIZE(LOAM_CHUNK_TILES) +
                              2 * LOAM_ARENA_SIZE(BITS) +
                              LOAM_ARENA_SIZE(loam_shape_scratch_size(PADDED, PADDED)));
    return make_pipeline(env, seed, &stage);
}

void toy_chunk(loam_pipeline *pipeline, loam_chunk_pos at, loam_tile *tiles)
{
    const loam_page *page;
    must(loam_pipeline_get(pipeline, (loam_page_id){.x = at.x, .y = at.y}, &page) == LOAM_OK);
    memcpy(tiles, page->data, page->size);
    loam_pipeline_release(pipeline, page);
}

void toy_ring_chunk(const loam_tile_ring *ring, loam_chunk_pos at, loam_tile *tiles)
{
    const int64_t mask = ring->side - 1;
    const int64_t x = at.x * LOAM_CHUNK_SIDE & mask, y = at.y * LOAM_CHUNK_SIDE & mask;
    for (int64_t row = 0; row < LOAM_CHUNK_SIDE; row++)
    {
        memcpy(tiles + row * LOAM_CHUNK_SIDE, ring->tiles + (y + row) * ring->side + x,
               LOAM_CHUNK_SIDE * sizeof *tiles);
    }
}

loam_jobs *toy_jobs(int32_t threads)
{
    loam_jobs_def def = loam_default_jobs_def();
#ifdef LOAM_NO_THREADS
    threads = 0;
#endif
    def.threads = threads;
    loam_jobs *jobs = NULL;
    must(threads == 0 || loam_jobs_create(&def, &jobs) == LOAM_OK);
    return jobs;
}

int32_t toy_rounds(int32_t usual)
{
    return getenv("LOAM_SOAK") != NULL ? usual * 30 : check_sample(usual);
}

// ---- the store ------------------------------------------------------------------------------------

void toy_store_init(toy_store *store)
{
    memset(store, 0, sizeof *store);
    must(loam_mutex_init(&store->mutex));
}

void toy_store_free(toy_store *store)
{
    for (size_t i = 0; i < store->count; i++)
    {
        free(store->entries[i]);
    }
    free(store->entries);
    loam_mutex_destroy(&store->mutex);
}

static toy_entry *find(const toy_store *store, loam_chunk_pos at)
{
    for (size_t i = 0; i < store->count; i++)
    {
        if (store->entries[i]->at.x == at.x && store->entries[i]->at.y == at.y)
        {
            return store->entries[i];
        }
    }
    return NULL;
}

static toy_entry *add(toy_store *store, loam_chunk_pos at)
{
    if (store->count == store->room)
    {
        store->room = store->room == 0 ? 64 : 2 * store->room;
        store->entries = realloc(store->entries, store->room * sizeof *store->entries);
        must(store->entries != NULL);
    }
    toy_entry *const entry = calloc(1, sizeof *entry);
    must(entry != NULL);
    entry->at = at;
    store->entries[store->count++] = entry;
    return entry;
}

static loam_result load(void *user, loam_chunk_pos at, loam_tile *tiles)
{
    toy_store *const store = user;
    atomic_fetch_add(&store->loads, 1);
    if (atomic_load(&store->fail_load))
    {
        memset(tiles, 77, 1000); // half of it was read
        return loam_fail(LOAM_IO, "the toy store cannot load");
    }
    loam_mutex_lock(&store->mutex);
    const toy_entry *const entry = find(store, at);
    if (entry != NULL)
    {
        memcpy(tiles, entry->tiles, sizeof entry->tiles);
    }
    loam_mutex_unlock(&store->mutex);
    atomic_fetch_add(&store->found, entry != NULL);
    return entry != NULL ? LOAM_OK : LOAM_NOT_FOUND;
}

static void count_save(toy_store *store)
{
    store->saves++;
    store->saves_now = store->now_of_saves == store->now ? store->saves_now + 1 : 1;
    store->now_of_saves = store->now;
    if (store->saves_now > store->most_saves_at_once)
    {
        store->most_saves_at_once = store->saves_now;
    }
}

static loam_result save(void *user, loam_chunk_pos at, const loam_tile *tiles)
{
    toy_store *const store = user;
    if (atomic_load(&store->fail_save))
    {
        return loam_fail(LOAM_IO, "the toy store cannot save");
    }
    loam_mutex_lock(&store->mutex);
    toy_entry *entry = find(store, at);
    entry = entry != NULL ? entry : add(store, at);
    entry->saves++;
    entry->when = store->now;
    memcpy(entry->tiles, tiles, sizeof entry->tiles);
    count_save(store);
    loam_mutex_unlock(&store->mutex);
    return LOAM_OK;
}

static loam_result flush(void *user)
{
    toy_store *const store = user;
    store->flushes++;
    return atomic_load(&store->fail_flush) ? loam_fail(LOAM_IO, "the toy store cannot flush")
                                           : LOAM_OK;
}

loam_chunk_store toy_store_functions(toy_store *store)
{
    return (loam_chunk_store){.load = load, .save = save, .flush = flush, .user = store};
}

const toy_entry *toy_store_find(toy_store *store, loam_chunk_pos at)
{
    loam_mutex_lock(&store->mutex);
    const toy_entry *const entry = find(store, at);
    loam_mutex_unlock(&store->mutex);
    return entry;
}
