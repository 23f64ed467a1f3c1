// SPDX-License-Identifier: MIT
#include "base/counting.h"
#include "check.h"
#include "gpu/driver.h"

#include "loam/gpu.h"

#include <stdlib.h>
#include <string.h>

// Tiles of a graphics processor are those of the processor, bit for bit: in all versions, with all definitions,
// whatever rectangle they are asked for in.

enum
{
    MOST = 1 << 17
};

static loam_gpu *gpu;
static loam_tile_defs defs;
static loam_tile_source *source;
static loam_tile expected[MOST], got[MOST];

static void grow(uint64_t seed)
{
    const loam_env env = loam_default_env();
    loam_tile_source_destroy(source);
    CHECK_OK(loam_tile_source_create(&env, &defs, seed, &source));
}

/// How many tiles of an area have other bits.
static int differing(loam_tile_area area)
{
    const size_t count = (size_t)area.w * (size_t)area.h;
    int others = 0;
    CHECK(count <= MOST);
    memset(got, 0xee, sizeof got);
    CHECK_OK(loam_tile_source_fill(source, area, expected));
    CHECK_OK(loam_gpu_tiles_fill(gpu, source, area, got));
    for (size_t i = 0; i < count; i++)
    {
        others += memcmp(&expected[i], &got[i], sizeof got[i]) != 0;
    }
    for (size_t i = count; i < MOST; i++)
    {
        others += got[i].block != 0xee; // beyond what was asked for
    }
    return others;
}

/// The height of the ground.
static int64_t surface_at(int64_t x)
{
    loam_tile_column column;
    CHECK_OK(loam_tile_source_columns(source, x, 1, 1, &column));
    return column.surface;
}

static void test_every_version_is_equal(void)
{
    for (int32_t version = 1; version <= LOAM_TILES_VERSION; version++)
    {
        CHECK_OK(loam_tile_defs_init_version(&defs, version));
        grow(7);
        CHECK_INT(differing((loam_tile_area){-40, surface_at(0) - 60, 90, 90}), 0);
        CHECK_INT(differing((loam_tile_area){-40, surface_at(0) - 900, 90, 60}), 0);
    }
}

/// Where each biome comes to the surface: soils, covers, lakes and their ice, dunes.
static void test_every_biome_is_equal(void)
{
    enum
    {
        COUNT = 4096,
        STEP = 1024
    };
    static loam_tile_column columns[COUNT];
    uint32_t seen = 0;
    loam_tile_defs_init(&defs);
    grow(12);
    CHECK_OK(loam_tile_source_columns(source, 0, STEP, COUNT, columns));
    for (int32_t i = 0; i < COUNT; i++)
    {
        const bool wet = columns[i].water > columns[i].surface;
        const uint32_t bit = 1u << (columns[i].biome + (wet ? 16 : 0));
        if ((seen & bit) == 0)
        {
            seen |= bit;
            CHECK_INT(differing((loam_tile_area){i * (int64_t)STEP - 32, columns[i].surface - 32,
                                                 64, 64}),
                      0);
        }
    }
    CHECK_INT(seen & 0x1ff, 0x1ff);
    CHECK(seen >> 16 != 0);
}

/// Near and far, in the depth and at the ends of the world.
static void test_every_place_is_equal(void)
{
    static const loam_tile_area areas[] = {
        {0, -3000, 70, 50},
        {INT64_C(1) << 40, -40, 70, 50},
        {-(INT64_C(1) << 40), -700, 50, 70},
        {-77, -(INT64_C(1) << 40), 64, 64},
        {-LOAM_TILE_END, -LOAM_TILE_END, 40, 40},
        {LOAM_TILE_END - 40, -500, 40, 40},
        {5, -(INT64_C(1) << 28) - 20, 40, 40}, // where heights are clamped
    };
    loam_tile_defs_init(&defs);
    grow(3);
    for (size_t i = 0; i < sizeof areas / sizeof *areas; i++)
    {
        CHECK_INT(differing(areas[i]), 0);
    }
}

/// One tile, one row, words of bits that are full and almost so, and more than fits into a part either way.
static void test_every_rectangle_is_equal(void)
{
    static const int32_t sides[][2] = {{1, 1},   {1, 77},  {77, 1},   {31, 9},
                                       {32, 10}, {33, 11}, {2051, 4}, {3, 1027}};
    loam_tile_defs_init(&defs);
    grow(5);
    const int64_t y = surface_at(100);
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
    {
        CHECK_INT(differing((loam_tile_area){100 - sides[i][0] / 2, y - sides[i][1] / 2,
                                             sides[i][0], sides[i][1]}),
                  0);
    }
}

/// Rows that are sky are left out: none above the ground may be among them.
static void test_the_sky_is_equal(void)
{
    loam_tile_defs_init(&defs);
    defs.blocks.iterations = LOAM_MAX_CONSOLIDATION; // caves close, and grow into the open
    defs.blocks.rule_count = 1;
    defs.blocks.birth_above[0] = 2;
    defs.blocks.death_below[0] = 0;
    grow(5);
    const int64_t y = surface_at(0);
    CHECK_INT(differing((loam_tile_area){-40, y - 8, 80, 200}), 0);
    CHECK_INT(differing((loam_tile_area){-40, y + 40, 80, 20}), 0);
    CHECK_INT(differing((loam_tile_area){-40, y + 5000, 80, 20}), 0);
}

// ---- other definitions ----------------------------------------------------------------------------

static void test_automata_of_different_lengths_are_equal(void)
{
    static const int32_t iterations[][2] = {{0, 0}, {0, 5}, {5, 0}, {1, 32}, {8, 7}};
    for (size_t i = 0; i < sizeof iterations / sizeof *iterations; i++)
    {
        loam_tile_defs_init(&defs);
        defs.blocks.iterations = iterations[i][0];
        defs.walls.iterations = iterations[i][1];
        grow(9);
        CHECK_INT(differing((loam_tile_area){0, surface_at(30) - 40, 60, 60}), 0);
    }
}

/// Numbers of neighbours from 0 to 8, for which there is no other test.
static void test_all_rules_are_equal(void)
{
    for (int32_t n = 0; n <= 8; n++)
    {
        loam_tile_defs_init(&defs);
        defs.blocks.rule_count = defs.walls.rule_count = 2;
        defs.blocks.birth_above[0] = n;
        defs.blocks.death_below[0] = 8 - n;
        defs.walls.birth_above[1] = defs.walls.death_below[1] = n;
        defs.blocks.iterations = defs.walls.iterations = 3;
        grow(9);
        CHECK_INT(differing((loam_tile_area){0, surface_at(30) - 40, 50, 50}), 0);
    }
}

static int32_t count_blocks(uint8_t material, int32_t count)
{
    int32_t found = 0;
    for (int32_t i = 0; i < count; i++)
    {
        found += expected[i].block == material;
    }
    return found;
}

/// Bricks that are hardly more than their rim, some that the area has many of, and one that is larger than it.
static void test_pools_are_equal(void)
{
    static const float sides[][2] = {{9, 13}, {37, 24}, {5000, 900}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
    {
        loam_tile_defs_init(&defs);
        defs.ground.pool_width = sides[i][0];
        defs.ground.pool_height = sides[i][1];
        defs.ground.deep_pools = 1;
        defs.ground.lava_pools = 0.7f;
        defs.ground.lava_top = -600;
        defs.ground.lava_full = -800;
        defs.ground.wide_width = defs.ground.thin_width = 3;
        for (int32_t k = 0; k < LOAM_BIOMES; k++)
        {
            defs.biomes[k].pools = 0.8f;
        }
        grow(21);
        CHECK_INT(differing((loam_tile_area){-10, surface_at(0) - 150, 100, 150}), 0);
        CHECK_RANGE(count_blocks(defs.ground.water, 100 * 150), i == 1 ? 50 : 0, 100 * 150);
        CHECK_INT(differing((loam_tile_area){-10, -900, 100, 100}), 0);
        CHECK_RANGE(count_blocks(defs.ground.lava, 100 * 100), i == 1 ? 50 : 0, 100 * 100);
    }
}

/// Where the ground falls off beside a pool, a roof of solid tiles is put over it.
static void test_pools_on_slopes_are_equal(void)
{
    loam_tile_defs_init(&defs);
    defs.ground.roughness_wavelength = 60;
    defs.ground.crust_gain = 0;
    defs.ground.wide_width = defs.ground.thin_width = 3;
    defs.ground.pool_width = 60;
    defs.ground.pool_height = 40;
    for (int32_t k = 0; k < LOAM_BIOMES; k++)
    {
        defs.biomes[k].pools = 1;
        defs.biomes[k].roughness = 120;
        defs.biomes[k].soil_depth = defs.biomes[k].soil_flat = 0;
    }
    grow(21);
    CHECK_INT(differing((loam_tile_area){-200, surface_at(0) - 100, 400, 150}), 0);
}

static void test_borders_and_ores_are_equal(void)
{
    loam_tile_defs_init(&defs);
    defs.ground.climate_wavelength = 80;
    defs.ground.border_wander = 300;
    defs.ground.border_dither = 500;
    defs.ground.strip_width = 200;
    defs.ground.layer_wander = 16000;
    defs.ground.strata_share = 1;
    defs.ground.pebble_share = 1;
    for (int32_t i = 0; i < 6; i++)
    {
        defs.ground.ore_shares[i] = 0.4f;
    }
    grow(4);
    CHECK_INT(differing((loam_tile_area){1000, surface_at(1000) - 60, 80, 80}), 0);
    CHECK_INT(differing((loam_tile_area){1000, -800, 80, 80}), 0);
}

static void test_noises_of_many_octaves_are_equal(void)
{
    loam_tile_defs_init(&defs);
    defs.ground.wide_octaves = 6;
    defs.ground.mix_gain = 1; // both kinds of caves everywhere
    defs.ground.mix_wavelength = 16;
    defs.ground.cave_threshold = 0.8f;
    defs.ground.cavern_top = 0;
    defs.ground.cavern_full = -100;
    defs.ground.cavern_gain = 0.3f;
    grow(8);
    CHECK_INT(differing((loam_tile_area){0, -160, 60, 80}), 0);
}

// ---- the rest -------------------------------------------------------------------------------------

static void test_bad_areas_are_refused(void)
{
    static const loam_tile_area areas[] = {
        {0, 0, 0, 5}, {0, 0, 5, LOAM_MAX_TILE_AREA + 1}, {LOAM_TILE_END, 0, 1, 1}};
    for (size_t i = 0; i < sizeof areas / sizeof *areas; i++)
    {
        char message[256];
        CHECK(loam_tile_source_fill(source, areas[i], expected) == LOAM_BAD_ARGUMENT);
        snprintf(message, sizeof message, "%s", loam_last_error());
        CHECK(loam_gpu_tiles_fill(gpu, source, areas[i], got) == LOAM_BAD_ARGUMENT);
        CHECK(strcmp(loam_last_error(), message) == 0);
    }
}

static void test_memory_is_given_back(void)
{
    counting memory;
    loam_gpu_def def = loam_default_gpu_def();
    def.env = counting_env(&memory);
    loam_gpu *own = NULL;
    CHECK_OK(loam_gpu_create(&def, &own));
    const size_t before = memory.bytes;
    loam_result result = LOAM_OUT_OF_MEMORY;
    for (int64_t refused = 1; result == LOAM_OUT_OF_MEMORY && refused < 9; refused++)
    {
        memory.asked = 0;
        memory.refuse_at = refused;
        result = loam_gpu_tiles_fill(own, source, (loam_tile_area){0, -50, 20, 20}, got);
        CHECK_U64(memory.bytes, before);
    }
    CHECK_RANGE(memory.refuse_at, 3, 8); // columns and bricks were refused first
    CHECK_OK(result);
    loam_gpu_destroy(own);
    CHECK_U64(memory.bytes, 0);
}

int main(void)
{
    keep_driver();
    const loam_gpu_def def = loam_default_gpu_def();
    if (loam_gpu_create(&def, &gpu) != LOAM_OK)
    {
        printf("left out: %s\n", loam_last_error());
        return 77;
    }
    RUN(test_every_version_is_equal);
    RUN(test_every_biome_is_equal);
    RUN(test_every_place_is_equal);
    RUN(test_every_rectangle_is_equal);
    RUN(test_the_sky_is_equal);
    RUN(test_automata_of_different_lengths_are_equal);
    RUN(test_all_rules_are_equal);
    RUN(test_pools_are_equal);
    RUN(test_pools_on_slopes_are_equal);
    RUN(test_borders_and_ores_are_equal);
    RUN(test_noises_of_many_octaves_are_equal);
    RUN(test_bad_areas_are_refused);
    RUN(test_memory_is_given_back);
    loam_tile_source_destroy(source);
    loam_gpu_destroy(gpu);
    return CHECK_DONE();
}
