// SPDX-License-Identifier: MIT
#include "graph_fixture.h"

#include "check.h"

float graph_column_value(int64_t x, int64_t z)
{
    return loam_random_float(loam_seed_at(1, x, 0, z), 0);
}

// "value": a number of the cell's site alone.
loam_result graph_column_run_value(const loam_graph_view *view, loam_slice *slice,
                                   float *const *out)
{
    const loam_graph_page *const page = loam_graph_view_page(view, 0, 0);
    for (int32_t i = 0; i < page->cell_count; i++)
    {
        out[0][i] = graph_column_value(slice->page_x * LOAM_GRAPH_PAGE + page->site_x[i],
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

void graph_world_add_columns(graph_world *world)
{
    const loam_graph_column value = {"value", LOAM_GRAPH_CELLS};
    const loam_column_def first = {
        .name = "value", .columns = &value, .column_count = 1, .run = graph_column_run_value};
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

const float *graph_world_column(graph_world *world, const char *name, int64_t x, int64_t z,
                                int32_t expected)
{
    const loam_page *page;
    const float *values = NULL;
    int32_t count = 0;
    CHECK_OK(loam_graph_get_column(world->graph, name, x, z, &page, &values, &count));
    CHECK_INT(count, expected);
    static float copies[GRAPH_COLUMNS][6336];
    static int32_t next;
    float *const copy = copies[next++ % GRAPH_COLUMNS];
    memcpy(copy, values, (size_t)count * sizeof(float));
    loam_pipeline_release(world->pipeline, page);
    return copy;
}
