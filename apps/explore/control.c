// SPDX-License-Identifier: MIT
#include "explore/explorer.h"
#include "scene/year.h"

#include <math.h>

// What is asked of steps comes from keys (roam.h) or from a file. A step whose ground is not there waits.

// ---- steps --------------------------------------------------------------------------------------

/// What is asked of this step: by the player, or by a file.
static bool next_wish(explorer *e, walk_input *out)
{
    *out = e->r.wish;
    if (!e->r.is_replaying)
    {
        return true;
    }
    if (inputs_at(&e->replay, e->replay_step, &e->replay_run, &e->replay_start, out))
    {
        e->r.yaw = out->yaw / 100.0;
        e->r.pitch = out->pitch / 100.0;
        return true;
    }
    e->r.is_replaying = false;
    e->replay_ended = true;
    e->r.wish.kind = e->r.body.kind;
    roam_tell(&e->r, false, "The walk has ended at %.3f,%.3f, hash %016llx", e->r.body.x,
              e->r.body.z, (unsigned long long)walker_hash(&e->r.body));
    return false;
}

static bool has_ground(explorer *e)
{
    const bool has = !walker_needs_ground(&e->r.body) ||
                     (scene_has_detail(e->scene, e->r.body.x, e->r.body.z,
                                       walker_reach(&e->r.body)) &&
                      inside_has_ground(e));
    e->waits = has ? 0 : e->waits + 1;
    return has;
}

static void note_step(explorer *e, const walk_input *in)
{
    e->replay_step += e->r.is_replaying;
    if (e->options->record == NULL || e->record_is_full)
    {
        return;
    }
    e->record_is_full = inputs_add(&e->record, in) != LOAM_OK;
    if (e->record_is_full)
    {
        roam_complain(&e->r, "recording");
    }
}

bool explore_step(roam *r)
{
    explorer *const e = explorer_of(r);
    walk_input in;
    if (!next_wish(e, &in) || !has_ground(e))
    {
        return false;
    }
    const walk_world world = inside_walk_world(e);
    const walker before = e->r.body;
    const loam_result result = walker_step(&e->r.body, &in, &world);
    if (result == LOAM_NOT_FOUND)
    {
        return false; // voxels will come
    }
    if (result != LOAM_OK)
    {
        roam_complain(&e->r, "ground");
        return false;
    }
    e->r.before = before;
    note_step(e, &in);
    return true;
}

bool explore_ready(roam *r, double seconds)
{
    explorer *const e = explorer_of(r);
    return !paths_follow(e, seconds) && explore_arrive(e);
}

// ---- commands -----------------------------------------------------------------------------------

/// The weather that the climate brings here and now.
static void follow_climate(explorer *e)
{
    if (!e->r.by_climate || !e->has_climate)
    {
        return;
    }
    climate_at today = e->climate;
    today.degrees += year_warmth(e->day, year_sea_degrees(e->climate.degrees, e->climate_base));
    const weather_kind now = forecast(e->seed, today, (int64_t)floor(e->r.body.x),
                                      (int64_t)floor(e->r.body.z), e->r.hour);
    if (now != e->r.weather)
    {
        e->r.weather = now;
        roam_log(&e->r, "weather: %s, by climate", weather_name((int32_t)now));
    }
}

static void share_place(explorer *e)
{
    char text[PLACE_MAX_TEXT];
    if (roam_pressed(&e->r, PLAY_LAND_COPY))
    {
        const place here = explore_here(e);
        place_write(&here, weather_name, text);
        window_clipboard_set(text);
        roam_tell(&e->r, false, "Copied: %s", text);
    }
    if (roam_pressed(&e->r, PLAY_LAND_PASTE))
    {
        place at = explore_here(e);
        window_clipboard_get(text, sizeof text);
        if (place_read(text, weather_name, &at, NULL) != LOAM_OK)
        {
            roam_complain(&e->r, "paste");
        }
        else
        {
            explore_stand(e, &at);
        }
    }
}

static void change_distance(explorer *e)
{
    const int32_t doublings = roam_presses(&e->r, PLAY_LAND_FARTHER, PLAY_LAND_NEARER);
    const int64_t wanted = doublings > 0 ? e->view_m * 2 : e->view_m / 2;
    if (doublings == 0 || wanted < 512 || wanted > 65536)
    {
        return;
    }
    if (scene_set_view(e->scene, wanted) != LOAM_OK)
    {
        roam_complain(&e->r, "view");
        return;
    }
    e->view_m = wanted;
    e->r.settings.land_view_m = (int32_t)wanted;
    e->r.settings_changed = true;
    roam_tell(&e->r, false, "All detail up to %.1f km", (double)wanted / 1024);
}

/// Who goes on rising where no bird rises higher sees the land as a map: once, until the wish to rise ends.
static bool rises_to_atlas(explorer *e)
{
    const bool rises = e->r.body.kind == WALK_BIRD && e->r.body.y >= WALK_MAX_HEIGHT &&
                       e->r.wish.lift > 0 && !e->r.is_replaying;
    const bool begins = rises && !e->rose;
    e->rose = rises;
    return begins;
}

void explore_commands(roam *r, double seconds)
{
    explorer *const e = explorer_of(r);
    follow_climate(e);
    share_place(e);
    change_distance(e);
    inside_commands(e, seconds);
    if (roam_pressed(r, PLAY_LAND_MARK))
    {
        places_mark(e);
    }
    if (roam_pressed(r, PLAY_CLIP))
    {
        film_toggle(e);
    }
    const bool rises = rises_to_atlas(e);
    if (rises || roam_pressed(r, PLAY_MAP))
    {
        roam_go(r, EXPLORE_ATLAS);
    }
    else if (roam_pressed(r, PLAY_LAND_PLACES))
    {
        roam_go(r, EXPLORE_PLACES);
    }
}
