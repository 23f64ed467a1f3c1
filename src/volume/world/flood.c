// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include <string.h>

// Water that finds its way into what was dug. Air fills if a liquid is above it, or beside it and cannot fall: what is
// below that liquid is no air. So water falls down shafts, spreads over their floor and rises in them to the level
// that it came from, but does not reach out over open air, and never rises above that level. Voxels are looked at in
// the order in which they were dug and wetted, and no more than a bound from the edit and in number: the same edits give
// the same water.

enum
{
    REACH = 32, // voxels that water may go beyond the edit
};

static bool is_liquid(uint8_t material)
{
    return material == LOAM_VOXEL_WATER || material == LOAM_VOXEL_LAVA;
}

void loam_voxel_flood_seed(loam_voxel_world *world, loam_voxel_pos at)
{
    voxel_queue *const queue = &world->flood;
    if (queue->count == queue->room)
    {
        const uint32_t room = queue->room == 0 ? 1024 : 2 * queue->room;
        loam_voxel_pos *const wider = loam_alloc(&world->env, room * sizeof *wider);
        if (wider == NULL)
        {
            world->trouble = LOAM_OUT_OF_MEMORY;
            return;
        }
        if (queue->count > 0)
        {
            memcpy(wider, queue->places, queue->count * sizeof *wider);
        }
        loam_free(&world->env, queue->places, queue->room * sizeof *wider);
        queue->places = wider;
        queue->room = room;
    }
    queue->places[queue->count++] = at;
}

static uint8_t material_at(loam_voxel_world *world, loam_voxel_pos at)
{
    int8_t density;
    return loam_voxel_get(world, at, &density);
}

static const int32_t sides[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

/// What comes into a voxel of air: air if nothing does.
static uint8_t what_comes(loam_voxel_world *world, loam_voxel_pos at)
{
    const uint8_t above = material_at(world, (loam_voxel_pos){at.x, at.y + 1, at.z});
    if (is_liquid(above))
    {
        return above;
    }
    for (int32_t i = 0; i < 4; i++)
    {
        const loam_voxel_pos side = {at.x + sides[i][0], at.y, at.z + sides[i][1]};
        const uint8_t beside = material_at(world, side);
        if (is_liquid(beside) &&
            material_at(world, (loam_voxel_pos){side.x, side.y - 1, side.z}) != LOAM_VOXEL_AIR)
        {
            return beside;
        }
    }
    return LOAM_VOXEL_AIR;
}

/// Where water may go on from a voxel that was wetted: down, aside, and aside of what stands on it now.
static void seed_around(loam_voxel_world *world, loam_voxel_pos at)
{
    const bool carries = is_liquid(material_at(world, (loam_voxel_pos){at.x, at.y + 1, at.z}));
    loam_voxel_flood_seed(world, (loam_voxel_pos){at.x, at.y - 1, at.z});
    for (int32_t up = 0; up <= (int32_t)carries; up++)
    {
        for (int32_t i = 0; i < 4; i++)
        {
            loam_voxel_flood_seed(
                world, (loam_voxel_pos){at.x + sides[i][0], at.y + up, at.z + sides[i][1]});
        }
    }
}

static bool is_near(loam_voxel_pos at, loam_voxel_pos low, loam_voxel_pos high)
{
    return at.x >= low.x - REACH && at.x <= high.x + REACH && at.y >= low.y - REACH &&
           at.y <= high.y + REACH && at.z >= low.z - REACH && at.z <= high.z + REACH;
}

void loam_voxel_flood_run(loam_voxel_world *world)
{
    const loam_voxel_pos low = world->report.low, high = world->report.high;
    for (uint32_t i = 0; i < world->flood.count && world->trouble == LOAM_OK &&
                         world->report.flooded < LOAM_VOXEL_MAX_FLOOD;
         i++)
    {
        const loam_voxel_pos at = world->flood.places[i];
        int8_t density;
        if (!is_near(at, low, high) || loam_voxel_get(world, at, &density) != LOAM_VOXEL_AIR)
        {
            continue;
        }
        const uint8_t liquid = what_comes(world, at);
        if (liquid != LOAM_VOXEL_AIR)
        {
            loam_voxel_set(world, at, liquid, density);
            world->report.flooded++;
            seed_around(world, at);
        }
    }
    world->flood.count = 0;
}
