// SPDX-License-Identifier: MIT
#include "selftest.h"

// Islands: which slots have which, heights across them near and far, whole islands with all maps and objects, their
// meshes, by one thread and several; and the water.

enum
{
    SIDE = 64
};

static bool add_hash(void *user, const loam_isle *isle)
{
    uint64_t *const hash = user;
    const uint64_t own = loam_isle_hash(isle);
    *hash = loam_hash_u64(&own, 1, *hash);
    return true;
}

static void check_slots(selftest *run, loam_isles *isles, const char *variant)
{
    const int64_t far = (int64_t)1 << 40, reach = 6000;
    uint64_t hash = 0;
    loam_result result = loam_isles_find(isles, (loam_isles_box){-reach, -reach, reach, reach},
                                         add_hash, &hash);
    result = result == LOAM_OK
                 ? loam_isles_find(isles, (loam_isles_box){far, -far, far + reach, reach - far},
                                   add_hash, &hash)
                 : result;
    selftest_report(run, "isles slots", variant, result, hash);
}

static void check_heights(selftest *run, loam_isles *isles, const char *variant)
{
    static float heights[SIDE * SIDE];
    const int64_t steps[] = {1, 7, 64}, starts[] = {700, -900, -((int64_t)1 << 40)};
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 3 && result == LOAM_OK; i++)
    {
        const loam_isles_area area = {
            .x = starts[i], .z = starts[i], .step = steps[i], .w = SIDE, .h = SIDE};
        result = loam_isles_heights(isles, area, heights);
        hash = loam_hash_f32(heights, SIDE * SIDE, hash);
    }
    selftest_report(run, "isles heights", variant, result, hash);
}

static void check_islands(selftest *run, loam_isles *isles, const char *variant)
{
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int64_t slot = 0; slot < 6 && result == LOAM_OK; slot++)
    {
        loam_isle_maps maps;
        result = loam_isles_open(isles, slot, -1, LOAM_ISLE_OBJECTS, &maps);
        if (result == LOAM_OK)
        {
            const uint64_t own = loam_isle_maps_hash(&maps);
            hash = loam_hash_u64(&own, 1, hash);
            loam_isles_close(isles, &maps);
        }
        result = result == LOAM_NOT_FOUND ? LOAM_OK : result;
    }
    selftest_report(run, "isles islands", variant, result, hash);
}

static loam_result hash_mesh(loam_isles *isles, const loam_isle_maps *maps, uint64_t *hash)
{
    const loam_env env = loam_default_env();
    const loam_isle_mesh_def def = {.every = 8, .objects = true, .water = true};
    loam_mesh *mesh = NULL;
    loam_result result = loam_mesh_create(&env, &mesh);
    result = result == LOAM_OK ? loam_mesh_add_isle(mesh, isles, maps, &def) : result;
    const uint64_t own = result == LOAM_OK ? loam_mesh_hash(mesh) : 0;
    *hash = loam_hash_u64(&own, 1, *hash);
    loam_mesh_destroy(mesh);
    return result;
}

/// Meshes of the islands of a row of slots, with objects and water.
static void check_mesh(selftest *run, loam_isles *isles, const char *variant)
{
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int64_t slot = 0; slot < 6 && result == LOAM_OK; slot++)
    {
        loam_isle_maps maps;
        result = loam_isles_open(isles, slot, -1, LOAM_ISLE_OBJECTS, &maps);
        if (result == LOAM_OK)
        {
            result = hash_mesh(isles, &maps, &hash);
            loam_isles_close(isles, &maps);
        }
        result = result == LOAM_NOT_FOUND ? LOAM_OK : result;
    }
    selftest_report(run, "isles mesh", variant, result, hash);
}

static void check_sea(selftest *run)
{
    static float values[SIDE * 4];
    const loam_sea_look look = loam_default_sea_look();
    loam_sea sea;
    const loam_result result = loam_sea_init(&sea, &look);
    for (int64_t i = 0; i < SIDE && result == LOAM_OK; i++)
    {
        const int64_t x = 13 * i - 400, z = ((int64_t)1 << 40) - 5 * i, time = 100 * i;
        values[4 * i] = loam_sea_foam(&sea, x, z, time, 0.02f * (float)i);
        values[4 * i + 1] = loam_sea_wave(&sea, x, z, time);
        loam_sea_distort(&sea, x, z, time, &values[4 * i + 2], &values[4 * i + 3]);
    }
    selftest_report(run, "isles sea", "", result, loam_hash_f32(values, sizeof values / 4, 0));
}

/// One check, by one thread and by as many as are wanted.
static void check_threads(selftest *run,
                          void (*check)(selftest *run, loam_isles *isles, const char *variant))
{
    const loam_isles_def def = loam_default_isles_def();
    const int32_t most = selftest_threads(run) > 1 ? selftest_threads(run) : 1;
    for (int32_t threads = 1; threads <= most; threads += most > 1 ? most - 1 : 1)
    {
        loam_jobs_def jobs_def = loam_default_jobs_def();
        loam_env env = loam_default_env();
        loam_isles *isles = NULL;
        char variant[32];
        jobs_def.threads = threads - 1;
        snprintf(variant, sizeof variant, "%d threads", (int)threads);
        loam_result result = threads > 1 ? loam_jobs_create(&jobs_def, &env.jobs) : LOAM_OK;
        result = result == LOAM_OK ? loam_isles_create(&env, &def, &isles) : result;
        if (result == LOAM_OK)
        {
            check(run, isles, variant);
        }
        else if (result != LOAM_UNSUPPORTED) // where there are no threads
        {
            selftest_fail(run, "isles", variant, loam_last_error());
        }
        loam_isles_destroy(isles);
        loam_jobs_destroy(env.jobs);
    }
}

void selftest_isles(selftest *run)
{
    check_threads(run, check_slots);
    check_threads(run, check_heights);
    check_threads(run, check_islands);
    check_threads(run, check_mesh);
    check_sea(run);
}
