// SPDX-License-Identifier: MIT
// loam tiles map, sheet and hash, as a user meets them.
#define _GNU_SOURCE // for mkdtemp and fopencookie

#include "export/folder.h"
#include "grower.h"
#include "tool/console.h"
#include "tool/json.h"
#include "tool/threads.h"

#include <sys/stat.h>

static char first_hash[32];

/// Runs a verb with --json and returns the first hash that it tells.
static const char *hash_of(const char *line)
{
    char with_json[256];
    snprintf(with_json, sizeof with_json, "%s --json", line);
    const int code = console_run(with_json);
    CHECK_REPORT(code == 0, "\"%s\" gave exit code %d: %s", line, code, console_err);
    CHECK_REPORT(json_is_valid(console_out), "\"%s\" printed \"%s\"", line, console_out);
    return json_text_of(console_out, "hash");
}

/// The sum of the numbers of an object without others in it.
static double sum_of(const char *key)
{
    const char *at = json_find(console_out, key);
    double sum = 0;
    while (at != NULL && *at != '}')
    {
        char *end = NULL;
        const bool value = at[0] == ':';
        sum += value ? strtod(at + 1, &end) : 0;
        at = value ? end : at + 1;
    }
    return sum;
}

/// The tiles of an area as the library gives them; free them.
static loam_tile *grow(uint64_t seed, loam_tile_area area)
{
    grower world;
    loam_tile *tiles = malloc((size_t)area.w * (size_t)area.h * sizeof *tiles);
    CHECK_OK(grower_create(NULL, seed, 1, &world));
    CHECK_OK(loam_tile_source_fill(world.source, area, tiles));
    grower_destroy(&world);
    return tiles;
}

// ---- map ----------------------------------------------------------------------------------------

static void test_json_tells_what_was_promised(void)
{
    CHECK_INT(console_run("tiles map --seed 18446744073709551615 --at -70,1099511627776 "
                          "--size 300x200 --layer both --threads 1 -o map.png --json"),
              0);
    CHECK(json_is_valid(console_out));
    CHECK_CONTAINS(
        console_out,
        "{\"seed\":\"18446744073709551615\",\"world\":null,\"at\":[\"-70\",\"1099511627776\"],"
        "\"size\":[300,200],\"zoom\":\"4\",\"layer\":\"both\",\"threads\":1,"
        "\"exact\":true,\"tiles\":60000,\"hash\":");
    CHECK_INT(strlen(json_text_of(console_out, "hash")), 16);
    CHECK_CONTAINS(console_out, "\"blocks\":{\"air\":60000},\"walls\":{\"air\":60000}");
    CHECK_CONTAINS(console_out, "\"pixels\":[1200,800]");
    CHECK_RANGE(json_number_of(console_out, "ms"), 0, 1e6);
    CHECK_RANGE(json_number_of(console_out, "write_ms"), 0, 1e6);
    CHECK_TEXT(json_text_of(console_out, "file"), "map.png");
    CHECK_TEXT(console_err, "");
    CHECK_INT(folder_count(1), 1);
}

// Blocks of the map are hashed one by one; the counts are those of all tiles.
static void test_figures_are_those_of_the_library(void)
{
    enum
    {
        W = 600,
        H = 300
    };
    static const int32_t lefts[] = {0, 512}, widths[] = {512, W - 512};
    static const int32_t lows[] = {0, 256}, heights[] = {256, H - 256};
    uint64_t hashes[4];
    double stone = 0, air_walls = 0;
    for (int i = 0; i < 4; i++)
    {
        const loam_tile_area area = {.x = 5000 - W / 2 + lefts[i % 2],
                                     .y = -40 - H / 2 + lows[i / 2],
                                     .w = widths[i % 2],
                                     .h = heights[i / 2]};
        const size_t count = (size_t)area.w * (size_t)area.h;
        loam_tile *tiles = grow(7, area);
        hashes[i] = loam_tiles_hash(tiles, count, 0);
        for (size_t k = 0; k < count; k++)
        {
            stone += tiles[k].block == 1;
            air_walls += tiles[k].wall == LOAM_AIR;
        }
        free(tiles);
    }
    char expected[32];
    snprintf(expected, sizeof expected, "%016" PRIx64, loam_hash_u64(hashes, 4, 0));
    CHECK_TEXT(hash_of("tiles map --seed 7 --at 5000,-40 --size 600x300 --zoom 1"), expected);
    CHECK_RANGE(stone, 1, W * H);
    CHECK_RANGE(json_number_of(json_find(console_out, "blocks"), "stone"), stone, stone);
    CHECK_RANGE(json_number_of(json_find(console_out, "walls"), "air"), air_walls, air_walls);
    CHECK_RANGE(sum_of("blocks"), W * H, W * H);
    CHECK_RANGE(sum_of("walls"), W * H, W * H);
    CHECK_RANGE(sum_of("biomes"), W, W);
    CHECK_CONTAINS(console_out, "\"file\":null");
}

// Neither threads nor what is shown changes what is there, as long as every tile is looked at.
static void test_hash_is_the_same_for_any_threads_zoom_and_layer(void)
{
    static const char *const options[] = {
        "--zoom 2 --threads 0",
        "--zoom 3 --threads 2",
        "--zoom 1/2 --threads 3",
        "--zoom 1/8 --threads 8",
        "--zoom auto",
        "--layer blocks --threads 2",
        "--layer walls",
        "--layer solid --zoom 1/4",
        "--layer biome",
        "--layer height --threads 2",
        "--layer chunks",
    };
    const char *place = "tiles map --seed moss --at 30,10 --size 700x411";
    snprintf(first_hash, sizeof first_hash, "%s",
             hash_of("tiles map --seed moss --at 30,10 --size "
                     "700x411 --zoom 1 --threads 1"));
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
    {
        char line[200];
        const bool threaded = strstr(options[i], "--threads") != NULL;
        snprintf(line, sizeof line, "%s %s", place, options[i]);
        if (!threaded || has_threads())
        {
            CHECK_TEXT(hash_of(line), first_hash);
        }
    }
    CHECK(strcmp(hash_of("tiles map --seed moss --at 31,10 --size 700x411"), first_hash) != 0);
    CHECK(strcmp(hash_of("tiles map --seed mos --at 30,10 --size 700x411"), first_hash) != 0);
}

static void test_overviews_are_sampled(void)
{
    const char *const line = "tiles map --seed 3 --size 20001x3001 --zoom 1/32";
    snprintf(first_hash, sizeof first_hash, "%s", hash_of(line));
    CHECK_CONTAINS(console_out, "\"exact\":false");
    CHECK_CONTAINS(console_out, "\"pixels\":[626,94]");
    const double samples = (20000 / 8 + 1) * (3000 / 8 + 1);
    CHECK_RANGE(json_number_of(console_out, "tiles"), samples, samples);
    CHECK_RANGE(sum_of("blocks"), samples, samples);
    CHECK_RANGE(sum_of("biomes"), 2501, 2501);
    if (has_threads())
    {
        CHECK_TEXT(hash_of("tiles map --seed 3 --size 20001x3001 --zoom 1/32 --threads 3"),
                   first_hash);
    }
    CHECK(strcmp(hash_of("tiles map --seed 3 --size 20001x3001 --zoom 1/16"), first_hash) != 0);
}

/// Whether a map of the kept world has the hash of that of its seed.
static bool looks_grown(const char *place)
{
    char line[200], kept[32];
    snprintf(line, sizeof line, "tiles map --world dug.loam %s", place);
    snprintf(kept, sizeof kept, "%s", hash_of(line));
    CHECK_TEXT(console_err, "");
    CHECK_CONTAINS(console_out, "{\"seed\":\"77\",\"world\":\"dug.loam\",");
    snprintf(line, sizeof line, "tiles map --seed 77 %s", place);
    return strcmp(hash_of(line), kept) == 0;
}

// What was dug is seen where it was dug, at every zoom, and nowhere else.
static void test_a_kept_world_is_shown_as_it_is(void)
{
    CHECK_INT(console_run("world new dug.loam --seed 77"), 0);
    CHECK_INT(console_run("tiles walk --ring 8 --world dug.loam --from 100,-300 --to 300,-300 "
                          "--speed 5000 --dig 8"),
              0);
    CHECK_INT(chmod("dug.loam", 0444), 0);
    static const char *const dug[] = {"--at 200,-300 --size 301x77 --zoom 1",
                                      "--at 200,-300 --size 301x77 --zoom 16 --threads 1",
                                      "--at 70,-300 --size 900x600 --zoom 1/8",
                                      "--at 200,-300 --size 16x16 --zoom 2",
                                      "--at 7,-300 --size 4001x3003 --zoom 1/16",
                                      "--at 7,-300 --size 8001x3003 --zoom 1/64"};
    for (size_t i = 0; i < sizeof dug / sizeof dug[0]; i++)
    {
        CHECK_REPORT(!looks_grown(dug[i]), "%s", dug[i]);
    }
    CHECK(looks_grown("--at 200,-200 --size 300x100"));
    CHECK(looks_grown("--at -200,-300 --size 300x300 --zoom 1/8"));
    CHECK(looks_grown("--at 200,-3000 --size 5000x5000 --zoom 1/32"));
    // All tiles of the tunnel's middle are gone, and a tile beside it is as it grew.
    hash_of("tiles map --world dug.loam --at 200,-300 --size 192x12 --layer blocks -o dug.png");
    CHECK_CONTAINS(console_out, "\"blocks\":{\"air\":2304}");
    CHECK_INT(folder_count(1), 2);
}

static void test_the_file_of_a_world_has_its_own_seed(void)
{
    console_refuses("tiles map --world a.loam --seed 1", 2, "--world is given and --seed too");
    console_refuses("tiles map --world a.loam --defs b.json", 2, "--world is given and --defs too");
    console_refuses("tiles map --world no-such.loam", 1, "no-such.loam");
    CHECK_INT(folder_count(1), 0);
}

static void test_people_get_a_sentence(void)
{
    CHECK_INT(console_run("tiles map --size 64x32 --zoom 2 -o a.png"), 0);
    CHECK_CONTAINS(console_out, "64x32 tiles at zoom 2, through ");
    CHECK_CONTAINS(console_out, "tile hash ");
    CHECK_CONTAINS(console_out, "; 128x64 pixels written to a.png\n");
    CHECK_INT(console_run("tiles map --size 640x320 --zoom 1/16"), 0);
    CHECK_CONTAINS(console_out, "sample hash ");
    CHECK_INT(folder_count(1), 1);
}

static void test_the_end_of_the_world_can_be_seen(void)
{
    CHECK_INT(console_run("tiles map --at 1152921504606846776,0 --size 400x20"), 0);
    CHECK_INT(console_run("tiles map --at -1152921504606846776,0 --size 400x20"), 0);
    CHECK_INT(console_run("tiles map --at 0,-1152921504606846966 --size 400x20"), 0);
    console_refuses("tiles map --at 1152921504606846777,0 --size 400x20", 2, "-2^60 to 2^60");
    console_refuses("tiles map --at -1152921504606846777,0 --size 400x20", 2, "--at");
    console_refuses("tiles map --at 0,1152921504606846967 --size 400x20", 2, "--at");
    console_refuses("tiles map --at 4611686018427387904,0", 2, "--at is");
    // What is promised is how far tiles reach, not how far numbers do.
    static const char *const verbs[] = {"tiles map", "tiles sheet", "tiles walk",
                                        "world import-png"};
    for (int i = 0; i < 4; i++)
    {
        char line[64];
        snprintf(line, sizeof line, "%s --help", verbs[i]);
        CHECK_INT(console_run(line), 0);
        CHECK_CONTAINS(console_out, "2^60");
        CHECK(strstr(console_out, "2^62") == NULL);
    }
}

static void test_bad_values_of_map(void)
{
    console_refuses("tiles map --size 0x4", 2, "--size is \"0x4\"; must be WxH, both 1 to");
    console_refuses("tiles map --size 4194305x4", 2, "1 to 4194304");
    console_refuses("tiles map --size 4194304x4194304 -o a.png", 2, "sides must be at most 65536");
    console_refuses("tiles map --size 8192x64 --zoom 16 -o a.png", 2, "131072x1024 pixels");
    console_refuses("tiles map --size 16384x16384 --zoom 1", 2, "pixels in all");
    console_refuses("tiles map --zoom 5", 2, "auto, 16, 8, 6, 4, 3, 2, 1, 1/2, 1/4");
    console_refuses("tiles map --zoom 1/3", 2, "--zoom is \"1/3\"; must be auto, 16");
    console_refuses("tiles map --layer boths", 2, "did you mean both?");
    console_refuses("tiles map --layer x", 2,
                    "both, blocks, walls, solid, biome, height or chunks");
    console_refuses("tiles map -o a.jpg", 2, "ending in .png");
    console_refuses("tiles map --at 1", 2, "X,Y");
    console_refuses("tiles map --defs no-such.json -o a.png", 1, "no-such.json");
    console_refuses("tiles map -o no/where.png", 1, "no/where.png");
    mkdir("folder.png", 0777);
    console_refuses("tiles map -o folder.png", 1, "folder.png: cannot be written");
    console_refuses("tiles sheet --count 2 -o folder.png", 1, "folder.png: cannot be written");
    rmdir("folder.png");
    CHECK_INT(folder_count(1), 0);
}

// ---- sheet --------------------------------------------------------------------------------------

// What stands below a picture shows the same place with loam tiles map.
static void test_seeds_of_a_sheet_are_those_of_maps(void)
{
    char seeds[3][32], hashes[3][32];
    CHECK_INT(console_run("tiles sheet --seed 9 --count 3 --at 40,0 --size 320x200 --json"), 0);
    CHECK(json_is_valid(console_out));
    const char *at = console_out;
    for (int i = 0; i < 3 && at != NULL; i++)
    {
        snprintf(seeds[i], sizeof seeds[i], "%s", json_text_of(at, "seed"));
        snprintf(hashes[i], sizeof hashes[i], "%s", json_text_of(at, "hash"));
        at = json_find(at, "hash");
    }
    CHECK(at != NULL && json_find(at, "seed") == NULL);
    CHECK_TEXT(seeds[0], "9");
    for (int i = 0; i < 3; i++)
    {
        char line[200];
        snprintf(line, sizeof line, "tiles map --seed %s --at 40,0 --size 320x200", seeds[i]);
        CHECK_TEXT(hash_of(line), hashes[i]);
    }
    CHECK(strcmp(hashes[0], hashes[1]) != 0 && strcmp(hashes[1], hashes[2]) != 0);
    CHECK_INT(console_run("tiles sheet --count 1 --size 16x16 -o one.png"), 0);
    CHECK_TEXT(console_out, "1 worlds written to one.png\n");
    CHECK_INT(folder_count(1), 2);
}

// With --ground each world is looked at above its own ground, and the sheet says where that is.
static void test_a_sheet_follows_the_ground(void)
{
    char line[200], seed[32], hash[32], y[32];
    CHECK_INT(
        console_run("tiles sheet --seed 4 --count 1 --at 700,20 --ground --size 64x64 --json"), 0);
    snprintf(seed, sizeof seed, "%s", json_text_of(console_out, "seed"));
    snprintf(hash, sizeof hash, "%s", json_text_of(console_out, "hash"));
    snprintf(y, sizeof y, "%s", json_text_of(console_out, "y"));
    snprintf(line, sizeof line, "tiles map --seed %s --at 700,%s --size 64x64", seed, y);
    CHECK_TEXT(hash_of(line), hash);
    CHECK_INT(console_run("tiles sheet --seed 4 --count 1 --at 700,20 --size 64x64 --json"), 0);
    CHECK_TEXT(json_text_of(console_out, "y"), "20");
    CHECK(strcmp(y, "20") != 0);
    CHECK_INT(folder_count(1), 1);
}

// What it says is there is there: the map of the place has most of its columns in the biome.
static void test_every_biome_has_its_place(void)
{
    CHECK_INT(console_run("tiles biomes --seed 3 --size 96x64 --zoom 1 -o biomes.png"), 0);
    char lines[2048];
    snprintf(lines, sizeof lines, "%s", console_out);
    int32_t count = 0;
    for (char *line = strtok(lines, "\n"); line != NULL; line = strtok(NULL, "\n"))
    {
        char name[64], place[64], words[160];
        if (sscanf(line, "%63s at %63s", name, place) == 2 && strstr(line, " at ") != NULL)
        {
            snprintf(words, sizeof words, "tiles map --seed 3 --at %s --size 96x64 --json", place);
            CHECK_INT(console_run(words), 0);
            CHECK_RANGE(json_number_of(console_out, name), 49, 96);
            count++;
        }
    }
    CHECK_INT(count, 9);
    console_refuses("tiles biomes", 2, "--output");
    console_refuses("tiles biomes --size 32x64 -o no.png", 2, "--size");
    console_refuses("tiles biomes --zoom 9 -o no.png", 2, "--zoom");
    CHECK_INT(folder_count(1), 1);
}

static long length_of(const char *path)
{
    FILE *const file = fopen(path, "rb");
    CHECK(file != NULL && fseek(file, 0, SEEK_END) == 0);
    const long length = file != NULL ? ftell(file) : 0;
    fclose(file);
    return length;
}

// Plants are shown, and not counted: the hash is that of the tiles. A forest takes more to write than the sky.
static void test_plants_are_left_out_if_wanted(void)
{
    const char *place = "tiles map --seed 3 --at 4150,110 --size 200x80 --zoom 1 -o";
    char words[160], hash[32];
    snprintf(words, sizeof words, "%s shown.png", place);
    snprintf(hash, sizeof hash, "%s", hash_of(words));
    snprintf(words, sizeof words, "%s bare.png --bare", place);
    CHECK_TEXT(hash_of(words), hash);
    CHECK(length_of("shown.png") > 2 * length_of("bare.png"));
    CHECK_INT(folder_count(1), 2);
}

static void test_bad_values_of_sheet(void)
{
    console_refuses("tiles sheet --count 0", 2, "1 to 64");
    console_refuses("tiles sheet --count 65", 2, "1 to 64");
    console_refuses("tiles sheet --size 15x16", 2, "16 to 65536");
    console_refuses("tiles sheet --size 4096x4096 --zoom 1", 2, "16 pictures of 4096x4096 pixels");
    console_refuses("tiles biomes --size 1024x1024 --zoom 8 -o b.png", 2,
                    "9 pictures of 8192x8192 pixels; sides must be at most 65536, 67108864");
    console_refuses("tiles sheet --at 4611686018427387904,0", 2, "--at");
    console_refuses("tiles sheet --defs no-such.json", 1, "no-such.json");
    CHECK_INT(folder_count(1), 0);
}

// ---- hash ---------------------------------------------------------------------------------------

static void test_each_chunk_has_a_line(void)
{
    char expected[512] = "", line[64];
    for (int i = 0; i < 6; i++)
    {
        const int32_t x = i % 3 - 1, y = i / 3 - 1;
        const loam_tile_area area = {x * 128, y * 128, 128, 128};
        loam_tile *tiles = grow(11, area);
        snprintf(line, sizeof line, "%d %d %016" PRIx64 "\n", x, y,
                 loam_tiles_hash(tiles, LOAM_CHUNK_TILES, 0));
        strcat(expected, line);
        free(tiles);
    }
    CHECK_INT(console_run("tiles hash --seed 11 --chunks -1,-1,1,0 --threads 1"), 0);
    CHECK_TEXT(console_out, expected);
    if (has_threads())
    {
        CHECK_INT(console_run("tiles hash --seed 11 --chunks -1,-1,1,0 --threads 3"), 0);
        CHECK_TEXT(console_out, expected);
    }
    CHECK_INT(console_run("tiles hash --seed 11 --chunks -1,-1,1,0 --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_CONTAINS(console_out, "\"chunks\":[{\"x\":\"-1\",\"y\":\"-1\",\"hash\":\"");
    snprintf(line, sizeof line, "{\"x\":\"1\",\"y\":\"0\",\"hash\":\"%.16s\"}]",
             strrchr(expected, ' ') + 1);
    CHECK_CONTAINS(console_out, line);
}

#ifdef __linux__

typedef struct row_reader
{
    int writes;
    bool whole_rows; // each write was one of two chunks
    bool gone;
} row_reader;

static ssize_t take(void *cookie, const char *bytes, size_t size)
{
    row_reader *reader = cookie;
    int lines = 0;
    for (size_t i = 0; i < size; i++)
    {
        lines += bytes[i] == '\n';
    }
    reader->writes++;
    reader->whole_rows = reader->whole_rows && lines == 2 && bytes[size - 1] == '\n';
    return reader->gone ? 0 : (ssize_t)size;
}

static int hash_for(row_reader *reader)
{
    static const char *const words[] = {"loam", "tiles", "hash", "--chunks", "0,40,1,239"};
    FILE *out = fopencookie(reader, "w", (cookie_io_functions_t){.write = take});
    FILE *err = tmpfile();
    const int code = tool_main(5, words, out, err);
    fclose(out);
    fclose(err);
    return code;
}

// Rows come one by one, and not only when all are known: nobody needs those behind one that was not taken.
static void test_rows_are_printed_as_they_are_done(void)
{
    row_reader reads = {.whole_rows = true};
    CHECK_INT(hash_for(&reads), 0);
    CHECK_INT(reads.writes, 200);
    CHECK(reads.whole_rows);
    row_reader leaves = {.gone = true};
    CHECK_INT(hash_for(&leaves), 1);
    CHECK_RANGE(leaves.writes, 1, 100);
}

#endif

static void test_chunks_at_the_end_of_the_world(void)
{
    CHECK_INT(console_run("tiles hash --chunks 9007199254740991,0,9007199254740991,0"), 0);
    CHECK_INT(console_run("tiles hash --chunks -9007199254740992,-9007199254740992,"
                          "-9007199254740992,-9007199254740992"),
              0);
    CHECK(strncmp(console_out, "-9007199254740992 -9007199254740992 ", 36) == 0);
}

static void test_bad_values_of_hash(void)
{
    console_refuses("tiles hash --chunks 1,0,0,0", 2, "X0,Y0,X1,Y1");
    console_refuses("tiles hash --chunks 0,0,1024,0", 2, "1 to 1024 along a side");
    console_refuses("tiles hash --chunks 0,0", 2, "--chunks");
    console_refuses("tiles", 2, "\"tiles\" needs a verb behind it\n\nusage: loam tiles VERB");
    console_refuses("tiles mop", 2, "there is no verb \"tiles mop\"; did you mean tiles map?");
    console_refuses("help tiles mop", 2, "did you mean tiles map?");
    console_refuses("tiles hash --defs no-such.json", 1, "no-such.json");
}

int main(void)
{
    folder_enter();
    RUN(test_json_tells_what_was_promised);
    RUN(test_figures_are_those_of_the_library);
    RUN(test_hash_is_the_same_for_any_threads_zoom_and_layer);
    RUN(test_overviews_are_sampled);
    RUN(test_a_kept_world_is_shown_as_it_is);
    RUN(test_the_file_of_a_world_has_its_own_seed);
    RUN(test_people_get_a_sentence);
    RUN(test_the_end_of_the_world_can_be_seen);
    RUN(test_bad_values_of_map);
    RUN(test_seeds_of_a_sheet_are_those_of_maps);
    RUN(test_a_sheet_follows_the_ground);
    RUN(test_every_biome_has_its_place);
    RUN(test_plants_are_left_out_if_wanted);
    RUN(test_bad_values_of_sheet);
    RUN(test_each_chunk_has_a_line);
#ifdef __linux__
    RUN(test_rows_are_printed_as_they_are_done);
#endif
    RUN(test_chunks_at_the_end_of_the_world);
    RUN(test_bad_values_of_hash);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
