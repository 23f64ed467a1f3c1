// SPDX-License-Identifier: MIT
// What grows is a place: nine biomes in sensible order, ground to walk on, caves, water that stays where
// it is, and nothing twice.
#include "world.h"

#include <stdlib.h>

enum
{
    SEEDS = 8,
    COLUMNS = 25000, // four tiles apart: 100,000 tiles
    W = 1024,
    H = 768,
};

static loam_tile_column columns[COLUMNS];
static loam_tile tiles[W * H];

static uint32_t properties_at(int32_t x, int32_t y)
{
    return builtin.materials[tiles[y * W + x].block].properties;
}

// ---- along the horizon --------------------------------------------------------------------------

static void test_all_biomes_in_sensible_order(void)
{
    int64_t seen[LOAM_BIOMES] = {0}, jumps = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
    {
        loam_tile_source *source = grow(seed);
        CHECK_OK(loam_tile_source_columns(source, -50000, 4, COLUMNS, columns));
        for (int32_t i = 0; i < COLUMNS; i++)
        {
            seen[columns[i].biome]++;
            const int32_t last = columns[i ? i - 1 : 0].biome, now = columns[i].biome;
            jumps += abs(last / 3 - now / 3) > 1 || abs(last % 3 - now % 3) > 1;
            CHECK_RANGE(columns[i].temperature, 0, 1);
            CHECK_RANGE(columns[i].humidity, 0, 1);
        }
        loam_tile_source_destroy(source);
    }
    CHECK_INT(jumps, 0); // no desert beside a tundra
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        CHECK_RANGE((double)seen[i] / (SEEDS * (double)COLUMNS), 0.04, 0.25);
    }
}

/// Mean height, mean absolute rise over 4 tiles, and share of lakes, by biome.
typedef struct biome_shape
{
    double height, rise, water;
} biome_shape;

static void measure_shapes(biome_shape shapes[LOAM_BIOMES])
{
    double count[LOAM_BIOMES] = {0};
    memset(shapes, 0, LOAM_BIOMES * sizeof *shapes);
    for (uint64_t seed = 0; seed < SEEDS; seed++)
    {
        loam_tile_source *source = grow(seed);
        CHECK_OK(loam_tile_source_columns(source, 300000, 4, COLUMNS, columns));
        for (int32_t i = 1; i < COLUMNS; i++)
        {
            biome_shape *shape = &shapes[columns[i].biome];
            count[columns[i].biome]++;
            shape->height += (double)columns[i].surface;
            shape->rise += (double)llabs(columns[i].surface - columns[i - 1].surface);
            shape->water += columns[i].water != INT64_MIN;
        }
        loam_tile_source_destroy(source);
    }
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        shapes[i].height /= count[i];
        shapes[i].rise /= count[i];
        shapes[i].water /= count[i];
    }
}

// 0 mountains, 1 tundra, 2 taiga, 3 plains, 4 grassland, 5 swamp, 6 desert, 7 savanna, 8 rainforest
static void test_biomes_have_a_character(void)
{
    biome_shape shapes[LOAM_BIOMES];
    measure_shapes(shapes);
    for (int32_t i = 1; i < LOAM_BIOMES; i++)
    {
        CHECK_RANGE(shapes[0].height - shapes[i].height, 60, 1000); // mountains are highest
        CHECK_RANGE(shapes[0].rise / shapes[i].rise, 1.3, 100);     // and steepest
    }
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        if (i != 5)
        {
            CHECK_RANGE(shapes[i].height - shapes[5].height, 20, 1000); // swamps lie lowest
            CHECK_RANGE(shapes[5].water - shapes[i].water, 0.02, 1);    // and are the wettest
        }
    }
    CHECK_RANGE(shapes[6].water, 0, 0.05); // deserts are dry
}

static bool grass_and_sand(uint32_t a, uint32_t b)
{
    return (a & LOAM_GRASS && b & LOAM_SAND) || (a & LOAM_SAND && b & LOAM_GRASS);
}

/// Looks at a border of grass and sand at column x: a strip of dirt has to part them.
static void check_strip(const loam_tile_source *source, int64_t x, int64_t surface)
{
    const int32_t dirt = loam_material_find(&builtin, "dirt");
    int32_t touching = 0, strip = 0;
    CHECK_OK(
        loam_tile_source_fill(source, (loam_tile_area){x - W / 2, surface - 150, W, 300}, tiles));
    for (int32_t i = 0; i + 1 < W * 300; i++)
    {
        const int32_t column = i % W, row = i / W;
        const bool near = abs(column - W / 2) < 150;
        strip += near && tiles[i].block == dirt;
        touching += near &&
                    grass_and_sand(properties_at(column, row), properties_at(column + 1, row));
    }
    CHECK_INT(touching, 0);
    CHECK_RANGE(strip, 50, W * 300);
}

static void test_dirt_parts_grass_and_sand(void)
{
    int32_t borders = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
    {
        loam_tile_source *source = grow(seed);
        CHECK_OK(loam_tile_source_columns(source, 0, 1, COLUMNS, columns));
        for (int32_t i = 1; i < COLUMNS; i++)
        {
            const uint8_t left = builtin.biomes[columns[i - 1].biome].surface;
            const uint8_t right = builtin.biomes[columns[i].biome].surface;
            if (grass_and_sand(builtin.materials[left].properties,
                               builtin.materials[right].properties))
            {
                check_strip(source, i, columns[i].surface);
                borders++;
            }
        }
        loam_tile_source_destroy(source);
    }
    CHECK_RANGE(borders, 5, 200);
}

// ---- nothing twice ------------------------------------------------------------------------------

static int compare_u64(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// No stretch of 256 tiles of the horizon comes again within 100,000 tiles, nor anywhere far away.
static void test_the_horizon_never_repeats(void)
{
    enum
    {
        STRETCH = 64
    };
    static uint64_t hashes[4 * COLUMNS / STRETCH];
    const int64_t far[] = {0, (int64_t)1 << 32, (int64_t)1 << 38, (int64_t)1 << 40};
    loam_tile_source *source = grow(3);
    size_t count = 0;
    for (int32_t k = 0; k < 4; k++)
    {
        CHECK_OK(loam_tile_source_columns(source, far[k], 4, COLUMNS, columns));
        for (int32_t i = 0; i + STRETCH <= COLUMNS; i += STRETCH)
        {
            int32_t flat = 0;
            uint64_t heights[STRETCH];
            for (int32_t j = 0; j < STRETCH; j++)
            {
                heights[j] = (uint64_t)(columns[i + j].surface - columns[i].surface);
                flat += columns[i + j].surface == columns[i].surface;
            }
            hashes[count] = loam_hash_u64(heights, STRETCH, 0);
            count += flat < STRETCH / 2; // level ground is level ground
        }
    }
    qsort(hashes, count, sizeof *hashes, compare_u64);
    int32_t twice = 0;
    for (size_t i = 1; i < count; i++)
    {
        twice += hashes[i] == hashes[i - 1];
    }
    CHECK_RANGE(count, 1400, 4 * COLUMNS / STRETCH);
    CHECK_INT(twice, 0);
    loam_tile_source_destroy(source);
}

static void test_caves_never_repeat(void)
{
    enum
    {
        CHUNKS = 512
    };
    static uint64_t hashes[CHUNKS];
    static loam_tile chunk[LOAM_CHUNK_TILES];
    const int64_t far[] = {0, (int64_t)1 << 25, (int64_t)1 << 31, (int64_t)1 << 33};
    loam_tile_source *source = grow(11);
    size_t count = 0;
    for (int32_t i = 0; i < CHUNKS; i++)
    {
        const loam_chunk_pos at = {far[i / 8 % 4] + i / 32 * 49, -6 - i % 8};
        CHECK_OK(loam_tile_source_chunk(source, at, chunk));
        int32_t open = 0;
        for (int32_t k = 0; k < LOAM_CHUNK_TILES; k++)
        {
            chunk[k].block = (builtin.materials[chunk[k].block].properties & LOAM_SOLID) != 0;
            chunk[k].block_variant = chunk[k].wall = chunk[k].wall_variant = 0;
            open += !chunk[k].block;
        }
        hashes[count] = loam_tiles_hash(chunk, LOAM_CHUNK_TILES, 0);
        count += open > 100; // solid rock is solid rock
    }
    qsort(hashes, count, sizeof *hashes, compare_u64);
    int32_t twice = 0;
    for (size_t i = 1; i < count; i++)
    {
        twice += hashes[i] == hashes[i - 1];
    }
    CHECK_RANGE(count, CHUNKS * 3 / 4, CHUNKS);
    CHECK_INT(twice, 0);
    loam_tile_source_destroy(source);
}

static void test_seeds_are_different_worlds(void)
{
    uint64_t hashes[16];
    for (uint64_t seed = 0; seed < 16; seed++)
    {
        loam_tile_source *source = grow(seed);
        CHECK_OK(loam_tile_source_fill(source, (loam_tile_area){0, -64, 256, 128}, tiles));
        hashes[seed] = loam_tiles_hash(tiles, 256 * 128, 0);
        for (uint64_t k = 0; k < seed; k++)
        {
            CHECK(hashes[k] != hashes[seed]);
        }
        loam_tile_source_destroy(source);
    }
}

// ---- ground, caves, water -----------------------------------------------------------------------

// Tiles are what they may be: known materials in their layers, variants that exist.
static void test_tiles_are_valid(void)
{
    const int64_t heights[] = {-300, -1400, -3000, 300};
    for (uint64_t i = 0; i < 4; i++)
    {
        loam_tile_source *source = grow(i + 20);
        CHECK_OK(loam_tile_source_fill(source, (loam_tile_area){0, heights[i], W, H}, tiles));
        int64_t wrong = 0;
        for (int32_t k = 0; k < W * H; k++)
        {
            const loam_material *block = &builtin.materials[tiles[k].block];
            const loam_material *wall = &builtin.materials[tiles[k].wall];
            wrong += !(block->layers & LOAM_BLOCKS) || !(wall->layers & LOAM_WALLS) ||
                     tiles[k].block_variant >= block->inner + block->outer ||
                     tiles[k].wall_variant >= wall->inner + wall->outer;
        }
        CHECK_INT(wrong, 0);
        loam_tile_source_destroy(source);
    }
}

// Variants: outer at edges, inner elsewhere, and all of them in use.
static void test_variants_show_edges(void)
{
    loam_tile_source *source = grow(4);
    CHECK_OK(loam_tile_source_fill(source, (loam_tile_area){0, -700, W, H}, tiles));
    int64_t wrong = 0, used[LOAM_MAX_VARIANTS] = {0};
    for (int32_t y = 2; y < H - 2; y++)
    {
        for (int32_t x = 2; x < W - 2; x++)
        {
            const loam_material *material = &builtin.materials[tiles[y * W + x].block];
            if (!(material->properties & LOAM_SOLID))
            {
                continue;
            }
            bool edge = false;
            for (int32_t k = 0; k < 25; k++)
            {
                const int32_t dx = k % 5 - 2, dy = k / 5 - 2;
                edge |= abs(dx) + abs(dy) < 4 && !(properties_at(x + dx, y + dy) & LOAM_SOLID);
            }
            const int32_t variant = tiles[y * W + x].block_variant;
            wrong += edge != (variant >= material->inner);
            used[variant]++;
        }
    }
    CHECK_INT(wrong, 0);
    for (int32_t i = 0; i < 16; i++)
    {
        CHECK_RANGE(used[i], 500, W * H);
    }
    loam_tile_source_destroy(source);
}

// Fluids are at rest: almost no tile of one has air beside or beneath it.
static void test_water_stays(void)
{
    int64_t fluid = 0, loose = 0, lava = 0;
    for (uint64_t seed = 0; seed < 9; seed++)
    {
        loam_tile_source *source = grow(seed);
        const loam_tile_area area = {(int64_t)seed * 9000, -300 - 1300 * (int64_t)(seed % 3), W, H};
        CHECK_OK(loam_tile_source_fill(source, area, tiles));
        for (int32_t i = 0; i < W * H; i++)
        {
            const int32_t x = i % W, y = i / W;
            if (x == 0 || x == W - 1 || y == 0 || !(properties_at(x, y) & LOAM_LIQUID))
            {
                continue;
            }
            fluid++;
            lava += (properties_at(x, y) & LOAM_HOT) != 0;
            loose += tiles[i - 1].block == LOAM_AIR || tiles[i + 1].block == LOAM_AIR ||
                     tiles[i - W].block == LOAM_AIR;
        }
        loam_tile_source_destroy(source);
    }
    CHECK_RANGE(fluid, 50000, 9 * W * H);
    CHECK_RANGE(lava, 20000, fluid);
    CHECK_RANGE((double)loose / (double)fluid, 0, 0.004);
}

// One can walk: the ground is closed nearly everywhere, yet some caves open to the sky.
static void test_the_ground_carries(void)
{
    int64_t holes = 0, places = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
    {
        loam_tile_source *source = grow(seed);
        static loam_tile_column ground[W];
        const int64_t x = (int64_t)seed * 5000, y = -200;
        CHECK_OK(loam_tile_source_columns(source, x, 1, W, ground));
        CHECK_OK(loam_tile_source_fill(source, (loam_tile_area){x, y, W, H}, tiles));
        for (int32_t i = 0; i < W; i++)
        {
            const int64_t top = ground[i].surface - 1 - y;
            if (top < 8 || top >= H || ground[i].water != INT64_MIN)
            {
                continue;
            }
            bool carried = false;
            for (int32_t k = 0; k < 8; k++)
            {
                carried |= (properties_at(i, (int32_t)top - k) & LOAM_SOLID) != 0;
            }
            places++;
            holes += !carried;
        }
        loam_tile_source_destroy(source);
    }
    CHECK_RANGE(places, 4000, SEEDS * W);
    CHECK_RANGE((double)holes / (double)places, 0.001, 0.02);
}

// Between a fifth and a half of the depth is caves, and no kind of rock is all there is.
static void test_the_depth_is_varied(void)
{
    for (uint64_t seed = 0; seed < 4; seed++)
    {
        loam_tile_source *source = grow(seed + 50);
        int64_t counts[LOAM_MAX_MATERIALS] = {0}, open = 0, max = 0;
        CHECK_OK(loam_tile_source_fill(source, (loam_tile_area){0, -1200, W, H}, tiles));
        for (int32_t i = 0; i < W * H; i++)
        {
            counts[tiles[i].block]++;
            open += !(builtin.materials[tiles[i].block].properties & LOAM_SOLID);
        }
        int32_t kinds = 0;
        for (int32_t i = 1; i < LOAM_MAX_MATERIALS; i++)
        {
            kinds += counts[i] > 200;
            max = counts[i] > max ? counts[i] : max;
        }
        CHECK_RANGE((double)open / (W * H), 0.06, 0.5);
        CHECK_RANGE(kinds, 8, 40);
        CHECK_RANGE((double)max / (W * H), 0.1, 0.75);
        loam_tile_source_destroy(source);
    }
}

// From far away one sees the same land: where the samples and the tiles are solid, agrees.
static void test_samples_agree_with_tiles(void)
{
    enum
    {
        STEP = 8,
        SW = W / STEP,
        SH = H / STEP
    };
    static loam_tile samples[SW * SH];
    loam_tile_source *source = grow(6);
    CHECK_OK(loam_tile_source_fill(source, (loam_tile_area){-500, -500, W, H}, tiles));
    CHECK_OK(loam_tile_source_sample(source, (loam_tile_area){-500, -500, SW, SH}, STEP, samples));
    int32_t agree = 0;
    for (int32_t i = 0; i < SW * SH; i++)
    {
        const loam_tile tile = tiles[i / SW * STEP * W + i % SW * STEP];
        const uint32_t solid = builtin.materials[samples[i].block].properties & LOAM_SOLID;
        agree += (builtin.materials[tile.block].properties & LOAM_SOLID) == solid;
    }
    CHECK_RANGE((double)agree / (SW * SH), 0.97, 1);
    loam_tile_source_destroy(source);
}

static void test_spawn_is_on_dry_ground(void)
{
    for (uint64_t seed = 0; seed < 20; seed++)
    {
        loam_tile_source *source = grow(seed);
        const loam_tile_pos at = loam_tile_source_spawn(source, 0);
        loam_tile_column column;
        CHECK_OK(loam_tile_source_columns(source, at.x, 1, 1, &column));
        CHECK_INT(at.y, column.surface + 1);
        CHECK(column.water == INT64_MIN);
        loam_tile_source_destroy(source);
    }
}

static int32_t layers_in(const loam_tile_source *source, int64_t y)
{
    int32_t changes = 0;
    CHECK_OK(loam_tile_source_fill(source, (loam_tile_area){0, y, 4, 2048}, tiles));
    for (int32_t i = 4; i < 4 * 2048; i += 4)
    {
        changes += tiles[i].wall != tiles[i - 4].wall;
    }
    return changes;
}

// Rock has layers however deep one digs.
static void test_layers_have_no_end(void)
{
    loam_tile_source *source = grow(8);
    for (int32_t power = 14; power < 60; power += 15)
    {
        CHECK_RANGE(layers_in(source, -((int64_t)1 << power)), 4, 400);
    }
    loam_tile_source_destroy(source);
}

// A spawn is in the world, wherever it is asked for.
static void test_spawn_at_the_end_of_the_world(void)
{
    loam_tile_source *source = grow(1);
    CHECK_RANGE(loam_tile_source_spawn(source, INT64_MAX).x, 0, LOAM_TILE_END - 1);
    CHECK_RANGE(loam_tile_source_spawn(source, INT64_MIN).x, -LOAM_TILE_END, 0);
    loam_tile_source_destroy(source);
}

int main(void)
{
    RUN(test_all_biomes_in_sensible_order);
    RUN(test_biomes_have_a_character);
    RUN(test_dirt_parts_grass_and_sand);
    RUN(test_the_horizon_never_repeats);
    RUN(test_caves_never_repeat);
    RUN(test_seeds_are_different_worlds);
    RUN(test_tiles_are_valid);
    RUN(test_variants_show_edges);
    RUN(test_water_stays);
    RUN(test_the_ground_carries);
    RUN(test_the_depth_is_varied);
    RUN(test_samples_agree_with_tiles);
    RUN(test_layers_have_no_end);
    RUN(test_spawn_is_on_dry_ground);
    RUN(test_spawn_at_the_end_of_the_world);
    return CHECK_DONE();
}
