// SPDX-License-Identifier: MIT
#include "sail/sailor.h"

#include <math.h>

// The log, as a screen: bookmarks, islands that were found; a course to any of them, or there at once.

enum
{
    SHOWN = 60, // islands, the last that were found
};

static void go(sailor *p, double x, double z)
{
    sail_travel(p, x, z);
    roam_go(&p->r, ROAM_WALK);
}

/// A row with a name and what can be done with it; whether it is to be removed.
static bool run_row(sailor *p, const char *id, int32_t index, const char *name, double x, double z,
                    bool removable)
{
    static const float shares[] = {4, 1.3f, 1.3f, 1.4f};
    char label[96];
    bool removed = false;
    snprintf(label, sizeof label, "%s  %.1f km", name,
             hypot(x - p->r.body.x, z - p->r.body.z) / 1000);
    ui_push_id(p->r.u, id, index);
    ui_columns(p->r.u, removable ? 4 : 3, shares);
    ui_label(p->r.u, label);
    if (ui_button(p->r.u, "Course"))
    {
        sail_set_target(p, x, z, name);
    }
    if (ui_button(p->r.u, "Go"))
    {
        go(p, x, z);
    }
    if (removable)
    {
        removed = ui_button(p->r.u, "Remove");
    }
    ui_columns(p->r.u, 1, NULL);
    ui_pop_id(p->r.u);
    return removed;
}

static void run_marks(sailor *p)
{
    int32_t removed = -1;
    ui_heading(p->r.u, "Bookmarks");
    if (p->book.mark_count == 0)
    {
        ui_label_coloured(p->r.u, "None yet: B bookmarks where you are.",
                          ui_get_theme(p->r.u)->text_dim);
    }
    for (int32_t i = 0; i < p->book.mark_count; i++)
    {
        const log_mark *const m = &p->book.marks[i];
        removed = run_row(p, "mark", i, m->name, (double)m->x, (double)m->z, true) ? i : removed;
    }
    if (removed >= 0)
    {
        log_book_remove_mark(&p->book, removed);
        if (log_book_save(&p->book) != LOAM_OK)
        {
            roam_complain(&p->r, "log");
        }
    }
}

static void run_isles(sailor *p)
{
    char text[64];
    const int32_t count = p->book.isle_count;
    snprintf(text, sizeof text, "%d islands found", (int)count);
    ui_heading(p->r.u, text);
    for (int32_t i = count - 1; i >= 0 && i >= count - SHOWN; i--)
    {
        const log_isle *const known = &p->book.isles[i];
        loam_isle isle;
        if (loam_isles_at(p->isles, known->slot_x, known->slot_z, &isle) == LOAM_OK &&
            isle.type >= 0)
        {
            run_row(p, "isle", i, known->name, (double)isle.x, (double)isle.z, false);
        }
    }
}

void sail_log_screen(roam *r)
{
    sailor *const p = sailor_of(r);
    ui_panel_begin(r->u, "Log", ui_centre(r->u, 600, 520));
    const bool back = ui_button(r->u, "Back");
    run_marks(p);
    run_isles(p);
    ui_panel_end(r->u);
    if (back || roam_wants_back(r, PLAY_LAND_PLACES))
    {
        roam_go(r, ROAM_WALK);
    }
}
