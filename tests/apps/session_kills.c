// SPDX-License-Identifier: MIT
// A process that plays is killed at random moments. What was told to be safe is there, and the world is as
// it was at one moment: what is saved together comes out together.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "apps/session_world.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

enum
{
    ROUNDS = CHECK_SANITIZED ? 4 : 15,
    EVERY = 5,        // steps from one save to the next
    MOST_STEPS = 400, // that a child takes
    HANDED_OVER = 10, // frames in which all chunks of the ring are
};

static char *self; // the path of this program

// ---- the process that is killed -------------------------------------------------------------------

/// What happens before a step.
static void do_deed(session *s, uint64_t step)
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

static int play_on(const char *path)
{
    session_def def = test_def(path, NULL);
    def.autosave_steps = 0; // when it is saved is decided here
    session *s = test_open(&def);
    uint64_t told = 0;
    session_advance done;
    while (test_step_of(s) < MOST_STEPS)
    {
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
        const uint64_t safe = session_saved_step(s);
        if (safe > told && write(STDOUT_FILENO, &safe, sizeof safe) != sizeof safe)
        {
            return 1;
        }
        told = safe;
    }
    _exit(check_failures); // as if it were killed
}

// ---- the process that kills -----------------------------------------------------------------------

static pid_t start_child(const char *path, int *output)
{
    int ends[2];
    CHECK_INT(pipe(ends), 0);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
    {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl(self, self, path, (char *)NULL);
        perror(self);
        _exit(98);
    }
    close(ends[1]);
    *output = ends[0];
    return child;
}

static uint64_t kill_child(pid_t child, int output, uint64_t seed)
{
    uint64_t number, last = 0;
    for (uint32_t left = loam_random_below(seed, 0, 6); left > 0; left--)
    {
        last = read(output, &number, sizeof number) == sizeof number ? number : last;
    }
    const struct timespec while_it_plays = {.tv_nsec = loam_random_below(seed, 1, 9000000)};
    nanosleep(&while_it_plays, NULL);
    kill(child, SIGKILL);
    while (read(output, &number, sizeof number) == sizeof number)
    {
        last = number;
    }
    close(output);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK_REPORT(WIFSIGNALED(status) || status == 0, "the child ended with status %d", status);
    return last;
}

/// What a game has for a hash that goes on from the file for so many steps, or is never stopped.
static uint64_t hash_at(uint64_t step)
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

static void make_world(const char *path)
{
    session_def def = test_def(path, NULL);
    def.create = true;
    test_close(test_open(&def));
}

// Each child begins where the last one was killed.
static void test_a_killed_game_goes_on_from_its_last_save(void)
{
    uint64_t reached = 0, most = 0;
    make_world("w.loam");
    for (int round = 0; round < ROUNDS; round++)
    {
        int output;
        const pid_t child = start_child("w.loam", &output);
        const uint64_t told = kill_child(child, output, (uint64_t)round);
        session_def def = test_def("w.loam", NULL);
        session *s = test_open(&def);
        const uint64_t step = test_step_of(s);
        CHECK_REPORT(step >= told && step >= reached, "step %" PRIu64 ", safe was %" PRIu64, step,
                     told > reached ? told : reached);
        CHECK_INT(step % EVERY, 0);
        CHECK_U64(test_hash(s), hash_at(step));
        test_close(s);
        reached = step;
        most = step > most ? step : most;
        if (step == MOST_STEPS)
        {
            folder_count(1);
            make_world("w.loam");
            reached = 0;
        }
    }
    CHECK(most > 0);
    printf("%d kills, up to step %" PRIu64 "\n", ROUNDS, most);
    folder_count(1);
}

int main(int count, char **words)
{
    if (count == 2)
    {
        return play_on(words[1]);
    }
    self = realpath(words[0], NULL);
    if (self == NULL)
    {
        perror(words[0]);
        return 1;
    }
    test_enter();
    RUN(test_a_killed_game_goes_on_from_its_last_save);
    folder_leave();
    free(self);
    return CHECK_DONE();
}
