// SPDX-License-Identifier: MIT
// A place lies in the cell whose site is nearest.
#include "check.h"
#include "graph_world.h"

enum
{
    POINTS = 170000, // for each of six distributors: a million
    AROUND = 8,      // lattice cells that are looked through
    SIDE = 64 + 2 * AROUND,
    ROWS = 72 + 2 * AROUND,
};

// The sites of 2 x 2 pages and those around them.
static loam_graph_point sites[SIDE * ROWS];

// The index of the nearest site, the first of several.
static int32_t find_nearest(loam_graph_point place, int32_t column, int32_t row)
{
    int64_t best = INT64_MAX;
    int32_t found = -1;
    for (int32_t j = row - AROUND; j <= row + AROUND; j++)
    {
        for (int32_t i = column - AROUND; i <= column + AROUND; i++)
        {
            const loam_graph_point site = sites[j * SIDE + i];
            const int64_t dx = site.x - place.x, dz = site.z - place.z;
            const int64_t distance = dx * dx + dz * dz;
            found = distance < best ? j * SIDE + i : found;
            best = distance < best ? distance : best;
        }
    }
    return found;
}

static void check_points(loam_distributor distributor, int64_t page_x, int64_t page_z,
                         uint64_t first, uint64_t end)
{
    graph_world world = graph_world_make(distributor, 0, (size_t)64 << 20);
    const int32_t rows = loam_graph_rows(distributor);
    loam_graph_sites(distributor, graph_world_sites_seed(), page_x * 32 - AROUND,
                     page_z * rows - AROUND, SIDE, 2 * rows + 2 * AROUND, sites);
    int32_t wrong = 0;
    for (uint64_t i = first; i < end; i++)
    {
        const int64_t x = loam_random_below(i, 0, 2 * LOAM_GRAPH_PAGE);
        const int64_t z = loam_random_below(i, 1, 2 * LOAM_GRAPH_PAGE);
        const loam_graph_point place = {page_x * LOAM_GRAPH_PAGE + x, page_z * LOAM_GRAPH_PAGE + z};
        int64_t found_x, found_z;
        int32_t cell;
        if (loam_graph_locate(world.graph, place, &found_x, &found_z, &cell) != LOAM_OK)
        {
            wrong++;
            continue;
        }
        const int64_t column = (found_x - page_x) * 32 + cell % 32 + AROUND;
        const int64_t row = (found_z - page_z) * rows + cell / 32 + AROUND;
        wrong += row * SIDE + column !=
                 find_nearest(place, (int32_t)(x / LOAM_GRAPH_CELL) + AROUND,
                              (int32_t)(z * rows / LOAM_GRAPH_PAGE) + AROUND);
    }
    CHECK_INT(wrong, 0);
    graph_world_free(&world);
}

static void test_a_million_places_lie_in_the_nearest_cell(void)
{
    for (int d = 0; d < LOAM_DISTRIBUTOR_COUNT; d++)
    {
        const int64_t far = (int64_t)1 << 40;
        check_points((loam_distributor)d, -1, -1, 0, POINTS / 2);
        check_points((loam_distributor)d, far, -far, POINTS / 2, POINTS);
    }
}

// Between two or four squares the lowest has it.
static void test_ties_go_to_the_lower_site(void)
{
    graph_world world = graph_world_make(LOAM_SITES_SQUARES, 0, (size_t)4 << 20);
    static const int64_t places[][5] = {{1024, 512, 0, 0, 0},   {1024, 1024, 0, 0, 0},
                                        {0, 512, -1, 0, 31},    {0, 0, -1, -1, 1023},
                                        {1023, 1024, 0, 0, 0},  {1025, 1024, 0, 0, 1},
                                        {1025, 1025, 0, 0, 33}, {-1024, 0, -1, -1, 1022}};
    for (int32_t i = 0; i < 8; i++)
    {
        int64_t x, z;
        int32_t cell;
        const loam_graph_point place = {places[i][0], places[i][1]};
        CHECK_OK(loam_graph_locate(world.graph, place, &x, &z, &cell));
        CHECK_INT(x, places[i][2]);
        CHECK_INT(z, places[i][3]);
        CHECK_INT(cell, places[i][4]);
    }
    graph_world_free(&world);
}

static void test_sites_that_are_switched_off_are_not_found(void)
{
    graph_world world = graph_world_make(LOAM_SITES_SQUARES, 0, 0);
    CHECK_OK(loam_pipeline_set_enabled(world.pipeline, "graph.sites", false));
    int64_t x, z;
    int32_t cell;
    CHECK_INT(loam_graph_locate(world.graph, (loam_graph_point){0, 0}, &x, &z, &cell),
              LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "graph graph: its sites are switched off");
    graph_world_free(&world);
}

int main(void)
{
    RUN(test_a_million_places_lie_in_the_nearest_cell);
    RUN(test_ties_go_to_the_lower_site);
    RUN(test_sites_that_are_switched_off_are_not_found);
    return CHECK_DONE();
}
