// SPDX-License-Identifier: MIT
// Cells around a viewer, and the grids that are drawn of them.
#include "patch/cells.h"

#include "check.h"
#include "patch/ground.h"

static loam_patchwork_def small_def(void)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    def.chunk_size = 16;
    def.sewing_x = 8;
    def.sewing_z = 5;
    def.map_scale = 4;
    def.view = 2;
    return def;
}

static patch_cells open_cells(const loam_patchwork_def *def)
{
    const loam_env env = loam_default_env();
    patch_cells cells;
    CHECK_OK(patch_cells_create(&env, def, &cells));
    return cells;
}

static void fill_view(patch_cells *cells, int64_t x, int64_t z)
{
    bool complete = false;
    for (int32_t i = 0; i < 10000 && !complete; i++)
    {
        CHECK_OK(patch_cells_update(cells, x, z, 0, 10000, &complete));
    }
    CHECK(complete);
}

static int32_t dropped;

static void count_drop(void *user, patch_cell *cell)
{
    (void)user;
    (void)cell;
    dropped++;
}

/// Every cell leaves once, those that are left at the end too.
static void test_cells_come_and_leave(void)
{
    const loam_patchwork_def def = small_def();
    patch_cells cells = open_cells(&def);
    cells.drop = count_drop;
    CHECK_OK(patch_cells_begin(&cells));
    fill_view(&cells, 0, 0);
    const int32_t first = cells.count;
    CHECK(first >= 21); // all within two chunks around
    fill_view(&cells, 10000, 10000);
    CHECK_INT(dropped, first);
    for (int32_t i = 0; i < cells.count; i++)
    {
        CHECK(cells.cells[i].x > 100 && cells.cells[i].z > 100);
        CHECK(cells.cells[i].low <= cells.cells[i].high);
    }
    const int32_t second = cells.count;
    patch_cells_destroy(&cells);
    CHECK_INT(dropped, first + second);
}

static void test_the_nearest_come_first(void)
{
    const loam_patchwork_def def = small_def();
    patch_cells cells = open_cells(&def);
    CHECK_OK(patch_cells_begin(&cells));
    fill_view(&cells, 100, 100);
    patch_cells_sort(&cells, 3, 4);
    for (int32_t i = 1; i < cells.count; i++)
    {
        CHECK(cells.cells[i - 1].away <= cells.cells[i].away);
    }
    patch_cells_destroy(&cells);
}

/// What is drawn has the heights of loam_patchwork_heights at the vertices where it says it is, at every level, and
/// weights that add up.
static void test_grids_have_the_heights_of_their_places(void)
{
    const loam_patchwork_def def = small_def();
    static cell_vertex vertices[4000];
    static float heights[64 * 64];
    patch_cells cells = open_cells(&def);
    CHECK_OK(patch_cells_begin(&cells));
    fill_view(&cells, 0, 0);
    for (int32_t level = 0; level < 4; level++)
    {
        const cell_grid grid = cell_grid_of(&def, level);
        const patch_cell *const cell = &cells.cells[level];
        loam_patch_area area = loam_patch_area_of(&def, LOAM_PATCH_TERRAIN, cell->x, cell->z);
        area.w = grid.last_x + 1;
        area.h = grid.last_z + 1;
        CHECK_OK(loam_patchwork_heights(cells.patchwork, area, heights));
        cell_fill(&def, cell, &grid, vertices);
        for (int32_t i = 0; i < grid.columns * grid.rows; i++)
        {
            const int32_t x = i % grid.columns * grid.stride, z = i / grid.columns * grid.stride;
            const int32_t column = x < grid.last_x ? x : grid.last_x;
            const int32_t row = z < grid.last_z ? z : grid.last_z;
            int32_t sum = 0;
            for (int32_t k = 0; k < CELL_SLOTS; k++)
            {
                sum += vertices[i].weights[k];
            }
            CHECK(vertices[i].height == heights[row * area.w + column]);
            CHECK_INT(sum, 255); // never more than eight materials here
        }
    }
    patch_cells_destroy(&cells);
}

/// Every edge of the ground that is not at its rim has two triangles; all indices are vertices; the skirt goes once
/// around.
static void test_triangles_cover_the_grid(void)
{
    const loam_patchwork_def def = small_def();
    static uint32_t corners[20000];
    for (int32_t level = 0; level < CELL_STRIDES; level++)
    {
        const cell_grid grid = cell_grid_of(&def, level);
        const int32_t ground = 6 * (grid.columns - 1) * (grid.rows - 1);
        double area = 0;
        cell_indices(&grid, corners);
        for (int32_t i = 0; i < grid.indices; i++)
        {
            CHECK(corners[i] < (uint32_t)grid.vertices);
            CHECK(i >= ground || corners[i] < (uint32_t)(grid.columns * grid.rows));
        }
        for (int32_t i = 0; i < ground; i += 3)
        {
            double x[3], z[3];
            for (int32_t k = 0; k < 3; k++)
            {
                x[k] = (int32_t)corners[i + k] % grid.columns;
                z[k] = (int32_t)corners[i + k] / grid.columns;
            }
            const double cross = (x[1] - x[0]) * (z[2] - z[0]) - (x[2] - x[0]) * (z[1] - z[0]);
            CHECK_NEAR(fabs(cross), 1, 1e-9);
            area += fabs(cross) / 2;
        }
        CHECK_NEAR(area, (grid.columns - 1) * (grid.rows - 1), 1e-6);
        CHECK_INT(grid.vertices - grid.columns * grid.rows, 2 * (grid.columns + grid.rows));
    }
}

static void test_what_is_far_is_drawn_coarser(void)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    CHECK_INT(cell_level_for(&def, 0, 0.02), 0);
    int32_t last = 0;
    for (double d = 10; d < 100000; d *= 1.3)
    {
        const int32_t level = cell_level_for(&def, d, 0.02);
        CHECK(level >= last && level < CELL_STRIDES);
        last = level;
    }
    CHECK(last >= 4);
    def.chunk_size = 4;
    def.sewing_x = def.sewing_z = 2;
    CHECK_INT(cell_level_for(&def, 1e6, 0.02), 0); // nothing can be left out of so few
}

static void test_the_ground_is_that_of_the_patchwork(void)
{
    loam_patchwork_def def = small_def();
    def.spacing = 2;
    patch_cells cells = open_cells(&def);
    const walk_world world = patch_ground(cells.patchwork);
    for (int32_t i = -40; i < 40; i++)
    {
        float height;
        walk_ground there, off;
        CHECK_OK(
            loam_patchwork_heights(cells.patchwork, (loam_patch_area){i, 3 * i, 1, 1}, &height));
        CHECK_OK(world.ground(world.user, 2.0 * i, 6.0 * i, &there));
        CHECK_NEAR(there.height, height, 1e-4);
        CHECK_NEAR(patch_ground_height(cells.patchwork, 2.0 * i, 6.0 * i), height, 1e-4);
        // The normal leans away from where it rises.
        CHECK_OK(world.ground(world.user, 2.0 * i + 0.01, 6.0 * i, &off));
        const float rise = (off.height - there.height) / 0.01f;
        CHECK_NEAR(-there.normal[0] / there.normal[1], rise, 0.05 + 0.05 * (double)fabsf(rise));
    }
    patch_cells_destroy(&cells);
}

int main(void)
{
    RUN(test_cells_come_and_leave);
    RUN(test_the_nearest_come_first);
    RUN(test_grids_have_the_heights_of_their_places);
    RUN(test_triangles_cover_the_grid);
    RUN(test_what_is_far_is_drawn_coarser);
    RUN(test_the_ground_is_that_of_the_patchwork);
    return CHECK_DONE();
}
