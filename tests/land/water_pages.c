// SPDX-License-Identifier: MIT
// A page of cells is the same whatever was asked before, in whatever order, with however many threads; and
// what the levels say about the same place agrees.
#include "water_fixture.h"

#include "land/water/curves.h"
#include "loam/jobs.h"
#include "loam/random.h"

enum
{
    SIDE = 2,
    PAGES = SIDE * SIDE
};

static void read_page(loam_land *land, int32_t level, int64_t x, int64_t z, land_cells *out)
{
    const loam_page_id id = {.stage = land->cell_stages[level], .x = x, .z = z};
    const loam_page *page = NULL;
    CHECK_OK(loam_pipeline_get(land->pipeline, id, &page));
    if (page != NULL)
    {
        memcpy(out, page->data, sizeof *out);
        loam_pipeline_release(land->pipeline, page);
    }
}

// Reads the pages in an order of its own, from a land with its own cache and threads.
static void read_shuffled(uint64_t order, size_t cache, loam_jobs *jobs, int32_t level, int64_t x,
                          int64_t z, land_cells *out)
{
    loam_land_def def = loam_default_land_def();
    def.seed = 11;
    def.cache_bytes = cache;
    def.env.jobs = jobs;
    loam_land *land;
    CHECK_OK(loam_land_create(&def, &land));
    int32_t turns[PAGES];
    for (int32_t i = 0; i < PAGES; i++)
    {
        const int32_t k = (int32_t)loam_random_below(order, (uint64_t)i, (uint32_t)i + 1);
        turns[i] = turns[k];
        turns[k] = i;
    }
    for (int32_t i = 0; i < PAGES; i++)
    {
        read_page(land, level, x + turns[i] % SIDE, z + turns[i] / SIDE, &out[turns[i]]);
    }
    loam_land_destroy(land);
}

static void check_orders(int32_t level, int64_t x, int64_t z)
{
    land_cells *first = calloc(PAGES, sizeof *first), *other = calloc(PAGES, sizeof *other);
    read_shuffled(1, (size_t)256 << 20, NULL, level, x, z, first);
    read_shuffled(2, (size_t)8 << 20, NULL, level, x, z, other);
    CHECK(memcmp(first, other, PAGES * sizeof *first) == 0);
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = 3;
    loam_jobs *jobs;
    CHECK_OK(loam_jobs_create(&def, &jobs));
    memset(other, 0, PAGES * sizeof *other);
    read_shuffled(3, (size_t)64 << 20, jobs, level, x, z, other);
    CHECK(memcmp(first, other, PAGES * sizeof *first) == 0);
    loam_jobs_destroy(jobs);
    free(first);
    free(other);
}

static void test_orders_and_threads_do_not_matter(void)
{
    check_orders(0, -1, -1); // the other levels take it in, too
    check_orders(1, -17, 12);
    check_orders(2, 200, -310);
}

// The sites and links of cells are those of the graph.
static void test_cells_are_those_of_the_graph(void)
{
    loam_land *land = make_land(5);
    land_cells *cells = malloc(sizeof *cells);
    for (int32_t level = 0; level < LOAM_LAND_LEVELS; level++)
    {
        read_page(land, level, 3, -2, cells);
        const loam_page_id id = {.stage = loam_graph_stage(land->graphs[level]), .x = 3, .z = -2};
        const loam_page *page;
        loam_graph_page graph;
        CHECK_OK(loam_pipeline_get(land->pipeline, id, &page));
        CHECK_OK(loam_graph_read(page, &graph));
        CHECK_INT(graph.cell_count, LAND_CELLS);
        CHECK(memcmp(graph.site_x, cells->site_x, sizeof cells->site_x) == 0);
        CHECK(memcmp(graph.site_z, cells->site_z, sizeof cells->site_z) == 0);
        loam_pipeline_release(land->pipeline, page);
        const float *values;
        int32_t count;
        CHECK_OK(loam_graph_get_column(land->graphs[level], "flow", 3, -2, &page, &values, &count));
        CHECK(count == LAND_CELLS && memcmp(values, cells->flow, sizeof cells->flow) == 0);
        loam_pipeline_release(land->pipeline, page);
    }
    free(cells);
    loam_land_destroy(land);
}

// The fine cell whose site is nearest to a place of the view, in its units.
static int32_t nearest_cell(const water_view *view, int32_t x, int32_t z)
{
    double best = 1e30;
    int32_t found = -1;
    for (int32_t i = 0; i < view->count; i++)
    {
        const double dx = view->x[i] - x, dz = view->z[i] - z;
        found = dx * dx + dz * dz < best ? i : found;
        best = dx * dx + dz * dz < best ? dx * dx + dz * dz : best;
    }
    return found;
}

static land_curve_cells curve_cells_of(const water_view *view, uint64_t seed)
{
    for (int32_t i = 0; i < view->count; i++)
    {
        view->x[i] *= 16;
        view->z[i] *= 16;
    }
    return (land_curve_cells){.window = view->window,
                              .x = view->x,
                              .z = view->z,
                              .kind = view->kind,
                              .receiver = view->receiver,
                              .lake = view->lake,
                              .flow = view->flow,
                              .water = view->height,
                              .branch = view->branch,
                              .seed = seed};
}

// Rivers of level 0 run through level 1 where their curves lead, as high and as large. Pages (16 x, 16 z) on
// of level 1 lie in page (0, 0).
static void test_finer_levels_have_the_same_rivers(void)
{
    enum
    {
        FINE = 8, // pages of level 1, that is cells 16 and more of level 0
    };
    loam_land *land = make_land(3);
    water_view coarse = view_pages(land, 0, -1, -2, 2, 2);
    const land_curve_cells cells = curve_cells_of(&coarse, loam_land_water_seed(3, 1));
    water_view fine = view_pages(land, 1, -16, -24, FINE, FINE);
    int32_t seen = 0;
    for (int32_t i = 0; i < coarse.count; i++)
    {
        const int32_t to = view_step(&coarse, i, 0) >= 0 && (int32_t)coarse.receiver[i] < 6
                               ? view_step(&coarse, i, (int32_t)coarse.receiver[i])
                               : -1;
        const int32_t x = coarse.x[i], z = coarse.z[i] - 8 * LOAM_GRAPH_PAGE;
        const bool near = x > 2 * 16384 && z > 2 * 16384 && x < (FINE - 1) * LOAM_GRAPH_PAGE &&
                          z < (FINE - 1) * LOAM_GRAPH_PAGE;
        if (to < 0 || !near || (int32_t)coarse.kind[to] == LAND_SEA || coarse.flow[i] < 3000)
        {
            continue;
        }
        land_curve curve;
        loam_land_curve_of(&cells, i, &curve);
        const int32_t cell = nearest_cell(&fine, curve.x[16], curve.z[16] - 8 * LOAM_GRAPH_PAGE);
        CHECK(fine.flow[cell] >= 0.9f * curve.flow[16]);
        CHECK_RANGE(fine.height[cell], curve.water[24], curve.water[8]);
        seen++;
    }
    CHECK(seen > 5);
    free_view(&fine);
    free_view(&coarse);
    loam_land_destroy(land);
}

int main(void)
{
    RUN(test_orders_and_threads_do_not_matter);
    RUN(test_cells_are_those_of_the_graph);
    RUN(test_finer_levels_have_the_same_rivers);
    return CHECK_DONE();
}
