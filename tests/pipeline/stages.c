// SPDX-License-Identifier: MIT
// Stages: what is refused and why, identities, switching off, replacing, parameters.
#include "check.h"
#include "toy.h"

#include "pipeline/pipeline.h"

#include <setjmp.h>

static loam_result run_nothing(loam_slice *slice)
{
    slice->out_size = 0;
    return LOAM_OK;
}

static loam_pipeline *create(void)
{
    const loam_pipeline_def def = loam_default_pipeline_def();
    loam_pipeline *pipeline;
    CHECK_OK(loam_pipeline_create(&def, &pipeline));
    return pipeline;
}

static loam_stage_def plain(const char *name)
{
    loam_stage_def def = loam_default_stage_def();
    def.name = name;
    def.page_size = 16;
    def.levels = 2;
    def.payload_size = 8;
    def.run = run_nothing;
    return def;
}

#define REFUSED(pipeline, def, result, message) \
    do \
    { \
        CHECK_INT(loam_pipeline_add(pipeline, &(def)), result); \
        CHECK_CONTAINS(loam_last_error(), message); \
    } while (0)

static void test_names(void)
{
    loam_pipeline *const pipeline = create();
    static const char *const bad[] = {
        NULL, "", "two words", "semi;colon", "quo\"te", "a_name_that_is_longer_than_accepted"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        const loam_stage_def def = plain(bad[i]);
        REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "must be 1 to 31 letters, digits");
    }
    const loam_stage_def good = plain("Good-1.0_x");
    CHECK_OK(loam_pipeline_add(pipeline, &good));
    REFUSED(pipeline, good, LOAM_BAD_ARGUMENT, "Good-1.0_x is there already");
    CHECK_INT(loam_pipeline_stage_count(pipeline), 1);
    CHECK_TEXT(loam_pipeline_stage_name(pipeline, 0), "Good-1.0_x");
    CHECK(loam_pipeline_stage_name(pipeline, 1) == NULL);
    CHECK(loam_pipeline_stage_name(pipeline, -1) == NULL);
    CHECK_INT(loam_pipeline_stage_index(pipeline, "Good-1.0_x"), 0);
    CHECK_INT(loam_pipeline_stage_index(pipeline, "good-1.0_x"), -1);
    loam_pipeline_destroy(pipeline);
}

static int32_t no_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    return level == 1 ? 0 : 1;
}

static void test_shapes(void)
{
    loam_pipeline *const pipeline = create();
    loam_stage_def def = plain("s");
    def.run = NULL;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "stage s: run is NULL");
    def = plain("s");
    def.axes = (loam_axes)7;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "axes are 7; must be XY, XZ or XYZ");
    def = plain("s");
    def.levels = 0;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "levels are 0; must be 1 to 24");
    def.levels = LOAM_MAX_LEVELS + 1;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "levels are 25");
    def = plain("s");
    def.page_size = 0;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "page size is 0; with 2 levels it must be 1 to");
    def.page_size = LOAM_MAX_EXTENT;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "page size is 1152921504606846976");
    def = plain("s");
    def.payload_size = LOAM_MAX_PAYLOAD + 1;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "payload size is 1073741825");
    def = plain("s");
    def.scratch_size = SIZE_MAX;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "scratch size is");
    def = plain("s");
    def.parameters_size = 4;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "4 bytes of parameters");
    def = plain("s");
    def.slice_count = no_slices;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "slice_count gave 0 for level 1");
    CHECK_INT(loam_pipeline_stage_count(pipeline), 0);
    loam_pipeline_destroy(pipeline);
}

// Only earlier stages can be named, so there is no way to write a cycle.
static void test_a_cycle_cannot_be_written(void)
{
    loam_pipeline *const pipeline = create();
    loam_stage_input input = {.stage = "a"};
    loam_stage_def def = plain("a");
    def.inputs = &input;
    def.input_count = 1;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "stage a: it cannot read itself");
    input.stage = "b";
    REFUSED(pipeline, def, LOAM_NOT_FOUND, "stage a: there is no earlier stage 'b'");
    input.stage = NULL;
    REFUSED(pipeline, def, LOAM_NOT_FOUND, "there is no earlier stage ''");
    def = plain("a");
    CHECK_OK(loam_pipeline_add(pipeline, &def));
    input.stage = "a";
    def = plain("b");
    def.inputs = &input;
    def.input_count = 1;
    CHECK_OK(loam_pipeline_add(pipeline, &def));
    // a, replaced by a stage that reads b, would close a circle.
    input.stage = "b";
    def.name = "a";
    CHECK_INT(loam_pipeline_replace(pipeline, &def), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "stage a: input b comes later");
    input.stage = "a";
    CHECK_INT(loam_pipeline_replace(pipeline, &def), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "it cannot read itself");
    loam_pipeline_destroy(pipeline);
}

static void test_inputs(void)
{
    loam_pipeline *const pipeline = create();
    loam_stage_def def = plain("flat");
    CHECK_OK(loam_pipeline_add(pipeline, &def));
    def = plain("solid");
    def.axes = LOAM_AXES_XYZ;
    CHECK_OK(loam_pipeline_add(pipeline, &def));

    loam_stage_input input = {.stage = "solid"};
    def = plain("s");
    def.inputs = &input;
    def.input_count = 1;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "input solid has pages along z");
    input.stage = "flat";
    def.axes = LOAM_AXES_XZ;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "input flat has pages along y");
    def.axes = LOAM_AXES_XY;
    input.reach = -1;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "reach into input flat is -1");
    input.reach = LOAM_MAX_EXTENT + 1;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "reach into input flat is");
    input.reach = 16 * 128;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "pages of input flat along an axis; must be");
    input.reach = LOAM_MAX_EXTENT;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "pages of input flat along an axis; must be");
    input = (loam_stage_input){.stage = "flat", .level = 2};
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "reads level 2 of input flat; must be 0 to 1");
    input = (loam_stage_input){.stage = "flat", .level = -2};
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "reads level -2 of input flat");
    input = (loam_stage_input){.stage = "flat", .last_level = 2};
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "at levels 0 to 2; must be 0 to 1");
    input = (loam_stage_input){.stage = "flat", .first_level = 1, .last_level = 0};
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "at levels 1 to 0");
    def.levels = 3;
    input = (loam_stage_input){.stage = "flat", .level = LOAM_SAME_LEVEL, .last_level = 2};
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "at level 2 it reads level 2 of input flat");
    input = (loam_stage_input){.stage = "flat"};
    def.input_count = LOAM_MAX_INPUTS + 1;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "9 inputs; must be 0 to 8");
    def.input_count = -1;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "-1 inputs");
    def.input_count = 1;
    def.inputs = NULL;
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "1 inputs; must be 0 to 8, 0 for NULL");
    CHECK_INT(loam_pipeline_stage_count(pipeline), 2);
    loam_pipeline_destroy(pipeline);
}

static void test_the_number_of_stages(void)
{
    loam_pipeline *const pipeline = create();
    for (int32_t i = 0; i <= LOAM_MAX_STAGES; i++)
    {
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        const loam_stage_def def = plain(name);
        CHECK_INT(loam_pipeline_add(pipeline, &def),
                  i < LOAM_MAX_STAGES ? LOAM_OK : LOAM_BAD_ARGUMENT);
    }
    CHECK_CONTAINS(loam_last_error(), "there are 256 stages; must be at most 256");
    loam_pipeline_destroy(pipeline);
}

static void test_ids(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 1, 0, 1000, &jobs);
    const loam_page *page;
#define BAD_ID(message, ...) \
    do \
    { \
        CHECK_INT(loam_pipeline_get(pipeline, (loam_page_id){__VA_ARGS__}, &page), \
                  LOAM_BAD_ARGUMENT); \
        CHECK_CONTAINS(loam_last_error(), message); \
        CHECK(page == NULL); \
        CHECK_INT(loam_pipeline_peek(pipeline, (loam_page_id){__VA_ARGS__}, &page), \
                  LOAM_BAD_ARGUMENT); \
    } while (0)
    BAD_ID("stage is 9; must be 0 to 8", .stage = TOY_STAGES);
    BAD_ID("stage is -1; must be 0 to 8", .stage = -1);
    BAD_ID("stage join: level is 2; must be 0 to 1", .stage = TOY_JOIN, .level = 2);
    BAD_ID("stage join: level is -1", .stage = TOY_JOIN, .level = -1);
    BAD_ID("stage join has no pages along z", .stage = TOY_JOIN, .z = 1);
    BAD_ID("stage plan has no pages along y", .stage = TOY_PLAN, .y = -1);
    BAD_ID("page coordinate x is 9223372036854775807", .stage = TOY_ROCK, .x = INT64_MAX);
    BAD_ID("page coordinate y is -9223372036854775808", .stage = TOY_ROCK, .y = INT64_MIN);
    BAD_ID("page coordinate z is 576460752303423488; at level 0 it must be -576460752303423488 "
           "to 576460752303423487",
           .stage = TOY_ROCK, .z = LOAM_WORLD_END / 8);
#undef BAD_ID
    toy_destroy(pipeline, jobs);
}

// At the very end of the world pages without inputs are made, and those whose reach goes on fail.
static void test_the_end_of_the_world(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 1, 0, 1000, &jobs);
    const toy_model model = toy_model_make(1);
    static const int32_t sides[] = {-1, 1};
    for (int32_t i = 0; i < 2; i++)
    {
        const int64_t last = LOAM_WORLD_END / 16;
        const loam_page *page;
        loam_page_id id = toy_id(TOY_GROUND, 0, sides[i] < 0 ? -last : last - 1, 0, 0);
        CHECK_OK(loam_pipeline_get(pipeline, id, &page));
        CHECK(toy_matches(&model, page));
        loam_pipeline_release(pipeline, page);
        const int64_t right = LOAM_WORLD_END / 32;
        id = toy_id(TOY_RIGHT, 0, sides[i] < 0 ? -right : right - 1, 0, 0);
        CHECK_INT(loam_pipeline_get(pipeline, id, &page), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), "input rough would be read beyond the end of the world");
        id.x -= sides[i];
        CHECK_OK(loam_pipeline_get(pipeline, id, &page));
        CHECK(toy_matches(&model, page));
        loam_pipeline_release(pipeline, page);
    }
    CHECK(loam_pipeline_is_sound(pipeline));
    toy_destroy(pipeline, jobs);
}

static uint64_t identity(loam_pipeline *pipeline, int32_t stage, int32_t level)
{
    const loam_page_id id = toy_id(stage, level, 1, 2, 3);
    return loam_stage_page_identity(&pipeline->stages[stage], &id);
}

static void get_and_check(loam_pipeline *pipeline, const toy_model *model, loam_page_id id)
{
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, id, &page));
    CHECK(toy_matches(model, page));
    loam_pipeline_release(pipeline, page);
}

// Parameters change the identity of a stage and of all that depend on it, and of nothing else.
static void test_parameters(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 5, 0, 1 << 20, &jobs);
    toy_model model = toy_model_make(5);
    get_and_check(pipeline, &model, toy_id(TOY_DEEP, 0, 0, 0, 0));
    uint64_t before[TOY_STAGES];
    for (int32_t i = 0; i < TOY_STAGES; i++)
    {
        before[i] = identity(pipeline, i, 0);
        for (int32_t k = 0; k < i; k++)
        {
            CHECK(before[i] != before[k]);
        }
    }
    CHECK(identity(pipeline, TOY_JOIN, 0) != identity(pipeline, TOY_JOIN, 1));

    model.parameters[TOY_RIGHT].salt = 9;
    toy_model_changed();
    CHECK_OK(toy_set_parameters(pipeline, TOY_RIGHT, &model.parameters[TOY_RIGHT]));
    for (int32_t i = 0; i < TOY_STAGES; i++)
    {
        const bool depends = i == TOY_RIGHT || i == TOY_JOIN || i == TOY_DEEP || i == TOY_ROCK ||
                             i == TOY_LATE;
        CHECK_INT(identity(pipeline, i, 0) != before[i], depends);
        const loam_page *page;
        const loam_result there = loam_pipeline_peek(pipeline, toy_id(i, 0, 0, 0, 0), &page);
        CHECK_INT(there, depends || i == TOY_ROCK ? LOAM_NOT_FOUND : LOAM_OK);
        loam_pipeline_release(pipeline, page);
    }
    get_and_check(pipeline, &model, toy_id(TOY_DEEP, 0, 0, 0, 0));
    CHECK(loam_pipeline_is_sound(pipeline));

    model.parameters[TOY_RIGHT].salt = 0;
    toy_model_changed();
    CHECK_OK(toy_set_parameters(pipeline, TOY_RIGHT, &model.parameters[TOY_RIGHT]));
    for (int32_t i = 0; i < TOY_STAGES; i++)
    {
        CHECK_U64(identity(pipeline, i, 0), before[i]);
    }
    get_and_check(pipeline, &model, toy_id(TOY_DEEP, 0, 0, 0, 0));
    toy_destroy(pipeline, jobs);
}

static void test_parameters_are_refused(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 5, 0, 1 << 20, &jobs);
    const toy_parameters parameters = {.salt = 1};
    CHECK_INT(loam_pipeline_set_parameters(pipeline, "join", &parameters, 3), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "stage join: 3 bytes of parameters; must be 32");
    CHECK_INT(loam_pipeline_set_parameters(pipeline, "join", NULL, 32), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_pipeline_set_parameters(pipeline, "noin", &parameters, 3), LOAM_NOT_FOUND);
    CHECK_TEXT(loam_last_error(), "there is no stage 'noin'; must be one of ground, rough, left, "
                                  "right, join, plan, deep, rock, late");
    CHECK_INT(loam_pipeline_set_delay(pipeline, "x", 5), LOAM_NOT_FOUND);

    // While a page is pinned, what it depends on stays; what it does not may change.
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, toy_id(TOY_LEFT, 0, 0, 0, 0), &page));
    CHECK_INT(toy_set_parameters(pipeline, TOY_ROUGH, &parameters), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(),
                   "stage rough cannot change now: a page that depends on it is pinned");
    CHECK_OK(toy_set_parameters(pipeline, TOY_RIGHT, &parameters));
    loam_pipeline_release(pipeline, page);
    CHECK_OK(toy_set_parameters(pipeline, TOY_ROUGH, &parameters));

    // While something is under way, nothing may.
    const loam_region_def def = {.stage = TOY_JOIN, .load = 10, .keep = 10};
    loam_region *region;
    CHECK_OK(loam_region_create(pipeline, &def, 0, 0, 0, &region));
    CHECK_INT(toy_set_parameters(pipeline, TOY_PLAN, &parameters), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "stage plan cannot change now: 4 pages are under way");
    CHECK_INT(loam_pipeline_set_enabled(pipeline, "join", false), LOAM_BAD_ARGUMENT);
    loam_region_destroy(region);
    CHECK_OK(toy_set_parameters(pipeline, TOY_PLAN, &parameters));
    toy_destroy(pipeline, jobs);
}

static uint64_t computed(loam_pipeline *pipeline, int32_t stage)
{
    loam_stage_counters counters;
    CHECK_OK(loam_pipeline_counters(pipeline, stage, &counters));
    return counters.computed;
}

static void test_switched_off(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 6, 0, 1 << 20, &jobs);
    toy_model model = toy_model_make(6);
    const loam_page *page;
    const uint64_t on = identity(pipeline, TOY_JOIN, 0);
    CHECK_OK(loam_pipeline_set_enabled(pipeline, "rough", false));
    model.enabled[TOY_ROUGH] = false;
    toy_model_changed();
    CHECK(identity(pipeline, TOY_JOIN, 0) != on);
    get_and_check(pipeline, &model, toy_id(TOY_JOIN, 0, 3, 3, 0));
    CHECK_OK(loam_pipeline_get(pipeline, toy_id(TOY_ROUGH, 0, 3, 3, 0), &page));
    CHECK(page->data == NULL && page->size == 0);
    loam_pipeline_release(pipeline, page);
    CHECK_INT(computed(pipeline, TOY_ROUGH), 0);
    CHECK_INT(computed(pipeline, TOY_GROUND), 0);

    CHECK_OK(loam_pipeline_set_enabled(pipeline, "rough", false)); // no change
    CHECK_OK(loam_pipeline_set_enabled(pipeline, "rough", true));
    model.enabled[TOY_ROUGH] = true;
    toy_model_changed();
    CHECK_U64(identity(pipeline, TOY_JOIN, 0), on);
    get_and_check(pipeline, &model, toy_id(TOY_JOIN, 0, 3, 3, 0));
    CHECK(computed(pipeline, TOY_GROUND) > 0);
    CHECK(loam_pipeline_is_sound(pipeline));
    toy_destroy(pipeline, jobs);
}

static loam_result run_ones(loam_slice *slice)
{
    memset(slice->out, 1, slice->out_size);
    return LOAM_OK;
}

static void test_replacing(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 6, 0, 1 << 20, &jobs);
    const toy_model model = toy_model_make(6);
    const loam_page *page;
    get_and_check(pipeline, &model, toy_id(TOY_LEFT, 0, 0, 0, 0));
    const uint64_t before = identity(pipeline, TOY_LEFT, 0);
    loam_stage_def def = toy_stage(TOY_ROUGH);
    def.run = run_ones;
    def.version = 2;
    CHECK_OK(loam_pipeline_replace(pipeline, &def));
    CHECK(identity(pipeline, TOY_LEFT, 0) != before);
    CHECK_INT(loam_pipeline_peek(pipeline, toy_id(TOY_LEFT, 0, 0, 0, 0), &page), LOAM_NOT_FOUND);
    CHECK_OK(loam_pipeline_peek(pipeline, toy_id(TOY_GROUND, 0, 0, 0, 0), &page));
    loam_pipeline_release(pipeline, page);
    CHECK_OK(loam_pipeline_get(pipeline, toy_id(TOY_ROUGH, 0, 0, 0, 0), &page));
    CHECK_INT(page->size, TOY_MAX_PAYLOAD);
    CHECK_INT(((const uint8_t *)page->data)[95], 1);
    loam_pipeline_release(pipeline, page);
    CHECK_OK(loam_pipeline_get(pipeline, toy_id(TOY_LEFT, 0, 0, 0, 0), &page));
    CHECK(!toy_matches(&model, page));
    CHECK_INT(loam_pipeline_replace(pipeline, &def), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "is pinned");
    loam_pipeline_release(pipeline, page);

    def.page_size = 25;
    CHECK_INT(loam_pipeline_replace(pipeline, &def), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "page size 24 and levels 3 must stay");
    def = toy_stage(TOY_ROUGH);
    def.name = "smooth";
    CHECK_INT(loam_pipeline_replace(pipeline, &def), LOAM_NOT_FOUND);
    def = toy_stage(TOY_ROUGH);
    CHECK_OK(loam_pipeline_replace(pipeline, &def));
    CHECK_U64(identity(pipeline, TOY_LEFT, 0), before);
    get_and_check(pipeline, &model, toy_id(TOY_LEFT, 0, 0, 0, 0));

    def.name = "late";
    REFUSED(pipeline, def, LOAM_BAD_ARGUMENT, "pages have been requested");
    toy_destroy(pipeline, jobs);
}

// Looking further, or along other axes, makes other pages.
static void test_reach_and_axes_are_part_of_the_identity(void)
{
    uint64_t known[4];
    for (int32_t i = 0; i < 4; i++)
    {
        loam_pipeline *const pipeline = create();
        const loam_stage_input input = {.stage = "a", .reach = i == 1 ? 2 : 1};
        loam_stage_def a = plain("a"), b = plain("b");
        a.axes = b.axes = i == 2 ? LOAM_AXES_XZ : LOAM_AXES_XY;
        b.axes = i == 3 ? LOAM_AXES_XYZ : b.axes;
        b.inputs = &input;
        b.input_count = 1;
        CHECK_OK(loam_pipeline_add(pipeline, &a));
        CHECK_OK(loam_pipeline_add(pipeline, &b));
        const loam_page_id id = {.stage = 1, .x = 1};
        known[i] = loam_stage_page_identity(&pipeline->stages[1], &id);
        for (int32_t k = 0; k < i; k++)
        {
            CHECK(known[i] != known[k]);
        }
        loam_pipeline_destroy(pipeline);
    }
}

static void test_a_long_list_of_stages_is_cut(void)
{
    loam_pipeline *const pipeline = create();
    for (int32_t i = 0; i < LOAM_MAX_STAGES; i++)
    {
        char name[LOAM_MAX_STAGE_NAME + 1];
        snprintf(name, sizeof name, "a-stage-with-a-long-name-%d", i);
        const loam_stage_def def = plain(name);
        CHECK_OK(loam_pipeline_add(pipeline, &def));
    }
    CHECK_INT(loam_pipeline_set_delay(pipeline, "x", 1), LOAM_NOT_FOUND);
    CHECK_CONTAINS(loam_last_error(), "a-stage-with-a-long-name-4, ...");
    loam_pipeline_destroy(pipeline);
}

#ifndef LOAM_NO_ASSERT

static jmp_buf back;
static int32_t bugs;

static void jump_back(void *user, const char *condition, const char *file, int line)
{
    (void)user;
    (void)condition;
    (void)file;
    (void)line;
    bugs++;
    longjmp(back, 1);
}

#define IS_A_BUG(call) \
    do \
    { \
        if (setjmp(back) == 0) \
        { \
            (void)(call); \
            CHECK_REPORT(false, "%s returned", #call); \
        } \
    } while (0)

static void test_null_is_a_bug(void)
{
    static loam_pipeline *pipeline;
    static loam_pipeline_def def;
    static loam_stage_def stage;
    static const loam_page *page;
    static loam_region *region;
    def = loam_default_pipeline_def();
    def.env.assertion = (loam_assert_hook){jump_back, NULL};
    stage = plain("s");
    bugs = 0;
    CHECK_OK(loam_pipeline_create(&def, &pipeline));
    CHECK_OK(loam_pipeline_add(pipeline, &stage));
    IS_A_BUG(loam_pipeline_create(&def, NULL));
    IS_A_BUG(loam_pipeline_add(pipeline, NULL));
    IS_A_BUG(loam_pipeline_replace(pipeline, NULL));
    IS_A_BUG(loam_pipeline_set_parameters(pipeline, NULL, NULL, 0));
    IS_A_BUG(loam_pipeline_set_enabled(pipeline, NULL, true));
    IS_A_BUG(loam_pipeline_set_delay(pipeline, NULL, 0));
    IS_A_BUG(loam_pipeline_stage_index(pipeline, NULL));
    IS_A_BUG(loam_pipeline_get(pipeline, (loam_page_id){0}, NULL));
    IS_A_BUG(loam_pipeline_peek(pipeline, (loam_page_id){0}, NULL));
    IS_A_BUG(loam_pipeline_counters(pipeline, 0, NULL));
    IS_A_BUG(loam_region_create(pipeline, NULL, 0, 0, 0, &region));
    IS_A_BUG(loam_region_create(pipeline, &(loam_region_def){0}, 0, 0, 0, NULL));
    CHECK_INT(bugs, 12);
    // Nothing is locked or lost.
    CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){0}, &page));
    loam_pipeline_release(pipeline, page);
    loam_pipeline_destroy(pipeline);
}

static loam_region *dying;

static void destroy_once_more(void *user, const loam_page *page)
{
    (void)user;
    (void)page;
    if (setjmp(back) == 0)
    {
        loam_region_destroy(dying);
        CHECK_REPORT(false, "a region was destroyed twice");
    }
}

static void test_destroying_a_dying_region_is_a_bug(void)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env.assertion = (loam_assert_hook){jump_back, NULL};
    loam_pipeline *pipeline;
    CHECK_OK(loam_pipeline_create(&def, &pipeline));
    const loam_stage_def stage = plain("s");
    CHECK_OK(loam_pipeline_add(pipeline, &stage));
    const loam_region_def region_def = {.leave = destroy_once_more};
    bugs = 0;
    CHECK_OK(loam_region_create(pipeline, &region_def, 0, 0, 0, &dying));
    CHECK_OK(loam_pipeline_pump(pipeline, 1000000, NULL));
    loam_region_destroy(dying);
    CHECK_INT(bugs, 1);
    loam_pipeline_destroy(pipeline);
}

#endif

int main(void)
{
#ifndef LOAM_NO_ASSERT
    RUN(test_null_is_a_bug);
    RUN(test_destroying_a_dying_region_is_a_bug);
#endif
    RUN(test_reach_and_axes_are_part_of_the_identity);
    RUN(test_a_long_list_of_stages_is_cut);
    RUN(test_names);
    RUN(test_shapes);
    RUN(test_a_cycle_cannot_be_written);
    RUN(test_inputs);
    RUN(test_the_number_of_stages);
    RUN(test_ids);
    RUN(test_the_end_of_the_world);
    RUN(test_parameters);
    RUN(test_parameters_are_refused);
    RUN(test_switched_off);
    RUN(test_replacing);
    return CHECK_DONE();
}
