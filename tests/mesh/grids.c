// SPDX-License-Identifier: MIT
// Grids of heights as meshes, and pages whose memory runs out.
#include "check.h"
#include "mesh/edges.h"
#include "mesh/toy_land.h"
#include "pipeline/meter.h"

static toy_page page;

static loam_height_grid grid_of(int32_t w, int32_t h)
{
    (void)toy_field(&page, 0, 0, 0);
    return (loam_height_grid){.w = w,
                              .h = h,
                              .step = 2,
                              .height = page.height + TOY_ROW + 1,
                              .stride = TOY_ROW,
                              .apron = true};
}

static void check_front(const loam_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        const float *const a = mesh->vertices[mesh->indices[i]].position;
        const float *const b = mesh->vertices[mesh->indices[i + 1]].position;
        const float *const c = mesh->vertices[mesh->indices[i + 2]].position;
        // The upward part of (b - a) x (c - a).
        CHECK((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]) > 0);
    }
}

static void test_a_grid_is_a_surface(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *mesh;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    const loam_height_grid grid = grid_of(40, 30);
    CHECK_OK(loam_mesh_add_grid(mesh, &grid, (const float[]){100, 7, -50}));
    CHECK_INT(mesh->vertex_count, 1200);
    CHECK_INT(mesh->index_count, 39 * 29 * 6);
    check_front(mesh);
    const edge_count edges = count_edges(mesh);
    CHECK_INT(edges.open, 2 * (39 + 29));
    CHECK_INT(edges.inner_open + edges.doubled, 0);
    const loam_vertex *const vertex = &mesh->vertices[5 * 40 + 9];
    const float *const at = page.height + 6 * TOY_ROW + 10;
    CHECK(vertex->position[0] == 118.0f && vertex->position[1] == *at + 7.0f);
    CHECK(vertex->position[2] == -40.0f && vertex->uv[0] == 18.0f && vertex->uv[1] == 10.0f);
    const double east = (double)(at[1] - at[-1]) / 4,
                 north = (double)(at[TOY_ROW] - at[-TOY_ROW]) / 4;
    const double length = sqrt(east * east + north * north + 1);
    CHECK_NEAR(vertex->normal[0], -east / length, 1e-6);
    CHECK_NEAR(vertex->normal[1], 1 / length, 1e-6);
    CHECK_NEAR(vertex->normal[2], -north / length, 1e-6);
    CHECK_INT(vertex->weights[0], 255);
    loam_mesh_destroy(mesh);
}

static void test_normals_at_the_rim(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *mesh;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    loam_height_grid grid = grid_of(20, 20);
    const float *const at = grid.height;
    CHECK_OK(loam_mesh_add_grid(mesh, &grid, NULL));
    const float *normal = mesh->vertices[0].normal;
    CHECK_NEAR(normal[0] / normal[1], -(double)(at[1] - at[-1]) / 4, 1e-5);
    grid.apron = false;
    loam_mesh_clear(mesh);
    CHECK_OK(loam_mesh_add_grid(mesh, &grid, NULL));
    normal = mesh->vertices[0].normal;
    CHECK_NEAR(normal[0] / normal[1], -(double)(at[1] - at[0]) / 2, 1e-5);
    normal = mesh->vertices[399].normal;
    CHECK_NEAR(normal[2] / normal[1], -(double)(at[19 * TOY_ROW + 19] - at[18 * TOY_ROW + 19]) / 2,
               1e-5);
    loam_mesh_destroy(mesh);
}

static void test_materials_travel(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *mesh;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    loam_height_grid grid = grid_of(10, 10);
    grid.materials = page.materials;
    grid.weights = page.weights;
    CHECK_OK(loam_mesh_add_grid(mesh, &grid, NULL));
    CHECK_INT(mesh->vertices[83].materials[0], 83 % 7);
    CHECK_INT(mesh->vertices[83].weights[1], 255 - 83);
    loam_mesh_destroy(mesh);
}

static void test_bad_grids_are_refused(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *mesh;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    loam_height_grid grid = grid_of(1, 10);
    CHECK_INT(loam_mesh_add_grid(mesh, &grid, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "a grid of 1 x 10 samples; must be 2 to 8192 each");
    grid = grid_of(10, 8193);
    CHECK_INT(loam_mesh_add_grid(mesh, &grid, NULL), LOAM_BAD_ARGUMENT);
    grid = grid_of(10, 10);
    grid.step = NAN;
    CHECK_INT(loam_mesh_add_grid(mesh, &grid, NULL), LOAM_BAD_ARGUMENT);
    grid = grid_of(10, 10);
    grid.stride = 9;
    CHECK_INT(loam_mesh_add_grid(mesh, &grid, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "stride 9; must be up to 1000000 and at least 10");
    CHECK_INT(mesh->vertex_count, 0);
    loam_mesh_destroy(mesh);
}

static loam_result live(const loam_env *env)
{
    const loam_height_index_def def = loam_default_height_index_def();
    const loam_height_grid grid = grid_of(50, 50);
    toy_make(&page, 0, 0, 0);
    loam_mesh *mesh = NULL;
    loam_result result = loam_mesh_create(env, &mesh);
    result = result == LOAM_OK ? loam_mesh_add_grid(mesh, &grid, NULL) : result;
    const uint32_t before = result == LOAM_OK ? mesh->index_count : 0;
    result = result == LOAM_OK ? loam_mesh_add_heights(mesh, page.vertices, 1, &def, NULL, NULL)
                               : result;
    CHECK(mesh == NULL || result == LOAM_OK || mesh->index_count == before);
    loam_mesh_destroy(mesh);
    return result;
}

static void test_each_allocation_may_fail(void)
{
    meter m = {0};
    const loam_env env = meter_env(&m);
    CHECK_OK(live(&env));
    CHECK_INT(atomic_load(&m.bytes), 0);
    const long long count = atomic_load(&m.allocations);
    CHECK_RANGE(count, 5, 20);
    for (long long i = 1; i <= count; i++)
    {
        atomic_store(&m.allocations, 0);
        atomic_store(&m.fail_at, i);
        CHECK_INT(live(&env), LOAM_OUT_OF_MEMORY);
        CHECK_INT(atomic_load(&m.bytes), 0);
    }
}

int main(void)
{
    RUN(test_a_grid_is_a_surface);
    RUN(test_normals_at_the_rim);
    RUN(test_materials_travel);
    RUN(test_bad_grids_are_refused);
    RUN(test_each_allocation_may_fail);
    return CHECK_DONE();
}
