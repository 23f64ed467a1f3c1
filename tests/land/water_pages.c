// SPDX-License-Identifier: MIT
// A page of cells is the same whatever was asked before, in whatever order, with however many threads; and
// what the levels say about the same place agrees.
#include "water_fixture.h"

#include "land/water/roads.h"
#include "land/water/stems.h"
#include "loam/jobs.h"

enum
{
    MOST_PAGES = 16,
    STAGES = 7,
};

/// Room for any payload.
typedef union payload
{
    land_raw raw;
    land_ground ground;
    land_roads roads;
    land_cells cells;
} payload;

/// A stage of water and the size of its payload.
typedef struct stage_of_water
{
    const char *name;
    size_t size;
} stage_of_water;

static const stage_of_water stages[LOAM_LAND_LEVELS][STAGES] = {
    {{"land0.raw", sizeof(land_raw)},
     {"land0.basins", sizeof(land_basins)},
     {"land0.height", sizeof(land_ground)},
     {"land0.climate", sizeof(land_rain)},
     {"land0.roads", sizeof(land_roads)},
     {"land0.cells", sizeof(land_cells)}},
    {{"land1.draft", sizeof(land_raw)},
     {"land1.raw", sizeof(land_raw)},
     {"land1.filled", sizeof(land_ground)},
     {"land1.eroded", sizeof(land_ground)},
     {"land1.height", sizeof(land_ground)},
     {"land1.roads", sizeof(land_roads)},
     {"land1.cells", sizeof(land_cells)}},
    {{"land2.draft", sizeof(land_raw)},
     {"land2.raw", sizeof(land_raw)},
     {"land2.filled", sizeof(land_ground)},
     {"land2.height", sizeof(land_ground)},
     {"land2.roads", sizeof(land_roads)},
     {"land2.cells", sizeof(land_cells)}},
};

static void read_payload(loam_land *land, const stage_of_water *stage, int64_t x, int64_t z,
                         uint8_t *out)
{
    const loam_page_id id = {
        .stage = loam_pipeline_stage_index(land->pipeline, stage->name), .x = x, .z = z};
    const loam_page *page = NULL;
    CHECK_OK(loam_pipeline_get(land->pipeline, id, &page));
    if (page != NULL)
    {
        memcpy(out, page->data, stage->size);
        loam_pipeline_release(land->pipeline, page);
    }
}

static void read_page(loam_land *land, int32_t level, int64_t x, int64_t z, land_cells *out)
{
    char name[16];
    snprintf(name, sizeof name, "land%d.cells", level);
    read_payload(land, &(stage_of_water){name, sizeof *out}, x, z, (uint8_t *)out);
}

/// How a land is read: in what order, with how much memory and which threads.
typedef struct reading
{
    uint64_t order;
    size_t cache;
    loam_jobs *jobs;
    int32_t level, count, side; // stages, pages
    int64_t x, z;
} reading;

// Reads all pages of all stages, mixed, from a land of its own.
static void read_shuffled(const reading *how, uint8_t *out)
{
    loam_land_def def = loam_default_land_def();
    def.seed = 11;
    def.cache_bytes = how->cache;
    def.env.jobs = how->jobs;
    loam_land *land;
    CHECK_OK(loam_land_create(&def, &land));
    const int32_t pages = how->side * how->side, all = pages * how->count;
    int32_t turns[MOST_PAGES * STAGES];
    for (int32_t i = 0; i < all; i++)
    {
        const int32_t k = (int32_t)loam_random_below(how->order, (uint64_t)i, (uint32_t)i + 1);
        turns[i] = turns[k];
        turns[k] = i;
    }
    for (int32_t i = 0; i < all; i++)
    {
        const int32_t page = turns[i] % pages;
        read_payload(land, &stages[how->level][turns[i] / pages], how->x + page % how->side,
                     how->z + page / how->side, out + (size_t)turns[i] * sizeof(payload));
    }
    loam_land_destroy(land);
}

static void check_orders(int32_t level, int64_t x, int64_t z)
{
    reading how = {.order = 1, .cache = (size_t)256 << 20, .level = level, .x = x, .z = z};
    how.side = getenv("LOAM_SOAK") != NULL ? 4 : level == 0 ? 1 : 2;
    while (how.count < STAGES && stages[level][how.count].name != NULL)
    {
        how.count++;
    }
    const size_t size = (size_t)(how.side * how.side * how.count) * sizeof(payload);
    uint8_t *const first = calloc(1, size), *const other = calloc(1, size);
    read_shuffled(&how, first);
    if (!CHECK_SANITIZED) // pipeline_memory takes pages away under them
    {
        // So little memory that pages are made again and again.
        how.order = 2;
        how.cache = (size_t)16 << 20;
        read_shuffled(&how, other);
        CHECK(memcmp(first, other, size) == 0);
    }
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = 3;
    CHECK_OK(loam_jobs_create(&def, &how.jobs));
    memset(other, 0, size);
    how.order = 3;
    how.cache = (size_t)64 << 20;
    read_shuffled(&how, other);
    CHECK(memcmp(first, other, size) == 0);
    loam_jobs_destroy(how.jobs);
    free(first);
    free(other);
}

// At coasts, where all stages have something to do.
static void test_orders_and_threads_do_not_matter(void)
{
    check_orders(0, -1, -1); // the other levels take it in, too
    check_orders(1, -17, 12);
    if (!CHECK_SANITIZED) // the stages of the finest level are those of the one before
    {
        check_orders(2, 200, -310);
    }
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

// What flows in a cell, or a step or two further down: a curve may lead round by cells that its river, which
// is soon back, leaves out.
static float flow_near(const water_view *view, int32_t cell)
{
    float flow = view->flow[cell];
    for (int32_t step = 0; step < 2 && (int32_t)view->receiver[cell] < LAND_DIRECTIONS; step++)
    {
        const int32_t to = view_step(view, cell, (int32_t)view->receiver[cell]);
        cell = to >= 0 ? to : cell;
        flow = view->flow[cell] > flow ? view->flow[cell] : flow;
    }
    return flow;
}

// Rivers of a level run through the next where their curves lead, as high and at least as large: all along,
// from 1/8 of the way on. Pages (16 x, 16 z) on of a level lie in page (x, z) of the one before.
static void check_same_rivers(loam_land *land, int32_t level, int64_t page_x, int64_t page_z,
                              float min_flow, int32_t least)
{
    enum
    {
        FINE = 4,                     // pages of the finer level
        HIGH = FINE * LOAM_GRAPH_PAGE // in its units
    };
    water_view coarse = view_pages(land, level - 1, page_x, page_z, 1, 1);
    const land_curve_cells cells = curves_of(&coarse, land, level - 1);
    water_view fine = view_pages(land, level, page_x * 16 + 6, page_z * 16 + 6, FINE, FINE);
    const int32_t from = 6 * LOAM_GRAPH_PAGE;
    int32_t seen = 0;
    for (int32_t i = 0; i < coarse.count; i++)
    {
        const int32_t d = (int32_t)coarse.receiver[i];
        const int32_t to = d < LAND_DIRECTIONS ? view_step(&coarse, i, d) : -1;
        const int32_t x = coarse.x[i] - from, z = coarse.z[i] - from;
        if (to < 0 || x < 0 || z < 0 || x >= HIGH || z >= HIGH || coarse.flow[i] < min_flow ||
            (int32_t)coarse.kind[to] == LAND_SEA || (int32_t)coarse.kind[i] != LAND_DRY_LAND)
        {
            continue;
        }
        land_curve curve;
        loam_land_stem_of(&cells, i, &curve);
        for (int32_t k = 4; k <= 28; k += 8)
        {
            const int32_t cell = nearest_cell(&fine, curve.x[k] - from, curve.z[k] - from);
            const bool inside = view_step(&fine, cell, 0) >= 0;
            CHECK(!inside || flow_near(&fine, cell) >= curve.flow[k - 2]);
            CHECK(!inside || fine.height[cell] <= curve.water[k - 4]);
            seen += inside;
        }
    }
    CHECK_REPORT(seen >= least, "%d places of level %d", seen, level);
    free_view(&fine);
    free_view(&coarse);
}

static void test_finer_levels_have_the_same_rivers(void)
{
    loam_land *land = make_land(3);
    check_same_rivers(land, 1, -1, -2, 0, 30);
    check_same_rivers(land, 2, -10, -22, 0, 30);
    loam_land_destroy(land);
}

int main(void)
{
    RUN(test_orders_and_threads_do_not_matter);
    RUN_SERIAL(test_cells_are_those_of_the_graph);
    RUN_SERIAL(test_finer_levels_have_the_same_rivers);
    return CHECK_DONE();
}
