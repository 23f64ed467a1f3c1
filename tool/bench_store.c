// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "bench.h"
#include "field.h"

#include "loam/export.h"
#include "loam/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// loam bench store: chunks on their way to a file and back. Saving ends with a flush, so that it waits
// for the disk of the folder for temporary files ($TMPDIR, or /tmp). The yardstick is copying a chunk in
// memory. Chunks are those around somebody who walks along the ground, as in the part tiles.

enum
{
    COLUMNS = 16,
    COLUMN_APART = 97,
    ROWS = 16,
    CHUNKS = COLUMNS * ROWS,
    STRIDE = 37, // from one chunk that is loaded to the next, of CHUNKS
    HOLES = 60,  // in a chunk that was dug in
    HOLE_SIDE = 3
};

typedef struct store_context
{
    char folder[256];
    char world[300], picture[300];
    loam_store *store;
    loam_tile *tiles; // of all chunks
    loam_tile *room;  // for one
    int64_t next;
    bool failed;
} store_context;

static const size_t chunk_bytes = LOAM_CHUNK_TILES * sizeof(loam_tile);

static const char save_name[] = "store save, chunk", load_name[] = "store load, chunk",
                  verify_name[] = "store verify, chunk", size_name[] = "store chunk",
                  dug_name[] = "store save, chunk dug in", dug_size_name[] = "store chunk dug in";

static void name_threads(const bench *run, char *name, size_t size)
{
    snprintf(name, size, "%s, %d threads", save_name, (int)bench_threads(run));
}

static loam_chunk_pos place(int64_t index)
{
    return (loam_chunk_pos){index % COLUMNS * COLUMN_APART, index / COLUMNS - ROWS / 2};
}

static loam_tile *chunk_of(const store_context *context, int64_t index)
{
    return context->tiles + index * LOAM_CHUNK_TILES;
}

// ---- work ---------------------------------------------------------------------------------------

static void run_copy(void *user)
{
    store_context *context = user;
    for (int64_t i = 0; i < CHUNKS; i++)
    {
        memcpy(context->room, chunk_of(context, i), chunk_bytes);
    }
}

static void run_save(void *user)
{
    store_context *context = user;
    for (int64_t i = 0; i < CHUNKS; i++)
    {
        context->failed = context->failed || loam_store_save(context->store, place(i),
                                                             chunk_of(context, i)) != LOAM_OK;
    }
    context->failed = context->failed || loam_store_flush(context->store) != LOAM_OK;
}

static void run_load(void *user)
{
    store_context *context = user;
    context->next = (context->next + STRIDE) % CHUNKS;
    context->failed = context->failed || loam_store_load(context->store, place(context->next),
                                                         context->room) != LOAM_OK;
}

static void ignore_fault(void *user, const char *message)
{
    (void)message;
    store_context *context = user;
    context->failed = true;
}

static void run_verify(void *user)
{
    store_context *context = user;
    loam_store_verdict verdict;
    context->failed = context->failed ||
                      loam_store_verify(context->store, ignore_fault, context, &verdict) != LOAM_OK;
}

// ---- measuring ----------------------------------------------------------------------------------

/// The bytes of all chunks as PNG files.
static loam_result weigh_pictures(store_context *context, double *bytes)
{
    const loam_env env = loam_default_env();
    loam_result result = LOAM_OK;
    *bytes = 0;
    for (int64_t i = 0; i < CHUNKS && result == LOAM_OK; i++)
    {
        const loam_tile_area area = {.w = LOAM_CHUNK_SIDE, .h = LOAM_CHUNK_SIDE};
        struct stat status = {0};
        result = loam_png_write_tiles(&env, context->picture, chunk_of(context, i), area, 1,
                                      LOAM_TILES_VERSION);
        if (result == LOAM_OK && stat(context->picture, &status) == 0)
        {
            *bytes += (double)status.st_size;
        }
    }
    return result;
}

static loam_result measure_size(bench *run, store_context *context, const char *name)
{
    if (!bench_wants(run, name))
    {
        return LOAM_OK;
    }
    double pictures;
    loam_store_info info;
    loam_result result = weigh_pictures(context, &pictures);
    result = result == LOAM_OK ? loam_store_describe(context->store, &info) : result;
    if (result == LOAM_OK)
    {
        const bench_size size = {.name = name,
                                 .yardstick = "the same as PNG",
                                 .bytes = (double)info.chunk_bytes / CHUNKS,
                                 .yardstick_bytes = pictures / CHUNKS};
        bench_weigh(run, &size);
    }
    return result;
}

static loam_result reopen(store_context *context, loam_jobs *jobs)
{
    loam_store_def def = loam_default_store_def();
    def.path = context->world;
    def.env.jobs = jobs;
    loam_store_close(context->store);
    context->store = NULL;
    return loam_store_open(&def, &context->store);
}

static loam_result measure_threads(bench *run, store_context *context, const bench_work *copy)
{
    char name[64];
    name_threads(run, name, sizeof name);
    if (bench_threads(run) < 2 || !bench_wants(run, name))
    {
        return LOAM_OK;
    }
    loam_jobs *jobs = NULL;
    loam_result result = field_threads(bench_threads(run), &jobs);
    result = result == LOAM_OK ? reopen(context, jobs) : result;
    if (result == LOAM_OK)
    {
        const bench_work save = {name, CHUNKS, run_save, context};
        bench_measure(run, &save, copy);
        result = reopen(context, NULL);
    }
    loam_jobs_destroy(jobs);
    return result;
}

/// Somebody was there: small holes all over every chunk.
static void dig(store_context *context)
{
    const uint32_t places = LOAM_CHUNK_SIDE - HOLE_SIDE;
    for (int64_t i = 0; i < CHUNKS * HOLES; i++)
    {
        const uint32_t x = loam_random_below(1, (uint64_t)i, places);
        const uint32_t y = loam_random_below(2, (uint64_t)i, places);
        loam_tile *const low = chunk_of(context, i / HOLES) + y * LOAM_CHUNK_SIDE + x;
        for (int32_t k = 0; k < HOLE_SIDE * HOLE_SIDE; k++)
        {
            loam_tile *const tile = low + k / HOLE_SIDE * LOAM_CHUNK_SIDE + k % HOLE_SIDE;
            tile->block = LOAM_AIR;
            tile->block_variant = 0;
        }
    }
}

/// Chunks as they have grown compress well; those that were changed are what is saved most.
static loam_result measure_dug(bench *run, store_context *context, const bench_work *copy)
{
    if (!bench_wants(run, dug_name) && !bench_wants(run, dug_size_name))
    {
        return LOAM_OK;
    }
    const bench_work save = {dug_name, CHUNKS, run_save, context};
    dig(context);
    run_save(context);
    bench_measure(run, &save, copy);
    return measure_size(run, context, dug_size_name);
}

static loam_result measure_all(bench *run, store_context *context)
{
    const bench_work copy = {"memory copy, chunk", CHUNKS, run_copy, context};
    const bench_work save = {save_name, CHUNKS, run_save, context};
    const bench_work load = {load_name, 1, run_load, context};
    const bench_work verify = {verify_name, CHUNKS, run_verify, context};
    run_save(context);
    bench_measure(run, &save, &copy);
    loam_result result = measure_threads(run, context, &copy);
    if (result == LOAM_OK)
    {
        bench_wait(run, &load, &copy);
        bench_measure(run, &verify, &copy);
        result = measure_size(run, context, size_name);
        result = result == LOAM_OK ? measure_dug(run, context, &copy) : result;
    }
    return result == LOAM_OK && context->failed
               ? loam_fail(LOAM_FAILED, "the store of the benchmark failed: %s", loam_last_error())
               : result;
}

// ---- preparing ----------------------------------------------------------------------------------

static loam_result grow_chunks(store_context *context)
{
    const loam_env env = loam_default_env();
    loam_tile_source *source = NULL;
    loam_result result = loam_tile_source_create(&env, loam_store_defs(context->store), 1, &source);
    for (int64_t i = 0; i < CHUNKS && result == LOAM_OK; i++)
    {
        result = loam_tile_source_chunk(source, place(i), chunk_of(context, i));
    }
    loam_tile_source_destroy(source);
    return result;
}

#ifdef _WIN32
static const char temporary[] = "TEMP";
#else
static const char temporary[] = "TMPDIR";
#endif

static loam_result make_folder(store_context *context)
{
    const char *base = getenv(temporary);
    snprintf(context->folder, sizeof context->folder, "%s/loam-bench-XXXXXX",
             base != NULL ? base : "/tmp");
    if (mkdtemp(context->folder) == NULL)
    {
        return loam_fail(LOAM_IO, "%s: cannot be made: %s", context->folder, strerror(errno));
    }
    snprintf(context->world, sizeof context->world, "%s/world.loam", context->folder);
    snprintf(context->picture, sizeof context->picture, "%s/chunk.png", context->folder);
    return LOAM_OK;
}

static loam_result measure_in_folder(bench *run, store_context *context)
{
    loam_store_def def = loam_default_store_def();
    def.path = context->world;
    loam_result result = loam_store_create(&def, 1, NULL, &context->store);
    result = result == LOAM_OK ? grow_chunks(context) : result;
    result = result == LOAM_OK ? measure_all(run, context) : result;
    loam_store_close(context->store);
    return result;
}

static bool wants_any(const bench *run)
{
    char name[64];
    name_threads(run, name, sizeof name);
    return bench_wants(run, save_name) || bench_wants(run, load_name) ||
           bench_wants(run, verify_name) || bench_wants(run, size_name) || bench_wants(run, name) ||
           bench_wants(run, dug_name) || bench_wants(run, dug_size_name);
}

loam_result bench_store(bench *run)
{
    if (!wants_any(run))
    {
        return LOAM_OK;
    }
    const loam_env env = loam_default_env();
    store_context context = {.tiles = loam_alloc(&env, CHUNKS * chunk_bytes),
                             .room = loam_alloc(&env, chunk_bytes)};
    loam_result result = LOAM_OUT_OF_MEMORY;
    if (context.tiles != NULL && context.room != NULL)
    {
        result = make_folder(&context);
        if (result == LOAM_OK)
        {
            result = measure_in_folder(run, &context);
            unlink(context.world);
            unlink(context.picture);
            rmdir(context.folder);
        }
    }
    loam_free(&env, context.tiles, CHUNKS * chunk_bytes);
    loam_free(&env, context.room, chunk_bytes);
    return result;
}
