// SPDX-License-Identifier: MIT
// The coarse climate around a viewer: by jobs it is the same as at once, a jump waits for a few samples alone, and a
// viewer who walks for none.
#include "scene/climate.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static loam_land *land;
static loam_jobs *jobs;

static climate_map *make_map(void)
{
    climate_map *const map = calloc(1, sizeof *map);
    CHECK(map != NULL);
    return map;
}

static void end_map(climate_map *map)
{
    climate_end(map);
    free(map);
}

/// Until the whole map is there.
static void wait_for(climate_map *map, int64_t x, int64_t z)
{
    bool changed = false;
    while (!map->is_whole || map->coming != NULL)
    {
        CHECK_OK(climate_follow(map, land, jobs, x, z, false, &changed));
        check_rest();
    }
}

static void check_same(const climate_map *a, int64_t x, int64_t z)
{
    climate_map *const b = make_map();
    bool changed = false;
    CHECK_OK(climate_follow(b, land, NULL, x, z, false, &changed));
    CHECK(changed && b->is_whole);
    CHECK_INT(a->x, b->x);
    CHECK_INT(a->z, b->z);
    CHECK(memcmp(a->texels, b->texels, sizeof a->texels) == 0);
    end_map(b);
}

/// What a few samples say is near what all of them do: the mean of the differences, and that they are not all the same.
static void check_near(const float *few, const float *all, int32_t part, float max)
{
    float sum = 0, low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < CLIMATE_SIDE * CLIMATE_SIDE; i++)
    {
        sum += fabsf(few[2 * i + part] - all[2 * i + part]);
        low = fminf(low, few[2 * i + part]);
        high = fmaxf(high, few[2 * i + part]);
    }
    CHECK_REPORT(sum / (CLIMATE_SIDE * CLIMATE_SIDE) < max, "a few samples are %.3f beside",
                 (double)(sum / (CLIMATE_SIDE * CLIMATE_SIDE)));
    CHECK(high > low);
}

static void test_a_jump_takes_a_few_samples_and_a_job_the_rest(void)
{
    static const int64_t places[3][2] = {{-232400, 86150}, {1500000, -900000}, {-6000000, 2000000}};
    static float few[CLIMATE_SIDE * CLIMATE_SIDE * 2];
    climate_map *const map = make_map();
    for (int32_t i = 0; i < 3; i++)
    {
        const int64_t x = places[i][0], z = places[i][1];
        bool changed = false;
        CHECK_OK(climate_follow(map, land, jobs, x, z, false, &changed));
        CHECK(changed && map->is_known && !map->is_whole && map->coming != NULL);
        memcpy(few, map->texels, sizeof few);
        wait_for(map, x, z);
        check_same(map, x, z);
        check_near(few, map->texels, 0, 1.0f);
        check_near(few, map->texels, 1, 0.06f);
    }
    end_map(map);
}

static void test_who_walks_waits_for_nothing(void)
{
    const int64_t x = -232400, z = 86150, step = CLIMATE_STEP;
    climate_map *const map = make_map();
    bool changed = false;
    CHECK_OK(climate_follow(map, land, jobs, x, z, false, &changed));
    wait_for(map, x, z);
    changed = false;
    CHECK_OK(climate_follow(map, land, jobs, x + 3 * step, z, false, &changed));
    CHECK(!changed && map->coming == NULL);
    CHECK_OK(climate_follow(map, land, jobs, x + 5 * step, z, false, &changed)); // beyond an eighth
    CHECK(!changed && map->is_whole && map->coming != NULL);
    while (!changed)
    {
        CHECK_OK(climate_follow(map, land, jobs, x + 5 * step, z, false, &changed));
        check_rest();
    }
    check_same(map, x + 5 * step, z);
    end_map(map);
}

/// One that is about a place that was left is not shown.
static void test_a_late_climate_is_thrown_away(void)
{
    climate_map *const map = make_map();
    bool changed = false;
    CHECK_OK(climate_follow(map, land, jobs, 0, 0, false, &changed));
    CHECK_OK(climate_follow(map, land, jobs, 4000000, 0, false, &changed));
    CHECK_OK(climate_follow(map, land, jobs, 8000000, 0, false, &changed));
    wait_for(map, 8000000, 0);
    check_same(map, 8000000, 0);
    CHECK_OK(climate_follow(map, land, jobs, 0, 0, false, &changed)); // ended while one is coming
    end_map(map);
}

/// Where the land ends the map is not fetched again and again, as its middle cannot come nearer.
static void test_the_end_of_the_land_has_a_climate(void)
{
    climate_map *const map = make_map();
    const int64_t x = LOAM_LAND_END - 10, z = -LOAM_LAND_END + 10;
    bool changed = false;
    float degrees;
    CHECK_OK(climate_follow(map, land, NULL, x, z, false, &changed));
    CHECK(changed && climate_degrees(map, x, z, &degrees));
    CHECK(degrees > -80 && degrees < 80);
    changed = false;
    CHECK_OK(climate_follow(map, land, NULL, x, z, false, &changed));
    CHECK(!changed);
    CHECK(!climate_degrees(map, x - 70000, z, &degrees));
    end_map(map);
}

int main(void)
{
    loam_land_def def = loam_default_land_def();
    loam_jobs_def threads = loam_default_jobs_def();
    def.seed = 3;
    threads.threads = 1;
    CHECK_OK(loam_land_create(&def, &land));
    CHECK_OK(loam_jobs_create(&threads, &jobs));
    RUN(test_a_jump_takes_a_few_samples_and_a_job_the_rest);
    RUN(test_who_walks_waits_for_nothing);
    RUN(test_a_late_climate_is_thrown_away);
    RUN(test_the_end_of_the_land_has_a_climate);
    loam_jobs_destroy(jobs);
    loam_land_destroy(land);
    return CHECK_DONE();
}
