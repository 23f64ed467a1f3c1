// SPDX-License-Identifier: MIT
// Rivers do not begin with more than comes to them: not behind a bay that they run into, nor in a bed that
// they have left for a lower one.
#include "land/water/beds.h"

#include "water_fixture.h"

#include <string.h>

// ---- beds of a window that is known by heart --------------------------------------------------------------

enum
{
    W = 64,
    H = 9,
    ROW = 4, // of the river, which runs east from column 2 to column 60
    EAST = 0,
    NORTH_EAST = 1,
    SOUTH_EAST = 5,
};

typedef struct toy
{
    float kind[W * H], fixed[W * H], next[W * H], carried[W * H], into[W * H];
    float split[W * H], fork[W * H], share[W * H];
    uint8_t hangs[W * H];
    land_bed beds[W * H];
    float flow[W * H], sum[W * H], most[W * H];
} toy;

static int32_t at(int32_t column, int32_t row)
{
    return row * W + column;
}

static void lay(toy *land, int32_t cell, int32_t direction, float flow)
{
    const int32_t to = cell + land_step(direction, cell / W, W);
    land->fixed[cell] = 1;
    land->next[cell] = (float)direction;
    land->carried[cell] = flow;
    land->into[to] = flow > land->into[to] ? flow : land->into[to];
}

static void make_river(toy *land)
{
    memset(land, 0, sizeof *land);
    for (int32_t i = 0; i < W * H; i++)
    {
        land->kind[i] = LAND_DRY_LAND;
        land->fixed[i] = land->split[i] = LAND_NOWHERE;
        land->next[i] = land->fork[i] = LAND_NO_DIRECTION;
    }
    for (int32_t column = 2; column <= 60; column++)
    {
        lay(land, at(column, ROW), EAST, 100);
    }
}

static void follow(toy *land)
{
    const land_beds all = {.window = {.w = W, .h = H},
                           .kind = land->kind,
                           .fixed = land->fixed,
                           .next = land->next,
                           .carried = land->carried,
                           .into = land->into,
                           .split = land->split,
                           .fork = land->fork,
                           .share = land->share,
                           .hangs = land->hangs};
    land_bed_work work = {
        .beds = land->beds, .flow = land->flow, .sum = land->sum, .most = land->most};
    loam_land_beds_follow(&all, &work);
}

static void check_flow(const toy *land, int32_t first, int32_t last, float flow)
{
    for (int32_t column = first; column <= last; column++)
    {
        CHECK_REPORT(land->flow[at(column, ROW)] == flow, "%g instead of %g at column %d",
                     (double)land->flow[at(column, ROW)], (double)flow, column);
    }
}

static void test_a_river_ends_in_a_bay(void)
{
    static toy land;
    make_river(&land);
    for (int32_t column = 20; column < 23; column++)
    {
        land.kind[at(column, ROW)] = LAND_SEA;
        land.hangs[at(column, ROW)] = 1;
    }
    // A river of its own comes in behind the bay.
    lay(&land, at(29, ROW + 1), SOUTH_EAST, 30);
    const int32_t joined = 29 + land_step(SOUTH_EAST, ROW + 1, W) + W;
    follow(&land);
    check_flow(&land, 2, 19, 100);
    check_flow(&land, 23, joined - 1, LAND_DRY_BED);
    check_flow(&land, joined, 22 + LAND_BED_HOPS, 30);
    check_flow(&land, 22 + LAND_BED_HOPS + 1, 60, 100);
}

static void test_pools_are_no_bays(void)
{
    static toy land;
    make_river(&land);
    land.kind[at(20, ROW)] = LAND_SEA;
    follow(&land);
    check_flow(&land, 2, 60, 100);
}

// From column 20 on the river runs in a lower bed, and comes back at column 26.
static void test_a_river_leaves_its_bed(void)
{
    static toy land;
    make_river(&land);
    land.next[at(20, ROW)] = NORTH_EAST;
    const int32_t below = at(20, ROW) + land_step(NORTH_EAST, ROW, W);
    const int32_t back = at(26, ROW) - land_step(SOUTH_EAST, ROW + 1, W);
    for (int32_t i = below; i < back; i++)
    {
        lay(&land, i, EAST, 5);
    }
    lay(&land, back, SOUTH_EAST, 5);
    follow(&land);
    check_flow(&land, 2, 20, 100);
    check_flow(&land, 21, 25, LAND_DRY_BED);
    check_flow(&land, 26, 60, 100);
    CHECK(land.flow[below] == 5 && land.flow[back] == 5);
}

static void lay_branch(toy *land, int32_t cell)
{
    land->fixed[cell] = LAND_NOWHERE;
    land->next[cell] = LAND_NO_DIRECTION;
    land->carried[cell] = 0;
    land->split[cell] = 1;
    land->fork[cell] = EAST;
    land->share[cell] = 100;
}

static void test_branches_feed(void)
{
    static toy land;
    make_river(&land);
    lay_branch(&land, at(20, ROW));
    CHECK_INT(at(20, ROW) + land_step(EAST, ROW, W), at(21, ROW));
    follow(&land);
    check_flow(&land, 21, 60, 100);
}

// The sea takes a branch like a river: what is left of it behind a bay has nothing to give.
static void test_branches_feed_what_they_are_fed(void)
{
    static toy land;
    make_river(&land);
    for (int32_t column = 18; column < 24; column++)
    {
        lay_branch(&land, at(column, ROW));
    }
    land.kind[at(20, ROW)] = LAND_SEA;
    land.hangs[at(20, ROW)] = 1;
    follow(&land);
    check_flow(&land, 2, 17, 100);
    check_flow(&land, 24, 20 + LAND_BED_HOPS, LAND_DRY_BED);
}

// ---- lands ------------------------------------------------------------------------------------------------

// What leads into a cell of a view.
static float flow_into(const water_view *view, int32_t cell)
{
    float sum = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = view_step(view, cell, d);
        const bool drains = from >= 0 && (int32_t)view->receiver[from] == land_opposite(d);
        const bool splits = from >= 0 && (int32_t)view->branch[from] == land_opposite(d);
        sum += drains ? view->flow[from] : splits ? LAND_BRANCH_SHARE * view->flow[from] : 0;
    }
    return sum;
}

static float *brought_by_curves(loam_land *land, const water_view *view, int32_t level)
{
    const int32_t stage = loam_pipeline_stage_index(land->pipeline,
                                                    level == 1 ? "land1.draft" : "land2.draft");
    land_pinned_pages pinned;
    CHECK_OK(loam_land_pinned_pages_get(&pinned, &land->env, land->pipeline, stage, &view->window));
    float *out = view_column(view, loam_land_source_of_pinned(&pinned), offsetof(land_raw, into));
    loam_land_pinned_pages_release(&pinned);
    return out;
}

/// Rivers that a curve of the coarser level brings into a cell, and those of them that nothing leads into.
typedef struct bed_count
{
    int32_t rivers, begin;
} bed_count;

static bed_count count_beds(uint64_t seed, int32_t level, int64_t page_x, int64_t page_z,
                            float least)
{
    loam_land *land = make_land(seed);
    water_view view = view_pages(land, level, page_x, page_z, 2, 2);
    float *const into = brought_by_curves(land, &view, level);
    bed_count count = {0};
    for (int32_t i = 0; i < view.count; i++)
    {
        const bool inside = view_step(&view, i, EAST) >= 0, land_cell = view.height[i] > 0;
        if (inside && land_cell && view.flow[i] >= least && into[i] >= 0.5f * view.flow[i])
        {
            count.rivers++;
            count.begin += flow_into(&view, i) < 0.3f * view.flow[i];
        }
    }
    free(into);
    free_view(&view);
    loam_land_destroy(land);
    return count;
}

// Each has a river that crosses a bay, or one that leaves its bed, within its pages.
static void test_no_river_begins_with_all_of_its_water(void)
{
    static const struct
    {
        uint64_t seed;
        int32_t level;
        int64_t page_x, page_z;
        float least;
    } places[] = {
        {28, 1, -26, -8, 500}, {10, 1, 35, -5, 500}, {1, 2, 54, 337, 10}, {28, 2, -404, -126, 10}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
        const bed_count count = count_beds(places[i].seed, places[i].level, places[i].page_x,
                                           places[i].page_z, places[i].least);
        CHECK_REPORT(count.rivers >= 20, "place %d: %d rivers", (int)i, count.rivers);
        CHECK_REPORT(count.begin == 0, "place %d: %d of %d begin with all of their water", (int)i,
                     count.begin, count.rivers);
    }
}

int main(void)
{
    RUN(test_a_river_ends_in_a_bay);
    RUN(test_pools_are_no_bays);
    RUN(test_a_river_leaves_its_bed);
    RUN(test_branches_feed);
    RUN(test_branches_feed_what_they_are_fed);
    RUN(test_no_river_begins_with_all_of_its_water);
    return CHECK_DONE();
}
