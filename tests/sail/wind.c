// SPDX-License-Identifier: MIT
// The wind: bounded, continuous in place and time, the same for the same place, and as lively far away as at home.
#include "voyage/wind.h"
#include "check.h"

static double speed_of(const double v[2])
{
    return sqrt(v[0] * v[0] + v[1] * v[1]);
}

static double apart(const double a[2], const double b[2])
{
    const double d[2] = {a[0] - b[0], a[1] - b[1]};
    return speed_of(d);
}

static wind wind_of(uint64_t seed)
{
    wind w;
    CHECK_INT(wind_init(&w, seed), LOAM_OK);
    return w;
}

static void test_wind_is_bounded_and_changes(void)
{
    const double homes[] = {0, 0x1p40, -0x1p40};
    for (uint64_t seed = 1; seed <= 4; seed++)
    {
        const wind w = wind_of(seed);
        for (int32_t home = 0; home < 3; home++)
        {
            double min = 1e9, max = 0;
            for (int32_t i = 0; i < 4000; i++)
            {
                double v[2];
                wind_at(&w, homes[home] + i * 37.7, homes[home] - i * 61.3, (uint64_t)i * 977, 100,
                        v);
                const double speed = speed_of(v);
                min = speed < min ? speed : min;
                max = speed > max ? speed : max;
            }
            CHECK_RANGE(min, WIND_LEAST, 5);
            CHECK_RANGE(max, 9, WIND_MOST);
        }
    }
}

// A step of time or a decimetre changes it by little, wherever one is.
static void test_wind_is_continuous(void)
{
    const wind w = wind_of(7);
    const double homes[] = {0, 0x1p40};
    for (int32_t home = 0; home < 2; home++)
    {
        double changed = 0;
        for (int32_t i = 0; i < 20000; i++)
        {
            const double x = homes[home] + i * 0.13, z = -homes[home] + i * 0.07;
            double a[2], b[2], c[2];
            wind_at(&w, x, z, (uint64_t)i, 100, a);
            wind_at(&w, x + 0.1, z, (uint64_t)i, 100, b);
            wind_at(&w, x, z, (uint64_t)i + 1, 100, c);
            CHECK(apart(a, b) < 0.05);
            CHECK(apart(a, c) < 0.05);
            changed += apart(a, c);
        }
        CHECK(changed > 10); // and it does change
    }
}

static void test_it_turns(void)
{
    const wind w = wind_of(3);
    double first[2], max = 0;
    wind_at(&w, 0, 0, 0, 100, first);
    for (uint64_t minute = 0; minute < 120; minute++)
    {
        double v[2];
        wind_at(&w, 0, 0, minute * 3600, 100, v);
        const double cosine = (v[0] * first[0] + v[1] * first[1]) / speed_of(v) / speed_of(first);
        max = acos(fmin(cosine, 1)) > max ? acos(fmin(cosine, 1)) : max;
    }
    CHECK_RANGE(max, 0.3, 2.4); // radians
}

static void test_percent(void)
{
    const wind w = wind_of(5);
    double usual[2], calm[2], storm[2];
    wind_at(&w, 900, -400, 60000, 100, usual);
    wind_at(&w, 900, -400, 60000, 0, calm);
    wind_at(&w, 900, -400, 60000, 250, storm);
    CHECK(speed_of(calm) == 0);
    CHECK_NEAR(speed_of(storm), 2.5 * speed_of(usual), 1e-9);
}

static void test_seeds_differ(void)
{
    const wind a = wind_of(1), b = wind_of(2);
    double x[2], y[2];
    wind_at(&a, 10, 20, 30, 100, x);
    wind_at(&b, 10, 20, 30, 100, y);
    CHECK(apart(x, y) > 0.1);
}

int main(void)
{
    RUN(test_wind_is_bounded_and_changes);
    RUN(test_wind_is_continuous);
    RUN(test_it_turns);
    RUN(test_percent);
    RUN(test_seeds_differ);
    return CHECK_DONE();
}
