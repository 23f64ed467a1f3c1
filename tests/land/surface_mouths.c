// SPDX-License-Identifier: MIT
// Rivers of the coarser graphs end in a sea that is seen, also where it is a single cell among higher ones.
#include "sanitized.h"
#include "water_fixture.h"

typedef struct end_count
{
    int32_t ends, dry;
} end_count;

// What the largest river that comes to a cell from the land brings; none if the view ends beside it.
static float flow_into(const water_view *view, int32_t cell)
{
    float most = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = view_step(view, cell, d);
        if (from < 0)
        {
            return 0;
        }
        const bool comes = (int32_t)view->kind[from] != LAND_SEA &&
                           (int32_t)view->receiver[from] == land_opposite(d);
        most = comes && view->flow[from] > most ? view->flow[from] : most;
    }
    return most;
}

// Whether the surface that is made of a level's cells is below the sea somewhere near a place.
static bool is_wet_around(loam_land *land, int32_t level, int64_t x, int64_t z)
{
    enum
    {
        SIDE = 5
    };
    float base[SIDE * SIDE];
    const int64_t step = loam_land_cell_size(level) / 8;
    const loam_land_area area = {
        .x = x - SIDE / 2 * step, .z = z - SIDE / 2 * step, .step = step, .w = SIDE, .h = SIDE};
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.base = base}));
    bool wet = false;
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        wet = wet || base[i] < 0;
    }
    return wet;
}

static void count_ends(loam_land *land, int32_t level, int64_t page_x, int64_t page_z,
                       float min_flow, end_count *count)
{
    const int64_t cell = loam_land_cell_size(level), page = cell * LOAM_GRAPH_SIDE;
    water_view view = view_pages(land, level, page_x, page_z, 4, 4);
    for (int32_t i = 0; i < view.count; i++)
    {
        if ((int32_t)view.kind[i] == LAND_SEA && flow_into(&view, i) >= min_flow)
        {
            count->ends++;
            count->dry += !is_wet_around(land, level,
                                         page_x * page + view.x[i] * cell / LOAM_GRAPH_CELL,
                                         page_z * page + view.z[i] * cell / LOAM_GRAPH_CELL);
        }
    }
    free_view(&view);
}

static void test_rivers_of_32_km_end_in_the_sea(void)
{
    end_count count = {0};
    for (uint64_t seed = 1; seed <= (uint64_t)check_sample(4); seed++)
    {
        loam_land *land = make_land(seed);
        count_ends(land, 0, -2, -2, 1024, &count);
        loam_land_destroy(land);
    }
    CHECK(count.ends >= 100);
    CHECK_INT(count.dry, 0);
}

static void test_rivers_of_2_km_end_in_the_sea(void)
{
    static const int64_t pages[][2] = {{-36, 6}, {-48, 1}};
    end_count count = {0};
    for (int32_t i = 0; i < 2; i++)
    {
        loam_land *land = make_land(6);
        count_ends(land, 1, pages[i][0], pages[i][1], 16, &count);
        loam_land_destroy(land);
    }
    CHECK(count.ends >= 20);
    CHECK_INT(count.dry, 0);
}

int main(void)
{
    RUN(test_rivers_of_32_km_end_in_the_sea);
    RUN_UNSANITIZED(test_rivers_of_2_km_end_in_the_sea);
    return CHECK_DONE();
}
