// SPDX-License-Identifier: MIT
#include "play/bindings.h"

#include "check.h"

enum
{
    KEY_D = KEY_A + 3,
    KEY_M = KEY_A + 12,
};

static input frame_with(const input_code *codes, int32_t count)
{
    input now = {0};
    for (int32_t i = 0; i < count; i++)
    {
        input_press(&now, codes[i], true, false);
    }
    return now;
}

static bool done_by(const play_bindings *bindings, play_action action, input_code code, bool ctrl)
{
    const input_code codes[2] = {ctrl ? KEY_LEFT_CTRL : code, code};
    const input now = frame_with(codes, ctrl ? 2 : 1);
    return play_pressed(bindings, &now, action);
}

static void test_every_action_has_names_and_a_default(void)
{
    const play_bindings bindings = play_default_bindings();
    for (int32_t i = 0; i < PLAY_ACTIONS; i++)
    {
        const play_action action = (play_action)i;
        CHECK(play_action_key(action) != NULL && play_action_name(action) != NULL);
        CHECK(play_action_group(action) != NULL);
        CHECK_REPORT(bindings.of[i].keys[0] != INPUT_NONE, "%s has no key",
                     play_action_key(action));
        for (int32_t j = 0; j < i; j++)
        {
            CHECK(strcmp(play_action_key(action), play_action_key((play_action)j)) != 0);
            CHECK(strcmp(play_action_name(action), play_action_name((play_action)j)) != 0);
        }
    }
}

// An action's group goes on until the next one begins: a screen writes each heading once.
static void test_groups_are_together(void)
{
    int32_t groups = 1;
    for (int32_t i = 1; i < PLAY_ACTIONS; i++)
    {
        const char *group = play_action_group((play_action)i);
        groups += strcmp(group, play_action_group((play_action)(i - 1))) != 0;
        for (int32_t j = 0; j < i - 1; j++)
        {
            const bool again = strcmp(group, play_action_group((play_action)j)) == 0;
            CHECK(!again || strcmp(group, play_action_group((play_action)(i - 1))) == 0);
        }
    }
    CHECK_INT(groups, 9);
}

static void test_defaults_do_not_clash(void)
{
    const play_bindings bindings = play_default_bindings();
    for (int32_t i = 0; i < PLAY_ACTIONS; i++)
    {
        const play_action other = play_binding_clash(&bindings, (play_action)i);
        CHECK_REPORT(other == PLAY_ACTIONS, "%s clashes with %s", play_action_key((play_action)i),
                     other == PLAY_ACTIONS ? "" : play_action_key(other));
    }
}

// The hotbar's digits are fixed, and Enter and Tab are the menus'.
static void test_defaults_leave_fixed_keys_alone(void)
{
    const play_bindings bindings = play_default_bindings();
    for (int32_t i = 0; i < 2 * PLAY_ACTIONS; i++)
    {
        const input_code code = bindings.of[i / 2].keys[i % 2];
        CHECK(code < KEY_1 || code > KEY_0);
        CHECK(code != KEY_ENTER && code != KEY_TAB);
        CHECK(code < INPUT_PAD_FIRST);
        CHECK(bindings.of[i / 2].pad == INPUT_NONE || bindings.of[i / 2].pad >= INPUT_PAD_FIRST);
    }
}

static void test_clashes_are_found(void)
{
    play_bindings bindings = play_default_bindings();
    bindings.of[PLAY_MAP].keys[1] = KEY_A;
    CHECK_INT(play_binding_clash(&bindings, PLAY_MAP), PLAY_LEFT);
    CHECK_INT(play_binding_clash(&bindings, PLAY_LEFT), PLAY_MAP);
    bindings.of[PLAY_MAP].ctrl[1] = true; // Ctrl+A is another thing
    CHECK_INT(play_binding_clash(&bindings, PLAY_MAP), PLAY_ACTIONS);
    bindings.of[PLAY_MAP].pad = INPUT_PAD_A;
    CHECK_INT(play_binding_clash(&bindings, PLAY_JUMP), PLAY_MAP);
}

/// Tiles, land, sea and its chart are never there at once, and share keys.
static bool share_a_world(int32_t a, int32_t b)
{
    bool share = false;
    for (int32_t world = PLAY_IN_TILES; world <= PLAY_ON_CHART; world *= 2)
    {
        share = share || (play_action_is_of((play_action)a, (play_where)world) &&
                          play_action_is_of((play_action)b, (play_where)world));
    }
    return share;
}

// Keys of the one world do nothing to those of the other, and those of both clash with either.
static void test_worlds_do_not_clash_with_each_other(void)
{
    play_bindings bindings = play_default_bindings();
    bindings.of[PLAY_LAND_MARK].keys[0] = bindings.of[PLAY_BUCKET].keys[0] = KEY_A + 20; // U
    CHECK_INT(play_binding_clash(&bindings, PLAY_LAND_MARK), PLAY_ACTIONS);
    CHECK_INT(play_binding_clash(&bindings, PLAY_BUCKET), PLAY_ACTIONS);
    bindings.of[PLAY_LAND_MARK].keys[0] = bindings.of[PLAY_MAP].keys[0];
    CHECK_INT(play_binding_clash(&bindings, PLAY_LAND_MARK), PLAY_MAP);
    bindings = play_default_bindings();
    bindings.of[PLAY_SAIL_TRIM].keys[0] = bindings.of[PLAY_LAND_FORM].keys[0]; // of the land alone
    bindings.of[PLAY_SAIL_NAMES].keys[0] = KEY_Z;
    CHECK_INT(play_binding_clash(&bindings, PLAY_SAIL_TRIM), PLAY_ACTIONS);
    bindings.of[PLAY_SAIL_TRIM].keys[0] = bindings.of[PLAY_LAND_MARK].keys[0]; // of the sea, too
    CHECK_INT(play_binding_clash(&bindings, PLAY_SAIL_TRIM), PLAY_LAND_MARK);
    bindings.of[PLAY_CHART_LEFT].keys[0] = bindings.of[PLAY_SAIL_HELM].keys[0];
    CHECK_INT(play_binding_clash(&bindings, PLAY_CHART_LEFT), PLAY_ACTIONS);
    bindings.of[PLAY_CHART_LEFT].keys[0] = bindings.of[PLAY_CHART_UP].keys[0];
    CHECK_INT(play_binding_clash(&bindings, PLAY_CHART_LEFT), PLAY_CHART_UP);
}

static void test_every_binding_does_its_action(void)
{
    const play_bindings bindings = play_default_bindings();
    for (int32_t i = 0; i < PLAY_ACTIONS; i++)
    {
        const play_binding *binding = &bindings.of[i];
        for (int32_t k = 0; k < 2 && binding->keys[k] != INPUT_NONE; k++)
        {
            for (int32_t other = 0; other < PLAY_ACTIONS; other++)
            {
                const bool done = done_by(&bindings, (play_action)other, binding->keys[k],
                                          binding->ctrl[k]);
                CHECK_REPORT(done == (other == i) || !share_a_world(i, other), "%s and %s",
                             play_action_key((play_action)i), play_action_key((play_action)other));
            }
        }
        CHECK(binding->pad == INPUT_NONE ||
              done_by(&bindings, (play_action)i, binding->pad, false));
    }
}

static void test_ctrl_matters_only_where_it_is_wanted(void)
{
    const play_bindings bindings = play_default_bindings();
    CHECK(done_by(&bindings, PLAY_UNDO, KEY_Z, true));
    CHECK(!done_by(&bindings, PLAY_PICKAXE, KEY_Z, true));
    CHECK(done_by(&bindings, PLAY_PICKAXE, KEY_Z, false));
    CHECK(!done_by(&bindings, PLAY_UNDO, KEY_Z, false));
    CHECK(done_by(&bindings, PLAY_LEFT, KEY_A, true)); // nobody wants Ctrl+A
}

static void test_held_is_what_it_was_pressed_as(void)
{
    const play_bindings bindings = play_default_bindings();
    input now = {0};
    input_press(&now, KEY_D, true, false);
    CHECK(play_is_down(&bindings, &now, PLAY_RIGHT));
    CHECK(!play_is_down(&bindings, &now, PLAY_LEFT));
    input_begin(&now);
    CHECK(play_is_down(&bindings, &now, PLAY_RIGHT));
    CHECK(!play_pressed(&bindings, &now, PLAY_RIGHT));
    input_press(&now, KEY_C, true, false);
    CHECK(play_is_down(&bindings, &now, PLAY_BLOCK));
    input_press(&now, KEY_RIGHT_CTRL, true, false); // comes too late for the C
    CHECK(play_is_down(&bindings, &now, PLAY_BLOCK));
    CHECK(!play_is_down(&bindings, &now, PLAY_COPY));
    input_press(&now, KEY_C, false, false);
    input_press(&now, KEY_C, true, false);
    CHECK(!play_is_down(&bindings, &now, PLAY_BLOCK));
    CHECK(play_is_down(&bindings, &now, PLAY_COPY));
    input_press(&now, KEY_D, false, false);
    CHECK(!play_is_down(&bindings, &now, PLAY_RIGHT));
}

static void test_repeats_count_for_brush_and_zoom_only(void)
{
    const play_bindings bindings = play_default_bindings();
    const input_code codes[3] = {bindings.of[PLAY_BRUSH_LARGER].keys[0],
                                 bindings.of[PLAY_ZOOM_IN].keys[0], KEY_M};
    input now = frame_with(codes, 3);
    CHECK(play_pressed(&bindings, &now, PLAY_MAP));
    input_begin(&now);
    for (int32_t i = 0; i < 3; i++)
    {
        input_press(&now, codes[i], true, true);
    }
    CHECK(play_pressed(&bindings, &now, PLAY_BRUSH_LARGER));
    CHECK(play_pressed(&bindings, &now, PLAY_ZOOM_IN));
    CHECK(!play_pressed(&bindings, &now, PLAY_MAP));
}

static void test_unbound_is_never_done(void)
{
    play_bindings bindings = play_default_bindings();
    bindings.of[PLAY_MAP] = (play_binding){0};
    input now = {0};
    now.down[INPUT_NONE] = true;
    now.events[now.event_count++] = (input_event){.code = INPUT_NONE, .pressed = true};
    char text[64] = "x";
    CHECK(!play_pressed(&bindings, &now, PLAY_MAP));
    CHECK(!play_is_down(&bindings, &now, PLAY_MAP));
    CHECK_TEXT(play_binding_text(&bindings, PLAY_MAP, INPUT_KEYBOARD, text, sizeof text), "");
    CHECK_INT(play_binding_clash(&bindings, PLAY_MAP), PLAY_ACTIONS);
}

static void test_texts_for_hints(void)
{
    play_bindings bindings = play_default_bindings();
    char text[64], expected[64];
    CHECK_TEXT(play_binding_text(&bindings, PLAY_UNDO, INPUT_KEYBOARD, text, sizeof text),
               "Ctrl+Z");
    snprintf(expected, sizeof expected, "%s", input_code_name(INPUT_PAD_A));
    CHECK_TEXT(play_binding_text(&bindings, PLAY_JUMP, INPUT_GAMEPAD, text, sizeof text), expected);
    bindings.of[PLAY_UNDO].keys[1] = KEY_M; // the second one, if it is the only one
    bindings.of[PLAY_UNDO].keys[0] = INPUT_NONE;
    CHECK_TEXT(play_binding_text(&bindings, PLAY_UNDO, INPUT_KEYBOARD, text, sizeof text), "M");
    CHECK_TEXT(play_binding_text(&bindings, PLAY_UNDO, INPUT_KEYBOARD, text, 1), "");
}

// A wheel turns by several notches between two frames.
static void test_presses_of_a_frame_are_counted(void)
{
    const play_bindings bindings = play_default_bindings();
    input now = {0};
    for (int32_t i = 0; i < 3; i++)
    {
        input_press(&now, INPUT_WHEEL_DOWN, true, false);
        input_press(&now, INPUT_WHEEL_DOWN, false, false);
    }
    CHECK_INT(play_presses(&bindings, &now, PLAY_NEXT_SLOT), 3);
    CHECK_INT(play_presses(&bindings, &now, PLAY_LAST_SLOT), 0);
    input_press(&now, INPUT_PAD_RIGHT_SHOULDER, true, false);
    CHECK_INT(play_presses(&bindings, &now, PLAY_NEXT_SLOT), 4);
    CHECK(play_pressed(&bindings, &now, PLAY_NEXT_SLOT));
    input_begin(&now);
    CHECK_INT(play_presses(&bindings, &now, PLAY_NEXT_SLOT), 0);
}

int main(void)
{
    RUN(test_every_action_has_names_and_a_default);
    RUN(test_groups_are_together);
    RUN(test_defaults_do_not_clash);
    RUN(test_defaults_leave_fixed_keys_alone);
    RUN(test_clashes_are_found);
    RUN(test_worlds_do_not_clash_with_each_other);
    RUN(test_every_binding_does_its_action);
    RUN(test_ctrl_matters_only_where_it_is_wanted);
    RUN(test_held_is_what_it_was_pressed_as);
    RUN(test_repeats_count_for_brush_and_zoom_only);
    RUN(test_unbound_is_never_done);
    RUN(test_texts_for_hints);
    RUN(test_presses_of_a_frame_are_counted);
    return CHECK_DONE();
}
