// SPDX-License-Identifier: MIT
#include "play/app.h"

#include "play/backdrop.h"
#include "play/clip.h"
#include "play/control.h"
#include "play/hud.h"
#include "play/overlay.h"
#include "play/world_view.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// A frame is: what the player does becomes commands; the steps that are due are taken; the world is
// composed; the screen on top of the stack draws itself over it and reacts. Nothing in it waits: worlds open
// and close in the background, and a step whose chunks are missing is put off.

enum
{
    STEP_BUDGET_US =
        9000, // of a frame for steps: what is left over makes time go slower, not frames
    NOTICE_SECONDS = 6,
};

// ---- screens ------------------------------------------------------------------------------------

app_screen_id app_top(const app *a)
{
    return a->stack[a->depth - 1];
}

static void enter_top(app *a)
{
    const app_screen *screen = &app_screens[app_top(a)];
    loam_log_write(&a->env, LOAM_LOG_INFO, "screen: %s", screen->name);
    a->focus_logged[0] = '\0';
    input_release_all(&a->now);
    input_begin(&a->now); // what led here means nothing to the new screen
    control_release(a);
    if (screen->enter != NULL)
    {
        screen->enter(a);
    }
}

void app_push(app *a, app_screen_id screen)
{
    if (a->depth < APP_MAX_DEPTH)
    {
        a->stack[a->depth++] = screen;
        enter_top(a);
    }
}

void app_pop(app *a)
{
    if (a->depth > 1)
    {
        a->depth--;
        enter_top(a);
    }
}

void app_go(app *a, app_screen_id screen)
{
    a->depth = 0;
    app_push(a, screen);
}

// ---- notices ------------------------------------------------------------------------------------

void app_notice_add(app *a, bool bad, const char *format, ...)
{
    app_notice notice = {.bad = bad, .seconds = NOTICE_SECONDS};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(notice.text, sizeof notice.text, format, arguments);
    va_end(arguments);
    loam_log_write(&a->env, bad ? LOAM_LOG_WARNING : LOAM_LOG_INFO, "notice: %s", notice.text);
    for (int i = 0; i < APP_NOTICES; i++)
    {
        if (a->notices[i].seconds > 0 && strcmp(a->notices[i].text, notice.text) == 0)
        {
            a->notices[i].seconds = NOTICE_SECONDS; // said already
            return;
        }
    }
    memmove(a->notices + 1, a->notices, sizeof *a->notices * (APP_NOTICES - 1));
    a->notices[0] = notice;
}

void app_complain(app *a, const char *what)
{
    app_notice_add(a, true, "%s: %s", what, loam_last_error());
}

static void age_notices(app *a, float seconds)
{
    for (int i = 0; i < APP_NOTICES; i++)
    {
        a->notices[i].seconds -= seconds;
    }
}

// ---- opening and closing worlds -----------------------------------------------------------------

int32_t app_new_ring_log2(const app *a)
{
    return a->new_ring_log2 > 0 ? a->new_ring_log2 : a->settings.ring;
}

bool app_new_limited(const app *a)
{
    return a->new_mode == PLAY_MODE_SETTINGS ? a->settings.limited
                                             : a->new_mode == PLAY_MODE_LIMITED;
}

static void copy_path(char *room, const char **path)
{
    room[0] = '\0';
    if (*path != NULL)
    {
        snprintf(room, PLAY_MAX_PATH, "%s", *path);
        *path = room;
    }
}

static void close_world(app *a)
{
    if (a->s != NULL && a->old == NULL)
    {
        world_view_leave(a);
        a->open = false;
        session_close(a->s);
        a->old = a->s;
        a->s = NULL;
    }
}

void app_play(app *a, const session_def *def)
{
    a->next = (app_next_world){.wanted = true, .def = *def};
    copy_path(a->next.path, &a->next.def.path);
    copy_path(a->next.defs, &a->next.def.defs);
    copy_path(a->next.record, &a->next.def.record);
    copy_path(a->next.seed, &a->next.def.seed_text);
    a->record_commands = NULL; // a file holds one game
    close_world(a);
    app_go(a, SCREEN_LOADING);
}

void app_play_again(app *a, const char *record)
{
    session_def def = a->next.def;
    def.path = a->next.path;
    def.defs = a->next.def.defs != NULL ? a->next.defs : NULL;
    def.create = false;
    def.seed_text = NULL;
    def.record = record;
    char path[PLAY_MAX_PATH], defs[PLAY_MAX_PATH];
    copy_path(path, &def.path);
    copy_path(defs, &def.defs);
    app_play(a, &def);
}

void app_leave_world(app *a)
{
    a->next.wanted = false;
    close_world(a);
    app_go(a, SCREEN_LOADING);
}

void app_quit(app *a)
{
    if (a->unsaved) // whoever is asked has answered
    {
        a->quitting = true;
        a->next.wanted = false;
        app_close_anyway(a);
    }
    else if (!a->quitting)
    {
        a->quitting = true;
        app_leave_world(a);
    }
}

bool app_done(const app *a)
{
    return a->quitting && a->s == NULL && a->old == NULL;
}

void app_close_again(app *a)
{
    LOAM_ASSERT(&a->env, a->unsaved);
    a->unsaved = false;
    session_close(a->old);
}

static void forget_old(app *a)
{
    if (session_error(a->old)[0] != '\0')
    {
        app_notice_add(a, true, "%s", session_error(a->old));
        a->exit_code = a->quitting ? 1 : a->exit_code;
    }
    a->left_world = session_path(a->old) != NULL;
    session_destroy(a->old);
    a->old = NULL;
    a->unsaved = false;
    loam_log_write(&a->env, LOAM_LOG_INFO, "world: closed");
    if (!a->next.wanted && !a->quitting)
    {
        backdrop_restart(a->back);
        app_go(a, SCREEN_TITLE);
    }
}

void app_close_anyway(app *a)
{
    LOAM_ASSERT(&a->env, a->unsaved);
    forget_old(a);
}

static void finish_closing(app *a)
{
    const session_state state = session_poll(a->old);
    if (state == SESSION_UNSAVED && !a->unsaved)
    {
        a->unsaved = true;
        loam_log_write(&a->env, LOAM_LOG_ERROR, "world: not saved: %s", session_error(a->old));
        app_go(a, SCREEN_LOADING); // which asks
    }
    if (state == SESSION_CLOSED || state == SESSION_FAILED)
    {
        forget_old(a);
    }
}

static void begin_opening(app *a)
{
    a->next.wanted = false;
    a->next.error[0] = '\0';
    a->next.def.env = a->env;
    if (session_open(&a->next.def, &a->s) != LOAM_OK)
    {
        snprintf(a->next.error, sizeof a->next.error, "%s", loam_last_error());
    }
}

/// What whoever opens a world has to know of it, whatever it was opened by.
static void tell_about_world(app *a)
{
    const bool limited = loam_tile_game_player(session_game(a->s))->limited;
    loam_log_write(&a->env, LOAM_LOG_INFO, "world: open, seed %" PRIu64 ", ring %d, %s",
                   session_seed(a->s), 1 << session_ring_log2(a->s),
                   limited ? "limited" : "unlimited");
    if (limited)
    {
        app_notice_add(a, false,
                       "A limited world: digging takes time, and you place what you have dug");
    }
    if (session_warning(a->s)[0] != '\0')
    {
        app_notice_add(a, true, "%s", session_warning(a->s));
    }
}

static void finish_opening(app *a)
{
    const session_state state = session_poll(a->s);
    if (state == SESSION_FAILED)
    {
        snprintf(a->next.error, sizeof a->next.error, "%s", session_error(a->s));
        loam_log_write(&a->env, LOAM_LOG_WARNING, "world: %s", a->next.error);
        session_destroy(a->s);
        a->s = NULL;
    }
    else if (state == SESSION_OPEN && !a->open)
    {
        a->open = true;
        a->save_failed = false;
        world_view_enter(a);
        tell_about_world(a);
        app_go(a, SCREEN_GAME);
    }
}

static void turn_worlds(app *a)
{
    if (a->old != NULL)
    {
        finish_closing(a);
    }
    if (a->old == NULL && a->s == NULL && a->next.wanted)
    {
        begin_opening(a);
    }
    if (a->s != NULL)
    {
        finish_opening(a);
    }
}

static bool is_opening(session *s)
{
    return s != NULL && session_poll(s) == SESSION_OPENING;
}

bool app_stop(app *a)
{
    const struct timespec moment = {
        .tv_nsec = 20000000}; // rarely: the watchdog tells waiting by it
    while (!app_done(a) && !is_opening(a->s) && !is_opening(a->old))
    {
        app_quit(a);
        turn_worlds(a);
        nanosleep(&moment, NULL);
    }
    return app_done(a);
}

bool app_world_is_open(const app *a)
{
    return a->s != NULL && a->open;
}

// ---- playing ------------------------------------------------------------------------------------

static void watch_definitions(app *a)
{
    bool reload = false;
    if (session_watch_defs(a->s, a->now_us, &reload) != LOAM_OK)
    {
        snprintf(a->defs_error, sizeof a->defs_error, "%s", loam_last_error());
        app_complain(a, "definitions");
    }
    else if (reload)
    {
        a->defs_error[0] = '\0';
        app_notice_add(a, false, "definitions have changed: the world begins anew with them");
        app_play_again(a, NULL);
    }
}

static void take_steps(app *a)
{
    const uint64_t start = loam_clock_ns();
    session_advance done = {0};
    world_view_lead(a);
    if (session_advance_to(a->s, a->now_us, STEP_BUDGET_US, &a->camera, &done) != LOAM_OK)
    {
        app_complain(a, "step");
    }
    a->stepped = a->stepped || done.steps > 0;
    app_times_add(&a->times, TIME_STEPS, loam_clock_ns() - start);
    a->times.step_count[a->times.next] = done.steps;
}

/// Once when it begins and once when it ends; meanwhile there is a sign (hud.c).
static void tell_whether_saved(app *a)
{
    const char *const why = session_error(a->s);
    const bool failed = why[0] != '\0';
    if (failed && !a->save_failed)
    {
        app_notice_add(a, true, "the world cannot be saved, which is tried on: %s", why);
    }
    else if (!failed && a->save_failed)
    {
        app_notice_add(a, false, "the world is saved again");
    }
    a->save_failed = failed;
}

static void play(app *a)
{
    if (app_top(a) == SCREEN_GAME)
    {
        control_run(a);
    }
    if (!app_screens[app_top(a)].stops_time)
    {
        take_steps(a);
        tell_whether_saved(a);
        watch_definitions(a);
    }
    else if (app_world_is_open(a)) // it may have been left just now
    {
        session_stand_still(a->s, a->now_us);
        tell_whether_saved(a);
    }
}

// ---- a frame ------------------------------------------------------------------------------------

void app_times_add(app_times *times, app_time part, uint64_t ns)
{
    times->ms[part][times->next] += (float)ns * 1e-6f;
}

static void next_times(app_times *times)
{
    times->next = (times->next + 1) % APP_HISTORY;
    times->step_count[times->next] = 0;
    for (int i = 0; i < TIMES; i++)
    {
        times->ms[i][times->next] = 0;
    }
}

/// For those who follow the log instead of the picture: tests, and people who cannot see it.
static void tell_focus(app *a)
{
    box at;
    const char *const name = ui_focus_name(a->u, &at);
    if (name[0] != '\0' && strcmp(name, a->focus_logged) != 0)
    {
        snprintf(a->focus_logged, sizeof a->focus_logged, "%s", name);
        loam_log_write(&a->env, LOAM_LOG_INFO, "focus: %s, %dx%d+%d+%d", name, (int)at.w, (int)at.h,
                       (int)at.x, (int)at.y);
    }
}

static void run_interface(app *a, float seconds)
{
    const uint64_t start = loam_clock_ns();
    const app_screen *screen = &app_screens[app_top(a)];
    ui_begin(a->u, a->paint, &a->now, screen->name, seconds);
    screen->run(a);
    hud_notices(a);
    if (a->overlay)
    {
        overlay_draw(a);
    }
    ui_end(a->u);
    if (screen == &app_screens[app_top(a)])
    {
        tell_focus(a);
    }
    app_times_add(&a->times, TIME_INTERFACE, loam_clock_ns() - start);
}

static loam_result show(app *a)
{
    const uint64_t start = loam_clock_ns();
    clip_take(a);
    const loam_result result = painter_end(a->paint);
    app_times_add(&a->times, TIME_SHOW, loam_clock_ns() - start);
    return result;
}

loam_result app_frame(app *a, int32_t w, int32_t h, uint64_t now_us)
{
    const uint64_t start = loam_clock_ns();
    a->last_us = a->now_us != 0 ? a->now_us : now_us;
    a->now_us = now_us;
    const float seconds = (float)(a->now_us - a->last_us) * 1e-6f;
    next_times(&a->times);
    age_notices(a, seconds);
    if (a->now.quit)
    {
        app_quit(a);
    }
    turn_worlds(a);
    painter_begin(a->paint, w, h);
    if (app_world_is_open(a))
    {
        play(a);
    }
    world_view_draw(a);
    run_interface(a, seconds);
    const loam_result result = show(a);
    a->frames++;
    app_times_add(&a->times, TIME_WHOLE, loam_clock_ns() - start);
    return result;
}
