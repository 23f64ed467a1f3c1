// SPDX-License-Identifier: MIT
// A process ends, or a write fails, at every single moment of making, opening, writing, compacting, copying
// and closing a world. Whoever only reads the world afterwards gets all of it, as a writer would.
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

static loam_result open_and_save(void)
{
    const loam_store_def def = world_def("w.loam");
    loam_store *store;
    loam_result result = loam_store_open(&def, &store);
    result = result == LOAM_OK ? world_save(store, (loam_chunk_pos){1, 1}, 2) : result;
    result = result == LOAM_OK ? loam_store_flush(store) : result;
    loam_store_close(store);
    return result;
}

static loam_result open_and_compact(void)
{
    const loam_store_def def = world_def("w.loam");
    loam_store *store;
    loam_result result = loam_store_open(&def, &store);
    result = result == LOAM_OK ? loam_store_compact(store, NULL) : result;
    loam_store_close(store);
    return result;
}

static loam_result create(void)
{
    const loam_store_def def = world_def("new.loam");
    loam_store *store;
    const loam_result result = loam_store_create(&def, 7, NULL, &store);
    loam_store_close(store);
    return result;
}

static loam_result copy(void)
{
    loam_store_def def = world_def("w.loam");
    def.read_only = true;
    loam_store *store;
    loam_result result = loam_store_open(&def, &store);
    result = result == LOAM_OK ? loam_store_copy(store, "new.loam") : result;
    loam_store_close(store);
    return result;
}

typedef enum ending
{
    ENDED_BEFORE, // it has made fewer calls
    ENDED_WELL,
    ENDED_BADLY,
    WAS_KILLED,
} ending;

/// Does something in another process, to which this happens at its n-th call.
static ending run_until(loam_result (*deed)(void), fate what, int n)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
    {
        what_happens = what;
        calls_left = n;
        watch_calls();
        const loam_result result = deed();
        _exit(calls_left > 0 ? ENDED_BEFORE : result == LOAM_OK ? ENDED_WELL : ENDED_BADLY);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? (ending)WEXITSTATUS(status) : WAS_KILLED;
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

/// After a process came to an end w.loam is whole, for whoever reads or writes it, and alone again.
static void check_old(int n, fate what)
{
    read_all(n, what);
    read_all(n, what);
    loam_store *store = world_open("w.loam", false);
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(0), 1);
}

/// After a process came to an end new.loam is there or not, and can be made if not.
static void check_new(loam_result (*deed)(void), ending end)
{
    const bool there = access("new.loam", F_OK) == 0;
    CHECK(there || end == ENDED_BADLY || end == WAS_KILLED);
    CHECK(!there || end != ENDED_BADLY);
    CHECK_OK(there ? LOAM_OK : deed());
    loam_store *store = world_open("new.loam", true);
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    loam_store_close(world_open("new.loam", false));
    CHECK_INT(folder_count(0), 2);
}

static void each_moment(loam_result (*deed)(void), bool makes_new, fate what, int at_least)
{
    loam_store_close(world_make("w.loam", 3, 1));
    const bytes whole = world_bytes("w.loam");
    int n = 1;
    for (ending end = WAS_KILLED; end != ENDED_BEFORE; n += CHECK_SANITIZED ? 3 : 1)
    {
        folder_count(1);
        world_write("w.loam", whole.data, whole.size);
        end = run_until(deed, what, n);
        makes_new ? check_new(deed, end) : check_old(n, what);
    }
    CHECK_RANGE(n, at_least, 10000);
    free(whole.data);
    folder_count(1);
}

static void test_opening_and_closing(void)
{
    each_moment(open_and_save, false, FATE_KILLED, 20);
    each_moment(open_and_save, false, FATE_FAILS, 20);
}

static void test_compacting(void)
{
    each_moment(open_and_compact, false, FATE_KILLED, 20);
    each_moment(open_and_compact, false, FATE_FAILS, 20);
}

static void test_making(void)
{
    each_moment(create, true, FATE_KILLED, 20);
    each_moment(create, true, FATE_FAILS, 20);
}

static void test_copying(void)
{
    each_moment(copy, true, FATE_KILLED, 5);
    each_moment(copy, true, FATE_FAILS, 5);
}

int main(void)
{
    world_enter();
    RUN(test_opening_and_closing);
    RUN_UNSANITIZED(test_compacting); // opening and making go the same ways
    RUN(test_making);
    RUN(test_copying);
    folder_leave();
    return CHECK_DONE();
}
