// SPDX-License-Identifier: MIT
#include "sail/sailor.h"

#include "loam/defs.h"
#include "loam/export.h"

// How islands grow, step by step (Karavasilev 2021, 5.3 and 6.5), and their numbers, which can be changed while one looks
// on (turning.c).

static void say(sailor *p, const char *text)
{
    ui_label_coloured(p->r.u, text, ui_get_theme(p->r.u)->text_dim);
}

// ---- steps --------------------------------------------------------------------------------------

static const char *const descriptions[LOAM_ISLE_STAGE_COUNT] = {
    [LOAM_ISLE_NODES] = "Nodes lie around the middle: places around which ground will rise. "
                        "Nothing is above the bed of "
                        "the sea yet.",
    [LOAM_ISLE_GRADIENTS] = "Around each node a gradient falls from 1 to 0.",
    [LOAM_ISLE_NOISE] = "Each node has a noise of its terrain.",
    [LOAM_ISLE_PRODUCT] = "Gradient times noise times height: hills.",
    [LOAM_ISLE_SUM] = "All hills are added up on the bed of the sea, and beaches levelled.",
    [LOAM_ISLE_BLENDS] = "Terrains go over into each other by height; dominant nodes keep theirs.",
    [LOAM_ISLE_ROCK] = "Steep ground is rock.",
    [LOAM_ISLE_FLATS] = "Ground is levelled for houses and a harbour.",
    [LOAM_ISLE_OBJECTS] = "Houses, piers, trees and boulders stand where they suit.",
};

static const double step_seen_s = 1.5;

static void show_stage(sailor *p, loam_isle_stage stage)
{
    p->stage = stage;
    sea_set_stage(p->scene, stage);
    p->complete_logged = false; // logged again when all is drawn so
    roam_log(&p->r, "stage: %s", loam_isle_stage_name(stage));
}

static void show_watched(sailor *p, loam_isle_stage stage)
{
    p->watch_s = 0;
    p->watching = stage < LOAM_ISLE_OBJECTS;
    p->complete = false;
    show_stage(p, stage);
    if (p->r.screen != SAIL_GROWTH) // which says it
    {
        roam_tell(&p->r, false, "%d of %d: %s", (int)stage + 1, LOAM_ISLE_STAGE_COUNT,
                  loam_isle_stage_name(stage));
    }
}

// Time counts while all islands nearby are drawn so: each step is seen, however long it takes to grow.
void sail_watch(sailor *p, double seconds)
{
    p->watch_s += p->complete ? seconds : 0;
    if (p->watching && p->watch_s >= step_seen_s)
    {
        show_watched(p, (loam_isle_stage)(p->stage + 1));
    }
}

static void run_stages(sailor *p)
{
    const char *names[LOAM_ISLE_STAGE_COUNT];
    int32_t stage = (int32_t)p->stage;
    for (int32_t i = 0; i < LOAM_ISLE_STAGE_COUNT; i++)
    {
        names[i] = loam_isle_stage_name((loam_isle_stage)i);
    }
    if (ui_choice(p->r.u, "Step", &stage, names, LOAM_ISLE_STAGE_COUNT))
    {
        p->watching = false;
        show_stage(p, (loam_isle_stage)stage);
    }
    if (ui_button(p->r.u, p->watching ? "Stop" : "Watch them grow"))
    {
        p->watching = !p->watching;
        if (p->watching)
        {
            show_watched(p, LOAM_ISLE_NODES);
        }
    }
    ui_label_chosen(p->r.u, descriptions, LOAM_ISLE_STAGE_COUNT, stage,
                    ui_get_theme(p->r.u)->text_dim);
}

// ---- the screen -----------------------------------------------------------------------------------

static void write_defs(sailor *p)
{
    char path[PLAY_MAX_PATH];
    char *text = NULL;
    size_t size = 0;
    loam_result result = play_fresh_path(p->r.folders.home, "isles", "json", path);
    result = result == LOAM_OK ? loam_isles_def_write(&p->r.env, &p->wanted, &text, &size) : result;
    result = result == LOAM_OK ? loam_file_write(path, text, size) : result;
    if (text != NULL)
    {
        loam_free(&p->r.env, text, size + 1);
    }
    result == LOAM_OK ? roam_tell(&p->r, false, "Definitions: %s", path)
                      : roam_complain(&p->r, "definitions");
}

/// Whether it is left.
static bool run_buttons(sailor *p)
{
    ui_columns(p->r.u, 2, NULL);
    const bool back = ui_button(p->r.u, "Back");
    if (ui_button_enabled(p->r.u, "Undo", p->undo_count > 0))
    {
        sail_undo(p);
    }
    if (ui_button(p->r.u, "As it was"))
    {
        sail_make_usual(p);
    }
    if (ui_button(p->r.u, "Write a file"))
    {
        write_defs(p);
    }
    ui_columns(p->r.u, 1, NULL);
    return back;
}

void sail_growth(roam *r)
{
    sailor *const p = sailor_of(r);
    const int32_t gap = painter_scaled(r->paint, 10);
    const int32_t below = 2 * painter_line_height(r->paint, TEXT_SMALL) + 2 * gap;
    ui_panel_begin(r->u, "Growth",
                   (box){gap, gap, painter_scaled(r->paint, 330), r->paint->h - gap - below});
    run_stages(p);
    const bool back = run_buttons(p);
    sail_turning(p);
    say(p, "Water changes at once, islands half a second after a number was turned.");
    ui_panel_end(r->u);
    if (roam_pressed(r, PLAY_UNDO))
    {
        sail_undo(p);
    }
    if (back || roam_wants_back(r, PLAY_SAIL_GROWTH))
    {
        roam_go(r, ROAM_WALK);
    }
}
