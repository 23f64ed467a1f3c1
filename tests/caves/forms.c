// SPDX-License-Identifier: MIT
// Forms of caves: heights, blocks and smooth bodies, against what their cells say.
#include "loam/caves.h"
#include "mesh/surface.h"

static loam_cave *make(const loam_cave_def *def)
{
    const loam_env env = loam_default_env();
    loam_cave *cave = NULL;
    CHECK_OK(loam_cave_create(&env, def, false, &cave));
    return cave;
}

static loam_mesh *new_mesh(void)
{
    const loam_env env = loam_default_env();
    loam_mesh *mesh = NULL;
    CHECK_OK(loam_mesh_create(&env, &mesh));
    return mesh;
}

/// Fronts agree with normals, normals have length 1, weights add up.
static void check_vertices(const loam_mesh *mesh)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        const loam_vertex *v = &mesh->vertices[i];
        const double length = (double)v->normal[0] * (double)v->normal[0] +
                              (double)v->normal[1] * (double)v->normal[1] +
                              (double)v->normal[2] * (double)v->normal[2];
        wrong += fabs(length - 1) > 1e-5;
        wrong += v->weights[0] + v->weights[1] + v->weights[2] + v->weights[3] != 255;
        wrong += v->materials[0] < LOAM_CAVE_FLOOR || v->materials[0] > LOAM_CAVE_CEILING;
    }
    CHECK_INT(wrong, 0);
}

/// How many triangles have a front that all their normals point away from.
static uint32_t turned_away(const loam_mesh *mesh)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        const loam_vertex *v[3];
        double e[2][3], n[3], max = -1;
        for (int k = 0; k < 3; k++)
        {
            v[k] = &mesh->vertices[mesh->indices[i + (uint32_t)k]];
        }
        for (int axis = 0; axis < 3; axis++)
        {
            e[0][axis] = (double)v[1]->position[axis] - (double)v[0]->position[axis];
            e[1][axis] = (double)v[2]->position[axis] - (double)v[0]->position[axis];
        }
        for (int axis = 0; axis < 3; axis++)
        {
            const int a = (axis + 1) % 3, b = (axis + 2) % 3;
            n[axis] = e[0][a] * e[1][b] - e[0][b] * e[1][a];
        }
        for (int k = 0; k < 3; k++)
        {
            const double along = n[0] * (double)v[k]->normal[0] + n[1] * (double)v[k]->normal[1] +
                                 n[2] * (double)v[k]->normal[2];
            max = along > max ? along : max;
        }
        wrong += !(max > 0);
    }
    return wrong;
}

static void test_slopes_have_a_vertex_a_cell(void)
{
    loam_cave_def def = loam_default_cave_def(2);
    def.w = 50;
    def.h = 30;
    loam_cave *cave = make(&def);
    loam_cave_form form = loam_default_cave_form(&def);
    form.resolution = 0.5f;
    form.wall_height = 4.0f;
    loam_mesh *mesh = new_mesh();
    CHECK_OK(loam_mesh_add_cave_heights(mesh, cave, &form));
    CHECK_INT(mesh->vertex_count, 1500);
    CHECK_INT(mesh->index_count, 6 * 49 * 29); // Barrio Morra 2021, 3.1.2: 6MN - 6M - 6N + 6
    int32_t wrong = 0;
    for (int32_t i = 0; i < 1500; i++)
    {
        const float *p = mesh->vertices[i].position;
        const bool wall = loam_solid_get(&cave->walls, i % 50, i / 50, 0);
        wrong += p[1] != (wall ? 4.0f : 0.0f);
        wrong += p[0] != form.corner[0] + ((float)(i % 50) + 0.5f) * 0.5f;
        wrong += mesh->vertices[i].materials[0] != (wall ? LOAM_CAVE_WALL : LOAM_CAVE_FLOOR);
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(turned_away(mesh), 0);
    check_vertices(mesh);
    // A ceiling lies on the walls all around, and closes what is open.
    const uint32_t before = mesh->index_count;
    loam_mesh_clear(mesh);
    form.ceiling = true;
    CHECK_OK(loam_mesh_add_cave_heights(mesh, cave, &form));
    CHECK(mesh->index_count > before);
    CHECK_INT(turned_away(mesh), 0);
    loam_mesh_clear(mesh);
    form.ceiling = form.floor = false;
    CHECK_OK(loam_mesh_add_cave_heights(mesh, cave, &form));
    CHECK(mesh->index_count < before && mesh->index_count > 100);
    loam_mesh_destroy(mesh);
    loam_cave_destroy(cave);
}

static uint64_t count_steps(const loam_cave *cave)
{
    const loam_solid *w = &cave->walls;
    uint64_t steps = 0;
    for (int32_t c = 0; c < w->w * w->h; c++)
    {
        const int32_t x = c % w->w, y = c / w->w;
        const bool wall = loam_solid_get(w, x, y, 0);
        steps += x + 1 < w->w && wall != loam_solid_get(w, x + 1, y, 0);
        steps += y + 1 < w->h && wall != loam_solid_get(w, x, y + 1, 0);
    }
    return steps;
}

static void test_straight_walls_stand_at_every_step(void)
{
    const loam_cave_def def = loam_default_cave_def(2);
    loam_cave *cave = make(&def);
    loam_cave_form form = loam_default_cave_form(&def);
    form.straight = true;
    form.wall_height = 2.0f;
    loam_mesh *mesh = new_mesh();
    CHECK_OK(loam_mesh_add_cave_heights(mesh, cave, &form));
    CHECK_INT(mesh->index_count, 6 * (10000 + count_steps(cave)));
    CHECK_INT(turned_away(mesh), 0);
    check_vertices(mesh);
    // With a ceiling, the open space is closed and seen from within. The tops of the walls, two metres up,
    // add two thirds of their area to the sum.
    loam_mesh_clear(mesh);
    form.ceiling = true;
    CHECK_OK(loam_mesh_add_cave_heights(mesh, cave, &form));
    const double walls = (double)loam_solid_count(&cave->walls), open = 10000.0 - walls;
    CHECK_NEAR(surface_volume6(mesh) / 6, 2.0 / 3.0 * walls - 2.0 * open, 1e-3);
    CHECK_INT(turned_away(mesh), 0);
    loam_mesh_destroy(mesh);
    loam_cave_destroy(cave);
}

static uint64_t naive_faces(const loam_cave *cave, bool shell)
{
    const loam_solid *w = &cave->walls;
    uint64_t faces = 0;
    for (int32_t c = 0; c < w->w * w->h * w->d; c++)
    {
        const int32_t p[3] = {c % w->w, c / w->w % w->h, c / (w->w * w->h)};
        for (int i = 0; i < 6 && loam_solid_get(w, p[0], p[1], p[2]); i++)
        {
            int32_t q[3] = {p[0], p[1], p[2]};
            q[i / 2] += i % 2 != 0 ? 1 : -1;
            const bool inside = q[0] >= 0 && q[1] >= 0 && q[2] >= 0 && q[0] < w->w && q[1] < w->h &&
                                q[2] < w->d;
            faces += inside ? !loam_solid_get(w, q[0], q[1], q[2]) : shell;
        }
    }
    return faces;
}

static void test_blocks_have_the_visible_faces(void)
{
    loam_cave_def def = loam_default_cave_def(3);
    def.w = 130; // three boxes
    def.h = 20;
    def.d = 70;
    loam_cave *cave = make(&def);
    for (int32_t i = 0; i < 4; i++)
    {
        loam_cave_form form = loam_default_cave_form(&def);
        form.merge = i % 2 != 0;
        form.shell = i / 2 != 0;
        loam_mesh *mesh = new_mesh();
        loam_cave_faces faces;
        CHECK_OK(loam_mesh_add_cave_blocks(mesh, cave, &form, &faces));
        CHECK_U64(faces.all, 6 * loam_solid_count(&cave->walls));
        CHECK_U64(faces.visible, naive_faces(cave, form.shell));
        CHECK(form.merge ? faces.quads < faces.visible : faces.quads == faces.visible);
        CHECK_INT(mesh->index_count, 6 * faces.quads);
        const double cells = 130.0 * 20 * 70, walls = (double)loam_solid_count(&cave->walls);
        CHECK_NEAR(surface_volume6(mesh) / 6, form.shell ? walls : walls - cells, 1e-3);
        CHECK_INT(turned_away(mesh), 0);
        check_vertices(mesh);
        loam_mesh_destroy(mesh);
    }
    loam_cave_destroy(cave);
}

static void test_smooth_caves_are_closed(void)
{
    for (int32_t i = 0; i < 4; i++)
    {
        loam_cave_def def = loam_default_cave_def(2 + i % 2);
        def.w = 60;
        def.h = 24;
        def.d = i % 2 == 0 ? 1 : 30;
        def.openings = i;
        loam_cave *cave = make(&def);
        loam_cave_form form = loam_default_cave_form(&def);
        form.shell = i / 2 != 0;
        loam_mesh *mesh = new_mesh();
        CHECK_OK(loam_mesh_add_cave_surface(mesh, cave, &form));
        surface_check(mesh);
        int32_t size[3], solid = 0;
        loam_cave_blocks_size(cave, &form, size);
        const int32_t cells = size[0] * size[1] * size[2];
        for (int32_t c = 0; c < cells; c++)
        {
            solid += loam_cave_block(cave, &form, c % size[0], c / size[0] % size[1],
                                     c / (size[0] * size[1])) != 0;
        }
        CHECK(size[1] == (i % 2 == 0 ? 5 : 24));
        float low[3], high[3];
        loam_mesh_bounds(mesh, low, high);
        for (int axis = 0; axis < 3 && (form.shell || i % 2 == 0); axis++)
        {
            CHECK_NEAR(low[axis], form.corner[axis], 0.3);
            CHECK_NEAR(high[axis], form.corner[axis] + (float)size[axis], 0.3);
        }
        CHECK_RANGE(surface_volume6(mesh) / 6 / (form.shell || i % 2 == 0 ? solid : solid - cells),
                    0.85, 1.1);
        check_vertices(mesh);
        loam_mesh_destroy(mesh);
        loam_cave_destroy(cave);
    }
}

static void test_bad_forms_are_refused(void)
{
    loam_cave_def def = loam_default_cave_def(3);
    def.w = 8;
    def.h = 9;
    def.d = 7;
    loam_cave *cave = make(&def);
    loam_cave_form form = loam_default_cave_form(&def);
    loam_mesh *mesh = new_mesh();
    CHECK_INT(loam_mesh_add_cave_heights(mesh, cave, &form), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "7 cells deep; must be 1");
    form.resolution = 0.0f;
    CHECK_INT(loam_mesh_add_cave_blocks(mesh, cave, &form, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "cells of 0 m; must be more than 0");
    CHECK_INT(loam_mesh_add_cave_surface(mesh, cave, &form), LOAM_BAD_ARGUMENT);
    CHECK_INT(mesh->vertex_count, 0);
    loam_mesh_destroy(mesh);
    loam_cave_destroy(cave);
}

int main(void)
{
    RUN(test_slopes_have_a_vertex_a_cell);
    RUN(test_straight_walls_stand_at_every_step);
    RUN(test_blocks_have_the_visible_faces);
    RUN(test_smooth_caves_are_closed);
    RUN(test_bad_forms_are_refused);
    return CHECK_DONE();
}
