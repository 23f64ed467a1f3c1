// SPDX-License-Identifier: MIT
// Mutexes, conditions and threads: POSIX ones, or nothing at all in a build without threads.
#ifndef LOAM_BASE_THREAD_H
#define LOAM_BASE_THREAD_H

#include "loam/base.h"

#ifdef LOAM_NO_THREADS

typedef struct loam_mutex
{
    char unused;
} loam_mutex;
typedef struct loam_condition
{
    char unused;
} loam_condition;
typedef struct loam_thread
{
    char unused;
} loam_thread;

static inline bool loam_mutex_init(loam_mutex *mutex)
{
    mutex->unused = 0;
    return true;
}
static inline void loam_mutex_destroy(loam_mutex *mutex)
{
    (void)mutex;
}
static inline void loam_mutex_lock(loam_mutex *mutex)
{
    (void)mutex;
}
static inline void loam_mutex_unlock(loam_mutex *mutex)
{
    (void)mutex;
}
static inline bool loam_condition_init(loam_condition *condition)
{
    condition->unused = 0;
    return true;
}
static inline void loam_condition_destroy(loam_condition *condition)
{
    (void)condition;
}
static inline void loam_condition_signal(loam_condition *condition)
{
    (void)condition;
}
static inline void loam_condition_broadcast(loam_condition *condition)
{
    (void)condition;
}
static inline bool loam_thread_start(loam_thread *thread, void *(*run)(void *), void *argument)
{
    (void)thread;
    (void)run;
    (void)argument;
    return false;
}
static inline void loam_thread_join(loam_thread thread)
{
    (void)thread;
}
static inline loam_thread loam_thread_current(void)
{
    return (loam_thread){0};
}
static inline bool loam_thread_is_current(loam_thread thread)
{
    (void)thread;
    return true;
}

#else

#include <pthread.h>

typedef pthread_mutex_t loam_mutex;
typedef pthread_cond_t loam_condition;
typedef pthread_t loam_thread;

static inline bool loam_mutex_init(loam_mutex *mutex)
{
    return pthread_mutex_init(mutex, NULL) == 0;
}
static inline void loam_mutex_destroy(loam_mutex *mutex)
{
    pthread_mutex_destroy(mutex);
}
static inline void loam_mutex_lock(loam_mutex *mutex)
{
    pthread_mutex_lock(mutex);
}
static inline void loam_mutex_unlock(loam_mutex *mutex)
{
    pthread_mutex_unlock(mutex);
}
static inline void loam_condition_destroy(loam_condition *condition)
{
    pthread_cond_destroy(condition);
}
static inline void loam_condition_signal(loam_condition *condition)
{
    pthread_cond_signal(condition);
}
static inline void loam_condition_broadcast(loam_condition *condition)
{
    pthread_cond_broadcast(condition);
}
static inline bool loam_thread_start(loam_thread *thread, void *(*run)(void *), void *argument)
{
    return pthread_create(thread, NULL, run, argument) == 0;
}
static inline void loam_thread_join(loam_thread thread)
{
    pthread_join(thread, NULL);
}
static inline loam_thread loam_thread_current(void)
{
    return pthread_self();
}
static inline bool loam_thread_is_current(loam_thread thread)
{
    return pthread_equal(thread, pthread_self()) != 0;
}

/// A condition whose timeouts run on a clock that nobody sets, where the system has such conditions.
bool loam_condition_init(loam_condition *condition);

#endif

/// Waits until somebody signals, or at most for microseconds (UINT64_MAX: for ever). May return early
/// for no reason. In a build without threads it returns at once.
void loam_condition_wait(loam_condition *condition, loam_mutex *mutex, uint64_t microseconds);

#endif
