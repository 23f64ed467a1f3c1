// SPDX-License-Identifier: MIT
// The queue in front of the writer where it is narrow: paused and full at once, chunks that are replaced while
// they are being written, and chunks that cannot be written and keep others waiting.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "store/damaged.h"

#include <pthread.h>

// ---- paused and full ----------------------------------------------------------------------------

/// Pauses a store, saves more than its queue takes, and then the player.
static void save_while_paused(loam_store *store, int64_t count)
{
    loam_store_pause(store);
    for (int64_t x = 0; x < count; x++)
    {
        CHECK_OK(world_save(store, (loam_chunk_pos){x, 0}, 2)); // does not wait for ever
    }
    CHECK_OK(loam_store_set_player(store, &(loam_store_player){.steps = 5}));
    loam_store_resume(store);
    CHECK_OK(loam_store_flush(store));
}

static void check_saved(const char *path, int64_t count)
{
    loam_store *store = world_open(path, true);
    loam_store_player player;
    CHECK_OK(loam_store_get_player(store, &player));
    CHECK_INT(player.steps, 5);
    for (int64_t x = 0; x < count; x++)
    {
        CHECK(world_has(store, (loam_chunk_pos){x, 0}, 2));
    }
    loam_store_close(store);
}

// A thread that saves into a paused store waits for the writer, which must not wait for the resume.
static void test_a_paused_store_takes_more_than_its_queue(void)
{
    static const int64_t limits[] = {1, 2, 5, 64, 65};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    {
        loam_store_def def = world_def("w.loam");
        def.queue_bytes = (size_t)limits[i] * sizeof(chunk);
        loam_store *store = NULL;
        CHECK_OK(loam_store_create(&def, 7, NULL, &store));
        save_while_paused(store, limits[i] + 1);
        save_while_paused(store, 3 * limits[i]);
        loam_store_close(store);
        check_saved("w.loam", 3 * limits[i]);
        CHECK_INT(folder_count(1), 1);
    }
}

// One chunk less than that, and nothing is written before the release.
static void test_a_queue_with_room_is_paused(void)
{
    loam_store_def def = world_def("w.loam");
    def.queue_bytes = 5 * sizeof(chunk);
    loam_store *store = NULL;
    CHECK_OK(loam_store_create(&def, 7, NULL, &store));
    loam_store_pause(store);
    for (int64_t x = 0; x < 4; x++)
    {
        CHECK_OK(world_save(store, (loam_chunk_pos){x, 0}, 2));
    }
    for (int look = 0; look < 20; look++)
    {
        CHECK_INT(ask("w.loam", "SELECT count(*) FROM chunks"), 0);
    }
    CHECK_OK(world_save(store, (loam_chunk_pos){4, 0}, 2)); // now it is full
    while (ask("w.loam", "SELECT count(*) FROM chunks") < 5)
    {
        check_rest();
    }
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// ---- replaced while it is written ---------------------------------------------------------------

/// An allocator that stops the writer where it packs an extra: whatever it has taken is under way then.
typedef struct gate
{
    loam_allocator under;
    pthread_t owner; // is never stopped
    pthread_mutex_t mutex;
    pthread_cond_t moved;
    bool closed, reached, refuses;
} gate;

static void *gate_alloc(void *user, size_t size)
{
    gate *const at = user;
    bool refused = false;
    if (!pthread_equal(pthread_self(), at->owner))
    {
        pthread_mutex_lock(&at->mutex);
        at->reached = true;
        pthread_cond_broadcast(&at->moved);
        while (at->closed)
        {
            pthread_cond_wait(&at->moved, &at->mutex);
        }
        refused = at->refuses;
        pthread_mutex_unlock(&at->mutex);
    }
    return refused ? NULL : at->under.alloc(at->under.user, size);
}

static void gate_free(void *user, void *memory, size_t size)
{
    gate *const at = user;
    at->under.free(at->under.user, memory, size);
}

static loam_store *make_gated(gate *at)
{
    loam_store_def def = world_def("w.loam");
    *at = (gate){.under = def.env.memory, .owner = pthread_self()};
    pthread_mutex_init(&at->mutex, NULL);
    pthread_cond_init(&at->moved, NULL);
    def.env.memory = (loam_allocator){gate_alloc, gate_free, at};
    loam_store *store = NULL;
    CHECK_OK(loam_store_create(&def, 7, NULL, &store));
    return store;
}

static void free_gate(gate *at)
{
    pthread_cond_destroy(&at->moved);
    pthread_mutex_destroy(&at->mutex);
}

static void set_gate(gate *at, bool closed, bool refuses)
{
    pthread_mutex_lock(&at->mutex);
    at->closed = closed;
    at->refuses = refuses;
    at->reached = false;
    pthread_cond_broadcast(&at->moved);
    pthread_mutex_unlock(&at->mutex);
}

static void wait_at_gate(gate *at)
{
    pthread_mutex_lock(&at->mutex);
    while (!at->reached)
    {
        pthread_cond_wait(&at->moved, &at->mutex);
    }
    pthread_mutex_unlock(&at->mutex);
}

/// Saves a chunk, has the writer take it, and saves it once more. The mark of the first.
static uint64_t replace_under_way(loam_store *store, gate *at)
{
    set_gate(at, true, false);
    loam_store_pause(store);
    CHECK_OK(world_save(store, (loam_chunk_pos){1, 1}, 3));
    const uint64_t mark = loam_store_mark(store);
    CHECK_OK(loam_store_set_extra(store, "map", "xyz", 3));
    loam_store_resume(store);
    wait_at_gate(at);
    CHECK_OK(world_save(store, (loam_chunk_pos){1, 1}, 4));
    return mark;
}

// The newer copy stands for the older one, also for those who wait for that: as long as neither is on the
// disk, nobody is told that it is.
static void test_a_chunk_replaced_while_it_fails(void)
{
    gate at;
    loam_store *store = make_gated(&at);
    const uint64_t mark = replace_under_way(store, &at);
    set_gate(&at, false, true); // from here on every attempt fails
    bool written = false;
    loam_result result = LOAM_OK;
    while (!written && result == LOAM_OK)
    {
        result = loam_store_written(store, mark, &written);
        check_rest();
    }
    CHECK(!written);
    CHECK_INT(result, LOAM_OUT_OF_MEMORY);
    CHECK_INT(ask("w.loam", "SELECT count(*) FROM chunks"), 0);
    set_gate(&at, false, false);
    CHECK_OK(loam_store_flush(store));
    CHECK_OK(loam_store_written(store, mark, &written));
    CHECK(written && world_has(store, (loam_chunk_pos){1, 1}, 4));
    loam_store_close(store);
    free_gate(&at);
    CHECK_INT(folder_count(1), 1);
}

// Who waits for a copy that was written need not wait for the next one.
static void test_a_chunk_replaced_while_it_is_written(void)
{
    gate at;
    loam_store *store = make_gated(&at);
    const uint64_t first = replace_under_way(store, &at), second = loam_store_mark(store);
    loam_store_pause(store); // the newer copy stays where it is
    set_gate(&at, false, false);
    bool written = false;
    while (!written)
    {
        CHECK_OK(loam_store_written(store, first, &written));
        check_rest();
    }
    CHECK_OK(loam_store_written(store, second, &written));
    CHECK(!written);
    loam_store *reader = world_open("w.loam", true);
    CHECK(world_has(reader, (loam_chunk_pos){1, 1}, 3));
    loam_store_close(reader);
    loam_store_close(store);
    store = world_open("w.loam", true);
    CHECK(world_has(store, (loam_chunk_pos){1, 1}, 4));
    loam_store_close(store);
    free_gate(&at);
    CHECK_INT(folder_count(1), 1);
}

// ---- chunks that cannot be written --------------------------------------------------------------

enum
{
    FAILING = 70, // more than are written at a time
    NO_ROW = 127,
    PAGE = 4096
};

/// Leads every entry of the index to a row that is not there, so that its chunk cannot be written.
static void mislead_index(void)
{
    bytes file = world_bytes("w.loam");
    const int64_t root = ask("w.loam",
                             "SELECT rootpage FROM sqlite_master WHERE name = 'chunks_by_place'");
    uint8_t *const page = file.data + (root - 1) * PAGE;
    int misled = 0;
    for (int64_t i = 0; i < FAILING; i++)
    {
        const int64_t x = FAR + i;
        for (int at = 0; at + 6 < PAGE; at++)
        {
            // An entry ends with the place and the number of the row.
            const bool here = page[at] == (uint8_t)(x >> 40) &&
                              page[at + 1] == (uint8_t)(x >> 32) &&
                              page[at + 4] == (uint8_t)(x >> 8) && page[at + 5] == (uint8_t)x;
            misled += here;
            page[at + 6] = here ? NO_ROW : page[at + 6];
        }
    }
    CHECK_INT(misled, FAILING);
    world_write("w.loam", file.data, file.size);
    free(file.data);
}

// However many chunks cannot be written, the player and the extras do not wait for them.
static void test_failing_chunks_keep_nothing_else_waiting(void)
{
    loam_store *store = world_make("w.loam", 1, 1); // row 1, a number that takes no byte
    for (int64_t i = 0; i < FAILING; i++)
    {
        CHECK_OK(world_save(store, (loam_chunk_pos){FAR + i, 3}, 1));
    }
    loam_store_close(store);
    mislead_index();
    store = open_logged("w.loam", false);
    loam_store_pause(store);
    for (int64_t i = 0; i < FAILING; i++)
    {
        CHECK_OK(world_save(store, (loam_chunk_pos){FAR + i, 3}, 2));
    }
    CHECK_OK(loam_store_set_player(store, &(loam_store_player){.steps = 5}));
    CHECK_OK(loam_store_set_extra(store, "map", "xyz", 3));
    CHECK_INT(loam_store_flush(store), LOAM_IO); // sees that chunks fail
    CHECK_INT(loam_store_flush(store), LOAM_IO); // and does not wait for them
    loam_store *reader = world_open("w.loam", true);
    loam_store_player player = {0};
    size_t count = 0;
    CHECK_OK(loam_store_get_player(reader, &player));
    CHECK_INT(player.steps, 5);
    CHECK_OK(loam_store_get_extra(reader, "map", NULL, 0, &count));
    CHECK_INT(count, 3);
    loam_store_close(reader);
    CHECK_OK(loam_store_compact(store, NULL));
    CHECK_OK(loam_store_flush(store));
    loam_store_close(store);
    store = world_open("w.loam", true);
    for (int64_t i = 0; i < FAILING; i++)
    {
        CHECK(world_has(store, (loam_chunk_pos){FAR + i, 3}, 2)); // all of them were kept
    }
    loam_store_close(store);
    CHECK(folder_count(1) >= 1);
}

int main(void)
{
    world_enter();
    RUN(test_a_paused_store_takes_more_than_its_queue);
    RUN(test_a_queue_with_room_is_paused);
    RUN(test_a_chunk_replaced_while_it_fails);
    RUN(test_a_chunk_replaced_while_it_is_written);
    RUN(test_failing_chunks_keep_nothing_else_waiting);
    folder_leave();
    return CHECK_DONE();
}
