// SPDX-License-Identifier: MIT
// The sweeps against straight rays, over patchworks and grown worlds; and what follows from the shape of
// both: mirrored places are lit in mirror images.
#include "light_reference.h"
#include "light_world.h"

enum
{
    RAYS = 256,
    W = 168, // of the view, tiles
    H = 104,
};

static const double accepted = 0.015; // root of the mean square, in what is seen

/// How far sweeps are from straight rays.
typedef struct comparison
{
    double sum, worst;
    int64_t units;
} comparison;

/// Adds the differences of what is seen of a white tile, in all channels. A grey one would differ less.
static void compare_unit(comparison *c, const float sweep[LIGHT_CHANNELS],
                         const float straight[LIGHT_CHANNELS])
{
    const loam_shadow a = loam_light_shadow(sweep), b = loam_light_shadow(straight);
    const float tints[3][2] = {{a.r, b.r}, {a.g, b.g}, {a.b, b.b}};
    double max = 0, sum = 0;
    for (int32_t i = 0; i < 3; i++)
    {
        const double d = fabs((double)(tints[i][0] * (1 - a.a)) -
                              (double)(tints[i][1] * (1 - b.a)));
        sum += d * d / 3;
        max = d > max ? d : max;
    }
    c->sum += sum;
    c->worst = max > c->worst ? max : c->worst;
    c->units++;
}

static float rays[(W / 4 + 4) * (H / 4 + 4)][LIGHT_CHANNELS];

/// Compares the last update with what the rays have found.
static comparison compare(const loam_tile_light *light)
{
    comparison c = {0};
    for (int32_t i = 0; i < light->lit.w * light->lit.h; i++)
    {
        compare_unit(&c, light->light[i], rays[i]);
    }
    return c;
}

static void check_scene(loam_tile_light *light, const light_world *w, loam_tile_pos at,
                        const char *name, int64_t number)
{
    const loam_lamp lamp = {at.x * 256 + 30000, at.y * 256 + 11111, {200, 220, 255, 90}};
    const loam_tile_light_scene scene = {
        w->world, {at.x, at.y, W, H}, &lamp, (int32_t)(number % 2)};
    CHECK_OK(loam_tile_light_update(light, &scene));
    light_reference(light, RAYS, light->def.margin - 1, rays);
    const comparison c = compare(light);
    const double error = sqrt(c.sum / (double)c.units);
    CHECK_REPORT(error <= accepted && c.worst < 0.2, "%s %" PRId64 ": %.4f, at most %.3f", name,
                 number, error, c.worst);
    if (getenv("LOAM_SHOW") != NULL)
    {
        printf("%s %" PRId64 ": %.4f, at most %.3f\n", name, number, error, c.worst);
    }
}

static loam_tile_defs defs;

/// Skies from noon to midnight.
static void choose_sky(int64_t number)
{
    static const loam_colour skies[] = {
        {255, 252, 240, 255}, {255, 150, 80, 120}, {70, 90, 150, 48}, {70, 90, 150, 24}};
    loam_tile_defs_init(&defs);
    defs.sky.noon = defs.sky.dusk = defs.sky.night = skies[number % 4];
}

static void test_patchworks(void)
{
    const loam_tile_light_def def = sharp_def();
    loam_tile_light *const light = light_open(&def);
    for (int64_t sky = 0; sky < 4; sky++)
    {
        choose_sky(sky);
        light_world w = light_world_open((loam_tile_pos){0, 0}, 3, &defs);
        for (int32_t i = 0; i < toy_rounds(6); i++)
        {
            const uint64_t seed = (uint64_t)(100 * sky + i);
            put_patchwork(&w, (loam_tile_area){-512, -512, 1024, 1024}, seed);
            check_scene(light, &w, (loam_tile_pos){-84 + i, -52}, "patchwork", (int64_t)seed);
        }
        light_world_close(&w);
    }
    loam_tile_light_destroy(light);
}

/// The world as it grows around a place, with torches here and there.
static void put_grown(const light_world *w, const loam_tile_source *source, loam_tile_pos at,
                      uint64_t seed)
{
    enum
    {
        REACH = 172,
        GROWN_W = W + 2 * REACH,
        GROWN_H = H + 2 * REACH
    };
    static loam_tile tiles[GROWN_W * GROWN_H];
    const loam_tile_area area = {at.x - REACH, at.y - REACH, GROWN_W, GROWN_H};
    CHECK_OK(loam_tile_source_fill(source, area, tiles));
    for (int32_t i = 0; i < GROWN_W * GROWN_H; i++)
    {
        *tile_at(w, i % GROWN_W - GROWN_W / 2, i / GROWN_W - GROWN_H / 2) = tiles[i];
    }
    for (uint64_t i = 0; i < 40; i++)
    {
        const int64_t x = loam_random_range(seed, 2 * i, -GROWN_W / 2, GROWN_W / 2 - 1);
        const int64_t y = loam_random_range(seed, 2 * i + 1, -GROWN_H / 2, GROWN_H / 2 - 1);
        tile_at(w, x, y)->wall = tile_at(w, x, y)->block == LOAM_AIR ? TILE_TORCH : LOAM_AIR;
    }
}

// Surfaces, caves, lava caves.
static void test_grown_worlds(void)
{
    static const loam_tile_pos places[] = {{-156, 8},     {700, 30},      {2000, -300},
                                           {-900, -700},  {-4000, -1684}, {320, -2400},
                                           {-3800, -2100}};
    const loam_tile_light_def def = sharp_def();
    loam_tile_light *const light = light_open(&def);
    for (int64_t i = 0; i < toy_rounds(14); i++)
    {
        choose_sky(i / 7);
        const uint64_t seed = 1 + (uint64_t)(i / 14);
        loam_tile_source *source;
        CHECK_OK(loam_tile_source_create(&def.env, &defs, seed, &source));
        light_world w = light_world_open((loam_tile_pos){0, 0}, 3, &defs);
        put_grown(&w, source, places[i % 7], (uint64_t)i);
        check_scene(light, &w, (loam_tile_pos){-W / 2, -H / 2}, "grown", i);
        light_world_close(&w);
        loam_tile_source_destroy(source);
    }
    loam_tile_light_destroy(light);
}

// More directions are nearer to the rays, fewer are not far.
static void test_numbers_of_directions(void)
{
    choose_sky(1);
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, &defs);
    put_patchwork(&w, (loam_tile_area){-512, -512, 1024, 1024}, 4);
    static const struct
    {
        int32_t directions;
        double accepted;
    } cases[] = {{8, 0.06}, {16, 0.03}, {32, 0.02}, {64, 0.015}, {128, 0.015}, {256, 0.015}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        loam_tile_light_def def = sharp_def();
        def.directions = cases[i].directions;
        loam_tile_light *const light = light_open(&def);
        light_up(light, &w, (loam_tile_area){-W / 2, -H / 2, W, H});
        if (i == 0)
        {
            light_reference(light, RAYS, light->def.margin - 1, rays);
        }
        const comparison c = compare(light);
        CHECK_RANGE(sqrt(c.sum / (double)c.units), 0, cases[i].accepted);
        loam_tile_light_destroy(light);
    }
    light_world_close(&w);
}

/// Where a tile goes in a mirror.
typedef enum mirror
{
    LEFT_RIGHT,
    UP_DOWN,
    DIAGONAL,
    QUARTER_TURN,
    MIRROR_COUNT,
} mirror;

static loam_tile_pos mirrored(mirror how, int64_t x, int64_t y)
{
    switch (how)
    {
    case LEFT_RIGHT:
        return (loam_tile_pos){-1 - x, y};
    case UP_DOWN:
        return (loam_tile_pos){x, -1 - y};
    case DIAGONAL:
        return (loam_tile_pos){y, x};
    default:
        return (loam_tile_pos){-1 - y, x};
    }
}

static void check_mirror_images(int32_t unit)
{
    enum
    {
        HALF = 256
    };
    const loam_tile_area view = {-16 * unit, -16 * unit, 32 * unit, 32 * unit};
    light_world w = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    light_world m = light_world_open((loam_tile_pos){0, 0}, 3, NULL);
    loam_tile_light_def def = sharp_def();
    def.unit = unit;
    loam_tile_light *const light = light_open(&def), *const image = light_open(&def);
    put_everywhere(&w, stone);
    put_everywhere(&m, stone);
    put_patchwork(&w, (loam_tile_area){-HALF, -HALF, 2 * HALF, 2 * HALF}, 7);
    light_up(light, &w, view);
    for (mirror how = 0; how < MIRROR_COUNT; how++)
    {
        for (int64_t i = 0; i < 4 * HALF * HALF; i++)
        {
            const int64_t x = i % (2 * HALF) - HALF, y = i / (2 * HALF) - HALF;
            const loam_tile_pos to = mirrored(how, x, y);
            *tile_at(&m, to.x, to.y) = *tile_at(&w, x, y);
        }
        light_up(image, &m, view);
        for (int64_t i = 0; i < view.w * view.h; i++)
        {
            const int64_t x = i % view.w + view.x, y = i / view.w + view.y;
            const loam_tile_pos to = mirrored(how, x, y);
            CHECK_RANGE(shadow_distance(shadow_at(light, x, y), shadow_at(image, to.x, to.y)), 0,
                        2e-4);
        }
    }
    loam_tile_light_destroy(light);
    loam_tile_light_destroy(image);
    light_world_close(&w);
    light_world_close(&m);
}

static void test_mirror_images(void)
{
    check_mirror_images(4);
    check_mirror_images(1);
}

int main(void)
{
    RUN(test_patchworks);
    RUN(test_grown_worlds);
    RUN(test_numbers_of_directions);
    RUN_UNSANITIZED(test_mirror_images);
    return CHECK_DONE();
}
