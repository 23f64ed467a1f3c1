// SPDX-License-Identifier: MIT
// Contexts of OpenGL: both kinds draw the same, a lost one can be made anew, and none at all has clear words.
#include "stage.h"

static const camera from = {
    .x = -194000, .z = 96000, .y = 60, .azimuth = 280, .elevation = -4, .fov = 50};
static const scene_look look = {.hour = 10, .weather = WEATHER_FAIR, .seconds = 5};

enum
{
    W = 160,
    H = 90
};

static float difference(const loam_picture *a, const loam_picture *b)
{
    float sum = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        sum += fabsf((float)a->pixels[i].r - (float)b->pixels[i].r) +
               fabsf((float)a->pixels[i].g - (float)b->pixels[i].g) +
               fabsf((float)a->pixels[i].b - (float)b->pixels[i].b);
    }
    return sum / (3 * W * H);
}

static void test_both_kinds_draw_the_same(void)
{
    stage es, core;
    stage_open(&es, CONTEXT_ES, W, H);
    stage_shoot(&es, &from, &look, 2000);
    loam_picture seen;
    CHECK_INT(loam_picture_create(&es.env, W, H, loam_rgb(0), &seen), LOAM_OK);
    memcpy(seen.pixels, es.picture.pixels, sizeof seen.pixels[0] * W * H);
    CHECK(es.gl.es);
    stage_close(&es);
    stage_open(&core, CONTEXT_CORE, W, H);
    CHECK(!core.gl.es);
    stage_shoot(&core, &from, &look, 2000);
    CHECK(difference(&seen, &core.picture) < 1.5f);
    loam_picture_destroy(&core.env, &seen);
    stage_close(&core);
}

static float mean_of(const loam_picture *picture)
{
    float sum = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        sum += (float)picture->pixels[i].g / (W * H);
    }
    return sum;
}

/// New ground fades in for who stands still: each picture is seen from a hair beside the one before.
static void shoot_beside(stage *s, const scene_look *with)
{
    static int32_t shots;
    camera beside = from;
    beside.elevation += 0.001 * (double)++shots;
    stage_shoot(s, &beside, with, 2000);
}

/// As photographs have them.
static void check_photographs(stage *s)
{
    loam_picture plain;
    shoot_beside(s, &look);
    CHECK_INT(loam_picture_create(&s->env, W, H, loam_rgb(0), &plain), LOAM_OK);
    memcpy(plain.pixels, s->picture.pixels, sizeof plain.pixels[0] * W * H);
    scene_look with = look;
    with.exposure = 1;
    shoot_beside(s, &with);
    CHECK(mean_of(&s->picture) > mean_of(&plain) + 15);
    with = look;
    with.fog = 4;
    shoot_beside(s, &with);
    CHECK(difference(&s->picture, &plain) > 3);
    loam_picture_destroy(&s->env, &plain);
}

/// There is sky above, ground and water below, and it is neither black nor white.
static void test_the_picture_shows_something(void)
{
    stage s;
    stage_open(&s, CONTEXT_ANY, W, H);
    stage_shoot(&s, &from, &look, 2000);
    float above = 0, ground = 0, mean = 0;
    for (int32_t i = 0; i < W; i++)
    {
        above += s.picture.pixels[i].a == 0;
        ground += s.picture.pixels[(H - 1) * W + i].a == 255;
    }
    for (int32_t i = 0; i < W * H; i++)
    {
        mean += (float)s.picture.pixels[i].g / (W * H);
    }
    CHECK(above == W);
    CHECK(ground == W);
    CHECK(mean > 40 && mean < 215);
    check_photographs(&s);
    stage_close(&s);
}

static void test_what_hills_hide_is_not_missed(void)
{
    stage s;
    stage_open(&s, CONTEXT_ANY, W, H);
    static const struct
    {
        int64_t x, z;
        double azimuth;
    } places[] = {
        {-232400, 86150, 210}, {-190000, 60000, 30}, {-150000, 105000, 200}, {-108000, 88000, 300}};
    int64_t hidden = 0;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
    {
        camera at = {.x = places[i].x, .z = places[i].z, .azimuth = places[i].azimuth, .fov = 50};
        loam_picture all;
        stage_shoot(&s, &at, &look, 200); // the ground may rise while pages come
        at.y = (double)scene_ground(s.scene, &at) + 2;
        s.scene->keep_hidden = false;
        stage_shoot(&s, &at, &look, 0);
        hidden += scene_count(s.scene).hidden;
        CHECK_INT(loam_picture_create(&s.env, W, H, loam_rgb(0), &all), LOAM_OK);
        memcpy(all.pixels, s.picture.pixels, sizeof all.pixels[0] * W * H);
        s.scene->keep_hidden = true;
        stage_shoot(&s, &at, &look, 0);
        int32_t differ = 0;
        for (int32_t k = 0; k < W * H; k++)
        {
            differ += memcmp(&all.pixels[k], &s.picture.pixels[k], sizeof all.pixels[k]) != 0;
        }
        CHECK_INT(differ, 0);
        loam_picture_destroy(&s.env, &all);
    }
    CHECK(hidden > 20);
    stage_close(&s);
}

static void test_a_lost_context_is_made_anew(void)
{
    stage s;
    stage_open(&s, CONTEXT_ANY, W, H);
    stage_shoot(&s, &from, &look, 300);
    loam_picture before;
    CHECK_INT(loam_picture_create(&s.env, W, H, loam_rgb(0), &before), LOAM_OK);
    memcpy(before.pixels, s.picture.pixels, sizeof before.pixels[0] * W * H);
    for (int32_t lost = 0; lost < 2; lost++)
    {
        scene_drop(s.scene, lost == 1);
        context_destroy(s.context);
        stage_open_context(&s, CONTEXT_ANY);
        CHECK_INT(scene_remake(s.scene, &s.gl), LOAM_OK);
        stage_shoot(&s, &from, &look, 0);
        CHECK(memcmp(before.pixels, s.picture.pixels, sizeof before.pixels[0] * W * H) == 0);
    }
    loam_picture_destroy(&s.env, &before);
    stage_close(&s);
}

static void test_none_at_all_has_clear_words(void)
{
    context *none = NULL;
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    CHECK_INT(context_create(CONTEXT_ANY, &none), LOAM_UNSUPPORTED);
    CHECK(none == NULL);
    CHECK(strstr(loam_last_error(), "neither OpenGL ES 3.0 nor OpenGL 3.3 core") != NULL);
    CHECK(strstr(loam_last_error(), "dummy") != NULL);
    setenv("SDL_VIDEODRIVER", "nonsense", 1);
    CHECK_INT(context_create(CONTEXT_ES, &none), LOAM_UNSUPPORTED);
    CHECK(strstr(loam_last_error(), "nonsense") != NULL);
    unsetenv("SDL_VIDEODRIVER");
}

static void test_bad_settings_are_named(void)
{
    scene_def def = scene_default_def();
    scene *none = NULL;
    def.w = 0;
    CHECK_INT(scene_create(&def, NULL, &none), LOAM_BAD_ARGUMENT);
    CHECK(strstr(loam_last_error(), "0x720") != NULL && none == NULL);
    def = scene_default_def();
    def.view = 100;
    CHECK_INT(scene_create(&def, NULL, &none), LOAM_BAD_ARGUMENT);
    CHECK(strstr(loam_last_error(), "512 to 65536") != NULL);
}

int main(void)
{
    RUN(test_bad_settings_are_named);
    RUN(test_none_at_all_has_clear_words);
    RUN(test_the_picture_shows_something);
    RUN_UNSANITIZED(test_both_kinds_draw_the_same);
    RUN_UNSANITIZED(test_what_hills_hide_is_not_missed);
    RUN(test_a_lost_context_is_made_anew);
    return CHECK_DONE();
}
