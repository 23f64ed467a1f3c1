// SPDX-License-Identifier: MIT
// A game in which always the same happens, so that its hash at every step is known: for tests that stop it at
// any moment.
#ifndef LOAM_TESTS_APPS_SESSION_DEEDS_H
#define LOAM_TESTS_APPS_SESSION_DEEDS_H

#include "apps/session_world.h"

enum
{
    EVERY = 5,        // steps from one save to the next
    MOST_STEPS = 400, // that are known
    HANDED_OVER = 10, // frames in which all chunks of the ring are
};

/// What happens before a step.
static inline void do_deed(session *s, uint64_t step)
{
    char words[64];
    if (step % 7 == 0)
    {
        snprintf(words, sizeof words, "edit blocks %s circle %d %d 3",
                 step % 2 == 0 ? "sand" : "water", (int)(step % 41) - 20, 105 + (int)(step % 13));
        CHECK_OK(test_do(s, words));
        CHECK_OK(test_do(s, step % 3 == 0 ? "walk left" : "walk right"));
    }
}

/// One step, and a round of saving if it is time.
static inline void do_step(session *s)
{
    session_advance done;
    do_deed(s, test_step_of(s));
    test_steps(s, 1);
    if (test_step_of(s) % EVERY == 0 && !session_saving(s))
    {
        CHECK_OK(session_save(s));
        for (int i = 0; i < HANDED_OVER; i++)
        {
            CHECK_OK(session_advance_to(s, test_clock_us, PLENTY_US, NULL, &done));
        }
    }
}

/// What a game has for a hash that goes on from the file for so many steps, or is never stopped.
static inline uint64_t hash_at(uint64_t step)
{
    static uint64_t known[MOST_STEPS + 1];
    if (known[step] == 0)
    {
        const session_def def = test_def(NULL, NULL);
        session *s = test_open(&def);
        for (uint64_t at = 0; at <= MOST_STEPS; at++)
        {
            known[at] = at % EVERY == 0 ? test_hash(s) : 1;
            do_deed(s, at);
            test_steps(s, 1);
        }
        session_destroy(s);
    }
    return known[step];
}

static inline void make_world(const char *path)
{
    session_def def = test_def(path, NULL);
    def.create = true;
    test_close(test_open(&def));
}

#endif
