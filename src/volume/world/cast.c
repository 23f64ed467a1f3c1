// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include <math.h>

// Rays: from cell to cell along the line (Amanatides and Woo 1987). As blocks the cells are voxels, and the first solid
// one is met. Smooth, the cells lie between the middles of eight voxels, and the triangles that the mesh has in them
// are met. Chunks without a surface are passed without a look at their voxels.

/// A walk through cells; cell (i, j, k) reaches from i to i + 1.
typedef struct steps
{
    int64_t cell[3];
    int32_t way[3];
    double next[3], each[3]; // distances at which an axis steps
    double distance;
    int32_t axis; // that was stepped along last, -1 at the beginning
} steps;

static int64_t floor_of(double value)
{
    const int64_t whole = (int64_t)value;
    return (double)whole > value ? whole - 1 : whole;
}

static steps steps_begin(const double from[3], const double direction[3])
{
    steps out = {.axis = -1};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const double way = direction[axis];
        out.cell[axis] = floor_of(from[axis]);
        out.way[axis] = way > 0.0 ? 1 : way < 0.0 ? -1 : 0;
        const double gap = way > 0.0 ? (double)out.cell[axis] + 1.0 - from[axis]
                                     : from[axis] - (double)out.cell[axis];
        out.each[axis] = out.way[axis] == 0 ? 1e300 : 1.0 / fabs(way);
        out.next[axis] = out.way[axis] == 0 ? 1e300 : gap * out.each[axis];
    }
    return out;
}

static void steps_next(steps *at)
{
    int32_t axis = at->next[0] <= at->next[1] ? 0 : 1;
    axis = at->next[2] < at->next[axis] ? 2 : axis;
    at->distance = at->next[axis];
    at->next[axis] += at->each[axis];
    at->cell[axis] += at->way[axis];
    at->axis = axis;
}

// ---- blocks -------------------------------------------------------------------------------------

/// The material of a voxel, rock's where all is rock; false where nothing is there.
static bool material_at(loam_voxel_world *world, loam_voxel_pos at, uint8_t *material)
{
    const loam_volume_box box = {0, at.x, at.y, at.z, 1, 1, 1};
    bool there;
    loam_voxel_read_materials(world, &box, LOAM_VOXEL_AIR, material, &there);
    return there;
}

static loam_voxel_pos place_of(const loam_voxel_pos *origin, const int64_t cell[3])
{
    return (loam_voxel_pos){origin->x + cell[0], origin->y + cell[1], origin->z + cell[2]};
}

typedef struct ray
{
    loam_voxel_pos origin;
    double from[3], direction[3]; // of length 1
    double length;
} ray;

static void set_point(const ray *along, double distance, loam_voxel_hit *hit)
{
    hit->any = true;
    hit->distance_m = distance;
    hit->point.origin = along->origin;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        hit->point.offset[axis] = along->from[axis] + distance * along->direction[axis];
    }
}

static loam_result cast_blocks(loam_voxel_world *world, const ray *along, loam_voxel_hit *hit)
{
    // A voxel reaches half a metre to both sides of its place.
    const double from[3] = {along->from[0] + 0.5, along->from[1] + 0.5, along->from[2] + 0.5};
    steps at = steps_begin(from, along->direction);
    loam_voxel_pos before = place_of(&along->origin, at.cell);
    for (; at.distance <= along->length; steps_next(&at))
    {
        const loam_voxel_pos voxel = place_of(&along->origin, at.cell);
        uint8_t material;
        if (!material_at(world, voxel, &material))
        {
            return LOAM_OK;
        }
        if (loam_voxel_is_solid(material))
        {
            set_point(along, at.distance, hit);
            for (int32_t axis = 0; axis < 3; axis++)
            {
                hit->normal[axis] = at.axis == axis ? -(float)at.way[axis]
                                    : at.axis < 0   ? -(float)along->direction[axis]
                                                    : 0.0f;
            }
            hit->voxel = voxel;
            hit->before = before;
            return loam_voxel_world_at(world, voxel, &hit->material, NULL);
        }
        before = voxel;
    }
    return LOAM_OK;
}

// ---- smooth -------------------------------------------------------------------------------------

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Where a ray goes through a triangle (Möller and Trumbore 1997); negative if nowhere. A little wider than the
/// triangle, so that none passes between two.
static double meet(const ray *along, const loam_vertex *const corners[3])
{
    const double slack = 1e-7;
    double u[3], v[3], from[3], p[3], q[3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const double a = (double)corners[0]->position[axis];
        u[axis] = (double)corners[1]->position[axis] - a;
        v[axis] = (double)corners[2]->position[axis] - a;
        from[axis] = along->from[axis] - a;
    }
    cross(along->direction, v, p);
    const double det = dot(u, p);
    if (fabs(det) < 1e-12)
    {
        return -1.0;
    }
    const double s = dot(from, p) / det;
    cross(from, u, q);
    const double t = dot(along->direction, q) / det;
    return s < -slack || t < -slack || s + t > 1.0 + slack ? -1.0 : dot(v, q) / det;
}

static bool meet_mesh(const loam_mesh *mesh, const ray *along, loam_voxel_hit *hit)
{
    double best = along->length;
    bool any = false;
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        const loam_vertex *const corners[3] = {&mesh->vertices[mesh->indices[i]],
                                               &mesh->vertices[mesh->indices[i + 1]],
                                               &mesh->vertices[mesh->indices[i + 2]]};
        const double distance = meet(along, corners);
        if (distance < 0.0 || distance > best)
        {
            continue;
        }
        best = distance;
        any = true;
        double u[3], v[3], n[3];
        for (int32_t axis = 0; axis < 3; axis++)
        {
            u[axis] = (double)(corners[1]->position[axis] - corners[0]->position[axis]);
            v[axis] = (double)(corners[2]->position[axis] - corners[0]->position[axis]);
        }
        cross(u, v, n);
        const double length = sqrt(dot(n, n));
        for (int32_t axis = 0; axis < 3; axis++)
        {
            hit->normal[axis] = length > 0.0 ? (float)(n[axis] / length) : 0.0f;
        }
        set_point(along, distance, hit);
    }
    return any;
}

/// The solid voxel and the open one nearest to where the ray met the cell.
static loam_result name_voxels(loam_voxel_world *world, const loam_volume_box *cell,
                               loam_voxel_hit *hit)
{
    uint8_t materials[8];
    const loam_volume_box corners = {0, cell->x, cell->y, cell->z, 2, 2, 2};
    const loam_volume_voxels out = {.materials = materials};
    const loam_result result = loam_voxel_world_read(world, &corners, &out);
    double nearest[2] = {1e300, 1e300};
    for (int32_t i = 0; i < 8 && result == LOAM_OK; i++)
    {
        const loam_voxel_pos at = {cell->x + (i & 1), cell->y + (i >> 1 & 1), cell->z + (i >> 2)};
        const loam_voxel_pos *const origin = &hit->point.origin;
        const double off[3] = {(double)(at.x - origin->x) - hit->point.offset[0],
                               (double)(at.y - origin->y) - hit->point.offset[1],
                               (double)(at.z - origin->z) - hit->point.offset[2]};
        const bool solid = loam_voxel_is_solid(materials[i]);
        if (dot(off, off) < nearest[solid])
        {
            nearest[solid] = dot(off, off);
            *(solid ? &hit->voxel : &hit->before) = at;
            hit->material = solid ? materials[i] : hit->material;
        }
    }
    return result;
}

static loam_result cast_smooth(loam_voxel_world *world, const ray *along, loam_voxel_hit *hit)
{
    loam_result result = LOAM_OK;
    for (steps at = steps_begin(along->from, along->direction);
         at.distance <= along->length && result == LOAM_OK; steps_next(&at))
    {
        const loam_voxel_pos first = place_of(&along->origin, at.cell);
        const loam_volume_box cell = {0, first.x, first.y, first.z, 1, 1, 1};
        const voxel_chunk *const chunk = loam_voxel_chunk_there(world, loam_voxel_chunk_of(first));
        if (chunk == NULL)
        {
            return LOAM_OK;
        }
        if (chunk->kind != LOAM_VOLUME_MIXED)
        {
            continue;
        }
        result = loam_voxel_triangles(world, &cell, &along->origin);
        if (result == LOAM_OK && meet_mesh(world->mesh, along, hit))
        {
            return name_voxels(world, &cell, hit);
        }
    }
    return result;
}

loam_result loam_voxel_world_cast(loam_voxel_world *world, const loam_voxel_point *from,
                                  const float direction[3], double length_m, loam_volume_form form,
                                  loam_voxel_hit *hit)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, from != NULL && direction != NULL && hit != NULL);
    *hit = (loam_voxel_hit){0};
    ray along = {.length = length_m};
    double square = 0.0;
    for (int32_t axis = 0; axis < 3; axis++)
    {
        square += (double)direction[axis] * (double)direction[axis];
        if (!(from->offset[axis] >= -65536.0 && from->offset[axis] <= 65536.0))
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "a ray begins %g m from its origin; must be within 65536",
                             from->offset[axis]);
        }
    }
    if (!(square > 1e-30 && square < 1e30) || !(length_m >= 0.0 && length_m <= 1024.0) ||
        (int32_t)form < 0 || form >= LOAM_VOLUME_FORM_COUNT)
    {
        return loam_fail(
            LOAM_BAD_ARGUMENT,
            "a ray has direction %g, %g, %g, length %g and form %d; must be not 0, 0 to "
            "1024, and 0 to 2",
            (double)direction[0], (double)direction[1], (double)direction[2], length_m, (int)form);
    }
    // Counted from the voxel that it begins in, so that numbers are small.
    along.origin = loam_voxel_at_point(from);
    const int64_t moved[3] = {along.origin.x - from->origin.x, along.origin.y - from->origin.y,
                              along.origin.z - from->origin.z};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        along.from[axis] = from->offset[axis] - (double)moved[axis];
        along.direction[axis] = (double)direction[axis] / sqrt(square);
    }
    return form != LOAM_VOLUME_SMOOTH ? cast_blocks(world, &along, hit)
                                      : cast_smooth(world, &along, hit);
}
