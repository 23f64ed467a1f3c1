// SPDX-License-Identifier: MIT
// What of the water maps show: seas, straits and bays, but no dots of the sea, and the same from every tile.
#include "atlas/shores.h"

#include "check.h"
#include "loam/random.h"
#include "shared_pages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SIDE = 96, // pixels of a tile, with its margin
    PIXELS = SIDE * SIDE,
    SPECK = 6, // the largest dot, pixels along a side
};

/// A tile whose ground tests set: above the sea all over, at first.
typedef struct toy_tile
{
    map_tile tile;
    float height[PIXELS], level[PIXELS], river[PIXELS];
    float ground[PIXELS], shore[PIXELS], narrow[PIXELS], coast[PIXELS];
    uint8_t water[PIXELS];
} toy_tile;

static void begin(toy_tile *toy)
{
    memset(toy, 0, sizeof *toy);
    toy->tile = (map_tile){.area = {.step = 512, .w = SIDE, .h = SIDE},
                           .w = SIDE - 2 * MAP_MARGIN,
                           .h = SIDE - 2 * MAP_MARGIN,
                           .of = {.height = toy->height, .water = toy->level, .river = toy->river},
                           .ground = toy->ground,
                           .water = toy->water,
                           .shore = toy->shore,
                           .narrow = toy->narrow,
                           .coast = toy->coast};
    for (int32_t i = 0; i < PIXELS; i++)
    {
        toy->height[i] = 5;
        toy->level[i] = LOAM_LAND_DRY;
    }
}

// Lets the sea in over some pixels, counted from the low corner of the margin.
static void flood(toy_tile *toy, int32_t column, int32_t row, int32_t w, int32_t h)
{
    for (int32_t i = 0; i < w * h; i++)
    {
        const int32_t p = (row + i / w) * SIDE + column + i % w;
        toy->height[p] = -3;
        toy->level[p] = 0;
    }
}

static int32_t salt_pixels(toy_tile *toy)
{
    const loam_env env = loam_default_env();
    loam_map_tile_shores(&env, &toy->tile);
    int32_t count = 0;
    for (int32_t i = 0; i < PIXELS; i++)
    {
        count += toy->water[i] == MAP_SALT;
    }
    return count;
}

static void test_dots_of_the_sea_are_left_out(void)
{
    static toy_tile toy;
    for (int32_t size = 1; size <= SPECK; size++)
    {
        begin(&toy);
        flood(&toy, 40, 50, size, size);
        CHECK_INT(salt_pixels(&toy), 0);
        for (int32_t i = 0; i < PIXELS; i++)
        {
            CHECK(toy.shore[i] == 1);
        }
    }
}

static void test_what_is_larger_is_shown(void)
{
    static toy_tile toy;
    const int32_t large = SPECK + 1;
    begin(&toy);
    flood(&toy, 40, 50, large, large);
    CHECK_INT(salt_pixels(&toy), large * large);
    begin(&toy);
    flood(&toy, 40, 50, large, 1);
    CHECK_INT(salt_pixels(&toy), large);
    begin(&toy);
    for (int32_t i = 0; i < large; i++) // a narrow strait
    {
        flood(&toy, 40 + i, 50 + i, 1, 1);
    }
    CHECK_INT(salt_pixels(&toy), large);
}

// A cove at the end of a river is no dot: their water hangs together.
static void test_coves_of_rivers_are_shown(void)
{
    static toy_tile toy;
    begin(&toy);
    flood(&toy, 40, 50, 3, 3);
    for (int32_t i = 0; i < 36; i++)
    {
        const int32_t p = (50 + i / 12) * SIDE + 43 + i % 12;
        toy.height[p] = 1;
        toy.level[p] = 2;
    }
    CHECK_INT(salt_pixels(&toy), 9);
}

// Lakes of few pixels stay what they are: soft spots.
static void test_small_lakes_are_no_dots_of_the_sea(void)
{
    static toy_tile toy;
    begin(&toy);
    for (int32_t i = 0; i < 16; i++)
    {
        const int32_t p = (50 + i / 4) * SIDE + 40 + i % 4;
        toy.height[p] = 1;
        toy.level[p] = 2;
    }
    CHECK_INT(salt_pixels(&toy), 0);
    CHECK_INT(toy.water[52 * SIDE + 42], MAP_FRESH);
}

// Spots of the sea, thicker and thinner, as a tile sees them that begins so far east of another.
static void scatter(toy_tile *toy, uint64_t seed, int32_t east)
{
    begin(toy);
    for (int32_t i = 0; i < PIXELS; i++)
    {
        const int32_t column = i % SIDE + east, row = i / SIDE;
        const float broad = loam_random_float(loam_seed_at(seed, column / 4, row / 4, 0), 0);
        const float fine = loam_random_float(loam_seed_at(seed, column, row, 1), 0);
        const bool sea = 0.75f * broad + 0.25f * fine < 0.17f;
        toy->height[i] = sea ? -1 - fine : 1 + fine;
        toy->level[i] = sea ? 0 : LOAM_LAND_DRY;
    }
}

// Whatever the margin of a tile cuts through, its own pixels show what those of another tile do.
static void test_tiles_agree(void)
{
    static toy_tile west, east;
    int32_t dots = 0;
    for (uint64_t seed = 1; seed <= 60; seed++)
    {
        const int32_t by = 1 + (int32_t)(seed % (SIDE - 2 * MAP_MARGIN - 1));
        scatter(&west, seed, 0);
        scatter(&east, seed, by);
        salt_pixels(&west);
        salt_pixels(&east);
        for (int32_t row = MAP_MARGIN; row < SIDE - MAP_MARGIN; row++)
        {
            for (int32_t i = MAP_MARGIN; i < SIDE - MAP_MARGIN - by; i++)
            {
                const int32_t a = row * SIDE + i + by, b = row * SIDE + i;
                CHECK_REPORT(west.water[a] == east.water[b] && west.shore[a] == east.shore[b] &&
                                 west.coast[a] == east.coast[b],
                             "seed %d, %d east, column %d, row %d", (int)seed, by, i, row);
                dots += west.level[a] == 0 && west.water[a] == MAP_DRY;
            }
        }
    }
    CHECK(dots > 200);
}

// A straight shore, `at` pixels from the left border: of the sea, or of a lake with upright banks.
static void lay_shore(toy_tile *toy, float at, float slant, bool lake)
{
    begin(toy);
    toy->tile.area.step = lake ? 300 : 8;
    for (int32_t i = 0; i < PIXELS; i++)
    {
        const float steps = (float)(i % SIDE) - at + slant * (float)(i / SIDE - SIDE / 2);
        const float away = steps / sqrtf(1 + slant * slant) * (float)toy->tile.area.step;
        const float ground = lake ? (away < 0 ? 80.0f : 101.0f) : 0.05f * away;
        toy->height[i] = ground;
        toy->level[i] = lake ? (away < 0 ? 100.0f : LOAM_LAND_DRY) : (away < 0 ? 0 : LOAM_LAND_DRY);
        toy->river[i] = lake ? away : 1024;
    }
}

// Wherever a shore passes between pixels its line is as strong, with no gaps that make it a row of dots, and
// the water ends there.
static void test_shores_are_whole_lines(void)
{
    static toy_tile toy;
    for (int32_t k = 0; k < 80; k++)
    {
        const float at = SIDE / 2 + (float)(k % 10) * 0.1f, slant = (float)(k / 10 % 4) * 0.25f;
        const bool lake = k >= 40;
        lay_shore(&toy, at, slant, lake);
        salt_pixels(&toy);
        for (int32_t row = MAP_MARGIN; row < SIDE - MAP_MARGIN; row++)
        {
            float line = 0, wet = 0;
            for (int32_t i = row * SIDE; i < row * SIDE + SIDE; i++)
            {
                line += 1 - fabsf(toy.shore[i]);
                wet += map_wet(&toy.tile, (size_t)i);
            }
            CHECK_RANGE(line / sqrtf(1 + slant * slant), 0.8, 1.2);
            CHECK_RANGE(wet - at + slant * (float)(row - SIDE / 2), 0.4, 0.6);
        }
    }
}

// Lagoons that the finest graph has, of which the others show a few pixels.
static void test_lands_have_no_dots(void)
{
    static const struct
    {
        uint64_t seed;
        int64_t x, z, scale;
    } places[] = {
        {11, -665938, -207123, 33}, {11, -665938, -207123, 48}, {42, -889760, 244192, 512}};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
    {
        loam_land_def def = shared_land_def();
        def.seed = places[k].seed;
        loam_land *land = NULL;
        CHECK_OK(loam_land_create(&def, &land));
        loam_land_map_def map = loam_default_land_map_def();
        map.x = places[k].x;
        map.z = places[k].z;
        map.w = map.h = 10;
        map.scale = places[k].scale;
        loam_picture picture;
        loam_land_map_figures figures;
        const loam_env env = loam_default_env();
        CHECK_OK(loam_land_map_draw(land, &map, &env, &picture, &figures));
        CHECK(figures.lowest < 0);
        CHECK_INT((int32_t)figures.land, 10 * 10);
        loam_picture_destroy(&env, &picture);
        loam_land_destroy(land);
    }
}

int main(void)
{
    RUN(test_dots_of_the_sea_are_left_out);
    RUN(test_what_is_larger_is_shown);
    RUN(test_coves_of_rivers_are_shown);
    RUN(test_small_lakes_are_no_dots_of_the_sea);
    RUN(test_tiles_agree);
    RUN(test_shores_are_whole_lines);
    RUN(test_lands_have_no_dots);
    return CHECK_DONE();
}
