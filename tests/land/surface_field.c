// SPDX-License-Identifier: MIT
#include "land/surface/ground_kernels.h"

#include "check.h"
#include "fixture.h"
#include "loam/random.h"

#include <stdlib.h>

// w x h cells of the fixture from (column, row) of page (0, 0), whose own page is (px, pz).
static land_field make_field(int64_t px, int64_t pz, int32_t column, int32_t row, int32_t w,
                             int32_t h)
{
    land_field_cell *cells = calloc((size_t)(w * h), sizeof *cells);
    static land_cells pages[3][3];
    for (int32_t i = 0; i < 9; i++)
    {
        fixture_cells(&pages[i / 3][i % 3], 2, px + i % 3 - 1, pz + i / 3 - 1);
    }
    for (int32_t i = 0; i < w * h; i++)
    {
        const int32_t c = column + i % w + LOAM_GRAPH_SIDE, r = row + i / w + LAND_ROWS;
        const int32_t x = c / LOAM_GRAPH_SIDE, z = r / LAND_ROWS;
        cells[i] = loam_land_field_cell_of(&pages[z][x],
                                           r % LAND_ROWS * LOAM_GRAPH_SIDE + c % LOAM_GRAPH_SIDE,
                                           (x - 1) * LOAM_GRAPH_PAGE, (z - 1) * LOAM_GRAPH_PAGE);
        cells[i].values[LAND_SPARE_0] = 1;
        cells[i].values[LAND_SPARE_1] = loam_random_float(
            loam_seed_at(5, px * LOAM_GRAPH_SIDE + column + i % w, pz * LAND_ROWS + row + i / w, 0),
            0);
    }
    return (land_field){.column = column, .row = row, .w = w, .h = h, .cells = cells};
}

static void free_field(land_field field)
{
    free((void *)field.cells);
}

enum
{
    PAGE = LOAM_GRAPH_PAGE * LAND_FIELD_SCALE,
};

// A place has the same values whatever window, and whatever page its places are counted from.
static void test_window_does_not_matter(void)
{
    const land_field wide = make_field(3, 2, -20, -20, 72, 76);
    const land_field narrow = make_field(3, 2, 6, 8, 2 * LAND_FIELD_REACH + 2,
                                         2 * LAND_FIELD_REACH + 2);
    const land_field other = make_field(4, 1, -26, 38, 12, 16);
    for (int32_t i = 0; i < 500; i++)
    {
        const int32_t x = (11 << 14) + (int32_t)loam_random_below(1, (uint64_t)i, 1 << 14);
        const int32_t z = 13 * (PAGE / LAND_ROWS) +
                          (int32_t)loam_random_below(2, (uint64_t)i, 14000);
        float a[LAND_ATTRIBUTES], b[LAND_ATTRIBUTES], c[LAND_ATTRIBUTES];
        loam_land_field_at(&wide, x, z, a);
        loam_land_field_at(&narrow, x, z, b);
        CHECK(memcmp(a, b, sizeof a) == 0);
        loam_land_field_at(&wide, x, z, a);
        loam_land_field_at(&other, x - PAGE, z + PAGE, c);
        CHECK(memcmp(a, c, sizeof a) == 0);
    }
    free_field(wide);
    free_field(narrow);
    free_field(other);
}

// Constants stay, values lie within those of the cells, and a small step is a small change.
static void test_smooth(void)
{
    const land_field field = make_field(0, 0, -20, -20, 72, 76);
    float before[LAND_ATTRIBUTES] = {0}, slope = 0;
    for (int32_t i = 0; i < 40000; i++)
    {
        float now[LAND_ATTRIBUTES];
        loam_land_field_at(&field, i * 8, i * 11, now);
        CHECK_NEAR(now[LAND_SPARE_0], 1, 1e-6);
        CHECK_RANGE(now[LAND_SPARE_1], 0, 1);
        if (i > 1)
        {
            const float rise = now[LAND_SPARE_1] - before[LAND_SPARE_1];
            CHECK_NEAR(rise, 0, 0.002);
            CHECK_NEAR(rise - slope, 0, 4e-5); // no edge either
            slope = rise;
        }
        else if (i == 1)
        {
            slope = now[LAND_SPARE_1] - before[LAND_SPARE_1];
        }
        memcpy(before, now, sizeof now);
    }
    free_field(field);
}

// Places near each other, some of them the same.
static void make_group(uint64_t seed, int32_t apart, land_field_group *out)
{
    for (int32_t k = 0; k < LAND_FIELD_GROUP; k++)
    {
        const uint64_t own = loam_random_u64(seed, (uint64_t)(k - k % 3 / 2));
        out->x[k] = 3 * PAGE / 8 + (int32_t)loam_random_below(own, 0, (uint32_t)apart);
        out->z[k] = PAGE / 2 + (int32_t)loam_random_below(own, 1, (uint32_t)apart);
    }
}

// A group has the values of its places, with every instruction set.
static void test_groups_have_the_values_of_their_places(void)
{
    const land_field field = make_field(0, 0, -20, -20, 72, 76);
    for (int32_t isa = LOAM_ISA_AUTO; isa < LOAM_ISA_COUNT; isa++)
    {
        for (int32_t i = 0; i < 60 && loam_isa_available((loam_isa)isa); i++)
        {
            land_field_group group;
            const int32_t apart = 1 << (1 + i % 16);
            make_group((uint64_t)i, apart, &group);
            const land_field_part part = loam_land_field_around(
                &field, 3 * PAGE / 8, PAGE / 2, 3 * PAGE / 8 + apart, PAGE / 2 + apart);
            loam_land_ground_kernels_of((loam_isa)isa)->fill_group(part, &group);
            for (int32_t k = 0; k < LAND_FIELD_GROUP * LAND_ATTRIBUTES; k++)
            {
                const int32_t place = k / LAND_ATTRIBUTES, value = k % LAND_ATTRIBUTES;
                float at[LAND_ATTRIBUTES];
                loam_land_field_at(&field, group.x[place], group.z[place], at);
                CHECK(memcmp(&at[value], &group.values[value][place], sizeof *at) == 0);
            }
        }
    }
    free_field(field);
}

int main(void)
{
    RUN(test_window_does_not_matter);
    RUN(test_smooth);
    RUN(test_groups_have_the_values_of_their_places);
    return CHECK_DONE();
}
