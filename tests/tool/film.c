// SPDX-License-Identifier: MIT
// Films for which there is no room: none is taken for whole, and people are told why there is none.
#define _GNU_SOURCE // for unshare; mkdtemp

#include "export/folder.h"
#include "film/container.h"
#include "loam/loam.h"
#include "tool/console.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define SIM "tiles sim --seed 1 --ring 8 --threads 1 --view 64x48 --steps 8 --every 4 "
#define FLY "land fly --seed 1 --frames 2 --size 64x48 --scale 4096 --threads 1 "

// Stands for an ffmpeg that goes on when the disk is full, and is content: two raw frames in a box.
static const char content_ffmpeg[] =
    "#!/bin/sh\nfor last; do :; done\n"
    "{ printf '\\0\\0\\0\\10moov\\0\\0\\140\\10mdat'; cat; } > \"${last#file:}\" 2> /dev/null\n"
    "exec cat > /dev/null\n";

static char usual_path[1024];

static void be_ffmpeg(const char *script)
{
    char path[2048];
    CHECK_OK(loam_file_write("ffmpeg", script, strlen(script)));
    CHECK_INT(chmod("ffmpeg", 0755), 0);
    snprintf(path, sizeof path, "%s:%s", folder_path, usual_path);
    setenv("PATH", path, 1);
}

static void forget_ffmpeg(void)
{
    setenv("PATH", usual_path, 1);
    remove("ffmpeg");
}

// ---- containers ---------------------------------------------------------------------------------

static bool is_whole(const void *bytes, size_t count, recorder_kind kind)
{
    CHECK_OK(loam_file_write("film", bytes, count));
    const bool whole = container_is_whole("film", kind);
    remove("film");
    return whole;
}

/// A film that is whole; without its end, and with something behind it, it is none.
static void check_every_prefix(const char *bytes, size_t count, recorder_kind kind)
{
    char longer[128] = {0};
    CHECK(count + 1 < sizeof longer);
    memcpy(longer, bytes, count);
    CHECK(is_whole(bytes, count, kind));
    for (size_t length = 0; length < count; length++)
    {
        CHECK_REPORT(!is_whole(bytes, length, kind), "%zu of %zu bytes are whole", length, count);
    }
    CHECK(!is_whole(longer, count + 1, kind));
    CHECK(!is_whole(bytes, count, kind == RECORDER_MP4 ? RECORDER_WEBM : RECORDER_MP4));
}

static void test_a_cut_film_is_not_whole(void)
{
    static const char mp4[] = "\0\0\0\14ftypisom\0\0\0\11mdat!\0\0\0\14moovtrak";
    static const char long_box[] = "\0\0\0\1mdat\0\0\0\0\0\0\0\22!!\0\0\0\10moov";
    static const char webm[] = "\x1a\x45\xdf\xa3\x82hd\x18\x53\x80\x67\x84\x01\x02\x03\x04";
    static const char long_size[] =
        "\x1a\x45\xdf\xa3\x40\x02hd\x18\x53\x80\x67\x01\0\0\0\0\0\0\x03\x01\x02\x03";
    check_every_prefix(mp4, sizeof mp4 - 1, RECORDER_MP4);
    check_every_prefix(long_box, sizeof long_box - 1, RECORDER_MP4);
    check_every_prefix(webm, sizeof webm - 1, RECORDER_WEBM);
    check_every_prefix(long_size, sizeof long_size - 1, RECORDER_WEBM);
}

// What ffmpeg leaves without its last words: no index; a box that was never given its size; a segment
// neither.
static void test_an_unfinished_film_is_not_whole(void)
{
    static const char no_index[] = "\0\0\0\14ftypisom\0\0\0\0mdat!!!";
    static const char no_pictures[] = "\0\0\0\14ftypisom\0\0\0\10moov";
    static const char small_box[] = "\0\0\0\7moov\0\0\0\10mdat\0\0\0\10moov";
    static const char no_size[] =
        "\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff!";
    CHECK(!is_whole(no_index, sizeof no_index - 1, RECORDER_MP4));
    CHECK(!is_whole(no_pictures, sizeof no_pictures - 1, RECORDER_MP4));
    CHECK(!is_whole(small_box, sizeof small_box - 1, RECORDER_MP4));
    CHECK(!is_whole(no_size, sizeof no_size - 1, RECORDER_WEBM));
    CHECK(!container_is_whole("missing.mp4", RECORDER_MP4));
}

// ---- no room ------------------------------------------------------------------------------------

static void check_refused(const char *line, const char *film, const char *reason)
{
    CHECK_INT(console_run(line), TOOL_FAILED);
    CHECK_CONTAINS(console_err, film);
    CHECK_CONTAINS(console_err, reason);
    CHECK_REPORT(strstr(console_out, film) == NULL, "\"%s\" printed \"%s\"", line, console_out);
    CHECK_REPORT(access(film, F_OK) != 0, "\"%s\" left a film", line);
    CHECK(!folder_has_part());
}

static void check_both_refused(const char *reason)
{
    check_refused(SIM "--record sim.mp4", "sim.mp4", reason);
    check_refused(SIM "--record sim.webm", "sim.webm", reason);
}

/// Under a limit on the size of a file, which every system lets one set.
static void check_limited(rlim_t limit)
{
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = limit, .rlim_max = before.rlim_max});
    check_both_refused("could not be written: File too large");
    setrlimit(RLIMIT_FSIZE, &before);
}

static void test_a_film_that_is_cut(void)
{
    be_ffmpeg(content_ffmpeg);
    check_limited(0);
    check_limited(5000);
    forget_ffmpeg();
}

static void test_the_real_ffmpeg_without_room(void)
{
    if (system("ffmpeg -version > /dev/null 2>&1") != 0)
    {
        printf("no ffmpeg to test with\n");
        return;
    }
    check_limited(0);
    check_limited(600);
}

// There is room again, or there always was: what is left is looked at all the same.
static void test_half_a_film(void)
{
    be_ffmpeg("#!/bin/sh\nfor last; do :; done\nprintf '\\0\\0\\0\\10moov\\0\\0\\140\\10mdat' > "
              "\"${last#file:}\"\ncat > /dev/null\n");
    check_both_refused("what it left is not a whole film");
    forget_ffmpeg();
}

static void test_half_a_flight(void)
{
    be_ffmpeg("#!/bin/sh\nexec cat > /dev/null\n");
    check_refused(FLY "--record fly.mp4", "fly.mp4", "what it left is not a whole film");
    forget_ffmpeg();
}

static void checks_on_a_small_disk(void)
{
    be_ffmpeg(content_ffmpeg);
    check_both_refused("could not be written: the disk is full");
    be_ffmpeg("#!/bin/sh\nfor last; do :; done\nexec cat > \"${last#file:}\" 2> /dev/null\n");
    check_both_refused("could not be written: the disk is full");
}

// In a process that has a file system of its own, where the system lets one make it.
static void test_a_full_disk(void)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
    {
        check_failures = 0;
        const bool own = unshare(geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS) == 0;
        if (!own || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
            mount("none", folder_path, "tmpfs", 0, "size=16k") != 0 || chdir(folder_path) != 0)
        {
            printf("no small disk to test with: %s\n", strerror(errno));
            fflush(NULL);
            _exit(0);
        }
        checks_on_a_small_disk();
        _exit(check_failures > 0 ? 1 : 0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK_INT(status, 0);
}

static void test_a_film_without_a_frame(void)
{
    console_refuses("tiles sim --ring 8 --steps 3 --view 64x64 --record none.mp4", 2,
                    "--steps is 3 and --every is 4, so none.mp4 would have no frame");
    CHECK(access("none.mp4", F_OK) != 0);
    CHECK(!folder_has_part());
}

int main(void)
{
    folder_enter();
    snprintf(usual_path, sizeof usual_path, "%s", getenv("PATH"));
    RUN(test_a_cut_film_is_not_whole);
    RUN(test_an_unfinished_film_is_not_whole);
    RUN(test_a_film_that_is_cut);
    RUN(test_the_real_ffmpeg_without_room);
    RUN(test_half_a_film);
    RUN(test_half_a_flight);
    RUN(test_a_full_disk);
    RUN(test_a_film_without_a_frame);
    console_done();
    folder_leave();
    return CHECK_DONE();
}
