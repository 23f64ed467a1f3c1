// SPDX-License-Identifier: MIT
// Height maps: every value is where the engine looks for it, and is what the land says.
#define _XOPEN_SOURCE 700 // for mkdtemp, symlink

#include "loam/export.h"
#include "loam/maths.h"
#include "loam/random.h"
#include "tool/heightmap_stage.h"
#include "tool/threads.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- heights --------------------------------------------------------------------------------------

/// The same file, as gdal reads it.
static void check_with_gdal(const uint16_t *levels, int32_t count)
{
    if (!is_installed("gdal_translate"))
    {
        return;
    }
    CHECK_INT(system("gdal_translate -q -ot Float32 -of ENVI a.png back.bin >/dev/null"), 0);
    CHECK(read_file("back.bin"));
    CHECK_INT(file_size, (size_t)count * sizeof(float));
    for (int32_t i = 0; i < count; i++)
    {
        float value;
        memcpy(&value, file + (size_t)i * sizeof value, sizeof value);
        CHECK_NEAR(value, levels[i], 0);
    }
}

static void test_heights_are_the_land_s(void)
{
    static uint16_t levels[MAX_SIDE * MAX_SIDE];
    make("--at 5000,-70000 --size 101 --scale 50 -o a.png", 2);
    read_sidecar("a.json");
    CHECK(decode("a.png", levels, 101 * 101 * 2));
    CHECK_INT(header.bit_depth, 16);
    CHECK_NEAR(number_in(sidecar, "origin", 0), 5000 - 2500, 0);
    CHECK_NEAR(number_in(sidecar, "origin", 1), -70000 - 2500, 0);
    check_levels(levels, area_at(2500, -72500, 50, 101), true);
    CHECK_TEXT(json_text_of(sidecar, "row_order"), "north first");
    CHECK_TEXT(json_text_of(sidecar, "seed"), "7");
    CHECK_TEXT(json_text_of(sidecar, "version"), LOAM_VERSION_TEXT);
    CHECK_NEAR(json_number_of(sidecar, "land_version"), LOAM_LAND_VERSION, 0);
    CHECK_NEAR(json_number_of(sidecar, "metres_per_pixel"), 50, 0);
    CHECK_NEAR(json_number_of(sidecar, "sea_level"), 0, 0);
    check_with_gdal(levels, 101 * 101);
    folder_count(1);
}

static uint16_t little(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

// Unity: the first row is the south, the first number of a name counts east and the second north.
static void test_unity_tiles_are_where_unity_puts_them(void)
{
    static uint16_t levels[2][3][65 * 65];
    make("--at 3,4 --size 65 --scale 30 --tiles 2x3 --engine unity -o u.raw", 7);
    read_sidecar("u.json");
    for (int32_t x = 0; x < 2; x++)
    {
        for (int32_t z = 0; z < 3; z++)
        {
            char name[32];
            snprintf(name, sizeof name, "u_%d_%d.raw", (int)x, (int)z);
            CHECK(read_file(name));
            CHECK_INT(file_size, 65 * 65 * 2);
            for (int32_t i = 0; i < 65 * 65; i++)
            {
                levels[x][z][i] = little(file + i * 2);
            }
            check_levels(levels[x][z],
                         area_at(3 - 64 * 30 + x * 64 * 30, 4 - 96 * 30 + z * 64 * 30, 30, 65),
                         false);
        }
    }
    for (int32_t i = 0; i < 65; i++)
    {
        CHECK_INT(levels[0][1][i * 65 + 64], levels[1][1][i * 65]); // east
        CHECK_INT(levels[0][0][64 * 65 + i], levels[0][1][i]);      // north
    }
    CHECK_NEAR(json_number_of(sidecar, "terrain_width"), 64 * 30, 0);
    CHECK_NEAR(json_number_of(sidecar, "position_y"), number_in(sidecar, "range", 0), 0);
    CHECK_NEAR(json_number_of(sidecar, "terrain_height"),
               json_number_of(sidecar, "metres_per_step") * 65536, 1e-6);
    CHECK_TEXT(json_text_of(sidecar, "row_order"), "south first");
    folder_count(1);
}

/// Names are sorted as text.
static void test_unity_counts_many_tiles_with_two_digits(void)
{
    make("--at 3,4 --size 33 --scale 2000 --tiles 11x1 --engine unity -o u.raw", 12);
    CHECK(read_file("u_00_00.raw") && read_file("u_09_00.raw") && read_file("u_10_00.raw"));
    folder_count(1);
}

// Unreal: 32768 is the sea, and a step is the Z scale in hundredths through 128; y counts south.
static void test_unreal_s_middle_is_the_sea(void)
{
    static uint16_t levels[127 * 127], south[127 * 127];
    make("--size 127 --scale 100 --tiles 1x2 --borders shared --engine unreal -o e.png", 3);
    read_sidecar("about_e.json");
    CHECK(decode("e_x0_y0.png", levels, sizeof levels));
    CHECK(decode("e_x0_y1.png", south, sizeof south));
    check_levels(levels, area_at(-6300, 0, 100, 127), true);
    check_levels(south, area_at(-6300, -12600, 100, 127), true);
    CHECK(memcmp(levels + 126 * 127, south, 127 * 2) == 0);
    const double scale = json_number_of(sidecar, "scale_z");
    const float *heights = heights_of(area_at(-6300, 0, 100, 127));
    for (int32_t i = 0; i < 127 * 127; i++)
    {
        const double value = levels[(126 - i / 127) * 127 + i % 127];
        CHECK_NEAR((value - 32768) / 128 * scale / 100, heights[i], scale / 100 / 128 * 0.501);
    }
    CHECK_NEAR(json_number_of(sidecar, "scale_x"), 10000, 0);
    CHECK_NEAR(json_number_of(sidecar, "sea_level_value"), 32768, 1e-6);
    folder_count(1);
}

// Godot: metres, and tiles that go on where the last one ended.
static void test_godot_s_tiles_follow_each_other(void)
{
    make("--size 64 --scale 10 --tiles 2x1 --engine godot --format raw16 -o g.r16", 3);
    read_sidecar("g.json");
    for (int32_t x = 0; x < 2; x++)
    {
        static uint16_t levels[64 * 64];
        char name[32];
        snprintf(name, sizeof name, "g_x%d_y0.r16", (int)x);
        CHECK(read_file(name));
        for (int32_t i = 0; i < 64 * 64; i++)
        {
            levels[i] = little(file + i * 2);
        }
        check_levels(levels, area_at(-640 + 640 * x, -320, 10, 64), true);
    }
    CHECK_NEAR(json_number_of(sidecar, "region_size"), 64, 0);
    CHECK_NEAR(json_number_of(sidecar, "vertex_spacing"), 10, 0);
    CHECK_NEAR(number_in(sidecar, "import_position", 0), -640, 0);
    CHECK_NEAR(number_in(sidecar, "import_position", 1), 0, 0);
    CHECK(strstr(sidecar, "\"shared_borders\":false") != NULL);
    folder_count(1);
}

static void test_others_read_openexr_in_metres(void)
{
    if (!loam_raster_supports(LOAM_RASTER_EXR) || !is_installed("ffmpeg"))
    {
        return;
    }
    make("--size 128 --scale 20 --engine godot -o g.exr", 2);
    CHECK_INT(system("ffmpeg -v error -i g.exr -f rawvideo -pix_fmt gbrpf32le back.bin"), 0);
    CHECK(read_file("back.bin"));
    CHECK_INT(file_size, 128 * 128 * 12);
    const float *heights = heights_of(area_at(-1280, -1280, 20, 128));
    for (int32_t row = 0; row < 128; row++)
    {
        CHECK(memcmp(file + (127 - row) * 512, heights + row * 128, 512) == 0);
    }
    folder_count(1);
}

static void test_floats_are_exact_in_every_order(void)
{
    make("--size 20 --format r32 --rows south --byte-order big -o a.r32 --json", 2);
    CHECK(read_file("a.r32"));
    CHECK_INT(file_size, 20 * 20 * 4);
    const float *heights = heights_of(area_at(-10, -10, 1, 20));
    for (int32_t i = 0; i < 400; i++)
    {
        const uint8_t *at = file + i * 4;
        const uint32_t bits = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 |
                              at[3];
        CHECK(memcmp(&bits, &heights[i], 4) == 0);
    }
    read_sidecar("a.json");
    CHECK_TEXT(json_text_of(sidecar, "byte_order"), "big");
    CHECK_TEXT(json_text_of(sidecar, "file"), "a.r32");
    // What --json prints is what stands beside the file, and more.
    CHECK(json_is_valid(console_out));
    CHECK(strncmp(console_out, sidecar, strlen(sidecar) - 2) == 0); // but "}\n"
    CHECK_TEXT(json_text_of(console_out, "sidecar"), "a.json");
    CHECK(json_number_of(console_out, "ms") > 0);
    folder_count(1);
}

static void test_what_lies_beyond_the_range_is_counted(void)
{
    static uint16_t levels[64 * 64];
    make("--at 0,0 --size 64 --scale 2000 --range 0,1 -o a.png", 2);
    CHECK_CONTAINS(console_out, "beyond --range");
    read_sidecar("a.json");
    CHECK(decode("a.png", levels, sizeof levels));
    const float *heights = heights_of(area_at(-64000, -64000, 2000, 64));
    int beyond = 0;
    for (int32_t i = 0; i < 64 * 64; i++)
    {
        const uint16_t level = levels[(63 - i / 64) * 64 + i % 64];
        beyond += heights[i] < 0 || heights[i] > 1;
        CHECK(heights[i] > 0 || level == 0);
        CHECK(heights[i] < 1 || level == 65535);
    }
    CHECK(beyond > 0);
    CHECK_NEAR(json_number_of(sidecar, "clamped"), beyond, 0);
    folder_count(1);
}

// A map that is flat because all of it was cut is not passed over in silence, and is no error: it was asked for.
static void test_a_map_of_nothing_but_the_ends_of_its_range(void)
{
    static const char *const flat[] = {"8000,9000", "-9000,-8000"};
    char line[256], part[64];
    for (int i = 0; i < 2; i++)
    {
        snprintf(
            line, sizeof line,
            "land heightmap --seed 7 --size 33 --scale 9000 --tiles 2x1 --range %s -o a.png %s",
            flat[i], i == 0 ? "" : "--json");
        CHECK_INT(console_run(line), 0);
        CHECK_CONTAINS(console_err, "loam land heightmap: all 2145 heights lay beyond --range and "
                                    "were cut to its ends: they are ");
        snprintf(part, sizeof part, " m, and --range is %s\n", flat[i]);
        CHECK_CONTAINS(console_err, part);
        CHECK(strstr(console_out, "were cut") == NULL);
        read_sidecar("a.json");
        CHECK_NEAR(json_number_of(sidecar, "clamped"), 33 * 65, 0);
        snprintf(part, sizeof part, "they are %.1f to %.1f m", number_in(sidecar, "heights", 0),
                 number_in(sidecar, "heights", 1));
        CHECK_CONTAINS(console_err, part);
    }
    // If one height of them fits, the map is not flat: it is counted, as ever.
    const double high = floor(number_in(sidecar, "heights", 1));
    snprintf(line, sizeof line, "--size 33 --scale 9000 --tiles 2x1 --range %.0f,%.0f -o a.png",
             high, high + 1);
    make(line, 3);
    CHECK_CONTAINS(console_out, " of 2145 heights lay beyond --range and were cut\n");
    folder_count(1);
}

// ---- masks ----------------------------------------------------------------------------------------

enum
{
    M = 61,
    STEP = 1500 // far enough for several biomes
};

static void test_biomes_and_weights_are_the_land_s(void)
{
    static uint8_t index[M * M], splat[LOAM_MAX_LAND_BIOMES / 4][M * M * 4], biome[M * M];
    static float weights[LOAM_MAX_LAND_BIOMES * M * M], height[M * M], water[M * M];
    char line[128];
    snprintf(line, sizeof line,
             "land heightmap --seed 7 --size %d --scale %d --biomes --splat -o a.png", M, STEP);
    CHECK_INT(console_run(line), 0);
    read_sidecar("a.json");
    CHECK(decode("a_biomes.png", index, sizeof index));
    CHECK_INT(header.color_type, SPNG_COLOR_TYPE_INDEXED);
    const loam_land_samples samples = {
        .biome = biome, .weights = weights, .height = height, .water = water};
    CHECK_OK(loam_land_fill(land, area_at(-30 * STEP, -30 * STEP, STEP, M), &samples));
    const int32_t count = loam_land_biome_count(land);
    int files = 0;
    for (int32_t i = 0; i < (count + 3) / 4; i++)
    {
        char name[32];
        snprintf(name, sizeof name, "a_splat%d.png", (int)i);
        files += decode(name, splat[i], sizeof splat[i]); // else without any weight: 0
    }
    CHECK(files > 0);
    CHECK_INT(folder_count(0), 3 + files);
    for (int32_t i = 0; i < M * M; i++)
    {
        const int32_t at = (M - 1 - i / M) * M + i % M;
        const uint8_t heaviest = splat[index[at] / 4][at * 4 + index[at] % 4];
        const bool dry = !(water[i] > height[i]);
        float land_weight = 0;
        int sum = 0;
        for (int32_t b = 0; b < count; b++)
        {
            land_weight += dry && b <= LOAM_BIOME_SHELF ? 0 : weights[b * M * M + i];
        }
        for (int32_t b = 0; b < count; b++)
        {
            const uint8_t level = splat[b / 4][at * 4 + b % 4];
            sum += level;
            CHECK(level <= heaviest);
            if (dry && b <= LOAM_BIOME_SHELF)
            {
                CHECK_INT(level, 0); // dry ground is no sea
            }
            else if (land_weight > 0)
            {
                CHECK_NEAR(level, weights[b * M * M + i] / land_weight * 255, 1);
            }
        }
        CHECK_INT(sum, 255);
    }
    folder_count(1);
}

/// A place with a river: the sample that is deepest in one.
static loam_land_area find_river(void)
{
    static float river[MAX_SIDE * MAX_SIDE];
    const loam_land_area wide = area_at(-80 * 512, -80 * 512, 512, MAX_SIDE);
    CHECK_OK(loam_land_fill(land, wide, &(loam_land_samples){.river = river}));
    int32_t best = 0;
    for (int32_t i = 0; i < MAX_SIDE * MAX_SIDE; i++)
    {
        best = river[i] < river[best] ? i : best;
    }
    return area_at(wide.x + best % MAX_SIDE * 512, wide.z + best / MAX_SIDE * 512, 40, M);
}

static void test_masks_follow_from_the_ground(void)
{
    static uint8_t slope[M * M], normals[M * M * 3], flow[M * M];
    static uint16_t levels[M * M];
    static float height[M * M + 4 * M + 4], water[M * M], river[M * M], drained[M * M];
    const loam_land_area place = find_river();
    char line[200];
    snprintf(line, sizeof line,
             "land heightmap --seed 7 --at %d,%d --size %d --scale 40 --slope --normals --flow "
             "--water -o a.png",
             (int)place.x, (int)place.z, M);
    CHECK_INT(console_run(line), 0);
    CHECK_INT(folder_count(0), 6);
    read_sidecar("a.json");
    CHECK(decode("a_slope.png", slope, sizeof slope));
    CHECK(decode("a_normals.png", normals, sizeof normals));
    CHECK(decode("a_flow.png", flow, sizeof flow));
    CHECK(decode("a_water.png", levels, sizeof levels));
    CHECK_OK(loam_land_fill(land, area_at(place.x - 31 * 40, place.z - 31 * 40, 40, M + 2),
                            &(loam_land_samples){.height = height}));
    CHECK_OK(loam_land_fill(land, area_at(place.x - 30 * 40, place.z - 30 * 40, 40, M),
                            &(loam_land_samples){.water = water, .river = river, .flow = drained}));
    const double low = number_in(sidecar, "range", 0);
    const double step = json_number_of(sidecar, "metres_per_step");
    uint8_t most_flow = 0;
    for (int32_t i = 0; i < M * M; i++)
    {
        const int32_t at = (M - 1 - i / M) * M + i % M;
        const float *h = height + (i / M + 1) * (M + 2) + i % M + 1;
        const double east = (double)(h[1] - h[-1]) / 80,
                     north = (double)(h[M + 2] - h[-M - 2]) / 80;
        const double length = sqrt(east * east + north * north + 1);
        CHECK_NEAR(slope[at], 255 * atan(sqrt(length * length - 1)) / 1.5707963, 0.51);
        CHECK_NEAR(normals[at * 3], (1 - east / length) * 127.5, 0.51);
        CHECK_NEAR(normals[at * 3 + 1], (1 - north / length) * 127.5, 0.51);
        CHECK_NEAR(normals[at * 3 + 2], (1 + 1 / length) * 127.5, 0.51);
        CHECK_NEAR(low + levels[at] * step, water[i] > *h ? water[i] : *h, step * 0.5001);
        CHECK_RANGE(drained[i], 0, 1e9);
        most_flow = flow[at] > most_flow ? flow[at] : most_flow;
        const double away = fmin(fmax((double)river[i] / 80, 0), 1);
        CHECK_NEAR(flow[at], 255 * (1 - away) * log2(1 + (double)drained[i]) / 20, 0.51);
    }
    CHECK(most_flow > 0);
    folder_count(1);
}

// In pictures for Unreal green is south, as rows count downwards there.
static void test_unreal_s_normals_are_turned(void)
{
    enum
    {
        U = 127
    };
    static uint8_t usual[U * U * 3], turned[U * U * 3];
    CHECK_INT(console_run("land heightmap --seed 7 --size 127 --scale 100 --normals -o a.png"), 0);
    CHECK_INT(console_run("land heightmap --seed 7 --size 127 --scale 100 --normals "
                          "--engine unreal -o u.png"),
              0);
    CHECK(decode("a_normals.png", usual, sizeof usual));
    CHECK(decode("normals_u.png", turned, sizeof turned));
    int32_t tilted = 0;
    for (int32_t i = 0; i < U * U * 3; i += 3)
    {
        CHECK_INT(turned[i], usual[i]);
        CHECK_NEAR(turned[i + 1], 255 - usual[i + 1], 1);
        CHECK_INT(turned[i + 2], usual[i + 2]);
        tilted += usual[i + 1] < 126 || usual[i + 1] > 129;
    }
    CHECK(tilted > 100);
    folder_count(1);
}

// ---- the set --------------------------------------------------------------------------------------

static void test_threads_change_nothing(void)
{
    static uint8_t before[MAX_FILE];
    if (!has_threads())
    {
        return;
    }
    CHECK_INT(
        console_run(
            "land heightmap --seed 7 --threads 1 --size 129 --scale 100 --splat --slope -o b.png"),
        0);
    CHECK(read_file("b.png"));
    const size_t size = file_size;
    memcpy(before, file, size);
    CHECK_INT(
        console_run(
            "land heightmap --seed 7 --threads 4 --size 129 --scale 100 --splat --slope -o b.png"),
        0);
    CHECK(read_file("b.png"));
    CHECK(file_size == size && memcmp(before, file, size) == 0);
    folder_count(1);
}

static void test_folders_are_made_and_unmade(void)
{
    make("--size 33 --scale 1000 -o new", 1);
    CHECK(read_file("new/land.png"));
    CHECK(read_file("new/land.json"));
    remove("new/land.png");
    remove("new/land.json");
    CHECK_INT(rmdir("new"), 0);
    // One that had to be made goes again with what it was made for.
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = 100, .rlim_max = before.rlim_max});
    const int code = console_run("land heightmap --size 33 --scale 1000 -o new");
    setrlimit(RLIMIT_FSIZE, &before);
    CHECK_INT(code, 1);
    CHECK_INT(folder_count(0), 0);
}

// The disk gets full at any file: the old set stays as it was, and nothing else is left.
static void test_a_full_disk_leaves_the_old_set(void)
{
    static uint8_t old[MAX_FILE];
    make("--size 33 --scale 1000 --tiles 2x2 --biomes -o a.png", 9);
    CHECK(read_file("a_x1_y1.png"));
    const size_t size = file_size;
    memcpy(old, file, size);
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t limit = 0; limit < 4000; limit += 1500)
    {
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = limit, .rlim_max = before.rlim_max});
        const int code = console_run(
            "land heightmap --seed 8 --size 65 --scale 1000 --tiles 2x2 --biomes -o a.png");
        setrlimit(RLIMIT_FSIZE, &before);
        CHECK_INT(code, 1);
        CHECK_CONTAINS(console_err, "could not be written: File too large");
        CHECK_CONTAINS(console_err, "heightmap: a_"); // not where it was while it was made
        CHECK(strstr(console_err, ".part") == NULL);
        CHECK_INT(folder_count(0), 9);
    }
    CHECK(read_file("a_x1_y1.png"));
    CHECK(file_size == size && memcmp(old, file, size) == 0);
    folder_count(1);
}

// Whoever stops it finds what was there before, and nothing else.
static void test_a_signal_leaves_the_old_set(void)
{
    static const int signals[] = {SIGINT, SIGTERM};
    CHECK_OK(loam_file_write("a_x0_y0.png", "old", 3));
    for (int i = 0; i < 2; i++)
    {
        const pid_t child = fork();
        if (child == 0)
        {
            signal(SIGINT, SIG_DFL);
            _exit(console_run("land heightmap --seed 7 --threads 0 --tiles 64x64 --size 65 --scale "
                              "1000 -o a.png"));
        }
        int status = 0;
        pid_t ended = 0;
        while (ended == 0 && !folder_has_part())
        {
            ended = waitpid(child, &status, WNOHANG);
        }
        CHECK_INT(ended, 0);
        kill(child, signals[i]);
        CHECK_INT(waitpid(child, &status, 0), child);
        CHECK(WIFEXITED(status));
        CHECK_INT(WEXITSTATUS(status), TOOL_FAILED);
        CHECK_INT(folder_count(0), 1);
        CHECK(read_file("a_x0_y0.png") && file_size == 3);
    }
    folder_count(1);
}

/// Asks for an end once the whole set has been made.
static void stop_what_waits(int number)
{
    char last[64];
    (void)number;
    snprintf(last, sizeof last, "a.%ld-0.part/a.json", (long)getpid());
    if (access(last, F_OK) == 0)
    {
        raise(SIGINT);
    }
}

// While somebody else moves a set into the folder, no file goes there: two sets are never mixed. Who waits
// can be stopped, and leaves nothing.
static void test_a_set_waits_for_another(void)
{
    const struct itimerval often = {{.tv_usec = 20000}, {.tv_usec = 20000}}, never = {0};
    const struct sigaction look = {.sa_handler = stop_what_waits, .sa_flags = SA_RESTART};
    const int lock = open(".", O_RDONLY);
    CHECK(lock >= 0 && flock(lock, LOCK_EX) == 0);
    signal(SIGINT, SIG_DFL); // who runs tests in the background may ignore it
    CHECK_OK(loam_file_write("a.png", "old", 3));
    CHECK_INT(sigaction(SIGALRM, &look, NULL), 0);
    setitimer(ITIMER_REAL, &often, NULL);
    const int code = console_run(
        "land heightmap --seed 7 --threads 1 --size 33 --scale 1000 -o a.png");
    setitimer(ITIMER_REAL, &never, NULL);
    signal(SIGALRM, SIG_DFL);
    CHECK_INT(code, TOOL_FAILED);
    CHECK_CONTAINS(console_err, "stopped; nothing was written");
    CHECK(read_file("a.png") && file_size == 3);
    CHECK_INT(folder_count(0), 1);
    close(lock);
    make("--size 33 --scale 1000 -o a.png", 2);
    folder_count(1);
}

static void test_links_stay_links_and_pipes_stay_pipes(void)
{
    struct stat status;
    CHECK_OK(loam_file_write("real.png", "old", 3));
    CHECK_INT(symlink("real.png", "a.png"), 0);
    make("--size 33 --scale 1000 -o a.png", 3);
    CHECK(lstat("a.png", &status) == 0 && S_ISLNK(status.st_mode));
    CHECK(read_file("real.png") && file_size > 3);
    folder_count(1);
    CHECK_INT(mkfifo("p.png", 0600), 0);
    console_refuses("land heightmap --size 33 --scale 1000 -o p.png", 1,
                    "p.png: cannot be written: it is no ordinary file");
    CHECK_INT(folder_count(1), 1);
}

static void test_bad_options_are_refused(void)
{
    static const char *const cases[][2] = {
        {"", "--output is missing"},
        {"--engine unity --size 100 -o a", ": --size is 100; unity takes: 33, 65, 129"},
        {"--engine unreal --size 1024 -o a", "unreal takes: 127, 253, 505, 1009"},
        {"--engine godot --size 1009 -o a", "godot takes: multiples of 64"},
        {"--size 1 -o a", "2 to 8192"},
        {"--size 8193 -o a", "2 to 8192"},
        {"-o a.jpg", ".png, .raw, .r16, .r32 or .exr"},
        {"-o a.png --format raw16", ": --format is raw16 and -o ends in .png, which is png16"},
        {"-o a.raw --engine godot --format exr", "which is raw16"},
        {"-o a.r32 --engine unity", ": --format is r32; unity takes: raw16 png16"},
        {"-o .png", "1 to 200 letters"},
        {"--engine unreal -o h4033x4033.png", "takes an x before a digit"},
        {"--engine unreal -o h_x1_y1.png", "takes an x before a digit"},
        {"--range 5,1 -o a", ": --range is 5,1; must be finite numbers, the lower one first"},
        {"--range 5 -o a", "LOW,HIGH, whole numbers from -20000 to 20000"},
        {"--range 1,5 --format r32 -o a", "png16 or raw16"},
        {"--rows south -o a", ": --rows is south and --format is png16"},
        {"--byte-order big -o a", ": --byte-order is big and --format is png16"},
        {"--engine godot --format raw16 --size 64 --tiles 40x1 -o a", "32 regions along a side"},
        {"--at 1125899906842624,0 -o a", "over the end of the land, which is 2^50 m from 0"},
        {"--at 0,-1125899906842624 -o a", "must be a place nearer to 0,0"},
        {"--scale 0 -o a", "1 to 65536"},
        {"--tiles 65x1 -o a", "1 to 64"},
        {"--engine gotod -o a", "did you mean godot?"},
        {"--format tiff -o a", "auto, png16, raw16, r32 or exr"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        char line[256];
        snprintf(line, sizeof line, "land heightmap%s%s", cases[i][0][0] != '\0' ? " " : "",
                 cases[i][0]);
        console_refuses(line, 2, cases[i][1]);
    }
    console_refuses("land heightmap -o no/such/a.png", 1, "no/such/a.png");
    console_refuses("land heightmap -o no/such", 1, "no/such/: the folder cannot be made");
    if (!loam_raster_supports(LOAM_RASTER_EXR))
    {
        console_refuses("land heightmap -o a.exr", 2, "has no OpenEXR");
    }
    CHECK_INT(folder_count(0), 0);
}

int main(void)
{
    loam_land_def def = loam_default_land_def();
    def.seed = 7;
    CHECK_OK(loam_land_create(&def, &land));
    folder_enter();
    RUN(test_heights_are_the_land_s);
    RUN(test_unity_tiles_are_where_unity_puts_them);
    RUN(test_unity_counts_many_tiles_with_two_digits);
    RUN(test_unreal_s_middle_is_the_sea);
    RUN(test_godot_s_tiles_follow_each_other);
    RUN(test_others_read_openexr_in_metres);
    RUN(test_floats_are_exact_in_every_order);
    RUN(test_what_lies_beyond_the_range_is_counted);
    RUN(test_a_map_of_nothing_but_the_ends_of_its_range);
    RUN(test_biomes_and_weights_are_the_land_s);
    RUN(test_masks_follow_from_the_ground);
    RUN(test_unreal_s_normals_are_turned);
    RUN(test_folders_are_made_and_unmade);
    RUN(test_a_full_disk_leaves_the_old_set);
    RUN(test_a_signal_leaves_the_old_set);
    RUN(test_a_set_waits_for_another);
    RUN(test_links_stay_links_and_pipes_stay_pipes);
    RUN(test_bad_options_are_refused);
    shared_pages_end();
    RUN(test_threads_change_nothing);
    folder_leave();
    console_done();
    loam_land_destroy(land);
    return CHECK_DONE();
}
