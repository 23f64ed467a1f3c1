// SPDX-License-Identifier: MIT
// loam land fly: frames are maps of their places, however they were put together.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "land_flight.h"
#include "shared_pages.h"
#include "tool/console.h"
#include "tool/interrupted.h"
#include "tool/json.h"

#include <sys/stat.h>

#define SMALL "land fly --size 64x48 --scale 2 --to 160,-80 --frames 6 "

enum
{
    W = 300,
    H = 200,
    FRAMES = 5,
};

static loam_land *make_land(void)
{
    const loam_land_def def = shared_land_def();
    loam_land *land = NULL;
    CHECK_OK(loam_land_create(&def, &land));
    return land;
}

static int64_t different_pixels(const loam_picture *a, const loam_picture *b)
{
    int64_t count = 0;
    for (int32_t i = 0; i < a->w * a->h; i++)
    {
        count += memcmp(&a->pixels[i], &b->pixels[i], sizeof a->pixels[i]) != 0;
    }
    return count;
}

// Pieces fit together without a trace, also left of 0 and below it.
static void test_a_frame_is_the_map_of_its_place(void)
{
    const loam_env env = loam_default_env();
    loam_land *const land = make_land();
    flight f = {.land = land,
                .env = env,
                .scale = 3,
                .w = W,
                .h = H,
                .from = {-310, -290},
                .to = {290, 310},
                .frames = FRAMES,
                .fps = 30};
    loam_picture frame;
    CHECK_OK(loam_picture_create(&env, W, H, loam_rgb(0), &frame));
    CHECK_OK(flight_begin(&f));
    for (int64_t i = 0; i < FRAMES; i++)
    {
        CHECK_OK(flight_frame(&f, i, &frame));
        const int64_t place = i * 600 / (FRAMES - 1);
        const loam_land_map_def def = {
            .x = (-310 + place) * 3, .z = -(-290 + place) * 3, .w = W, .h = H, .scale = 3};
        loam_picture map;
        CHECK_OK(loam_land_map_draw(land, &def, &env, &map, NULL));
        CHECK_INT(different_pixels(&frame, &map), 0);
        loam_picture_destroy(&env, &map);
    }
    flight_end(&f);
    loam_picture_destroy(&env, &frame);
    loam_land_destroy(land);
}

// What is seen again is not drawn again, and a flight that stays where it is waits for nothing.
static void test_pieces_are_drawn_once(void)
{
    CHECK_INT(console_run("land fly --size 64x48 --from 300,300 --to 300,300 --frames 40 "
                          "--scale 2 --json"),
              TOOL_DONE);
    CHECK(json_is_valid(console_out));
    CHECK_NEAR(json_number_of(console_out, "frames"), 40, 0);
    CHECK_NEAR(json_number_of(console_out, "pages"), 1, 0);
    CHECK_NEAR(json_number_of(console_out, "waited"), 0, 0);
    CHECK(json_number_of(console_out, "slowest_frame_ms") > 0);
    // 1200 pixels to the east, and half a frame on both ends: across six pieces.
    CHECK_INT(console_run("land fly --size 32x16 --from 4,-300 --to 2404,-300 --frames 50 "
                          "--scale 2 --json"),
              TOOL_DONE);
    CHECK_NEAR(json_number_of(console_out, "pages"), 6, 0);
}

// Threads, the rate of frames and what becomes of them change how long it takes and nothing else.
static void test_the_hash_is_that_of_the_frames(void)
{
    char hash[64];
    CHECK_INT(console_run(SMALL "--threads 1 --json"), TOOL_DONE);
    snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
    CHECK_INT(strlen(hash), 16);
    CHECK_INT(console_run(SMALL "--threads 3 --fps 240 --json"), TOOL_DONE);
    CHECK_TEXT(json_text_of(console_out, "hash"), hash);
    CHECK_INT(console_run(SMALL "--record frames/"), TOOL_DONE);
    CHECK_CONTAINS(console_out, hash);
    CHECK_CONTAINS(console_out, "6 frames in ");
    CHECK_INT(remove("frames/frame-000006.png"), 0);
    for (int i = 1; i <= 5; i++)
    {
        char name[64];
        snprintf(name, sizeof name, "frames/frame-%06d.png", i);
        CHECK_INT(remove(name), 0);
    }
}

static void test_the_hash_follows_from_what_is_seen(void)
{
    char hash[64];
    CHECK_INT(console_run(SMALL "--json"), TOOL_DONE);
    snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
    CHECK_INT(console_run(SMALL "--seed 2 --json"), TOOL_DONE);
    CHECK(strcmp(json_text_of(console_out, "hash"), hash) != 0);
    CHECK_INT(console_run(SMALL "--layer height --json"), TOOL_DONE);
    CHECK(strcmp(json_text_of(console_out, "hash"), hash) != 0);
}

// The first frame takes longer than this: there is no film of nothing.
static void test_a_flight_that_is_stopped_at_once(void)
{
    FILE *const script = fopen("ffmpeg", "w");
    CHECK(script != NULL && fputs("#!/bin/sh\nexec cat > /dev/null\n", script) >= 0);
    CHECK(script != NULL && fchmod(fileno(script), 0755) == 0 && fclose(script) == 0);
    char path[4096];
    snprintf(path, sizeof path, "%s:%s", folder_path, getenv("PATH"));
    setenv("PATH", path, 1);
    CHECK_INT(interrupted_run(
                  "land fly --frames 9 --size 64x48 --scale 2 --threads 1 --record none.mp4", 50),
              TOOL_FAILED);
    CHECK_CONTAINS(console_err, "loam land fly: stopped after 0 of 9 frames");
    CHECK(strstr(console_out, "written to") == NULL);
    CHECK(fopen("none.mp4", "rb") == NULL && !folder_has_part());
}

static void test_options_that_are_refused(void)
{
    console_refuses("land fly --frames 0", TOOL_BAD_USAGE, "frames");
    console_refuses("land fly --scale 0", TOOL_BAD_USAGE, "scale");
    console_refuses("land fly --record film.avi", TOOL_BAD_USAGE, ".mp4, .webm or");
    console_refuses("land fly --record film.mp4 --size 33x40", TOOL_BAD_USAGE,
                    "sides have to be even; must be 34x40");
    console_refuses("land fly --to 1125899906842624,0", TOOL_BAD_USAGE,
                    "the flight reaches over the end of the land; at this size and scale "
                    "--from and --to must be within 1125899905007616 m of 0");
    console_refuses("land fly --layer snow", TOOL_BAD_USAGE, "layer");
}

int main(void)
{
    folder_enter();
    RUN(test_a_frame_is_the_map_of_its_place);
    RUN(test_pieces_are_drawn_once);
    RUN(test_options_that_are_refused);
    shared_pages_end();
    RUN(test_a_flight_that_is_stopped_at_once); // which takes its time
    RUN_UNSANITIZED(test_the_hash_is_that_of_the_frames);
    RUN_UNSANITIZED(test_the_hash_follows_from_what_is_seen);
    console_done();
    folder_leave();
    return CHECK_DONE();
}
