// SPDX-License-Identifier: MIT
#include "loam/mesh_body.h"

#include <math.h>

// Bodies that move among cubes or triangles, the very ones that are shown. A box goes axis by axis in short steps and
// halves the one that would take it into something. A capsule goes in short steps and is pushed out of what it has come
// into, straight up where that is ground to stand on, so that nobody slides down a meadow.

enum
{
    HALVES = 16, // of a step that is blocked
    PUSHES = 6,  // out of what is in the way, after each step
};

static const double walkable = 0.65; // of a normal's y: what is less steep is ground

typedef struct body
{
    double at[3]; // the middle of its lower end
    double radius, height;
    bool ground, wall, ceiling;
    double normal[3];
} body;

static int64_t floor_of(double value)
{
    const int64_t whole = (int64_t)value;
    return (double)whole > value ? whole - 1 : whole;
}

// ---- boxes --------------------------------------------------------------------------------------

static bool hits_blocks(const loam_mesh_body_scene *of, const double low[3], const double high[3])
{
    int64_t first[3], last[3], at[3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        first[axis] = floor_of(low[axis] + 0.5);
        last[axis] = floor_of(high[axis] + 0.5);
    }
    for (at[2] = first[2]; at[2] <= last[2]; at[2]++)
    {
        for (at[1] = first[1]; at[1] <= last[1]; at[1]++)
        {
            for (at[0] = first[0]; at[0] <= last[0]; at[0]++)
            {
                if (of->is_solid(of->user, at))
                {
                    return true;
                }
            }
        }
    }
    return false;
}

/// Whether an axis separates a triangle from a box around 0 with half sides.
static bool separates(const double axis[3], double corners[3][3], const double half[3])
{
    double low = 1e300, high = -1e300;
    for (int32_t i = 0; i < 3; i++)
    {
        const double at = corners[i][0] * axis[0] + corners[i][1] * axis[1] +
                          corners[i][2] * axis[2];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    const double reach = half[0] * fabs(axis[0]) + half[1] * fabs(axis[1]) +
                         half[2] * fabs(axis[2]);
    return low > reach || high < -reach;
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/// Akenine-Möller 2001: thirteen axes.
static bool hits_triangle(double corners[3][3], const double half[3])
{
    static const double units[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double edges[3][3], normal[3], axis[3];
    for (int32_t i = 0; i < 3; i++)
    {
        for (int32_t k = 0; k < 3; k++)
        {
            edges[i][k] = corners[(i + 1) % 3][k] - corners[i][k];
        }
    }
    cross(edges[0], edges[1], normal);
    bool apart = separates(normal, corners, half);
    for (int32_t i = 0; i < 3 && !apart; i++)
    {
        apart = separates(units[i], corners, half);
        for (int32_t k = 0; k < 3 && !apart; k++)
        {
            cross(units[i], edges[k], axis);
            apart = separates(axis, corners, half);
        }
    }
    return !apart;
}

static void corners_of(const loam_mesh *mesh, uint32_t index, double out[3][3])
{
    for (uint32_t i = 0; i < 3; i++)
    {
        const loam_vertex *const vertex = &mesh->vertices[mesh->indices[index + i]];
        for (int32_t axis = 0; axis < 3; axis++)
        {
            out[i][axis] = (double)vertex->position[axis];
        }
    }
}

static bool hits_smooth(const loam_mesh_body_scene *of, const double low[3], const double high[3])
{
    const loam_mesh *const mesh = of->mesh;
    double middle[3], half[3], corners[3][3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        middle[axis] = 0.5 * (low[axis] + high[axis]);
        half[axis] = 0.5 * (high[axis] - low[axis]);
    }
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        corners_of(mesh, i, corners);
        for (int32_t k = 0; k < 3; k++)
        {
            for (int32_t axis = 0; axis < 3; axis++)
            {
                corners[k][axis] -= middle[axis];
            }
        }
        if (hits_triangle(corners, half))
        {
            return true;
        }
    }
    // Without a triangle it is all outside or all inside.
    const int64_t voxel[3] = {floor_of(middle[0] + 0.5), floor_of(middle[1] + 0.5),
                              floor_of(middle[2] + 0.5)};
    return half[0] > 0.6 && half[1] > 0.6 && half[2] > 0.6 && of->is_solid(of->user, voxel);
}

static bool box_hits(const loam_mesh_body_scene *of, const body *at)
{
    const double low[3] = {at->at[0] - at->radius, at->at[1], at->at[2] - at->radius};
    const double high[3] = {at->at[0] + at->radius, at->at[1] + at->height, at->at[2] + at->radius};
    return of->mesh == NULL ? hits_blocks(of, low, high) : hits_smooth(of, low, high);
}

static void note_axis(body *at, int32_t axis, double way)
{
    at->ground = at->ground || (axis == 1 && way < 0.0);
    at->ceiling = at->ceiling || (axis == 1 && way > 0.0);
    at->wall = at->wall || axis != 1;
}

/// As far along an axis as nothing is in the way.
static void slide_axis(const loam_mesh_body_scene *of, body *at, int32_t axis, double way)
{
    const double longest = 0.25;
    while (way != 0.0)
    {
        const double step = way > longest ? longest : way < -longest ? -longest : way;
        const double was = at->at[axis];
        at->at[axis] = was + step;
        if (box_hits(of, at))
        {
            double free = 0.0, blocked = step;
            for (int32_t i = 0; i < HALVES; i++)
            {
                const double middle = 0.5 * (free + blocked);
                at->at[axis] = was + middle;
                *(box_hits(of, at) ? &blocked : &free) = middle;
            }
            at->at[axis] = was + free;
            note_axis(at, axis, way);
            return;
        }
        way -= step;
    }
}

static void slide_box(const loam_mesh_body_scene *of, body *at, const double wish[3])
{
    slide_axis(of, at, 1, wish[1]);
    slide_axis(of, at, 0, wish[0]);
    slide_axis(of, at, 2, wish[2]);
}

// ---- capsules -----------------------------------------------------------------------------------

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/// The nearest place of a triangle (Ericson 2005, 5.1.5).
static void nearest_in_triangle(double c[3][3], const double p[3], double out[3])
{
    double ab[3], ac[3], ap[3], bp[3], cp[3];
    for (int32_t i = 0; i < 3; i++)
    {
        ab[i] = c[1][i] - c[0][i];
        ac[i] = c[2][i] - c[0][i];
        ap[i] = p[i] - c[0][i];
        bp[i] = p[i] - c[1][i];
        cp[i] = p[i] - c[2][i];
    }
    const double d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp),
                 d5 = dot(ab, cp), d6 = dot(ac, cp);
    const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    double v = 0.0, w = 0.0; // out = a + v ab + w ac
    if (d1 <= 0.0 && d2 <= 0.0)
    {
        v = w = 0.0;
    }
    else if (d3 >= 0.0 && d4 <= d3)
    {
        v = 1.0;
    }
    else if (d6 >= 0.0 && d5 <= d6)
    {
        w = 1.0;
    }
    else if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
    {
        v = d1 - d3 > 0.0 ? d1 / (d1 - d3) : 0.0;
    }
    else if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
    {
        w = d2 - d6 > 0.0 ? d2 / (d2 - d6) : 0.0;
    }
    else if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0)
    {
        const double sum = (d4 - d3) + (d5 - d6);
        w = sum > 0.0 ? (d4 - d3) / sum : 0.0;
        v = 1.0 - w;
    }
    else
    {
        v = vb / (va + vb + vc);
        w = vc / (va + vb + vc);
    }
    for (int32_t i = 0; i < 3; i++)
    {
        out[i] = c[0][i] + v * ab[i] + w * ac[i];
    }
}

/// The places of a triangle and of the capsule's upright axis that are nearest to each other, found by going from one
/// to the other: both are convex.
static void nearest_to_axis(const body *of, double corners[3][3], double on[3], double off[3])
{
    const double low = of->at[1] + of->radius, high = of->at[1] + of->height - of->radius;
    double p[3] = {of->at[0], 0.5 * (low + high), of->at[2]};
    for (int32_t i = 0; i < 8; i++)
    {
        nearest_in_triangle(corners, p, on);
        const double y = clamp(on[1], low, high);
        const double moved = fabs(y - p[1]);
        p[1] = y;
        if (moved < 1e-9)
        {
            break;
        }
    }
    nearest_in_triangle(corners, p, on);
    for (int32_t axis = 0; axis < 3; axis++)
    {
        off[axis] = p[axis] - on[axis];
    }
}

/// Pushes a capsule out along `way`, of length 1, by depth.
static void push(body *at, const double way[3], double depth)
{
    if (way[1] > walkable)
    {
        at->at[1] += depth / way[1];
        at->normal[0] = at->ground ? at->normal[0] : way[0];
        at->normal[1] = at->ground ? at->normal[1] : way[1];
        at->normal[2] = at->ground ? at->normal[2] : way[2];
        at->ground = true;
        return;
    }
    for (int32_t axis = 0; axis < 3; axis++)
    {
        at->at[axis] += way[axis] * depth;
    }
    at->ceiling = at->ceiling || way[1] < -walkable;
    at->wall = at->wall || way[1] >= -walkable;
}

static bool push_from_triangle(body *at, double corners[3][3])
{
    double on[3], off[3], u[3], v[3], normal[3];
    nearest_to_axis(at, corners, on, off);
    const double distance2 = dot(off, off);
    if (distance2 >= at->radius * at->radius)
    {
        return false;
    }
    for (int32_t i = 0; i < 3; i++)
    {
        u[i] = corners[1][i] - corners[0][i];
        v[i] = corners[2][i] - corners[0][i];
    }
    cross(u, v, normal);
    const double length = sqrt(dot(normal, normal)), distance = sqrt(distance2);
    if (length < 1e-12)
    {
        return false;
    }
    // Behind the surface, or on it: out through its front.
    const bool behind = dot(off, normal) <= 0.0 || distance < 1e-9;
    double way[3];
    for (int32_t i = 0; i < 3; i++)
    {
        way[i] = behind ? normal[i] / length : off[i] / distance;
    }
    push(at, way, behind ? at->radius + distance : at->radius - distance);
    return true;
}

static bool push_from_triangles(const loam_mesh_body_scene *of, body *at)
{
    const loam_mesh *const mesh = of->mesh;
    bool any = false;
    double corners[3][3];
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        corners_of(mesh, i, corners);
        any = push_from_triangle(at, corners) || any;
    }
    return any;
}

static bool push_from_cube(body *at, const int64_t cube[3])
{
    const double low = at->at[1] + at->radius, high = at->at[1] + at->height - at->radius;
    const double bottom = (double)cube[1] - 0.5, top = (double)cube[1] + 0.5;
    // The part of the axis beside the cube, or its end nearest to it.
    const double y = top < low       ? low
                     : bottom > high ? high
                                     : clamp(0.5 * (low + high), bottom, top);
    const double p[3] = {at->at[0], y, at->at[2]};
    double off[3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        off[axis] = p[axis] - clamp(p[axis], (double)cube[axis] - 0.5, (double)cube[axis] + 0.5);
    }
    const double distance2 = dot(off, off);
    if (distance2 >= at->radius * at->radius || distance2 < 1e-18)
    {
        return false;
    }
    const double distance = sqrt(distance2);
    const double way[3] = {off[0] / distance, off[1] / distance, off[2] / distance};
    push(at, way, at->radius - distance);
    return true;
}

static bool push_from_cubes(const loam_mesh_body_scene *of, body *at)
{
    bool any = false;
    int64_t cube[3], first[3], last[3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const double below = axis == 1 ? 0.0 : at->radius,
                     above = axis == 1 ? at->height : at->radius;
        first[axis] = floor_of(at->at[axis] - below + 0.5);
        last[axis] = floor_of(at->at[axis] + above + 0.5);
    }
    // From below, so that ground lifts before walls push.
    for (cube[1] = first[1]; cube[1] <= last[1]; cube[1]++)
    {
        for (cube[2] = first[2]; cube[2] <= last[2]; cube[2]++)
        {
            for (cube[0] = first[0]; cube[0] <= last[0]; cube[0]++)
            {
                any = (of->is_solid(of->user, cube) && push_from_cube(at, cube)) || any;
            }
        }
    }
    return any;
}

static void slide_capsule(const loam_mesh_body_scene *of, body *at, const double wish[3])
{
    const double length = sqrt(dot(wish, wish)), longest = 0.4 * at->radius;
    const int32_t count = (int32_t)(length / longest) + 1;
    for (int32_t i = 0; i < count; i++)
    {
        for (int32_t axis = 0; axis < 3; axis++)
        {
            at->at[axis] += wish[axis] / (double)count;
        }
        bool pushed = true;
        for (int32_t k = 0; k < PUSHES && pushed; k++)
        {
            pushed = of->mesh == NULL ? push_from_cubes(of, at) : push_from_triangles(of, at);
        }
    }
}

// ---- moving -------------------------------------------------------------------------------------

typedef void slide_function(const loam_mesh_body_scene *of, body *at, const double wish[3]);

static double way_along(const body *from, const body *to)
{
    const double x = to->at[0] - from->at[0], z = to->at[2] - from->at[2];
    return x * x + z * z;
}

/// Where a wall stops a body that goes sideways, it tries again from higher up and comes down.
static body move(const loam_mesh_body_scene *of, const body *from, const double wish[3],
                 double step, slide_function *slide)
{
    body plain = *from;
    slide(of, &plain, wish);
    const double flat[3] = {wish[0], 0.0, wish[2]};
    if (step <= 0.0 || !plain.wall || wish[1] > 0.0 || dot(flat, flat) == 0.0)
    {
        return plain;
    }
    body high = *from;
    const double up[3] = {0.0, step, 0.0};
    slide(of, &high, up);
    const double risen = high.at[1] - from->at[1];
    high.ground = high.wall = high.ceiling = false;
    slide(of, &high, flat);
    const double down[3] = {0.0, -risen + (wish[1] < 0.0 ? wish[1] : 0.0), 0.0};
    slide(of, &high, down);
    return high.ground && way_along(from, &high) > way_along(from, &plain) + 1e-9 ? high : plain;
}

bool loam_mesh_body_is_stuck(const loam_mesh_body_scene *of, const loam_mesh_body *at,
                             loam_mesh_body_shape shape)
{
    if (shape == LOAM_MESH_BODY_BOX)
    {
        const body box = {
            .at = {at->at[0], at->at[1], at->at[2]}, .radius = at->radius, .height = at->height};
        return box_hits(of, &box);
    }
    const int64_t middle[3] = {floor_of(at->at[0] + 0.5),
                               floor_of(at->at[1] + 0.5 * at->height + 0.5),
                               floor_of(at->at[2] + 0.5)};
    return of->is_solid(of->user, middle);
}

void loam_mesh_body_reach(const loam_mesh_body *of, const double wish[3], int64_t low[3],
                          int64_t high[3])
{
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const double way = wish[axis], below = axis == 1 ? 0.0 : of->radius,
                     above = axis == 1 ? of->height + of->step : of->radius;
        low[axis] = floor_of(of->at[axis] - below + (way < 0.0 ? way : 0.0) - of->step) - 1;
        high[axis] = floor_of(of->at[axis] + above + (way > 0.0 ? way : 0.0)) + 2;
    }
}

void loam_mesh_body_move(const loam_mesh_body_scene *of, const loam_mesh_body *from,
                         const double wish[3], loam_mesh_body_shape shape,
                         loam_mesh_body_moved *out)
{
    const body begin = {.at = {from->at[0], from->at[1], from->at[2]},
                        .radius = from->radius,
                        .height = from->height,
                        .normal = {0, 1, 0}};
    const body to = move(of, &begin, wish, from->step,
                         shape == LOAM_MESH_BODY_BOX ? slide_box : slide_capsule);
    *out = (loam_mesh_body_moved){.ground = to.ground, .wall = to.wall, .ceiling = to.ceiling};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        out->at[axis] = to.at[axis];
        out->normal[axis] = to.normal[axis];
    }
}
