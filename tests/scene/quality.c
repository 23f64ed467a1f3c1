// SPDX-License-Identifier: MIT
// Quality follows the time that frames take, and does not flicker.
#include "scene/quality.h"
#include "check.h"

static void test_slow_frames_lower_it_to_the_lowest(void)
{
    quality_pace pace = {.now = QUALITY_HIGH};
    int32_t changes = 0;
    for (int32_t i = 0; i < 1000; i++)
    {
        changes += quality_follow(&pace, 40, 33);
    }
    CHECK_INT(changes, 2);
    CHECK_INT(pace.now, QUALITY_LOW);
}

static void test_fast_frames_raise_it_to_high(void)
{
    quality_pace pace = {.now = QUALITY_LOW};
    for (int32_t i = 0; i < 5000; i++)
    {
        (void)quality_follow(&pace, 5, 33);
    }
    CHECK_INT(pace.now, QUALITY_HIGH);
}

static void test_single_frames_change_nothing(void)
{
    quality_pace pace = {.now = QUALITY_MEDIUM};
    for (int32_t i = 0; i < 1000; i++)
    {
        CHECK(!quality_follow(&pace, i % 10 == 0 ? 200 : 20, 33));
    }
}

static void test_a_short_rest_does_not_raise_it(void)
{
    quality_pace pace = {.now = QUALITY_LOW};
    for (int32_t i = 0; i < 5000; i++)
    {
        CHECK(!quality_follow(&pace, i % 100 == 99 ? 20 : 5, 33));
    }
}

static void test_frames_that_just_fit_do_not_raise_it(void)
{
    quality_pace pace = {.now = QUALITY_LOW};
    for (int32_t i = 0; i < 5000; i++)
    {
        CHECK(!quality_follow(&pace, 30, 33)); // the next one up would not fit
    }
}

/// Frames of a machine for which high is too much, and medium more than easy.
static double ms_of(quality_kind kind)
{
    return kind == QUALITY_HIGH ? 40 : kind == QUALITY_MEDIUM ? 10 : 4;
}

static void test_steps_up_that_fail_become_rare(void)
{
    quality_pace pace = {.now = QUALITY_MEDIUM};
    int32_t ups[4] = {0};
    for (int32_t i = 0; i < 40000; i++)
    {
        const quality_kind before = pace.now;
        const bool changed = quality_follow(&pace, ms_of(pace.now), 33);
        ups[i / 10000] += changed && pace.now > before;
    }
    CHECK(ups[0] > 2 && ups[0] < 6); // 300 frames, 600, 1200, ...
    CHECK(ups[1] + ups[2] + ups[3] <= 3);
    CHECK_INT(pace.now, QUALITY_MEDIUM);
}

static void test_a_step_up_that_holds_is_forgotten(void)
{
    quality_pace pace = {.now = QUALITY_LOW, .failures = 2};
    int32_t frames = 0;
    while (frames < 5000 && !quality_follow(&pace, 5, 33))
    {
        frames++;
    }
    CHECK_INT(frames, 1199);
    for (int32_t i = 0; i < 601; i++)
    {
        CHECK(!quality_follow(&pace, 20, 33));
    }
    CHECK_INT(pace.failures, 0);
    CHECK_INT(pace.now, QUALITY_MEDIUM);
}

static void test_lower_is_cheaper(void)
{
    for (int32_t i = 1; i < QUALITY_KINDS; i++)
    {
        const quality a = quality_of((quality_kind)(i - 1)), b = quality_of((quality_kind)i);
        CHECK(a.side / a.stride <= b.side / b.stride && a.texture <= b.texture);
        CHECK(a.cloud_steps < b.cloud_steps && a.shadow_steps < b.shadow_steps);
    }
    CHECK(quality_name(QUALITY_KINDS) == NULL);
}

int main(void)
{
    RUN(test_slow_frames_lower_it_to_the_lowest);
    RUN(test_fast_frames_raise_it_to_high);
    RUN(test_single_frames_change_nothing);
    RUN(test_a_short_rest_does_not_raise_it);
    RUN(test_frames_that_just_fit_do_not_raise_it);
    RUN(test_steps_up_that_fail_become_rare);
    RUN(test_a_step_up_that_holds_is_forgotten);
    RUN(test_lower_is_cheaper);
    return CHECK_DONE();
}
