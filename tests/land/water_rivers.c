// SPDX-License-Identifier: MIT
// Water falls, arrives and never becomes less, at every level, over many seeds.
#include "water_fixture.h"

#include "land/water/curves.h"
#include "loam/random.h"

static int64_t rivers_seen;

// What has to hold for one cell and the one that it drains to. A reason, or NULL.
static const char *broken_at(const water_view *view, int32_t i, int32_t to)
{
    const int32_t d = (int32_t)view->receiver[i];
    if (((int32_t)view->links[i] >> d & 1) == 0)
    {
        return "the receiver is not linked";
    }
    const bool lakes = (int32_t)view->kind[i] == LAND_LAKE && (int32_t)view->kind[to] == LAND_LAKE;
    if (lakes ? view->height[to] > view->height[i] : view->height[to] >= view->height[i])
    {
        return "the receiver is not lower";
    }
    if ((int32_t)view->kind[to] != LAND_SEA && view->flow[to] < view->flow[i])
    {
        return "flow becomes less";
    }
    return NULL;
}

static void check_view(const water_view *view, int32_t level, uint64_t seed, int64_t *pans)
{
    for (int32_t i = 0; i < view->count; i++)
    {
        const int32_t kind = (int32_t)view->kind[i], d = (int32_t)view->receiver[i];
        if (kind == LAND_SEA || kind == LAND_SINK || d == LAND_NO_DIRECTION)
        {
            CHECK(d == LAND_NO_DIRECTION && (kind == LAND_SEA || kind == LAND_SINK));
            CHECK((kind == LAND_SEA) == (view->height[i] < 0));
            *pans += kind == LAND_SINK;
            continue;
        }
        const int32_t to = view_step(view, i, d);
        const char *const broken = to >= 0 ? broken_at(view, i, to) : NULL;
        CHECK_REPORT(broken == NULL, "seed %d level %d cell %lld, %lld: %s", (int)seed, level,
                     (long long)(view->window.column + i % view->window.w),
                     (long long)(view->window.row + i / view->window.w), broken);
        rivers_seen += view->flow[i] >= LAND_RIVER_FLOW;
    }
}

static void check_place(loam_land *land, int32_t level, int64_t page_x, int64_t page_z,
                        int32_t pages)
{
    water_view view = view_pages(land, level, page_x, page_z, pages, pages);
    int64_t pans = 0;
    check_view(&view, level, land->seed, &pans);
    // Basins without an outlet are sinks of level 0 and their like below: at most 4 to a page of level 0.
    CHECK_RANGE(pans, 0, level == 0 ? 4 * pages * pages : 4);
    free_view(&view);
}

static void test_water_falls_and_grows(void)
{
    const int32_t seeds = getenv("LOAM_SOAK") != NULL ? 40 : 2;
    for (int32_t seed = 1; seed <= seeds; seed++)
    {
        loam_land *land = make_land((uint64_t)seed);
        check_place(land, 0, -1, -1, 2);
        check_place(land, 1, -7 - seed, 5 + seed, 3);
        check_place(land, 2, -110 - seed, 80 + seed, 3);
        loam_land_destroy(land);
    }
    CHECK_RANGE(rivers_seen, 3000, 1e12);
}

// Streams that are longer than the rounds of the flow: what cannot be counted on all of its way is not
// counted.
static void test_flow_of_the_longest_streams(void)
{
    loam_land *land = make_land(16609);
    check_place(land, 0, 1, 2, 1);
    loam_land_destroy(land);
    loam_land_def def = loam_default_land_def();
    def.seed = 977;
    def.shape = (loam_land_shape){4000, 0.1f, 4, 0, 4, 20000};
    CHECK_OK(loam_land_create(&def, &land));
    check_place(land, 0, -2, -2, 4);
    loam_land_destroy(land);
}

// 2^47 m from the origin.
static void test_water_far_away(void)
{
    loam_land *land = make_land(7);
    check_place(land, 0, (int64_t)1 << 27, -((int64_t)1 << 27), 1);
    check_place(land, 1, (int64_t)1 << 31, -((int64_t)1 << 31), 2);
    check_place(land, 2, (int64_t)1 << 35, -((int64_t)1 << 35), 2);
    loam_land_destroy(land);
}

static void check_river(const loam_river_point *points, int32_t count)
{
    for (int32_t i = 1; i < count; i++)
    {
        CHECK_RANGE(points[i].height, 0, points[i - 1].height);
        CHECK(points[i].flow >= points[i - 1].flow);
        CHECK(points[i].width >= points[i - 1].width);
    }
}

// From anywhere a river leads to the sea or into a basin, across all pages on the way.
static void test_rivers_arrive(void)
{
    enum
    {
        ROOM = 65536
    };
    loam_river_point *points = malloc(ROOM * sizeof *points);
    int32_t seas = 0, basins = 0, none = 0;
    loam_land *land = make_land(3);
    for (uint64_t i = 0; i < 8; i++)
    {
        const int64_t x = loam_random_range(5, 2 * i, -900000, 900000);
        const int64_t z = loam_random_range(5, 2 * i + 1, -900000, 900000);
        int32_t count = 0;
        loam_river_end end = LOAM_RIVER_CUT;
        const loam_result result = loam_land_river(
            land, &(loam_land_river_def){.x = x, .z = z, .min_flow = 50, .coarse = true}, points,
            ROOM, &count, &end);
        CHECK(result == LOAM_OK || result == LOAM_NOT_FOUND);
        check_river(points, count);
        CHECK(result != LOAM_OK || end != LOAM_RIVER_CUT);
        seas += result == LOAM_OK && end == LOAM_RIVER_SEA;
        basins += result == LOAM_OK && end == LOAM_RIVER_LAKE;
        none += result != LOAM_OK;
    }
    CHECK(seas >= 2);
    CHECK_INT(seas + basins + none, 8);
    loam_land_destroy(land);
    free(points);
}

// A buffer that is too small holds the river's beginning.
static void test_a_river_is_cut_at_the_buffer(void)
{
    loam_land *land = make_land(3);
    loam_river_point few[5], many[400];
    int32_t count = 0, whole = 0;
    loam_river_end end;
    CHECK_OK(loam_land_river(
        land, &(loam_land_river_def){.x = -860000, .z = -1400000, .min_flow = 100, .coarse = true},
        many, 400, &whole, &end));
    CHECK(whole > 10);
    CHECK_OK(loam_land_river(
        land, &(loam_land_river_def){.x = -860000, .z = -1400000, .min_flow = 100, .coarse = true},
        few, 5, &count, &end));
    CHECK_INT(count, 5);
    CHECK_INT(end, LOAM_RIVER_CUT);
    for (int32_t i = 0; i < 5; i++)
    {
        CHECK(few[i].x == many[i].x && few[i].z == many[i].z && few[i].flow == many[i].flow);
    }
    CHECK_INT(loam_land_river(
                  land,
                  &(loam_land_river_def){.x = INT64_MAX, .z = 0, .min_flow = 1, .coarse = true},
                  few, 5, &count, &end),
              LOAM_BAD_ARGUMENT);
    loam_land_destroy(land);
}

// Rivers are as many along the borders of pages as between them.
static void test_borders_are_not_dry(void)
{
    int64_t at_border = 0, border_cells = 0, inside = 0, inside_cells = 0;
    for (uint64_t seed = 1; seed <= 2; seed++)
    {
        loam_land *land = make_land(seed);
        for (int32_t level = 0; level < LOAM_LAND_LEVELS; level++)
        {
            water_view view = view_pages(land, level, -1, -1, level == 0 ? 2 : 4,
                                         level == 0 ? 2 : 4);
            const float much = 6 * loam_land_figures(level).cell_km2;
            for (int32_t i = 0; i < view.count; i++)
            {
                const int32_t c = i % view.window.w % LOAM_GRAPH_SIDE;
                const int32_t r = i / view.window.w % LAND_ROWS;
                const bool border = c == 0 || r == 0 || c == LOAM_GRAPH_SIDE - 1 ||
                                    r == LAND_ROWS - 1;
                const bool dry = (int32_t)view.kind[i] != LAND_SEA;
                border_cells += dry && border;
                inside_cells += dry && !border;
                at_border += dry && border && view.flow[i] >= much;
                inside += dry && !border && view.flow[i] >= much;
            }
            free_view(&view);
        }
        loam_land_destroy(land);
    }
    const double share = (double)at_border / (double)border_cells;
    const double usual = (double)inside / (double)inside_cells;
    CHECK_RANGE(usual, 0.05, 0.5);
    CHECK_RANGE(share / usual, 0.85, 1.15);
}

// A lake has one level, and its shores lie above it but where a river leaves.
static void check_lakes(const water_view *view, int32_t *lakes, int32_t *outlets)
{
    for (int32_t i = 0; i < view->count; i++)
    {
        if ((int32_t)view->kind[i] != LAND_LAKE || view_step(view, i, 0) < 0)
        {
            continue;
        }
        *lakes += 1;
        for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
        {
            const int32_t to = view_step(view, i, d), kind = (int32_t)view->kind[to];
            if (((int32_t)view->links[i] >> d & 1) == 0 || kind == LAND_SINK)
            {
                continue;
            }
            const bool leaves = (int32_t)view->receiver[i] == d && kind != LAND_LAKE;
            *outlets += leaves;
            CHECK(kind != LAND_LAKE || view->height[to] == view->height[i]);
            // Besides, the river that leaves may pass by other cells of the lake.
            CHECK(kind == LAND_LAKE || leaves || view->height[to] > view->height[i] ||
                  view->flow[to] >= view->flow[i]);
        }
    }
}

static void test_lakes_are_level(void)
{
    int32_t lakes = 0, outlets = 0;
    loam_land *land = make_land(3);
    water_view view = view_pages(land, 1, -14, -24, 4, 4);
    check_lakes(&view, &lakes, &outlets);
    free_view(&view);
    view = view_pages(land, 2, -207, -367, 3, 3);
    check_lakes(&view, &lakes, &outlets);
    free_view(&view);
    CHECK(lakes > 500);
    CHECK_RANGE(outlets, 1, lakes / 8);
    loam_land_destroy(land);
}

static double share_of_sea(float wanted, uint64_t seed)
{
    enum
    {
        PAGES = 5
    };
    loam_land_def def = loam_default_land_def();
    def.seed = seed;
    def.shape.sea = wanted;
    def.shape.continent_km = 500;
    loam_land *land;
    CHECK_OK(loam_land_create(&def, &land));
    const land_window window = {.w = PAGES * LOAM_GRAPH_SIDE, .h = PAGES * LAND_ROWS};
    const int32_t raw = loam_pipeline_stage_index(land->pipeline, "land0.raw");
    float *height = malloc((size_t)window.w * (size_t)window.h * sizeof *height);
    land_held_pages held;
    CHECK_OK(loam_land_held_pages_get(&held, &land->env, land->pipeline, raw, &window));
    CHECK_OK(loam_land_window_gather(&window, loam_land_source_of_held(&held),
                                     offsetof(land_raw, height), height));
    int64_t sea = 0;
    for (int32_t i = 0; i < window.w * window.h; i++)
    {
        sea += height[i] < 0;
    }
    loam_land_held_pages_release(&held);
    loam_land_destroy(land);
    free(height);
    return (double)sea / (window.w * window.h);
}

// There is about as much sea as the shape says.
static void test_the_share_of_the_sea(void)
{
    static const float wanted[] = {0.3f, 0.6f, 0.8f};
    for (int32_t k = 0; k < 3; k++)
    {
        CHECK_NEAR(0.5 * (share_of_sea(wanted[k], 1) + share_of_sea(wanted[k], 2)), wanted[k], 0.1);
    }
}

// A river is never narrower further down, where more flows and the water stands lower; it widens to an
// estuary without a step, and what no tide reaches is as wide as its flow alone says.
static void test_rivers_widen_towards_the_sea(void)
{
    for (float flow = 2; flow < 4e6f; flow *= 1.5f)
    {
        const float inland = loam_land_river_width(flow, 100);
        float before = inland;
        for (float water = 40; water > -1; water -= 0.125f)
        {
            const float width = loam_land_river_width(flow, water);
            CHECK(width >= before && width <= LAND_WIDEST_RIVER);
            CHECK(width >= loam_land_river_width(flow / 1.5f, water));
            CHECK(width - before <= 0.15f * inland);
            before = width;
        }
        CHECK(before >= 2 * inland || before == LAND_WIDEST_RIVER);
    }
}

static void test_bad_shapes_are_refused(void)
{
    loam_land_def def = loam_default_land_def();
    def.shape.sea = 0.95f;
    loam_land *land = NULL;
    CHECK_INT(loam_land_create(&def, &land), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "sea of the land's shape is 0.95");
    CHECK(land == NULL);
}

int main(void)
{
    RUN(test_water_falls_and_grows);
    RUN(test_flow_of_the_longest_streams);
    RUN(test_water_far_away);
    RUN(test_rivers_arrive);
    RUN(test_a_river_is_cut_at_the_buffer);
    RUN(test_borders_are_not_dry);
    RUN(test_lakes_are_level);
    RUN(test_the_share_of_the_sea);
    RUN(test_rivers_widen_towards_the_sea);
    RUN(test_bad_shapes_are_refused);
    return CHECK_DONE();
}
