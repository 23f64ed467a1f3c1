// SPDX-License-Identifier: MIT
#include "land_body.h"

#include "interrupt.h"

// Boxes of a volume side by side, each meshed with a border of its neighbours, so that they fit.

enum
{
    SIDE = 62, // what a mesher of blocks takes at once
};

int32_t land_body_level(double scale)
{
    for (int32_t level = LOAM_VOLUME_FINEST; level <= LOAM_VOLUME_COARSEST; level++)
    {
        if (scale == (double)loam_volume_voxel_m(level))
        {
            return level;
        }
    }
    return -1000;
}

/// The voxel at a place that is a multiple of its width, m. In integers, as places may be far.
static int64_t voxel_at(int64_t place, int32_t level)
{
    return level < 0 ? place * 2 : place / ((int64_t)1 << level);
}

static int32_t at_most(int64_t left)
{
    return left < SIDE ? (int32_t)left : SIDE;
}

static loam_result build_column(const land_body *body, loam_volume_grower *grower,
                                loam_volume_box box, loam_mesh *mesh)
{
    const float size = loam_volume_voxel_m(body->level);
    const int64_t first = (int64_t)(body->low / size) - 1, last = (int64_t)(body->high / size) + 1;
    loam_result result = LOAM_OK;
    for (int64_t y = first; y <= last && result == LOAM_OK; y += SIDE)
    {
        const float offset[3] = {(float)(box.x - voxel_at(body->x, body->level)) * size,
                                 (float)y * size,
                                 (float)(box.z - voxel_at(body->z, body->level)) * size};
        box.y = y;
        box.h = at_most(last + 1 - y);
        result = interrupt_asked() ? loam_fail(LOAM_IO, "stopped; nothing was written")
                                   : loam_mesh_add_volume(mesh, grower, &box, body->form, offset);
    }
    return result;
}

loam_result land_body_build(const loam_env *env, const land_body *body, loam_mesh *mesh)
{
    loam_volume_def def = loam_default_volume_def();
    loam_density_function functions[LOAM_DENSITY_COUNT];
    loam_inside_functions(body->inside, functions);
    loam_volume *volume = NULL;
    loam_volume_grower *grower = NULL;
    def.env = *env;
    def.seed = body->seed;
    def.surface = loam_volume_land(body->land);
    def.falloff_m = body->inside->falloff_m;
    def.keep_floating = body->inside->keep_floating;
    def.functions = functions;
    def.function_count = LOAM_DENSITY_COUNT;
    loam_result result = loam_volume_create(&def, &volume);
    result = result == LOAM_OK ? loam_volume_grower_create(volume, &grower) : result;
    for (int32_t z = 0; z < body->d; z += SIDE)
    {
        for (int32_t x = 0; x < body->w && result == LOAM_OK; x += SIDE)
        {
            const loam_volume_box box = {.level = body->level,
                                         .x = voxel_at(body->x, body->level) + x,
                                         .z = voxel_at(body->z, body->level) + z,
                                         .w = at_most(body->w - x),
                                         .d = at_most(body->d - z)};
            result = build_column(body, grower, box, mesh);
        }
    }
    loam_volume_grower_destroy(grower);
    loam_volume_destroy(volume);
    return result;
}
