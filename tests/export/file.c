// SPDX-License-Identifier: MIT
// Files appear whole or not at all.
#define _XOPEN_SOURCE 700 // for symlink, mkfifo, mkdtemp

#include "check.h"
#include "export/folder.h"
#include "loam/export.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static size_t read_file(const char *path, char *out, size_t size)
{
    FILE *file = fopen(path, "rb");
    const size_t count = file != NULL ? fread(out, 1, size, file) : 0;
    if (file != NULL)
    {
        fclose(file);
    }
    return count;
}

static void test_write_makes_and_replaces(void)
{
    char text[16];
    CHECK_OK(loam_file_write("a.txt", "first", 5));
    CHECK_INT(read_file("a.txt", text, sizeof text), 5);
    CHECK(memcmp(text, "first", 5) == 0);
    CHECK_OK(loam_file_write("a.txt", "2", 1));
    CHECK_INT(read_file("a.txt", text, sizeof text), 1);
    CHECK_OK(loam_file_write("empty", "", 0));
    CHECK_INT(read_file("empty", text, sizeof text), 0);
    CHECK_INT(folder_count(1), 2);
}

static void test_permissions_follow_the_umask(void)
{
    const mode_t before = umask(022);
    CHECK_OK(loam_file_write("a.txt", "x", 1));
    umask(before);
    struct stat status = {0};
    CHECK_INT(stat("a.txt", &status), 0);
    CHECK_INT(status.st_mode & 0777, 0644);
    CHECK_INT(folder_count(1), 1);
}

static void check_refused(const char *path, loam_result expected, const char *part)
{
    CHECK_INT(loam_file_write(path, "x", 1), expected);
    CHECK_CONTAINS(loam_last_error(), part);
}

static void test_bad_names_are_refused(void)
{
    static char longest[5000];
    memset(longest, 'a', sizeof longest - 1);
    check_refused("", LOAM_BAD_ARGUMENT, "name");
    check_refused(NULL, LOAM_BAD_ARGUMENT, "name");
    check_refused(longest, LOAM_BAD_ARGUMENT, "4999 characters");
    longest[4096] = '\0';
    check_refused(longest, LOAM_BAD_ARGUMENT, "4096 characters; must be 1 to 4095");
    longest[4095] = '\0';
    check_refused(longest, LOAM_IO, "aaaa");
    check_refused("no/such/folder.txt", LOAM_IO, "no/such/folder.txt");
    check_refused("no/such/folder.txt", LOAM_IO, "No such file");
    mkdir("folder", 0777);
    check_refused("folder", LOAM_IO, "is a folder");
    check_refused("folder/", LOAM_IO, "is a folder");
    CHECK_INT(folder_count(0), 1);
    rmdir("folder");
    CHECK_OK(loam_file_write("file", "x", 1));
    check_refused("file/below", LOAM_IO, "file/below");
    CHECK_INT(folder_count(1), 1);
}

static void test_a_link_stays_a_link(void)
{
    char text[16];
    CHECK_OK(loam_file_write("real", "old", 3));
    CHECK_INT(symlink("real", "link"), 0);
    CHECK_OK(loam_file_write("link", "new", 3));
    struct stat status = {0};
    CHECK_INT(lstat("link", &status), 0);
    CHECK(S_ISLNK(status.st_mode));
    CHECK_INT(read_file("real", text, sizeof text), 3);
    CHECK(memcmp(text, "new", 3) == 0);
    CHECK_INT(folder_count(1), 2);
}

// A link may point to what is not there yet, through another link and into another folder.
static void test_a_link_to_nothing_stays_a_link(void)
{
    char text[16];
    struct stat status = {0};
    CHECK_INT(mkdir("folder", 0777), 0);
    CHECK_INT(symlink("folder/second", "first"), 0);
    CHECK_INT(symlink("../real", "folder/second"), 0);
    CHECK_OK(loam_file_write("first", "new", 3));
    CHECK_INT(lstat("first", &status), 0);
    CHECK(S_ISLNK(status.st_mode));
    CHECK_INT(lstat("folder/second", &status), 0);
    CHECK(S_ISLNK(status.st_mode));
    CHECK_INT(lstat("real", &status), 0);
    CHECK(S_ISREG(status.st_mode));
    CHECK_INT(read_file("first", text, sizeof text), 3);
    CHECK_INT(symlink("round", "round"), 0);
    check_refused("round", LOAM_IO, strerror(ELOOP));
    remove("folder/second");
    CHECK_INT(folder_count(1), 4);
}

// Asking beforehand gives the answer that writing would give, and changes nothing.
static void test_check_leaves_nothing_behind(void)
{
    char text[16];
    CHECK_OK(loam_file_check("new.txt"));
    CHECK_INT(folder_count(0), 0);
    CHECK_OK(loam_file_write("old.txt", "old", 3));
    CHECK_OK(loam_file_check("old.txt"));
    CHECK_INT(read_file("old.txt", text, sizeof text), 3);
    CHECK_INT(loam_file_check("no/such/folder.txt"), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "no/such/folder.txt: cannot be written: No such file");
    CHECK_INT(loam_file_check("."), LOAM_IO);
    CHECK_INT(loam_file_check(""), LOAM_BAD_ARGUMENT);
    CHECK_INT(mkfifo("pipe", 0600), 0);
    CHECK_OK(loam_file_check("pipe")); // and does not wait for a reader
    CHECK_INT(folder_count(1), 2);
}

// A pipe or a device must be written to, never replaced by a file. (A pipe of our own stands for
// both: if this ever breaks, it must not cost anybody a real device.)
static void test_a_pipe_is_written_to(void)
{
    CHECK_INT(mkfifo("pipe", 0600), 0);
    const int end = open("pipe", O_RDWR | O_NONBLOCK);
    CHECK(end >= 0);
    CHECK_OK(loam_file_write("pipe", "through", 7));
    char text[16];
    CHECK_INT(read(end, text, sizeof text), 7);
    struct stat status = {0};
    CHECK_INT(stat("pipe", &status), 0);
    CHECK(S_ISFIFO(status.st_mode));
    close(end);
    CHECK_INT(folder_count(1), 1);
}

// The system refuses to let a file grow: what was there stays, nothing else is left behind.
static void test_a_full_disk_leaves_the_old_file(void)
{
    static char large[100000];
    char text[16];
    CHECK_OK(loam_file_write("a.txt", "old", 3));
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit small = {.rlim_cur = 50000, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const loam_result result = loam_file_write("a.txt", large, sizeof large);
    setrlimit(RLIMIT_FSIZE, &before);
    CHECK_INT(result, LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "a.txt");
    CHECK_CONTAINS(loam_last_error(), strerror(EFBIG));
    CHECK_INT(read_file("a.txt", text, sizeof text), 3);
    CHECK_INT(folder_count(1), 1);
}

int main(void)
{
    folder_enter();
    RUN(test_write_makes_and_replaces);
    RUN(test_permissions_follow_the_umask);
    RUN(test_bad_names_are_refused);
    RUN(test_a_link_stays_a_link);
    RUN(test_a_link_to_nothing_stays_a_link);
    RUN(test_check_leaves_nothing_behind);
    RUN(test_a_pipe_is_written_to);
    RUN(test_a_full_disk_leaves_the_old_file);
    folder_leave();
    return CHECK_DONE();
}
