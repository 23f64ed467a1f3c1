// SPDX-License-Identifier: MIT
// Jobs one situation at a time. How they behave in masses is in jobs_stress.c.
#include "loam/jobs.h"

#include "base/thread.h"
#include "check.h"
#include "counting.h"

#include <stdatomic.h>
#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)
#include <sys/resource.h>
#endif

static loam_jobs *make_pool(int32_t threads)
{
    loam_jobs_def def = loam_default_jobs_def();
    loam_jobs *jobs = NULL;
    def.threads = threads;
    CHECK_OK(loam_jobs_create(&def, &jobs));
    return jobs;
}

// Without threads, everything happens in a known order.

static char order[64];

static void add_letter(void *context)
{
    const size_t length = strlen(order);
    order[length] = *(const char *)context;
    order[length + 1] = '\0';
}

static loam_job letter(const char *which, loam_priority priority)
{
    return (loam_job){.run = add_letter, .context = (void *)(uintptr_t)which, .priority = priority};
}

static void test_priorities_then_order_of_submission(void)
{
    loam_jobs *const jobs = make_pool(0);
    loam_job all[] = {letter("g", LOAM_PRIORITY_LOW),    letter("d", LOAM_PRIORITY_NORMAL),
                      letter("a", LOAM_PRIORITY_HIGH),   letter("e", LOAM_PRIORITY_NORMAL),
                      letter("h", LOAM_PRIORITY_LOW),    letter("b", LOAM_PRIORITY_HIGH),
                      letter("f", LOAM_PRIORITY_NORMAL), letter("c", LOAM_PRIORITY_HIGH)};
    order[0] = '\0';
    for (int i = 0; i < 8; i++)
    {
        loam_jobs_submit(jobs, &all[i]);
    }
    loam_jobs_wait(jobs, &all[6]);
    CHECK_TEXT(order, "abcdef");
    CHECK(loam_jobs_help(jobs));
    CHECK_TEXT(order, "abcdefg");
    loam_jobs_wait(jobs, &all[0]);
    CHECK_TEXT(order, "abcdefg");
    CHECK(loam_jobs_help(jobs));
    CHECK(!loam_jobs_help(jobs));
    CHECK_TEXT(order, "abcdefgh");
    loam_jobs_destroy(jobs);
}

static void fail_alone(void *context)
{
    *(loam_result *)context = loam_fail(LOAM_FAILED, "the job has failed");
}

// What a job says is for who made it; whoever helps has a message of its own to read.
static void test_helping_leaves_the_last_message(void)
{
    loam_jobs *const jobs = make_pool(0);
    loam_result result = LOAM_OK;
    loam_job job = {.run = fail_alone, .context = &result};
    loam_jobs_submit(jobs, &job);
    CHECK_INT(loam_fail(LOAM_IO, "what I have done myself"), LOAM_IO);
    loam_jobs_wait(jobs, &job);
    CHECK_INT(result, LOAM_FAILED);
    CHECK_TEXT(loam_last_error(), "what I have done myself");
    loam_jobs_destroy(jobs);
}

static void test_cancelling_takes_a_job_out(void)
{
    loam_jobs *const jobs = make_pool(0);
    loam_job a = letter("a", LOAM_PRIORITY_NORMAL), b = letter("b", LOAM_PRIORITY_NORMAL),
             c = letter("c", LOAM_PRIORITY_NORMAL), d = letter("d", LOAM_PRIORITY_NORMAL);
    order[0] = '\0';
    loam_jobs_submit(jobs, &a);
    loam_jobs_submit(jobs, &b);
    loam_jobs_submit(jobs, &c);
    loam_jobs_submit(jobs, &d);
    CHECK(loam_jobs_cancel(jobs, &b));
    CHECK(loam_jobs_cancel(jobs, &b));
    CHECK(loam_jobs_cancel(jobs, &a));
    CHECK(loam_jobs_cancel(jobs, &d));
    loam_jobs_wait(jobs, &b);
    CHECK_TEXT(order, "");
    loam_jobs_wait(jobs, &c);
    CHECK_TEXT(order, "c");
    CHECK(!loam_jobs_cancel(jobs, &c));
    CHECK(!loam_jobs_help(jobs));
    loam_jobs_submit(jobs, &b);
    loam_jobs_submit(jobs, &c);
    loam_jobs_wait(jobs, &c);
    CHECK_TEXT(order, "cbc");
    loam_jobs_destroy(jobs);
}

static void test_destroying_drops_what_is_queued(void)
{
    loam_jobs *const jobs = make_pool(0);
    loam_job a = letter("a", LOAM_PRIORITY_NORMAL), b = letter("b", LOAM_PRIORITY_LOW);
    order[0] = '\0';
    loam_jobs_submit(jobs, &a);
    loam_jobs_submit(jobs, &b);
    loam_jobs_destroy(jobs);
    CHECK_TEXT(order, "");
    loam_jobs_destroy(NULL);
    // Dropped jobs are free for another pool.
    loam_jobs *const another = make_pool(0);
    loam_jobs_submit(another, &b);
    loam_jobs_submit(another, &a);
    loam_jobs_wait(another, &b);
    CHECK_TEXT(order, "ab");
    loam_jobs_destroy(another);
}

typedef struct child_job
{
    loam_jobs *jobs;
    loam_job child;
} child_job;

static void submit_and_wait(void *context)
{
    child_job *const self = context;
    loam_jobs_submit(self->jobs, &self->child);
    loam_jobs_wait(self->jobs, &self->child);
    add_letter((void *)(uintptr_t) "p");
}

// A job that waits runs what it waits for, and nothing else: not x, which was queued before.
static void test_a_job_may_wait_for_another(void)
{
    loam_jobs *const jobs = make_pool(0);
    child_job parent = {jobs, letter("c", LOAM_PRIORITY_LOW)};
    loam_job job = {.run = submit_and_wait, .context = &parent, .priority = LOAM_PRIORITY_HIGH};
    loam_job other = letter("x", LOAM_PRIORITY_LOW);
    order[0] = '\0';
    loam_jobs_submit(jobs, &other);
    loam_jobs_submit(jobs, &job);
    loam_jobs_wait(jobs, &job);
    CHECK_TEXT(order, "cp");
    loam_jobs_wait(jobs, &other);
    CHECK_TEXT(order, "cpx");
    loam_jobs_destroy(jobs);
}

static void check_refused(loam_jobs_def def, loam_result expected, const char *message)
{
    counting counter;
    def.env = counting_env(&counter);
    loam_jobs *jobs = (loam_jobs *)&counter;
    CHECK_INT(loam_jobs_create(&def, &jobs), expected);
    CHECK(jobs == NULL);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK_INT(counter.blocks, 0);
}

static void submit_nothing(void *user, void (*run)(void *), void *argument, loam_priority priority)
{
    (void)user;
    (void)run;
    (void)argument;
    (void)priority;
}

static void test_wrong_defs_are_refused(void)
{
    loam_jobs_def def = loam_default_jobs_def();
    CHECK_RANGE(def.threads, 0, LOAM_MAX_THREADS);
    CHECK(loam_cpu_count() >= 1);
    def.threads = -1;
    check_refused(def, LOAM_BAD_ARGUMENT, "threads is -1");
    def.threads = LOAM_MAX_THREADS + 1;
    check_refused(def, LOAM_BAD_ARGUMENT, "256");
    def.threads = 1;
    def.system.submit = submit_nothing;
    check_refused(def, LOAM_BAD_ARGUMENT, "task system");
    def.threads = 0;
    def.system.workers = -1;
    check_refused(def, LOAM_BAD_ARGUMENT, "system.workers is -1");
    def.system.workers = LOAM_MAX_THREADS + 1;
    check_refused(def, LOAM_BAD_ARGUMENT, "system.workers is 257");
#ifdef LOAM_NO_THREADS
    def = loam_default_jobs_def();
    CHECK_INT(def.threads, 0);
    def.threads = 1;
    check_refused(def, LOAM_UNSUPPORTED, "no threads");
#endif
}

static void test_no_memory_leaves_nothing(void)
{
    counting counter;
    loam_jobs_def def = {.env = counting_env(&counter)};
    loam_jobs *jobs = NULL;
    counter.refuse_at = 1;
    CHECK_INT(loam_jobs_create(&def, &jobs), LOAM_OUT_OF_MEMORY);
    CHECK(jobs == NULL);
    CHECK_INT(counter.blocks, 0);
    CHECK_OK(loam_jobs_create(&def, &jobs));
    CHECK_INT(counter.blocks, 1);
    loam_jobs_destroy(jobs);
    CHECK_INT(counter.blocks, 0);
    CHECK_INT(counter.bytes, 0);
}

#if defined(__linux__) && defined(__GLIBC__) && !CHECK_SANITIZED && !defined(LOAM_NO_THREADS)
// Room for the stacks of a few threads only: those that did start have to go again.
static void test_too_few_threads_leave_nothing(void)
{
    FILE *const file = fopen("/proc/self/statm", "r");
    long pages = 0;
    struct rlimit before;
    counting counter;
    loam_jobs_def def = {.env = counting_env(&counter), .threads = LOAM_MAX_THREADS};
    loam_jobs *jobs = NULL;
    if (file == NULL || fscanf(file, "%ld", &pages) != 1 || getrlimit(RLIMIT_AS, &before) != 0)
    {
        return;
    }
    fclose(file);
    const struct rlimit tight = {(rlim_t)pages * 4096 + (60u << 20), before.rlim_max};
    CHECK_INT(setrlimit(RLIMIT_AS, &tight), 0);
    // An emulator may take the limit and ignore it.
    void *volatile much = malloc((size_t)256 << 20);
    free(much);
    if (much != NULL)
    {
        setrlimit(RLIMIT_AS, &before);
        return;
    }
    const loam_result result = loam_jobs_create(&def, &jobs);
    CHECK_INT(setrlimit(RLIMIT_AS, &before), 0);
    CHECK_INT(result, LOAM_UNSUPPORTED);
    CHECK_CONTAINS(loam_last_error(), "of 256 threads");
    CHECK(jobs == NULL);
    CHECK_INT(counter.blocks, 0);
}
#else
static void test_too_few_threads_leave_nothing(void)
{
}
#endif

typedef struct marks
{
    loam_jobs *jobs;
    int64_t count;
    int64_t grain;
    atomic_int *seen;
    atomic_int wrong;
} marks;

static void mark_range(void *context, int64_t begin, int64_t end)
{
    marks *const self = context;
    if (begin < 0 || begin >= end || end > self->count || end - begin > self->grain)
    {
        atomic_fetch_add(&self->wrong, 1);
        return;
    }
    for (int64_t i = begin; i < end; i++)
    {
        atomic_fetch_add(&self->seen[i], 1);
    }
}

static void check_covers_once(loam_jobs *jobs, int64_t count, int64_t grain)
{
    static atomic_int seen[5000];
    marks self = {.jobs = jobs, .count = count, .grain = grain, .seen = seen};
    memset(seen, 0, sizeof seen);
    loam_jobs_for(jobs, count, grain, mark_range, &self);
    int wrong = self.wrong;
    for (int64_t i = 0; i < 5000; i++)
    {
        wrong += seen[i] != (i < count ? 1 : 0) ? 1 : 0;
    }
    CHECK_REPORT(wrong == 0, "count %d, grain %d: %d are wrong", (int)count, (int)grain, wrong);
}

static void check_all_sizes(loam_jobs *jobs)
{
    static const int64_t counts[] = {-5, 0, 1, 2, 7, 1000, 5000};
    static const int64_t grains[] = {1, 2, 3, 64, 4999, 5000, INT64_MAX};
    for (int c = 0; c < 7; c++)
    {
        for (int g = 0; g < 7; g++)
        {
            check_covers_once(jobs, counts[c], grains[g]);
        }
    }
}

static void test_loops_cover_everything_once(void)
{
    static const int32_t threads[] = {0, 1, 2, 8};
    check_all_sizes(NULL);
#ifdef LOAM_NO_THREADS
    const int pools = 1;
#else
    const int pools = 4;
#endif
    for (int i = 0; i < pools; i++)
    {
        loam_jobs *const jobs = make_pool(threads[i]);
        CHECK_INT(loam_jobs_width(jobs), threads[i] + 1);
        check_all_sizes(jobs);
        loam_jobs_destroy(jobs);
    }
}

static void add_lengths(void *context, int64_t begin, int64_t end)
{
    atomic_int_least64_t *const sums = context;
    atomic_fetch_add(&sums[0], 1);
    atomic_fetch_add(&sums[1], end - begin);
}

static void test_huge_loops_do_not_overflow(void)
{
    atomic_int_least64_t sums[2] = {0};
    loam_jobs_for(NULL, INT64_MAX, INT64_MAX / 3 + 1, add_lengths, sums);
    CHECK_INT(sums[0], 3);
    CHECK_INT(sums[1], INT64_MAX);
}

#ifndef LOAM_NO_THREADS

typedef struct gate
{
    loam_mutex mutex;
    loam_condition condition;
    bool open;
} gate;

static void gate_init(gate *new_gate)
{
    CHECK(loam_mutex_init(&new_gate->mutex));
    CHECK(loam_condition_init(&new_gate->condition));
    new_gate->open = false;
}

static void gate_destroy(gate *old_gate)
{
    loam_condition_destroy(&old_gate->condition);
    loam_mutex_destroy(&old_gate->mutex);
}

static void gate_open(gate *opened)
{
    loam_mutex_lock(&opened->mutex);
    opened->open = true;
    loam_condition_broadcast(&opened->condition);
    loam_mutex_unlock(&opened->mutex);
}

static void gate_pass(gate *passed)
{
    loam_mutex_lock(&passed->mutex);
    while (!passed->open)
    {
        loam_condition_wait(&passed->condition, &passed->mutex, UINT64_MAX);
    }
    loam_mutex_unlock(&passed->mutex);
}

typedef struct blocker
{
    gate started;
    gate release;
    loam_thread thread;
    atomic_bool finished;
} blocker;

static void block(void *context)
{
    blocker *const self = context;
    self->thread = loam_thread_current();
    gate_open(&self->started);
    gate_pass(&self->release);
    atomic_store(&self->finished, true);
}

static void blocker_init(blocker *self)
{
    gate_init(&self->started);
    gate_init(&self->release);
    atomic_init(&self->finished, false);
}

static void blocker_destroy(blocker *self)
{
    gate_destroy(&self->started);
    gate_destroy(&self->release);
}

static void note_thread(void *context)
{
    *(loam_thread *)context = loam_thread_current();
}

// The only worker is busy, so the thread that waits has to do it.
static void test_a_wait_helps(void)
{
    loam_jobs *const jobs = make_pool(1);
    blocker busy;
    blocker_init(&busy);
    loam_thread ran_on;
    loam_job first = {.run = block, .context = &busy};
    loam_job second = {.run = note_thread, .context = &ran_on};
    loam_jobs_submit(jobs, &first);
    gate_pass(&busy.started);
    loam_jobs_submit(jobs, &second);
    loam_jobs_wait(jobs, &second);
    CHECK(loam_thread_is_current(ran_on));
    CHECK(!atomic_load(&busy.finished));
    CHECK(!loam_jobs_cancel(jobs, &first));
    gate_open(&busy.release);
    loam_jobs_wait(jobs, &first);
    CHECK(atomic_load(&busy.finished));
    CHECK(!loam_jobs_cancel(jobs, &first));
    CHECK(!loam_thread_is_current(busy.thread));
    loam_jobs_destroy(jobs);
    blocker_destroy(&busy);
}

// Gives whoever would do the wrong thing 20 ms to do it.
static void *open_later(void *argument)
{
    const uint64_t start = loam_clock_ns();
    while (loam_clock_ns() - start < 20000000)
    {
    }
    gate_open(argument);
    return NULL;
}

static void test_destroying_waits_for_what_runs(void)
{
    loam_jobs *const jobs = make_pool(2);
    blocker busy[2];
    loam_job running[2], queued = letter("q", LOAM_PRIORITY_HIGH);
    loam_thread openers[2];
    order[0] = '\0';
    for (int i = 0; i < 2; i++)
    {
        blocker_init(&busy[i]);
        running[i] = (loam_job){.run = block, .context = &busy[i]};
        loam_jobs_submit(jobs, &running[i]);
        gate_pass(&busy[i].started);
    }
    loam_jobs_submit(jobs, &queued);
    for (int i = 0; i < 2; i++)
    {
        CHECK(loam_thread_start(&openers[i], open_later, &busy[i].release));
    }
    loam_jobs_destroy(jobs);
    CHECK(atomic_load(&busy[0].finished) && atomic_load(&busy[1].finished));
    CHECK_TEXT(order, "");
    for (int i = 0; i < 2; i++)
    {
        loam_thread_join(openers[i]);
        blocker_destroy(&busy[i]);
    }
}

typedef struct late_parent
{
    loam_jobs *jobs;
    gate started;
    loam_job child;
    int ran;
    bool ended;
} late_parent;

static void count_run(void *context)
{
    ++*(int *)context;
}

// Ends only when a child was dropped: until the pool stops, each is run by the wait.
static void submit_until_dropped(void *context)
{
    late_parent *const self = context;
    gate_open(&self->started);
    int before;
    do
    {
        before = self->ran;
        loam_jobs_submit(self->jobs, &self->child);
        loam_jobs_wait(self->jobs, &self->child);
    } while (self->ran != before);
    self->ended = true;
}

static void test_jobs_made_while_a_pool_goes_are_dropped(void)
{
    static late_parent self;
    self.jobs = make_pool(1);
    gate_init(&self.started);
    self.child = (loam_job){.run = count_run, .context = &self.ran};
    loam_job job = {.run = submit_until_dropped, .context = &self};
    loam_jobs_submit(self.jobs, &job);
    gate_pass(&self.started);
    loam_jobs_destroy(self.jobs);
    CHECK(self.ended);
    gate_destroy(&self.started);
}

// b runs elsewhere; a waits for b; c waits for a. If a, while it waits, picked c up, c would wait
// for what is suspended beneath it.
typedef struct chain
{
    loam_jobs *jobs;
    blocker b;
    gate a_started;
    loam_job job_a, job_b, job_c;
    loam_thread a_thread;
    atomic_bool a_done;
    atomic_bool c_on_top_of_a;
    atomic_bool c_saw_a_done;
} chain;

static void chain_a(void *context)
{
    chain *const self = context;
    self->a_thread = loam_thread_current();
    gate_open(&self->a_started);
    loam_jobs_wait(self->jobs, &self->job_b);
    atomic_store(&self->a_done, true);
}

static void chain_c(void *context)
{
    chain *const self = context;
    const bool on_top = loam_thread_is_current(self->a_thread) && !atomic_load(&self->a_done);
    atomic_store(&self->c_on_top_of_a, on_top);
    if (!on_top)
    {
        loam_jobs_wait(self->jobs, &self->job_a);
        atomic_store(&self->c_saw_a_done, atomic_load(&self->a_done));
    }
}

static void test_waits_inside_of_jobs_do_not_cross(void)
{
    static chain self;
    self.jobs = make_pool(2);
    blocker_init(&self.b);
    gate_init(&self.a_started);
    self.job_a = (loam_job){.run = chain_a, .context = &self};
    self.job_b = (loam_job){.run = block, .context = &self.b};
    self.job_c = (loam_job){.run = chain_c, .context = &self};
    loam_jobs_submit(self.jobs, &self.job_b);
    gate_pass(&self.b.started);
    loam_jobs_submit(self.jobs, &self.job_a);
    gate_pass(&self.a_started);
    loam_jobs_submit(self.jobs, &self.job_c);
    loam_thread opener;
    CHECK(loam_thread_start(&opener, open_later, &self.b.release));
    loam_jobs_wait(self.jobs, &self.job_a);
    loam_jobs_wait(self.jobs, &self.job_c);
    CHECK(!atomic_load(&self.c_on_top_of_a));
    CHECK(atomic_load(&self.c_saw_a_done));
    loam_thread_join(opener);
    loam_jobs_destroy(self.jobs);
    blocker_destroy(&self.b);
    gate_destroy(&self.a_started);
}

static void cancel_other(void *context)
{
    child_job *const self = context;
    CHECK(loam_jobs_cancel(self->jobs, &self->child));
}

// Somebody else cancels the job that a thread waits for.
static void test_a_wait_ends_when_the_job_is_cancelled(void)
{
    loam_jobs *const jobs = make_pool(0);
    child_job self = {jobs, letter("x", LOAM_PRIORITY_LOW)};
    loam_job canceller = {.run = cancel_other, .context = &self};
    order[0] = '\0';
    loam_jobs_submit(jobs, &self.child);
    loam_jobs_submit(jobs, &canceller);
    loam_jobs_wait(jobs, &self.child);
    CHECK_TEXT(order, "");
    loam_jobs_destroy(jobs);
}

// Waits for as many threads as the pool has to be in the loop at once.
static void meet(void *context, int64_t begin, int64_t end)
{
    atomic_int *const present = context;
    (void)begin;
    (void)end;
    atomic_fetch_add(present, 1);
    while (atomic_load(present) < 4)
    {
        loam_clock_ns();
    }
}

static void test_a_loop_uses_all_threads(void)
{
    loam_jobs *const jobs = make_pool(3);
    atomic_int present = 0;
    loam_jobs_for(jobs, 4, 1, meet, &present);
    CHECK_INT(present, 4);
    loam_jobs_destroy(jobs);
}

static void run_threaded_tests(void)
{
    RUN(test_a_wait_helps);
    RUN(test_destroying_waits_for_what_runs);
    RUN(test_jobs_made_while_a_pool_goes_are_dropped);
    RUN(test_waits_inside_of_jobs_do_not_cross);
    RUN(test_a_wait_ends_when_the_job_is_cancelled);
    RUN(test_a_loop_uses_all_threads);
}

#else

static void run_threaded_tests(void)
{
}

#endif

int main(void)
{
    RUN(test_priorities_then_order_of_submission);
    RUN(test_helping_leaves_the_last_message);
    RUN(test_cancelling_takes_a_job_out);
    RUN(test_destroying_drops_what_is_queued);
    RUN(test_a_job_may_wait_for_another);
    RUN(test_wrong_defs_are_refused);
    RUN(test_no_memory_leaves_nothing);
    RUN(test_too_few_threads_leave_nothing);
    RUN(test_loops_cover_everything_once);
    RUN(test_huge_loops_do_not_overflow);
    run_threaded_tests();
    return CHECK_DONE();
}
