// SPDX-License-Identifier: MIT
// The light of the day: where the sun stands, how bright and of what colour it and the sky are.
#include "scene/sky.h"
#include "check.h"
#include "scene/year.h"

static sky light;

static void compute(double hour, weather_kind kind)
{
    const weather w = weather_of(kind);
    sky_compute(hour, year_at(0).declination, &w, 10, &light);
}

static float sum(const float c[3])
{
    return c[0] + c[1] + c[2];
}

static void test_the_sun_goes_from_east_over_south_to_west(void)
{
    compute(8, WEATHER_CLEAR);
    CHECK(light.sun[0] > 0.5f);
    compute(12, WEATHER_CLEAR);
    CHECK(light.sun[2] < -0.1f && light.sun[1] > 0.7f);
    compute(16, WEATHER_CLEAR);
    CHECK(light.sun[0] < -0.5f);
    compute(0, WEATHER_CLEAR);
    CHECK(light.sun[1] < -0.3f);
}

static void test_everything_is_a_number_at_any_time(void)
{
    for (int32_t k = 0; k < WEATHER_KINDS; k += 2)
    {
        for (double hour = 0; hour < 24; hour += 4.7)
        {
            compute(hour, (weather_kind)k);
            float least = 1;
            for (int32_t i = 0; i < SKY_W * SKY_H; i++)
            {
                const float *const c = light.table[i / SKY_W][i % SKY_W];
                least = fminf(least, fminf(c[0], fminf(c[1], c[2])));
                CHECK(isfinite(sum(c)));
            }
            CHECK(least >= 0);
            CHECK(isfinite(light.exposure) && light.exposure > 0);
            CHECK(sum(light.ambient) > 0);
        }
    }
}

static void test_noon_is_white_and_evenings_are_red(void)
{
    compute(12, WEATHER_CLEAR);
    const float noon = light.light_colour[2] / light.light_colour[0],
                bright = sum(light.light_colour);
    CHECK(noon > 0.75f);
    compute(18.2, WEATHER_CLEAR);
    CHECK(light.light_colour[2] / light.light_colour[0] < 0.4f);
    CHECK(sum(light.light_colour) < 0.6f * bright);
}

static void test_the_sky_is_blue_above_and_pale_at_the_horizon(void)
{
    compute(12, WEATHER_CLEAR);
    const float *const up = light.table[SKY_H - 1][32], *const low = light.table[20][32];
    CHECK(up[2] > 2 * up[0]);
    CHECK(low[2] / low[0] < 0.8f * up[2] / up[0]);
    CHECK(sum(low) > sum(up));
}

static void test_nights_are_darker_than_days_even_for_eyes(void)
{
    compute(12, WEATHER_CLEAR);
    const float day = (sum(light.ambient) + light.light[1] * sum(light.light_colour)) *
                      light.exposure;
    compute(23, WEATHER_CLEAR);
    const float night = (sum(light.ambient) + light.light[1] * sum(light.light_colour)) *
                        light.exposure;
    CHECK(night < 0.5f * day);
    CHECK(night > 0.01f * day);
    CHECK(light.night > 0.99f);
}

static void test_storms_are_darker_than_clear_days(void)
{
    compute(12, WEATHER_CLEAR);
    const float clear = sum(light.light_colour) + sum(light.ambient);
    compute(12, WEATHER_STORM);
    CHECK(sum(light.light_colour) + sum(light.ambient) < 0.4f * clear);
}

static void test_weathers_have_names(void)
{
    CHECK(strcmp(weather_name(WEATHER_CLEAR), "clear") == 0);
    CHECK(strcmp(weather_name(WEATHER_FOG), "fog") == 0);
    CHECK(weather_name(WEATHER_KINDS) == NULL);
}

int main(void)
{
    RUN(test_the_sun_goes_from_east_over_south_to_west);
    RUN(test_everything_is_a_number_at_any_time);
    RUN(test_noon_is_white_and_evenings_are_red);
    RUN(test_the_sky_is_blue_above_and_pale_at_the_horizon);
    RUN(test_nights_are_darker_than_days_even_for_eyes);
    RUN(test_storms_are_darker_than_clear_days);
    RUN(test_weathers_have_names);
    return CHECK_DONE();
}
