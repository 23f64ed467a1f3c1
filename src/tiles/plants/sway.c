// SPDX-License-Identifier: MIT
#include "tiles/plants/sway.h"

#include "tiles/plants/body.h"
#include "tiles/plants/turns.h"

#include <string.h>

enum
{
    STILL_BEND = 1 << 16, // nobody sees less: 1/100 of a tile at 100 tiles
    STILL_SPEED = 1 << 12,
};

/// What acts on a branch: at its tip, by what it carries; and in all, about its base.
typedef struct load
{
    int32_t x, y, moment;
} load;

static int32_t moment_of(int32_t rod_x, int32_t rod_y, int32_t force_x, int32_t force_y)
{
    return (rod_x * force_y - rod_y * force_x) >> 4;
}

/// The moments about the bases of all branches, from the tips to the root.
static void sum_loads(const loam_branch *branches, uint32_t count, int32_t wind, load *loads)
{
    memset(loads, 0, count * sizeof *loads);
    for (uint32_t i = count; i-- > 0;)
    {
        const loam_branch *const branch = &branches[i];
        const loam_branch *const parent = branch->parent < 0 ? NULL : &branches[branch->parent];
        const int32_t rod_x = branch->x - (parent != NULL ? parent->x : PLANT_ROOT_X);
        const int32_t rod_y = branch->y - (parent != NULL ? parent->y : PLANT_ROOT_Y);
        const int32_t own_x = branch->drag * wind >> 10, own_y = -branch->weight;
        load *const own = &loads[i];
        own->moment += moment_of(rod_x, rod_y, own->x, own->y) +
                       moment_of(rod_x >> 1, rod_y >> 1, own_x, own_y);
        own->x += own_x;
        own->y += own_y;
        if (parent != NULL)
        {
            load *const carrier = &loads[branch->parent];
            carrier->x += own->x;
            carrier->y += own->y;
            carrier->moment += own->moment;
        }
    }
}

void loam_sway_set_rest(loam_branch *branches, uint32_t count)
{
    load loads[PLANT_MAX_BRANCHES];
    sum_loads(branches, count, 0, loads);
    for (uint32_t i = 0; i < count; i++)
    {
        branches[i].rest_load = loads[i].moment;
    }
}

static int32_t limited(int64_t bend)
{
    return bend < -PLANT_TURN_LIMIT  ? -PLANT_TURN_LIMIT
           : bend < PLANT_TURN_LIMIT ? (int32_t)bend
                                     : PLANT_TURN_LIMIT;
}

static bool is_small(int32_t value, int32_t bound)
{
    return value > -bound && value < bound;
}

/// Moves a branch towards where the moment would hold it. Whether it still moves.
static bool swing(loam_branch *branch, int32_t moment)
{
    const int32_t aim = limited((int64_t)(moment - branch->rest_load) * branch->give >> 12);
    const int32_t off = aim - branch->bend;
    if (is_small(off, STILL_BEND) && is_small(branch->speed, STILL_SPEED))
    {
        branch->speed = 0;
        return false;
    }
    branch->speed += turn_scale(off, branch->pull, 16) -
                     turn_scale(branch->speed, branch->hold, 16);
    branch->speed = limited(branch->speed);
    branch->bend = limited((int64_t)branch->bend + branch->speed);
    return true;
}

bool loam_sway_step(loam_branch *branches, uint32_t count, int32_t wind)
{
    load loads[PLANT_MAX_BRANCHES];
    sum_loads(branches, count, wind, loads);
    bool moves = false;
    for (uint32_t i = 0; i < count; i++)
    {
        moves |= branches[i].length > 0 && branches[i].part == PLANT_STANDS &&
                 swing(&branches[i], loads[i].moment);
    }
    if (moves)
    {
        loam_branches_place(branches, count);
    }
    return moves;
}

void loam_branches_place(loam_branch *branches, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
    {
        loam_branch *const branch = &branches[i];
        const loam_branch *const parent = branch->parent < 0 ? NULL : &branches[branch->parent];
        if (branch->part != PLANT_STANDS)
        {
            continue;
        }
        branch->heading = (parent != NULL ? parent->heading : 0) + branch->rest +
                          (uint32_t)branch->bend;
        branch->x = (parent != NULL ? parent->x : PLANT_ROOT_X) +
                    turn_scale(turn_cosine(branch->heading), branch->length, 15);
        branch->y = (parent != NULL ? parent->y : PLANT_ROOT_Y) +
                    turn_scale(turn_sine(branch->heading), branch->length, 15);
    }
}
