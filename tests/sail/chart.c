// SPDX-License-Identifier: MIT
// Maps of charts: all tiles of a window come, however large that is, and stay while they are shown.
#include "check.h"
#include "isles/small.h"
#include "sail/chart_map.h"

static loam_isles *open_isles(loam_env *env)
{
    const loam_isles_def def = small_isles(7);
    loam_isles *isles = NULL;
    *env = loam_default_env();
    CHECK_INT(loam_isles_create(env, &def, &isles), LOAM_OK);
    return isles;
}

/// There is room for all tiles of a window that is larger than any screen of today, and those that were there stay.
static void test_large_windows_have_room(void)
{
    loam_env env;
    loam_isles *const isles = open_isles(&env);
    painter *paint = NULL;
    chart_map map = {0};
    const chart_view small = {.x = 64 * 8, .z = 64 * 8, .scale = 8, .w = 126, .h = 126};
    chart_view large = small;
    large.w = 8192;
    large.h = 4320;
    CHECK_INT(painter_nothing_create(&paint), LOAM_OK);
    CHECK_INT(chart_map_draw(&map, &env, isles, paint, &small, 0), LOAM_OK);
    CHECK_INT(map.missing, 0);
    CHECK_INT(chart_map_draw(&map, &env, isles, paint, &large, 0), LOAM_OK);
    const int32_t there = 2, shown = map.missing + there;
    CHECK(shown >= 8192 / 128 * (4320 / 128));
    CHECK(map.tile_count >= shown);
    CHECK_INT(chart_map_draw(&map, &env, isles, paint, &small, 0), LOAM_OK);
    CHECK_INT(map.missing, 0);
    chart_map_destroy(&map, paint);
    CHECK(map.tiles == NULL && map.tile_count == 0);
    painter_destroy(paint);
    loam_isles_destroy(isles);
}

/// One tile a frame at least; what is near the middle comes first.
static void test_tiles_come_from_the_middle(void)
{
    loam_env env;
    loam_isles *const isles = open_isles(&env);
    painter *paint = NULL;
    chart_map map = {0};
    const chart_view view = {
        .x = 64 * 8, .z = 64 * 8, .scale = 8, .w = 5 * 128 - 2, .h = 3 * 128 - 2};
    CHECK_INT(painter_nothing_create(&paint), LOAM_OK);
    for (int32_t i = 1; i <= 15; i++)
    {
        CHECK_INT(chart_map_draw(&map, &env, isles, paint, &view, 0), LOAM_OK);
        CHECK_INT(map.missing, 15 - i);
        CHECK(i > 1 || (map.tiles[0].x == 0 && map.tiles[0].z == 0));
    }
    // At another scale all are missing, and those of this one are still there.
    chart_view other = view;
    other.scale = 16;
    CHECK_INT(chart_map_draw(&map, &env, isles, paint, &other, 0), LOAM_OK);
    CHECK(map.missing > 0);
    CHECK_INT(chart_map_draw(&map, &env, isles, paint, &view, 0), LOAM_OK);
    CHECK_INT(map.missing, 0);
    chart_map_destroy(&map, paint);
    painter_destroy(paint);
    loam_isles_destroy(isles);
}

int main(void)
{
    RUN(test_large_windows_have_room);
    RUN(test_tiles_come_from_the_middle);
    return CHECK_DONE();
}
