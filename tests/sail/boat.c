// SPDX-License-Identifier: MIT
// Boats: what sailors know must hold, on water that the tests make.
#include "voyage/boat.h"
#include "check.h"

static const double two_pi = 6.283185307179586;

/// Deep everywhere.
static loam_result deep(void *user, double x, double z, double *out)
{
    (void)user, (void)x, (void)z;
    *out = 20;
    return LOAM_OK;
}

/// A beach: dry from x = 100 on, a metre deeper every ten metres to the west.
static loam_result beach(void *user, double x, double z, double *out)
{
    (void)user, (void)z;
    *out = (100 - x) * 0.1;
    return LOAM_OK;
}

/// A wall of planks 3 m wide, which is at x = 50.
static loam_result wall(void *user, double x, double z, double *out)
{
    (void)user, (void)z;
    *out = fmin(fabs(x - 50) - 1.5, 12);
    return LOAM_OK;
}

static const boat_water open_sea = {.clearance = deep}, shelving = {.clearance = beach},
                        pier = {.clearance = wall};
static const boat_input under_sail = {.sail = 100, .trims = true};

static void sail(boat *b, const boat_input *in, const double wind[2], const boat_water *water,
                 int32_t steps)
{
    for (int32_t i = 0; i < steps; i++)
    {
        CHECK_INT(boat_step(b, in, wind, water), LOAM_OK);
    }
}

/// m/s ahead after a minute and a half with the wind that many degrees from ahead, the rudder held so that the course
/// stays.
static double speed_at(double degrees, double strength)
{
    boat b = boat_at(0, 0, 0);
    // It comes from the right by so many degrees: it goes to the left, and back.
    const double wind[2] = {-sin(degrees / 360 * two_pi) * strength,
                            -cos(degrees / 360 * two_pi) * strength};
    double ahead, aside;
    sail(&b, &under_sail, wind, &open_sea, 5400);
    boat_speeds(&b, &ahead, &aside);
    CHECK_NEAR(b.heading, 0, 1e-9);
    return ahead;
}

static void test_no_boat_sails_into_the_wind(void)
{
    for (double degrees = 0; degrees <= 20; degrees += 5)
    {
        CHECK(speed_at(degrees, 8) <= 0.3);
    }
    CHECK(speed_at(0, 8) < 0);
    CHECK(speed_at(50, 8) > 1.5);
    // Most across the wind, less before it.
    const double beam = speed_at(100, 8), run = speed_at(180, 8), close = speed_at(50, 8);
    CHECK(beam > run && beam > close);
    CHECK_RANGE(run, 2, 7);
    CHECK_RANGE(beam, 4, 9);
    CHECK_NEAR(speed_at(100, 8), speed_at(-100, 8), 1e-3); // both tacks are the same
}

static void test_more_wind_is_more_speed(void)
{
    double before = 0;
    for (double strength = 2; strength <= 12; strength += 2)
    {
        const double now = speed_at(100, strength);
        CHECK(now > before);
        before = now;
    }
    CHECK(speed_at(100, 40) <= BOAT_FASTEST);
    CHECK(speed_at(100, 0) == 0);
}

static void test_it_makes_leeway_and_heels_away_from_the_wind(void)
{
    boat b = boat_at(0, 0, 0);
    const double from_right[2] = {-8, 0};
    double ahead, aside;
    sail(&b, &under_sail, from_right, &open_sea, 1800);
    boat_speeds(&b, &ahead, &aside);
    CHECK_RANGE(aside, -1.5, -0.02);
    CHECK(fabs(aside) < ahead * 0.25);
    CHECK_RANGE(b.heel, -0.9, -0.03);
    CHECK(b.boom < -0.2); // the boom is on the other side
    CHECK(b.strain > 0.5);
}

static void test_reefed_it_heels_less(void)
{
    const double wind[2] = {-11, 0};
    boat_input reefed = under_sail;
    reefed.sail = 50;
    boat full = boat_at(0, 0, 0), half = full;
    sail(&full, &under_sail, wind, &open_sea, 1800);
    sail(&half, &reefed, wind, &open_sea, 1800);
    CHECK(fabs(half.heel) < fabs(full.heel));
    CHECK_NEAR(half.set, 0.5, 1e-6);
}

// Hauled in too much it is slow, let out too far it flaps.
static void test_the_sheet_matters(void)
{
    const double wind[2] = {-8, 0};
    boat_input held = {.sail = 100};
    double speeds[3], aside;
    const double sheets[3] = {0.12, 0.8, 1.45};
    for (int32_t i = 0; i < 3; i++)
    {
        boat b = boat_at(0, 0, 0);
        b.sheet = sheets[i];
        sail(&b, &held, wind, &open_sea, 3000);
        boat_speeds(&b, &speeds[i], &aside);
        CHECK_NEAR(b.sheet, sheets[i], 1e-9);
    }
    CHECK(speeds[1] > speeds[0] + 0.5);
    CHECK(speeds[1] > speeds[2] + 0.5);
    boat b = boat_at(0, 0, 0);
    held.sheet = 100;
    sail(&b, &held, wind, &open_sea, 300);
    CHECK_NEAR(b.sheet, 0.12, 1e-6);
    held.sheet = -100;
    sail(&b, &held, wind, &open_sea, 300);
    CHECK_NEAR(b.sheet, 1.45, 1e-6);
}

static void test_it_turns_by_its_rudder(void)
{
    const double wind[2] = {0, 8}; // from astern
    for (int32_t side = -1; side <= 1; side += 2)
    {
        boat b = boat_at(0, 0, 0);
        boat_input in = under_sail;
        sail(&b, &in, wind, &open_sea, 900);
        in.rudder = 100 * side;
        sail(&b, &in, wind, &open_sea, 120);
        const double turned = b.heading > 0.5 ? b.heading - 1 : b.heading;
        CHECK_RANGE(turned * side, 0.05, 0.5);
        CHECK_NEAR(b.rudder, side, 1e-6);
    }
    // Also without way, slowly: nobody is caught in irons.
    boat still = boat_at(0, 0, 0);
    const boat_input turn = {.rudder = 100};
    const double calm[2] = {0, 0};
    sail(&still, &turn, calm, &open_sea, 300);
    CHECK_RANGE(still.heading, 0.05, 0.3);
}

static void test_a_tack_goes_through_the_wind(void)
{
    const double wind[2] = {0, -8}; // from the north
    boat b = boat_at(0, 0, 0.14);
    boat_input in = under_sail;
    sail(&b, &in, wind, &open_sea, 1800);
    CHECK(b.boom > 0.05 || b.boom < -0.05);
    const double before = b.boom, north = b.z;
    in.rudder = -100;
    for (int32_t i = 0; i < 900 && !(b.heading > 0.8 && b.heading < 0.87); i++)
    {
        sail(&b, &in, wind, &open_sea, 1);
    }
    in.rudder = 0;
    sail(&b, &in, wind, &open_sea, 1800);
    CHECK(b.boom * before < 0);
    CHECK(b.z > north + 30); // tacking brings it to windward
}

static void test_oars_move_it_in_a_calm(void)
{
    const double calm[2] = {0, 0};
    boat b = boat_at(0, 0, 0);
    const boat_input row = {.row = 100}, back = {.row = -100};
    double ahead, aside;
    sail(&b, &row, calm, &open_sea, 1800);
    boat_speeds(&b, &ahead, &aside);
    CHECK_RANGE(ahead, 1.5, 3.5);
    sail(&b, &back, calm, &open_sea, 1800);
    boat_speeds(&b, &ahead, &aside);
    CHECK_RANGE(ahead, -3.5, -1.5);
    sail(&b, &(boat_input){0}, calm, &open_sea, 7200);
    CHECK(fabs(b.vx) + fabs(b.vz) < 0.02); // and it comes to rest
}

// Onto a beach before the wind: it comes to rest, afloat by a hand's breadth, and rows off again.
static void test_it_runs_aground_softly(void)
{
    const double onshore[2] = {9, 0};
    boat b = boat_at(0, 0, 0.25);
    double fastest = 0, hardest = 0, before = 0;
    for (int32_t i = 0; i < 3600; i++)
    {
        sail(&b, &under_sail, onshore, &shelving, 1);
        fastest = fmax(fastest, b.vx);
        hardest = fmax(hardest, before - b.vx);
        before = b.vx;
    }
    double least;
    CHECK_INT(boat_clearance(&shelving, b.x, b.z, b.heading, &least), LOAM_OK);
    CHECK(fastest > 3);
    CHECK(hardest < 2); // m/s that it loses in a step
    CHECK(least >= BOAT_BARE);
    CHECK(b.aground);
    CHECK(fabs(b.vx) + fabs(b.vz) < 0.25); // at most it is dragged along the beach
    const double stranded = b.x;
    const boat_input off = {.row = -100};
    const double calm[2] = {0, 0};
    sail(&b, &off, calm, &shelving, 1800);
    CHECK(b.x < stranded - 8);
    CHECK(!b.aground);
}

/// The least water below bow, stern, sides and quarters, found another way than boats do.
static double hull_room(const boat *b, const boat_water *water)
{
    static const double parts[][2] = {{4.5, 0},    {-4.4, 0},    {0, 1.3},   {0, -1.3},
                                      {-4.2, 0.9}, {-4.2, -0.9}, {2.5, 0.9}, {2.5, -0.9}};
    const double s = sin(b->heading * two_pi), c = cos(b->heading * two_pi);
    double least = 1e9;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
    {
        double here = 0;
        CHECK_INT(water->clearance(water->user, b->x + s * parts[i][0] + c * parts[i][1],
                                   b->z + c * parts[i][0] - s * parts[i][1], &here),
                  LOAM_OK);
        least = fmin(least, here);
    }
    return least;
}

// Whatever is steered in whatever wind, no part of the hull is ever on land or in a pier.
static void test_never_on_land(void)
{
    const boat_water *const waters[2] = {&shelving, &pier};
    uint64_t random = 12345;
    for (int32_t which = 0; which < 2; which++)
    {
        boat b = boat_at(30, 0, 0.2);
        int32_t touched = 0;
        for (int32_t i = 0; i < 40000; i++)
        {
            random = random * 6364136223846793005u + 1442695040888963407u;
            const boat_input in = {.rudder = (int32_t)(random >> 40) % 101 *
                                             (i / 400 % 2 == 0 ? 1 : -1),
                                   .row = (int32_t)(random >> 33) % 100,
                                   .sail = 100,
                                   .trims = true};
            const double wind[2] = {12, (double)(i / 1000 % 9) * 3 - 12};
            double least;
            sail(&b, &in, wind, waters[which], 1);
            CHECK_INT(boat_clearance(waters[which], b.x, b.z, b.heading, &least), LOAM_OK);
            CHECK(least >= BOAT_BARE - 1e-9);
            CHECK(hull_room(&b, waters[which]) > 0.3);
            touched += least < BOAT_DRAUGHT;
        }
        CHECK(touched > 100);
        CHECK(which == 0 || b.x < 50); // it has not gone through
    }
}

static void test_an_anchor_holds_in_shallow_water_only(void)
{
    const double offshore[2] = {-8, 0};
    boat_input in = {.anchor = true};
    boat b = boat_at(40, 0, 0.3);
    sail(&b, &in, offshore, &shelving, 1);
    CHECK(!b.anchored || b.depth <= BOAT_CHAIN);
    CHECK(b.anchored);
    sail(&b, &in, offshore, &shelving, 7200);
    CHECK_RANGE(hypot(b.x - b.anchor_x, b.z - b.anchor_z), 0.5, 20);
    CHECK(fabs(b.vx) + fabs(b.vz) < 0.3);
    in.anchor = false;
    sail(&b, &in, offshore, &shelving, 3600);
    CHECK(!b.anchored);
    CHECK(b.x < 0); // it drifts
    boat far = boat_at(0, 0, 0);
    in.anchor = true;
    sail(&far, &in, offshore, &open_sea, 60);
    CHECK(!far.anchored);
}

// Far from the origin it goes as at home, as far as places are told apart there.
static void test_far_from_the_origin(void)
{
    const double wind[2] = {-6, 3};
    boat home = boat_at(0, 0, 0.1), far = boat_at(0x1p40, -0x1p40, 0.1);
    sail(&home, &under_sail, wind, &open_sea, 3600);
    sail(&far, &under_sail, wind, &open_sea, 3600);
    CHECK_NEAR(far.x - 0x1p40, home.x, 2);
    CHECK_NEAR(far.z + 0x1p40, home.z, 2);
    CHECK(home.vx == far.vx && home.vz == far.vz);
    CHECK(home.way > 100);
}

static void test_same_inputs_same_bits(void)
{
    const double wind[2] = {5, -4};
    boat a = boat_at(3, 4, 0.7), b = a;
    boat_input in = {.sail = 80, .rudder = 13, .trims = true, .row = 20};
    sail(&a, &in, wind, &open_sea, 1000);
    sail(&b, &in, wind, &open_sea, 500);
    sail(&b, &in, wind, &open_sea, 500);
    CHECK_U64(boat_hash(&a), boat_hash(&b));
    in.rudder = 14;
    sail(&a, &in, wind, &open_sea, 1);
    CHECK(boat_hash(&a) != boat_hash(&b));
    CHECK_U64(a.steps, 1001);
}

static loam_result nothing(void *user, double x, double z, double *out)
{
    (void)user, (void)x, (void)z, (void)out;
    return loam_fail(LOAM_IO, "nothing");
}

static void test_it_stays_where_water_cannot_be_told(void)
{
    const boat_water unknown = {.clearance = nothing};
    const double wind[2] = {5, 5};
    boat b = boat_at(0, 0, 0.1);
    const uint64_t before = boat_hash(&b);
    CHECK_INT(boat_step(&b, &under_sail, wind, &unknown), LOAM_IO);
    CHECK_U64(boat_hash(&b), before);
}

int main(void)
{
    RUN(test_no_boat_sails_into_the_wind);
    RUN(test_more_wind_is_more_speed);
    RUN(test_it_makes_leeway_and_heels_away_from_the_wind);
    RUN(test_reefed_it_heels_less);
    RUN(test_the_sheet_matters);
    RUN(test_it_turns_by_its_rudder);
    RUN(test_a_tack_goes_through_the_wind);
    RUN(test_oars_move_it_in_a_calm);
    RUN(test_it_runs_aground_softly);
    RUN(test_never_on_land);
    RUN(test_an_anchor_holds_in_shallow_water_only);
    RUN(test_far_from_the_origin);
    RUN(test_same_inputs_same_bits);
    RUN(test_it_stays_where_water_cannot_be_told);
    return CHECK_DONE();
}
