// SPDX-License-Identifier: MIT
// Islands grow alike in any order, with any number of threads, whatever was kept; stages can be switched off.
#include "check.h"
#include "isles/small.h"
#include "loam/jobs.h"
#include "loam/random.h"

#include <stdlib.h>

enum
{
    SIDE = 3,
    SLOTS = SIDE * SIDE,
    GRID = 96,
};

static loam_isles *new_sea(loam_jobs *jobs)
{
    loam_env env = loam_default_env();
    const loam_isles_def def = small_isles(11);
    loam_isles *isles = NULL;
    env.jobs = jobs;
    CHECK_OK(loam_isles_create(&env, &def, &isles));
    return isles;
}

static loam_jobs *new_jobs(int32_t threads)
{
    loam_jobs_def def = loam_default_jobs_def();
    loam_jobs *jobs = NULL;
    def.threads = threads;
    CHECK_OK(loam_jobs_create(&def, &jobs));
    return jobs;
}

/// The hash of a slot's maps up to a stage, 0 of an empty one.
static uint64_t hash_slot(loam_isles *isles, int32_t slot, loam_isle_stage last)
{
    loam_isle_maps maps;
    const loam_result result = loam_isles_open(isles, slot % SIDE - 1, slot / SIDE - 1, last,
                                               &maps);
    if (result != LOAM_OK)
    {
        CHECK_INT(result, LOAM_NOT_FOUND);
        return 0;
    }
    const uint64_t hash = loam_isle_maps_hash(&maps);
    loam_isles_close(isles, &maps);
    return hash;
}

static void hash_all(loam_isles *isles, uint64_t order_seed, uint64_t out[SLOTS])
{
    int32_t order[SLOTS];
    for (int32_t i = 0; i < SLOTS; i++)
    {
        const int32_t k = (int32_t)loam_random_below(order_seed, (uint64_t)i, (uint32_t)i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    for (int32_t i = 0; i < SLOTS; i++)
    {
        out[order[i]] = hash_slot(isles, order[i], LOAM_ISLE_OBJECTS);
    }
}

static void test_islands_ignore_order_and_threads(void)
{
    uint64_t first[SLOTS], again[SLOTS];
    int32_t there = 0;
    loam_isles *isles = new_sea(NULL);
    hash_all(isles, 1, first);
    loam_isles_destroy(isles);
    for (int32_t threads = 1; threads <= check_cases(3, 1); threads += 2)
    {
        loam_jobs *const jobs = new_jobs(threads);
        isles = new_sea(jobs);
        hash_all(isles, (uint64_t)threads + 5, again);
        for (int32_t i = 0; i < SLOTS; i++)
        {
            CHECK_U64(again[i], first[i]);
            there += first[i] != 0;
        }
        loam_isles_destroy(isles);
        loam_jobs_destroy(jobs);
    }
    CHECK_RANGE(there, 4, 2 * SLOTS);
}

// One big grid, and the same in pieces over the borders of slots, from another sea, with threads.
static void test_heights_ignore_the_area(void)
{
    static float whole[GRID * GRID], part[32 * 32];
    const int64_t x = -700, z = -600, step = 13;
    loam_isles *isles = new_sea(NULL);
    CHECK_OK(loam_isles_heights(
        isles, (loam_isles_area){.x = x, .z = z, .step = step, .w = GRID, .h = GRID}, whole));
    loam_isles_destroy(isles);
    loam_jobs *const jobs = new_jobs(2);
    isles = new_sea(jobs);
    for (int32_t i = 0; i < 6; i++)
    {
        const int32_t w = 7 + 5 * i, column = 9 * i + 3, row = GRID - 34 - 11 * i;
        CHECK_OK(loam_isles_heights(isles,
                                    (loam_isles_area){.x = x + column * step,
                                                      .z = z + row * step,
                                                      .step = step,
                                                      .w = w > 32 ? 32 : w,
                                                      .h = 32},
                                    part));
        const int32_t width = w > 32 ? 32 : w;
        for (int32_t k = 0; k < 32; k++)
        {
            CHECK(memcmp(part + k * width, whole + (row + k) * GRID + column,
                         (size_t)width * sizeof(float)) == 0);
        }
    }
    loam_isles_destroy(isles);
    loam_jobs_destroy(jobs);
}

// Several threads of a program ask one sea.
typedef struct asked
{
    loam_isles *isles;
    uint64_t hashes[SLOTS];
} asked;

static void ask(void *context, int64_t begin, int64_t end)
{
    asked *const all = context;
    for (int64_t i = begin; i < end; i++)
    {
        all->hashes[i] = hash_slot(all->isles, (int32_t)i, LOAM_ISLE_OBJECTS);
    }
}

static void test_threads_may_ask_at_once(void)
{
    loam_isles *isles = new_sea(NULL);
    asked serial = {.isles = isles}, parallel;
    ask(&serial, 0, SLOTS);
    loam_isles_destroy(isles);
    loam_jobs *const jobs = new_jobs(2);
    parallel.isles = isles = new_sea(NULL);
    loam_jobs_for(jobs, SLOTS, 1, ask, &parallel);
    for (int32_t i = 0; i < SLOTS; i++)
    {
        CHECK_U64(parallel.hashes[i], serial.hashes[i]);
    }
    loam_isles_destroy(isles);
    loam_jobs_destroy(jobs);
}

/// A hash of the heights that a map shows, row by row from the north.
static uint64_t hash_from_north(loam_isles *isles, const loam_isles_map_def *def)
{
    static float all[200 * 150];
    for (int32_t j = 0; j < def->h; j++)
    {
        const loam_isles_area area = {.x = def->x - def->w / 2 * def->scale,
                                      .z = def->z - (j - def->h / 2) * def->scale,
                                      .step = def->scale,
                                      .w = def->w,
                                      .h = 1};
        CHECK_OK(loam_isles_heights(isles, area, all + j * def->w));
    }
    return loam_hash_f32(all, (size_t)(def->w * def->h), 0);
}

// A picture is the same with threads, and its figures are those of its places.
static void test_maps_ignore_threads(void)
{
    loam_isles_map_def def = loam_default_isles_map_def();
    loam_isles_map_figures figures[2];
    uint64_t hashes[2];
    def.w = 200;
    def.h = 150;
    def.scale = 8;
    def.names = true;
    for (int32_t i = 0; i < 2; i++)
    {
        const loam_env env = loam_default_env();
        loam_jobs *const jobs = i > 0 ? new_jobs(2) : NULL;
        loam_isles *const isles = new_sea(jobs);
        loam_picture picture;
        CHECK_OK(loam_isles_map_draw(isles, &def, &picture, &figures[i]));
        CHECK_U64(figures[i].hash, hash_from_north(isles, &def));
        hashes[i] = loam_hash_bytes(picture.pixels, (size_t)(200 * 150) * sizeof(loam_colour), 0);
        loam_picture_destroy(&env, &picture);
        loam_isles_destroy(isles);
        loam_jobs_destroy(jobs);
    }
    CHECK_U64(hashes[0], hashes[1]);
    CHECK_U64(figures[0].hash, figures[1].hash);
    CHECK_RANGE(figures[0].land, 200, 15000);
    CHECK_RANGE(figures[0].isles, 1, 9);
}

// A stage that is switched off leaves nothing for those behind it, and they say so.
static void test_stages_can_be_switched_off(void)
{
    loam_isles *const isles = new_sea(NULL);
    loam_isle_maps maps;
    int64_t slot = 0;
    while (loam_isles_open(isles, slot, 0, LOAM_ISLE_NODES, &maps) != LOAM_OK)
    {
        slot++;
    }
    loam_isles_close(isles, &maps);
    CHECK_OK(loam_pipeline_set_enabled(loam_isles_pipeline(isles), "isles.noise", false));
    CHECK_INT(loam_isles_open(isles, slot, 0, LOAM_ISLE_SUM, &maps), LOAM_FAILED);
    CHECK_CONTAINS(loam_last_error(), "stage isles.product");
    CHECK_CONTAINS(loam_last_error(), "switched off");
    CHECK_OK(loam_isles_open(isles, slot, 0, LOAM_ISLE_GRADIENTS, &maps));
    loam_isles_close(isles, &maps);
    CHECK_OK(loam_pipeline_set_enabled(loam_isles_pipeline(isles), "isles.noise", true));
    CHECK_OK(loam_isles_open(isles, slot, 0, LOAM_ISLE_SUM, &maps));
    loam_isles_close(isles, &maps);
    CHECK_OK(loam_pipeline_set_enabled(loam_isles_pipeline(isles), "isles.sites", false));
    CHECK_INT(loam_isles_open(isles, slot, 0, LOAM_ISLE_NODES, &maps), LOAM_FAILED);
    CHECK_CONTAINS(loam_last_error(), "isles.sites is switched off");
    loam_isles_destroy(isles);
}

/// Memory that fails at the n-th call, and counts what is out.
typedef struct failing
{
    loam_allocator under;
    int64_t calls, fail_at, bytes;
} failing;

static void *failing_alloc(void *user, size_t size)
{
    failing *const memory = user;
    if (memory->calls++ == memory->fail_at)
    {
        return NULL;
    }
    memory->bytes += (int64_t)size;
    return memory->under.alloc(memory->under.user, size);
}

static void failing_free(void *user, void *block, size_t size)
{
    failing *const memory = user;
    memory->bytes -= (int64_t)size;
    memory->under.free(memory->under.user, block, size);
}

/// Draws a small map; what was allocated is freed however it ends.
static loam_result draw_with(failing *memory)
{
    loam_env env = loam_default_env();
    memory->under = env.memory;
    env.memory = (loam_allocator){failing_alloc, failing_free, memory};
    const loam_isles_def def = small_isles(11);
    loam_isles_map_def map = loam_default_isles_map_def();
    loam_isles *isles = NULL;
    loam_picture picture = {0};
    map.w = map.h = 8;
    loam_result result = loam_isles_create(&env, &def, &isles);
    result = result == LOAM_OK ? loam_isles_map_draw(isles, &map, &picture, NULL) : result;
    loam_picture_destroy(&env, &picture);
    loam_isles_destroy(isles);
    return result;
}

static void test_out_of_memory_is_a_result(void)
{
    failing memory = {.fail_at = -1};
    CHECK_OK(draw_with(&memory));
    CHECK_INT(memory.bytes, 0);
    const int64_t calls = memory.calls, step = calls / 40 + 1;
    CHECK_RANGE(calls, 10, 1e6);
    for (int64_t i = 0; i < calls; i += step)
    {
        memory = (failing){.fail_at = i};
        CHECK_INT(draw_with(&memory), LOAM_OUT_OF_MEMORY);
        CHECK_INT(memory.bytes, 0);
    }
}

int main(void)
{
    RUN(test_islands_ignore_order_and_threads);
    RUN(test_heights_ignore_the_area);
    RUN(test_threads_may_ask_at_once);
    RUN(test_maps_ignore_threads);
    RUN_SERIAL(test_stages_can_be_switched_off);
    RUN_SERIAL(test_out_of_memory_is_a_result);
    return CHECK_DONE();
}
