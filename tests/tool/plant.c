// SPDX-License-Identifier: MIT
// loam plant draw, map, sheet and species, as a user meets them.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/loam.h"
#include "tool/console.h"
#include "tool/json.h"

static void write_file(const char *name, const char *content)
{
    FILE *const file = fopen(name, "wb");
    fputs(content, file);
    fclose(file);
}

static void test_draw_writes_a_picture_and_figures(void)
{
    CHECK_INT(console_run("plant draw --species oak --seed 3 --age 8 -o oak.png --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_TEXT(json_text_of(console_out, "title"), "Oak");
    CHECK_TEXT(json_text_of(console_out, "file"), "oak.png");
    CHECK_RANGE(json_number_of(console_out, "segments"), 20, 5000);
    CHECK_INT(strlen(json_text_of(console_out, "hash")), 16);
    CHECK_INT(folder_count(1), 1);
}

static void test_a_sheet_has_several(void)
{
    CHECK_INT(console_run("plant draw --species birch --count 3 --size 64x64 -o sheet.png"), 0);
    CHECK_CONTAINS(console_out, "Birch: ");
    CHECK_CONTAINS(console_out, "a sheet written to sheet.png");
}

// The first figures are those of the seed that was given, however many there are.
static void test_the_first_plant_is_the_one_asked_for(void)
{
    char hash[32];
    CHECK_INT(console_run("plant draw --species oak --seed 9 --json"), 0);
    snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
    CHECK_INT(console_run("plant draw --species oak --seed 9 --count 5 --json"), 0);
    CHECK_CONTAINS(console_out, hash);
    CHECK_INT(console_run("plant draw --species oak --seed 10 --json"), 0);
    CHECK(strstr(console_out, hash) == NULL);
}

// Bodies have a file of every kind, and the figures of all of them.
static void test_bodies_are_files(void)
{
    const char *const lines[] = {
        "plant draw --species oak --form mesh -o a.glb",
        "plant draw --species palm --form mesh -o a.obj",
        "plant draw --species fern --form mesh --level 2 --sides 5 -o a.ply",
        "plant draw --species pine --form mesh --size 64x64 -o a.png",
        "plant draw --species spruce --form voxels --voxel 0.25 -o a.vox",
        "plant draw --species birch --form voxels --voxel 0.5 -o b.glb",
        "plant draw --species thesis_2016_lsystem_b_2 --form voxels --voxel 1 -o b.png"};
    (void)folder_count(1); // of those before
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
    {
        CHECK_INT(console_run(lines[i]), 0);
        CHECK_CONTAINS(console_out, " triangles; its body written to ");
    }
    CHECK_INT(folder_count(1), 7);
    CHECK_INT(console_run("plant draw --species oak --form voxels --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_INT(json_number_of(console_out, "dimensions"), 3);
    CHECK_RANGE(json_number_of(console_out, "voxels"), 5000, 100000);
    CHECK_INT(strlen(json_text_of(console_out, "body")), 16);
}

static void test_bad_bodies_are_refused(void)
{
    console_refuses("plant draw -o a.glb", 2, "must end in .png with --form picture");
    console_refuses("plant draw --form mesh -o a.vox", 2,
                    "must end in .png, .glb, .obj or .ply with --form mesh");
    console_refuses("plant draw --form voxels --count 2", 2,
                    "--count is 2; must be 1 with --form mesh and voxels");
    console_refuses("plant draw --form voxels --voxel 0.001", 2, "must be at most 512 a side");
    console_refuses("plant draw --form mesh --level 5", 2, "0 to 4");
    CHECK_INT(folder_count(1), 0);
}

static void test_own_grammars(void)
{
    write_file("own.lsys", "title Own\niterations 1\naxiom F\nF -> FF[-F+F+F][+F-F-F]\n");
    CHECK_INT(console_run("plant draw --grammar own.lsys --word"), 0);
    CHECK_TEXT(console_out, "FF[-F+F+F][+F-F-F]\n");
    CHECK_INT(console_run("plant draw --grammar own.lsys --text"), 0);
    CHECK_CONTAINS(console_out, "axiom F\nF -> FF[-F+F+F][+F-F-F]\n");
    CHECK_INT(console_run("plant draw --grammar own.lsys --text --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_CONTAINS(console_out, "F -> FF[-F+F+F][+F-F-F]");
    CHECK_INT(console_run("plant draw --grammar own.lsys --word --json"), 0);
    CHECK_TEXT(json_text_of(console_out, "word"), "FF[-F+F+F][+F-F-F]");
    write_file("bad.lsys", "axiom F\nF -> F]\n");
    console_refuses("plant draw --grammar bad.lsys", 2,
                    "loam plant draw: bad.lsys: line 2, column 7: ']' without");
    console_refuses("plant draw --grammar none.lsys", 1,
                    "--grammar: none.lsys cannot be read: No such file");
    write_file("large.lsys", "iterations 32\naxiom F\nF -> FFF\n");
    console_refuses("plant draw --grammar large.lsys", 2, "letters; must be at most 4194304");
}

static void test_bad_options_are_refused(void)
{
    console_refuses("plant draw --species oka", 2,
                    "there is no species \"oka\"; did you mean oak?");
    console_refuses("plant draw --age -1", 2, "--age");
    console_refuses("plant draw --count 65", 2, "--count");
    console_refuses("plant draw --species oak --grammar x.lsys", 2, "--grammar");
}

static void test_species_are_listed(void)
{
    CHECK_INT(console_run("plant species"), 0);
    CHECK_CONTAINS(console_out, "oak ");
    CHECK_INT(console_run("plant species --json"), 0);
    CHECK(json_is_valid(console_out));
    for (int32_t i = 0; loam_grammar_preset_at(i) != NULL; i++)
    {
        CHECK_CONTAINS(console_out, loam_grammar_preset_at(i)->name);
    }
}

static bool are_equal(const char *name, const char *other)
{
    FILE *const files[] = {fopen(name, "rb"), fopen(other, "rb")};
    bool equal = files[0] != NULL && files[1] != NULL;
    for (int letter = 0; equal && letter != EOF;)
    {
        letter = fgetc(files[0]);
        equal = letter == fgetc(files[1]);
    }
    for (int i = 0; i < 2; i++)
    {
        if (files[i] != NULL)
        {
            fclose(files[i]);
        }
    }
    return equal;
}

static void test_a_sheet_has_all_species(void)
{
    CHECK_INT(console_run("plant sheet -o species.png"), 0);
    CHECK_CONTAINS(console_out, " species young, grown and old, written to species.png");
    CHECK_INT(console_run("plant sheet --species fern -o fern.png"), 0);
    CHECK_INT(console_run("plant sheet --species fern --ages 1,2.5,5 -o same.png"), 0);
    CHECK(are_equal("fern.png", "same.png")); // the oldest of a new world are 5 years old
    CHECK_INT(console_run("plant sheet --species fern --ages 1,2.5,20 -o dead.png"), 0);
    CHECK(!are_equal("fern.png", "dead.png"));
    CHECK_INT(console_run("plant sheet --species oak --ages 1,2.5,9 -o oak.png"), 0);
    CHECK_CONTAINS(console_out, "1 species at the ages of 1,2.5,9");
    console_refuses("plant sheet --species oka -o no.png", 2,
                    "there is no species \"oka\"; did you mean oak?");
    console_refuses("plant sheet", 2, "--output");
    static const char *const ages[] = {"1",      "1,2",       "1,2,3,4", "1,2,x",
                                       "1,-2,3", "1,2,10001", "1,2,nan"};
    for (size_t i = 0; i < sizeof ages / sizeof *ages; i++)
    {
        char words[96];
        snprintf(words, sizeof words, "plant sheet --ages %s -o no.png", ages[i]);
        console_refuses(words, 2, "must be 3 numbers from 0 to 10000 with commas between");
    }
    write_file("none.json", "{\"species\": [{\"name\": \"oak\", \"share\": 2}]}");
    console_refuses("plant sheet --defs none.json -o no.png", 2, "species[0].share is 2");
}

// However large tiles are, the same of them are in the picture.
static void test_zoom_enlarges_a_sheet(void)
{
    CHECK_INT(console_run("plant sheet --species oak --zoom 2 -o small.png"), 0);
    CHECK_INT(console_run("plant sheet --species oak --zoom 8 -o large.png"), 0);
    int32_t small[2], large[2];
    png_size("small.png", &small[0], &small[1]);
    png_size("large.png", &large[0], &large[1]);
    CHECK_RANGE(large[0], 3 * small[0], 4 * small[0]);
    CHECK_RANGE(large[1], 3 * small[1], 4 * small[1]);
}

// Products that are too large are refused before anything is drawn.
static void test_too_many_pixels_are_refused(void)
{
    console_refuses("plant map --size 4096x4096 --zoom 16 -o no.png", 2,
                    "--size and --zoom ask for too much, a picture of 65536x65536 pixels; "
                    "sides must be at most "
                    "65536, 134217728 pixels in all");
    console_refuses("plant draw --count 64 --size 4096x4096 -o no.png", 2,
                    "--size and --count ask for too much, 64 pictures of 4096x4096 pixels");
    console_refuses("plant sheet --zoom 32 -o no.png", 2,
                    "--zoom asks for too much, 33 pictures of 7168x3520");
    console_refuses("tiles biomes --size 1024x1024 --zoom 8 -o no.png", 2,
                    "pictures of 8192x8192 pixels");
}

static void test_a_sheet_has_views(void)
{
    static const char *const views[] = {"tiles", "skeleton", "forces", "ranges"};
    for (int32_t i = 0; i < 4; i++)
    {
        char words[96];
        snprintf(words, sizeof words, "plant sheet --species oak --view %s -o view.png", views[i]);
        CHECK_INT(console_run(words), 0);
    }
    console_refuses("plant sheet --view bones -o no.png", 2, "tiles, skeleton, forces");
}

static void test_a_map_counts_plants(void)
{
    CHECK_INT(console_run("plant map --seed 3 --at 0,80 --size 600x300 --zoom 1 -o map.png --json"),
              0);
    CHECK(json_is_valid(console_out));
    CHECK_RANGE(json_number_of(console_out, "tall_grass"), 1, 200);
    CHECK_TEXT(json_text_of(console_out, "file"), "map.png");
    CHECK_INT(console_run("plant map --seed 3 --at 0,80 --size 600x300"), 0);
    CHECK_CONTAINS(console_out, "tall_grass ");
    CHECK_INT(console_run("plant map --at 1152921504606838784,0 --size 64x64 --zoom 1 -o end.png"),
              0);
    console_refuses("plant map --at 1152921504606838785,0", 2, "--at");
    console_refuses("plant map --size 64x5000", 2, "--size");
    console_refuses("plant map --zoom 17", 2, "--zoom");
}

int main(void)
{
    folder_enter();
    RUN(test_draw_writes_a_picture_and_figures);
    RUN(test_a_sheet_has_several);
    RUN(test_the_first_plant_is_the_one_asked_for);
    RUN(test_bodies_are_files);
    RUN(test_bad_bodies_are_refused);
    RUN(test_own_grammars);
    RUN(test_bad_options_are_refused);
    RUN(test_species_are_listed);
    RUN(test_a_sheet_has_all_species);
    RUN(test_zoom_enlarges_a_sheet);
    RUN(test_too_many_pixels_are_refused);
    RUN(test_a_sheet_has_views);
    RUN(test_a_map_counts_plants);
    folder_count(1);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
