// SPDX-License-Identifier: MIT
// A place has the same values whatever area it is asked in, and whatever else is asked of it: over a whole
// land with rivers, lakes and coasts, at steps of every level of the graph. LOAM_SOAK looks at many more
// places.
#include "water_find.h"

enum
{
    SIDE = 90,
    COUNT = SIDE * SIDE,
    FLOATS = 11,
    WINDOWS = 5, // of each area
};

static const char *const names[FLOATS] = {"height", "water",    "base", "temperature",
                                          "rain",   "humidity", "soil", "ruggedness",
                                          "coast",  "flow",     "river"};

// All that can be asked of an area.
typedef struct area_answers
{
    float floats[FLOATS][COUNT];
    float weights[LOAM_BIOME_COUNT * COUNT];
    uint8_t biome[COUNT];
} area_answers;

// Asks for what has its bit in `wanted`: the floats, the weights, the biome.
static void fill(loam_land *land, loam_land_area area, uint32_t wanted, area_answers *out)
{
    float *floats[FLOATS];
    for (int32_t k = 0; k < FLOATS; k++)
    {
        floats[k] = wanted >> k & 1 ? out->floats[k] : NULL;
    }
    const loam_land_samples samples = {
        .height = floats[0],
        .water = floats[1],
        .base = floats[2],
        .temperature = floats[3],
        .rain = floats[4],
        .humidity = floats[5],
        .soil = floats[6],
        .ruggedness = floats[7],
        .coast = floats[8],
        .flow = floats[9],
        .river = floats[10],
        .weights = wanted >> FLOATS & 1 ? out->weights : NULL,
        .biome = wanted >> (FLOATS + 1) & 1 ? out->biome : NULL,
    };
    CHECK_OK(loam_land_fill(land, area, &samples));
}

// Reports the first place of a window that has another value than in the whole.
static void compare(const float *a, loam_land_area whole, const float *b, loam_land_area part,
                    const char *name)
{
    const int64_t i0 = (part.x - whole.x) / whole.step, j0 = (part.z - whole.z) / whole.step;
    for (int32_t p = 0; p < part.w * part.h; p++)
    {
        const float *there = a + (j0 + p / part.w) * whole.w + i0 + p % part.w;
        if (memcmp(there, b + p, sizeof *b) != 0)
        {
            CHECK_REPORT(false, "step %d: %s at %lld, %lld is %.9g or %.9g", (int)part.step, name,
                         (long long)(part.x + p % part.w * part.step),
                         (long long)(part.z + p / part.w * part.step), (double)*there,
                         (double)b[p]);
            return;
        }
    }
}

static void compare_all(const area_answers *a, loam_land_area whole, const area_answers *b,
                        loam_land_area part, uint32_t wanted)
{
    for (int32_t k = 0; k < FLOATS; k++)
    {
        if (wanted >> k & 1)
        {
            compare(a->floats[k], whole, b->floats[k], part, names[k]);
        }
    }
    for (int32_t k = 0; k < LOAM_BIOME_COUNT && wanted >> FLOATS & 1; k++)
    {
        compare(a->weights + (size_t)k * (size_t)(whole.w * whole.h), whole,
                b->weights + (size_t)k * (size_t)(part.w * part.h), part,
                loam_biome_name((loam_biome)k));
    }
    const int64_t i0 = (part.x - whole.x) / whole.step, j0 = (part.z - whole.z) / whole.step;
    for (int32_t j = 0; j < part.h && wanted >> (FLOATS + 1) & 1; j++)
    {
        CHECK(memcmp(a->biome + (j0 + j) * whole.w + i0, b->biome + j * part.w, (size_t)part.w) ==
              0);
    }
}

// Numbers one after the other.
typedef struct dice
{
    uint64_t seed, thrown;
} dice;

static int32_t below(dice *random, int32_t limit)
{
    return (int32_t)loam_random_below(random->seed, random->thrown++, (uint32_t)limit);
}

/// Samples of rivers and of the sea that were looked at.
typedef struct seen_water
{
    int32_t rivers, sea;
} seen_water;

static seen_water seen;

static void count_water(const area_answers *in)
{
    const float *const height = in->floats[0], *const water = in->floats[1],
                       *const river = in->floats[FLOATS - 1];
    for (int32_t i = 0; i < COUNT; i++)
    {
        seen.rivers += river[i] < 0 && height[i] < water[i] ? 1 : 0;
        seen.sea += water[i] == 0 && height[i] < 0 ? 1 : 0;
    }
}

static void check_place(loam_land *land, dice *random, int64_t x, int64_t z, int64_t step,
                        area_answers *a, area_answers *b)
{
    const uint32_t all = ((uint32_t)1 << (FLOATS + 2)) - 1;
    const loam_land_area whole = {
        .x = x - SIDE / 2 * step, .z = z - SIDE / 2 * step, .step = step, .w = SIDE, .h = SIDE};
    fill(land, whole, all, a);
    count_water(a);
    for (int32_t k = 0; k < check_cases(WINDOWS, 3); k++)
    {
        const int32_t i = below(random, SIDE), j = below(random, SIDE);
        const loam_land_area part = {.x = whole.x + i * step,
                                     .z = whole.z + j * step,
                                     .step = step,
                                     .w = 1 + below(random, SIDE - i),
                                     .h = 1 + below(random, SIDE - j)};
        const uint32_t wanted = k == 0 ? all : (uint32_t)below(random, (int32_t)all + 1);
        fill(land, part, wanted, b);
        compare_all(a, whole, b, part, wanted);
    }
}

static loam_land *open_land;

/// The land of a seed, which stays until another one is asked for: what it has grown need not grow again.
static loam_land *land_of(uint64_t seed)
{
    static uint64_t its_seed;
    if (open_land == NULL || its_seed != seed)
    {
        loam_land_destroy(open_land);
        loam_land_def def = loam_default_land_def();
        def.seed = its_seed = seed;
        CHECK_OK(loam_land_create(&def, &open_land));
    }
    return open_land;
}

static void check_land(uint64_t seed, const int64_t (*places)[2], size_t place_count,
                       const int64_t *steps, size_t step_count)
{
    loam_land *const land = land_of(seed);
    dice random = {.seed = seed};
    area_answers *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    for (size_t p = 0; p < place_count; p++)
    {
        for (size_t s = 0; s < step_count; s += (size_t)check_every())
        {
            // Somewhere near, so that samples lie differently on control points.
            const int64_t x = places[p][0] + below(&random, 200),
                          z = places[p][1] + below(&random, 200);
            check_place(land, &random, x, z, steps[s], a, b);
        }
    }
    free(a);
    free(b);
}

static bool is_lake(const water_view *view, int32_t cell)
{
    return view->lake[cell] > 0;
}

// The mouth of the river nearest to a place, a lake near that, and a place beside.
static void find_places(int64_t places[3][2])
{
    enum
    {
        ROOM = 4096,
    };
    static loam_river_point points[ROOM];
    loam_land *const land = land_of(3);
    const loam_land_river_def def = {.x = -120000, .z = -100000, .min_flow = 100};
    int32_t count;
    loam_river_end end;
    CHECK_OK(loam_land_river(land, &def, points, ROOM, &count, &end));
    CHECK_INT(end, LOAM_RIVER_SEA);
    const found_place mouth = {points[count - 1].x / 8, points[count - 1].z / 8};
    found_place lakes[2];
    water_view view = view_around(land, 2, mouth);
    CHECK_INT(find_in(&view, 2, is_lake, 1, lakes, 0, 1), 1);
    free_view(&view);
    const found_place found[3] = {mouth, lakes[0], {mouth.x, mouth.z + 2048}};
    for (int32_t i = 0; i < 3; i++)
    {
        places[i][0] = found[i].x;
        places[i][1] = found[i].z;
    }
}

// On the finest graph: a coast with a river, a lake, the land beside.
static void test_fine_steps(void)
{
    int64_t places[3][2];
    static const int64_t steps[] = {1, 3, 8, 15, 16, 32};
    find_places(places);
    seen = (seen_water){0};
    check_land(3, (const int64_t(*)[2])places, (size_t)check_cases(3, 2), steps, 6);
    printf("%d samples of rivers, %d of the sea\n", seen.rivers, seen.sea);
    CHECK(seen.rivers > 1000 && seen.sea > 1000);
}

static void test_middle_steps(void)
{
    int64_t places[3][2];
    static const int64_t steps[] = {33, 100, 255, 256, 512};
    find_places(places);
    seen = (seen_water){0};
    check_land(3, (const int64_t(*)[2])places, (size_t)check_cases(2, 1), steps, 5);
    CHECK(seen.rivers > 100 && seen.sea > 1000);
}

static void test_coarse_steps(void)
{
    static const int64_t places[][2] = {{-115308, -90810}, {((int64_t)1 << 45) + 77, -12345}};
    static const int64_t steps[] = {513, 1000, 4096, 20000, 65536};
    check_land(3, places, 2, steps, 5);
}

// Where the sea is a cell or two of a coarser graph, which mouths open.
static void test_mouths(void)
{
    static const int64_t steps[2][2] = {{600, 4000}, {100, 300}};
    static const find_window windows[2] = {{42, -1, -1}, {6, -1, -1}};
    for (int32_t level = 0; level < 2; level++)
    {
        loam_land *const land = land_of(windows[level].seed);
        found_place large[3], mouths[FIND_MOST_LOOKS];
        int32_t count = 0;
        if (level == 0)
        {
            water_view view = view_pages(land, 0, -1, -1, 3, 3);
            count = find_in(&view, 0, is_narrow_mouth, 1, mouths, 0, 1);
            free_view(&view);
        }
        else
        {
            const int32_t ends = find_large_mouths(land, &windows[level], large, 2);
            count = find_around(land, large, ends, is_narrow_mouth, 1, mouths, 0);
        }
        CHECK(count >= 1);
        const int64_t place[1][2] = {{mouths[0].x, mouths[0].z}};
        check_land(windows[level].seed, place, 1, steps[level], 2);
    }
}

static void test_places_anywhere(void)
{
    static const int64_t steps[][3] = {{1, 7, 20}, {40, 300, 500}, {600, 5000, 30000}};
    const int32_t count = getenv("LOAM_SOAK") != NULL ? 60 : 1;
    for (int32_t i = 0; i < count; i++)
    {
        for (int32_t level = 0; level < 3; level++)
        {
            const uint64_t at = (uint64_t)(3 * i + level);
            const int64_t place[1][2] = {{loam_random_range(17, at, -3000000, 3000000),
                                          loam_random_range(18, at, -3000000, 3000000)}};
            check_land(19 + (uint64_t)i, place, 1, steps[level], 3);
        }
    }
}

int main(void)
{
    RUN(test_fine_steps);
    RUN(test_middle_steps);
    RUN(test_coarse_steps);
    RUN_UNSANITIZED(test_mouths);
    RUN_UNSANITIZED(test_places_anywhere);
    loam_land_destroy(open_land);
    return CHECK_DONE();
}
