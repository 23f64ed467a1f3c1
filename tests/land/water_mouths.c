// SPDX-License-Identifier: MIT
// Where rivers end: in a sea that is one, not in a pool behind the coast.
#include "water_fixture.h"

#include "base/small.h"
#include "land/water/stems.h"

enum
{
    POOL = 37, // cells; what is smaller is no sea: a cell and all within three steps
};

// Cells of the sea that hang together with one, at most POOL; more if they reach the border of the view.
static int32_t size_of_sea(const water_view *view, int32_t cell)
{
    int32_t found[POOL] = {cell}, count = 1;
    for (int32_t next = 0; next < count; next++)
    {
        for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
        {
            const int32_t to = view_step(view, found[next], d);
            if (to < 0)
            {
                return POOL;
            }
            bool known = ((int32_t)view->links[found[next]] >> d & 1) == 0 ||
                         (int32_t)view->kind[to] != LAND_SEA;
            for (int32_t i = 0; i < count && !known; i++)
            {
                known = found[i] == to;
            }
            if (!known && count == POOL)
            {
                return POOL;
            }
            found[count < POOL ? count : 0] = known ? found[count < POOL ? count : 0] : to;
            count += known ? 0 : 1;
        }
    }
    return count;
}

typedef struct mouth_count
{
    int32_t mouths, pools;
} mouth_count;

static int32_t sea_of(const water_view *view, int32_t cell, float min_flow)
{
    const int32_t d = (int32_t)view->receiver[cell];
    const int32_t to = d == LAND_NO_DIRECTION ? -1 : view_step(view, cell, d);
    return to >= 0 && (int32_t)view->kind[to] == LAND_SEA && view->flow[cell] >= min_flow ? to : -1;
}

static mouth_count count_mouths(const water_view *view, float min_flow)
{
    mouth_count count = {0};
    for (int32_t i = 0; i < view->count; i++)
    {
        const int32_t sea = sea_of(view, i, min_flow);
        count.mouths += sea >= 0;
        count.pools += sea >= 0 && size_of_sea(view, sea) < POOL;
    }
    return count;
}

// At level 2, around mouths of level 1.
static mouth_count count_finer(loam_land *land, const water_view *view, float min_flow,
                               int32_t places)
{
    mouth_count all = {0};
    for (int32_t i = 0; i < view->count && places > 0; i++)
    {
        if (sea_of(view, i, 20 * min_flow) < 0)
        {
            continue;
        }
        places--;
        // A page of level 2 is two cells of level 1 wide.
        const int64_t x = loam_floor_div(view->window.column + i % view->window.w, 2);
        const int64_t z = loam_floor_div((view->window.row + i / view->window.w) * 16, LAND_ROWS);
        water_view finer = view_pages(land, 2, x - 1, z - 1, 3, 3);
        const mouth_count here = count_mouths(&finer, min_flow);
        all.mouths += here.mouths;
        all.pools += here.pools;
        free_view(&finer);
        i += 100; // for other coasts
    }
    return all;
}

static void test_rivers_end_in_seas(void)
{
    const bool soak = getenv("LOAM_SOAK") != NULL;
    const int64_t seeds = soak ? 40 : 2, pages = soak ? 8 : 2;
    mouth_count first = {0}, finer = {0};
    for (int64_t seed = 1; seed <= seeds; seed++)
    {
        loam_land *land = seed % 2 == 1 ? make_land((uint64_t)seed)
                                        : make_odd_land((uint64_t)seed + 1034);
        water_view view = view_pages(land, 1, seed % 2 == 1 ? -52 : 42, seed % 2 == 1 ? 1 : -25,
                                     (int32_t)pages, (int32_t)pages);
        const mouth_count level1 = count_mouths(&view, LAND_RIVER_FLOW);
        const mouth_count level2 = count_finer(land, &view, LAND_RIVER_FLOW, soak ? 10 : 2);
        first.mouths += level1.mouths;
        first.pools += level1.pools;
        finer.mouths += level2.mouths;
        finer.pools += level2.pools;
        free_view(&view);
        loam_land_destroy(land);
    }
    printf("%d mouths of 2 km, %d of 128 m\n", first.mouths, finer.mouths);
    CHECK(first.mouths >= 20);
    CHECK(finer.mouths >= 2);
    CHECK_INT(first.pools, 0);
    CHECK_INT(finer.pools, 0);
}

// Points of a river, but the last, that lie under the sea as the graph of its own level has it.
static int32_t points_under_the_sea(loam_land *land, const loam_river_point *points, int32_t count)
{
    int32_t under = 0;
    for (int32_t i = count > 40 ? count - 40 : 0; i < count - 1; i++)
    {
        float base;
        const loam_land_area area = {points[i].x / 8, points[i].z / 8, 64, 1, 1};
        CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.base = &base}));
        under += base < -2;
    }
    return under;
}

// A river ends at the coast: it does not go on below the sea, nor is it found there.
static void test_rivers_end_at_the_coast(void)
{
    enum
    {
        ROOM = 65536
    };
    loam_river_point *points = malloc(ROOM * sizeof *points);
    int32_t seas = 0, under = 0;
    const uint64_t seeds = getenv("LOAM_SOAK") != NULL ? 12 : 1;
    for (uint64_t seed = 1; seed <= seeds; seed++)
    {
        loam_land *land = make_land(seed);
        for (uint64_t i = 0; i < (seeds > 1 ? 12 : 3); i++)
        {
            int32_t count = 0;
            loam_river_end end = LOAM_RIVER_BUFFER_FULL;
            const int64_t x = loam_random_range(seed, 2 * i, -900000, 900000);
            const int64_t z = loam_random_range(seed, 2 * i + 1, -900000, 900000);
            const loam_result result = loam_land_river(
                land, &(loam_land_river_def){.x = x, .z = z, .min_flow = 400, .coarse = true},
                points, ROOM, &count, &end);
            if (result == LOAM_OK && end == LOAM_RIVER_SEA)
            {
                seas++;
                under += points_under_the_sea(land, points, count);
                CHECK(points[count - 1].height == 0);
            }
        }
        loam_land_destroy(land);
    }
    CHECK(seas >= 1);
    CHECK_INT(under, 0);
    free(points);
}

// Cells of the land that lie on the way of a river from the coast to where it ends, at the level after its
// own.
static int32_t capes_on_the_way(loam_land *land, const land_curve *curve, int32_t coast,
                                int64_t page_x, int64_t page_z)
{
    const int64_t px = loam_floor_div(curve->x[coast], LOAM_GRAPH_PAGE) - 1;
    const int64_t pz = loam_floor_div(curve->z[coast], LOAM_GRAPH_PAGE) - 1;
    water_view fine = view_pages(land, 1, page_x * 16 + px, page_z * 16 + pz, 3, 3);
    int32_t capes = 0;
    for (int32_t k = coast; k < LAND_CURVE_POINTS; k++)
    {
        double best = 1e30;
        int32_t found = 0;
        for (int32_t i = 0; i < fine.count; i++)
        {
            const double dx = fine.x[i] + (double)px * LOAM_GRAPH_PAGE - curve->x[k];
            const double dz = fine.z[i] + (double)pz * LOAM_GRAPH_PAGE - curve->z[k];
            found = dx * dx + dz * dz < best ? i : found;
            best = dx * dx + dz * dz < best ? dx * dx + dz * dz : best;
        }
        capes += (int32_t)fine.kind[found] != LAND_SEA;
    }
    free_view(&fine);
    return capes;
}

// Where a river of the continents has met the sea it stays in it: no cape of the finer coast lies between
// there and its end.
static void test_rivers_cross_no_cape(void)
{
    enum
    {
        PAGE_X = -1,
        PAGE_Z = -1,
        BORDER = 4, // cells around one that its curve may look at
    };
    loam_land *land = make_land(3);
    water_view view = view_pages(land, 0, PAGE_X, PAGE_Z, 1, 1);
    const land_curve_cells cells = curves_of(&view, land, 0);
    const int32_t most = getenv("LOAM_SOAK") != NULL ? 1000 : 8, w = view.window.w;
    int32_t mouths = 0;
    for (int32_t i = BORDER * w; i < view.count - BORDER * w && mouths < most; i++)
    {
        const int32_t sea = sea_of(&view, i, LAND_RIVER_FLOW);
        if (sea < 0 || i % w < BORDER || i % w >= w - BORDER)
        {
            continue;
        }
        land_curve curve;
        loam_land_stem_of(&cells, i, &curve);
        const int32_t coast = loam_land_curve_coast(view.height[i], view.height[sea]);
        CHECK_INT(capes_on_the_way(land, &curve, coast, PAGE_X, PAGE_Z), 0);
        mouths++;
    }
    CHECK(mouths >= 8);
    free_view(&view);
    loam_land_destroy(land);
}

int main(void)
{
    RUN(test_rivers_end_in_seas);
    RUN(test_rivers_end_at_the_coast);
    RUN(test_rivers_cross_no_cape);
    return CHECK_DONE();
}
