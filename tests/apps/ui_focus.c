// SPDX-License-Identifier: MIT
// Who has the focus, and how it moves and is used with each device.
#include "ui_stage.h"

typedef struct menu
{
    int32_t used[64]; // how often
    box at[64];
    int32_t focused; // -1: none
    input_code by;
    bool back, hide_second, rename, ask;
    int32_t count, columns;
} menu;

static void watch(menu *m, int32_t i, ui_item item)
{
    m->used[i] += item.used;
    m->by = item.used ? item.by : m->by;
    m->at[i] = item.at;
    m->focused = item.focused ? i : m->focused;
}

// `count` widgets in some columns.
static void menu_screen(stage *s)
{
    menu *m = s->data;
    m->focused = -1;
    ui_panel_begin(s->u, "Menu", ui_centre(s->u, 600, 500));
    ui_columns(s->u, m->columns, NULL);
    for (int32_t i = 0; i < m->count; i++)
    {
        char name[32];
        (void)snprintf(name, sizeof name, "%s %d", m->rename && i == 1 ? "renamed" : "item",
                       (int)i);
        if (i != 1 || !m->hide_second)
        {
            watch(m, i, ui_custom(s->u, name, 30));
        }
    }
    ui_panel_end(s->u);
    if (m->ask)
    {
        ui_dialog_begin(s->u, "Sure?", ui_centre(s->u, 300, 0));
        watch(m, 62, ui_custom(s->u, "yes", 30));
        watch(m, 63, ui_custom(s->u, "no", 30));
        ui_dialog_end(s->u);
    }
    m->back = ui_back(s->u);
}

static void test_focus_moves_in_a_column(void)
{
    stage s;
    menu m = {.count = 4, .columns = 1};
    stage_open(&s, menu_screen, &m);
    stage_frames(&s, 2);
    CHECK_INT(m.focused, 0);
    static const struct
    {
        input_code code;
        int32_t focused;
    } moves[] = {
        {KEY_DOWN, 1},       {INPUT_PAD_DOWN, 2}, {INPUT_STICK_DOWN, 3}, {KEY_DOWN, 0},
        {KEY_UP, 3},         {INPUT_PAD_UP, 2},   {INPUT_STICK_UP, 1},   {KEY_TAB, 2},
        {KEY_LEFT, 2},       {KEY_RIGHT, 2},      {KEY_END, 3},          {KEY_TAB, 0},
        {KEY_PAGE_DOWN, 3},  {KEY_PAGE_UP, 0},    {KEY_END, 3},          {KEY_HOME, 0},
        {INPUT_PAD_LEFT, 0},
    };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++)
    {
        stage_press(&s, moves[i].code);
        CHECK_INT(m.focused, moves[i].focused);
    }
    stage_with(&s, KEY_LEFT_SHIFT, KEY_TAB);
    CHECK_INT(m.focused, 3);
    stage_close(&s);
}

static void test_focus_moves_in_a_grid_by_geometry(void)
{
    stage s;
    menu m = {.count = 40, .columns = 10};
    stage_open(&s, menu_screen, &m);
    stage_frames(&s, 2);
    int32_t at = 0;
    uint32_t random = 12345;
    for (int i = 0; i < 200; i++)
    {
        random = random * 1664525u + 1013904223u;
        static const input_code keys[] = {KEY_UP, KEY_DOWN, KEY_LEFT, KEY_RIGHT};
        const uint32_t way = random >> 30;
        const int32_t x = at % 10, y = at / 10;
        stage_press(&s, keys[way]);
        at = way == 0   ? (y + 3) % 4 * 10 + x // up and down go round, left and right do not
             : way == 1 ? (y + 1) % 4 * 10 + x
             : way == 2 ? y * 10 + (x > 0 ? x - 1 : 0)
                        : y * 10 + (x < 9 ? x + 1 : 9);
        CHECK_INT(m.focused, at);
    }
    stage_close(&s);
}

// A row that is not full leads on to what is nearest.
static void test_focus_finds_its_way_in_uneven_grids(void)
{
    stage s;
    menu m = {.count = 5, .columns = 3};
    stage_open(&s, menu_screen, &m);
    stage_frames(&s, 2);
    stage_press(&s, KEY_RIGHT);
    stage_press(&s, KEY_RIGHT);
    CHECK_INT(m.focused, 2);
    stage_press(&s, KEY_DOWN); // nothing below it: aside
    CHECK_INT(m.focused, 4);
    stage_press(&s, KEY_LEFT);
    CHECK_INT(m.focused, 3);
    stage_press(&s, KEY_UP);
    CHECK_INT(m.focused, 0);
    stage_close(&s);
}

static void test_each_device_uses(void)
{
    stage s;
    menu m = {.count = 3, .columns = 1};
    stage_open(&s, menu_screen, &m);
    stage_frames(&s, 2);
    static const input_code uses[] = {KEY_ENTER, KEY_PAD_ENTER, KEY_SPACE, INPUT_PAD_A};
    for (int32_t i = 0; i < 4; i++)
    {
        stage_press(&s, uses[i]);
        CHECK_INT(m.used[0], i + 1);
        CHECK_INT(m.by, INPUT_MOUSE_LEFT);
    }
    stage_frame(&s);
    CHECK_INT(m.used[0], 4);
    stage_click(&s, m.at[1].x + 5, m.at[1].y + 5);
    CHECK_INT(m.used[1], 1);
    CHECK_INT(m.focused, -1); // the mouse leads: no ring
    stage_button(&s, INPUT_MOUSE_RIGHT, true);
    stage_button(&s, INPUT_MOUSE_RIGHT, false);
    CHECK_INT(m.used[1], 2);
    CHECK_INT(m.by, INPUT_MOUSE_RIGHT);
    stage_press(&s, KEY_DOWN); // from what was clicked
    CHECK_INT(m.focused, 2);
    // Pressed here and released there is nothing.
    stage_mouse(&s, m.at[0].x + 5, m.at[0].y + 5);
    stage_button(&s, INPUT_MOUSE_LEFT, true);
    stage_mouse(&s, m.at[1].x + 5, m.at[1].y + 5);
    stage_button(&s, INPUT_MOUSE_LEFT, false);
    CHECK_INT(m.used[0], 4);
    CHECK_INT(m.used[1], 2);
    stage_close(&s);
}

// Keys that all come within one frame do what slow ones do, one use in a frame.
static void test_quick_keys_wait_for_their_frame(void)
{
    stage s;
    menu m = {.count = 4, .columns = 1};
    stage_open(&s, menu_screen, &m);
    stage_frames(&s, 2);
    static const input_code keys[] = {KEY_DOWN,  KEY_ENTER, KEY_DOWN, KEY_DOWN,
                                      KEY_ENTER, KEY_ENTER, KEY_UP};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    {
        stage_tap(&s, keys[i]);
    }
    stage_frame(&s);
    CHECK_INT(m.used[1], 1);
    CHECK_INT(m.used[3], 0);
    stage_frame(&s);
    CHECK_INT(m.used[3], 1);
    stage_frames(&s, 2);
    CHECK_INT(m.used[3], 2);
    CHECK_INT(m.focused, 2);
    CHECK_INT(m.used[0] + m.used[2], 0);
    stage_close(&s);
}

static void test_back(void)
{
    stage s;
    menu m = {.count = 2, .columns = 1};
    stage_open(&s, menu_screen, &m);
    stage_frames(&s, 2);
    CHECK(!m.back);
    static const input_code backs[] = {KEY_ESCAPE, INPUT_PAD_B, INPUT_MOUSE_BACK};
    for (int i = 0; i < 3; i++)
    {
        stage_press(&s, backs[i]);
        CHECK(m.back);
        stage_frame(&s);
        CHECK(!m.back);
    }
    stage_close(&s);
}

static void test_held_pads_repeat(void)
{
    stage s;
    menu m = {.count = 30, .columns = 1};
    stage_open(&s, menu_screen, &m);
    stage_frames(&s, 2);
    stage_button(&s, INPUT_STICK_DOWN, true);
    CHECK_INT(m.focused, 1);
    stage_frames(&s, 20); // a third of a second
    CHECK_INT(m.focused, 1);
    stage_frames(&s, 60);
    CHECK_RANGE(m.focused, 8, 14);
    const int32_t there = m.focused;
    stage_button(&s, INPUT_STICK_DOWN, false);
    stage_frames(&s, 60);
    CHECK_INT(m.focused, there);
    stage_close(&s);
}

// Repeats of keys move, but do not go round and use nothing.
static void test_repeated_keys(void)
{
    stage s;
    menu m = {.count = 3, .columns = 1};
    stage_open(&s, menu_screen, &m);
    stage_frames(&s, 2);
    input_press(&s.now, KEY_DOWN, true, false);
    for (int i = 0; i < 5; i++)
    {
        input_press(&s.now, KEY_DOWN, true, true);
        stage_frame(&s);
    }
    CHECK_INT(m.focused, 2);
    input_press(&s.now, KEY_ENTER, true, false);
    input_press(&s.now, KEY_ENTER, true, true);
    stage_frames(&s, 3);
    CHECK_INT(m.used[2], 1);
    stage_close(&s);
}

static void test_focus_survives_change(void)
{
    stage s;
    menu m = {.count = 4, .columns = 1};
    stage_open(&s, menu_screen, &m);
    stage_frames(&s, 2);
    stage_press(&s, KEY_DOWN);
    stage_press(&s, KEY_DOWN);
    CHECK_INT(m.focused, 2);
    m.hide_second = true; // what stands before it goes: it keeps the focus
    stage_frames(&s, 2);
    CHECK_INT(m.focused, 2);
    m.hide_second = false;
    stage_frames(&s, 2);
    CHECK_INT(m.focused, 2);
    stage_press(&s, KEY_UP);
    CHECK_INT(m.focused, 1);
    m.rename = true; // what has it gets another name: what stands in its place has it
    stage_frames(&s, 2);
    CHECK_INT(m.focused, 1);
    m.hide_second = true; // what has it goes: to a neighbour
    stage_frames(&s, 2);
    CHECK_INT(m.focused, 2);
    stage_close(&s);
}

static void test_screens_are_remembered(void)
{
    stage s;
    menu m = {.count = 4, .columns = 1};
    stage_open(&s, menu_screen, &m);
    stage_frames(&s, 2);
    stage_press(&s, KEY_DOWN);
    stage_press(&s, KEY_DOWN);
    s.name = "another";
    stage_frames(&s, 2);
    CHECK_INT(m.focused, 0);
    stage_press(&s, KEY_DOWN);
    s.name = "test";
    stage_frames(&s, 2);
    CHECK_INT(m.focused, 2);
    static const char *const others[] = {"a", "b", "c", "d", "e", "f", "g"};
    for (int i = 0; i < 7; i++)
    {
        s.name = others[i];
        stage_frames(&s, 2);
        CHECK_INT(m.focused, 0);
    }
    s.name = "another";
    stage_frames(&s, 2);
    CHECK_INT(m.focused, 1);
    stage_close(&s);
}

static void test_a_dialog_is_alone(void)
{
    stage s;
    menu m = {.count = 4, .columns = 1};
    stage_open(&s, menu_screen, &m);
    stage_frames(&s, 2);
    stage_press(&s, KEY_DOWN);
    m.ask = true;
    stage_frames(&s, 3);
    CHECK_INT(m.focused, 62);
    stage_press(&s, KEY_DOWN);
    CHECK_INT(m.focused, 63);
    stage_press(&s, KEY_DOWN);
    CHECK_INT(m.focused, 62);
    stage_click(&s, m.at[0].x + 3, m.at[0].y + 3);
    CHECK_INT(m.used[0], 0);
    CHECK(ui_wants_mouse(s.u));
    stage_click(&s, m.at[63].x + 3, m.at[63].y + 3);
    CHECK_INT(m.used[63], 1);
    m.ask = false;
    stage_frame(&s);
    stage_press(&s, KEY_ENTER);
    CHECK_INT(m.focused, 1); // as before
    stage_close(&s);
}

// ---- beside panels ------------------------------------------------------------------------------

static void hud_screen(stage *s)
{
    menu *m = s->data;
    m->focused = -1;
    watch(m, 0, ui_custom_at(s->u, "slot", (box){100, 500, 40, 40}));
    watch(m, 1, ui_custom_at(s->u, "slot", (box){150, 500, 40, 40}));
}

static void test_keys_are_the_games_outside_of_panels(void)
{
    stage s;
    menu m = {0};
    stage_open(&s, hud_screen, &m);
    stage_frames(&s, 2);
    stage_press(&s, KEY_SPACE);
    stage_press(&s, KEY_DOWN);
    stage_press(&s, KEY_ENTER);
    CHECK_INT(m.used[0] + m.used[1], 0);
    CHECK_INT(m.focused, -1);
    CHECK(!ui_wants_mouse(s.u) && !ui_wants_keys(s.u));
    stage_click(&s, 160, 510);
    CHECK_INT(m.used[1], 1);
    CHECK_INT(m.used[0], 0); // of the same name, and another one
    CHECK(ui_wants_mouse(s.u));
    stage_mouse(&s, 10, 10);
    CHECK(!ui_wants_mouse(s.u));
    stage_close(&s);
}

// ---- two panels ---------------------------------------------------------------------------------

static void two_screen(stage *s)
{
    menu *m = s->data;
    m->focused = -1;
    ui_panel_begin(s->u, NULL, (box){20, 20, 300, 200});
    for (int32_t i = 0; i < 20; i++)
    {
        ui_push_id(s->u, "left", i);
        watch(m, i, ui_custom(s->u, "row", 30));
        ui_pop_id(s->u);
    }
    ui_panel_end(s->u);
    ui_panel_begin(s->u, NULL, (box){340, 20, 300, 200});
    watch(m, 40, ui_custom(s->u, "right", 30));
    ui_panel_end(s->u);
    ui_panel_begin(s->u, NULL, (box){20, 300, 300, 200});
    if (m->rename)
    {
        ui_focus_next(s->u);
        m->rename = false;
    }
    watch(m, 41, ui_custom(s->u, "below", 30));
    ui_panel_end(s->u);
}

static void test_focus_goes_from_panel_to_panel(void)
{
    stage s;
    menu m = {0};
    stage_open(&s, two_screen, &m);
    stage_frames(&s, 2);
    stage_press(&s, KEY_RIGHT);
    CHECK_INT(m.focused, 40);
    stage_press(&s, KEY_LEFT);
    CHECK_INT(m.focused, 0);
    // Rows that are scrolled out of sight lie where the panel below is; they come first nevertheless.
    for (int32_t i = 1; i < 20; i++)
    {
        stage_press(&s, KEY_DOWN);
        CHECK_INT(m.focused, i);
    }
    stage_frames(&s, 30);
    stage_press(&s, KEY_DOWN);
    CHECK_INT(m.focused, 41);
    stage_mouse(&s, m.at[0].x, 60);
    for (int i = 0; i < 20; i++)
    {
        stage_press(&s, INPUT_WHEEL_UP);
    }
    stage_frames(&s, 60);
    stage_press(&s, KEY_UP); // the last one that is seen, of those that hang below the panel's end
    CHECK_INT(m.focused, 4);
    stage_press(&s, KEY_END);
    stage_press(&s, KEY_DOWN);
    stage_press(&s, KEY_HOME);
    CHECK_INT(m.focused, 41);
    stage_press(&s, KEY_RIGHT);
    stage_press(&s, KEY_RIGHT);
    CHECK_INT(m.focused, 40);
    m.rename = true; // asked for
    stage_frame(&s);
    CHECK_INT(m.focused, 41);
    stage_close(&s);
}

int main(void)
{
    RUN(test_focus_moves_in_a_column);
    RUN(test_focus_moves_in_a_grid_by_geometry);
    RUN(test_focus_finds_its_way_in_uneven_grids);
    RUN(test_each_device_uses);
    RUN(test_quick_keys_wait_for_their_frame);
    RUN(test_back);
    RUN(test_held_pads_repeat);
    RUN(test_repeated_keys);
    RUN(test_focus_survives_change);
    RUN(test_screens_are_remembered);
    RUN(test_a_dialog_is_alone);
    RUN(test_keys_are_the_games_outside_of_panels);
    RUN(test_focus_goes_from_panel_to_panel);
    return CHECK_DONE();
}
