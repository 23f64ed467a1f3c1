// SPDX-License-Identifier: MIT
#include "grower.h"
#include "progress.h"
#include "tile_options.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <unistd.h>

// loam tiles hash: one hash for each chunk, to compare worlds of two machines, builds or settings.

enum
{
    MAX_SIDE = 1024, // chunks
    PART = 128       // chunks that are hashed at a time, at least
};

typedef struct hash_settings
{
    uint64_t seed;
    option_chunks chunks;
    int32_t threads;
    const char *defs;
    bool json;
} hash_settings;

typedef struct hash_job
{
    grower world;
    option_chunks chunks;
    uint64_t *hashes; // row by row
    int64_t begin;    // the first of those that are hashed now
    bool json;
    progress *bar;
    _Atomic int result; // a loam_result
} hash_job;

static int64_t width_of(const option_chunks *chunks)
{
    return chunks->x1 - chunks->x0 + 1;
}

static int64_t count_of(const option_chunks *chunks)
{
    return width_of(chunks) * (chunks->y1 - chunks->y0 + 1);
}

static size_t size_of(const option_chunks *chunks)
{
    return (size_t)count_of(chunks) * sizeof(uint64_t);
}

static loam_chunk_pos chunk_at(const option_chunks *chunks, int64_t index)
{
    return (loam_chunk_pos){chunks->x0 + index % width_of(chunks),
                            chunks->y0 + index / width_of(chunks)};
}

static void hash_chunks(void *user, int64_t begin, int64_t end)
{
    hash_job *job = user;
    const loam_env env = loam_default_env();
    const size_t size = LOAM_CHUNK_TILES * sizeof(loam_tile);
    loam_tile *tiles = loam_alloc(&env, size);
    loam_result result = tiles != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    for (int64_t i = job->begin + begin; i < job->begin + end && result == LOAM_OK; i++)
    {
        result = loam_tile_source_chunk(job->world.source, chunk_at(&job->chunks, i), tiles);
        job->hashes[i] = result == LOAM_OK ? loam_tiles_hash(tiles, LOAM_CHUNK_TILES, 0) : 0;
        progress_add(job->bar, 1);
    }
    loam_free(&env, tiles, size);
    if (result != LOAM_OK)
    {
        atomic_store(&job->result, result);
    }
}

static void print_rows(const tool_io *io, const hash_job *job, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
    {
        const loam_chunk_pos chunk = chunk_at(&job->chunks, i);
        fprintf(io->out, "%" PRId64 " %" PRId64 " %016" PRIx64 "\n", chunk.x, chunk.y,
                job->hashes[i]);
        if (chunk.x == job->chunks.x1)
        {
            fflush(io->out);
        }
    }
}

/// Hashes the chunks from begin on, and prints them unless all are printed in the end.
static void hash_part(const tool_io *io, hash_job *job, int64_t begin, int64_t end)
{
    job->begin = begin;
    loam_jobs_for(job->world.jobs, end - begin, 4, hash_chunks, job);
    if (!job->json && atomic_load(&job->result) == LOAM_OK)
    {
        print_rows(io, job, begin, end);
    }
}

/// Whole rows at a time, as many as keep all threads busy. Ends early if nobody reads them any more.
static loam_result hash_all(const tool_io *io, hash_job *job)
{
    const int64_t width = width_of(&job->chunks), count = count_of(&job->chunks);
    const int64_t part = (PART + width - 1) / width * width;
    progress bar;
    progress_begin(&bar, io->err, "chunks", count);
    if (!job->json && isatty(fileno(io->out)))
    {
        bar.err = NULL; // the rows themselves show how far it is
    }
    job->bar = &bar;
    for (int64_t i = 0; i < count && atomic_load(&job->result) == LOAM_OK && !ferror(io->out);
         i += part)
    {
        hash_part(io, job, i, count - i < part ? count : i + part);
    }
    progress_end(&bar);
    const loam_result result = (loam_result)atomic_load(&job->result);
    // The message was left on the thread that met the failure, which may be another.
    return result == LOAM_OK
               ? LOAM_OK
               : loam_fail(result, "a chunk could not be grown: %s", loam_result_name(result));
}

static int print_json(const tool_io *io, const hash_settings *settings, const hash_job *job)
{
    const int64_t count = count_of(&job->chunks);
    text json = {0};
    json_open(&json, '{');
    json_add_uint64(&json, "seed", settings->seed);
    json_add_number(&json, "threads", settings->threads);
    json_add_hash(&json, "hash", loam_hash_u64(job->hashes, (size_t)count, 0));
    json_open_at(&json, "chunks", '[');
    for (int64_t i = 0; i < count; i++)
    {
        const loam_chunk_pos chunk = chunk_at(&job->chunks, i);
        json_open(&json, '{');
        json_key(&json, "x");
        json_int64(&json, chunk.x);
        json_key(&json, "y");
        json_int64(&json, chunk.y);
        json_add_hash(&json, "hash", job->hashes[i]);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    return tool_print_json(io, &json);
}

static int print(const tool_io *io)
{
    const hash_settings *const settings = io->settings;
    return settings->json ? print_json(io, settings, io->work) : TOOL_DONE;
}

static loam_result make(const tool_io *io)
{
    const hash_settings *const settings = io->settings;
    const loam_env env = loam_default_env();
    hash_job *const job = io->work;
    job->chunks = settings->chunks;
    job->json = settings->json;
    job->hashes = loam_alloc(&env, size_of(&job->chunks));
    loam_result result = job->hashes != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    result = result == LOAM_OK
                 ? grower_create(settings->defs, settings->seed, settings->threads, &job->world)
                 : result;
    return result == LOAM_OK ? hash_all(io, job) : result;
}

static void end(void *of)
{
    hash_job *const job = of;
    const loam_env env = loam_default_env();
    grower_destroy(&job->world);
    loam_free(&env, job->hashes, size_of(&job->chunks));
}

#define AT(field) offsetof(hash_settings, field)

static const tool_option hash_options[] = {
    SEED_OPTION(AT(seed), "of the world"),
    CHUNKS_OPTION("chunks", AT(chunks), 1, MAX_SIDE, "X0,Y0,X1,Y1", "0,0,0,0",
                  "the first and the last chunk, both included"),
    TILE_DEFS_OPTION(AT(defs)),
    THREADS_OPTION(AT(threads), "all"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_tiles_hash = {
    .name = "tiles hash",
    .summary = "prints a hash of each chunk",
    .details = "One line for each chunk: x, y and the hash of its tiles, in order of y, then x, as "
               "soon as they are known. The "
               "hashes are the same on every machine and for any number of threads.",
    .options = hash_options,
    .settings_size = sizeof(hash_settings),
    .example = "loam tiles hash --seed hello --chunks -1,-1,1,1",
    .work_size = sizeof(hash_job),
    .make = make,
    .report = print,
    .destroy = end,
};
