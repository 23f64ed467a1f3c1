// SPDX-License-Identifier: MIT
// loam patchwork map, mesh, view, walk and defs, as a user meets them.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/loam.h"
#include "tool/console.h"
#include "tool/json.h"

static void test_maps_have_figures(void)
{
    CHECK_INT(console_run("patchwork map --size 40x30 --seed 4 -o map.png --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_INT(json_number_of(console_out, "water") + json_number_of(console_out, "plains") +
                  json_number_of(console_out, "hills") + json_number_of(console_out, "mountains"),
              1200);
    CHECK_INT(strlen(json_text_of(console_out, "hash")), 16);
    CHECK_INT(folder_count(1), 1);
    CHECK_INT(console_run("patchwork map --size 40x30"), 0);
    CHECK_CONTAINS(console_out, "1200 chunks: water ");
}

static void test_meshes_count_their_parts(void)
{
    CHECK_INT(
        console_run("patchwork mesh --chunks 0,0,2,1 --chunk-size 16 --sewing 5x4 -o a.glb --json"),
        0);
    CHECK(json_is_valid(console_out));
    CHECK_INT(json_number_of(console_out, "terrain"), 6);
    CHECK_INT(json_number_of(console_out, "horizontal"), 4);
    CHECK_INT(json_number_of(console_out, "vertical"), 3);
    CHECK_INT(json_number_of(console_out, "diagonal"), 2);
    CHECK_INT(json_number_of(console_out, "vertices"), 6 * 256 + 4 * 80 + 3 * 64 + 2 * 20);
    CHECK_INT(json_number_of(console_out, "triangles"), 2 * (6 * 225 + 4 * 60 + 3 * 45 + 2 * 12));
    char hash[32];
    snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
    CHECK_INT(console_run("patchwork mesh --chunks 0,0,2,1 --chunk-size 16 --sewing 5x4 --threads "
                          "2 -o a.ply --json"),
              0);
    CHECK_TEXT(json_text_of(console_out, "hash"), hash);
    CHECK_INT(console_run("patchwork mesh --chunks 0,0,0,0 --chunk-size 16 --sewing 5x4 --colours "
                          "parts -o a.obj"),
              0);
    CHECK_INT(folder_count(1), 3);
}

static void test_views_are_pictures(void)
{
    const char *const lines[] = {
        "patchwork view --chunks 0,0,1,1 --chunk-size 16 --sewing 6x6 --pixels 90x60 -o a.png",
        "patchwork view --chunks 0,0,1,1 --chunk-size 16 --sewing 6x6 --pixels 90x60 --plain "
        "--colours chunks -o b.png",
        "patchwork view --chunks 0,0,1,1 --chunk-size 16 --sewing 6x6 --pixels 90x60 --colours "
        "parts --method lines -o c.png",
        "patchwork view --chunks 0,0,1,1 --chunk-size 16 --sewing 6x6 --pixels 90x60 --colours "
        "biomes --rule mountains -o d.png"};
    for (int32_t i = 0; i < 4; i++)
    {
        CHECK_INT(console_run(lines[i]), 0);
        CHECK_INT(folder_count(0), i + 1);
    }
    CHECK_INT(folder_count(1), 4);
}

static void test_a_recorded_walk_gives_the_same_again(void)
{
    CHECK_INT(
        console_run(
            "patchwork walk --chunk-size 16 --sewing 6x6 --to 200,90 --pause 3000 --keep one.patch "
            "--record walk.txt --json"),
        0);
    CHECK(json_is_valid(console_out));
    CHECK(json_number_of(console_out, "seen") > 200);
    char hash[32], cells[32];
    snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
    snprintf(cells, sizeof cells, "%s", json_text_of(console_out, "cells_hash"));
    CHECK_INT(console_run("patchwork walk --chunk-size 16 --sewing 6x6 --walk walk.txt --threads 2 "
                          "--keep two.patch --json"),
              0);
    CHECK_TEXT(json_text_of(console_out, "hash"), hash);
    CHECK_TEXT(json_text_of(console_out, "cells_hash"), cells);
    CHECK_INT(folder_count(0), 3);
    CHECK_INT(
        console_run(
            "patchwork map --size 30x30 --chunk-size 16 --sewing 6x6 --keep one.patch --json"),
        0);
    CHECK(json_number_of(console_out, "seen") > 200);
    // What is kept is of one patchwork only.
    CHECK_INT(console_run("patchwork walk --seed 9 --keep one.patch"), 2);
    CHECK_CONTAINS(console_err, "chunks of another patchwork");
    CHECK_INT(folder_count(1), 3);
}

static void test_definitions_go_around(void)
{
    CHECK_INT(console_run("patchwork defs -o defs.json --chunk-size 64 --sewing 8x8"), 0);
    CHECK_INT(console_run("patchwork mesh --chunks 0,0,0,0 --defs defs.json --json"), 0);
    CHECK_INT(json_number_of(console_out, "vertices"), 64 * 64);
    CHECK_INT(console_run("patchwork defs"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_INT(folder_count(1), 1);
}

/// The picture is not written, and the message has the place in the text.
static void refuses_defs(const char *json, const char *why)
{
    FILE *const file = fopen("bad.json", "w");
    fputs(json, file);
    fclose(file);
    console_refuses("patchwork map --defs bad.json -o a.png", 2, why);
    CHECK_INT(folder_count(1), 1);
}

static void test_hostile_definitions_are_refused(void)
{
    refuses_defs("[[[[[[", "bad.json: line 1, column 7");
    refuses_defs("{\"biomes\":[[[[[[[[[[[[[[[[[[[[", "16 deep already");
    refuses_defs("{\"chunk_size\": 1e999}", "4 to 512");
    refuses_defs("{\"biomes\":[{\"name\":\"a\",\"range\":[0,0.4]},"
                 "{\"name\":\"b\",\"range\":[0.5,1]}]}",
                 "b.range is 0.5 to 1; must begin at 0.4");
    refuses_defs("{\"biomes\":[]}", "bad.json");
}

static void test_bad_input_is_refused(void)
{
    console_refuses("patchwork explore --size 1x1", 2, "both 320 to");
    console_refuses("patchwork explore --view 65", 2, "1 to 64");
    console_refuses("patchwork explore --view 0", 2, "1 to 64");
    console_refuses("patchwork explore --record a.mp4", 2, "ending in .txt");
    console_refuses("patchwork explore --at 2000000000,0", 2, "-1000000000 to 1000000000");
    console_refuses("patchwork map --size 0x5 -o a.png", 2, "1 to 4096");
    console_refuses("patchwork map --size 1000000000x5 -o a.png", 2, "1 to 4096");
    console_refuses("patchwork mesh -o a.stl", 2, "ending in .glb, .obj or .ply");
    console_refuses("patchwork mesh --chunk-size 0 -o a.glb", 2, "4 to 512");
    console_refuses("patchwork mesh --chunk-size 1000000000 -o a.glb", 2, "4 to 512");
    console_refuses("patchwork mesh --sewing 0x0 -o a.glb", 2, "both 2 to 256");
    console_refuses("patchwork mesh --chunk-size 31 -o a.glb", 2, "chunk_size is 31; must be even");
    console_refuses("patchwork mesh --chunk-size 16 --sewing 20x20 -o a.glb", 2,
                    "at most chunk_size, 16");
    console_refuses("patchwork mesh --chunks 0,0,1000000000,0 -o a.glb", 2, "1 to 64");
    console_refuses(
        "patchwork mesh --chunks 9007199254740990,0,9007199254740991,0 -o a.glb", 2,
        "--chunks is 9007199254740990,0,9007199254740991,0; must be chunks from -2^40 to 2^40 - 1");
    console_refuses("patchwork view --chunks -1099511627777,0,-1099511627776,0 -o a.png", 2,
                    "must be chunks from -2^40 to 2^40 - 1");
    console_refuses("patchwork mesh --chunks 0,0,63,63 --chunk-size 512 -o a.glb", 2,
                    "64 x 64 chunks of 512, with sewings of 48 x 48, have 1275346944 vertices; "
                    "must be at most 33554432");
    console_refuses("patchwork view --chunks 0,0,23,0 --chunk-size 512 -o a.png", 2,
                    "must be at most 8192 along a side");
    console_refuses(
        "patchwork map --size 4096x4096 --scale 16 -o a.png", 2,
        "a picture of 65536x65536 pixels; sides must be at most 65536, 134217728 pixels in all");
    console_refuses("patchwork view -o no/such/folder/a.png", 1, "no/such/folder");
    console_refuses("patchwork map --defs nothing.json -o a.png", 1, "nothing.json");
    console_refuses("patchwork walk --walk nothing.txt --keep a.patch", 1, "nothing.txt");
    console_refuses("patchwork walk --to 100,0 --keep no/such/a.patch", 1, "no/such/a.patch");
    CHECK_INT(folder_count(1), 0);
    FILE *file = fopen("walk.txt", "w");
    fputs("# a walk\n500 10 20\n500 10 twenty\n", file);
    fclose(file);
    CHECK_INT(
        console_run("patchwork walk --chunk-size 16 --sewing 6x6 --walk walk.txt --keep a.patch"),
        2);
    CHECK_CONTAINS(console_err, "walk.txt: line 3 is no");
    CHECK_INT(folder_count(1), 1);
    file = fopen("broken.patch", "w");
    fputs("nonsense", file);
    fclose(file);
    console_refuses("patchwork map --keep nothing.patch", 1, "there is no file nothing.patch");
    CHECK_INT(console_run("patchwork map --keep broken.patch -o a.png"), 2);
    CHECK_CONTAINS(console_err, "broken.patch: these 8 bytes are no chunks of a patchwork");
    CHECK_INT(folder_count(1), 1);
}

int main(void)
{
    folder_enter();
    RUN(test_maps_have_figures);
    RUN(test_meshes_count_their_parts);
    RUN(test_views_are_pictures);
    RUN(test_a_recorded_walk_gives_the_same_again);
    RUN(test_definitions_go_around);
    RUN(test_hostile_definitions_are_refused);
    RUN(test_bad_input_is_refused);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
