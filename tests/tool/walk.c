// SPDX-License-Identifier: MIT
// loam tiles walk, as a user meets it.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/loam.h"
#include "tool/console.h"
#include "tool/json.h"
#include "tool/threads.h"

#include <sys/resource.h>

// Rings are of the smallest size, and where the ground does not matter walks are in the sky: to be quick.
enum
{
    RING = 8
};

/// Runs a walk in the smallest ring and returns its hash.
static const char *walk(const char *options)
{
    char line[256];
    snprintf(line, sizeof line, "tiles walk --ring 8 --json %s", options);
    const int code = console_run(line);
    CHECK_REPORT(code == 0, "\"%s\" gave exit code %d: %s", line, code, console_err);
    CHECK_REPORT(json_is_valid(console_out), "\"%s\" printed \"%s\"", line, console_out);
    CHECK_TEXT(console_err, "");
    return json_text_of(console_out, "hash");
}

static double number_of(const char *key)
{
    return json_number_of(console_out, key);
}

static void test_json_tells_what_was_promised(void)
{
    CHECK_INT(strlen(walk("--seed moss --from -300,3020 --to 300,2940 --speed 1000.5 --threads 1")),
              16);
    CHECK_CONTAINS(console_out,
                   "\"world\":null,\"from\":[\"-300\",\"3020\"],\"to\":[\"300\",\"2940\"],"
                   "\"speed\":1000.5,\"ring\":8,\"dig\":0,\"threads\":1,"
                   "\"real_time\":false,\"steps\":61,\"hash\":");
    static const char *const counts[] = {"retired", "saved",         "dropped",       "ahead",
                                         "waits",   "load_failures", "save_failures", "late"};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
    {
        CHECK_RANGE(number_of(counts[i]), 0, 1000);
    }
    CHECK_RANGE(number_of("ring_bytes"), RING * RING * 65536, RING * RING * 65536 * 1.1);
    CHECK_RANGE(number_of("kept_peak_bytes"), number_of("kept_bytes"), 1e9);
    CHECK_RANGE(number_of("peak_bytes"), 0, 1e12);
    CHECK_RANGE(number_of("seconds"), 0, 1e6);
    CHECK_RANGE(number_of("chunks_per_second"), 0, 1e9);
    CHECK_RANGE(number_of("slowest_step_ms"), 0, 1e9);
    // What came and did not leave is the ring.
    const double came = number_of("generated") + number_of("loaded") + number_of("recalled");
    CHECK_RANGE(came - number_of("retired"), RING * RING, RING * RING);
    CHECK_RANGE(number_of("generated"), RING * RING + 4 * RING, 1000);
}

static void test_hash_is_the_same_for_any_threads(void)
{
    static const char *const ways[] = {"--from 0,600 --to 900,300 --speed 3000",
                                       "--from 5,-90 --to -300,-90 --speed 900 --dig 9"};
    static const int threads[] = {0, 2, 5};
    for (int w = 0; w < 2; w++)
    {
        char line[128], first[32];
        snprintf(line, sizeof line, "%s --threads 1", ways[w]);
        snprintf(first, sizeof first, "%s", walk(line));
        const double dug = number_of("dug");
        CHECK_RANGE(dug, w == 0 ? 0 : 1000, w == 0 ? 0 : 1e6);
        for (int i = 0; i < (has_threads() ? 3 : 1); i++)
        {
            snprintf(line, sizeof line, "%s --threads %d", ways[w], threads[i]);
            CHECK_TEXT(walk(line), first);
            CHECK_RANGE(number_of("dug"), dug, dug);
        }
    }
}

// An option that changes nothing is not connected to anything.
static void test_every_option_matters(void)
{
    static const char *const pairs[][2] = {
        {"--seed 1 --to 1,0", "--seed 2 --to 1,0"},
        {"--from 0,3000 --to 200,3000", "--from 128,3000 --to 200,3000"},
        {"--from 0,3000 --to 300,3000", "--from 0,3000 --to 300,3400"},
        {"--from 0,300 --to 0,-200 --dig 3", "--from 0,300 --to 0,-200 --dig 4"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
    {
        char first[32];
        snprintf(first, sizeof first, "%s", walk(pairs[i][0]));
        CHECK_REPORT(strcmp(walk(pairs[i][1]), first) != 0, "%s", pairs[i][1]);
    }
    // At another speed the same chunks come, in other steps.
    walk("--from 0,3000 --to 300,3000 --speed 100");
    CHECK_RANGE(number_of("steps"), 300, 300);
    walk("--from 0,3000 --to 300,3000 --speed 7000");
    CHECK_RANGE(number_of("steps"), 5, 5);
    CHECK_INT(console_run("tiles walk --ring 16 --from 0,3000 --to 0,3000 --json"), 0);
    CHECK_RANGE(number_of("generated"), 256, 256);
    CHECK_RANGE(number_of("steps"), 1, 1);
}

static void test_chunks_that_come_later_count(void)
{
    // Both end with the same ring, but one has been elsewhere: only the chunks that came tell.
    char first[32];
    snprintf(first, sizeof first, "%s", walk("--from 500,3000 --to 500,3000"));
    CHECK(strcmp(walk("--from 0,3000 --to 500,3000"), first) != 0);
}

/// Adds the chunks of a ring that were not in the one before to a hash, tile by tile.
static uint64_t hash_new(const loam_tile_world *world, const loam_chunk_pos *before, uint64_t hash)
{
    const loam_chunk_pos low = loam_tile_world_ring(world).lowest;
    static loam_tile row[LOAM_CHUNK_SIDE];
    for (int32_t i = 0; i < RING * RING; i++)
    {
        const int64_t x = low.x + i % RING, y = low.y + i / RING;
        const bool known = before != NULL && x >= before->x && x < before->x + RING &&
                           y >= before->y && y < before->y + RING;
        const uint64_t place[] = {hash, (uint64_t)x, (uint64_t)y};
        hash = known ? hash : loam_hash_u64(place, 3, 0);
        for (int32_t k = 0; k < LOAM_CHUNK_TILES && !known; k++)
        {
            const loam_tile_pos at = {x * LOAM_CHUNK_SIDE + k % LOAM_CHUNK_SIDE,
                                      y * LOAM_CHUNK_SIDE + k / LOAM_CHUNK_SIDE};
            row[k % LOAM_CHUNK_SIDE] = loam_tile_world_at(world, at);
            if (k % LOAM_CHUNK_SIDE == LOAM_CHUNK_SIDE - 1)
            {
                hash = loam_tiles_hash(row, LOAM_CHUNK_SIDE, hash);
            }
        }
    }
    return hash;
}

// The same walk with the library alone has the same hash and digs as much: through 28 places, the nearest
// tiles to a straight line, with a tunnel that has no gaps between them.
static void test_the_walk_is_that_of_the_library(void)
{
    enum
    {
        STEPS = 28
    };
    loam_tile_world_def def = loam_default_tile_world_def();
    def.still = true;
    def.seed = 5;
    def.ring_log2 = 3;
    def.centre = (loam_tile_pos){90, -200};
    loam_tile_world *world = NULL;
    CHECK_OK(loam_tile_world_create(&def, &world));
    uint64_t hashes[2] = {0, hash_new(world, NULL, 0)};
    loam_tile_pos last = def.centre;
    int64_t dug = 0;
    for (int step = 1; step <= STEPS; step++)
    {
        const loam_chunk_pos before = loam_tile_world_ring(world).lowest;
        const loam_tile_pos at = {90 + lround(-800.0 * step / STEPS),
                                  -200 + lround(-100.0 * step / STEPS)};
        CHECK_OK(loam_tile_world_step(world, at));
        hashes[1] = hash_new(world, &before, hashes[1]);
        const loam_edit edit = {
            .shape = LOAM_EDIT_LINE, .layer = LOAM_BLOCKS, .radius = 4, .from = last, .to = at};
        int64_t changed;
        CHECK_OK(loam_tile_world_edit(world, &edit, &changed));
        dug += changed;
        last = at;
    }
    hashes[0] = loam_tile_world_hash(world);
    loam_tile_world_destroy(world);
    char expected[32];
    snprintf(expected, sizeof expected, "%016" PRIx64, loam_hash_u64(hashes, 2, 0));
    CHECK_TEXT(walk("--seed 5 --from 90,-200 --to -710,-300 --speed 2900 --dig 4"), expected);
    CHECK_RANGE(number_of("steps"), STEPS, STEPS);
    CHECK_RANGE(number_of("dug"), (double)dug, (double)dug);
    CHECK(dug > 1000);
}

static void make_world(uint64_t seed)
{
    loam_store *store = NULL;
    loam_store_def def = loam_default_store_def();
    def.path = "walk.loam";
    CHECK_OK(loam_store_create(&def, seed, NULL, &store));
    loam_store_close(store);
}

// What was dug is saved, and found again by the next who comes.
static void test_a_world_keeps_what_was_dug(void)
{
    char without[32], hash[32];
    const char *const way = "--from 0,-100 --to 500,-100 --speed 3000";
    make_world(77);
    snprintf(without, sizeof without, "%s",
             walk("--seed 77 --from 0,-100 --to 500,-100 --speed 3000"));
    char line[128];
    snprintf(line, sizeof line, "--world walk.loam %s --dig 8", way);
    walk(line);
    CHECK_CONTAINS(console_out, "{\"seed\":\"77\",\"world\":\"walk.loam\",");
    CHECK_RANGE(number_of("saved"), 4, 100);
    CHECK_RANGE(number_of("loaded"), 0, 0);
    CHECK_RANGE(number_of("dug"), 1000, 1e6);
    snprintf(line, sizeof line, "--world walk.loam %s --threads 1", way);
    snprintf(hash, sizeof hash, "%s", walk(line));
    CHECK_RANGE(number_of("loaded"), 4, 100);
    CHECK_RANGE(number_of("saved"), 0, 0);
    CHECK(strcmp(hash, without) != 0);
    snprintf(line, sizeof line, "--world walk.loam %s --threads %d", way, has_threads() ? 3 : 1);
    CHECK_TEXT(walk(line), hash);
    folder_count(1);
}

static void test_a_world_keeps_the_player(void)
{
    make_world(77);
    walk("--world walk.loam --from 0,3000 --to -500,3010 --speed 2000");
    const double first = number_of("steps");
    CHECK_INT(console_run("world info walk.loam --json"), 0);
    CHECK_CONTAINS(console_out, "\"player\":{\"x\":\"-128000\",\"y\":\"770560\",");
    walk("--world walk.loam --from -500,3010 --to -500,3012 --speed 100");
    const double both = first + number_of("steps");
    char expected[96];
    snprintf(expected, sizeof expected,
             "\"player\":{\"x\":\"-128000\",\"y\":\"771072\",\"steps\":\"%.0f\",", both);
    CHECK_INT(console_run("world info walk.loam --json"), 0);
    CHECK_CONTAINS(console_out, expected);
    // Beyond what the file can tell the walk goes on, and the player stays.
    CHECK_INT(console_run("tiles walk --ring 8 --world walk.loam --from 0,36028797018963968 "
                          "--to 0,36028797018963968"),
              0);
    CHECK_CONTAINS(console_err, "not kept");
    CHECK_INT(console_run("world info walk.loam --json"), 0);
    CHECK_CONTAINS(console_out, expected);
    folder_count(1);
}

/// Walks with no more than so many files open, and checks that failures to load are told in the end.
static bool walk_with_files(rlim_t max)
{
    struct rlimit before, few;
    CHECK_INT(getrlimit(RLIMIT_NOFILE, &before), 0);
    few = before;
    few.rlim_cur = max;
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &few), 0);
    const int code = console_run("tiles walk --ring 8 --world walk.loam --from 0,-100 --to 0,-100");
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &before), 0);
    const bool failed = strstr(console_err, "grown anew") != NULL;
    CHECK_INT(strstr(console_out, " chunks could not be loaded") != NULL, failed);
    CHECK_INT(code, console_err[0] != '\0');
    return code == 0;
}

// With too few files a store that is open cannot read with all threads.
static void test_failures_are_told(void)
{
    enum
    {
        ENOUGH = 40
    };
    make_world(77);
    walk("--world walk.loam --from 0,-100 --to 0,-100 --dig 8");
    CHECK(!walk_with_files(3));
    for (rlim_t max = 4; max < ENOUGH; max++)
    {
        walk_with_files(max);
    }
    CHECK(walk_with_files(ENOUGH));
    folder_count(1);
}

static void test_real_time_takes_time(void)
{
    char first[32];
    snprintf(first, sizeof first, "%s", walk("--from 0,3000 --to 150,3000 --speed 3000"));
    CHECK_TEXT(walk("--from 0,3000 --to 150,3000 --speed 3000 --real-time"), first);
    CHECK_RANGE(number_of("seconds"), 0.05, 1e6);
    CHECK_TEXT(walk("--from 0,3000 --to 150,3000 --speed 3000 --real-time --threads 1"), first);
}

static void test_people_get_a_sentence(void)
{
    CHECK_INT(console_run("tiles walk --ring 8 --from 0,3000 --to 200,3000"), 0);
    CHECK_CONTAINS(console_out, "40 steps, of which ");
    CHECK_CONTAINS(console_out, " chunks generated, 0 loaded, 0 recalled, 0 saved, ");
    CHECK_CONTAINS(console_out, ", hash ");
}

static void test_bad_values(void)
{
    console_refuses("tiles walk --world no-such.loam", 1, "no-such.loam");
    console_refuses("tiles walk --world a.loam --seed 1", 2, "--world is given and --seed too");
    console_refuses("tiles walk --world a.loam --defs b.json", 2,
                    "--world is given and --defs too");
    console_refuses("tiles walk --defs no-such.json", 1, "no-such.json");
    console_refuses("tiles walk --speed 0", 2, "1 to 1000000");
    console_refuses("tiles walk --speed nan", 2, "--speed");
    console_refuses("tiles walk --ring 12", 2, "--ring is \"12\"; must be 8, 16, 32 or 64");
    console_refuses("tiles walk --ring 4", 2, "--ring is \"4\"; must be 8, 16, 32 or 64");
    console_refuses("tiles walk --ring -8", 2, "--ring is \"-8\"; must be ");
    console_refuses("tiles walk --dig 0", 2, "1 to 64");
    console_refuses("tiles walk --dig 65", 2, "1 to 64");
    console_refuses("tiles walk --to 1000000001,0 --speed 100", 2, "--to is 1e+09 steps away");
    console_refuses("tiles walk --from 1152921504606846976,0", 2, "--from is too near to the end");
    console_refuses("tiles walk --to 0,-1152921504606846976", 2, "--to is too near to the end");
    console_refuses("tiles walk --threads 1000", 2, "0 to 256");
    CHECK_INT(folder_count(1), 0);
}

// A file that is no world stays as it is.
static void test_other_files_are_left_alone(void)
{
    FILE *file = fopen("poem.loam", "wb");
    fputs("no world, but long enough to be taken for one at first sight\n", file);
    fclose(file);
    console_refuses("tiles walk --world poem.loam", 1, "poem.loam");
    file = fopen("poem.loam", "rb");
    char words[16] = "";
    CHECK(fgets(words, sizeof words, file) != NULL);
    fclose(file);
    CHECK_TEXT(words, "no world, but l");
    CHECK_INT(folder_count(1), 1);
}

int main(void)
{
    folder_enter();
    RUN(test_json_tells_what_was_promised);
    RUN_UNSANITIZED(test_hash_is_the_same_for_any_threads);
    RUN_UNSANITIZED(test_every_option_matters);
    RUN(test_chunks_that_come_later_count);
    RUN(test_the_walk_is_that_of_the_library);
    RUN(test_a_world_keeps_what_was_dug);
    RUN(test_a_world_keeps_the_player);
    RUN(test_failures_are_told);
    RUN(test_real_time_takes_time);
    RUN(test_people_get_a_sentence);
    RUN(test_bad_values);
    RUN(test_other_files_are_left_alone);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
