// SPDX-License-Identifier: MIT
// Jobs in masses, from many threads, in loops inside of loops, and through the caller's own task
// system. Made to be run under ThreadSanitizer.
#include "loam/jobs.h"

#include "loam/random.h"

#include "base/thread.h"
#include "check.h"

#include <stdatomic.h>
#include <stdlib.h>

enum
{
    MANY = 100000
};

#ifdef LOAM_NO_THREADS
static const int32_t thread_counts[] = {0};
#else
static const int32_t thread_counts[] = {0, 1, 2, 8};
#endif
enum
{
    POOLS = sizeof thread_counts / sizeof thread_counts[0]
};

static loam_jobs *make_pool(int32_t threads, loam_task_system system)
{
    const loam_jobs_def def = {.env = loam_default_env(), .threads = threads, .system = system};
    loam_jobs *jobs = NULL;
    CHECK_OK(loam_jobs_create(&def, &jobs));
    return jobs;
}

// A task system that runs a task within submit.
static void run_at_once(void *user, void (*run)(void *), void *argument, loam_priority priority)
{
    (void)priority;
    atomic_fetch_add((atomic_int *)user, 1);
    run(argument);
}

// One with threads of its own, and a pile of tasks, last in, first out: as unlike ours as allowed.
typedef struct task
{
    void (*run)(void *argument);
    void *argument;
} task;

typedef struct foreign
{
    loam_mutex mutex;
    loam_condition condition;
    task *tasks;
    size_t count;
    size_t room;
    bool stop;
    int32_t thread_count;
    loam_thread threads[4];
} foreign;

static void pile_up(void *user, void (*run)(void *), void *argument, loam_priority priority)
{
    foreign *const self = user;
    (void)priority;
    loam_mutex_lock(&self->mutex);
    if (self->count == self->room)
    {
        self->room = self->room * 2 + 16;
        self->tasks = realloc(self->tasks, self->room * sizeof *self->tasks);
    }
    self->tasks[self->count++] = (task){run, argument};
    loam_condition_signal(&self->condition);
    loam_mutex_unlock(&self->mutex);
}

#ifndef LOAM_NO_THREADS
static void *foreign_worker(void *argument)
{
    foreign *const self = argument;
    loam_mutex_lock(&self->mutex);
    while (!self->stop || self->count > 0)
    {
        if (self->count == 0)
        {
            loam_condition_wait(&self->condition, &self->mutex, UINT64_MAX);
            continue;
        }
        const task taken = self->tasks[--self->count];
        loam_mutex_unlock(&self->mutex);
        taken.run(taken.argument);
        loam_mutex_lock(&self->mutex);
    }
    loam_mutex_unlock(&self->mutex);
    return NULL;
}
#endif

static void foreign_init(foreign *self, int32_t threads)
{
    *self = (foreign){.thread_count = threads};
    CHECK(loam_mutex_init(&self->mutex) && loam_condition_init(&self->condition));
#ifndef LOAM_NO_THREADS
    for (int32_t i = 0; i < threads; i++)
    {
        CHECK(loam_thread_start(&self->threads[i], foreign_worker, self));
    }
#endif
}

static void foreign_destroy(foreign *self)
{
    loam_mutex_lock(&self->mutex);
    self->stop = true;
    loam_condition_broadcast(&self->condition);
    loam_mutex_unlock(&self->mutex);
    for (int32_t i = 0; i < self->thread_count; i++)
    {
        loam_thread_join(self->threads[i]);
    }
    CHECK_INT(self->count, 0);
    free(self->tasks);
    loam_condition_destroy(&self->condition);
    loam_mutex_destroy(&self->mutex);
}

static loam_job all[MANY];
static int32_t runs[MANY]; // plain: a job that ran twice at once would be a race

static void count_run(void *context)
{
    ++*(int32_t *)context;
}

static void prepare_all(void)
{
    memset(runs, 0, sizeof runs);
    for (uint64_t i = 0; i < MANY; i++)
    {
        all[i] = (loam_job){.run = count_run,
                            .context = &runs[i],
                            .priority = (loam_priority)loam_random_below(1, i, 3)};
    }
}

static void check_each_ran_once(void)
{
    int wrong = 0;
    for (int i = 0; i < MANY; i++)
    {
        wrong += runs[i] != 1 ? 1 : 0;
    }
    CHECK_INT(wrong, 0);
}

static void submit_and_wait_for_all(loam_jobs *jobs)
{
    prepare_all();
    for (int i = 0; i < MANY; i++)
    {
        loam_jobs_submit(jobs, &all[i]);
    }
    for (int i = 0; i < MANY; i++)
    {
        loam_jobs_wait(jobs, &all[i]);
    }
    check_each_ran_once();
}

// Every third is taken back, some while they run.
static void submit_and_cancel_some(loam_jobs *jobs)
{
    int wrong = 0;
    prepare_all();
    for (int i = 0; i < MANY; i++)
    {
        loam_jobs_submit(jobs, &all[i]);
        if (i % 3 == 2)
        {
            const int other = (int)loam_random_range(2, (uint64_t)i, i - 2, i);
            const bool cancelled = loam_jobs_cancel(jobs, &all[other]);
            loam_jobs_wait(jobs, &all[other]);
            wrong += runs[other] != (cancelled ? 0 : 1) ? 1 : 0;
            runs[other] = 1;
        }
    }
    CHECK_INT(wrong, 0);
    for (int i = 0; i < MANY; i++)
    {
        loam_jobs_wait(jobs, &all[i]);
    }
    check_each_ran_once();
}

static void test_masses_of_jobs(void)
{
    for (int i = 0; i < POOLS; i++)
    {
        loam_jobs *const jobs = make_pool(thread_counts[i], (loam_task_system){0});
        submit_and_wait_for_all(jobs);
        submit_and_cancel_some(jobs);
        loam_jobs_destroy(jobs);
    }
}

// A tree of jobs, each waiting for its children.
typedef struct tree
{
    loam_jobs *jobs;
    int32_t depth;
    int32_t leaves;
} tree;

static void grow_tree(void *context)
{
    tree *const self = context;
    if (self->depth == 0)
    {
        self->leaves = 1;
        return;
    }
    tree children[3];
    loam_job jobs[3];
    for (int i = 0; i < 3; i++)
    {
        children[i] = (tree){.jobs = self->jobs, .depth = self->depth - 1};
        jobs[i] = (loam_job){.run = grow_tree,
                             .context = &children[i],
                             .priority = (loam_priority)((i + self->depth) % 3)};
        loam_jobs_submit(self->jobs, &jobs[i]);
    }
    for (int i = 0; i < 3; i++)
    {
        loam_jobs_wait(self->jobs, &jobs[i]);
        self->leaves += children[i].leaves;
    }
}

static void check_tree(loam_jobs *jobs)
{
    tree root = {.jobs = jobs, .depth = 7};
    grow_tree(&root);
    CHECK_INT(root.leaves, 2187);
    loam_job job = {.run = grow_tree, .context = &root};
    root.leaves = 0;
    loam_jobs_submit(jobs, &job);
    loam_jobs_wait(jobs, &job);
    CHECK_INT(root.leaves, 2187);
}

// Loops inside of loops inside of jobs.
enum
{
    SIDE = 24
};

typedef struct cube
{
    loam_jobs *jobs;
    int32_t cells[SIDE][SIDE][SIDE];
} cube;

typedef struct cube_part
{
    cube *whole;
    int64_t x;
    int64_t y;
} cube_part;

static void fill_z(void *context, int64_t begin, int64_t end)
{
    const cube_part *const part = context;
    for (int64_t z = begin; z < end; z++)
    {
        part->whole->cells[part->x][part->y][z]++;
    }
}

static void fill_y(void *context, int64_t begin, int64_t end)
{
    cube_part part = *(const cube_part *)context;
    for (part.y = begin; part.y < end; part.y++)
    {
        loam_jobs_for(part.whole->jobs, SIDE, 5, fill_z, &part);
    }
}

static void fill_x(void *context, int64_t begin, int64_t end)
{
    cube_part part = {.whole = context};
    for (part.x = begin; part.x < end; part.x++)
    {
        loam_jobs_for(part.whole->jobs, SIDE, 2, fill_y, &part);
    }
}

static void fill_cube(void *context)
{
    cube *const whole = context;
    loam_jobs_for(whole->jobs, SIDE, 1, fill_x, whole);
}

static void check_cubes(loam_jobs *jobs)
{
    enum
    {
        CUBES = 4
    };
    static cube cubes[CUBES];
    loam_job fills[CUBES];
    memset(cubes, 0, sizeof cubes);
    for (int i = 0; i < CUBES; i++)
    {
        cubes[i].jobs = jobs;
        fills[i] = (loam_job){.run = fill_cube, .context = &cubes[i]};
        loam_jobs_submit(jobs, &fills[i]);
    }
    for (int i = 0; i < CUBES; i++)
    {
        loam_jobs_wait(jobs, &fills[i]);
        int wrong = 0;
        for (int cell = 0; cell < SIDE * SIDE * SIDE; cell++)
        {
            wrong += (&cubes[i].cells[0][0][0])[cell] != 1 ? 1 : 0;
        }
        CHECK_INT(wrong, 0);
    }
}

static void test_trees_and_cubes(void)
{
    for (int i = 0; i < POOLS; i++)
    {
        loam_jobs *const jobs = make_pool(thread_counts[i], (loam_task_system){0});
        check_tree(jobs);
        check_cubes(jobs);
        loam_jobs_destroy(jobs);
    }
}

static void test_a_task_system_that_runs_at_once(void)
{
    atomic_int calls = 0;
    loam_jobs *const jobs = make_pool(0, (loam_task_system){run_at_once, &calls, 1});
    CHECK_INT(loam_jobs_width(jobs), 2);
    submit_and_wait_for_all(jobs);
    CHECK_INT(calls, MANY);
    CHECK(!loam_jobs_cancel(jobs, &all[0]));
    check_tree(jobs);
    check_cubes(jobs);
    loam_jobs_destroy(jobs);
}

// Tasks that come late find their jobs done by others, or cancelled; jobs nobody waits for run too.
typedef struct inline_system
{
    loam_jobs *jobs;
    bool inside; // of submit, for a loop
    int32_t ranges, ranges_inside;
} inline_system;

static void run_loops_at_once(void *user, void (*run)(void *argument), void *argument,
                              loam_priority priority)
{
    inline_system *const self = user;
    self->inside = priority == LOAM_PRIORITY_HIGH;
    run(argument);
    self->inside = false;
}

static void note_where(void *context, int64_t begin, int64_t end)
{
    inline_system *const self = context;
    self->ranges += (int32_t)(end - begin);
    self->ranges_inside += self->inside ? (int32_t)(end - begin) : 0;
}

static void loop_in_a_job(void *context)
{
    inline_system *const self = context;
    self->inside = false;
    loam_jobs_for(self->jobs, 4, 1, note_where, self);
}

// Who calls for help from within a job may be called back at once. Then the newest loop could be somebody
// else's, and to work on it would be a wait for that: it is left alone. Outside of jobs it is not.
static void test_a_call_for_help_that_comes_back_at_once(void)
{
    inline_system self = {0};
    self.jobs = make_pool(0, (loam_task_system){run_loops_at_once, &self, 1});
    loam_jobs_for(self.jobs, 4, 1, note_where, &self);
    CHECK_INT(self.ranges, 4);
    CHECK_INT(self.ranges_inside, 4);
    loam_job job = {.run = loop_in_a_job, .context = &self};
    loam_jobs_submit(self.jobs, &job);
    loam_jobs_wait(self.jobs, &job);
    CHECK_INT(self.ranges, 8);
    CHECK_INT(self.ranges_inside, 4);
    loam_jobs_destroy(self.jobs);
}

static void test_a_task_system_that_comes_late(void)
{
    foreign system;
    foreign_init(&system, 0);
    loam_jobs *const jobs = make_pool(0, (loam_task_system){pile_up, &system, 2});
    prepare_all();
    for (int i = 0; i < 100; i++)
    {
        loam_jobs_submit(jobs, &all[i]);
    }
    CHECK_INT(system.count, 100);
    loam_jobs_wait(jobs, &all[3]);
    CHECK(loam_jobs_cancel(jobs, &all[99]) || runs[99] == 1);
    CHECK(loam_jobs_help(jobs));
    for (int i = 0; i < 100; i++)
    {
        const task taken = system.tasks[--system.count];
        taken.run(taken.argument);
    }
    int ran = 0;
    for (int i = 0; i < 100; i++)
    {
        ran += runs[i];
    }
    CHECK_INT(ran + (runs[99] == 0 ? 1 : 0), 100);
    CHECK(!loam_jobs_help(jobs));
    loam_jobs_destroy(jobs);
    foreign_destroy(&system);
}

// A task that was meant for a job does not spend itself on a loop: nobody else may come for the job.
typedef struct late_loop
{
    foreign *system;
    int ranges;
} late_loop;

static void run_tasks_within(void *context, int64_t begin, int64_t end)
{
    late_loop *const self = context;
    self->ranges += (int)(end - begin);
    while (self->system->count > 0)
    {
        const task taken = self->system->tasks[--self->system->count];
        taken.run(taken.argument);
    }
}

static void test_tasks_within_a_loop_still_run_jobs(void)
{
    foreign system;
    foreign_init(&system, 0);
    loam_jobs *const jobs = make_pool(0, (loam_task_system){pile_up, &system, 2});
    late_loop self = {.system = &system};
    prepare_all();
    for (int i = 0; i < 10; i++)
    {
        loam_jobs_submit(jobs, &all[i]);
    }
    loam_jobs_for(jobs, 3, 1, run_tasks_within, &self);
    CHECK_INT(self.ranges, 3);
    for (int i = 0; i < 10; i++)
    {
        CHECK_INT(runs[i], 1);
    }
    loam_jobs_destroy(jobs);
    foreign_destroy(&system);
}

#ifndef LOAM_NO_THREADS

// Waits for four threads to be in the loop at once.
static void meet(void *context, int64_t begin, int64_t end)
{
    atomic_int *const present = context;
    (void)begin;
    (void)end;
    atomic_fetch_add(present, 1);
    while (atomic_load(present) < 4)
    {
    }
}

static void test_a_task_system_with_threads(void)
{
    foreign system;
    foreign_init(&system, 4);
    loam_jobs *const jobs = make_pool(0, (loam_task_system){pile_up, &system, 4});
    submit_and_wait_for_all(jobs);
    submit_and_cancel_some(jobs);
    check_tree(jobs);
    check_cubes(jobs);
    loam_jobs_destroy(jobs);
    foreign_destroy(&system);
}

static void test_a_loop_uses_the_task_system(void)
{
    foreign system;
    foreign_init(&system, 3);
    loam_jobs *const jobs = make_pool(0, (loam_task_system){pile_up, &system, 3});
    atomic_int present = 0;
    loam_jobs_for(jobs, 4, 1, meet, &present);
    CHECK_INT(present, 4);
    loam_jobs_destroy(jobs);
    foreign_destroy(&system);
}

typedef struct late_runner
{
    foreign *system;
    atomic_int begun;
} late_runner;

static void *run_the_rest(void *argument)
{
    late_runner *const self = argument;
    foreign *const system = self->system;
    const uint64_t start = loam_clock_ns();
    while (loam_clock_ns() - start < 20000000)
    {
    }
    while (system->count > 0)
    {
        const task taken = system->tasks[--system->count];
        atomic_fetch_add(&self->begun, 1);
        taken.run(taken.argument);
    }
    return NULL;
}

// A pool is not gone before the last task that knows it has come back; dropped jobs do not run.
static void test_destroying_waits_for_the_task_system(void)
{
    foreign system;
    foreign_init(&system, 0);
    loam_jobs *const jobs = make_pool(0, (loam_task_system){pile_up, &system, 2});
    prepare_all();
    for (int i = 0; i < 10; i++)
    {
        loam_jobs_submit(jobs, &all[i]);
    }
    late_runner runner = {.system = &system};
    loam_thread late;
    CHECK(loam_thread_start(&late, run_the_rest, &runner));
    loam_jobs_destroy(jobs);
    CHECK_INT(atomic_load(&runner.begun), 10);
    loam_thread_join(late);
    for (int i = 0; i < 10; i++)
    {
        CHECK_INT(runs[i], 0);
    }
    foreign_destroy(&system);
}

// Several threads of the caller's use one pool.
static void *use_pool(void *argument)
{
    tree root = {.jobs = argument, .depth = 6};
    grow_tree(&root);
    loam_job job = {.run = grow_tree, .context = &root};
    loam_jobs_submit(argument, &job);
    loam_jobs_wait(argument, &job);
    return (void *)(uintptr_t)root.leaves;
}

static void test_many_callers_share_a_pool(void)
{
    for (int i = 0; i < POOLS; i++)
    {
        loam_jobs *const jobs = make_pool(thread_counts[i], (loam_task_system){0});
        loam_thread callers[4];
        for (int c = 0; c < 4; c++)
        {
            CHECK(loam_thread_start(&callers[c], use_pool, jobs));
        }
        for (int c = 0; c < 4; c++)
        {
            void *leaves = NULL;
            pthread_join(callers[c], &leaves);
            CHECK_INT((uintptr_t)leaves, 2 * 729);
        }
        loam_jobs_destroy(jobs);
    }
}

static void run_threaded_tests(void)
{
    RUN(test_a_task_system_with_threads);
    RUN(test_a_loop_uses_the_task_system);
    RUN(test_destroying_waits_for_the_task_system);
    RUN(test_many_callers_share_a_pool);
}

#else

static void run_threaded_tests(void)
{
}

#endif

// Pools that go while their jobs still make new ones.
typedef struct breeder
{
    loam_jobs *jobs;
    loam_job child;
    atomic_int born;
} breeder;

static void breed(void *context)
{
    breeder *const self = context;
    for (int i = 0; i < 50; i++)
    {
        self->child = (loam_job){.run = count_run, .context = &runs[0]};
        loam_jobs_submit(self->jobs, &self->child);
        atomic_fetch_add(&self->born, 1);
        loam_jobs_wait(self->jobs, &self->child);
    }
}

static void test_pools_come_and_go(void)
{
    for (int round = 0; round < 200; round++)
    {
        static breeder self;
        loam_jobs *const jobs = make_pool(thread_counts[round % POOLS], (loam_task_system){0});
        self.jobs = jobs;
        atomic_init(&self.born, 0);
        loam_job job = {.run = breed, .context = &self};
        loam_jobs_submit(jobs, &job);
        loam_jobs_destroy(jobs);
        CHECK(self.born == 0 || self.born == 50);
    }
}

int main(void)
{
    RUN(test_masses_of_jobs);
    RUN(test_trees_and_cubes);
    RUN(test_a_task_system_that_runs_at_once);
    RUN(test_a_call_for_help_that_comes_back_at_once);
    RUN(test_a_task_system_that_comes_late);
    RUN(test_tasks_within_a_loop_still_run_jobs);
    RUN(test_pools_come_and_go);
    run_threaded_tests();
    return CHECK_DONE();
}
