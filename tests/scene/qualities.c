// SPDX-License-Identifier: MIT
// A scene goes to another quality and back, with what has grown; and the seasons of a temperate place can be told apart
// in a picture.
#include "stage.h"

#include <string.h>

enum
{
    W = 64,
    H = 36
};

static stage s;
static const camera from = {
    .x = -232400, .z = 86150, .y = 520, .azimuth = 210, .elevation = -6, .fov = 50};

/// The mean of what is not sky.
static void mean_of(float out[3])
{
    float sum[3] = {0}, count = 0;
    for (int32_t i = W * H / 2; i < W * H; i++)
    {
        const loam_colour c = s.picture.pixels[i];
        sum[0] += (float)c.r;
        sum[1] += (float)c.g;
        sum[2] += (float)c.b;
        count++;
    }
    for (int32_t k = 0; k < 3; k++)
    {
        out[k] = sum[k] / count;
    }
}

static void test_quality_goes_up_and_back(void)
{
    static loam_colour first[W * H], higher[W * H];
    const scene_look look = {.hour = 11};
    stage_shoot(&s, &from, &look, 2000);
    memcpy(first, s.picture.pixels, sizeof first);
    const int64_t pages = scene_count(s.scene).pages;
    CHECK(pages > 0);
    CHECK_INT(scene_set_quality(s.scene, QUALITY_MEDIUM), LOAM_OK);
    CHECK_INT(scene_count(s.scene).pages, pages);
    stage_shoot(&s, &from, &look, 1);
    memcpy(higher, s.picture.pixels, sizeof higher);
    CHECK(memcmp(first, higher, sizeof first) != 0);
    CHECK_INT(scene_set_quality(s.scene, QUALITY_LOW), LOAM_OK);
    stage_shoot(&s, &from, &look, 1);
    CHECK(memcmp(first, s.picture.pixels, sizeof first) == 0);
}

static void test_parts_cost_what_the_whole_does(void)
{
    const scene_counters count = scene_count(s.scene);
    uint64_t sum = 0;
    for (int32_t i = 0; i < SCENE_PARTS; i++)
    {
        sum += count.part_ns[i];
    }
    CHECK(count.part_ns[SCENE_TERRAIN] > 0 && count.part_ns[SCENE_SKY] > 0);
    CHECK(sum <= count.hand_ns && count.hand_ns <= count.draw_ns);
}

static void test_seasons_can_be_told_apart(void)
{
    static const int32_t days[] = {110, 200, 288, 20};
    float mean[4][3];
    for (int32_t i = 0; i < 4; i++)
    {
        s.scene->has_last =
            false; // else a page that comes late would begin to fade in, and so would the season
        stage_shoot(&s, &from, &(scene_look){.hour = 11, .day = days[i]}, 1);
        mean_of(mean[i]);
    }
    const float *const spring = mean[0], *const summer = mean[1], *const autumn = mean[2],
                       *const winter = mean[3];
    CHECK(spring[1] > 1.1f * spring[0]);                                 // green
    CHECK(spring[1] / spring[0] > 1.05f * (summer[1] / summer[0]));      // and less so in summer
    CHECK(autumn[0] > 1.15f * autumn[1]);                                // brown
    CHECK(winter[2] > 0.9f * winter[0] && winter[2] > 1.5f * summer[2]); // white
}

int main(void)
{
    stage_open_view(&s, CONTEXT_ANY, W, H, 512);
    RUN(test_quality_goes_up_and_back);
    RUN(test_parts_cost_what_the_whole_does);
    RUN(test_seasons_can_be_told_apart);
    stage_close(&s);
    return CHECK_DONE();
}
