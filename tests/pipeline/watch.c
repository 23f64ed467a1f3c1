// SPDX-License-Identifier: MIT
// Watching a pipeline: progress, counters, traces.
#include "check.h"
#include "toy.h"

#include "pipeline/pipeline.h"

#include <ctype.h>
#include <stdatomic.h>

// ---- progress ---------------------------------------------------------------------------------------

static void test_progress_grows_to_one(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 1, 0, 1 << 20, &jobs);
    const loam_region_def def = {.stage = TOY_JOIN, .load = 60, .keep = 60};
    loam_region *region;
    loam_stage_counters counters;
    for (int32_t stage = 0; stage < TOY_STAGES; stage++)
    {
        CHECK_OK(loam_pipeline_counters(pipeline, stage, &counters));
        CHECK_RANGE(counters.progress, 1, 1);
    }
    CHECK_OK(loam_region_create(pipeline, &def, 0, 0, 0, &region));
    CHECK_OK(loam_pipeline_counters(pipeline, TOY_JOIN, &counters));
    CHECK_RANGE(counters.progress, 0, 0);
    CHECK(counters.under_way > 30);
    float last[TOY_STAGES] = {0};
    int32_t between = 0;
    bool idle = false, computing = false;
    while (!idle)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 0, &idle));
        CHECK_OK(loam_pipeline_counters(pipeline, TOY_GROUND, &counters));
        computing = computing || counters.computed > 0;
        // Once the inputs are found, the total is known and progress only grows.
        for (int32_t stage = 0; stage <= TOY_JOIN && computing; stage++)
        {
            CHECK_OK(loam_pipeline_counters(pipeline, stage, &counters));
            CHECK_RANGE(counters.progress, last[stage], 1);
            last[stage] = counters.progress;
            between += counters.progress > 0.3f && counters.progress < 0.7f;
        }
    }
    CHECK(between > 50);
    for (int32_t stage = 0; stage <= TOY_JOIN; stage++)
    {
        CHECK_RANGE(last[stage], 1, 1);
        CHECK_OK(loam_pipeline_counters(pipeline, stage, &counters));
        CHECK_INT(counters.under_way, 0);
    }
    CHECK_INT(loam_pipeline_usage_now(pipeline).under_way, 0);
    loam_region_destroy(region);
    // What comes next begins at 0 again.
    CHECK_OK(loam_region_create(pipeline, &def, 5000, 0, 0, &region));
    CHECK_OK(loam_pipeline_counters(pipeline, TOY_JOIN, &counters));
    CHECK_RANGE(counters.progress, 0, 0);
    loam_region_destroy(region);
    toy_destroy(pipeline, jobs);
}

// ---- a reader of JSON, just to see that it is JSON --------------------------------------------------

static const char *skip_value(const char *at);

static const char *skip_text(const char *at)
{
    if (*at++ != '"')
    {
        return NULL;
    }
    while (*at != '"')
    {
        if (*at == '\0' || (unsigned char)*at < ' ')
        {
            return NULL;
        }
        at += *at == '\\' ? 2 : 1;
    }
    return at + 1;
}

static const char *skip_number(const char *at)
{
    at += *at == '-';
    if (!isdigit((unsigned char)*at) || (*at == '0' && isdigit((unsigned char)at[1])))
    {
        return NULL;
    }
    while (isdigit((unsigned char)*at))
    {
        at++;
    }
    if (*at == '.')
    {
        at++;
        if (!isdigit((unsigned char)*at))
        {
            return NULL;
        }
        while (isdigit((unsigned char)*at))
        {
            at++;
        }
    }
    return at;
}

static const char *skip_object(const char *at)
{
    at++;
    for (;;)
    {
        at = skip_text(at);
        if (at == NULL || *at++ != ':')
        {
            return NULL;
        }
        at = skip_value(at);
        if (at == NULL || (*at != ',' && *at != '}'))
        {
            return NULL;
        }
        if (*at++ == '}')
        {
            return at;
        }
    }
}

static const char *skip_value(const char *at)
{
    return *at == '{' ? skip_object(at) : *at == '"' ? skip_text(at) : skip_number(at);
}

static bool is_json(const char *text)
{
    const char *const end = skip_value(text);
    return end != NULL && *end == '\0';
}

static void test_the_reader_of_json(void)
{
    CHECK(is_json("{\"a\":1.5,\"b\":{\"c\":\"-3\"}}"));
    CHECK(!is_json("{\"a\":1.5,}"));
    CHECK(!is_json("{\"a\":1.5}x"));
    CHECK(!is_json("{\"a\":01}"));
    CHECK(!is_json("{\"a\":\"b}"));
    CHECK(!is_json("{a:1}"));
}

// ---- traces -----------------------------------------------------------------------------------------

typedef struct events
{
    atomic_int count;
    atomic_int bad;
    atomic_int slices[TOY_STAGES];
    atomic_int threads; // bits
} events;

static void on_trace(void *user, const loam_trace_event *event)
{
    events *const e = user;
    char text[400];
    const int length = loam_trace_format(event, text, sizeof text);
    const bool good = length > 0 && (size_t)length < sizeof text && is_json(text) &&
                      strstr(text, event->stage) != NULL && event->end_ns >= event->begin_ns;
    atomic_fetch_add(&e->count, 1);
    atomic_fetch_add(&e->bad, !good);
    atomic_fetch_add(&e->slices[event->id.stage], 1);
    atomic_fetch_or(&e->threads, 1 << event->thread);
}

static void check_trace(int32_t threads)
{
    events e = {0};
    const loam_env env = loam_default_env();
    loam_jobs *const jobs = toy_jobs(&env, threads);
    CHECK(jobs != NULL);
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env.jobs = jobs;
    def.trace = on_trace;
    def.trace_user = &e;
    loam_pipeline *pipeline;
    CHECK_OK(loam_pipeline_create(&def, &pipeline));
    CHECK_OK(toy_add(pipeline));
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, toy_id(TOY_DEEP, 0, 0, 0, 0), &page));
    loam_pipeline_release(pipeline, page);
    loam_stage_counters counters;
    CHECK_OK(loam_pipeline_counters(pipeline, TOY_ROUGH, &counters));
    CHECK_INT(atomic_load(&e.slices[TOY_ROUGH]), 3 * counters.computed);
    CHECK_INT(atomic_load(&e.slices[TOY_DEEP]), 2);
    CHECK_INT(atomic_load(&e.bad), 0);
    CHECK(atomic_load(&e.threads) < 1 << (threads + 1));
    loam_pipeline_destroy(pipeline);
    loam_jobs_destroy(jobs);
}

static void test_traces(void)
{
    check_trace(0);
    check_trace(2);
}

static void test_the_trace_format(void)
{
    const loam_trace_event event = {
        .stage = "slope",
        .id = {.stage = 1, .level = 2, .x = INT64_MIN, .y = 3, .z = -4},
        .slice = 5,
        .thread = 6,
        .begin_ns = 1234567,
        .end_ns = 2234572,
    };
    char text[400];
    const int length = loam_trace_format(&event, text, sizeof text);
    CHECK_TEXT(text,
               "{\"name\":\"slope\",\"cat\":\"slice\",\"ph\":\"X\",\"ts\":1234.567,"
               "\"dur\":1000.005,\"pid\":1,\"tid\":6,\"args\":{\"x\":\"-9223372036854775808\","
               "\"y\":\"3\",\"z\":\"-4\",\"level\":2,\"slice\":5}}");
    CHECK_INT(length, strlen(text));
    CHECK_INT(loam_trace_format(&event, NULL, 0), length);
    CHECK_INT(loam_trace_format(&event, text, 5), length);
    CHECK_TEXT(text, "{\"na");
    loam_trace_event odd = event;
    odd.stage = "a \"name\"\nof\\nobody";
    loam_trace_format(&odd, text, sizeof text);
    CHECK(is_json(text));
    odd.stage = NULL;
    loam_trace_format(&odd, text, sizeof text);
    CHECK(is_json(text));
}

int main(void)
{
    RUN(test_progress_grows_to_one);
    RUN(test_the_reader_of_json);
    RUN(test_traces);
    RUN(test_the_trace_format);
    return CHECK_DONE();
}
