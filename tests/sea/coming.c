// SPDX-License-Identifier: MIT
// How islands come: by budgets to the same picture as at once; again after a lost context; in other qualities and views; and
// what is refused.
#include "stage.h"

#include <math.h>

static const sea_look look = {.hour = 10, .weather = WEATHER_FAIR, .seconds = 5};

static loam_colour kept[STAGE_PIXELS];

static void keep(const stage *s)
{
    memcpy(kept, s->picture.pixels, sizeof kept);
}

static void test_budgets_end_in_the_same_picture(void)
{
    stage s;
    stage_open(&s, false);
    const loam_isle isle = stage_isle(&s, 0);
    const camera from = stage_before(&isle, 500, 60);
    stage_shoot(&s, &from, &look, 1);
    keep(&s);
    CHECK(sea_count(s.sea).objects > 20);
    CHECK(sea_count(s.sea).islands > 2);
    CHECK_INT(sea_count(s.sea).growing, 0);
    CHECK(sea_count(s.sea).texture_bytes > 1000000);
    stage_close(&s);

    stage_open(&s, true);
    bool complete = true;
    CHECK_INT(sea_update(s.sea, &from, 1, &complete), LOAM_OK);
    CHECK(!complete);
    CHECK(sea_count(s.sea).growing > 0);
    CHECK_INT(sea_draw(s.sea, &from, &look), LOAM_OK); // of what there is
    for (int32_t i = 0; i < 40; i++)
    {
        CHECK_INT(sea_update(s.sea, &from, 1, &complete), LOAM_OK);
        CHECK(!complete || sea_count(s.sea).growing == 0);
    }
    CHECK(!complete); // forms are there by now, islands are not
    stage_shoot(&s, &from, &look, 4000);
    CHECK(memcmp(kept, s.picture.pixels, sizeof kept) == 0);
    stage_close(&s);
}

/// What comes fades in: no picture differs much from the one before.
static void test_islands_fade_in(void)
{
    enum
    {
        PICTURES = 24
    };
    static loam_colour all[PICTURES][STAGE_PIXELS];
    stage s;
    stage_open(&s, true);
    const loam_isle isle = stage_isle(&s, 0);
    const camera from = stage_before(&isle, 2000, 60); // beyond what maps are drawn of
    bool complete = false;
    int32_t max = 0, updates = 0;
    for (; updates < 4000 && s.sea->isles.growing + (updates == 0) > 0; updates++)
    {
        CHECK_INT(sea_update(s.sea, &from, 1000000, &complete), LOAM_OK);
    }
    for (int32_t i = 0; i < PICTURES; i++)
    {
        CHECK_INT(sea_draw(s.sea, &from, &look), LOAM_OK);
        CHECK_INT(sea_read(s.sea, &s.picture), LOAM_OK);
        memcpy(all[i], s.picture.pixels, sizeof all[i]);
        CHECK_INT(sea_update(s.sea, &from, 1000000, &complete), LOAM_OK);
        CHECK(complete == (i >= PICTURES - 2));
        const int32_t differ = i > 0 ? stage_differences(&s, all[i - 1]) : 0;
        max = differ > max ? differ : max;
    }
    const int32_t whole = stage_differences(&s, all[0]);
    CHECK_REPORT(whole > 100 && max > 0 && max < whole / 4, "%d pixels at once, %d in all",
                 (int)max, (int)whole);
    stage_close(&s);
}

/// Another context, in which all is made anew.
static void lose(stage *s, context_kind kind)
{
    sea_drop(s->sea, true);
    context_destroy(s->context);
    CHECK_INT(context_create(kind, &s->context), LOAM_OK);
    CHECK_INT(gl_load(&s->gl, context_proc, s->context, context_get_kind(s->context) == CONTEXT_ES),
              LOAM_OK);
    CHECK_INT(sea_remake(s->sea, &s->gl), LOAM_OK);
}

static void test_a_lost_context_is_made_anew(void)
{
    stage s;
    stage_open(&s, false);
    const loam_isle isle = stage_isle(&s, 2);
    const camera from = stage_before(&isle, 420, 40);
    stage_shoot(&s, &from, &look, 1);
    keep(&s);
    lose(&s, CONTEXT_ANY);
    stage_shoot(&s, &from, &look, 1);
    CHECK(memcmp(kept, s.picture.pixels, sizeof kept) == 0);
    // The other kind of OpenGL draws the same but for what it rounds.
    lose(&s, CONTEXT_CORE);
    CHECK(!s.gl.es);
    stage_shoot(&s, &from, &look, 1);
    CHECK(stage_differences(&s, kept) < STAGE_PIXELS / 50);
    stage_close(&s);
}

static void test_quality_view_and_size_change(void)
{
    stage s;
    stage_open(&s, false);
    const loam_isle isle = stage_isle(&s, 0);
    const camera from = stage_before(&isle, 500, 60);
    stage_shoot(&s, &from, &look, 1);
    keep(&s);
    const int64_t islands = sea_count(s.sea).islands;
    CHECK_INT(sea_set_quality(s.sea, QUALITY_MEDIUM), LOAM_OK);
    CHECK_INT(sea_quality(s.sea), QUALITY_MEDIUM);
    stage_shoot(&s, &from, &look, 1);
    CHECK(stage_differences(&s, kept) > STAGE_PIXELS / 10);
    CHECK_INT(sea_set_quality(s.sea, QUALITY_LOW), LOAM_OK);
    CHECK_INT(sea_set_view(s.sea, 6000), LOAM_OK);
    stage_shoot(&s, &from, &look, 1);
    CHECK(sea_count(s.sea).islands > islands);
    const size_t wide_bytes = sea_count(s.sea).texture_bytes;
    CHECK_INT(sea_set_view(s.sea, 2048), LOAM_OK);
    CHECK(sea_count(s.sea).texture_bytes < wide_bytes);
    stage_shoot(&s, &from, &look, 1);
    CHECK(memcmp(kept, s.picture.pixels, sizeof kept) == 0);
    CHECK_INT(sea_resize(s.sea, 64, 48), LOAM_OK);
    CHECK_INT(sea_draw(s.sea, &from, &look), LOAM_OK);
    loam_picture small;
    CHECK_INT(loam_picture_create(&s.env, 64, 48, loam_rgb(0), &small), LOAM_OK);
    CHECK_INT(sea_read(s.sea, &small), LOAM_OK);
    CHECK_INT(small.pixels[0].a, 255);
    loam_picture_destroy(&s.env, &small);
    stage_close(&s);
}

// A viewer who sails on and comes back sees what was there before, and the memory of what was left is given back.
static void test_islands_leave_and_return(void)
{
    stage s;
    stage_open(&s, false);
    const loam_isle isle = stage_isle(&s, 0);
    const camera from = stage_before(&isle, 500, 60);
    camera far = from;
    far.x += (int64_t)1 << 40;
    stage_shoot(&s, &from, &look, 1);
    keep(&s);
    const size_t bytes = sea_count(s.sea).texture_bytes;
    stage_shoot(&s, &far, &look, 1);
    CHECK(sea_count(s.sea).islands > 0); // those that are there
    CHECK(memcmp(kept, s.picture.pixels, sizeof kept) != 0);
    stage_shoot(&s, &from, &look, 1);
    CHECK(memcmp(kept, s.picture.pixels, sizeof kept) == 0);
    CHECK_U64(sea_count(s.sea).texture_bytes, bytes);
    stage_close(&s);
}

// Water of another look is another picture of the same islands, and a scene begins with the look of its sea.
static void test_water_changes(void)
{
    stage s;
    stage_open(&s, false);
    const loam_isle isle = stage_isle(&s, 0);
    const camera from = stage_before(&isle, 500, 120);
    loam_sea_look water = loam_default_sea_look();
    stage_shoot(&s, &from, &look, 1);
    keep(&s);
    water.shallow = water.deep = (loam_colour){200, 40, 40, 255};
    CHECK_INT(sea_set_water(s.sea, &water), LOAM_OK);
    stage_shoot(&s, &from, &look, 1);
    CHECK(stage_differences(&s, kept) > STAGE_PIXELS / 10);
    water.wave = 0;
    CHECK_INT(sea_set_water(s.sea, &water), LOAM_BAD_ARGUMENT);
    water = loam_default_sea_look();
    CHECK_INT(sea_set_water(s.sea, &water), LOAM_OK);
    stage_shoot(&s, &from, &look, 1);
    CHECK(memcmp(kept, s.picture.pixels, sizeof kept) == 0);
    stage_close(&s);
}

static void test_stages_are_shown(void)
{
    stage s;
    stage_open(&s, false);
    const loam_isle isle = stage_isle(&s, 0);
    const camera from = stage_before(&isle, 500, 120);
    stage_shoot(&s, &from, &look, 1);
    keep(&s);
    sea_set_stage(s.sea, LOAM_ISLE_GRADIENTS);
    stage_shoot(&s, &from, &look, 1);
    CHECK_INT(sea_count(s.sea).objects, 0);
    CHECK(stage_differences(&s, kept) > STAGE_PIXELS / 50);
    sea_set_stage(s.sea, LOAM_ISLE_OBJECTS);
    stage_shoot(&s, &from, &look, 1);
    CHECK(memcmp(kept, s.picture.pixels, sizeof kept) == 0);
    stage_close(&s);
}

/// Many small islands cost no more than there are slots to be seen.
static void test_small_slots_are_seen_from_less_far(void)
{
    stage s = {.env = loam_default_env()};
    loam_isles_def isles = small_isles(7);
    isles.slot = 256;
    for (int32_t i = 0; i < isles.type_count; i++)
    {
        isles.types[i].radius = (loam_range){40, 90};
    }
    stage_open_context(&s);
    CHECK_INT(loam_isles_create(&s.env, &isles, &s.isles), LOAM_OK);
    sea_def def = stage_def(&s, true);
    def.view = SEA_MAX_VIEW;
    CHECK_INT(sea_create(&def, &s.gl, &s.sea), LOAM_OK);
    CHECK_INT(sea_count(s.sea).view, 32 * 256);
    CHECK_INT(s.sea->isles.side, 65);
    CHECK(s.sea->isles.near <= 8 * 256 && s.sea->isles.seen <= 8 * 256);
    CHECK_INT(sea_set_quality(s.sea, QUALITY_ULTRA), LOAM_OK);
    CHECK(s.sea->isles.near <= 8 * 256);
    CHECK_INT(sea_set_view(s.sea, 2000), LOAM_OK);
    CHECK_INT(sea_count(s.sea).view, 2000);
    CHECK(s.sea->isles.near <= 8 * 256);
    stage_close(&s);
    stage_open(&s, true);
    CHECK_INT(sea_set_view(s.sea, SEA_MAX_VIEW), LOAM_OK);
    CHECK_INT(sea_count(s.sea).view, SEA_MAX_VIEW);
    stage_close(&s);
}

static void refuse(const stage *s, const sea_def *def, const char *words)
{
    sea_scene *sea = NULL;
    CHECK_INT(sea_create(def, &s->gl, &sea), LOAM_BAD_ARGUMENT);
    CHECK(sea == NULL);
    CHECK_CONTAINS(loam_last_error(), words);
}

static void test_bad_input_is_refused(void)
{
    stage s;
    stage_open(&s, false);
    sea_def def = stage_def(&s, false);
    def.w = 0;
    refuse(&s, &def, "0x90 pixels");
    def = stage_def(&s, false);
    def.h = SEA_MAX_SIDE + 1;
    refuse(&s, &def, "must be 1 to 8192");
    def = stage_def(&s, false);
    def.view = SEA_MIN_VIEW - 1;
    refuse(&s, &def, "the view is 1023 m; must be 1024 to 32768");
    CHECK_INT(sea_set_view(s.sea, SEA_MAX_VIEW + 1), LOAM_BAD_ARGUMENT);
    CHECK_INT(sea_resize(s.sea, 0, 5), LOAM_BAD_ARGUMENT);
    const camera outside = {.x = LOAM_ISLES_END, .fov = 45};
    bool complete = true;
    CHECK_INT(sea_update(s.sea, &outside, 100, &complete), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "over the end of the sea");
    sea_destroy(NULL);
    stage_close(&s);
}

int main(void)
{
    RUN(test_budgets_end_in_the_same_picture);
    RUN_UNSANITIZED(test_islands_fade_in);
    RUN(test_a_lost_context_is_made_anew);
    RUN_UNSANITIZED(test_quality_view_and_size_change);
    RUN(test_islands_leave_and_return);
    RUN(test_water_changes);
    RUN(test_stages_are_shown);
    RUN_UNSANITIZED(test_small_slots_are_seen_from_less_far); // sides of lists, no drawing
    RUN(test_bad_input_is_refused);
    return CHECK_DONE();
}
