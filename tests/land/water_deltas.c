// SPDX-License-Identifier: MIT
// Deltas: branches fall, reach the sea on their own, carry their share of the river, never two into the same
// cell, and are there at the next level too; the same in every order.
#include "land/water/deltas.h"
#include "water_fixture.h"

enum
{
    MOST_STEPS = 12, // of a branch
    MOUTHS = 2,      // looked at for each seed
};

static const struct
{
    uint64_t seed;
    int64_t page_x, page_z;
} places[] = {{1, -1, -1}, {5, 2, -2}, {9, (int64_t)1 << 28, -((int64_t)1 << 28)}};

static int32_t branch_of(const water_view *view, int32_t cell)
{
    const int32_t d = (int32_t)view->branch[cell];
    return d == LAND_NO_DIRECTION ? -1 : view_step(view, cell, d);
}

// Follows a branch to the sea; what it carries never becomes less. False if it leaves the view.
static bool check_course(const water_view *view, int32_t cell, float flow)
{
    for (int32_t step = 0; step < MOST_STEPS; step++)
    {
        CHECK(view->flow[cell] >= flow * 0.999f);
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
            check_course(view, to, LAND_BRANCH_SHARE * view->flow[i]);
            count++;
        }
    }
    return count;
}

// At level 2 there are splits where level 1 has them, and they fall.
static void check_finer(loam_land *land, const water_view *view, int64_t page_x, int64_t page_z)
{
    const int32_t part = LOAM_GRAPH_PAGE / 16;
    for (int32_t i = 0; i < view->count; i++)
    {
        const int32_t to = branch_of(view, i);
        if (to < 0)
        {
            continue;
        }
        water_view fine = view_pages(land, 2, page_x * 16 + view->x[i] / part - 1,
                                     page_z * 16 + view->z[i] / part - 1, 3, 3);
        int32_t splits = 0;
        for (int32_t k = 0; k < fine.count; k++)
        {
            const int32_t next = branch_of(&fine, k);
            splits += next >= 0 ? 1 : 0;
            CHECK(next < 0 || fine.height[next] < fine.height[k]);
        }
        CHECK(splits > 0);
        free_view(&fine);
        return;
    }
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
static int32_t check_mouth(loam_land *land, uint64_t seed, int64_t x, int64_t z, bool first)
{
    water_view view = view_pages(land, 1, x - 1, z - 1, 3, 3);
    const int32_t count = check_branches(&view);
    if (count > 0 && first)
    {
        check_finer(land, &view, x - 1, z - 1);
        check_same_again(seed, x - 1, z - 1, &view);
    }
    free_view(&view);
    return count;
}

static void test_branches_fall_and_arrive(void)
{
    for (size_t p = 0; p < sizeof places / sizeof *places; p++)
    {
        loam_land *land = make_land(places[p].seed);
        water_view view = view_pages(land, 0, places[p].page_x, places[p].page_z, 3, 3);
        const int32_t part = LOAM_GRAPH_PAGE / 16;
        int32_t mouths = 0, count = 0;
        const int32_t most = getenv("LOAM_SOAK") != NULL ? 12 * MOUTHS : MOUTHS;
        for (int32_t i = 0; i < view.count && mouths < most; i++)
        {
            CHECK_INT(view.branch[i], LAND_NO_DIRECTION);
            const int32_t d = (int32_t)view.receiver[i], to = d < 6 ? view_step(&view, i, d) : -1;
            if (to >= 0 && (int32_t)view.kind[to] == LAND_SEA && view.flow[i] > 8000)
            {
                count += check_mouth(land, places[p].seed,
                                     places[p].page_x * 16 + (view.x[i] + view.x[to]) / 2 / part,
                                     places[p].page_z * 16 + (view.z[i] + view.z[to]) / 2 / part,
                                     count == 0);
                mouths++;
            }
        }
        CHECK(count > 0);
        printf("seed %d: %d branches at %d mouths\n", (int)places[p].seed, count, mouths);
        free_view(&view);
        loam_land_destroy(land);
    }
}

int main(void)
{
    RUN(test_branches_fall_and_arrive);
    return CHECK_DONE();
}
