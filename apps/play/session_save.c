// SPDX-License-Identifier: MIT
#include "play/session_inside.h"

#include <inttypes.h>
#include <stdio.h>

// A round of saving saves every chunk that has changed, a few in every frame so that none takes long,
// and then the player. Writing is paused meanwhile, so that a round that is not too large is written at
// once or not at all: after a crash the world is as it was within a few frames, never a part of it older.
// A round of which something was not taken is followed by another one, and does not count as saved.

enum
{
    CHUNKS_A_FRAME = 8,
    CHUNKS_TOGETHER = 64, // that a store writes at once
};

static void note_failure(session *s)
{
    snprintf(s->error, sizeof s->error, "%s", loam_last_error());
}

static void end_round(session *s)
{
    session_rounds *const saving = &s->saving;
    if (loam_store_save_game(s->store, s->game) != LOAM_OK)
    {
        saving->failed = true;
        note_failure(s);
    }
    loam_store_resume(s->store);
    saving->running = false;
    saving->written = false;
    saving->mark = loam_store_mark(s->store);
    saving->step = loam_tile_world_steps(loam_tile_game_world(s->game));
}

static void save_some(session *s)
{
    session_rounds *const saving = &s->saving;
    if (loam_tile_world_save_some(loam_tile_game_world(s->game), CHUNKS_A_FRAME, &saving->cursor) !=
        LOAM_OK)
    {
        saving->failed = true;
        note_failure(s);
    }
    saving->passed_on += CHUNKS_A_FRAME;
    if (saving->cursor == 0)
    {
        end_round(s);
    }
    else if (saving->passed_on >= CHUNKS_TOGETHER)
    {
        loam_store_resume(s->store);
    }
}

static void look_whether_written(session *s)
{
    session_rounds *const saving = &s->saving;
    if (loam_store_written(s->store, saving->mark, &saving->written) != LOAM_OK)
    {
        note_failure(s);
    }
    else if (saving->written && saving->failed)
    {
        saving->wanted = true;
    }
    else if (saving->written && session_check_file(s) != LOAM_OK)
    {
        note_failure(s); // written to where nobody will find it
    }
    else if (saving->written)
    {
        saving->safe_step = saving->step;
        loam_log_write(&s->env, LOAM_LOG_INFO, "saved: step %" PRIu64, saving->step);
        s->error[0] = '\0';
    }
}

void session_save_some(session *s)
{
    session_rounds *const saving = &s->saving;
    if (s->store == NULL)
    {
        return;
    }
    if (!saving->written && !saving->running)
    {
        look_whether_written(s);
    }
    if (saving->wanted && saving->written && !saving->running)
    {
        saving->wanted = saving->failed = false;
        saving->running = true;
        saving->cursor = saving->passed_on = 0;
        loam_store_pause(s->store);
    }
    if (saving->running)
    {
        save_some(s);
    }
}

void session_autosave(session *s, uint64_t now_us)
{
    session_rounds *const saving = &s->saving;
    const uint64_t steps = loam_tile_world_steps(loam_tile_game_world(s->game));
    const uint64_t interval = (uint64_t)s->def.autosave_steps;
    // By the clock, too: worlds are changed while they stand still.
    if (interval > 0 && saving->changed &&
        (steps >= saving->next_step || now_us >= saving->next_us))
    {
        saving->wanted = s->store != NULL;
        saving->changed = false;
        saving->next_step = steps + interval;
        saving->next_us = now_us + interval * (1000000 / LOAM_STEPS_PER_SECOND);
    }
}

loam_result session_save(session *s)
{
    LOAM_ASSERT(&s->env, s->state == SESSION_OPEN);
    s->saving.wanted = s->store != NULL;
    session_save_some(s);
    return LOAM_OK;
}

uint64_t session_saved_step(const session *s)
{
    return s->saving.safe_step;
}

bool session_saving(const session *s)
{
    return s->saving.wanted || s->saving.running || !s->saving.written;
}
