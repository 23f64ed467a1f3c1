// SPDX-License-Identifier: MIT
// Things are the same whatever area is asked for, in any order, with any number of threads, and 2^40 m away, too.
#include "loam/jobs.h"
#include "wood.h"

enum
{
    SIDE = 3, // pages
    PAGES = SIDE * SIDE,
};

static wood list, whole;

static const int64_t corner_x = -300288, corner_z = -60160; // of a page

static loam_land_things_area page_area(int32_t i)
{
    return (loam_land_things_area){corner_x + i % SIDE * LOAM_THINGS_PAGE,
                                   corner_z + i / SIDE * LOAM_THINGS_PAGE, LOAM_THINGS_PAGE,
                                   LOAM_THINGS_PAGE};
}

static void hash_pages(loam_land_things *things, uint64_t order_seed, uint64_t out[PAGES])
{
    int32_t order[PAGES];
    for (int32_t i = 0; i < PAGES; i++)
    {
        const int32_t k = (int32_t)loam_random_below(order_seed, (uint64_t)i, (uint32_t)i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    for (int32_t i = 0; i < PAGES; i++)
    {
        wood_find(things, page_area(order[i]), 0, &list);
        out[order[i]] = wood_hash(&list);
    }
}

static void test_order_and_threads_do_not_matter(void)
{
    uint64_t first[PAGES], other[PAGES];
    loam_land *const land = wood_land(7);
    loam_land_things *things = wood_things(land, NULL);
    hash_pages(things, 1, first);
    loam_land_things_destroy(things);
    for (int32_t threads = 0; threads < 3; threads++)
    {
        loam_jobs_def def = loam_default_jobs_def();
        loam_jobs *jobs = NULL;
        def.threads = threads;
        CHECK_OK(loam_jobs_create(&def, &jobs));
        things = wood_things(land, jobs);
        hash_pages(things, 2 + (uint64_t)threads, other);
        CHECK(memcmp(first, other, sizeof first) == 0);
        loam_land_things_destroy(things);
        loam_jobs_destroy(jobs);
    }
    loam_land_destroy(land);
}

/// A part of it, across the borders of pages, has what the whole has there.
static void test_the_area_does_not_matter(void)
{
    const loam_land_things_area part = {corner_x + 77, corner_z + 99, 140, 61};
    loam_land *const land = wood_land(7);
    loam_land_things *const things = wood_things(land, NULL);
    size_t at = 0;
    wood_find(things, part, 0, &list);
    wood_find(things,
              (loam_land_things_area){corner_x, corner_z, SIDE * LOAM_THINGS_PAGE,
                                      SIDE * LOAM_THINGS_PAGE},
              0, &whole);
    for (size_t i = 0; i < whole.count; i++)
    {
        const int64_t x = whole.things[i].x - part.x * LOAM_SCATTER_ONE,
                      z = whole.things[i].z - part.z * LOAM_SCATTER_ONE;
        if (x >= 0 && z >= 0 && x < part.w * LOAM_SCATTER_ONE && z < part.h * LOAM_SCATTER_ONE)
        {
            CHECK(at < list.count && loam_land_thing_hash(&whole.things[i], 0) ==
                                         loam_land_thing_hash(&list.things[at], 0));
            at++;
        }
    }
    CHECK_INT(at, list.count);
    CHECK(at > 10);
    loam_land_things_destroy(things);
    loam_land_destroy(land);
}

/// There is a wood within some steps to the east, where places are exact to 1/256 m.
static void test_far_away_there_are_woods(void)
{
    const int64_t far = (int64_t)1 << 40;
    loam_land *const land = wood_land(7);
    loam_land_things *const things = wood_things(land, NULL);
    loam_land_start start;
    CHECK_OK(loam_land_find_start(land, far, far, &start));
    list.count = 0;
    for (int64_t i = 0; i < 16 && list.count == 0; i++)
    {
        wood_find(things, (loam_land_things_area){start.x + 256 * i, start.z, 256, 256}, 0, &list);
    }
    CHECK(list.count > 0);
    int64_t odd = 0;
    for (size_t i = 0; i < list.count; i++)
    {
        odd += list.things[i].x & 1;
        CHECK(list.things[i].x / LOAM_SCATTER_ONE > far - ((int64_t)1 << 32));
    }
    CHECK(odd > 0 || list.count < 8);
    loam_land_things_destroy(things);
    loam_land_destroy(land);
}

static uint64_t identity_of(const loam_land_def *land_def, float trees, const loam_thing_plan *plan)
{
    loam_land *land = NULL;
    loam_land_things *things = NULL;
    loam_land_things_def def = loam_default_land_things_def();
    CHECK_OK(loam_land_create(land_def, &land));
    def.land = land;
    def.trees = trees;
    def.plan = plan;
    CHECK_OK(loam_land_things_create(&def, &things));
    const uint64_t identity = loam_pipeline_stage_identity(loam_land_things_pipeline(things),
                                                           loam_land_things_stage(things), 0);
    loam_land_things_destroy(things);
    loam_land_destroy(land);
    return identity;
}

static float nowhere(const void *parameters, uint64_t seed, const loam_land_place *place)
{
    (void)parameters;
    (void)seed;
    (void)place;
    return 0;
}

/// So a back store never hands out what stands on another land.
static void test_each_land_has_things_of_its_own(void)
{
    enum
    {
        LANDS = 7
    };
    loam_land_biome own = {.name = "own", .weight = nowhere, .height = nowhere, .version = 1};
    const loam_land_def usual = loam_default_land_def();
    loam_land_def defs[LANDS];
    uint64_t known[LANDS];
    loam_thing_plan plan = loam_default_thing_plan();
    CHECK_U64(identity_of(&usual, 1.0f, &plan), identity_of(&usual, 1.0f, NULL));
    plan.kinds[LOAM_THING_PALM].biomes[LOAM_BIOME_DESERT] = 0.5f;
    for (int32_t i = 0; i < LANDS; i++)
    {
        defs[i] = usual;
    }
    defs[1].seed++;
    defs[2].shape.relief += 0.01f;
    defs[3].shape.biomes[LOAM_BIOME_HILLS].weight = 2;
    defs[4].biomes = &own;
    defs[4].biome_count = 1;
    for (int32_t i = 0; i < LANDS; i++)
    {
        known[i] = identity_of(&defs[i], i != 5 ? 1.0f : 0.5f, i == 6 ? &plan : NULL);
        for (int32_t k = 0; k < i; k++)
        {
            CHECK_REPORT(known[i] != known[k], "things of lands %d and %d have one identity", i, k);
        }
    }
    CHECK_U64(identity_of(&usual, 1.0f, NULL), known[0]);
}

int main(void)
{
    RUN(test_order_and_threads_do_not_matter);
    RUN_SERIAL(test_the_area_does_not_matter);
    RUN_SERIAL(test_each_land_has_things_of_its_own);
    RUN_UNSANITIZED(test_far_away_there_are_woods);
    return CHECK_DONE();
}
