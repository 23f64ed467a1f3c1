// SPDX-License-Identifier: MIT
#include "ui/state.h"

// Letters for those who have only a gamepad: a panel over everything, with a button for each of them.

static const float key_units = 40, keyboard_units = 520;

static const char *const rows[2][4] = {
    {"1234567890", "abcdefghij", "klmnopqrst", "uvwxyz-_.'"},
    {"1234567890", "ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ-_.'"},
};

void keyboard_open(ui *u, ui_id owner)
{
    u->keyboard = (ui_keyboard){.owner = owner, .seen = true};
    u->below = owner;
}

void keyboard_close(ui *u)
{
    u->focus = u->keyboard.owner;
    u->below = 0;
    u->keyboard.owner = 0;
}

static bool key(ui *u, const char *id, const char *name, bool lit)
{
    const box at = layout_next(u, px(u, key_units - 6));
    const ui_widget w = widget_add(u, id_of(u, id), at, PLACE_FOCUS, true);
    ui_widget look = w;
    look.hovered = w.hovered || lit;
    widget_box(u, &look);
    draw_line(u, at, ALIGN_CENTRE, TEXT_NORMAL, widget_text_colour(u, &w), name);
    return w.used;
}

static void send_letter(ui *u, char letter)
{
    u->keyboard.send = (input_event){.code = INPUT_LETTER, .pressed = true, .letter = {letter}};
}

static void letter_keys(ui *u)
{
    ui_columns(u, 10, NULL);
    for (int32_t row = 0; row < 4; row++)
    {
        for (int32_t i = 0; rows[0][row][i] != '\0'; i++)
        {
            const char id[2] = {rows[0][row][i], '\0'};
            const char name[2] = {rows[u->keyboard.capitals][row][i], '\0'};
            if (key(u, id, name, false))
            {
                send_letter(u, name[0]);
            }
        }
    }
}

static void word_keys(ui *u)
{
    ui_columns(u, 4, (const float[]){2, 4, 2, 2});
    if (key(u, "Shift", "Shift", u->keyboard.capitals))
    {
        u->keyboard.capitals = !u->keyboard.capitals;
    }
    if (key(u, "Space", "Space", false))
    {
        send_letter(u, ' ');
    }
    if (key(u, "Delete", "Delete", false))
    {
        u->keyboard.send = (input_event){.code = KEY_BACKSPACE, .pressed = true};
    }
    if (key(u, "Done", "Done", false))
    {
        keyboard_close(u);
    }
}

void keyboard_run(ui *u)
{
    if (!u->keyboard.seen) // the field is gone
    {
        u->keyboard.owner = 0;
        return;
    }
    const int32_t layer = u->layer;
    u->layer = 2;
    u->made->top = 2;
    // Where it does not hide what is written: a panel without a height, as far down or up as there is room.
    box at = ui_centre(u, keyboard_units, 0);
    at.y = u->text_place_made.y < u->paint->h / 2 ? u->paint->h : 0;
    panel_open(u, id_of(u, "letters"), NULL, at);
    letter_keys(u);
    word_keys(u);
    ui_panel_end(u);
    u->layer = layer;
}
