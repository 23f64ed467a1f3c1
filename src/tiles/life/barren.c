// SPDX-License-Identifier: MIT
#include "tiles/life/barren.h"

#include "tiles/state/cover.h"

#include <string.h>

// A slot in which no tile is of interest stays so until something in it changes. Whoever changes a tile notes that of
// its slot (loam_saving_touch), but plants, which sway: no slot is barren that one of them reaches. Where something is
// of interest, one tile of it is remembered, so that nearly all looks end with the first tile.

#define NO_WITNESS ((uint16_t)LOAM_CHUNK_TILES)

static size_t witness_bytes(const loam_tile_world *world)
{
    return (size_t)world->ring.chunks * (size_t)world->ring.chunks * sizeof(uint16_t);
}

loam_result loam_barren_init(loam_barren *barren, const loam_tile_world *world)
{
    barren->witnesses = loam_alloc(&world->env, witness_bytes(world));
    if (barren->witnesses == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(barren->witnesses, 0, witness_bytes(world));
    return LOAM_OK;
}

void loam_barren_free(loam_barren *barren, const loam_tile_world *world)
{
    loam_free(&world->env, barren->witnesses, witness_bytes(world));
}

/// The first tile of a slot that is of interest.
static uint16_t find_witness(const loam_ring *ring, const slow_rules *rules, int32_t slot)
{
    const loam_tile *row = loam_ring_tiles(ring, slot);
    for (uint32_t first = 0; first < LOAM_CHUNK_TILES; first += LOAM_CHUNK_SIDE)
    {
        bool any = false;
        for (uint32_t i = 0; i < LOAM_CHUNK_SIDE; i++)
        {
            any |= loam_rules_heed(rules, row[i]);
        }
        for (uint32_t i = 0; any && i < LOAM_CHUNK_SIDE; i++)
        {
            if (loam_rules_heed(rules, row[i]))
            {
                return (uint16_t)(first + i);
            }
        }
        row += ring->side;
    }
    return NO_WITNESS;
}

/// Whether a tile of a slot is of interest.
static bool testifies(const loam_ring *ring, const slow_rules *rules, int32_t slot,
                      uint16_t witness)
{
    const size_t row = witness / LOAM_CHUNK_SIDE, column = witness % LOAM_CHUNK_SIDE;
    return witness != NO_WITNESS &&
           loam_rules_heed(rules, loam_ring_tiles(ring, slot)[row * (size_t)ring->side + column]);
}

/// Nothing is known of a slot that was barren.
static void forget(uint16_t *witness)
{
    *witness = *witness == NO_WITNESS ? 0 : *witness;
}

void loam_barren_look(const loam_barren *barren, const loam_tile_world *world,
                      const slow_rules *rules, int32_t slot)
{
    uint16_t *const witness = &barren->witnesses[slot];
    world->ring.stirred[slot] = false;
    if (!testifies(&world->ring, rules, slot, *witness))
    {
        *witness = find_witness(&world->ring, rules, slot);
    }
}

void loam_barren_step(const loam_barren *barren, const loam_tile_world *world,
                      const slow_rules *rules)
{
    const int32_t chunks = world->ring.chunks;
    const int32_t first = (int32_t)(world->steps & (uint64_t)(chunks - 1)) * chunks;
    for (int32_t slot = first; slot < first + chunks; slot++)
    {
        if (world->ring.stirred[slot])
        {
            world->ring.stirred[slot] = false; // it may go on changing: not before the next time
            forget(&barren->witnesses[slot]);
        }
        else if (barren->witnesses[slot] != NO_WITNESS)
        {
            loam_barren_look(barren, world, rules, slot);
        }
    }
}

/// Whether nothing in a slot surely is of interest.
static inline bool is_barren(const loam_barren *barren, const loam_tile_world *world, uint64_t slot)
{
    return barren->witnesses[slot] == NO_WITNESS && !world->ring.stirred[slot] &&
           (world->cover == NULL || !world->cover->reached[slot]);
}

bool loam_barren_is(const loam_barren *barren, const loam_tile_world *world, loam_tile_pos low)
{
    const uint64_t chunks = (uint64_t)world->ring.chunks, mask = chunks - 1;
    const uint64_t x = (uint64_t)low.x / LOAM_CHUNK_SIDE, y = (uint64_t)low.y / LOAM_CHUNK_SIDE;
    const uint64_t left = x & mask, right = (x + 1) & mask;
    const uint64_t lower = (y & mask) * chunks, upper = ((y + 1) & mask) * chunks;
    return is_barren(barren, world, lower + left) && is_barren(barren, world, lower + right) &&
           is_barren(barren, world, upper + left) && is_barren(barren, world, upper + right);
}
