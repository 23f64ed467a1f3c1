// SPDX-License-Identifier: MIT
#include "play/ingame.h"

#include "play/control.h"
#include "play/explored.h"
#include "play/hotbar.h"
#include "play/selection.h"

void ingame_enter(app *a)
{
    a->in = loam_alloc(&a->env, sizeof *a->in);
    if (a->in == NULL)
    {
        app_complain(a, "game");
        return;
    }
    *a->in = (ingame){0};
    if (icons_create(&a->env, a->paint, ingame_defs(a), &a->in->icons) != LOAM_OK)
    {
        app_complain(a, "icons");
    }
    hotbar_enter(a);
    explored_enter(a);
}

static void forget_image(app *a, painter_image **image, loam_picture *picture)
{
    if (*image != NULL)
    {
        painter_image_destroy(a->paint, *image);
    }
    loam_picture_destroy(&a->env, picture);
    *image = NULL;
}

void ingame_leave(app *a)
{
    if (a->in == NULL)
    {
        return;
    }
    control_return_brush(a);
    hotbar_leave(a);
    explored_leave(a);
    selection_forget(a);
    forget_image(a, &a->in->map_image, &a->in->map_picture);
    forget_image(a, &a->in->graph, &a->in->graph_picture);
    tool_ring_forget(a);
    icons_destroy(a->in->icons);
    loam_free(&a->env, a->in, sizeof *a->in);
    a->in = NULL;
}

float ingame_seconds(const app *a)
{
    const float seconds = (float)(a->now_us - a->last_us) * 1e-6f;
    return seconds < 0.1f ? seconds : 0.1f;
}

const loam_player *ingame_player(const app *a)
{
    return loam_tile_game_player(session_game(a->s));
}

const loam_tile_defs *ingame_defs(const app *a)
{
    return loam_tile_world_defs(loam_tile_game_world(session_game(a->s)));
}
