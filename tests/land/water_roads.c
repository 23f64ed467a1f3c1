// SPDX-License-Identifier: MIT
// Roads: both ends of every step know it, from both sides of a pass the road comes down to a mouth, passes
// keep their distance, and pages have the same roads whatever was asked before, in whatever order, by
// whatever threads.
#include "land/water/roads.h"
#include "loam/jobs.h"
#include "loam/random.h"
#include "water_fixture.h"

enum
{
    PAGES = 3, // along a view
};

static const struct
{
    uint64_t seed;
    int64_t page_x, page_z;
} places[] = {
    {1, -1, -1}, {2, 0, 3}, {3, -2, 0}, {77, 5, -9}, {4, (int64_t)1 << 28, -((int64_t)1 << 28)}};

enum
{
    PLACES = sizeof places / sizeof *places,
};

static bool has_road(const water_view *view, int32_t cell, int32_t direction)
{
    return ((int32_t)view->road[cell] >> direction & 1) != 0;
}

// Whether a road from a cell to a neighbour leads over a pass: water runs neither way.
static bool is_across(const water_view *view, int32_t cell, int32_t direction)
{
    const int32_t to = view_step(view, cell, direction);
    return has_road(view, cell, direction) && (int32_t)view->receiver[cell] != direction &&
           (int32_t)view->receiver[to] != land_opposite(direction);
}

static void check_symmetry(const water_view *view)
{
    for (int32_t i = 0; i < view->count; i++)
    {
        for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
        {
            const int32_t to = view_step(view, i, d);
            if (to >= 0 && has_road(view, i, d))
            {
                CHECK(has_road(view, to, land_opposite(d)));
                CHECK(((int32_t)view->links[i] >> d & 1) != 0);
                CHECK((int32_t)view->kind[i] != LAND_SEA && (int32_t)view->kind[to] != LAND_SEA);
            }
        }
    }
}

// Water that leaves a cell with a road has the road beside it, but at a mouth.
static void check_ways_down(const water_view *view)
{
    for (int32_t i = 0; i < view->count; i++)
    {
        const int32_t d = (int32_t)view->receiver[i], to = d < 6 ? view_step(view, i, d) : -1;
        if (view->road[i] > 0 && to >= 0 && (int32_t)view->kind[to] != LAND_SEA)
        {
            CHECK(has_road(view, i, d));
        }
    }
}

// Roads begin on passes, nowhere else: somebody comes from above or from across.
static void check_beginnings(const water_view *view)
{
    for (int32_t i = 0; i < view->count; i++)
    {
        bool begins = view_step(view, i, 0) < 0;
        for (int32_t d = 0; d < LAND_DIRECTIONS && !begins; d++)
        {
            begins = has_road(view, i, d) && d != (int32_t)view->receiver[i];
        }
        CHECK(view->road[i] <= 0 || begins);
    }
}

static int32_t steps_to_mouth(const water_view *view, int32_t cell, int32_t *mouth)
{
    for (int32_t steps = 0; steps <= LAND_ROAD_HOPS + 1; steps++)
    {
        *mouth = cell;
        const int32_t d = (int32_t)view->receiver[cell],
                      to = d < 6 ? view_step(view, cell, d) : cell;
        if (to < 0)
        {
            return -1;
        }
        if (to == cell || (int32_t)view->kind[to] == LAND_SEA)
        {
            return steps;
        }
        cell = to;
    }
    return LAND_ROAD_HOPS + 1;
}

// Both sides of a pass come down to a mouth, and to different ones.
static int32_t check_passes(const water_view *view)
{
    int32_t count = 0;
    for (int32_t i = 0; i < view->count; i++)
    {
        for (int32_t d = 0; d < LAND_DIRECTIONS / 2 && view_step(view, i, d) >= 0; d++)
        {
            if (!is_across(view, i, d))
            {
                continue;
            }
            int32_t here, there;
            const int32_t a = steps_to_mouth(view, i, &here);
            const int32_t b = steps_to_mouth(view, view_step(view, i, d), &there);
            CHECK(a <= LAND_ROAD_HOPS && b <= LAND_ROAD_HOPS);
            CHECK(a < 0 || b < 0 || here != there);
            count++;
        }
    }
    return count;
}

// Whether another pass begins within so many lattice steps: found by spreading, not by a formula.
static void check_distances(const water_view *view)
{
    static int32_t owner[PAGES * PAGES * LAND_CELLS], next[PAGES * PAGES * LAND_CELLS];
    memset(owner, 0, sizeof owner);
    for (int32_t i = 0; i < view->count; i++)
    {
        for (int32_t d = 0; d < LAND_DIRECTIONS / 2 && view_step(view, i, d) >= 0; d++)
        {
            CHECK(!is_across(view, i, d) || owner[i] == 0);
            owner[i] = is_across(view, i, d) ? i + 1 : owner[i];
        }
    }
    for (int32_t round = 0; round < LAND_PASS_RING / 2; round++)
    {
        memcpy(next, owner, (size_t)view->count * sizeof *owner);
        for (int32_t i = 0; i < view->count; i++)
        {
            for (int32_t d = 0; d < LAND_DIRECTIONS && view_step(view, i, d) >= 0; d++)
            {
                const int32_t from = owner[view_step(view, i, d)];
                CHECK(from == 0 || next[i] == 0 || next[i] == from);
                next[i] = from != 0 ? from : next[i];
            }
        }
        memcpy(owner, next, (size_t)view->count * sizeof *owner);
    }
}

static int32_t land_cells_of(const water_view *view)
{
    int32_t count = 0;
    for (int32_t i = 0; i < view->count; i++)
    {
        count += (int32_t)view->kind[i] != LAND_SEA ? 1 : 0;
    }
    return count;
}

static void test_roads_lead_from_mouth_to_mouth(void)
{
    int32_t passes = 0, cells = 0, roads = 0;
    for (int32_t p = 0; p < PLACES; p++)
    {
        loam_land *land = make_land(places[p].seed);
        water_view view = view_pages(land, 0, places[p].page_x, places[p].page_z, PAGES, PAGES);
        check_symmetry(&view);
        check_ways_down(&view);
        check_beginnings(&view);
        check_distances(&view);
        passes += check_passes(&view);
        cells += land_cells_of(&view);
        for (int32_t i = 0; i < view.count; i++)
        {
            roads += view.road[i] > 0 ? 1 : 0;
        }
        free_view(&view);
        loam_land_destroy(land);
    }
    // About one pass on 300 x 300 km, and few rivers with a road.
    const double area_km2 = (double)cells * (double)loam_land_figures(0).cell_km2;
    printf("%d passes on %.0f km2 each, %.3f of the cells have a road\n", passes, area_km2 / passes,
           (double)roads / cells);
    CHECK_RANGE(area_km2 / passes, 50e3, 200e3);
    CHECK_RANGE((double)roads / cells, 0.03, 0.2);
}

// The site of a cell with a road at level 0, in units from the low corner of the view.
static int32_t find_pass(const water_view *view, int32_t number)
{
    for (int32_t i = 0; i < view->count; i++)
    {
        for (int32_t d = 0; d < LAND_DIRECTIONS / 2 && view_step(view, i, d) >= 0; d++)
        {
            if (is_across(view, i, d) && number-- == 0)
            {
                return i;
            }
        }
    }
    return -1;
}

// The first cell of its river on land that the sea follows on.
static int32_t find_mouth(const water_view *view, int32_t number)
{
    for (int32_t i = 0; i < view->count; i++)
    {
        const int32_t d = (int32_t)view->receiver[i], to = d < 6 ? view_step(view, i, d) : -1;
        if (view->road[i] > 0 && to >= 0 && (int32_t)view->kind[to] == LAND_SEA && number-- == 0)
        {
            return i;
        }
    }
    return -1;
}

// An end of a road is at the coast or where water ends inland; the view must go on around it to tell.
static int32_t check_ends(const water_view *view)
{
    int32_t roads = 0;
    for (int32_t i = 0; i < view->count; i++)
    {
        const int32_t ways = (int32_t)view->road[i];
        if (ways == 0 || view_step(view, i, 0) < 0)
        {
            continue;
        }
        roads++;
        bool water = (int32_t)view->kind[i] != LAND_DRY_LAND;
        for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
        {
            water = water || (int32_t)view->kind[view_step(view, i, d)] != LAND_DRY_LAND;
        }
        CHECK_REPORT((ways & (ways - 1)) != 0 || water, "a road of cell %d (%d) ends on dry land",
                     i, ways);
    }
    return roads;
}

// The roads of a level around a cell of the coarser one.
static void check_finer(loam_land *land, int32_t level, int64_t page_x, int64_t page_z, bool finer)
{
    water_view view = view_pages(land, level, page_x - 1, page_z - 1, 3, 3);
    check_symmetry(&view);
    CHECK(check_ends(&view) > 0);
    // One of its roads, at the next level.
    for (int32_t i = 4 * LOAM_GRAPH_SIDE; i < view.count && finer; i++)
    {
        const int32_t from_x = view.x[i] / (LOAM_GRAPH_PAGE / 16),
                      from_z = view.z[i] / (LOAM_GRAPH_PAGE / 16);
        if (view.road[i] > 0 && from_x >= 16 && from_x < 32 && from_z >= 16 && from_z < 32)
        {
            check_finer(land, 2, (page_x - 1) * 16 + from_x, (page_z - 1) * 16 + from_z, false);
            break;
        }
    }
    free_view(&view);
}

static void test_finer_levels_take_roads_over(void)
{
    for (int32_t p = 0; p < PLACES; p += 2) // near the origin, and far from it
    {
        loam_land *land = make_land(places[p].seed);
        water_view view = view_pages(land, 0, places[p].page_x, places[p].page_z, PAGES, PAGES);
        for (int32_t k = 0; k < 2; k++)
        {
            const int32_t cell = k == 0 ? find_pass(&view, 1) : find_mouth(&view, 1);
            CHECK(cell >= 0);
            if (cell >= 0)
            {
                check_finer(land, 1, places[p].page_x * 16 + view.x[cell] / (LOAM_GRAPH_PAGE / 16),
                            places[p].page_z * 16 + view.z[cell] / (LOAM_GRAPH_PAGE / 16), p == 0);
            }
        }
        free_view(&view);
        loam_land_destroy(land);
    }
}

// The roads of pages, asked for one after the other in the order of a seed (0: as they lie), with a cache so
// small that they are made again and again.
static void ask_in_order(uint64_t order, int32_t threads, float *out)
{
    loam_land_def def = loam_default_land_def();
    def.cache_bytes = order == 0 ? def.cache_bytes : (size_t)1 << 20;
    loam_jobs_def jobs = loam_default_jobs_def();
    jobs.threads = threads;
    if (threads > 0 && loam_jobs_create(&jobs, &def.env.jobs) != LOAM_OK)
    {
        def.env.jobs = NULL; // built without threads
    }
    loam_land *land = NULL;
    CHECK_OK(loam_land_create(&def, &land));
    int32_t pages[PAGES * PAGES];
    for (int32_t i = 0; i < PAGES * PAGES; i++)
    {
        const int32_t k = order == 0 ? i : (int32_t)loam_random_range(order, (uint64_t)i, 0, i);
        pages[i] = pages[k];
        pages[k] = i;
    }
    for (int32_t i = 0; i < PAGES * PAGES; i++)
    {
        water_view view = view_pages(land, 0, pages[i] % PAGES - 2, pages[i] / PAGES - 2, 1, 1);
        memcpy(out + pages[i] * LAND_CELLS, view.road, sizeof(float) * LAND_CELLS);
        free_view(&view);
    }
    loam_land_destroy(land);
    loam_jobs_destroy(def.env.jobs);
}

static void test_order_and_threads_do_not_matter(void)
{
    static float expected[PAGES * PAGES * LAND_CELLS], other[PAGES * PAGES * LAND_CELLS];
    ask_in_order(0, 0, expected);
    ask_in_order(5, 0, other);
    CHECK(memcmp(expected, other, sizeof expected) == 0);
    ask_in_order(9, 3, other);
    CHECK(memcmp(expected, other, sizeof expected) == 0);
}

static loam_result count_line(void *user, const loam_land_line *line)
{
    int32_t *const counts = user;
    counts[line->kind]++;
    CHECK(line->kind != LOAM_LINE_ROAD || (line->x0 != line->x1 || line->z0 != line->z1));
    return LOAM_OK;
}

// Whatever flow is asked for, roads are there; and they are lines of some length.
static void test_roads_are_lines(void)
{
    loam_land *land = make_land(1);
    int32_t some[3] = {0}, all[3] = {0};
    const loam_land_area area = {.x = -1000000, .z = -1000000, .step = 4096, .w = 512, .h = 512};
    CHECK_OK(loam_land_lines(land, 0, area, 1e9f, count_line, some));
    CHECK_OK(loam_land_lines(land, 0, area, 100, count_line, all));
    CHECK_INT(some[LOAM_LINE_RIVER], 0);
    CHECK(all[LOAM_LINE_RIVER] > 100);
    CHECK_INT(some[LOAM_LINE_ROAD], all[LOAM_LINE_ROAD]);
    CHECK(all[LOAM_LINE_ROAD] > 100);
    loam_land_destroy(land);
}

int main(void)
{
    RUN(test_roads_lead_from_mouth_to_mouth);
    RUN(test_finer_levels_take_roads_over);
    RUN(test_order_and_threads_do_not_matter);
    RUN(test_roads_are_lines);
    return CHECK_DONE();
}
