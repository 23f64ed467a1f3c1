// SPDX-License-Identifier: MIT
// The painter of OpenGL draws what SDL's draws: boxes, clips, letters and images.
#include "gl/painter_gl.h"
#include "gl/target.h"
#include "stage.h"

enum
{
    W = 240,
    H = 120
};

typedef struct easel
{
    stage stage;
    gl_target target;
    painter *gl, *sdl;
    loam_picture by_gl, by_sdl;
} easel;

static void easel_open(easel *e)
{
    *e = (easel){.stage = {.env = loam_default_env()}};
    stage_open_context(&e->stage, CONTEXT_ANY);
    const gl *const g = &e->stage.gl;
    CHECK_INT(gl_target_create(g, W, H, GL_RGBA8, false, &e->target), LOAM_OK);
    CHECK_INT(painter_gl_create(g, e->target.framebuffer, &e->gl), LOAM_OK);
    CHECK_INT(painter_memory_create(W, H, &e->sdl), LOAM_OK);
    CHECK_INT(loam_picture_create(&e->stage.env, W, H, loam_rgb(0), &e->by_gl), LOAM_OK);
    CHECK_INT(loam_picture_create(&e->stage.env, W, H, loam_rgb(0), &e->by_sdl), LOAM_OK);
}

static void easel_close(easel *e)
{
    loam_picture_destroy(&e->stage.env, &e->by_gl);
    loam_picture_destroy(&e->stage.env, &e->by_sdl);
    painter_destroy(e->gl);
    painter_destroy(e->sdl);
    gl_target_destroy(&e->stage.gl, &e->target);
    context_destroy(e->stage.context);
}

static void draw_with(painter *paint, void (*draw)(painter *paint), loam_picture *out)
{
    painter_begin(paint, W, H);
    painter_fill(paint, (box){0, 0, W, H}, loam_rgb(0x203040));
    draw(paint);
    CHECK_INT(painter_read(paint, out), LOAM_OK);
    CHECK_INT(painter_end(paint), LOAM_OK);
}

static int32_t apart(uint8_t a, uint8_t b)
{
    return a > b ? a - b : b - a;
}

/// The greatest difference of a channel, and whether anything was drawn at all.
static int32_t compare(easel *e, void (*draw)(painter *paint))
{
    int32_t max = 0, drawn = 0;
    draw_with(e->gl, draw, &e->by_gl);
    draw_with(e->sdl, draw, &e->by_sdl);
    for (int32_t i = 0; i < W * H; i++)
    {
        const loam_colour a = e->by_gl.pixels[i], b = e->by_sdl.pixels[i];
        const int32_t all[3] = {apart(a.r, b.r), apart(a.g, b.g), apart(a.b, b.b)};
        for (int32_t k = 0; k < 3; k++)
        {
            max = all[k] > max ? all[k] : max;
        }
        drawn += a.r != 0x20 || a.g != 0x30 || a.b != 0x40;
    }
    CHECK(drawn > 100);
    return max;
}

static void draw_boxes(painter *paint)
{
    painter_fill(paint, (box){10, 5, 50, 20}, loam_rgb(0xff8000));
    painter_fill(paint, (box){30, 15, 90, 60}, (loam_colour){0, 255, 0, 128});
    painter_frame(paint, (box){-5, 90, 60, 60}, 3, loam_rgb(0xffffff));
}

static void draw_clipped(painter *paint)
{
    painter_push_clip(paint, (box){20, 10, 60, 40});
    painter_fill(paint, (box){0, 0, W, H}, loam_rgb(0x808080));
    painter_push_clip(paint, (box){60, 30, 60, 40});
    painter_fill(paint, (box){0, 0, W, H}, loam_rgb(0xff0000));
    painter_text(paint, 50, 25, TEXT_LARGE, loam_rgb(0xffffff), "cut at all sides");
    painter_pop_clip(paint);
    painter_pop_clip(paint);
    painter_fill(paint, (box){200, 100, 20, 10}, loam_rgb(0x0000ff));
}

static void draw_texts(painter *paint)
{
    painter_text(paint, 5, 5, TEXT_NORMAL, loam_rgb(0xffffff), "Über 1,024 m: gqjy");
    painter_text(paint, 5, 30, TEXT_SMALL, (loam_colour){255, 0, 0, 160}, "half seen");
    painter_text(paint, 5, 50, TEXT_TITLE, loam_rgb(0x00ffff), "Title");
}

static void draw_image(painter *paint)
{
    const loam_env env = loam_default_env();
    loam_picture picture;
    painter_image *image;
    CHECK_INT(loam_picture_create(&env, 8, 4, loam_rgb(0xff0000), &picture), LOAM_OK);
    picture.pixels[0] = loam_rgb(0x00ff00); // the upper left corner
    picture.pixels[8 * 3 + 7] = loam_rgb(0x0000ff);
    CHECK_INT(painter_image_create(paint, 8, 4, &image), LOAM_OK);
    painter_image_update(paint, image, &picture);
    painter_image_draw(paint, image, (box){0, 0, 8, 4}, (box){10, 10, 64, 32},
                       (loam_colour){255, 255, 255, 255}, false);
    painter_image_draw(paint, image, (box){4, 2, 4, 2}, (box){100, 10, 32, 16},
                       (loam_colour){255, 255, 255, 100}, false);
    painter_image_destroy(paint, image);
    loam_picture_destroy(&env, &picture);
}

static void test_it_draws_what_sdl_draws(void)
{
    easel e;
    easel_open(&e);
    CHECK_RANGE(compare(&e, draw_boxes), 0, 1);
    CHECK_RANGE(compare(&e, draw_clipped), 0, 2);
    CHECK_RANGE(compare(&e, draw_texts), 0, 3); // half seen: SDL rounds twice
    CHECK_RANGE(compare(&e, draw_image), 0, 2);
    easel_close(&e);
}

static void test_texts_are_as_wide_in_both(void)
{
    easel e;
    easel_open(&e);
    for (int32_t scale = 1; scale <= 3; scale++)
    {
        CHECK_INT(painter_set_scale(e.gl, (float)scale), LOAM_OK);
        CHECK_INT(painter_set_scale(e.sdl, (float)scale), LOAM_OK);
        for (int32_t size = 0; size < TEXT_SIZES; size++)
        {
            CHECK_INT(painter_text_width(e.gl, (text_size)size, "Mountains", 9),
                      painter_text_width(e.sdl, (text_size)size, "Mountains", 9));
            CHECK_INT(painter_line_height(e.gl, (text_size)size),
                      painter_line_height(e.sdl, (text_size)size));
        }
        CHECK_RANGE(compare(&e, draw_texts), 0, 3); // half seen: SDL rounds twice
    }
    easel_close(&e);
}

int main(void)
{
    RUN(test_it_draws_what_sdl_draws);
    RUN(test_texts_are_as_wide_in_both);
    return CHECK_DONE();
}
