// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include "loam/mesh_body.h"

// Bodies that move among voxels: what could be in their way is gathered once, cubes of solid voxels or triangles of the
// smooth body, and loam/mesh_body.h moves them there.

/// What is in the way, and where, in metres from the origin.
typedef struct scene
{
    loam_voxel_world *world;
    loam_voxel_pos origin;
    loam_volume_form form;
    loam_volume_box box; // voxels that were gathered
    const uint8_t *materials;
} scene;

// ---- gathering ----------------------------------------------------------------------------------

/// Voxels around all places that the body may come to.
static loam_volume_box reach_of(const scene *of, const loam_mesh_body *from, const double wish[3])
{
    int64_t low[3], high[3];
    loam_mesh_body_reach(from, wish, low, high);
    return (loam_volume_box){0,
                             of->origin.x + low[0],
                             of->origin.y + low[1],
                             of->origin.z + low[2],
                             (int32_t)(high[0] - low[0] + 1),
                             (int32_t)(high[1] - low[1] + 1),
                             (int32_t)(high[2] - low[2] + 1)};
}

/// LOAM_NOT_FOUND if something is not there.
static loam_result gather(scene *of)
{
    const size_t count = (size_t)of->box.w * (size_t)of->box.h * (size_t)of->box.d;
    loam_result result = loam_volume_make_room(&of->world->env, &of->world->window, count);
    if (result != LOAM_OK)
    {
        return result;
    }
    bool all;
    loam_voxel_read_materials(of->world, &of->box, LOAM_VOXEL_AIR, of->world->window.memory, &all);
    of->materials = of->world->window.memory;
    if (!all)
    {
        return LOAM_NOT_FOUND;
    }
    const loam_volume_box cells = {
        0, of->box.x, of->box.y, of->box.z, of->box.w - 1, of->box.h - 1, of->box.d - 1};
    return of->form == LOAM_VOLUME_SMOOTH ? loam_voxel_triangles(of->world, &cells, &of->origin)
                                          : LOAM_OK;
}

static bool is_solid(const void *user, const int64_t at[3])
{
    const scene *const of = user;
    const int64_t x = of->origin.x + at[0] - of->box.x, y = of->origin.y + at[1] - of->box.y,
                  z = of->origin.z + at[2] - of->box.z;
    if (x < 0 || y < 0 || z < 0 || x >= of->box.w || y >= of->box.h || z >= of->box.d)
    {
        return false;
    }
    return loam_voxel_is_solid(of->materials[(z * of->box.h + y) * of->box.w + x]);
}

// ---- moving -------------------------------------------------------------------------------------

static loam_result check_body(const loam_voxel_body *of, const float wish[3], loam_volume_form form,
                              bool box)
{
    bool good = of->radius_m >= 0.1f && of->radius_m <= 4.0f && of->height_m >= 0.2f &&
                of->height_m <= 8.0f && of->step_m >= 0.0f && of->step_m <= 1.5f &&
                (box || of->height_m >= 2.0f * of->radius_m);
    if (!good)
    {
        return loam_fail(
            LOAM_BAD_ARGUMENT,
            "a body has radius %g, height %g and step %g; must be 0.1 to 4, 0.2 to 8 (a "
            "capsule's at least two radii) and 0 to 1.5",
            (double)of->radius_m, (double)of->height_m, (double)of->step_m);
    }
    for (int32_t axis = 0; axis < 3; axis++)
    {
        good = good && wish[axis] >= -16.0f && wish[axis] <= 16.0f &&
               of->at.offset[axis] >= -65536.0 && of->at.offset[axis] <= 65536.0;
    }
    if (!good || (int32_t)form < 0 || form >= LOAM_VOLUME_FORM_COUNT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a body moves by %g, %g, %g m in form %d; must be at most 16 each, from a "
                         "place within 65536 m of its origin, and 0 to 2",
                         (double)wish[0], (double)wish[1], (double)wish[2], (int)form);
    }
    return LOAM_OK;
}

static void tell(const scene *of, const loam_mesh_body_moved *to, loam_voxel_moved *out)
{
    out->at.origin = of->origin;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        out->at.offset[axis] = to->at[axis];
        out->normal[axis] = (float)to->normal[axis];
    }
    out->ground = to->ground;
    out->wall = to->wall;
    out->ceiling = to->ceiling;
}

static loam_result move_body(loam_voxel_world *world, const loam_voxel_body *of,
                             const float wish[3], loam_volume_form form, bool box,
                             loam_voxel_moved *out)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, of != NULL && wish != NULL && out != NULL);
    loam_result result = check_body(of, wish, form, box);
    if (result != LOAM_OK)
    {
        return result;
    }
    *out = (loam_voxel_moved){.at = of->at, .normal = {0.0f, 1.0f, 0.0f}};
    // Counted from the voxel that it stands in, so that numbers are small.
    scene around = {.world = world, .origin = loam_voxel_at_point(&of->at), .form = form};
    const int64_t moved[3] = {around.origin.x - of->at.origin.x, around.origin.y - of->at.origin.y,
                              around.origin.z - of->at.origin.z};
    loam_mesh_body from = {
        .radius = (double)of->radius_m, .height = (double)of->height_m, .step = (double)of->step_m};
    const double way[3] = {(double)wish[0], (double)wish[1], (double)wish[2]};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        from.at[axis] = of->at.offset[axis] - (double)moved[axis];
    }
    around.box = reach_of(&around, &from, way);
    result = gather(&around);
    out->missing = result == LOAM_NOT_FOUND;
    const loam_mesh_body_scene among = {is_solid, &around,
                                        form == LOAM_VOLUME_SMOOTH ? world->mesh : NULL};
    const loam_mesh_body_shape shape = box ? LOAM_MESH_BODY_BOX : LOAM_MESH_BODY_CAPSULE;
    out->stuck = result == LOAM_OK && loam_mesh_body_is_stuck(&among, &from, shape);
    if (result != LOAM_OK || out->stuck)
    {
        return out->missing ? LOAM_OK : result;
    }
    loam_mesh_body_moved to;
    loam_mesh_body_move(&among, &from, way, shape, &to);
    tell(&around, &to, out);
    return LOAM_OK;
}

loam_result loam_voxel_world_move_box(loam_voxel_world *world, const loam_voxel_body *body_def,
                                      const float wish[3], loam_volume_form form,
                                      loam_voxel_moved *out)
{
    return move_body(world, body_def, wish, form, true, out);
}

loam_result loam_voxel_world_move_capsule(loam_voxel_world *world, const loam_voxel_body *body_def,
                                          const float wish[3], loam_volume_form form,
                                          loam_voxel_moved *out)
{
    return move_body(world, body_def, wish, form, false, out);
}
