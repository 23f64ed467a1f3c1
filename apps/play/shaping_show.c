// SPDX-License-Identifier: MIT
#include "play/shaping.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// What the world will look like, beside the knobs: far away on top, with a frame where the near picture is, which fills
// the rest. The mouse drags either, a click takes the near one to a place of the far one, and the wheel changes how
// much it shows. While an answer is drawn the last one is shown, moved to where it belongs.

enum
{
    FAR_SHARE = 4, // of the height
    MAX_ZOOM_LOG2 = 3,
    MIN_SIDE = 32,
    MAX_SIDE = 2048,
    WORLD_END = 1 << 30, // tiles: as far as the view goes
};

typedef struct preview_boxes
{
    box far, near;
} preview_boxes;

static int32_t clamp(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

static preview_boxes split(const app *a, box at)
{
    const int32_t line = painter_line_height(a->paint, TEXT_SMALL) + painter_scaled(a->paint, 6);
    const int32_t far_h = clamp(at.h / FAR_SHARE, MIN_SIDE, MAX_SIDE);
    const int32_t w = clamp(at.w, MIN_SIDE, MAX_SIDE);
    return (preview_boxes){
        .far = {at.x, at.y + line, w, far_h},
        .near = {at.x, at.y + far_h + 2 * line, w,
                 clamp(at.h - far_h - 2 * line, MIN_SIDE, MAX_SIDE)},
    };
}

// ---- asking and taking --------------------------------------------------------------------------

static void ask(app *a, shaping *s, preview_boxes boxes)
{
    const shape_question question = {.revision = s->revision,
                                     .seed = loam_seed_from_text(a->new_world.seed),
                                     .x = s->x,
                                     .y = s->y,
                                     .on_ground = s->on_ground,
                                     .far_w = boxes.far.w,
                                     .far_h = boxes.far.h,
                                     .near_w = boxes.near.w,
                                     .near_h = boxes.near.h,
                                     .tiles_a_pixel = 1 << s->zoom_log2};
    shape_preview_ask(s->preview, &s->defs, &question);
}

static void update_image(app *a, painter_image **image, int32_t *w, int32_t *h,
                         const loam_picture *picture)
{
    if (*image != NULL && (*w != picture->w || *h != picture->h))
    {
        painter_image_destroy(a->paint, *image);
        *image = NULL;
    }
    if (*image == NULL && painter_image_create(a->paint, picture->w, picture->h, image) != LOAM_OK)
    {
        *image = NULL;
        return;
    }
    *w = picture->w;
    *h = picture->h;
    painter_image_update(a->paint, *image, picture);
}

static void take(app *a, shaping *s)
{
    const shape_answer *const answer = shape_preview_take(s->preview);
    if (answer == NULL)
    {
        return;
    }
    if (answer->result != LOAM_OK)
    {
        app_notice_add(a, true, "preview: %s", answer->message);
        return;
    }
    update_image(a, &s->far, &s->far_w, &s->far_h, &answer->far);
    update_image(a, &s->near, &s->near_w, &s->near_h, &answer->near);
    s->shown = answer->question;
    s->has_shown = true;
    if (s->on_ground && s->x == s->shown.x)
    {
        s->y = s->shown.y;
    }
}

// ---- the mouse ----------------------------------------------------------------------------------

static void move_to(shaping *s, int64_t x, int64_t y)
{
    s->x = x < -WORLD_END ? -WORLD_END : x > WORLD_END ? WORLD_END : x;
    s->y = y < -WORLD_END ? -WORLD_END : y > WORLD_END ? WORLD_END : y;
}

static void zoom(const app *a, shaping *s, preview_boxes boxes)
{
    const int32_t wheel = input_pressed(&a->now, INPUT_WHEEL_DOWN) -
                          input_pressed(&a->now, INPUT_WHEEL_UP);
    if (wheel != 0 && box_holds(boxes.near, a->now.mouse_x, a->now.mouse_y))
    {
        s->zoom_log2 = clamp(s->zoom_log2 + wheel, 0, MAX_ZOOM_LOG2);
    }
}

/// A press on the far picture takes the near one there, to the ground; pulling the near one moves it.
static void drag(const app *a, shaping *s, preview_boxes boxes)
{
    const input *const now = &a->now;
    if (input_pressed(now, INPUT_MOUSE_LEFT)) // it may be released in the same frame
    {
        s->dragged = box_holds(boxes.near, now->mouse_x, now->mouse_y);
        if (box_holds(boxes.far, now->mouse_x, now->mouse_y) && s->has_shown)
        {
            const int64_t right = now->mouse_x - boxes.far.x - boxes.far.w / 2;
            move_to(s, s->shown.x + right * SHAPE_FAR_TILES, s->y);
            s->on_ground = true;
        }
    }
    else if (s->dragged)
    {
        move_to(s, s->x - (int64_t)(now->mouse_x - s->mouse_x) * (1 << s->zoom_log2),
                s->y + (int64_t)(now->mouse_y - s->mouse_y) * (1 << s->zoom_log2));
        s->on_ground = s->on_ground && now->mouse_y == s->mouse_y;
    }
    s->dragged = s->dragged && now->down[INPUT_MOUSE_LEFT];
    s->mouse_x = now->mouse_x;
    s->mouse_y = now->mouse_y;
}

// ---- drawing ------------------------------------------------------------------------------------

static int32_t pixels(int64_t tiles, int32_t tiles_a_pixel)
{
    const int64_t count = tiles / tiles_a_pixel;
    return (int32_t)(count < -WORLD_END ? -WORLD_END : count > WORLD_END ? WORLD_END : count);
}

/// An image that was made for another place or another zoom is moved and stretched to where it belongs.
static void draw_near(app *a, const shaping *s, box at)
{
    const int32_t scale = 1 << s->zoom_log2;
    const int32_t w = s->near_w * s->shown.tiles_a_pixel / scale;
    const int32_t h = s->near_h * s->shown.tiles_a_pixel / scale;
    const int64_t y = s->on_ground ? s->shown.y : s->y;
    const box to = {at.x + at.w / 2 - w / 2 + pixels(s->shown.x - s->x, scale),
                    at.y + at.h / 2 - h / 2 + pixels(y - s->shown.y, scale), w, h};
    painter_push_clip(a->paint, at);
    painter_image_draw(a->paint, s->near, (box){0, 0, s->near_w, s->near_h}, to, loam_rgb(0xffffff),
                       false);
    painter_pop_clip(a->paint);
}

static void draw_far(app *a, const shaping *s, box at)
{
    painter_push_clip(a->paint, at);
    painter_image_draw(a->paint, s->far, (box){0, 0, s->far_w, s->far_h}, at, loam_rgb(0xffffff),
                       true);
    const int32_t w = clamp((s->near_w << s->zoom_log2) / SHAPE_FAR_TILES, 3, at.w);
    const int32_t h = clamp((s->near_h << s->zoom_log2) / SHAPE_FAR_TILES, 3, at.h);
    const int32_t x = at.x + at.w / 2 + pixels(s->x - s->shown.x, SHAPE_FAR_TILES);
    const int32_t y = at.y + at.h / 2 - pixels(s->y - SHAPE_FAR_HEIGHT, SHAPE_FAR_TILES);
    painter_frame(a->paint, (box){x - w / 2, y - h / 2, w, h}, 1, loam_rgb(0xffffff));
    painter_pop_clip(a->paint);
}

static void draw_words(app *a, const shaping *s, preview_boxes boxes)
{
    char text[128];
    const int32_t line = painter_line_height(a->paint, TEXT_SMALL) + painter_scaled(a->paint, 3);
    const loam_colour colour = ui_get_theme(a->u)->text;
    snprintf(text, sizeof text, "%d tiles wide%s", (int)(boxes.far.w * SHAPE_FAR_TILES),
             shape_preview_is_busy(s->preview) ? ", growing ..." : "");
    painter_text(a->paint, boxes.far.x, boxes.far.y - line, TEXT_SMALL, colour, text);
    snprintf(text, sizeof text, "%d tiles wide, around %" PRId64 ", %" PRId64,
             (int)(boxes.near.w << s->zoom_log2), s->x, s->y);
    painter_text(a->paint, boxes.near.x, boxes.near.y - line, TEXT_SMALL, colour, text);
}

void shaping_show(app *a, shaping *s, box at)
{
    const preview_boxes boxes = split(a, at);
    take(a, s);
    if (!ui_wants_mouse(a->u) || s->dragged)
    {
        drag(a, s, boxes);
        zoom(a, s, boxes);
    }
    ask(a, s, boxes);
    painter_fill(a->paint, boxes.far, (loam_colour){15, 16, 21, 255});
    painter_fill(a->paint, boxes.near, (loam_colour){15, 16, 21, 255});
    if (s->far != NULL)
    {
        draw_far(a, s, boxes.far);
    }
    if (s->near != NULL)
    {
        draw_near(a, s, boxes.near);
    }
    draw_words(a, s, boxes);
}
