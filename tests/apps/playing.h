// SPDX-License-Identifier: MIT
// A game for tests: the whole program without a window, on a small world that is kept nowhere or in a file.
// Time is made up: a frame is a sixtieth of a second.
#ifndef LOAM_TESTS_APPS_PLAYING_H
#define LOAM_TESTS_APPS_PLAYING_H

#include "check.h"
#include "play/app.h"

#include "loam/export.h"
#include "loam/random.h"

#include <stdlib.h>
#include <time.h>

enum
{
    FRAME_US = 16667
};

typedef struct playing
{
    app *a;
    int32_t w, h;
    uint64_t now_us;
    painter_kind kind; // the painter's, which also reads what it has drawn
    loam_result (*end)(painter *paint);
    loam_picture shot;
    bool shoot;
} playing;

static playing now_playing; // the painter's functions know nothing but the painter

static inline loam_result end_and_read(painter *paint)
{
    if (now_playing.shoot)
    {
        CHECK_OK(painter_read(paint, &now_playing.shot));
        now_playing.shoot = false;
    }
    return now_playing.end(paint);
}

static inline void frame(playing *p)
{
    p->now_us += FRAME_US;
    CHECK_OK(app_frame(p->a, p->w, p->h, p->now_us));
    input_begin(&p->a->now);
}

static inline void frames(playing *p, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        frame(p);
    }
}

/// Presses, and lets go in the same frame or holds on.
static inline void press(playing *p, input_code code)
{
    input_press(&p->a->now, code, true, false);
}

static inline void release(playing *p, input_code code)
{
    input_press(&p->a->now, code, false, false);
}

static inline void tap(playing *p, input_code code)
{
    press(p, code);
    release(p, code);
    frame(p);
}

/// The background has the world ready at some time.
static inline void wait_for(playing *p, app_screen_id screen)
{
    for (int32_t i = 0; i < 60000 && app_top(p->a) != screen; i++)
    {
        frame(p);
        check_rest();
    }
    CHECK_INT(app_top(p->a), screen);
}

/// The program without a world, at its title.
static inline playing *play_start(int32_t w, int32_t h, float scale, bool drawn)
{
    playing *const p = &now_playing;
    *p = (playing){.a = calloc(1, sizeof *p->a), .w = w, .h = h, .now_us = 1000000};
    app *const a = p->a;
    a->env = loam_default_env();
    a->settings = play_default_settings();
    a->settings.helped = true; // hints would stand in the pictures
    CHECK_OK(drawn ? painter_memory_create(w, h, &a->paint) : painter_nothing_create(&a->paint));
    CHECK_OK(painter_set_scale(a->paint, scale));
    p->kind = *a->paint->kind;
    p->end = p->kind.end;
    p->kind.end = end_and_read;
    a->paint->kind = &p->kind;
    CHECK_OK(app_begin(a, 1));
    a->now.focused = true;
    app_go(a, SCREEN_TITLE);
    return p;
}

static inline playing *play_begin_ring(int32_t w, int32_t h, float scale, bool drawn,
                                       const char *path, int32_t ring_log2)
{
    playing *const p = play_start(w, h, scale, drawn);
    const session_def def = {.path = path,
                             .create = path != NULL,
                             .seed = 7,
                             .ring_log2 = ring_log2,
                             .autosave_steps = 1000};
    app_play(p->a, &def);
    wait_for(p, SCREEN_GAME);
    return p;
}

static inline playing *play_begin(int32_t w, int32_t h, float scale, bool drawn, const char *path)
{
    return play_begin_ring(w, h, scale, drawn, path, 3);
}

/// Back to the title.
static inline void play_leave(playing *p)
{
    app_leave_world(p->a);
    wait_for(p, SCREEN_TITLE);
}

static inline void play_end(playing *p)
{
    app *const a = p->a;
    play_leave(p);
    app_end(a);
    painter_destroy(a->paint);
    loam_picture_destroy(&a->env, &p->shot);
    free(a);
}

/// A picture of the next frame.
static inline const loam_picture *shoot(playing *p)
{
    loam_picture_destroy(&p->a->env, &p->shot);
    CHECK_OK(loam_picture_create(&p->a->env, p->w, p->h, loam_rgb(0), &p->shot));
    p->shoot = true;
    frame(p);
    CHECK(!p->shoot);
    return &p->shot;
}

#endif
