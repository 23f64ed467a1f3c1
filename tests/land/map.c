// SPDX-License-Identifier: MIT
// Maps of the land: every pixel is its place, whatever the frame, the threads and the part shown.
#include "loam/land_map.h"

#include "base/counting.h"
#include "check.h"
#include "loam/jobs.h"
#include "loam/random.h"
#include "tool/threads.h"
#include "water_find.h"

#include <math.h>

static loam_land *land;
static loam_jobs *three_threads; // NULL in a build without threads

static loam_land_map_def make_def(int64_t x, int64_t z, int32_t w, int32_t h, int64_t scale)
{
    loam_land_map_def def = loam_default_land_map_def();
    def.x = x;
    def.z = z;
    def.w = w;
    def.h = h;
    def.scale = scale;
    def.bar = false;
    return def;
}

static loam_picture draw(const loam_land_map_def *def, loam_land_map_figures *figures)
{
    const loam_env env = loam_default_env();
    loam_picture picture = {0};
    CHECK_OK(loam_land_map_draw(land, def, &env, &picture, figures));
    return picture;
}

static void free_picture(loam_picture *picture)
{
    const loam_env env = loam_default_env();
    loam_picture_destroy(&env, picture);
}

/// How many pixels of part differ from those of whole at (x, y).
static int64_t count_differences(const loam_picture *part, const loam_picture *whole, int32_t x,
                                 int32_t y)
{
    int64_t count = 0;
    for (int32_t i = 0; i < part->w * part->h; i++)
    {
        const int32_t column = i % part->w + x, row = i / part->w + y;
        count += memcmp(&part->pixels[i], &whole->pixels[row * whole->w + column],
                        sizeof(loam_colour)) != 0;
    }
    return count;
}

// North is up and the scale is right: a map of one pixel shows the place in its centre, and larger maps show
// the same pixel where that place lies on them.
static void test_a_pixel_is_its_place(void)
{
    static const int64_t scales[] = {1, 16, 300, 4096, 10000};
    for (size_t s = 0; s < sizeof scales / sizeof scales[0]; s++)
    {
        const int64_t scale = scales[s], x = 70000, z = -120000;
        const loam_land_map_def large = make_def(x, z, 25, 18, scale);
        loam_picture whole = draw(&large, NULL);
        for (uint64_t k = 0; k < 3; k++)
        {
            const int32_t column = (int32_t)loam_random_below(9, 2 * k, 25);
            const int32_t row = (int32_t)loam_random_below(9, 2 * k + 1, 18);
            const loam_land_map_def one = make_def(x + (column - 12) * scale, z + (9 - row) * scale,
                                                   1, 1, scale);
            loam_land_map_figures figures;
            loam_picture pixel = draw(&one, &figures);
            CHECK_INT(count_differences(&pixel, &whole, column, row), 0);
            float height;
            const loam_land_area place = {one.x, one.z, scale, 1, 1};
            CHECK_OK(loam_land_fill(land, place, &(loam_land_samples){.height = &height}));
            CHECK(figures.lowest == height && figures.highest == height);
            CHECK_INT(figures.pixels, 1);
            free_picture(&pixel);
        }
        free_picture(&whole);
    }
}

// The layer of heights is brighter on high land than on low land.
static void test_heights_have_their_colours(void)
{
    enum
    {
        W = 120,
        H = 90
    };
    static float heights[W * H];
    loam_land_map_def def = make_def(0, 0, W, H, 10000);
    def.layer = LOAM_MAP_HEIGHT;
    loam_picture picture = draw(&def, NULL);
    const loam_land_area area = {-(W / 2) * 10000, (H / 2 - H + 1) * 10000, 10000, W, H};
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = heights}));
    int64_t seas = 0, blue = 0, lands = 0, warm = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        const loam_colour pixel = picture.pixels[(H - 1 - i / W) * W + i % W];
        seas += heights[i] < -300;
        blue += heights[i] < -300 && pixel.b > pixel.r;
        lands += heights[i] > 100 && heights[i] < 2500;
        warm += heights[i] > 100 && heights[i] < 2500 && pixel.b < pixel.r;
    }
    CHECK_RANGE(seas, 100, W * H);
    CHECK_RANGE(lands, 100, W * H);
    CHECK_RANGE(blue, (double)seas * 0.97, seas);
    CHECK_RANGE(warm, (double)lands * 0.9, lands);
    free_picture(&picture);
}

// Light comes from the north-west: slopes that face it are brighter than those that turn away.
static void test_slopes_are_lit_from_the_north_west(void)
{
    enum
    {
        W = 120,
        H = 90,
        SCALE = 10000
    };
    static float heights[W * H];
    const loam_land_map_def def = make_def(0, 0, W, H, SCALE);
    loam_picture picture = draw(&def, NULL);
    const loam_land_area area = {def.x - W / 2 * SCALE, def.z - (H / 2 - 1) * SCALE, SCALE, W, H};
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = heights}));
    double sums[2] = {0}, counts[2] = {0};
    for (int32_t i = W; i < W * H - W; i++)
    {
        const float east = heights[i + 1] - heights[i - 1], north = heights[i + W] - heights[i - W];
        const bool steep = fabsf(east - north) > 200;
        if (heights[i] > 20 && i % W > 0 && i % W < W - 1 && steep)
        {
            const loam_colour pixel = picture.pixels[(H - 1 - i / W) * W + i % W];
            const int32_t lit = east > north;
            sums[lit] += (double)pixel.r + (double)pixel.g + (double)pixel.b;
            counts[lit]++;
        }
    }
    CHECK(counts[0] > 300 && counts[1] > 300);
    CHECK_RANGE(sums[1] / counts[1] - sums[0] / counts[0], 40, 400);
    free_picture(&picture);
}

static void check_quarters(loam_land_map_def def)
{
    const int32_t w = def.w, h = def.h;
    loam_picture whole = draw(&def, NULL);
    for (int32_t k = 0; k < 4; k++)
    {
        loam_land_map_def part = def;
        part.w = w / 2;
        part.h = h / 2;
        part.x = def.x + (k % 2 * part.w + part.w / 2 - w / 2) * def.scale;
        part.z = def.z + (h / 2 - k / 2 * part.h - part.h / 2) * def.scale;
        loam_picture quarter = draw(&part, NULL);
        CHECK_REPORT(count_differences(&quarter, &whole, k % 2 * part.w, k / 2 * part.h) == 0,
                     "layer %s at %d m: quarter %d differs", loam_map_layer_name(def.layer),
                     (int)def.scale, (int)k);
        free_picture(&quarter);
    }
    free_picture(&whole);
}

// Where the river nearest to a place that carries so much comes to the sea: on the coarse graph, and then beside that
// on the finest.
static loam_river_point mouth_near(loam_land *in, int64_t x, int64_t z, float min_flow)
{
    enum
    {
        ROOM = 1 << 14
    };
    static loam_river_point points[ROOM];
    loam_land_river_def def = loam_default_land_river_def();
    loam_river_point mouth = {.x = 8 * x, .z = 8 * z};
    def.min_flow = min_flow;
    for (int32_t coarse = 1; coarse >= 0; coarse--)
    {
        int32_t count = 0;
        loam_river_end end = LOAM_RIVER_BUFFER_FULL;
        def.x = mouth.x / 8;
        def.z = mouth.z / 8;
        def.coarse = coarse == 1;
        CHECK_OK(loam_land_river(in, &def, points, ROOM, &count, &end));
        CHECK_INT(end, LOAM_RIVER_SEA);
        mouth = points[count > 0 ? count - 1 : 0];
    }
    return mouth;
}

// Four maps laid side by side are the large map, pixel by pixel, in every layer.
static void test_quarters_make_the_whole(void)
{
    static const int64_t scales[] = {4096, 700, 24, 3};
    for (int32_t layer = 0; layer < LOAM_MAP_LAYER_COUNT; layer += CHECK_SANITIZED ? 3 : 1)
    {
        loam_land_map_def def = make_def(30000, 1000, 60, 44, scales[layer % 4]);
        def.layer = (loam_map_layer)layer;
        def.roads = true;
        check_quarters(def);
    }
    // Woods and single trees, and a river that comes to the sea.
    check_quarters(make_def(-560000, -244000, 60, 44, 1));
    check_quarters(make_def(-560000, -244000, 60, 44, 16));
    const loam_river_point mouth = mouth_near(land, 0, 0, 100);
    check_quarters(make_def(mouth.x / 8, mouth.z / 8, 60, 44, 4));
    // More than one tile, and borders of tiles within the quarters.
    check_quarters(make_def(-500000, 0, 1034, 268, 5000));
}

static void test_threads_change_nothing(void)
{
    if (three_threads == NULL)
    {
        return;
    }
    loam_land_def with = loam_default_land_def();
    with.seed = 5;
    with.env.jobs = three_threads;
    loam_land *other;
    CHECK_OK(loam_land_create(&with, &other));
    const int64_t coarsest = CHECK_RACES ? 40 : 4000; // where there is less to grow
    for (int64_t scale = 40; scale <= coarsest; scale *= 100)
    {
        const loam_land_map_def def = make_def(9000, 9000, 120, 90, scale);
        loam_land_map_figures alone, together;
        loam_picture a = draw(&def, &alone), b = {0};
        CHECK_OK(loam_land_map_draw(other, &def, &with.env, &b, &together));
        CHECK_INT(count_differences(&b, &a, 0, 0), 0);
        CHECK_U64(together.hash, alone.hash);
        CHECK_INT(memcmp(&together, &alone, sizeof alone), 0);
        free_picture(&a);
        loam_picture_destroy(&with.env, &b);
    }
    loam_land_destroy(other);
}

enum
{
    COAST_W = 16,      // places along a side
    COAST_STEP = 8192, // metres between them
    COAST_FINE = 16,   // finer samples from one place to the next
};

/// A square of places with both land and sea, with its heights at coarse steps.
static loam_land_area find_coast(float *heights)
{
    loam_land_area area = {0, 0, COAST_STEP, COAST_W, COAST_W};
    for (int32_t k = 0; k < 400; k++)
    {
        area.x = (int64_t)(k % 20 - 10) * COAST_W * COAST_STEP;
        area.z = (int64_t)(k / 20 - 10) * COAST_W * COAST_STEP;
        CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = heights}));
        int32_t dry = 0;
        for (int32_t i = 0; i < COAST_W * COAST_W; i++)
        {
            dry += heights[i] > 0;
        }
        if (dry > COAST_W * COAST_W / 3 && dry < COAST_W * COAST_W * 2 / 3)
        {
            return area;
        }
    }
    CHECK_REPORT(false, "there is no coast in 400 squares");
    return area;
}

// Land stays land when one comes nearer: at the same places, finer maps have the same coasts.
static void test_scales_agree_on_coasts(void)
{
    enum
    {
        FINE_W = COAST_W * COAST_FINE
    };
    static float coarse[COAST_W * COAST_W], fine[FINE_W * FINE_W];
    loam_land_area area = find_coast(coarse);
    area.step = COAST_STEP / COAST_FINE;
    area.w = area.h = FINE_W;
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = fine}));
    int32_t same = 0;
    for (int32_t i = 0; i < COAST_W * COAST_W; i++)
    {
        const int32_t p = i / COAST_W * COAST_FINE * FINE_W + i % COAST_W * COAST_FINE;
        same += (fine[p] > 0) == (coarse[i] > 0);
    }
    CHECK_RANGE(same, COAST_W * COAST_W * 0.9, COAST_W * COAST_W);
}

static void refuse(const loam_land_map_def *def, const char *part)
{
    const loam_env env = loam_default_env();
    loam_picture picture;
    CHECK_INT(loam_land_map_draw(land, def, &env, &picture, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), part);
    CHECK(picture.pixels == NULL);
}

// Whether a sample and those around it, up to so many away, are under water: next to no shore for 1.
static bool is_open_water(const float *water, const float *height, int32_t w, int32_t h, int32_t at,
                          int32_t around)
{
    const int32_t column = at % w, row = at / w, side = 2 * around + 1;
    bool wet = column >= around && row >= around && column < w - around && row < h - around;
    for (int32_t k = 0; k < side * side && wet; k++)
    {
        const int32_t n = at + (k / side - around) * w + k % side - around;
        wet = water[n] > height[n];
    }
    return wet;
}

// Where a river comes to the sea its colour has become the sea's: no pixel of the one differs much from one
// of the other beside it.
static void test_rivers_fade_into_the_sea(void)
{
    enum
    {
        W = 256,
        H = 256,
        SCALE = 2
    };
    static float water[W * H], height[W * H];
    const loam_river_point mouth = mouth_near(land, 0, 0, 100);
    const loam_land_map_def def = make_def(mouth.x / 8, mouth.z / 8, W, H, SCALE);
    loam_picture picture = draw(&def, NULL);
    const loam_land_area area = {def.x - W / 2 * SCALE, def.z - (H / 2 - 1) * SCALE, SCALE, W, H};
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = height, .water = water}));
    int32_t mouths = 0;
    for (int32_t i = 0; i < W * H - W; i++)
    {
        const int32_t beside[] = {i + 1, i + W};
        for (int32_t k = 0; k < 2; k++)
        {
            const int32_t n = beside[k];
            if ((water[i] == 0) != (water[n] == 0) && is_open_water(water, height, W, H, i, 1) &&
                is_open_water(water, height, W, H, n, 1))
            {
                const loam_colour a = picture.pixels[(H - 1 - i / W) * W + i % W];
                const loam_colour b = picture.pixels[(H - 1 - n / W) * W + n % W];
                mouths++;
                CHECK_RANGE((int)a.r - (int)b.r, -20, 20);
                CHECK_RANGE((int)a.g - (int)b.g, -20, 20);
            }
        }
    }
    CHECK(mouths >= 5);
    free_picture(&picture);
}

// A wide river is one water with its sea: off the shores, where lighter rims are, there is no line between
// them that is seen, however closely one looks.
static int32_t check_wide_mouth(loam_land *wide, const loam_river_point *mouth, int64_t scale)
{
    enum
    {
        SIDE = 220,
        APART = 24, // pixels, too far for a short ramp between two colours to hide them
        OFF = 10    // pixels from shores
    };
    static float water[SIDE * SIDE], height[SIDE * SIDE];
    const loam_env env = loam_default_env();
    const loam_land_map_def def = make_def(mouth->x / 8, mouth->z / 8, SIDE, SIDE, scale);
    loam_picture picture;
    CHECK_OK(loam_land_map_draw(wide, &def, &env, &picture, NULL));
    const loam_land_area area = {def.x - SIDE / 2 * scale, def.z - (SIDE / 2 - 1) * scale, scale,
                                 SIDE, SIDE};
    CHECK_OK(loam_land_fill(wide, area, &(loam_land_samples){.height = height, .water = water}));
    int32_t mouths = 0;
    for (int32_t k = 0; k < 4 * SIDE * SIDE; k++)
    {
        const int32_t ways[] = {APART, -APART, SIDE * APART, -SIDE * APART};
        const int32_t i = k / 4, n = i + ways[k % 4]; // where the river may come from
        const bool inside = n >= 0 && n < SIDE * SIDE;
        if (inside && water[i] == 0 && water[n] > 0 &&
            is_open_water(water, height, SIDE, SIDE, i, OFF) &&
            is_open_water(water, height, SIDE, SIDE, n, OFF))
        {
            const loam_colour a = picture.pixels[(SIDE - 1 - i / SIDE) * SIDE + i % SIDE];
            const loam_colour b = picture.pixels[(SIDE - 1 - n / SIDE) * SIDE + n % SIDE];
            mouths++;
            CHECK_RANGE((int)a.r - (int)b.r, -9, 9);
            CHECK_RANGE((int)a.g - (int)b.g, -9, 9);
        }
    }
    loam_picture_destroy(&env, &picture);
    return mouths;
}

static void test_wide_rivers_are_one_water_with_the_sea(void)
{
    loam_land *const wide = make_land(find_windows[0].seed);
    found_place places[2];
    CHECK_INT(find_large_mouths(wide, &find_windows[0], places, 1), 1);
    const loam_river_point mouth = mouth_near(wide, places[0].x, places[0].z, 8000);
    CHECK(check_wide_mouth(wide, &mouth, 2) >= 1000);
    CHECK(check_wide_mouth(wide, &mouth, 8) >= 200);
    loam_land_destroy(wide);
}

// Where the end is depends on the size: the message says how far out is accepted, and so far out it is.
static void refuse_beyond_the_end(void)
{
    const loam_env env = loam_default_env();
    loam_picture picture;
    long long far_x = 0, far_z = 0;
    loam_land_map_def def = make_def(LOAM_LAND_END, 0, 5, 9, 10000);
    refuse(&def, "over the end of the land; at this size and scale x must be within ");
    const char *range = strstr(loam_last_error(), "x must be within ");
    CHECK(range != NULL &&
          sscanf(range, "x must be within %lld m of 0 and z within %lld", &far_x, &far_z) == 2);
    def = make_def(far_x, -far_z, 5, 9, 10000);
    CHECK_OK(loam_land_map_draw(land, &def, &env, &picture, NULL));
    loam_picture_destroy(&env, &picture);
    def = make_def(far_x + 1, 0, 5, 9, 10000);
    refuse(&def, "over the end of the land");
    def = make_def(0, -far_z - 1, 5, 9, 10000);
    refuse(&def, "over the end of the land");
    def = make_def(0, INT64_MIN, 5, 5, 1);
    refuse(&def, "over the end of the land");
}

static void test_what_is_not_accepted(void)
{
    loam_land_map_def def = make_def(0, 0, 0, 5, 1);
    refuse(&def, "0 x 5 pixels; sides must be 1 to 65536");
    def = make_def(0, 0, 65537, 5, 1);
    refuse(&def, "65537 x 5");
    def = make_def(0, 0, 65536, 65536, 1);
    refuse(&def, "at most 268435456 pixels");
    def = make_def(0, 0, 5, 5, 0);
    refuse(&def, "the scale is 0 metres a pixel; must be 1 to 10000");
    def = make_def(0, 0, 5, 5, 10001);
    refuse(&def, "the scale is 10001");
    refuse_beyond_the_end();
    def = make_def(0, 0, 5, 5, 1);
    def.layer = LOAM_MAP_LAYER_COUNT;
    refuse(&def, "the layer is 8; must be 0 to 7");
}

// Maps can be drawn far out, and there they are of the land there.
static void test_far_from_the_origin(void)
{
    const int64_t far = (int64_t)1 << 45;
    for (int64_t scale = 2; scale <= 2000; scale *= 1000)
    {
        check_quarters(make_def(far, -far + 12345, 30, 24, scale));
        const loam_land_map_def def = make_def(far, -far, 8, 8, scale);
        const loam_land_map_def beside = make_def(far + 2000000, -far, 8, 8, scale);
        loam_land_map_figures a, b;
        loam_picture one = draw(&def, &a), other = draw(&beside, &b);
        CHECK(a.hash != b.hash);
        free_picture(&one);
        free_picture(&other);
    }
}

/// Pixels of a column that two pictures show differently.
static int64_t count_column(const loam_picture *a, const loam_picture *b, int32_t column)
{
    int64_t count = 0;
    for (int32_t row = 0; row < a->h; row++)
    {
        const size_t p = (size_t)row * (size_t)a->w + (size_t)column;
        count += memcmp(&a->pixels[p], &b->pixels[p], sizeof a->pixels[p]) != 0;
    }
    return count;
}

// Grid, bar and names are drawn on top: some pixels change, most do not, and the figures never. Not every map
// has a name that finds room, but one of a few has.
static void test_what_stands_on_the_map(void)
{
    enum
    {
        W = 300,
        H = 220
    };
    int64_t named = 0;
    for (int32_t k = 0; k < 10 && named == 0; k++)
    {
        const loam_land_map_def def = make_def((int64_t)k * 800000, 0, W, H, 2048);
        loam_land_map_figures plain, decorated;
        loam_picture bare = draw(&def, &plain);
        for (int32_t what = k == 0 ? 0 : 2; what < 3; what++)
        {
            loam_land_map_def more = def;
            more.grid = what == 0;
            more.bar = what == 1;
            more.names = what == 2;
            loam_picture picture = draw(&more, &decorated);
            const int64_t changed = count_differences(&picture, &bare, 0, 0);
            named += what == 2 ? changed : 0;
            CHECK_RANGE(changed, what == 2 ? 0 : 200, W * H / 3);
            CHECK_INT(memcmp(&plain, &decorated, sizeof plain), 0);
            free_picture(&picture);
        }
        free_picture(&bare);
    }
    CHECK_RANGE(named, 200, W * H / 3);
}

// A line near the right border has its label on the left: the pixels behind it are as they were.
static void test_labels_of_the_grid_stay_inside(void)
{
    enum
    {
        W = 300,
        H = 120
    };
    loam_land_map_def def = make_def(0, 0, W, H, 4096);
    loam_picture bare = draw(&def, NULL);
    def.grid = true;
    loam_picture ruled = draw(&def, NULL);
    int64_t first = W; // column of the last line
    while (first > 0 && count_column(&ruled, &bare, (int32_t)--first) < H - 20)
    {
    }
    // The same map, so much narrower that 20 columns are left behind that line.
    free_picture(&bare);
    free_picture(&ruled);
    def.grid = false;
    def.w = (int32_t)(W - 2 * (W - first - 20));
    bare = draw(&def, NULL);
    def.grid = true;
    ruled = draw(&def, NULL);
    CHECK(count_column(&ruled, &bare, def.w - 20) >= H - 20);
    for (int32_t column = def.w - 19; column < def.w; column++)
    {
        CHECK_RANGE(count_column(&ruled, &bare, column), 0, 3); // the lines across
    }
    free_picture(&bare);
    free_picture(&ruled);
}

// Rivers take about as much of the land on a map of a continent as on one of the world.
static void test_rivers_are_as_dense_at_every_scale(void)
{
    double densest = 0, sparsest = 1;
    for (int64_t scale = 1024; scale <= 10000; scale = scale < 4096 ? 4096 : scale + 5904)
    {
        const loam_land_map_def def = make_def(-440000, -160000, 240, 160, scale);
        loam_land_map_figures figures;
        loam_picture picture = draw(&def, &figures);
        const double share = (double)figures.river / (double)(figures.land + 1);
        densest = share > densest ? share : densest;
        sparsest = share < sparsest ? share : sparsest;
        free_picture(&picture);
    }
    CHECK(sparsest > 0);
    CHECK_RANGE(densest, sparsest, 4 * sparsest);
}

// Every pixel is painted, and counted once.
static void test_every_pixel_counts(void)
{
    const loam_land_map_def def = make_def(0, 0, 90, 70, 4096);
    loam_land_map_figures figures;
    loam_picture picture = draw(&def, &figures);
    int64_t transparent = 0, biomes = 0;
    for (int32_t i = 0; i < picture.w * picture.h; i++)
    {
        transparent += picture.pixels[i].a != 255;
    }
    for (int32_t i = 0; i < LOAM_MAX_LAND_BIOMES; i++)
    {
        biomes += figures.biomes[i];
    }
    CHECK_INT(transparent, 0);
    CHECK_INT(biomes, 90 * 70);
    CHECK_INT(figures.pixels, 90 * 70);
    CHECK_RANGE(figures.land, 0, 90 * 70);
    free_picture(&picture);
}

typedef struct witness
{
    int32_t calls, last, of, stop_at;
} witness;

static bool watch(void *user, int32_t rows, int32_t of)
{
    witness *w = user;
    CHECK(rows >= w->last);
    w->last = rows;
    w->of = of;
    return ++w->calls != w->stop_at;
}

static void test_progress_is_told_and_stops(void)
{
    loam_land_map_def def = make_def(0, 0, 1030, 270, 9000);
    witness w = {0};
    def.progress = watch;
    def.user = &w;
    loam_picture picture = draw(&def, NULL);
    CHECK_INT(w.last, 270);
    CHECK_INT(w.of, 270);
    CHECK_RANGE(w.calls, 4, 1000);
    free_picture(&picture);

    counting counter;
    const loam_env env = counting_env(&counter);
    w = (witness){.stop_at = 2};
    CHECK_INT(loam_land_map_draw(land, &def, &env, &picture, NULL), LOAM_CANCELLED);
    CHECK_CONTAINS(loam_last_error(), "of 270 rows");
    CHECK_INT(w.calls, 2);
    CHECK_INT(counter.blocks, 0);
}

// Whichever allocation fails, the result says so and nothing leaks.
static void test_memory_runs_out(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    loam_land_map_def def = make_def(0, 0, 80, 60, 1);
    def.names = def.grid = def.bar = true;
    loam_picture picture;
    CHECK_OK(loam_land_map_draw(land, &def, &env, &picture, NULL));
    loam_picture_destroy(&env, &picture);
    CHECK_INT(counter.blocks, 0);
    const int64_t all = counter.asked;
    CHECK_RANGE(all, 4, 1000);
    for (int64_t k = 1; k <= all; k++)
    {
        counter.asked = 0;
        counter.refuse_at = k;
        CHECK_INT(loam_land_map_draw(land, &def, &env, &picture, NULL), LOAM_OUT_OF_MEMORY);
        CHECK(picture.pixels == NULL);
        CHECK_INT(counter.blocks, 0);
    }
}

int main(void)
{
    loam_land_def def = shared_land_def();
    def.seed = 5;
    CHECK_OK(loam_land_create(&def, &land));
    if (has_threads())
    {
        loam_jobs_def jobs = loam_default_jobs_def();
        jobs.threads = 2;
        CHECK_OK(loam_jobs_create(&jobs, &three_threads));
    }
    CHECK_TEXT(loam_map_layer_name(LOAM_MAP_ATLAS), "map");
    CHECK_TEXT(loam_map_layer_name(LOAM_MAP_LAYER_COUNT), "?");
    RUN_SERIAL(test_a_pixel_is_its_place);
    RUN_SERIAL(test_heights_have_their_colours);
    RUN_SERIAL(test_slopes_are_lit_from_the_north_west);
    RUN_UNSANITIZED(test_quarters_make_the_whole);
    RUN(test_threads_change_nothing);
    RUN_UNSANITIZED(test_scales_agree_on_coasts);
    RUN_UNSANITIZED(test_rivers_fade_into_the_sea);
    RUN_UNSANITIZED(test_wide_rivers_are_one_water_with_the_sea);
    RUN_SERIAL(test_what_is_not_accepted);
    RUN_UNSANITIZED(test_far_from_the_origin);
    RUN_UNSANITIZED(test_what_stands_on_the_map);
    RUN_SERIAL(test_labels_of_the_grid_stay_inside);
    RUN_UNSANITIZED(test_rivers_are_as_dense_at_every_scale);
    RUN_SERIAL(test_every_pixel_counts);
    RUN_SERIAL(test_progress_is_told_and_stops);
    RUN_SERIAL(test_memory_runs_out);
    loam_land_destroy(land);
    loam_jobs_destroy(three_threads);
    return CHECK_DONE();
}
