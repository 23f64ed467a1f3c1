// SPDX-License-Identifier: MIT
#include "play/session_inside.h"

// Steps are due by the clock, and are owed until they are done. What is owed is never much: a program that
// cannot keep up has a slower world, not a later one. Nothing here is part of the world: the same commands
// in the same steps give the same, whatever the clock was.

enum
{
    STEP_US = 1000000 / LOAM_STEPS_PER_SECOND,
    MOST_AT_ONCE = 32, // eight times as fast, drawn 25 times a second
    MOST_LEFT = 4,     // that are still owed after a frame that was too long
};

static uint64_t step_us(int32_t speed)
{
    return speed >= 0 ? (uint64_t)STEP_US >> speed : (uint64_t)STEP_US << -speed;
}

void session_set_paused(session *s, bool paused)
{
    s->paused = paused;
    s->owed = 0;
}

bool session_paused(const session *s)
{
    return s->paused;
}

void session_set_speed(session *s, int32_t speed)
{
    LOAM_ASSERT(&s->env, speed >= SESSION_SLOWEST && speed <= SESSION_FASTEST);
    const uint64_t before = step_us(s->speed), after = step_us(speed);
    s->speed = speed;
    s->clock.step_us = after;
    s->clock.behind_us = s->clock.behind_us * after / before; // as far between two steps as before
}

int32_t session_speed(const session *s)
{
    return s->speed;
}

void session_single_step(session *s)
{
    if (s->paused)
    {
        s->owed = 1;
    }
}

static void begin_clock(session *s, uint64_t now_us)
{
    if (!s->clock_runs)
    {
        s->clock = loam_timestep_begin(now_us, step_us(s->speed), MOST_AT_ONCE);
        s->clock_runs = true;
        s->saving.next_us = now_us + (uint64_t)s->def.autosave_steps * STEP_US;
    }
}

static void let_time_pass(session *s, uint64_t now_us)
{
    begin_clock(s, now_us);
    if (s->paused)
    {
        s->clock.last_us = now_us;
        return;
    }
    s->owed += loam_timestep_due(&s->clock, now_us);
    s->owed = s->owed < MOST_AT_ONCE ? s->owed : MOST_AT_ONCE;
}

static loam_result take_step(session *s, loam_camera *camera)
{
    const loam_result result = loam_tile_game_step(s->game);
    if (result != LOAM_OK)
    {
        return result;
    }
    const uint64_t steps = loam_tile_world_steps(loam_tile_game_world(s->game));
    if (camera != NULL)
    {
        loam_camera_step(camera, loam_tile_game_player(s->game));
    }
    if (s->replay != NULL)
    {
        replay_note_steps(s->replay, steps - s->first_step);
    }
    s->saving.changed = true;
    return LOAM_OK;
}

loam_result session_advance_to(session *s, uint64_t now_us, uint64_t budget_us, loam_camera *camera,
                               session_advance *out)
{
    LOAM_ASSERT(&s->env, s->state == SESSION_OPEN && out != NULL);
    *out = (session_advance){0};
    const uint64_t start = loam_clock_ns();
    loam_result result = LOAM_OK;
    let_time_pass(s, now_us);
    while (s->owed > 0 && result == LOAM_OK && !out->waiting)
    {
        out->waiting = !loam_tile_game_ready(s->game);
        if (!out->waiting)
        {
            s->owed--;
            result = take_step(s, camera);
            out->steps += result == LOAM_OK ? 1 : 0;
        }
        out->step_ns = loam_clock_ns() - start;
        if (out->step_ns / 1000 >= budget_us)
        {
            break;
        }
    }
    s->owed = s->owed < MOST_LEFT ? s->owed : MOST_LEFT;
    session_autosave(s, now_us);
    session_save_some(s);
    return result;
}

void session_stand_still(session *s, uint64_t now_us)
{
    LOAM_ASSERT(&s->env, s->state == SESSION_OPEN);
    begin_clock(s, now_us);
    s->clock.last_us = now_us;
    session_autosave(s, now_us);
    session_save_some(s);
}

float session_between(const session *s)
{
    return s->paused || s->owed > 0 || !s->clock_runs ? 1 : loam_timestep_fraction(&s->clock);
}
