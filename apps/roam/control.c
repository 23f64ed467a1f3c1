// SPDX-License-Identifier: MIT
#include "roam/roam.h"
#include "roam/wish.h"

#include <math.h>

// Keys, mouse and gamepad become what is asked of steps; steps are made as time passes. A step whose ground
// is not there waits; a frame never does.

enum
{
    MAX_STEPS = 8, // in a frame: who cannot keep up goes slower
};

static bool is_down(const roam *r, play_action action)
{
    return play_is_down(&r->settings.bindings, &r->now, action);
}

bool roam_pressed(const roam *r, play_action action)
{
    return play_pressed(&r->settings.bindings, &r->now, action);
}

int32_t roam_presses(const roam *r, play_action more, play_action less)
{
    return play_presses(&r->settings.bindings, &r->now, more) -
           play_presses(&r->settings.bindings, &r->now, less);
}

static double limit(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

bool roam_flies(const roam *r)
{
    return r->body.kind == WALK_GLIDE || r->body.kind == WALK_BIRD;
}

// ---- looking ------------------------------------------------------------------------------------

void roam_look(roam *r, double seconds)
{
    double turn, lift;
    wish_look(&r->now, seconds, &turn, &lift);
    if (is_down(r, PLAY_LAND_LOOK))
    {
        r->free_yaw = limit(r->free_yaw + turn, -180, 180);
        r->free_pitch = limit(r->free_pitch + lift, -80, 80);
        return;
    }
    const double back = exp(-6 * seconds); // the view comes back by itself
    r->free_yaw *= back;
    r->free_pitch *= back;
    if (r->is_replaying)
    {
        return;
    }
    if (r->settings.land_turns)
    {
        r->yaw += ((double)is_down(r, PLAY_LAND_RIGHT) - (double)is_down(r, PLAY_LAND_LEFT)) * 110 *
                  seconds;
    }
    r->yaw += turn;
    r->yaw -= floor(r->yaw / 360) * 360;
    r->pitch = limit(r->pitch + lift, -89, 89);
}

// ---- steps --------------------------------------------------------------------------------------

/// What the player asks of the next steps.
static void read_wish(roam *r)
{
    wish_read(&r->settings.bindings, &r->now, r->settings.land_turns, &r->wish);
    r->wish.yaw = (int32_t)lround(r->yaw * 100) % 36000;
    r->wish.pitch = (int32_t)lround(r->pitch * 100);
}

void roam_steps(roam *r, double seconds)
{
    const bool goes = r->screen == ROAM_WALK && !r->paused;
    if (goes)
    {
        read_wish(r);
    }
    r->is_ready = r->kind->ready == NULL || r->kind->ready(r, seconds);
    if (!goes || !r->is_ready)
    {
        r->rest_s = 0;
        return;
    }
    const double step_s = 1.0 / WALK_STEPS_PER_SECOND;
    r->rest_s += seconds;
    for (int32_t i = 0; r->rest_s >= step_s; i++)
    {
        if (i >= MAX_STEPS || !r->kind->step(r))
        {
            r->rest_s = 0;
            return;
        }
        r->rest_s -= step_s;
    }
}

// ---- commands -----------------------------------------------------------------------------------

static void change_kind(roam *r)
{
    const bool flies = r->wish.kind == WALK_GLIDE || r->wish.kind == WALK_BIRD;
    const walk_kind next = (walk_kind)((r->wish.kind + 1) % WALK_KINDS);
    const bool gait = roam_pressed(r, PLAY_LAND_GAIT), fly = roam_pressed(r, PLAY_LAND_FLY);
    if ((gait || fly) && !r->is_replaying && !r->is_ready)
    {
        roam_tell(r, true, "There is no ground yet to go on");
    }
    else if ((gait || fly) && !r->is_replaying)
    {
        r->wish.kind = gait ? next : flies ? WALK_FOOT : WALK_GLIDE;
        roam_tell(r, false, "Now %s", walk_kind_name(r->wish.kind));
    }
}

const double roam_clocks[ROAM_CLOCKS] = {0, 1.0 / 60, 0.25, 1};

int32_t roam_clock(const roam *r)
{
    int32_t now = 0;
    for (int32_t i = 0; i < ROAM_CLOCKS; i++)
    {
        now = r->hours_per_second == roam_clocks[i] ? i : now;
    }
    return now;
}

/// All kinds one after the other, and then what the climate brings, if there is one.
static void change_weather(roam *r)
{
    const bool last = r->weather == WEATHER_KINDS - 1 && !r->by_climate && r->kind->has_climate;
    r->weather = r->by_climate ? WEATHER_CLEAR
                 : last        ? r->weather
                               : (weather_kind)((r->weather + 1) % WEATHER_KINDS);
    r->by_climate = last;
    roam_tell(r, false, "Weather: %s", last ? "by climate" : weather_name((int32_t)r->weather));
}

static void change_time(roam *r)
{
    const int32_t quarters = roam_presses(r, PLAY_LAND_LATER, PLAY_LAND_EARLIER);
    if (quarters != 0)
    {
        // Whole quarters, as the light of the world is made anew for each.
        r->hour = fmod(floor(r->hour * 4 + 0.5) * 0.25 + quarters * 0.25 + 24, 24);
    }
    if (roam_pressed(r, PLAY_LAND_CLOCK))
    {
        r->hours_per_second = roam_clocks[(roam_clock(r) + 1) % ROAM_CLOCKS];
        roam_tell(r, false,
                  r->hours_per_second > 0 ? "A second is %.0f minutes" : "Time stands still",
                  r->hours_per_second * 60);
    }
    if (roam_pressed(r, PLAY_LAND_WEATHER))
    {
        change_weather(r);
    }
}

static void change_view(roam *r)
{
    if (roam_pressed(r, PLAY_LAND_PERSON))
    {
        r->settings.land_first = !r->settings.land_first;
        r->settings_changed = true;
    }
    r->hidden ^= roam_pressed(r, PLAY_LAND_HIDE);
    r->figures ^= roam_pressed(r, PLAY_OVERLAY);
    r->wants_picture |= roam_pressed(r, PLAY_SCREENSHOT);
    if (roam_pressed(r, PLAY_PAUSE))
    {
        r->paused = !r->paused;
        roam_tell(r, false, r->paused ? "Paused" : "Going on");
    }
}

void roam_commands(roam *r, double seconds)
{
    if (r->screen != ROAM_WALK)
    {
        return;
    }
    change_kind(r);
    change_time(r);
    change_view(r);
    r->kind->commands(r, seconds);
    if (roam_pressed(r, PLAY_HELP))
    {
        roam_go(r, ROAM_HELP);
    }
    else if (roam_pressed(r, PLAY_MENU))
    {
        roam_go(r, ROAM_PAUSE);
    }
}
