// SPDX-License-Identifier: MIT
// Textures of the ground are made by several threads: they are the same with one. A maker makes the same, and can be
// ended at any time.
#include "scene/textures.h"
#include "check.h"
#include "loam/jobs.h"
#include "scene/materials.h"

#include <string.h>

enum
{
    SIDE = 32,
};

static loam_jobs *threads(void)
{
    loam_jobs *jobs = NULL;
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = 3;
    CHECK_OK(loam_jobs_create(&def, &jobs));
    return jobs;
}

static void test_threads_make_the_same_textures(void)
{
    loam_jobs *const jobs = threads();
    texture_set alone, together;
    CHECK_OK(texture_set_create(SIDE, false, NULL, &alone));
    CHECK_OK(texture_set_create(SIDE, false, jobs, &together));
    const size_t size = (size_t)MATERIALS * SIDE * SIDE * 4;
    CHECK(memcmp(alone.colours, together.colours, size) == 0);
    CHECK(memcmp(alone.bumps, together.bumps, size) == 0);
    CHECK(memcmp(alone.colours, alone.colours + SIDE * SIDE * 4, SIDE * SIDE * 4) != 0);
    texture_set_destroy(&alone);
    texture_set_destroy(&together);
    loam_jobs_destroy(jobs);
}

static void test_a_maker_makes_the_same(void)
{
    loam_jobs *const jobs = threads();
    texture_set at_once, later = {0};
    texture_maker *maker = NULL;
    CHECK_OK(texture_set_create(SIDE, false, jobs, &at_once));
    CHECK_OK(texture_maker_begin(SIDE, false, jobs, &maker));
    while (!texture_maker_is_done(maker))
    {
        check_rest();
    }
    texture_maker_end(maker, &later);
    const size_t materials = (size_t)MATERIALS * SIDE * SIDE * 4;
    const size_t noise = (size_t)later.noise_side * (size_t)later.noise_side * 4;
    CHECK_INT(later.side, SIDE);
    CHECK(memcmp(at_once.colours, later.colours, materials) == 0);
    CHECK(memcmp(at_once.bumps, later.bumps, materials) == 0);
    CHECK_INT(later.noise_side, at_once.noise_side);
    CHECK(memcmp(at_once.noise, later.noise, noise) == 0);
    texture_set_destroy(&at_once);
    texture_set_destroy(&later);
    loam_jobs_destroy(jobs);
}

/// Each size is the one before it, seen from twice as far: the last is the mean of all.
static void test_sizes_keep_the_mean(void)
{
    texture_set set;
    CHECK_OK(texture_set_create(SIDE, true, NULL, &set));
    for (int32_t kind = 0; kind < TEXTURE_KINDS; kind++)
    {
        const texture_texels whole = texture_set_texels(&set, (texture_kind)kind, 0);
        const texture_texels last = texture_set_texels(&set, (texture_kind)kind, whole.sizes - 1);
        const size_t texel = last.layer_bytes;
        CHECK_INT(last.side, 1);
        CHECK_INT(last.layers, kind == TEXTURE_CLOUDS ? 1 : whole.layers);
        for (int32_t i = 0; i < last.layers; i++)
        {
            const size_t from = kind == TEXTURE_CLOUDS ? 0 : whole.layer_bytes * (size_t)i;
            const size_t bytes = kind == TEXTURE_CLOUDS ? whole.layer_bytes * (size_t)whole.layers
                                                        : whole.layer_bytes;
            int64_t sum = 0;
            for (size_t k = from; k < from + bytes; k += texel)
            {
                sum += whole.texels[k];
            }
            const int64_t mean = sum / (int64_t)(bytes / texel);
            CHECK_RANGE(last.texels[texel * (size_t)i], mean - 4, mean + 4);
        }
    }
    texture_set_destroy(&set);
}

/// Of what is not done there is nothing.
static void test_a_maker_can_be_ended_at_once(void)
{
    loam_jobs *const jobs = threads();
    texture_set none = {0};
    texture_maker *maker = NULL;
    CHECK_OK(texture_maker_begin(2 * SIDE, false, jobs, &maker));
    texture_maker_end(maker, &none);
    CHECK(none.side == 0 || none.side == 2 * SIDE);
    texture_set_destroy(&none);
    texture_maker_end(NULL, NULL);
    loam_jobs_destroy(jobs);
}

/// What a material looks like from afar is about what its one colour is.
static void test_coarse_colours_are_near_the_mean(void)
{
    texture_set coarse, whole;
    CHECK_OK(texture_set_create_coarse(false, &coarse));
    CHECK_OK(texture_set_create(SIDE, false, NULL, &whole));
    for (int32_t m = 0; m < MATERIALS; m++)
    {
        for (int32_t k = 0; k < 3; k++)
        {
            int32_t sum = 0;
            for (int32_t i = 0; i < SIDE * SIDE; i++)
            {
                sum += whole.colours[4 * (m * SIDE * SIDE + i) + k];
            }
            const int32_t mean = sum / (SIDE * SIDE), is = coarse.colours[4 * m + k];
            CHECK_REPORT(is > mean - 32 && is < mean + 32, "material %d: %d, its mean %d", (int)m,
                         (int)is, (int)mean);
        }
    }
    texture_set_destroy(&coarse);
    texture_set_destroy(&whole);
}

int main(void)
{
    RUN(test_threads_make_the_same_textures);
    RUN(test_a_maker_makes_the_same);
    RUN(test_sizes_keep_the_mean);
    RUN(test_a_maker_can_be_ended_at_once);
    RUN(test_coarse_colours_are_near_the_mean);
    return CHECK_DONE();
}
