// SPDX-License-Identifier: MIT
// A process that writes a world is killed at random moments, again and again. The file always opens, is
// whole, and has everything of which a flush had returned before.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "store/numbered.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

enum
{
    ROUNDS = CHECK_SANITIZED ? 20 : 200
};

static char *self; // the path of this program

// ---- the process that is killed -----------------------------------------------------------------

static int fail_child(void)
{
    fprintf(stderr, "child: %s\n", loam_last_error());
    return 1;
}

/// Saves chunks with numbers from first on, and tells on stdout each number up to which all is flushed.
static int write_for_ever(uint64_t first)
{
    loam_store_def def = world_def("w.loam");
    def.kind = LOAM_STORE_ANY;
    loam_store *store;
    if (loam_store_open(&def, &store) != LOAM_OK)
    {
        return fail_child();
    }
    for (uint64_t number = first;; number++)
    {
        if (numbered_save(store, number) != LOAM_OK)
        {
            return fail_child();
        }
        if (numbered_is_flushed(number))
        {
            if (loam_store_flush(store) != LOAM_OK ||
                write(STDOUT_FILENO, &number, sizeof number) != sizeof number ||
                (numbered_is_compacted(number) && loam_store_compact(store, NULL) != LOAM_OK))
            {
                return fail_child();
            }
        }
    }
}

static int create_once(bool land)
{
    const loam_store_def def = world_def("new.loam");
    const uint64_t ready = 1;
    loam_store *store;
    if (write(STDOUT_FILENO, &ready, sizeof ready) != sizeof ready ||
        (land ? loam_store_create_land(&def, 5, NULL, &store)
              : loam_store_create(&def, 5, NULL, &store)) != LOAM_OK)
    {
        return fail_child();
    }
    loam_store_close(store);
    return 0;
}

static int run_child(const char *what, const char *first)
{
    return strcmp(what, "create") == 0        ? create_once(false)
           : strcmp(what, "create-land") == 0 ? create_once(true)
                                              : write_for_ever(strtoull(first, NULL, 10));
}

// ---- the process that kills ---------------------------------------------------------------------

/// Starts this program as a child that writes to a pipe.
static pid_t start_child(const char *what, uint64_t first, int *output)
{
    int ends[2];
    char number[24];
    snprintf(number, sizeof number, "%" PRIu64, first);
    CHECK_INT(pipe(ends), 0);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
    {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl(self, self, what, number, (char *)NULL);
        perror(self);
        _exit(98);
    }
    close(ends[1]);
    *output = ends[0];
    return child;
}

/// Reads a number that the child has written; false if it has ended.
static bool read_number(int output, uint64_t *number)
{
    size_t got = 0;
    while (got < sizeof *number)
    {
        const ssize_t more = read(output, (uint8_t *)number + got, sizeof *number - got);
        if (more <= 0)
        {
            return false;
        }
        got += (size_t)more;
    }
    return true;
}

/// Kills the child a random while after a random number of its flushes. Returns the last number that it
/// had told, 0 if none.
static uint64_t kill_child(pid_t child, int output, uint64_t seed, uint32_t most_numbers)
{
    uint64_t number, last = 0;
    for (uint32_t left = loam_random_below(seed, 0, most_numbers); left > 0; left--)
    {
        last = read_number(output, &number) ? number : last;
    }
    const struct timespec pause = {.tv_nsec = loam_random_below(seed, 1, 4000000)};
    nanosleep(&pause, NULL);
    kill(child, SIGKILL);
    while (read_number(output, &number)) // what it told before it died
    {
        last = number;
    }
    close(output);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK_REPORT(WIFSIGNALED(status) || status == 0, "the child ended with status %d", status);
    return last;
}

static numbered safe; // what must at least be there

static void check_world(void)
{
    loam_store_def def = world_def("w.loam");
    def.kind = LOAM_STORE_ANY;
    loam_store *store = NULL;
    CHECK_OK(loam_store_open(&def, &store));
    if (store == NULL)
    {
        return;
    }
    char fault[256];
    CHECK_REPORT(numbered_are_there(store, &safe, fault, sizeof fault), "%s", fault);
    loam_store_close(store);
}

/// Kills who writes the world that is there, again and again.
static void lose_nothing(int rounds)
{
    uint64_t first = 1, flushes = 0;
    safe = (numbered){0};
    for (int round = 0; round < rounds; round++)
    {
        int output;
        const pid_t child = start_child("write", first, &output);
        const uint64_t last = kill_child(child, output, (uint64_t)round, 8);
        for (uint64_t number = first; number <= last; number++)
        {
            numbered_note(&safe, number);
            flushes += numbered_is_flushed(number);
        }
        check_world();
        first = (uint64_t)(round + 1) << 32; // nobody saves that many in a round
    }
    CHECK_RANGE(flushes, rounds, 1e9);
    printf("%d kills, %" PRIu64 " flushes\n", rounds, flushes);
    CHECK_INT(folder_count(1), 1);
}

static void test_nothing_that_was_flushed_is_lost(void)
{
    loam_store_close(world_make("w.loam", 0, 0));
    lose_nothing(getenv("LOAM_SOAK") != NULL ? 5000 : ROUNDS);
}

static void test_nothing_of_a_land_is_lost(void)
{
    const loam_store_def def = world_def("w.loam");
    loam_store *store = NULL;
    CHECK_OK(loam_store_create_land(&def, 7, NULL, &store));
    loam_store_close(store);
    lose_nothing(getenv("LOAM_SOAK") != NULL ? 2500 : ROUNDS / 4);
}

/// Makes new worlds in processes that are killed.
static void make_worlds(loam_store_kind kind, int rounds)
{
    const bool land = kind == LOAM_STORE_LAND;
    int made = 0;
    for (int round = 0; round < rounds; round++)
    {
        int output;
        const pid_t child = start_child(land ? "create-land" : "create", 0, &output);
        kill_child(child, output, (uint64_t)round, 2);
        loam_store_def def = world_def("new.loam");
        def.kind = kind;
        loam_store *store;
        loam_result result = loam_store_open(&def, &store);
        made += result == LOAM_OK;
        CHECK(result == LOAM_OK || result == LOAM_NOT_FOUND);
        if (result == LOAM_NOT_FOUND)
        {
            result = land ? loam_store_create_land(&def, 5, NULL, &store)
                          : loam_store_create(&def, 5, NULL, &store);
        }
        CHECK_OK(result);
        CHECK_INT(world_faults(store), 0);
        loam_store_close(store);
        CHECK_INT(folder_count(1), 1);
    }
    printf("%d of %d new worlds were there\n", made, rounds);
}

// A new world is there whole or not at all, and half of one is in nobody's way.
static void test_a_new_world_is_whole(void)
{
    make_worlds(LOAM_STORE_TILES, ROUNDS / 4);
    make_worlds(LOAM_STORE_LAND, ROUNDS / 8);
}

int main(int count, char **words)
{
    if (count == 3)
    {
        return run_child(words[1], words[2]);
    }
    self = realpath(words[0], NULL);
    if (self == NULL)
    {
        perror(words[0]);
        return 1;
    }
    world_enter();
    RUN(test_nothing_that_was_flushed_is_lost);
    RUN(test_nothing_of_a_land_is_lost);
    RUN(test_a_new_world_is_whole);
    folder_leave();
    free(self);
    return CHECK_DONE();
}
