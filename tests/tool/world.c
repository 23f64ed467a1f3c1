// SPDX-License-Identifier: MIT
// loam world, as a user meets it.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/export.h"
#include "loam/store.h"
#include "tool/console.h"
#include "tool/json.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static loam_tile chunk[LOAM_CHUNK_TILES], other[LOAM_CHUNK_TILES];

static loam_store *open_world(const char *path)
{
    loam_store_def def = loam_default_store_def();
    def.path = path;
    loam_store *store = NULL;
    CHECK_OK(loam_store_open(&def, &store));
    return store;
}

/// A chunk as it grows.
static void grow(uint64_t seed, loam_chunk_pos at, loam_tile *tiles)
{
    static loam_tile_defs defs;
    const loam_env env = loam_default_env();
    loam_tile_source *source;
    loam_tile_defs_init(&defs);
    CHECK_OK(loam_tile_source_create(&env, &defs, seed, &source));
    CHECK_OK(loam_tile_source_chunk(source, at, tiles));
    loam_tile_source_destroy(source);
}

static void test_a_new_world_is_described(void)
{
    CHECK_INT(console_run("world new w.loam --seed 7"), 0);
    CHECK_TEXT(console_out, "w.loam: a new world with seed 7\n");
    CHECK_INT(console_run("world info w.loam"), 0);
    CHECK_CONTAINS(console_out, "  seed         7\n");
    CHECK_CONTAINS(console_out, " UTC\n");
    CHECK_CONTAINS(console_out, "  chunks       0 of 0 bytes on average\n");
    CHECK(strstr(console_out, "player") == NULL);
    CHECK_INT(console_run("world info w.loam --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_TEXT(json_text_of(console_out, "file"), "w.loam");
    CHECK_TEXT(json_text_of(console_out, "seed"), "7");
    CHECK_NEAR(json_number_of(console_out, "format"), LOAM_STORE_TILES_FORMAT, 0);
    CHECK_RANGE(json_number_of(console_out, "world_version"), LOAM_TILES_VERSION,
                LOAM_TILES_VERSION);
    CHECK_RANGE(strtod(json_text_of(console_out, "created"), NULL), 1.7e9, 1e11);
    CHECK_RANGE(json_number_of(console_out, "materials"), 20, 256);
    CHECK_RANGE(json_number_of(console_out, "chunks"), 0, 0);
    CHECK_RANGE(json_number_of(console_out, "file_bytes"), 4096, 1e6);
    CHECK_CONTAINS(console_out, "\"player\":null}");
    loam_store *store = open_world("w.loam");
    const loam_store_player player = {.x = 640, .y = -128, .steps = 12, .time_of_day = 5};
    CHECK_OK(loam_store_set_player(store, &player));
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){1, 2}, chunk));
    loam_store_close(store);
    CHECK_INT(console_run("world info w.loam"), 0);
    CHECK_CONTAINS(console_out, "  player       at (2.50, -0.50) after 12 steps\n");
    CHECK_CONTAINS(console_out, "  chunks       1 of ");
    CHECK_INT(console_run("world info w.loam --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_CONTAINS(console_out,
                   "\"player\":{\"x\":\"640\",\"y\":\"-128\",\"steps\":\"12\",\"time_of_day\":5}}");
    CHECK_INT(folder_count(1), 1);
}

static void test_new_worlds_have_their_own_definitions(void)
{
    FILE *file = fopen("defs.json", "w");
    fputs("{\"materials\":[{\"name\":\"stone\",\"hardness\":777}]}", file);
    fclose(file);
    CHECK_INT(console_run("world new w.loam --seed hello --defs defs.json --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_TEXT(json_text_of(console_out, "file"), "w.loam");
    loam_store *store = open_world("w.loam");
    const loam_tile_defs *defs = loam_store_defs(store);
    CHECK_INT(defs->materials[loam_material_find(defs, "stone")].hardness, 777);
    char hash[32];
    snprintf(hash, sizeof hash, "%016" PRIx64, loam_tile_defs_hash(defs));
    CHECK_TEXT(json_text_of(console_out, "definitions"), hash);
    loam_store_close(store);
    console_refuses("world new v.loam --defs none.json", 1, "none.json");
    file = fopen("bad.json", "w");
    fputs("{\"materials\":3}", file);
    fclose(file);
    console_refuses("world new v.loam --defs bad.json", 2, "bad.json");
    CHECK_INT(folder_count(1), 3);
}

// A system that lets files become so large and no larger ends processes that try, unless they say no.
static void test_a_limit_of_sizes_is_told(void)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
    {
        const struct rlimit small = {.rlim_cur = 8192, .rlim_max = 8192};
        check_failures = 0;
        signal(SIGXFSZ, SIG_DFL);
        setrlimit(RLIMIT_FSIZE, &small);
        console_refuses("world new w.loam", 1,
                        "w.loam: could not be written: files may not become that large here");
        _exit(check_failures > 0 ? 1 : 0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK_INT(status, 0);
    CHECK_INT(folder_count(1), 0);
}

static void test_what_is_wrong_is_named(void)
{
    console_refuses("world new", 2, "loam world new: WORLD is missing; must be a file name");
    console_refuses("world new w.png", 2,
                    "WORLD is \"w.png\"; must be a file name ending in .loam");
    console_refuses("world new no/w.loam", 1, "no/w.loam: cannot be opened: ");
    console_refuses("world info none.loam", 1, "none.loam: there is no such file");
    console_refuses("world verify none.loam", 1, "none.loam: there is no such file");
    console_refuses("world compact none.loam", 1, "none.loam: there is no such file");
    console_refuses("world", 2, "\"world\" needs a verb");
    console_refuses("world", 2, "loam world compact ");
    CHECK_INT(console_run("world new w.loam"), 0);
    console_refuses("world new w.loam", 2, "w.loam: is there already");
    console_refuses("world export-png w.loam --chunks 0,0,0,0", 2, "--output is missing");
    console_refuses("world export-png w.loam -o t.png", 2, "--chunks is missing");
    console_refuses("world export-png w.loam --chunks 0,0,32,0 -o t.png", 2,
                    "1 to 32 along a side");
    console_refuses("world export-png w.loam --chunks 0,0,0,0 -o no/t.png", 1, "no/t.png");
    console_refuses("world export-png none.loam --chunks 0,0,0,0 -o t.png", 1, "none.loam");
    console_refuses("world import-png w.loam", 2, "PICTURE is missing");
    console_refuses("world import-png w.loam none.png", 1, "none.png: cannot be read");
    console_refuses("world import-png none.loam none.png", 1, "none.loam: there is no such file");
    // While a program writes a world, nobody else does.
    loam_store *store = open_world("w.loam");
    console_refuses("world compact w.loam", 1, "w.loam: this process has it open already");
    CHECK_INT(console_run("world info w.loam"), 0);
    CHECK_INT(console_run("world verify w.loam"), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

/// Flips a byte of the world's file behind a text.
static void damage(const char *path, const char *behind, size_t distance)
{
    static uint8_t bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    const size_t size = fread(bytes, 1, sizeof bytes, file), length = strlen(behind);
    fclose(file);
    for (size_t i = 0; i + length + distance < size; i++)
    {
        if (memcmp(bytes + i, behind, length) == 0)
        {
            bytes[i + length + distance] ^= 1;
            file = fopen(path, "wb");
            fwrite(bytes, 1, size, file);
            fclose(file);
            return;
        }
    }
    CHECK_REPORT(false, "nothing to damage in %s", path);
}

static void test_faults_are_found_and_mended(void)
{
    CHECK_INT(console_run("world new w.loam"), 0);
    loam_store *store = open_world("w.loam");
    for (int64_t x = 0; x < 3; x++)
    {
        CHECK_OK(loam_store_save(store, (loam_chunk_pos){x, 5}, chunk));
    }
    loam_store_close(store);
    CHECK_INT(console_run("world verify w.loam"), 0);
    CHECK_TEXT(console_out, "w.loam: 3 chunks, 0 damaged, 0 other faults\n");
    damage("w.loam", "\x28\xb5\x2f\xfd\x60\x00\xff", 0); // in a chunk, as zstd begins them
    CHECK_INT(console_run("world verify w.loam"), 1);
    CHECK_CONTAINS(console_out, "chunk (");
    CHECK_CONTAINS(console_out, ", 5) is damaged: its checksum is wrong\n");
    CHECK_CONTAINS(console_out, "w.loam: 3 chunks, 1 damaged, 0 other faults\n");
    CHECK_INT(console_run("world verify w.loam --json"), 1);
    CHECK(json_is_valid(console_out));
    CHECK_RANGE(json_number_of(console_out, "chunks"), 3, 3);
    CHECK_RANGE(json_number_of(console_out, "bad_chunks"), 1, 1);
    CHECK_RANGE(json_number_of(console_out, "other_faults"), 0, 0);
    CHECK_CONTAINS(console_out, ", 5) is damaged: its checksum is wrong\"]}");
    CHECK_INT(console_run("world compact w.loam"), 1); // what it could not read is kept
    CHECK_CONTAINS(console_err, "loam world compact: w.loam: is damaged: 2 chunks were copied, at "
                                "least 1 were not; the old file is kept as ");
    CHECK_CONTAINS(console_err, "/w.loam.damaged\n");
    CHECK_INT(console_run("world verify w.loam"), 0);
    CHECK_TEXT(console_out, "w.loam: 2 chunks, 0 damaged, 0 other faults\n");
    CHECK_INT(console_run("world compact w.loam --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_RANGE(json_number_of(console_out, "chunks"), 2, 2);
    CHECK_RANGE(json_number_of(console_out, "bytes_after"), 4096,
                json_number_of(console_out, "bytes_before"));
    CHECK_INT(folder_count(1), 2);
}

// A picture of chunks, some of which are in the file and some of which grow, put into another world
// gives the same chunks.
static void test_pictures_go_out_and_come_in(void)
{
    CHECK_INT(console_run("world new w.loam --seed 7"), 0);
    loam_store *store = open_world("w.loam");
    memset(chunk, 0, sizeof chunk);
    chunk[5].block = 1;
    CHECK_OK(loam_store_save(store, (loam_chunk_pos){-1, 2}, chunk));
    loam_store_close(store);
    CHECK_INT(console_run("world export-png w.loam --chunks -2,2,0,3 -o t.png"), 0);
    CHECK_TEXT(console_out,
               "t.png: 384 x 256 tiles at (-256, 256); 1 chunks from the file, 5 grown\n");
    CHECK_INT(console_run("world new v.loam --seed 8"), 0);
    CHECK_INT(console_run("world import-png v.loam t.png --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_CONTAINS(console_out, "{\"file\":\"t.png\",\"at\":[\"-256\",\"256\"],\"size\":[384,256],"
                                "\"loaded\":0,\"grown\":0}");
    store = open_world("v.loam");
    loam_store_info info;
    CHECK_OK(loam_store_describe(store, &info));
    CHECK_INT(info.chunks, 6);
    CHECK_OK(loam_store_load(store, (loam_chunk_pos){-1, 2}, other));
    CHECK(memcmp(chunk, other, sizeof chunk) == 0);
    grow(7, (loam_chunk_pos){0, 3}, chunk);
    CHECK_OK(loam_store_load(store, (loam_chunk_pos){0, 3}, other));
    CHECK(memcmp(chunk, other, sizeof chunk) == 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 3);
}

static void test_a_picture_can_lie_anywhere(void)
{
    const loam_env env = loam_default_env();
    const loam_tile tiles[6] = {{1, 0, 0, 0}, {2, 0, 0, 0}, {3, 0, 0, 0},
                                {1, 1, 0, 0}, {2, 1, 0, 0}, {3, 1, 0, 0}};
    CHECK_INT(console_run("world new w.loam --seed 7"), 0);
    CHECK_OK(loam_png_write_tiles(&env, "t.png", tiles, (loam_tile_area){0, 0, 3, 2}, 1,
                                  LOAM_TILES_VERSION));
    // Over the corner of four chunks; what is around stays as it grows.
    CHECK_INT(console_run("world import-png w.loam t.png --at -2,-1"), 0);
    CHECK_TEXT(console_out, "t.png: 3 x 2 tiles at (-2, -1); 0 chunks from the file, 4 grown\n");
    CHECK_INT(console_run("world import-png w.loam t.png --at -2,-1 --json"), 0);
    CHECK_CONTAINS(console_out, "\"loaded\":4,\"grown\":0");
    loam_store *store = open_world("w.loam");
    grow(7, (loam_chunk_pos){-1, -1}, chunk);
    chunk[127 * 128 + 126] = tiles[0];
    chunk[127 * 128 + 127] = tiles[1];
    CHECK_OK(loam_store_load(store, (loam_chunk_pos){-1, -1}, other));
    CHECK(memcmp(chunk, other, sizeof chunk) == 0);
    grow(7, (loam_chunk_pos){0, 0}, chunk);
    chunk[0] = tiles[5];
    CHECK_OK(loam_store_load(store, (loam_chunk_pos){0, 0}, other));
    CHECK(memcmp(chunk, other, sizeof chunk) == 0);
    loam_store_close(store);
    // Nowhere else, and nothing that the world does not have.
    console_refuses("world import-png w.loam t.png --at 1152921504606846975,0", 2,
                    "--at is 1152921504606846975,0, where the picture does not fit");
    const loam_tile unknown = {.block = 250};
    CHECK_OK(loam_png_write_tiles(&env, "u.png", &unknown, (loam_tile_area){9, 9, 1, 1}, 1,
                                  LOAM_TILES_VERSION));
    console_refuses("world import-png w.loam u.png", 2,
                    "u.png: at tile (9, 9) the block is material");
    CHECK_INT(console_run("world info w.loam --json"), 0);
    CHECK_RANGE(json_number_of(console_out, "chunks"), 4, 4);
    CHECK_INT(folder_count(1), 3);
}

/// The bytes of all plants in chunks 30,0 to 33,1 of a world: a forest, with seed 3.
static size_t plant_bytes(const char *path)
{
    loam_store *const store = open_world(path);
    size_t all = 0;
    for (int64_t i = 0; i < 8; i++)
    {
        static uint8_t bytes[LOAM_MAX_PLANT_BYTES];
        size_t size = 0;
        CHECK_OK(loam_store_load_plants(store, (loam_chunk_pos){30 + i % 4, i / 4}, bytes,
                                        sizeof bytes, &size));
        all += size;
    }
    loam_store_close(store);
    return all;
}

// Whether chunks are in the file already, with plants in the middle of a swing, or not yet.
static void test_plants_stay_when_a_picture_comes_in(void)
{
    CHECK_INT(console_run("world new forest.loam --seed 3"), TOOL_DONE);
    CHECK_INT(console_run("world export-png forest.loam --chunks 30,0,33,1 -o forest.png"),
              TOOL_DONE);
    CHECK_INT(console_run("world import-png forest.loam forest.png"), TOOL_DONE);
    const size_t grown = plant_bytes("forest.loam");
    CHECK(grown > 500);
    CHECK_INT(console_run("tiles sim --world forest.loam --at 4150,80 --ring 8 --steps 30"),
              TOOL_DONE);
    const size_t swaying = plant_bytes("forest.loam");
    CHECK(swaying > grown); // it has bends, too
    CHECK_INT(console_run("world import-png forest.loam forest.png"), TOOL_DONE);
    CHECK_INT(plant_bytes("forest.loam"), swaying);
}

/// How many tiles of a picture have wood or leaves for walls.
static int64_t plant_tiles(const char *path)
{
    const loam_env env = loam_default_env();
    static loam_tile_defs defs;
    loam_tile *tiles = NULL;
    loam_tile_area area;
    int64_t count = 0;
    loam_tile_defs_init(&defs);
    CHECK_OK(loam_png_read_tiles(&env, path, &defs, &tiles, &area));
    for (int64_t i = 0; i < (int64_t)area.w * area.h; i++)
    {
        count += (defs.materials[tiles[i].wall].properties & (LOAM_WOOD | LOAM_LEAF)) != 0;
    }
    loam_free(&env, tiles, (size_t)area.w * (size_t)area.h * sizeof *tiles);
    return count;
}

// A crown that hangs over the border of a chunk is in the pictures of both.
static void test_pictures_have_plants_if_asked_for(void)
{
    CHECK_INT(console_run("world new woods.loam --seed 3"), TOOL_DONE);
    CHECK_INT(console_run("world export-png woods.loam --chunks 30,0,33,1 -o bare.png"), TOOL_DONE);
    CHECK_INT(plant_tiles("bare.png"), 0);
    CHECK_INT(console_run("world export-png woods.loam --chunks 30,0,33,1 --plants -o all.png"),
              TOOL_DONE);
    const int64_t all = plant_tiles("all.png");
    CHECK(all > 5000);
    CHECK_INT(console_run("world export-png woods.loam --chunks 30,0,31,1 --plants -o left.png"),
              TOOL_DONE);
    CHECK_INT(console_run("world export-png woods.loam --chunks 32,0,33,1 --plants -o right.png"),
              TOOL_DONE);
    CHECK_INT(plant_tiles("left.png") + plant_tiles("right.png"), all);
    loam_store *const store = open_world("woods.loam");
    const loam_tile_sky *const sky = &loam_store_defs(store)->sky;
    const int64_t winter = (int64_t)sky->day_steps * sky->year_days * 7 / 8;
    CHECK_OK(loam_store_set_player(store, &(loam_store_player){.year_step = winter + 1}));
    loam_store_close(store);
    CHECK_INT(console_run("world export-png woods.loam --chunks 30,0,33,1 --plants -o bare.png"),
              TOOL_DONE);
    CHECK_RANGE(plant_tiles("bare.png"), 1000, all * 3 / 4); // crowns are bare in winter
}

int main(void)
{
    folder_enter();
    RUN(test_a_new_world_is_described);
    RUN(test_new_worlds_have_their_own_definitions);
    RUN(test_a_limit_of_sizes_is_told);
    RUN(test_what_is_wrong_is_named);
    RUN(test_faults_are_found_and_mended);
    RUN(test_pictures_go_out_and_come_in);
    RUN(test_a_picture_can_lie_anywhere);
    RUN(test_plants_stay_when_a_picture_comes_in);
    RUN(test_pictures_have_plants_if_asked_for);
    console_done();
    folder_leave();
    return CHECK_DONE();
}
