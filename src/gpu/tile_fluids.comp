// SPDX-License-Identifier: MIT
#version 450
#extension GL_GOOGLE_include_directive : require

#include "../tiles/life/fluid_parts.h"
#include "exact.glsl"
#include "life_job.h"
#include "life.glsl"

// Fluids: one group a quarter, one invocation a core, in a copy that the group shares, as tiles/life/fluids.c has one.
// What a tile does are the rules of the processor, the same files. A quarter in which nothing could move when it was
// last worked on, and around which nothing has changed since, is left out: that changes no bit.

layout(local_size_x = LIFE_CORES * LIFE_CORES) in;

#define COPY_SIDE (LIFE_QUARTER + 2) // the tiles around it, too
#define COPY_WORDS (COPY_SIDE / 2)   // in a row: two tiles each, which are of one unit in every pass
#define ASKED_WORDS (LIFE_CORES * LIFE_CORES * 4 / 32)

shared uint copied[COPY_SIDE * COPY_WORDS];
shared uint woken;              // of the 3 x 3 quarters around: bit 4 is the own one
shared uint moved, converted;
shared uint asked[ASKED_WORDS]; // whose turn it was when it asked, in this pass: a bit each
shared uint asked_before;       // how many, in passes before

// Of this invocation.
uint own_woken = 0u, own_moved = 0u, own_converted = 0u;
bool sleeps, asks;

const uint orders[FLUID_ORDER_COUNT + 1] = uint[](
#define PACKED(a, b, c, d) a | b << 2 | c << 4 | d << 6,
    FLUID_ORDERS(PACKED) 0u);

uint order_of(uvec2 random) { return orders[(random.x & 0xffffu) * FLUID_ORDER_COUNT >> 16]; }

/// The dice of one of four tiles from those of its core.
uvec2 fluid_dice(uvec2 core, uint turn)
{
    const uvec2 odd[4] = uvec2[](uvec2(0x7f4a7c15u, 0x9e3779b9u), uvec2(0x1ce4e5b9u, 0xbf58476du),
                                 uvec2(0x133111ebu, 0x94d049bbu), uvec2(0x6659fd93u, 0xd6e8feb8u));
    const uvec2 dice = wide_multiply(core | uvec2(1u, 0u), odd[turn]);
    return dice ^ uvec2(dice.y, 0u);
}

// ---- tiles of the copy ----------------------------------------------------------------------------

struct fluid_mover
{
    uint kind, x, y, variant;
};

uint low_half(uint x, uint y) { return copied[y * COPY_WORDS + (x >> 1)] >> 16 * (x & 1u) & 0xffffu; }
uint block_at(uint x, uint y) { return low_half(x, y) & 0xffu; }
uint variant_at(uint x, uint y) { return low_half(x, y) >> 8; }

void set_tile(uint x, uint y, uint block, uint variant)
{
    const uint place = y * COPY_WORDS + (x >> 1), shift = 16 * (x & 1u);
    copied[place] = (copied[place] & ~(0xffffu << shift)) | (block | (variant & 0xffu) << 8) << shift;
}

/// Which of three quarters in a row a tile is in.
uint third_of(uint at) { return at == 0u ? 0u : at <= LIFE_QUARTER ? 1u : 2u; }

uint before(uint at) { return at == 0u ? 0u : at - 1u; }

/// What is around a tile has to be looked at.
void wake_around(uint x, uint y)
{
    const uint columns = 1u << third_of(before(x)) | 1u << third_of(x + 1u);
    own_woken |= columns << 3u * third_of(before(y)) | columns << 3u * third_of(y + 1u);
}

// ---- what rules ask for ---------------------------------------------------------------------------

#define fluid_place int // there is one group
#define fluid_who fluid_mover
#define BLOCK_AT(x, y) block_at(x, y)
#define VARIANT_AT(x, y) variant_at(x, y)
#define BLOCK(dx, dy) block_at(mover.x + uint(dx), mover.y + uint(dy))
#define VARIANT(dx, dy) variant_at(mover.x + uint(dx), mover.y + uint(dy))
#define RELATION(dx, dy) relation_of(mover.kind, BLOCK(dx, dy))
#define KIND(member) job.fluids[mover.kind].member
#define VARIANTS(block) job.materials[block].variants
#define LOOSE_OF(block) job.materials[block].loose
#define HOLDS(block) (job.materials[block].holds != 0u)
#define HARDNESS(block) job.materials[block].hardness
#define IS_LOOSE(block) (job.fluids[fluid_of(block)].settled != LOAM_AIR)
#define WIND 0 // the air is still

void loam_fluids_set(int group, uint x, uint y, uint block, uint variant)
{
    set_tile(x, y, block, variant);
    wake_around(x, y);
}

void fluid_become(int group, fluid_mover mover, uint variant)
{
    set_tile(mover.x, mover.y, block_at(mover.x, mover.y), variant);
}

void fluid_note_converted(int group) { own_converted++; }
void fluid_request(int group, fluid_mover mover) { asks = true; }
void loam_fluids_sleep(int group, fluid_mover mover) { sleeps = true; }
bool fluid_is_open(int group, fluid_mover mover, int dx, int dy) { return false; }

#include "../tiles/life/fluid_effects.inl"

/// Changes places with a neighbour: fluid_move of the processor.
void fluid_go(int group, fluid_mover mover, int dx, int dy, uint variant)
{
    const uint x = mover.x + uint(dx), y = mover.y + uint(dy);
    const uint other = block_at(x, y);
    const bool stood = KIND(settled) != LOAM_AIR && (variant & FLUID_STOOD) != 0u;
    const uint block = block_at(mover.x, mover.y);
    loam_fluids_set(group, mover.x, mover.y, other, variant_at(x, y));
    loam_fluids_set(group, x, y, block, stood ? variant & ~FLUID_STOOD : variant);
    own_moved++;
    if (stood)
    {
        loam_fluids_undermine(group, mover.x, mover.y);
    }
    if (other != LOAM_AIR)
    {
        loam_fluids_displaced(group, mover, x, y);
    }
}

#include "../tiles/life/fluid_flight.inl"
#include "../tiles/life/fluid_tile.inl"

// ---- the copy -------------------------------------------------------------------------------------

/// A quarter that is worked on: its first tile in the world, and whether the area that lives ends at its sides.
struct quarter
{
    uvec2 x, y;
    bvec2 ends_low, ends_high;
};

quarter find_quarter(uint phase)
{
    const uint count = ring_side() / (2u * LIFE_QUARTER) - 1u; // update chunks along a side
    const uvec2 chunk = uvec2(gl_WorkGroupID.x % count, gl_WorkGroupID.x / count);
    const uvec2 half_chunk = uvec2(phase & 1u, phase >> 1);
    quarter q;
    q.x = wide_add(job.left, uvec2(LIFE_QUARTER * (1u + 2u * chunk.x + half_chunk.x), 0u));
    q.y = wide_add(job.low, uvec2(LIFE_QUARTER * (1u + 2u * chunk.y + half_chunk.y), 0u));
    q.ends_low = bvec2(chunk.x == 0u && half_chunk.x == 0u, chunk.y == 0u && half_chunk.y == 0u);
    q.ends_high = bvec2(chunk.x == count - 1u && half_chunk.x == 1u, chunk.y == count - 1u && half_chunk.y == 1u);
    return q;
}

/// Whether a tile of the copy is beyond the border of the area that lives.
bool is_beyond(quarter q, uint column, uint row)
{
    return (q.ends_low.x && column == 0u) || (q.ends_high.x && column == COPY_SIDE - 1u) ||
           (q.ends_low.y && row == 0u) || (q.ends_high.y && row == COPY_SIDE - 1u);
}

uint ring_of_copy(quarter q, uint column, uint row) { return ring_place(q.x.x + column - 1u, q.y.x + row - 1u); }

/// A tile of the ring as it is in the copy: air beyond the border is what nothing goes into.
uint load_tile(quarter q, uint column, uint row)
{
    const uint tile = tiles[ring_of_copy(q, column, row)] & 0xffffu;
    const bool closed = job.border != 0u && (tile & 0xffu) == LOAM_AIR && is_beyond(q, column, row);
    return closed ? tile | job.border : tile;
}

void store_tile(quarter q, uint column, uint row)
{
    const uint place = ring_of_copy(q, column, row), before = tiles[place];
    uint tile = low_half(column, row);
    if (job.border != 0u && (tile & 0xffu) == job.border && is_beyond(q, column, row))
    {
        tile = (tile & ~0xffu) | (before & 0xffu);
    }
    if (tile != (before & 0xffffu))
    {
        tiles[place] = (before & ~0xffffu) | tile;
    }
}

void load_copy(quarter q)
{
    for (uint i = gl_LocalInvocationIndex; i < COPY_SIDE * COPY_WORDS; i += LIFE_CORES * LIFE_CORES)
    {
        const uint row = i / COPY_WORDS, column = 2u * (i % COPY_WORDS);
        copied[i] = load_tile(q, column, row) | load_tile(q, column + 1u, row) << 16;
    }
}

void store_copy(quarter q)
{
    for (uint i = gl_LocalInvocationIndex; i < COPY_SIDE * COPY_SIDE; i += LIFE_CORES * LIFE_CORES)
    {
        store_tile(q, i % COPY_SIDE, i / COPY_SIDE);
    }
}

// ---- turns ----------------------------------------------------------------------------------------

/// The place of a turn among those of a pass, as the processor takes them: rows, turns, cores.
uint place_of_turn(uint turn)
{
    const uint column = gl_LocalInvocationIndex % LIFE_CORES, row = gl_LocalInvocationIndex / LIFE_CORES;
    return (row * 4u + turn) * LIFE_CORES + column;
}

/// The tile of a core whose turn it is.
uvec2 tile_of_turn(uvec2 core, uint order, uint turn)
{
    const uint tile = order >> 2u * turn & 3u;
    return core + uvec2(tile & 1u, tile >> 1);
}

/// Four turns of a core. Which of them asked: bits.
uint take_turns(uvec2 core, uvec2 dice, uint order)
{
    uint asking = 0u;
    for (uint turn = 0u; turn < 4u; turn++)
    {
        const uvec2 at = tile_of_turn(core, order, turn);
        const uint fluid = fluid_of(block_at(at.x, at.y));
        if (fluid != 0u)
        {
            sleeps = asks = false;
            act(0, fluid_mover(fluid, at.x, at.y, variant_at(at.x, at.y)), fluid_dice(dice, turn));
            own_woken |= sleeps ? 0u : 1u << 4;
            asking |= asks ? 1u << turn : 0u;
        }
    }
    return asking;
}

void note_asking(uint asking)
{
    for (uint turn = 0u; turn < 4u; turn++)
    {
        if ((asking >> turn & 1u) != 0u)
        {
            const uint place = place_of_turn(turn);
            atomicOr(asked[place / 32u], 1u << place % 32u);
        }
    }
}

/// How many asked before a place of this pass.
uint count_asked(uint place)
{
    uint count = asked_before;
    for (uint i = 0u; i < place / 32u; i++)
    {
        count += uint(bitCount(asked[i]));
    }
    return count + uint(bitCount(asked[place / 32u] & (1u << place % 32u) - 1u));
}

/// Those who asked first may look for another vessel.
void take_requests(quarter q, uint asking, uvec2 core, uint order)
{
    for (uint turn = 0u; turn < 4u; turn++)
    {
        const uint number = (asking >> turn & 1u) != 0u ? count_asked(place_of_turn(turn)) : FLUID_REQUESTS;
        if (number < FLUID_REQUESTS)
        {
            const uvec2 at = tile_of_turn(core, order, turn);
            state[seekers_from() + quarter_of(q.x.x, q.y.x) * FLUID_REQUESTS + number] =
                ring_of_copy(q, at.x, at.y) + 1u;
        }
    }
}

void forget_asked()
{
    if (gl_LocalInvocationIndex == 0u)
    {
        asked_before = count_asked(ASKED_WORDS * 32u - 1u) + (asked[ASKED_WORDS - 1] >> 31);
    }
    barrier();
    if (gl_LocalInvocationIndex < ASKED_WORDS)
    {
        asked[gl_LocalInvocationIndex] = 0u;
    }
}

void run_pass(quarter q, uvec2 seed, uint offset)
{
    const uvec2 number = uvec2(gl_LocalInvocationIndex % LIFE_CORES, gl_LocalInvocationIndex / LIFE_CORES);
    const uvec2 core = uvec2(1u) + 2u * uvec2(offset & 1u, offset >> 1) + 4u * number;
    const uvec2 dice = fluid_mix(seed, core.y * LIFE_QUARTER + core.x);
    const uint order = order_of(dice), asking = take_turns(core, dice, order);
    note_asking(asking);
    barrier();
    take_requests(q, asking, core, order);
    barrier();
    forget_asked();
    barrier();
}

// ---- a quarter ------------------------------------------------------------------------------------

void begin()
{
    if (gl_LocalInvocationIndex == 0u)
    {
        woken = moved = converted = asked_before = 0u;
    }
    if (gl_LocalInvocationIndex < ASKED_WORDS)
    {
        asked[gl_LocalInvocationIndex] = 0u;
    }
}

/// Who has something to do next time: quarters around, and this one.
void note_woken(quarter q)
{
    const uint number = gl_LocalInvocationIndex;
    if (number < 9u)
    {
        const uint x = q.x.x + (number % 3u - 1u) * LIFE_QUARTER, y = q.y.x + (number / 3u - 1u) * LIFE_QUARTER;
        const uint bit = woken >> number & 1u;
        if (number == 4u || bit != 0u)
        {
            state[STATE_WORDS + quarter_of(x, y)] = bit;
        }
    }
    if (number == 0u)
    {
        atomicAdd(state[STATE_MOVED], moved);
        atomicAdd(state[STATE_CONVERTED], converted);
    }
}

void main()
{
    const quarter q = find_quarter(order_of(push.seed) >> 2u * push.turn & 3u);
    if (state[STATE_WORDS + quarter_of(q.x.x, q.y.x)] == 0u)
    {
        return;
    }
    begin();
    load_copy(q);
    barrier();
    const uvec2 seed = seed_at(push.key, q.x, q.y, 0u);
    const uint order = order_of(seed);
    for (uint pass = 0u; pass < 4u; pass++)
    {
        run_pass(q, seed, order >> 2u * pass & 3u);
    }
    atomicOr(woken, own_woken);
    atomicAdd(moved, own_moved);
    atomicAdd(converted, own_converted);
    store_copy(q);
    barrier();
    note_woken(q);
}
