// SPDX-License-Identifier: MIT
#include "cave/caver.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// The rock of a cave is known everywhere, so no step waits. F9 records what is asked of steps; the file leads to the same
// places, and loam cave view --walk makes a film of it.

bool caver_step(roam *r)
{
    caver *const c = caver_of(r);
    const walker before = r->body;
    if (cave_ground_step(&c->ground, &r->body, &r->wish) != LOAM_OK)
    {
        roam_complain(r, "ground");
        return false;
    }
    r->before = before;
    if (c->records && inputs_add(&c->walk, &r->wish) != LOAM_OK)
    {
        roam_complain(r, "walk");
        caver_end_walk(c);
    }
    return true;
}

// ---- records --------------------------------------------------------------------------------------

void caver_end_walk(caver *c)
{
    char path[PLAY_MAX_PATH];
    if (!c->records)
    {
        return;
    }
    c->records = false;
    loam_result result = play_fresh_path(c->r.folders.clips, "cave-walk", "txt", path);
    result = result == LOAM_OK ? inputs_write_from(&c->walk, CAVE_WALK_TITLE, c->walk_from, path)
                               : result;
    if (result != LOAM_OK)
    {
        roam_complain(&c->r, "walk");
        return;
    }
    roam_tell(&c->r, false, "Walk of %lld steps: %s", (long long)c->walk.steps, path);
    roam_log(&c->r, "walk: hash %016" PRIx64 ", loam cave view --walk %s --record film.mp4",
             walker_hash(&c->r.body), path);
}

/// From the very place that the file says, without a speed.
static void begin_walk(caver *c)
{
    if (c->watches || c->next != NULL)
    {
        roam_tell(&c->r, true, "A walk begins when the cave has grown");
        return;
    }
    cave_place here = caver_here(c);
    cave_place_write(&here, c->walk_from);
    if (cave_place_read(c->walk_from, &here) != LOAM_OK)
    {
        roam_complain(&c->r, "walk");
        return;
    }
    inputs_free(&c->walk);
    c->r.body = (walker){.kind = c->r.body.kind};
    caver_stand(c, &here);
    c->records = true;
    roam_tell(&c->r, false, "A walk is recorded; F9 ends it");
}

// ---- commands -------------------------------------------------------------------------------------

static void change_distance(caver *c)
{
    const int32_t more = roam_presses(&c->r, PLAY_LAND_FARTHER, PLAY_LAND_NEARER);
    const float before = cave_scene_view(c->scene);
    if (more != 0)
    {
        cave_scene_set_view(c->scene, before * (more > 0 ? 1.25f : 0.8f));
        roam_tell(&c->r, false, "Rock up to %.0f m", (double)cave_scene_view(c->scene));
    }
}

static void paste_place(caver *c)
{
    char text[CAVE_PLACE_MAX];
    cave_place at = caver_here(c);
    at.has_at = at.has_look = false;
    window_clipboard_get(text, sizeof text);
    if (cave_place_read(text, &at) != LOAM_OK)
    {
        roam_complain(&c->r, "paste");
        return;
    }
    c->lamp = (float)at.lamp;
    c->r.hour = at.minutes / 60.0;
    c->r.weather = (weather_kind)at.weather;
    if (!cave_plan_is_same(&at.plan, &c->wanted))
    {
        caver_want(c, &at.plan);
        c->knobs_rest_s = 1;
    }
    else
    {
        caver_stand(c, &at);
    }
}

static void share_place(caver *c)
{
    if (roam_pressed(&c->r, PLAY_LAND_COPY))
    {
        char text[CAVE_PLACE_MAX];
        const cave_place here = caver_here(c);
        cave_place_write(&here, text);
        window_clipboard_set(text);
        roam_tell(&c->r, false, "Copied: %s", text);
    }
    if (roam_pressed(&c->r, PLAY_LAND_PASTE))
    {
        paste_place(c);
    }
}

static void change_lamp(caver *c)
{
    if (roam_pressed(&c->r, PLAY_LAND_LAMP))
    {
        c->lamp = c->lamp > 0 ? 0.0f : 1.0f;
        roam_tell(&c->r, false, c->lamp > 0 ? "The lamp is lit" : "The lamp is out");
    }
}

static void watch(caver *c)
{
    if (input_pressed(&c->r.now, CAVER_KEY_GROW))
    {
        caver_watch(c, false);
    }
    if (input_pressed(&c->r.now, CAVER_KEY_STEP))
    {
        caver_watch(c, true);
    }
}

void caver_commands(roam *r, double seconds)
{
    caver *const c = caver_of(r);
    (void)seconds;
    change_distance(c);
    change_lamp(c);
    share_place(c);
    watch(c);
    if (roam_pressed(r, PLAY_CLIP))
    {
        c->records ? caver_end_walk(c) : begin_walk(c);
    }
    if (roam_pressed(r, PLAY_MAP))
    {
        c->map_shown = !c->map_shown;
        roam_log(r, "map: %s", c->map_shown ? "shown" : "hidden");
    }
    if (roam_pressed(r, PLAY_UNDO))
    {
        caver_undo(c);
    }
    if (input_pressed(&r->now, KEY_HOME))
    {
        caver_stand(c, NULL);
        roam_tell(r, false, "Back to where this cave begins");
    }
    if (input_pressed(&r->now, CAVER_KEY_KNOBS))
    {
        roam_go(r, CAVER_KNOBS);
    }
}
