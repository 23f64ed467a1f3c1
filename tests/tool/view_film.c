// SPDX-License-Identifier: MIT
// loam land view: films by stops and in a straight line, as pictures in a folder and by ffmpeg.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/loam.h"
#include "tool/console.h"

#include <inttypes.h>
#include <spng.h>

#define SMALL "land view --seed 3 --size 64x36 --view 512 --quality low --json "

enum
{
    W = 64,
    H = 36
};

static const char way[] =
    "{\"stops\": [{\"at\": [-232400, 86150], \"height\": 30, \"look\": [210, -4], "
    "\"time\": \"10:00\"}, {\"at\": [-232390, 86150], \"time\": \"23:30\", "
    "\"weather\": \"climate\"}]}";

static bool has_opengl;

/// Mean of the green of a frame; -1 if there is none.
static double brightness(const char *path)
{
    static uint8_t pixels[W * H * 4];
    FILE *const stream = fopen(path, "rb");
    spng_ctx *const png = spng_ctx_new(0);
    double sum = 0;
    const bool ok = stream != NULL && spng_set_png_file(png, stream) == 0 &&
                    spng_decode_image(png, pixels, sizeof pixels, SPNG_FMT_RGBA8, 0) == 0;
    for (int32_t i = 0; i < W * H && ok; i++)
    {
        sum += pixels[i * 4 + 1];
    }
    spng_ctx_free(png);
    if (stream != NULL)
    {
        fclose(stream);
    }
    return ok ? sum / (W * H) : -1;
}

/// From the morning into the night, in three frames.
static void test_films_go_by_their_stops(void)
{
    CHECK_OK(loam_file_write("way.json", way, strlen(way)));
    const int code = console_run(SMALL "--frames 3 --path way.json --record film/");
    has_opengl = code == 0 || strstr(console_err, "OpenGL") == NULL;
    if (!has_opengl)
    {
        printf("skipped: %s", console_err);
        return;
    }
    CHECK_INT(code, 0);
    CHECK_CONTAINS(console_out, "\"frames\":3");
    CHECK_CONTAINS(console_out, "\"weather\":\"");
    CHECK(strstr(console_out, "\"weather\":\"climate\"") == NULL); // but what that is
    const double morning = brightness("film/frame-000001.png");
    const double evening = brightness("film/frame-000002.png");
    const double night = brightness("film/frame-000003.png");
    CHECK_REPORT(morning > 60 && evening > 30 && night >= 0 && night < 0.6 * morning,
                 "brightness %.1f, %.1f, %.1f", morning, evening, night);
    CHECK(brightness("film/frame-000004.png") < 0);
}

static void test_films_are_as_long_as_asked_for(void)
{
    if (!has_opengl || system("command -v ffprobe >/dev/null") != 0)
    {
        printf("skipped: there is no ffprobe, or no OpenGL\n");
        return;
    }
    CHECK_INT(console_run(SMALL "--at -232400,86150 --to -232396,86150 --frames 4 "
                                "--record film.mp4"),
              0);
    CHECK_INT(system("test 64,36,4 = \"$(ffprobe -v error -count_frames -show_entries "
                     "stream=width,height,nb_read_frames -of csv=p=0 film.mp4)\""),
              0);
}

/// The middle of this land is sea. A line that says the time alone leaves the place to the land: dry ground.
static void test_one_stands_on_land_where_no_place_is_said(void)
{
    int64_t x = 0, z = 0;
    double eye = 0;
    if (!has_opengl)
    {
        return;
    }
    const int code = console_run(SMALL "--height 2 --place time=12:00 -o view.png");
    CHECK_INT(code, 0);
    if (code != 0)
    {
        return;
    }
    CHECK(sscanf(strstr(console_out, "\"at\":"), "\"at\":[\"%" SCNd64 "\",\"%" SCNd64, &x, &z) ==
          2);
    CHECK(sscanf(strstr(console_out, "\"eye_m\":"), "\"eye_m\":%lf", &eye) == 1);
    CHECK_REPORT((x != 0 || z != 0) && eye > 2.5,
                 "eyes are %.2f m above the sea at %" PRId64 ",%" PRId64, eye, x, z);
}

int main(void)
{
    folder_enter();
    RUN(test_films_go_by_their_stops);
    RUN(test_films_are_as_long_as_asked_for);
    RUN(test_one_stands_on_land_where_no_place_is_said);
    CHECK_INT(system("rm -rf film"), 0);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
