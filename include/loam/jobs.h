// SPDX-License-Identifier: MIT
// Loam, base: a small pool of threads, or the caller's own task system behind the same functions.
#ifndef LOAM_JOBS_H
#define LOAM_JOBS_H

#include "loam/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_MAX_THREADS 256

typedef enum loam_priority
{
    LOAM_PRIORITY_HIGH,
    LOAM_PRIORITY_NORMAL,
    LOAM_PRIORITY_LOW,
    LOAM_PRIORITY_COUNT,
} loam_priority;

/// A caller's own task system. submit must arrange that run(argument) is called exactly once, soon,
/// from any thread, possibly from within submit. Each call runs the job that is then first in our
/// queue, or a share of a loop, or finds that others have done it.
typedef struct loam_task_system
{
    void (*submit)(void *user, void (*run)(void *argument), void *argument, loam_priority priority);
    void *user;
    int32_t workers; // how many tasks it runs at the same time, for splitting loops
} loam_task_system;

/// Settings of a pool. Start from loam_default_jobs_def().
typedef struct loam_jobs_def
{
    loam_env env;            // memory and assertions; env.jobs is not used
    int32_t threads;         // 0..LOAM_MAX_THREADS. 0: jobs run in loam_jobs_wait and _help only
    loam_task_system system; // if submit is not NULL it runs the jobs, and threads must be 0
} loam_jobs_def;

/// As many threads as the processor runs at once, less the calling one.
LOAM_API loam_jobs_def loam_default_jobs_def(void);

/// How many threads this machine runs at once, at least 1.
LOAM_API int32_t loam_cpu_count(void);

LOAM_API loam_result loam_jobs_create(const loam_jobs_def *def, loam_jobs **out);

/// Waits for what is running, and for every call that the task system still owes; what is queued is
/// dropped as if cancelled. Not from within a job. NULL is allowed.
LOAM_API void loam_jobs_destroy(loam_jobs *jobs);

/// How many jobs can run at the same time, the calling thread included: threads + 1.
LOAM_API int32_t loam_jobs_width(const loam_jobs *jobs);

/// One job. The caller owns the memory, fills the first three fields, sets the rest to zero, and
/// keeps it until the job was waited for or cancelled.
typedef struct loam_job
{
    void (*run)(void *context);
    void *context;
    loam_priority priority;
    int32_t state;             // private
    struct loam_job *next;     // private
    struct loam_job *previous; // private
} loam_job;

/// Queues a job. Higher priorities run first, equal ones in the order of submission. The job's
/// memory may be used again for another submit after it was waited for or cancelled.
LOAM_API void loam_jobs_submit(loam_jobs *jobs, loam_job *job);

/// Returns when the job has run or was cancelled. The calling thread works on other jobs and loops
/// meanwhile. Within a job or a loop it runs this job only, if that is still queued: anything else
/// could end up waiting for the job beneath it.
LOAM_API void loam_jobs_wait(loam_jobs *jobs, loam_job *job);

/// Takes a job out of the queue: true if it will never run, false if it has run or is running (then
/// wait for it before its memory is used again).
LOAM_API bool loam_jobs_cancel(loam_jobs *jobs, loam_job *job);

/// Runs one queued job on the calling thread: false if there was none. For a program's main loop,
/// not for use within a job.
LOAM_API bool loam_jobs_help(loam_jobs *jobs);

/// Calls run(context, begin, end) for consecutive ranges that cover 0 .. count - 1, each at most
/// grain long, on all workers and the calling thread, and returns when all are done. jobs may be
/// NULL: then the calling thread does everything, in order. Ranges may run in any order: they must
/// write disjoint memory. Nothing is allocated; loops may stand within jobs and other loops.
LOAM_API void loam_jobs_for(loam_jobs *jobs, int64_t count, int64_t grain,
                            void (*run)(void *context, int64_t begin, int64_t end), void *context);

#ifdef __cplusplus
}
#endif
#endif
