// SPDX-License-Identifier: MIT
// As many stages as a pipeline may have: they work, what depends on what is known, and others can ask.
#include "check.h"

#include "loam/random.h"
#include "pipeline/pipeline.h"

#include <string.h>

static loam_result run_nothing(loam_slice *slice)
{
    slice->out_size = 0;
    return LOAM_OK;
}

static loam_pipeline *create(void)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.cache_bytes = 1 << 20;
    loam_pipeline *pipeline;
    CHECK_OK(loam_pipeline_create(&def, &pipeline));
    return pipeline;
}

static loam_stage_def plain(const char *name)
{
    loam_stage_def def = loam_default_stage_def();
    def.name = name;
    def.page_size = 16;
    def.payload_size = 8;
    def.run = run_nothing;
    return def;
}

static loam_result run_count(loam_slice *slice)
{
    uint64_t sum = 1;
    for (int32_t i = 0, count; i < *(const int32_t *)slice->parameters; i++)
    {
        const loam_page *const pages = loam_slice_pages(slice, i, &count);
        sum += count == 1 ? *(const uint64_t *)pages->data : 0;
    }
    memcpy(slice->out, &sum, sizeof sum);
    return LOAM_OK;
}

enum
{
    MOST_INPUTS = 3
};

/// Which stages one reads: two of those before it, the last of all the one right before it, too.
static int32_t pick_inputs(int32_t stage, uint64_t seed, int32_t inputs[MOST_INPUTS])
{
    int32_t count = 0;
    for (int32_t i = 0; i < 2 && stage > 0; i++)
    {
        const int32_t read = (int32_t)loam_random_below(seed, (uint64_t)(2 * stage + i),
                                                        (uint32_t)stage);
        if (count == 0 || inputs[0] != read)
        {
            inputs[count++] = read;
        }
    }
    const bool last = stage == LOAM_MAX_STAGES - 1;
    if (last && inputs[0] != stage - 1 && inputs[count - 1] != stage - 1)
    {
        inputs[count++] = stage - 1;
    }
    return count;
}

/// A stage that counts the ways that lead to it. Its strings are the caller's.
static loam_result add_counting(loam_pipeline *pipeline, int32_t stage, uint64_t seed, bool replace)
{
    char name[16], names[MOST_INPUTS][16];
    int32_t reads[MOST_INPUTS] = {0};
    loam_stage_input inputs[MOST_INPUTS];
    const int32_t count = pick_inputs(stage, seed, reads);
    for (int32_t i = 0; i < count; i++)
    {
        snprintf(names[i], sizeof names[i], "s%d", reads[i]);
        inputs[i] = (loam_stage_input){.stage = names[i]};
    }
    snprintf(name, sizeof name, "s%d", stage);
    loam_stage_def def = plain(name);
    def.run = run_count;
    def.inputs = inputs;
    def.input_count = count;
    def.parameters = &count;
    def.parameters_size = sizeof count;
    return replace ? loam_pipeline_replace(pipeline, &def) : loam_pipeline_add(pipeline, &def);
}

/// What depends on what, worked out from front to back, and how many ways there are.
typedef struct stage_graph
{
    bool depends[LOAM_MAX_STAGES][LOAM_MAX_STAGES];
    uint64_t ways[LOAM_MAX_STAGES];
} stage_graph;

static void work_out(stage_graph *graph, uint64_t seed, int32_t other, uint64_t other_seed)
{
    memset(graph, 0, sizeof *graph);
    for (int32_t i = 0; i < LOAM_MAX_STAGES; i++)
    {
        int32_t reads[MOST_INPUTS];
        const int32_t count = pick_inputs(i, i == other ? other_seed : seed, reads);
        graph->depends[i][i] = true;
        graph->ways[i] = 1;
        for (int32_t k = 0; k < count; k++)
        {
            graph->ways[i] += graph->ways[reads[k]];
            for (int32_t on = 0; on < LOAM_MAX_STAGES; on++)
            {
                graph->depends[i][on] = graph->depends[i][on] || graph->depends[reads[k]][on];
            }
        }
    }
}

static void check_graph(loam_pipeline *pipeline, const stage_graph *graph)
{
    int32_t wrong = 0;
    for (int32_t i = 0; i < LOAM_MAX_STAGES; i++)
    {
        for (int32_t on = 0; on < LOAM_MAX_STAGES; on++)
        {
            wrong += loam_pipeline_stage_depends(pipeline, i, on) != graph->depends[i][on];
        }
    }
    CHECK_INT(wrong, 0);
    const loam_page *page = NULL;
    const loam_page_id last = {.stage = LOAM_MAX_STAGES - 1, .x = 7};
    CHECK_OK(loam_pipeline_get(pipeline, last, &page));
    CHECK_U64(page != NULL ? *(const uint64_t *)page->data : 0, graph->ways[LOAM_MAX_STAGES - 1]);
    loam_pipeline_release(pipeline, page);
}

// As many as there may be, and what depends on what is known, also after one reads others than before.
static void test_as_many_stages_as_there_may_be_work(void)
{
    enum
    {
        OTHER = 60,
        SEED = 5,
        OTHER_SEED = 6
    };
    static stage_graph graph;
    loam_pipeline *const pipeline = create();
    for (int32_t i = 0; i < LOAM_MAX_STAGES; i++)
    {
        CHECK_OK(add_counting(pipeline, i, SEED, false));
    }
    const loam_stage_def more = plain("more");
    CHECK_INT(loam_pipeline_add(pipeline, &more), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "there are 256 stages; must be at most 256");
    CHECK_INT(loam_pipeline_stage_count(pipeline), LOAM_MAX_STAGES);
    work_out(&graph, SEED, -1, 0);
    check_graph(pipeline, &graph);
    CHECK_OK(add_counting(pipeline, OTHER, OTHER_SEED, true));
    static stage_graph before;
    before = graph;
    work_out(&graph, SEED, OTHER, OTHER_SEED);
    int32_t others = 0; // stages behind it that depend on others now
    for (int32_t i = OTHER + 1; i < LOAM_MAX_STAGES; i++)
    {
        others += memcmp(before.depends[i], graph.depends[i], sizeof graph.depends[i]) != 0;
    }
    CHECK(others > 3);
    check_graph(pipeline, &graph);
    CHECK(!loam_pipeline_stage_depends(pipeline, -1, 0));
    CHECK(!loam_pipeline_stage_depends(pipeline, 0, -1));
    CHECK(!loam_pipeline_stage_depends(pipeline, LOAM_MAX_STAGES, 0));
    CHECK(!loam_pipeline_stage_depends(pipeline, 0, LOAM_MAX_STAGES));
    CHECK(loam_pipeline_is_sound(pipeline));
    loam_pipeline_destroy(pipeline);
}

// A chain of all of them: the last page needs every other.
static void test_a_chain_of_all_stages(void)
{
    loam_pipeline *const pipeline = create();
    for (int32_t i = 0; i < LOAM_MAX_STAGES; i++)
    {
        char name[16], before[16];
        snprintf(name, sizeof name, "s%d", i);
        snprintf(before, sizeof before, "s%d", i - 1);
        const loam_stage_input input = {.stage = before};
        const int32_t count = i > 0;
        loam_stage_def def = plain(name);
        def.run = run_count;
        def.inputs = count ? &input : NULL;
        def.input_count = count;
        def.parameters = &count;
        def.parameters_size = sizeof count;
        CHECK_OK(loam_pipeline_add(pipeline, &def));
    }
    const loam_page *page = NULL;
    CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.stage = LOAM_MAX_STAGES - 1}, &page));
    CHECK_U64(page != NULL ? *(const uint64_t *)page->data : 0, LOAM_MAX_STAGES);
    loam_pipeline_release(pipeline, page);
    loam_pipeline_destroy(pipeline);
}

static void test_stages_are_described(void)
{
    loam_pipeline *const pipeline = create();
    const loam_stage_input input = {.stage = "a"};
    loam_stage_def a = plain("a"), b = plain("b");
    a.axes = b.axes = LOAM_AXES_XZ;
    b.page_size = 48;
    b.levels = 3;
    b.version = 77;
    b.payload_size = 1234;
    b.inputs = &input;
    b.input_count = 1;
    b.keep = true;
    a.levels = 3;
    CHECK_OK(loam_pipeline_add(pipeline, &a));
    CHECK_OK(loam_pipeline_add(pipeline, &b));
    loam_stage_info info = {0}, kept;
    CHECK_OK(loam_pipeline_stage_info(pipeline, 1, &info));
    CHECK(info.name == loam_pipeline_stage_name(pipeline, 1));
    CHECK_INT(info.axes, LOAM_AXES_XZ);
    CHECK_INT(info.page_size, 48);
    CHECK_INT(info.levels, 3);
    CHECK_INT(info.version, 77);
    CHECK_INT(info.payload_size, 1234);
    CHECK_INT(info.input_count, 1);
    CHECK(info.keep && info.enabled);
    CHECK_OK(loam_pipeline_set_enabled(pipeline, "b", false));
    CHECK_OK(loam_pipeline_stage_info(pipeline, 1, &info));
    CHECK(!info.enabled);
    kept = info;
    CHECK_INT(loam_pipeline_stage_info(pipeline, 2, &info), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(), "stage is 2; must be 0 to 1");
    CHECK_INT(loam_pipeline_stage_info(pipeline, -1, &info), LOAM_BAD_ARGUMENT);
    CHECK_INT(memcmp(&info, &kept, sizeof info), 0);
    CHECK_OK(loam_pipeline_stage_info(pipeline, 0, &info));
    CHECK_TEXT(info.name, "a");
    CHECK(!info.keep && info.input_count == 0);
    loam_pipeline_destroy(pipeline);
}

/// Pages of a stage depend on its parameters and on those of its inputs, level by level.
static void test_stages_have_an_identity(void)
{
    loam_pipeline *const pipeline = create();
    const loam_stage_input input = {.stage = "a"};
    uint64_t parameter = 1;
    loam_stage_def a = plain("a"), b = plain("b");
    a.parameters = &parameter;
    a.parameters_size = sizeof parameter;
    a.levels = b.levels = 2;
    b.inputs = &input;
    b.input_count = 1;
    CHECK_OK(loam_pipeline_add(pipeline, &a));
    CHECK_OK(loam_pipeline_add(pipeline, &b));
    const uint64_t first = loam_pipeline_stage_identity(pipeline, 1, 0);
    CHECK(first != 0 && first == loam_pipeline_stage_identity(pipeline, 1, 0));
    CHECK(first != loam_pipeline_stage_identity(pipeline, 1, 1));
    CHECK(first != loam_pipeline_stage_identity(pipeline, 0, 0));
    parameter = 2;
    CHECK_OK(loam_pipeline_set_parameters(pipeline, "a", &parameter, sizeof parameter));
    CHECK(first != loam_pipeline_stage_identity(pipeline, 1, 0));
    CHECK_U64(loam_pipeline_stage_identity(pipeline, 2, 0), 0);
    CHECK_U64(loam_pipeline_stage_identity(pipeline, -1, 0), 0);
    CHECK_U64(loam_pipeline_stage_identity(pipeline, 1, 2), 0);
    CHECK_U64(loam_pipeline_stage_identity(pipeline, 1, -1), 0);
    loam_pipeline_destroy(pipeline);
}

int main(void)
{
    RUN(test_as_many_stages_as_there_may_be_work);
    RUN(test_a_chain_of_all_stages);
    RUN(test_stages_are_described);
    RUN(test_stages_have_an_identity);
    return CHECK_DONE();
}
