// SPDX-License-Identifier: MIT
#include "play/session.h"

#include "play/session_inside.h"

#include <stdio.h>
#include <string.h>

// A session opens and closes on a thread of its own, so that the window goes on. That thread has the whole
// session until it is done, and the program only learns of it in session_poll: nothing is shared but two
// counters.

// ---- threads ------------------------------------------------------------------------------------

static void *run_thread(void *user)
{
    session *const s = user;
    s->result = s->state == SESSION_OPENING ? session_open_now(s) : session_close_now(s);
    if (s->result != LOAM_OK)
    {
        snprintf(s->error, sizeof s->error, "%s", loam_last_error());
    }
    if (s->result != LOAM_OK && !s->unsaved)
    {
        session_drop(s);
    }
    atomic_store_explicit(&s->thread_done, true, memory_order_release);
    return NULL;
}

/// Runs what the state says. If there is no thread to be had, the program waits.
static void start(session *s)
{
    atomic_store(&s->thread_done, false);
    s->has_thread = pthread_create(&s->thread, NULL, run_thread, s) == 0;
    if (!s->has_thread)
    {
        run_thread(s);
    }
}

static void finish(session *s)
{
    if (s->has_thread)
    {
        pthread_join(s->thread, NULL);
        s->has_thread = false;
    }
    if (s->state == SESSION_CLOSING)
    {
        s->state = s->unsaved ? SESSION_UNSAVED : SESSION_CLOSED;
        return;
    }
    s->state = s->result == LOAM_OK ? SESSION_OPEN : SESSION_FAILED;
}

// ---- opening and closing ------------------------------------------------------------------------

/// *out is room, or NULL if there are no words.
static loam_result copy_words(const char *words, const char *what, char room[PLAY_MAX_PATH],
                              const char **out)
{
    *out = NULL;
    if (words == NULL)
    {
        return LOAM_OK;
    }
    if (strlen(words) >= PLAY_MAX_PATH || words[0] == '\0')
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the path of %s has %zu letters; must be 1 to %d", what,
                         strlen(words), PLAY_MAX_PATH - 1);
    }
    memcpy(room, words, strlen(words) + 1);
    *out = room;
    return LOAM_OK;
}

/// One that is too long to be shown is kept as its number alone.
static void copy_seed(session *s)
{
    const char *const text = s->def.seed_text;
    const bool fits = text != NULL && strlen(text) < sizeof s->seed_text;
    if (fits)
    {
        memcpy(s->seed_text, text, strlen(text) + 1);
    }
    s->def.seed_text = fits ? s->seed_text : NULL;
}

loam_result session_open(const session_def *def, session **out)
{
    LOAM_ASSERT(NULL, def != NULL && out != NULL);
    *out = NULL;
    session *const s = loam_alloc(&def->env, sizeof *s);
    if (s == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(s, 0, sizeof *s);
    s->env = def->env;
    s->def = *def;
    loam_result result = copy_words(def->path, "the world", s->path, &s->def.path);
    result = result == LOAM_OK
                 ? copy_words(def->defs, "the definitions", s->defs_path, &s->def.defs)
                 : result;
    result = result == LOAM_OK ? copy_words(def->record, "the replay", s->record, &s->def.record)
                               : result;
    if (result != LOAM_OK)
    {
        loam_free(&def->env, s, sizeof *s);
        return result;
    }
    copy_seed(s);
    s->state = SESSION_OPENING;
    start(s);
    *out = s;
    return LOAM_OK;
}

session_state session_poll(session *s)
{
    const bool works = s->state == SESSION_OPENING || s->state == SESSION_CLOSING;
    if (works && atomic_load_explicit(&s->thread_done, memory_order_acquire))
    {
        finish(s);
    }
    if (s->state == SESSION_OPEN && s->close_wanted)
    {
        session_close(s);
    }
    return s->state;
}

float session_progress(const session *s)
{
    if (s->state != SESSION_OPENING)
    {
        return 1;
    }
    // Opening the file is a tenth, whatever it takes; the rest is the chunks of the ring.
    const int all = atomic_load(&s->all_chunks), chunks = atomic_load(&s->chunks);
    const float part = all == 0 ? 0 : 0.1f + 0.9f * (float)chunks / (float)all;
    return part < 1 ? part : 1;
}

const char *session_error(const session *s)
{
    const bool works = s->state == SESSION_OPENING || s->state == SESSION_CLOSING;
    return works ? "" : s->error;
}

const char *session_warning(const session *s)
{
    return s->state == SESSION_OPEN ? s->warning : "";
}

void session_close(session *s)
{
    if (s->state == SESSION_OPENING)
    {
        s->close_wanted = true;
    }
    else if (s->state == SESSION_OPEN || s->state == SESSION_UNSAVED)
    {
        s->error[0] = '\0';
        s->state = SESSION_CLOSING;
        start(s);
    }
}

void session_destroy(session *s)
{
    if (s == NULL)
    {
        return;
    }
    while (s->has_thread || s->state == SESSION_OPEN)
    {
        session_close(s);
        finish(s);
        s->close_wanted = false;
    }
    session_drop(s);
    const loam_env env = s->env;
    loam_free(&env, s, sizeof *s);
}

// ---- while it is open ---------------------------------------------------------------------------

loam_tile_game *session_game(session *s)
{
    return s->state == SESSION_OPEN ? s->game : NULL;
}

const char *session_path(const session *s)
{
    return s->def.path;
}

uint64_t session_seed(const session *s)
{
    return s->def.seed;
}

int32_t session_ring_log2(const session *s)
{
    return s->def.ring_log2;
}

const loam_tile_defs *session_defs(const session *s)
{
    return s->store != NULL ? loam_store_defs(s->store) : s->defs;
}

loam_result session_do(session *s, const loam_command *command)
{
    LOAM_ASSERT(&s->env, s->game != NULL);
    const loam_result result = loam_tile_game_do(s->game, command);
    s->saving.changed = true;
    // What has failed has changed nothing: a replay does without.
    if (result == LOAM_OK && s->replay != NULL)
    {
        loam_command recorded = *command;
        recorded.step = loam_tile_world_steps(loam_tile_game_world(s->game)) - s->first_step;
        replay_add(s->replay, &recorded, session_defs(s));
    }
    return result;
}

loam_result session_keep(session *s, const char *name, const void *bytes, size_t count)
{
    return s->store != NULL ? loam_store_set_extra(s->store, name, bytes, count) : LOAM_OK;
}

loam_result session_recall(session *s, const char *name, void *bytes, size_t room, size_t *count)
{
    *count = 0;
    return s->store != NULL ? loam_store_get_extra(s->store, name, bytes, room, count)
                            : loam_fail(LOAM_NOT_FOUND, "this world is not kept");
}

const char *session_recording(const session *s)
{
    return s->state == SESSION_OPEN && s->replay != NULL ? replay_path(s->replay) : NULL;
}

loam_result session_end_recording(session *s)
{
    if (s->replay == NULL)
    {
        return LOAM_OK;
    }
    replay_writer *const replay = s->replay;
    s->replay = NULL;
    const uint64_t steps = loam_tile_world_steps(loam_tile_game_world(s->game)) - s->first_step;
    return replay_end(replay, steps, loam_tile_game_hash(s->game));
}
