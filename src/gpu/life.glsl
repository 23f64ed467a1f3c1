// SPDX-License-Identifier: MIT
// What kernels of fluids share: 64-bit random numbers as the processor draws them, and tables.

layout(std430, binding = 0) readonly buffer job_buffer { gpu_life_job job; };
layout(std430, binding = 1) buffer tile_buffer { uint tiles[]; };
layout(std430, binding = 2) buffer state_buffer { uint state[]; };
layout(push_constant) uniform part { gpu_life_step push; };

uint ring_side() { return 1u << job.side_log2; }
uint ring_mask() { return ring_side() - 1u; }
uint ring_place(uint x, uint y) { return (y & ring_mask()) << job.side_log2 | (x & ring_mask()); }
uint quarters() { return ring_side() / LIFE_QUARTER; }
uint quarter_of(uint x, uint y)
{
    return (y & ring_mask()) / LIFE_QUARTER * quarters() + (x & ring_mask()) / LIFE_QUARTER;
}
uint seekers_from() { return STATE_WORDS + quarters() * quarters(); }

// ---- tables ---------------------------------------------------------------------------------------

uint fluid_of(uint block) { return job.materials[block].fluid; }
uint relation_of(uint fluid, uint block) { return job.fluids[fluid].relations[block >> 2] >> 8 * (block & 3u) & 0xffu; }

// ---- random numbers -------------------------------------------------------------------------------

/// Bits of a number, at most 16.
uint DRAW(uvec2 random, int shift, int bits)
{
    const uint low = shift == 0   ? random.x
                     : shift < 32 ? random.x >> shift | random.y << (32 - shift)
                                  : random.y >> (shift - 32);
    return low & (1u << bits) - 1u;
}

/// Right by less than 32.
uvec2 wide_shift(uvec2 a, int by) { return uvec2(a.x >> by | a.y << (32 - by), a.y >> by); }

/// fluid_mix of the processor.
uvec2 fluid_mix(uvec2 seed, uint index)
{
    uvec2 z = wide_add(seed, wide_multiply(uvec2(index + 1u, 0u), uvec2(0x7f4a7c15u, 0x9e3779b9u)));
    z = wide_multiply(z ^ wide_shift(z, 30), uvec2(0x1ce4e5b9u, 0xbf58476du));
    z = wide_multiply(z ^ wide_shift(z, 27), uvec2(0x133111ebu, 0x94d049bbu));
    return z ^ wide_shift(z, 31);
}

uvec2 wide_subtract(uvec2 a, uvec2 b) { return wide_add(a, wide_add(~b, uvec2(1u, 0u))); }

/// Both halves of a product of 128 bits, one upon the other.
uvec2 fold(uvec2 a, uvec2 b)
{
    uvec2 ll, lh, hl, hh;
    umulExtended(a.x, b.x, ll.y, ll.x);
    umulExtended(a.x, b.y, lh.y, lh.x);
    umulExtended(a.y, b.x, hl.y, hl.x);
    umulExtended(a.y, b.y, hh.y, hh.x);
    const uvec2 middle = wide_add(wide_add(uvec2(ll.y, 0u), uvec2(lh.x, 0u)), uvec2(hl.x, 0u));
    const uvec2 carried = wide_add(wide_add(uvec2(lh.y, 0u), uvec2(hl.y, 0u)), uvec2(middle.y, 0u));
    return uvec2(ll.x, middle.x) ^ wide_add(hh, carried);
}

/// loam_seed_at: XXH3 of three words, given the key that it makes of its parent.
uvec2 seed_at(uvec2 key, uvec2 x, uvec2 y, uint z)
{
    const uvec2 first = fold(x ^ wide_add(uvec2(0x396cfeb8u, 0xbe4ba423u), key),
                             y ^ wide_subtract(uvec2(0x2c81017cu, 0x1cad21f7u), key));
    const uvec2 second = fold(y ^ wide_add(uvec2(0xe96dd4deu, 0xdb979083u), key),
                              uvec2(z, 0u) ^ wide_subtract(uvec2(0xa4a44072u, 0x1f67b3b7u), key));
    const uvec2 length = wide_multiply(uvec2(24u, 0u), uvec2(0x85ebca87u, 0x9e3779b1u));
    uvec2 hash = wide_add(length, wide_add(first, second));
    hash ^= uvec2(hash.y >> 5, 0u);
    hash = wide_multiply(hash, uvec2(0x9e3779f9u, 0x16566791u));
    return hash ^ uvec2(hash.y, 0u);
}
