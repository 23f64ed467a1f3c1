// SPDX-License-Identifier: MIT
// What a sample's channels are, on planes that are made up: where water goes on, and which biomes are the four.
#include "check.h"
#include "land/surface/channels.h"

enum
{
    SIDE = LAND_PATCH_SIDE,
    APRON = LAND_APRON_SIDE,
};

static float height[LAND_APRON_SAMPLES], water[LAND_APRON_SAMPLES], warmth[LAND_APRON_SAMPLES];
static uint8_t kind[LAND_APRON_SAMPLES];
static _Alignas(64) uint8_t memory[400000];

/// Dry, even ground 10 m above the sea, at 20 degrees.
static land_channel_planes make_planes(void)
{
    for (int32_t p = 0; p < LAND_APRON_SAMPLES; p++)
    {
        height[p] = 10;
        water[p] = LOAM_LAND_DRY;
        warmth[p] = 20;
        kind[p] = LOAM_WATER_NONE;
    }
    return (land_channel_planes){
        .height = height, .water = water, .warmth = warmth, .kind = kind, .step = 1};
}

static int32_t apron_at(int32_t i, int32_t j)
{
    return (j + 1) * APRON + i + 1;
}

static void put_lake(int32_t i, int32_t j, float level)
{
    height[apron_at(i, j)] = level - 2;
    water[apron_at(i, j)] = level;
    kind[apron_at(i, j)] = LOAM_WATER_LAKE;
}

static land_channel_page finish(const land_channel_planes *planes)
{
    const land_channel_page page = loam_land_channels_in(memory, LOAM_PAGE_ALL);
    loam_land_channels_finish(planes, LOAM_PAGE_ALL, &page);
    return page;
}

static void test_water_goes_on_under_the_shore(void)
{
    const land_channel_planes planes = make_planes();
    put_lake(5, 5, 9);
    put_lake(7, 6, 8);
    const land_channel_page page = finish(&planes);
    CHECK(page.water[5 * SIDE + 5] == 9.0f);
    CHECK(page.water[5 * SIDE + 4] == 9.0f && page.water[4 * SIDE + 5] == 9.0f);
    CHECK(page.water[4 * SIDE + 4] == 9.0f); // a corner
    CHECK(page.water[5 * SIDE + 6] == 9.0f); // what is beside counts before corners
    CHECK(page.water[6 * SIDE + 6] == 8.0f); // the lake at 7, 6 is beside it
    CHECK(page.water[5 * SIDE + 3] == 9.0f); // 1 m below the ground
    CHECK(page.kind[5 * SIDE + 3] == LOAM_WATER_NONE);
}

static void test_the_lower_of_two_waters_goes_on(void)
{
    const land_channel_planes planes = make_planes();
    put_lake(5, 5, 9);
    put_lake(7, 5, 4);
    CHECK(finish(&planes).water[5 * SIDE + 6] == 4.0f);
}

static void test_water_that_goes_on_stays_below_the_ground(void)
{
    const land_channel_planes planes = make_planes();
    put_lake(5, 5, 9);
    height[apron_at(6, 5)] = 3;
    CHECK(finish(&planes).water[5 * SIDE + 6] == 3.0f);
}

static void test_water_beyond_the_border_goes_on_too(void)
{
    const land_channel_planes planes = make_planes();
    put_lake(-1, 8, 6);
    put_lake(SIDE, SIDE, 7);
    const land_channel_page page = finish(&planes);
    CHECK(page.water[8 * SIDE] == 6.0f && page.water[9 * SIDE] == 6.0f);
    CHECK(page.water[SIDE * SIDE - 1] == 7.0f);
}

static void test_snow_lies_where_it_is_cold_and_not_steep(void)
{
    const land_channel_planes planes = make_planes();
    for (int32_t p = 0; p < LAND_APRON_SAMPLES; p++)
    {
        warmth[p] = p % APRON < APRON / 2 ? -12.0f : 5.0f;
        height[p] += p / APRON < APRON / 2 ? 0.0f : 3.0f * (float)(p / APRON);
    }
    put_lake(3, 3, 9);
    put_lake(6, 3, 9);
    kind[apron_at(6, 3)] = LOAM_WATER_ICE;
    const land_channel_page page = finish(&planes);
    CHECK_INT(page.snow[10 * SIDE + 10], 255);
    CHECK_INT(page.snow[10 * SIDE + 110], 0); // warm
    CHECK_INT(page.snow[110 * SIDE + 10], 0); // steep
    CHECK_INT(page.snow[3 * SIDE + 3], 0);    // open water
    CHECK_INT(page.snow[3 * SIDE + 6], 255);
}

// ---- biomes -----------------------------------------------------------------------------------------

static void check_pick(const float *weights, uint8_t strongest, const uint8_t biomes[4],
                       const uint8_t shares[4])
{
    uint8_t found[4], parts[4];
    loam_land_pick_biomes(weights, 1, 8, strongest, found, parts);
    for (int32_t k = 0; k < 4; k++)
    {
        CHECK_INT(found[k], biomes[k]);
        CHECK_INT(parts[k], shares[k]);
    }
}

static void test_the_four_strongest_biomes(void)
{
    const float five[8] = {0.1f, 0, 0.3f, 0.05f, 0.35f, 0.2f};
    check_pick(five, 4, (const uint8_t[]){4, 2, 5, 0}, (const uint8_t[]){93, 81, 54, 27});
    // One that comes first although it is weak.
    check_pick(five, 3, (const uint8_t[]){3, 4, 2, 5}, (const uint8_t[]){14, 99, 85, 57});
    const float one[8] = {[6] = 1};
    check_pick(one, 6, (const uint8_t[]){6, 6, 6, 6}, (const uint8_t[]){255, 0, 0, 0});
    const float equal[8] = {0.25f, 0.25f, 0.25f, 0.25f};
    check_pick(equal, 0, (const uint8_t[]){0, 1, 2, 3}, (const uint8_t[]){63, 64, 64, 64});
}

int main(void)
{
    RUN(test_water_goes_on_under_the_shore);
    RUN(test_the_lower_of_two_waters_goes_on);
    RUN(test_water_that_goes_on_stays_below_the_ground);
    RUN(test_water_beyond_the_border_goes_on_too);
    RUN(test_snow_lies_where_it_is_cold_and_not_steep);
    RUN(test_the_four_strongest_biomes);
    return CHECK_DONE();
}
