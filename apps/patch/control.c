// SPDX-License-Identifier: MIT
#include "patch/ground.h"
#include "patch/patcher.h"

#include <math.h>

// Keys, mouse and gamepad become what is asked of steps; steps are made as time passes. The ground of a patchwork is
// known everywhere, so no step waits.

enum
{
    MAX_STEPS = 8, // in a frame: who cannot keep up goes slower
};

static bool held(const patcher *p, play_action action)
{
    return play_held(&p->settings.bindings, &p->now, action);
}

static bool pressed(const patcher *p, play_action action)
{
    return play_pressed(&p->settings.bindings, &p->now, action);
}

static double limit(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

void patch_stand(patcher *p, double x, double z)
{
    const walk_world world = patch_ground(p->shown->patchwork);
    const bool flies = p->body.kind == WALK_GLIDE || p->body.kind == WALK_BIRD;
    if (walker_place(&p->body, &world, x, z, flies ? 20 : 0) != LOAM_OK)
    {
        patch_complain(p, "ground");
    }
    p->before = p->body;
}

// ---- looking --------------------------------------------------------------------------------------

void patch_look_around(patcher *p, double seconds)
{
    const double turn = p->now.mouse_dx * 0.12 + (double)p->now.look_x * 130 * seconds;
    const double lift = -p->now.mouse_dy * 0.12 + (double)p->now.look_y * 90 * seconds;
    if (held(p, PLAY_LAND_LOOK))
    {
        p->free_yaw = limit(p->free_yaw + turn, -180, 180);
        p->free_pitch = limit(p->free_pitch + lift, -80, 80);
        return;
    }
    const double back = exp(-6 * seconds); // the view comes back by itself
    p->free_yaw *= back;
    p->free_pitch *= back;
    if (p->settings.land_turns)
    {
        p->yaw += ((double)held(p, PLAY_LAND_RIGHT) - (double)held(p, PLAY_LAND_LEFT)) * 110 *
                  seconds;
    }
    p->yaw += turn;
    p->yaw -= floor(p->yaw / 360) * 360;
    p->pitch = limit(p->pitch + lift, -89, 89);
}

// ---- steps ----------------------------------------------------------------------------------------

static int32_t percent(float stick, bool more, bool less)
{
    const int32_t keys = (more ? 100 : 0) - (less ? 100 : 0);
    return keys != 0 ? keys : (int32_t)lroundf(stick * 100);
}

static void read_wish(patcher *p)
{
    const bool aside = !p->settings.land_turns;
    const bool up = held(p, PLAY_LAND_UP), down = held(p, PLAY_LAND_DOWN);
    p->wish.ahead = percent(p->now.walk_y, held(p, PLAY_LAND_AHEAD), held(p, PLAY_LAND_BACK));
    p->wish.aside = percent(p->now.walk_x, aside && held(p, PLAY_LAND_RIGHT),
                            aside && held(p, PLAY_LAND_LEFT));
    p->wish.lift = percent(0, up, down);
    p->wish.jump = up;
    p->wish.run = held(p, PLAY_LAND_RUN);
    p->wish.yaw = (int32_t)lround(p->yaw * 100) % 36000;
    p->wish.pitch = (int32_t)lround(p->pitch * 100);
}

static bool one_step(patcher *p)
{
    const walk_world world = patch_ground(p->shown->patchwork);
    const walker before = p->body;
    if (walker_step(&p->body, &p->wish, &world) != LOAM_OK)
    {
        patch_complain(p, "ground");
        return false;
    }
    p->before = before;
    return true;
}

void patch_steps(patcher *p, double seconds)
{
    if (p->paused || p->screen != PATCH_WALK)
    {
        p->step_rest_s = 0;
        return;
    }
    const double step_s = 1.0 / WALK_STEPS_PER_SECOND;
    read_wish(p);
    p->step_rest_s += seconds;
    for (int32_t i = 0; p->step_rest_s >= step_s; i++)
    {
        if (i >= MAX_STEPS || !one_step(p))
        {
            p->step_rest_s = 0;
            return;
        }
        p->step_rest_s -= step_s;
    }
}

// ---- commands -------------------------------------------------------------------------------------

static void change_kind(patcher *p)
{
    const bool flies = p->wish.kind == WALK_GLIDE || p->wish.kind == WALK_BIRD;
    const walk_kind next = (walk_kind)((p->wish.kind + 1) % WALK_KINDS);
    const bool gait = pressed(p, PLAY_LAND_GAIT), fly = pressed(p, PLAY_LAND_FLY);
    if (gait || fly)
    {
        p->wish.kind = gait ? next : flies ? WALK_FOOT : WALK_GLIDE;
        patch_tell(p, false, "Now %s", walk_kind_name(p->wish.kind));
    }
}

static void change_weather(patcher *p)
{
    p->weather = (weather_kind)((p->weather + 1) % WEATHER_KINDS);
    patch_tell(p, false, "Weather: %s", weather_name((int32_t)p->weather));
}

static void change_time(patcher *p)
{
    static const double speeds[] = {0, 1.0 / 60, 0.25, 1}; // hours a second
    const int32_t quarters = play_presses(&p->settings.bindings, &p->now, PLAY_LAND_LATER) -
                             play_presses(&p->settings.bindings, &p->now, PLAY_LAND_EARLIER);
    if (quarters != 0)
    {
        p->hour = fmod(floor(p->hour * 4 + 0.5) * 0.25 + quarters * 0.25 + 24, 24);
    }
    if (pressed(p, PLAY_LAND_CLOCK))
    {
        int32_t now = 0;
        for (int32_t i = 0; i < 4; i++)
        {
            now = p->hours_per_second == speeds[i] ? i : now;
        }
        p->hours_per_second = speeds[(now + 1) % 4];
        patch_tell(p, false,
                   p->hours_per_second > 0 ? "A second is %.0f minutes" : "Time stands still",
                   p->hours_per_second * 60);
    }
    if (pressed(p, PLAY_LAND_WEATHER))
    {
        change_weather(p);
    }
}

/// A knob, too: another patchwork grows.
static void change_distance(patcher *p)
{
    const int32_t more = play_presses(&p->settings.bindings, &p->now, PLAY_LAND_FARTHER) -
                         play_presses(&p->settings.bindings, &p->now, PLAY_LAND_NEARER);
    loam_patchwork_def next = p->wanted;
    next.view += more;
    if (more == 0)
    {
        return;
    }
    if (knob_check(&next) != LOAM_OK)
    {
        patch_complain(p, "view");
        return;
    }
    knob_remember(&p->history, &p->wanted);
    p->wanted = next;
    p->rest_s = 0;
    patch_tell(p, false, "View: %d chunks", (int)next.view);
}

static void change_look(patcher *p)
{
    if (input_pressed(&p->now, KEY_COLOURS))
    {
        p->colours = (patch_paint)((p->colours + 1) % PAINTS);
        patch_tell(p, false, "Colours: %s", patch_paint_name((int32_t)p->colours));
    }
    if (pressed(p, PLAY_LAND_PERSON))
    {
        p->settings.land_first = !p->settings.land_first;
        p->settings_changed = true;
    }
    p->hidden ^= pressed(p, PLAY_LAND_HIDE);
    p->figures ^= pressed(p, PLAY_OVERLAY);
    if (pressed(p, PLAY_MAP))
    {
        p->map_shown = !p->map_shown;
        patch_log(p, "map: %s", p->map_shown ? "shown" : "hidden");
    }
    p->wants_picture = p->wants_picture || pressed(p, PLAY_SCREENSHOT);
    if (pressed(p, PLAY_PAUSE))
    {
        p->paused = !p->paused;
        patch_tell(p, false, p->paused ? "Paused" : "Going on");
    }
}

void patch_commands(patcher *p)
{
    if (p->screen != PATCH_WALK)
    {
        return;
    }
    change_kind(p);
    change_time(p);
    change_distance(p);
    change_look(p);
    if (pressed(p, PLAY_UNDO))
    {
        patch_undo(p);
    }
    if (input_pressed(&p->now, KEY_KNOBS))
    {
        patch_go(p, PATCH_KNOBS);
    }
    else if (pressed(p, PLAY_HELP))
    {
        patch_go(p, PATCH_HELP);
    }
    else if (pressed(p, PLAY_MENU))
    {
        patch_go(p, PATCH_PAUSE);
    }
}
