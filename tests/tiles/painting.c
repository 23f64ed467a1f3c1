// SPDX-License-Identifier: MIT
// Pictures of a layer that people change: what they leave alone stays, what they paint becomes what comes
// closest.
#include "base/counting.h"
#include "check.h"
#include "loam/random.h"
#include "loam/tiles.h"

enum
{
    W = 64,
    H = 48,
};

static loam_tile_defs defs;
static loam_tile tiles[W * H], before[W * H];
static loam_colour pixels[W * H];
static const loam_picture picture = {pixels, W, H};
static const loam_tile_area area = {-10, (int64_t)1 << 40, W, H};

static uint8_t random_material(loam_layer layer, uint64_t index)
{
    uint32_t id = loam_random_below(1, index, LOAM_MAX_MATERIALS);
    while (defs.materials[id].name[0] == '\0' || (defs.materials[id].layers & (uint32_t)layer) == 0)
    {
        id = (id + 1) % LOAM_MAX_MATERIALS;
    }
    return (uint8_t)id;
}

static uint8_t random_variant(uint8_t id, uint64_t index)
{
    const loam_material *const material = &defs.materials[id];
    return (uint8_t)loam_random_below(2, index, (uint32_t)(material->inner + material->outer));
}

/// Tiles of all materials; fluids with a state above their looks.
static void random_tiles(void)
{
    for (uint64_t i = 0; i < W * H; i++)
    {
        const uint8_t block = random_material(LOAM_BLOCKS, 2 * i);
        const uint8_t wall = random_material(LOAM_WALLS, 2 * i + 1);
        tiles[i] = (loam_tile){block, random_variant(block, 2 * i), wall,
                               random_variant(wall, 2 * i + 1)};
        if ((defs.materials[block].properties & (LOAM_LIQUID | LOAM_GAS | LOAM_LOOSE)) != 0)
        {
            tiles[i].block_variant = (uint8_t)(tiles[i].block_variant + 48);
        }
    }
    memcpy(before, tiles, sizeof tiles);
}

static loam_colour *pixel_of(int32_t x, int32_t y)
{
    return &pixels[(H - 1 - y) * W + x];
}

static void show(loam_layer layer)
{
    for (int32_t y = 0; y < H; y++)
    {
        for (int32_t x = 0; x < W; x++)
        {
            *pixel_of(x, y) = loam_tile_layer_colour(&defs, layer, tiles[y * W + x]);
        }
    }
}

static int64_t paint(loam_layer layer)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    const loam_tile_painting painting = {&defs, layer, &picture, {area.x, area.y}};
    int64_t changed = -1;
    CHECK_OK(loam_tiles_paint(&env, &painting, tiles, area, &changed));
    CHECK_INT(counter.blocks, 0);
    return changed;
}

static void test_untouched_pixels_keep_their_tiles(void)
{
    static const loam_layer layers[] = {LOAM_BLOCKS, LOAM_WALLS};
    for (int i = 0; i < 2; i++)
    {
        random_tiles();
        show(layers[i]);
        CHECK_INT(paint(layers[i]), 0);
        // As programs round, and with whatever they put where nothing is seen.
        for (int32_t j = 0; j < W * H; j++)
        {
            const int32_t by = (int32_t)loam_random_below(3, (uint64_t)j, 5) - 2;
            const bool seen = pixels[j].a > 0;
            pixels[j].g = (uint8_t)(!seen                    ? 77
                                    : pixels[j].g + by < 0   ? 0
                                    : pixels[j].g + by > 255 ? 255
                                                             : pixels[j].g + by);
            pixels[j].a = seen ? 128 : 127;
        }
        CHECK_INT(paint(layers[i]), 0);
        CHECK(memcmp(tiles, before, sizeof tiles) == 0);
    }
}

/// How different two colours look.
static double difference(loam_colour p, loam_colour q)
{
    const double mean = (p.r + q.r) / 2.0, r = p.r - q.r, g = p.g - q.g, b = p.b - q.b;
    return (2 + mean / 256) * r * r + 4 * g * g + (2 + (255 - mean) / 256) * b * b;
}

/// To what comes closest in a layer, found the long way.
static double least_difference(loam_layer layer, loam_colour colour)
{
    double least = INFINITY;
    for (int32_t id = 1; id < LOAM_MAX_MATERIALS; id++)
    {
        const loam_material *const m = &defs.materials[id];
        const bool fits = m->name[0] != '\0' && (m->layers & (uint32_t)layer) != 0;
        for (int32_t v = 0; fits && v < m->inner + m->outer; v++)
        {
            const double found = difference(m->colours[v], colour);
            least = found < least ? found : least;
        }
    }
    return least;
}

/// Whether a tile has become what its pixel asks for, and its other layer is as it was.
static void check_painted(loam_layer layer, loam_tile tile, loam_tile old, loam_colour colour)
{
    const bool blocks = layer == LOAM_BLOCKS;
    const double found = difference(loam_tile_layer_colour(&defs, layer, tile), colour);
    const double rounding = 2 * 2 * (3 + 4 + 3); // what counts as untouched
    CHECK_RANGE(found, 0, fmax(least_difference(layer, colour), rounding));
    CHECK(blocks ? tile.wall == old.wall && tile.wall_variant == old.wall_variant
                 : tile.block == old.block && tile.block_variant == old.block_variant);
    CHECK((defs.materials[blocks ? tile.block : tile.wall].layers & (uint32_t)layer) != 0);
}

// Any colour at all becomes a material of the layer, none comes closer, and the other layer stays.
static void test_painted_pixels_become_the_nearest(void)
{
    static const loam_layer layers[] = {LOAM_BLOCKS, LOAM_WALLS};
    for (int i = 0; i < 2; i++)
    {
        random_tiles();
        for (uint64_t j = 0; j < W * H; j++)
        {
            pixels[j] = loam_rgb(loam_random_u32(5, j) & 0xffffff);
            pixels[j].a = (uint8_t)(128 + loam_random_below(6, j, 128));
        }
        CHECK(paint(layers[i]) > W * H / 2);
        for (int32_t j = 0; j < W * H; j++)
        {
            check_painted(layers[i], tiles[j], before[j], *pixel_of(j % W, j / W));
        }
    }
}

static void test_some_colours(void)
{
    memset(tiles, 0, sizeof tiles);
    show(LOAM_BLOCKS);
    const uint8_t sand = (uint8_t)loam_material_find(&defs, "sand");
    const uint8_t water = (uint8_t)loam_material_find(&defs, "water");
    const uint8_t snow = (uint8_t)loam_material_find(&defs, "snow");
    *pixel_of(3, 5) = loam_rgb(0xeed8a2); // also loose sand's: what is at rest is meant
    *pixel_of(4, 5) = defs.materials[water].colours[3];
    pixel_of(4, 5)->a = 255;
    *pixel_of(5, 5) = loam_rgb(0xfafcfd);                // and loose snow's
    *pixel_of(6, 5) = (loam_colour){255, 255, 255, 127}; // too thin
    CHECK_INT(paint(LOAM_BLOCKS), 3);
    CHECK_INT(tiles[5 * W + 3].block, sand);
    CHECK_INT(tiles[5 * W + 4].block, water);
    CHECK_INT(tiles[5 * W + 4].block_variant, 3);
    CHECK_INT(tiles[5 * W + 5].block, snow);
    CHECK_INT(tiles[5 * W + 6].block, LOAM_AIR);
}

static void test_erased_pixels_become_air(void)
{
    const loam_tile rock = {1, 14, 2, 3};
    for (int32_t i = 0; i < W * H; i++)
    {
        tiles[i] = rock;
    }
    show(LOAM_BLOCKS);
    pixel_of(0, 0)->a = 0;
    pixel_of(W - 1, H - 1)->a = 127;
    CHECK_INT(paint(LOAM_BLOCKS), 2);
    for (int32_t i = 0; i < W * H; i++)
    {
        const loam_tile expected = i == 0 || i == W * H - 1 ? (loam_tile){0, 0, 2, 3} : rock;
        CHECK(memcmp(&tiles[i], &expected, sizeof expected) == 0);
    }
}

// A picture that lies beside, over a corner of and around the tiles changes those that it lies on.
static void test_only_what_it_lies_on(void)
{
    const loam_env env = loam_default_env();
    for (int32_t i = 0; i < W * H; i++)
    {
        pixels[i] = loam_rgb(0x3070b9);
    }
    static const struct
    {
        int64_t x, y, changed;
    } cases[] = {{0, 0, 25}, {-W + 2, -H + 3, 6}, {4, 4, 1},
                 {5, 0, 0},  {0, 5, 0},           {-W, 0, 0},
                 {0, -H, 0}, {-20, -20, 25},      {INT64_C(1) << 59, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        loam_tile few[25] = {{0}};
        const loam_tile_painting painting = {
            &defs, LOAM_BLOCKS, &picture, {7 + cases[i].x, cases[i].y - 9}};
        int64_t changed = -1, wet = 0;
        CHECK_OK(loam_tiles_paint(&env, &painting, few, (loam_tile_area){7, -9, 5, 5}, &changed));
        for (int32_t j = 0; j < 25; j++)
        {
            wet += few[j].block != LOAM_AIR;
        }
        CHECK_INT(changed, cases[i].changed);
        CHECK_INT(wet, cases[i].changed);
    }
}

int main(void)
{
    loam_tile_defs_init(&defs);
    RUN(test_untouched_pixels_keep_their_tiles);
    RUN(test_painted_pixels_become_the_nearest);
    RUN(test_some_colours);
    RUN(test_erased_pixels_become_air);
    RUN(test_only_what_it_lies_on);
    return CHECK_DONE();
}
