// SPDX-License-Identifier: MIT
// Many threads load while one saves, others look, and the file is written anew beneath them. Whatever is
// loaded is some chunk that was saved, whole, and never an older one than was loaded before.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "loam/jobs.h"
#include "store/world.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>

enum
{
    PLACES = 12,
    LOADERS = 12, // more than there are connections
    SAVES = CHECK_RACES       ? 80
            : CHECK_SANITIZED ? 150
                              : 400
};

static loam_store *store;
static atomic_bool stopping;
static atomic_int_least64_t loads;
static _Atomic uint64_t asked_for[PLACES]; // the number of the last save that was begun
static _Atomic uint64_t saved[PLACES];     // and that has returned

static loam_chunk_pos place(int64_t index)
{
    return (loam_chunk_pos){index, -index};
}

/// All of one tile, which tells the number.
static void numbered_chunk(uint64_t number, chunk *out)
{
    const loam_tile tile = {.block = 1,
                            .block_variant = (uint8_t)(number % 12),
                            .wall = 2,
                            .wall_variant = (uint8_t)(number / 12 % 12)};
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        out->tiles[i] = tile;
    }
}

static bool is_uniform(const chunk *got)
{
    return memcmp(got->tiles, got->tiles + 1, sizeof *got - sizeof got->tiles[0]) == 0;
}

static bool is_numbered(const chunk *got, uint64_t number)
{
    return got->tiles[0].block_variant == number % 12 &&
           got->tiles[0].wall_variant == number / 12 % 12;
}

/// Whether a chunk that was loaded is one of those that could be there.
static bool is_between(const chunk *got, uint64_t first, uint64_t last)
{
    uint64_t number = first;
    while (number < last && !is_numbered(got, number))
    {
        number++;
    }
    return is_uniform(got) && is_numbered(got, number);
}

static void *load_all_the_time(void *user)
{
    chunk *got = malloc(sizeof *got);
    int failures = 0;
    uint64_t seed = (uint64_t)(uintptr_t)user;
    for (uint64_t i = 0; !stopping; i++)
    {
        const uint32_t index = loam_random_below(seed, i, PLACES);
        const uint64_t first = saved[index];
        const loam_result result = loam_store_load(store, place(index), got->tiles);
        const uint64_t last = asked_for[index];
        // Number 0 is no chunk at all.
        failures += result == LOAM_OK ? !is_between(got, first > 0 ? first : 1, last)
                                      : result != LOAM_NOT_FOUND || first > 0;
        loads++;
        if (i % 4 == 3)
        {
            check_rest(); // else the one that saves would hardly get a processor
        }
    }
    free(got);
    return (void *)(uintptr_t)failures;
}

static void *look_all_the_time(void *user)
{
    (void)user;
    int failures = 0;
    while (!stopping)
    {
        loam_store_info info;
        loam_store_verdict verdict;
        failures += loam_store_describe(store, &info) != LOAM_OK || info.damaged != 0;
        failures += loam_store_verify(store, world_ignore, NULL, &verdict) != LOAM_OK ||
                    verdict.bad_chunks + verdict.other_faults != 0;
        check_rest();
    }
    return (void *)(uintptr_t)failures;
}

static void save_some(void)
{
    static chunk made;
    for (uint64_t i = 1; i <= SAVES; i++)
    {
        const uint32_t index = loam_random_below(99, i, PLACES);
        const uint64_t number = saved[index] + 1;
        numbered_chunk(number, &made);
        asked_for[index] = number;
        CHECK_OK(loam_store_save(store, place(index), made.tiles));
        saved[index] = number;
        if (i % 50 == 0)
        {
            CHECK_OK(loam_store_flush(store));
        }
        if (i % 70 == 0)
        {
            CHECK_OK(loam_store_compact(store, NULL));
        }
    }
}

static void test_threads(int32_t workers)
{
    loam_store_def def = world_def("w.loam");
    loam_jobs_def jobs_def = loam_default_jobs_def();
    jobs_def.threads = workers;
    CHECK_OK(loam_jobs_create(&jobs_def, &def.env.jobs));
    def.queue_bytes = 8 * sizeof(chunk);
    CHECK_OK(loam_store_create(&def, 1, NULL, &store));
    stopping = false;
    loads = 0;
    for (int i = 0; i < PLACES; i++)
    {
        asked_for[i] = saved[i] = 0;
    }
    pthread_t threads[LOADERS + 1];
    for (int i = 0; i < LOADERS; i++)
    {
        CHECK_INT(pthread_create(&threads[i], NULL, load_all_the_time, (void *)(uintptr_t)i), 0);
    }
    CHECK_INT(pthread_create(&threads[LOADERS], NULL, look_all_the_time, NULL), 0);
    save_some();
    while (loads < 1000)
    {
        check_rest();
    }
    stopping = true;
    for (int i = 0; i <= LOADERS; i++)
    {
        void *failures;
        pthread_join(threads[i], &failures);
        CHECK_INT((uintptr_t)failures, 0);
    }
    loam_store_close(store);
    loam_jobs_destroy(def.env.jobs);
    store = world_open("w.loam", true);
    for (int64_t i = 0; i < PLACES; i++)
    {
        static chunk got;
        CHECK_OK(loam_store_load(store, place(i), got.tiles));
        CHECK(is_uniform(&got) && is_numbered(&got, saved[i]));
    }
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

static void test_threads_without_workers(void)
{
    test_threads(0);
}

static void test_threads_with_workers(void)
{
    test_threads(2);
}

// A world and its store share a pool of one thread. A step that waits for a chunk takes part in
// compressing others, so that more threads do than the pool has.
static void test_steps_that_wait_help_to_compress(void)
{
    loam_store_def def = world_def("w.loam");
    loam_jobs_def jobs_def = loam_default_jobs_def();
    jobs_def.threads = 1;
    CHECK_OK(loam_jobs_create(&jobs_def, &def.env.jobs));
    def.level = 9; // takes long enough to meet
    CHECK_OK(loam_store_create(&def, 1, NULL, &store));
    loam_tile_world_def world_of = loam_default_tile_world_def();
    world_of.still = true;
    world_of.env.jobs = def.env.jobs;
    world_of.seed = 1;
    world_of.store = loam_store_chunks(store);
    world_of.keep_unchanged = true;
    world_of.ring_log2 = LOAM_MIN_RING_LOG2;
    world_of.autosave_steps = 2;
    world_of.keep_bytes = 1 << 20;
    loam_tile_world *world = NULL;
    CHECK_OK(loam_tile_world_create(&world_of, &world));
    const int32_t steps = check_cases(30, 3);
    for (int64_t i = 0; i < steps; i++)
    {
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){i * 1500, -2000}));
    }
    CHECK_OK(loam_tile_world_save(world));
    CHECK_RANGE(loam_tile_world_count(world).saved, 50 * steps, 100000);
    loam_tile_world_destroy(world);
    loam_store_close(store);
    loam_jobs_destroy(def.env.jobs);
    CHECK_INT(folder_count(1), 1);
}

// ---- when no more connections can be opened -----------------------------------------------------

enum
{
    KEPT = 16,
    ROUNDS = CHECK_SANITIZED ? 4 : 200
};

static atomic_int failed_loads;

static void *load_all(void *user)
{
    (void)user;
    for (int i = 0; i < ROUNDS; i++)
    {
        atomic_fetch_add(&failed_loads, !world_has(store, (loam_chunk_pos){i % KEPT, 0}, 1));
    }
    return NULL;
}

static void load_with_all_threads(void)
{
    pthread_t threads[LOADERS];
    atomic_store(&failed_loads, 0);
    for (int i = 0; i < LOADERS; i++)
    {
        CHECK_INT(pthread_create(&threads[i], NULL, load_all, NULL), 0);
    }
    for (int i = 0; i < LOADERS; i++)
    {
        pthread_join(threads[i], NULL);
    }
    CHECK_INT(atomic_load(&failed_loads), 0);
}

/// Keeps the process from opening anything more, or lets it.
static void forbid_opening(bool forbidden)
{
    static struct rlimit before;
    if (forbidden)
    {
        CHECK_INT(getrlimit(RLIMIT_NOFILE, &before), 0);
    }
    const struct rlimit none = {.rlim_cur = 0, .rlim_max = before.rlim_max};
    CHECK_INT(setrlimit(RLIMIT_NOFILE, forbidden ? &none : &before), 0);
}

// All threads make do with the connections that there are: no load fails.
static void test_no_more_connections(void)
{
    for (int way = 0; way < 4; way++)
    {
        const bool moved = way % 2 == 0, read_only = way / 2 == 0;
        loam_store_close(world_make("w.loam", KEPT, 1));
        store = world_open("w.loam", read_only);
        if (!read_only)
        {
            CHECK_OK(loam_store_compact(store, NULL)); // closes all of them, and opens one
        }
        if (moved)
        {
            CHECK_INT(rename("w.loam", "m.loam"), 0);
        }
        else
        {
            forbid_opening(true);
        }
        load_with_all_threads();
        if (moved)
        {
            CHECK_INT(rename("m.loam", "w.loam"), 0);
        }
        else
        {
            forbid_opening(false);
        }
        load_with_all_threads();
        loam_store_close(store);
        CHECK_INT(folder_count(1), 1);
    }
}

int main(void)
{
    world_enter();
    RUN(test_threads_without_workers);
    RUN(test_threads_with_workers);
    RUN(test_steps_that_wait_help_to_compress);
    RUN(test_no_more_connections);
    folder_leave();
    return CHECK_DONE();
}
