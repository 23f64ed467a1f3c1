// SPDX-License-Identifier: MIT
// Disks that are full: nothing is lost that was on the disk, what is new waits in memory, and is written
// as soon as there is room.
#define _GNU_SOURCE // for unshare

#include "store/world.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum
{
    MORE = 70 // chunks, more than are written at a time
};

static char log_text[4096];
static int errors;

static void keep_errors(void *user, loam_log_level level, const char *message)
{
    (void)user;
    if (level == LOAM_LOG_ERROR)
    {
        errors++;
        snprintf(log_text, sizeof log_text, "%s", message);
    }
}

static struct rlimit before;

/// From now on files cannot become larger than so many bytes.
static void limit_files(rlim_t size)
{
    const struct rlimit small = {.rlim_cur = size, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
}

static void lift_limit(void)
{
    setrlimit(RLIMIT_FSIZE, &before);
}

static loam_store *make_logged(const char *path, size_t queue_bytes)
{
    loam_store_def def = world_def(path);
    def.env.log.write = keep_errors;
    def.queue_bytes = queue_bytes;
    errors = 0;
    loam_store *store = NULL;
    CHECK_OK(loam_store_create(&def, 7, NULL, &store));
    for (int64_t x = 0; x < 10; x++)
    {
        CHECK_OK(world_save(store, (loam_chunk_pos){x, 0}, 1));
    }
    CHECK_OK(loam_store_flush(store));
    return store;
}

static void save_more(loam_store *store)
{
    for (int64_t x = 0; x < MORE; x++)
    {
        CHECK_OK(world_save(store, (loam_chunk_pos){x, 0}, 2));
    }
}

static void has_more(loam_store *store)
{
    for (int64_t x = 0; x < MORE; x++)
    {
        CHECK(world_has(store, (loam_chunk_pos){x, 0}, 2));
    }
}

static atomic_bool enough;

static void *save_all_the_time(void *user)
{
    while (!atomic_load(&enough))
    {
        (void)world_save(user, (loam_chunk_pos){1, 1}, 3);
    }
    return NULL;
}

// A chunk that is saved again and again while it cannot be written: no flush may say that all is well.
static void test_flush_tells_of_what_was_replaced(void)
{
    loam_store *store = make_logged("w.loam", (size_t)64 << 20);
    limit_files(8192);
    CHECK_OK(world_save(store, (loam_chunk_pos){1, 1}, 3));
    atomic_store(&enough, false);
    pthread_t saver;
    CHECK_INT(pthread_create(&saver, NULL, save_all_the_time, store), 0);
    int32_t fine = 0;
    for (int32_t i = 0; i < 300; i++)
    {
        fine += loam_store_flush(store) == LOAM_OK;
    }
    CHECK_INT(fine, 0);
    atomic_store(&enough, true);
    pthread_join(saver, NULL);
    lift_limit();
    CHECK_OK(loam_store_flush(store));
    CHECK(world_has(store, (loam_chunk_pos){1, 1}, 3));
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// Wherever the limit strikes: in the log, in the file.
static void test_what_cannot_be_written_is_kept(void)
{
    for (rlim_t limit = 0; limit < 300000; limit += CHECK_SANITIZED ? 250000 : 60000)
    {
        loam_store *store = make_logged("w.loam", (size_t)64 << 20);
        limit_files(limit);
        save_more(store);
        for (int attempt = 0; attempt < 3; attempt++)
        {
            CHECK_INT(loam_store_flush(store), LOAM_IO);
            CHECK_CONTAINS(loam_last_error(), "w.loam: could not be written: ");
            has_more(store);
        }
        CHECK_INT(errors, 1); // once is enough
        CHECK_CONTAINS(log_text, "w.loam: could not be written: ");
        lift_limit();
        CHECK_OK(loam_store_flush(store));
        has_more(store);
        CHECK_INT(world_faults(store), 0);
        loam_store_close(store);
        store = world_open("w.loam", true);
        has_more(store);
        loam_store_close(store);
        CHECK_INT(errors, 1);
        CHECK_INT(folder_count(1), 1);
    }
}

// It is also tried again without anybody asking.
static void test_writing_is_tried_again(void)
{
    loam_store *store = make_logged("w.loam", (size_t)64 << 20);
    limit_files(0);
    CHECK_OK(world_save(store, (loam_chunk_pos){0, 0}, 2));
    CHECK_INT(loam_store_flush(store), LOAM_IO);
    lift_limit();
    loam_store_info info;
    do
    {
        CHECK_OK(loam_store_describe(store, &info));
    } while (info.saved < 11);
    CHECK(world_has(store, (loam_chunk_pos){0, 0}, 2));
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// Saving does not wait for a disk that may be full for ever.
static void test_a_full_queue_says_so(void)
{
    loam_store *store = make_logged("w.loam", 20 * sizeof(chunk));
    limit_files(0);
    int64_t x = 0;
    while (x < 1000 && world_save(store, (loam_chunk_pos){x, 0}, 2) == LOAM_OK)
    {
        x++;
    }
    CHECK_INT(x, 20);
    CHECK_CONTAINS(loam_last_error(), "20 chunks wait already: w.loam: could not be written: ");
    CHECK_OK(world_save(store, (loam_chunk_pos){3, 0}, 3)); // in the place of one that waits
    CHECK(world_has(store, (loam_chunk_pos){3, 0}, 3));
    lift_limit();
    CHECK_OK(loam_store_flush(store));
    CHECK_OK(world_save(store, (loam_chunk_pos){500, 0}, 2));
    loam_store_close(store);
    store = world_open("w.loam", true);
    CHECK(world_has(store, (loam_chunk_pos){3, 0}, 3));
    CHECK(world_has(store, (loam_chunk_pos){19, 0}, 2));
    CHECK(world_has(store, (loam_chunk_pos){500, 0}, 2));
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// If there is never room, what was new is lost, and what was there is there.
static void test_closing_without_room(void)
{
    loam_store *store = make_logged("w.loam", (size_t)64 << 20);
    limit_files(0);
    save_more(store);
    loam_store_close(store);
    CHECK_CONTAINS(log_text, "; 70 chunks are lost");
    lift_limit();
    store = world_open("w.loam", false);
    for (int64_t x = 0; x < 10; x++)
    {
        CHECK(world_has(store, (loam_chunk_pos){x, 0}, 1));
    }
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

static void test_no_room_for_a_new_file(void)
{
    for (rlim_t limit = 0; limit < 60000; limit += CHECK_SANITIZED ? 20000 : 5000)
    {
        limit_files(limit);
        const loam_store_def def = world_def("w.loam");
        loam_store *store;
        const loam_result result = loam_store_create(&def, 1, NULL, &store);
        lift_limit();
        loam_store_close(store);
        if (result != LOAM_OK)
        {
            CHECK_INT(result, LOAM_IO);
            CHECK_CONTAINS(loam_last_error(), "w.loam: ");
        }
        CHECK_INT(folder_count(1), result == LOAM_OK ? 1 : 0);
        CHECK(limit > 0 || result == LOAM_IO);
    }
}

// Without room for a second file the first stays.
static void test_no_room_for_compacting(void)
{
    loam_store *store = make_logged("w.loam", (size_t)64 << 20);
    limit_files(20000);
    CHECK_INT(loam_store_compact(store, NULL), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "w.loam: ");
    lift_limit();
    for (int64_t x = 0; x < 10; x++)
    {
        CHECK(world_has(store, (loam_chunk_pos){x, 0}, 1));
    }
    CHECK_OK(world_save(store, (loam_chunk_pos){0, 0}, 2));
    CHECK_OK(loam_store_flush(store));
    CHECK_OK(loam_store_compact(store, NULL));
    CHECK(world_has(store, (loam_chunk_pos){0, 0}, 2));
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// ---- a disk that is really full -----------------------------------------------------------------

/// Writes a file until the disk is full.
static void fill_disk(void)
{
    static uint8_t block[4096];
    FILE *file = fopen("filler", "wb");
    CHECK(file != NULL);
    while (file != NULL && fwrite(block, 1, sizeof block, file) == sizeof block &&
           fflush(file) == 0)
    {
    }
    if (file != NULL)
    {
        fclose(file);
    }
}

static void checks_on_a_small_disk(void)
{
    loam_store *store = make_logged("w.loam", (size_t)64 << 20);
    fill_disk();
    save_more(store);
    CHECK_INT(loam_store_flush(store), LOAM_IO);
    CHECK_TEXT(loam_last_error(), "w.loam: could not be written: the disk is full");
    has_more(store);
    const loam_store_def other = world_def("other.loam");
    loam_store *second;
    CHECK_INT(loam_store_create(&other, 1, NULL, &second), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "other.loam: ");
    remove("filler");
    CHECK_OK(loam_store_flush(store));
    loam_store_close(store);
    store = world_open("w.loam", true);
    has_more(store);
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// In a process that has a file system of its own, where the system lets one make it.
static void test_a_full_disk(void)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
    {
        check_failures = 0;
        const bool own = unshare(geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS) == 0;
        if (!own || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
            mount("none", folder_path, "tmpfs", 0, "size=8m") != 0 || chdir(folder_path) != 0)
        {
            printf("no small disk to test with: %s\n", strerror(errno));
            fflush(NULL);
            _exit(0);
        }
        checks_on_a_small_disk();
        _exit(check_failures > 0 ? 1 : 0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK_INT(status, 0);
}

int main(void)
{
    world_enter();
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    RUN_SERIAL(test_flush_tells_of_what_was_replaced);
    RUN(test_what_cannot_be_written_is_kept);
    RUN(test_writing_is_tried_again);
    RUN_SERIAL(test_a_full_queue_says_so);
    RUN(test_closing_without_room);
    RUN_SERIAL(test_no_room_for_a_new_file);
    RUN_SERIAL(test_no_room_for_compacting);
    RUN_SERIAL(test_a_full_disk);
    folder_leave();
    return CHECK_DONE();
}
