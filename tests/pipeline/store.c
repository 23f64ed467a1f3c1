// SPDX-License-Identifier: MIT
// The back store: pages that were computed once are found again, and only where they belong.
#include "check.h"
#include "meter.h"
#include "toy.h"

#include "pipeline/pipeline.h"

enum
{
    SHELVES = 1024
};

// A store in memory. Its lists are only looked at by one thread at a time; see the jobs below.
typedef struct shelf
{
    bool used;
    uint64_t identity;
    size_t size;
    uint8_t bytes[TOY_MAX_PAYLOAD];
} shelf;

typedef struct store
{
    shelf shelves[SHELVES];
    atomic_flag busy;
    int32_t loads, saves;
    loam_result load_result, save_result; // instead of working, if not LOAM_OK
    size_t too_much;                      // bytes that load says it has beyond what it has
} store;

static void enter(store *s)
{
    while (atomic_flag_test_and_set(&s->busy))
    {
    }
}

static shelf *find(store *s, uint64_t identity)
{
    for (uint64_t i = 0; i < SHELVES; i++)
    {
        shelf *const at = &s->shelves[(identity + i) % SHELVES];
        if (!at->used || at->identity == identity)
        {
            return at;
        }
    }
    return NULL;
}

static loam_result load(void *user, uint64_t identity, const loam_page_id *id, void *data,
                        size_t capacity, size_t *size)
{
    store *const s = user;
    (void)id;
    enter(s);
    s->loads++;
    const shelf *const at = find(s, identity);
    loam_result result = s->load_result;
    if (result == LOAM_OK && !at->used)
    {
        result = LOAM_NOT_FOUND;
    }
    if (result == LOAM_OK && at->size <= capacity)
    {
        memcpy(data, at->bytes, at->size);
        *size = at->size + s->too_much;
    }
    atomic_flag_clear(&s->busy);
    return result == LOAM_IO ? loam_fail(LOAM_IO, "the disk is wet") : result;
}

static loam_result save(void *user, uint64_t identity, const loam_page_id *id, const void *data,
                        size_t size)
{
    store *const s = user;
    (void)id;
    enter(s);
    s->saves++;
    shelf *const at = find(s, identity);
    if (s->save_result == LOAM_OK)
    {
        *at = (shelf){.used = true, .identity = identity, .size = size};
        memcpy(at->bytes, size == 0 ? at->bytes : data, size);
    }
    atomic_flag_clear(&s->busy);
    return s->save_result == LOAM_OK ? LOAM_OK : loam_fail(s->save_result, "the disk is full");
}

static char log_text[512];
static int32_t log_count;

static void write_log(void *user, loam_log_level level, const char *message)
{
    (void)user;
    CHECK_INT(level, LOAM_LOG_WARNING);
    log_count++;
    snprintf(log_text, sizeof log_text, "%s", message);
}

static loam_pipeline *create(store *s, uint64_t seed, loam_jobs *jobs)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env.jobs = jobs;
    def.env.log.write = write_log;
    def.seed = seed;
    def.cache_bytes = 0;
    def.store = (loam_back_store){.load = load, .save = save, .user = s};
    loam_pipeline *pipeline;
    CHECK_OK(loam_pipeline_create(&def, &pipeline));
    for (int32_t stage = 0; stage < TOY_STAGES; stage++)
    {
        loam_stage_def stage_def = toy_stage(stage);
        stage_def.keep = stage == TOY_ROUGH || stage == TOY_JOIN;
        CHECK_OK(loam_pipeline_add(pipeline, &stage_def));
    }
    return pipeline;
}

static loam_stage_counters counters_of(loam_pipeline *pipeline, int32_t stage)
{
    loam_stage_counters counters;
    CHECK_OK(loam_pipeline_counters(pipeline, stage, &counters));
    return counters;
}

static void get_and_check(loam_pipeline *pipeline, const toy_model *model, loam_page_id id)
{
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, id, &page));
    CHECK(page != NULL && toy_matches(model, page));
    loam_pipeline_release(pipeline, page);
    CHECK(loam_pipeline_is_sound(pipeline));
}

static void check_round_trip(int32_t threads)
{
    static store s;
    memset(&s, 0, sizeof s);
    atomic_flag_clear(&s.busy);
    const toy_model model = toy_model_make(3);
    const loam_env env = loam_default_env();
    loam_jobs *const jobs = toy_jobs(&env, threads);
    CHECK(jobs != NULL);
    loam_pipeline *pipeline = create(&s, 3, jobs);
    get_and_check(pipeline, &model, toy_id(TOY_DEEP, 0, 0, 0, 0));
    const loam_stage_counters join = counters_of(pipeline, TOY_JOIN);
    CHECK_INT(join.computed, 9);
    CHECK_INT(join.saved, 9);
    CHECK_INT(join.loaded, 0);
    CHECK_INT(counters_of(pipeline, TOY_LEFT).saved, 0);
    CHECK_INT(s.saves, join.saved + counters_of(pipeline, TOY_ROUGH).saved);
    loam_pipeline_destroy(pipeline);

    // Another program, another day. What is behind the stored pages is not even asked for.
    const int32_t saves = s.saves, loads = s.loads;
    pipeline = create(&s, 3, jobs);
    get_and_check(pipeline, &model, toy_id(TOY_DEEP, 0, 0, 0, 0));
    CHECK_INT(counters_of(pipeline, TOY_JOIN).loaded, 9);
    CHECK_INT(counters_of(pipeline, TOY_JOIN).computed, 0);
    CHECK_INT(counters_of(pipeline, TOY_ROUGH).loaded, 0);
    CHECK_INT(counters_of(pipeline, TOY_GROUND).computed, 0);
    CHECK_INT(s.saves, saves);
    CHECK_INT(s.loads, loads + 9);
    loam_pipeline_destroy(pipeline);
    loam_jobs_destroy(jobs);
}

static void test_round_trip(void)
{
    check_round_trip(0);
    check_round_trip(2);
}

// A page of another seed, of other parameters, or of another version is never found.
static void test_identities(void)
{
    static store s;
    memset(&s, 0, sizeof s);
    atomic_flag_clear(&s.busy);
    toy_model model = toy_model_make(3);
    loam_pipeline *pipeline = create(&s, 3, NULL);
    const loam_page_id id = toy_id(TOY_JOIN, 0, 0, 0, 0);
    get_and_check(pipeline, &model, id);
    CHECK_INT(counters_of(pipeline, TOY_JOIN).computed, 1);
    get_and_check(pipeline, &model, id);
    CHECK_INT(counters_of(pipeline, TOY_JOIN).loaded, 1);

    model.parameters[TOY_LEFT].salt = 1; // an input of join, not itself kept
    toy_model_changed();
    CHECK_OK(toy_set_parameters(pipeline, TOY_LEFT, &model.parameters[TOY_LEFT]));
    get_and_check(pipeline, &model, id);
    CHECK_INT(counters_of(pipeline, TOY_JOIN).computed, 2);
    CHECK_INT(counters_of(pipeline, TOY_ROUGH).loaded, 16); // rough is as it was

    model.parameters[TOY_LEFT].salt = 0;
    toy_model_changed();
    CHECK_OK(toy_set_parameters(pipeline, TOY_LEFT, &model.parameters[TOY_LEFT]));
    get_and_check(pipeline, &model, id);
    CHECK_INT(counters_of(pipeline, TOY_JOIN).computed, 2);
    CHECK_INT(counters_of(pipeline, TOY_JOIN).loaded, 2);

    loam_stage_def def = toy_stage(TOY_JOIN);
    def.keep = true;
    def.version = 1;
    CHECK_OK(loam_pipeline_replace(pipeline, &def));
    get_and_check(pipeline, &model, id);
    CHECK_INT(counters_of(pipeline, TOY_JOIN).computed, 3);

    // Switched off, it neither asks the store nor tells it.
    const int32_t loads = s.loads, saves = s.saves;
    CHECK_OK(loam_pipeline_set_enabled(pipeline, "join", false));
    model.enabled[TOY_JOIN] = false;
    toy_model_changed();
    get_and_check(pipeline, &model, id);
    CHECK_INT(s.loads, loads);
    CHECK_INT(s.saves, saves);
    loam_pipeline_destroy(pipeline);

    toy_model_changed();
    const toy_model other = toy_model_make(4);
    pipeline = create(&s, 4, NULL);
    get_and_check(pipeline, &other, id);
    CHECK_INT(counters_of(pipeline, TOY_JOIN).loaded, 0);
    loam_pipeline_destroy(pipeline);
    toy_model_changed();
}

static void test_a_failing_store_changes_no_page(void)
{
    static store s;
    memset(&s, 0, sizeof s);
    atomic_flag_clear(&s.busy);
    const toy_model model = toy_model_make(3);
    loam_pipeline *const pipeline = create(&s, 3, NULL);
    const loam_page_id id = toy_id(TOY_ROUGH, 0, 1, -1, 0);
    log_count = 0;
    s.save_result = LOAM_IO;
    get_and_check(pipeline, &model, id);
    CHECK_INT(counters_of(pipeline, TOY_ROUGH).save_failures, 1);
    CHECK_INT(counters_of(pipeline, TOY_ROUGH).saved, 0);
    CHECK_INT(log_count, 1);
    CHECK_TEXT(log_text,
               "stage rough, page (1, -1, 0) level 0 could not be saved: the disk is full");
    s.save_result = LOAM_OK;
    get_and_check(pipeline, &model, id);
    CHECK_INT(counters_of(pipeline, TOY_ROUGH).saved, 1);

    s.load_result = LOAM_IO;
    get_and_check(pipeline, &model, id);
    CHECK_INT(counters_of(pipeline, TOY_ROUGH).computed, 3);
    CHECK_INT(log_count, 2);
    CHECK_CONTAINS(log_text, "stage rough, page (1, -1, 0) level 0 is computed anew");
    s.load_result = LOAM_OK;
    s.too_much = 1000;
    get_and_check(pipeline, &model, id);
    CHECK_INT(counters_of(pipeline, TOY_ROUGH).computed, 4);
    CHECK_INT(log_count, 3);
    CHECK_CONTAINS(log_text, "of at most 96");
    s.too_much = 0;
    get_and_check(pipeline, &model, id);
    CHECK_INT(counters_of(pipeline, TOY_ROUGH).loaded, 1);
    CHECK_INT(log_count, 3);
    loam_pipeline_destroy(pipeline);
}

// One of the two functions may be missing.
static void test_half_a_store(void)
{
    static store s;
    memset(&s, 0, sizeof s);
    atomic_flag_clear(&s.busy);
    const toy_model model = toy_model_make(3);
    loam_pipeline_def def = loam_default_pipeline_def();
    def.seed = 3;
    def.store = (loam_back_store){.save = save, .user = &s};
    for (int32_t half = 0; half < 2; half++)
    {
        loam_pipeline *pipeline;
        CHECK_OK(loam_pipeline_create(&def, &pipeline));
        for (int32_t stage = 0; stage < TOY_STAGES; stage++)
        {
            loam_stage_def stage_def = toy_stage(stage);
            stage_def.keep = true;
            CHECK_OK(loam_pipeline_add(pipeline, &stage_def));
        }
        get_and_check(pipeline, &model, toy_id(TOY_LEFT, 0, 0, 0, 0));
        CHECK_INT(counters_of(pipeline, TOY_LEFT).loaded, half);
        loam_pipeline_destroy(pipeline);
        def.store = (loam_back_store){.load = load, .user = &s};
    }
}

int main(void)
{
    RUN(test_round_trip);
    RUN(test_identities);
    RUN(test_a_failing_store_changes_no_page);
    RUN(test_half_a_store);
    return CHECK_DONE();
}
