// SPDX-License-Identifier: MIT
#include "play/folders.h"

#include "check.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char place[256]; // a folder of this test's own

static void begin(const char *name)
{
    snprintf(place, sizeof place, "test_folders_%s_%ld", name, (long)getpid());
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir '%s'", place, place);
    CHECK_INT(system(command), 0);
    char here[300];
    CHECK(getcwd(here, sizeof here) != NULL);
    snprintf(command, sizeof command, "%s/%s", here, place);
    snprintf(place, sizeof place, "%.255s", command);
    unsetenv("LOAM_HOME");
    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
}

static void end(void)
{
    char command[600];
    snprintf(command, sizeof command, "chmod -R u+rwx '%s'; rm -rf '%s'", place, place);
    CHECK_INT(system(command), 0);
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static void make_file(const char *path)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    if (file != NULL)
    {
        fclose(file);
    }
}

static const char *in_place(const char *name)
{
    static char path[600];
    snprintf(path, sizeof path, "%s/%s", place, name);
    return path;
}

static void test_home_is_found_in_order(void)
{
    begin("order");
    play_folders folders;
    setenv("HOME", place, 1);
    CHECK_OK(play_folders_find(&folders));
    CHECK_TEXT(folders.home, in_place(".local/share/loam"));
    setenv("XDG_DATA_HOME", in_place("data"), 1);
    CHECK_OK(play_folders_find(&folders));
    CHECK_TEXT(folders.home, in_place("data/loam"));
    setenv("LOAM_HOME", in_place("mine//"), 1);
    CHECK_OK(play_folders_find(&folders));
    CHECK_TEXT(folders.home, in_place("mine"));
    setenv("LOAM_HOME", "", 1); // as if it was not set
    setenv("XDG_DATA_HOME", "not/absolute", 1);
    CHECK_OK(play_folders_find(&folders));
    CHECK_TEXT(folders.home, in_place(".local/share/loam"));
    end();
}

static void test_everything_is_made_and_private(void)
{
    begin("made");
    play_folders folders;
    setenv("LOAM_HOME", in_place("a/b/c"), 1);
    CHECK_OK(play_folders_find(&folders));
    CHECK(is_folder(folders.worlds) && is_folder(folders.pictures));
    CHECK(is_folder(folders.clips) && is_folder(folders.replays));
    CHECK_TEXT(folders.settings, in_place("a/b/c/settings.json"));
    struct stat status;
    CHECK_INT(stat(folders.home, &status), 0);
    CHECK_INT(status.st_mode & 077, 0);
    CHECK_OK(play_folders_find(&folders)); // a second time they are there
    end();
}

static void test_what_is_wrong_is_said(void)
{
    begin("wrong");
    play_folders folders;
    CHECK_INT(play_folders_find(&folders), LOAM_NOT_FOUND);
    CHECK_CONTAINS(loam_last_error(), "LOAM_HOME");
    make_file(in_place("file"));
    setenv("LOAM_HOME", in_place("file"), 1);
    CHECK_INT(play_folders_find(&folders), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), in_place("file"));
    setenv("LOAM_HOME", in_place("file/below"), 1);
    CHECK_INT(play_folders_find(&folders), LOAM_IO);
    char long_name[600];
    memset(long_name, 'a', sizeof long_name - 1);
    long_name[0] = '/';
    long_name[sizeof long_name - 1] = '\0';
    setenv("LOAM_HOME", long_name, 1);
    CHECK_INT(play_folders_find(&folders), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "599");
    end();
}

static void test_fresh_paths_are_never_taken(void)
{
    begin("fresh");
    char first[PLAY_MAX_PATH], path[PLAY_MAX_PATH];
    CHECK_OK(play_fresh_path(place, "a world", "png", first));
    make_file(first);
    for (int32_t i = 0; i < 5; i++)
    {
        CHECK_OK(play_fresh_path(place, "a world", "png", path));
        CHECK(access(path, F_OK) != 0);
        CHECK_CONTAINS(path, "/a world-2");
        CHECK_TEXT(path + strlen(path) - 4, ".png");
        make_file(path);
    }
    char long_name[PLAY_MAX_PATH];
    memset(long_name, 'a', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    CHECK_INT(play_fresh_path(place, long_name, "png", path), LOAM_BAD_ARGUMENT);
    end();
}

static void test_names_of_worlds(void)
{
    static const char *const good[] = {
        "a",      "My world", "Höhle",
        "世界 2", "a.b",      "012345678901234567890123456789012345678901234567890123456789012"};
    static const char *const bad[] = {
        "",
        " a",
        "a ",
        ".a",
        "a.",
        "..",
        "a/b",
        "a\\b",
        "a\nb",
        "a\x7f",
        "a\xc2\x85",
        "\xff",
        "\xc0\xaf",
        "\xc1\xa1",
        "a\xe4\xb8",
        "\xed\xa0\x80",
        "\xf5\x80\x80\x80",
        "0123456789012345678901234567890123456789012345678901234567890123"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
    {
        CHECK_OK(play_check_world_name(good[i]));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        CHECK_REPORT(play_check_world_name(bad[i]) == LOAM_BAD_ARGUMENT, "name %zu passed", i);
        CHECK_CONTAINS(loam_last_error(), "name");
    }
    CHECK_INT(play_check_world_name(NULL), LOAM_BAD_ARGUMENT);
}

static void test_paths_of_worlds(void)
{
    const play_folders folders = {.worlds = "/w"};
    char path[PLAY_MAX_PATH] = "";
    CHECK_OK(play_world_path(&folders, "My world", path));
    CHECK_TEXT(path, "/w/My world.loam");
    CHECK_INT(play_world_path(&folders, "../x", path), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(path, "/w/My world.loam");
}

int main(void)
{
    RUN(test_home_is_found_in_order);
    RUN(test_everything_is_made_and_private);
    RUN(test_what_is_wrong_is_said);
    RUN(test_fresh_paths_are_never_taken);
    RUN(test_names_of_worlds);
    RUN(test_paths_of_worlds);
    return CHECK_DONE();
}
