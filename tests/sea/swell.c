// SPDX-License-Identifier: MIT
// The swell: the same bits everywhere, led by the wind without jumps, low in shallow water and none on land.
#include "sea/swell.h"
#include "check.h"

#include <math.h>
#include <string.h>

/// FNV-1a over the bytes of heights at some places and times.
static uint64_t hash_of(const swell *s, double x, double z)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int32_t i = 0; i < 200; i++)
    {
        const double height = swell_height(s, x + 3.7 * i, z - 1.3 * i, 0.4 * i, 0.2 * i);
        uint8_t bytes[sizeof height];
        memcpy(bytes, &height, sizeof height);
        for (size_t k = 0; k < sizeof bytes; k++)
        {
            hash = (hash ^ bytes[k]) * 0x100000001b3u;
        }
    }
    return hash;
}

// Boats are replayed by it: on another processor they must meet the same waves. (Little-endian bytes.)
static void test_bits_are_the_same_everywhere(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    const swell s = swell_of(6, -3, 7);
    CHECK(hash_of(&s, 0, 0) != hash_of(&s, 500, 0));
    if (first == 1)
    {
        CHECK_U64(hash_of(&s, 1234.5, -987.25), 0x60c2769802450ad0u);
    }
}

static void test_it_repeats_far_away(void)
{
    const swell s = swell_of(5, 5, 3);
    const double far = 1099511627776.0; // 2^40
    for (int32_t i = 0; i < 50; i++)
    {
        const double x = 17.25 * i, z = -8.5 * i;
        CHECK(swell_height(&s, x, z, 3, 20) == swell_height(&s, x + far, z - far, 3, 20));
    }
}

static double highest(const swell *s, double depth)
{
    double max = 0;
    for (int32_t i = 0; i < 4000; i++)
    {
        max = fmax(max, fabs(swell_height(s, 7.3 * i, 2.9 * i, 0, depth)));
    }
    return max;
}

static void test_it_follows_wind_and_depth(void)
{
    const swell calm = swell_of(0, 0, 7), fresh = swell_of(6, 0, 7), storm = swell_of(16, 0, 7);
    CHECK_RANGE(highest(&calm, 50), 0.02, 0.8);
    CHECK(highest(&fresh, 50) > 1.2 * highest(&calm, 50));
    CHECK(highest(&storm, 50) > 2 * highest(&fresh, 50));
    CHECK_RANGE(highest(&storm, 50), 1.5, 8);
    CHECK(highest(&storm, 2) < 0.6 * highest(&storm, 50));
    CHECK(highest(&storm, 0) == 0);
    CHECK(highest(&storm, -3) == 0);
}

// A wind that turns and grows by little changes heights by little, all around the compass.
static void test_wind_changes_without_jumps(void)
{
    double before = 0;
    for (int32_t i = 0; i <= 2000; i++)
    {
        const double turn = 6.283185307179586 * i / 2000, speed = 4 + 10.0 * i / 2000;
        const swell s = swell_of(speed * cos(turn), speed * sin(turn), 7);
        const double height = swell_height(&s, 111, 222, 5, 30);
        CHECK(i == 0 || fabs(height - before) < 0.05);
        before = height;
    }
}

// Waves run with the wind: what stands here now stands there a little later.
static void test_waves_run_with_the_wind(void)
{
    const swell s = swell_of(14, 0, 7);
    double with = 0, against = 0;
    for (int32_t i = 0; i < 2000; i++)
    {
        const double x = 5.1 * i, here = swell_height(&s, x, 40, 10, 50);
        with += fabs(swell_height(&s, x + 4.5, 40, 10.5, 50) - here);
        against += fabs(swell_height(&s, x - 4.5, 40, 10.5, 50) - here);
    }
    CHECK(with < 0.75 * against);
}

int main(void)
{
    RUN(test_bits_are_the_same_everywhere);
    RUN(test_it_repeats_far_away);
    RUN(test_it_follows_wind_and_depth);
    RUN(test_wind_changes_without_jumps);
    RUN(test_waves_run_with_the_wind);
    return CHECK_DONE();
}
