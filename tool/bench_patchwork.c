// SPDX-License-Identifier: MIT
#include "bench.h"

#include <string.h>

// A row of eight cells of a patchwork, where nobody was: chunks of 128 x 128 vertices and all that is sewn to them, with
// normals, materials and weights. Beside it the noise alone of as many vertices, and what the same is in a mesh.

enum
{
    ROW = 8,
};

typedef struct patch_context
{
    loam_env env;
    loam_patchwork *patchwork;
    const loam_patchwork_def *def;
    loam_patch_vertex *cell;
    void *scratch;
    float *field;
    loam_noise noise;
    loam_mesh *mesh;
    int64_t row;
} patch_context;

static void run_row(void *context)
{
    patch_context *const on = context;
    on->row++;
    for (int64_t i = 0; i < ROW; i++)
    {
        (void)loam_patchwork_cell(on->patchwork, i, on->row, on->cell, on->scratch);
    }
}

static void run_mesh(void *context)
{
    patch_context *const on = context;
    on->row++;
    loam_mesh_clear(on->mesh);
    for (int64_t i = 0; i < ROW; i++)
    {
        (void)loam_patchwork_cell(on->patchwork, i, on->row, on->cell, on->scratch);
        for (int32_t part = 0; part < LOAM_PATCH_PART_COUNT; part++)
        {
            (void)loam_mesh_add_patch(on->mesh, on->def, on->cell, (loam_patch_part)part, NULL);
        }
    }
}

static void run_noise(void *context)
{
    patch_context *const on = context;
    const loam_noise_area area = {.y = 128 * on->row++, .step = 1, .w = 128, .h = 128, .d = 1};
    (void)loam_noise_grid2(&on->noise, on->field, area);
}

static void measure(bench *run, patch_context *on)
{
    const double vertices = (double)ROW * (double)loam_patch_cell_vertices(on->def);
    const bench_work noise = {"noise of 5 octaves, 128 x 128, vertex", 128.0 * 128, run_noise, on};
    const bench_work row = {"patchwork row of 8 chunks of 128 x 128, row", 1.0, run_row, on};
    const bench_work each = {"patchwork cells, vertex", vertices, run_row, on};
    const bench_work mesh = {"patchwork cells as a mesh, vertex", vertices, run_mesh, on};
    bench_measure(run, &row, NULL);
    bench_measure(run, &each, &noise);
    bench_measure(run, &mesh, &noise);
}

loam_result bench_patchwork(bench *run)
{
    const loam_patchwork_def def = loam_default_patchwork_def();
    patch_context on = {.env = loam_default_env()};
    loam_noise_def noise = loam_default_noise_def();
    noise.kind = LOAM_NOISE_PERLIN;
    noise.octaves = 5;
    noise.wavelength = 200.0;
    noise.isa = on.env.isa = bench_isa(run);
    const size_t cell = (size_t)loam_patch_cell_vertices(&def) * sizeof *on.cell;
    const size_t scratch = loam_patch_cell_scratch(&def), field = sizeof(float) * 128 * 128;
    on.cell = loam_alloc(&on.env, cell);
    on.scratch = loam_alloc(&on.env, scratch);
    on.field = loam_alloc(&on.env, field);
    loam_result result = on.cell != NULL && on.scratch != NULL && on.field != NULL
                             ? loam_noise_init(&on.noise, &noise, 1)
                             : LOAM_OUT_OF_MEMORY;
    result = result == LOAM_OK ? loam_mesh_create(&on.env, &on.mesh) : result;
    result = result == LOAM_OK ? loam_patchwork_create(&on.env, &def, &on.patchwork) : result;
    if (result == LOAM_OK)
    {
        on.def = loam_patchwork_def_of(on.patchwork);
        measure(run, &on);
    }
    loam_patchwork_destroy(on.patchwork);
    loam_mesh_destroy(on.mesh);
    loam_free(&on.env, on.field, field);
    loam_free(&on.env, on.scratch, scratch);
    loam_free(&on.env, on.cell, cell);
    return result;
}
