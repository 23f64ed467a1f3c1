// SPDX-License-Identifier: MIT
// The power goes while a game is begun, played, saved and left (store/disk.h). What was told to be safe is
// there, the world is as it was at one moment, and it can be played on.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "apps/session_deeds.h"
#include "store/crashing.h"

enum
{
    SESSIONS = 3,
    STEPS = 20, // of each
};

// ---- what is done before the power goes -------------------------------------------------------------

/// Saves when it is time, and promises what the session says is safe.
static void play_some(run *of, session *s, uint64_t steps)
{
    uint64_t told = session_saved_step(s);
    while (test_step_of(s) < steps)
    {
        do_step(s);
        while (session_saving(s))
        {
            session_advance done;
            check_rest();
            CHECK_OK(session_advance_to(s, test_clock_us, PLENTY_US, NULL, &done));
        }
        if (session_saved_step(s) > told)
        {
            told = session_saved_step(s);
            run_promise(of, told);
        }
    }
}

static session_def def_of(const char *path)
{
    session_def def = test_def(path, NULL);
    def.autosave_steps = 0; // when it is saved is decided here
    return def;
}

/// A new world, which is left and entered again.
static run play(void)
{
    run made = {.log = disk_begin("disk")};
    session_def def = def_of("disk/w.loam");
    def.create = true;
    for (uint64_t steps = 0; steps < SESSIONS * STEPS; steps += STEPS)
    {
        session *s = test_open(&def);
        CHECK_OK(session_keep(s, "note", &steps, sizeof steps));
        play_some(&made, s, steps + STEPS);
        test_close(s);
        run_promise(&made, steps + STEPS);
        def.create = false;
    }
    disk_end(made.log);
    return made;
}

// ---- what is found afterwards -----------------------------------------------------------------------

/// Whether an open session has what it should; fault says what is wrong.
static bool has_all(session *s, uint64_t promised, char *fault)
{
    const uint64_t step = test_step_of(s);
    uint64_t note = 0;
    size_t count;
    (void)session_recall(s, "note", &note, sizeof note, &count);
    snprintf(fault, FAULT_BYTES, "step %" PRIu64 ", note %" PRIu64 ", promised was %" PRIu64, step,
             note, promised);
    if (step < promised || (promised > 0 && note < (promised - 1) / STEPS * STEPS))
    {
        return false;
    }
    snprintf(fault, FAULT_BYTES, "step %" PRIu64 " is not as it was", step);
    return step <= MOST_STEPS && test_hash(s) == hash_at(step);
}

static bool can_be_played(const char *path, uint64_t promised, char *fault)
{
    const session_def def = def_of(path);
    session *s = NULL;
    if (session_open(&def, &s) != LOAM_OK || test_wait(s, SESSION_OPENING) != SESSION_OPEN)
    {
        snprintf(fault, FAULT_BYTES, "open: %s", s != NULL ? session_error(s) : loam_last_error());
        session_destroy(s);
        return false;
    }
    bool fine = has_all(s, promised, fault);
    if (fine)
    {
        for (int i = 0; i < EVERY; i++)
        {
            do_step(s);
        }
        session_close(s);
        fine = test_wait(s, SESSION_CLOSING) == SESSION_CLOSED && session_error(s)[0] == '\0';
        snprintf(fault, FAULT_BYTES, "close: %s", session_error(s));
    }
    session_destroy(s);
    return fine;
}

static void ignore_message(void *user, const char *message)
{
    (void)user;
    (void)message;
}

/// Whether a reader takes it: the list of worlds is one.
static bool is_whole(const char *path, char *fault)
{
    loam_store_def def = loam_default_store_def();
    def.path = path;
    def.read_only = true;
    loam_store *store;
    loam_store_verdict verdict = {0};
    loam_result result = loam_store_open(&def, &store);
    const bool opened = result == LOAM_OK;
    result = opened ? loam_store_verify(store, ignore_message, NULL, &verdict) : result;
    snprintf(fault, FAULT_BYTES, "verify: %s, %" PRIu64 " chunks and %" PRIu64 " other faults",
             result == LOAM_OK ? "" : loam_last_error(), verdict.bad_chunks, verdict.other_faults);
    if (opened)
    {
        loam_store_close(store);
    }
    return result == LOAM_OK && verdict.bad_chunks == 0 && verdict.other_faults == 0;
}

static bool is_fine(const run *of, const char *folder, size_t length, uint64_t seed, char *fault)
{
    char path[64];
    uint64_t step;
    const bool promised = run_promised(of, length, &step);
    struct stat status;
    snprintf(path, sizeof path, "%s/w.loam", folder);
    if (!promised && stat(path, &status) != 0)
    {
        return true; // it was never there
    }
    return (seed % 2 != 0 || is_whole(path, fault)) && can_be_played(path, step, fault) &&
           is_whole(path, fault);
}

static void test_a_game_goes_on_from_its_last_save(void)
{
    const crash_test test = {is_fine, crash_points(60, 2500), true};
    run made = play();
    CHECK(disk_is_complete(made.log));
    CHECK_INT(made.count, SESSIONS * (STEPS / EVERY + 1));
    CHECK_INT(crash_run(&test, &made), 0);
    disk_free(made.log);
}

int main(void)
{
    test_enter();
    crash_begin();
    RUN(test_a_game_goes_on_from_its_last_save);
    crash_end();
    folder_leave();
    return CHECK_DONE();
}
