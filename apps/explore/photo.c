// SPDX-License-Identifier: MIT
#include "explore/explorer.h"

#include <math.h>

// Photographs, by the walker's own eyes: no steps are made while the knobs of the camera are shown, and nothing
// else is. What they say
// is part of the place, so that loam land view --place draws the same picture.

static bool turn(explorer *e, const char *label, double *value, double scale, int32_t max,
                 const char *format)
{
    int32_t shown = (int32_t)lround(*value * scale);
    const bool turned = ui_slider(e->r.u, label, &shown, -max, max, 1, format);
    *value = turned ? shown / scale : *value;
    return turned;
}

static void run_knobs(explorer *e)
{
    int32_t fov = (int32_t)lround(e->photo_fov > 0 ? e->photo_fov : e->r.settings.land_fov);
    if (ui_slider(e->r.u, "Field of view", &fov, 10, 120, 1, "%d"))
    {
        e->photo_fov = fov;
    }
    (void)turn(e, "Tilt", &e->tilt, 1, 180, "%d");
    (void)turn(e, "Exposure", &e->exposure, 4, 20, "%d / 4");
    (void)turn(e, "Fog", &e->fog, 2, 10, "%d / 2");
}

void photo_run(roam *r)
{
    explorer *const e = explorer_of(r);
    const int32_t gap = painter_scaled(e->r.paint, 12), h = painter_scaled(e->r.paint, 290);
    ui_panel_begin(e->r.u, "Photograph",
                   (box){gap, e->r.paint->h - h - gap, painter_scaled(e->r.paint, 340), h});
    run_knobs(e);
    ui_columns(e->r.u, 3, NULL);
    e->r.wants_picture = ui_button(e->r.u, "Take it") || e->r.wants_picture;
    if (ui_button(e->r.u, "As usual"))
    {
        e->photo_fov = e->tilt = e->exposure = e->fog = 0;
    }
    const bool back = ui_button(e->r.u, "Back");
    ui_columns(e->r.u, 1, NULL);
    ui_panel_end(e->r.u);
    if (back || ui_back(e->r.u))
    {
        roam_go(&e->r, ROAM_WALK);
    }
}
