// SPDX-License-Identifier: MIT
#include "selftest.h"
#include "voyage/voyage.h"
#include "walk/ground.h"

#include <math.h>

// Whoever goes through worlds, step by step: over hills of noise, over a land, which takes as long as growing its
// finest level does and is left out where a processor is emulated, and through a sea of small islands.

enum
{
    HASHED = 60, // steps from a hash to the next
    WALK_STEPS = 3000,
    VOYAGE_STEPS = 7200,
};

// ---- walks ----------------------------------------------------------------------------------------

/// What a walker is asked for by and by: all kinds, turns, jumps, dives.
static walk_input walk_at(int32_t i)
{
    const walk_kind kinds[] = {WALK_FOOT,  WALK_FOOT, WALK_HORSE, WALK_HORSE, WALK_FOOT, WALK_FOOT,
                               WALK_GLIDE, WALK_FOOT, WALK_FOOT,  WALK_FOOT,  WALK_BIRD};
    return (walk_input){.ahead = i % 500 < 440 ? 100 : -60,
                        .aside = i % 230 < 40 ? 70 : 0,
                        .lift = i % 200 < 60    ? -100
                                : i % 900 > 860 ? 80
                                                : 0,
                        .yaw = i * 17 % 36000,
                        .pitch = (i / 100 % 7 - 3) * 900,
                        .run = i % 400 < 250,
                        .jump = i % 97 == 0,
                        .kind = kinds[i / 100 % 11]};
}

static loam_result walk(const walk_world *world, double x, double z, int32_t steps, uint64_t *hash)
{
    walker w = {.kind = WALK_FOOT};
    loam_result result = walker_place(&w, world, x, z, 0);
    for (int32_t i = 0; i < steps && result == LOAM_OK; i++)
    {
        const walk_input in = walk_at(i);
        result = walker_step(&w, &in, world);
        const uint64_t own = i % HASHED == 0 ? walker_hash(&w) : 0;
        *hash = i % HASHED == 0 ? loam_hash_u64(&own, 1, *hash) : *hash;
    }
    return result;
}

/// Of hills, m; samples are 1/16 m apart.
static float hill_height(const loam_noise *hills, double x, double z)
{
    return 12 * loam_noise_at2(hills, (int64_t)floor(x * 16), (int64_t)floor(z * 16));
}

/// Hills with lakes between them.
static loam_result ask_hills(void *user, double x, double z, walk_ground *out)
{
    const float height = hill_height(user, x, z);
    const float east = hill_height(user, x + 1, z) - height,
                north = hill_height(user, x, z + 1) - height;
    const float length = sqrtf(1 + east * east + north * north);
    out->height = height;
    out->water = height < 0 ? 0 : LOAM_LAND_DRY;
    out->normal[0] = -east / length;
    out->normal[1] = 1 / length;
    out->normal[2] = -north / length;
    return LOAM_OK;
}

static void check_hills(selftest *run)
{
    loam_noise hills;
    loam_noise_def def = loam_default_noise_def();
    const walk_world world = {.ground = ask_hills, .user = &hills};
    uint64_t hash = 0;
    def.wavelength = 16 * 120;
    def.octaves = 3;
    loam_result result = loam_noise_init(&hills, &def, 5);
    result = result == LOAM_OK ? walk(&world, 0, 0, WALK_STEPS, &hash) : result;
    result = result == LOAM_OK ? walk(&world, 0x1p40 + 0.25, -0x1p40, WALK_STEPS, &hash) : result;
    selftest_report(run, "walk, hills", "", result, hash);
}

static void check_land_walk(selftest *run)
{
    if (selftest_leave_out(run, "walk, land"))
    {
        return;
    }
    loam_land_def def = loam_default_land_def();
    loam_land *land = NULL;
    ground under;
    uint64_t hash = 0;
    def.seed = 7;
    loam_result result = loam_land_create(&def, &land);
    ground_begin(&under, land);
    const walk_world world = ground_world(&under);
    result = result == LOAM_OK ? walk(&world, -299968, -59968, WALK_STEPS / 10, &hash) : result;
    selftest_report(run, "walk, land", "", result, hash);
    ground_end(&under);
    loam_land_destroy(land);
}

// ---- voyages --------------------------------------------------------------------------------------

/// To each side of an island by turns, onto its shore, off the boat, where one walks, swims, rides and flies, aboard
/// again and away under sail and oars.
static voyage_input voyage_at(int32_t i, const loam_isle *isle)
{
    voyage_input in = voyage_usual_input();
    const int32_t moment = i % 1800, side = i / 1800;
    in.walk = walk_at(i);
    in.walk.yaw = side * 9000 + i % 200;
    in.walk.kind = moment < 1400 ? WALK_FOOT : in.walk.kind;
    in.boat.rudder = moment < 900 ? 0 : i / 60 % 5 * 40 - 80;
    in.boat.row = side % 2 == 0 || moment < 900 ? 100 : 0;
    in.boat.sheet = i % 300 < 30 ? -100 : 0;
    in.boat.trims = i % 900 < 600;
    in.boat.anchor = moment > 880 && moment < 1100;
    in.wind = 60 + side % 4 * 60;
    in.deed = moment == 0                        ? VOYAGE_TRAVEL
              : moment == 900 || moment == 1620  ? VOYAGE_BOARD
              : moment == 1580 || moment == 1600 ? VOYAGE_FETCH
                                                 : VOYAGE_GO_ON;
    in.x = isle->x + (side % 2 * 2 - 1) * 120;
    in.z = isle->z + (side / 2 % 2 * 2 - 1) * 120;
    return in;
}

static loam_result sail(loam_isles *isles, voyage_world *world, uint64_t *hash)
{
    voyage v;
    loam_isle isle;
    loam_result result = shore_find_harbour(isles, 0, 0, &isle);
    result = result == LOAM_OK ? voyage_begin(&v, world, 700, -900) : result;
    for (int32_t i = 0; i < VOYAGE_STEPS && result == LOAM_OK; i++)
    {
        const voyage_input in = voyage_at(i, &isle);
        result = voyage_step(&v, &in, world);
        const uint64_t own[2] = {voyage_hash(&v), (uint64_t)v.said};
        *hash = i % HASHED == 0 || v.said != VOYAGE_QUIET ? loam_hash_u64(own, 2, *hash) : *hash;
    }
    return result;
}

/// Islands half as large, samples twice as far apart.
static loam_isles_def small_islands(void)
{
    loam_isles_def def = loam_default_isles_def();
    def.seed = 3;
    def.slot = 1024;
    def.cell = 8;
    for (int32_t i = 0; i < def.type_count; i++)
    {
        def.types[i].radius.low *= 0.5f;
        def.types[i].radius.high *= 0.5f;
    }
    return def;
}

static void check_voyage(selftest *run)
{
    const loam_env env = loam_default_env();
    const loam_isles_def def = small_islands();
    loam_isles *isles = NULL;
    voyage_world world = {0};
    uint64_t hash = 0;
    loam_result result = loam_isles_create(&env, &def, &isles);
    result = result == LOAM_OK ? voyage_world_create(isles, &world) : result;
    result = result == LOAM_OK ? sail(isles, &world, &hash) : result;
    selftest_report(run, "voyage", "", result, hash);
    voyage_world_destroy(&world);
    loam_isles_destroy(isles);
}

void selftest_voyage(selftest *run)
{
    check_hills(run);
    check_land_walk(run);
    check_voyage(run);
}
