// SPDX-License-Identifier: MIT
#include "play/clip.h"

#include "film/recorder.h"
#include "watchdog/watchdog.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One thread writes films and pictures, in the order in which they were asked for; the game hands it copies
// through a short queue and never waits for it. Frames of a film that find the queue full are left out, and
// that is reported at the end.

enum
{
    CLIP_FPS = 30,
    QUEUE = 16,
    WAITING = 12,       // beginnings and pictures, at most: the end of a film always finds room
    FRAMES_WAITING = 8, // of a film
    MESSAGES = 4,
};

typedef enum task_kind
{
    TASK_BEGIN, // a film
    TASK_FRAME,
    TASK_END,
    TASK_PICTURE,
    TASK_LEAVE, // nothing comes after it
} task_kind;

typedef struct task
{
    task_kind kind;
    loam_picture picture;
    char path[PLAY_MAX_PATH];
    int32_t w, h;
} task;

typedef struct message
{
    char text[256];
    bool bad;
} message;

struct app_clip
{
    loam_env env; // its memory is used by two threads: malloc's
    pthread_t thread;
    pthread_mutex_t mutex; // of the queue and the messages
    pthread_cond_t added;
    task queue[QUEUE];
    int32_t first, count;
    message messages[MESSAGES];
    int32_t message_count;
    bool film_failed;

    // the game's
    bool running;
    bool picture_wanted;
    int32_t w, h;
    uint64_t next_us; // when the next frame is due
    int64_t left_out;

    // the thread's
    recorder *film;
    char path[PLAY_MAX_PATH];
};

// ---- the thread ---------------------------------------------------------------------------------

static void tell(app_clip *clip, bool bad, const char *what, const char *which)
{
    pthread_mutex_lock(&clip->mutex);
    if (clip->message_count < MESSAGES)
    {
        message *added = &clip->messages[clip->message_count++];
        added->bad = bad;
        snprintf(added->text, sizeof added->text, "%s%.220s", what, which);
    }
    pthread_mutex_unlock(&clip->mutex);
}

static void give_up_film(app_clip *clip, const char *what)
{
    tell(clip, true, what, loam_last_error());
    pthread_mutex_lock(&clip->mutex);
    clip->film_failed = true;
    pthread_mutex_unlock(&clip->mutex);
}

static void begin_film(app_clip *clip, const task *work)
{
    const recorder_def def = {.path = clip->path, .w = work->w, .h = work->h, .fps = CLIP_FPS};
    snprintf(clip->path, sizeof clip->path, "%s", work->path);
    if (recorder_open(&def, &clip->film) != LOAM_OK)
    {
        give_up_film(clip, "no clip: ");
        return;
    }
    watchdog_watch(recorder_process(clip->film));
    tell(clip, false, "a clip is being recorded", "");
}

static void end_film(app_clip *clip)
{
    if (clip->film == NULL)
    {
        return;
    }
    const loam_result result = recorder_close(clip->film);
    clip->film = NULL;
    tell(clip, result != LOAM_OK, result == LOAM_OK ? "clip: " : "no clip: ",
         result == LOAM_OK ? clip->path : loam_last_error());
}

static void add_frame(app_clip *clip, const task *work)
{
    if (clip->film != NULL && recorder_add(clip->film, &work->picture) != LOAM_OK)
    {
        give_up_film(clip, "the clip ends: ");
        recorder_abandon(clip->film);
        clip->film = NULL;
    }
}

static void write_picture(app_clip *clip, const task *work)
{
    const loam_result result = loam_png_write(&clip->env, work->path, &work->picture);
    if (result != LOAM_OK)
    {
        remove(work->path); // what kept its name
    }
    tell(clip, result != LOAM_OK, result == LOAM_OK ? "picture: " : "no picture: ",
         result == LOAM_OK ? work->path : loam_last_error());
}

static void do_task(app_clip *clip, task *work)
{
    switch (work->kind)
    {
    case TASK_BEGIN:
        begin_film(clip, work);
        break;
    case TASK_FRAME:
        add_frame(clip, work);
        break;
    case TASK_PICTURE:
        write_picture(clip, work);
        break;
    case TASK_END:
    case TASK_LEAVE:
        end_film(clip);
        break;
    }
    loam_picture_destroy(&clip->env, &work->picture);
}

static task take_task(app_clip *clip)
{
    pthread_mutex_lock(&clip->mutex);
    while (clip->count == 0)
    {
        pthread_cond_wait(&clip->added, &clip->mutex);
    }
    const task work = clip->queue[clip->first];
    clip->first = (clip->first + 1) % QUEUE;
    clip->count--;
    pthread_mutex_unlock(&clip->mutex);
    return work;
}

static void *work_on(void *user)
{
    app_clip *clip = user;
    task_kind last;
    do
    {
        task work = take_task(clip);
        last = work.kind;
        do_task(clip, &work);
    } while (last != TASK_LEAVE);
    return NULL;
}

// ---- the queue ----------------------------------------------------------------------------------

/// Whether there was room; the picture is the queue's then.
static bool add_task(app_clip *clip, const task *work, int32_t room)
{
    pthread_mutex_lock(&clip->mutex);
    const bool fits = clip->count < room;
    if (fits)
    {
        clip->queue[(clip->first + clip->count++) % QUEUE] = *work;
        pthread_cond_signal(&clip->added);
    }
    pthread_mutex_unlock(&clip->mutex);
    return fits;
}

static app_clip *ensure(app *a)
{
    if (a->clip != NULL)
    {
        return a->clip;
    }
    app_clip *clip = calloc(1, sizeof *clip);
    if (clip == NULL)
    {
        app_notice_add(a, true, "out of memory");
        return NULL;
    }
    clip->env = loam_default_env();
    pthread_mutex_init(&clip->mutex, NULL);
    pthread_cond_init(&clip->added, NULL);
    if (pthread_create(&clip->thread, NULL, work_on, clip) != 0)
    {
        app_notice_add(a, true, "no thread could be started to write pictures with");
        pthread_cond_destroy(&clip->added);
        pthread_mutex_destroy(&clip->mutex);
        free(clip);
        return NULL;
    }
    return a->clip = clip;
}

void clip_destroy(app_clip *clip)
{
    if (clip == NULL)
    {
        return;
    }
    const task leave = {.kind = TASK_LEAVE};
    const bool queued = add_task(clip, &leave, QUEUE);
    LOAM_ASSERT(&clip->env, queued);
    pthread_join(clip->thread, NULL);
    pthread_cond_destroy(&clip->added);
    pthread_mutex_destroy(&clip->mutex);
    free(clip);
}

// ---- pictures -----------------------------------------------------------------------------------

void clip_screenshot(app *a)
{
    app_clip *clip = ensure(a);
    if (clip != NULL)
    {
        clip->picture_wanted = true;
    }
}

/// A name that no later picture gets: this one is only written in a while.
static loam_result take_name(const app *a, char path[PLAY_MAX_PATH])
{
    const loam_result result = play_fresh_path(a->folders.pictures, "loam", "png", path);
    FILE *file = result == LOAM_OK ? fopen(path, "wx") : NULL;
    if (result == LOAM_OK && file == NULL)
    {
        return loam_fail(LOAM_IO, "%s: cannot be written: %s", path, strerror(errno));
    }
    if (file != NULL)
    {
        fclose(file);
    }
    return result;
}

static void take_picture(app *a, app_clip *clip)
{
    task work = {.kind = TASK_PICTURE};
    clip->picture_wanted = false;
    loam_result result = loam_picture_create(&clip->env, a->paint->w, a->paint->h, loam_rgb(0),
                                             &work.picture);
    result = result == LOAM_OK ? painter_read(a->paint, &work.picture) : result;
    result = result == LOAM_OK ? take_name(a, work.path) : result;
    if (result != LOAM_OK)
    {
        app_complain(a, "no picture");
    }
    else if (add_task(clip, &work, WAITING))
    {
        return;
    }
    else
    {
        remove(work.path);
        app_notice_add(a, true, "no picture: others are still being written");
    }
    loam_picture_destroy(&clip->env, &work.picture);
}

// ---- films --------------------------------------------------------------------------------------

bool clip_running(const app *a)
{
    return a->clip != NULL && a->clip->running;
}

static void begin_clip(app *a, app_clip *clip)
{
    task work = {.kind = TASK_BEGIN, .w = a->picture.w & ~1, .h = a->picture.h & ~1};
    if (play_fresh_path(a->folders.clips, "loam", "mp4", work.path) != LOAM_OK)
    {
        app_complain(a, "no clip");
        return;
    }
    clip->running = add_task(clip, &work, WAITING);
    clip->w = work.w;
    clip->h = work.h;
    clip->left_out = 0;
    clip->next_us = a->now_us;
    if (!clip->running)
    {
        app_notice_add(a, true, "no clip: pictures are still being written");
    }
}

static void end_clip(app *a, app_clip *clip)
{
    const task work = {.kind = TASK_END};
    const bool queued = add_task(clip, &work, QUEUE);
    LOAM_ASSERT(&clip->env, queued);
    clip->running = false;
    if (clip->left_out > 0)
    {
        app_notice_add(a, true, "%lld frames are missing in the clip: this machine was too slow",
                       (long long)clip->left_out);
    }
}

void clip_toggle(app *a)
{
    app_clip *clip = ensure(a);
    if (clip != NULL && clip->running)
    {
        end_clip(a, clip);
    }
    else if (clip != NULL && a->picture.pixels != NULL)
    {
        begin_clip(a, clip);
    }
}

/// A copy without the last odd column and row, which films cannot have.
static loam_result copy_frame(const app *a, const app_clip *clip, loam_picture *out)
{
    const loam_result result = loam_picture_create(&clip->env, clip->w, clip->h, loam_rgb(0), out);
    for (int32_t y = 0; result == LOAM_OK && y < clip->h; y++)
    {
        memcpy(out->pixels + (size_t)y * (size_t)clip->w,
               a->picture.pixels + (size_t)y * (size_t)a->picture.w,
               (size_t)clip->w * sizeof *out->pixels);
    }
    return result;
}

/// A long stall is not filled with copies that there is no room for.
static void skip_stall(const app *a, app_clip *clip)
{
    const uint64_t frame_us = 1000000 / CLIP_FPS;
    const uint64_t behind = a->now_us > clip->next_us ? (a->now_us - clip->next_us) / frame_us : 0;
    if (behind > FRAMES_WAITING)
    {
        clip->left_out += (int64_t)(behind - FRAMES_WAITING);
        clip->next_us += (behind - FRAMES_WAITING) * frame_us;
    }
}

static void take_frame(app *a, app_clip *clip)
{
    if ((a->picture.w & ~1) != clip->w || (a->picture.h & ~1) != clip->h)
    {
        end_clip(a, clip); // the window has another size
        return;
    }
    skip_stall(a, clip);
    while (clip->running && clip->next_us <= a->now_us)
    {
        task work = {.kind = TASK_FRAME};
        clip->next_us += 1000000 / CLIP_FPS;
        if (copy_frame(a, clip, &work.picture) != LOAM_OK || !add_task(clip, &work, FRAMES_WAITING))
        {
            loam_picture_destroy(&clip->env, &work.picture);
            clip->left_out++;
        }
    }
}

static void pass_messages_on(app *a, app_clip *clip)
{
    pthread_mutex_lock(&clip->mutex);
    for (int32_t i = 0; i < clip->message_count; i++)
    {
        app_notice_add(a, clip->messages[i].bad, "%s", clip->messages[i].text);
    }
    clip->message_count = 0;
    clip->running = clip->running && !clip->film_failed;
    clip->film_failed = false;
    pthread_mutex_unlock(&clip->mutex);
}

void clip_take(app *a)
{
    app_clip *clip = a->clip;
    if (clip == NULL)
    {
        return;
    }
    pass_messages_on(a, clip);
    if (clip->picture_wanted)
    {
        take_picture(a, clip);
    }
    if (clip->running)
    {
        take_frame(a, clip);
    }
}
