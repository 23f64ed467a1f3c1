// SPDX-License-Identifier: MIT
#include "isles/isles.h"

#include "base/small.h"
#include "loam/maths.h"
#include "loam/random.h"

#include <math.h>

// Which island a slot has: a jittered grid of areas (Karavasilev 2021, 5.3 and 3.5), and the terrain nodes of each.
// An area lies within its slot, so no two ever touch, and nobody has to ask a neighbour.
//
// Nodes lie around the middle in sectors of equal size, so that few of them still make an island and many an atoll.
// A node's gradient ends at the edge of the area at the latest (fig. 5.7b).

enum
{
    DRAW_EMPTY,
    DRAW_TYPE,
    DRAW_RADIUS,
    DRAW_X,
    DRAW_Z,
    DRAW_NODES,
    DRAW_TURN,
};

enum
{
    NODE_TURN,
    NODE_DISTANCE,
    NODE_REACH,
    NODE_TERRAIN,
    NODE_DOMINANT,
    NODE_HEIGHT,
};

static float draw(loam_range range, uint64_t seed, uint64_t index)
{
    return range.low + (range.high - range.low) * loam_random_float(seed, index);
}

static int32_t draw_whole(loam_range range, uint64_t seed, uint64_t index)
{
    return (int32_t)loam_random_range(seed, index, (int64_t)range.low, (int64_t)range.high);
}

static int32_t draw_type(const loam_isles_def *def, uint64_t seed)
{
    float shares[LOAM_ISLES_MAX_TYPES];
    for (int32_t i = 0; i < def->type_count; i++)
    {
        shares[i] = def->types[i].share;
    }
    return (int32_t)loam_random_pick(seed, DRAW_TYPE, shares, (size_t)def->type_count);
}

static int32_t draw_terrain(const loam_isle_type *type, uint64_t seed)
{
    float shares[LOAM_ISLE_MAX_TERRAINS];
    for (int32_t i = 0; i < type->terrain_count; i++)
    {
        shares[i] = type->terrains[i].share;
    }
    return (int32_t)loam_random_pick(seed, NODE_TERRAIN, shares, (size_t)type->terrain_count);
}

/// A slot's middle, and as far from it as jitter lets the area go.
static int64_t draw_place(const loam_isles_def *def, int64_t slot, int32_t radius, uint64_t seed,
                          uint64_t index)
{
    const int32_t room = (int32_t)(def->jitter * (float)(def->slot / 2 - radius - ISLE_GAP));
    return slot * def->slot + def->slot / 2 + loam_random_range(seed, index, -room, room);
}

static loam_isle_node make_node(const loam_isle_type *type, const loam_isle *isle, int32_t number)
{
    loam_isle_node node = {
        .seed = loam_seed_at(loam_seed_derive(isle->seed, "nodes"), number, 0, 0)};
    const float start = loam_random_float(isle->seed, DRAW_TURN);
    const float sector = ((float)number + 0.7f * loam_random_float(node.seed, NODE_TURN)) /
                         (float)isle->node_count;
    const float angle = (start + sector) * 2.0f * LOAM_PI;
    const float away = draw(type->spread, node.seed, NODE_DISTANCE) * (float)isle->radius;
    node.x = loam_floor_int(away * loam_cos(angle));
    node.z = loam_floor_int(away * loam_sin(angle));
    const float dx = (float)node.x, dz = (float)node.z;
    const float left = (float)isle->radius - sqrtf(dx * dx + dz * dz);
    node.radius = (left > 1.0f ? left : 1.0f) * draw(type->reach, node.seed, NODE_REACH);
    node.terrain = draw_terrain(type, node.seed);
    const loam_isle_terrain *const terrain = &type->terrains[node.terrain];
    node.dominant = loam_random_float(node.seed, NODE_DOMINANT) < terrain->dominance;
    // Small islands are low: the same slopes on less ground.
    node.height = type->lift +
                  draw(terrain->height, node.seed, NODE_HEIGHT) * (node.radius / type->radius.high);
    return node;
}

int32_t loam_isle_type_at(const loam_isles_def *def, uint64_t seed, int64_t slot_x, int64_t slot_z)
{
    const uint64_t own = loam_seed_at(seed, slot_x, 0, slot_z);
    return loam_random_float(own, DRAW_EMPTY) < def->empty ? -1 : draw_type(def, own);
}

void loam_isle_place(const loam_isles_def *def, uint64_t seed, int64_t slot_x, int64_t slot_z,
                     loam_isle *out)
{
    *out = (loam_isle){.slot_x = slot_x, .slot_z = slot_z, .type = -1};
    const uint64_t own = loam_seed_at(seed, slot_x, 0, slot_z);
    out->type = loam_isle_type_at(def, seed, slot_x, slot_z);
    if (out->type < 0)
    {
        return;
    }
    out->seed = own;
    const loam_isle_type *const type = &def->types[out->type];
    out->radius = draw_whole(type->radius, own, DRAW_RADIUS);
    out->x = draw_place(def, slot_x, out->radius, own, DRAW_X);
    out->z = draw_place(def, slot_z, out->radius, own, DRAW_Z);
    out->node_count = draw_whole(type->nodes, own, DRAW_NODES);
    for (int32_t i = 0; i < out->node_count; i++)
    {
        out->nodes[i] = make_node(type, out, i);
    }
    loam_isle_name(def, seed, out, out->name);
}
