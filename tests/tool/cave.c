// SPDX-License-Identifier: MIT
// loam cave 2d and loam cave 3d, as a user meets them.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/loam.h"
#include "tool/console.h"
#include "tool/json.h"

static void test_flat_caves_have_figures(void)
{
    CHECK_INT(
        console_run("cave 2d --size 90x70 --seed 4 --min-room 12 --connect --openings 2 --json"),
        0);
    CHECK(json_is_valid(console_out));
    CHECK_INT(json_number_of(console_out, "cells"), 6300);
    CHECK_INT(json_number_of(console_out, "birth"), 5);
    CHECK_INT(json_number_of(console_out, "survival"), 4);
    CHECK_INT(json_number_of(console_out, "vertices"), 6300);
    CHECK_INT(json_number_of(console_out, "triangles"), 2 * 89 * 69);
    CHECK_RANGE(json_number_of(console_out, "walls"), 1500, 5000);
    CHECK_RANGE(json_number_of(console_out, "largest_room"), 12, 5000);
    CHECK_INT(strlen(json_text_of(console_out, "hash")), 16);
    CHECK_INT(folder_count(1), 0);
}

static void test_solid_caves_have_figures(void)
{
    CHECK_INT(console_run("cave 3d --size 40x30x20 --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_INT(json_number_of(console_out, "cells"), 24000);
    CHECK_INT(json_number_of(console_out, "birth"), 15);
    CHECK_INT(json_number_of(console_out, "survival"), 14);
    // Six faces for each wall, of which few are seen, and still fewer quads.
    CHECK_INT(json_number_of(console_out, "all"), 6 * json_number_of(console_out, "walls"));
    CHECK_RANGE(json_number_of(console_out, "visible"), 100,
                json_number_of(console_out, "all") / 3);
    CHECK_RANGE(json_number_of(console_out, "quads"), 50,
                json_number_of(console_out, "visible") - 1);
    CHECK_INT(json_number_of(console_out, "triangles"), 2 * json_number_of(console_out, "quads"));
    CHECK_INT(console_run("cave 3d --size 40x30x20"), 0);
    CHECK_CONTAINS(console_out, "24000 cells, ");
    CHECK_CONTAINS(console_out, " are visible, ");
}

static void test_limits_go_with_the_neighbourhood(void)
{
    CHECK_INT(console_run("cave 2d --size 30x30 --radius 2 --json"), 0);
    CHECK_INT(json_number_of(console_out, "birth"), 15);
    CHECK_INT(json_number_of(console_out, "survival"), 12);
    CHECK_INT(console_run("cave 3d --size 20x20x20 --neighbourhood von-neumann --radius 3 --json"),
              0);
    CHECK_INT(json_number_of(console_out, "birth"), 36);
    CHECK_INT(json_number_of(console_out, "survival"), 33);
}

static void test_every_view_is_a_picture(void)
{
    const char *const lines[] = {
        "cave 2d --size 40x30 -o a.png",
        "cave 2d --size 40x30 --view rooms --connect -o a.png",
        "cave 2d --size 40x30 --view form --pixels 90x60 -o a.png",
        "cave 2d --size 40x30 --view form --straight --ceiling --no-floor --pixels 90x60 -o a.png",
        "cave 2d --size 40x30 --view form --form blocks --pixels 90x60 -o a.png",
        "cave 2d --size 40x30 --view form --form smooth --pixels 90x60 -o a.png",
        "cave 2d --size 40x30 --view steps --scale 1 -o a.png",
        "cave 3d --size 20x20x20 --pixels 90x60 -o a.png",
        "cave 3d --size 20x20x20 --form smooth --cut 100 --pixels 90x60 -o a.png",
        "cave 3d --size 20x20x20 --steps 2 --view steps --pixels 150x150 -o a.png"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
    {
        CHECK_INT(console_run(lines[i]), 0);
        CHECK_CONTAINS(console_out, "written to a.png");
        CHECK_INT(folder_count(1), 1);
    }
}

static void test_voxels_are_counted(void)
{
    CHECK_INT(console_run("cave 3d --size 300x8x20 -o a.vox --json"), 0);
    CHECK_INT(json_number_of(console_out, "voxels"), json_number_of(console_out, "walls"));
    CHECK_INT(json_number_of(console_out, "models"), 2);
    CHECK_INT(folder_count(1), 1);
}

static void test_meshes_are_files(void)
{
    const char *const endings[] = {"glb", "obj", "ply"};
    for (int i = 0; i < 3; i++)
    {
        char line[128];
        snprintf(line, sizeof line, "cave 3d --size 20x16x20 --form smooth -o a.%s", endings[i]);
        CHECK_INT(console_run(line), 0);
        snprintf(line, sizeof line, "cave 2d --size 20x16 --straight -o b.%s", endings[i]);
        CHECK_INT(console_run(line), 0);
        CHECK_INT(folder_count(1), 2);
    }
}

static void test_windows_of_an_endless_cave_differ(void)
{
    char hash[32];
    CHECK_INT(console_run("cave 2d --border 0 --at 1000000000000,-7 --json"), 0);
    snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
    CHECK_INT(console_run("cave 2d --border 0 --at 1000000000001,-7 --json"), 0);
    CHECK(strstr(console_out, hash) == NULL);
    CHECK_INT(console_run("cave 3d --border 0 --size 20x20x20 --at 5,6 --level -1 --json"), 0);
}

// Nothing is written, and the message says what would do.
static void test_bad_input_is_refused(void)
{
    console_refuses("cave 2d --form smooth --straight -o a.png", 2,
                    "--straight is for --form heights");
    console_refuses("cave 2d --form blocks --no-floor -o a.glb", 2,
                    "--no-floor is for --form heights");
    console_refuses("cave 2d --fill 101 -o a.png", 2, "0 to 100");
    console_refuses("cave 2d --size 0x10 -o a.png", 2, "1 to 16384");
    console_refuses("cave 2d --size 1000000000x10 -o a.png", 2, "1 to 16384");
    console_refuses("cave 3d --size 10x10 -o a.png", 2, "WxHxD");
    console_refuses("cave 3d --size 0x10x10 -o a.png", 2, "each 1 to 16384");
    console_refuses("cave 3d --size 10x10x1000000000 -o a.png", 2, "each 1 to 16384");
    console_refuses("cave 3d --size 16384x16384x16384 -o a.png", 2, "at most 1073741824 in all");
    console_refuses("cave 2d --birth 8 -o a.png", 2, "birth is 8; must be 0 to 7");
    console_refuses("cave 3d --survival 26 -o a.png", 2, "survival is 26; must be 0 to 25");
    console_refuses("cave 2d --radius 4 -o a.png", 2, "1 to 3");
    console_refuses("cave 2d -o a.gif", 2, "ending in .png");
    console_refuses("cave 2d -o .png", 2, "ending in .png");
    console_refuses("cave 2d -o no/such/folder/a.png", 1, "no/such/folder");
    console_refuses("cave 2d --steps 30 --view steps -o a.png", 2, "must be 0 to 24");
    console_refuses("cave 2d --fill nan -o a.png", 2, "0 to 100");
    console_refuses("cave 2d --resolution 0 --form blocks -o a.glb", 2, "0.001 to 1000");
    console_refuses("cave 2d --ao -o a.glb", 2, "--ao is for --form blocks");
    console_refuses("cave 3d --form smooth --ao -o a.glb", 2, "--ao is for --form blocks");
    CHECK_INT(folder_count(1), 0);
}

static void test_views_and_explorers_name_what_is_wrong(void)
{
    console_refuses("cave view", 2, "--output");
    console_refuses("cave view -o a.gif", 2, "ending in .png");
#ifdef LOAM_HAS_SCENE
    console_refuses("cave view --fill 101 -o a.png", 2, "fill is 101; must be 0 to 100");
    console_refuses("cave view --cave 4d -o a.png", 2, "cave is 4d; must be 2d or 3d");
    console_refuses("cave view --form heights -o a.png", 2, "must be blocks or smooth");
    console_refuses("cave view --at 1,2 -o a.png", 2, "X,Y,Z");
    console_refuses("cave view --place depht=3 -o a.png", 2, "no \"depht\"");
    console_refuses("cave view --record a.mp4 -o a.png", 2, "give it with --walk");
    console_refuses("cave view --cave 2d --fill 100 -o a.png", 1, "nobody has room to stand");
    console_refuses("cave view --cave 2d -o no/such/folder/a.png", 1, "no/such/folder");
    console_refuses("cave explore --survival 99", 2, "survival is 99");
    console_refuses("cave explore --endless yes --start open", 2, "must be random");
#endif
    console_refuses("cave explore --size 1x1", 2, "both 320 to");
    console_refuses("cave view --size 1x1 -o a.png", 2, "48 to 8192");
    CHECK_INT(folder_count(1), 0);
}

int main(void)
{
    folder_enter();
    RUN(test_flat_caves_have_figures);
    RUN(test_solid_caves_have_figures);
    RUN(test_limits_go_with_the_neighbourhood);
    RUN(test_every_view_is_a_picture);
    RUN(test_voxels_are_counted);
    RUN(test_meshes_are_files);
    RUN(test_windows_of_an_endless_cave_differ);
    RUN(test_bad_input_is_refused);
    RUN(test_views_and_explorers_name_what_is_wrong);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
