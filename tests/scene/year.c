// SPDX-License-Identifier: MIT
// What days of the year do, and that the tropics do not notice.
#include "scene/year.h"
#include "check.h"
#include "scene/sky.h"

enum
{
    SPRING = 110,
    SUMMER = 200,
    AUTUMN = 288,
    WINTER = 20
};

static float noon_height(int32_t day)
{
    static sky light;
    const weather w = weather_of(WEATHER_CLEAR);
    sky_compute(12, year_at(day).declination, &w, 10, &light);
    return light.sun[1];
}

static void test_no_season_is_what_was_drawn_before_there_were_any(void)
{
    const year_day none = year_at(0);
    CHECK(none.declination == 0.18f && none.degrees == 0);
    CHECK(none.spring == 0 && none.summer == 0 && none.autumn == 0 && none.winter == 0);
}

static void test_the_sun_is_high_in_summer_and_low_in_winter(void)
{
    CHECK(noon_height(SUMMER) > noon_height(SPRING) && noon_height(SPRING) > noon_height(AUTUMN));
    CHECK(noon_height(AUTUMN) > noon_height(WINTER) + 0.1f);
    CHECK(noon_height(WINTER) > 0.35f && noon_height(SUMMER) > 0.9f); // 28 and 69 degrees
}

static void test_each_season_is_full_on_its_day(void)
{
    const year_day spring = year_at(SPRING), summer = year_at(SUMMER), autumn = year_at(AUTUMN),
                   winter = year_at(WINTER);
    CHECK(spring.spring > 0.9f && spring.summer + spring.autumn + spring.winter < 0.1f);
    CHECK(summer.summer > 0.9f && summer.spring + summer.autumn + summer.winter < 0.1f);
    CHECK(autumn.autumn > 0.9f && autumn.spring + autumn.summer + autumn.winter < 0.1f);
    CHECK(winter.winter > 0.9f && winter.spring + winter.summer + winter.autumn < 0.1f);
    CHECK(winter.degrees < -11 && summer.degrees > 5);
    CHECK(fabsf(spring.degrees) < 2 && fabsf(autumn.degrees) < 2);
}

static void test_days_follow_each_other_without_jumps(void)
{
    for (int32_t day = 1; day <= 365; day++)
    {
        const year_day a = year_at(day), b = year_at(day % 365 + 1);
        CHECK(fabsf(a.declination - b.declination) < 0.01f);
        CHECK(fabsf(a.degrees - b.degrees) < 0.3f);
        CHECK(fabsf(a.spring - b.spring) + fabsf(a.summer - b.summer) < 0.1f);
        CHECK(fabsf(a.autumn - b.autumn) + fabsf(a.winter - b.winter) < 0.1f);
    }
}

static void test_the_tropics_have_no_seasons(void)
{
    CHECK(year_share(26) == 0 && year_share(10) == 1 && year_share(-20) == 1);
    CHECK(year_warmth(WINTER, 26) == 0);
    CHECK(year_warmth(WINTER, 8) < -11);
    // A high mountain of the tropics is cold all the year.
    CHECK(year_warmth(WINTER, year_sea_degrees(-4, 5000)) == 0);
    CHECK(year_sea_degrees(9, -300) == 9);
}

int main(void)
{
    RUN(test_no_season_is_what_was_drawn_before_there_were_any);
    RUN(test_the_sun_is_high_in_summer_and_low_in_winter);
    RUN(test_each_season_is_full_on_its_day);
    RUN(test_days_follow_each_other_without_jumps);
    RUN(test_the_tropics_have_no_seasons);
    return CHECK_DONE();
}
