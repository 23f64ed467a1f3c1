// SPDX-License-Identifier: MIT
#include "explore/explorer.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Search by name on the map: what the map's view names is asked of a scout once, and what is typed chooses
// among it. Enter goes to the first hit.

enum
{
    SHOWN = 8, // hits
    MAX_TEXT = 40,
};

typedef struct search
{
    bool open, begins;
    bool writes; // the field had the focus in the last frame
    char text[MAX_TEXT];
    loam_land_feature *list; // of the view, nearest to its middle first
    int32_t count;
    scout_question asked;
    bool has_asked;
} search;

static search *get(explorer *e)
{
    if (e->search == NULL)
    {
        e->search = calloc(1, sizeof *e->search);
    }
    return e->search;
}

void search_close(explorer *e)
{
    if (e->search != NULL)
    {
        free(e->search->list);
        free(e->search);
        e->search = NULL;
    }
}

bool search_is_open(const explorer *e)
{
    return e->search != NULL && e->search->open;
}

void search_open(explorer *e)
{
    search *const s = get(e);
    if (s != NULL)
    {
        s->open = s->begins = true;
        s->text[0] = 0;
        roam_log(&e->r, "search: open");
    }
}

// ---- what there is ------------------------------------------------------------------------------

static void take_names(explorer *e, search *s)
{
    scout_answer found;
    if (!scout_take(e->scout, SCOUT_FIND, &found))
    {
        return;
    }
    if (found.result != LOAM_OK)
    {
        roam_tell(&e->r, true, "search: %s", found.message);
    }
    else
    {
        free(s->list);
        s->list = found.features;
        s->count = found.feature_count;
        found.features = NULL;
        roam_log(&e->r, "search: %d names", (int)s->count);
    }
    scout_answer_free(&found);
}

static void ask_names(explorer *e, search *s, const scout_question *map)
{
    const bool same = s->has_asked && map->x == s->asked.x && map->z == s->asked.z &&
                      map->scale == s->asked.scale && map->w == s->asked.w && map->h == s->asked.h;
    if (!same)
    {
        s->asked = *map;
        s->has_asked = true;
        scout_ask(e->scout, SCOUT_FIND, map);
    }
}

/// Whether a name has the letters that were typed, small or large, anywhere in it.
static bool has_letters(const char *name, const char *typed)
{
    const size_t length = strlen(typed);
    for (; *name != 0; name++)
    {
        size_t k = 0;
        while (k < length && tolower((unsigned char)name[k]) == tolower((unsigned char)typed[k]))
        {
            k++;
        }
        if (k == length)
        {
            return true;
        }
    }
    return length == 0;
}

/// Its name, or what it is: "peak" finds all peaks.
static bool is_hit(const search *s, const loam_land_feature *f)
{
    return has_letters(f->name, s->text) || has_letters(loam_feature_kind_name(f->kind), s->text);
}

// ---- the panel ----------------------------------------------------------------------------------

static void go_to(explorer *e, const loam_land_feature *f)
{
    place at = explore_here(e);
    at.x = (double)f->x;
    at.z = (double)f->z;
    at.height = 1.7;
    explore_stand(e, &at);
    roam_log(&e->r, "search: go to %s at %lld,%lld", f->name, (long long)f->x, (long long)f->z);
    e->search->open = false;
    roam_go(&e->r, ROAM_WALK);
}

static bool run_hit(explorer *e, const loam_land_feature *f)
{
    static const char *const ways[] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
    const double dx = (double)f->x - e->r.body.x, dz = (double)f->z - e->r.body.z;
    const int32_t way = (int32_t)floor(atan2(dx, dz) * (4 / 3.14159265358979) + 8.5) % 8;
    char label[128];
    snprintf(label, sizeof label, "%s   %s, %.0f km %s", f->name, loam_feature_kind_name(f->kind),
             sqrt(dx * dx + dz * dz) / 1000, ways[way]);
    return ui_button(e->r.u, label);
}

/// The hits as buttons; the one that is wanted, NULL for none.
static const loam_land_feature *run_hits(explorer *e, const search *s, bool enters)
{
    const loam_land_feature *wanted = NULL, *first = NULL;
    int32_t hits = 0;
    for (int32_t i = 0; i < s->count; i++)
    {
        if (is_hit(s, &s->list[i]) && hits++ < SHOWN)
        {
            first = first != NULL ? first : &s->list[i];
            ui_push_id(e->r.u, "hit", i);
            wanted = run_hit(e, &s->list[i]) ? &s->list[i] : wanted;
            ui_pop_id(e->r.u);
        }
    }
    char words[64];
    snprintf(words, sizeof words, "%d in this view%s", (int)hits,
             scout_is_busy(e->scout, SCOUT_FIND) ? "; looking ..."
             : hits > SHOWN                      ? "; type more letters"
                                                 : "");
    ui_label_coloured(e->r.u, words, ui_get_theme(e->r.u)->text_dim);
    return wanted == NULL && enters && s->text[0] != 0 ? first : wanted;
}

void search_run(explorer *e, const scout_question *map)
{
    search *const s = get(e);
    if (s == NULL || !s->open)
    {
        return;
    }
    take_names(e, s);
    ask_names(e, s, map);
    const int32_t gap = painter_scaled(e->r.paint, 12);
    ui_panel_begin(e->r.u, "Search",
                   (box){gap, painter_scaled(e->r.paint, 40), painter_scaled(e->r.paint, 380),
                         painter_scaled(e->r.paint, 480)});
    // Enter has moved the focus on by now.
    const bool enters = s->writes && (input_pressed(&e->r.now, KEY_ENTER) ||
                                      input_pressed(&e->r.now, KEY_PAD_ENTER));
    if (s->begins)
    {
        ui_focus_next(e->r.u);
        s->begins = false;
    }
    ui_text_field(e->r.u, "Name", s->text, sizeof s->text, "river, lake, range, peak ...");
    box at;
    s->writes = strcmp(ui_focus_name(e->r.u, &at), "Name") == 0;
    const loam_land_feature *const wanted = run_hits(e, s, enters);
    const bool back = ui_button(e->r.u, "Back to the map");
    ui_panel_end(e->r.u);
    if (wanted != NULL)
    {
        go_to(e, wanted);
    }
    else if (back || ui_back(e->r.u))
    {
        s->open = false;
        roam_log(&e->r, "search: closed");
    }
}

void search_forget(explorer *e)
{
    if (e->search != NULL)
    {
        e->search->has_asked = false;
        e->search->count = 0;
    }
}
