// SPDX-License-Identifier: MIT
// Toggles, sliders, choices and codes.
#include "ui_stage.h"

typedef struct values
{
    bool on, changed;
    int32_t size, wild, choice, odd, beside;
    input_code key, pad;
    box at[7];
    bool back, gone;
} values;

static const char *const names[] = {"off", "fast", "good", "fine"};

static void values_screen(stage *s)
{
    values *v = s->data;
    v->changed = false;
    ui_panel_begin(s->u, "Values", ui_centre(s->u, 600, 500));
    v->changed |= ui_toggle(s->u, "on", &v->on);
    v->at[0] = s->u->last_at;
    v->changed |= ui_slider(s->u, "size", &v->size, 50, 300, 10, "%d %%");
    v->at[1] = s->u->last_at;
    v->changed |= ui_slider(s->u, "wild", &v->wild, INT32_MIN, INT32_MAX, 1, "%d of %s %n %d");
    v->at[2] = s->u->last_at;
    v->changed |= ui_choice(s->u, "choice", &v->choice, names, 4);
    v->at[3] = s->u->last_at;
    if (!v->gone)
    {
        v->changed |= ui_code_field(s->u, "key", &v->key, false);
        v->at[4] = s->u->last_at;
    }
    v->changed |= ui_code_field(s->u, "pad", &v->pad, true);
    v->at[5] = s->u->last_at;
    v->changed |= ui_slider(s->u, "odd", &v->odd, 0, 24, 10, "%d");
    v->at[6] = s->u->last_at;
    ui_panel_end(s->u);
    v->beside += ui_custom_at(s->u, "beside", (box){0, 0, 20, 20}).used;
    v->back = ui_back(s->u);
}

static void open_values(stage *s, values *v, int down)
{
    *v = (values){.size = 100, .key = KEY_SPACE, .pad = INPUT_PAD_A};
    stage_open(s, values_screen, v);
    stage_frames(s, 2);
    for (int i = 0; i < down; i++)
    {
        stage_press(s, KEY_DOWN);
    }
}

static void test_toggle(void)
{
    stage s;
    values v;
    open_values(&s, &v, 0);
    stage_press(&s, KEY_ENTER);
    CHECK(v.on && v.changed);
    stage_frame(&s);
    CHECK(v.on && !v.changed);
    stage_press(&s, INPUT_PAD_A);
    CHECK(!v.on && v.changed);
    stage_click(&s, v.at[0].x + v.at[0].w - 10, v.at[0].y + 10);
    CHECK(v.on && v.changed);
    stage_close(&s);
}

static void test_slider_by_keys(void)
{
    stage s;
    values v;
    open_values(&s, &v, 1);
    static const struct
    {
        input_code code;
        int32_t size;
    } moves[] = {
        {KEY_RIGHT, 110},   {INPUT_PAD_RIGHT, 120}, {INPUT_STICK_LEFT, 110}, {KEY_LEFT, 100},
        {KEY_PAGE_UP, 120}, {KEY_PAGE_DOWN, 100},   {KEY_END, 300},          {KEY_RIGHT, 300},
        {KEY_HOME, 50},     {KEY_PAGE_DOWN, 50},
    };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++)
    {
        const int32_t before = v.size;
        stage_press(&s, moves[i].code);
        CHECK_INT(v.size, moves[i].size);
        CHECK_INT(v.changed, v.size != before);
    }
    stage_press(&s, KEY_ENTER);
    CHECK_INT(v.size, 50);
    input_press(&s.now, KEY_RIGHT, true, false);
    input_press(&s.now, KEY_RIGHT, true, true);
    input_press(&s.now, KEY_RIGHT, true, true);
    stage_frame(&s);
    CHECK_INT(v.size, 80);
    v.size = 7; // what is out of range comes into it
    stage_frame(&s);
    CHECK_INT(v.size, 50);
    stage_close(&s);
}

static void test_slider_by_mouse(void)
{
    stage s;
    values v;
    open_values(&s, &v, 0);
    const box at = v.at[1];
    const int32_t y = at.y + at.h / 2;
    stage_mouse(&s, at.x + at.w / 2, y);
    stage_button(&s, INPUT_MOUSE_LEFT, true);
    const int32_t first = v.size;
    CHECK_RANGE(first, 50, 140);
    CHECK_INT(first % 10, 0);
    stage_mouse(&s, at.x + at.w / 2 + 60, y + 200); // it is held, wherever the mouse goes
    CHECK(v.size > first);
    CHECK_INT(v.size % 10, 0);
    stage_mouse(&s, at.x + at.w * 3, y);
    CHECK_INT(v.size, 300);
    stage_mouse(&s, -500, y);
    CHECK_INT(v.size, 50);
    stage_button(&s, INPUT_MOUSE_LEFT, false);
    stage_mouse(&s, at.x + at.w / 2 + 60, y);
    CHECK_INT(v.size, 50);
    v.size = 200; // a click on the label changes nothing
    stage_click(&s, at.x + 20, y);
    CHECK_INT(v.size, 200);
    // Pressed and released within a frame.
    s.now.mouse_x = at.x + at.w / 2 + 60;
    stage_tap(&s, INPUT_MOUSE_LEFT);
    stage_frame(&s);
    CHECK(v.size != 200);
    stage_close(&s);
}

static void test_slider_of_all_numbers(void)
{
    stage s;
    values v;
    open_values(&s, &v, 2);
    stage_press(&s, KEY_END);
    CHECK_INT(v.wild, INT32_MAX);
    stage_press(&s, KEY_RIGHT);
    CHECK_INT(v.wild, INT32_MAX);
    stage_press(&s, KEY_HOME);
    CHECK_INT(v.wild, INT32_MIN);
    stage_press(&s, KEY_LEFT);
    stage_press(&s, KEY_PAGE_DOWN);
    CHECK_INT(v.wild, INT32_MIN);
    stage_press(&s, KEY_PAGE_UP);
    CHECK(v.wild > INT32_MIN);
    stage_mouse(&s, v.at[2].x + v.at[2].w * 3 / 5, v.at[2].y + 10);
    stage_button(&s, INPUT_MOUSE_LEFT, true);
    CHECK(v.wild > INT32_MIN && v.wild < INT32_MAX);
    stage_mouse(&s, v.at[2].x + v.at[2].w, v.at[2].y + 10);
    CHECK_INT(v.wild, INT32_MAX);
    stage_close(&s);
}

// The end of a range can be reached, even if no step leads to it.
static void test_slider_of_uneven_steps(void)
{
    stage s;
    values v;
    open_values(&s, &v, 0);
    stage_mouse(&s, v.at[6].x + v.at[6].w * 3 / 5, v.at[6].y + 10);
    stage_button(&s, INPUT_MOUSE_LEFT, true);
    CHECK_INT(v.odd, 10);
    stage_mouse(&s, v.at[6].x + v.at[6].w, v.at[6].y + 10);
    CHECK_INT(v.odd, 24);
    stage_button(&s, INPUT_MOUSE_LEFT, false);
    stage_press(&s, KEY_LEFT);
    CHECK_INT(v.odd, 14);
    stage_close(&s);
}

// Key and mouse, each for another widget, within one frame: both have their effect.
static void test_two_widgets_in_a_frame(void)
{
    stage s;
    values v;
    open_values(&s, &v, 1);
    stage_mouse(&s, 10, 10);
    stage_button(&s, INPUT_MOUSE_LEFT, true);
    stage_tap(&s, KEY_RIGHT);
    input_press(&s.now, INPUT_MOUSE_LEFT, false, false);
    stage_frames(&s, 3);
    CHECK_INT(v.size, 110);
    CHECK_INT(v.beside, 1);
    stage_tap(&s, KEY_RIGHT);
    stage_tap(&s, KEY_DOWN);
    stage_tap(&s, KEY_RIGHT);
    stage_frames(&s, 3);
    CHECK_INT(v.size, 120);
    CHECK_INT(v.wild, 1);
    stage_close(&s);
}

static void test_choice(void)
{
    stage s;
    values v;
    open_values(&s, &v, 3);
    static const struct
    {
        input_code code;
        int32_t choice;
    } moves[] = {{KEY_RIGHT, 1}, {INPUT_PAD_RIGHT, 2}, {KEY_RIGHT, 3},     {KEY_RIGHT, 3},
                 {KEY_ENTER, 0}, {KEY_LEFT, 0},        {KEY_END, 3},       {INPUT_STICK_LEFT, 2},
                 {KEY_HOME, 0},  {INPUT_PAD_A, 1},     {KEY_PAGE_DOWN, 3}, {KEY_PAGE_UP, 1}};
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++)
    {
        stage_press(&s, moves[i].code);
        CHECK_INT(v.choice, moves[i].choice);
    }
    const box at = v.at[3];
    stage_click(&s, at.x + at.w - 20, at.y + 10);
    CHECK_INT(v.choice, 2);
    stage_click(&s, at.x + at.w / 2, at.y + 10);
    CHECK_INT(v.choice, 1);
    CHECK(v.changed);
    stage_click(&s, at.x + 20, at.y + 10);
    CHECK_INT(v.choice, 1);
    v.choice = 99;
    stage_frame(&s);
    CHECK_INT(v.choice, 3);
    stage_close(&s);
}

static void test_code_waits_for_the_next_key(void)
{
    stage s;
    values v;
    open_values(&s, &v, 4);
    CHECK(!ui_wants_keys(s.u));
    stage_press(&s, KEY_ENTER);
    CHECK(ui_wants_keys(s.u));
    CHECK_INT(v.key, KEY_SPACE);
    stage_press(&s, INPUT_PAD_X); // not of this kind
    CHECK_INT(v.key, KEY_SPACE);
    stage_press(&s, KEY_DOWN);
    CHECK_INT(v.key, KEY_DOWN);
    CHECK(v.changed && !ui_wants_keys(s.u));
    stage_press(&s, KEY_ENTER); // it still has the focus
    stage_press(&s, INPUT_WHEEL_UP);
    CHECK_INT(v.key, INPUT_WHEEL_UP);
    stage_press(&s, KEY_ENTER);
    stage_press(&s, KEY_ESCAPE);
    CHECK(!v.back && !ui_wants_keys(s.u));
    CHECK_INT(v.key, INPUT_WHEEL_UP);
    stage_press(&s, KEY_ENTER);
    stage_press(&s, KEY_BACKSPACE);
    CHECK_INT(v.key, INPUT_NONE);
    stage_click(&s, v.at[4].x + 50, v.at[4].y + 5);
    stage_button(&s, INPUT_MOUSE_LEFT, true);
    CHECK_INT(v.key, INPUT_MOUSE_LEFT);
    stage_button(&s, INPUT_MOUSE_LEFT, false);
    CHECK(!ui_wants_keys(s.u));
    stage_close(&s);
}

// Ctrl can be bound, and can be held for another key.
static void test_code_and_ctrl(void)
{
    stage s;
    values v;
    open_values(&s, &v, 4);
    stage_press(&s, KEY_ENTER);
    stage_button(&s, KEY_LEFT_CTRL, true);
    CHECK_INT(v.key, KEY_SPACE);
    stage_button(&s, KEY_LEFT_CTRL, false);
    CHECK_INT(v.key, KEY_LEFT_CTRL);
    stage_press(&s, KEY_ENTER);
    stage_button(&s, KEY_LEFT_CTRL, true);
    stage_button(&s, KEY_Z, true);
    CHECK_INT(v.key, KEY_Z);
    stage_button(&s, KEY_Z, false);
    stage_button(&s, KEY_LEFT_CTRL, false);
    CHECK_INT(v.key, KEY_Z);
    stage_close(&s);
}

static void chord_screen(stage *s)
{
    values *v = s->data;
    ui_panel_begin(s->u, "Chords", ui_centre(s->u, 400, 200));
    const box drawn = ui_canvas(s->u, 50); // the focus passes it
    CHECK_INT(drawn.h, 50);
    v->changed = ui_chord_field(s->u, "chord", &v->key, &v->on);
    ui_panel_end(s->u);
}

static void test_chords(void)
{
    stage s;
    values v = {.key = KEY_X};
    box at;
    stage_open(&s, chord_screen, &v);
    stage_frames(&s, 2);
    CHECK_TEXT(ui_focus_name(s.u, &at), "chord");
    CHECK_INT(at.h, row_height(s.u));
    stage_press(&s, KEY_ENTER);
    stage_with(&s, KEY_LEFT_CTRL, KEY_Z); // all within a frame
    CHECK(v.changed && v.on);
    CHECK_INT(v.key, KEY_Z);
    stage_press(&s, KEY_ENTER);
    stage_press(&s, KEY_Z);
    CHECK(v.changed && !v.on);
    stage_press(&s, KEY_ENTER);
    stage_press(&s, KEY_LEFT_CTRL);
    CHECK(v.changed && !v.on);
    CHECK_INT(v.key, KEY_LEFT_CTRL);
    stage_close(&s);
}

static void test_code_of_a_pad(void)
{
    stage s;
    values v;
    open_values(&s, &v, 5);
    stage_press(&s, INPUT_PAD_A);
    CHECK(ui_wants_keys(s.u));
    stage_press(&s, KEY_X);
    CHECK_INT(v.pad, INPUT_PAD_A);
    stage_press(&s, INPUT_PAD_B);
    CHECK_INT(v.pad, INPUT_PAD_B);
    CHECK(!v.back);
    stage_press(&s, INPUT_PAD_A);
    stage_press(&s, INPUT_STICK_UP);
    CHECK_INT(v.pad, INPUT_STICK_UP);
    stage_press(&s, INPUT_PAD_A);
    stage_press(&s, KEY_DELETE);
    CHECK_INT(v.pad, INPUT_NONE);
    stage_press(&s, INPUT_PAD_A);
    stage_click(&s, v.at[0].x + 5, v.at[0].y + 5); // who has no gamepad at hand gives up
    CHECK(!ui_wants_keys(s.u));
    CHECK_INT(v.pad, INPUT_NONE);
    stage_close(&s);
}

static void test_waiting_ends_when_its_field_goes(void)
{
    stage s;
    values v;
    open_values(&s, &v, 4);
    stage_press(&s, KEY_ENTER);
    CHECK(ui_wants_keys(s.u));
    v.gone = true;
    stage_frame(&s);
    CHECK(!ui_wants_keys(s.u));
    v.gone = false;
    stage_frames(&s, 2);
    stage_press(&s, KEY_X);
    CHECK_INT(v.key, KEY_SPACE);
    stage_close(&s);
}

int main(void)
{
    RUN(test_toggle);
    RUN(test_slider_by_keys);
    RUN(test_slider_by_mouse);
    RUN(test_slider_of_all_numbers);
    RUN(test_slider_of_uneven_steps);
    RUN(test_two_widgets_in_a_frame);
    RUN(test_choice);
    RUN(test_code_waits_for_the_next_key);
    RUN(test_code_and_ctrl);
    RUN(test_chords);
    RUN(test_code_of_a_pad);
    RUN(test_waiting_ends_when_its_field_goes);
    return CHECK_DONE();
}
