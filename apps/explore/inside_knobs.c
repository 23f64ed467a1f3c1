// SPDX-License-Identifier: MIT
#include "explore/explorer.h"

#include "loam/defs.h"
#include "loam/export.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Knobs of the land's inside, from the same tables as checks and files. When they rest the voxels around the walker grow
// anew; the surface and all that stands on it stays.

enum
{
    STEPS = 100, // of a knob's way, for sliders, which have whole numbers
};

/// What people want to turn knobs to; tables say what is accepted.
static double usual_high(const loam_plain_field *f, double usual)
{
    const double high = usual > 0 ? 5 * usual : f->high;
    return f->high <= 1 || high > f->high ? f->high : high;
}

static bool turn_number(explorer *e, const loam_plain_field *f, double usual, float *value)
{
    const double high = usual_high(f, usual), span = high - f->low;
    int32_t at = (int32_t)lround(((double)*value - f->low) / span * STEPS);
    char text[32]; // a format without a number: the slider's own, in steps, says nothing
    snprintf(text, sizeof text, "%.3g", (double)*value);
    const bool turned = ui_slider(e->r.u, f->name, &at, 0, STEPS, 1, text);
    *value = turned ? (float)(f->low + span * at / STEPS) : *value;
    return turned;
}

bool inside_knobs_run(explorer *e, int32_t part)
{
    const loam_inside usual = loam_default_inside(), before = e->wanted_inside;
    const loam_inside_part *const of = &loam_inside_parts()[part];
    bool turned = false;
    for (int32_t i = 0; i < of->field_count; i++)
    {
        const loam_plain_field *const f = &of->fields[i];
        void *const at = (char *)&e->wanted_inside + of->offset + f->offset;
        turned = (f->kind == LOAM_PLAIN_FLAG
                      ? ui_toggle(e->r.u, f->name, at)
                      : turn_number(e, f, loam_inside_number(&usual, part, i), at)) ||
                 turned;
    }
    if (turned && loam_inside_check(&e->wanted_inside) != LOAM_OK)
    {
        roam_complain(&e->r, "inside");
        e->wanted_inside = before;
    }
    return turned;
}

void inside_knobs_reset(explorer *e, int32_t part)
{
    const loam_inside usual = loam_default_inside();
    const loam_inside_part *const of = &loam_inside_parts()[part];
    for (int32_t i = 0; i < of->field_count; i++)
    {
        const size_t at = of->offset + of->fields[i].offset;
        const size_t size = of->fields[i].kind == LOAM_PLAIN_FLAG ? sizeof(bool) : sizeof(float);
        memcpy((char *)&e->wanted_inside + at, (const char *)&usual + at, size);
    }
}

void inside_knobs_keep(explorer *e)
{
    char path[PLAY_MAX_PATH];
    char *text = NULL;
    size_t size = 0;
    loam_result result = play_fresh_path(e->r.folders.home, "inside", "json", path);
    result = result == LOAM_OK ? loam_inside_write(&e->r.env, &e->wanted_inside, &text, &size)
                               : result;
    result = result == LOAM_OK ? loam_file_write(path, text, size) : result;
    loam_free(&e->r.env, text, size + 1);
    result == LOAM_OK ? roam_tell(&e->r, false, "Inside: %s", path)
                      : roam_complain(&e->r, "inside");
}
