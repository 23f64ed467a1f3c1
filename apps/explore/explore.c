// SPDX-License-Identifier: MIT
#include "explore/explore.h"

#include "explore/explorer.h"

#include <math.h>
#include <stdlib.h>

// The explorer of the land: what every explorer does (roam.h), with a land, a scene of it and its inside. A frame lets
// the land grow a little, moves whoever goes through it by whole steps, and draws.

enum
{
    UPDATE_US = 3000, // of a frame, for pages that have come
};

static const double frame_budget_ms = 25; // slower frames lower the quality, if it is automatic

// ---- lands --------------------------------------------------------------------------------------

static quality_kind choose_quality(const explorer *e)
{
    return e->r.settings.land_quality == PLAY_LAND_AUTO && e->has_pace ? e->pace.now
                                                                       : roam_quality(&e->r);
}

static int64_t choose_view(const explorer *e)
{
    const int64_t usual = e->r.gl.software ? 4096 : 16384;
    const int64_t wanted = e->r.settings.land_view_m;
    return wanted == 0 ? usual : wanted < 512 ? 512 : wanted;
}

static loam_result make_scene(explorer *e, loam_land *land, scene **out)
{
    scene_def def = scene_default_def();
    roam_pixels(&e->r, &def.w, &def.h);
    def.land = land;
    def.quality = e->r.quality = choose_quality(e);
    e->pace.now = e->r.quality;
    e->has_pace = e->r.settings.land_quality == PLAY_LAND_AUTO;
    def.view = e->view_m = choose_view(e);
    def.gradual = true;
    def.jobs = e->r.env.jobs;
    def.things = !e->options->no_things;
    def.plan = e->options->plan;
    return scene_create(&def, &e->r.gl, out);
}

loam_result explore_make_land(explorer *e, const loam_land_shape *shape, loam_land **land,
                              scene **made)
{
    loam_land_def def = loam_default_land_def();
    def.env = e->r.env;
    def.seed = e->seed;
    def.shape = *shape;
    if (e->pages != NULL)
    {
        def.store = loam_page_store_back(e->pages);
    }
    const loam_result result = loam_land_create(&def, land);
    return result == LOAM_OK ? make_scene(e, *land, made) : result;
}

loam_result explore_begin_land(explorer *e)
{
    e->r.picture_w = e->r.picture_h = 0; // another scene, of whatever size
    ground_begin(&e->ground, e->land);
    if (inside_begin(e) != LOAM_OK)
    {
        roam_complain(&e->r, "the land's inside");
        inside_end(e);
    }
    return scout_create(e->land, &e->scout);
}

void explore_end_land(explorer *e)
{
    inside_end(e);
    scout_destroy(e->scout);
    previews_forget(e);
    search_forget(e);
    ground_end(&e->ground);
    scene_destroy(e->scene);
    loam_land_destroy(e->land);
    e->scout = NULL;
    e->scene = NULL;
    e->land = NULL;
}

/// The land of the seed that e->target has.
static loam_result open_land(explorer *e)
{
    roam_show_words(&e->r, e->r.kind->growing);
    atlas_close(e);
    shaping_end(e);
    explore_end_land(e);
    e->seed = e->target.seed;
    loam_result result = explore_make_land(e, &e->shape, &e->land, &e->scene);
    result = result == LOAM_OK ? explore_begin_land(e) : result;
    if (result == LOAM_OK)
    {
        roam_log_open(&e->r, e->seed);
    }
    if (result == LOAM_OK && e->seeking)
    {
        explore_seek(e);
    }
    return result;
}

// ---- beginning and ending -----------------------------------------------------------------------

/// The place to begin at: by a replay, by the options, where the player was, or by looking for one.
static void begin_place(explorer *e)
{
    const explore_options *const options = e->options;
    place at = e->r.is_replaying ? e->replay.from : options->at;
    const bool was_here = !e->r.is_replaying && options->resumes && places_read_last(e, &at);
    explore_stand(e, &at);
    e->seeking = !options->has_place && !e->r.is_replaying && !was_here;
}

static loam_result check(roam *r)
{
    explorer *const e = explorer_of(r);
    const explore_options *const options = e->options;
    e->shape = e->wanted_shape = e->next_shape = options->shape;
    e->inside.numbers = e->wanted_inside = options->inside;
    e->world = options->world;
    e->inside.per_m = options->voxel_m < 1 ? 2 : 1;
    e->inside.is_locked = options->record != NULL || options->replay != NULL;
    loam_result result = options->record != NULL ? loam_file_check(options->record) : LOAM_OK;
    if (result == LOAM_OK && options->replay != NULL)
    {
        result = inputs_read(options->replay, weather_name, &e->replay);
        r->is_replaying = result == LOAM_OK;
    }
    return result;
}

/// Without it all grows as if it were the first time, which is said and no more.
static void open_pages(explorer *e)
{
    char path[PLAY_MAX_PATH + 16];
    loam_page_store_def def = loam_default_page_store_def();
    snprintf(path, sizeof path, "%s/land.pages", e->r.folders.home);
    def.env = e->r.env;
    def.path = path;
    if (loam_page_store_open(&def, &e->pages) != LOAM_OK)
    {
        roam_log(&e->r, "pages are not kept: %s", loam_last_error());
    }
}

static loam_result begin(roam *r)
{
    explorer *const e = explorer_of(r);
    open_pages(e);
    const loam_result result = places_read(e);
    begin_place(e);
    return result == LOAM_OK ? open_land(e) : result;
}

static loam_result write_record(explorer *e)
{
    const char *const path = e->options->record;
    if (path == NULL || e->r.body.steps == 0)
    {
        return LOAM_OK;
    }
    const loam_result result = inputs_write(&e->record, weather_name, path);
    if (result == LOAM_OK)
    {
        roam_log(&e->r, "record: %s, %llu steps, ended at %.3f,%.3f, hash %016llx", path,
                 (unsigned long long)e->r.body.steps, e->r.body.x, e->r.body.z,
                 (unsigned long long)walker_hash(&e->r.body));
    }
    return result;
}

static loam_result leave(roam *r)
{
    explorer *const e = explorer_of(r);
    if (e->filming)
    {
        film_toggle(e);
    }
    if (!e->seeking) // who has not arrived yet goes on to there
    {
        places_write_last(e);
    }
    return write_record(e);
}

static void end(roam *r)
{
    explorer *const e = explorer_of(r);
    atlas_close(e);
    previews_close(e);
    search_close(e);
    paths_close(e);
    shaping_end(e);
    explore_end_land(e);
    loam_page_store_close(e->pages);
    inputs_free(&e->record);
    inputs_free(&e->replay);
    free(e->places);
    free(e->stops);
}

static void open_seed(roam *r, uint64_t seed)
{
    explorer *const e = explorer_of(r);
    const place from = {.seed = seed,
                        .height = 1.7,
                        .minutes = (int32_t)(r->hour * 60) % 1440,
                        .weather = (int32_t)r->weather,
                        .day = e->day};
    explore_stand(e, &from);
    e->seeking = true; // asked when its scout is there
}

// ---- frames -------------------------------------------------------------------------------------

static loam_result follow(roam *r, double seconds)
{
    explorer *const e = explorer_of(r);
    const loam_result result = e->target.seed != e->seed ? open_land(e) : LOAM_OK;
    film_follow(e, seconds);
    r->quitting = r->quitting || (e->options->quit_after && e->replay_ended);
    return result == LOAM_OK ? shaping_follow(e, seconds) : result;
}

static loam_result resize(roam *r)
{
    return scene_resize(explorer_of(r)->scene, r->picture_w, r->picture_h);
}

static void note_cost(explorer *e, int32_t part, float ms)
{
    const float share = e->r.frames < 20 ? 0.5f : 0.05f; // of a frame in the mean
    e->costs[part] += (ms - e->costs[part]) * share;
}

static void note_scene_costs(explorer *e)
{
    const scene_counters count = scene_count(e->scene);
    for (int32_t i = 0; i < SCENE_PARTS; i++)
    {
        note_cost(e, i, (float)count.part_ns[i] * 1e-6f);
    }
    note_cost(e, EXPLORE_CARD, (float)(count.draw_ns - count.hand_ns) * 1e-6f);
    note_cost(e, EXPLORE_INTERFACE, e->r.times.interface);
}

/// The scene has not come to the quality that was wanted.
static void fall_back(explorer *e)
{
    roam_complain(&e->r, "quality");
    e->r.quality = scene_quality(e->scene);
    e->pace = (quality_pace){.now = e->r.quality};
    e->r.settings.land_quality = (play_land_quality)((int32_t)e->r.quality + 1);
}

/// The old one is shown until the new one is there.
static void set_quality(explorer *e, quality_kind kind, const char *why)
{
    e->r.quality = kind;
    e->quality_why = why;
    e->quality_start = loam_clock_ns();
    if (scene_set_quality(e->scene, kind) != LOAM_OK)
    {
        fall_back(e);
        e->quality_why = NULL;
    }
}

/// After scene_update: tells when a quality that was set is there.
static void note_quality(explorer *e)
{
    if (scene_is_changing(e->scene))
    {
        return;
    }
    if (scene_quality(e->scene) != e->r.quality)
    {
        fall_back(e);
    }
    else if (e->quality_why != NULL)
    {
        roam_log(&e->r, "quality: %s, %s, made in %.1f ms", quality_name((int32_t)e->r.quality),
                 e->quality_why, (double)roam_ms_since(e->quality_start));
    }
    e->quality_why = NULL;
}

/// The quality that the settings say. Frames that take too long lower an automatic one, those with much room raise it;
/// not while something else than the land's picture takes time.
static void follow_quality(explorer *e)
{
    const play_land_quality wanted = e->r.settings.land_quality;
    const bool counts = !e->arriving && !e->seeking && e->next_scene == NULL &&
                        !scene_is_changing(e->scene);
    if (e->r.screen != ROAM_WALK)
    {
        return; // it is still being chosen
    }
    e->has_pace = wanted == PLAY_LAND_AUTO;
    if (!e->has_pace)
    {
        e->pace = (quality_pace){.now = (quality_kind)((int32_t)wanted - 1)};
        if (e->pace.now != e->r.quality)
        {
            set_quality(e, e->pace.now, "as the settings say");
        }
    }
    else if (counts && quality_follow(&e->pace, (double)e->r.times.work, frame_budget_ms))
    {
        set_quality(e, e->pace.now, "by the time that frames take");
    }
}

/// The figure, unless nobody stands there yet.
static void show_body(explorer *e)
{
    figure_box boxes[ROAM_MAX_BOXES];
    scene_set_boxes(e->scene, boxes, e->arriving ? 0 : roam_figure(&e->r, boxes));
}

static loam_result draw(roam *r, int32_t w, int32_t h, double seconds)
{
    explorer *const e = explorer_of(r);
    const camera viewer = explore_viewer(e);
    const uint64_t start = loam_clock_ns();
    scene_look look = {.hour = r->hour,
                       .weather = r->weather,
                       .day = e->day,
                       .seconds = r->seconds,
                       .exposure = (float)e->exposure,
                       .fog = (float)e->fog};
    explore_look_around(e);
    loam_result result = inside_update(e);
    follow_quality(e);
    result = result == LOAM_OK ? scene_update(e->scene, &viewer, UPDATE_US, NULL) : result;
    note_quality(e);
    explore_see(e, seconds);
    r->times.update[r->times.next] = roam_ms_since(start);
    note_cost(e, EXPLORE_UPDATE, roam_ms_since(start));
    r->times.draw[r->times.next] = 0;
    if (result != LOAM_OK || roam_is_covered(r))
    {
        return result; // nobody would see it
    }
    const uint64_t middle = loam_clock_ns();
    show_body(e);
    inside_light(e, &look);
    look.under_water = explore_is_eye_wet(e);
    result = scene_draw(e->scene, &r->camera, &look);
    r->times.draw[r->times.next] = roam_ms_since(middle);
    note_scene_costs(e);
    if (result == LOAM_OK)
    {
        scene_show(e->scene, w, h);
    }
    return result;
}

// ---- what roam_kind asks for --------------------------------------------------------------------

static bool has_action(play_action action)
{
    return play_action_is_of(action, PLAY_IN_LAND) && action != PLAY_REPLAY;
}

static bool ask_settings(roam *r)
{
    static const char *const forms[] = {"auto", "surface", "smooth", "blocks"};
    play_settings *const s = &r->settings;
    int32_t view = s->land_view_m / 1024;
    bool changed = ui_slider(r->u, "Next land: km of view (0: auto)", &view, 0, 64, 1, "%d");
    changed = ui_choice(r->u, "Next land: inside", &s->land_form, forms, 4) || changed;
    s->land_view_m = view * 1024;
    return changed;
}

static const roam_screen screens[] = {
    {.name = "atlas", .label = "Map", .run = atlas_run, .covers = true},
    {.name = "places", .label = "Places", .run = places_run},
    {.name = "shape", .label = "Shape of the land", .run = shaping_run},
    {.name = "photo", .label = "Photograph", .run = photo_run, .bare = true},
    {.name = "paths", .label = "Paths", .run = paths_run},
    {.name = "time", .label = "Time and weather", .run = time_run},
};

static const roam_kind land_kind = {
    .program = "loam land explore",
    .title = "The land",
    .picture = "land",
    .else_use = "loam land view draws pictures of the land without one, loam land map draws maps",
    .growing = "The land is growing ...",
    .help =
        "The mouse turns the view. What is far is coarse at first and becomes finer; keys can be "
        "changed in the settings of the tile world.",
    .has_climate = true,
    .screens = screens,
    .screen_count = sizeof screens / sizeof screens[0],
    .has_action = has_action,
    .check = check,
    .begin = begin,
    .follow = follow,
    .commands = explore_commands,
    .ready = explore_ready,
    .step = explore_step,
    .resize = resize,
    .draw = draw,
    .over = explore_over,
    .figures = explore_figures,
    .ask_settings = ask_settings,
    .open_seed = open_seed,
    .leave = leave,
    .end = end,
};

int explore_run(const explore_options *options, FILE *err, bool *to_title)
{
    explorer *const e = calloc(1, sizeof *e);
    if (e == NULL)
    {
        fprintf(err, "loam land explore: out of memory\n");
        return 1;
    }
    e->options = options;
    const roam_options in = {options->w, options->h, options->threads, options->verbose};
    const int code = roam_run(&e->r, &land_kind, &in, err, to_title);
    free(e);
    return code;
}
