// SPDX-License-Identifier: MIT
#include "patch/patcher.h"
#include "patch/previews.h"

#include <string.h>

// The screen of knobs (Barrio Morra 2021, A.3), and the previews beside it.

enum
{
    MAP_FRAMES = 20, // after which a map is painted again: ranges change
};

// ---- previews -------------------------------------------------------------------------------------

void patch_previews_end(patcher *p)
{
    roam_preview_end(&p->r, &p->noise);
    roam_preview_end(&p->r, &p->map);
}

/// The biome whose knobs are turned, or the one that one is in.
static int32_t biome_shown(const patcher *p)
{
    int64_t x, z;
    patch_chunk_here(p, &x, &z);
    const int32_t here = loam_patchwork_chunk(p->shown->patchwork, x, z).biome;
    const int32_t biome = p->chosen > 0 ? p->chosen - 1 : here;
    return biome < p->wanted.biome_count ? biome : 0;
}

static void draw_noise(patcher *p, box at)
{
    const int32_t biome = biome_shown(p);
    char title[64];
    if (!roam_preview_begin(&p->r, &p->noise, PATCH_NOISE_SIDE, PATCH_NOISE_SIDE))
    {
        return;
    }
    if (biome != p->noise_biome || !knob_same_def(&p->noise_of, &p->wanted))
    {
        if (preview_noise(&p->wanted, biome, 4, &p->noise.picture) != LOAM_OK)
        {
            roam_complain(&p->r, "preview");
        }
        roam_preview_painted(&p->r, &p->noise);
        p->noise_of = p->wanted;
        p->noise_biome = biome;
    }
    snprintf(title, sizeof title, "Noise of %s", p->wanted.biomes[biome].name);
    roam_preview_draw(&p->r, &p->noise, at, title, true);
}

void patch_map(patcher *p, box at)
{
    int64_t x, z;
    if (!roam_preview_begin(&p->r, &p->map, PATCH_MAP_SIDE, PATCH_MAP_SIDE))
    {
        return;
    }
    patch_chunk_here(p, &x, &z);
    if (++p->map_frames > MAP_FRAMES || p->map_x != x || p->map_z != z || p->map_of != p->shown)
    {
        preview_map(p->shown->patchwork, x, z, &p->map.picture);
        roam_preview_painted(&p->r, &p->map);
        p->map_frames = 0;
        p->map_x = x;
        p->map_z = z;
        p->map_of = p->shown;
    }
    const int32_t high = painter_line_height(p->r.paint, TEXT_SMALL);
    roam_preview_draw(&p->r, &p->map, at, "Biomes around", false);
    roam_preview_viewer(&p->r, at.x + at.w / 2, at.y + high + at.w / 2);
}

void patch_previews(patcher *p, box at)
{
    const int32_t high = painter_line_height(p->r.paint, TEXT_SMALL),
                  gap = painter_scaled(p->r.paint, 12);
    draw_noise(p, at);
    patch_map(p, (box){at.x, at.y + at.w + high + gap, at.w, at.w});
}

// ---- knobs ----------------------------------------------------------------------------------------

/// Whether it was turned; what is refused is reported.
static bool turn(patcher *p, const knob *k, int32_t biome)
{
    loam_result result = LOAM_OK;
    bool turned;
    if (knob_is_choice(k))
    {
        const char *names[KNOB_MAX_NAMES];
        int32_t values[KNOB_MAX_NAMES], now;
        const int32_t count = knob_names(k, &p->wanted, biome, names, values, &now);
        turned = ui_choice(p->r.u, k->label, &now, names, count);
        result = turned ? knob_choose(k, &p->wanted, biome, values[now]) : LOAM_OK;
    }
    else
    {
        int32_t low, high, value = knob_get(k, &p->wanted, biome);
        knob_limits(k, &p->wanted, biome, &low, &high);
        turned = ui_slider(p->r.u, k->label, &value, low, high, k->step, k->format);
        result = turned ? knob_set(k, &p->wanted, biome, value) : LOAM_OK;
    }
    if (result != LOAM_OK)
    {
        roam_complain(&p->r, k->label);
    }
    return turned && result == LOAM_OK;
}

static bool turn_share(patcher *p, int32_t biome)
{
    int32_t share = knob_share(&p->wanted, biome);
    if (p->wanted.choice != LOAM_PATCH_BY_RANGES || p->wanted.biome_count < 2 ||
        !ui_slider(p->r.u, "Share", &share, 1, 99, 1, "%d %%"))
    {
        return false;
    }
    if (knob_set_share(&p->wanted, biome, share) != LOAM_OK)
    {
        roam_complain(&p->r, "Share");
        return false;
    }
    return true;
}

static void choose_biome(patcher *p)
{
    const char *names[LOAM_PATCH_MAX_BIOMES + 1] = {"patchwork"};
    for (int32_t i = 0; i < p->wanted.biome_count; i++)
    {
        names[i + 1] = p->wanted.biomes[i].name;
    }
    p->chosen = p->chosen > p->wanted.biome_count ? 0 : p->chosen;
    ui_choice(p->r.u, "Knobs of", &p->chosen, names, p->wanted.biome_count + 1);
}

void patch_undo(patcher *p)
{
    if (!knob_undo(&p->history, &p->wanted))
    {
        roam_tell(&p->r, false, "There is nothing to undo");
        return;
    }
    p->knobs_rest_s = 0;
    roam_tell(&p->r, false, "Undone");
}

static void write_defs(patcher *p)
{
    char path[PLAY_MAX_PATH];
    loam_result result = play_fresh_path(p->r.folders.home, "patchwork", "json", path);
    result = result == LOAM_OK ? knob_write(&p->r.env, &p->wanted, path) : result;
    result == LOAM_OK ? roam_tell(&p->r, false, "Definitions: %s", path)
                      : roam_complain(&p->r, "definitions");
}

static void run_buttons(patcher *p)
{
    ui_columns(p->r.u, 2, NULL);
    if (ui_button_enabled(p->r.u, "Undo", p->history.count > 0))
    {
        patch_undo(p);
    }
    if (ui_button(p->r.u, "As it was"))
    {
        knob_remember(&p->history, &p->wanted);
        p->wanted = p->first;
        p->knobs_rest_s = 0;
    }
    if (ui_button(p->r.u, "Write a file"))
    {
        write_defs(p);
    }
    const bool back = ui_button(p->r.u, "Back");
    ui_columns(p->r.u, 1, NULL);
    if (back || ui_back(p->r.u) || input_pressed(&p->r.now, KEY_KNOBS))
    {
        roam_go(&p->r, ROAM_WALK);
    }
}

void patch_turning(roam *r)
{
    patcher *const p = patcher_of(r);
    const loam_patchwork_def before = p->wanted;
    const bool rested = p->knobs_rest_s > 0.35; // a slider that is pulled is one change
    const int32_t gap = painter_scaled(p->r.paint, 10);
    const int32_t below = 2 * painter_line_height(p->r.paint, TEXT_SMALL) + 2 * gap;
    bool turned = false;
    ui_panel_begin(
        p->r.u, "Knobs",
        (box){gap, gap, painter_scaled(p->r.paint, PATCH_PANEL), p->r.paint->h - gap - below});
    choose_biome(p);
    const int32_t biome = p->chosen - 1;
    turned = biome >= 0 && turn_share(p, biome);
    for (int32_t i = 0; i < KNOBS; i++)
    {
        if ((knobs[i].scope == KNOB_OF_BIOME) == (biome >= 0))
        {
            turned = turn(p, &knobs[i], biome) || turned;
        }
    }
    ui_label_coloured(p->r.u,
                      p->next != NULL ? "The new patchwork grows ..." : "This is what is shown.",
                      ui_get_theme(p->r.u)->text_dim);
    if (turned)
    {
        p->knobs_rest_s = 0;
        if (rested)
        {
            knob_remember(&p->history, &before);
        }
    }
    run_buttons(p);
    ui_panel_end(p->r.u);
}
