// SPDX-License-Identifier: MIT
#include "play/backdrop.h"

#include "check.h"

enum
{
    FRAME_US = 16667,
};

static loam_env env_with(int32_t threads)
{
    loam_env env = loam_default_env();
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = threads;
    CHECK_OK(loam_jobs_create(&def, &env.jobs));
    return env;
}

// It is not there at once, comes up slowly, and goes by: always within what the ring holds.
static void check_it_comes_and_goes_by(int32_t threads)
{
    const loam_env env = env_with(threads);
    backdrop *back = NULL;
    CHECK_OK(backdrop_create(&env, &back));
    loam_tile_frame_scene scene;
    CHECK(!backdrop_scene(back, &scene));
    CHECK(backdrop_light(back) == 0);
    uint64_t now = 1000000;
    CHECK(!backdrop_advance(back, now)); // the first frame waits for nothing
    while (!backdrop_scene(back, &scene))
    {
        (void)backdrop_advance(back, now);
        check_rest();
    }
    CHECK(backdrop_light(back) < 0.1f);
    const double begin_x = scene.camera->x;
    int32_t steps = 0;
    double last = begin_x;
    float light = 0;
    for (int32_t i = 0; i < 240; i++)
    {
        steps += backdrop_advance(back, now += FRAME_US);
        const loam_tile_pos at = {(int64_t)scene.camera->x, (int64_t)scene.camera->y};
        CHECK(loam_tile_world_contains(scene.world, at));
        CHECK(scene.camera->x >= last && backdrop_light(back) >= light);
        CHECK_RANGE(scene.camera->x - last, 0, 1);
        last = scene.camera->x;
        light = backdrop_light(back);
        check_rest();
    }
    CHECK(light == 1);
    CHECK_RANGE(last - begin_x, threads > 0 ? 4 : 40, 61);
    CHECK_RANGE(steps, 60, 125); // not one for every frame
    // Four seconds of six minutes.
    CHECK_RANGE(loam_tile_world_time(scene.world), 0.36 * 65536 + 600, 0.36 * 65536 + 800);
    CHECK_INT(loam_tile_world_weather(scene.world), LOAM_WEATHER_CLEAR);
    backdrop_restart(back);
    CHECK(backdrop_light(back) == 0);
    (void)backdrop_advance(back, now += 3 * FRAME_US);
    CHECK_RANGE(loam_tile_world_time(scene.world), 0.36 * 65536 - 1, 0.36 * 65536 + 20);
    backdrop_destroy(back);
    loam_jobs_destroy(env.jobs);
}

static void test_with_a_worker(void)
{
    check_it_comes_and_goes_by(1);
}

static void test_without_workers(void)
{
    check_it_comes_and_goes_by(0);
}

static void test_a_long_pause_is_no_jump(void)
{
    const loam_env env = env_with(0);
    backdrop *back = NULL;
    loam_tile_frame_scene scene;
    CHECK_OK(backdrop_create(&env, &back));
    (void)backdrop_advance(back, 1000000);
    (void)backdrop_advance(back, 1000000);
    CHECK(backdrop_scene(back, &scene));
    const double before = scene.camera->x;
    (void)backdrop_advance(back, 3600 * 1000000ull);
    CHECK_RANGE(scene.camera->x - before, 0, 2);
    CHECK(backdrop_light(back) < 0.2f);
    (void)backdrop_advance(back, 5); // nor does a clock that goes back hurt
    CHECK_RANGE(scene.camera->x - before, 0, 2);
    backdrop_destroy(back);
    loam_jobs_destroy(env.jobs);
}

static void test_it_may_end_before_it_has_begun(void)
{
    for (int32_t threads = 0; threads < 2; threads++)
    {
        const loam_env env = env_with(threads);
        backdrop *back = NULL;
        CHECK_OK(backdrop_create(&env, &back));
        backdrop_destroy(back);
        loam_jobs_destroy(env.jobs);
    }
    backdrop_destroy(NULL);
    CHECK(backdrop_light(NULL) == 0);
}

int main(void)
{
    RUN(test_with_a_worker);
    RUN_SERIAL(test_without_workers);
    RUN_SERIAL(test_a_long_pause_is_no_jump);
    RUN(test_it_may_end_before_it_has_begun);
    return CHECK_DONE();
}
