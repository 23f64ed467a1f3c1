// SPDX-License-Identifier: MIT
#version 450
#extension GL_GOOGLE_include_directive : require

#include "../tiles/life/fluid_parts.h"
#include "exact.glsl"
#include "life_job.h"
#include "life.glsl"

// Connected vessels, as tiles/life/level.c has them. All who asked look before the first one flows; then they flow one
// after another, by where they are in the world: few of many thousand tiles find another vessel in a step.

layout(local_size_x = LIFE_LEVEL_THREADS) in;
layout(constant_id = 0) const int TASK = LEVELS_SEEK;

layout(std430, binding = 3) buffer transfer_buffer { gpu_transfer transfers[]; };

struct level_place
{
    uint kind;
};

uint ring_block(uint x, uint y) { return tiles[ring_place(x, y)] & 0xffu; }

/// The update area: half a chunk within the ring.
uint area_x() { return job.left.x + LIFE_QUARTER; }
uint area_y() { return job.low.x + LIFE_QUARTER; }
uint area_side() { return ring_side() - 2u * LIFE_QUARTER; }

#define RELATION_AT(column, row) relation_of(ring.kind, ring_block(column, row))
#define AREA(member) area_##member()
#define AREA_MASK ring_mask()
#include "../tiles/life/level_walk.inl"

/// As many as may ask.
uint room() { return quarters() * quarters() * FLUID_REQUESTS; }

/// Row by row from the ring's lowest left tile on.
uint order_in_world(uint x, uint y)
{
    return ((y - job.low.x) & ring_mask()) << job.side_log2 | ((x - job.left.x) & ring_mask());
}

uvec2 in_world(uvec2 first, uint at) { return wide_add(first, uvec2((at - first.x) & ring_mask(), 0u)); }

void look_for_level(uint number)
{
    const uint slot = seekers_from() + number;
    if (number >= room() || state[slot] == 0u)
    {
        return;
    }
    const uint place = state[slot] - 1u, x = place & ring_mask(), y = place >> job.side_log2;
    state[slot] = 0u;
    const uint random = seed_at(push.key, in_world(job.left, x), in_world(job.low, y), 1u).x & 1u;
    const level_found pair = seek_level(level_place(fluid_of(ring_block(x, y))), x, y, random);
    if (pair.found)
    {
        transfers[atomicAdd(state[STATE_FOUND], 1u)] =
            gpu_transfer(order_in_world(x, y), ring_place(pair.from_x, pair.from_y), ring_place(pair.to_x, pair.to_y));
    }
}

/// Puts a transfer to its place among all, behind them.
void sort(uint number)
{
    const uint count = state[STATE_FOUND];
    if (number >= count)
    {
        return;
    }
    const uint order = transfers[number].order;
    uint before = 0u;
    for (uint i = 0u; i < count; i++)
    {
        before += transfers[i].order < order ? 1u : 0u;
    }
    transfers[room() + before] = transfers[number];
}

void stir(uint x, uint y)
{
    if (job.fluids[fluid_of(ring_block(x, y))].levelling > 0u)
    {
        tiles[ring_place(x, y)] |= FLUID_RESTLESS << 8;
    }
}

void wake_around(uint x, uint y)
{
    for (uint i = 0u; i < 9u; i++)
    {
        state[STATE_WORDS + quarter_of(x + i % 3u - 1u, y + i / 3u - 1u)] = 1u;
    }
}

/// Changes places, if nothing has come in between: loam_level_transfer of the processor.
bool transfer(uint from, uint to)
{
    const uint from_x = from & ring_mask(), from_y = from >> job.side_log2;
    const uint to_x = to & ring_mask(), to_y = to >> job.side_log2;
    const level_place ring = level_place(fluid_of(ring_block(from_x, from_y)));
    if ((RELATION_AT(to_x, to_y - 1u) & FLUID_SAME) == 0u || (RELATION_AT(to_x, to_y) & FLUID_SPACE) == 0u ||
        !is_surface(ring, from_x, from_y))
    {
        return false;
    }
    const uint other = tiles[to];
    tiles[to] = (other & ~0xffffu) | (tiles[from] & 0xffffu);
    tiles[from] = (tiles[from] & ~0xffffu) | (other & 0xffffu);
    stir(to_x, to_y);
    stir(to_x, to_y - 1u);
    stir(from_x, from_y - 1u);
    wake_around(from_x, from_y);
    wake_around(to_x, to_y);
    return true;
}

void apply_all()
{
    const uint count = state[STATE_FOUND];
    for (uint i = 0u; i < count; i++)
    {
        const gpu_transfer next = transfers[room() + i];
        state[STATE_LEVELLED] += transfer(next.from, next.to) ? 1u : 0u;
    }
    state[STATE_FOUND] = 0u;
}

void main()
{
    const uint number = gl_GlobalInvocationID.x;
    if (TASK == LEVELS_SEEK)
    {
        look_for_level(number);
    }
    else if (TASK == LEVELS_SORT)
    {
        sort(number);
    }
    else if (number == 0u)
    {
        apply_all();
    }
}
