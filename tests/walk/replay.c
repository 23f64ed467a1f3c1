// SPDX-License-Identifier: MIT
// A walk leads to the same place however the land was grown, and never below the ground.
#include "check.h"
#include "loam/jobs.h"
#include "loam/loam.h"
#include "walk/ground.h"
#include "walk/inputs.h"

static const char *weathers(int32_t index)
{
    static const char *const names[] = {"clear", NULL};
    return names[index];
}

/// The hash after every hundredth step.
static int32_t walk(loam_jobs *jobs, const inputs *all, uint64_t *hashes)
{
    loam_land_def def = loam_default_land_def();
    loam_land *land = NULL;
    ground under;
    def.env.jobs = jobs;
    def.seed = all->from.seed;
    CHECK_INT(loam_land_create(&def, &land), LOAM_OK);
    ground_begin(&under, land);
    const walk_world world = ground_world(&under);
    walker w = {.kind = WALK_FOOT};
    walk_input in;
    int32_t run = 0, start = 0, count = 0;
    CHECK_INT(walker_place(&w, &world, all->from.x, all->from.z, 0), LOAM_OK);
    for (int32_t i = 0; inputs_at(all, i, &run, &start, &in); i++)
    {
        CHECK_INT(walker_step(&w, &in, &world), LOAM_OK);
        if (i % 100 == 0)
        {
            float height = 0;
            CHECK_INT(loam_land_height(land, w.x, w.z, &height), LOAM_OK);
            CHECK(w.y >= (double)height - 0.001);
            hashes[count++] = walker_hash(&w);
        }
    }
    CHECK_INT(w.kind, WALK_FOOT);
    CHECK(w.state == WALK_STANDS || w.state == WALK_SWIMS || w.state == WALK_SLIDES);
    ground_end(&under);
    loam_land_destroy(land);
    return count;
}

static void test_threads_do_not_change_a_walk(void)
{
    enum
    {
        MOST = 64
    };
    uint64_t alone[MOST] = {0}, together[MOST] = {0};
    inputs all;
    loam_jobs *jobs = NULL;
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = 2;
    CHECK_INT(loam_jobs_create(&def, &jobs), LOAM_OK);
    CHECK_INT(inputs_read(LOAM_TEST_SCENES "/walk_to_the_river.txt", weathers, &all), LOAM_OK);
    const int32_t count = walk(NULL, &all, alone);
    CHECK_INT(walk(jobs, &all, together), count);
    CHECK(count > 30);
    for (int32_t i = 0; i < count; i++)
    {
        CHECK_U64(alone[i], together[i]);
    }
    inputs_free(&all);
    loam_jobs_destroy(jobs);
}

int main(void)
{
    RUN(test_threads_do_not_change_a_walk);
    return CHECK_DONE();
}
