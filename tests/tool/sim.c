// SPDX-License-Identifier: MIT
// loam tiles sim: commands, counts, pictures, films and worlds that are kept.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "film/recorder.h"
#include "loam/loam.h"
#include "tool/console.h"
#include "tool/json.h"

#include <signal.h>
#include <sys/stat.h>

#define SMALL "tiles sim --seed 1 --ring 8 --threads 1 --view 64x48 "

static void write_file(const char *name, const char *content, mode_t mode)
{
    FILE *file = fopen(name, "w");
    CHECK(file != NULL);
    if (file != NULL)
    {
        fputs(content, file);
        fclose(file);
        CHECK(chmod(name, mode) == 0);
    }
}

/// -1 if there is no such file.
static int64_t size_of(const char *name)
{
    struct stat found;
    return stat(name, &found) == 0 ? (int64_t)found.st_size : -1;
}

// ---- what is simulated --------------------------------------------------------------------------

static void test_the_hash_does_not_depend_on_threads(void)
{
    char hash[64];
    write_file("walk.txt",
               "0 walk right\n40 jump on\n60 jump off\n70 edit blocks water box 20 110 9 9\n",
               0644);
    CHECK_INT(console_run(
                  "tiles sim --seed 1 --ring 8 --steps 120 --threads 1 --json --commands walk.txt"),
              TOOL_DONE);
    snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
    CHECK_INT(strlen(hash), 16);
    CHECK(json_is_valid(console_out));
    CHECK(json_number_of(console_out, "x") > 50);
    CHECK_NEAR(json_number_of(console_out, "commands"), 4, 0);
    CHECK_NEAR(json_number_of(console_out, "steps"), 120, 0);
    CHECK_INT(console_run(
                  "tiles sim --seed 1 --ring 8 --steps 120 --threads 3 --json --commands walk.txt"),
              TOOL_DONE);
    CHECK_TEXT(json_text_of(console_out, "hash"), hash);
    // Drawing changes nothing.
    CHECK_INT(console_run(SMALL "--steps 120 --json --commands walk.txt -o end.png"), TOOL_DONE);
    CHECK_TEXT(json_text_of(console_out, "hash"), hash);
    CHECK(size_of("end.png") > 100);
}

static void test_materials_are_counted_over_time(void)
{
    write_file("pour.txt", "# nothing\n\n10 edit blocks sandstone box -5 150 10 4\n", 0644);
    CHECK_INT(
        console_run(SMALL
                    "--at 0,150 --size 40x40 --steps 30 --sample 10 --json --commands pour.txt"),
        TOOL_DONE);
    CHECK_CONTAINS(console_out, "\"sampled_steps\":[0,10,20,30]");
    CHECK_CONTAINS(console_out, "\"sandstone\":[0,0,40,40]");
    CHECK_CONTAINS(console_out, "\"area\":[\"-20\",\"130\"]");
    CHECK_INT(console_run(SMALL "--at 0,150 --size 40x40 --steps 30 --commands pour.txt"),
              TOOL_DONE);
    CHECK_CONTAINS(console_out, "sandstone 0 to 40");
    CHECK_CONTAINS(console_out, "To see it: -o last.png");
}

/// Who looks at counts of a place that was left is told.
static void test_places_that_were_left_are_told(void)
{
    write_file("leave.txt", "5 place 100000 300\n", 0644);
    CHECK_INT(
        console_run("tiles sim --seed 1 --ring 8 --steps 10 --commands leave.txt --size 40x30"),
        TOOL_DONE);
    CHECK_CONTAINS(console_out, "Of the 1200 tiles that are counted, 0 are in the ring at the end");
    CHECK_INT(console_run("tiles sim --seed 1 --ring 8 --steps 10 --size 40x30"), TOOL_DONE);
    CHECK(strstr(console_out, "are in the ring") == NULL);
}

static void test_bad_commands_stop_everything(void)
{
    write_file("bad.txt", "0 walk right\n# fine\n5 wlak left\n", 0644);
    CHECK_INT(console_run(SMALL "--steps 5 --commands bad.txt -o never.png"), TOOL_BAD_USAGE);
    CHECK_CONTAINS(console_err, "bad.txt:3: ");
    CHECK_CONTAINS(console_err, "wlak");
    CHECK_TEXT(console_out, "");
    CHECK_INT(size_of("never.png"), -1);
    write_file("order.txt", "7 walk right\n5 walk left\n", 0644);
    CHECK_INT(console_run(SMALL "--steps 5 --commands order.txt"), TOOL_BAD_USAGE);
    CHECK_CONTAINS(console_err, ":2: the step is 5 and a line above has step 7");
    CHECK_INT(console_run(SMALL "--steps 5 --commands absent.txt"), TOOL_FAILED);
    CHECK_CONTAINS(console_err, "absent.txt: cannot be read");
}

static void test_commands_that_cannot_be_done_are_told(void)
{
    write_file("undo.txt", "2 undo\n4 walk right\n900 walk left\n", 0644);
    CHECK_INT(console_run(SMALL "--steps 5 --json --commands undo.txt"), TOOL_DONE);
    CHECK_CONTAINS(console_err, "undo.txt:1: ");
    CHECK_CONTAINS(console_err, "1 commands come after the last step");
    CHECK_NEAR(json_number_of(console_out, "failed_commands"), 1, 0);
    CHECK_NEAR(json_number_of(console_out, "commands"), 2, 0);
}

static void test_options_that_are_refused(void)
{
    console_refuses("tiles sim --steps 0", TOOL_BAD_USAGE, "steps");
    console_refuses("tiles sim --seed 1 --world x.loam", TOOL_BAD_USAGE, "--world is given and");
    console_refuses("tiles sim --no-save", TOOL_BAD_USAGE, "--no-save is given and --world is not");
    console_refuses("tiles sim --record film.avi", TOOL_BAD_USAGE, ".mp4, .webm or");
    console_refuses("tiles sim --record film.mp4 --view 33x40", TOOL_BAD_USAGE,
                    "sides have to be even; must be 34x40");
    console_refuses("tiles sim --steps 1000000 --sample 1", TOOL_BAD_USAGE, "at least 101");
    console_refuses("tiles sim --view 7680x7680 --zoom 1 -o x.png", TOOL_BAD_USAGE,
                    "choose a larger zoom");
}

// ---- films --------------------------------------------------------------------------------------

static void test_a_folder_of_pictures(void)
{
    CHECK_INT(console_run(SMALL "--steps 12 --every 4 --record pictures/"), TOOL_DONE);
    CHECK_CONTAINS(console_out, "has 3 frames");
    CHECK(size_of("pictures/frame-000001.png") > 0);
    CHECK(size_of("pictures/frame-000003.png") > 0);
    CHECK_INT(size_of("pictures/frame-000004.png"), -1);
    CHECK(remove("pictures/frame-000001.png") == 0 && remove("pictures/frame-000002.png") == 0 &&
          remove("pictures/frame-000003.png") == 0);
}

static char usual_path[1024];

// What stands for ffmpeg writes raw frames, as films that a reader would take: an index without entries and
// one box of frames that reaches up to the end, or a header and one segment of a frame.
#define MP4 "{ printf '\\0\\0\\0\\10moov\\0\\0\\0\\0mdat'; cat; }"
#define WEBM "{ printf '\\32\\105\\337\\243\\200\\30\\123\\200\\147\\20\\0\\60\\0'; cat; }"

enum
{
    FRAME = 64 * 48 * 4,
    MP4_HEAD = 16,
    WEBM_HEAD = 13,
};

/// Puts a script in the place of ffmpeg; NULL: there is none, nor anything else.
static void be_ffmpeg(const char *script)
{
    char path[2048];
    mkdir("bin", 0777);
    unlink("bin/ffmpeg");
    if (script != NULL)
    {
        write_file("bin/ffmpeg", script, 0755);
    }
    snprintf(path, sizeof path, "%s/bin%s%s", folder_path, script != NULL ? ":" : "",
             script != NULL ? usual_path : "");
    setenv("PATH", path, 1);
}

static void forget_ffmpeg(void)
{
    unlink("bin/ffmpeg");
    unlink("bin/words");
    setenv("PATH", usual_path, 1);
}

// What goes to ffmpeg are all pixels of all frames; its name comes last, and the film gets its name when
// it is done.
static void test_films_are_piped(void)
{
    be_ffmpeg("#!/bin/sh\nfor last; do :; done\nlast=${last#file:}\necho \"$@\" > "
              "\"${0%/*}/words\"\ncase $last in *.mp4*) " MP4 ";; *) " WEBM
              ";; esac > \"$last\"\n");
    CHECK_INT(console_run(SMALL "--steps 12 --every 4 --record film.mp4"), TOOL_DONE);
    CHECK_INT(size_of("film.mp4"), MP4_HEAD + 3 * FRAME);
    CHECK(!folder_has_part());
    char words[1024] = "";
    FILE *file = fopen("bin/words", "r");
    CHECK(file != NULL && fgets(words, sizeof words, file) != NULL);
    fclose(file);
    CHECK_CONTAINS(words, "-s 64x48 -r 25 -i -");
    CHECK_CONTAINS(words, "libx264");
    CHECK_CONTAINS(words, " file:film.mp4.");
    CHECK_CONTAINS(words, ".part\n");
    CHECK_INT(console_run(SMALL "--steps 8 --every 8 --fps 30 --record film.webm"), TOOL_DONE);
    CHECK_INT(size_of("film.webm"), WEBM_HEAD + FRAME);
}

// To ffmpeg "-x.mp4" is an option and "a:b.mp4" a protocol, unless it is told that they are files.
static void test_films_have_any_name(void)
{
    static const char *const names[] = {"-x.mp4", "a:b.mp4"};
    be_ffmpeg("#!/bin/sh\nfor last; do :; done\n[ \"$last\" != \"${last#file:}\" ] || exit 1\n" MP4
              " > \"${last#file:}\"\n");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
        char record[64];
        snprintf(record, sizeof record, "--record=%s", names[i]);
        const char *const words[] = {"loam",   "tiles", "sim",     "--ring", "8",
                                     "--view", "64x48", "--steps", "8",      record};
        CHECK_INT(console_run_words(sizeof words / sizeof *words, words), TOOL_DONE);
        CHECK_INT(size_of(names[i]), MP4_HEAD + 2 * FRAME);
    }
}

static void test_films_that_fail_leave_nothing(void)
{
    be_ffmpeg("#!/bin/sh\nfor last; do :; done\nlast=${last#file:}\necho x > \"$last\"\nexit 3\n");
    CHECK_INT(console_run(SMALL "--steps 60 --every 1 --record broken.mp4"), TOOL_FAILED);
    CHECK_CONTAINS(console_err, "broken.mp4");
    CHECK_INT(size_of("broken.mp4"), -1);
    CHECK(!folder_has_part());
    be_ffmpeg("#!/bin/sh\nfor last; do :; done\nlast=${last#file:}\ncat > \"$last\"\nexit 3\n");
    CHECK_INT(console_run(SMALL "--steps 4 --record broken.mp4"), TOOL_FAILED);
    CHECK_CONTAINS(console_err, "ffmpeg could not make broken.mp4");
    CHECK(!folder_has_part());
    be_ffmpeg(NULL);
    CHECK_INT(console_run(SMALL "--steps 4 --record broken.mp4"), TOOL_BAD_USAGE);
    CHECK_CONTAINS(console_err, "package ffmpeg");
    CHECK_CONTAINS(console_err, "--record frames/");
    CHECK(!folder_has_part());
    mkdir("taken.mp4", 0777);
    CHECK_INT(console_run(SMALL "--steps 4 --record taken.mp4"), TOOL_FAILED);
    CHECK_CONTAINS(console_err, "taken.mp4: cannot be written: it is a folder");
    CHECK_INT(rmdir("taken.mp4"), 0);
}

/// Records a film while another one of the same name is being recorded; the other one is one frame longer.
static void record_over(recorder *other, const loam_picture *picture, const recorder_def *def)
{
    recorder *record;
    CHECK_OK(recorder_open(def, &record));
    CHECK_OK(recorder_add(record, picture));
    CHECK_OK(recorder_add(other, picture));
    CHECK_OK(recorder_close(record));
    CHECK_INT(size_of(def->path), MP4_HEAD + FRAME);
}

// Two at once record the same film: each is whole, and the last one to finish stays.
static void test_films_are_not_mixed(void)
{
    const loam_env env = loam_default_env();
    const recorder_def def = {"both.mp4", 64, 48, 25, NULL};
    loam_picture picture;
    recorder *first;
    be_ffmpeg("#!/bin/sh\nfor last; do :; done\n" MP4 " > \"${last#file:}\"\n");
    CHECK_OK(loam_picture_create(&env, 64, 48, loam_rgb(0), &picture));
    CHECK_OK(recorder_open(&def, &first));
    CHECK_OK(recorder_add(first, &picture));
    record_over(first, &picture, &def);
    CHECK_OK(recorder_close(first));
    CHECK_INT(size_of("both.mp4"), MP4_HEAD + 2 * FRAME);
    CHECK(!folder_has_part());
    loam_picture_destroy(&env, &picture);
}

// What was done until a film failed is kept, all of it: the world goes on from there.
static void test_a_failed_film_does_not_part_a_world(void)
{
    char line[256], hash[64];
    write_file("build.txt", "0 walk right\n0 time 20:00\n0 edit blocks sandstone box 0 150 9 9\n",
               0644);
    be_ffmpeg("#!/bin/sh\nexit 3\n");
    CHECK_INT(console_run("world new failed.loam --seed 5"), TOOL_DONE);
    CHECK_INT(
        console_run("tiles sim --world failed.loam --ring 8 --view 64x48 --steps 20 --every 1 "
                    "--commands build.txt --record broken.mp4"),
        TOOL_FAILED);
    CHECK_CONTAINS(console_err, "broken.mp4");
    CHECK_TEXT(console_out, "");
    CHECK_INT(console_run("tiles sim --world failed.loam --ring 8 --steps 1 --json"), TOOL_DONE);
    snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
    const double steps = json_number_of(console_out, "world_steps");
    CHECK_RANGE(steps, 2, 21);
    CHECK_INT(console_run("world new straight.loam --seed 5"), TOOL_DONE);
    snprintf(line, sizeof line,
             "tiles sim --world straight.loam --ring 8 --steps %.0f --json --commands build.txt",
             steps);
    CHECK_INT(console_run(line), TOOL_DONE);
    CHECK_TEXT(json_text_of(console_out, "hash"), hash);
}

// A film that cannot be begun changes nothing in the file.
static void test_a_film_that_does_not_begin_leaves_the_world(void)
{
    be_ffmpeg(NULL);
    CHECK_INT(console_run("world new begun.loam --seed 5"), TOOL_DONE);
    CHECK_INT(console_run("tiles sim --world begun.loam --ring 8 --steps 5 --at 3000,100 --record "
                          "broken.mp4"),
              TOOL_BAD_USAGE);
    CHECK_INT(console_run("tiles sim --world begun.loam --ring 8 --steps 1 --json --no-save"),
              TOOL_DONE);
    CHECK_NEAR(json_number_of(console_out, "world_steps"), 1, 0);
    CHECK_RANGE(json_number_of(console_out, "x"), -100, 100);
}

// Ctrl-C ends the steps; what was recorded until then is whole.
static void test_an_interrupt_finishes_the_film(void)
{
    signal(SIGINT, SIG_DFL); // who runs tests in the background may ignore it
    be_ffmpeg("#!/bin/sh\nfor last; do :; done\nlast=${last#file:}\nkill -INT $PPID\n" MP4
              " > \"$last\"\n");
    CHECK_INT(console_run(SMALL "--steps 9999999 --every 50 --json --record short.mp4"),
              TOOL_FAILED);
    CHECK_CONTAINS(console_err, "stopped after ");
    CHECK_CONTAINS(console_out, "\"stopped\":true");
    CHECK_NEAR((double)size_of("short.mp4"),
               MP4_HEAD + json_number_of(console_out, "frames") * FRAME, 0);
}

// ---- worlds that are kept -----------------------------------------------------------------------

static void test_a_world_goes_on_where_it_was(void)
{
    write_file("build.txt", "0 time 20:00\n0 walk right\n5 edit blocks sandstone box 0 150 9 9\n",
               0644);
    CHECK_INT(console_run("world new kept.loam --seed 5"), TOOL_DONE);
    CHECK_INT(
        console_run("tiles sim --world kept.loam --ring 8 --steps 100 --json --commands build.txt"),
        TOOL_DONE);
    const double x = json_number_of(console_out, "x");
    const double time = json_number_of(console_out, "time_of_day");
    CHECK_INT(console_run("tiles sim --world kept.loam --ring 8 --steps 1 --no-save --json"),
              TOOL_DONE);
    CHECK_NEAR(json_number_of(console_out, "x"), x, 1);
    CHECK_NEAR(json_number_of(console_out, "time_of_day"), time, 10);
    CHECK_NEAR(json_number_of(console_out, "world_steps"), 101, 0);
    CHECK_INT(console_run("tiles sim --world kept.loam --ring 8 --steps 1 --no-save --json --at "
                          "4,154 --size 9x9"),
              TOOL_DONE);
    CHECK_CONTAINS(console_out, "\"sandstone\":[81,81]");
}

/// However often it is stopped and saved, the world and the player end the same. It stops where the ring is
/// behind the player, too: 150 tiles further on it has not followed yet.
static void test_a_world_in_parts_is_the_same(void)
{
    char hash[64];
    write_file("parts.txt",
               "0 walk right\n0 weather rain\n3 time 21:13\n5 edit blocks water box 0 150 30 20\n"
               "9 edit blocks sand box 60 150 20 9\n",
               0644);
    CHECK_INT(console_run("world new whole.loam --seed 5"), TOOL_DONE);
    CHECK_INT(console_run("tiles sim --world whole.loam --ring 8 --steps 260 --json --commands "
                          "parts.txt"),
              TOOL_DONE);
    snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
    CHECK_INT(console_run("world new parts.loam --seed 5"), TOOL_DONE);
    CHECK_INT(console_run("tiles sim --world parts.loam --ring 8 --steps 77 --commands parts.txt"),
              TOOL_DONE);
    CHECK_INT(console_run("tiles sim --world parts.loam --ring 8 --steps 73"), TOOL_DONE);
    CHECK_INT(console_run("tiles sim --world parts.loam --ring 8 --steps 110 --json"), TOOL_DONE);
    CHECK_TEXT(json_text_of(console_out, "hash"), hash);
}

static void test_a_world_can_be_left_as_it_is(void)
{
    write_file("build.txt", "0 edit blocks sandstone box 0 150 9 9\n", 0644);
    CHECK_INT(console_run("world new still.loam --seed 5"), TOOL_DONE);
    const int64_t size = size_of("still.loam");
    CHECK_INT(
        console_run(
            "tiles sim --world still.loam --no-save --ring 8 --steps 20 --commands build.txt"),
        TOOL_DONE);
    CHECK_INT(size_of("still.loam"), size);
    CHECK_INT(console_run("tiles sim --world still.loam --no-save --ring 8 --steps 1 --json --at "
                          "4,154 --size 9x9"),
              TOOL_DONE);
    CHECK(json_find(console_out, "sandstone") == NULL);
}

// However slow the machine, there is a step and a frame.
static void test_bench_walk(void)
{
    CHECK_INT(console_run("bench walk --ring 8 --seconds 0.05 --view 160x90 --threads 1 --json"),
              TOOL_DONE);
    CHECK(json_is_valid(console_out));
    CHECK(json_number_of(console_out, "frames_per_second") > 0);
    CHECK(json_number_of(console_out, "steps_per_second") > 0);
    CHECK_INT(console_run("bench walk --ring 8 --seconds 0.05 --view 160x90 --threads 1"),
              TOOL_DONE);
    CHECK_CONTAINS(console_out, "frames a second");
}

int main(void)
{
    folder_enter();
    snprintf(usual_path, sizeof usual_path, "%s", getenv("PATH"));
    RUN_UNSANITIZED(test_the_hash_does_not_depend_on_threads);
    RUN(test_materials_are_counted_over_time);
    RUN(test_places_that_were_left_are_told);
    RUN(test_bad_commands_stop_everything);
    RUN(test_commands_that_cannot_be_done_are_told);
    RUN(test_options_that_are_refused);
    RUN(test_a_folder_of_pictures);
    RUN(test_a_world_goes_on_where_it_was);
    RUN_UNSANITIZED(test_a_world_in_parts_is_the_same);
    RUN(test_a_world_can_be_left_as_it_is);
    RUN(test_bench_walk);
    RUN(test_films_are_piped);
    RUN(test_films_have_any_name);
    RUN(test_films_that_fail_leave_nothing);
    RUN(test_films_are_not_mixed);
    RUN(test_a_failed_film_does_not_part_a_world);
    RUN(test_a_film_that_does_not_begin_leaves_the_world);
    RUN(test_an_interrupt_finishes_the_film);
    forget_ffmpeg();
    console_done();
    folder_leave();
    return CHECK_DONE();
}
