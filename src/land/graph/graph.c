// SPDX-License-Identifier: MIT
#include "land/graph/graph.h"

#include "base/small.h"
#include "loam/land.h"

#include <stdio.h>
#include <string.h>

// A graph on a pipeline: adds its stages, and finds cells by place.

enum
{
    MAX_CELL_SIZE_BITS = 40,
    NEAR = 3, // every place has its nearest site at most so many lattice cells away
};

loam_graph_def loam_default_graph_def(void)
{
    return (loam_graph_def){
        .name = "graph", .distributor = LOAM_SITES_JITTERED, .cell_size = LOAM_GRAPH_CELL};
}

static loam_result check_def(const loam_graph_def *def)
{
    const size_t length = def->name == NULL ? 0 : strlen(def->name);
    if (length < 1 || length > LOAM_MAX_GRAPH_NAME)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "graph name '%.40s'; must be 1 to %d letters, digits, '_', '-', '.'",
                         def->name == NULL ? "" : def->name, LOAM_MAX_GRAPH_NAME);
    }
    if ((uint32_t)def->distributor >= LOAM_DISTRIBUTOR_COUNT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "graph %s: distributor is %d; must be 0 to %d",
                         def->name, (int)def->distributor, LOAM_DISTRIBUTOR_COUNT - 1);
    }
    const int64_t size = def->cell_size;
    if (size < 1 || size > (int64_t)1 << MAX_CELL_SIZE_BITS || (size & (size - 1)) != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "graph %s: cell size is %lld; must be a power of two from 1 to 2^%d",
                         def->name, (long long)size, MAX_CELL_SIZE_BITS);
    }
    return LOAM_OK;
}

// So that a pipeline without room is left as it was.
static loam_result check_room(const loam_pipeline *pipeline, const loam_graph_def *def)
{
    const int32_t needed = 4 + loam_graph_relaxations(def->distributor);
    const int32_t there = loam_pipeline_stage_count(pipeline);
    if (there + needed > LOAM_MAX_STAGES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "graph %s: it needs %d stages, and there are %d of at most %d", def->name,
                         needed, there, LOAM_MAX_STAGES);
    }
    return LOAM_OK;
}

// ---- stages -------------------------------------------------------------------------------------------

// A stage about to be added: its def and what that points to.
typedef struct draft
{
    loam_stage_def def;
    char name[LOAM_MAX_STAGE_NAME + 1];
    char input_names[3][LOAM_MAX_STAGE_NAME + 1];
    loam_stage_input inputs[3];
    loam_graph_parameters parameters;
} draft;

static void begin_draft(draft *stage, const loam_graph *graph, const char *name, size_t payload,
                        loam_result (*run)(loam_slice *slice))
{
    memset(stage, 0, sizeof *stage);
    stage->def = loam_default_stage_def();
    snprintf(stage->name, sizeof stage->name, "%s.%s", graph->name, name);
    stage->parameters.distributor = (int32_t)graph->distributor;
    stage->def.name = stage->name;
    stage->def.axes = LOAM_AXES_XZ;
    stage->def.page_size = LOAM_GRAPH_SIDE * graph->cell_size;
    stage->def.version = LOAM_LAND_VERSION;
    stage->def.payload_size = payload;
    stage->def.inputs = stage->inputs;
    stage->def.parameters = &stage->parameters;
    stage->def.parameters_size = sizeof stage->parameters;
    stage->def.run = run;
}

// Adds an input, read `cells` lattice cells beyond the page.
static void read_stage(draft *stage, const loam_graph *graph, const char *input, int32_t cells)
{
    const int32_t i = stage->def.input_count++;
    snprintf(stage->input_names[i], sizeof stage->input_names[i], "%s.%s", graph->name, input);
    stage->inputs[i] = (loam_stage_input){.stage = stage->input_names[i],
                                          .reach = cells * graph->cell_size};
}

static void name_of_sites(int32_t relaxation, char name[16])
{
    if (relaxation == 0)
    {
        snprintf(name, 16, "sites");
    }
    else
    {
        snprintf(name, 16, "relax%d", (int)relaxation);
    }
}

// NAME.sites and the relaxations of it, each of which reads a few cells further.
static loam_result add_sites(const loam_graph *graph)
{
    draft stage;
    begin_draft(&stage, graph, "sites", sizeof(loam_site_page), loam_graph_run_sites);
    loam_result result = loam_pipeline_add(graph->pipeline, &stage.def);
    const int32_t relaxations = loam_graph_relaxations(graph->distributor);
    for (int32_t i = 1; result == LOAM_OK && i <= relaxations; i++)
    {
        char before[16], name[16];
        name_of_sites(i - 1, before);
        name_of_sites(i, name);
        begin_draft(&stage, graph, name, sizeof(loam_site_page), loam_graph_run_relax);
        read_stage(&stage, graph, before,
                   loam_graph_gathered(i == 1 ? LOAM_SPREAD_SQUARES : LOAM_SPREAD_RELAXED));
        stage.parameters.relaxation = i;
        stage.def.scratch_size = LOAM_GRAPH_SCRATCH;
        result = loam_pipeline_add(graph->pipeline, &stage.def);
    }
    return result;
}

static loam_result add_stages(const loam_graph *graph)
{
    const loam_graph_spread spread = loam_graph_spread_of(graph->distributor);
    const int32_t margin = loam_graph_margin(spread);
    char sites[16];
    name_of_sites(loam_graph_relaxations(graph->distributor), sites);
    draft stage;
    loam_result result = add_sites(graph);
    if (result == LOAM_OK)
    {
        begin_draft(&stage, graph, "vertices", LOAM_GRAPH_MAX_CORNER_PAGE, loam_graph_run_vertices);
        read_stage(&stage, graph, sites, loam_graph_gathered(spread));
        stage.def.scratch_size = LOAM_GRAPH_SCRATCH;
        result = loam_pipeline_add(graph->pipeline, &stage.def);
    }
    if (result == LOAM_OK)
    {
        begin_draft(&stage, graph, "edges", sizeof(loam_edge_page), loam_graph_run_edges);
        read_stage(&stage, graph, "vertices", margin);
        result = loam_pipeline_add(graph->pipeline, &stage.def);
    }
    if (result == LOAM_OK)
    {
        begin_draft(&stage, graph, "connect", loam_graph_connected_size(), loam_graph_run_connect);
        read_stage(&stage, graph, sites, 0);
        read_stage(&stage, graph, "vertices", margin);
        read_stage(&stage, graph, "edges", margin);
        result = loam_pipeline_add(graph->pipeline, &stage.def);
    }
    return result;
}

static int32_t index_of(const loam_graph *graph, const char *name)
{
    char full[LOAM_MAX_STAGE_NAME + 1];
    snprintf(full, sizeof full, "%s.%s", graph->name, name);
    return loam_pipeline_stage_index(graph->pipeline, full);
}

loam_result loam_graph_create(loam_pipeline *pipeline, const loam_env *env,
                              const loam_graph_def *def, loam_graph **out)
{
    LOAM_ASSERT(env, pipeline != NULL && env != NULL && def != NULL && out != NULL);
    *out = NULL;
    loam_result result = check_def(def);
    if (result == LOAM_OK)
    {
        result = check_room(pipeline, def);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_graph *const graph = loam_alloc(env, sizeof *graph);
    if (graph == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(graph, 0, sizeof *graph);
    graph->env = *env;
    graph->pipeline = pipeline;
    memcpy(graph->name, def->name, strlen(def->name) + 1);
    graph->distributor = def->distributor;
    graph->cell_size = def->cell_size;
    result = add_stages(graph);
    if (result != LOAM_OK)
    {
        loam_graph_destroy(graph);
        return result;
    }
    char sites[16];
    name_of_sites(loam_graph_relaxations(def->distributor), sites);
    graph->sites = index_of(graph, sites);
    graph->connect = index_of(graph, "connect");
    *out = graph;
    return LOAM_OK;
}

void loam_graph_destroy(loam_graph *graph)
{
    if (graph != NULL)
    {
        const loam_env env = graph->env;
        loam_free(&env, graph, sizeof *graph);
    }
}

int32_t loam_graph_stage(const loam_graph *graph)
{
    return graph->connect;
}

// ---- places -------------------------------------------------------------------------------------------

// The nearest cell so far.
typedef struct search
{
    int32_t x, z;        // the place, units from the low corner of its page
    int64_t distance;    // squared
    int32_t column, row; // of the nearest, in lattice cells of its page
} search;

static bool is_lower(const search *found, int32_t column, int32_t row)
{
    return row < found->row || (row == found->row && column < found->column);
}

// Looks at the cells of the page at (page_dx, page_dz) that lie near the middle cell.
static void look_at(search *found, const loam_site_page *page, int32_t page_dx, int32_t page_dz,
                    int32_t rows)
{
    const int32_t middle_column = found->x / LOAM_GRAPH_CELL - page_dx * LOAM_GRAPH_SIDE;
    const int32_t middle_row = found->z * rows / LOAM_GRAPH_PAGE - page_dz * rows;
    for (int32_t row = middle_row - NEAR; row <= middle_row + NEAR; row++)
    {
        for (int32_t column = middle_column - NEAR; column <= middle_column + NEAR; column++)
        {
            if (column < 0 || column >= LOAM_GRAPH_SIDE || row < 0 || row >= rows)
            {
                continue;
            }
            const int32_t i = row * LOAM_GRAPH_SIDE + column;
            const int64_t x = page->x[i] + page_dx * LOAM_GRAPH_PAGE - found->x;
            const int64_t z = page->z[i] + page_dz * LOAM_GRAPH_PAGE - found->z;
            const int64_t distance = x * x + z * z;
            const int32_t c = column + page_dx * LOAM_GRAPH_SIDE, r = row + page_dz * rows;
            if (distance < found->distance ||
                (distance == found->distance && is_lower(found, c, r)))
            {
                found->distance = distance;
                found->column = c;
                found->row = r;
            }
        }
    }
}

// -1, 0 or 1: the page beside its own that a place at `units` is near enough to, if any.
static int32_t page_beside(int32_t units)
{
    const int32_t near = (NEAR + 1) * LOAM_GRAPH_CELL;
    return (units >= LOAM_GRAPH_PAGE - near) - (units < near);
}

static loam_result look_at_page(loam_graph *graph, search *found, int64_t page_x, int64_t page_z,
                                int32_t page_dx, int32_t page_dz)
{
    const loam_page_id id = {.stage = graph->sites, .x = page_x + page_dx, .z = page_z + page_dz};
    const loam_page *page;
    const loam_result result = loam_pipeline_get(graph->pipeline, id, &page);
    if (result != LOAM_OK)
    {
        return result;
    }
    const bool empty = page->size == 0;
    if (!empty)
    {
        look_at(found, page->data, page_dx, page_dz, loam_graph_rows(graph->distributor));
    }
    loam_pipeline_release(graph->pipeline, page);
    return empty ? loam_fail(LOAM_BAD_ARGUMENT, "graph %s: its sites are switched off", graph->name)
                 : LOAM_OK;
}

loam_result loam_graph_locate(loam_graph *graph, loam_graph_point place, int64_t *page_x,
                              int64_t *page_z, int32_t *cell)
{
    const int32_t rows = loam_graph_rows(graph->distributor);
    const int64_t x = loam_floor_div(place.x, LOAM_GRAPH_PAGE);
    const int64_t z = loam_floor_div(place.z, LOAM_GRAPH_PAGE);
    search found = {.x = (int32_t)(place.x - x * LOAM_GRAPH_PAGE),
                    .z = (int32_t)(place.z - z * LOAM_GRAPH_PAGE),
                    .distance = INT64_MAX};
    const int32_t beside_x = page_beside(found.x), beside_z = page_beside(found.z);
    loam_result result = look_at_page(graph, &found, x, z, 0, 0);
    if (result == LOAM_OK && beside_x != 0)
    {
        result = look_at_page(graph, &found, x, z, beside_x, 0);
    }
    if (result == LOAM_OK && beside_z != 0)
    {
        result = look_at_page(graph, &found, x, z, 0, beside_z);
    }
    if (result == LOAM_OK && beside_x != 0 && beside_z != 0)
    {
        result = look_at_page(graph, &found, x, z, beside_x, beside_z);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    const int64_t page_dx = loam_floor_div(found.column, LOAM_GRAPH_SIDE);
    const int64_t page_dz = loam_floor_div(found.row, rows);
    *page_x = x + page_dx;
    *page_z = z + page_dz;
    *cell = (int32_t)((found.row - page_dz * rows) * LOAM_GRAPH_SIDE + found.column -
                      page_dx * LOAM_GRAPH_SIDE);
    return LOAM_OK;
}
