// SPDX-License-Identifier: MIT
// Roads: both ends of every step know it, from both sides of a pass the road comes down to a mouth, passes
// keep their distance, and pages have the same roads whatever was asked before, in whatever order, by
// whatever threads.
#include "land/water/roads.h"
#include "loam/jobs.h"
#include "loam/random.h"
#include "road_places.h"

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
                CHECK((int32_t)view->kind[i] != LAND_LAKE && (int32_t)view->kind[to] != LAND_LAKE);
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

/// A pass: where it is, and the mouths that the water of both sides comes to, -1 if that is further away.
typedef struct seen_pass
{
    int32_t cell, mouth[2];
} seen_pass;

// Of two ways between the same rivers that are near each other only the lower one has a road.
static void check_apart(const water_view *view, const seen_pass *a, const seen_pass *b)
{
    const int32_t rows = abs(a->cell / view->window.w - b->cell / view->window.w);
    const int32_t columns = abs(a->cell % view->window.w - b->cell % view->window.w);
    const bool same = (a->mouth[0] == b->mouth[0] && a->mouth[1] == b->mouth[1]) ||
                      (a->mouth[0] == b->mouth[1] && a->mouth[1] == b->mouth[0]);
    CHECK(!same || rows + columns > LAND_PASS_RING);
}

// Both sides of a pass come down to a mouth, and to different ones; no pass is spare.
static int32_t check_passes(const water_view *view)
{
    static seen_pass known[2000]; // with both mouths
    int32_t count = 0, known_count = 0;
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
            const seen_pass pass = {.cell = i, .mouth = {here, there}};
            for (int32_t k = 0; k < known_count && a >= 0 && b >= 0; k++)
            {
                check_apart(view, &known[k], &pass);
            }
            known[known_count] = pass;
            known_count += a >= 0 && b >= 0 && known_count < 1999;
        }
    }
    return count;
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
    for (int32_t p = 0; p < PLACES; p += check_every())
    {
        loam_land *land = make_land(places[p].seed);
        water_view view = view_pages(land, 0, places[p].page_x, places[p].page_z, PAGES, PAGES);
        check_symmetry(&view);
        check_ways_down(&view);
        check_beginnings(&view);
        passes += check_passes(&view);
        cells += land_cells_of(&view);
        for (int32_t i = 0; i < view.count; i++)
        {
            roads += view.road[i] > 0 ? 1 : 0;
        }
        free_view(&view);
        loam_land_destroy(land);
    }
    // About one pass on 330 x 330 km, ice sheets without any included, and few rivers with a road.
    const double area_km2 = (double)cells * (double)loam_land_figures(0).cell_km2;
    printf("%d passes on %.0f km2 each, %.3f of the cells have a road\n", passes, area_km2 / passes,
           (double)roads / cells);
    CHECK_RANGE(area_km2 / passes, 80e3, 140e3);
    CHECK_RANGE((double)roads / cells, 0.03, 0.2);
}

// Numbers every cell by what it hangs together with: over links on land, or over roads. 0 where there is none
// of either.
static int32_t number_parts(const water_view *view, bool by_road, int32_t *part, int32_t *stack)
{
    int32_t parts = 0;
    memset(part, 0, (size_t)view->count * sizeof *part);
    for (int32_t i = 0; i < view->count; i++)
    {
        const bool has = by_road ? view->road[i] > 0 : (int32_t)view->kind[i] != LAND_SEA;
        int32_t depth = 0;
        if (part[i] == 0 && has)
        {
            part[i] = ++parts;
            stack[depth++] = i;
        }
        while (depth > 0)
        {
            const int32_t cell = stack[--depth];
            const int32_t ways = (int32_t)(by_road ? view->road[cell] : view->links[cell]);
            for (int32_t d = 0; d < LAND_DIRECTIONS && view_step(view, cell, d) >= 0; d++)
            {
                const int32_t to = view_step(view, cell, d);
                if ((ways >> d & 1) != 0 && part[to] == 0 && (int32_t)view->kind[to] != LAND_SEA)
                {
                    part[to] = part[cell];
                    stack[depth++] = to;
                }
            }
        }
    }
    return parts;
}

/// How the roads of landmasses hang together, of those that a view has whole.
typedef struct net_figures
{
    int32_t masses, nets, roads,
        main_roads; // with roads; nets of those; cells of all, of the largest net of each
} net_figures;

static void count_nets(const water_view *view, net_figures *out)
{
    int32_t *const arrays = malloc((size_t)view->count * 5 * sizeof(int32_t));
    int32_t *mass = arrays, *net = arrays + view->count, *stack = net + view->count;
    int32_t *size = stack + view->count, *mass_of = size + view->count;
    const int32_t masses = number_parts(view, false, mass, stack);
    const int32_t nets = number_parts(view, true, net, stack);
    memset(size, 0, (size_t)view->count * 2 * sizeof(int32_t));
    for (int32_t i = 0; i < view->count; i++)
    {
        // What touches the border goes on beyond it.
        stack[i] = view_step(view, i, 0) < 0 ? mass[i] : 0;
        size[net[i]] += net[i] > 0 ? 1 : 0;
        mass_of[net[i]] = mass[i];
    }
    for (int32_t m = 1; m <= masses; m++)
    {
        int32_t count = 0, all = 0, largest = 0;
        bool whole = true;
        for (int32_t i = 0; i < view->count && whole; i++)
        {
            whole = stack[i] != m;
        }
        for (int32_t n = 1; n <= nets && whole; n++)
        {
            const int32_t cells = mass_of[n] == m ? size[n] : 0;
            count += cells > 0 ? 1 : 0;
            all += cells;
            largest = cells > largest ? cells : largest;
        }
        out->masses += count > 0 ? 1 : 0;
        out->nets += count;
        out->roads += all;
        out->main_roads += largest;
    }
    free(arrays);
}

static void test_a_landmass_has_one_net(void)
{
    net_figures figures = {0};
    for (int32_t p = 0; p < PLACES; p += place_step())
    {
        loam_land *land = make_land(places[p].seed);
        water_view view = view_pages(land, 0, places[p].page_x - 1, places[p].page_z - 1, 5, 5);
        count_nets(&view, &figures);
        free_view(&view);
        loam_land_destroy(land);
    }
    printf("%d landmasses with %d nets; %d of %d cells with roads in the largest\n", figures.masses,
           figures.nets, figures.main_roads, figures.roads);
    CHECK(figures.masses >= 2);
    CHECK((double)figures.main_roads > 0.8 * figures.roads);
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

// Steps along a row or across rows to the nearest cell that is not dry land, as far as the view tells.
static int32_t steps_to_water(const water_view *view, int32_t cell)
{
    const int32_t w = view->window.w;
    int32_t least = w;
    for (int32_t i = 0; i < view->count; i++)
    {
        const int32_t columns = abs(i % w - cell % w), rows = abs(i / w - cell / w);
        const int32_t steps = columns > rows ? columns : rows;
        least = (int32_t)view->kind[i] != LAND_DRY_LAND && steps < least ? steps : least;
    }
    return least;
}

// Steps to the nearest mouth of a river, as far as the view tells.
static int32_t steps_to_mouth_of_river(const water_view *view, int32_t cell)
{
    const int32_t w = view->window.w;
    int32_t least = w;
    for (int32_t i = 0; i < view->count; i++)
    {
        const int32_t columns = abs(i % w - cell % w), rows = abs(i / w - cell / w);
        const int32_t steps = columns > rows ? columns : rows, d = (int32_t)view->receiver[i];
        if (steps < least && d < LAND_DIRECTIONS && (int32_t)view->kind[i] != LAND_SEA)
        {
            const int32_t to = view_step(view, i, d);
            const bool mouth = to >= 0 && (int32_t)view->kind[to] == LAND_SEA;
            least = mouth && view->flow[i] > 500 ? steps : least;
        }
    }
    return least;
}

/// The ends of roads at level 1 and where they lie.
typedef struct end_figures
{
    int32_t all, at_water, at_mouth; // at_mouth: of those at water
} end_figures;

static bool is_end(const water_view *view, int32_t cell)
{
    const int32_t ways = (int32_t)view->road[cell];
    return ways != 0 && (ways & (ways - 1)) == 0;
}

// Ends that lie so far inside of a view that it has all around them.
static void count_ends(const water_view *view, end_figures *out)
{
    enum
    {
        INSIDE = 20
    };
    for (int32_t i = 0; i < view->count; i++)
    {
        const int32_t column = i % view->window.w, row = i / view->window.w;
        if (is_end(view, i) && column >= INSIDE && column < view->window.w - INSIDE &&
            row >= INSIDE && row < view->window.h - INSIDE)
        {
            const bool near = steps_to_water(view, i) <= 2;
            out->all++;
            out->at_water += near ? 1 : 0;
            out->at_mouth += near && steps_to_mouth_of_river(view, i) <= 2 ? 1 : 0;
        }
    }
}

// Where roads end at level 0, those of level 1 come to the mouth: none leads nowhere.
static void test_roads_end_at_mouths(void)
{
    end_figures figures = {0};
    for (int32_t p = 0; p < PLACES; p += 2 * check_every())
    {
        loam_land *land = make_land(places[p].seed);
        water_view view = view_pages(land, 0, places[p].page_x, places[p].page_z, PAGES, PAGES);
        int32_t left = getenv("LOAM_SOAK") != NULL ? view.count : check_sample(8);
        for (int32_t i = 0; i < view.count && left > 0; i++)
        {
            if (is_end(&view, i) && view_step(&view, i, 0) >= 0)
            {
                water_view finer = view_pages(
                    land, 1, places[p].page_x * 16 + view.x[i] / (LOAM_GRAPH_PAGE / 16) - 1,
                    places[p].page_z * 16 + view.z[i] / (LOAM_GRAPH_PAGE / 16) - 1, 3, 3);
                count_ends(&finer, &figures);
                free_view(&finer);
                left--;
            }
        }
        free_view(&view);
        loam_land_destroy(land);
    }
    printf("%d of %d roads end at water, %d of those at a mouth\n", figures.at_water, figures.all,
           figures.at_mouth);
    CHECK(figures.all >= (CHECK_SANITIZED ? 1 : 24));
    CHECK_INT(figures.at_water, figures.all);
    CHECK_INT(figures.at_mouth, figures.all);
}

// Whether roads lead from one cell to another in so many steps.
static bool is_near_by_road(const water_view *view, int32_t from, int32_t to, int32_t steps)
{
    bool found = from == to;
    for (int32_t d = 0; d < LAND_DIRECTIONS && steps > 0 && !found; d++)
    {
        const int32_t next = has_road(view, from, d) ? view_step(view, from, d) : -1;
        found = next >= 0 && is_near_by_road(view, next, to, steps - 1);
    }
    return found;
}

// Neighbours that roads lead through one beside the other, in the middle page of a view.
static int32_t count_doubled(const water_view *view, int32_t *roads)
{
    int32_t count = 0;
    for (int32_t i = 0; i < view->count; i++)
    {
        const int32_t column = i % view->window.w, row = i / view->window.w;
        const bool inside = column / LOAM_GRAPH_SIDE == 1 && row / LAND_ROWS == 1;
        *roads += inside && view->road[i] > 0 ? 1 : 0;
        for (int32_t d = 0; d < LAND_DIRECTIONS / 2 && inside && view->road[i] > 0; d++)
        {
            const int32_t to = view_step(view, i, d);
            const bool both = view->road[to] > 0 && ((int32_t)view->links[i] >> d & 1) != 0;
            count += both && !is_near_by_road(view, i, to, 6) ? 1 : 0;
        }
    }
    return count;
}

// Whether a road that goes on comes by a mouth, to which one leads from it.
static bool is_junction(const water_view *view, int32_t cell)
{
    const int32_t down = (int32_t)view->receiver[cell];
    const int32_t to = down == LAND_NO_DIRECTION ? -1 : view_step(view, cell, down);
    int32_t ways = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        ways += has_road(view, cell, d) ? 1 : 0;
    }
    return ways >= 2 && to >= 0 && (int32_t)view->kind[to] == LAND_SEA;
}

// Where a road of level 0 leads by a mouth, those of level 1 join: none runs beside another, but some steps where two
// mouths are side by side.
static void test_roads_join(void)
{
    int32_t junctions = 0, doubled = 0, roads = 0;
    loam_land *land = make_land(places[0].seed);
    water_view view = view_pages(land, 0, places[0].page_x, places[0].page_z, PAGES, PAGES);
    const int32_t most = getenv("LOAM_SOAK") != NULL ? view.count : 16;
    for (int32_t i = 0; i < view.count && junctions < most; i++)
    {
        if (view_step(&view, i, 0) >= 0 && is_junction(&view, i))
        {
            water_view finer = view_pages(
                land, 1, places[0].page_x * 16 + view.x[i] / (LOAM_GRAPH_PAGE / 16) - 1,
                places[0].page_z * 16 + view.z[i] / (LOAM_GRAPH_PAGE / 16) - 1, 3, 3);
            doubled += count_doubled(&finer, &roads);
            free_view(&finer);
            junctions++;
        }
    }
    printf("%d junctions: %d of %d cells of roads beside another\n", junctions, doubled, roads);
    CHECK(junctions >= 16 && roads > 400);
    CHECK(100 * doubled <= roads);
    free_view(&view);
    loam_land_destroy(land);
}

// The roads of a level around a cell of the coarser one.
static void check_finer(loam_land *land, int32_t level, int64_t page_x, int64_t page_z, bool finer)
{
    water_view view = view_pages(land, level, page_x - 1, page_z - 1, 3, 3);
    int32_t roads = 0;
    check_symmetry(&view);
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
    for (int32_t i = 0; i < view.count; i++)
    {
        roads += view.road[i] > 0 ? 1 : 0;
    }
    CHECK(roads > 0);
    free_view(&view);
}

static void test_finer_levels_take_roads_over(void)
{
    for (int32_t p = 0; p < PLACES; p += 2 * check_every()) // near the origin, and far from it
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

/// PAGES x PAGES pages of a level.
typedef struct asked_pages
{
    int32_t level;
    int64_t x, z;
} asked_pages;

// The roads of pages, asked for one after the other in the order of a seed (0: as they lie), with a cache so
// small that they are made again and again.
static void ask_in_order(const asked_pages *asked, uint64_t order, int32_t threads, float *out)
{
    loam_land_def def = loam_default_land_def();
    def.cache_bytes = order == 0 ? def.cache_bytes : (size_t)1 << (asked->level == 0 ? 20 : 24);
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
        water_view view = view_pages(land, asked->level, asked->x + pages[i] % PAGES,
                                     asked->z + pages[i] / PAGES, 1, 1);
        memcpy(out + pages[i] * LAND_CELLS, view.road, sizeof(float) * LAND_CELLS);
        free_view(&view);
    }
    loam_land_destroy(land);
    loam_jobs_destroy(def.env.jobs);
}

static void check_order(const asked_pages *asked)
{
    static float expected[PAGES * PAGES * LAND_CELLS], other[PAGES * PAGES * LAND_CELLS];
    int32_t roads = 0;
    ask_in_order(asked, 0, 0, expected);
    ask_in_order(asked, 5, 0, other);
    CHECK(memcmp(expected, other, sizeof expected) == 0);
    ask_in_order(asked, 9, 3, other);
    CHECK(memcmp(expected, other, sizeof expected) == 0);
    for (int32_t i = 0; i < PAGES * PAGES * LAND_CELLS; i++)
    {
        roads += expected[i] > 0 ? 1 : 0;
    }
    CHECK(roads > 10);
}

static void test_order_and_threads_do_not_matter(void)
{
    const asked_pages first = {.level = 0, .x = -2, .z = -2};
    check_order(&first);
    // Around a pass.
    loam_land *land = make_land(loam_default_land_def().seed);
    water_view view = view_pages(land, 0, first.x, first.z, PAGES, PAGES);
    const int32_t cell = find_pass(&view, 3);
    CHECK(cell >= 0);
    const asked_pages finer = {.level = 1,
                               .x = first.x * 16 + view.x[cell] / (LOAM_GRAPH_PAGE / 16) - 1,
                               .z = first.z * 16 + view.z[cell] / (LOAM_GRAPH_PAGE / 16) - 1};
    free_view(&view);
    loam_land_destroy(land);
    // land_water_pages grows all stages of finer levels in other orders, too.
    if (!CHECK_SANITIZED)
    {
        check_order(&finer);
    }
}

int main(void)
{
    RUN(test_roads_lead_from_mouth_to_mouth);
    RUN_UNSANITIZED(test_a_landmass_has_one_net);
    RUN_UNSANITIZED(test_roads_end_at_mouths);
    RUN_UNSANITIZED(test_roads_join);
    RUN_UNSANITIZED(test_finer_levels_take_roads_over);
    RUN(test_order_and_threads_do_not_matter);
    return CHECK_DONE();
}
