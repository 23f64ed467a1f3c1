// SPDX-License-Identifier: MIT
#include "play/app.h"
#include "play/backdrop.h"
#include "play/clip.h"
#include "play/ingame.h"
#include "play/shaping.h"
#include "play/world_view.h"
#include "play/worlds.h"

// The beginning and the end of the program's parts, in and against their order.

loam_result app_begin(app *a, int32_t threads)
{
    const ui_clipboard clipboard = {a->win != NULL ? window_clipboard_get : NULL,
                                    a->win != NULL ? window_clipboard_set : NULL};
    loam_jobs_def jobs = loam_default_jobs_def();
    jobs.threads = threads;
    loam_result result = loam_jobs_create(&jobs, &a->env.jobs);
    result = result == LOAM_OK ? ui_create(clipboard, &a->u) : result;
    return result == LOAM_OK ? backdrop_create(&a->env, &a->back) : result;
}

void app_end(app *a)
{
    clip_destroy(a->clip);
    shaping_destroy(a, a->shaping);
    if (app_world_is_open(a))
    {
        ingame_leave(a);
    }
    session_destroy(a->s);
    session_destroy(a->old);
    backdrop_destroy(a->back);
    worlds_destroy(a, a->worlds);
    world_view_destroy(a);
    ui_destroy(a->u);
    loam_jobs_destroy(a->env.jobs);
}
