// SPDX-License-Identifier: MIT
// Columns: stages that read the graph and earlier columns around them make what a plain computation over
// the sites makes, pages are the same bytes whatever was asked before, and bad defs are refused.
#include "base/counting.h"
#include "check.h"
#include "graph_world.h"
#include "land/graph/neighbours.h"

#include <stdlib.h>

enum
{
    COLUMNS = 7,
    PAGES = 12,
};

// ---- stages -------------------------------------------------------------------------------------------

static float value_of(int64_t x, int64_t z)
{
    return loam_random_float(loam_seed_at(1, x, 0, z), 0);
}

// "value": a number of the cell's site alone.
static loam_result run_value(const loam_graph_view *view, loam_slice *slice, float *const *out)
{
    const loam_graph_page *const page = loam_graph_view_page(view, 0, 0);
    for (int32_t i = 0; i < page->cell_count; i++)
    {
        out[0][i] = value_of(slice->page_x * LOAM_GRAPH_PAGE + page->site_x[i],
                             slice->page_z * LOAM_GRAPH_PAGE + page->site_z[i]);
    }
    return LOAM_OK;
}

static float at(const loam_graph_view *view, const char *column, loam_graph_ref ref)
{
    const float *const values = loam_graph_view_column(view, column, ref.page_dx, ref.page_dz);
    return values == NULL ? 0 : values[ref.index];
}

typedef struct mean_parameters
{
    char of[24];
} mean_parameters;

// The mean of a column over the ring of a cell.
static loam_result run_mean(const loam_graph_view *view, loam_slice *slice, float *const *out)
{
    const mean_parameters *const parameters = slice->parameters;
    const loam_graph_page *const page = loam_graph_view_page(view, 0, 0);
    for (int32_t i = 0; i < page->cell_count; i++)
    {
        float sum = 0;
        for (int32_t k = page->ring_begin[i]; k < page->ring_begin[i + 1]; k++)
        {
            sum += at(view, parameters->of, page->ring_cells[k]);
        }
        out[0][i] = sum / (float)(page->ring_begin[i + 1] - page->ring_begin[i]);
    }
    return LOAM_OK;
}

// "step" on edges, "top" on vertices and "own" on cells, from "mean2" and "value".
static loam_result run_all(const loam_graph_view *view, loam_slice *slice, float *const *out)
{
    (void)slice;
    const loam_graph_page *const page = loam_graph_view_page(view, 0, 0);
    for (int32_t i = 0; i < page->edge_count; i++)
    {
        out[0][i] = at(view, "mean2", page->edges[i].cells[1]) -
                    at(view, "value", page->edges[i].cells[0]);
    }
    for (int32_t i = 0; i < page->vertex_count; i++)
    {
        const loam_graph_ref *const cells = page->vertices[i].cells;
        const float a = at(view, "value", cells[0]), b = at(view, "value", cells[1]);
        const float c = at(view, "value", cells[2]), ab = a > b ? a : b;
        out[1][i] = ab > c ? ab : c;
    }
    for (int32_t i = 0; i < page->cell_count; i++)
    {
        out[2][i] = at(view, "plain", (loam_graph_ref){0, 0, (uint16_t)i});
    }
    return LOAM_OK;
}

static loam_result run_plain(loam_slice *slice)
{
    float *const out = slice->out;
    for (int32_t i = 0; i < LOAM_GRAPH_MAX_CELLS; i++)
    {
        out[16 + i] = (float)(i + slice->page_x % 100);
    }
    return LOAM_OK;
}

static loam_result add_mean(loam_graph *graph, const char *name, const char *of)
{
    mean_parameters parameters = {0};
    snprintf(parameters.of, sizeof parameters.of, "%s", of);
    const loam_graph_column column = {name, LOAM_GRAPH_CELLS};
    const loam_column_def def = {.name = name,
                                 .columns = &column,
                                 .column_count = 1,
                                 .reads = &of,
                                 .read_count = 1,
                                 .reach = 1,
                                 .parameters = &parameters,
                                 .parameters_size = sizeof parameters,
                                 .run = run_mean};
    return loam_graph_add_columns(graph, &def);
}

static void add_columns(graph_world *world)
{
    const loam_graph_column value = {"value", LOAM_GRAPH_CELLS};
    const loam_column_def first = {
        .name = "value", .columns = &value, .column_count = 1, .run = run_value};
    CHECK_OK(loam_graph_add_columns(world->graph, &first));
    CHECK_OK(add_mean(world->graph, "mean", "value"));
    CHECK_OK(add_mean(world->graph, "mean2", "mean"));

    loam_stage_def plain = loam_default_stage_def();
    plain.name = "plain";
    plain.axes = LOAM_AXES_XZ;
    plain.page_size = LOAM_GRAPH_SIDE * GRAPH_WORLD_CELL;
    plain.payload_size = (16 + LOAM_GRAPH_MAX_CELLS) * sizeof(float);
    plain.run = run_plain;
    CHECK_OK(loam_pipeline_add(world->pipeline, &plain));
    const loam_graph_column known = {"plain", LOAM_GRAPH_CELLS};
    CHECK_OK(loam_graph_register_column(world->graph, "plain", &known, 16 * sizeof(float)));

    const loam_graph_column columns[] = {
        {"step", LOAM_GRAPH_EDGES}, {"top", LOAM_GRAPH_VERTICES}, {"own", LOAM_GRAPH_CELLS}};
    const char *const reads[] = {"value", "mean2", "plain"};
    const loam_column_def last = {.name = "all",
                                  .columns = columns,
                                  .column_count = 3,
                                  .reads = reads,
                                  .read_count = 3,
                                  .reach = 2,
                                  .run = run_all};
    CHECK_OK(loam_graph_add_columns(world->graph, &last));
}

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
        m->value[i] = value_of(points[i].x, points[i].z);
    }
    m->window = (loam_graph_window){loam_graph_spread_of(distributor), -MARGIN, W, h, m->x, m->z};
    take_mean(m, 6, m->value, m->mean);
    take_mean(m, 12, m->mean, m->mean2);
}

static int32_t model_cell(loam_distributor distributor, loam_graph_ref ref)
{
    const int32_t rows = loam_graph_rows(distributor);
    const int32_t row = ref.page_dz * rows + ref.index / LOAM_GRAPH_SIDE + MARGIN;
    return row * W + ref.page_dx * LOAM_GRAPH_SIDE + ref.index % LOAM_GRAPH_SIDE + MARGIN;
}

static const float *get(graph_world *world, const char *name, int64_t x, int64_t z,
                        int32_t expected)
{
    const loam_page *page;
    const float *values = NULL;
    int32_t count = 0;
    CHECK_OK(loam_graph_get_column(world->graph, name, x, z, &page, &values, &count));
    CHECK_INT(count, expected);
    static float copies[COLUMNS][6336];
    static int32_t next;
    float *const copy = copies[next++ % COLUMNS];
    memcpy(copy, values, (size_t)count * sizeof(float));
    loam_pipeline_release(world->pipeline, page);
    return copy;
}

static void check_page(graph_world *world, loam_distributor distributor, int64_t x, int64_t z)
{
    static model m;
    make_model(&m, distributor, x, z);
    graph_square square = graph_square_hold(world, x, z, 1);
    const loam_graph_page *const page = &square.pages[0][0];
    const float *const value = get(world, "value", x, z, page->cell_count);
    const float *const mean = get(world, "mean", x, z, page->cell_count);
    const float *const mean2 = get(world, "mean2", x, z, page->cell_count);
    const float *const own = get(world, "own", x, z, page->cell_count);
    const float *const step = get(world, "step", x, z, page->edge_count);
    const float *const top = get(world, "top", x, z, page->vertex_count);
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
        add_columns(&world);
        check_page(&world, distributor, -1, 2);
        check_page(&world, distributor, (int64_t)1 << 40, -((int64_t)1 << 40));
        graph_world_free(&world);
    }
}

// ---- orders -------------------------------------------------------------------------------------------

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
    add_columns(&world);
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
        add_columns(&world);
        const uint64_t before = hash_page(&world, "graph.connect", 3, 4);
        const uint64_t columns = hash_page(&world, "graph.value", 3, 4);
        loam_pipeline_trim(world.pipeline);
        CHECK_INT(loam_pipeline_usage_now(world.pipeline).pages, 0);
        CHECK_U64(hash_page(&world, "graph.value", 3, 4), columns);
        CHECK_U64(hash_page(&world, "graph.connect", 3, 4), before);
        graph_world_free(&world);
    }
}

// ---- what is refused ----------------------------------------------------------------------------------

static void refuse_def(loam_graph_def def, const char *message)
{
    const loam_env env = loam_default_env();
    loam_pipeline_def pipeline_def = loam_default_pipeline_def();
    loam_pipeline *pipeline;
    loam_graph *graph;
    CHECK_OK(loam_pipeline_create(&pipeline_def, &pipeline));
    CHECK_INT(loam_graph_create(pipeline, &env, &def, &graph), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK(graph == NULL);
    CHECK_INT(loam_pipeline_stage_count(pipeline), 0);
    loam_pipeline_destroy(pipeline);
}

static void test_bad_graphs_are_refused(void)
{
    loam_graph_def def = loam_default_graph_def();
    def.cell_size = 1000;
    refuse_def(def, "cell size is 1000, accepted are powers of two from 1 to 2^40");
    def.cell_size = 0;
    refuse_def(def, "cell size is 0");
    def.cell_size = (int64_t)1 << 41;
    refuse_def(def, "powers of two");
    def = loam_default_graph_def();
    def.name = "sixteen-letters-";
    refuse_def(def, "graph name 'sixteen-letters-': accepted are 1 to 15 letters");
    def.name = NULL;
    refuse_def(def, "graph name ''");
    def.name = "a b";
    refuse_def(def, "stage name 'a b.sites'");
    def = loam_default_graph_def();
    def.distributor = LOAM_DISTRIBUTOR_COUNT;
    refuse_def(def, "distributor is 6, accepted are 0 to 5");
}

static void test_a_name_is_used_once_and_room_is_limited(void)
{
    graph_world world = graph_world_make(LOAM_SITES_SQUARES, 0, 0);
    const loam_env env = loam_default_env();
    loam_graph_def def = loam_default_graph_def();
    loam_graph *others[20];
    int32_t count = 0;
    CHECK_INT(loam_graph_create(world.pipeline, &env, &def, &others[0]), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "graph.sites is there already");
    for (;; count++)
    {
        char name[16];
        snprintf(name, sizeof name, "g%d", (int)count);
        def.name = name;
        def.distributor = LOAM_SITES_LLOYD_5;
        if (loam_graph_create(world.pipeline, &env, &def, &others[count]) != LOAM_OK)
        {
            break;
        }
    }
    CHECK_INT(count, 6);
    CHECK_CONTAINS(loam_last_error(), "it needs 9 stages, and there are 58 of at most 64");
    while (count > 0)
    {
        loam_graph_destroy(others[--count]);
    }
    graph_world_free(&world);
}

static const loam_graph_column good_column = {"good", LOAM_GRAPH_CELLS};

static loam_column_def good_def(void)
{
    return (loam_column_def){
        .name = "good", .columns = &good_column, .column_count = 1, .run = run_value};
}

static void refuse_columns(graph_world *world, const loam_column_def *def, loam_result result,
                           const char *message)
{
    const int32_t stages = loam_pipeline_stage_count(world->pipeline);
    CHECK_INT(loam_graph_add_columns(world->graph, def), result);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK_INT(loam_pipeline_stage_count(world->pipeline), stages);
    CHECK(loam_graph_column_name(world->graph, COLUMNS, NULL) == NULL);
}

static void test_bad_columns_are_refused(void)
{
    graph_world world = graph_world_make(LOAM_SITES_SQUARES, 0, 0);
    add_columns(&world);
    loam_column_def def = good_def();
    def.column_count = 17;
    refuse_columns(&world, &def, LOAM_BAD_ARGUMENT, "column_count is 17, accepted are 1 to 16");
    def = good_def();
    def.columns = NULL;
    refuse_columns(&world, &def, LOAM_BAD_ARGUMENT, "column_count is 0");
    def = good_def();
    def.reach = 65;
    refuse_columns(&world, &def, LOAM_BAD_ARGUMENT, "reach is 65, accepted are 0 to 64");
    def = good_def();
    def.run = NULL;
    refuse_columns(&world, &def, LOAM_BAD_ARGUMENT, "run of a column stage is NULL");
    def = good_def();
    const char *read = "vlaue";
    def.reads = &read;
    def.read_count = 1;
    refuse_columns(&world, &def, LOAM_NOT_FOUND, "no column 'vlaue'; did you mean 'value'?");
    read = "good"; // its own
    refuse_columns(&world, &def, LOAM_NOT_FOUND, "no column 'good'");
    def = good_def();
    def.name = "a-name-that-is-far-too-long-for-it";
    refuse_columns(&world, &def, LOAM_BAD_ARGUMENT, "accepted are 1 to 31 letters");
    def.name = "mean";
    refuse_columns(&world, &def, LOAM_BAD_ARGUMENT, "graph.mean is there already");
    static const loam_graph_column bad[][2] = {{{"a", 0}, {"b c", 0}},
                                               {{"a", 0}, {"a", 0}},
                                               {{"a", 0}, {"value", 0}},
                                               {{"a", 0}, {"b", (loam_graph_element)3}},
                                               {{"a", 0}, {"twenty-four-letters-long", 0}}};
    static const char *const messages[] = {"column name 'b c'", "a column 'a' already",
                                           "a column 'value' already", "on element 3",
                                           "accepted are 1 to 23 letters"};
    for (int32_t i = 0; i < 5; i++)
    {
        def = good_def();
        def.columns = bad[i];
        def.column_count = 2;
        refuse_columns(&world, &def, LOAM_BAD_ARGUMENT, messages[i]);
    }
    graph_world_free(&world);
}

static void test_bad_registrations_are_refused(void)
{
    graph_world world = graph_world_make(LOAM_SITES_SQUARES, 0, 0);
    add_columns(&world);
    loam_graph *const graph = world.graph;
    loam_graph_column column = {"new", LOAM_GRAPH_CELLS};
    CHECK_INT(loam_graph_register_column(graph, "plane", &column, 0), LOAM_NOT_FOUND);
    CHECK_CONTAINS(loam_last_error(), "there is no stage 'plane' for column 'new'");
    CHECK_INT(loam_graph_register_column(graph, "plain", &column, 2), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "offsets are multiples of 4");
    CHECK_INT(loam_graph_register_column(graph, "plain", &column, 145 * 4), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "needs 4096 bytes; the pages of stage plain have 4672");
    CHECK_OK(loam_graph_register_column(graph, "plain", &column, 144 * 4));
    CHECK_INT(loam_graph_register_column(graph, "plain", &column, 0), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "a column 'new' already");
    column = (loam_graph_column){"edges", LOAM_GRAPH_EDGES};
    CHECK_INT(loam_graph_register_column(graph, "plain", &column, 0), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "is not on cells");
    char name[16];
    column = (loam_graph_column){name, LOAM_GRAPH_CELLS};
    for (int32_t i = COLUMNS + 1; i < LOAM_MAX_GRAPH_COLUMNS; i++)
    {
        snprintf(name, sizeof name, "c%d", (int)i);
        CHECK_OK(loam_graph_register_column(graph, "plain", &column, 0));
    }
    snprintf(name, sizeof name, "c");
    CHECK_INT(loam_graph_register_column(graph, "plain", &column, 0), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "128 columns and 1 more; accepted are 128");
    graph_world_free(&world);
}

static loam_result run_greedy(const loam_graph_view *view, loam_slice *slice, float *const *out)
{
    (void)slice;
    out[0][0] = loam_graph_view_column(view, "mean", 0, 0) == NULL ? 0 : 1;
    return LOAM_OK;
}

static loam_result run_far(const loam_graph_view *view, loam_slice *slice, float *const *out)
{
    (void)slice;
    out[0][0] = loam_graph_view_page(view, 1, 0) == NULL ? 0 : 1;
    return LOAM_OK;
}

static void test_stages_see_what_they_declared(void)
{
    graph_world world = graph_world_make(LOAM_SITES_JITTERED, 0, (size_t)64 << 20);
    add_columns(&world);
    const loam_graph_column columns[] = {{"greedy", LOAM_GRAPH_CELLS}, {"far", LOAM_GRAPH_CELLS}};
    loam_column_def def = good_def();
    def.name = "greedy";
    def.columns = &columns[0];
    def.run = run_greedy;
    CHECK_OK(loam_graph_add_columns(world.graph, &def));
    def.name = "far";
    def.columns = &columns[1];
    def.run = run_far;
    CHECK_OK(loam_graph_add_columns(world.graph, &def));
    const loam_page *page;
    const float *values;
    int32_t count;
    CHECK(loam_graph_get_column(world.graph, "greedy", 0, 0, &page, &values, &count) != LOAM_OK);
    CHECK_CONTAINS(loam_last_error(), "it asked for column 'mean', which it did not say it reads");
    CHECK(loam_graph_get_column(world.graph, "far", 0, 0, &page, &values, &count) != LOAM_OK);
    CHECK_CONTAINS(loam_last_error(), "page (1, 0, 0), which lies beyond its reach");
    CHECK_INT(loam_graph_get_column(world.graph, "men", 0, 0, &page, &values, &count),
              LOAM_NOT_FOUND);
    CHECK_CONTAINS(loam_last_error(), "did you mean 'mean'?");
    CHECK_OK(loam_pipeline_set_enabled(world.pipeline, "graph.value", false));
    CHECK(loam_graph_get_column(world.graph, "value", 0, 0, &page, &values, &count) != LOAM_OK);
    CHECK_CONTAINS(loam_last_error(), "its stage graph.value is switched off");
    CHECK(loam_graph_get_column(world.graph, "mean", 0, 0, &page, &values, &count) != LOAM_OK);
    CHECK_CONTAINS(loam_last_error(), "column 'value' is not there");
    CHECK_OK(loam_pipeline_set_enabled(world.pipeline, "graph.sites", false));
    CHECK(loam_graph_get_column(world.graph, "value", 9, 0, &page, &values, &count) != LOAM_OK);
    graph_world_free(&world);
}

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
    add_columns(&world);
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
        const float *const counted = get(&world, name, -4, 9, LOAM_GRAPH_MAX_CELLS);
        CHECK_INT(counted[0], pages[i]);
    }
    graph_world_free(&world);
}

static void test_columns_have_names(void)
{
    static const char *const names[COLUMNS] = {"value", "mean", "mean2", "plain",
                                               "step",  "top",  "own"};
    graph_world world = graph_world_make(LOAM_SITES_JITTERED, 0, 0);
    add_columns(&world);
    for (int32_t i = 0; i < COLUMNS; i++)
    {
        loam_graph_element element;
        CHECK_TEXT(loam_graph_column_name(world.graph, i, &element), names[i]);
        CHECK_INT(element, i == 4 ? LOAM_GRAPH_EDGES : i == 5 ? LOAM_GRAPH_VERTICES : 0);
    }
    CHECK(loam_graph_column_name(world.graph, COLUMNS, NULL) == NULL);
    CHECK(loam_graph_column_name(world.graph, -1, NULL) == NULL);
    graph_world_free(&world);
}

static void test_pages_of_others_are_not_read(void)
{
    graph_world world = graph_world_make(LOAM_SITES_JITTERED, 0, 0);
    const loam_page_id id = {.stage = loam_pipeline_stage_index(world.pipeline, "graph.sites"),
                             .x = 0};
    const loam_page *page;
    loam_graph_page out;
    CHECK_OK(loam_pipeline_get(world.pipeline, id, &page));
    CHECK_INT(loam_graph_read(page, &out), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "is not one of a graph's stage NAME.connect");
    const loam_page empty = {0};
    CHECK_INT(loam_graph_read(&empty, &out), LOAM_BAD_ARGUMENT);
    loam_pipeline_release(world.pipeline, page);

    // Of the right stage, but cut, or with another first byte.
    graph_square square = graph_square_hold(&world, 0, 0, 1);
    loam_page broken = *square.held[0][0];
    uint8_t *const copy = malloc(broken.size);
    memcpy(copy, broken.data, broken.size);
    broken.data = copy;
    CHECK_OK(loam_graph_read(&broken, &out));
    broken.size -= 64;
    CHECK_INT(loam_graph_read(&broken, &out), LOAM_BAD_ARGUMENT);
    broken.size += 64;
    copy[0] ^= 1;
    CHECK_INT(loam_graph_read(&broken, &out), LOAM_BAD_ARGUMENT);
    free(copy);
    graph_square_release(&square);
    graph_world_free(&world);
}

static void test_running_out_of_memory_leaks_nothing(void)
{
    for (int64_t refuse = 1; refuse < 4000; refuse += 1 + refuse / 6)
    {
        counting counter;
        loam_pipeline_def def = loam_default_pipeline_def();
        def.env = counting_env(&counter);
        const loam_graph_def graph_def = loam_default_graph_def();
        loam_pipeline *pipeline;
        loam_graph *graph = NULL;
        CHECK_OK(loam_pipeline_create(&def, &pipeline));
        counter.refuse_at = counter.asked + refuse;
        loam_result result = loam_graph_create(pipeline, &def.env, &graph_def, &graph);
        if (result == LOAM_OK)
        {
            const loam_page_id id = {.stage = loam_graph_stage(graph)};
            const loam_page *page = NULL;
            result = loam_pipeline_get(pipeline, id, &page);
            loam_pipeline_release(pipeline, page);
        }
        CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
        loam_graph_destroy(graph);
        loam_pipeline_destroy(pipeline);
        CHECK_INT(counter.blocks, 0);
        if (result == LOAM_OK)
        {
            return;
        }
    }
    CHECK(false);
}

int main(void)
{
    RUN(test_columns_are_those_of_a_plain_computation);
    RUN(test_orders_threads_and_budgets_give_the_same_bytes);
    RUN(test_pages_come_again_as_they_were);
    RUN(test_bad_graphs_are_refused);
    RUN(test_a_name_is_used_once_and_room_is_limited);
    RUN(test_bad_columns_are_refused);
    RUN(test_bad_registrations_are_refused);
    RUN(test_stages_see_what_they_declared);
    RUN(test_views_cover_their_reach);
    RUN(test_columns_have_names);
    RUN(test_pages_of_others_are_not_read);
    RUN(test_running_out_of_memory_leaks_nothing);
    return CHECK_DONE();
}
