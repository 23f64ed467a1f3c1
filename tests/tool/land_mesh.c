// SPDX-License-Identifier: MIT
// loam land mesh, as a user meets it. tests/viewers has the files opened by other programs.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/loam.h"
#include "tool/console.h"
#include "tool/json.h"

static void test_all_formats_have_the_same_mesh(void)
{
    static const char *const endings[] = {"glb", "obj", "ply"};
    char line[256], hash[32] = "";
    for (int32_t i = 0; i < 3; i++)
    {
        snprintf(line, sizeof line,
                 "land mesh --at -26000,16500 --extent 64x48 --scale 8 --threads %d --json -o m.%s",
                 (int)i, endings[i]);
        CHECK_INT(console_run(line), 0);
        CHECK(json_is_valid(console_out));
        CHECK_INT(json_number_of(console_out, "vertices"), 9 * 7);
        CHECK_INT(json_number_of(console_out, "triangles"), 8 * 6 * 2);
        const char *const here = json_text_of(console_out, "hash");
        CHECK(i == 0 || strcmp(hash, here) == 0);
        snprintf(hash, sizeof hash, "%s", here);
        CHECK_INT(folder_count(1), 1);
    }
}

/// The usual plan as a file is the usual plan; another one has things of its own names, in meshes too.
static void test_things_stand_by_a_file(void)
{
    char hash[32];
    const char *const place = "--seed 2 --at -7168,-18944 --extent 224x224 --json";
    char line[256];
    snprintf(line, sizeof line, "land things %s", place);
    CHECK_INT(console_run(line), 0);
    snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
    CHECK_INT(console_run("land kinds -o all.json"), 0);
    snprintf(line, sizeof line, "land things --kinds all.json %s", place);
    CHECK_INT(console_run(line), 0);
    CHECK(json_is_valid(console_out));
    CHECK_TEXT(json_text_of(console_out, "hash"), hash);
    snprintf(line, sizeof line, "land things --kinds %s %s", KINDS_FILE, place);
    CHECK_INT(console_run(line), 0);
    CHECK(json_number_of(console_out, "erratic") > 0);
    const int64_t listed = (int64_t)json_number_of(console_out, "count");
    CHECK_INT(
        console_run("land things --seed 2 --at -7168,-18944 --extent 224x224 --kinds " KINDS_FILE
                    " -o a.csv"),
        0);
    CHECK_CONTAINS(console_out, "m: erratic ");
    snprintf(line, sizeof line, "land mesh --things --kinds %s %s -o a.glb", KINDS_FILE, place);
    CHECK_INT(console_run(line), 0);
    CHECK_INT(json_number_of(console_out, "things"), listed);
    CHECK_INT(folder_count(1), 3);
    console_refuses("land mesh --kinds all.json -o a.glb", 2, "--kinds is for --things");
    FILE *const file = fopen("bad.json", "wb");
    CHECK(file != NULL && fputs("{\"kinds\": [{\"name\": \"oak\", \"size\": 70}]}", file) >= 0);
    CHECK(file != NULL && fclose(file) == 0);
    console_refuses("land things --kinds bad.json", 2,
                    "--kinds: bad.json: kinds[0].size is 70; must be a number from 0.05 to 60");
    console_refuses("land kinds --kinds none.json", 1, "--kinds: none.json: cannot be read");
    CHECK_INT(folder_count(1), 1);
}

/// What stands there is as many as `land things` lists, and their shapes do not depend on threads.
static void test_things_stand_on_the_mesh(void)
{
    CHECK_INT(console_run("land things --seed 2 --at -7168,-18944 --extent 96x96 --json"), 0);
    const int64_t listed = (int64_t)json_number_of(console_out, "count");
    CHECK(listed > 50);
    static uint8_t first[1 << 21];
    size_t size = 0;
    for (int32_t i = 0; i < 2; i++)
    {
        char line[256];
        snprintf(line, sizeof line,
                 "land mesh --seed 2 --at -7168,-18944 --extent 96x96 --things --json --threads %d "
                 "-o wood.glb",
                 (int)(2 * i));
        CHECK_INT(console_run(line), 0);
        CHECK_INT(json_number_of(console_out, "things"), listed);
        CHECK(json_number_of(console_out, "shape_triangles") > 1000);
        static uint8_t bytes[1 << 21];
        FILE *const file = fopen("wood.glb", "rb");
        CHECK(file != NULL);
        const size_t read = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
        (void)(file != NULL && fclose(file));
        CHECK(read > 10000 && read < sizeof bytes);
        CHECK(i == 0 || (read == size && memcmp(bytes, first, size) == 0));
        memcpy(first, bytes, read);
        size = read;
    }
    CHECK_INT(console_run("land mesh --seed 2 --at -7168,-18944 --extent 96x96 --json -o bare.ply"),
              0);
    CHECK(strstr(console_out, "things") == NULL);
    CHECK_INT(
        console_run("land mesh --seed 2 --at -7168,-18944 --extent 96x96 --things -o wood.ply"), 0);
    CHECK_CONTAINS(console_out, "trees, bushes and boulders");
    CHECK_INT(remove("wood.glb") + remove("bare.ply") + remove("wood.ply"), 0);
}

static void test_bad_input_is_refused_and_nothing_written(void)
{
    console_refuses("land mesh --things --form smooth -o m.glb", 2,
                    "--things is for --form surface");
    console_refuses("land mesh -o m.stl", 2,
                    "--output is \"m.stl\"; must be a file name ending in .glb, .obj or .ply");
    console_refuses("land mesh", 2, "output");
    console_refuses("land mesh --compress -o m.obj", 2, "--compress is for .glb; -o is m.obj");
    console_refuses("land mesh --extent 8x8 --scale 16 -o m.glb", 2,
                    "8x8 m at --scale 16 are 0 x 0 squares; must be 1 to 8191 each");
    console_refuses("land mesh --extent 9000x8 --scale 1 -o m.glb", 2, "9000 x 8 squares");
    console_refuses("land mesh --keep 0 -o m.glb", 2, "0.001 to 1");
    CHECK_INT(folder_count(1), 0);
}

int main(void)
{
    folder_enter();
    RUN(test_all_formats_have_the_same_mesh);
    RUN(test_things_stand_on_the_mesh);
    RUN_UNSANITIZED(test_things_stand_by_a_file);
    RUN(test_bad_input_is_refused_and_nothing_written);
    folder_leave();
    return CHECK_DONE();
}
