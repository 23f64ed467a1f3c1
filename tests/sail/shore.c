// SPDX-License-Identifier: MIT
// Shores: the ground is that of the islands, piers bear who walks and stop who sails, and nothing is walked through.
#include "voyage/shore.h"
#include "check.h"
#include "isles/small.h"
#include "loam/land_world.h"
#include "loam/loam.h"

typedef struct sea
{
    loam_isles *isles;
    shore *shore;
} sea;

static sea open_sea(uint64_t seed)
{
    sea s = {0};
    const loam_env env = loam_default_env();
    const loam_isles_def def = small_isles(seed);
    CHECK_INT(loam_isles_create(&env, &def, &s.isles), LOAM_OK);
    CHECK_INT(shore_create(s.isles, &s.shore), LOAM_OK);
    return s;
}

static void close_sea(sea *s)
{
    shore_destroy(s->shore);
    loam_isles_destroy(s->isles);
}

typedef struct harbours
{
    loam_isle isles[64];
    int32_t count;
} harbours;

static bool add_harbour(void *user, const loam_isle *isle)
{
    harbours *const all = user;
    if (shore_harbour(isle) != NULL)
    {
        all->isles[all->count++] = *isle;
    }
    return all->count < 64;
}

static void find_harbours(const sea *s, int64_t x, int64_t z, harbours *out)
{
    const int64_t reach = 6000;
    out->count = 0;
    CHECK_INT(loam_isles_find(s->isles,
                              (loam_isles_box){x - reach, z - reach, x + reach, z + reach},
                              add_harbour, out),
              LOAM_OK);
    CHECK(out->count >= 4);
}

// Where islands have their samples the ground has their heights, to the bit, near and far.
static void test_ground_equals_isles_heights(void)
{
    sea s = open_sea(7);
    const int64_t homes[] = {0, (int64_t)1 << 40, -((int64_t)1 << 40)};
    int32_t land = 0;
    for (int32_t home = 0; home < 3; home++)
    {
        const int64_t slot = homes[home] / 1024;
        for (int32_t k = 0; k < 9; k++)
        {
            loam_isle_maps maps;
            const loam_result found = loam_isles_open(s.isles, slot + k % 3, slot + k / 3,
                                                      LOAM_ISLE_FLATS, &maps);
            for (int32_t i = 0; found == LOAM_OK && i < (int32_t)maps.samples; i += 13)
            {
                const int64_t x = maps.x + (int64_t)(i % maps.side) * maps.cell,
                              z = maps.z + (int64_t)(i / maps.side) * maps.cell;
                double height;
                float own;
                CHECK_INT(shore_height(s.shore, (double)x, (double)z, &height), LOAM_OK);
                CHECK(height == (double)maps.heights[i]);
                CHECK_INT(loam_isles_height(s.isles, x, z, &own), LOAM_OK);
                CHECK(height == (double)own);
                land += height > 0;
            }
            loam_isles_close(s.isles, &maps);
        }
    }
    CHECK(land > 500);
    close_sea(&s);
}

// Between samples it goes on without a step, and what was asked before does not matter.
static void test_ground_is_continuous_and_forgets(void)
{
    sea a = open_sea(7), b = open_sea(7);
    double before = 0;
    for (int32_t i = 0; i < 4000; i++)
    {
        const double x = -2000 + i * 0.7, z = 300 + i * 0.4;
        double there, again;
        CHECK_INT(shore_height(a.shore, x, z, &there), LOAM_OK);
        CHECK(i == 0 || fabs(there - before) < 3);
        before = there;
        CHECK_INT(shore_height(b.shore, -x, z, &again), LOAM_OK);
        CHECK_INT(shore_height(b.shore, x, z, &again), LOAM_OK);
        CHECK(there == again);
    }
    close_sea(&a);
    close_sea(&b);
}

// Piers are where the islands' objects say, and bear; the water beside them ends at them.
static void test_piers_bear_and_stop(void)
{
    sea s = open_sea(7);
    harbours all;
    find_harbours(&s, 0, 0, &all);
    const walk_world ground = shore_ground(s.shore);
    const boat_water water = shore_water(s.shore);
    int32_t pieces = 0;
    for (int32_t i = 0; i < all.count && i < 5; i++)
    {
        loam_isle_maps maps;
        const loam_isle_site *const site = shore_harbour(&all.isles[i]);
        CHECK_INT(loam_isles_open(s.isles, all.isles[i].slot_x, all.isles[i].slot_z,
                                  LOAM_ISLE_OBJECTS, &maps),
                  LOAM_OK);
        for (int32_t k = 0; k < maps.object_count; k++)
        {
            const loam_isle_object *const o = &maps.objects[k];
            const double x = (double)maps.isle.x + (double)o->x,
                         z = (double)maps.isle.z + (double)o->z;
            walk_ground g;
            double room;
            CHECK_INT(ground.ground(ground.user, x, z, &g), LOAM_OK);
            CHECK_INT(water.clearance(water.user, x, z, &room), LOAM_OK);
            if (o->shape == LOAM_ISLE_PIER)
            {
                CHECK_NEAR(g.height, site->level, 0.6); // or the levelled ground that it begins on
                CHECK(g.height >= site->level - 0.001f);
                CHECK(g.water == LOAM_LAND_DRY);
                CHECK(room < 0);
                pieces++;
                // Two metres aside there is none.
                CHECK_INT(water.clearance(water.user, x - (double)site->north * 3.5,
                                          z + (double)site->east * 3.5, &room),
                          LOAM_OK);
                CHECK(room < 2.1);
            }
            else if (o->shape == LOAM_ISLE_BOAT)
            {
                CHECK(room < 0);
                CHECK(g.height < 0); // nobody stands on it
            }
        }
        loam_isles_close(s.isles, &maps);
        double x, z;
        walk_ground g;
        shore_pier_end(&all.isles[i], site, &x, &z);
        CHECK_INT(ground.ground(ground.user, x - (double)site->east * 0.5,
                                z - (double)site->north * 0.5, &g),
                  LOAM_OK);
        CHECK(g.height > 0);
        CHECK_INT(ground.ground(ground.user, x + (double)site->east * 0.5,
                                z + (double)site->north * 0.5, &g),
                  LOAM_OK);
        CHECK(g.height < 0);
        CHECK(g.water == 0);
    }
    CHECK(pieces > 20);
    close_sea(&s);
}

// Who walks against trees, rocks and houses stays beside them.
static void test_nothing_is_walked_through(void)
{
    sea s = open_sea(7);
    harbours all;
    find_harbours(&s, 0, 0, &all);
    int32_t met = 0, free = 0;
    loam_isle_maps maps;
    CHECK_INT(loam_isles_open(s.isles, all.isles[0].slot_x, all.isles[0].slot_z, LOAM_ISLE_OBJECTS,
                              &maps),
              LOAM_OK);
    for (int32_t k = 0; k < maps.object_count; k++)
    {
        const loam_isle_object *const o = &maps.objects[k];
        const double x = (double)maps.isle.x + (double)o->x, z = (double)maps.isle.z + (double)o->z;
        walker w = {.x = x + 0.05, .z = z, .y = (double)o->y};
        CHECK_INT(shore_keep_out(s.shore, &w), LOAM_OK);
        const double far = hypot(w.x - x, w.z - z);
        if (o->shape == LOAM_ISLE_HOUSE || o->shape == LOAM_ISLE_TREE ||
            o->shape == LOAM_ISLE_PALM || o->shape == LOAM_ISLE_BOULDER)
        {
            CHECK(far > 0.35);
            CHECK(far < (double)o->radius + 0.4);
            met++;
            // Above it there is room.
            walker bird = {.x = x, .z = z, .y = (double)o->y + 80};
            CHECK_INT(shore_keep_out(s.shore, &bird), LOAM_OK);
            CHECK(bird.x == x && bird.z == z);
        }
        else if (o->shape == LOAM_ISLE_BUSH || o->shape == LOAM_ISLE_CORAL)
        {
            CHECK_NEAR(far, 0.05, 1e-6);
            free++;
        }
    }
    CHECK(met > 20);
    CHECK(free > 0);
    loam_isles_close(s.isles, &maps);
    close_sea(&s);
}

// Rocks in the water stop boats before they touch.
static void test_deep_water_is_free(void)
{
    sea s = open_sea(9);
    const boat_water water = shore_water(s.shore);
    int32_t deep = 0;
    for (int32_t i = 0; i < 900; i++)
    {
        const double x = (i % 30) * 97.0 - 1400, z = (double)(i / 30) * 89.0 - 1300;
        double height, room;
        CHECK_INT(shore_height(s.shore, x, z, &height), LOAM_OK);
        CHECK_INT(water.clearance(water.user, x, z, &room), LOAM_OK);
        CHECK(room <= -height);
        deep += room > 10;
        CHECK(height < 0 || room <= 0);
    }
    CHECK(deep > 300);
    close_sea(&s);
}

// The harbour that is found is the nearest of all around; a sea without islands has none.
static void test_the_nearest_harbour_is_found(void)
{
    sea s = open_sea(3);
    harbours all;
    find_harbours(&s, 0, 0, &all);
    int32_t others = 0;
    for (int32_t i = 0; i < 40; i++)
    {
        const double x = (i % 8) * 150.0 - 600, z = (double)(i / 8) * 170.0 - 400;
        loam_isle found;
        double end_x, end_z;
        CHECK_INT(shore_find_harbour(s.isles, x, z, &found), LOAM_OK);
        shore_pier_end(&found, shore_harbour(&found), &end_x, &end_z);
        const double far = hypot(end_x - x, end_z - z);
        for (int32_t k = 0; k < all.count; k++)
        {
            shore_pier_end(&all.isles[k], shore_harbour(&all.isles[k]), &end_x, &end_z);
            CHECK(far <= hypot(end_x - x, end_z - z) + 1e-6);
        }
        others += found.x != all.isles[0].x || found.z != all.isles[0].z;
    }
    CHECK(others > 0);
    close_sea(&s);

    const loam_env env = loam_default_env();
    loam_isles_def def = small_isles(3);
    loam_isles *empty;
    loam_isle none;
    def.empty = 1;
    CHECK_INT(loam_isles_create(&env, &def, &empty), LOAM_OK);
    CHECK_INT(shore_find_harbour(empty, 0, 0, &none), LOAM_NOT_FOUND);
    CHECK(strstr(loam_last_error(), "harbour") != NULL);
    loam_isles_destroy(empty);
}

int main(void)
{
    RUN(test_ground_equals_isles_heights);
    RUN(test_ground_is_continuous_and_forgets);
    RUN(test_piers_bear_and_stop);
    RUN(test_nothing_is_walked_through);
    RUN(test_deep_water_is_free);
    RUN(test_the_nearest_harbour_is_found);
    return CHECK_DONE();
}
