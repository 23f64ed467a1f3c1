// SPDX-License-Identifier: MIT
#include "pipeline/drain.h"

#include "pipeline/scheduler.h"
#include "pipeline/work.h"

// A drain is a job that takes pages from the queue and works on them until the queue is empty. There
// are at most as many at work as the job system runs at once. Whoever puts something into the queue
// sends one drain, and each drain sends another if there is more to do than it can take itself, so
// waking up many threads costs the one who asks no more than waking one.
//
// The job system may have other things to do. So after a turn of TURN_NS a drain hands over: it
// submits another one, which queues up behind whatever waits there, and ends. (A job cannot submit
// itself: its memory is in use until it has ended.) If the new one starts before the submitting is
// even over, then nobody was waiting, or the job system runs jobs at once on the submitting stack; in
// the first case handing over is useless, in the second the stack would grow. In both the new one
// ends at once and tells the old one to go on.
//
// A drain that marked itself as free has nothing left to do but to return, so waiting for its job
// before using it again takes no time. Free ones are used in turn, and there are twice as many as
// can be at work, which makes even that wait rare.

#define TURN_NS 1000000u

static void put_free(loam_drains *drains, loam_drain *drain)
{
    drain->next_free = NULL;
    if (drains->last_free != NULL)
    {
        drains->last_free->next_free = drain;
    }
    else
    {
        drains->first_free = drain;
    }
    drains->last_free = drain;
}

static loam_drain *take_free(loam_drains *drains)
{
    loam_drain *const drain = drains->first_free;
    if (drain == NULL)
    {
        return NULL;
    }
    drains->first_free = drain->next_free;
    if (drains->first_free == NULL)
    {
        drains->last_free = NULL;
    }
    drain->sender = NULL;
    drain->submitting = false;
    drains->active++;
    return drain;
}

loam_drain *loam_drains_pick(loam_pipeline *pipeline, size_t taken)
{
    loam_drains *const drains = &pipeline->drains;
    if (drains->active >= drains->limit || pipeline->closing ||
        loam_schedule_available(pipeline) <= taken)
    {
        return NULL;
    }
    return take_free(drains);
}

void loam_drains_send(loam_pipeline *pipeline, loam_drain *drain)
{
    if (drain == NULL)
    {
        return;
    }
    loam_jobs_wait(pipeline->def.env.jobs, &drain->job);
    loam_jobs_submit(pipeline->def.env.jobs, &drain->job);
}

// Lets others of the job system have their turn: true if another drain carries on.
static bool hand_over(loam_pipeline *pipeline, loam_drain *drain)
{
    loam_drain *const next = take_free(&pipeline->drains);
    if (next == NULL)
    {
        return false;
    }
    next->sender = drain;
    drain->submitting = true;
    drain->refused = false;
    loam_mutex_unlock(&pipeline->mutex);
    loam_drains_send(pipeline, next);
    loam_mutex_lock(&pipeline->mutex);
    drain->submitting = false;
    return !drain->refused;
}

static void work_in_turns(loam_pipeline *pipeline, loam_drain *drain)
{
    uint64_t turn_ns = loam_clock_ns();
    while (!pipeline->closing)
    {
        loam_drain *const helper = loam_drains_pick(pipeline, 1);
        if (helper != NULL)
        {
            loam_mutex_unlock(&pipeline->mutex);
            loam_drains_send(pipeline, helper);
            loam_mutex_lock(&pipeline->mutex);
        }
        if (loam_work_step(pipeline, false) == LOAM_STEP_NONE)
        {
            return;
        }
        const uint64_t now_ns = loam_clock_ns();
        if (now_ns - turn_ns > TURN_NS && loam_schedule_available(pipeline) > 0 &&
            !pipeline->closing)
        {
            if (hand_over(pipeline, drain))
            {
                return;
            }
            turn_ns = loam_clock_ns();
        }
    }
}

static void run_drain(void *context)
{
    loam_drain *const drain = context;
    loam_pipeline *const pipeline = drain->pipeline;
    loam_mutex_lock(&pipeline->mutex);
    if (drain->sender != NULL && drain->sender->submitting)
    {
        drain->sender->refused = true;
    }
    else
    {
        work_in_turns(pipeline, drain);
    }
    put_free(&pipeline->drains, drain);
    pipeline->drains.active--;
    loam_mutex_unlock(&pipeline->mutex);
}

loam_result loam_drains_init(loam_pipeline *pipeline)
{
    loam_drains *const drains = &pipeline->drains;
    const loam_env *const env = &pipeline->def.env;
    drains->limit = env->jobs == NULL ? 0 : loam_jobs_width(env->jobs) - 1;
    drains->count = 2 * drains->limit;
    // One for each thread that works, and two that something nearer has overtaken.
    pipeline->most_begun = drains->limit == 0 ? 2 : drains->limit + 3;
    if (drains->count == 0)
    {
        return LOAM_OK;
    }
    drains->all = loam_alloc(env, (size_t)drains->count * sizeof(loam_drain));
    if (drains->all == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    for (int32_t i = 0; i < drains->count; i++)
    {
        loam_drain *const drain = &drains->all[i];
        *drain = (loam_drain){
            .job = {.run = run_drain, .context = drain, .priority = LOAM_PRIORITY_NORMAL},
            .pipeline = pipeline,
        };
        put_free(drains, drain);
    }
    return LOAM_OK;
}

static void wait_for_jobs(loam_pipeline *pipeline)
{
    for (int32_t i = 0; i < pipeline->drains.count; i++)
    {
        loam_jobs_wait(pipeline->def.env.jobs, &pipeline->drains.all[i].job);
    }
}

void loam_drains_stop(loam_pipeline *pipeline)
{
    loam_mutex_lock(&pipeline->mutex);
    pipeline->closing = true;
    // One that was picked and is not submitted yet cannot be waited for: hence the loop.
    while (pipeline->drains.active > 0)
    {
        loam_mutex_unlock(&pipeline->mutex);
        wait_for_jobs(pipeline);
        loam_mutex_lock(&pipeline->mutex);
    }
    loam_mutex_unlock(&pipeline->mutex);
    // All are free, but the last may still be on its way out.
    wait_for_jobs(pipeline);
}

void loam_drains_free(loam_pipeline *pipeline)
{
    loam_drains *const drains = &pipeline->drains;
    loam_free(&pipeline->def.env, drains->all, (size_t)drains->count * sizeof(loam_drain));
    *drains = (loam_drains){0};
}
