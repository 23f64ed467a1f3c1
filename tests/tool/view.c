// SPDX-License-Identifier: MIT
// loam land view: what it is asked, and what it says to what it cannot do. Pictures are tested in tests/scene,
// films in view_film.c.
#include "console.h"

static void check_refused(const char *line, const char *words)
{
    CHECK_INT(console_run(line), TOOL_BAD_USAGE);
    CHECK_REPORT(strstr(console_err, words) != NULL, "\"%s\" says \"%s\", expected \"%s\"", line,
                 console_err, words);
}

static void test_values_out_of_range_are_named(void)
{
    check_refused("land view --size 0x0 -o view.png", "--size");
    check_refused("land view --look 0,95 -o view.png", "elevation of 95; must be -90 to 90");
    check_refused("land view --look north -o view.png", "--look is north; must be AZ,EL");
    check_refused("land view --look 10, -o view.png", "must be AZ,EL");
    check_refused("land view --time 25:00 -o view.png", "--time is 25:00; must be 00:00 to 23:59");
    check_refused("land view --time 7:5 -o view.png", "00:00 to 23:59");
    check_refused("land view --weather hail -o view.png", "clear, fair, cloudy");
    check_refused("land view --season monsoon -o view.png",
                  "--season is monsoon; must be none, spring, summer, autumn, winter or a day");
    check_refused("land view --season 366 -o view.png", "1 to 365");
    check_refused("land view --place season=0 -o view.png", "season of a place is 0");
    check_refused("land explore --season monsoon", "--season is monsoon; must be none, spring");
    check_refused("land view --at 1125899906842624,0 -o view.png",
                  "reaches over the end of the land");
    check_refused("land view --to 10,10 --path way.json -o view.png", "--path");
}

static void test_something_must_be_written(void)
{
    check_refused("land view", "nothing to write");
    check_refused("land view -o view.png --record film.mp4", "one of them");
    check_refused("land view --record film.gif", "--record");
}

static void test_unwritable_files_are_named_before_anything_grows(void)
{
    CHECK_INT(console_run("land view -o /nowhere/at/all/view.png"), TOOL_FAILED);
    CHECK(strstr(console_err, "/nowhere/at/all/view.png") != NULL);
}

static void write_path(const char *words)
{
    FILE *const file = fopen("view_path.json", "w");
    CHECK(file != NULL && fputs(words, file) >= 0 && fclose(file) == 0);
}

static void check_path(const char *json, const char *words)
{
    write_path(json);
    CHECK(console_run("land view --path view_path.json -o view.png") != TOOL_DONE);
    CHECK_REPORT(strstr(console_err, words) != NULL, "%s says \"%s\", expected \"%s\"", json,
                 console_err, words);
}

/// One more than there may be. Their first is bad: even if they were read, nothing would be drawn.
static void test_paths_of_too_many_stops_are_refused(void)
{
    char json[8192] = "{\"stops\": [7";
    size_t size = strlen(json);
    for (int32_t i = 0; i < 1000; i++)
    {
        size += (size_t)snprintf(json + size, sizeof json - size, ", {}");
    }
    snprintf(json + size, sizeof json - size, "]}");
    check_path(json, "must be a JSON object with \"stops\", 1 to 1000");
    remove("view_path.json");
}

static void test_bad_paths_are_named(void)
{
    check_path("{\"stops\":\n[nonsense", "--path: view_path.json is not JSON: line 2");
    check_path("{}", "must be a JSON object with \"stops\", 1 to 1000");
    check_path("{\"stops\": []}", "must be a JSON object with \"stops\", 1 to 1000");
    check_path("{\"stops\": [7]}", "--path: view_path.json: stop 1 must be an object");
    check_path("{\"stops\": [{\"at\": [0, 0]}, {\"look\": [0, 95]}]}",
               "view_path.json: stop 2: look of a place is 0,95; must be AZ,EL");
    check_path("{\"stops\": [{\"at\": [0]}]}", "stop 1 must be an object like {\"at\": [0, 0]");
    check_path("{\"stops\": [{\"at\": [0, 0, 0]}]}", "stop 1 must be an object");
    check_path(
        "{\"stops\": [{\"height\": -3}]}",
        "height of a place is -3; must be metres of the eyes above the ground, 0.5 to 20000");
    check_path("{\"stops\": [{\"time\": \"noon\"}]}", "must be 00:00 to 23:59");
    check_path("{\"stops\": [{\"time\": 12}]}", "time of a place is 12; must be 00:00 to 23:59");
    check_path("{\"stops\": [{\"weather\": \"hail\"}]}",
               "weather of a place is hail; must be clear, fair");
    check_path("{\"stops\": [{\"weather\": \"climat\"}]}", "haze, fog or climate");
    check_path("{\"stops\": [{\"season\": \"wet\"}]}",
               "season of a place is wet; must be none, spring");
    check_path("{\"stops\": [{\"season\": 20.5}]}", "season of a place is 20.5; must be none");
    check_path("{\"stops\": [{\"wether\": \"rain\"}]}",
               "stop 1 has no \"wether\"; must be one of at, height, look");
    remove("view_path.json");
    CHECK_INT(console_run("land view --path missing.json -o view.png"), TOOL_FAILED);
    CHECK(strstr(console_err, "missing.json cannot be read") != NULL);
}

int main(void)
{
    RUN(test_values_out_of_range_are_named);
    RUN(test_something_must_be_written);
    RUN(test_unwritable_files_are_named_before_anything_grows);
    RUN(test_bad_paths_are_named);
    RUN(test_paths_of_too_many_stops_are_refused);
    return CHECK_DONE();
}
