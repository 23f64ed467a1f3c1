// SPDX-License-Identifier: MIT
// The weather by the climate: each climate has its own, it lasts for a while and some way, and is the same whenever it
// is asked for.
#include "scene/forecast.h"
#include "check.h"

typedef struct shares
{
    double of[WEATHER_KINDS];
} shares;

/// Over many places and a month of hours.
static shares look_at(float degrees, float humidity)
{
    shares out = {{0}};
    for (int32_t i = 0; i < 6000; i++)
    {
        const int64_t x = (int64_t)i * 77777 - 200000000, z = (int64_t)i * 31337;
        const climate_at climate = {degrees, humidity};
        out.of[forecast(3, climate, x, z, i * 0.13)] += 1.0 / 6000;
    }
    return out;
}

static void test_climates_have_weathers_of_their_own(void)
{
    const shares desert = look_at(27, 0.05f), forest = look_at(25, 0.95f),
                 pole = look_at(-18, 0.5f);
    const shares coast = look_at(10, 0.6f);
    CHECK(desert.of[WEATHER_RAIN] + desert.of[WEATHER_STORM] < 0.06);
    CHECK(desert.of[WEATHER_HAZE] > 0.1 && desert.of[WEATHER_CLEAR] > 0.25);
    CHECK(desert.of[WEATHER_SNOW] + pole.of[WEATHER_RAIN] + pole.of[WEATHER_STORM] <= 0);
    CHECK(forest.of[WEATHER_RAIN] + forest.of[WEATHER_STORM] > 0.3 &&
          forest.of[WEATHER_STORM] > 0.1 && forest.of[WEATHER_SNOW] <= 0);
    CHECK(pole.of[WEATHER_SNOW] > 0.05 && pole.of[WEATHER_CLEAR] > 0.1);
    CHECK(coast.of[WEATHER_FOG] > 0.01 && coast.of[WEATHER_RAIN] > 0.05 &&
          coast.of[WEATHER_CLOUDY] > 0.1 && coast.of[WEATHER_FAIR] > 0.1);
}

static void test_weather_lasts(void)
{
    const climate_at climate = {12, 0.6f};
    int32_t changes = 0, far_changes = 0;
    for (int32_t i = 0; i < 2000; i++)
    {
        const weather_kind now = forecast(7, climate, 1000000, -500000, i * 0.25);
        changes += now != forecast(7, climate, 1000000, -500000, (i + 1) * 0.25);
        far_changes += forecast(7, climate, i * 1000, 5, 10) !=
                       forecast(7, climate, (i + 1) * 1000, 5, 10);
    }
    CHECK_REPORT(changes > 50 && changes < 300, "%d changes in 500 hours", (int)changes);
    CHECK_REPORT(far_changes > 20 && far_changes < 200, "%d changes in 2000 km", (int)far_changes);
}

static void test_far_away_and_before_the_first_day_is_weather_too(void)
{
    const climate_at climate = {12, 0.6f};
    for (int32_t i = 0; i < 200; i++)
    {
        const weather_kind kind = forecast(9, climate, LOAM_LAND_END - i, -LOAM_LAND_END + i,
                                           -1000.0 + i * 37.7);
        CHECK(kind >= 0 && kind < WEATHER_KINDS);
    }
}

/// The coldest and the warmest and driest place of a wide area, and the climates there.
static void find_places(loam_land *land, loam_land_area area, int32_t *cold, int32_t *hot)
{
    static float degrees[32 * 32], humidity[32 * 32];
    const loam_land_samples samples = {.temperature = degrees, .humidity = humidity};
    CHECK_INT(loam_land_fill(land, area, &samples), LOAM_OK);
    *cold = *hot = 0;
    for (int32_t i = 0; i < 32 * 32; i++)
    {
        *cold = degrees[i] < degrees[*cold] ? i : *cold;
        *hot = degrees[i] - 40 * humidity[i] > degrees[*hot] - 40 * humidity[*hot] ? i : *hot;
    }
    CHECK(degrees[*cold] < -8 && degrees[*hot] > 15 && humidity[*hot] < 0.3f);
}

static void test_the_land_decides(void)
{
    const loam_land_area area = {-1048576, -1048576, 65536, 32, 32};
    loam_land_def def = loam_default_land_def();
    loam_land *land = NULL;
    weather_kind first, again;
    int32_t cold, hot, kinds[2][WEATHER_KINDS] = {{0}};
    def.seed = 7;
    CHECK_INT(loam_land_create(&def, &land), LOAM_OK);
    find_places(land, area, &cold, &hot);
    for (int32_t i = 0; i < 80; i++)
    {
        const int32_t at = i % 2 == 0 ? cold : hot;
        const int64_t x = area.x + at % 32 * area.step, z = area.z + at / 32 * area.step;
        CHECK_INT(forecast_land(land, 7, x, z, i * 5.5, 0, &first), LOAM_OK);
        CHECK_INT(forecast_land(land, 7, x, z, i * 5.5, 0, &again), LOAM_OK);
        CHECK_INT(first, again);
        kinds[i % 2][first]++;
    }
    CHECK_INT(kinds[0][WEATHER_RAIN] + kinds[0][WEATHER_STORM] + kinds[0][WEATHER_HAZE], 0);
    CHECK_INT(kinds[1][WEATHER_SNOW] + kinds[1][WEATHER_FOG], 0);
    CHECK(kinds[1][WEATHER_CLEAR] + kinds[1][WEATHER_HAZE] > 10);
    CHECK_INT(forecast_land(land, 7, INT64_MAX, 0, 12, 0, &first), LOAM_BAD_ARGUMENT);
    loam_land_destroy(land);
}

int main(void)
{
    RUN(test_climates_have_weathers_of_their_own);
    RUN(test_weather_lasts);
    RUN(test_far_away_and_before_the_first_day_is_weather_too);
    RUN(test_the_land_decides);
    return CHECK_DONE();
}
