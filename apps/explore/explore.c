// SPDX-License-Identifier: MIT
#include "explore/explore.h"

#include "explore/explorer.h"
#include "gl/painter_gl.h"
#include "play/app.h"
#include "window/signals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The program: a window with OpenGL, a land, a scene of it, and frames until somebody leaves. A frame lets
// the land grow a little, moves whoever goes through it by whole steps, and draws.

enum
{
    UPDATE_US = 3000, // of a frame, for pages that have come
    SETTINGS_REST_FRAMES = 100,
};

static const double frame_budget_ms = 25; // slower frames lower the quality, if it is automatic

typedef struct explore_log_to
{
    FILE *err;
    bool verbose;
} explore_log_to;

static void write_log(void *user, loam_log_level level, const char *line)
{
    const explore_log_to *const to = user;
    if (to->verbose || level >= LOAM_LOG_ERROR)
    {
        fprintf(to->err, "loam land explore: %s\n", line);
        fflush(to->err);
    }
}

// ---- beginning ----------------------------------------------------------------------------------

static void complain_of_settings(void *user, const char *message)
{
    explore_tell(user, true, "settings: %s", message);
}

static void read_settings(explorer *e)
{
    const loam_result result = play_settings_read(e->folders.settings, &e->settings,
                                                  complain_of_settings, e);
    if (result != LOAM_OK && result != LOAM_NOT_FOUND)
    {
        explore_complain(e, "settings");
    }
}

static loam_result open_window(explorer *e, const explore_options *options)
{
    const window_def def = {.title = "Loam",
                            .w = options->w > 0 ? options->w : e->settings.window_w,
                            .h = options->w > 0 ? options->h : e->settings.window_h,
                            .mode = options->w > 0 ? WINDOW_NORMAL : e->settings.mode,
                            .vsync = e->settings.vsync,
                            .opengl = true};
    loam_result result = window_open(&def, &e->win);
    result = result == LOAM_OK ? gl_load(&e->gl, window_proc, e->win, window_is_es(e->win))
                               : result;
    e->has_gl = result == LOAM_OK;
    result = result == LOAM_OK ? painter_gl_create(&e->gl, 0, &e->paint) : result;
    return result == LOAM_OK
               ? LOAM_OK
               : loam_fail(result,
                           "no window to explore in: %s; loam land view draws pictures of the land "
                           "without one, loam land map draws maps",
                           loam_last_error());
}

static quality_kind choose_quality(const explorer *e)
{
    return e->settings.land_quality != PLAY_LAND_AUTO
               ? (quality_kind)((int32_t)e->settings.land_quality - 1)
           : e->has_pace    ? e->pace.now
           : e->gl.software ? QUALITY_LOW
                            : QUALITY_HIGH;
}

static int64_t choose_view(const explorer *e)
{
    const int64_t usual = e->gl.software ? 4096 : 16384;
    const int64_t wanted = e->settings.land_view_m;
    return wanted == 0 ? usual : wanted < 512 ? 512 : wanted;
}

/// Pixels that the land is drawn in: fewer than the window's where the processor draws them.
static void choose_pixels(const explorer *e, int32_t w, int32_t h, int32_t *out_w, int32_t *out_h)
{
    int32_t percent = e->settings.land_percent;
    if (percent == 0)
    {
        percent = !e->gl.software || w <= 480 ? 100 : 50;
    }
    *out_w = w * percent / 100 > 16 ? w * percent / 100 : 16;
    *out_h = h * percent / 100 > 16 ? h * percent / 100 : 16;
}

static loam_result make_scene(explorer *e, loam_land *land, scene **out)
{
    int32_t w, h;
    scene_def def = scene_default_def();
    window_size(e->win, &w, &h);
    choose_pixels(e, w, h, &def.w, &def.h);
    def.land = land;
    def.quality = e->quality = choose_quality(e);
    e->pace.now = e->quality;
    e->has_pace = e->settings.land_quality == PLAY_LAND_AUTO;
    def.view = e->view_m = choose_view(e);
    return scene_create(&def, &e->gl, out);
}

loam_result explore_make_land(explorer *e, const loam_land_shape *shape, loam_land **land,
                              scene **made)
{
    loam_land_def def = loam_default_land_def();
    def.env = e->env;
    def.seed = e->seed;
    def.shape = *shape;
    const loam_result result = loam_land_create(&def, land);
    return result == LOAM_OK ? make_scene(e, *land, made) : result;
}

loam_result explore_begin_land(explorer *e)
{
    e->scene_w = e->scene_h = 0; // another scene, of whatever size
    ground_begin(&e->ground, e->land);
    if (inside_begin(e) != LOAM_OK)
    {
        explore_complain(e, "the land's inside");
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

/// Words on an empty window, for what takes long enough to wonder.
static void show_words(explorer *e, const char *words)
{
    int32_t w, h;
    window_size(e->win, &w, &h);
    painter_begin(e->paint, w, h);
    painter_fill(e->paint, (box){0, 0, w, h}, loam_rgb(0x101820));
    const int32_t wide = painter_text_width(e->paint, TEXT_LARGE, words, strlen(words));
    painter_text(e->paint, (w - wide) / 2, h / 2, TEXT_LARGE, loam_rgb(0xe8e4dc), words);
    (void)painter_end(e->paint);
    window_swap(e->win);
}

/// The land of the seed that e->target has.
static loam_result open_land(explorer *e)
{
    show_words(e, "The land is growing ...");
    atlas_close(e);
    shaping_end(e);
    explore_end_land(e);
    e->seed = e->target.seed;
    loam_result result = explore_make_land(e, &e->shape, &e->land, &e->scene);
    result = result == LOAM_OK ? explore_begin_land(e) : result;
    if (result == LOAM_OK)
    {
        explore_log(e, "open: seed %llu, %s quality, %s, %s", (unsigned long long)e->seed,
                    quality_name((int32_t)e->quality), e->gl.es ? "OpenGL ES" : "OpenGL core",
                    e->gl.renderer);
    }
    if (result == LOAM_OK && e->seeking)
    {
        explore_seek(e);
    }
    return result;
}

/// The place to begin at: by a replay, by the options, where the player was, or by looking for one.
static void begin_place(explorer *e, const explore_options *options)
{
    place at = e->is_replaying ? e->replay.from : options->at;
    const bool was_here = !e->is_replaying && options->resumes && places_read_last(e, &at);
    explore_stand(e, &at);
    e->seeking = !options->has_place && !e->is_replaying && !was_here;
}

static loam_result read_replay(explorer *e, const explore_options *options)
{
    if (options->replay == NULL)
    {
        return LOAM_OK;
    }
    const loam_result result = inputs_read(options->replay, weather_name, &e->replay);
    e->is_replaying = result == LOAM_OK;
    return result;
}

static loam_result begin(explorer *e, const explore_options *options)
{
    const ui_clipboard clipboard = {window_clipboard_get, window_clipboard_set};
    loam_jobs_def jobs = loam_default_jobs_def();
    jobs.threads = options->threads;
    e->shape = e->wanted_shape = e->next_shape = options->shape;
    e->world = options->world;
    loam_result result = options->record != NULL ? loam_file_check(options->record) : LOAM_OK;
    result = result == LOAM_OK ? read_replay(e, options) : result;
    result = result == LOAM_OK ? play_folders_find(&e->folders) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    read_settings(e);
    result = open_window(e, options);
    result = result == LOAM_OK ? ui_create(clipboard, &e->u) : result;
    result = result == LOAM_OK ? places_read(e) : result;
    result = result == LOAM_OK ? loam_jobs_create(&jobs, &e->env.jobs) : result;
    if (result == LOAM_OK)
    {
        e->raise = walker_eyes(WALK_FOOT);
        e->inside.is_locked = options->record != NULL || options->replay != NULL;
        e->seconds = 100;
        begin_place(e, options);
        result = open_land(e);
    }
    return result;
}

static void end(explorer *e)
{
    atlas_close(e);
    previews_close(e);
    search_close(e);
    paths_close(e);
    shaping_end(e);
    explore_end_land(e);
    loam_jobs_destroy(e->env.jobs);
    ui_destroy(e->u);
    painter_destroy(e->paint);
    window_close(e->win);
    inputs_free(&e->record);
    inputs_free(&e->replay);
    free(e->places);
    free(e->stops);
}

// ---- frames -------------------------------------------------------------------------------------

static void toggle_full_screen(explorer *e)
{
    const window_mode before = e->settings.mode;
    e->settings.mode = before == WINDOW_NORMAL ? WINDOW_BORDERLESS : WINDOW_NORMAL;
    e->settings_changed = true;
    if (window_set_mode(e->win, e->settings.mode, e->settings.window_w, e->settings.window_h) !=
        LOAM_OK)
    {
        explore_complain(e, "full screen");
        e->settings.mode = before;
    }
}

static loam_result follow_window(explorer *e, int32_t *w, int32_t *h)
{
    int32_t scene_w, scene_h;
    const box writes = ui_text_place(e->u);
    input_begin(&e->now);
    window_catch_mouse(e->win, e->screen == EXPLORE_WALK && e->now.focused);
    window_want_text(e->win, writes.w > 0, writes);
    window_poll(e->win, &e->now);
    if (!ui_wants_keys(e->u) && play_pressed(&e->settings.bindings, &e->now, PLAY_FULL_SCREEN))
    {
        toggle_full_screen(e);
    }
    window_size(e->win, w, h);
    const float scale = app_scale(window_density(e->win), *h, e->settings.interface_percent);
    if (scale != e->paint->scale && painter_set_scale(e->paint, scale) != LOAM_OK)
    {
        explore_complain(e, "text");
    }
    choose_pixels(e, *w, *h, &scene_w, &scene_h);
    const bool same = scene_w == e->scene_w && scene_h == e->scene_h;
    e->scene_w = scene_w;
    e->scene_h = scene_h;
    return same ? LOAM_OK : scene_resize(e->scene, scene_w, scene_h);
}

static float ms_since(uint64_t start)
{
    return (float)(loam_clock_ns() - start) * 1e-6f;
}

/// The scout fetches the coarse climate ahead of when a frame would have to.
static void follow_climate(explorer *e, const camera *viewer)
{
    scout_answer found;
    if (scout_take(e->scout, SCOUT_CLIMATE, &found))
    {
        const scout_question *const q = &found.asked;
        const size_t count = (size_t)q->w * (size_t)q->h;
        if (found.result == LOAM_OK)
        {
            scene_set_climate(e->scene, (loam_land_area){q->x, q->z, q->scale, q->w, q->h},
                              found.climate, found.climate + count, found.climate + 2 * count);
            explore_log(e, "climate: %lld,%lld", (long long)q->x, (long long)q->z);
        }
        scout_answer_free(&found);
    }
    if (scene_wants_climate(e->scene, viewer) && !scout_is_busy(e->scout, SCOUT_CLIMATE))
    {
        const loam_land_area area = scene_climate_area(viewer);
        scout_ask(e->scout, SCOUT_CLIMATE,
                  &(scout_question){
                      .x = area.x, .z = area.z, .scale = area.step, .w = area.w, .h = area.h});
    }
}

static void note_cost(explorer *e, int32_t part, float ms)
{
    const float share = e->frames < 20 ? 0.5f : 0.05f; // of a frame in the mean
    e->times.parts[part] += (ms - e->times.parts[part]) * share;
}

static void note_scene_costs(explorer *e)
{
    const scene_counters count = scene_count(e->scene);
    for (int32_t i = 0; i < SCENE_PARTS; i++)
    {
        note_cost(e, i, (float)count.part_ns[i] * 1e-6f);
    }
    note_cost(e, EXPLORE_CARD, (float)(count.draw_ns - count.hand_ns) * 1e-6f);
}

/// Frames that take too long lower an automatic quality, those with much room raise it. Not while something else than
/// the land's picture takes time.
static void follow_pace(explorer *e)
{
    const bool counts = e->settings.land_quality == PLAY_LAND_AUTO && e->screen == EXPLORE_WALK &&
                        !e->arriving && !e->seeking && e->next_scene == NULL;
    if (!counts || !quality_follow(&e->pace, (double)e->times.work, frame_budget_ms))
    {
        return;
    }
    if (scene_set_quality(e->scene, e->pace.now) != LOAM_OK)
    {
        explore_complain(e, "quality");
        e->pace = (quality_pace){.now = e->quality};
        return;
    }
    e->quality = e->pace.now;
    explore_log(e, "quality: %s, by the time that frames take", quality_name((int32_t)e->quality));
}

static loam_result draw_land(explorer *e, int32_t w, int32_t h, double seconds)
{
    const camera viewer = explore_viewer(e);
    const uint64_t start = loam_clock_ns();
    scene_look look = {.hour = e->hour,
                       .weather = e->weather,
                       .day = e->day,
                       .seconds = e->seconds,
                       .exposure = (float)e->exposure,
                       .fog = (float)e->fog};
    follow_climate(e, &viewer);
    loam_result result = inside_update(e);
    follow_pace(e);
    result = result == LOAM_OK ? scene_update(e->scene, &viewer, UPDATE_US, NULL) : result;
    explore_see(e, seconds);
    e->times.update[e->times.next] = ms_since(start);
    note_cost(e, EXPLORE_UPDATE, ms_since(start));
    const uint64_t middle = loam_clock_ns();
    explore_show_body(e);
    inside_light(e, &look);
    look.under_water = inside_is_eye_wet(e);
    result = result == LOAM_OK ? scene_draw(e->scene, &e->camera, &look) : result;
    e->times.draw[e->times.next] = ms_since(middle);
    note_scene_costs(e);
    if (result == LOAM_OK)
    {
        scene_show(e->scene, w, h);
    }
    return result;
}

static void keep_picture(explorer *e)
{
    char path[PLAY_MAX_PATH];
    loam_picture picture = {0};
    e->wants_picture = false;
    loam_result result = play_fresh_path(e->folders.pictures, "land", "png", path);
    result = result == LOAM_OK
                 ? loam_picture_create(&e->env, e->paint->w, e->paint->h, loam_rgb(0), &picture)
                 : result;
    result = result == LOAM_OK ? painter_read(e->paint, &picture) : result;
    result = result == LOAM_OK ? loam_png_write(&e->env, path, &picture) : result;
    loam_picture_destroy(&e->env, &picture);
    result == LOAM_OK ? explore_tell(e, false, "Picture: %s", path)
                      : explore_complain(e, "picture");
}

static loam_result draw_interface(explorer *e, int32_t w, int32_t h, double seconds)
{
    const uint64_t start = loam_clock_ns();
    painter_begin(e->paint, w, h);
    ui_begin(e->u, e->paint, &e->now, explore_screen_name(e->screen), (float)seconds);
    if (e->wants_picture) // of the land alone
    {
        keep_picture(e);
    }
    if (e->screen == EXPLORE_ATLAS)
    {
        explore_screens(e);
    }
    explore_hud(e, seconds);
    if (e->screen != EXPLORE_ATLAS)
    {
        explore_screens(e);
    }
    ui_end(e->u);
    const loam_result result = painter_end(e->paint);
    const float ms = ms_since(start);
    note_cost(e, EXPLORE_INTERFACE, ms);
    e->times.work = e->times.update[e->times.next] + e->times.draw[e->times.next] + ms;
    window_swap(e->win);
    return result;
}

/// The hour goes on in steps of a minute and more: the light of the whole land is made anew for each.
static void pass_time(explorer *e, double seconds)
{
    e->seconds += e->paused ? 0 : seconds;
    e->hour_rest += e->paused ? 0 : seconds * e->hours_per_second;
    if (e->hour_rest >= 1.0 / 30)
    {
        e->hour = fmod(e->hour + e->hour_rest, 24);
        e->hour_rest = 0;
    }
}

static loam_result frame(explorer *e, double seconds)
{
    const uint64_t start = loam_clock_ns();
    int32_t w, h;
    const explore_screen before = e->screen;
    loam_result result = follow_window(e, &w, &h);
    e->quitting = e->quitting || e->now.quit;
    pass_time(e, seconds);
    if (e->screen == EXPLORE_WALK)
    {
        explore_look(e, seconds);
    }
    explore_commands(e, seconds);
    if (!paths_follow(e, seconds))
    {
        explore_steps(e, seconds);
    }
    film_follow(e, seconds);
    result = result == LOAM_OK ? shaping_follow(e, seconds) : result;
    result = result == LOAM_OK ? draw_land(e, w, h, seconds) : result;
    if (e->screen != before)
    {
        input_begin(&e->now); // the key that has opened a screen does not close it again
    }
    result = result == LOAM_OK ? draw_interface(e, w, h, seconds) : result;
    e->times.whole[e->times.next] = ms_since(start);
    e->times.next = (e->times.next + 1) % EXPLORE_HISTORY;
    e->frames++;
    return result;
}

static void rest(const explorer *e, uint64_t start)
{
    const uint64_t length = window_has_vsync(e->win)
                                ? 1000000
                                : 1000000000u / (uint64_t)e->settings.frame_limit;
    const uint64_t passed = loam_clock_ns() - start;
    if (passed < length)
    {
        const struct timespec left = {.tv_nsec = (long)(length - passed)};
        nanosleep(&left, NULL);
    }
}

static void write_settings(explorer *e)
{
    e->settings_changed = false;
    if (play_settings_write(e->folders.settings, &e->settings) != LOAM_OK)
    {
        explore_complain(e, "settings");
    }
}

static loam_result run_frames(explorer *e, const explore_options *options)
{
    loam_result result = LOAM_OK;
    uint64_t last = loam_clock_ns();
    int32_t changed_frames = 0;
    const bool replays = e->is_replaying;
    while (result == LOAM_OK && !e->quitting && !signals_came())
    {
        const uint64_t start = loam_clock_ns();
        const double seconds = fmin((double)(start - last) * 1e-9, 0.25);
        last = start;
        result = e->target.seed != e->seed ? open_land(e) : LOAM_OK;
        result = result == LOAM_OK ? frame(e, seconds) : result;
        changed_frames = e->settings_changed ? changed_frames + 1 : 0;
        if (changed_frames > SETTINGS_REST_FRAMES)
        {
            write_settings(e);
        }
        e->quitting = e->quitting || (replays && !e->is_replaying && options->quit_after);
        rest(e, start);
    }
    if (e->settings_changed)
    {
        write_settings(e);
    }
    if (e->filming)
    {
        film_toggle(e);
    }
    if (result == LOAM_OK && !e->arriving)
    {
        places_write_last(e);
    }
    return result;
}

static loam_result write_record(explorer *e, const explore_options *options)
{
    if (options->record == NULL)
    {
        return LOAM_OK;
    }
    const loam_result result = inputs_write(&e->record, weather_name, options->record);
    if (result == LOAM_OK)
    {
        explore_log(e, "record: %s, %llu steps, ended at %.3f,%.3f, hash %016llx", options->record,
                    (unsigned long long)e->body.steps, e->body.x, e->body.z,
                    (unsigned long long)walker_hash(&e->body));
    }
    return result;
}

int explore_run(const explore_options *options, FILE *err, bool *to_title)
{
    explorer *const e = calloc(1, sizeof *e);
    if (e == NULL)
    {
        fprintf(err, "loam land explore: out of memory\n");
        return 1;
    }
    explore_log_to log = {err, options->verbose};
    e->env = loam_default_env();
    e->env.log = (loam_log){write_log, &log};
    e->settings = play_default_settings();
    loam_result result = begin(e, options);
    result = result == LOAM_OK ? run_frames(e, options) : result;
    if (e->land != NULL && e->body.steps > 0)
    {
        const loam_result written = write_record(e, options);
        result = result == LOAM_OK ? written : result;
    }
    if (result != LOAM_OK)
    {
        fprintf(err, "loam land explore: %s\n", loam_last_error());
    }
    if (to_title != NULL)
    {
        *to_title = result == LOAM_OK && e->to_title;
    }
    end(e);
    free(e);
    return result == LOAM_OK ? 0 : result == LOAM_BAD_ARGUMENT ? 2 : 1;
}
