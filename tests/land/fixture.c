// SPDX-License-Identifier: MIT
#include "fixture.h"

#include "loam/random.h"

#include <string.h>

enum
{
    RIVER_ROW = 18, // of every page of page row 0
    JITTER = LOAM_GRAPH_CELL / 3,
};

static int32_t jitter(uint64_t seed, uint64_t index)
{
    return (int32_t)loam_random_range(seed, index, -JITTER, JITTER);
}

// Metres above the sea of a lattice column: the plane meets the sea at column 0 and rises by 1 m in 64.
static float plane(int32_t level, int64_t column)
{
    const float rise = (float)loam_land_cell_size(level) / 64.0f;
    const float height = (float)(column > 4000 ? 4000 : column < -4000 ? -4000 : column) * rise;
    return height > 4000 ? 4000 : height < -3000 ? -3000 : height;
}

static void set_cell(land_cells *out, int32_t level, int32_t index, int64_t column, int64_t row)
{
    const bool river = row == RIVER_ROW && column >= 0;
    const float rise = (float)loam_land_cell_size(level) / 64.0f;
    const float height = plane(level, column);
    out->kind[index] = column < 0 ? LAND_SEA : LAND_DRY_LAND;
    out->height[index] = column < 0 ? height - rise : height + (river ? 0.5f : 1.0f) * rise;
    // Water off the river runs west too, beside it.
    out->receiver[index] = column < 0 ? LAND_NO_DIRECTION : 3;
    out->branch[index] = LAND_NO_DIRECTION;
    out->flow[index] = river ? 400 : 0.01f;
    out->inflow[index] = river ? 399 : 0;
    out->lake[index] = river && column % 16 == 8 ? 400 : 0;
    out->ruggedness[index] = 0.3f;
    out->temperature[index] = 14 - height * 0.0065f;
    out->rain[index] = 700;
    out->humidity[index] = 0.6f;
    out->soil[index] = 0.5f;
    out->links[index] = 63;
}

void fixture_cells(land_cells *out, int32_t level, int64_t page_x, int64_t page_z)
{
    memset(out, 0, sizeof *out);
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t c = i % LOAM_GRAPH_SIDE, r = i / LOAM_GRAPH_SIDE;
        const int64_t column = page_x * LOAM_GRAPH_SIDE + c, row = page_z * LAND_ROWS + r;
        const uint64_t seed = loam_seed_at(77, column, row, level);
        const int32_t half = r % 2 != 0 ? LOAM_GRAPH_CELL * 3 / 4 : LOAM_GRAPH_CELL / 4;
        out->site_x[i] = c * LOAM_GRAPH_CELL + half + jitter(seed, 0);
        out->site_z[i] = (2 * r + 1) * LOAM_GRAPH_PAGE / (2 * LAND_ROWS) + jitter(seed, 1);
        set_cell(out, level, i, column, row);
    }
}

static loam_result run_cells(loam_slice *slice)
{
    int32_t level;
    memcpy(&level, slice->parameters, sizeof level);
    fixture_cells(slice->out, level, slice->page_x, slice->page_z);
    return LOAM_OK;
}

static loam_result add_cells(loam_pipeline *pipeline, int32_t level, const char *name)
{
    loam_stage_def def = loam_default_stage_def();
    def.name = name;
    def.axes = LOAM_AXES_XZ;
    def.page_size = loam_land_cell_size(level) * LOAM_GRAPH_SIDE;
    def.levels = 1;
    def.payload_size = sizeof(land_cells);
    def.parameters = &level;
    def.parameters_size = sizeof level;
    def.run = run_cells;
    return loam_pipeline_add(pipeline, &def);
}

loam_result fixture_open(land_fixture *out, const loam_env *env, const loam_land_biome *biomes,
                         int32_t biome_count)
{
    *out = (land_fixture){0};
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env = *env;
    def.seed = 1;
    def.cache_bytes = (size_t)64 << 20;
    loam_result result = loam_pipeline_create(&def, &out->pipeline);
    static const char *const names[] = {"land0.cells", "land1.cells", "land2.cells"};
    for (int32_t level = 0; level < LOAM_LAND_LEVELS && !result; level++)
    {
        result = add_cells(out->pipeline, level, names[level]);
    }
    const land_surface_def surface = {.env = *env,
                                      .pipeline = out->pipeline,
                                      .seed = 1,
                                      .shape = loam_default_land_shape(),
                                      .biomes = biomes,
                                      .biome_count = biome_count};
    result = result ? result : loam_land_surface_create(&surface, &out->surface);
    if (result)
    {
        fixture_close(out);
    }
    return result;
}

void fixture_close(land_fixture *fixture)
{
    loam_pipeline_destroy(fixture->pipeline);
    loam_land_surface_destroy(fixture->surface);
    *fixture = (land_fixture){0};
}
