// SPDX-License-Identifier: MIT
// Height maps: names, borders and counts as engines and geographic information systems want them.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "tool/heightmap_stage.h"

#include <math.h>
#include <sys/stat.h>

static bool is_there(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

// Unreal takes all files whose names begin like the heights' for heights; and of a single file of bare numbers it
// reads the size in the JSON of its name.
static void test_unreal_finds_nothing_but_heights(void)
{
    make("--size 127 --scale 100 --tiles 2x1 --engine unreal --biomes --water -o e.png", 7);
    CHECK(is_there("e_x0_y0.png") && is_there("e_x1_y0.png"));
    CHECK(is_there("biomes_e_x1_y0.png") && is_there("water_e_x0_y0.png"));
    read_sidecar("about_e.json");
    CHECK_CONTAINS(sidecar, "\"file\":\"biomes_e_x1_y0.png\"");
    CHECK_CONTAINS(sidecar, "\"shared_borders\":false");
    CHECK_CONTAINS(sidecar, "\"samples\":[254,127]");
    folder_count(1);
    make("--size 127 --scale 100 --engine unreal -o e.r16", 2);
    read_sidecar("e.json");
    CHECK_NEAR(json_number_of(sidecar, "width"), 127, 0);
    CHECK_NEAR(json_number_of(sidecar, "height"), 127, 0);
    CHECK_NEAR(json_number_of(sidecar, "bpp"), 16, 0);
    folder_count(1);
}

// For Unreal's World Composition, which turns the numbers of tiles around.
static void test_numbers_of_tiles_count_either_way(void)
{
    static uint16_t south[33 * 33], other[33 * 33];
    make("--size 33 --scale 900 --tiles 1x2 --range -9000,9000 -o a.png", 3);
    CHECK(decode("a_x0_y1.png", south, sizeof south));
    folder_count(1);
    make("--size 33 --scale 900 --tiles 1x2 --range -9000,9000 --tile-y north -o a.png", 3);
    CHECK(decode("a_x0_y0.png", other, sizeof other));
    CHECK(memcmp(south, other, sizeof south) == 0);
    CHECK(decode("a_x0_y1.png", other, sizeof other));
    CHECK(memcmp(south, other, sizeof south) != 0);
    folder_count(1);
}

// Godot changes colours where alpha is 0: splat maps for it have none.
static void test_godot_s_splat_maps_have_no_alpha(void)
{
    static uint8_t splat[64 * 64 * 3], sum[64 * 64];
    CHECK_INT(console_run("land heightmap --seed 7 --size 64 --scale 1500 --engine godot "
                          "--format raw16 --splat -o g.r16"),
              0);
    read_sidecar("g.json");
    int files = 0;
    for (int32_t i = 0; i < (loam_land_biome_count(land) + 2) / 3; i++)
    {
        char name[32];
        snprintf(name, sizeof name, "g_splat%d.png", (int)i);
        if (decode(name, splat, sizeof splat))
        {
            files++;
            CHECK_INT(header.color_type, SPNG_COLOR_TYPE_TRUECOLOR);
            for (int32_t k = 0; k < 64 * 64 * 3; k++)
            {
                sum[k / 3] = (uint8_t)(sum[k / 3] + splat[k]);
            }
        }
    }
    CHECK(files > 0);
    for (int32_t i = 0; i < 64 * 64; i++)
    {
        CHECK_INT(sum[i], 255);
    }
    CHECK_CONTAINS(sidecar, "\"channel\":\"b\"");
    CHECK(strstr(sidecar, "\"channel\":\"a\"") == NULL);
    CHECK_NEAR(number_in(sidecar, "import_position_samples", 0), 0, 0);
    folder_count(1);
}

static double count_of_biomes(void)
{
    double sum = 0;
    for (const char *at = strstr(sidecar, "\"biomes\""); at != NULL;)
    {
        at = strstr(at, "\"samples\":");
        sum += at != NULL ? strtod(at + 10, NULL) : 0;
        at = at != NULL ? at + 10 : NULL;
    }
    return sum;
}

// What two tiles share is one sample.
static void test_shared_borders_count_once(void)
{
    make("--size 33 --scale 900 --tiles 3x2 --biomes -o a.png", 13);
    read_sidecar("a.json");
    CHECK_NEAR(count_of_biomes(), 97 * 65, 0);
    folder_count(1);
    make("--size 33 --scale 900 --tiles 3x2 --biomes --borders apart -o a.png", 13);
    read_sidecar("a.json");
    CHECK_NEAR(count_of_biomes(), 99 * 66, 0);
    folder_count(1);
}

// ---- geographic information systems -------------------------------------------------------------------

static void check_world_file(void)
{
    double lines[6] = {0};
    CHECK(read_file("a_x1_y0.pgw"));
    file[file_size] = '\0';
    char *at = (char *)file;
    for (int32_t i = 0; i < 6; i++)
    {
        lines[i] = strtod(at, &at);
    }
    // Two tiles with a border in common begin 32 samples west and 16 south of the middle.
    const double expected[6] = {90, 0, 0, -90, 0, 16 * 90};
    for (int32_t i = 0; i < 6; i++)
    {
        CHECK_NEAR(lines[i], expected[i], 0);
    }
}

/// Rows of GDAL go south, those of the land north.
static void check_metres(int32_t band, loam_land_area area, const float *expected, double step)
{
    char command[128];
    snprintf(command, sizeof command,
             "gdal_translate -q -b %d -ot Float32 -of ENVI a.vrt back.bin >/dev/null", (int)band);
    CHECK_INT(system(command), 0);
    CHECK(read_file("back.bin"));
    CHECK_INT(file_size, (size_t)area.w * (size_t)area.h * sizeof(float));
    for (int32_t i = 0; i < area.w * area.h; i++)
    {
        float value;
        const int32_t from = (area.h - 1 - i / area.w) * area.w + i % area.w;
        memcpy(&value, file + (size_t)from * sizeof value, sizeof value);
        CHECK_NEAR(value, expected[i], step * 0.51);
    }
}

static void test_gdal_takes_a_set_as_one_map_in_metres(void)
{
    enum
    {
        W = 65,
        H = 33
    };
    static float height[W * H], water[W * H];
    make("--size 33 --scale 90 --tiles 2x1 --water --gis -o a.png", 10);
    read_sidecar("a.json");
    const double step = json_number_of(sidecar, "metres_per_step");
    check_world_file();
    if (!is_installed("gdal_translate"))
    {
        return;
    }
    const loam_land_area area = {.x = -32 * 90, .z = -16 * 90, .step = 90, .w = W, .h = H};
    const loam_land_samples samples = {.height = height, .water = water};
    CHECK_OK(loam_land_fill(land, area, &samples));
    for (int32_t i = 0; i < W * H; i++)
    {
        water[i] = water[i] > height[i] ? water[i] : height[i];
    }
    check_metres(1, area, height, step);
    check_metres(2, area, water, step);
    // Corners, half a sample beyond the first; and what people do with it.
    CHECK_INT(system("gdalinfo a.vrt | grep -q 'Origin = (-2925.0*,1485.0*)'"), 0);
    CHECK_INT(system("gdalinfo a_x1_y0.png | grep -q 'Origin = (-45.0*,1485.0*)'"), 0);
    CHECK_INT(system("gdaldem hillshade -q a.vrt shade.png"), 0);
    folder_count(1);
}

static void test_bad_options_are_refused(void)
{
    console_refuses("land heightmap --gis --format r32 -o a", 2,
                    ": --gis is given and --format is r32; must be png16");
    console_refuses("land heightmap --tile-y up -o a", 2, "auto, north or south");
    console_refuses("land heightmap --engine godot --format raw16 --size 8192 --tiles 4x1 -o a", 2,
                    "up to 8192 samples from its middle");
    CHECK_INT(folder_count(0), 0);
}

int main(void)
{
    loam_land_def def = loam_default_land_def();
    def.seed = 7;
    CHECK_OK(loam_land_create(&def, &land));
    folder_enter();
    RUN(test_unreal_finds_nothing_but_heights);
    RUN(test_numbers_of_tiles_count_either_way);
    RUN(test_godot_s_splat_maps_have_no_alpha);
    RUN(test_shared_borders_count_once);
    RUN(test_gdal_takes_a_set_as_one_map_in_metres);
    RUN(test_bad_options_are_refused);
    shared_pages_end();
    folder_leave();
    console_done();
    loam_land_destroy(land);
    return CHECK_DONE();
}
