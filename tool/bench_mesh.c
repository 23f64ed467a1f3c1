// SPDX-License-Identifier: MIT
#include "bench.h"

#include <string.h>

// loam bench mesh: what a page of the land costs until it can be drawn: its vertices, index sets (which all pages
// share), and a mesh as files have it. The yardstick is copying the vertices of a page once.

enum
{
    ROW = LOAM_HEIGHT_SIDE + 3,
    COARSE_ROW = LOAM_HEIGHT_SIDE / 2 + 3,
};

typedef struct mesh_context
{
    float height[ROW * ROW], coarser[COARSE_ROW * COARSE_ROW];
    uint8_t materials[4 * LOAM_HEIGHT_VERTICES], weights[4 * LOAM_HEIGHT_VERTICES];
    loam_height_vertex vertices[LOAM_HEIGHT_VERTICES], copied[LOAM_HEIGHT_VERTICES];
    uint16_t indices[LOAM_HEIGHT_MAX_INDICES];
    loam_height_field field;
    loam_mesh *mesh;
} mesh_context;

static void run_copy(void *user)
{
    mesh_context *const context = user;
    memcpy(context->copied, context->vertices, sizeof context->copied);
}

static void run_vertices(void *user)
{
    mesh_context *const context = user;
    float low, high;
    loam_height_vertices(&context->field, context->vertices, &low, &high);
}

static void run_indices(void *user)
{
    mesh_context *const context = user;
    const loam_height_index_def def = {.quads = 128, .ratio = {1, 2, 1, 2}};
    int32_t count;
    loam_height_indices(&def, context->indices, &count);
}

static void run_mesh(void *user)
{
    mesh_context *const context = user;
    const loam_height_index_def def = loam_default_height_index_def();
    const loam_height_morph morph = {.sides = {1, 0, 0, 0}, .corners = {1, 0, 1, 0}};
    loam_mesh_clear(context->mesh);
    loam_mesh_add_heights(context->mesh, context->vertices, 1, &def, &morph, NULL);
}

static loam_result fill(mesh_context *context)
{
    loam_noise_def def = loam_default_noise_def();
    def.fractal = LOAM_FRACTAL_FBM;
    loam_noise noise;
    const loam_noise_area own = {.x = -1, .y = -1, .step = 1, .w = ROW, .h = ROW, .d = 1};
    const loam_noise_area coarser = {
        .x = -2, .y = -2, .step = 2, .w = COARSE_ROW, .h = COARSE_ROW, .d = 1};
    memset(context, 0, sizeof *context);
    loam_result result = loam_noise_init(&noise, &def, 1);
    result = result == LOAM_OK ? loam_noise_grid2(&noise, context->height, own) : result;
    result = result == LOAM_OK ? loam_noise_grid2(&noise, context->coarser, coarser) : result;
    for (int32_t p = 0; p < LOAM_HEIGHT_VERTICES; p++)
    {
        context->weights[4 * p] = 255;
    }
    context->field = (loam_height_field){.step = 1,
                                         .height = context->height + ROW + 1,
                                         .height_stride = ROW,
                                         .coarser = context->coarser + COARSE_ROW + 1,
                                         .coarser_stride = COARSE_ROW,
                                         .materials = context->materials,
                                         .weights = context->weights};
    return result;
}

loam_result bench_mesh(bench *run)
{
    const loam_env env = loam_default_env();
    mesh_context *const context = loam_alloc(&env, sizeof *context);
    loam_result result = context != NULL ? fill(context) : LOAM_OUT_OF_MEMORY;
    result = result == LOAM_OK ? loam_mesh_create(&env, &context->mesh) : result;
    if (result == LOAM_OK)
    {
        const bench_work copy = {"copying the vertices of a page", 1, run_copy, context};
        const bench_work vertices = {"mesh vertices of a page", 1, run_vertices, context};
        const bench_work indices = {"mesh index set of a page", 1, run_indices, context};
        const bench_work mesh = {"mesh of a page, as files have it", 1, run_mesh, context};
        bench_measure(run, &vertices, &copy);
        bench_measure(run, &indices, &copy);
        bench_measure(run, &mesh, &copy);
    }
    if (context != NULL)
    {
        loam_mesh_destroy(context->mesh);
    }
    loam_free(&env, context, sizeof *context);
    return result == LOAM_OK ? bench_voxels(run) : result;
}
