// SPDX-License-Identifier: MIT
// The form of what loam bench prints and writes. How fast anything is, is no test.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "tool/console.h"
#include "tool/json.h"

static char file_text[1 << 16];

static void read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    const size_t size = file != NULL ? fread(file_text, 1, sizeof file_text - 1, file) : 0;
    file_text[size] = '\0';
    if (file != NULL)
    {
        fclose(file);
    }
}

static void test_the_file_has_the_promised_form(void)
{
    CHECK_INT(console_run("bench base --time 1 --json bench.json"), 0);
    read_file("bench.json");
    CHECK(json_is_valid(file_text));
    CHECK(strncmp(file_text, "{\"machine\":{", 12) == 0);
    CHECK_CONTAINS(file_text, "},\"yardsticks\":{\"");
    CHECK_CONTAINS(file_text, "},\"measures\":[{\"name\":\"");
    CHECK_RANGE(json_number_of(file_text, "ns_per_item"), 1e-9, 1e12);
    CHECK_RANGE(json_number_of(file_text, "median_ns_per_item"),
                json_number_of(file_text, "ns_per_item"), 1e12);
    const double ns = json_number_of(file_text, "ns_per_item");
    CHECK_NEAR(json_number_of(file_text, "items_per_second"), 1e9 / ns, 1e9 / ns * 1e-6);
    CHECK_RANGE(json_number_of(file_text, "cores"), 1, 1e6);
    // The ratio is the cost relative to the yardstick's.
    const char *yardstick = json_text_of(file_text, "yardstick");
    CHECK(yardstick[0] != '\0');
    const double expected = ns / json_number_of(file_text, yardstick);
    CHECK_NEAR(json_number_of(file_text, "ratio"), expected, expected * 1e-6);
    CHECK_INT(folder_count(1), 1);
}

/// The ratio that is printed behind a measure, -1 if there is none.
static double printed_ratio(const char *name)
{
    const char *line = strstr(console_out, name);
    const char *end = line != NULL ? strstr(line, " M/s ") : NULL;
    return end != NULL ? strtod(end + 5, NULL) : -1;
}

// People and scripts are told the same: how much an item costs relative to the yardstick's.
// (A normal number costs several plain ones, so the inverse would be seen.)
static void test_the_printed_ratio_is_the_cost(void)
{
    const char *const words[] = {"loam",     "bench",  "base",   "--time", "1",
                                 "--filter", "normal", "--json", "b.json"};
    CHECK_INT(console_run_words(9, words), 0);
    read_file("b.json");
    const double expected = json_number_of(file_text, "ns_per_item") /
                            json_number_of(file_text, "random u64");
    CHECK_NEAR(printed_ratio("base random normal"), expected, expected * 0.01);
    CHECK_INT(folder_count(1), 1);
}

// A measure that is compared with itself tells nothing.
static void test_nothing_is_its_own_yardstick(void)
{
    CHECK_INT(console_run("bench base --time 1 --filter u64"), 0);
    CHECK_CONTAINS(console_out, " x splitmix64\n");
    CHECK_INT(console_run("bench noise --time 1 --filter [scalar]"), 0);
    CHECK(strstr(console_out, " x ") == NULL);
}

// Minutes of measuring must not end with a complaint about a file.
static void test_files_are_tried_before_measuring(void)
{
    console_refuses("bench base --json no/where.json", 1,
                    "no/where.json: cannot be written: No such file");
    console_refuses("bench base --trace no/where.json", 1,
                    "no/where.json: cannot be written: No such file");
    console_refuses("bench base --json good.json --trace .", 1, ".: cannot be written: it is a");
    CHECK_INT(folder_count(0), 0);
}

static void test_noise_measures_every_form(void)
{
    static const char *const forms[] = {"a row of 1024", "points",   "slopes",
                                        "noise white",   ", warped", "ridged"};
    for (int i = 0; i < 6; i++)
    {
        const char *const words[] = {"loam", "bench", "noise", "--time", "1", "--filter", forms[i]};
        CHECK_INT(console_run_words(7, words), 0);
        CHECK_CONTAINS(console_out, forms[i]);
    }
}

static void test_one_line_for_each_measure(void)
{
    CHECK_INT(console_run("bench base --time 1 --filter random"), 0);
    int lines = 0;
    for (const char *line = console_out; *line != '\0'; line = strchr(line, '\n') + 1)
    {
        lines++;
        CHECK(strncmp(line, "base random", 11) == 0);
    }
    CHECK(lines >= 3);
    CHECK_CONTAINS(console_out, " ns ");
    CHECK_CONTAINS(console_out, " M/s ");
    CHECK_CONTAINS(console_out, " x random u64\n");
    CHECK_INT(folder_count(1), 0);
}

// Far from the origin the comparison is with the same near the origin, elsewhere with the scalar
// reference.
static void test_noise_names_what_it_compares_with(void)
{
    CHECK_INT(console_run("bench noise --time 1 --filter 2^40 --json b.json"), 0);
    read_file("b.json");
    CHECK(json_is_valid(file_text));
    CHECK_CONTAINS(file_text, "\"name\":\"noise perlin 2d wavelength 64, at 2^40 [");
    char near[80];
    snprintf(near, sizeof near, "\"yardstick\":\"noise perlin 2d wavelength 64 [%s]\"",
             loam_isa_name(loam_isa_best()));
    CHECK_CONTAINS(file_text, near);
    CHECK(strstr(file_text, "cellular") == NULL);
    const char *const words[] = {"loam",     "bench",    "noise",  "--time", "1",
                                 "--filter", "value 1d", "--json", "b.json"};
    CHECK_INT(console_run_words(9, words), 0);
    read_file("b.json");
    CHECK_CONTAINS(file_text, "\"yardstick\":\"noise value 1d wavelength 64 [scalar]\"");
    CHECK_INT(folder_count(1), 1);
}

static void test_grid_is_measured_against_copying(void)
{
    CHECK_INT(console_run("bench grid --time 1 --filter caves --isa scalar"), 0);
    CHECK_CONTAINS(console_out, "grid caves, 128 x 128, 8 iterations, cell ");
    CHECK_CONTAINS(console_out, " x memory copy, byte\n");
    CHECK(strstr(console_out, "dilate") == NULL);
    CHECK_INT(folder_count(1), 0);
}

static void run_tiles(const char *filter)
{
    const char *const words[] = {"loam",     "bench", "tiles",  "--time", "1",
                                 "--filter", filter,  "--json", "b.json"};
    CHECK_INT(console_run_words(9, words), 0);
    read_file("b.json");
    CHECK(json_is_valid(file_text));
}

static void test_tiles_are_measured_against_one_noise(void)
{
    run_tiles("chunk, sky");
    CHECK_CONTAINS(console_out, "tiles chunk, sky ");
    CHECK_CONTAINS(console_out, " x simplex 2d, scalar\n");
    CHECK(strstr(console_out, "surface") == NULL && strstr(console_out, "one in 100") == NULL);
    CHECK(json_find(file_text, "p99_ns_per_item") == NULL);
    CHECK_INT(folder_count(1), 1);
}

// Who waits for something is told how long the slowest of a hundred took.
static void test_waits_have_a_slowest(void)
{
    run_tiles("batch of 5");
    CHECK_CONTAINS(console_out, "tiles batch of 5 chunks ");
    CHECK_CONTAINS(console_out, ", one in 100 above ");
    const double slow = json_number_of(file_text, "p99_ns_per_item");
    CHECK_RANGE(slow, json_number_of(file_text, "median_ns_per_item"), 1e12);
    CHECK_INT(folder_count(1), 1);
}

// Sizes are told beside what they are compared with.
static void test_a_store_is_measured_and_weighed(void)
{
    CHECK_INT(console_run("bench store --time 1 --threads 2 --json b.json"), 0);
    read_file("b.json");
    CHECK(json_is_valid(file_text));
    CHECK_CONTAINS(console_out, "store save, chunk  ");
    CHECK_CONTAINS(console_out, "store save, chunk, 2 threads");
    CHECK_CONTAINS(console_out, "store load, chunk");
    CHECK_CONTAINS(console_out, " x the same as PNG\n");
    CHECK_CONTAINS(file_text, "],\"sizes\":[{\"name\":\"store chunk\",\"bytes\":");
    CHECK_RANGE(json_number_of(file_text, "bytes"), 1,
                json_number_of(file_text, "yardstick_bytes"));
    console_refuses("bench store --filter nothing-of-that-name", 2, "no measure has");
    CHECK_INT(folder_count(1), 1);
}

#ifdef LOAM_HAS_SCENE

// Caches fill, most of them on the first half of the way: 539 MiB after 500 km became 551 after 1,000. A leak goes on.
static void test_memory_is_flat_over_a_flight(void)
{
    double mib[10] = {0};
    CHECK_INT(
        console_run("bench explore --view 64x64 --reach 1024 --seconds 0.05 --flight 1000 --json"),
        0);
    CHECK(json_number_of(console_out, "ground_ms") > 0);
    CHECK(json_number_of(console_out, "jump_ground_ms") > 0);
    const char *at = strstr(console_out, "\"flight_memory_bytes\":");
    CHECK(at != NULL);
    at = at != NULL ? strchr(at, '[') : NULL;
    for (int i = 0; i < 10 && at != NULL; i++)
    {
        char *end = NULL;
        mib[i] = strtod(at + 1, &end) / (1 << 20);
        at = end;
    }
    CHECK_REPORT(mib[4] > 0 && mib[9] < 1.05 * mib[4], "%.0f MiB after 500 km, %.0f after 1,000",
                 mib[4], mib[9]);
}

#endif

int main(void)
{
    folder_enter();
    RUN(test_the_file_has_the_promised_form);
    RUN_UNSANITIZED(test_the_printed_ratio_is_the_cost);
    RUN_UNSANITIZED(test_nothing_is_its_own_yardstick);
    RUN(test_files_are_tried_before_measuring);
    RUN(test_noise_measures_every_form);
    RUN_UNSANITIZED(test_one_line_for_each_measure);
    RUN_UNSANITIZED(test_noise_names_what_it_compares_with);
    RUN(test_grid_is_measured_against_copying);
    RUN(test_tiles_are_measured_against_one_noise);
    RUN(test_waits_have_a_slowest);
    RUN(test_a_store_is_measured_and_weighed);
#ifdef LOAM_HAS_SCENE
    if (getenv("LOAM_SOAK") != NULL)
    {
        RUN(test_memory_is_flat_over_a_flight);
    }
#endif
    folder_leave();
    console_done();
    return CHECK_DONE();
}
