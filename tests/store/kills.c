// SPDX-License-Identifier: MIT
// A process that writes a world is killed at random moments, again and again. The file always opens, is
// whole, and has everything of which a flush had returned before.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "store/world.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

enum
{
    PLACES = 24,
    ROUNDS = CHECK_SANITIZED ? 20 : 200
};

static char *self; // the path of this program

static loam_chunk_pos place(uint32_t index)
{
    return (loam_chunk_pos){(int64_t)(index % 6) - 3, (int64_t)(index / 6)};
}

/// A chunk of a place that has a number in its first tiles.
static void numbered_chunk(uint32_t index, uint64_t number, chunk *out)
{
    world_chunk(place(index), 0, out);
    for (int i = 0; i < 64; i++)
    {
        out->tiles[i] = (loam_tile){.block = (number >> i & 1) != 0};
    }
}

static uint64_t number_of(const chunk *made)
{
    uint64_t number = 0;
    for (int i = 0; i < 64; i++)
    {
        number |= (uint64_t)(made->tiles[i].block != 0) << i;
    }
    return number;
}

/// Where the chunk with a number is saved, and whether all is flushed, or compacted, after that.
static uint32_t place_of(uint64_t number)
{
    return loam_random_below(1, number, PLACES);
}

static bool is_flushed(uint64_t number)
{
    return loam_random_below(2, number, 8) == 0;
}

static bool is_compacted(uint64_t number)
{
    return loam_random_below(3, number, 12) == 0;
}

// ---- the process that is killed -----------------------------------------------------------------

static int fail_child(void)
{
    fprintf(stderr, "child: %s\n", loam_last_error());
    return 1;
}

/// Saves chunks with numbers from first on, and tells on stdout each number up to which all is flushed.
static int write_for_ever(uint64_t first)
{
    const loam_store_def def = world_def("w.loam");
    loam_store *store;
    static chunk made;
    if (loam_store_open(&def, &store) != LOAM_OK)
    {
        return fail_child();
    }
    for (uint64_t number = first;; number++)
    {
        numbered_chunk(place_of(number), number, &made);
        const loam_store_player player = {.steps = number};
        if (loam_store_save(store, place(place_of(number)), made.tiles) != LOAM_OK ||
            loam_store_set_player(store, &player) != LOAM_OK ||
            loam_store_set_extra(store, "number", &number, sizeof number) != LOAM_OK)
        {
            return fail_child();
        }
        if (is_flushed(number))
        {
            if (loam_store_flush(store) != LOAM_OK ||
                write(STDOUT_FILENO, &number, sizeof number) != sizeof number ||
                (is_compacted(number) && loam_store_compact(store, NULL) != LOAM_OK))
            {
                return fail_child();
            }
        }
    }
}

static int create_once(void)
{
    const loam_store_def def = world_def("new.loam");
    const uint64_t ready = 1;
    loam_store *store;
    if (write(STDOUT_FILENO, &ready, sizeof ready) != sizeof ready ||
        loam_store_create(&def, 5, NULL, &store) != LOAM_OK)
    {
        return fail_child();
    }
    loam_store_close(store);
    return 0;
}

static int run_child(const char *what, const char *first)
{
    return strcmp(what, "create") == 0 ? create_once() : write_for_ever(strtoull(first, NULL, 10));
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

/// What must at least be there: by place, the number of the last chunk that is known to be safe.
static uint64_t safe[PLACES];

static void check_place(loam_store *store, uint32_t index)
{
    static chunk got, expected;
    const loam_result result = loam_store_load(store, place(index), got.tiles);
    CHECK_REPORT(result == LOAM_OK || (result == LOAM_NOT_FOUND && safe[index] == 0),
                 "place %u: %s", index, loam_last_error());
    if (result == LOAM_OK)
    {
        const uint64_t number = number_of(&got);
        numbered_chunk(index, number, &expected);
        CHECK_REPORT(world_same(&got, &expected), "place %u has a mixture", index);
        CHECK_REPORT(number >= safe[index] && place_of(number) == index,
                     "place %u has number %" PRIu64 ", safe was %" PRIu64, index, number,
                     safe[index]);
        safe[index] = number; // it must never go back behind that
    }
}

static void check_world(uint64_t flushed)
{
    loam_store *store = world_open("w.loam", false);
    if (store == NULL)
    {
        return;
    }
    CHECK_INT(world_faults(store), 0);
    for (uint32_t index = 0; index < PLACES; index++)
    {
        check_place(store, index);
    }
    loam_store_player player = {0};
    CHECK(loam_store_get_player(store, &player) == LOAM_OK || flushed == 0);
    CHECK_REPORT(player.steps >= flushed, "the player is at %" PRIu64 ", safe was %" PRIu64,
                 player.steps, flushed);
    uint64_t number = 0;
    size_t count;
    CHECK(loam_store_get_extra(store, "number", &number, sizeof number, &count) == LOAM_OK ||
          flushed == 0);
    CHECK_REPORT(number >= flushed, "the extra is %" PRIu64 ", safe was %" PRIu64, number, flushed);
    loam_store_close(store);
}

static void test_nothing_that_was_flushed_is_lost(void)
{
    loam_store_close(world_make("w.loam", 0, 0));
    uint64_t first = 1, flushed = 0, flushes = 0;
    const int rounds = getenv("LOAM_SOAK") != NULL ? 5000 : ROUNDS;
    for (int round = 0; round < rounds; round++)
    {
        int output;
        const pid_t child = start_child("write", first, &output);
        const uint64_t last = kill_child(child, output, (uint64_t)round, 8);
        for (uint64_t number = first; number <= last; number++)
        {
            safe[place_of(number)] = number;
            flushes += is_flushed(number);
        }
        flushed = last > 0 ? last : flushed;
        check_world(flushed);
        first = (uint64_t)(round + 1) << 32; // nobody saves that many in a round
    }
    CHECK_RANGE(flushes, rounds, 1e9);
    printf("%d kills, %" PRIu64 " flushes\n", rounds, flushes);
    CHECK_INT(folder_count(1), 1);
}

// A new world is there whole or not at all, and half of one is in nobody's way.
static void test_a_new_world_is_whole(void)
{
    int made = 0;
    for (int round = 0; round < ROUNDS / 4; round++)
    {
        int output;
        const pid_t child = start_child("create", 0, &output);
        kill_child(child, output, (uint64_t)round, 2);
        const loam_store_def def = world_def("new.loam");
        loam_store *store;
        loam_result result = loam_store_open(&def, &store);
        made += result == LOAM_OK;
        CHECK(result == LOAM_OK || result == LOAM_NOT_FOUND);
        if (result == LOAM_NOT_FOUND)
        {
            result = loam_store_create(&def, 5, NULL, &store);
        }
        CHECK_OK(result);
        CHECK_INT(world_faults(store), 0);
        loam_store_close(store);
        CHECK_INT(folder_count(1), 1);
    }
    printf("%d of %d new worlds were there\n", made, ROUNDS / 4);
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
    RUN(test_a_new_world_is_whole);
    folder_leave();
    free(self);
    return CHECK_DONE();
}
