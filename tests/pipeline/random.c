// SPDX-License-Identifier: MIT
// Random operations on a pipeline, compared with the plain model after each.
#include "check.h"
#include "meter.h"
#include "toy.h"

#include "pipeline/pipeline.h"

#include <stdlib.h>

enum
{
    REGIONS = 3,
    PINNED = 12,
    OPERATIONS = 250,
};

typedef struct game
{
    uint64_t seed, draw;
    loam_pipeline *pipeline;
    toy_model model;
    loam_region *regions[REGIONS];
    int32_t present[REGIONS]; // pages that came and did not leave
    const loam_page *pinned[PINNED];
    bool broken; // pages may fail
    int32_t matched, failed, refused, came;
} game;

typedef struct seat
{
    game *g;
    int32_t region;
} seat;

static seat seats[REGIONS];

static int64_t draw(game *g, int64_t first, int64_t last)
{
    return loam_random_range(g->seed, g->draw++, first, last);
}

static const int32_t levels[TOY_STAGES] = {3, 3, 2, 2, 2, 1, 1, 1, 2};

static loam_page_id draw_id(game *g)
{
    const int32_t stage = (int32_t)draw(g, 0, TOY_STAGES - 1);
    return toy_id(stage, (int32_t)draw(g, 0, levels[stage] - 1), draw(g, -3, 3), draw(g, -3, 3),
                  draw(g, -3, 3));
}

static void on_ready(void *user, const loam_page *page)
{
    const seat *const s = user;
    s->g->present[s->region]++;
    s->g->came++;
    CHECK(toy_matches(&s->g->model, page));
}

static void on_leave(void *user, const loam_page *page)
{
    const seat *const s = user;
    s->g->present[s->region]--;
    CHECK(toy_matches(&s->g->model, page));
}

static void on_failed(void *user, loam_page_id id, loam_result result, const char *message)
{
    const seat *const s = user;
    uint8_t bytes[TOY_MAX_PAYLOAD];
    size_t size;
    CHECK(!toy_model_page(&s->g->model, id, bytes, &size));
    CHECK_INT(result, LOAM_FAILED);
    CHECK_CONTAINS(message, "broke");
    s->g->failed++;
}

static void do_get(game *g)
{
    const loam_page_id id = draw_id(g);
    const int32_t slot = (int32_t)draw(g, 0, PINNED - 1);
    uint8_t bytes[TOY_MAX_PAYLOAD];
    size_t size;
    const loam_page *page;
    const bool expected = toy_model_page(&g->model, id, bytes, &size);
    CHECK_INT(loam_pipeline_get(g->pipeline, id, &page), expected ? LOAM_OK : LOAM_FAILED);
    loam_pipeline_release(g->pipeline, g->pinned[slot]);
    g->pinned[slot] = page;
    g->matched += expected;
    g->failed += !expected;
    CHECK(page == NULL || toy_matches(&g->model, page));
}

static void do_peek(game *g)
{
    const loam_page *page;
    if (loam_pipeline_peek(g->pipeline, draw_id(g), &page) == LOAM_OK)
    {
        CHECK(toy_matches(&g->model, page));
        loam_pipeline_release(g->pipeline, page);
    }
}

static void do_release(game *g)
{
    const int32_t slot = (int32_t)draw(g, 0, PINNED - 1);
    loam_pipeline_release(g->pipeline, g->pinned[slot]);
    g->pinned[slot] = NULL;
}

static void destroy_region(game *g, int32_t region)
{
    loam_region_destroy(g->regions[region]);
    g->regions[region] = NULL;
    CHECK_INT(g->present[region], 0);
}

static void do_region(game *g)
{
    const int32_t region = (int32_t)draw(g, 0, REGIONS - 1);
    const int64_t x = draw(g, -60, 60), y = draw(g, -60, 60), z = draw(g, -60, 60);
    if (g->regions[region] == NULL)
    {
        const int32_t stage = (int32_t)draw(g, 0, TOY_STAGES - 1);
        const int64_t load = draw(g, 0, stage >= TOY_DEEP ? 12 : 40);
        const loam_region_def def = {.stage = stage,
                                     .level = (int32_t)draw(g, 0, levels[stage] - 1),
                                     .load = load,
                                     .keep = load + draw(g, 0, 20),
                                     .ready = on_ready,
                                     .leave = on_leave,
                                     .failed = on_failed,
                                     .user = &seats[region]};
        CHECK_OK(loam_region_create(g->pipeline, &def, x, y, z, &g->regions[region]));
        return;
    }
    if (draw(g, 0, 3) == 0)
    {
        destroy_region(g, region);
        return;
    }
    CHECK_OK(loam_region_move(g->regions[region], x, y, z));
}

static void do_pump(game *g)
{
    const int64_t pumps = draw(g, 0, 40);
    for (int64_t i = 0; i < pumps; i++)
    {
        CHECK_OK(loam_pipeline_pump(g->pipeline, (uint64_t)draw(g, 0, 30), NULL));
    }
}

// Changes are refused while something is under way or pinned, and work otherwise.
static void do_change(game *g)
{
    const int32_t stage = (int32_t)draw(g, 0, TOY_STAGES - 1);
    loam_result result;
    if (draw(g, 0, 1) == 0)
    {
        const bool enabled = draw(g, 0, 3) > 0;
        result = loam_pipeline_set_enabled(g->pipeline,
                                           loam_pipeline_stage_name(g->pipeline, stage), enabled);
        g->model.enabled[stage] = result == LOAM_OK ? enabled : g->model.enabled[stage];
    }
    else
    {
        const toy_parameters parameters = {.salt = (uint64_t)draw(g, 0, 2),
                                           .fail_x = (uint64_t)draw(g, -3, 3),
                                           .fail = draw(g, 0, 5) == 0};
        result = toy_set_parameters(g->pipeline, stage, &parameters);
        g->model.parameters[stage] = result == LOAM_OK ? parameters : g->model.parameters[stage];
    }
    CHECK(result == LOAM_OK || result == LOAM_BAD_ARGUMENT);
    g->refused += result != LOAM_OK;
    toy_model_changed();
}

static void do_delay(game *g)
{
    const char *const name = loam_pipeline_stage_name(g->pipeline,
                                                      (int32_t)draw(g, 0, TOY_STAGES - 1));
    CHECK_OK(loam_pipeline_set_delay(g->pipeline, name,
                                     draw(g, 0, 1) == 0 ? 0 : (uint64_t)draw(g, 1, 300)));
}

static void let_everything_go(game *g)
{
    for (int32_t i = 0; i < PINNED; i++)
    {
        loam_pipeline_release(g->pipeline, g->pinned[i]);
        g->pinned[i] = NULL;
    }
    for (int32_t i = 0; i < REGIONS; i++)
    {
        destroy_region(g, i);
    }
    while (loam_pipeline_usage_now(g->pipeline).under_way > 0)
    {
    }
    CHECK_INT(loam_pipeline_usage_now(g->pipeline).pinned_bytes, 0);
}

static void do_something(game *g)
{
    const int64_t what = draw(g, 0, 99);
    if (what < 35)
    {
        do_get(g);
    }
    else if (what < 45)
    {
        do_peek(g);
    }
    else if (what < 55)
    {
        do_release(g);
    }
    else if (what < 70)
    {
        do_region(g);
    }
    else if (what < 88)
    {
        do_pump(g);
    }
    else if (what < 93)
    {
        do_delay(g);
    }
    else if (what < 98)
    {
        do_change(g);
    }
    else if (what < 99)
    {
        loam_pipeline_trim(g->pipeline);
    }
    else
    {
        let_everything_go(g);
        do_change(g);
    }
}

static void play(uint64_t seed, int32_t threads, game *sum)
{
    static meter m;
    static const size_t budgets[] = {0, 1000, 20000, 1 << 20};
    memset(&m, 0, sizeof m);
    const loam_env env = meter_env(&m);
    loam_jobs *jobs;
    game g = {.seed = seed, .model = toy_model_make(seed)};
    g.pipeline = toy_create(&env, seed, threads, budgets[seed % 4], &jobs);
    toy_model_changed();
    for (int32_t i = 0; i < REGIONS; i++)
    {
        seats[i] = (seat){.g = &g, .region = i};
    }
    for (int32_t i = 0; i < OPERATIONS && check_failures == 0; i++)
    {
        do_something(&g);
        CHECK(loam_pipeline_is_sound(g.pipeline));
        if (check_failures > 0)
        {
            fprintf(stderr, "seed %" PRIu64 ", threads %d, operation %d\n", seed, threads, i);
        }
    }
    let_everything_go(&g);
    CHECK(loam_pipeline_is_sound(g.pipeline));
    toy_destroy(g.pipeline, jobs);
    CHECK_INT(atomic_load(&m.bytes), 0);
    sum->matched += g.matched;
    sum->failed += g.failed;
    sum->refused += g.refused;
    sum->came += g.came;
}

static void check_games(int32_t threads, uint64_t games)
{
    game sum = {0};
    for (uint64_t seed = 0; seed < games && check_failures == 0; seed++)
    {
        play(seed, threads, &sum);
    }
    // The games were about something.
    CHECK(sum.matched > 1000);
    CHECK(sum.failed > 20);
    CHECK(sum.refused > 20);
    CHECK(sum.came > 1000);
}

// make soak plays all night.
static uint64_t game_count(void)
{
    return getenv("LOAM_SOAK") == NULL ? 30 : 50000;
}

static void test_without_threads(void)
{
    check_games(0, game_count());
}

static void test_with_threads(void)
{
    check_games(2, game_count());
}

int main(void)
{
    RUN_SERIAL(test_without_threads);
    RUN(test_with_threads);
    return CHECK_DONE();
}
