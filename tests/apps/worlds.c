// SPDX-License-Identifier: MIT
#include "play/worlds.h"

#include "check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static app *a;

static void begin(const char *name, int32_t threads)
{
    a = calloc(1, sizeof *a);
    a->env = loam_default_env();
    a->settings = play_default_settings();
    loam_jobs_def jobs = loam_default_jobs_def();
    jobs.threads = threads;
    CHECK_OK(loam_jobs_create(&jobs, &a->env.jobs));
    CHECK_OK(painter_nothing_create(&a->paint));
    snprintf(a->folders.worlds, sizeof a->folders.worlds, "test_worlds_%s_%ld", name,
             (long)getpid());
    char command[1200];
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir '%s'", a->folders.worlds,
             a->folders.worlds);
    CHECK_INT(system(command), 0);
}

static void end(void)
{
    char command[1200];
    snprintf(command, sizeof command, "rm -rf '%s'", a->folders.worlds);
    CHECK_INT(system(command), 0);
    worlds_destroy(a, a->worlds);
    painter_destroy(a->paint);
    loam_jobs_destroy(a->env.jobs);
    free(a);
}

static const char *path_of(const char *file)
{
    static char path[2 * PLAY_MAX_PATH];
    snprintf(path, sizeof path, "%s/%s", a->folders.worlds, file);
    return path;
}

static void make_file(const char *file, const char *text)
{
    FILE *to = fopen(path_of(file), "wb");
    CHECK(to != NULL && fputs(text, to) >= 0);
    if (to != NULL)
    {
        fclose(to);
    }
}

static void set_date(const char *file, time_t seconds)
{
    const struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    CHECK_INT(utimensat(AT_FDCWD, path_of(file), times, 0), 0);
}

static loam_store *make_world(const char *file, uint64_t seed, size_t picture_bytes)
{
    static uint8_t picture[WORLD_PICTURE_BYTES];
    memset(picture, 77, sizeof picture);
    loam_store_def def = loam_default_store_def();
    def.path = path_of(file);
    loam_store *store = NULL;
    CHECK_OK(loam_store_create(&def, seed, NULL, &store));
    if (picture_bytes > 0)
    {
        CHECK_OK(loam_store_set_extra(store, WORLD_PICTURE_NAME, picture, picture_bytes));
    }
    CHECK_OK(loam_store_flush(store));
    return store;
}

static void look_at_all(void)
{
    for (bool all = false; !all;)
    {
        worlds_look(a);
        all = true;
        for (int32_t i = 0; i < worlds_count(a); i++)
        {
            all = all && worlds_entry(a, i)->state != WORLD_UNSEEN;
        }
    }
}

static int32_t named(const char *name)
{
    for (int32_t i = 0; i < worlds_count(a); i++)
    {
        if (strcmp(worlds_entry(a, i)->name, name) == 0)
        {
            return i;
        }
    }
    CHECK_REPORT(false, "%s is not listed", name);
    return 0;
}

static void make_some(void)
{
    loam_store_close(make_world("old.loam", 5, WORLD_PICTURE_BYTES));
    loam_store_close(make_world("new world.loam", 6, 0));
    loam_store_close(make_world("strange picture.loam", 7, 100));
    make_file("foreign.loam", "this is a letter to my aunt, and no world at all\n");
    make_file("empty.loam", "");
    make_file("notes.txt", "no world");
    make_file(".hidden.loam", "");
    make_file(".loam", "");
    CHECK_INT(mkdir(path_of("folder.loam"), 0700), 0);
    set_date("old.loam", 1000000);
    set_date("strange picture.loam", 2000000);
    set_date("foreign.loam", 3000000);
    set_date("empty.loam", 4000000);
}

static void check_some(void)
{
    CHECK_INT(worlds_count(a), 5);
    CHECK_TEXT(worlds_entry(a, 0)->name, "new world");
    CHECK_TEXT(worlds_entry(a, 1)->name, "empty");
    CHECK_TEXT(worlds_entry(a, 4)->name, "old");
    CHECK_INT(worlds_entry(a, 4)->changed_s, 1000000);
    CHECK(worlds_entry(a, 4)->file_bytes > 1000);
}

static void test_worlds_are_listed_and_looked_at(int32_t threads)
{
    begin("listed", threads);
    make_some();
    CHECK_OK(worlds_list(a));
    check_some();
    CHECK_INT(worlds_entry(a, 0)->state, WORLD_UNSEEN);
    look_at_all();
    const world_entry *old = worlds_entry(a, named("old"));
    CHECK_INT(old->state, WORLD_FINE);
    CHECK_U64(old->seed, 5);
    CHECK(old->picture != NULL);
    CHECK_U64(worlds_entry(a, named("new world"))->seed, 6);
    CHECK(worlds_entry(a, named("new world"))->picture == NULL);
    CHECK_INT(worlds_entry(a, named("strange picture"))->state, WORLD_FINE);
    CHECK(worlds_entry(a, named("strange picture"))->picture == NULL);
    CHECK_INT(worlds_entry(a, named("foreign"))->state, WORLD_BAD);
    CHECK(worlds_entry(a, named("foreign"))->problem[0] != '\0');
    CHECK(strstr(worlds_entry(a, named("foreign"))->problem, "foreign.loam") == NULL);
    CHECK_INT(worlds_entry(a, named("empty"))->state, WORLD_BAD);
    CHECK_OK(worlds_list(a)); // again, while nothing is under way
    worlds_look(a);
    CHECK_OK(worlds_list(a)); // and while something is
    check_some();
    end();
}

static void test_without_workers(void)
{
    test_worlds_are_listed_and_looked_at(0);
}

static void test_with_workers(void)
{
    test_worlds_are_listed_and_looked_at(2);
}

static void test_removed_worlds_leave_nothing(void)
{
    begin("removed", 1);
    make_some();
    make_file("old.loam-shm", "x");
    make_file("foreign.loam-journal", "x");
    make_file("foreign.loam-wal", "x");
    CHECK_OK(worlds_list(a));
    worlds_look(a); // a file may be open just now
    CHECK_OK(worlds_remove(a, named("old")));
    CHECK_OK(worlds_remove(a, named("foreign")));
    look_at_all();
    CHECK_INT(worlds_count(a), 3);
    CHECK(access(path_of("old.loam"), F_OK) != 0);
    CHECK(access(path_of("old.loam-shm"), F_OK) != 0);
    CHECK(access(path_of("foreign.loam"), F_OK) != 0);
    CHECK(access(path_of("foreign.loam-journal"), F_OK) != 0);
    CHECK(access(path_of("foreign.loam-wal"), F_OK) != 0);
    CHECK_INT(access(path_of("new world.loam"), F_OK), 0);
    CHECK_OK(worlds_list(a));
    CHECK_INT(worlds_count(a), 3);
    end();
}

// The process that played it last was killed while it closed it: it only has to be mended.
static void test_a_world_that_was_not_closed_can_be_played(void)
{
    begin("killed", 1);
    loam_store_close(make_world("killed.loam", 5, WORLD_PICTURE_BYTES));
    make_file("killed.loam-journal", "begun");
    CHECK_OK(worlds_list(a));
    look_at_all();
    CHECK_INT(worlds_entry(a, 0)->state, WORLD_FINE);
    CHECK(worlds_entry(a, 0)->picture != NULL);
    end();
}

static void test_a_world_that_is_played_stays(void)
{
    begin("played", 1);
    loam_store *store = make_world("played.loam", 5, 0);
    CHECK_OK(worlds_list(a));
    look_at_all(); // reading goes on beside
    CHECK_INT(worlds_entry(a, 0)->state, WORLD_FINE);
    CHECK_INT(worlds_remove(a, 0), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "played");
    CHECK_INT(access(path_of("played.loam"), F_OK), 0);
    loam_store_close(store);
    CHECK_OK(worlds_remove(a, 0));
    CHECK(access(path_of("played.loam"), F_OK) != 0);
    end();
}

static void test_a_missing_folder_is_told(void)
{
    begin("missing", 0);
    CHECK_INT(rmdir(a->folders.worlds), 0);
    CHECK_INT(worlds_list(a), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), a->folders.worlds);
    CHECK_INT(worlds_count(a), 0);
    worlds_look(a);
    end();
}

static void test_many_worlds(void)
{
    begin("many", 0);
    for (int32_t i = 0; i < 100; i++)
    {
        char file[32];
        snprintf(file, sizeof file, "%d.loam", (int)i);
        make_file(file, "x");
        set_date(file, 5000 + i);
    }
    CHECK_OK(worlds_list(a));
    CHECK_INT(worlds_count(a), 100);
    for (int32_t i = 0; i < 100; i++)
    {
        CHECK_INT(worlds_entry(a, i)->changed_s, 5099 - i);
    }
    end();
}

static void test_sizes_and_dates_in_words(void)
{
    static const struct
    {
        uint64_t bytes;
        const char *text;
    } cases[] = {{0, "0 kB"},         {499, "0 kB"},          {1500, "2 kB"},
                 {999499, "999 kB"},  {999600, "1.0 MB"},     {1234567, "1.2 MB"},
                 {12345678, "12 MB"}, {5000000000, "5.0 GB"}, {UINT64_MAX, "18446744 TB"}};
    char text[64];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        worlds_say_size(cases[i].bytes, text, sizeof text);
        CHECK_TEXT(text, cases[i].text);
    }
    setenv("TZ", "UTC", 1);
    tzset();
    worlds_say_date(86400 * 8 + 3600 * 5 + 60 * 7, text, sizeof text);
    CHECK_TEXT(text, "9 January 1970, 05:07");
    worlds_say_date(86400 * 19, text, sizeof text);
    CHECK_TEXT(text, "20 January 1970, 00:00");
    worlds_say_date(INT64_MAX, text, sizeof text);
    CHECK_TEXT(text, "?");
}

// The left half red, the right half blue, whatever the shape.
static void test_pictures_are_shrunk(void)
{
    static const int32_t sizes[][2] = {{1920, 1080}, {100, 400}, {400, 100}, {1, 1}, {193, 109}};
    static uint8_t small[WORLD_PICTURE_BYTES];
    const loam_env env = loam_default_env();
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    {
        loam_picture picture;
        CHECK_OK(loam_picture_create(&env, sizes[i][0], sizes[i][1], loam_rgb(0xff0000), &picture));
        loam_picture_rectangle(&picture, picture.w / 2, 0, picture.w, picture.h,
                               loam_rgb(picture.w > 1 ? 0x0000ff : 0xff0000));
        worlds_shrink_picture(&picture, small);
        const uint8_t *first = small, *last = small + WORLD_PICTURE_BYTES - 3;
        CHECK_INT(first[0], 255);
        CHECK_INT(first[2], 0);
        CHECK_INT(last[0], picture.w > 1 ? 0 : 255);
        CHECK_INT(last[2], picture.w > 1 ? 255 : 0);
        loam_picture_destroy(&env, &picture);
    }
}

int main(void)
{
    RUN(test_without_workers);
    RUN(test_with_workers);
    RUN(test_removed_worlds_leave_nothing);
    RUN(test_a_world_that_was_not_closed_can_be_played);
    RUN(test_a_world_that_is_played_stays);
    RUN(test_a_missing_folder_is_told);
    RUN(test_many_worlds);
    RUN(test_sizes_and_dates_in_words);
    RUN(test_pictures_are_shrunk);
    return CHECK_DONE();
}
