// SPDX-License-Identifier: MIT
// No cell of any graph stands out of the ground like a table: where waters part there is a ridge or a slope,
// and coarse views know of it. Looked for where it would show, at the highest places and islands of many
// lands, and at others by chance; LOAM_SOAK looks at 2000 squares of 50 lands.
#include "base/small.h"
#include "water_fixture.h"

#include <math.h>

enum
{
    SIDE = 512, // samples of a square, 16 km
    STEP = LOAM_LAND_FINE_STEP,
    AWAY = 512 / STEP, // samples within which a drop is a wall
    WIDE = 96,         // samples of an overview
    WIDE_STEP = 32768,
    APART = 4,   // samples of it between two squares
    FIRST = 100, // of the seeds
};

// Heights of a square at the finest graph's step and at the next, which is the coarser graph's.
typedef struct square_heights
{
    float fine[SIDE * SIDE], coarse[SIDE * SIDE / 4];
} square_heights;

/// Squares that were looked at.
typedef struct square_count
{
    int32_t squares, islands;
    float drop, difference; // the most in any of them
} square_count;

// How far the ground falls between a row of samples and another, between those n apart along them.
static float row_drop(const float *own, const float *other, int32_t n)
{
    const int32_t first = n < 0 ? -n : 0, end = n < 0 ? SIDE : SIDE - n;
    float most = 0;
    for (int32_t i = first; i < end; i++)
    {
        const float fall = own[i] > other[i + n] ? own[i] - other[i + n] : other[i + n] - own[i];
        most = fall > most ? fall : most;
    }
    return most;
}

// How far the ground falls between any sample and others up to AWAY from it, along rows, columns and diagonals; the
// floor of the sea counts as its surface.
static float most_drop(const float *height)
{
    static const int32_t ways[4][3] = {
        {1, 0, AWAY}, {0, 1, AWAY}, {1, 1, AWAY * 7 / 10}, {-1, 1, AWAY * 7 / 10}};
    static float ground[SIDE * SIDE];
    for (int32_t p = 0; p < SIDE * SIDE; p++)
    {
        ground[p] = height[p] > 0 ? height[p] : 0;
    }
    float most = 0;
    for (int32_t k = 0; k < 4 * SIDE; k++)
    {
        const int32_t *way = ways[k / SIDE], z = k % SIDE;
        for (int32_t n = 1; n <= way[2] && z + way[1] * n < SIDE; n++)
        {
            const float drop = row_drop(ground + z * SIDE, ground + (z + way[1] * n) * SIDE,
                                        way[0] * n);
            most = drop > most ? drop : most;
        }
    }
    return most;
}

static float most_difference(const square_heights *heights)
{
    float most = 0;
    for (int32_t p = 0; p < SIDE * SIDE / 4; p++)
    {
        const int32_t i = p % (SIDE / 2), j = p / (SIDE / 2);
        const float off = fabsf(heights->coarse[p] - heights->fine[2 * j * SIDE + 2 * i]);
        most = off > most ? off : most;
    }
    return most;
}

static void check_square(loam_land *land, int64_t x, int64_t z, square_heights *heights,
                         square_count *count)
{
    const loam_land_area fine = {
        .x = x - SIDE / 2 * STEP, .z = z - SIDE / 2 * STEP, .step = STEP, .w = SIDE, .h = SIDE};
    const loam_land_area coarse = {
        .x = fine.x, .z = fine.z, .step = 2 * STEP, .w = SIDE / 2, .h = SIDE / 2};
    CHECK_OK(loam_land_fill(land, fine, &(loam_land_samples){.height = heights->fine}));
    CHECK_OK(loam_land_fill(land, coarse, &(loam_land_samples){.height = heights->coarse}));
    const float drop = most_drop(heights->fine), off = most_difference(heights);
    CHECK_REPORT(drop < 1000, "seed %llu at %lld, %lld falls by %.0f m within 512 m",
                 (unsigned long long)loam_land_seed(land), (long long)x, (long long)z,
                 (double)drop);
    CHECK_REPORT(off <= loam_land_step_bound(land, 2 * STEP),
                 "seed %llu at %lld, %lld: heights at two steps differ by %.0f m",
                 (unsigned long long)loam_land_seed(land), (long long)x, (long long)z, (double)off);
    count->squares++;
    count->drop = drop > count->drop ? drop : count->drop;
    count->difference = off > count->difference ? off : count->difference;
}

// Whether there is sea in all four directions within some samples of an overview.
static bool is_island(const float *wide, int32_t p)
{
    static const int32_t ways[4] = {1, -1, WIDE, -WIDE};
    int32_t shores = 0;
    for (int32_t k = 0; k < 4; k++)
    {
        bool sea = false;
        for (int32_t n = 1; n <= APART; n++)
        {
            sea = sea || wide[p + n * ways[k]] < 0;
        }
        shores += sea ? 1 : 0;
    }
    return shores == 4;
}

// The highest place of an overview, or of its islands, that was not taken; -1 for none.
static int32_t highest(const float *wide, const bool *taken, bool islands)
{
    int32_t best = -1;
    for (int32_t p = 0; p < WIDE * WIDE; p++)
    {
        const int32_t i = p % WIDE, j = p / WIDE;
        const bool inside = i >= APART && j >= APART && i < WIDE - APART && j < WIDE - APART;
        if (inside && !taken[p] && wide[p] > 0 && (best < 0 || wide[p] > wide[best]) &&
            (!islands || is_island(wide, p)))
        {
            best = p;
        }
    }
    return best;
}

static void take(bool *taken, int32_t p)
{
    for (int32_t j = -APART; j <= APART; j++)
    {
        for (int32_t i = -APART; i <= APART; i++)
        {
            taken[p + j * WIDE + i] = true;
        }
    }
}

// Places by chance that are on land; -1 if it took too long.
static int32_t by_chance(const float *wide, const bool *taken, uint64_t seed, int32_t number)
{
    const int32_t inner = WIDE - 2 * APART;
    for (uint64_t k = 0; k < 100; k++)
    {
        const uint64_t n = (uint64_t)number * 100 + k;
        const int32_t i = APART + (int32_t)loam_random_below(seed, 2 * n, (uint32_t)inner);
        const int32_t j = APART + (int32_t)loam_random_below(seed, 2 * n + 1, (uint32_t)inner);
        if (wide[j * WIDE + i] > 0 && !taken[j * WIDE + i])
        {
            return j * WIDE + i;
        }
    }
    return -1;
}

/// How many squares of a land are looked at.
typedef struct square_plan
{
    int32_t high, islands, by_chance;
} square_plan;

static void check_land(uint64_t seed, const square_plan *plan, square_heights *heights,
                       square_count *count)
{
    static float wide[WIDE * WIDE];
    bool taken[WIDE * WIDE] = {false};
    loam_land *land = make_land(seed);
    const int64_t low = -WIDE / 2 * WIDE_STEP;
    const loam_land_area area = {.x = low, .z = low, .step = WIDE_STEP, .w = WIDE, .h = WIDE};
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = wide}));
    for (int32_t k = 0; k < plan->high + plan->islands + plan->by_chance; k++)
    {
        const bool island = k >= plan->high && k < plan->high + plan->islands;
        const int32_t chance = k - plan->high - plan->islands;
        const int32_t p = chance >= 0 ? by_chance(wide, taken, seed, chance)
                                      : highest(wide, taken, island);
        if (p >= 0)
        {
            take(taken, p);
            check_square(land, low + p % WIDE * WIDE_STEP, low + p / WIDE * WIDE_STEP, heights,
                         count);
            count->islands += island ? 1 : 0;
        }
    }
    loam_land_destroy(land);
}

static void test_nothing_falls_like_a_wall(void)
{
    const bool soak = getenv("LOAM_SOAK") != NULL;
    const square_plan plan = soak ? (square_plan){15, 6, 19} : (square_plan){2, 1, 2};
    const uint64_t lands = soak ? 50 : 12;
    square_heights *heights = malloc(sizeof *heights);
    square_count count = {0};
    for (uint64_t seed = FIRST; seed < FIRST + lands; seed++)
    {
        check_land(seed, &plan, heights, &count);
    }
    printf("    %d squares, %d of islands: at most %.0f m within 512 m, %.0f m between steps\n",
           (int)count.squares, (int)count.islands, (double)count.drop, (double)count.difference);
    CHECK(count.squares >= (soak ? 1900 : 58));
    CHECK(count.islands >= (soak ? 200 : 10));
    free(heights);
}

// Cells that stood thousands of metres above those beside them: an arc and a hot spot in one, in a belt; an
// island of single cells; the same far out.
static void test_where_there_were_walls(void)
{
    static const struct
    {
        uint64_t seed;
        int64_t x, z;
    } places[] = {{777, 1452352, -675904}, {31337, 310784, -24832},  {777, 999269888, -299352320},
                  {9, 1494080, 380320},    {37, -1090656, -1451360}, {100, -483808, 1954848}};
    square_heights *heights = malloc(sizeof *heights);
    square_count count = {0};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
        loam_land *land = make_land(places[i].seed);
        check_square(land, places[i].x, places[i].z, heights, &count);
        loam_land_destroy(land);
    }
    free(heights);
}

// The steepest way from a cell on dry land to one beside it, the floor of the sea counting as its surface.
static float steepest_way(const water_view *view, int32_t level, int32_t i)
{
    const float unit = (float)loam_land_cell_size(level) / LOAM_GRAPH_CELL;
    float most = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t to = view_step(view, i, d);
        if (to >= 0 && ((int32_t)view->links[i] & 1 << d) != 0)
        {
            const float dx = (float)(view->x[to] - view->x[i]),
                        dz = (float)(view->z[to] - view->z[i]);
            const float fall = view->height[i] - fmaxf(view->height[to], 0);
            most = fmaxf(most, fall / (unit * sqrtf(dx * dx + dz * dz)));
        }
    }
    return most;
}

static float ruggedness_at(loam_land *land, const water_view *view, int32_t i)
{
    const int64_t column = view->window.column + i % view->window.w;
    const int64_t row = view->window.row + i / view->window.w;
    const int64_t page_x = loam_floor_div(column, LOAM_GRAPH_SIDE);
    const int64_t page_z = loam_floor_div(row, LAND_ROWS);
    const loam_page *page = NULL;
    const float *values = NULL;
    int32_t count = 0;
    CHECK_OK(loam_graph_get_column(loam_land_graph(land, 0), "ruggedness", page_x, page_z, &page,
                                   &values, &count));
    const float found =
        values[(row - page_z * LAND_ROWS) * LOAM_GRAPH_SIDE + column - page_x * LOAM_GRAPH_SIDE];
    loam_pipeline_release(loam_land_pipeline(land), page);
    return found;
}

/// What is known of the slopes between cells.
typedef struct slope_count
{
    float most[2]; // at levels 0 and 1
    int32_t steep; // cells of level 0 that ought to be rugged
} slope_count;

// The ground between cells is a slope of mountains at most: for the coarsest graph in all of a land, for the
// next around the highest cell. Where it is steep it is rugged.
static void check_slopes(uint64_t seed, slope_count *count)
{
    loam_land *land = make_land(seed);
    water_view wide = view_pages(land, 0, -1, -1, 2, 2);
    int32_t top = wide.window.w + 1;
    for (int32_t i = 0; i < wide.count; i++)
    {
        const float slope = steepest_way(&wide, 0, i);
        count->most[0] = fmaxf(count->most[0], slope);
        count->steep += slope > 0.025f ? 1 : 0;
        CHECK(slope <= 0.025f || ruggedness_at(land, &wide, i) > 0.3f);
        top = wide.height[i] > wide.height[top] ? i : top;
    }
    const int64_t column = wide.window.column + top % wide.window.w;
    const int64_t row = wide.window.row + top / wide.window.w;
    // A cell of the coarser graph is 16 finer ones wide, half a page.
    water_view near = view_pages(land, 1, column / 2 - (column < 0), row / 2 - (row < 0), 2, 2);
    for (int32_t i = 0; i < near.count; i++)
    {
        count->most[1] = fmaxf(count->most[1], steepest_way(&near, 1, i));
    }
    free_view(&wide);
    free_view(&near);
    loam_land_destroy(land);
}

static void test_cells_are_no_tables(void)
{
    const uint64_t lands = getenv("LOAM_SOAK") != NULL ? 100 : 12;
    slope_count count = {0};
    for (uint64_t seed = FIRST; seed < FIRST + lands; seed++)
    {
        check_slopes(seed, &count);
    }
    printf("    slopes between cells: %.3f of 32 km, %.3f of 2 km; %d steep ones\n",
           (double)count.most[0], (double)count.most[1], (int)count.steep);
    CHECK(count.steep > 100);
    CHECK_RANGE(count.most[0], 0.03, 0.05);
    CHECK_RANGE(count.most[1], 0.1, 1);
}

int main(void)
{
    RUN(test_cells_are_no_tables);
    RUN(test_where_there_were_walls);
    RUN(test_nothing_falls_like_a_wall);
    return CHECK_DONE();
}
