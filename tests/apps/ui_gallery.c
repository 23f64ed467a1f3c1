// SPDX-License-Identifier: MIT
// Pictures of all widgets, written to the folder that $LOAM_PICTURES names. They are looked at by people;
// here it is seen that they are not empty.
#include "ui_gallery.h"
#include "check.h"

#include "loam/loam.h"

#include <stdlib.h>

typedef struct stage
{
    painter *paint;
    ui *u;
    input now;
    gallery g;
} stage;

static void frame(stage *s, int32_t w, int32_t h, float seconds)
{
    painter_begin(s->paint, w, h);
    painter_fill(s->paint, (box){0, 0, w, h}, (loam_colour){96, 132, 160, 255});
    painter_fill(s->paint, (box){0, h / 2, w, h / 2}, (loam_colour){84, 66, 44, 255});
    ui_begin(s->u, s->paint, &s->now, "gallery", seconds);
    gallery_run(s->u, s->paint, &s->g);
    ui_end(s->u);
}

static void press(stage *s, input_code code)
{
    input_begin(&s->now);
    input_press(&s->now, code, true, false);
    input_press(&s->now, code, false, false);
}

static void mouse(stage *s, int32_t x, int32_t y)
{
    input_begin(&s->now);
    s->now.mouse_x = x;
    s->now.mouse_y = y;
    s->now.mouse_moved = true;
}

static const char *out_folder;
static loam_env env;

// How many different colours a picture has, counted up to a limit.
static int32_t colours(const loam_picture *picture)
{
    static bool found[1 << 15];
    memset(found, 0, sizeof found);
    int32_t count = 0;
    for (size_t i = 0; i < (size_t)picture->w * (size_t)picture->h; i++)
    {
        const loam_colour c = picture->pixels[i];
        const int32_t key = (c.r >> 3) << 10 | (c.g >> 3) << 5 | c.b >> 3;
        count += !found[key];
        found[key] = true;
    }
    return count;
}

static void keep(stage *s, int32_t w, int32_t h, const char *name)
{
    loam_picture picture = {0};
    CHECK_OK(loam_picture_create(&env, w, h, (loam_colour){0, 0, 0, 255}, &picture));
    frame(s, w, h, 0.5F);
    CHECK_OK(painter_read(s->paint, &picture));
    CHECK(colours(&picture) > 60);
    CHECK_OK(painter_end(s->paint));
    if (out_folder != NULL)
    {
        char path[1024];
        (void)snprintf(path, sizeof path, "%s/ui_%s.png", out_folder, name);
        CHECK_OK(loam_png_write(&env, path, &picture));
    }
    loam_picture_destroy(&env, &picture);
}

static void step(stage *s, int32_t w, int32_t h, float seconds)
{
    frame(s, w, h, seconds);
    CHECK_OK(painter_end(s->paint));
    input_begin(&s->now);
}

static void give_image(stage *s)
{
    loam_picture picture = {0};
    CHECK_OK(loam_picture_create(&env, 64, 32, loam_rgb(0x6f8f3f), &picture));
    loam_picture_rectangle(&picture, 0, 0, 64, 14, loam_rgb(0x87b5d8));
    loam_picture_rectangle(&picture, 20, 10, 16, 14, loam_rgb(0x6b5036));
    CHECK_OK(painter_image_create(s->paint, 64, 32, &s->g.image));
    painter_image_update(s->paint, s->g.image, &picture);
    loam_picture_destroy(&env, &picture);
}

static void show(int32_t w, int32_t h, float scale, const char *name)
{
    char full[64];
    stage s = {.g = gallery_make()};
    CHECK_OK(painter_memory_create(w, h, &s.paint));
    CHECK_OK(painter_set_scale(s.paint, scale));
    CHECK_OK(ui_create((ui_clipboard){NULL, NULL}, &s.u));
    give_image(&s);
    for (int i = 0; i < 3; i++)
    {
        step(&s, w, h, 0.1F);
    }
    for (int i = 0; i < 3; i++)
    {
        press(&s, KEY_DOWN);
        step(&s, w, h, 0.1F);
    }
    (void)snprintf(full, sizeof full, "keys_%s", name);
    keep(&s, w, h, full);
    mouse(&s, w / 4, h / 2);
    step(&s, w, h, 0.1F);
    step(&s, w, h, 0.25F);
    step(&s, w, h, 0.25F);
    (void)snprintf(full, sizeof full, "mouse_%s", name);
    keep(&s, w, h, full);
    s.g.asking = true;
    step(&s, w, h, 0.1F);
    step(&s, w, h, 0.1F);
    (void)snprintf(full, sizeof full, "dialog_%s", name);
    keep(&s, w, h, full);
    s.g.asking = false;
    step(&s, w, h, 0.1F);
    step(&s, w, h, 0.1F);
    for (int i = 0; i < 3; i++)
    {
        press(&s, INPUT_PAD_UP);
        step(&s, w, h, 0.1F);
    }
    press(&s, INPUT_PAD_A);
    step(&s, w, h, 0.1F);
    press(&s, INPUT_PAD_DOWN);
    step(&s, w, h, 0.1F);
    (void)snprintf(full, sizeof full, "letters_%s", name);
    keep(&s, w, h, full);
    painter_image_destroy(s.paint, s.g.image);
    ui_destroy(s.u);
    painter_destroy(s.paint);
}

int main(void)
{
    env = loam_default_env();
    out_folder = getenv("LOAM_PICTURES");
    show(1280, 720, 1, "1280x720");
    show(1920, 1080, 2, "1920x1080");
    show(640, 360, 1, "640x360");
    return CHECK_DONE();
}
