// SPDX-License-Identifier: MIT
// The log of a sea: written, read again, and left alone where it is none.
#include "check.h"
#include "sail/log_book.h"

#include <sys/stat.h>
#include <unistd.h>

static char home[] = "/tmp/loam-log-XXXXXX";

static loam_isle isle_of(int64_t slot_x, int64_t slot_z, const char *name)
{
    loam_isle isle = {.slot_x = slot_x, .slot_z = slot_z};
    snprintf(isle.name, sizeof isle.name, "%s", name);
    return isle;
}

static void test_what_is_written_is_read(void)
{
    log_book book = {0}, again = {0};
    CHECK_INT(log_book_open(&book, home, 7, 0xabcdef), LOAM_OK);
    CHECK_INT(book.isle_count, 0);
    const loam_isle a = isle_of(3, -2, "Saint Mary Cay"),
                    b = isle_of(-((int64_t)1 << 30), 5, "Key");
    CHECK(log_book_add_isle(&book, &a));
    CHECK(!log_book_add_isle(&book, &a)); // once is enough
    CHECK(log_book_add_isle(&book, &b));
    CHECK(log_book_add_mark(&book, -120, (int64_t)1 << 44, "where the wind is good"));
    CHECK(log_book_add_mark(&book, 1, 2, "two\nlines"));
    CHECK(log_book_add_mark(&book, 3, 4, ""));
    log_book_remove_mark(&book, 1);
    CHECK_INT(log_book_save(&book), LOAM_OK);
    CHECK(!book.changed);
    CHECK_INT(log_book_open(&again, home, 7, 0xabcdef), LOAM_OK);
    CHECK_INT(again.isle_count, 2);
    CHECK_INT(again.mark_count, 2);
    CHECK(log_book_knows(&again, 3, -2) && log_book_knows(&again, -((int64_t)1 << 30), 5));
    CHECK(!log_book_knows(&again, -2, 3));
    CHECK(strcmp(again.isles[0].name, "Saint Mary Cay") == 0);
    CHECK(strcmp(again.marks[0].name, "where the wind is good") == 0);
    CHECK_INT(again.marks[0].x, -120);
    CHECK_INT(again.marks[0].z, (int64_t)1 << 44);
    CHECK_INT(again.marks[1].x, 3);
    CHECK(!again.changed);
    // Another sea has another file.
    CHECK_INT(log_book_open(&again, home, 8, 0xabcdef), LOAM_OK);
    CHECK_INT(again.isle_count, 0);
    CHECK_INT(log_book_open(&again, home, 7, 0xabcdee), LOAM_OK);
    CHECK_INT(again.isle_count, 0);
    log_book_free(&book);
    log_book_free(&again);
}

static void write_log(const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/sea-9-00000001.log", home);
    FILE *const file = fopen(path, "wb");
    CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void test_what_is_no_log_is_left_alone(void)
{
    static const char *const bad[] = {"",
                                      "loam voyage 1\n",
                                      "loam log 12\n",
                                      "loam log 1\nisle 3\n",
                                      "loam log 1\nisle a,b c\n",
                                      "loam log 1\nmark 1;2 c\n",
                                      "loam log 1\n\nwreck 1,2 c\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        log_book book = {0};
        char path[512], read[64] = "";
        write_log(bad[i]);
        CHECK_INT(log_book_open(&book, home, 9, 1), LOAM_BAD_ARGUMENT);
        CHECK(strstr(loam_last_error(), "sea-9-00000001.log: line ") != NULL);
        const loam_isle isle = isle_of(1, 1, "Rock");
        CHECK(log_book_add_isle(&book, &isle)); // it is known for as long as the program runs
        CHECK_INT(log_book_save(&book), LOAM_OK);
        snprintf(path, sizeof path, "%s", book.path);
        FILE *const file = fopen(path, "rb");
        const size_t size = file != NULL ? fread(read, 1, sizeof read - 1, file) : 99;
        CHECK(file != NULL && fclose(file) == 0);
        CHECK(size == strlen(bad[i]) && memcmp(read, bad[i], size) == 0);
        log_book_free(&book);
    }
}

static void test_a_book_is_full_at_some_time(void)
{
    log_book book = {0};
    CHECK_INT(log_book_open(&book, home, 10, 1), LOAM_OK);
    for (int64_t i = 0; i < LOG_MAX_MARKS; i++)
    {
        CHECK(log_book_add_mark(&book, i, -i, "here"));
    }
    CHECK(!log_book_add_mark(&book, 0, 0, "no more"));
    for (int64_t i = 0; i < LOG_MAX_ISLES; i++)
    {
        const loam_isle isle = isle_of(i, 0, "a name that is as long as it may");
        CHECK(log_book_add_isle(&book, &isle));
    }
    const loam_isle more = isle_of(0, 1, "more");
    CHECK(!log_book_add_isle(&book, &more));
    CHECK_INT(log_book_save(&book), LOAM_OK);
    CHECK_INT(log_book_open(&book, home, 10, 1), LOAM_OK);
    CHECK_INT(book.isle_count, LOG_MAX_ISLES);
    CHECK_INT(book.mark_count, LOG_MAX_MARKS);
    log_book_free(&book);
}

static void test_where_nothing_can_be_written(void)
{
    log_book book = {0};
    CHECK_INT(log_book_open(&book, "/nowhere/at/all", 1, 1), LOAM_OK); // there is no log yet
    CHECK(log_book_add_mark(&book, 1, 2, "here"));
    CHECK_INT(log_book_save(&book), LOAM_IO);
    CHECK(book.changed); // it is tried again
    log_book_free(&book);
}

// A log that is there and cannot be opened is not written over.
static void test_what_cannot_be_opened_is_not_written(void)
{
    log_book book = {0};
    char path[128];
    snprintf(path, sizeof path, "%s/sea-11-00000001.log", home);
    CHECK_INT(symlink(path, path), 0); // a link to itself: nobody can open it
    CHECK_INT(log_book_open(&book, home, 11, 1), LOAM_IO);
    CHECK(log_book_add_mark(&book, 1, 2, "here"));
    CHECK_INT(log_book_save(&book), LOAM_OK);
    struct stat found;
    CHECK(lstat(path, &found) == 0 && S_ISLNK(found.st_mode));
    log_book_free(&book);
    unlink(path);
}

int main(void)
{
    CHECK(mkdtemp(home) != NULL);
    RUN(test_what_is_written_is_read);
    RUN(test_what_is_no_log_is_left_alone);
    RUN(test_a_book_is_full_at_some_time);
    RUN(test_where_nothing_can_be_written);
    RUN(test_what_cannot_be_opened_is_not_written);
    const char *const files[] = {"sea-7-00abcdef.log", "sea-9-00000001.log", "sea-10-00000001.log"};
    for (int32_t i = 0; i < 3; i++)
    {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", home, files[i]);
        CHECK(unlink(path) == 0);
    }
    CHECK(rmdir(home) == 0);
    return CHECK_DONE();
}
