// SPDX-License-Identifier: MIT
// loam land map and loam land river, as they are typed.
#define _XOPEN_SOURCE 700 // for setitimer

#include "land/shared_pages.h"
#include "tool/console.h"
#include "tool/interrupted.h"
#include "tool/json.h"

#include "loam/export.h"
#include "loam/land.h"
#include "loam/picture.h"

static void test_a_map_is_written(void)
{
    const char *path = "tool_land_map.png";
    remove(path);
    CHECK_INT(
        console_run("land map --seed hello --size 210x130 --scale 4096 --grid --names --roads "
                    "-o tool_land_map.png"),
        TOOL_DONE);
    CHECK_CONTAINS(console_out, "210x130 pixels of 4096 m: ");
    CHECK_CONTAINS(console_out, "written to tool_land_map.png");
    int32_t w, h;
    png_size(path, &w, &h);
    CHECK_INT(w, 210);
    CHECK_INT(h, 130);
    remove(path);
}

static void test_figures_as_json(void)
{
    CHECK_INT(console_run("land map --seed 5 --at -300000,70000 --size 120x80 --scale 2000 "
                          "--layer biome --json"),
              TOOL_DONE);
    CHECK(json_is_valid(console_out));
    CHECK_INT(json_number_of(console_out, "pixels"), 120 * 80);
    CHECK_TEXT(json_text_of(console_out, "layer"), "biome");
    CHECK_RANGE(json_number_of(console_out, "land"), 0, 120 * 80);
    CHECK_RANGE(json_number_of(console_out, "highest_m"), json_number_of(console_out, "lowest_m"),
                9000);
    CHECK_RANGE(json_number_of(console_out, "ms"), 0, 1e9);
    CHECK_INT(strlen(json_text_of(console_out, "hash")), 16);
    CHECK(json_find(console_out, "biomes") != NULL);
}

// The hash is that of what is there: the same for every layer and number of threads, another for other
// places.
static void test_the_hash_is_of_the_land(void)
{
    console_run("land map --seed 5 --size 60x50 --scale 800 --json --threads 1");
    char first[64];
    snprintf(first, sizeof first, "%s", json_text_of(console_out, "hash"));
    console_run(
        "land map --seed 5 --size 60x50 --scale 800 --json --threads 3 --layer rain --grid");
    CHECK_TEXT(json_text_of(console_out, "hash"), first);
    console_run("land map --seed 6 --size 60x50 --scale 800 --json");
    CHECK(strcmp(json_text_of(console_out, "hash"), first) != 0);
}

/// Lets the map of a place be drawn with pages from a file, which notes what was grown for it.
static int slices_of(const char *pages, char hash[64])
{
    char line[256];
    snprintf(line, sizeof line,
             "land map --seed 5 --size 40x30 --scale 16 --json --trace tool_land_pages.json "
             "--pages %s",
             pages);
    CHECK_INT(console_run(line), TOOL_DONE);
    snprintf(hash, 64, "%s", json_text_of(console_out, "hash"));
    char *trace = NULL;
    size_t room = 0;
    FILE *const file = fopen("tool_land_pages.json", "rb");
    CHECK(file != NULL && getdelim(&trace, &room, '\0', file) > 0);
    fclose(file);
    int slices = 0;
    for (const char *at = strstr(trace, ".cells"); at != NULL; at = strstr(at + 1, ".cells"))
    {
        slices++;
    }
    free(trace);
    remove("tool_land_pages.json");
    return slices;
}

static void test_what_has_grown_is_kept(void)
{
    char first[64], second[64];
    remove("tool_land.pages");
    const int grown = slices_of("tool_land.pages", first);
    const int again = slices_of("tool_land.pages", second);
    CHECK_TEXT(second, first);
    CHECK(again < grown);
    CHECK_INT(remove("tool_land.pages"), 0);
    console_refuses("land map --pages no/such/folder/x.pages", TOOL_FAILED, "no/such/folder");
    FILE *const letter = fopen("tool_land_letter.txt", "wb");
    CHECK(letter != NULL && fputs("dear reader, these are no pages", letter) >= 0);
    fclose(letter);
    console_refuses("land map --pages tool_land_letter.txt", TOOL_FAILED,
                    "--pages: tool_land_letter.txt");
    CHECK_INT(remove("tool_land_letter.txt"), 0);
}

static void test_maps_that_are_refused(void)
{
    console_refuses("land map --scale 0", TOOL_BAD_USAGE, "--scale is \"0\"; must be 1 to 10000");
    console_refuses("land map --scale 1.5", TOOL_BAD_USAGE,
                    "--scale is \"1.5\"; must be a whole number, 1 to 10000");
    console_refuses("land map --scale 10001", TOOL_BAD_USAGE, "--scale is \"10001\"");
    console_refuses("land map --size 0x5", TOOL_BAD_USAGE, "--size");
    console_refuses("land map --size 65537x5", TOOL_BAD_USAGE, "--size");
    console_refuses("land map --size 65536x65536", TOOL_BAD_USAGE, "at most 268435456 pixels");
    console_refuses("land map --layer relif", TOOL_BAD_USAGE, "relief");
    console_refuses("land map --at 1", TOOL_BAD_USAGE, "--at");
    console_refuses("land map --at 1e30,0", TOOL_BAD_USAGE, "--at");
    console_refuses("land map --at 1125899906842624,0", TOOL_BAD_USAGE, "end of the land");
    console_refuses("land map -o map.jpg", TOOL_BAD_USAGE, ".png");
    console_refuses("land map -o no/such/folder/map.png", TOOL_FAILED, "no/such/folder");
    console_refuses("land map --trace no/such/folder/t.json", TOOL_FAILED, "no/such/folder");
    console_refuses("land mapp", TOOL_BAD_USAGE, "land map");
    console_refuses("land fly --size 17x16 --record o.mp4", TOOL_BAD_USAGE,
                    "--size is 17x16, and a film's sides have to be even; must be 18x16");
}

// The numbers behind a key, wherever it occurs.
static int numbers_of(const char *json, const char *key, double *out, int max)
{
    char quoted[32];
    int count = 0;
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    for (const char *at = strstr(json, quoted); at != NULL && count < max;
         at = strstr(at + 1, quoted))
    {
        out[count++] = strtod(at + strlen(quoted), NULL);
    }
    return count;
}

static void test_a_river_runs_down_to_the_sea(void)
{
    enum
    {
        MOST = 100000
    };
    static double heights[MOST], flows[MOST];
    CHECK_INT(console_run("land river --seed 3 --at -141800,-77400 --min-flow 1000 --json"),
              TOOL_DONE);
    CHECK(json_is_valid(console_out));
    CHECK_TEXT(json_text_of(console_out, "end"), "sea");
    CHECK(json_number_of(console_out, "length_m") > 20000);
    const int count = numbers_of(console_out, "height", heights, MOST);
    CHECK(count > 1000 && count < MOST);
    CHECK_INT(numbers_of(console_out, "flow", flows, MOST), count);
    CHECK(flows[0] >= 1000 * 0.999);
    for (int i = 1; i < count; i++)
    {
        CHECK(heights[i] <= heights[i - 1]);
        CHECK(flows[i] >= flows[i - 1]);
    }
    CHECK_RANGE(heights[count - 1], -1, 0.01);
    // It has one name on both graphs.
    char name[64];
    snprintf(name, sizeof name, "%s", json_text_of(console_out, "name"));
    CHECK_RANGE(strlen(name), 3, 40);
    CHECK_RANGE(strlen(json_text_of(console_out, "end_name")), 3, 40);
    CHECK_INT(console_run("land river --seed 3 --at -141800,-77400 --min-flow 1000 --coarse"),
              TOOL_DONE);
    CHECK(strstr(console_out, name) != NULL);
    CHECK(strstr(console_out, " km and falls ") != NULL);
}

// Where it is near to its end, a river has some metres to run, and the tool says how many.
static void test_short_rivers_are_told_in_metres(void)
{
    enum
    {
        MOST = 100000
    };
    static double x[MOST], z[MOST];
    char line[128], words[64];
    CHECK_INT(console_run("land river --seed 3 --at -128040,-79810 --min-flow 1000 --json"),
              TOOL_DONE);
    const int count = numbers_of(console_out, "x", x, MOST);
    CHECK(count > 10 && numbers_of(console_out, "z", z, MOST) == count);
    snprintf(line, sizeof line, "land river --seed 3 --at %.0f,%.0f --min-flow 1000", x[count - 4],
             z[count - 4]);
    CHECK_INT(console_run(line), TOOL_DONE);
    char *const sentence = strdup(console_out);
    snprintf(line + strlen(line), sizeof line - strlen(line), " --json");
    CHECK_INT(console_run(line), TOOL_DONE);
    const double length_m = json_number_of(console_out, "length_m");
    CHECK_RANGE(length_m, 1, 999);
    snprintf(words, sizeof words, " runs for %.0f m and falls ", length_m);
    CHECK(strstr(sentence, words) != NULL);
    free(sentence);
}

static void test_rivers_that_are_not_there(void)
{
    console_refuses("land river --seed 1 --at 0,0 --min-flow 1e7", TOOL_FAILED,
                    "that carries as much as --min-flow 10000000; a lower one finds smaller");
    console_refuses("land river --min-flow 1", TOOL_BAD_USAGE, "--min-flow");
}

static void test_the_smallest_map(void)
{
    CHECK_INT(console_run("land map --size 1x1 --scale 1 --names --grid --json"), TOOL_DONE);
    CHECK_INT(json_number_of(console_out, "pixels"), 1);
}

// A map of this size takes seconds.
static void test_a_map_that_is_stopped(void)
{
    remove("tool_land_stopped.png");
    CHECK_INT(interrupted_run("land map --size 3000x3000 --threads 1 -o tool_land_stopped.png", 50),
              TOOL_FAILED);
    CHECK_CONTAINS(console_err, "loam land map: the map was stopped after ");
    CHECK_TEXT(console_out, "");
    CHECK(fopen("tool_land_stopped.png", "rb") == NULL);
}

static void test_a_trace_is_written(void)
{
    remove("tool_land_trace.json");
    CHECK_INT(console_run("land map --size 9x9 --scale 4096 --trace tool_land_trace.json"),
              TOOL_DONE);
    FILE *file = fopen("tool_land_trace.json", "rb");
    static char events[1 << 20];
    CHECK(file != NULL);
    const size_t size = file != NULL ? fread(events, 1, sizeof events - 1, file) : 0;
    events[size] = '\0';
    CHECK(json_is_valid(events));
    static const char *const stages[] = {"land0.raw", "land0.basins", "land0.climate",
                                         "land0.cells"};
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++)
    {
        char event[64];
        snprintf(event, sizeof event, "{\"name\":\"%s\",\"cat\":\"slice\"", stages[i]);
        CHECK_CONTAINS(events, event);
    }
    CHECK_INT(file != NULL ? fclose(file) : 0, 0);
    remove("tool_land_trace.json");
}

int main(void)
{
    RUN(test_a_map_is_written);
    RUN(test_figures_as_json);
    RUN(test_maps_that_are_refused);
    RUN_UNSANITIZED(test_what_has_grown_is_kept);
    RUN_UNSANITIZED(test_a_river_runs_down_to_the_sea);
    RUN_UNSANITIZED(test_short_rivers_are_told_in_metres);
    RUN(test_rivers_that_are_not_there);
    RUN(test_the_smallest_map);
    shared_pages_end();
    RUN(test_a_map_that_is_stopped); // which takes its time
    RUN_UNSANITIZED(test_the_hash_is_of_the_land);
    RUN(test_a_trace_is_written);
    console_done();
    return CHECK_DONE();
}
