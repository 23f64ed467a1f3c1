// SPDX-License-Identifier: MIT
#include "explore/explorer.h"

#include <math.h>
#include <string.h>

// Knobs of the land's shape, and of its inside. When they rest a land of the new shape grows beside the one that is shown, and
// takes its place when it covers the view.

static const double rest_s = 0.7; // that knobs have to stand still

/// How a knob is shown: its value times scale, as a whole number.
static const struct
{
    float scale;
    int32_t step;
    const char *format;
} shown[SHAPE_KNOBS] = {{1, 100, "%d"}, {100, 5, "%d %%"},  {100, 10, "%d %%"},
                        {1, 1, "%d"},   {100, 10, "%d %%"}, {1, 500, "%d"}};

/// Likewise those of a biome.
static const struct
{
    float scale;
    int32_t step;
    const char *format;
} biome_shown[SHAPE_BIOME_KNOBS] = {{100, 10, "%d %%"}, {100, 10, "%d %%"}, {10, 2, "%d dm"},
                                    {1, 10, "%d m"},    {1, 1, "%d"},       {100, 5, "%d %%"},
                                    {100, 10, "%d %%"}};

enum
{
    PAGES = 1 + LOAM_BIOME_COUNT + LOAM_INSIDE_PARTS,
};

// ---- growing ------------------------------------------------------------------------------------

static void drop_next(explorer *e)
{
    scene_destroy(e->next_scene);
    loam_land_destroy(e->next_land);
    e->next_scene = NULL;
    e->next_land = NULL;
}

static void begin_next(explorer *e)
{
    e->next_shape = e->wanted_shape;
    if (explore_make_land(e, &e->next_shape, &e->next_land, &e->next_scene) != LOAM_OK)
    {
        roam_complain(&e->r, "shape");
        drop_next(e);
        e->wanted_shape = e->shape;
    }
}

/// The new land is shown from now on.
static void take_next(explorer *e)
{
    place here = explore_here(e);
    explore_end_land(e);
    e->land = e->next_land;
    e->scene = e->next_scene;
    e->shape = e->next_shape;
    e->next_land = NULL;
    e->next_scene = NULL;
    if (explore_begin_land(e) != LOAM_OK)
    {
        roam_complain(&e->r, "land");
    }
    if (scene_set_quality(e->scene, e->r.quality) !=
        LOAM_OK) // which may have changed while it grew
    {
        roam_complain(&e->r, "quality");
    }
    explore_stand(e, &here);
    roam_tell(&e->r, false, "The land has its new shape");
}

loam_result shaping_follow(explorer *e, double seconds)
{
    const bool is_wanted = shape_is_same(&e->wanted_shape, &e->next_shape);
    e->shape_rest_s += seconds;
    if (e->next_scene != NULL && !is_wanted)
    {
        drop_next(e);
    }
    if (e->next_scene != NULL)
    {
        const camera viewer = explore_viewer(e);
        bool complete = false;
        const loam_result result = scene_update(e->next_scene, &viewer, 2000, &complete);
        if (complete)
        {
            take_next(e);
        }
        return result;
    }
    if (e->shape_rest_s < rest_s || e->arriving)
    {
        return LOAM_OK;
    }
    if (!shape_is_same(&e->wanted_shape, &e->shape))
    {
        begin_next(e);
    }
    else if (loam_inside_hash(&e->wanted_inside) != loam_inside_hash(&e->inside.numbers))
    {
        inside_change_numbers(e, &e->wanted_inside);
    }
    return LOAM_OK;
}

void shaping_end(explorer *e)
{
    drop_next(e);
}

// ---- the screen ---------------------------------------------------------------------------------

static explore_wish wish_of(const explorer *e)
{
    return (explore_wish){e->wanted_shape, e->wanted_inside};
}

static void remember(explorer *e, const explore_wish *before)
{
    if (e->undo_count == EXPLORE_UNDOS)
    {
        memmove(e->undos, e->undos + 1, (EXPLORE_UNDOS - 1) * sizeof *e->undos);
        e->undo_count--;
    }
    e->undos[e->undo_count++] = *before;
}

static bool turn_knob(explorer *e, int32_t knob)
{
    const shape_knob *const k = &shape_knobs[knob];
    const float scale = shown[knob].scale;
    int32_t value = (int32_t)lroundf(shape_get(&e->wanted_shape, knob) * scale);
    const bool turned = ui_slider(e->r.u, k->label, &value, (int32_t)lroundf(k->low * scale),
                                  (int32_t)lroundf(k->high * scale), shown[knob].step,
                                  shown[knob].format);
    if (turned)
    {
        shape_set(&e->wanted_shape, knob, (float)value / scale);
    }
    return turned;
}

static bool turn_biome_knob(explorer *e, int32_t biome, int32_t knob)
{
    const shape_knob *const k = &shape_biome_knobs[knob];
    const float scale = biome_shown[knob].scale;
    int32_t value = (int32_t)lroundf(shape_biome_get(&e->wanted_shape, biome, knob) * scale);
    const bool turned = ui_slider(e->r.u, k->label, &value, (int32_t)lroundf(k->low * scale),
                                  (int32_t)lroundf(k->high * scale), biome_shown[knob].step,
                                  biome_shown[knob].format);
    if (turned)
    {
        shape_biome_set(&e->wanted_shape, biome, knob, (float)value / scale);
    }
    return turned;
}

/// The part of the inside that the page is about, -1 for other pages.
static int32_t part_of(const explorer *e)
{
    return e->shape_page > LOAM_BIOME_COUNT ? e->shape_page - LOAM_BIOME_COUNT - 1 : -1;
}

/// The land itself, a page for each biome, and for each part of the inside.
static bool run_page(explorer *e)
{
    const char *names[PAGES] = {"the land"};
    bool turned = false;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        names[b + 1] = loam_biome_name((loam_biome)b);
    }
    for (int32_t i = 0; i < LOAM_INSIDE_PARTS; i++)
    {
        const char *const name = loam_inside_parts()[i].name;
        names[LOAM_BIOME_COUNT + 1 + i] = name[0] != '\0' ? name : "caves and rocks";
    }
    ui_choice(e->r.u, "Page", &e->shape_page, names, PAGES);
    ui_push_id(e->r.u, "page", e->shape_page);
    for (int32_t i = 0; i < SHAPE_KNOBS && e->shape_page == 0; i++)
    {
        turned = turn_knob(e, i) || turned;
    }
    for (int32_t i = 0; i < SHAPE_BIOME_KNOBS && e->shape_page > 0 && part_of(e) < 0; i++)
    {
        turned = turn_biome_knob(e, e->shape_page - 1, i) || turned;
    }
    turned = (part_of(e) >= 0 && inside_knobs_run(e, part_of(e))) || turned;
    ui_pop_id(e->r.u);
    return turned;
}

/// What the page is about gets its usual numbers: the biome, or all.
static void make_usual(explorer *e)
{
    const int32_t biome = e->shape_page - 1;
    const explore_wish before = wish_of(e);
    remember(e, &before);
    if (part_of(e) >= 0)
    {
        inside_knobs_reset(e, part_of(e));
    }
    else if (biome < 0)
    {
        e->wanted_shape = loam_default_land_shape();
    }
    else
    {
        e->wanted_shape.biomes[biome] = loam_default_biome_shape((loam_biome)biome);
    }
    e->shape_rest_s = 0;
}

static void keep_shape(explorer *e)
{
    char path[PLAY_MAX_PATH];
    loam_result result = play_fresh_path(e->r.folders.home, "shape", "json", path);
    result = result == LOAM_OK ? shape_write(path, &e->wanted_shape) : result;
    result == LOAM_OK ? roam_tell(&e->r, false, "Shape: %s", path) : roam_complain(&e->r, "shape");
}

static void run_buttons(explorer *e)
{
    ui_columns(e->r.u, 2, NULL);
    if (ui_button_enabled(e->r.u, "Undo", e->undo_count > 0))
    {
        e->undo_count--;
        e->wanted_shape = e->undos[e->undo_count].shape;
        e->wanted_inside = e->undos[e->undo_count].inside;
        e->shape_rest_s = 0;
    }
    if (ui_button(e->r.u, "As usual"))
    {
        make_usual(e);
    }
    if (ui_button(e->r.u, "Write a file"))
    {
        part_of(e) >= 0 ? inside_knobs_keep(e) : keep_shape(e);
    }
    const bool back = ui_button(e->r.u, "Back");
    ui_columns(e->r.u, 1, NULL);
    if (back || ui_back(e->r.u))
    {
        roam_go(&e->r, ROAM_PAUSE);
    }
}

void shaping_run(roam *r)
{
    explorer *const e = explorer_of(r);
    const explore_wish before = wish_of(e);
    const bool rested = e->shape_rest_s > rest_s; // a slider that is pulled is one change
    const int32_t gap = painter_scaled(e->r.paint, 12), top = painter_scaled(e->r.paint, 46);
    const int32_t room = e->r.paint->w - painter_scaled(e->r.paint, 250); // beside the previews
    const int32_t wide = (int32_t)fmin(painter_scaled(e->r.paint, 520), room),
                  low = painter_scaled(e->r.paint, 48);
    const int32_t high = (int32_t)fmin(painter_scaled(e->r.paint, 540), e->r.paint->h - top - low);
    ui_panel_begin(e->r.u, "Shape of the land", (box){gap, top, wide, high});
    const bool turned = run_page(e);
    ui_label_coloured(e->r.u,
                      e->next_scene != NULL ? "The new land grows ..." : "The land as it is shown.",
                      ui_get_theme(e->r.u)->text_dim);
    run_buttons(e);
    ui_panel_end(e->r.u);
    previews_run(e, wide + 3 * gap, top + gap, part_of(e) < 0 ? e->shape_page - 1 : -1);
    if (turned)
    {
        e->shape_rest_s = 0;
        if (rested)
        {
            remember(e, &before);
        }
    }
}
