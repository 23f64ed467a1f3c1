// SPDX-License-Identifier: MIT
// Marching cubes: closed, oriented and manifold for every case and on random fields, across boxes, and where a
// sphere is.
#include "loam/random.h"
#include "loam/voxel_mesh.h"
#include "mesh/marching_table.h"
#include "mesh/surface.h"

static loam_mesh *new_mesh(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *mesh = NULL;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    return mesh;
}

static void add_surface(loam_mesh *mesh, const loam_density_field *field)
{
    const size_t size = loam_surface_scratch_size(field->w, field->h, field->d);
    void *scratch = malloc(size);
    memset(scratch, 0x5a, size);
    CHECK_OK(loam_mesh_add_surface(mesh, field, scratch, size));
    free(scratch);
}

static loam_density_field field_of(const float *values, int32_t w, int32_t h, int32_t d)
{
    return (loam_density_field){.values = values, .w = w, .h = h, .d = d, .size = 1.0f};
}

/// White noise, empty in the two outermost layers.
static float *noise_field(uint64_t seed, int32_t w, int32_t h, int32_t d)
{
    float *values = malloc((size_t)w * (size_t)h * (size_t)d * sizeof *values);
    uint64_t i = 0;
    for (int32_t z = 0; z < d; z++)
    {
        for (int32_t y = 0; y < h; y++)
        {
            for (int32_t x = 0; x < w; x++, i++)
            {
                const bool inner = x > 1 && y > 1 && z > 1 && x < w - 2 && y < h - 2 && z < d - 2;
                values[i] = inner ? loam_random_float(seed, i) - 0.5f : -1.0f;
            }
        }
    }
    return values;
}

static void test_every_case_is_closed(void)
{
    for (uint32_t index = 0; index < 256; index++)
    {
        float values[216];
        for (int32_t i = 0; i < 216; i++)
        {
            const int32_t x = i % 6 - 2, y = i / 6 % 6 - 2, z = i / 36 - 2;
            const bool inner = (x == 0 || x == 1) && (y == 0 || y == 1) && (z == 0 || z == 1);
            values[i] = inner && (index >> (x + 2 * y + 4 * z) & 1) != 0 ? 1.0f : -1.0f;
        }
        const loam_density_field field = field_of(values, 6, 6, 6);
        loam_mesh *mesh = new_mesh();
        add_surface(mesh, &field);
        CHECK((mesh->index_count > 0) == (index != 0));
        surface_check(mesh);
        CHECK((surface_volume6(mesh) > 0.0) == (index != 0));
        loam_mesh_destroy(mesh);
    }
}

static uint32_t faces_of(uint32_t edge)
{
    const uint32_t axis = edge / 4, first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
    return 1u << (2 * first + (edge & 1)) | 1u << (2 * second + (edge >> 1 & 1));
}

/// Which corners an edge joins.
static uint32_t low_corner(uint32_t edge)
{
    const uint32_t axis = edge / 4, first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
    return (edge & 1) << first | (edge >> 1 & 1) << second;
}

// The table uses exactly the edges that the surface crosses, and a line within a face of the cube belongs to
// one triangle only: the next cube has the other.
static void test_the_table_keeps_to_its_cube(void)
{
    for (uint32_t index = 0; index < 256; index++)
    {
        const loam_marching_case *shape = &loam_marching_cases[index];
        uint32_t used = 0, crossed = 0;
        for (uint32_t edge = 0; edge < 12; edge++)
        {
            const uint32_t low = low_corner(edge), high = low | 1u << edge / 4;
            crossed |= ((index >> low ^ index >> high) & 1) << edge;
        }
        for (int32_t i = 0; i < 3 * shape->triangles; i++)
        {
            const uint8_t a = shape->edges[i], b = shape->edges[i / 3 * 3 + (i + 1) % 3];
            used |= 1u << a;
            int32_t times = 0;
            for (int32_t k = 0; k < 3 * shape->triangles; k++)
            {
                const uint8_t c = shape->edges[k], e = shape->edges[k / 3 * 3 + (k + 1) % 3];
                times += (a == c && b == e) || (a == e && b == c);
            }
            CHECK_INT(times, (faces_of(a) & faces_of(b)) != 0 ? 1 : 2);
        }
        CHECK_INT(used, crossed);
    }
}

static void test_random_fields_are_closed(void)
{
    for (int32_t i = 0; i < check_sample(24); i++)
    {
        const int32_t w = i % 4 == 0 ? 140 : 20 + i, h = 9 + i, d = 30 - i;
        float *values = noise_field(loam_seed_at(3, i, 0, 0), w, h, d);
        const loam_density_field field = field_of(values, w, h, d);
        loam_mesh *mesh = new_mesh();
        add_surface(mesh, &field);
        CHECK(mesh->index_count > 1000);
        surface_check(mesh);
        CHECK(surface_volume6(mesh) > 0.0);
        loam_mesh_destroy(mesh);
        free(values);
    }
}

/// A box of a field, from x on.
static float *box_of(const float *values, const int32_t size[3], const int32_t at[3],
                     const int32_t box[3])
{
    float *out = malloc((size_t)box[0] * (size_t)box[1] * (size_t)box[2] * sizeof *out);
    for (int32_t i = 0; i < box[0] * box[1] * box[2]; i++)
    {
        const int32_t x = at[0] + i % box[0], y = at[1] + i / box[0] % box[1],
                      z = at[2] + i / (box[0] * box[1]);
        out[i] = values[(z * size[1] + y) * size[0] + x];
    }
    return out;
}

// Boxes of 16 cells, each with its border, joined at equal positions: as closed as the whole, with its vertices.
static void test_boxes_fit_together(void)
{
    enum
    {
        CELLS = 16,
        COUNT = 3
    };
    const int32_t side = CELLS * COUNT + 3, size[3] = {side, side, side},
                  box[3] = {CELLS + 3, CELLS + 3, CELLS + 3};
    float *values = noise_field(77, side, side, side);
    loam_mesh *all = new_mesh(), *whole = new_mesh();
    const loam_density_field big = field_of(values, side, side, side);
    add_surface(whole, &big);
    for (int32_t i = 0; i < COUNT * COUNT * COUNT; i++)
    {
        const int32_t at[3] = {i % 3 * CELLS, i / 3 % 3 * CELLS, i / 9 * CELLS};
        float *part = box_of(values, size, at, box);
        loam_density_field field = field_of(part, box[0], box[1], box[2]);
        for (int axis = 0; axis < 3; axis++)
        {
            field.corner[axis] = (float)at[axis];
        }
        add_surface(all, &field);
        free(part);
    }
    loam_mesh *welded = surface_weld(all);
    CHECK(all->vertex_count > welded->vertex_count);
    CHECK_INT(welded->vertex_count, whole->vertex_count);
    CHECK_INT(welded->index_count, whole->index_count);
    surface_check(welded);
    // Vertices at one place are one vertex in every respect, whichever box they are from.
    loam_mesh_append(all, whole, NULL);
    loam_mesh *again = surface_weld(all);
    CHECK_INT(again->vertex_count, whole->vertex_count);
    uint32_t different = 0;
    for (uint32_t i = 0; i < all->index_count; i++)
    {
        const loam_vertex *a = &all->vertices[all->indices[i]],
                          *b = &again->vertices[again->indices[i]];
        different += memcmp(a, b, sizeof *a) != 0;
    }
    CHECK_INT(different, 0);
    loam_mesh_destroy(again);
    loam_mesh_destroy(welded);
    loam_mesh_destroy(all);
    loam_mesh_destroy(whole);
    free(values);
}

static void test_a_sphere_is_round(void)
{
    enum
    {
        SIDE = 48
    };
    static float values[SIDE * SIDE * SIDE];
    const double radius = 18.3;
    for (int32_t i = 0; i < SIDE * SIDE * SIDE; i++)
    {
        const double x = i % SIDE - 24, y = i / SIDE % SIDE - 24, z = i / (SIDE * SIDE) - 24;
        values[i] = (float)(radius - sqrt(x * x + y * y + z * z));
    }
    loam_density_field field = field_of(values, SIDE, SIDE, SIDE);
    for (int axis = 0; axis < 3; axis++)
    {
        field.corner[axis] = 2.0f * -23.0f;
    }
    field.size = 2.0f;
    loam_mesh *mesh = new_mesh();
    add_surface(mesh, &field);
    surface_check(mesh);
    double worst = 0, least = 1;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        const float *p = mesh->vertices[i].position, *n = mesh->vertices[i].normal;
        const double length = sqrt((double)(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]));
        const double along = (double)(p[0] * n[0] + p[1] * n[1] + p[2] * n[2]) / length;
        worst = fmax(worst, fabs(length - 2 * radius));
        least = fmin(least, along);
        CHECK_INT(mesh->vertices[i].materials[0], 1);
        CHECK_INT(mesh->vertices[i].weights[0], 255);
    }
    CHECK_RANGE(worst, 0, 0.02);
    CHECK_RANGE(least, 0.999, 1.0001);
    const double volume = 8 * 4.0 / 3.0 * 3.14159265 * radius * radius * radius;
    CHECK_RANGE(surface_volume6(mesh) / 6 / volume, 0.995, 1.0);
    // Euler: a sphere has two more vertices and faces than edges.
    CHECK_INT((int64_t)mesh->vertex_count - mesh->index_count / 6, 2);
    loam_mesh_destroy(mesh);
}

static void test_weights_are_those_of_solid_samples(void)
{
    enum
    {
        SIDE = 20
    };
    static float values[SIDE * SIDE * SIDE];
    static uint8_t materials[SIDE * SIDE * SIDE];
    for (int32_t i = 0; i < SIDE * SIDE * SIDE; i++)
    {
        const int32_t x = i % SIDE, y = i / SIDE % SIDE;
        values[i] = 9.5f - (float)y;
        materials[i] = y >= 10 ? 99 : x < 10 ? 3 : 7; // 99 is never solid
    }
    loam_density_field field = field_of(values, SIDE, SIDE, SIDE);
    field.materials = materials;
    loam_mesh *mesh = new_mesh();
    add_surface(mesh, &field);
    int32_t blends = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        const loam_vertex *v = &mesh->vertices[i];
        int32_t sum = 0;
        for (int32_t k = 0; k < 4; k++)
        {
            sum += v->weights[k];
            CHECK(v->weights[k] == 0 || v->materials[k] == 3 || v->materials[k] == 7);
        }
        CHECK_INT(sum, 255);
        const bool near = v->position[0] == 8.0f || v->position[0] == 9.0f;
        blends += v->weights[1] > 0;
        CHECK((v->weights[1] > 0) == near);
        CHECK_NEAR(v->normal[1], 1.0, 1e-6);
    }
    CHECK(blends > 10);
    loam_mesh_destroy(mesh);
}

static void test_no_value_breaks_it(void)
{
    enum
    {
        SIDE = 12
    };
    static float values[SIDE * SIDE * SIDE];
    const float odd[] = {NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 3e38f, -3e38f, 1e-45f, -1e-45f};
    for (int32_t i = 0; i < SIDE * SIDE * SIDE; i++)
    {
        const int32_t x = i % SIDE, y = i / SIDE % SIDE, z = i / (SIDE * SIDE);
        const bool inner = x > 1 && y > 1 && z > 1 && x < 10 && y < 10 && z < 10;
        values[i] = inner ? odd[loam_random_below(8, (uint64_t)i, 9)] : -1.0f;
    }
    const loam_density_field field = field_of(values, SIDE, SIDE, SIDE);
    loam_mesh *mesh = new_mesh();
    add_surface(mesh, &field);
    surface_check(mesh);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        for (int axis = 0; axis < 3; axis++)
        {
            CHECK_RANGE(mesh->vertices[i].position[axis], 0, SIDE);
            CHECK_RANGE(mesh->vertices[i].normal[axis], -1.0001, 1.0001);
        }
    }
    loam_mesh_destroy(mesh);
}

static void test_bad_fields_are_refused(void)
{
    static float values[64];
    uint64_t scratch[4];
    loam_mesh *mesh = new_mesh();
    loam_density_field field = field_of(values, 3, 4, 4);
    CHECK_INT(loam_mesh_add_surface(mesh, &field, scratch, sizeof scratch), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "3 x 4 x 4 samples; sides must be 4 to 1024");
    field.w = 4;
    CHECK_INT(loam_mesh_add_surface(mesh, &field, scratch, sizeof scratch), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "scratch memory");
    field.size = 0.0f;
    CHECK_INT(loam_mesh_add_surface(mesh, &field, scratch, sizeof scratch), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "must be more than 0");
    CHECK_INT(loam_surface_scratch_size(1025, 4, 4), 0);
    loam_mesh_destroy(mesh);
}

int main(void)
{
    RUN(test_every_case_is_closed);
    RUN(test_the_table_keeps_to_its_cube);
    RUN(test_random_fields_are_closed);
    RUN(test_boxes_fit_together);
    RUN(test_a_sphere_is_round);
    RUN(test_weights_are_those_of_solid_samples);
    RUN(test_no_value_breaks_it);
    RUN(test_bad_fields_are_refused);
    return CHECK_DONE();
}
