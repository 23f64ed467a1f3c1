// SPDX-License-Identifier: MIT
#include "scene/year.h"

#include <math.h>

// The sun's declination is a cosine from one winter solstice to the next. Warmth follows it by some weeks, so that a
// day of the mean temperature, day 108, has the declination that pictures without a season have.

enum
{
    YEAR = 365,
    SOLSTICE = -10, // the 21st of December
    LAG = 26,       // days from the shortest to the coldest
};

static const float two_pi = 6.28318531f;
static const float tilt = 0.409f, usual = 0.18f; // radians
static const float lapse = 0.0062f;              // degrees a metre, as the land has it
// The snow of high mountains stays in summer, so that is not as far from the mean as winter is.
static const float colder = 12, warmer = 6;

static float smooth(float from, float to, float x)
{
    const float t = fminf(fmaxf((x - from) / (to - from), 0), 1);
    return t * t * (3 - 2 * t);
}

/// 1 on a day, 0 from `days` before to `days` behind it.
static float around(int32_t day, int32_t middle, int32_t days)
{
    const float off = fabsf(remainderf((float)(day - middle), YEAR));
    return 1 - smooth(0.2f * (float)days, (float)days, off);
}

year_day year_at(int32_t day)
{
    if (day == 0)
    {
        return (year_day){.declination = usual};
    }
    const float turn = two_pi * (float)(day - SOLSTICE) / YEAR;
    const float warm = -cosf(turn - two_pi * LAG / YEAR);
    return (year_day){.declination = -tilt * cosf(turn),
                      .degrees = warm * (warm < 0 ? colder : warmer),
                      .spring = around(day, 115, 50),
                      .summer = around(day, 205, 60),
                      .autumn = around(day, 288, 42),
                      .winter = around(day, 20, 70)};
}

float year_share(float sea_degrees)
{
    return 1 - smooth(14, 24, sea_degrees);
}

float year_sea_degrees(float degrees, float base)
{
    return degrees + lapse * fmaxf(base, 0);
}

float year_warmth(int32_t day, float sea_degrees)
{
    return year_at(day).degrees * year_share(sea_degrees);
}
