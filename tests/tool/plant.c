// SPDX-License-Identifier: MIT
// loam plant draw and loam plant species, as a user meets them.
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

static void test_own_grammars(void)
{
    write_file("own.lsys", "title Own\niterations 1\naxiom F\nF -> FF[-F+F+F][+F-F-F]\n");
    CHECK_INT(console_run("plant draw --grammar own.lsys --word"), 0);
    CHECK_TEXT(console_out, "FF[-F+F+F][+F-F-F]\n");
    CHECK_INT(console_run("plant draw --grammar own.lsys --text"), 0);
    CHECK_CONTAINS(console_out, "axiom F\nF -> FF[-F+F+F][+F-F-F]\n");
    write_file("bad.lsys", "axiom F\nF -> F]\n");
    console_refuses("plant draw --grammar bad.lsys", 2,
                    "loam plant draw: bad.lsys: line 2, column 7: ']' without");
    console_refuses("plant draw --grammar none.lsys", 1, "none.lsys");
    write_file("large.lsys", "iterations 32\naxiom F\nF -> FFF\n");
    console_refuses("plant draw --grammar large.lsys", 2, "letters; at most 4194304 are allowed");
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

int main(void)
{
    folder_enter();
    RUN(test_draw_writes_a_picture_and_figures);
    RUN(test_a_sheet_has_several);
    RUN(test_the_first_plant_is_the_one_asked_for);
    RUN(test_own_grammars);
    RUN(test_bad_options_are_refused);
    RUN(test_species_are_listed);
    folder_count(1);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
