// SPDX-License-Identifier: MIT
#include "explore/explorer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Bookmarks: a file of lines, each a place, " | " and its name. Lines that cannot be read are reported and
// kept as they are in a file beside it, so that nothing is lost when the list is written again.

enum
{
    MAX_LINE = PLACE_MAX_TEXT + EXPLORE_MAX_NAME + 8
};

static void file_of(const explorer *e, const char *name, char out[PLAY_MAX_PATH + 32])
{
    snprintf(out, PLAY_MAX_PATH + 32, "%s/%s", e->r.folders.home, name);
}

static bool read_line(explorer *e, char *line)
{
    char *const bar = strchr(line, '|');
    explore_place *const to = &e->places[e->place_count];
    *to = (explore_place){.at = {.seed = e->seed, .height = 1.7, .minutes = 600}};
    if (bar == NULL || e->place_count >= EXPLORE_MAX_PLACES)
    {
        return false;
    }
    *bar = 0;
    const bool ok = place_read(line, weather_name, &to->at, NULL) == LOAM_OK;
    *bar = '|'; // as it was, for the file of what cannot be read
    snprintf(to->name, sizeof to->name, "%s", bar + 1 + strspn(bar + 1, " "));
    to->name[strcspn(to->name, "\r\n")] = 0;
    e->place_count += ok;
    return ok;
}

static void keep_damaged(explorer *e, const char *line)
{
    char path[PLAY_MAX_PATH + 32];
    file_of(e, "places-damaged.txt", path);
    FILE *const file = fopen(path, "ab");
    const bool written = file != NULL && fputs(line, file) >= 0;
    const bool closed = file != NULL && fclose(file) == 0;
    e->places_fixed = e->places_fixed || !written || !closed;
}

/// What is kept elsewhere leaves the list, or it would be found again at the next start.
static void tell_damaged(explorer *e, int32_t damaged)
{
    if (e->places_fixed)
    {
        roam_tell(&e->r, true,
                  "%d lines of places.txt are no places, and places-damaged.txt cannot be "
                  "written: bookmarks stay as they are",
                  (int)damaged);
        return;
    }
    roam_tell(&e->r, true, "%d lines of places.txt are no places; they are in places-damaged.txt",
              (int)damaged);
    if (places_write(e) != LOAM_OK)
    {
        roam_complain(&e->r, "bookmarks");
    }
}

loam_result places_read(explorer *e)
{
    char path[PLAY_MAX_PATH + 32], line[MAX_LINE];
    int32_t damaged = 0;
    file_of(e, "places.txt", path);
    e->places = calloc(EXPLORE_MAX_PLACES + 1, sizeof *e->places);
    if (e->places == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for bookmarks");
    }
    FILE *const file = fopen(path, "rb");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
    {
        if (line[0] != '\n' && !read_line(e, line))
        {
            keep_damaged(e, line);
            damaged++;
        }
    }
    if (file != NULL)
    {
        fclose(file);
    }
    if (damaged > 0)
    {
        tell_damaged(e, damaged);
    }
    return LOAM_OK;
}

loam_result places_write(const explorer *e)
{
    char path[PLAY_MAX_PATH + 32];
    file_of(e, "places.txt", path);
    if (e->places_fixed)
    {
        return loam_fail(LOAM_IO, "%s has lines that are no places and could not be kept elsewhere",
                         path);
    }
    const size_t room = (size_t)e->place_count * MAX_LINE + 1;
    char *const text = malloc(room);
    size_t size = 0;
    if (text == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for %s", path);
    }
    for (int32_t i = 0; i < e->place_count; i++)
    {
        char line[PLACE_MAX_TEXT];
        place_write(&e->places[i].at, weather_name, line);
        size += (size_t)snprintf(text + size, room - size, "%s | %s\n", line, e->places[i].name);
    }
    const loam_result result = loam_file_write(path, text, size);
    free(text);
    return result;
}

bool places_read_last(explorer *e, place *out)
{
    char path[PLAY_MAX_PATH + 32], line[PLACE_MAX_TEXT] = "";
    file_of(e, "land.txt", path);
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
    {
        return false;
    }
    const bool has_line = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    if (has_line && place_read(line, weather_name, out, NULL) == LOAM_OK)
    {
        return true;
    }
    roam_tell(&e->r, true, "land.txt says no place: another one is looked for");
    return false;
}

void places_write_last(explorer *e)
{
    char path[PLAY_MAX_PATH + 32], line[PLACE_MAX_TEXT];
    const place here = explore_here(e);
    place_write(&here, weather_name, line);
    file_of(e, "land.txt", path);
    if (loam_file_write(path, line, strlen(line)) != LOAM_OK)
    {
        loam_log_write(&e->r.env, LOAM_LOG_ERROR, "%s", loam_last_error());
    }
}

void places_mark(explorer *e)
{
    if (e->place_count >= EXPLORE_MAX_PLACES)
    {
        roam_tell(&e->r, true, "There are %d bookmarks already; remove one first",
                  EXPLORE_MAX_PLACES);
        return;
    }
    char river[EXPLORE_RIVER];
    explore_place *const to = &e->places[e->place_count++];
    to->at = explore_here(e);
    snprintf(to->name, sizeof to->name, "%s%s%s",
             e->biome >= 0 ? loam_land_biome_name(e->land, e->biome) : "somewhere",
             e->river[0] != 0 ? " by the " : "", explore_river(e, river));
    if (places_write(e) != LOAM_OK)
    {
        e->place_count--;
        roam_complain(&e->r, "bookmark");
        return;
    }
    roam_tell(&e->r, false, "Bookmarked: %s", to->name);
}

void places_remove(explorer *e, int32_t index)
{
    const explore_place gone = e->places[index];
    const size_t behind = (size_t)(e->place_count - index - 1);
    memmove(&e->places[index], &e->places[index + 1], behind * sizeof gone);
    e->place_count--;
    if (places_write(e) != LOAM_OK)
    {
        memmove(&e->places[index + 1], &e->places[index], behind * sizeof gone);
        e->places[index] = gone;
        e->place_count++;
        roam_complain(&e->r, "bookmarks");
    }
}

// ---- the screen ---------------------------------------------------------------------------------

/// A row of a bookmark; whether it is to be removed.
static bool run_place(explorer *e, int32_t index)
{
    static const float shares[2] = {4, 1};
    const explore_place *const p = &e->places[index];
    char label[EXPLORE_MAX_NAME + 64];
    snprintf(label, sizeof label, "%s  (%.0f, %.0f)", p->name, p->at.x, p->at.z);
    ui_push_id(e->r.u, "place", index);
    ui_columns(e->r.u, 2, shares);
    const bool go = ui_button(e->r.u, label);
    const bool remove = ui_button(e->r.u, "Remove");
    ui_columns(e->r.u, 1, NULL);
    ui_pop_id(e->r.u);
    if (go)
    {
        explore_stand(e, &p->at);
        roam_go(&e->r, ROAM_WALK);
    }
    return remove;
}

void places_run(roam *r)
{
    explorer *const e = explorer_of(r);
    int32_t removed = -1;
    ui_panel_begin(e->r.u, "Places", ui_centre(e->r.u, 560, 460));
    if (e->place_count == 0)
    {
        ui_label_coloured(e->r.u, "None yet: B bookmarks where you are.",
                          ui_get_theme(e->r.u)->text_dim);
    }
    for (int32_t i = 0; i < e->place_count; i++)
    {
        removed = run_place(e, i) ? i : removed;
    }
    const bool back = ui_button(e->r.u, "Back");
    ui_panel_end(e->r.u);
    if (removed >= 0)
    {
        places_remove(e, removed);
    }
    if (back || roam_wants_back(r, PLAY_LAND_PLACES))
    {
        roam_go(&e->r, ROAM_WALK);
    }
}
