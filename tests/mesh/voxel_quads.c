// SPDX-License-Identifier: MIT
// Quads of voxels: against a look at every face alone; as triangles, closed around the right volume.
#include "loam/random.h"
#include "loam/voxel_mesh.h"
#include "mesh/surface.h"

enum
{
    SIDE = LOAM_VOXEL_SIDE,
    ALL = (SIDE + 2) * (SIDE + 2) * (SIDE + 2)
};

static const int32_t directions[6][3] = {{-1, 0, 0}, {1, 0, 0},  {0, -1, 0},
                                         {0, 1, 0},  {0, 0, -1}, {0, 0, 1}};
static uint8_t memory[ALL];

static uint8_t *at(const loam_voxels *v, int32_t x, int32_t y, int32_t z)
{
    return &memory[((z + 1) * (v->h + 2) + y + 1) * (v->w + 2) + x + 1];
}

/// Lumps or dust of a few materials; the border is empty, or more of the same.
static loam_voxels random_box(uint64_t seed, int32_t w, int32_t h, int32_t d, bool bordered)
{
    const loam_voxels voxels = {memory, w, h, d};
    const int32_t lump = (int32_t)loam_random_range(seed, 0, 1, 6);
    const uint32_t materials = loam_random_below(seed, 1, 3) + 1;
    const uint32_t percent = loam_random_below(seed, 2, 80) + 10;
    for (int32_t z = -1; z <= d; z++)
    {
        for (int32_t y = -1; y <= h; y++)
        {
            for (int32_t x = -1; x <= w; x++)
            {
                const uint64_t cell = loam_seed_at(seed, (x + 1) / lump, (y + 1) / lump,
                                                   (z + 1) / lump);
                const bool inner = x >= 0 && y >= 0 && z >= 0 && x < w && y < h && z < d;
                const bool solid = loam_random_below(cell, 0, 100) < percent;
                *at(&voxels, x, y, z) = solid && (inner || bordered)
                                            ? (uint8_t)(1 + loam_random_below(cell, 1, materials))
                                            : 0;
            }
        }
    }
    return voxels;
}

static loam_voxel_mesher *new_mesher(void)
{
    const loam_env env = loam_default_env();
    loam_voxel_mesher *mesher = NULL;
    CHECK_OK(loam_voxel_mesher_create(&env, &mesher));
    return mesher;
}

static int first_axis(int face)
{
    return face < 2 ? 1 : 0;
}

static int second_axis(int face)
{
    return face >= 4 ? 1 : 2;
}

/// Light at the corners of one face, by looking at the eight voxels around its front.
static uint8_t naive_light(const loam_voxels *v, const int32_t cell[3], int face)
{
    uint8_t light = 0;
    for (int corner = 0; corner < 4; corner++)
    {
        int32_t side[3], other[3], both[3];
        for (int axis = 0; axis < 3; axis++)
        {
            side[axis] = other[axis] = both[axis] = cell[axis] + directions[face][axis];
        }
        const int32_t a = corner % 2 != 0 ? 1 : -1, b = corner / 2 != 0 ? 1 : -1;
        side[first_axis(face)] += a;
        both[first_axis(face)] += a;
        other[second_axis(face)] += b;
        both[second_axis(face)] += b;
        const int one = *at(v, side[0], side[1], side[2]) != 0;
        const int two = *at(v, other[0], other[1], other[2]) != 0;
        const int three = *at(v, both[0], both[1], both[2]) != 0;
        light |= (uint8_t)((one && two ? 0 : 3 - one - two - three) << 2 * corner);
    }
    return light;
}

static bool is_visible(const loam_voxels *v, const int32_t c[3], int face)
{
    const int32_t *d = directions[face];
    return *at(v, c[0], c[1], c[2]) != 0 && *at(v, c[0] + d[0], c[1] + d[1], c[2] + d[2]) == 0;
}

/// Every visible face is in one quad, which has its material and its light, and no other face is in any.
static void check_quads(const loam_voxels *v, loam_voxel_look look, const loam_voxel_quad *quads,
                        uint32_t count)
{
    static uint8_t covered[6][SIDE][SIDE][SIDE];
    memset(covered, 0, sizeof covered);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < count; i++)
    {
        const loam_voxel_quad *q = &quads[i];
        for (int32_t k = 0; k < q->w * q->h; k++)
        {
            int32_t c[3] = {q->x, q->y, q->z};
            c[first_axis(q->face)] += k % q->w;
            c[second_axis(q->face)] += k / q->w;
            const uint8_t light = look.occlude ? naive_light(v, c, q->face) : 255;
            wrong += covered[q->face][c[2]][c[1]][c[0]]++ != 0;
            wrong += *at(v, c[0], c[1], c[2]) != q->material || q->light != light;
        }
    }
    for (int32_t i = 0; i < 6 * v->w * v->h * v->d; i++)
    {
        const int32_t rest = i / 6, c[3] = {rest % v->w, rest / v->w % v->h, rest / (v->w * v->h)};
        wrong += (covered[i % 6][c[2]][c[1]][c[0]] != 0) != is_visible(v, c, i % 6);
    }
    CHECK_INT(wrong, 0);
}

static void test_quads_are_the_visible_faces(void)
{
    loam_voxel_mesher *mesher = new_mesher();
    for (int32_t i = 0; i < check_sample(48); i++)
    {
        const uint64_t seed = loam_seed_at(1, i, 0, 0);
        const int32_t w = i % 6 == 0 ? SIDE : (int32_t)loam_random_range(seed, 5, 1, SIDE);
        const int32_t h = i % 8 == 0 ? SIDE : (int32_t)loam_random_range(seed, 6, 1, 30);
        const int32_t d = i % 7 == 0 ? SIDE : (int32_t)loam_random_range(seed, 7, 1, 30);
        const loam_voxels voxels = random_box(seed, w, h, d, i % 2 != 0);
        uint32_t alone = 0;
        for (int32_t k = 0; k < 4; k++)
        {
            const loam_voxel_look look = {.merge = k % 2 != 0, .occlude = k / 2 != 0};
            const loam_voxel_quad *quads;
            uint32_t count;
            CHECK_OK(loam_voxel_mesher_run(mesher, &voxels, look, &quads, &count));
            check_quads(&voxels, look, quads, count);
            CHECK(k % 2 == 0 || count <= alone);
            alone = k % 2 == 0 ? count : alone;
        }
    }
    loam_voxel_mesher_destroy(mesher);
}

static void test_like_faces_become_one(void)
{
    memset(memory, 0, sizeof memory);
    const loam_voxels voxels = {memory, 9, 7, 5};
    for (int32_t i = 0; i < 9 * 7 * 5; i++)
    {
        *at(&voxels, i % 9, i / 9 % 7, i / 63) = 4;
    }
    loam_voxel_mesher *mesher = new_mesher();
    const loam_voxel_quad *quads;
    uint32_t count;
    const loam_voxel_look look = {.merge = true, .occlude = true};
    CHECK_OK(loam_voxel_mesher_run(mesher, &voxels, look, &quads, &count));
    CHECK_INT(count, 6);
    for (uint32_t i = 0; i < count; i++)
    {
        const uint8_t sides[3] = {9, 7, 5};
        CHECK_INT(quads[i].face, i);
        CHECK_INT(quads[i].w, sides[first_axis((int)i)]);
        CHECK_INT(quads[i].h, sides[second_axis((int)i)]);
    }
    *at(&voxels, 4, 6, 2) = 5; // another material on top
    CHECK_OK(loam_voxel_mesher_run(mesher, &voxels, look, &quads, &count));
    CHECK_INT(count, 6 + 4);
    loam_voxel_mesher_destroy(mesher);
}

static uint64_t solid_voxels(const loam_voxels *v)
{
    uint64_t count = 0;
    for (int32_t i = 0; i < (v->w + 2) * (v->h + 2) * (v->d + 2); i++)
    {
        count += memory[i] != 0;
    }
    return count;
}

static void test_triangles_enclose_the_voxels(void)
{
    const loam_env env = loam_default_env();
    loam_voxel_mesher *mesher = new_mesher();
    for (int32_t i = 0; i < 16; i++)
    {
        const loam_voxels voxels = random_box(loam_seed_at(2, i, 0, 0), 20, 12 + i, 17, false);
        const loam_voxel_look look = {.merge = i % 2 != 0, .occlude = i / 2 % 2 != 0};
        const loam_voxel_quad *quads;
        uint32_t count;
        loam_mesh *mesh;
        CHECK_OK(loam_mesh_create(&env, &mesh));
        CHECK_OK(loam_voxel_mesher_run(mesher, &voxels, look, &quads, &count));
        CHECK_OK(loam_mesh_add_quads(mesh, quads, count, (const float[3]){-8, 4, 2}, 2.0f));
        CHECK_INT(mesh->index_count, 6 * count);
        CHECK_NEAR(surface_volume6(mesh) / 48, solid_voxels(&voxels), 1e-6);
        uint32_t wrong = 0;
        for (uint32_t k = 0; k < mesh->vertex_count; k++)
        {
            const loam_vertex *v = &mesh->vertices[k];
            const int32_t *d = directions[quads[k / 4].face];
            wrong += v->materials[0] != quads[k / 4].material || v->materials[1] != 0 ||
                     v->weights[0] + v->weights[1] != 255 || (!look.occlude && v->weights[1] != 0);
            for (int axis = 0; axis < 3; axis++)
            {
                wrong += v->normal[axis] != (float)d[axis];
            }
        }
        CHECK_INT(wrong, 0);
        loam_mesh_destroy(mesh);
    }
    loam_voxel_mesher_destroy(mesher);
}

/// Each line between two corners has as many triangles in one direction as in the other.
static void test_single_faces_are_closed(void)
{
    const loam_env env = loam_default_env();
    loam_voxel_mesher *mesher = new_mesher();
    const loam_voxels voxels = random_box(5, 20, 20, 20, false);
    const loam_voxel_quad *quads;
    uint32_t count, open = 0;
    loam_mesh *mesh;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    CHECK_OK(
        loam_voxel_mesher_run(mesher, &voxels, (loam_voxel_look){false, false}, &quads, &count));
    CHECK_OK(loam_mesh_add_quads(mesh, quads, count, (const float[3]){0, 0, 0}, 1.0f));
    loam_mesh *welded = surface_weld(mesh);
    surface_edge *edges = surface_edges(welded);
    for (uint32_t i = 0; i < welded->index_count; i++)
    {
        uint32_t there, back;
        surface_find(edges, welded->index_count, edges[i].from, edges[i].to, &there);
        surface_find(edges, welded->index_count, edges[i].to, edges[i].from, &back);
        open += there != back;
    }
    CHECK_INT(open, 0);
    CHECK(welded->index_count > 3000);
    free(edges);
    loam_mesh_destroy(welded);
    loam_mesh_destroy(mesh);
    loam_voxel_mesher_destroy(mesher);
}

static void test_bad_boxes_are_refused(void)
{
    loam_voxel_mesher *mesher = new_mesher();
    const loam_voxels large = {memory, SIDE + 1, 1, 1}, none = {memory, 1, 0, 1};
    const loam_voxel_quad *quads;
    uint32_t count;
    const loam_voxel_look look = {0};
    CHECK_INT(loam_voxel_mesher_run(mesher, &large, look, &quads, &count), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "63 x 1 x 1 voxels; sides must be 1 to 62");
    CHECK_INT(loam_voxel_mesher_run(mesher, &none, look, &quads, &count), LOAM_BAD_ARGUMENT);
    CHECK_INT(count, 0);
    loam_voxel_mesher_destroy(mesher);
}

/// A step of stone: the corners in its angle have a share of material 0, all others none; weights add up.
static void test_shade_is_a_weight_of_material_0(void)
{
    enum
    {
        STEPS = 6
    };
    static uint8_t bytes[STEPS * STEPS * STEPS];
    const loam_env env = loam_default_env();
    loam_voxel_mesher *mesher = NULL;
    loam_mesh *mesh = NULL;
    const loam_voxel_quad *quads;
    uint32_t count, shaded = 0, dark_top = 0;
    for (int32_t i = 0; i < STEPS * STEPS * STEPS; i++)
    {
        const int32_t x = i % STEPS, y = i / STEPS % STEPS;
        bytes[i] = y < 2 || (y < 4 && x < 3) ? 7 : 0;
    }
    const loam_voxels box = {bytes, STEPS - 2, STEPS - 2, STEPS - 2};
    CHECK_OK(loam_voxel_mesher_create(&env, &mesher));
    CHECK_OK(loam_mesh_create(&env, &mesh));
    CHECK_OK(
        loam_voxel_mesher_run(mesher, &box, (loam_voxel_look){.occlude = true}, &quads, &count));
    CHECK_OK(loam_mesh_add_quads(mesh, quads, count, (const float[3]){0, 0, 0}, 1));
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        const loam_vertex *const v = &mesh->vertices[i];
        CHECK_INT(v->weights[0] + v->weights[1], 255);
        CHECK_INT(v->materials[0], 7);
        CHECK_INT(v->materials[1], 0);
        shaded += v->weights[1] > 0;
        // The step stands at x = 2 and y = 1 without the border.
        const bool in_angle = v->position[0] == 2.0f && v->position[1] == 1.0f;
        CHECK(in_angle || v->weights[1] == 0);
        dark_top += in_angle && v->weights[1] > 0;
    }
    CHECK(shaded > 0);
    CHECK_INT(dark_top, shaded);
    loam_mesh_destroy(mesh);
    loam_voxel_mesher_destroy(mesher);
}

int main(void)
{
    RUN(test_quads_are_the_visible_faces);
    RUN(test_like_faces_become_one);
    RUN(test_triangles_enclose_the_voxels);
    RUN(test_single_faces_are_closed);
    RUN(test_bad_boxes_are_refused);
    RUN(test_shade_is_a_weight_of_material_0);
    return CHECK_DONE();
}
