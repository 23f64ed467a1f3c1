// SPDX-License-Identifier: MIT
#include "land/graph/graph.h"

#include <stdio.h>
#include <string.h>

// Columns: named numbers on the elements of a graph. Those that a stage adds lie one after another in its
// payload, behind the counts of elements; a stage that reads some has their stages as inputs behind
// NAME.connect.

#define MAX_REACH 64
#define VIEW_SIDE 5 // pages of a view along an axis at most

static const int32_t most_elements[] = {LOAM_GRAPH_MAX_CELLS, LOAM_GRAPH_MAX_EDGES,
                                        LOAM_GRAPH_MAX_VERTICES};

typedef struct column_header
{
    int32_t counts[3]; // by loam_graph_element
} column_header;

struct loam_graph_view
{
    const loam_column_stage *stage;
    loam_slice *slice;
    loam_graph_page pages[VIEW_SIDE][VIEW_SIDE]; // z, x; those within reach
    char *failure;                               // what a run function asked for in vain
};

enum
{
    FAILURE_SIZE = 160,
};

static size_t column_bytes(int32_t count)
{
    return LOAM_ARENA_SIZE((size_t)count * sizeof(float));
}

static void count_elements(const loam_graph_page *page, int32_t counts[3])
{
    counts[LOAM_GRAPH_CELLS] = page->cell_count;
    counts[LOAM_GRAPH_EDGES] = page->edge_count;
    counts[LOAM_GRAPH_VERTICES] = page->vertex_count;
}

// Where column `slot` of a stage begins, given the counts of elements; slot == count: the end.
static size_t slot_offset(const loam_graph *graph, int32_t first, int32_t slot,
                          const int32_t counts[3])
{
    size_t offset = LOAM_ARENA_SIZE(sizeof(column_header));
    for (int32_t i = 0; i < slot; i++)
    {
        offset += column_bytes(counts[graph->columns[first + i].element]);
    }
    return offset;
}

// ---- finding ------------------------------------------------------------------------------------------

static const char *next_name(const void *context, int32_t index)
{
    return loam_graph_column_name(context, index, NULL);
}

static int32_t find_column(const loam_graph *graph, const char *name)
{
    for (int32_t i = 0; name != NULL && i < graph->column_count; i++)
    {
        if (strcmp(graph->columns[i].name, name) == 0)
        {
            return i;
        }
    }
    return -1;
}

static loam_result no_column(const loam_graph *graph, const char *name)
{
    const char *const asked = name == NULL ? "" : name;
    const int32_t near = loam_text_nearest(asked, next_name, graph);
    if (near >= 0)
    {
        return loam_fail(LOAM_NOT_FOUND, "graph %s: there is no column '%.40s'; did you mean '%s'?",
                         graph->name, asked, graph->columns[near].name);
    }
    return loam_fail(LOAM_NOT_FOUND, "graph %s: there is no column '%.40s' among its %d",
                     graph->name, asked, graph->column_count);
}

const char *loam_graph_column_name(const loam_graph *graph, int32_t index,
                                   loam_graph_element *element)
{
    if (index < 0 || index >= graph->column_count)
    {
        return NULL;
    }
    if (element != NULL)
    {
        *element = graph->columns[index].element;
    }
    return graph->columns[index].name;
}

// The values of a column in a page of its stage, NULL if the page has none.
static const float *column_in(const loam_graph *graph, const loam_known_column *column,
                              const loam_page *page, int32_t *count)
{
    if (column->first < 0)
    {
        *count = LOAM_GRAPH_SIDE * loam_graph_rows(graph->distributor);
        const size_t end = column->offset + (size_t)*count * sizeof(float);
        return page->size < end ? NULL
                                : (const float *)((const uint8_t *)page->data + column->offset);
    }
    if (page->size < sizeof(column_header))
    {
        return NULL;
    }
    const column_header *const header = page->data;
    *count = header->counts[column->element];
    return (const float *)((const uint8_t *)page->data +
                           slot_offset(graph, column->first, column->slot, header->counts));
}

loam_result loam_graph_get_column(loam_graph *graph, const char *name, int64_t page_x,
                                  int64_t page_z, const loam_page **page, const float **values,
                                  int32_t *count)
{
    LOAM_ASSERT(NULL, graph != NULL);
    LOAM_ASSERT(&graph->env, page != NULL && values != NULL && count != NULL);
    *page = NULL;
    const int32_t index = find_column(graph, name);
    if (index < 0)
    {
        return no_column(graph, name);
    }
    const loam_known_column *const column = &graph->columns[index];
    const loam_page_id id = {.stage = column->stage, .x = page_x, .z = page_z};
    const loam_result result = loam_pipeline_get(graph->pipeline, id, page);
    if (result != LOAM_OK)
    {
        return result;
    }
    *values = column_in(graph, column, *page, count);
    if (*values == NULL)
    {
        loam_pipeline_release(graph->pipeline, *page);
        *page = NULL;
        return loam_fail(
            LOAM_BAD_ARGUMENT,
            "graph %s: column '%s' is not there, its stage %s is switched off or makes "
            "smaller pages",
            graph->name, name, loam_pipeline_stage_name(graph->pipeline, column->stage));
    }
    return LOAM_OK;
}

// ---- views --------------------------------------------------------------------------------------------

const loam_graph_page *loam_graph_view_page(const loam_graph_view *view, int32_t page_dx,
                                            int32_t page_dz)
{
    const int32_t half = VIEW_SIDE / 2;
    if (page_dx >= -half && page_dx <= half && page_dz >= -half && page_dz <= half)
    {
        const loam_graph_page *const page = &view->pages[page_dz + half][page_dx + half];
        if (page->cell_count > 0)
        {
            return page;
        }
    }
    // Asking the slice fails the page that is being made.
    (void)loam_slice_page(view->slice, 0, view->slice->page_x + page_dx, 0,
                          view->slice->page_z + page_dz);
    return NULL;
}

static int32_t find_read(const loam_column_stage *stage, const char *name)
{
    for (int32_t i = 0; i < stage->read_count; i++)
    {
        if (strcmp(stage->graph->columns[stage->reads[i]].name, name) == 0)
        {
            return i;
        }
    }
    return -1;
}

const float *loam_graph_view_column(const loam_graph_view *view, const char *name, int32_t page_dx,
                                    int32_t page_dz)
{
    const loam_column_stage *const stage = view->stage;
    const int32_t read = find_read(stage, name);
    if (read < 0)
    {
        snprintf(view->failure, FAILURE_SIZE,
                 "it asked for column '%.40s', which it did not say it reads", name);
        return NULL;
    }
    const loam_page *const page = loam_slice_page(view->slice, stage->inputs[read],
                                                  view->slice->page_x + page_dx, 0,
                                                  view->slice->page_z + page_dz);
    if (page == NULL)
    {
        return NULL;
    }
    int32_t count;
    const float *const values = column_in(stage->graph, &stage->graph->columns[stage->reads[read]],
                                          page, &count);
    if (values == NULL)
    {
        snprintf(view->failure, FAILURE_SIZE,
                 "column '%.40s' is not there, its stage is switched off or makes smaller pages",
                 name);
    }
    return values;
}

// ---- running ------------------------------------------------------------------------------------------

static loam_result read_pages(loam_graph_view *view)
{
    const int32_t half = VIEW_SIDE / 2;
    int32_t count;
    const loam_page *const pages = loam_slice_pages(view->slice, 0, &count);
    for (int32_t i = 0; i < count; i++)
    {
        const int64_t x = pages[i].x - view->slice->page_x + half;
        const int64_t z = pages[i].z - view->slice->page_z + half;
        const loam_result result = loam_graph_read(&pages[i], &view->pages[z][x]);
        if (result != LOAM_OK)
        {
            return result;
        }
    }
    return LOAM_OK;
}

static loam_result run_columns(loam_slice *slice)
{
    const loam_column_stage *const stage = slice->user;
    char failure[FAILURE_SIZE] = "";
    loam_graph_view view = {.stage = stage, .slice = slice, .failure = failure};
    loam_result result = read_pages(&view);
    if (result != LOAM_OK)
    {
        return result;
    }
    column_header *const header = slice->out;
    count_elements(&view.pages[VIEW_SIDE / 2][VIEW_SIDE / 2], header->counts);
    float *out[LOAM_MAX_STAGE_COLUMNS];
    for (int32_t i = 0; i < stage->count; i++)
    {
        out[i] = (float *)((uint8_t *)slice->out +
                           slot_offset(stage->graph, stage->first, i, header->counts));
    }
    slice->out_size = slot_offset(stage->graph, stage->first, stage->count, header->counts);
    result = stage->run(&view, slice, out);
    return failure[0] != '\0' ? loam_fail(LOAM_BAD_ARGUMENT, "%s", failure) : result;
}

// ---- adding -------------------------------------------------------------------------------------------

static loam_result check_column(const loam_graph *graph, const loam_graph_column *column)
{
    static const char accepted[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    const char *const name = column->name == NULL ? "" : column->name;
    const size_t length = strlen(name);
    if (length < 1 || length > LOAM_MAX_COLUMN_NAME || strspn(name, accepted) != length)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "graph %s: column name '%.40s'; must be 1 to %d letters, digits, '_', "
                         "'-', '.'",
                         graph->name, name, LOAM_MAX_COLUMN_NAME);
    }
    if ((uint32_t)column->element > LOAM_GRAPH_VERTICES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "graph %s: column '%s' is on element %d; must be cells, edges or "
                         "vertices (0 to 2)",
                         graph->name, name, (int)column->element);
    }
    if (find_column(graph, name) >= 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "graph %s: there is a column '%s' already", graph->name,
                         name);
    }
    return LOAM_OK;
}

static loam_result check_room(const loam_graph *graph, int32_t count)
{
    if (graph->column_count + count > LOAM_MAX_GRAPH_COLUMNS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "graph %s: %d columns and %d more; must be at most %d",
                         graph->name, graph->column_count, count, LOAM_MAX_GRAPH_COLUMNS);
    }
    return LOAM_OK;
}

static loam_result check_number(const loam_graph *graph, const char *what, int32_t number,
                                int32_t low, int32_t high)
{
    if (number < low || number > high)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "graph %s: %s is %d; must be %d to %d", graph->name,
                         what, number, low, high);
    }
    return LOAM_OK;
}

static loam_result check_def(const loam_graph *graph, const loam_column_def *def)
{
    const int32_t columns = def->columns == NULL ? 0 : def->column_count;
    const int32_t reads = def->reads == NULL && def->read_count > 0 ? -1 : def->read_count;
    loam_result result = check_number(graph, "column_count", columns, 1, LOAM_MAX_STAGE_COLUMNS);
    if (result == LOAM_OK)
    {
        result = check_number(graph, "read_count", reads, 0, LOAM_MAX_STAGE_COLUMNS);
    }
    if (result == LOAM_OK)
    {
        result = check_number(graph, "reach", def->reach, 0, MAX_REACH);
    }
    if (result == LOAM_OK && (def->run == NULL || def->name == NULL))
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "graph %s: %s of a column stage is NULL", graph->name,
                           def->run == NULL ? "run" : "name");
    }
    return result != LOAM_OK ? result : check_room(graph, columns);
}

static void append(loam_graph *graph, const loam_graph_column *column, int32_t stage, int32_t first,
                   size_t offset)
{
    loam_known_column *const added = &graph->columns[graph->column_count];
    *added = (loam_known_column){.element = column->element,
                                 .stage = stage,
                                 .first = first,
                                 .slot = graph->column_count - first,
                                 .offset = offset};
    memcpy(added->name, column->name, strlen(column->name) + 1);
    graph->column_count++;
}

// The columns become known before their stage is, so that they are checked against each other too; if
// anything fails the caller forgets them.
static loam_result append_columns(loam_graph *graph, const loam_column_def *def)
{
    const int32_t first = graph->column_count;
    for (int32_t i = 0; i < def->column_count; i++)
    {
        const loam_result result = check_column(graph, &def->columns[i]);
        if (result != LOAM_OK)
        {
            return result;
        }
        append(graph, &def->columns[i], loam_pipeline_stage_count(graph->pipeline), first, 0);
    }
    return LOAM_OK;
}

// The inputs of a column stage: NAME.connect, and each stage that it reads columns of.
typedef struct inputs
{
    loam_stage_input list[LOAM_MAX_INPUTS];
    int32_t stages[LOAM_MAX_INPUTS];
    int32_t count;
} inputs;

// The input that is a stage; it is added if it is not there. -1 if there is no room.
static int32_t input_of(const loam_graph *graph, inputs *in, int32_t stage, int64_t reach)
{
    for (int32_t i = 0; i < in->count; i++)
    {
        if (in->stages[i] == stage)
        {
            return i;
        }
    }
    if (in->count == LOAM_MAX_INPUTS)
    {
        return -1;
    }
    in->stages[in->count] = stage;
    in->list[in->count] = (loam_stage_input){
        .stage = loam_pipeline_stage_name(graph->pipeline, stage), .reach = reach};
    return in->count++;
}

static loam_result find_reads(const loam_graph *graph, const loam_column_def *def, int32_t known,
                              loam_column_stage *stage, inputs *in)
{
    const int64_t reach = def->reach * graph->cell_size;
    (void)input_of(graph, in, graph->connect, reach);
    for (int32_t i = 0; i < def->read_count; i++)
    {
        const int32_t column = find_column(graph, def->reads[i]);
        if (column < 0 || column >= known)
        {
            return no_column(graph, def->reads[i]);
        }
        const int32_t input = input_of(graph, in, graph->columns[column].stage, reach);
        if (input < 0)
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "graph %s: stage '%.40s' reads columns of more than %d stages",
                             graph->name, def->name, LOAM_MAX_INPUTS - 1);
        }
        stage->reads[i] = column;
        stage->inputs[i] = input;
    }
    stage->read_count = def->read_count;
    return LOAM_OK;
}

static loam_result add_stage(loam_graph *graph, const loam_column_def *def, const inputs *in,
                             loam_column_stage *stage)
{
    // One letter more than a name may have: if it is too long, the pipeline says so.
    char name[LOAM_MAX_STAGE_NAME + 2];
    snprintf(name, sizeof name, "%s.%s", graph->name, def->name);
    loam_stage_def added = loam_default_stage_def();
    added.name = name;
    added.axes = LOAM_AXES_XZ;
    added.page_size = LOAM_GRAPH_SIDE * graph->cell_size;
    added.version = def->version;
    added.payload_size = slot_offset(graph, stage->first, stage->count, most_elements);
    added.scratch_size = def->scratch_size;
    added.inputs = in->list;
    added.input_count = in->count;
    added.parameters = def->parameters;
    added.parameters_size = def->parameters_size;
    added.run = run_columns;
    added.user = stage;
    return loam_pipeline_add(graph->pipeline, &added);
}

loam_result loam_graph_add_columns(loam_graph *graph, const loam_column_def *def)
{
    LOAM_ASSERT(NULL, graph != NULL);
    LOAM_ASSERT(&graph->env, def != NULL);
    loam_result result = check_def(graph, def);
    if (result != LOAM_OK)
    {
        return result;
    }
    const int32_t known = graph->column_count;
    loam_column_stage *const stage = &graph->stages[graph->stage_count];
    *stage = (loam_column_stage){
        .graph = graph, .run = def->run, .first = known, .count = def->column_count};
    inputs in = {.count = 0};
    result = append_columns(graph, def);
    if (result == LOAM_OK)
    {
        result = find_reads(graph, def, known, stage, &in);
    }
    if (result == LOAM_OK)
    {
        result = add_stage(graph, def, &in, stage);
    }
    if (result != LOAM_OK)
    {
        graph->column_count = known;
        return result;
    }
    graph->stage_count++;
    return LOAM_OK;
}

// Whether the pages of a stage are those of the graph and hold a column at the offset.
static loam_result check_holder(const loam_graph *graph, int32_t index, const char *column,
                                size_t offset)
{
    loam_stage_info stage;
    const loam_result result = loam_pipeline_stage_info(graph->pipeline, index, &stage);
    const int64_t size = LOAM_GRAPH_SIDE * graph->cell_size;
    if (result != LOAM_OK)
    {
        return result;
    }
    if (stage.axes != LOAM_AXES_XZ || stage.page_size != size)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "graph %s: stage %s has pages of %lld; must be %lld on axes XZ",
                         graph->name, stage.name, (long long)stage.page_size, (long long)size);
    }
    const size_t bytes = sizeof(float) * LOAM_GRAPH_SIDE *
                         (size_t)loam_graph_rows(graph->distributor);
    if (offset % sizeof(float) != 0 || offset > stage.payload_size ||
        bytes > stage.payload_size - offset)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "graph %s: column '%s' at byte %zu needs %zu bytes; the pages of stage %s "
                         "have %zu, and offsets are multiples of %zu",
                         graph->name, column, offset, bytes, stage.name, stage.payload_size,
                         sizeof(float));
    }
    return LOAM_OK;
}

loam_result loam_graph_register_column(loam_graph *graph, const char *stage,
                                       const loam_graph_column *column, size_t offset)
{
    LOAM_ASSERT(NULL, graph != NULL);
    LOAM_ASSERT(&graph->env, column != NULL);
    loam_result result = check_column(graph, column);
    if (result == LOAM_OK)
    {
        result = check_room(graph, 1);
    }
    if (result == LOAM_OK && column->element != LOAM_GRAPH_CELLS)
    {
        result = loam_fail(LOAM_BAD_ARGUMENT,
                           "graph %s: column '%s' is not on cells; others cannot be registered",
                           graph->name, column->name);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    const int32_t index = stage == NULL ? -1 : loam_pipeline_stage_index(graph->pipeline, stage);
    if (index < 0)
    {
        return loam_fail(LOAM_NOT_FOUND, "graph %s: there is no stage '%.40s' for column '%s'",
                         graph->name, stage == NULL ? "" : stage, column->name);
    }
    result = check_holder(graph, index, column->name, offset);
    if (result == LOAM_OK)
    {
        append(graph, column, index, -1, offset);
    }
    return result;
}
