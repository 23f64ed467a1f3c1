// SPDX-License-Identifier: MIT
// Rivers as people ask for them: they arrive, are cut at the buffer, widen; and the land around them: no dry
// strips along pages, as much sea as was asked for.
#include "water_find.h"

#include "land/water/curves.h"

// From anywhere a river leads to the sea or into a basin, across all pages on the way.
static void test_rivers_arrive(void)
{
    enum
    {
        ROOM = 65536
    };
    loam_river_point *points = malloc(ROOM * sizeof *points);
    int32_t seas = 0, basins = 0, none = 0;
    loam_land *land = make_land(3);
    const int32_t count_rivers = getenv("LOAM_SOAK") != NULL ? 100 : 4;
    for (uint64_t i = 0; i < (uint64_t)count_rivers; i++)
    {
        const int64_t x = loam_random_range(5, 2 * i, -900000, 900000);
        const int64_t z = loam_random_range(5, 2 * i + 1, -900000, 900000);
        int32_t count = 0;
        loam_river_end end = LOAM_RIVER_BUFFER_FULL;
        const loam_result result = loam_land_river(
            land, &(loam_land_river_def){.x = x, .z = z, .min_flow = 50, .coarse = true}, points,
            ROOM, &count, &end);
        CHECK(result == LOAM_OK || result == LOAM_NOT_FOUND);
        check_course_down(points, count);
        CHECK(result != LOAM_OK || end != LOAM_RIVER_BUFFER_FULL);
        seas += result == LOAM_OK && end == LOAM_RIVER_SEA;
        basins += result == LOAM_OK && end == LOAM_RIVER_LAKE;
        none += result != LOAM_OK;
    }
    CHECK(seas >= 1);
    CHECK_INT(seas + basins + none, count_rivers);
    loam_land_destroy(land);
    free(points);
}

// A buffer that is too small holds the river's beginning.
static void test_a_river_is_cut_at_the_buffer(void)
{
    loam_land *land = make_land(3);
    loam_river_point few[5], many[400];
    int32_t count = 0, whole = 0;
    loam_river_end end;
    CHECK_OK(loam_land_river(
        land, &(loam_land_river_def){.x = -860000, .z = -1400000, .min_flow = 100, .coarse = true},
        many, 400, &whole, &end));
    CHECK(whole > 10);
    CHECK_OK(loam_land_river(
        land, &(loam_land_river_def){.x = -860000, .z = -1400000, .min_flow = 100, .coarse = true},
        few, 5, &count, &end));
    CHECK_INT(count, 5);
    CHECK_INT(end, LOAM_RIVER_BUFFER_FULL);
    for (int32_t i = 0; i < 5; i++)
    {
        CHECK(few[i].x == many[i].x && few[i].z == many[i].z && few[i].flow == many[i].flow);
    }
    CHECK_INT(loam_land_river(
                  land,
                  &(loam_land_river_def){.x = INT64_MAX, .z = 0, .min_flow = 1, .coarse = true},
                  few, 5, &count, &end),
              LOAM_BAD_ARGUMENT);
    loam_land_destroy(land);
}

// Rivers are as many along the borders of pages as between them.
static void test_borders_are_not_dry(void)
{
    int64_t at_border = 0, border_cells = 0, inside = 0, inside_cells = 0;
    const bool soak = getenv("LOAM_SOAK") != NULL;
    for (uint64_t seed = 1; seed <= (soak ? 20 : 2); seed++)
    {
        loam_land *land = make_land(seed);
        for (int32_t level = 0; level < LOAM_LAND_LEVELS; level++)
        {
            const int32_t pages = soak || level == 0 ? 4 : 3;
            water_view view = view_pages(land, level, -1, -1, level == 0 ? pages / 2 : pages,
                                         level == 0 ? pages / 2 : pages);
            const float much = 6 * loam_land_figures(level).cell_km2;
            for (int32_t i = 0; i < view.count; i++)
            {
                const int32_t c = i % view.window.w % LOAM_GRAPH_SIDE;
                const int32_t r = i / view.window.w % LAND_ROWS;
                const bool border = c == 0 || r == 0 || c == LOAM_GRAPH_SIDE - 1 ||
                                    r == LAND_ROWS - 1;
                const bool dry = (int32_t)view.kind[i] != LAND_SEA;
                border_cells += dry && border;
                inside_cells += dry && !border;
                at_border += dry && border && view.flow[i] >= much;
                inside += dry && !border && view.flow[i] >= much;
            }
            free_view(&view);
        }
        loam_land_destroy(land);
    }
    const double share = (double)at_border / (double)border_cells;
    const double usual = (double)inside / (double)inside_cells;
    CHECK_RANGE(usual, 0.05, 0.5);
    CHECK_RANGE(share / usual, 0.85, 1.15);
}

static double share_of_sea(float wanted, uint64_t seed)
{
    enum
    {
        PAGES = 5
    };
    loam_land_def def = shared_land_def();
    def.seed = seed;
    def.shape.sea = wanted;
    def.shape.continent_km = 500;
    loam_land *land;
    CHECK_OK(loam_land_create(&def, &land));
    const land_window window = {.w = PAGES * LOAM_GRAPH_SIDE, .h = PAGES * LAND_ROWS};
    const int32_t raw = loam_pipeline_stage_index(land->pipeline, "land0.raw");
    float *height = malloc((size_t)window.w * (size_t)window.h * sizeof *height);
    land_pinned_pages pinned;
    CHECK_OK(loam_land_pinned_pages_get(&pinned, &land->env, land->pipeline, raw, &window));
    CHECK_OK(loam_land_window_gather(&window, loam_land_source_of_pinned(&pinned),
                                     offsetof(land_raw, height), height));
    int64_t sea = 0;
    for (int32_t i = 0; i < window.w * window.h; i++)
    {
        sea += height[i] < 0;
    }
    loam_land_pinned_pages_release(&pinned);
    loam_land_destroy(land);
    free(height);
    return (double)sea / (window.w * window.h);
}

// There is about as much sea as the shape says.
static void test_the_share_of_the_sea(void)
{
    static const float wanted[] = {0.3f, 0.6f, 0.8f};
    for (int32_t k = 0; k < 3; k++)
    {
        CHECK_NEAR(0.5 * (share_of_sea(wanted[k], 1) + share_of_sea(wanted[k], 2)), wanted[k], 0.1);
    }
}

// A river is never narrower further down, where more flows and the water stands lower; it widens to an
// estuary without a step, and what no tide reaches is as wide as its flow alone says.
static void test_rivers_widen_towards_the_sea(void)
{
    for (float flow = 2; flow < 4e6f; flow *= 1.5f)
    {
        const float inland = loam_land_river_width(flow, 100, 0);
        float before = inland;
        for (float water = 40; water > -1; water -= 0.125f)
        {
            const float width = loam_land_river_width(flow, water, 0);
            CHECK(width >= before && width <= LAND_WIDEST_RIVER);
            CHECK(width >= loam_land_river_width(flow / 1.5f, water, 0));
            CHECK(width - before <= 0.15f * inland);
            before = width;
        }
        CHECK(before >= 2 * inland || before == LAND_WIDEST_RIVER);
    }
}

// An arm of a delta is as wide as what runs in it says, by the sea hardly wider.
static void test_arms_keep_their_width(void)
{
    for (float flow = 2; flow < 4e6f; flow *= 1.5f)
    {
        for (float arm = 0.05f; arm <= 1; arm += 0.05f)
        {
            const float inland = loam_land_river_width(flow, 100, arm);
            const float mouth = loam_land_river_width(flow, 0, arm);
            CHECK(inland == loam_land_river_width(arm * flow, 100, 0));
            CHECK(mouth >= inland && mouth <= 1.2f * inland);
            CHECK(mouth < loam_land_river_width(flow, 0, 0) || mouth >= 0.9f * LAND_WIDEST_RIVER);
        }
    }
}

// How many lines touch an area, and a sum over them that does not depend on their order.
typedef struct line_sum
{
    loam_land_area area;
    int32_t count;
    uint64_t sum;
} line_sum;

static loam_result add_line(void *user, const loam_land_line *line)
{
    line_sum *of = user;
    const loam_land_area *area = &of->area;
    const int64_t left = area->x * 8, right = left + (area->w - 1) * area->step * 8;
    const int64_t low = area->z * 8, high = low + (area->h - 1) * area->step * 8;
    const int64_t wide = (int64_t)(4 * fmaxf(line->width0, line->width1));
    if ((line->x0 < line->x1 ? line->x0 : line->x1) - wide <= right &&
        (line->x0 > line->x1 ? line->x0 : line->x1) + wide >= left &&
        (line->z0 < line->z1 ? line->z0 : line->z1) - wide <= high &&
        (line->z0 > line->z1 ? line->z0 : line->z1) + wide >= low)
    {
        of->count++;
        of->sum += loam_seed_at((uint64_t)line->x0, line->z0, line->x1, line->z1);
    }
    return LOAM_OK;
}

/// Where small areas are asked for, of a level: their low corners lie in w x h metres from (x, z) on.
typedef struct asked_parts
{
    int32_t level, count;
    int64_t x, z;
    int32_t w, h;
    int32_t side_m; // of the largest, from edge to edge
    int32_t around_m;
} asked_parts;

// An area has all lines that touch it: those that a far larger one has of it, wherever pages begin.
static void check_parts(loam_land *land, const asked_parts *asked)
{
    const int32_t side = asked->w > asked->h ? asked->w : asked->h;
    const loam_land_area whole = {.x = asked->x - asked->around_m,
                                  .z = asked->z - asked->around_m,
                                  .step = (side + asked->side_m + 2 * asked->around_m) / 2,
                                  .w = 3,
                                  .h = 3};
    int32_t lines = 0;
    for (int32_t i = 0; i < asked->count; i++)
    {
        const uint64_t random = loam_random_u64(7, (uint64_t)i);
        const loam_land_area part = {.x = asked->x + loam_random_below(random, 0, asked->w),
                                     .z = asked->z + loam_random_below(random, 1, asked->h),
                                     .step = 1 + loam_random_below(random, 2, asked->side_m),
                                     .w = 2,
                                     .h = 2};
        line_sum found = {.area = part}, expected = {.area = part};
        CHECK_OK(loam_land_lines(land, asked->level, part, 0, add_line, &found));
        CHECK_OK(loam_land_lines(land, asked->level, whole, 0, add_line, &expected));
        CHECK_INT(found.count, expected.count);
        CHECK(found.sum == expected.sum);
        lines += found.count;
    }
    CHECK_RANGE(lines, 20 * asked->count, 1000000);
}

static void test_an_area_has_the_lines_that_touch_it(void)
{
    loam_land *land = make_land(loam_default_land_def().seed);
    check_parts(land, &(asked_parts){.level = 1,
                                     .count = check_cases(24, 6),
                                     .x = 2930000,
                                     .z = 880000,
                                     .w = 50000,
                                     .h = 50000,
                                     .side_m = 9000,
                                     .around_m = 30000});
    loam_land_destroy(land);
}

// A mouth as wide as any: the bank of a river may be further from where it runs than the river's cell is
// wide.
static void test_an_area_has_the_wide_rivers_that_touch_it(void)
{
    loam_land_def def = shared_land_def();
    def.seed = 4;
    def.shape.rain = 4;
    def.shape.continent_km = 2000;
    loam_land *land = NULL;
    CHECK_OK(loam_land_create(&def, &land));
    check_parts(land, &(asked_parts){.level = 2,
                                     .count = check_cases(64, 8),
                                     .x = 487400,
                                     .z = -121300,
                                     .w = 700,
                                     .h = 20,
                                     .side_m = 16,
                                     .around_m = 3000});
    loam_land_destroy(land);
}

/// Lines that were seen, and those of brooks that end as wide rivers.
typedef struct seen_wedges
{
    int32_t lines, wedges;
} seen_wedges;

static loam_result look_for_wedge(void *user, const loam_land_line *line)
{
    seen_wedges *const seen = user;
    seen->lines++;
    seen->wedges += line->flow1 > 100 && line->flow0 < 0.02f * line->flow1 ? 1 : 0;
    return LOAM_OK;
}

// On the coarse graph an arm joins the way of its cell behind that one's beginning: what is before that is no
// part of it. Around the forks near large mouths.
static void test_brooks_do_not_end_as_rivers(void)
{
    seen_wedges seen = {0};
    for (int32_t p = 0; p < FIND_WINDOWS; p += check_every())
    {
        found_place mouths[3], forks[FIND_MOST_LOOKS];
        loam_land *land = make_land(find_windows[p].seed);
        const int32_t ends = find_large_mouths(land, &find_windows[p], mouths, 2);
        const int32_t count = find_around(land, mouths, ends, is_fork, 16384, forks, 0);
        for (int32_t i = 0; i < count; i++)
        {
            const loam_land_area area = {forks[i].x - 10000, forks[i].z - 10000, 500, 40, 40};
            CHECK_OK(loam_land_lines(land, 1, area, 1, look_for_wedge, &seen));
        }
        loam_land_destroy(land);
    }
    CHECK(seen.lines > check_sample(1000));
    CHECK_INT(seen.wedges, 0);
}

static void test_bad_shapes_are_refused(void)
{
    loam_land_def def = shared_land_def();
    def.shape.sea = 0.95f;
    loam_land *land = NULL;
    CHECK_INT(loam_land_create(&def, &land), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "sea of the land's shape is 0.95");
    CHECK(land == NULL);
}

int main(void)
{
    RUN(test_rivers_arrive);
    RUN(test_a_river_is_cut_at_the_buffer);
    RUN_UNSANITIZED(test_borders_are_not_dry);
    RUN_UNSANITIZED(test_the_share_of_the_sea);
    RUN(test_rivers_widen_towards_the_sea);
    RUN(test_arms_keep_their_width);
    RUN(test_an_area_has_the_lines_that_touch_it);
    RUN_UNSANITIZED(test_an_area_has_the_wide_rivers_that_touch_it);
    RUN(test_brooks_do_not_end_as_rivers);
    RUN(test_bad_shapes_are_refused);
    return CHECK_DONE();
}
