// SPDX-License-Identifier: MIT
#include "cave/explore.h"

#include "cave/caver.h"
#include "cave/eye.h"
#include "loam/export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The explorer of caves: what every explorer does (roam.h), in rock that is grown by knobs.

enum
{
    FIRST_US = 3000000, // for chunks before the first picture
};

// ---- beginning and ending -------------------------------------------------------------------------

static loam_result check(roam *r)
{
    caver *const c = caver_of(r);
    c->at = c->options->at;
    return cave_plan_check(&c->at.plan);
}

static void file_of(const caver *c, char out[PLAY_MAX_PATH + 32])
{
    snprintf(out, PLAY_MAX_PATH + 32, "%s/cave-place.txt", c->r.folders.home);
}

/// Where the player left, if there is such a file; one that cannot be read is told of and left alone.
static void resume(caver *c)
{
    char path[PLAY_MAX_PATH + 32], line[CAVE_PLACE_MAX];
    file_of(c, path);
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
    {
        return;
    }
    if (fgets(line, sizeof line, file) == NULL || cave_place_read(line, &c->at) != LOAM_OK)
    {
        roam_complain(&c->r, path);
    }
    fclose(file);
}

static void remember(caver *c)
{
    char path[PLAY_MAX_PATH + 32], line[CAVE_PLACE_MAX + 1];
    const cave_place here = caver_here(c);
    file_of(c, path);
    cave_place_write(&here, line);
    const size_t length = strlen(line);
    line[length] = '\n';
    if (loam_file_write(path, line, length + 1) != LOAM_OK)
    {
        roam_log(&c->r, "%s", loam_last_error());
    }
}

static void take_place(caver *c)
{
    c->wanted = c->first = c->at.plan;
    c->lamp = (float)c->at.lamp;
    c->r.hour = c->at.minutes / 60.0;
    c->r.weather = (weather_kind)c->at.weather;
    c->adapted = 1;
}

static loam_result begin(roam *r)
{
    caver *const c = caver_of(r);
    bool complete;
    roam_pixels(r, &r->picture_w, &r->picture_h);
    if (c->options->resumes)
    {
        resume(c);
    }
    take_place(c);
    loam_result result = cave_scene_create(&r->gl, r->quality, r->picture_w, r->picture_h,
                                           r->env.jobs, &c->scene);
    result = result == LOAM_OK ? caver_worlds_begin(c) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    caver_stand(c, &c->at);
    roam_put(&r->camera, r->body.x, r->body.y + r->raise, r->body.z);
    result = cave_chunks_update(c->scene, c->shown->chunks, &r->camera, FIRST_US, true, &complete);
    if (result == LOAM_OK)
    {
        roam_log_open(r, c->wanted.seed);
    }
    return result;
}

static loam_result leave(roam *r)
{
    caver *const c = caver_of(r);
    caver_end_walk(c);
    remember(c);
    return LOAM_OK;
}

static void end(roam *r)
{
    caver *const c = caver_of(r);
    caver_pictures_end(c);
    caver_worlds_end(c);
    cave_scene_destroy(c->scene);
    inputs_free(&c->walk);
}

static void open_seed(roam *r, uint64_t seed)
{
    caver *const c = caver_of(r);
    cave_plan plan = c->wanted;
    plan.seed = seed;
    caver_want(c, &plan);
    c->knobs_rest_s = 1;
}

// ---- frames ---------------------------------------------------------------------------------------

static loam_result follow(roam *r, double seconds)
{
    const uint64_t start = loam_clock_ns();
    const loam_result result = caver_worlds_follow(caver_of(r), seconds);
    r->times.update[r->times.next] = roam_ms_since(start);
    return result;
}

static loam_result resize(roam *r)
{
    return cave_scene_resize(caver_of(r)->scene, r->picture_w, r->picture_h);
}

/// At the eyes or behind them, as far back as there is no rock.
static void see(caver *c, double seconds, double eyes[3])
{
    double back[3];
    roam *const r = &c->r;
    roam_see(r, r->settings.land_first, seconds, eyes, back);
    const double length = sqrt(back[0] * back[0] + back[1] * back[1] + back[2] * back[2]);
    const double way[3] = {back[0] / length, back[1] / length, back[2] / length};
    const double far = r->behind < 0.05
                           ? 0
                           : cave_free_way(&c->shown->rock, eyes, way, r->behind * length);
    roam_put(&r->camera, eyes[0] + way[0] * far, eyes[1] + way[1] * far, eyes[2] + way[2] * far);
    r->behind = fmin(r->behind, far);
}

static loam_result draw(roam *r, int32_t w, int32_t h, double seconds)
{
    caver *const c = caver_of(r);
    figure_box boxes[ROAM_MAX_BOXES];
    double eyes[3];
    const uint64_t start = loam_clock_ns();
    see(c, seconds, eyes);
    const double dark = (double)cave_darkness(&c->shown->rock, eyes[0], eyes[1], eyes[2]);
    c->adapted = dark + (c->adapted - dark) * exp(-2.5 * seconds); // eyes take a while
    cave_look look = {.hour = r->hour,
                      .weather = r->weather,
                      .seconds = r->seconds,
                      .lamp = c->lamp,
                      .adapted = (float)c->adapted,
                      .boxes = boxes,
                      .box_count = r->behind > 0.8 ? roam_figure(r, boxes) : 0};
    cave_lamp_at(&r->camera, eyes, r->yaw, look.lamp_at);
    const loam_result result = cave_scene_draw(c->scene, c->shown->chunks, &r->camera, &look);
    r->times.draw[r->times.next] = roam_ms_since(start);
    if (result == LOAM_OK)
    {
        cave_scene_show(c->scene, w, h);
    }
    return result;
}

// ---- what roam_kind asks for ----------------------------------------------------------------------

static bool has_action(play_action action)
{
    static const play_action all[] = {
        PLAY_LAND_AHEAD,   PLAY_LAND_BACK,   PLAY_LAND_LEFT,    PLAY_LAND_RIGHT, PLAY_LAND_UP,
        PLAY_LAND_DOWN,    PLAY_LAND_RUN,    PLAY_LAND_GAIT,    PLAY_LAND_FLY,   PLAY_LAND_PERSON,
        PLAY_LAND_LOOK,    PLAY_LAND_LATER,  PLAY_LAND_EARLIER, PLAY_LAND_CLOCK, PLAY_LAND_WEATHER,
        PLAY_LAND_FARTHER, PLAY_LAND_NEARER, PLAY_LAND_HIDE,    PLAY_LAND_LAMP,  PLAY_LAND_COPY,
        PLAY_LAND_PASTE,   PLAY_MAP,         PLAY_PAUSE,        PLAY_UNDO,       PLAY_SCREENSHOT,
        PLAY_CLIP,         PLAY_OVERLAY,     PLAY_FULL_SCREEN,  PLAY_MENU};
    bool has = false;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    {
        has = has || all[i] == action;
    }
    return has;
}

static const roam_screen screens[] = {{.name = "knobs", .label = "Knobs", .run = caver_turning}};
static const roam_key keys[] = {{"knobs of the automaton", "K"},
                                {"watch it grow, all steps", "N"},
                                {"the next step of growing", "B"},
                                {"back to the beginning", "Home"}};

static const roam_kind caver_kind = {
    .program = "loam cave explore",
    .title = "The cave",
    .picture = "cave",
    .else_use = "loam cave view draws a picture without one",
    .growing = "The cave is growing ...",
    .help = "The mouse turns the view. K opens the knobs: the cave that you turn is there when it "
            "has grown. N shows how it grows, step by step. The arrow above points to the way out, "
            "round corners. F9 records a walk, for loam cave view --walk.",
    .settings_note = "Another quality holds when you come back.",
    .screens = screens,
    .screen_count = sizeof screens / sizeof screens[0],
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .has_action = has_action,
    .check = check,
    .begin = begin,
    .follow = follow,
    .commands = caver_commands,
    .step = caver_step,
    .resize = resize,
    .draw = draw,
    .over = caver_over,
    .figures = caver_figures,
    .open_seed = open_seed,
    .leave = leave,
    .end = end,
};

int caver_run(const caver_options *options, FILE *err, bool *to_title)
{
    caver *const c = calloc(1, sizeof *c);
    if (c == NULL)
    {
        fprintf(err, "loam cave explore: out of memory\n");
        return 1;
    }
    c->options = options;
    const roam_options in = {options->w, options->h, options->threads, options->verbose};
    const int code = roam_run(&c->r, &caver_kind, &in, err, to_title);
    free(c);
    return code;
}
