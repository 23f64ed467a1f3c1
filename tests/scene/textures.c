// SPDX-License-Identifier: MIT
// Textures of the ground are made by several threads: they are the same with one.
#include "check.h"
#include "loam/jobs.h"
#include "scene/gpu.h"
#include "scene/materials.h"

#include <string.h>

static void test_threads_make_the_same_textures(void)
{
    quality q = quality_of(QUALITY_LOW);
    q.texture = 32;
    loam_jobs *jobs = NULL;
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = 3;
    CHECK_OK(loam_jobs_create(&def, &jobs));
    gpu_textures alone, together;
    CHECK_OK(gpu_textures_create(&q, NULL, &alone));
    CHECK_OK(gpu_textures_create(&q, jobs, &together));
    const size_t size = (size_t)MATERIALS * 32 * 32 * 4;
    CHECK(memcmp(alone.colours, together.colours, size) == 0);
    CHECK(memcmp(alone.bumps, together.bumps, size) == 0);
    CHECK(memcmp(alone.colours, alone.colours + 32 * 32 * 4, 32 * 32 * 4) != 0);
    gpu_textures_destroy(&alone);
    gpu_textures_destroy(&together);
    loam_jobs_destroy(jobs);
}

int main(void)
{
    RUN(test_threads_make_the_same_textures);
    return CHECK_DONE();
}
