// SPDX-License-Identifier: MIT
// Pictures of the game, and films: what is written beside it.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "apps/session_world.h"
#include "playing.h"

#include "play/clip.h"

#include <dirent.h>
#include <sys/stat.h>

static int32_t count_files(const char *folder)
{
    DIR *const files = opendir(folder);
    int32_t count = 0;
    CHECK(files != NULL);
    for (const struct dirent *file = readdir(files); file != NULL; file = readdir(files))
    {
        count += file->d_name[0] != '.';
    }
    closedir(files);
    return count;
}

// Names have the second in them, and pictures are written later than they are asked for.
static void test_pictures_of_the_same_second_have_their_own_names(void)
{
    playing *const p = play_begin(640, 360, 1, true, NULL);
    enum
    {
        PICTURES = 3
    };
    CHECK_OK(play_folders_find(&p->a->folders));
    for (int32_t i = 0; i < PICTURES; i++)
    {
        clip_screenshot(p->a);
        frame(p);
    }
    const play_folders folders = p->a->folders;
    play_end(p); // waits until they are written
    CHECK_INT(count_files(folders.pictures), PICTURES);
}

// Whoever stopped the process for a day does not wait for a day's frames afterwards.
static void test_a_stall_does_not_fill_a_clip(void)
{
    playing *const p = play_begin(640, 360, 1, true, NULL);
    CHECK_OK(play_folders_find(&p->a->folders));
    clip_toggle(p->a);
    CHECK(clip_running(p->a));
    frame(p);
    p->now_us += UINT64_C(86400000000);
    frame(p); // 2.6 million frames were due
    play_end(p);
}

// Nothing is said to be recorded before it is, and the player is not told of another program's options.
static void test_without_ffmpeg_there_is_no_clip(void)
{
    playing *const p = play_begin(640, 360, 1, true, NULL);
    const app_notice *const notice = &p->a->notices[0];
    char path[4096];
    snprintf(path, sizeof path, "%s", getenv("PATH"));
    setenv("PATH", "nowhere", 1);
    CHECK_OK(play_folders_find(&p->a->folders));
    clip_toggle(p->a);
    while (clip_running(p->a))
    {
        CHECK_REPORT(strstr(notice->text, "is being recorded") == NULL, "%s", notice->text);
        frame(p);
        check_rest();
    }
    CHECK_CONTAINS(notice->text, "the program ffmpeg, which is not installed");
    CHECK(strstr(notice->text, "--record") == NULL);
    setenv("PATH", path, 1);
    play_end(p);
}

// ffmpeg is content, and what it left is not a whole film.
static void test_half_a_clip_is_none(void)
{
    playing *const p = play_begin(640, 360, 1, true, NULL);
    const app_notice *const notice = &p->a->notices[0];
    static const char script[] = "#!/bin/sh\nfor last; do :; done\n"
                                 "printf 'half' > \"${last#file:}\"\ncat > /dev/null\n";
    char usual[4096], path[5000];
    snprintf(usual, sizeof usual, "%s", getenv("PATH"));
    snprintf(path, sizeof path, "%s:%s", folder_path, usual);
    CHECK_OK(loam_file_write("ffmpeg", script, sizeof script - 1));
    CHECK_INT(chmod("ffmpeg", 0755), 0);
    setenv("PATH", path, 1);
    CHECK_OK(play_folders_find(&p->a->folders));
    const int32_t before = count_files(p->a->folders.clips);
    clip_toggle(p->a);
    frames(p, 3);
    clip_toggle(p->a);
    while (strstr(notice->text, "clip: ") == NULL)
    {
        frame(p);
        check_rest();
    }
    CHECK_CONTAINS(notice->text, "no clip: ffmpeg could not make");
    CHECK_CONTAINS(notice->text, "what it left is not a whole film");
    CHECK(notice->bad);
    CHECK_INT(count_files(p->a->folders.clips), before);
    setenv("PATH", usual, 1);
    play_end(p);
}

int main(void)
{
    test_enter();
    setenv("LOAM_HOME", "home", 1);
    RUN(test_pictures_of_the_same_second_have_their_own_names);
    RUN(test_a_stall_does_not_fill_a_clip);
    RUN(test_without_ffmpeg_there_is_no_clip);
    RUN(test_half_a_clip_is_none);
    CHECK_INT(system("rm -rf home"), 0);
    folder_leave();
    return CHECK_DONE();
}
