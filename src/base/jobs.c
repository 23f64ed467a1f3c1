// SPDX-License-Identifier: MIT
#include "loam/jobs.h"

#include "base/result.h"
#include "base/thread.h"

#include <stdatomic.h>

#ifdef _WIN32
#include <windows.h>
#elif !defined(LOAM_NO_THREADS)
#include <unistd.h>
#endif

// One mutex guards everything: jobs are pieces of work of microseconds at least, and a queue that is
// obviously right is worth more here than one without locks.
//
// Queued jobs stand in one list per priority, linked through the callers' own memory. A loop
// (loam_jobs_for) is not queued: it is published in a list of open loops while its caller works on
// it, and whoever has nothing better to do joins in, taking ranges from an atomic cursor.
//
// Waiting and deadlock. A thread that waits runs other jobs meanwhile, but one that is already
// inside of a job must not: the job it picks up may, through others, wait for the very job that is
// suspended beneath it on the same stack. So a wait inside of a job or a loop runs the awaited job if
// that is still queued, and otherwise sleeps. Then every suspended frame has only what it truly waits
// for above it, and a cycle of waits can only come from a cycle among the caller's own jobs. To know
// who is inside, each run leaves a frame on its own stack, in a list with its thread's name.
//
// A caller's task system gets no jobs, only ticks: each runs one job of the queue, whichever is
// first, or none if the queue is empty. So priorities, cancelling and helping work there as anywhere.

enum job_state
{
    JOB_IDLE = 0,
    JOB_QUEUED,
    JOB_RUNNING,
    JOB_DONE,
    JOB_CANCELLED,
};

typedef struct job_list
{
    loam_job *first;
    loam_job *last;
} job_list;

typedef struct run_frame
{
    loam_thread thread;
    struct run_frame *next;
    struct run_frame *previous;
} run_frame;

typedef struct loop
{
    void (*run)(void *context, int64_t begin, int64_t end);
    void *context;
    int64_t count;
    int64_t grain;
    int64_t ranges;
    atomic_int_least64_t cursor; // the next range that nobody has taken
    int32_t users;               // threads that work on it
    bool open;                   // in the list of open loops
    struct loop *next;
    struct loop *previous;
} loop;

struct loam_jobs
{
    loam_env env;
    loam_task_system system;
    size_t size; // of this allocation
    loam_mutex mutex;
    loam_condition work; // there is something to do, or the pool stops
    loam_condition done; // something ended that somebody may be waiting for
    job_list queues[LOAM_PRIORITY_COUNT];
    loop *loops; // open ones, newest first
    run_frame *frames;
    int32_t waiters; // threads that wait for done
    int64_t ticks;   // promised by the task system and not run yet
    bool stopping;
    int32_t thread_count;
    loam_thread threads[];
};

int32_t loam_cpu_count(void)
{
#if defined(_WIN32)
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    const long count = (long)info.dwNumberOfProcessors;
#elif defined(LOAM_NO_THREADS)
    const long count = 1;
#else
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count < 1 ? 1 : (int32_t)count;
}

loam_jobs_def loam_default_jobs_def(void)
{
    loam_jobs_def def = {.env = loam_default_env()};
#ifndef LOAM_NO_THREADS
    const int32_t others = loam_cpu_count() - 1;
    def.threads = others < LOAM_MAX_THREADS ? others : LOAM_MAX_THREADS;
#endif
    return def;
}

// What follows, up to the worker, is called with the mutex held.

static void queue_append(loam_jobs *jobs, loam_job *job)
{
    job_list *const queue = &jobs->queues[job->priority];
    job->state = JOB_QUEUED;
    job->next = NULL;
    job->previous = queue->last;
    if (queue->last != NULL)
    {
        queue->last->next = job;
    }
    else
    {
        queue->first = job;
    }
    queue->last = job;
}

static void queue_remove(loam_jobs *jobs, loam_job *job)
{
    job_list *const queue = &jobs->queues[job->priority];
    if (job->previous != NULL)
    {
        job->previous->next = job->next;
    }
    else
    {
        queue->first = job->next;
    }
    if (job->next != NULL)
    {
        job->next->previous = job->previous;
    }
    else
    {
        queue->last = job->previous;
    }
    job->next = job->previous = NULL;
}

static loam_job *queue_first(const loam_jobs *jobs)
{
    for (int32_t priority = 0; priority < LOAM_PRIORITY_COUNT; priority++)
    {
        if (jobs->queues[priority].first != NULL)
        {
            return jobs->queues[priority].first;
        }
    }
    return NULL;
}

static void wake_waiters(loam_jobs *jobs)
{
    if (jobs->waiters > 0)
    {
        loam_condition_broadcast(&jobs->done);
    }
}

static void wait_for_done(loam_jobs *jobs)
{
    jobs->waiters++;
    loam_condition_wait(&jobs->done, &jobs->mutex, UINT64_MAX);
    jobs->waiters--;
}

static void frame_enter(loam_jobs *jobs, run_frame *frame)
{
    *frame = (run_frame){.thread = loam_thread_current(), .next = jobs->frames};
    if (jobs->frames != NULL)
    {
        jobs->frames->previous = frame;
    }
    jobs->frames = frame;
}

static void frame_leave(loam_jobs *jobs, run_frame *frame)
{
    if (frame->next != NULL)
    {
        frame->next->previous = frame->previous;
    }
    if (frame->previous != NULL)
    {
        frame->previous->next = frame->next;
    }
    else
    {
        jobs->frames = frame->next;
    }
}

static bool inside_a_job(const loam_jobs *jobs)
{
    for (const run_frame *frame = jobs->frames; frame != NULL; frame = frame->next)
    {
        if (loam_thread_is_current(frame->thread))
        {
            return true;
        }
    }
    return false;
}

// Takes a queued job, runs it without the mutex, and holds the mutex again afterwards. Who helps while waiting
// finds the message of its own last failure as it was: that of a job is for who made the job.
static void run_job(loam_jobs *jobs, loam_job *job)
{
    run_frame frame;
    loam_message message;
    loam_message_keep(&message);
    queue_remove(jobs, job);
    job->state = JOB_RUNNING;
    frame_enter(jobs, &frame);
    loam_mutex_unlock(&jobs->mutex);
    job->run(job->context);
    loam_message_put_back(&message);
    loam_mutex_lock(&jobs->mutex);
    frame_leave(jobs, &frame);
    job->state = JOB_DONE;
    wake_waiters(jobs);
}

static void drop_queued(loam_jobs *jobs)
{
    for (loam_job *job = queue_first(jobs); job != NULL; job = queue_first(jobs))
    {
        queue_remove(jobs, job);
        job->state = JOB_CANCELLED;
    }
    wake_waiters(jobs);
}

static void loop_publish(loam_jobs *jobs, loop *published)
{
    published->next = jobs->loops;
    if (jobs->loops != NULL)
    {
        jobs->loops->previous = published;
    }
    jobs->loops = published;
    published->open = true;
    loam_condition_broadcast(&jobs->work);
    wake_waiters(jobs);
}

static void loop_close(loam_jobs *jobs, loop *closed)
{
    if (!closed->open)
    {
        return;
    }
    closed->open = false;
    if (closed->next != NULL)
    {
        closed->next->previous = closed->previous;
    }
    if (closed->previous != NULL)
    {
        closed->previous->next = closed->next;
    }
    else
    {
        jobs->loops = closed->next;
    }
}

static void run_ranges(loop *joined)
{
    for (;;)
    {
        const int64_t range = atomic_fetch_add_explicit(&joined->cursor, 1, memory_order_relaxed);
        if (range >= joined->ranges)
        {
            return;
        }
        const int64_t begin = range * joined->grain;
        const int64_t left = joined->count - begin;
        joined->run(joined->context, begin, begin + (left < joined->grain ? left : joined->grain));
    }
}

// Works on a loop until no range is left to take. Others may still be at theirs.
static void run_loop(loam_jobs *jobs, loop *joined)
{
    run_frame frame;
    joined->users++;
    frame_enter(jobs, &frame);
    loam_mutex_unlock(&jobs->mutex);
    run_ranges(joined);
    loam_mutex_lock(&jobs->mutex);
    frame_leave(jobs, &frame);
    loop_close(jobs, joined);
    joined->users--;
    wake_waiters(jobs);
}

// Runs a share of a loop or a job; false if there was neither. Loops first: their callers wait.
static bool run_something(loam_jobs *jobs)
{
    if (jobs->loops != NULL)
    {
        run_loop(jobs, jobs->loops);
        return true;
    }
    loam_job *const job = queue_first(jobs);
    if (job == NULL)
    {
        return false;
    }
    run_job(jobs, job);
    return true;
}

static void *worker(void *argument)
{
    loam_jobs *const jobs = argument;
    loam_mutex_lock(&jobs->mutex);
    while (!jobs->stopping)
    {
        if (!run_something(jobs))
        {
            loam_condition_wait(&jobs->work, &jobs->mutex, UINT64_MAX);
        }
    }
    loam_mutex_unlock(&jobs->mutex);
    return NULL;
}

static void end_tick(loam_jobs *jobs)
{
    jobs->ticks--;
    wake_waiters(jobs);
    loam_mutex_unlock(&jobs->mutex);
}

// There are at least as many of these under way as jobs in the queue: a tick takes at most one job,
// and never spends itself on a loop.
static void job_tick(void *argument)
{
    loam_jobs *const jobs = argument;
    loam_mutex_lock(&jobs->mutex);
    loam_job *const job = queue_first(jobs);
    if (job != NULL)
    {
        run_job(jobs, job);
    }
    end_tick(jobs);
}

// A task system may call this from within submit. If that is within a job, the newest loop may be
// somebody else's, and the rule for waits holds here too.
static void loop_tick(void *argument)
{
    loam_jobs *const jobs = argument;
    loam_mutex_lock(&jobs->mutex);
    if (jobs->loops != NULL && !inside_a_job(jobs))
    {
        run_loop(jobs, jobs->loops);
    }
    end_tick(jobs);
}

static loam_result check_def(const loam_jobs_def *def)
{
    if (def->threads < 0 || def->threads > LOAM_MAX_THREADS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "threads is %d; must be 0 to %d", (int)def->threads,
                         LOAM_MAX_THREADS);
    }
    if (def->system.submit != NULL && def->threads != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "threads is %d; must be 0 next to a task system of your own",
                         (int)def->threads);
    }
    if (def->system.submit != NULL &&
        (def->system.workers < 0 || def->system.workers > LOAM_MAX_THREADS))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "system.workers is %d; must be 0 to %d",
                         (int)def->system.workers, LOAM_MAX_THREADS);
    }
#ifdef LOAM_NO_THREADS
    if (def->threads != 0)
    {
        return loam_fail(LOAM_UNSUPPORTED,
                         "threads is %d; must be 0: this build of the library has no threads",
                         (int)def->threads);
    }
#endif
    return LOAM_OK;
}

static bool init_locks(loam_jobs *jobs)
{
    if (!loam_mutex_init(&jobs->mutex))
    {
        return false;
    }
    if (loam_condition_init(&jobs->work))
    {
        if (loam_condition_init(&jobs->done))
        {
            return true;
        }
        loam_condition_destroy(&jobs->work);
    }
    loam_mutex_destroy(&jobs->mutex);
    return false;
}

static void stop_threads(loam_jobs *jobs)
{
    loam_mutex_lock(&jobs->mutex);
    jobs->stopping = true;
    drop_queued(jobs);
    loam_condition_broadcast(&jobs->work);
    loam_mutex_unlock(&jobs->mutex);
    for (int32_t i = 0; i < jobs->thread_count; i++)
    {
        loam_thread_join(jobs->threads[i]);
    }
}

static void release(loam_jobs *jobs)
{
    const loam_env env = jobs->env;
    loam_condition_destroy(&jobs->done);
    loam_condition_destroy(&jobs->work);
    loam_mutex_destroy(&jobs->mutex);
    loam_free(&env, jobs, jobs->size);
}

static loam_result start_threads(loam_jobs *jobs, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        // The workers do not read these, so they need no lock.
        if (!loam_thread_start(&jobs->threads[i], worker, jobs))
        {
            stop_threads(jobs);
            return loam_fail(LOAM_UNSUPPORTED, "this system started only %d of %d threads", (int)i,
                             (int)count);
        }
        jobs->thread_count = i + 1;
    }
    return LOAM_OK;
}

loam_result loam_jobs_create(const loam_jobs_def *def, loam_jobs **out)
{
    *out = NULL;
    const loam_result checked = check_def(def);
    if (checked != LOAM_OK)
    {
        return checked;
    }
    const size_t size = sizeof(loam_jobs) + (size_t)def->threads * sizeof(loam_thread);
    loam_jobs *const jobs = loam_alloc(&def->env, size);
    if (jobs == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *jobs = (loam_jobs){.env = def->env, .system = def->system, .size = size};
    if (!init_locks(jobs))
    {
        loam_free(&def->env, jobs, size);
        return loam_fail(LOAM_UNSUPPORTED, "this system gave no mutex or condition");
    }
    const loam_result started = start_threads(jobs, def->threads);
    if (started != LOAM_OK)
    {
        release(jobs);
        return started;
    }
    *out = jobs;
    return LOAM_OK;
}

void loam_jobs_destroy(loam_jobs *jobs)
{
    if (jobs == NULL)
    {
        return;
    }
    loam_mutex_lock(&jobs->mutex);
    LOAM_ASSERT(&jobs->env, !inside_a_job(jobs));
    loam_mutex_unlock(&jobs->mutex);
    stop_threads(jobs);
    loam_mutex_lock(&jobs->mutex);
    while (jobs->ticks > 0 || jobs->frames != NULL)
    {
        wait_for_done(jobs);
    }
    loam_mutex_unlock(&jobs->mutex);
    release(jobs);
}

int32_t loam_jobs_width(const loam_jobs *jobs)
{
    const bool hooked = jobs->system.submit != NULL;
    return 1 + (hooked ? jobs->system.workers : jobs->thread_count);
}

void loam_jobs_submit(loam_jobs *jobs, loam_job *job)
{
    LOAM_ASSERT(&jobs->env, job->run != NULL);
    LOAM_ASSERT(&jobs->env, (uint32_t)job->priority < LOAM_PRIORITY_COUNT);
    const loam_priority priority = job->priority;
    loam_mutex_lock(&jobs->mutex);
    LOAM_ASSERT(&jobs->env, job->state != JOB_QUEUED && job->state != JOB_RUNNING);
    if (jobs->stopping)
    {
        job->state = JOB_CANCELLED;
        loam_mutex_unlock(&jobs->mutex);
        return;
    }
    queue_append(jobs, job);
    const bool hooked = jobs->system.submit != NULL;
    jobs->ticks += hooked ? 1 : 0;
    loam_condition_signal(&jobs->work);
    wake_waiters(jobs);
    loam_mutex_unlock(&jobs->mutex);
    if (hooked)
    {
        jobs->system.submit(jobs->system.user, job_tick, jobs, priority);
    }
}

void loam_jobs_wait(loam_jobs *jobs, loam_job *job)
{
    loam_mutex_lock(&jobs->mutex);
    const bool inside = inside_a_job(jobs);
    while (job->state == JOB_QUEUED || job->state == JOB_RUNNING)
    {
        if (inside && job->state == JOB_QUEUED)
        {
            run_job(jobs, job);
        }
        else if (inside || !run_something(jobs))
        {
            wait_for_done(jobs);
        }
    }
    loam_mutex_unlock(&jobs->mutex);
}

bool loam_jobs_cancel(loam_jobs *jobs, loam_job *job)
{
    loam_mutex_lock(&jobs->mutex);
    if (job->state == JOB_QUEUED)
    {
        queue_remove(jobs, job);
        job->state = JOB_CANCELLED;
        wake_waiters(jobs);
    }
    const bool ran = job->state == JOB_RUNNING || job->state == JOB_DONE;
    loam_mutex_unlock(&jobs->mutex);
    return !ran;
}

bool loam_jobs_help(loam_jobs *jobs)
{
    loam_mutex_lock(&jobs->mutex);
    loam_job *const job = queue_first(jobs);
    if (job != NULL)
    {
        run_job(jobs, job);
    }
    loam_mutex_unlock(&jobs->mutex);
    return job != NULL;
}

// A task system of the caller's has no idle threads of ours in it: they are called by ticks.
static void call_for_help(loam_jobs *jobs, int64_t ranges)
{
    const int32_t workers = jobs->system.workers;
    const int64_t wanted = ranges - 1 < workers ? ranges - 1 : workers;
    for (int64_t i = 0; i < wanted; i++)
    {
        loam_mutex_lock(&jobs->mutex);
        jobs->ticks++;
        loam_mutex_unlock(&jobs->mutex);
        jobs->system.submit(jobs->system.user, loop_tick, jobs, LOAM_PRIORITY_HIGH);
    }
}

static void share_loop(loam_jobs *jobs, loop *shared)
{
    loam_mutex_lock(&jobs->mutex);
    loop_publish(jobs, shared);
    if (jobs->system.submit != NULL)
    {
        loam_mutex_unlock(&jobs->mutex);
        call_for_help(jobs, shared->ranges);
        loam_mutex_lock(&jobs->mutex);
    }
    run_loop(jobs, shared);
    while (shared->users > 0)
    {
        wait_for_done(jobs);
    }
    loam_mutex_unlock(&jobs->mutex);
}

void loam_jobs_for(loam_jobs *jobs, int64_t count, int64_t grain,
                   void (*run)(void *context, int64_t begin, int64_t end), void *context)
{
    if (count <= 0)
    {
        return;
    }
    LOAM_ASSERT(jobs != NULL ? &jobs->env : NULL, grain > 0);
    loop all = {
        .run = run,
        .context = context,
        .count = count,
        .grain = grain,
        .ranges = count / grain + (count % grain != 0 ? 1 : 0),
    };
    if (jobs == NULL || all.ranges == 1 || loam_jobs_width(jobs) == 1)
    {
        run_ranges(&all);
        return;
    }
    share_loop(jobs, &all);
}
