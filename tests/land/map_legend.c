// SPDX-License-Identifier: MIT
// Legends of maps: their colours are those of the map, and all of them lies on it.
#include "atlas/legend.h"

#include "check.h"
#include "shared_pages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    W = 420,
    H = 256 // one tile
};

static loam_land *land;

static loam_land_map_def make_def(loam_map_layer layer)
{
    loam_land_map_def def = loam_default_land_map_def();
    def.x = 200000;
    def.w = W;
    def.h = H;
    def.scale = 4096;
    def.layer = layer;
    def.legend = true;
    return def;
}

static loam_picture draw(const loam_land_map_def *def)
{
    const loam_env env = loam_default_env();
    loam_picture picture = {0};
    CHECK_OK(loam_land_map_draw(land, def, &env, &picture, NULL));
    return picture;
}

static void free_picture(loam_picture *picture)
{
    const loam_env env = loam_default_env();
    loam_picture_destroy(&env, picture);
}

/// A legend on a picture without a map, of the size of the maps here.
static loam_picture draw_alone(const map_legend *legend)
{
    const loam_env env = loam_default_env();
    loam_picture picture = {0};
    CHECK_OK(loam_picture_create(&env, W, H, loam_rgb(0), &picture));
    loam_map_draw_legend(legend, &picture);
    return picture;
}

static loam_colour pixel(const loam_picture *picture, float x, float y)
{
    return picture->pixels[(int32_t)y * picture->w + (int32_t)x];
}

static int32_t difference(loam_colour a, loam_colour b)
{
    const int32_t r = abs(a.r - b.r), g = abs(a.g - b.g), blue = abs(a.b - b.b);
    return r > g ? (r > blue ? r : blue) : g > blue ? g : blue;
}

/// What the pixels of a map count for, by samples of the land itself; lakes and rivers not among them.
static map_tally tally_of(const loam_land_map_def *def, const loam_picture *bare)
{
    static uint8_t biomes[W * H];
    static float water[W * H];
    map_tally tally = {0};
    const loam_land_area area = {def->x - W / 2 * def->scale, def->z - (H / 2 - 1) * def->scale,
                                 def->scale, W, H};
    const loam_land_samples samples = {.biome = biomes, .water = water};
    CHECK_OK(loam_land_fill(land, area, &samples));
    for (int32_t i = 0; i < W * H; i++)
    {
        const loam_colour c = bare->pixels[(H - 1 - i / W) * W + i % W];
        const int32_t k = water[i] > 0 ? LOAM_MAX_LAND_BIOMES : biomes[i];
        tally.r[k] += c.r;
        tally.g[k] += c.g;
        tally.b[k] += c.b;
        tally.count[k]++;
    }
    return tally;
}

/// What the map itself counts.
static map_tally own_tally(const loam_land_map_def *def, const loam_picture *bare)
{
    const loam_env env = loam_default_env();
    map_tally tally = {0};
    map_tile tile;
    CHECK_OK(loam_map_tile_create(&env, land, def, &tile));
    CHECK_OK(loam_map_tile_fill(land, &env, def, 0, 0, &tile));
    CHECK_OK(loam_map_tile_lines(land, def, &tile));
    loam_map_tally_add(&tally, &tile, bare);
    loam_map_tile_destroy(&env, &tile);
    return tally;
}

/// Which biome has a name; LOAM_MAX_LAND_BIOMES for lakes.
static int32_t biome_named(const char *name)
{
    int32_t k = 0;
    while (k < loam_land_biome_count(land) && strcmp(loam_land_biome_name(land, k), name) != 0)
    {
        k++;
    }
    return k < loam_land_biome_count(land) ? k : LOAM_MAX_LAND_BIOMES;
}

// What covers some of the map is in its legend, with the colour that it has there; what is not on the map is
// not.
static void check_biomes(loam_map_layer layer)
{
    loam_land_map_def def = make_def(layer);
    def.bar = def.legend = false;
    loam_picture bare = draw(&def);
    def.legend = true;
    loam_picture picture = draw(&def);
    const map_tally tally = own_tally(&def, &bare), land_tally = tally_of(&def, &bare);
    const map_legend legend = loam_map_legend_make(land, &def, &tally);
    int32_t named = 0;
    for (int32_t i = 0; i < legend.swatch_count; i++)
    {
        const int32_t k = biome_named(legend.swatches[i].text);
        const map_box box = loam_map_legend_swatch(&legend, i);
        const loam_colour drawn = pixel(&picture, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2);
        const int64_t n = land_tally.count[k];
        CHECK_INT(difference(drawn, legend.swatches[i].colour), 0);
        CHECK(n > 0);
        if (n > W * H / 100)
        {
            const loam_colour mean = {(uint8_t)(land_tally.r[k] / n),
                                      (uint8_t)(land_tally.g[k] / n),
                                      (uint8_t)(land_tally.b[k] / n), 255};
            CHECK_RANGE(difference(drawn, mean), 0, 12);
            named++;
        }
    }
    int32_t common = 0;
    for (int32_t k = 0; k < MAP_MAX_SWATCHES; k++)
    {
        common += land_tally.count[k] > W * H / 100;
    }
    CHECK_RANGE(common, 4, MAP_MAX_SWATCHES);
    CHECK_INT(named, common);
    free_picture(&bare);
    free_picture(&picture);
}

static void test_biomes_have_their_colours(void)
{
    check_biomes(LOAM_MAP_BIOME);
    check_biomes(LOAM_MAP_ATLAS);
}

// A height has the colour in the ramp that it has on the map; and whatever the layer, the ramp is drawn as it
// says.
static void test_values_have_their_colours(void)
{
    static const loam_map_layer layers[] = {LOAM_MAP_HEIGHT, LOAM_MAP_FLOW, LOAM_MAP_TEMPERATURE,
                                            LOAM_MAP_RAIN};
    static float height[W * H];
    for (size_t k = 0; k < sizeof layers / sizeof *layers; k++)
    {
        const loam_land_map_def def = make_def(layers[k]);
        const map_legend legend = loam_map_legend_make(land, &def, &(map_tally){0});
        loam_picture picture = draw_alone(&legend);
        const map_box box = loam_map_legend_ramp(&legend);
        const float low = legend.ramp.tints[0].at,
                    high = legend.ramp.tints[legend.ramp.count - 1].at;
        for (float part = 0.01f; part < 1; part += 0.01f)
        {
            const float at = low + (high - low) * part;
            const float y = loam_map_legend_ramp_y(&legend, at);
            const loam_colour said = loam_map_ramp_colour(&legend.ramp, at);
            int32_t nearest = 255; // rows of pixels begin where they begin
            for (float row = y - 1; row <= y + 1; row++)
            {
                const int32_t off = difference(pixel(&picture, (box.x0 + box.x1) / 2, row), said);
                nearest = off < nearest ? off : nearest;
            }
            CHECK_RANGE(nearest, 0, 10);
        }
        free_picture(&picture);
    }
    const loam_land_map_def def = make_def(LOAM_MAP_HEIGHT);
    loam_picture picture = draw(&def);
    const map_ramp ramp = loam_map_paint_ramp(LOAM_MAP_HEIGHT);
    const loam_land_area area = {def.x - W / 2 * def.scale, def.z - (H / 2 - 1) * def.scale,
                                 def.scale, W, H};
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = height}));
    int32_t same = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        const loam_colour c = picture.pixels[(H - 1 - i / W) * W + i % W];
        same += difference(c, loam_map_ramp_colour(&ramp, height[i])) <= 1;
    }
    CHECK_RANGE(same, W * H * 8 / 10, W * H); // but for shores, the legend and the bar
    free_picture(&picture);
}

static bool holds(const map_box *outer, const map_box *inner)
{
    return inner->x0 >= outer->x0 && inner->y0 >= outer->y0 && inner->x1 <= outer->x1 &&
           inner->y1 <= outer->y1;
}

static bool overlap(const map_box *a, const map_box *b)
{
    return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

static void check_layout(const map_legend *legend, const loam_land_map_def *def)
{
    const map_box whole = {2, 2, (float)def->w - 2, (float)def->h - 2};
    map_box bar;
    CHECK(holds(&whole, &legend->box));
    CHECK(loam_map_furniture(def, &bar) == 0 || !overlap(&legend->box, &bar));
    for (int32_t i = 0; i < legend->swatch_count; i++)
    {
        const map_box swatch = loam_map_legend_swatch(legend, i),
                      text = loam_map_legend_text(legend, i);
        CHECK(holds(&legend->box, &swatch) && holds(&legend->box, &text));
        for (int32_t j = 0; j < legend->swatch_count; j++)
        {
            const map_box other = loam_map_legend_swatch(legend, j);
            CHECK(!overlap(&text, &other) && (i == j || !overlap(&swatch, &other)));
        }
    }
    if (legend->ramp.count > 0)
    {
        const map_box ramp = loam_map_legend_ramp(legend);
        CHECK(holds(&legend->box, &ramp));
    }
}

// Whatever the size of the map and its biomes: all of the legend is on it, and off the bar; on small maps
// there are fewer biomes, and then nothing.
static void test_all_of_it_is_on_the_map(void)
{
    static const int32_t sizes[][2] = {{60, 40},    {160, 90},    {160, 300},
                                       {250, 200},  {600, 400},   {900, 250},
                                       {200, 1000}, {2048, 2048}, {4096, 4096}};
    map_tally all = {0};
    for (int32_t k = 0; k < loam_land_biome_count(land); k++)
    {
        all.count[k] = 10 + k;
    }
    all.count[LOAM_MAX_LAND_BIOMES] = 5;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
        for (int32_t layer = 0; layer < 2 * LOAM_MAP_LAYER_COUNT; layer++)
        {
            loam_land_map_def def = make_def((loam_map_layer)(layer % LOAM_MAP_LAYER_COUNT));
            def.w = sizes[k][0];
            def.h = sizes[k][1];
            def.bar = layer < LOAM_MAP_LAYER_COUNT;
            const map_legend legend = loam_map_legend_make(land, &def, &all);
            const bool wanted = def.layer != LOAM_MAP_RELIEF && def.w >= 600 && def.h >= 400;
            CHECK(loam_map_has_legend(&legend) || !wanted);
            CHECK(!loam_map_has_legend(&legend) || (def.layer != LOAM_MAP_RELIEF && k > 0));
            if (loam_map_has_legend(&legend))
            {
                check_layout(&legend, &def);
                CHECK(legend.ramp.count > 0 || legend.swatch_count > 0);
                CHECK_INT(!wanted || legend.ramp.count > 0 ||
                              legend.swatch_count == loam_land_biome_count(land) + 1,
                          1);
            }
        }
    }
}

// Nothing of it is drawn beside its box, letters included.
static void test_it_stays_in_its_box(void)
{
    static const loam_map_layer layers[] = {LOAM_MAP_HEIGHT, LOAM_MAP_FLOW, LOAM_MAP_TEMPERATURE,
                                            LOAM_MAP_RAIN, LOAM_MAP_BIOME};
    const map_tally two = {.count = {7, [LOAM_BIOME_GRASSLAND] = 9}};
    for (size_t k = 0; k < sizeof layers / sizeof *layers; k++)
    {
        const loam_land_map_def def = make_def(layers[k]);
        const map_legend legend = loam_map_legend_make(land, &def, &two);
        loam_picture picture = draw_alone(&legend);
        int32_t inside = 0, outside = 0;
        for (int32_t i = 0; i < W * H; i++)
        {
            const float x = (float)(i % W), y = (float)(i / W);
            const bool in = x >= legend.box.x0 - 2 && x <= legend.box.x1 + 1 &&
                            y >= legend.box.y0 - 2 && y <= legend.box.y1 + 1;
            const bool drawn = picture.pixels[i].g > 0;
            inside += in && drawn;
            outside += !in && drawn;
        }
        CHECK_INT(outside, 0);
        CHECK_RANGE(inside, 1000, W * H / 3);
        free_picture(&picture);
    }
}

int main(void)
{
    loam_land_def def = shared_land_def();
    def.seed = 3;
    CHECK_OK(loam_land_create(&def, &land));
    RUN_SERIAL(test_biomes_have_their_colours);
    RUN_SERIAL(test_values_have_their_colours);
    RUN(test_all_of_it_is_on_the_map);
    RUN(test_it_stays_in_its_box);
    loam_land_destroy(land);
    return CHECK_DONE();
}
