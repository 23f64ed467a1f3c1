// SPDX-License-Identifier: MIT
#include "selftest.h"

#include <stdio.h>

// Patchworks: cells with both versions of sewing and biomes chosen both ways, with each instruction set; and a walk
// through one that adapts, with and without threads.

static loam_patchwork_def def_of(int32_t index)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    def.seed = 2021;
    def.chunk_size = 32;
    def.sewing_x = 12;
    def.sewing_z = 9;
    def.map_scale = 3.0f;
    def.sewing = index % 2 == 0 ? LOAM_PATCH_BLENDED : LOAM_PATCH_LINES;
    def.choice = index / 2 % 2 == 0 ? LOAM_PATCH_BY_RANGES : LOAM_PATCH_BY_CLIMATE;
    def.claim_sewings = index == 3;
    def.transitions[0] = (loam_patch_transition){3, 1, LOAM_PATCH_CLIFF, 0.4f, 0.3f};
    def.transition_count = 1;
    return def;
}

static loam_result hash_cells(const loam_env *env, const loam_patchwork_def *def, uint64_t *hash)
{
    const size_t size = (size_t)loam_patch_cell_vertices(def) * sizeof(loam_patch_vertex);
    const size_t scratch_size = loam_patch_cell_scratch(def);
    loam_patch_vertex *const cell = loam_alloc(env, size);
    void *const scratch = loam_alloc(env, scratch_size);
    loam_patchwork *patchwork = NULL;
    loam_result result = cell != NULL && scratch != NULL
                             ? loam_patchwork_create(env, def, &patchwork)
                             : LOAM_OUT_OF_MEMORY;
    for (int64_t i = 0; i < 9 && result == LOAM_OK; i++)
    {
        const int64_t far = i == 8 ? (int64_t)1 << 38 : 0;
        result = loam_patchwork_cell(patchwork, i % 3 - far, i / 3 - 1 + far, cell, scratch);
        *hash = *hash * 31 + loam_patch_cell_hash(def, cell);
    }
    loam_patchwork_destroy(patchwork);
    loam_free(env, scratch, scratch_size);
    loam_free(env, cell, size);
    return result;
}

static void check_cells(selftest *run, loam_isa isa)
{
    loam_env env = loam_default_env();
    env.isa = isa;
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 4 && result == LOAM_OK; i++)
    {
        const loam_patchwork_def def = def_of(i);
        result = hash_cells(&env, &def, &hash);
    }
    selftest_report(run, "patchwork cells", loam_isa_name(isa), result, hash);
}

// ---- a walk -------------------------------------------------------------------------------------

typedef struct watch
{
    const loam_patchwork_def *def;
    uint64_t sum; // of hashes, whatever the order
} watch;

static void cell_ready(void *user, int64_t x, int64_t z, const loam_patch_vertex *vertices)
{
    watch *const on = user;
    on->sum += loam_patch_cell_hash(on->def, vertices) * (2 * loam_seed_at(1, x, 0, z) + 1);
}

static loam_result walk(loam_patchwork_world *world)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 12 && result == LOAM_OK; i++)
    {
        bool complete = false;
        int32_t stay = 1500;
        while (result == LOAM_OK && !complete)
        {
            result = loam_patchwork_world_update(world, 25 * i, -14 * i, stay, 1000, &complete);
            stay = 0;
        }
    }
    return result;
}

static loam_result hash_walk(const loam_env *env, uint64_t *hash)
{
    loam_patchwork_def def = def_of(0);
    def.view = 1;
    def.adaptation = LOAM_PATCH_SHRINKS;
    def.rate = 0.02f;
    watch on = {.def = &def};
    loam_patchwork *patchwork = NULL;
    loam_patchwork_world *world = NULL;
    loam_patchwork_world_def world_def = loam_default_patchwork_world_def();
    loam_result result = loam_patchwork_create(env, &def, &patchwork);
    world_def.env = *env;
    world_def.patchwork = patchwork;
    world_def.ready = cell_ready;
    world_def.user = &on;
    result = result == LOAM_OK ? loam_patchwork_world_create(&world_def, &world) : result;
    result = result == LOAM_OK ? walk(world) : result;
    uint8_t *bytes = NULL;
    size_t size = 0;
    result = result == LOAM_OK ? loam_patchwork_pack(patchwork, &bytes, &size) : result;
    *hash = result == LOAM_OK ? loam_hash_bytes(bytes, size, on.sum) : 0;
    loam_free(env, bytes, size);
    loam_patchwork_world_destroy(world);
    loam_patchwork_destroy(patchwork);
    return result;
}

static void check_walk(selftest *run, int32_t threads)
{
    char variant[32] = "";
    loam_env env = loam_default_env();
    loam_jobs_def jobs = loam_default_jobs_def();
    jobs.threads = threads - 1;
    uint64_t hash = 0;
    loam_result result = threads > 1 ? loam_jobs_create(&jobs, &env.jobs) : LOAM_OK;
    if (threads > 1)
    {
        (void)snprintf(variant, sizeof variant, "%d threads", (int)threads);
    }
    if (result == LOAM_UNSUPPORTED)
    {
        return; // there are no threads
    }
    result = result == LOAM_OK ? hash_walk(&env, &hash) : result;
    selftest_report(run, "patchwork walk", variant, result, hash);
    loam_jobs_destroy(env.jobs);
}

void selftest_patchwork(selftest *run)
{
    for (int32_t isa = LOAM_ISA_SCALAR; isa < LOAM_ISA_COUNT; isa++)
    {
        if (loam_isa_available((loam_isa)isa))
        {
            check_cells(run, (loam_isa)isa);
        }
    }
    check_walk(run, 1);
    if (selftest_threads(run) > 1)
    {
        check_walk(run, selftest_threads(run));
    }
}
