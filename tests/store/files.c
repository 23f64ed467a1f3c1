// SPDX-License-Identifier: MIT
// Files that cannot be opened, or not as asked: the message names the file and the reason, and the file
// is left as it was.
#define _XOPEN_SOURCE 700 // for mkdtemp, truncate

#include "store/world.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>

/// Opens a file that must be refused, in both ways.
static void refuses(const char *path, loam_result expected, const char *part)
{
    const bytes before = world_bytes(path);
    for (int read_only = 0; read_only < 2; read_only++)
    {
        loam_store_def def = world_def(path);
        def.read_only = read_only;
        loam_store *store;
        const loam_result result = loam_store_open(&def, &store);
        CHECK_REPORT(result == expected && store == NULL, "%s gave %s, expected %s (%s)", path,
                     loam_result_name(result), loam_result_name(expected), loam_last_error());
        CHECK_CONTAINS(loam_last_error(), part);
        CHECK_CONTAINS(loam_last_error(), path);
        loam_store_close(store);
    }
    const bytes after = world_bytes(path);
    CHECK(before.size == after.size &&
          (before.size == 0 || memcmp(before.data, after.data, before.size) == 0));
    free(before.data);
    free(after.data);
}

/// Changes a world's file behind the store's back.
static void change(const char *path, const char *sql)
{
    sqlite3 *db;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_REPORT(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql,
                 sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void copy(const char *from, const char *to)
{
    const bytes all = world_bytes(from);
    world_write(to, all.data, all.size);
    free(all.data);
}

static void test_what_is_no_world(void)
{
    loam_store *store;
    loam_store_def def = world_def(NULL);
    CHECK_INT(loam_store_open(&def, &store), LOAM_BAD_ARGUMENT);
    def.path = "";
    CHECK_INT(loam_store_create(&def, 1, NULL, &store), LOAM_BAD_ARGUMENT);
    refuses("none.loam", LOAM_NOT_FOUND, "there is no such file");
    refuses("no/where.loam", LOAM_NOT_FOUND, "there is no such file");
    refuses(".", LOAM_IO, "is no world: it is a folder");
    refuses("/dev/null", LOAM_IO, "is no world: it is no plain file");
    world_write("empty.loam", NULL, 0);
    refuses("empty.loam", LOAM_IO, "is no Loam world: it is empty");
    world_write("text.loam", (const uint8_t *)"hello", 5);
    refuses("text.loam", LOAM_IO, "is no Loam world");
    static uint8_t zeros[8192];
    world_write("zeros.loam", zeros, sizeof zeros);
    refuses("zeros.loam", LOAM_IO, "is no Loam world");
    change("other.loam", "CREATE TABLE t(x); PRAGMA user_version=1");
    refuses("other.loam", LOAM_IO, "is no Loam world, but another program's SQLite file");
    change("bare.loam", "PRAGMA application_id=0x4c6f616d; PRAGMA user_version=1");
    refuses("bare.loam", LOAM_IO, "its tables are not those of a Loam world");
    char name[1000];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    def.path = name;
    CHECK_INT(loam_store_open(&def, &store), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "a file name of 999 characters; must be 1 to 479");
    folder_count(1);
}

static void test_files_that_cannot_be_made(void)
{
    loam_store *store;
    static const char *const paths[] = {"no/where.loam", "w.loam/", "/dev/null/w.loam"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
    {
        const loam_store_def def = world_def(paths[i]);
        CHECK(loam_store_create(&def, 1, NULL, &store) != LOAM_OK);
        CHECK_CONTAINS(loam_last_error(), paths[i]);
        CHECK(store == NULL);
    }
    CHECK_INT(symlink("elsewhere.loam", "link.loam"), 0);
    const loam_store_def def = world_def("link.loam");
    CHECK_INT(loam_store_create(&def, 1, NULL, &store), LOAM_BAD_ARGUMENT);
    CHECK_INT(folder_count(1), 1);
}

static void test_newer_files(void)
{
    loam_store_close(world_make("w.loam", 1, 1));
    copy("w.loam", "newer.loam");
    change("newer.loam", "PRAGMA user_version=3");
    refuses("newer.loam", LOAM_UNSUPPORTED,
            "is of format 3; this Loam (" LOAM_VERSION_TEXT ") reads formats up to 2");
    copy("w.loam", "none.loam");
    change("none.loam", "PRAGMA user_version=0");
    refuses("none.loam", LOAM_IO, "is damaged: it has no format");
    folder_count(1);
}

/// Makes a value of the file's another one, with the right checksum.
static void change_number(const char *path, const char *name, const char *value)
{
    char sql[256];
    snprintf(sql, sizeof sql,
             "UPDATE meta SET value = CAST('%s' AS BLOB), checksum = %" PRId64 " WHERE name = '%s'",
             value, (int64_t)loam_hash_bytes(value, strlen(value), loam_seed_derive(0, name)),
             name);
    change(path, sql);
}

static void test_newer_worlds(void)
{
    loam_store_close(world_make("w.loam", 1, 1));
    copy("w.loam", "newer.loam");
    change_number("newer.loam", "world_version", "99");
    refuses("newer.loam", LOAM_UNSUPPORTED, "is of world version 99; this Loam");
    change_number("newer.loam", "world_version", "18446744073709551615");
    refuses("newer.loam", LOAM_UNSUPPORTED, "is of world version");
    change_number("newer.loam", "world_version", "4294967297"); // 1 with 2^32 before it
    refuses("newer.loam", LOAM_UNSUPPORTED, "is of world version 4294967297");
    change_number("newer.loam", "world_version", "99999999999999999999999999");
    refuses("newer.loam", LOAM_UNSUPPORTED, "is of world version");
    change_number("newer.loam", "world_version", "0");
    refuses("newer.loam", LOAM_IO, "is of world version 0; must be 1 to ");
    change_number("newer.loam", "world_version", "-1");
    refuses("newer.loam", LOAM_IO, "its world_version is no number");
    change("newer.loam", "DELETE FROM meta WHERE name = 'world_version'");
    refuses("newer.loam", LOAM_IO, "has no world_version");
    copy("w.loam", "first.loam");
    change_number("first.loam", "world_version", "1");
    loam_store *const first = world_open("first.loam", true); // an older one is fine, and stays
    CHECK_INT(loam_store_defs(first)->version, 1);
    loam_store_close(first);
    copy("w.loam", "odd.loam");
    change_number("odd.loam", "seed", "12a");
    refuses("odd.loam", LOAM_IO, "its seed is no number");
    copy("w.loam", "empty.loam");
    change("empty.loam", "DELETE FROM meta WHERE name = 'seed'");
    refuses("empty.loam", LOAM_IO, "has no seed");
    copy("w.loam", "defs.loam");
    change_number("defs.loam", "definitions", "{}");
    refuses("defs.loam", LOAM_IO, "its definitions cannot be used: no compressed text");
    change("defs.loam", "DELETE FROM meta WHERE name = 'definitions'");
    refuses("defs.loam", LOAM_IO, "has no definitions");
    folder_count(1);
}

// A file does what it is told, not what somebody has put into it.
static void test_other_tables(void)
{
    loam_store_close(world_make("w.loam", 1, 1));
    static const char *const additions[] = {
        "CREATE TABLE more(x)",
        "CREATE VIEW more AS SELECT * FROM chunks",
        "CREATE TRIGGER more AFTER INSERT ON chunks BEGIN DELETE FROM chunks; END",
        "CREATE INDEX more ON chunks(id)",
        "DROP INDEX chunks_by_place",
        "DROP TABLE damaged",
        "ALTER TABLE chunks ADD COLUMN more",
        "DROP TABLE meta; CREATE VIEW meta AS SELECT 1 AS id, 2 AS name, 3 AS checksum, 4 AS value",
        "DROP TABLE damaged; CREATE TABLE damaged(x CHECK(load_extension('/tmp/x')))",
        "ANALYZE",
    };
    for (size_t i = 0; i < sizeof additions / sizeof additions[0]; i++)
    {
        copy("w.loam", "odd.loam");
        change("odd.loam", additions[i]);
        refuses("odd.loam", LOAM_IO, "its tables are not those of a Loam world");
    }
    folder_count(1);
}

// A file that was cut short anywhere is refused, and says so.
static void test_truncated_files(void)
{
    loam_store_close(world_make("w.loam", 20, 1));
    const bytes all = world_bytes("w.loam");
    for (size_t size = 0; size < all.size; size += 1 + size / 37)
    {
        world_write("cut.loam", all.data, size);
        refuses("cut.loam", LOAM_IO,
                size == 0    ? "is no Loam world: it is empty"
                : size < 100 ? "is no Loam world"
                             : "is cut short: it has ");
    }
    world_write("cut.loam", all.data, all.size - 1);
    refuses("cut.loam", LOAM_IO, "is cut short: it has ");
    free(all.data);
    folder_count(1);
}

// ---- permissions --------------------------------------------------------------------------------

/// Runs checks in a process that may not do everything: root, to whom nothing is forbidden, becomes
/// nobody.
static void run_as_nobody(void (*checks)(void))
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
    {
        check_failures = 0;
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
        {
            _exit(99);
        }
        checks();
        _exit(check_failures > 0 ? 1 : 0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK_REPORT(status == 0, "checks in another process ended with status %d", status);
}

static void checks_of_a_read_only_file(void)
{
    const loam_store_def def = world_def("w.loam");
    loam_store *store;
    CHECK_INT(loam_store_open(&def, &store), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "w.loam: cannot be written, only opened for reading: ");
    store = world_open("w.loam", true);
    CHECK(world_has(store, (loam_chunk_pos){2, 0}, 1));
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
}

static void test_a_read_only_file_is_read(void)
{
    loam_store_close(world_make("w.loam", 3, 1));
    chmod(".", 0777);
    chmod("w.loam", 0444);
    run_as_nobody(checks_of_a_read_only_file);
    CHECK_INT(folder_count(0), 1);
    chmod(".", 0555);
    run_as_nobody(checks_of_a_read_only_file);
    chmod(".", 0755);
    chmod("w.loam", 0644);
    CHECK_INT(folder_count(1), 1);
}

static void checks_of_a_read_only_folder(void)
{
    loam_store *store;
    const loam_store_def def = world_def("w.loam"), new_def = world_def("new.loam");
    CHECK_INT(loam_store_open(&def, &store), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "w.loam: cannot be locked for writing: ");
    CHECK_INT(loam_store_create(&new_def, 1, NULL, &store), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "new.loam: cannot be locked for writing: ");
    store = world_open("w.loam", true);
    CHECK(world_has(store, (loam_chunk_pos){2, 0}, 1));
    loam_store_close(store);
}

static void test_a_read_only_folder_is_read(void)
{
    loam_store_close(world_make("w.loam", 3, 1));
    chmod("w.loam", 0666);
    chmod(".", 0555);
    run_as_nobody(checks_of_a_read_only_folder);
    // In the state of a world that is being written: nothing may be lost of what stands beside it.
    chmod(".", 0755);
    change("w.loam", "PRAGMA journal_mode=WAL");
    chmod(".", 0555);
    run_as_nobody(checks_of_a_read_only_folder);
    chmod(".", 0755);
    CHECK_INT(folder_count(1), 1);
}

static void checks_of_a_world_that_was_not_closed(void)
{
    loam_store_def def = world_def("w.loam");
    def.read_only = true;
    loam_store *store;
    CHECK_INT(loam_store_open(&def, &store), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(),
                   "w.loam: was not closed, and mending it needs the right to write it and its "
                   "folder; copy it and w.loam-wal to ");
}

// What is in the file beside it cannot be read there: better nothing than half of it.
static void test_a_world_that_was_not_closed_in_a_read_only_folder(void)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
    {
        world_make("w.loam", 3, 1);
        _exit(check_failures);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK_INT(status, 0);
    remove("w.loam-shm");
    remove("w.loam-lock");
    chmod("w.loam", 0644);
    chmod("w.loam-wal", 0644);
    chmod(".", 0555);
    run_as_nobody(checks_of_a_world_that_was_not_closed);
    chmod(".", 0755);
    loam_store *store = world_open("w.loam", true);
    CHECK(world_has(store, (loam_chunk_pos){2, 0}, 1));
    loam_store_close(store);
    store = world_open("w.loam", false);
    CHECK(world_has(store, (loam_chunk_pos){2, 0}, 1));
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

static void checks_of_a_world_to_mend(void)
{
    loam_store_def def = world_def("w.loam");
    def.read_only = true;
    loam_store *store;
    CHECK_INT(loam_store_open(&def, &store), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(),
                   "w.loam: was not closed, and mending it needs the right to write it and its "
                   "folder; copy it and w.loam-journal to ");
    CHECK_INT(access("w.loam-journal", F_OK), 0);
}

// A journal of a transaction that came to no end: who may write takes it back, others say what is needed.
static void test_a_world_with_a_journal_in_a_read_only_folder(void)
{
    loam_store_close(world_make("w.loam", 3, 1));
    world_write("w.loam-journal", (const uint8_t *)"begun", 5);
    chmod("w.loam-journal", 0666);
    chmod("w.loam", 0666);
    chmod(".", 0555);
    run_as_nobody(checks_of_a_world_to_mend);
    chmod("w.loam", 0444);
    chmod(".", 0777);
    run_as_nobody(checks_of_a_world_to_mend);
    chmod(".", 0755);
    chmod("w.loam", 0644);
    loam_store *store = world_open("w.loam", true);
    CHECK(world_has(store, (loam_chunk_pos){2, 0}, 1));
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

static void checks_of_a_file_that_cannot_be_read(void)
{
    refuses("w.loam", LOAM_IO, "cannot be ");
}

static void test_a_file_that_cannot_be_read(void)
{
    loam_store_close(world_make("w.loam", 1, 1));
    chmod(".", 0777);
    chmod("w.loam", 0);
    run_as_nobody(checks_of_a_file_that_cannot_be_read);
    CHECK_INT(folder_count(1), 1);
}

// ---- other processes ----------------------------------------------------------------------------

static void checks_of_a_second_process(long holder)
{
    const loam_store_def def = world_def("w.loam"), by_link = world_def("link.loam");
    char number[64];
    snprintf(number, sizeof number, "another process has it open (%ld)", holder);
    loam_store *store;
    CHECK_INT(loam_store_open(&def, &store), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "w.loam: another process has it open (");
    CHECK_CONTAINS(loam_last_error(), number);
    CHECK_INT(loam_store_open(&by_link, &store), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "link.loam: another process has it open (");
    store = world_open("w.loam", true); // reading beside it is fine
    CHECK(world_has(store, (loam_chunk_pos){2, 0}, 1));
    loam_store_close(store);
}

/// A process that does its checks when it is told to: one that was made later would have in it half of
/// what SQLite knows about open files.
static pid_t begin_second_process(int *tell)
{
    int ends[2];
    char word;
    const long holder = (long)getpid();
    CHECK_INT(pipe(ends), 0);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
    {
        check_failures = read(ends[0], &word, 1) == 1 ? 0 : 1;
        checks_of_a_second_process(holder);
        _exit(check_failures > 0 ? 1 : 0);
    }
    close(ends[0]);
    *tell = ends[1];
    return child;
}

static void test_one_process_writes(void)
{
    int tell, status = -1;
    const pid_t child = begin_second_process(&tell);
    loam_store *store = world_make("w.loam", 3, 1);
    CHECK_INT(symlink("w.loam", "link.loam"), 0);
    CHECK_INT(write(tell, "", 1), 1);
    waitpid(child, &status, 0);
    close(tell);
    CHECK_INT(status, 0);
    loam_store *second;
    const loam_store_def def = world_def("w.loam");
    CHECK_INT(loam_store_open(&def, &second), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "w.loam: this process has it open already");
    CHECK_OK(world_save(store, (loam_chunk_pos){2, 0}, 2)); // the first is not disturbed
    CHECK_OK(loam_store_flush(store));
    loam_store_close(store);
    store = world_open("link.loam", false); // and afterwards it can be opened again
    CHECK(world_has(store, (loam_chunk_pos){2, 0}, 2));
    CHECK(access("w.loam-lock", F_OK) == 0 && access("link.loam-lock", F_OK) != 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 2);
}

// A lock ends with its process; a file that is left behind locks nobody out.
static void test_a_lock_does_not_survive(void)
{
    loam_store_close(world_make("w.loam", 1, 1));
    world_write("w.loam-lock", (const uint8_t *)"1\n", 2);
    loam_store *store = world_open("w.loam", false);
    CHECK(store != NULL);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// Wherever the process goes, its worlds stay where they are. And odd names are names.
static void test_names_are_taken_as_they_are(void)
{
    static const char *const names[] = {"a b.loam",      "50%?#.loam", "file:x.loam",
                                        "\xc3\xa4.loam", ":memory:",   "-x"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
        loam_store *store = world_make(names[i], 1, 1);
        CHECK_INT(access(names[i], F_OK), 0);
        CHECK_INT(chdir("/"), 0);
        CHECK_OK(world_save(store, (loam_chunk_pos){5, 5}, 1));
        CHECK_OK(loam_store_flush(store));
        CHECK_OK(loam_store_compact(store, NULL));
        loam_store_close(store);
        CHECK_INT(chdir(folder_path), 0);
        store = world_open(names[i], true);
        CHECK(world_has(store, (loam_chunk_pos){5, 5}, 1));
        loam_store_close(store);
        CHECK_INT(folder_count(1), 1);
    }
}

static void checks_of_odd_names(void)
{
    loam_store *store = world_open("50%?#.loam", true);
    CHECK(world_has(store, (loam_chunk_pos){0, 0}, 1));
    loam_store_close(store);
}

// The same where a name has to be written as a URI.
static void test_odd_names_in_a_read_only_folder(void)
{
    loam_store_close(world_make("50%?#.loam", 1, 1));
    change("50%?#.loam", "PRAGMA journal_mode=WAL");
    chmod(".", 0555);
    run_as_nobody(checks_of_odd_names);
    chmod(".", 0755);
    CHECK_INT(folder_count(1), 1);
}

int main(void)
{
    world_enter();
    chmod(".", 0755);
    RUN(test_what_is_no_world);
    RUN(test_files_that_cannot_be_made);
    RUN(test_newer_files);
    RUN(test_newer_worlds);
    RUN(test_other_tables);
    RUN(test_truncated_files);
    RUN(test_a_read_only_file_is_read);
    RUN(test_a_read_only_folder_is_read);
    RUN(test_a_world_that_was_not_closed_in_a_read_only_folder);
    RUN(test_a_world_with_a_journal_in_a_read_only_folder);
    RUN(test_a_file_that_cannot_be_read);
    RUN(test_one_process_writes);
    RUN(test_a_lock_does_not_survive);
    RUN(test_names_are_taken_as_they_are);
    RUN(test_odd_names_in_a_read_only_folder);
    folder_leave();
    return CHECK_DONE();
}
