// SPDX-License-Identifier: MIT
// A process that plays is killed at random moments. What was told to be safe is there, and the world is as
// it was at one moment: what is saved together comes out together.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "apps/session_deeds.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

enum
{
    ROUNDS = CHECK_SANITIZED ? 4 : 15
};

static char *self; // the path of this program

// ---- the process that is killed -------------------------------------------------------------------

static int play_on(const char *path)
{
    session_def def = test_def(path, NULL);
    def.autosave_steps = 0; // when it is saved is decided here
    session *s = test_open(&def);
    uint64_t told = 0;
    while (test_step_of(s) < MOST_STEPS)
    {
        do_step(s);
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

// Each child begins where the last one was killed.
static void test_a_killed_game_goes_on_from_its_last_save(void)
{
    uint64_t reached = 0, max = 0;
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
        max = step > max ? step : max;
        if (step == MOST_STEPS)
        {
            folder_count(1);
            make_world("w.loam");
            reached = 0;
        }
    }
    CHECK(max > 0);
    printf("%d kills, up to step %" PRIu64 "\n", ROUNDS, max);
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
