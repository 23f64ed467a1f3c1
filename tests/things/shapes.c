// SPDX-License-Identifier: MIT
// Shapes of things: a metre high, within their triangles, seen from outside, the same on every machine.
#include "check.h"
#include "loam/land_things.h"

#include <math.h>

static loam_mesh *make_shape(loam_thing_kind kind, int32_t variant, int32_t level)
{
    const loam_env env = loam_default_env();
    loam_mesh *mesh = NULL;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    CHECK_OK(loam_mesh_add_thing(mesh, kind, variant, level));
    return mesh;
}

static void test_shapes_are_a_metre_high(void)
{
    for (int32_t i = 0; i < LOAM_THING_KIND_COUNT * LOAM_THING_VARIANTS; i++)
    {
        uint32_t before = LOAM_THING_TRIANGLES;
        for (int32_t level = 0; level < LOAM_THING_LEVELS; level++)
        {
            loam_mesh *const mesh = make_shape((loam_thing_kind)(i / 2), i % 2, level);
            const uint32_t triangles = mesh->index_count / 3;
            float low[3], high[3];
            loam_mesh_bounds(mesh, low, high);
            CHECK_NEAR((double)high[1], 1, 1e-5);
            CHECK(low[1] > -0.4f && low[1] < 0.1f);
            CHECK(triangles > 20 && triangles <= before);
            CHECK(high[0] > 0.05f && low[0] < -0.05f && high[0] < 1.5f && low[0] > -1.5f);
            before = triangles;
            loam_mesh_destroy(mesh);
        }
    }
}

/// Normals have a length of 1, and triangles of bodies their outer side where normals point, as those of grids have.
static void test_triangles_are_seen_from_outside(void)
{
    for (int32_t kind = 0; kind < LOAM_THING_KIND_COUNT; kind++)
    {
        loam_mesh *const mesh = make_shape((loam_thing_kind)kind, 0, 0);
        int32_t out = 0, in = 0;
        for (uint32_t i = 0; i < mesh->index_count; i += 3)
        {
            double side[2][3], dot = 0;
            const loam_vertex *const a = &mesh->vertices[mesh->indices[i]];
            for (int32_t k = 0; k < 3; k++)
            {
                side[0][k] = (double)(mesh->vertices[mesh->indices[i + 1]].position[k] -
                                      a->position[k]);
                side[1][k] = (double)(mesh->vertices[mesh->indices[i + 2]].position[k] -
                                      a->position[k]);
            }
            for (int32_t k = 0; k < 3; k++)
            {
                const int32_t m = (k + 1) % 3, n = (k + 2) % 3;
                double normal = 0;
                for (int32_t c = 0; c < 3; c++)
                {
                    normal += (double)mesh->vertices[mesh->indices[i + (uint32_t)c]].normal[k];
                }
                dot += normal * (side[0][m] * side[1][n] - side[0][n] * side[1][m]);
            }
            out += dot > 1e-12;
            in += dot < -1e-12;
        }
        CHECK_REPORT(kind == LOAM_THING_PALM || in * 50 < out, "%s: %d out, %d in",
                     loam_thing_kind_name((loam_thing_kind)kind), (int)out, (int)in);
        for (uint32_t i = 0; i < mesh->vertex_count; i++)
        {
            const float *const n = mesh->vertices[i].normal;
            CHECK_NEAR((double)(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), 1, 1e-4);
            CHECK(mesh->vertices[i].materials[0] < LOAM_THING_MATERIALS);
            CHECK(loam_thing_colour((loam_thing_kind)kind, mesh->vertices[i].materials[0]) != 0);
        }
        loam_mesh_destroy(mesh);
    }
}

static void test_shapes_are_the_same_everywhere(void)
{
    uint64_t hash = 0;
    for (int32_t i = 0; i < LOAM_THING_KIND_COUNT * LOAM_THING_VARIANTS; i++)
    {
        loam_mesh *const mesh = make_shape((loam_thing_kind)(i / 2), i % 2, i % 3 % 2);
        hash = hash * 31 + loam_mesh_hash(mesh);
        loam_mesh_destroy(mesh);
    }
    CHECK_U64(hash, 0x0c27f5d9dba40326);
    // What there is is kept, and another one comes behind it.
    loam_mesh *const mesh = make_shape(LOAM_THING_BOULDER, 0, 0);
    loam_mesh *const other = make_shape(LOAM_THING_BOULDER, 1, 0);
    const uint32_t count = mesh->vertex_count;
    CHECK(loam_mesh_hash(mesh) != loam_mesh_hash(other));
    CHECK_OK(loam_mesh_add_thing(mesh, LOAM_THING_BOULDER, 1, 0));
    CHECK_INT(mesh->vertex_count, 2 * count);
    CHECK(mesh->vertices[count].position[1] == other->vertices[0].position[1]);
    loam_mesh_destroy(mesh);
    loam_mesh_destroy(other);
}

static void test_both_variants_stand(void)
{
    int32_t seen[LOAM_THING_VARIANTS] = {0};
    for (uint64_t i = 0; i < 1000; i++)
    {
        const loam_land_thing thing = {.id = i * 0x123456789abcdefu};
        const int32_t variant = loam_thing_variant(&thing);
        CHECK_RANGE(variant, 0, LOAM_THING_VARIANTS - 1);
        seen[variant]++;
    }
    CHECK(seen[0] > 300 && seen[1] > 300);
}

static void test_others_are_refused(void)
{
    static const int32_t bad[][3] = {{-1, 0, 0}, {LOAM_THING_KIND_COUNT, 0, 0},
                                     {0, -1, 0}, {0, LOAM_THING_VARIANTS, 0},
                                     {0, 0, -1}, {0, 0, LOAM_THING_LEVELS}};
    loam_mesh *const mesh = make_shape(LOAM_THING_BUSH, 0, 1);
    const uint32_t before = mesh->vertex_count;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        CHECK_INT(loam_mesh_add_thing(mesh, (loam_thing_kind)bad[i][0], bad[i][1], bad[i][2]),
                  LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), "must be 0 to 8, 0 to 1, 0 to 1");
    }
    CHECK_INT(mesh->vertex_count, before);
    CHECK_INT(loam_thing_colour(LOAM_THING_KIND_COUNT, 1), 0);
    CHECK_INT(loam_thing_colour(LOAM_THING_OAK, 0), 0);
    loam_mesh_destroy(mesh);
}

int main(void)
{
    RUN(test_shapes_are_a_metre_high);
    RUN(test_triangles_are_seen_from_outside);
    RUN(test_shapes_are_the_same_everywhere);
    RUN(test_both_variants_stand);
    RUN(test_others_are_refused);
    return CHECK_DONE();
}
