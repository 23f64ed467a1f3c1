// SPDX-License-Identifier: MIT
#include "play/play.h"

#include "play/app.h"
#include "window/signals.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum
{
    SETTINGS_REST_FRAMES = 100, // settings are written so long after they have changed
    MOST_BAD_FRAMES = 300       // in a row, that could not be drawn: a screen that is gone for good
};

typedef struct play_log
{
    FILE *err;
    bool verbose;
} play_log;

static void write_log(void *user, loam_log_level level, const char *line)
{
    const play_log *log = user;
    if (log->verbose || level >= LOAM_LOG_ERROR)
    {
        fprintf(log->err, "loam tiles play: %s\n", line);
        fflush(log->err);
    }
}

// ---- beginning ----------------------------------------------------------------------------------

static void complain_of_settings(void *user, const char *message)
{
    app_notice_add(user, true, "settings: %s", message);
}

static void read_settings(app *a)
{
    const loam_result result = play_settings_read(a->folders.settings, &a->settings,
                                                  complain_of_settings, a);
    if (result != LOAM_OK && result != LOAM_NOT_FOUND)
    {
        app_complain(a, "settings");
    }
}

static loam_result open_window(app *a, const play_options *options)
{
    const window_def def = {.title = "Loam",
                            .program = "loam tiles play",
                            .w = options->w > 0 ? options->w : a->settings.window_w,
                            .h = options->w > 0 ? options->h : a->settings.window_h,
                            .mode = options->w > 0 ? WINDOW_NORMAL : a->settings.mode,
                            .vsync = a->settings.vsync};
    const loam_result result = window_open(&def, &a->win);
    if (result != LOAM_OK)
    {
        return loam_fail(result,
                         "no window could be opened: %s; loam tiles sim plays without one, by a "
                         "file of commands",
                         loam_last_error());
    }
    a->paint = window_painter(a->win);
    return LOAM_OK;
}

/// What is wrong on the command line is said there, before there is a window.
static loam_result check_defs(const app *a, const char *path)
{
    if (path == NULL)
    {
        return LOAM_OK;
    }
    if (strlen(path) >= PLAY_MAX_PATH)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--defs has %zu letters; must be at most %d",
                         strlen(path), PLAY_MAX_PATH - 1);
    }
    return session_check_defs(&a->env, path) == LOAM_OK
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "--defs: %s", loam_last_error());
}

static loam_result begin(app *a, const play_options *options)
{
    loam_result result = check_defs(a, options->defs);
    a->new_defs = options->defs;
    a->new_ring_log2 = options->ring_log2;
    a->new_mode = options->mode;
    result = result == LOAM_OK ? play_folders_find(&a->folders) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    read_settings(a);
    result = open_window(a, options);
    return result == LOAM_OK ? app_begin(a, options->threads) : result;
}

// ---- which world --------------------------------------------------------------------------------

/// Opening it would wait for ever if it is a pipe that nobody writes.
static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

/// A world that is named by its seed stands with the others, under that name.
static loam_result path_of(const app *a, const play_options *options, char path[PLAY_MAX_PATH])
{
    if (options->world == NULL)
    {
        return play_world_path(&a->folders, options->seed, path);
    }
    if (strlen(options->world) >= PLAY_MAX_PATH)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--world has %zu letters; must be at most %d",
                         strlen(options->world), PLAY_MAX_PATH - 1);
    }
    snprintf(path, PLAY_MAX_PATH, "%s", options->world);
    return LOAM_OK;
}

static loam_result choose_world(app *a, const play_options *options)
{
    char path[PLAY_MAX_PATH];
    if (options->world == NULL && options->seed == NULL)
    {
        app_go(a, SCREEN_TITLE);
        return LOAM_OK;
    }
    const loam_result result = path_of(a, options, path);
    if (result != LOAM_OK)
    {
        return result;
    }
    const bool there = is_there(path);
    if (!there && options->seed == NULL)
    {
        return loam_fail(LOAM_NOT_FOUND, "--world %s is not there; with --seed it is made", path);
    }
    const session_def def = {.path = path,
                             .create = !there,
                             .seed = options->seed != NULL ? loam_seed_from_text(options->seed) : 0,
                             .seed_text = options->seed,
                             .defs = options->defs,
                             .ring_log2 = app_new_ring_log2(a),
                             .resize = options->ring_log2 > 0,
                             .limited = app_new_limited(a),
                             .autosave_steps = a->settings.autosave_seconds * LOAM_STEPS_PER_SECOND,
                             .record = options->record_commands};
    if (there && options->mode != PLAY_MODE_SETTINGS)
    {
        app_notice_add(a, true, "This world was there already: --mode is for new ones");
    }
    app_go(a, SCREEN_TITLE); // what a world that cannot be opened leads back to
    app_play(a, &def);
    return LOAM_OK;
}

// ---- frames -------------------------------------------------------------------------------------

/// Without the screen's own clock, frames keep the distance that the settings say.
static void rest(const app *a, uint64_t start_ns)
{
    const uint64_t length = window_has_vsync(a->win)
                                ? 1000000
                                : 1000000000u / (uint64_t)a->settings.frame_limit;
    const uint64_t passed = loam_clock_ns() - start_ns;
    if (passed < length)
    {
        const struct timespec left = {.tv_nsec = (long)(length - passed)};
        nanosleep(&left, NULL);
    }
}

static void write_settings(app *a)
{
    a->settings_changed = false;
    if (play_settings_write(a->folders.settings, &a->settings) != LOAM_OK)
    {
        app_complain(a, "settings");
    }
}

static loam_result run_frames(app *a)
{
    loam_result result = LOAM_OK;
    int32_t changed_frames = 0, bad_frames = 0;
    while (result == LOAM_OK && !app_done(a) && !signals_came())
    {
        const uint64_t start = loam_clock_ns();
        int32_t w, h;
        app_follow_window(a, &w, &h);
        result = app_frame(a, w, h, start / 1000);
        bad_frames = result == LOAM_OK ? 0 : bad_frames + 1;
        result = bad_frames < MOST_BAD_FRAMES ? LOAM_OK : result;
        changed_frames = a->settings_changed ? changed_frames + 1 : 0;
        if (changed_frames > SETTINGS_REST_FRAMES)
        {
            write_settings(a);
        }
        rest(a, start);
    }
    if (a->settings_changed)
    {
        write_settings(a);
    }
    return result;
}

/// Who sends a signal looks at no window and answers no question.
static void stop_on_signal(app *a)
{
    if (signals_came() && !app_stop(a))
    {
        // It opens in the background, which nothing can stop, and has changed nothing yet.
        loam_log_write(&a->env, LOAM_LOG_INFO, "world: not opened");
        window_close(a->win);
        _exit(a->exit_code);
    }
}

int play_run(const play_options *options, FILE *err)
{
    app *a = calloc(1, sizeof *a);
    if (a == NULL)
    {
        fprintf(err, "loam tiles play: out of memory\n");
        return 1;
    }
    play_log log = {err, options->verbose};
    a->env = loam_default_env();
    a->env.log = (loam_log){write_log, &log};
    a->settings = play_default_settings();
    a->record_commands = options->record_commands;
    a->to_land = options->to_land;
    a->to_patchwork = options->to_patchwork;
    a->to_sea = options->to_sea;
    a->to_cave = options->to_cave;
    loam_result result = begin(a, options);
    result = result == LOAM_OK ? choose_world(a, options) : result;
    result = result == LOAM_OK ? run_frames(a) : result;
    stop_on_signal(a);
    int code = a->exit_code;
    if (result != LOAM_OK)
    {
        fprintf(err, "loam tiles play: %s\n", loam_last_error());
        code = result == LOAM_BAD_ARGUMENT ? 2 : 1;
    }
    app_end(a);
    window_close(a->win);
    free(a);
    return code;
}
