// SPDX-License-Identifier: MIT
#include "walk/ground.h"

#include "loam/land_world.h"
#include "loam/maths.h"

#include <math.h>

void ground_begin(ground *g, loam_land *land)
{
    *g = (ground){.land = land};
}

void ground_end(ground *g)
{
    for (int32_t i = 0; i < GROUND_PATCHES && g->land != NULL; i++)
    {
        loam_land_unpin(g->land, g->patches[i]);
    }
    *g = (ground){0};
}

static loam_result hold(ground *g, int64_t x, int64_t z, int32_t slot)
{
    loam_land_unpin(g->land, g->patches[slot]);
    g->patches[slot] = NULL;
    g->x[slot] = x;
    g->z[slot] = z;
    return loam_land_pin(g->land, x, z, &g->patches[slot]);
}

static loam_result find(ground *g, double x, double z, const loam_land_patch **out)
{
    const int64_t side = LOAM_SURFACE_SIDE;
    const int64_t low_x = loam_floor_div((int64_t)floor(x), side) * side;
    const int64_t low_z = loam_floor_div((int64_t)floor(z), side) * side;
    for (int32_t i = 0; i < GROUND_PATCHES; i++)
    {
        if (g->patches[i] != NULL && g->x[i] == low_x && g->z[i] == low_z)
        {
            *out = g->patches[i];
            return LOAM_OK;
        }
    }
    const int32_t slot = g->next;
    g->next = (slot + 1) % GROUND_PATCHES;
    const loam_result result = hold(g, low_x, low_z, slot);
    *out = g->patches[slot];
    return result;
}

static loam_result ask(void *user, double x, double z, walk_ground *out)
{
    const loam_land_patch *patch;
    const loam_result result = find(user, x, z, &patch);
    if (result == LOAM_OK)
    {
        out->height = loam_land_patch_height(patch, x, z);
        out->water = loam_land_patch_water(patch, x, z);
        loam_land_patch_normal(patch, x, z, out->normal);
    }
    return result;
}

walk_world ground_world(ground *g)
{
    return (walk_world){.ground = ask, .user = g};
}

loam_result ground_biome(ground *g, double x, double z, int32_t *biome)
{
    const loam_land_patch *patch;
    const loam_result result = find(g, x, z, &patch);
    if (result == LOAM_OK)
    {
        *biome = loam_land_patch_biome(patch, x, z);
    }
    return result;
}
