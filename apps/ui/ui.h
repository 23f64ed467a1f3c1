// SPDX-License-Identifier: MIT
// A small immediate-mode interface: a screen is a function that is called every frame, and every widget in
// it a call that draws itself and says whether it was used. Mouse, keys and gamepad all work: one widget has
// the focus, arrows and the pad's cross move it, Enter and A use it, Escape and B go back.
//
// Widgets stand in a column, or in a grid of them. A widget is known by its label and its place among those
// of the same label under the same ui_push_id, from frame to frame. Lengths are in units of a common
// screen's pixels, multiplied by the painter's scale.
#ifndef LOAM_UI_UI_H
#define LOAM_UI_UI_H

#include "window/input.h"
#include "window/painter.h"

typedef struct ui ui;

typedef struct ui_clipboard
{
    void (*get)(char *text, size_t room);
    void (*set)(const char *text);
} ui_clipboard; // either may be NULL

loam_result ui_create(ui_clipboard clipboard, ui **out);
void ui_destroy(ui *u);

// ---- frames -------------------------------------------------------------------------------------

/// A frame begins. screen tells screens apart: when it changes, focus and scrolling begin anew (and those of
/// the screen before are remembered for when it comes back). seconds since the last frame.
void ui_begin(ui *u, painter *paint, const input *now, const char *screen, float seconds);
/// Draws what lies above everything: tooltips, open lists.
void ui_end(ui *u);

/// Whether the user wants to go back: Escape, B; not if a widget has used it.
bool ui_back(ui *u);

/// Whether the interface uses the keyboard (a text field is being written in, a key is waited for), or the
/// mouse is over one of its panels: then the game leaves them alone.
bool ui_wants_keys(const ui *u);
bool ui_wants_mouse(const ui *u);
/// Whether a panel of this frame lies there, as far as it has come: for those who draw beside panels.
bool ui_covers(const ui *u, box at);
/// The label of what has the focus, "" if nothing has, and its place: for those who cannot see it.
const char *ui_focus_name(const ui *u, box *at);
/// Where text is being written, for the input method; w is 0 if nowhere.
box ui_text_place(const ui *u);

// ---- panels -------------------------------------------------------------------------------------

/// A panel with a heading (may be NULL) in the middle of the screen or at a place; widgets follow in a
/// column. If its content is higher than the panel it scrolls: by the wheel, by a bar, and to where the focus
/// goes. A box without a height (h is 0): as high as its content, with its middle at y when its screen
/// comes; if the content changes then, its top stays.
void ui_panel_begin(ui *u, const char *heading, box at); // pixels
void ui_panel_end(ui *u);

/// A panel above all others, which alone can be used as long as it is there: a question. What lies behind
/// it is darkened. To be called after the other panels.
void ui_dialog_begin(ui *u, const char *heading, box at);
void ui_dialog_end(ui *u);

/// A box of so many units in the middle of the screen, at most as large as it. h 0: as high as what is put
/// in it, for panels.
box ui_centre(const ui *u, float w, float h);

/// The next widgets stand side by side in so many columns of these shares (NULL: equal), row by row, until
/// ui_columns(u, 1, NULL).
void ui_columns(ui *u, int32_t count, const float *shares);
/// An empty space of so many units.
void ui_space(ui *u, float h);

void ui_push_id(ui *u, const char *id, int32_t number);
void ui_pop_id(ui *u);

// ---- widgets ------------------------------------------------------------------------------------

void ui_heading(ui *u, const char *text);
/// Text that is wrapped at words; '\n' begins a line.
void ui_label(ui *u, const char *text);
void ui_label_coloured(ui *u, const char *text, loam_colour colour);
/// The same with room for any of the texts: what is below stays where it is, whichever is shown.
void ui_label_chosen(ui *u, const char *const *texts, int32_t count, int32_t chosen,
                     loam_colour colour);

bool ui_button(ui *u, const char *label);
/// One that cannot be used now looks so, and the focus passes it.
bool ui_button_enabled(ui *u, const char *label, bool enabled);

/// These say whether the value has changed.
bool ui_toggle(ui *u, const char *label, bool *value);
/// format: how the value is written, with one %d: "%d %%".
bool ui_slider(ui *u, const char *label, int32_t *value, int32_t low, int32_t high, int32_t step,
               const char *format);
/// One of names, left and right go through them.
bool ui_choice(ui *u, const char *label, int32_t *index, const char *const *names, int32_t count);

/// One line of text; room with its 0. It is written in while it has the focus. Cursor, selection (Shift,
/// Ctrl+A), Ctrl+C, X, V, Home, End, Ctrl+arrows by words; Enter goes on to the next widget; A of a gamepad
/// opens a keyboard on the screen. UTF-8 is never cut within a letter. hint: shown while it is empty, may be
/// NULL.
bool ui_text_field(ui *u, const char *label, char *text, size_t room, const char *hint);

/// A code that is bound: when it is used it waits for the next one; Escape gives up, Delete and Backspace
/// unbind. pads: waits for a gamepad's codes, else for those of keyboard and mouse.
bool ui_code_field(ui *u, const char *label, input_code *code, bool pads);
/// The same for keyboard and mouse, and whether Ctrl is held with it.
bool ui_chord_field(ui *u, const char *label, input_code *code, bool *ctrl);

/// An image with its pixels' aspect, at most h units high.
void ui_image(ui *u, painter_image *image, int32_t w, int32_t h, float units_high);

/// An empty place of so many units, for the caller to draw in. The focus passes it.
box ui_canvas(ui *u, float h);

/// A place for a widget of the caller's own, which can have the focus: its box, whether it has the focus or
/// the mouse is over it, whether it is used now, by which mouse button (INPUT_MOUSE_LEFT, also for keys).
typedef struct ui_item
{
    box at;
    bool focused, hovered, used;
    input_code by;
} ui_item;
ui_item ui_custom(ui *u, const char *id, float h);
/// Like it, but anywhere, in pixels: not part of the column. Outside of panels it is for the mouse alone:
/// keys are the game's.
ui_item ui_custom_at(ui *u, const char *id, box at);

/// A list of rows that scrolls within so many units; each row is a ui_list_row of the same height, used or
/// not.
void ui_list_begin(ui *u, const char *id, float h);
ui_item ui_list_row(ui *u, const char *id, float h, bool chosen);
void ui_list_end(ui *u);

/// About the last widget: shown when the mouse rests on it, or it has had the focus for a moment.
void ui_tooltip(ui *u, const char *text);
/// Gives the focus to the next widget that can have it.
void ui_focus_next(ui *u);
/// Whether the next widget can be used. One that cannot looks so, and the focus passes it: better than one
/// that comes and goes, and moves all that is below it.
void ui_enable_next(ui *u, bool enabled);

// ---- colours ------------------------------------------------------------------------------------

typedef struct ui_theme
{
    loam_colour panel, panel_edge, widget, widget_hovered, widget_used, focus, text, text_dim,
        accent, bad, shade;
} ui_theme;

const ui_theme *ui_get_theme(const ui *u);

#endif
