// SPDX-License-Identifier: MIT
// Tiles become pixels: what lies before what, how a drawing is scaled, clipped and put together of parts.
#include "check.h"
#include "loam/loam.h"
#include "loam/tiles.h"

#include <stdlib.h>

enum
{
    ROCK = 1,
    WATER = 2,
    MOSS = 3,
    NOTHING = 9 // no material has this id
};

static loam_tile_defs defs; // large, so not on the stack

static void make_defs(void)
{
    loam_material *rock = &defs.materials[ROCK], *water = &defs.materials[WATER];
    loam_material *air = &defs.materials[LOAM_AIR], *moss = &defs.materials[MOSS];
    strcpy(air->name, "air");
    air->inner = 1;
    strcpy(rock->name, "rock");
    rock->properties = LOAM_SOLID;
    rock->inner = 1;
    rock->outer = 1;
    rock->colours[0] = loam_rgb(0x806040);
    rock->colours[1] = loam_rgb(0xa08060);
    strcpy(water->name, "water");
    water->properties = LOAM_LIQUID;
    water->inner = 1;
    water->colours[0] = (loam_colour){40, 80, 200, 128};
    strcpy(moss->name, "moss");
    moss->inner = 1;
    moss->colours[0] = loam_rgb(0x20c020);
}

static bool equal(loam_colour a, loam_colour b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

#define CHECK_COLOUR(actual, expected) \
    do \
    { \
        const loam_colour check_a = (actual), check_e = (expected); \
        CHECK_REPORT(equal(check_a, check_e), "%s is (%d %d %d %d), expected (%d %d %d %d)", \
                     #actual, check_a.r, check_a.g, check_a.b, check_a.a, check_e.r, check_e.g, \
                     check_e.b, check_e.a); \
    } while (0)

static int brightness(loam_colour c)
{
    return c.r + c.g + c.b;
}

static int spread(loam_colour c)
{
    const int max = c.r > c.g ? (c.r > c.b ? c.r : c.b) : (c.g > c.b ? c.g : c.b);
    const int min = c.r < c.g ? (c.r < c.b ? c.r : c.b) : (c.g < c.b ? c.g : c.b);
    return max - min;
}

static loam_tile_view sky_only_low(void)
{
    loam_tile_view view = loam_default_tile_view();
    view.sky_base = INT64_MAX;
    return view;
}

// ---- one tile -----------------------------------------------------------------------------------

static void test_blocks_hide_walls_and_walls_hide_the_sky(void)
{
    const loam_tile_view view = sky_only_low();
    const loam_tile open = {0}, block = {.block = ROCK, .wall = MOSS}, cave = {.wall = ROCK};
    CHECK_COLOUR(loam_tile_colour(&defs, &view, open, 0), view.sky_low);
    CHECK_COLOUR(loam_tile_colour(&defs, &view, block, 0), loam_rgb(0x806040));
    const loam_colour wall = loam_tile_colour(&defs, &view, cave, 0);
    const loam_colour rock = loam_rgb(0x806040);
    CHECK_INT(wall.a, 255);
    CHECK_RANGE(brightness(wall), 1, brightness(rock) * 0.7);
    CHECK_RANGE(spread(wall), 1, spread(rock) * 0.6);
}

static void test_wall_settings_take_effect(void)
{
    const loam_tile cave = {.wall = ROCK};
    loam_tile_view view = sky_only_low();
    view.wall_shade = 0;
    CHECK_COLOUR(loam_tile_colour(&defs, &view, cave, 0), view.wall_shadow);
    view.wall_shade = view.wall_saturation = 1;
    CHECK_COLOUR(loam_tile_colour(&defs, &view, cave, 0), loam_rgb(0x806040));
    view.wall_saturation = 0;
    CHECK_INT(spread(loam_tile_colour(&defs, &view, cave, 0)), 0);
}

static void test_water_lets_through_what_is_behind(void)
{
    const loam_tile_view view = sky_only_low();
    const loam_tile lake = {.block = WATER}, pool = {.block = WATER, .wall = ROCK};
    const loam_tile cave = {.wall = ROCK};
    const loam_colour water = defs.materials[WATER].colours[0];
    const loam_colour wall = loam_tile_colour(&defs, &view, cave, 0);
    CHECK_COLOUR(loam_tile_colour(&defs, &view, lake, 0), loam_colour_over(water, view.sky_low));
    CHECK_COLOUR(loam_tile_colour(&defs, &view, pool, 0), loam_colour_over(water, wall));
}

static void test_layers_show_what_they_say(void)
{
    loam_tile_view view = sky_only_low();
    const loam_tile tile = {.block = WATER, .wall = ROCK, .wall_variant = 1};
    const loam_tile solid = {.block = ROCK};
    view.layer = LOAM_VIEW_BLOCKS;
    CHECK_COLOUR(loam_tile_colour(&defs, &view, tile, 0),
                 loam_colour_over(defs.materials[WATER].colours[0], view.sky_low));
    view.layer = LOAM_VIEW_WALLS;
    CHECK_COLOUR(loam_tile_colour(&defs, &view, tile, 0), loam_rgb(0xa08060));
    CHECK_COLOUR(loam_tile_colour(&defs, &view, solid, 0), view.sky_low);
    view.layer = LOAM_VIEW_SOLID;
    CHECK_COLOUR(loam_tile_colour(&defs, &view, tile, 0), loam_rgb(0xffffff));
    CHECK_COLOUR(loam_tile_colour(&defs, &view, solid, 0), loam_rgb(0));
}

static void test_variants_and_materials_that_are_not_there(void)
{
    const loam_tile_view view = sky_only_low();
    const loam_tile second = {.block = ROCK, .block_variant = 1};
    const loam_tile far = {.block = ROCK, .block_variant = 255};
    const loam_tile none = {
        .block = NOTHING, .block_variant = 200, .wall = 255, .wall_variant = 255};
    CHECK_COLOUR(loam_tile_colour(&defs, &view, second, 0), loam_rgb(0xa08060));
    CHECK_COLOUR(loam_tile_colour(&defs, &view, far, 0), loam_rgb(0xa08060));
    CHECK_COLOUR(loam_tile_colour(&defs, &view, none, 0), view.sky_low);
}

static void test_the_sky_follows_the_height(void)
{
    loam_tile_view view = loam_default_tile_view();
    view.sky_low = loam_rgb(0x000000);
    view.sky_high = loam_rgb(0xc8c8c8);
    view.sky_base = -50;
    view.sky_height = 100;
    const loam_tile open = {0};
    CHECK_COLOUR(loam_tile_colour(&defs, &view, open, INT64_MIN), view.sky_low);
    CHECK_COLOUR(loam_tile_colour(&defs, &view, open, -50), view.sky_low);
    CHECK_COLOUR(loam_tile_colour(&defs, &view, open, 0), loam_rgb(0x646464));
    CHECK_COLOUR(loam_tile_colour(&defs, &view, open, 50), view.sky_high);
    CHECK_COLOUR(loam_tile_colour(&defs, &view, open, INT64_MAX), view.sky_high);
    view.sky_base = INT64_MIN;
    view.sky_height = INT64_MAX;
    CHECK_COLOUR(loam_tile_colour(&defs, &view, open, INT64_MAX), view.sky_high);
    view.sky_low.a = view.sky_high.a = 0;
    CHECK_INT(loam_tile_colour(&defs, &view, open, 7).a, 0);
}

// What flows keeps its state in the upper bits of its variant, which nobody sees.
static void test_what_flows_looks_like_its_lower_bits(void)
{
    static const uint32_t kinds[] = {LOAM_LIQUID, LOAM_GAS, LOAM_LOOSE};
    loam_tile_view view = loam_default_tile_view();
    view.layer = LOAM_VIEW_BLOCKS;
    const loam_material before = defs.materials[WATER];
    loam_material *const water = &defs.materials[WATER];
    water->inner = LOAM_FLUID_VARIANTS;
    for (int i = 0; i < LOAM_MAX_VARIANTS; i++)
    {
        water->colours[i] = (loam_colour){(uint8_t)(3 * i), 0, 0, 255};
    }
    for (int variant = 0; variant < 256; variant++)
    {
        const loam_tile tile = {.block = WATER, .block_variant = (uint8_t)variant};
        const loam_tile low = {.block = WATER,
                               .block_variant = (uint8_t)(variant % LOAM_FLUID_VARIANTS)};
        for (int i = 0; i < 3; i++)
        {
            water->properties = kinds[i];
            CHECK_COLOUR(loam_tile_colour(&defs, &view, tile, 0),
                         loam_tile_colour(&defs, &view, low, 0));
            CHECK_INT(loam_tile_colour(&defs, &view, low, 0).r, 3 * low.block_variant);
        }
        water->properties = LOAM_WOOD; // which does not
        CHECK_INT(loam_tile_colour(&defs, &view, tile, 0).r, 3 * (variant < 16 ? variant : 15));
    }
    *water = before;
}

// ---- many tiles ---------------------------------------------------------------------------------

enum
{
    W = 13,
    H = 11,
    MAX_SIDE = 80
};

static loam_tile tiles[W * H];

static void make_tiles(void)
{
    for (uint32_t i = 0; i < W * H; i++)
    {
        tiles[i] = (loam_tile){.block = (uint8_t)loam_random_below(1, i, 4),
                               .block_variant = (uint8_t)loam_random_below(2, i, 2),
                               .wall = (uint8_t)loam_random_below(3, i, 4)};
    }
}

static loam_tile_drawing make_drawing(int32_t zoom, int32_t shrink)
{
    loam_tile_drawing drawing = {.defs = &defs,
                                 .view = loam_default_tile_view(),
                                 .tiles = tiles,
                                 .area = {.x = 1000, .y = -4, .w = W, .h = H},
                                 .step = 1,
                                 .zoom = zoom,
                                 .shrink = shrink};
    drawing.view.sky_height = 8;
    return drawing;
}

static const loam_colour paper = {255, 0, 255, 255};

static loam_picture new_picture(int32_t w, int32_t h)
{
    const loam_env env = loam_default_env();
    loam_picture picture;
    CHECK_OK(loam_picture_create(&env, w, h, paper, &picture));
    return picture;
}

static void free_picture(loam_picture *picture)
{
    const loam_env env = loam_default_env();
    loam_picture_destroy(&env, picture);
}

static loam_colour pixel_at(const loam_picture *picture, int32_t x, int32_t y)
{
    return picture->pixels[y * picture->w + x];
}

/// What a pixel must be by the words of the header: the tile's colour, or paper beyond the drawing.
static loam_colour expected_pixel(const loam_tile_drawing *drawing, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= W * drawing->zoom || y >= H * drawing->zoom)
    {
        return paper;
    }
    const int32_t row = H - 1 - y / drawing->zoom, column = x / drawing->zoom;
    return loam_tile_colour(&defs, &drawing->view, tiles[row * W + column],
                            drawing->area.y + row * drawing->step);
}

static void test_each_tile_is_a_square_and_the_rest_is_clipped(void)
{
    static const int32_t places[][2] = {{0, 0}, {3, 2}, {-5, -7}, {60, 40}, {-200, 0}, {0, 200}};
    for (int32_t zoom = 1; zoom <= 5; zoom++)
    {
        for (int p = 0; p < 6; p++)
        {
            loam_picture picture = new_picture(70, 50);
            loam_tile_drawing drawing = make_drawing(zoom, 1);
            drawing.step = zoom; // heights of samples lie further apart
            loam_tiles_draw(&picture, places[p][0], places[p][1], &drawing);
            int32_t wrong = 0;
            for (int32_t i = 0; i < 70 * 50; i++)
            {
                const int32_t x = i % 70, y = i / 70;
                wrong += !equal(pixel_at(&picture, x, y),
                                expected_pixel(&drawing, x - places[p][0], y - places[p][1]));
            }
            CHECK_INT(wrong, 0);
            free_picture(&picture);
        }
    }
}

// A pixel is the mean of its tiles; the last ones on the right and on top have fewer.
static void test_shrinking_takes_the_mean(void)
{
    loam_tile_drawing drawing = make_drawing(1, 4);
    loam_picture picture = new_picture(4, 3);
    loam_tiles_draw(&picture, 0, 0, &drawing);
    for (int32_t i = 0; i < 12; i++)
    {
        const int32_t left = i % 4 * 4, low = (2 - i / 4) * 4;
        double r = 0, count = 0;
        for (int32_t y = low; y < low + 4 && y < H; y++)
        {
            for (int32_t x = left; x < left + 4 && x < W; x++)
            {
                r += loam_tile_colour(&defs, &drawing.view, tiles[y * W + x], drawing.area.y + y).r;
                count++;
            }
        }
        CHECK_NEAR(picture.pixels[i].r, r / count, 0.5001);
        CHECK_INT(picture.pixels[i].a, 255);
    }
    free_picture(&picture);
}

// Where the sky is transparent, what was in the picture stays: a mean counts only what is there.
static void test_a_transparent_sky_leaves_the_picture(void)
{
    loam_tile_drawing drawing = make_drawing(1, 2);
    drawing.view.sky_low.a = drawing.view.sky_high.a = 0;
    static const loam_tile four[4] = {{.block = MOSS}, {0}, {0}, {0}};
    drawing.tiles = four;
    drawing.area.w = drawing.area.h = 2;
    loam_picture picture = new_picture(2, 1);
    loam_tiles_draw(&picture, 0, 0, &drawing);
    const loam_colour moss = defs.materials[MOSS].colours[0];
    CHECK_NEAR(picture.pixels[0].g, moss.g / 4.0, 1);
    CHECK_NEAR(picture.pixels[0].r, (255 * 3 + moss.r) / 4.0, 1);
    CHECK_COLOUR(picture.pixels[1], paper);
    drawing.shrink = 1;
    loam_tiles_draw(&picture, 1, -1, &drawing); // moss is the lower left one
    CHECK_COLOUR(picture.pixels[1], moss);
    loam_tiles_draw(&picture, 0, -1, &drawing);
    CHECK_COLOUR(picture.pixels[1], moss);
    free_picture(&picture);
}

// In a mean each tile counts by its alpha: a drop of water does not stain the air beside it.
static void test_means_count_by_alpha(void)
{
    loam_tile_drawing drawing = make_drawing(1, 2);
    drawing.view.sky_low.a = drawing.view.sky_high.a = 0;
    static const loam_tile four[4] = {{.block = MOSS}, {.block = WATER}, {0}, {0}};
    drawing.tiles = four;
    drawing.area.w = drawing.area.h = 2;
    loam_picture picture = new_picture(1, 1);
    picture.pixels[0] = (loam_colour){0};
    loam_tiles_draw(&picture, 0, 0, &drawing);
    const loam_colour moss = defs.materials[MOSS].colours[0];
    const loam_colour water = defs.materials[WATER].colours[0];
    const double weight = 255 + 128;
    CHECK_NEAR(picture.pixels[0].r, (moss.r * 255 + water.r * 128) / weight, 0.5001);
    CHECK_NEAR(picture.pixels[0].g, (moss.g * 255 + water.g * 128) / weight, 0.5001);
    CHECK_NEAR(picture.pixels[0].b, (moss.b * 255 + water.b * 128) / weight, 0.5001);
    CHECK_NEAR(picture.pixels[0].a, weight / 4, 0.5001);
    free_picture(&picture);
}

// Drawn in parts, a region gives the same picture as in one piece.
static void test_parts_make_the_whole(void)
{
    static const int32_t scales[][2] = {{1, 1}, {3, 1}, {1, 3}};
    for (int s = 0; s < 3; s++)
    {
        const int32_t zoom = scales[s][0], shrink = scales[s][1], cut = 6; // rows, from below
        loam_tile_drawing drawing = make_drawing(zoom, shrink);
        const int32_t low_pixels = cut * zoom / shrink;
        const int32_t high_pixels = ((H - cut) * zoom + shrink - 1) / shrink;
        loam_picture whole = new_picture(MAX_SIDE, MAX_SIDE),
                     parts = new_picture(MAX_SIDE, MAX_SIDE);
        loam_tiles_draw(&whole, 1, 2, &drawing);
        drawing.area.h = cut;
        loam_tiles_draw(&parts, 1, 2 + high_pixels, &drawing);
        drawing.area.y += cut;
        drawing.area.h = H - cut;
        drawing.tiles += cut * W;
        loam_tiles_draw(&parts, 1, 2, &drawing);
        CHECK(low_pixels > 0);
        CHECK_INT(memcmp(whole.pixels, parts.pixels, MAX_SIDE * MAX_SIDE * sizeof(loam_colour)), 0);
        free_picture(&whole);
        free_picture(&parts);
    }
}

static void test_positions_at_the_end_of_numbers(void)
{
    loam_picture picture = new_picture(8, 8);
    const loam_tile_drawing drawing = make_drawing(64, 1);
    loam_tiles_draw(&picture, INT32_MAX, INT32_MAX, &drawing);
    loam_tiles_draw(&picture, INT32_MIN, INT32_MIN, &drawing);
    CHECK_COLOUR(picture.pixels[0], paper);
    CHECK_COLOUR(picture.pixels[63], paper);
    free_picture(&picture);
}

int main(void)
{
    make_defs();
    make_tiles();
    RUN(test_blocks_hide_walls_and_walls_hide_the_sky);
    RUN(test_wall_settings_take_effect);
    RUN(test_water_lets_through_what_is_behind);
    RUN(test_layers_show_what_they_say);
    RUN(test_variants_and_materials_that_are_not_there);
    RUN(test_what_flows_looks_like_its_lower_bits);
    RUN(test_the_sky_follows_the_height);
    RUN(test_each_tile_is_a_square_and_the_rest_is_clipped);
    RUN(test_shrinking_takes_the_mean);
    RUN(test_a_transparent_sky_leaves_the_picture);
    RUN(test_means_count_by_alpha);
    RUN(test_parts_make_the_whole);
    RUN(test_positions_at_the_end_of_numbers);
    return CHECK_DONE();
}
