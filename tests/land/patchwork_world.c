// SPDX-License-Identifier: MIT
// A patchwork that is walked through: adaptation, what is kept of it, and cells around a viewer.
#include "check.h"
#include "loam/jobs.h"
#include "loam/patchwork.h"
#include "loam/random.h"

#include <stdlib.h>
#include <string.h>

static loam_patchwork_def small_def(loam_patch_adaptation adaptation)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    def.chunk_size = 16;
    def.sewing_x = 8;
    def.sewing_z = 6;
    def.map_scale = 4.0f;
    def.view = 3;
    def.adaptation = adaptation;
    def.rate = 0.02f;
    return def;
}

static loam_patchwork *make(const loam_patchwork_def *def)
{
    const loam_env env = loam_default_env();
    loam_patchwork *patchwork = NULL;
    CHECK_OK(loam_patchwork_create(&env, def, &patchwork));
    return patchwork;
}

static float width(const loam_patchwork *of, int32_t biome)
{
    loam_range ranges[LOAM_PATCH_MAX_BIOMES];
    loam_patchwork_ranges(of, ranges);
    return ranges[biome].high - ranges[biome].low;
}

// ---- adaptation ---------------------------------------------------------------------------------

static void test_ranges_change_by_the_rate(void)
{
    for (int32_t i = 0; i < LOAM_PATCH_ADAPTATION_COUNT; i++)
    {
        const loam_patchwork_def def = small_def((loam_patch_adaptation)i);
        loam_patchwork *of = make(&def);
        const int32_t biome = loam_patchwork_chunk(of, 0, 0).biome;
        CHECK_OK(loam_patchwork_visit(of, 0, 0, 2050));
        CHECK_OK(loam_patchwork_visit(of, 0, 0, 50)); // together 21 steps
        const float by = i == LOAM_PATCH_STAYS ? 0.0f : i == LOAM_PATCH_SHRINKS ? -0.042f : 0.042f;
        CHECK_NEAR((double)width(of, biome), (double)(0.25f + by), 0.0001);
        float sum = 0;
        for (int32_t k = 0; k < 4; k++)
        {
            sum += width(of, k);
        }
        CHECK_NEAR((double)sum, 1.0, 1e-6);
        loam_patchwork_destroy(of);
    }
}

static void test_no_range_becomes_too_small(void)
{
    for (int32_t i = LOAM_PATCH_SHRINKS; i <= LOAM_PATCH_GROWS; i++)
    {
        const loam_patchwork_def def = small_def((loam_patch_adaptation)i);
        loam_patchwork *of = make(&def);
        const int32_t biome = loam_patchwork_chunk(of, 0, 0).biome;
        CHECK_OK(loam_patchwork_visit(of, 0, 0, 3600000));
        for (int32_t k = 0; k < 4; k++)
        {
            CHECK(width(of, k) >= def.least - 1e-6f);
        }
        CHECK_NEAR((double)width(of, biome), i == LOAM_PATCH_SHRINKS ? 0.05 : 0.25 + 0.2 * 2, 0.21);
        CHECK(i != LOAM_PATCH_SHRINKS || width(of, biome) < 0.0501f);
        CHECK(i != LOAM_PATCH_GROWS || width(of, biome) > 0.44f);
        loam_patchwork_destroy(of);
    }
}

static uint64_t hash_chunks(const loam_patchwork *of, int64_t x0, int64_t x1)
{
    uint64_t hash = 0;
    for (int64_t z = -5; z <= 5; z++)
    {
        for (int64_t x = x0; x <= x1; x++)
        {
            const uint64_t biome = (uint64_t)loam_patchwork_chunk(of, x, z).biome;
            hash = loam_hash_u64(&biome, 1, hash);
        }
    }
    return hash;
}

static void test_what_was_seen_stays_and_what_was_not_changes(void)
{
    const loam_patchwork_def def = small_def(LOAM_PATCH_SHRINKS);
    loam_patchwork *of = make(&def);
    CHECK_OK(loam_patchwork_visit(of, 0, 0, 0));
    CHECK_INT(loam_patchwork_seen(of), 11 * 11);
    CHECK(loam_patchwork_has_seen(of, -5, 5) && !loam_patchwork_has_seen(of, 6, 0));
    const uint64_t seen = hash_chunks(of, -5, 5), unseen = hash_chunks(of, 6, 40);
    CHECK_OK(loam_patchwork_visit(of, 0, 0, 9000));
    CHECK_U64(hash_chunks(of, -5, 5), seen);
    CHECK(hash_chunks(of, 6, 40) != unseen);
    loam_patchwork_destroy(of);
}

/// A walk to the east, a second for every ten vertices.
static void walk(loam_patchwork *of, int32_t from, int32_t to)
{
    for (int32_t i = from; i < to; i++)
    {
        CHECK_OK(loam_patchwork_visit(of, 10 * i, 3 * i, 1000));
    }
}

static uint64_t hash_of(const loam_patchwork *of)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    const loam_env env = loam_default_env();
    CHECK_OK(loam_patchwork_pack(of, &bytes, &size));
    const uint64_t hash = loam_hash_bytes(bytes, size, 0);
    loam_free(&env, bytes, size);
    return hash;
}

static void test_a_walk_gives_the_same_world_again(void)
{
    const loam_patchwork_def def = small_def(LOAM_PATCH_SHRINKS);
    const loam_env env = loam_default_env();
    loam_patchwork *one = make(&def), *two = make(&def), *other = make(&def);
    walk(one, 0, 60);
    walk(two, 0, 30);
    // The second is kept, and goes on as another.
    uint8_t *bytes = NULL;
    size_t size = 0;
    CHECK_OK(loam_patchwork_pack(two, &bytes, &size));
    CHECK_OK(loam_patchwork_unpack(other, bytes, size));
    loam_free(&env, bytes, size);
    walk(other, 30, 60);
    CHECK_U64(hash_of(other), hash_of(one));
    CHECK_U64(hash_chunks(other, -5, 60), hash_chunks(one, -5, 60));
    CHECK(hash_of(two) != hash_of(one));
    loam_patchwork *never = make(&def);
    CHECK(hash_chunks(never, -5, 60) != hash_chunks(one, -5, 60));
    loam_patchwork_destroy(never);
    loam_patchwork_destroy(one);
    loam_patchwork_destroy(two);
    loam_patchwork_destroy(other);
}

static void test_damaged_bytes_are_refused(void)
{
    loam_patchwork_def def = small_def(LOAM_PATCH_GROWS);
    const loam_env env = loam_default_env();
    loam_patchwork *of = make(&def), *other = make(&def);
    CHECK_OK(loam_patchwork_visit(of, 0, 0, 500));
    uint8_t *bytes = NULL;
    size_t size = 0;
    CHECK_OK(loam_patchwork_pack(of, &bytes, &size));
    const uint64_t before = hash_of(other);
    for (size_t length = 0; length < size; length += length < 200 ? 1 : 61)
    {
        uint8_t *const part = malloc(length + 1);
        memcpy(part, bytes, length);
        CHECK_INT(loam_patchwork_unpack(other, part, length), LOAM_BAD_ARGUMENT);
        free(part);
    }
    for (size_t at = 0; at < size; at += 13)
    {
        bytes[at] ^= 0x40;
        CHECK_INT(loam_patchwork_unpack(other, bytes, size), LOAM_BAD_ARGUMENT);
        bytes[at] ^= 0x40;
    }
    CHECK_U64(hash_of(other), before);
    def.seed++;
    loam_patchwork *foreign = make(&def);
    CHECK_INT(loam_patchwork_unpack(foreign, bytes, size), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "another patchwork");
    loam_free(&env, bytes, size);
    loam_patchwork_destroy(foreign);
    loam_patchwork_destroy(of);
    loam_patchwork_destroy(other);
}

/// Bytes whose hash is right, and what they say is not.
static void test_hostile_bytes_are_refused(void)
{
    const loam_patchwork_def def = small_def(LOAM_PATCH_GROWS);
    const loam_env env = loam_default_env();
    loam_patchwork *of = make(&def);
    CHECK_OK(loam_patchwork_visit(of, 0, 0, 500));
    uint8_t *bytes = NULL;
    size_t size = 0;
    CHECK_OK(loam_patchwork_pack(of, &bytes, &size));
    int32_t refused = 0;
    for (size_t word = 0; word + 1 < size / 8; word += word < 30 ? 1 : 5)
    {
        uint8_t *const bad = malloc(size);
        memcpy(bad, bytes, size);
        memset(bad + 8 * word, 0xf7, 8);
        const uint64_t hash = loam_hash_bytes(bad, size - 8, 0);
        for (int32_t i = 0; i < 8; i++)
        {
            bad[size - 8 + (size_t)i] = (uint8_t)(hash >> 8 * i);
        }
        refused += loam_patchwork_unpack(of, bad, size) == LOAM_BAD_ARGUMENT;
        free(bad);
    }
    CHECK(refused > 60);
    loam_free(&env, bytes, size);
    loam_patchwork_destroy(of);
}

// ---- streaming ----------------------------------------------------------------------------------

enum
{
    SIDE = 128
};

/// Cells in view, by their place; hashes are added up, so that their order does not matter.
typedef struct watch
{
    const loam_patchwork_def *def;
    uint8_t here[SIDE][SIDE];
    int32_t count;
    uint64_t sum;
} watch;

static void cell_comes(void *user, int64_t x, int64_t z, const loam_patch_vertex *vertices)
{
    watch *const on = user;
    CHECK_INT(on->here[z + SIDE / 2][x + SIDE / 2]++, 0);
    on->count++;
    on->sum += loam_patch_cell_hash(on->def, vertices) * loam_seed_at(1, x, 0, z);
}

static void cell_goes(void *user, int64_t x, int64_t z)
{
    watch *const on = user;
    CHECK_INT(on->here[z + SIDE / 2][x + SIDE / 2]--, 1);
    on->count--;
}

/// Whether every vertex as far as the view is on a cell that is there.
static int32_t missing(const watch *on, int64_t x, int64_t z)
{
    const int32_t reach_x = on->def->view * (on->def->chunk_size + on->def->sewing_x - 2);
    const int32_t reach_z = on->def->view * (on->def->chunk_size + on->def->sewing_z - 2);
    const loam_patch_area first = loam_patch_area_of(on->def, LOAM_PATCH_TERRAIN, 0, 0);
    int32_t lost = 0;
    for (int32_t i = -10; i <= 10; i++)
    {
        for (int32_t j = -10; j <= 10; j++)
        {
            const int64_t vx = x + i * reach_x / 10 - first.x, vz = z + j * reach_z / 10 - first.z;
            const int64_t px = reach_x / on->def->view, pz = reach_z / on->def->view;
            const int64_t cx = vx >= 0 ? vx / px : -1 - (-1 - vx) / px;
            const int64_t cz = vz >= 0 ? vz / pz : -1 - (-1 - vz) / pz;
            const bool near = i * i + j * j <= 100;
            lost += near && on->here[cz + SIDE / 2][cx + SIDE / 2] == 0;
        }
    }
    return lost;
}

static uint64_t walk_world(loam_jobs *jobs, loam_patch_adaptation adaptation, uint64_t budget)
{
    const loam_patchwork_def def = small_def(adaptation);
    loam_patchwork *of = make(&def);
    static watch on;
    memset(&on, 0, sizeof on);
    on.def = &def;
    loam_patchwork_world_def world_def = loam_default_patchwork_world_def();
    world_def.env.jobs = jobs;
    world_def.patchwork = of;
    world_def.cache_bytes = 1 << 20;
    world_def.ready = cell_comes;
    world_def.leave = cell_goes;
    world_def.user = &on;
    loam_patchwork_world *world = NULL;
    CHECK_OK(loam_patchwork_world_create(&world_def, &world));
    size_t most = 0;
    for (int32_t i = 0; i < 40; i++)
    {
        bool complete = false;
        CHECK_OK(loam_patchwork_world_update(world, 17 * i, -9 * i, 1000, budget, &complete));
        while (!complete)
        {
            CHECK_OK(loam_patchwork_world_update(world, 17 * i, -9 * i, 0, budget, &complete));
        }
        CHECK_INT(missing(&on, 17 * i, -9 * i), 0);
        CHECK_INT(loam_patchwork_world_count(world), on.count);
        most = loam_patchwork_world_bytes(world) > most ? loam_patchwork_world_bytes(world) : most;
    }
    // Cells within a view of 3 and half a chunk, what the cache may have, and some under way.
    const size_t cell = (size_t)loam_patch_cell_vertices(&def) * sizeof(loam_patch_vertex);
    CHECK(most < 80 * cell + ((size_t)1 << 20) + 8 * (2 * cell + loam_patch_cell_scratch(&def)));
    loam_patchwork_world_destroy(world);
    CHECK_INT(on.count, 0);
    loam_patchwork_destroy(of);
    return on.sum;
}

static void test_worlds_are_complete_and_the_same_with_threads(void)
{
    loam_jobs *jobs = NULL;
    loam_jobs_def jobs_def = loam_default_jobs_def();
    jobs_def.threads = 2;
    CHECK_OK(loam_jobs_create(&jobs_def, &jobs));
    for (int32_t i = LOAM_PATCH_STAYS; i <= LOAM_PATCH_SHRINKS; i++)
    {
        const uint64_t alone = walk_world(NULL, (loam_patch_adaptation)i, 1000000);
        CHECK_U64(walk_world(jobs, (loam_patch_adaptation)i, 1000), alone);
        CHECK_U64(walk_world(NULL, (loam_patch_adaptation)i, 1), alone);
    }
    loam_jobs_destroy(jobs);
}

static void test_a_page_is_a_cell(void)
{
    const loam_patchwork_def def = small_def(LOAM_PATCH_STAYS);
    loam_patchwork *of = make(&def);
    loam_pipeline_def pipeline_def = loam_default_pipeline_def();
    loam_pipeline *pipeline = NULL;
    CHECK_OK(loam_pipeline_create(&pipeline_def, &pipeline));
    const loam_stage_def stage = loam_patchwork_stage(of, "cells");
    CHECK_OK(loam_pipeline_add(pipeline, &stage));
    const loam_page *page = NULL;
    CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.x = -4, .z = 7}, &page));
    const size_t size = (size_t)loam_patch_cell_vertices(&def) * sizeof(loam_patch_vertex);
    loam_patch_vertex *const cell = malloc(size);
    void *const scratch = aligned_alloc(64, LOAM_ARENA_SIZE(loam_patch_cell_scratch(&def)));
    CHECK_OK(loam_patchwork_cell(of, -4, 7, cell, scratch));
    CHECK_INT((int64_t)page->size, (int64_t)size);
    CHECK(memcmp(page->data, cell, size) == 0);
    free(scratch);
    free(cell);
    loam_pipeline_release(pipeline, page);
    loam_pipeline_destroy(pipeline);
    loam_patchwork_destroy(of);
}

int main(void)
{
    RUN(test_ranges_change_by_the_rate);
    RUN(test_no_range_becomes_too_small);
    RUN(test_what_was_seen_stays_and_what_was_not_changes);
    RUN(test_a_walk_gives_the_same_world_again);
    RUN(test_damaged_bytes_are_refused);
    RUN(test_hostile_bytes_are_refused);
    RUN(test_worlds_are_complete_and_the_same_with_threads);
    RUN(test_a_page_is_a_cell);
    return CHECK_DONE();
}
