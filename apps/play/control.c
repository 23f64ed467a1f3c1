// SPDX-License-Identifier: MIT
#include "play/control.h"

#include "play/clip.h"
#include "play/hotbar.h"
#include "play/ingame.h"
#include "play/selection.h"
#include "play/worlds.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// What is held is compared with what the player is doing by the commands so far, and a command is given
// where they differ. So nothing is said twice, and whatever was missed (a lost focus, a menu) is made up for
// in the next frame. Only the use of tools has a memory of its own, because it can be refused: then it is
// not tried again until the button is pressed anew.

enum
{
    PAD_VIEWS_A_SECOND = 1, // how fast the gamepad's cursor goes, heights of the view
    PAD_FIRST_AIM = 12,     // tiles before the player
    LIGHTS_APART = 8,       // tiles, of those that are hung up by dragging
};

#define STICK_WALKS 0.35f
#define STICK_DIVES (-0.6f)

// ---- commands -----------------------------------------------------------------------------------

/// "undo: there is nothing to undo" is told as "There is nothing to undo", "oak_wood" as "oak wood". As long
/// as it is shown, what is refused again adds nothing.
static void tell_refusal(app *a, const char *message)
{
    char text[256];
    const char *const colon = strstr(message, ": ");
    const char *const what = colon != NULL &&
                                     memchr(message, ' ', (size_t)(colon - message)) == NULL
                                 ? colon + 2
                                 : message;
    snprintf(text, sizeof text, "%s", what);
    text[0] = (char)toupper((unsigned char)text[0]);
    for (char *at = strchr(text, '_'); at != NULL; at = strchr(at, '_'))
    {
        *at = ' ';
    }
    app_notice_add(a, false, "%s", text);
}

bool control_do(app *a, const loam_command *command)
{
    if (session_do(a->s, command) == LOAM_OK)
    {
        return true;
    }
    tell_refusal(a, loam_last_error());
    return false;
}

static void do_choice(app *a, loam_action action, int32_t choice)
{
    control_do(a, &(loam_command){.action = action, .choice = choice});
}

void control_take(app *a, loam_tool tool)
{
    if (ingame_player(a)->tool != tool)
    {
        do_choice(a, LOAM_ACTION_TOOL, (int32_t)tool);
    }
}

void control_choose(app *a, uint8_t material)
{
    if (ingame_player(a)->material != material)
    {
        control_do(a, &(loam_command){.action = LOAM_ACTION_CHOOSE, .material = material});
    }
}

static void set_brush(app *a, loam_edit_shape shape, int32_t radius)
{
    const loam_player *const player = ingame_player(a);
    if (player->brush != shape || player->radius != radius)
    {
        control_do(a,
                   &(loam_command){.action = LOAM_ACTION_BRUSH, .shape = shape, .number = radius});
    }
}

void control_brush(app *a, loam_edit_shape shape, int32_t radius)
{
    if (a->in->brush_lent)
    {
        app_notice_add(a, false, "Lights are hung up one by one: they need no brush");
        return;
    }
    set_brush(a, shape, radius < 0 ? 0 : radius > LOAM_MAX_BRUSH ? LOAM_MAX_BRUSH : radius);
}

/// The tool that a material is placed with: the one that is held if it can, else blocks before walls.
static loam_tool tool_for(const loam_material *material, loam_tool held)
{
    const bool of_plant = (material->properties & (LOAM_WOOD | LOAM_LEAF)) != 0;
    const bool fits = (held == LOAM_TOOL_BLOCK && (material->layers & LOAM_BLOCKS) != 0) ||
                      (held == LOAM_TOOL_WALL && (material->layers & LOAM_WALLS) != 0) ||
                      (held == LOAM_TOOL_SAPLING && of_plant);
    if (fits)
    {
        return held;
    }
    return material->layers & LOAM_BLOCKS ? LOAM_TOOL_BLOCK : LOAM_TOOL_WALL;
}

void control_take_material(app *a, uint8_t material)
{
    const loam_tool held = ingame_player(a)->tool;
    const bool wall_is_own = held == LOAM_TOOL_WALL && !a->in->wall_by_choice;
    const loam_tool before = held == LOAM_TOOL_WALL && !wall_is_own ? LOAM_TOOL_BLOCK : held;
    const loam_tool tool = tool_for(&ingame_defs(a)->materials[material], before);
    control_choose(a, material);
    control_take(a, tool);
    a->in->wall_by_choice = tool == LOAM_TOOL_WALL && !wall_is_own;
}

// ---- lights -------------------------------------------------------------------------------------

/// Lights are single tiles: as long as one is held, the brush is the smallest.
static void lend_brush(app *a)
{
    ingame *const in = a->in;
    const loam_player *const player = ingame_player(a);
    const bool wanted = player->tool == LOAM_TOOL_WALL &&
                        loam_material_is_light(&ingame_defs(a)->materials[player->material]);
    if (wanted && !in->brush_lent)
    {
        in->own_brush = player->brush;
        in->own_radius = player->radius;
        in->brush_lent = true;
        set_brush(a, LOAM_EDIT_CIRCLE, 0);
    }
    else if (!wanted)
    {
        control_return_brush(a);
    }
}

void control_return_brush(app *a)
{
    if (a->in->brush_lent)
    {
        a->in->brush_lent = false;
        set_brush(a, a->in->own_brush, a->in->own_radius);
    }
}

// ---- aiming -------------------------------------------------------------------------------------

static double within(double value, double limit)
{
    return value < -limit ? -limit : value > limit ? limit : value;
}

/// The right stick moves a cursor around the player, within the view. The camera goes a quarter of the way.
static loam_tile_pos aim_by_pad(app *a)
{
    const loam_player *const player = ingame_player(a);
    const double wide = (double)a->frame_w / a->frame_zoom,
                 high = (double)a->frame_h / a->frame_zoom;
    const double way = PAD_VIEWS_A_SECOND * high * (double)ingame_seconds(a);
    if (a->aim_x == 0 && a->aim_y == 0)
    {
        a->aim_x = PAD_FIRST_AIM * player->facing;
    }
    a->aim_x = within(a->aim_x + (double)a->now.look_x * way, wide / 2);
    a->aim_y = within(a->aim_y + (double)a->now.look_y * way, high / 2);
    const double x = (double)player->x / LOAM_PLAYER_FIXED;
    const double y = (double)player->y / LOAM_PLAYER_FIXED + LOAM_PLAYER_HEIGHT / 2.0;
    return (loam_tile_pos){(int64_t)floor(x + a->aim_x), (int64_t)floor(y + a->aim_y)};
}

static void aim(app *a)
{
    const loam_player *const player = ingame_player(a);
    if (a->frame == NULL || a->ring_open)
    {
        return;
    }
    const loam_tile_pos at = a->now.device == INPUT_GAMEPAD
                                 ? aim_by_pad(a)
                                 : app_tile_at(a, a->now.mouse_x, a->now.mouse_y);
    if (at.x != player->aim.x || at.y != player->aim.y)
    {
        control_do(a, &(loam_command){.action = LOAM_ACTION_AIM, .x = at.x, .y = at.y});
    }
}

// ---- moving -------------------------------------------------------------------------------------

static bool is_down(const app *a, play_action action)
{
    return play_is_down(&a->settings.bindings, &a->now, action);
}

static bool pressed(const app *a, play_action action)
{
    return play_pressed(&a->settings.bindings, &a->now, action);
}

/// Something that is on or off, and may have been on for less than a frame.
static void hold(app *a, loam_action action, bool is_on, bool wanted, bool tapped)
{
    if (!is_on && (wanted || tapped))
    {
        do_choice(a, action, 1);
        is_on = true;
    }
    if (is_on && !wanted)
    {
        do_choice(a, action, 0);
    }
}

static void move(app *a)
{
    const loam_player *const player = ingame_player(a);
    const int32_t left = is_down(a, PLAY_LEFT) || a->now.walk_x < -STICK_WALKS;
    const int32_t right = is_down(a, PLAY_RIGHT) || a->now.walk_x > STICK_WALKS;
    if (player->walking != right - left)
    {
        do_choice(a, LOAM_ACTION_WALK, right - left);
    }
    hold(a, LOAM_ACTION_JUMP, player->jumping, is_down(a, PLAY_JUMP), pressed(a, PLAY_JUMP));
    hold(a, LOAM_ACTION_DIVE, player->diving, is_down(a, PLAY_DIVE) || a->now.walk_y < STICK_DIVES,
         pressed(a, PLAY_DIVE));
}

// ---- tools --------------------------------------------------------------------------------------

/// The mouse is over the hotbar: what it does there is meant for that.
static bool use_hotbar(app *a)
{
    const int32_t slot = a->now.device == INPUT_GAMEPAD
                             ? -1
                             : hotbar_slot_at(a, a->now.mouse_x, a->now.mouse_y);
    if (slot >= 0 && input_pressed(&a->now, INPUT_MOUSE_LEFT))
    {
        hotbar_choose(a, slot);
    }
    return slot >= 0;
}

static bool is_placing(const loam_player *player)
{
    return player->tool == LOAM_TOOL_BLOCK || player->tool == LOAM_TOOL_WALL;
}

/// Whether there is something to place. What slot is chosen shows before anything is: then its material is
/// meant.
static bool has_material(app *a)
{
    const loam_player *const player = ingame_player(a);
    if ((is_placing(player) || player->tool == LOAM_TOOL_SAPLING) && player->material == LOAM_AIR)
    {
        control_choose(a, (uint8_t)a->hotbar[a->slot]);
    }
    return !is_placing(player) || !player->limited || player->material == LOAM_AIR ||
           hotbar_count(player, player->material) > 0;
}

/// Whether the tool does something where the cursor is. A use that never did, from when the button was
/// pressed to when it is let go, is told why: who drags a pickaxe from the air into a hill wants no words.
static bool watch_use(app *a, bool begins, bool wanted)
{
    ingame *const in = a->in;
    in->using = in->using || begins;
    in->use_works = in->use_works && !begins;
    if (!in->using)
    {
        return false;
    }
    const loam_result result = loam_tile_game_check_use(session_game(a->s));
    in->use_works = in->use_works || result == LOAM_OK;
    if (result != LOAM_OK && (begins || wanted))
    {
        snprintf(in->use_refused, sizeof in->use_refused, "%s",
                 result == LOAM_NOT_FOUND ? "" : loam_last_error());
    }
    if (!wanted && !in->use_works && in->use_refused[0] != '\0')
    {
        tell_refusal(a, in->use_refused);
    }
    in->using = wanted;
    return result == LOAM_OK;
}

/// One where it is pressed, and while it is held another one wherever there is room between.
static void hang_lights(app *a, bool begins, bool wanted)
{
    const loam_tile_pos at = ingame_player(a)->aim, last = a->in->light_at;
    const double x = (double)(at.x - last.x), y = (double)(at.y - last.y);
    const bool is_far = x * x + y * y >= LIGHTS_APART * LIGHTS_APART;
    if (begins || (wanted && is_far))
    {
        a->in->light_at = at;
        do_choice(a, LOAM_ACTION_USE, 1);
        do_choice(a, LOAM_ACTION_USE, 0);
    }
}

static void use(app *a)
{
    const loam_player *const player = ingame_player(a);
    const bool rests = a->ring_open || selection_is_busy(a) || use_hotbar(a);
    const bool wanted = is_down(a, PLAY_USE) && !rests;
    const bool begins = !a->in->use_wanted && !rests && (wanted || pressed(a, PLAY_USE));
    const bool can = !begins || has_material(a);
    const bool works = watch_use(a, begins, wanted);
    if (a->in->brush_lent && !player->using_tool)
    {
        hang_lights(a, begins && works, wanted && works && a->in->hanging);
    }
    else if (begins && can && !player->using_tool)
    {
        do_choice(a, LOAM_ACTION_USE, 1);
    }
    if (player->using_tool && !wanted)
    {
        do_choice(a, LOAM_ACTION_USE, 0);
    }
    a->in->hanging = wanted && (begins ? can && a->in->brush_lent : a->in->hanging);
    a->in->use_wanted = is_down(a, PLAY_USE); // also while it rests: what ends there is no new use
}

static void pick(app *a)
{
    const loam_player *const player = ingame_player(a);
    if (!pressed(a, PLAY_PICK) || !control_do(a, &(loam_command){.action = LOAM_ACTION_PICK}))
    {
        return;
    }
    const loam_tile_world *const world = loam_tile_game_world(session_game(a->s));
    const bool is_wall = loam_tile_world_at(world, player->aim).block == LOAM_AIR;
    const uint8_t material = player->material;
    hotbar_pick(a, material);
    if (is_wall && player->tool != LOAM_TOOL_WALL)
    {
        control_take(a, LOAM_TOOL_WALL);
        a->in->wall_by_choice = false;
    }
}

static void take_tools(app *a)
{
    static const play_action actions[LOAM_TOOL_COUNT] = {
        [LOAM_TOOL_PICKAXE] = PLAY_PICKAXE, [LOAM_TOOL_HAMMER] = PLAY_HAMMER,
        [LOAM_TOOL_BLOCK] = PLAY_BLOCK,     [LOAM_TOOL_WALL] = PLAY_WALL,
        [LOAM_TOOL_BUCKET] = PLAY_BUCKET,   [LOAM_TOOL_AXE] = PLAY_AXE,
        [LOAM_TOOL_SHEARS] = PLAY_SHEARS,   [LOAM_TOOL_SAPLING] = PLAY_SAPLING,
    };
    for (int32_t i = 0; i < LOAM_TOOL_COUNT; i++)
    {
        if (pressed(a, actions[i]))
        {
            control_take(a, (loam_tool)i);
            a->in->wall_by_choice = false;
        }
    }
}

/// How often one thing was done more than its opposite.
static int32_t balance(const app *a, play_action up, play_action down)
{
    return play_presses(&a->settings.bindings, &a->now, up) -
           play_presses(&a->settings.bindings, &a->now, down);
}

static int32_t between(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value < high ? value : high;
}

static void change_brush(app *a)
{
    const loam_player *const player = ingame_player(a);
    const int32_t by = balance(a, PLAY_BRUSH_LARGER, PLAY_BRUSH_SMALLER) +
                       play_wheel_turns(&a->now, !a->ring_open);
    const bool other = pressed(a, PLAY_BRUSH_SHAPE);
    const loam_edit_shape shape = (player->brush == LOAM_EDIT_CIRCLE) != other ? LOAM_EDIT_CIRCLE
                                                                               : LOAM_EDIT_SQUARE;
    if (by != 0 || other)
    {
        control_brush(a, shape, player->radius + by);
    }
}

/// The keys 1 to 9 and 0.
static int32_t slot_key(const app *a)
{
    for (int32_t i = 0; i < HOTBAR_SLOTS; i++)
    {
        if (input_pressed(&a->now, KEY_1 + i)) // KEY_0 follows KEY_1 + 8
        {
            return i;
        }
    }
    return -1;
}

static void change_slot(app *a)
{
    const int32_t key = slot_key(a);
    const bool wheel_is_taken = a->ring_open && play_wheel_turns(&a->now, false) != 0;
    const int32_t by = balance(a, PLAY_NEXT_SLOT, PLAY_LAST_SLOT);
    if (key >= 0)
    {
        hotbar_choose(a, key);
    }
    else if (by != 0 && !wheel_is_taken)
    {
        hotbar_choose(a, a->slot + by);
    }
}

/// Undo and redo leave alone what has changed since: without a word that would look like a fault.
static void tell_what_stayed(app *a, const char *done)
{
    const loam_undo_report said = loam_tile_game_undo_report(session_game(a->s));
    const char *const tiles = said.stayed == 1 ? "tile has" : "tiles have";
    if (said.stayed > 0 && said.all_stayed)
    {
        app_notice_add(a, false, "Nothing was %s: %lld %s changed since", done,
                       (long long)said.stayed, tiles);
    }
    else if (said.stayed > 0)
    {
        app_notice_add(a, false, "Not all was %s: %lld %s changed since, and %s", done,
                       (long long)said.stayed, tiles, said.stayed == 1 ? "stays" : "stay");
    }
    if (said.some_far)
    {
        app_notice_add(a, false, "Not all was %s: some of it is too far away", done);
    }
}

static void undo(app *a)
{
    if (pressed(a, PLAY_UNDO) && control_do(a, &(loam_command){.action = LOAM_ACTION_UNDO}))
    {
        tell_what_stayed(a, "undone");
    }
    if (pressed(a, PLAY_REDO) && control_do(a, &(loam_command){.action = LOAM_ACTION_REDO}))
    {
        tell_what_stayed(a, "redone");
    }
}

// ---- looking, time ------------------------------------------------------------------------------

static void zoom(app *a)
{
    const int32_t by = balance(a, PLAY_ZOOM_IN, PLAY_ZOOM_OUT);
    const int32_t wanted = between(a->settings.zoom + by, 1, LOAM_MAX_FRAME_ZOOM);
    if (wanted != a->settings.zoom)
    {
        a->settings.zoom = wanted;
        a->settings_changed = true;
    }
}

static void change_time(app *a)
{
    const int32_t by = balance(a, PLAY_FASTER, PLAY_SLOWER);
    const int32_t speed = between(session_speed(a->s) + by, SESSION_SLOWEST, SESSION_FASTEST);
    if (speed != session_speed(a->s))
    {
        session_set_speed(a->s, speed);
    }
    if (pressed(a, PLAY_PAUSE))
    {
        session_set_paused(a->s, !session_paused(a->s));
    }
    if (pressed(a, PLAY_SINGLE_STEP))
    {
        session_set_paused(a->s, true);
        session_single_step(a->s);
    }
}

// ---- the rest -----------------------------------------------------------------------------------

static void toggle_replay(app *a)
{
    char path[PLAY_MAX_PATH];
    if (session_recording(a->s) != NULL)
    {
        snprintf(path, sizeof path, "%s", session_recording(a->s));
        if (session_end_recording(a->s) != LOAM_OK)
        {
            app_complain(a, "replay");
            return;
        }
        app_notice_add(a, false, "Replay written to %s", path);
        return;
    }
    if (session_path(a->s) == NULL)
    {
        app_notice_add(a, false, "This world is not kept: there is nothing to begin a replay with");
        return;
    }
    if (play_fresh_path(a->folders.replays, "replay", "txt", path) != LOAM_OK)
    {
        app_complain(a, "replay");
        return;
    }
    app_play_again(a, path);
}

/// What can be done at any time while one plays.
static void do_the_rest(app *a)
{
    if (pressed(a, PLAY_SCREENSHOT))
    {
        clip_screenshot(a);
    }
    if (pressed(a, PLAY_CLIP))
    {
        clip_toggle(a);
    }
    if (pressed(a, PLAY_SAVE))
    {
        worlds_save(a);
    }
    if (pressed(a, PLAY_OVERLAY))
    {
        a->overlay = !a->overlay;
    }
}

/// Another screen comes at last: entering it releases everything.
static void go_elsewhere(app *a)
{
    static const struct
    {
        play_action action;
        app_screen_id screen;
    } ways[] = {{PLAY_INVENTORY, SCREEN_INVENTORY},
                {PLAY_STAMPS, SCREEN_STAMPS},
                {PLAY_MAP, SCREEN_MAP},
                {PLAY_HELP, SCREEN_HELP}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    {
        if (pressed(a, ways[i].action))
        {
            app_push(a, ways[i].screen);
            return;
        }
    }
    if (pressed(a, PLAY_MENU) && !selection_cancel(a))
    {
        app_push(a, SCREEN_PAUSE);
    }
    else if (pressed(a, PLAY_REPLAY))
    {
        toggle_replay(a);
    }
}

void control_run(app *a)
{
    if (a->in == NULL)
    {
        return;
    }
    if (!a->now.focused || ui_wants_keys(a->u))
    {
        control_release(a);
        return;
    }
    tool_ring_run(a);
    aim(a);
    move(a);
    take_tools(a);
    change_brush(a);
    change_slot(a);
    hotbar_fill(a);
    lend_brush(a);
    selection_run(a);
    use(a);
    pick(a);
    undo(a);
    zoom(a);
    change_time(a);
    do_the_rest(a);
    go_elsewhere(a);
}

void control_release(app *a)
{
    if (!app_world_is_open(a) || a->in == NULL)
    {
        return;
    }
    const loam_player *const player = ingame_player(a);
    if (player->walking != 0)
    {
        do_choice(a, LOAM_ACTION_WALK, 0);
    }
    hold(a, LOAM_ACTION_JUMP, player->jumping, false, false);
    hold(a, LOAM_ACTION_DIVE, player->diving, false, false);
    hold(a, LOAM_ACTION_USE, player->using_tool, false, false);
    a->in->use_wanted = a->in->using = false;
    a->ring_open = false;
    a->selection.marking = false;
}
