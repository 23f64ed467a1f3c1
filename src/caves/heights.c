// SPDX-License-Identifier: MIT
#include "cave.h"

#include <math.h>

// A cave in two dimensions as heights (Barrio Morra 2021, 3.1.2): a wall is so high, what is open is 0.
//
// Sloped, there is one vertex a cell and two triangles between four of them, so that walls lean from cell to cell.
// Straight, each cell is a flat square, and an upright one stands wherever wall and open meet.

typedef struct heights
{
    loam_mesh *mesh;
    const loam_cave *cave;
    const loam_cave_form *form;
} heights;

static bool is_wall(const heights *on, int32_t x, int32_t y)
{
    return loam_solid_get(&on->cave->walls, x, y, 0);
}

loam_cave_form loam_default_cave_form(const loam_cave_def *def)
{
    const bool solid = def->dimensions == 3;
    return (loam_cave_form){
        .resolution = 1.0f,
        .wall_height = 3.0f,
        .floor = true,
        .merge = true,
        .corner = {-0.5f * (float)def->w, 0.0f, -0.5f * (float)(solid ? def->d : def->h)}};
}

// ---- sloped -------------------------------------------------------------------------------------

/// A cell, also one beyond the sides, where the outermost goes on.
static float height_at(const heights *on, int32_t x, int32_t y)
{
    const loam_solid *const walls = &on->cave->walls;
    const int32_t inner_x = x < 0 ? 0 : x >= walls->w ? walls->w - 1 : x;
    const int32_t inner_y = y < 0 ? 0 : y >= walls->h ? walls->h - 1 : y;
    return is_wall(on, inner_x, inner_y) ? on->form->wall_height : 0.0f;
}

static loam_vertex slope_vertex(const heights *on, int32_t x, int32_t y, float level, bool ceiling)
{
    const loam_cave_form *const form = on->form;
    const float size = form->resolution;
    const float east = height_at(on, x - 1, y) - height_at(on, x + 1, y);
    const float north = height_at(on, x, y - 1) - height_at(on, x, y + 1);
    const float up = 2.0f * size, scale = 1.0f / sqrtf(east * east + north * north + up * up);
    loam_vertex vertex = {.position = {form->corner[0] + ((float)x + 0.5f) * size,
                                       form->corner[1] + level,
                                       form->corner[2] + ((float)y + 0.5f) * size},
                          .normal = {east * scale, up * scale, north * scale},
                          .weights = {255}};
    if (ceiling)
    {
        vertex.normal[0] = vertex.normal[2] = 0.0f;
        vertex.normal[1] = -1.0f;
    }
    vertex.uv[0] = vertex.position[0];
    vertex.uv[1] = vertex.position[2];
    vertex.materials[0] = ceiling             ? LOAM_CAVE_CEILING
                          : is_wall(on, x, y) ? LOAM_CAVE_WALL
                                              : LOAM_CAVE_FLOOR;
    return vertex;
}

/// The vertices of all cells; first is the number of the first.
static loam_result add_slope_vertices(const heights *on, bool ceiling, uint32_t *first)
{
    const loam_solid *const walls = &on->cave->walls;
    loam_result result = LOAM_OK;
    *first = on->mesh->vertex_count;
    for (int32_t i = 0; i < walls->w * walls->h && result == LOAM_OK; i++)
    {
        const int32_t x = i % walls->w, y = i / walls->w;
        const float level = ceiling ? on->form->wall_height : height_at(on, x, y);
        const loam_vertex vertex = slope_vertex(on, x, y, level, ceiling);
        result = loam_mesh_add_vertex(on->mesh, &vertex, NULL);
    }
    return result;
}

/// How many of the four corners of a square are walls.
static int32_t walls_around(const heights *on, int32_t x, int32_t y)
{
    return is_wall(on, x, y) + is_wall(on, x + 1, y) + is_wall(on, x, y + 1) +
           is_wall(on, x + 1, y + 1);
}

/// Two triangles of a square, split so that a single corner that differs is cut off.
static loam_result add_square(const heights *on, uint32_t first, int32_t x, int32_t y, bool ceiling)
{
    const uint32_t w = (uint32_t)on->cave->walls.w, a = first + (uint32_t)y * w + (uint32_t)x;
    const uint32_t corners[4] = {a, a + 1, a + w, a + w + 1};
    const bool across = is_wall(on, x, y) != is_wall(on, x + 1, y + 1);
    static const uint8_t orders[2][6] = {{0, 2, 3, 0, 3, 1}, {0, 2, 1, 1, 2, 3}};
    const uint8_t *const order = orders[across];
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 6 && result == LOAM_OK; i += 3)
    {
        const uint8_t second = order[i + (ceiling ? 2 : 1)], third = order[i + (ceiling ? 1 : 2)];
        result = loam_mesh_add_triangle(on->mesh, corners[order[i]], corners[second],
                                        corners[third]);
    }
    return result;
}

static loam_result add_slopes(const heights *on, bool ceiling)
{
    const loam_solid *const walls = &on->cave->walls;
    uint32_t first;
    loam_result result = add_slope_vertices(on, ceiling, &first);
    for (int32_t y = 0; y + 1 < walls->h; y++)
    {
        for (int32_t x = 0; x + 1 < walls->w && result == LOAM_OK; x++)
        {
            const int32_t around = walls_around(on, x, y);
            const bool wanted = ceiling ? around < 4 : on->form->floor || around > 0;
            result = wanted ? add_square(on, first, x, y, ceiling) : result;
        }
    }
    return result;
}

// ---- straight -----------------------------------------------------------------------------------

/// A rectangle from a corner along two sides; its front is where their cross product points.
static loam_result add_rectangle(loam_mesh *mesh, const float corner[3], const float one[3],
                                 const float other[3], uint8_t material)
{
    const float n[3] = {one[1] * other[2] - one[2] * other[1],
                        one[2] * other[0] - one[0] * other[2],
                        one[0] * other[1] - one[1] * other[0]};
    const float scale = 1.0f / sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const uint32_t first = mesh->vertex_count;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 4 && result == LOAM_OK; i++)
    {
        loam_vertex vertex = {.materials = {material}, .weights = {255}};
        for (int axis = 0; axis < 3; axis++)
        {
            vertex.position[axis] = corner[axis] + (i % 2 != 0 ? one[axis] : 0.0f) +
                                    (i / 2 != 0 ? other[axis] : 0.0f);
            vertex.normal[axis] = n[axis] * scale;
        }
        vertex.uv[0] = n[0] != 0.0f ? vertex.position[2] : vertex.position[0];
        vertex.uv[1] = n[1] != 0.0f ? vertex.position[2] : vertex.position[1];
        result = loam_mesh_add_vertex(mesh, &vertex, NULL);
    }
    result = result == LOAM_OK ? loam_mesh_add_triangle(mesh, first, first + 1, first + 3) : result;
    return result == LOAM_OK ? loam_mesh_add_triangle(mesh, first, first + 3, first + 2) : result;
}

/// The flat squares of a cell.
static loam_result add_flat(const heights *on, int32_t x, int32_t y)
{
    const loam_cave_form *const form = on->form;
    const float size = form->resolution, top = form->corner[1] + form->wall_height;
    const float east[3] = {size, 0, 0}, north[3] = {0, 0, size};
    float corner[3] = {form->corner[0] + (float)x * size, top, form->corner[2] + (float)y * size};
    if (is_wall(on, x, y))
    {
        return add_rectangle(on->mesh, corner, north, east, LOAM_CAVE_WALL);
    }
    loam_result result = LOAM_OK;
    if (form->ceiling)
    {
        result = add_rectangle(on->mesh, corner, east, north, LOAM_CAVE_CEILING);
    }
    corner[1] = form->corner[1];
    return result == LOAM_OK && form->floor
               ? add_rectangle(on->mesh, corner, north, east, LOAM_CAVE_FLOOR)
               : result;
}

/// The upright square between a cell and its neighbour to the east or north, if one of them is a wall.
static loam_result add_upright(const heights *on, int32_t x, int32_t y, bool to_east)
{
    const int32_t next_x = x + (to_east ? 1 : 0), next_y = y + (to_east ? 0 : 1);
    const loam_solid *const walls = &on->cave->walls;
    const bool wall = is_wall(on, x, y);
    if (next_x >= walls->w || next_y >= walls->h || is_wall(on, next_x, next_y) == wall)
    {
        return LOAM_OK;
    }
    const float size = on->form->resolution;
    const float up[3] = {0, on->form->wall_height, 0};
    const float along[3] = {to_east ? 0.0f : size, 0, to_east ? size : 0.0f};
    const float corner[3] = {on->form->corner[0] + (float)next_x * size, on->form->corner[1],
                             on->form->corner[2] + (float)next_y * size};
    // Up x north is east, and up x east is south: the front is where it is open.
    const bool up_first = wall == to_east;
    return add_rectangle(on->mesh, corner, up_first ? up : along, up_first ? along : up,
                         LOAM_CAVE_WALL);
}

static loam_result add_straight(const heights *on)
{
    const loam_solid *const walls = &on->cave->walls;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < walls->w * walls->h && result == LOAM_OK; i++)
    {
        const int32_t x = i % walls->w, y = i / walls->w;
        result = add_flat(on, x, y);
        result = result == LOAM_OK ? add_upright(on, x, y, true) : result;
        result = result == LOAM_OK ? add_upright(on, x, y, false) : result;
    }
    return result;
}

// ---- public -------------------------------------------------------------------------------------

static bool is_length(float value)
{
    return value > 0.0f && value <= 1e6f;
}

loam_result loam_mesh_add_cave_heights(loam_mesh *mesh, const loam_cave *cave,
                                       const loam_cave_form *form)
{
    if (cave->walls.d != 1)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "heights of a cave %d cells deep; must be 1",
                         (int)cave->walls.d);
    }
    if (!is_length(form->resolution) || !is_length(form->wall_height))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "cells of %g m with walls of %g m; must be more than 0, up to 1000000",
                         (double)form->resolution, (double)form->wall_height);
    }
    const heights on = {mesh, cave, form};
    const uint32_t vertices = mesh->vertex_count, indices = mesh->index_count;
    loam_result result = form->straight ? add_straight(&on) : add_slopes(&on, false);
    if (result == LOAM_OK && !form->straight && form->ceiling)
    {
        result = add_slopes(&on, true);
    }
    if (result != LOAM_OK)
    {
        mesh->vertex_count = vertices;
        mesh->index_count = indices;
    }
    return result;
}
