// SPDX-License-Identifier: MIT
#include "tiles/plants/body_parts.h"

#include "loam/maths.h"

#include "base/small.h"
#include "tiles/plants/sway.h"
#include "tiles/plants/turns.h"

// How a branch answers to the wind. What it carries is known by the moment that a storm has on it when it
// blows across all of it, and how far it is to bend in one by its width: so any grammar sways well, whatever
// it looks like. A branch that loses what it carries bends less, and its stump springs up.

#define TURN_PER_RADIAN 683565275.6f // 2^32 a turn

enum
{
    DRAG_UNIT = 16,      // of a square tile
    LEAF_DRAG = 6,       // of a leaf
    MAX_FORCE = 1 << 14, // of a whole plant: then no moment is beyond 32 bits,
    LONG_WAY = 2048      // as long as no branch ends more tiles from the root
};

/// What a branch carries, itself included: sums, and those times the way from its base.
typedef struct carried
{
    float drag, drag_way;
    float weight, weight_way;
} carried;

/// In square tiles.
static float area_of(const loam_branch *branch)
{
    const float tile = 1.0f / PLANT_TILE;
    return branch->length == 0 ? (float)branch->cell_count * ((float)LEAF_DRAG / DRAG_UNIT)
                               : (float)branch->length * tile * (float)branch->width * tile;
}

static float weight_of(const loam_branch *branch)
{
    return branch->length == 0 ? 0.02f * area_of(branch)
                               : area_of(branch) * (float)branch->width * (1.0f / PLANT_TILE);
}

/// From the tips to the root. Ways are in tiles.
static void sum_up(const body_parts *parts, carried *sums)
{
    for (uint32_t i = 0; i < parts->branch_count; i++)
    {
        sums[i] = (carried){0};
    }
    for (uint32_t i = parts->branch_count; i-- > 0;)
    {
        const loam_branch *const branch = &parts->branches[i];
        const float length = (float)branch->length * (1.0f / PLANT_TILE);
        const float drag = area_of(branch), weight = weight_of(branch);
        carried *const own = &sums[i];
        own->drag_way += own->drag * length + drag * length * 0.5f;
        own->drag += drag;
        own->weight_way += own->weight * length + weight * length * 0.5f;
        own->weight += weight;
        if (branch->parent >= 0)
        {
            carried *const parent = &sums[branch->parent];
            parent->drag += own->drag;
            parent->drag_way += own->drag_way;
            parent->weight += own->weight;
            parent->weight_way += own->weight_way;
        }
    }
}

/// Radians that a branch bends by itself in a storm.
static float bend_in_storm(const body_parts *parts, uint32_t i)
{
    const loam_branch *const branch = &parts->branches[i];
    const float width = loam_clamp((float)branch->width * (1.0f / PLANT_TILE), 1.0f, 64.0f);
    const float length = (float)branch->length * (1.0f / PLANT_TILE);
    const float thinness = loam_pow(1.2f / width, 1.3f);
    const float softness = loam_clamp(parts->stiffness[i], 0.05f, 20.0f);
    return parts->species->sway * loam_clamp(thinness, 0.03f, 1.0f) *
           loam_clamp(length * 0.125f, 0.2f, 1.0f) / softness;
}

static int32_t to_int(float value)
{
    return (int32_t)loam_clamp(value, 0.0f, 1073741824.0f);
}

/// So that the moment of a storm across all that it carries bends it as far as it is to bend.
static void set_give(body_parts *parts, uint32_t i, const carried *sum, float drag_unit)
{
    const float moment = sum->drag_way * drag_unit * SWAY_MOMENT_UNIT;
    const float bend = bend_in_storm(parts, i) * TURN_PER_RADIAN;
    parts->branches[i].give = moment > 0.5f ? to_int(bend * 4096.0f / moment) : 0;
}

/// Slender branches swing faster than the stem.
static void set_spring(body_parts *parts, uint32_t i)
{
    loam_branch *const branch = &parts->branches[i];
    const float stem = (float)parts->branches[0].width, own = (float)branch->width;
    const float quicker = own < stem && own > 0.0f ? loam_pow(stem / own, 0.5f) : 1.0f;
    const float pace = loam_clamp(parts->species->pace * quicker, 0.05f, 4.0f);
    const float turn = pace * (6.2831853f * 0.01f); // radians of a swing in a step
    branch->pull = to_int(turn * turn * 65536.0f);
    branch->hold = to_int(2.0f * loam_clamp01(parts->species->damping) * turn * 65536.0f);
}

/// Weight pulls a bent branch further down. It may never win against the springs between the root and any
/// tip, taken together: at most a quarter of them.
static float weight_unit(const body_parts *parts, const carried *sums)
{
    float to_here[PLANT_MAX_BRANCHES]; // from the root
    float worst = 0.0f;
    for (uint32_t i = 0; i < parts->branch_count; i++)
    {
        const int32_t parent = parts->branches[i].parent;
        const float give = (float)parts->branches[i].give * (1.0f / 4096.0f);
        const float own = sums[i].weight_way * SWAY_MOMENT_UNIT * give / TURN_PER_RADIAN;
        to_here[i] = own + (parent < 0 ? 0.0f : to_here[parent]);
        worst = to_here[i] > worst ? to_here[i] : worst;
    }
    return worst > 0.0f ? 0.25f / worst : 0.0f;
}

/// What all branches that begin at the root carry.
static carried sum_of_roots(const body_parts *parts, const carried *sums)
{
    carried all = {0};
    for (uint32_t i = 0; i < parts->branch_count; i++)
    {
        if (parts->branches[i].parent < 0)
        {
            all.drag += sums[i].drag;
            all.weight += sums[i].weight;
        }
    }
    return all;
}

/// The most that may act on a plant: less on a very long one.
static float most_force(const body_parts *parts)
{
    float ways[PLANT_MAX_BRANCHES]; // from the root, tiles
    float longest = 0.0f;
    for (uint32_t i = 0; i < parts->branch_count; i++)
    {
        const loam_branch *const branch = &parts->branches[i];
        ways[i] = (float)branch->length * (1.0f / PLANT_TILE) +
                  (branch->parent < 0 ? 0.0f : ways[branch->parent]);
        longest = ways[i] > longest ? ways[i] : longest;
    }
    return longest > (float)LONG_WAY ? (float)MAX_FORCE * ((float)LONG_WAY / longest)
                                     : (float)MAX_FORCE;
}

void loam_body_set_mechanics(body_parts *parts)
{
    carried sums[PLANT_MAX_BRANCHES];
    sum_up(parts, sums);
    const carried all = sum_of_roots(parts, sums);
    const float max = most_force(parts);
    const float drag_unit = all.drag * DRAG_UNIT > max ? max / all.drag : (float)DRAG_UNIT;
    for (uint32_t i = 0; i < parts->branch_count; i++)
    {
        if (parts->branches[i].length > 0)
        {
            set_give(parts, i, &sums[i], drag_unit);
            set_spring(parts, i);
        }
    }
    const float unit = loam_clamp(weight_unit(parts, sums), 0.0f,
                                  all.weight > 0.0f ? max / all.weight : 0.0f);
    for (uint32_t i = 0; i < parts->branch_count; i++)
    {
        parts->branches[i].drag = to_int(area_of(&parts->branches[i]) * drag_unit);
        parts->branches[i].weight = to_int(weight_of(&parts->branches[i]) * unit);
    }
    loam_branches_place(parts->branches, parts->branch_count);
    loam_sway_set_rest(parts->branches, parts->branch_count);
}
