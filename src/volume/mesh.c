// SPDX-License-Identifier: MIT
#include "volume/volume.h"

#include "loam/voxel_mesh.h"

#include <string.h>

// Boxes of voxels as meshes. Both forms take a border of the voxels around from the volume itself, so that boxes
// side by side fit together.

static loam_volume_box widen(const loam_volume_box *box, int32_t before, int32_t behind)
{
    return (loam_volume_box){box->level,
                             box->x - before,
                             box->y - before,
                             box->z - before,
                             box->w + before + behind,
                             box->h + before + behind,
                             box->d + before + behind};
}

static size_t count_of(const loam_volume_box *box)
{
    return (size_t)box->w * (size_t)box->h * (size_t)box->d;
}

static loam_result grow(loam_volume_grower *grower, const loam_volume_box *box, bool with_density,
                        loam_volume_kind *kind)
{
    const size_t count = count_of(box);
    const loam_result result = loam_volume_make_room(&grower->volume->env, &grower->bytes,
                                                     2 * count);
    if (result != LOAM_OK)
    {
        return result;
    }
    uint8_t *const materials = grower->bytes.memory;
    const loam_volume_voxels out = {materials, with_density ? (int8_t *)materials + count : NULL,
                                    true};
    return loam_volume_fill(grower, box, &out, kind);
}

// ---- smooth -------------------------------------------------------------------------------------

/// Cells lie between the middles of voxels, from the first to the one behind the last.
static loam_result add_smooth(loam_mesh *mesh, loam_volume_grower *grower,
                              const loam_volume_box *box, const float offset[3])
{
    const loam_volume_box wide = widen(box, 1, 2);
    loam_volume_kind kind;
    loam_result result = grow(grower, &wide, true, &kind);
    if (result != LOAM_OK || kind != LOAM_VOLUME_MIXED)
    {
        return result;
    }
    const loam_env *const env = &grower->volume->env;
    const size_t count = count_of(&wide),
                 scratch = loam_surface_scratch_size(wide.w, wide.h, wide.d);
    result = loam_volume_make_room(env, &grower->samples, count * sizeof(float));
    result = result == LOAM_OK ? loam_volume_make_room(env, &grower->scratch, scratch) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    const uint8_t *const materials = grower->bytes.memory;
    float *const values = grower->samples.memory;
    for (size_t i = 0; i < count; i++)
    {
        // The middle of what was rounded up.
        values[i] = (float)((const int8_t *)materials)[count + i] - 0.5f;
    }
    const loam_density_field field = {.values = values,
                                      .materials = materials,
                                      .w = wide.w,
                                      .h = wide.h,
                                      .d = wide.d,
                                      .corner = {offset[0], offset[1], offset[2]},
                                      .size = loam_volume_voxel_m(box->level)};
    return loam_mesh_add_surface(mesh, &field, grower->scratch.memory, scratch);
}

// ---- blocks -------------------------------------------------------------------------------------

/// A part of a box that a mesher can take, with its border.
static void copy_part(const uint8_t *from, const loam_volume_box *wide, const int32_t first[3],
                      const int32_t sides[3], uint8_t *out)
{
    const size_t row = (size_t)sides[0] + 2;
    for (int32_t k = 0; k < sides[2] + 2; k++)
    {
        for (int32_t j = 0; j < sides[1] + 2; j++)
        {
            memcpy(out,
                   from +
                       ((size_t)(first[2] + k) * (size_t)wide->h + (size_t)(first[1] + j)) *
                           (size_t)wide->w +
                       (size_t)first[0],
                   row);
            out += row;
        }
    }
}

static loam_result add_part(loam_mesh *mesh, loam_volume_grower *grower, loam_voxel_mesher *mesher,
                            const loam_volume_box *wide, const int32_t first[3], bool occlude,
                            const float offset[3])
{
    int32_t sides[3] = {wide->w - 2 - first[0], wide->h - 2 - first[1], wide->d - 2 - first[2]};
    float corner[3];
    const float size = loam_volume_voxel_m(wide->level);
    for (int32_t axis = 0; axis < 3; axis++)
    {
        sides[axis] = sides[axis] < LOAM_VOXEL_SIDE ? sides[axis] : LOAM_VOXEL_SIDE;
        corner[axis] = offset[axis] + ((float)first[axis] - 0.5f) * size;
    }
    copy_part(grower->bytes.memory, wide, first, sides, grower->samples.memory);
    const loam_voxels voxels = {grower->samples.memory, sides[0], sides[1], sides[2]};
    const loam_voxel_quad *quads;
    uint32_t count;
    const loam_result result = loam_voxel_mesher_run(
        mesher, &voxels, (loam_voxel_look){.merge = true, .occlude = occlude}, &quads, &count);
    return result == LOAM_OK ? loam_mesh_add_quads(mesh, quads, count, corner, size) : result;
}

static loam_result add_blocks(loam_mesh *mesh, loam_volume_grower *grower,
                              const loam_volume_box *box, bool occlude, const float offset[3])
{
    enum
    {
        PART = LOAM_VOXEL_SIDE + 2,
    };
    const loam_volume_box wide = widen(box, 1, 1);
    loam_volume_kind kind;
    loam_voxel_mesher *mesher = NULL;
    loam_result result = grow(grower, &wide, false, &kind);
    if (result != LOAM_OK || kind != LOAM_VOLUME_MIXED)
    {
        return result;
    }
    const loam_env *const env = &grower->volume->env;
    result = loam_volume_make_room(env, &grower->samples, PART * PART * PART);
    result = result == LOAM_OK ? loam_voxel_mesher_create(env, &mesher) : result;
    int32_t first[3];
    for (first[2] = 0; first[2] < box->d && result == LOAM_OK; first[2] += LOAM_VOXEL_SIDE)
    {
        for (first[1] = 0; first[1] < box->h && result == LOAM_OK; first[1] += LOAM_VOXEL_SIDE)
        {
            for (first[0] = 0; first[0] < box->w && result == LOAM_OK; first[0] += LOAM_VOXEL_SIDE)
            {
                result = add_part(mesh, grower, mesher, &wide, first, occlude, offset);
            }
        }
    }
    loam_voxel_mesher_destroy(mesher);
    return result;
}

loam_result loam_mesh_add_volume(loam_mesh *mesh, loam_volume_grower *grower,
                                 const loam_volume_box *box, loam_volume_form form,
                                 const float offset[3])
{
    static const float nowhere[3] = {0.0f, 0.0f, 0.0f};
    LOAM_ASSERT(NULL, grower != NULL);
    LOAM_ASSERT(&grower->volume->env, mesh != NULL && box != NULL);
    const int32_t max = LOAM_MAX_VOLUME_SIDE - 3;
    if (box->w < 1 || box->w > max || box->h < 1 || box->h > max || box->d < 1 || box->d > max)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the box is %d x %d x %d voxels; must be 1 to %d each for a mesh",
                         (int)box->w, (int)box->h, (int)box->d, (int)max);
    }
    const float *const to = offset != NULL ? offset : nowhere;
    switch (form)
    {
    case LOAM_VOLUME_SMOOTH:
        return add_smooth(mesh, grower, box, to);
    case LOAM_VOLUME_BLOCKS:
    case LOAM_VOLUME_SHADED_BLOCKS:
        return add_blocks(mesh, grower, box, form == LOAM_VOLUME_SHADED_BLOCKS, to);
    default:
        return loam_fail(LOAM_BAD_ARGUMENT, "form is %d; must be 0 to %d", (int)form,
                         LOAM_VOLUME_FORM_COUNT - 1);
    }
}
