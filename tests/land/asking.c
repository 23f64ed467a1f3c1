// SPDX-License-Identifier: MIT
// Several threads ask one land at a time, as those of a game do: each gets the answers that it would get
// alone.
#include "check.h"
#include "loam/jobs.h"
#include "loam/land.h"
#include "loam/land_world.h"

enum
{
    QUESTIONS = 48,
    SIDE = 5,
};

typedef struct answers
{
    float height, water, river, held;
    int32_t biome;
    float filled[SIDE * SIDE];
} answers;

typedef struct asker
{
    loam_land *land;
    answers out[QUESTIONS];
    loam_result results[QUESTIONS];
} asker;

// Places some pages apart, several in each page, and coarse areas that lie about.
static loam_result ask(loam_land *land, int64_t i, answers *out)
{
    const int64_t x = 40000 + i % 4 * 100, z = -7000 + i / 4 % 3 * 90;
    const loam_land_area area = {
        .x = x - i * 500, .z = z, .step = 64 << i % 5, .w = SIDE, .h = SIDE};
    const loam_land_patch *patch = NULL;
    memset(out, 0, sizeof *out);
    loam_result result = loam_land_height(land, (double)x + 0.25, (double)z, &out->height);
    result = result ? result : loam_land_water(land, (double)x, (double)z, &out->water);
    result = result ? result : loam_land_river_distance(land, (double)x, (double)z, &out->river);
    result = result ? result : loam_land_biome_at(land, (double)x, (double)z, &out->biome);
    result = result ? result : loam_land_pin(land, x, z, &patch);
    if (result == LOAM_OK)
    {
        out->held = loam_land_patch_height(patch, (double)x + 0.25, (double)z);
    }
    loam_land_unpin(land, patch);
    return result ? result
                  : loam_land_fill(land, area, &(loam_land_samples){.height = out->filled});
}

static void ask_some(void *context, int64_t begin, int64_t end)
{
    asker *const a = context;
    for (int64_t i = begin; i < end; i++)
    {
        a->results[i] = ask(a->land, i, &a->out[i]);
    }
}

static void ask_all(loam_jobs *askers, loam_jobs *workers, asker *a)
{
    loam_land_def def = loam_default_land_def();
    def.seed = 8;
    def.cache_bytes = (size_t)24 << 20; // less than all of it takes
    def.env.jobs = workers;
    CHECK_OK(loam_land_create(&def, &a->land));
    loam_jobs_for(askers, check_sample(QUESTIONS), 1, ask_some, a);
    loam_land_destroy(a->land);
    for (int32_t i = 0; i < check_sample(QUESTIONS); i++)
    {
        CHECK_OK(a->results[i]);
    }
}

// Whether the land has threads of its own does not matter, nor that they are those who ask.
static void test_threads_that_ask(void)
{
    static asker alone, together, nested;
    loam_jobs_def def = loam_default_jobs_def();
    loam_jobs *jobs = NULL;
    def.threads = 3;
    if (loam_jobs_create(&def, &jobs) != LOAM_OK)
    {
        return; // built without threads
    }
    ask_all(jobs, jobs, &nested);
    if (CHECK_RACES)
    {
        loam_jobs_destroy(
            jobs); // those were all the threads; what they answer other builds compare
        return;
    }
    ask_all(NULL, NULL, &alone);
    ask_all(jobs, NULL, &together);
    for (int32_t i = 0; i < check_sample(QUESTIONS); i++)
    {
        CHECK(memcmp(&alone.out[i], &together.out[i], sizeof(answers)) == 0);
        CHECK(memcmp(&alone.out[i], &nested.out[i], sizeof(answers)) == 0);
        CHECK(alone.out[i].height == alone.out[i].held);
    }
    loam_jobs_destroy(jobs);
}

// Between two samples the ground is straight, at the borders of pages and left of 0, too.
static void test_places_between_samples(void)
{
    loam_land *land;
    loam_land_def def = loam_default_land_def();
    def.seed = 8;
    CHECK_OK(loam_land_create(&def, &land));
    static const double places[][2] = {{-1, -1}, {-LOAM_SURFACE_SIDE - 1, -1}, {-1, 5}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
    {
        const double x = places[i][0], z = places[i][1];
        float corners[4], middle;
        for (int32_t k = 0; k < 4; k++)
        {
            CHECK_OK(loam_land_height(land, x + k % 2, z + k / 2, &corners[k]));
        }
        CHECK_OK(loam_land_height(land, x + 0.5, z + 0.5, &middle));
        const float mean = (corners[0] + corners[1] + corners[2] + corners[3]) / 4;
        CHECK_NEAR(middle, mean, 1e-3 + 1e-5 * fabs((double)mean));
    }
    loam_land_destroy(land);
}

int main(void)
{
    RUN(test_threads_that_ask);
    RUN_SERIAL(test_places_between_samples);
    return CHECK_DONE();
}
