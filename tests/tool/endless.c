// SPDX-License-Identifier: MIT
// Options that are given files without an end, pipes and folders: refused, with the name and what is accepted.
#define _XOPEN_SOURCE 700 // for mkdtemp and symlink

#include "export/folder.h"
#include "replay/lines.h"
#include "tool/console.h"

#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

// A device that gives zeros for ever.
static void test_zeros(void)
{
    CHECK_INT(symlink("/dev/zero", "zero.txt"), 0);
    CHECK_INT(symlink("/dev/zero", "zero.loam"), 0);
    CHECK_INT(symlink("/dev/zero", "zero.json"), 0);
    CHECK_INT(symlink("/dev/zero", "zero.png"), 0);
    console_refuses("tiles sim --steps 1 --commands zero.txt", 2,
                    "zero.txt:1: has a byte 0; must be text");
    console_refuses("tiles sim --replay zero.txt", 2, "zero.txt:1: has a byte 0; must be text");
    console_refuses("tiles sim --steps 1 --defs zero.json", 2, "zero.json: a text of more than ");
    console_refuses("tiles sim --steps 1 --world zero.loam", 1, "zero.loam: is no world");
    CHECK_INT(console_run("world new w.loam"), 0);
    console_refuses("world import-png w.loam zero.png", 1, "zero.png: is no PNG file");
    remove("w.loam");
}

/// What is written into a pipe until nobody reads it any more.
static void *write_on(void *user)
{
    const char *const words = user;
    FILE *pipe = fopen("pipe.txt", "w");
    for (bool goes_on = pipe != NULL; goes_on;)
    {
        goes_on = fputs(words, pipe) >= 0;
    }
    if (pipe != NULL)
    {
        fclose(pipe);
    }
    return NULL;
}

static void refuses_endless(const char *line, const char *words, const char *part)
{
    pthread_t thread;
    CHECK_INT(pthread_create(&thread, NULL, write_on, (void *)(uintptr_t)words), 0);
    console_refuses(line, 2, part);
    pthread_join(thread, NULL);
}

// Pipes may be read; what comes out of them has to end.
static void test_pipes(void)
{
    signal(SIGPIPE, SIG_IGN);
    CHECK_INT(mkfifo("pipe.txt", 0666), 0);
    refuses_endless("tiles sim --steps 1 --commands pipe.txt", "#",
                    "pipe.txt:1: the line is longer than 1022 letters");
    refuses_endless("tiles sim --replay pipe.txt", "#",
                    "pipe.txt:1: the line is longer than 1022 letters");
    signal(SIGPIPE, SIG_DFL);
}

static void test_folders(void)
{
    CHECK_INT(mkdir("folder.txt", 0777), 0);
    console_refuses("tiles sim --steps 1 --commands folder.txt", 1, "folder.txt: cannot be read: ");
    console_refuses("tiles sim --replay folder.txt", 1, "folder.txt: cannot be read: ");
    console_refuses("tiles sim --steps 1 --defs folder.txt", 1, "folder.txt: cannot be read: ");
    rmdir("folder.txt");
}

static void read_all(const char *bytes, size_t count, int64_t number, bool cut)
{
    FILE *file = fopen("l.txt", "wb");
    CHECK(file != NULL && fwrite(bytes, 1, count, file) == count);
    fclose(file);
    lines in;
    bool more = true;
    int64_t met = 0;
    bool was_cut = false;
    CHECK_OK(lines_open(&in, "l.txt"));
    while (more)
    {
        CHECK_OK(lines_next(&in, &more));
        met += more;
        was_cut = more ? in.cut : was_cut;
        CHECK(!more || strcspn(in.words, "\r\n") == strlen(in.words));
    }
    lines_close(&in);
    CHECK_INT(met, number);
    CHECK_INT(was_cut, cut);
}

static loam_result read_next(lines *in)
{
    bool more;
    return lines_next(in, &more);
}

// The last line that may be, and one more.
static void test_limits(void)
{
    lines in;
    FILE *file = fopen("l.txt", "wb");
    CHECK(file != NULL && fputs("abc\nabc\nabc", file) >= 0);
    fclose(file);
    CHECK_OK(lines_open(&in, "l.txt"));
    in.number = LINES_MAX_COUNT - 1;
    CHECK_OK(read_next(&in));
    CHECK_INT(read_next(&in), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(), "l.txt: has more than 10000000 lines; must have no more");
    lines_close(&in);
    CHECK_OK(lines_open(&in, "l.txt"));
    in.bytes = LINES_MAX_BYTES - 4;
    CHECK_OK(read_next(&in));
    CHECK_INT(read_next(&in), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(), "l.txt: is larger than 256 MiB; must be no larger");
    lines_close(&in);
    CHECK_OK(lines_open(&in, "l.txt"));
    CHECK_OK(read_next(&in));
    CHECK_OK(read_next(&in));
    in.number = LINES_MAX_COUNT - 1;
    in.bytes = LINES_MAX_BYTES - 4;
    CHECK_OK(read_next(&in)); // without an end
    CHECK_OK(read_next(&in)); // the end is no line
    lines_close(&in);
}

static void test_ends_of_lines(void)
{
    static char longest[LINES_MAX_LENGTH];
    read_all("", 0, 0, false);
    read_all("\n", 1, 1, false);
    read_all("a\r\n\r\nb\n", 7, 3, false);
    read_all("a\nb", 3, 2, true);
    memset(longest, 'x', sizeof longest);
    read_all(longest, sizeof longest, 1, true);
}

int main(void)
{
    folder_enter();
    RUN(test_zeros);
    RUN(test_pipes);
    RUN(test_folders);
    RUN(test_ends_of_lines);
    RUN(test_limits);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
