// SPDX-License-Identifier: MIT
// loam world with lands, and what verbs for tiles say to them and the other way round.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/store.h"
#include "loam/volume_world.h"
#include "tool/console.h"
#include "tool/json.h"

static void write_file(const char *path, const char *words)
{
    FILE *const file = fopen(path, "w");
    CHECK(file != NULL && fputs(words, file) >= 0);
    fclose(file);
}

static loam_store *open_land(const char *path)
{
    loam_store_def def = loam_default_store_def();
    def.path = path;
    def.kind = LOAM_STORE_LAND;
    loam_store *store = NULL;
    CHECK_OK(loam_store_open(&def, &store));
    return store;
}

/// Saves chunks from (0, 0, 0) eastwards.
static void change_chunks(const char *path, int64_t count)
{
    static uint8_t bytes[3000];
    loam_store *const store = open_land(path);
    for (int64_t x = 0; x < count; x++)
    {
        memset(bytes, (int)x + 1, sizeof bytes);
        CHECK_OK(loam_store_save_voxels(store, (loam_store_chunk_pos){x, 0, 0}, bytes,
                                        sizeof bytes - (size_t)x));
    }
    CHECK_OK(loam_store_flush(store));
    loam_store_close(store);
}

static void test_a_new_land_is_described(void)
{
    char words[96];
    CHECK_INT(console_run("world new w.loam --kind land --seed 7"), 0);
    CHECK_TEXT(console_out, "w.loam: a new land with seed 7\n");
    change_chunks("w.loam", 3);
    CHECK_INT(console_run("world info w.loam"), 0);
    CHECK_CONTAINS(console_out, "  kind         land\n");
    CHECK_CONTAINS(console_out, "  seed         7\n");
    snprintf(words, sizeof words, "  version      land %d, volume %d, in a file of format 2\n",
             LOAM_LAND_VERSION, LOAM_VOLUME_VERSION);
    CHECK_CONTAINS(console_out, words);
    CHECK_CONTAINS(console_out, "  shape        continent_km 1800, sea 0.6, ");
    CHECK_CONTAINS(console_out, "  changed      3 chunks, ");
    CHECK_INT(console_run("world info w.loam --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_TEXT(json_text_of(console_out, "kind"), "land");
    CHECK_TEXT(json_text_of(console_out, "seed"), "7");
    CHECK_NEAR(json_number_of(console_out, "format"), LOAM_STORE_LAND_FORMAT, 0);
    CHECK_NEAR(json_number_of(console_out, "land_version"), LOAM_LAND_VERSION, 0);
    CHECK_NEAR(json_number_of(console_out, "volume_version"), LOAM_VOLUME_VERSION, 0);
    CHECK_NEAR(json_number_of(console_out, "continent_km"), 1800, 0);
    CHECK_NEAR(json_number_of(console_out, "chunks"), 3, 0);
    CHECK_RANGE(json_number_of(console_out, "chunk_bytes"), 30, 9000);
    CHECK_INT(console_run("world new tiles.loam"), 0);
    CHECK_INT(console_run("world info tiles.loam"), 0);
    CHECK_CONTAINS(console_out, "  kind         tiles\n");
    CHECK_INT(folder_count(1), 2);
}

static void test_new_lands_have_a_shape(void)
{
    write_file("shape.json", "{\"sea\": 0.25, \"bands_km\": 9000, \"rain\": 1.1,"
                             " \"biomes\": {\"hills\": {\"weight\": 3, \"octaves\": 4}, "
                             "\"desert\": {\"weight\": 0.5}}}");
    CHECK_INT(console_run("world new w.loam --kind land --shape shape.json --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_NEAR(json_number_of(console_out, "sea"), 0.25, 0);
    loam_store *const store = open_land("w.loam");
    CHECK_NEAR(loam_store_shape(store)->sea, 0.25, 0);
    CHECK_NEAR(loam_store_shape(store)->bands_km, 9000, 0);
    CHECK_NEAR(loam_store_shape(store)->relief, 1, 0);
    loam_store_close(store);
    // What is said of it is a shape, too: a land of the same shape again.
    CHECK_INT(console_run("world info w.loam"), 0);
    CHECK_CONTAINS(console_out, "hills.weight 3, ");
    CHECK_CONTAINS(console_out, "desert.weight 0.5");
    CHECK_INT(console_run("world info w.loam --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_CONTAINS(console_out, "\"rain\":1.1,");
    CHECK_CONTAINS(console_out, "\"hills\":{\"weight\":3");
    console_refuses("world new w.loam --kind land", 2, "w.loam");
    console_refuses("world new v.loam --kind land --shape none.json", 1, "--shape: none.json");
    write_file("shape.json", "{\"sea\": 2}");
    console_refuses("world new v.loam --kind land --shape shape.json", 2, "\"sea\" must be");
    write_file("broken.json", "{\"sea\": 0.5,\n\"rain\" 1}");
    console_refuses("world new v.loam --kind land --shape broken.json", 2,
                    "--shape: broken.json is not JSON: line 2");
    console_refuses("world new v.loam --kind land --defs shape.json", 2,
                    "--defs is for --kind tiles; a land has --shape");
    console_refuses("world new v.loam --shape shape.json", 2,
                    "--shape is for --kind land; tiles have --defs");
    console_refuses("world new v.loam --kind sky", 2, "must be tiles or land");
    CHECK_INT(folder_count(1), 3);
}

static void test_new_lands_have_a_size_of_voxels(void)
{
    CHECK_INT(console_run("world new w.loam --kind land --voxel 0.5 --json"), 0);
    CHECK_NEAR(json_number_of(console_out, "voxel_m"), 0.5, 0);
    CHECK_INT(console_run("world info w.loam"), 0);
    CHECK_CONTAINS(console_out, "  voxels       0.5 m wide\n");
    CHECK_INT(console_run("world info w.loam --json"), 0);
    CHECK_NEAR(json_number_of(console_out, "voxel_m"), 0.5, 0);
    CHECK_INT(console_run("world new one.loam --kind land --json"), 0);
    CHECK_NEAR(json_number_of(console_out, "voxel_m"), 1, 0);
    console_refuses("world new v.loam --kind land --voxel 0.25", 2, "must be 1 or 0.5");
    console_refuses("world new v.loam --voxel 0.5", 2, "--voxel is for --kind land");
    console_refuses("land explore --world w.loam --voxel 1", 2,
                    "--world is given and --voxel too; must be one of them");
    CHECK_INT(folder_count(1), 2);
}

static void test_lands_are_verified_and_compacted(void)
{
    CHECK_INT(console_run("world new w.loam --kind land"), 0);
    change_chunks("w.loam", 20);
    CHECK_INT(console_run("world verify w.loam"), 0);
    CHECK_TEXT(console_out, "w.loam: 20 chunks, 0 damaged, 0 other faults\n");
    CHECK_INT(console_run("world compact w.loam"), 0);
    CHECK_CONTAINS(console_out, "w.loam: 20 chunks, ");
    CHECK_INT(console_run("world upgrade w.loam"), 0);
    CHECK_CONTAINS(console_out, "w.loam: is of land version ");
    CHECK_CONTAINS(console_out, "which is the newest; nothing was changed\n");
    CHECK_INT(console_run("world verify w.loam --json"), 0);
    CHECK_NEAR(json_number_of(console_out, "chunks"), 20, 0);
    CHECK_INT(folder_count(1), 1);
}

static void test_verbs_for_tiles_refuse_lands(void)
{
    static const char *const lines[] = {
        "world export-png w.loam --chunks 0,0,0,0 -o p.png",
        "world import-png w.loam p.png",
        "tiles map --world w.loam -o p.png",
        "tiles sim --world w.loam --steps 1",
        "tiles walk --world w.loam --to 10,0",
    };
    CHECK_INT(console_run("world new w.loam --kind land"), 0);
    CHECK_INT(console_run("world new tiles.loam"), 0);
    CHECK_INT(console_run("world export-png tiles.loam --chunks 0,0,0,0 -o p.png"), 0);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    {
        console_refuses(lines[i], 2, "w.loam: is a world of kind land; must be of kind tiles");
    }
    CHECK_INT(console_run("world verify w.loam"), 0);
    CHECK_INT(folder_count(1), 3);
}

static void test_verbs_for_lands_refuse_tiles(void)
{
    CHECK_INT(console_run("world new w.loam"), 0);
    static const char words[] = "w.loam: is a world of kind tiles; must be of kind land";
    console_refuses("land slice --world w.loam", 2, words);
    console_refuses("land voxels --world w.loam", 2, words);
    console_refuses("land slice --world none.loam", 1, "none.loam: there is no such file");
    console_refuses("land slice --world w.loam --seed 3", 2, "--world is given and --seed too");
    CHECK_INT(folder_count(1), 1);
}

// ---- growing ----------------------------------------------------------------------------------------

/// Runs a slice of the place where land_2_1.loam has a hole; how many voxels of it are solid.
static double slice(const char *which, char hash[32])
{
    char line[160];
    snprintf(line, sizeof line,
             "land slice %s --at -439984,-160000 --size 24x24 --middle 860 --json", which);
    CHECK_REPORT(console_run(line) == 0, "%s: %s", line, console_err);
    CHECK_TEXT(json_text_of(console_out, "seed"), "3");
    snprintf(hash, 32, "%s", json_text_of(console_out, "hash"));
    return json_number_of(console_out, "solid");
}

// A file and the same seed and shape without one give the same voxels.
static void test_a_land_grows_from_its_file(void)
{
    char hashes[3][32];
    write_file("shape.json", "{\"sea\": 0.5}");
    CHECK_INT(console_run("world new w.loam --kind land --seed 3"), 0);
    CHECK_INT(console_run("world new shaped.loam --kind land --seed 3 --shape shape.json"), 0);
    slice("--seed 3", hashes[0]);
    slice("--world w.loam", hashes[1]);
    slice("--world shaped.loam", hashes[2]);
    CHECK_TEXT(hashes[1], hashes[0]);
    CHECK(strcmp(hashes[2], hashes[0]) != 0);
    CHECK_INT(folder_count(1), 3);
}

/// The hash of a slice through a mountain side.
static void hash_hollows(const char *which, char hash[32])
{
    char line[160];
    snprintf(line, sizeof line, "land slice %s --at -440000,-160000 --size 100x80 --level 1 --json",
             which);
    CHECK_REPORT(console_run(line) == 0, "%s: %s", line, console_err);
    snprintf(hash, 32, "%s", json_text_of(console_out, "hash"));
}

// A file and the same numbers without one give the same voxels; both at once may not be.
static void test_a_land_has_the_inside_of_its_file(void)
{
    char hashes[3][32];
    write_file("many.json", "{\"overhangs\": {\"everywhere\": true, \"amplitude\": 4}, "
                            "\"keep_floating\": true}");
    CHECK_INT(console_run("world new w.loam --kind land --seed 3 --inside many.json --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_CONTAINS(console_out, "\"inside\":{\"overhangs\":{\"everywhere\":true,\"amplitude\":4},"
                                "\"keep_floating\":true}");
    CHECK_INT(console_run("world info w.loam"), 0);
    CHECK_CONTAINS(console_out, "  inside       overhangs.everywhere 1, overhangs.amplitude 4, "
                                "keep_floating 1\n");
    hash_hollows("--seed 3", hashes[0]);
    hash_hollows("--seed 3 --inside many.json", hashes[1]);
    hash_hollows("--world w.loam", hashes[2]);
    CHECK(strcmp(hashes[1], hashes[0]) != 0);
    CHECK_TEXT(hashes[2], hashes[1]);
    CHECK_INT(console_run("land inside --world w.loam -o all.json"), 0);
    hash_hollows("--seed 3 --inside all.json", hashes[2]);
    CHECK_TEXT(hashes[2], hashes[1]);
    CHECK_INT(console_run("land inside -o all.json"), 0);
    hash_hollows("--seed 3 --inside all.json", hashes[2]);
    CHECK_TEXT(hashes[2], hashes[0]);
    CHECK_INT(folder_count(1), 3);
}

static void test_an_inside_that_is_not_accepted_is_refused(void)
{
    write_file("many.json", "{\"tunnels\": {\"radius\": 31}}");
    CHECK_INT(console_run("world new w.loam --kind land"), 0);
    console_refuses("land slice --world w.loam --inside many.json", 2,
                    "--world is given and --inside too; must be one of them");
    console_refuses("land explore --world w.loam --inside many.json", 2,
                    "--world is given and --inside too; must be one of them");
    console_refuses("world new v.loam --inside many.json", 2, "--inside is for --kind land");
    console_refuses("land voxels --inside many.json --size 8x8x8 -o a.vox", 2,
                    "--inside: many.json: tunnels.radius is 31; must be a number from 2 to 30");
    console_refuses("world new v.loam --kind land --inside none.json", 1,
                    "--inside: none.json: cannot be read");
    CHECK_INT(folder_count(1), 2);
}

static void copy_file(const char *from, const char *to)
{
    static char content[1 << 18];
    FILE *const in = fopen(from, "rb"), *const out = fopen(to, "wb");
    CHECK(in != NULL && out != NULL);
    const size_t size = in != NULL ? fread(content, 1, sizeof content, in) : 0;
    CHECK(out != NULL && fwrite(content, 1, size, out) == size);
    fclose(in);
    fclose(out);
}

// The land around it is the same without the file's chunks; chunks that are none are told of.
static void test_what_was_dug_is_shown(void)
{
    if (LOAM_LAND_VERSION != 2 || LOAM_VOLUME_VERSION != 1)
    {
        return; // the file is refused: see tests/tool/versions.c
    }
    char hashes[2][32];
    write_file("shape.json", "{\"sea\": 0.5}");
    CHECK_INT(console_run("world new whole.loam --kind land --seed 3 --shape shape.json"), 0);
    copy_file(LOAM_FIXTURES "/land_2_1.loam", "dug.loam");
    const double whole = slice("--world whole.loam", hashes[0]);
    const double dug = slice("--world dug.loam", hashes[1]);
    CHECK_RANGE(whole - dug, 30,
                60); // less than a disc with a radius of 4, as its top is in the air
    console_refuses("land slice --world dug.loam --level -1", 2,
                    "dug.loam: has voxels of 1 m; 0.5 m are finer than what was dug");
    loam_store *const store = open_land("dug.loam");
    CHECK_OK(loam_store_save_voxels(store, (loam_store_chunk_pos){-13750, 26, -5000},
                                    (const uint8_t *)"none", 4));
    loam_store_close(store);
    console_refuses("land slice --world dug.loam --at -439984,-160000 --size 24x24 --middle 860", 1,
                    "dug.loam: 4 bytes are no chunk of voxels");
    CHECK_INT(folder_count(1), 3);
}

static loam_result fill_sea_level(void *user, loam_land_area area, const loam_volume_columns *out)
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

/// Builds a ball of gold with a radius of 3 m around (-439984, 864, -160000), in air as far as 16 m along the axes:
/// the chunks around are kept whole, and the world that they are of is flat.
static void build_ball(loam_store *store)
{
    const loam_voxel_pos middle = {-879968, 1728, -320000};
    loam_volume_def volume_def = loam_default_volume_def();
    loam_voxel_world_def def = loam_default_voxel_world_def();
    loam_voxel_edit edit = loam_default_voxel_edit();
    loam_volume *volume = NULL;
    loam_voxel_world *world = NULL;
    volume_def.seed = loam_store_seed(store);
    volume_def.surface = (loam_volume_surface){.fill = fill_sea_level};
    volume_def.function_count = 0;
    CHECK_OK(loam_volume_create(&volume_def, &volume));
    def.volume = volume;
    def.store = loam_store_voxels(store);
    def.voxel_m = loam_store_voxel_m(store);
    def.near_m = 32;
    def.levels = 1;
    CHECK_OK(loam_voxel_world_create(&def, &world));
    edit.from = middle;
    edit.radius_m = 6;
    edit.material = LOAM_VOXEL_GOLD;
    CHECK_OK(loam_voxel_world_edit(world, &edit, NULL));
    CHECK_OK(loam_voxel_world_update(world, NULL, 0, 0, NULL));
    CHECK_OK(loam_voxel_world_save(world));
    CHECK_INT(loam_voxel_world_count(world).edited, 8);
    loam_voxel_world_destroy(world);
    loam_volume_destroy(volume);
}

// At the level of a file's voxels, and at coarser ones as well as those can.
static void test_half_metres_are_shown_at_every_level(void)
{
    CHECK_INT(console_run("world new half.loam --kind land --seed 3 --voxel 0.5"), 0);
    loam_store *const store = open_land("half.loam");
    build_ball(store);
    loam_store_close(store);
    CHECK_INT(console_run("world verify half.loam"), 0);
    for (int32_t level = -1; level <= 1; level++)
    {
        char line[160];
        snprintf(line, sizeof line,
                 "land slice --world half.loam --at -439984,-160000 --middle 864 --size 15x15 "
                 "--level %d --json",
                 (int)level);
        CHECK_REPORT(console_run(line) == 0, "%s: %s", line, console_err);
        const double radius = 3.0 / (double)loam_volume_voxel_m(level);
        CHECK_NEAR(json_number_of(console_out, "solid"), 3.14 * radius * radius, 1.8 * radius);
    }
    CHECK_INT(folder_count(1), 1);
}

int main(void)
{
    folder_enter();
    RUN(test_a_new_land_is_described);
    RUN(test_new_lands_have_a_shape);
    RUN(test_new_lands_have_a_size_of_voxels);
    RUN(test_lands_are_verified_and_compacted);
    RUN(test_verbs_for_tiles_refuse_lands);
    RUN(test_verbs_for_lands_refuse_tiles);
    RUN_UNSANITIZED(test_a_land_grows_from_its_file);
    RUN_UNSANITIZED(test_a_land_has_the_inside_of_its_file);
    RUN(test_an_inside_that_is_not_accepted_is_refused);
    RUN_UNSANITIZED(test_what_was_dug_is_shown);
    RUN_UNSANITIZED(test_half_metres_are_shown_at_every_level);
    folder_leave();
    return CHECK_DONE();
}
