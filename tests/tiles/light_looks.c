// SPDX-License-Identifier: MIT
// What light looks like: day, night, caves, lava, torches, lamps; and what must not show: units, directions,
// edges of the ring, a moving view.
#include "light_world.h"

static const loam_tile_area view = {-120, -68, 240, 136};

static void test_open_noon_has_no_shadow(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_everywhere(&w, open_air);
    for (int32_t unit = 1; unit <= 4; unit *= 2)
    {
        loam_tile_light_def def = sharp_def();
        def.unit = unit;
        loam_tile_light *const light = light_open(&def);
        const int32_t side = 20 * unit;
        light_up(light, &w, (loam_tile_area){-7, 5, side, side});
        for (int64_t i = 0; i < side * side; i++)
        {
            CHECK_NEAR(shadow_at(light, -7 + i % side, 5 + i / side).a, 0, 1e-6);
        }
        loam_tile_light_destroy(light);
    }
    light_world_close(&w);
}

static void test_inside_rock_it_is_dark(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_everywhere(&w, stone);
    loam_tile_light_def def = sharp_def();
    loam_tile_light *const light = light_open(&def);
    light_up(light, &w, view);
    const loam_shadow dark = shadow_at(light, 0, 0);
    CHECK(dark.r == 1 && dark.g == 1 && dark.b == 1 && dark.a == 1);
    loam_tile_light_destroy(light);
    light_world_close(&w);
}

// Day fades into the ground: bright at its surface, dim ten tiles below, black far below.
static void test_day_fades_into_the_ground(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_everywhere(&w, open_air);
    put(&w, (loam_tile_area){-512, -512, 1024, 512}, stone);
    loam_tile_light_def def = sharp_def();
    loam_tile_light *const light = light_open(&def);
    light_up(light, &w, view);
    CHECK_RANGE(brightness_at(light, 0, 0), 0.99, 1);
    CHECK_RANGE(brightness_at(light, 0, -2), 0.9, 1);
    CHECK_RANGE(brightness_at(light, 0, -12), 0.3, 0.8);
    CHECK_RANGE(brightness_at(light, 0, -48), 0.0, 0.05);
    for (int64_t y = -60; y < 20; y++)
    {
        CHECK(brightness_at(light, 0, y) >= brightness_at(light, 0, y - 1) - 1e-6f);
        CHECK_NEAR(brightness_at(light, 31, y), brightness_at(light, 0, y), 3e-3);
    }
    loam_tile_light_destroy(light);
    light_world_close(&w);
}

/// How bright it is in the middle of a disc before the sky.
static float in_disc(loam_tile of, int32_t radius)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_everywhere(&w, open_air);
    for (int32_t y = -radius; y <= radius; y++)
    {
        for (int32_t x = -radius; x <= radius; x++)
        {
            *tile_at(&w, x, y) = x * x + y * y <= radius * radius ? of : open_air;
        }
    }
    loam_tile_light_def def = sharp_def();
    loam_tile_light *const light = light_open(&def);
    light_up(light, &w, view);
    const float bright = brightness_at(light, 0, 0);
    loam_tile_light_destroy(light);
    light_world_close(&w);
    return bright;
}

// A crown is dimmer inside than at its edge, the larger it is, and never as dark as rock: leaves let some light
// through, wood as much. (Under a crown the sky is still seen behind the air, as under any roof.)
static void test_leaves_let_some_light_through(void)
{
    const loam_tile leaf = {.wall = TILE_LEAF}, wood = {.wall = TILE_OAK_WOOD};
    const float bush = in_disc(leaf, 5), crown = in_disc(leaf, 16), kapok = in_disc(leaf, 32);
    CHECK_RANGE(bush, 0.99, 1);
    CHECK_RANGE(crown, 0.8, 0.97);
    CHECK_RANGE(kapok, 0.3, 0.7);
    CHECK(crown > in_disc(stone, 16) + 0.1f);
    CHECK_NEAR(in_disc(wood, 16), crown, 1e-6);
}

static void test_night_is_dim_and_blue(void)
{
    static loam_tile_defs defs;
    loam_tile_defs_init(&defs);
    defs.sky.noon = defs.sky.dusk = defs.sky.night = (loam_colour){70, 90, 150, 48};
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, &defs);
    put_everywhere(&w, open_air);
    loam_tile_light_def def = sharp_def();
    loam_tile_light *const light = light_open(&def);
    light_up(light, &w, view);
    const loam_shadow night = shadow_at(light, 0, 0);
    CHECK_RANGE(night.a, 0.4, 0.8);
    CHECK_NEAR(night.r, 70 / 150.0, 1e-3);
    CHECK_NEAR(night.g, 90 / 150.0, 1e-3);
    CHECK_NEAR(night.b, 1, 1e-3);
    loam_tile_light_destroy(light);
    light_world_close(&w);
}

// A lake of lava under a cave: red, bright at the lake, visible on its other side.
static void test_lava_lights_its_cave(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_everywhere(&w, stone);
    put(&w, (loam_tile_area){-60, -20, 120, 50}, cave_air);
    put(&w, (loam_tile_area){-60, -32, 120, 12}, lava);
    loam_tile_light_def def = sharp_def();
    loam_tile_light *const light = light_open(&def);
    light_up(light, &w, view);
    CHECK_RANGE(brightness_at(light, 0, -26), 0.7, 1);
    const loam_shadow near = shadow_at(light, 0, -10), far = shadow_at(light, 0, 24);
    CHECK_RANGE(1 - near.a, 0.5, 1);
    CHECK_RANGE(1 - far.a, 0.15, 0.6);
    CHECK(near.r > 1.5f * near.g && near.g > near.b && far.r > 1.5f * far.g && far.g > far.b);
    CHECK_RANGE(near.r, 0.95, 1);
    loam_tile_light_destroy(light);
    light_world_close(&w);
}

static void test_a_torch_lights_fifty_tiles(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_everywhere(&w, cave_air);
    *tile_at(&w, 2, 2) = torch;
    loam_tile_light_def def = sharp_def();
    loam_tile_light *const light = light_open(&def);
    light_up(light, &w, view);
    CHECK_RANGE(brightness_at(light, 2, 2), 0.8, 1);
    CHECK_RANGE(brightness_at(light, 22, 2), 0.5, 1);
    CHECK_RANGE(brightness_at(light, 42, 2), 0.15, 0.5);
    CHECK_RANGE(brightness_at(light, 62, 2), 0.05, 0.2);
    CHECK_RANGE(brightness_at(light, 110, 2), 0, 0.05);
    loam_tile_light_destroy(light);
    light_world_close(&w);
}

/// The brightest of a circle relative to the darkest.
static double ripple(const loam_tile_light *light, int64_t x, int64_t y, double radius)
{
    double low = 1, high = 0;
    for (int32_t i = 0; i < 720; i++)
    {
        const double turn = i * 3.14159265358979 / 360;
        const loam_shadow s = loam_tile_light_at(
            light, (int64_t)((double)x * 256 + 128 + radius * 256 * cos(turn)),
            (int64_t)((double)y * 256 + 128 + radius * 256 * sin(turn)));
        low = fmin(low, (double)(1 - s.a));
        high = fmax(high, (double)(1 - s.a));
    }
    return high / low;
}

// Neither near a small light nor far from it is there a star: on a circle all is about equally bright.
static void test_a_torch_is_no_star(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_everywhere(&w, cave_air);
    for (int32_t place = 0; place < 6; place++)
    {
        const int32_t unit = 1 << place % 3;
        const int64_t x = 5 + 30 * place, y = 1 - 20 * place;
        *tile_at(&w, x, y) = torch;
        loam_tile_light_def def = sharp_def();
        def.unit = unit;
        def.margin = unit == 1 ? 75 : 40;
        loam_tile_light *const light = light_open(&def);
        light_up(light, &w, (loam_tile_area){x - 72, y - 72, 144, 144});
        for (double radius = 12; radius <= 70; radius += 12)
        {
            CHECK_RANGE(ripple(light, x, y, radius), 1, 1.3);
        }
        loam_tile_light_destroy(light);
        *tile_at(&w, x, y) = cave_air;
    }
    light_world_close(&w);
}

static void test_no_light_passes_thick_rock(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_everywhere(&w, open_air);
    put(&w, (loam_tile_area){-512, -512, 1024, 512}, cave_air);
    put(&w, (loam_tile_area){-512, -60, 1024, 60}, stone);
    loam_tile_light_def def = sharp_def();
    loam_tile_light *const light = light_open(&def);
    light_up(light, &w, view);
    CHECK_RANGE(brightness_at(light, 0, 10), 0.99, 1);
    CHECK_RANGE(brightness_at(light, 0, -64), 0, 0.02);
    loam_tile_light_destroy(light);
    light_world_close(&w);
}

// The block is in front of the wall, and the wall in front of the sky.
static void test_the_top_layer_shines(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    loam_tile_light_def def = sharp_def();
    loam_tile_light *const light = light_open(&def);
    static const loam_tile hidden = {.block = TILE_STONE, .wall = TILE_TORCH};
    static const loam_tile in_water = {.block = TILE_WATER, .wall = TILE_TORCH};
    put_everywhere(&w, stone);
    put(&w, (loam_tile_area){0, 0, 4, 4}, hidden);
    light_up(light, &w, view);
    CHECK(brightness_at(light, 0, 0) == 0);
    put(&w, (loam_tile_area){0, 0, 4, 4}, in_water);
    light_up(light, &w, view);
    CHECK(brightness_at(light, 0, 0) == 0);
    put(&w, (loam_tile_area){0, 0, 4, 4}, torch);
    light_up(light, &w, view);
    CHECK(brightness_at(light, 0, 0) > 0.8f);
    put_everywhere(&w, cave_air);
    light_up(light, &w, view);
    CHECK(brightness_at(light, 0, 0) == 0);
    loam_tile_light_destroy(light);
    light_world_close(&w);
}

// What moves keeps its state in the variant; it shines like variant % inner. Others have no such variants,
// and look like their last.
static void test_variants_beyond_the_last(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    loam_tile_light_def def = sharp_def();
    loam_tile_light *const light = light_open(&def);
    static const uint8_t pairs[][3] = {
        {TILE_LAVA, 200, 200 % 16}, {TILE_LAVA, 31, 15}, {TILE_CRYSTAL, 77, 15}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    {
        loam_shadow shadows[2];
        for (int32_t k = 0; k < 2; k++)
        {
            put_everywhere(&w, stone);
            put(&w, (loam_tile_area){0, 0, 8, 8},
                (loam_tile){.block = pairs[i][0], .block_variant = pairs[i][1 + k]});
            light_up(light, &w, view);
            shadows[k] = shadow_at(light, 3, 3);
        }
        CHECK(shadows[0].a < 1);
        CHECK(memcmp(&shadows[0], &shadows[1], sizeof *shadows) == 0);
    }
    loam_tile_light_destroy(light);
    light_world_close(&w);
}

// A lamp that moves by a sixteenth of a tile changes nothing by much, wherever units begin; and it is as
// bright in every place.
static void check_moving_lamp(const light_world *w, int32_t unit)
{
    enum
    {
        POINTS = 12
    };
    loam_tile_light_def def = sharp_def();
    def.unit = unit;
    def.margin = 20;
    loam_tile_light *const light = light_open(&def);
    const loam_tile_area around = {-10 * unit, -10 * unit, 24 * unit, 24 * unit};
    loam_shadow last[POINTS * POINTS];
    double min = 1e9, max = 0;
    for (int32_t move = 0; move < 16 * 5 * unit / 2; move++)
    {
        const loam_lamp lamp = {move * 16, 77 + move * 7, {255, 220, 180, 96}};
        const loam_tile_light_scene scene = {w->world, around, &lamp, 1};
        CHECK_OK(loam_tile_light_update(light, &scene));
        double sum = 0;
        for (int32_t i = 0; i < POINTS * POINTS; i++)
        {
            const loam_shadow now = shadow_at(light, around.x + 2 * unit * (i % POINTS),
                                              around.y + 2 * unit * (i / POINTS));
            CHECK(move == 0 || shadow_distance(now, last[i]) < 0.03f);
            last[i] = now;
            sum += (double)(1 - now.a);
        }
        min = sum < min ? sum : min;
        max = sum > max ? sum : max;
    }
    CHECK_RANGE(max / min, 1, 1.15);
    loam_tile_light_destroy(light);
}

static void test_lamps_move_smoothly(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_everywhere(&w, cave_air);
    for (int32_t unit = 1; unit <= 4; unit *= 2)
    {
        check_moving_lamp(&w, unit);
    }
    light_world_close(&w);
}

// A lamp in the middle of a tile is that tile shining.
static void test_a_lamp_is_a_tile_of_light(void)
{
    static loam_tile_defs defs;
    loam_tile_defs_init(&defs);
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_everywhere(&w, cave_air);
    loam_tile_light_def def = sharp_def();
    def.unit = 1;
    const loam_tile_area around = {0, 0, 30, 20};
    loam_tile_light *const light = light_open(&def);
    *tile_at(&w, 5, 6) = torch;
    light_up(light, &w, around);
    const loam_shadow of_torch = shadow_at(light, 25, 16);
    *tile_at(&w, 5, 6) = cave_air;
    const loam_lamp lamp = {5 * 256 + 128, 6 * 256 + 128,
                            defs.materials[TILE_TORCH].light[torch.wall_variant]};
    const loam_tile_light_scene scene = {w.world, around, &lamp, 1};
    CHECK_OK(loam_tile_light_update(light, &scene));
    CHECK_RANGE(shadow_distance(shadow_at(light, 25, 16), of_torch), 0, 1e-5);
    loam_tile_light_destroy(light);
    light_world_close(&w);
}

/// The root of the mean square of differences in brightness of two lights over the view.
static double difference(const loam_tile_light *a, const loam_tile_light *b)
{
    double sum = 0;
    for (int64_t i = 0; i < view.w * view.h; i++)
    {
        const int64_t x = view.x + i % view.w, y = view.y + i / view.w;
        const double d = (double)(brightness_at(a, x, y) - brightness_at(b, x, y));
        sum += d * d;
    }
    return sqrt(sum / (view.w * view.h));
}

static void test_units_of_all_sizes_look_alike(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_everywhere(&w, open_air);
    put(&w, (loam_tile_area){-512, -512, 1024, 512}, stone);
    put(&w, (loam_tile_area){-70, -50, 120, 30}, cave_air);
    put(&w, (loam_tile_area){40, -40, 10, 60}, cave_air);
    put(&w, (loam_tile_area){-70, -54, 60, 8}, lava);
    *tile_at(&w, 20, -35) = torch;
    loam_tile_light *lights[3];
    for (int32_t i = 0; i < 3; i++)
    {
        loam_tile_light_def def = sharp_def();
        def.unit = 1 << i;
        def.margin = 96 >> i;
        lights[i] = light_open(&def);
        light_up(lights[i], &w, view);
    }
    CHECK_RANGE(difference(lights[0], lights[1]), 0, 0.02);
    CHECK_RANGE(difference(lights[1], lights[2]), 0, 0.03);
    CHECK_RANGE(difference(lights[0], lights[2]), 0, 0.04);
    for (int32_t i = 0; i < 3; i++)
    {
        loam_tile_light_destroy(lights[i]);
    }
    light_world_close(&w);
}

int main(void)
{
    RUN(test_open_noon_has_no_shadow);
    RUN(test_inside_rock_it_is_dark);
    RUN(test_day_fades_into_the_ground);
    RUN(test_leaves_let_some_light_through);
    RUN(test_night_is_dim_and_blue);
    RUN(test_lava_lights_its_cave);
    RUN(test_a_torch_lights_fifty_tiles);
    RUN(test_a_torch_is_no_star);
    RUN(test_no_light_passes_thick_rock);
    RUN(test_the_top_layer_shines);
    RUN(test_variants_beyond_the_last);
    RUN(test_lamps_move_smoothly);
    RUN(test_a_lamp_is_a_tile_of_light);
    RUN(test_units_of_all_sizes_look_alike);
    return CHECK_DONE();
}
