// SPDX-License-Identifier: MIT
// A stage for screens: a painter that draws nothing, made-up input, one frame after the other.
#ifndef LOAM_TESTS_APPS_UI_STAGE_H
#define LOAM_TESTS_APPS_UI_STAGE_H

#include "check.h"
#include "ui/state.h"

#include "loam/loam.h"

#include <stdlib.h>

typedef struct stage
{
    painter *paint;
    ui *u;
    input now;
    int32_t w, h;
    float seconds;
    const char *name;
    void (*screen)(struct stage *s);
    void *data;
    char clipboard[64];
} stage;

static stage *stage_of_clipboard; // which has no user data

static inline void stage_get(char *text, size_t room)
{
    (void)snprintf(text, room, "%s", stage_of_clipboard->clipboard);
}

static inline void stage_set(const char *text)
{
    (void)snprintf(stage_of_clipboard->clipboard, sizeof stage_of_clipboard->clipboard, "%s", text);
}

static inline void stage_open(stage *s, void (*screen)(stage *s), void *data)
{
    *s = (stage){.w = 800, .h = 600, .seconds = 1 / 60.0F, .name = "test"};
    s->screen = screen;
    s->data = data;
    CHECK_OK(painter_nothing_create(&s->paint));
    CHECK_OK(ui_create((ui_clipboard){stage_get, stage_set}, &s->u));
    stage_of_clipboard = s;
    s->now.mouse_x = s->now.mouse_y = -1;
}

static inline void stage_close(stage *s)
{
    ui_destroy(s->u);
    painter_destroy(s->paint);
}

/// One frame with what happened since the last one.
static inline void stage_frame(stage *s)
{
    painter_begin(s->paint, s->w, s->h);
    ui_begin(s->u, s->paint, &s->now, s->name, s->seconds);
    s->screen(s);
    ui_end(s->u);
    CHECK_OK(painter_end(s->paint));
    input_begin(&s->now);
}

static inline void stage_frames(stage *s, int count)
{
    for (int i = 0; i < count; i++)
    {
        stage_frame(s);
    }
}

static inline void stage_tap(stage *s, input_code code)
{
    input_press(&s->now, code, true, false);
    input_press(&s->now, code, false, false);
}

static inline void stage_press(stage *s, input_code code)
{
    stage_tap(s, code);
    stage_frame(s);
}

static inline void stage_with(stage *s, input_code modifier, input_code code)
{
    input_press(&s->now, modifier, true, false);
    stage_tap(s, code);
    input_press(&s->now, modifier, false, false);
    stage_frame(s);
}

static inline void stage_type(stage *s, const char *text)
{
    input_type(&s->now, text);
    stage_frame(s);
}

static inline void stage_mouse(stage *s, int32_t x, int32_t y)
{
    s->now.mouse_x = x;
    s->now.mouse_y = y;
    s->now.mouse_moved = true;
    stage_frame(s);
}

static inline void stage_button(stage *s, input_code code, bool pressed)
{
    input_press(&s->now, code, pressed, false);
    stage_frame(s);
}

static inline void stage_click(stage *s, int32_t x, int32_t y)
{
    stage_mouse(s, x, y);
    stage_button(s, INPUT_MOUSE_LEFT, true);
    stage_button(s, INPUT_MOUSE_LEFT, false);
}

#endif
