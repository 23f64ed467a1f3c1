// SPDX-License-Identifier: MIT
// What may be asked of a land, and what is refused: everywhere the same, and nothing is changed by it.
#include "loam/land.h"

#include "check.h"
#include "loam/land_map.h"

#include <math.h>
#include <setjmp.h>

static jmp_buf back;

static void catch_bug(void *user, const char *condition, const char *file, int line)
{
    (void)user, (void)condition, (void)file, (void)line;
    longjmp(back, 1);
}

// Pages at the corner of the land are looked at by all, so all share one.
static loam_land *land;

static void open_land(void)
{
    loam_land_def def = loam_default_land_def();
    def.env.assertion = (loam_assert_hook){catch_bug, NULL};
    CHECK_OK(loam_land_create(&def, &land));
}

static loam_result count_line(void *user, const loam_land_line *line)
{
    (void)line;
    ++*(int32_t *)user;
    return LOAM_OK;
}

static void refused(loam_result result, const char *why)
{
    CHECK_INT(result, LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), why);
}

// Areas and lines accept the same.
static void test_areas_end_with_the_land(void)
{
    const int64_t end = LOAM_LAND_END;
    const loam_land_area bad[] = {
        {.x = INT64_MAX, .step = 1, .w = 1, .h = 1},
        {.z = INT64_MIN, .step = 1, .w = 1, .h = 1},
        {.x = end + 1, .step = 1, .w = 1, .h = 1},
        {.x = end - 2, .step = 3, .w = 2, .h = 1},
        {.z = end - 3, .step = 1, .w = 1, .h = 5},
        {.z = -end - 1, .step = 9, .w = 1, .h = 1},
        {.x = INT64_MAX, .step = 65536, .w = 65536, .h = 1},
    };
    float height;
    int32_t lines = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
        refused(loam_land_fill(land, bad[i], &(loam_land_samples){.height = &height}),
                "is not on the land, which ends 1125899906842624 m from 0");
        refused(loam_land_lines(land, 1, bad[i], 1, count_line, &lines), "is not on the land");
    }
    CHECK_INT(lines, 0);
    refused(loam_land_lines(land, 3, (loam_land_area){.step = 1, .w = 1, .h = 1}, 1, count_line,
                            &lines),
            "level is 3; must be 0 to 2");
    refused(loam_land_lines(land, 0, (loam_land_area){.step = 1, .w = 65536, .h = 65536}, 1,
                            count_line, &lines),
            "2^28 together");
}

// The last places are there at every level of the graph.
static void test_the_end_is_land(void)
{
    static const int64_t steps[] = {2, 200, 4000};
    for (int32_t s = 0; s < 3; s++)
    {
        const int64_t step = steps[s];
        const loam_land_area area = {
            .x = LOAM_LAND_END - 2 * step, .z = -LOAM_LAND_END, .step = step, .w = 3, .h = 3};
        float height[9], flow[9];
        CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = height, .flow = flow}));
        for (int32_t i = 0; i < 9; i++)
        {
            CHECK(isfinite(height[i]) && isfinite(flow[i]));
        }
        int32_t lines = 0;
        CHECK_OK(loam_land_lines(land, 2 - s, area, 1, count_line, &lines));
    }
}

static void test_places_end_with_the_land(void)
{
    const double end = (double)LOAM_LAND_END;
    float value;
    CHECK_OK(loam_land_height(land, end, -end, &value));
    refused(loam_land_height(land, end + 1, 0, &value), "is not on the land");
    refused(loam_land_water(land, 0, (double)NAN, &value), "is not on the land");
    int32_t biome = 77;
    refused(loam_land_biome_at(land, -1e300, 0, &biome), "is not on the land");
    CHECK_INT(biome, 77);
    const loam_land_patch *patch;
    refused(loam_land_pin(land, (int64_t)1 << 61, 0, &patch), "is not on the land");
    CHECK(patch == NULL);
}

static void test_rivers_refuse(void)
{
    loam_river_point point;
    int32_t count = 5;
    loam_river_end end = LOAM_RIVER_LAKE;
    refused(loam_land_river(land,
                            &(loam_land_river_def){.x = 0, .z = 0, .min_flow = 1, .coarse = true},
                            &point, 0, &count, &end),
            "room for 0 points of a river; must be 1 or more");
    CHECK_INT(count, 0);
    refused(loam_land_river(land,
                            &(loam_land_river_def){
                                .x = LOAM_LAND_END + 1, .z = 0, .min_flow = 1, .coarse = true},
                            &point, 1, &count, &end),
            "is not on the land");
    CHECK_INT(loam_land_river(
                  land,
                  &(loam_land_river_def){
                      .x = LOAM_LAND_END, .z = -LOAM_LAND_END, .min_flow = 1e30f, .coarse = true},
                  &point, 1, &count, &end),
              LOAM_NOT_FOUND);
    CHECK_INT(count, 0);
    CHECK_INT(end, LOAM_RIVER_LAKE);
}

// Maps that are accepted can be drawn, to the end of the land.
static void test_maps_reach_the_end(void)
{
    loam_land_map_def def = loam_default_land_map_def();
    def.w = 16;
    def.h = 8;
    def.scale = 1000;
    def.names = true;
    const int64_t last = LOAM_LAND_END - (16 / 2 + 40) * def.scale;
    def.x = last;
    def.z = -LOAM_LAND_END + 100 * def.scale;
    const loam_env env = loam_default_env();
    loam_picture picture = {0};
    CHECK_OK(loam_land_map_draw(land, &def, &env, &picture, NULL));
    loam_picture_destroy(&env, &picture);
    def.x = last + 1;
    refused(loam_land_map_draw(land, &def, &env, &picture, NULL), "end of the land");
}

static void test_wrong_steps_are_bugs(void)
{
    static const int64_t bad[] = {0, -1, 65537, INT64_MIN};
    static volatile int32_t caught;
    for (int32_t volatile i = 0; i < 4; i++)
    {
        if (setjmp(back) == 0)
        {
            CHECK(loam_land_step_bound(land, bad[i]) < 0);
        }
        else
        {
            caught++;
        }
    }
    CHECK_INT(caught, 4);
}

// Wherever an area begins in the pages that it reads, all that it looks at is there.
static void test_areas_begin_anywhere(void)
{
    const int64_t cell = 128, page = 32 * cell, rows = 36; // of the finest cells
    for (int64_t k = 0; k < rows; k++)
    {
        float height[4], again[4];
        const loam_land_area area = {
            .x = k * cell + cell / 2, .z = k * page / rows, .step = 1, .w = 2, .h = 2};
        loam_land_area one = {.x = area.x + 1, .z = area.z + 1, .step = 1, .w = 1, .h = 1};
        CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = height}));
        CHECK_OK(loam_land_fill(land, one, &(loam_land_samples){.height = again}));
        CHECK(again[0] == height[3]);
    }
}

int main(void)
{
    open_land();
    RUN(test_areas_begin_anywhere);
    RUN(test_areas_end_with_the_land);
    RUN(test_the_end_is_land);
    RUN(test_places_end_with_the_land);
    RUN(test_rivers_refuse);
    RUN(test_maps_reach_the_end);
    RUN(test_wrong_steps_are_bugs);
    loam_land_destroy(land);
    return CHECK_DONE();
}
