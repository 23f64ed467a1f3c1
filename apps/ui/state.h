// SPDX-License-Identifier: MIT
// What the files of the interface share: what it knows from the last frame, what this frame's input does,
// and what is being made. Everything has a fixed size; a frame allocates nothing.
//
// A frame goes like this. ui_begin turns input into deeds, by the map of what people saw when they acted:
// the places of the last frame. Widgets then put themselves on the map of this frame, and find the deeds
// that are meant for them. One widget is served in a frame; input for another waits for the next frame, so
// that keys that come quicker than frames do the same as slow ones.
#ifndef LOAM_UI_STATE_H
#define LOAM_UI_STATE_H

#include "ui/ui.h"

typedef uint64_t ui_id; // 0: none

enum
{
    UI_MAX_PLACES = 4096, // of a frame; what is beyond is drawn and cannot be used
    UI_MAX_AREAS = 64,
    UI_MAX_DEPTH = 8,
    UI_MAX_IDS = 16,
    UI_MAX_COLUMNS = 16,
    UI_MAX_SCROLLS = 64,
    UI_MAX_SCREENS = 16,
    UI_MAX_QUEUE = 2 * INPUT_MAX_EVENTS,
    UI_MAX_EDITS = 64,
    UI_MAX_TIP = 1024,
    UI_MAX_NAME = 64,
    UI_ID_SLOTS = 8192, // a power of two
};

/// What a place on the map can do.
enum
{
    PLACE_FOCUS = 1,       // have the focus
    PLACE_SIDEWAYS = 2,    // be changed by left and right
    PLACE_TEXT = 4,        // be written in
    PLACE_ANY_BUTTON = 8,  // be used by any button of the mouse
    PLACE_MOUSE_ONLY = 16, // a scroll bar: a press is enough
};

/// A widget as people see it.
typedef struct ui_place
{
    ui_id id;
    box at, seen; // all of it, and the part that is not cut off
    int32_t area, layer;
    uint32_t flags;
} ui_place;

/// A panel, a list, or the whole screen: it cuts what lies in it, may scroll, and has columns.
typedef struct ui_area
{
    ui_id id;
    box view, clip;        // what it shows of its content, with a margin that rings may use; pixels
    int32_t parent, layer; // -1: none
    int32_t scroll;        // index, -1: it does not
    bool bar;              // there is room for one: its content was higher than what it shows
    int32_t bar_aside;     // how far its bar is moved into the margin
    // while it is being made
    int32_t top, y; // where the content begins, and the next row; pixels of the screen
    int32_t row_high, column, columns, gap;
    float shares[UI_MAX_COLUMNS];
    ui_place first, last; // that can have the focus
    box outer;            // with heading and edge
    bool hidden;          // it is only measured in this frame
} ui_area;

typedef struct ui_map
{
    ui_place places[UI_MAX_PLACES];
    ui_area areas[UI_MAX_AREAS];
    int32_t place_count, area_count;
    int32_t top; // the highest layer
} ui_map;

typedef struct ui_scroll
{
    uint64_t key; // of screen and area
    float now, target;
    int32_t content, view; // heights in pixels; 0: not known yet
    // Of a panel that is as high as its content: where it began, for the middle and the scale it had then.
    bool pinned;
    int32_t pinned_top, pinned_middle;
    float pinned_scale;
    uint64_t frame; // when it was used last
} ui_scroll;

typedef struct ui_screen
{
    uint64_t name;
    ui_id focus;
    uint64_t frame;
} ui_screen;

/// What this frame's input does, and to whom.
typedef struct ui_deeds
{
    ui_id served; // the one widget that is
    ui_id used, pressed, bound;
    input_code used_by, bound_code;
    bool bound_ctrl; // it was held, and is not the code itself
    int32_t clicks;  // of what is pressed: 2 for a double click
    bool shift;      // was held when it was pressed
    int32_t steps, pages, ends;
    ui_id edited;
    input_event edits[UI_MAX_EDITS]; // keys and letters for the text that is being written
    int32_t edit_count;
    bool back;
} ui_deeds;

typedef struct ui_keyboard
{
    ui_id owner; // the text field, 0: closed
    bool capitals, seen;
    input_event send; // what was chosen, for the owner in the next frame; INPUT_NONE: nothing
} ui_keyboard;

typedef struct ui_count
{
    ui_id base;
    uint32_t frame, count;
} ui_count;

struct ui
{
    ui_clipboard clipboard;
    painter *paint;
    uint64_t frame;
    float seconds;
    double clock; // seconds since it was made

    uint64_t screen; // its hash
    ui_screen screens[UI_MAX_SCREENS];
    ui_scroll scrolls[UI_MAX_SCROLLS];

    ui_map maps[2];
    ui_map *seen, *made;
    int32_t stack[UI_MAX_DEPTH], depth; // of areas that are being made
    ui_id ids[UI_MAX_IDS];
    int32_t id_count;
    ui_count counts[UI_ID_SLOTS];
    int32_t layer;

    ui_id focus, hovered, active, waiting;
    ui_id below; // what had the focus before a dialog or the keyboard came
    box focus_at;
    ui_id focus_name_of; // whose name the next is
    char focus_name[UI_MAX_NAME];
    bool unfocused;  // on purpose: nothing gets it by itself
    bool follow;     // scroll to the focus
    bool focus_next; // for the next widget
    bool next_off;   // the next widget cannot be used
    bool mouse_leads, focus_found, active_found, waiting_found, waiting_pads;
    input_code active_button;
    int32_t grab_y; // where the mouse holds the bar of a scrolled area
    bool grabbed;   // the slider that is pressed, and not its label

    input_event queue[UI_MAX_QUEUE];
    int32_t queue_count;
    int32_t mouse_x, mouse_y;
    double click_clock;
    ui_id click_id;
    int32_t click_x, click_y, clicks;
    input_code repeating;
    float repeat_left;
    ui_deeds deeds;

    // the text that is being written
    ui_id edit_id;
    size_t edit_cursor, edit_anchor;
    int32_t edit_scroll;
    double edit_clock; // of the last change: the cursor blinks since then
    box text_place, text_place_made;
    ui_keyboard keyboard;

    box ring, ring_clip;
    box last_at; // of the last widget, for its tooltip
    ui_id last_id;
    char tip[UI_MAX_TIP];
    box tip_at, tip_drawn;
    int32_t tip_aside; // the right edge of its panel
    uint64_t tip_key;
    float tip_seconds;
    bool tip_wanted;
};

// ---- draw.c -------------------------------------------------------------------------------------

typedef enum ui_align
{
    ALIGN_LEFT,
    ALIGN_CENTRE,
    ALIGN_RIGHT,
} ui_align;

static inline int32_t px(const ui *u, float units)
{
    return painter_scaled(u->paint, units);
}
static inline box box_inset(box at, int32_t x, int32_t y)
{
    const int32_t w = at.w - 2 * x, h = at.h - 2 * y;
    return (box){at.x + x, at.y + y, w > 0 ? w : 0, h > 0 ? h : 0};
}
loam_colour faded(loam_colour colour, float by);
/// A box with round corners, and its edge.
void draw_round(const ui *u, box at, float radius, loam_colour colour);
void draw_edge(const ui *u, box at, float radius, int32_t thick, loam_colour colour);
/// One line, cut with an ellipsis where it does not fit.
void draw_line(const ui *u, box at, ui_align align, text_size size, loam_colour colour,
               const char *text);
/// The most bytes of whole letters that are at most so wide.
size_t text_fit(const ui *u, text_size size, const char *text, size_t length, int32_t width);
/// Text wrapped at words; gives its height. Draws only if asked to.
int32_t draw_wrapped(const ui *u, int32_t x, int32_t y, int32_t width, text_size size,
                     loam_colour colour, const char *text, bool draw);
int32_t text_widest_line(const ui *u, text_size size, const char *text);
/// A triangle that points left (-1) or right (1).
void draw_arrow(const ui *u, box at, int32_t way, loam_colour colour);

// ---- layout.c -----------------------------------------------------------------------------------

uint64_t hash_text(uint64_t seed, const char *text);
/// The id of a widget with this label.
ui_id id_of(ui *u, const char *label);
ui_area *area_now(ui *u);
int32_t area_push(ui *u, ui_area area);
void area_pop(ui *u);
/// Where a widget stands that is so high (pixels).
box layout_next(ui *u, int32_t h);
void layout_end_row(ui_area *area);
int32_t row_height(const ui *u);
/// A panel's frame at a place, for panels and for what lies above them.
void panel_open(ui *u, ui_id id, const char *heading, box at);

// ---- scroll.c -----------------------------------------------------------------------------------

/// The state of an area, kept from frame to frame.
int32_t scroll_find(ui *u, ui_id area);
/// A frame begins for it: its view is so high. Gives the offset in whole pixels.
int32_t scroll_begin(ui *u, int32_t scroll, int32_t view);
/// Its content was so high. Draws the bar.
void scroll_end(ui *u, const ui_area *area, int32_t content);
bool scroll_has_bar(const ui *u, int32_t scroll);
int32_t scroll_bar_width(const ui *u);
/// Scrolls by pixels, as the wheel does; false if it cannot.
bool scroll_by(ui *u, int32_t scroll, float pixels);
/// Scrolls so that a box of the innermost area is seen.
void scroll_reveal(ui *u, box at);
void scroll_reveal_last(ui *u, const ui_area *area);

// ---- focus.c ------------------------------------------------------------------------------------

const ui_place *map_find(const ui_map *map, ui_id id);
/// The widget under the mouse, or the panel.
const ui_place *map_under(const ui_map *map, int32_t x, int32_t y);
void focus_set(ui *u, ui_id id);
typedef enum ui_way
{
    WAY_UP,
    WAY_DOWN,
    WAY_LEFT,
    WAY_RIGHT,
} ui_way;
/// Moves the focus; wrap: from one end to the other.
void focus_move(ui *u, ui_way way, bool wrap);
void focus_step(ui *u, int32_t step);
void focus_page(ui *u, int32_t way);
void focus_end(ui *u, int32_t way);
/// The frame is made: a focus that is not there any more goes to what is nearest.
void focus_settle(ui *u);

// ---- events.c -----------------------------------------------------------------------------------

void events_take(ui *u, const input *now);
void events_forget(ui *u);

// ---- widgets.c ----------------------------------------------------------------------------------

typedef struct ui_widget
{
    ui_id id;
    box at;
    bool seen; // worth drawing
    bool focused, hovered, pressed, used, enabled;
    input_code by;
} ui_widget;

/// Puts a widget on the map and says what happens to it.
ui_widget widget_add(ui *u, ui_id id, box at, uint32_t flags, bool enabled);
/// A row with a label on its left; gives the box on its right.
box widget_row(const ui *u, const ui_widget *w, const char *label);
void widget_box(const ui *u, const ui_widget *w);
loam_colour widget_text_colour(const ui *u, const ui_widget *w);

// ---- tooltip.c, keyboard.c ----------------------------------------------------------------------

void tooltip_draw(ui *u);
void keyboard_open(ui *u, ui_id owner);
void keyboard_close(ui *u);
void keyboard_run(ui *u);

#endif
