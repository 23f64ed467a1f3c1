// SPDX-License-Identifier: MIT
// Roads as lines: dry at every level, around the lakes of their cells, and there whatever flow is asked for.
#include "land/basis/lakes.h"
#include "land/water/road_lines.h"
#include "loam/maths.h"
#include "loam/random.h"
#include "road_places.h"

/// What the lines of roads in a square are checked against: the surface, and lakes of the level and coarser
/// ones.
typedef struct dry_check
{
    loam_land *land;
    int32_t level;
    int32_t pieces[LOAM_LAND_LEVELS], at_sea[LOAM_LAND_LEVELS], rivers[LOAM_LAND_LEVELS];
    water_view views[LOAM_LAND_LEVELS];
} dry_check;

// Whether a place (1/8 m) lies in a lake of a level's cells.
static bool in_lake(const dry_check *check, int32_t level, int64_t x, int64_t z)
{
    const water_view *const view = &check->views[level];
    const int64_t cell_8 = loam_land_cell_size(level) * 8;
    const double unit = (double)LOAM_GRAPH_CELL / (double)cell_8;
    const double ux = (double)(x - view->window.column * cell_8) * unit;
    const double uz = (double)(z - view->window.row / LAND_ROWS * LOAM_GRAPH_SIDE * cell_8) * unit;
    bool inside = false;
    for (int32_t i = 0; i < view->count && !inside; i++)
    {
        const float dx = (float)(ux - view->x[i]), dz = (float)(uz - view->z[i]);
        const float radius = view->lake[i];
        if (radius > 0 && dx * dx + dz * dz < radius * radius)
        {
            const land_lake_shape shape = land_lake_shape_of(
                check->land->seed, level, view->window.column + i % view->window.w,
                view->window.row + i / view->window.w);
            inside = land_lake_distance(&shape, dx, dz, radius) < 0;
        }
    }
    return inside;
}

static loam_result check_dry_line(void *user, const loam_land_line *line)
{
    static const int64_t steps[LOAM_LAND_LEVELS] = {1024, 64, 16};
    dry_check *const check = user;
    if (line->kind != LOAM_LINE_ROAD)
    {
        return LOAM_OK;
    }
    float height, water, river;
    const loam_land_area area = {
        .x = line->x1 / 8, .z = line->z1 / 8, .step = steps[check->level], .w = 1, .h = 1};
    const loam_land_samples samples = {.height = &height, .water = &water, .river = &river};
    CHECK_OK(loam_land_fill(check->land, area, &samples));
    bool lake = false;
    for (int32_t level = 0; level <= check->level; level++)
    {
        lake = lake || in_lake(check, level, line->x1, line->z1);
    }
    const bool wet = water > LOAM_LAND_DRY && height < water;
    check->pieces[check->level]++;
    check->at_sea[check->level] += wet && river > 0 ? 1 : 0;
    check->rivers[check->level] += wet && river <= 0 && !lake ? 1 : 0;
    CHECK(!lake);
    return LOAM_OK;
}

// All roads of a page.
static void check_dry_page(dry_check *check, int32_t level, int64_t page_x, int64_t page_z)
{
    const int64_t page_m = loam_land_cell_size(level) * LOAM_GRAPH_SIDE;
    const loam_land_area area = {
        .x = page_x * page_m, .z = page_z * page_m, .step = page_m / 1024, .w = 1024, .h = 1024};
    check->level = level;
    for (int32_t l = 0; l <= level; l++)
    {
        const int64_t finer = (int64_t)1 << (4 * (level - l));
        const int64_t x = loam_floor_div(page_x, finer), z = loam_floor_div(page_z, finer);
        check->views[l] = view_pages(check->land, l, x - 1, z - 1, 3, 3);
    }
    CHECK_OK(loam_land_lines(check->land, level, area, 1e9f, check_dry_line, check));
    for (int32_t l = 0; l <= level; l++)
    {
        free_view(&check->views[l]);
    }
}

// Along the road from a cell of level 0, at all levels: to pages that have it.
static void check_dry_levels(dry_check *check, int32_t level, int64_t page_x, int64_t page_z,
                             uint64_t salt)
{
    check_dry_page(check, level, page_x, page_z);
    water_view view = view_pages(check->land, level, page_x, page_z, 1, 1);
    int32_t tries = 0, found = 0;
    for (uint64_t k = 0; tries < LAND_CELLS && found < check_sample(2) && level < 2; k++, tries++)
    {
        const int32_t i = (int32_t)loam_random_range(salt, k, 0, view.count - 1);
        if (view.road[i] > 0)
        {
            check_dry_levels(
                check, level + 1, page_x * 16 + loam_floor_div(view.x[i], LOAM_GRAPH_PAGE / 16),
                page_z * 16 + loam_floor_div(view.z[i], LOAM_GRAPH_PAGE / 16), salt + k);
            found++;
        }
    }
    free_view(&view);
}

static void test_roads_stay_dry(void)
{
    // From the low corner of a place on, a page with roads.
    static const int32_t page[PLACES][2] = {{2, 0}, {1, 0}, {0, 0}, {2, 0}, {1, 1}};
    int32_t pieces[LOAM_LAND_LEVELS] = {0}, at_sea[LOAM_LAND_LEVELS] = {0};
    for (int32_t p = 0; p < PLACES; p += place_step())
    {
        dry_check check = {.land = make_land(places[p].seed)};
        check_dry_levels(&check, 0, places[p].page_x + page[p][0], places[p].page_z + page[p][1],
                         7);
        loam_land_destroy(check.land);
        for (int32_t level = 0; level < LOAM_LAND_LEVELS; level++)
        {
            printf("level %d: %d pieces of roads, %d at sea, %d in rivers\n", level,
                   check.pieces[level], check.at_sea[level], check.rivers[level]);
            pieces[level] += check.pieces[level];
            at_sea[level] += check.at_sea[level];
        }
    }
    CHECK(pieces[0] > 500 && pieces[1] > check_sample(500) && pieces[2] > check_sample(500));
    // Where cells are 32 km wide, the end of a road may lie beyond a coast that is known by cells alone.
    CHECK((double)at_sea[0] < 0.01 * pieces[0]);
    CHECK_INT(at_sea[1], 0);
    CHECK_INT(at_sea[2], 0);
}

static loam_result count_line(void *user, const loam_land_line *line)
{
    int32_t *const counts = user;
    counts[line->kind]++;
    CHECK(line->kind != LOAM_LINE_ROAD || (line->x0 != line->x1 || line->z0 != line->z1));
    return LOAM_OK;
}

// Whatever flow is asked for, roads are there; and they are lines of some length.
static void test_roads_are_lines(void)
{
    loam_land *land = make_land(1);
    int32_t some[3] = {0}, all[3] = {0};
    const loam_land_area area = {.x = -1000000, .z = -1000000, .step = 4096, .w = 512, .h = 512};
    CHECK_OK(loam_land_lines(land, 0, area, 1e9f, count_line, some));
    CHECK_OK(loam_land_lines(land, 0, area, 100, count_line, all));
    CHECK_INT(some[LOAM_LINE_RIVER], 0);
    CHECK(all[LOAM_LINE_RIVER] > 100);
    CHECK_INT(some[LOAM_LINE_ROAD], all[LOAM_LINE_ROAD]);
    CHECK(all[LOAM_LINE_ROAD] > 100);
    loam_land_destroy(land);
}

// A cell with a lake and a road from one neighbour to another, or to one alone, on a plain lattice.
static void check_bend(int32_t ways, float radius)
{
    enum
    {
        SIDE = 9,
        MIDDLE = SIDE / 2 * SIDE + SIDE / 2,
        UNITS = LOAM_GRAPH_CELL * 16,
    };
    int32_t x[SIDE * SIDE], z[SIDE * SIDE];
    uint8_t kind[SIDE * SIDE], receiver[SIDE * SIDE], branch[SIDE * SIDE];
    float road[SIDE * SIDE], zero[SIDE * SIDE] = {0};
    float lake[SIDE * SIDE] = {0};
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        x[i] = (i % SIDE) * UNITS + (i / SIDE % 2) * UNITS / 2;
        z[i] = i / SIDE * (UNITS * 7 / 8);
        kind[i] = LAND_DRY_LAND;
        receiver[i] = branch[i] = LAND_NO_DIRECTION;
        road[i] = i == MIDDLE ? (float)ways : 0;
    }
    lake[MIDDLE] = radius;
    const land_curve_cells cells = {.window = {.w = SIDE, .h = SIDE},
                                    .x = x,
                                    .z = z,
                                    .kind = kind,
                                    .receiver = receiver,
                                    .lake = lake,
                                    .flow = zero,
                                    .water = zero,
                                    .branch = branch,
                                    .arm = zero};
    land_road_piece pieces[LAND_ROAD_PIECES];
    const int32_t count = loam_land_road_pieces(&cells, road, MIDDLE, 128, pieces);
    CHECK(count >= LAND_ROAD_STEPS);
    for (int32_t i = 0; i < count; i++)
    {
        const double dx = 0.5 * (pieces[i].x0 + pieces[i].x1) - x[MIDDLE];
        const double dz = 0.5 * (pieces[i].z0 + pieces[i].z1) - z[MIDDLE];
        CHECK_RANGE(sqrt(dx * dx + dz * dz), 16.0 * (double)radius, 0.62 * UNITS);
    }
}

static void test_lines_bend_around_the_lake_of_a_cell(void)
{
    for (int32_t ways = 1; ways < 1 << LAND_DIRECTIONS; ways++)
    {
        check_bend(ways, 430);
        check_bend(ways, 150);
    }
}

int main(void)
{
    RUN(test_roads_stay_dry);
    RUN(test_lines_bend_around_the_lake_of_a_cell);
    RUN(test_roads_are_lines);
    return CHECK_DONE();
}
