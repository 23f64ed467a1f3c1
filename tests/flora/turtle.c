// SPDX-License-Identifier: MIT
// The turtle: where segments lie, how they hang together, how wide they are, what they turn towards.
#include "flora/plant.h"
#include "loam/maths.h"

#define AXIOM(settings, word) settings "iterations 0\nlength 1\naxiom " word

static void check_heading(int32_t segment, float x, float y, float z)
{
    CHECK(segment < plant.segment_count);
    const float *const heading = plant.segments[segment].heading;
    CHECK_NEAR(heading[0], x, 1e-5);
    CHECK_NEAR(heading[1], y, 1e-5);
    CHECK_NEAR(heading[2], z, 1e-5);
}

static void test_turns_in_the_plane(void)
{
    CHECK_OK(plant_grow(AXIOM("angle 90\n", "F+F+F--F(2)f(3)F"), -1));
    CHECK_INT(plant.segment_count, 5);
    check_heading(0, 0, 1, 0);
    check_heading(1, -1, 0, 0); // left
    check_heading(2, 0, -1, 0);
    check_heading(3, 0, 1, 0);
    CHECK_NEAR(plant.segments[3].length, 2, 0);
    CHECK_NEAR(plant.segments[3].base[0], -1, 1e-5);
    CHECK_NEAR(plant.segments[4].base[1], 0 + 2 + 3, 1e-5); // from y = 0, two drawn, three moved
}

static void test_turns_in_space(void)
{
    CHECK_OK(plant_grow(AXIOM("dimensions 3\nangle 90\n", "F[^F][&F][+F][-F][/^F][\\^F]"), -1));
    check_heading(0, 0, 1, 0);
    check_heading(1, 0, 0, 1); // up is towards the viewer
    check_heading(2, 0, 0, -1);
    check_heading(3, -1, 0, 0);
    check_heading(4, 1, 0, 0);
    check_heading(5, 1, 0, 0);  // rolled right, the right side is down and up is to the right
    check_heading(6, -1, 0, 0); // rolled left
}

static void test_the_two_angles_are_apart(void)
{
    CHECK_OK(plant_grow(
        AXIOM("dimensions 3\nphyllotactic_angle 90\nbranching_angle 45\n", "[+F][^F]"), -1));
    check_heading(0, -1, 0, 0);
    check_heading(1, 0, 0.70710678f, 0.70710678f);
}

// However often it turns, the three directions stay at right angles and of length 1.
static void test_orientation_keeps_its_shape(void)
{
    char text[8192] = "dimensions 3\nangle 37\niterations 0\ntropism light 0.1\naxiom ";
    for (int i = 0; i < 1000; i++)
    {
        static const char *const turns[] = {"+F", "^F", "/F", "&F", "\\F"};
        strcat(text, turns[i % 5]);
    }
    CHECK_OK(plant_grow(text, -1));
    CHECK_INT(plant.segment_count, 1000);
    for (int32_t i = 0; i < plant.segment_count; i++)
    {
        const float *const h = plant.segments[i].heading;
        CHECK_NEAR(h[0] * h[0] + h[1] * h[1] + h[2] * h[2], 1, 1e-3);
    }
}

static void test_segments_hang_together(void)
{
    static const char text[] =
        "vary_length 0.3\nvary_angle 0.5\ntropism up 0.2\naxiom T(4)\n"
        "T(l) : l > 0.5 -> 50% ?F(l)[+T(l * 0.7)*][-T(l * 0.6)@] | 50% F(l)T(l * 0.8)$";
    loam_plant_site site = loam_default_plant_site();
    site.iterations = 8;
    for (site.seed = 0; site.seed < 50; site.seed++)
    {
        CHECK_OK(plant_grow_at(text, &site));
        for (int32_t i = 0; i < plant.segment_count; i++)
        {
            const loam_plant_segment *const segment = &plant.segments[i];
            CHECK(segment->parent < i && segment->parent >= -1);
            CHECK(segment->parent >= 0 || i == 0);
            CHECK(segment->heading[2] == 0.0f && segment->base[2] == 0.0f);
            CHECK(segment->length > 0.0f && segment->width > 0.0f &&
                  segment->tip_width <= segment->width);
            const loam_plant_segment *const parent =
                &plant.segments[segment->parent < 0 ? 0 : segment->parent];
            for (int k = 0; k < 2 && segment->parent >= 0; k++)
            {
                CHECK_NEAR(segment->base[k], parent->base[k] + parent->heading[k] * parent->length,
                           1e-4);
            }
        }
    }
}

static void test_organs_sit_where_the_turtle_stood(void)
{
    CHECK_OK(plant_grow(AXIOM("angle 90\n", "*F[+F@(3)]$(2)"), -1));
    CHECK_INT(plant.organ_count, 3);
    CHECK_INT(plant.organs[0].kind, LOAM_ORGAN_LEAF);
    CHECK_INT(plant.organs[0].segment, -1);
    CHECK_NEAR(plant.organs[0].size, 1, 0);
    CHECK_INT(plant.organs[1].kind, LOAM_ORGAN_BUD);
    CHECK_INT(plant.organs[1].segment, 1);
    CHECK_NEAR(plant.organs[1].at[0], -1, 1e-6);
    CHECK_NEAR(plant.organs[1].at[1], 1, 1e-6);
    CHECK_NEAR(plant.organs[1].size, 3, 0);
    CHECK_INT(plant.organs[2].kind, LOAM_ORGAN_FLOWER);
    CHECK_INT(plant.organs[2].segment, 0);
    CHECK_NEAR(plant.organs[2].heading[1], 1, 1e-6);
}

// Dubský 2024, eq. 4.3: the turn is the strength times the sine of the angle to the direction.
static void test_tropism_turns_by_the_sine(void)
{
    static const struct
    {
        const char *setting;
        double towards; // degrees, counter-clockwise from upwards
    } cases[] = {{"tropism up 0.5\n", 0},
                 {"tropism down 0.5\n", 180},
                 {"tropism light 0.5\n", -90},
                 {"tropism wind 0.5\n", 90},
                 {"tropism up -0.5\n", 180}};
    loam_plant_site site = loam_default_plant_site();
    site.towards[0] = 2.0f; // light from the right
    site.towards[1] = 0.0f;
    site.wind[0] = -3.0f; // wind to the left
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        for (int degrees = -150; degrees <= 150; degrees += 30)
        {
            char text[128];
            snprintf(text, sizeof text, "%siterations 0\naxiom +(%d)F", cases[i].setting, degrees);
            CHECK_OK(plant_grow_at(text, &site));
            const double theta = (cases[i].towards - degrees) * 3.14159265358979 / 180.0;
            const double turned = degrees * 3.14159265358979 / 180.0 + 0.5 * sin(theta);
            check_heading(0, (float)-sin(turned), (float)cos(turned), 0);
        }
    }
}

static void test_tropism_in_space_keeps_to_the_plane_of_both(void)
{
    CHECK_OK(plant_grow(AXIOM("dimensions 3\ntropism up 0.5\n", "/(40)^(90)F"), -1));
    const float *const h = plant.segments[0].heading;
    CHECK_NEAR(h[1], sin(0.5), 1e-5); // was level, at 90 degrees to up
    CHECK_NEAR(h[0] / h[2], tan(40.0 * 3.14159265358979 / 180.0), 1e-4);
}

static void test_widths(void)
{
    CHECK_OK(plant_grow(AXIOM("width 4\ntaper 0.5\n", "F[!F][!(3)F]!F"), -1));
    CHECK_NEAR(plant.segments[0].width, 4, 0);
    CHECK_NEAR(plant.segments[0].tip_width, 3, 0); // of its widest child
    CHECK_NEAR(plant.segments[1].width, 2, 0);
    CHECK_NEAR(plant.segments[1].tip_width, 1, 0); // tips taper
    CHECK_NEAR(plant.segments[3].width, 2, 0);
    // Pipes: areas add up.
    CHECK_OK(plant_grow(AXIOM("pipe_width 0.5\n", "FF[+F][-F[F][F]]"), -1));
    CHECK_NEAR(plant.segments[2].width, 0.5, 0);
    CHECK_NEAR(plant.segments[3].width, 0.5 * sqrt(2.0), 1e-6);
    CHECK_NEAR(plant.segments[1].width, 0.5 * sqrt(3.0), 1e-6);
    CHECK_NEAR(plant.segments[0].width, 0.5 * sqrt(3.0), 1e-6);
    CHECK_NEAR(plant.segments[1].tip_width, 0.5 * sqrt(2.0), 1e-6);
}

static void test_parts_and_stiffness_end_with_their_branch(void)
{
    CHECK_OK(plant_grow(AXIOM("stiffness 0.5\n", "F['~(2)F]F"), -1));
    CHECK_INT(plant.segments[1].part, 1);
    CHECK_NEAR(plant.segments[1].stiffness, 2, 0);
    CHECK_INT(plant.segments[1].depth, 1);
    CHECK_INT(plant.segments[2].part, 0);
    CHECK_NEAR(plant.segments[2].stiffness, 0.5, 0);
    CHECK_INT(plant.segments[2].depth, 0);
}

static void test_chance_mirrors_half_of_them(void)
{
    int32_t left = 0;
    loam_plant_site site = loam_default_plant_site();
    for (site.seed = 0; site.seed < 1000; site.seed++)
    {
        CHECK_OK(plant_grow_at(AXIOM("", "?+F"), &site));
        left += plant.segments[0].heading[0] < 0.0f;
        CHECK_OK(plant_grow_at(AXIOM("", "?[+F][-F]"), &site));
        CHECK(plant.segments[0].heading[0] * plant.segments[1].heading[0] < 0.0f);
    }
    CHECK_RANGE(left, 430, 570);
}

static void test_letters_draw_or_are_ignored(void)
{
    CHECK_OK(plant_grow(AXIOM("", "XFY"), -1));
    CHECK_INT(plant.segment_count, 1);
    CHECK_OK(plant_grow(AXIOM("letters draw\n", "XFYf"), -1));
    CHECK_INT(plant.segment_count, 3);
}

static void test_the_site_gives_the_first_heading(void)
{
    loam_plant_site site = loam_default_plant_site();
    site.heading[0] = 3.0f;
    site.heading[1] = 4.0f;
    site.heading[2] = 99.0f; // not in the plane
    CHECK_OK(plant_grow_at(AXIOM("", "F"), &site));
    check_heading(0, 0.6f, 0.8f, 0);
    site.heading[0] = site.heading[1] = site.heading[2] = 0.0f;
    CHECK_OK(plant_grow_at(AXIOM("dimensions 3\n", "F"), &site));
    check_heading(0, 0, 1, 0);
}

static void test_variation_stays_within_its_share(void)
{
    loam_plant_site site = loam_default_plant_site();
    double low = 9, high = 0;
    for (site.seed = 0; site.seed < 500; site.seed++)
    {
        CHECK_OK(plant_grow_at(AXIOM("vary_length 0.25\n", "F(4)"), &site));
        const double length = (double)plant.segments[0].length;
        low = length < low ? length : low;
        high = length > high ? length : high;
    }
    CHECK_RANGE(low, 3.0, 3.05);
    CHECK_RANGE(high, 4.95, 5.0);
}

static void test_extent_holds_everything(void)
{
    float low[3], high[3];
    CHECK_OK(plant_grow(AXIOM("angle 90\n", "FF[+F(3)][-F(2)f(4)*]"), -1));
    loam_plant_extent(&plant, low, high);
    CHECK_NEAR(low[0], -3, 1e-5);
    CHECK_NEAR(high[0], 6, 1e-5);
    CHECK_NEAR(high[1], 2, 1e-5);
    CHECK_NEAR(low[1], 0, 1e-5);
}

int main(void)
{
    RUN(test_turns_in_the_plane);
    RUN(test_turns_in_space);
    RUN(test_the_two_angles_are_apart);
    RUN(test_orientation_keeps_its_shape);
    RUN(test_segments_hang_together);
    RUN(test_organs_sit_where_the_turtle_stood);
    RUN(test_tropism_turns_by_the_sine);
    RUN(test_tropism_in_space_keeps_to_the_plane_of_both);
    RUN(test_widths);
    RUN(test_parts_and_stiffness_end_with_their_branch);
    RUN(test_chance_mirrors_half_of_them);
    RUN(test_letters_draw_or_are_ignored);
    RUN(test_the_site_gives_the_first_heading);
    RUN(test_variation_stays_within_its_share);
    RUN(test_extent_holds_everything);
    plant_end();
    return CHECK_DONE();
}
