// SPDX-License-Identifier: MIT
// Ctrl and Shift count as they were when a key was pressed, however much happens between two frames.
#include "playing.h"

#include "play/ingame.h"

static play_bindings bindings;

/// Down and up again.
static void strike(input *now, input_code code)
{
    input_press(now, code, true, false);
    input_press(now, code, false, false);
}

static void strike_with(input *now, input_code modifier, input_code code)
{
    input_press(now, modifier, true, false);
    strike(now, code);
    input_press(now, modifier, false, false);
}

/// The action that a code does without Ctrl, PLAY_ACTIONS if none does.
static play_action plain_action(input_code code)
{
    for (int32_t i = 0; i < 2 * PLAY_ACTIONS; i++)
    {
        if (bindings.of[i / 2].keys[i % 2] == code && !bindings.of[i / 2].ctrl[i % 2])
        {
            return (play_action)(i / 2);
        }
    }
    return PLAY_ACTIONS;
}

typedef void chord_check(play_action chord, input_code code, play_action plain);

/// For every chord there is; returns how many.
static int32_t for_all_chords(chord_check *check)
{
    int32_t count = 0;
    for (int32_t i = 0; i < 2 * PLAY_ACTIONS; i++)
    {
        if (bindings.of[i / 2].ctrl[i % 2])
        {
            const input_code code = bindings.of[i / 2].keys[i % 2];
            check((play_action)(i / 2), code, plain_action(code));
            count++;
        }
    }
    return count;
}

static int32_t presses(const input *now, play_action action)
{
    return action == PLAY_ACTIONS ? 0 : play_presses(&bindings, now, action);
}

static void check_counts(const input *now, play_action chord, int32_t chords, play_action plain,
                         int32_t plains)
{
    CHECK_REPORT(presses(now, chord) == chords, "%s is done %d times instead of %d",
                 play_action_key(chord), (int)presses(now, chord), (int)chords);
    CHECK_REPORT(plain == PLAY_ACTIONS || presses(now, plain) == plains,
                 "%s is done %d times instead of %d", play_action_key(plain),
                 (int)presses(now, plain), (int)plains);
}

// ---- within a frame -----------------------------------------------------------------------------

static void check_quick_chord(play_action chord, input_code code, play_action plain)
{
    const input_code modifiers[] = {KEY_LEFT_CTRL, KEY_RIGHT_CTRL};
    for (int32_t i = 0; i < 2; i++)
    {
        input now = {0};
        strike_with(&now, modifiers[i], code);
        check_counts(&now, chord, 1, plain, 0);
    }
}

static void check_key_before_ctrl(play_action chord, input_code code, play_action plain)
{
    input now = {0};
    strike(&now, code);
    input_press(&now, KEY_LEFT_CTRL, true, false);
    check_counts(&now, chord, 0, plain, 1);
}

static void check_both_in_a_frame(play_action chord, input_code code, play_action plain)
{
    input now = {0};
    strike(&now, code);
    strike_with(&now, KEY_LEFT_CTRL, code);
    strike_with(&now, KEY_RIGHT_CTRL, code);
    check_counts(&now, chord, 2, plain, 1);
}

/// One Ctrl is let go while the other is still held.
static void check_one_of_two_ctrls(play_action chord, input_code code, play_action plain)
{
    input now = {0};
    input_press(&now, KEY_RIGHT_CTRL, true, false);
    input_press(&now, KEY_LEFT_CTRL, true, false);
    input_press(&now, KEY_LEFT_CTRL, false, false);
    strike(&now, code);
    input_press(&now, KEY_RIGHT_CTRL, false, false);
    check_counts(&now, chord, 1, plain, 0);
}

static void test_every_chord_counts_as_it_was_pressed(void)
{
    CHECK(for_all_chords(check_quick_chord) >= 7);
    for_all_chords(check_key_before_ctrl);
    for_all_chords(check_both_in_a_frame);
    for_all_chords(check_one_of_two_ctrls);
}

// Whatever players bind: every key and button as a chord, and without Ctrl as something else.
static void test_every_code_can_be_a_chord(void)
{
    const play_bindings defaults = bindings;
    memset(&bindings, 0, sizeof bindings);
    for (input_code code = 1; code < INPUT_PAD_FIRST; code++)
    {
        if (code == KEY_LEFT_CTRL || code == KEY_RIGHT_CTRL)
        {
            continue;
        }
        bindings.of[PLAY_UNDO] = (play_binding){.keys = {code}, .ctrl = {true}};
        bindings.of[PLAY_HELP] = (play_binding){.keys = {code}};
        CHECK_INT(for_all_chords(check_quick_chord), 1);
        CHECK_INT(for_all_chords(check_key_before_ctrl), 1);
        CHECK_INT(for_all_chords(check_both_in_a_frame), 1);
    }
    bindings = defaults;
}

// ---- what is held -------------------------------------------------------------------------------

static void check_held(play_action chord, input_code code, play_action plain)
{
    input now = {0};
    input_press(&now, KEY_LEFT_CTRL, true, false);
    input_press(&now, code, true, false);
    CHECK(play_is_down(&bindings, &now, chord));
    input_press(&now, KEY_LEFT_CTRL, false, false);
    input_begin(&now);
    // Fingers leave one after the other: nothing else begins meanwhile.
    CHECK_REPORT(play_is_down(&bindings, &now, chord), "%s has ended", play_action_key(chord));
    CHECK_REPORT(plain == PLAY_ACTIONS || !play_is_down(&bindings, &now, plain), "%s has begun",
                 play_action_key(plain));
    input_press(&now, code, false, false);
    CHECK(!play_is_down(&bindings, &now, chord));
}

static void test_what_is_held_stays_what_it_was_pressed_as(void)
{
    for_all_chords(check_held);
}

// ---- in the game --------------------------------------------------------------------------------

static playing *game;

static void test_a_quick_undo_takes_no_pickaxe(void)
{
    app *const a = game->a;
    tap(game, a->settings.bindings.of[PLAY_HAMMER].keys[0]);
    CHECK_INT(ingame_player(a)->tool, LOAM_TOOL_HAMMER);
    strike_with(&a->now, KEY_LEFT_CTRL, KEY_Z);
    frame(game);
    CHECK_INT(ingame_player(a)->tool, LOAM_TOOL_HAMMER);
    CHECK_TEXT(a->notices[0].text, "There is nothing to undo");
}

static void test_a_quick_turn_with_shift_is_the_brushs(void)
{
    app *const a = game->a;
    const int32_t radius = ingame_player(a)->radius, slot = a->slot;
    strike_with(&a->now, KEY_LEFT_SHIFT, INPUT_WHEEL_UP);
    frame(game);
    CHECK_INT(ingame_player(a)->radius, radius + 1);
    CHECK_INT(a->slot, slot);
    strike_with(&a->now, KEY_RIGHT_SHIFT, INPUT_WHEEL_DOWN);
    strike(&a->now, INPUT_WHEEL_DOWN); // and one that is the hotbar's
    frame(game);
    CHECK_INT(ingame_player(a)->radius, radius);
    CHECK_INT(a->slot, slot + 1);
}

static void test_a_quick_paste_with_shift_stays_at_the_cursor(void)
{
    app *const a = game->a;
    a->selection = (app_selection){
        .marked = true,
        .from = ingame_player(a)->aim,
        .to = {ingame_player(a)->aim.x + 3, ingame_player(a)->aim.y + 3}};
    strike_with(&a->now, KEY_LEFT_CTRL, KEY_C);
    frame(game);
    strike_with(&a->now, KEY_LEFT_CTRL, KEY_V);
    frame(game);
    CHECK(a->selection.pasting);
    strike_with(&a->now, KEY_LEFT_SHIFT, INPUT_MOUSE_LEFT);
    frame(game);
    CHECK(a->selection.pasting);
    strike(&a->now, INPUT_MOUSE_LEFT);
    input_press(&a->now, KEY_LEFT_SHIFT, true, false); // too late
    frame(game);
    CHECK(!a->selection.pasting);
    input_release_all(&a->now);
}

int main(void)
{
    bindings = play_default_bindings();
    RUN(test_every_chord_counts_as_it_was_pressed);
    RUN(test_every_code_can_be_a_chord);
    RUN(test_what_is_held_stays_what_it_was_pressed_as);
    game = play_begin(640, 360, 1, false, NULL);
    game->a->settings.light = PLAY_LIGHT_OFF;
    frames(game, 60);
    RUN(test_a_quick_undo_takes_no_pickaxe);
    RUN(test_a_quick_turn_with_shift_is_the_brushs);
    RUN(test_a_quick_paste_with_shift_stays_at_the_cursor);
    play_end(game);
    return CHECK_DONE();
}
