// SPDX-License-Identifier: MIT
#include "cave.h"
#include "loam/voxel_mesh.h"

#include <string.h>

// A cave as blocks, box by box (Barrio Morra 2021, 3.1.3: only those faces that are seen), or as a smooth body (5.1).
// A cave in two dimensions lies on its side: its rows are along z, and its walls stand on a floor of two cells, as
// many cells high as wall_height says. Without a ceiling it is open above, and so all around.

enum
{
    BOX = LOAM_VOXEL_SIDE,
    SIDE = BOX + 2,
    MAX_LAYERS = 256, // of walls in two dimensions
    SLAB = 2,         // layers of their floor and of their ceiling; blurring leaves nothing of one
};

/// A cave with x, y and z as they are in meshes.
typedef struct upright
{
    const loam_cave *cave;
    int32_t w, h, d;
    int32_t ceiling; // from here up it is one; h if there is none
    bool flat;       // two dimensions, seen from above
    bool shell;      // open beyond
} upright;

static int32_t layers_of(const loam_cave_form *form)
{
    const float layers = form->wall_height / form->resolution + 0.5f;
    return layers < 1.0f ? 1 : layers > (float)MAX_LAYERS ? MAX_LAYERS : (int32_t)layers;
}

static upright upright_of(const loam_cave *cave, const loam_cave_form *form)
{
    const loam_solid *const walls = &cave->walls;
    upright on = {cave, walls->w, walls->h, walls->d, walls->h, walls->d == 1, form->shell};
    if (on.flat)
    {
        on.d = walls->h;
        on.ceiling = layers_of(form) + SLAB;
        on.h = on.ceiling + (form->ceiling ? SLAB : 0);
        on.shell = form->shell || !form->ceiling;
    }
    return on;
}

static bool is_wall(const upright *on, int32_t x, int32_t y, int32_t z)
{
    const bool inside = x >= 0 && y >= 0 && z >= 0 && x < on->w && y < on->h && z < on->d;
    return !inside     ? !on->shell
           : !on->flat ? loam_solid_get(&on->cave->walls, x, y, z)
                       : y < SLAB || y >= on->ceiling || loam_solid_get(&on->cave->walls, x, z, 0);
}

static uint8_t material_at(const upright *on, int32_t x, int32_t y, int32_t z)
{
    if (on->flat && is_wall(on, x, y, z))
    {
        return y < SLAB ? LOAM_CAVE_FLOOR : y >= on->ceiling ? LOAM_CAVE_CEILING : LOAM_CAVE_WALL;
    }
    return !is_wall(on, x, y, z)       ? 0
           : !is_wall(on, x, y + 1, z) ? LOAM_CAVE_FLOOR
           : !is_wall(on, x, y - 1, z) ? LOAM_CAVE_CEILING
                                       : LOAM_CAVE_WALL;
}

void loam_cave_blocks_size(const loam_cave *cave, const loam_cave_form *form, int32_t size[3])
{
    const upright on = upright_of(cave, form);
    size[0] = on.w;
    size[1] = on.h;
    size[2] = on.d;
}

uint8_t loam_cave_block(const loam_cave *cave, const loam_cave_form *form, int32_t x, int32_t y,
                        int32_t z)
{
    const upright on = upright_of(cave, form);
    return material_at(&on, x, y, z);
}

static loam_result check_form(const loam_cave_form *form)
{
    return form->resolution > 0.0f && form->resolution <= 1e6f
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "cells of %g m; must be more than 0, up to 1000000",
                           (double)form->resolution);
}

// ---- blocks -------------------------------------------------------------------------------------

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/// Fills the bytes of a box, border included.
static loam_voxels fill_box(const upright *on, const int32_t at[3], uint8_t *bytes)
{
    const loam_voxels box = {bytes, smaller(BOX, on->w - at[0]), smaller(BOX, on->h - at[1]),
                             smaller(BOX, on->d - at[2])};
    for (int32_t z = -1; z <= box.d; z++)
    {
        for (int32_t y = -1; y <= box.h; y++)
        {
            for (int32_t x = -1; x <= box.w; x++)
            {
                *bytes++ = material_at(on, at[0] + x, at[1] + y, at[2] + z);
            }
        }
    }
    return box;
}

/// Solid voxels without those of the border.
static uint64_t count_solid(const loam_voxels *box)
{
    uint64_t count = 0;
    for (int32_t row = 0; row < box->h * box->d; row++)
    {
        const int32_t y = row % box->h + 1, z = row / box->h + 1;
        const uint8_t *const bytes = box->materials + (z * (box->h + 2) + y) * (box->w + 2) + 1;
        for (int32_t x = 0; x < box->w; x++)
        {
            count += bytes[x] != 0;
        }
    }
    return count;
}

static loam_result add_box(loam_mesh *mesh, const upright *on, const loam_cave_form *form,
                           const int32_t at[3], loam_voxel_mesher *mesher, uint8_t *bytes,
                           loam_cave_faces *faces)
{
    const loam_voxels box = fill_box(on, at, bytes);
    const loam_voxel_quad *quads;
    uint32_t count;
    loam_result result = loam_voxel_mesher_run(
        mesher, &box, (loam_voxel_look){.merge = form->merge, .occlude = form->occlude}, &quads,
        &count);
    float corner[3];
    for (int axis = 0; axis < 3; axis++)
    {
        corner[axis] = form->corner[axis] + (float)at[axis] * form->resolution;
    }
    result = result == LOAM_OK ? loam_mesh_add_quads(mesh, quads, count, corner, form->resolution)
                               : result;
    for (uint32_t i = 0; i < count; i++)
    {
        faces->visible += (uint64_t)quads[i].w * quads[i].h;
    }
    faces->quads += count;
    faces->all += 6 * count_solid(&box);
    return result;
}

static loam_result add_boxes(loam_mesh *mesh, const upright *on, const loam_cave_form *form,
                             loam_voxel_mesher *mesher, uint8_t *bytes, loam_cave_faces *faces)
{
    loam_result result = LOAM_OK;
    for (int32_t z = 0; z < on->d; z += BOX)
    {
        for (int32_t y = 0; y < on->h; y += BOX)
        {
            for (int32_t x = 0; x < on->w && result == LOAM_OK; x += BOX)
            {
                result = add_box(mesh, on, form, (const int32_t[3]){x, y, z}, mesher, bytes, faces);
            }
        }
    }
    return result;
}

loam_result loam_mesh_add_cave_blocks(loam_mesh *mesh, const loam_cave *cave,
                                      const loam_cave_form *form, loam_cave_faces *faces)
{
    const upright on = upright_of(cave, form);
    const loam_env *const env = &mesh->env;
    loam_cave_faces counts = {0};
    const uint32_t vertices = mesh->vertex_count, indices = mesh->index_count;
    loam_voxel_mesher *mesher = NULL;
    loam_result result = check_form(form);
    result = result == LOAM_OK ? loam_voxel_mesher_create(env, &mesher) : result;
    if (result == LOAM_OK)
    {
        uint8_t *const bytes = loam_alloc(env, SIDE * SIDE * SIDE);
        result = bytes == NULL ? LOAM_OUT_OF_MEMORY
                               : add_boxes(mesh, &on, form, mesher, bytes, &counts);
        loam_free(env, bytes, SIDE * SIDE * SIDE);
    }
    loam_voxel_mesher_destroy(mesher);
    if (result != LOAM_OK)
    {
        mesh->vertex_count = vertices;
        mesh->index_count = indices;
    }
    if (faces != NULL)
    {
        *faces = counts;
    }
    return result;
}

// ---- smooth -------------------------------------------------------------------------------------

/// Blurs by 1 2 1 along an axis, in place, from 0 beyond the ends on; only what has neighbours on both sides
/// comes out right, which is why there are two layers more than needed.
static void blur(float *values, const int32_t size[3], int axis)
{
    const size_t steps[3] = {1, (size_t)size[0], (size_t)size[0] * (size_t)size[1]};
    const size_t step = steps[axis], count = steps[2] * (size_t)size[2];
    const size_t line = step * (size_t)size[axis];
    for (size_t start = 0; start < count; start += line)
    {
        for (size_t side = 0; side < step; side++)
        {
            float before = values[start + side];
            for (size_t i = start + side + step; i + step < start + line; i += step)
            {
                const float here = values[i];
                values[i] = 0.25f * before + 0.5f * here + 0.25f * values[i + step];
                before = here;
            }
        }
    }
}

static void fill_field(const upright *on, const int32_t size[3], int32_t margin, float *values,
                       uint8_t *materials)
{
    for (int32_t z = 0; z < size[2]; z++)
    {
        for (int32_t y = 0; y < size[1]; y++)
        {
            for (int32_t x = 0; x < size[0]; x++)
            {
                const uint8_t material = material_at(on, x - margin, y - margin, z - margin);
                *materials++ = material != 0 ? material : LOAM_CAVE_WALL;
                *values++ = material != 0 ? 0.5f : -0.5f;
            }
        }
    }
    values -= (size_t)size[0] * (size_t)size[1] * (size_t)size[2];
    for (int axis = 0; axis < 3; axis++)
    {
        blur(values, size, axis);
    }
}

static loam_result add_field(loam_mesh *mesh, const upright *on, const loam_cave_form *form,
                             const int32_t size[3], int32_t margin)
{
    const loam_env *const env = &mesh->env;
    const size_t cells = (size_t)size[0] * (size_t)size[1] * (size_t)size[2];
    const size_t scratch_size = loam_surface_scratch_size(size[0], size[1], size[2]);
    float *const values = loam_alloc(env, cells * sizeof *values);
    uint8_t *const materials = loam_alloc(env, cells);
    void *const scratch = loam_alloc(env, scratch_size);
    loam_result result = LOAM_OUT_OF_MEMORY;
    if (values != NULL && materials != NULL && scratch != NULL)
    {
        fill_field(on, size, margin, values, materials);
        loam_density_field field = {.values = values,
                                    .materials = materials,
                                    .w = size[0],
                                    .h = size[1],
                                    .d = size[2],
                                    .size = form->resolution};
        for (int axis = 0; axis < 3; axis++)
        {
            field.corner[axis] = form->corner[axis] + (1.5f - (float)margin) * form->resolution;
        }
        result = loam_mesh_add_surface(mesh, &field, scratch, scratch_size);
    }
    loam_free(env, values, cells * sizeof *values);
    loam_free(env, materials, cells);
    loam_free(env, scratch, scratch_size);
    return result;
}

loam_result loam_mesh_add_cave_surface(loam_mesh *mesh, const loam_cave *cave,
                                       const loam_cave_form *form)
{
    // One sample beyond the cells closes the surface, one is for its normals, one is lost by the blur.
    const int32_t margin = 3, max = LOAM_MAX_FIELD_SIDE - 2 * margin;
    const upright on = upright_of(cave, form);
    const loam_result result = check_form(form);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (on.w > max || on.h > max || on.d > max)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a smooth cave of %d x %d x %d cells; sides must be 1 to %d", (int)on.w,
                         (int)on.h, (int)on.d, (int)max);
    }
    const int32_t size[3] = {on.w + 2 * margin, on.h + 2 * margin, on.d + 2 * margin};
    return add_field(mesh, &on, form, size, margin);
}
