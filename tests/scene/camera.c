// SPDX-License-Identifier: MIT
// Where things appear in the picture, and what is in sight.
#include "scene/camera.h"
#include "check.h"

static camera_frame frame;

static void place(double azimuth, double elevation)
{
    const camera from = {.y = 100, .azimuth = azimuth, .elevation = elevation, .fov = 60};
    camera_place(&from, 2, 1, 1000, &frame);
}

/// Where a place is in the picture: x and y -1 .. 1, z depth -1 .. 1.
static void project(const float at[3], float out[3])
{
    float c[4];
    for (int32_t i = 0; i < 4; i++)
    {
        c[i] = frame.to_clip[i] * at[0] + frame.to_clip[4 + i] * at[1] +
               frame.to_clip[8 + i] * at[2] + frame.to_clip[12 + i];
    }
    for (int32_t i = 0; i < 3; i++)
    {
        out[i] = c[i] / c[3];
    }
}

static void check_at(float x, float y, float z, float wanted_x, float wanted_y)
{
    const float at[3] = {x, y, z};
    float seen[3];
    project(at, seen);
    CHECK(fabsf(seen[0] - wanted_x) < 1e-4f);
    CHECK(fabsf(seen[1] - wanted_y) < 1e-4f);
    CHECK(seen[2] > -1 && seen[2] < 1);
}

static void test_what_is_ahead_is_in_the_middle(void)
{
    place(0, 0);
    check_at(0, 100, 50, 0, 0); // north
    place(90, 0);
    check_at(50, 100, 0, 0, 0); // east
    place(0, 45);
    check_at(0, 150, 50, 0, 0);
}

static void test_east_is_right_of_north_and_up_is_up(void)
{
    const float half = tanf(30 * 0.01745329252f);
    place(0, 0);
    check_at(50 * half * 2, 100, 50, 1, 0);
    check_at(0, 100 + 50 * half, 50, 0, 1);
}

/// Who tilts the head to the right sees what was above on the left.
static void test_a_tilted_head_turns_the_picture(void)
{
    const float half = tanf(30 * 0.01745329252f);
    const camera from = {.y = 100, .fov = 60, .tilt = 90};
    camera_place(&from, 2, 1, 1000, &frame);
    check_at(0, 100, 50, 0, 0);
    check_at(0, 100 + 50 * half * 2, 50, -1, 0);
    check_at(50 * half, 100, 50, 0, 1);
    const float seen[3] = {0, 100 + 50 * half * 1.9f, 50}, hidden[3] = {50 * half * 1.2f, 100, 50};
    CHECK(camera_sees(&frame, seen, seen));
    CHECK(!camera_sees(&frame, hidden, hidden));
}

static void test_depth_is_that_of_the_planes(void)
{
    const float near[3] = {0, 100, 1}, far[3] = {0, 100, 1000};
    float seen[3];
    place(0, 0);
    project(near, seen);
    CHECK(fabsf(seen[2] + 1) < 1e-4f);
    project(far, seen);
    CHECK(fabsf(seen[2] - 1) < 1e-4f);
}

/// A box is out of sight only if all of it projects outside.
static void test_boxes_in_sight_are_seen(void)
{
    place(37, -12);
    int32_t in = 0, out = 0;
    for (int32_t i = 0; i < 4000; i++)
    {
        const float x = (float)(i % 40 - 20) * 20, z = (float)(i / 40 - 50) * 10,
                    y = (float)(i % 7) * 25;
        const float low[3] = {x, y, z}, high[3] = {x + 10, y + 10, z + 10},
                    middle[3] = {x + 5, y + 5, z + 5};
        float seen[3];
        project(middle, seen);
        const float d = frame.ahead[0] * middle[0] + frame.ahead[1] * (middle[1] - 100) +
                        frame.ahead[2] * middle[2];
        const bool is_in = d > 1 && fabsf(seen[0]) < 1 && fabsf(seen[1]) < 1;
        in += is_in;
        CHECK(!is_in || camera_sees(&frame, low, high));
        out += !camera_sees(&frame, low, high);
    }
    CHECK(in > 200);
    CHECK(out > 2000);
}

/// One box beside each edge of the picture, near to it, is out of sight.
static void test_each_side_hides_what_is_beyond_it(void)
{
    const float half = tanf(30 * 0.01745329252f) * 100;
    const float beyond[4][2] = {
        {2 * half + 20, 0}, {-2 * half - 20, 0}, {0, half + 20}, {0, -half - 20}};
    place(0, 0);
    for (int32_t i = 0; i < 4; i++)
    {
        const float x = beyond[i][0], y = 100 + beyond[i][1];
        const float low[3] = {x - 5, y - 5, 95}, high[3] = {x + 5, y + 5, 105};
        const float wide[3] = {x * 0.5f, 100 + beyond[i][1] * 0.5f, 100};
        CHECK(!camera_sees(&frame, low, high));
        CHECK(camera_sees(&frame, wide, wide));
    }
}

int main(void)
{
    RUN(test_what_is_ahead_is_in_the_middle);
    RUN(test_east_is_right_of_north_and_up_is_up);
    RUN(test_a_tilted_head_turns_the_picture);
    RUN(test_depth_is_that_of_the_planes);
    RUN(test_boxes_in_sight_are_seen);
    RUN(test_each_side_hides_what_is_beyond_it);
    return CHECK_DONE();
}
