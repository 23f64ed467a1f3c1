// SPDX-License-Identifier: MIT
#include "play/screens.h"
#include "play/shaping.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What a new world is made of, by knobs, with pictures of it beside them (Barrio Morra 2021, A.3). All that is turned
// here is in the definitions that `loam tiles defs` prints, and a file of them can be written.

enum
{
    PANEL_W = 430,         // units
    BELOW_H = 5 * 40 + 28, // of the panel with what is not turned
    MARGIN = 12,
    PLACE_TILES = 500, // that the slider of the place counts
    MAX_PLACE = 200,
    ZOOMS = 4,
};

/// It goes on with what was shaped before, unless the form asks for other definitions since.
void screen_shape_enter(app *a)
{
    const app_new_world *const form = &a->new_world;
    const char *const file = form->defs_from == APP_DEFS_FILE ? form->defs : "";
    a->new_world.error[0] = '\0';
    if (a->new_world.seed[0] == '\0')
    {
        screen_new_world_throw_dice(a); // what is seen is what will be made
    }
    if (a->shaping != NULL &&
        (form->defs_from == APP_DEFS_SHAPED || strcmp(a->shaping->file, file) == 0))
    {
        return;
    }
    shaping *const fresh = shaping_create(a, file[0] != '\0' ? file : NULL);
    if (fresh != NULL)
    {
        shaping_destroy(a, a->shaping);
        a->shaping = fresh;
    }
    else
    {
        snprintf(a->new_world.error, sizeof a->new_world.error, "%s", loam_last_error());
    }
}

// ---- knobs --------------------------------------------------------------------------------------

static void turn(app *a, shaping *s, const tile_knob *knob, int32_t value)
{
    if (shaping_turn(s, knob, value, a->now_us) != LOAM_OK)
    {
        app_complain(a, "refused");
    }
}

static void show_material(app *a, shaping *s, const tile_knob *knob, const char *label)
{
    static uint8_t ids[LOAM_MAX_MATERIALS];
    static const char *names[LOAM_MAX_MATERIALS];
    const int32_t count = tile_knob_materials(knob, &s->defs, ids, names);
    const int32_t id = tile_knob_get(knob, &s->defs, s->biome);
    int32_t index = 0;
    while (index + 1 < count && ids[index] != id)
    {
        index++;
    }
    if (ui_choice(a->u, label, &index, names, count))
    {
        turn(a, s, knob, ids[index]);
    }
}

static void show_number(app *a, shaping *s, const tile_knob *knob, const char *label)
{
    int32_t low, high, value = tile_knob_get(knob, &s->defs, s->biome);
    tile_knob_limits(knob, &s->defs, s->biome, &low, &high);
    if (ui_slider(a->u, label, &value, low, high, knob->step, knob->format))
    {
        turn(a, s, knob, value);
    }
}

static void show_knobs(app *a, shaping *s)
{
    char label[TILE_KNOB_MAX_LABEL];
    int32_t count;
    const tile_knob *const knobs = tile_knobs(&count);
    ui_push_id(a->u, "knobs", s->page);
    for (int32_t i = 0; i < count; i++)
    {
        if ((int32_t)knobs[i].page != s->page || !tile_knob_is_there(&knobs[i], &s->defs))
        {
            continue;
        }
        tile_knob_label(&knobs[i], &s->defs, label);
        tile_knob_is_material(&knobs[i]) ? show_material(a, s, &knobs[i], label)
                                         : show_number(a, s, &knobs[i], label);
        ui_tooltip(a->u, tile_knob_meaning(&knobs[i]));
    }
    ui_pop_id(a->u);
}

static void choose_page(app *a, shaping *s)
{
    const char *names[LOAM_BIOMES + 1] = {"all nine"};
    ui_choice(a->u, "Knobs of", &s->page, tile_knob_page_names, TILE_KNOB_PAGES);
    if (s->page != TILE_KNOBS_BIOME)
    {
        return;
    }
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        names[i + 1] = s->defs.biomes[i].name;
    }
    int32_t index = s->biome + 1; // TILE_KNOB_ALL_BIOMES is the first
    ui_choice(a->u, "Biome", &index, names, LOAM_BIOMES + 1);
    s->biome = index - 1;
}

// ---- where to look ------------------------------------------------------------------------------

static void choose_place(app *a, shaping *s)
{
    static const char *const zooms[ZOOMS] = {"1 tile", "2 tiles", "4 tiles", "8 tiles"};
    static const float shares[2] = {3, 1};
    int32_t place = (int32_t)(s->x / PLACE_TILES);
    const int32_t end = place < -MAX_PLACE || place > MAX_PLACE ? abs(place) : MAX_PLACE;
    if (ui_slider(a->u, "Look at", &place, -end, end, 1, "%d"))
    {
        s->x = (int64_t)place * PLACE_TILES;
        s->on_ground = true;
    }
    ui_tooltip(a->u, "Places 500 tiles from each other. The mouse moves both pictures, too.");
    ui_choice(a->u, "A pixel is", &s->zoom_log2, zooms, ZOOMS);
    ui_columns(a->u, 2, shares);
    ui_text_field(a->u, "Seed", a->new_world.seed, sizeof a->new_world.seed, "by chance");
    if (ui_button(a->u, "Dice"))
    {
        screen_new_world_throw_dice(a);
    }
    ui_columns(a->u, 1, NULL);
}

// ---- leaving ------------------------------------------------------------------------------------

static void write_file(app *a, shaping *s)
{
    char path[PLAY_MAX_PATH];
    if (shaping_write(a, s, "tiles", path) == LOAM_OK)
    {
        app_notice_add(a, false, "Definitions: %s", path);
    }
    else
    {
        app_complain(a, "definitions");
    }
}

static void leave(app *a, const shaping *s)
{
    const bool from_file = s->file[0] != '\0';
    a->new_world.defs_from = s->turned   ? APP_DEFS_SHAPED
                             : from_file ? APP_DEFS_FILE
                                         : APP_DEFS_BUILT_IN;
    snprintf(a->new_world.defs, sizeof a->new_world.defs, "%s",
             from_file ? s->file : a->new_world.defs);
    a->new_world.error[0] = '\0';
    app_pop(a);
}

static void show_buttons(app *a, shaping *s)
{
    ui_columns(a->u, 2, NULL);
    const bool done = ui_button(a->u, "Done");
    if (ui_button_enabled(a->u, "Undo", s->undo_count > 0))
    {
        shaping_undo(s);
    }
    if (ui_button_enabled(a->u, "As it was", s->turned))
    {
        shaping_reset(s);
    }
    if (ui_button(a->u, "Write a file"))
    {
        write_file(a, s);
    }
    ui_columns(a->u, 1, NULL);
    if (done || ui_back(a->u))
    {
        leave(a, s);
    }
}

void screen_shape_run(app *a)
{
    shaping *const s = a->shaping;
    if (s == NULL || a->new_world.error[0] != '\0')
    {
        app_pop(a); // the screen before says why
        return;
    }
    const int32_t gap = painter_scaled(a->paint, MARGIN),
                  wanted = painter_scaled(a->paint, PANEL_W);
    const int32_t w = wanted < a->paint->w / 2 ? wanted : a->paint->w / 2;
    const int32_t below = painter_scaled(a->paint, BELOW_H), h = a->paint->h;
    const int32_t right = w + 2 * gap, knobs_h = h > below + 4 * gap ? h - below - 3 * gap : h / 2;
    painter_fill(a->paint, (box){0, 0, a->paint->w, h}, (loam_colour){24, 27, 34, 255});
    shaping_show(a, s, (box){right, gap, a->paint->w - right - gap, h - 2 * gap});
    ui_panel_begin(a->u, "Shape the world", (box){gap, gap, w, knobs_h});
    choose_page(a, s);
    show_knobs(a, s);
    ui_panel_end(a->u);
    ui_panel_begin(a->u, NULL, (box){gap, knobs_h + 2 * gap, w, h - knobs_h - 3 * gap});
    choose_place(a, s);
    show_buttons(a, s);
    ui_panel_end(a->u);
}
