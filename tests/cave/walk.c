// SPDX-License-Identifier: MIT
// Whoever walks in a cave: walls stop, floors bear, and the same steps lead to the same places.
#include "cave/ground.h"

#include "cave/eye.h"
#include "check.h"
#include "loam/jobs.h"

#include <math.h>
#include <string.h>

typedef struct stroll
{
    cave_rock rock;
    cave_ground ground;
    walker body;
} stroll;

static cave_plan plan_of(int32_t dimensions, int32_t body, bool endless)
{
    cave_plan plan = cave_default_plan(dimensions);
    plan.seed = 5;
    plan.body = body;
    plan.endless = endless;
    plan.east = plan.north = 48;
    plan.up = 24;
    return plan;
}

static void begin(stroll *s, const loam_env *env, const cave_plan *plan)
{
    cave_stand stand;
    *s = (stroll){0};
    CHECK_OK(cave_rock_begin(env, plan, NULL, 0, &s->rock));
    s->ground.rock = &s->rock;
    CHECK_OK(cave_rock_stand(&s->rock, (const int64_t[3]){0}, &stand));
    const double cell = (double)plan->resolution;
    cave_ground_place(&s->body, ((double)stand.cell[0] + 0.5) * cell, (double)stand.cell[1] * cell,
                      ((double)stand.cell[2] + 0.5) * cell);
}

static void end(stroll *s)
{
    cave_ground_end(&s->ground);
    cave_rock_end(&s->rock);
}

/// A walk that turns, runs and jumps.
static walk_input input_of(int32_t step, walk_kind kind)
{
    return (walk_input){.ahead = 100,
                        .aside = step % 50 < 10 ? 60 : 0,
                        .yaw = step / 40 * 7700 % 36000,
                        .run = step % 300 > 200,
                        .jump = step % 90 == 30,
                        .lift = kind == WALK_GLIDE ? (step % 200 < 100 ? 40 : -40) : 0,
                        .kind = kind};
}

/// Whether the middle of a body is in rock. Of a smooth body cells say that but roughly: a cell of rock alone is air.
static bool is_inside(stroll *s)
{
    int64_t cell[3];
    int32_t solid = 0;
    cave_cell_at(&s->rock, s->body.x, s->body.y + (s->body.kind == WALK_GLIDE ? 0.45 : 0.9),
                 s->body.z, cell);
    for (int32_t i = 0; i < 27; i++)
    {
        solid += cave_rock_is_solid(&s->rock, cell[0] + i % 3 - 1, cell[1] + i / 3 % 3 - 1,
                                    cell[2] + i / 9 - 1);
    }
    return s->rock.plan.body == CAVE_BODY_BLOCKS
               ? cave_rock_is_solid(&s->rock, cell[0], cell[1], cell[2])
               : solid == 27;
}

/// In every form, on foot and flying: never in rock, never below the floor, and not on the spot either.
static void test_nobody_passes_walls(void)
{
    const loam_env env = loam_default_env();
    for (int32_t kind = 0; kind < 6; kind++)
    {
        stroll s;
        const int32_t d = kind < 4 ? 2 : 3;
        const cave_plan plan = plan_of(d, kind < 3 ? kind : kind == 3 ? 2 : kind - 3, kind == 3);
        begin(&s, &env, &plan);
        int32_t inside = 0, below = 0;
        double way = 0;
        for (int32_t i = 0; i < 1500; i++)
        {
            const walk_input in = input_of(i, i < 1000 ? WALK_FOOT : WALK_GLIDE);
            const walker before = s.body;
            CHECK_OK(cave_ground_step(&s.ground, &s.body, &in));
            inside += is_inside(&s);
            below += d == 2 && s.body.y < -0.3; // smooth floors are a little round
            way += fabs(s.body.x - before.x) + fabs(s.body.z - before.z);
            // No step is longer than what was asked for.
            CHECK(fabs(s.body.x - before.x) < 0.7 && fabs(s.body.y - before.y) < 1.3);
        }
        CHECK_INT(inside, 0);
        CHECK_INT(below, 0);
        CHECK(way > 15);
        end(&s);
    }
}

/// A wall in the way: whoever runs against it for long stays before it.
static void test_a_wall_stops(void)
{
    const loam_env env = loam_default_env();
    stroll s;
    cave_plan plan = plan_of(2, CAVE_BODY_BLOCKS, false);
    plan.start = LOAM_CAVE_OPEN; // a hall within a border of three cells
    plan.openings = 0;
    plan.connect = false;
    plan.steps = 0;
    begin(&s, &env, &plan);
    for (int32_t side = 0; side < 4; side++)
    {
        const walk_input in = {.ahead = 100, .yaw = 9000 * side, .run = true};
        for (int32_t i = 0; i < 900; i++)
        {
            CHECK_OK(cave_ground_step(&s.ground, &s.body, &in));
        }
        const double at[4] = {s.body.z, s.body.x, -s.body.z, -s.body.x}, wall[4] = {45, 45, -3, -3};
        CHECK_RANGE(wall[side] - at[side], 0.3, 0.4); // the radius
        CHECK_NEAR(s.body.y, 0, 1e-6);
    }
    end(&s);
}

/// From up in the air one comes to stand on a floor, in every form.
static void test_who_falls_lands_on_a_floor(void)
{
    const loam_env env = loam_default_env();
    for (int32_t kind = 0; kind < 4; kind++)
    {
        stroll s;
        const cave_plan plan = plan_of(kind < 3 ? 2 : 3, kind < 3 ? kind : 2, false);
        begin(&s, &env, &plan);
        s.body.y += 1.2;
        bool fell = false;
        for (int32_t i = 0; i < 200; i++)
        {
            const walk_input in = {.kind = WALK_FOOT};
            CHECK_OK(cave_ground_step(&s.ground, &s.body, &in));
            fell = fell || s.body.vy < -1;
        }
        CHECK(fell);
        CHECK_INT(s.body.state, WALK_STANDS);
        if (kind < 3)
        {
            CHECK_NEAR(s.body.y, 0, 0.3);
        }
        end(&s);
    }
}

/// A step of one cell is walked up where blocks are a metre; a wall of four is not.
static void test_a_block_is_climbed_and_a_wall_is_not(void)
{
    const loam_env env = loam_default_env();
    for (int32_t high = 1; high <= 4; high += 3)
    {
        stroll s;
        cave_plan plan = plan_of(2, CAVE_BODY_BLOCKS, false);
        plan.start = LOAM_CAVE_OPEN;
        plan.openings = 0;
        plan.steps = 0;
        plan.ceiling = false;
        plan.wall_height = (float)high;
        begin(&s, &env, &plan);
        for (int32_t i = 0; i < 700; i++)
        {
            const walk_input in = {.ahead = 100, .yaw = 9000, .run = true};
            CHECK_OK(cave_ground_step(&s.ground, &s.body, &in));
        }
        CHECK(high == 1 ? s.body.x > 48 : s.body.x < 45); // over the border, and out
        end(&s);
    }
}

static uint64_t hash_of_walk(const cave_plan *plan, int32_t threads, double x)
{
    loam_env env = loam_default_env();
    loam_jobs_def jobs = loam_default_jobs_def();
    stroll s;
    jobs.threads = threads;
    CHECK_OK(loam_jobs_create(&jobs, &env.jobs));
    begin(&s, &env, plan);
    s.body.x += x;
    for (int32_t i = 0; i < 600; i++)
    {
        const walk_input in = input_of(i, i < 450 ? WALK_FOOT : WALK_GLIDE);
        CHECK_OK(cave_ground_step(&s.ground, &s.body, &in));
    }
    const uint64_t hash = walker_hash(&s.body);
    end(&s);
    loam_jobs_destroy(env.jobs);
    return hash;
}

/// The same steps lead to the same place to the bit, whatever threads grow the pages.
static void test_walks_replay_to_the_bit(void)
{
    for (int32_t kind = 0; kind < 4; kind++)
    {
        const cave_plan plan = plan_of(2 + kind % 2, kind == 1 ? 1 : 2, kind >= 2);
        const uint64_t hash = hash_of_walk(&plan, 0, 0);
        CHECK_U64(hash_of_walk(&plan, 0, 0), hash);
        CHECK_U64(hash_of_walk(&plan, 3, 0), hash);
        CHECK(hash_of_walk(&plan, 0, 0.25) != hash);
    }
}

/// What a walk leads to does not change by itself.
static void test_walks_have_their_hashes(void)
{
    static const uint64_t hashes[3] = {0xb9dbaac6e5f4d3cf, 0x7e831812e2f980aa, 0xb38c017a390abc43};
    for (int32_t body = 0; body < 3; body++)
    {
        const cave_plan plan = plan_of(2, body, false);
        CHECK_U64(hash_of_walk(&plan, 0, 0), hashes[body]);
    }
}

/// Third persons look from as far as there is no rock.
static void test_a_view_from_behind_ends_at_rock(void)
{
    const loam_env env = loam_default_env();
    stroll s;
    cave_plan plan = plan_of(2, CAVE_BODY_BLOCKS, false);
    plan.start = LOAM_CAVE_OPEN;
    plan.steps = 0;
    plan.openings = 0;
    begin(&s, &env, &plan);
    const double from[3] = {5.5, 1.7, 20}, west[3] = {-1, 0, 0}, east[3] = {1, 0, 0};
    CHECK_RANGE(cave_free_way(&s.rock, from, west, 8), 2.0, 2.3); // rock begins at 3
    CHECK_NEAR(cave_free_way(&s.rock, from, east, 8), 8, 1e-9);
    end(&s);
}

int main(void)
{
    RUN(test_nobody_passes_walls);
    RUN(test_a_wall_stops);
    RUN(test_who_falls_lands_on_a_floor);
    RUN(test_a_block_is_climbed_and_a_wall_is_not);
    RUN(test_walks_replay_to_the_bit);
    RUN(test_walks_have_their_hashes);
    RUN(test_a_view_from_behind_ends_at_rock);
    return CHECK_DONE();
}
