// SPDX-License-Identifier: MIT
// Frames: what is seen where, at every zoom; the same for any number of threads; nothing allocated.
#include "base/counting.h"
#include "frame_stage.h"

#include "loam/jobs.h"
#include "loam/random.h"

#include <stdlib.h>

static loam_tile_world *world; // nothing moves in it

static void make_world(void)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.ring_log2 = 3;
    def.still = true;
    def.seed = 1;
    def.centre = (loam_tile_pos){0, 60};
    CHECK_OK(loam_tile_world_create(&def, &world));
    loam_tile_world_set_time(world, 32768);
}

static stage make_stage(const loam_tile_frame_def *def)
{
    return stage_of(world, def);
}

static bool is_opaque(loam_tile tile)
{
    const loam_material *material = &loam_tile_world_defs(world)->materials[tile.block];
    return (material->properties & LOAM_SOLID) != 0 && material->colours[0].a == 255;
}

// Without light a solid tile has its own colour in all of its pixels, at every zoom and camera.
static void test_tiles_are_where_they_belong(void)
{
    enum
    {
        W = 97,
        H = 71
    };
    const loam_tile_view plain = loam_default_tile_view();
    for (int32_t zoom = 1; zoom <= LOAM_MAX_FRAME_ZOOM; zoom++)
    {
        const loam_tile_frame_def def = def_of(W, H, zoom, false);
        stage used = make_stage(&def);
        const double left = 3.0 + 1.0 / zoom, low = 70.0 + (double)(zoom / 2) / zoom;
        // The middle of a picture of w pixels is its pixel w / 2.
        look_at(&used, left + (double)(W / 2) / zoom + 1e-6, low + (double)(H / 2) / zoom + 1e-6);
        int32_t seen = 0;
        for (int32_t i = 0; i < W * H; i++)
        {
            const int32_t x = i % W, y = i / W;
            const loam_tile_pos at = {3 + (x + 1) / zoom, 70 + (H - 1 - y + zoom / 2) / zoom};
            const loam_tile tile = loam_tile_world_at(world, at);
            const loam_tile_pos found = loam_tile_frame_tile(used.frame, &used.scene, x, y);
            CHECK(found.x == at.x && found.y == at.y);
            if (is_opaque(tile))
            {
                seen++;
                CHECK(same(pixel(&used, x, y),
                           loam_tile_colour(loam_tile_world_defs(world), &plain, tile, at.y)));
            }
        }
        CHECK(seen > W * H / 8);
        free_stage(&used);
    }
}

static loam_player standing_at(double x, double y)
{
    loam_player player;
    memset(&player, 0, sizeof player);
    player.x = player.last_x = (int64_t)(x * LOAM_PLAYER_FIXED);
    player.y = player.last_y = (int64_t)(y * LOAM_PLAYER_FIXED);
    player.facing = 1;
    player.on_ground = true;
    player.brush = LOAM_EDIT_CIRCLE;
    player.radius = 3;
    player.aim = (loam_tile_pos){30, 130};
    return player;
}

// Where a pixel is, and where a tile is, agree with each other and with what is drawn, anywhere.
static void test_pixels_and_tiles_are_found(void)
{
    for (uint64_t i = 0; i < 300; i++)
    {
        const int32_t zoom = 1 + (int32_t)loam_random_below(7, i, LOAM_MAX_FRAME_ZOOM);
        const loam_tile_frame_def def = def_of(16 + (int32_t)(i % 50), 16 + (int32_t)(i % 37), zoom,
                                               false);
        stage used = make_stage(&def);
        used.camera.x = used.camera.last_x = (double)(int64_t)loam_random_u64(8, i) * 0x1p-34;
        used.camera.y = used.camera.last_y = (double)(int64_t)loam_random_u64(9, i) * 0x1p-34;
        used.scene.camera = &used.camera;
        for (int32_t at = -40; at < 100; at++)
        {
            int32_t x, y;
            const loam_tile_pos tile = loam_tile_frame_tile(used.frame, &used.scene, at, at);
            loam_tile_frame_pixel(used.frame, &used.scene, tile, &x, &y);
            CHECK(x <= at && at < x + zoom);
            CHECK(y <= at && at < y + zoom);
        }
        free_stage(&used);
    }
}

// All pixels are written and opaque, wherever the camera is, also far outside of the ring.
static void test_every_pixel_is_drawn_anywhere(void)
{
    static const int32_t sizes[][2] = {{16, 16}, {33, 47}, {130, 61}, {64, 400}};
    for (uint64_t i = 0; i < 48; i++)
    {
        const int32_t zoom = (int32_t)(i % LOAM_MAX_FRAME_ZOOM) + 1;
        const int32_t *size = sizes[i / 3 % 4];
        const loam_tile_frame_def def = def_of(size[0], size[1], zoom, i % 2 == 0);
        stage used = make_stage(&def);
        const double far = i % 5 == 0 ? 1e9 : i % 7 == 0 ? 1e16 : 600;
        look_at(&used, far * ((double)loam_random_float(7, 2 * i) - 0.5),
                far * ((double)loam_random_float(7, 2 * i + 1) - 0.5));
        for (int32_t k = 0; k < used.picture.w * used.picture.h; k++)
        {
            const loam_colour colour = used.picture.pixels[k];
            CHECK(colour.a == 255 && !same(colour, loam_rgb(0xff00ff)));
        }
        // A camera that has gone further than was lit is no reason to fall over.
        const loam_player player = standing_at(5, 110);
        used.scene.player = &player;
        used.scene.outline = true;
        used.camera.x = used.camera.last_x = 50;
        loam_tile_frame_draw(used.frame, &used.scene, &used.picture);
        free_stage(&used);
    }
}

static void test_threads_change_nothing(void)
{
    loam_tile_frame_def def = def_of(401, 303, 4, true);
    const loam_player player = standing_at(5, 110);
    stage alone = make_stage(&def);
    alone.scene.player = &player;
    look_at(&alone, 12.3, 104.7);
    for (int32_t threads = 1; threads <= 4; threads += 3)
    {
        loam_jobs_def jobs_def = loam_default_jobs_def();
        jobs_def.threads = threads;
        CHECK_OK(loam_jobs_create(&jobs_def, &def.env.jobs));
        stage many = make_stage(&def);
        many.scene.player = &player;
        look_at(&many, 12.3, 104.7);
        CHECK(memcmp(many.picture.pixels, alone.picture.pixels, sizeof(loam_colour) * 401 * 303) ==
              0);
        free_stage(&many);
        loam_jobs_destroy(def.env.jobs);
    }
    free_stage(&alone);
}

static void test_drawing_allocates_nothing(void)
{
    counting counter;
    loam_tile_frame_def def = def_of(320, 200, 4, true);
    def.env = counting_env(&counter);
    stage used = make_stage(&def);
    const loam_player player = standing_at(5, 110);
    used.scene.player = &player;
    used.scene.outline = true;
    look_at(&used, 0, 100);
    const int64_t asked = counter.asked;
    for (int32_t i = 0; i < 20; i++)
    {
        look_at(&used, i * 7.3, 100 + i);
    }
    CHECK_INT(counter.asked, asked);
    free_stage(&used);
    CHECK_INT(counter.blocks, 0);
}

static void test_running_out_of_memory_leaks_nothing(void)
{
    int32_t failures = 0;
    for (int64_t at = 1; at < 100; at++)
    {
        counting counter;
        loam_tile_frame_def def = def_of(64, 64, 4, true);
        def.env = counting_env(&counter);
        counter.refuse_at = at;
        loam_tile_frame *frame;
        const loam_result result = loam_tile_frame_create(&def, &frame);
        CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
        CHECK((frame != NULL) == (result == LOAM_OK));
        failures += result != LOAM_OK;
        loam_tile_frame_destroy(frame);
        CHECK_INT(counter.blocks, 0);
        if (result == LOAM_OK)
        {
            break;
        }
    }
    CHECK(failures >= 2);
}

static void refuses(int32_t w, int32_t h, int32_t zoom, const char *part)
{
    const loam_tile_frame_def def = def_of(w, h, zoom, true);
    loam_tile_frame *frame;
    CHECK_INT(loam_tile_frame_create(&def, &frame), LOAM_BAD_ARGUMENT);
    CHECK(frame == NULL);
    CHECK_CONTAINS(loam_last_error(), part);
}

static void test_sizes_that_are_refused(void)
{
    refuses(15, 100, 4, "15 x 100 pixels; sides must be 16 to 7680");
    refuses(100, 7681, 4, "100 x 7681");
    refuses(100, 100, 0, "zoom is 0; must be 1 to 16");
    refuses(100, 100, 17, "zoom is 17");
    refuses(7680, 100, 1, "choose a larger zoom");
    const loam_tile_frame_def dark = def_of(7680, 100, 1, false);
    stage used = make_stage(&dark);
    look_at(&used, 0, 0);
    free_stage(&used);
}

// By day the ground is bright above and dark below; lava glows in the dark.
// There are as many lamps as light has; the player's own is one of them.
static void test_lamps_are_limited(void)
{
    const loam_tile_frame_def def = def_of(64, 48, 4, true);
    const loam_player player = standing_at(0, 100);
    loam_lamp lamps[LOAM_MAX_LAMPS + 1];
    stage used = make_stage(&def);
    loam_tile_frame_scene *const scene = &used.scene;
    for (int32_t i = 0; i <= LOAM_MAX_LAMPS; i++)
    {
        lamps[i] = (loam_lamp){i * LOAM_LIGHT_FIXED, 100 * LOAM_LIGHT_FIXED, {90, 90, 90, 90}};
    }
    scene->lamps = lamps;
    scene->lamp_count = LOAM_MAX_LAMPS;
    look_at(&used, 0, 100);
    scene->lamp_count = LOAM_MAX_LAMPS + 1;
    CHECK_INT(loam_tile_frame_light(used.frame, scene), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "there are 65 lamps; must be 0 to 64");
    scene->player = &player;
    scene->lamp_count = LOAM_MAX_LAMPS - 1;
    look_at(&used, 0, 100);
    scene->lamp_count = LOAM_MAX_LAMPS;
    CHECK_INT(loam_tile_frame_light(used.frame, scene), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "there are 64 lamps; must be 0 to 63 beside the player's");
    free_stage(&used);
}

static void test_light_falls(void)
{
    const loam_tile_frame_def def = def_of(320, 240, 4, true);
    stage used = make_stage(&def);
    look_at(&used, 0, 40);
    const loam_colour deep = pixel(&used, 160, 230);
    CHECK_RANGE(deep.r, 0, 11);
    CHECK_RANGE(deep.g, 0, 11);
    CHECK_RANGE(deep.b, 0, 11);
    const uint8_t crystal = (uint8_t)loam_material_find(loam_tile_world_defs(world), "crystal");
    const loam_edit gem = {.layer = LOAM_BLOCKS, .material = crystal, .from = {-15, 12}};
    CHECK_OK(loam_tile_world_edit(world, &gem, NULL));
    look_at(&used, 0, 40);
    CHECK(pixel(&used, 160 - 58, 230).b > 50);
    const uint8_t lava = (uint8_t)loam_material_find(loam_tile_world_defs(world), "lava");
    const loam_edit pour = {.shape = LOAM_EDIT_CIRCLE,
                            .layer = LOAM_BLOCKS,
                            .material = lava,
                            .radius = 5,
                            .from = {0, 25}};
    CHECK_OK(loam_tile_world_edit(world, &pour, NULL));
    for (int32_t i = 0; i < 8; i++)
    {
        look_at(&used, 0, 40);
    }
    const loam_colour glowing = pixel(&used, 160, 180), beside = pixel(&used, 190, 180);
    CHECK(glowing.r > 190);
    CHECK(beside.r > 12);
    free_stage(&used);
}

/// How many pixels two pictures differ in, and whether all of them lie in a rectangle.
static int32_t differences(const loam_picture *a, const loam_picture *b, int32_t left, int32_t top,
                           int32_t w, int32_t h)
{
    int32_t count = 0;
    for (int32_t i = 0; i < a->w * a->h; i++)
    {
        const int32_t x = i % a->w, y = i / a->w;
        if (!same(a->pixels[i], b->pixels[i]))
        {
            count++;
            CHECK(x >= left && x < left + w && y >= top && y < top + h);
        }
    }
    return count;
}

// The player is 7 x 12 tiles, with a line around it, and is drawn between its last two places.
// What the frame says of shadows is what it draws with.
static void test_shadows_can_be_asked_for(void)
{
    const loam_tile_frame_def dark = def_of(160, 90, 4, true), plain = def_of(160, 90, 4, false);
    stage lit = make_stage(&dark), unlit = make_stage(&plain);
    const loam_tile_pos sky = {0, 900}, deep = {0, -300};
    CHECK(loam_tile_frame_shadow(lit.frame, sky).a == 0); // nothing was lit yet
    look_at(&lit, 0, 900);
    CHECK(loam_tile_frame_shadow(lit.frame, sky).a < 0.3f);
    look_at(&lit, 0, -300);
    CHECK(loam_tile_frame_shadow(lit.frame, deep).a > 0.9f);
    look_at(&unlit, 0, -300);
    CHECK(loam_tile_frame_shadow(unlit.frame, deep).a == 0);
    free_stage(&lit);
    free_stage(&unlit);
}

static void test_the_player_is_seen(void)
{
    const loam_tile_frame_def def = def_of(400, 300, 4, true);
    stage used = make_stage(&def), empty = make_stage(&def);
    loam_player player = standing_at(0, 130);
    player.last_x = player.x - 8 * LOAM_PLAYER_FIXED;
    look_at(&empty, 0, 130);
    for (int32_t part = 0; part <= 2; part++)
    {
        // The light is that of nobody: a player carries some.
        look_at(&used, 0, 130);
        used.scene.player = &player;
        used.scene.between = (float)part / 2;
        loam_tile_frame_draw(used.frame, &used.scene, &used.picture);
        used.scene.player = NULL;
        used.scene.between = 0;
        const int32_t middle = 200 - 32 + 16 * part;
        CHECK(differences(&used.picture, &empty.picture, middle - 16, 150 - 50, 32, 52) > 600);
    }
    free_stage(&used);
    free_stage(&empty);
}

static void test_the_brush_is_outlined(void)
{
    const loam_tile_frame_def def = def_of(400, 300, 4, false);
    stage used = make_stage(&def), empty = make_stage(&def);
    loam_player player = standing_at(0, 130);
    empty.scene.player = used.scene.player = &player;
    used.scene.outline = true;
    look_at(&empty, 0, 130);
    look_at(&used, 0, 130);
    // 7 x 7 tiles around (30, 130).
    const int32_t left = 200 + 27 * 4, top = 149 - 4 * 4;
    CHECK(differences(&used.picture, &empty.picture, left, top, 29, 30) >= 7 * 4 * 3);
    free_stage(&used);
    free_stage(&empty);
}

// Rain falls between two steps, but not under a roof.
static void test_rain_does_not_fall_through_roofs(void)
{
    const loam_tile_frame_def def = def_of(400, 300, 4, false);
    stage first = make_stage(&def), then = make_stage(&def);
    const loam_edit roof = {.shape = LOAM_EDIT_LINE,
                            .layer = LOAM_BLOCKS,
                            .material = 1,
                            .radius = 1,
                            .from = {-30, 150},
                            .to = {10, 150}};
    CHECK_OK(loam_tile_world_edit(world, &roof, NULL));
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    then.scene.between = 0.9f;
    look_at(&first, 0, 145);
    look_at(&then, 0, 145);
    // The roof is 20 pixels above the middle, the ground about 160 below it.
    CHECK_INT(changed_pixels(&first, &then, 200 - 20 * 4, 200, 142, 210), 0);
    CHECK(changed_pixels(&first, &then, 300, 400, 142, 210) > 40);
    // It comes down to the roof, and not into it.
    int32_t left, top;
    loam_tile_frame_pixel(first.frame, &first.scene, (loam_tile_pos){-30, 151}, &left, &top);
    CHECK(changed_pixels(&first, &then, left, left + 40 * 4, top - 1, top) > 0);
    CHECK_INT(changed_pixels(&first, &then, left, left + 40 * 4, top, top + 1), 0);
    // Nor if the roof is above the view.
    look_at(&first, 0, 110);
    look_at(&then, 0, 110);
    CHECK_INT(changed_pixels(&first, &then, 200 - 20 * 4, 200, 0, 120), 0);
    CHECK(changed_pixels(&first, &then, 300, 400, 0, 120) > 40);
    loam_tile_world_set_weather(world, LOAM_WEATHER_CLEAR);
    look_at(&first, 0, 145);
    look_at(&then, 0, 145);
    CHECK_INT(changed_pixels(&first, &then, 300, 400, 142, 210), 0);
    free_stage(&first);
    free_stage(&then);
}

// A drop is thinner than a tile; where water stands on water it is none.
static void test_drops_are_thin(void)
{
    const loam_tile_frame_def def = def_of(100, 100, 8, false);
    stage used = make_stage(&def);
    const int32_t id = loam_material_find(loam_tile_world_defs(world), "water");
    for (int32_t height = 1; height <= 2; height++)
    {
        const loam_edit water = {.shape = LOAM_EDIT_BOX,
                                 .layer = LOAM_BLOCKS,
                                 .material = (uint8_t)id,
                                 .from = {40, 260},
                                 .to = {40, 259 + height}};
        CHECK_OK(loam_tile_world_edit(world, &water, NULL));
        look_at(&used, 40, 260);
        int32_t x, y;
        loam_tile_frame_pixel(used.frame, &used.scene, water.to, &x, &y);
        const bool thin = !same(pixel(&used, x + 1, y + 4), pixel(&used, x + 6, y + 4));
        CHECK_INT(thin, height == 1);
    }
    free_stage(&used);
}

// A camera that goes one pixel to the right sees everything one pixel further left.
static void test_the_camera_moves_by_pixels(void)
{
    enum
    {
        W = 120,
        H = 80
    };
    const loam_tile_frame_def def = def_of(W, H, 4, true);
    stage here = make_stage(&def), there = make_stage(&def);
    for (int32_t i = 0; i < 8; i++)
    {
        look_at(&here, 0.1 + i * 0.25, 60);
        look_at(&there, 0.1 + (i + 1) * 0.25, 60);
        int32_t near = 0;
        for (int32_t k = 0; k < H * (W - 1); k++)
        {
            const int32_t x = k % (W - 1), y = k / (W - 1);
            const loam_colour a = pixel(&here, x + 1, y), b = pixel(&there, x, y);
            near += abs(a.r - b.r) <= 2 && abs(a.g - b.g) <= 2 && abs(a.b - b.b) <= 2;
        }
        CHECK_INT(near, H * (W - 1));
    }
    free_stage(&here);
    free_stage(&there);
}

int main(void)
{
    make_world();
    RUN_SERIAL(test_tiles_are_where_they_belong);
    RUN_SERIAL(test_pixels_and_tiles_are_found);
    RUN_SERIAL(test_every_pixel_is_drawn_anywhere);
    RUN(test_threads_change_nothing);
    RUN_SERIAL(test_drawing_allocates_nothing);
    RUN_SERIAL(test_running_out_of_memory_leaks_nothing);
    RUN_SERIAL(test_sizes_that_are_refused);
    RUN_SERIAL(test_shadows_can_be_asked_for);
    RUN_SERIAL(test_the_player_is_seen);
    RUN_SERIAL(test_the_brush_is_outlined);
    RUN_SERIAL(test_the_camera_moves_by_pixels);
    RUN_SERIAL(test_rain_does_not_fall_through_roofs);
    RUN_SERIAL(test_drops_are_thin);
    RUN_SERIAL(test_lamps_are_limited);
    RUN_SERIAL(test_light_falls);
    loam_tile_world_destroy(world);
    return CHECK_DONE();
}
