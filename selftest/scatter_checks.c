// SPDX-License-Identifier: MIT
#include "selftest.h"

// Scatters: every method alone, near and far, a spacing that varies, and a wood, with and without threads.

enum
{
    ROOM = 4096,
    SIDE = 40, // world units that are looked at
};

static float wide_in_the_middle(void *user, int64_t x, int64_t y)
{
    (void)user;
    const float away = (float)((x < 0 ? -x : x) + (y < 0 ? -y : y)) / (16.0f * LOAM_SCATTER_ONE);
    return 3.0f - away;
}

static loam_result hash_area(const loam_env *env, const loam_scatter_def *def, int64_t at,
                             uint64_t *hash)
{
    loam_scatter_point *const points = loam_alloc(env, ROOM * sizeof *points);
    size_t count = 0;
    const loam_scatter_area area = {at - SIDE / 2, -at - SIDE / 2, SIDE, SIDE};
    const loam_result result = points == NULL
                                   ? LOAM_OUT_OF_MEMORY
                                   : loam_scatter_points(env, def, 3, area, points, ROOM, &count);
    *hash = result == LOAM_OK ? loam_scatter_hash(points, count, *hash) : *hash;
    loam_free(env, points, ROOM * sizeof *points);
    return result;
}

static void check_method(selftest *run, loam_scatter_method method)
{
    const loam_env env = loam_default_env();
    loam_scatter_def def = loam_default_scatter_def();
    char name[64];
    uint64_t hash = 0;
    def.layers[0].method = method;
    def.layers[0].spacing = 1.7f;
    loam_result result = hash_area(&env, &def, 5, &hash);
    result = result == LOAM_OK ? hash_area(&env, &def, (int64_t)1 << 40, &hash) : result;
    snprintf(name, sizeof name, "scatter %s", loam_scatter_method_name(method));
    selftest_report(run, name, "", result, hash);
}

static void check_varied(selftest *run)
{
    const loam_env env = loam_default_env();
    loam_scatter_def def = loam_default_scatter_def();
    uint64_t hash = 0;
    def.layers[0].spacing = 0.75f;
    def.layers[0].spacing_at = wide_in_the_middle;
    const loam_result result = hash_area(&env, &def, 0, &hash);
    selftest_report(run, "scatter varied", "", result, hash);
}

static void check_forest(selftest *run, int32_t threads)
{
    const loam_scatter_def def = loam_forest_scatter_def();
    loam_env env = loam_default_env();
    loam_jobs_def jobs_def = loam_default_jobs_def();
    char variant[32];
    uint64_t hash = 0;
    jobs_def.threads = threads - 1;
    loam_result result = threads > 1 ? loam_jobs_create(&jobs_def, &env.jobs) : LOAM_OK;
    if (result != LOAM_UNSUPPORTED) // where there are no threads
    {
        result = result == LOAM_OK ? hash_area(&env, &def, -77, &hash) : result;
        snprintf(variant, sizeof variant, "%d threads", (int)threads);
        selftest_report(run, "scatter forest", variant, result, hash);
    }
    loam_jobs_destroy(env.jobs);
}

void selftest_scatter(selftest *run)
{
    for (int32_t i = 0; i < LOAM_SCATTER_METHOD_COUNT; i++)
    {
        check_method(run, (loam_scatter_method)i);
    }
    check_varied(run);
    check_forest(run, 1);
    if (selftest_threads(run) > 1)
    {
        check_forest(run, selftest_threads(run));
    }
}
