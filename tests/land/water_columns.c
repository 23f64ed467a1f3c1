// SPDX-License-Identifier: MIT
// Columns of edges and vertices: what crosses an edge is what its cells say, corners lie between their cells,
// and nobody pays for either who does not ask.
#include "water_fixture.h"

/// A page of a level with what is around it: edges may belong to cells there.
typedef struct column_world
{
    loam_land *land;
    loam_graph *graph;
    const loam_page *page;
    loam_graph_page elements;
    water_view view; // 3 x 3 pages
} column_world;

static column_world open_page(uint64_t seed, int32_t level, int64_t page_x, int64_t page_z)
{
    column_world world = {.land = make_land(seed)};
    world.graph = loam_land_graph(world.land, level);
    const loam_page_id id = {.stage = loam_graph_stage(world.graph), .x = page_x, .z = page_z};
    CHECK_OK(loam_pipeline_get(loam_land_pipeline(world.land), id, &world.page));
    CHECK_OK(loam_graph_read(world.page, &world.elements));
    world.view = view_pages(world.land, level, page_x - 1, page_z - 1, 3, 3);
    return world;
}

static void close_page(column_world *world)
{
    free_view(&world->view);
    loam_pipeline_release(loam_land_pipeline(world->land), world->page);
    loam_land_destroy(world->land);
}

// Index in the view.
static int32_t cell_of(const column_world *world, loam_graph_ref ref)
{
    const int32_t column = (ref.page_dx + 1) * LOAM_GRAPH_SIDE + ref.index % LOAM_GRAPH_SIDE;
    const int32_t row = (ref.page_dz + 1) * LAND_ROWS + ref.index / LOAM_GRAPH_SIDE;
    return row * world->view.window.w + column;
}

// What one cell sends to another, and whether a road leads there.
static float expected_flow(const water_view *view, int32_t from, int32_t to, bool *road)
{
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        if (view_step(view, from, d) == to)
        {
            *road = *road || ((int32_t)view->road[from] >> d & 1) != 0;
            const float flow = view->flow[from], arm = view->arm[from];
            return d == (int32_t)view->receiver[from] ? (arm > 0 ? arm * flow : flow)
                   : d == (int32_t)view->branch[from] ? land_branch_part(arm) * flow
                                                      : 0;
        }
    }
    return 0;
}

static const float *column_of(const column_world *world, const char *name, int64_t page_x,
                              int64_t page_z, int32_t expected_count, const loam_page **page)
{
    const float *values = NULL;
    int32_t count = 0;
    CHECK_OK(loam_graph_get_column(world->graph, name, page_x, page_z, page, &values, &count));
    CHECK_INT(count, expected_count);
    return values;
}

static void check_edges(const column_world *world, int64_t page_x, int64_t page_z, int32_t *rivers,
                        int32_t *roads)
{
    const loam_page *held[2];
    const int32_t count = world->elements.edge_count;
    const float *river = column_of(world, "edge.river", page_x, page_z, count, &held[0]);
    const float *road = column_of(world, "edge.road", page_x, page_z, count, &held[1]);
    double crossing = 0, sent = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t a = cell_of(world, world->elements.edges[i].cells[0]);
        const int32_t b = cell_of(world, world->elements.edges[i].cells[1]);
        bool has_road = false;
        const float flow = expected_flow(&world->view, a, b, &has_road) +
                           expected_flow(&world->view, b, a, &has_road);
        CHECK_RANGE(river[i], flow, flow);
        CHECK_INT(road[i], has_road);
        *rivers += flow > 0 ? 1 : 0;
        *roads += has_road ? 1 : 0;
        crossing += (double)river[i];
        sent += (double)flow;
    }
    CHECK_RANGE(crossing, sent, sent);
    loam_pipeline_release(loam_land_pipeline(world->land), held[0]);
    loam_pipeline_release(loam_land_pipeline(world->land), held[1]);
}

static void check_vertices(const column_world *world, int64_t page_x, int64_t page_z)
{
    const loam_page *held[2];
    const int32_t count = world->elements.vertex_count;
    const float *height = column_of(world, "vertex.height", page_x, page_z, count, &held[0]);
    const float *drains = column_of(world, "vertex.drains", page_x, page_z, count, &held[1]);
    for (int32_t i = 0; i < count; i++)
    {
        float sum = 0, low = 1e30f;
        for (int32_t k = 0; k < 3; k++)
        {
            const float cell =
                world->view.height[cell_of(world, world->elements.vertices[i].cells[k])];
            sum += cell;
            low = cell < low ? cell : low;
        }
        CHECK_NEAR(height[i], sum / 3, 0.01);
        CHECK_RANGE(drains[i], 0, 2);
        const int32_t lowest = (int32_t)drains[i];
        const float there =
            world->view.height[cell_of(world, world->elements.vertices[i].cells[lowest])];
        CHECK_RANGE(there, low, low);
    }
    loam_pipeline_release(loam_land_pipeline(world->land), held[0]);
    loam_pipeline_release(loam_land_pipeline(world->land), held[1]);
}

static void test_columns_say_what_the_cells_say(void)
{
    static const struct
    {
        uint64_t seed;
        int32_t level;
        int64_t page_x, page_z;
    } pages[] = {
        {1, 0, 0, 0}, {2, 0, -3, 2}, {3, 0, (int64_t)1 << 28, 7}, {1, 1, -4, 0}, {1, 2, -64, 0}};
    int32_t rivers = 0, roads = 0;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
    {
        column_world world = open_page(pages[i].seed, pages[i].level, pages[i].page_x,
                                       pages[i].page_z);
        check_edges(&world, pages[i].page_x, pages[i].page_z, &rivers, &roads);
        check_vertices(&world, pages[i].page_x, pages[i].page_z);
        close_page(&world);
    }
    CHECK(rivers > 1000);
    CHECK(roads > 20);
}

// Every cell of the page that drains somewhere does so through one edge, whichever page that belongs to.
static void test_all_flow_crosses_an_edge(void)
{
    column_world world = open_page(1, 0, -1, 0);
    const loam_graph_page *const page = &world.elements;
    int32_t outlets = 0;
    for (int32_t i = 0; i < page->cell_count; i++)
    {
        const int32_t here = cell_of(&world, (loam_graph_ref){0, 0, (uint16_t)i});
        int32_t found = 0;
        for (int32_t k = page->ring_begin[i]; k < page->ring_begin[i + 1]; k++)
        {
            const int32_t to = cell_of(&world, page->ring_cells[k]);
            const int32_t d = (int32_t)world.view.receiver[here];
            found += d != LAND_NO_DIRECTION && view_step(&world.view, here, d) == to ? 1 : 0;
        }
        CHECK_INT(found, (int32_t)world.view.receiver[here] != LAND_NO_DIRECTION);
        outlets += found;
    }
    CHECK(outlets > 100);
    close_page(&world);
}

static void count_columns(void *user, const loam_trace_event *event)
{
    int32_t *const count = user;
    *count += strstr(event->stage, ".ways") != NULL ? 1 : 0;
}

static void test_nobody_pays_who_does_not_ask(void)
{
    int32_t made = 0;
    loam_land_def def = loam_default_land_def();
    def.trace = count_columns;
    def.trace_user = &made;
    loam_land *land = NULL;
    CHECK_OK(loam_land_create(&def, &land));
    water_view view = view_pages(land, 1, 0, 0, 1, 1);
    free_view(&view);
    CHECK_INT(made, 0);
    const loam_page *page = NULL;
    const float *values = NULL;
    int32_t count = 0;
    CHECK_OK(
        loam_graph_get_column(loam_land_graph(land, 1), "edge.road", 0, 0, &page, &values, &count));
    loam_pipeline_release(loam_land_pipeline(land), page);
    CHECK_INT(made, 1);
    loam_land_destroy(land);
}

int main(void)
{
    RUN(test_columns_say_what_the_cells_say);
    RUN(test_all_flow_crosses_an_edge);
    RUN(test_nobody_pays_who_does_not_ask);
    return CHECK_DONE();
}
