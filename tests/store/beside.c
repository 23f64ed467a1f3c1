// SPDX-License-Identifier: MIT
// Files beside a world that others have put there: what they lead to is never touched, nobody waits for
// them, and the message says which it is.
#define _XOPEN_SOURCE 700 // for mkdtemp, symlink

#include "store/world.h"

#include <sys/stat.h>
#include <sys/wait.h>

static const char notes[] = "the only copy of somebody's notes\n";

static void write_notes(const char *path)
{
    world_write(path, (const uint8_t *)notes, sizeof notes);
}

static bool has_notes(const char *path)
{
    const bytes all = world_bytes(path);
    const bool same = all.size == sizeof notes && memcmp(all.data, notes, sizeof notes) == 0;
    free(all.data);
    return same;
}

/// Opens w.loam in both ways, which must be refused with these words.
static void refuses(const char *words)
{
    for (int read_only = 0; read_only < 2; read_only++)
    {
        loam_store_def def = world_def("w.loam");
        def.read_only = read_only;
        loam_store *store;
        CHECK_INT(loam_store_open(&def, &store), LOAM_IO);
        CHECK_CONTAINS(loam_last_error(), words);
        loam_store_close(store);
    }
}

/// Makes w.loam-journal one that SQLite follows, with the name of a super-journal at its end.
static void write_journal(const char *name)
{
    static const uint8_t magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    uint8_t journal[1024] = {0};
    const size_t length = strlen(name);
    uint8_t *const tail = journal + 512 + length;
    memcpy(journal, magic, sizeof magic);
    memcpy(journal + 512, name, length);
    uint32_t sum = 0;
    for (size_t i = 0; i < length; i++)
    {
        sum += (uint8_t)name[i];
    }
    for (int i = 0; i < 4; i++)
    {
        tail[i] = (uint8_t)((uint32_t)length >> (24 - 8 * i));
        tail[4 + i] = (uint8_t)(sum >> (24 - 8 * i));
    }
    memcpy(tail + 8, magic, sizeof magic);
    world_write("w.loam-journal", journal, 512 + length + 16);
}

// SQLite would delete the file that such a journal names.
static void test_a_journal_that_names_a_file(void)
{
    loam_store_close(world_make("w.loam", 3, 1));
    write_notes("notes.txt");
    char path[512];
    snprintf(path, sizeof path, "%s/notes.txt", folder_path);
    const char *const names[] = {path, "notes.txt", "none.txt"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
        write_journal(names[i]);
        refuses("w.loam: w.loam-journal is no world's: it names another file");
        CHECK(has_notes("notes.txt"));
        CHECK_INT(access("w.loam-journal", F_OK), 0);
    }
    remove("w.loam-journal");
    loam_store *store = world_open("w.loam", false);
    CHECK(world_has(store, (loam_chunk_pos){2, 0}, 1));
    loam_store_close(store);
    CHECK_INT(folder_count(1), 2);
}

// Opening a pipe waits for whoever is at its other end.
static void test_what_is_no_plain_file(void)
{
    static const char *const names[] = {"w.loam-journal", "w.loam-wal", "w.loam-shm"};
    loam_store_close(world_make("w.loam", 3, 1));
    write_notes("notes.txt");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
        char words[64];
        snprintf(words, sizeof words, "w.loam: %s is no plain file", names[i]);
        CHECK_INT(mkfifo(names[i], 0666), 0);
        refuses(words);
        remove(names[i]);
        CHECK_INT(symlink("notes.txt", names[i]), 0);
        refuses(words);
        remove(names[i]);
        CHECK_INT(mkdir(names[i], 0777), 0);
        refuses(words);
        remove(names[i]);
        CHECK_INT(link("notes.txt", names[i]), 0);
        snprintf(words, sizeof words, "w.loam: %s has another name, too", names[i]);
        refuses(words);
        remove(names[i]);
        CHECK(has_notes("notes.txt"));
    }
    CHECK_INT(folder_count(1), 2);
}

// ---- the lock -----------------------------------------------------------------------------------

static void refuses_lock(void)
{
    const loam_store_def def = world_def("w.loam"), new_def = world_def("new.loam");
    loam_store *store;
    CHECK_INT(loam_store_open(&def, &store), LOAM_IO);
    CHECK_TEXT(loam_last_error(), "w.loam: w.loam-lock is a link or no plain file; move it away");
    CHECK_INT(rename("w.loam-lock", "new.loam-lock"), 0);
    CHECK_INT(loam_store_create(&new_def, 1, NULL, &store), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "new.loam: new.loam-lock is a link");
    CHECK(access("new.loam", F_OK) != 0);
    store = world_open("w.loam", true); // whoever only reads needs no lock
    loam_store_close(store);
}

// The process writes its number into its lock: not through a link, nor into somebody's file.
static void test_a_lock_that_is_none_of_ours(void)
{
    loam_store_close(world_make("w.loam", 3, 1));
    write_notes("notes.txt");
    CHECK_INT(symlink("notes.txt", "w.loam-lock"), 0);
    refuses_lock();
    remove("new.loam-lock");
    CHECK_INT(link("notes.txt", "w.loam-lock"), 0);
    refuses_lock();
    remove("new.loam-lock");
    CHECK(has_notes("notes.txt"));
    write_notes("w.loam-lock");
    loam_store_close(world_open("w.loam", false)); // it is locked, and neither changed nor removed
    CHECK(has_notes("w.loam-lock"));
    remove("w.loam-lock");
    CHECK_INT(mkfifo("w.loam-lock", 0666), 0);
    refuses_lock();
    remove("new.loam-lock");
    CHECK_INT(mkdir("w.loam-lock", 0777), 0);
    refuses_lock();
    remove("new.loam-lock");
    CHECK_INT(symlink("none.txt", "w.loam-lock"), 0);
    refuses_lock();
    CHECK(access("none.txt", F_OK) != 0);
    remove("new.loam-lock");
    CHECK_INT(folder_count(1), 2);
}

// Locks of processes that are gone, also by a loss of power: numbers, nothing, or zeros.
static void test_a_lock_that_is_left(void)
{
    static const uint8_t zeros[8];
    loam_store_close(world_make("w.loam", 3, 1));
    world_write("w.loam-lock", (const uint8_t *)"4194303\n", 8);
    loam_store_close(world_open("w.loam", false));
    world_write("w.loam-lock", zeros, 0);
    loam_store_close(world_open("w.loam", false));
    world_write("w.loam-lock", zeros, sizeof zeros);
    loam_store_close(world_open("w.loam", false));
    CHECK_INT(folder_count(1), 1);
}

// ---- worlds that are gone -----------------------------------------------------------------------

/// Ends a process that has a world open, and leaves what it leaves.
static void leave_open(const char *path)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
    {
        check_failures = 0;
        world_make(path, 3, 1);
        _exit(check_failures > 0 ? 1 : 0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK_INT(status, 0);
}

/// Neither a new world nor a copy goes to w.loam, and nothing is left of the attempt.
static void refuses_new(loam_store *other, const char *words)
{
    const int files = folder_count(0);
    const loam_store_def def = world_def("w.loam");
    loam_store *store;
    CHECK_INT(loam_store_create(&def, 9, NULL, &store), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), words);
    loam_store_close(store);
    CHECK_INT(loam_store_copy(other, "w.loam"), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), words);
    CHECK(access("w.loam", F_OK) != 0);
    CHECK_INT(folder_count(0), files);
}

// What another world of the name has left would be taken for a part of the new one, which it would damage.
static void test_a_new_world_beside_what_is_left(void)
{
    leave_open("w.loam");
    remove("w.loam");
    remove("w.loam-lock");
    const bytes log = world_bytes("w.loam-wal");
    CHECK(log.size > 0);
    loam_store *other = world_make("other.loam", 3, 1);
    refuses_new(other, "w.loam: w.loam-wal is left from another world; move it away");
    const bytes after = world_bytes("w.loam-wal");
    CHECK(after.size == log.size && memcmp(after.data, log.data, log.size) == 0);
    free(after.data);
    free(log.data);
    CHECK_INT(rename("w.loam-wal", "w.loam-journal"), 0);
    refuses_new(other, "w.loam: w.loam-journal is left from another world; move it away");
    remove("w.loam-journal");
    loam_store_close(other);
    // What is left of the memory that was shared does not matter.
    CHECK_INT(access("w.loam-shm", F_OK), 0);
    loam_store_close(world_make("w.loam", 3, 2));
    loam_store *store = world_open("w.loam", true);
    CHECK(world_has(store, (loam_chunk_pos){2, 0}, 2));
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 2);
}

// Of a world nothing stays; of a link to it only the link goes.
/// Whether a world can be made, or written and compacted, beside what has the name of a world in the making.
static void check_built_beside(bool is_new)
{
    loam_store_def def = world_def("w.loam");
    loam_store *store = NULL;
    loam_store_compaction compacted;
    CHECK_OK(is_new ? loam_store_create(&def, 1, NULL, &store) : loam_store_open(&def, &store));
    CHECK_OK(loam_store_compact(store, &compacted));
    loam_store_close(store);
}

// Somebody's file of that name stays, whatever it is; what another process was building goes.
static void test_a_world_in_the_making(void)
{
    static const char name[] = "w.loam-in-the-making";
    write_notes("notes.txt");
    for (int i = 0; i < 6; i++)
    {
        remove("w.loam");
        if (i % 2 == 1)
        {
            check_built_beside(true);
        }
        if (i < 2)
        {
            write_notes(name);
        }
        else if (i < 4)
        {
            CHECK_INT(symlink("notes.txt", name), 0);
        }
        else
        {
            CHECK_INT(mkdir(name, 0777), 0);
        }
        check_built_beside(i % 2 == 0);
        CHECK(has_notes("notes.txt"));
        CHECK(i >= 4 || has_notes(name));
        CHECK_INT(folder_count(0), 3);
        CHECK_INT(remove(name), 0);
    }
    world_write(name, (const uint8_t *)"SQLite format 3", 16);
    check_built_beside(false);
    CHECK_INT(folder_count(1), 2);
}

static void test_removing(void)
{
    leave_open("w.loam");
    write_notes("w.loam-journal");
    CHECK_INT(symlink("w.loam", "link.loam"), 0);
    CHECK_OK(loam_store_remove("link.loam"));
    CHECK_INT(access("w.loam", F_OK) + access("w.loam-wal", F_OK), 0);
    CHECK_OK(loam_store_remove("w.loam"));
    CHECK_INT(loam_store_remove("w.loam"), LOAM_NOT_FOUND);
    CHECK_INT(loam_store_remove(""), LOAM_BAD_ARGUMENT);
    CHECK_INT(folder_count(1), 0);
    loam_store *store = world_make("w.loam", 3, 1);
    CHECK_INT(loam_store_remove("w.loam"), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "w.loam: this process has it open already");
    CHECK(world_has(store, (loam_chunk_pos){2, 0}, 1));
    loam_store_close(store);
    CHECK_INT(mkdir("folder.loam", 0777), 0);
    CHECK_INT(loam_store_remove("folder.loam"), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "folder.loam: cannot be removed: ");
    CHECK_INT(folder_count(1), 2);
}

int main(void)
{
    world_enter();
    RUN(test_a_journal_that_names_a_file);
    RUN(test_what_is_no_plain_file);
    RUN(test_a_lock_that_is_none_of_ours);
    RUN(test_a_lock_that_is_left);
    RUN(test_a_new_world_beside_what_is_left);
    RUN(test_a_world_in_the_making);
    RUN(test_removing);
    folder_leave();
    return CHECK_DONE();
}
