// SPDX-License-Identifier: MIT
// Torches in frames: flames and halos, the walls that they shine on, and how bright the dark is.
#include "frame_stage.h"
#include "light_world.h"

#include "loam/jobs.h"

enum
{
    W = 320,
    H = 240,
    ZOOM = 4,
    REACH = 18, // tiles around a torch that its flame and halo are within
};

static light_world w;

/// A cave of stone that is 120 x 50 tiles, in rock.
static void dig_cave(void)
{
    put_everywhere(&w, stone);
    put(&w, (loam_tile_area){-60, -25, 120, 50}, cave_air);
}

static stage look(const loam_tile_frame_def *def, double x, double y)
{
    stage used = stage_of(w.world, def);
    look_at(&used, x, y);
    return used;
}

/// The pixel in the middle of a tile, counted from the tile that the camera is in the corner of.
static loam_colour colour_at(const stage *used, int32_t x, int32_t y)
{
    return pixel(used, W / 2 + x * ZOOM + ZOOM / 2, H / 2 - y * ZOOM - ZOOM / 2);
}

/// The same scene with a torch in the middle, or without.
static void look_at_torch(const loam_tile_frame_def *def, stage *with, stage *without)
{
    dig_cave();
    *without = look(def, 0, 0);
    *tile_at(&w, 0, 0) = torch;
    *with = look(def, 0, 0);
}

// Without light there are no halos, and what a torch changes is its flame: some tiles high, not one.
static void test_a_torch_has_a_flame(void)
{
    const loam_tile_frame_def def = def_of(W, H, ZOOM, false);
    stage with, without;
    look_at_torch(&def, &with, &without);
    const int32_t all = changed_pixels(&with, &without, 0, W, 0, H);
    const int32_t near = changed_pixels(&with, &without, W / 2 - 2 * ZOOM, W / 2 + 3 * ZOOM,
                                        H / 2 - 4 * ZOOM, H / 2 + 3 * ZOOM);
    CHECK_INT(near, all);
    CHECK_RANGE(all, 2 * ZOOM * ZOOM, 10 * ZOOM * ZOOM);
    const loam_colour above = colour_at(&with, 0, 1);
    CHECK(above.r > 220 && above.r > above.b + 30);
    free_stage(&with);
    free_stage(&without);
}

// Light alone is about as bright at four tiles as at twelve; a halo is not, and it is warm.
static void test_a_torch_has_a_halo(void)
{
    const loam_tile_frame_def def = def_of(W, H, ZOOM, true);
    stage with, without;
    look_at_torch(&def, &with, &without);
    const loam_colour near = colour_at(&with, 4, 2), far = colour_at(&with, 14, 2);
    CHECK(near.r > far.r + 30);
    CHECK(near.r - far.r > near.b - far.b + 10);
    free_stage(&with);
    free_stage(&without);
}

// A flame flickers with time, gently, and nothing but the flame does. The same moment looks the same.
static void test_flames_flicker(void)
{
    const loam_tile_frame_def def = def_of(W, H, ZOOM, true);
    dig_cave();
    *tile_at(&w, 0, 0) = torch;
    stage first = look(&def, 0, 0), again = look(&def, 0, 0);
    CHECK_INT(changed_pixels(&first, &again, 0, W, 0, H), 0);
    int32_t moved = 0;
    for (int32_t i = 0; i < 50; i++)
    {
        CHECK_OK(loam_tile_world_step(w.world, (loam_tile_pos){0, 0}));
        loam_tile_frame_draw(again.frame, &again.scene, &again.picture);
        const int32_t all = changed_pixels(&first, &again, 0, W, 0, H);
        const int32_t near = changed_pixels(&first, &again, W / 2 - REACH * ZOOM,
                                            W / 2 + REACH * ZOOM, H / 2 - REACH * ZOOM,
                                            H / 2 + REACH * ZOOM);
        CHECK_INT(near, all);
        moved += all > 0;
        const loam_colour a = colour_at(&first, 5, 5), b = colour_at(&again, 5, 5);
        CHECK_NEAR(a.r, b.r, 12);
    }
    CHECK(moved > 25);
    free_stage(&first);
    free_stage(&again);
}

static void test_a_torch_behind_a_block_is_not_seen(void)
{
    const loam_tile_frame_def def = def_of(W, H, ZOOM, true);
    dig_cave();
    *tile_at(&w, 0, 0) = stone;
    stage without = look(&def, 0, 0);
    *tile_at(&w, 0, 0) = (loam_tile){.block = TILE_STONE, .wall = TILE_TORCH};
    stage with = look(&def, 0, 0);
    CHECK_INT(changed_pixels(&with, &without, 0, W, 0, H), 0);
    free_stage(&with);
    free_stage(&without);
}

// What is seen of a torch does not depend on where the view ends: a halo reaches in from outside.
static void test_halos_reach_into_the_view(void)
{
    const loam_tile_frame_def def = def_of(W, H, ZOOM, true);
    dig_cave();
    *tile_at(&w, 0, 0) = torch;
    const stage middle = look(&def, 0, 0);
    for (int32_t off = 30; off <= 50; off += 4) // the view ends at 40
    {
        stage aside = look(&def, off, 0);
        int32_t other = 0;
        for (int32_t i = 0; i < (W - off * ZOOM) * H; i++)
        {
            const int32_t x = i % (W - off * ZOOM), y = i / (W - off * ZOOM);
            const loam_colour a = pixel(&aside, x, y), b = pixel(&middle, x + off * ZOOM, y);
            other += abs(a.r - b.r) > 2 || abs(a.g - b.g) > 2 || abs(a.b - b.b) > 2;
        }
        CHECK_INT(other, 0);
        free_stage(&aside);
    }
    stage used = middle;
    free_stage(&used);
}

// Any number of torches, at any zoom, by any number of threads.
static void test_threads_and_many_torches(void)
{
    dig_cave();
    for (int32_t i = 0; i < 2000; i++)
    {
        *tile_at(&w, i % 97 - 48, i / 45 - 22) = torch;
    }
    for (int32_t zoom = 1; zoom <= LOAM_MAX_FRAME_ZOOM; zoom *= 2)
    {
        loam_tile_frame_def def = def_of(W, H, zoom, true);
        stage alone = look(&def, 3.3, 1.2);
        loam_jobs_def jobs_def = loam_default_jobs_def();
        jobs_def.threads = 4;
        CHECK_OK(loam_jobs_create(&jobs_def, &def.env.jobs));
        stage many = look(&def, 3.3, 1.2);
        CHECK_INT(changed_pixels(&alone, &many, 0, W, 0, H), 0);
        free_stage(&alone);
        free_stage(&many);
        loam_jobs_destroy(def.env.jobs);
    }
}

static double warmth(loam_colour colour)
{
    return (double)colour.r / (double)(colour.b > 0 ? colour.b : 1);
}

/// Means over 9 x 9 tiles: variants differ.
static loam_colour mean_at(const stage *used, int32_t x, int32_t y)
{
    int32_t r = 0, g = 0, b = 0;
    for (int32_t i = 0; i < 81; i++)
    {
        const loam_colour colour = colour_at(used, x - 4 + i % 9, y - 4 + i / 9);
        r += colour.r;
        g += colour.g;
        b += colour.b;
    }
    return (loam_colour){(uint8_t)(r / 81), (uint8_t)(g / 81), (uint8_t)(b / 81), 255};
}

// The wall of a cave is a bit darker than the rock around it, and as warm.
static void test_walls_are_lit_as_warmly_as_rock(void)
{
    const loam_tile_frame_def def = def_of(W, H, ZOOM, true);
    put_everywhere(&w, stone);
    put(&w, (loam_tile_area){-60, -25, 120, 29}, cave_air); // its roof begins at 4
    for (int32_t x = -8; x <= 8; x += 8)
    {
        *tile_at(&w, x, -16) = torch;
    }
    stage used = look(&def, 0, 0);
    const loam_colour wall = mean_at(&used, 0, 0 - 1), rock = mean_at(&used, 0, 9);
    CHECK(warmth(rock) > 1.2);
    CHECK(warmth(wall) >= warmth(rock));
    CHECK_RANGE(wall.r, rock.r * 0.6, rock.r * 1.2);
    free_stage(&used);
}

static stage look_brightly(float brightness, double x, double y)
{
    loam_tile_frame_def def = def_of(W, H, ZOOM, true);
    def.brightness = brightness;
    return look(&def, x, y);
}

// Brightness is a gamma: it lifts what is dim, and leaves full light and darkness alone.
static void test_brightness_lifts_the_dark(void)
{
    put_everywhere(&w, open_air);
    put(&w, (loam_tile_area){-512, -512, 1024, 512}, stone);
    stage dark = look_brightly(LOAM_MIN_FRAME_BRIGHTNESS, 0, 0);
    stage usual = look_brightly(1, 0, 0), bright = look_brightly(LOAM_MAX_FRAME_BRIGHTNESS, 0, 0);
    CHECK(mean_at(&dark, 0, -14).r + 5 < mean_at(&usual, 0, -14).r);
    CHECK(mean_at(&usual, 0, -14).r + 5 < mean_at(&bright, 0, -14).r);
    CHECK_NEAR(colour_at(&bright, 0, -1).r, colour_at(&usual, 0, -1).r, 2);
    CHECK(same(colour_at(&bright, 0, 20), colour_at(&usual, 0, 20)));
    free_stage(&dark);
    free_stage(&usual);
    free_stage(&bright);
    dig_cave();
    bright = look_brightly(LOAM_MAX_FRAME_BRIGHTNESS, 0, -150);
    CHECK_INT(mean_at(&bright, 0, 0).r, 0);
    free_stage(&bright);
}

static void test_brightness_that_is_refused(void)
{
    static const float bad[] = {0, 0.49f, 2.01f, -1, NAN, INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
        loam_tile_frame_def def = def_of(W, H, ZOOM, true);
        def.brightness = bad[i];
        loam_tile_frame *frame;
        CHECK_INT(loam_tile_frame_create(&def, &frame), LOAM_BAD_ARGUMENT);
        CHECK(frame == NULL);
        CHECK_CONTAINS(loam_last_error(), "must be 0.5 to 2");
    }
}

int main(void)
{
    w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    RUN_SERIAL(test_a_torch_has_a_flame);
    RUN_SERIAL(test_a_torch_has_a_halo);
    RUN_SERIAL(test_flames_flicker);
    RUN_SERIAL(test_a_torch_behind_a_block_is_not_seen);
    RUN_SERIAL(test_halos_reach_into_the_view);
    RUN(test_threads_and_many_torches);
    RUN_SERIAL(test_walls_are_lit_as_warmly_as_rock);
    RUN_SERIAL(test_brightness_lifts_the_dark);
    RUN_SERIAL(test_brightness_that_is_refused);
    light_world_close(&w);
    return CHECK_DONE();
}
