// SPDX-License-Identifier: MIT
// Worlds of Luanti, read back by a reader of the test's own: every node is what the volume, the things and the rules of
// light say, whatever part was asked for and by however many threads; and a folder is there whole or not at all. That
// Luanti itself reads them is seen in tests/viewers.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "base/counting.h"
#include "check.h"
#include "export/folder.h"
#include "land/shared_pages.h"
#include "loam/export_luanti.h"
#include "tool/threads.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <zstd.h>

enum
{
    UNIT = LOAM_LUANTI_UNIT,
    LOW = -192, // nodes that are read
    HIGH = 192,
    TALL = HIGH - LOW,
    NAMES = 128,
    BLOCK_BYTES = 4096 * 4 + 8192
};

/// A wood with a beach, on ground that has caves.
static const loam_land_area wood = {.x = -7168, .z = -18944};

static loam_land *land;
static loam_volume *volume;
static loam_land_things *things;

/// Nodes as they were read: (x, y, z) of a part of UNIT x UNIT around 0, 0.
typedef struct nodes
{
    char names[NAMES][LOAM_MAX_LUANTI_NAME + 1];
    int32_t name_count;
    int16_t name[UNIT * TALL * UNIT]; // -1: no block was there
    uint8_t light[UNIT * TALL * UNIT];
    int64_t blocks;
} nodes;

static int32_t at(int32_t x, int32_t y, int32_t z)
{
    return ((z + UNIT / 2) * TALL + y - LOW) * UNIT + x + UNIT / 2;
}

static int32_t name_number(nodes *out, const uint8_t *text, size_t length)
{
    char name[LOAM_MAX_LUANTI_NAME + 1];
    snprintf(name, sizeof name, "%.*s", (int)length, (const char *)text);
    int32_t number = 0;
    while (number < out->name_count && strcmp(out->names[number], name) != 0)
    {
        number++;
    }
    if (number == out->name_count && number < NAMES)
    {
        snprintf(out->names[out->name_count++], sizeof name, "%s", name);
    }
    return number;
}

static int32_t short_at(const uint8_t *bytes)
{
    return bytes[0] << 8 | bytes[1];
}

/// The table of names: how many bytes it has.
static size_t read_names(nodes *out, const uint8_t *bytes, int16_t *names)
{
    const int32_t count = short_at(bytes);
    size_t used = 2;
    for (int32_t i = 0; i < count; i++)
    {
        const size_t length = (size_t)short_at(bytes + used + 2);
        CHECK_INT(short_at(bytes + used), i);
        names[i] = (int16_t)name_number(out, bytes + used + 4, length);
        used += 4 + length;
    }
    return used;
}

static void read_block(nodes *out, int64_t place, const uint8_t *blob, size_t size)
{
    static uint8_t bytes[BLOCK_BYTES];
    int16_t names[NAMES];
    const int32_t bx = (int32_t)((place + 2048 + (1 << 23)) % 4096 + 4096) % 4096 - 2048;
    const int32_t by = (int32_t)(((place - bx) / 4096 + 2048) % 4096 + 4096) % 4096 - 2048;
    const int32_t bz = (int32_t)((place - bx - by * 4096) / (1 << 24));
    CHECK_INT(blob[0], 29);
    const size_t count = ZSTD_decompress(bytes, sizeof bytes, blob + 1, size - 1);
    CHECK(!ZSTD_isError(count));
    CHECK_INT(bytes[0] & ~2, 0);
    CHECK_INT(short_at(bytes + 1), 0xffff);
    CHECK_INT(bytes[7], 0);
    const size_t used = 8 + read_names(out, bytes + 8, names);
    CHECK_INT(short_at(bytes + used), 0x0202);
    CHECK_U64(count, used + 2 + 4096 * 4 + 7);
    const uint8_t *const numbers = bytes + used + 2, *const light = numbers + 8192;
    const uint8_t tail[7] = {0, 0, 0, 0, 10, 0, 0};
    CHECK(memcmp(bytes + count - 7, tail, 7) == 0);
    out->blocks++;
    for (int32_t n = 0; n < 4096; n++)
    {
        const int32_t x = bx * 16 + n % 16, y = by * 16 + n / 16 % 16, z = bz * 16 + n / 256;
        if (x >= -UNIT / 2 && x < UNIT / 2 && y >= LOW && y < HIGH && z >= -UNIT / 2 &&
            z < UNIT / 2)
        {
            out->name[at(x, y, z)] = names[short_at(numbers + 2 * n)];
            out->light[at(x, y, z)] = light[n];
        }
    }
}

static void read_world(const char *folder, nodes *out)
{
    char path[256];
    sqlite3 *db = NULL;
    sqlite3_stmt *rows = NULL;
    memset(out, 0, sizeof *out);
    memset(out->name, -1, sizeof out->name);
    snprintf(path, sizeof path, "%s/map.sqlite", folder);
    CHECK_INT(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    CHECK_INT(sqlite3_prepare_v2(db, "SELECT pos, data FROM blocks", -1, &rows, NULL), SQLITE_OK);
    while (sqlite3_step(rows) == SQLITE_ROW)
    {
        read_block(out, sqlite3_column_int64(rows, 0), sqlite3_column_blob(rows, 1),
                   (size_t)sqlite3_column_bytes(rows, 1));
    }
    sqlite3_finalize(rows);
    sqlite3_close(db);
}

/// What write makes: a folder with a folder in it.
static void remove_world(const char *folder)
{
    static const char *const all[] = {"worldmods/loam_start/init.lua",
                                      "worldmods/loam_start/mod.conf",
                                      "worldmods/loam_start",
                                      "worldmods",
                                      "map_meta.txt",
                                      "world.mt",
                                      "map.sqlite",
                                      "."};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    {
        char path[256];
        snprintf(path, sizeof path, i + 1 < sizeof all / sizeof *all ? "%s/%s" : "%s", folder,
                 all[i]);
        CHECK_REPORT(remove(path) == 0, "%s is not there", path);
    }
}

static loam_luanti_def small_def(const char *path)
{
    loam_luanti_def def = loam_default_luanti_def();
    def.land = land;
    def.volume = volume;
    def.things = things;
    def.x = wood.x;
    def.z = wood.z;
    def.w = def.d = UNIT;
    def.depth = 80;
    def.path = path;
    return def;
}

static nodes *read_new(const loam_luanti_def *def, loam_luanti_figures *figures)
{
    nodes *const out = malloc(sizeof *out);
    CHECK_INT(loam_luanti_write(def, figures), LOAM_OK);
    read_world(def->path, out);
    remove_world(def->path);
    return out;
}

static bool has_name(const nodes *in, int32_t i, const char *part)
{
    return in->name[i] >= 0 && strstr(in->names[in->name[i]], part) != NULL;
}

// Without things and growth a node is what the volume has there: solid, liquid or air.
static void test_nodes_are_those_of_the_volume(void)
{
    enum
    {
        TOP = 64
    };
    static uint8_t materials[UNIT * 128 * UNIT];
    loam_luanti_def def = small_def("bare");
    def.things = NULL;
    def.bare = true;
    loam_luanti_figures figures;
    nodes *const in = read_new(&def, &figures);
    const loam_volume_box box = {0,   wood.x - UNIT / 2, TOP - 128, wood.z - UNIT / 2, UNIT, 128,
                                 UNIT};
    loam_volume_grower *grower = NULL;
    CHECK_INT(loam_volume_grower_create(volume, &grower), LOAM_OK);
    CHECK_INT(loam_volume_fill(grower, &box, &(loam_volume_voxels){.materials = materials}, NULL),
              LOAM_OK);
    int32_t wrong = 0, caves = 0, seen = 0;
    for (int32_t i = 0; i < UNIT * 128 * UNIT; i++)
    {
        const int32_t x = i % UNIT - UNIT / 2, y = i / UNIT % 128 + TOP - 128,
                      z = i / (UNIT * 128) - UNIT / 2;
        const int32_t node = at(x, y, z);
        const char *const name = in->name[node] < 0 ? "air" : in->names[in->name[node]];
        const bool is_air = strcmp(name, "air") == 0, is_water = strstr(name, "water") != NULL;
        const bool right = materials[i] == LOAM_VOXEL_AIR     ? is_air
                           : materials[i] == LOAM_VOXEL_WATER ? is_water
                                                              : !is_air && !is_water;
        const bool there = in->name[node] >= 0 || materials[i] == LOAM_VOXEL_AIR || y < figures.low;
        wrong += !there || (in->name[node] >= 0 && !right);
        seen += in->name[node] >= 0 && !is_air;
        caves += is_air && in->light[node] % 16 == 0 && in->name[node] >= 0;
    }
    CHECK_INT(wrong, 0);
    CHECK(seen > UNIT * UNIT * 40);
    CHECK_REPORT(caves > 100, "only %d nodes of air are dark", (int)caves);
    loam_volume_grower_destroy(grower);
    free(in);
}

/// 0 lets no light through, 1 dims it, 2 lets that from above through.
static int32_t passage(const nodes *in, int32_t i)
{
    static const char *const clear[] = {
        "air", "grass_", "fern_", "flowers:", "junglegrass", "dry_shrub", "bush_stem"};
    static const char *const dim[] = {"water", "lava", "leaves", "needles", "default:ice", "lamp"};
    const bool is_ground = has_name(in, i, "dirt_with");
    for (size_t k = 0; k < sizeof clear / sizeof *clear && !is_ground; k++)
    {
        if (has_name(in, i, clear[k]))
        {
            return 2;
        }
    }
    for (size_t k = 0; k < sizeof dim / sizeof *dim; k++)
    {
        if (has_name(in, i, dim[k]))
        {
            return 1;
        }
    }
    return 0;
}

static int32_t day_at(const nodes *in, int32_t i)
{
    return in->name[i] < 0 ? 15 : in->light[i] % 16;
}

// Light is what it has to be beside its neighbours': the brightest of them less one, all of it under the open sky,
// none in what is opaque. Nothing of how it was found is asked.
static void test_light_fits_its_neighbours(void)
{
    const loam_luanti_def def = small_def("light");
    nodes *const in = read_new(&def, NULL);
    int64_t wrong = 0, dimmed = 0, glowing = 0;
    for (int32_t z = -UNIT / 2 + 1; z < UNIT / 2 - 1; z++)
    {
        for (int32_t x = -UNIT / 2 + 1; x < UNIT / 2 - 1; x++)
        {
            bool open = true;
            for (int32_t y = HIGH - 2; y > LOW; y--)
            {
                const int32_t i = at(x, y, z), through = in->name[i] < 0 ? 2 : passage(in, i);
                const int32_t beside[6] = {i - 1,    i + 1,           i - UNIT,
                                           i + UNIT, i - UNIT * TALL, i + UNIT * TALL};
                int32_t max = 1;
                for (int32_t k = 0; k < 6; k++)
                {
                    const int32_t light = day_at(in, beside[k]);
                    max = in->name[beside[k]] >= 0 || y > 0 ? (light > max ? light : max) : max;
                }
                open = open && through == 2;
                const int32_t night = in->light[i] / 16, glow = has_name(in, i, "lava") ? 13 : 0;
                const int32_t should = open             ? 15
                                       : through == 0   ? 0
                                       : max - 1 > glow ? max - 1
                                                        : glow;
                const bool is_low = in->name[i] < 0 ||
                                    in->name[i - UNIT] < 0; // below there is nothing
                wrong += !is_low && (day_at(in, i) != should || night > should);
                wrong += glow > 0 && night != glow;
                glowing += night > 0;
                dimmed += !is_low && should > 0 && should < 15;
            }
        }
    }
    CHECK_INT(wrong, 0);
    CHECK_REPORT(glowing > 500, "only %d nodes are lit by night", (int)glowing);
    CHECK_REPORT(dimmed > 5000, "only %d nodes are dim", (int)dimmed);
    free(in);
}

// Trees stand on the ground with wood and leaves, and grass grows between them.
static void test_a_wood_has_trees(void)
{
    const loam_luanti_def def = small_def("wood");
    loam_luanti_figures figures;
    nodes *const in = read_new(&def, &figures);
    int32_t wood_count = 0, leaves = 0, growth = 0, floating = 0;
    for (int32_t i = UNIT; i < UNIT * TALL * UNIT; i++)
    {
        const bool is_growth = has_name(in, i, "grass_") || has_name(in, i, ":fern") ||
                               has_name(in, i, "flowers:");
        const bool grows = is_growth && !has_name(in, i, "dirt");
        wood_count += has_name(in, i, "tree");
        leaves += has_name(in, i, "leaves") || has_name(in, i, "needles");
        growth += grows;
        floating += grows && passage(in, i - UNIT) != 0;
    }
    CHECK(figures.things > 30);
    CHECK_REPORT(wood_count > 300, "%d nodes of wood", (int)wood_count);
    CHECK_REPORT(leaves > 3000, "%d nodes of leaves", (int)leaves);
    CHECK_REPORT(growth > 20, "%d nodes of growth", (int)growth);
    CHECK_INT(floating, 0);
    free(in);
}

// Players begin on the ground under the open sky, not in a trunk.
static void test_players_begin_in_the_open(void)
{
    for (int64_t i = 0; i < check_cases(12, 3); i++)
    {
        loam_luanti_def def = small_def("start");
        loam_luanti_figures figures;
        def.x += 7 * i;
        def.z -= 160;
        nodes *const in = read_new(&def, &figures);
        const int32_t *const start = figures.start;
        CHECK(passage(in, at(start[0], start[1] - 1, start[2])) == 0);
        for (int32_t y = start[1]; y < HIGH; y++)
        {
            const int32_t node = at(start[0], y, start[2]);
            CHECK_REPORT(in->name[node] < 0 || passage(in, node) == 2,
                         "%s is %d above the start of place %d", in->names[in->name[node]],
                         (int)(y - start[1]), (int)i);
        }
        free(in);
    }
}

// A node is the same whatever part was asked for, though units begin elsewhere.
static void test_a_larger_part_has_the_same_nodes(void)
{
    loam_luanti_def def = small_def("small");
    loam_luanti_figures figures;
    nodes *const small = read_new(&def, NULL);
    def.path = "large";
    def.w = 2 * UNIT + 1;
    def.d = 2 * UNIT;
    nodes *const large = read_new(&def, &figures);
    int32_t compared = 0, different = 0;
    for (int32_t i = 0; i < UNIT * TALL * UNIT; i++)
    {
        if (small->name[i] >= 0 && large->name[i] >= 0)
        {
            compared++;
            different += small->light[i] != large->light[i] ||
                         strcmp(small->names[small->name[i]], large->names[large->name[i]]) != 0;
        }
    }
    CHECK_INT(figures.w, 3 * UNIT);
    CHECK_INT(figures.d, 2 * UNIT);
    CHECK_INT(large->blocks, figures.blocks);
    CHECK_REPORT(compared > UNIT * UNIT * 80, "%d nodes are in both", (int)compared);
    CHECK_INT(different, 0);
    free(small);
    free(large);
}

static void test_threads_do_not_matter(void)
{
    uint64_t hash = 0;
    for (int32_t threads = 0; threads <= 3 && (threads == 0 || has_threads()); threads += 3)
    {
        loam_luanti_def def = small_def("threads");
        loam_jobs_def jobs = loam_default_jobs_def();
        loam_luanti_figures figures;
        jobs.threads = threads;
        CHECK_INT(loam_jobs_create(&jobs, &def.env.jobs), LOAM_OK);
        def.w = 3 * UNIT;
        CHECK_INT(loam_luanti_write(&def, &figures), LOAM_OK);
        remove_world(def.path);
        loam_jobs_destroy(def.env.jobs);
        CHECK_U64(figures.hash, threads == 0 ? figures.hash : hash);
        hash = figures.hash;
    }
}

static void refuse(const loam_luanti_def *def, loam_result expected, const char *message)
{
    CHECK_INT(loam_luanti_write(def, NULL), expected);
    CHECK_TEXT(loam_last_error(), message);
    CHECK_INT(folder_count(0), 0);
}

static void test_what_is_refused(void)
{
    const char *own[LOAM_VOXEL_MATERIAL_COUNT] = {[LOAM_VOXEL_SAND] = "my:sand\n"};
    loam_luanti_def def = small_def("bad");
    def.w = 0;
    refuse(&def, LOAM_BAD_ARGUMENT, "w is 0; must be 1 to 8192");
    def.w = UNIT;
    def.depth = LOAM_MAX_LUANTI_DEPTH + 1;
    refuse(&def, LOAM_BAD_ARGUMENT, "depth is 1025; must be 1 to 1024");
    def.depth = 1;
    def.name = "two\nlines";
    refuse(&def, LOAM_BAD_ARGUMENT,
           "the name of the world must have 1 to 64 bytes and no control characters");
    def.name = NULL;
    def.nodes = own;
    refuse(&def, LOAM_BAD_ARGUMENT,
           "the name of sand must have 1 to 64 bytes and no control characters");
    def.nodes = NULL;
    def.path = "";
    refuse(&def, LOAM_BAD_ARGUMENT, "the path must have 1 to 4095 bytes");
    def.path = "nowhere/bad";
    refuse(&def, LOAM_IO, "nowhere/bad: could not be written: No such file or directory");
    CHECK_INT(mkdir("bad", 0777), 0);
    def.path = "bad//";
    CHECK_INT(loam_luanti_write(&def, NULL), LOAM_IO);
    CHECK_TEXT(loam_last_error(), "bad: is there already");
    CHECK_INT(folder_count(1), 1);
}

static bool stop(void *user, int64_t units, int64_t of)
{
    (void)user, (void)of;
    return units < 2;
}

static void test_a_world_that_is_stopped_leaves_nothing(void)
{
    loam_luanti_def def = small_def("stopped");
    def.d = 3 * UNIT;
    def.progress = stop;
    refuse(&def, LOAM_CANCELLED, "stopped; nothing was written");
}

static void test_memory_that_runs_out(void)
{
    counting counter;
    loam_luanti_def def = small_def("memory");
    def.env = counting_env(&counter);
    CHECK_INT(loam_luanti_write(&def, NULL), LOAM_OK);
    CHECK_INT(counter.bytes, 0);
    const int64_t all = counter.asked;
    remove_world(def.path);
    for (int64_t n = 1; n <= all; n += n < 12 || n > all - 4 ? 1 : all / 12)
    {
        counter.asked = 0;
        counter.refuse_at = n;
        CHECK_INT(loam_luanti_write(&def, NULL), LOAM_OUT_OF_MEMORY);
        CHECK_INT(folder_count(0), 0);
        CHECK_INT(counter.bytes, 0);
    }
}

// A program's own nodes are in the place of the usual ones.
static void test_nodes_of_a_program(void)
{
    const char *own[LOAM_VOXEL_MATERIAL_COUNT] = {NULL};
    for (int32_t i = 1; i < LOAM_VOXEL_MATERIAL_COUNT; i++)
    {
        own[i] = i == LOAM_VOXEL_AIR ? NULL : "mine:all";
    }
    loam_luanti_def def = small_def("own");
    def.nodes = own;
    def.things = NULL;
    def.bare = true;
    nodes *const in = read_new(&def, NULL);
    for (int32_t i = 0; i < in->name_count; i++)
    {
        CHECK_REPORT(strcmp(in->names[i], "air") == 0 || strcmp(in->names[i], "mine:all") == 0 ||
                         strcmp(in->names[i], "default:river_water_source") == 0,
                     "%s is there", in->names[i]);
    }
    free(in);
}

static void open_land(void)
{
    loam_land_def land_def = shared_land_def();
    loam_volume_def volume_def = loam_default_volume_def();
    loam_land_things_def things_def = loam_default_land_things_def();
    land_def.seed = 2;
    CHECK_INT(loam_land_create(&land_def, &land), LOAM_OK);
    loam_caverns_def caverns = loam_default_caverns_def();
    loam_tunnels_def tunnels = loam_default_tunnels_def();
    caverns.share = tunnels.share = (loam_density_share){.strength = 1, .everywhere = true};
    caverns.spacing_m = 40;
    caverns.height_m = 20;
    caverns.openness = 1;
    caverns.least_m = 10; // lava from thrice that on
    caverns.most_m = 150;
    const loam_density_function functions[] = {loam_caverns(&caverns), loam_tunnels(&tunnels)};
    volume_def.seed = 2;
    volume_def.surface = loam_volume_land(land);
    volume_def.functions = functions;
    volume_def.function_count = 2;
    CHECK_INT(loam_volume_create(&volume_def, &volume), LOAM_OK);
    things_def.land = land;
    CHECK_INT(loam_land_things_create(&things_def, &things), LOAM_OK);
}

int main(void)
{
    open_land();
    folder_enter();
    RUN_SERIAL(test_nodes_are_those_of_the_volume);
    RUN_SERIAL(test_light_fits_its_neighbours);
    RUN_SERIAL(test_a_wood_has_trees);
    RUN_SERIAL(test_players_begin_in_the_open);
    RUN_SERIAL(test_a_larger_part_has_the_same_nodes);
    RUN(test_threads_do_not_matter);
    RUN_SERIAL(test_what_is_refused);
    RUN_SERIAL(test_a_world_that_is_stopped_leaves_nothing);
    RUN_SERIAL(test_memory_that_runs_out);
    RUN_SERIAL(test_nodes_of_a_program);
    folder_leave();
    loam_land_things_destroy(things);
    loam_volume_destroy(volume);
    loam_land_destroy(land);
    shared_pages_end();
    return CHECK_DONE();
}
