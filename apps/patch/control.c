// SPDX-License-Identifier: MIT
#include "patch/ground.h"
#include "patch/patcher.h"

// The ground of a patchwork is known everywhere, so no step waits.

void patch_stand(patcher *p, double x, double z)
{
    const walk_world world = patch_ground(p->shown->patchwork);
    if (walker_place(&p->r.body, &world, x, z, roam_flies(&p->r) ? 20 : 0) != LOAM_OK)
    {
        roam_complain(&p->r, "ground");
    }
    p->r.before = p->r.body;
}

bool patch_step(roam *r)
{
    patcher *const p = patcher_of(r);
    const walk_world world = patch_ground(p->shown->patchwork);
    const walker before = p->r.body;
    if (walker_step(&p->r.body, &p->r.wish, &world) != LOAM_OK)
    {
        roam_complain(&p->r, "ground");
        return false;
    }
    p->r.before = before;
    return true;
}

/// A knob, too: another patchwork grows.
static void change_distance(patcher *p)
{
    const int32_t more = roam_presses(&p->r, PLAY_LAND_FARTHER, PLAY_LAND_NEARER);
    loam_patchwork_def next = p->wanted;
    next.view += more;
    if (more == 0)
    {
        return;
    }
    if (knob_check(&next) != LOAM_OK)
    {
        roam_complain(&p->r, "view");
        return;
    }
    knob_remember(&p->history, &p->wanted);
    p->wanted = next;
    p->knobs_rest_s = 0;
    roam_tell(&p->r, false, "View: %d chunks", (int)next.view);
}

void patch_commands(roam *r, double seconds)
{
    patcher *const p = patcher_of(r);
    (void)seconds;
    change_distance(p);
    if (input_pressed(&r->now, KEY_COLOURS))
    {
        p->colours = (patch_paint)((p->colours + 1) % PAINTS);
        roam_tell(r, false, "Colours: %s", patch_paint_name((int32_t)p->colours));
    }
    if (roam_pressed(r, PLAY_MAP))
    {
        p->map_shown = !p->map_shown;
        roam_log(r, "map: %s", p->map_shown ? "shown" : "hidden");
    }
    if (roam_pressed(r, PLAY_UNDO))
    {
        patch_undo(p);
    }
    if (input_pressed(&r->now, KEY_KNOBS))
    {
        roam_go(r, PATCH_KNOBS);
    }
}
