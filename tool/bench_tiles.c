// SPDX-License-Identifier: MIT
#include "bench.h"
#include "field.h"
#include "tile_options.h"
#include "trace.h"

#include <stdatomic.h>
#include <stdio.h>

// loam bench tiles: what a chunk costs. The yardstick is one evaluation of simplex noise by the scalar
// reference. A mix of chunks is what somebody who walks along the ground has around them: as much sky
// as depth.

enum
{
    POINTS = 4096,     // of the yardstick
    MIX_COLUMNS = 8,   // that the chunks of the mix stand in,
    COLUMN_APART = 97, // so many chunks from one to the next, so that biomes differ
    MIX_ROWS = 16,     // of a default ring
    MIX_CHUNKS = MIX_COLUMNS * MIX_ROWS,
    BATCH = 5, // chunks at a time (Dubsky 2022, 5.1)
    DEEP_ROW = -14,
    SKY_ROW = 12
};

#define FAR_COLUMN ((int64_t)1 << 33) // its tiles begin at 2^40

typedef struct tiles_context
{
    loam_tile_defs *defs;
    loam_tile_source *source;
    loam_pipeline *pipeline; // NULL: chunks come from the source
    loam_jobs *jobs;         // NULL: one thread
    const char *stage;       // of the pipeline, whose pages are measured
    loam_chunk_pos chunks[MIX_CHUNKS];
    int32_t count;
    int64_t column; // of the next batch
    loam_tile *tiles[MIX_CHUNKS];
    loam_noise simplex;
    float samples[POINTS];
    _Atomic bool *failed;
} tiles_context;

// ---- work ---------------------------------------------------------------------------------------

static void run_simplex(void *user)
{
    tiles_context *context = user;
    const loam_noise_area area = {.step = 1, .w = POINTS, .h = 1, .d = 1};
    if (loam_noise_grid2(&context->simplex, context->samples, area) != LOAM_OK)
    {
        *context->failed = true;
    }
}

static void grow_chunk(tiles_context *context, loam_chunk_pos chunk, int64_t index)
{
    if (loam_tile_source_chunk(context->source, chunk, context->tiles[index]) != LOAM_OK)
    {
        *context->failed = true;
    }
}

static void get_page(tiles_context *context, loam_chunk_pos chunk)
{
    const loam_page *page = NULL;
    const int32_t stage = loam_pipeline_stage_index(context->pipeline, context->stage);
    const loam_page_id id = {.stage = stage, .x = chunk.x, .y = chunk.y};
    if (loam_pipeline_get(context->pipeline, id, &page) != LOAM_OK)
    {
        *context->failed = true;
    }
    loam_pipeline_release(context->pipeline, page);
}

static void take_chunks(void *user, int64_t begin, int64_t end)
{
    tiles_context *context = user;
    for (int64_t i = begin; i < end; i++)
    {
        if (context->pipeline != NULL)
        {
            get_page(context, context->chunks[i]);
            continue;
        }
        grow_chunk(context, context->chunks[i], i);
    }
}

/// Switching a stage off and on again forgets its pages and keeps those that it reads: so the stage is
/// measured alone.
static void run_chunks(void *user)
{
    tiles_context *context = user;
    if (context->pipeline != NULL &&
        (loam_pipeline_set_enabled(context->pipeline, context->stage, false) != LOAM_OK ||
         loam_pipeline_set_enabled(context->pipeline, context->stage, true) != LOAM_OK))
    {
        *context->failed = true;
    }
    loam_jobs_for(context->jobs, context->count, 1, take_chunks, context);
}

static void run_whole_pipeline(void *user)
{
    tiles_context *context = user;
    loam_pipeline_trim(context->pipeline);
    loam_jobs_for(context->jobs, context->count, 1, take_chunks, context);
}

/// The next chunks of somebody who walks along the ground.
static void run_batch(void *user)
{
    tiles_context *context = user;
    for (int32_t i = 0; i < BATCH; i++)
    {
        context->chunks[i] = (loam_chunk_pos){context->column, i - BATCH / 2};
    }
    context->column++;
    loam_jobs_for(context->jobs, BATCH, 1, take_chunks, context);
}

// ---- places -------------------------------------------------------------------------------------

/// The chunks of so many columns, from a row on upwards.
static void take_columns(tiles_context *context, loam_chunk_pos lowest, int32_t columns)
{
    context->count = columns * MIX_ROWS;
    for (int32_t i = 0; i < context->count; i++)
    {
        const int64_t column = lowest.x + i / MIX_ROWS * (int64_t)COLUMN_APART;
        context->chunks[i] = (loam_chunk_pos){column, lowest.y + i % MIX_ROWS};
    }
}

static void take_mix(tiles_context *context)
{
    take_columns(context, (loam_chunk_pos){0, -MIX_ROWS / 2}, MIX_COLUMNS);
}

/// The same columns, but in each one chunk only: at a row, or where the ground is if row is 0.
static loam_result take_row(tiles_context *context, int64_t row)
{
    loam_result result = LOAM_OK;
    context->count = MIX_COLUMNS;
    for (int32_t i = 0; i < MIX_COLUMNS && result == LOAM_OK; i++)
    {
        loam_tile_column column = {0};
        const int64_t x = i * (int64_t)COLUMN_APART;
        result = loam_tile_source_columns(context->source, x * LOAM_CHUNK_SIDE, 1, 1, &column);
        const loam_tile_pos ground = {x * LOAM_CHUNK_SIDE, column.surface};
        context->chunks[i] = (loam_chunk_pos){x, row != 0 ? row : loam_chunk_of_tile(ground).y};
    }
    return result;
}

// ---- measuring ----------------------------------------------------------------------------------

static bench_work yardstick_of(tiles_context *context)
{
    return (bench_work){"simplex 2d, scalar", POINTS, run_simplex, context};
}

static bench_work chunks_of(tiles_context *context, const char *name)
{
    return (bench_work){name, context->count, run_chunks, context};
}

static loam_result measure_places(bench *run, tiles_context *context)
{
    static const struct
    {
        const char *name;
        int64_t row;
    } rows[] = {{"tiles chunk, sky", SKY_ROW},
                {"tiles chunk, surface", 0},
                {"tiles chunk, deep", DEEP_ROW}};
    const bench_work simplex = yardstick_of(context);
    loam_result result = LOAM_OK;
    for (int i = 0; i < 3 && result == LOAM_OK; i++)
    {
        result = take_row(context, rows[i].row);
        const bench_work work = chunks_of(context, rows[i].name);
        bench_measure(run, &work, &simplex);
    }
    take_mix(context);
    const bench_work mix = chunks_of(context, "tiles chunk, mix");
    bench_measure(run, &mix, &simplex);
    return result;
}

/// Far away the same costs as much. In the depth, because there one place is like another.
static void measure_far(bench *run, tiles_context *context)
{
    take_columns(context, (loam_chunk_pos){0, DEEP_ROW - MIX_ROWS}, MIX_COLUMNS / 2);
    tiles_context near = *context;
    take_columns(context, (loam_chunk_pos){FAR_COLUMN, DEEP_ROW - MIX_ROWS}, MIX_COLUMNS / 2);
    const bench_work here = chunks_of(&near, "tiles chunk, deep, at 0");
    const bench_work far = chunks_of(context, "tiles chunk, deep, at 2^40");
    bench_measure(run, &far, &here);
}

static loam_result measure_threads(bench *run, tiles_context *context, int32_t threads)
{
    char name[64];
    snprintf(name, sizeof name, "tiles chunk, mix, %d threads", (int)threads);
    if (!bench_wants(run, name))
    {
        return LOAM_OK;
    }
    take_mix(context);
    tiles_context alone = *context;
    const loam_result result = field_threads(threads, &context->jobs);
    if (result == LOAM_OK)
    {
        const bench_work one = chunks_of(&alone, "tiles chunk, mix, 1 thread");
        const bench_work many = chunks_of(context, name);
        bench_measure(run, &many, &one);
    }
    loam_jobs_destroy(context->jobs);
    context->jobs = NULL;
    return result;
}

static void measure_batches(bench *run, tiles_context *context)
{
    const bench_work simplex = yardstick_of(context);
    const bench_work work = {"tiles batch of 5 chunks", 1, run_batch, context};
    context->column = 0;
    bench_wait(run, &work, &simplex);
}

static void measure_stages(bench *run, tiles_context *context)
{
    static const char *const names[] = {"tiles stage ground", "tiles stage consolidate",
                                        "tiles stage variants", "tiles stage plants"};
    static const char *const stages[] = {"ground", "consolidate", "variants", "plants"};
    const bench_work simplex = yardstick_of(context);
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
    {
        context->stage = stages[i];
        const bench_work work = chunks_of(context, names[i]);
        bench_measure(run, &work, &simplex);
    }
    const bench_work whole = {"tiles chunk, mix, pipeline", context->count, run_whole_pipeline,
                              context};
    bench_measure(run, &whole, &simplex);
}

static loam_result measure_pipeline(bench *run, tiles_context *context)
{
    if (!bench_wants(run, "tiles stage ground") && !bench_wants(run, "tiles stage consolidate") &&
        !bench_wants(run, "tiles stage variants") && !bench_wants(run, "tiles stage plants") &&
        !bench_wants(run, "tiles chunk, mix, pipeline"))
    {
        return LOAM_OK;
    }
    loam_pipeline_def def = loam_default_pipeline_def();
    def.seed = 1;
    def.cache_bytes = (size_t)256 << 20; // all pages of the mix
    def.env.isa = bench_isa(run);
    def.trace = bench_trace(run) != NULL ? trace_event : NULL;
    def.trace_user = bench_trace(run);
    take_mix(context);
    loam_result result = loam_pipeline_create(&def, &context->pipeline);
    result = result == LOAM_OK ? loam_tile_stages_add(context->pipeline, context->defs) : result;
    if (result == LOAM_OK)
    {
        measure_stages(run, context);
    }
    loam_pipeline_destroy(context->pipeline);
    context->pipeline = NULL;
    return result;
}

static loam_result measure_all(bench *run, tiles_context *context)
{
    loam_result result = measure_places(run, context);
    if (result == LOAM_OK)
    {
        measure_far(run, context);
        measure_batches(run, context);
        result = measure_pipeline(run, context);
    }
    for (int32_t threads = 2; threads <= bench_threads(run) && result == LOAM_OK; threads *= 2)
    {
        result = measure_threads(run, context, threads);
    }
    return result == LOAM_OK && *context->failed
               ? loam_fail(LOAM_FAILED, "a chunk of the benchmark failed")
               : result;
}

/// The chunks lie one after another in memory.
static loam_result prepare(bench *run, tiles_context *context, loam_tile *tiles)
{
    loam_env env = loam_default_env();
    env.isa = bench_isa(run);
    for (int32_t i = 0; i < MIX_CHUNKS; i++)
    {
        context->tiles[i] = tiles + (size_t)i * LOAM_CHUNK_TILES;
    }
    loam_noise_def def = loam_default_noise_def();
    def.isa = LOAM_ISA_SCALAR;
    loam_result result = loam_noise_init(&context->simplex, &def, 1);
    result = result == LOAM_OK ? tool_load_defs(NULL, &context->defs) : result;
    return result == LOAM_OK ? loam_tile_source_create(&env, context->defs, 1, &context->source)
                             : result;
}

loam_result bench_tiles(bench *run)
{
    _Atomic bool failed = false;
    tiles_context context = {.failed = &failed};
    const loam_env env = loam_default_env();
    const size_t size = (size_t)MIX_CHUNKS * LOAM_CHUNK_TILES * sizeof(loam_tile);
    loam_tile *tiles = loam_alloc(&env, size);
    if (tiles == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_result result = prepare(run, &context, tiles);
    result = result == LOAM_OK ? measure_all(run, &context) : result;
    loam_tile_source_destroy(context.source);
    tool_free_defs(context.defs);
    loam_free(&env, tiles, size);
    return result;
}
