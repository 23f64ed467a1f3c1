// SPDX-License-Identifier: MIT
// Things stand where they may: on dry ground that is not too steep, beside roads and rivers, apart from each other.
#include "wood.h"

enum
{
    SIDE = 384, // m of a window
    ROAD_SIDE = 128,
    ROAD_PLACES = 24,
    ROAD_GAP = 60,   // pieces of roads from one place to the next
    ROAD_BORDER = 4, // m from a border of pages, whose other side has to know of the road, too
    CLIFF_SEED = 7,
    CLIFF_X = -372608,
    CLIFF_Z = -89440,
};

/// Woods of oaks and pines, pines alone, and a river between wooded banks.
static const struct
{
    uint64_t seed;
    int64_t x, z;
} windows[] = {{7, -300000, -60000}, {3, -300000, -60000}, {7, -407904, -70904}};

enum
{
    WINDOWS = sizeof windows / sizeof windows[0]
};

static wood list, coarse;

static loam_land_things_area window_area(int32_t i)
{
    return (loam_land_things_area){windows[i].x - SIDE / 2, windows[i].z - SIDE / 2, SIDE, SIDE};
}

static double metres(int64_t at)
{
    return (double)at / LOAM_SCATTER_ONE;
}

/// The water there, as a walker sees it, is none, and the ground is where the thing says.
static void check_ground(loam_land *land, const loam_land_thing *thing)
{
    const double x = metres(thing->x), z = metres(thing->z);
    float height = 0, water = 0, river = 0;
    CHECK_OK(loam_land_height(land, x, z, &height));
    CHECK_OK(loam_land_water(land, x, z, &water));
    CHECK_OK(loam_land_river_distance(land, x, z, &river));
    CHECK(thing->y == height);
    CHECK(water == LOAM_LAND_DRY);
    CHECK(river > 0.0f);
}

/// Rise per metre over 4 m, across the thing.
static void check_slope(loam_land *land, const loam_land_thing *thing)
{
    const double x = metres(thing->x), z = metres(thing->z);
    float east = 0, west = 0, north = 0, south = 0;
    CHECK_OK(loam_land_height(land, x + 2, z, &east));
    CHECK_OK(loam_land_height(land, x - 2, z, &west));
    CHECK_OK(loam_land_height(land, x, z + 2, &north));
    CHECK_OK(loam_land_height(land, x, z - 2, &south));
    const float slope = hypotf(east - west, north - south) / 4;
    // None stay at a slope of 0.95, no boulders at 1.2; slopes there are those between samples.
    CHECK_REPORT(slope < (thing->kind == LOAM_THING_BOULDER ? 1.3f : 1.05f),
                 "%s at a slope of %.2f", loam_thing_kind_name((loam_thing_kind)thing->kind),
                 (double)slope);
}

static void test_things_stand_on_dry_ground(void)
{
    size_t found = 0;
    for (int32_t i = 0; i < check_cases(WINDOWS, 1); i++)
    {
        loam_land *const land = wood_land(windows[i].seed);
        loam_land_things *const things = wood_things(land, NULL);
        wood_find(things, window_area(i), 0, &list);
        for (size_t k = 0; k < list.count; k++)
        {
            check_ground(land, &list.things[k]);
            check_slope(land, &list.things[k]);
            CHECK(list.things[k].size > 0.0f && list.things[k].size < 40.0f);
            CHECK(list.things[k].radius > 0.0f && list.things[k].radius <= 2.75f);
        }
        found += list.count;
        loam_land_things_destroy(things);
        loam_land_destroy(land);
    }
    CHECK(found > 300);
}

static void check_apart(const loam_land_thing *a, const loam_land_thing *b)
{
    const double dx = metres(a->x - b->x), dz = metres(a->z - b->z);
    const double apart = (double)a->radius + (double)b->radius;
    CHECK(dx * dx + dz * dz >= apart * apart);
}

/// The window has nine pages and more, so borders are among it.
static void test_things_do_not_overlap(void)
{
    loam_land *const land = wood_land(windows[0].seed);
    loam_land_things *const things = wood_things(land, NULL);
    wood_find(things, window_area(0), 0, &list);
    for (size_t i = 0; i < list.count; i++)
    {
        for (size_t k = 0; k < i; k++)
        {
            check_apart(&list.things[i], &list.things[k]);
            CHECK(list.things[i].id != list.things[k].id);
        }
    }
    CHECK(list.count > 100);
    loam_land_things_destroy(things);
    loam_land_destroy(land);
}

/// But for heights, which are those of steps of 4 m.
static void check_same(const loam_land_thing *fine, const loam_land_thing *far)
{
    CHECK(fine->x == far->x && fine->z == far->z && fine->id == far->id);
    CHECK(fine->size == far->size && fine->turn == far->turn && fine->rank == far->rank);
    CHECK(fine->kind == far->kind && fine->radius == far->radius);
    CHECK(fabsf(fine->y - far->y) < 2.0f);
}

/// Every level has exactly those of level 0 whose rank it takes.
static void test_levels_are_parts_of_each_other(void)
{
    loam_land *const land = wood_land(windows[0].seed);
    loam_land_things *const things = wood_things(land, NULL);
    wood_find(things, window_area(0), 0, &list);
    wood_sort(&list);
    for (int32_t level = 1; level < LOAM_THINGS_LEVELS; level++)
    {
        size_t at = 0;
        wood_find(things, window_area(0), level, &coarse);
        wood_sort(&coarse);
        for (size_t i = 0; i < list.count; i++)
        {
            if (list.things[i].rank < loam_land_things_max_rank(level) && at < coarse.count)
            {
                check_same(&list.things[i], &coarse.things[at++]);
            }
        }
        CHECK_INT(at, coarse.count);
        CHECK(coarse.count > 0);
    }
    loam_land_things_destroy(things);
    loam_land_destroy(land);
}

static float distance_to(const loam_land_line *line, const loam_land_thing *thing)
{
    const double x0 = (double)line->x0 / 8, z0 = (double)line->z0 / 8;
    const double dx = (double)line->x1 / 8 - x0, dz = (double)line->z1 / 8 - z0;
    const double x = metres(thing->x) - x0, z = metres(thing->z) - z0;
    const double k = fmin(fmax((x * dx + z * dz) / (dx * dx + dz * dz), 0), 1);
    return (float)hypot(x - k * dx, z - k * dz);
}

/// Pieces of roads, far enough from each other to be in different places.
typedef struct road_places
{
    int64_t at[ROAD_PLACES][2];
    int32_t seen, count;
} road_places;

static bool is_at_border(int64_t at)
{
    const double off = fabs(remainder((double)at / 8, LOAM_THINGS_PAGE));
    return off > 0.5 && off < ROAD_BORDER;
}

static loam_result find_road(void *user, const loam_land_line *line)
{
    road_places *const found = user;
    const bool is_at = is_at_border(line->x0) || is_at_border(line->z0);
    if (line->kind == LOAM_LINE_ROAD && (found->seen++ % ROAD_GAP == 0 || is_at))
    {
        found->at[found->count][0] = line->x0 / 8;
        found->at[found->count++][1] = line->z0 / 8;
    }
    return found->count < ROAD_PLACES ? LOAM_OK : LOAM_CANCELLED;
}

static int32_t beside_roads; // things that stand within 10 m of one

static loam_result check_road(void *user, const loam_land_line *line)
{
    const wood *const all = user;
    for (size_t i = 0; i < all->count && line->kind == LOAM_LINE_ROAD; i++)
    {
        const float away = distance_to(line, &all->things[i]);
        CHECK(away >= 3.49f + all->things[i].radius);
        beside_roads += away < 10.0f;
    }
    return LOAM_OK;
}

static void test_roads_are_free(void)
{
    static road_places places;
    loam_land *const land = wood_land(7);
    loam_land_things *const things = wood_things(land, NULL);
    const loam_land_area around = {-420000, -80000, 256, 96, 96};
    (void)loam_land_lines(land, 2, around, 1e30f, find_road, &places);
    for (int32_t i = 0; i < places.count; i++)
    {
        const int64_t x = places.at[i][0] - ROAD_SIDE / 2, z = places.at[i][1] - ROAD_SIDE / 2;
        wood_find(things, (loam_land_things_area){x, z, ROAD_SIDE, ROAD_SIDE}, 0, &list);
        CHECK_OK(loam_land_lines(land, 2, (loam_land_area){x, z, 1, ROAD_SIDE, ROAD_SIDE}, 1e30f,
                                 check_road, &list));
    }
    CHECK_INT(places.count, ROAD_PLACES);
    CHECK(beside_roads > 20);
    loam_land_things_destroy(things);
    loam_land_destroy(land);
}

/// Trees, bushes and boulders, as many as there can be, leave a wooded cliff bare.
static void test_cliffs_are_bare(void)
{
    loam_land_things_def def = loam_default_land_things_def();
    loam_land_things *things = NULL;
    def.land = wood_land(CLIFF_SEED);
    def.trees = def.bushes = def.boulders = 4;
    CHECK_OK(loam_land_things_create(&def, &things));
    const loam_land_things_area area = {CLIFF_X - SIDE / 2, CLIFF_Z - SIDE / 2, SIDE, SIDE};
    wood_find(things, area, 0, &list);
    for (size_t i = 0; i < list.count; i++)
    {
        check_slope(def.land, &list.things[i]);
    }
    CHECK(list.count > 100);
    loam_land_things_destroy(things);
    loam_land_destroy(def.land);
}

static void test_bad_questions_are_refused(void)
{
    loam_land *const land = wood_land(1);
    loam_land_things_def def = loam_default_land_things_def();
    loam_land_things *things = (loam_land_things *)&def;
    CHECK_INT(loam_land_things_create(&def, &things), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "def.land");
    CHECK(things == NULL);
    def.land = land;
    def.bushes = 5;
    CHECK_INT(loam_land_things_create(&def, &things), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "bushes is 5; must be 0 to 4");
    things = wood_things(land, NULL);
    const loam_land_things_area empty = {0, 0, 0, 1}, far = {LOAM_THINGS_END, 0, 1, 1};
    CHECK_INT(loam_land_things_find(things, empty, 0, wood_take, &list), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "0 x 1 m; must be 1 to 1048576");
    CHECK_INT(loam_land_things_find(things, far, 0, wood_take, &list), LOAM_BAD_ARGUMENT);
    CHECK_INT(
        loam_land_things_find(things, (loam_land_things_area){0, 0, 1, 1}, 4, wood_take, &list),
        LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "level of things is 4; must be 0 to 3");
    loam_land_things_destroy(things);
    loam_land_things_destroy(NULL);
    loam_land_destroy(land);
}

enum
{
    MAP_STEP = 16, // m
    MAP_SIDE = 1024,
    MAP_ROW = MAP_SIDE / MAP_STEP
};

static float woods[MAP_ROW * MAP_ROW];
static uint8_t biomes[MAP_ROW * MAP_ROW];

/// Trees to a square of the map where it says between two shares.
static double trees_where(const loam_land_things_area *area, float low, float high)
{
    int32_t squares = 0, trees = 0;
    for (int32_t i = 0; i < MAP_ROW * MAP_ROW; i++)
    {
        squares += woods[i] >= low && woods[i] <= high;
    }
    for (size_t i = 0; i < list.count; i++)
    {
        const int32_t x = (int32_t)(metres(list.things[i].x) - (double)area->x) / MAP_STEP,
                      z = (int32_t)(metres(list.things[i].z) - (double)area->z) / MAP_STEP;
        const float share = woods[z * MAP_ROW + x];
        trees += loam_thing_is_tree((loam_thing_kind)list.things[i].kind) && share >= low &&
                 share <= high;
    }
    CHECK_REPORT(squares > 100, "%d squares between %.2f and %.2f", (int)squares, (double)low,
                 (double)high);
    return (double)trees / squares;
}

/// The map says the same of a place in another area and at another step.
static void check_parts_of_the_map(loam_land_things *things, loam_land_area area)
{
    uint8_t some[64];
    float part[64];
    for (int64_t step = 1; step <= 4; step *= 2)
    {
        for (int32_t i = 0; i < 64; i++)
        {
            some[i] = biomes[(3 + i / 8 * step) * MAP_ROW + 5 + i % 8 * step];
        }
        const loam_land_area within = {area.x + 5 * MAP_STEP, area.z + 3 * MAP_STEP,
                                       step * MAP_STEP, 8, 8};
        CHECK_OK(loam_land_things_tree_cover(things, within, some, part));
        for (int32_t i = 0; i < 64; i++)
        {
            CHECK(part[i] == woods[(3 + i / 8 * step) * MAP_ROW + 5 + i % 8 * step]);
        }
    }
}

/// In groves of grassland and in clearings of a forest.
static void test_the_map_of_woods_tells_where_trees_are(void)
{
    static const struct
    {
        int64_t x, z;
        float few, many;
    } places[2] = {{-300512, -60512, 0.05f, 0.25f}, {-88736, -81360, 0.6f, 0.95f}};
    for (int32_t i = 0; i < 2; i++)
    {
        loam_land *const land = wood_land(3);
        loam_land_things *const things = wood_things(land, NULL);
        const loam_land_things_area window = {places[i].x, places[i].z, MAP_SIDE, MAP_SIDE};
        const loam_land_area area = {window.x, window.z, MAP_STEP, MAP_ROW, MAP_ROW};
        CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.biome = biomes}));
        CHECK_OK(loam_land_things_tree_cover(things, area, biomes, woods));
        wood_find(things, window, 0, &list);
        const double few = trees_where(&window, 0, places[i].few),
                     many = trees_where(&window, places[i].many, 1);
        CHECK_REPORT(many > 4 * few, "%.2f trees a square in woods, %.2f beside", many, few);
        check_parts_of_the_map(things, area);
        loam_land_things_destroy(things);
        loam_land_destroy(land);
    }
}

int main(void)
{
    RUN(test_things_stand_on_dry_ground);
    RUN_UNSANITIZED(test_things_do_not_overlap);
    RUN(test_levels_are_parts_of_each_other);
    RUN_UNSANITIZED(test_roads_are_free);
    RUN_UNSANITIZED(test_cliffs_are_bare);
    RUN(test_bad_questions_are_refused);
    RUN(test_the_map_of_woods_tells_where_trees_are);
    return CHECK_DONE();
}
