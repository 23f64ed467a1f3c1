// SPDX-License-Identifier: MIT
// What maps name, for programs that ask.
#include "loam/land_map.h"
#include "shared_pages.h"

#include "check.h"

enum
{
    MOST = 600
};

static loam_land_feature all[MOST], again[MOST];

static loam_land_map_def map_at(int64_t x, int64_t z, int32_t side, int64_t scale)
{
    loam_land_map_def def = loam_default_land_map_def();
    def.x = x;
    def.z = z;
    def.w = def.h = side;
    def.scale = scale;
    return def;
}

static int32_t find(loam_land *land, const loam_land_map_def *def, loam_land_feature *out)
{
    const loam_env env = loam_default_env();
    int32_t count = -1;
    CHECK_OK(loam_land_features(land, def, &env, out, MOST, &count));
    CHECK_RANGE(count, 0, MOST);
    return count;
}

/// Lakes and rivers; high mountains.
static const struct
{
    uint64_t seed;
    int64_t x, z;
} places[] = {{5, 300000, -200000}, {3, -213900, 106050}};

static loam_land *open_land(uint64_t seed)
{
    loam_land_def def = shared_land_def();
    loam_land *land = NULL;
    def.seed = seed;
    CHECK_OK(loam_land_create(&def, &land));
    return land;
}

static double away(const loam_land_feature *f, const loam_land_map_def *def)
{
    const double dx = (double)(f->x - def->x), dz = (double)(f->z - def->z);
    return dx * dx + dz * dz;
}

static void check_once_and_in_order(const loam_land_map_def *def, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        CHECK((uint32_t)all[i].kind < LOAM_FEATURE_KIND_COUNT);
        CHECK(all[i].name[0] != 0 && all[i].radius_m > 0);
        CHECK(i == 0 || away(&all[i], def) >= away(&all[i - 1], def));
        for (int32_t k = 0; k < i; k++)
        {
            const bool same = all[k].kind == all[i].kind && all[k].x == all[i].x &&
                              all[k].z == all[i].z;
            CHECK_REPORT(!same, "%s is there twice", all[i].name);
        }
    }
}

// Rivers are found once for each square of a map, peaks by squares of several sizes.
static void test_each_has_one_name_and_near_ones_come_first(void)
{
    int32_t of[LOAM_FEATURE_KIND_COUNT] = {0};
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++)
    {
        loam_land *const land = open_land(places[k].seed);
        const loam_land_map_def def = map_at(places[k].x, places[k].z, 600, 100);
        const int32_t count = find(land, &def, all);
        check_once_and_in_order(&def, count);
        for (int32_t i = 0; i < count; i++)
        {
            of[all[i].kind]++;
        }
        loam_land_destroy(land);
    }
    for (int32_t k = 0; k < LOAM_FEATURE_KIND_COUNT; k++)
    {
        printf("%s %d  ", loam_feature_kind_name((loam_feature_kind)k), (int)of[k]);
    }
    printf("\n");
    CHECK_RANGE(of[LOAM_FEATURE_RIVER], 3, MOST);
    CHECK_RANGE(of[LOAM_FEATURE_PEAK], 1, MOST);
    CHECK_RANGE(of[LOAM_FEATURE_RANGE], 1, MOST);
    CHECK_RANGE(of[LOAM_FEATURE_LAKE], 1, MOST);
}

static bool is_among(const loam_land_feature *f, const loam_land_feature *list, int32_t count)
{
    bool found = false;
    for (int32_t k = 0; k < count; k++)
    {
        found |= list[k].kind == f->kind && list[k].x == f->x && list[k].z == f->z &&
                 strcmp(list[k].name, f->name) == 0;
    }
    return found;
}

// What lies well within both of two maps of a scale has the same name and place in both. Where a river is told
// of depends on the map's centre.
static void test_maps_agree_on_what_both_show(void)
{
    int32_t shared = 0;
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++)
    {
        loam_land *const land = open_land(places[k].seed);
        const loam_land_map_def a = map_at(places[k].x, places[k].z, 600, 100),
                                b = map_at(places[k].x + 6000, places[k].z - 4000, 600, 100);
        const int32_t count = find(land, &a, all), other = find(land, &b, again);
        for (int32_t i = 0; i < count; i++)
        {
            const int64_t dx = all[i].x - b.x, dz = all[i].z - b.z, half = 29000;
            if (all[i].kind != LOAM_FEATURE_RIVER && dx > -half && dx < half && dz > -half &&
                dz < half)
            {
                CHECK_REPORT(is_among(&all[i], again, other), "%s is on one map alone",
                             all[i].name);
                shared++;
            }
        }
        loam_land_destroy(land);
    }
    CHECK_RANGE(shared, 5, MOST);
}

static void test_little_room_gets_the_nearest(void)
{
    const loam_env env = loam_default_env();
    loam_land *const land = open_land(places[0].seed);
    const loam_land_map_def def = map_at(places[0].x, places[0].z, 600, 100);
    int32_t count = 0;
    const int32_t known = find(land, &def, all);
    memset(again, 0, sizeof again);
    CHECK_OK(loam_land_features(land, &def, &env, again, 2, &count));
    CHECK_INT(count, known);
    CHECK(strcmp(again[1].name, all[1].name) == 0 && again[2].name[0] == 0);
    loam_land_destroy(land);
}

static void test_maps_that_cannot_be_are_refused(void)
{
    const loam_env env = loam_default_env();
    loam_land *const land = open_land(places[0].seed);
    loam_land_map_def def = map_at(0, 0, 100, 0);
    int32_t count = 7;
    CHECK_INT(loam_land_features(land, &def, &env, all, MOST, &count), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "the scale is 0 metres a pixel; must be 1 to");
    def = map_at(LOAM_LAND_END, 0, 100, 10);
    CHECK_INT(loam_land_features(land, &def, &env, all, MOST, &count), LOAM_BAD_ARGUMENT);
    CHECK_INT(count, 7);
    CHECK(strcmp(loam_feature_kind_name(LOAM_FEATURE_KIND_COUNT), "?") == 0);
    loam_land_destroy(land);
}

int main(void)
{
    RUN(test_each_has_one_name_and_near_ones_come_first);
    RUN_UNSANITIZED(test_maps_agree_on_what_both_show);
    RUN_UNSANITIZED(test_little_room_gets_the_nearest);
    RUN(test_maps_that_cannot_be_are_refused);
    return CHECK_DONE();
}
