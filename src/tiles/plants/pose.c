// SPDX-License-Identifier: MIT
#include "tiles/plants/body.h"
#include "tiles/plants/sway.h"

// A single plant in a steady wind, for whoever writes a species: where its branches are when they have come to
// rest, and what acts on their joints.

enum
{
    MOST_STEPS = 4000 // a plant that still swings then is shown as it is
};

#define TURN 6.2831853f

static void settle(loam_branch *branches, uint32_t count, float wind)
{
    const int32_t force = (int32_t)(wind * PLANT_WIND_FULL);
    for (int32_t i = 0; i < MOST_STEPS && loam_sway_step(branches, count, force); i++)
    {
    }
}

static float tiles_of(int32_t length)
{
    return (float)length * (1.0f / PLANT_TILE);
}

static loam_tile_branch branch_of(const loam_grown_plant *plant, const loam_branch *branches,
                                  uint32_t index)
{
    const loam_branch *const branch = &branches[index];
    const loam_branch *const parent = branch->parent < 0 ? NULL : &branches[branch->parent];
    const float bend = (float)branch->bend * (TURN / 4294967296.0f);
    const float x = (float)(plant->x - plant->seed.x), y = (float)(plant->y - plant->seed.y);
    return (loam_tile_branch){
        .parent = branch->parent,
        .from = {x + tiles_of(parent != NULL ? parent->x : PLANT_ROOT_X),
                 y + tiles_of(parent != NULL ? parent->y : PLANT_ROOT_Y)},
        .to = {x + tiles_of(branch->x), y + tiles_of(branch->y)},
        .width = {tiles_of(branch->width), tiles_of(branch->tip_width)},
        .bend = bend,
        .moment = branch->give > 0 ? bend * 4096.0f / (float)branch->give : 0.0f,
        .tiles = (int32_t)branch->cell_count,
        .material = branch->material,
        .is_clump = branch->length == 0,
    };
}

static int32_t take_pose(const loam_plant_block *block, float wind, loam_tile_branch *out,
                         int32_t room, int32_t box[4])
{
    const loam_grown_plant *const plant = &block->plants[0];
    settle(block->branches, plant->branch_count, wind);
    for (uint32_t i = 0; i < plant->branch_count && i < (uint32_t)room; i++)
    {
        out[i] = branch_of(plant, block->branches, i);
    }
    const int32_t x = (int32_t)(plant->x - plant->seed.x), y = (int32_t)(plant->y - plant->seed.y);
    box[0] = plant->left + x;
    box[1] = plant->low + y;
    box[2] = plant->right + x;
    box[3] = plant->high + y;
    return (int32_t)plant->branch_count;
}

static loam_result grow_and_pose(const loam_env *env, loam_nursery *nursery,
                                 const loam_tile_plant *plant, float wind, loam_tile_pose *pose)
{
    loam_plant_block *block = NULL;
    const loam_result result = loam_nursery_grow(nursery, env, plant, 1, &block);
    pose->count = block != NULL ? take_pose(block, wind, pose->branches, pose->room, pose->box) : 0;
    loam_plant_block_free(env, block);
    return result;
}

loam_result loam_tile_plant_pose(const loam_env *env, const loam_tile_defs *defs,
                                 const loam_tile_plant *plant, float wind, loam_tile_pose *pose)
{
    loam_plant_kinds *kinds = NULL;
    loam_nursery *nursery = NULL;
    if (!(wind >= -1.0f && wind <= 1.0f))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "wind is %g; must be -1 to 1", (double)wind);
    }
    if (pose->room < 0 || (pose->room > 0 && pose->branches == NULL))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "room is %d; must be 0 or that of branches",
                         (int)pose->room);
    }
    loam_result result = loam_plant_kinds_create(env, defs, &kinds);
    result = result == LOAM_OK ? loam_nursery_create(env, kinds, &nursery) : result;
    result = result == LOAM_OK ? grow_and_pose(env, nursery, plant, wind, pose) : result;
    loam_nursery_destroy(env, nursery);
    loam_plant_kinds_destroy(env, kinds);
    return result;
}
