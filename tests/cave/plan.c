// SPDX-License-Identifier: MIT
// Knobs of caves and places as lines of text.
#include "cave/place.h"

#include "check.h"

#include <string.h>

static const cave_knob *knob_of(const char *name)
{
    for (int32_t i = 0; i < CAVE_KNOBS; i++)
    {
        if (strcmp(cave_knobs[i].name, name) == 0)
        {
            return &cave_knobs[i];
        }
    }
    CHECK(false);
    return cave_knobs;
}

static void test_knobs_have_names_of_their_own(void)
{
    for (int32_t i = 0; i < CAVE_KNOBS; i++)
    {
        for (int32_t k = 0; k < i; k++)
        {
            CHECK(strcmp(cave_knobs[i].name, cave_knobs[k].name) != 0);
            CHECK(strcmp(cave_knobs[i].label, cave_knobs[k].label) != 0);
        }
    }
}

/// A knob that is turned to what it shows changes nothing; to either end it changes its own number and, what follows
/// from it, no other.
static void test_all_that_can_be_turned_is_accepted_or_refused_as_a_whole(void)
{
    int32_t refused = 0;
    for (int32_t d = 2; d <= 3; d++)
    {
        for (int32_t i = 0; i < CAVE_KNOBS; i++)
        {
            const cave_knob *const k = &cave_knobs[i];
            const cave_plan before = cave_default_plan(d);
            int32_t low, high;
            cave_plan plan = before;
            CHECK_OK(cave_knob_set(k, &plan, cave_knob_get(k, &plan)));
            CHECK(cave_plan_is_same(&plan, &before));
            cave_knob_limits(k, &plan, &low, &high);
            for (int32_t value = low; value <= high; value += high - low)
            {
                plan = before;
                const bool ok = cave_knob_set(k, &plan, value) == LOAM_OK;
                CHECK(ok ? cave_knob_get(k, &plan) == value : cave_plan_is_same(&plan, &before));
                CHECK(!ok || cave_plan_check(&plan) == LOAM_OK);
                refused += !ok;
            }
        }
    }
    CHECK_RANGE(refused, 0, 3); // walls of 20 m are too many cells
}

/// The numbers of the thesis: what a knob says is what grows.
static void test_knobs_reach_the_automaton(void)
{
    cave_plan plan = cave_default_plan(2);
    CHECK_OK(cave_knob_set(knob_of("fill"), &plan, 45));
    CHECK_OK(cave_knob_set(knob_of("steps"), &plan, 3));
    CHECK_OK(cave_knob_set(knob_of("survival"), &plan, 2));
    CHECK_OK(cave_knob_set(knob_of("openings"), &plan, 7));
    const loam_cave_def def = cave_plan_def(&plan);
    CHECK_NEAR(def.fill, 45, 1e-6);
    CHECK_INT(def.steps, 3);
    CHECK_INT(def.survival, 2);
    CHECK_INT(def.openings, 7);
    CHECK_INT(def.w, plan.east);
    CHECK_INT(def.h, plan.north);
    plan = cave_default_plan(3);
    const loam_cave_def solid = cave_plan_def(&plan);
    CHECK_INT(solid.h, plan.up);
    CHECK_INT(solid.d, plan.north);
}

static void test_limits_stay_the_same_share_of_the_neighbours(void)
{
    cave_plan plan = cave_default_plan(2);
    CHECK_OK(cave_knob_set(knob_of("radius"), &plan, 2));
    CHECK_INT(plan.survival, 12); // 4 of 8, of 24
    CHECK_INT(plan.birth, 15);    // 5 of 8
    CHECK_OK(cave_knob_set(knob_of("neighbourhood"), &plan, LOAM_VON_NEUMANN));
    CHECK_INT(plan.survival, 6); // of 12
}

static void test_an_endless_cave_has_no_border_and_no_corridors(void)
{
    cave_plan plan = cave_default_plan(3);
    plan.endless = true;
    plan.min_room = 300;
    const loam_cave_def def = cave_plan_def(&plan);
    CHECK_INT(def.border, 0);
    CHECK_INT(def.openings, 0);
    CHECK(!def.connect);
    CHECK(def.min_room <= LOAM_MAX_ENDLESS_ROOM);
    CHECK_OK(cave_plan_check(&plan));
    plan.start = LOAM_CAVE_OPEN;
    CHECK_INT(cave_plan_check(&plan), LOAM_BAD_ARGUMENT);
}

/// Every knob at both of its ends comes back from a line of text.
static void test_places_come_back_from_their_lines(void)
{
    for (int32_t d = 2; d <= 3; d++)
    {
        for (int32_t i = 1; i < 2 * CAVE_KNOBS; i++)
        {
            char text[CAVE_PLACE_MAX];
            int32_t low, high;
            cave_place from = cave_default_place(d), to = cave_default_place(5 - d);
            const cave_knob *const k = &cave_knobs[i / 2];
            cave_knob_limits(k, &from.plan, &low, &high);
            (void)cave_knob_set(k, &from.plan, i % 2 == 0 ? low : high);
            from.plan.seed = UINT64_MAX - (uint64_t)i;
            from.has_at = from.has_look = true;
            from.at[0] = -12.125;
            from.at[1] = 3.5;
            from.at[2] = 1e9;
            from.yaw = 270.25;
            from.pitch = -4;
            from.minutes = 1439;
            from.lamp = 0;
            cave_place_write(&from, text);
            CHECK_OK(cave_place_read(text, &to));
            CHECK(cave_plan_is_same(&from.plan, &to.plan));
            CHECK(from.at[0] == to.at[0] && from.at[1] == to.at[1] && from.at[2] == to.at[2]);
            CHECK(from.yaw == to.yaw && from.pitch == to.pitch && from.lamp == to.lamp);
            CHECK_INT(to.minutes, 1439);
        }
    }
}

static void refuses(const char *text, const char *part)
{
    cave_place at = cave_default_place(3);
    at.at[0] = 77;
    const cave_place before = at;
    CHECK_INT(cave_place_read(text, &at), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), part);
    CHECK(memcmp(&at.plan, &before.plan, sizeof at.plan) == 0 && at.at[0] == 77);
}

static void test_what_is_no_place_is_refused(void)
{
    refuses("", "it looks like");
    refuses("depht=4", "no \"depht\"");
    refuses("at=1,2", "X,Y,Z");
    refuses("look=10,91", "-90 to 90");
    refuses("fill=101", "0 to 100");
    refuses("form=cubes", "heights, blocks or smooth");
    refuses("cave=4d", "2d or 3d");
    refuses("cave=3d form=heights", "blocks or smooth");
    refuses("connect=maybe", "yes or no");
    refuses("survival=26", "");
    refuses("time=24:00", "23:59");
    refuses("weather=dry", "clear");
    refuses("lamp=9", "0 to 8");
    refuses("steps=31", "0 to 30");
    refuses("steps=2.5", "in steps of 1");
    refuses("resolution=0.55", "0.2 to 4 in steps of 0.1");
}

int main(void)
{
    RUN(test_knobs_have_names_of_their_own);
    RUN(test_all_that_can_be_turned_is_accepted_or_refused_as_a_whole);
    RUN(test_knobs_reach_the_automaton);
    RUN(test_limits_stay_the_same_share_of_the_neighbours);
    RUN(test_an_endless_cave_has_no_border_and_no_corridors);
    RUN(test_places_come_back_from_their_lines);
    RUN(test_what_is_no_place_is_refused);
    return CHECK_DONE();
}
