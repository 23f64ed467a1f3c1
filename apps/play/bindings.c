// SPDX-License-Identifier: MIT
#include "play/bindings.h"

#include <stdio.h>

// One table says all about an action: its names, its group, and what does it unless the player chooses
// otherwise. Keys are places on the keyboard (scancodes), so that A and D lie side by side on every one;
// what is written on them is asked for when they are shown.

enum
{
    KEY_LETTER_B = KEY_A + 1,
    KEY_LETTER_D = KEY_A + 3,
    KEY_LETTER_E = KEY_A + 4,
    KEY_LETTER_F = KEY_A + 5,
    KEY_LETTER_G = KEY_A + 6,
    KEY_LETTER_H = KEY_A + 7,
    KEY_LETTER_I = KEY_A + 8,
    KEY_LETTER_J = KEY_A + 9,
    KEY_LETTER_K = KEY_A + 10,
    KEY_LETTER_L = KEY_A + 11,
    KEY_LETTER_M = KEY_A + 12,
    KEY_LETTER_P = KEY_A + 15,
    KEY_LETTER_N = KEY_A + 13,
    KEY_LETTER_O = KEY_A + 14,
    KEY_LETTER_Q = KEY_A + 16,
    KEY_LETTER_R = KEY_A + 17,
    KEY_LETTER_S = KEY_A + 18,
    KEY_LETTER_T = KEY_A + 19,
    KEY_LETTER_W = KEY_A + 22,
    KEY_MINUS = 45,
    KEY_EQUALS = 46,
    KEY_LEFT_BRACKET = 47,
    KEY_RIGHT_BRACKET = 48,
    KEY_BACKSLASH = 49,
    KEY_PERIOD = 55,
    KEY_F2 = KEY_F1 + 1,
    KEY_F3 = KEY_F1 + 2,
    KEY_F5 = KEY_F1 + 4,
    KEY_F9 = KEY_F1 + 8,
    KEY_F10 = KEY_F1 + 9,
    KEY_F11 = KEY_F1 + 10,
    KEY_PRINT_SCREEN = 70,
    KEY_BREAK = 72,
    CTRL = 1 << 16, // a flag of the table's codes
};

typedef struct action_row
{
    const char *key, *name, *group;
    int32_t keys[2]; // a code, perhaps with CTRL
    input_code pad;
    bool repeats; // goes on while it is held
} action_row;

static const char moving[] = "Moving", tools[] = "Tools", copying[] = "Undo and copy",
                  looking[] = "Looking", timing[] = "Time", others[] = "Other",
                  landing[] = "In the land", sailing[] = "At sea", charting[] = "On the chart";

static const action_row rows[PLAY_ACTIONS] = {
    [PLAY_LEFT] = {"left", "walk left", moving, {KEY_A, KEY_LEFT}, INPUT_STICK_LEFT, false},
    [PLAY_RIGHT] =
        {"right", "walk right", moving, {KEY_LETTER_D, KEY_RIGHT}, INPUT_STICK_RIGHT, false},
    [PLAY_JUMP] = {"jump", "jump, swim up", moving, {KEY_SPACE, KEY_LETTER_W}, INPUT_PAD_A, false},
    [PLAY_DIVE] = {"dive", "dive", moving, {KEY_LETTER_S, KEY_DOWN}, INPUT_STICK_DOWN, false},

    [PLAY_USE] = {"use", "use the tool", tools, {INPUT_MOUSE_LEFT}, INPUT_PAD_RIGHT_TRIGGER, false},
    [PLAY_PICK] =
        {"pick", "pick a material", tools, {INPUT_MOUSE_MIDDLE}, INPUT_PAD_RIGHT_STICK, false},
    [PLAY_TOOL_RING] = {"tool_ring", "ring of tools", tools, {KEY_LETTER_Q}, INPUT_PAD_Y, false},
    [PLAY_PICKAXE] = {"pickaxe", "pickaxe", tools, {KEY_Z}, INPUT_NONE, false},
    [PLAY_HAMMER] = {"hammer", "hammer", tools, {KEY_X}, INPUT_NONE, false},
    [PLAY_BLOCK] = {"block", "place blocks", tools, {KEY_C}, INPUT_NONE, false},
    [PLAY_WALL] = {"wall", "place walls", tools, {KEY_V}, INPUT_NONE, false},
    [PLAY_BUCKET] = {"bucket", "bucket", tools, {KEY_LETTER_B}, INPUT_NONE, false},
    [PLAY_AXE] = {"axe", "axe", tools, {KEY_LETTER_G}, INPUT_NONE, false},
    [PLAY_SHEARS] = {"shears", "shears", tools, {KEY_LETTER_H}, INPUT_NONE, false},
    [PLAY_SAPLING] = {"sapling", "plant a sapling", tools, {KEY_LETTER_J}, INPUT_NONE, false},
    [PLAY_BRUSH_LARGER] =
        {"brush_larger", "larger brush", tools, {KEY_RIGHT_BRACKET}, INPUT_PAD_UP, true},
    [PLAY_BRUSH_SMALLER] =
        {"brush_smaller", "smaller brush", tools, {KEY_LEFT_BRACKET}, INPUT_PAD_DOWN, true},
    [PLAY_BRUSH_SHAPE] =
        {"brush_shape", "shape of the brush", tools, {KEY_BACKSLASH}, INPUT_NONE, false},
    [PLAY_NEXT_SLOT] =
        {"next_slot", "next slot", tools, {INPUT_WHEEL_DOWN}, INPUT_PAD_RIGHT_SHOULDER, true},
    [PLAY_LAST_SLOT] =
        {"last_slot", "slot before", tools, {INPUT_WHEEL_UP}, INPUT_PAD_LEFT_SHOULDER, true},
    [PLAY_INVENTORY] =
        {"inventory", "inventory", tools, {KEY_LETTER_E, KEY_LETTER_I}, INPUT_PAD_X, false},

    [PLAY_UNDO] = {"undo", "undo", copying, {KEY_Z | CTRL}, INPUT_PAD_LEFT, false},
    [PLAY_REDO] = {"redo", "redo", copying, {KEY_Y | CTRL}, INPUT_PAD_RIGHT, false},
    [PLAY_SELECT] =
        {"select", "mark a rectangle", copying, {INPUT_MOUSE_RIGHT}, INPUT_PAD_LEFT_TRIGGER, false},
    [PLAY_COPY] = {"copy", "copy", copying, {KEY_C | CTRL}, INPUT_PAD_LEFT_STICK, false},
    [PLAY_CUT] = {"cut", "cut", copying, {KEY_X | CTRL}, INPUT_NONE, false},
    [PLAY_PASTE] = {"paste", "paste", copying, {KEY_V | CTRL}, INPUT_PAD_B, false},
    [PLAY_FLIP] = {"flip", "flip what is pasted", copying, {KEY_LETTER_F}, INPUT_NONE, false},
    [PLAY_STAMPS] = {"stamps", "stamps", copying, {KEY_LETTER_T}, INPUT_NONE, false},

    [PLAY_ZOOM_IN] =
        {"zoom_in", "zoom in", looking, {KEY_EQUALS, INPUT_WHEEL_UP | CTRL}, INPUT_NONE, true},
    [PLAY_ZOOM_OUT] =
        {"zoom_out", "zoom out", looking, {KEY_MINUS, INPUT_WHEEL_DOWN | CTRL}, INPUT_NONE, true},
    [PLAY_MAP] = {"map", "map", looking, {KEY_LETTER_M}, INPUT_PAD_BACK, false},

    [PLAY_PAUSE] = {"pause", "stop time", timing, {KEY_LETTER_P, KEY_BREAK}, INPUT_NONE, false},
    [PLAY_SINGLE_STEP] = {"single_step", "a single step", timing, {KEY_PERIOD}, INPUT_NONE, true},
    [PLAY_FASTER] = {"faster", "faster", timing, {KEY_PAGE_UP}, INPUT_NONE, false},
    [PLAY_SLOWER] = {"slower", "slower", timing, {KEY_PAGE_DOWN}, INPUT_NONE, false},

    [PLAY_SCREENSHOT] =
        {"screenshot", "picture", others, {KEY_F2, KEY_PRINT_SCREEN}, INPUT_NONE, false},
    [PLAY_CLIP] = {"clip", "record a clip", others, {KEY_F9}, INPUT_NONE, false},
    [PLAY_REPLAY] = {"replay", "begin or end a replay", others, {KEY_F10}, INPUT_NONE, false},
    [PLAY_HELP] = {"help", "help", others, {KEY_F1}, INPUT_NONE, false},
    [PLAY_OVERLAY] = {"overlay", "times and numbers", others, {KEY_F3}, INPUT_NONE, false},
    [PLAY_FULL_SCREEN] = {"full_screen", "full screen", others, {KEY_F11}, INPUT_NONE, false},
    [PLAY_SAVE] = {"save", "save", others, {KEY_F5}, INPUT_NONE, false},
    [PLAY_MENU] = {"menu", "menu", others, {KEY_ESCAPE}, INPUT_PAD_START, false},

    [PLAY_LAND_AHEAD] =
        {"land_ahead", "ahead", landing, {KEY_LETTER_W, KEY_UP}, INPUT_STICK_UP, false},
    [PLAY_LAND_BACK] =
        {"land_back", "back", landing, {KEY_LETTER_S, KEY_DOWN}, INPUT_STICK_DOWN, false},
    [PLAY_LAND_LEFT] = {"land_left", "left", landing, {KEY_A, KEY_LEFT}, INPUT_STICK_LEFT, false},
    [PLAY_LAND_RIGHT] =
        {"land_right", "right", landing, {KEY_LETTER_D, KEY_RIGHT}, INPUT_STICK_RIGHT, false},
    [PLAY_LAND_UP] = {"land_up", "jump, swim up, rise", landing, {KEY_SPACE}, INPUT_PAD_A, false},
    [PLAY_LAND_DOWN] = {"land_down", "dive, sink", landing, {KEY_X}, INPUT_PAD_B, false},
    [PLAY_LAND_RUN] =
        {"land_run", "run, faster", landing, {KEY_LEFT_SHIFT}, INPUT_PAD_RIGHT_TRIGGER, false},
    [PLAY_LAND_GAIT] =
        {"land_gait", "on foot, horse, glider, bird", landing, {KEY_LETTER_H}, INPUT_PAD_Y, false},
    [PLAY_LAND_FLY] = {"land_fly", "fly or land", landing, {KEY_LETTER_F}, INPUT_PAD_X, false},
    [PLAY_LAND_PERSON] =
        {"land_person", "first or third person", landing, {KEY_V}, INPUT_PAD_RIGHT_STICK, false},
    [PLAY_LAND_LOOK] =
        {"land_look", "look around", landing, {INPUT_MOUSE_MIDDLE}, INPUT_PAD_LEFT_TRIGGER, false},
    [PLAY_LAND_LATER] =
        {"land_later", "later", landing, {KEY_RIGHT_BRACKET}, INPUT_PAD_RIGHT_SHOULDER, true},
    [PLAY_LAND_EARLIER] =
        {"land_earlier", "earlier", landing, {KEY_LEFT_BRACKET}, INPUT_PAD_LEFT_SHOULDER, true},
    [PLAY_LAND_CLOCK] =
        {"land_clock", "speed of time", landing, {KEY_BACKSLASH}, INPUT_NONE, false},
    [PLAY_LAND_WEATHER] = {"land_weather", "weather", landing, {KEY_LETTER_G}, INPUT_PAD_UP, false},
    [PLAY_LAND_FARTHER] = {"land_farther", "see farther", landing, {KEY_EQUALS}, INPUT_NONE, false},
    [PLAY_LAND_NEARER] = {"land_nearer", "see less far", landing, {KEY_MINUS}, INPUT_NONE, false},
    [PLAY_LAND_MARK] =
        {"land_mark", "bookmark this place", landing, {KEY_LETTER_B}, INPUT_NONE, false},
    [PLAY_LAND_PLACES] = {"land_places", "places", landing, {KEY_LETTER_L}, INPUT_PAD_DOWN, false},
    [PLAY_LAND_COPY] = {"land_copy", "copy the place", landing, {KEY_C | CTRL}, INPUT_NONE, false},
    [PLAY_LAND_PASTE] =
        {"land_paste", "go to a copied place", landing, {KEY_V | CTRL}, INPUT_NONE, false},
    [PLAY_LAND_HIDE] =
        {"land_hide", "show the land alone", landing, {KEY_LETTER_I}, INPUT_NONE, false},
    [PLAY_LAND_FORM] =
        {"land_form", "surface, smooth body, blocks", landing, {KEY_LETTER_N}, INPUT_NONE, false},
    [PLAY_LAND_DIG] = {"land_dig", "dig", landing, {INPUT_MOUSE_LEFT}, INPUT_NONE, false},
    [PLAY_LAND_BUILD] = {"land_build", "build", landing, {INPUT_MOUSE_RIGHT}, INPUT_NONE, false},
    [PLAY_LAND_WIDER] =
        {"land_wider", "wider brush", landing, {INPUT_WHEEL_UP}, INPUT_PAD_RIGHT, true},
    [PLAY_LAND_NARROWER] =
        {"land_narrower", "narrower brush", landing, {INPUT_WHEEL_DOWN}, INPUT_PAD_LEFT, true},
    [PLAY_LAND_MATERIAL] =
        {"land_material", "next material", landing, {KEY_LETTER_E}, INPUT_NONE, true},
    [PLAY_LAND_PICK] =
        {"land_pick", "build with what is seen", landing, {KEY_LETTER_Q}, INPUT_NONE, false},
    [PLAY_LAND_LAMP] = {"land_lamp", "lamp", landing, {KEY_LETTER_T}, INPUT_NONE, false},
    [PLAY_LAND_TORCH] =
        {"land_torch", "put up a torch", landing, {KEY_LETTER_R}, INPUT_NONE, false},
    [PLAY_LAND_UNDO] = {"land_undo", "undo digging", landing, {KEY_Z | CTRL}, INPUT_NONE, false},
    [PLAY_LAND_REDO] = {"land_redo", "redo digging", landing, {KEY_Y | CTRL}, INPUT_NONE, false},

    [PLAY_SAIL_CANVAS] = {"sail_canvas",
                          "sail: all, reefed, furled",
                          sailing,
                          {KEY_LETTER_R},
                          INPUT_PAD_RIGHT,
                          false},
    [PLAY_SAIL_HAUL] =
        {"sail_haul", "haul in the sheet", sailing, {KEY_LETTER_Q}, INPUT_NONE, false},
    [PLAY_SAIL_EASE] = {"sail_ease", "ease the sheet", sailing, {KEY_LETTER_E}, INPUT_NONE, false},
    [PLAY_SAIL_TRIM] =
        {"sail_trim", "the sheet trims itself", sailing, {KEY_LETTER_T}, INPUT_NONE, false},
    [PLAY_SAIL_ANCHOR] = {"sail_anchor", "anchor", sailing, {KEY_X}, INPUT_PAD_B, false},
    [PLAY_SAIL_BOARD] =
        {"sail_board", "off the boat, on again", sailing, {KEY_LETTER_O}, INPUT_PAD_LEFT, false},
    [PLAY_SAIL_FETCH] =
        {"sail_fetch", "the boat comes to you", sailing, {KEY_Y}, INPUT_NONE, false},
    [PLAY_SAIL_HELM] =
        {"sail_helm", "the helm holds the course", sailing, {KEY_LETTER_J}, INPUT_NONE, false},
    [PLAY_SAIL_GROWTH] =
        {"sail_growth", "how islands grow", sailing, {KEY_LETTER_K}, INPUT_NONE, false},
    [PLAY_SAIL_NAMES] =
        {"sail_names", "names of islands", sailing, {KEY_LETTER_N}, INPUT_NONE, false},
    [PLAY_SEA_VIEW] =
        {"sea_view", "behind the boat, above, at the mast", sailing, {KEY_C}, INPUT_NONE, false},
    [PLAY_CHART_LEFT] = {"chart_left", "chart: west", charting, {KEY_A}, INPUT_NONE, true},
    [PLAY_CHART_RIGHT] = {"chart_right", "chart: east", charting, {KEY_LETTER_D}, INPUT_NONE, true},
    [PLAY_CHART_UP] = {"chart_up", "chart: north", charting, {KEY_LETTER_W}, INPUT_NONE, true},
    [PLAY_CHART_DOWN] = {"chart_down", "chart: south", charting, {KEY_LETTER_S}, INPUT_NONE, true},
};

play_bindings play_default_bindings(void)
{
    play_bindings bindings;
    for (int32_t action = 0; action < PLAY_ACTIONS; action++)
    {
        const action_row *row = &rows[action];
        play_binding *binding = &bindings.of[action];
        *binding = (play_binding){.pad = row->pad};
        for (int32_t i = 0; i < 2; i++)
        {
            binding->keys[i] = row->keys[i] & ~CTRL;
            binding->ctrl[i] = (row->keys[i] & CTRL) != 0;
        }
    }
    return bindings;
}

static const action_row *row_of(play_action action)
{
    LOAM_ASSERT(NULL, action >= 0 && action < PLAY_ACTIONS);
    return &rows[action];
}

const char *play_action_key(play_action action)
{
    return row_of(action)->key;
}

const char *play_action_name(play_action action)
{
    return row_of(action)->name;
}

const char *play_action_group(play_action action)
{
    return row_of(action)->group;
}

static bool wanted_with_ctrl(const play_bindings *bindings, input_code code)
{
    for (int32_t action = 0; action < PLAY_ACTIONS; action++)
    {
        const play_binding *binding = &bindings->of[action];
        if ((binding->keys[0] == code && binding->ctrl[0]) ||
            (binding->keys[1] == code && binding->ctrl[1]))
        {
            return true;
        }
    }
    return false;
}

/// Whether a code, pressed with Ctrl or without, does the action: Ctrl+Z undoes and does not take the
/// pickaxe, but whoever holds Ctrl and presses A walks.
static bool code_does(const play_bindings *bindings, input_code code, bool ctrl, play_action action)
{
    const play_binding *binding = &bindings->of[action];
    for (int32_t i = 0; i < 2; i++)
    {
        if (binding->keys[i] == code &&
            (binding->ctrl[i] ? ctrl : !ctrl || !wanted_with_ctrl(bindings, code)))
        {
            return true;
        }
    }
    return binding->pad == code;
}

static bool is_wheel(input_code code)
{
    return code == INPUT_WHEEL_UP || code == INPUT_WHEEL_DOWN;
}

static bool event_does(const play_bindings *bindings, const input_event *event, play_action action)
{
    const bool counts = event->code > INPUT_NONE && event->pressed &&
                        (row_of(action)->repeats || !event->repeated);
    const bool is_brushs = is_wheel(event->code) && event->shift;
    return counts && !is_brushs && code_does(bindings, event->code, event->ctrl, action);
}

int32_t play_presses(const play_bindings *bindings, const input *now, play_action action)
{
    int32_t count = 0;
    for (int32_t i = 0; i < now->event_count; i++)
    {
        count += event_does(bindings, &now->events[i], action);
    }
    return count;
}

bool play_pressed(const play_bindings *bindings, const input *now, play_action action)
{
    return play_presses(bindings, now, action) > 0;
}

bool play_pressed_with_shift(const play_bindings *bindings, const input *now, play_action action)
{
    for (int32_t i = 0; i < now->event_count; i++)
    {
        if (now->events[i].shift && event_does(bindings, &now->events[i], action))
        {
            return true;
        }
    }
    return false;
}

int32_t play_wheel_turns(const input *now, bool with_shift_only)
{
    int32_t turned = 0;
    for (int32_t i = 0; i < now->event_count; i++)
    {
        const input_event *const event = &now->events[i];
        if (event->pressed && is_wheel(event->code) && (event->shift || !with_shift_only))
        {
            turned += event->code == INPUT_WHEEL_UP ? 1 : -1;
        }
    }
    return turned;
}

bool play_is_down(const play_bindings *bindings, const input *now, play_action action)
{
    LOAM_ASSERT(NULL, action >= 0 && action < PLAY_ACTIONS);
    const play_binding *binding = &bindings->of[action];
    const input_code codes[3] = {binding->keys[0], binding->keys[1], binding->pad};
    for (int32_t i = 0; i < 3; i++)
    {
        const input_code code = codes[i];
        if (code > INPUT_NONE && code < INPUT_CODES && now->down[code] &&
            code_does(bindings, code, now->ctrl_with[code], action))
        {
            return true;
        }
    }
    return false;
}

static void write_key(const play_binding *binding, int32_t which, char *buffer, size_t room)
{
    buffer[0] = '\0';
    if (binding->keys[which] != INPUT_NONE)
    {
        snprintf(buffer, room, "%s%s", binding->ctrl[which] ? "Ctrl+" : "",
                 input_code_name(binding->keys[which]));
    }
}

const char *play_binding_text(const play_bindings *bindings, play_action action,
                              input_device device, char *buffer, size_t room)
{
    LOAM_ASSERT(NULL, action >= 0 && action < PLAY_ACTIONS && room > 0);
    const play_binding *binding = &bindings->of[action];
    if (device == INPUT_KEYBOARD)
    {
        write_key(binding, binding->keys[0] != INPUT_NONE ? 0 : 1, buffer, room);
    }
    else
    {
        snprintf(buffer, room, "%s",
                 binding->pad != INPUT_NONE ? input_code_name(binding->pad) : "");
    }
    return buffer;
}

const char *play_binding_keys(const play_bindings *bindings, play_action action, char *buffer,
                              size_t room)
{
    LOAM_ASSERT(NULL, action >= 0 && action < PLAY_ACTIONS && room > 0);
    char first[64], second[64];
    write_key(&bindings->of[action], 0, first, sizeof first);
    write_key(&bindings->of[action], 1, second, sizeof second);
    const bool both = first[0] != '\0' && second[0] != '\0';
    snprintf(buffer, room, "%s%s%s", first, both ? " or " : "", second);
    return buffer;
}

static bool clash(const play_binding *a, const play_binding *b)
{
    for (int32_t i = 0; i < 4; i++)
    {
        const int32_t mine = i / 2, other = i % 2;
        if (a->keys[mine] != INPUT_NONE && a->keys[mine] == b->keys[other] &&
            a->ctrl[mine] == b->ctrl[other])
        {
            return true;
        }
    }
    return a->pad != INPUT_NONE && a->pad == b->pad;
}

static bool is_listed(play_action action, const play_action *list, size_t count)
{
    bool is = false;
    for (size_t i = 0; i < count; i++)
    {
        is = is || list[i] == action;
    }
    return is;
}

/// Where something is done, a bit for each world.
static uint32_t worlds_of(play_action action)
{
    // Of the tiles, the land and the sea.
    static const play_action shared[] = {PLAY_MAP,     PLAY_PAUSE,       PLAY_SCREENSHOT,
                                         PLAY_CLIP,    PLAY_REPLAY,      PLAY_HELP,
                                         PLAY_OVERLAY, PLAY_FULL_SCREEN, PLAY_MENU};
    // Of the land and the sea. Who swims there dives with the key of the anchor.
    static const play_action sea[] = {
        PLAY_MAP,          PLAY_PAUSE,        PLAY_SCREENSHOT,  PLAY_HELP,         PLAY_OVERLAY,
        PLAY_FULL_SCREEN,  PLAY_MENU,         PLAY_LAND_AHEAD,  PLAY_LAND_BACK,    PLAY_LAND_LEFT,
        PLAY_LAND_RIGHT,   PLAY_LAND_UP,      PLAY_LAND_RUN,    PLAY_LAND_GAIT,    PLAY_LAND_FLY,
        PLAY_LAND_PERSON,  PLAY_LAND_LOOK,    PLAY_LAND_LATER,  PLAY_LAND_EARLIER, PLAY_LAND_CLOCK,
        PLAY_LAND_WEATHER, PLAY_LAND_FARTHER, PLAY_LAND_NEARER, PLAY_LAND_MARK,    PLAY_LAND_PLACES,
        PLAY_LAND_COPY,    PLAY_LAND_PASTE,   PLAY_LAND_HIDE};
    static const play_action chart[] = {PLAY_MAP, PLAY_MENU, PLAY_LAND_FARTHER, PLAY_LAND_NEARER};
    const bool is_shared = is_listed(action, shared, sizeof shared / sizeof shared[0]);
    const bool of_tiles = action < PLAY_LAND_FIRST;
    const bool of_land = is_shared || (action >= PLAY_LAND_FIRST && action < PLAY_SAIL_FIRST);
    const bool at_sea = (action >= PLAY_SAIL_FIRST && action < PLAY_CHART_FIRST) ||
                        is_listed(action, sea, sizeof sea / sizeof sea[0]);
    const bool on_chart = action >= PLAY_CHART_FIRST ||
                          is_listed(action, chart, sizeof chart / sizeof chart[0]);
    return (of_tiles ? PLAY_IN_TILES : 0) | (of_land ? PLAY_IN_LAND : 0) |
           (at_sea ? PLAY_AT_SEA : 0) | (on_chart ? PLAY_ON_CHART : 0);
}

bool play_action_is_of(play_action action, play_where world)
{
    return (worlds_of(action) & (uint32_t)world) != 0;
}

static bool meet(play_action a, play_action b)
{
    return (worlds_of(a) & worlds_of(b)) != 0;
}

play_action play_binding_clash(const play_bindings *bindings, play_action action)
{
    LOAM_ASSERT(NULL, action >= 0 && action < PLAY_ACTIONS);
    for (int32_t other = 0; other < PLAY_ACTIONS; other++)
    {
        if (other != (int32_t)action && meet(action, (play_action)other) &&
            clash(&bindings->of[action], &bindings->of[other]))
        {
            return (play_action)other;
        }
    }
    return PLAY_ACTIONS;
}
