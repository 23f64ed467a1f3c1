// SPDX-License-Identifier: MIT
// What of the water maps show: seas, straits and bays, but no dots of the sea, and the same from every tile.
#include "atlas/shores.h"

#include "water_find.h"

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

enum
{
    WIDE = 256,      // samples of a square in which dots are looked for
    WIDE_STEP = 512, // m
    APART_M = 40000, // from one to the next
};

/// The samples of such a square, which of them were seen, and those of the sea that hang together.
typedef struct wide_square
{
    float height[WIDE * WIDE], water[WIDE * WIDE];
    bool seen[WIDE * WIDE];
    int32_t cells[WIDE * WIDE], count;
} wide_square;

static bool is_wet(const wide_square *in, int32_t i)
{
    return in->water[i] > LOAM_LAND_DRY && in->height[i] < in->water[i];
}

// Floods all water that hangs together with a sample. Whether it is a dot: as small as SPECK, and far enough from the
// border to be in the middle of a tile.
static bool flood_dot(wide_square *in, int32_t first)
{
    int32_t left = WIDE, right = 0, low = WIDE, high = 0;
    in->count = 0;
    in->cells[in->count++] = first;
    in->seen[first] = true;
    for (int32_t k = 0; k < in->count; k++)
    {
        const int32_t i = in->cells[k] % WIDE, j = in->cells[k] / WIDE;
        left = i < left ? i : left;
        right = i > right ? i : right;
        low = j < low ? j : low;
        high = j > high ? j : high;
        for (int32_t d = 0; d < 9; d++)
        {
            const int32_t u = i + d % 3 - 1, v = j + d / 3 - 1, to = v * WIDE + u;
            if (u >= 0 && v >= 0 && u < WIDE && v < WIDE && !in->seen[to] && is_wet(in, to))
            {
                in->seen[to] = true;
                in->cells[in->count++] = to;
            }
        }
    }
    return right - left < SPECK && high - low < SPECK && left >= MAP_MARGIN && low >= MAP_MARGIN &&
           right < WIDE - MAP_MARGIN && high < WIDE - MAP_MARGIN;
}

// Where a tile begins that has a sample as near to its middle as may be.
static int32_t tile_at(int32_t sample)
{
    const int32_t low = sample - SIDE / 2;
    return low < 0 ? 0 : low > WIDE - SIDE ? WIDE - SIDE : low;
}

// Whether the tile around a dot has no sea there.
static void check_dot(const wide_square *in, toy_tile *toy)
{
    const int32_t left = tile_at(in->cells[0] % WIDE), low = tile_at(in->cells[0] / WIDE);
    begin(toy);
    for (int32_t j = 0; j < SIDE; j++)
    {
        memcpy(&toy->height[j * SIDE], &in->height[(low + j) * WIDE + left], SIDE * sizeof(float));
        memcpy(&toy->level[j * SIDE], &in->water[(low + j) * WIDE + left], SIDE * sizeof(float));
    }
    salt_pixels(toy);
    for (int32_t k = 0; k < in->count; k++)
    {
        const int32_t i = in->cells[k] % WIDE - left, j = in->cells[k] / WIDE - low;
        CHECK_INT(toy->water[j * SIDE + i], MAP_DRY);
    }
}

static int32_t check_dots(wide_square *in, toy_tile *toy)
{
    int32_t found = 0;
    memset(in->seen, 0, sizeof in->seen);
    for (int32_t i = 0; i < WIDE * WIDE; i++)
    {
        if (in->water[i] == 0 && is_wet(in, i) && !in->seen[i] && flood_dot(in, i))
        {
            check_dot(in, toy);
            found++;
        }
    }
    return found;
}

// Lagoons that the finest graph has, of which the others show a few pixels, wherever coasts are rugged.
static void test_lands_have_no_dots(void)
{
    static toy_tile toy;
    wide_square *const square = malloc(sizeof *square);
    const find_window *const window = &find_windows[FIND_WINDOWS - 1];
    found_place mouths[3], narrow[FIND_MOST_LOOKS];
    loam_land *land = make_land(window->seed);
    const int32_t ends = find_large_mouths(land, window, mouths, 2);
    const int32_t count = find_around(land, mouths, ends, is_narrow_mouth, APART_M, narrow, 0);
    const int32_t most = getenv("LOAM_SOAK") != NULL ? WIDE * WIDE : 2;
    int32_t found = 0, squares = 0;
    for (; squares < count && found < most; squares++)
    {
        const int64_t half = WIDE / 2 * WIDE_STEP;
        const loam_land_area area = {narrow[squares].x - half, narrow[squares].z - half, WIDE_STEP,
                                     WIDE, WIDE};
        const loam_land_samples samples = {.height = square->height, .water = square->water};
        CHECK_OK(loam_land_fill(land, area, &samples));
        found += check_dots(square, &toy);
    }
    printf("%d dots in %d squares\n", found, squares);
    CHECK(found >= 2);
    loam_land_destroy(land);
    free(square);
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
