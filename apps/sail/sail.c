// SPDX-License-Identifier: MIT
#include "sail/sail.h"

#include "loam/export.h"
#include "sail/sailor.h"

#include <math.h>
#include <stdlib.h>

// Through an endless sea of islands by boat (Karavasilev 2021, 6.5: the showcase): what every explorer does (roam.h),
// with a voyage in the place of a walk.

static const double roadstead = 30; // m off the pier that a voyage begins

static loam_result check(roam *r)
{
    sailor *const p = sailor_of(r);
    const sail_options *const options = p->options;
    p->wanted = options->def;
    p->wanted.seed = options->at.seed;
    p->first = p->wanted;
    p->stage = LOAM_ISLE_OBJECTS;
    p->asked = voyage_usual_input();
    p->names = true;
    p->tack = 1;
    p->records = options->record != NULL;
    r->hour = options->at.minutes / 60.0;
    r->weather = (weather_kind)options->at.weather;
    const loam_result result = loam_isles_check(&p->wanted);
    return result == LOAM_OK && p->records ? loam_file_check(options->record) : result;
}

/// Off the pier that is nearest, if there is one within some slots.
static loam_result find_harbour(const sailor *p, place *at)
{
    loam_isles *isles = NULL;
    loam_isle isle;
    loam_result result = loam_isles_create(&p->r.env, &p->wanted, &isles);
    result = result == LOAM_OK ? shore_find_harbour(isles, at->x, at->z, &isle) : result;
    loam_isles_destroy(isles);
    if (result == LOAM_OK)
    {
        const loam_isle_site *const harbour = shore_harbour(&isle);
        shore_pier_end(&isle, harbour, &at->x, &at->z);
        at->x += (double)harbour->east * roadstead;
        at->z += (double)harbour->north * roadstead;
    }
    return result == LOAM_NOT_FOUND ? LOAM_OK : result;
}

static loam_result begin(roam *r)
{
    sailor *const p = sailor_of(r);
    place at = p->options->at;
    if (p->options->resumes && sail_read_last(p, &at))
    {
        p->wanted.seed = p->first.seed = at.seed;
        r->hour = at.minutes / 60.0;
        r->weather = (weather_kind)at.weather;
    }
    roam_pixels(r, &r->picture_w, &r->picture_h);
    p->view = p->options->view > 0 ? p->options->view : r->quality == QUALITY_LOW ? 6144 : 12288;
    loam_result result = p->options->finds_harbour ? find_harbour(p, &at) : LOAM_OK;
    result = result == LOAM_OK ? sail_open(p, &p->wanted, at.x, at.z) : result;
    if (!p->options->finds_harbour)
    {
        r->yaw = at.azimuth;
    }
    r->pitch = at.elevation;
    p->away = p->above = 0;
    return result;
}

/// What was asked of each step, where one was, and what was found.
static loam_result leave(roam *r)
{
    sailor *const p = sailor_of(r);
    if (log_book_save(&p->book) != LOAM_OK)
    {
        roam_complain(r, "log");
    }
    sail_write_last(p);
    roam_log(r, "end: %llu steps, hash %016llx", (unsigned long long)p->voyage.steps,
             (unsigned long long)voyage_hash(&p->voyage));
    if (p->options->record == NULL)
    {
        return LOAM_OK;
    }
    // Also what was kept of a voyage that became too long for a file.
    const loam_result result = course_write(&p->record, p->options->record);
    if (result == LOAM_OK)
    {
        roam_log(r, "record: %s", p->options->record);
    }
    return result;
}

static void end(roam *r)
{
    sailor *const p = sailor_of(r);
    if (r->paint != NULL)
    {
        sail_chart_end(p);
    }
    sail_close(p);
    log_book_free(&p->book);
    course_free(&p->record);
}

static void open_seed(roam *r, uint64_t seed)
{
    sailor *const p = sailor_of(r);
    place to = sail_here(p);
    to.seed = seed;
    sail_go(p, &to);
}

static loam_result resize(roam *r)
{
    return sea_resize(sailor_of(r)->scene, r->picture_w, r->picture_h);
}

static bool has_action(play_action action)
{
    return play_action_is_of(action, PLAY_AT_SEA) || action >= PLAY_CHART_FIRST;
}

static const roam_screen screens[] = {
    {.name = "chart", .label = "Chart", .run = sail_chart, .covers = true, .bare = true},
    {.name = "log", .label = "Log", .run = sail_log_screen},
    {.name = "growth", .label = "Growth", .run = sail_growth},
};
static const roam_kind sail_kind = {
    .program = "loam isles sail",
    .title = "The sea",
    .picture = "sea",
    .else_use = "loam isles map and loam isles view draw pictures without one",
    .growing = "The sea is growing ...",
    .help = "A sail pulls best across the wind and not at all into it: to get there, go to and fro "
            "at an angle. The arrow of the dial below shows where the wind goes to. Left and right "
            "turn the rudder, ahead and back are oars; Enter leaves the boat, too. A click on the "
            "chart sets a course, and the helm can hold it.",
    .screens = screens,
    .screen_count = sizeof screens / sizeof screens[0],
    .has_action = has_action,
    .check = check,
    .begin = begin,
    .follow = sail_follow,
    .commands = sail_commands,
    .step = sail_step,
    .resize = resize,
    .draw = sail_draw,
    .over = sail_over,
    .figures = sail_figures,
    .open_seed = open_seed,
    .leave = leave,
    .end = end,
};

int sail_run(const sail_options *options, FILE *err, bool *to_title)
{
    sailor *const p = calloc(1, sizeof *p);
    if (p == NULL)
    {
        fprintf(err, "loam isles sail: out of memory\n");
        return 1;
    }
    p->options = options;
    const roam_options in = {options->w, options->h, options->threads, options->verbose};
    const int code = roam_run(&p->r, &sail_kind, &in, err, to_title);
    free(p);
    return code;
}
