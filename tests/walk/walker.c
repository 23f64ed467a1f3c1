// SPDX-License-Identifier: MIT
// Whoever goes through a land, on grounds that are known.
#include "walk/walker.h"
#include "check.h"
#include "loam/land.h"

#include <math.h>

/// A plane: height = base + rise * z, under water up to a level.
typedef struct plane
{
    float base, rise, water;
    int32_t asked;
} plane;

static loam_result ask(void *user, double x, double z, walk_ground *out)
{
    plane *const p = user;
    (void)x;
    const float length = sqrtf(1 + p->rise * p->rise);
    p->asked++;
    out->height = p->base + p->rise * (float)z;
    out->water = p->water > out->height ? p->water : LOAM_LAND_DRY;
    out->normal[0] = 0;
    out->normal[1] = 1 / length;
    out->normal[2] = -p->rise / length;
    return LOAM_OK;
}

static walker stand(plane *p, walk_kind kind, double above)
{
    walker w = {.kind = kind};
    CHECK_INT(walker_place(&w, &(walk_world){.ground = ask, .user = p}, 0, 0, above), LOAM_OK);
    return w;
}

static void go(walker *w, plane *p, walk_input in, double seconds)
{
    in.kind = w->kind;
    for (int32_t i = 0; i < (int32_t)(seconds * WALK_STEPS_PER_SECOND); i++)
    {
        CHECK_INT(walker_step(w, &in, &(walk_world){.ground = ask, .user = p}), LOAM_OK);
    }
}

static void test_one_walks_where_one_looks(void)
{
    plane flat = {.base = 10, .water = -100};
    walker north = stand(&flat, WALK_FOOT, 0), east = north;
    go(&north, &flat, (walk_input){.ahead = 100}, 10);
    go(&east, &flat, (walk_input){.ahead = 100, .yaw = 9000}, 10);
    CHECK_RANGE(north.z, 24.0, 27.0);
    CHECK_RANGE(north.x, -0.001, 0.001);
    CHECK_RANGE(east.x, 24.0, 27.0);
    CHECK_RANGE(east.z, -0.001, 0.001);
    CHECK(north.y == 10 && north.state == WALK_STANDS);
}

static void test_aside_is_to_the_right_and_not_faster(void)
{
    plane flat = {.base = 10, .water = -100};
    walker w = stand(&flat, WALK_FOOT, 0), both = w, ahead = w;
    go(&w, &flat, (walk_input){.aside = 100}, 4);
    go(&both, &flat, (walk_input){.aside = 100, .ahead = 100}, 4);
    go(&ahead, &flat, (walk_input){.ahead = 100}, 4);
    CHECK(w.x > 8 && fabs(w.z) < 0.001);
    CHECK_RANGE(sqrt(both.x * both.x + both.z * both.z), ahead.z - 0.6, ahead.z + 0.01);
}

static void test_running_is_faster_and_a_horse_faster_still(void)
{
    plane flat = {.base = 10, .water = -100};
    walker walks = stand(&flat, WALK_FOOT, 0), runs = walks;
    walker rides = stand(&flat, WALK_HORSE, 0);
    go(&walks, &flat, (walk_input){.ahead = 100}, 6);
    go(&runs, &flat, (walk_input){.ahead = 100, .run = true}, 6);
    go(&rides, &flat, (walk_input){.ahead = 100, .run = true}, 6);
    CHECK(runs.z > 2 * walks.z);
    CHECK(rides.z > 3 * runs.z);
}

static void test_a_jump_comes_down_again(void)
{
    plane flat = {.base = 10, .water = -100};
    walker w = stand(&flat, WALK_FOOT, 0);
    double top = 0;
    go(&w, &flat, (walk_input){.jump = true}, 0.02);
    for (int32_t i = 0; i < 120; i++)
    {
        go(&w, &flat, (walk_input){0}, 0.02);
        top = w.y > top ? w.y : top;
    }
    CHECK_RANGE(top, 10.7, 11.3);
    CHECK(w.y == 10 && w.state == WALK_STANDS);
}

static void test_what_is_too_steep_is_slid_down(void)
{
    plane hill = {.base = 500, .rise = 0.5f, .water = -100};
    plane cliff = {.base = 500, .rise = 2, .water = -100};
    walker climbs = stand(&hill, WALK_FOOT, 0), slides = stand(&cliff, WALK_FOOT, 0);
    go(&climbs, &hill, (walk_input){.ahead = 100}, 5);
    CHECK(climbs.z > 3 && climbs.state == WALK_STANDS);
    go(&slides, &cliff, (walk_input){.ahead = 100}, 3);
    CHECK(slides.z < -3 && slides.state == WALK_SLIDES);
    CHECK_RANGE(slides.y - (500 + 2 * slides.z), -0.01, 0.01);
}

static void test_downhill_feet_stay_on_the_ground(void)
{
    plane hill = {.base = 500, .rise = -0.6f, .water = -1000};
    walker w = stand(&hill, WALK_FOOT, 0);
    for (int32_t i = 0; i < 180; i++)
    {
        go(&w, &hill, (walk_input){.ahead = 100, .run = true}, 0.017);
        CHECK_INT(w.state, WALK_STANDS);
    }
    CHECK(w.z > 10);
}

static void test_deep_water_is_swum_in(void)
{
    plane beach = {.base = 0.5f, .rise = -0.1f, .water = 0};
    walker w = stand(&beach, WALK_FOOT, 0);
    go(&w, &beach, (walk_input){.ahead = 100}, 5);
    CHECK_INT(w.state, WALK_STANDS); // it wades
    go(&w, &beach, (walk_input){.ahead = 100, .run = true}, 20);
    CHECK_INT(w.state, WALK_SWIMS);
    CHECK_RANGE(w.y, -1.5, -1.0); // its head is above the water
    const double at = w.z;
    go(&w, &beach, (walk_input){.lift = -100}, 2);
    CHECK(w.y < -2.5);
    go(&w, &beach, (walk_input){0}, 6);
    CHECK_RANGE(w.y, -1.5, -1.0); // and it comes up by itself
    go(&w, &beach, (walk_input){.ahead = 100, .yaw = 18000}, 60);
    CHECK(w.z < at - 10);
    CHECK_INT(w.state, WALK_STANDS);
}

static void test_who_flies_stays_above_ground_and_water(void)
{
    plane hill = {.base = 0, .rise = 0.8f, .water = 30};
    walker w = stand(&hill, WALK_GLIDE, 40);
    CHECK_RANGE(w.y, 69.0, 71.0);
    for (int32_t i = 0; i < 300; i++)
    {
        go(&w, &hill, (walk_input){.ahead = 100, .pitch = -1000}, 0.02);
        const double top = fmax((double)hill.base + 0.8 * w.z, 30);
        CHECK(w.y >= top + 1.4);
    }
}

static void test_a_bird_is_faster_up_high_and_needs_no_ground_there(void)
{
    plane flat = {.base = 0, .water = -100};
    walker low = stand(&flat, WALK_BIRD, 50), high = stand(&flat, WALK_BIRD, 12000);
    go(&low, &flat, (walk_input){.ahead = 100, .run = true}, 5);
    flat.asked = 0;
    go(&high, &flat, (walk_input){.ahead = 100, .run = true}, 5);
    CHECK_INT(flat.asked, 0);
    CHECK(high.z > 10 * low.z);
    go(&high, &flat, (walk_input){.lift = 100}, 60);
    CHECK(high.y <= WALK_MAX_HEIGHT);
}

static void test_whoever_lands_stands(void)
{
    plane flat = {.base = 3, .water = -100};
    walker w = stand(&flat, WALK_GLIDE, 30);
    w.kind = WALK_GLIDE;
    walk_input in = {.kind = WALK_FOOT};
    for (int32_t i = 0; i < 300; i++)
    {
        CHECK_INT(walker_step(&w, &in, &(walk_world){.ground = ask, .user = &flat}), LOAM_OK);
    }
    CHECK_INT(w.kind, WALK_FOOT);
    CHECK_INT(w.state, WALK_STANDS);
    CHECK(w.y == 3);
}

static loam_result refuse(void *user, double x, double z, walk_ground *out)
{
    (void)user;
    (void)x;
    (void)z;
    (void)out;
    return loam_fail(LOAM_IO, "no ground");
}

static void test_without_ground_nothing_moves(void)
{
    plane flat = {.base = 3, .water = -100};
    walker w = stand(&flat, WALK_FOOT, 0);
    const uint64_t before = walker_hash(&w);
    const walk_input in = {.ahead = 100};
    CHECK_INT(walker_step(&w, &in, &(walk_world){.ground = refuse}), LOAM_IO);
    CHECK_U64(walker_hash(&w), before);
}

// ---- in the land's inside -----------------------------------------------------------------------

/// A room: a floor, a roof and a wall to the east; water up to a height.
typedef struct room
{
    double floor, roof, wall, water;
    bool missing;
} room;

static loam_result move_in_room(void *user, const walker *w, const double by[3], walk_moved *out)
{
    const room *const r = user;
    const double tall = 1.8;
    if (r->missing)
    {
        return LOAM_NOT_FOUND;
    }
    *out = (walk_moved){.x = w->x + by[0], .y = w->y + by[1], .z = w->z + by[2]};
    out->x = fmin(out->x, r->wall);
    out->ground = out->y <= r->floor;
    out->ceiling = out->y > r->roof - tall;
    out->y = fmin(fmax(out->y, r->floor), r->roof - tall);
    out->normal[1] = 1;
    return LOAM_OK;
}

static bool is_wet_in_room(void *user, const walker *w, double above)
{
    const room *const r = user;
    return w->y + above < r->water;
}

static void go_in_room(walker *w, room *r, walk_input in, double seconds)
{
    const walk_world world = {.move = move_in_room, .is_wet = is_wet_in_room, .user = r};
    in.kind = w->kind;
    for (int32_t i = 0; i < (int32_t)(seconds * WALK_STEPS_PER_SECOND); i++)
    {
        CHECK_INT(walker_step(w, &in, &world), LOAM_OK);
    }
}

static void test_inside_one_falls_to_the_floor_and_stops_at_walls(void)
{
    room r = {.floor = -40, .roof = -37, .wall = 5, .water = -100};
    walker w = {.y = -39, .state = WALK_FALLS};
    go_in_room(&w, &r, (walk_input){0}, 1);
    CHECK(w.y == -40);
    CHECK_INT(w.state, WALK_STANDS);
    go_in_room(&w, &r, (walk_input){.ahead = 100, .yaw = 9000}, 4);
    CHECK(w.x == 5);
    CHECK(fabs(w.vx) < 1e-9);
    CHECK(fabs(w.z) < 0.01);
    CHECK_INT(w.state, WALK_STANDS);
}

static void test_inside_a_roof_ends_a_jump(void)
{
    room high = {.floor = 0, .roof = 10, .wall = 5, .water = -100},
         low = {.floor = 0, .roof = 2, .wall = 5, .water = -100};
    room *const rooms[2] = {&high, &low};
    double max[2] = {0, 0};
    for (int32_t k = 0; k < 2; k++)
    {
        walker w = {.state = WALK_STANDS};
        for (int32_t i = 0; i < WALK_STEPS_PER_SECOND / 2; i++)
        {
            go_in_room(&w, rooms[k], (walk_input){.jump = true}, 1.01 / WALK_STEPS_PER_SECOND);
            max[k] = fmax(max[k], w.y);
        }
    }
    CHECK(max[0] > 0.8);
    CHECK(max[1] > 0.15 && max[1] <= 0.2 + 1e-9);
}

static void test_inside_one_swims_in_pools(void)
{
    room r = {.floor = -8, .roof = 10, .wall = 5, .water = 0};
    walker w = {.y = -6, .state = WALK_FALLS};
    go_in_room(&w, &r, (walk_input){0}, 1);
    CHECK_INT(w.state, WALK_SWIMS);
    go_in_room(&w, &r, (walk_input){.lift = 100, .jump = true}, 10);
    CHECK(w.y > -2.5); // at the top, the head above the water
}

static void test_inside_nothing_moves_where_voxels_are_missing(void)
{
    room r = {.floor = 0, .roof = 3, .wall = 5, .water = -100, .missing = true};
    const walk_world world = {.move = move_in_room, .is_wet = is_wet_in_room, .user = &r};
    walker w = {.y = 1, .state = WALK_FALLS};
    const uint64_t before = walker_hash(&w);
    CHECK_INT(walker_step(&w, &(walk_input){.ahead = 100}, &world), LOAM_NOT_FOUND);
    CHECK_U64(walker_hash(&w), before);
}

int main(void)
{
    RUN(test_one_walks_where_one_looks);
    RUN(test_aside_is_to_the_right_and_not_faster);
    RUN(test_running_is_faster_and_a_horse_faster_still);
    RUN(test_a_jump_comes_down_again);
    RUN(test_what_is_too_steep_is_slid_down);
    RUN(test_downhill_feet_stay_on_the_ground);
    RUN(test_deep_water_is_swum_in);
    RUN(test_who_flies_stays_above_ground_and_water);
    RUN(test_a_bird_is_faster_up_high_and_needs_no_ground_there);
    RUN(test_whoever_lands_stands);
    RUN(test_without_ground_nothing_moves);
    RUN(test_inside_one_falls_to_the_floor_and_stops_at_walls);
    RUN(test_inside_a_roof_ends_a_jump);
    RUN(test_inside_one_swims_in_pools);
    RUN(test_inside_nothing_moves_where_voxels_are_missing);
    return CHECK_DONE();
}
