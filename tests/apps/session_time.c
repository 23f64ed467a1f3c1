// SPDX-License-Identifier: MIT
// The time of a session: pauses, speeds, single steps, budgets, and steps whose chunks are not there.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "apps/session_world.h"

/// Lets time pass and returns how many steps were done.
static int32_t pass(session *s, uint64_t us, uint64_t budget_us)
{
    session_advance done;
    test_clock_us += us;
    CHECK_OK(session_advance_to(s, test_clock_us, budget_us, NULL, &done));
    CHECK(!done.waiting);
    CHECK(done.steps == 0 || done.step_ns > 0);
    return done.steps;
}

static session *open_small(void)
{
    const session_def def = test_def(NULL, NULL);
    session *s = test_open(&def);
    CHECK_INT(pass(s, 123456, PLENTY_US), 0); // the clock begins with the first frame
    return s;
}

static void test_steps_come_by_the_clock(void)
{
    session *s = open_small();
    CHECK_INT(pass(s, 9999, PLENTY_US), 0);
    CHECK_NEAR(session_between(s), 0.9999, 1e-4);
    CHECK_INT(pass(s, 1, PLENTY_US), 1);
    CHECK_NEAR(session_between(s), 0, 1e-6);
    CHECK_INT(pass(s, 25000, PLENTY_US), 2);
    CHECK_NEAR(session_between(s), 0.5, 1e-6);
    CHECK_INT(pass(s, 0, PLENTY_US), 0);
    test_clock_us -= 5000; // a clock that goes back stands still
    CHECK_INT(pass(s, 0, PLENTY_US), 0);
    CHECK_INT(test_step_of(s), 3);
    session_destroy(s);
}

static void test_pauses_and_single_steps(void)
{
    session *s = open_small();
    session_single_step(s); // nothing: it is not paused
    CHECK_INT(pass(s, 0, PLENTY_US), 0);
    session_set_paused(s, true);
    CHECK(session_paused(s));
    CHECK_INT(pass(s, 500000, PLENTY_US), 0);
    CHECK_NEAR(session_between(s), 1, 0); // what is seen is what is
    session_single_step(s);
    CHECK_INT(pass(s, 500000, PLENTY_US), 1);
    CHECK_INT(pass(s, 500000, PLENTY_US), 0);
    session_set_paused(s, false);
    CHECK_INT(pass(s, 0, PLENTY_US), 0); // what passed meanwhile is forgotten
    CHECK_INT(pass(s, 10000, PLENTY_US), 1);
    session_destroy(s);
}

// Behind a menu nobody asks for steps; none of them are made up for.
static void test_standing_still(void)
{
    session *s = open_small();
    CHECK_INT(pass(s, 5000, PLENTY_US), 0);
    for (int frame = 0; frame < 10; frame++)
    {
        test_clock_us += 100000;
        session_stand_still(s, test_clock_us);
    }
    CHECK_NEAR(session_between(s), 0.5, 1e-6);
    CHECK_INT(pass(s, 4999, PLENTY_US), 0);
    CHECK_INT(pass(s, 1, PLENTY_US), 1);
    session_destroy(s);
}

static void test_speeds(void)
{
    session *s = open_small();
    for (int32_t speed = SESSION_SLOWEST; speed <= SESSION_FASTEST; speed++)
    {
        int32_t steps = 0;
        session_set_speed(s, speed);
        CHECK_INT(session_speed(s), speed);
        for (int frame = 0; frame < 40; frame++)
        {
            steps += pass(s, 20000, PLENTY_US);
        }
        const double expected = speed >= 0 ? 80 << speed : 80.0 / (1 << -speed);
        CHECK_NEAR(steps, expected, 1);
    }
    session_set_speed(s, 0);
    pass(s, 5000, PLENTY_US);
    const float before = session_between(s);
    session_set_speed(s, 2); // the picture does not jump
    CHECK_NEAR(session_between(s), before, 1e-3);
    session_destroy(s);
}

// A frame that has no time does one step, and a program that cannot keep up gets slower instead of later.
static void test_budgets(void)
{
    session *s = open_small();
    CHECK_INT(pass(s, 1000000, 0), 1);
    CHECK_NEAR(session_between(s), 1, 0); // behind the clock
    int32_t steps = 0;
    for (int frame = 0; frame < 20; frame++)
    {
        steps += pass(s, 0, 0);
    }
    CHECK_INT(steps, 4); // the rest of that second is forgotten
    CHECK_INT(pass(s, 1000000, PLENTY_US), 32);
    session_destroy(s);
}

static void test_the_camera_follows(void)
{
    session *s = open_small();
    session_advance done;
    loam_camera camera;
    loam_camera_begin(&camera, loam_tile_game_player(session_game(s)));
    const double x = camera.x;
    CHECK_OK(test_do(s, "walk right"));
    for (int i = 0; i < 100; i++)
    {
        test_clock_us += STEP_US;
        CHECK_OK(session_advance_to(s, test_clock_us, PLENTY_US, &camera, &done));
    }
    CHECK(camera.x > x + 5);
    session_destroy(s);
}

// Without threads a chunk is grown in each frame; the steps between wait, and come out as if they had not.
static void test_steps_are_put_off_not_waited_for(void)
{
    const session_def def = test_def(NULL, NULL);
    session *s = test_open(&def);
    session *patient = test_open(&def);
    CHECK_OK(test_do(s, "place 5000 300"));
    CHECK_OK(test_do(patient, "place 5000 300"));
    const loam_command run = {.action = LOAM_ACTION_WALK, .choice = 1};
    CHECK_OK(session_do(s, &run));
    CHECK_OK(session_do(patient, &run));
    int32_t waits = 0;
    while (test_step_of(s) < 20)
    {
        session_advance done;
        test_clock_us += STEP_US;
        CHECK_OK(session_advance_to(s, test_clock_us, PLENTY_US, NULL, &done));
        waits += done.waiting;
        CHECK(!done.waiting || done.steps == 0);
    }
    CHECK_RANGE(waits, 32, 100); // of the 64 chunks of the ring most were not there
    CHECK_INT(loam_tile_world_count(loam_tile_game_world(session_game(s))).waits, 0);
    for (int i = 0; i < 20; i++)
    {
        CHECK_OK(loam_tile_game_step(session_game(patient)));
    }
    CHECK_U64(test_hash(s), test_hash(patient));
    session_destroy(s);
    session_destroy(patient);
}

int main(void)
{
    test_enter();
    RUN(test_steps_come_by_the_clock);
    RUN(test_pauses_and_single_steps);
    RUN(test_standing_still);
    RUN(test_speeds);
    RUN(test_budgets);
    RUN(test_the_camera_follows);
    RUN(test_steps_are_put_off_not_waited_for);
    folder_leave();
    return CHECK_DONE();
}
