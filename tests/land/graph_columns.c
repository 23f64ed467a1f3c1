// SPDX-License-Identifier: MIT
// Columns: stages that read the graph and earlier columns around them make what a plain computation over
// the sites makes, and pages are the same bytes whatever was asked before.
#include "check.h"
#include "graph_fixture.h"
#include "land/graph/neighbours.h"

#include <stdlib.h>

// ---- by the sites alone -------------------------------------------------------------------------------

enum
{
    MARGIN = 18, // three rings of relaxed sites
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LOAM_GRAPH_MAX_ROWS + 2 * MARGIN,
};

typedef struct model
{
    loam_graph_window window;
    int32_t x[W * H], z[W * H];
    float value[W * H], mean[W * H], mean2[W * H];
} model;

static void take_mean(const model *m, int32_t margin, const float *of, float *out)
{
    for (int32_t row = margin; row < m->window.h - margin; row++)
    {
        for (int32_t column = margin; column < W - margin; column++)
        {
            int32_t ring[LOAM_GRAPH_MAX_RING];
            const int32_t count = loam_graph_ring(&m->window, column, row, ring);
            float sum = 0;
            for (int32_t i = 0; i < count; i++)
            {
                sum += of[ring[i]];
            }
            out[row * W + column] = sum / (float)count;
        }
    }
}

static void make_model(model *m, loam_distributor distributor, int64_t page_x, int64_t page_z)
{
    static loam_graph_point points[W * H];
    const int32_t rows = loam_graph_rows(distributor), h = rows + 2 * MARGIN;
    loam_graph_sites(distributor, graph_world_sites_seed(), page_x * LOAM_GRAPH_SIDE - MARGIN,
                     page_z * rows - MARGIN, W, h, points);
    for (int32_t i = 0; i < W * h; i++)
    {
        m->x[i] = (int32_t)(points[i].x - page_x * LOAM_GRAPH_PAGE);
        m->z[i] = (int32_t)(points[i].z - page_z * LOAM_GRAPH_PAGE);
        m->value[i] = graph_column_value(points[i].x, points[i].z);
    }
    m->window = (loam_graph_window){NULL, loam_graph_spread_of(distributor), -MARGIN, W, h, m->x,
                                    m->z};
    take_mean(m, 6, m->value, m->mean);
    take_mean(m, 12, m->mean, m->mean2);
}

static int32_t model_cell(loam_distributor distributor, loam_graph_ref ref)
{
    const int32_t rows = loam_graph_rows(distributor);
    const int32_t row = ref.page_dz * rows + ref.index / LOAM_GRAPH_SIDE + MARGIN;
    return row * W + ref.page_dx * LOAM_GRAPH_SIDE + ref.index % LOAM_GRAPH_SIDE + MARGIN;
}

static void check_page(graph_world *world, loam_distributor distributor, int64_t x, int64_t z)
{
    static model m;
    make_model(&m, distributor, x, z);
    graph_square square = graph_square_hold(world, x, z, 1);
    const loam_graph_page *const page = &square.pages[0][0];
    const float *const value = graph_world_column(world, "value", x, z, page->cell_count);
    const float *const mean = graph_world_column(world, "mean", x, z, page->cell_count);
    const float *const mean2 = graph_world_column(world, "mean2", x, z, page->cell_count);
    const float *const own = graph_world_column(world, "own", x, z, page->cell_count);
    const float *const step = graph_world_column(world, "step", x, z, page->edge_count);
    const float *const top = graph_world_column(world, "top", x, z, page->vertex_count);
    for (int32_t i = 0; i < page->cell_count; i++)
    {
        const int32_t cell = model_cell(distributor, (loam_graph_ref){0, 0, (uint16_t)i});
        CHECK(value[i] == m.value[cell] && mean[i] == m.mean[cell] && mean2[i] == m.mean2[cell]);
        CHECK(own[i] == (float)(i + x % 100));
    }
    for (int32_t i = 0; i < page->edge_count; i++)
    {
        const loam_graph_ref *const cells = page->edges[i].cells;
        CHECK(step[i] == m.mean2[model_cell(distributor, cells[1])] -
                             m.value[model_cell(distributor, cells[0])]);
    }
    for (int32_t i = 0; i < page->vertex_count; i++)
    {
        float highest = 0;
        for (int32_t k = 0; k < 3; k++)
        {
            const float its = m.value[model_cell(distributor, page->vertices[i].cells[k])];
            highest = its > highest ? its : highest;
        }
        CHECK(top[i] == highest);
    }
    graph_square_release(&square);
}

static void test_columns_are_those_of_a_plain_computation(void)
{
    for (int d = 0; d < LOAM_DISTRIBUTOR_COUNT; d++)
    {
        const loam_distributor distributor = (loam_distributor)d;
        // Columns of sites that were relaxed five times take thousands of pages.
        if (distributor == LOAM_SITES_LLOYD_5 && getenv("LOAM_SOAK") == NULL)
        {
            continue;
        }
        graph_world world = graph_world_make(distributor, 0, (size_t)64 << 20);
        graph_world_add_columns(&world);
        check_page(&world, distributor, -1, 2);
        check_page(&world, distributor, (int64_t)1 << 40, -((int64_t)1 << 40));
        graph_world_free(&world);
    }
}

// ---- orders -------------------------------------------------------------------------------------------

enum
{
    PAGES = 12,
};

static uint64_t hash_page(graph_world *world, const char *stage, int64_t x, int64_t z)
{
    const loam_page_id id = {
        .stage = loam_pipeline_stage_index(world->pipeline, stage), .x = x, .z = z};
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(world->pipeline, id, &page));
    const uint64_t hash = loam_hash_bytes(page->data, page->size, 0);
    loam_pipeline_release(world->pipeline, page);
    return hash;
}

static void hash_pages(loam_distributor distributor, int32_t threads, size_t cache, uint64_t order,
                       uint64_t hashes[PAGES])
{
    static const char *const stages[] = {"graph.connect", "graph.all", "graph.mean2"};
    graph_world world = graph_world_make(distributor, threads, cache);
    graph_world_add_columns(&world);
    int32_t list[PAGES];
    for (int32_t i = 0; i < PAGES; i++)
    {
        const int32_t k = (int32_t)loam_random_below(order, (uint64_t)i, (uint32_t)i + 1);
        list[i] = list[k];
        list[k] = i;
    }
    for (int32_t i = 0; i < PAGES; i++)
    {
        const int32_t page = list[i] / 3;
        hashes[list[i]] = hash_page(&world, stages[list[i] % 3], page % 2 - 1, page / 2 - 1);
    }
    graph_world_free(&world);
}

static void test_orders_threads_and_budgets_give_the_same_bytes(void)
{
    static const loam_distributor distributors[] = {LOAM_SITES_JITTERED, LOAM_SITES_LLOYD_1};
    for (int32_t d = 0; d < 2; d++)
    {
        uint64_t expected[PAGES], hashes[PAGES];
        hash_pages(distributors[d], 0, (size_t)64 << 20, 0, expected);
        for (uint64_t i = 1; i < 3; i++)
        {
            hash_pages(distributors[d], (int32_t)i, (size_t)(i % 2 == 0 ? 10 : 64) << 20, i,
                       hashes);
            CHECK(memcmp(hashes, expected, sizeof hashes) == 0);
        }
    }
}

static void test_pages_come_again_as_they_were(void)
{
    for (int d = 0; d < LOAM_DISTRIBUTOR_COUNT; d++)
    {
        graph_world world = graph_world_make((loam_distributor)d, 0, (size_t)64 << 20);
        graph_world_add_columns(&world);
        const uint64_t before = hash_page(&world, "graph.connect", 3, 4);
        const uint64_t columns = hash_page(&world, "graph.value", 3, 4);
        loam_pipeline_trim(world.pipeline);
        CHECK_INT(loam_pipeline_usage_now(world.pipeline).pages, 0);
        CHECK_U64(hash_page(&world, "graph.value", 3, 4), columns);
        CHECK_U64(hash_page(&world, "graph.connect", 3, 4), before);
        graph_world_free(&world);
    }
}

// ---- reaches and names --------------------------------------------------------------------------------

// Reads "value" of all pages that its reach, which is its parameter, has to cover.
static loam_result run_reaching(const loam_graph_view *view, loam_slice *slice, float *const *out)
{
    const int32_t reach = *(const int32_t *)slice->parameters, pages = (reach + 31) / 32;
    for (int32_t z = -pages; z <= pages; z++)
    {
        for (int32_t x = -pages; x <= pages; x++)
        {
            const loam_graph_page *const page = loam_graph_view_page(view, x, z);
            const float *const values = loam_graph_view_column(view, "value", x, z);
            out[0][0] += page != NULL && values != NULL ? 1 : 0;
        }
    }
    return LOAM_OK;
}

static void test_views_cover_their_reach(void)
{
    static const int32_t reaches[] = {0, 1, 32, 33, 64}, pages[] = {1, 9, 9, 25, 25};
    graph_world world = graph_world_make(LOAM_SITES_HEXAGONS, 0, (size_t)64 << 20);
    graph_world_add_columns(&world);
    const char *const read = "value";
    for (int32_t i = 0; i < 5; i++)
    {
        char name[16];
        snprintf(name, sizeof name, "reach%d", (int)reaches[i]);
        const loam_graph_column column = {name, LOAM_GRAPH_CELLS};
        const loam_column_def def = {.name = name,
                                     .columns = &column,
                                     .column_count = 1,
                                     .reads = &read,
                                     .read_count = 1,
                                     .reach = reaches[i],
                                     .parameters = &reaches[i],
                                     .parameters_size = sizeof reaches[i],
                                     .run = run_reaching};
        CHECK_OK(loam_graph_add_columns(world.graph, &def));
    }
    for (int32_t i = 0; i < 5; i++)
    {
        char name[16];
        snprintf(name, sizeof name, "reach%d", (int)reaches[i]);
        const float *const counted = graph_world_column(&world, name, -4, 9, LOAM_GRAPH_MAX_CELLS);
        CHECK_INT(counted[0], pages[i]);
    }
    graph_world_free(&world);
}

static void test_columns_have_names(void)
{
    static const char *const names[GRAPH_COLUMNS] = {"value", "mean", "mean2", "plain",
                                                     "step",  "top",  "own"};
    graph_world world = graph_world_make(LOAM_SITES_JITTERED, 0, 0);
    graph_world_add_columns(&world);
    for (int32_t i = 0; i < GRAPH_COLUMNS; i++)
    {
        loam_graph_element element;
        CHECK_TEXT(loam_graph_column_name(world.graph, i, &element), names[i]);
        CHECK_INT(element, i == 4 ? LOAM_GRAPH_EDGES : i == 5 ? LOAM_GRAPH_VERTICES : 0);
    }
    CHECK(loam_graph_column_name(world.graph, GRAPH_COLUMNS, NULL) == NULL);
    CHECK(loam_graph_column_name(world.graph, -1, NULL) == NULL);
    graph_world_free(&world);
}

int main(void)
{
    RUN_SERIAL(test_columns_are_those_of_a_plain_computation);
    RUN(test_orders_threads_and_budgets_give_the_same_bytes);
    RUN_SERIAL(test_pages_come_again_as_they_were);
    RUN_SERIAL(test_views_cover_their_reach);
    RUN_SERIAL(test_columns_have_names);
    return CHECK_DONE();
}
