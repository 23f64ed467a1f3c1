// SPDX-License-Identifier: MIT
// loam scatter map, as a user meets it.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/loam.h"
#include "tool/console.h"
#include "tool/json.h"

static void test_methods_have_figures(void)
{
    CHECK_INT(console_run("scatter map --radius 2 --size 300x200 --scale 4 --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_RANGE(json_number_of(console_out, "points"), 75 * 50 / 4 * 0.65, 75 * 50 / 4 * 0.75);
    CHECK_RANGE(json_number_of(console_out, "least_distance"), 2.0, 2.1);
    CHECK_INT(strlen(json_text_of(console_out, "hash")), 16);
    CHECK_INT(
        console_run("scatter map --method jitter --jitter 0 --radius 2 --size 320x160 --scale 4"
                    " --json"),
        0);
    CHECK_INT(json_number_of(console_out, "points"), 40 * 20);
    CHECK_NEAR(json_number_of(console_out, "least_distance"), 2.0, 1e-6);
    CHECK_INT(console_run("scatter map --method hex --size 64x64"), 0);
    CHECK_CONTAINS(console_out, "11 x 11 units: ");
    // Rows of the smallest hexagons are rounded most, and so are closest.
    CHECK_INT(console_run("scatter map --method hex --radius 0.125"), 0);
    CHECK_INT(folder_count(1), 0);
}

static void test_a_forest_has_three_layers(void)
{
    char hash[32];
    CHECK_INT(console_run("scatter map --forest --size 200x160 --at 1000000000000,-5 --json"), 0);
    snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
    CHECK_CONTAINS(console_out, "\"name\":\"trees\"");
    CHECK_CONTAINS(console_out, "\"name\":\"bushes\"");
    CHECK_CONTAINS(console_out, "\"name\":\"stones\"");
    CHECK_INT(console_run("scatter map --forest --size 200x160 --at 1000000000000,-5 --threads 3"),
              0);
    CHECK_CONTAINS(console_out, hash);
}

/// Points within a box, of a list.
static int64_t count_within(const char *path, double x0, double y0, double x1, double y1)
{
    char line[256];
    int64_t count = 0;
    FILE *const file = fopen(path, "rb");
    CHECK(file != NULL);
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
    {
        double x, y;
        count += sscanf(line, "%lf,%lf", &x, &y) == 2 && x > x0 && y > y0 && x < x1 && y < y1;
    }
    (void)(file != NULL && fclose(file));
    return count;
}

// Points stay where the picture is white, north up.
static void test_a_picture_says_where_points_stay(void)
{
    const loam_env env = loam_default_env();
    loam_picture picture;
    CHECK_OK(loam_picture_create(&env, 8, 4, loam_rgb(0x000000), &picture));
    for (int32_t x = 0; x < 4; x++)
    {
        picture.pixels[x] = picture.pixels[8 + x] = loam_rgb(0xffffff); // the north-west
        picture.pixels[16 + x] = (loam_colour){255, 255, 255, 0};       // no more below it
    }
    CHECK_OK(loam_png_write(&env, "mask.png", &picture));
    loam_picture_destroy(&env, &picture);
    const char *const all =
        "scatter map --radius 2 --size 400x400 --scale 2 --points a.csv --mask ";
    char line[256];
    snprintf(line, sizeof line, "%smask.png --mask-scale 10", all);
    CHECK_INT(console_run(line), 0);
    const int64_t inside = count_within("a.csv", -40, 0, 0, 20);
    CHECK_RANGE(inside, 100, 200);
    CHECK_INT(count_within("a.csv", -200, -200, 200, 200), count_within("a.csv", -40, -5, 5, 20));
    CHECK_RANGE(count_within("a.csv", -200, -200, 200, 200), inside, inside + 40);
    snprintf(line, sizeof line, "%smask.png --mask-scale 10 --mask-at 20,-60 --radius-most 3", all);
    CHECK_INT(console_run(line), 0);
    CHECK_INT(count_within("a.csv", -200, -200, 200, 200), count_within("a.csv", 20, -45, 65, -20));
    CHECK_RANGE(count_within("a.csv", 20, -40, 60, -20), 50, 200);
    // One layer of several.
    CHECK_INT(console_run(
                  "scatter map --forest --size 200x200 --mask mask.png --mask-layer trees --json"),
              0);
    CHECK_CONTAINS(console_out, "\"name\":\"trees\",\"method\":\"poisson\",\"points\":0,");
    CHECK(json_number_of(console_out, "points") > 20);
    console_refuses("scatter map --mask mask.png --mask-layer trees", 2,
                    "--mask-layer is trees; must be the name of a layer");
    console_refuses("scatter map --mask none.png", 1, "--mask: none.png: cannot be read");
    CHECK_INT(folder_count(1), 2);
}

static void write_text(const char *path, const char *words)
{
    CHECK_OK(loam_file_write(path, words, strlen(words)));
}

static void test_layers_come_from_a_file(void)
{
    write_text("reef.json", "{\"layers\": [{\"name\": \"corals\", \"spacing\": 3}, "
                            "{\"name\": \"shells\", \"method\": \"hex\", \"spacing\": 2}]}");
    CHECK_INT(console_run("scatter map --layers reef.json --size 120x120 -o a.png --points a.csv"),
              0);
    CHECK_CONTAINS(console_out, " corals, 3.0");
    CHECK_CONTAINS(console_out, "written to a.png; points written to a.csv");
    write_text("bad.json", "{\"layers\": [{\"name\": \"corals\", \"spacing\": -3}]}");
    console_refuses("scatter map --layers bad.json", 2, "layers[0].spacing");
    CHECK_INT(folder_count(1), 4);
}

/// The line of a list.
static void line_of(const char *path, int number, char *out, size_t size)
{
    FILE *const file = fopen(path, "r");
    out[0] = '\0';
    for (int i = 0; file != NULL && i < number; i++)
    {
        CHECK(fgets(out, (int)size, file) != NULL);
    }
    CHECK(file != NULL && fclose(file) == 0);
}

static void test_lists_are_exact(void)
{
    char line[256];
    CHECK_INT(
        console_run("scatter map --method jitter --jitter 0 --radius 0.5 --size 16x16 --scale 4"
                    " --at -3,1000000000000 --points b.csv"),
        0);
    line_of("b.csv", 1, line, sizeof line);
    CHECK_TEXT(line, "x,y,layer,kind,size,turn,id\n");
    line_of("b.csv", 2, line, sizeof line);
    CHECK_CONTAINS(line, "-4.75000000,999999999998.25000000,points,0,");
    CHECK_INT(folder_count(1), 1);
}

static void test_bad_input_is_refused(void)
{
    console_refuses("scatter map --method grid -o a.png", 2, "jitter, hex or poisson");
    console_refuses("scatter map --radius 0.01 -o a.png", 2, "0.125 to 1024");
    console_refuses("scatter map --radius 4 --radius-most 3 -o a.png", 2,
                    "--radius-most is 3; must be above --radius, which is 4");
    console_refuses("scatter map --method hex --radius-most 9 -o a.png", 2,
                    "--radius-most is for --method poisson");
    console_refuses("scatter map --radius 1 --radius-most 17 -o a.png", 2,
                    "widest spacing of layer \"points\" is 17; must be 1 to 16");
    console_refuses("scatter map --radius 0.125 --size 16384x8192 --scale 1 -o a.png", 2,
                    "must be at most 16777216");
    console_refuses("scatter map --forest --radius 3", 2, "--forest");
    console_refuses("scatter map -o a.gif", 2, "ending in .png");
    console_refuses("scatter map --points a.txt", 2, "ending in .csv");
    console_refuses("scatter map -o no/such/folder/a.png", 1, "no/such/folder");
    CHECK_INT(folder_count(1), 0);
}

int main(void)
{
    folder_enter();
    RUN(test_methods_have_figures);
    RUN(test_a_forest_has_three_layers);
    RUN(test_a_picture_says_where_points_stay);
    RUN(test_layers_come_from_a_file);
    RUN(test_lists_are_exact);
    RUN(test_bad_input_is_refused);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
