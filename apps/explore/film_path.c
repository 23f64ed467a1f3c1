// SPDX-License-Identifier: MIT
#include "explore/explorer.h"

#include "place/path.h"

#include <stdlib.h>
#include <string.h>

// F9: while one goes, a stop every half second; then a file for loam land view --path, which draws the film in
// any quality.

static const double stop_s = 0.5;

static void end_film(explorer *e)
{
    char path[PLAY_MAX_PATH];
    e->filming = false;
    loam_result result = play_fresh_path(e->r.folders.clips, "path", "json", path);
    result = result == LOAM_OK ? path_write(path, weather_name, e->stops, e->stop_count) : result;
    if (result != LOAM_OK)
    {
        roam_complain(&e->r, "path");
        return;
    }
    roam_tell(&e->r, false, "Path of %d stops: %s", (int)e->stop_count, path);
    roam_log(&e->r, "path: loam land view --seed %llu --path %s --frames %d --record film.mp4",
             (unsigned long long)e->seed, path, (int)((e->stop_count - 1) * 15 + 1));
}

void film_toggle(explorer *e)
{
    if (e->filming)
    {
        end_film(e);
        return;
    }
    e->stops = e->stops != NULL ? e->stops : malloc(EXPLORE_MAX_STOPS * sizeof *e->stops);
    if (e->stops == NULL || e->arriving)
    {
        roam_tell(&e->r, true, "A path cannot begin now");
        return;
    }
    e->stop_count = 0;
    e->next_stop_s = 0;
    e->filming = true;
    roam_tell(&e->r, false, "A path begins; F9 ends it");
}

void film_follow(explorer *e, double seconds)
{
    if (!e->filming || e->arriving)
    {
        return;
    }
    e->next_stop_s -= seconds;
    if (e->next_stop_s <= 0)
    {
        e->stops[e->stop_count++] = explore_here(e);
        e->next_stop_s += stop_s;
        e->next_stop_s = e->next_stop_s < 0 ? 0 : e->next_stop_s;
    }
    if (e->stop_count == EXPLORE_MAX_STOPS)
    {
        end_film(e);
    }
}
