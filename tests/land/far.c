// SPDX-License-Identifier: MIT
// Places beyond the land, up to the ends of what 64 bits can say: whatever takes a position has an answer
// or refuses it, and nothing overflows (which the undefined behaviour sanitizer sees). limits.c has areas.
#include "check.h"

#include "loam/land_map.h"
#include "loam/land_world.h"

static const int64_t far_places[] = {
    INT64_MIN,          INT64_MIN + 1,     -((int64_t)1 << 62), -((int64_t)1 << 53),
    -LOAM_LAND_END - 1, LOAM_LAND_END + 1, (int64_t)1 << 53,    (int64_t)1 << 62,
    INT64_MAX - 1,      INT64_MAX};

enum
{
    FAR_PLACES = sizeof far_places / sizeof *far_places
};

static loam_land *land;

static void refused(loam_result result)
{
    CHECK_INT(result, LOAM_BAD_ARGUMENT);
}

static loam_result no_line(void *user, const loam_land_line *line)
{
    (void)user, (void)line;
    return LOAM_FAILED;
}

static void test_places_beyond_the_land_are_refused(void)
{
    for (int32_t i = 0; i < FAR_PLACES; i++)
    {
        const int64_t far = far_places[i];
        float value = 7;
        int32_t biome = 7, count = 7;
        const loam_land_patch *patch;
        refused(loam_land_height(land, (double)far * 1.01, 0, &value));
        refused(loam_land_water(land, 0, (double)far * 1.01, &value));
        refused(loam_land_biome_at(land, (double)far * 1.01, 0, &biome));
        refused(loam_land_river_distance(land, 0, (double)far * 1.01, &value));
        CHECK(value == 7 && biome == 7);
        refused(loam_land_pin(land, far, 0, &patch));
        refused(loam_land_pin(land, 0, far, &patch));
        const loam_land_area east = {far, 0, 65536, 4096, 4096},
                             north = {0, far, 65536, 4096, 4096};
        refused(loam_land_fill(land, east, &(loam_land_samples){.height = &value}));
        refused(loam_land_fill(land, north, &(loam_land_samples){.height = &value}));
        refused(loam_land_lines(land, 2, east, 0, no_line, NULL));
        refused(loam_land_lines(land, 2, north, 0, no_line, NULL));
        loam_land_river_def river = loam_default_land_river_def();
        loam_river_point point;
        loam_river_end end;
        river.x = far;
        refused(loam_land_river(land, &river, &point, 1, &count, &end));
        river.x = 0;
        river.z = far;
        refused(loam_land_river(land, &river, &point, 1, &count, &end));
    }
}

// Points of rivers are in 1/8 m.
static void test_no_river_beyond_the_land_has_a_name(void)
{
    char name[LOAM_MAX_RIVER_NAME] = "as it was";
    for (int32_t i = 0; i < 2 * FAR_PLACES; i++)
    {
        const int64_t far = far_places[i / 2];
        if (far > -LOAM_LAND_END * 9 && far < LOAM_LAND_END * 9)
        {
            continue; // on the land
        }
        const loam_river_point east = {.x = far, .flow = 100}, north = {.z = far, .flow = 100};
        CHECK(loam_land_river_name(land, &east, i & 1, name) != LOAM_OK);
        CHECK(loam_land_river_name(land, &north, i & 1, name) != LOAM_OK);
        CHECK_TEXT(name, "as it was");
    }
}

static void test_maps_beyond_the_land_are_refused(void)
{
    const loam_env env = loam_default_env();
    loam_land_map_def def = loam_default_land_map_def();
    def.w = def.h = 8;
    for (int32_t i = 0; i < 4 * FAR_PLACES; i++)
    {
        def.x = i & 1 ? far_places[i / 4] : 0;
        def.z = i & 1 ? 0 : far_places[i / 4];
        def.scale = i & 2 ? 10000 : 1;
        loam_picture picture;
        refused(loam_land_map_draw(land, &def, &env, &picture, NULL));
    }
}

static void test_viewers_beyond_the_land_are_refused(void)
{
    loam_land_world_def def = loam_default_land_world_def();
    def.land = land;
    for (int32_t i = 0; i < FAR_PLACES; i++)
    {
        loam_land_world *world;
        refused(loam_land_world_create(&def, (loam_land_viewer){.x = far_places[i]}, &world));
        refused(loam_land_world_create(&def, (loam_land_viewer){.z = far_places[i]}, &world));
        CHECK(world == NULL);
    }
}

// Sites are the same whichever block they are asked for with; their positions wrap around.
static void test_sites_are_there_for_any_lattice_cell(void)
{
    for (int32_t d = 0; d < LOAM_DISTRIBUTOR_COUNT; d++)
    {
        for (int32_t i = 0; i < FAR_PLACES; i++)
        {
            loam_graph_point block[4], one;
            const int64_t far = far_places[i] < INT64_MAX ? far_places[i] : INT64_MAX - 1;
            loam_graph_sites((loam_distributor)d, 1, far, far, 2, 2, block);
            loam_graph_sites((loam_distributor)d, 1, far + 1, far + 1, 1, 1, &one);
            CHECK_INT(block[3].x, one.x);
            CHECK_INT(block[3].z, one.z);
            loam_graph_sites((loam_distributor)d, 1, INT64_MAX, INT64_MAX, 2, 2, block);
        }
    }
}

static void test_far_cells_are_refused(void)
{
    for (int32_t level = 0; level < LOAM_LAND_LEVELS; level++)
    {
        loam_graph *const graph = loam_land_graph(land, level);
        for (int32_t i = 0; i < FAR_PLACES; i++)
        {
            const int64_t far = far_places[i];
            if (far > -((int64_t)1 << 61) && far < (int64_t)1 << 61)
            {
                continue; // on the graph
            }
            int64_t page_x, page_z;
            int32_t cell, count;
            const loam_page *page;
            const float *values;
            const char *const name = loam_graph_column_name(graph, 0, NULL);
            refused(loam_graph_get_column(graph, name, far, 0, &page, &values, &count));
            refused(loam_graph_get_column(graph, name, 0, far, &page, &values, &count));
            const loam_graph_point places[] = {{far, 0}, {0, far}};
            for (int32_t j = 0; j < 2; j++)
            {
                const loam_result result = loam_graph_locate(graph, places[j], &page_x, &page_z,
                                                             &cell);
                CHECK(result == LOAM_OK || result == LOAM_BAD_ARGUMENT);
            }
        }
    }
}

int main(void)
{
    const loam_land_def def = loam_default_land_def();
    CHECK_OK(loam_land_create(&def, &land));
    RUN(test_places_beyond_the_land_are_refused);
    RUN(test_no_river_beyond_the_land_has_a_name);
    RUN(test_maps_beyond_the_land_are_refused);
    RUN(test_viewers_beyond_the_land_are_refused);
    RUN(test_sites_are_there_for_any_lattice_cell);
    RUN(test_far_cells_are_refused);
    loam_land_destroy(land);
    return CHECK_DONE();
}
