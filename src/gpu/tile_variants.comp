// SPDX-License-Identifier: MIT
#version 450
#extension GL_GOOGLE_include_directive : require

#include "../tiles/grow/ground_parts.h"
#include "../tiles/grow/variant_draw.h"
#include "../tiles/grow/column.h"
#include "tile_job.h"

// Tiles: what automata made of the ground, and variants. One invocation a tile.

layout(local_size_x = TILE_THREADS) in;

layout(std430, binding = 0) readonly buffer job_buffer { gpu_tile_job job; tile_column columns[]; };
layout(std430, binding = 1) readonly buffer field_buffer { float fields[]; };
layout(std430, binding = 2) readonly buffer ground_buffer { uint ground[]; };
layout(std430, binding = 3) writeonly buffer tile_buffer { uint tiles[]; };
layout(push_constant) uniform part { gpu_variant_planes push; };

bool bit_at(int plane, int x, int y)
{
    const uint word = ground[job.w * job.h + (plane * job.h + y) * job.stride + (x >> 5)];
    return (word >> (x & 31) & 1u) != 0u;
}

/// A material and its variant.
uint layer(int number, int material, bool is_inner, int index)
{
    const float value = fields[number * job.tiles_w * job.tiles_h + index];
    return uint(material) | uint(drawn_variant(job.inner[material], job.outer[material], !is_inner, value)) << 8;
}

void main()
{
    const int index = int(gl_GlobalInvocationID.x);
    const int row = index / job.tiles_w, column = index - row * job.tiles_w;
    if (row >= job.tiles_h)
    {
        return;
    }
    const int x = column + job.pad, y = row + job.pad;
    const uint word = ground[y * job.w + x];
    const uint block = bit_at(push.block, x, y) ? word : word >> GROUND_EMPTY_SHIFT;
    const uint wall = bit_at(push.wall, x, y) ? word >> GROUND_WALL_SHIFT : 0u;
    tiles[index] = layer(FIELD_BLOCK, int(block & 0xffu), bit_at(push.inner_block, x, y), index) |
                   layer(FIELD_WALL, int(wall & 0xffu), bit_at(push.inner_wall, x, y), index) << 16;
}
