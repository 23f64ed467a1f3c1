// SPDX-License-Identifier: MIT
#include "selftest.h"

// What stands on a land: a wood at every level of detail. It needs the finest level of the land, which takes a second,
// and is left out where a processor is emulated.

enum
{
    SIDE = 128, // m
    X = -300032,
    Z = -60032,
};

typedef struct hashed_things
{
    uint64_t hash;
    int32_t count;
} hashed_things;

static loam_result hash_thing(void *user, const loam_land_thing *thing)
{
    hashed_things *const all = user;
    all->hash = loam_land_thing_hash(thing, all->hash);
    all->count++;
    return LOAM_OK;
}

static void check_levels(selftest *run, loam_land_things *things)
{
    for (int32_t level = 0; level < LOAM_THINGS_LEVELS; level++)
    {
        char variant[32];
        hashed_things all = {0};
        const loam_land_things_area area = {X, Z, SIDE, SIDE};
        const loam_result result = loam_land_things_find(things, area, level, hash_thing, &all);
        snprintf(variant, sizeof variant, "things, level %d", (int)level);
        selftest_report(run, variant, "", result, all.hash);
    }
}

/// Woods of every biome at every step.
static void check_woods(selftest *run, const loam_land_things *things)
{
    enum
    {
        ROW = 24
    };
    uint8_t biomes[ROW * ROW];
    float woods[ROW * ROW];
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < ROW * ROW; i++)
    {
        biomes[i] = (uint8_t)(i % (LOAM_BIOME_COUNT + 1));
    }
    for (int64_t step = 1; step <= 4096 && result == LOAM_OK; step *= 4)
    {
        const loam_land_area area = {X, Z, step, ROW, ROW};
        result = loam_land_things_tree_cover(things, area, biomes, woods);
        hash = loam_hash_f32(woods, ROW * ROW, hash);
    }
    selftest_report(run, "things, woods", "", result, hash);
}

void selftest_things(selftest *run)
{
    const bool leaves_out = selftest_leave_out(run, "things, level 0") &&
                            selftest_leave_out(run, "things, level 1") &&
                            selftest_leave_out(run, "things, level 2") &&
                            selftest_leave_out(run, "things, level 3");
    loam_land_def land_def = loam_default_land_def();
    loam_land_things_def def = loam_default_land_things_def();
    loam_land_things *things = NULL;
    land_def.seed = 7;
    loam_result result = loam_land_create(&land_def, &def.land);
    result = result == LOAM_OK ? loam_land_things_create(&def, &things) : result;
    if (result == LOAM_OK)
    {
        check_woods(run, things);
    }
    if (result == LOAM_OK && !leaves_out)
    {
        check_levels(run, things);
    }
    if (result != LOAM_OK)
    {
        selftest_fail(run, "things", "", loam_last_error());
    }
    loam_land_things_destroy(things);
    loam_land_destroy(def.land);
}
