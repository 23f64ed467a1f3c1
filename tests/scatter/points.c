// SPDX-License-Identifier: MIT
// Points of one layer: how far they are apart, that there is no room for more, and how they lie.
#include "base/counting.h"
#include "scatter/scattered.h"

static const int64_t far_away = (int64_t)1 << 40;

// ---- distances ----------------------------------------------------------------------------------

/// Pairs that are nearly as near as can be and lie on different pages; in *corners those across a corner.
static int32_t pairs_across(const scattered *of, double max, int64_t page, int32_t *corners)
{
    const int64_t side = page * LOAM_SCATTER_ONE;
    int32_t pairs = 0;
    for (size_t i = 0; i < of->count; i++)
    {
        for (size_t k = i + 1; k < of->count; k++)
        {
            const loam_scatter_point *const a = &of->points[i], *const b = &of->points[k];
            if (b->y - a->y > side)
            {
                break;
            }
            const bool column = loam_floor_div(a->x, side) != loam_floor_div(b->x, side);
            const bool row = loam_floor_div(a->y, side) != loam_floor_div(b->y, side);
            const bool near = distance_of(a, b) < max;
            pairs += near && (column || row);
            *corners += near && column && row;
        }
    }
    return pairs;
}

// A page of 8 with a spacing of 4 is all border.
static void test_spacing_holds_across_borders_and_corners(void)
{
    const loam_scatter_def def = plain_def(LOAM_SCATTER_POISSON, 4.0f, 8);
    const int64_t places[][2] = {{-64, -64}, {far_away, -far_away}, {-far_away - 5, far_away + 3}};
    int32_t corners = 0;
    for (uint64_t i = 0; i < 3; i++)
    {
        const loam_scatter_area area = {places[i][0], places[i][1], 128, 128};
        const scattered all = scatter_over(&def, i, area);
        CHECK_RANGE(least_distance(&all, 0), 4.0, 4.2);
        CHECK_RANGE(pairs_across(&all, 6.0, 8, &corners), 500, 1e6);
        free(all.points);
    }
    CHECK_RANGE(corners, 100, 1e6);
}

// The widest spacing that a page may have: half of it.
static void test_spacing_may_be_half_a_page(void)
{
    const loam_scatter_def def = plain_def(LOAM_SCATTER_POISSON, 8.0f, 16);
    const scattered all = scatter_over(&def, 3, (loam_scatter_area){-100, -100, 200, 200});
    CHECK_RANGE(least_distance(&all, 0), 8.0, 8.3);
    CHECK_RANGE(all.count, 380, 480);
    free(all.points);
}

/// Marks what is within a disc; rows of w.
static void cover(uint8_t *covered, int64_t w, int64_t x, int64_t y, int64_t radius)
{
    for (int64_t row = y - radius; row <= y + radius; row++)
    {
        for (int64_t column = x - radius; column <= x + radius; column++)
        {
            const int64_t dx = column - x, dy = row - y;
            if (row >= 0 && row < w && column >= 0 && column < w &&
                dx * dx + dy * dy < radius * radius)
            {
                covered[row * w + column] = 1;
            }
        }
    }
}

// Every single place is within the spacing of a point: there is no room for one more.
static void test_no_place_is_left(void)
{
    enum
    {
        SIDE = 20 // world units that are looked at, of pages of 8
    };
    const int64_t w = (int64_t)SIDE * LOAM_SCATTER_ONE;
    const float spacings[] = {0.125f, 1.3f, 5.0f};
    uint8_t *const covered = malloc((size_t)(w * w));
    for (int32_t i = 0; i < 3; i++)
    {
        const loam_scatter_def def = plain_def(LOAM_SCATTER_POISSON, spacings[i],
                                               spacings[i] > 4.0f ? 16 : 8);
        const loam_scatter_area wider = {-16, far_away - 16, SIDE + 16, SIDE + 16};
        const scattered all = scatter_over(&def, 7, wider);
        int64_t left = 0;
        memset(covered, 0, (size_t)(w * w));
        for (size_t k = 0; k < all.count; k++)
        {
            cover(covered, w, all.points[k].x + 8 * LOAM_SCATTER_ONE,
                  all.points[k].y - (far_away - 8) * LOAM_SCATTER_ONE,
                  (int64_t)(spacings[i] * LOAM_SCATTER_ONE + 0.5f));
        }
        for (int64_t k = 0; k < w * w; k++)
        {
            left += !covered[k];
        }
        CHECK_INT(left, 0);
        free(all.points);
    }
    free(covered);
}

// ---- squares and hexagons -----------------------------------------------------------------------

static void test_squares_have_a_point_each(void)
{
    loam_scatter_def def = plain_def(LOAM_SCATTER_JITTER, 2.0f, 16);
    const scattered all = scatter_over(&def, 5, (loam_scatter_area){far_away, -40, 80, 60});
    CHECK_INT(all.count, 40 * 30);
    CHECK_RANGE(least_distance(&all, 0), 0.5, 1.2); // a quarter of 2, with a jitter of 0.75
    free(all.points);
    def.layers[0].jitter = 0.0f;
    const scattered still = scatter_over(&def, 5, (loam_scatter_area){0, 0, 80, 60});
    CHECK_RANGE(least_distance(&still, 0), 2.0, 2.0);
    free(still.points);
}

static void test_hexagons_have_a_point_each(void)
{
    loam_scatter_def def = plain_def(LOAM_SCATTER_HEX, 2.0f, 16);
    const scattered all = scatter_over(&def, 5, (loam_scatter_area){-70, far_away, 200, 200});
    CHECK_RANGE((double)all.count, 11547 - 150, 11547 + 150); // 2 / sqrt(3) / 2^2 on each
    CHECK_RANGE(least_distance(&all, 0), 0.49, 1.2);
    free(all.points);
    def.layers[0].jitter = 0.0f;
    const scattered still = scatter_over(&def, 5, (loam_scatter_area){0, 0, 64, 64});
    CHECK_RANGE(least_distance(&still, 0), 1.98, 2.0);
    free(still.points);
}

// ---- how they lie -------------------------------------------------------------------------------

/// The power of points at a wavelength along x: 1 for chance, as many as there are for a grid.
static double power_at(const scattered *of, double wavelength)
{
    double a = 0, b = 0;
    for (size_t i = 0; i < of->count; i++)
    {
        const double phase = 6.283185307179586 * (double)of->points[i].x /
                             (wavelength * LOAM_SCATTER_ONE);
        a += cos(phase);
        b += sin(phase);
    }
    return (a * a + b * b) / (double)of->count;
}

/// How many points lie within a distance of the borders of pages, as a share of what their area has.
static double share_at_borders(const scattered *of, int64_t page, double near)
{
    const int64_t side = page * LOAM_SCATTER_ONE, edge = (int64_t)(near * LOAM_SCATTER_ONE);
    const double inner = 1.0 - 2.0 * near / (double)page;
    double at_borders = 0;
    for (size_t i = 0; i < of->count; i++)
    {
        const int64_t x = ((of->points[i].x % side) + side) % side;
        const int64_t y = ((of->points[i].y % side) + side) % side;
        at_borders += x < edge || x >= side - edge || y < edge || y >= side - edge;
    }
    return at_borders / (double)of->count / (1.0 - inner * inner);
}

// Neither squares nor pages show: not in the spectrum, not in how many points there are at borders.
static void test_no_grid_shows(void)
{
    const loam_scatter_def def = plain_def(LOAM_SCATTER_POISSON, 2.0f, 16);
    const scattered all = scatter_over(&def, 11, (loam_scatter_area){0, 0, 512, 512});
    // Random sequential adsorption covers 0.547 of the plane (Feder 1980): 0.696 points to the square of the spacing.
    CHECK_RANGE((double)all.count / (512.0 * 512 / 4), 0.68, 0.73);
    double worst = 0;
    for (int32_t k = 1; k <= 12; k++) // down to two thirds of a spacing
    {
        const double power = power_at(&all, 16.0 / k);
        worst = power > worst ? power : worst;
    }
    CHECK_RANGE(worst, 0.0, 12.0);                    // with straight borders 90
    CHECK_RANGE(power_at(&all, 512.0 / 3), 0.0, 0.2); // blue noise: even from far away
    CHECK_RANGE(share_at_borders(&all, 16, 1.0), 0.98, 1.025);
    free(all.points);
    const loam_scatter_def squares = plain_def(LOAM_SCATTER_JITTER, 2.0f, 16);
    const scattered grid = scatter_over(&squares, 11, (loam_scatter_area){0, 0, 256, 256});
    CHECK_RANGE(power_at(&grid, 2.0), 100.0, 1e9); // which the measure sees
    free(grid.points);
}

/// Pairs of neighbours by direction, of 8.
static void test_no_direction_is_preferred(void)
{
    const loam_scatter_def def = plain_def(LOAM_SCATTER_POISSON, 2.0f, 16);
    const scattered all = scatter_over(&def, 12, (loam_scatter_area){0, 0, 320, 320});
    double bins[8] = {0}, sum = 0;
    for (size_t i = 0; i < all.count; i++)
    {
        for (size_t k = i + 1;
             k < all.count && all.points[k].y - all.points[i].y < 3 * LOAM_SCATTER_ONE; k++)
        {
            const double x = (double)(all.points[k].x - all.points[i].x);
            const double y = (double)(all.points[k].y - all.points[i].y);
            const bool near = distance_of(&all.points[i], &all.points[k]) < 3.0;
            bins[(int)((atan2(y, x) + 1e-9) / 3.1416 * 8) % 8] += near;
            sum += near;
        }
    }
    for (int32_t i = 0; i < 8; i++)
    {
        CHECK_RANGE(bins[i] / sum * 8, 0.94, 1.06);
    }
    free(all.points);
}

// ---- pieces -------------------------------------------------------------------------------------

// A point is the same wherever it was asked for, and its id with it.
static void test_areas_are_pieces_of_one_plane(void)
{
    const loam_scatter_def def = loam_forest_scatter_def();
    const scattered whole = scatter_over(&def, 9, (loam_scatter_area){-60, far_away, 120, 90});
    const loam_scatter_area piece = {-31, far_away + 17, 77, 50};
    const scattered part = scatter_over(&def, 9, piece);
    size_t next = 0;
    for (size_t i = 0; i < whole.count; i++)
    {
        const loam_scatter_point *const point = &whole.points[i];
        const int64_t x = loam_floor_div(point->x, LOAM_SCATTER_ONE) - piece.x;
        const int64_t y = loam_floor_div(point->y, LOAM_SCATTER_ONE) - piece.y;
        if (x >= 0 && x < piece.w && y >= 0 && y < piece.h)
        {
            CHECK(next < part.count && memcmp(point, &part.points[next], sizeof *point) == 0);
            next++;
        }
    }
    CHECK_INT(next, part.count);
    CHECK_RANGE(part.count, 200, 5000);
    free(whole.points);
    free(part.points);
}

static void test_room_is_counted(void)
{
    const loam_env env = loam_default_env();
    const loam_scatter_def def = loam_default_scatter_def();
    loam_scatter_point few[4];
    size_t count = 0;
    CHECK_INT(loam_scatter_points(&env, &def, 1, (loam_scatter_area){0, 0, 64, 64}, few, 4, &count),
              LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "room for 4");
    CHECK_RANGE(count, 100, 300);
    CHECK(count <= loam_scatter_capacity(&def, 64, 64));
}

static void test_memory_is_given_back(void)
{
    counting memory;
    const loam_env env = counting_env(&memory);
    const loam_scatter_def def = loam_forest_scatter_def();
    static loam_scatter_point points[4000];
    size_t count;
    CHECK_OK(loam_scatter_points(&env, &def, 1, (loam_scatter_area){0, 0, 60, 60}, points, 4000,
                                 &count));
    CHECK_INT(memory.bytes, 0);
}

int main(void)
{
    RUN(test_spacing_holds_across_borders_and_corners);
    RUN(test_spacing_may_be_half_a_page);
    RUN_UNSANITIZED(test_no_place_is_left);
    RUN(test_squares_have_a_point_each);
    RUN(test_hexagons_have_a_point_each);
    RUN_UNSANITIZED(test_no_grid_shows);
    RUN_UNSANITIZED(test_no_direction_is_preferred);
    RUN(test_areas_are_pieces_of_one_plane);
    RUN(test_room_is_counted);
    RUN(test_memory_is_given_back);
    return CHECK_DONE();
}
