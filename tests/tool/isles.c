// SPDX-License-Identifier: MIT
// loam isles map, island, list, mesh, objects, heightmap and view, as a user meets them.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/loam.h"
#include "tool/console.h"
#include "tool/json.h"

#include <spng.h>

static void test_maps_are_pictures_with_figures(void)
{
    int32_t w, h;
    CHECK_INT(console_run("isles map --seed 7 --at 5348,-4961 --scale 8 --size 160x120 --names "
                          "--time 1.5 -o a.png --json"),
              0);
    CHECK(json_is_valid(console_out));
    CHECK_INT(json_number_of(console_out, "isles"), 1);
    CHECK_RANGE(json_number_of(console_out, "land"), 500, 15000);
    CHECK_RANGE(json_number_of(console_out, "lowest"), -40, -18);
    CHECK_RANGE(json_number_of(console_out, "highest"), 5, 300);
    CHECK_INT(strlen(json_text_of(console_out, "hash")), 16);
    png_size("a.png", &w, &h);
    CHECK_INT(w, 160);
    CHECK_INT(h, 120);
    CHECK_INT(folder_count(1), 1);
}

// Names, objects and the time change the picture, never the heights.
static void test_hashes_are_of_the_ground(void)
{
    char hash[32];
    CHECK_INT(console_run("isles map --seed 7 --scale 16 --size 90x70 --json"), 0);
    snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
    CHECK_INT(console_run("isles map --seed 7 --scale 16 --size 90x70 --names --time 3 --threads 1 "
                          "--no-objects"),
              0);
    CHECK_CONTAINS(console_out, hash);
    CHECK_CONTAINS(console_out, "90x70 pixels of 16 m");
    CHECK_INT(console_run("isles map --seed 8 --scale 16 --size 90x70 --json"), 0);
    CHECK(strstr(console_out, hash) == NULL);
    CHECK_INT(folder_count(1), 0);
}

static void test_lists_name_islands(void)
{
    CHECK_INT(console_run("isles list --seed 7 --at 5348,-4961 --extent 100x100 --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_INT(json_number_of(console_out, "count"), 1);
    CHECK_TEXT(json_text_of(console_out, "type"), "tropical");
    CHECK_RANGE(json_number_of(console_out, "radius"), 360, 860);
    CHECK_INT(console_run("isles list --seed 7 --at 5348,-4961 --extent 100x100"), 0);
    CHECK_CONTAINS(console_out, ", tropical, slot 2,-3, at ");
    CHECK_CONTAINS(console_out, "\n1 island; hash ");
    CHECK_INT(console_run("isles list --seed 7 --at 1099511627776,0 --extent 20000x20000 --json"),
              0);
    CHECK_RANGE(json_number_of(console_out, "count"), 40, 120);
}

static void test_every_stage_is_a_picture(void)
{
    const char *const stages[] = {"nodes",  "gradients", "noise", "product", "sum",
                                  "blends", "rock",      "flats", "objects"};
    int32_t w, h;
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++)
    {
        char line[128];
        snprintf(line, sizeof line,
                 "isles island --seed 7 --slot 2,-3 --stage %s --size 64 -o a.png", stages[i]);
        CHECK_INT(console_run(line), 0);
        CHECK_CONTAINS(console_out, "written to a.png");
        png_size("a.png", &w, &h);
        CHECK_INT(w, 64);
        CHECK_INT(h, 64);
    }
    CHECK_INT(console_run("isles island --seed 7 --slot 2,-3 --sheet --size 64 -o a.png"), 0);
    png_size("a.png", &w, &h);
    CHECK_RANGE(w, 3 * 64, 3 * 64 + 200);
    CHECK_INT(folder_count(1), 1);
}

static void test_an_island_has_figures(void)
{
    CHECK_INT(console_run("isles island --seed 7 --slot 2,-3 --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_TEXT(json_text_of(console_out, "type"), "tropical");
    CHECK_CONTAINS(console_out, "\"kind\":\"harbour\"");
    CHECK_RANGE(json_number_of(console_out, "house"), 2, 16);
    CHECK_RANGE(json_number_of(console_out, "palm"), 10, 5000);
    CHECK_INT(json_number_of(console_out, "boat"), 1);
}

static void test_all_formats_have_the_same_mesh(void)
{
    static const char *const endings[] = {"glb", "obj", "ply"};
    char line[128], hash[32] = "";
    for (int32_t i = 0; i < 3; i++)
    {
        snprintf(line, sizeof line,
                 "isles mesh --seed 7 --slot 2,-3 --every 16 --water --threads %d --json -o m.%s",
                 (int)i, endings[i]);
        CHECK_INT(console_run(line), 0);
        CHECK(json_is_valid(console_out));
        CHECK_INT(json_number_of(console_out, "step"), 64);
        CHECK_RANGE(json_number_of(console_out, "objects"), 50, 5000);
        const char *const here = json_text_of(console_out, "hash");
        CHECK(i == 0 || strcmp(hash, here) == 0);
        snprintf(hash, sizeof hash, "%s", here);
        CHECK_INT(folder_count(1), 1);
    }
    CHECK_INT(console_run("isles mesh --seed 7 --slot 2,-3 --every 16 --no-objects"), 0);
    CHECK_CONTAINS(console_out, ", 0 objects, ");
    CHECK(strstr(console_out, hash) == NULL);
}

// What pictures show is tested in tests/sea.
static void test_views_are_pictures(void)
{
    static const char *const lines[] = {
        "isles view --seed 7 --slot 2,-3 --size 96x54 --seconds 1.5 --quality low --view 2048 -o "
        "a.png",
        "isles view --seed 7 --at 5348,-5500 --look 0,2 --time 18:30 --weather storm --boat --size "
        "96x54 --quality low --view 2048 -o a.png"};
    int32_t w, h;
    for (int32_t i = 0; i < 2; i++)
    {
        if (console_run(lines[i]) == 1 && strstr(console_err, "OpenGL") != NULL)
        {
            fprintf(stderr, "left out: %s", console_err);
            return;
        }
        CHECK_CONTAINS(console_out, i == 0 ? ", tropical, from " : " from 5348,-5500, 3 m above");
        CHECK_CONTAINS(console_out, "written to a.png");
        CHECK(strstr(console_out, " 0 objects") == NULL);
        png_size("a.png", &w, &h);
        CHECK_INT(w, 96);
        CHECK_INT(h, 54);
        CHECK_INT(folder_count(1), 1);
    }
}

/// What one of two ways to stand has is not passed over by the other.
static void test_what_goes_with_slots_and_places(void)
{
    console_refuses("isles view --at 0,0 --turn 25 -o a.png", 2,
                    "--turn is given and --at too; must be one of them");
    console_refuses("isles view --at 0,0 --pitch 10 -o a.png", 2, "--pitch is given and --at too");
    console_refuses("isles view --at 0,0 --distance 2 -o a.png", 2,
                    "--distance is given and --at too");
    console_refuses("isles view --slot 2,-3 --look 0,-2 -o a.png", 2,
                    "--look is given and --slot too");
    console_refuses("isles view --slot 2,-3 --height 3 -o a.png", 2,
                    "--height is given and --slot too");
}

static void test_bad_input_is_refused(void)
{
    console_refuses("isles view --slot 2,-3", 2, "output");
    console_refuses("isles view --slot 2,-3 --pitch -1 -o a.png", 2, "0 to 90");
    console_refuses("isles view --slot 2,-3 --size 40x40 -o a.png", 2, "48 to 8192");
    console_refuses("isles view -o a.png", 2, "must be one of them");
    console_refuses("isles view --slot 2,-3 --at 0,0 -o a.png", 2, "must be one of them");
    console_refuses("isles view --at 0,0 --time 24:00 -o a.png", 2, "--time is 24:00; must be");
    console_refuses("isles view --at 0,0 --hour 7:30 -o a.png", 2, "7:30; must be 00:00 to 23:59");
    console_refuses("isles view --at 0,0 --time 1.5 -o a.png", 2, "--time is 1.5; must be 00:00");
    console_refuses("isles view --at 0,0 --hour 07:30 --time 08:00 -o a.png", 2, "one of them");
    console_refuses("isles view --at 0,0 --look up -o a.png", 2, "--look is up; must be AZ,EL");
    console_refuses("isles view --at 0,0 --weather hail -o a.png", 2, "clear, fair, cloudy");
    console_refuses("isles view --at 0,0 --view 99999 -o a.png", 2, "1024 to 32768");
    console_refuses("isles view --at 0,0 --height -150 -o a.png", 2, "must be above it");
    console_refuses("isles view --at 4503599627370496,0 -o a.png", 2, "--at");
    console_refuses("isles mesh", 2, "--slot");
    console_refuses("isles mesh --slot 2,-3 -o m.stl", 2, "ending in .glb, .obj or .ply");
    console_refuses("isles mesh --slot 2,-3 --every 0", 2, "1 to 64");
    console_refuses("isles mesh --slot 2,-3 -o none/m.glb", 1, "none/m.glb");
    console_refuses("isles map --scale 0", 2, "1 to 256");
    console_refuses("isles map --size 60000x60000 -o a.png", 2, "67108864 pixels");
    console_refuses("isles map --time -1", 2, "--time");
    console_refuses("isles map -o a.jpg", 2, ".png");
    console_refuses("isles map -o none/a.png", 1, "none/a.png");
    console_refuses("isles island", 2, "--slot");
    console_refuses("isles island --stage rocks", 2, "did you mean rock?");
    console_refuses("isles island --slot 2,-3 --sheet --stage sum", 2, "--stage");
    console_refuses("isles island --slot 9999999999999,0", 2, "slot");
    console_refuses("isles island --size 8", 2, "16 to 4096");
    console_refuses("isles island --slot 2,-3 --sheet --size 4096 -o a.png", 2,
                    "9 pictures of 4096x4096");
    console_refuses("isles list --extent 0x1", 2, "1 to 2097152");
    console_refuses("isles sail --size 1x1", 2, "both 320 to");
    console_refuses("isles sail --view 1023", 2, "1024 to 32768");
    console_refuses("isles sail --record a.mp4", 2, "ending in .txt");
    console_refuses("isles sail --at 20000000000000,0", 2, "-2^44 to 2^44");
    console_refuses("isles voyage", 2, "give --replay FILE.txt");
    console_refuses("isles voyage --replay none.txt", 1, "none.txt");
    console_refuses("isles lists", 2, "did you mean isles list?");
    CHECK_INT(folder_count(1), 0);
}

// An empty slot is no bad usage: there is nothing to show.
static void test_empty_slots_are_told(void)
{
    int32_t empty = 0;
    for (int32_t i = 0; i < 12 && empty == 0; i++)
    {
        char line[96];
        snprintf(line, sizeof line, "isles island --seed 7 --slot %d,0 --stage nodes -o a.png",
                 (int)i);
        if (console_run(line) == 1)
        {
            CHECK_CONTAINS(console_err, ",0 has no island");
            CHECK_TEXT(console_out, "");
            empty++;
        }
        folder_count(1);
    }
    CHECK_INT(empty, 1);
}

static void test_types_are_json(void)
{
    CHECK_INT(console_run("isles defs -o sea.json"), 0);
    CHECK_INT(console_run("isles map --seed 7 --scale 16 --size 90x70 --json"), 0);
    char hash[32];
    snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
    CHECK_INT(console_run("isles map --seed 7 --scale 16 --size 90x70 --defs sea.json"), 0);
    CHECK_CONTAINS(console_out, hash);
    CHECK_OK(loam_file_write("own.json", "{\"depth\": 50, \"swell\": 0}", 25));
    CHECK_INT(console_run("isles map --seed 7 --scale 16 --size 90x70 --defs own.json"), 0);
    CHECK(strstr(console_out, hash) == NULL);
    CHECK_CONTAINS(console_out, "-50 to");
    CHECK_INT(console_run("isles defs --defs own.json"), 0);
    CHECK_CONTAINS(console_out, "\"depth\": 50,");
    CHECK_OK(loam_file_write("own.json", "{\"depth\": \"deep\"}", 17));
    console_refuses("isles list --defs own.json", 2, "own.json: depth");
    console_refuses("isles list --defs none.json", 1, "none.json");
    CHECK_INT(remove("own.json") + remove("sea.json"), 0);
}

static int32_t lines_of(const char *path, char *first, size_t room)
{
    FILE *const file = fopen(path, "rb");
    int32_t lines = 0;
    char line[256];
    first[0] = '\0';
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
    {
        snprintf(lines == 0 ? first : line, lines == 0 ? room : sizeof line, "%s", line);
        lines++;
    }
    if (file != NULL)
    {
        fclose(file);
    }
    return lines;
}

static void test_objects_are_tables(void)
{
    char first[256];
    CHECK_INT(console_run("isles objects --seed 7 --slot 2,-3 --json -o o.csv"), 0);
    const int32_t count = (int32_t)json_number_of(console_out, "count");
    CHECK_RANGE(count, 100, 65536);
    CHECK_RANGE(json_number_of(console_out, "house"), 1, 15);
    CHECK_INT(lines_of("o.csv", first, sizeof first), count + 1);
    CHECK_TEXT(first, "kind,shape,x,y,z,turn,radius\n");
    CHECK_INT(console_run("isles objects --seed 7 --slot 2,-3 -o o.json"), 0);
    CHECK(lines_of("o.json", first, sizeof first) > 0);
    CHECK_CONTAINS(first, "[{\"kind\":\"house\",\"shape\":\"house\",\"x\":");
    remove("o.csv");
    remove("o.json");
    console_refuses("isles objects --slot 2,-3 -o o.txt", 2, "ending in .csv or .json");
}

static void read_rgba(const char *path, uint8_t *out, size_t size)
{
    FILE *const file = fopen(path, "rb");
    spng_ctx *const png = spng_ctx_new(0);
    CHECK(file != NULL && spng_set_png_file(png, file) == 0 &&
          spng_decode_image(png, out, size, SPNG_FMT_PNG, 0) == 0);
    spng_ctx_free(png);
    if (file != NULL)
    {
        fclose(file);
    }
}

// Heights are those of the map, north first; weights of all terrains add up.
static void test_heights_are_rasters(void)
{
    const loam_env env = loam_default_env();
    CHECK_INT(console_run("isles heightmap --seed 7 --slot 2,-3 --json -o h.r32"), 0);
    const int32_t side = (int32_t)json_number_of(console_out, "size");
    loam_isles_def def = loam_default_isles_def();
    def.seed = 7;
    loam_isles *isles = NULL;
    loam_isle_maps maps;
    CHECK_OK(loam_isles_create(&env, &def, &isles));
    CHECK_OK(loam_isles_open(isles, 2, -3, LOAM_ISLE_FLATS, &maps));
    CHECK_INT(side, maps.side);
    FILE *const file = fopen("h.r32", "rb");
    for (int32_t row = side - 1; file != NULL && row >= 0; row--)
    {
        static float heights[LOAM_ISLE_MAX_SIDE];
        CHECK_INT(fread(heights, sizeof(float), (size_t)side, file), side);
        CHECK(memcmp(heights, maps.heights + row * side, (size_t)side * sizeof(float)) == 0);
    }
    CHECK(file != NULL && fgetc(file) == EOF);
    if (file != NULL)
    {
        fclose(file);
    }
    static uint8_t splats[2][LOAM_ISLE_MAX_SIDE * LOAM_ISLE_MAX_SIDE * 4];
    read_rgba("h_splat0.png", splats[0], maps.samples * 4);
    read_rgba("h_splat1.png", splats[1], maps.samples * 4);
    for (int32_t i = 0; i < side * side; i += 97)
    {
        const uint8_t *const own = maps.terrains + ((side - 1 - i / side) * side + i % side) *
                                                       LOAM_ISLE_MAX_TERRAINS;
        CHECK(memcmp(splats[0] + 4 * i, own, 4) == 0 && memcmp(splats[1] + 4 * i, own + 4, 4) == 0);
    }
    loam_isles_close(isles, &maps);
    loam_isles_destroy(isles);
    char first[256];
    CHECK(lines_of("h.json", first, sizeof first) > 0);
    CHECK_CONTAINS(first, "\"metres_per_pixel\":4");
    const char *const made[] = {"h.r32", "h.json", "h_splat0.png", "h_splat1.png"};
    for (int32_t i = 0; i < 4; i++)
    {
        CHECK_INT(remove(made[i]), 0);
    }
    console_refuses("isles heightmap --slot 2,-3 -o h.tif", 2, "must end with .png");
}

static void test_traces_are_written(void)
{
    static const char *const verbs[] = {"island --slot 2,-3 --stage sum",
                                        "list --extent 9000x9000"};
    for (int32_t i = 0; i < 2; i++)
    {
        char line[160], trace[4096] = "";
        snprintf(line, sizeof line, "isles %s --seed 7 --trace isles_trace.json", verbs[i]);
        CHECK_INT(console_run(line), 0);
        FILE *const file = fopen("isles_trace.json", "rb");
        CHECK(file != NULL && fread(trace, 1, sizeof trace - 1, file) > 100);
        CHECK_CONTAINS(trace, "isles.nodes");
        if (file != NULL)
        {
            fclose(file);
        }
        remove("isles_trace.json");
    }
    console_refuses("isles map --trace no/such/folder/t.json", TOOL_FAILED, "no/such/folder");
}

int main(void)
{
    folder_enter();
    RUN(test_maps_are_pictures_with_figures);
    RUN(test_hashes_are_of_the_ground);
    RUN(test_lists_name_islands);
    RUN(test_every_stage_is_a_picture);
    RUN(test_an_island_has_figures);
    RUN(test_all_formats_have_the_same_mesh);
    RUN_UNSANITIZED(test_views_are_pictures); // the driver leaks; tests/sea draws the same
    RUN(test_what_goes_with_slots_and_places);
    RUN(test_bad_input_is_refused);
    RUN(test_empty_slots_are_told);
    RUN(test_types_are_json);
    RUN(test_traces_are_written);
    RUN(test_objects_are_tables);
    RUN(test_heights_are_rasters);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
