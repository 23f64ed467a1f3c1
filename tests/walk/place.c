// SPDX-License-Identifier: MIT
// A place as a line of text.
#include "place/place.h"
#include "check.h"
#include "place/season.h"

#include <string.h>

static const char *weathers(int32_t index)
{
    static const char *const names[] = {"clear", "fair", "cloudy", "rain", "storm",
                                        "snow",  "haze", "fog",    NULL};
    return names[index];
}

static place some_place(void)
{
    return (place){.seed = 18446744073709551615u,
                   .x = -232400.125,
                   .z = 1099511525576.5,
                   .height = 12.25,
                   .azimuth = 210.5,
                   .elevation = -1.25,
                   .minutes = 17 * 60 + 5,
                   .weather = 4};
}

static void test_what_is_written_is_read(void)
{
    const place from = some_place();
    place to = {.height = 1};
    char text[PLACE_MAX_TEXT];
    bool has_seed = false;
    place_write(&from, weathers, text);
    CHECK_TEXT(text, "seed=18446744073709551615 at=-232400.125,1099511525576.500 height=12.25 "
                     "look=210.50,-1.25 time=17:05 weather=storm");
    CHECK_INT(place_read(text, weathers, &to, &has_seed), LOAM_OK);
    CHECK(has_seed);
    CHECK_U64(to.seed, from.seed);
    CHECK(to.x == from.x && to.z == from.z && to.height == from.height);
    CHECK(to.azimuth == from.azimuth && to.elevation == from.elevation);
    CHECK_INT(to.minutes, from.minutes);
    CHECK_INT(to.weather, from.weather);
}

static void test_what_photographs_have_is_written_and_read(void)
{
    place from = some_place(), to = {.height = 1};
    char text[PLACE_MAX_TEXT];
    from.fov = 35;
    from.tilt = -7.5;
    from.exposure = 0.5;
    from.fog = -2;
    place_write(&from, weathers, text);
    CHECK_CONTAINS(text, "weather=storm fov=35.00 tilt=-7.50 exposure=0.50 fog=-2.00");
    CHECK_INT(place_read(text, weathers, &to, NULL), LOAM_OK);
    CHECK(to.fov == 35 && to.tilt == -7.5 && to.exposure == 0.5 && to.fog == -2);
}

static void test_a_season_is_written_by_name_or_day(void)
{
    static const struct
    {
        int32_t day;
        const char *word;
    } cases[] = {{110, " season=spring"}, {200, " season=summer"}, {288, " season=autumn"},
                 {20, " season=winter"},  {1, " season=1"},        {365, " season=365"}};
    char text[PLACE_MAX_TEXT];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        place from = some_place(), to = {.height = 1};
        from.day = cases[i].day;
        place_write(&from, weathers, text);
        CHECK_CONTAINS(text, cases[i].word);
        CHECK_INT(place_read(text, weathers, &to, NULL), LOAM_OK);
        CHECK_INT(to.day, cases[i].day);
    }
    place to = {.height = 1, .day = 20};
    CHECK_INT(place_read("time=06:30", weathers, &to, NULL), LOAM_OK); // as lines of before
    CHECK_INT(to.day, 20);
    CHECK_INT(place_read("season=none", weathers, &to, NULL), LOAM_OK);
    CHECK_INT(to.day, 0);
}

static void test_days_between_two_go_forward(void)
{
    CHECK_INT(season_mix(110, 200, 0), 110);
    CHECK_INT(season_mix(110, 200, 0.5), 155);
    CHECK_INT(season_mix(110, 200, 1), 200);
    CHECK_INT(season_mix(355, 15, 0.4), 365);
    CHECK_INT(season_mix(355, 15, 0.48), 2);
    CHECK_INT(season_mix(0, 200, 0.49), 0);
    CHECK_INT(season_mix(0, 200, 0.5), 200);
}

static void test_what_is_not_said_stays(void)
{
    place to = some_place();
    bool has_seed = true;
    CHECK_INT(place_read("  time=06:30\n", weathers, &to, &has_seed), LOAM_OK);
    CHECK(!has_seed);
    CHECK_INT(to.minutes, 390);
    CHECK(to.x == some_place().x);
    CHECK_INT(to.weather, 4);
}

static void test_bad_places_are_refused_with_what_is_accepted(void)
{
    static const char *const cases[][2] = {
        {"", "empty"},
        {"nonsense", "no \"nonsense\""},
        {"colour=red", "no \"colour\""},
        {"at=1", "X,Z"},
        {"at=1,2,3", "X,Z"},
        {"at=nan,0", "X,Z"},
        {"at=1e300,0", "X,Z"},
        {"height=0.1", "0.5 to 20000"},
        {"height=20001", "0.5 to 20000"},
        {"height=2x", "0.5 to 20000"},
        {"look=400,0", "-360 to 360"},
        {"look=0,91", "-90 to 90"},
        {"time=24:00", "00:00 to 23:59"},
        {"time=1:00", "00:00 to 23:59"},
        {"time=12:60", "00:00 to 23:59"},
        {"weather=odd", "clear, fair"},
        {"season=monsoon", "season of a place is monsoon; must be none, spring"},
        {"season=", "1 to 365"},
        {"season=0", "1 to 365"},
        {"season=366", "1 to 365"},
        {"season=1e2", "1 to 365"},
        {"season=0020", "1 to 365"},
        {"seed=", "a number or a word"},
        {"fov=9", "10 to 120"},
        {"tilt=181", "-180 to 180"},
        {"exposure=6", "stops, -5 to 5"},
        {"fog=thick", "a power of 2, -5 to 5"},
        {"at=0,0 at=", "X,Z"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        place to = some_place();
        CHECK_INT(place_read(cases[i][0], weathers, &to, NULL), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), cases[i][1]);
        CHECK(to.x == some_place().x && to.minutes == some_place().minutes);
    }
}

static void test_long_words_are_refused(void)
{
    char text[512];
    place to = some_place();
    memset(text, '1', sizeof text - 1);
    text[sizeof text - 1] = 0;
    memcpy(text, "at=", 3);
    CHECK_INT(place_read(text, weathers, &to, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "511 letters");
}

int main(void)
{
    RUN(test_what_is_written_is_read);
    RUN(test_what_photographs_have_is_written_and_read);
    RUN(test_a_season_is_written_by_name_or_day);
    RUN(test_days_between_two_go_forward);
    RUN(test_what_is_not_said_stays);
    RUN(test_bad_places_are_refused_with_what_is_accepted);
    RUN(test_long_words_are_refused);
    return CHECK_DONE();
}
