// SPDX-License-Identifier: MIT
// A screen with every kind of widget, for looking at and for random input.
#ifndef LOAM_TESTS_APPS_UI_GALLERY_H
#define LOAM_TESTS_APPS_UI_GALLERY_H

#include "ui/ui.h"

#include <stdio.h>

typedef struct gallery
{
    bool rain, snow;
    int32_t volume, zoom, light, chosen, uses;
    char name[32], seed[16];
    input_code jump, pad_jump;
    bool asking;
    painter_image *image;
} gallery;

static gallery gallery_make(void)
{
    return (gallery){.rain = true,
                     .volume = 70,
                     .zoom = 4,
                     .light = 2,
                     .name = "Hügelland",
                     .jump = KEY_SPACE,
                     .pad_jump = INPUT_PAD_A};
}

static void gallery_settings(ui *u, gallery *g)
{
    static const char *const lights[] = {"off", "fast", "good", "fine"};
    ui_heading(u, "World");
    (void)ui_text_field(u, "Name", g->name, sizeof g->name, "a name");
    ui_tooltip(u, "How the world is called in the list of worlds, and its file in the folder. "
                  "Letters, digits and spaces.");
    (void)ui_text_field(u, "Seed", g->seed, sizeof g->seed, "by chance");
    (void)ui_toggle(u, "Rain", &g->rain);
    ui_tooltip(u, "Rain falls from clouds and fills what is hollow.");
    (void)ui_toggle(u, "Snow", &g->snow);
    ui_heading(u, "Picture");
    (void)ui_slider(u, "Interface size", &g->volume, 50, 300, 10, "%d %%");
    ui_tooltip(u, "Size of text and buttons.");
    (void)ui_slider(u, "Zoom", &g->zoom, 1, 16, 1, "%d");
    (void)ui_choice(u, "Light quality", &g->light, lights, 4);
    (void)ui_code_field(u, "Jump", &g->jump, false);
    (void)ui_code_field(u, "Jump with a gamepad", &g->pad_jump, true);
    ui_label_coloured(u, "The file of definitions is wrong: line 14, \"hardnes\" is unknown.",
                      ui_get_theme(u)->bad);
    ui_columns(u, 2, NULL);
    g->asking = ui_button(u, "Delete this world") || g->asking;
    (void)ui_button_enabled(u, "Cannot be used", false);
    ui_columns(u, 1, NULL);
    g->uses += ui_button(u,
                         "A button with a text that is a good deal longer than the button itself "
                         "can be on any screen that people own");
}

static void gallery_list(ui *u, painter *paint, gallery *g)
{
    ui_label(u, "Worlds of all kinds. Text is wrapped at words, and goes on below.");
    ui_list_begin(u, "worlds", 190);
    for (int32_t i = 0; i < 12; i++)
    {
        char name[32], about[48];
        (void)snprintf(name, sizeof name, "World %d", (int)i + 1);
        (void)snprintf(about, sizeof about, "seed %d, %d MB", (int)(i * 7919 + 42),
                       (int)(i * 3 + 1));
        const ui_item row = ui_list_row(u, name, 46, g->chosen == i);
        g->chosen = row.used ? i : g->chosen;
        const int32_t pad = painter_scaled(paint, 10),
                      line = painter_line_height(paint, TEXT_NORMAL);
        const int32_t small = painter_line_height(paint, TEXT_SMALL);
        const int32_t top = row.at.y + (row.at.h - line - small) / 2;
        painter_text(paint, row.at.x + pad, top, TEXT_NORMAL, ui_get_theme(u)->text, name);
        painter_text(paint, row.at.x + pad, top + line, TEXT_SMALL, ui_get_theme(u)->text_dim,
                     about);
    }
    ui_list_end(u);
}

static void gallery_inventory(ui *u, painter *paint, gallery *g)
{
    ui_heading(u, "Inventory");
    ui_columns(u, 10, NULL);
    for (int32_t i = 0; i < 40; i++)
    {
        char id[16];
        (void)snprintf(id, sizeof id, "slot %d", (int)i);
        const ui_item slot = ui_custom(u, id, 34);
        const loam_colour colour = {(uint8_t)(70 + i * 3), (uint8_t)(90 - i),
                                    (uint8_t)(40 + i % 10 * 6), 255};
        painter_fill(paint, slot.at, slot.hovered ? ui_get_theme(u)->widget_hovered : colour);
        ui_tooltip(u, id);
        g->uses += slot.used;
    }
    ui_columns(u, 1, NULL);
    if (g->image != NULL)
    {
        ui_image(u, g->image, 64, 32, 60);
    }
}

// One frame. Two panels side by side, or what of them fits.
static void gallery_run(ui *u, painter *paint, gallery *g)
{
    box left = ui_centre(u, 960, 600);
    const int32_t gap = painter_scaled(paint, 10), w = left.w;
    left.w = (w - gap) * 52 / 100;
    const box right = {left.x + left.w + gap, left.y, w - left.w - gap, left.h};
    ui_panel_begin(u, "Everything", left);
    gallery_settings(u, g);
    ui_panel_end(u);
    ui_panel_begin(u, NULL, right);
    gallery_list(u, paint, g);
    gallery_inventory(u, paint, g);
    ui_panel_end(u);
    if (g->asking)
    {
        ui_dialog_begin(u, "Delete \"Hügelland\"?", ui_centre(u, 380, 0));
        ui_label(u, "It cannot be brought back.");
        ui_space(u, 8);
        ui_columns(u, 2, NULL);
        g->asking = !ui_button(u, "Delete");
        g->asking = !ui_button(u, "Keep it") && g->asking;
        ui_dialog_end(u);
    }
}

#endif
