// SPDX-License-Identifier: MIT
// Lists of triangles: they grow, stay whole when memory ends, and have one hash everywhere.
#include "loam/mesh.h"

#include "check.h"
#include "pipeline/meter.h"

static loam_vertex vertex_at(float x, float y, float z)
{
    return (loam_vertex){.position = {x, y, z},
                         .normal = {0.0f, 1.0f, 0.0f},
                         .uv = {x, z},
                         .materials = {1, 2, 3, 4},
                         .weights = {252, 1, 1, 1}};
}

/// A strip of count triangles over count + 2 vertices.
static loam_result make_strip(loam_mesh *mesh, uint32_t count)
{
    loam_result result = LOAM_OK;
    for (uint32_t i = 0; i < count + 2 && result == LOAM_OK; i++)
    {
        const loam_vertex vertex = vertex_at((float)i, (float)(i % 3), -(float)(i % 2));
        uint32_t index = 0;
        result = loam_mesh_add_vertex(mesh, &vertex, &index);
        CHECK(result != LOAM_OK || index == i);
    }
    for (uint32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        result = loam_mesh_add_triangle(mesh, i, i + 1 + i % 2, i + 2 - i % 2);
    }
    return result;
}

static void test_a_mesh_grows(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *mesh;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    CHECK_OK(make_strip(mesh, 1000));
    CHECK_INT(mesh->vertex_count, 1002);
    CHECK_INT(mesh->index_count, 3000);
    for (uint32_t i = 0; i < 1000; i++)
    {
        CHECK_INT(mesh->indices[3 * i], i);
        CHECK_INT(mesh->indices[3 * i + 1], i + 1 + i % 2);
        CHECK_NEAR(mesh->vertices[i].position[0], i, 0);
    }
    float low[3], high[3];
    loam_mesh_bounds(mesh, low, high);
    CHECK(low[0] == 0.0f && low[1] == 0.0f && low[2] == -1.0f);
    CHECK(high[0] == 1001.0f && high[1] == 2.0f && high[2] == 0.0f);
    loam_mesh_clear(mesh);
    CHECK_INT(mesh->vertex_count + mesh->index_count, 0);
    loam_mesh_bounds(mesh, low, high);
    CHECK(low[0] == 0.0f && high[0] == 0.0f);
    loam_mesh_destroy(mesh);
}

static void test_append_moves_the_other(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *all, *part;
    CHECK_OK(loam_mesh_create(&env, &all));
    CHECK_OK(loam_mesh_create(&env, &part));
    CHECK_OK(make_strip(part, 5));
    CHECK_OK(loam_mesh_append(all, part, NULL));
    CHECK_U64(loam_mesh_hash(all), loam_mesh_hash(part));
    CHECK_OK(loam_mesh_append(all, part, (const float[3]){10.0f, 20.0f, 30.0f}));
    CHECK_INT(all->vertex_count, 14);
    CHECK_INT(all->index_count, 30);
    CHECK_INT(all->indices[15], 7);
    CHECK(all->vertices[7].position[0] == 10.0f && all->vertices[7].position[2] == 30.0f);
    CHECK(all->vertices[8].position[1] == 21.0f);
    loam_mesh_destroy(all);
    loam_mesh_destroy(part);
}

static void test_every_value_is_in_the_hash(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *mesh;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    const uint64_t nothing = loam_mesh_hash(mesh);
    CHECK_OK(make_strip(mesh, 130));
    const uint64_t hash = loam_mesh_hash(mesh);
    CHECK(hash != nothing);
    uint8_t *const bytes = (uint8_t *)&mesh->vertices[131];
    for (size_t i = 0; i < sizeof(loam_vertex); i++)
    {
        bytes[i] ^= 1;
        CHECK(loam_mesh_hash(mesh) != hash);
        bytes[i] ^= 1;
    }
    mesh->indices[389]--;
    CHECK(loam_mesh_hash(mesh) != hash);
    mesh->indices[389]++;
    CHECK_U64(loam_mesh_hash(mesh), hash);
    CHECK_U64(hash, 0xd97f7af03d15e801u);
    loam_mesh_destroy(mesh);
}

static void test_limits(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *mesh;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    CHECK_INT(loam_mesh_reserve(mesh, LOAM_MESH_MAX_VERTICES + 1u, 0), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "a mesh of 67108865 vertices; must be 0 to 67108864");
    CHECK_INT(loam_mesh_reserve(mesh, 0, LOAM_MESH_MAX_INDICES + 1u), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "201326593 indices; must be 0 to 201326592");
    CHECK_INT(mesh->vertex_room + mesh->index_room, 0);
    loam_mesh_destroy(mesh);
    loam_mesh_destroy(NULL);
}

// ---- memory -------------------------------------------------------------------------------------

static void test_reserved_room_is_enough(void)
{
    meter m = {0};
    const loam_env env = meter_env(&m);
    loam_mesh *mesh;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    CHECK_OK(loam_mesh_reserve(mesh, 502, 1500));
    const long long before = atomic_load(&m.allocations);
    CHECK_OK(make_strip(mesh, 500));
    loam_mesh_clear(mesh);
    CHECK_OK(make_strip(mesh, 500));
    CHECK_INT(atomic_load(&m.allocations), before);
    loam_mesh_destroy(mesh);
    CHECK_INT(atomic_load(&m.bytes), 0);
    CHECK_INT(atomic_load(&m.blocks), 0);
}

static loam_result live(const loam_env *env)
{
    loam_mesh *mesh = NULL, *other = NULL;
    loam_result result = loam_mesh_create(env, &mesh);
    result = result == LOAM_OK ? loam_mesh_create(env, &other) : result;
    result = result == LOAM_OK ? make_strip(mesh, 300) : result;
    result = result == LOAM_OK ? loam_mesh_append(other, mesh, NULL) : result;
    result = result == LOAM_OK ? loam_mesh_append(mesh, other, NULL) : result;
    result = result == LOAM_OK ? loam_mesh_reserve(other, 4000, 9000) : result;
    loam_mesh_destroy(mesh);
    loam_mesh_destroy(other);
    return result;
}

static void test_each_allocation_may_fail(void)
{
    meter m = {0};
    const loam_env env = meter_env(&m);
    CHECK_OK(live(&env));
    CHECK_INT(atomic_load(&m.bytes), 0);
    const long long count = atomic_load(&m.allocations);
    CHECK_RANGE(count, 8, 100);
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
    RUN(test_a_mesh_grows);
    RUN(test_append_moves_the_other);
    RUN(test_every_value_is_in_the_hash);
    RUN(test_limits);
    RUN(test_reserved_room_is_enough);
    RUN(test_each_allocation_may_fail);
    return CHECK_DONE();
}
