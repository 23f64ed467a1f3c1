// SPDX-License-Identifier: MIT
// What does not fit: scrolling by wheel, bar and focus, lists, tooltips, small windows, long texts.
#include "ui_stage.h"

typedef struct shelf
{
    int32_t rows, chosen, focused;
    box at[200], list, panel;
    bool in_list, fitted;
    const char *tip;
    int32_t tip_row;
} shelf;

static void shelf_rows(stage *s, shelf *f)
{
    f->focused = -1;
    for (int32_t i = 0; i < f->rows; i++)
    {
        ui_push_id(s->u, "row", i);
        const ui_item item = f->in_list ? ui_list_row(s->u, "", 30, f->chosen == i)
                                        : ui_custom(s->u, "", 30);
        ui_pop_id(s->u);
        if (f->tip != NULL && f->tip_row == i)
        {
            ui_tooltip(s->u, f->tip);
        }
        f->at[i] = item.at;
        f->chosen = item.used ? i : f->chosen;
        f->focused = item.focused ? i : f->focused;
    }
}

static void shelf_screen(stage *s)
{
    shelf *f = s->data;
    f->panel = ui_centre(s->u, 500, f->fitted ? 0 : 400);
    ui_panel_begin(s->u, "Shelf", f->panel);
    ui_label(s->u, "A label above the rows");
    if (f->in_list)
    {
        ui_list_begin(s->u, "list", 200);
        f->list = area_now(s->u)->outer;
    }
    shelf_rows(s, f);
    if (f->in_list)
    {
        ui_list_end(s->u);
        (void)ui_button(s->u, "below");
    }
    ui_label(s->u, "and one below");
    ui_panel_end(s->u);
}

static void open_shelf(stage *s, shelf *f, int32_t rows, bool in_list)
{
    *f = (shelf){.rows = rows, .chosen = -1, .in_list = in_list};
    stage_open(s, shelf_screen, f);
    stage_frames(s, 3);
}

static bool is_seen(const stage *s, ui_id id)
{
    const ui_place *place = map_find(s->u->seen, id);
    return place != NULL && place->seen.h == place->at.h;
}

static void test_scrolling_follows_the_focus(void)
{
    for (int in_list = 0; in_list < 2; in_list++)
    {
        stage s;
        shelf f;
        open_shelf(&s, &f, 50, in_list == 1);
        for (int32_t i = 1; i < 50; i++)
        {
            stage_press(&s, KEY_DOWN);
            CHECK_INT(f.focused, i);
            stage_frames(&s, 40);
            CHECK(is_seen(&s, s.u->focus));
        }
        stage_press(&s, KEY_HOME);
        stage_frames(&s, 40);
        CHECK_INT(f.focused, 0);
        CHECK(is_seen(&s, s.u->focus));
        // With the first row the label above it is seen, too.
        const ui_area *panel = &s.u->seen->areas[1];
        CHECK_INT(panel->top, panel->view.y);
        stage_press(&s, KEY_END);
        stage_frames(&s, 40);
        CHECK_INT(f.focused, 49);
        CHECK(is_seen(&s, s.u->focus));
        const ui_scroll *scroll = &s.u->scrolls[s.u->seen->areas[1].scroll];
        CHECK(in_list || (int32_t)scroll->now == scroll->content - scroll->view); // the label, too
        stage_press(&s, KEY_PAGE_UP);
        stage_frames(&s, 40);
        CHECK_RANGE(f.focused, 38, 47);
        CHECK(is_seen(&s, s.u->focus));
        stage_close(&s);
    }
}

static void test_scrolling_is_smooth(void)
{
    stage s;
    shelf f;
    open_shelf(&s, &f, 50, false);
    const int32_t top = f.at[0].y;
    stage_mouse(&s, 400, 300);
    stage_press(&s, INPUT_WHEEL_DOWN);
    int32_t last = f.at[0].y;
    CHECK(last < top && last > top - 60);
    for (int i = 0; i < 40; i++)
    {
        stage_frame(&s);
        CHECK(f.at[0].y <= last);
        last = f.at[0].y;
    }
    CHECK_INT(last, top - 84);
    for (int i = 0; i < 3; i++)
    {
        stage_press(&s, INPUT_WHEEL_UP); // not beyond its beginning
    }
    stage_frames(&s, 60);
    CHECK_INT(f.at[0].y, top);
    stage_mouse(&s, 5, 5); // beside the panel the wheel is not ours
    stage_press(&s, INPUT_WHEEL_DOWN);
    stage_frames(&s, 10);
    CHECK_INT(f.at[0].y, top);
    stage_close(&s);
}

static void test_bar_is_dragged(void)
{
    stage s;
    shelf f;
    open_shelf(&s, &f, 50, false);
    const ui_area *panel = &s.u->seen->areas[1];
    const ui_place *bar = map_find(s.u->seen, panel->id ^ 0x5c011);
    CHECK(bar != NULL);
    if (bar != NULL)
    {
        const box at = bar->at;
        const int32_t top = f.at[0].y;
        stage_mouse(&s, at.x + at.w / 2, at.y + 5);
        stage_button(&s, INPUT_MOUSE_LEFT, true);
        CHECK_INT(f.at[0].y, top); // where it is held it stays
        stage_mouse(&s, 5, at.y + at.h / 2);
        stage_frame(&s);
        CHECK(f.at[0].y < top - 300);
        const int32_t middle = f.at[0].y;
        stage_button(&s, INPUT_MOUSE_LEFT, false);
        CHECK(at.x >= f.at[0].x + f.at[0].w && at.x + at.w <= panel->outer.x + panel->outer.w);
        stage_mouse(&s, at.x + at.w / 2, at.y + at.h / 2 + 20); // still on it
        stage_button(&s, INPUT_MOUSE_LEFT, true);
        stage_frame(&s);
        CHECK_NEAR(f.at[0].y, middle, 8);
        stage_mouse(&s, 5, 10000);
        stage_frame(&s);
        CHECK_RANGE(f.at[49].y + f.at[49].h, panel->view.y, panel->view.y + panel->view.h);
        stage_button(&s, INPUT_MOUSE_LEFT, false);
        stage_mouse(&s, 5, at.y);
        stage_frames(&s, 2);
        CHECK_RANGE(f.at[49].y + f.at[49].h, panel->view.y, panel->view.y + panel->view.h);
        stage_click(&s, at.x + at.w / 2, at.y + 8); // beside the handle
        stage_frame(&s);
        CHECK(f.at[0].y > top - 100);
    }
    stage_close(&s);
}

static void test_list(void)
{
    stage s;
    shelf f;
    open_shelf(&s, &f, 30, true);
    stage_press(&s, KEY_DOWN);
    stage_press(&s, KEY_ENTER);
    CHECK_INT(f.chosen, 1);
    stage_click(&s, f.at[3].x + 10, f.at[3].y + 10);
    CHECK_INT(f.chosen, 3);
    // Where a row is scrolled out of the list it cannot be used.
    stage_click(&s, f.at[8].x + 10, f.list.y + f.list.h + 10);
    CHECK_INT(f.chosen, 3);
    stage_click(&s, f.at[3].x + 10, f.at[3].y + 10);
    stage_press(&s, INPUT_WHEEL_DOWN);
    stage_frames(&s, 40);
    CHECK(f.at[0].y < f.list.y);
    stage_press(&s, KEY_END);
    stage_frames(&s, 40);
    CHECK_INT(f.focused, 29);
    stage_press(&s, KEY_DOWN); // out of it
    CHECK_INT(f.focused, -1);
    stage_press(&s, KEY_UP); // and in again, where one sees it
    CHECK_INT(f.focused, 29);
    stage_close(&s);
}

// Scrolling is remembered with its screen.
static void test_scrolling_is_remembered(void)
{
    stage s;
    shelf f;
    open_shelf(&s, &f, 50, false);
    stage_press(&s, KEY_END);
    stage_frames(&s, 60);
    const int32_t y = f.at[49].y;
    s.name = "other";
    stage_frames(&s, 3);
    CHECK(f.at[49].y != y);
    s.name = "test";
    stage_frame(&s);
    CHECK_INT(f.at[49].y, y);
    stage_close(&s);
}

// What becomes shorter shows its end, not emptiness.
static void test_content_may_shrink(void)
{
    stage s;
    shelf f;
    open_shelf(&s, &f, 50, false);
    stage_press(&s, KEY_END);
    stage_frames(&s, 60);
    f.rows = 3;
    stage_frames(&s, 3);
    const ui_area *panel = &s.u->seen->areas[1];
    CHECK_INT(panel->top, panel->view.y);
    stage_press(&s, KEY_ENTER);
    CHECK_INT(f.chosen, 2); // the nearest
    stage_close(&s);
}

static void test_panels_fit_their_content(void)
{
    stage s;
    shelf f = {.rows = 4, .chosen = -1, .fitted = true};
    stage_open(&s, shelf_screen, &f);
    stage_frames(&s, 3);
    const ui_area *panel = &s.u->seen->areas[1];
    CHECK(!panel->hidden);
    CHECK_RANGE(panel->outer.h, 4 * 36 + 80, 4 * 36 + 140);
    CHECK_NEAR(panel->outer.y + panel->outer.h / 2, s.h / 2, 1);
    CHECK(!scroll_has_bar(s.u, panel->scroll));
    f.rows = 50; // higher than the screen
    stage_frames(&s, 3);
    panel = &s.u->seen->areas[1];
    CHECK(panel->outer.y >= 0 && panel->outer.y + panel->outer.h <= s.h);
    CHECK(scroll_has_bar(s.u, panel->scroll));
    stage_close(&s);
}

static void test_panels_fit_small_windows(void)
{
    stage s;
    shelf f;
    open_shelf(&s, &f, 20, true);
    s.w = 640;
    s.h = 200;
    stage_frames(&s, 3);
    const box outer = s.u->seen->areas[1].outer;
    CHECK(outer.x >= 0 && outer.y >= 0 && outer.x + outer.w <= s.w && outer.y + outer.h <= s.h);
    for (int i = 0; i < 21; i++)
    {
        CHECK(is_seen(&s, s.u->focus));
        stage_press(&s, KEY_DOWN);
        stage_frames(&s, 60);
    }
    stage_close(&s);
}

// ---- tooltips -----------------------------------------------------------------------------------

static void test_tooltips_wait_and_stay_inside(void)
{
    stage s;
    shelf f;
    open_shelf(&s, &f, 5, false);
    f.tip =
        "A text about this row, which is long enough to be wrapped at least once, I think.\nTwo.";
    f.tip_row = 2;
    stage_mouse(&s, f.at[2].x + 3, f.at[2].y + 3);
    stage_frames(&s, 10);
    CHECK_INT(s.u->tip_drawn.w, 0);
    stage_frames(&s, 60);
    CHECK(s.u->tip_drawn.w > 50 && s.u->tip_drawn.h > 30);
    static const int32_t sizes[][2] = {{800, 600}, {640, 360}, {300, 90}, {120, 400}, {64, 64}};
    int32_t wide = 0;
    for (int i = 0; i < 5; i++)
    {
        for (int corner = 0; corner < 4; corner++)
        {
            s.w = sizes[i][0];
            s.h = sizes[i][1];
            s.u->tip_drawn = (box){0, 0, 0, 0};
            stage_frames(&s, 2);
            const box at = box_cut(f.at[2], s.u->seen->areas[1].clip);
            stage_mouse(&s, corner % 2 == 0 ? at.x : at.x + at.w - 1,
                        corner < 2 ? at.y : at.y + at.h - 1);
            stage_frames(&s, 60);
            const box tip = s.u->tip_drawn;
            CHECK(tip.x >= 0 && tip.y >= 0 && tip.x + tip.w <= s.w && tip.y + tip.h <= s.h);
            CHECK(tip.w > 0 || at.w == 0 || at.h == 0);
            wide = corner == 0 ? tip.w : wide; // it is moved, not cut
            CHECK(s.w < 640 || tip.w == wide);
        }
    }
    stage_close(&s);
}

static void test_tooltips_of_the_focus(void)
{
    stage s;
    shelf f;
    open_shelf(&s, &f, 5, false);
    f.tip = "short";
    f.tip_row = 1;
    stage_frames(&s, 100);
    CHECK_INT(s.u->tip_drawn.w, 0);
    stage_press(&s, KEY_DOWN);
    stage_frames(&s, 20);
    CHECK_INT(s.u->tip_drawn.w, 0);
    stage_frames(&s, 60);
    CHECK(s.u->tip_drawn.w > 0);
    const box panel = s.u->seen->areas[1].outer; // beside it, where it hides nothing
    CHECK(s.u->tip_drawn.x >= panel.x + panel.w);
    CHECK(s.u->tip_drawn.x + s.u->tip_drawn.w <= s.w);
    s.w = 520; // there is no room
    stage_frames(&s, 60);
    CHECK(s.u->tip_drawn.x + s.u->tip_drawn.w <= s.w);
    CHECK(s.u->tip_drawn.y > f.at[1].y);
    stage_close(&s);
}

// ---- text ---------------------------------------------------------------------------------------

static void nothing_screen(stage *s)
{
    (void)s;
}

static void test_text_is_wrapped_and_cut_between_letters(void)
{
    stage s;
    stage_open(&s, nothing_screen, NULL);
    stage_frame(&s);
    painter_begin(s.paint, s.w, s.h);
    const int32_t letter = painter_text_width(s.paint, TEXT_NORMAL, "x", 1);
    const int32_t line = painter_line_height(s.paint, TEXT_NORMAL);
    const char *text = "\xc3\xbc\xe2\x82\xac\xf0\x9f\x8c\xb1z";
    static const size_t fits[] = {0, 2, 5, 9, 10, 10};
    for (int32_t i = 0; i < 6; i++)
    {
        CHECK_INT(text_fit(s.u, TEXT_NORMAL, text, 10, i * letter), fits[i]);
        CHECK_INT(text_fit(s.u, TEXT_NORMAL, text, 10, i * letter + letter - 1), fits[i]);
    }
    const loam_colour white = {255, 255, 255, 255};
    static const struct
    {
        const char *text;
        int32_t letters, lines;
    } wraps[] = {
        {"", 10, 1},       {"one two", 10, 1},        {"one two", 5, 2},     {"one two", 3, 2},
        {"one two", 2, 4}, {"one\ntwo", 10, 2},       {"one\n\ntwo", 10, 3}, {"abcdefghij", 4, 3},
        {"abc", 0, 3},     {"\xc3\xbc\xc3\xbc", 1, 2}};
    for (size_t i = 0; i < sizeof wraps / sizeof wraps[0]; i++)
    {
        CHECK_INT(draw_wrapped(s.u, 0, 0, wraps[i].letters * letter, TEXT_NORMAL, white,
                               wraps[i].text, true),
                  wraps[i].lines * line);
    }
    CHECK_OK(painter_end(s.paint));
    stage_close(&s);
}

int main(void)
{
    RUN(test_scrolling_follows_the_focus);
    RUN(test_scrolling_is_smooth);
    RUN(test_bar_is_dragged);
    RUN(test_list);
    RUN(test_scrolling_is_remembered);
    RUN(test_content_may_shrink);
    RUN(test_panels_fit_their_content);
    RUN(test_panels_fit_small_windows);
    RUN(test_tooltips_wait_and_stay_inside);
    RUN(test_tooltips_of_the_focus);
    RUN(test_text_is_wrapped_and_cut_between_letters);
    return CHECK_DONE();
}
