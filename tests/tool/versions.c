// SPDX-License-Identifier: MIT
// Worlds and replays of old versions, from tests/fixtures: they grow and play what they did when they were made,
// for ever. A number here that does not hold any more means that somebody's world has changed.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/store.h"
#include "loam/volume_world.h"
#include "tool/console.h"
#include "tool/json.h"

static loam_tile chunk[LOAM_CHUNK_TILES];

/// Copies a file of the fixtures here, with another word in the place of one if that is not NULL.
static void take(const char *name, const char *word, const char *other)
{
    static char content[1 << 18];
    char path[512];
    snprintf(path, sizeof path, "%s/%s", LOAM_FIXTURES, name);
    FILE *in = fopen(path, "rb"), *out = fopen(name, "wb");
    CHECK_REPORT(in != NULL && out != NULL, "%s cannot be copied", path);
    size_t size = in != NULL ? fread(content, 1, sizeof content - 1, in) : 0;
    content[size] = '\0';
    const char *at = word != NULL ? strstr(content, word) : NULL;
    CHECK(size > 0 && (word == NULL || at != NULL));
    if (at != NULL && out != NULL)
    {
        fwrite(content, 1, (size_t)(at - content), out);
        fputs(other, out);
        at += strlen(word);
        size -= (size_t)(at - content);
    }
    CHECK(out != NULL && fwrite(at != NULL ? at : content, 1, size, out) == size);
    if (in != NULL)
    {
        fclose(in);
    }
    if (out != NULL)
    {
        fclose(out);
    }
}

static loam_store *open_world(const char *path, bool read_only)
{
    loam_store_def def = loam_default_store_def();
    def.path = path;
    def.read_only = read_only;
    loam_store *store = NULL;
    CHECK_OK(loam_store_open(&def, &store));
    return store;
}

// ---- worlds -----------------------------------------------------------------------------------------

typedef struct grown
{
    loam_chunk_pos at;
    uint64_t chunk; // the hash of the chunk
    uint64_t ring;  // the hash of a still world around it
} grown;

/// What tiles_1_kept.loam grew when version 1 was the newest. Never to be changed.
static const grown grown_1[] = {
    {{30, 0}, 0xecf4623592d8f45b, 0x3018f5357ed5c05a},
    {{-75, -9}, 0xe0e1b61cb0b1a79f, 0xf254bdf69e6a13af},
    {{4000, -60}, 0x2041b51826083600, 0x46b6ca4b71ec41c1},
    {{-123456, 0}, 0x7b40a77dbfe711aa, 0xce607830ebdb2249},
    {{9, 2}, 0x33b202d302b65caa, 0x688074240f868a84},
};

static uint64_t hash_chunk(const loam_tile_source *source, loam_chunk_pos at)
{
    CHECK_OK(loam_tile_source_chunk(source, at, chunk));
    return loam_tiles_hash(chunk, LOAM_CHUNK_TILES, 0);
}

static uint64_t hash_ring(loam_store *store, loam_chunk_pos at)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    loam_tile_world *world = NULL;
    def.defs = loam_store_defs(store);
    def.seed = loam_store_seed(store);
    def.ring_log2 = LOAM_MIN_RING_LOG2;
    def.still = true;
    def.centre = (loam_tile_pos){at.x * LOAM_CHUNK_SIDE, at.y * LOAM_CHUNK_SIDE};
    def.store = loam_store_chunks(store);
    CHECK_OK(loam_tile_world_create(&def, &world));
    const uint64_t hash = world != NULL ? loam_tile_world_hash(world) : 0;
    CHECK_U64(world != NULL ? loam_tile_world_count(world).loaded : 1, 0);
    loam_tile_world_destroy(world);
    return hash;
}

static void test_a_world_of_version_1_grows_what_it_grew(void)
{
    const loam_env env = loam_default_env();
    take("tiles_1_kept.loam", NULL, NULL);
    loam_store *store = open_world("tiles_1_kept.loam", true);
    loam_tile_source *source = NULL;
    CHECK_INT(loam_store_defs(store)->version, 1);
    CHECK_OK(
        loam_tile_source_create(&env, loam_store_defs(store), loam_store_seed(store), &source));
    for (size_t i = 0; i < sizeof grown_1 / sizeof *grown_1; i++)
    {
        CHECK_INT(loam_store_load(store, grown_1[i].at, chunk), LOAM_NOT_FOUND);
        CHECK_U64(hash_chunk(source, grown_1[i].at), grown_1[i].chunk);
        CHECK_U64(hash_ring(store, grown_1[i].at), grown_1[i].ring);
    }
    loam_tile_source_destroy(source);
    loam_store_close(store);
    folder_count(1);
}

static loam_result add_chunk(void *user, loam_chunk_pos at)
{
    (void)at;
    ++*(int *)user;
    return LOAM_OK;
}

// And it is still whole.
static void test_a_world_of_version_1_is_read(void)
{
    take("tiles_1_kept.loam", NULL, NULL);
    CHECK_INT(console_run("world verify tiles_1_kept.loam"), 0);
    CHECK_TEXT(console_out, "tiles_1_kept.loam: 4 chunks, 0 damaged, 0 other faults\n");
    CHECK_INT(console_run("world info tiles_1_kept.loam --json"), 0);
    CHECK_NEAR(json_number_of(console_out, "world_version"), 1, 0);
    CHECK_NEAR(json_number_of(console_out, "newest_version"), LOAM_TILES_VERSION, 0);
    CHECK_INT(console_run("world info tiles_1_kept.loam"), 0);
    CHECK_CONTAINS(console_out, LOAM_TILES_VERSION > 1
                                    ? "  version      1, which loam world upgrade can raise, in a "
                                    : "  version      1, in a file of format 1\n");
    folder_count(1);
}

// It was kept while an oak fell: it goes on, is kept again, and is whole still.
static void test_a_world_of_version_2_goes_on(void)
{
    take("tiles_2_kept.loam", NULL, NULL);
    CHECK_INT(console_run("world info tiles_2_kept.loam --json"), 0);
    CHECK_NEAR(json_number_of(console_out, "world_version"), 2, 0);
    CHECK_INT(console_run("world verify tiles_2_kept.loam"), 0);
    CHECK_CONTAINS(console_out, " chunks, 0 damaged, 0 other faults\n");
    CHECK_INT(console_run("tiles sim --world tiles_2_kept.loam --ring 8 --steps 60 --json"), 0);
    CHECK(json_number_of(console_out, "falling_wood") > 100);
    CHECK_INT(console_run("world verify tiles_2_kept.loam"), 0);
    CHECK_CONTAINS(console_out, " chunks, 0 damaged, 0 other faults\n");
    folder_count(1);
}

static void test_worlds_are_upgraded(void)
{
    int chunks = 0;
    char words[128];
    take("tiles_1_kept.loam", NULL, NULL);
    console_refuses("world upgrade none.loam", 1, "none.loam: there is no such file");
    loam_store *store = open_world("tiles_1_kept.loam", false);
    console_refuses("world upgrade tiles_1_kept.loam", 1, "this process has it open already");
    loam_store_close(store);
    CHECK_INT(console_run("world upgrade tiles_1_kept.loam --json"), 0);
    CHECK_NEAR(json_number_of(console_out, "from"), 1, 0);
    CHECK_NEAR(json_number_of(console_out, "to"), LOAM_TILES_VERSION, 0);
    CHECK_CONTAINS(console_out,
                   LOAM_TILES_VERSION > 1 ? "\"definitions\":true" : "\"definitions\":false");
    CHECK_INT(console_run("world upgrade tiles_1_kept.loam"), 0);
    snprintf(words, sizeof words,
             "tiles_1_kept.loam: is of version %d, which is the newest; nothing was changed\n",
             LOAM_TILES_VERSION);
    CHECK_TEXT(console_out, words);
    store = open_world("tiles_1_kept.loam", true);
    CHECK_INT(loam_store_defs(store)->version, LOAM_TILES_VERSION);
    CHECK_OK(loam_store_each(store, add_chunk, &chunks));
    CHECK_INT(chunks, 4);
    loam_store_close(store);
    folder_count(1);
}

// ---- lands ------------------------------------------------------------------------------------------

/// Ground that is nowhere near the chunks of the file.
static loam_result fill_flat(void *user, loam_land_area area, const loam_volume_columns *out)
{
    (void)user;
    for (int64_t i = 0; i < (int64_t)area.w * area.h; i++)
    {
        out->height[i] = out->base[i] = 0;
        out->water[i] = LOAM_LAND_DRY;
        out->temperature[i] = out->humidity[i] = out->soil[i] = out->ruggedness[i] = 0;
        out->bank[i] = 1024;
        out->ice[i] = out->biome[i] = 0;
    }
    return LOAM_OK;
}

/// What the world of voxels makes of the chunks around the hole.
static uint64_t hash_hole(loam_store *store)
{
    static const loam_volume_box box = {0, -439989, 858, -160005, 11, 11, 11};
    static const loam_voxel_viewer viewer = {.at = {-439984, 863, -160000}};
    loam_volume_def def = loam_default_volume_def();
    loam_voxel_world_def world_def = loam_default_voxel_world_def();
    loam_volume *volume = NULL;
    loam_voxel_world *world = NULL;
    bool complete = false;
    def.seed = loam_store_seed(store);
    def.surface = (loam_volume_surface){.fill = fill_flat};
    def.function_count = 0;
    CHECK_OK(loam_volume_create(&def, &volume));
    world_def.volume = volume;
    world_def.store = loam_store_voxels(store);
    world_def.near_m = 32;
    world_def.levels = 1;
    CHECK_OK(loam_voxel_world_create(&world_def, &world));
    while (world != NULL && !complete)
    {
        CHECK_OK(loam_voxel_world_update(world, &viewer, 1, 100000, &complete));
    }
    CHECK_U64(world != NULL ? loam_voxel_world_count(world).refused : 1, 0);
    const uint64_t hash = world != NULL ? loam_voxel_world_hash(world, &box) : 0;
    loam_voxel_world_destroy(world);
    loam_volume_destroy(volume);
    return hash;
}

static void read_land(const char *path)
{
    loam_store_def def = loam_default_store_def();
    loam_store *store = NULL;
    char place[64];
    size_t count;
    CHECK_INT(console_run("world verify land_2_1.loam"), 0);
    CHECK_TEXT(console_out, "land_2_1.loam: 4 chunks, 0 damaged, 0 other faults\n");
    def.path = path;
    def.kind = LOAM_STORE_LAND;
    CHECK_OK(loam_store_open(&def, &store));
    CHECK_U64(loam_store_seed(store), 3);
    CHECK_NEAR(loam_store_shape(store)->sea, 0.5, 0);
    CHECK_NEAR(loam_store_shape(store)->bands_km, 5000, 0);
    CHECK_NEAR((double)loam_store_voxel_m(store), 1, 0); // from before there were others
    CHECK_OK(loam_store_get_extra(store, "place", place, sizeof place, &count));
    CHECK_U64(hash_hole(store), 0x71a0d36a8d331ad0);
    loam_store_close(store);
}

// Of lands only one version is grown: a file is of that, or refused, and never of two.
static void test_a_land_of_an_old_version_is_read_or_refused(void)
{
    take("land_2_1.loam", NULL, NULL);
    if (LOAM_LAND_VERSION == 2 && LOAM_VOLUME_VERSION == 1)
    {
        read_land("land_2_1.loam");
    }
    else
    {
        static const char *const verbs[] = {"info", "verify", "compact", "upgrade"};
        for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        {
            char line[64];
            snprintf(line, sizeof line, "world %s land_2_1.loam", verbs[i]);
            console_refuses(line, 2, "the Loam that made it opens it");
        }
    }
    folder_count(1);
}

// ---- replays ----------------------------------------------------------------------------------------

/// Plays a replay with and without threads; the hashes that it has to begin and end with are its own.
static void plays(const char *name)
{
    static const char *const threads[] = {"0", "all"};
    for (int i = 0; i < 2; i++)
    {
        char line[128];
        snprintf(line, sizeof line, "tiles sim --replay %s --threads %s --json", name, threads[i]);
        CHECK_REPORT(console_run(line) == 0, "%s: %s", line, console_err);
        CHECK_CONTAINS(console_out, "\"agrees\":true");
    }
}

static void test_replays_of_version_1_play_what_they_played(void)
{
    take("tiles_1_new.txt", NULL, NULL);
    take("tiles_1_kept.txt", NULL, NULL);
    take("tiles_1_kept.loam", NULL, NULL);
    plays("tiles_1_new.txt");
    CHECK_TEXT(json_text_of(console_out, "hash"), "53f7bc1df585575a");
    plays("tiles_1_kept.txt");
    CHECK_TEXT(json_text_of(console_out, "hash"), "78c4511026b53b18");
    folder_count(1);
}

// With plants that sway, burn, are felled and lose no tile.
static void test_replays_of_version_2_play_what_they_played(void)
{
    take("tiles_2_new.txt", NULL, NULL);
    take("tiles_2_kept.txt", NULL, NULL);
    take("tiles_2_kept.loam", NULL, NULL);
    plays("tiles_2_new.txt");
    CHECK(json_number_of(console_out, "standing") > 100);
    plays("tiles_2_kept.txt");
    CHECK(json_number_of(console_out, "fallen_wood") > 100);
    CHECK_NEAR(json_number_of(console_out, "splintered_wood"), 0, 0);
    folder_count(1);
}

static void test_other_versions_of_replays_are_refused(void)
{
    static const char *const versions[] = {"0", "4294967297", "18446744073709551615"};
    char line[64], words[128];
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
    {
        snprintf(line, sizeof line, "world version %s\n", versions[i]);
        snprintf(words, sizeof words,
                 "tiles_1_new.txt:2: is of world version %s; this Loam (%s) grows versions 1 to %d",
                 versions[i], loam_version(), LOAM_TILES_VERSION);
        take("tiles_1_new.txt", "world version 1\n", line);
        console_refuses("tiles sim --replay tiles_1_new.txt", 2, words);
    }
    snprintf(line, sizeof line, "world version %d\n", LOAM_TILES_VERSION + 1);
    take("tiles_1_new.txt", "world version 1\n", line);
    snprintf(words, sizeof words, "is of world version %d; this Loam", LOAM_TILES_VERSION + 1);
    console_refuses("tiles sim --replay tiles_1_new.txt", 2, words);
    folder_count(1);
}

// It was played in a world of its own version.
static void test_a_replay_and_its_world_have_one_version(void)
{
    for (int32_t version = 2; version <= LOAM_TILES_VERSION; version++)
    {
        char line[64], words[128];
        snprintf(line, sizeof line, "world version %d\n", (int)version);
        snprintf(words, sizeof words,
                 "tiles_1_kept.loam: is of world version 1; the replay is of version %d",
                 (int)version);
        take("tiles_1_kept.txt", "world version 1\n", line);
        take("tiles_1_kept.loam", NULL, NULL);
        console_refuses("tiles sim --replay tiles_1_kept.txt", 2, words);
    }
    folder_count(1);
}

int main(void)
{
    folder_enter();
    RUN(test_a_world_of_version_1_grows_what_it_grew);
    RUN(test_a_world_of_version_1_is_read);
    RUN(test_a_world_of_version_2_goes_on);
    RUN(test_worlds_are_upgraded);
    RUN(test_a_land_of_an_old_version_is_read_or_refused);
    RUN(test_replays_of_version_1_play_what_they_played);
    RUN_UNSANITIZED(test_replays_of_version_2_play_what_they_played);
    RUN(test_other_versions_of_replays_are_refused);
    RUN(test_a_replay_and_its_world_have_one_version);
    folder_leave();
    return CHECK_DONE();
}
