// SPDX-License-Identifier: MIT
// A scene goes to another quality and back, with what has grown; and the seasons of a temperate place can be told apart
// in a picture.
#include "scene/materials.h"
#include "stage.h"

#include <string.h>

enum
{
    W = 64,
    H = 36
};

static stage s;
static const camera from = {
    .x = -232400, .z = 86150, .y = 520, .azimuth = 210, .elevation = -6, .fov = 50};

/// The mean of what is not sky.
static void mean_of(float out[3])
{
    float sum[3] = {0}, count = 0;
    for (int32_t i = W * H / 2; i < W * H; i++)
    {
        const loam_colour c = s.picture.pixels[i];
        sum[0] += (float)c.r;
        sum[1] += (float)c.g;
        sum[2] += (float)c.b;
        count++;
    }
    for (int32_t k = 0; k < 3; k++)
    {
        out[k] = sum[k] / count;
    }
}

static void test_quality_goes_up_and_back(void)
{
    static loam_colour first[W * H], higher[W * H];
    const scene_look look = {.hour = 11};
    stage_shoot(&s, &from, &look, 2000);
    memcpy(first, s.picture.pixels, sizeof first);
    const int64_t pages = scene_count(s.scene).pages;
    CHECK(pages > 0);
    CHECK_INT(scene_set_quality(s.scene, QUALITY_MEDIUM), LOAM_OK);
    CHECK_INT(scene_count(s.scene).pages, pages);
    stage_shoot(&s, &from, &look, 1);
    memcpy(higher, s.picture.pixels, sizeof higher);
    CHECK(memcmp(first, higher, sizeof first) != 0);
    CHECK_INT(scene_set_quality(s.scene, QUALITY_LOW), LOAM_OK);
    stage_shoot(&s, &from, &look, 1);
    CHECK(memcmp(first, s.picture.pixels, sizeof first) == 0);
}

/// A gradual scene with threads begins plainly and comes to what is wanted, the same as one that is made at once; another
/// quality is shown when all of it is there, and one that nobody wants any more never is.
static void test_a_gradual_scene_comes_to_its_quality(void)
{
    static loam_colour at_once[W * H];
    const scene_look look = {.hour = 11};
    loam_jobs_def threads = loam_default_jobs_def();
    loam_jobs *jobs = NULL;
    scene *const whole = s.scene;
    scene_def def = whole->def;
    bool complete = false;
    memcpy(at_once, s.picture.pixels, sizeof at_once); // by the test before, in low quality
    threads.threads = 1;
    CHECK_OK(loam_jobs_create(&threads, &jobs));
    def.gradual = true;
    def.jobs = jobs;
    CHECK_OK(scene_create(&def, &s.gl, &s.scene));
    CHECK(scene_is_changing(s.scene));
    CHECK_INT(s.scene->textures.side, 1);
    CHECK_OK(scene_update(s.scene, &from, 0, NULL));
    CHECK_OK(scene_draw(s.scene, &from, &look));
    while (!complete)
    {
        CHECK_OK(scene_update(s.scene, &from, 20000, &complete));
        check_rest();
    }
    CHECK(!scene_is_changing(s.scene));
    CHECK_INT(s.scene->textures.side, 128);
    s.scene->def.gradual = false; // all light is made for the next picture
    s.scene->has_last = false;
    stage_shoot(&s, &from, &look, 1);
    CHECK(memcmp(at_once, s.picture.pixels, sizeof at_once) == 0);
    s.scene->def.gradual = true;
    CHECK_OK(scene_set_quality(s.scene, QUALITY_MEDIUM));
    CHECK_INT(scene_quality(s.scene), QUALITY_LOW);
    CHECK_OK(scene_set_quality(s.scene, QUALITY_LOW));
    CHECK(!scene_is_changing(s.scene));
    CHECK_OK(scene_set_quality(s.scene, QUALITY_MEDIUM));
    while (scene_is_changing(s.scene))
    {
        CHECK_OK(scene_update(s.scene, &from, 20000, NULL));
        check_rest();
    }
    CHECK_INT(scene_quality(s.scene), QUALITY_MEDIUM);
    CHECK_OK(scene_set_quality(s.scene, QUALITY_HIGH)); // ended while it is being made
    CHECK_OK(scene_update(s.scene, &from, 0, NULL));
    scene_destroy(s.scene);
    s.scene = whole;
    loam_jobs_destroy(jobs);
}

static PFNGLTEXIMAGE3DPROC true_image;
static PFNGLTEXSUBIMAGE3DPROC true_part;
static PFNGLGENERATEMIPMAPPROC true_mipmap;
static int64_t loaded, shrunk; // bytes; textures

static void count_image(GLenum kind, GLint size, GLint format, GLsizei w, GLsizei h, GLsizei d,
                        GLint border, GLenum layout, GLenum type, const void *texels)
{
    loaded += texels != NULL ? (int64_t)w * h * d * 4 : 0;
    true_image(kind, size, format, w, h, d, border, layout, type, texels);
}

static void count_part(GLenum kind, GLint size, GLint x, GLint y, GLint z, GLsizei w, GLsizei h,
                       GLsizei d, GLenum layout, GLenum type, const void *texels)
{
    loaded += (int64_t)w * h * d * (layout == GL_RED ? 1 : 4);
    true_part(kind, size, x, y, z, w, h, d, layout, type, texels);
}

static void count_mipmap(GLenum kind)
{
    shrunk++;
    true_mipmap(kind);
}

/// No frame brings more than a part of the whole textures to the card, or makes smaller ones of them.
static void test_textures_come_in_parts(void)
{
    static const quality_kind wanted[] = {QUALITY_LOW, QUALITY_MEDIUM};
    gl counting = s.gl;
    loam_jobs_def threads = loam_default_jobs_def();
    loam_jobs *jobs = NULL;
    scene *made = NULL;
    scene_def def = s.scene->def;
    threads.threads = 1;
    CHECK_OK(loam_jobs_create(&threads, &jobs));
    true_image = s.gl.TexImage3D;
    true_part = s.gl.TexSubImage3D;
    true_mipmap = s.gl.GenerateMipmap;
    counting.TexImage3D = count_image;
    counting.TexSubImage3D = count_part;
    counting.GenerateMipmap = count_mipmap;
    def.gradual = true;
    def.jobs = jobs;
    def.quality = QUALITY_LOW;
    def.things = true;
    CHECK_OK(scene_create(&def, &counting, &made));
    for (int32_t i = 0; i < 2; i++)
    {
        const int64_t side = quality_of(wanted[i]).texture;
        int64_t sum = 0;
        CHECK_OK(scene_set_quality(made, wanted[i]));
        while (scene_is_changing(made))
        {
            loaded = 0;
            CHECK_OK(scene_update(made, &from, 0, NULL));
            CHECK_RANGE(loaded, 0, SCENE_TEXTURE_BYTES);
            sum += loaded;
            check_rest();
        }
        CHECK(sum > 2 * MATERIALS * side * side * 4);
    }
    CHECK_INT(shrunk, 0);
    scene_destroy(made);
    loam_jobs_destroy(jobs);
}

static bool is_card_full;
static GLenum (*true_error)(void);

static GLenum find_error(void)
{
    return is_card_full ? GL_OUT_OF_MEMORY : true_error();
}

/// The first pictures stay what they are when neither what is wanted nor the lowest quality can be made; and what is
/// wanted comes when there is room again.
static void test_first_pictures_stay_where_nothing_else_can_be_made(void)
{
    gl full = s.gl;
    loam_jobs_def threads = loam_default_jobs_def();
    loam_jobs *jobs = NULL;
    scene *made = NULL;
    scene_def def = s.scene->def;
    threads.threads = 1;
    CHECK_OK(loam_jobs_create(&threads, &jobs));
    true_error = s.gl.GetError;
    full.GetError = find_error;
    def.quality = QUALITY_MEDIUM;
    def.gradual = true;
    def.jobs = jobs;
    CHECK_OK(scene_create(&def, &full, &made));
    is_card_full = true;
    while (scene_is_changing(made))
    {
        CHECK_OK(scene_update(made, &from, 1000, NULL));
        check_rest();
    }
    CHECK(made->is_beginning);
    CHECK_INT(scene_quality(made), QUALITY_LOW);
    is_card_full = false;
    CHECK_OK(scene_set_quality(made, QUALITY_MEDIUM));
    while (scene_is_changing(made))
    {
        CHECK_OK(scene_update(made, &from, 1000, NULL));
        check_rest();
    }
    CHECK(!made->is_beginning);
    CHECK_INT(scene_quality(made), QUALITY_MEDIUM);
    scene_destroy(made);
    loam_jobs_destroy(jobs);
}

static void test_parts_cost_what_the_whole_does(void)
{
    const scene_counters count = scene_count(s.scene);
    uint64_t sum = 0;
    for (int32_t i = 0; i < SCENE_PARTS; i++)
    {
        sum += count.part_ns[i];
    }
    CHECK(count.part_ns[SCENE_TERRAIN] > 0 && count.part_ns[SCENE_SKY] > 0);
    CHECK(sum <= count.hand_ns && count.hand_ns <= count.draw_ns);
}

static void test_seasons_can_be_told_apart(void)
{
    static const int32_t days[] = {110, 200, 288, 20};
    float mean[4][3];
    for (int32_t i = 0; i < 4; i++)
    {
        s.scene->has_last =
            false; // else a page that comes late would begin to fade in, and so would the season
        stage_shoot(&s, &from, &(scene_look){.hour = 11, .day = days[i]}, 1);
        mean_of(mean[i]);
    }
    const float *const spring = mean[0], *const summer = mean[1], *const autumn = mean[2],
                       *const winter = mean[3];
    CHECK(spring[1] > 1.1f * spring[0]);                                 // green
    CHECK(spring[1] / spring[0] > 1.05f * (summer[1] / summer[0]));      // and less so in summer
    CHECK(autumn[0] > 1.15f * autumn[1]);                                // brown
    CHECK(winter[2] > 0.9f * winter[0] && winter[2] > 1.5f * summer[2]); // white
}

int main(void)
{
    stage_open_view(&s, CONTEXT_ANY, W, H, 512);
    RUN(test_quality_goes_up_and_back);
    RUN(test_a_gradual_scene_comes_to_its_quality);
    RUN(test_textures_come_in_parts);
    RUN(test_first_pictures_stay_where_nothing_else_can_be_made);
    RUN(test_parts_cost_what_the_whole_does);
    RUN(test_seasons_can_be_told_apart);
    stage_close(&s);
    return CHECK_DONE();
}
