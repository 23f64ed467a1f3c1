// SPDX-License-Identifier: MIT
// The rock of caves: the same cells as the library's, pages that stream, ways out, and where one begins.
#include "cave/chunk.h"

#include "check.h"
#include "loam/jobs.h"
#include "loam/random.h"

#include <string.h>

static cave_plan small_plan(int32_t dimensions)
{
    cave_plan plan = cave_default_plan(dimensions);
    plan.seed = 11;
    plan.east = plan.north = 48;
    plan.up = 24;
    return plan;
}

static void begin(cave_rock *rock, const cave_plan *plan)
{
    const loam_env env = loam_default_env();
    CHECK_OK(cave_rock_begin(&env, plan, NULL, 0, rock));
}

/// Of every form of cave, at every cell: what loam_cave_block says of files.
static void test_cells_are_those_of_the_library(void)
{
    for (int32_t d = 2; d <= 3; d++)
    {
        cave_rock rock;
        const cave_plan plan = small_plan(d);
        begin(&rock, &plan);
        const loam_cave_form form = cave_plan_form(&plan);
        int32_t size[3], wrong = 0;
        loam_cave_blocks_size(rock.cave, &form, size);
        const int32_t slab = d == 2 ? CAVE_SLAB : 0; // files have a floor of two cells below
        for (int32_t i = 0; i < size[0] * size[1] * size[2]; i++)
        {
            const int32_t x = i % size[0], y = i / size[0] % size[1], z = i / size[0] / size[1];
            const bool there = cave_rock_is_solid(&rock, x, y - slab, z);
            wrong += there != (loam_cave_block(rock.cave, &form, x, y, z) != 0);
        }
        CHECK_INT(wrong, 0);
        CHECK(cave_rock_is_solid(&rock, -5, -1, -5)); // the plain
        CHECK(!cave_rock_is_solid(&rock, -5, 0, -5));
        CHECK(!cave_rock_is_solid(&rock, 5, size[1] + 9, 5));
        cave_rock_end(&rock);
    }
}

/// Boxes across pages are windows of the same cave, however many threads grow them.
static void test_pages_are_windows_of_one_cave(void)
{
    enum
    {
        SIDE = 90
    };
    static uint8_t cells[SIDE * SIDE * SIDE];
    for (int32_t threads = 0; threads <= 3; threads += 3)
    {
        loam_env env = loam_default_env();
        loam_jobs_def jobs = loam_default_jobs_def();
        jobs.threads = threads;
        CHECK_OK(loam_jobs_create(&jobs, &env.jobs));
        cave_rock rock;
        cave_plan plan = cave_default_plan(3);
        plan.endless = true;
        plan.min_room = 0;
        CHECK_OK(cave_rock_begin(&env, &plan, NULL, 0, &rock));
        const int64_t low[3] = {-40, 100, -70};
        const int32_t size[3] = {SIDE, 20, SIDE};
        CHECK_OK(cave_rock_fill(&rock, low, size, true, cells));
        loam_cave_def def = cave_plan_def(&plan);
        loam_cave *cave;
        def.seed = loam_seed_derive(plan.seed, "caves");
        def.x = low[0];
        def.y = low[1];
        def.z = low[2];
        def.w = def.d = SIDE;
        def.h = 20;
        CHECK_OK(loam_cave_create(&env, &def, false, &cave));
        int32_t wrong = 0;
        for (int32_t i = 0; i < SIDE * 20 * SIDE; i++)
        {
            wrong += cells[i] !=
                     loam_solid_get(&cave->walls, i % SIDE, i / SIDE % 20, i / SIDE / 20);
        }
        CHECK_INT(wrong, 0);
        loam_cave_destroy(cave);
        cave_rock_end(&rock);
        loam_jobs_destroy(env.jobs);
    }
}

/// What is not there yet is said to be missing, and comes around whoever goes there.
static void test_endless_pages_stream_around_the_viewer(void)
{
    uint8_t cell;
    cave_rock rock;
    cave_plan plan = cave_default_plan(2);
    plan.endless = true;
    begin(&rock, &plan);
    for (int64_t x = 0; x < 3000; x += 999)
    {
        const int64_t at[3] = {x, 0, -x};
        const int32_t one[3] = {1, 1, 1};
        CHECK_INT(cave_rock_fill(&rock, at, one, false, &cell), LOAM_NOT_FOUND);
        for (int32_t i = 0; i < 200; i++)
        {
            CHECK_OK(cave_rock_follow(&rock, at, 40, 1000000));
        }
        for (int64_t k = -40; k <= 40; k += 40)
        {
            CHECK_OK(cave_rock_fill(&rock, (const int64_t[3]){x + k, 0, -x}, one, false, &cell));
        }
    }
    cave_rock_end(&rock);
}

/// From where one begins the way out is gone cell by cell, through nothing solid, to the outside.
static void test_the_way_out_leads_out(void)
{
    for (int32_t d = 2; d <= 3; d++)
    {
        cave_rock rock;
        cave_stand stand;
        const cave_plan plan = small_plan(d);
        begin(&rock, &plan);
        CHECK_OK(cave_rock_stand(&rock, (const int64_t[3]){0}, &stand));
        int64_t at[3], next[3];
        int32_t cells, before = INT32_MAX, solid = 0;
        memcpy(at, stand.cell, sizeof at);
        while (cave_rock_way_out(&rock, at, 1, &cells, next))
        {
            solid += cave_rock_is_solid(&rock, next[0], next[1], next[2]);
            CHECK(cells < before);
            before = cells;
            memcpy(at, next, sizeof at);
        }
        CHECK_INT(solid, 0);
        CHECK(!cave_rock_has(&rock, at[0], at[1], at[2]));
        CHECK_INT(cave_rock_sky(&rock, at[0], at[1], at[2]), 255);
        CHECK(cave_rock_sky(&rock, stand.cell[0], stand.cell[1], stand.cell[2]) < 255);
        cave_rock_end(&rock);
    }
}

/// On a floor, with room for a head, in the largest room, the same each time.
static void test_one_begins_on_the_floor_of_the_largest_room(void)
{
    for (uint64_t seed = 1; seed <= 6; seed++)
    {
        for (int32_t kind = 0; kind < 4; kind++)
        {
            cave_rock rock;
            cave_stand stand, again;
            cave_plan plan = small_plan(2 + kind % 2);
            plan.seed = seed;
            plan.endless = kind >= 2;
            begin(&rock, &plan);
            CHECK_OK(cave_rock_stand(&rock, (const int64_t[3]){5, 5, 5}, &stand));
            CHECK_OK(cave_rock_stand(&rock, (const int64_t[3]){5, 5, 5}, &again));
            CHECK(memcmp(&stand.cell, &again.cell, sizeof stand.cell) == 0);
            const int64_t *const at = stand.cell;
            CHECK(cave_rock_is_solid(&rock, at[0], at[1] - 1, at[2]));
            CHECK(!cave_rock_is_solid(&rock, at[0], at[1], at[2]));
            CHECK(!cave_rock_is_solid(&rock, at[0], at[1] + 1, at[2]));
            for (int32_t i = 0; rock.cave != NULL && i < rock.cave->room_count; i++)
            {
                CHECK(rock.cave->rooms[i].cells <= stand.room_cells);
            }
            cave_rock_end(&rock);
        }
    }
}

static void test_nobody_begins_in_solid_rock(void)
{
    cave_rock rock;
    cave_stand stand;
    cave_plan plan = small_plan(2);
    plan.fill = 100;
    begin(&rock, &plan);
    CHECK_INT(cave_rock_stand(&rock, (const int64_t[3]){0}, &stand), LOAM_NOT_FOUND);
    CHECK_CONTAINS(loam_last_error(), "nobody has room");
    cave_rock_end(&rock);
    plan = small_plan(2);
    plan.wall_height = 1;
    begin(&rock, &plan);
    CHECK_INT(cave_rock_stand(&rock, (const int64_t[3]){0}, &stand), LOAM_NOT_FOUND);
    CHECK_CONTAINS(loam_last_error(), "1 m high");
    cave_rock_end(&rock);
}

/// While a cave grows, some cells around whoever watches stay open.
static void test_a_bubble_stays_open(void)
{
    const loam_env env = loam_default_env();
    const int64_t at[3] = {20, 1, 20};
    cave_rock rock;
    cave_plan plan = small_plan(2);
    plan.fill = 100;
    CHECK_OK(cave_rock_begin(&env, &plan, at, 3, &rock));
    CHECK(!cave_rock_is_solid(&rock, 20, 1, 20));
    CHECK(!cave_rock_is_solid(&rock, 23, 2, 20));
    CHECK(cave_rock_is_solid(&rock, 24, 1, 20));
    CHECK(cave_rock_is_solid(&rock, 20, -1, 20));
    cave_rock_end(&rock);
}

/// The triangles of two boxes side by side are those of one that has both: as many, and as much of each kind.
static void test_boxes_meet_without_a_gap_or_an_overlap(void)
{
    for (int32_t kind = 0; kind < 4; kind++)
    {
        cave_rock rock;
        cave_mesher m = {0};
        cave_plan plan = small_plan(kind == 3 ? 3 : 2);
        plan.body = kind == 3 ? CAVE_BODY_SMOOTH : kind;
        begin(&rock, &plan);
        if (plan.body == CAVE_BODY_BLOCKS) // which are merged, so that their number says nothing
        {
            cave_rock_end(&rock);
            continue;
        }
        const int64_t low[3] = {-3, 0, 2}, middle[3] = {13, 0, 2};
        uint32_t whole = 0, parts = 0;
        CHECK_OK(cave_mesh_box(&m, &rock, low, (const int32_t[3]){32, 20, 32}, true));
        whole = m.mesh->index_count;
        CHECK_OK(cave_mesh_box(&m, &rock, low, (const int32_t[3]){16, 20, 32}, true));
        parts = m.mesh->index_count;
        CHECK_OK(cave_mesh_box(&m, &rock, middle, (const int32_t[3]){16, 20, 32}, true));
        parts += m.mesh->index_count;
        CHECK(whole > 3000);
        CHECK_INT(parts, whole);
        cave_mesher_end(&m);
        cave_rock_end(&rock);
    }
}

int main(void)
{
    RUN(test_cells_are_those_of_the_library);
    RUN(test_pages_are_windows_of_one_cave);
    RUN(test_endless_pages_stream_around_the_viewer);
    RUN(test_the_way_out_leads_out);
    RUN(test_one_begins_on_the_floor_of_the_largest_room);
    RUN(test_nobody_begins_in_solid_rock);
    RUN(test_a_bubble_stays_open);
    RUN(test_boxes_meet_without_a_gap_or_an_overlap);
    return CHECK_DONE();
}
