// SPDX-License-Identifier: MIT
// Pages of heights: units, borders, the coarser surface, and what index sets draw.
#include "check.h"
#include "mesh/edges.h"
#include "mesh/toy_land.h"

enum
{
    ROW = LOAM_HEIGHT_SIDE + 1,
    LAST = LOAM_HEIGHT_SIDE,
};

static toy_page pages[16];
static uint16_t indices[LOAM_HEIGHT_MAX_INDICES];

// ---- vertices -----------------------------------------------------------------------------------

static void test_heights_are_multiples_of_the_unit(void)
{
    for (int32_t level = 0; level < 12; level++)
    {
        toy_make(&pages[0], level, -3, 5);
        const float unit = loam_height_unit(level);
        CHECK_NEAR(unit, (float)(1 << level) / 256.0f, 0);
        for (int32_t p = 0; p < LOAM_HEIGHT_VERTICES; p++)
        {
            const float own = pages[0].vertices[p].height / unit;
            const float raw = pages[0].height[(p / ROW + 1) * TOY_ROW + p % ROW + 1];
            CHECK(own == (float)(int32_t)own);
            CHECK_NEAR(pages[0].vertices[p].height, raw, unit * 0.5001f);
            const float other = pages[0].vertices[p].coarser / unit;
            CHECK(other == (float)(int32_t)other);
        }
    }
}

static void test_normals_and_range(void)
{
    const loam_height_field field = toy_field(&pages[0], 2, 0, 0);
    float low, high, min = 1e9f, max = -1e9f;
    loam_height_vertices(&field, pages[0].vertices, &low, &high);
    for (int32_t p = 0; p < LOAM_HEIGHT_VERTICES; p++)
    {
        const float *const at = field.height + p / ROW * TOY_ROW + p % ROW;
        const double x = (double)(at[-1] - at[1]), z = (double)(at[-TOY_ROW] - at[TOY_ROW]);
        const double length = sqrt(x * x + z * z + 64.0);
        const loam_height_vertex *const vertex = &pages[0].vertices[p];
        CHECK_NEAR(vertex->normal[0], x / length * 32767, 0.6);
        CHECK_NEAR(vertex->normal[1], z / length * 32767, 0.6);
        CHECK_INT(vertex->materials[1], p % 5);
        CHECK_INT(vertex->weights[0], p % 256);
        min = fminf(min, fminf(vertex->height, vertex->coarser));
        max = fmaxf(max, fmaxf(vertex->height, vertex->coarser));
    }
    CHECK(low == min && high == max);
}

static void check_same_vertex(const toy_page *a, int32_t p, const toy_page *b, int32_t q)
{
    const loam_height_vertex *const one = &a->vertices[p], *const other = &b->vertices[q];
    CHECK(memcmp(&one->height, &other->height, sizeof(float)) == 0);
    CHECK(memcmp(&one->coarser, &other->coarser, sizeof(float)) == 0);
    CHECK(memcmp(one->normal, other->normal, sizeof one->normal) == 0);
    CHECK(memcmp(one->coarser_normal, other->coarser_normal, sizeof one->coarser_normal) == 0);
}

static void test_borders_have_the_same_bits(void)
{
    toy_make(&pages[0], 3, 0, 0);
    toy_make(&pages[1], 3, 1, 0);
    toy_make(&pages[2], 3, 0, 1);
    for (int32_t i = 0; i < ROW; i++)
    {
        check_same_vertex(&pages[0], i * ROW + LAST, &pages[1], i * ROW);
        check_same_vertex(&pages[0], LAST * ROW + i, &pages[2], i);
    }
}

/// The coarser page's own vertices are what the finer one becomes, bit by bit.
static void test_a_page_becomes_the_coarser_one(void)
{
    toy_make(&pages[0], 1, 0, 0);
    for (int32_t k = 0; k < 4; k++)
    {
        const toy_page *const coarse = &pages[0];
        toy_page *const fine = &pages[1];
        toy_make(fine, 0, k % 2, k / 2);
        for (int32_t p = 0; p < LOAM_HEIGHT_VERTICES; p++)
        {
            const int32_t i = p % ROW, j = p / ROW;
            const int32_t q = (k / 2 * 64 + j / 2) * ROW + k % 2 * 64 + i / 2;
            if (i % 2 == 0 && j % 2 == 0)
            {
                CHECK(fine->vertices[p].coarser == coarse->vertices[q].height);
                CHECK_INT(fine->vertices[p].coarser_normal[0], coarse->vertices[q].normal[0]);
                CHECK_INT(fine->vertices[p].coarser_normal[1], coarse->vertices[q].normal[1]);
            }
        }
    }
}

static float height_on(const loam_mesh *mesh, const uint32_t *corner, float x, float z, bool *in)
{
    const float *const a = mesh->vertices[corner[0]].position;
    const float *const b = mesh->vertices[corner[1]].position;
    const float *const c = mesh->vertices[corner[2]].position;
    const double area = (double)((b[0] - a[0]) * (c[2] - a[2]) - (c[0] - a[0]) * (b[2] - a[2]));
    const double s = (double)((x - a[0]) * (c[2] - a[2]) - (c[0] - a[0]) * (z - a[2])) / area;
    const double t = (double)((b[0] - a[0]) * (z - a[2]) - (x - a[0]) * (b[2] - a[2])) / area;
    *in = s >= 0 && t >= 0 && s + t <= 1;
    return (float)((double)a[1] + s * (double)(b[1] - a[1]) + t * (double)(c[1] - a[1]));
}

/// All of them lie on triangles that the coarser page draws.
static void test_the_coarser_surface_is_met_everywhere(void)
{
    const loam_env env = loam_default_env();
    const loam_height_index_def def = loam_default_height_index_def();
    loam_mesh *mesh;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    toy_make(&pages[0], 1, 0, 0);
    toy_make(&pages[1], 0, 1, 0);
    CHECK_OK(loam_mesh_add_heights(mesh, pages[0].vertices, 2, &def, NULL, NULL));
    int32_t met = 0;
    for (int32_t p = 0; p < LOAM_HEIGHT_VERTICES; p++)
    {
        const float x = (float)(LAST + p % ROW), z = (float)(p / ROW);
        const int32_t i = (int32_t)x / 2 < LAST ? (int32_t)x / 2 : LAST - 1, j = (int32_t)z / 2;
        for (int32_t k = 0; k < 2; k++)
        {
            bool in;
            const uint32_t *const corner = mesh->indices + 6 * (j * LAST + i) + 3 * k;
            const float height = height_on(mesh, corner, x, z, &in);
            CHECK(!in || height == pages[1].vertices[p].coarser);
            met += in;
        }
    }
    CHECK(met >= LOAM_HEIGHT_VERTICES);
    loam_mesh_destroy(mesh);
}

static void test_what_is_no_height_counts_as_zero(void)
{
    const loam_height_field field = toy_field(&pages[0], 0, 0, 0);
    pages[0].height[5 * TOY_ROW + 5] = NAN;
    pages[0].height[9 * TOY_ROW + 9] = INFINITY;
    pages[0].height[20 * TOY_ROW + 20] = -3e30f;
    loam_height_vertices(&field, pages[0].vertices, NULL, NULL);
    CHECK(pages[0].vertices[4 * ROW + 4].height == 0.0f);
    CHECK(pages[0].vertices[8 * ROW + 8].height == 0.0f);
    CHECK(pages[0].vertices[19 * ROW + 19].height == 0.0f);
    CHECK_INT(pages[0].vertices[8 * ROW + 7].normal[0], 0);
}

static void test_without_materials_and_a_coarser_level(void)
{
    loam_height_field field = toy_field(&pages[0], 0, 0, 0);
    field.coarser = NULL;
    field.weights = NULL;
    loam_height_vertices(&field, pages[0].vertices, NULL, NULL);
    const loam_height_vertex *const vertices = pages[0].vertices;
    CHECK(vertices[2].coarser == vertices[2].height);
    CHECK(vertices[3].coarser == (vertices[2].height + vertices[4].height) / 2);
    CHECK_INT(vertices[7].weights[0], 255);
    CHECK_INT(vertices[7].materials[1], 0);
}

// ---- index sets ---------------------------------------------------------------------------------

/// Twice the area of a triangle, positive if it looks up.
static int32_t area_of(const uint16_t corner[3])
{
    int32_t x[3], z[3];
    for (int32_t k = 0; k < 3; k++)
    {
        x[k] = corner[k] % ROW;
        z[k] = corner[k] / ROW;
    }
    return (z[1] - z[0]) * (x[2] - x[0]) - (x[1] - x[0]) * (z[2] - z[0]);
}

/// Where a border has vertices: one bit each.
static void mark_border(const uint16_t *set, int32_t count, uint8_t border[4][ROW])
{
    memset(border, 0, 4 * (size_t)ROW);
    for (int32_t k = 0; k < count; k++)
    {
        const int32_t i = set[k] % ROW, j = set[k] / ROW;
        border[LOAM_SIDE_WEST][j] |= i == 0;
        border[LOAM_SIDE_EAST][j] |= i == LAST;
        border[LOAM_SIDE_SOUTH][i] |= j == 0;
        border[LOAM_SIDE_NORTH][i] |= j == LAST;
    }
}

static void check_set(const loam_height_index_def *def)
{
    int32_t count = 0, area = 0;
    CHECK_OK(loam_height_indices(def, indices, &count));
    for (int32_t k = 0; k < count; k += 3)
    {
        const int32_t one = area_of(indices + k);
        CHECK(one > 0);
        area += one;
    }
    CHECK_INT(area, 2 * LAST * LAST);
    uint8_t border[4][ROW];
    mark_border(indices, count, border);
    for (int32_t side = 0; side < 4; side++)
    {
        const int32_t apart = LAST / def->quads * def->ratio[side];
        for (int32_t i = 0; i < ROW; i++)
        {
            CHECK_INT(border[side][i], i % apart == 0);
        }
    }
}

static void test_every_set_tiles_the_page(void)
{
    for (int32_t k = 0; k < 1024; k++)
    {
        const loam_height_index_def def = {
            .quads = 16 << k / 256,
            .ratio = {1 << k % 4, 1 << k / 4 % 4, 1 << k / 16 % 4, 1 << k / 64 % 4}};
        check_set(&def);
    }
    int32_t count;
    const loam_height_index_def whole = loam_default_height_index_def();
    CHECK_OK(loam_height_indices(&whole, indices, &count));
    CHECK_INT(count, LOAM_HEIGHT_MAX_INDICES);
}

/// As a surface: every edge that is not on the border twice, once in each direction.
static void test_sets_have_no_cracks_inside(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *mesh;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    toy_make(&pages[0], 0, 0, 0);
    for (int32_t k = 0; k < 12; k++)
    {
        const loam_height_index_def def = {.quads = 16 << k % 4,
                                           .ratio = {1 << k % 3, 1 << k / 2 % 4, 2, 1 << k / 3}};
        loam_mesh_clear(mesh);
        CHECK_OK(loam_mesh_add_heights(mesh, pages[0].vertices, 1, &def, NULL, NULL));
        const edge_count edges = count_edges(mesh);
        uint32_t border = 0;
        for (int32_t side = 0; side < 4; side++)
        {
            border += (uint32_t)(def.quads / def.ratio[side]);
        }
        CHECK_INT(edges.open, border);
        CHECK_INT(edges.inner_open, 0);
        CHECK_INT(edges.doubled, 0);
    }
    loam_mesh_destroy(mesh);
}

static void test_bad_sets_are_refused(void)
{
    int32_t count = 77;
    loam_height_index_def def = loam_default_height_index_def();
    def.quads = 100;
    CHECK_INT(loam_height_indices(&def, indices, &count), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "a page of 100 quads a side; must be 128, 64, 32 or 16");
    def.quads = 8;
    CHECK_INT(loam_height_indices(&def, indices, &count), LOAM_BAD_ARGUMENT);
    def = loam_default_height_index_def();
    def.ratio[LOAM_SIDE_SOUTH] = 3;
    CHECK_INT(loam_height_indices(&def, indices, &count), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "the ratio south is 3; must be 1, 2, 4 or 8");
    def.ratio[LOAM_SIDE_SOUTH] = 0;
    CHECK_INT(loam_height_indices(&def, indices, &count), LOAM_BAD_ARGUMENT);
    def.ratio[LOAM_SIDE_SOUTH] = 16;
    CHECK_INT(loam_height_indices(&def, indices, &count), LOAM_BAD_ARGUMENT);
    CHECK_INT(count, 77);
}

int main(void)
{
    RUN(test_heights_are_multiples_of_the_unit);
    RUN(test_normals_and_range);
    RUN(test_borders_have_the_same_bits);
    RUN(test_a_page_becomes_the_coarser_one);
    RUN(test_the_coarser_surface_is_met_everywhere);
    RUN(test_what_is_no_height_counts_as_zero);
    RUN(test_without_materials_and_a_coarser_level);
    RUN(test_every_set_tiles_the_page);
    RUN(test_sets_have_no_cracks_inside);
    RUN(test_bad_sets_are_refused);
    return CHECK_DONE();
}
