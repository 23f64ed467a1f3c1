// SPDX-License-Identifier: MIT
// Deltas: branches fall, reach the sea on their own, carry their share of the river, never two into the same
// cell, and are there at the next level too, where they leave their river and have a bed, in a plain; the
// same in every order.
#include "water_find.h"

#include <math.h>

enum
{
    MOST_STEPS = 12, // of a branch
    MOUTHS = 2,      // looked at for each seed
    DELTA_LANDS = 3,
};

static int32_t branch_of(const water_view *view, int32_t cell)
{
    const int32_t d = (int32_t)view->branch[cell];
    return d == LAND_NO_DIRECTION ? -1 : view_step(view, cell, d);
}

// What runs in a cell, less what branches have taken.
static float arm_of(const water_view *view, int32_t cell)
{
    return view->arm[cell] > 0 ? view->arm[cell] : 1;
}

// The part of its flow that runs in the largest river that comes into a cell.
static float arm_before(const water_view *view, int32_t cell)
{
    float most = 0, arm = 1;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = view_step(view, cell, d);
        if (from >= 0 && (int32_t)view->receiver[from] == land_opposite(d) &&
            view->flow[from] > most)
        {
            most = view->flow[from];
            arm = arm_of(view, from);
        }
    }
    return arm;
}

// Follows a branch to the sea; what it carries never becomes less. False if it leaves the view.
static bool check_course(const water_view *view, int32_t cell, float flow)
{
    for (int32_t step = 0; step < MOST_STEPS; step++)
    {
        CHECK(view->flow[cell] >= flow * 0.999f);
        CHECK(view->arm[cell] == 1);
        const int32_t d = (int32_t)view->receiver[cell];
        CHECK(d != LAND_NO_DIRECTION);
        const int32_t to = d < LAND_DIRECTIONS ? view_step(view, cell, d) : -1;
        if (to < 0)
        {
            return false;
        }
        CHECK(view->height[to] < view->height[cell]);
        if ((int32_t)view->kind[to] == LAND_SEA)
        {
            return true;
        }
        cell = to;
    }
    CHECK_REPORT(false, "a branch does not reach the sea from cell %d", cell);
    return false;
}

static void check_split(const water_view *view, int32_t cell, int32_t to)
{
    CHECK(((int32_t)view->links[cell] >> (int32_t)view->branch[cell] & 1) != 0);
    CHECK((int32_t)view->branch[cell] != (int32_t)view->receiver[cell]);
    CHECK(view->height[to] < view->height[cell]);
    // What stays and what leaves is what came.
    CHECK(view->arm[cell] > 0);
    CHECK_NEAR(view->arm[cell] + land_branch_part(view->arm[cell]), arm_before(view, cell), 1e-4);
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t other = view_step(view, to, d);
        CHECK(other < 0 || other == cell || branch_of(view, other) != to);
    }
}

// All branches of a view; how many there are.
static int32_t check_branches(const water_view *view)
{
    int32_t count = 0;
    for (int32_t i = 0; i < view->count; i++)
    {
        const int32_t to = branch_of(view, i);
        if (to >= 0)
        {
            check_split(view, i, to);
            check_course(view, to, land_branch_part(view->arm[i]) * view->flow[i]);
            count++;
        }
    }
    return count;
}

/// What branches were seen to do at the finest level.
typedef struct seen_branches
{
    loam_land *land;
    int32_t arms, unfed; // cells of branches, and those that no water comes into
    int32_t points, dry; // of branches, and those without water on the surface
    int32_t other;       // those whose water stands elsewhere
} seen_branches;

static float *raw_column(loam_land *land, const water_view *view, size_t offset)
{
    const int32_t stage = loam_pipeline_stage_index(land->pipeline, "land2.raw");
    land_pinned_pages pinned;
    CHECK_OK(loam_land_pinned_pages_get(&pinned, &land->env, land->pipeline, stage, &view->window));
    float *out = view_column(view, loam_land_source_of_pinned(&pinned), offset);
    loam_land_pinned_pages_release(&pinned);
    return out;
}

// Whether what flows in a cell of a branch comes from a neighbour.
static bool is_fed(const water_view *view, int32_t cell, float share)
{
    bool found = false;
    for (int32_t d = 0; d < LAND_DIRECTIONS && !found; d++)
    {
        const int32_t from = view_step(view, cell, d);
        found = (int32_t)view->branch[from] == land_opposite(d) ||
                ((int32_t)view->receiver[from] == land_opposite(d) && view->flow[from] >= share);
    }
    return found;
}

// A branch leaves its river: none of its cells begins beside it.
static void check_beginnings(const water_view *view, seen_branches *seen)
{
    float *const split = raw_column(seen->land, view, offsetof(land_raw, split));
    float *const fixed = raw_column(seen->land, view, offsetof(land_raw, fixed));
    float *const share = raw_column(seen->land, view, offsetof(land_raw, share));
    float *const carried = raw_column(seen->land, view, offsetof(land_raw, carried));
    for (int32_t i = 0; i < view->count; i++)
    {
        if (split[i] < LAND_NOWHERE && fixed[i] == split[i] && carried[i] == share[i] &&
            view_step(view, i, 0) >= 0)
        {
            CHECK(view->arm[i] == 1);
            seen->arms++;
            seen->unfed += is_fed(view, i, 0.999f * share[i]) ? 0 : 1;
        }
    }
    free(split);
    free(fixed);
    free(share);
    free(carried);
}

// There is water where a branch is drawn, at its level.
static loam_result look_at_bed(void *user, const loam_land_line *line)
{
    seen_branches *const seen = user;
    if (line->kind == LOAM_LINE_BRANCH)
    {
        float height, water;
        const loam_land_area area = {line->x1 / 8, line->z1 / 8, 1, 1, 1};
        const loam_land_samples samples = {.height = &height, .water = &water};
        CHECK_OK(loam_land_fill(seen->land, area, &samples));
        const float off = water - line->height1;
        seen->points++;
        seen->dry += water > LOAM_LAND_DRY && height < water ? 0 : 1;
        seen->other += off > 0.5f || off < -0.5f ? 1 : 0;
    }
    return LOAM_OK;
}

// At level 2 there are splits where level 1 has them, and they fall.
static void check_around(seen_branches *seen, int64_t page_x, int64_t page_z)
{
    enum
    {
        PAGE_M = 4096,
    };
    water_view fine = view_pages(seen->land, 2, page_x, page_z, 3, 3);
    int32_t splits = 0;
    for (int32_t k = 0; k < fine.count; k++)
    {
        const int32_t next = branch_of(&fine, k);
        splits += next >= 0 ? 1 : 0;
        CHECK(next < 0 || fine.height[next] < fine.height[k]);
    }
    CHECK(splits > 0);
    check_beginnings(&fine, seen);
    const loam_land_area area = {page_x * PAGE_M, page_z * PAGE_M, PAGE_M, 4, 4};
    CHECK_OK(loam_land_lines(seen->land, 2, area, 100, look_at_bed, seen));
    free_view(&fine);
}

// Around the branches of level 1, or the first few.
static void check_finer(loam_land *land, const water_view *view, int64_t page_x, int64_t page_z)
{
    const int32_t part = LOAM_GRAPH_PAGE / 16;
    seen_branches seen = {.land = land};
    for (int32_t i = 0; i < view->count && (seen.arms < 10 || getenv("LOAM_SOAK") != NULL); i++)
    {
        if (branch_of(view, i) >= 0)
        {
            check_around(&seen, page_x * 16 + view->x[i] / part - 1,
                         page_z * 16 + view->z[i] / part - 1);
        }
    }
    printf("%d cells of branches, %d points\n", seen.arms, seen.points);
    CHECK(seen.arms >= 10);
    CHECK(seen.points >= 4);
    CHECK_INT(seen.unfed, 0);
    CHECK_INT(seen.dry, 0);
    CHECK_INT(seen.other, 0);
}

static void check_same_again(uint64_t seed, int64_t page_x, int64_t page_z, const water_view *view)
{
    loam_land *land = make_land(seed);
    water_view corner = view_pages(land, 1, page_x + 2, page_z + 2, 1, 1);
    water_view middle = view_pages(land, 1, page_x + 1, page_z + 1, 1, 1);
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t column = i % LOAM_GRAPH_SIDE, row = i / LOAM_GRAPH_SIDE, w = view->window.w;
        const int32_t at = (row + LAND_ROWS) * w + column + LOAM_GRAPH_SIDE;
        const int32_t next = at + LAND_ROWS * w + LOAM_GRAPH_SIDE;
        CHECK_INT(middle.branch[i], view->branch[at]);
        CHECK_RANGE(middle.height[i], view->height[at], view->height[at]);
        CHECK_INT(corner.branch[i], view->branch[next]);
        CHECK_RANGE(corner.flow[i], view->flow[next], view->flow[next]);
    }
    free_view(&corner);
    free_view(&middle);
    loam_land_destroy(land);
}

// The pages of level 1 around a mouth of level 0.
static int32_t check_mouth(loam_land *land, uint64_t seed, found_place at, bool first)
{
    water_view view = view_around(land, 1, at);
    const int32_t count = check_branches(&view);
    if (count > 0 && first)
    {
        const int64_t x = view.window.column / LOAM_GRAPH_SIDE, z = view.window.row / LAND_ROWS;
        check_finer(land, &view, x, z);
        check_same_again(seed, x, z, &view);
    }
    free_view(&view);
    return count;
}

static void test_branches_fall_and_arrive(void)
{
    for (int32_t p = 0; p < DELTA_LANDS; p += check_every())
    {
        loam_land *land = make_land(find_windows[p].seed);
        found_place mouths[FIND_MOST_LOOKS];
        const int32_t most = getenv("LOAM_SOAK") != NULL ? 12 * MOUTHS : MOUTHS;
        const int32_t found = find_large_mouths(land, &find_windows[p], mouths, most);
        int32_t count = 0;
        for (int32_t i = 0; i < found; i++)
        {
            count += check_mouth(land, find_windows[p].seed, mouths[i], count == 0);
        }
        CHECK(found >= MOUTHS && count > 0);
        printf("seed %d: %d branches at %d mouths\n", (int)find_windows[p].seed, count, found);
        loam_land_destroy(land);
    }
}

// ---- on the surface -----------------------------------------------------------------------------------

enum
{
    SIDE = 120,  // samples of a square around a place
    STEP = 2,    // m
    SQUARES = 4, // looked at for each land
    FORKS_APART_M = 6144,
};

/// What squares around forks and arms show. Pairs are of samples beside each other.
typedef struct seen_squares
{
    int32_t squares, stepped; // and those in which water stands higher than 0.3 m beside water
    int32_t wet, dry, steep;  // pairs that both are, and dry ones steeper than 1 in 4
    float water_step;         // the highest between samples of water
    float highest;            // dry ground
} seen_squares;

static void look_at_pair(const float *height, const float *water, int32_t i, int32_t to,
                         seen_squares *seen)
{
    if (height[i] < water[i] && height[to] < water[to])
    {
        seen->wet++;
        seen->water_step = fmaxf(seen->water_step, fabsf(water[i] - water[to]));
    }
    if (water[i] <= LOAM_LAND_DRY && water[to] <= LOAM_LAND_DRY)
    {
        seen->dry++;
        seen->steep += fabsf(height[i] - height[to]) > 0.25f * STEP ? 1 : 0;
        seen->highest = fmaxf(seen->highest, height[i]);
    }
}

static void look_at_square(loam_land *land, found_place at, seen_squares *seen)
{
    static float height[SIDE * SIDE], water[SIDE * SIDE];
    const loam_land_area area = {at.x - SIDE * STEP / 2, at.z - SIDE * STEP / 2, STEP, SIDE, SIDE};
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = height, .water = water}));
    const float before = seen->water_step;
    seen->water_step = 0;
    for (int32_t i = 0; i < SIDE * (SIDE - 1); i++)
    {
        look_at_pair(height, water, i, i % SIDE < SIDE - 1 ? i + 1 : i, seen);
        look_at_pair(height, water, i, i + SIDE, seen);
    }
    seen->squares++;
    seen->stepped += seen->water_step > 0.3f ? 1 : 0;
    seen->water_step = fmaxf(seen->water_step, before);
}

static bool is_wide_fork(const water_view *view, int32_t cell)
{
    return is_fork(view, cell) && view->flow[cell] > 4000;
}

// A cell in the middle of an arm, with dry land around it.
static bool is_arm_on_land(const water_view *view, int32_t cell)
{
    bool inland = view->arm[cell] == 1 && view->flow[cell] > 100;
    for (int32_t d = 0; d < LAND_DIRECTIONS && inland; d++)
    {
        const int32_t to = view_step(view, cell, d);
        inland = to >= 0 && (int32_t)view->kind[to] == LAND_DRY_LAND;
    }
    return inland;
}

// Looks at squares around what the finest graph has where two forks of a window are.
static void look_at_deltas(const find_window *window, find_what *what, int64_t apart,
                           seen_squares *seen)
{
    loam_land *land = make_land(window->seed);
    found_place mouths[MOUTHS + 1], forks[FIND_MOST_LOOKS], places[SQUARES + 1];
    const int32_t ends = find_large_mouths(land, window, mouths, MOUTHS);
    const int32_t count = find_around(land, mouths, ends, is_fork, FORKS_APART_M, forks, 0);
    int32_t found = 0;
    for (int32_t i = 0; i < count && i < 2; i++)
    {
        water_view view = view_around(land, 2, forks[i]);
        found = find_in(&view, 2, what, apart, places, found, SQUARES);
        free_view(&view);
    }
    for (int32_t i = 0; i < found; i++)
    {
        look_at_square(land, places[i], seen);
    }
    loam_land_destroy(land);
}

// Where an arm leaves its river it has the river's water, and falls from the bank on. Here and there, one fork
// of thirty, an arm is as steep as rapids.
static void test_arms_leave_at_the_level_of_their_river(void)
{
    seen_squares seen = {0};
    for (int32_t p = 0; p < FIND_WINDOWS; p += check_every())
    {
        look_at_deltas(&find_windows[p], is_wide_fork, 400, &seen);
    }
    printf("%d forks, %d with a step in the water, of %.2f m at most\n", seen.squares, seen.stepped,
           (double)seen.water_step);
    CHECK(seen.squares >= check_sample(16) && seen.wet > 4000 * seen.squares);
    CHECK(10 * seen.stepped <= seen.squares);
    CHECK_RANGE(seen.water_step, 0, 1.5);
}

// Beside the arms of a delta ground is low and flat, from the closest views on.
static void test_arms_run_in_a_plain(void)
{
    seen_squares seen = {0};
    for (int32_t p = 0; p < FIND_WINDOWS; p += check_every())
    {
        look_at_deltas(&find_windows[p], is_arm_on_land, 1000, &seen);
    }
    printf("beside %d arms ground is %.1f m high at most, %d of %d steps are steep\n", seen.squares,
           (double)seen.highest, seen.steep, seen.dry);
    CHECK(seen.squares >= check_sample(16) && seen.dry > 10000 * seen.squares);
    CHECK_RANGE(seen.highest, 0, 30);
    CHECK(500 * seen.steep <= seen.dry);
}

int main(void)
{
    RUN_UNSANITIZED(test_arms_leave_at_the_level_of_their_river);
    RUN(test_arms_run_in_a_plain);
    RUN(test_branches_fall_and_arrive);
    return CHECK_DONE();
}
