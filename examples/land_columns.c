// SPDX-License-Identifier: MIT
// Columns of your own on an endless Voronoi graph: height of cells, smoothed over their neighbours, and
// the cliffs between them. Each is a stage that reads earlier columns of the cells around, across pages;
// the pipeline computes what is needed. The highest cliff and its two cells are printed.
#include <loam/loam.h>

#include <stdio.h>

// ---- "height", on cells: out of nothing but the place of the site -----------------------------------

static loam_result run_height(const loam_graph_view *view, loam_slice *slice, float *const *out)
{
    const loam_graph_page *const page = loam_graph_view_page(view, 0, 0);
    loam_noise_def def = loam_default_noise_def();
    def.wavelength = 12 * LOAM_GRAPH_CELL;
    def.octaves = 5;
    loam_noise hills;
    const loam_result result = loam_noise_init(&hills, &def, slice->seed);
    for (int32_t i = 0; i < page->cell_count && result == LOAM_OK; i++)
    {
        const int64_t x = slice->page_x * LOAM_GRAPH_PAGE + page->site_x[i];
        const int64_t z = slice->page_z * LOAM_GRAPH_PAGE + page->site_z[i];
        out[0][i] = 100 * loam_noise_at2(&hills, x, z);
    }
    return result;
}

// A neighbour may lie on another page: a reference says which, and its index there.
static float value(const loam_graph_view *view, const char *column, loam_graph_ref cell)
{
    return loam_graph_view_column(view, column, cell.page_dx, cell.page_dz)[cell.index];
}

// ---- "smooth", on cells: the mean of a cell and those around it -------------------------------------

static loam_result run_smooth(const loam_graph_view *view, loam_slice *slice, float *const *out)
{
    (void)slice;
    const loam_graph_page *const page = loam_graph_view_page(view, 0, 0);
    for (int32_t i = 0; i < page->cell_count; i++)
    {
        float sum = value(view, "height", (loam_graph_ref){0, 0, (uint16_t)i});
        for (int32_t k = page->ring_begin[i]; k < page->ring_begin[i + 1]; k++)
        {
            sum += value(view, "height", page->ring_cells[k]);
        }
        out[0][i] = sum / (float)(page->ring_begin[i + 1] - page->ring_begin[i] + 1);
    }
    return LOAM_OK;
}

// ---- "cliff", on edges: how far the ground falls between two cells -----------------------------------

static loam_result run_cliff(const loam_graph_view *view, loam_slice *slice, float *const *out)
{
    (void)slice;
    const loam_graph_page *const page = loam_graph_view_page(view, 0, 0);
    for (int32_t i = 0; i < page->edge_count; i++)
    {
        const float a = value(view, "smooth", page->edges[i].cells[0]);
        const float b = value(view, "smooth", page->edges[i].cells[1]);
        out[0][i] = a > b ? a - b : b - a;
    }
    return LOAM_OK;
}

static loam_result add_columns(loam_graph *graph)
{
    const loam_graph_column height = {"height", LOAM_GRAPH_CELLS};
    const loam_graph_column smooth = {"smooth", LOAM_GRAPH_CELLS};
    const loam_graph_column cliff = {"cliff", LOAM_GRAPH_EDGES};
    const char *const smooth_reads[] = {"height"}, *const cliff_reads[] = {"smooth"};
    // A reach of one cell is enough for neighbours.
    const loam_column_def stages[] = {
        {.name = "height", .columns = &height, .column_count = 1, .run = run_height},
        {.name = "smooth",
         .columns = &smooth,
         .column_count = 1,
         .reads = smooth_reads,
         .read_count = 1,
         .reach = 1,
         .run = run_smooth},
        {.name = "cliff",
         .columns = &cliff,
         .column_count = 1,
         .reads = cliff_reads,
         .read_count = 1,
         .reach = 1,
         .run = run_cliff},
    };
    loam_result result = LOAM_OK;
    for (size_t i = 0; result == LOAM_OK && i < sizeof stages / sizeof stages[0]; i++)
    {
        result = loam_graph_add_columns(graph, &stages[i]);
    }
    return result;
}

// ---- asking -------------------------------------------------------------------------------------------

static loam_result print_highest(loam_pipeline *pipeline, loam_graph *graph)
{
    const loam_page *columns, *connected;
    const float *cliffs;
    int32_t count, best = 0;
    loam_result result = loam_graph_get_column(graph, "cliff", 7, -3, &columns, &cliffs, &count);
    if (result != LOAM_OK)
    {
        return result;
    }
    for (int32_t i = 1; i < count; i++)
    {
        best = cliffs[i] > cliffs[best] ? i : best;
    }
    const loam_page_id id = {.stage = loam_graph_stage(graph), .x = 7, .z = -3};
    loam_graph_page page;
    result = loam_pipeline_get(pipeline, id, &connected);
    result = result == LOAM_OK ? loam_graph_read(connected, &page) : result;
    if (result == LOAM_OK)
    {
        const loam_graph_edge *const edge = &page.edges[best];
        printf("%d edges; the highest cliff, %.1f m, is edge %d, between cell %d and cell %d\n",
               (int)count, (double)cliffs[best], (int)best, edge->cells[0].index,
               edge->cells[1].index);
    }
    loam_pipeline_release(pipeline, connected);
    loam_pipeline_release(pipeline, columns);
    return result;
}

int main(void)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.seed = loam_seed_from_text("loam");
    loam_graph_def graph_def = loam_default_graph_def();
    graph_def.name = "land";
    loam_pipeline *pipeline;
    loam_graph *graph = NULL;
    loam_result result = loam_pipeline_create(&def, &pipeline);
    if (result == LOAM_OK)
    {
        result = loam_graph_create(pipeline, &def.env, &graph_def, &graph);
        result = result == LOAM_OK ? add_columns(graph) : result;
        result = result == LOAM_OK ? print_highest(pipeline, graph) : result;
        loam_pipeline_destroy(pipeline);
        loam_graph_destroy(graph);
    }
    if (result != LOAM_OK)
    {
        fprintf(stderr, "%s\n", loam_last_error());
    }
    return result == LOAM_OK ? 0 : 1;
}
