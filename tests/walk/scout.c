// SPDX-License-Identifier: MIT
// Questions that a thread of its own answers while the explorer goes on.
#include "explore/scout.h"
#include "check.h"

#include <string.h>
#include <time.h>

static void wait_for(scout *s, scout_kind kind, scout_answer *out)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    while (!scout_take(s, kind, out))
    {
        nanosleep(&pause, NULL);
    }
}

// A scale of 0 is refused at once.
static void ask_for_a_map(scout *s, int64_t x, int64_t scale)
{
    scout_ask(s, SCOUT_MAP, &(scout_question){.x = x, .scale = scale, .w = 16, .h = 8});
}

typedef struct stage
{
    loam_land *land;
    scout *scout;
} stage;

static void open_stage(stage *t)
{
    loam_land_def def = loam_default_land_def();
    def.seed = 3;
    CHECK_OK(loam_land_create(&def, &t->land));
    CHECK_OK(scout_create(t->land, &t->scout));
}

static void close_stage(stage *t)
{
    scout_destroy(t->scout);
    loam_land_destroy(t->land);
}

static void test_the_last_question_is_answered(void)
{
    stage t;
    scout_answer map = {0}, none = {0};
    open_stage(&t);
    for (int32_t i = 0; i < 100; i++) // each takes the place of the one before
    {
        ask_for_a_map(t.scout, i, 0);
    }
    do
    {
        wait_for(t.scout, SCOUT_MAP, &map);
        CHECK_INT(map.result, LOAM_BAD_ARGUMENT);
        CHECK(strstr(map.message, "scale") != NULL);
    } while (map.asked.x != 99);
    CHECK(!scout_take(t.scout, SCOUT_MAP, &none));
    CHECK(!scout_is_busy(t.scout, SCOUT_MAP));
    close_stage(&t);
}

static void test_it_draws_maps_and_ends_in_the_middle_of_one(void)
{
    stage t;
    scout_answer map = {0};
    open_stage(&t);
    ask_for_a_map(t.scout, 0, 8192);
    CHECK(scout_is_busy(t.scout, SCOUT_MAP));
    wait_for(t.scout, SCOUT_MAP, &map);
    CHECK_OK(map.result);
    CHECK_INT(map.picture.w, 16);
    scout_answer_free(&map);
    ask_for_a_map(t.scout, 4000000, 8192);
    close_stage(&t);
}

/// Coarse, so that it is quick: 32 km a pixel.
static void test_it_previews_lands_of_other_shapes(void)
{
    stage t;
    scout_answer usual = {0}, other = {0}, refused = {0};
    open_stage(&t);
    scout_question q = {.scale = 32768, .w = 24, .h = 16, .shape = loam_default_land_shape()};
    scout_ask(t.scout, SCOUT_PREVIEW, &q);
    wait_for(t.scout, SCOUT_PREVIEW, &usual);
    CHECK_OK(usual.result);
    q.shape.sea = 0.15f;
    scout_ask(t.scout, SCOUT_PREVIEW, &q);
    wait_for(t.scout, SCOUT_PREVIEW, &other);
    CHECK_OK(other.result);
    CHECK(usual.picture.w == 24 && other.picture.w == 24);
    CHECK(usual.picture.pixels != NULL && other.picture.pixels != NULL &&
          memcmp(usual.picture.pixels, other.picture.pixels, 24 * 16 * sizeof(loam_colour)) != 0);
    q.shape.sea = 7;
    scout_ask(t.scout, SCOUT_PREVIEW, &q);
    wait_for(t.scout, SCOUT_PREVIEW, &refused);
    CHECK_INT(refused.result, LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(refused.message, "sea of the land's shape is 7");
    scout_answer_free(&usual);
    scout_answer_free(&other);
    close_stage(&t);
}

static void test_it_finds_what_maps_name(void)
{
    stage t;
    scout_answer found = {0}, near = {0};
    open_stage(&t);
    const scout_question q = {.x = -232400, .z = 86150, .scale = 500, .w = 300, .h = 200};
    scout_ask(t.scout, SCOUT_FIND, &q);
    wait_for(t.scout, SCOUT_FIND, &found);
    CHECK_OK(found.result);
    CHECK_RANGE(found.feature_count, 5, SCOUT_MAX_FEATURES);
    scout_ask(t.scout, SCOUT_NEAR, &q);
    wait_for(t.scout, SCOUT_NEAR, &near);
    CHECK_OK(near.result);
    bool has_range = false;
    for (int32_t i = 0; i < near.feature_count; i++)
    {
        has_range |= near.features[i].kind == LOAM_FEATURE_RANGE;
    }
    CHECK(has_range);
    scout_answer_free(&found);
    scout_answer_free(&near);
    close_stage(&t);
}

int main(void)
{
    RUN(test_the_last_question_is_answered);
    RUN_SERIAL(test_it_draws_maps_and_ends_in_the_middle_of_one); // growing land takes long there
    RUN_SERIAL(test_it_previews_lands_of_other_shapes);
    RUN_UNSANITIZED(test_it_finds_what_maps_name);
    return CHECK_DONE();
}
