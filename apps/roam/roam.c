// SPDX-License-Identifier: MIT
#include "roam/roam.h"

#include "gl/painter_gl.h"
#include "play/app.h"
#include "window/signals.h"

#include <math.h>
#include <string.h>
#include <time.h>

// The program: a window with OpenGL, a world in it, and frames until somebody leaves. A frame lets the world follow,
// moves whoever goes through it by whole steps, and draws.

enum
{
    SETTINGS_REST_FRAMES = 100, // settings are written so long after they have changed
};

static void write_log(void *user, loam_log_level level, const char *line)
{
    const roam *const r = user;
    if (r->verbose || level >= LOAM_LOG_ERROR)
    {
        fprintf(r->err, "%s: %s\n", r->kind->program, line);
        fflush(r->err);
    }
}

// ---- beginning ----------------------------------------------------------------------------------

static void complain_of_settings(void *user, const char *message)
{
    roam_tell(user, true, "settings: %s", message);
}

static void read_settings(roam *r)
{
    const loam_result result = play_settings_read(r->folders.settings, &r->settings,
                                                  complain_of_settings, r);
    if (result != LOAM_OK && result != LOAM_NOT_FOUND)
    {
        roam_complain(r, "settings");
    }
}

static loam_result open_window(roam *r, const roam_options *options)
{
    const window_def def = {.title = "Loam",
                            .program = r->kind->program,
                            .w = options->w > 0 ? options->w : r->settings.window_w,
                            .h = options->w > 0 ? options->h : r->settings.window_h,
                            .mode = options->w > 0 ? WINDOW_NORMAL : r->settings.mode,
                            .vsync = r->settings.vsync,
                            .opengl = true};
    loam_result result = window_open(&def, &r->win);
    result = result == LOAM_OK ? gl_load(&r->gl, window_proc, r->win, window_is_es(r->win))
                               : result;
    result = result == LOAM_OK ? painter_gl_create(&r->gl, 0, &r->paint) : result;
    return result == LOAM_OK ? LOAM_OK
                             : loam_fail(result, "no window to explore in: %s; %s",
                                         loam_last_error(), r->kind->else_use);
}

quality_kind roam_quality(const roam *r)
{
    return r->settings.land_quality != PLAY_LAND_AUTO
               ? (quality_kind)((int32_t)r->settings.land_quality - 1)
           : r->gl.software ? QUALITY_LOW
                            : QUALITY_HIGH;
}

/// Fewer than the window's where the processor draws them.
void roam_pixels(const roam *r, int32_t *w, int32_t *h)
{
    int32_t percent = r->settings.land_percent;
    window_size(r->win, w, h);
    if (percent == 0)
    {
        percent = !r->gl.software || *w <= 480 ? 100 : 50;
    }
    *w = *w * percent / 100 > 16 ? *w * percent / 100 : 16;
    *h = *h * percent / 100 > 16 ? *h * percent / 100 : 16;
}

void roam_show_words(roam *r, const char *words)
{
    int32_t w, h;
    window_size(r->win, &w, &h);
    painter_begin(r->paint, w, h);
    painter_fill(r->paint, (box){0, 0, w, h}, loam_rgb(0x101820));
    const int32_t wide = painter_text_width(r->paint, TEXT_LARGE, words, strlen(words));
    painter_text(r->paint, (w - wide) / 2, h / 2, TEXT_LARGE, loam_rgb(0xe8e4dc), words);
    (void)painter_end(r->paint);
    window_swap(r->win);
}

static loam_result begin(roam *r, const roam_options *options)
{
    const ui_clipboard clipboard = {window_clipboard_get, window_clipboard_set};
    loam_jobs_def jobs = loam_default_jobs_def();
    jobs.threads = options->threads;
    loam_result result = r->kind->check(r);
    result = result == LOAM_OK ? play_folders_find(&r->folders) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    read_settings(r);
    result = open_window(r, options);
    result = result == LOAM_OK ? ui_create(clipboard, &r->u) : result;
    result = result == LOAM_OK ? loam_jobs_create(&jobs, &r->env.jobs) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    r->raise = walker_eyes(WALK_FOOT);
    r->seconds = 100;
    r->quality = roam_quality(r);
    roam_show_words(r, r->kind->growing);
    return r->kind->begin(r);
}

static void end(roam *r)
{
    r->kind->end(r);
    loam_jobs_destroy(r->env.jobs);
    ui_destroy(r->u);
    painter_destroy(r->paint);
    window_close(r->win);
}

// ---- frames -------------------------------------------------------------------------------------

static void toggle_full_screen(roam *r)
{
    const window_mode before = r->settings.mode;
    r->settings.mode = before == WINDOW_NORMAL ? WINDOW_BORDERLESS : WINDOW_NORMAL;
    r->settings_changed = true;
    if (window_set_mode(r->win, r->settings.mode, r->settings.window_w, r->settings.window_h) !=
        LOAM_OK)
    {
        roam_complain(r, "full screen");
        r->settings.mode = before;
    }
}

static void read_input(roam *r)
{
    const box writes = ui_text_place(r->u);
    input_begin(&r->now);
    window_catch_mouse(r->win, r->screen == ROAM_WALK && r->now.focused);
    window_want_text(r->win, writes.w > 0, writes);
    window_poll(r->win, &r->now);
    r->quitting = r->quitting || r->now.quit;
    if (!ui_wants_keys(r->u) && roam_pressed(r, PLAY_FULL_SCREEN))
    {
        toggle_full_screen(r);
    }
}

static loam_result follow_window(roam *r, int32_t *w, int32_t *h)
{
    int32_t picture_w, picture_h;
    window_size(r->win, w, h);
    r->settings_changed = (r->frames > 0 && app_keep_size(r->win, r->paint, &r->settings)) ||
                          r->settings_changed;
    const float scale = app_scale(window_density(r->win), *h, r->settings.interface_percent);
    if (scale != r->paint->scale && painter_set_scale(r->paint, scale) != LOAM_OK)
    {
        roam_complain(r, "text");
    }
    roam_pixels(r, &picture_w, &picture_h);
    if (picture_w == r->picture_w && picture_h == r->picture_h)
    {
        return LOAM_OK;
    }
    r->picture_w = picture_w;
    r->picture_h = picture_h;
    return r->kind->resize(r);
}

float roam_ms_since(uint64_t start)
{
    return (float)(loam_clock_ns() - start) * 1e-6f;
}

static void keep_picture(roam *r)
{
    char path[PLAY_MAX_PATH];
    loam_picture picture = {0};
    r->wants_picture = false;
    loam_result result = play_fresh_path(r->folders.pictures, r->kind->picture, "png", path);
    result = result == LOAM_OK
                 ? loam_picture_create(&r->env, r->paint->w, r->paint->h, loam_rgb(0), &picture)
                 : result;
    result = result == LOAM_OK ? painter_read(r->paint, &picture) : result;
    result = result == LOAM_OK ? loam_png_write(&r->env, path, &picture) : result;
    loam_picture_destroy(&r->env, &picture);
    result == LOAM_OK ? roam_tell(r, false, "Picture: %s", path) : roam_complain(r, "picture");
}

bool roam_is_covered(const roam *r)
{
    return r->screen >= ROAM_OWN && r->kind->screens[r->screen - ROAM_OWN].covers;
}

static loam_result draw_interface(roam *r, int32_t w, int32_t h, double seconds)
{
    const uint64_t start = loam_clock_ns();
    const bool covers = roam_is_covered(r);
    painter_begin(r->paint, w, h);
    ui_begin(r->u, r->paint, &r->now, roam_screen_name(r), (float)seconds);
    if (r->wants_picture) // of the world alone
    {
        keep_picture(r);
    }
    if (covers)
    {
        roam_screens(r);
    }
    roam_over(r);
    if (!covers)
    {
        roam_screens(r);
    }
    roam_notices(r, seconds);
    ui_end(r->u);
    const loam_result result = painter_end(r->paint);
    roam_times *const t = &r->times;
    t->interface = roam_ms_since(start);
    t->work = t->update[t->next] + t->draw[t->next] + t->interface;
    window_swap(r->win);
    return result;
}

/// The hour goes on in steps of a minute and more: the light of the whole world is made anew for each.
static void pass_time(roam *r, double seconds)
{
    r->seconds += r->paused ? 0 : seconds;
    r->hour_rest += r->paused ? 0 : seconds * r->hours_per_second;
    if (r->hour_rest >= 1.0 / 30)
    {
        r->hour = fmod(r->hour + r->hour_rest, 24);
        r->hour_rest = 0;
    }
}

static loam_result frame(roam *r, double seconds)
{
    const uint64_t start = loam_clock_ns();
    int32_t w, h;
    loam_result result = r->kind->follow(r, seconds);
    if (result != LOAM_OK)
    {
        return result;
    }
    const int32_t before = r->screen;
    read_input(r);
    result = follow_window(r, &w, &h);
    pass_time(r, seconds);
    if (r->screen == ROAM_WALK)
    {
        roam_look(r, seconds);
    }
    roam_commands(r, seconds);
    roam_steps(r, seconds);
    result = result == LOAM_OK ? r->kind->draw(r, w, h, seconds) : result;
    if (r->screen != before)
    {
        input_begin(&r->now); // the key that has opened a screen does not close it again
    }
    result = result == LOAM_OK ? draw_interface(r, w, h, seconds) : result;
    r->times.whole[r->times.next] = roam_ms_since(start);
    r->times.next = (r->times.next + 1) % ROAM_HISTORY;
    r->frames++;
    return result;
}

static void rest(const roam *r, uint64_t start)
{
    const uint64_t length = window_has_vsync(r->win)
                                ? 1000000
                                : 1000000000u / (uint64_t)r->settings.frame_limit;
    const uint64_t passed = loam_clock_ns() - start;
    if (passed < length)
    {
        const struct timespec left = {.tv_nsec = (long)(length - passed)};
        nanosleep(&left, NULL);
    }
}

static void write_settings(roam *r)
{
    r->settings_changed = false;
    if (play_settings_write(r->folders.settings, &r->settings) != LOAM_OK)
    {
        roam_complain(r, "settings");
    }
}

static loam_result run_frames(roam *r)
{
    loam_result result = LOAM_OK;
    uint64_t last = loam_clock_ns();
    int32_t changed_frames = 0;
    while (result == LOAM_OK && !r->quitting && !signals_came())
    {
        const uint64_t start = loam_clock_ns();
        const double seconds = fmin((double)(start - last) * 1e-9, 0.25);
        last = start;
        result = frame(r, seconds);
        changed_frames = r->settings_changed ? changed_frames + 1 : 0;
        if (changed_frames > SETTINGS_REST_FRAMES)
        {
            write_settings(r);
        }
        rest(r, start);
    }
    if (r->settings_changed)
    {
        write_settings(r);
    }
    return result;
}

static loam_result complain(const roam *r, loam_result result)
{
    if (result != LOAM_OK)
    {
        fprintf(r->err, "%s: %s\n", r->kind->program, loam_last_error());
    }
    return result;
}

int roam_run(roam *r, const roam_kind *kind, const roam_options *options, FILE *err, bool *to_title)
{
    r->kind = kind;
    r->err = err;
    r->verbose = options->verbose;
    r->env = loam_default_env();
    r->env.log = (loam_log){write_log, r};
    r->settings = play_default_settings();
    loam_result result = complain(r, begin(r, options));
    if (result == LOAM_OK)
    {
        result = complain(r, run_frames(r));
        const loam_result left = complain(r, kind->leave(r));
        result = result == LOAM_OK ? left : result;
    }
    if (to_title != NULL)
    {
        *to_title = result == LOAM_OK && r->to_title;
    }
    end(r);
    return result == LOAM_OK ? 0 : result == LOAM_BAD_ARGUMENT ? 2 : 1;
}
