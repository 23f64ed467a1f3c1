// SPDX-License-Identifier: MIT
// Light as a thing that lives beside a world: what it accepts, memory, threads, instruction sets, what stays
// from update to update, where views lie.
#include "base/counting.h"
#include "light_world.h"

static const loam_tile_area view = {-100, -60, 201, 118};

/// For what does not depend on how far light goes.
static loam_tile_light_def short_def(void)
{
    loam_tile_light_def def = sharp_def();
    def.margin = 12;
    return def;
}

static light_world patchwork_world(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_patchwork(&w, (loam_tile_area){-512, -512, 1024, 1024}, 4);
    return w;
}

// ---- what it accepts ----------------------------------------------------------------------------

static void check_refused(const loam_tile_light_def *def, loam_result expected, const char *part)
{
    loam_tile_light *light = (loam_tile_light *)(uintptr_t)1;
    CHECK_INT(loam_tile_light_create(def, &light), expected);
    CHECK(light == NULL);
    CHECK_CONTAINS(loam_last_error(), part);
}

static void test_bad_defs_are_refused(void)
{
    static const struct
    {
        int32_t unit, directions, margin;
        float smoothing;
        const char *part;
    } cases[] = {
        {0, 64, 40, 0, "unit is 0"},
        {3, 64, 40, 0, "unit is 3; must be 1, 2 or 4"},
        {8, 64, 40, 0, "unit is 8"},
        {4, 0, 40, 0, "directions is 0"},
        {4, 60, 40, 0, "directions is 60; must be a multiple of 8 up to 256"},
        {4, 264, 40, 0, "directions is 264"},
        {4, 64, 0, 0, "margin is 0; must be 1 to 128"},
        {4, 64, 129, 0, "margin is 129"},
        {4, 64, 40, -0.1f, "smoothing is -0.1; must be 0 to 0.95"},
        {4, 64, 40, 0.96f, "smoothing is 0.96"},
        {4, 64, 40, NAN, "smoothing is"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        loam_tile_light_def def = loam_default_tile_light_def();
        def.unit = cases[i].unit;
        def.directions = cases[i].directions;
        def.margin = cases[i].margin;
        def.smoothing = cases[i].smoothing;
        check_refused(&def, LOAM_BAD_ARGUMENT, cases[i].part);
    }
    loam_tile_light_def def = loam_default_tile_light_def();
    def.env.isa = loam_isa_available(LOAM_ISA_NEON) ? LOAM_ISA_AVX2 : LOAM_ISA_NEON;
    check_refused(&def, LOAM_UNSUPPORTED, "does not run");
}

static void test_bad_scenes_are_refused(void)
{
    light_world w = patchwork_world();
    const loam_tile_light_def def = loam_default_tile_light_def();
    loam_tile_light *const light = light_open(&def);
    light_up(light, &w, view);
    const loam_shadow before = shadow_at(light, 0, 0);
    const loam_lamp lamps[LOAM_MAX_LAMPS + 1] = {{0}};
    const struct
    {
        loam_tile_area view;
        int32_t lamps;
        const char *part;
    } cases[] = {
        {{0, 0, 0, 5}, 0, "0 x 5 tiles; must be 1 to 4096"},
        {{0, 0, 5, 4097}, 0, "5 x 4097 tiles"},
        {{LOAM_TILE_END - 4, 0, 5, 5}, 0, "end of the world"},
        {{0, -LOAM_TILE_END - 1, 5, 5}, 0, "end of the world"},
        {{INT64_MAX, INT64_MIN, 5, 5}, 0, "end of the world"},
        {{0, 0, 5, 5}, LOAM_MAX_LAMPS + 1, "65 lamps; must be 0 to 64"},
        {{0, 0, 5, 5}, -1, "-1 lamps"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        const loam_tile_light_scene scene = {w.world, cases[i].view, lamps, cases[i].lamps};
        CHECK_INT(loam_tile_light_update(light, &scene), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), cases[i].part);
    }
    CHECK(shadow_distance(shadow_at(light, 0, 0), before) == 0);
    loam_tile_light_destroy(light);
    light_world_close(&w);
}

// ---- memory, threads, instruction sets ------------------------------------------------------------

static void test_a_second_update_allocates_nothing(void)
{
    light_world w = patchwork_world();
    counting counter;
    loam_tile_light_def def = short_def();
    def.env = counting_env(&counter);
    loam_tile_light *const light = light_open(&def);
    light_up(light, &w, view);
    const int64_t asked = counter.asked;
    for (int64_t i = 0; i < 8; i++)
    {
        light_up(light, &w, (loam_tile_area){view.x + i, view.y - 3 * i, view.w, view.h});
        light_up(light, &w, (loam_tile_area){view.x, view.y, view.w / 2, view.h - (int32_t)i});
    }
    CHECK_INT(counter.asked, asked);
    loam_tile_light_destroy(light);
    CHECK_INT(counter.blocks, 0);
    CHECK_INT(counter.bytes, 0);
    light_world_close(&w);
}

// Whichever allocation fails, the last picture stays, and the next update does what it should.
static void test_running_out_of_memory(void)
{
    light_world w = patchwork_world();
    const loam_tile_area larger = {view.x, view.y, view.w + 100, view.h + 100};
    loam_tile_light_def def = short_def();
    def.smoothing = 0.5f;
    loam_tile_light *const sound = light_open(&def);
    light_up(sound, &w, view);
    const loam_shadow small = shadow_at(sound, 7, 7);
    light_up(sound, &w, larger);
    const loam_shadow large = shadow_at(sound, 7, 7);
    bool refused = true;
    for (int64_t refuse_at = 1; refused; refuse_at++)
    {
        counting counter;
        def.env = counting_env(&counter);
        counter.refuse_at = refuse_at;
        loam_tile_light *light;
        loam_result result = loam_tile_light_create(&def, &light);
        refused = result != LOAM_OK;
        const loam_tile_area views[] = {view, larger};
        for (int32_t i = 0; i < 2 && light != NULL; i++)
        {
            const loam_tile_light_scene scene = {w.world, views[i], NULL, 0};
            result = loam_tile_light_update(light, &scene);
            if (result != LOAM_OK)
            {
                CHECK_INT(result, LOAM_OUT_OF_MEMORY);
                refused = true;
                CHECK(i == 0 || shadow_distance(shadow_at(light, 7, 7), small) == 0);
                CHECK_OK(loam_tile_light_update(light, &scene));
            }
            CHECK(shadow_distance(shadow_at(light, 7, 7), i == 0 ? small : large) == 0);
        }
        loam_tile_light_destroy(light);
        CHECK_INT(counter.blocks, 0);
        CHECK_INT(counter.bytes, 0);
        CHECK(refuse_at < 100);
    }
    loam_tile_light_destroy(sound);
    light_world_close(&w);
}

/// Checks that a light with other settings gives the same bits.
static void check_same(const light_world *w, const loam_tile_light *expected,
                       const loam_tile_light_def *def)
{
    loam_tile_light *const light = light_open(def);
    light_up(light, w, view);
    CHECK_INT(light->lit.w, expected->lit.w);
    CHECK_INT(light->lit.h, expected->lit.h);
    CHECK(memcmp(light->light, expected->light,
                 (size_t)light->lit.w * (size_t)light->lit.h * sizeof *light->light) == 0);
    loam_tile_light_destroy(light);
}

static void test_threads_and_instruction_sets_change_nothing(void)
{
    light_world w = patchwork_world();
    for (int32_t directions = 8; directions <= 64; directions += 28)
    {
        loam_tile_light_def def = short_def();
        def.directions = directions / 8 * 8;
        loam_tile_light *const expected = light_open(&def);
        light_up(expected, &w, view);
        for (int32_t threads = 0; threads < 4; threads++)
        {
            def.env.jobs = toy_jobs(threads);
            check_same(&w, expected, &def);
            loam_jobs_destroy(def.env.jobs);
        }
        def.env.jobs = NULL;
        for (int32_t isa = 0; isa < LOAM_ISA_COUNT; isa++)
        {
            def.env.isa = (loam_isa)isa;
            if (loam_isa_available(def.env.isa))
            {
                check_same(&w, expected, &def);
            }
        }
        loam_tile_light_destroy(expected);
    }
    light_world_close(&w);
}

// ---- looking --------------------------------------------------------------------------------------

static void test_a_grid_is_its_points(void)
{
    light_world w = patchwork_world();
    static const int32_t steps[] = {1, 64, 256, 300, 1024, 5000};
    for (int32_t unit = 1; unit <= 4; unit *= 2)
    {
        loam_tile_light_def def = short_def();
        def.unit = unit;
        loam_tile_light *const light = light_open(&def);
        light_up(light, &w, view);
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        {
            enum
            {
                COLUMNS = 131,
                ROWS = 9
            };
            static loam_shadow grid[COLUMNS * ROWS];
            const int64_t x = view.x * 256 + 77, y = view.y * 256 + 200;
            loam_tile_light_grid(light, x, y, steps[i], COLUMNS, ROWS, grid);
            for (int32_t k = 0; k < COLUMNS * ROWS; k++)
            {
                const loam_shadow point = loam_tile_light_at(light, x + k % COLUMNS * steps[i],
                                                             y + k / COLUMNS * steps[i]);
                CHECK(memcmp(&point, &grid[k], sizeof point) == 0);
                CHECK(point.a >= 0 && point.a <= 1 && point.r >= 0 && point.r <= 1 &&
                      point.g >= 0 && point.g <= 1 && point.b >= 0 && point.b <= 1);
            }
        }
        loam_tile_light_destroy(light);
    }
    light_world_close(&w);
}

// Between units light has no steps and no creases: neither it nor its slope jumps.
static void test_smooth_between_units(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_everywhere(&w, open_air);
    put(&w, (loam_tile_area){-512, -512, 1024, 512}, stone);
    const loam_tile_light_def def = sharp_def();
    loam_tile_light *const light = light_open(&def);
    light_up(light, &w, view);
    float last = 0, last_slope = 0;
    for (int64_t y = -30 * 256; y < -10 * 256; y += 16)
    {
        const float now = 1 - loam_tile_light_at(light, 55, y).a;
        const float slope = now - last;
        CHECK(y < -30 * 256 + 16 || slope < 0.004f);
        CHECK(y < -30 * 256 + 32 || fabsf(slope - last_slope) < 0.0005f);
        last = now;
        last_slope = slope;
    }
    loam_tile_light_destroy(light);
    light_world_close(&w);
}

static void test_points_beyond_the_view_are_like_the_nearest(void)
{
    light_world w = patchwork_world();
    const loam_tile_light_def def = short_def();
    loam_tile_light *const light = light_open(&def);
    light_up(light, &w, view);
    const loam_shadow far = shadow_at(light, 100000, view.y + 10);
    CHECK(shadow_distance(far, shadow_at(light, 200000, view.y + 10)) == 0);
    CHECK(shadow_distance(shadow_at(light, -5000, -5000), shadow_at(light, -6000, -7000)) == 0);
    loam_tile_light_destroy(light);
    light_world_close(&w);
}

// At the right end of what is lit there is nothing of what comes at the left end of the next row.
static void test_the_right_end_is_not_the_left_end(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    for (int64_t y = -512; y < 512; y++)
    {
        for (int64_t x = -512; x < 512; x++)
        {
            *tile_at(&w, x, y) = x < view.x + view.w / 2 ? open_air : stone;
        }
    }
    const loam_tile_light_def def = short_def();
    loam_tile_light *const light = light_open(&def);
    light_up(light, &w, view);
    for (int64_t y = view.y; y < view.y + view.h; y++)
    {
        CHECK_RANGE(shadow_at(light, 100000, y).a, 0.95, 1);
        CHECK_RANGE(shadow_at(light, -100000, y).a, 0, 0.5);
    }
    loam_tile_light_destroy(light);
    light_world_close(&w);
}

// ---- from update to update ------------------------------------------------------------------------

static void test_what_was_lit_blends_into_what_is(void)
{
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_everywhere(&w, cave_air);
    put(&w, (loam_tile_area){0, 0, 4, 4}, lava);
    loam_tile_light_def def = loam_default_tile_light_def();
    def.smoothing = 0.75f;
    loam_tile_light *const light = light_open(&def);
    light_up(light, &w, view);
    const int32_t middle = light->lit.h / 2 * light->lit.w + light->lit.w / 2;
    float power = light->light[middle][3];
    CHECK(power > 0.001f);
    put_everywhere(&w, cave_air);
    for (int32_t i = 0; i < 5; i++)
    {
        light_up(light, &w, view);
        CHECK_NEAR(light->light[middle][3], power * 0.75f, 1e-6);
        power = light->light[middle][3];
    }
    // The view moves: what is remembered stays where it was, and new places are dark at once.
    const loam_shadow before = shadow_at(light, 20, 2);
    light_up(light, &w, (loam_tile_area){view.x + 60, view.y, view.w, view.h});
    const loam_shadow after = shadow_at(light, 20, 2);
    CHECK_NEAR((1 - after.a) * (1 - after.a), (1 - before.a) * (1 - before.a) * 0.75f, 1e-3);
    CHECK(shadow_at(light, view.x + view.w + 40, 2).a == 1);
    loam_tile_light_destroy(light);
    light_world_close(&w);
}

// Units and lines belong to the world: whatever the view, a place has the same light.
static void test_light_does_not_follow_the_view(void)
{
    light_world w = patchwork_world();
    const loam_tile_light_def def = sharp_def();
    loam_tile_light *const still = light_open(&def), *const moving = light_open(&def);
    light_up(still, &w, view);
    for (int64_t i = 1; i < 30; i += 4)
    {
        light_up(moving, &w, (loam_tile_area){view.x + i, view.y + i * 2 - 30, 160, 96});
        for (int64_t k = 0; k < 400; k++)
        {
            const int64_t x = view.x + 40 + k % 20 * 4, y = view.y + 40 + k / 20;
            CHECK_RANGE(shadow_distance(shadow_at(still, x, y), shadow_at(moving, x, y)), 0, 0.002);
        }
    }
    loam_tile_light_destroy(still);
    loam_tile_light_destroy(moving);
    light_world_close(&w);
}

// ---- places ---------------------------------------------------------------------------------------

// Where in its array a ring keeps a place does not matter, neither do its edges.
static void test_rings_that_lie_differently(void)
{
    const loam_tile_light_def def = short_def();
    loam_tile_light *const light = light_open(&def), *const other = light_open(&def);
    light_world a = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    light_world b = light_world_open((loam_tile_pos){140, -200}, 3, NULL);
    put_everywhere(&a, stone);
    put_everywhere(&b, stone);
    const loam_tile_area both = {-340, -300, 680, 600};
    put_patchwork(&a, both, 11);
    put_patchwork(&b, both, 11);
    // The arrays' edges are at multiples of 1024, in the middle of the view.
    light_up(light, &a, (loam_tile_area){-100, -80, 200, 160});
    light_up(other, &b, (loam_tile_area){-100, -80, 200, 160});
    CHECK(memcmp(light->light, other->light,
                 (size_t)light->lit.w * (size_t)light->lit.h * sizeof *light->light) == 0);
    loam_tile_light_destroy(light);
    loam_tile_light_destroy(other);
    light_world_close(&a);
    light_world_close(&b);
}

/// Where the unit of a place beyond a ring from -512 to 511 is taken from.
static int64_t in_ring(int64_t at)
{
    return at < -512 ? -512 + (at & 3) : at > 511 ? 508 + (at & 3) : at;
}

// Beyond the ring units are like its nearest ones.
static void test_views_over_the_edge_of_the_ring(void)
{
    const loam_tile_light_def def = short_def();
    loam_tile_light *const light = light_open(&def), *const whole = light_open(&def);
    light_world small = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    light_world large = light_world_open((loam_tile_pos){0, 0}, 4, NULL);
    put_patchwork(&small, (loam_tile_area){-512, -512, 1024, 1024}, 5);
    for (int64_t y = large.low.y; y < large.low.y + large.side; y++)
    {
        for (int64_t x = large.low.x; x < large.low.x + large.side; x++)
        {
            *tile_at(&large, x, y) = *tile_at(&small, in_ring(x), in_ring(y));
        }
    }
    static const loam_tile_area views[] = {
        {400, 400, 200, 150}, {-700, -600, 300, 200}, {-60, 480, 100, 90}, {600, -50, 80, 80}};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
    {
        light_up(light, &small, views[i]);
        light_up(whole, &large, views[i]);
        CHECK(memcmp(light->light, whole->light,
                     (size_t)light->lit.w * (size_t)light->lit.h * sizeof *light->light) == 0);
    }
    loam_tile_light_destroy(light);
    loam_tile_light_destroy(whole);
    light_world_close(&small);
    light_world_close(&large);
}

// Far from the origin everything is as at the origin, up to where the lines happen to be.
static void test_far_away(void)
{
    static const int64_t places[] = {(int64_t)1 << 40, -((int64_t)1 << 54), (int64_t)1 << 59};
    const loam_tile_light_def def = sharp_def();
    loam_tile_light *const light = light_open(&def);
    light_world here = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    put_patchwork(&here, (loam_tile_area){-512, -512, 1024, 1024}, 4);
    const loam_lamp lamp = {5000, -3000, {255, 200, 100, 90}};
    const loam_tile_light_scene at_home = {here.world, view, &lamp, 1};
    CHECK_OK(loam_tile_light_update(light, &at_home));
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
        const int64_t x = places[i];
        light_world there = light_world_open((loam_tile_pos){x, -x}, 3, NULL);
        memcpy(there.tiles, here.tiles, (size_t)(here.side * here.side) * sizeof *here.tiles);
        loam_tile_light *const far = light_open(&def);
        const loam_lamp there_lamp = {(int64_t)((uint64_t)lamp.x + (uint64_t)x * 256),
                                      (int64_t)((uint64_t)lamp.y - (uint64_t)x * 256), lamp.light};
        const loam_tile_light_scene scene = {
            there.world, {view.x + x, view.y - x, view.w, view.h}, &there_lamp, 1};
        CHECK_OK(loam_tile_light_update(far, &scene));
        for (int32_t k = 0; k < light->lit.w * light->lit.h; k++)
        {
            const loam_shadow a = loam_light_shadow(light->light[k]);
            CHECK_RANGE(shadow_distance(a, loam_light_shadow(far->light[k])), 0, 0.08);
        }
        loam_tile_light_destroy(far);
        light_world_close(&there);
    }
    loam_tile_light_destroy(light);
    light_world_close(&here);
}

// The smallest and odd views are lit like parts of large ones.
static void test_views_of_all_sizes(void)
{
    light_world w = patchwork_world();
    loam_tile_light_def def = sharp_def();
    for (def.unit = 1; def.unit <= 4; def.unit *= 2)
    {
        loam_tile_light *const whole = light_open(&def), *const part = light_open(&def);
        light_up(whole, &w, view);
        static const loam_tile_area parts[] = {
            {0, 0, 1, 1}, {-7, 3, 2, 9}, {13, -21, 31, 1}, {-50, 11, 3, 33}, {5, 5, 64, 7}};
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        {
            light_up(part, &w, parts[i]);
            for (int64_t k = 0; k < parts[i].w * parts[i].h; k++)
            {
                const int64_t x = parts[i].x + k % parts[i].w, y = parts[i].y + k / parts[i].w;
                CHECK_RANGE(shadow_distance(shadow_at(whole, x, y), shadow_at(part, x, y)), 0,
                            def.unit == 4 ? 0.002 : 0.05);
            }
        }
        loam_tile_light_destroy(whole);
        loam_tile_light_destroy(part);
    }
    light_world_close(&w);
}

int main(void)
{
    RUN_SERIAL(test_bad_defs_are_refused);
    RUN_SERIAL(test_bad_scenes_are_refused);
    RUN_SERIAL(test_a_second_update_allocates_nothing);
    RUN_SERIAL(test_running_out_of_memory);
    RUN(test_threads_and_instruction_sets_change_nothing);
    RUN_SERIAL(test_a_grid_is_its_points);
    RUN_SERIAL(test_smooth_between_units);
    RUN_SERIAL(test_points_beyond_the_view_are_like_the_nearest);
    RUN_SERIAL(test_the_right_end_is_not_the_left_end);
    RUN_SERIAL(test_what_was_lit_blends_into_what_is);
    RUN_SERIAL(test_light_does_not_follow_the_view);
    RUN_SERIAL(test_rings_that_lie_differently);
    RUN_SERIAL(test_views_over_the_edge_of_the_ring);
    RUN_SERIAL(test_far_away);
    RUN_SERIAL(test_views_of_all_sizes);
    return CHECK_DONE();
}
