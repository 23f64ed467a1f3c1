// SPDX-License-Identifier: MIT
// Graphs and columns that cannot be, stages that ask for more than they said, pages that are none of a graph,
// and running out of memory: messages say what is wrong, and all else stays as it was.
#include "base/counting.h"
#include "check.h"
#include "graph_fixture.h"

#include <stdlib.h>

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
    refuse_def(def, "cell size is 1000; must be a power of two from 1 to 2^40");
    def.cell_size = 0;
    refuse_def(def, "cell size is 0");
    def.cell_size = (int64_t)1 << 41;
    refuse_def(def, "a power of two");
    def = loam_default_graph_def();
    def.name = "sixteen-letters-";
    refuse_def(def, "graph name 'sixteen-letters-'; must be 1 to 15 letters");
    def.name = NULL;
    refuse_def(def, "graph name ''");
    def.name = "a b";
    refuse_def(def, "stage name is 'a b.sites'");
    def = loam_default_graph_def();
    def.distributor = LOAM_DISTRIBUTOR_COUNT;
    refuse_def(def, "distributor is 6; must be 0 to 5");
}

static void test_a_name_is_used_once_and_room_is_limited(void)
{
    graph_world world = graph_world_make(LOAM_SITES_SQUARES, 0, 0);
    const loam_env env = loam_default_env();
    loam_graph_def def = loam_default_graph_def();
    enum
    {
        NEEDED = 9 // stages of one of the others
    };
    loam_graph *others[LOAM_MAX_STAGES / NEEDED + 1];
    int32_t count = 0;
    CHECK_INT(loam_graph_create(world.pipeline, &env, &def, &others[0]), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "graph.sites is there already");
    for (; count <= LOAM_MAX_STAGES / NEEDED; count++)
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
    CHECK_INT(count, (LOAM_MAX_STAGES - 4) / NEEDED);
    CHECK_CONTAINS(loam_last_error(), "it needs 9 stages, and there are 256 of at most 256");
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
        .name = "good", .columns = &good_column, .column_count = 1, .run = graph_column_run_value};
}

static void refuse_columns(graph_world *world, const loam_column_def *def, loam_result result,
                           const char *message)
{
    const int32_t stages = loam_pipeline_stage_count(world->pipeline);
    CHECK_INT(loam_graph_add_columns(world->graph, def), result);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK_INT(loam_pipeline_stage_count(world->pipeline), stages);
    CHECK(loam_graph_column_name(world->graph, GRAPH_COLUMNS, NULL) == NULL);
}

static void test_bad_columns_are_refused(void)
{
    graph_world world = graph_world_make(LOAM_SITES_SQUARES, 0, 0);
    graph_world_add_columns(&world);
    loam_column_def def = good_def();
    def.column_count = 17;
    refuse_columns(&world, &def, LOAM_BAD_ARGUMENT, "column_count is 17; must be 1 to 16");
    def = good_def();
    def.columns = NULL;
    refuse_columns(&world, &def, LOAM_BAD_ARGUMENT, "column_count is 0");
    def = good_def();
    def.reach = 65;
    refuse_columns(&world, &def, LOAM_BAD_ARGUMENT, "reach is 65; must be 0 to 64");
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
    refuse_columns(&world, &def, LOAM_BAD_ARGUMENT, "must be 1 to 31 letters");
    def.name = "mean";
    refuse_columns(&world, &def, LOAM_BAD_ARGUMENT, "graph.mean is there already");
    static const loam_graph_column bad[][2] = {{{"a", 0}, {"b c", 0}},
                                               {{"a", 0}, {"a", 0}},
                                               {{"a", 0}, {"value", 0}},
                                               {{"a", 0}, {"b", (loam_graph_element)3}},
                                               {{"a", 0}, {"twenty-four-letters-long", 0}}};
    static const char *const messages[] = {"column name 'b c'", "a column 'a' already",
                                           "a column 'value' already", "on element 3",
                                           "must be 1 to 23 letters"};
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
    graph_world_add_columns(&world);
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
    for (int32_t i = GRAPH_COLUMNS + 1; i < LOAM_MAX_GRAPH_COLUMNS; i++)
    {
        snprintf(name, sizeof name, "c%d", (int)i);
        CHECK_OK(loam_graph_register_column(graph, "plain", &column, 0));
    }
    snprintf(name, sizeof name, "c");
    CHECK_INT(loam_graph_register_column(graph, "plain", &column, 0), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "128 columns and 1 more; must be at most 128");
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
    graph_world_add_columns(&world);
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

    // Of the right stage, but cut, longer, or with another first byte.
    graph_square square = graph_square_hold(&world, 0, 0, 1);
    loam_page broken = *square.held[0][0];
    uint8_t *const copy = malloc(broken.size);
    memcpy(copy, broken.data, broken.size);
    broken.data = copy;
    CHECK_OK(loam_graph_read(&broken, &out));
    broken.size -= 64;
    CHECK_INT(loam_graph_read(&broken, &out), LOAM_BAD_ARGUMENT);
    broken.size += 128;
    CHECK_INT(loam_graph_read(&broken, &out), LOAM_BAD_ARGUMENT);
    broken.size -= 64;
    CHECK_OK(loam_graph_read(&broken, &out));
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
    RUN(test_bad_graphs_are_refused);
    RUN(test_a_name_is_used_once_and_room_is_limited);
    RUN(test_bad_columns_are_refused);
    RUN(test_bad_registrations_are_refused);
    RUN(test_stages_see_what_they_declared);
    RUN(test_pages_of_others_are_not_read);
    RUN(test_running_out_of_memory_leaks_nothing);
    return CHECK_DONE();
}
