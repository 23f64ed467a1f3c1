// SPDX-License-Identifier: MIT
// loam land slice, land voxels, land figure, and land mesh --form, as a user meets them.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/loam.h"
#include "tool/console.h"
#include "tool/json.h"

#define PLACE " --seed 3 --at -440000,-160000 --threads 0 "

static void test_slices_show_caves(void)
{
    CHECK_INT(console_run("land slice" PLACE "--size 300x260 --zoom 1 -o a.png --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_RANGE(json_number_of(console_out, "solid"), 30000, 77000);
    CHECK_RANGE(json_number_of(console_out, "caves"), 500, 20000);
    CHECK_INT(folder_count(1), 1);
    CHECK_INT(console_run("land slice" PLACE "--size 200x160 --only none --json"), 0);
    CHECK_INT(json_number_of(console_out, "caves"), 0);
    CHECK_INT(console_run("land slice" PLACE "--size 60x50 --along z --level 1"), 0);
    CHECK_CONTAINS(console_out, "60 x 50 voxels of 2 m: ");
}

// The hash is that of the voxels, whatever they are written as.
static void test_voxels_are_written(void)
{
    const char *const endings[] = {"vox", "glb", "obj", "ply", "png"};
    char hash[32] = "";
    double smooth = 0;
    for (int32_t i = 0; i < 5; i++)
    {
        char line[256];
        snprintf(line, sizeof line,
                 "land voxels" PLACE "--size 40x30x40 --pixels 90x60 --form %s -o a.%s --json",
                 i % 2 == 0 ? "blocks" : "smooth", endings[i]);
        CHECK_INT(console_run(line), 0);
        CHECK(json_is_valid(console_out));
        CHECK_INT(json_number_of(console_out, "voxels"), 40 * 30 * 40);
        CHECK_RANGE(json_number_of(console_out, "triangles"), 500, 200000);
        smooth = i % 2 != 0 ? json_number_of(console_out, "triangles") : smooth;
        CHECK(i == 0 || strcmp(hash, json_text_of(console_out, "hash")) == 0);
        snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
        CHECK_INT(folder_count(1), 1);
    }
    if (loam_mesh_can_optimise())
    {
        CHECK_INT(console_run("land voxels" PLACE
                              "--size 40x30x40 --form smooth --keep 0.5 -o a.ply --json"),
                  0);
        CHECK_RANGE(json_number_of(console_out, "triangles"), 1000, smooth * 0.7);
    }
    CHECK_INT(console_run("land voxels" PLACE "--size 40x30x40"), 0);
    CHECK_CONTAINS(console_out, hash);
    CHECK_CONTAINS(console_out, "40 x 30 x 40 voxels of 1 m, ");
}

static void test_meshes_have_forms(void)
{
    CHECK_INT(
        console_run("land mesh" PLACE "--extent 96x64 --scale 2 --form smooth -o a.ply --json"), 0);
    CHECK_RANGE(json_number_of(console_out, "triangles"), 3000, 60000);
    CHECK_INT(
        console_run("land mesh" PLACE "--extent 96x64 --scale 2 --form blocks -o a.ply --json"), 0);
    CHECK_RANGE(json_number_of(console_out, "triangles"), 2000, 60000);
    // Half metres stand where whole ones do.
    CHECK_INT(
        console_run("land mesh" PLACE "--extent 24x16 --scale 0.5 --form blocks -o a.ply --json"),
        0);
    CHECK_CONTAINS(console_out, "\"corner\":[\"-440012\",\"-160008\"],\"scale\":0.5,");
    CHECK_CONTAINS(console_out, "\"low\":{\"x\":-0.25,");
    CHECK_CONTAINS(console_out, "\"high\":{\"x\":23.75,");
    CHECK_INT(folder_count(1), 1);
    console_refuses("land mesh --scale 3 --form smooth -o a.glb", 2,
                    "--scale is 3; must be 0.5, 1, 2, 4, 8, 16, 32 or 64");
    console_refuses("land mesh --scale 1.5 -o a.glb", 2, "--scale is 1.5; must be a whole number");
}

static void test_figures_are_drawn(void)
{
    CHECK_INT(console_run("land figure --number 3.9 --pixels 90x60 -o a.png --json"), 0);
    CHECK_TEXT(json_text_of(console_out, "figure"), "3.9");
    CHECK_INT(folder_count(1), 1);
}

// Nothing is written, and the message says what would do.
static void test_bad_input_is_refused(void)
{
    console_refuses("land voxels --size 10x10 -o a.vox", 2, "WxHxD");
    console_refuses("land voxels --size 0x10x10 -o a.vox", 2, "each 1 to 1000");
    console_refuses("land voxels --size 1000x1000x1000 -o a.vox", 2, "at most 104857600 in all");
    console_refuses(
        "land slice --size 1000x1000 --zoom 16 -o a.png", 2,
        "--size is 1000x1000 voxels at a --zoom of 16, a picture of 16000x16000 pixels");
    console_refuses("land voxels -o a.txt", 2, "ending in .vox, .glb, .obj, .ply or .png");
    console_refuses("land voxels --only tunels -o a.vox", 2, "--only has \"tunels\"");
    console_refuses("land voxels --only tunnels, -o a.vox", 2, "--only has \"\"");
    console_refuses("land voxels --level 7 -o a.vox", 2, "-1 to 6");
    console_refuses("land voxels --at 1125899906842624,0 -o a.vox", 2, "beyond the land's end");
    console_refuses("land voxels --middle 32768 -o a.vox", 2, "must be -32768 to 32767");
    console_refuses("land luanti --extent 9000x5 -o world", 2, "both 1 to 8192");
    console_refuses("land luanti --depth 0 -o world", 2, "1 to 1024");
    console_refuses("land luanti", 2, "--output");
    console_refuses("land luanti --only tunels -o world", 2, "--only has \"tunels\"");
    console_refuses("land luanti -o .", 1, ".: is there already");
    console_refuses("land slice --falloff 0.5 -o a.png", 2, "falloff is 0.5 m; must be 1 to 256");
    console_refuses("land slice -o a.jpg", 2, ".png");
    console_refuses("land figure --number 3.7 -o a.png", 2, "3.8, 3.9 or 4.2");
}

int main(void)
{
    folder_enter();
    RUN(test_slices_show_caves);
    RUN(test_voxels_are_written);
    RUN(test_meshes_have_forms);
    RUN(test_figures_are_drawn);
    RUN(test_bad_input_is_refused);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
