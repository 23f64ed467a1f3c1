// SPDX-License-Identifier: MIT
#include "explore/explorer.h"
#include "explore/wish.h"
#include "scene/year.h"

#include <math.h>
#include <string.h>

// Keys, mouse and gamepad become what is asked of steps; steps are made as time passes. A step whose ground
// is not there waits; a frame never does.

enum
{
    MAX_STEPS = 8, // in a frame: who cannot keep up goes slower
};

static bool held(const explorer *e, play_action action)
{
    return play_held(&e->settings.bindings, &e->now, action);
}

static bool pressed(const explorer *e, play_action action)
{
    return play_pressed(&e->settings.bindings, &e->now, action);
}

static double limit(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

// ---- looking ------------------------------------------------------------------------------------

void explore_look(explorer *e, double seconds)
{
    double turn, lift;
    wish_look(&e->now, seconds, &turn, &lift);
    if (held(e, PLAY_LAND_LOOK))
    {
        e->free_yaw = limit(e->free_yaw + turn, -180, 180);
        e->free_pitch = limit(e->free_pitch + lift, -80, 80);
        return;
    }
    const double back = exp(-6 * seconds); // the view comes back by itself
    e->free_yaw *= back;
    e->free_pitch *= back;
    if (e->is_replaying)
    {
        return;
    }
    if (e->settings.land_turns)
    {
        e->yaw += ((double)held(e, PLAY_LAND_RIGHT) - (double)held(e, PLAY_LAND_LEFT)) * 110 *
                  seconds;
    }
    e->yaw += turn;
    e->yaw -= floor(e->yaw / 360) * 360;
    e->pitch = limit(e->pitch + lift, -89, 89);
}

// ---- steps --------------------------------------------------------------------------------------

/// What the player asks of the next steps.
static void read_wish(explorer *e)
{
    wish_read(&e->settings.bindings, &e->now, e->settings.land_turns, &e->wish);
    e->wish.yaw = (int32_t)lround(e->yaw * 100) % 36000;
    e->wish.pitch = (int32_t)lround(e->pitch * 100);
}

/// What is asked of this step: by the player, or by a file.
static bool next_wish(explorer *e, walk_input *out)
{
    *out = e->wish;
    if (!e->is_replaying)
    {
        return true;
    }
    if (inputs_at(&e->replay, e->replay_step, &e->replay_run, &e->replay_start, out))
    {
        e->yaw = out->yaw / 100.0;
        e->pitch = out->pitch / 100.0;
        return true;
    }
    e->is_replaying = false;
    e->wish.kind = e->body.kind;
    explore_tell(e, false, "The walk has ended at %.3f,%.3f, hash %016llx", e->body.x, e->body.z,
                 (unsigned long long)walker_hash(&e->body));
    return false;
}

static bool has_ground(explorer *e)
{
    const bool has = !walker_needs_ground(&e->body) ||
                     (scene_has_detail(e->scene, e->body.x, e->body.z, walker_reach(&e->body)) &&
                      inside_has_ground(e));
    e->waits = has ? 0 : e->waits + 1;
    return has;
}

static void note_step(explorer *e, const walk_input *in)
{
    e->replay_step += e->is_replaying;
    if (inputs_add(&e->record, in) != LOAM_OK)
    {
        explore_complain(e, "recording");
        inputs_free(&e->record);
    }
}

/// False if nothing more can be done in this frame.
static bool one_step(explorer *e)
{
    walk_input in;
    if (!next_wish(e, &in) || !has_ground(e))
    {
        return false;
    }
    const walk_world world = inside_walk_world(e);
    const walker before = e->body;
    const loam_result result = walker_step(&e->body, &in, &world);
    if (result == LOAM_NOT_FOUND)
    {
        return false; // voxels will come
    }
    if (result != LOAM_OK)
    {
        explore_complain(e, "ground");
        return false;
    }
    e->before = before;
    note_step(e, &in);
    return true;
}

void explore_steps(explorer *e, double seconds)
{
    if (e->screen == EXPLORE_WALK && !e->paused)
    {
        read_wish(e);
    }
    if (!explore_arrive(e) || e->paused || e->screen != EXPLORE_WALK)
    {
        e->rest_s = 0;
        return;
    }
    const double step_s = 1.0 / WALK_STEPS_PER_SECOND;
    e->rest_s += seconds;
    for (int32_t i = 0; e->rest_s >= step_s; i++)
    {
        if (i >= MAX_STEPS || !one_step(e))
        {
            e->rest_s = 0;
            return;
        }
        e->rest_s -= step_s;
    }
}

// ---- commands -----------------------------------------------------------------------------------

static void change_kind(explorer *e)
{
    if (pressed(e, PLAY_LAND_GAIT))
    {
        e->wish.kind = (walk_kind)((e->wish.kind + 1) % WALK_KINDS);
        explore_tell(e, false, "Now %s", walk_kind_name(e->wish.kind));
    }
    if (pressed(e, PLAY_LAND_FLY))
    {
        e->wish.kind = e->wish.kind == WALK_GLIDE || e->wish.kind == WALK_BIRD ? WALK_FOOT
                                                                               : WALK_GLIDE;
        explore_tell(e, false, "Now %s", walk_kind_name(e->wish.kind));
    }
}

const double explore_clocks[EXPLORE_CLOCKS] = {0, 1.0 / 60, 0.25, 1};

static void change_time(explorer *e)
{
    const int32_t quarters = play_presses(&e->settings.bindings, &e->now, PLAY_LAND_LATER) -
                             play_presses(&e->settings.bindings, &e->now, PLAY_LAND_EARLIER);
    if (quarters != 0)
    {
        // Whole quarters, as the light of the land is made anew for each.
        e->hour = fmod(floor(e->hour * 4 + 0.5) * 0.25 + quarters * 0.25 + 24, 24);
    }
    if (pressed(e, PLAY_LAND_CLOCK))
    {
        int32_t now = 0;
        for (int32_t i = 0; i < EXPLORE_CLOCKS; i++)
        {
            now = e->hours_per_second == explore_clocks[i] ? i : now;
        }
        e->hours_per_second = explore_clocks[(now + 1) % EXPLORE_CLOCKS];
        explore_tell(e, false,
                     e->hours_per_second > 0 ? "A second is %.0f minutes" : "Time stands still",
                     e->hours_per_second * 60);
    }
    if (pressed(e, PLAY_LAND_WEATHER))
    {
        const bool last = e->weather == WEATHER_KINDS - 1 && !e->by_climate;
        e->weather = e->by_climate ? WEATHER_CLEAR
                     : last        ? e->weather
                                   : (weather_kind)(e->weather + 1);
        e->by_climate = last;
        explore_tell(e, false, "Weather: %s",
                     last ? "by climate" : weather_name((int32_t)e->weather));
    }
}

/// The weather that the climate brings here and now.
static void follow_climate(explorer *e)
{
    if (!e->by_climate || !e->has_climate)
    {
        return;
    }
    climate_at today = e->climate;
    today.degrees += year_warmth(e->day, year_sea_degrees(e->climate.degrees, e->climate_base));
    const weather_kind now = forecast(e->seed, today, (int64_t)floor(e->body.x),
                                      (int64_t)floor(e->body.z), e->hour);
    if (now != e->weather)
    {
        e->weather = now;
        explore_log(e, "weather: %s, by climate", weather_name((int32_t)now));
    }
}

static void share_place(explorer *e)
{
    char text[PLACE_MAX_TEXT];
    if (pressed(e, PLAY_LAND_COPY))
    {
        const place here = explore_here(e);
        place_write(&here, weather_name, text);
        window_clipboard_set(text);
        explore_tell(e, false, "Copied: %s", text);
    }
    if (pressed(e, PLAY_LAND_PASTE))
    {
        place at = explore_here(e);
        window_clipboard_get(text, sizeof text);
        if (place_read(text, weather_name, &at, NULL) != LOAM_OK)
        {
            explore_complain(e, "paste");
        }
        else
        {
            explore_stand(e, &at);
        }
    }
}

static void change_distance(explorer *e)
{
    const play_bindings *const keys = &e->settings.bindings;
    const int32_t doublings = play_presses(keys, &e->now, PLAY_LAND_FARTHER) -
                              play_presses(keys, &e->now, PLAY_LAND_NEARER);
    const int64_t wanted = doublings > 0 ? e->view_m * 2 : e->view_m / 2;
    if (doublings == 0 || wanted < 512 || wanted > 65536)
    {
        return;
    }
    if (scene_set_view(e->scene, wanted) != LOAM_OK)
    {
        explore_complain(e, "view");
        return;
    }
    e->view_m = wanted;
    e->settings.land_view_m = (int32_t)wanted;
    e->settings_changed = true;
    explore_tell(e, false, "All detail up to %.1f km", (double)wanted / 1024);
}

static void change_view(explorer *e)
{
    if (pressed(e, PLAY_LAND_PERSON))
    {
        e->settings.land_first = !e->settings.land_first;
        e->settings_changed = true;
    }
    if (pressed(e, PLAY_LAND_HIDE))
    {
        e->hidden = !e->hidden;
    }
    if (pressed(e, PLAY_OVERLAY))
    {
        e->figures = !e->figures;
    }
    if (pressed(e, PLAY_PAUSE))
    {
        e->paused = !e->paused;
        explore_tell(e, false, e->paused ? "Paused" : "Going on");
    }
    if (pressed(e, PLAY_SCREENSHOT))
    {
        e->wants_picture = true;
    }
}

static void open_screens(explorer *e)
{
    static const struct
    {
        play_action action;
        explore_screen to;
    } ways[] = {{PLAY_MENU, EXPLORE_PAUSE},
                {PLAY_HELP, EXPLORE_HELP},
                {PLAY_MAP, EXPLORE_ATLAS},
                {PLAY_LAND_PLACES, EXPLORE_PLACES}};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
    {
        if (pressed(e, ways[i].action))
        {
            explore_go(e, ways[i].to);
            return;
        }
    }
}

void explore_commands(explorer *e, double seconds)
{
    if (e->screen != EXPLORE_WALK)
    {
        return;
    }
    change_time(e);
    follow_climate(e);
    share_place(e);
    change_view(e);
    change_distance(e);
    inside_commands(e, seconds);
    if (!e->is_replaying && !e->arriving)
    {
        change_kind(e);
    }
    if (pressed(e, PLAY_LAND_MARK))
    {
        places_mark(e);
    }
    if (pressed(e, PLAY_CLIP))
    {
        film_toggle(e);
    }
    open_screens(e);
}
