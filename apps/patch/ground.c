// SPDX-License-Identifier: MIT
#include "patch/ground.h"

#include <math.h>

static loam_result ask(void *user, double x, double z, walk_ground *out)
{
    const loam_patchwork *const patchwork = user;
    const double spacing = (double)loam_patchwork_def_of(patchwork)->spacing;
    const double column = floor(x / spacing), row = floor(z / spacing);
    const loam_patch_area area = {.x = (int64_t)column, .z = (int64_t)row, .w = 2, .h = 2};
    float h[4];
    const loam_result result = loam_patchwork_heights(patchwork, area, h);
    if (result != LOAM_OK)
    {
        return result;
    }
    const float u = (float)(x / spacing - column), v = (float)(z / spacing - row);
    const float south = h[0] + (h[1] - h[0]) * u, north = h[2] + (h[3] - h[2]) * u;
    const float west = h[0] + (h[2] - h[0]) * v, east = h[1] + (h[3] - h[1]) * v;
    const float rise_x = (east - west) / (float)spacing, rise_z = (north - south) / (float)spacing;
    const float length = sqrtf(1 + rise_x * rise_x + rise_z * rise_z);
    *out = (walk_ground){.height = south + (north - south) * v,
                         .water = LOAM_LAND_DRY,
                         .normal = {-rise_x / length, 1 / length, -rise_z / length}};
    return LOAM_OK;
}

walk_world patch_ground(const loam_patchwork *patchwork)
{
    return (walk_world){.ground = ask, .user = (void *)(uintptr_t)patchwork};
}

double patch_ground_height(const loam_patchwork *patchwork, double x, double z)
{
    walk_ground ground = {.height = -20000};
    (void)ask((void *)(uintptr_t)patchwork, x, z, &ground);
    return (double)ground.height;
}
