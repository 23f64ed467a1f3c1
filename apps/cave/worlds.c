// SPDX-License-Identifier: MIT
#include "cave/caver.h"
#include "cave/eye.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The cave that is shown, and the one that grows beside it when knobs have been turned: its rock as a job, then its
// triangles a little in each frame. The old one stays until all of the new one is there.
//
// Watching a cave grow shows caves of no step, of one, of two and so on in this way; around whoever watches some metres
// stay open.

enum
{
    SHOWN_US = 4000, // of a frame, for chunks that come
    NEXT_US = 6000,
    PAGES_US = 2000,
};

static const double rest_s = 0.35; // that knobs have to stand still
static const double watch_s = 0.9; // that a step is shown at least

// ---- making ---------------------------------------------------------------------------------------

static void run_job(void *context)
{
    caver_world *const w = context;
    w->result = cave_rock_begin(&w->env, &w->plan, w->has_bubble ? w->bubble : NULL,
                                w->bubble_cells, &w->rock);
    w->stands = w->result == LOAM_OK ? cave_rock_stand(&w->rock, (const int64_t[3]){0}, &w->begin)
                                     : w->result;
    if (w->stands != LOAM_OK)
    {
        loam_text_printable(w->message, sizeof w->message, loam_last_error());
    }
    atomic_store_explicit(&w->done, true, memory_order_release);
}

static void drop(caver *c, caver_world *w)
{
    if (w == NULL)
    {
        return;
    }
    if (w->busy)
    {
        loam_jobs_wait(w->env.jobs, &w->job);
    }
    cave_chunks_destroy(c->scene, w->chunks);
    cave_rock_end(&w->rock);
    free(w);
}

static caver_world *make(const caver *c, const cave_plan *plan)
{
    caver_world *const w = calloc(1, sizeof *w);
    if (w == NULL)
    {
        return NULL;
    }
    w->env = c->r.env;
    w->plan = *plan;
    if (c->watches)
    {
        w->has_bubble = true;
        memcpy(w->bubble, c->bubble, sizeof w->bubble);
        w->bubble_cells = (int32_t)ceilf((float)CAVER_BUBBLE_M / plan->resolution);
    }
    return w;
}

loam_result caver_worlds_begin(caver *c)
{
    c->shown = make(c, &c->wanted);
    if (c->shown == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a cave");
    }
    run_job(c->shown);
    if (c->shown->result != LOAM_OK)
    {
        return loam_fail(c->shown->result, "%s", c->shown->message);
    }
    c->ground.rock = &c->shown->rock;
    if (c->shown->stands != LOAM_OK && !c->at.has_at) // nobody knows where
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s", c->shown->message);
    }
    return cave_chunks_create(c->scene, &c->shown->rock, &c->shown->chunks);
}

void caver_worlds_end(caver *c)
{
    drop(c, c->next);
    drop(c, c->shown);
    c->next = c->shown = NULL;
    cave_ground_end(&c->ground);
}

// ---- places ---------------------------------------------------------------------------------------

cave_place caver_here(const caver *c)
{
    const roam *const r = &c->r;
    return (cave_place){.plan = c->wanted,
                        .has_at = true,
                        .at = {r->body.x, r->body.y, r->body.z},
                        .has_look = true,
                        .yaw = r->yaw,
                        .pitch = r->pitch,
                        .minutes = (int32_t)(r->hour * 60 + 0.5) % 1440,
                        .weather = (int32_t)r->weather,
                        .lamp = (double)c->lamp};
}

void caver_stand(caver *c, const cave_place *at)
{
    roam *const r = &c->r;
    const double side = (double)c->shown->plan.resolution;
    if (at != NULL && at->has_at)
    {
        cave_ground_place(&r->body, at->at[0], at->at[1], at->at[2]);
    }
    else
    {
        const cave_stand *const begin = &c->shown->begin;
        cave_ground_place(&r->body, ((double)begin->cell[0] + 0.5) * side,
                          (double)begin->cell[1] * side, ((double)begin->cell[2] + 0.5) * side);
        r->yaw = begin->yaw;
        r->pitch = 0;
    }
    if (at != NULL && at->has_look)
    {
        r->yaw = at->yaw - floor(at->yaw / 360) * 360;
        r->pitch = fmin(fmax(at->pitch, -89), 89);
    }
    r->before = r->body;
}

// ---- watching -------------------------------------------------------------------------------------

static void grow_step(caver *c, int32_t step)
{
    cave_plan plan = c->wanted;
    c->step = step;
    c->step_s = 0;
    plan.steps = step;
    if (step < c->wanted.steps) // rooms are looked for when it has grown
    {
        plan.min_room = 0;
        plan.connect = false;
        plan.openings = 0;
    }
    drop(c, c->next);
    c->next = make(c, &plan);
}

static void end_watching(caver *c)
{
    c->watches = false;
    roam_tell(&c->r, false, "It has grown: %d steps", (int)c->wanted.steps);
}

void caver_watch(caver *c, bool alone)
{
    if (c->watches && (!alone || !c->steps_alone))
    {
        c->steps_alone = alone;
        if (!alone) // a second time ends it
        {
            end_watching(c);
            c->knobs_rest_s = 1;
        }
        return;
    }
    if (!c->watches)
    {
        caver_end_walk(c);
        cave_cell_at(&c->shown->rock, c->r.body.x, c->r.body.y + 1, c->r.body.z, c->bubble);
        c->watches = true;
        c->steps_alone = alone;
        grow_step(c, 0);
        roam_tell(&c->r, false, alone ? "It grows step by step: B" : "It grows: watch");
    }
    else if (c->next == NULL && c->step < c->wanted.steps)
    {
        grow_step(c, c->step + 1);
    }
    else if (c->next == NULL)
    {
        end_watching(c);
        c->knobs_rest_s = 1;
    }
}

static void follow_watching(caver *c, double seconds)
{
    c->step_s += c->next == NULL ? seconds : 0;
    if (c->next != NULL || c->steps_alone || c->step_s < watch_s)
    {
        return;
    }
    if (c->step < c->wanted.steps)
    {
        grow_step(c, c->step + 1);
    }
    else
    {
        end_watching(c);
    }
}

// ---- following ------------------------------------------------------------------------------------

/// Whether one can stay where one is in a cave that takes the place of another.
static bool can_stay(caver *c, const caver_world *before, caver_world *now)
{
    const cave_plan *const a = &before->plan, *const b = &now->plan;
    return a->seed == b->seed && a->dimensions == b->dimensions && a->resolution == b->resolution &&
           a->endless == b->endless && cave_rock_has(&now->rock, 0, 0, 0) &&
           cave_ground_is_free(&now->rock, c->r.body.x, c->r.body.y, c->r.body.z);
}

/// The new cave is shown from now on.
static loam_result take_next(caver *c)
{
    caver_world *const before = c->shown, *const now = c->next;
    const bool stays = can_stay(c, before, now);
    if (!stays && now->stands != LOAM_OK)
    {
        roam_tell(&c->r, true, "cave: %s", now->message);
        c->wanted = before->plan;
        drop(c, now);
        c->next = NULL;
        return LOAM_OK;
    }
    caver_end_walk(c);
    c->shown = now;
    c->next = NULL;
    c->ground.rock = &now->rock;
    c->told_complete = false;
    if (!stays)
    {
        caver_stand(c, NULL);
    }
    drop(c, before);
    if (c->watches)
    {
        roam_log(&c->r, "grown: step %d of %d", (int)c->step, (int)c->wanted.steps);
    }
    else
    {
        roam_tell(&c->r, false, "The cave has its new numbers");
    }
    return LOAM_OK;
}

/// What is wanted next: with the steps that are watched.
static bool is_outdated(const caver *c)
{
    return c->next != NULL && !c->watches && !cave_plan_is_same(&c->wanted, &c->next->plan);
}

static loam_result follow_next(caver *c)
{
    caver_world *const w = c->next;
    if (w->busy && !atomic_load_explicit(&w->done, memory_order_acquire))
    {
        return LOAM_OK;
    }
    if (w->busy)
    {
        loam_jobs_wait(w->env.jobs, &w->job);
        w->busy = false;
        if (w->result != LOAM_OK)
        {
            roam_tell(&c->r, true, "cave: %s", w->message);
            c->wanted = c->shown->plan;
            c->watches = false;
            drop(c, w);
            c->next = NULL;
            return LOAM_OK;
        }
        return cave_chunks_create(c->scene, &w->rock, &w->chunks);
    }
    if (w->chunks == NULL) // it is new
    {
        w->job = (loam_job){.run = run_job, .context = w, .priority = LOAM_PRIORITY_NORMAL};
        w->busy = true;
        loam_jobs_submit(w->env.jobs, &w->job);
        return LOAM_OK;
    }
    bool complete = false;
    int64_t cell[3];
    cave_cell_at(&w->rock, c->r.body.x, c->r.body.y, c->r.body.z, cell);
    loam_result result = cave_rock_follow(
        &w->rock, cell, (int64_t)(cave_scene_view(c->scene) / w->plan.resolution), PAGES_US);
    result = result == LOAM_OK
                 ? cave_chunks_update(c->scene, w->chunks, &c->r.camera, NEXT_US, false, &complete)
                 : result;
    return result == LOAM_OK && complete ? take_next(c) : result;
}

static loam_result follow_shown(caver *c)
{
    caver_world *const w = c->shown;
    int64_t cell[3];
    bool complete = false;
    cave_cell_at(&w->rock, c->r.body.x, c->r.body.y, c->r.body.z, cell);
    loam_result result = cave_rock_follow(
        &w->rock, cell, (int64_t)(cave_scene_view(c->scene) / w->plan.resolution), PAGES_US);
    result = result == LOAM_OK
                 ? cave_chunks_update(c->scene, w->chunks, &c->r.camera, SHOWN_US, false, &complete)
                 : result;
    if (complete && !c->told_complete)
    {
        roam_log(&c->r, "complete: hash %016" PRIx64, cave_chunks_hash(w->chunks));
    }
    c->told_complete = complete;
    return result;
}

loam_result caver_worlds_follow(caver *c, double seconds)
{
    loam_result result = follow_shown(c);
    c->knobs_rest_s += seconds;
    if (c->watches)
    {
        follow_watching(c, seconds);
    }
    if (is_outdated(c))
    {
        drop(c, c->next);
        c->next = NULL;
    }
    if (c->next == NULL && !c->watches && c->knobs_rest_s > rest_s &&
        (c->shown->has_bubble || !cave_plan_is_same(&c->wanted, &c->shown->plan)))
    {
        c->next = make(c, &c->wanted);
    }
    return result == LOAM_OK && c->next != NULL ? follow_next(c) : result;
}
