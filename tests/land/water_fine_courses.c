// SPDX-License-Identifier: MIT
// A river that is followed on the finest graph runs in the water of the surface, as wide as it says; on the
// coarse one it is the same river.
#include "water_find.h"

#include <math.h>

enum
{
    ROOM = 1 << 16,
    SEED = 3,
};

/// Rivers that are followed: one from the hills, one to its mouth.
static const struct
{
    int64_t x, z;
    float min_flow;
    int32_t room;
} rivers[] = {
    {-440000, -160000, 1000, 2500}, {-130000, -95000, 1000, ROOM}, {-860000, -1400000, 100, 1500}};

/// What the points of a river meet on the surface.
typedef struct meetings
{
    int32_t points, dry, narrow, wide, other_level;
} meetings;

static void meet(loam_land *land, const loam_river_point *point, meetings *out)
{
    float height, water, bank;
    const loam_land_area area = {.x = point->x / 8, .z = point->z / 8, .step = 1, .w = 1, .h = 1};
    const loam_land_samples samples = {.height = &height, .water = &water, .river = &bank};
    CHECK_OK(loam_land_fill(land, area, &samples));
    const bool wet = water > LOAM_LAND_DRY && height < water;
    const float half = 0.5f * point->width;
    out->points++;
    out->dry += wet ? 0 : 1;
    // Places are rounded to metres.
    out->narrow += -bank < 0.9f * half - 1.5f ? 1 : 0;
    out->wide += !point->lake && -bank > 1.1f * half + 1.5f ? 1 : 0;
    out->other_level += wet && fabsf(water - point->height) > 0.5f ? 1 : 0;
}

static loam_land_river_def river_at(size_t i)
{
    loam_land_river_def def = loam_default_land_river_def();
    def.x = rivers[i].x;
    def.z = rivers[i].z;
    def.min_flow = rivers[i].min_flow;
    return def;
}

static void test_points_lie_in_the_water(void)
{
    loam_river_point *const points = malloc(ROOM * sizeof *points);
    loam_land *land = make_land(SEED);
    for (size_t k = 0; k < sizeof rivers / sizeof *rivers; k += (size_t)check_every())
    {
        const loam_land_river_def def = river_at(k);
        meetings met = {0};
        int32_t count = 0;
        loam_river_end end;
        CHECK_OK(loam_land_river(land, &def, points, rivers[k].room, &count, &end));
        // What comes after the last point may be the sea.
        for (int32_t i = 0; i + 1 < count; i += 7)
        {
            meet(land, &points[i], &met);
        }
        printf("%d points: %d too narrow, %d too wide\n", met.points, met.narrow, met.wide);
        CHECK(met.points > 80);
        CHECK_INT(met.dry, 0);
        CHECK_INT(met.other_level, 0);
        CHECK_INT(met.narrow, 0);
        // Where another river comes in it is wider than either.
        CHECK(met.wide * 20 <= met.points);
    }
    loam_land_destroy(land);
    free(points);
}

static void check_course(const loam_river_point *points, int32_t count)
{
    for (int32_t i = 1; i < count; i++)
    {
        const double dx = (double)(points[i].x - points[i - 1].x) / 8;
        const double dz = (double)(points[i].z - points[i - 1].z) / 8;
        CHECK(sqrt(dx * dx + dz * dz) < 128);
    }
}

// From its hills to the sea, and to the same mouth as on the coarse graph.
static void test_both_graphs_have_the_same_river(void)
{
    loam_river_point *const points = malloc(ROOM * sizeof *points);
    loam_land *land = make_land(SEED);
    loam_land_river_def def = river_at(0);
    int32_t fine = 0, coarse = 0;
    loam_river_end end = LOAM_RIVER_BUFFER_FULL;
    CHECK_OK(loam_land_river(land, &def, points, ROOM, &fine, &end));
    CHECK_INT(end, LOAM_RIVER_SEA);
    check_course(points, fine);
    CHECK_INT(check_course_down(points, fine), 0);
    const loam_river_point first = points[0], last = points[fine - 1];
    CHECK(first.flow >= def.min_flow);
    CHECK_INT((int64_t)last.height, 0);
    def.coarse = true;
    CHECK_OK(loam_land_river(land, &def, points, ROOM, &coarse, &end));
    CHECK_INT(end, LOAM_RIVER_SEA);
    CHECK(fine > 8 * coarse);
    CHECK_RANGE((double)(points[0].x - first.x) / 8, -3000, 3000);
    CHECK_RANGE((double)(points[0].z - first.z) / 8, -3000, 3000);
    CHECK_RANGE((double)(points[coarse - 1].x - last.x) / 8, -3000, 3000);
    CHECK_RANGE((double)(points[coarse - 1].z - last.z) / 8, -3000, 3000);
    loam_land_destroy(land);
    free(points);
}

// Through the deltas of two large mouths, on both graphs alike.
static void test_forks_take_little(void)
{
    loam_river_point *const points = malloc(ROOM * sizeof *points);
    int32_t all = 0;
    for (int32_t p = 1; p < 4; p += 2)
    {
        found_place mouths[2];
        int32_t split[2];
        loam_land *land = make_land(find_windows[p].seed);
        const int32_t ends = find_large_mouths(land, &find_windows[p], mouths, 1);
        CHECK_INT(ends, 1);
        for (int32_t coarse = 0; coarse < 2; coarse++)
        {
            const loam_land_river_def def = {
                .x = mouths[0].x, .z = mouths[0].z, .min_flow = 1000, .coarse = coarse == 1};
            int32_t count = 0;
            loam_river_end end = LOAM_RIVER_BUFFER_FULL;
            CHECK_OK(loam_land_river(land, &def, points, ROOM, &count, &end));
            CHECK_INT(end, LOAM_RIVER_SEA);
            split[coarse] = check_course_down(points, count);
        }
        CHECK_INT(split[0], split[1]);
        all += split[0];
        loam_land_destroy(land);
    }
    CHECK(all >= 4);
    free(points);
}

static bool stop_at(void *user, int32_t points)
{
    int32_t *const most = user;
    return points < *most;
}

static void test_following_can_be_stopped(void)
{
    loam_land *land = make_land(SEED);
    loam_river_point points[400];
    loam_land_river_def def = river_at(1);
    int32_t most = 100, count = 9;
    loam_river_end end = LOAM_RIVER_LAKE;
    def.coarse = true;
    def.progress = stop_at;
    def.user = &most;
    CHECK_INT(loam_land_river(land, &def, points, 400, &count, &end), LOAM_OK);
    CHECK(count > 5 && count < most);
    most = count / 2;
    CHECK_INT(loam_land_river(land, &def, points, 400, &count, &end), LOAM_CANCELLED);
    CHECK_INT(count, 0);
    def.min_flow = -1;
    CHECK_INT(loam_land_river(land, &def, points, 400, &count, &end), LOAM_BAD_ARGUMENT);
    loam_land_destroy(land);
}

enum
{
    SIDE = 513, // of the square around a mouth, m
    SEEN = 400, // samples of sea that are enough to be called one
};

// How much sea water hangs together with the water nearest to the middle of a square around a place, by steps
// of 1 m.
static int32_t sea_reached(loam_land *land, int64_t x, int64_t z)
{
    float *const values = malloc(3 * SIDE * SIDE * sizeof *values);
    int32_t *const queue = malloc(SIDE * SIDE * sizeof *queue);
    float *const height = values, *const water = values + SIDE * SIDE,
                 *const base = water + SIDE * SIDE;
    const loam_land_area area = {
        .x = x - SIDE / 2, .z = z - SIDE / 2, .step = 1, .w = SIDE, .h = SIDE};
    CHECK_OK(loam_land_fill(land, area,
                            &(loam_land_samples){.height = height, .water = water, .base = base}));
    int32_t count = 0, sea = 0;
    queue[count++] = SIDE / 2 * SIDE + SIDE / 2;
    for (int32_t k = 0; k < count; k++)
    {
        static const int32_t steps[] = {1, -1, SIDE, -SIDE};
        const int32_t i = queue[k];
        sea += base[i] < 0 ? 1 : 0;
        for (int32_t d = 0; d < 4; d++)
        {
            const int32_t to = i + steps[d];
            const bool inside = to >= 0 && to < SIDE * SIDE && abs(to % SIDE - i % SIDE) <= 1;
            if (inside && water[to] > LOAM_LAND_DRY && height[to] < water[to])
            {
                water[to] = LOAM_LAND_DRY; // it was here
                queue[count++] = to;
            }
        }
    }
    free(queue);
    free(values);
    return sea;
}

// Whether the river at a place ends in the sea, and water leads there in the closest view.
static bool reaches_sea(loam_land *land, found_place at, loam_river_point *points)
{
    loam_land_river_def def = loam_default_land_river_def();
    def.x = at.x;
    def.z = at.z;
    def.min_flow = 50;
    int32_t count = 0;
    loam_river_end end;
    CHECK_OK(loam_land_river(land, &def, points, ROOM, &count, &end));
    const loam_river_point *const last = &points[count > 0 ? count - 1 : 0];
    return end == LOAM_RIVER_SEA && sea_reached(land, last->x / 8, last->z / 8) >= SEEN;
}

// In the closest view water leads from the river into the sea, in narrow bays too.
static void test_rivers_reach_the_sea_that_is_seen(void)
{
    enum
    {
        LANDS = 3,
        MOUTHS = 2, // of each
        APART_M = 16384,
    };
    loam_river_point *const points = malloc(ROOM * sizeof *points);
    int32_t seen = 0;
    for (int32_t p = 0; p < LANDS; p += check_every())
    {
        found_place large[1], mouths[FIND_MOST_LOOKS];
        loam_land *land = make_land(find_windows[p].seed);
        const int32_t most = getenv("LOAM_SOAK") != NULL ? FIND_MOST_LOOKS : MOUTHS;
        const int32_t first = find_large_mouths(land, &find_windows[p], large, 1);
        const int32_t found = find_around(land, large, first, is_narrow_mouth, APART_M, mouths, 0);
        for (int32_t i = 0; i < found && i < most; i++)
        {
            CHECK_REPORT(reaches_sea(land, mouths[i], points), "seed %d at %lld, %lld",
                         (int)find_windows[p].seed, (long long)mouths[i].x, (long long)mouths[i].z);
            seen++;
        }
        loam_land_destroy(land);
    }
    printf("%d mouths in narrow bays\n", seen);
    CHECK(seen >= MOUTHS);
    free(points);
}

int main(void)
{
    RUN(test_rivers_reach_the_sea_that_is_seen);
    RUN_UNSANITIZED(test_both_graphs_have_the_same_river);
    RUN_UNSANITIZED(test_forks_take_little);
    RUN(test_following_can_be_stopped);
    RUN(test_points_lie_in_the_water);
    return CHECK_DONE();
}
