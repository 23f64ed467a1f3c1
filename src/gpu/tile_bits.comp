// SPDX-License-Identifier: MIT
#version 450
#extension GL_GOOGLE_include_directive : require

#include "../tiles/grow/ground_parts.h"
#include "../tiles/grow/column.h"
#include "tile_job.h"

// Cellular automata over bits: one invocation a word, 32 tiles. Neighbours are counted in planes of ones, twos, fours
// and eights, as grid/kernels.inl does. Beyond the ends everything is 0, which is wrong, and what is wrong comes one
// tile closer with each step: the padding is that wide.

layout(local_size_x = TILE_THREADS) in;
layout(constant_id = 0) const int TASK = BITS_STEP;

layout(std430, binding = 0) readonly buffer job_buffer { gpu_tile_job job; tile_column columns[]; };
layout(std430, binding = 1) buffer ground_buffer { uint ground[]; };
layout(push_constant) uniform part { gpu_bits_step push; };

int word_at(int plane, int x, int y)
{
    return job.w * job.h + (plane * job.h + y) * job.stride + x;
}

uint bits_at(int x, int y)
{
    const bool inside = x >= 0 && x < job.stride && y >= 0 && y < job.h;
    return inside ? ground[word_at(push.from, x, y)] : 0u;
}

/// The tiles to the left and right of those of a word, by so many.
uint left_of(int x, int y, int by) { return bits_at(x, y) << by | bits_at(x - 1, y) >> (32 - by); }
uint right_of(int x, int y, int by) { return bits_at(x, y) >> by | bits_at(x + 1, y) << (32 - by); }

// ---- what is done ---------------------------------------------------------------------------------

void pack(int x, int y)
{
    uint blocks = 0u, walls = 0u;
    const int left = job.w - 32 * x, count = left < 32 ? left : 32;
    for (int i = 0; i < count; i++)
    {
        const uint word = ground[y * job.w + 32 * x + i];
        blocks |= (word >> GROUND_BLOCK_BIT & 1u) << i;
        walls |= (word >> GROUND_WALLED_BIT & 1u) << i;
    }
    ground[word_at(push.from, x, y)] = blocks;
    ground[word_at(push.to, x, y)] = walls;
}

uint most(uint a, uint b, uint c) { return (a & b) | (c & (a ^ b)); }

/// Ones and twos of the number of tiles in a row of three, the middle one only if it counts.
uvec2 count_row(int x, int y, uint middle)
{
    const uint left = left_of(x, y, 1), right = right_of(x, y, 1), own = bits_at(x, y) & middle;
    return uvec2(left ^ right ^ own, most(left, right, own));
}

uint next_step(int x, int y)
{
    const uvec2 below = count_row(x, y - 1, ~0u), here = count_row(x, y, 0u), above = count_row(x, y + 1, ~0u);
    const uint ones = below.x ^ here.x ^ above.x, carried = most(below.x, here.x, above.x);
    const uint sum = below.y ^ here.y ^ above.y, four = most(below.y, here.y, above.y);
    const uint twos = sum ^ carried, more = sum & carried;
    const uint fours = four ^ more, eights = four & more, own = bits_at(x, y);
    uint next = 0u;
    for (uint n = 0u; n <= 8u; n++)
    {
        const uint alike = ~(ones ^ -(n & 1u)) & ~(twos ^ -(n >> 1 & 1u)) & ~(fours ^ -(n >> 2 & 1u)) &
                           ~(eights ^ -(n >> 3 & 1u));
        next |= alike & ((~own & -(push.birth >> n & 1u)) | (own & -(push.survival >> n & 1u)));
    }
    return next;
}

/// Where all tiles of the circle of radius 2 around one are solid; the tile itself is not asked.
uint inner(int x, int y)
{
    uint all = left_of(x, y, 1) & right_of(x, y, 1) & left_of(x, y, 2) & right_of(x, y, 2);
    for (int side = -1; side <= 1; side += 2)
    {
        const int near = y + side, far = near + side;
        all &= left_of(x, near, 2) & left_of(x, near, 1) & bits_at(x, near) & right_of(x, near, 1) &
               right_of(x, near, 2);
        all &= left_of(x, far, 1) & bits_at(x, far) & right_of(x, far, 1);
    }
    return all;
}

void main()
{
    const int index = int(gl_GlobalInvocationID.x), y = index / job.stride, x = index - y * job.stride;
    if (y >= job.h)
    {
        return;
    }
    if (TASK == BITS_PACK)
    {
        pack(x, y);
        return;
    }
    ground[word_at(push.to, x, y)] = TASK == BITS_STEP ? next_step(x, y) : inner(x, y);
}
