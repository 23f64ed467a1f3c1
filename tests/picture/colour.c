// SPDX-License-Identifier: MIT
// Colours, ramps, relief.
#include "check.h"
#include "loam/picture.h"

static bool same(loam_colour a, loam_colour b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

static void test_rgb_reads_the_bytes_in_order(void)
{
    CHECK(same(loam_rgb(0x123456), (loam_colour){0x12, 0x34, 0x56, 255}));
}

static void test_mix_meets_both_ends_and_clamps(void)
{
    const loam_colour a = {10, 20, 30, 40}, b = {250, 0, 31, 255};
    CHECK(same(loam_colour_mix(a, b, 0.0f), a));
    CHECK(same(loam_colour_mix(a, b, 1.0f), b));
    CHECK(same(loam_colour_mix(a, b, -5.0f), a));
    CHECK(same(loam_colour_mix(a, b, INFINITY), b));
    CHECK(same(loam_colour_mix(a, b, NAN), a));
    CHECK(same(loam_colour_mix(a, b, 0.5f), (loam_colour){130, 10, 31, 148}));
}

static void test_over_keeps_what_is_not_covered(void)
{
    const loam_colour top = {200, 100, 0, 255}, glass = {200, 100, 0, 0}, ground = {0, 50, 90, 255};
    CHECK(same(loam_colour_over(top, ground), top));
    CHECK(same(loam_colour_over(glass, ground), ground));
    const loam_colour half = {200, 100, 0, 128};
    CHECK(same(loam_colour_over(half, ground), (loam_colour){100, 75, 45, 255}));
    // Over nothing a colour stays what it is, and two halves cover three quarters.
    CHECK(same(loam_colour_over(half, (loam_colour){9, 9, 9, 0}), half));
    CHECK_INT(loam_colour_over(glass, (loam_colour){9, 9, 9, 0}).a, 0);
    CHECK_INT(loam_colour_over(half, half).a, 192);
    CHECK_INT(loam_colour_over(half, half).r, 200);
}

static void test_shade_stays_in_range(void)
{
    const loam_colour colour = {100, 200, 0, 77};
    CHECK(same(loam_colour_shade(colour, 1.0f), colour));
    CHECK(same(loam_colour_shade(colour, 2.0f), (loam_colour){200, 255, 0, 77}));
    CHECK(same(loam_colour_shade(colour, 0.5f), (loam_colour){50, 100, 0, 77}));
    CHECK(same(loam_colour_shade(colour, -3.0f), (loam_colour){0, 0, 0, 77}));
    CHECK(same(loam_colour_shade(colour, NAN), (loam_colour){0, 0, 0, 77}));
    CHECK_INT(loam_colour_shade(colour, INFINITY).r, 255);
}

static void test_relief_lights_what_faces_the_top_left(void)
{
    CHECK(loam_relief(0.0f, 0.0f) == 1.0f);
    CHECK(loam_relief(1.0f, 0.0f) > 1.0f);
    CHECK(loam_relief(0.0f, 1.0f) > 1.0f);
    CHECK(loam_relief(-1.0f, -1.0f) < 1.0f);
    CHECK(loam_relief(1.0f, -1.0f) == 1.0f);
    CHECK(loam_relief(2.0f, 0.0f) > loam_relief(1.0f, 0.0f));
    CHECK_RANGE(loam_relief(INFINITY, 0.0f), 2, 2);
    CHECK_RANGE(loam_relief(-INFINITY, 0.0f), 0, 0);
    CHECK_RANGE(loam_relief(3e38f, 3e38f), 1, 2);
    CHECK_RANGE(loam_relief(NAN, 0.0f), 1, 1);
    CHECK_RANGE(loam_relief(INFINITY, -INFINITY), 1, 1);
}

static void test_ramp_goes_through_its_stops(void)
{
    const loam_ramp_stop stops[] = {{0.0f, {0, 0, 0, 255}},
                                    {0.5f, {100, 0, 0, 255}},
                                    {0.5f, {0, 200, 0, 255}},
                                    {1.0f, {0, 0, 255, 255}}};
    CHECK_INT(loam_ramp_at(stops, 4, -1.0f).r, 0);
    CHECK_INT(loam_ramp_at(stops, 4, 0.25f).r, 50);
    CHECK_INT(loam_ramp_at(stops, 4, 0.49999997f).r, 100);
    CHECK_INT(loam_ramp_at(stops, 4, 0.5f).g, 200); // a hard border: the upper side has it
    CHECK_INT(loam_ramp_at(stops, 4, 0.75f).b, 128);
    CHECK_INT(loam_ramp_at(stops, 4, 1.0f).b, 255);
    CHECK_INT(loam_ramp_at(stops, 4, INFINITY).b, 255);
    CHECK(same(loam_ramp_at(stops, 4, NAN), stops[0].colour));
    CHECK_INT(loam_ramp_at(stops, 1, 7.0f).a, 255);
    CHECK_INT(loam_ramp_at(stops, 0, 7.0f).a, 0);
}

static void test_named_ramps_rise_from_0_to_1(void)
{
    static const char *const names[] = {"grey", "heat", "terrain", "sea"};
    for (int i = 0; i < 4; i++)
    {
        int32_t count;
        const loam_ramp_stop *stops = loam_ramp_named(names[i], &count);
        CHECK(stops != NULL && count >= 2);
        CHECK(stops[0].at == 0.0f && stops[count - 1].at == 1.0f);
        for (int32_t k = 1; k < count; k++)
        {
            CHECK(stops[k].at >= stops[k - 1].at);
            CHECK_INT(stops[k].colour.a, 255);
        }
    }
    int32_t count = 5;
    CHECK(loam_ramp_named("plaid", &count) == NULL);
    CHECK_INT(count, 0);
}

int main(void)
{
    RUN(test_rgb_reads_the_bytes_in_order);
    RUN(test_mix_meets_both_ends_and_clamps);
    RUN(test_over_keeps_what_is_not_covered);
    RUN(test_shade_stays_in_range);
    RUN(test_relief_lights_what_faces_the_top_left);
    RUN(test_ramp_goes_through_its_stops);
    RUN(test_named_ramps_rise_from_0_to_1);
    return CHECK_DONE();
}
