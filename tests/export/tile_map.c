// SPDX-License-Identifier: MIT
// Maps as pictures: every pixel is where it belongs, whatever the scale, the threads and the part shown.
#include "export/tile_map/layers.h"

#include "check.h"
#include "tool/threads.h"

#include <stdlib.h>

static struct
{
    loam_tile_defs *defs;
    loam_tile_source *source;
} world;
static loam_env alone_env, threads_env; // the latter with threads, if the build has any

static loam_tile_map_def make_def(int64_t x, int64_t y, int32_t w, int32_t h)
{
    return (loam_tile_map_def){.defs = world.defs,
                               .source = world.source,
                               .area = {x, y, w, h},
                               .scale = {1, 1},
                               .layer = LOAM_TILE_MAP_BOTH};
}

static loam_picture draw_with(const loam_env *env, const loam_tile_map_def *def)
{
    loam_picture picture;
    loam_tile_map_figures figures;
    CHECK_OK(loam_tile_map_draw(def, env, &picture, &figures));
    return picture;
}

static loam_picture draw(const loam_tile_map_def *def)
{
    return draw_with(&alone_env, def);
}

static void free_picture(loam_picture *picture)
{
    const loam_env env = loam_default_env();
    loam_picture_destroy(&env, picture);
}

static bool same_pixel(const loam_picture *a, int32_t ax, int32_t ay, const loam_picture *b,
                       int32_t bx, int32_t by)
{
    return memcmp(&a->pixels[ay * a->w + ax], &b->pixels[by * b->w + bx], sizeof(loam_colour)) == 0;
}

/// How many pixels of part differ from those of whole at (x, y).
static int64_t count_differences(const loam_picture *part, const loam_picture *whole, int32_t x,
                                 int32_t y)
{
    int64_t count = 0;
    for (int32_t i = 0; i < part->w * part->h; i++)
    {
        const int32_t column = i % part->w, row = i / part->w;
        count += !same_pixel(part, column, row, whole, column + x, row + y);
    }
    return count;
}

static void test_scales_are_chosen_by_size(void)
{
    static const struct
    {
        int32_t w, h;
        const char *name;
    } cases[] = {
        {1, 1, "4"},           {400, 225, "4"},
        {401, 225, "3"},       {225, 533, "3"},
        {800, 400, "2"},       {1600, 900, "1"},
        {1601, 900, "1/2"},    {24000, 2500, "1/16"},
        {40000, 4000, "1/32"}, {4194304, 4194304, "1/64"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        CHECK_TEXT(loam_tile_map_scale_name(loam_tile_map_scale_for(cases[i].w, cases[i].h, 1600)),
                   cases[i].name);
    }
    for (int32_t i = 0; loam_tile_map_scale_name(i) != NULL; i++)
    {
        const loam_tile_map_scale scale = loam_tile_map_scale_of(i);
        char name[16];
        snprintf(name, sizeof name, scale.shrink > 1 ? "1/%d" : "%d",
                 scale.shrink > 1 ? (int)scale.shrink : (int)scale.zoom);
        CHECK_TEXT(loam_tile_map_scale_name(i), name);
        CHECK(scale.zoom == 1 || scale.shrink == 1);
    }
}

// A tile that hides what is behind it has its own colour, in the square that is its own.
static void test_tiles_are_where_they_belong(void)
{
    enum
    {
        W = 90,
        H = 700
    };
    static loam_tile tiles[W * H];
    loam_tile_map_def def = make_def(-31, -650, W, H);
    const loam_tile_view view = loam_default_tile_view();
    CHECK_OK(loam_tile_source_fill(world.source, def.area, tiles));
    for (int32_t zoom = 1; zoom <= 4; zoom += 3)
    {
        def.scale.zoom = zoom;
        loam_picture picture = draw(&def);
        CHECK_INT(picture.w, W * zoom);
        CHECK_INT(picture.h, H * zoom);
        int64_t seen = 0, wrong = 0;
        for (int32_t i = 0; i < picture.w * picture.h; i++)
        {
            const int32_t x = i % picture.w / zoom, row = H - 1 - i / picture.w / zoom;
            const loam_tile tile = tiles[row * W + x];
            const loam_colour colour = loam_tile_colour(world.defs, &view, tile, 0);
            const bool hides = tile.block != LOAM_AIR &&
                               world.defs->materials[tile.block].colours[0].a == 255;
            seen += hides;
            wrong += hides && memcmp(&picture.pixels[i], &colour, sizeof colour) != 0;
        }
        CHECK_RANGE(seen, 10000, 1e9);
        CHECK_INT(wrong, 0);
        free_picture(&picture);
    }
}

/// A place where one biome ends and another begins.
static int64_t find_border(void)
{
    enum
    {
        COUNT = 4096,
        STEP = 16
    };
    static loam_tile_column columns[COUNT];
    CHECK_OK(loam_tile_source_columns(world.source, 0, STEP, COUNT, columns));
    int32_t i = 1;
    while (i < COUNT && columns[i].biome == columns[0].biome)
    {
        i++;
    }
    CHECK(i < COUNT);
    return (int64_t)i * STEP;
}

// Pictures of neighbouring parts fit together: nothing depends on the part that is shown, neither the
// tiles nor the sky.
static void test_parts_fit_together(void)
{
    static const loam_tile_map_scale scales[] = {{1, 1}, {2, 1}, {1, 4}, {1, 16}};
    static const loam_tile_map_layer layers[] = {LOAM_TILE_MAP_BOTH, LOAM_TILE_MAP_BLOCKS,
                                                 LOAM_TILE_MAP_WALLS, LOAM_TILE_MAP_SOLID};
    for (int s = 0; s < 4; s++)
    {
        const int32_t grow = scales[s].shrink;
        loam_tile_map_def def = make_def(find_border() - 40 * grow, -100, 600 * grow, 320 * grow);
        def.scale = scales[s];
        def.layer = layers[s];
        loam_picture whole = draw(&def);
        def.area.x += 120 * grow;
        def.area.y += 20 * grow;
        def.area.w = 300 * grow;
        def.area.h = 280 * grow;
        loam_picture part = draw(&def);
        CHECK_INT(part.w, 300 * scales[s].zoom);
        CHECK_INT(count_differences(&part, &whole, 120 * scales[s].zoom, 20 * scales[s].zoom), 0);
        free_picture(&whole);
        free_picture(&part);
    }
}

// The sky has the colour of its biomes at the horizon and becomes one with that of the default view.
static void test_the_sky_rises(void)
{
    const loam_tile_view view = loam_default_tile_view();
    const int64_t top = view.sky_base + view.sky_height;
    loam_tile_map_def def = make_def(find_border(), top - 100, 200, 200);
    loam_picture picture = draw(&def);
    int64_t high = 0;
    for (int32_t row = 0; row < 200; row++)
    {
        high += memcmp(&picture.pixels[row * 200], &view.sky_high, sizeof(loam_colour)) == 0;
    }
    CHECK_RANGE(high, 100, 120);
    const loam_colour lowest = picture.pixels[199 * 200], highest = picture.pixels[0];
    CHECK_INT(memcmp(&highest, &view.sky_high, sizeof highest), 0);
    CHECK(lowest.r > highest.r + 3);
    free_picture(&picture);
}

static int32_t distance(loam_colour a, loam_colour b)
{
    return abs(a.r - b.r) + abs(a.g - b.g) + abs(a.b - b.b);
}

// In an overview the sky has no beams: its colour changes, but nowhere fast.
static void test_the_sky_changes_slowly(void)
{
    enum
    {
        FAR = 512 / 16 // pixels
    };
    const loam_env env = loam_default_env();
    loam_tile_map_def def = make_def(-60000, 0, 120000, 64);
    def.scale = (loam_tile_map_scale){1, 16};
    map_columns columns;
    CHECK_OK(loam_tile_map_columns_init(&columns, &env, &def, 4));
    int32_t fastest = 0, widest = 0;
    for (int32_t x = FAR; x < columns.sky_count; x++)
    {
        const int32_t near = distance(columns.skies[x], columns.skies[x - FAR]);
        const int32_t far = distance(columns.skies[x], columns.skies[0]);
        fastest = near > fastest ? near : fastest;
        widest = far > widest ? far : widest;
    }
    loam_tile_map_columns_free(&columns, &env);
    CHECK_RANGE(fastest, 1, 20);
    CHECK_RANGE(widest, 30, 255);
}

static void test_threads_change_nothing(void)
{
    if (threads_env.jobs == NULL)
    {
        return;
    }
    for (int32_t layer = 0; layer < LOAM_TILE_MAP_LAYER_COUNT; layer++)
    {
        loam_tile_map_def def = make_def(0, -200, 1100, 600);
        def.layer = (loam_tile_map_layer)layer;
        def.scale.shrink = layer % 2 == 0 ? 1 : 2;
        loam_picture alone = draw(&def);
        loam_picture together = draw_with(&threads_env, &def);
        CHECK_INT(count_differences(&together, &alone, 0, 0), 0);
        free_picture(&alone);
        free_picture(&together);
    }
}

// All pixels are opaque, at every layer and every scale, at sizes that do not divide.
static void test_nothing_is_left_out(void)
{
    for (int32_t i = 0; loam_tile_map_scale_name(i) != NULL; i++)
    {
        loam_tile_map_def def = make_def(7, -90, 131, 77);
        def.scale = loam_tile_map_scale_of(i);
        def.layer = (loam_tile_map_layer)(i % LOAM_TILE_MAP_LAYER_COUNT);
        int64_t w, h, transparent = 0;
        loam_tile_map_size(&def, &w, &h);
        loam_picture picture = draw(&def);
        CHECK_INT(picture.w, w);
        CHECK_INT(picture.h, h);
        CHECK_INT(w, (131 + def.scale.shrink - 1) / def.scale.shrink * def.scale.zoom);
        for (int64_t k = 0; k < w * h; k++)
        {
            transparent += picture.pixels[k].a != 255;
        }
        CHECK_INT(transparent, 0);
        free_picture(&picture);
    }
}

// Borders of chunks are marked, and nothing between them but their names.
static void test_chunks_are_marked(void)
{
    loam_tile_map_def def = make_def(-130, -140, 300, 300);
    loam_picture plain = draw(&def);
    def.layer = LOAM_TILE_MAP_CHUNKS;
    loam_picture marked = draw(&def);
    for (int32_t row = 0; row < 300; row++)
    {
        const int64_t y = -140 + 299 - row;
        for (int32_t column = 0; column < 300; column++)
        {
            const int64_t x = -130 + column, in_x = x & 127, in_y = y & 127;
            const bool line = in_x == 0 || in_y == 0;
            const bool name = in_x >= 3 && in_x < 60 && in_y > 0 && in_y < 16;
            const bool same = same_pixel(&plain, column, row, &marked, column, row);
            CHECK_REPORT(name || same == !line, "tile %d, %d", (int)x, (int)y);
        }
    }
    free_picture(&plain);
    free_picture(&marked);
}

/// How much of a picture's column is of one hue: the mean of red less blue.
static double warmth(const loam_picture *picture, int32_t column)
{
    double sum = 0;
    for (int32_t row = 0; row < picture->h; row++)
    {
        const loam_colour pixel = picture->pixels[row * picture->w + column];
        sum += pixel.r - pixel.b;
    }
    return sum / picture->h;
}

// Where the biome changes so does the colour of the biome layer, by the colours of the definitions.
static void test_biomes_have_their_colours(void)
{
    enum
    {
        COUNT = 400,
        STEP = 256
    };
    loam_tile_column columns[COUNT];
    CHECK_OK(loam_tile_source_columns(world.source, 0, STEP, COUNT, columns));
    int warm = -1, cold = -1; // the biomes with the most and the least red less blue
    double min = 999, max = -999;
    for (int i = 0; i < COUNT; i++)
    {
        const loam_colour colour = world.defs->biomes[columns[i].biome].colour;
        const double value = colour.r - colour.b;
        warm = value > max ? i : warm;
        max = value > max ? value : max;
        cold = value < min ? i : cold;
        min = value < min ? value : min;
    }
    CHECK(max > min + 20);
    loam_tile_map_def def = make_def((int64_t)warm * STEP, -300, 1, 200);
    def.layer = LOAM_TILE_MAP_BIOME;
    loam_picture one = draw(&def);
    def.area.x = (int64_t)cold * STEP;
    loam_picture other = draw(&def);
    CHECK(warmth(&one, 0) > warmth(&other, 0) + 5);
    free_picture(&one);
    free_picture(&other);
}

// The horizon is drawn at the height of the ground.
static void test_the_horizon_is_marked(void)
{
    loam_tile_column column;
    CHECK_OK(loam_tile_source_columns(world.source, 77, 1, 1, &column));
    loam_tile_map_def def = make_def(77, column.surface - 20, 1, 41);
    def.layer = LOAM_TILE_MAP_HEIGHT;
    loam_picture picture = draw(&def);
    const loam_colour line = picture.pixels[picture.h - 20];
    CHECK_INT(line.r + line.g + line.b, 18 + 20 + 28);
    free_picture(&picture);
}

// What cannot be drawn is said before anything grows.
static void test_what_is_refused(void)
{
    const struct
    {
        loam_tile_area area;
        loam_tile_map_scale scale;
        loam_tile_map_layer layer;
        const char *message;
    } cases[] = {
        {{LOAM_TILE_END - 5, 0, 10, 10}, {1, 1}, LOAM_TILE_MAP_BOTH, "within -2^60 to 2^60"},
        {{0, -LOAM_TILE_END - 1, 10, 10}, {1, 1}, LOAM_TILE_MAP_BOTH, "within -2^60 to 2^60"},
        {{0, 0, 0, 10}, {1, 1}, LOAM_TILE_MAP_BOTH, "the map is of 0x10 tiles; must be 1x1 or"},
        {{0, 0, 10000, 10}, {16, 1}, LOAM_TILE_MAP_BOTH, "the map is 160000x160 pixels"},
        {{0, 0, 10, 10}, {5, 1}, LOAM_TILE_MAP_BOTH, "the scale is 5/1; must be 16, 8, 6, 4"},
        {{0, 0, 10, 10}, {2, 2}, LOAM_TILE_MAP_BOTH, "the scale is 2/2; must be"},
        {{0, 0, 10, 10}, {1, 1}, LOAM_TILE_MAP_LAYER_COUNT, "layer is 7; must be 0 to 6"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        const loam_tile_map_def def = {
            .area = cases[i].area, .scale = cases[i].scale, .layer = cases[i].layer};
        CHECK_INT(loam_tile_map_check(&def), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), cases[i].message);
    }
}

static void count_parts(void *user, int64_t parts)
{
    *(int64_t *)user += parts;
}

static void test_all_work_is_told(void)
{
    int64_t parts = 0;
    loam_tile_map_def def = make_def(0, -200, 1100, 600);
    def.progress = count_parts, def.user = &parts;
    loam_picture picture = draw(&def);
    CHECK_INT(parts, loam_tile_map_work(&def));
    CHECK(parts > 1);
    free_picture(&picture);
}

// ---- tiles that somebody else grows ---------------------------------------------------------------

typedef struct filler
{
    int32_t calls, fail_at; // 0: never
    bool too_large;
} filler;

static loam_result fill_instead(void *user, loam_tile_area area, loam_tile *tiles)
{
    filler *const own = user;
    own->calls++;
    own->too_large |= area.w > LOAM_TILE_MAP_FILL_W || area.h > LOAM_TILE_MAP_FILL_H;
    if (own->calls == own->fail_at)
    {
        return loam_fail(LOAM_UNSUPPORTED, "the filler is tired");
    }
    const loam_result result = loam_tile_source_fill(world.source, area, tiles);
    tiles[0].block = tiles[0].block != 1; // shows that these are the ones
    return result;
}

/// Wider and higher than what is asked for at once.
static void test_tiles_may_grow_elsewhere(void)
{
    const loam_tile_map_scale scales[] = {{1, 1}, {1, 8}};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
    {
        loam_tile_map_def def = make_def(-77, -900, LOAM_TILE_MAP_FILL_W + 70,
                                         LOAM_TILE_MAP_FILL_H + 300);
        def.bare = true;
        def.scale = scales[i];
        loam_picture plain, filled;
        static loam_tile_map_figures own, other;
        CHECK_OK(loam_tile_map_draw(&def, &threads_env, &plain, &own));
        filler by = {0};
        def.fill = fill_instead;
        def.fill_user = &by;
        CHECK_OK(loam_tile_map_draw(&def, &threads_env, &filled, &other));
        CHECK_INT(by.calls, 4);
        CHECK(!by.too_large);
        CHECK(own.hash != other.hash);
        // One tile of each part.
        const int64_t differing = count_differences(&filled, &plain, 0, 0);
        CHECK_RANGE(differing, 1, 4);
        free_picture(&plain);
        free_picture(&filled);
    }
}

static void test_samples_are_the_source_s(void)
{
    filler by = {0};
    loam_tile_map_def def = make_def(0, 0, 640, 640);
    def.scale = (loam_tile_map_scale){1, 16};
    def.fill = fill_instead;
    def.fill_user = &by;
    loam_picture picture = draw(&def);
    CHECK_INT(by.calls, 0);
    free_picture(&picture);
}

static void test_a_filler_that_fails_is_heard(void)
{
    filler by = {.fail_at = 2};
    loam_tile_map_def def = make_def(0, 0, LOAM_TILE_MAP_FILL_W + 1, 10);
    loam_picture picture;
    loam_tile_map_figures figures;
    def.fill = fill_instead;
    def.fill_user = &by;
    CHECK_INT(loam_tile_map_draw(&def, &threads_env, &picture, &figures), LOAM_UNSUPPORTED);
    CHECK_TEXT(loam_last_error(), "the filler is tired");
}

int main(void)
{
    alone_env = threads_env = loam_default_env();
    world.defs = malloc(sizeof *world.defs);
    CHECK_OK(loam_tile_defs_init_version(world.defs, LOAM_TILES_VERSION));
    CHECK_OK(loam_tile_source_create(&alone_env, world.defs, 5, &world.source));
    if (has_threads())
    {
        loam_jobs_def jobs = loam_default_jobs_def();
        jobs.threads = 3;
        CHECK_OK(loam_jobs_create(&jobs, &threads_env.jobs));
    }
    RUN_SERIAL(test_scales_are_chosen_by_size);
    RUN_SERIAL(test_tiles_are_where_they_belong);
    RUN_SERIAL(test_parts_fit_together);
    RUN_SERIAL(test_the_sky_rises);
    RUN_SERIAL(test_the_sky_changes_slowly);
    RUN(test_threads_change_nothing);
    RUN_SERIAL(test_nothing_is_left_out);
    RUN_SERIAL(test_chunks_are_marked);
    RUN_SERIAL(test_biomes_have_their_colours);
    RUN_SERIAL(test_the_horizon_is_marked);
    RUN_SERIAL(test_what_is_refused);
    RUN_SERIAL(test_all_work_is_told);
    RUN(test_tiles_may_grow_elsewhere);
    RUN_SERIAL(test_samples_are_the_source_s);
    RUN_SERIAL(test_a_filler_that_fails_is_heard);
    loam_jobs_destroy(threads_env.jobs);
    loam_tile_source_destroy(world.source);
    free(world.defs);
    return CHECK_DONE();
}
