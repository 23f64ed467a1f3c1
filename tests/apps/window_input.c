// SPDX-License-Identifier: MIT
// What is pressed, held and typed; what codes are called.
#include "window/input.h"

#include "check.h"
#include "loam/random.h"
#include "typed.h"
#include "window/utf8.h"

#include <stdlib.h>

static void test_presses_and_releases_come_in_order(void)
{
    input now = {0};
    input_begin(&now);
    input_press(&now, KEY_A, true, false);
    input_press(&now, KEY_A, true, true);
    input_press(&now, KEY_A, false, false);
    CHECK_INT(now.event_count, 3);
    CHECK(now.events[0].pressed && !now.events[0].repeated);
    CHECK(now.events[1].pressed && now.events[1].repeated);
    CHECK(!now.events[2].pressed);
    CHECK(!now.down[KEY_A]);
    CHECK(input_pressed(&now, KEY_A)); // although it is held no more
    CHECK(!input_pressed(&now, KEY_C));
}

static void test_begin_forgets_events_and_keeps_what_is_held(void)
{
    input now = {.quit = true, .mouse_moved = true, .focused = true, .mouse_x = 5};
    input_press(&now, INPUT_PAD_A, true, false);
    input_type(&now, "x");
    input_begin(&now);
    CHECK_INT(now.event_count, 0);
    CHECK(!now.quit && !now.mouse_moved && now.focused);
    CHECK_INT(now.mouse_x, 5);
    CHECK(now.down[INPUT_PAD_A] && !input_pressed(&now, INPUT_PAD_A));
    CHECK_INT(now.device, INPUT_GAMEPAD);
}

static void test_what_makes_no_sense_is_left_out(void)
{
    input now = {0};
    input_press(&now, KEY_A, false, false); // not held
    input_press(&now, KEY_A, true, true);   // repeats what is not held
    CHECK_INT(now.event_count, 0);
    CHECK(!now.down[KEY_A]);
    input_press(&now, KEY_A, true, false);
    input_press(&now, KEY_A, true, false); // is held
    CHECK_INT(now.event_count, 1);
}

static void test_a_repeat_is_no_press(void)
{
    input now = {0};
    input_press(&now, KEY_DOWN, true, false);
    input_begin(&now);
    input_press(&now, KEY_DOWN, true, true);
    CHECK_INT(now.event_count, 1);
    CHECK(!input_pressed(&now, KEY_DOWN));
}

static void test_modifiers_of_either_side(void)
{
    static const input_code codes[][2] = {{KEY_LEFT_CTRL, KEY_RIGHT_CTRL},
                                          {KEY_LEFT_SHIFT, KEY_RIGHT_SHIFT},
                                          {KEY_LEFT_ALT, KEY_RIGHT_ALT}};
    for (int side = 0; side < 2; side++)
    {
        for (int i = 0; i < 3; i++)
        {
            input now = {0};
            input_press(&now, codes[i][side], true, false);
            CHECK_INT(input_ctrl(&now), i == 0);
            CHECK_INT(input_shift(&now), i == 1);
            CHECK_INT(input_alt(&now), i == 2);
        }
    }
}

static void test_release_all_tells_of_each(void)
{
    input now = {.walk_x = 1, .look_y = -1};
    input_press(&now, KEY_A, true, false);
    input_press(&now, INPUT_MOUSE_LEFT, true, false);
    input_begin(&now);
    input_release_all(&now);
    CHECK_INT(now.event_count, 2);
    CHECK(!now.events[0].pressed && !now.events[1].pressed);
    CHECK(!now.down[KEY_A] && !now.down[INPUT_MOUSE_LEFT]);
    CHECK(now.walk_x == 0 && now.look_y == 0);
}

// Who reads only the events must come to know the same as who reads what is held, whatever happens, as long
// as nobody has more hands than there are events.
static void test_events_never_lose_a_release(void)
{
    input now = {0};
    bool told[INPUT_CODES] = {false};
    uint64_t next = 0;
    for (int frame = 0; frame < 2000; frame++)
    {
        input_begin(&now);
        const uint32_t count = loam_random_below(5, next++, 200);
        for (uint32_t i = 0; i < count; i++)
        {
            const input_code code = 1 + (input_code)loam_random_below(5, next++, 50);
            const uint32_t how = loam_random_below(5, next++, 8);
            input_press(&now, code, how < 4, how == 0);
        }
        CHECK(now.event_count >= 0 && now.event_count <= INPUT_MAX_EVENTS);
        for (int32_t i = 0; i < now.event_count; i++)
        {
            const input_event *event = &now.events[i];
            CHECK_INT(told[event->code], !event->pressed || event->repeated);
            told[event->code] = event->pressed;
        }
        CHECK(memcmp(told, now.down, sizeof told) == 0);
    }
}

// Whoever writes quickly, or plays slowly, has letters and keys in one frame.
static void test_letters_come_among_the_keys(void)
{
    input now = {0};
    input_type(&now, "a\xc3\xa4");
    input_press(&now, KEY_BACKSPACE, true, false);
    input_type(&now, "\xff\xe2\x82\xac"); // a byte that is no letter, and one of three bytes
    CHECK_INT(now.event_count, 5);
    CHECK_TEXT(now.events[0].letter, "a");
    CHECK_TEXT(now.events[1].letter, "\xc3\xa4");
    CHECK_INT(now.events[2].code, KEY_BACKSPACE);
    CHECK_TEXT(typed(&now), "a\xc3\xa4\xff\xe2\x82\xac");
    for (int32_t i = 0; i < 4; i++)
    {
        CHECK_INT(now.events[i].code == INPUT_LETTER, i != 2);
    }
}

static void test_many_letters_leave_room_for_releases(void)
{
    input now = {0};
    input_press(&now, KEY_A, true, false);
    for (int i = 0; i < INPUT_MAX_EVENTS; i++)
    {
        input_type(&now, "\xc3\xa4"); // two bytes each
    }
    CHECK_INT(strlen(typed(&now)), 2 * (INPUT_MAX_EVENTS - 2));
    input_press(&now, KEY_A, false, false);
    CHECK_INT(now.event_count, INPUT_MAX_EVENTS);
    CHECK(!now.events[INPUT_MAX_EVENTS - 1].pressed);
}

static void test_every_code_has_a_name_of_its_own(void)
{
    for (input_code code = 1; code < INPUT_CODES; code++)
    {
        char name[64];
        snprintf(name, sizeof name, "%s", input_code_name(code));
        CHECK(name[0] != 0 && strcmp(name, "?") != 0);
        CHECK_INT(input_code_named(name), code);
    }
    CHECK_TEXT(input_code_name(KEY_A), "A");
    CHECK_TEXT(input_code_name(KEY_SPACE), "Space");
    CHECK_TEXT(input_code_name(INPUT_PAD_A), "Pad A");
    CHECK_TEXT(input_code_name(INPUT_MOUSE_LEFT), "Left mouse button");
    CHECK_TEXT(input_code_name(KEY_F1 + 11), "F12");
}

static void test_what_means_nothing_has_no_name_and_no_code(void)
{
    static const input_code codes[] = {INPUT_NONE, -1, INPUT_CODES, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
    {
        CHECK_TEXT(input_code_name(codes[i]), "?");
    }
    static const char *const names[] = {"",       "?",       "Banana",
                                        "Key 0",  "Key 512", "Key 4x",
                                        "Key -3", "Pad",     "Key 9999999999999999999999",
                                        "Key "};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
        CHECK_INT(input_code_named(names[i]), INPUT_NONE);
    }
}

static void check_letters(const char *text, size_t length, const uint32_t *letters, int count)
{
    const char *at = text, *const end = text + length;
    int i = 0;
    for (; at < end && i < count; i++)
    {
        CHECK_INT(utf8_next(&at, end), letters[i]);
    }
    CHECK(at == end);
    CHECK_INT(i, count);
}

static void test_utf8(void)
{
    check_letters("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", 10,
                  (uint32_t[]){'a', 0xe4, 0x20ac, 0x1f600}, 4);
    check_letters("\xf4\x8f\xbf\xbf", 4, (uint32_t[]){0x10ffff}, 1);
    check_letters("\xff\x80"
                  "b",
                  3, (uint32_t[]){'?', '?', 'b'}, 3);
    check_letters("\xc0\xaf", 2, (uint32_t[]){'?', '?'}, 2);          // longer than it must be
    check_letters("\xe0\x80\xaf", 3, (uint32_t[]){'?', '?', '?'}, 3); // likewise
    check_letters("\xed\xa0\x80", 3, (uint32_t[]){'?', '?', '?'}, 3); // half of a pair
    check_letters("\xf4\x90\x80\x80", 4, (uint32_t[]){'?', '?', '?', '?'}, 4); // above the last
    check_letters("\xc3", 1, (uint32_t[]){'?'}, 1);                            // cut
    check_letters("\xe2\x82"
                  "a",
                  3, (uint32_t[]){'?', '?', 'a'}, 3);
}

int main(void)
{
    RUN(test_presses_and_releases_come_in_order);
    RUN(test_begin_forgets_events_and_keeps_what_is_held);
    RUN(test_what_makes_no_sense_is_left_out);
    RUN(test_a_repeat_is_no_press);
    RUN(test_modifiers_of_either_side);
    RUN(test_release_all_tells_of_each);
    RUN(test_events_never_lose_a_release);
    RUN(test_letters_come_among_the_keys);
    RUN(test_many_letters_leave_room_for_releases);
    RUN(test_every_code_has_a_name_of_its_own);
    RUN(test_what_means_nothing_has_no_name_and_no_code);
    RUN(test_utf8);
    return CHECK_DONE();
}
