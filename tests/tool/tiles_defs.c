// SPDX-License-Identifier: MIT
// loam tiles defs, and --defs, as a user meets them.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "tool/console.h"
#include "tool/json.h"

#include <sys/stat.h>

static void write_file(const char *path, const char *content)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fputs(content, file) >= 0);
    fclose(file);
}

/// What a file holds, up to a megabyte; free it.
static char *read_file(const char *path)
{
    char *content = calloc(1, 1 << 20);
    FILE *file = fopen(path, "rb");
    CHECK_REPORT(file != NULL && fread(content, 1, (1 << 20) - 1, file) > 0, "%s is not there",
                 path);
    if (file != NULL)
    {
        fclose(file);
    }
    return content;
}

static void test_definitions_are_printed(void)
{
    CHECK_INT(console_run("tiles defs"), 0);
    CHECK_TEXT(console_err, "");
    CHECK(json_is_valid(console_out));
    CHECK_CONTAINS(console_out, "{\n    \"replace\": true,\n    \"materials\": [\n        {\n");
    CHECK_CONTAINS(console_out, "            \"name\": \"sand\",\n");
    CHECK_CONTAINS(console_out, "            \"temperature\": \"hot\",\n");
    CHECK_CONTAINS(console_out, "\n    \"ground\": {\n        \"climate_wavelength\": ");
    CHECK_CONTAINS(console_out, "\n    \"rules\": [");
    CHECK_CONTAINS(
        console_out,
        "\n    \"fluids\": {\n        \"water\": {\n            \"motion\": \"falls\",\n");
    CHECK_CONTAINS(console_out, "\n    \"sky\": {\n        \"day_steps\": ");
}

static void test_definitions_are_written_and_read_again(void)
{
    CHECK_INT(console_run("tiles defs -o defs.json"), 0);
    CHECK_TEXT(console_out, "");
    char *content = read_file("defs.json");
    CHECK_INT(console_run("tiles defs --defs defs.json"), 0);
    CHECK(strcmp(console_out, content) == 0);
    free(content);
    CHECK_INT(folder_count(1), 1);
}

static void test_definitions_are_changed(void)
{
    write_file("hard.json", "{\"materials\": [{\"name\": \"sand\", \"hardness\": 4321}]}");
    CHECK_INT(console_run("tiles defs --defs hard.json"), 0);
    CHECK_CONTAINS(console_out, "\"hardness\": 4321,\n");
    CHECK_INT(console_run("tiles defs"), 0);
    CHECK(strstr(console_out, "\"hardness\": 4321,\n") == NULL);
    CHECK_INT(folder_count(1), 1);
}

static void test_what_lives_is_changed(void)
{
    write_file(
        "life.json",
        "{\"rules\": [{\"name\": \"stone_rots\", \"from\": \"stone\", \"layers\": [\"blocks\"], "
        "\"chance\": 7, \"to\": \"dirt\"}], \"fluids\": {\"acid\": null}, "
        "\"sky\": {\"day_steps\": 12345}}");
    CHECK_INT(console_run("tiles defs --defs life.json"), 0);
    CHECK_CONTAINS(console_out,
                   "            \"name\": \"stone_rots\",\n            \"from\": \"stone\",\n"
                   "            \"having\": [],\n            \"layers\": [\"blocks\"],\n");
    CHECK_CONTAINS(console_out, "        \"day_steps\": 12345,\n");
    CHECK(strstr(console_out, "        \"acid\": {\n") == NULL);
    CHECK_INT(folder_count(1), 1);
}

static void test_worlds_are_made_of_them(void)
{
    char plain[32];
    CHECK_INT(console_run("tiles hash --chunks 0,0,0,0 --json"), 0);
    snprintf(plain, sizeof plain, "%s", json_text_of(console_out, "hash"));
    write_file("none.json", "{}");
    CHECK_INT(console_run("tiles hash --chunks 0,0,0,0 --json --defs none.json"), 0);
    CHECK_TEXT(json_text_of(console_out, "hash"), plain);
    write_file("high.json", "{\"blocks\": {\"iterations\": 0}}");
    CHECK_INT(console_run("tiles hash --chunks 0,0,0,0 --json --defs high.json"), 0);
    CHECK(strcmp(json_text_of(console_out, "hash"), plain) != 0);
    CHECK_INT(folder_count(1), 2);
}

static void test_bad_definitions_say_where(void)
{
    console_refuses("tiles defs --defs none.json", 1,
                    "loam tiles defs: none.json: cannot be read: No such file or directory\n");
    mkdir("folder.json", 0777);
    console_refuses("tiles defs --defs folder.json", 1, "folder.json: cannot be read: Is a dir");
    console_refuses("tiles defs -o folder.json", 1, "folder.json: cannot be written");
    rmdir("folder.json");
    write_file("bad.json", "{\n  \"ground\": {\n    \"rock\": \"stone\",\n  }\n}\n");
    console_refuses(
        "tiles defs --defs bad.json -o out.json", 2,
        "loam tiles defs: bad.json: line 4, column 3: the comma before } is too many\n");
    write_file("bad.json", "{\"ground\": {\"rock\": \"stoney\"}}");
    console_refuses("tiles defs --defs bad.json", 2,
                    "bad.json: ground.rock is \"stoney\"; did you mean stone? Must be air, stone");
    console_refuses("tiles hash --chunks 0,0,0,0 --defs bad.json", 2, "bad.json: ground.rock is");
    console_refuses("tiles map --size 8x8 -o map.png --defs bad.json", 2, "bad.json: ground.rock");
    write_file("bad.json", "{\"fluids\": {\"water\": {\"motion\": \"rise\"}}}");
    console_refuses("tiles defs --defs bad.json", 2,
                    "bad.json: fluids.water.motion is \"rise\"; did you mean rises? Must be falls");
    console_refuses("tiles defs --defs", 2, "--defs needs a value");
    console_refuses("tiles defs bad.json", 2, "\"bad.json\"");
    console_refuses("tiles defs -o no/where.json", 1, "no/where.json: cannot be written");
    CHECK_INT(folder_count(1), 1);
}

static void test_commands_are_printed(void)
{
    CHECK_INT(console_run("tiles commands"), 0);
    CHECK_CONTAINS(console_out, "STEP walk left|right|stop    ");
    CHECK_CONTAINS(console_out, "STEP edit LAYER MATERIAL box X Y W H ");
    CHECK_CONTAINS(console_out, " the time of day\n");
    console_refuses("tiles commands --seed 5", 2, "--seed");
}

int main(void)
{
    folder_enter();
    RUN(test_definitions_are_printed);
    RUN(test_commands_are_printed);
    RUN(test_definitions_are_written_and_read_again);
    RUN(test_definitions_are_changed);
    RUN(test_what_lives_is_changed);
    RUN(test_worlds_are_made_of_them);
    RUN(test_bad_definitions_say_where);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
