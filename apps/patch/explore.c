// SPDX-License-Identifier: MIT
#include "patch/explore.h"

#include "patch/ground.h"
#include "patch/patcher.h"

#include <math.h>
#include <stdlib.h>

// The explorer of patchworks: what every explorer does (roam.h), with cells that come around whoever goes there.

// ---- beginning and ending -------------------------------------------------------------------------

static loam_result check(roam *r)
{
    patcher *const p = patcher_of(r);
    const patch_options *const options = p->options;
    p->wanted = p->first = options->def;
    p->keep = options->keep;
    p->records = options->record != NULL;
    p->noise_biome = -1;
    r->hour = 10;
    r->pitch = -6;
    loam_result result = knob_check(&p->wanted);
    result = result == LOAM_OK && p->records ? loam_file_check(options->record) : result;
    return result == LOAM_OK && p->keep != NULL ? loam_file_check(p->keep) : result;
}

static loam_result begin(roam *r)
{
    patcher *const p = patcher_of(r);
    const double spacing = (double)p->wanted.spacing;
    bool complete;
    roam_pixels(r, &r->picture_w, &r->picture_h);
    loam_result result = patch_view_create(&r->gl, r->quality, r->picture_w, r->picture_h,
                                           r->env.jobs, &p->view);
    result = result == LOAM_OK ? patch_worlds_begin(p) : result;
    if (result == LOAM_OK)
    {
        p->stay_x = p->options->x;
        p->stay_z = p->options->z;
        result = patch_cells_update(p->shown, (int64_t)floor(p->stay_x / spacing),
                                    (int64_t)floor(p->stay_z / spacing), 0, 20000, &complete);
    }
    if (result == LOAM_OK)
    {
        patch_stand(p, p->stay_x, p->stay_z);
        roam_log_open(r, p->wanted.seed);
    }
    return result;
}

/// What was seen, and where one was.
static loam_result leave(roam *r)
{
    patcher *const p = patcher_of(r);
    patch_save_kept(p);
    return p->options->record != NULL ? patch_write_record(p, p->options->record) : LOAM_OK;
}

static void end(roam *r)
{
    patcher *const p = patcher_of(r);
    patch_previews_end(p);
    patch_worlds_end(p);
    patch_view_destroy(p->view);
    free(p->record);
}

static void open_seed(roam *r, uint64_t seed)
{
    patcher *const p = patcher_of(r);
    knob_remember(&p->history, &p->wanted);
    p->wanted.seed = seed;
    p->knobs_rest_s = 1;
}

// ---- frames ---------------------------------------------------------------------------------------

static loam_result follow(roam *r, double seconds)
{
    const uint64_t start = loam_clock_ns();
    const loam_result result = patch_worlds_follow(patcher_of(r), seconds);
    r->times.update[r->times.next] = roam_ms_since(start);
    return result;
}

static loam_result resize(roam *r)
{
    return patch_view_resize(patcher_of(r)->view, r->picture_w, r->picture_h);
}

/// At the eyes or behind them, never below the ground.
static void see(patcher *p, double seconds)
{
    double eyes[3], back[3];
    roam_see(&p->r, p->r.settings.land_first, seconds, eyes, back);
    const double x = eyes[0] + back[0] * p->r.behind, z = eyes[2] + back[2] * p->r.behind;
    const double lowest = patch_ground_height(p->shown->patchwork, x, z) + 0.45;
    roam_put(&p->r.camera, x, fmax(eyes[1] + back[1] * p->r.behind, lowest), z);
}

static loam_result draw(roam *r, int32_t w, int32_t h, double seconds)
{
    patcher *const p = patcher_of(r);
    figure_box boxes[ROAM_MAX_BOXES];
    const uint64_t start = loam_clock_ns();
    see(p, seconds);
    const patch_look look = {.hour = r->hour,
                             .weather = r->weather,
                             .seconds = r->seconds,
                             .paint = p->colours,
                             .boxes = boxes,
                             .box_count = roam_figure(r, boxes)};
    const loam_result result = patch_view_draw(p->view, p->shown, &r->camera, &look);
    r->times.draw[r->times.next] = roam_ms_since(start);
    if (result == LOAM_OK)
    {
        patch_view_show(p->view, w, h);
    }
    return result;
}

// ---- what roam_kind asks for ----------------------------------------------------------------------

static bool has_action(play_action action)
{
    static const play_action all[] = {
        PLAY_LAND_AHEAD,   PLAY_LAND_BACK,   PLAY_LAND_LEFT,    PLAY_LAND_RIGHT,  PLAY_LAND_UP,
        PLAY_LAND_DOWN,    PLAY_LAND_RUN,    PLAY_LAND_GAIT,    PLAY_LAND_FLY,    PLAY_LAND_PERSON,
        PLAY_LAND_LOOK,    PLAY_LAND_LATER,  PLAY_LAND_EARLIER, PLAY_LAND_CLOCK,  PLAY_LAND_WEATHER,
        PLAY_LAND_FARTHER, PLAY_LAND_NEARER, PLAY_LAND_HIDE,    PLAY_MAP,         PLAY_PAUSE,
        PLAY_UNDO,         PLAY_SCREENSHOT,  PLAY_OVERLAY,      PLAY_FULL_SCREEN, PLAY_MENU};
    bool has = false;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    {
        has = has || all[i] == action;
    }
    return has;
}

static const roam_screen screens[] = {{.name = "knobs", .label = "Knobs", .run = patch_turning}};
static const roam_key keys[] = {{"knobs and previews", "K"},
                                {"colours: materials, parts, chunks, biomes", "C"}};

static const roam_kind patch_kind = {
    .program = "loam patchwork explore",
    .title = "The patchwork",
    .picture = "patchwork",
    .else_use = "loam patchwork view draws a picture without one",
    .growing = "The patchwork is growing ...",
    .help =
        "The mouse turns the view. K opens the knobs: what you turn is there when it has grown, "
        "and can be undone and written as a file of definitions.",
    .settings_note = "Another quality holds when you come back.",
    .screens = screens,
    .screen_count = sizeof screens / sizeof screens[0],
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .has_action = has_action,
    .check = check,
    .begin = begin,
    .follow = follow,
    .commands = patch_commands,
    .step = patch_step,
    .resize = resize,
    .draw = draw,
    .over = patch_over,
    .figures = patch_figures,
    .open_seed = open_seed,
    .leave = leave,
    .end = end,
};

int patch_run(const patch_options *options, FILE *err, bool *to_title)
{
    patcher *const p = calloc(1, sizeof *p);
    if (p == NULL)
    {
        fprintf(err, "loam patchwork explore: out of memory\n");
        return 1;
    }
    p->options = options;
    const roam_options in = {options->w, options->h, options->threads, options->verbose};
    const int code = roam_run(&p->r, &patch_kind, &in, err, to_title);
    free(p);
    return code;
}
