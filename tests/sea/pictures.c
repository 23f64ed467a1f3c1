// SPDX-License-Identifier: MIT
// What pictures of the sea show: the same each time, islands where their heights are, no gaps, water that moves, boats.
#include "stage.h"

#include <math.h>

static loam_colour kept[STAGE_PIXELS];

static void keep(const stage *s)
{
    memcpy(kept, s->picture.pixels, sizeof kept);
}

static void test_two_runs_draw_the_same(void)
{
    static const weather_kind weathers[] = {WEATHER_CLEAR, WEATHER_STORM, WEATHER_SNOW};
    loam_colour first[3][STAGE_PIXELS];
    for (int32_t run = 0; run < 2; run++)
    {
        stage s;
        stage_open(&s, false);
        const loam_isle isle = stage_isle(&s, 0);
        const camera from = stage_before(&isle, 450, 30);
        for (int32_t i = 0; i < 3; i++)
        {
            const sea_look look = {.hour = 9 + 3 * i, .weather = weathers[i], .seconds = 77.5};
            stage_shoot(&s, &from, &look, 1);
            if (run == 0)
            {
                memcpy(first[i], s.picture.pixels, sizeof first[i]);
            }
            CHECK(memcmp(first[i], s.picture.pixels, sizeof first[i]) == 0);
        }
        stage_close(&s);
    }
}

/// Whether a pixel has the colour of deep water rather than of land.
static bool is_blue(loam_colour c)
{
    return c.b > c.r + 35 && c.b > c.g + 10;
}

/// Heights within some metres: hills are seen a little aside of where they stand.
static void find_heights(const stage *s, int64_t x, int64_t z, float *low, float *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int32_t i = 0; i < 9; i++)
    {
        float height;
        CHECK_INT(loam_isles_height(s->isles, x + 14 * (i % 3 - 1), z + 14 * (i / 3 - 1), &height),
                  LOAM_OK);
        *low = fminf(*low, height);
        *high = fmaxf(*high, height);
    }
}

// Seen from above, land is where the heights are above the sea, and deep water is where they are not.
static void test_islands_are_where_their_heights_are(void)
{
    const sea_look look = {
        .hour = 8, .weather = WEATHER_CLEAR, .seconds = 5}; // no sun in the mirror
    stage s;
    stage_open(&s, false);
    for (int32_t type = 0; type < 4; type++)
    {
        const loam_isle isle = stage_isle(&s, type);
        const camera from = {.x = isle.x, .z = isle.z, .y = 1000, .elevation = -90, .fov = 45};
        const double metres = 2 * 1000 * tan(45 * 0.5 * 0.017453292519943295) / STAGE_H;
        int32_t land = 0, sea = 0, wrong = 0;
        stage_shoot(&s, &from, &look, 1);
        for (int32_t i = 0; i < STAGE_PIXELS; i++)
        {
            // The head is to the north: north is up, east is right.
            const double dx = (i % STAGE_W - STAGE_W / 2 + 0.5) * metres,
                         dz = (STAGE_H / 2 - i / STAGE_W - 0.5) * metres;
            const bool blue = is_blue(s.picture.pixels[i]);
            float low, high;
            find_heights(&s, isle.x + llround(dx), isle.z + llround(dz), &low, &high);
            land += low > 3;
            sea += high < -19;
            wrong += (low > 3 && blue) || (high < -19 && !blue);
            CHECK_INT(s.picture.pixels[i].a, 255);
        }
        CHECK(land > 30);
        CHECK(sea > 500);
        CHECK_RANGE(wrong, 0, (land + sea) / 200); // bright lines of waves
    }
    stage_close(&s);
}

/// The angle up at which the ground ends before the sky, in a direction, by heights alone.
static double skyline(const stage *s, const camera *from, double azimuth)
{
    double max = -90;
    for (double way = 5; way < 1500; way += 3)
    {
        float height;
        const int64_t x = from->x + llround(way * sin(azimuth)),
                      z = from->z + llround(way * cos(azimuth));
        CHECK_INT(loam_isles_height(s->isles, x, z, &height), LOAM_OK);
        max = fmax(max, atan2((double)fmaxf(height, 0) - from->y, way) * 57.29577951308232);
    }
    return max;
}

// Seen from the sea, sky begins above the silhouette that heights have: nothing of it is missing.
static void test_silhouettes_are_those_of_the_heights(void)
{
    const sea_look look = {.hour = 12, .weather = WEATHER_CLEAR, .seconds = 5};
    stage s;
    stage_open(&s, false);
    const loam_isle isle = stage_isle(&s, 2);
    camera from = stage_before(&isle, 480, 3);
    from.elevation = 6;
    stage_shoot(&s, &from, &look, 1);
    const double focal = 0.5 * STAGE_H / tan(0.5 * from.fov * 0.017453292519943295);
    int32_t hills = 0;
    for (int32_t column = 4; column < STAGE_W; column += 8)
    {
        const double aside = atan2(column + 0.5 - 0.5 * STAGE_W, focal);
        int32_t top = STAGE_H;
        while (top > 0 && s.picture.pixels[(top - 1) * STAGE_W + column].a > 128)
        {
            top--;
        }
        const double up = skyline(&s, &from, aside) * 0.017453292519943295,
                     e = 6 * 0.017453292519943295;
        // The pixel of a direction: turned by the elevation of the view.
        const double x = cos(up) * cos(aside), y = sin(up);
        const double along = x * cos(e) + y * sin(e), above = y * cos(e) - x * sin(e);
        const double row = 0.5 * STAGE_H - focal * above / along;
        CHECK_RANGE(top, row - 12, row + 1.6); // trees stand above the ground, nothing is below it
        hills += up > 0.03;
    }
    CHECK(hills > 5);
    stage_close(&s);
}

static void check_filled(const stage *s)
{
    int32_t open = 0;
    for (int32_t k = 0; k < STAGE_PIXELS; k++)
    {
        open += s->picture.pixels[k].a != 255;
    }
    CHECK_INT(open, 0);
}

/// No water is seen where the ground should hide it.
static void check_is_land(const stage *s)
{
    int32_t water = 0;
    for (int32_t k = 0; k < STAGE_PIXELS; k++)
    {
        water += is_blue(s->picture.pixels[k]);
    }
    CHECK_INT(water, 0);
}

// From many places close to the ground and over the sea, no sky is seen below the horizon.
static void test_near_views_have_no_gaps(void)
{
    const sea_look look = {.hour = 12, .weather = WEATHER_CLEAR, .seconds = 5};
    int32_t views = 0, lands = 0;
    stage s;
    stage_open(&s, false);
    const loam_isle isle = stage_isle(&s, 0);
    for (int32_t i = 0; i < 24; i++)
    {
        const double turn = 0.7 * i, out = isle.radius * (0.1 + 0.05 * i);
        camera from = {.x = isle.x + llround(out * sin(turn)),
                       .z = isle.z + llround(out * cos(turn)),
                       .azimuth = 37.0 * i,
                       .elevation = -26 - 2.6 * i,
                       .fov = 45};
        float height;
        CHECK_INT(loam_isles_height(s.isles, from.x, from.z, &height), LOAM_OK);
        from.y = (double)fmaxf(height, 0) + 1.5 + 3.0 * i;
        stage_shoot(&s, &from, &look, 1);
        check_filled(&s);
        if (height > 8)
        {
            from.elevation = -89;
            from.y = (double)height + 6;
            stage_shoot(&s, &from, &look, 1);
            check_is_land(&s);
            lands++;
        }
        views++;
    }
    CHECK_INT(views, 24);
    CHECK(lands > 3);
    stage_close(&s);
}

// The horizon is level and nothing is seen through below it, however far the sea reaches.
static void test_the_sea_reaches_the_horizon(void)
{
    const sea_look look = {.hour = 12, .weather = WEATHER_CLEAR, .seconds = 5};
    const camera from = {.x = 512, .z = 512, .y = 2.5, .azimuth = 80, .fov = 45};
    stage s;
    stage_open(&s, false);
    stage_shoot(&s, &from, &look, 1);
    for (int32_t i = (STAGE_H / 2 + 2) * STAGE_W; i < STAGE_PIXELS; i++)
    {
        CHECK_INT(s.picture.pixels[i].a, 255);
    }
    for (int32_t i = 0; i < STAGE_W; i++)
    {
        CHECK_INT(s.picture.pixels[i].a, 0);
    }
    stage_close(&s);
}

// Straight down, aslant and with the head tilted: water is all around the viewer.
static void test_water_is_below_all_views(void)
{
    const sea_look look = {.hour = 8, .weather = WEATHER_CLEAR, .seconds = 5};
    stage s;
    stage_open(&s, false);
    for (int32_t i = 0; i < 8; i++)
    {
        const camera from = {.x = 512,
                             .z = 512,
                             .y = 12,
                             .azimuth = 200,
                             .elevation = -90 + 5 * i,
                             .tilt = i % 2 == 0 ? 0 : 40,
                             .fov = 90};
        int32_t water = 0;
        stage_shoot(&s, &from, &look, 1);
        for (int32_t k = 0; k < STAGE_PIXELS; k++)
        {
            water += is_blue(s.picture.pixels[k]);
        }
        CHECK_RANGE(water, STAGE_PIXELS * 9 / 10, STAGE_PIXELS);
    }
    stage_close(&s);
}

static void test_waves_move_and_land_does_not(void)
{
    sea_look look = {.hour = 12, .weather = WEATHER_CLEAR, .seconds = 5, .wind_x = 9};
    stage s;
    stage_open(&s, false);
    const loam_isle isle = stage_isle(&s, 2);
    const camera sea = {
        .x = isle.x, .z = isle.z - 600, .y = 6, .azimuth = 180, .elevation = -25, .fov = 45};
    stage_shoot(&s, &sea, &look, 1);
    keep(&s);
    look.seconds = 6.5;
    stage_shoot(&s, &sea, &look, 1);
    CHECK(stage_differences(&s, kept) > STAGE_PIXELS / 4);
    stage_close(&s);
}

static float mean_of(const stage *s)
{
    float sum = 0;
    for (int32_t i = 0; i < STAGE_PIXELS; i++)
    {
        const loam_colour c = s->picture.pixels[i];
        sum += (float)(c.r + c.g + c.b) / (3 * STAGE_PIXELS);
    }
    return sum;
}

/// Clouds go where the wind goes to: who has gone as far the other way sees the same. A gust does not move them back.
static void test_clouds_go_with_the_wind(void)
{
    const sea_look before = {.hour = 10, .weather = WEATHER_RAIN, .wind_x = 8, .wind_z = -24};
    sea_look after = before;
    camera from = {.x = 100000, .z = -300000, .y = 30, .elevation = 55, .fov = 45};
    stage s;
    // Rain drops differ, the rest is the same.
    after.seconds = 100;
    stage_open(&s, false);
    stage_shoot(&s, &from, &before, 1);
    keep(&s);
    stage_shoot(&s, &from, &after, 1);
    CHECK(stage_differences(&s, kept) > STAGE_PIXELS / 2);
    from.x += 800;
    from.z -= 2400;
    stage_shoot(&s, &from, &after, 1);
    CHECK_REPORT(stage_differences(&s, kept) < STAGE_PIXELS / 12, "%d pixels differ",
                 (int)stage_differences(&s, kept));
    keep(&s);
    after.wind_x = -20;
    stage_shoot(&s, &from, &after, 1);
    CHECK(stage_differences(&s, kept) < STAGE_PIXELS / 12);
    stage_close(&s);
}

static void test_hours_fog_and_exposure_count(void)
{
    sea_look look = {.hour = 12, .weather = WEATHER_CLEAR, .seconds = 5};
    stage s;
    stage_open(&s, false);
    const loam_isle isle = stage_isle(&s, 0);
    const camera from = stage_before(&isle, 500, 30);
    stage_shoot(&s, &from, &look, 1);
    const float noon = mean_of(&s);
    look.exposure = 1;
    stage_shoot(&s, &from, &look, 1);
    CHECK(mean_of(&s) > noon + 15);
    look.exposure = 0;
    look.hour = 0;
    stage_shoot(&s, &from, &look, 1);
    CHECK(mean_of(&s) < noon - 40);
    look.hour = 12;
    stage_shoot(&s, &from, &look, 1);
    keep(&s);
    look.fog = 5;
    stage_shoot(&s, &from, &look, 1);
    CHECK(stage_differences(&s, kept) > STAGE_PIXELS / 4);
    stage_close(&s);
}

/// Pixels that a change of the look changes, in a rectangle around a column and outside of it.
static void count_changes(const stage *s, int32_t middle, int32_t half_w, int32_t half_h,
                          int32_t *within, int32_t *outside)
{
    *within = *outside = 0;
    for (int32_t i = 0; i < STAGE_PIXELS; i++)
    {
        const loam_colour a = s->picture.pixels[i], b = kept[i];
        const bool differs = abs(a.r - b.r) + abs(a.g - b.g) + abs(a.b - b.b) > 24;
        const bool is_middle = abs(i % STAGE_W - middle) < half_w &&
                               abs(i / STAGE_W - STAGE_H / 2) < half_h;
        *within += differs && is_middle;
        *outside += differs && !is_middle;
    }
}

static void test_boats_and_boxes_are_where_they_stand(void)
{
    sea_look look = {.hour = 12, .weather = WEATHER_CLEAR, .seconds = 5};
    const double far = 1099511627776.0; // floats would lose metres there
    const camera from = {.x = (int64_t)far, .z = 700, .y = 3, .fov = 45};
    const sea_boat boat = {.x = far + 16.5, .z = 740, .yaw = 90, .sail = 1, .boom = 20};
    const figure_box box = {
        .centre = {0, 3, 20}, .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .colour = {1, 0, 0}};
    int32_t within, outside;
    stage s;
    stage_open(&s, false);
    stage_shoot(&s, &from, &look, 1);
    keep(&s);
    look.boats = &boat;
    look.boat_count = 1;
    stage_shoot(&s, &from, &look, 1);
    count_changes(&s, STAGE_W / 2 + 44, 30, 45, &within, &outside);
    CHECK_RANGE(within, 60, 1200);
    CHECK(outside < 12);
    look.boat_count = 0;
    look.boxes = &box;
    look.box_count = 1;
    stage_shoot(&s, &from, &look, 1);
    count_changes(&s, STAGE_W / 2, 12, 30, &within, &outside);
    CHECK_RANGE(within, 60, 600);
    CHECK(outside < 12);
    stage_close(&s);
}

static void test_wakes_foam_behind_boats(void)
{
    sea_look look = {.hour = 12, .weather = WEATHER_CLEAR, .seconds = 5, .boat_count = 1};
    const camera from = {.x = 512, .z = 512, .y = 60, .elevation = -89, .fov = 45};
    sea_boat boat = {.x = 512, .z = 514, .yaw = 0};
    stage s;
    stage_open(&s, false);
    look.boats = &boat;
    stage_shoot(&s, &from, &look, 1);
    keep(&s);
    boat.wake = 1;
    stage_shoot(&s, &from, &look, 1);
    int32_t ahead = 0, behind = 0; // brighter, above and below the middle of the picture
    for (int32_t i = 0; i < STAGE_PIXELS; i++)
    {
        const bool brighter = s.picture.pixels[i].r > kept[i].r + 25;
        const int32_t row = i / STAGE_W;
        ahead += brighter && row < STAGE_H / 4;
        behind += brighter && row > STAGE_H / 2;
    }
    CHECK(behind > 60);
    CHECK_INT(ahead, 0);
    stage_close(&s);
}

/// Red beside blue, which does not depend on how bright a picture is.
static float red_of(const stage *s)
{
    float red = 0, blue = 0;
    for (int32_t i = 0; i < STAGE_PIXELS; i++)
    {
        red += (float)s->picture.pixels[i].r;
        blue += (float)s->picture.pixels[i].b;
    }
    return red / blue;
}

// Under water all sinks into its colour with the distance.
static void test_under_water_red_is_lost(void)
{
    const sea_look over = {.hour = 12, .weather = WEATHER_CLEAR, .seconds = 5};
    const sea_look under = {
        .hour = 12, .weather = WEATHER_CLEAR, .seconds = 5, .under_water = true};
    stage s;
    stage_open(&s, false);
    camera from = {.x = 512, .z = 512, .y = 3, .fov = 45};
    stage_shoot(&s, &from, &over, 1);
    const float above = red_of(&s);
    from.y = -4;
    stage_shoot(&s, &from, &under, 1);
    CHECK(red_of(&s) < 0.5f * above);
    for (int32_t i = 0; i < STAGE_PIXELS; i += 7)
    {
        CHECK(s.picture.pixels[i].b > s.picture.pixels[i].r);
    }
    stage_close(&s);
}

int main(void)
{
    RUN(test_two_runs_draw_the_same);
    RUN(test_islands_are_where_their_heights_are);
    RUN(test_silhouettes_are_those_of_the_heights);
    RUN(test_near_views_have_no_gaps);
    RUN(test_the_sea_reaches_the_horizon);
    RUN(test_water_is_below_all_views);
    RUN(test_waves_move_and_land_does_not);
    RUN(test_clouds_go_with_the_wind);
    RUN(test_hours_fog_and_exposure_count);
    RUN(test_boats_and_boxes_are_where_they_stand);
    RUN(test_wakes_foam_behind_boats);
    RUN(test_under_water_red_is_lost);
    return CHECK_DONE();
}
