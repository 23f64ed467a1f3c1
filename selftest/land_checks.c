// SPDX-License-Identifier: MIT
#include "selftest.h"

// The land: cells of all levels near the origin and far from it, surfaces at several steps, a river, a map.
// All on one land and near one place, so that most of what they need is made once. What needs finer levels
// than the coarsest takes a second, and is left out where a processor is emulated.

enum
{
    SIDE = 64,
    PLACES = SIDE * SIDE,
    X = -26000, // a river's mouth
    Z = 16500,
    MOST_POINTS = 512,
    MAP = 48,
};

// Payloads are arrays of words of 4 bytes.
static loam_result hash_cells(loam_land *land, const char *stage, int64_t x, int64_t z,
                              uint64_t *hash)
{
    loam_pipeline *const pipeline = loam_land_pipeline(land);
    const loam_page_id id = {.stage = loam_pipeline_stage_index(pipeline, stage), .x = x, .z = z};
    const loam_page *page = NULL;
    const loam_result result = loam_pipeline_get(pipeline, id, &page);
    if (result == LOAM_OK)
    {
        *hash = loam_hash_u32(page->data, page->size / sizeof(uint32_t), *hash);
        loam_pipeline_release(pipeline, page);
    }
    return result;
}

// Pages of level 0 side by side, each of which reads the others.
static void check_chain(selftest *run, loam_land *land, const char *name, int64_t x, int64_t z)
{
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 2 && result == LOAM_OK; i++)
    {
        result = hash_cells(land, "land0.cells", x + i, z, &hash);
    }
    selftest_report(run, name, "", result, hash);
}

static int64_t page_of(int64_t place, int32_t level)
{
    const int64_t page = LOAM_GRAPH_SIDE * loam_land_cell_size(level);
    return place >= 0 ? place / page : -((-place + page - 1) / page);
}

static void check_finer_cells(selftest *run, loam_land *land, int32_t level)
{
    char name[32], stage[16];
    uint64_t hash = 0;
    snprintf(name, sizeof name, "land cells, level %d", (int)level);
    if (selftest_leave_out(run, name))
    {
        return;
    }
    snprintf(stage, sizeof stage, "land%d.cells", (int)level);
    const loam_result result = hash_cells(land, stage, page_of(X, level), page_of(Z, level), &hash);
    selftest_report(run, name, "", result, hash);
}

static void check_surface(selftest *run, loam_land *land, int64_t step, const char *of)
{
    static float height[PLACES], water[PLACES];
    static uint8_t biome[PLACES];
    char name[40];
    snprintf(name, sizeof name, "land surface%s, step %d", of, (int)step);
    if (step <= LOAM_LAND_MIDDLE_STEP && selftest_leave_out(run, name))
    {
        return;
    }
    const loam_land_area area = {
        .x = X - SIDE / 2 * step, .z = Z - SIDE / 2 * step, .step = step, .w = SIDE, .h = SIDE};
    const loam_land_samples out = {.height = height, .water = water, .biome = biome};
    const loam_result result = loam_land_fill(land, area, &out);
    uint64_t hash = loam_hash_f32(height, PLACES, 0);
    hash = loam_hash_f32(water, PLACES, hash);
    hash = loam_hash_bytes(biome, PLACES, hash);
    selftest_report(run, name, "", result, hash);
}

static void check_river(selftest *run, loam_land *land)
{
    static loam_river_point points[MOST_POINTS];
    if (selftest_leave_out(run, "land river"))
    {
        return;
    }
    int32_t count = 0;
    loam_river_end end = LOAM_RIVER_BUFFER_FULL;
    const loam_result result = loam_land_river(
        land, &(loam_land_river_def){.x = X, .z = Z, .min_flow = 100, .coarse = true}, points,
        MOST_POINTS, &count, &end);
    uint64_t hash = (uint64_t)end;
    for (int32_t i = 0; i < count; i++)
    {
        const uint64_t place[2] = {(uint64_t)points[i].x, (uint64_t)points[i].z};
        hash = loam_hash_u64(place, 2, hash);
        const float water[3] = {points[i].height, points[i].width, points[i].flow};
        hash = loam_hash_f32(water, 3, hash);
    }
    selftest_report(run, "land river", "", result, hash);
}

static void check_map(selftest *run, loam_land *land)
{
    const loam_env env = loam_default_env();
    loam_land_map_def def = loam_default_land_map_def();
    def.x = X;
    def.z = Z;
    def.w = def.h = MAP;
    def.scale = 1000;
    loam_picture picture = {0};
    loam_land_map_figures figures = {0};
    const loam_result result = loam_land_map_draw(land, &def, &env, &picture, &figures);
    loam_picture_destroy(&env, &picture);
    selftest_report(run, "land map", "", result, figures.hash);
}

/// Biomes with other numbers: noise of its own in each, weights that are not the usual ones. The coarsest step
/// alone, which stands on few cells.
static void check_biome_shapes(selftest *run, loam_land_def def)
{
    loam_land *land = NULL;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        loam_biome_shape *const shape = &def.shape.biomes[b];
        shape->weight = b % 2 == 0 ? 2 : 0.5f;
        shape->height = 1.25f;
        shape->amplitude += 5;
        shape->scale = 2000.0f - 10.0f * (float)b;
        shape->lacunarity = 1.75f;
    }
    const loam_result result = loam_land_create(&def, &land);
    if (result != LOAM_OK)
    {
        selftest_fail(run, "land surface, other biomes", "", loam_last_error());
        return;
    }
    check_surface(run, land, 600, ", other biomes");
    loam_land_destroy(land);
}

void selftest_land(selftest *run)
{
    loam_land_def def = loam_default_land_def();
    def.seed = 42;
    def.cache_bytes = (size_t)64 << 20;
    def.page_channels = LOAM_PAGE_ALL;
    loam_land *land = NULL;
    const loam_result result = loam_land_create(&def, &land);
    if (result != LOAM_OK)
    {
        selftest_fail(run, "land", "", loam_last_error());
        return;
    }
    check_chain(run, land, "land cells, level 0", -1, 0);
    check_chain(run, land, "land cells, level 0, far away", 800000000, -600000000);
    check_finer_cells(run, land, 1);
    check_finer_cells(run, land, 2);
    for (int64_t step = 1; step <= 4096; step *= 16)
    {
        check_surface(run, land, step, "");
    }
    check_river(run, land);
    check_map(run, land);
    selftest_land_pages(run, land, (loam_land_viewer){.x = X, .z = Z});
    loam_land_destroy(land);
    check_biome_shapes(run, def);
}
