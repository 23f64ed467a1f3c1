// SPDX-License-Identifier: MIT
// A process ends, or a write fails, at every single moment of opening, writing, compacting and closing a
// world. Whoever only reads the world afterwards gets all of it, as a writer would.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "store/world.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>

// Everything that SQLite does to files goes through a table of system calls, which can be changed.

typedef enum fate
{
    FATE_KILLED, // before the call is made
    FATE_FAILS,  // this call alone
} fate;

static int calls_left; // until something happens
static fate what_happens;

static bool happens(void)
{
    if (--calls_left != 0)
    {
        return false;
    }
    if (what_happens == FATE_KILLED)
    {
        kill(getpid(), SIGKILL);
    }
    errno = EIO;
    return true;
}

static int test_unlink(const char *path)
{
    return happens() ? -1 : unlink(path);
}

static ssize_t test_pwrite(int descriptor, const void *from, size_t count, off_t at)
{
    return happens() ? -1 : pwrite(descriptor, from, count, at);
}

static int test_ftruncate(int descriptor, off_t size)
{
    return happens() ? -1 : ftruncate(descriptor, size);
}

static void watch_calls(void)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    const struct
    {
        const char *name;
        sqlite3_syscall_ptr call;
    } calls[] = {{"unlink", (sqlite3_syscall_ptr)test_unlink},
                 {"pwrite", (sqlite3_syscall_ptr)test_pwrite},
                 {"pwrite64", (sqlite3_syscall_ptr)test_pwrite},
                 {"ftruncate", (sqlite3_syscall_ptr)test_ftruncate}};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
    {
        CHECK_INT(vfs->xSetSystemCall(vfs, calls[i].name, calls[i].call), SQLITE_OK);
    }
}

// ---- what a process does ------------------------------------------------------------------------

static void open_and_save(void)
{
    const loam_store_def def = world_def("w.loam");
    loam_store *store;
    if (loam_store_open(&def, &store) == LOAM_OK)
    {
        (void)world_save(store, (loam_chunk_pos){1, 1}, 2);
        (void)loam_store_flush(store);
    }
    loam_store_close(store);
}

static void open_and_compact(void)
{
    const loam_store_def def = world_def("w.loam");
    loam_store *store;
    if (loam_store_open(&def, &store) == LOAM_OK)
    {
        (void)loam_store_compact(store, NULL);
    }
    loam_store_close(store);
}

/// Does something in another process, to which this happens at its n-th call. False if it has ended
/// before.
static bool run_until(void (*deed)(void), fate what, int n)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
    {
        what_happens = what;
        calls_left = n;
        watch_calls();
        deed();
        _exit(calls_left > 0 ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status != 0;
}

// ---- what others find ---------------------------------------------------------------------------

static void read_all(int n, fate what)
{
    loam_store_def def = world_def("w.loam");
    def.read_only = true;
    loam_store *store;
    const loam_result result = loam_store_open(&def, &store);
    CHECK_REPORT(result == LOAM_OK, "%s at call %d: %s",
                 what == FATE_KILLED ? "killed" : "a failure", n, loam_last_error());
    if (result == LOAM_OK)
    {
        CHECK(world_has(store, (loam_chunk_pos){2, 0}, 1));
        CHECK_INT(world_faults(store), 0);
    }
    loam_store_close(store);
}

static void each_moment(void (*deed)(void), fate what, int at_least)
{
    loam_store_close(world_make("w.loam", 3, 1));
    const bytes whole = world_bytes("w.loam");
    int n = 1;
    for (bool more = true; more; n++)
    {
        folder_count(1);
        world_write("w.loam", whole.data, whole.size);
        more = run_until(deed, what, n);
        read_all(n, what);
        read_all(n, what);
        loam_store *store = world_open("w.loam", false);
        CHECK_INT(world_faults(store), 0);
        loam_store_close(store);
    }
    CHECK_RANGE(n, at_least, 10000);
    free(whole.data);
    folder_count(1);
}

static void test_opening_and_closing(void)
{
    each_moment(open_and_save, FATE_KILLED, 20);
    each_moment(open_and_save, FATE_FAILS, 20);
}

static void test_compacting(void)
{
    each_moment(open_and_compact, FATE_KILLED, 20);
    each_moment(open_and_compact, FATE_FAILS, 20);
}

int main(void)
{
    world_enter();
    RUN(test_opening_and_closing);
    RUN(test_compacting);
    folder_leave();
    return CHECK_DONE();
}
