// SPDX-License-Identifier: MIT
#include "patch/explore.h"

#include "gl/painter_gl.h"
#include "patch/patcher.h"
#include "play/app.h"
#include "window/signals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The program: a window with OpenGL, a patchwork, and frames until somebody leaves. A frame moves whoever walks there
// by whole steps, lets cells come, and draws.

enum
{
    SETTINGS_REST_FRAMES = 100,
    MAX_BOXES = 32,
};

typedef struct patch_log_to
{
    FILE *err;
    bool verbose;
} patch_log_to;

static void write_log(void *user, loam_log_level level, const char *line)
{
    const patch_log_to *const to = user;
    if (to->verbose || level >= LOAM_LOG_ERROR)
    {
        fprintf(to->err, "loam patchwork explore: %s\n", line);
        fflush(to->err);
    }
}

// ---- beginning ------------------------------------------------------------------------------------

static void complain_of_settings(void *user, const char *message)
{
    patch_tell(user, true, "settings: %s", message);
}

static void read_settings(patcher *p)
{
    const loam_result result = play_settings_read(p->folders.settings, &p->settings,
                                                  complain_of_settings, p);
    if (result != LOAM_OK && result != LOAM_NOT_FOUND)
    {
        patch_complain(p, "settings");
    }
}

static loam_result open_window(patcher *p, const patch_options *options)
{
    const window_def def = {.title = "Loam",
                            .w = options->w > 0 ? options->w : p->settings.window_w,
                            .h = options->w > 0 ? options->h : p->settings.window_h,
                            .mode = options->w > 0 ? WINDOW_NORMAL : p->settings.mode,
                            .vsync = p->settings.vsync,
                            .opengl = true};
    loam_result result = window_open(&def, &p->win);
    result = result == LOAM_OK ? gl_load(&p->gl, window_proc, p->win, window_is_es(p->win))
                               : result;
    p->has_gl = result == LOAM_OK;
    result = result == LOAM_OK ? painter_gl_create(&p->gl, 0, &p->paint) : result;
    return result == LOAM_OK
               ? LOAM_OK
               : loam_fail(result,
                           "no window to explore in: %s; loam patchwork view draws a picture "
                           "without one",
                           loam_last_error());
}

static quality_kind choose_quality(const patcher *p)
{
    return p->settings.land_quality != PLAY_LAND_AUTO
               ? (quality_kind)((int32_t)p->settings.land_quality - 1)
           : p->gl.software ? QUALITY_LOW
                            : QUALITY_HIGH;
}

/// Pixels that the ground is drawn in: fewer than the window's where the processor draws them.
static void choose_pixels(const patcher *p, int32_t w, int32_t h, int32_t *out_w, int32_t *out_h)
{
    int32_t percent = p->settings.land_percent;
    if (percent == 0)
    {
        percent = !p->gl.software || w <= 480 ? 100 : 50;
    }
    *out_w = w * percent / 100 > 16 ? w * percent / 100 : 16;
    *out_h = h * percent / 100 > 16 ? h * percent / 100 : 16;
}

static loam_result begin_world(patcher *p, const patch_options *options)
{
    int32_t w, h;
    bool complete;
    window_size(p->win, &w, &h);
    choose_pixels(p, w, h, &p->view_w, &p->view_h);
    p->quality = choose_quality(p);
    loam_result result = patch_view_create(&p->gl, p->quality, p->view_w, p->view_h, p->env.jobs,
                                           &p->view);
    result = result == LOAM_OK ? patch_worlds_begin(p) : result;
    if (result == LOAM_OK)
    {
        const double spacing = (double)p->wanted.spacing;
        p->stay_x = options->x;
        p->stay_z = options->z;
        result = patch_cells_update(p->shown, (int64_t)floor(p->stay_x / spacing),
                                    (int64_t)floor(p->stay_z / spacing), 0, 20000, &complete);
    }
    if (result == LOAM_OK)
    {
        patch_stand(p, options->x, options->z);
        p->raise = walker_eyes(WALK_FOOT);
        patch_log(p, "open: seed %llu, %s quality, %s, %s", (unsigned long long)p->wanted.seed,
                  quality_name((int32_t)p->quality), p->gl.es ? "OpenGL ES" : "OpenGL core",
                  p->gl.renderer);
    }
    return result;
}

static loam_result begin(patcher *p, const patch_options *options)
{
    const ui_clipboard clipboard = {window_clipboard_get, window_clipboard_set};
    loam_jobs_def jobs = loam_default_jobs_def();
    jobs.threads = options->threads;
    p->wanted = p->first = options->def;
    p->keep = options->keep;
    p->records = options->record != NULL;
    p->hour = 10;
    p->seconds = 100;
    p->pitch = -6;
    p->noise_biome = -1;
    loam_result result = knob_check(&p->wanted);
    result = result == LOAM_OK && p->records ? loam_file_check(options->record) : result;
    result = result == LOAM_OK && p->keep != NULL ? loam_file_check(p->keep) : result;
    result = result == LOAM_OK ? play_folders_find(&p->folders) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    read_settings(p);
    result = open_window(p, options);
    result = result == LOAM_OK ? ui_create(clipboard, &p->u) : result;
    result = result == LOAM_OK ? loam_jobs_create(&jobs, &p->env.jobs) : result;
    return result == LOAM_OK ? begin_world(p, options) : result;
}

static void end(patcher *p)
{
    if (p->paint != NULL)
    {
        patch_previews_end(p);
    }
    patch_worlds_end(p);
    patch_view_destroy(p->view);
    loam_jobs_destroy(p->env.jobs);
    ui_destroy(p->u);
    painter_destroy(p->paint);
    window_close(p->win);
    free(p->record);
}

// ---- frames ---------------------------------------------------------------------------------------

static void toggle_full_screen(patcher *p)
{
    const window_mode before = p->settings.mode;
    p->settings.mode = before == WINDOW_NORMAL ? WINDOW_BORDERLESS : WINDOW_NORMAL;
    p->settings_changed = true;
    if (window_set_mode(p->win, p->settings.mode, p->settings.window_w, p->settings.window_h) !=
        LOAM_OK)
    {
        patch_complain(p, "full screen");
        p->settings.mode = before;
    }
}

static loam_result follow_window(patcher *p, int32_t *w, int32_t *h)
{
    int32_t view_w, view_h;
    const box writes = ui_text_place(p->u);
    input_begin(&p->now);
    window_catch_mouse(p->win, p->screen == PATCH_WALK && p->now.focused);
    window_want_text(p->win, writes.w > 0, writes);
    window_poll(p->win, &p->now);
    if (!ui_wants_keys(p->u) && play_pressed(&p->settings.bindings, &p->now, PLAY_FULL_SCREEN))
    {
        toggle_full_screen(p);
    }
    window_size(p->win, w, h);
    const float scale = app_scale(window_density(p->win), *h, p->settings.interface_percent);
    if (scale != p->paint->scale && painter_set_scale(p->paint, scale) != LOAM_OK)
    {
        patch_complain(p, "text");
    }
    choose_pixels(p, *w, *h, &view_w, &view_h);
    if (view_w == p->view_w && view_h == p->view_h)
    {
        return LOAM_OK;
    }
    p->view_w = view_w;
    p->view_h = view_h;
    return patch_view_resize(p->view, view_w, view_h);
}

static float ms_since(uint64_t start)
{
    return (float)(loam_clock_ns() - start) * 1e-6f;
}

static loam_result draw_world(patcher *p, int32_t w, int32_t h, double seconds)
{
    figure_box boxes[MAX_BOXES];
    const uint64_t start = loam_clock_ns();
    patch_see(p, seconds);
    const patch_look look = {.hour = p->hour,
                             .weather = p->weather,
                             .seconds = p->seconds,
                             .paint = p->colours,
                             .boxes = boxes,
                             .box_count = patch_body(p, boxes, MAX_BOXES)};
    const loam_result result = patch_view_draw(p->view, p->shown, &p->camera, &look);
    p->draw_ms = ms_since(start);
    if (result == LOAM_OK)
    {
        patch_view_show(p->view, w, h);
    }
    return result;
}

static void keep_picture(patcher *p)
{
    char path[PLAY_MAX_PATH];
    loam_picture picture = {0};
    p->wants_picture = false;
    loam_result result = play_fresh_path(p->folders.pictures, "patchwork", "png", path);
    result = result == LOAM_OK
                 ? loam_picture_create(&p->env, p->paint->w, p->paint->h, loam_rgb(0), &picture)
                 : result;
    result = result == LOAM_OK ? painter_read(p->paint, &picture) : result;
    result = result == LOAM_OK ? loam_png_write(&p->env, path, &picture) : result;
    loam_picture_destroy(&p->env, &picture);
    result == LOAM_OK ? patch_tell(p, false, "Picture: %s", path) : patch_complain(p, "picture");
}

static loam_result draw_interface(patcher *p, int32_t w, int32_t h, double seconds)
{
    static const char *const names[] = {"walk", "pause", "help", "settings", "knobs"};
    painter_begin(p->paint, w, h);
    ui_begin(p->u, p->paint, &p->now, names[p->screen], (float)seconds);
    if (p->wants_picture) // of the patchwork alone
    {
        keep_picture(p);
    }
    patch_hud(p, seconds);
    patch_screens(p);
    ui_end(p->u);
    const loam_result result = painter_end(p->paint);
    window_swap(p->win);
    return result;
}

static void pass_time(patcher *p, double seconds)
{
    p->seconds += p->paused ? 0 : seconds;
    p->hour_rest += p->paused ? 0 : seconds * p->hours_per_second;
    if (p->hour_rest >= 1.0 / 30) // the sky is made anew for each
    {
        p->hour = fmod(p->hour + p->hour_rest, 24);
        p->hour_rest = 0;
    }
}

static loam_result frame(patcher *p, double seconds)
{
    const uint64_t start = loam_clock_ns();
    int32_t w, h;
    const patch_screen before = p->screen;
    loam_result result = follow_window(p, &w, &h);
    p->quitting = p->quitting || p->now.quit;
    pass_time(p, seconds);
    if (p->screen == PATCH_WALK)
    {
        patch_look_around(p, seconds);
    }
    patch_commands(p);
    patch_steps(p, seconds);
    const uint64_t middle = loam_clock_ns();
    result = result == LOAM_OK ? patch_worlds_follow(p, seconds) : result;
    p->update_ms = ms_since(middle);
    result = result == LOAM_OK ? draw_world(p, w, h, seconds) : result;
    if (p->screen != before)
    {
        input_begin(&p->now); // the key that has opened a screen does not close it again
    }
    result = result == LOAM_OK ? draw_interface(p, w, h, seconds) : result;
    p->frame_ms = ms_since(start);
    p->frames++;
    return result;
}

static void rest(const patcher *p, uint64_t start)
{
    const uint64_t length = window_has_vsync(p->win)
                                ? 1000000
                                : 1000000000u / (uint64_t)p->settings.frame_limit;
    const uint64_t passed = loam_clock_ns() - start;
    if (passed < length)
    {
        const struct timespec left = {.tv_nsec = (long)(length - passed)};
        nanosleep(&left, NULL);
    }
}

static void write_settings(patcher *p)
{
    p->settings_changed = false;
    if (play_settings_write(p->folders.settings, &p->settings) != LOAM_OK)
    {
        patch_complain(p, "settings");
    }
}

static loam_result run_frames(patcher *p)
{
    loam_result result = LOAM_OK;
    uint64_t last = loam_clock_ns();
    int32_t changed_frames = 0;
    while (result == LOAM_OK && !p->quitting && !signals_came())
    {
        const uint64_t start = loam_clock_ns();
        const double seconds = fmin((double)(start - last) * 1e-9, 0.25);
        last = start;
        result = frame(p, seconds);
        changed_frames = p->settings_changed ? changed_frames + 1 : 0;
        if (changed_frames > SETTINGS_REST_FRAMES)
        {
            write_settings(p);
        }
        rest(p, start);
    }
    if (p->settings_changed)
    {
        write_settings(p);
    }
    return result;
}

/// What is to be left behind: what was seen, and where one was.
static loam_result leave(patcher *p, const patch_options *options)
{
    if (p->shown == NULL)
    {
        return LOAM_OK;
    }
    patch_save_kept(p);
    return options->record != NULL ? patch_write_record(p, options->record) : LOAM_OK;
}

int patch_run(const patch_options *options, FILE *err, bool *to_title)
{
    patcher *const p = calloc(1, sizeof *p);
    if (p == NULL)
    {
        fprintf(err, "loam patchwork explore: out of memory\n");
        return 1;
    }
    patch_log_to log = {err, options->verbose};
    p->env = loam_default_env();
    p->env.log = (loam_log){write_log, &log};
    p->settings = play_default_settings();
    loam_result result = begin(p, options);
    result = result == LOAM_OK ? run_frames(p) : result;
    if (result != LOAM_OK)
    {
        fprintf(err, "loam patchwork explore: %s\n", loam_last_error());
    }
    else if (leave(p, options) != LOAM_OK)
    {
        result = LOAM_IO;
        fprintf(err, "loam patchwork explore: %s\n", loam_last_error());
    }
    if (to_title != NULL)
    {
        *to_title = result == LOAM_OK && p->to_title;
    }
    end(p);
    free(p);
    return result == LOAM_OK ? 0 : result == LOAM_BAD_ARGUMENT ? 2 : 1;
}
