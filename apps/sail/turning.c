// SPDX-License-Identifier: MIT
#include "sail/sailor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Knobs of a sea's numbers: a widget for each row of the tables that checks and files have, too. What is turned so that
// the sea would not be accepted stays as it was, and is reported.

enum
{
    STEPS = 200, // of a knob's way, for sliders, which have whole numbers
    LABEL = 48,
    MAX_NAMES = 16,
};

/// Of a few knobs, what people want to turn them to; tables say what is accepted.
static double usual_high(const loam_plain_field *f)
{
    static const struct
    {
        const char *name;
        double high;
    } known[] = {{"depth", 100}, {"swell", 40},       {"highest", 500},   {"lift", 60},
                 {"beach", 10},  {"blend", 20},       {"share", 10},      {"houses", 15},
                 {"plot", 16},   {"slope", 3},        {"radius", 1000},   {"height", 500},
                 {"from", 500},  {"wavelength", 800}, {"spacing", 60},    {"deepest", 80},
                 {"foam", 10},   {"wave", 120},       {"distortion", 20}, {"seed", 100}};
    double high = f->high;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    {
        high = strcmp(known[i].name, f->name) == 0 && known[i].high < high ? known[i].high : high;
    }
    return high;
}

/// The same for what may be far below 0.
static double usual_low(const loam_plain_field *f)
{
    return fmax(f->low, -50);
}

static const char *label_of(char room[LABEL], const loam_plain_field *f, const char *part)
{
    snprintf(room, LABEL, "%.30s%s", f->name, part);
    return room;
}

/// A slider of a number; whether it was turned.
static bool turn_number(sailor *p, const char *label, const loam_plain_field *f, bool whole,
                        double *value)
{
    const double low = fmin(usual_low(f), *value), high = fmax(usual_high(f), *value);
    const double span = high - low;
    const int32_t steps = whole ? (int32_t)span : STEPS;
    int32_t at = (int32_t)lround((*value - low) / span * steps);
    char text[32]; // a format without a number: the slider's own, in steps, says nothing
    snprintf(text, sizeof text, whole ? "%.0f" : "%.2f", *value);
    if (!ui_slider(p->r.u, label, &at, 0, steps, 1, text))
    {
        return false;
    }
    *value = low + span * at / steps;
    return true;
}

static bool turn_float(sailor *p, const char *label, const loam_plain_field *f, float *value)
{
    double number = (double)*value;
    const bool turned = turn_number(p, label, f, f->kind == LOAM_PLAIN_WHOLE, &number);
    *value = turned ? (float)number : *value;
    return turned;
}

static bool turn_int(sailor *p, const loam_plain_field *f, int32_t *value)
{
    char label[LABEL];
    double number = *value;
    const bool turned = turn_number(p, label_of(label, f, ""), f, true, &number);
    *value = turned ? (int32_t)lround(number) : *value;
    return turned;
}

static bool turn_range(sailor *p, const loam_plain_field *f, loam_range *range)
{
    char label[LABEL];
    const bool low = turn_float(p, label_of(label, f, " from"), f, &range->low);
    const bool high = turn_float(p, label_of(label, f, " to"), f, &range->high);
    range->high = low && range->high < range->low ? range->low : range->high;
    range->low = high && range->low > range->high ? range->high : range->low;
    return low || high;
}

static bool turn_channel(sailor *p, const loam_plain_field *f, const char *part, uint8_t *value)
{
    char label[LABEL];
    int32_t now = *value;
    const bool turned = ui_slider(p->r.u, label_of(label, f, part), &now, 0, 255, 5, "%d");
    *value = (uint8_t)now;
    return turned;
}

static bool turn_colour(sailor *p, const loam_plain_field *f, loam_colour *colour)
{
    bool turned = turn_channel(p, f, ", red", &colour->r);
    turned = turn_channel(p, f, ", green", &colour->g) || turned;
    turned = turn_channel(p, f, ", blue", &colour->b) || turned;
    if (f->kind == LOAM_PLAIN_RGBA)
    {
        turned = turn_channel(p, f, ", hides", &colour->a) || turned;
    }
    return turned;
}

static bool turn_rgb(sailor *p, const loam_plain_field *f, uint32_t *rgb)
{
    loam_colour colour = loam_rgb(*rgb);
    const bool turned = turn_colour(p, f, &colour);
    *rgb = (uint32_t)colour.r << 16 | (uint32_t)colour.g << 8 | colour.b;
    return turned;
}

/// Only names that are accepted: noise of an island is never white.
static bool turn_named(sailor *p, const loam_plain_field *f, int32_t *value)
{
    const char *names[MAX_NAMES];
    int32_t values[MAX_NAMES], count = 0, now = 0;
    const int32_t current = *value;
    for (int32_t i = 0; f->next(NULL, i) != NULL && count < MAX_NAMES; i++)
    {
        *value = i;
        if (i == current || loam_isles_check(&p->wanted) == LOAM_OK)
        {
            now = i == current ? count : now;
            names[count] = f->next(NULL, i);
            values[count++] = i;
        }
    }
    char label[LABEL];
    const bool turned = ui_choice(p->r.u, label_of(label, f, ""), &now, names, count);
    *value = values[now];
    return turned;
}

static bool turn_field(sailor *p, const loam_plain_field *f, void *at)
{
    switch (f->kind)
    {
    case LOAM_PLAIN_INT:
        return turn_int(p, f, at);
    case LOAM_PLAIN_FLOAT:
    {
        char label[LABEL];
        return turn_float(p, label_of(label, f, ""), f, at);
    }
    case LOAM_PLAIN_RANGE:
    case LOAM_PLAIN_WHOLE:
        return turn_range(p, f, at);
    case LOAM_PLAIN_COLOUR:
        return turn_rgb(p, f, at);
    case LOAM_PLAIN_RGBA:
        return turn_colour(p, f, at);
    case LOAM_PLAIN_NAMED:
        return turn_named(p, f, at);
    default:
        return false;
    }
}

static bool turn_fields(sailor *p, const loam_plain_field *fields, int32_t count, void *of)
{
    bool turned = false;
    for (int32_t i = 0; i < count; i++)
    {
        turned = turn_field(p, &fields[i], (char *)of + fields[i].offset) || turned;
    }
    return turned;
}

// ---- what is turned -----------------------------------------------------------------------------

/// All but the slots and samples that places are counted in.
static bool turn_sea(sailor *p)
{
    const loam_plain_field *const fields = loam_isles_def_fields();
    bool turned = false;
    for (int32_t i = 0; i < LOAM_ISLES_DEF_FIELDS; i++)
    {
        void *const at = (char *)&p->wanted + fields[i].offset;
        turned = (fields[i].kind != LOAM_PLAIN_INT && turn_field(p, &fields[i], at)) || turned;
    }
    return turned;
}

/// A terrain of a type by its name; none stands for -1, where that may be.
static bool turn_ground(sailor *p, const char *label, const loam_isle_type *type, bool none,
                        int32_t *terrain)
{
    const char *names[LOAM_ISLE_MAX_TERRAINS + 1] = {"none"};
    int32_t now = *terrain + none;
    for (int32_t i = 0; i < type->terrain_count; i++)
    {
        names[i + none] = type->terrains[i].name;
    }
    const bool turned = ui_choice(p->r.u, label, &now, names, type->terrain_count + none);
    *terrain = now - none;
    return turned;
}

static bool turn_type(sailor *p, loam_isle_type *type)
{
    bool turned = turn_fields(p, loam_isle_type_fields(), LOAM_ISLE_TYPE_FIELDS, type);
    turned = turn_ground(p, "steep ground", type, true, &type->steep) || turned;
    return turn_ground(p, "levelled ground", type, false, &type->yard) || turned;
}

/// One that never had nodes has no numbers for them.
static bool turn_terrain(sailor *p, loam_isle_terrain *terrain)
{
    const bool has_nodes = terrain->octaves > 0;
    return turn_fields(p, loam_isle_terrain_fields(),
                       has_nodes ? LOAM_ISLE_TERRAIN_FIELDS : LOAM_ISLE_GROUND_FIELDS - 1, terrain);
}

static bool turn_kind(sailor *p, const loam_isle_type *type, loam_isle_kind *kind)
{
    const bool moved = turn_ground(p, "stands on", type, false, &kind->terrain);
    return turn_fields(p, loam_isle_kind_fields(), LOAM_ISLE_KIND_FIELDS, kind) || moved;
}

/// The type itself, one of its terrains, or one of its objects.
static bool turn_part(sailor *p, loam_isle_type *type)
{
    enum
    {
        MOST = 1 + LOAM_ISLE_MAX_TERRAINS + LOAM_ISLE_MAX_KINDS
    };
    char texts[MOST][LOAM_ISLE_MAX_NAME + 16];
    const char *names[MOST] = {"the islands"};
    const int32_t count = 1 + type->terrain_count + type->kind_count;
    for (int32_t i = 1; i < count; i++)
    {
        const bool ground = i <= type->terrain_count;
        snprintf(texts[i], sizeof texts[i], "%s: %s", ground ? "terrain" : "object",
                 ground ? type->terrains[i - 1].name
                        : type->kinds[i - 1 - type->terrain_count].name);
        names[i] = texts[i];
    }
    p->part = p->part >= count ? 0 : p->part;
    ui_choice(p->r.u, "Of them", &p->part, names, count);
    ui_push_id(p->r.u, "part", p->part);
    const int32_t kind = p->part - 1 - type->terrain_count;
    const bool turned = p->part == 0 ? turn_type(p, type)
                        : kind < 0   ? turn_terrain(p, &type->terrains[p->part - 1])
                                     : turn_kind(p, type, &type->kinds[kind]);
    ui_pop_id(p->r.u);
    return turned;
}

// ---- changes ------------------------------------------------------------------------------------

static void remember(sailor *p, const loam_isles_def *before)
{
    if (p->undo_count == SAIL_UNDOS)
    {
        memmove(p->undos, p->undos + 1, (SAIL_UNDOS - 1) * sizeof *p->undos);
        p->undo_count--;
    }
    p->undos[p->undo_count++] = *before;
}

void sail_undo(sailor *p)
{
    if (p->undo_count == 0)
    {
        roam_tell(&p->r, false, "There is nothing to undo");
        return;
    }
    p->wanted = p->undos[--p->undo_count];
    p->knobs_rest_s = 0;
    roam_tell(&p->r, false, "Undone");
}

void sail_make_usual(sailor *p)
{
    const uint64_t seed = p->wanted.seed;
    remember(p, &p->wanted);
    p->wanted = p->first;
    p->wanted.seed = seed;
    p->knobs_rest_s = 0;
}

void sail_turning(sailor *p)
{
    enum
    {
        SEA,
        WATER,
        TYPES
    };
    const char *names[TYPES + LOAM_ISLES_MAX_TYPES] = {"the sea", "the water"};
    const int32_t count = TYPES + p->wanted.type_count;
    const loam_isles_def before = p->wanted;
    for (int32_t i = TYPES; i < count; i++)
    {
        names[i] = p->wanted.types[i - TYPES].name;
    }
    p->chosen = p->chosen >= count ? 0 : p->chosen;
    ui_choice(p->r.u, "Numbers of", &p->chosen, names, count);
    const bool turned = p->chosen == SEA     ? turn_sea(p)
                        : p->chosen == WATER ? turn_fields(p, loam_sea_look_fields(),
                                                           LOAM_SEA_LOOK_FIELDS, &p->wanted.water)
                                             : turn_part(p, &p->wanted.types[p->chosen - TYPES]);
    if (!turned)
    {
        return;
    }
    if (loam_isles_check(&p->wanted) != LOAM_OK)
    {
        roam_complain(&p->r, "islands");
        p->wanted = before;
    }
    else if (p->knobs_rest_s >= SAIL_REST_S) // a slider that is pulled is one change
    {
        remember(p, &before);
    }
    p->knobs_rest_s = 0;
}
