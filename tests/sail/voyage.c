// SPDX-License-Identifier: MIT
// Voyages: off the boat and on again, flying, travelling, fetching; never on land, wherever it goes; the same bits in the
// same sea, whatever was asked before.
#include "voyage/voyage.h"
#include "check.h"
#include "isles/small.h"
#include "loam/jobs.h"
#include "loam/loam.h"

typedef struct sea
{
    loam_jobs *jobs;
    loam_isles *isles;
    voyage_world world;
} sea;

static sea open_sea(uint64_t seed, int32_t threads)
{
    sea s = {0};
    loam_env env = loam_default_env();
    const loam_isles_def def = small_isles(seed);
    loam_jobs_def jobs = loam_default_jobs_def();
    jobs.threads = threads;
    CHECK_INT(loam_jobs_create(&jobs, &s.jobs), LOAM_OK);
    env.jobs = s.jobs;
    CHECK_INT(loam_isles_create(&env, &def, &s.isles), LOAM_OK);
    CHECK_INT(voyage_world_create(s.isles, &s.world), LOAM_OK);
    return s;
}

static void close_sea(sea *s)
{
    voyage_world_destroy(&s->world);
    loam_isles_destroy(s->isles);
    loam_jobs_destroy(s->jobs);
}

static void step(voyage *v, const voyage_input *in, sea *s, int32_t times)
{
    for (int32_t i = 0; i < times; i++)
    {
        CHECK_INT(voyage_step(v, in, &s->world), LOAM_OK);
    }
}

/// A step that is asked again as long as it is put off; how often it was.
static int32_t step_patiently(voyage *v, const voyage_input *in, sea *s)
{
    int32_t put_off = 0;
    for (;; put_off++)
    {
        const voyage before = *v;
        const loam_result result = voyage_step(v, in, &s->world);
        if (result != LOAM_CANCELLED)
        {
            CHECK_INT(result, LOAM_OK);
            return put_off;
        }
        CHECK_CONTAINS(loam_last_error(), "has not grown yet");
        CHECK_U64(voyage_hash(v), voyage_hash(&before));
        CHECK_INT(v->said, before.said);
        CHECK_OK(loam_pipeline_pump(loam_isles_pipeline(s->isles), 200, NULL));
    }
}

static void deed(voyage *v, voyage_deed what, sea *s)
{
    voyage_input in = voyage_usual_input();
    in.boat.sail = 0;
    in.deed = what;
    step(v, &in, s, 1);
}

static bool take_harbour(void *user, const loam_isle *isle)
{
    *(loam_isle *)user = *isle;
    return shore_harbour(isle) == NULL;
}

/// The end of the pier of a harbour near a place.
static void find_pier(const sea *s, int64_t home, double *x, double *z)
{
    loam_isle isle = {0};
    CHECK_INT(loam_isles_find(s->isles,
                              (loam_isles_box){home - 9000, home - 9000, home + 9000, home + 9000},
                              take_harbour, &isle),
              LOAM_OK);
    CHECK(shore_harbour(&isle) != NULL);
    shore_pier_end(&isle, shore_harbour(&isle), x, z);
}

// At a pier one gets off onto it, walks, comes back and is aboard.
static void test_off_and_on_at_a_pier(void)
{
    const int64_t homes[] = {0, (int64_t)1 << 40};
    for (int32_t home = 0; home < 2; home++)
    {
        sea s = open_sea(7, 1);
        voyage v;
        double x, z;
        find_pier(&s, homes[home], &x, &z);
        CHECK_INT(voyage_begin(&v, &s.world, (int64_t)x, (int64_t)z), LOAM_OK);
        CHECK(v.aboard);
        CHECK(hypot(v.boat.x - x, v.boat.z - z) < 60);
        // Nearer than a boat is put: as if it had been rowed there.
        v.boat.x += (x - v.boat.x) * 0.6;
        v.boat.z += (z - v.boat.z) * 0.6;
        deed(&v, VOYAGE_BOARD, &s);
        CHECK(!v.aboard);
        CHECK(v.said == VOYAGE_ASHORE || v.said == VOYAGE_OVERBOARD);
        const walker ashore = v.walker;
        CHECK(hypot(ashore.x - v.boat.x, ashore.z - v.boat.z) <= VOYAGE_REACH + 1);
        deed(&v, VOYAGE_BOARD, &s);
        CHECK_INT(v.said, VOYAGE_ABOARD);
        CHECK(v.aboard);
        CHECK(hypot(v.walker.x - v.boat.x, v.walker.z - v.boat.z) < BOAT_LENGTH / 2);
        close_sea(&s);
    }
}

// In deep water one swims; far from the boat one does not get aboard, until it is fetched.
static void test_overboard_too_far_and_fetched(void)
{
    sea s = open_sea(7, 1);
    voyage v;
    // A slot's corner has nothing but water around it.
    CHECK_INT(voyage_begin(&v, &s.world, 0, 0), LOAM_OK);
    deed(&v, VOYAGE_BOARD, &s);
    CHECK_INT(v.said, VOYAGE_OVERBOARD);
    voyage_input in = voyage_usual_input();
    in.walk.ahead = 100;
    in.walk.run = true;
    step(&v, &in, &s, 60 * 30);
    CHECK_INT(v.walker.state, WALK_SWIMS);
    deed(&v, VOYAGE_BOARD, &s);
    CHECK_INT(v.said, VOYAGE_TOO_FAR);
    CHECK(!v.aboard);
    deed(&v, VOYAGE_FETCH, &s);
    CHECK_INT(v.said, VOYAGE_FETCHED);
    deed(&v, VOYAGE_BOARD, &s);
    CHECK_INT(v.said, VOYAGE_ABOARD);
    close_sea(&s);
}

static void test_flying_off_and_landing(void)
{
    sea s = open_sea(7, 1);
    voyage v;
    CHECK_INT(voyage_begin(&v, &s.world, 300, 300), LOAM_OK);
    voyage_input in = voyage_usual_input();
    in.walk.kind = WALK_BIRD;
    in.walk.ahead = 100;
    in.walk.pitch = 2000;
    step(&v, &in, &s, 1);
    CHECK_INT(v.said, VOYAGE_ALOFT);
    step(&v, &in, &s, 300);
    CHECK(!v.aboard && v.walker.y > 20);
    in.walk.kind = WALK_FOOT;
    in.walk.ahead = 0;
    step(&v, &in, &s, 60 * 30);
    CHECK(v.walker.y < 10 || v.walker.state != WALK_FALLS);
    CHECK(v.boat.set < 0.01); // it was left with its sail down
    // As a bird one travels without the boat, else with it.
    in.walk.kind = WALK_BIRD;
    step(&v, &in, &s, 1);
    in.deed = VOYAGE_TRAVEL;
    in.x = 5000;
    in.z = -4000;
    step(&v, &in, &s, 1);
    CHECK(!v.aboard && fabs(v.walker.x - 5000) < 10 && fabs(v.walker.z + 4000) < 10);
    in.walk.kind = WALK_FOOT;
    step(&v, &in, &s, 1); // still in the air, now on foot: the walker decides at the end of a step
    in.x = -7000;
    step(&v, &in, &s, 1);
    CHECK(v.aboard);
    CHECK(hypot(v.boat.x + 7000, v.boat.z + 4000) < 1500);
    close_sea(&s);
}

/// Turns the bow to the middle of the slot's island once in a while, where that does not bring the hull onto land.
static void aim_at_island(voyage *v, sea *s, int32_t i)
{
    const loam_isle *isle;
    const boat_water water = shore_water(s->world.shore);
    double least;
    CHECK_INT(shore_isle(s->world.shore, v->boat.x, v->boat.z, &isle), LOAM_OK);
    const double turns = atan2((double)isle->x - v->boat.x, (double)isle->z - v->boat.z) /
                         6.283185307179586;
    CHECK_INT(boat_clearance(&water, v->boat.x, v->boat.z, turns, &least), LOAM_OK);
    v->boat.heading = i % 200 == 0 && isle->type >= 0 && least > 2 ? turns - floor(turns)
                                                                   : v->boat.heading;
}

// Wherever one begins or travels to the boat floats, and it never comes onto land, whatever is done with it.
static void test_it_always_floats(void)
{
    const int64_t homes[] = {0, ((int64_t)1 << 40) + 77};
    for (int32_t home = 0; home < 2; home++)
    {
        sea s = open_sea(11, 1);
        const boat_water water = shore_water(s.world.shore);
        voyage v;
        uint64_t random = 99;
        int32_t touched = 0, arrived = 0;
        CHECK_INT(voyage_begin(&v, &s.world, homes[home], -homes[home]), LOAM_OK);
        // To the islands' middles, from where the shore is the nearest water.
        for (int32_t i = 0; i < 25; i++)
        {
            double least;
            const loam_isle *isle;
            const double x = (double)homes[home] + i % 5 * 1024.0,
                         z = -(double)homes[home] + i / 5 * 1024.0;
            voyage_input in = voyage_usual_input();
            CHECK_INT(shore_isle(s.world.shore, x, z, &isle), LOAM_OK);
            in.deed = VOYAGE_TRAVEL;
            in.x = isle->x;
            in.z = isle->z;
            step(&v, &in, &s, 1);
            CHECK_INT(v.said, VOYAGE_ARRIVED);
            CHECK_INT(boat_clearance(&water, v.boat.x, v.boat.z, v.boat.heading, &least), LOAM_OK);
            CHECK(least > 1.3);
        }
        for (int32_t i = 0; i < 30000; i++)
        {
            random = random * 6364136223846793005u + 1442695040888963407u;
            voyage_input in = voyage_usual_input();
            in.wind = 200;
            in.boat.rudder = i / 300 % 7 == 0 ? 30 : 0;
            in.boat.row = 100;
            if (i % 5000 == 0)
            {
                in.deed = VOYAGE_TRAVEL; // into islands, too
                in.x = homes[home] + (int64_t)(random >> 33) % 4096 - 2048;
                in.z = -homes[home] + (int64_t)(random >> 43) % 4096 - 2048;
            }
            double least;
            step(&v, &in, &s, 1);
            aim_at_island(&v, &s, i);
            CHECK_INT(boat_clearance(&water, v.boat.x, v.boat.z, v.boat.heading, &least), LOAM_OK);
            CHECK(least >= BOAT_BARE - 1e-9);
            // Where it is put there is water enough for all of it.
            CHECK(v.said != VOYAGE_ARRIVED || least > 1.3);
            arrived += v.said == VOYAGE_ARRIVED;
            touched += v.boat.aground;
        }
        CHECK(touched > 100);
        CHECK(arrived >= 6);
        close_sea(&s);
    }
}

/// A minute of everything.
static uint64_t live(sea *s, bool asks_elsewhere)
{
    voyage v;
    CHECK_INT(voyage_begin(&v, &s->world, 700, -900), LOAM_OK);
    uint64_t random = 5;
    for (int32_t i = 0; i < 3600; i++)
    {
        random = random * 6364136223846793005u + 1442695040888963407u;
        voyage_input in = voyage_usual_input();
        in.boat.rudder = (int32_t)(random >> 40) % 100;
        in.walk.yaw = i * 7 % 36000;
        in.walk.ahead = 100;
        in.walk.run = i % 300 < 150;
        in.walk.jump = i % 97 == 0;
        in.walk.kind = i % 1200 < 300 ? WALK_FOOT : i % 1200 < 500 ? WALK_GLIDE : WALK_HORSE;
        in.deed = i % 700 == 650 ? VOYAGE_BOARD : i % 700 == 660 ? VOYAGE_FETCH : VOYAGE_GO_ON;
        if (asks_elsewhere && i % 50 == 0)
        {
            double height;
            CHECK_INT(shore_height(s->world.shore, i * 311.0, i * -77.0, &height), LOAM_OK);
        }
        step(&v, &in, s, 1);
    }
    CHECK_U64(v.steps, 3600);
    return voyage_hash(&v);
}

static void test_same_bits_by_threads_and_caches(void)
{
    sea a = open_sea(3, 1), b = open_sea(3, 2);
    const uint64_t hash = live(&a, false);
    CHECK_U64(live(&b, true), hash);
    CHECK_U64(live(&a, true), hash);
    CHECK_U64(hash, 0xbdce478461d083a6u);
    close_sea(&a);
    close_sea(&b);
}

static void test_ends_are_refused(void)
{
    sea s = open_sea(3, 1);
    voyage v;
    CHECK_INT(voyage_begin(&v, &s.world, VOYAGE_END + 1, 0), LOAM_BAD_ARGUMENT);
    CHECK_INT(voyage_begin(&v, &s.world, 0, -VOYAGE_END - 1), LOAM_BAD_ARGUMENT);
    CHECK_INT(voyage_begin(&v, &s.world, VOYAGE_END, -VOYAGE_END), LOAM_OK);
    voyage_input in = voyage_usual_input();
    in.boat.row = 100;
    step(&v, &in, &s, 600);
    CHECK(v.boat.x <= (double)VOYAGE_END && v.boat.z >= -(double)VOYAGE_END);
    close_sea(&s);
}

// Who waits for no island gets to the same places as who does, with steps that are put off meanwhile.
static void test_patience_leads_to_the_same_place(void)
{
    sea quick = open_sea(7, 1), patient = open_sea(7, 1);
    voyage a, b;
    double x, z;
    int32_t put_off = 0;
    shore_set_patient(patient.world.shore, true);
    find_pier(&quick, 0, &x, &z);
    CHECK_OK(voyage_begin(&a, &quick.world, 1 << 20, 0));
    while (voyage_begin(&b, &patient.world, 1 << 20, 0) == LOAM_CANCELLED)
    {
        CHECK_OK(loam_pipeline_pump(loam_isles_pipeline(patient.isles), 200, NULL));
    }
    for (int32_t i = 0; i < 900; i++)
    {
        voyage_input in = voyage_usual_input();
        in.deed = i == 1     ? VOYAGE_TRAVEL
                  : i == 500 ? VOYAGE_BOARD
                  : i == 700 ? VOYAGE_FETCH
                             : VOYAGE_GO_ON;
        in.x = (int64_t)x + 5;
        in.z = (int64_t)z;
        in.walk.ahead = 100;
        in.walk.yaw = i * 10;
        step(&a, &in, &quick, 1);
        put_off += step_patiently(&b, &in, &patient);
        CHECK_U64(voyage_hash(&a), voyage_hash(&b));
    }
    CHECK(put_off > 0);
    CHECK(a.boat.way > 10);
    close_sea(&patient);
    close_sea(&quick);
}

int main(void)
{
    RUN(test_patience_leads_to_the_same_place);
    RUN(test_off_and_on_at_a_pier);
    RUN(test_overboard_too_far_and_fetched);
    RUN(test_flying_off_and_landing);
    RUN(test_it_always_floats);
    RUN(test_same_bits_by_threads_and_caches);
    RUN(test_ends_are_refused);
    return CHECK_DONE();
}
