// SPDX-License-Identifier: MIT
#include "selftest.h"

// Meshes: pages of heights from noise, index sets, grids.

enum
{
    ROW = LOAM_HEIGHT_SIDE + 3,
    COARSE_ROW = LOAM_HEIGHT_SIDE / 2 + 3,
};

typedef struct page
{
    float height[ROW * ROW], coarser[COARSE_ROW * COARSE_ROW];
    loam_height_vertex vertices[LOAM_HEIGHT_VERTICES];
    uint16_t indices[LOAM_HEIGHT_MAX_INDICES];
} page;

static loam_result fill_page(page *out, int32_t level)
{
    loam_noise_def def = loam_default_noise_def();
    def.fractal = LOAM_FRACTAL_FBM;
    def.octaves = 5;
    def.wavelength = 90;
    loam_noise noise;
    const int64_t step = (int64_t)1 << level;
    loam_result result = loam_noise_init(&noise, &def, 7);
    const loam_noise_area own = {.x = -step, .y = -step, .step = step, .w = ROW, .h = ROW, .d = 1};
    const loam_noise_area coarser = {
        .x = -2 * step, .y = -2 * step, .step = 2 * step, .w = COARSE_ROW, .h = COARSE_ROW, .d = 1};
    result = result == LOAM_OK ? loam_noise_grid2(&noise, out->height, own) : result;
    result = result == LOAM_OK ? loam_noise_grid2(&noise, out->coarser, coarser) : result;
    for (int32_t p = 0; p < ROW * ROW; p++)
    {
        out->height[p] *= 120.0f;
    }
    for (int32_t p = 0; p < COARSE_ROW * COARSE_ROW; p++)
    {
        out->coarser[p] *= 121.0f;
    }
    return result;
}

/// A page drawn on its own, with finer and coarser neighbours.
static loam_result hash_page(page *work, int32_t level, loam_mesh *mesh, uint64_t *hash)
{
    const loam_result result = fill_page(work, level);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_height_field field = {.level = level,
                                     .step = (float)((int64_t)1 << level),
                                     .height = work->height + ROW + 1,
                                     .height_stride = ROW,
                                     .coarser = work->coarser + COARSE_ROW + 1,
                                     .coarser_stride = COARSE_ROW};
    loam_height_vertices(&field, work->vertices, NULL, NULL);
    const loam_height_index_def def = {.quads = 128 >> level % 4, .ratio = {2, 1, 4, 1}};
    const loam_height_morph morph = {
        .inside = 0.25f, .sides = {1, 0.25f, 1, 0.25f}, .corners = {1, 1, 1, 0.5f}};
    loam_mesh_clear(mesh);
    const loam_result added = loam_mesh_add_heights(mesh, work->vertices, field.step, &def, &morph,
                                                    NULL);
    const uint64_t words[2] = {*hash, loam_mesh_hash(mesh)};
    *hash = loam_hash_u64(words, 2, 0);
    return added;
}

static void check_pages(selftest *run, page *work, loam_mesh *mesh)
{
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int32_t level = 0; level < 12 && result == LOAM_OK; level++)
    {
        result = hash_page(work, level, mesh, &hash);
    }
    selftest_report(run, "mesh height pages", "", result, hash);
}

static void check_index_sets(selftest *run, page *work)
{
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int32_t k = 0; k < 64 && result == LOAM_OK; k++)
    {
        const loam_height_index_def def = {
            .quads = 16 << k % 4,
            .ratio = {1 << k / 4 % 2, 1 << k / 8 % 4, 1 << k / 32, 1 << k % 3}};
        int32_t count = 0;
        result = loam_height_indices(&def, work->indices, &count);
        for (int32_t i = 0; i < count; i += 3)
        {
            const uint32_t corners[3] = {work->indices[i], work->indices[i + 1],
                                         work->indices[i + 2]};
            hash = loam_hash_u32(corners, 3, hash);
        }
    }
    selftest_report(run, "mesh index sets", "", result, hash);
}

static void check_grid(selftest *run, const page *work, loam_mesh *mesh)
{
    const loam_height_grid grid = {
        .w = 100, .h = 60, .step = 2.5f, .height = work->height + 3, .stride = ROW};
    const float offset[3] = {-10, 5, 1000};
    loam_mesh_clear(mesh);
    const loam_result result = loam_mesh_add_grid(mesh, &grid, offset);
    selftest_report(run, "mesh grid", "", result, loam_mesh_hash(mesh));
}

void selftest_mesh(selftest *run)
{
    const loam_env env = loam_default_env();
    page *const work = loam_alloc(&env, sizeof *work);
    loam_mesh *mesh = NULL;
    if (work == NULL || loam_mesh_create(&env, &mesh) != LOAM_OK)
    {
        selftest_fail(run, "mesh", "", loam_last_error());
    }
    else
    {
        check_pages(run, work, mesh);
        check_index_sets(run, work);
        check_grid(run, work, mesh);
    }
    loam_mesh_destroy(mesh);
    loam_free(&env, work, sizeof *work);
}
