// SPDX-License-Identifier: MIT
// Sessions for tests: opened and closed with patience, with a clock that the test winds.
#ifndef LOAM_TESTS_APPS_SESSION_WORLD_H
#define LOAM_TESTS_APPS_SESSION_WORLD_H

#include "check.h"
#include "export/folder.h"
#include "loam/random.h"
#include "play/session.h"

#include <stdlib.h>

enum
{
    STEP_US = 10000,
    PLENTY_US = 1000000000, // of time for the steps of a frame
};

static uint64_t test_clock_us = 1000000;

/// A small world.
static inline session_def test_def(const char *path, loam_jobs *jobs)
{
    session_def def = {.env = loam_default_env(),
                       .path = path,
                       .seed = 7,
                       .ring_log2 = LOAM_MIN_RING_LOG2,
                       .autosave_steps = 100};
    def.env.jobs = jobs;
    return def;
}

static inline loam_jobs *test_jobs(int32_t threads)
{
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = threads;
    loam_jobs *jobs = NULL;
    CHECK_OK(loam_jobs_create(&def, &jobs));
    return jobs;
}

/// Polls until the state is no longer the given one.
static inline session_state test_wait(session *s, session_state state)
{
    session_state now = session_poll(s);
    while (now == state)
    {
        check_rest();
        now = session_poll(s);
    }
    return now;
}

static inline session *test_open(const session_def *def)
{
    session *s = NULL;
    CHECK_OK(session_open(def, &s));
    if (s == NULL || test_wait(s, SESSION_OPENING) != SESSION_OPEN)
    {
        fprintf(stderr, "no session to test with: %s\n",
                s != NULL ? session_error(s) : loam_last_error());
        exit(1);
    }
    return s;
}

/// Closes it, and checks that all was saved.
static inline void test_close(session *s)
{
    session_close(s);
    CHECK_INT(test_wait(s, SESSION_CLOSING), SESSION_CLOSED);
    CHECK_TEXT(session_error(s), "");
    session_destroy(s);
}

/// Lets time pass for so many steps, and waits until they are done.
static inline void test_steps(session *s, int32_t steps)
{
    session_advance done;
    while (steps > 0)
    {
        test_clock_us += STEP_US;
        CHECK_OK(session_advance_to(s, test_clock_us, PLENTY_US, NULL, &done));
        steps -= done.steps;
        while (done.waiting)
        {
            check_rest();
            CHECK_OK(session_advance_to(s, test_clock_us, PLENTY_US, NULL, &done));
            steps -= done.steps;
        }
    }
    CHECK_INT(steps, 0);
}

static inline uint64_t test_hash(session *s)
{
    return loam_tile_game_hash(session_game(s));
}

static inline uint64_t test_step_of(session *s)
{
    return loam_tile_world_steps(loam_tile_game_world(session_game(s)));
}

/// A command as it is written, without its step.
static inline loam_result test_do(session *s, const char *words)
{
    char line[LOAM_MAX_COMMAND_LINE + 8];
    loam_command command;
    snprintf(line, sizeof line, "0 %s", words);
    const loam_tile_defs *defs = loam_tile_world_defs(loam_tile_game_world(session_game(s)));
    CHECK_OK(loam_command_read(line, defs, &command));
    return session_do(s, &command);
}

/// Goes to a new folder, where waiting for the disk costs nothing if there is such a place.
static inline void test_enter(void)
{
    if (access("/dev/shm", W_OK) == 0)
    {
        setenv("TMPDIR", "/dev/shm", 0);
    }
    folder_enter();
}

#endif
