// SPDX-License-Identifier: MIT
// Paths as files.
#include "place/path.h"
#include "check.h"

#include <stdio.h>
#include <string.h>

static const char file[] = "test_walk_path.json";
static place stops[PATH_MAX_STOPS];

static const char *weathers(int32_t index)
{
    static const char *const names[] = {"clear", "fair", "storm", NULL};
    return index >= 0 && index < 3 ? names[index] : NULL;
}

static void write_text(const char *text)
{
    FILE *const to = fopen(file, "wb");
    CHECK(to != NULL);
    if (to != NULL)
    {
        fputs(text, to);
        fclose(to);
    }
}

static void test_what_is_written_is_read(void)
{
    const place first = {.height = 2};
    place from[3];
    int32_t count = 0;
    for (int32_t i = 0; i < 3; i++)
    {
        from[i] = (place){.x = i * 10.5,
                          .z = -7 * i,
                          .height = 1.5 + i,
                          .azimuth = 90 * i,
                          .elevation = -i,
                          .minutes = 600 + i,
                          .weather = i,
                          .day = i == 1 ? 300 : 0};
    }
    CHECK_OK(path_write(file, weathers, from, 3));
    CHECK_OK(path_read(file, weathers, &first, stops, &count));
    CHECK_INT(count, 3);
    for (int32_t i = 0; i < 3; i++)
    {
        CHECK(stops[i].x == from[i].x && stops[i].z == from[i].z);
        CHECK(stops[i].height == from[i].height && stops[i].azimuth == from[i].azimuth);
        CHECK(stops[i].elevation == from[i].elevation);
        CHECK_INT(stops[i].minutes, from[i].minutes);
        CHECK_INT(stops[i].weather, i);
        CHECK_INT(stops[i].day, from[i].day);
    }
}

static void test_stops_keep_what_they_do_not_say(void)
{
    const place first = {.height = 2, .azimuth = 11};
    int32_t count = 0;
    write_text("{\"stops\": [{\"at\": [1, 2]}, {\"height\": 9}, {\"time\": \"06:30\", "
               "\"season\": 31}]}");
    CHECK_OK(path_read(file, weathers, &first, stops, &count));
    CHECK_INT(count, 3);
    CHECK(stops[2].x == 1 && stops[2].height == 9 && stops[2].azimuth == 11);
    CHECK_INT(stops[2].minutes, 390);
    CHECK_INT(stops[1].day, 0);
    CHECK_INT(stops[2].day, 31);
}

static void test_bad_files_are_refused_and_change_nothing(void)
{
    static const char *const cases[][2] = {
        {"", "is not JSON: line 1"},
        {"{\n\"stops\":\n[1 2]}", "is not JSON: line 3"},
        {"[]", "with \"stops\""},
        {"{\"stops\": [{\"fov\": 20}]}", "no \"fov\"; must be one of at, height"},
        {"{\"stops\": []}", "1 to 1000"},
        {"{\"stops\": 3}", "1 to 1000"},
        {"{\"stops\": [{\"at\": [0, 0]}, 5]}", "stop 2 must be an object"},
        {"{\"stops\": [{\"at\": [0]}]}", "stop 1 must be an object"},
        {"{\"stops\": [{\"at\": [0, \"x\"]}]}", "X,Z"},
        {"{\"stops\": [{\"weather\": \"odd\"}]}", "stop 1: weather of a place is odd"},
        {"{\"stops\": [{\"weather\": \"clear at=1,1\"}]}", "stop 1 must be an object"},
        {"{\"stops\": [{\"time\": \"25:00\"}]}", "00:00 to 23:59"},
        {"{\"stops\": [{\"season\": \"wet\"}]}", "season of a place is wet"},
        {"{\"stops\": [{\"season\": 1.5}]}", "1 to 365"},
        {"{\"stops\": [{\"colour\": 1}]}", "no \"colour\""},
    };
    const place first = {.height = 2};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        int32_t count = 7;
        stops[0].x = 123;
        write_text(cases[i][0]);
        CHECK_INT(path_read(file, weathers, &first, stops, &count), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), cases[i][1]);
        CHECK(count == 7 && stops[0].x == 123);
    }
    int32_t count = 7;
    remove(file);
    CHECK_INT(path_read(file, weathers, &first, stops, &count), LOAM_IO);
}

int main(void)
{
    RUN(test_what_is_written_is_read);
    RUN(test_stops_keep_what_they_do_not_say);
    RUN(test_bad_files_are_refused_and_change_nothing);
    return CHECK_DONE();
}
