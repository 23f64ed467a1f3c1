// SPDX-License-Identifier: MIT
// Rays and bodies in a world of voxels, against oracles that are written another way: rays in tiny steps and through all
// triangles of the meshes, bodies that walk at random and are then looked at.
#include "world_fixture.h"

static fixture *open_here(void)
{
    fixture *const world = fixture_make();
    fixture_open(world);
    fixture_settle(world, 100000);
    return world;
}

static void edit(fixture *world, loam_voxel_edit edit)
{
    CHECK_OK(loam_voxel_world_edit(world->world, &edit, NULL));
    CHECK_OK(loam_voxel_world_update(world->world, &world->viewer, 1, 100000, NULL));
}

static bool solid_at(fixture *world, double x, double y, double z)
{
    const loam_voxel_point point = {.offset = {x, y, z}};
    uint8_t material = LOAM_VOXEL_AIR;
    return loam_voxel_world_at(world->world, loam_voxel_at_point(&point), &material, NULL) ==
               LOAM_OK &&
           loam_voxel_is_solid(material);
}

static void random_ray(uint64_t i, loam_voxel_point *from, float direction[3])
{
    *from = (loam_voxel_point){.origin = {loam_random_range(1, i, -9, 9), 3, 0}};
    for (uint64_t axis = 0; axis < 3; axis++)
    {
        from->offset[axis] = (double)loam_random_float(2, 3 * i + axis) * 20.0 - 10.0;
        direction[axis] = loam_random_float(3, 3 * i + axis) * 2.0f - 1.0f;
    }
    from->offset[1] += 24.0;
    direction[1] = -0.2f - 0.8f * loam_random_float(4, i);
}

static void test_rays_meet_blocks(void)
{
    fixture *const world = open_here();
    int32_t met = 0;
    for (uint64_t i = 0; i < 60; i++)
    {
        loam_voxel_point from;
        float way[3];
        loam_voxel_hit hit;
        random_ray(i, &from, way);
        CHECK_OK(loam_voxel_world_cast(world->world, &from, way, 50.0, LOAM_VOLUME_BLOCKS, &hit));
        const double length = sqrt((double)(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]));
        double t = 0;
        bool solid = false;
        while (t < 50.0 && !solid)
        {
            t += solid ? 0 : 0.004;
            solid = solid_at(world,
                             (double)from.origin.x + from.offset[0] + t * (double)way[0] / length,
                             (double)from.origin.y + from.offset[1] + t * (double)way[1] / length,
                             (double)from.origin.z + from.offset[2] + t * (double)way[2] / length);
        }
        CHECK(hit.any == solid || t > 49.9 || hit.distance_m > t - 0.1);
        if (hit.any && solid)
        {
            met++;
            // A corner that is only touched may be stepped over.
            CHECK(hit.distance_m <= t + 1e-6);
            uint8_t material = 0;
            CHECK_OK(loam_voxel_world_at(world->world, hit.voxel, &material, NULL));
            CHECK_INT(material, hit.material);
            CHECK(loam_voxel_is_solid(material));
            CHECK_OK(loam_voxel_world_at(world->world, hit.before, &material, NULL));
            CHECK(!loam_voxel_is_solid(material));
            CHECK_INT(llabs(hit.voxel.x - hit.before.x) + llabs(hit.voxel.y - hit.before.y) +
                          llabs(hit.voxel.z - hit.before.z),
                      1);
        }
    }
    CHECK(met > 30);
    fixture_close(world);
}

/// The nearest triangle of all meshes of level 0 that a ray goes through; 1e9 if none.
static double nearest_triangle(const loam_mesh *mesh, const double from[3], const double way[3])
{
    double best = 1e9;
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        double a[3], u[3], v[3], n[3];
        for (int32_t k = 0; k < 3; k++)
        {
            a[k] = (double)mesh->vertices[mesh->indices[i]].position[k];
            u[k] = (double)mesh->vertices[mesh->indices[i + 1]].position[k] - a[k];
            v[k] = (double)mesh->vertices[mesh->indices[i + 2]].position[k] - a[k];
        }
        n[0] = u[1] * v[2] - u[2] * v[1];
        n[1] = u[2] * v[0] - u[0] * v[2];
        n[2] = u[0] * v[1] - u[1] * v[0];
        const double along = n[0] * way[0] + n[1] * way[1] + n[2] * way[2];
        if (fabs(along) < 1e-12)
        {
            continue;
        }
        const double t = (n[0] * (a[0] - from[0]) + n[1] * (a[1] - from[1]) +
                          n[2] * (a[2] - from[2])) /
                         along;
        double p[3];
        for (int32_t k = 0; k < 3; k++)
        {
            p[k] = from[k] + t * way[k] - a[k];
        }
        // Barycentric coordinates by areas.
        const double nn = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
        const double s = ((p[1] * v[2] - p[2] * v[1]) * n[0] + (p[2] * v[0] - p[0] * v[2]) * n[1] +
                          (p[0] * v[1] - p[1] * v[0]) * n[2]) /
                         nn;
        const double w = ((u[1] * p[2] - u[2] * p[1]) * n[0] + (u[2] * p[0] - u[0] * p[2]) * n[1] +
                          (u[0] * p[1] - u[1] * p[0]) * n[2]) /
                         nn;
        if (t >= 0 && t < best && s >= -1e-7 && w >= -1e-7 && s + w <= 1 + 1e-7)
        {
            best = t;
        }
    }
    return best;
}

static void test_rays_meet_what_is_drawn(void)
{
    fixture *const world = open_here();
    loam_mesh *whole = NULL, *part = NULL;
    const loam_env env = loam_default_env();
    int32_t met = 0;
    CHECK_OK(loam_mesh_create(&env, &whole));
    CHECK_OK(loam_mesh_create(&env, &part));
    for (int32_t i = 0; i < world->shown_count; i++)
    {
        if (world->shown[i].level == 0)
        {
            const loam_voxel_pos first = loam_voxel_chunk_first(world->shown[i]);
            const float offset[3] = {(float)first.x, (float)first.y, (float)first.z};
            loam_mesh_clear(part);
            CHECK_OK(
                loam_voxel_world_mesh(world->world, world->shown[i], LOAM_VOLUME_SMOOTH, 0, part));
            CHECK_OK(loam_mesh_append(whole, part, offset));
        }
    }
    for (uint64_t i = 0; i < 40; i++)
    {
        loam_voxel_point from;
        float way[3];
        loam_voxel_hit hit;
        random_ray(i, &from, way);
        CHECK_OK(loam_voxel_world_cast(world->world, &from, way, 50.0, LOAM_VOLUME_SMOOTH, &hit));
        const double length = sqrt((double)way[0] * (double)way[0] +
                                   (double)way[1] * (double)way[1] +
                                   (double)way[2] * (double)way[2]);
        const double at[3] = {(double)from.origin.x + from.offset[0],
                              (double)from.origin.y + from.offset[1],
                              (double)from.origin.z + from.offset[2]};
        const double unit[3] = {(double)way[0] / length, (double)way[1] / length,
                                (double)way[2] / length};
        const double expected = nearest_triangle(whole, at, unit);
        CHECK(hit.any == (expected <= 50.0));
        if (hit.any)
        {
            met++;
            CHECK_NEAR(hit.distance_m, expected, 1e-4);
            CHECK((double)hit.normal[0] * unit[0] + (double)hit.normal[1] * unit[1] +
                      (double)hit.normal[2] * unit[2] <
                  0.0);
        }
    }
    CHECK(met > 20);
    loam_mesh_destroy(whole);
    loam_mesh_destroy(part);
    fixture_close(world);
}

// ---- bodies -------------------------------------------------------------------------------------

typedef loam_result mover(loam_voxel_world *world, const loam_voxel_body *body, const float wish[3],
                          loam_volume_form form, loam_voxel_moved *out);

static const loam_voxel_body person = {.radius_m = 0.35f, .height_m = 1.8f, .step_m = 0.6f};

/// Walks at random and falls; the body must never come into what is solid.
static void walk(fixture *world, mover *move, loam_volume_form form, bool box, uint64_t seed)
{
    loam_voxel_body body = person;
    int32_t stood = 0, inside = 0, walked = 0;
    body.at = (loam_voxel_point){.origin = {4, 20, 5}};
    for (uint64_t i = 0; i < 240; i++)
    {
        const float wish[3] = {loam_random_float(seed, 3 * (i / 20)) - 0.5f, -0.3f,
                               loam_random_float(seed, 3 * (i / 20) + 1) - 0.5f};
        loam_voxel_moved moved;
        CHECK_OK(move(world->world, &body, wish, form, &moved));
        CHECK(!moved.stuck && !moved.missing);
        stood += moved.ground;
        walked += fabs(moved.at.offset[0] + (double)moved.at.origin.x - body.at.offset[0] -
                       (double)body.at.origin.x) > 0.05;
        body.at = moved.at;
        const double x = (double)body.at.origin.x + body.at.offset[0],
                     y = (double)body.at.origin.y + body.at.offset[1],
                     z = (double)body.at.origin.z + body.at.offset[2];
        // Corners of a box, points on the sides of a capsule.
        const double r = (double)person.radius_m * (box ? 0.999 : 0.7),
                     low = box ? 0.001 : (double)person.radius_m;
        for (int32_t corner = 0; corner < 8 && form == LOAM_VOLUME_BLOCKS; corner++)
        {
            inside += solid_at(world, x + (corner & 1 ? r : -r),
                               corner & 2 ? y + (double)person.height_m - low : y + low,
                               z + (corner & 4 ? r : -r));
        }
        // The smooth body lies within half a voxel of the blocks: a ray down from the middle meets it below.
        loam_voxel_hit hit;
        const loam_voxel_point middle = {.offset = {x, y + 0.9, z}};
        CHECK_OK(loam_voxel_world_cast(world->world, &middle, (const float[3]){0, -1, 0}, 30.0,
                                       form, &hit));
        inside += !hit.any || hit.distance_m < (box ? 0.9 : 0.9) - 0.02;
    }
    CHECK_INT(inside, 0);
    CHECK(stood > 120);
    CHECK(walked > 100);
}

static void test_bodies_do_not_come_into_rock(void)
{
    fixture *const world = open_here();
    // Something to bump into.
    for (int64_t i = 0; i < 5; i++)
    {
        edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_SPHERE,
                                      .from = {8 * i - 16, fixture_ground(world, 8 * i - 16, 6), 6},
                                      .radius_m = 2.5f,
                                      .material = LOAM_VOXEL_BASALT});
    }
    walk(world, loam_voxel_world_move_box, LOAM_VOLUME_BLOCKS, true, 1);
    walk(world, loam_voxel_world_move_capsule, LOAM_VOLUME_BLOCKS, false, 2);
    walk(world, loam_voxel_world_move_box, LOAM_VOLUME_SMOOTH, true, 3);
    walk(world, loam_voxel_world_move_capsule, LOAM_VOLUME_SMOOTH, false, 4);
    fixture_close(world);
}

/// A floor of basalt at height 20 with a step at x = 4 and a wall of three at x = 8.
static fixture *open_floor(void)
{
    fixture *const world = open_here();
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_BOX,
                                  .from = {-6, 18, -6},
                                  .to = {12, 20, 6},
                                  .material = LOAM_VOXEL_BASALT});
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_BOX,
                                  .from = {4, 21, -6},
                                  .to = {12, 21, 6},
                                  .material = LOAM_VOXEL_BASALT});
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_BOX,
                                  .from = {8, 22, -6},
                                  .to = {12, 25, 6},
                                  .material = LOAM_VOXEL_BASALT});
    return world;
}

static void test_steps_are_climbed_and_walls_are_not(void)
{
    fixture *const world = open_floor();
    mover *const movers[2] = {loam_voxel_world_move_box, loam_voxel_world_move_capsule};
    for (int32_t i = 0; i < 8; i++)
    {
        const loam_volume_form form = i & 2 ? LOAM_VOLUME_SMOOTH : LOAM_VOLUME_BLOCKS;
        const bool climbs = i >= 4;
        loam_voxel_body body = person;
        loam_voxel_moved moved = {0};
        body.step_m = climbs ? 1.1f : 0.3f;
        body.at = (loam_voxel_point){.origin = {0, 21, 0}};
        for (int32_t step = 0; step < 60; step++)
        {
            CHECK_OK(movers[i & 1](world->world, &body, (const float[3]){0.2f, -0.2f, 0.05f}, form,
                                   &moved));
            body.at = moved.at;
        }
        const double x = (double)body.at.origin.x + body.at.offset[0],
                     y = (double)body.at.origin.y + body.at.offset[1];
        // The floor ends at 20.5, the step at 21.5; walls begin at 3.5 and 7.5. Smooth, the step is a slope of half, and
        // the wall has a foot.
        const bool smooth = form == LOAM_VOLUME_SMOOTH;
        CHECK_NEAR(x, (climbs || smooth ? 7.5 : 3.5) - (double)person.radius_m, 0.15);
        CHECK_RANGE(y, climbs || smooth ? 21.45 : 20.45, smooth ? 22.05 : climbs ? 21.55 : 20.55);
        CHECK(moved.ground && moved.wall && !moved.ceiling);
        CHECK_RANGE(moved.normal[1], smooth ? 0.65 : 0.9, 1.0);
    }
    fixture_close(world);
}

static void test_ceilings_stop_what_rises(void)
{
    fixture *const world = open_floor();
    edit(world, (loam_voxel_edit){.kind = LOAM_VOXEL_EDIT_BOX,
                                  .from = {-6, 24, -6},
                                  .to = {2, 25, 6},
                                  .material = LOAM_VOXEL_BASALT});
    mover *const movers[2] = {loam_voxel_world_move_box, loam_voxel_world_move_capsule};
    for (int32_t i = 0; i < 4; i++)
    {
        loam_voxel_body body = person;
        loam_voxel_moved moved;
        body.at = (loam_voxel_point){.origin = {-2, 21, 0}};
        CHECK_OK(movers[i & 1](world->world, &body, (const float[3]){0, 6.0f, 0},
                               i & 2 ? LOAM_VOLUME_SMOOTH : LOAM_VOLUME_BLOCKS, &moved));
        CHECK(moved.ceiling && !moved.ground);
        CHECK_NEAR((double)moved.at.origin.y + moved.at.offset[1], 23.5 - 1.8, 0.05);
    }
    fixture_close(world);
}

static void test_nothing_moves_where_nothing_is_there(void)
{
    fixture *const world = open_floor();
    loam_voxel_body body = person;
    loam_voxel_moved moved;
    body.at = (loam_voxel_point){.origin = {5000, 21, 0}, .offset = {0.25, 0, 0}};
    CHECK_OK(loam_voxel_world_move_capsule(world->world, &body, (const float[3]){1, 1, 1},
                                           LOAM_VOLUME_BLOCKS, &moved));
    CHECK(moved.missing && moved.at.origin.x == 5000 && moved.at.offset[0] == 0.25);
    body.at = (loam_voxel_point){.origin = {0, 19, 0}};
    CHECK_OK(loam_voxel_world_move_box(world->world, &body, (const float[3]){1, 1, 1},
                                       LOAM_VOLUME_BLOCKS, &moved));
    CHECK(moved.stuck);
    body.radius_m = 0.0f;
    CHECK_INT(loam_voxel_world_move_box(world->world, &body, (const float[3]){1, 1, 1},
                                        LOAM_VOLUME_BLOCKS, &moved),
              LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "0.1 to 4");
    body = person;
    CHECK_INT(loam_voxel_world_move_box(world->world, &body, (const float[3]){NAN, 1, 1},
                                        LOAM_VOLUME_BLOCKS, &moved),
              LOAM_BAD_ARGUMENT);
    loam_voxel_hit hit;
    CHECK_INT(loam_voxel_world_cast(world->world, &body.at, (const float[3]){0, 0, 0}, 5.0,
                                    LOAM_VOLUME_BLOCKS, &hit),
              LOAM_BAD_ARGUMENT);
    fixture_close(world);
}

int main(void)
{
    RUN(test_rays_meet_blocks);
    RUN(test_rays_meet_what_is_drawn);
    RUN(test_bodies_do_not_come_into_rock);
    RUN(test_steps_are_climbed_and_walls_are_not);
    RUN(test_ceilings_stop_what_rises);
    RUN(test_nothing_moves_where_nothing_is_there);
    return CHECK_DONE();
}
