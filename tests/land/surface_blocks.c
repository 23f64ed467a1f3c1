// SPDX-License-Identifier: MIT
#include "fixture.h"

#include "check.h"
#include "loam/jobs.h"
#include "loam/random.h"

#include <stdatomic.h>
#include <stdlib.h>

// The land of the fixture: its river runs west along z = 2072 m or so, into the sea west of x = 0.

enum
{
    MOST = 192 * 192,
    RIVER_Z = 2104,
};

// All that can be asked of an area.
typedef struct area_answers
{
    float floats[11][MOST];
    float weights[LOAM_MAX_LAND_BIOMES * MOST];
    uint8_t biome[MOST];
} area_answers;

static loam_land_samples samples_of(area_answers *answers)
{
    return (loam_land_samples){.height = answers->floats[0],
                               .water = answers->floats[1],
                               .base = answers->floats[2],
                               .temperature = answers->floats[3],
                               .rain = answers->floats[4],
                               .humidity = answers->floats[5],
                               .soil = answers->floats[6],
                               .ruggedness = answers->floats[7],
                               .coast = answers->floats[8],
                               .flow = answers->floats[9],
                               .river = answers->floats[10],
                               .biome = answers->biome,
                               .weights = answers->weights};
}

static land_fixture open_fixture(const loam_env *env)
{
    land_fixture fixture;
    const loam_env plain = loam_default_env();
    CHECK_OK(fixture_open(&fixture, env != NULL ? env : &plain, NULL, 0));
    return fixture;
}

static void fill(land_fixture *fixture, loam_land_area area, area_answers *out)
{
    const loam_land_samples samples = samples_of(out);
    CHECK_OK(loam_land_surface_fill(fixture->surface, area, &samples));
}

// Whether the part of a, from (i, j) on, is b.
static bool same_part(const area_answers *a, loam_land_area whole, const area_answers *b,
                      loam_land_area part, int32_t i, int32_t j)
{
    bool same = true;
    for (int32_t r = 0; r < part.h; r++)
    {
        const size_t at = (size_t)((j + r) * whole.w + i), from = (size_t)(r * part.w);
        for (int32_t k = 0; k < 11; k++)
        {
            same &= memcmp(a->floats[k] + at, b->floats[k] + from,
                           (size_t)part.w * sizeof(float)) == 0;
        }
        for (int32_t k = 0; k < LOAM_BIOME_COUNT; k++)
        {
            same &= memcmp(a->weights + (size_t)(k * whole.w * whole.h) + at,
                           b->weights + (size_t)(k * part.w * part.h) + from,
                           (size_t)part.w * sizeof(float)) == 0;
        }
        same &= memcmp(a->biome + at, b->biome + from, (size_t)part.w) == 0;
    }
    return same;
}

// A place has the same values in every area of the same step, near the origin and far from it.
static void test_area_does_not_matter(void)
{
    static const int64_t steps[] = {1, 3, 8, 16, 32, 33, 256, 512, 1000, 8192, 65536};
    land_fixture fixture = open_fixture(NULL);
    area_answers *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
    {
        const int64_t x = s % 2 == 0 ? 700 : ((int64_t)1 << 45) + 12345;
        const int64_t step = steps[s];
        const loam_land_area whole = {
            .x = x - 60 * step, .z = RIVER_Z - 50 * step, .step = step, .w = 140, .h = 135};
        const loam_land_area part = {
            .x = whole.x + 37 * step, .z = whole.z + 29 * step, .step = step, .w = 61, .h = 53};
        fill(&fixture, whole, a);
        fill(&fixture, part, b);
        CHECK_REPORT(same_part(a, whole, b, part, 37, 29), "the area matters at step %d",
                     (int)step);
    }
    free(a);
    free(b);
    fixture_close(&fixture);
}

// Along a low coast heights are the same whether or not rivers are asked for, which looks further for them.
static void test_what_is_asked_does_not_matter(void)
{
    land_fixture fixture = open_fixture(NULL);
    area_answers *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    int32_t low = 0;
    for (int64_t x = -64; x < 64; x += 4)
    {
        const loam_land_area area = {.x = x, .z = RIVER_Z + 300, .step = 16, .w = 16, .h = 40};
        fill(&fixture, area, a);
        const loam_land_samples heights = {.height = b->floats[0]};
        CHECK_OK(loam_land_surface_fill(fixture.surface, area, &heights));
        CHECK(memcmp(a->floats[0], b->floats[0], (size_t)(area.w * area.h) * sizeof(float)) == 0);
        for (int32_t i = 0; i < area.w * area.h; i++)
        {
            const bool dry = a->floats[1][i] == LOAM_LAND_DRY;
            CHECK(!dry || a->floats[0][i] >= 0.02f);
            low += dry && a->floats[0][i] == 0.02f ? 1 : 0;
        }
    }
    CHECK(low > 0);
    free(a);
    free(b);
    fixture_close(&fixture);
}

// The distance to a river is the same where the area ends just short of what is told of it.
static void test_far_rivers_do_not_depend_on_the_area(void)
{
    land_fixture fixture = open_fixture(NULL);
    area_answers *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    for (int64_t z = RIVER_Z + 950; z < RIVER_Z + 1120; z += 15)
    {
        const loam_land_area whole = {.x = 3000, .z = z - 120, .step = 15, .w = 30, .h = 12};
        const loam_land_area part = {.x = 3000, .z = z, .step = 15, .w = 30, .h = 4};
        fill(&fixture, whole, a);
        fill(&fixture, part, b);
        CHECK(same_part(a, whole, b, part, 0, 8));
    }
    free(a);
    free(b);
    fixture_close(&fixture);
}

// Threads, and who asks first, change nothing.
static void test_threads_do_not_matter(void)
{
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = 3;
    loam_jobs *jobs;
    CHECK_OK(loam_jobs_create(&def, &jobs));
    loam_env env = loam_default_env();
    env.jobs = jobs;
    land_fixture alone = open_fixture(NULL), many = open_fixture(&env);
    area_answers *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    static const int64_t steps[] = {2, 64, 2048};
    for (size_t s = 0; s < 3; s++)
    {
        const loam_land_area area = {
            .x = -40 * steps[s], .z = 1900, .step = steps[s], .w = 190, .h = 150};
        const loam_land_area other = {
            .x = 5000 * steps[s], .z = 0, .step = steps[2 - s], .w = 20, .h = 20};
        fill(&alone, area, a);
        fill(&many, other, b);
        fill(&many, area, b);
        CHECK(same_part(a, area, b, area, 0, 0));
    }
    free(a);
    free(b);
    fixture_close(&alone);
    fixture_close(&many);
    loam_jobs_destroy(jobs);
}

static const land_patch *patch_of(land_fixture *fixture, int32_t level, int64_t x, int64_t z,
                                  const loam_page **page)
{
    const loam_page_id id = {
        .stage = loam_land_surface_stage(fixture->surface), .level = level, .x = x, .z = z};
    CHECK_OK(loam_pipeline_get(fixture->pipeline, id, page));
    return (*page)->data;
}

// Pages share their rows and columns to the bit, and have what areas have.
static void test_pages_join(void)
{
    land_fixture fixture = open_fixture(NULL);
    area_answers *a = malloc(sizeof *a);
    for (int32_t level = 0; level < LOAM_SURFACE_LEVELS; level++)
    {
        const int64_t px = level % 3 == 0 ? 5 : ((int64_t)1 << 45) / 128 >> level;
        const int64_t pz = RIVER_Z / 128 >> level;
        const loam_page *page, *east, *north;
        const land_patch *patch = patch_of(&fixture, level, px, pz, &page);
        const land_patch *to_east = patch_of(&fixture, level, px + 1, pz, &east);
        const land_patch *to_north = patch_of(&fixture, level, px, pz + 1, &north);
        for (int32_t i = 0; i < LAND_PATCH_SIDE; i++)
        {
            const int32_t last = i * LAND_PATCH_SIDE + LOAM_SURFACE_SIDE,
                          first = i * LAND_PATCH_SIDE;
            const int32_t top = LOAM_SURFACE_SIDE * LAND_PATCH_SIDE + i;
            CHECK(patch->height[last] == to_east->height[first]);
            CHECK(patch->water[last] == to_east->water[first]);
            CHECK(patch->river[last] == to_east->river[first]);
            CHECK(patch->biome[last] == to_east->biome[first]);
            CHECK(patch->height[top] == to_north->height[i]);
            CHECK(patch->river[top] == to_north->river[i]);
        }
        const int64_t extent = (int64_t)LOAM_SURFACE_SIDE << level;
        const loam_land_area area = {.x = px * extent,
                                     .z = pz * extent,
                                     .step = (int64_t)1 << level,
                                     .w = LAND_PATCH_SIDE,
                                     .h = LAND_PATCH_SIDE};
        fill(&fixture, area, a);
        CHECK(memcmp(a->floats[0], patch->height, sizeof patch->height) == 0);
        CHECK(memcmp(a->floats[1], patch->water, sizeof patch->water) == 0);
        CHECK(memcmp(a->biome, patch->biome, sizeof patch->biome) == 0);
        loam_pipeline_release(fixture.pipeline, page);
        loam_pipeline_release(fixture.pipeline, east);
        loam_pipeline_release(fixture.pipeline, north);
    }
    free(a);
    fixture_close(&fixture);
}

// No dry sample beside water lies below it, the bed lies below the water, and the river's water never rises
// downstream, which is west.
static void test_water_is_contained(void)
{
    static const int64_t steps[] = {1, 2, 4, 8};
    land_fixture fixture = open_fixture(NULL);
    area_answers *a = malloc(sizeof *a);
    for (size_t s = 0; s < 4; s++)
    {
        const int64_t step = steps[s];
        int32_t wet = 0;
        for (int64_t x = -100; x < 2400; x += 190 * step)
        {
            const loam_land_area area = {
                .x = x, .z = RIVER_Z - 60 * step, .step = step, .w = 192, .h = 130};
            fill(&fixture, area, a);
            const float *height = a->floats[0], *water = a->floats[1];
            for (int32_t p = area.w + 1; p < area.w * (area.h - 1) - 1; p++)
            {
                if (p % area.w == 0 || p % area.w == area.w - 1)
                {
                    continue;
                }
                if (water[p] == LOAM_LAND_DRY)
                {
                    CHECK(height[p] > 0);
                    continue;
                }
                wet++;
                CHECK(height[p] < water[p] || a->floats[2][p] == 0);
                const int32_t around[] = {p - 1, p + 1, p - area.w, p + area.w};
                for (int32_t k = 0; k < 4; k++)
                {
                    const int32_t n = around[k];
                    // The river falls by 1 in 64.
                    CHECK_REPORT(water[n] != LOAM_LAND_DRY ||
                                     height[n] >= water[p] - 0.06f * (float)step,
                                 "step %d: water at %g beside ground at %g", (int)step,
                                 (double)water[p], (double)height[n]);
                    CHECK(water[n] == LOAM_LAND_DRY || water[n] - water[p] < 3);
                }
            }
        }
        CHECK(wet > 500);
    }
    free(a);
    fixture_close(&fixture);
}

// At places that both have, heights at a step and at half of it differ by no more than stated, and on one
// graph nothing but the small is left out.
static void test_steps_agree(void)
{
    land_fixture fixture = open_fixture(NULL);
    area_answers *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    for (int64_t step = 2; step <= 32768; step *= 2)
    {
        const loam_land_area coarse = {.x = -10 * step, .z = 1500, .step = step, .w = 80, .h = 80};
        loam_land_area fine = coarse;
        fine.step = step / 2;
        fine.w = fine.h = 160;
        fill(&fixture, coarse, a);
        fill(&fixture, fine, b);
        const float bound = loam_land_surface_bound(fixture.surface, step);
        for (int32_t p = 0; p < 80 * 80; p++)
        {
            const float other = b->floats[0][2 * (p / 80) * 160 + 2 * (p % 80)];
            CHECK_REPORT(fabsf(a->floats[0][p] - other) <= bound,
                         "step %d: %g and %g differ by more than %g", (int)step,
                         (double)a->floats[0][p], (double)other, (double)bound);
        }
    }
    free(a);
    free(b);
    fixture_close(&fixture);
}

// Heights have no steps, but for the rims of lakes where rivers leave them.
static void test_no_edges(void)
{
    land_fixture fixture = open_fixture(NULL);
    area_answers *a = malloc(sizeof *a);
    for (int32_t k = 0; k < 6; k++)
    {
        const loam_land_area area = {
            .x = 300 + 180 * k, .z = RIVER_Z - 80, .step = 1, .w = 180, .h = 180};
        fill(&fixture, area, a);
        for (int32_t p = 0; p < 180 * 180 - 180; p++)
        {
            if (p % 180 != 179)
            {
                CHECK_NEAR(a->floats[0][p + 1] - a->floats[0][p], 0, 2);
                CHECK_NEAR(a->floats[0][p + 180] - a->floats[0][p], 0, 2);
            }
        }
    }
    free(a);
    fixture_close(&fixture);
}

// ---- a program's own biome -------------------------------------------------------------------------------

typedef struct pit_place
{
    int64_t x, z;
    float radius, depth;
} pit_place;

static float pit_part(const pit_place *pit, const loam_land_place *place)
{
    const float dx = (float)(place->x - pit->x), dz = (float)(place->z - pit->z);
    const float part = (dx * dx + dz * dz) / (pit->radius * pit->radius);
    return part < 1 ? (1 - part) * (1 - part) : 0;
}

static float pit_weight(const void *parameters, uint64_t seed, const loam_land_place *place)
{
    (void)seed;
    return 50 * pit_part(parameters, place);
}

static float pit_height(const void *parameters, uint64_t seed, const loam_land_place *place)
{
    (void)seed;
    const pit_place *pit = parameters;
    return -pit->depth * pit_part(pit, place);
}

static void test_own_biome_is_where_it_says(void)
{
    const pit_place pit = {.x = 3000, .z = 600, .radius = 120, .depth = 30};
    const loam_land_biome biome = {.name = "pit",
                                   .weight = pit_weight,
                                   .height = pit_height,
                                   .amplitude = 30,
                                   .parameters = &pit,
                                   .parameters_size = sizeof pit};
    const loam_env env = loam_default_env();
    land_fixture plain = open_fixture(NULL), own;
    CHECK_OK(fixture_open(&own, &env, &biome, 1));
    area_answers *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    const loam_land_area area = {.x = 2800, .z = 420, .step = 2, .w = 190, .h = 180};
    fill(&plain, area, a);
    fill(&own, area, b);
    float deepest = 0;
    for (int32_t p = 0; p < area.w * area.h; p++)
    {
        const float dx = (float)(2800 + 2 * (p % area.w) - 3000);
        const float dz = (float)(420 + 2 * (p / area.w) - 600);
        const float fall = a->floats[0][p] - b->floats[0][p];
        deepest = fall > deepest ? fall : deepest;
        // Weights are known every 16 m, and curves run between those.
        CHECK(dx * dx + dz * dz < 156 * 156 || fall == 0);
        CHECK(dx * dx + dz * dz < 156 * 156 || b->biome[p] != LOAM_BIOME_COUNT);
    }
    CHECK_RANGE(deepest, 20, 34);
    CHECK_INT(b->biome[90 * 190 + 100], LOAM_BIOME_COUNT);
    free(a);
    free(b);
    fixture_close(&plain);
    fixture_close(&own);
}

// Of two biomes that weigh the same the first is named.
static void test_the_first_of_equal_biomes_is_named(void)
{
    const pit_place pit = {.x = 3000, .z = 600, .radius = 120, .depth = 30};
    const loam_land_biome biome = {.name = "pit",
                                   .weight = pit_weight,
                                   .height = pit_height,
                                   .amplitude = 30,
                                   .parameters = &pit,
                                   .parameters_size = sizeof pit};
    loam_land_biome both[2] = {biome, biome};
    both[1].name = "other";
    const loam_env env = loam_default_env();
    land_fixture own;
    CHECK_OK(fixture_open(&own, &env, both, 2));
    area_answers *b = malloc(sizeof *b);
    const loam_land_area area = {.x = 2960, .z = 560, .step = 4, .w = 20, .h = 20};
    fill(&own, area, b);
    for (int32_t p = 0; p < area.w * area.h; p++)
    {
        CHECK_INT(b->biome[p], LOAM_BIOME_COUNT);
    }
    free(b);
    fixture_close(&own);
}

static void test_bad_biomes_are_refused(void)
{
    const loam_env env = loam_default_env();
    land_fixture fixture;
    loam_land_biome biome = {.name = "x", .weight = pit_weight, .height = NULL, .amplitude = 1};
    CHECK_INT(fixture_open(&fixture, &env, &biome, 1), LOAM_BAD_ARGUMENT);
    CHECK(strstr(loam_last_error(), "needs a name, a weight and a height") != NULL);
    biome.height = pit_height;
    biome.amplitude = NAN;
    CHECK_INT(fixture_open(&fixture, &env, &biome, 1), LOAM_BAD_ARGUMENT);
    CHECK(strstr(loam_last_error(), "must be 0 to 10000") != NULL);
    CHECK_INT(fixture_open(&fixture, &env, &biome, 13), LOAM_BAD_ARGUMENT);
    CHECK(strstr(loam_last_error(), "must be 0 to 12") != NULL);
}

static void test_bad_areas_are_refused(void)
{
    land_fixture fixture = open_fixture(NULL);
    float height;
    const loam_land_samples samples = {.height = &height};
    const loam_land_area bad[] = {
        {.step = 0, .w = 1, .h = 1},
        {.step = 65537, .w = 1, .h = 1},
        {.step = 1, .w = 0, .h = 1},
        {.step = 1, .w = 1, .h = 65537},
        {.step = 1, .w = 65536, .h = 65536},
        {.x = INT64_MAX, .step = 1, .w = 1, .h = 1},
        {.z = INT64_MIN, .step = 1, .w = 1, .h = 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
        CHECK_INT(loam_land_surface_fill(fixture.surface, bad[i], &samples), LOAM_BAD_ARGUMENT);
        CHECK(strstr(loam_last_error(), i < 2   ? "1 to 65536"
                                        : i < 5 ? "2^28"
                                                : "is not on the land") != NULL);
    }
    fixture_close(&fixture);
}

// ---- memory ----------------------------------------------------------------------------------------------

typedef struct failing_memory
{
    int64_t left; // allocations until the first that fails
    int64_t alive;
} failing_memory;

static void *failing_alloc(void *user, size_t size)
{
    failing_memory *failing = user;
    if (failing->left-- <= 0)
    {
        return NULL;
    }
    failing->alive++;
    const loam_allocator plain = loam_default_env().memory;
    return plain.alloc(plain.user, size);
}

static void failing_free(void *user, void *memory, size_t size)
{
    failing_memory *failing = user;
    failing->alive -= memory != NULL ? 1 : 0;
    const loam_allocator plain = loam_default_env().memory;
    plain.free(plain.user, memory, size);
}

// Whichever allocation fails: a result, and nothing is lost.
static void test_memory_runs_out(void)
{
    static float height[64 * 64];
    const loam_land_samples samples = {.height = height};
    const loam_land_area area = {.x = 100, .z = 2000, .step = 1, .w = 64, .h = 64};
    bool done = false;
    for (int64_t n = 0; !done && n < 2000; n++)
    {
        failing_memory failing = {.left = n};
        loam_env env = loam_default_env();
        env.memory = (loam_allocator){failing_alloc, failing_free, &failing};
        land_fixture fixture;
        loam_result result = fixture_open(&fixture, &env, NULL, 0);
        if (result == LOAM_OK)
        {
            result = loam_land_surface_fill(fixture.surface, area, &samples);
            fixture_close(&fixture);
        }
        CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
        CHECK_INT(failing.alive, 0);
        done = result == LOAM_OK;
    }
    CHECK(done);
}

// ---- failures on other threads ----------------------------------------------------------------------------

// The allocator has nothing for the work memory of blocks on any thread but the first, which waits for that.
typedef struct worker_memory
{
    _Atomic bool fails, failed;
} worker_memory;

static _Thread_local bool is_first;

static void *worker_alloc(void *user, size_t size)
{
    worker_memory *memory = user;
    if (memory->fails && size > (size_t)1 << 20)
    {
        if (!is_first)
        {
            memory->failed = true;
            return NULL;
        }
        while (!memory->failed)
        {
            check_rest();
        }
    }
    const loam_allocator plain = loam_default_env().memory;
    return plain.alloc(plain.user, size);
}

static void worker_free(void *user, void *memory, size_t size)
{
    (void)user;
    const loam_allocator plain = loam_default_env().memory;
    plain.free(plain.user, memory, size);
}

// Whoever asked learns why, even if the reason came up on another thread.
static void test_reasons_cross_threads(void)
{
    is_first = true;
    worker_memory memory = {0};
    loam_env env = loam_default_env();
    env.memory = (loam_allocator){worker_alloc, worker_free, &memory};
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = 2;
    CHECK_OK(loam_jobs_create(&def, &env.jobs));
    land_fixture fixture = open_fixture(&env);
    const loam_land_area area = {.x = 100, .z = 1900, .step = 1, .w = 520, .h = 390};
    float *height = malloc((size_t)(area.w * area.h) * sizeof *height);
    const loam_land_samples samples = {.height = height};
    CHECK_OK(loam_land_surface_fill(fixture.surface, area, &samples));
    loam_spares_drop(fixture.surface->spares); // so that memory is asked for
    memory.fails = true;
    (void)loam_fail(LOAM_OK, "something older");
    CHECK_INT(loam_land_surface_fill(fixture.surface, area, &samples), LOAM_OUT_OF_MEMORY);
    CHECK_CONTAINS(loam_last_error(), "no memory for");
    free(height);
    fixture_close(&fixture);
    loam_jobs_destroy(env.jobs);
}

int main(void)
{
    RUN_SERIAL(test_area_does_not_matter);
    RUN_SERIAL(test_what_is_asked_does_not_matter);
    RUN_SERIAL(test_far_rivers_do_not_depend_on_the_area);
    RUN(test_threads_do_not_matter);
    RUN_SERIAL(test_pages_join);
    RUN_SERIAL(test_water_is_contained);
    RUN_SERIAL(test_steps_agree);
    RUN_SERIAL(test_no_edges);
    RUN_SERIAL(test_own_biome_is_where_it_says);
    RUN_SERIAL(test_the_first_of_equal_biomes_is_named);
    RUN_SERIAL(test_bad_biomes_are_refused);
    RUN_SERIAL(test_bad_areas_are_refused);
    RUN_SERIAL(test_memory_runs_out);
    RUN(test_reasons_cross_threads);
    return CHECK_DONE();
}
