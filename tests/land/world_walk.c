// SPDX-License-Identifier: MIT
// A viewer who walks, hurries, jumps and stands: what is shown tiles the land at all times.
#include "world_toy.h"

static toy_world t;

static uint64_t random_next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static void open(int64_t x, int64_t z)
{
    memset(&toy, 0, sizeof toy);
    CHECK(toy_world_open(&t, toy_world_def(), 0, 1 << 16, x, z));
}

// ---- standing ---------------------------------------------------------------------------------------

static void check_standing(int64_t x, int64_t z)
{
    const loam_land_viewer viewer = {.x = x, .z = z};
    open(x, z);
    toy_world_finish(&t, viewer);
    toy_check_levels(&t, viewer);
    CHECK(loam_land_world_count(t.world).pages >= loam_land_world_count(t.world).wanted);
    const int64_t appeared = t.watch.appeared;
    const long long slices = atomic_load(&toy.slices);
    for (int32_t i = 0; i < 20; i++)
    {
        CHECK(toy_world_step(&t, viewer, 1000));
    }
    CHECK_INT(t.watch.appeared, appeared);
    CHECK_INT(atomic_load(&toy.slices), slices);
    toy_world_close(&t);
}

static void test_a_still_viewer_gets_all_and_then_nothing(void)
{
    check_standing(0, 0);
    check_standing(64, -1000001);
    check_standing((int64_t)1 << 40, -((int64_t)1 << 40) - 77);
}

// Nothing lies beyond the end of the land, and nothing is missing for it.
static void test_the_end_of_the_land(void)
{
    check_standing(LOAM_LAND_END, LOAM_LAND_END);
    check_standing(-LOAM_LAND_END, 300);
    check_standing(LOAM_LAND_END - 2000, -LOAM_LAND_END + 100);
}

/// Whether two pages share more than a corner.
static bool are_side_by_side(const loam_surface_page *a, const loam_surface_page *b)
{
    const int64_t as = toy_side(a), bs = toy_side(b);
    const int64_t x = (a->x + as < b->x + bs ? a->x + as : b->x + bs) - (a->x > b->x ? a->x : b->x);
    const int64_t z = (a->z + as < b->z + bs ? a->z + as : b->z + bs) - (a->z > b->z ? a->z : b->z);
    return (x == 0 && z > 0) || (z == 0 && x > 0);
}

// With fine from 512 on, meshes can be stitched: pages side by side are at most one level apart.
static void test_levels_change_by_one(void)
{
    uint64_t dice = 5;
    open(0, 0);
    for (int32_t i = 0; i < 40; i++)
    {
        const loam_land_viewer viewer = {.x = (int64_t)random_next(&dice) % 3000,
                                         .z = (int64_t)random_next(&dice) % 3000};
        toy_world_finish(&t, viewer);
        int32_t jumps = 0;
        for (int32_t a = 0; a < t.watch.count; a++)
        {
            for (int32_t b = 0; b < a; b++)
            {
                const int32_t apart = t.watch.pages[a].level - t.watch.pages[b].level;
                jumps += (apart > 1 || apart < -1) &&
                         are_side_by_side(&t.watch.pages[a], &t.watch.pages[b]);
            }
        }
        CHECK_INT(jumps, 0);
    }
    toy_world_close(&t);
}

// ---- walking ----------------------------------------------------------------------------------------

enum
{
    STRIDE = 100,
    KILOMETRES = 100,
    STEPS = KILOMETRES * 1000 / STRIDE,
};

static loam_land_viewer straight(int32_t step)
{
    return (loam_land_viewer){
        .x = (int64_t)step * 80, .z = -(int64_t)step * 60, .look_x = 4, .look_z = -3};
}

static loam_land_viewer zigzag(int32_t step)
{
    const int64_t leg = step / 30, way = step % 30;
    const int64_t side = leg % 2 == 0 ? way : 30 - way;
    return (loam_land_viewer){.x = step * 60, .z = side * 80 + leg * 3, .look_x = leg % 2 ? -1 : 1};
}

static loam_land_viewer to_and_fro(int32_t step)
{
    const int64_t way = step % 20;
    return (loam_land_viewer){.x = (way < 10 ? way : 20 - way) * 1000};
}

// With time, everything is there after every step, and memory is what it was near the beginning.
static void check_walk(loam_land_viewer (*place)(int32_t step))
{
    long long early = 0;
    open(place(0).x, place(0).z);
    for (int32_t step = 0; step < STEPS && check_failures == 0; step++)
    {
        bool complete = false;
        for (int32_t i = 0; i < 1000 && !complete && check_failures == 0; i++)
        {
            complete = toy_world_step(&t, place(step), 1000000);
        }
        CHECK(complete);
        if (step % 50 == 0)
        {
            toy_check_levels(&t, place(step));
        }
        early = step == STEPS / 10 ? atomic_load(&t.memory.peak) : early;
    }
    CHECK(atomic_load(&t.memory.peak) <= early + early / 8);
    toy_world_close(&t);
}

static void test_a_hundred_kilometres(void)
{
    check_walk(straight);
}

static void test_zigzag(void)
{
    check_walk(zigzag);
}

static void test_to_and_fro(void)
{
    check_walk(to_and_fro);
}

// In a hurry pages come late, one slice in each update: there are places without a page, but complete_to says
// so, and what was shown once does not get lost on the way.
static void check_hurry(loam_land_viewer (*place)(int32_t step), int64_t at_least)
{
    open(place(0).x, place(0).z);
    toy_world_finish(&t, place(0));
    int64_t least = t.def.view;
    for (int32_t step = 0; step < STEPS && check_failures == 0; step++)
    {
        toy_world_step(&t, place(step), 0);
        const int64_t complete_to = loam_land_world_count(t.world).complete_to;
        least = complete_to < least ? complete_to : least;
    }
    CHECK(least >= at_least);
    toy_world_finish(&t, place(STEPS));
    toy_check_levels(&t, place(STEPS));
    toy_world_close(&t);
}

static void test_hurrying(void)
{
    check_hurry(straight, 2000);
    check_hurry(zigzag, 2000);
    check_hurry(to_and_fro, 0);
}

// Jumps of any size, to places that were there before and to new ones, with and without time.
static void test_jumps(void)
{
    uint64_t dice = 3;
    open(0, 0);
    for (int32_t i = 0; i < 400 && check_failures == 0; i++)
    {
        const int32_t bits = (int32_t)(random_next(&dice) % 30);
        const int64_t range = (int64_t)1 << bits;
        const loam_land_viewer viewer = {.x = (int64_t)random_next(&dice) % range - range / 2,
                                         .z = (int64_t)random_next(&dice) % range - range / 2,
                                         .look_x = (float)i,
                                         .look_z = (float)(i % 3) - 1};
        for (uint64_t updates = random_next(&dice) % 60; updates > 0; updates--)
        {
            toy_world_step(&t, viewer, 0);
        }
        if (i % 10 == 0)
        {
            toy_world_finish(&t, viewer);
            toy_check_levels(&t, viewer);
        }
    }
    toy_world_close(&t);
}

// ---- order ------------------------------------------------------------------------------------------

// Little steps back and forth make nothing come or go once they were done.
static void test_hysteresis(void)
{
    int64_t appeared = 0, left = 0;
    open(0, 0);
    for (int32_t i = 0; i < 500; i++)
    {
        toy_world_finish(&t, (loam_land_viewer){.x = i % 26, .z = i % 5});
        appeared = i == 250 ? t.watch.appeared : appeared;
        left = i == 250 ? t.watch.left : left;
    }
    CHECK_INT(t.watch.appeared, appeared);
    CHECK_INT(t.watch.left, left);
    toy_world_close(&t);
}

/// Pages finer than level 2, on the side that is looked to and on the other.
static void count_sides(float x, float z, int32_t *ahead, int32_t *behind)
{
    *ahead = *behind = 0;
    for (int32_t i = 0; i < t.watch.count; i++)
    {
        const loam_surface_page *const page = &t.watch.pages[i];
        const float half = (float)toy_side(page) / 2;
        const float side = ((float)page->x + half) * x + ((float)page->z + half) * z;
        *ahead += page->level < 2 && side > 0;
        *behind += page->level < 2 && side < 0;
    }
}

static void test_what_is_looked_at_comes_first(void)
{
    static const float looks[4][2] = {{1, 0}, {0, -30}, {-0.01f, 0.01f}, {1e30f, 1e30f}};
    for (int32_t i = 0; i < 4; i++)
    {
        const loam_land_viewer viewer = {.look_x = looks[i][0], .look_z = looks[i][1]};
        int32_t ahead = 0, behind = 0;
        open(0, 0);
        while (ahead + behind < 60)
        {
            toy_world_step(&t, viewer, 0);
            count_sides(viewer.look_x, viewer.look_z, &ahead, &behind);
        }
        CHECK(ahead > 2 * behind);
        toy_world_close(&t);
    }
}

// The whole view is covered long before the detail is there, and the nearest detail comes first.
static void test_coarse_and_near_come_first(void)
{
    int32_t updates = 0, covered = 0, near = 0;
    bool complete = false;
    open(1000, 1000);
    for (; !complete && check_failures == 0; updates++)
    {
        complete = toy_world_step(&t, (loam_land_viewer){.x = 1000, .z = 1000}, 0);
        covered += loam_land_world_count(t.world).complete_to < t.def.view;
        bool fine = false;
        for (int32_t i = 0; i < t.watch.count; i++)
        {
            const loam_surface_page *const page = &t.watch.pages[i];
            fine |= page->level == 0 && page->x == 896 && page->z == 896;
        }
        near += !fine;
    }
    CHECK(near < updates / 4);
    CHECK(covered < updates);
    toy_world_close(&t);
}

int main(void)
{
    RUN(test_a_still_viewer_gets_all_and_then_nothing);
    RUN(test_the_end_of_the_land);
    RUN(test_levels_change_by_one);
    RUN(test_a_hundred_kilometres);
    RUN(test_zigzag);
    RUN(test_to_and_fro);
    RUN(test_hurrying);
    RUN(test_jumps);
    RUN(test_hysteresis);
    RUN(test_what_is_looked_at_comes_first);
    RUN(test_coarse_and_near_come_first);
    return CHECK_DONE();
}
