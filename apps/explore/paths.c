// SPDX-License-Identifier: MIT
#include "explore/explorer.h"

#include "place/path.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Paths that were recorded (F9): a list of files, and of the chosen one its stops, which can be gone to, moved
// and removed. Every change is written at once. Playing shows the path as a flight.

enum
{
    MAX_FILES = 100,
    MAX_FILE_NAME = 80,
    STOPS_SHOWN = 200,
};

static const double stop_s = 0.5; // from one to the next, as they are recorded

typedef struct paths
{
    bool is_listed;
    char files[MAX_FILES][MAX_FILE_NAME]; // without .json
    int32_t file_count;
    int32_t chosen; // -1: none
    char name[PLAY_MAX_WORLD_NAME];
    place stops[PATH_MAX_STOPS];
    int32_t stop_count;
    bool playing;
    double played_s;
} paths;

static paths *get(explorer *e)
{
    if (e->paths == NULL)
    {
        e->paths = calloc(1, sizeof *e->paths);
    }
    return e->paths;
}

void paths_close(explorer *e)
{
    free(e->paths);
    e->paths = NULL;
}

static void path_of(const explorer *e, const char *name, char out[2 * PLAY_MAX_PATH])
{
    snprintf(out, 2 * PLAY_MAX_PATH, "%s/%s.json", e->r.folders.clips, name);
}

// ---- the files ----------------------------------------------------------------------------------

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void list_files(explorer *e, paths *p)
{
    DIR *const folder = opendir(e->r.folders.clips);
    struct dirent *found;
    p->file_count = 0;
    p->chosen = -1;
    p->is_listed = true;
    while (folder != NULL && p->file_count < MAX_FILES && (found = readdir(folder)) != NULL)
    {
        const size_t length = strlen(found->d_name);
        if (length > 5 && length < MAX_FILE_NAME && found->d_name[0] != '.' &&
            strcmp(found->d_name + length - 5, ".json") == 0)
        {
            snprintf(p->files[p->file_count++], MAX_FILE_NAME, "%.*s", (int)(length - 5),
                     found->d_name);
        }
    }
    if (folder != NULL)
    {
        closedir(folder);
    }
    qsort(p->files, (size_t)p->file_count, sizeof p->files[0], by_name);
}

static void choose_file(explorer *e, paths *p, int32_t index)
{
    char path[2 * PLAY_MAX_PATH];
    const place first = explore_here(e);
    path_of(e, p->files[index], path);
    if (path_read(path, weather_name, &first, p->stops, &p->stop_count) != LOAM_OK)
    {
        roam_complain(&e->r, "path");
        return;
    }
    p->chosen = index;
    snprintf(p->name, sizeof p->name, "%.63s", p->files[index]);
    roam_log(&e->r, "path: %d stops", (int)p->stop_count);
}

static void write_path(explorer *e, paths *p)
{
    char path[2 * PLAY_MAX_PATH];
    path_of(e, p->files[p->chosen], path);
    if (path_write(path, weather_name, p->stops, p->stop_count) != LOAM_OK)
    {
        roam_complain(&e->r, "path");
        choose_file(e, p, p->chosen); // as the file still is
    }
}

static void rename_file(explorer *e, paths *p)
{
    char from[2 * PLAY_MAX_PATH], to[2 * PLAY_MAX_PATH];
    path_of(e, p->files[p->chosen], from);
    path_of(e, p->name, to);
    if (play_check_world_name(p->name) != LOAM_OK)
    {
        roam_complain(&e->r, "name");
    }
    else if (access(to, F_OK) == 0)
    {
        roam_tell(&e->r, true, "There is a path called %s already", p->name);
    }
    else if (rename(from, to) != 0)
    {
        roam_tell(&e->r, true, "%s cannot be renamed: %s", from, strerror(errno));
    }
    else
    {
        roam_tell(&e->r, false, "The path is called %s now", p->name);
        list_files(e, p);
    }
}

static void delete_file(explorer *e, paths *p)
{
    char path[2 * PLAY_MAX_PATH];
    path_of(e, p->files[p->chosen], path);
    if (remove(path) != 0)
    {
        roam_tell(&e->r, true, "%s cannot be deleted: %s", path, strerror(errno));
        return;
    }
    roam_tell(&e->r, false, "Deleted: %s", p->files[p->chosen]);
    list_files(e, p);
}

// ---- playing ------------------------------------------------------------------------------------

static double mix(double a, double b, double t)
{
    return a + (b - a) * t;
}

static place place_at(const paths *p, double stop)
{
    const int32_t last = p->stop_count - 1, i = (int32_t)fmin(stop, last);
    const place *const a = &p->stops[i], *const b = &p->stops[i < last ? i + 1 : last];
    const double t = stop - i;
    place at = *a;
    at.x = mix(a->x, b->x, t);
    at.z = mix(a->z, b->z, t);
    at.height = mix(a->height, b->height, t);
    at.azimuth = a->azimuth + remainder(b->azimuth - a->azimuth, 360) * t;
    at.elevation = mix(a->elevation, b->elevation, t);
    return at;
}

bool paths_follow(explorer *e, double seconds)
{
    paths *const p = e->paths;
    if (p == NULL || !p->playing)
    {
        return false;
    }
    p->played_s += seconds;
    const double stop = p->played_s / stop_s;
    const bool leaves = e->r.screen != ROAM_WALK ||
                        play_pressed(&e->r.settings.bindings, &e->r.now, PLAY_LAND_AHEAD);
    const place at = place_at(p, fmin(stop, p->stop_count - 1));
    explore_stand(e, &at);
    if (stop >= p->stop_count - 1 || leaves)
    {
        p->playing = false;
        roam_tell(&e->r, false, "The path has ended");
    }
    return true;
}

// ---- the screen ---------------------------------------------------------------------------------

/// A stop: its place, and what can be done with it. Whether the path has changed.
static bool run_stop(explorer *e, paths *p, int32_t i)
{
    static const float shares[4] = {4, 1, 1, 1.4f};
    char label[96];
    bool changed = false;
    const place *const at = &p->stops[i];
    snprintf(label, sizeof label, "%d: %.0f, %.0f", (int)i + 1, at->x, at->z);
    ui_push_id(e->r.u, "stop", i);
    ui_columns(e->r.u, 4, shares);
    const bool go = ui_button(e->r.u, label);
    const bool up = ui_button_enabled(e->r.u, "Up", i > 0);
    const bool down = ui_button_enabled(e->r.u, "Down", i + 1 < p->stop_count);
    const bool removed = ui_button_enabled(e->r.u, "Remove", p->stop_count > 1);
    ui_columns(e->r.u, 1, NULL);
    ui_pop_id(e->r.u);
    if (go)
    {
        explore_stand(e, at);
        roam_go(&e->r, ROAM_WALK);
    }
    if (up || down)
    {
        const int32_t other = up ? i - 1 : i + 1;
        const place kept = p->stops[other];
        p->stops[other] = p->stops[i];
        p->stops[i] = kept;
        changed = true;
    }
    if (removed)
    {
        memmove(&p->stops[i], &p->stops[i + 1],
                (size_t)(p->stop_count - i - 1) * sizeof p->stops[0]);
        p->stop_count--;
        changed = true;
    }
    return changed;
}

static void run_chosen(explorer *e, paths *p)
{
    ui_text_field(e->r.u, "Name", p->name, sizeof p->name, "any text");
    ui_columns(e->r.u, 3, NULL);
    const bool plays = ui_button(e->r.u, "Play");
    const bool renames = ui_button(e->r.u, "Rename");
    const bool deletes = ui_button(e->r.u, "Delete");
    ui_columns(e->r.u, 1, NULL);
    bool changed = false;
    for (int32_t i = 0; i < p->stop_count && i < STOPS_SHOWN && !changed; i++)
    {
        changed = run_stop(e, p, i);
    }
    if (changed)
    {
        write_path(e, p);
        roam_log(&e->r, "path: %d stops", (int)p->stop_count);
    }
    if (plays)
    {
        p->playing = true;
        p->played_s = 0;
        roam_go(&e->r, ROAM_WALK);
        roam_log(&e->r, "path: plays");
    }
    else if (renames)
    {
        rename_file(e, p);
    }
    else if (deletes)
    {
        delete_file(e, p);
    }
}

static void run_files(explorer *e, paths *p)
{
    if (p->file_count == 0)
    {
        ui_label_coloured(e->r.u, "None yet: F9 begins and ends one.",
                          ui_get_theme(e->r.u)->text_dim);
    }
    for (int32_t i = 0; i < p->file_count; i++)
    {
        ui_push_id(e->r.u, "path", i);
        if (ui_button(e->r.u, p->files[i]))
        {
            choose_file(e, p, i);
        }
        ui_pop_id(e->r.u);
    }
}

void paths_run(roam *r)
{
    explorer *const e = explorer_of(r);
    paths *const p = get(e);
    if (p == NULL)
    {
        roam_tell(&e->r, true, "There is no memory for paths");
        roam_go(&e->r, ROAM_PAUSE);
        return;
    }
    if (!p->is_listed)
    {
        list_files(e, p);
    }
    ui_panel_begin(e->r.u, "Paths", ui_centre(e->r.u, 520, 460));
    p->chosen >= 0 ? run_chosen(e, p) : run_files(e, p);
    const bool back = ui_button(e->r.u, "Back");
    ui_panel_end(e->r.u);
    if (back || ui_back(e->r.u))
    {
        const bool inner = p->chosen >= 0;
        p->chosen = -1;
        p->is_listed = inner;
        roam_go(&e->r, inner ? EXPLORE_PATHS : ROAM_PAUSE);
    }
    p->is_listed = p->is_listed && e->r.screen == EXPLORE_PATHS;
}
