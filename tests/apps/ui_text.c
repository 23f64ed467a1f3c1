// SPDX-License-Identifier: MIT
// Writing: the text that is edited against a simple model of it, and the field with keys, mouse and gamepad.
#include "ui_stage.h"

#include "ui/text_edit.h"

// ---- the text ---------------------------------------------------------------------------------------

enum
{
    MAX_LETTERS = 40
};

static const char *const alphabet[] = {
    "a", "Z", "7", " ", "-", "\xc3\xbc", "\xe2\x82\xac", "\xf0\x9f\x8c\xb1"};

// The model: letters by number, the cursor and the anchor among them.
typedef struct model
{
    int32_t letters[MAX_LETTERS];
    int32_t count, cursor, anchor;
    size_t room;
} model;

static size_t model_bytes(const model *m)
{
    size_t bytes = 0;
    for (int32_t i = 0; i < m->count; i++)
    {
        bytes += strlen(alphabet[m->letters[i]]);
    }
    return bytes;
}

static size_t model_offset(const model *m, int32_t at)
{
    model part = *m;
    part.count = at;
    return model_bytes(&part);
}

static void model_remove(model *m, int32_t from, int32_t to)
{
    memmove(m->letters + from, m->letters + to, (size_t)(m->count - to) * sizeof m->letters[0]);
    m->count -= to - from;
    m->cursor = m->anchor = from;
}

static void model_insert(model *m, const int32_t *letters, int32_t count)
{
    const int32_t from = m->cursor < m->anchor ? m->cursor : m->anchor;
    const int32_t to = m->cursor < m->anchor ? m->anchor : m->cursor;
    model shorter = *m;
    model_remove(&shorter, from, to);
    int32_t fits = 0;
    size_t bytes = model_bytes(&shorter);
    for (; fits < count && bytes + strlen(alphabet[letters[fits]]) + 1 <= m->room; fits++)
    {
        bytes += strlen(alphabet[letters[fits]]);
    }
    if (fits == 0)
    {
        return;
    }
    *m = shorter;
    memmove(m->letters + from + fits, m->letters + from,
            (size_t)(m->count - from) * sizeof m->letters[0]);
    memcpy(m->letters + from, letters, (size_t)fits * sizeof letters[0]);
    m->count += fits;
    m->cursor = m->anchor = from + fits;
}

static void model_delete(model *m, int way)
{
    if (m->cursor != m->anchor)
    {
        model_remove(m, m->cursor < m->anchor ? m->cursor : m->anchor,
                     m->cursor < m->anchor ? m->anchor : m->cursor);
    }
    else if (way < 0 ? m->cursor > 0 : m->cursor < m->count)
    {
        model_remove(m, m->cursor - (way < 0), m->cursor + (way > 0));
    }
}

static void model_move(model *m, int way, bool select)
{
    if (!select && m->cursor != m->anchor)
    {
        m->cursor = (m->cursor < m->anchor) == (way < 0) ? m->cursor : m->anchor;
        m->anchor = m->cursor;
        return;
    }
    m->cursor += way < 0 ? -(m->cursor > 0) : m->cursor < m->count;
    m->anchor = select ? m->anchor : m->cursor;
}

static bool same(const model *m, const text_edit *edit)
{
    char text[MAX_LETTERS * 4 + 1] = "";
    for (int32_t i = 0; i < m->count; i++)
    {
        strcat(text, alphabet[m->letters[i]]);
    }
    return strcmp(text, edit->text) == 0 && model_offset(m, m->cursor) == edit->cursor &&
           model_offset(m, m->anchor) == edit->anchor;
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void random_insert(model *m, text_edit *edit, uint32_t *random)
{
    int32_t letters[3];
    char text[64] = "";
    const int32_t count = 1 + (int32_t)(next_random(random) % 3);
    for (int32_t i = 0; i < count; i++)
    {
        letters[i] = (int32_t)(next_random(random) % 8);
        strcat(text, next_random(random) % 4 == 0 ? "\n\x7f\xc2\x85\xff\xe2\x82" : ""); // dropped
        strcat(text, alphabet[letters[i]]);
    }
    model_insert(m, letters, count);
    (void)text_edit_insert(edit, text);
}

static void random_edit(model *m, text_edit *edit, uint32_t *random)
{
    const bool select = next_random(random) % 2 == 0;
    const int way = next_random(random) % 2 == 0 ? -1 : 1;
    switch (next_random(random) % 5)
    {
    case 0:
    case 1:
        random_insert(m, edit, random);
        break;
    case 2:
        model_delete(m, way);
        (void)text_edit_delete(edit, way, false);
        break;
    case 3:
        model_move(m, way, select);
        text_edit_move(edit, way, false, select);
        break;
    default:
        m->cursor = way < 0 ? 0 : m->count;
        m->anchor = select ? m->anchor : m->cursor;
        text_edit_go(edit, way < 0 ? 0 : strlen(edit->text), select);
        break;
    }
}

static void test_random_edits_follow_the_model(void)
{
    for (uint32_t run = 0; run < 300; run++)
    {
        uint32_t random = run * 7919u + 1;
        const size_t room = 1 + run % 40;
        char *text = calloc(room, 1); // of exactly that size, for the address sanitizer
        text_edit edit = {.text = text, .room = room};
        model m = {.room = room};
        bool equal = true;
        for (int i = 0; i < 200 && equal; i++)
        {
            random_edit(&m, &edit, &random);
            equal = same(&m, &edit);
        }
        CHECK_REPORT(equal, "run %u: \"%s\", cursor %zu, anchor %zu", (unsigned)run, text,
                     edit.cursor, edit.anchor);
        free(text);
    }
}

// Any bytes, and any positions that somebody else's change has left.
static void test_broken_text_does_no_harm(void)
{
    uint32_t random = 5;
    for (int run = 0; run < 2000; run++)
    {
        char text[12];
        for (int i = 0; i < 11; i++)
        {
            text[i] = (char)(next_random(&random) % 3 == 0 ? 0xc0 + next_random(&random) % 64
                                                           : 1 + next_random(&random) % 255);
        }
        text[next_random(&random) % 12] = '\0';
        text[11] = '\0';
        text_edit edit = {text, sizeof text, next_random(&random) % 30, next_random(&random) % 30};
        text_edit_settle(&edit);
        for (int i = 0; i < 6; i++)
        {
            const int way = next_random(&random) % 2 == 0 ? -1 : 1;
            text_edit_move(&edit, way, next_random(&random) % 2 == 0,
                           next_random(&random) % 2 == 0);
            (void)text_edit_insert(&edit, "\xc3\xbc");
            (void)text_edit_delete(&edit, way, next_random(&random) % 2 == 0);
            text_edit_select_word(&edit, next_random(&random) % 14);
        }
        CHECK(strlen(text) < sizeof text && edit.cursor <= strlen(text) &&
              edit.anchor <= strlen(text));
    }
}

static void test_words(void)
{
    char text[64] = "one two-three  f\xc3\xbcnf";
    text_edit edit = {.text = text, .room = sizeof text};
    static const size_t right[] = {4, 8, 15, 20, 20};
    for (int i = 0; i < 5; i++)
    {
        text_edit_move(&edit, 1, true, false);
        CHECK_INT(edit.cursor, right[i]);
    }
    static const size_t left[] = {15, 8, 4, 0, 0};
    for (int i = 0; i < 5; i++)
    {
        text_edit_move(&edit, -1, true, false);
        CHECK_INT(edit.cursor, left[i]);
    }
    text_edit_select_word(&edit, 9);
    CHECK_INT(edit.anchor, 8);
    CHECK_INT(edit.cursor, 13);
    text_edit_select_word(&edit, 20); // behind the last one
    CHECK_INT(edit.anchor, 15);
    CHECK_INT(edit.cursor, 20);
    text_edit_go(&edit, 20, false);
    CHECK(text_edit_delete(&edit, -1, true));
    CHECK_TEXT(text, "one two-three  ");
}

// ---- the field ----------------------------------------------------------------------------------

typedef struct form
{
    char name[16], seed[8];
    bool changed, used, back;
    box at;
} form;

static void form_screen(stage *s)
{
    form *f = s->data;
    ui_panel_begin(s->u, "Form", ui_centre(s->u, 400, 300));
    f->changed = ui_text_field(s->u, "name", f->name, sizeof f->name, "hint");
    f->at = s->u->last_at;
    f->changed |= ui_text_field(s->u, "seed", f->seed, sizeof f->seed, NULL);
    f->used = ui_button(s->u, "Make it");
    ui_panel_end(s->u);
    f->back = ui_back(s->u);
}

static void open_form(stage *s, form *f)
{
    *f = (form){.changed = false};
    stage_open(s, form_screen, f);
    stage_frames(s, 2);
}

static void test_typing(void)
{
    stage s;
    form f;
    open_form(&s, &f);
    CHECK(ui_wants_keys(s.u));
    CHECK(ui_text_place(s.u).w > 0);
    stage_type(&s, "Hi ");
    CHECK_TEXT(f.name, "Hi ");
    CHECK(f.changed);
    stage_press(&s, KEY_SPACE); // the key alone types nothing and uses nothing
    CHECK(!f.changed);
    stage_type(&s, "\xc3\x84\xe2\x82\xac");
    stage_press(&s, KEY_BACKSPACE);
    CHECK_TEXT(f.name, "Hi \xc3\x84");
    stage_press(&s, KEY_HOME);
    stage_press(&s, KEY_DELETE);
    CHECK_TEXT(f.name, "i \xc3\x84");
    stage_with(&s, KEY_LEFT_SHIFT, KEY_RIGHT);
    stage_type(&s, "O");
    CHECK_TEXT(f.name, "O \xc3\x84");
    stage_press(&s, KEY_ENTER); // on to the next
    stage_type(&s, "123456789");
    CHECK_TEXT(f.seed, "1234567");
    CHECK_TEXT(f.name, "O \xc3\x84");
    stage_press(&s, KEY_DOWN);
    CHECK(!ui_wants_keys(s.u));
    CHECK_INT(ui_text_place(s.u).w, 0);
    stage_type(&s, "lost");
    CHECK_TEXT(f.seed, "1234567");
    stage_press(&s, KEY_SPACE);
    CHECK(f.used);
    stage_press(&s, KEY_ESCAPE);
    CHECK(f.back);
    stage_close(&s);
}

// All within one frame: letters and keys in their order, each to its field.
static void test_quick_typing(void)
{
    stage s;
    form f;
    open_form(&s, &f);
    stage_type(&s, "before");
    input_press(&s.now, KEY_LEFT_CTRL, true, false);
    stage_tap(&s, KEY_A);
    input_press(&s.now, KEY_LEFT_CTRL, false, false);
    input_type(&s.now, "abc");
    stage_tap(&s, KEY_BACKSPACE);
    input_type(&s.now, "d");
    stage_tap(&s, KEY_TAB);
    input_type(&s.now, "77");
    stage_frames(&s, 3);
    CHECK_TEXT(f.name, "abd");
    CHECK_TEXT(f.seed, "77");
    stage_close(&s);
}

static void test_clipboard(void)
{
    stage s;
    form f;
    open_form(&s, &f);
    stage_type(&s, "Hello world");
    stage_with(&s, KEY_LEFT_CTRL, KEY_A);
    stage_with(&s, KEY_LEFT_CTRL, KEY_C);
    CHECK_TEXT(s.clipboard, "Hello world");
    stage_press(&s, KEY_END);
    stage_with(&s, KEY_RIGHT_CTRL, KEY_V);
    CHECK_TEXT(f.name, "Hello worldHell");
    stage_with(&s, KEY_LEFT_CTRL, KEY_A);
    stage_with(&s, KEY_LEFT_CTRL, KEY_X);
    CHECK_TEXT(f.name, "");
    CHECK(f.changed);
    (void)snprintf(s.clipboard, sizeof s.clipboard, "%s", "two\nlines\t\x01!");
    stage_with(&s, KEY_LEFT_CTRL, KEY_V);
    CHECK_TEXT(f.name, "twolines!");
    stage_with(&s, KEY_LEFT_CTRL, KEY_BACKSPACE);
    CHECK_TEXT(f.name, "");
    stage_press(&s, KEY_X); // without Ctrl it is typed, if it is
    CHECK_TEXT(f.name, "");
    stage_close(&s);
}

static void test_mouse_in_text(void)
{
    stage s;
    form f;
    open_form(&s, &f);
    stage_type(&s, "one two three");
    const int32_t letter = painter_text_width(s.paint, TEXT_NORMAL, "x", 1);
    const int32_t left = ui_text_place(s.u).x - 13 * letter, y = f.at.y + f.at.h / 2;
    stage_click(&s, left + 3 * letter + 1, y);
    stage_type(&s, "!");
    CHECK_TEXT(f.name, "one! two three");
    stage_mouse(&s, left + 5 * letter, y);
    stage_button(&s, INPUT_MOUSE_LEFT, true);
    stage_mouse(&s, left + 8 * letter, y);
    stage_button(&s, INPUT_MOUSE_LEFT, false);
    stage_type(&s, "2");
    CHECK_TEXT(f.name, "one! 2 three");
    stage_click(&s, left + 9 * letter, y);
    stage_button(&s, INPUT_MOUSE_LEFT, true); // the second of a double click
    stage_mouse(&s, left + 9 * letter + 2, y);
    stage_button(&s, INPUT_MOUSE_LEFT, false);
    stage_type(&s, "3");
    CHECK_TEXT(f.name, "one! 2 3");
    stage_click(&s, f.at.x + 5, f.at.y + 250); // elsewhere: writing ends
    stage_frame(&s);
    CHECK(!ui_wants_keys(s.u));
    stage_close(&s);
}

// What is longer than the field scrolls, and the cursor is always in sight.
static void test_long_text_scrolls(void)
{
    stage s;
    form f;
    open_form(&s, &f);
    s.w = 200;
    stage_type(&s, "mmmmmmmmmmmmmmm");
    for (int i = 0; i < 34; i++)
    {
        const box at = ui_text_place(s.u);
        CHECK(at.w > 0 && at.x >= 0 && at.x + at.w <= s.w);
        stage_press(&s, i < 17 ? KEY_LEFT : KEY_RIGHT);
    }
    stage_close(&s);
}

static void test_text_that_others_change(void)
{
    stage s;
    form f;
    open_form(&s, &f);
    stage_type(&s, "something");
    (void)snprintf(f.name, sizeof f.name, "%s", "\xc3\xbc");
    stage_type(&s, "x");
    CHECK_TEXT(f.name, "\xc3\xbcx");
    stage_close(&s);
}

static void test_keyboard_on_the_screen(void)
{
    stage s;
    form f;
    open_form(&s, &f);
    stage_press(&s, INPUT_PAD_A);
    stage_frames(&s, 2);
    CHECK(s.u->keyboard.owner != 0);
    CHECK(ui_wants_keys(s.u));
    stage_press(&s, INPUT_PAD_A); // 1
    stage_press(&s, INPUT_PAD_DOWN);
    stage_press(&s, INPUT_PAD_A); // a
    stage_press(&s, INPUT_PAD_RIGHT);
    stage_press(&s, INPUT_PAD_A); // b
    stage_frame(&s);
    CHECK_TEXT(f.name, "1ab");
    for (int i = 0; i < 3; i++)
    {
        stage_press(&s, INPUT_PAD_DOWN);
    }
    stage_press(&s, INPUT_PAD_A); // Shift
    for (int i = 0; i < 3; i++)
    {
        stage_press(&s, INPUT_PAD_UP);
    }
    stage_press(&s, INPUT_PAD_A);
    stage_frame(&s);
    CHECK_TEXT(f.name, "1abB");
    stage_press(&s, INPUT_PAD_B); // closes it, and does not go back
    CHECK(!f.back);
    stage_frames(&s, 2);
    CHECK(s.u->keyboard.owner == 0);
    stage_press(&s, INPUT_PAD_DOWN);
    stage_press(&s, INPUT_PAD_DOWN);
    stage_press(&s, INPUT_PAD_A);
    CHECK(f.used);
    stage_close(&s);
}

int main(void)
{
    RUN(test_random_edits_follow_the_model);
    RUN(test_broken_text_does_no_harm);
    RUN(test_words);
    RUN(test_typing);
    RUN(test_quick_typing);
    RUN(test_clipboard);
    RUN(test_mouse_in_text);
    RUN(test_long_text_scrolls);
    RUN(test_text_that_others_change);
    RUN(test_keyboard_on_the_screen);
    return CHECK_DONE();
}
