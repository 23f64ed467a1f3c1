// SPDX-License-Identifier: MIT
// loam land graph, as a user meets it.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/loam.h"
#include "tool/console.h"
#include "tool/json.h"

static void test_json_tells_what_was_promised(void)
{
    CHECK_INT(console_run("land graph --distributor squares --seed 3 --at 16,16 --size 60x40 "
                          "--cell 10 -o graph.png --json"),
              0);
    CHECK(json_is_valid(console_out));
    CHECK_TEXT(json_text_of(console_out, "seed"), "3");
    CHECK_INT(json_number_of(console_out, "cell"), 10);
    CHECK_INT(json_number_of(console_out, "pages"), 1);
    CHECK_INT(json_number_of(console_out, "cells"), 1024);
    CHECK_INT(json_number_of(console_out, "edges"), 3072);
    CHECK_INT(json_number_of(console_out, "vertices"), 2048);
    CHECK_INT(strlen(json_text_of(console_out, "hash")), 16);
    CHECK_TEXT(json_text_of(console_out, "file"), "graph.png");
    CHECK_TEXT(console_err, "");
    CHECK_INT(folder_count(1), 1);
}

// Every pixel belongs to a cell.
static void check_picture(const char *options)
{
    char line[256];
    snprintf(line, sizeof line, "land graph --json -o graph.png %s", options);
    CHECK_INT(console_run(line), 0);
    CHECK_CONTAINS(console_out, "\"holes\":0,");
    const char *first = strstr(console_out, "\"holes\":");
    for (; first != NULL; first = strstr(first + 1, "\"holes\":"))
    {
        CHECK(strncmp(first, "\"holes\":0,", 10) == 0);
    }
}

static void test_pictures_have_no_holes(void)
{
    check_picture("--distributor all --size 150x110 --cell 9 --at -3,30");
    check_picture("--distributor lloyd1 --size 200x100 --cell 3 --seed x");
    check_picture("--size 90x70 --cell 16 --at 281474976710656,-281474976710656");
    check_picture("--size 5x5 --cell 512");
}

static void test_people_get_a_line_for_each_graph(void)
{
    CHECK_INT(console_run("land graph --size 40x30 -o graph.png"), 0);
    CHECK_CONTAINS(console_out, "jittered: 4 pages with 4608 cells, ");
    CHECK_CONTAINS(console_out, "written to graph.png");
}

static void test_all_counts_every_distributor(void)
{
    CHECK_INT(console_run("land graph --distributor all --size 8x8 --json"), 0);
    CHECK(json_is_valid(console_out));
    for (int32_t i = 0; i < LOAM_DISTRIBUTOR_COUNT; i++)
    {
        CHECK_CONTAINS(console_out, loam_distributor_name((loam_distributor)i));
    }
    CHECK_CONTAINS(console_out, "\"file\":null");
}

static void test_bad_options_are_refused(void)
{
    console_refuses("land graph --distributor lloyd2", 2, "did you mean lloyd1?");
    console_refuses("land graph --cell 1", 2, "2 to 512");
    console_refuses("land graph --size 9000x10", 2, "8192");
    console_refuses("land graph --at 1e30,0", 2, "--at");
    console_refuses("land graph -o graph.jpg", 2, ".png");
    console_refuses("land graph -o no/such/folder/graph.png", 1, "no/such/folder");
}

int main(void)
{
    folder_enter();
    RUN(test_json_tells_what_was_promised);
    RUN(test_pictures_have_no_holes);
    RUN(test_people_get_a_line_for_each_graph);
    RUN(test_all_counts_every_distributor);
    RUN(test_bad_options_are_refused);
    console_done();
    folder_leave();
    return CHECK_DONE();
}
