// SPDX-License-Identifier: MIT
// What keys, mouse and gamepad do in the game. All of it can be changed; menus have keys of their own
// (ui/ui.h).
#ifndef LOAM_PLAY_BINDINGS_H
#define LOAM_PLAY_BINDINGS_H

#include "window/input.h"

typedef enum play_action
{
    // moving
    PLAY_LEFT,
    PLAY_RIGHT,
    PLAY_JUMP,
    PLAY_DIVE,
    // tools
    PLAY_USE,
    PLAY_PICK,      // choose what is under the cursor
    PLAY_TOOL_RING, // the ring of tools, as long as it is held
    PLAY_PICKAXE,
    PLAY_HAMMER,
    PLAY_BLOCK,
    PLAY_WALL,
    PLAY_BUCKET,
    PLAY_AXE,
    PLAY_SHEARS,
    PLAY_SAPLING,
    PLAY_BRUSH_LARGER,
    PLAY_BRUSH_SMALLER,
    PLAY_BRUSH_SHAPE,
    PLAY_NEXT_SLOT, // of the hotbar; its slots also have the keys 1 to 9 and 0, which are fixed
    PLAY_LAST_SLOT,
    PLAY_INVENTORY,
    // changing back, copying
    PLAY_UNDO,
    PLAY_REDO,
    PLAY_SELECT, // marks a rectangle, from where it is pressed to where it is released
    PLAY_COPY,
    PLAY_CUT,
    PLAY_PASTE,
    PLAY_FLIP, // what is to be pasted
    PLAY_STAMPS,
    // looking
    PLAY_ZOOM_IN,
    PLAY_ZOOM_OUT,
    PLAY_MAP,
    // time
    PLAY_PAUSE,
    PLAY_SINGLE_STEP,
    PLAY_FASTER,
    PLAY_SLOWER,
    // the rest
    PLAY_SCREENSHOT,
    PLAY_CLIP,
    PLAY_REPLAY,
    PLAY_HELP,
    PLAY_OVERLAY,
    PLAY_FULL_SCREEN,
    PLAY_SAVE,
    PLAY_MENU,
    PLAY_LAND_FIRST, // what follows is done in the land; of what is above, map, picture, help and the like too
    PLAY_LAND_AHEAD = PLAY_LAND_FIRST,
    PLAY_LAND_BACK,
    PLAY_LAND_LEFT,
    PLAY_LAND_RIGHT,
    PLAY_LAND_UP, // jump, swim up, rise
    PLAY_LAND_DOWN,
    PLAY_LAND_RUN,
    PLAY_LAND_GAIT, // on foot, on a horse, gliding, as a bird: the next of them
    PLAY_LAND_FLY,  // glides, or goes down
    PLAY_LAND_PERSON,
    PLAY_LAND_LOOK, // around, as long as it is held, without turning
    PLAY_LAND_LATER,
    PLAY_LAND_EARLIER,
    PLAY_LAND_CLOCK,
    PLAY_LAND_WEATHER,
    PLAY_LAND_FARTHER,
    PLAY_LAND_NEARER,
    PLAY_LAND_MARK,
    PLAY_LAND_PLACES,
    PLAY_LAND_COPY,
    PLAY_LAND_PASTE,
    PLAY_LAND_HIDE,
    PLAY_LAND_FORM, // the surface alone, a smooth body, blocks: the next of them
    PLAY_LAND_DIG,
    PLAY_LAND_BUILD,
    PLAY_LAND_WIDER, // the brush
    PLAY_LAND_NARROWER,
    PLAY_LAND_MATERIAL, // the next one to build with
    PLAY_LAND_PICK,     // the one that is looked at
    PLAY_LAND_LAMP,
    PLAY_LAND_TORCH,
    PLAY_LAND_UNDO,
    PLAY_LAND_REDO,
    PLAY_SAIL_FIRST, // what follows is done at sea; of what is above much of the land, too
    PLAY_SAIL_CANVAS = PLAY_SAIL_FIRST, // all of it, reefed, furled: the next of them
    PLAY_SAIL_HAUL,
    PLAY_SAIL_EASE,
    PLAY_SAIL_TRIM,
    PLAY_SAIL_ANCHOR,
    PLAY_SAIL_BOARD, // from the boat to the shore, and back; Enter does it, too
    PLAY_SAIL_FETCH,
    PLAY_SAIL_HELM,
    PLAY_SAIL_GROWTH,
    PLAY_SAIL_NAMES,
    PLAY_SEA_VIEW,    // from behind the boat, from above, at its mast: the next of them
    PLAY_CHART_FIRST, // and on the chart of the sea
    PLAY_CHART_LEFT = PLAY_CHART_FIRST,
    PLAY_CHART_RIGHT,
    PLAY_CHART_UP,
    PLAY_CHART_DOWN,
    PLAY_ACTIONS,
} play_action;

/// Up to two codes of keyboard and mouse, and one of a gamepad. A code may need a modifier, too.
typedef struct play_binding
{
    input_code keys[2];
    /// Only together with Ctrl; without: not together with Ctrl if some other binding of the code wants
    /// that. What counts is whether Ctrl was held when the code was pressed.
    bool ctrl[2];
    input_code pad;
} play_binding;

typedef struct play_bindings
{
    play_binding of[PLAY_ACTIONS];
} play_bindings;

play_bindings play_default_bindings(void);

/// For the file of settings ("brush_larger"), and for people ("larger brush"), with its group ("Tools").
const char *play_action_key(play_action action);
const char *play_action_name(play_action action);
const char *play_action_group(play_action action);

/// What is being done: pressed in this frame (repeats count for zoom, brush and slots), and held.
/// How often: a wheel turns by several notches in a frame, and keys are pressed while one takes long.
int32_t play_presses(const play_bindings *bindings, const input *now, play_action action);
bool play_pressed(const play_bindings *bindings, const input *now, play_action action);
bool play_is_down(const play_bindings *bindings, const input *now, play_action action);
/// Pressed in this frame while Shift was held.
bool play_pressed_with_shift(const play_bindings *bindings, const input *now, play_action action);

/// How far the wheel was turned, up minus down. With Shift it changes the brush, and does nothing that it is
/// bound to.
int32_t play_wheel_turns(const input *now, bool with_shift_only);

/// "Ctrl+Z", "Pad X": how it is done with the device, for hints; "" if with nothing. buffer of room bytes.
const char *play_binding_text(const play_bindings *bindings, play_action action,
                              input_device device, char *buffer, size_t room);

/// All that does it with keyboard and mouse: "A or Left"; "" if nothing.
const char *play_binding_keys(const play_bindings *bindings, play_action action, char *buffer,
                              size_t room);

/// Where something is done. A key does one thing in each.
typedef enum play_where
{
    PLAY_IN_TILES = 1,
    PLAY_IN_LAND = 2,
    PLAY_AT_SEA = 4,
    PLAY_ON_CHART = 8,
} play_where;

/// Whether something is done there: some things are in several.
bool play_action_is_of(play_action action, play_where world);

/// Another action that the same code does with the same device in the same world, PLAY_ACTIONS if there is none: shown in
/// settings.
play_action play_binding_clash(const play_bindings *bindings, play_action action);

#endif
