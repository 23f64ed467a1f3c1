// SPDX-License-Identifier: MIT
#include "sail/sailor.h"

#include "loam/defs.h"
#include "loam/export.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// How islands grow, step by step (Karavasilev 2021, 5.3 and 6.5), and their numbers, which can be changed while one looks
// on: knobs come from the same tables as checks and files.

static void say(sailor *p, const char *text)
{
    ui_label_coloured(p->r.u, text, ui_get_theme(p->r.u)->text_dim);
}

// ---- steps --------------------------------------------------------------------------------------

static const char *const told[LOAM_ISLE_STAGE_COUNT] = {
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
        p->stage = (loam_isle_stage)stage;
        sea_set_stage(p->scene, p->stage);
        p->told_complete = false; // told again when all is drawn so
        roam_log(&p->r, "stage: %s", names[stage]);
    }
    ui_label_chosen(p->r.u, told, LOAM_ISLE_STAGE_COUNT, stage, ui_get_theme(p->r.u)->text_dim);
}

// ---- knobs --------------------------------------------------------------------------------------

enum
{
    STEPS = 200, // of a knob's way, for sliders, which have whole numbers
};

/// Of a few knobs, what people want to turn them to; tables say what is accepted.
static double usual_high(const loam_plain_field *f)
{
    static const struct
    {
        const char *name;
        double high;
    } known[] = {{"depth", 100}, {"swell", 40}, {"highest", 500}, {"lift", 60}, {"beach", 10},
                 {"blend", 20},  {"share", 10}, {"houses", 15},   {"plot", 16}, {"slope", 3}};
    double high = f->high;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    {
        high = strcmp(known[i].name, f->name) == 0 && known[i].high < high ? known[i].high : high;
    }
    return high;
}

/// A slider of a number; whether it was turned.
static bool turn_number(sailor *p, const char *label, double low, double high, float *value,
                        bool whole)
{
    const double span = high - low;
    const int32_t steps = whole ? (int32_t)span : STEPS;
    int32_t at = (int32_t)lround(((double)*value - low) / span * steps);
    char text[32]; // a format without a number: the slider's own, in steps, says nothing
    snprintf(text, sizeof text, whole ? "%.0f" : "%.2f", (double)*value);
    if (!ui_slider(p->r.u, label, &at, 0, steps, 1, text))
    {
        return false;
    }
    *value = (float)(low + span * at / steps);
    return true;
}

static bool turn_range(sailor *p, const loam_plain_field *f, loam_range *range)
{
    char label[48];
    const bool whole = f->kind == LOAM_PLAIN_WHOLE;
    snprintf(label, sizeof label, "%.20s from", f->name);
    const bool low = turn_number(p, label, f->low, usual_high(f), &range->low, whole);
    snprintf(label, sizeof label, "%.20s to", f->name);
    const bool high = turn_number(p, label, f->low, usual_high(f), &range->high, whole);
    range->high = low && range->high < range->low ? range->low : range->high;
    range->low = high && range->low > range->high ? range->high : range->low;
    return low || high;
}

static bool turn_field(sailor *p, const loam_plain_field *f, void *base)
{
    void *const at = (char *)base + f->offset;
    char label[48];
    snprintf(label, sizeof label, "%.40s", f->name);
    if (f->kind == LOAM_PLAIN_FLOAT)
    {
        return turn_number(p, label, f->low, usual_high(f), at, false);
    }
    return (f->kind == LOAM_PLAIN_RANGE || f->kind == LOAM_PLAIN_WHOLE) && turn_range(p, f, at);
}

static bool run_fields(sailor *p, const loam_plain_field *fields, int32_t count, void *base)
{
    bool turned = false;
    for (int32_t i = 0; i < count; i++)
    {
        // Slots and areas as large as they are hold what is around in its place.
        if (strcmp(fields[i].name, "radius") != 0)
        {
            turned = turn_field(p, &fields[i], base) || turned;
        }
    }
    return turned;
}

static void run_knobs(sailor *p)
{
    const char *names[LOAM_ISLES_MAX_TYPES + 1] = {"the sea"};
    const loam_isles_def before = p->wanted;
    for (int32_t i = 0; i < p->wanted.type_count; i++)
    {
        names[i + 1] = p->wanted.types[i].name;
    }
    p->chosen = p->chosen > p->wanted.type_count ? 0 : p->chosen;
    ui_choice(p->r.u, "Numbers of", &p->chosen, names, p->wanted.type_count + 1);
    const bool turned = p->chosen == 0
                            ? run_fields(p, loam_isles_def_fields(), LOAM_ISLES_DEF_FIELDS,
                                         &p->wanted)
                            : run_fields(p, loam_isle_type_fields(), LOAM_ISLE_TYPE_FIELDS,
                                         &p->wanted.types[p->chosen - 1]);
    if (turned && loam_isles_check(&p->wanted) != LOAM_OK)
    {
        roam_complain(&p->r, "islands");
        p->wanted = before;
    }
    p->knobs_rest_s = turned ? 0 : p->knobs_rest_s;
}

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

void sail_growth(roam *r)
{
    sailor *const p = sailor_of(r);
    const int32_t gap = painter_scaled(r->paint, 10);
    const int32_t below = 2 * painter_line_height(r->paint, TEXT_SMALL) + 2 * gap;
    ui_panel_begin(r->u, "Growth",
                   (box){gap, gap, painter_scaled(r->paint, 330), r->paint->h - gap - below});
    run_stages(p);
    const bool back = ui_button(r->u, "Back");
    if (ui_button(r->u, "As it was"))
    {
        const uint64_t seed = p->wanted.seed;
        p->wanted = p->first;
        p->wanted.seed = seed;
        p->knobs_rest_s = 0;
    }
    if (ui_button(r->u, "Write a file"))
    {
        write_defs(p);
    }
    run_knobs(p);
    say(p, "Islands change half a second after a number was turned.");
    ui_panel_end(r->u);
    if (back || roam_wants_back(r, PLAY_SAIL_GROWTH))
    {
        roam_go(r, ROAM_WALK);
    }
}
